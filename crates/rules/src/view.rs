//! How games show their structure to table engines, and what can be asked of that without a table.

use crate::{Amounts, Code, DenseRules, Digraph, HeapRules, Rival};

/// How the values of a game stand in a table that an engine can fill faster than by search.
#[derive(Clone, Copy)]
pub enum TableView<'a> {
    /// Components are heaps numbered by size.
    Heaps(&'a dyn HeapRules),
    /// Components are pairs; a move subtracts a positive multiple of one of these steps.
    Rays(&'a [[u64; 2]]),
    /// Components are heaps from which the two players take amounts of their own.
    Partizan {
        /// What Left may take; `None` if she cannot move.
        left: Option<&'a Amounts>,
        /// What Right may take; `None` if he cannot move.
        right: Option<&'a Amounts>,
    },
    /// Components are tokens on the vertices of a graph, numbered.
    Digraph(&'a Digraph),
    /// Components are heaps from which several players take amounts of their own.
    Rivals(&'a [Rival]),
    /// Components are what is left of one row of values, of which a move takes an amount from the front and scores their sum.
    /// They are numbered by how many values are gone.
    Row {
        /// What a move may take.
        amounts: &'a Amounts,
        /// The sum of the first k values, for each k from 0 on.
        sums: &'a [i64],
    },
    /// Components are one to three numbers, and options may be any such components.
    Dense(&'a dyn DenseRules),
}

impl<'a> TableView<'a> {
    /// How many of the coordinates the table has.
    pub fn dims(self) -> usize {
        match self {
            TableView::Rays(_) => 2,
            TableView::Dense(rules) => rules.dims(),
            _ => 1,
        }
    }

    /// Whether there is an outcome or a value for each component by its numbers alone, as `grundy table` shows them. On graphs and
    /// in rows entries belong to one board, and with several players to a seat as well.
    pub fn is_tabulated(self) -> bool {
        !matches!(self, TableView::Digraph(_) | TableView::Rivals(_) | TableView::Row { .. })
    }

    /// Whether a move may leave several components, as far as the rules say without looking at one: then the outcomes of
    /// components do not tell those of others, and under misère play neither do values.
    ///
    /// ```
    /// let splits = |text| grundy_games::parse_rules(text).unwrap().game.table().unwrap().may_split();
    /// assert!(splits("kayles") && !splits("take[1,3,4]") && !splits("wythoff"));
    /// ```
    pub fn may_split(self) -> bool {
        match self {
            TableView::Heaps(heaps) => heaps.amounts().is_none(),
            TableView::Dense(rules) => rules.splits(),
            _ => false,
        }
    }

    /// Whether the engine looks for a proof itself that entries repeat: those of finite sets and those of codes may.
    pub fn may_repeat(self) -> bool {
        match self {
            TableView::Heaps(heaps) => {
                heaps.amounts().is_some_and(|amounts| amounts.max().is_some()) || heaps.code().is_some()
            }
            TableView::Partizan { .. } => true,
            _ => false,
        }
    }

    /// The rules of impartial games whose components are heaps.
    pub fn heaps(self) -> Option<&'a dyn HeapRules> {
        match self {
            TableView::Heaps(heaps) => Some(heaps),
            _ => None,
        }
    }

    /// The options of positions on one number, whichever engine fills their table; `None` for other positions.
    pub fn options_of_heaps(self) -> Option<&'a dyn HeapRules> {
        match self {
            TableView::Heaps(heaps) => Some(heaps),
            TableView::Dense(rules) => rules.as_heaps(),
            _ => None,
        }
    }

    /// What both players may take from heaps, where that is all that they may do.
    pub fn amounts(self) -> Option<&'a Amounts> {
        self.heaps()?.amounts()
    }

    /// The code that moves from heaps follow, if they follow one.
    pub fn code(self) -> Option<&'a Code> {
        self.heaps()?.code()
    }

    /// What Left and what Right may take from heaps, where each has amounts of their own; `None` for a player who cannot move.
    pub fn sides(self) -> Option<[Option<&'a Amounts>; 2]> {
        match self {
            TableView::Partizan { left, right } => Some([left, right]),
            _ => None,
        }
    }

    /// Whether options may be any components, so that the cells wait for one another.
    pub fn is_dense(self) -> bool {
        matches!(self, TableView::Dense(_))
    }

    /// The graph on which the components are tokens.
    pub fn graph(self) -> Option<&'a Digraph> {
        match self {
            TableView::Digraph(graph) => Some(graph),
            _ => None,
        }
    }
}
