//! Tables as pictures: sequences as points, pairs as heat maps; both mark P-positions.

use crate::row_plot::winner_if_starting;
use crate::svg::{Anchor, GRID, INK, Svg, hex, ticks, viridis};
use crate::table::{LetterCondition, headline};
use grundy_lang::{Language, text};
use grundy_rules::{Error, Outcome, Player};
use grundy_solve::{Quantity, Table, TableEntry};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// The plotting area in a picture.
pub(crate) struct PlotArea {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// The colours of N-positions (`LIGHT`) and P-positions (`DARK`) if no value determines the colour.
pub(crate) const LIGHT: &str = "#dfe3e8";
pub(crate) const DARK: &str = "#440154";
/// The colours of positions that one player wins no matter who starts; they also differ in brightness.
pub(crate) const LEFT: &str = "#3f7fbf";
pub(crate) const RIGHT: &str = "#f2a38c";

/// The outcomes of impartial and partizan positions, with their colours.
pub const OUTCOMES: [(Outcome, &str); 4] =
    [(Outcome::P, DARK), (Outcome::N, LIGHT), (Outcome::L, LEFT), (Outcome::R, RIGHT)];

/// The colour of points and bars; visible on a light and on a dark background.
const POINT: &str = "#3d85b0";

/// The colour of the mark of a P-position in a sequence; the mark has a shape of its own as well.
const MARK: &str = "#d55e00";

/// Returns a table as SVG.
///
/// # Errors
/// The errors of the table.
pub fn table_svg(table: &mut Table<'_>, language: Language) -> Result<String, Error> {
    match (table.dims() > 1, table.quantity()) {
        (true, _) => {
            let title = headline(table).in_language(language);
            heat_map(table, None, &title, language)
        }
        (false, Quantity::Grundy) => sequence(table, language),
        (false, Quantity::Outcome) => strip(table, language),
    }
}

/// Plots Grundy values over heap sizes.
fn sequence(table: &mut Table<'_>, language: Language) -> Result<String, Error> {
    let (from, to) = (table.from(), table.to());
    let count = (to - from) as f64 + 1.0;
    let mut points = Vec::with_capacity(count as usize);
    for n in from..=to {
        points.push(table.cell([n, 0, 0])?.grundy.map_or(0, |g| g.0));
    }
    let largest = points.iter().copied().max().unwrap_or(0).max(1);
    let title = headline(table).in_language(language);
    let mut svg = Svg::new(960, 440, &title);
    svg.title(64.0, 28.0, 700.0, &title);
    let frame = PlotArea { left: 64.0, top: 52.0, width: 872.0, height: 324.0 };
    let x = |n: u64| frame.left + frame.width * ((n - from) as f64 + 0.5) / count;
    // Value 0 is drawn a little above the axis, so that its dots are not cut.
    let y = |v: u128| frame.top + frame.height - 10.0 - (frame.height - 18.0) * (v as f64 / largest as f64);
    for tick in ticks(u64::try_from(largest).unwrap_or(u64::MAX), 8) {
        let at = y(tick.into());
        svg.line([frame.left, at], [frame.left + frame.width, at], GRID);
        svg.text(frame.left - 8.0, at + 4.5, Anchor::End, &tick.to_string());
    }
    x_axis(&mut svg, &frame, from..=to, x, language.translate("heap size n"));
    y_label(&mut svg, &frame, language.translate("Grundy value G(n)"));
    let spacing = frame.width / count;
    if spacing >= 4.0 {
        let mut stems = String::new();
        for (n, &v) in (from..).zip(&points).filter(|(_, v)| **v > 0) {
            let _ = write!(stems, "M{:.1} {:.1}V{:.1}", x(n), y(0), y(v));
        }
        svg.put(format_args!("<path d=\"{stems}\" stroke=\"#b8c4d6\" fill=\"none\"/>\n"));
    }
    let size = (spacing * 0.7).clamp(1.6, 8.0);
    let dots = |p: bool| {
        let chosen = (from..).zip(&points).filter(move |(_, v)| (**v == 0) == p);
        chosen.fold(String::new(), |mut path, (n, &v)| {
            let _ = write!(path, "M{:.1} {:.1}h0", x(n), y(v));
            path
        })
    };
    round_dots(&mut svg, &dots(false), size, POINT);
    round_dots(&mut svg, &dots(true), size + if size > 3.0 { 2.0 } else { 0.6 }, MARK);
    if size > 3.0 {
        // P-positions are hollow, so that they can be distinguished without colour.
        round_dots(&mut svg, &dots(true), size * 0.45, "#fff");
    }
    let place = [frame.left + frame.width - 150.0, 23.0];
    round_dots(&mut svg, &format!("M{} {}h0", place[0], place[1]), 9.0, MARK);
    if size > 3.0 {
        round_dots(&mut svg, &format!("M{} {}h0", place[0], place[1]), 3.5, "#fff");
    }
    svg.text(place[0] + 12.0, place[1] + 4.5, Anchor::Start, language.translate("P-position (G = 0)"));
    Ok(svg.finish())
}

/// Plots outcomes over heap sizes: a bar for each position that is not an N-position.
fn strip(table: &mut Table<'_>, language: Language) -> Result<String, Error> {
    let (from, to) = (table.from(), table.to());
    let title = headline(table).in_language(language);
    let partizan = table.rules().is_partizan();
    let mut svg = Svg::new(960, if partizan { 220 } else { 190 }, &title);
    svg.title(24.0, 28.0, 700.0, &title);
    let frame = PlotArea { left: 24.0, top: 52.0, width: 912.0, height: 72.0 };
    let scale = frame.width / ((to - from) as f64 + 1.0);
    let mut bars = OUTCOMES.map(|(outcome, color)| (outcome, color, String::new()));
    for n in from..=to {
        let found = table.cell([n, 0, 0])?.outcome;
        for (_, _, bars) in bars.iter_mut().filter(|(outcome, ..)| *outcome == found && found != Outcome::N) {
            let _ = write!(bars, "M{} 0h1v{}h-1z", n - from, frame.height);
        }
    }
    let PlotArea { left, top, width, height } = frame;
    svg.put(format_args!("<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{LIGHT}\"/>\n"));
    for (_, color, bars) in bars.iter().filter(|(.., bars)| !bars.is_empty()) {
        svg.put(format_args!(
            "<path transform=\"translate({left} {top}) scale({scale:.5} 1)\" d=\"{bars}\" fill=\"{color}\"/>\n"
        ));
    }
    if scale >= 6.0 {
        // Lines separate neighbours of equal outcome.
        for n in 1..=to - from {
            let at = left + scale * n as f64;
            svg.line([at, top], [at, top + height], "#fff");
        }
    }
    x_axis(
        &mut svg,
        &frame,
        from..=to,
        |n| left + scale * ((n - from) as f64 + 0.5),
        language.translate("heap size n"),
    );
    match partizan {
        true => partizan_key(&mut svg, left, 190.0, language),
        false => outcome_key(&mut svg, 936.0 - 190.0, 16.0, false, language),
    }
    Ok(svg.finish())
}

/// Draws a table of pairs: the first number grows to the right, the second upwards.
///
/// If `by` is a player, the cells show who wins if this player starts.
pub(crate) fn heat_map(
    table: &mut Table<'_>,
    by: Option<Player>,
    title: &str,
    language: Language,
) -> Result<String, Error> {
    let (from, to, of) = (table.from(), table.to(), table.quantity());
    let side = to - from + 1;
    let condition = LetterCondition::new(table.rules())?;
    let mut cells = Vec::with_capacity((side * side) as usize);
    for a in from..=to {
        for b in from..=to {
            let cell = table.cell([a, b, 0])?;
            let outcome = by.map_or(cell.outcome, |by| winner_if_starting(cell, by));
            cells.push(condition.holds(&[a, b]).then_some(TableEntry { outcome, ..cell }));
        }
    }
    let partizan = table.rules().is_partizan();
    // Outcomes are numbered by their index in `OUTCOMES`.
    // A cell is empty if its numbers violate the condition on the letters of the rules.
    let value = |a: u64, b: u64| {
        let cell = cells[((a - from) * side + b - from) as usize]?;
        let outcome = || OUTCOMES.iter().position(|&(outcome, _)| outcome == cell.outcome).unwrap_or(0) as u128;
        Some(cell.grundy.map_or_else(outcome, |g| g.0))
    };
    let places = || (from..=to).flat_map(move |a| (from..=to).map(move |b| (a, b)));
    let largest = places().filter_map(|(a, b)| value(a, b)).max().unwrap_or(0).max(1);
    let mut svg = Svg::new(820, if partizan { 830 } else { 800 }, title);
    svg.title(64.0, 28.0, if of == Quantity::Grundy || partizan { 560.0 } else { 470.0 }, title);
    let frame = PlotArea { left: 64.0, top: 52.0, width: 680.0, height: 680.0 };
    let scale = frame.width / side as f64;

    // Draw one path per colour and join runs of equal cells, so that pictures of 512 rows stay small.
    let mut paths: BTreeMap<u128, String> = BTreeMap::new();
    for b in from..=to {
        let mut a = from;
        while a <= to {
            let (start, v) = (a, value(a, b));
            while a <= to && value(a, b) == v {
                a += 1;
            }
            let run = a - start;
            let Some(v) = v else { continue };
            let _ = write!(paths.entry(v).or_default(), "M{} {}h{run}v1h-{run}z", start - from, to - b);
        }
    }
    let color = |v: u128| match of {
        Quantity::Grundy => hex(viridis(v as f64 / largest as f64)),
        Quantity::Outcome => OUTCOMES[v as usize].1.to_string(),
    };
    svg.put(format_args!(
        "<g transform=\"translate({} {}) scale({scale:.5})\" shape-rendering=\"crispEdges\">\n",
        frame.left, frame.top
    ));
    for (&v, path) in &paths {
        svg.put(format_args!("<path d=\"{path}\" fill=\"{}\"/>\n", color(v)));
    }
    svg.put("</g>\n");

    let x = |a: u64| frame.left + scale * ((a - from) as f64 + 0.5);
    let y = |b: u64| frame.top + scale * ((to - b) as f64 + 0.5);
    let lost = places().filter(|&(a, b)| value(a, b) == Some(0));
    let marks = lost.fold(String::new(), |mut path, (a, b)| {
        let _ = write!(path, "M{:.1} {:.1}h0", x(a), y(b));
        path
    });
    // Marks of neighbouring positions must not overlap.
    let size = (scale * 0.6).clamp(2.2, 22.0);
    // Colours already show outcomes, so dots are left out where they would fill the cells.
    let dotted = of == Quantity::Grundy || scale >= 6.0;
    if dotted {
        round_dots(&mut svg, &marks, size, "#fff");
    }
    if of == Quantity::Grundy && scale >= 26.0 {
        for (a, b) in places() {
            let Some(v) = value(a, b) else { continue };
            let ink = if v == 0 || v as f64 / largest as f64 > 0.6 { "#222222" } else { "#fff" };
            svg.styled(x(a), y(b) + 4.5, Anchor::Middle, &v.to_string(), &format!(" fill=\"{ink}\""));
        }
    }
    for tick in ticks(to, 12).filter(|&tick| tick >= from) {
        svg.line([frame.left - 5.0, y(tick)], [frame.left, y(tick)], INK);
        svg.text(frame.left - 9.0, y(tick) + 4.5, Anchor::End, &tick.to_string());
    }
    let names = table.rules().game.coordinate_names();
    let across = text!("first number of the position, {name}", name = &names[0]);
    let upright = text!("second number of the position, {name}", name = &names[1]);
    x_axis(&mut svg, &frame, from..=to, x, &across.in_language(language));
    y_label(&mut svg, &frame, &upright.in_language(language));
    match of {
        Quantity::Grundy => {
            color_bar(&mut svg, &frame, largest);
            p_key(&mut svg, frame.left + frame.width - 100.0, 16.0, language);
        }
        Quantity::Outcome if partizan => partizan_key(&mut svg, frame.left, 800.0, language),
        Quantity::Outcome => outcome_key(&mut svg, frame.left + frame.width - 190.0, 16.0, dotted, language),
    }
    Ok(svg.finish())
}

/// Draws dots at the points of a path: strokes of length zero with round ends.
pub(crate) fn round_dots(svg: &mut Svg, path: &str, size: f64, color: &str) {
    if !path.is_empty() {
        svg.put(format_args!(
            "<path d=\"{path}\" stroke=\"{color}\" stroke-width=\"{size:.1}\" stroke-linecap=\"round\" \
                fill=\"none\"/>\n"
        ));
    }
}

/// Returns the approximate width of a number at an axis.
fn label_width(number: u64) -> f64 {
    8.3 * f64::from(number.max(1).ilog10() + 1)
}

pub(crate) fn x_axis(
    svg: &mut Svg,
    frame: &PlotArea,
    numbers: RangeInclusive<u64>,
    x: impl Fn(u64) -> f64,
    label: &str,
) {
    let bottom = frame.top + frame.height;
    let right = frame.left + frame.width;
    svg.line([frame.left, bottom], [right, bottom], INK);
    let to = *numbers.end();
    let count = (frame.width / (label_width(to) + 20.0)) as u64;
    for tick in ticks(to, count.min(12)).filter(|tick| numbers.contains(tick)) {
        svg.line([x(tick), bottom], [x(tick), bottom + 5.0], INK);
        // The last label may be wide, so it is moved to stay inside the picture.
        let middle = x(tick).min(right + 20.0 - label_width(tick) / 2.0);
        svg.text(middle, bottom + 20.0, Anchor::Middle, &tick.to_string());
    }
    svg.text(frame.left + frame.width / 2.0, bottom + 44.0, Anchor::Middle, label);
}

pub(crate) fn y_label(svg: &mut Svg, frame: &PlotArea, label: &str) {
    let middle = frame.top + frame.height / 2.0;
    svg.styled(18.0, middle, Anchor::Middle, label, &format!(" transform=\"rotate(-90 18 {middle:.1})\""));
}

/// Draws the legend for the colours of values.
fn color_bar(svg: &mut Svg, frame: &PlotArea, largest: u128) {
    let (left, steps) = (frame.left + frame.width + 16.0, largest.min(64) as u32 + 1);
    let height = frame.height / f64::from(steps);
    for k in 0..steps {
        let color = hex(viridis(f64::from(k) / f64::from(steps - 1)));
        let top = frame.top + frame.height - height * f64::from(k + 1);
        // Rectangles overlap a little, to leave no gaps where edges fall between pixels.
        svg.put(format_args!(
            "<rect x=\"{left:.1}\" y=\"{top:.2}\" width=\"16\" height=\"{:.2}\" fill=\"{color}\"/>\n",
            height + 0.3
        ));
    }
    let y = |v: f64| frame.top + frame.height - height / 2.0 - (frame.height - height) * v / largest as f64;
    for tick in ticks(u64::try_from(largest).unwrap_or(u64::MAX), 10) {
        svg.text(left + 22.0, y(tick as f64) + 4.5, Anchor::Start, &tick.to_string());
    }
}

fn p_key(svg: &mut Svg, x: f64, y: f64, language: Language) {
    svg.put(format_args!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"14\" height=\"14\" fill=\"{DARK}\"/>\n"));
    round_dots(svg, &format!("M{:.1} {:.1}h0", x + 7.0, y + 7.0), 8.0, "#fff");
    svg.text(x + 22.0, y + 11.5, Anchor::Start, language.translate("P-position"));
}

fn outcome_key(svg: &mut Svg, x: f64, y: f64, dotted: bool, language: Language) {
    svg.put(format_args!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"14\" height=\"14\" fill=\"{DARK}\"/>\n"));
    if dotted {
        round_dots(svg, &format!("M{:.1} {:.1}h0", x + 7.0, y + 7.0), 8.0, "#fff");
    }
    svg.text(x + 20.0, y + 11.5, Anchor::Start, language.translate("P-position"));
    svg.put(format_args!("<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"14\" height=\"14\" fill=\"{LIGHT}\"/>\n", x + 100.0));
    svg.text(x + 120.0, y + 11.5, Anchor::Start, language.translate("N-position"));
}

/// Draws the legend for the colours of partizan outcomes, in a row.
fn partizan_key(svg: &mut Svg, x: f64, y: f64, language: Language) {
    let words = [
        (Outcome::L, text!("Left wins")),
        (Outcome::R, text!("Right wins")),
        (Outcome::N, text!("whoever starts wins")),
        (Outcome::P, text!("whoever starts loses")),
    ];
    for (k, (outcome, word)) in words.into_iter().enumerate() {
        let color = OUTCOMES.iter().find(|(known, _)| *known == outcome).map_or(LIGHT, |(_, color)| color);
        let left = x + 170.0 * k as f64;
        svg.put(format_args!("<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"14\" height=\"14\" fill=\"{color}\"/>\n"));
        svg.text(left + 20.0, y + 11.5, Anchor::Start, &word.in_language(language));
    }
}

/// Plots any number of values over heap sizes; points that would coincide are drawn once.
pub(crate) fn points(
    title: &str,
    to: u64,
    largest: u64,
    language: Language,
    values: impl Iterator<Item = u64>,
) -> String {
    let largest = largest.max(1);
    let mut svg = Svg::new(960, 440, title);
    svg.title(64.0, 28.0, 860.0, title);
    let frame = PlotArea { left: 64.0, top: 52.0, width: 872.0, height: 324.0 };
    let x = |n: u64| frame.left + frame.width * (n as f64 + 0.5) / (to as f64 + 1.0);
    let y = |v: u64| frame.top + frame.height - 10.0 - (frame.height - 18.0) * (v as f64 / largest as f64);
    for tick in ticks(largest, 8) {
        svg.line([frame.left, y(tick)], [frame.left + frame.width, y(tick)], GRID);
        svg.text(frame.left - 8.0, y(tick) + 4.5, Anchor::End, &tick.to_string());
    }
    x_axis(&mut svg, &frame, 0..=to, x, language.translate("heap size n"));
    y_label(&mut svg, &frame, language.translate("Grundy value G(n)"));
    // A few points are drawn larger to be visible; many points are drawn smaller, so that they do not merge.
    let least = if to <= 5000 { 2.6 } else { 1.6 };
    let size = (frame.width / (to as f64 + 1.0) * 0.7).clamp(least, 8.0);
    let mut drawn = std::collections::HashSet::new();
    let mut path = String::new();
    for (n, v) in (0..=to).zip(values) {
        let place = (x(n), y(v));
        // Points are rounded to half a unit, since closer ones cannot be distinguished.
        if drawn.insert(((place.0 * 2.0) as u32, (place.1 * 2.0) as u32)) {
            let _ = write!(path, "M{:.1} {:.1}h0", place.0, place.1);
        }
    }
    round_dots(&mut svg, &path, size, POINT);
    svg.finish()
}

/// Plots a histogram of values.
///
/// If `mask` is given, values with an even number of ones among the bits of the mask have a colour of their own.
pub(crate) fn bars(title: &str, counts: &[u64], mask: Option<u32>, language: Language) -> String {
    let to = counts.len().max(1) as u64 - 1;
    let largest = counts.iter().copied().max().unwrap_or(0).max(1);
    let mut svg = Svg::new(960, 440, title);
    svg.title(90.0, 28.0, if mask.is_some() { 640.0 } else { 840.0 }, title);
    let frame = PlotArea { left: 90.0, top: 52.0, width: 846.0, height: 324.0 };
    let step = frame.width / counts.len().max(1) as f64;
    let y = |count: u64| frame.top + frame.height - (frame.height - 8.0) * (count as f64 / largest as f64);
    for tick in ticks(largest, 8) {
        svg.line([frame.left, y(tick)], [frame.left + frame.width, y(tick)], GRID);
        svg.text(frame.left - 8.0, y(tick) + 4.5, Anchor::End, &tick.to_string());
    }
    let is_rare = |value: usize| mask.is_some_and(|mask| (value as u32 & mask).count_ones().is_multiple_of(2));
    for (rare, color) in [(false, POINT), (true, MARK)] {
        let mut path = String::new();
        for (value, &count) in counts.iter().enumerate().filter(|&(value, &n)| n > 0 && is_rare(value) == rare) {
            // A bar is at least one pixel high, so that small counts stay visible.
            let height = (frame.top + frame.height - y(count)).max(1.0);
            let (left, width) = (frame.left + step * (value as f64 + 0.1), step * 0.8);
            let _ = write!(path, "M{left:.2} {:.1}h{width:.2}v-{height:.1}h-{width:.2}z", frame.top + frame.height);
        }
        if !path.is_empty() {
            svg.put(format_args!("<path d=\"{path}\" fill=\"{color}\"/>\n"));
        }
    }
    if mask.is_some() {
        round_dots(&mut svg, "M756 23h0", 9.0, MARK);
        svg.text(768.0, 27.5, Anchor::Start, language.translate("rare"));
        round_dots(&mut svg, "M826 23h0", 9.0, POINT);
        svg.text(838.0, 27.5, Anchor::Start, language.translate("common"));
    }
    x_axis(&mut svg, &frame, 0..=to, |v| frame.left + step * (v as f64 + 0.5), language.translate("Grundy value"));
    y_label(&mut svg, &frame, language.translate("number of heaps"));
    svg.finish()
}
