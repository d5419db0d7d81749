//! Schemas of patterns, verdicts on claims, and certificates.

use super::answer::SCHEMA;
use super::shape::Type::*;
use super::shape::{ObjectSchema, Type, optional, required};

pub(super) const OF: Type = Word(&["outcome", "grundy"]);

pub(crate) static FINDING: ObjectSchema = ObjectSchema::new(
    "finding",
    "What `grundy find` found about the outcomes or the values of a game, one object a line, or the verdict of `grundy prove` on a claim. preperiod is the first index from which a sequence repeats; entries are letters of outcomes, or values.",
    &[
        SCHEMA,
        required("rules", Text, "The game in canonical notation."),
        required("of", Word(&["outcome", "grundy", "loser"]), "What the entries of the table are."),
        required(
            "status",
            Word(&["proved", "conjecture", "none", "refuted"]),
            "Whether the pattern or the claim is proved. A conjecture agrees with the table, and nothing proves it.",
        ),
        required("pattern", Or(&[PATTERN, Null]), "The pattern for programs; null where none was found."),
        required(
            "formula",
            Or(&[Text, Null]),
            "The pattern or the claim as a formula; null where no pattern was found.",
        ),
        required("checked_to", Count, "The largest parameter of the table that it agrees with."),
        required(
            "method",
            Or(&[Text, Null]),
            "What proves it, or how it was fitted; null for claims that are not proved.",
        ),
        required(
            "counterexample",
            Or(&[List(&Count), Null]),
            "Where a claim fails: the numbers of its names; none if all of them are those of quantifiers.",
        ),
        optional("names", List(&Text), "Claims that are refuted: the names of the numbers of `counterexample`."),
        optional(
            "least",
            Flag,
            "Claims that are refuted: whether no smaller numbers do, by their sum, then one after the other.",
        ),
        optional(
            "position",
            Text,
            "Claims of single positions that are refuted: the position of `counterexample`, with numbers for letters.",
        ),
        optional(
            "silent",
            One(&SILENT),
            "Claims that are silent somewhere: they ask about a position with a negative parameter there, or for an entry that a list does not have.",
        ),
        optional(
            "told",
            List(&Text),
            "What is proved by classes: what to answer in each, or what options are worth; in the language that was asked for.",
        ),
        optional("tried", List(&Text), "Claims that are open: what did not prove them, and why."),
        optional("family", One(&FAMILY), "Games with letters that `grundy find` was asked about."),
        optional("condition", Text, "Claims about games with letters: what these satisfy, by the form of the rules."),
        optional("files", One(&FILES), "Requests that ask for `files`."),
    ],
);

pub(crate) static FILES: ObjectSchema = ObjectSchema::new(
    "files",
    "What was found, as files.",
    &[
        required(
            "certificates",
            List(&Text),
            "Proofs as `grundy verify` reads them; several where letters have several cases.",
        ),
        optional("svg", Text, "The pattern as a picture, where it can be drawn."),
        optional("code", One(&CODE), "The pattern as programs, where one was found."),
    ],
);

pub(crate) static CODE: ObjectSchema = ObjectSchema::new(
    "code",
    "A function that tells the entry of a position, in three languages.",
    &[required("python", Text, ""), required("cpp", Text, ""), required("rust", Text, "")],
);

pub(crate) static SILENT: ObjectSchema = ObjectSchema::new(
    "silent",
    "Of which positions a claim says nothing.",
    &[
        required(
            "count",
            Or(&[Positive, Null]),
            "How many positions in all, if that is proved; null if they have no end or nobody knows, and for claims that are refuted.",
        ),
        required(
            "first",
            Few(10, &Some(1, &Count)),
            "The first of them, in the order in which counterexamples are looked for.",
        ),
    ],
);

pub(crate) static FAMILY: ObjectSchema = ObjectSchema::new(
    "family",
    "What is known of a game for all values of its letters.",
    &[
        required("condition", Text, "What the letters satisfy by the form of the rules: `1 <= l <= r`."),
        required("letter", Or(&[Text, Null]), "The letter, if there is one only."),
        required("cases", List(&One(&CASE)), "The cases into which letters fall."),
        required("singles", List(&One(&SINGLE)), "Games of the family that are none of these cases."),
    ],
);

pub(crate) static CASE: ObjectSchema = ObjectSchema::new(
    "case",
    "All games of a family whose letter is a sum of another one, or all of them.",
    &[
        required("letter", Or(&[Text, Null]), "The sum, `2*j+1`; null where the letters are those of the family."),
        required("from", Or(&[Count, Null]), "The least value of the letter that is meant."),
        required("rules", Text, "The rules with the sum in place of the letter, of which the claim is made."),
        required("claim", Or(&[Text, Null]), "Null if there is no pattern."),
        required("period", Or(&[Text, Null]), "After how many stones the claim repeats."),
        required("status", Word(&["proved", "conjecture", "none"]), ""),
        required("method", Text, "What proves it, or why nothing does."),
    ],
);

pub(crate) static SINGLE: ObjectSchema = ObjectSchema::new(
    "single",
    "One game of a family.",
    &[
        required("letter", Count, "The value of the letter."),
        required("rules", Text, "The rules without letters."),
        required("claim", Or(&[Text, Null]), ""),
        required("status", Word(&["proved", "conjecture", "none"]), ""),
        required("method", Text, ""),
    ],
);

pub(crate) static VERIFIED: ObjectSchema = ObjectSchema::new(
    "verified",
    "A certificate that `grundy verify` accepted.",
    &[
        SCHEMA,
        required("rules", Text, "The game in canonical notation."),
        required("status", Word(&["verified"]), "The result of the check."),
        required("statement", Text, "What it shows, in words."),
        required(
            "method",
            Word(&["replies", "all", "periodic", "residues", "slowly_growing", "letters", "heaps", "automata"]),
            "The kind of proof.",
        ),
        required("file", Or(&[Text, Null]), "Null where the certificate stood in a request."),
        required("positions", Count, "Positions that were looked at one by one."),
        required("states", Count, "States of products of automata that were gone through."),
        optional("silent_at", Some(1, &Count), "A position of which the claim says nothing, if there is one."),
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

pub(crate) static PERIODIC: ObjectSchema = ObjectSchema::new(
    "periodic",
    "A pattern of a table: cycle is repeated behind head.",
    &[
        required("kind", Word(&["periodic"]), ""),
        required("preperiod", Count, ""),
        required("period", Positive, ""),
        required("head", ENTRIES, ""),
        required("cycle", ENTRIES, ""),
    ],
);

pub(crate) static PERIODIC_ROWS: ObjectSchema = ObjectSchema::new(
    "periodic_rows",
    "A pattern of who loses in games of several players, a row for each heap with an entry for each player in turn: cycle is repeated behind head.",
    &[
        required("kind", Word(&["periodic_rows"]), ""),
        required("preperiod", Count, ""),
        required("period", Positive, ""),
        required("head", List(&List(&Positive)), ""),
        required("cycle", List(&List(&Positive)), ""),
    ],
);

pub(crate) static ARITHMETIC: ObjectSchema = ObjectSchema::new(
    "arithmetic",
    "Behind head, each period is the one before with saltus added.",
    &[
        required("kind", Word(&["arithmetic"]), ""),
        required("preperiod", Count, ""),
        required("period", Positive, ""),
        required("saltus", Positive, ""),
        required("head", ENTRIES, ""),
        required("cycle", ENTRIES, ""),
    ],
);

pub(crate) static EXPRESSION: ObjectSchema = ObjectSchema::new(
    "expression",
    "value is the Grundy value, lost the condition under which the position is P and else N; the parameters are n, or a, b, c.",
    &[
        required("kind", Word(&["expression"]), ""),
        required("head", ENTRIES, "The entries before it holds."),
        optional("value", Text, ""),
        optional("lost", Text, ""),
    ],
)
.conditions(r#"[{"oneOf": [{"required": ["value"]}, {"required": ["lost"]}]}]"#);

pub(crate) static RECURSION: ObjectSchema = ObjectSchema::new(
    "binary_recursion",
    "G(base*n + r) = of_value*G(n) + of_index*n + plus, by the step of the digit r.",
    &[
        required("kind", Word(&["binary_recursion"]), ""),
        required("base", Positive, ""),
        required("head", ENTRIES, ""),
        required("steps", List(&One(&STEP)), ""),
    ],
);

pub(crate) static STEP: ObjectSchema = ObjectSchema::new(
    "step",
    "What a digit does.",
    &[required("of_value", Integer, ""), required("of_index", Integer, ""), required("plus", Integer, "")],
);

pub(crate) static ALPHA: ObjectSchema = ObjectSchema::new(
    "alpha",
    "The number (p + sqrt(d))/q.",
    &[required("p", Integer, ""), required("d", Positive, ""), required("q", Positive, "")],
);

pub(crate) static BEATTY_PAIRS: ObjectSchema = ObjectSchema::new(
    "beatty_pairs",
    "P iff the difference is step*k and the smaller number is floor(k*alpha), for differences of at least from; below them the P-positions are early.",
    &[
        required("kind", Word(&["beatty"]), ""),
        required("alpha", One(&ALPHA), ""),
        required("line", Word(&["pairs"]), ""),
        required("step", Positive, ""),
        required("from", Count, ""),
        required("early", List(&Exactly(2, &Count)), ""),
    ],
);

pub(crate) static BEATTY_BELOW: ObjectSchema = ObjectSchema::new(
    "beatty_below",
    "P iff the larger number is at most floor(alpha * the smaller one); zero and equal tell whether positions with a 0 and positions of equal numbers are P.",
    &[
        required("kind", Word(&["beatty"]), ""),
        required("alpha", One(&ALPHA), ""),
        required("line", Word(&["below"]), ""),
        required("zero", Flag, ""),
        required("equal", Flag, ""),
    ],
);

pub(crate) static MODES: ObjectSchema = ObjectSchema::new(
    "modes",
    "One of the two parameters, the mode, tells which row is that of the other one; mode is its place, 0 or 1. A row is a sequence: head, then cycle again and again. Behind the last row the last repeat ones come again, in order.",
    &[
        required("kind", Word(&["modes"]), ""),
        required("mode", Count, ""),
        required("repeat", Positive, ""),
        required("rows", List(&One(&ROW)), ""),
    ],
);

pub(crate) static ROW: ObjectSchema = ObjectSchema::new(
    "row",
    "The sequence of a mode.",
    &[required("head", ENTRIES, "The entries before it repeats."), required("cycle", ENTRIES, "One period.")],
);

pub(crate) static AUTOMATON: ObjectSchema = ObjectSchema::new(
    "automaton",
    "The output of the state behind all digits, read from the most significant one and from state 0, all numbers filled with zeros to the same length. A letter is the number whose digits in the radix are those of the parameters in order; null where digits may not follow one another.",
    &[
        required("kind", Word(&["automaton"]), "The kind of pattern."),
        required("numeration", Text, "How numbers are written: `base 2`, `Zeckendorf`, ..."),
        required("radix", Positive, "How many different digits there are."),
        required("parameters", Positive, "How many numbers are read side by side."),
        required("states", Positive, "How many states there are."),
        required("output", ENTRIES, "The output of each state: an outcome or a Grundy value."),
        required(
            "next",
            List(&List(&Or(&[Count, Null]))),
            "The state that each letter leads to, from each state; null where the letter cannot follow.",
        ),
    ],
);
