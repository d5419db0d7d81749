//! Schemas of the steps of an answer, position by position, and of searches.

use super::shape::Type::*;
use super::shape::{ObjectSchema, optional, required};

pub(crate) static STEP_OF: ObjectSchema = ObjectSchema::new(
    "position_step",
    "A position with its options, in the order in which positions are finished.",
    &[
        required("position", Text, "In canonical notation; 0 where no component is left."),
        optional(
            "by",
            Or(&[Word(&["left", "right"]), Positive]),
            "Who is to move, where that is not told by the position.",
        ),
        required("options", List(&Text), "What moves lead to, each once; in partizan games Left's moves."),
        required(
            "values",
            List(&Or(&[Integer, Text])),
            "What is found of each option: its value; its outcome under misère play, in partizan games and where positions can come again; its score for who is to move there; who loses.",
        ),
        optional("right", List(&Text), "Partizan games: what Right's moves lead to."),
        optional("right_values", List(&Or(&[Integer, Text])), "What is found of these."),
        optional("points", List(&Integer), "Games won on points: what the move to each option makes."),
        required(
            "mex",
            Or(&[Count, Null]),
            "The least number that is the value of no option; null where there are no values.",
        ),
        required(
            "outcome",
            Or(&[Word(&["N", "P", "L", "R", "D"]), Null]),
            "Who wins; null in games won on points and games of several players.",
        ),
        optional(
            "round",
            Or(&[Count, Null]),
            "Where positions can come again: the round in which it is decided; null for draws.",
        ),
        optional(
            "score",
            Integer,
            "Games won on points: what the player to move has more than the other from here on.",
        ),
        optional("loser", Positive, "Games of several players: who loses."),
    ],
);

pub(crate) static COUNTS: ObjectSchema = ObjectSchema::new(
    "counts",
    "How large the game is.",
    &[
        required("tree", Or(&[Count, Null]), "Nodes of the game tree; null if it has no end, or above 2^127."),
        required("positions", Or(&[Count, Null]), "Different positions; null if they are too many to be counted."),
        required("unordered", Count, "Positions up to the order of their components."),
    ],
);

pub(crate) static SEARCHED: ObjectSchema = ObjectSchema::new(
    "searched",
    "What a search finds, and what it takes. Positions that differ in the order of their components are different.",
    &[
        required("search", Word(&["minimax", "alpha-beta", "memo", "full"]), ""),
        required("nodes", Or(&[Count, Null]), "How many positions it visits; null if they are too many."),
        required("outcome", Or(&[Word(&["N", "P", "L", "R"]), Null]), "Who wins; null in games won on points."),
        optional("score", Integer, "Games won on points: what the first player has more than the second."),
    ],
);

pub(crate) static VISIT: ObjectSchema = ObjectSchema::new(
    "visit",
    "A node of the tree that a search goes through.",
    &[
        required("depth", Count, "How many moves lead to it."),
        required("position", Text, ""),
        optional(
            "by",
            Or(&[Positive, Word(&["left", "right"])]),
            "Who is to move, where players have moves or points of their own.",
        ),
        optional(
            "alpha",
            Or(&[Integer, Null]),
            "Games won on points: what the first player is sure of when the node is come to; null for nothing.",
        ),
        optional("beta", Or(&[Integer, Null]), "The same: what the second player allows at most; null for anything."),
        optional(
            "score",
            Integer,
            "Games won on points: what the first player has more than the second in the end; behind a cut a bound of it.",
        ),
        optional("wins", Flag, "Other games: whether who is to move wins."),
        required("cut", Flag, "Whether the rest of its moves was left out."),
    ],
);
