//! Schemas of tables, sequences, descriptions of games, and results of checks.

use super::answer::{KIND, MOVE, PLAY, SCHEMA};
use super::board::INK;
use super::found::OF;
use super::shape::Type::*;
use super::shape::{Shape, Type, has, may};

const DIMS: Type = Positive;
const ROW: Type = Like("^[NPLRD]+$");
const WINS: Type = Or(&[List(&Count), List(&List(&Count)), List(&List(&List(&Count)))]);

pub(crate) static TABLE: Shape = Shape::of(
    "table",
    "Outcomes and Grundy values of all heaps, rows of pairs, or rows of rows of triples; grundy is null where only outcomes are told.",
    &[
        SCHEMA,
        has("rules", Text, ""),
        has("play", PLAY, ""),
        has("of", Word(&["outcome", "grundy", "left", "right"]), ""),
        has("dims", DIMS, "How many numbers a position has: 1, 2 or 3."),
        has("from", Count, "The first number: 0, but in games without a position of it."),
        has("outcomes", Or(&[ROW, List(&ROW), List(&List(&ROW))]), ""),
        has("grundy", Or(&[Null, List(&Count), List(&List(&Count)), List(&List(&List(&Count)))]), ""),
        may("left", WINS, "Partizan games: 1 where Left wins moving first, 0 elsewhere."),
        may("right", WINS, "The same for Right."),
    ],
);

pub(crate) static FORMS: Shape = Shape::of(
    "forms",
    "What all heaps or pairs are worth as games: canonical forms, means or temperatures, genera, or elements of the misère quotient, as texts.",
    &[
        SCHEMA,
        has("rules", Text, ""),
        has("play", PLAY, ""),
        has("of", Word(&["value", "mean", "temperature", "genus", "quotient"]), ""),
        has("dims", DIMS, "How many numbers a position has: 1 or 2."),
        has("from", Count, "The first number."),
        has("values", Or(&[List(&Text), List(&List(&Text))]), "In ASCII."),
    ],
);

pub(crate) static FORMS_FOUND: Shape = Shape::of(
    "forms_found",
    "What was found of a sequence of values: v(n+period) = v(n), or v(n) + saltus, from the heap `preperiod` on.",
    &[
        SCHEMA,
        has("rules", Text, ""),
        has("of", Word(&["value"]), ""),
        has("status", Word(&["conjecture", "none"]), ""),
        has("preperiod", Or(&[Count, Null]), ""),
        has("period", Or(&[Positive, Null]), ""),
        has("saltus", Or(&[Text, Null]), "What every period adds; null where it repeats as it is."),
        has("checked_to", Count, "The last heap that was looked at."),
        has("values", List(&Text), "The values from heap 0 on."),
    ],
);

pub(crate) static FILE: Shape = Shape::of(
    "file",
    "A table or a sequence in another format, as it would stand in a file: the reply to a request with `format`.",
    &[SCHEMA, has("format", Word(&["text", "csv", "bfile", "svg"]), ""), has("text", Text, "")],
);

/// A dyadic rational as text.
const DYADIC: Type = Like("^-?[0-9]+(/[0-9]+)?$");
const WALL: Type = Some(1, &Exactly(2, &DYADIC));

pub(crate) static VALUED: Shape = Shape::of(
    "valued",
    "What an expression of values is worth; exact numbers are texts.",
    &[
        SCHEMA,
        has("expr", Text, "The expression as it was given."),
        has("value", Or(&[Text, Null]), "The canonical form, in ASCII; null where it is too long to be written."),
        has(
            "outcome",
            Word(&["N", "P", "L", "R"]),
            "N: the player to move wins; P: the other one; L and R: Left or Right, whoever starts.",
        ),
        has("left_stop", DYADIC, "The number at which play arrives if Left begins; of a number the number itself."),
        has("right_stop", DYADIC, "The same if Right begins."),
        has("mean", DYADIC, "What many copies are worth, each."),
        has("temperature", DYADIC, "How much it matters to move first; of the number m/2^k in lowest terms -1/2^k."),
        has("atomic_weight", Or(&[Text, Null]), "A value; null where the game is not atomic."),
        has("reduced", Or(&[Text, Null]), "The reduced form, a value; null where it is too long to be written."),
        has("birthday", Count, "How many moves the canonical form lasts at most."),
        has("thermograph", One(&THERMOGRAPH), "The walls of the thermograph."),
    ],
);

pub(crate) static MISERE_VALUED: Shape = Shape::of(
    "misere_valued",
    "What an expression of impartial games is under misère play, as a game of its own.",
    &[
        SCHEMA,
        has("expr", Text, "The expression as it was given."),
        has("play", Word(&["misere"]), "The play convention."),
        has(
            "form",
            Or(&[Text, Null]),
            "The canonical form, as a set of options; null where it is too long to be written.",
        ),
        has("outcome", Word(&["N", "P"]), "N: the player to move wins; P: the other one."),
        has(
            "genus",
            Text,
            "`g^{abc}`: the Grundy value, and the misère ones beside 0, 1, 2, ... heaps of 2; the last two alternate.",
        ),
        has("tame", Flag, "Whether it and all that play comes to has the genus of a Nim position."),
        has("wild", Or(&[Null, One(&WILD)]), "Why it is not tame."),
        has("birthday", Count, "How many moves the canonical form lasts at most."),
    ],
);

pub(crate) static WILD: Shape = Shape::of(
    "wild",
    "What play comes to that has the genus of no Nim position.",
    &[
        has("form", Or(&[Text, Null]), "Null where it is too long to be written."),
        has("genus", Text, ""),
        has("itself", Flag, "Whether it is the game itself."),
    ],
);

pub(crate) static QUOTIENT: Shape = Shape::of(
    "quotient",
    "The misère quotient of the heaps of a game, or of several: a commutative monoid by generators and relations. Elements are written as words in the generators, `ab^2`, the unit as `1`.",
    &[
        SCHEMA,
        has("rules", Text, "The game, or several with ` + ` between."),
        has(
            "status",
            Word(&["proved", "checked_to", "limit"]),
            "Whether it is that of all heaps; `limit`: a limit ended it before.",
        ),
        has("order", Or(&[Positive, Null]), "How many elements it has."),
        has("accept", List(&Text), "The elements that are lost for the player to move."),
        has("generators", List(&One(&GENERATOR)), "The generators, each with the least heap that it is."),
        has("relations", List(&Text), "Each a word and the least word that is equal: `b^3=b`."),
        has("phi", List(&Text), "What the heaps 1, 2, 3, ... are, of one game."),
        may(
            "others",
            List(&One(&OTHER_HEAP)),
            "Other heaps that play comes to, where moves go up: 0 if it has moves, and heaps above `checked_to`.",
        ),
        has("preperiod", Or(&[Positive, Null]), "From where on they repeat, of one game that is proved."),
        has("period", Or(&[Positive, Null]), "The period of the heaps, of one game that is proved."),
        has("checked_to", Or(&[Count, Null]), "The last heap, where not all are proved."),
        may("games", List(&One(&IMAGES)), "Several games: the heaps of each."),
        may("kernel", One(&IDEAL), "The least ideal, a group: normal play."),
        has("growth", List(&One(&GROWN)), "The order, at each heap that made it larger, where it was learned now."),
        has("stopped_at", Or(&[Count, Null]), "At which heap a limit was met."),
        has("stopped_by", Or(&[Text, Null]), "Which one."),
    ],
);

pub(crate) static SURVEYED_QUOTIENT: Shape = Shape::of(
    "surveyed_quotient",
    "The misère quotient of one game of a survey.",
    &[
        SCHEMA,
        has("rules", Text, ""),
        has(
            "status",
            Word(&["proved", "checked_to", "limit"]),
            "Whether it is that of all heaps; `limit`: more steps than a survey spends.",
        ),
        has("order", Positive, "How many elements it has."),
        has("lost", Count, "How many of them are lost for the player to move."),
        has("preperiod", Or(&[Positive, Null]), "From where on the heaps repeat."),
        has("period", Or(&[Positive, Null]), ""),
        has("checked_to", Or(&[Count, Null]), "The last heap, where not all are proved."),
    ],
);

pub(crate) static GENERATOR: Shape = Shape::of(
    "generator",
    "A generator, and the least heap that is it.",
    &[has("name", Text, ""), has("rules", Or(&[Text, Null]), ""), has("heap", Or(&[Count, Null]), "")],
);

pub(crate) static IMAGES: Shape = Shape::of(
    "images",
    "The heaps of one game of several.",
    &[
        has("rules", Text, ""),
        has("phi", List(&Text), "What the heaps 1, 2, 3, ... are."),
        may("others", List(&One(&OTHER_HEAP)), "Other heaps that play comes to, where moves go up."),
        has("preperiod", Or(&[Positive, Null]), ""),
        has("period", Or(&[Positive, Null]), ""),
    ],
);

pub(crate) static OTHER_HEAP: Shape = Shape::of(
    "other_heap",
    "A heap that play comes to beside those that were asked for, and the element that it is.",
    &[has("heap", Count, ""), has("element", Text, "")],
);

pub(crate) static IDEAL: Shape = Shape::of(
    "ideal",
    "The least ideal of a quotient.",
    &[has("order", Positive, ""), has("unit", Text, ""), has("lost", Count, "How many of its elements are lost.")],
);

pub(crate) static GROWN: Shape =
    Shape::of("grown", "A heap that made a quotient larger.", &[has("heap", Count, ""), has("order", Positive, "")]);

pub(crate) static THERMOGRAPH: Shape = Shape::of(
    "thermograph",
    "The walls, from temperature -1 on: points of a temperature and a number, vertical beyond the last.",
    &[has("left", WALL, ""), has("right", WALL, "")],
);

pub(crate) static PAIRED: Shape = Shape::of(
    "pairs",
    "The P-positions (a,b) with a <= b of a game of pairs in which they may be turned round, in the order of a: the i-th stands at place i.",
    &[
        SCHEMA,
        has("rules", Text, ""),
        has("play", PLAY, ""),
        has("of", Word(&["pairs"]), ""),
        has("dims", DIMS, "2."),
        has("from", Count, "The least number of a pair."),
        has("to", Count, "The largest number of a pair."),
        has("pairs", PAIRS, ""),
    ],
);

pub(crate) static LOSERS: Shape = Shape::of(
    "losers",
    "A game of several players: a row for each heap, with an entry for each player who may be to move.",
    &[
        SCHEMA,
        has("rules", Text, ""),
        has("play", PLAY, ""),
        has("of", Word(&["loser", "safe"]), ""),
        may(
            "coalition",
            Positive,
            "The player whom all the others play against together: then entries are 1 where this player can avoid losing, 0 where not.",
        ),
        has("players", Positive, ""),
        has("from", Count, "The first heap."),
        has("rows", List(&List(&Count)), "Who loses with best play, counted from 1."),
    ],
);

pub(crate) static VERTICES: Shape = Shape::of(
    "vertices",
    "What one token is worth on each vertex of a graph; or the vertices that are P-positions.",
    &[
        SCHEMA,
        has("rules", Text, ""),
        has("play", PLAY, ""),
        has("of", OF, ""),
        may("only", Word(&["P"]), "The P-positions alone: then there are neither outcomes nor values."),
        has("vertices", List(&Like("")), "Their names, in the order in which the rules name them."),
        may("outcomes", Like("^[NPD]*$"), "A letter for each vertex."),
        may(
            "grundy",
            Or(&[Null, List(&Or(&[Count, Like("^inf\\{")]))]),
            "A value for each vertex; where play need not end, \"inf{0,2}\" for one that has none. Null where only outcomes are told.",
        ),
    ],
);

pub(crate) static POSITIONS: Shape = Shape::of(
    "positions",
    "The P-positions of a table.",
    &[
        SCHEMA,
        has("rules", Text, ""),
        has("play", PLAY, ""),
        has("of", OF, ""),
        has("dims", DIMS, "How many numbers a position has: 1, 2 or 3."),
        has("from", Count, "The first number: 0, but in games without a position of it."),
        has("to", Count, ""),
        has("only", Word(&["P"]), ""),
        has("positions", List(&Or(&[Count, List(&Count)])), ""),
    ],
);

const MASK: Type = Or(&[Like("^0x[0-9a-f]+$"), Null]);
const CHECKSUM: Type = Like("^[0-9a-f]{16}$");
const SEEMS: Type = Or(&[One(&REGULARITY), Null]);
const PAIRS: Type = List(&Exactly(2, &Count));

pub(crate) static SEQUENCE: Shape = Shape::of(
    "sequence",
    "The last line of `grundy sequence`.",
    &[
        SCHEMA,
        has("rules", Text, "The game in canonical notation."),
        has("status", Word(&["proved", "open"]), "Whether the period is proved."),
        has("preperiod", Or(&[Count, Null]), "The first heap from which the values repeat."),
        has("period", Or(&[Positive, Null]), "The period of the values; null where none is proved."),
        has("theorem", Or(&[Text, Null]), "By which the period is proved."),
        has(
            "computed_to",
            Count,
            "The last heap counted: the last one that the proof needs, or the last one computed.",
        ),
        has("max_value", Count, "The largest value."),
        has(
            "rare_mask",
            MASK,
            "Heaps whose values have an even number of bits in it are rare. Null for games that never split a heap, or have no such mask.",
        ),
        has("rares", Or(&[Count, Null]), "How many heaps have a rare value; null where there is no mask."),
        has("last_rare", Or(&[Count, Null]), "The largest heap with a rare value."),
        has("checksum", CHECKSUM, "Fletcher's, of the values up to computed_to."),
        has("seems", SEEMS, "A period that the values show and that is not proved."),
    ],
);

pub(crate) static REGULARITY: Shape = Shape::of(
    "regularity",
    "What the values show from heap preperiod on and nothing proves: G(n + period) = G(n) + saltus, but for n whose residue modulo the period is an exception, where G(n + period) = G(n).",
    &[
        has("preperiod", Count, ""),
        has("period", Positive, ""),
        has("saltus", Count, ""),
        has("exceptions", List(&Count), ""),
    ],
);

pub(crate) static STATISTICS: Shape = Shape::of(
    "statistics",
    "How often each value comes: the line before a sequence, where that is asked for.",
    &[
        SCHEMA,
        has("rules", Text, ""),
        has("computed_to", Count, ""),
        has("histogram", List(&Count), "How many heaps have the value 0, 1, 2, ..."),
        has("records", PAIRS, "Heaps and their values."),
        has("rare_parity", Or(&[Flag, Null]), "Whether the parity of the heap counts as a bit of the mask."),
        has("rare_list", Or(&[PAIRS, Null]), "The first 10,000 rare heaps."),
        has("kernels", List(&One(&KERNEL)), "What each kernel did in this run."),
    ],
);

pub(crate) static KERNEL: Shape = Shape::of(
    "kernel",
    "What one way to compute values did: it differs from run to run.",
    &[
        has("kernel", Word(&["direct", "scalar", "planes", "filter"]), ""),
        has("heaps", Count, "How many values it computed."),
        has(
            "pairs",
            Count,
            "How many ways these heaps have to be split in two, whether it went over all of them or not.",
        ),
        has("seconds", Seconds, ""),
    ],
);

pub(crate) static SURVEYED: Shape = Shape::of(
    "surveyed",
    "A line of `grundy survey`: one game of the pattern. Preperiods and `seems` are in heaps of its code; the last heap computed, the largest value, rare heaps and the checksum are those of the game it is like.",
    &[
        SCHEMA,
        has("rules", Text, ""),
        has("like", Text, "The first game with the same sequence."),
        has("shift", Count, "How much smaller heaps are there."),
        has(
            "by",
            Word(&["itself", "rules", "values", "so far"]),
            "By what it is known that the sequences are the same.",
        ),
        has("status", Word(&["proved", "open"]), ""),
        has("preperiod", Or(&[Count, Null]), ""),
        has("period", Or(&[Positive, Null]), ""),
        has("computed_to", Count, ""),
        has("max_value", Count, ""),
        has("rare_mask", MASK, ""),
        has("rare_parity", Or(&[Flag, Null]), ""),
        has("rares", Or(&[Count, Null]), ""),
        has("last_rare", Or(&[Count, Null]), ""),
        has("checksum", CHECKSUM, ""),
        has("seems", SEEMS, ""),
    ],
);

pub(crate) static COMPLETIONS: Shape = Shape::of(
    "completions",
    "Games that somebody may mean who is still typing, those whose names begin so before those that have it elsewhere.",
    &[SCHEMA, has("completions", List(&One(&COMPLETION)), "Seven at most.")],
);

pub(crate) static COMPLETION: Shape = Shape::of(
    "completion",
    "A game, and what has been typed once it is chosen.",
    &[
        has("name", Text, ""),
        has("title", Text, ""),
        has("example", Text, ""),
        has("text", Text, "The whole text, with the example in the place of its last word."),
    ],
);

pub(crate) static INFO: Shape = Shape::of(
    "card",
    "What people read about a game.",
    &[
        has("name", Text, "The name of the game in the notation."),
        has("aliases", List(&Text), "Other names of the game."),
        has("title", Text, "The title of the game."),
        has("rules", Text, "The rules in words."),
        has("notation", Text, "How positions are written."),
        has("example", Text, "A position in the notation."),
        has("kind", KIND, "The kind of game."),
        has("also", Or(&[KIND, Null]), "The kind of game that some parameters or positions make, if another one."),
        has(
            "players",
            Or(&[Positive, Null]),
            "How many players there are; null where the parameters of the game say it.",
        ),
        has("information", Word(&["perfect"]), "What the players know of the position."),
        has("short", Flag, "Whether every play must end, in all positions: none can come again."),
        has(
            "others",
            List(&Text),
            "Examples of positions of the other kind, or whose play need not end although that of others does.",
        ),
        has("misere", Flag, "Whether misère play can be asked for."),
        has(
            "table",
            Or(&[Word(&["heaps", "pairs", "triples"]), Null]),
            "How the game's values stand in a table: by heap size, by the pair of heaps, by three numbers, or not at all.",
        ),
        has("theorems", List(&One(&THEOREM)), "The theorems on the game."),
        may("editor", Word(&["graph"]), "What positions are drawn with by hand, in games on graphs."),
        may("inks", List(&INK), "How lines may be drawn; the first one where nothing else is said."),
        may("ground", Flag, "Whether points may lie on the ground."),
        may("tokens", Flag, "Whether tokens may stand on points."),
    ],
);

pub(crate) static THEOREM: Shape = Shape::of(
    "theorem",
    "A theorem on a game.",
    &[has("name", Text, ""), has("statement", Text, ""), has("source", Text, ""), has("scope", Text, "")],
);

pub(crate) static CHECKED: Shape = Shape::of(
    "checked",
    "What came of holding a theorem against brute force: one object a theorem. It passed if `agreed` equals `positions` and is not 0; `skipped`: `kind` neither passed nor failed.",
    &[
        SCHEMA,
        has("game", Or(&[Text, Null]), "The game's name; null for a theorem on all games."),
        has("theorem", Text, ""),
        has("source", Text, ""),
        has("positions", Count, "How many positions in its scope were compared."),
        has("agreed", Count, "In how many of them theorem and brute force agree."),
        has("counterexample", Or(&[Null, One(&WRONG)]), "The least position in which they differ."),
        may(
            "skipped",
            Word(&["moves", "count", "kind"]),
            "What could not be compared: the winning moves or their count, which the theorem does not tell, or all of it, for games of a kind that is not checked.",
        ),
    ],
);

pub(crate) static WRONG: Shape = Shape::of(
    "wrong",
    "A position in which a theorem and brute force differ.",
    &[
        has("position", Text, ""),
        has("claim", Text, "What the theorem says."),
        has("search", Text, "What brute force says."),
    ],
);

pub(crate) static EXAMPLE: Shape = Shape::of(
    "example",
    "What came of an example in a file of rules.",
    &[
        SCHEMA,
        has("example", Text, "The position."),
        has("place", Text, "The file and the line."),
        has("expected", Text, "The outcome or the Grundy value that the file states."),
        has("agreed", Flag, ""),
        has("status", Word(&["passed", "failed"]), "The same in a word."),
        has("message", Or(&[Text, Null]), "What was found instead, or why nothing was; null if they agree."),
    ],
);

/// Expands to a list of fields: `before`, the counts of one tier or of all tiers, and `behind`.
macro_rules! counts {
    ($($before:expr,)* ; $($behind:expr),*) => {
        &[
            $($before,)*
            has("positions", Count, "How many positions there are, images of each other counted each, for the player to move."),
            has("win", Count, ""),
            has("lose", Count, ""),
            has("draw", Count, ""),
            has("orbits", Count, "The same where images of each other are one."),
            has("slots", Count, "How many numbers positions have; some are of none."),
            has("max_remoteness", Or(&[Count, Null]), "The greatest remoteness; null if all positions are drawn."),
            has("bytes", Count, "The bytes of the files."),
            $($behind),*
        ]
    };
}

pub(crate) static FOLDER: Shape = Shape::of(
    "database",
    "A folder in which all positions of a game are solved.",
    counts!(
        SCHEMA, has("spec", Text, "The position that play starts from."), has("dir", Text, "The folder."),
        has("complete", Flag, "Whether all tiers are solved."),;
        may("longest", Text, "The first position of the greatest remoteness."),
        may(
            "longest_win",
            Few(200, &One(&MOVE)),
            "The moves of a play from there in which the winner hastens and the loser delays, at most 200, each with the remoteness of the position that it leads to.",
        ),
        has("tiers", List(&One(&FOLDER_TIER)), "In the order of solving.")
    ),
);

pub(crate) static FOLDER_TIER: Shape = Shape::of(
    "database_tier",
    "A tier of a folder.",
    counts!(has("tier", Text, "Its name: the file is tier/NAME.gdb."),;),
);

pub(crate) static ESTIMATED: Shape = Shape::of(
    "estimated",
    "What it would take to solve all positions that play reaches.",
    &[
        SCHEMA,
        has("spec", Text, "The position that play starts from."),
        has("tiers", Count, ""),
        has("groups", Count, "Groups of tiers are solved one after another."),
        has("slots", Count, "How many numbers positions have."),
        has("largest", Count, "Those of the largest group."),
        has("moves", Count, "About so many."),
        has("memory", Count, "Bytes of memory for the largest group."),
        has("disk", Count, "Bytes of the files."),
        has("core_seconds", Count, "Seconds of one core."),
        has("rate", Count, "Slots a second of one core, measured just now."),
        has("measured", Count, "On so many slots."),
    ],
);
