//! Proves claims about several heaps from the values of a single heap.
//!
//! Claims about one heap are proved in the same way if checking another method took too many steps.

use super::{ProofAttempt, Prover};
use crate::data::table_of;
use grundy_lang::text;
use grundy_rulelang::claims::KnownResult;
use grundy_rules::{Play, Result};
use grundy_solve::Solver;
use grundy_verify::{Proof, Quantity};

/// Minimal bound of a table from which the values of all heaps are guessed.
const MIN_TABLE_BOUND: u64 = 1000;

impl Prover<'_> {
    /// Proves the values of a single heap, from which the claim may follow.
    ///
    /// The checker then derives the claim from these values, or refutes it.
    pub(super) fn by_single_heap(&mut self) -> Result<ProofAttempt> {
        let has_values = self.table_of == grundy_solve::Quantity::Grundy && self.rules.play == Play::Normal;
        // Claims about one heap have other methods; use this method only if checking those took too many steps.
        if self.claim.is_none() || self.heaps == 1 && !self.hit_limit || !has_values || self.table.dims() != 1 {
            return Ok(None);
        }
        // A table for several heaps has a small bound, so compute a larger table for a single heap.
        let larger_table = match self.table.side() < MIN_TABLE_BOUND {
            true => table_of(self.rules, self.table_of, MIN_TABLE_BOUND, true, &mut Solver::new(), self.budget).ok(),
            false => None,
        };
        self.budget.check()?;
        let table = larger_table.as_ref().unwrap_or(self.table);
        let entry = |at: &[u64]| (at[0] < table.side()).then(|| KnownResult::Value(table.at(at).into()));
        let mut single_prover = Prover {
            rules: self.rules,
            claim: None,
            of: Quantity::Grundy,
            heaps: 1,
            table,
            table_of: self.table_of,
            entry: &entry,
            budget: self.budget,
            tried: vec![],
            counterexample_near: None,
            failure: None,
            steps: self.steps,
            hit_limit: false,
        };
        let found = match single_prover.periods()? {
            Some(found) => Some(found),
            None => single_prover.automata()?,
        };
        let Some(found) = found else {
            self.tried.extend(single_prover.tried.into_iter().map(|why| text!("values of single heaps: {why}", why)));
            return Ok(None);
        };
        let proof = Proof::Heaps { one: Box::new(found.certificate.proof) };
        let method = match self.heaps {
            1 => text!("{method}; the claim follows from the values", method = found.method),
            _ => text!("the values of single heaps ({method}) and their xor", method = found.method),
        };
        self.check(method, proof)
    }
}
