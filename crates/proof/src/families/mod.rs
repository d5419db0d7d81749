//! Finds outcomes or values of subtraction games with symbolic parameters.
//!
//! First, the sequences for small values of the parameters are computed by the definition, with their periods.
//! For one parameter k, all k = c*j + r with fixed c and r are considered together. If the period and the lengths of
//! its blocks are linear in j, a claim is guessed about the set with c*j + r in place of k, for all j.
//! Values of k too small for the pattern are treated as single games.
//! A claim counts as proved only if the checker accepts its certificate.
//!
//! Start with [`find_family`]. `set` parses sets, `sequence` computes sequences, `blocks` fits common forms to their
//! periods, `claim` writes the claims, `pairs` treats two parameters, and `survey` lists sets for surveys.

pub(crate) mod blocks;
pub(crate) mod claim;
mod pairs;
pub(crate) mod sequence;
pub(crate) mod set;
mod survey;

use crate::find::find;
use crate::finding::{Case, Family, FindOptions, Finding, Single, Status};
use crate::prove::{candidate_certificates, limits_of};
use blocks::{Cut, SequenceFamily};
use grundy_lang::{Text, text};
use grundy_rulelang::claims::Claim;
use grundy_rulelang::formula::Linear;
use grundy_rules::CompactSort;
use grundy_rules::clock::Instant;
use grundy_rules::{Library, Play, Result, Ruleset, parse_rules};
use grundy_solve::{Budget, Quantity, Solver};
use grundy_verify::{Certificate, Limits, verify};
use sequence::{Repeating, repeating};
use set::AmountSet;
use std::cell::Cell;
use std::time::Duration;
pub use survey::survey_families;

/// The moduli c that are tried in turn; values k = c*j + r with the same r are considered together.
const MODULI: [u64; 5] = [1, 2, 3, 4, 6];
/// Largest value of the parameter for which the sequence is computed.
const MAX_PARAM: u64 = 44;
/// Minimal number of values of the parameter to which a common form is fitted.
const MIN_POINTS: usize = 5;
/// Maximal number of small values of the parameter, per residue, that are treated as single games.
const MAX_EXCEPTIONS: usize = 4;
/// Maximal number of steps of the checker for one claim, about a second.
const MAX_STEPS: u64 = 3 << 20;
/// Maximal number of steps of the checker after some claim of the family was not proved.
///
/// The family as a whole is then unproved in any case, so less effort is spent on its other claims.
const MAX_STEPS_AFTER_FAILURE: u64 = 1 << 18;
/// Maximal time for all checks of a family.
const MAX_TIME: Duration = Duration::from_millis(1700);

/// Returns the finding about a game with parameters; `None` for games that this module does not cover.
pub(crate) fn find_family(rules: &Ruleset, of: Quantity, budget: &Budget) -> Result<Option<Finding>> {
    let Some(set) = AmountSet::from_rules(rules) else { return Ok(None) };
    let condition = rules.game.symbolic_params().map_or_else(String::new, |params| params.condition.clone());
    let family = match &set.params[..] {
        [param] => one_param(rules, &set, param, of, budget)?,
        [_, _] => two_params(rules, &set, of, budget)?,
        _ => return Ok(None),
    };
    let (family, method) = match family {
        Ok(found) => {
            let method = found.cases.iter().find(|case| case.status != Status::Proved).or(found.cases.first());
            let method = method.map_or_else(|| Text::verbatim(""), |case| case.method.clone());
            (found, method)
        }
        Err(why) => (Family::default(), why),
    };
    let param = Some(set.params[0].clone()).filter(|_| set.params.len() == 1);
    let family = Family { condition, param, ..family };
    Ok(Some(Finding {
        of,
        status: family.status(),
        pattern: None,
        checked_to: MAX_PARAM,
        method,
        certificate: None,
        family: Some(Box::new(family)),
    }))
}

/// The sequence for one value of the parameter.
struct Point {
    /// The value of the parameter.
    param: u64,
    amounts: Vec<usize>,
    entries: Repeating,
    cut: Cut,
}

/// The common form fitted to the sequences for the parameters k = modulus*j + residue.
struct Fitted {
    modulus: u64,
    residue: u64,
    /// The number of smallest values of the parameter to which the common form does not apply.
    dropped: usize,
    /// The common form; `None` if none fits.
    form: Option<SequenceFamily>,
}

/// Returns the family of a game with two parameters, or the reason why there is none.
fn two_params(
    rules: &Ruleset,
    set: &AmountSet,
    of: Quantity,
    budget: &Budget,
) -> Result<std::result::Result<Family, Text>> {
    let prover = Prover::new(rules, of, budget);
    let rules = rules.to_string();
    let mut first = None;
    for claim in pairs::claims(set, of, prover.play, budget)? {
        // Try the claim also for unequal parameters only: for equal parameters, the set may have another form.
        for scope in [String::new(), format!(" for {} < {}", set.params[0], set.params[1])] {
            if !scope.is_empty() && claim.contains("; ") {
                continue;
            }
            let claim = format!("{claim}{scope}");
            let case = |status: Status, method: Text, certificate: Option<Certificate>| {
                let cases = vec![Case {
                    param_form: None,
                    from: None,
                    rules: rules.clone(),
                    claim: Some(claim.clone()),
                    period: None,
                    status,
                    method,
                    certificate: certificate.map(Box::new),
                }];
                Family { cases, ..Family::default() }
            };
            prover.failed.set(false);
            match prover.prove(&rules, &claim)? {
                Ok((method, certificate)) => return Ok(Ok(case(Status::Proved, method, Some(certificate)))),
                Err(why) => _ = first.get_or_insert(case(Status::Conjecture, why, None)),
            }
        }
    }
    Ok(first.ok_or_else(|| {
        text!("no claim was found with a sum of the letters as divisor and two conditions on the remainder")
    }))
}

/// Returns the family of a game with one parameter, or the reason why there is none.
fn one_param(
    rules: &Ruleset,
    set: &AmountSet,
    param: &str,
    of: Quantity,
    budget: &Budget,
) -> Result<std::result::Result<Family, Text>> {
    let mut points: Vec<Point> = vec![];
    for k in 0..=MAX_PARAM {
        budget.check()?;
        let Some(amounts) = set.amounts(&[k]) else {
            if points.is_empty() {
                continue;
            }
            return Ok(Err(text!("only some values of the letter give a valid set")));
        };
        let Some(sequence) = repeating(&amounts, of, rules.play) else {
            return Ok(Err(text!("no period was found for {letter} = {k}", letter = Text::verbatim(param), k)));
        };
        let cut = Cut::new(&sequence, of == Quantity::Grundy);
        points.push(Point { param: k, amounts, entries: sequence, cut });
    }
    let Some(least) = points.first().map(|point| point.param) else {
        return Ok(Err(text!("only some values of the letter give a valid set")));
    };
    let mut best: Option<Vec<Fitted>> = None;
    for modulus in MODULI {
        let fitted: Vec<Fitted> = (0..modulus).map(|rest| fit(&points, modulus, rest)).collect();
        // The share of residues with a common form, in twelfths.
        let share = |list: &[Fitted]| list.iter().filter(|one| one.form.is_some()).count() * 12 / list.len();
        if best.as_ref().is_none_or(|best| share(&fitted) > share(best)) {
            let all = share(&fitted) == 12;
            best = Some(fitted);
            if all {
                break;
            }
        }
    }
    let Some(best) = best.filter(|best| best.iter().any(|one| one.form.is_some())) else {
        return Ok(Err(not_linear_reason()));
    };
    let prover = Prover::new(rules, of, budget);
    let mut family = Family::default();
    for one in &best {
        family.cases.push(prover.case(set, param, least, one)?);
        let members = points.iter().filter(|point| point.param % one.modulus == one.residue);
        for point in members.take(if one.form.is_some() { one.dropped } else { 0 }) {
            family.singles.push(prover.single_game(point)?);
        }
    }
    family.singles.compact_sort_by_key(|single| single.param_value);
    Ok(Ok(family))
}

/// Returns the reason why no common form fits the periods of the games.
fn not_linear_reason() -> Text {
    text!("the period does not consist of a fixed number of blocks whose lengths and entries are linear in the letter")
}

/// Fits a common form to the sequences of the parameters that are `rest` modulo `modulus`.
fn fit(points: &[Point], modulus: u64, rest: u64) -> Fitted {
    let members: Vec<&Point> = points.iter().filter(|point| point.param % modulus == rest).collect();
    let j = |point: &Point| (point.param / modulus) as i64;
    for dropped in 0..=MAX_EXCEPTIONS.min(members.len().saturating_sub(MIN_POINTS)) {
        let cuts: Vec<_> = members[dropped..].iter().map(|point| (j(point), &point.cut)).collect();
        if cuts.len() < MIN_POINTS {
            break;
        }
        if let Some(form) = SequenceFamily::fit(&cuts) {
            // For small parameters, blocks may merge, so that the cut differs although the form describes the sequence
            // correctly.
            let recovered =
                members[..dropped].iter().rev().take_while(|point| form.agrees_with(j(point), &point.entries)).count();
            return Fitted { modulus, residue: rest, dropped: dropped - recovered, form: Some(form) };
        }
    }
    Fitted { modulus, residue: rest, dropped: 0, form: None }
}

/// The context for proving the claims of a family.
struct Prover<'a> {
    library: &'a Library,
    play: Play,
    of: Quantity,
    budget: &'a Budget,
    /// Whether some claim was not proved.
    failed: Cell<bool>,
    /// The deadline of all checks.
    deadline: Instant,
}

impl<'a> Prover<'a> {
    fn new(rules: &'a Ruleset, of: Quantity, budget: &'a Budget) -> Prover<'a> {
        let deadline = Instant::now() + MAX_TIME;
        Prover { library: &rules.library, play: rules.play, of, budget, failed: Cell::new(false), deadline }
    }

    fn rules(&self, set: &str) -> String {
        format!("{}{set}", if self.play == Play::Misere { "misere " } else { "" })
    }

    /// Returns the case of all parameters with one residue: its claim, and whether it is proved.
    ///
    /// `least` is the least value of the parameter for which the game is defined.
    fn case(&self, set: &AmountSet, param: &str, least: u64, fitted: &Fitted) -> Result<Case> {
        let Fitted { modulus, residue: rest, dropped, .. } = *fitted;
        // `lowest` is the least j for which the game is defined, `first` the least j that the claim covers.
        let lowest = least.saturating_sub(rest).div_ceil(modulus);
        let first = lowest + dropped as u64;
        let other = if param == "j" { "i" } else { "j" };
        let mut name = if modulus == 1 { param } else { other };
        let (mut start, mut form) = (rest, fitted.form.clone());
        let mut scope = String::new();
        if first > lowest && form.is_some() {
            match self.of {
                Quantity::Outcome => scope = format!(" for {name} >= {first}"),
                // Each statement of the claim has its own `for` condition, so no common scope can be appended.
                // Instead, shift j so that j = 0 is the first value covered.
                Quantity::Grundy => {
                    name = other;
                    start = rest + modulus * first;
                    form = form.map(|form| form.shifted(first as i64));
                }
            }
        }
        let sum = Linear::number(start as i64).plus(modulus as i64, &Linear::variable(1));
        let param_form = (name != param).then(|| sum.to_text(&["n".to_string(), name.to_string()]));
        let rules = self.rules(&set.substitute(&sum, name));
        let from = form.as_ref().map(|_| rest + modulus * first);
        let none = |method: Text| Case {
            param_form: param_form.clone(),
            from,
            rules: rules.clone(),
            claim: None,
            period: None,
            status: Status::None,
            method,
            certificate: None,
        };
        let Some(form) = form else {
            return Ok(none(not_linear_reason()));
        };
        let Some(claim) = claim::claim(&form, self.of, name) else {
            return Ok(none(text!("all positions have the same outcome")));
        };
        let claim = format!("{claim}{scope}");
        let proof = self.prove(&rules, &claim)?;
        let period = Some(form.period.to_text(name));
        let case = Case { claim: Some(claim), period, ..none(Text::verbatim("")) };
        Ok(match proof {
            Ok((method, certificate)) => {
                Case { status: Status::Proved, method, certificate: Some(Box::new(certificate)), ..case }
            }
            Err(method) => Case { status: Status::Conjecture, method, ..case },
        })
    }

    /// Returns a certificate of the claim for all parameters, or the reason why there is none.
    fn prove(&self, rules: &str, claim: &str) -> Result<std::result::Result<(Text, Certificate), Text>> {
        let rules = parse_rules(rules, self.library)?;
        let claim = Claim::parse(claim, &rules)?;
        let of = if self.of == Quantity::Grundy {
            grundy_verify::Quantity::Grundy
        } else {
            grundy_verify::Quantity::Outcome
        };
        let mut why = vec![];
        for (method, certificate) in candidate_certificates(&rules, &claim, of, &mut why)? {
            let steps = if self.failed.get() { MAX_STEPS_AFTER_FAILURE } else { MAX_STEPS };
            let limits = limits_of(self.budget);
            let deadline = limits.deadline.map_or(self.deadline, |deadline| deadline.min(self.deadline));
            let limits = Limits { steps, deadline: Some(deadline), ..limits };
            match verify(&certificate, self.library, &limits) {
                Ok(_) => return Ok(Ok((method, certificate))),
                Err(error) => {
                    self.budget.check()?;
                    why.push(error.message);
                }
            }
        }
        self.failed.set(true);
        Ok(Err(why.into_iter().next_back().unwrap_or_else(|| text!("no method applies"))))
    }

    /// Returns the result for a single game, without parameters.
    fn single_game(&self, point: &Point) -> Result<Single> {
        let rules = self.rules(&set::rules_text(&point.amounts));
        let parsed = parse_rules(&rules, self.library)?;
        let query = FindOptions { to: Some(1), of: Some(self.of), use_theorems: true };
        let mut found = None;
        find(&parsed, query, &mut Solver::new(), self.budget, &mut |finding| found = Some(finding))?;
        let names = parsed.game.coordinate_names();
        let claim = found.as_ref().and_then(|finding| finding.pattern.as_ref()?.claim_in(&names));
        let (status, method, certificate) = match found {
            Some(Finding { status, method, certificate, .. }) => (status, method, certificate),
            None => (Status::None, Text::verbatim(""), None),
        };
        Ok(Single { param_value: point.param, rules: parsed.to_string(), claim, status, method, certificate })
    }
}
