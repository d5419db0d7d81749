//! Patterns as pictures.
//!
//! Periodic patterns are rows of cells, other sequences are points, and patterns of pairs are maps with the lines that
//! P-positions follow.

use crate::plot::{DARK, LIGHT, points, round_dots};
use crate::svg::{Anchor, INK, Svg, hex, viridis};
use grundy_lang::{Language, text};
use grundy_proof::{Finding, OUTCOMES, Pattern, PatternForm};
use grundy_rules::{Error, ErrorKind, Outcome, Ruleset};
use grundy_solve::Quantity;

/// The side of a cell in a row, in pixels; `SQUARE` is the side of a cell in a map.
const CELL: f64 = 24.0;
const SQUARE: f64 = 10.0;
/// The approximate length of a row, in cells; `MAX_ROWS` is the largest number of rows.
const ROW_LENGTH: u64 = 36;
const MAX_ROWS: u64 = 40;
/// The largest number in a map; `MAX_POINTS` is the number of points in a plot.
const MAX_MAP_NUMBER: u64 = 60;
const MAX_POINTS: u64 = 300;

/// Returns a pattern that is not an automaton as SVG.
///
/// # Errors
/// `unsupported` without a pattern, and for patterns of three numbers.
pub(crate) fn pattern_svg(rules: &Ruleset, finding: &Finding, language: Language) -> Result<String, Error> {
    let Some(pattern) = &finding.pattern else {
        return Err(Error::new(ErrorKind::Unsupported, text!("no pattern was found, so there is nothing to draw")));
    };
    let names = rules.game.coordinate_names();
    let status = match finding.status.name() {
        "proved" => text!("proved"),
        _ => text!("conjecture, correct up to {to}", to = finding.checked_to),
    };
    let title = text!("{rules}: {formula}", rules, formula = pattern.text_in(&names));
    let head = Head { title: title.in_language(language), status: status.in_language(language) };
    match (&pattern.form, pattern.dims) {
        (PatternForm::Periodic(p), _) => Ok(rows(pattern, &head, p.head.len() as u64, p.cycle.len() as u64, language)),
        (PatternForm::Arithmetic(p), _) => {
            Ok(rows(pattern, &head, p.head.len() as u64, p.cycle.len() as u64, language))
        }
        (_, 1) if pattern.of == Quantity::Outcome => Ok(rows(pattern, &head, 0, ROW_LENGTH, language)),
        (_, 1) => {
            let values: Vec<u64> = (0..=MAX_POINTS).map_while(|n| pattern.eval(&[n])).collect();
            let max_value = values.iter().copied().max().unwrap_or(0);
            let title = format!("{} ({})", head.title, head.status);
            Ok(points(&title, values.len().max(1) as u64 - 1, max_value, language, values.into_iter()))
        }
        (_, 2) => Ok(map(pattern, &head, language)),
        _ => Err(Error::new(ErrorKind::Unsupported, text!("patterns of three numbers cannot be drawn"))),
    }
}

struct Head {
    title: String,
    status: String,
}

impl Head {
    fn begin(&self, wide: f64, high: f64) -> Svg {
        let mut svg = Svg::new(wide as u32, high as u32, &self.title);
        svg.title(20.0, 28.0, wide - 40.0, &self.title);
        svg.styled(20.0, 54.0, Anchor::Start, &self.status, " font-size=\"12\" font-style=\"italic\"");
        svg
    }
}

/// Returns the colour of an entry, the colour of letters on it, and its text.
fn entry(pattern: &Pattern, code: u64, max_value: u64) -> (String, &'static str, String) {
    if pattern.of == Quantity::Grundy {
        let share = code as f64 / max_value.max(1) as f64;
        return (hex(viridis(share)), if share > 0.6 { "#222222" } else { "#fff" }, code.to_string());
    }
    let outcome = OUTCOMES.get(code as usize).copied().unwrap_or(Outcome::N);
    let (fill, ink) = match outcome {
        Outcome::P => (DARK, "#fff"),
        Outcome::L => ("#3f7fbf", "#fff"),
        Outcome::R => ("#f2a38c", "#222222"),
        _ => (LIGHT, "#222222"),
    };
    (fill.to_string(), ink, outcome.name().to_string())
}

/// Draws the preperiod and below it the periods, in rows.
fn rows(pattern: &Pattern, head: &Head, preperiod: u64, period: u64, language: Language) -> String {
    // A row holds several short periods; long periods are broken into several rows.
    let row_length = if period <= ROW_LENGTH { ROW_LENGTH / period * period } else { ROW_LENGTH };
    let first = preperiod.div_ceil(row_length);
    let per_period = period.div_ceil(row_length);
    let period_rows = if period <= ROW_LENGTH { 3 } else { 2 * per_period };
    let row_count = (first + period_rows).min(MAX_ROWS);
    let starts = (0..row_count).map(|row| match row < first {
        true => (row * row_length, (preperiod - row * row_length).min(row_length)),
        false if period <= ROW_LENGTH => (preperiod + (row - first) * row_length, row_length),
        false => {
            let (turn, part) = ((row - first) / per_period, (row - first) % per_period);
            (preperiod + turn * period + part * row_length, (period - part * row_length).min(row_length))
        }
    });
    let starts: Vec<(u64, u64)> = starts.collect();
    let entries = starts.iter().flat_map(|&(from, count)| from..from + count);
    let max_value = entries.filter_map(|n| pattern.eval(&[n])).max().unwrap_or(0);
    let wide = (row_length as f64 * CELL + 100.0).max(520.0);
    let mut svg = head.begin(wide, 84.0 + row_count as f64 * (CELL + 8.0) + 30.0);
    for (row, &(from, count)) in starts.iter().enumerate() {
        let top = 74.0 + row as f64 * (CELL + 8.0);
        svg.text(64.0, top + 17.0, Anchor::End, &from.to_string());
        for k in 0..count {
            let Some(code) = pattern.eval(&[from + k]) else { continue };
            let (fill, ink, word) = entry(pattern, code, max_value);
            let left = 72.0 + k as f64 * CELL;
            // Dashes distinguish the preperiod without colour.
            let dashes = if from < preperiod { " stroke-dasharray=\"3 2\"" } else { "" };
            svg.put(format_args!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" \
                    stroke=\"{INK}\"{dashes}/>\n"
            ));
            let size = if word.len() > 2 { 8 } else { 12 };
            let style = format!(" fill=\"{ink}\" font-size=\"{size}\"");
            svg.styled(left + CELL / 2.0, top + 16.5, Anchor::Middle, &word, &style);
            if from >= preperiod && (from + k - preperiod).is_multiple_of(period) {
                svg.put(format_args!(
                    "<path d=\"M{left:.1} {:.1}v{:.1}\" stroke=\"#d55e00\" stroke-width=\"3\"/>\n",
                    top - 4.0,
                    CELL + 8.0
                ));
            }
        }
    }
    let legend = match preperiod {
        0 => text!("bar: start of a period of length {period}", period),
        _ => {
            text!(
                "bar: start of a period of length {period}; dashed: the {preperiod} entries before the first period",
                period,
                preperiod
            )
        }
    };
    let foot = 84.0 + row_count as f64 * (CELL + 8.0) + 14.0;
    svg.styled(20.0, foot, Anchor::Start, &legend.in_language(language), " font-size=\"11\"");
    svg.finish()
}

/// Draws pairs as a map: the first number grows to the right, the second upwards.
///
/// The map includes the lines that P-positions follow, if they are known.
fn map(pattern: &Pattern, head: &Head, language: Language) -> String {
    let cells: Vec<Vec<Option<u64>>> =
        (0..=MAX_MAP_NUMBER).map(|a| (0..=MAX_MAP_NUMBER).map(|b| pattern.eval(&[a, b])).collect()).collect();
    let max_value = cells.iter().flatten().flatten().copied().max().unwrap_or(0);
    let side = (MAX_MAP_NUMBER + 1) as f64 * SQUARE;
    let (left, top) = (56.0, 72.0);
    let mut svg = head.begin(side + 90.0, side + 130.0);
    svg.put("<g shape-rendering=\"crispEdges\">\n");
    for (a, column) in cells.iter().enumerate() {
        for (b, code) in column.iter().enumerate() {
            let Some(code) = *code else { continue };
            let (fill, ..) = entry(pattern, code, max_value);
            let place = [left + a as f64 * SQUARE, top + side - (b + 1) as f64 * SQUARE];
            svg.put(format_args!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{fill}\"/>\n",
                place[0], place[1]
            ));
        }
    }
    svg.put("</g>\n");
    let centre = |a: f64, b: f64| [left + (a + 0.5) * SQUARE, top + side - (b + 0.5) * SQUARE];
    let lost = (0..=MAX_MAP_NUMBER).flat_map(|a| (0..=MAX_MAP_NUMBER).map(move |b| (a, b)));
    let lost = lost.filter(|&(a, b)| cells[a as usize][b as usize] == Some(0));
    let dots = lost.fold(String::new(), |path, (a, b)| {
        let [x, y] = centre(a as f64, b as f64);
        path + &format!("M{x:.1} {y:.1}h0")
    });
    round_dots(&mut svg, &dots, 5.0, "#fff");
    let legend = match slopes(pattern) {
        Some(slopes) => {
            for slope in slopes {
                // The line ends at the edge of the map.
                let line_end = if slope > 1.0 {
                    [MAX_MAP_NUMBER as f64 / slope, MAX_MAP_NUMBER as f64]
                } else {
                    [MAX_MAP_NUMBER as f64, MAX_MAP_NUMBER as f64 * slope]
                };
                let ([x, y], [u, v]) = (centre(0.0, 0.0), centre(line_end[0], line_end[1]));
                svg.put(format_args!(
                    "<path d=\"M{x:.1} {y:.1}L{u:.1} {v:.1}\" stroke=\"#d55e00\" stroke-width=\"1.5\"/>\n"
                ));
            }
            text!("dots: P-positions; lines: the directions that they follow")
        }
        None => text!("dots: P-positions"),
    };
    for tick in (0..=MAX_MAP_NUMBER).step_by(10) {
        let ([x, _], [_, y]) = (centre(tick as f64, 0.0), centre(0.0, tick as f64));
        svg.text(x, top + side + 16.0, Anchor::Middle, &tick.to_string());
        svg.text(left - 6.0, y + 4.5, Anchor::End, &tick.to_string());
    }
    svg.styled(20.0, top + side + 42.0, Anchor::Start, &legend.in_language(language), " font-size=\"11\"");
    svg.finish()
}

/// Returns the slopes of the lines that the P-positions of Beatty pairs approach.
///
/// A distant pair approximates the slopes; they are only drawn, and no statement relies on them.
fn slopes(pattern: &Pattern) -> Option<[f64; 2]> {
    let PatternForm::Beatty(beatty) = &pattern.form else { return None };
    let [small, large] = beatty.far_pair()?;
    let slope = large as f64 / small as f64;
    Some([slope, 1.0 / slope])
}
