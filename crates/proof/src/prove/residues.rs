//! Writes proofs by residues for subtraction games with infinite sets of amounts.

use crate::data::Data;
use crate::periodic::Periodic;
use grundy_lang::{Text, text};
use grundy_rules::{Amounts, NamedSet};
use grundy_verify::Proof;

/// Returns a proof that outcomes are periodic.
///
/// The proof gives, for each N-position, an amount that leads to a P-position, also in all later periods. In
/// `outcomes`, 0 stands for P and 1 for N. Returns `None` if the outcomes show no period or there are no such amounts.
/// The checker verifies that no amount leads from P to P.
pub(crate) fn proof(outcomes: &Data, amounts: &Amounts) -> Option<Proof> {
    let list = outcomes.values();
    if outcomes.dims() != 1 || list.iter().any(|&o| o > 1) {
        return None;
    }
    let Periodic { head, cycle } = Periodic::fit(list)?;
    let (preperiod, period) = (head.len() as u64, cycle.len() as u64);
    // Extend the outcomes periodically beyond the table.
    let at = |n: u64| if n < preperiod { head[n as usize] } else { cycle[((n - preperiod) % period) as usize] };
    let serves = |n: u64, amount: u64| {
        let reached = |n: u64| n >= amount && at(n - amount) == 0;
        if n < preperiod {
            return reached(n);
        }
        // Check further periods until the heap that the move leaves is after the preperiod.
        let steps = (preperiod + amount).saturating_sub(n).div_ceil(period);
        (0..=steps).all(|j| reached(n + j * period))
    };
    let mut witnesses = vec![];
    for n in 0..preperiod + period {
        witnesses.push(if at(n) == 0 { 0 } else { amounts.up_to(n).find(|&amount| serves(n, amount))? });
    }
    let outcomes = (0..preperiod + period).map(|n| if at(n) == 0 { 'P' } else { 'N' }).collect();
    Some(Proof::Residues { preperiod, period, outcomes, amounts: witnesses })
}

/// The reason why the outcomes do not repeat if the set has large multiples of every number.
pub(crate) const APERIODIC: Text = text!(
    "the set contains arbitrarily large multiples of every number p. Suppose that the outcomes have a period p \
        from some heap on, and that there is a P-position n beyond that heap. Then n + s is P for every multiple \
        s of p in the set, but taking s leads from P to P, a contradiction. So the outcomes do not repeat unless \
        there are only finitely many P-positions"
);

/// Reports whether the set has arbitrarily large multiples of every number.
///
/// This is true for the powers with a fixed exponent, and for the Fibonacci, triangular and practical numbers and the
/// factorials. For the practical numbers, the reason is that m·2^a is practical if 2^(a+1) is at least m, by Stewart's
/// criterion (1954).
pub(crate) fn has_all_multiples(amounts: &Amounts) -> bool {
    amounts.named_sets().iter().any(|named| match named {
        NamedSet::NthPowers(_)
        | NamedSet::Fibonacci
        | NamedSet::Triangular
        | NamedSet::Factorials
        | NamedSet::Practical => true,
        NamedSet::Powers(_) | NamedSet::Primes | NamedSet::Squarefree => false,
    })
}
