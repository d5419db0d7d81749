//! What a misère quotient is: its presentation, its lost elements, the heaps, and its Cayley graph.

use crate::columns::{pad, width};
use crate::digraph::Graph;
use crate::json::Json;
use crate::schema::lists::{GENERATOR, GROWN, IDEAL, IMAGES, OTHER_HEAP, QUOTIENT, SURVEYED_QUOTIENT};
use crate::schema::{Object, SCHEMA, push_list, push_text};
use crate::style::Style;
use grundy_lang::{Language, Text, text};
use grundy_misere::quotients::{COLUMNS, GameImages, HeapQuotient, Report, Row};
use grundy_value::generator_name;

/// So many images stand in a row of the table of heaps.
const IN_A_ROW: usize = 10;

/// A report in words.
///
/// ```
/// use grundy_misere::quotients;
/// use grundy_rules::Budget;
/// let rules = grundy_games::parse_rules("octal[0.75]").unwrap();
/// let report = quotients::learn(&[&rules], None, u64::MAX, &Budget::default()).unwrap();
/// let text = grundy_render::quotient_text(&report, Default::default(), Default::default());
/// assert!(text.starts_with("misere octal[0.75]: the misère quotient has order 8, proved for all heaps"), "{text}");
/// ```
pub fn quotient_text(report: &Report, style: Style, language: Language) -> String {
    let rules = format!("misere {}", report.games.join(" + "));
    let mut out = String::new();
    let mut line = |said: Text| {
        out.push_str(&style.lay(&said.in_language(language)));
        out.push('\n');
    };
    let stopped = report
        .stopped
        .as_ref()
        .map(|(heap, why)| text!("stopped at heap {heap}: {why}", heap = *heap, why = why.clone()));
    let Some(checked) = &report.checked else {
        line(text!("{rules}: no quotient", rules));
        if let Some(stopped) = stopped {
            line(text!("  {said}", said = stopped));
        }
        return out;
    };
    let quotient = &checked.quotient;
    let order = quotient.order();
    match checked.checked_to() {
        None => line(text!("{rules}: the misère quotient has order {order}, proved for all heaps", rules, order)),
        Some(last) => {
            line(text!("{rules}: the misère quotient of the heaps up to {last} has order {order}", rules, last, order))
        }
    }
    if let Some(stopped) = stopped {
        line(text!("  {said}", said = stopped));
    }
    let several = checked.games.len() > 1;
    for game in &checked.games {
        let Some(period) = game.repeat else { continue };
        let name = if several { Text::verbatim(game.rules.clone()) } else { text!("heaps") };
        line(text!(
            "  {name} repeat from {preperiod} on with period {period}",
            name,
            preperiod = period.preperiod,
            period = period.period
        ));
    }
    let generators = generators(checked).into_iter().enumerate().map(|(number, place)| {
        let name = generator_name(number);
        match place {
            Some((game, heap)) if several => Text::verbatim(format!("{name} = {}({heap})", checked.games[game].rules)),
            Some((_, heap)) => text!("{name} = heap {heap}", name, heap),
            None => Text::verbatim(name),
        }
    });
    line(text!("  generators: {list}", list = Text::list(generators)));
    let relations = quotient.relations().map(|(left, right)| Text::verbatim(format!("{left} = {right}")));
    line(text!("  relations: {list}", list = Text::list(relations)));
    let lost = quotient.accepting();
    let names = Text::list(lost.iter().map(|&x| Text::verbatim(quotient.name(x))));
    line(text!("  lost: {count} of {order}: {list}", count = lost.len(), order, list = names));
    let (kernel, unit) = quotient.kernel();
    let accepting = kernel.iter().filter(|&&x| quotient.accepts(x)).count();
    line(text!(
        "  normal kernel: a group of {count} with the unit {unit}, {lost} of it lost",
        count = kernel.len(),
        unit = quotient.name(unit),
        lost = accepting
    ));
    if !report.growth.is_empty() {
        let steps = report.growth.iter().map(|&(heap, order)| text!("{order} at heap {heap}", order, heap));
        line(text!("  order as heaps are added: {list}", list = Text::list(steps)));
    }
    for game in &checked.games {
        line(match several {
            true => text!("  what the heaps of {game} are:", game = game.rules.clone()),
            false => text!("  what the heaps are:"),
        });
        if !game.others.is_empty() {
            let others = game.others.iter().map(|&(heap, x)| Text::verbatim(format!("{heap}: {}", quotient.name(x))));
            line(text!("    other heaps that play comes to: {list}", list = Text::list(others)));
        }
        let names: Vec<String> = game.images.iter().map(|&x| quotient.name(x)).collect();
        let widest = names.iter().map(|name| width(name)).max().unwrap_or(0);
        let digits = names.len().to_string().len();
        for (row, names) in names.chunks(IN_A_ROW).enumerate() {
            let cells: Vec<String> = names.iter().map(|name| pad(name, widest)).collect();
            let row = format!("  {:>digits$}  {}", row * IN_A_ROW + 1, cells.join(" "));
            line(Text::verbatim(format!("  {}", row.trim_end())));
        }
    }
    out
}

/// A heap of each generator.
fn generators(checked: &HeapQuotient) -> Vec<Option<(usize, u64)>> {
    let actions = checked.quotient.actions().iter();
    let place = |action: &Vec<u32>| {
        let places = checked.games.iter().enumerate().filter_map(|(game, images)| {
            let heap = images.images.iter().position(|&x| x == action[0]).map(|at| at as u64 + 1);
            let other = images.others.iter().find(|&&(_, x)| x == action[0]).map(|&(heap, _)| heap);
            Some((heap.into_iter().chain(other).min()?, game))
        });
        places.min().map(|(heap, game)| (game, heap))
    };
    actions.map(place).collect()
}

/// A report as one line of JSON.
pub fn quotient_json(report: &Report, form: Json) -> String {
    form.write(|out| {
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
        let places = checked.map_or(vec![], |checked| generators(checked));
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
        let why = report.stopped.as_ref().map(|(_, why)| why.in_language(form.language));
        object.text_or_null("stopped_by", why.as_deref());
        object.close();
    })
}

/// Describes the heaps that play reaches beyond those that were asked for, if there are any.
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

/// A survey of quotients as CSV.
pub fn quotients_csv(rows: &[Row]) -> String {
    std::iter::once(COLUMNS.to_string()).chain(rows.iter().map(Row::to_line)).map(|line| line + "\n").collect()
}

/// A survey of quotients as lines of JSON.
pub fn quotients_json(rows: &[Row], form: Json) -> String {
    form.write(|out| {
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

/// A survey of quotients as a page.
pub fn quotients_markdown(pattern: &str, rows: &[Row], language: Language) -> String {
    let proved = rows.iter().filter(|row| row.repeat.is_some()).count();
    let title = text!("Misère quotients of the games {pattern}", pattern);
    let said = text!("{games} games: {proved} proved for all heaps.", games = rows.len(), proved);
    let head = [text!("game"), text!("order"), text!("lost"), text!("preperiod"), text!("period"), text!("heaps")];
    let head: Vec<String> = head.iter().map(|name| name.in_language(language)).collect();
    let mut out = format!("# {}\n\n{}\n\n", title.in_language(language), said.in_language(language));
    out.push_str(&format!("| {} |\n|:--|--:|--:|--:|--:|:--|\n", head.join(" | ")));
    for row in rows {
        let heaps = match (row.checked_to, row.limited) {
            (None, _) => text!("all"),
            (Some(last), true) => text!("to {last}, over the limit behind", last),
            (Some(last), false) => text!("to {last}", last),
        };
        let shown = |number: Option<u64>| number.map_or("–".to_string(), |number| number.to_string());
        out.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} |\n",
            row.code,
            row.order,
            row.lost,
            shown(row.repeat.map(|period| period.preperiod)),
            shown(row.repeat.map(|period| period.period)),
            heaps.in_language(language)
        ));
    }
    out
}

impl Graph {
    /// What the generators make of the elements: the Cayley graph.
    pub fn of_quotient(checked: &HeapQuotient) -> Graph {
        let quotient = &checked.quotient;
        let names: Vec<(String, bool)> =
            (0..quotient.order() as u32).map(|x| (quotient.name(x), quotient.accepts(x))).collect();
        let title = text!(
            "The misère quotient of {rules}, order {order}",
            rules = checked.certificate.rules.clone(),
            order = quotient.order()
        );
        Graph::of_elements(title, &names, quotient.actions())
    }
}
