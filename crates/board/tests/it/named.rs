//! Tests the list of named games on boards.

use grundy_board::internals::PictureRule;
use grundy_board::named::GAMES;
use grundy_rules::Kind;

#[test]
fn entries_match_their_pictures() {
    for entry in GAMES {
        let picture_rule = PictureRule::new(entry.pictures).unwrap();
        assert_eq!(picture_rule.text, entry.pictures);
        assert_eq!(picture_rule.is_known_terminating, entry.short, "{}", entry.name);
        assert_eq!(picture_rule.partizan, entry.kind == Kind::Partizan, "{}", entry.name);
        assert!(entry.tile.split('/').all(|row| row.len() == entry.tile.split('/').next().map_or(0, str::len)));
        assert!(!entry.source.is_empty() && !entry.title.is_empty());
    }
}
