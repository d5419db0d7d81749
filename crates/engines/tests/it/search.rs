//! Tests the recursion over whole positions.

use grundy_engines::search::{grundy, outcome};
use grundy_games::nim::Nim;
use grundy_games::wythoff::Wythoff;
use grundy_rules::{Budget, Components, ErrorKind, Impartial, Outcome, Play, Player, Rules};
use smallvec::smallvec;

/// Reports whether the player to move wins, by the definition without memo, stack or keys.
fn wins(heaps: &mut Vec<u64>, play: Play) -> bool {
    let mut any = false;
    for k in 0..heaps.len() {
        let heap = heaps[k];
        for leaves in 0..heap {
            any = true;
            heaps[k] = leaves;
            let win = !wins(heaps, play);
            heaps[k] = heap;
            if win {
                return true;
            }
        }
    }
    !any && play == Play::Misere
}

#[test]
fn agrees_with_the_definition() {
    for play in [Play::Normal, Play::Misere] {
        for a in 0..5 {
            for b in 0..5 {
                for c in 0..4 {
                    let slow = wins(&mut vec![a, b, c], play);
                    let fast = outcome(&Nim, &[a, b, c], play, &Budget::default()).unwrap();
                    assert_eq!(fast == Outcome::N, slow, "{a},{b},{c} {play}");
                }
            }
        }
    }
    let budget = Budget::default();
    let values: Vec<u128> = (0..6).map(|b| grundy(&Wythoff, &[[1, b]], &budget).unwrap().0).collect();
    assert_eq!(values, [1, 2, 0, 4, 5, 3]); // OEIS A004481 lists these values.
}

#[test]
fn long_play_uses_no_call_stack() {
    struct OneByOne;
    impl Rules for OneByOne {
        type Component = u64;
        type Move = ();
        type Key = u64;
        fn moves(&self, &n: &u64, _: Player) -> impl Iterator<Item = ()> {
            (n > 0).then_some(()).into_iter()
        }
        fn play(&self, &n: &u64, _: Player, _: &()) -> Components<u64> {
            smallvec![n - 1]
        }
        fn key(&self, &n: &u64) -> u64 {
            n
        }
    }
    impl Impartial for OneByOne {}
    let budget = Budget::default();
    assert_eq!(outcome(&OneByOne, &[300_001], Play::Normal, &budget).unwrap(), Outcome::N);
    assert_eq!(outcome(&OneByOne, &[300_001], Play::Misere, &budget).unwrap(), Outcome::P);
    let tight = Budget { bytes: 1 << 20, ..Budget::default() };
    let error = outcome(&OneByOne, &[300_001], Play::Normal, &tight).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
    let few = Budget { nodes: 1000, ..Budget::default() };
    assert_eq!(outcome(&OneByOne, &[300_001], Play::Normal, &few).unwrap_err().kind, ErrorKind::Limit);
}

#[test]
fn cycles_are_reported_as_errors() {
    struct Circle;
    impl Rules for Circle {
        type Component = u8;
        type Move = ();
        type Key = u8;
        fn moves(&self, _: &u8, _: Player) -> impl Iterator<Item = ()> {
            std::iter::once(())
        }
        fn play(&self, &v: &u8, _: Player, _: &()) -> Components<u8> {
            smallvec![(v + 1) % 5]
        }
        fn key(&self, &v: &u8) -> u8 {
            v
        }
    }
    impl Impartial for Circle {}
    let error = outcome(&Circle, &[0], Play::Normal, &Budget::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}
