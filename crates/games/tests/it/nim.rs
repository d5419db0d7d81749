//! Tests the samples of Nim.

use grundy_games::nim::Nim;
use grundy_rules::Game;

#[test]
fn samples_are_all_small_multisets() {
    let listed: Vec<_> = Nim::samples().take_while(|(_, heaps)| heaps[heaps.len() - 1] <= 2).collect();
    assert_eq!(listed.len(), 3 + 6 + 10 + 15);
}
