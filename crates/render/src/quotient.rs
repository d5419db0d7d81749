//! Misère quotients as text: presentation, lost elements, images of heaps, and the Cayley graph.

use crate::columns::{pad, width};
use crate::digraph::DigraphDrawing;
use crate::style::Style;
use grundy_lang::{Language, Text, text};
use grundy_misere::quotients::{COLUMNS, HeapQuotient, QuotientReport, QuotientRow};
use grundy_value::generator_name;

/// The number of images in a row of the table of heaps.
const IMAGES_PER_ROW: usize = 10;

/// Describes a misère quotient.
///
/// ```
/// use grundy_misere::quotients;
/// use grundy_rules::Budget;
/// let rules = grundy_games::parse_rules("octal[0.75]").unwrap();
/// let report = quotients::learn(&[&rules], None, u64::MAX, &Budget::default()).unwrap();
/// let text = grundy_render::quotient_text(&report, Default::default(), Default::default());
/// assert!(text.starts_with("misere octal[0.75]: the misère quotient has order 8, proved for all heaps"), "{text}");
/// ```
pub fn quotient_text(report: &QuotientReport, style: Style, language: Language) -> String {
    let rules = format!("misere {}", report.games.join(" + "));
    let mut out = String::new();
    let mut line = |message: Text| {
        out.push_str(&style.wrap_lines(&message.in_language(language)));
        out.push('\n');
    };
    let stopped = report
        .stopped
        .as_ref()
        .map(|(heap, why)| text!("stopped at heap {heap}: {why}", heap = *heap, why = why.clone()));
    let Some(checked) = &report.checked else {
        line(text!("{rules}: no quotient found", rules));
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
            "  period of {name}: {period}, from heap {preperiod} on",
            name,
            preperiod = period.preperiod,
            period = period.period
        ));
    }
    let generators = quotient_generators(checked).into_iter().enumerate().map(|(number, place)| {
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
    line(text!("  lost: {list} ({count} of {order})", count = lost.len(), order, list = names));
    let (kernel, unit) = quotient.kernel();
    let accepting = kernel.iter().filter(|&&x| quotient.accepts(x)).count();
    line(text!(
        "  kernel: a group of order {count} with identity {unit}; lost elements in it: {lost}",
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
            true => text!("  elements of the heaps of {game}:", game = game.rules.clone()),
            false => text!("  elements of the heaps:"),
        });
        if !game.others.is_empty() {
            let others = game.others.iter().map(|&(heap, x)| Text::verbatim(format!("{heap}: {}", quotient.name(x))));
            line(text!("    other heaps reached in play: {list}", list = Text::list(others)));
        }
        let names: Vec<String> = game.images.iter().map(|&x| quotient.name(x)).collect();
        let widest = names.iter().map(|name| width(name)).max().unwrap_or(0);
        let digits = names.len().to_string().len();
        for (row, names) in names.chunks(IMAGES_PER_ROW).enumerate() {
            let cells: Vec<String> = names.iter().map(|name| pad(name, widest)).collect();
            let row = format!("  {:>digits$}  {}", row * IMAGES_PER_ROW + 1, cells.join(" "));
            line(Text::verbatim(format!("  {}", row.trim_end())));
        }
    }
    out
}

/// Returns for each generator of a quotient the smallest heap that maps to it: game index and size.
pub fn quotient_generators(checked: &HeapQuotient) -> Vec<Option<(usize, u64)>> {
    let actions = checked.quotient.actions().iter();
    let smallest_heap = |action: &Vec<u32>| {
        let heaps = checked.games.iter().enumerate().filter_map(|(game, images)| {
            let heap = images.images.iter().position(|&x| x == action[0]).map(|at| at as u64 + 1);
            let other = images.others.iter().find(|&&(_, x)| x == action[0]).map(|&(heap, _)| heap);
            Some((heap.into_iter().chain(other).min()?, game))
        });
        heaps.min().map(|(heap, game)| (game, heap))
    };
    actions.map(smallest_heap).collect()
}

/// Returns a survey of quotients as CSV.
pub fn quotients_csv(rows: &[QuotientRow]) -> String {
    std::iter::once(COLUMNS.to_string()).chain(rows.iter().map(QuotientRow::to_line)).map(|line| line + "\n").collect()
}

/// Returns a survey of quotients as a Markdown page.
pub fn quotients_markdown(pattern: &str, rows: &[QuotientRow], language: Language) -> String {
    let proved = rows.iter().filter(|row| row.repeat.is_some()).count();
    let title = text!("Misère quotients of the games {pattern}", pattern);
    let summary = text!("{games} games: {proved} proved for all heaps.", games = rows.len(), proved);
    let head = [text!("game"), text!("order"), text!("lost"), text!("preperiod"), text!("period"), text!("heaps")];
    let head: Vec<String> = head.iter().map(|name| name.in_language(language)).collect();
    let mut out = format!("# {}\n\n{}\n\n", title.in_language(language), summary.in_language(language));
    out.push_str(&format!("| {} |\n|:--|--:|--:|--:|--:|:--|\n", head.join(" | ")));
    for row in rows {
        let heaps = match (row.checked_to, row.limited) {
            (None, _) => text!("all"),
            (Some(last), true) => text!("up to {last}; the next heap exceeds the limit", last),
            (Some(last), false) => text!("up to {last}", last),
        };
        let number_text = |number: Option<u64>| number.map_or("–".to_string(), |number| number.to_string());
        out.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} |\n",
            row.code,
            row.order,
            row.lost,
            number_text(row.repeat.map(|period| period.preperiod)),
            number_text(row.repeat.map(|period| period.period)),
            heaps.in_language(language)
        ));
    }
    out
}

impl DigraphDrawing {
    /// Builds the Cayley graph of a quotient.
    pub fn from_quotient(checked: &HeapQuotient) -> DigraphDrawing {
        let quotient = &checked.quotient;
        let names: Vec<(String, bool)> =
            (0..quotient.order() as u32).map(|x| (quotient.name(x), quotient.accepts(x))).collect();
        let title = text!(
            "The misère quotient of {rules}, order {order}",
            rules = checked.certificate.rules.clone(),
            order = quotient.order()
        );
        DigraphDrawing::from_elements(title, &names, quotient.actions())
    }
}
