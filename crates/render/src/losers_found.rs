//! What was found about who loses, as text and JSON.

use crate::json::Json;
use crate::schema::found::{FINDING, PERIODIC_ROWS};
use crate::schema::{Object, SCHEMA, push_list, push_number};
use grundy_lang::{Language, text};
use grundy_proof::{LosersFound, Status};
use grundy_rules::{Player, Ruleset};

/// The rows of longer periods are not listed.
const LISTED: usize = 40;

/// The period with its rows, and below them how sure it is.
///
/// ```
/// use grundy_proof::{FindOptions, find_losers};
/// let rules = grundy_games::parse_rules("rivals[1 : 2>1 / 1 : 1>2]").unwrap();
/// let found = find_losers(&rules, FindOptions::default(), &Default::default()).unwrap();
/// let text = grundy_render::losers_text(&found, Default::default());
/// assert!(text.starts_with("loser(n+2) = loser(n) for n >= 0\n  player 1 to move: 1,2, again and again\n"), "{text}");
/// ```
pub fn losers_text(found: &LosersFound, language: Language) -> String {
    let mut lines = vec![];
    match formula(found) {
        Some(formula) => lines.push(formula),
        None => lines.push(text!("losers: no pattern found").in_language(language)),
    }
    if let Some(period) = found.period.filter(|_| found.rows.len() <= LISTED) {
        for player in 0..found.rows.first().map_or(0, Vec::len) {
            let all: Vec<String> = found.rows.iter().map(|row| number(row[player]).to_string()).collect();
            let (head, cycle) = all.split_at((period.preperiod as usize).min(all.len()));
            let (head, cycle, player) = (head.join(","), cycle.join(","), player + 1);
            let line = match head.is_empty() {
                true => text!("  player {player} to move: {cycle}, again and again", player, cycle),
                false => text!("  player {player} to move: {head}, then {cycle}, again and again", player, head, cycle),
            };
            lines.push(line.in_language(language));
        }
    }
    let (method, checked_to) = (&found.method, found.checked_to);
    let how = match found.status {
        Status::Proved => text!("  proved: {method}; checked up to {checked_to}", method, checked_to),
        Status::Conjecture => text!("  conjecture: {method}; checked up to {checked_to}", method, checked_to),
        Status::None => text!("  none: {method}; checked up to {checked_to}", method, checked_to),
    };
    lines.push(how.in_language(language));
    lines.join("\n") + "\n"
}

fn formula(found: &LosersFound) -> Option<String> {
    found.period.map(|p| format!("loser(n+{}) = loser(n) for n >= {}", p.period, p.preperiod))
}

fn number(seat: Player) -> u16 {
    u16::from(seat.0) + 1
}

/// The same as one line of JSON.
pub fn losers_json(rules: &Ruleset, found: &LosersFound, form: Json) -> String {
    form.write(|out| {
        let mut object = Object::open(out, &FINDING);
        object.number("schema", SCHEMA);
        object.text("rules", &rules.to_string());
        object.word("of", "loser");
        object.word("status", found.status.name());
        match found.period {
            None => object.null("pattern"),
            Some(period) => {
                let (head, cycle) = found.rows.split_at((period.preperiod as usize).min(found.rows.len()));
                let row = |row: &Vec<Player>, out: &mut String| {
                    push_list(out, row, |&seat, out| push_number(number(seat), out));
                };
                let mut pattern = Object::open(object.key("pattern"), &PERIODIC_ROWS);
                pattern.word("kind", "periodic_rows");
                pattern.number("preperiod", period.preperiod);
                pattern.number("period", period.period);
                push_list(pattern.key("head"), head, row);
                push_list(pattern.key("cycle"), cycle, row);
                pattern.close();
            }
        }
        object.text_or_null("formula", formula(found).as_deref());
        object.number("checked_to", found.checked_to);
        object.text("method", &found.method.in_language(form.language));
        object.null("counterexample");
        object.close();
    })
}
