//! Periods of the losers of games of several players, as text.

use grundy_lang::{Language, text};
use grundy_proof::{LosersFound, Status};
use grundy_rules::Player;

/// The largest number of rows that are listed.
const MAX_LISTED_ROWS: usize = 40;

/// Returns the period with its rows, followed by its status.
///
/// ```
/// use grundy_proof::{FindOptions, find_losers};
/// let rules = grundy_games::parse_rules("rivals[1 : 2>1 / 1 : 1>2]").unwrap();
/// let found = find_losers(&rules, FindOptions::default(), &Default::default()).unwrap();
/// let text = grundy_render::losers_text(&found, Default::default());
/// assert!(text.starts_with("loser(n+2) = loser(n) for n >= 0\n  player 1 to move: 1,2, repeating\n"), "{text}");
/// ```
pub fn losers_text(found: &LosersFound, language: Language) -> String {
    let mut lines = vec![];
    match losers_formula(found) {
        Some(formula) => lines.push(formula),
        None => lines.push(text!("losers: no pattern found").in_language(language)),
    }
    if let Some(period) = found.period.filter(|_| found.rows.len() <= MAX_LISTED_ROWS) {
        for player in 0..found.rows.first().map_or(0, Vec::len) {
            let all: Vec<String> = found.rows.iter().map(|row| number(row[player]).to_string()).collect();
            let (head, cycle) = all.split_at((period.preperiod as usize).min(all.len()));
            let (head, cycle, player) = (head.join(","), cycle.join(","), player + 1);
            let line = match head.is_empty() {
                true => text!("  player {player} to move: {cycle}, repeating", player, cycle),
                false => text!("  player {player} to move: {head}, then {cycle}, repeating", player, head, cycle),
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

/// Returns the period as a formula, if there is one.
pub fn losers_formula(found: &LosersFound) -> Option<String> {
    found.period.map(|p| format!("loser(n+{}) = loser(n) for n >= {}", p.period, p.preperiod))
}

fn number(player: Player) -> u16 {
    u16::from(player.0) + 1
}
