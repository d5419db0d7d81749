//! Schemas of answers and errors.

use super::shape::Type::*;
use super::shape::{ObjectSchema, SchemaField, Type, optional, required};
use super::steps::{COUNTS, SEARCHED, STEP_OF, VISIT};

pub(super) const SCHEMA: SchemaField = required("schema", Version, "The version of the JSON format.");
const SPEC: Type = Or(&[Text, Null]);
pub(super) const PLAY: Type = Word(&["normal", "misere"]);
pub(super) const KIND: Type = Word(&["impartial", "partizan", "scoring", "multiplayer"]);
const LINE: SchemaField = optional("line", Positive, "The number of the input line in a batch, counted from 1.");
const GRUNDY: Type = Or(&[Count, Like(r"^(inf\{([0-9]+(,[0-9]+)*)?\}|loony)$"), Null]);

pub(crate) static ANSWER: ObjectSchema = ObjectSchema::new(
    "answer",
    "The outcome of a position, its winning moves, and the reasons.",
    &[
        SCHEMA,
        LINE,
        required(
            "spec",
            SPEC,
            "The position in canonical notation, with the prefix `misere ` under misère play; parsing it gives the \
                same position. Null if the position has more than 1000 components or numbers.",
        ),
        optional("parts", Count, "The number of components; only if `spec` is null because it would be too long."),
        required("play", PLAY, "The play convention."),
        required("kind", KIND, "The kind of game."),
        required(
            "outcome",
            Or(&[Word(&["N", "P", "L", "R", "D"]), Null]),
            "The outcome. N: the player to move wins; P: the other player wins; L and R: Left or Right wins, \
                whoever moves first; D: best play is a draw. Null for scoring games, for games of several players, \
                and for partizan positions that no letter describes.",
        ),
        optional(
            "left_first",
            Word(&["win", "loss", "draw"]),
            "The result for Left if Left moves first; in partizan games with infinite play.",
        ),
        optional(
            "right_first",
            Word(&["win", "loss", "draw"]),
            "The result for Right if Right moves first; in partizan games with infinite play.",
        ),
        required(
            "grundy",
            GRUNDY,
            "The Grundy value under normal play; a text such as \"inf{0,2}\" for positions with cycles that have \
                no number as value, and \"loony\" if the player to move wins every sum of the position with Nimstring \
                positions. Null if it is unknown or undefined.",
        ),
        required(
            "value",
            Or(&[Text, Null]),
            "The value of the game under normal play: \"0\", \"*\", \"*2\", \"{2|-1}\", ...; null if it is unknown \
                or too long.",
        ),
        optional(
            "left_stop",
            Text,
            "The Left stop: the number that play reaches if Left moves first. In partizan games of known value.",
        ),
        optional(
            "right_stop",
            Text,
            "The Right stop: the number that play reaches if Right moves first. In partizan games of known value.",
        ),
        optional("mean", Text, "The mean value: the limit of the value of n copies, divided by n."),
        optional("temperature", Text, "The temperature: a measure of the advantage of moving first."),
        optional(
            "atomic_weight",
            Or(&[Text, Null]),
            "The atomic weight, which is a value; null if the game is not atomic or the weight was not found \
                within the limits.",
        ),
        optional(
            "reduced",
            Or(&[Text, Null]),
            "The reduced form, which is a value; null if it was not found within the limits.",
        ),
        optional("birthday", Count, "The birthday: the maximum number of moves in the canonical form."),
        optional(
            "remoteness",
            Or(&[Count, Null]),
            "The remoteness: the number of moves if the winner hastens and the loser delays. For positions with \
                cycles and positions of a solved database; null if it is unknown.",
        ),
        optional(
            "score",
            Integer,
            "The score with best play in a scoring game: the first player's points minus the second player's.",
        ),
        optional(
            "loser",
            Or(&[Positive, Null]),
            "The player who loses with best play, in games of several players; null if the player against the \
                coalition is safe.",
        ),
        optional(
            "coalition",
            Positive,
            "The player against whom all others form a coalition; only if a coalition was requested.",
        ),
        optional("safe", Flag, "Whether this player can avoid losing; only with `coalition`."),
        required(
            "moves",
            AtMost(1000, &One(&MOVE)),
            "The winning first moves, at most as many as were requested; in partizan games those of both players. \
                In a draw these are the drawing moves; in scoring games and games of several players, the best \
                moves.",
        ),
        required(
            "moves_total",
            Or(&[Count, Null]),
            "The number of all such moves, listed or not; null if it was not requested or is unknown.",
        ),
        optional(
            "moves_complete",
            False,
            "False if winning moves were requested and not all of them were found, because there are too many \
                options or no theorem gives the moves. `moves_total` is then null, and `moves` contains the moves \
                that were found.",
        ),
        optional(
            "others",
            AtMost(1000, &One(&MOVE)),
            "The moves that are not in `moves`, with their results; only if all positions are solved.",
        ),
        optional(
            "longest_win",
            AtMost(200, &One(&MOVE)),
            "The moves of a play in which the winner hastens and the loser delays, at most 200, each with the \
                remoteness of the position after it. Only if all positions are solved and a player wins.",
        ),
        required(
            "reason",
            AtLeast(1, &REASON),
            "The theorems, tables and searches that justify the answer, in the order of use.",
        ),
        optional(
            "searches",
            Exactly(4, &One(&SEARCHED)),
            "The results of all search methods; only if a search was requested.",
        ),
        optional(
            "tree",
            AtMost(2000, &One(&VISIT)),
            "The nodes of the search tree in visiting order; only if minimax or alpha-beta and steps were \
                requested.",
        ),
        optional("no_tree", Text, "The reason for the missing tree, in the requested language."),
        optional(
            "theorem_steps",
            List(&Text),
            "The derivation of the values of the components by theorems, line by line, for example the value at \
                each vertex in Hackenbush; in the requested language. Only if steps were requested.",
        ),
        optional(
            "steps",
            AtMost(10000, &One(&STEP_OF)),
            "All positions that play can reach, each after its options or, if positions can repeat, in the order \
                of the rounds. Only if steps were requested.",
        ),
        optional("steps_more", Positive, "The number of positions that are not listed because there are too many."),
        optional("counts", One(&COUNTS), "The number of positions; only with `steps`."),
        optional(
            "no_steps",
            Text,
            "The reason for the missing steps, in the requested language; only if steps were requested.",
        ),
        required("stats", One(&STATS), "The work that the answer required."),
    ],
)
.conditions(
    r#"[
  {"description": "`parts` is present if and only if `spec` is null, and then each `to` is null too.",
   "if": {"properties": {"spec": {"type": "null"}}},
   "then": {"required": ["parts"], "properties": {"moves": {"items": {"properties": {"to": {"type": "null"}}}}}},
   "else": {"properties": {"parts": false, "moves": {"items": {"properties": {"to": {"type": "string"}}}}}}},
  {"description": "`spec` has the prefix `misere ` if and only if `play` is misere.",
   "if": {"properties": {"play": {"const": "misere"}}},
   "then": {"properties": {"spec": {"pattern": "^misere "}, "grundy": {"type": "null"}, "value": {"type": "null"}}},
   "else": {"properties": {"spec": {"not": {"type": "string", "pattern": "^misere "}}}}},
  {"description": "The kind of game determines which of the values, outcomes, scores and losers are present.",
   "if": {"properties": {"kind": {"const": "impartial"}}},
   "then": {"properties": {"outcome": {"enum": ["N", "P", "D"]}, "score": false, "loser": false}},
   "else": {"properties": {"grundy": {"type": "null"}}}},
  {"if": {"properties": {"kind": {"const": "partizan"}, "outcome": {"type": "string"}}, "required": ["outcome"]},
   "then": {"properties": {"score": false, "loser": false}}},
  {"if": {"properties": {"kind": {"const": "partizan"}, "outcome": {"type": "null"}}, "required": ["outcome"]},
   "then": {"required": ["left_first", "right_first"], "properties": {"score": false, "loser": false}}},
  {"if": {"properties": {"kind": {"const": "scoring"}}},
   "then": {"required": ["score"], "properties": {"outcome": {"type": "null"}, "loser": false}}},
  {"if": {"properties": {"kind": {"const": "multiplayer"}}},
   "then": {"required": ["loser"], "properties": {"outcome": {"type": "null"}, "score": false}}},
  {"description": "In a P-position no move wins.",
   "if": {"properties": {"kind": {"const": "impartial"}, "outcome": {"const": "P"}}},
   "then": {"properties": {"moves": {"maxItems": 0}, "moves_total": {"enum": [0, "0", null]}, "grundy": {"enum": [0, "0", null]}}}},
  {"description": "No move is listed if the moves were not counted.",
   "if": {"properties": {"moves_total": {"enum": [0, "0", null]}, "moves_complete": false}},
   "then": {"properties": {"moves": {"maxItems": 0}}}}
]"#,
);

pub(crate) static PARSED: ObjectSchema = ObjectSchema::new(
    "parsed",
    "A position that was parsed but not solved.",
    &[
        SCHEMA,
        required(
            "spec",
            SPEC,
            "The position in canonical notation; null if it has more than 1000 components or numbers.",
        ),
        required("parts", Count, "The number of components."),
        required("play", PLAY, ""),
        required("kind", KIND, ""),
    ],
);

pub(crate) static RULES: ObjectSchema = ObjectSchema::new(
    "rules",
    "Rules that were parsed.",
    &[
        SCHEMA,
        required("rules", Text, "The rules in canonical notation, with the prefix `misere ` under misère play."),
        required("play", PLAY, ""),
        required("kind", KIND, ""),
        required(
            "numbers",
            Or(&[Positive, Null]),
            "The number of numbers in a position, from 1 to 3; null if positions have another form.",
        ),
    ],
);

pub(crate) static STATS: ObjectSchema = ObjectSchema::new(
    "stats",
    "The work that an answer required.",
    &[
        required("nodes", Count, "The number of positions that a search evaluated."),
        required("seconds", Seconds, "The elapsed time in seconds."),
    ],
);

const TEXT: SchemaField =
    optional("text", Text, "The text of `move` in the requested language; only if this is not English.");
const NEXT: SchemaField =
    optional("next", Word(&["same", "other"]), "The player who moves next, in scoring games with extra turns.");
const PART: SchemaField = required("part", Positive, "The term of the sum, counted from 1; each copy counts.");
const RESULT: Type = Or(&[Word(&["win", "draw", "loss"]), Integer, Text]);

pub(crate) static MOVE: ObjectSchema = ObjectSchema::new(
    "move",
    "A move. `move` is for readers, the other fields are for programs; the game determines which of them are \
        present.",
    &[
        required("move", Text, "The move in English; this text does not change between versions."),
        TEXT,
        PART,
        optional("heap", Positive, "The heap, counted from 1."),
        optional("heaps", AtLeast(2, &Positive), "The heaps, counted from 1, if the move changes several."),
        optional("take", Count, "The number taken from each named heap; 0 if the move only splits a heap."),
        optional("into", AtLeast(2, &Count), "The heaps after a split, in ascending order."),
        optional("row", Positive, "The row, counted from 1."),
        optional("cell", Positive, "The cell of the row, counted from 1."),
        optional("column", Positive, "The column, counted from 1."),
        optional("coins", AtLeast(1, &Count), "The coins of a row that the move turns, in ascending order."),
        optional("rows", AtLeast(1, &Count), "The rows of the coins that the move turns, in ascending order."),
        optional("columns", AtLeast(1, &Count), "The columns of the coins that the move turns, in ascending order."),
        optional("takes", AtLeast(2, &Positive), "The numbers taken from each of the heaps, if they differ."),
        optional("step", Positive, "The step from which the stones are moved, counted from 1."),
        optional("token", Positive, "The token, counted from 1."),
        optional("from", Text, "The vertex from which the token moves."),
        optional("onto", Text, "The vertex to which the token moves."),
        optional(
            "edge",
            Or(&[Positive, Exactly(2, &Text)]),
            "Edge deletion: the index of the edge in the printed list, counted from 1. Triangles: the ends of the \
                drawn edge.",
        ),
        optional("ends", Exactly(2, &Text), "The two ends of the edge; equal for a loop."),
        optional("points", Integer, "The points that the move scores."),
        optional(
            "position",
            Positive,
            "The position in which the move is made, counted from 1; in games defined by rules and games on boards \
                and graphs.",
        ),
        optional("cells", AtLeast(1, &Text), "The changed cells of a board; `a1` is at the top left."),
        optional(
            "lines",
            List(&Text),
            "The lines between rows or columns along which the move cuts; `b|c` is between b and c.",
        ),
        optional(
            "mirrored",
            Or(&[Positive, AtLeast(1, &Text)]),
            "The row, the column or the lines on the other side of the board that mean the same move.",
        ),
        optional("board", Or(&[Text, Like("^$")]), "The board after the move."),
        optional("vertices", AtLeast(1, &Text), "The changed vertices of a graph."),
        optional("edges", AtLeast(1, &Text), "The changed edges of a graph, each given by its ends."),
        optional("value", Text, "The option to which a value among the components moves."),
        optional("add", Positive, "The increase of the count."),
        optional("say", Positive, "The number that the player calls out."),
        optional("by", Word(&["left", "right"]), "The player who makes the move, in partizan games."),
        required("to", SPEC, "The position after the move."),
        required(
            "result",
            RESULT,
            "The result of the move with best play: a win, a draw or a loss for the player who makes it, the \
                score, or the player who loses.",
        ),
        optional(
            "remoteness",
            Count,
            "The remoteness of the position after the move; only if all positions are solved.",
        ),
        NEXT,
    ],
);

/// The type of a reason of an answer.
const REASON: Type = Or(&[
    One(&BY_THEOREM),
    One(&BY_TABLE),
    One(&BY_PERIOD),
    One(&BY_PROOF),
    One(&BY_QUOTIENT),
    One(&BY_SEARCH),
    One(&BY_DATABASE),
    One(&BY_CERTIFICATE),
]);

const STATEMENT: SchemaField =
    optional("statement", Text, "The statement in the requested language; only with full reasons.");
const STRATEGY: SchemaField = optional(
    "strategy",
    Text,
    "The winning strategy; only with full reasons. Either a winning move, its goal and the plan after it, or the \
        reply to every move of the losing player.",
);
const WORKING: SchemaField = optional(
    "working",
    AtLeast(1, &Text),
    "The statement with the numbers of this position substituted, line by line, in the requested language; only \
        with full reasons.",
);

pub(crate) static BY_THEOREM: ObjectSchema = ObjectSchema::new(
    "by_theorem",
    "A theorem.",
    &[
        required("by", Word(&["theorem"]), ""),
        required("name", Text, ""),
        required("source", Text, "The source of the theorem in the literature: author and year."),
        STATEMENT,
        STRATEGY,
        WORKING,
    ],
);

pub(crate) static BY_DATABASE: ObjectSchema = ObjectSchema::new(
    "by_database",
    "A database: positions that were solved before and are stored in a folder.",
    &[
        required("by", Word(&["database"]), ""),
        required("dir", Text, "The folder."),
        required("tier", Text, "The tier of the position."),
        STRATEGY,
        WORKING,
    ],
);

pub(crate) static BY_TABLE: ObjectSchema = ObjectSchema::new(
    "by_table",
    "A computed table.",
    &[
        required("by", Word(&["table"]), ""),
        required("to", Count, "The largest number in the table."),
        STATEMENT,
        STRATEGY,
        WORKING,
    ],
);

pub(crate) static BY_PERIOD: ObjectSchema = ObjectSchema::new(
    "by_period",
    "A period that a theorem proves.",
    &[
        required("by", Word(&["period"]), ""),
        required("preperiod", Count, ""),
        required("period", Positive, ""),
        required("theorem", Text, "The name of the theorem."),
        optional(
            "source",
            Text,
            "The source of the theorem in the literature: author and year; only with full reasons.",
        ),
        STATEMENT,
        STRATEGY,
        WORKING,
    ],
);

pub(crate) static BY_PROOF: ObjectSchema = ObjectSchema::new(
    "by_proof",
    "A closed form that `find` found and proved for the game.",
    &[
        required("by", Word(&["proof"]), ""),
        required("statement", Text, ""),
        required("method", Text, ""),
        STRATEGY,
        WORKING,
    ],
);

pub(crate) static BY_QUOTIENT: ObjectSchema = ObjectSchema::new(
    "by_quotient",
    "A misère quotient that the certificate checker accepted.",
    &[
        required("by", Word(&["quotient"]), ""),
        required("order", Positive, "The number of elements."),
        required(
            "preperiod",
            Or(&[Positive, Null]),
            "The preperiod of the heaps; null unless there is a single game and all of its heaps are proved.",
        ),
        required("period", Or(&[Positive, Null]), "The period of the heaps; null in the same cases."),
        required(
            "status",
            Word(&["proved", "checked_to"]),
            "Whether the quotient is proved for all heaps, or only up to `checked_to`.",
        ),
        required("checked_to", Or(&[Count, Null]), "The largest heap covered by the quotient; null for all."),
        required(
            "components",
            Or(&[Count, Null]),
            "The number of components that the quotient covers, if they are not heaps; else null.",
        ),
        STATEMENT,
        STRATEGY,
        WORKING,
    ],
);

pub(crate) static BY_SEARCH: ObjectSchema = ObjectSchema::new(
    "by_search",
    "A search over positions.",
    &[
        required("by", Word(&["search"]), ""),
        required("nodes", Count, "The number of positions that were evaluated."),
        STATEMENT,
        STRATEGY,
        WORKING,
    ],
);

pub(crate) static BY_CERTIFICATE: ObjectSchema = ObjectSchema::new(
    "by_certificate",
    "A certificate that was checked.",
    &[required("by", Word(&["certificate"]), ""), required("file", Text, "")],
);

pub(crate) static FAILURE: ObjectSchema =
    ObjectSchema::new("failure", "An error instead of an answer.", &[SCHEMA, LINE, required("error", One(&ERROR), "")]);

pub(crate) static SETTLED_MOVE: ObjectSchema = ObjectSchema::new(
    "settled_move",
    "A first move whose result a search found before it reached a limit. Of moves that lead to equal positions only one \
        is listed.",
    &[
        required("move", Text, "The move in English."),
        TEXT,
        required("by", Word(&["left", "right"]), "The player who makes the move."),
        required("result", Word(&["win", "loss"]), "The result for the player who makes the move."),
    ],
);

pub(crate) static ERROR: ObjectSchema = ObjectSchema::new(
    "error",
    "An error: its cause, its place in the input, and a suggestion.",
    &[
        required(
            "kind",
            Word(&["syntax", "unknown_game", "bad_argument", "too_large", "limit", "io", "unsupported", "refused"]),
            "",
        ),
        optional(
            "limit",
            Word(&["interrupted", "time", "memory", "nodes"]),
            "The limit that was reached, for errors of the kind `limit`; absent for limits that the user did not \
                set.",
        ),
        required("message", Text, "The cause of the error, in English."),
        optional("text", Text, "The message in the requested language; only if this is not English."),
        required(
            "span",
            Or(&[Exactly(2, &Count), Null]),
            "The place in the input, in bytes: the start, and the end (exclusive).",
        ),
        required("help", Or(&[Text, Null]), "A suggestion, in English."),
        optional("help_text", Text, "The suggestion in the requested language; only if this is not English."),
        optional(
            "decided",
            List(&One(&SETTLED_MOVE)),
            "The first moves that a search settled before it reached a limit; absent if there are none.",
        ),
    ],
);
