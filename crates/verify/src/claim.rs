//! Whether a claim follows from what a proof shows.
//!
//! The claim language says by formulas where a claim fails, in terms of a relation: the P-positions, or positions with their
//! values. From automata that is asked of the automaton itself. From a sequence that repeats, an automaton is made: in a base
//! b, the digit d turns the number x into b*x + d, and where that is n0 + p or more, n0 + ((b*x + d - n0) mod p) has the
//! same entry and the same successors, since both numbers are at least n0 and congruent modulo p.

use crate::certificate::{Of, Proof, Table, refused};
use crate::literal::{Relation, Setting};
use crate::numeration::Numeration;
use crate::product::check_impossible;
use crate::work::Work;
use grundy_lang::text;
use grundy_rules::claims::Claim;
use grundy_rules::formula::Formula;
use grundy_rules::{Kind, Outcome, Result, Ruleset};

/// Reads a claim about positions of so many parameters: formulas that no numbers may satisfy.
pub(crate) fn violations(text: &str, rules: &Ruleset, arity: usize, values: bool) -> Result<(Claim, Vec<Formula>)> {
    let wrong = |error| refused(text!("the claim `{text}`: {error}", text, error));
    let claim = Claim::parse(text, rules).map_err(wrong)?;
    if claim.arity() != arity {
        let message =
            text!("the claim is about {claim} numbers, the proof about {arity}", claim = claim.arity(), arity);
        return Err(refused(message));
    }
    let formulas = claim.violations(values).map_err(wrong)?;
    Ok((claim, formulas))
}

/// Whether the claim follows from a sequence that repeats.
pub(crate) fn verify(text: &str, rules: &Ruleset, proof: &Proof, work: &mut Work<'_>) -> Result<()> {
    let letters = |text: &str| text.bytes().map(u64::from).collect::<Vec<u64>>();
    let (n0, p, of, entries) = match proof {
        Proof::Periodic { preperiod, period, of, table: Table::Values(values), .. } => {
            (*preperiod, *period, *of, values.clone())
        }
        Proof::Periodic { preperiod, period, of, table: Table::Outcomes(table), .. } => {
            (*preperiod, *period, *of, letters(table))
        }
        Proof::Residues { preperiod, period, outcomes, .. } => (*preperiod, *period, Of::Outcome, letters(outcomes)),
        // These look at their claims themselves.
        Proof::All { .. } | Proof::SlowlyGrowing {} | Proof::Automata { .. } | Proof::Replies { .. } => return Ok(()),
    };
    // Formulas have a relation for P, and what is not P is N. In partizan games it serves any one outcome: a claim that
    // characterises it, and asks for no others, is read with P in its place.
    let partizan = rules.game.position([0; 3]).is_some_and(|position| position.kind() == Kind::Partizan);
    let claim =
        Claim::parse(text, rules).map_err(|error| refused(text!("the claim `{text}`: {error}", text, error)))?;
    let (letter, formulas) = match claim.outcome() {
        Some(outcome @ (Outcome::N | Outcome::L | Outcome::R)) if partizan => {
            // The outcome is the first word: no comment stands before it.
            let rest = text.trim_start().strip_prefix(outcome.name()).unwrap_or_default();
            let (claim, formulas) = violations(&format!("P{rest}"), rules, 1, false)?;
            if claim.outcome() != Some(Outcome::P) || !matches!(claim.relation(), Ok(Some(_))) {
                return Err(refused(text!("the claim does not follow by this method")));
            }
            (outcome.name(), formulas)
        }
        _ => ("P", violations(text, rules, 1, of == Of::Grundy)?.1),
    };
    let lost = |entry: u64| letter.bytes().any(|b| u64::from(b) == entry);
    let base = formulas.iter().map(base).max().unwrap_or(2);
    // Periodic checks have made sure that the entries are as many as this.
    let sequence = Repeating { n0: n0 as usize, p: p as usize, entries, base: base as usize };
    let relation = match of {
        Of::Outcome => sequence.relation(|entry| u64::from(!lost(entry)), 0, 1, work)?,
        Of::Grundy => {
            let most = sequence.entries.iter().copied().max().unwrap_or(0);
            sequence.relation(|entry| entry, most, 2, work)?
        }
    };
    let setting = Setting { numeration: Numeration::Base(base), relations: &[relation] };
    formulas.iter().try_for_each(|formula| check_impossible(&text!("the claim fails"), formula, &[0], &setting, work))
}

/// The base in which the formula's powers can be told, 2 if it has none.
fn base(formula: &Formula) -> u32 {
    match formula {
        Formula::PowerOf(base, _) => u32::try_from(*base).ok().filter(|b| !b.is_power_of_two()).unwrap_or(2),
        Formula::All(list) | Formula::Any(list) => list.iter().map(base).max().unwrap_or(2),
        Formula::Not(inner) | Formula::Exists(_, inner) => base(inner),
        _ => 2,
    }
}

/// A sequence that repeats, and a base to write numbers in.
struct Repeating {
    n0: usize,
    p: usize,
    entries: Vec<u64>,
    base: usize,
}

impl Repeating {
    /// The automaton that accepts n, and with two tracks n and v, where v is what `tell` says of the entry, 0 if there is one
    /// track only. `most` is the largest v that is told. States are pairs of what is known of n and v.
    fn relation(&self, tell: impl Fn(u64) -> u64, most: u64, tracks: u32, work: &mut Work<'_>) -> Result<Relation> {
        if self.base > 16 {
            return Err(refused(text!("powers of {base} are too far apart for this program", base = self.base)));
        }
        let (n0, p, base) = (self.n0, self.p, self.base);
        // What is known of v: its value up to the largest that matters, or that it is larger.
        let kinds = if tracks == 1 { 1 } else { usize::try_from(most).unwrap_or(usize::MAX).saturating_add(2) };
        let letters = base.pow(tracks);
        let states = (n0 + p).saturating_mul(kinds);
        work.hold((states as u64).saturating_mul(4 * letters as u64 + 16))?;
        work.steps(states as u64)?;
        let (mut next, mut accept) = (Vec::with_capacity(states * letters), Vec::with_capacity(states));
        for n in 0..n0 + p {
            for v in 0..kinds {
                for letter in 0..letters {
                    let (digit, of_v) = (letter % base, letter / base);
                    let longer = n * base + digit;
                    let n = if longer < n0 + p { longer } else { n0 + (longer - n0) % p };
                    let v = (v * base + of_v).min(kinds - 1);
                    next.push(
                        u32::try_from(n * kinds + v)
                            .map_err(|_| refused(text!("the sequence is too long for a claim")))?,
                    );
                }
                accept.push(tell(self.entries[n]) == v as u64);
            }
        }
        let can = vec![true; states];
        Ok(Relation { tracks: tracks as usize, next, letters, accept, can_accept: can.clone(), can_refuse: can })
    }
}
