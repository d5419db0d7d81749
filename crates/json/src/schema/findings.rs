//! Schemas of patterns, verdicts on claims, and certificates.

use super::answer::SCHEMA;
use super::shape::Type::*;
use super::shape::{ObjectSchema, Type, optional, required};

pub(super) const OF: Type = Word(&["outcome", "grundy"]);

pub(crate) static FINDING: ObjectSchema = ObjectSchema::new(
    "finding",
    "A pattern of the outcomes or values of a game that `grundy find` found, one object per line; or the verdict \
        of `grundy prove` on a claim. `preperiod` is the first index from which a sequence repeats; entries are \
        outcome letters or values.",
    &[
        SCHEMA,
        required("rules", Text, "The game in canonical notation."),
        required("of", Word(&["outcome", "grundy", "loser"]), "The quantity in the table."),
        required(
            "status",
            Word(&["proved", "conjecture", "none", "refuted"]),
            "Whether the pattern or the claim is proved. A conjecture agrees with the table but is not proved.",
        ),
        required("pattern", Or(&[PATTERN, Null]), "The pattern, for programs; null if none was found."),
        required("formula", Or(&[Text, Null]), "The pattern or the claim as a formula; null if there is none."),
        required("checked_to", Count, "The largest parameter of the table with which it was compared."),
        required(
            "method",
            Or(&[Text, Null]),
            "The method of the proof or of the fit; null for claims that are not proved.",
        ),
        required(
            "counterexample",
            Or(&[List(&Count), Null]),
            "The values of the claim's variables for which it fails; empty if all of them are bound by \
                quantifiers. Null unless the claim is refuted.",
        ),
        optional("names", List(&Text), "The names of the numbers in `counterexample`; only for refuted claims."),
        optional(
            "least",
            Flag,
            "Whether this is the least counterexample, ordered by the sum of the numbers, then lexicographically; \
                only for refuted claims.",
        ),
        optional(
            "position",
            Text,
            "The position of `counterexample`, with numbers in place of letters; only for refuted claims about \
                single positions.",
        ),
        optional(
            "silent",
            One(&SILENT),
            "The positions that the claim does not cover, because it refers to a position with a negative \
                parameter or to an entry beyond the end of a list.",
        ),
        optional(
            "told",
            List(&Text),
            "The proof by classes of positions, line by line: the reply in each class, or the values of the \
                options; in the requested language.",
        ),
        optional(
            "tried",
            List(&Text),
            "The proof methods that were attempted and why each failed; only for open claims.",
        ),
        optional(
            "family",
            One(&FAMILY),
            "The results for all values of the letters; only for `grundy find` on games with letters.",
        ),
        optional(
            "condition",
            Text,
            "The constraint on the letters that follows from the form of the rules; only for claims about games \
                with letters.",
        ),
        optional("files", One(&FILES), "The finding as files; only if `files` was requested."),
    ],
);

pub(crate) static FILES: ObjectSchema = ObjectSchema::new(
    "files",
    "The finding as files.",
    &[
        required(
            "certificates",
            List(&Text),
            "Certificates that `grundy verify` accepts; several if the letters have several cases.",
        ),
        optional("svg", Text, "The pattern as a picture, if it can be drawn."),
        optional("code", One(&CODE), "The pattern as programs, if one was found."),
    ],
);

pub(crate) static CODE: ObjectSchema = ObjectSchema::new(
    "code",
    "A function that computes the entry of a position, in three languages.",
    &[required("python", Text, ""), required("cpp", Text, ""), required("rust", Text, "")],
);

pub(crate) static SILENT: ObjectSchema = ObjectSchema::new(
    "silent",
    "The positions that a claim does not cover.",
    &[
        required(
            "count",
            Or(&[Positive, Null]),
            "The number of these positions, if it is proved; null if it is infinite or unknown, and for refuted \
                claims.",
        ),
        required(
            "first",
            AtMost(10, &AtLeast(1, &Count)),
            "The first of these positions, in the order in which counterexamples are searched.",
        ),
    ],
);

pub(crate) static FAMILY: ObjectSchema = ObjectSchema::new(
    "family",
    "The results for a game for all values of its letters (symbolic parameters).",
    &[
        required(
            "condition",
            Text,
            "The constraint on the letters that follows from the form of the rules: `1 <= l <= r`.",
        ),
        required("letter", Or(&[Text, Null]), "The letter, if there is exactly one; else null."),
        required("cases", List(&One(&CASE)), "The cases into which the values of the letters are divided."),
        required("singles", List(&One(&SINGLE)), "The games of the family that belong to none of the cases."),
    ],
);

pub(crate) static CASE: ObjectSchema = ObjectSchema::new(
    "case",
    "A case of a family: all games, or the games whose letter has a given form.",
    &[
        required(
            "letter",
            Or(&[Text, Null]),
            "The form of the letter, such as `2*j+1`; null if the case covers all games.",
        ),
        required(
            "from",
            Or(&[Count, Null]),
            "The smallest value of the letter in this case; null if the case covers all games.",
        ),
        required(
            "rules",
            Text,
            "The rules of the case, with the form in place of the letter, as the claim refers to them.",
        ),
        required("claim", Or(&[Text, Null]), "The claim; null if there is no pattern."),
        required("period", Or(&[Text, Null]), "The period of the claim, as a number of stones."),
        required("status", Word(&["proved", "conjecture", "none"]), ""),
        required("method", Text, "The method of the proof, or the reason why there is none."),
    ],
);

pub(crate) static SINGLE: ObjectSchema = ObjectSchema::new(
    "single",
    "One game of a family.",
    &[
        required("letter", Count, "The value of the letter."),
        required("rules", Text, "The rules, with the value in place of the letter."),
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
        required("statement", Text, "The statement that the certificate proves, in words."),
        required(
            "method",
            Word(&[
                "replies",
                "lost_boards",
                "all",
                "periodic",
                "residues",
                "slowly_growing",
                "definition",
                "letters",
                "heaps",
                "automata",
            ]),
            "The kind of proof.",
        ),
        required(
            "file",
            Or(&[Text, Null]),
            "The file of the certificate; null if the request contained the certificate.",
        ),
        required("positions", Count, "The number of positions that were checked one by one."),
        required("states", Count, "The number of visited states in products of automata."),
        optional("silent_at", AtLeast(1, &Count), "A position that the claim does not cover, if there is one."),
    ],
);

const ENTRY: Type = Or(&[Count, Word(&["P", "N", "L", "R", "D"])]);
const SEQUENCE_ENTRIES: Type = List(&ENTRY);

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
    "A pattern of a table: `head`, then `cycle` repeated.",
    &[
        required("kind", Word(&["periodic"]), ""),
        required("preperiod", Count, ""),
        required("period", Positive, ""),
        required("head", SEQUENCE_ENTRIES, ""),
        required("cycle", SEQUENCE_ENTRIES, ""),
    ],
);

pub(crate) static PERIODIC_ROWS: ObjectSchema = ObjectSchema::new(
    "periodic_rows",
    "A pattern of the losing players in games of several players, with a row for each heap and in it an entry for \
        each player to move: `head`, then `cycle` repeated.",
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
    "A pattern of a table: after `head`, each period is the previous one plus `saltus`.",
    &[
        required("kind", Word(&["arithmetic"]), ""),
        required("preperiod", Count, ""),
        required("period", Positive, ""),
        required("saltus", Positive, ""),
        required("head", SEQUENCE_ENTRIES, ""),
        required("cycle", SEQUENCE_ENTRIES, ""),
    ],
);

pub(crate) static EXPRESSION: ObjectSchema = ObjectSchema::new(
    "expression",
    "A pattern of a table. `value` is the Grundy value; `lost` is the condition for a P-position, and all other \
        positions are N. The parameters are n, or a, b, c.",
    &[
        required("kind", Word(&["expression"]), ""),
        required("head", SEQUENCE_ENTRIES, "The entries before the expression applies."),
        optional("value", Text, ""),
        optional("lost", Text, ""),
    ],
)
.conditions(r#"[{"oneOf": [{"required": ["value"]}, {"required": ["lost"]}]}]"#);

pub(crate) static RECURSION: ObjectSchema = ObjectSchema::new(
    "binary_recursion",
    "A pattern of a table: G(base*n + r) = of_value*G(n) + of_index*n + plus, with the step of the digit r.",
    &[
        required("kind", Word(&["binary_recursion"]), ""),
        required("base", Positive, ""),
        required("head", SEQUENCE_ENTRIES, ""),
        required("steps", List(&One(&STEP)), ""),
    ],
);

pub(crate) static STEP: ObjectSchema = ObjectSchema::new(
    "step",
    "The step of a digit.",
    &[required("of_value", Integer, ""), required("of_index", Integer, ""), required("plus", Integer, "")],
);

pub(crate) static ALPHA: ObjectSchema = ObjectSchema::new(
    "alpha",
    "The number (p + sqrt(d))/q.",
    &[required("p", Integer, ""), required("d", Positive, ""), required("q", Positive, "")],
);

pub(crate) static BEATTY_PAIRS: ObjectSchema = ObjectSchema::new(
    "beatty_pairs",
    "A position is P if and only if the difference of its numbers is step*k and the smaller number is \
        floor(k*alpha), for differences of at least `from`. For smaller differences, `early` lists the \
        P-positions.",
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
    "A position is P if and only if the larger number is at most floor(alpha * smaller number). `zero` and `equal` \
        are true if positions with a 0 and positions of equal numbers are P.",
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
    "A periodic sequence for each value of one of the two parameters, the mode; `mode` is the index of this \
        parameter, 0 or 1. A row is a sequence: `head`, then `cycle` repeated. After the last row, the last \
        `repeat` rows repeat in order.",
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
    &[
        required("head", SEQUENCE_ENTRIES, "The entries before the sequence repeats."),
        required("cycle", SEQUENCE_ENTRIES, "One period."),
    ],
);

pub(crate) static AUTOMATON: ObjectSchema = ObjectSchema::new(
    "automaton",
    "An automaton that reads the digits of all numbers, padded with zeros to equal length, from the most \
        significant digit and from state 0; the output of the last state is the entry. A letter is the number \
        whose digits in the radix are the digits of the parameters in order.",
    &[
        required("kind", Word(&["automaton"]), "The kind of pattern."),
        required("numeration", Text, "The numeration system: `base 2`, `Zeckendorf`, ..."),
        required("radix", Positive, "The number of different digits."),
        required("parameters", Positive, "The number of numbers that are read in parallel."),
        required("states", Positive, "The number of states."),
        required("output", SEQUENCE_ENTRIES, "The output of each state: an outcome or a Grundy value."),
        required(
            "next",
            List(&List(&Or(&[Count, Null]))),
            "For each state, the next state for each letter; null if the letter cannot follow.",
        ),
    ],
);
