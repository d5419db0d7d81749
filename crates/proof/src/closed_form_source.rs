//! Answers queries of solvers from proved patterns, beyond all tables: the [`ClosedFormSource`] of this crate.

use crate::automata::solutions;
use crate::find::find;
use crate::finding::{FindOptions, Finding, Status};
use crate::{Numeration, Pattern};
use grundy_lang::Text;
use grundy_rulelang::formula::{GameFormula, MoveFormula};
use grundy_rules::CompactSort;
use grundy_rules::{Coordinates, Result, Ruleset};
use grundy_solve::{Budget, ClosedFormSource, ProvedClosedForm, Quantity, Solver};
use grundy_verify::{Dfa, Proof};
use std::sync::Arc;

/// Returns a solver that finds and proves closed forms for positions that tables do not reach.
///
/// ```
/// use grundy_games::parse;
/// use grundy_rules::Outcome;
/// use grundy_solve::{Budget, Question};
/// let spec = parse("rule{ n -> n-k for k in 1..n/2 }(10^12)").unwrap();
/// let answer = grundy_proof::solver_with_proofs().solve(&spec, &Question::default(), &Budget::default()).unwrap();
/// assert_eq!(answer.result.outcome, Some(Outcome::N));
/// // The winning move leads to the largest smaller number whose binary digits are all 1.
/// assert_eq!(answer.moves.listed[0].to.as_deref(), Some("rule{ n -> n-k for k in 1..n/2 }(549755813887)"));
/// ```
pub fn solver_with_proofs() -> Solver {
    Solver::with_closed_form_source(Arc::new(Proofs))
}

/// A [`ClosedFormSource`] that finds the pattern of a game, and returns the pattern if it is proved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Proofs;

impl ClosedFormSource for Proofs {
    fn find_proof(&self, rules: Ruleset, of: Quantity, budget: &Budget) -> Result<Option<Arc<dyn ProvedClosedForm>>> {
        let query = FindOptions { of: Some(of), ..FindOptions::default() };
        let mut found = None;
        let done = find(&rules, query, &mut Solver::new(), budget, &mut |finding| found = Some(finding));
        if done.is_err() && found.is_none() {
            // Only an exhausted budget is an error here; after other errors there is no pattern.
            budget.check()?;
        }
        Ok(found
            .and_then(|finding| ProvedPattern::from_finding(rules, finding))
            .map(|form| Arc::new(form) as Arc<dyn ProvedClosedForm>))
    }
}

/// A proved pattern of one game, in the form in which solvers query it.
#[derive(Debug)]
struct ProvedPattern {
    rules: Ruleset,
    pattern: Pattern,
    method: Text,
    /// The automata that relate moves to their results, if the proof has such automata.
    hints: Option<Hints>,
}

/// The hints of a proof by automata, from which options with a given entry are computed.
#[derive(Debug)]
struct Hints {
    numeration: Numeration,
    of: Quantity,
    moves: Vec<MoveFormula>,
    /// The automaton of each move that is not repeated.
    ///
    /// It relates positions, entries and the variables of the move.
    automata: Vec<Dfa>,
}

impl ProvedPattern {
    fn from_finding(rules: Ruleset, finding: Finding) -> Option<ProvedPattern> {
        let Finding { status: Status::Proved, pattern: Some(pattern), method, certificate, .. } = finding else {
            return None;
        };
        let hints = certificate.and_then(|certificate| match certificate.proof {
            Proof::Automata { numeration, of, hints, .. } => {
                let of = if of == grundy_verify::Quantity::Grundy { Quantity::Grundy } else { Quantity::Outcome };
                let moves = GameFormula::new(&rules, 1).ok()?.moves;
                Some(Hints { numeration: Numeration::from_code(&numeration)?, of, moves, automata: hints })
            }
            _ => None,
        });
        Some(ProvedPattern { rules, pattern, method, hints })
    }
}

/// Maximal number of repetitions of a move in one turn.
///
/// For positions that allow more repetitions, no options are listed.
const MAX_REPEATED: usize = 1 << 16;

impl ProvedClosedForm for ProvedPattern {
    fn entry(&self, at: Coordinates) -> Option<u64> {
        self.pattern.eval(&at[..self.pattern.dims])
    }

    fn options(&self, at: Coordinates, entry: u64, budget: &Budget) -> Result<Option<Vec<Vec<Coordinates>>>> {
        let Some(hints) = self.hints.as_ref().filter(|hints| hints.of == Quantity::Grundy || entry == 0) else {
            return Ok(None);
        };
        // An automaton for values gives the options of value 0, which are the P-positions. It cannot give the
        // N-positions, which have many values.
        if self.pattern.of == Quantity::Outcome && entry != 0 {
            return Ok(None);
        }
        let dims = self.pattern.dims;
        let mut move_hints = hints.automata.iter();
        let mut options: Vec<Vec<Coordinates>> = vec![];
        for mv in &hints.moves {
            if mv.repeat {
                match self.reached_by_repeating(mv, at, entry, budget)? {
                    Some(more) => options.extend(more.into_iter().map(|one| vec![one])),
                    None => return Ok(None),
                }
                continue;
            }
            let Some(hint) = move_hints.next() else { return Ok(None) };
            let mut fixed: Vec<Option<u64>> = at[..dims].iter().map(|&x| Some(x)).collect();
            fixed.extend((hints.of == Quantity::Grundy).then_some(Some(entry)));
            fixed.extend(mv.variables.iter().map(|_| None));
            let Some(mut found) = solutions(hint, hints.numeration, &fixed, budget)? else { return Ok(None) };
            found.compact_sort();
            for numbers in found {
                let variables = mv.variables.iter().copied().zip(&numbers[numbers.len() - mv.variables.len()..]);
                let top = mv.variables.iter().map(|&v| v as usize + 1).max().unwrap_or(0).max(dims);
                let mut values = vec![0; top];
                values[..dims].copy_from_slice(&at[..dims]);
                variables.for_each(|(v, &x)| values[v as usize] = x);
                let mut after = vec![];
                for target in &mv.targets {
                    let mut component = [0; 3];
                    for (x, e) in component.iter_mut().zip(target) {
                        let Some(number) = e.eval(&values).and_then(|x| u64::try_from(x).ok()) else { return Ok(None) };
                        *x = number;
                    }
                    after.push(component);
                }
                options.push(after);
            }
        }
        let mut unique_options = rustc_hash::FxHashSet::default();
        options.retain(|option| {
            let mut components = option.clone();
            components.compact_sort();
            unique_options.insert(components)
        });
        Ok(Some(options))
    }

    fn statement(&self) -> Text {
        self.pattern.text_in(&self.rules.game.coordinate_names())
    }

    fn method(&self) -> Text {
        self.method.clone()
    }
}

impl ProvedPattern {
    /// Returns the positions with this entry that are reached by repeating a move.
    ///
    /// Returns `None` after too many repetitions, or if a parameter would be negative or too large.
    fn reached_by_repeating(
        &self,
        mv: &MoveFormula,
        at: Coordinates,
        entry: u64,
        budget: &Budget,
    ) -> Result<Option<Vec<Coordinates>>> {
        let dims = self.pattern.dims;
        let (mut current, mut found) = (at, vec![]);
        for times in 0..=MAX_REPEATED {
            if times % 4096 == 0 {
                budget.check()?;
            }
            if mv.guard.eval(&current[..dims]) != Some(true) {
                return Ok(Some(found));
            }
            let mut next = [0; 3];
            for (x, e) in next.iter_mut().zip(&mv.targets[0]) {
                let Some(number) = e.eval(&current[..dims]).and_then(|x| u64::try_from(x).ok()) else {
                    return Ok(None);
                };
                *x = number;
            }
            current = next;
            if self.entry(current) == Some(entry) {
                found.push(current);
            }
        }
        Ok(None)
    }
}
