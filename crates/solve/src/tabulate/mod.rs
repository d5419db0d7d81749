//! Outcomes and values of all heaps, pairs or triples of numbers up to a bound.

use crate::budget::Budget;
use crate::dense::{DenseTable, Tell};
use crate::heap::Won;
use crate::partizan::{self, Outcomes};
use crate::search::{Goal, Search};
use crate::solver::Solver;
use crate::tables::{HeapTable, PairTable, Worth};
use grundy_lang::text;
use grundy_rules::{
    AnyRules, Coordinates, DenseRules, Error, ErrorKind, Genus, HeapRules, Kind, Nimber, Outcome, Play, Remedy, Result,
    Ruleset, TableView,
};

/// What a table is to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// Who wins.
    Outcome,
    /// The Grundy values, and who wins by them.
    Grundy,
}

impl Of {
    /// The name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Of::Outcome => "outcome",
            Of::Grundy => "grundy",
        }
    }

    /// What a table of these rules tells if nobody says: Grundy values, where the game and the play have them.
    pub fn usual(rules: &Ruleset) -> Of {
        let partizan = rules.game.position([0; 3]).is_some_and(|position| position.kind() == Kind::Partizan);
        if rules.play == Play::Normal && !partizan { Of::Grundy } else { Of::Outcome }
    }
}

/// One entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, if the table tells values.
    pub grundy: Option<Nimber>,
}

/// All heaps from 0 to a bound, or all pairs or triples of such numbers, ready to be read in any order.
///
/// Whatever takes memory or may fail for want of it was done when the table was made; reading fails only if the time ends or
/// somebody interrupts.
pub struct Table<'a> {
    rules: &'a Ruleset,
    of: Of,
    to: u64,
    dims: usize,
    /// Whether the table of engines has the numbers of positions.
    counts: bool,
    source: Source<'a>,
    budget: &'a Budget<'a>,
    read: u64,
}

enum Source<'a> {
    /// A theorem speaks of every entry.
    Theorem,
    Heaps(&'a mut HeapTable, &'a dyn HeapRules),
    Won(Won),
    Pairs(&'a mut PairTable),
    Dense(&'a mut DenseTable, &'a dyn DenseRules),
    /// Left and Right have moves of their own.
    Partizan(&'a mut Outcomes),
    /// The same, searched.
    Classes(Vec<Outcome>),
    /// Heaps below the first of `searched` stand in the table, if there is one; the others were searched.
    Searched(Option<(&'a mut HeapTable, &'a dyn HeapRules)>, Searched),
}

impl Solver {
    /// The table of a game: every heap, or every pair or triple of numbers, from 0 to `to`.
    ///
    /// Without `theorems` everything is searched.
    ///
    /// # Errors
    /// `unsupported` for games without a table, and for Grundy values under misère play; `limit` if the budget does not
    /// suffice.
    ///
    /// ```
    /// use grundy_games::parse_rules;
    /// use grundy_rules::Outcome;
    /// use grundy_solve::{Budget, Of, Solver};
    /// let rules = parse_rules("take[1,3,4]").unwrap();
    /// let mut solver = Solver::new();
    /// let budget = Budget::default();
    /// let mut table = solver.table(&rules, Of::Grundy, 9, true, &budget).unwrap();
    /// let values: Vec<u128> = (0..=9).map(|n| table.cell([n, 0, 0]).unwrap().grundy.unwrap().0).collect();
    /// assert_eq!(values, [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]);
    /// ```
    pub fn table<'a>(
        &'a mut self,
        rules: &'a Ruleset,
        of: Of,
        to: u64,
        theorems: bool,
        budget: &'a Budget<'a>,
    ) -> Result<Table<'a>> {
        budget.check()?;
        let name = rules.game.rules_text();
        if rules.play == Play::Misere && of == Of::Grundy {
            let error = Error::new(ErrorKind::Unsupported, text!("Grundy values belong to normal play"));
            return Err(error.mended_by(Remedy::Outcomes));
        }
        let unsupported = || {
            let message = text!(
                "`{name}` has no table: its positions are neither single heaps nor pairs or triples",
                name = &name
            );
            Error::new(ErrorKind::Unsupported, message).help(text!(
                "tables are of games such as take[1,3,4], kayles or wythoff; `grundy solve` answers single positions"
            ))
        };
        let first = rules.game.position([0; 3]);
        if first.as_ref().is_some_and(|p| p.kind() == Kind::Multiplayer) {
            let message =
                text!("`{name}` has no table: several players have neither outcomes nor Grundy values", name = &name);
            return Err(
                Error::new(ErrorKind::Unsupported, message).help(text!("`grundy solve` answers single positions"))
            );
        }
        let dims = rules.dims().ok_or_else(unsupported)?;
        rules.game.card().check_play(rules.play)?;
        let partizan = first.is_some_and(|p| p.kind() == Kind::Partizan);
        if partizan && of == Of::Grundy {
            let message = text!("partizan games have no Grundy values: Left and Right have moves of their own");
            let error = Error::new(ErrorKind::Unsupported, message);
            return Err(error.mended_by(Remedy::Outcomes));
        }
        let tables = self.tables();
        if tables.bytes() > budget.bytes / 2 {
            tables.clear();
        }
        let last = last(dims, to);
        if rules.game.position(last).is_none() {
            let message = text!("the positions of {name} do not go up to {to}", name = &name, to);
            return Err(Error::new(ErrorKind::BadArgument, message).help(match rules.game.largest() {
                Some(most) => text!("the largest one is {most}", most),
                None => text!("ask for a table up to a smaller bound"),
            }));
        }
        // Games without a table for engines are told by theorem or searched.
        let view = || rules.game.table();
        // The table of engines may count down, from the largest position.
        let counts = view().is_none() || rules.game.place([0; 3]) == Some([0; 3]);
        let far = if counts { last } else { rules.game.place([0; 3]).unwrap_or(last) };
        let of_heaps = matches!(view(), Some(TableView::Heaps(_)));
        let mut unknown = match view() {
            _ if partizan => None,
            _ if !theorems => Some(0),
            _ if is_closed(rules, of, last) => None,
            Some(TableView::Heaps(heaps)) if of == Of::Outcome && heaps.amounts().is_some_and(Won::serve) => None,
            Some(TableView::Heaps(heaps)) => {
                let table = tables.heap(&name, heaps);
                let known = table.worth(heaps, far[0], rules.play, budget)?.genus.is_some();
                // A table that counts down says nothing of the first positions then.
                table.first_unknown(rules.play).filter(|_| !known).map(|from| if counts { from } else { 0 })
            }
            Some(TableView::Rays(steps)) => {
                tables.pair(&name, steps).worth([to, to], rules.play, budget)?;
                None
            }
            // Under misère play a sum of components is more than their outcomes.
            Some(TableView::Dense(dense)) if rules.play == Play::Misere && dense.splits() => Some(0),
            Some(TableView::Dense(_)) => None,
            _ => Some(0),
        };
        let view = view();
        if let (true, Some(TableView::Dense(dense)), None | Some(1..)) = (of_heaps, view, unknown) {
            // The heaps of this rule turned out not to go down: what their table told is none.
            unknown = (rules.play == Play::Misere && dense.splits()).then_some(0);
        }
        let tell = if of == Of::Grundy || matches!(view, Some(TableView::Dense(d)) if d.splits()) {
            Tell::Values
        } else {
            Tell::Outcomes
        };
        if let (Some(TableView::Dense(dense)), None) = (view, unknown) {
            tables.dense(&name, dense.dims(), tell, rules.play).fill(dense, last, budget)?;
        }
        let searched = unknown.map(|from| Searched::all(rules, of, from, last, budget)).transpose()?;
        if let Some(fault) = rules.game.fault() {
            tables.clear();
            return Err(fault);
        }
        let closed = theorems && is_closed(rules, of, last);
        let amounts = match view {
            Some(TableView::Heaps(heaps)) if of == Of::Outcome && theorems && !closed => heaps.amounts(),
            _ => None,
        };
        let won = amounts.filter(|amounts| Won::serve(amounts));
        let won = won.map(|amounts| Won::compute(amounts, rules.play, far[0], budget)).transpose()?;
        let source = match (won, searched, view) {
            (Some(won), ..) => Source::Won(won),
            (None, Some(searched), Some(TableView::Heaps(heaps))) if searched.from > 0 => {
                Source::Searched(Some((tables.heap(&name, heaps), heaps)), searched)
            }
            (None, Some(searched), _) => Source::Searched(None, searched),
            _ if closed => Source::Theorem,
            (None, None, Some(TableView::Partizan { left, right })) if theorems => {
                let outcomes = tables.partizan(&name, [left, right], rules.play);
                outcomes.extend(to, budget)?;
                Source::Partizan(outcomes)
            }
            (None, None, Some(TableView::Heaps(heaps))) => Source::Heaps(tables.heap(&name, heaps), heaps),
            (None, None, Some(TableView::Rays(steps))) => Source::Pairs(tables.pair(&name, steps)),
            (None, None, Some(TableView::Dense(dense))) => {
                Source::Dense(tables.dense(&name, dense.dims(), tell, rules.play), dense)
            }
            _ => Source::Classes(classes(rules, last, budget)?),
        };
        match rules.game.fault() {
            Some(fault) => Err(fault),
            None => Ok(Table { rules, of, to, dims, counts, source, budget, read: 0 }),
        }
    }
}

impl Table<'_> {
    /// The game and the play.
    pub fn rules(&self) -> &Ruleset {
        self.rules
    }

    /// What the entries tell.
    pub fn of(&self) -> Of {
        self.of
    }

    /// The last heap, or the last number of a pair.
    pub fn to(&self) -> u64 {
        self.to
    }

    /// How many numbers stand for an entry: 1 for heaps, 2 for pairs, 3 for triples.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// The last entry: the bound for each number that is used.
    pub fn last(&self) -> Coordinates {
        last(self.dims, self.to)
    }

    /// The entry of the position of these numbers: `[n, 0, 0]`, of a pair `[a, b, 0]`, or three.
    ///
    /// # Errors
    /// `limit` if the time is over or the work was interrupted.
    pub fn cell(&mut self, at: Coordinates) -> Result<Cell> {
        self.read = self.read.wrapping_add(1);
        if self.read.is_multiple_of(4096) {
            self.budget.check()?;
        }
        let (rules, play) = (self.rules, self.rules.play);
        let place = if self.counts { at } else { rules.game.place(at).unwrap_or(at) };
        let worth = match &mut self.source {
            Source::Theorem => match by_theorem(rules, self.of, at) {
                Some(cell) => return Ok(cell),
                // The theorem leaves gaps: single heaps in them are answered like single questions.
                None => return gap(rules, self.of, at, self.budget),
            },
            Source::Heaps(table, heaps) => table.worth(*heaps, place[0], play, self.budget)?,
            Source::Partizan(outcomes) => {
                return Ok(Cell { outcome: outcomes.outcome(place[0], self.budget)?, grundy: None });
            }
            Source::Classes(list) => {
                let index = at[..self.dims].iter().fold(0, |index, &n| index * (self.to + 1) + n);
                return Ok(Cell { outcome: list[index as usize], grundy: None });
            }
            Source::Won(outcomes) => {
                let value = Nimber::from(u64::from(outcomes.is_won(place[0])));
                return Ok(of_value(value, play, self.of));
            }
            Source::Pairs(table) => table.worth([at[0], at[1]], play, self.budget)?,
            Source::Dense(table, dense) => {
                let value = Nimber::from(u64::from(table.value(*dense, at, self.budget)?));
                return Ok(of_value(value, play, self.of));
            }
            Source::Searched(table, searched) => match table {
                Some((table, heaps)) if at[0] < searched.from => table.worth(*heaps, at[0], play, self.budget)?,
                _ => return Ok(searched.cell(at, play, self.of)),
            },
        };
        Ok(of_worth(worth, play, self.of))
    }
}

/// An entry from what its component is worth.
///
/// # Panics
/// If nothing is known of it: tables are asked beforehand how far they know.
fn of_worth(worth: Worth, play: Play, of: Of) -> Cell {
    of_genus(worth.genus.expect("the table was filled up to its bound"), play, of)
}

fn of_genus(genus: Genus, play: Play, of: Of) -> Cell {
    match play {
        Play::Normal => Cell { outcome: genus.normal.outcome(), grundy: (of == Of::Grundy).then_some(genus.normal) },
        Play::Misere => Cell { outcome: genus.misere_outcome(), grundy: None },
    }
}

/// An entry from a value, or from 0 for P and 1 for N.
fn of_value(value: Nimber, play: Play, of: Of) -> Cell {
    Cell { outcome: value.outcome(), grundy: (play == Play::Normal && of == Of::Grundy).then_some(value) }
}

/// The bound for each number that entries of so many numbers have.
fn last(dims: usize, to: u64) -> Coordinates {
    std::array::from_fn(|k| if k < dims { to } else { 0 })
}

/// Whether theorems speak of the first and of the last entry, and then of all or all but a few.
fn is_closed(rules: &Ruleset, of: Of, last: Coordinates) -> bool {
    by_theorem(rules, of, last).is_some() && by_theorem(rules, of, [0; 3]).is_some()
}

fn by_theorem(rules: &Ruleset, of: Of, at: Coordinates) -> Option<Cell> {
    if let Some((genus, _)) = rules.game.worth(at, rules.play) {
        return Some(of_genus(genus, rules.play, of));
    }
    if of == Of::Grundy {
        return None;
    }
    rules.game.outcome(at, rules.play).map(|(outcome, _)| Cell { outcome, grundy: None })
}

/// An entry of which no theorem speaks although theorems speak of the first and the last one.
fn gap(rules: &Ruleset, of: Of, at: Coordinates, budget: &Budget<'_>) -> Result<Cell> {
    let searched = Searched::one(rules, of, at, budget)?;
    Ok(of_value(Nimber::from(u64::from(searched)), rules.play, of))
}

/// The outcomes of all positions up to `last` where Left and Right have moves of their own, by one search.
fn classes(rules: &Ruleset, last: Coordinates, budget: &Budget<'_>) -> Result<Vec<Outcome>> {
    let to = last[0];
    budget.fits(cells(last), &text!("a table up to {to}", to))?;
    let mut any = AnyRules::default();
    // The ruleset is registered once; all positions then share its number.
    rules.game.position([0; 3]).map(|position| position.erase(&mut any, false));
    let any = any;
    let mut search = partizan::Search::new(&any, rules.play, budget);
    let mut list = vec![];
    for at in places(last) {
        let parts = rules.game.position(at).map(|p| p.erase(&mut AnyRules::default(), false)).unwrap_or_default();
        let position = search.position(parts.iter().map(|part| (part, 1)))?;
        list.push(search.outcome(&position).map_err(|error| in_search_of(rules, at, error))?);
    }
    Ok(list)
}

/// How many entries a table up to `last` has.
fn cells(last: Coordinates) -> u128 {
    last.iter().fold(1, |cells: u128, &n| cells.saturating_mul(u128::from(n) + 1))
}

/// All numbers up to `last`, the last number running fastest.
fn places([a, b, c]: Coordinates) -> impl Iterator<Item = Coordinates> {
    (0..=a).flat_map(move |a| (0..=b).flat_map(move |b| (0..=c).map(move |c| [a, b, c])))
}

/// The error of a search, with the position that was searched.
fn in_search_of(rules: &Ruleset, at: Coordinates, error: Error) -> Error {
    let numbers: Vec<String> = at[..rules.dims().unwrap_or(1)].iter().map(u64::to_string).collect();
    let place = if numbers.len() == 1 { numbers[0].clone() } else { format!("({})", numbers.join(",")) };
    let message = text!("{error} in the search of {place}", error = error.message, place);
    Error { message, ..error }
}

/// Entries found by brute force.
struct Searched {
    from: u64,
    /// The last numbers behind the first.
    last: [u64; 2],
    /// Grundy values, or 0 for P and 1 for N.
    values: Vec<u32>,
}

impl Searched {
    fn goal(rules: &Ruleset, of: Of) -> Goal {
        if rules.play == Play::Normal && of == Of::Grundy { Goal::Value } else { Goal::Outcome }
    }

    fn one(rules: &Ruleset, of: Of, at: Coordinates, budget: &Budget<'_>) -> Result<u32> {
        let mut any = AnyRules::default();
        let parts = rules.game.position(at).map(|position| position.erase(&mut any, false)).unwrap_or_default();
        let mut search = Search::new(&any, rules.play, Searched::goal(rules, of), budget);
        let root = search.position(parts.iter().map(|part| (part, 1)))?;
        Ok(search.evaluate(root)? as u32)
    }

    /// All entries up to `last` whose first number is at least `from`: one search, so that each finds what the ones before
    /// it met.
    fn all(rules: &Ruleset, of: Of, from: u64, last: Coordinates, budget: &Budget<'_>) -> Result<Searched> {
        let [to, rest @ ..] = last;
        budget.fits(cells([to - from, rest[0], rest[1]]).saturating_mul(4), &text!("a table up to {to}", to))?;
        let mut any = AnyRules::default();
        // The ruleset is registered once; all components then share its number.
        let corner = rules.game.position([0; 3]);
        corner.map(|position| position.erase(&mut any, false));
        let any = any;
        let mut scratch = AnyRules::default();
        let mut search = Search::new(&any, rules.play, Searched::goal(rules, of), budget);
        let mut values = vec![];
        for at in (from..=to).flat_map(|a| places([0, rest[0], rest[1]]).map(move |[_, b, c]| [a, b, c])) {
            let parts = rules.game.position(at).map(|p| p.erase(&mut scratch, false)).unwrap_or_default();
            let root = search.position(parts.iter().map(|part| (part, 1)))?;
            values.push(search.evaluate(root).map_err(|error| in_search_of(rules, at, error))? as u32);
        }
        Ok(Searched { from, last: rest, values })
    }

    fn cell(&self, [a, b, c]: Coordinates, play: Play, of: Of) -> Cell {
        let [columns, depth] = self.last.map(|n| n + 1);
        let value = self.values[(((a - self.from) * columns + b) * depth + c) as usize];
        of_value(Nimber::from(u64::from(value)), play, of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MovesWanted, Question};
    use grundy_games::{library, parse_rules};
    use grundy_rules::Spec;

    /// Every game of the list that has a table, in each form its samples show.
    fn games() -> Vec<String> {
        let mut names = vec![];
        for entry in library().games() {
            let without = |view: &TableView<'_>| {
                matches!(view, TableView::Digraph(_) | TableView::Rivals(_) | TableView::Row { .. })
            };
            let tabulated = |view: Option<TableView<'_>>| view.is_some_and(|v| !without(&v));
            for position in entry.samples().take(60).filter(|p| tabulated(p.table())) {
                let name = position.rules_text();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        assert!(names.len() > 30, "{names:?}");
        names
    }

    fn alone(rules: &Ruleset, at: Coordinates) -> Spec {
        let position = rules.game.position(at).unwrap();
        rules.alone(position)
    }

    fn places(table: &Table<'_>) -> Vec<Coordinates> {
        let [a, b, c] = table.last();
        (0..=a).flat_map(|a| (0..=b).flat_map(move |b| (0..=c).map(move |c| [a, b, c]))).collect()
    }

    #[test]
    fn agrees_with_single_questions_by_search() {
        let question = Question { theorems: false, moves: MovesWanted::None, working: false };
        let budget = Budget::default();
        for name in games() {
            for prefix in ["", "misere "] {
                let rules = parse_rules(&format!("{prefix}{name}")).unwrap();
                if rules.game.card().check_play(rules.play).is_err() {
                    continue;
                }
                let most = [15, 8, 4][rules.game.table().unwrap().dims() - 1];
                let to = (0..=most).rev().find(|&n| rules.game.position([n, 0, 0]).is_some()).unwrap();
                let of = Of::usual(&rules);
                let (mut solver, mut single) = (Solver::new(), Solver::new());
                let mut table = solver.table(&rules, of, to, true, &budget).unwrap();
                let mut brute = Solver::new();
                let mut brute = brute.table(&rules, of, to, false, &budget).unwrap();
                let mut outcomes = Solver::new();
                let mut outcomes = outcomes.table(&rules, Of::Outcome, to, true, &budget).unwrap();
                for at in places(&table) {
                    let answer = single.solve(&alone(&rules, at), &question, &budget).unwrap();
                    let cell = table.cell(at).unwrap();
                    assert_eq!(Some(cell.outcome), answer.outcome, "{rules} {at:?}");
                    assert_eq!(cell.grundy, answer.grundy, "{rules} {at:?}");
                    assert_eq!(brute.cell(at).unwrap(), cell, "{rules} {at:?}");
                    let outcome = outcomes.cell(at).unwrap();
                    assert_eq!(outcome, Cell { grundy: None, ..cell }, "{rules} {at:?}");
                }
            }
        }
    }

    #[test]
    fn wild_games_are_searched_beyond_their_tame_heaps() {
        let rules = parse_rules("misere kayles").unwrap();
        let (mut solver, mut single) = (Solver::new(), Solver::new());
        let budget = Budget::default();
        let question = Question { moves: MovesWanted::None, ..Question::default() };
        let mut table = solver.table(&rules, Of::Outcome, 30, true, &budget).unwrap();
        assert!(matches!(table.source, Source::Searched(Some(_), _)));
        for n in 0..=30 {
            let answer = single.solve(&alone(&rules, [n, 0, 0]), &question, &budget).unwrap();
            assert_eq!(Some(table.cell([n, 0, 0]).unwrap().outcome), answer.outcome, "{n}");
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
                let budget = Budget { nodes: 100_000, ..budget };
                let error = Solver::new().table(&rules, Of::usual(&rules), u64::MAX, theorems, &budget).err().unwrap();
                assert_eq!(error.kind, ErrorKind::Limit, "{name}: {error}");
            }
        }
    }

    #[test]
    fn closed_forms_and_periods_need_no_memory() {
        let budget = Budget { bytes: 1 << 16, ..Budget::default() };
        for (name, of, at, outcome) in [
            ("nim", Of::Grundy, [u64::MAX, 0, 0], Outcome::N),
            ("take[1,3,4]", Of::Grundy, [7 * 10u64.pow(17), 0, 0], Outcome::P),
            ("misere take[2,5]", Of::Outcome, [10u64.pow(18), 0, 0], Outcome::N),
            ("wythoff", Of::Outcome, [165_580_140, 267_914_295, 0], Outcome::P),
        ] {
            let rules = parse_rules(name).unwrap();
            let mut solver = Solver::new();
            let mut table = solver.table(&rules, of, at[0].max(at[1]), true, &budget).unwrap();
            assert_eq!(table.cell(at).unwrap().outcome, outcome, "{name}");
        }
    }

    #[test]
    fn what_no_table_tells_is_refused() {
        let rules = parse_rules("misere nim").unwrap();
        let budget = Budget::default();
        let error = Solver::new().table(&rules, Of::Grundy, 3, true, &budget).err().unwrap();
        assert_eq!(error.kind, ErrorKind::Unsupported);
        assert_eq!(error.remedy(), Some(&Remedy::Outcomes));
    }
}
