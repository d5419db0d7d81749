//! The theorems that engines use for games of all kinds, with statement, source and strategy.

use grundy_rules::TheoremInfo;
pub use grundy_sequence::GUY_SMITH;

/// The Grundy value of a sum is the xor of the values of its components.
pub static SPRAGUE_GRUNDY: TheoremInfo = TheoremInfo {
    name: "sprague-grundy",
    statement: "The Grundy value of a sum is the xor of the components' values; the player to move wins iff it is not \
        0.",
    source: "Sprague 1935; Grundy 1939",
    strategy: "Every move changes the value of one component, so the xor is no longer 0. The reply makes it 0 again.",
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

/// P-positions may be dropped from a sum.
pub static LOST_COMPONENTS: TheoremInfo = TheoremInfo {
    name: "lost-components",
    statement: "A component that is P may be dropped: P + P is P, and N + P is N.",
    source: "Sprague 1935; Grundy 1939",
    strategy: "A move in the lost component is answered in the same component.",
    scope: "sums of short impartial games, normal play",
    covers_sums: true,
};

/// Sums of tame components are played like misère Nim.
pub static TAME_SUMS: TheoremInfo = TheoremInfo {
    name: "tame-sums",
    statement: "If every position of every component is tame, replacing each component by a Nim position of the same \
        genus does not change the misère outcome of the sum.",
    source: "Conway 1976, ch. 12",
    strategy: "As in Nim, the reply makes the xor 0 again, unless only components of value 0 and 1 would remain. In that \
        case it makes the xor 1.",
    scope: "sums of tame impartial games, misère play",
    covers_sums: true,
};

/// A repeated window of values proves a period.
pub static WINDOW_STATE: TheoremInfo = TheoremInfo {
    name: "window-state",
    statement: "Under a finite subtraction set S, the value of a heap depends only on the max(S) values before it. \
        When these repeat, the sequence repeats.",
    source: "Berlekamp, Conway, Guy 1982, ch. 4",
    strategy: "",
    scope: "finite subtraction sets, normal and misère play",
    covers_sums: false,
};

/// Repeated rows prove the period of the losers.
pub static WINDOW_OF_LOSERS: TheoremInfo = TheoremInfo {
    name: "window-of-losers",
    statement: "A row lists the loser of one heap for each player to move. If the sets consist of numbers, ranges and open \
        ranges, a row depends only on the rows that bounded amounts can reach and on the losers that occur in the \
        rows that open ranges can reach. When both repeat, the rows repeat.",
    source: "Berlekamp, Conway, Guy 1982, ch. 4, with rows of losers instead of values",
    strategy: "",
    scope: "n players taking from one heap, with sets of numbers and ranges",
    covers_sums: false,
};

/// A repeated state of the outcomes of both players proves a period.
pub static OUTCOME_STATE: TheoremInfo = TheoremInfo {
    name: "outcome-state",
    statement: "Each player has a set of amounts, and m is the largest amount outside the open ranges (such as 5..). \
        The outcomes of a heap depend only on the outcomes of the m heaps before it and, for each open range, on \
        whether the range reaches a heap that the opponent loses. When this state repeats, the outcomes repeat.",
    source: "Fraenkel and Kotzig 1987",
    strategy: "",
    scope: "heaps with finite sets and open ranges for Left and Right, normal and misère play",
    covers_sums: false,
};

/// A component and its negative cancel.
pub static NEGATIVES: TheoremInfo = TheoremInfo {
    name: "negatives-cancel",
    statement: "G + -G is 0, so dropping both from a sum does not change its outcome.",
    source: "Conway 1976, ch. 7",
    strategy: "A move in a component is answered by the same move in its negative.",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// The outcome classes of the components can determine the outcome class of the sum.
pub static OUTCOME_CLASSES: TheoremInfo = TheoremInfo {
    name: "outcome-classes",
    statement: "A component of class P is 0 and may be dropped. Components of class L are positive, and those of class R \
        are negative. Left wins a sum of positive components, even together with one component of class N if Left \
        moves first. The same holds for Right with negative components.",
    source: "Conway 1976, ch. 7",
    strategy: "",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// The value of a sum is the sum of the values of its components.
pub static SUMS_OF_VALUES: TheoremInfo = TheoremInfo {
    name: "sums-of-values",
    statement: "The value of a short game is its canonical form, and the value of a sum is the sum of the values of its \
        components. Left wins moving second iff the value is at least 0, and Right wins moving second iff it is at \
        most 0.",
    source: "Conway 1976, ch. 7-10",
    strategy: "",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// Moves in numbers need not be considered.
pub static NUMBER_AVOIDANCE: TheoremInfo = TheoremInfo {
    name: "number-avoidance",
    statement: "If x is a number and G is not, a player who wins G + x moving first can do so with a move in G.",
    source: "Berlekamp, Conway, Guy 1982, ch. 6; Siegel 2013, ch. II",
    strategy: "",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// Dropping moves of one player gives bounds.
pub static DROPPED_MOVES: TheoremInfo = TheoremInfo {
    name: "dropped-moves",
    statement: "Dropping moves of Left never increases the value of a game, and dropping moves of Right never \
        decreases it. If a board is cut along a line that only moves of one player cross, the sum of the resulting \
        boards is therefore a lower bound for the board if this player is Left, and an upper bound if this player is \
        Right.",
    source: "Conway 1976, ch. 1; Siegel 2013, ch. II",
    strategy: "",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// Thermographs give bounds on the stops of sums.
pub static THERMOSTATIC_STRATEGY: TheoremInfo = TheoremInfo {
    name: "thermostatic-strategy",
    statement: "Take a temperature t of at least 0. Let R be the sum of the right walls of the components at t, and W \
        the greatest distance at t between the two walls of one component. If Left moves first, the left stop of the \
        sum is at least R + W; if Right moves first, the right stop is at least R - t. If the bound is greater than \
        0, Left wins. The same holds for Right with the negatives of the components.",
    source: "Berlekamp, Conway, Guy 1982, ch. 6",
    strategy: "Answer a move in the component in which it was made, if that component is still hotter than t; \
        otherwise move in the component whose walls are furthest apart at t.",
    scope: "sums of short games, normal play",
    covers_sums: true,
};

/// Retrograde analysis finds the outcomes of games with cycles.
pub static RETROGRADE: TheoremInfo = TheoremInfo {
    name: "retrograde",
    statement: "Work backwards from the ends of play. A position with a move to a lost position is won. A position that has \
        moves to won positions only is lost. A position that is never decided in this way is a draw.",
    source: "Smith 1966",
    strategy: "The other player can answer every move with a move to a lost position closer to the end.",
    scope: "impartial games with cycles, normal and misère play",
    covers_sums: false,
};

/// The loopy value of a sum follows from the loopy values of its components.
pub static LOOPY_SUMS: TheoremInfo = TheoremInfo {
    name: "loopy-sums",
    statement: "A component has a finite value or the value inf{K}, where K is the set of the finite values of its \
        options. Finite values add by xor. The sum of inf{K} and a finite value g is inf{k xor g : k in K}; the player \
        to move wins it iff g is in K, and otherwise it is a draw. A sum of two infinite values is a draw.",
    source: "Smith 1966; Fraenkel and Perl 1975",
    strategy: "",
    scope: "sums of impartial games with cycles, normal play",
    covers_sums: true,
};

/// Sums in which a move may win at once follow from the values of the components.
pub static IMMEDIATE_WINS: TheoremInfo = TheoremInfo {
    name: "immediate-wins",
    statement: "Omit the moves after which the other player has won or can win at once, and compute the mex and the \
        xor from the remaining moves as usual. If play has not already ended, the player to move wins iff this player \
        can win at once or the xor is not 0.",
    source: "Winning Ways, chapter 12 (entailing moves)",
    strategy: "Win at once if you can. Otherwise make the xor 0, and never let the other player win at once.",
    scope: "sums of impartial games in which play also ends by a condition on one component, normal play",
    covers_sums: true,
};

/// Positions in which a move may give another move at once have a Grundy value or are loony.
pub static COMPLIMENTING_MOVES: TheoremInfo = TheoremInfo {
    name: "complimenting-moves",
    statement: "A position is loony if the player to move wins every sum of it with Nimstring positions. If no move \
        gives another move at once, omit the moves to loony positions and take the mex of the other values. If some \
        moves do, and all of them lead to the same Grundy value x, and no other move leads to x, the value is x. \
        Otherwise the position is loony. A player to move wins a sum iff a component is loony or the xor of the values \
        is not 0.",
    source: "Winning Ways, chapters 12 and 16 (complimenting moves)",
    strategy: "A move that takes a coin leaves the xor 0, with the same player to move. Every other move leaves the \
        other player a loony component or an xor that is not 0.",
    scope: "sums of Nimstring positions, normal play",
    covers_sums: true,
};

/// All theorems of this module, and the periodicity theorem of Guy and Smith.
pub static SUM_THEOREMS: &[&TheoremInfo] = &[
    &SPRAGUE_GRUNDY,
    &EQUAL_COMPONENTS,
    &LOST_COMPONENTS,
    &TAME_SUMS,
    &WINDOW_STATE,
    &GUY_SMITH,
    &RETROGRADE,
    &LOOPY_SUMS,
    &IMMEDIATE_WINS,
    &COMPLIMENTING_MOVES,
    &OUTCOME_STATE,
    &NEGATIVES,
    &OUTCOME_CLASSES,
    &SUMS_OF_VALUES,
    &NUMBER_AVOIDANCE,
    &DROPPED_MOVES,
    &THERMOSTATIC_STRATEGY,
    &WINDOW_OF_LOSERS,
];
