//! Tests games that are parsed without a position.

use grundy_games::{library, parse_rules};
use grundy_rules::{ErrorKind, Ruleset, TableForm};
use std::collections::HashSet;

#[test]
fn games_print_as_they_are_read() {
    for (text, printed) in [
        ("take[3,1,2]", "take[1..3]"),
        (" misere take[2,5] ", "misere take[2,5]"),
        ("威佐夫", "wythoff"),
        ("octal[.77]", "octal[0.77]"),
        ("kayles", "kayles"),
    ] {
        assert_eq!(parse_rules(text).unwrap().to_string(), printed);
    }
}

#[test]
fn trailing_text_is_reported() {
    for (text, span, message, help) in [
        ("nim(3,4)", 3..8, "expected a game without a position", "omit the position: nim"),
        ("misere take[2] (3) ", 15..18, "expected a game without a position", "omit the position: take[2]"),
        ("kayles + nim", 7..8, "expected the end of the text, found `+`", "for example take[1,3,4]"),
        ("kayles[3]", 6..7, "expected the end of the text, found `[`", "kayles has no parameters"),
        ("misere", 6..6, "expected a game, found the end of the text", "for example misere take[1,3,4]"),
        ("", 0..0, "expected a game, found the end of the text", "for example take[1,3,4]"),
        ("3*nim", 1..2, "", ""),
        ("take", 4..4, "expected `[` and the set of amounts, found the end of the text", "for example take[1,3,4]"),
    ] {
        let error = parse_rules(text).unwrap_err();
        if message.is_empty() {
            assert_eq!(error.kind, ErrorKind::UnknownGame, "{text}");
            continue;
        }
        assert_eq!(error.message, message, "{text}");
        assert_eq!(error.span, Some(span), "{text}");
        assert_eq!(error.help.map(|help| help.to_string()).as_deref(), Some(help), "{text}");
    }
}

/// Checks that the numbers that identify a component are those of its printed form.
///
/// The table index computed from the numbers must be that of the component. Boards are identified by their sizes, so
/// their printed form can differ from the numbers.
#[test]
fn components_are_numbered_as_they_are_printed() {
    let mut rulesets = HashSet::new();
    for entry in library().games() {
        for position in entry.samples().take(300) {
            // In some games the position determines the rules, so the text of the rules cannot be parsed alone.
            let Ok(Ruleset { game: rules, .. }) = parse_rules(&position.ruleset().rules_text()) else { continue };
            let dims = rules.coordinate_names().len();
            if dims == 0 || !rulesets.insert(position.ruleset().rules_text()) {
                continue;
            }
            if rules.min_index() > 0 {
                let text = rules.position_at(rules.min_coordinates()).unwrap().to_string();
                assert_eq!(grundy_games::parse(&text).unwrap().to_string(), text, "{rules:?}");
                assert!(rules.position_at([0; 3]).is_none() && rules.table_form().is_none(), "{rules:?}");
                continue;
            }
            let largest = rules.max_index();
            for at in (0..7u64.pow(dims as u32)).map(|k| [k % 7, k / 7 % 7, k / 49]) {
                let read = rules.position_from_numbers(&at[..dims]);
                assert_eq!(
                    read.is_some(),
                    largest.is_none_or(|most| at.iter().all(|&n| n <= most)),
                    "{rules:?} {at:?}"
                );
                let single = rules.position_at(at);
                let texts = [&read, &single].map(|p| p.as_ref().map(|p| p.to_string()));
                assert_eq!(texts[0], texts[1], "{rules:?} {at:?}");
                let Some(single) = single else { continue };
                assert_eq!(
                    rules.table_coordinates_at(at),
                    rules.table_form().map(|_| single.table_coordinates(0)),
                    "{rules:?} {at:?}"
                );
            }
        }
    }
    assert!(rulesets.len() > 30, "{rulesets:?}");
}

/// Checks that in games with a table, each component of the samples is found by its table index.
///
/// Games with a maximum index are left out, because their table index is the distance from that maximum.
#[test]
fn tables_have_a_place_for_every_component() {
    for entry in library().games() {
        // Rows of values and graphs of strings are not part of the text of the rules.
        let of_rules =
            |table: Option<TableForm<'_>>| !matches!(table, None | Some(TableForm::Row { .. } | TableForm::Strings(_)));
        for position in entry.samples().take(300).filter(|p| of_rules(p.ruleset().table_form())) {
            let rules = parse_rules(&position.ruleset().rules_text()).unwrap().game;
            assert_eq!(rules.rules_text(), position.ruleset().rules_text());
            for component in (0..position.len()).filter(|_| rules.max_index().is_none()) {
                let single = rules.position_at(position.table_coordinates(component));
                let single = single.unwrap_or_else(|| panic!("{position:?} has a table but no component_at"));
                assert_eq!(single.to_string(), position.component(component).to_string());
            }
        }
    }
}
