//! Tests the list of named games on graphs.

use grundy_board::graph::named::{COL, GAMES};
use grundy_board::internals::GraphRule;
use grundy_rules::Kind;

#[test]
fn entries_match_their_pictures() {
    for entry in GAMES {
        let rule = GraphRule::new(entry.pictures).unwrap();
        assert_eq!(rule.text, entry.pictures);
        assert!(rule.is_known_terminating, "{}", entry.name);
        assert_eq!(rule.partizan, entry.kind == Kind::Partizan, "{}", entry.name);
        assert_eq!(entry.name == "graph_col", entry.name == GAMES[COL].name);
        assert!(!entry.source.is_empty() && !entry.title.is_empty());
    }
}
