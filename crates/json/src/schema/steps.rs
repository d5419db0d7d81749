//! Schemas of the steps of an answer, position by position, and of searches.

use super::shape::Type::*;
use super::shape::{Shape, has, may};

pub(crate) static STEP_OF: Shape = Shape::of(
    "position_step",
    "A position with its options, in the order in which positions are finished.",
    &[
        has("position", Text, "In canonical notation; 0 where no component is left."),
        may("by", Or(&[Word(&["left", "right"]), Positive]), "Who is to move, where that is not told by the position."),
        has("options", List(&Text), "What moves lead to, each once; in partizan games Left's moves."),
        has(
            "values",
            List(&Or(&[Integer, Text])),
            "What is found of each option: its value; its outcome under misère play, in partizan games and where positions can come again; its score for who is to move there; who loses.",
        ),
        may("right", List(&Text), "Partizan games: what Right's moves lead to."),
        may("right_values", List(&Or(&[Integer, Text])), "What is found of these."),
        may("points", List(&Integer), "Games won on points: what the move to each option makes."),
        has(
            "mex",
            Or(&[Count, Null]),
            "The least number that is the value of no option; null where there are no values.",
        ),
        has(
            "outcome",
            Or(&[Word(&["N", "P", "L", "R", "D"]), Null]),
            "Who wins; null in games won on points and games of several players.",
        ),
        may(
            "round",
            Or(&[Count, Null]),
            "Where positions can come again: the round in which it is decided; null for draws.",
        ),
        may("score", Integer, "Games won on points: what the player to move has more than the other from here on."),
        may("loser", Positive, "Games of several players: who loses."),
    ],
);

pub(crate) static COUNTS: Shape = Shape::of(
    "counts",
    "How large the game is.",
    &[
        has("tree", Or(&[Count, Null]), "Nodes of the game tree; null if it has no end, or above 2^127."),
        has("positions", Or(&[Count, Null]), "Different positions; null if they are too many to be counted."),
        has("unordered", Count, "Positions up to the order of their components."),
    ],
);

pub(crate) static SEARCHED: Shape = Shape::of(
    "searched",
    "What a search finds, and what it takes. Positions that differ in the order of their components are different.",
    &[
        has("search", Word(&["minimax", "alpha-beta", "memo", "full"]), ""),
        has("nodes", Or(&[Count, Null]), "How many positions it visits; null if they are too many."),
        has("outcome", Or(&[Word(&["N", "P", "L", "R"]), Null]), "Who wins; null in games won on points."),
        may("score", Integer, "Games won on points: what the first player has more than the second."),
    ],
);

pub(crate) static VISIT: Shape = Shape::of(
    "visit",
    "A node of the tree that a search goes through.",
    &[
        has("depth", Count, "How many moves lead to it."),
        has("position", Text, ""),
        may(
            "by",
            Or(&[Positive, Word(&["left", "right"])]),
            "Who is to move, where players have moves or points of their own.",
        ),
        may(
            "alpha",
            Or(&[Integer, Null]),
            "Games won on points: what the first player is sure of when the node is come to; null for nothing.",
        ),
        may("beta", Or(&[Integer, Null]), "The same: what the second player allows at most; null for anything."),
        may(
            "score",
            Integer,
            "Games won on points: what the first player has more than the second in the end; behind a cut a bound of it.",
        ),
        may("wins", Flag, "Other games: whether who is to move wins."),
        has("cut", Flag, "Whether the rest of its moves was left out."),
    ],
);
