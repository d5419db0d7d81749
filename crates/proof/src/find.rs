//! Finds the patterns of a game.
//!
//! A pattern is fitted to a corner of the table (the positions whose parameters are all below some bound) and confirmed
//! by the rest of the table.
//! Then an engine, a theorem or a certificate may prove the pattern.
//! Start with [`find`]; [`examine`] finds the pattern of one table, and [`fit`] only fits a pattern.

use crate::automaton::Automaton;
use crate::beatty::Beatty;
use crate::closed_form::Expression;
use crate::data::{
    Data, OUTCOMES, TableMethod, check_budget_at, default_bound, entry_by_theorem, is_complete, shape_of,
    splits_positions, table_method, table_of,
};
use crate::expr::Unary;
use crate::families::find_family;
use crate::finding::{FindOptions, Finding, Status};
use crate::informative_positions::informative_positions;
use crate::modes::Modes;
use crate::pattern::{Pattern, PatternForm};
use crate::periodic::{Arithmetic, Periodic};
use crate::prove::Prover;
use crate::proved_period::proved_period;
use crate::recursion::Recursion;
use grundy_lang::{Text, text};
use grundy_rulelang::claims::{Claim, KnownResult};
use grundy_rules::{Error, ErrorKind, Limit, Result, Ruleset, Suggestion, TheoremInfo};
use grundy_solve::heap::Period;
use grundy_solve::{Budget, Quantity, Solver};
use grundy_verify::{Certificate, Proof};

/// Finds the patterns of a game and passes each [`Finding`] to `emit` as soon as it is known.
///
/// # Errors
/// `unsupported` for games without tables, and for Grundy values of games that have none; `bad_argument` if the
/// positions do not reach the requested bound; `limit` if the budget runs out, with a message that says how far the
/// work got.
///
/// ```
/// use grundy_proof::{FindOptions, Status, find};
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("take[1,3,4]").unwrap();
/// let mut found = vec![];
/// find(&rules, FindOptions::default(), &mut Solver::new(), &Budget::default(), &mut |f| found.push(f)).unwrap();
/// assert_eq!(found[0].status, Status::Proved);
/// assert_eq!(found[0].pattern.as_ref().unwrap().formula(), "P iff n mod 7 in {0, 2}");
/// ```
pub fn find(
    rules: &Ruleset,
    query: FindOptions,
    solver: &mut Solver,
    budget: &Budget,
    emit: &mut dyn FnMut(Finding),
) -> Result<()> {
    let (dims, _) = shape_of(rules)?;
    let has_values = rules.has_values();
    let mut quantities = match query.of {
        Some(Quantity::Grundy) if !has_values => {
            let message = text!("only impartial games under normal play have Grundy values");
            return Err(Error::new(ErrorKind::Unsupported, message).with_suggestion(Suggestion::Outcomes));
        }
        Some(of) => vec![of],
        None if has_values => vec![Quantity::Outcome, Quantity::Grundy],
        None => vec![Quantity::Outcome],
    };
    budget.check()?;
    if query.use_theorems && rules.game.symbolic_params().is_some() {
        let mut others = vec![];
        for of in quantities {
            match find_family(rules, of, budget)? {
                Some(finding) => emit(finding),
                None => others.push(of),
            }
        }
        quantities = others;
        if quantities.is_empty() {
            return Ok(());
        }
    }
    let period = if dims == 1 && query.use_theorems { proved_period(rules, budget)? } else { None };
    // Grundy values determine the outcomes, so one table can give both. This is not done if outcomes and values are
    // computed by different methods, such as a theorem on outcomes only.
    let wants_both = quantities.len() == 2 || splits_positions(rules);
    let shared = has_values
        && query.of != Some(Quantity::Grundy)
        && wants_both
        && table_method(rules, Quantity::Outcome, dims, query.use_theorems)
            == table_method(rules, Quantity::Grundy, dims, query.use_theorems);
    let mut tables: Option<Data> = None;
    for &of in &quantities {
        let source = if shared { Quantity::Grundy } else { of };
        if tables.is_none() || !shared {
            tables = Some(table(rules, source, query, period.as_ref().map(|(p, _)| *p), solver, budget)?);
        }
        let Some(data) = &tables else { continue };
        let outcomes_data;
        let data = if of == source {
            data
        } else {
            let outcomes = data.values().iter().map(|&value| u32::from(value != 0)).collect();
            outcomes_data = Data::new(dims, data.side(), outcomes);
            &outcomes_data
        };
        emit(examine(rules, query, of, data, tables.as_ref().filter(|_| shared), period.as_ref(), budget)?);
    }
    Ok(())
}

/// Computes the table to which patterns are fitted.
///
/// With a proved period, the table covers at least two periods.
fn table(
    rules: &Ruleset,
    of: Quantity,
    query: FindOptions,
    period: Option<Period>,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Data> {
    let mut compute = |to: u64, budget: &Budget| {
        table_of(rules, of, to, query.use_theorems, solver, budget).map_err(|error| match (error.kind, error.limit()) {
            // Errors about memory already name the table.
            (ErrorKind::Limit, limit) if !matches!(limit, Some(Limit::Memory { .. })) => {
                let message = text!("{error} while computing the table up to {to}", error = error.message, to);
                Error { message, ..error }
            }
            _ => error,
        })
    };
    if let Some(to) = query.to {
        return compute(period.map_or(to, |p| to.max(p.preperiod + 2 * p.period)), budget);
    }
    let (dims, _) = shape_of(rules)?;
    let mut to = default_bound(rules, of, query.use_theorems)?;
    to = period.map_or(to, |p| to.max(p.preperiod + 2 * p.period));
    loop {
        // Halve the bound until the game has a position whose parameters all equal the bound.
        if to > 1 && !has_last_position(rules, dims, to, table_method(rules, of, dims, query.use_theorems)) {
            to /= 2;
            continue;
        }
        // Moves may lead to many positions outside the table, so limit the work.
        let cells = (to + 1).saturating_pow(dims as u32);
        let nodes = match (table_method(rules, of, dims, query.use_theorems), rules.game.table_form()) {
            (TableMethod::Search | TableMethod::Theorem, _) => MAX_SEARCHED,
            (TableMethod::Engine, Some(view)) if view.is_dense() => MAX_DENSE_BASE + 8 * cells,
            (TableMethod::Engine, _) => MAX_TABLED,
        };
        let small = Budget { nodes: budget.nodes.min(nodes), ..budget.clone() };
        // A proved period determines the bound, so the whole budget may be used for the table.
        match compute(to, if period.is_some() { budget } else { &small }) {
            Err(error) if to > MIN_BOUND && error.kind == ErrorKind::Limit => budget.check()?,
            data => return data,
        }
        to /= 2;
    }
}

/// Returns whether a game has a position whose parameters all equal `to`, the bound of a table.
///
/// If an engine computes the table, the engine must also have that position: the parameters of an engine may differ
/// from those of the notation, as with the rectangles of Chomp.
fn has_last_position(rules: &Ruleset, dims: usize, to: u64, method: TableMethod) -> bool {
    let last = std::array::from_fn(|k| if k < dims { to } else { 0 });
    rules.game.position_from_numbers(&vec![to; dims]).is_some()
        && (method != TableMethod::Engine || rules.game.position_at(last).is_some())
}

/// Maximal work, in nodes, of a search for a table without a requested bound.
const MAX_SEARCHED: u64 = 2_000_000;
/// Maximal work, in nodes, of a sequence engine, which counts more than one node for a large heap.
const MAX_TABLED: u64 = 4_000_000;
/// Maximal work, in nodes, for a dense table, to which 8 nodes per entry are added.
const MAX_DENSE_BASE: u64 = 1 << 16;
/// Smallest bound to which the limits on work reduce a table.
const MIN_BOUND: u64 = 16;

/// Returns the finding for one table: fits a pattern and tries to prove it.
///
/// If `data` contains outcomes derived from a table of Grundy values, `values` is that table. `period` is a proved
/// period with the name of the theorem that proves it.
fn examine(
    rules: &Ruleset,
    query: FindOptions,
    of: Quantity,
    data: &Data,
    values: Option<&Data>,
    period: Option<&(Period, Text)>,
    budget: &Budget,
) -> Result<Finding> {
    let (dims, checked_to) = (data.dims(), data.side() - 1);
    // Base proofs on values where these are known, since values determine the outcomes.
    let known_table = values.map_or((of, data), |values| (Quantity::Grundy, values));
    let none = |method: Text| Finding {
        of,
        status: Status::None,
        pattern: None,
        checked_to,
        method,
        certificate: None,
        family: None,
    };
    // A limit may have made the table too short to contain the period.
    let holds = |p: &Period| p.preperiod.saturating_add(p.period) <= data.side();
    if let Some((period, theorem)) = period.filter(|(p, _)| holds(p)) {
        let form = Periodic::reduced(data.values(), period.preperiod as usize, period.period as usize);
        // The table and the period come from different computations; if they disagree, nothing counts as proved.
        if data.values().iter().zip(0..).all(|(&entry, n)| form.at(n) == u64::from(entry)) {
            let pattern = Pattern { of, dims, form: PatternForm::Periodic(form) };
            let shown = prove_found(rules, &pattern, known_table, budget)?;
            let (method, certificate) = match shown {
                PatternProofResult::Proved(method, certificate, _) => (method, Some(certificate)),
                // The engine proved the period, but no certificate was found; the period may be too long for the
                // checker.
                PatternProofResult::Open(_) => (text!("period"), None),
            };
            let method = text!("{method}, by {theorem}", method, theorem);
            return Ok(Finding {
                of,
                status: Status::Proved,
                pattern: Some(pattern),
                checked_to,
                method,
                certificate,
                family: None,
            });
        }
    }
    if (data.values().len() as u64) < MIN_ENTRIES {
        return Ok(none(match is_complete(rules, data) {
            true => text!("the game has only these positions"),
            false => text!("too few positions to find a pattern; a larger table may help"),
        }));
    }
    let mut tried = vec![];
    let fitted = fit_and_side(data, of, &mut tried, budget).map_err(|error| {
        let tried = if tried.is_empty() { text!("nothing") } else { Text::list(tried.drain(..)) };
        let message =
            text!("{error}; tried on the table up to {checked_to}: {tried}", error = error.message, checked_to, tried);
        Error { message, ..error }
    })?;
    let Some((form, side)) = fitted else {
        let mut method = text!("no pattern among {tried}", tried = Text::list(tried));
        if query.use_theorems {
            match prove_characterization(rules, of, known_table, None, None, budget)? {
                PatternProofResult::Proved(shown, certificate, form) => {
                    let pattern = form.map(|form| Pattern { of, dims, form }).filter(|p| agrees(p, data));
                    let certificate = Some(certificate);
                    if pattern.is_some() {
                        let (status, method) = (Status::Proved, shown);
                        return Ok(Finding { of, status, pattern, checked_to, method, certificate, family: None });
                    }
                    let method = match of {
                        Quantity::Outcome => {
                            text!("{method}; but the P-positions are proved in the certificate: {shown}", method, shown)
                        }
                        Quantity::Grundy => text!(
                            "{method}; but the positions and their values are proved in the certificate: {shown}",
                            method,
                            shown
                        ),
                    };
                    return Ok(Finding { certificate, ..none(method) });
                }
                PatternProofResult::Open(tried) => {
                    // Report a proof that there is no period; do not report the failures of other methods.
                    if tried.contains(&crate::prove::aperiodic_reason()) {
                        method = text!("{method}; {why}", method, why = crate::prove::APERIODIC);
                    }
                }
            }
        }
        return Ok(none(method));
    };
    let pattern = Pattern { of, dims, form };
    let theorem = match query.use_theorems {
        true => compare_with_theorems(rules, &pattern, data, budget)?,
        false => TheoremAgreement::Silent,
    };
    if let TheoremAgreement::Refutes(info, point) = theorem {
        let numbers: Vec<String> = point.iter().map(u64::to_string).collect();
        let (formula, place) = (pattern.text_in(&rules.game.coordinate_names()), numbers.join(","));
        return Ok(none(text!(
            "the table follows `{formula}`, but theorem {theorem} disagrees at {place}",
            formula,
            theorem = info.citation(),
            place
        )));
    }
    if query.use_theorems
        && let PatternProofResult::Proved(method, certificate, form) =
            prove_found(rules, &pattern, known_table, budget)?
    {
        let proved = form.map_or_else(|| pattern.clone(), |form| Pattern { of, dims, form });
        // Report the proved pattern only if it agrees with the table.
        if agrees(&proved, data) {
            let (pattern, certificate) = (Some(proved), Some(certificate));
            let status = Status::Proved;
            return Ok(Finding { of, status, pattern, checked_to, method, certificate, family: None });
        }
    }
    let fitted = text!("fitted up to {side}, confirmed by the rest of the table", side = side - 1);
    let method = match theorem {
        TheoremAgreement::Agrees(info) => {
            text!("{fitted}; theorem {theorem} agrees wherever it was checked", fitted, theorem = info.citation())
        }
        _ => fitted,
    };
    Ok(Finding {
        of,
        status: Status::Conjecture,
        pattern: Some(pattern),
        checked_to,
        method,
        certificate: None,
        family: None,
    })
}

/// Maximal sum of preperiod and period of a sequence that is proved as a formula.
const MAX_FORMULA_PERIOD: usize = 10_000;

/// Reports whether the pattern agrees with the table at every position.
fn agrees(pattern: &Pattern, data: &Data) -> bool {
    data.points().all(|point| pattern.eval(&point) == Some(data.at(&point).into()))
}

/// The result of an attempt to prove a pattern.
enum PatternProofResult {
    /// The method of the proof, its certificate, and the proved form if it is not the fitted one.
    Proved(Text, Box<Certificate>, Option<PatternForm>),
    /// The reasons why the attempted methods failed.
    Open(Vec<Text>),
}

/// Proves a pattern, as a claim if the language of claims can express the pattern.
///
/// Otherwise any characterization that implies the pattern is proved.
fn prove_found(
    rules: &Ruleset,
    pattern: &Pattern,
    known_table: (Quantity, &Data),
    budget: &Budget,
) -> Result<PatternProofResult> {
    // Prove long sequences as sequences: the proof of a formula would need an automaton of the same length.
    let is_long =
        matches!(&pattern.form, PatternForm::Periodic(p) if p.head.len() + p.cycle.len() > MAX_FORMULA_PERIOD);
    let text = pattern.claim_in(&rules.game.coordinate_names()).filter(|_| !is_long);
    let claim = text.and_then(|text| Claim::parse(&text, rules).ok()).filter(|c| c.arity() == pattern.dims);
    if let Some(claim) = claim
        && let PatternProofResult::Proved(method, certificate, learned) =
            prove_characterization(rules, pattern.of, known_table, Some(&claim), None, budget)?
    {
        // A formula of modes covers all positions, so report the formula and not an automaton learned for its proof.
        let learned = learned.filter(|_| !matches!(pattern.form, PatternForm::Modes(_)));
        return Ok(PatternProofResult::Proved(method, certificate, learned));
    }
    let automaton = match &pattern.form {
        PatternForm::Automaton(automaton) => Some(automaton),
        _ => None,
    };
    let shown = prove_characterization(rules, pattern.of, known_table, None, automaton, budget)?;
    Ok(match (shown, &pattern.form) {
        // The proof lists all positions of a finite game with their entries, and the pattern agrees with these.
        (PatternProofResult::Proved(method, certificate, None), _)
            if matches!(certificate.proof, Proof::All { .. }) =>
        {
            PatternProofResult::Proved(method, certificate, None)
        }
        // A proof of the same preperiod and period proves this pattern.
        (PatternProofResult::Proved(method, certificate, _), PatternForm::Periodic(periodic))
            if has_period(&certificate.proof, periodic) =>
        {
            PatternProofResult::Proved(method, certificate, None)
        }
        (PatternProofResult::Proved(method, certificate, Some(form)), _) => {
            PatternProofResult::Proved(method, certificate, Some(form))
        }
        (PatternProofResult::Proved(..), _) => PatternProofResult::Open(vec![text!("a different pattern was proved")]),
        (open, _) => open,
    })
}

/// Reports whether a proof is of a periodic sequence with this preperiod and period.
fn has_period(proof: &Proof, periodic: &Periodic) -> bool {
    let (head, cycle) = (periodic.head.len() as u64, periodic.cycle.len() as u64);
    match proof {
        Proof::Periodic { preperiod, period, .. } | Proof::Residues { preperiod, period, .. } => {
            (*preperiod, *period) == (head, cycle)
        }
        _ => false,
    }
}

/// Proves `claim`; without a claim, proves any characterization of the outcomes or values.
///
/// The fitted automaton `pattern`, if any, is tried first.
fn prove_characterization(
    rules: &Ruleset,
    of: Quantity,
    (table_of, table): (Quantity, &Data),
    claim: Option<&Claim>,
    pattern: Option<&Automaton>,
    budget: &Budget,
) -> Result<PatternProofResult> {
    let entry = |at: &[u64]| {
        let known = at.len() == table.dims() && at.iter().all(|&x| x < table.side());
        known.then(|| match table_of {
            Quantity::Grundy => KnownResult::Value(table.at(at).into()),
            Quantity::Outcome => KnownResult::Outcome(OUTCOMES[table.at(at) as usize]),
        })
    };
    let quantity =
        if of == Quantity::Grundy { grundy_verify::Quantity::Grundy } else { grundy_verify::Quantity::Outcome };
    let mut prover = Prover {
        rules,
        claim,
        of: quantity,
        heaps: 1,
        table,
        table_of,
        entry: &entry,
        budget,
        tried: vec![],
        counterexample_near: None,
        failure: None,
        steps: crate::prove::MAX_STEPS,
        hit_limit: false,
    };
    // Try to prove the fitted automaton itself.
    if let Some(automaton) = pattern
        && let Some(proof) = prover.pattern(automaton)?
    {
        let form = Some(PatternForm::Automaton(automaton.clone()));
        return Ok(PatternProofResult::Proved(proof.method, Box::new(proof.certificate), form));
    }
    Ok(match prover.run()? {
        Some(proof) => PatternProofResult::Proved(
            proof.method,
            Box::new(proof.certificate),
            proof.learned.map(PatternForm::Automaton),
        ),
        None => PatternProofResult::Open(prover.tried),
    })
}

/// Minimal number of entries of a table in which a pattern is sought.
const MIN_ENTRIES: u64 = 15;

/// Returns the sides of the two corners to which patterns are fitted in turn.
///
/// The rest of the table must confirm a pattern. The first corner has at most a quarter of the side, so the rest has
/// more entries and contains numbers with every leading digit. The second corner is larger, so fewer entries remain to
/// refute an automaton that merely memorized the corner.
fn corners(data: &Data) -> [u64; 2] {
    let side = data.side();
    [(side / 4).max(1), (side * 2 / 3).max(1)]
}

/// Maximal side of the corner for patterns other than periods; the index is the dimension minus 1.
///
/// Larger corners cost time and add no information.
const MAX_SIDE: [u64; 3] = [20_000, 300, 48];

/// Maximal size of a pattern that is accepted without trying the other kinds of patterns.
///
/// A larger pattern is used only if no smaller one is found.
const MAX_SHORT_SIZE: usize = 64;

/// Returns the simplest pattern that fits a corner of the table and agrees with the rest.
///
/// `tried` collects the names of the kinds of patterns that were tried.
///
/// # Errors
/// `limit` if the budget runs out.
pub fn fit(data: &Data, of: Quantity, tried: &mut Vec<Text>, budget: &Budget) -> Result<Option<PatternForm>> {
    Ok(fit_and_side(data, of, tried, budget)?.map(|(form, _)| form))
}

/// Fits like [`fit`], and also returns the side of the corner that the pattern was fitted to.
fn fit_and_side(
    data: &Data,
    of: Quantity,
    tried: &mut Vec<Text>,
    budget: &Budget,
) -> Result<Option<(PatternForm, u64)>> {
    // The larger corner leaves fewer entries for confirmation, so an automaton must compress the larger corner by a
    // factor of 8 instead of 2.
    let mut expressions = true;
    for (side, share) in corners(data).into_iter().zip([2, 8]) {
        tried.clear();
        if let Some(form) = fit_corner(data, side, share, of, &mut expressions, tried, budget)? {
            return Ok(Some((form, side)));
        }
    }
    Ok(None)
}

/// Returns the simplest pattern that fits the corner of this side and agrees with the whole table.
///
/// The description of an automaton must have at most 1/`share` of the bits of the corner. If no expression fits the
/// corner, none fits a larger corner: then `expressions` is set to false, and none is sought again.
fn fit_corner(
    data: &Data,
    side: u64,
    share: u64,
    of: Quantity,
    expressions: &mut bool,
    tried: &mut Vec<Text>,
    budget: &Budget,
) -> Result<Option<PatternForm>> {
    let mut candidates: Vec<PatternForm> = vec![];
    let confirmed = |form: Option<PatternForm>| -> Result<Option<PatternForm>> {
        let Some(form) = form else { return Ok(None) };
        let pattern = Pattern { of, dims: data.dims(), form };
        for (k, point) in data.points().enumerate() {
            check_budget_at(k, budget)?;
            if pattern.eval(&point) != Some(data.at(&point).into()) {
                return Ok(None);
            }
        }
        Ok(Some(pattern.form))
    };
    budget.check()?;
    if data.dims() == 1 {
        let train = &data.values()[..side as usize];
        tried.push(text!("periods"));
        candidates.extend(confirmed(Periodic::fit(train).map(PatternForm::Periodic))?);
        tried.push(text!("arithmetic periods"));
        if of == Quantity::Grundy {
            candidates.extend(confirmed(Arithmetic::fit(train, budget)?.map(PatternForm::Arithmetic))?);
        }
        if let Some(short) = shortest(&mut candidates, MAX_SHORT_SIZE) {
            return Ok(Some(short));
        }
    }
    let train = data.corner(side.min(MAX_SIDE[data.dims() - 1]));
    tried.push(text!("small expressions"));
    if *expressions {
        let expression = Expression::fit(&train, of, budget)?;
        *expressions = expression.is_some();
        if let Some(form) = confirmed(expression.map(PatternForm::Expression))? {
            let dims = data.dims();
            let pattern = Pattern { of, dims, form };
            // Prefer modes (a period for each value of a small parameter) to an expression of a kind that is
            // seldom proved.
            if dims == 2
                && is_opaque(&pattern)
                && let Some(modes) = confirmed(Modes::fit(&train, budget)?.map(PatternForm::Modes))?
                && modes.size() <= MAX_SHORT_SIZE
            {
                return Ok(Some(modes));
            }
            return Ok(Some(pattern.form));
        }
    }
    if data.dims() == 1 && of == Quantity::Grundy {
        tried.push(text!("recursions over digits"));
        candidates.extend(confirmed(Recursion::fit(train.values(), budget)?.map(PatternForm::Recursion))?);
    }
    if data.dims() == 2 && of == Quantity::Outcome {
        tried.push(text!("Beatty sequences"));
        candidates.extend(confirmed(Beatty::fit(&train, budget)?.map(PatternForm::Beatty))?);
    }
    if data.dims() == 2 {
        tried.push(text!("periods for each value of a small parameter"));
        candidates.extend(confirmed(Modes::fit(&train, budget)?.map(PatternForm::Modes))?);
    }
    if let Some(short) = shortest(&mut candidates, MAX_SHORT_SIZE) {
        return Ok(Some(short));
    }
    tried.push(text!("automata in base 2, base 3, Zeckendorf and related systems"));
    if let Some(automaton) = Automaton::fit(&train, share, budget)?
        && automaton.confirms_transitions(data, train.side(), budget)?
    {
        candidates.extend(confirmed(Some(PatternForm::Automaton(automaton)))?);
    }
    Ok(shortest(&mut candidates, usize::MAX))
}

/// Reports whether a formula uses binary digits or multiplies parameters.
///
/// Such formulas are seldom proved.
fn is_opaque(pattern: &Pattern) -> bool {
    let formula = pattern.formula_in(&[]);
    let functions = Unary::ALL.iter().map(|op| op.name());
    let on_digits = functions.chain([" xor ", "&", "|"]).any(|word| formula.contains(word));
    let products = formula.match_indices(" * ").any(|(at, sign)| {
        let (before, after) = (formula[..at].chars().next_back(), formula[at + sign.len()..].chars().next());
        [before, after].into_iter().flatten().all(|c| !c.is_ascii_digit())
    });
    on_digits || products
}

/// Removes and returns the shortest of the patterns if its size is at most `max_size`.
fn shortest(forms: &mut Vec<PatternForm>, max_size: usize) -> Option<PatternForm> {
    let place = (0..forms.len()).min_by_key(|&k| forms[k].size()).filter(|&k| forms[k].size() <= max_size)?;
    Some(forms.swap_remove(place))
}

/// The result of comparing a pattern with the theorems on a game.
pub enum TheoremAgreement {
    /// Some position is covered by no theorem.
    Silent,
    /// The theorem agrees with the pattern at every position compared.
    Agrees(&'static TheoremInfo),
    /// The theorem contradicts the pattern at this position.
    Refutes(&'static TheoremInfo, Vec<u64>),
}

/// Compares a pattern with theorems at all positions of the table and at many far beyond the table.
pub fn compare_with_theorems(
    rules: &Ruleset,
    pattern: &Pattern,
    data: &Data,
    budget: &Budget,
) -> Result<TheoremAgreement> {
    let mut info = None;
    for (k, point) in data.points().chain(informative_positions(pattern)).enumerate() {
        check_budget_at(k, budget)?;
        // Skip parameters that belong to no position of the game.
        let Some(position) = rules.game.position_from_numbers(&point) else { continue };
        let Some((entry, theorem)) = entry_by_theorem(&*position, pattern.of, rules.play) else {
            return Ok(TheoremAgreement::Silent);
        };
        if pattern.eval(&point) != Some(entry) {
            return Ok(TheoremAgreement::Refutes(theorem, point));
        }
        info = Some(theorem);
    }
    Ok(info.map_or(TheoremAgreement::Silent, TheoremAgreement::Agrees))
}
