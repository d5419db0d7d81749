//! Decides whether a claim follows from what a proof shows.
//!
//! The claim language expresses by formulas where a claim fails. These formulas contain known relations: the set of
//! P-positions, or the pairs of a position and its value. For proofs by automata, the relation is the proof's
//! automaton.
//!
//! For a periodic sequence with preperiod n0 and period p, an automaton is built. In base b, the digit d
//! changes the number x into b*x + d. A number of n0 + p or more is reduced modulo p to a number from n0 to
//! n0 + p - 1. The reduced number has the same entry, and further digits lead both numbers to the same
//! entries.

use crate::automata;
use crate::certificate::{Certificate, NamedAutomaton, Proof, Quantity, ResultTable, refused};
use crate::failure::{Failure, fails_nowhere};
use crate::literal::{Relation, Setting};
use crate::numeration::Numeration;
use crate::product::{check_impossible, satisfied};
use crate::work::WorkCounter;
use grundy_lang::{Text, text};
use grundy_rulelang::claims::{Automata, Automaton, AutomatonName, Claim, KnownRelations};
use grundy_rulelang::formula::{Formula, Linear, Variable};
use grundy_rules::{Error, ErrorKind, Result, Ruleset, Sources};
use std::cell::RefCell;

/// A source of automata for claims such as `automaton(@wythoff.cert)`: certificates in files.
pub struct Certificates<'a>(pub &'a mut dyn Sources);

impl Automata for Certificates<'_> {
    fn automaton(&mut self, name: &AutomatonName) -> Result<Automaton> {
        let AutomatonName::File(file) = name else {
            let error =
                Error::new(ErrorKind::BadArgument, text!("only certificates can refer to an automaton by number"));
            return Err(error.help(text!("give the file of a certificate: automaton(@wythoff.cert)")));
        };
        let unread = |error: std::io::Error| {
            let unsupported = error.kind() == std::io::ErrorKind::Unsupported;
            let kind = if unsupported { ErrorKind::Unsupported } else { ErrorKind::Io };
            Error::new(kind, text!("`@{file}`: {error}", file, error))
        };
        let bytes = self.0.read(file).map_err(unread)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| refused(text!("this is not a certificate: it is not UTF-8 text")))
            .and_then(|text| Certificate::from_text(&text)?.automaton());
        text.map_err(|error| Error { message: text!("`@{file}`: {error}", file, error = error.message), ..error })
    }
}

/// The automata that a certificate lists for its claim.
struct ListedAutomata<'a>(&'a [NamedAutomaton]);

impl Automata for ListedAutomata<'_> {
    fn automaton(&mut self, name: &AutomatonName) -> Result<Automaton> {
        let place = match name {
            AutomatonName::Number(number) => usize::try_from(*number).ok().and_then(|number| number.checked_sub(1)),
            AutomatonName::File(_) => None,
        };
        let named = place.and_then(|place| self.0.get(place));
        let automaton = named.map(NamedAutomaton::to_claim_automaton).ok_or_else(|| {
            Error::new(
                ErrorKind::Refused,
                text!("the certificate does not contain the automaton that the claim refers to"),
            )
        })?;
        automaton.check()?;
        Ok(automaton)
    }
}

/// Parses the claim of a certificate.
///
/// The text must be the canonical text of the claim, so that readers see exactly what is verified.
pub(crate) fn read(certificate: &Certificate, rules: &Ruleset) -> Result<Option<Claim>> {
    let Some(text) = &certificate.claim else {
        if !certificate.automata.is_empty() {
            return Err(refused(text!("there are automata for a claim, but there is no claim")));
        }
        return Ok(None);
    };
    let claim = Claim::parse_with(text, rules, &mut ListedAutomata(&certificate.automata))
        .map_err(|error| refused(text!("the claim `{text}`: {error}", text, error)))?;
    if claim.to_string() != *text {
        return Err(refused(text!("the claim must be written `{claim}`", claim = claim.to_string())));
    }
    Ok(Some(claim))
}

/// The proved relations from which claims are decided.
pub(crate) struct KnownFacts {
    relation_kind: KnownRelations,
    numeration: Numeration,
    /// The known relations, followed by the automata of the claim.
    relations: Vec<Relation>,
}

impl KnownFacts {
    /// Returns the facts that follow from an automaton that was checked.
    pub fn from_automaton(values: bool, relation: &Relation, numeration: Numeration) -> KnownFacts {
        let relation_kind = if values { KnownRelations::Values } else { KnownRelations::Lost };
        KnownFacts { relation_kind, numeration, relations: vec![relation.clone()] }
    }

    /// Returns the facts of a relation between positions and values, in binary digits.
    pub fn of_values(relation: Relation) -> KnownFacts {
        KnownFacts { relation_kind: KnownRelations::Values, numeration: Numeration::Base(2), relations: vec![relation] }
    }

    /// Returns the known relations, followed by the automata of the claim.
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    /// Returns the facts that follow from the proof of a sequence; `None` for proofs of other kinds.
    pub fn from_sequence(
        rules: &Ruleset,
        claim: &Claim,
        proof: &Proof,
        work: &mut WorkCounter<'_>,
    ) -> Result<Option<KnownFacts>> {
        let letters = |text: &str| text.bytes().map(u64::from).collect::<Vec<u64>>();
        let (n0, p, of, entries) = match proof {
            Proof::Periodic { preperiod, period, of, table: ResultTable::Values(values), .. } => {
                (*preperiod, *period, *of, values.clone())
            }
            Proof::Periodic { preperiod, period, of, table: ResultTable::Outcomes(table), .. } => {
                (*preperiod, *period, *of, letters(table))
            }
            Proof::Residues { preperiod, period, outcomes, .. } => {
                (*preperiod, *period, Quantity::Outcome, letters(outcomes))
            }
            // These proofs show no sequence that is eventually periodic.
            Proof::All { .. }
            | Proof::SlowlyGrowing {}
            | Proof::Definition {}
            | Proof::Letters { .. }
            | Proof::Heaps { .. }
            | Proof::Automata { .. }
            | Proof::Quotient { .. }
            | Proof::LostBoards { .. }
            | Proof::Replies { .. } => {
                return Ok(None);
            }
        };
        if claim.parameters() != 1 {
            return Err(refused(arity_mismatch(claim, 1)));
        }
        let partizan = rules.is_partizan();
        let relation_kind = match of {
            Quantity::Grundy => KnownRelations::Values,
            Quantity::Outcome if partizan => KnownRelations::Outcomes,
            Quantity::Outcome => KnownRelations::Lost,
        };
        let base = match numeration_of(claim)? {
            Some(Numeration::Base(base)) => base,
            Some(Numeration::Ostrowski(_)) => {
                return Err(refused(text!("the automata of the claim must use `base 2` to `base 16`")));
            }
            None => claim
                .violations(relation_kind)
                .map_err(|error| claim_error(claim, error))?
                .iter()
                .map(base)
                .max()
                .unwrap_or(2),
        };
        // Checking the period has already ensured that there are enough entries.
        let sequence = PeriodicSequence { n0: n0 as usize, p: p as usize, entries, base: base as usize };
        let is = |letter: u8| move |entry: u64| u64::from(u64::from(letter) != entry);
        let relations = match relation_kind {
            KnownRelations::Lost => vec![sequence.relation(is(b'P'), 0, 1, work)?],
            KnownRelations::Outcomes => [b'P', b'N', b'L', b'R']
                .into_iter()
                .map(|letter| sequence.relation(is(letter), 0, 1, work))
                .collect::<Result<_>>()?,
            KnownRelations::Values => {
                let max_value = sequence.entries.iter().copied().max().unwrap_or(0);
                vec![sequence.relation(|entry| entry, max_value, 2, work)?]
            }
        };
        Ok(Some(KnownFacts { relation_kind, numeration: Numeration::Base(base), relations }))
    }

    /// Returns facts without relations, which suffice for formulas that contain no relation.
    fn without_relations(claim: &Claim) -> Result<KnownFacts> {
        let relation_kind = if claim.has_values() { KnownRelations::Values } else { KnownRelations::Lost };
        let numeration = match numeration_of(claim)? {
            Some(numeration) => numeration,
            None => {
                let formulas = claim.silences(relation_kind)?;
                match formulas.iter().any(uses_golden_ratio) {
                    true => Numeration::Ostrowski(1),
                    false => Numeration::Base(formulas.iter().map(base).max().unwrap_or(2)),
                }
            }
        };
        Ok(KnownFacts { relation_kind, numeration, relations: vec![] })
    }

    /// Adds the automata of the claim; checks that those for values give exactly one value per position.
    pub fn with_automata(mut self, claim: &Claim, work: &mut WorkCounter<'_>) -> Result<KnownFacts> {
        for automaton in claim.automata() {
            let NamedAutomaton { numeration, automaton, of } = NamedAutomaton::from_claim_automaton(automaton);
            if Numeration::parse(&numeration)? != self.numeration {
                return Err(refused(text!("the automata of the claim and of the proof use different numerations")));
            }
            let place = self.relations.len();
            self.relations.push(automata::relation(place, &automaton, automaton.tracks, self.numeration, work)?);
            if of == Quantity::Outcome {
                continue;
            }
            let last = automaton.tracks as Variable - 1;
            let with =
                |value: Variable| Formula::Member(place, (0..last).chain([value]).map(Linear::variable).collect());
            let none = Formula::Exists(vec![last], Box::new(with(last))).not();
            let order = Formula::less(&Linear::variable(last), &Linear::variable(last + 1));
            let position: Vec<Variable> = (0..last).collect();
            let setting = Setting { numeration: self.numeration, relations: &self.relations };
            check_impossible(&text!("an automaton gives no number for a position"), &none, &position, &setting, work)?;
            let two = Formula::All(vec![with(last), with(last + 1), order]);
            check_impossible(&text!("an automaton gives two numbers for a position"), &two, &position, &setting, work)?;
        }
        Ok(self)
    }
}

/// Decides whether the claim follows: it must fail nowhere, and must say something about some position.
///
/// Returns a position about which the claim says nothing, if there is one.
pub(crate) fn follows(
    claim: &Claim,
    facts: KnownFacts,
    least: Option<&RefCell<Option<Failure>>>,
    work: &mut WorkCounter<'_>,
) -> Result<Option<Vec<u128>>> {
    let facts = facts.with_automata(claim, work)?;
    let setting = Setting { numeration: facts.numeration, relations: &facts.relations };
    let position: Vec<Variable> = (0..claim.arity() as Variable).collect();
    fails_nowhere(claim, facts.relation_kind, least, &mut |formula| satisfied(formula, &position, &setting, work))?;
    let coverage = claim.coverage(facts.relation_kind).map_err(|error| claim_error(claim, error))?;
    if satisfied(&coverage, &position, &setting, work)?.is_none() {
        return Err(refused(text!("the claim covers no position")));
    }
    for formula in claim.silences(facts.relation_kind).map_err(|error| claim_error(claim, error))? {
        if let Some(silent) = satisfied(&formula, &position, &setting, work)? {
            return Ok(Some(silent));
        }
    }
    Ok(None)
}

/// Reports whether the claim makes a statement about every position with a parameter above `to`.
pub(crate) fn covers_all_above(
    claim: &Claim,
    facts: Option<KnownFacts>,
    to: u64,
    work: &mut WorkCounter<'_>,
) -> Result<bool> {
    let facts = match facts {
        Some(facts) => facts.with_automata(claim, work)?,
        None if claim.automata().is_empty() => KnownFacts::without_relations(claim)?,
        None => return Ok(false),
    };
    let setting = Setting { numeration: facts.numeration, relations: &facts.relations };
    let position: Vec<Variable> = (0..claim.arity() as Variable).collect();
    let Some(to) = i64::try_from(to).ok().filter(|&to| to < 1 << 31) else { return Ok(false) };
    let is_above = |&v: &Variable| Formula::less(&Linear::number(to), &Linear::variable(v));
    let some_above = Formula::Any(position.iter().map(is_above).collect());
    for formula in claim.silences(facts.relation_kind)? {
        let formula = Formula::All(vec![some_above.clone(), formula]);
        if satisfied(&formula, &position, &setting, work)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the message for a claim and a proof about different numbers of parameters.
pub(crate) fn arity_mismatch(claim: &Claim, arity: usize) -> Text {
    text!("the claim is about {claim} numbers, but the proof is about {arity}", claim = claim.parameters(), arity)
}

/// Returns the error for a claim that formulas cannot express.
pub(crate) fn claim_error(claim: &Claim, error: Error) -> Error {
    refused(text!("the claim `{text}`: {error}", text = claim.to_string(), error))
}

/// Returns the numeration of the automata of a claim, if the claim has any.
fn numeration_of(claim: &Claim) -> Result<Option<Numeration>> {
    claim.automata().first().map(|automaton| Numeration::parse(&automaton.numeration)).transpose()
}

/// Returns a base in which the digits show the powers in the formula; 2 if there are no powers.
pub(crate) fn base(formula: &Formula) -> u32 {
    match formula {
        Formula::PowerOf(base, _) => u32::try_from(*base).ok().filter(|b| !b.is_power_of_two()).unwrap_or(2),
        Formula::All(list) | Formula::Any(list) => list.iter().map(base).max().unwrap_or(2),
        Formula::Not(inner) | Formula::Exists(_, inner) => base(inner),
        _ => 2,
    }
}

/// Reports whether the formula contains the golden ratio or Fibonacci numbers.
pub(crate) fn uses_golden_ratio(formula: &Formula) -> bool {
    match formula {
        Formula::FloorPhi(..) | Formula::Fibonacci(_) => true,
        Formula::All(list) | Formula::Any(list) => list.iter().any(uses_golden_ratio),
        Formula::Not(inner) | Formula::Exists(_, inner) => uses_golden_ratio(inner),
        _ => false,
    }
}

/// Builds the automaton in base 2 for a periodic sequence of values; it reads n and G(n).
pub(crate) fn values_of(proof: &Proof, work: &mut WorkCounter<'_>) -> Result<Option<Relation>> {
    let Proof::Periodic { preperiod, period, of: Quantity::Grundy, table: ResultTable::Values(entries), .. } = proof
    else {
        return Ok(None);
    };
    let max_value = entries.iter().copied().max().unwrap_or(0);
    let (n0, p, entries) = (*preperiod as usize, *period as usize, entries.clone());
    PeriodicSequence { n0, p, entries, base: 2 }.relation(|entry| entry, max_value, 2, work).map(Some)
}

/// A periodic sequence with preperiod `n0` and period `p`, and the base of its automaton.
struct PeriodicSequence {
    n0: usize,
    p: usize,
    entries: Vec<u64>,
    base: usize,
}

impl PeriodicSequence {
    /// Builds the automaton of the sequence, which reads n, or with two tracks n and v.
    ///
    /// Let `image` map the entry of n to a number of at most `max_value`. With two tracks, the automaton accepts
    /// (n, v) if v is this number. With one track, it accepts n if this number is 0. A state is a pair of the
    /// numbers that the digits of n and of v represent so far.
    fn relation(
        &self,
        image: impl Fn(u64) -> u64,
        max_value: u64,
        tracks: u32,
        work: &mut WorkCounter<'_>,
    ) -> Result<Relation> {
        if self.base > 16 {
            return Err(refused(text!(
                "only powers of bases up to 16 are supported here, not powers of {base}",
                base = self.base
            )));
        }
        let (n0, p, base) = (self.n0, self.p, self.base);
        // The possible numbers read for v: 0 to `max_value`, and `max_value` + 1 for all larger numbers.
        let kinds = if tracks == 1 { 1 } else { usize::try_from(max_value).unwrap_or(usize::MAX).saturating_add(2) };
        let letters = base.pow(tracks);
        let states = (n0 + p).saturating_mul(kinds);
        work.reserve((states as u64).saturating_mul(4 * letters as u64 + 16))?;
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
                            .map_err(|_| refused(text!("the sequence is too long to check a claim about it")))?,
                    );
                }
                accept.push(image(self.entries[n]) == v as u64);
            }
        }
        let can = vec![true; states];
        Ok(Relation { tracks: tracks as usize, next, letters, accept, can_accept: can.clone(), can_reject: can })
    }
}
