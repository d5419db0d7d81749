//! The list of games whose rules are written in the rule language.

use grundy_rulelang::named::{GAMES, RULE_ENTRIES};
use grundy_rules::{Game, Kind};

#[test]
fn entries_parse_to_their_rules() {
    for (entry, listed) in RULE_ENTRIES.iter().zip(&GAMES) {
        let rule = listed.rule();
        assert_eq!(rule.kind(), Kind::Partizan);
        assert_eq!((rule.arity(), rule.info().name), (2, entry.info.name));
        assert_eq!(rule.as_rule().as_deref(), Some(entry.rule));
        assert!(!entry.source.is_empty());
    }
}
