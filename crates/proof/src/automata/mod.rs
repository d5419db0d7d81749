//! Proves relations by automata that read digits.
//!
//! A finite automaton that reads the digits of several numbers in parallel can recognize x + y = z and x < y, in bases
//! and in Zeckendorf's numeration and its relatives. So every first-order formula over these relations has an automaton
//! (J. R. Büchi 1960; for the numerations C. Frougny 1992), and a formula has a solution iff its automaton accepts a
//! word. A relation consists exactly of the P-positions of a game, or of its positions with their values, iff certain
//! formulas, the *obligations*, have no solution (`obligations.rs`).
//!
//! The relation is given by the caller ([`prove_relation`]) or learned from a table ([`learn_and_prove`]). In the
//! second case, the learner learns from each counterexample to the proof, until there is none.
//!
//! `dfa` defines the automata and `algebra` their operations; `linear` and `compile` build automata from formulas.
//! `learn` learns an automaton from `table`, and `search` alternates learning and proving. `patterns` converts to and
//! from patterns, and `solutions` lists accepted numbers.

pub(crate) mod algebra;
pub(crate) mod compile;
pub(crate) mod dfa;
mod learn;
mod linear;
mod obligations;
mod patterns;
pub(crate) mod search;
pub(crate) mod solutions;
mod table;

use crate::automaton::Automaton;
use crate::numeration::Numeration;
use algebra::{Algebra, AlgebraLimits};
use dfa::{Dfa, decode};
use grundy_lang::{Text, text};
use grundy_rulelang::formula::{Formula, GameFormula, Variable};
use grundy_rules::{Error, ErrorKind, Play, Result};
use grundy_solve::Budget;
use grundy_verify::{Proof, Quantity};
use obligations::Statement;
pub(crate) use patterns::value_automaton;
use patterns::{pattern_from_relation, relation_from_pattern};
use search::{AutomatonSearch, Effort, EntrySource, TryResult, build_proof, numerations, search_measure};
pub(crate) use solutions::solutions;
use table::{LazyTable, OptionLister};

/// The result of proving a given relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The relation consists exactly of the P-positions, or of the positions with their values.
    Proved(Proof),
    /// The relation is wrong for this position or one of its options.
    Fails {
        /// The parameters of the position.
        position: Vec<u64>,
    },
    /// The relation was neither proved nor refuted, for this reason.
    Open(Text),
}

/// The result of learning the relation of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "there is one of it at a time")]
pub enum Learned {
    /// The learned relation is proved for all positions.
    Proved {
        /// The proof.
        proof: Proof,
        /// The numeration that the automata read.
        numeration: Numeration,
        /// The relation as an automaton that has output 0 for its members.
        ///
        /// The members are the P-positions, or the positions with their values.
        automaton: Automaton,
    },
    /// No relation was proved.
    Open {
        /// The reasons why no relation was proved, one for each numeration that was tried.
        tried: Vec<Text>,
    },
}

/// A function that returns the code of a position's outcome (0 for P, else 1) or its value, if known.
pub type PositionOracle<'o> = dyn FnMut(&[u64]) -> Option<u64> + 'o;

/// Converts an error into the reason why an attempt failed, unless the budget is exhausted.
fn reason<T>(result: Result<T>, budget: &Budget) -> Result<Result<T, Text>> {
    match result {
        Ok(done) => Ok(Ok(done)),
        Err(error) => {
            budget.check()?;
            Ok(Err(error.message))
        }
    }
}

/// Returns a measure that proves that play ends, or the reason why none was found.
///
/// Every proof needs a measure: a function of the parameters, in the form of [`Statement::measure_violations`], that
/// every move lowers.
fn find_measure(
    statement: &Statement<'_>,
    numerations: &[Numeration],
    budget: &Budget,
) -> Result<Result<Vec<u64>, Text>> {
    let Some(&first) = numerations.first() else {
        return Ok(Err(text!("no known numeration system lets automata express the rules")));
    };
    Ok(reason(search_measure(statement, first, budget), budget)?.and_then(|measure| measure))
}

/// Proves that a relation consists exactly of the P-positions, or of the positions with their values.
///
/// The variables 0, 1, ... of the relation are the parameters of the position, followed by the value.
///
/// # Errors
/// `limit` if the work is cancelled or runs out of time. If automata cannot express the rules or become too large, the
/// result is [`Outcome::Open`].
///
/// ```
/// use grundy_proof::automata::{Outcome, prove_relation};
/// use grundy_rulelang::formula::{Formula, GameFormula, Linear, MoveFormula};
/// use grundy_rules::Play;
/// use grundy_solve::Budget;
/// use grundy_verify::Quantity;
/// // Take one or two: P iff n = 3h for some h.
/// let (n, h) = (Linear::variable(0), Linear::variable(1));
/// let take = |k: i64| MoveFormula {
///     variables: vec![],
///     guard: Formula::at_most(&Linear::number(k), &n),
///     targets: vec![vec![n.plus(-1, &Linear::number(k))]],
///     repeat: false,
/// };
/// let game = GameFormula { arity: 1, names: vec!["n".into()], moves: vec![take(1), take(2)] };
/// let multiple = |k: i64| Formula::Exists(vec![1], Box::new(Formula::Zero(n.plus(-k, &h))));
/// let prove = |k: i64| prove_relation(&game, Play::Normal, Quantity::Outcome, &multiple(k), &Budget::default()).unwrap();
/// assert!(matches!(prove(3), Outcome::Proved(_)));
/// assert_eq!(prove(2), Outcome::Fails { position: vec![2] });
/// ```
pub fn prove_relation(
    game: &GameFormula,
    play: Play,
    of: Quantity,
    relation: &Formula,
    budget: &Budget,
) -> Result<Outcome> {
    prove_claimed(game, play, of, relation, &[], budget)
}

/// Proves a relation that may refer to `automata` as relations 0, 1, ...; see [`prove_relation`].
pub(crate) fn prove_claimed(
    game: &GameFormula,
    play: Play,
    of: Quantity,
    relation: &Formula,
    automata: &[grundy_rulelang::claims::Automaton],
    budget: &Budget,
) -> Result<Outcome> {
    let statement = match Statement::new(game, play, of) {
        Ok(statement) => statement,
        Err(error) => return Ok(Outcome::Open(error.message)),
    };
    let mut numerations = numerations(&statement, Some(relation));
    numerations.retain(|numeration| automata.iter().all(|one| one.numeration == numeration.code()));
    let claimed_automata: Vec<grundy_verify::Dfa> =
        automata.iter().map(|one| grundy_verify::NamedAutomaton::from_claim_automaton(one).automaton).collect();
    let measure = match find_measure(&statement, &numerations, budget)? {
        Ok(measure) => measure,
        Err(why) => return Ok(Outcome::Open(why)),
    };
    let mut tried = vec![];
    for numeration in numerations {
        let proved = || -> Result<Outcome> {
            let mut algebra = Algebra::new(numeration, AlgebraLimits::LARGE, budget);
            for dfa in &claimed_automata {
                let dfa = Dfa::from_certificate(dfa, numeration)?;
                let valid = algebra.valid(dfa.tracks.clone())?;
                let dfa = algebra.and(&dfa, &valid)?;
                algebra.relations.push(dfa);
            }
            let dfa = algebra.compile(relation)?;
            let tracks: Vec<Variable> = (0..statement.tracks() as Variable).collect();
            let dfa = algebra.widen(&dfa, &tracks)?;
            if dfa.tracks != tracks {
                return Ok(Outcome::Open(text!(
                    "the relation uses variables that do not stand for numbers of a position"
                )));
            }
            prove(&statement, &mut algebra, dfa, &measure, budget)
        };
        match reason(proved(), budget)? {
            Ok(outcome) => return Ok(outcome),
            Err(why) => tried.push(text!("{numeration}: {why}", numeration = numeration.text(), why)),
        }
    }
    Ok(Outcome::Open(Text::list(tried)))
}

/// Proves that an automaton accepts exactly the P-positions, or the positions with their values.
///
/// # Errors
/// As for [`prove_relation`]; `refused` if the automaton is not complete, has the wrong number of tracks, or
/// distinguishes words that differ in leading zeros.
pub fn prove_automaton(
    game: &GameFormula,
    play: Play,
    of: Quantity,
    numeration: Numeration,
    relation: &grundy_verify::Dfa,
    budget: &Budget,
) -> Result<Outcome> {
    prove_in(game, play, of, numeration, &|_| Dfa::from_certificate(relation, numeration), budget)
}

/// Proves that the outputs of an automaton are the outcomes (0 for P, 1 for N) or values of positions.
///
/// # Errors
/// As for [`prove_automaton`].
///
/// ```
/// use grundy_proof::automata::{Outcome, prove_pattern};
/// use grundy_proof::{Automaton, Numeration};
/// use grundy_rulelang::formula::GameFormula;
/// use grundy_games::parse_rules;
/// use grundy_rules::Play;
/// use grundy_solve::Budget;
/// use grundy_verify::Quantity;
/// // The value is n modulo 3, which the automaton computes digit by digit.
/// let next = vec![vec![Some(0), Some(1)], vec![Some(2), Some(0)], vec![Some(1), Some(2)]];
/// let remainder = Automaton { numeration: Numeration::Base(2), dims: 1, next, output: vec![0, 1, 2] };
/// let prove = |rules: &str| {
///     let game = GameFormula::new(&parse_rules(rules).unwrap(), 1).unwrap();
///     prove_pattern(&game, Play::Normal, Quantity::Grundy, &remainder, &Budget::default()).unwrap()
/// };
/// assert!(matches!(prove("take[1,2]"), Outcome::Proved(_)));
/// assert_eq!(prove("take[1]"), Outcome::Fails { position: vec![2] });
/// ```
pub fn prove_pattern(
    game: &GameFormula,
    play: Play,
    of: Quantity,
    pattern: &Automaton,
    budget: &Budget,
) -> Result<Outcome> {
    if of == Quantity::Outcome && pattern.output.iter().any(|&code| code > 1) {
        return Ok(Outcome::Open(text!("only the outcomes P and N can be proved")));
    }
    prove_in(game, play, of, pattern.numeration, &|algebra| relation_from_pattern(algebra, pattern, of), budget)
}

/// Proves a relation that is given by an automaton, built by `relation`.
fn prove_in(
    game: &GameFormula,
    play: Play,
    of: Quantity,
    numeration: Numeration,
    relation: &dyn Fn(&mut Algebra<'_>) -> Result<Dfa>,
    budget: &Budget,
) -> Result<Outcome> {
    let statement = match Statement::new(game, play, of) {
        Ok(statement) => statement,
        Err(error) => return Ok(Outcome::Open(error.message)),
    };
    if !numerations(&statement, None).contains(&numeration) {
        return Ok(Outcome::Open(text!(
            "automata that read numbers in {numeration} cannot express the rules",
            numeration = numeration.text()
        )));
    }
    let mut algebra = Algebra::new(numeration, AlgebraLimits::LARGE, budget);
    let refused = |message: Text| Err(Error::new(ErrorKind::Refused, message));
    let dfa = relation(&mut algebra)?;
    if dfa.tracks.len() != statement.tracks() {
        return refused(text!("the automaton and the relation have different numbers of tracks"));
    }
    let valid = algebra.valid(dfa.tracks.clone())?;
    let dfa = algebra.and(&dfa, &valid)?;
    if dfa.step(0, 0) != 0 {
        return refused(text!("leading zeros change the result of the automaton"));
    }
    let measure = match find_measure(&statement, &[numeration], budget)? {
        Ok(measure) => measure,
        Err(why) => return Ok(Outcome::Open(why)),
    };
    let proved = prove(&statement, &mut algebra, dfa, &measure, budget);
    Ok(reason(proved, budget)?.unwrap_or_else(Outcome::Open))
}

/// Proves a relation, given a measure that proves that play ends.
fn prove(
    statement: &Statement<'_>,
    algebra: &mut Algebra<'_>,
    relation: Dfa,
    measure: &[u64],
    budget: &Budget,
) -> Result<Outcome> {
    let effort = Effort::ALL[Effort::ALL.len() - 1];
    let search = AutomatonSearch { statement, lister: None, effort, budget };
    Ok(match search.run(algebra, &mut EntrySource::Relation(algebra.numeration, relation))? {
        TryResult::Proved(relations) => Outcome::Proved(build_proof(statement, algebra, relations, measure.to_vec())?),
        TryResult::Fails(position) => Outcome::Fails { position },
    })
}

/// Learns the relation of the P-positions, or of the values, and proves it.
///
/// Outcomes or values come from the oracle or, without an oracle, from a table computed from the game's moves.
///
/// # Errors
/// `limit` if the work is cancelled or runs out of time.
///
/// ```
/// use grundy_proof::automata::{Learned, learn_and_prove};
/// use grundy_rulelang::formula::{Formula, GameFormula, Linear, MoveFormula};
/// use grundy_rules::Play;
/// use grundy_solve::Budget;
/// use grundy_verify::Quantity;
/// // Take at most half.
/// let (n, k) = (Linear::variable(0), Linear::variable(1));
/// let guard = Formula::All(vec![
///     Formula::at_most(&Linear::number(1), &k),
///     Formula::at_most(&k.plus(1, &k), &n),
/// ]);
/// let half = MoveFormula { variables: vec![1], guard, targets: vec![vec![n.plus(-1, &k)]], repeat: false };
/// let game = GameFormula { arity: 1, names: vec!["n".into()], moves: vec![half] };
/// let learned = learn_and_prove(&game, Play::Normal, Quantity::Outcome, None, &Budget::default()).unwrap();
/// let Learned::Proved { automaton, .. } = learned else { panic!("{learned:?}") };
/// assert_eq!((0..20).filter(|&n| automaton.at(&[n]) == 0).collect::<Vec<_>>(), [0, 1, 3, 7, 15]);
/// ```
pub fn learn_and_prove(
    game: &GameFormula,
    play: Play,
    of: Quantity,
    mut oracle: Option<&mut PositionOracle<'_>>,
    budget: &Budget,
) -> Result<Learned> {
    let open = |why: Text| Ok(Learned::Open { tried: vec![why] });
    let statement = match Statement::new(game, play, of) {
        Ok(statement) => statement,
        Err(error) => return open(error.message),
    };
    let numerations = numerations(&statement, None);
    let measure = match find_measure(&statement, &numerations, budget)? {
        Ok(measure) => measure,
        Err(why) => return open(why),
    };
    let lister = match OptionLister::new(game) {
        Ok(lister) => Some(lister),
        Err(error) if oracle.is_none() => return open(error.message),
        Err(_) => None,
    };
    let mut tried = vec![];
    let mut table = lister.as_ref().map(|lister| LazyTable::new(lister, play, of, budget));
    for effort in Effort::ALL {
        if let Some(table) = &mut table {
            table.allow(effort.max_table_steps());
        }
        let mut best: Option<(Numeration, Vec<Dfa>)> = None;
        tried.clear();
        for &numeration in &numerations {
            let mut source = match (&mut oracle, &mut table) {
                (Some(oracle), _) => EntrySource::Oracle(&mut **oracle),
                (None, Some(table)) => EntrySource::Table(table),
                (None, None) => return open(text!("there is no table from which to learn an automaton")),
            };
            let mut algebra = Algebra::new(numeration, effort.limits(), budget);
            let search = AutomatonSearch { statement: &statement, lister: lister.as_ref(), effort, budget };
            match reason(search.run(&mut algebra, &mut source), budget)? {
                Ok(TryResult::Proved(relations)) => {
                    let size = |list: &[Dfa]| list.iter().map(|dfa| dfa.next.len()).sum::<usize>();
                    if best.as_ref().is_none_or(|(_, others)| size(&relations) < size(others)) {
                        best = Some((numeration, relations));
                    }
                }
                Ok(TryResult::Fails(position)) => tried.push(text!(
                    "{numeration}: fails at {position}",
                    numeration = numeration.text(),
                    position = format!("{position:?}")
                )),
                Err(why) => tried.push(text!("{numeration}: {why}", numeration = numeration.text(), why)),
            }
        }
        if let Some((numeration, relations)) = best {
            let automaton = pattern_from_relation(numeration, &relations[0]);
            let mut algebra = Algebra::new(numeration, AlgebraLimits::LARGE, budget);
            let proof = build_proof(&statement, &mut algebra, relations, measure)?;
            return Ok(Learned::Proved { proof, numeration, automaton });
        }
    }
    Ok(Learned::Open { tried })
}

/// Returns a counterexample to a claim, or `None` if the proved relation implies the claim.
///
/// The formula `violation` expresses that the claim fails, and refers to the proved relation as relation 0. A
/// counterexample consists of values of the variables 0, 1, ... of the formula.
///
/// # Errors
/// `unsupported` if automata in the proof's numeration cannot express the formula, or if the proof is not by automata;
/// `limit` if automata become too large or the budget runs out.
pub fn implies(proof: &Proof, violation: &Formula, budget: &Budget) -> Result<Option<Vec<u64>>> {
    let Proof::Automata { numeration, relation, .. } = proof else {
        return Err(Error::new(ErrorKind::Unsupported, text!("this is not a proof by automata")));
    };
    let Some(numeration) = Numeration::from_code(numeration) else {
        return Err(Error::new(
            ErrorKind::Unsupported,
            text!("there is no numeration system called {numeration}", numeration),
        ));
    };
    let mut algebra = Algebra::new(numeration, AlgebraLimits::LARGE, budget);
    let relation = Dfa::from_certificate(relation, numeration)?;
    let valid = algebra.valid(relation.tracks.clone())?;
    algebra.relations = vec![algebra.and(&relation, &valid)?];
    let dfa = algebra.compile(violation)?;
    let Some(word) = dfa.witness() else { return Ok(None) };
    let numbers = decode(numeration, &numeration.weights(), &word, dfa.tracks.len());
    let numbers = numbers.ok_or_else(|| Error::new(ErrorKind::Limit, text!("a counterexample exceeds 64 bits")))?;
    let variable_count = violation.variables().last().map_or(0, |&v| v as usize + 1);
    let at = |v: Variable| dfa.tracks.iter().position(|&t| t == v).map_or(0, |k| numbers[k]);
    Ok(Some((0..variable_count as Variable).map(at).collect()))
}
