//! Misère quotients as JSON.

use crate::options::JsonOptions;
use crate::schema::lists::{GENERATOR, GROWN, IDEAL, IMAGES, OTHER_HEAP, QUOTIENT, SURVEYED_QUOTIENT};
use crate::schema::{Object, SCHEMA, push_list, push_text};
use grundy_misere::quotients::{GameImages, HeapQuotient, QuotientReport, QuotientRow};
use grundy_render::quotient_generators;
use grundy_value::generator_name;

/// Returns a report on a misère quotient as one line of JSON.
pub fn quotient_json(report: &QuotientReport, options: JsonOptions) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &QUOTIENT);
        object.number("schema", SCHEMA);
        object.text("rules", &report.games.join(" + "));
        let checked = report.checked.as_ref();
        let proved = checked.is_some_and(|checked| checked.is_proved());
        let stopped = report.stopped.is_some() || checked.is_none();
        object.word(
            "status",
            if proved {
                "proved"
            } else if stopped {
                "limit"
            } else {
                "checked_to"
            },
        );
        object.number_or_null("order", checked.map(|checked| checked.quotient.order() as u64));
        let names = |elements: Vec<u32>, out: &mut String| {
            push_list(out, &elements, |&x, out| {
                push_text(&checked.map_or(String::new(), |checked| checked.quotient.name(x)), out);
            });
        };
        names(checked.map_or(vec![], |checked| checked.quotient.accepting()), object.key("accept"));
        let places = checked.map_or(vec![], |checked| quotient_generators(checked));
        let numbered: Vec<(usize, Option<(usize, u64)>)> = places.into_iter().enumerate().collect();
        push_list(object.key("generators"), &numbered, |&(number, place), out| {
            let mut one = Object::open(out, &GENERATOR);
            one.text("name", &generator_name(number));
            one.text_or_null("rules", place.map(|(game, _)| report.games[game].as_str()));
            one.number_or_null("heap", place.map(|(_, heap)| heap));
            one.close();
        });
        let relations: Vec<String> = checked.map_or(vec![], |checked| {
            checked.quotient.relations().map(|(left, right)| format!("{left}={right}")).collect()
        });
        push_list(object.key("relations"), &relations, |relation, out| push_text(relation, out));
        let single = checked.and_then(|checked| match &checked.games[..] {
            [game] => Some(game),
            _ => None,
        });
        names(single.map_or(vec![], |game| game.images.clone()), object.key("phi"));
        if let (Some(checked), Some(game)) = (checked, single) {
            others(&mut object, checked, game);
        }
        let repeat = single.and_then(|game| game.repeat);
        object.number_or_null("preperiod", repeat.map(|period| period.preperiod));
        object.number_or_null("period", repeat.map(|period| period.period));
        object.number_or_null("checked_to", checked.and_then(|checked| checked.checked_to()));
        if let (Some(checked), None) = (checked, single) {
            push_list(object.key("games"), &checked.games, |game, out| {
                let mut one = Object::open(out, &IMAGES);
                one.text("rules", &game.rules);
                names(game.images.clone(), one.key("phi"));
                others(&mut one, checked, game);
                one.number_or_null("preperiod", game.repeat.map(|period| period.preperiod));
                one.number_or_null("period", game.repeat.map(|period| period.period));
                one.close();
            });
        }
        if let Some(checked) = checked {
            let (kernel, unit) = checked.quotient.kernel();
            let mut one = Object::open(object.key("kernel"), &IDEAL);
            one.number("order", kernel.len());
            one.text("unit", &checked.quotient.name(unit));
            one.number("lost", kernel.iter().filter(|&&x| checked.quotient.accepts(x)).count());
            one.close();
        }
        push_list(object.key("growth"), &report.growth, |&(heap, order), out| {
            let mut one = Object::open(out, &GROWN);
            one.number("heap", heap);
            one.number("order", order);
            one.close();
        });
        object.number_or_null("stopped_at", report.stopped.as_ref().map(|(heap, _)| *heap));
        let why = report.stopped.as_ref().map(|(_, why)| why.in_language(options.language));
        object.text_or_null("stopped_by", why.as_deref());
        object.close();
    })
}

/// Appends the elements of heaps that play reaches beyond the requested heaps, if there are any.
fn others(object: &mut Object<'_>, checked: &HeapQuotient, game: &GameImages) {
    if !game.others.is_empty() {
        push_list(object.key("others"), &game.others, |&(heap, x), out| {
            let mut one = Object::open(out, &OTHER_HEAP);
            one.number("heap", heap);
            one.text("element", &checked.quotient.name(x));
            one.close();
        });
    }
}

/// Returns a survey of quotients as lines of JSON.
pub fn quotients_json(rows: &[QuotientRow], options: JsonOptions) -> String {
    options.write(|out| {
        for row in rows {
            let mut object = Object::open(out, &SURVEYED_QUOTIENT);
            object.number("schema", SCHEMA);
            object.text("rules", &format!("octal[{}]", row.code));
            object.word("status", row.status());
            object.number("order", row.order);
            object.number("lost", row.lost);
            object.number_or_null("preperiod", row.repeat.map(|period| period.preperiod));
            object.number_or_null("period", row.repeat.map(|period| period.period));
            object.number_or_null("checked_to", row.checked_to);
            object.close();
            out.push('\n');
        }
    })
}
