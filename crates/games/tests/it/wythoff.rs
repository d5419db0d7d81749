//! Tests the P-positions of Wythoff's game, up to the largest heaps.

use grundy_games::wythoff::{Wythoff, WythoffMove, floor_over_phi, outcome, partner, smaller_heap, winning};
use grundy_rules::{Outcome, Play, Player, Rules};

/// Checks pairs far beyond any table by the defining property of P-positions.
///
/// No move leads from a P-position to a P-position, and some move leads from each N-position to a P-position.
#[test]
fn exact_at_the_top_of_the_range() {
    let top = u64::MAX;
    for play in [Play::Normal, Play::Misere] {
        for k in 0..2000u64 {
            let d = 7_046_029_254_386_353_131u64 - k * k * k * 7;
            let low = smaller_heap(d, play);
            let Ok(low) = u64::try_from(low) else { continue };
            let Some(high) = low.checked_add(d) else { continue };
            assert_eq!(outcome([low, high], play), Outcome::P);
            assert_eq!(winning([low, high], play).count(), 0);
            assert_eq!(partner(low, play), u128::from(high));
            assert_eq!(partner(high, play), u128::from(low));
            for (x, y) in [(low, high - 1), (low - 1, high), (low, high.saturating_add(1)), (low - 7, high - 9)] {
                if [x, y] == [low, high] {
                    continue; // no heap is larger than 2^64 − 1
                }
                assert_eq!(outcome([x, y], play), Outcome::N);
                let moves: Vec<WythoffMove> = winning([x, y], play).collect();
                assert!(!moves.is_empty());
                for mv in moves {
                    let after = Wythoff.play(&[x, y], Player::LEFT, &mv)[0];
                    assert_eq!(outcome(after, play), Outcome::P, "{x},{y} {mv:?}");
                }
            }
        }
        assert_eq!(outcome([top, top], play), Outcome::N);
        assert_eq!(winning([top, top], play).count(), 3);
        assert_eq!(outcome([0, top], play), Outcome::N);
    }
}

#[test]
fn the_first_double_that_fails() {
    // In double precision F(40)·φ rounds to the integer F(41), although the exact product is slightly smaller.
    assert_eq!(outcome([165580140, 267914295], Play::Normal), Outcome::P);
    assert_eq!(outcome([165580141, 267914296], Play::Normal), Outcome::N);
    assert_eq!(outcome([102334155, 165580141], Play::Normal), Outcome::P);
}

#[test]
fn golden_floors_are_exact() {
    // Reference: ⌊x/φ⌋ = ⌊(⌊√(5x²)⌋ − x) / 2⌋, by 128-bit integers.
    for x in (0..5000).chain((0..5000).map(|k| 8_000_000_000_000_000_000 - k * 999_999_999_999)) {
        let wide = u128::from(x);
        assert_eq!(u128::from(floor_over_phi(x)), ((5 * wide * wide).isqrt() - wide) / 2, "{x}");
    }
    // Quotients of consecutive Fibonacci numbers are the hardest cases: F(n)/φ is close to the integer F(n−1), and
    // above this integer iff n is odd.
    let (mut a, mut b, mut index) = (1u64, 1u64, 2);
    while let Some(c) = a.checked_add(b) {
        (a, b, index) = (b, c, index + 1);
        assert_eq!(floor_over_phi(b), if index % 2 == 1 { a } else { a - 1 }, "F({index}) = {b}");
    }
    assert_eq!(index, 93);
    floor_over_phi(u64::MAX);
}
