//! The checker of certificates, which verifies proofs independently of the code that found them.
//!
//! The checker shares with the rest of Grundy only the parsers of games, rules and claims, what the parsed rules and
//! claims mean (their moves, their values and their translation into formulas), the pictures of boards, and the move
//! generators. It derives every statement of a certificate anew. Start with [`verify`]. Each method has a file, which
//! begins with the theorem that the method uses and with a proof of the theorem:
//!
//! | file | checks |
//! |---|---|
//! | `replies` | the outcome of one position, by a reply to every move |
//! | `lost_boards`, `region_sums`, `board_symmetry` | the outcome of a sum of boards, by a closed set of lost sums |
//! | `periodic`, `octal` | periodic sequences of heap games: equal windows, octal games |
//! | `residues` | subtraction games with infinite sets |
//! | `growing` | games in which a move takes from 1 to f(n), for a slowly growing f |
//! | `definition` | claims that list all options of a position |
//! | `heaps` | several heaps, from the values of a single heap |
//! | `all` | games with finitely many positions, by listing all of them |
//! | `parametric` | games with symbolic parameters (letters): claims for all values of these, by coordinates |
//! | `quotient` | misère play of sums of heaps, by a finite commutative monoid |
//! | `automata` | the conditions for an automaton to accept the P-positions, or the values |
//! | `conjunction`, `literal`, `product` | how these conditions are decided: formulas, atoms, products of automata |
//!
//! ```
//! use grundy_verify::{Certificate, Limits, Quantity, Proof, ResultTable, PeriodTheorem, verify};
//! let table = ResultTable::Values(vec![0, 1, 2]);
//! let (theorem, of) = (PeriodTheorem::Window, Quantity::Grundy);
//! let proof = Proof::Periodic { theorem, of, preperiod: 0, period: 3, table };
//! let mut certificate = Certificate { rules: "take[1,2]".into(), claim: None, automata: vec![], proof };
//! let verified = verify(&certificate, grundy_games::library(), &Limits::default()).unwrap();
//! assert_eq!(verified.statement, "take[1,2]: the Grundy values repeat with period 3 from heap 0 on: 0 1 2");
//! certificate.rules = "take[1,3]".into();
//! let error = verify(&certificate, grundy_games::library(), &Limits::default()).unwrap_err();
//! assert_eq!(error.message, "refused: the entry of heap 2 must be 0, not 2");
//! ```

mod all;
mod automata;
mod board_symmetry;
mod certificate;
mod claim;
mod conjunction;
mod definition;
mod failure;
mod fields;
mod growing;
mod heaps;
mod literal;
mod lost_boards;
mod numbering;
mod numeration;
mod octal;
mod parametric;
mod periodic;
mod product;
mod quotient;
mod region_sums;
mod replies;
mod residues;
mod strategy;
mod verified;
mod work;

pub use certificate::{
    Certificate, Dfa, Images, Lost, MAX_FILE_LEN, NamedAutomaton, PartizanPlayer, PeriodTheorem, Proof, Quantity,
    ResultTable, VERSION, read_all_from, read_certificate_json, read_from,
};
pub use claim::Certificates;
pub use failure::Failure;
pub use lost_boards::sum_of_regions;
pub use quotient::{MonoidPresentation, check_monoid};
pub use region_sums::{RegionSum, RegionSums};
pub use replies::{options_of, rules_of, text_of};
pub use strategy::Strategy;
pub use verified::Verified;
pub use work::{Limits, WorkCounter};

/// Items that only the integration tests of this crate use.
#[doc(hidden)]
pub mod internals {
    pub mod literal {
        pub use crate::literal::{Relation, Setting};
    }
    pub mod numeration {
        pub use crate::numeration::Numeration;
    }
    pub mod octal {
        pub use crate::octal::{ValueMarks, first_wrong, mark_unsplit_options, split_sums};
    }
    pub mod parametric {
        pub use crate::parametric::decide::{solution, solution_with};
        pub use crate::parametric::eliminate::{exists, is_impossible};
        pub use crate::parametric::mixed_radix::{Compare, MixedRadix, Number, zero};
    }
    pub mod product {
        pub use crate::product::{check_impossible, satisfied, value};
    }
    pub mod work {
        pub use crate::work::WorkCounter;
    }
}

use certificate::refused;
use grundy_lang::{Text, text};
use grundy_rulelang::claims::Claim;
use grundy_rules::{Library, Result, Ruleset, parse_rules};
use lost_boards::{LostBoards, LostSums};
use numbering::check_numbering;
use std::cell::RefCell;

/// The maximum length of rules, in bytes.
const MAX_RULES_LEN: usize = 1 << 20;
/// The maximum length of a claim, in bytes.
const MAX_CLAIM_LEN: usize = 1 << 14;

/// Checks a certificate about games of the library.
///
/// # Errors
/// `refused` if the certificate does not hold; the message states the condition that fails and where. `limit` if the
/// check exceeds the limits.
pub fn verify(certificate: &Certificate, library: &Library, limits: &Limits) -> Result<Verified> {
    // Move generation checks the budget of the current thread.
    let scope = limits.budget().enter();
    scope.finish(WorkCounter::new(limits).and_then(|mut work| check(certificate, library, None, &mut work)))
}

/// Checks that the texts of a certificate are not too long.
fn check_lengths(certificate: &Certificate) -> Result<()> {
    let text = certificate.rules.as_str();
    if text.len() > MAX_RULES_LEN {
        return Err(refused(text!(
            "the rules have {bytes} bytes, but at most {most} are read",
            bytes = text.len(),
            most = MAX_RULES_LEN
        )));
    }
    if let Some(claim) = certificate.claim.as_ref().filter(|claim| claim.len() > MAX_CLAIM_LEN) {
        return Err(refused(text!(
            "the claim has {bytes} bytes, but at most {most} are read",
            bytes = claim.len(),
            most = MAX_CLAIM_LEN
        )));
    }
    Ok(())
}

/// Checks a proof by lost boards; returns the list of lost sums as well.
fn check_lost_boards(
    certificate: &Certificate,
    data: &LostBoards<'_>,
    library: &Library,
    work: &mut WorkCounter<'_>,
) -> Result<(Verified, LostSums)> {
    check_lengths(certificate)?;
    if certificate.claim.is_some() {
        return Err(refused(text!("lost boards prove the outcome of one position, not a claim about all positions")));
    }
    lost_boards::verify(&certificate.rules, data, library, work)
}

/// Like [`verify`]; also stores in `failure` where the claim or a condition of the proof fails.
fn check(
    certificate: &Certificate,
    library: &Library,
    failure: Option<&RefCell<Option<Failure>>>,
    work: &mut WorkCounter<'_>,
) -> Result<Verified> {
    check_lengths(certificate)?;
    let text = certificate.rules.as_str();
    if let Proof::Replies { position, outcome, lost } = &certificate.proof {
        if certificate.claim.is_some() {
            return Err(refused(text!("replies prove the outcome of one position, not a claim about all positions")));
        }
        return replies::verify(text, position, outcome, lost, library, work);
    }
    if let Some(data) = LostBoards::from_proof(&certificate.proof) {
        return check_lost_boards(certificate, &data, library, work).map(|(verified, _)| verified);
    }
    if let Some(data) = quotient::ClaimedQuotient::from_proof(&certificate.proof) {
        if certificate.claim.is_some() {
            return Err(refused(text!("a quotient decides sums of heaps; it proves no claim about positions")));
        }
        let positions = quotient::verify(text, &data, library, work)?;
        let statement = quotient::statement(certificate, &data);
        return Ok(Verified { statement, positions, states: work.states, silent: None });
    }
    let rules =
        parse_rules(text, library).map_err(|error| refused(text!("the rules cannot be parsed: {error}", error)))?;
    rules.game.info().check_play(rules.play).map_err(|error| refused(error.message))?;
    if !matches!(certificate.proof, Proof::All { .. }) {
        check_numbering(&rules)?;
    }
    let claim = claim::read(certificate, &rules)?;
    let (mut facts, mut silent) = (None, None);
    let positions = match &certificate.proof {
        Proof::Replies { .. } | Proof::LostBoards { .. } | Proof::Quotient { .. } => 0,
        Proof::All { of, table } => {
            let (positions, first) = all::verify(&rules, *of, table, claim.as_ref(), work)?;
            silent = first;
            positions
        }
        Proof::Periodic { theorem, of, preperiod, period, table } => {
            periodic::verify(&rules, *theorem, *of, *preperiod, *period, table, work)?
        }
        Proof::Residues { preperiod, period, outcomes, amounts } => {
            residues::verify(&rules, *preperiod, *period, outcomes, amounts, work)?
        }
        Proof::SlowlyGrowing {} => growing::verify(&rules, claim.as_ref(), work)?,
        Proof::Definition {} => {
            let Some(claim) = &claim else {
                return Err(refused(text!("a proof by the definition needs a claim, but there is none")));
            };
            silent = definition::verify(&rules, claim, work)?;
            0
        }
        Proof::Letters { condition, divisors, of } => {
            let Some(claim) = &claim else {
                return Err(refused(text!("a proof for all values of the letters needs a claim, but there is none")));
            };
            if *condition != claim.condition() {
                return Err(refused(text!("the condition must be `{condition}`", condition = claim.condition())));
            }
            let counterexample = RefCell::default();
            let result = parametric::verify(&rules, claim, *of, divisors, &counterexample, work);
            if let Some(failure) = failure {
                *failure.borrow_mut() = counterexample.into_inner().map(|numbers| Failure { numbers, least: false });
            }
            result?;
            0
        }
        Proof::Heaps { one } => {
            let Some(claim) = &claim else {
                return Err(refused(text!("a proof about several heaps needs a claim, but there is none")));
            };
            silent = heaps::verify(&rules, one, claim, work)?.follows(claim, failure, work)?;
            0
        }
        Proof::Automata { .. } => {
            if let Some(data) = automata::ClaimedAutomata::from_proof(&certificate.proof) {
                facts = automata::verify(&rules, &data, claim.as_ref(), work)?;
            }
            0
        }
    };
    let mut statement = statement(&rules, &certificate.proof);
    if let Some(claim) = &claim {
        if facts.is_none() {
            facts = claim::KnownFacts::from_sequence(&rules, claim, &certificate.proof, work)?;
        }
        // `facts` is `None` if the method has decided the claim itself. The claims of `growing` are equations
        // between values of existing positions, so they are never silent about a position.
        if let Some(facts) = facts {
            silent = claim::follows(claim, facts, failure, work)?;
        }
        statement = Text::verbatim(claim.statement(&rules));
    }
    Ok(Verified { statement, positions, states: work.states, silent })
}

/// Returns values of the variables for which the claim of a certificate fails, if there are any.
///
/// The failure follows from what the certificate's proof shows about the game. It is the least failure if the search
/// for it stays within the limits. For a proof with letters, it gives values for which a condition of the proof fails.
/// If that is a condition on outcomes, the claim fails for the same letters, at this position or at a smaller one.
/// `None` means that the certificate holds, or is refused for another reason.
///
/// # Errors
/// `limit` if the check exceeds the limits; `refused` if the certificate is malformed.
pub fn find_failure(certificate: &Certificate, library: &Library, limits: &Limits) -> Result<Option<Failure>> {
    let scope = limits.budget().enter();
    let failure = RefCell::default();
    let checked = WorkCounter::new(limits).and_then(|mut work| check(certificate, library, Some(&failure), &mut work));
    // Ignore a failure found after the budget ran out, since lists of moves may be incomplete.
    let is_exhausted = scope.is_exhausted();
    match scope.finish(checked) {
        Err(_) if failure.borrow().is_some() && !is_exhausted => Ok(failure.into_inner()),
        Err(error) if error.kind != grundy_rules::ErrorKind::Refused => Err(error),
        _ => Ok(None),
    }
}

/// Reports whether the claim makes a statement about every position with a parameter above `to`.
///
/// `proof` must be a verified proof of this claim about these rules. Without a proof, the result is `false` if the
/// answer would depend on outcomes.
///
/// # Errors
/// `limit` if the check exceeds the limits; `unsupported` and `refused` if formulas cannot express the question.
pub fn covers_all_above(
    rules: &Ruleset,
    claim: &Claim,
    proof: Option<&Proof>,
    to: u64,
    limits: &Limits,
) -> Result<bool> {
    let scope = limits.budget().enter();
    scope
        .finish(WorkCounter::new(limits).and_then(|mut work| decide_coverage_above(rules, claim, proof, to, &mut work)))
}

fn decide_coverage_above(
    rules: &Ruleset,
    claim: &Claim,
    proof: Option<&Proof>,
    to: u64,
    work: &mut WorkCounter<'_>,
) -> Result<bool> {
    let facts = match proof {
        Some(Proof::SlowlyGrowing {} | Proof::Letters { .. }) => return Ok(true),
        Some(Proof::Definition {}) => return definition::covers_all_above(claim, to, work),
        Some(Proof::Heaps { one }) => {
            let heaps = heaps::verify(rules, one, claim, work)?;
            return Ok(heaps.silent_position(claim, Some(to), work)?.is_none());
        }
        Some(proof) => match automata::ClaimedAutomata::from_proof(proof) {
            Some(data) => Some(automata::facts_from_checked(claim, &data, work)?),
            None => claim::KnownFacts::from_sequence(rules, claim, proof, work)?,
        },
        None => None,
    };
    claim::covers_all_above(claim, facts, to, work)
}

/// Returns the statement that a proof shows if the certificate has no claim.
fn statement(rules: &Ruleset, proof: &Proof) -> Text {
    match proof {
        Proof::Periodic { of, preperiod, period, table, .. } => {
            let shown = match table {
                ResultTable::Outcomes(letters) => short_table(letters.chars()),
                ResultTable::Values(values) => short_table(values.iter()),
            };
            match of {
                Quantity::Grundy => text!(
                    "{rules}: the Grundy values repeat with period {period} from heap {preperiod} on{shown}",
                    rules,
                    period,
                    preperiod,
                    shown
                ),
                Quantity::Outcome => outcomes_repeat(rules, *period, *preperiod, shown),
            }
        }
        Proof::Residues { preperiod, period, outcomes, .. } => {
            let shown = short_table(outcomes.chars());
            outcomes_repeat(rules, *period, *preperiod, shown)
        }
        Proof::Automata { of: Quantity::Outcome, numeration, .. } => {
            text!(
                "{rules}: the automaton of the certificate accepts the P-positions, in {numeration}",
                rules,
                numeration
            )
        }
        Proof::Automata { of: Quantity::Grundy, numeration, .. } => {
            text!(
                "{rules}: the automaton of the certificate accepts the pairs of a position and its value, in \
                {numeration}",
                rules,
                numeration
            )
        }
        Proof::All { of, table } => {
            let (shown, last) = match table {
                ResultTable::Outcomes(letters) => (short_table(letters.chars()), letters.len().saturating_sub(1)),
                ResultTable::Values(values) => (short_table(values.iter()), values.len().saturating_sub(1)),
            };
            match of {
                Quantity::Outcome => {
                    text!("{rules}: the outcomes of all positions 0 to {last}{shown}", rules, last, shown)
                }
                Quantity::Grundy => {
                    text!("{rules}: the Grundy values of all positions 0 to {last}{shown}", rules, last, shown)
                }
            }
        }
        Proof::SlowlyGrowing {} => text!(
            "{rules}: with f(n) the largest amount that can be taken from n, G(n) = f(n) if n = 0 or f(n) > f(n-1), \
                and G(n) = G(n - f(n) - 1) otherwise",
            rules
        ),
        Proof::Replies { .. }
        | Proof::LostBoards { .. }
        | Proof::Letters { .. }
        | Proof::Definition {}
        | Proof::Quotient { .. } => Text::verbatim(rules.to_string()),
        Proof::Heaps { .. } => heaps::statement(rules),
    }
}

fn outcomes_repeat(rules: &Ruleset, period: u64, preperiod: u64, shown: String) -> Text {
    text!(
        "{rules}: the outcomes repeat with period {period} from heap {preperiod} on{shown}",
        rules,
        period,
        preperiod,
        shown
    )
}

/// Formats the entries of a table after a colon; returns an empty string if there are more than 40.
fn short_table<T: std::fmt::Display>(entries: impl Iterator<Item = T>) -> String {
    let mut shown = vec![];
    for entry in entries {
        if shown.len() == 40 {
            return String::new();
        }
        shown.push(entry.to_string());
    }
    format!(": {}", shown.join(" "))
}
