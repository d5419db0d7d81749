//! Tests the owners of pieces, which follow from the moves.

use grundy_board::internals::PictureRule;
use grundy_rules::Player;

fn owners(rule: &str) -> String {
    let rule = PictureRule::new(rule).unwrap();
    let owner = |&(letter, player): &(char, Player)| format!("{letter}{}", ["l", "r"][usize::from(player.0)]);
    rule.owners.iter().map(owner).collect::<Vec<_>>().join(" ")
}

#[test]
fn owners_follow_from_the_moves() {
    assert_eq!(owners("left: [xo] -> [.x] along rook; right: swap x o"), "or xl");
    assert_eq!(owners("left: [t.] -> [.t]; [tf.] -> [.ft]; right: mirror t f"), "fr tl");
    // Each player moves own pieces, and places or removes those of the other player.
    assert_eq!(owners("left: [x.] -> [ox] along rook; right: swap x o"), "or xl");
    assert_eq!(owners("left: [x / {op} / .] -> [. / p / x]; right: [{op}.] -> [.{op}]"), "or pr xl");
    assert_eq!(owners("left: [x{ox}] -> [.x] along rook; right: swap x o"), "or xl");
    assert_eq!(owners("left: [|?(?*)x] -> [|1x.]; [|x] -> [|.]; right: swap x o"), "or xl");
    assert_eq!(owners("left: [.] -> [x] if no x near; right: swap x o"), "or xl");
    assert_eq!(owners("left: [|?*{el}] -> [|]; right: swap l r"), "ll rr");
    // Both players use these pieces.
    assert_eq!(owners("left: [. / x / .] -> [x / . / x]; right: [.x.] -> [x.x]"), "");
    assert_eq!(owners("[x.] -> [.x] along row"), "");
}
