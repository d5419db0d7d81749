//! Schemas of the steps of an answer, position by position, and of searches.

use super::shape::Type::*;
use super::shape::{ObjectSchema, optional, required};

pub(crate) static STEP_OF: ObjectSchema = ObjectSchema::new(
    "position_step",
    "A position with its options. Positions are listed in the order in which they are solved.",
    &[
        required("position", Text, "The position in canonical notation; 0 if no component is left."),
        optional(
            "by",
            Or(&[Word(&["left", "right"]), Positive]),
            "The player to move, if the position does not determine the player.",
        ),
        required("options", List(&Text), "The options, each once; in partizan games the options of Left."),
        required(
            "values",
            List(&Or(&[Integer, Text])),
            "The result of each option: its Grundy value; its outcome under misère play, in partizan games, and if \
                positions can repeat; its score for the player to move there; or the player who loses.",
        ),
        optional("right", List(&Text), "The options of Right, in partizan games."),
        optional("right_values", List(&Or(&[Integer, Text])), "The result of each option of Right."),
        optional("points", List(&Integer), "The points that the move to each option scores, in scoring games."),
        required(
            "mex",
            Or(&[Count, Null]),
            "The least number that is not the value of an option; null if the result is not a Grundy value.",
        ),
        required(
            "outcome",
            Or(&[Word(&["N", "P", "L", "R", "D"]), Null]),
            "The outcome; null in scoring games and games of several players.",
        ),
        optional(
            "round",
            Or(&[Count, Null]),
            "The round that determines the outcome, if positions can repeat; null for draws.",
        ),
        optional(
            "score",
            Integer,
            "The points of the player to move minus those of the opponent from this position on, in scoring games.",
        ),
        optional("loser", Positive, "The player who loses, in games of several players."),
    ],
);

pub(crate) static COUNTS: ObjectSchema = ObjectSchema::new(
    "counts",
    "The size of the game.",
    &[
        required(
            "tree",
            Or(&[Count, Null]),
            "The number of nodes of the game tree; null if it is infinite or at least 2^128.",
        ),
        required(
            "positions",
            Or(&[Count, Null]),
            "The number of different positions; null if there are too many to count.",
        ),
        required("unordered", Count, "The number of positions up to the order of their components."),
    ],
);

pub(crate) static SEARCHED: ObjectSchema = ObjectSchema::new(
    "searched",
    "The result and the cost of a search. Positions that differ in the order of their components count separately.",
    &[
        required("search", Word(&["minimax", "alpha-beta", "memo", "full"]), ""),
        required("nodes", Or(&[Count, Null]), "The number of visited positions; null if it exceeds the limits."),
        required("outcome", Or(&[Word(&["N", "P", "L", "R"]), Null]), "The outcome; null in scoring games."),
        optional("score", Integer, "The first player's points minus the second player's, in scoring games."),
    ],
);

pub(crate) static VISIT: ObjectSchema = ObjectSchema::new(
    "visit",
    "A node of a search tree.",
    &[
        required("depth", Count, "The number of moves from the root."),
        required("position", Text, ""),
        optional("move", Text, "The move that led here from the parent, in English; absent at a root."),
        optional("by", Or(&[Positive, Word(&["left", "right"])]), "The player to move; in partizan and scoring games."),
        optional(
            "alpha",
            Or(&[Integer, Null]),
            "The score that the first player has secured when the search enters the node, in scoring games; null \
                if there is no bound.",
        ),
        optional(
            "beta",
            Or(&[Integer, Null]),
            "The largest score that the second player allows when the search enters the node, in scoring games; \
                null if there is no bound.",
        ),
        optional(
            "score",
            Integer,
            "The final score in scoring games: the first player's points minus the second player's; `bound` says if \
                it is only a bound.",
        ),
        optional(
            "bound",
            Word(&["lower", "upper"]),
            "Whether `score` is only a lower or only an upper bound, because moves were cut; absent if it is exact.",
        ),
        optional("wins", Flag, "Whether the player to move wins, in all other games."),
        required("cut", Flag, "Whether the remaining moves of the node were cut."),
    ],
);
