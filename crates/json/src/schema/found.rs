//! Schemas of patterns, verdicts on claims, and certificates.

use super::answer::SCHEMA;
use super::shape::Type::*;
use super::shape::{Shape, Type, has, may};

pub(super) const OF: Type = Word(&["outcome", "grundy"]);

pub(crate) static FINDING: Shape = Shape::of(
    "finding",
    "What `grundy find` found about the outcomes or the values of a game, one object a line, or the verdict of `grundy prove` on a claim. preperiod is the first index from which a sequence repeats; entries are letters of outcomes, or values.",
    &[
        SCHEMA,
        has("rules", Text, "The game in canonical notation."),
        has("of", Word(&["outcome", "grundy", "loser"]), "What the entries of the table are."),
        has(
            "status",
            Word(&["proved", "conjecture", "none", "refuted"]),
            "Whether the pattern or the claim is proved. A conjecture agrees with the table, and nothing proves it.",
        ),
        has("pattern", Or(&[PATTERN, Null]), "The pattern for programs; null where none was found."),
        has("formula", Or(&[Text, Null]), "The pattern or the claim as a formula; null where no pattern was found."),
        has("checked_to", Count, "The largest parameter of the table that it agrees with."),
        has("method", Or(&[Text, Null]), "What proves it, or how it was fitted; null for claims that are not proved."),
        has(
            "counterexample",
            Or(&[List(&Count), Null]),
            "Where a claim fails: the numbers of its names; none if all of them are those of quantifiers.",
        ),
        may("names", List(&Text), "Claims that are refuted: the names of the numbers of `counterexample`."),
        may(
            "least",
            Flag,
            "Claims that are refuted: whether no smaller numbers do, by their sum, then one after the other.",
        ),
        may(
            "position",
            Text,
            "Claims of single positions that are refuted: the position of `counterexample`, with numbers for letters.",
        ),
        may(
            "silent",
            One(&SILENT),
            "Claims that are silent somewhere: they ask about a position with a negative parameter there, or for an entry that a list does not have.",
        ),
        may(
            "told",
            List(&Text),
            "What is proved by classes: what to answer in each, or what options are worth; in the language that was asked for.",
        ),
        may("tried", List(&Text), "Claims that are open: what did not prove them, and why."),
        may("family", One(&FAMILY), "Games with letters that `grundy find` was asked about."),
        may("condition", Text, "Claims about games with letters: what these satisfy, by the form of the rules."),
        may("files", One(&FILES), "Requests that ask for `files`."),
    ],
);

pub(crate) static FILES: Shape = Shape::of(
    "files",
    "What was found, as files.",
    &[
        has(
            "certificates",
            List(&Text),
            "Proofs as `grundy verify` reads them; several where letters have several cases.",
        ),
        may("svg", Text, "The pattern as a picture, where it can be drawn."),
        may("code", One(&CODE), "The pattern as programs, where one was found."),
    ],
);

pub(crate) static CODE: Shape = Shape::of(
    "code",
    "A function that tells the entry of a position, in three languages.",
    &[has("python", Text, ""), has("cpp", Text, ""), has("rust", Text, "")],
);

pub(crate) static SILENT: Shape = Shape::of(
    "silent",
    "Of which positions a claim says nothing.",
    &[
        has(
            "count",
            Or(&[Positive, Null]),
            "How many positions in all, if that is proved; null if they have no end or nobody knows, and for claims that are refuted.",
        ),
        has(
            "first",
            Few(10, &Some(1, &Count)),
            "The first of them, in the order in which counterexamples are looked for.",
        ),
    ],
);

pub(crate) static FAMILY: Shape = Shape::of(
    "family",
    "What is known of a game for all values of its letters.",
    &[
        has("condition", Text, "What the letters satisfy by the form of the rules: `1 <= l <= r`."),
        has("letter", Or(&[Text, Null]), "The letter, if there is one only."),
        has("cases", List(&One(&CASE)), "The cases into which letters fall."),
        has("singles", List(&One(&SINGLE)), "Games of the family that are none of these cases."),
    ],
);

pub(crate) static CASE: Shape = Shape::of(
    "case",
    "All games of a family whose letter is a sum of another one, or all of them.",
    &[
        has("letter", Or(&[Text, Null]), "The sum, `2*j+1`; null where the letters are those of the family."),
        has("from", Or(&[Count, Null]), "The least value of the letter that is meant."),
        has("rules", Text, "The rules with the sum in place of the letter, of which the claim is made."),
        has("claim", Or(&[Text, Null]), "Null if there is no pattern."),
        has("period", Or(&[Text, Null]), "After how many stones the claim repeats."),
        has("status", Word(&["proved", "conjecture", "none"]), ""),
        has("method", Text, "What proves it, or why nothing does."),
    ],
);

pub(crate) static SINGLE: Shape = Shape::of(
    "single",
    "One game of a family.",
    &[
        has("letter", Count, "The value of the letter."),
        has("rules", Text, "The rules without letters."),
        has("claim", Or(&[Text, Null]), ""),
        has("status", Word(&["proved", "conjecture", "none"]), ""),
        has("method", Text, ""),
    ],
);

pub(crate) static VERIFIED: Shape = Shape::of(
    "verified",
    "A certificate that `grundy verify` accepted.",
    &[
        SCHEMA,
        has("rules", Text, "The game in canonical notation."),
        has("status", Word(&["verified"]), "The result of the check."),
        has("statement", Text, "What it shows, in words."),
        has(
            "method",
            Word(&["replies", "all", "periodic", "residues", "slowly_growing", "letters", "heaps", "automata"]),
            "The kind of proof.",
        ),
        has("file", Or(&[Text, Null]), "Null where the certificate stood in a request."),
        has("positions", Count, "Positions that were looked at one by one."),
        has("states", Count, "States of products of automata that were gone through."),
        may("silent_at", Some(1, &Count), "A position of which the claim says nothing, if there is one."),
    ],
);

const ENTRY: Type = Or(&[Count, Word(&["P", "N", "L", "R", "D"])]);
const ENTRIES: Type = List(&ENTRY);

/// The type of a pattern of a table. `head` contains the entries before the pattern starts.
const PATTERN: Type = Or(&[
    One(&PERIODIC),
    One(&PERIODIC_ROWS),
    One(&ARITHMETIC),
    One(&EXPRESSION),
    One(&RECURSION),
    One(&BEATTY_PAIRS),
    One(&BEATTY_BELOW),
    One(&MODES),
    One(&AUTOMATON),
]);

pub(crate) static PERIODIC: Shape = Shape::of(
    "periodic",
    "A pattern of a table: cycle is repeated behind head.",
    &[
        has("kind", Word(&["periodic"]), ""),
        has("preperiod", Count, ""),
        has("period", Positive, ""),
        has("head", ENTRIES, ""),
        has("cycle", ENTRIES, ""),
    ],
);

pub(crate) static PERIODIC_ROWS: Shape = Shape::of(
    "periodic_rows",
    "A pattern of who loses in games of several players, a row for each heap with an entry for each player in turn: cycle is repeated behind head.",
    &[
        has("kind", Word(&["periodic_rows"]), ""),
        has("preperiod", Count, ""),
        has("period", Positive, ""),
        has("head", List(&List(&Positive)), ""),
        has("cycle", List(&List(&Positive)), ""),
    ],
);

pub(crate) static ARITHMETIC: Shape = Shape::of(
    "arithmetic",
    "Behind head, each period is the one before with saltus added.",
    &[
        has("kind", Word(&["arithmetic"]), ""),
        has("preperiod", Count, ""),
        has("period", Positive, ""),
        has("saltus", Positive, ""),
        has("head", ENTRIES, ""),
        has("cycle", ENTRIES, ""),
    ],
);

pub(crate) static EXPRESSION: Shape = Shape::of(
    "expression",
    "value is the Grundy value, lost the condition under which the position is P and else N; the parameters are n, or a, b, c.",
    &[
        has("kind", Word(&["expression"]), ""),
        has("head", ENTRIES, "The entries before it holds."),
        may("value", Text, ""),
        may("lost", Text, ""),
    ],
)
.also(r#"[{"oneOf": [{"required": ["value"]}, {"required": ["lost"]}]}]"#);

pub(crate) static RECURSION: Shape = Shape::of(
    "binary_recursion",
    "G(base*n + r) = of_value*G(n) + of_index*n + plus, by the step of the digit r.",
    &[
        has("kind", Word(&["binary_recursion"]), ""),
        has("base", Positive, ""),
        has("head", ENTRIES, ""),
        has("steps", List(&One(&STEP)), ""),
    ],
);

pub(crate) static STEP: Shape = Shape::of(
    "step",
    "What a digit does.",
    &[has("of_value", Integer, ""), has("of_index", Integer, ""), has("plus", Integer, "")],
);

pub(crate) static ALPHA: Shape = Shape::of(
    "alpha",
    "The number (p + sqrt(d))/q.",
    &[has("p", Integer, ""), has("d", Positive, ""), has("q", Positive, "")],
);

pub(crate) static BEATTY_PAIRS: Shape = Shape::of(
    "beatty_pairs",
    "P iff the difference is step*k and the smaller number is floor(k*alpha), for differences of at least from; below them the P-positions are early.",
    &[
        has("kind", Word(&["beatty"]), ""),
        has("alpha", One(&ALPHA), ""),
        has("line", Word(&["pairs"]), ""),
        has("step", Positive, ""),
        has("from", Count, ""),
        has("early", List(&Exactly(2, &Count)), ""),
    ],
);

pub(crate) static BEATTY_BELOW: Shape = Shape::of(
    "beatty_below",
    "P iff the larger number is at most floor(alpha * the smaller one); zero and equal tell whether positions with a 0 and positions of equal numbers are P.",
    &[
        has("kind", Word(&["beatty"]), ""),
        has("alpha", One(&ALPHA), ""),
        has("line", Word(&["below"]), ""),
        has("zero", Flag, ""),
        has("equal", Flag, ""),
    ],
);

pub(crate) static MODES: Shape = Shape::of(
    "modes",
    "One of the two parameters, the mode, tells which row is that of the other one; mode is its place, 0 or 1. A row is a sequence: head, then cycle again and again. Behind the last row the last repeat ones come again, in order.",
    &[
        has("kind", Word(&["modes"]), ""),
        has("mode", Count, ""),
        has("repeat", Positive, ""),
        has("rows", List(&One(&ROW)), ""),
    ],
);

pub(crate) static ROW: Shape = Shape::of(
    "row",
    "The sequence of a mode.",
    &[has("head", ENTRIES, "The entries before it repeats."), has("cycle", ENTRIES, "One period.")],
);

pub(crate) static AUTOMATON: Shape = Shape::of(
    "automaton",
    "The output of the state behind all digits, read from the most significant one and from state 0, all numbers filled with zeros to the same length. A letter is the number whose digits in the radix are those of the parameters in order; null where digits may not follow one another.",
    &[
        has("kind", Word(&["automaton"]), "The kind of pattern."),
        has("numeration", Text, "How numbers are written: `base 2`, `Zeckendorf`, ..."),
        has("radix", Positive, "How many different digits there are."),
        has("parameters", Positive, "How many numbers are read side by side."),
        has("states", Positive, "How many states there are."),
        has("output", ENTRIES, "The output of each state: an outcome or a Grundy value."),
        has(
            "next",
            List(&List(&Or(&[Count, Null]))),
            "The state that each letter leads to, from each state; null where the letter cannot follow.",
        ),
    ],
);
