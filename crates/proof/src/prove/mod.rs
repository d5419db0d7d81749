//! Proves or refutes claims.
//!
//! Start with [`prove`]. A claim is first compared with a table (`reference_table`), which may refute it. Then the
//! methods of `Prover::run` are tried in turn. A method writes its proof as a certificate, and the claim counts as
//! proved only if the checker accepts the certificate. `residues` and `several_heaps` implement further methods,
//! `symbolic_params` treats games with symbolic parameters (letters), and `replies` certifies single positions.

mod lost_boards;
pub(crate) mod reference_table;
mod replies;
mod residues;
mod several_heaps;
mod symbolic_params;

pub use lost_boards::lost_boards;
pub use replies::replies;
pub(crate) use residues::APERIODIC;
pub(crate) use symbolic_params::candidate_certificates;

use crate::automata::{self, Learned, learn_and_prove, prove_claimed, prove_pattern};
use crate::data::{Data, code_of, is_complete};
use crate::proved_period::proved_period;
use crate::{Automaton, Numeration};
use grundy_lang::{Arg, Text, text};
use grundy_rulelang::claims::{Claim, KnownResult, OptionsStatement};
use grundy_rulelang::formula::GameFormula;
use grundy_rules::{Amounts, EndlessPlay, Error, ErrorKind, Outcome, Result, Ruleset};
use grundy_solve::{Budget, Solver};
use grundy_verify::{
    Certificate, Failure, Limits, NamedAutomaton, PeriodTheorem, Proof, Quantity, ResultTable, find_failure, verify,
};
use reference_table::ReferenceTable;

/// The result of an attempt to prove a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// The claim holds for all positions.
    Proved {
        /// The method of the proof.
        method: Text,
        /// The certificate of the proof.
        certificate: Box<Certificate>,
        /// The largest parameter up to which the claim was also compared with the table.
        checked_to: u64,
        /// The positions that the claim does not cover.
        uncovered: UncoveredPositions,
    },
    /// The claim fails.
    Refuted {
        /// Values of the claim's variables for which the claim fails.
        ///
        /// If the claim is about positions, the first values are the parameters of the position.
        counterexample: Vec<u64>,
        /// Whether this is the least counterexample, ordered by the sum of the numbers, then lexicographically.
        least: bool,
        /// The true entry at the counterexample, if the counterexample is a position.
        entry: Option<KnownResult>,
        /// The largest parameter of the table.
        ///
        /// The claim does not fail at positions of the table before the counterexample.
        checked_to: u64,
        /// The positions that the claim does not cover, among those compared.
        uncovered: UncoveredPositions,
    },
    /// The claim holds at all positions compared, but was not proved.
    Open {
        /// The largest parameter up to which the claim was compared.
        checked_to: u64,
        /// The methods that were tried, each with the reason why it failed.
        tried: Vec<Text>,
        /// The positions that the claim does not cover.
        uncovered: UncoveredPositions,
    },
}

impl ClaimVerdict {
    /// Reports whether the verdict is a refutation by the least counterexample.
    pub(crate) fn is_least(&self) -> bool {
        matches!(self, ClaimVerdict::Refuted { least: true, .. })
    }
}

/// The positions that a claim does not cover.
///
/// At these positions, the claim refers to a position with a negative parameter.
/// Positions outside the claim's scope are not included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UncoveredPositions {
    /// The number of these positions; `None` if the number is infinite or not proved.
    pub count: Option<u64>,
    /// The first of these positions, at most ten.
    pub first: Vec<Vec<u64>>,
}

/// Options for proving a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProveOptions {
    /// The largest parameter of the table that may refute the claim.
    ///
    /// The default is a bound that is cheap to compute.
    pub to: Option<u64>,
    /// Whether to attempt a proof; otherwise the claim is only compared with a table computed by searching.
    pub use_theorems: bool,
}

impl Default for ProveOptions {
    /// Returns the options for a cheap table and an attempt at a proof.
    fn default() -> ProveOptions {
        ProveOptions { to: None, use_theorems: true }
    }
}

/// Proves or refutes a claim about all positions of a game, or reports how far the claim holds.
///
/// # Errors
/// `unsupported` for games without tables, and for claims about the Grundy values of games that have none;
/// `bad_argument` if the claim is undefined at some position or covers no position of the table; `limit` if
/// the budget runs out before the table is computed.
///
/// ```
/// use grundy_proof::{ProveOptions, ClaimVerdict, prove};
/// use grundy_rulelang::claims::{Claim, KnownResult, OptionsStatement};
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("take[1..4]").unwrap();
/// let claim = Claim::parse("P iff n % 5 == 0", &rules).unwrap();
/// let verdict = prove(&rules, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap();
/// assert!(matches!(verdict, ClaimVerdict::Proved { .. }));
/// let wrong = Claim::parse("P iff n % 4 == 0", &rules).unwrap();
/// let verdict = prove(&rules, &wrong, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap();
/// assert!(matches!(verdict, ClaimVerdict::Refuted { counterexample, .. } if counterexample == [4]));
/// ```
pub fn prove(
    rules: &Ruleset,
    claim: &Claim,
    query: ProveOptions,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<ClaimVerdict> {
    if rules.game.symbolic_params().is_some() {
        return symbolic_params::prove(rules, claim, query, budget);
    }
    let reference = match ReferenceTable::new(rules, claim, query, solver, budget) {
        // The scope of the claim may leave out the positions from which play need not end.
        Err(error) if error.endless() == Some(EndlessPlay::Loopy) => {
            return symbolic_params::prove_without_cycles(rules, claim, query, error, budget);
        }
        reference => reference?,
    };
    let compared = reference.compare(claim)?;
    let checked_to = compared.complete_to;
    let refuted_by_table = reference.refutation(claim, query, &compared)?;
    if let Some(refuted) = refuted_by_table.clone().filter(|refuted| refuted.is_least() || !query.use_theorems) {
        return Ok(refuted);
    }
    let holds_somewhere = compared.holds_count > 0;
    // A claim that holds at no position of the table may still state something. The table may leave the claim undecided
    // everywhere, if the claim has quantifiers or refers to larger positions. Or the claim may fail at the first
    // position that it covers.
    let has_content =
        holds_somewhere || refuted_by_table.is_some() || claim.looks_up_many_positions() || compared.unknown > 0;
    if !has_content && (compared.out_of_scope == 0 || !query.use_theorems) {
        return Err(empty_claim_error(&compared, reference.to()));
    }
    let (limits, complete) = (limits_of(budget), reference.is_complete() && claim.is_of_positions());
    let count_uncovered = |proof: Option<&Proof>, elsewhere: Option<Vec<u128>>| -> Result<UncoveredPositions> {
        let mut first = compared.first_uncovered.clone();
        if first.is_empty() {
            let place = elsewhere.map(|at| at.into_iter().map(|x| u64::try_from(x).unwrap_or(u64::MAX)).collect());
            first.extend(place);
        }
        // At positions where the table does not decide a quantifier, the claim may say nothing; so the number is
        // unknown.
        if claim.looks_up_many_positions() && compared.unknown > 0 {
            return Ok(UncoveredPositions { count: None, first });
        }
        if complete {
            return Ok(UncoveredPositions { count: Some(compared.uncovered), first });
        }
        let within = grundy_verify::covers_all_above(rules, claim, proof, compared.complete_to, &limits);
        budget.check()?;
        Ok(UncoveredPositions { count: within.is_ok_and(|within| within).then_some(compared.uncovered), first })
    };
    if !query.use_theorems {
        let uncovered = count_uncovered(None, None)?;
        return Ok(ClaimVerdict::Open { checked_to, tried: vec![text!("only the table, as requested")], uncovered });
    }
    let of = if claim.has_values() { Quantity::Grundy } else { Quantity::Outcome };
    let entry = |at: &[u64]| reference.entry(at);
    let mut prover = Prover {
        rules,
        claim: Some(claim),
        of,
        heaps: reference.heaps(),
        table: reference.table(),
        table_of: reference.quantity(),
        entry: &entry,
        budget,
        tried: vec![],
        counterexample_near: None,
        failure: None,
        steps: MAX_STEPS,
        hit_limit: false,
    };
    let run = match prover.run() {
        // If a limit is exceeded, the claim is open; if the user interrupts, there is no verdict.
        Err(error) if error.kind == ErrorKind::Limit && !error.is_interrupt() => {
            prover.tried.push(error.message);
            None
        }
        run => run?,
    };
    let (failure, prover_near, tried) = (prover.failure.take(), prover.counterexample_near.take(), prover.tried);
    if run.is_none() || refuted_by_table.is_some() {
        let checker_verdict = failure.map(|failure| reference.verdict_of_checker(claim, failure, &compared));
        let near = match &checker_verdict {
            Some(ClaimVerdict::Refuted { counterexample, .. }) => Some(counterexample.clone()),
            _ => prover_near,
        };
        let refuted_by_table = match refuted_by_table {
            None => reference.search_larger_table(claim, query, near)?,
            refuted_by_table => refuted_by_table,
        };
        // Prefer the least counterexample; on a tie prefer that of the table, which comes with more information.
        let best = [checker_verdict, refuted_by_table].into_iter().flatten().max_by_key(ClaimVerdict::is_least);
        if let Some(refuted) = best {
            return Ok(refuted);
        }
    }
    Ok(match run {
        Some(Checked { method, certificate, uncovered_position, .. }) => {
            let uncovered = count_uncovered(Some(&certificate.proof), uncovered_position)?;
            ClaimVerdict::Proved { method, certificate: Box::new(certificate), checked_to, uncovered }
        }
        None if !has_content => return Err(empty_claim_error(&compared, reference.to())),
        None => ClaimVerdict::Open { checked_to, tried, uncovered: count_uncovered(None, None)? },
    })
}

/// Returns the error for a claim that covers no position of the table.
fn empty_claim_error(compared: &reference_table::Compared, to: u64) -> Error {
    let message = text!("the claim covers no position up to {to}", to);
    let help = match compared.out_of_scope {
        0 => text!(
            "the claim does not cover a position for which it refers to a position with a negative parameter; to cover \
            such positions, write for example `n < 5 or P(n-5)`"
        ),
        _ => {
            text!(
                "no position of the table satisfies the condition after `for`; a larger table may contain positions \
                that do"
            )
        }
    };
    Error::new(ErrorKind::BadArgument, message).help(help)
}

/// Returns the limits for the checker.
pub(crate) fn limits_of(budget: &Budget) -> Limits {
    Limits {
        bytes: budget.bytes.min(MAX_BYTES),
        deadline: budget.deadline,
        cancel: budget.cancel.clone(),
        steps: MAX_STEPS,
    }
}

/// A proof that the checker accepted.
pub(crate) struct Checked {
    /// The method of the proof.
    pub method: Text,
    pub certificate: Certificate,
    /// The automaton of the P-positions or values, if it was learned rather than claimed.
    pub learned: Option<Automaton>,
    /// A position that the claim does not cover, if there is one.
    pub uncovered_position: Option<Vec<u128>>,
}

/// Returns the statements of a claim that lists options, or `None` for other claims.
///
/// The definition does not decide claims with automata, so for these it returns `None` too.
fn options_statements(claim: &Claim) -> Option<Vec<OptionsStatement>> {
    claim.options_statements().ok().flatten().filter(|_| claim.automata().is_empty())
}

/// Returns the name of the method for claims that list all options of a position.
fn definition_method() -> Text {
    text!("by the definition, since the claim lists all options of a position")
}

/// Returns the text "method: reason" for a method whose proof the checker did not accept.
fn method_failure(method: Text, error: Error) -> Text {
    let why = match error.message.arg("message") {
        Some(message) => message.clone(),
        None => Arg::from(error.message),
    };
    text!("{method}: {why}", method, why)
}

/// Maximal number of steps of the checker: a few seconds.
pub(crate) const MAX_STEPS: u64 = 1 << 25;
/// Maximal number of steps of a first, quick attempt.
const MAX_QUICK_STEPS: u64 = 1 << 22;
/// Maximal memory of the checker, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// The result of a method: a proof, or `None` if the method fails or does not apply.
type ProofAttempt = Option<Checked>;

/// The state of an attempt to prove a claim by several methods.
pub(crate) struct Prover<'a> {
    pub rules: &'a Ruleset,
    /// The claim to be proved; if `None`, any characterization of the outcomes or values is a proof.
    pub claim: Option<&'a Claim>,
    /// The quantity to be proved, outcomes or values.
    pub of: Quantity,
    /// The number of heaps of a position; 1 for games with several parameters.
    ///
    /// If there are several heaps, the table contains the entries of single heaps.
    pub heaps: usize,
    pub table: &'a Data,
    /// The quantity of the table, outcomes or values.
    pub table_of: grundy_solve::Quantity,
    /// A function that returns the entry of a position, or `None` outside the table.
    pub entry: &'a dyn Fn(&[u64]) -> Option<KnownResult>,
    pub budget: &'a Budget,
    /// The methods that failed, each with the reason.
    pub tried: Vec<Text>,
    /// Maximal number of steps of the checker for one proof.
    pub steps: u64,
    /// Whether the checker reached a limit for some proof.
    pub hit_limit: bool,
    /// A position beyond the table such that the claim fails at this position or at a smaller position.
    pub counterexample_near: Option<Vec<u64>>,
    /// Values of the variables for which the claim fails, derived by the checker from a proof.
    pub failure: Option<Failure>,
}

impl Prover<'_> {
    /// Tries the methods in order until one proves the claim or finds a counterexample.
    pub fn run(&mut self) -> Result<ProofAttempt> {
        type Method<'a> = fn(&mut Prover<'a>) -> Result<ProofAttempt>;
        let methods_for_infinite: &[Method<'_>] = &[
            Prover::periods_soon,
            Prover::by_single_heap,
            Prover::periods,
            Prover::residues,
            Prover::growing,
            Prover::definition,
            Prover::symbolic_params,
            Prover::automata,
        ];
        let methods_for_finite: &[Method<'_>] = &[Prover::all];
        for method in if self.rules.game.max_index().is_some() { methods_for_finite } else { methods_for_infinite } {
            self.budget.check()?;
            let found = method(self)?;
            if found.is_some() || self.failure.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Passes a proof to the checker; returns the proof with its certificate if the checker accepts it.
    ///
    /// Otherwise records the reason in `tried`, and a counterexample in `failure` if the checker finds one.
    fn check(&mut self, method: Text, proof: Proof) -> Result<ProofAttempt> {
        let (claim, automata) = self.claim.map(Claim::in_certificate).transpose()?.unzip();
        let automata = automata.unwrap_or_default().iter().map(NamedAutomaton::from_claim_automaton).collect();
        let certificate = Certificate { rules: self.rules.to_string(), claim, automata, proof };
        let limits = Limits { steps: self.steps, ..limits_of(self.budget) };
        match verify(&certificate, &self.rules.library, &limits) {
            Ok(verified) => {
                Ok(Some(Checked { method, certificate, learned: None, uncovered_position: verified.silent }))
            }
            Err(error) => {
                self.budget.check()?;
                if self.failure.is_none() && self.claim.is_some() && error.kind == ErrorKind::Refused {
                    let found = find_failure(&certificate, &self.rules.library, &limits);
                    self.budget.check()?;
                    self.failure = found.ok().flatten().filter(|found| found.numbers.iter().all(|&x| x < 1 << 64));
                }
                self.hit_limit |= error.kind == ErrorKind::Limit;
                self.tried.push(method_failure(method, error));
                Ok(None)
            }
        }
    }

    /// Proves the claim by listing all positions of a finite game.
    fn all(&mut self) -> Result<ProofAttempt> {
        if self.heaps > 1 {
            return Ok(None);
        }
        if !is_complete(self.rules, self.table) {
            let (held, most) = (self.table.side() - 1, self.rules.game.max_index().unwrap_or(u64::MAX));
            self.tried.push(text!(
                "all positions: the table goes up to {held}, but the largest position is {most}",
                held,
                most
            ));
            return Ok(None);
        }
        let (of, table) = self.entries(self.table.values().iter());
        self.check(text!("all {positions} positions", positions = self.table.side()), Proof::All { of, table })
    }

    /// Converts entries of the table to the form of a certificate.
    fn entries<'e>(&self, entries: impl Iterator<Item = &'e u32>) -> (Quantity, ResultTable) {
        match self.table_of {
            grundy_solve::Quantity::Grundy => {
                (Quantity::Grundy, ResultTable::Values(entries.map(|&v| v.into()).collect()))
            }
            grundy_solve::Quantity::Outcome => {
                let letters = entries.map(|&v| crate::OUTCOMES[v as usize].name());
                (Quantity::Outcome, ResultTable::Outcomes(letters.collect()))
            }
        }
    }

    fn amounts(&self) -> Option<&Amounts> {
        self.rules.game.table_form()?.amounts()
    }

    /// Tries `periods` with few steps, since other methods may decide claims about values faster.
    fn periods_soon(&mut self) -> Result<ProofAttempt> {
        if !self.claim.is_some_and(Claim::has_values) {
            return Ok(None);
        }
        let tried = self.tried.len();
        self.steps = MAX_QUICK_STEPS;
        let found = self.periods();
        self.steps = MAX_STEPS;
        if !matches!(found, Ok(Some(_))) {
            self.tried.truncate(tried);
        }
        found
    }

    /// Proves that a sequence of heaps is periodic, by equal windows or by the theorem on octal games.
    pub fn periods(&mut self) -> Result<ProofAttempt> {
        if self.heaps > 1 || self.table.dims() != 1 {
            return Ok(None);
        }
        let (theorem, name) = match self.rules.game.table_form() {
            Some(view) if view.partizan_amounts().is_some() || view.amounts().is_some_and(|a| a.max().is_some()) => {
                (PeriodTheorem::Window, text!("equal windows"))
            }
            Some(view) if view.code().is_some_and(|c| c.is_octal()) => {
                (PeriodTheorem::Octal, text!("octal periodicity"))
            }
            _ => return Ok(None),
        };
        let Some((period, _)) = proved_period(self.rules, self.budget)? else {
            self.tried.push(text!("{name}: no period is known", name));
            return Ok(None);
        };
        let length = period.preperiod.saturating_add(period.period);
        let list = self.table.values();
        if length > list.len() as u64 {
            self.tried.push(text!(
                "{name}: the period {period} is visible only beyond the table; use a larger table",
                name,
                period = period.period
            ));
            return Ok(None);
        }
        let pattern = crate::Periodic::reduced(list, period.preperiod as usize, period.period as usize);
        let (preperiod, period) = (pattern.head.len() as u64, pattern.cycle.len() as u64);
        let (of, table) = self.entries(pattern.head.iter().chain(&pattern.cycle));
        self.check(name, Proof::Periodic { theorem, of, preperiod, period, table })
    }

    /// Proves P-positions by residues, for subtraction games with infinite sets.
    fn residues(&mut self) -> Result<ProofAttempt> {
        let Some(amounts) = self.amounts().filter(|a| a.max().is_none()) else { return Ok(None) };
        if self.heaps > 1 || self.of == Quantity::Grundy {
            return Ok(None);
        }
        let lost = code_of(Outcome::P);
        let values = self.table.values().iter().map(|&v| u32::from(v != lost)).collect();
        let outcomes = Data::new(1, self.table.side(), values);
        match residues::proof(&outcomes, amounts) {
            Some(proof) => self.check(text!("residues"), proof),
            None if residues::has_all_multiples(amounts) => {
                self.tried.push(aperiodic_reason());
                Ok(None)
            }
            None => {
                self.tried.push(text!(
                    "residues: no period was found for which each N-position has an amount that leads to a P-position"
                ));
                Ok(None)
            }
        }
    }

    /// Proves the values of games in which a move takes 1 to f(n) from a heap of n, for slowly growing f.
    fn growing(&mut self) -> Result<ProofAttempt> {
        if self.claim.is_none()
            || self.of == Quantity::Outcome
            || self.heaps > 1
            || self.table.dims() != 1
            || self.amounts().is_some()
        {
            return Ok(None);
        }
        self.check(text!("slowly growing bound (Levine 2006)"), Proof::SlowlyGrowing {})
    }

    /// Proves a claim that lists all options of a position, by the definition of outcomes and values.
    fn definition(&mut self) -> Result<ProofAttempt> {
        // If no statement lists an option, the claim only says which positions have no moves. Leave it to other
        // methods.
        match self.claim.and_then(options_statements) {
            Some(list) if list.iter().any(|statement| !statement.options.is_empty()) => {
                self.check(definition_method(), Proof::Definition {})
            }
            _ => Ok(None),
        }
    }

    /// Proves that an automaton fitted to the table characterizes the game.
    pub fn pattern(&mut self, pattern: &Automaton) -> Result<ProofAttempt> {
        let Ok(game) = GameFormula::new(self.rules, self.heaps) else { return Ok(None) };
        match prove_pattern(&game, self.rules.play, self.of, pattern, self.budget)? {
            automata::Outcome::Proved(proof) => self.check(automata_method(&proof), proof),
            _ => Ok(None),
        }
    }

    /// Proves the claim by automata that read digits.
    ///
    /// The proof is of the claimed relation, or of a learned relation that implies the claim.
    fn automata(&mut self) -> Result<ProofAttempt> {
        let game = match GameFormula::new(self.rules, self.heaps) {
            Ok(game) => game,
            Err(error) => {
                self.tried.push(text!("automata: {why}", why = error.message));
                return Ok(None);
            }
        };
        // If moves split positions, characterize the values, since the outcomes of components do not determine the
        // outcome of their sum.
        let splits = game.moves.iter().any(|mv| mv.targets.len() > 1);
        let of = if splits && self.table_of == grundy_solve::Quantity::Grundy { Quantity::Grundy } else { self.of };
        let relation = match self.claim.filter(|_| of == self.of).map_or(Ok(None), Claim::relation) {
            Ok(relation) => relation,
            Err(error) => {
                self.tried.push(text!("automata: {why}", why = error.message));
                None
            }
        };
        if let Some((relation, exact)) = relation {
            let automata = self.claim.map_or(&[][..], Claim::automata);
            match prove_claimed(&game, self.rules.play, of, &relation, automata, self.budget)? {
                automata::Outcome::Proved(proof) => {
                    if let Some(found) = self.check(automata_method(&proof), proof)? {
                        return Ok(Some(found));
                    }
                }
                automata::Outcome::Fails { position } if exact && position.iter().any(|&x| x >= self.table.side()) => {
                    self.tried.push(text!(
                        "automata: the claim fails beyond the table, near {position}",
                        position = format!("{position:?}")
                    ));
                    let beyond_tables =
                        self.claim.is_none_or(|claim| reference_table::table_to(&position, claim).is_none());
                    self.counterexample_near = Some(position);
                    // If no table reaches this position, go on: the learned automaton may locate the failure.
                    if !beyond_tables {
                        return Ok(None);
                    }
                }
                // This failure does not refute the claim: the claim agrees with the table there, or the relation is not
                // exactly the claim.
                automata::Outcome::Fails { .. } => {}
                automata::Outcome::Open(why) => self.tried.push(text!("automata: {why}", why)),
            }
        }
        let entry = self.entry;
        let mut oracle = |at: &[u64]| match entry(at)? {
            KnownResult::Value(value) if of == Quantity::Outcome => Some(u64::from(value != 0)),
            KnownResult::Value(value) => Some(value),
            KnownResult::Outcome(outcome) => Some(u64::from(outcome != Outcome::P)),
        };
        match learn_and_prove(&game, self.rules.play, of, Some(&mut oracle), self.budget)? {
            Learned::Proved { proof, automaton, .. } => {
                let found = self.check(automata_method(&proof), proof)?;
                let learned = match &found {
                    Some(_) if self.claim.is_some() || of != self.of => None,
                    // An automaton of values also reads the value; convert it to an automaton with values as outputs.
                    Some(checked) if of == Quantity::Grundy => {
                        let max_value = self.table.values().iter().copied().max().unwrap_or(0);
                        automata::value_automaton(&checked.certificate.proof, max_value, self.budget)?
                    }
                    _ => Some(automaton),
                };
                Ok(found.map(|checked| Checked { learned, ..checked }))
            }
            Learned::Open { tried } => {
                self.tried.extend(tried.into_iter().map(|why| text!("automata learned from the table: {why}", why)));
                Ok(None)
            }
        }
    }
}

/// Returns the reason why `residues` fails: the outcomes cannot have a period.
pub(crate) fn aperiodic_reason() -> Text {
    text!("residues: {why}", why = residues::APERIODIC)
}

/// Returns the name of the method of a proof by automata, with the numeration and the number of states.
pub(crate) fn automata_method(proof: &Proof) -> Text {
    match proof {
        Proof::Automata { numeration, relation, of, .. } => {
            let name = Numeration::from_code(numeration).map_or_else(|| Text::verbatim(numeration), Numeration::text);
            let states = relation.next.len();
            // Say "complete": unlike the automata of patterns, this automaton has a state for words that represent no
            // number, and it may also read a value.
            match of {
                grundy_verify::Quantity::Outcome => {
                    text!(
                        "complete automaton with {states} states that reads digits of positions in {name}",
                        states,
                        name
                    )
                }
                grundy_verify::Quantity::Grundy => {
                    text!(
                        "complete automaton with {states} states that reads digits of positions and values in {name}",
                        states,
                        name
                    )
                }
            }
        }
        _ => text!("automata"),
    }
}
