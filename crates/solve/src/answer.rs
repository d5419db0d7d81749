//! What a question is answered with: data, not text.

use crate::heap::Period;
use crate::simplify::Simplified;
use grundy_rules::{Field, Kind, Nimber, Outcome, Play, TheoremCard};
use std::time::Duration;

/// The answer to a question about one position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The canonical text of the position, with its `misere ` prefix; `None` above 1000 components.
    pub spec: Option<String>,
    /// How many components the position has.
    pub parts: u128,
    /// The convention it was solved under.
    pub play: Play,
    /// What kind of game it is.
    pub kind: Kind,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The Grundy value under normal play, where it is known.
    pub grundy: Option<Nimber>,
    /// The first winning moves, at most 1000 and as many as were asked for.
    pub moves: Vec<Move>,
    /// How many winning moves there are, if that was asked.
    pub moves_total: Option<u128>,
    /// What the answer rests on, in the order of use.
    pub reasons: Vec<Reason>,
    /// What the first components are worth, if the working was asked for.
    pub components: Vec<Component>,
    /// What is left when equal components cancel and zero ones drop, if the working was asked for and there is such.
    pub simplified: Option<Simplified>,
    /// How many positions were evaluated by search.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// A winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Plain English: "take 2 from heap 1".
    pub text: String,
    /// Which part of the sum the move is in, counted from 1, copies counted.
    pub part: u128,
    /// The move for programs: `heap` = 1, `take` = 2.
    pub fields: Vec<(&'static str, Field)>,
    /// The canonical text of the position it leads to; `None` above 1000 components.
    pub to: Option<String>,
}

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A theorem.
    Theorem(&'static TheoremCard),
    /// A table of values up to this heap size.
    Table {
        /// The largest size computed.
        to: u64,
    },
    /// A proved period.
    Period {
        /// Where it begins and how long it is.
        period: Period,
        /// What proves it.
        theorem: &'static TheoremCard,
    },
    /// A search over positions.
    Search {
        /// How many were evaluated.
        nodes: u64,
    },
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
    pub working: Option<String>,
}

/// The theorem by which values of components make the value of a sum.
pub(crate) static SPRAGUE_GRUNDY: TheoremCard = TheoremCard {
    name: "sprague-grundy",
    statement: "The Grundy value of a sum is the xor of the components' values; the player to move wins iff it is not 0.",
    source: "Sprague 1935; Grundy 1939",
    scope: "sums of short impartial games, normal play",
    covers_sums: true,
};

/// The theorem by which sums of tame components are played as misère Nim.
pub(crate) static TAME_SUMS: TheoremCard = TheoremCard {
    name: "tame-sums",
    statement: "A sum of components all of whose positions are tame is won under misère play as the misère Nim position of the same genera.",
    source: "Conway 1976, ch. 12",
    scope: "sums of tame impartial games, misère play",
    covers_sums: true,
};

/// The theorem by which equal windows prove a period.
pub(crate) static WINDOW_STATE: TheoremCard = TheoremCard {
    name: "window-state",
    statement: "The values of heaps under a finite set S depend on the last max(S) values: where these repeat, the sequence repeats.",
    source: "Berlekamp, Conway, Guy 1982, ch. 4",
    scope: "finite subtraction sets, normal and misère play",
    covers_sums: false,
};

/// The theorem by which a stretch of equal values proves the period of an octal game.
pub(crate) static GUY_SMITH: TheoremCard = TheoremCard {
    name: "guy-smith",
    statement: "An octal game that takes at most t has period p from n0 >= 1 on if G(n+p) = G(n) for n0 <= n < 2*n0 + p + t.",
    source: "Guy and Smith 1956",
    scope: "octal games, normal play",
    covers_sums: false,
};

/// The theorems that engines use for all games alike.
pub static SUM_THEOREMS: [&TheoremCard; 4] = [&SPRAGUE_GRUNDY, &TAME_SUMS, &WINDOW_STATE, &GUY_SMITH];
