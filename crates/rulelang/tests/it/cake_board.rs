//! The names of moves in cakes.

use grundy_rulelang::Rule;
use grundy_rulelang::named::RULE_ENTRIES;
use grundy_rules::{Game, Player, Rules};
use smallvec::smallvec;

/// Returns the names of a player's moves in a cake, with the fields that name their places.
fn moves(game: &str, cake: [u64; 2], by: Player) -> String {
    let entry = RULE_ENTRIES.iter().find(|entry| entry.info.name == game).unwrap();
    let rule = Rule::new(entry.rule).unwrap().with_entry(entry);
    let cake = smallvec![cake[0], cake[1]];
    let name = |mv| {
        let described = rule.describe(&cake, 1, &mv);
        assert!(described.former_text.unwrap().to_string().starts_with("move from ("));
        described.text.to_string()
    };
    rule.moves(&cake, by).map(name).collect::<Vec<_>>().join("; ")
}

#[test]
fn moves_have_names() {
    let (left, right) = (Player::LEFT, Player::RIGHT);
    assert_eq!(moves("cutcake", [4, 5], left), "cut a|b; cut b|c");
    assert_eq!(moves("cutcake", [4, 5], right), "cut 1|2; cut 2|3");
    assert_eq!(moves("cutcake", [2, 2], right), "cut 1|2");
    assert_eq!(moves("maundy_cake", [4, 6], left), "divide columns by 2; divide columns by 3; divide columns by 6");
    assert_eq!(moves("maundy_cake", [4, 6], right), "divide rows by 2; divide rows by 4");
    assert_eq!(moves("eatcake", [3, 4], left), "eat column a; eat column b");
    assert_eq!(moves("eatcake", [3, 4], right), "eat row 1; eat row 2");
    assert_eq!(moves("eatcake", [1, 1], left), "eat column a");
    // Left eats rows, because the turn makes them columns.
    assert_eq!(moves("turn_and_eatcake", [3, 4], left), "eat row 1; eat row 2");
    assert_eq!(moves("turn_and_eatcake", [3, 4], right), "eat column a; eat column b");
    assert_eq!(moves("turn_and_eatcake", [3, 3], right), "eat column a; eat column b");
}
