//! Wythoff's game: a move takes stones from one of two heaps, or the same number of stones from both.
//!
//! With d = max − min, a position is a P-position under normal play iff min = ⌊d·φ⌋, where φ is the golden ratio (W.
//! A. Wythoff, "A modification of the game of nim", Nieuw Archief voor Wiskunde 7 (1907)). Under misère play (0,1) and
//! (2,2) replace (0,0) and (1,2), and the rest is unchanged (A. S. Fraenkel, "Wythoff games, continued fractions,
//! cedar trees and Fibonacci searches", Theoretical Computer Science 29 (1984), treats both). No closed form of the
//! Grundy values is known.
//!
//! All arithmetic is exact for all of `u64`: ⌊d·φ⌋ = d + ⌊d/φ⌋, and ⌊x/φ⌋ is computed with integers alone.
//!
//! Notation: `wythoff(a,b)`.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::{Outcome, Play};
//! let spec = parse("wythoff(165580140, 267914295)").unwrap();
//! let (outcome, _) = spec.terms[0].position.outcome_by_theorem(0, Play::Normal).unwrap();
//! assert_eq!(outcome, Outcome::P); // in double precision floor(d*phi) is one too large here
//! ```

use crate::pairs::{all_pairs, parse_pair, write_pair};
use grundy_lang::{Text, text};
use grundy_rules::{
    Claim, Components, Coordinates, Cursor, Field, Game, GameInfo, Impartial, Kind, MoveList, MoveText, Outcome, Plan,
    Play, Player, Result, Rules, StatedMoves, TableForm, Theorem, boxed,
};
use smallvec::smallvec;

/// The rules of Wythoff's game.
///
/// A component is the pair of heaps, in the order in which they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wythoff;

/// A move in Wythoff's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WythoffMove {
    /// Take this number of stones (the second field) from the heap with this index, 0 or 1.
    One(usize, u64),
    /// Take the same number of stones from both heaps.
    Both(u64),
}

impl Rules for Wythoff {
    type Component = [u64; 2];
    type Move = WythoffMove;
    type Key = [u64; 2];

    fn moves(&self, &[a, b]: &[u64; 2], _by: Player) -> impl Iterator<Item = WythoffMove> {
        let one = (1..=a).map(|k| WythoffMove::One(0, k)).chain((1..=b).map(|k| WythoffMove::One(1, k)));
        one.chain((1..=a.min(b)).map(WythoffMove::Both))
    }

    fn play(&self, &[a, b]: &[u64; 2], _by: Player, mv: &WythoffMove) -> Components<[u64; 2]> {
        smallvec![match *mv {
            WythoffMove::One(0, k) => [a - k, b],
            WythoffMove::One(_, k) => [a, b - k],
            WythoffMove::Both(k) => [a - k, b - k],
        }]
    }

    fn key(&self, &[a, b]: &[u64; 2]) -> [u64; 2] {
        [a.min(b), a.max(b)]
    }
}

impl Impartial for Wythoff {}

impl Game for Wythoff {
    const INFO: GameInfo = GameInfo {
        name: "wythoff",
        aliases: &["威佐夫", "威佐夫博弈", "威佐夫博奕"],
        title: "Wythoff's game",
        rules: "There are two heaps. A move takes any positive number of stones from one of them, or the same positive \
            number from both.",
        notation: "wythoff(a,b)",
        example: "wythoff(3,5)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> Wythoff> = Some(|| Wythoff);

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<[u64; 2]>> {
        parse_pair(input, Wythoff::INFO.example, |heaps| text!("Wythoff's game needs two heaps, found {heaps}", heaps))
    }

    fn write_component(&self, pair: &[u64; 2], out: &mut String) {
        write_pair(pair, out);
    }

    fn moves_from_numbers(&self, &[a, b]: &[u64; 2], _by: Player, numbers: &[u64]) -> Option<Vec<WythoffMove>> {
        let take = numbers.first().copied().unwrap_or(0);
        let steps =
            [(WythoffMove::One(0, take), a), (WythoffMove::One(1, take), b), (WythoffMove::Both(take), a.min(b))];
        Some(steps.into_iter().filter(|&(_, most)| (1..=most).contains(&take)).map(|(step, _)| step).collect())
    }

    fn describe(&self, _part: &[u64; 2], _at: usize, mv: &WythoffMove) -> MoveText {
        match *mv {
            WythoffMove::One(heap, take) => grundy_rules::heaps::describe_take(take, heap + 1),
            WythoffMove::Both(take) => MoveText::new(
                text!("take {take} from both heaps", take),
                vec![("heaps", Field::Numbers(vec![1, 2])), ("take", Field::Number(take))],
            ),
        }
    }

    const THEOREMS: &'static [Theorem<Self>] = &[
        Theorem::new(
            "wythoff",
            "Wythoff 1907",
            "(a,b) with a <= b is a P-position iff a = floor((b-a)*phi), where phi is the golden ratio.",
            Claim::Outcome {
                play: Play::Normal,
                outcome: |_, &p| outcome(p, Play::Normal),
                winning: StatedMoves::All {
                    count: |_, &p, _| winning(p, Play::Normal).count() as u128,
                    moves: |_, &p, _| -> MoveList<'_, WythoffMove> { boxed(winning(p, Play::Normal)) },
                },
            },
        )
        .within("a single position (not a sum), normal play", |_, _| true)
        .strategy(
            "No move leads from one such pair to another, because each number and each difference occurs in exactly \
            one of them. Every other pair has a move to such a pair.",
        )
        .working(|_, &p| working(p, Play::Normal))
        .plan(|_, p, mv| plan(p, mv, Play::Normal)),
        Theorem::new(
            "misere-wythoff",
            "Fraenkel 1984",
            "Misère Wythoff: the P-positions (a,b) with a <= b are those with a = floor((b-a)*phi), where phi is the \
            golden ratio, except that (0,1) and (2,2) replace (0,0) and (1,2).",
            Claim::Outcome {
                play: Play::Misere,
                outcome: |_, &p| outcome(p, Play::Misere),
                winning: StatedMoves::All {
                    count: |_, &p, _| winning(p, Play::Misere).count() as u128,
                    moves: |_, &p, _| -> MoveList<'_, WythoffMove> { boxed(winning(p, Play::Misere)) },
                },
            },
        )
        .within("a single position (not a sum), misère play", |_, _| true)
        .strategy(
            "No move leads from one of these pairs to another. Every other pair that has a move has a move to one of \
            them.",
        )
        .working(|_, &p| working(p, Play::Misere))
        .plan(|_, p, mv| plan(p, mv, Play::Misere)),
    ];

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Pairs(&[[1, 0], [0, 1], [1, 1]]))
    }

    fn table_coordinates(&self, &[a, b]: &[u64; 2]) -> Coordinates {
        [a, b, 0]
    }

    fn component_at(&self, [a, b, _]: Coordinates) -> Option<[u64; 2]> {
        Some([a, b])
    }

    fn samples() -> Box<dyn Iterator<Item = (Wythoff, Vec<[u64; 2]>)>> {
        boxed(all_pairs().map(|pair| (Wythoff, vec![pair])))
    }
}

/// Returns the integer part of x/φ, where φ is the golden ratio, for every `x`.
///
/// An estimate from the first 64 bits of 1/φ is corrected by the exact test q ≤ x/φ ⇔ q² ≤ x·(x − q). The test holds
/// since 1/φ is the positive root of t² + t = 1, and it needs at most 128 bits.
#[doc(hidden)]
pub fn floor_over_phi(x: u64) -> u64 {
    const OVER_PHI: u128 = 0x9E37_79B9_7F4A_7C15; // 2^64 / φ
    let at_most = |q: u64| q <= x && u128::from(q).pow(2) <= u128::from(x) * u128::from(x - q);
    let mut q = ((u128::from(x) * OVER_PHI) >> 64) as u64;
    while !at_most(q) {
        q -= 1;
    }
    while at_most(q + 1) {
        q += 1;
    }
    q
}

/// Returns the smaller heap of the P-position whose heaps differ by `d`.
///
/// The result exceeds `u64::MAX` if this heap does not fit in 64 bits.
#[doc(hidden)]
pub fn smaller_heap(d: u64, play: Play) -> u128 {
    match (play, d) {
        (Play::Misere, 0) => 2,
        (Play::Misere, 1) => 0,
        _ => u128::from(d) + u128::from(floor_over_phi(d)),
    }
}

/// Returns the other heap of the only P-position with a heap of `x`.
///
/// The result exceeds `u64::MAX` if the other heap does not fit in 64 bits.
#[doc(hidden)]
pub fn partner(x: u64, play: Play) -> u128 {
    match (play, x) {
        (Play::Misere, 0) => return 1,
        (Play::Misere, 1) | (Play::Normal, 0) => return 0,
        (Play::Misere, 2) => return 2,
        _ => {}
    }
    // For each x ≥ 1, exactly one of two cases holds (Beatty 1926): x = ⌊kφ⌋ with k = ⌈x/φ⌉, or x = ⌊kφ²⌋ = ⌊kφ⌋ + k
    // with k = ⌈x/φ²⌉ = x − ⌊x/φ⌋.
    let over_phi = floor_over_phi(x);
    let k = over_phi + 1;
    if smaller_heap(k, Play::Normal) == u128::from(x) {
        u128::from(x) + u128::from(k)
    } else {
        smaller_heap(x - over_phi, Play::Normal)
    }
}

/// Returns the outcome of a pair of heaps.
#[doc(hidden)]
pub fn outcome([a, b]: [u64; 2], play: Play) -> Outcome {
    if smaller_heap(a.abs_diff(b), play) == u128::from(a.min(b)) { Outcome::P } else { Outcome::N }
}

/// Returns all moves to P-positions: at most one in each heap and at most one that takes from both.
///
/// There are no more, since each number and each difference occurs in exactly one P-position.
#[doc(hidden)]
pub fn winning([a, b]: [u64; 2], play: Play) -> impl Iterator<Item = WythoffMove> {
    let down = |from: u64, to: u128| u64::try_from(to).ok().and_then(|to| from.checked_sub(to)).filter(|&k| k > 0);
    let first = down(a, partner(b, play)).map(|k| WythoffMove::One(0, k));
    let second = down(b, partner(a, play)).map(|k| WythoffMove::One(1, k));
    let both = down(a.min(b), smaller_heap(a.abs_diff(b), play)).map(WythoffMove::Both);
    [first, second, both].into_iter().flatten()
}

/// Describes the pair after a move, and how all such pairs arise.
fn plan(pair: &[u64; 2], mv: &WythoffMove, play: Play) -> Plan {
    let [a, b] = Wythoff.play(pair, Player::LEFT, mv)[0];
    let (low, high, d) = (a.min(b), a.max(b), a.abs_diff(b));
    let pair_after = format!("({low},{high})");
    if play == Play::Misere && d <= 1 {
        return Plan {
            goal: text!("{left} is left, one of the two P-positions specific to misère play", left = pair_after),
            ..Plan::default()
        };
    }
    let goal = text!("{left} is left, with difference {d} and {low} = floor({d}*phi)", left = pair_after, d, low);
    let continuation = match play {
        Play::Normal => text!(
            "always leave such a pair. The pairs for d = 1, 2, 3, 4, ... are (1,2), (3,5), (4,7), (6,10), \
                ..., with floor(d*phi) as the smaller heap, and each positive integer occurs in exactly one of \
                them"
        ),
        Play::Misere => Text::empty(),
    };
    Plan { goal, continuation }
}

fn working([a, b]: [u64; 2], play: Play) -> Text {
    let (low, high, d) = (a.min(b), a.max(b), a.abs_diff(b));
    let row = smaller_heap(d, play);
    let pair = format!("({row},{})", row + u128::from(d));
    let rule = if play == Play::Misere && d <= 1 {
        text!("under misère play the P-position with difference {d} is {pair}", d, pair)
    } else {
        text!("floor({d}*phi) = {row}, so the P-position with difference {d} is {pair}", d, row, pair)
    };
    Text::concat([Text::verbatim(format!("{high} - {low} = {d}; ")), rule])
}
