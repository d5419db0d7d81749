//! The pattern of a game: fitted to a part of its table, confirmed by the rest, proved where an engine or a theorem does so.

use crate::automaton::Automaton;
use crate::beatty::Beatty;
use crate::data::{Data, shape_of, table_of, theorem_says, usual_bound, way};
use crate::expression::Expression;
use crate::pattern::{Form, Pattern};
use crate::periodic::{Arithmetic, Periodic};
use crate::recursion::Recursion;
use grundy_rules::{Error, ErrorKind, Kind, Play, Result, Ruleset, Spec, Summand, TableView};
use grundy_solve::heap::Period;
use grundy_solve::{Budget, MovesWanted, Of, Question, Reason, Solver};

/// How sure a pattern is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// An engine or a theorem proves it.
    Proved,
    /// It agrees with the table.
    Conjecture,
    /// There is none among those that were tried.
    None,
}

impl Status {
    /// The name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Conjecture => "conjecture",
            Status::None => "none",
        }
    }
}

/// What was found about the outcomes, or about the values, of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Outcomes or values.
    pub of: Of,
    /// How sure the pattern is.
    pub status: Status,
    /// The pattern.
    pub pattern: Option<Pattern>,
    /// It agrees with all positions whose parameters are at most this.
    pub checked_to: u64,
    /// How it was found, and what proves it.
    pub method: String,
}

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// The largest parameter of the table; a bound that is cheap to reach if there is none.
    pub to: Option<u64>,
    /// Outcomes or values; both, where there are both, if nothing is said.
    pub of: Option<Of>,
    /// Whether theorems and table engines may be used; without them everything is searched, and nothing is proved.
    pub theorems: bool,
}

impl Default for Query {
    /// Everything that is cheap to find.
    fn default() -> Query {
        Query { to: None, of: None, theorems: true }
    }
}

/// Looks for the pattern of a game. Each finding is handed over as soon as it is there.
///
/// # Errors
/// `unsupported` for games without tables, and for values of games that have none; `bad_argument` if the positions do not go as
/// far as the bound; `limit` if the budget ends: then the message says what was reached.
///
/// ```
/// use grundy_proof::{Query, Status, find};
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_rules::parse_rules("take[1,3,4]").unwrap();
/// let mut found = vec![];
/// find(&rules, Query::default(), &mut Solver::new(), &Budget::default(), &mut |f| found.push(f)).unwrap();
/// assert_eq!(found[0].status, Status::Proved);
/// assert_eq!(found[0].pattern.as_ref().unwrap().formula(), "P iff n mod 7 in {0, 2}");
/// ```
pub fn find(
    rules: &Ruleset,
    query: Query,
    solver: &mut Solver,
    budget: &Budget<'_>,
    found: &mut dyn FnMut(Finding),
) -> Result<()> {
    let (dims, kind) = shape_of(rules)?;
    let has_values = kind == Kind::Impartial && rules.play == Play::Normal;
    let wanted = match query.of {
        Some(Of::Grundy) if !has_values => {
            let message = "Grundy values belong to impartial games under normal play";
            return Err(Error::new(ErrorKind::Unsupported, message).help("ask for outcomes: --of outcome"));
        }
        Some(of) => vec![of],
        None if has_values => vec![Of::Outcome, Of::Grundy],
        None => vec![Of::Outcome],
    };
    budget.check()?;
    let period = if dims == 1 && query.theorems { proved_period(rules, budget)? } else { None };
    // Values tell the outcomes as well, unless theorems tell those of more positions.
    let shared = wanted.len() == 2
        && way(rules, Of::Outcome, dims, query.theorems) == way(rules, Of::Grundy, dims, query.theorems);
    let mut tables: Option<Data> = None;
    for &of in &wanted {
        let source = if shared { Of::Grundy } else { of };
        if tables.is_none() || !shared {
            tables = Some(table(rules, source, query, period.as_ref().map(|(p, _)| *p), solver, budget)?);
        }
        let Some(data) = &tables else { continue };
        let told;
        let data = if of == source {
            data
        } else {
            let outcomes = data.values().iter().map(|&value| u32::from(value != 0)).collect();
            told = Data::new(dims, data.side(), outcomes);
            &told
        };
        found(examine(rules, query, of, data, period.as_ref(), budget)?);
    }
    Ok(())
}

/// The table that patterns are fitted to: with a proved period, two of them.
fn table(
    rules: &Ruleset,
    of: Of,
    query: Query,
    period: Option<Period>,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Data> {
    let mut compute = |to: u64, budget: &Budget<'_>| {
        table_of(rules, of, to, query.theorems, solver, budget).map_err(|error| match error.kind {
            ErrorKind::Limit if !error.message.contains("table up to") => {
                let message = format!("{} while the table up to {to} was computed", error.message);
                Error { message, ..error }
            }
            _ => error,
        })
    };
    if let Some(to) = query.to {
        return compute(period.map_or(to, |p| to.max(p.preperiod + 2 * p.period)), budget);
    }
    let mut to = usual_bound(rules, of, query.theorems)?;
    to = period.map_or(to, |p| to.max(p.preperiod + 2 * p.period));
    loop {
        // Positions may end before the bound that is usual, or lead to many others.
        let small = Budget { nodes: budget.nodes.min(MOST_NODES), ..*budget };
        // Where a period is known, so is how far to go.
        let error = match compute(to, if period.is_some() { budget } else { &small }) {
            Err(error) if to > LEAST => error,
            data => return data,
        };
        budget.check()?;
        if !matches!(error.kind, ErrorKind::Limit | ErrorKind::BadArgument) {
            return Err(error);
        }
        to /= 2;
    }
}

/// How many units of work a table may take if nobody asked for its bound, and the least bound that is tried.
const MOST_NODES: u64 = 2_000_000;
const LEAST: u64 = 16;

/// A heap whose values only a period can tell.
const FAR: u64 = 1 << 60;
/// The longest sequence in which a period is looked for, where that takes linear time, and where it takes quadratic time.
const LINEAR: u64 = 8_000_000;
const QUADRATIC: u64 = 20_000;

/// The period that an engine proves, with the theorem by which it does.
pub(crate) fn proved_period(rules: &Ruleset, budget: &Budget<'_>) -> Result<Option<(Period, String)>> {
    let bytes = match rules.game.table() {
        Some(TableView::Heaps(heaps)) if heaps.amounts().is_some() => 8 * LINEAR,
        Some(TableView::Heaps(heaps)) if heaps.code().is_some() => 8 * QUADRATIC,
        Some(TableView::Partizan { .. }) => 8 * LINEAR,
        _ => return Ok(None),
    };
    let Some(position) = rules.game.position_of(&[FAR]) else { return Ok(None) };
    let spec = Spec { play: rules.play, terms: vec![Summand { negative: false, copies: 1, position }] };
    let question = Question { theorems: true, moves: MovesWanted::None, working: false };
    let small = Budget { bytes: budget.bytes.min(bytes), ..*budget };
    let answer = match Solver::new().solve(&spec, &question, &small) {
        Ok(answer) => answer,
        Err(_) => {
            budget.check()?;
            return Ok(None);
        }
    };
    Ok(answer.reasons.iter().find_map(|reason| match reason {
        Reason::Period { period, theorem } => Some((*period, format!("{} ({})", theorem.name, theorem.source))),
        _ => None,
    }))
}

/// The finding about one table.
fn examine(
    rules: &Ruleset,
    query: Query,
    of: Of,
    data: &Data,
    period: Option<&(Period, String)>,
    budget: &Budget<'_>,
) -> Result<Finding> {
    let (dims, checked_to) = (data.dims(), data.side() - 1);
    // A table cut short by a limit may not hold the period.
    let holds = |p: &Period| p.preperiod.saturating_add(p.period) <= data.side();
    if let Some((period, theorem)) = period.filter(|(p, _)| holds(p)) {
        let form = Form::Periodic(Periodic::reduced(data.values(), period.preperiod as usize, period.period as usize));
        let method = format!("period proved by {theorem}");
        let pattern = Some(Pattern { of, dims, form });
        return Ok(Finding { of, status: Status::Proved, pattern, checked_to, method });
    }
    if (data.values().len() as u64) < FEWEST {
        let method = "so few positions say nothing; ask for a larger table with --to".to_string();
        return Ok(Finding { of, status: Status::None, pattern: None, checked_to, method });
    }
    let mut tried = vec![];
    let fitted = fit(data, of, &mut tried, budget).map_err(|error| {
        let tried = if tried.is_empty() { "nothing".to_string() } else { tried.join(", ") };
        let message = format!("{}; tried on the table up to {checked_to}: {tried}", error.message);
        Error { message, ..error }
    })?;
    let Some(form) = fitted else {
        let method = format!("no pattern among {}", tried.join(", "));
        return Ok(Finding { of, status: Status::None, pattern: None, checked_to, method });
    };
    let pattern = Pattern { of, dims, form };
    let theorem = if query.theorems { by_theorem(rules, &pattern, data, budget)? } else { None };
    let (status, method) = match theorem {
        Some(theorem) => (Status::Proved, format!("theorem {theorem}")),
        None => (Status::Conjecture, format!("fitted up to {}, confirmed by the rest", train_side(data) - 1)),
    };
    Ok(Finding { of, status, pattern: Some(pattern), checked_to, method })
}

/// The fewest entries that are looked at for a pattern.
const FEWEST: u64 = 15;

/// The side of the corner that patterns are fitted to; the rest must confirm them.
fn train_side(data: &Data) -> u64 {
    (data.side() * 2 / 3).max(1)
}

/// A pattern longer than this is kept only if nothing shorter is found.
const SHORT: usize = 64;

/// The simplest pattern that a corner of the table suggests and the rest confirms. `tried` tells what was looked for.
///
/// # Errors
/// `limit` if the budget ends first.
pub fn fit(data: &Data, of: Of, tried: &mut Vec<&'static str>, budget: &Budget<'_>) -> Result<Option<Form>> {
    let train = data.corner(train_side(data));
    let mut long: Vec<Form> = vec![];
    let confirmed = |form: Form| -> Option<Form> {
        let pattern = Pattern { of, dims: data.dims(), form };
        let right = |point: Vec<u64>| pattern.eval(&point) == Some(data.at(&point).into());
        data.points().all(right).then_some(pattern.form)
    };
    budget.check()?;
    if data.dims() == 1 {
        tried.push("periods");
        let periodic = Periodic::fit(train.values()).map(Form::Periodic).and_then(confirmed);
        tried.push("arithmetic periods");
        let arithmetic = || Arithmetic::fit(train.values()).map(Form::Arithmetic);
        let arithmetic = Some(()).filter(|()| of == Of::Grundy).and_then(|()| arithmetic()).and_then(confirmed);
        long.extend(periodic);
        long.extend(arithmetic);
        if let Some(short) = shortest(&mut long, SHORT) {
            return Ok(Some(short));
        }
    }
    tried.push("small expressions");
    if let Some(form) = Expression::fit(&train, of, budget)?.map(Form::Expression).and_then(confirmed) {
        return Ok(Some(form));
    }
    if data.dims() == 1 && of == Of::Grundy {
        tried.push("recursions over digits");
        long.extend(Recursion::fit(train.values(), budget)?.map(Form::Recursion).and_then(confirmed));
    }
    if data.dims() == 2 && of == Of::Outcome {
        tried.push("Beatty sequences");
        long.extend(Beatty::fit(&train, budget)?.map(Form::Beatty).and_then(confirmed));
    }
    if let Some(short) = shortest(&mut long, SHORT) {
        return Ok(Some(short));
    }
    tried.push("automata in base 2, base 3, Zeckendorf and its relatives");
    long.extend(Automaton::fit(&train, budget)?.map(Form::Automaton).and_then(confirmed));
    Ok(shortest(&mut long, usize::MAX))
}

/// The shortest of the patterns if it is no longer than `most`.
fn shortest(forms: &mut Vec<Form>, most: usize) -> Option<Form> {
    let place = (0..forms.len()).min_by_key(|&k| forms[k].size()).filter(|&k| forms[k].size() <= most)?;
    Some(forms.swap_remove(place))
}

/// How many positions far beyond the table a pattern and a theorem are compared at.
const SPOTS: u64 = 2000;

/// The theorem that says the same as the pattern, at all positions of the table and at many far beyond it.
fn by_theorem(rules: &Ruleset, pattern: &Pattern, data: &Data, budget: &Budget<'_>) -> Result<Option<String>> {
    let mut meter = budget.meter("positions");
    let mut card = None;
    let mut state = 1u64;
    let mut far = (0..SPOTS).map(|k| {
        let coordinate = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Numbers of all lengths up to 2^60.
            (state >> 4) >> (k % 50)
        };
        (0..pattern.dims).map(coordinate).collect::<Vec<u64>>()
    });
    let mut agree = |point: &[u64]| {
        let position = rules.game.position_of(point)?;
        let (said, theorem) = theorem_says(&*position, pattern.of, rules.play)?;
        card = Some(theorem);
        (pattern.eval(point) == Some(said)).then_some(())
    };
    for point in data.points() {
        meter.tick(1)?;
        if agree(&point).is_none() {
            return Ok(None);
        }
    }
    if far.any(|point| agree(&point).is_none()) {
        return Ok(None);
    }
    Ok(card.map(|card| format!("{} ({})", card.name, card.source)))
}
