//! Proofs of claims: what a table refutes at once is refuted; of the rest, what a method proves is written down as a certificate
//! and checked before it is called proved.

mod facts;
mod heaps;
mod letters;
mod replies;
mod residues;

pub(crate) use letters::attempts;
pub use replies::replies;
pub(crate) use residues::APERIODIC;

use crate::automata::{self, Learned, learn_and_prove, prove_claimed, prove_pattern};
use crate::data::{Data, code_of, is_complete};
use crate::period::proved_period;
use crate::{Automaton, Numeration};
use facts::ReferenceTable;
use grundy_lang::{Arg, Text, text};
use grundy_rulelang::claims::{Claim, Entry};
use grundy_rulelang::formula::GameFormula;
use grundy_rules::{Amounts, Error, ErrorKind, Outcome, Result, Ruleset};
use grundy_solve::{Budget, Solver};
use grundy_verify::{Certificate, Failure, Limits, Named, Proof, Quantity, Table, Theorem, breaks_at, verify};

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all positions.
    Proved {
        /// How that is shown.
        method: Text,
        /// For everybody to check.
        certificate: Box<Certificate>,
        /// How far the table was compared as well.
        checked_to: u64,
        /// What it does not speak of.
        silent: UncoveredPositions,
    },
    /// It fails.
    Refuted {
        /// Where: the numbers of the claim's names. The first ones are the parameters of the position, if it is about positions.
        counterexample: Vec<u64>,
        /// Whether it is the least one: the sum of the numbers is as small as can be, then each number, one after the other.
        least: bool,
        /// What is true there.
        entry: Option<Entry>,
        /// Nowhere before it; this is the largest parameter of the table.
        checked_to: u64,
        /// What it does not speak of, as far as it was looked at.
        silent: UncoveredPositions,
    },
    /// It holds as far as it was looked at.
    Open {
        /// Up to parameters of this size.
        checked_to: u64,
        /// What was tried, and why it did not prove the claim.
        tried: Vec<Text>,
        /// What it does not speak of.
        silent: UncoveredPositions,
    },
}

impl Verdict {
    /// Whether it is refuted at the least place.
    pub(crate) fn is_least(&self) -> bool {
        matches!(self, Verdict::Refuted { least: true, .. })
    }
}

/// The positions of which a claim says nothing, since it asks about one with a negative parameter there. Positions out of its
/// scope are none of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UncoveredPositions {
    /// How many there are in all, if that is proved; `None` if they have no end, or if it is not known.
    pub count: Option<u64>,
    /// The first ones, ten at most.
    pub first: Vec<Vec<u64>>,
}

/// How a claim is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProveOptions {
    /// The largest parameter of the table that may refute it; a bound that is cheap to reach if there is none.
    pub to: Option<u64>,
    /// Whether it may be proved; otherwise it is held against a table that is searched.
    pub theorems: bool,
}

impl Default for ProveOptions {
    /// As far as is cheap, and proved if possible.
    fn default() -> ProveOptions {
        ProveOptions { to: None, theorems: true }
    }
}

/// Proves a claim about all positions of a game, or refutes it, or tells how far it holds.
///
/// # Errors
/// `unsupported` for games without tables and for claims about values that are none; `bad_argument` where the claim has no
/// meaning; `limit` if the budget ends before the table is there.
///
/// ```
/// use grundy_proof::{ProveOptions, Verdict, prove};
/// use grundy_rulelang::claims::{Claim, Entry};
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("take[1..4]").unwrap();
/// let claim = Claim::parse("P iff n % 5 == 0", &rules).unwrap();
/// let verdict = prove(&rules, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap();
/// assert!(matches!(verdict, Verdict::Proved { .. }));
/// let wrong = Claim::parse("P iff n % 4 == 0", &rules).unwrap();
/// let verdict = prove(&rules, &wrong, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap();
/// assert!(matches!(verdict, Verdict::Refuted { counterexample, .. } if counterexample == [4]));
/// ```
pub fn prove(
    rules: &Ruleset,
    claim: &Claim,
    query: ProveOptions,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Verdict> {
    if rules.game.letters().is_some() {
        return letters::prove(rules, claim, query, budget);
    }
    let facts = ReferenceTable::new(rules, claim, query, solver, budget)?;
    let compared = facts.compare(claim)?;
    let checked_to = compared.complete;
    let seen = facts.refuted(claim, query, &compared)?;
    if let Some(refuted) = seen.clone().filter(|refuted| refuted.is_least() || !query.theorems) {
        return Ok(refuted);
    }
    let spoken = compared.spoken > 0;
    // What quantifiers say of all numbers, and what is asked about larger ones, a table may leave open everywhere.
    // Where it fails at the first position of which it speaks, it holds nowhere before.
    let said = spoken || seen.is_some() || claim.has_quantifiers() || compared.unknown > 0;
    if !said && (compared.out_of_scope == 0 || !query.theorems) {
        return Err(nothing(&compared, facts.to()));
    }
    let (limits, complete) = (limits_of(budget), facts.is_complete() && claim.is_of_positions());
    let silence = |proof: Option<&Proof>, elsewhere: Option<Vec<u128>>| -> Result<UncoveredPositions> {
        let mut first = compared.first.clone();
        if first.is_empty() {
            let place = elsewhere.map(|at| at.into_iter().map(|x| u64::try_from(x).unwrap_or(u64::MAX)).collect());
            first.extend(place);
        }
        // Where a quantifier is not decided by the table, the claim may be silent.
        if claim.has_quantifiers() && compared.unknown > 0 {
            return Ok(UncoveredPositions { count: None, first });
        }
        if complete {
            return Ok(UncoveredPositions { count: Some(compared.silent), first });
        }
        let within = grundy_verify::silent_within(rules, claim, proof, compared.complete, &limits);
        budget.check()?;
        Ok(UncoveredPositions { count: within.is_ok_and(|within| within).then_some(compared.silent), first })
    };
    if !query.theorems {
        let silent = silence(None, None)?;
        return Ok(Verdict::Open { checked_to, tried: vec![text!("nothing but the table, as was asked")], silent });
    }
    let of = if claim.has_values() { Quantity::Grundy } else { Quantity::Outcome };
    let entry = |at: &[u64]| facts.entry(at);
    let mut prover = Prover {
        rules,
        claim: Some(claim),
        of,
        heaps: facts.heaps(),
        table: facts.table(),
        table_of: facts.of(),
        entry: &entry,
        budget,
        tried: vec![],
        near: None,
        fails: None,
        steps: MAX_STEPS,
        long: false,
    };
    let run = match prover.run() {
        // What is over the limits is open; who interrupts wants no verdict.
        Err(error) if error.kind == ErrorKind::Limit && !error.is_interrupt() => {
            prover.tried.push(error.message);
            None
        }
        run => run?,
    };
    let (fails, prover_near, tried) = (prover.fails.take(), prover.near.take(), prover.tried);
    if run.is_none() || seen.is_some() {
        let told = fails.map(|fails| facts.told(claim, fails, &compared));
        let near = match &told {
            Some(Verdict::Refuted { counterexample, .. }) => Some(counterexample.clone()),
            _ => prover_near,
        };
        let seen = match seen {
            None => facts.beyond(claim, query, near)?,
            seen => seen,
        };
        // What a table refutes is described better; what the checker tells goes as far as numbers go.
        let best = [told, seen].into_iter().flatten().max_by_key(Verdict::is_least);
        if let Some(refuted) = best {
            return Ok(refuted);
        }
    }
    Ok(match run {
        Some(Checked { method, certificate, silent, .. }) => {
            let silent = silence(Some(&certificate.proof), silent)?;
            Verdict::Proved { method, certificate: Box::new(certificate), checked_to, silent }
        }
        None if !said => return Err(nothing(&compared, facts.to())),
        None => Verdict::Open { checked_to, tried, silent: silence(None, None)? },
    })
}

/// That a claim says nothing about any position that was looked at.
fn nothing(compared: &facts::Compared, to: u64) -> Error {
    let message = text!("the claim says nothing about any position up to {to}", to);
    let help = match compared.out_of_scope {
        0 => text!("where a position with a negative parameter is asked about, nothing is said: write n < 5 or P(n-5)"),
        _ => text!("they are not in its scope, which stands behind `for`; with a larger table more of them may be"),
    };
    Error::new(ErrorKind::BadArgument, message).help(help)
}

/// What the checker may spend.
pub(crate) fn limits_of(budget: &Budget) -> Limits {
    Limits {
        bytes: budget.bytes.min(MAX_BYTES),
        deadline: budget.deadline,
        cancel: budget.cancel.clone(),
        steps: MAX_STEPS,
    }
}

/// A proof that was found and checked.
pub(crate) struct Checked {
    /// How it is shown.
    pub method: Text,
    pub certificate: Certificate,
    /// The automaton of the P-positions, if it was learned and not claimed.
    pub learned: Option<Automaton>,
    /// A position of which the claim says nothing, if there is one.
    pub silent: Option<Vec<u128>>,
}

/// That a method did not prove a claim, and why the checker refused its certificate.
fn why_not(method: Text, error: Error) -> Text {
    let why = match error.message.arg("message") {
        Some(message) => message.clone(),
        None => Arg::from(error.message),
    };
    text!("{method}: {why}", method, why)
}

/// How many steps the checker may take: a few seconds.
pub(crate) const MAX_STEPS: u64 = 1 << 25;
/// So many are few.
const SOON: u64 = 1 << 22;
/// And how much memory.
const MAX_BYTES: u64 = 1 << 30;

type Found = Option<Checked>;

pub(crate) struct Prover<'a> {
    pub rules: &'a Ruleset,
    /// What is to be proved; without it the outcomes or values are to be characterised in any way.
    pub claim: Option<&'a Claim>,
    /// Whether P-positions are enough, or values are spoken of.
    pub of: Quantity,
    /// How many heaps a position has, each an entry of the table; 1 for games whose positions have several parameters.
    pub heaps: usize,
    pub table: &'a Data,
    /// What the table holds.
    pub table_of: grundy_solve::Quantity,
    /// What is known of a position.
    pub entry: &'a dyn Fn(&[u64]) -> Option<Entry>,
    pub budget: &'a Budget,
    /// The methods that did not prove it, each with the reason.
    pub tried: Vec<Text>,
    /// How many steps a check may take, and whether one took more.
    pub steps: u64,
    pub long: bool,
    /// A position beyond the table at or before which the claim fails.
    pub near: Option<Vec<u64>>,
    /// Numbers for which it fails, as the checker says of what was proved of the game.
    pub fails: Option<Failure>,
}

impl Prover<'_> {
    /// The first method that serves, or that shows where the claim fails.
    pub fn run(&mut self) -> Result<Found> {
        type Method<'a> = fn(&mut Prover<'a>) -> Result<Found>;
        let of_all: &[Method<'_>] = &[
            Prover::periods_soon,
            Prover::several,
            Prover::periods,
            Prover::residues,
            Prover::growing,
            Prover::letters,
            Prover::automata,
        ];
        let of_finite: &[Method<'_>] = &[Prover::all];
        for method in if self.rules.game.largest().is_some() { of_finite } else { of_all } {
            self.budget.check()?;
            let found = method(self)?;
            if found.is_some() || self.fails.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The certificate, if the checker accepts it.
    fn check(&mut self, method: Text, proof: Proof) -> Result<Found> {
        let (claim, automata) = self.claim.map(Claim::in_certificate).transpose()?.unzip();
        let automata = automata.unwrap_or_default().iter().map(Named::of_claim).collect();
        let certificate = Certificate { rules: self.rules.to_string(), claim, automata, proof };
        let limits = Limits { steps: self.steps, ..limits_of(self.budget) };
        match verify(&certificate, &self.rules.library, &limits) {
            Ok(verified) => Ok(Some(Checked { method, certificate, learned: None, silent: verified.silent })),
            Err(error) => {
                self.budget.check()?;
                if self.fails.is_none() && self.claim.is_some() && error.kind == ErrorKind::Refused {
                    let found = breaks_at(&certificate, &self.rules.library, &limits);
                    self.budget.check()?;
                    self.fails = found.ok().flatten().filter(|found| found.numbers.iter().all(|&x| x < 1 << 64));
                }
                self.long |= error.kind == ErrorKind::Limit;
                self.tried.push(why_not(method, error));
                Ok(None)
            }
        }
    }

    /// All positions, where these are not many.
    fn all(&mut self) -> Result<Found> {
        if self.heaps > 1 {
            return Ok(None);
        }
        if !is_complete(self.rules, self.table) {
            let (held, most) = (self.table.side() - 1, self.rules.game.largest().unwrap_or(u64::MAX));
            self.tried.push(text!(
                "all positions: the table goes up to {held}, and the largest position is {most}",
                held,
                most
            ));
            return Ok(None);
        }
        let (of, table) = self.entries(self.table.values().iter());
        self.check(text!("all {positions} positions", positions = self.table.side()), Proof::All { of, table })
    }

    /// These entries of the table as a certificate gives them.
    fn entries<'e>(&self, entries: impl Iterator<Item = &'e u32>) -> (Quantity, Table) {
        match self.table_of {
            grundy_solve::Quantity::Grundy => (Quantity::Grundy, Table::Values(entries.map(|&v| v.into()).collect())),
            grundy_solve::Quantity::Outcome => {
                let letters = entries.map(|&v| crate::OUTCOMES[v as usize].name());
                (Quantity::Outcome, Table::Outcomes(letters.collect()))
            }
        }
    }

    fn amounts(&self) -> Option<&Amounts> {
        self.rules.game.table()?.amounts()
    }

    /// The same in few steps, where claims about values may be decided in fewer another way.
    fn periods_soon(&mut self) -> Result<Found> {
        if !self.claim.is_some_and(Claim::has_values) {
            return Ok(None);
        }
        let tried = self.tried.len();
        self.steps = SOON;
        let found = self.periods();
        self.steps = MAX_STEPS;
        if !matches!(found, Ok(Some(_))) {
            self.tried.truncate(tried);
        }
        found
    }

    /// Heaps whose sequence repeats, by equal windows or by the theorem on octal games.
    pub fn periods(&mut self) -> Result<Found> {
        if self.heaps > 1 || self.table.dims() != 1 {
            return Ok(None);
        }
        let (theorem, name) = match self.rules.game.table() {
            Some(view) if view.sides().is_some() || view.amounts().is_some_and(|a| a.max().is_some()) => {
                (Theorem::Window, text!("equal windows"))
            }
            Some(view) if view.code().is_some_and(|c| c.is_octal()) => (Theorem::Octal, text!("octal periodicity")),
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
                "{name}: the period {period} shows only beyond the table; ask for a larger one",
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

    /// Infinite sets by residues.
    fn residues(&mut self) -> Result<Found> {
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
                self.tried.push(aperiodic());
                Ok(None)
            }
            None => {
                self.tried.push(text!("residues: the outcomes show no period with amounts that lead to P"));
                Ok(None)
            }
        }
    }

    /// Take from 1 to f(n), f growing slowly.
    fn growing(&mut self) -> Result<Found> {
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

    /// An automaton that was found in the table.
    pub fn pattern(&mut self, pattern: &Automaton) -> Result<Found> {
        let Ok(game) = GameFormula::of(self.rules, self.heaps) else { return Ok(None) };
        match prove_pattern(&game, self.rules.play, self.of, pattern, self.budget)? {
            automata::Outcome::Proved(proof) => self.check(by_automata(&proof), proof),
            _ => Ok(None),
        }
    }

    /// Automata that read digits: the relation that is claimed, or one that is learned, of which the claim follows.
    fn automata(&mut self) -> Result<Found> {
        let game = match GameFormula::of(self.rules, self.heaps) {
            Ok(game) => game,
            Err(error) => {
                self.tried.push(text!("automata: {why}", why = error.message));
                return Ok(None);
            }
        };
        // Who wins a sum is not told by who wins its parts: where positions fall apart, values are what is characterised.
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
                    if let Some(found) = self.check(by_automata(&proof), proof)? {
                        return Ok(Some(found));
                    }
                }
                automata::Outcome::Fails { position } if exact && position.iter().any(|&x| x >= self.table.side()) => {
                    self.tried.push(text!(
                        "automata: the claim fails beyond the table, near {position}",
                        position = format!("{position:?}")
                    ));
                    let far = self.claim.is_none_or(|claim| facts::table_to(&position, claim).is_none());
                    self.near = Some(position);
                    // By what is learned the place is found where no table reaches.
                    if !far {
                        return Ok(None);
                    }
                }
                // The table agrees there, or the claim does not speak of all positions: it does not say all.
                automata::Outcome::Fails { .. } => {}
                automata::Outcome::Open(why) => self.tried.push(text!("automata: {why}", why)),
            }
        }
        let entry = self.entry;
        let mut oracle = |at: &[u64]| match entry(at)? {
            Entry::Value(value) if of == Quantity::Outcome => Some(u64::from(value != 0)),
            Entry::Value(value) => Some(value),
            Entry::Outcome(outcome) => Some(u64::from(outcome != Outcome::P)),
        };
        match learn_and_prove(&game, self.rules.play, of, Some(&mut oracle), self.budget)? {
            Learned::Proved { proof, automaton, .. } => {
                let found = self.check(by_automata(&proof), proof)?;
                let learned = match &found {
                    Some(_) if self.claim.is_some() || of != self.of => None,
                    // Of values the automaton reads one number more than positions have.
                    Some(checked) if of == Quantity::Grundy => {
                        let most = self.table.values().iter().copied().max().unwrap_or(0);
                        automata::outputs(&checked.certificate.proof, most, self.budget)?
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

/// That no period was found since there can be none.
pub(crate) fn aperiodic() -> Text {
    text!("residues: {why}", why = residues::APERIODIC)
}

/// The method by its name and numeration.
pub(crate) fn by_automata(proof: &Proof) -> Text {
    match proof {
        Proof::Automata { numeration, relation, of, .. } => {
            let name = Numeration::from_code(numeration).map_or_else(|| Text::verbatim(numeration), Numeration::text);
            let states = relation.next.len();
            // It is complete and may read a value too, by which it is not the automaton that tells a pattern.
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
