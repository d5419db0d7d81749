//! Tables of the outcomes or values of all heaps, pairs or triples of numbers up to a bound.
//!
//! `build.rs` makes a [`Table`], `brute_force.rs` computes entries by brute force, and `losers.rs` has the
//! tables of games of several players. `trees.rs` has the tables of all trees.

mod brute_force;
mod build;
mod losers;
mod trees;

use brute_force::SearchedEntries;
use grundy_engines::heap::HeapOutcomes;
use grundy_engines::value_table::{Quantity, TableEntry, TableQuery, ValueTable};
use grundy_rules::Budget;
use grundy_rules::{Coordinates, DynPosition, Outcome, Result, Ruleset, TheoremInfo};
pub use losers::LoserTable;
pub use trees::{Combination, TreePattern, TreeRow, TreeTable};

/// A table of all heaps, pairs or triples of numbers from the least to a bound, readable in any order.
///
/// All computation that needs much memory happened when the table was made. Reading an entry fails only on a timeout,
/// on a cancellation, or if a search for a gap in a theorem exceeds the budget.
pub struct Table<'a> {
    rules: &'a Ruleset,
    quantity: Quantity,
    from: u64,
    to: u64,
    dims: usize,
    /// Whether the engine's table is indexed by the coordinates of a position, and not by its table index.
    indexed_by_coordinates: bool,
    source: TableSource<'a>,
    budget: &'a Budget,
    read: u64,
}

enum TableSource<'a> {
    /// A theorem gives the first and the last entry, and nearly all entries between them.
    /// The other entries are found by search.
    Theorem,
    /// An engine has filled its table with all entries.
    Engine(&'a mut dyn ValueTable, TableQuery<'a>),
    /// The outcomes of heaps from which players take amounts.
    Won(HeapOutcomes),
    /// The outcomes of the positions of a partizan game, found by search; the last number varies fastest.
    Classes(Vec<Outcome>),
    /// Entries computed by search, preceded by those of an engine's table, if there are any.
    Searched(Option<(&'a mut dyn ValueTable, TableQuery<'a>)>, SearchedEntries),
}

impl Table<'_> {
    /// Returns the game and the play convention.
    pub fn rules(&self) -> &Ruleset {
        self.rules
    }

    /// Returns the quantity that the entries hold.
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// Returns the least number in the positions of the table: 0 unless the game begins at a larger number.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Returns the largest number in the positions of the table.
    pub fn to(&self) -> u64 {
        self.to
    }

    /// Returns the number of coordinates: 1 for heaps, 2 for pairs, 3 for triples.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// Returns the coordinates of the last entry: the bound for each used number, and zeros for the others.
    pub fn last(&self) -> Coordinates {
        corner(self.dims, self.to)
    }

    /// Returns the coordinates of the first entry, with zeros for numbers that are not used.
    pub fn first(&self) -> Coordinates {
        corner(self.dims, self.from)
    }

    /// Returns the entry of the heap `[n, 0, 0]`, the pair `[a, b, 0]`, or the triple `[a, b, c]`.
    ///
    /// Each used number must be at least [`Table::from`] and at most [`Table::to`].
    ///
    /// # Errors
    /// Fails with `limit` if the work timed out or was interrupted, or if a search for a gap in a theorem exceeds the
    /// budget.
    pub fn cell(&mut self, at: Coordinates) -> Result<TableEntry> {
        self.read = self.read.wrapping_add(1);
        if self.read.is_multiple_of(4096) {
            self.budget.check()?;
        }
        let (rules, play) = (self.rules, self.rules.play);
        let place = if self.indexed_by_coordinates { at } else { rules.game.table_coordinates_at(at).unwrap_or(at) };
        match &mut self.source {
            // The theorem may have gaps; a position in a gap is searched on its own.
            TableSource::Theorem => {
                entry_at(rules, self.quantity, at).map_or_else(|| gap(rules, self.quantity, at, self.budget), Ok)
            }
            TableSource::Engine(cells, query) => cells.cell(place, self.quantity, query),
            TableSource::Won(outcomes) => {
                Ok(TableEntry::from_value(outcomes.is_won(place[0]).into(), play, self.quantity))
            }
            TableSource::Classes(list) => {
                let side = self.to - self.from + 1;
                let index = at[..self.dims].iter().fold(0, |index, &n| index * side + n - self.from);
                Ok(TableEntry::from_outcome(list[index as usize]))
            }
            TableSource::Searched(Some((cells, query)), searched) if at[0] < searched.from => {
                cells.cell(at, self.quantity, query)
            }
            TableSource::Searched(_, searched) => Ok(searched.cell(at, play, self.quantity)),
        }
    }
}

/// Returns the coordinates with `to` for each of `dims` numbers, and zeros for the others.
fn corner(dims: usize, to: u64) -> Coordinates {
    std::array::from_fn(|k| if k < dims { to } else { 0 })
}

/// Reports whether theorems give the first and the last entry, and so all but a few entries.
fn is_closed(rules: &Ruleset, of: Quantity, first: Coordinates, last: Coordinates) -> bool {
    entry_at(rules, of, last).is_some() && entry_at(rules, of, first).is_some()
}

/// Returns the entry of the component of these numbers, if a theorem gives it.
fn entry_at(rules: &Ruleset, of: Quantity, at: Coordinates) -> Option<TableEntry> {
    entry_by_theorem(rules, of, &*rules.game.position_at(at)?).map(|(entry, _)| entry)
}

/// Returns the entry of a position of one component, with the theorem that gives it, if there is one.
fn entry_by_theorem(
    rules: &Ruleset,
    of: Quantity,
    position: &dyn DynPosition,
) -> Option<(TableEntry, &'static TheoremInfo)> {
    if let Some((genus, theorem)) = position.genus_by_theorem(0, rules.play) {
        return Some((TableEntry::from_genus(genus, rules.play, of), theorem));
    }
    if of == Quantity::Grundy {
        return None;
    }
    position.outcome(0, rules.play).map(|(outcome, theorem)| (TableEntry::from_outcome(outcome), theorem))
}

/// Returns an entry that theorems do not give although they give the first and the last entry.
fn gap(rules: &Ruleset, of: Quantity, at: Coordinates, budget: &Budget) -> Result<TableEntry> {
    let searched = SearchedEntries::one(rules, of, at, budget)?;
    Ok(TableEntry::from_value(searched, rules.play, of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MovesWanted, Question, Solver};
    use grundy_games::{library, parse_rules};
    use grundy_rules::{ErrorKind, PositionSum, Suggestion, TableView};

    /// Returns the rules of all sample positions in the library whose game has a table, each once.
    fn games() -> Vec<String> {
        let mut names = vec![];
        for entry in library().games() {
            for position in
                entry.samples().take(60).filter(|p| p.ruleset().table_view().is_some_and(TableView::is_tabulated))
            {
                let name = position.ruleset().rules_text();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        assert!(names.len() > 30, "{names:?}");
        names
    }

    fn single_position(rules: &Ruleset, at: Coordinates) -> PositionSum {
        let position = rules.game.position_at(at).unwrap();
        rules.position_sum(position)
    }

    fn places(table: &Table<'_>) -> Vec<Coordinates> {
        let [a, b, c] = table.last();
        (0..=a).flat_map(|a| (0..=b).flat_map(move |b| (0..=c).map(move |c| [a, b, c]))).collect()
    }

    #[test]
    fn agrees_with_single_questions_by_search() {
        let question =
            Question { theorems: false, moves: MovesWanted::None, wants_working: false, ..Question::default() };
        let budget = Budget::default();
        for name in games() {
            for prefix in ["", "misere "] {
                let rules = parse_rules(&format!("{prefix}{name}")).unwrap();
                if rules.game.info().check_play(rules.play).is_err() {
                    continue;
                }
                let bound = [15, 8, 4][rules.game.table_view().unwrap().dims() - 1];
                // In games whose numbers describe whole sums, the number of positions grows exponentially.
                let bound = if name.contains("*(") || name.contains("sum(") { 3 } else { bound };
                let to = (0..=bound).rev().find(|&n| rules.game.position_at([n, 0, 0]).is_some()).unwrap();
                let of = Quantity::default_for(&rules);
                let (mut solver, mut single) = (Solver::new(), Solver::new());
                let mut table = solver.table(&rules, of, to, true, &budget).unwrap();
                let mut brute = Solver::new();
                let mut brute = brute.table(&rules, of, to, false, &budget).unwrap();
                let mut outcomes = Solver::new();
                let mut outcomes = outcomes.table(&rules, Quantity::Outcome, to, true, &budget).unwrap();
                for at in places(&table) {
                    let answer = single.solve(&single_position(&rules, at), &question, &budget).unwrap();
                    let cell = table.cell(at).unwrap();
                    assert_eq!(Some(cell.outcome), answer.result.outcome, "{rules} {at:?}");
                    assert_eq!(cell.grundy, answer.values.grundy, "{rules} {at:?}");
                    assert_eq!(brute.cell(at).unwrap(), cell, "{rules} {at:?}");
                    let outcome = outcomes.cell(at).unwrap();
                    assert_eq!(outcome, TableEntry { grundy: None, ..cell }, "{rules} {at:?}");
                }
            }
        }
    }

    /// Returns the Grundy value of a Chomp position, given by its row lengths, by the definition.
    /// The options are all bites except the one at the first square, which loses.
    fn chomp_value(rows: Vec<u64>, known: &mut std::collections::HashMap<Vec<u64>, u128>) -> u128 {
        if let Some(&value) = known.get(&rows) {
            return value;
        }
        let mut option_values = vec![];
        for (row, column) in (0..rows.len()).flat_map(|row| (0..rows[row]).map(move |column| (row, column))).skip(1) {
            let left = rows.iter().enumerate().map(|(at, &n)| if at < row { n } else { n.min(column) });
            option_values.push(chomp_value(left.filter(|&n| n > 0).collect(), known));
        }
        let value = (0..).find(|value| !option_values.contains(value)).unwrap();
        known.insert(rows, value);
        value
    }

    #[test]
    fn tables_begin_at_the_least_number() {
        let (budget, mut known) = (Budget::default(), std::collections::HashMap::new());
        let rules = parse_rules("chomp").unwrap();
        assert_eq!((rules.dims(), rules.has_values()), (Some(2), true));
        for theorems in [true, false] {
            let (mut solver, mut other) = (Solver::new(), Solver::new());
            let mut table = solver.table(&rules, Quantity::Grundy, 5, theorems, &budget).unwrap();
            let mut outcomes = other.table(&rules, Quantity::Outcome, 5, theorems, &budget).unwrap();
            assert_eq!((table.first(), table.last(), table.from()), ([1, 1, 0], [5, 5, 0], 1));
            for [m, n] in (1..=5).flat_map(|m| (1..=5).map(move |n| [m, n])) {
                let value = chomp_value(vec![n; m as usize], &mut known);
                assert_eq!(table.cell([m, n, 0]).unwrap().grundy.unwrap().0, value, "{m}x{n}");
                let outcome = if value == 0 { Outcome::P } else { Outcome::N };
                assert_eq!(outcomes.cell([m, n, 0]).unwrap().outcome, outcome, "{m}x{n}");
            }
        }
        let misere = parse_rules("misere chomp").unwrap();
        let (mut solver, mut single) = (Solver::new(), Solver::new());
        let mut table = solver.table(&misere, Quantity::Outcome, 4, true, &budget).unwrap();
        let question =
            Question { theorems: false, moves: MovesWanted::None, wants_working: false, ..Question::default() };
        for at in (1..=4).flat_map(|m| (1..=4).map(move |n| [m, n, 0])) {
            let answer = single.solve(&single_position(&misere, at), &question, &budget).unwrap();
            assert_eq!(Some(table.cell(at).unwrap().outcome), answer.result.outcome, "{at:?}");
        }
        let error = Solver::new().table(&rules, Quantity::Grundy, 0, true, &budget).err().unwrap();
        assert_eq!(error.kind, ErrorKind::BadArgument);
        assert_eq!(error.message, "the positions of chomp begin at 1");
        let error = Solver::new().table(&misere, Quantity::Grundy, 3, true, &budget).err().unwrap();
        assert_eq!(error.kind, ErrorKind::Unsupported);
    }

    #[test]
    fn wild_games_are_searched_beyond_their_tame_heaps() {
        let rules = parse_rules("misere kayles").unwrap();
        let (mut solver, mut single) = (Solver::new(), Solver::new());
        let budget = Budget::default();
        let question = Question { moves: MovesWanted::None, ..Question::default() };
        let mut table = solver.table(&rules, Quantity::Outcome, 30, true, &budget).unwrap();
        assert!(matches!(table.source, TableSource::Searched(Some(_), _)));
        for n in 0..=30 {
            let answer = single.solve(&single_position(&rules, [n, 0, 0]), &question, &budget).unwrap();
            assert_eq!(Some(table.cell([n, 0, 0]).unwrap().outcome), answer.result.outcome, "{n}");
        }
    }

    #[test]
    fn bounds_beyond_memory_are_refused_before_anything_is_read() {
        let budget = Budget::default();
        for (name, closed) in [
            ("take[prime]", false),
            ("wythoff", false),
            ("grundy_game", false),
            ("misere grundy_game", false),
            ("misere wythoff", true),
            ("nim", true),
        ] {
            let rules = parse_rules(name).unwrap();
            for theorems in [true, false].into_iter().filter(|&theorems| !(theorems && closed)) {
                let budget = Budget { nodes: 100_000, ..budget.clone() };
                let error = Solver::new()
                    .table(&rules, Quantity::default_for(&rules), u64::MAX, theorems, &budget)
                    .err()
                    .unwrap();
                assert_eq!(error.kind, ErrorKind::Limit, "{name}: {error}");
            }
        }
    }

    #[test]
    fn closed_forms_and_periods_need_no_memory() {
        let budget = Budget { bytes: 1 << 16, ..Budget::default() };
        for (name, of, at, outcome) in [
            ("nim", Quantity::Grundy, [u64::MAX, 0, 0], Outcome::N),
            ("take[1,3,4]", Quantity::Grundy, [7 * 10u64.pow(17), 0, 0], Outcome::P),
            ("misere take[2,5]", Quantity::Outcome, [10u64.pow(18), 0, 0], Outcome::N),
            ("wythoff", Quantity::Outcome, [165_580_140, 267_914_295, 0], Outcome::P),
        ] {
            let rules = parse_rules(name).unwrap();
            let mut solver = Solver::new();
            let mut table = solver.table(&rules, of, at[0].max(at[1]), true, &budget).unwrap();
            assert_eq!(table.cell(at).unwrap().outcome, outcome, "{name}");
        }
    }

    #[test]
    fn unsupported_quantities_are_refused() {
        let rules = parse_rules("misere nim").unwrap();
        let budget = Budget::default();
        let error = Solver::new().table(&rules, Quantity::Grundy, 3, true, &budget).err().unwrap();
        assert_eq!(error.kind, ErrorKind::Unsupported);
        assert_eq!(error.suggestion(), Some(&Suggestion::Outcomes));
    }
}
