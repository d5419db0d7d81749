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
    "Outcomes and Grundy values of all heaps, as rows of pairs, or as rows of rows of triples; `grundy` is null if \
        only outcomes were requested.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", Word(&["outcome", "grundy", "left", "right"]), ""),
        required("dims", DIMS, "The number of numbers in a position: 1, 2 or 3."),
        required("from", Count, "The first number: 0, except in games that have no position with 0."),
        required("outcomes", Or(&[ROW, List(&ROW), List(&List(&ROW))]), ""),
        required("grundy", Or(&[Null, List(&Count), List(&List(&Count)), List(&List(&List(&Count)))]), ""),
        optional("left", WINS, "1 if Left wins moving first, else 0; in partizan games."),
        optional("right", WINS, "1 if Right wins moving first, else 0; in partizan games."),
    ],
);

pub(crate) static FORMS: ObjectSchema = ObjectSchema::new(
    "forms",
    "The values of all heaps or pairs as games, in text form: canonical forms, means or temperatures, genera, or \
        elements of the misère quotient.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", Word(&["value", "mean", "temperature", "genus", "quotient"]), ""),
        required("dims", DIMS, "The number of numbers in a position: 1 or 2."),
        required("from", Count, "The first number."),
        required("values", Or(&[List(&Text), List(&List(&Text))]), "The values, in ASCII."),
    ],
);

pub(crate) static FORMS_FOUND: ObjectSchema = ObjectSchema::new(
    "forms_found",
    "The period found in a sequence of values: v(n + period) = v(n), or v(n) + saltus, from heap `preperiod` on.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("of", Word(&["value"]), ""),
        required("status", Word(&["conjecture", "none"]), ""),
        required("preperiod", Or(&[Count, Null]), ""),
        required("period", Or(&[Positive, Null]), ""),
        required("saltus", Or(&[Text, Null]), "The value that each period adds; null if it is zero."),
        required("checked_to", Count, "The last heap that was compared."),
        required("values", List(&Text), "The values from heap 0 on."),
    ],
);

pub(crate) static FILE: ObjectSchema = ObjectSchema::new(
    "file",
    "A table or a sequence in another format, as the text of a file: the reply to a request with `format`.",
    &[SCHEMA, required("format", Word(&["text", "csv", "bfile", "svg"]), ""), required("text", Text, "")],
);

/// A dyadic rational as text.
const DYADIC: Type = Like("^-?[0-9]+(/[0-9]+)?$");
const WALL: Type = AtLeast(1, &Exactly(2, &DYADIC));

pub(crate) static VALUED: ObjectSchema = ObjectSchema::new(
    "valued",
    "The value of an expression; exact numbers are written as text.",
    &[
        SCHEMA,
        required("expr", Text, "The expression as given."),
        required("value", Or(&[Text, Null]), "The canonical form, in ASCII; null if it is too long."),
        required(
            "outcome",
            Word(&["N", "P", "L", "R"]),
            "The outcome. N: the player to move wins; P: the other player wins; L and R: Left or Right wins, \
                whoever moves first.",
        ),
        required(
            "left_stop",
            DYADIC,
            "The Left stop: the number that play reaches if Left moves first; for a number, the number itself.",
        ),
        required("right_stop", DYADIC, "The Right stop: the number that play reaches if Right moves first."),
        required("mean", DYADIC, "The mean value: the limit of the value of n copies, divided by n."),
        required(
            "temperature",
            DYADIC,
            "The temperature: a measure of the advantage of moving first. For a number m/2^k in lowest terms it is \
                -1/2^k.",
        ),
        required(
            "atomic_weight",
            Or(&[Text, Null]),
            "The atomic weight, which is a value; null if the game is not atomic.",
        ),
        required("reduced", Or(&[Text, Null]), "The reduced form, which is a value; null if it is too long."),
        required("birthday", Count, "The birthday: the maximum number of moves in the canonical form."),
        required("thermograph", One(&THERMOGRAPH), "The walls of the thermograph."),
    ],
);

pub(crate) static MISERE_VALUED: ObjectSchema = ObjectSchema::new(
    "misere_valued",
    "The misère form of an expression of impartial games.",
    &[
        SCHEMA,
        required("expr", Text, "The expression as given."),
        required("play", Word(&["misere"]), "The play convention."),
        required("form", Or(&[Text, Null]), "The canonical form, as a set of options; null if it is too long."),
        required("outcome", Word(&["N", "P"]), "The outcome. N: the player to move wins; P: the other player wins."),
        required(
            "genus",
            Text,
            "The genus `g^{abc}`: the Grundy value, then the misère Grundy values of the sums with 0, 1, 2, ... \
                heaps of 2; the last two alternate.",
        ),
        required("tame", Flag, "Whether the game and all its followers have the genus of a Nim position."),
        required("wild", Or(&[Null, One(&WILD)]), "A follower that is not tame; null if the game is tame."),
        required("birthday", Count, "The birthday: the maximum number of moves in the canonical form."),
    ],
);

pub(crate) static WILD: ObjectSchema = ObjectSchema::new(
    "wild",
    "A position that play can reach and whose genus is that of no Nim position.",
    &[
        required("form", Or(&[Text, Null]), "The canonical form; null if it is too long."),
        required("genus", Text, ""),
        required("itself", Flag, "Whether this position is the game itself."),
    ],
);

pub(crate) static QUOTIENT: ObjectSchema = ObjectSchema::new(
    "quotient",
    "The misère quotient of the heaps of one or several games: a commutative monoid given by generators and \
        relations. Elements are words in the generators, such as `ab^2`; the unit is `1`.",
    &[
        SCHEMA,
        required("rules", Text, "The game, or several games joined by ` + `."),
        required(
            "status",
            Word(&["proved", "checked_to", "limit"]),
            "Whether the quotient is proved for all heaps. `limit`: the computation stopped at a limit.",
        ),
        required("order", Or(&[Positive, Null]), "The number of elements."),
        required("accept", List(&Text), "The elements that are lost for the player to move."),
        required("generators", List(&One(&GENERATOR)), "The generators, each with its least heap."),
        required(
            "relations",
            List(&Text),
            "The relations, each between a word and the least word equal to it: `b^3=b`.",
        ),
        required("phi", List(&Text), "The images of the heaps 1, 2, 3, ...; empty if there are several games."),
        optional(
            "others",
            List(&One(&OTHER_HEAP)),
            "The images of other heaps that play can reach, in games whose moves can increase a heap: heap 0 if it \
                has moves, and heaps above `checked_to`.",
        ),
        required(
            "preperiod",
            Or(&[Positive, Null]),
            "The first heap from which the images repeat; null unless there is a single game and it is proved.",
        ),
        required(
            "period",
            Or(&[Positive, Null]),
            "The period of the images; null unless there is a single game and it is proved.",
        ),
        required(
            "checked_to",
            Or(&[Count, Null]),
            "The last heap that the quotient covers; null if it covers all heaps.",
        ),
        optional("games", List(&One(&IMAGES)), "The images of the heaps of each game; only for several games."),
        optional("kernel", One(&IDEAL), "The least ideal, a group that describes normal play."),
        required(
            "growth",
            List(&One(&GROWN)),
            "The order after each heap that became a generator, if the quotient was computed in this run.",
        ),
        required(
            "stopped_at",
            Or(&[Count, Null]),
            "The heap at which a limit was reached; null if no limit was reached.",
        ),
        required("stopped_by", Or(&[Text, Null]), "The limit that was reached; null if no limit was reached."),
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
            "Whether the quotient is proved for all heaps. `limit`: it needs more steps than a survey spends.",
        ),
        required("order", Positive, "The number of elements."),
        required("lost", Count, "The number of elements that are lost for the player to move."),
        required(
            "preperiod",
            Or(&[Positive, Null]),
            "The first heap from which the images repeat; null if no period is proved.",
        ),
        required("period", Or(&[Positive, Null]), ""),
        required(
            "checked_to",
            Or(&[Count, Null]),
            "The last heap that the quotient covers; null if it covers all heaps.",
        ),
    ],
);

pub(crate) static GENERATOR: ObjectSchema = ObjectSchema::new(
    "generator",
    "A generator and its least heap.",
    &[required("name", Text, ""), required("rules", Or(&[Text, Null]), ""), required("heap", Or(&[Count, Null]), "")],
);

pub(crate) static IMAGES: ObjectSchema = ObjectSchema::new(
    "images",
    "The images of the heaps of one of several games.",
    &[
        required("rules", Text, ""),
        required("phi", List(&Text), "The images of the heaps 1, 2, 3, ..."),
        optional(
            "others",
            List(&One(&OTHER_HEAP)),
            "The images of other heaps that play can reach, in games whose moves can increase a heap.",
        ),
        required("preperiod", Or(&[Positive, Null]), ""),
        required("period", Or(&[Positive, Null]), ""),
    ],
);

pub(crate) static OTHER_HEAP: ObjectSchema = ObjectSchema::new(
    "other_heap",
    "A heap that play can reach beyond the requested heaps, and its image.",
    &[required("heap", Count, ""), required("element", Text, "")],
);

pub(crate) static IDEAL: ObjectSchema = ObjectSchema::new(
    "ideal",
    "The least ideal of a quotient.",
    &[
        required("order", Positive, ""),
        required("unit", Text, ""),
        required("lost", Count, "The number of its elements that are lost for the player to move."),
    ],
);

pub(crate) static GROWN: ObjectSchema = ObjectSchema::new(
    "grown",
    "A heap that became a generator of a quotient.",
    &[required("heap", Count, ""), required("order", Positive, "")],
);

pub(crate) static THERMOGRAPH: ObjectSchema = ObjectSchema::new(
    "thermograph",
    "The walls of the thermograph from temperature -1 on, as points of a temperature and a number; vertical above \
        the last point.",
    &[required("left", WALL, ""), required("right", WALL, "")],
);

pub(crate) static PAIRED: ObjectSchema = ObjectSchema::new(
    "pairs",
    "The P-positions (a,b) with a <= b of a symmetric game on pairs, in ascending order of a; the i-th has index \
        i.",
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
    "A table of a game of several players: a row for each heap, with an entry for each player to move.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", Word(&["loser", "safe"]), ""),
        optional(
            "coalition",
            Positive,
            "The player against whom all others form a coalition. Entries are then 1 if this player can avoid \
                losing, else 0.",
        ),
        required("players", Positive, ""),
        required("from", Count, "The first heap."),
        required("rows", List(&List(&Count)), "The player who loses with best play, counted from 1."),
    ],
);

pub(crate) static VERTICES: ObjectSchema = ObjectSchema::new(
    "vertices",
    "The value of a single token on each vertex of a graph, or the vertices that are P-positions.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", OF, ""),
        optional(
            "only",
            Word(&["P"]),
            "Present if only the P-positions are listed; there are then no outcomes and no values.",
        ),
        required("vertices", List(&Like("")), "The names of the vertices, in the order of the rules."),
        optional("outcomes", Like("^[NPD]*$"), "The outcome letter of each vertex."),
        optional(
            "grundy",
            Or(&[Null, List(&Or(&[Count, Like("^inf\\{")]))]),
            "The Grundy value of each vertex; a text such as \"inf{0,2}\" for vertices that have no number as \
                value because play need not end. Null if only outcomes were requested.",
        ),
    ],
);

pub(crate) static TREES: ObjectSchema = ObjectSchema::new(
    "trees",
    "The outcomes and values of all rooted trees with up to a number of edges, or the trees that are P-positions.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("play", PLAY, ""),
        required("of", OF, ""),
        optional("only", Word(&["P"]), "Present if only the P-positions are listed."),
        optional(
            "pattern",
            Text,
            "A formula that gives the value of each tree of the table from the values v of the subtrees at the \
                children of the root, such as \"xor(v+1)\".",
        ),
        required("trees", List(&Like("")), "The positions, those with few edges first."),
        required("edges", List(&Count), "The number of edges of each tree."),
        required("outcomes", Like("^[NP]*$"), "The outcome letter of each tree."),
        required(
            "grundy",
            Or(&[Null, List(&Count)]),
            "The Grundy value of each tree. Null if only outcomes were requested.",
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
        required("dims", DIMS, "The number of numbers in a position: 1, 2 or 3."),
        required("from", Count, "The first number: 0, except in games that have no position with 0."),
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
        required("status", Word(&["proved", "open"]), "Whether a period is proved."),
        required(
            "preperiod",
            Or(&[Count, Null]),
            "The first heap from which the values repeat; null if no period is proved.",
        ),
        required("period", Or(&[Positive, Null]), "The period of the values; null if none is proved."),
        required(
            "theorem",
            Or(&[Text, Null]),
            "The name of the theorem that proves the period; null if none is proved.",
        ),
        required(
            "computed_to",
            Count,
            "The last heap counted: the last heap that the proof needs, or the last heap computed.",
        ),
        required("max_value", Count, "The largest value."),
        required(
            "rare_mask",
            MASK,
            "The mask of rare values: a heap is rare if its value has an even number of bits in common with the \
                mask. Null for games that never split a heap and for games without such a mask.",
        ),
        required("rares", Or(&[Count, Null]), "The number of heaps with a rare value; null if there is no mask."),
        required("last_rare", Or(&[Count, Null]), "The largest heap with a rare value; null if there is none."),
        required("checksum", CHECKSUM, "The Fletcher checksum of the values up to `computed_to`."),
        required("seems", SEEMS, "A period that the values show but that is not proved; null if there is none."),
    ],
);

pub(crate) static REGULARITY: ObjectSchema = ObjectSchema::new(
    "regularity",
    "A regularity that the values show from heap `preperiod` on but that is not proved: G(n + period) = G(n) + \
        saltus, except if the residue of n modulo the period is in `exceptions`; then G(n + period) = G(n).",
    &[
        required("preperiod", Count, ""),
        required("period", Positive, ""),
        required("saltus", Count, ""),
        required("exceptions", List(&Count), ""),
    ],
);

pub(crate) static STATISTICS: ObjectSchema = ObjectSchema::new(
    "statistics",
    "Statistics of the values of a sequence: an optional line before the summary.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("computed_to", Count, ""),
        required("histogram", List(&Count), "The numbers of heaps with the value 0, 1, 2, ..."),
        required("records", PAIRS, "The heaps with a new largest value, each with the value."),
        required(
            "rare_parity",
            Or(&[Flag, Null]),
            "Whether the parity of the heap counts as one more bit of the mask; null if there is no mask.",
        ),
        required(
            "rare_list",
            Or(&[PAIRS, Null]),
            "The first 10,000 rare heaps, each with its value; null if there is no mask.",
        ),
        required("kernels", List(&One(&KERNEL)), "The statistics of each kernel in this run."),
    ],
);

pub(crate) static KERNEL: ObjectSchema = ObjectSchema::new(
    "kernel",
    "The statistics of one method of computing values; they differ from run to run.",
    &[
        required("kernel", Word(&["direct", "scalar", "planes", "filter"]), ""),
        required("heaps", Count, "The number of values that the kernel computed."),
        required(
            "pairs",
            Count,
            "The number of splits of these heaps into two, whether or not the kernel visited all of them.",
        ),
        required("seconds", Seconds, ""),
    ],
);

pub(crate) static SURVEYED: ObjectSchema = ObjectSchema::new(
    "surveyed",
    "A line of `grundy survey`: one game of the pattern. Preperiods and `seems` refer to the heaps of this game; \
        the last heap computed, the largest value, the rare heaps and the checksum are those of the game in \
        `like`.",
    &[
        SCHEMA,
        required("rules", Text, ""),
        required("like", Text, "The first game of the survey with the same sequence."),
        required("shift", Count, "The number by which the heaps of that game are smaller."),
        required(
            "by",
            Word(&["itself", "rules", "values", "so far"]),
            "The reason why both sequences are known to be equal.",
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
    "Games that complete an unfinished input; games whose name starts with the last word come before games whose \
        name contains it.",
    &[SCHEMA, required("completions", List(&One(&COMPLETION)), "The completions, at most seven.")],
);

pub(crate) static COMPLETION: ObjectSchema = ObjectSchema::new(
    "completion",
    "A game and the completed input.",
    &[
        required("name", Text, ""),
        required("title", Text, ""),
        required("example", Text, ""),
        required("text", Text, "The completed input, with the example in place of its last word."),
    ],
);

pub(crate) static INFO: ObjectSchema = ObjectSchema::new(
    "card",
    "The description of a game.",
    &[
        required("name", Text, "The name of the game in the notation."),
        required("aliases", List(&Text), "Other names of the game."),
        required("title", Text, "The title of the game."),
        required("rules", Text, "The rules in words."),
        required("notation", Text, "The notation of positions."),
        required("example", Text, "A position in the notation."),
        required("kind", KIND, "The kind of game."),
        required(
            "also",
            Or(&[KIND, Null]),
            "The kind of game under some parameters or positions, if it differs; else null.",
        ),
        required(
            "players",
            Or(&[Positive, Null]),
            "The number of players; null if the parameters of the game determine it.",
        ),
        required("information", Word(&["perfect"]), "The information that the players have about the position."),
        required("short", Flag, "Whether every play must end, in all positions, so that no position can repeat."),
        required(
            "others",
            List(&Text),
            "Examples of positions of the other kind, or with infinite play in a game in which most plays end.",
        ),
        required("misere", Flag, "Whether the game can be played under misère play."),
        required(
            "table",
            Or(&[Word(&["heaps", "pairs", "triples"]), Null]),
            "The shape of the table of the game's values: heaps, pairs of numbers or triples of numbers; null if \
                there is no table.",
        ),
        required("theorems", List(&One(&THEOREM)), "The theorems on the game."),
        optional("editor", Word(&["graph"]), "The editor for drawing positions by hand, in games on graphs."),
        optional("inks", List(&INK), "The possible colors or styles of lines; the first one is the default."),
        optional("ground", Flag, "Whether points may be on the ground."),
        optional("tokens", Flag, "Whether points may hold tokens."),
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
    "The result of checking a theorem against brute force, one object per theorem. The theorem passed if `agreed` \
        equals `positions` and is not 0; with `skipped` equal to `kind`, it neither passed nor failed.",
    &[
        SCHEMA,
        required("game", Or(&[Text, Null]), "The name of the game; null for a theorem on all games."),
        required("theorem", Text, ""),
        required("source", Text, ""),
        required("positions", Count, "The number of compared positions in the scope of the theorem."),
        required("agreed", Count, "The number of positions in which the theorem and brute force agree."),
        required(
            "counterexample",
            Or(&[Null, One(&WRONG)]),
            "The least position in which they differ; null if there is none.",
        ),
        optional(
            "skipped",
            Word(&["moves", "count", "kind"]),
            "The quantity that could not be compared. `moves`: the winning moves, which the theorem does not \
                state; `count`: the number of winning moves, which the theorem does not state; `kind`: everything, \
                because the check does not play games of this kind.",
        ),
    ],
);

pub(crate) static WRONG: ObjectSchema = ObjectSchema::new(
    "wrong",
    "A position in which a theorem and brute force differ.",
    &[
        required("position", Text, ""),
        required("claim", Text, "The statement of the theorem for this position."),
        required("search", Text, "The result of brute force."),
    ],
);

pub(crate) static EXAMPLE: ObjectSchema = ObjectSchema::new(
    "example",
    "The result of checking an example in a file of rules.",
    &[
        SCHEMA,
        required("example", Text, "The position."),
        required("place", Text, "The file and the line."),
        required("expected", Text, "The outcome or the Grundy value that the file states."),
        required("agreed", Flag, ""),
        required("status", Word(&["passed", "failed"]), "The value of `agreed` as a word."),
        required(
            "message",
            Or(&[Text, Null]),
            "The actual result, or the reason why there is none; null if they agree.",
        ),
    ],
);

/// Expands to a list of fields: those of `before`, the counts of one or all tiers, those of `behind`.
macro_rules! counts {
    ($($before:expr,)* ; $($behind:expr),*) => {
        &[
            $($before,)*
            required(
                "positions",
                Count,
                "The number of positions, for the player to move; symmetric positions are counted separately.",
            ),
            required("win", Count, ""),
            required("lose", Count, ""),
            required("draw", Count, ""),
            required("orbits", Count, "The number of positions up to symmetry."),
            required(
                "slots",
                Count,
                "The number of slots, that is, of indices for positions; some slots are unused.",
            ),
            required("max_remoteness", Or(&[Count, Null]), "The greatest remoteness; null if all are draws."),
            required("bytes", Count, "The size of the files in bytes."),
            $($behind),*
        ]
    };
}

pub(crate) static FOLDER: ObjectSchema = ObjectSchema::new(
    "database",
    "A database: a folder in which all positions of a game are solved.",
    counts!(
        SCHEMA, required("spec", Text, "The starting position."), required("dir", Text, "The folder."),
        required("complete", Flag, "Whether all tiers are solved."),;
        optional("longest", Text, "The first position with the greatest remoteness."),
        optional(
            "longest_win",
            AtMost(200, &One(&MOVE)),
            "The moves of a play from `longest` in which the winner hastens and the loser delays, at most 200, \
                each with the remoteness of the position after it.",
        ),
        required("tiers", List(&One(&FOLDER_TIER)), "The tiers, in the order of solving.")
    ),
);

pub(crate) static FOLDER_TIER: ObjectSchema = ObjectSchema::new(
    "database_tier",
    "A tier of a database.",
    counts!(required("tier", Text, "The name of the tier; its file is tier/NAME.gdb."),;),
);

pub(crate) static ESTIMATED: ObjectSchema = ObjectSchema::new(
    "estimated",
    "The estimated cost of solving all positions that play can reach.",
    &[
        SCHEMA,
        required("spec", Text, "The starting position."),
        required("tiers", Count, ""),
        required("groups", Count, "The number of groups of tiers; the groups are solved one after another."),
        required("slots", Count, "The number of slots of all tiers."),
        required("largest", Count, "The number of slots of the largest group."),
        required("moves", Count, "The approximate number of moves."),
        required("memory", Count, "The memory for the largest group, in bytes."),
        required("disk", Count, "The size of the files, in bytes."),
        required("core_seconds", Count, "The time on one core, in seconds."),
        required("rate", Count, "The measured speed of one core, in slots per second."),
        required("measured", Count, "The number of slots solved for the measurement."),
    ],
);
