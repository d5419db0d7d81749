//! The views of games for table engines, and queries that need no table.

use crate::{Amounts, Code, DenseRules, Digraph, HeapRules, Rival, StringGraph};

/// The arrangement of a game's values in a table that an engine can fill faster than by search.
#[derive(Clone, Copy)]
pub enum TableForm<'a> {
    /// Components are heaps numbered by size.
    Heaps(&'a dyn HeapRules),
    /// Components are pairs; a move subtracts a positive multiple of one of these steps.
    Pairs(&'a [[u64; 2]]),
    /// Components are heaps from which the two players take amounts of their own.
    PartizanHeaps {
        /// The amounts that Left may take; `None` if Left cannot move.
        left: Option<&'a Amounts>,
        /// The amounts that Right may take; `None` if Right cannot move.
        right: Option<&'a Amounts>,
    },
    /// Components are tokens on the numbered vertices of a graph.
    Digraph(&'a Digraph),
    /// Components are heaps from which several players take amounts of their own.
    Rivals(&'a [Rival]),
    /// Components are the suffixes of one row of values.
    ///
    /// A move takes some values from the front and scores their sum. The coordinate of a component is the number
    /// of values taken so far.
    Row {
        /// The numbers of values that a move may take.
        amounts: &'a Amounts,
        /// The sum of the first k values, for each k from 0 on.
        sums: &'a [i64],
    },
    /// Components are the sets of strings that remain in one graph of Strings and Coins.
    ///
    /// The coordinate of a component is the set as a number, in which bit k stands for string k.
    Strings(&'a StringGraph),
    /// Components are one to three numbers, and options may be any such components.
    Dense(&'a dyn DenseRules),
}

impl<'a> TableForm<'a> {
    /// Returns the number of coordinates that the table uses.
    pub fn dims(self) -> usize {
        match self {
            TableForm::Pairs(_) => 2,
            TableForm::Dense(rules) => rules.dims(),
            _ => 1,
        }
    }

    /// Returns whether coordinates determine the outcome or value, so that `grundy table` can show it.
    ///
    /// The result is `false` for graphs, rows and strings, where entries belong to one board, and for several players,
    /// where an entry also depends on the player to move.
    pub fn is_tabulated(self) -> bool {
        !matches!(self, TableForm::Digraph(_) | TableForm::Rivals(_) | TableForm::Row { .. } | TableForm::Strings(_))
    }

    /// Returns whether some move may leave several components, as far as the form of the rules shows.
    ///
    /// If so, the outcomes of the options do not determine the outcome of a component, and under misère play their
    /// values do not determine its value.
    ///
    /// ```
    /// let splits = |text| grundy_games::parse_rules(text).unwrap().game.table_form().unwrap().may_split();
    /// assert!(splits("kayles") && !splits("take[1,3,4]") && !splits("wythoff"));
    /// ```
    pub fn may_split(self) -> bool {
        match self {
            TableForm::Heaps(heaps) => heaps.amounts().is_none(),
            TableForm::Dense(rules) => rules.splits(),
            _ => false,
        }
    }

    /// Returns whether the engine tries to prove a period of the entries, as for finite sets and codes.
    pub fn may_repeat(self) -> bool {
        match self {
            TableForm::Heaps(heaps) => {
                heaps.amounts().is_some_and(|amounts| amounts.max().is_some()) || heaps.code().is_some()
            }
            TableForm::PartizanHeaps { .. } => true,
            _ => false,
        }
    }

    /// Returns the rules, if the game is impartial and its components are heaps.
    pub fn heap_rules(self) -> Option<&'a dyn HeapRules> {
        match self {
            TableForm::Heaps(heaps) => Some(heaps),
            _ => None,
        }
    }

    /// Returns the rules, if one number determines a component, whichever engine fills the table.
    pub fn one_number_rules(self) -> Option<&'a dyn HeapRules> {
        match self {
            TableForm::Heaps(heaps) => Some(heaps),
            TableForm::Dense(rules) => rules.as_heaps(),
            _ => None,
        }
    }

    /// Returns the amounts that both players may take from heaps, if these are the only moves.
    pub fn amounts(self) -> Option<&'a Amounts> {
        self.heap_rules()?.amounts()
    }

    /// Returns the code of the moves from heaps, if there is one.
    pub fn code(self) -> Option<&'a Code> {
        self.heap_rules()?.code()
    }

    /// Returns the amounts that Left and Right may take from heaps, if each has their own.
    ///
    /// An inner `None` means that this player cannot move.
    pub fn partizan_amounts(self) -> Option<[Option<&'a Amounts>; 2]> {
        match self {
            TableForm::PartizanHeaps { left, right } => Some([left, right]),
            _ => None,
        }
    }

    /// Returns whether options may be any components, so that table cells have no natural order.
    pub fn is_dense(self) -> bool {
        matches!(self, TableForm::Dense(_))
    }

    /// Returns the graph on which the components are tokens.
    pub fn graph(self) -> Option<&'a Digraph> {
        match self {
            TableForm::Digraph(graph) => Some(graph),
            _ => None,
        }
    }
}
