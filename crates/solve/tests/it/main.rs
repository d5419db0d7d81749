//! The integration tests of this crate, in one program so that linking happens once.

mod canonical;
mod classification;
mod common;
mod conformance;
mod corpus;
mod definition;
mod dense;
mod loopy_sums;
mod misere_forms;
mod partial_theorems;
mod partizan;
mod quotients;
mod random_sums;
mod rivals;
mod rules;
mod scoring;
mod scoring_transpositions;
mod sequence;
mod solve_once;
mod steps;
mod stopped_tables;
mod strategy;
mod tiers;
mod tiers_rules;
mod token;
mod valued;
