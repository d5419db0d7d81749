//! The answer to a question about a position, as plain data; the crate `grundy-render` formats it.

use crate::trace::{SearchMethod, SearchResult, TracedPositions, Visit};
use grundy_engines::heap::Period;
use grundy_lang::{Text, text};
use grundy_rules::{
    AnyMove, ComponentIndex, Field, Genus, Kind, LoopyValue, Nimber, Outcome, Play, Player, PlayerResult, PositionSum,
    Result, TheoremInfo,
};
use grundy_value::Dyadic;
use std::time::Duration;

/// The answer to a question about one position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The position.
    pub position: PositionSummary,
    /// The result with best play.
    pub result: PositionResult,
    /// The values of the position.
    pub values: KnownValues,
    /// The winning moves, or the best ones if no move wins.
    pub moves: MoveLists,
    /// The reasons, the strategy and the arithmetic.
    pub explanation: Explanation,
    /// The positions and searches that were requested.
    pub trace: SearchTrace,
    /// The number of positions evaluated by search.
    pub nodes: u64,
    /// The time that solving took.
    pub elapsed: Duration,
}

/// The position of an answer, as far as it is known without solving it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PositionSummary {
    /// The canonical text of the position, with its `misere ` prefix; `None` above 1000 components.
    pub text: Option<String>,
    /// A remark on the rules for the first line; empty for sums of several terms.
    pub remark: Text,
    /// The number of components of the position.
    pub component_count: u128,
    /// The number of terms of the sum, counting copies. [`Move::term_number`] counts in the same way.
    pub term_count: u128,
    /// The convention (normal or misère play) under which the position was solved.
    pub play: Play,
    /// The kind of game.
    pub kind: Kind,
    /// Whether every play must end.
    pub short: bool,
}

/// The result of a position with best play.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PositionResult {
    /// The outcome.
    /// `None` in games decided by points or by a loser, and if no outcome letter describes the result: see
    /// `results_moving_first`.
    pub outcome: Option<Outcome>,
    /// The result if Left moves first and if Right moves first, in partizan games.
    /// In games with infinite play, one of the two results may be a draw and the other not.
    pub results_moving_first: Option<[PlayerResult; 2]>,
    /// The score with best play, in scoring games: the first player's points minus the second player's.
    pub score: Option<i64>,
    /// The player who loses with best play, in games of several players.
    /// Against a coalition, `None` if the loser is one of its members.
    pub loser: Option<Player>,
    /// The player against whom all the others form a coalition, if a coalition was requested.
    pub lone_player: Option<Player>,
    /// Whether play has ended; always false unless the working was requested.
    /// Play ends by a condition of the rules, or if no move is left: in partizan games, no move of either player.
    pub is_over: bool,
    /// The remoteness, if it is known: the number of moves if the winner hastens and the loser delays.
    pub remoteness: Option<u64>,
    /// The remoteness in partizan games, if Left moves first and if Right moves first.
    pub remoteness_of: [Option<u64>; 2],
}

/// The values of a position, as far as they are known.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct KnownValues {
    /// The Grundy value under normal play, where it is known.
    pub grundy: Option<Nimber>,
    /// Whether the position is a loony one of Nimstring.
    ///
    /// The player to move wins its sums, and it has no Grundy value.
    pub loony: bool,
    /// The value under normal play of a position without a Grundy value in a game with infinite play.
    pub loopy: Option<LoopyValue>,
    /// The value as a partizan game under normal play, where it was found within the limits.
    pub game: Option<PositionValue>,
    /// The genus under misère play, of a sum of tame components or of a single component.
    pub genus: Option<Genus>,
}

/// The moves of an answer.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MoveLists {
    /// The first winning moves, at most 1000 and at most as many as were requested.
    /// If no move wins, these are the drawing moves. In games decided by points or by a loser, these are the best
    /// moves. In partizan games, the moves of both players are listed.
    pub listed: Vec<Move>,
    /// The number of all winning moves, listed or not, if it was requested and is known.
    pub total: Option<u128>,
    /// Whether winning moves were requested but there are too many options to find all of them.
    pub incomplete: bool,
    /// The moves that are neither winning nor best, at most 1000.
    /// The list is empty unless the results of all positions are known and all moves were requested
    /// ([`MovesWanted::All`](crate::MovesWanted::All)).
    pub others: Vec<Move>,
    /// The first 200 moves of play by remoteness, in which the winner hastens and the loser delays.
    /// The line is empty unless the results of all positions are known, a player wins, and the working was requested.
    /// In partizan games a player who wins moving first makes the first move, if there is such a player.
    pub remoteness_line: Vec<Move>,
}

/// Why an answer is true, and how to win.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Explanation {
    /// The theorems, tables and searches that justify the answer, in the order of use.
    pub reasons: Vec<Reason>,
    /// The values of the first components, if the working was requested.
    pub components: Vec<ComponentSummary>,
    /// The winner's strategy, line by line, if the working was requested and theorems give one.
    /// If the player to move wins, the lines give a winning move, its goal, and the plan after it.
    /// If the player to move loses, they say how to answer every move.
    pub strategy: Vec<Text>,
    /// The sum after equal components cancel and zero components are dropped.
    /// Only set if the working was requested and there is something to cancel or drop.
    pub simplified: Option<Simplified>,
}

/// The positions and searches that were requested in addition to the answer.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SearchTrace {
    /// All positions reachable by play, each with its result, if steps were requested.
    /// If they cannot be shown, the error says why.
    pub steps: Option<Result<Box<TracedPositions>>>,
    /// The requested search, with the results and visit counts of all searches.
    pub searches: Option<(SearchMethod, Vec<SearchResult>)>,
    /// The tree of the requested search, if steps were requested too.
    /// If the tree is not shown, the error says why.
    pub tree: Option<Result<Vec<Visit>>>,
}

impl Answer {
    /// Creates an answer that describes the position and contains no results yet.
    ///
    /// The text, the numbers of components and terms, and the kind need no solving. The solvers fill in the results.
    pub(crate) fn for_position(position_sum: &PositionSum) -> Answer {
        Answer {
            position: PositionSummary {
                text: position_sum.is_printable().then(|| position_sum.canonical_text()),
                remark: match &position_sum.terms[..] {
                    [term] => term.position.ruleset().remark(),
                    _ => Text::empty(),
                },
                component_count: position_sum.component_count(),
                term_count: position_sum.terms.iter().map(|term| u128::from(term.copies)).sum(),
                play: position_sum.play,
                kind: position_sum.kind(),
                short: position_sum.is_short(),
            },
            result: PositionResult::default(),
            values: KnownValues::default(),
            moves: MoveLists::default(),
            explanation: Explanation::default(),
            trace: SearchTrace::default(),
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// Sets the value of a position of a game with infinite play.
    pub(crate) fn set_value(&mut self, value: LoopyValue) {
        match value {
            LoopyValue::Nim(nimber) => self.values.grundy = Some(nimber),
            infinite @ LoopyValue::Infinite(_) => self.values.loopy = Some(infinite),
        }
    }
}

/// A move in an answer, with its result and the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Move {
    /// The move in words: "take 2 from heap 1".
    pub text: Text,
    /// The term, copy and component in which the move is made.
    pub place: ComponentIndex,
    /// The move itself.
    pub mv: AnyMove,
    /// The number of the term in which the move is made; terms are numbered from 1, and every copy counts.
    pub term_number: u128,
    /// The move as named numbers for programs, for example `heap` = 1 and `take` = 2.
    pub fields: Vec<(&'static str, Field)>,
    /// The canonical text of the position after the move; `None` above 1000 components.
    pub to: Option<String>,
    /// The player who makes the move, in partizan games.
    pub by: Option<Player>,
    /// The result of the move with best play.
    pub result: MoveResult,
    /// The remoteness of the position after the move, if the results of all positions are known.
    pub remoteness: Option<u64>,
    /// The player who moves next, in games with extra turns.
    pub next: Option<NextMover>,
}

impl Move {
    /// Returns the number in the field `name`; `None` if the move has no such single number.
    ///
    /// ```
    /// use grundy_games::parse;
    /// use grundy_solve::{Budget, Question, Solver};
    /// let position = parse("nim(3,4,5)")?;
    /// let answer = Solver::new().solve(&position, &Question::default(), &Budget::default())?;
    /// assert_eq!([answer.moves.listed[0].number("heap"), answer.moves.listed[0].number("take")], [Some(1), Some(2)]);
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn number(&self, name: &str) -> Option<u64> {
        self.fields.iter().find_map(|(field, value)| match value {
            Field::Number(number) if *field == name => Some(*number),
            _ => None,
        })
    }
}

/// Returns the number in the field of this name, for names that the move is known to have.
///
/// # Panics
/// Panics if there is no such field or it is not a single number; [`Move::number`] returns `None` then.
impl std::ops::Index<&str> for Move {
    type Output = u64;
    fn index(&self, name: &str) -> &u64 {
        match self.fields.iter().find(|(field, _)| *field == name) {
            Some((_, Field::Number(number))) => number,
            _ => panic!("`{}` has no number `{name}`", self.text),
        }
    }
}

/// The result of a move with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveResult {
    /// The player who makes the move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The player who makes the move loses.
    Loss,
    /// The final score: the first player's points minus the second player's.
    Score(i64),
    /// This player loses.
    Loser(Player),
}

/// The player who moves after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextMover {
    /// The same player again.
    Same,
    /// The other player.
    Other,
}

/// A justification of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A theorem.
    Theorem(&'static TheoremInfo),
    /// A table of the values of one game's heaps.
    Table {
        /// The quantity in the table.
        quantity: TableQuantity,
        /// The largest heap size computed.
        to: u64,
    },
    /// A proved period.
    Period {
        /// The quantity that is periodic.
        quantity: TableQuantity,
        /// The preperiod and the period.
        period: Period,
        /// The theorem that proves the period.
        theorem: &'static TheoremInfo,
    },
    /// A closed form that was proved for this game.
    Proof {
        /// The statement of the closed form.
        statement: Text,
        /// The method of proof.
        method: Text,
    },
    /// A database: positions that were solved before and are stored in a folder.
    Database {
        /// The folder.
        folder: String,
        /// The tier of the position.
        tier: String,
    },
    /// A misère quotient, which the checker of certificates accepted.
    Quotient {
        /// The number of elements.
        order: usize,
        /// The period of the images of heaps, if all heaps belong to one game and their images are periodic.
        repeat: Option<Period>,
        /// Whether the quotient is proved to be that of all heaps of its games.
        proved: bool,
        /// The largest heap that the quotient covers, if it is not proved for all heaps.
        checked_to: Option<u64>,
        /// The number of components that the quotient covers, if they are not heaps.
        components: Option<usize>,
        /// The certificate that was checked, for heaps.
        certificate: Option<Box<grundy_verify::Certificate>>,
    },
    /// A search over positions.
    Search {
        /// The number of positions evaluated.
        nodes: u64,
    },
}

/// Returns the text that reduces a heap beyond the preperiod to a smaller heap of equal value.
pub(crate) fn period_working(heap: u64, period: Period) -> Text {
    let Period { preperiod, period } = period;
    let like = preperiod + (heap - preperiod) % period;
    match preperiod {
        0 => text!("equivalent to the heap of {heap} mod {period} = {like}", heap, period, like),
        _ => text!(
            "equivalent to the heap of {preperiod} + ({heap} - {preperiod}) mod {period} = {like}",
            preperiod,
            heap,
            period,
            like
        ),
    }
}

/// The quantity that a table holds for each heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableQuantity {
    /// Grundy values of normal play.
    Values,
    /// Grundy values of normal and of misère play.
    Genera,
    /// Winners, if Left moves first and if Right moves first.
    Outcomes,
    /// Scores: the points of the player to move minus those of the other.
    Scores,
    /// The loser, for each player who may be to move.
    Losers,
}

/// The value of one component of a sum, for the arithmetic shown to users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentSummary {
    /// The component as text: `nim(3)`.
    pub text: String,
    /// The number of copies in the sum.
    pub copies: u64,
    /// The nim-value: the size of the equivalent Nim heap.
    ///
    /// `None` if it is not known or the value is not a nimber.
    pub nim_value: Option<u128>,
    /// The arithmetic that gives the value, in one line, with the numbers of this component.
    ///
    /// It is the statement of a theorem, a mex of options or a value from a table; `None` if there is no such line.
    pub working: Option<Text>,
    /// The name of the theorem that gives the value; `None` if no theorem of the game does.
    pub theorem: Option<&'static str>,
    /// The arithmetic step by step, if steps were requested and one line is not enough.
    pub steps: Vec<Text>,
}

/// The value of a position as a game, as far as it was found within the limits.
///
/// ```
/// use grundy_solve::{Budget, Question, Solver};
/// let position_sum = grundy_games::parse("hackenbush(0-1:b,1-2:r) + hackenbush(0-1:b,1-2:g)").unwrap();
/// let answer = Solver::new().solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
/// let game_value = answer.values.game.unwrap();
/// assert_eq!(game_value.value.as_deref(), Some("3/2*"));
/// assert_eq!(game_value.mean.to_string(), "3/2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionValue {
    /// The canonical form in ASCII; `None` if it is too long to be written.
    pub value: Option<String>,
    /// The canonical form with arrows.
    pub value_with_arrows: Option<String>,
    /// The Left stop: the number that play reaches if Left moves first.
    pub left_stop: Dyadic,
    /// The Right stop.
    pub right_stop: Dyadic,
    /// The mean: the limit of the value of n copies divided by n.
    pub mean: Dyadic,
    /// The temperature: a measure of the urgency of moving first.
    pub temperature: Dyadic,
    /// The atomic weight in ASCII, if the game is atomic and the weight was found within the limits.
    pub atomic_weight: Option<String>,
    /// The reduced form in ASCII, if it was found within the limits.
    pub reduced: Option<String>,
    /// The birthday: the maximal number of moves of the canonical form.
    pub birthday: u64,
}

/// A sum after cancellation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplified {
    /// The components that cancel in pairs, with the number of pairs.
    pub cancelled: Vec<(String, u64)>,
    /// The P-positions among the remaining components.
    pub zeros: Vec<String>,
    /// The components that remain, each once.
    pub rest: Vec<String>,
}
