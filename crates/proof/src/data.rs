//! Tables of the outcomes or values of all positions in a box, to which patterns are fitted.

use grundy_lang::text;
use grundy_rules::{
    DenseRules, DynPosition, Error, ErrorKind, Kind, OptionBatch, Outcome, Play, Player, Result, Ruleset, Suggestion,
    SumRules, TableForm,
};
use grundy_solve::search::{Goal, ImpartialSearch};
use grundy_solve::values::GrundyMemo;
use grundy_solve::{Budget, Quantity, Solver, partizan, with_cycle};

/// The outcomes in the order of their codes.
pub const OUTCOMES: [Outcome; 5] = [Outcome::P, Outcome::N, Outcome::L, Outcome::R, Outcome::D];

/// Returns the code of an outcome in tables and patterns: 0 for P, 1 for N, then L, R and D.
pub fn code_of(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::P => 0,
        Outcome::N => 1,
        Outcome::L => 2,
        Outcome::R => 3,
        Outcome::D => 4,
    }
}

/// A table: the entries of all points whose one to three coordinates are below `side`.
///
/// ```
/// use grundy_proof::Data;
/// let data = Data::new(2, 3, vec![0, 1, 2, 1, 0, 3, 2, 3, 0]);
/// assert_eq!(data.at(&[1, 2]), 3);
/// assert_eq!(data.points().nth(5), Some(vec![1, 2]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    dims: usize,
    side: u64,
    values: Vec<u32>,
}

impl Data {
    /// Creates a table from its entries, row by row: the last coordinate varies fastest.
    ///
    /// # Panics
    /// If the number of entries is not `side` to the power of `dims`.
    pub fn new(dims: usize, side: u64, values: Vec<u32>) -> Data {
        assert_eq!(values.len() as u64, side.pow(dims as u32), "a table holds every point of its box");
        Data { dims, side, values }
    }

    /// Returns the number of coordinates of a point.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// Returns the number of points along each side.
    pub fn side(&self) -> u64 {
        self.side
    }

    /// Returns the entry at a point of the box.
    pub fn at(&self, point: &[u64]) -> u32 {
        self.values[point.iter().fold(0, |place, &x| place * self.side + x) as usize]
    }

    /// Returns all entries, row by row.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns all points, row by row.
    pub fn points(&self) -> BoxPoints {
        BoxPoints { side: self.side, next: Some(vec![0; self.dims]).filter(|_| self.side > 0) }
    }

    /// Returns the table of the points whose coordinates are below `side`.
    ///
    /// The argument must not exceed [`Data::side`].
    pub fn corner(&self, side: u64) -> Data {
        if self.dims == 1 {
            return Data { dims: 1, side, values: self.values[..side as usize].to_vec() };
        }
        let points = BoxPoints { side, next: Some(vec![0; self.dims]).filter(|_| side > 0) };
        let values = points.map(|point| self.at(&point)).collect();
        Data { dims: self.dims, side, values }
    }
}

/// The points of a box, row by row.
#[derive(Clone, Debug)]
pub struct BoxPoints {
    side: u64,
    next: Option<Vec<u64>>,
}

impl Iterator for BoxPoints {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let point = self.next.take()?;
        let mut after = point.clone();
        for x in after.iter_mut().rev() {
            *x += 1;
            if *x < self.side {
                self.next = Some(after);
                break;
            }
            *x = 0;
        }
        Some(point)
    }
}

/// Returns the number of parameters that positions of a game have, and the kind of the game.
///
/// # Errors
/// `unsupported` for games whose positions are not one to three numbers from 0 on, for scoring games, and for
/// games of several players.
pub fn shape_of(rules: &Ruleset) -> Result<(usize, Kind)> {
    if rules.game.min_index() > 0 {
        let message = text!(
            "patterns require positions from 0 on, but the smallest number in positions of `{rules}` is {least}",
            rules,
            least = rules.game.min_index()
        );
        return Err(Error::new(ErrorKind::Unsupported, message).help(text!("use `grundy table` to list the positions")));
    }
    match (rules.dims(), rules.kind()) {
        (Some(dims), Some(kind)) if kind.is_summable() => {
            rules.game.info().check_play(rules.play)?;
            Ok((dims, kind))
        }
        (_, Some(kind)) if !kind.is_summable() => {
            let message = text!("patterns describe outcomes or Grundy values, and `{rules}` has neither", rules);
            Err(Error::new(ErrorKind::Unsupported, message))
        }
        _ => {
            let message =
                text!("`{rules}` has no table: its positions do not consist of one, two or three numbers", rules);
            if rules.game.tree(&[]).is_some() {
                // The table of all small trees shows the pattern of their values.
                let error = Error::new(ErrorKind::Unsupported, message);
                return Err(error.with_suggestion(Suggestion::Bound(rules.to_string(), 6)));
            }
            let help = match rules.game.info().name {
                "stairs" => text!(
                    "claims about the steps a, b, c, ..., the lowest first, can be proved, such as {example}",
                    example = if rules.to_string().contains("frozen") { "P iff b == 0" } else { "P iff a xor c == 0" }
                ),
                _ => text!("patterns can be found for games such as take[1,3,4], wythoff or rule{{ n -> n-1; n/2 }}"),
            };
            Err(Error::new(ErrorKind::Unsupported, message).help(help))
        }
    }
}

/// Reports whether a move may leave several components.
///
/// The outcomes of these components do not determine the outcome of their sum.
pub(crate) fn splits_positions(rules: &Ruleset) -> bool {
    rules.game.table_form().is_some_and(|view| view.may_split())
}

/// Reports whether a table holds every position of the game.
pub(crate) fn is_complete(rules: &Ruleset, data: &Data) -> bool {
    rules.game.max_index().is_some_and(|most| data.dims() == 1 && data.side().checked_sub(1) == Some(most))
}

/// The method that computes a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TableMethod {
    /// The table engines of the solver.
    Engine,
    /// A theorem, applied to each position.
    Theorem,
    /// A search with a memo table.
    Search,
}

/// Chooses the method for the table of a game; `use_theorems` is false if every entry must be searched.
pub(crate) fn table_method(rules: &Ruleset, of: Quantity, dims: usize, use_theorems: bool) -> TableMethod {
    if !use_theorems {
        return TableMethod::Search;
    }
    // The table engines do not compute misère tables of games whose positions split.
    let is_computed = |view: TableForm<'_>| view.is_tabulated() && (rules.play == Play::Normal || !view.may_split());
    if rules.game.table_form().is_some_and(is_computed) {
        return TableMethod::Engine;
    }
    let is_covered = |x: u64| {
        rules.game.position_from_numbers(&vec![x; dims]).is_none_or(|p| entry_by_theorem(&*p, of, rules.play).is_some())
    };
    if is_covered(0) && is_covered(1) && is_covered(13) { TableMethod::Theorem } else { TableMethod::Search }
}

/// Reports whether positions may split under misère play, so that a search has to explore sums.
fn splits_under_misere(rules: &Ruleset) -> bool {
    let Some(view) = rules.game.table_form().filter(|view| rules.play == Play::Misere && view.may_split()) else {
        return false;
    };
    // For heaps, the options of small sizes show whether heaps split.
    view.heap_rules().is_none_or(|heaps| {
        let mut splits = false;
        (2..16).for_each(|size| heaps.options(size, &mut |after| splits |= after.len() > 1));
        splits
    })
}

/// Returns the entry of a position by a theorem that covers the position, and the theorem.
pub(crate) fn entry_by_theorem(
    position: &dyn DynPosition,
    of: Quantity,
    play: Play,
) -> Option<(u64, &'static grundy_rules::TheoremInfo)> {
    if let Some((genus, info)) = position.genus_by_theorem(0, play) {
        let outcome = if play == Play::Normal { genus.normal.outcome() } else { genus.misere_outcome() };
        return match of {
            Quantity::Grundy => Some((u64::try_from(genus.normal.0).ok()?, info)),
            Quantity::Outcome => Some((code_of(outcome).into(), info)),
        };
    }
    match of {
        Quantity::Grundy => None,
        Quantity::Outcome => {
            position.outcome_by_theorem(0, play).map(|(outcome, info)| (code_of(outcome).into(), info))
        }
    }
}

/// Returns the bound up to which a table is cheap, that is, takes a few seconds at most.
///
/// The bound depends on the arguments alone, not on time, so that the same request always has the same result.
///
/// # Errors
/// `unsupported`, as for [`shape_of`].
pub fn default_bound(rules: &Ruleset, of: Quantity, use_theorems: bool) -> Result<u64> {
    let (dims, _) = shape_of(rules)?;
    let usual = default_bound_of(rules, of, dims, use_theorems);
    Ok(rules.game.max_index().map_or(usual, |most| most.min(usual)))
}

fn default_bound_of(rules: &Ruleset, of: Quantity, dims: usize, use_theorems: bool) -> u64 {
    if let Some(heaps) = rules.game.table_form().and_then(TableForm::heap_rules) {
        // Listing options makes a rule detect that its heaps can grow; then `table_method` chooses another method.
        (0..32).for_each(|size| heaps.options(size, &mut |_| {}));
    }
    let max_bound = [40_000, 400, 64][dims - 1];
    let work: u128 = match (table_method(rules, of, dims, use_theorems), rules.game.table_form()) {
        (TableMethod::Theorem, _) => return max_bound,
        (TableMethod::Engine, Some(view)) if view.is_dense() => 200_000_000,
        (TableMethod::Engine, Some(view))
            if view.heap_rules().is_some_and(|heaps| heaps.amounts().is_none() && heaps.code().is_none()) =>
        {
            60_000_000
        }
        (TableMethod::Engine, _) => return max_bound,
        // A search of positions that may split visits many times more positions.
        (TableMethod::Search, _) if splits_under_misere(rules) => return 128,
        (TableMethod::Search, _) => 2_000_000,
    };
    let sizes = [[64u64, 128], [12, 24], [6, 12]][dims - 1];
    let options = sizes.map(|x| {
        let position = rules.game.position_from_numbers(&vec![x; dims]);
        let moves = position.map_or(1, |p| (p.moves(0, Player::LEFT).count() + 1) as u128);
        match (rules.game.table_form(), dims) {
            (Some(TableForm::Dense(dense)), 1..=3) => moves + SUM_COST * components_in_sums(dense, x, dims),
            _ => moves,
        }
    });
    // The number of options grows roughly like a power of the size. The size doubles, so the ratio of the numbers, here
    // in tenths, gives the degree.
    let degree = match options[1] * 10 / options[0] {
        0..=12 => 0,
        13..=26 => 1,
        27..=52 => 2,
        _ => 3,
    };
    let cost = |to: u128| to.pow(dims as u32) * options[1] * to.pow(degree) / u128::from(sizes[1]).pow(degree);
    let bounds: &[u64] = match dims {
        1 => &[20_000, 10_000, 5000, 2500, 1200, 600, 300, 150, 80],
        2 => &[400, 300, 200, 150, 120, 100, 80, 60, 50, 40, 30, 20],
        _ => &[64, 48, 32, 26, 20, 16, 12, 8],
    };
    bounds.iter().copied().find(|&to| cost(to.into()) <= work).unwrap_or(bounds[bounds.len() - 1])
}

/// The cost of reading one component of a sum, relative to that of one option without a sum.
const SUM_COST: u128 = 24;

/// Returns the number of components of sums that an engine reads at one position.
///
/// The numbers of the position are all `x`. The count stops at 2^20.
fn components_in_sums(rules: &dyn DenseRules, x: u64, dims: usize) -> u128 {
    const MAX_COUNT: usize = 1 << 20;
    let mut walker = rules.walker();
    walker.start(std::array::from_fn(|k| if k < dims { x } else { 0 }));
    let mut count = 0;
    while count < MAX_COUNT
        && let Ok(Some(options)) = walker.next()
    {
        count += match options {
            OptionBatch::Counted(components) => components.len(),
            OptionBatch::Extended { added, others, .. } => added.len() + others.len(),
            OptionBatch::Run { .. } | OptionBatch::Lanes { .. } => 0,
        };
    }
    count as u128
}

/// Memory for one entry, in bytes.
///
/// This includes the entry, its copy in the outcomes or in the corner that patterns are fitted to, and the working
/// memory of the search for a period.
const ENTRY_BYTES: u128 = 20;

/// Computes a table for coordinates 0 to `to`; `use_theorems` is false to search every entry.
///
/// # Errors
/// `unsupported`, as for [`shape_of`]; `bad_argument` if positions do not reach `to`; `limit` if the budget runs out.
///
/// ```
/// use grundy_proof::table_of;
/// use grundy_solve::{Budget, Quantity, Solver};
/// let rules = grundy_games::parse_rules("euclid").unwrap();
/// let data = table_of(&rules, Quantity::Outcome, 5, true, &mut Solver::new(), &Budget::default()).unwrap();
/// assert_eq!(data.at(&[3, 2]), 0); // a P-position
/// ```
pub fn table_of(
    rules: &Ruleset,
    of: Quantity,
    to: u64,
    use_theorems: bool,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Data> {
    let (dims, kind) = shape_of(rules)?;
    let side = u128::from(to) + 1;
    budget
        .check_fits(side.saturating_pow(dims as u32).saturating_mul(ENTRY_BYTES), &text!("the table up to {to}", to))?;
    if rules.game.position_from_numbers(&vec![to; dims]).is_none() {
        let message = text!("the numbers in positions of {game} do not reach {to}", game = rules.game.rules_text(), to);
        let error = Error::new(ErrorKind::BadArgument, message);
        return Err(match rules.game.max_index() {
            Some(most) => error.help(text!("the largest position is {most}", most)),
            None => error.with_suggestion(Suggestion::SmallerTable),
        });
    }
    let side = to + 1;
    let values = match table_method(rules, of, dims, use_theorems) {
        TableMethod::Engine => by_engine(rules, of, dims, to, solver, budget)?,
        TableMethod::Theorem => by_theorem(rules, of, dims, side, budget)?,
        TableMethod::Search => None,
    };
    // If the computation showed that heaps can grow, the entries are wrong, so search instead.
    let is_tabulated = table_method(rules, of, dims, use_theorems) != TableMethod::Search;
    let values = match values.filter(|_| is_tabulated) {
        Some(values) => values,
        None => by_search(rules, of, kind, dims, side, budget).map_err(|error| {
            let points = BoxPoints { side, next: Some(vec![0; dims]) };
            with_cycle(error, points.take(MAX_ROOTS).filter_map(|point| rules.game.position_from_numbers(&point)))
        })?,
    };
    rules.game.check_and_clear_fault()?;
    Ok(Data::new(dims, side, values))
}

/// Maximal number of positions from which a cycle of moves is sought after an error.
const MAX_ROOTS: usize = 1000;

/// Computes the entries by the engines that `grundy table` uses.
///
/// Returns `None` if the engines do not support the game.
fn by_engine(
    rules: &Ruleset,
    of: Quantity,
    dims: usize,
    to: u64,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Option<Vec<u32>>> {
    let mut table = match solver.table(rules, of, to, true, budget) {
        Err(error) if error.kind == ErrorKind::Unsupported => return Ok(None),
        table => table?,
    };
    let mut values = vec![];
    for point in (BoxPoints { side: to + 1, next: Some(vec![0; dims]) }) {
        let mut at = [0; 3];
        at[..dims].copy_from_slice(&point);
        let cell = table.cell(at)?;
        values.push(match (of, cell.grundy) {
            (Quantity::Grundy, Some(value)) => to_entry(value.0)?,
            // This engine computes outcomes only.
            (Quantity::Grundy, None) => return Ok(None),
            (Quantity::Outcome, _) => code_of(cell.outcome),
        });
    }
    Ok(Some(values))
}

/// Converts a value to an entry; fails for values from 2^32 on.
fn to_entry(value: u128) -> Result<u32> {
    u32::try_from(value).map_err(|_| Error::new(ErrorKind::Limit, text!("a value exceeds 2^32")))
}

/// Computes the entries by theorems; returns `None` if no theorem covers some position.
fn by_theorem(rules: &Ruleset, of: Quantity, dims: usize, side: u64, budget: &Budget) -> Result<Option<Vec<u32>>> {
    let mut meter = budget.meter(text!("positions")).with_total(side.checked_pow(dims as u32));
    let mut values = vec![];
    for point in (BoxPoints { side, next: Some(vec![0; dims]) }) {
        meter.advance(1)?;
        let position = rules.game.position_from_numbers(&point);
        let Some((value, _)) = position.and_then(|p| entry_by_theorem(&*p, of, rules.play)) else { return Ok(None) };
        values.push(to_entry(value.into())?);
    }
    Ok(Some(values))
}

/// Computes the entries by search; all positions share a memo table.
fn by_search(rules: &Ruleset, of: Quantity, kind: Kind, dims: usize, side: u64, budget: &Budget) -> Result<Vec<u32>> {
    // Searching a position takes many times longer than computing an entry by an engine, so allow fewer nodes.
    let searching = if budget.nodes == u64::MAX { u64::MAX } else { budget.nodes / 50 };
    let budget = &Budget { nodes: searching, ..budget.clone() };
    let mut sum_rules = SumRules::default();
    let mut scratch = SumRules::default();
    // Register the ruleset once, so that all components share its number.
    rules.game.position_from_numbers(&vec![0; dims]).map(|position| position.erased_components(&mut sum_rules, false));
    let points = BoxPoints { side, next: Some(vec![0; dims]) };
    // If the evaluation of the rules is aborted, positions have no moves, and a search without moves never checks the
    // limits. So check the limits here.
    let check_limits = |done: usize| if done.is_multiple_of(1024) { budget.check() } else { Ok(()) };
    let mut components = |point: &[u64]| {
        let position = rules.game.position_from_numbers(point);
        position.map(|position| position.erased_components(&mut scratch, false)).unwrap_or_default()
    };
    let mut list = vec![];
    if kind == Kind::Partizan {
        let mut search = partizan::PartizanSearch::new(&sum_rules, rules.play, budget);
        for point in points {
            check_limits(list.len())?;
            let components = components(&point);
            let position = search.position(components.iter().map(|component| (component, 1)))?;
            list.push(code_of(search.outcome(&position)?));
        }
    } else if rules.play == Play::Normal {
        let mut values = GrundyMemo::new(&sum_rules, &[], budget);
        for point in points {
            check_limits(list.len())?;
            let mut sum = 0;
            for component in components(&point) {
                sum ^= values.evaluate(&component)?.0;
            }
            list.push(to_entry(if of == Quantity::Grundy { sum } else { u128::from(sum != 0) })?);
        }
    } else {
        let mut search = ImpartialSearch::new(&sum_rules, rules.play, Goal::Outcome, budget);
        for point in points {
            check_limits(list.len())?;
            let components = components(&point);
            let root = search.position(components.iter().map(|component| (component, 1)))?;
            list.push(to_entry(search.evaluate(root)?.into())?);
        }
    }
    Ok(list)
}

/// Checks the budget if `k`, the number of the iteration of a loop, is a multiple of 4096.
///
/// Loops that evaluate patterns call this, since an evaluation does not count as a node.
pub(crate) fn check_budget_at(k: usize, budget: &Budget) -> Result<()> {
    if k.is_multiple_of(4096) { budget.check() } else { Ok(()) }
}
