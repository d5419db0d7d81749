//! Construction of a table: choosing the source of its entries, and all computation before reading.

use super::brute_force::{SearchedEntries, outcomes_with_ends, search_outcomes};
use super::{Table, TableSource, corner, is_closed};
use crate::kinds;
use crate::solver::Solver;
use crate::tables::Tables;
use grundy_engines::dense::EntryNeed;
use grundy_engines::heap::HeapOutcomes;
use grundy_engines::value_table::{Quantity, TableQuery, ValueTable};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{
    Coordinates, Error, ErrorKind, Kind, Outcome, Play, Result, RulesId, Ruleset, Suggestion, TableForm,
};
use std::mem::discriminant;

impl Solver {
    /// Returns the table of a game: all heaps, pairs or triples with numbers from the game's least to `to`.
    ///
    /// Without `use_theorems` all entries are computed by search.
    ///
    /// # Errors
    /// Fails with `unsupported` for games without a table, and for Grundy values under misère play, and with `limit`
    /// if the budget does not suffice.
    ///
    /// ```
    /// use grundy_games::parse_rules;
    /// use grundy_rules::Outcome;
    /// use grundy_solve::{Budget, Quantity, Solver};
    /// let rules = parse_rules("take[1,3,4]").unwrap();
    /// let mut solver = Solver::new();
    /// let budget = Budget::default();
    /// let mut table = solver.table(&rules, Quantity::Grundy, 9, true, &budget).unwrap();
    /// let values: Vec<u128> = (0..=9).map(|n| table.cell([n, 0, 0]).unwrap().grundy.unwrap().0).collect();
    /// assert_eq!(values, [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]);
    /// ```
    pub fn table<'a>(
        &'a mut self,
        rules: &'a Ruleset,
        of: Quantity,
        to: u64,
        use_theorems: bool,
        budget: &'a Budget,
    ) -> Result<Table<'a>> {
        budget.check()?;
        let (id, name) = (rules.game.id(), rules.game.rules_text());
        let dims = dims(rules, of, &name)?;
        let tables = self.tables();
        if tables.bytes() > budget.bytes / 2 {
            tables.clear();
        }
        let (least, first, last) = (rules.game.min_index(), rules.game.min_coordinates(), corner(dims, to));
        if to < least {
            let message = text!("the smallest number in positions of {name} is {least}", name = &name, least);
            return Err(
                Error::new(ErrorKind::BadArgument, message).help(text!("use a larger upper bound for the table"))
            );
        }
        if rules.game.position_at(last).is_none() {
            let message = text!("the numbers in positions of {name} do not reach {to}", name = &name, to);
            return Err(Error::new(ErrorKind::BadArgument, message).help(match rules.game.max_index() {
                Some(most) => text!("the largest position is {most}", most),
                None => text!("use a smaller upper bound for the table"),
            }));
        }
        // The engine's table may index positions in descending order, from the largest position.
        let indexed_by_coordinates =
            rules.game.table_form().is_none() || rules.game.table_coordinates_at(first) == Some(first);
        let last_index =
            if indexed_by_coordinates { last } else { rules.game.table_coordinates_at(first).unwrap_or(last) };
        let request =
            TableBuildRequest { rules, quantity: of, id: &id, first, last, last_index, indexed_by_coordinates, budget };
        // Clear a fault that earlier work recorded: this table has not met it.
        rules.game.take_fault();
        let chosen = request.choose_source(use_theorems, tables);
        if let Err(fault) = rules.game.check_and_clear_fault() {
            // Entries computed from incomplete lists of moves are invalid.
            tables.clear();
            return Err(fault);
        }
        let chosen = chosen?;
        let source = match chosen {
            ChosenSource::Theorem => TableSource::Theorem,
            ChosenSource::Won(won) => TableSource::Won(won),
            ChosenSource::Classes(list) => TableSource::Classes(list),
            ChosenSource::Engine => {
                let (cells, query) = request.engine(tables).expect("an engine has filled its table");
                TableSource::Engine(cells, query)
            }
            ChosenSource::Searched(searched) if searched.from <= least => TableSource::Searched(None, searched),
            ChosenSource::Searched(searched) => TableSource::Searched(request.engine(tables), searched),
        };
        Ok(Table { rules, quantity: of, from: least, to, dims, indexed_by_coordinates, source, budget, read: 0 })
    }
}

/// Returns the number of coordinates of the entries of a table.
///
/// # Errors
/// Fails with `unsupported` for games without such a table, or without this quantity.
fn dims(rules: &Ruleset, of: Quantity, name: &str) -> Result<usize> {
    if rules.play == Play::Misere && of == Quantity::Grundy {
        let error = Error::new(ErrorKind::Unsupported, text!("Grundy values are defined for normal play only"));
        return Err(error.with_suggestion(Suggestion::Outcomes));
    }
    if rules.kind() == Some(Kind::Multiplayer) {
        let message = text!(
            "`{name}` is a game of several players, so its positions have neither outcomes nor Grundy values",
            name
        );
        return Err(
            Error::new(ErrorKind::Unsupported, message).help(text!("`grundy table` shows the loser of each heap"))
        );
    }
    if rules.kind() == Some(Kind::Scoring) {
        let message = text!("positions of `{name}` have neither outcomes nor Grundy values, but scores", name);
        let error = Error::new(ErrorKind::Unsupported, message);
        return Err(error.help(text!("`grundy solve` shows the score of a position")));
    }
    let dims = rules.dims().ok_or_else(|| {
        let message = text!("`{name}` has no table: its positions are not single heaps, pairs or triples", name);
        Error::new(ErrorKind::Unsupported, message).help(text!(
            "tables exist for games such as take[1,3,4], kayles or wythoff; use `grundy solve` for single positions"
        ))
    })?;
    rules.game.info().check_play(rules.play)?;
    if rules.kind() == Some(Kind::NonstandardImpartial) {
        if rules.play == Play::Misere {
            return Err(kinds::end_conditions::misere_error());
        }
        if of == Quantity::Grundy {
            let message = text!("`{name}` has no Grundy values, because a condition can end play at once", name);
            return Err(Error::new(ErrorKind::Unsupported, message).with_suggestion(Suggestion::Outcomes));
        }
    }
    if rules.is_partizan() && of == Quantity::Grundy {
        let message = text!("partizan games have no Grundy values: Left and Right have different moves");
        let error = Error::new(ErrorKind::Unsupported, message);
        return Err(error.with_suggestion(Suggestion::Outcomes));
    }
    Ok(dims)
}

/// The parameters of a table that is requested.
struct TableBuildRequest<'a, 'n> {
    rules: &'a Ruleset,
    quantity: Quantity,
    id: &'n RulesId,
    first: Coordinates,
    last: Coordinates,
    /// The largest index of an entry in the engine's table.
    /// `indexed_by_coordinates` says whether these indices are the coordinates of positions.
    last_index: Coordinates,
    indexed_by_coordinates: bool,
    budget: &'a Budget,
}

/// The source of the entries, as in [`TableSource`] but without a borrowed table.
enum ChosenSource {
    Theorem,
    Engine,
    Won(HeapOutcomes),
    Classes(Vec<Outcome>),
    Searched(SearchedEntries),
}

impl<'a> TableBuildRequest<'a, '_> {
    /// Computes the entries, or chooses a source that gives them.
    fn choose_source(&self, use_theorems: bool, tables: &mut Tables) -> Result<ChosenSource> {
        let TableBuildRequest { rules, quantity: of, first, last, last_index, budget, .. } = *self;
        let searched = |from| {
            SearchedEntries::all(rules, of, [from, first[1], first[2]], last, budget).map(ChosenSource::Searched)
        };
        let partizan = rules.is_partizan();
        if rules.kind() == Some(Kind::NonstandardImpartial) {
            if !use_theorems {
                let message = text!("tables of rules with `wins if` or `loses if` cannot be computed without theorems");
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
            return outcomes_with_ends(rules, first, last, budget).map(ChosenSource::Classes);
        }
        if use_theorems && is_closed(rules, of, first, last) {
            return Ok(ChosenSource::Theorem);
        }
        let amounts = rules.game.table_form().and_then(TableForm::amounts);
        if let Some(amounts) =
            amounts.filter(|amounts| use_theorems && of == Quantity::Outcome && HeapOutcomes::supports(amounts))
        {
            return HeapOutcomes::compute(amounts, rules.play, last_index[0], budget).map(ChosenSource::Won);
        }
        match if use_theorems { self.fill(tables)? } else { Some(first[0]) } {
            None => Ok(ChosenSource::Engine),
            Some(_) if partizan => search_outcomes(rules, first, last, budget).map(ChosenSource::Classes),
            Some(from) => searched(from.max(first[0])),
        }
    }

    /// Lets an engine fill its table, and returns the first number of the entries that the table lacks.
    /// Returns `None` if the table is complete, and the least number if there is no engine.
    fn fill(&self, tables: &mut Tables) -> Result<Option<u64>> {
        while let Some((cells, query)) = self.engine(tables) {
            let unknown = cells.fill(self.last_index, &query);
            // A rule on heaps may turn out to have moves that do not decrease the heap. Its kind of table then changes,
            // and the loop tries the next engine; otherwise the result stands.
            if self.rules.game.table_form().is_some_and(|view| discriminant(&view) == discriminant(&query.rules)) {
                // An incomplete table with descending indices lacks the first positions.
                return Ok(unknown?.map(|from| if self.indexed_by_coordinates { from } else { self.first[0] }));
            }
        }
        Ok(Some(self.first[0]))
    }

    /// Returns the engine's table and the query for it, if the game has an engine.
    fn engine<'t>(&self, tables: &'t mut Tables) -> Option<(&'t mut dyn ValueTable, TableQuery<'a>)> {
        let rules = self.rules.game.table_form()?;
        let query = TableQuery { rules, play: self.rules.play, budget: self.budget };
        let need = if self.quantity == Quantity::Grundy || rules.may_split() {
            EntryNeed::Values
        } else {
            EntryNeed::Outcomes
        };
        Some((tables.table_for(self.id, need, &query)?, query))
    }
}
