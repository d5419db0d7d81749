//! Proves or refutes claims about games with symbolic parameters (letters).
//!
//! A claim is compared with sequences for small values of the letters. Then [`candidate_certificates`] lists the
//! certificates that might prove it, with the divisors that occur in the claim and the rules.

use super::reference_table::{Compared, points};
use super::{
    Checked, ClaimVerdict, ProofAttempt, ProveOptions, Prover, UncoveredPositions, empty_claim_error, limits_of,
};
use grundy_lang::{Text, text};
use grundy_rulelang::claims::{Claim, ClaimResult, KnownResult};
use grundy_rulelang::formula::{GameFormula, Linear, Variable};
use grundy_rulelang::{Parameters, Rule, rule_of};
use grundy_rules::CompactSort;
use grundy_rules::{Error, Outcome, Play, Player, Result, Rules, Ruleset, mex};
use grundy_solve::Budget;
use grundy_verify::{Certificate, Limits, Proof, Quantity, find_failure, verify};
use rustc_hash::FxHashMap;

/// Default bounds of the sum of the parameters of compared positions, by number of parameters.
///
/// For up to 8 parameters, a bound gives at most about 50,000 positions. The last bound is for 8 or more parameters.
const DEFAULT_MAX_SUMS: [u64; 9] = [0, 400, 120, 40, 24, 18, 14, 12, 10];
/// Maximal number of steps of the checker, which take some seconds.
const MAX_STEPS: u64 = 1 << 22;
/// Maximal sum of the parameters for finding the least counterexample after a proof fails.
const MAX_SUM: u64 = 1 << 14;
/// Maximal number of positions compared.
const MAX_POINTS: u64 = 1 << 22;
/// Largest heap of a position that is searched.
const MAX_HEAP: u64 = 1 << 24;

/// Proves or refutes a claim about a game with letters.
pub(super) fn prove(rules: &Ruleset, claim: &Claim, query: ProveOptions, budget: &Budget) -> Result<ClaimVerdict> {
    prove_or_report_cycles(rules, claim, query, None, budget)
}

/// Proves or refutes a claim, or returns the error `cycles`, if given, when the claim covers a cycle.
fn prove_or_report_cycles(
    rules: &Ruleset,
    claim: &Claim,
    query: ProveOptions,
    cycles: Option<Error>,
    budget: &Budget,
) -> Result<ClaimVerdict> {
    let arity = claim.arity();
    let of = if claim.has_values() { Quantity::Grundy } else { Quantity::Outcome };
    if of == Quantity::Grundy && (rules.play == Play::Misere || rules.is_partizan()) {
        return Err(super::reference_table::no_values());
    }
    let mut sequences = Sequences::new(rules, of)?;
    let to = match query.to {
        Some(to) => to.saturating_mul(arity as u64).min(MAX_SUM),
        None => DEFAULT_MAX_SUMS[arity.min(8)],
    };
    let compared = sequences.compare(claim, 0..=to, budget)?;
    if let Some(error) = cycles.filter(|_| compared.unknown > 0) {
        return Err(error);
    }
    let checked_to = to / arity as u64;
    let uncovered = UncoveredPositions { count: None, first: compared.first_uncovered.clone() };
    if let Some(counterexample) = compared.first_failure {
        let (least, entry) = (compared.unknown == 0, sequences.entry(&counterexample, budget)?);
        return Ok(ClaimVerdict::Refuted { counterexample, least, entry, checked_to, uncovered });
    }
    if compared.holds_count == 0 && !query.use_theorems {
        return Err(empty_claim_error(&compared, checked_to));
    }
    let uncovered = UncoveredPositions { count: (compared.uncovered == 0).then_some(0), ..uncovered };
    if !query.use_theorems {
        return Ok(ClaimVerdict::Open { checked_to, tried: vec![text!("only the table, as requested")], uncovered });
    }
    let mut tried = vec![];
    let mut certificates = vec![];
    if super::options_statements(claim).is_some() {
        // Such claims have no automata.
        let (text, _) = claim.in_certificate()?;
        let proof = Proof::Definition {};
        let certificate = Certificate { rules: rules.to_string(), claim: Some(text), automata: vec![], proof };
        certificates.push((super::definition_method(), certificate));
    }
    certificates.extend(candidate_certificates(rules, claim, of, &mut tried)?);
    for (method, certificate) in certificates {
        let limits = Limits { steps: MAX_STEPS, ..limits_of(budget) };
        match verify(&certificate, &rules.library, &limits) {
            Ok(verified) => {
                let uncovered = UncoveredPositions { count: verified.silent.is_none().then_some(0), ..uncovered };
                return Ok(ClaimVerdict::Proved { method, certificate: Box::new(certificate), checked_to, uncovered });
            }
            Err(error) => {
                budget.check()?;
                tried.push(super::method_failure(method, error));
            }
        }
        // If a condition of the proof fails at some numbers, the claim fails there or at numbers of smaller sum: search
        // for the least counterexample.
        let Ok(Some(failure)) = find_failure(&certificate, &rules.library, &limits) else { continue };
        let sum = failure.numbers.iter().fold(0u128, |sum, &x| sum.saturating_add(x));
        let Some(failure_sum) =
            u64::try_from(sum).ok().filter(|&failure_sum| to < failure_sum && failure_sum <= MAX_SUM)
        else {
            continue;
        };
        let further = sequences.compare(claim, to + 1..=failure_sum, budget)?;
        if let Some(counterexample) = further.first_failure {
            let (least, entry) = (compared.unknown + further.unknown == 0, sequences.entry(&counterexample, budget)?);
            return Ok(ClaimVerdict::Refuted { counterexample, least, entry, checked_to, uncovered });
        }
    }
    if compared.holds_count == 0 {
        return Err(empty_claim_error(&compared, checked_to));
    }
    Ok(ClaimVerdict::Open { checked_to, tried, uncovered })
}

/// The largest sum of the parameters of positions that are searched for the cause of cycles.
const MAX_CYCLE_SUM: u64 = 12;

/// Proves or refutes a claim whose scope leaves out the positions with cycles.
///
/// All parameters of the rule but the first must be letters, that is, no move changes them.
///
/// # Errors
/// Returns `error`, with the name of a letter that causes the cycles, if the claim covers positions with cycles, and
/// for all other rules.
pub(super) fn prove_without_cycles(
    rules: &Ruleset,
    claim: &Claim,
    query: ProveOptions,
    error: Error,
    budget: &Budget,
) -> Result<ClaimVerdict> {
    let parameters = rules.game.coordinate_names();
    let letters = parameters.get(1..).unwrap_or_default();
    let games = GameFormula::with_symbolic_params(rules).unwrap_or_default();
    let is_kept = |game: &GameFormula| {
        game.moves.iter().all(|one| match &one.targets[..] {
            [target] if !one.repeat => {
                (0..).zip(target).skip(1).all(|(v, after): (Variable, _)| *after == Linear::variable(v))
            }
            _ => false,
        })
    };
    if letters.is_empty() || games.is_empty() || !games.iter().all(is_kept) || !claim.is_of_positions() {
        return Err(error);
    }
    let of = if claim.has_values() { Quantity::Grundy } else { Quantity::Outcome };
    let mut sequences = Sequences::new(rules, of)?;
    // A letter is the cause if it is 0 in every small position from which play can repeat, and there is such a position.
    let (mut causes, mut found) = (vec![true; parameters.len()], false);
    for sum in 0..=MAX_CYCLE_SUM {
        for at in points(sum, parameters.len(), sum) {
            if sequences.entry(&at, budget)?.is_none() {
                found = true;
                causes.iter_mut().zip(&at).for_each(|(cause, &x)| *cause &= x == 0);
            }
        }
    }
    let cause = causes.iter().skip(1).position(|&cause| cause && found).and_then(|k| letters.get(k));
    let error = match (cause, error.help.clone()) {
        (Some(name), Some(help)) => error.help(text!(
            "{help}; all small positions from which play can repeat have {name} = 0; to exclude them, write `for \
                {name} > 0` after the claim",
            help,
            name
        )),
        _ => error,
    };
    prove_or_report_cycles(rules, claim, query, Some(error), budget)
}

/// Returns the certificates that might prove a claim, each with its method, for the checker to decide.
///
/// The divisors of a certificate are those that occur in the claim and the rules; there is a certificate for each order
/// of the divisors. If there is no certificate, the reason is added to `tried`, unless the method does not apply since
/// every parameter changes in some move.
pub(crate) fn candidate_certificates(
    rules: &Ruleset,
    claim: &Claim,
    of: Quantity,
    tried: &mut Vec<Text>,
) -> Result<Vec<(Text, Certificate)>> {
    let games = match GameFormula::with_symbolic_params(rules) {
        Ok(games) => games,
        Err(error) => {
            tried.push(text!("letters: {why}", why = error.message));
            return Ok(vec![]);
        }
    };
    let stays = |v: Variable| {
        let mut targets = games.iter().flat_map(|game| &game.moves).flat_map(|one| &one.targets);
        targets.all(|target| target.get(v as usize) == Some(&Linear::variable(v)))
    };
    if !(0..claim.arity() as Variable).any(stays) {
        return Ok(vec![]);
    }
    let statement = match claim.to_parametric(rules.is_partizan()) {
        Ok(Some(statement)) => statement,
        Ok(None) => {
            tried.push(match rules.is_partizan() {
                true => text!(
                    "letters: a claim about a partizan game must give three outcomes: P iff ..., N iff ..., L iff ..."
                ),
                false => text!(
                    "letters: the claim must have the form P iff ..., N iff ... or G(n) == ..., \
                        with one formula, or with one formula per case"
                ),
            });
            return Ok(vec![]);
        }
        Err(error) => {
            tried.push(text!("letters: {why}", why = error.message));
            return Ok(vec![]);
        }
    };
    let mut divisors: Vec<String> = vec![];
    let guards = games.iter().flat_map(|game| &game.moves).map(|one| &one.guard);
    for formula in std::iter::once(&statement.condition).chain(&statement.relations).chain(guards) {
        for divisor in formula.divisors() {
            let divisor = divisor.to_text(claim.names());
            if !divisors.contains(&divisor) {
                divisors.push(divisor);
            }
        }
    }
    let orders: Vec<Vec<String>> = match &divisors[..] {
        [] => vec![vec![]],
        [_] => vec![divisors],
        [one, other] => vec![vec![one.clone(), other.clone()], vec![other.clone(), one.clone()]],
        _ => {
            tried.push(text!("letters: the claim divides by more than two sums of letters"));
            return Ok(vec![]);
        }
    };
    let (text, automata) = claim.in_certificate()?;
    if !automata.is_empty() {
        return Ok(vec![]);
    }
    let certificates = orders.into_iter().map(|order| {
        let method = match &order[..] {
            [] => text!("for all values of the letters"),
            list => text!(
                "for all values of the letters, using quotients and remainders on division by {divisors}",
                divisors = Text::and(list.iter().map(Text::verbatim))
            ),
        };
        let proof = Proof::Letters { condition: claim.condition().to_string(), divisors: order, of };
        (method, Certificate { rules: rules.to_string(), claim: Some(text.clone()), automata: vec![], proof })
    });
    Ok(certificates.collect())
}

impl Prover<'_> {
    /// Proves claims about rules with parameters that no move changes, by treating these as letters.
    pub(super) fn symbolic_params(&mut self) -> Result<ProofAttempt> {
        let Some(claim) = self.claim.filter(|claim| self.heaps == 1 && claim.arity() > 1) else { return Ok(None) };
        for (method, certificate) in candidate_certificates(self.rules, claim, self.of, &mut self.tried)? {
            let limits = Limits { steps: MAX_STEPS, ..limits_of(self.budget) };
            match verify(&certificate, &self.rules.library, &limits) {
                Ok(verified) => {
                    let uncovered_position = verified.silent;
                    return Ok(Some(Checked { method, certificate, learned: None, uncovered_position }));
                }
                Err(error) => {
                    self.budget.check()?;
                    self.tried.push(super::method_failure(method, error));
                }
            }
        }
        Ok(None)
    }
}

/// A memo table of the entries of positions, for each choice of the letters.
struct Sequences {
    rule: Rule,
    of: Quantity,
    play: Play,
    partizan: bool,
    /// The states of positions by letters, then by the size of the heap.
    states: FxHashMap<Vec<u64>, Vec<EntryState>>,
}

/// The state of a position with given letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryState {
    /// The entry was not computed yet.
    New,
    /// The options of the position are being examined.
    Open,
    /// The value (twice), or for each player (Left, Right) 1 if this player wins moving first, else 0.
    Known([u64; 2]),
}

impl EntryState {
    fn known(self) -> Option<[u64; 2]> {
        match self {
            EntryState::Known(entry) => Some(entry),
            _ => None,
        }
    }
}

impl Sequences {
    fn new(rules: &Ruleset, of: Quantity) -> Result<Sequences> {
        let rule = Rule::new(&rule_of(&*rules.game).unwrap_or_default())?;
        let (play, partizan) = (rules.play, rules.is_partizan());
        Ok(Sequences { rule, of, play, partizan, states: FxHashMap::default() })
    }

    /// Returns the entry of a position; `None` if play may return to a position, or heaps become too large.
    fn entry(&mut self, at: &[u64], budget: &Budget) -> Result<Option<KnownResult>> {
        let params = &at[1..];
        let mut sequence = self.states.remove(params).unwrap_or_default();
        // Proceed from small to large heaps: if moves decrease the heap, all options are known then.
        let first = (sequence.len() as u64).min(at[0]);
        let mut found = Ok(None);
        for n in first..=at[0].min(MAX_HEAP) {
            found = self.search(&mut sequence, n, params, budget);
            if found.is_err() {
                break;
            }
        }
        self.states.insert(params.to_vec(), sequence);
        let Some([left, right]) = found? else { return Ok(None) };
        Ok(Some(match self.of {
            Quantity::Grundy => KnownResult::Value(left),
            Quantity::Outcome => KnownResult::Outcome(match (left, right) {
                (0, 0) => Outcome::P,
                (1, 1) => Outcome::N,
                _ if !self.partizan => Outcome::N,
                (1, _) => Outcome::L,
                _ => Outcome::R,
            }),
        }))
    }

    /// Computes the entry of heap `n` by a depth-first search with an explicit stack.
    fn search(
        &self,
        sequence: &mut Vec<EntryState>,
        n: u64,
        params: &[u64],
        budget: &Budget,
    ) -> Result<Option<[u64; 2]>> {
        let mut meter = budget.meter(text!("positions"));
        let (mut pending, mut path) = (vec![n], vec![]);
        let found = loop {
            let Some(&n) = pending.last() else { break sequence[n as usize].known() };
            if n > MAX_HEAP {
                break None;
            }
            let index = n as usize;
            sequence.resize(sequence.len().max(index + 1), EntryState::New);
            if sequence[index].known().is_some() {
                pending.pop();
                continue;
            }
            meter.advance(1)?;
            if sequence[index] == EntryState::New {
                sequence[index] = EntryState::Open;
                path.push(index);
            }
            let (entry, mut missing) = self.entry_and_unknown(sequence, n, params);
            if missing.is_empty() {
                sequence[index] = EntryState::Known(entry);
            } else if missing.iter().any(|&next| sequence.get(next as usize) == Some(&EntryState::Open)) {
                break None;
            }
            missing.compact_sort();
            missing.dedup();
            pending.append(&mut missing);
        };
        for index in path.into_iter().filter(|_| found.is_none()) {
            if sequence[index] == EntryState::Open {
                sequence[index] = EntryState::New;
            }
        }
        Ok(found)
    }

    /// Returns the entry of a position and the options that are still unknown.
    ///
    /// The entry is meaningful only if no option is unknown.
    fn entry_and_unknown(&self, sequence: &[EntryState], n: u64, params: &[u64]) -> ([u64; 2], Vec<u64>) {
        let position: Parameters = std::iter::once(n).chain(params.iter().copied()).collect();
        let (mut entry, mut missing) = ([0, 0], vec![]);
        for (side, player) in [Player::LEFT, Player::RIGHT].into_iter().enumerate() {
            let mut options = vec![];
            for mv in self.rule.moves(&position, player) {
                let next =
                    mv.components.first().and_then(|(component, _)| component.first()).copied().unwrap_or(u64::MAX);
                match sequence.get(usize::try_from(next).unwrap_or(usize::MAX)).and_then(|place| place.known()) {
                    Some(option) => options.push(option[1 - side]),
                    None => missing.push(next),
                }
            }
            entry[side] = match self.of {
                Quantity::Grundy => mex(options.into_iter().map(u128::from).collect::<Vec<_>>()) as u64,
                Quantity::Outcome if options.is_empty() => u64::from(self.play == Play::Misere),
                Quantity::Outcome => u64::from(options.contains(&0)),
            };
        }
        (entry, missing)
    }

    /// Compares a claim with all positions whose sum of parameters is in a range, up to the first failure.
    fn compare(&mut self, claim: &Claim, sums: std::ops::RangeInclusive<u64>, budget: &Budget) -> Result<Compared> {
        let mut compared = Compared::default();
        let mut meter = budget.meter(text!("positions"));
        let mut count = 0;
        for sum in sums {
            for at in points(sum, claim.arity(), sum) {
                meter.advance(1)?;
                count += 1;
                if count > MAX_POINTS {
                    compared.unknown += 1;
                    return Ok(compared);
                }
                let mut failed = None;
                let result = claim.evaluate(&at, &mut |of| {
                    // A claim refers only to positions with the same letters.
                    self.entry(of, budget).unwrap_or_else(|error| {
                        failed = Some(error);
                        None
                    })
                })?;
                if let Some(error) = failed {
                    return Err(error);
                }
                if result == ClaimResult::Fails {
                    return Ok(Compared { first_failure: Some(at), ..compared });
                }
                compared.count(result, &at);
            }
        }
        Ok(compared)
    }
}
