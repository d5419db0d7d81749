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
mod partizan;
mod quotients;
mod random_sums;
mod rivals;
mod rules;
mod scoring;
mod scoring_whole;
mod sequence;
mod solve_once;
mod steps;
mod stopped_tables;
mod strategy;
mod tiers;
mod tiers_rules;
mod token;
mod untold;
mod valued;
