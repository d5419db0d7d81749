//! Schemas of answers and errors.

use super::shape::Type::*;
use super::shape::{ObjectSchema, SchemaField, Type, optional, required};
use super::steps::{COUNTS, SEARCHED, STEP_OF, VISIT};

pub(super) const SCHEMA: SchemaField = required("schema", Version, "The version of the JSON format.");
const SPEC: Type = Or(&[Text, Null]);
pub(super) const PLAY: Type = Word(&["normal", "misere"]);
pub(super) const KIND: Type = Word(&["impartial", "partizan", "scoring", "multiplayer"]);
const LINE: SchemaField = optional("line", Positive, "In a batch: the number of the input line, counted from 1.");
const GRUNDY: Type = Or(&[Count, Like(r"^inf\{([0-9]+(,[0-9]+)*)?\}$"), Null]);

pub(crate) static ANSWER: ObjectSchema = ObjectSchema::new(
    "answer",
    "Who wins a position, by which moves, and why.",
    &[
        SCHEMA,
        LINE,
        required(
            "spec",
            SPEC,
            "The position in canonical notation, with its `misere ` prefix where it has one; parsing it gives the same position. Null above 1000 parts or numbers.",
        ),
        optional("parts", Count, "How many parts the position has; given where `spec` is null because it would be too long."),
        required("play", PLAY, "The play convention."),
        required("kind", KIND, "The kind of game."),
        required(
            "outcome",
            Or(&[Word(&["N", "P", "L", "R", "D"]), Null]),
            "N: the player to move wins; P: the other one; L and R: Left or Right, whoever starts; D: a draw with best play. Null for scoring and n-player games, and for partizan positions that no letter tells.",
        ),
        optional(
            "left_first",
            Word(&["win", "loss", "draw"]),
            "Partizan games whose play need not end: what Left has if Left moves first.",
        ),
        optional("right_first", Word(&["win", "loss", "draw"]), "The same for Right."),
        required(
            "grundy",
            GRUNDY,
            "The Grundy value under normal play where it is known; for positions with cycles \"inf{0,2}\".",
        ),
        required("value", Or(&[Text, Null]), "The value of the game under normal play: \"0\", \"*\", \"*2\", \"{2|-1}\", ...; null where it is not known or too long."),
        optional("left_stop", Text, "For partizan games whose value is known: the number at which play arrives if Left begins."),
        optional("right_stop", Text, "The same if Right begins."),
        optional("mean", Text, "What many copies are worth, each."),
        optional("temperature", Text, "How much it matters to move first."),
        optional("atomic_weight", Or(&[Text, Null]), "A value; null where the game is not atomic, or where that was not found out soon."),
        optional("reduced", Or(&[Text, Null]), "The reduced form, a value; null where it was not found out soon."),
        optional("birthday", Count, "How many moves the canonical form lasts at most."),
        optional(
            "remoteness",
            Or(&[Count, Null]),
            "For positions with cycles, and those that are solved all at once: how many moves the winner needs; null where it is not known.",
        ),
        optional("score", Integer, "For scoring games: the first player's points minus the second's, with best play."),
        optional("loser", Or(&[Positive, Null]), "For n-player games: who loses with best play; null if a player is safe from a coalition."),
        optional("coalition", Positive, "Where that was asked: the player whom all the others play against together."),
        optional("safe", Flag, "With it: whether this player can avoid losing."),
        required(
            "moves",
            Few(1000, &One(&MOVE)),
            "The winning first moves, or for a draw the drawing ones, or the best ones where points or losers decide; as many as were asked for.",
        ),
        required(
            "moves_total",
            Or(&[Count, Null]),
            "How many such moves there are, listed or not; null if that was not asked.",
        ),
        optional(
            "moves_complete",
            False,
            "Given where winning moves were asked for and not all of them were found, among so many options or since no theorem tells them; moves_total is null then, and moves has those that were found.",
        ),
        optional(
            "others",
            Few(1000, &One(&MOVE)),
            "Where all positions are solved: the moves that are not among these, with what they lead to.",
        ),
        optional(
            "longest_win",
            Few(200, &One(&MOVE)),
            "Where all positions are solved and somebody wins: the moves of a play in which the winner hastens and the loser delays, at most 200, each with the remoteness of the position that it leads to.",
        ),
        required("reason", Some(1, &REASON), "What the answer rests on, in the order of use."),
        optional("searches", Exactly(4, &One(&SEARCHED)), "Where a search is asked for: all of them."),
        optional(
            "tree",
            Few(2000, &One(&VISIT)),
            "Where minimax or alpha-beta and steps are asked for: the nodes in the order in which they are come to.",
        ),
        optional("no_tree", Text, "Why there is no tree; in the language that was asked for."),
        optional(
            "steps",
            Few(10000, &One(&STEP_OF)),
            "Where steps are asked for: the positions that play reaches, each behind its options; where positions can come again, round by round.",
        ),
        optional(
            "theorem_steps",
            List(&Text),
            "Where steps are asked for: how theorems find what components are worth, line by line, as the value at each vertex in Hackenbush; in the language that was asked for.",
        ),
        optional("steps_more", Positive, "How many positions are not listed, since they are so many."),
        optional("counts", One(&COUNTS), "With the steps: how many positions there are."),
        optional("no_steps", Text, "Why there are no steps, where they were asked for; in the language that was asked for."),
        required("stats", One(&STATS), "The work that the answer took."),
    ],
)
.conditions(
    r#"[
  {"description": "A position is either printed or counted.",
   "if": {"properties": {"spec": {"type": "null"}}},
   "then": {"required": ["parts"], "properties": {"moves": {"items": {"properties": {"to": {"type": "null"}}}}}},
   "else": {"properties": {"parts": false, "moves": {"items": {"properties": {"to": {"type": "string"}}}}}}},
  {"description": "The prefix of the text and the field agree.",
   "if": {"properties": {"play": {"const": "misere"}}},
   "then": {"properties": {"spec": {"pattern": "^misere "}, "grundy": {"type": "null"}, "value": {"type": "null"}}},
   "else": {"properties": {"spec": {"not": {"type": "string", "pattern": "^misere "}}}}},
  {"description": "Values, outcomes, points and losers belong to kinds of games.",
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
  {"description": "Who has lost has no winning move.",
   "if": {"properties": {"kind": {"const": "impartial"}, "outcome": {"const": "P"}}},
   "then": {"properties": {"moves": {"maxItems": 0}, "moves_total": {"enum": [0, "0", null]}, "grundy": {"enum": [0, "0", null]}}}},
  {"description": "A move cannot be listed where moves were not counted.",
   "if": {"properties": {"moves_total": {"enum": [0, "0", null]}, "moves_complete": false}},
   "then": {"properties": {"moves": {"maxItems": 0}}}}
]"#,
);

pub(crate) static PARSED: ObjectSchema = ObjectSchema::new(
    "parsed",
    "A position that was read and not solved.",
    &[
        SCHEMA,
        required("spec", SPEC, "The position in canonical notation; null above 1000 parts or numbers."),
        required("parts", Count, "How many parts it has."),
        required("play", PLAY, ""),
        required("kind", KIND, ""),
    ],
);

pub(crate) static RULES: ObjectSchema = ObjectSchema::new(
    "rules",
    "Rules that were read.",
    &[
        SCHEMA,
        required("rules", Text, "The rules in canonical notation, with their prefix where they have one."),
        required("play", PLAY, ""),
        required("kind", KIND, ""),
        required(
            "numbers",
            Or(&[Positive, Null]),
            "How many numbers make a position; null where they are no list of one to three.",
        ),
    ],
);

pub(crate) static STATS: ObjectSchema = ObjectSchema::new(
    "stats",
    "What the answer took.",
    &[
        required("nodes", Count, "How many positions a search evaluated."),
        required("seconds", Seconds, "How long it took."),
    ],
);

const TEXT: SchemaField =
    optional("text", Text, "What `move` says in the language that was asked for, if that is another one.");
const NEXT: SchemaField = optional("next", Word(&["same", "other"]), "Scoring games with extra turns: who moves then.");
const PART: SchemaField = required("part", Positive, "The part of the sum, counted from 1, copies counted.");
const RESULT: Type = Or(&[Word(&["win", "draw", "loss"]), Integer, Text]);

pub(crate) static MOVE: ObjectSchema = ObjectSchema::new(
    "move",
    "`move` is for people, the fields beside it for programs; which of them there are depends on the game.",
    &[
        required("move", Text, "The move in English: the same from one version to the next."),
        TEXT,
        PART,
        optional("heap", Positive, "The heap, counted from 1."),
        optional("heaps", Some(2, &Positive), "The heaps, counted from 1, where a move changes several."),
        optional("take", Count, "How many are taken, of each heap named; 0 where a heap is split only."),
        optional("into", Some(2, &Count), "The heaps that a split leaves, smaller ones first."),
        optional("row", Positive, "The row, counted from 1."),
        optional("cell", Positive, "The cell of the row, counted from 1."),
        optional("column", Positive, "The column, counted from 1."),
        optional("takes", Some(2, &Positive), "What is taken from each of the heaps, where that differs."),
        optional("step", Positive, "The step that stones leave, counted from 1."),
        optional("token", Positive, "The token, counted from 1."),
        optional("from", Text, "The vertex that a token leaves."),
        optional("onto", Text, "The vertex that a token comes to."),
        optional(
            "edge",
            Or(&[Positive, Exactly(2, &Text)]),
            "Edge deletion: the edge's place in the printed list, counted from 1. Triangles: the ends of the edge that is drawn.",
        ),
        optional("ends", Exactly(2, &Text), "The two ends of the edge; twice the same for a loop."),
        optional("points", Integer, "What the move scores."),
        optional("position", Positive, "Rules, boards and graphs: the position moved in, counted from 1."),
        optional("cells", Some(1, &Text), "Boards: the cells that change, `a1` at the top left."),
        optional("board", Or(&[Text, Like("^$")]), "Boards: the board that is left."),
        optional("vertices", Some(1, &Text), "Graphs: the vertices that change."),
        optional("edges", Some(1, &Text), "Graphs: the edges that change, each by its ends."),
        optional("add", Positive, "How much the count goes up."),
        optional("say", Positive, "The number that is said."),
        optional("by", Word(&["left", "right"]), "Partizan games: whose move it is."),
        required("to", SPEC, "The position that it leads to."),
        required("result", RESULT, "What the move leads to: a win, a draw, a loss, the score, or who loses then."),
        optional(
            "remoteness",
            Count,
            "The remoteness of the position that it leads to, where all positions are solved.",
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
    optional("statement", Text, "What it says, in the language that was asked for; with the full reason.");
const STRATEGY: SchemaField = optional(
    "strategy",
    Text,
    "How it is won, with the full reason: a winning move, what it is good for and what follows, or how every move of the loser is answered.",
);
const WORKING: SchemaField = optional(
    "working",
    Some(1, &Text),
    "It with the numbers of this position put in, line by line, in the language that was asked for; with the full reason.",
);

pub(crate) static BY_THEOREM: ObjectSchema = ObjectSchema::new(
    "by_theorem",
    "A theorem.",
    &[
        required("by", Word(&["theorem"]), ""),
        required("name", Text, ""),
        required("source", Text, "Who proved it, and where."),
        STATEMENT,
        STRATEGY,
        WORKING,
    ],
);

pub(crate) static BY_DATABASE: ObjectSchema = ObjectSchema::new(
    "by_database",
    "Positions that were solved before, and are kept in a folder.",
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
    "A table that was computed.",
    &[
        required("by", Word(&["table"]), ""),
        required("to", Count, "The largest number in it."),
        STATEMENT,
        STRATEGY,
        WORKING,
    ],
);

pub(crate) static BY_PERIOD: ObjectSchema = ObjectSchema::new(
    "by_period",
    "A period that was proved by a theorem.",
    &[
        required("by", Word(&["period"]), ""),
        required("preperiod", Count, ""),
        required("period", Positive, ""),
        required("theorem", Text, "The name of the theorem."),
        optional("source", Text, "Who proved it, and where; with the full reason."),
        STATEMENT,
        STRATEGY,
        WORKING,
    ],
);

pub(crate) static BY_PROOF: ObjectSchema = ObjectSchema::new(
    "by_proof",
    "A closed form that was found and proved for the game: what `find` reports.",
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
    "A misère quotient, which the checker of certificates accepted.",
    &[
        required("by", Word(&["quotient"]), ""),
        required("order", Positive, "How many elements it has."),
        required(
            "preperiod",
            Or(&[Positive, Null]),
            "From where on the heaps repeat, of one game where all heaps are proved.",
        ),
        required("period", Or(&[Positive, Null]), "With which period."),
        required("status", Word(&["proved", "checked_to"]), "Whether it is the quotient of all heaps."),
        required("checked_to", Or(&[Count, Null]), "Otherwise the largest heap of which it speaks."),
        required("components", Or(&[Count, Null]), "How many components it speaks of, where they are no heaps."),
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
        required("nodes", Count, "How many were evaluated."),
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
    ObjectSchema::new("failure", "Why there is no answer.", &[SCHEMA, LINE, required("error", One(&ERROR), "")]);

pub(crate) static ERROR: ObjectSchema = ObjectSchema::new(
    "error",
    "What was wrong, where, and how to say it right.",
    &[
        required(
            "kind",
            Word(&["syntax", "unknown_game", "bad_argument", "too_large", "limit", "io", "unsupported", "refused"]),
            "",
        ),
        optional(
            "limit",
            Word(&["interrupted", "time", "memory", "nodes"]),
            "Of the kind `limit`: which of the limits was reached that somebody set.",
        ),
        required("message", Text, "What was wrong, in English."),
        optional("text", Text, "The same in the language that was asked for, if that is another one."),
        required(
            "span",
            Or(&[Exactly(2, &Count), Null]),
            "The place in the text, in bytes: its start and the first byte behind it.",
        ),
        required("help", Or(&[Text, Null]), "What would help, in English."),
        optional("help_text", Text, "The same in the language that was asked for, if that is another one."),
    ],
);
