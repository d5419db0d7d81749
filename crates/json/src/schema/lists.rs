//! Schemas of tables, sequences, descriptions of games, and results of checks.

use super::answer::{KIND, MOVE, PLAY, SCHEMA};
use super::board::INK;
use super::findings::OF;
use super::shape::Type::*;
use super::shape::{ObjectSchema, Type, optional, required};

const DIMS: Type = Positive;
const ROW: Type = Like("^[NPLRD]+$");
const WINS: Type = Or(&[List(&Count), List(&List(&Count)), List(&List(&List(&Count)))]);

pub(crate) static TABLE: ObjectSchema = ObjectSchema::new(
    "table",
    "Outcomes and Grundy values of all heaps, rows of pairs, or rows of rows of triples; grundy is null where only outcomes are told.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", Word(&["outcome", "grundy", "left", "right"]), ""),
        required("dims", DIMS, "How many numbers a position has: 1, 2 or 3."),
        required("from", Count, "The first number: 0, but in games without a position of it."),
        required("outcomes", Or(&[ROW, List(&ROW), List(&List(&ROW))]), ""),
        required("grundy", Or(&[Null, List(&Count), List(&List(&Count)), List(&List(&List(&Count)))]), ""),
        optional("left", WINS, "Partizan games: 1 where Left wins moving first, 0 elsewhere."),
        optional("right", WINS, "The same for Right."),
    ],
);

pub(crate) static FORMS: ObjectSchema = ObjectSchema::new(
    "forms",
    "What all heaps or pairs are worth as games: canonical forms, means or temperatures, genera, or elements of the misère quotient, as texts.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", Word(&["value", "mean", "temperature", "genus", "quotient"]), ""),
        required("dims", DIMS, "How many numbers a position has: 1 or 2."),
        required("from", Count, "The first number."),
        required("values", Or(&[List(&Text), List(&List(&Text))]), "In ASCII."),
    ],
);

pub(crate) static FORMS_FOUND: ObjectSchema = ObjectSchema::new(
    "forms_found",
    "What was found of a sequence of values: v(n+period) = v(n), or v(n) + saltus, from the heap `preperiod` on.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("of", Word(&["value"]), ""),
        required("status", Word(&["conjecture", "none"]), ""),
        required("preperiod", Or(&[Count, Null]), ""),
        required("period", Or(&[Positive, Null]), ""),
        required("saltus", Or(&[Text, Null]), "What every period adds; null where it repeats as it is."),
        required("checked_to", Count, "The last heap that was looked at."),
        required("values", List(&Text), "The values from heap 0 on."),
    ],
);

pub(crate) static FILE: ObjectSchema = ObjectSchema::new(
    "file",
    "A table or a sequence in another format, as it would stand in a file: the reply to a request with `format`.",
    &[SCHEMA, required("format", Word(&["text", "csv", "bfile", "svg"]), ""), required("text", Text, "")],
);

/// A dyadic rational as text.
const DYADIC: Type = Like("^-?[0-9]+(/[0-9]+)?$");
const WALL: Type = Some(1, &Exactly(2, &DYADIC));

pub(crate) static VALUED: ObjectSchema = ObjectSchema::new(
    "valued",
    "What an expression of values is worth; exact numbers are texts.",
    &[
        SCHEMA,
        required("expr", Text, "The expression as it was given."),
        required("value", Or(&[Text, Null]), "The canonical form, in ASCII; null where it is too long to be written."),
        required(
            "outcome",
            Word(&["N", "P", "L", "R"]),
            "N: the player to move wins; P: the other one; L and R: Left or Right, whoever starts.",
        ),
        required(
            "left_stop",
            DYADIC,
            "The number at which play arrives if Left begins; of a number the number itself.",
        ),
        required("right_stop", DYADIC, "The same if Right begins."),
        required("mean", DYADIC, "What many copies are worth, each."),
        required(
            "temperature",
            DYADIC,
            "How much it matters to move first; of the number m/2^k in lowest terms -1/2^k.",
        ),
        required("atomic_weight", Or(&[Text, Null]), "A value; null where the game is not atomic."),
        required("reduced", Or(&[Text, Null]), "The reduced form, a value; null where it is too long to be written."),
        required("birthday", Count, "How many moves the canonical form lasts at most."),
        required("thermograph", One(&THERMOGRAPH), "The walls of the thermograph."),
    ],
);

pub(crate) static MISERE_VALUED: ObjectSchema = ObjectSchema::new(
    "misere_valued",
    "What an expression of impartial games is under misère play, as a game of its own.",
    &[
        SCHEMA,
        required("expr", Text, "The expression as it was given."),
        required("play", Word(&["misere"]), "The play convention."),
        required(
            "form",
            Or(&[Text, Null]),
            "The canonical form, as a set of options; null where it is too long to be written.",
        ),
        required("outcome", Word(&["N", "P"]), "N: the player to move wins; P: the other one."),
        required(
            "genus",
            Text,
            "`g^{abc}`: the Grundy value, and the misère ones beside 0, 1, 2, ... heaps of 2; the last two alternate.",
        ),
        required("tame", Flag, "Whether it and all that play comes to has the genus of a Nim position."),
        required("wild", Or(&[Null, One(&WILD)]), "Why it is not tame."),
        required("birthday", Count, "How many moves the canonical form lasts at most."),
    ],
);

pub(crate) static WILD: ObjectSchema = ObjectSchema::new(
    "wild",
    "What play comes to that has the genus of no Nim position.",
    &[
        required("form", Or(&[Text, Null]), "Null where it is too long to be written."),
        required("genus", Text, ""),
        required("itself", Flag, "Whether it is the game itself."),
    ],
);

pub(crate) static QUOTIENT: ObjectSchema = ObjectSchema::new(
    "quotient",
    "The misère quotient of the heaps of a game, or of several: a commutative monoid by generators and relations. Elements are written as words in the generators, `ab^2`, the unit as `1`.",
    &[
        SCHEMA,
        required("rules", Text, "The game, or several with ` + ` between."),
        required(
            "status",
            Word(&["proved", "checked_to", "limit"]),
            "Whether it is that of all heaps; `limit`: a limit ended it before.",
        ),
        required("order", Or(&[Positive, Null]), "How many elements it has."),
        required("accept", List(&Text), "The elements that are lost for the player to move."),
        required("generators", List(&One(&GENERATOR)), "The generators, each with the least heap that it is."),
        required("relations", List(&Text), "Each a word and the least word that is equal: `b^3=b`."),
        required("phi", List(&Text), "What the heaps 1, 2, 3, ... are, of one game."),
        optional(
            "others",
            List(&One(&OTHER_HEAP)),
            "Other heaps that play comes to, where moves go up: 0 if it has moves, and heaps above `checked_to`.",
        ),
        required("preperiod", Or(&[Positive, Null]), "From where on they repeat, of one game that is proved."),
        required("period", Or(&[Positive, Null]), "The period of the heaps, of one game that is proved."),
        required("checked_to", Or(&[Count, Null]), "The last heap, where not all are proved."),
        optional("games", List(&One(&IMAGES)), "Several games: the heaps of each."),
        optional("kernel", One(&IDEAL), "The least ideal, a group: normal play."),
        required(
            "growth",
            List(&One(&GROWN)),
            "The order, at each heap that made it larger, where it was learned now.",
        ),
        required("stopped_at", Or(&[Count, Null]), "At which heap a limit was met."),
        required("stopped_by", Or(&[Text, Null]), "Which one."),
    ],
);

pub(crate) static SURVEYED_QUOTIENT: ObjectSchema = ObjectSchema::new(
    "surveyed_quotient",
    "The misère quotient of one game of a survey.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required(
            "status",
            Word(&["proved", "checked_to", "limit"]),
            "Whether it is that of all heaps; `limit`: more steps than a survey spends.",
        ),
        required("order", Positive, "How many elements it has."),
        required("lost", Count, "How many of them are lost for the player to move."),
        required("preperiod", Or(&[Positive, Null]), "From where on the heaps repeat."),
        required("period", Or(&[Positive, Null]), ""),
        required("checked_to", Or(&[Count, Null]), "The last heap, where not all are proved."),
    ],
);

pub(crate) static GENERATOR: ObjectSchema = ObjectSchema::new(
    "generator",
    "A generator, and the least heap that is it.",
    &[required("name", Text, ""), required("rules", Or(&[Text, Null]), ""), required("heap", Or(&[Count, Null]), "")],
);

pub(crate) static IMAGES: ObjectSchema = ObjectSchema::new(
    "images",
    "The heaps of one game of several.",
    &[
        required("rules", Text, ""),
        required("phi", List(&Text), "What the heaps 1, 2, 3, ... are."),
        optional("others", List(&One(&OTHER_HEAP)), "Other heaps that play comes to, where moves go up."),
        required("preperiod", Or(&[Positive, Null]), ""),
        required("period", Or(&[Positive, Null]), ""),
    ],
);

pub(crate) static OTHER_HEAP: ObjectSchema = ObjectSchema::new(
    "other_heap",
    "A heap that play comes to beside those that were asked for, and the element that it is.",
    &[required("heap", Count, ""), required("element", Text, "")],
);

pub(crate) static IDEAL: ObjectSchema = ObjectSchema::new(
    "ideal",
    "The least ideal of a quotient.",
    &[
        required("order", Positive, ""),
        required("unit", Text, ""),
        required("lost", Count, "How many of its elements are lost."),
    ],
);

pub(crate) static GROWN: ObjectSchema = ObjectSchema::new(
    "grown",
    "A heap that made a quotient larger.",
    &[required("heap", Count, ""), required("order", Positive, "")],
);

pub(crate) static THERMOGRAPH: ObjectSchema = ObjectSchema::new(
    "thermograph",
    "The walls, from temperature -1 on: points of a temperature and a number, vertical beyond the last.",
    &[required("left", WALL, ""), required("right", WALL, "")],
);

pub(crate) static PAIRED: ObjectSchema = ObjectSchema::new(
    "pairs",
    "The P-positions (a,b) with a <= b of a game of pairs in which they may be turned round, in the order of a: the i-th stands at place i.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", Word(&["pairs"]), ""),
        required("dims", DIMS, "2."),
        required("from", Count, "The least number of a pair."),
        required("to", Count, "The largest number of a pair."),
        required("pairs", PAIRS, ""),
    ],
);

pub(crate) static LOSERS: ObjectSchema = ObjectSchema::new(
    "losers",
    "A game of several players: a row for each heap, with an entry for each player who may be to move.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", Word(&["loser", "safe"]), ""),
        optional(
            "coalition",
            Positive,
            "The player whom all the others play against together: then entries are 1 where this player can avoid losing, 0 where not.",
        ),
        required("players", Positive, ""),
        required("from", Count, "The first heap."),
        required("rows", List(&List(&Count)), "Who loses with best play, counted from 1."),
    ],
);

pub(crate) static VERTICES: ObjectSchema = ObjectSchema::new(
    "vertices",
    "What one token is worth on each vertex of a graph; or the vertices that are P-positions.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", OF, ""),
        optional("only", Word(&["P"]), "The P-positions alone: then there are neither outcomes nor values."),
        required("vertices", List(&Like("")), "Their names, in the order in which the rules name them."),
        optional("outcomes", Like("^[NPD]*$"), "A letter for each vertex."),
        optional(
            "grundy",
            Or(&[Null, List(&Or(&[Count, Like("^inf\\{")]))]),
            "A value for each vertex; where play need not end, \"inf{0,2}\" for one that has none. Null where only outcomes are told.",
        ),
    ],
);

pub(crate) static POSITIONS: ObjectSchema = ObjectSchema::new(
    "positions",
    "The P-positions of a table.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", OF, ""),
        required("dims", DIMS, "How many numbers a position has: 1, 2 or 3."),
        required("from", Count, "The first number: 0, but in games without a position of it."),
        required("to", Count, ""),
        required("only", Word(&["P"]), ""),
        required("positions", List(&Or(&[Count, List(&Count)])), ""),
    ],
);

const MASK: Type = Or(&[Like("^0x[0-9a-f]+$"), Null]);
const CHECKSUM: Type = Like("^[0-9a-f]{16}$");
const SEEMS: Type = Or(&[One(&REGULARITY), Null]);
const PAIRS: Type = List(&Exactly(2, &Count));

pub(crate) static SEQUENCE: ObjectSchema = ObjectSchema::new(
    "sequence",
    "The last line of `grundy sequence`.",
    &[
        SCHEMA,
        required("rules", Text, "The game in canonical notation."),
        required("status", Word(&["proved", "open"]), "Whether the period is proved."),
        required("preperiod", Or(&[Count, Null]), "The first heap from which the values repeat."),
        required("period", Or(&[Positive, Null]), "The period of the values; null where none is proved."),
        required("theorem", Or(&[Text, Null]), "By which the period is proved."),
        required(
            "computed_to",
            Count,
            "The last heap counted: the last one that the proof needs, or the last one computed.",
        ),
        required("max_value", Count, "The largest value."),
        required(
            "rare_mask",
            MASK,
            "Heaps whose values have an even number of bits in it are rare. Null for games that never split a heap, or have no such mask.",
        ),
        required("rares", Or(&[Count, Null]), "How many heaps have a rare value; null where there is no mask."),
        required("last_rare", Or(&[Count, Null]), "The largest heap with a rare value."),
        required("checksum", CHECKSUM, "Fletcher's, of the values up to computed_to."),
        required("seems", SEEMS, "A period that the values show and that is not proved."),
    ],
);

pub(crate) static REGULARITY: ObjectSchema = ObjectSchema::new(
    "regularity",
    "What the values show from heap preperiod on and nothing proves: G(n + period) = G(n) + saltus, but for n whose residue modulo the period is an exception, where G(n + period) = G(n).",
    &[
        required("preperiod", Count, ""),
        required("period", Positive, ""),
        required("saltus", Count, ""),
        required("exceptions", List(&Count), ""),
    ],
);

pub(crate) static STATISTICS: ObjectSchema = ObjectSchema::new(
    "statistics",
    "How often each value comes: the line before a sequence, where that is asked for.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("computed_to", Count, ""),
        required("histogram", List(&Count), "How many heaps have the value 0, 1, 2, ..."),
        required("records", PAIRS, "Heaps and their values."),
        required("rare_parity", Or(&[Flag, Null]), "Whether the parity of the heap counts as a bit of the mask."),
        required("rare_list", Or(&[PAIRS, Null]), "The first 10,000 rare heaps."),
        required("kernels", List(&One(&KERNEL)), "What each kernel did in this run."),
    ],
);

pub(crate) static KERNEL: ObjectSchema = ObjectSchema::new(
    "kernel",
    "What one way to compute values did: it differs from run to run.",
    &[
        required("kernel", Word(&["direct", "scalar", "planes", "filter"]), ""),
        required("heaps", Count, "How many values it computed."),
        required(
            "pairs",
            Count,
            "How many ways these heaps have to be split in two, whether it went over all of them or not.",
        ),
        required("seconds", Seconds, ""),
    ],
);

pub(crate) static SURVEYED: ObjectSchema = ObjectSchema::new(
    "surveyed",
    "A line of `grundy survey`: one game of the pattern. Preperiods and `seems` are in heaps of its code; the last heap computed, the largest value, rare heaps and the checksum are those of the game it is like.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("like", Text, "The first game with the same sequence."),
        required("shift", Count, "How much smaller heaps are there."),
        required(
            "by",
            Word(&["itself", "rules", "values", "so far"]),
            "By what it is known that the sequences are the same.",
        ),
        required("status", Word(&["proved", "open"]), ""),
        required("preperiod", Or(&[Count, Null]), ""),
        required("period", Or(&[Positive, Null]), ""),
        required("computed_to", Count, ""),
        required("max_value", Count, ""),
        required("rare_mask", MASK, ""),
        required("rare_parity", Or(&[Flag, Null]), ""),
        required("rares", Or(&[Count, Null]), ""),
        required("last_rare", Or(&[Count, Null]), ""),
        required("checksum", CHECKSUM, ""),
        required("seems", SEEMS, ""),
    ],
);

pub(crate) static COMPLETIONS: ObjectSchema = ObjectSchema::new(
    "completions",
    "Games that somebody may mean who is still typing, those whose names begin so before those that have it elsewhere.",
    &[SCHEMA, required("completions", List(&One(&COMPLETION)), "Seven at most.")],
);

pub(crate) static COMPLETION: ObjectSchema = ObjectSchema::new(
    "completion",
    "A game, and what has been typed once it is chosen.",
    &[
        required("name", Text, ""),
        required("title", Text, ""),
        required("example", Text, ""),
        required("text", Text, "The whole text, with the example in the place of its last word."),
    ],
);

pub(crate) static INFO: ObjectSchema = ObjectSchema::new(
    "card",
    "What people read about a game.",
    &[
        required("name", Text, "The name of the game in the notation."),
        required("aliases", List(&Text), "Other names of the game."),
        required("title", Text, "The title of the game."),
        required("rules", Text, "The rules in words."),
        required("notation", Text, "How positions are written."),
        required("example", Text, "A position in the notation."),
        required("kind", KIND, "The kind of game."),
        required("also", Or(&[KIND, Null]), "The kind of game that some parameters or positions make, if another one."),
        required(
            "players",
            Or(&[Positive, Null]),
            "How many players there are; null where the parameters of the game say it.",
        ),
        required("information", Word(&["perfect"]), "What the players know of the position."),
        required("short", Flag, "Whether every play must end, in all positions: none can come again."),
        required(
            "others",
            List(&Text),
            "Examples of positions of the other kind, or whose play need not end although that of others does.",
        ),
        required("misere", Flag, "Whether misère play can be asked for."),
        required(
            "table",
            Or(&[Word(&["heaps", "pairs", "triples"]), Null]),
            "How the game's values stand in a table: by heap size, by the pair of heaps, by three numbers, or not at all.",
        ),
        required("theorems", List(&One(&THEOREM)), "The theorems on the game."),
        optional("editor", Word(&["graph"]), "What positions are drawn with by hand, in games on graphs."),
        optional("inks", List(&INK), "How lines may be drawn; the first one where nothing else is said."),
        optional("ground", Flag, "Whether points may lie on the ground."),
        optional("tokens", Flag, "Whether tokens may stand on points."),
    ],
);

pub(crate) static THEOREM: ObjectSchema = ObjectSchema::new(
    "theorem",
    "A theorem on a game.",
    &[
        required("name", Text, ""),
        required("statement", Text, ""),
        required("source", Text, ""),
        required("scope", Text, ""),
    ],
);

pub(crate) static CHECKED: ObjectSchema = ObjectSchema::new(
    "checked",
    "What came of holding a theorem against brute force: one object a theorem. It passed if `agreed` equals `positions` and is not 0; `skipped`: `kind` neither passed nor failed.",
    &[
        SCHEMA,
        required("game", Or(&[Text, Null]), "The game's name; null for a theorem on all games."),
        required("theorem", Text, ""),
        required("source", Text, ""),
        required("positions", Count, "How many positions in its scope were compared."),
        required("agreed", Count, "In how many of them theorem and brute force agree."),
        required("counterexample", Or(&[Null, One(&WRONG)]), "The least position in which they differ."),
        optional(
            "skipped",
            Word(&["moves", "count", "kind"]),
            "What could not be compared: the winning moves or their count, which the theorem does not tell, or all of it, for games of a kind that is not checked.",
        ),
    ],
);

pub(crate) static WRONG: ObjectSchema = ObjectSchema::new(
    "wrong",
    "A position in which a theorem and brute force differ.",
    &[
        required("position", Text, ""),
        required("claim", Text, "What the theorem says."),
        required("search", Text, "What brute force says."),
    ],
);

pub(crate) static EXAMPLE: ObjectSchema = ObjectSchema::new(
    "example",
    "What came of an example in a file of rules.",
    &[
        SCHEMA,
        required("example", Text, "The position."),
        required("place", Text, "The file and the line."),
        required("expected", Text, "The outcome or the Grundy value that the file states."),
        required("agreed", Flag, ""),
        required("status", Word(&["passed", "failed"]), "The same in a word."),
        required("message", Or(&[Text, Null]), "What was found instead, or why nothing was; null if they agree."),
    ],
);

/// Expands to a list of fields: `before`, the counts of one tier or of all tiers, and `behind`.
macro_rules! counts {
    ($($before:expr,)* ; $($behind:expr),*) => {
        &[
            $($before,)*
            required("positions", Count, "How many positions there are, images of each other counted each, for the player to move."),
            required("win", Count, ""),
            required("lose", Count, ""),
            required("draw", Count, ""),
            required("orbits", Count, "The same where images of each other are one."),
            required("slots", Count, "How many numbers positions have; some are of none."),
            required("max_remoteness", Or(&[Count, Null]), "The greatest remoteness; null if all positions are drawn."),
            required("bytes", Count, "The bytes of the files."),
            $($behind),*
        ]
    };
}

pub(crate) static FOLDER: ObjectSchema = ObjectSchema::new(
    "database",
    "A folder in which all positions of a game are solved.",
    counts!(
        SCHEMA, required("spec", Text, "The position that play starts from."), required("dir", Text, "The folder."),
        required("complete", Flag, "Whether all tiers are solved."),;
        optional("longest", Text, "The first position of the greatest remoteness."),
        optional(
            "longest_win",
            Few(200, &One(&MOVE)),
            "The moves of a play from there in which the winner hastens and the loser delays, at most 200, each with the remoteness of the position that it leads to.",
        ),
        required("tiers", List(&One(&FOLDER_TIER)), "In the order of solving.")
    ),
);

pub(crate) static FOLDER_TIER: ObjectSchema = ObjectSchema::new(
    "database_tier",
    "A tier of a folder.",
    counts!(required("tier", Text, "Its name: the file is tier/NAME.gdb."),;),
);

pub(crate) static ESTIMATED: ObjectSchema = ObjectSchema::new(
    "estimated",
    "What it would take to solve all positions that play reaches.",
    &[
        SCHEMA,
        required("spec", Text, "The position that play starts from."),
        required("tiers", Count, ""),
        required("groups", Count, "Groups of tiers are solved one after another."),
        required("slots", Count, "How many numbers positions have."),
        required("largest", Count, "Those of the largest group."),
        required("moves", Count, "About so many."),
        required("memory", Count, "Bytes of memory for the largest group."),
        required("disk", Count, "Bytes of the files."),
        required("core_seconds", Count, "Seconds of one core."),
        required("rate", Count, "Slots a second of one core, measured just now."),
        required("measured", Count, "On so many slots."),
    ],
);
