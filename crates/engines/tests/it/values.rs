//! Compares Grundy values by components with the search over whole positions.

use grundy_engines::search;
use grundy_engines::values::GrundyMemo;
use grundy_games::{nim::Nim, wythoff::Wythoff};
use grundy_rules::{Budget, Components, Game, Impartial, Nimber, Player, Rules};

/// Kayles. Its moves split heaps, so sums occur inside the recursion.
struct Kayles;
impl Rules for Kayles {
    type Component = u32;
    type Move = (u32, u32);
    type Key = u32;
    fn moves(&self, &n: &u32, _: Player) -> impl Iterator<Item = (u32, u32)> {
        (1..=n.min(2)).flat_map(move |k| (0..=n - k).map(move |leaves| (k, leaves)))
    }
    fn play(&self, &n: &u32, _: Player, &(k, leaves): &(u32, u32)) -> Components<u32> {
        [leaves, n - k - leaves].into_iter().collect()
    }
    fn key(&self, &n: &u32) -> u32 {
        n
    }
}
impl Impartial for Kayles {}

#[test]
fn agrees_with_search_over_whole_positions() {
    let budget = Budget::default();
    let mut values = GrundyMemo::new(&Kayles, &[], &budget);
    let kayles: Vec<u128> = (0..12).map(|n| values.evaluate(&n).unwrap().0).collect();
    assert_eq!(kayles, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]); // OEIS A002186 lists these values.
    for n in 0..12 {
        assert_eq!(values.evaluate(&n).unwrap(), search::grundy(&Kayles, &[n], &budget).unwrap());
    }
    let mut wythoff = GrundyMemo::new(&Wythoff, &[], &budget);
    for a in 0..8 {
        for b in 0..8 {
            let slow = search::grundy(&Wythoff, &[[a, b]], &budget).unwrap();
            assert_eq!(wythoff.evaluate(&[a, b]).unwrap(), slow);
        }
    }
    assert_eq!(GrundyMemo::new(&Nim, Nim::THEOREMS, &budget).evaluate(&u64::MAX).unwrap(), Nimber::from(u64::MAX));
}
