//! Periods of the losers of games of several players, as JSON.

use crate::answer::player_number;
use crate::options::JsonOptions;
use crate::schema::findings::{FINDING, PERIODIC_ROWS};
use crate::schema::{Object, SCHEMA, push_list, push_number};
use grundy_proof::LosersFound;
use grundy_render::losers_formula;
use grundy_rules::{Player, Ruleset};

/// Returns the period of the losers as one line of JSON.
pub fn losers_json(rules: &Ruleset, found: &LosersFound, options: JsonOptions) -> String {
    options.write(|out| {
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
                    push_list(out, row, |&player, out| push_number(player_number(player), out));
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
        object.text_or_null("formula", losers_formula(found).as_deref());
        object.number("checked_to", found.checked_to);
        object.text("method", &found.method.in_language(options.language));
        object.null("counterexample");
        object.close();
    })
}
