//! What a question is answered with: data, not text.

use crate::trace::{Searched, Steps, Visit, Way};
use grundy_engines::heap::Period;
use grundy_lang::{Text, text};
use grundy_rules::{
    AnyMove, Ending, Field, Genus, Kind, LoopyValue, Nimber, Outcome, Place, Play, Player, PositionSum, Result,
    TheoremInfo,
};
use grundy_value::Dyadic;
use std::time::Duration;

/// The answer to a question about one position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The canonical text of the position, with its `misere ` prefix; `None` above 1000 components.
    pub spec: Option<String>,
    /// How many components the position has.
    pub parts: u128,
    /// How many terms the sum has, copies counted: what [`Move::part`] counts.
    pub terms: u128,
    /// The convention it was solved under.
    pub play: Play,
    /// What kind of game it is.
    pub kind: Kind,
    /// Whether every play must end.
    pub short: bool,
    /// Who wins; `None` where points or losers decide, and where no letter says it: `starts` does.
    pub outcome: Option<Outcome>,
    /// What Left reaches if she moves first and what Right reaches if he does, in partizan games: where play need not end, one may
    /// draw though the other does not.
    pub starts: Option<[Ending; 2]>,
    /// The Grundy value under normal play, where it is known.
    pub grundy: Option<Nimber>,
    /// The value under normal play of a position that has no Grundy value because the play need not end.
    pub loopy: Option<LoopyValue>,
    /// What the position is worth as a game under normal play, in games in which the players have moves of their own, where that was
    /// found out within the limits.
    pub worth: Option<Worth>,
    /// The genus under misère play of a sum whose components are all tame, and of a component alone whose genus is known.
    pub genus: Option<Genus>,
    /// How many moves the play lasts if the winner hastens and the loser delays, for positions with cycles where it is
    /// known.
    pub remoteness: Option<u64>,
    /// The same in partizan games with cycles, if Left moves first and if Right does.
    pub remoteness_of: [Option<u64>; 2],
    /// In games won on points: what the first player has more than the second with best play.
    pub score: Option<i64>,
    /// In games of several players: who loses with best play. Against a coalition it is not told which of these loses.
    pub loser: Option<Player>,
    /// In games of several players: whom all the others played against together, if that was asked.
    pub against: Option<Player>,
    /// The first winning moves, at most 1000 and as many as were asked for: those that draw where nobody can win, the best
    /// ones where points or losers decide, those of either player in partizan games.
    pub moves: Vec<Move>,
    /// How many such moves there are, if that was asked and is known.
    pub moves_total: Option<u128>,
    /// The moves that are not among the best, where all positions are solved.
    pub others: Vec<Move>,
    /// A longest win, where all positions are solved and somebody wins, if the working was asked for: move by move, the winner's quickest and
    /// the loser's longest defence, at most 200. In partizan games it begins with a player who wins so, if there is one.
    pub longest: Vec<Move>,
    /// Whether winning moves were asked for and there are so many options that not all of these moves were found.
    pub incomplete: bool,
    /// What the answer rests on, in the order of use.
    pub reasons: Vec<Reason>,
    /// What the first components are worth, if the working was asked for.
    pub components: Vec<Component>,
    /// How who wins does it, line by line, if the working was asked for and theorems tell: where the player to move wins a winning move,
    /// what it is good for, and what to do from then on; where he loses how every move is answered.
    pub strategy: Vec<Text>,
    /// Whether nobody can move, so that the play is over; looked at if the working was asked for.
    pub over: bool,
    /// What is left when equal components cancel and zero ones drop, if the working was asked for and there is such.
    pub simplified: Option<Simplified>,
    /// All positions that play reaches, with what is found of each, if that was asked for; or why they are not shown.
    pub steps: Option<Result<Box<Steps>>>,
    /// The search that was asked for, and what all of them find and visit.
    pub searches: Option<(Way, Vec<Searched>)>,
    /// The tree that it goes through, if steps were asked for too; or why it is not shown.
    pub tree: Option<Result<Vec<Visit>>>,
    /// How many positions were evaluated by search.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Answer {
    /// What is known of every position without solving it: its text, parts and kind. The rest is left empty.
    pub(crate) fn of(spec: &PositionSum) -> Answer {
        Answer {
            spec: spec.is_printable().then(|| spec.canonical()),
            parts: spec.parts(),
            terms: spec.terms.iter().map(|term| u128::from(term.copies)).sum(),
            play: spec.play,
            kind: spec.kind(),
            short: spec.is_short(),
            outcome: None,
            starts: None,
            grundy: None,
            loopy: None,
            worth: None,
            genus: None,
            remoteness: None,
            remoteness_of: [None; 2],
            score: None,
            loser: None,
            against: None,
            moves: vec![],
            moves_total: None,
            others: vec![],
            longest: vec![],
            incomplete: false,
            strategy: vec![],
            over: false,
            simplified: None,
            components: vec![],
            reasons: vec![],
            steps: None,
            searches: None,
            tree: None,
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// Sets the value of a position whose play need not end.
    pub(crate) fn set_value(&mut self, value: LoopyValue) {
        match value {
            LoopyValue::Nim(nimber) => self.grundy = Some(nimber),
            infinite @ LoopyValue::Infinite(_) => self.loopy = Some(infinite),
        }
    }
}

/// A winning move, or the best there is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Move {
    /// In words: "take 2 from heap 1".
    pub text: Text,
    /// The component that it is made in.
    pub place: Place,
    /// The move itself.
    pub mv: AnyMove,
    /// Which part of the sum the move is in, counted from 1, copies counted.
    pub part: u128,
    /// The move for programs: `heap` = 1, `take` = 2.
    pub fields: Vec<(&'static str, Field)>,
    /// The canonical text of the position it leads to; `None` above 1000 components.
    pub to: Option<String>,
    /// Whose move it is, in partizan games.
    pub by: Option<Player>,
    /// What it leads to.
    pub result: MoveResult,
    /// The remoteness of the position that it leads to, where all positions are solved.
    pub remoteness: Option<u64>,
    /// Who moves then, in games with extra turns.
    pub next: Option<Next>,
}

impl Move {
    /// The number that the move has under a name; `None` where there is no such name or no single number.
    ///
    /// ```
    /// use grundy_games::parse;
    /// use grundy_solve::{Budget, Question, Solver};
    /// let position = parse("nim(3,4,5)")?;
    /// let answer = Solver::new().solve(&position, &Question::default(), &Budget::default())?;
    /// assert_eq!([answer.moves[0].number("heap"), answer.moves[0].number("take")], [Some(1), Some(2)]);
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn number(&self, name: &str) -> Option<u64> {
        self.fields.iter().find_map(|(field, value)| match value {
            Field::Number(number) if *field == name => Some(*number),
            _ => None,
        })
    }
}

/// The number that the move has under a name, for names that it is known to have.
///
/// # Panics
/// If there is no such name or no single number; [`Move::number`] gives `None` then.
impl std::ops::Index<&str> for Move {
    type Output = u64;
    fn index(&self, name: &str) -> &u64 {
        match self.fields.iter().find(|(field, _)| *field == name) {
            Some((_, Field::Number(number))) => number,
            _ => panic!("`{}` has no number `{name}`", self.text),
        }
    }
}

/// What a move leads to with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveResult {
    /// Who makes the move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// Who makes the move loses.
    Loss,
    /// What the first player has more than the second in the end.
    Score(i64),
    /// Who loses.
    Loser(Player),
}

/// Who moves after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The same player again.
    Same,
    /// The other one.
    Other,
}

/// What an answer rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A theorem.
    Theorem(&'static TheoremInfo),
    /// A table up to this heap size.
    Table {
        /// What it holds.
        holds: Holds,
        /// The largest size computed.
        to: u64,
    },
    /// A proved period.
    Period {
        /// What repeats.
        holds: Holds,
        /// Where it begins and how long it is.
        period: Period,
        /// What proves it.
        theorem: &'static TheoremInfo,
    },
    /// A closed form that was proved for this game.
    Proof {
        /// What is proved.
        statement: Text,
        /// How.
        method: Text,
    },
    /// Positions that were solved before, and are kept in a folder.
    Database {
        /// The folder.
        folder: String,
        /// The tier of the position.
        tier: String,
    },
    /// A misère quotient, which the checker of certificates accepted.
    Quotient {
        /// How many elements it has.
        order: usize,
        /// From where on the heaps of its game repeat, and how, if it is of one game and they do.
        repeat: Option<Period>,
        /// Whether it is that of all heaps of its games.
        proved: bool,
        /// Otherwise the largest heap of which it speaks.
        checked_to: Option<u64>,
        /// How many components it speaks of, if they are no heaps.
        components: Option<usize>,
        /// What was checked, of heaps.
        certificate: Option<Box<grundy_verify::Certificate>>,
    },
    /// A search over positions.
    Search {
        /// How many were evaluated.
        nodes: u64,
    },
}

/// How a period tells of a heap beyond it: as a working.
pub(crate) fn in_period(heap: u64, period: Period) -> Text {
    let Period { preperiod, period } = period;
    let like = preperiod + (heap - preperiod) % period;
    match preperiod {
        0 => text!("as heap {heap} mod {period} = {like}", heap, period, like),
        _ => text!("as heap {preperiod} + ({heap} - {preperiod}) mod {period} = {like}", preperiod, heap, period, like),
    }
}

/// What a table holds of each heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Grundy values of normal play.
    Values,
    /// Grundy values of normal and of misère play.
    Genera,
    /// Who wins, if Left moves first and if Right does.
    Outcomes,
    /// What the player to move has more than the other in the end.
    Scores,
    /// Who loses, for each player in turn.
    Losers,
}

/// What one part of a sum is worth, for the arithmetic shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The component as text: `nim(3)`.
    pub text: String,
    /// How often it stands in the sum.
    pub copies: u64,
    /// The size of the Nim heap it is worth; `None` where only the outcome is known or the value is no Nim heap's.
    pub heap: Option<u128>,
    /// The theorem with the numbers put in.
    pub working: Option<Text>,
    /// The name of that theorem; `None` where no theorem on its game tells what it is worth.
    pub by: Option<&'static str>,
    /// The theorem with the numbers put in, step by step, if steps were asked for and a line is not enough.
    pub steps: Vec<Text>,
}

/// What the position is worth as a game, where that was found out within the limits.
///
/// ```
/// use grundy_solve::{Budget, Question, Solver};
/// let spec = grundy_games::parse("hackenbush(0-1:b,1-2:r) + hackenbush(0-1:b,1-2:g)").unwrap();
/// let answer = Solver::new().solve(&spec, &Question::default(), &Budget::default()).unwrap();
/// let worth = answer.worth.unwrap();
/// assert_eq!(worth.value.as_deref(), Some("3/2*"));
/// assert_eq!(worth.mean.to_string(), "3/2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Its canonical form in ASCII; `None` if that is too long to be written.
    pub value: Option<String>,
    /// The same with arrows.
    pub arrows: Option<String>,
    /// The number at which play arrives if Left begins.
    pub left_stop: Dyadic,
    /// If Right begins.
    pub right_stop: Dyadic,
    /// What many copies are worth, each.
    pub mean: Dyadic,
    /// How much it matters to move first.
    pub temperature: Dyadic,
    /// The atomic weight in ASCII, where the game is atomic and this was found out soon.
    pub atomic_weight: Option<String>,
    /// The reduced form in ASCII, where it was found out soon.
    pub reduced: Option<String>,
    /// How many moves the canonical form lasts at most.
    pub birthday: u64,
}

/// A sum after cancelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplified {
    /// The components that cancel in pairs, and how many pairs.
    pub cancelled: Vec<(String, u64)>,
    /// The P-positions among the others.
    pub zeros: Vec<String>,
    /// What is left, each once.
    pub rest: Vec<String>,
}
