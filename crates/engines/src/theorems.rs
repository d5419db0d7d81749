//! The theorems that engines use for games of all kinds.

use grundy_rules::TheoremInfo;
pub use grundy_sequence::GUY_SMITH;

/// The Grundy value of a sum is the xor of the values of its components.
pub static SPRAGUE_GRUNDY: TheoremInfo = TheoremInfo {
    name: "sprague-grundy",
    statement: "The Grundy value of a sum is the xor of the components' values; the player to move wins iff it is not 0.",
    source: "Sprague 1935; Grundy 1939",
    strategy: "Every move changes the value of one component, so the xor is no longer 0; the answer makes it 0 again.",
    scope: "sums of short impartial games, normal play",
    covers_sums: true,
};

/// Equal components cancel.
pub static EQUAL_COMPONENTS: TheoremInfo = TheoremInfo {
    name: "equal-components",
    statement: "A + A is lost for the player to move.",
    source: "Bouton 1901 for Nim; Sprague 1935; Grundy 1939",
    strategy: "Every move is answered by the same move in the equal component.",
    scope: "sums of two equal short impartial games, normal play",
    covers_sums: true,
};

/// P-positions may be left out of a sum.
pub static LOST_COMPONENTS: TheoremInfo = TheoremInfo {
    name: "lost-components",
    statement: "A component that is P may be left out: P + P is P, and N + P is N.",
    source: "Sprague 1935; Grundy 1939",
    strategy: "A move in the lost component is answered there.",
    scope: "sums of short impartial games, normal play",
    covers_sums: true,
};

/// Sums of tame components are played like misère Nim.
pub static TAME_SUMS: TheoremInfo = TheoremInfo {
    name: "tame-sums",
    statement: "A sum of components all of whose positions are tame is won under misère play as the misère Nim position of the same genera.",
    source: "Conway 1976, ch. 12",
    strategy: "The answer makes the xor 0 again as in Nim, until that would leave components worth 0 and 1 only: then it makes it 1.",
    scope: "sums of tame impartial games, misère play",
    covers_sums: true,
};

/// A repeated window of values proves a period.
pub static WINDOW_STATE: TheoremInfo = TheoremInfo {
    name: "window-state",
    statement: "The values of heaps under a finite set S depend on the last max(S) values: where these repeat, the sequence repeats.",
    source: "Berlekamp, Conway, Guy 1982, ch. 4",
    strategy: "",
    scope: "finite subtraction sets, normal and misère play",
    covers_sums: false,
};

/// Repeated windows prove the period of the losers.
pub static WINDOW_OF_LOSERS: TheoremInfo = TheoremInfo {
    name: "window-of-losers",
    statement: "Who loses a heap under sets of numbers, ranges and open ranges depends on the rows that bounded amounts reach back to and on the losers that open ranges have passed: where both repeat, the rows repeat.",
    source: "Berlekamp, Conway, Guy 1982, ch. 4, whose argument holds for rows",
    strategy: "",
    scope: "n players taking from one heap by sets of numbers and ranges",
    covers_sums: false,
};

/// A repeated state of the outcomes of both players proves a period.
pub static OUTCOME_STATE: TheoremInfo = TheoremInfo {
    name: "outcome-state",
    statement: "If Left and Right take by sets A and B whose finite parts have maximum m, the outcomes of a heap depend on the last m outcomes and on whether an open range has taken effect: where these repeat, the outcomes repeat.",
    source: "Fraenkel and Kotzig 1987",
    strategy: "",
    scope: "heaps with finite sets and open ranges for Left and Right, normal and misère play",
    covers_sums: false,
};

/// A component and its negative cancel.
pub static NEGATIVES: TheoremInfo = TheoremInfo {
    name: "negatives-cancel",
    statement: "G + -G is 0: leaving both out of a sum changes no outcome.",
    source: "Conway 1976, ch. 7",
    strategy: "A move in a component is answered by the same move in its negative.",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// The outcome classes of the components can determine that of the sum.
pub static OUTCOME_CLASSES: TheoremInfo = TheoremInfo {
    name: "outcome-classes",
    statement: "A component of class P is 0 and may be left out. Components of class L are positive, those of class R negative: a sum of positive ones is won by Left, also together with one component of class N if Left moves first; and so for Right.",
    source: "Conway 1976, ch. 7",
    strategy: "",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// The value of a sum is the sum of the values of its components.
pub static SUMS_OF_VALUES: TheoremInfo = TheoremInfo {
    name: "sums-of-values",
    statement: "A short game is worth its canonical form, and a sum the sum of its components: Left, moving second, wins iff it is at least 0, Right iff it is at most 0.",
    source: "Conway 1976, ch. 7-10",
    strategy: "",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// Moves in numbers need not be considered.
pub static NUMBER_AVOIDANCE: TheoremInfo = TheoremInfo {
    name: "number-avoidance",
    statement: "If x is a number and G is none, a player who can win G + x moving first can do so by a move in G.",
    source: "Berlekamp, Conway, Guy 1982, ch. 6; Siegel 2013, ch. II",
    strategy: "",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// Dropping moves of one player gives bounds.
pub static DROPPED_MOVES: TheoremInfo = TheoremInfo {
    name: "dropped-moves",
    statement: "A game in which some moves of Left are dropped is at most the game, one in which some moves of Right are dropped at least: a board cut where the pictures of one player alone cross is bounded by the sum of its pieces.",
    source: "Conway 1976, ch. 1; Siegel 2013, ch. II",
    strategy: "",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// Retrograde analysis is correct.
pub static RETROGRADE: TheoremInfo = TheoremInfo {
    name: "retrograde",
    statement: "Backwards from the ends of play: whoever can move to a lost position wins, whoever can move to won positions only loses; what is never reached is a draw.",
    source: "Smith 1966",
    strategy: "Every move leads to a position from which the other player moves to a lost one again, nearer to the end.",
    scope: "impartial games with cycles, normal and misère play",
    covers_sums: false,
};

/// The loopy value of a sum follows from the loopy values of its components.
pub static LOOPY_SUMS: TheoremInfo = TheoremInfo {
    name: "loopy-sums",
    statement: "Finite values add by xor; inf{K} and a finite g make inf{k xor g : k in K}, won by the player to move iff g is in K and else a draw; two infinite values make a draw.",
    source: "Smith 1966; Fraenkel and Perl 1975",
    strategy: "",
    scope: "sums of impartial games with cycles, normal play",
    covers_sums: true,
};

/// The theorems that engines use for games of all kinds.
pub static SUM_THEOREMS: &[&TheoremInfo] = &[
    &SPRAGUE_GRUNDY,
    &EQUAL_COMPONENTS,
    &LOST_COMPONENTS,
    &TAME_SUMS,
    &WINDOW_STATE,
    &GUY_SMITH,
    &RETROGRADE,
    &LOOPY_SUMS,
    &OUTCOME_STATE,
    &NEGATIVES,
    &OUTCOME_CLASSES,
    &SUMS_OF_VALUES,
    &NUMBER_AVOIDANCE,
    &DROPPED_MOVES,
    &WINDOW_OF_LOSERS,
];
