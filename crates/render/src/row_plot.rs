//! Tables with several rows as pictures: a strip of coloured cells for each row, over heap sizes or vertices.

use crate::losers::headline as losers_headline;
use crate::plot::{DARK, LEFT, LIGHT, PlotArea, RIGHT, heat_map, x_axis, y_label};
use crate::sides::{Sides, wins_moving_first};
use crate::svg::{Anchor, GRID, INK, Svg, hex, viridis};
use crate::table::headline as outcomes_headline;
use crate::vertices::{headline as vertices_headline, vertex_name, vertex_quantity};
use grundy_lang::{Language, Text, text};
use grundy_rules::{Error, ErrorKind, Outcome, Player, Ruleset, Suggestion};
use grundy_solve::digraph::Vertices;
use grundy_solve::{LoserTable, Quantity, Table};
use std::fmt::Write;
use std::ops::RangeInclusive;

/// The width of a picture, in pixels.
const WIDTH: f64 = 960.0;
/// The space at the left and the right edge, in pixels.
const MARGIN: f64 = 24.0;
/// The height of a row and the distance to the next one, in pixels.
const ROW: [f64; 2] = [30.0, 6.0];
/// The minimum width of a cell in which its sign is written, in pixels.
const MIN_SIGN_WIDTH: f64 = 14.0;
/// The maximum number of cells in a picture of several players.
const MAX_CELLS: u64 = 1_000_000;
/// The maximum number of vertices of a picture.
const MAX_VERTICES: usize = 2000;

/// A kind of cells of a picture.
struct CellKind {
    color: String,
    /// The colour of signs in the cells.
    ink: &'static str,
    /// The sign in wide cells, so that the kinds can be distinguished without colour.
    sign: String,
    legend: Text,
}

impl CellKind {
    fn new(color: impl Into<String>, ink: &'static str, sign: impl Into<String>, legend: Text) -> CellKind {
        CellKind { color: color.into(), ink, sign: sign.into(), legend }
    }

    fn for_outcome(outcome: Outcome, partizan: bool) -> CellKind {
        let (color, ink, legend) = match outcome {
            Outcome::P if partizan => (DARK, LIGHT_INK, text!("whoever starts loses")),
            Outcome::N if partizan => (LIGHT, DARK_INK, text!("whoever starts wins")),
            Outcome::P => (DARK, LIGHT_INK, text!("P-position")),
            Outcome::N => (LIGHT, DARK_INK, text!("N-position")),
            Outcome::L => (LEFT, DARK_INK, text!("Left wins")),
            Outcome::R => (RIGHT, DARK_INK, text!("Right wins")),
            Outcome::D => (DRAW, DARK_INK, text!("draw")),
        };
        CellKind::new(color, ink, outcome.name(), legend)
    }
}

/// The colours of letters on light and on dark cells, which keep their colours in a dark theme.
const DARK_INK: &str = "#222222";
const LIGHT_INK: &str = "#fff";
/// The colour of draws.
const DRAW: &str = "#e3b341";

/// The parts of a picture of rows, without its cells.
struct RowPlot {
    title: String,
    /// The name of each row.
    rows: Vec<String>,
    /// The name of the axis of rows; empty if the rows need none.
    row_axis: String,
    numbers: RangeInclusive<u64>,
    kinds: Vec<CellKind>,
}

impl RowPlot {
    /// Draws the picture; `kind` returns the index in `kinds` of a cell, given by its row and number.
    ///
    /// # Errors
    /// The errors of `kind`.
    fn draw(
        &self,
        language: Language,
        kind: &mut dyn FnMut(usize, u64) -> Result<usize, Error>,
    ) -> Result<String, Error> {
        let (from, to) = (*self.numbers.start(), *self.numbers.end());
        let names = self.rows.iter().map(|name| text_width(name)).fold(0.0, f64::max);
        let left = MARGIN + names + 10.0 + if self.row_axis.is_empty() { 0.0 } else { 16.0 };
        let [height, gap] = ROW;
        let step = height + gap;
        let frame =
            PlotArea { left, top: 52.0, width: WIDTH - MARGIN - left, height: step * self.rows.len() as f64 - gap };
        let scale = frame.width / ((to - from) as f64 + 1.0);
        let (mut bars, mut signs) = (vec![String::new(); self.kinds.len()], Vec::new());
        for row in 0..self.rows.len() {
            // Runs of equal cells are joined, so that pictures of many heaps stay small.
            let mut n = from;
            let mut next = kind(row, n)?;
            loop {
                let (start, current) = (n, next);
                while n <= to && next == current {
                    if scale >= MIN_SIGN_WIDTH {
                        signs.push((row, n, current));
                    }
                    n += 1;
                    if n <= to {
                        next = kind(row, n)?;
                    }
                }
                let run = n - start;
                let _ = write!(bars[current], "M{} {}h{run}v{height}h-{run}z", start - from, step * row as f64);
                if n > to {
                    break;
                }
            }
        }
        let used: Vec<&CellKind> =
            self.kinds.iter().zip(&bars).filter(|(_, bars)| !bars.is_empty()).map(|(kind, _)| kind).collect();
        let legend = Legend::new(&used, left, language);
        let bottom = frame.top + frame.height;
        let mut svg = Svg::new(WIDTH as u32, (bottom + 66.0 + legend.height) as u32, &self.title);
        svg.title(MARGIN, 28.0, WIDTH - 2.0 * MARGIN, &self.title);
        for (kind, bars) in self.kinds.iter().zip(&bars).filter(|(_, bars)| !bars.is_empty()) {
            svg.put(format_args!(
                "<path transform=\"translate({left:.1} {}) scale({scale:.5} 1)\" d=\"{bars}\" fill=\"{}\"/>\n",
                frame.top, kind.color
            ));
        }
        let x = |n: u64| left + scale * ((n - from) as f64 + 0.5);
        for (row, name) in self.rows.iter().enumerate() {
            let top = frame.top + step * row as f64;
            svg.text(left - 8.0, top + height / 2.0 + 4.5, Anchor::End, name);
            if scale >= 6.0 {
                // Lines separate neighbours of the same kind.
                for n in from + 1..=to {
                    let at = left + scale * (n - from) as f64;
                    svg.line([at, top], [at, top + height], "#fff");
                }
            }
        }
        for (row, n, kind) in signs {
            let kind = &self.kinds[kind];
            let place = frame.top + step * row as f64 + height / 2.0 + 4.5;
            svg.styled(x(n), place, Anchor::Middle, &kind.sign, &format!(" font-size=\"12\" fill=\"{}\"", kind.ink));
        }
        x_axis(&mut svg, &frame, self.numbers.clone(), x, language.translate("heap size n"));
        if !self.row_axis.is_empty() {
            y_label(&mut svg, &frame, &self.row_axis);
        }
        legend.draw(&mut svg, bottom + 58.0);
        Ok(svg.finish())
    }
}

/// Returns the approximate width of a text at the usual size, in pixels.
fn text_width(text: &str) -> f64 {
    text.chars().map(|c| if c.is_ascii() { 7.2 } else { 13.0 }).sum()
}

/// A legend: the kinds of cells in one or several lines.
struct Legend {
    /// The colour and the words of each kind, with the horizontal position and the line.
    entries: Vec<(String, String, f64, f64)>,
    height: f64,
}

impl Legend {
    fn new(kinds: &[&CellKind], left: f64, language: Language) -> Legend {
        let (mut x, mut y, mut entries) = (left, 0.0, vec![]);
        for kind in kinds {
            let words = kind.legend.in_language(language);
            let width = 20.0 + text_width(&words) + 24.0;
            if x > left && x + width > WIDTH {
                (x, y) = (left, y + 20.0);
            }
            entries.push((kind.color.clone(), words, x, y));
            x += width;
        }
        Legend { entries, height: y + 20.0 }
    }

    fn draw(&self, svg: &mut Svg, top: f64) {
        for (color, words, x, y) in &self.entries {
            let y = top + y;
            svg.put(format_args!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"14\" height=\"14\" fill=\"{color}\"/>\n"));
            svg.text(x + 20.0, y + 11.5, Anchor::Start, words);
        }
    }
}

/// Returns a table of a partizan game as SVG, with rows for the players who may start.
///
/// Pairs are drawn as a heat map: of the outcomes, or of the winner if one player starts.
///
/// # Errors
/// The errors of the table.
pub fn sides_svg(table: &mut Table<'_>, sides: Sides, language: Language) -> Result<String, Error> {
    let headline = outcomes_headline(table);
    let title = match sides {
        Sides::Both => headline,
        Sides::Only(Player::LEFT) => text!("{headline}; Left starts", headline),
        Sides::Only(_) => text!("{headline}; Right starts", headline),
    };
    let title = title.in_language(language);
    if table.dims() > 1 {
        let by = if let Sides::Only(player) = sides { Some(player) } else { None };
        return heat_map(table, by, &title, language);
    }
    let players = sides.players();
    let outcome = (sides == Sides::Both).then(|| text!("outcome"));
    let starts = players.iter().map(|&by| match by == Player::LEFT {
        true => text!("Left starts"),
        false => text!("Right starts"),
    });
    let plot = RowPlot {
        title,
        rows: outcome.iter().cloned().chain(starts).map(|name| name.in_language(language)).collect(),
        row_axis: String::new(),
        numbers: table.from()..=table.to(),
        kinds: SIDES_OUTCOMES.map(|outcome| CellKind::for_outcome(outcome, true)).into(),
    };
    let index = |outcome: Outcome| SIDES_OUTCOMES.iter().position(|&known| known == outcome).unwrap_or(0);
    plot.draw(language, &mut |row, n| {
        let cell = table.cell([n, 0, 0])?;
        let starter = row.checked_sub(usize::from(outcome.is_some())).map(|at| players[at]);
        Ok(index(starter.map_or(cell.outcome, |by| winner_if_starting(cell, by))))
    })
}

/// The outcomes of partizan positions in the order of the legend.
const SIDES_OUTCOMES: [Outcome; 4] = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];

/// Returns the outcome class of the player who wins if `by` starts.
pub(crate) fn winner_if_starting(cell: grundy_solve::TableEntry, by: Player) -> Outcome {
    let wins = wins_moving_first(cell, by) == 1;
    if wins == (by == Player::LEFT) { Outcome::L } else { Outcome::R }
}

/// Returns a table of a game of several players as SVG.
///
/// There is a row for each player to move, coloured by the loser.
///
/// # Errors
/// The errors of the table; `too_large` if the picture has too many cells.
pub fn losers_svg(table: &mut LoserTable<'_>, language: Language) -> Result<String, Error> {
    let (to, players) = (table.to(), table.players());
    let max_bound = MAX_CELLS / u64::from(players.max(1));
    if to >= max_bound {
        let message = text!("a picture up to {to} has too many points to distinguish", to);
        let suggestion = Suggestion::Smaller(max_bound - 1, &["csv"]);
        return Err(Error::new(ErrorKind::TooLarge, message).with_suggestion(suggestion));
    }
    let lone_player = table.lone_player();
    let number = |player: Player| u16::from(player.0) + 1;
    let kinds = match lone_player {
        Some(player) => vec![
            CellKind::new(DARK, LIGHT_INK, "0", text!("player {player} loses", player = number(player))),
            CellKind::new(LIGHT, DARK_INK, "1", text!("player {player} can avoid losing", player = number(player))),
        ],
        None => {
            let each = (0..players).map(Player).map(|player| {
                let share = f64::from(player.0) / f64::from(players.max(2) - 1);
                let ink = if share < 0.6 { LIGHT_INK } else { DARK_INK };
                let (sign, player) = (number(player).to_string(), number(player));
                CellKind::new(hex(viridis(share)), ink, sign, text!("player {player} loses", player))
            });
            [CellKind::new(LIGHT, DARK_INK, "0", text!("no player loses"))].into_iter().chain(each).collect()
        }
    };
    let plot = RowPlot {
        title: losers_headline(table).in_language(language),
        rows: (1..=players).map(|player| player.to_string()).collect(),
        row_axis: text!("player to move").in_language(language),
        numbers: 0..=to,
        kinds,
    };
    plot.draw(language, &mut |row, heap| crate::losers::loser_number(table, heap, Player(row as u8)).map(usize::from))
}

/// Returns a table of a token game as SVG: a cell for each vertex, with its value or outcome.
///
/// # Errors
/// `too_large` if the graph has too many vertices.
pub fn vertices_svg(rules: &Ruleset, vertices: &Vertices<'_>, language: Language) -> Result<String, Error> {
    let count = vertices.graph().vertices();
    if count > MAX_VERTICES {
        let message =
            text!("a picture of {count} vertices is too large: the limit is {most}", count, most = MAX_VERTICES);
        return Err(Error::new(ErrorKind::TooLarge, message).with_suggestion(Suggestion::Formats(&["csv", "json"])));
    }
    let quantity = vertex_quantity(vertices);
    let [content, vertex_label] = match quantity {
        Quantity::Grundy => [text!("Grundy value"), text!("vertex")],
        Quantity::Outcome => [text!("outcome"), text!("vertex")],
    }
    .map(|label| label.in_language(language));
    let cells: Vec<(Outcome, String, String)> = (0..count as u32)
        .map(|vertex| {
            let outcome = vertices.outcome(vertex);
            let sign = vertices.value(vertex).map_or(outcome.name().to_string(), |value| value.to_string());
            (outcome, sign, vertex_name(vertices, vertex))
        })
        .collect();
    let widest = cells.iter().flat_map(|(_, sign, name)| [text_width(sign), text_width(name)]).fold(28.0, f64::max);
    let left = MARGIN + text_width(&content).max(text_width(&vertex_label)) + 10.0;
    let space = WIDTH - MARGIN - left;
    let wide = (widest + 14.0).min(space);
    let columns = ((space / wide) as usize).max(1);
    let rows = count.div_ceil(columns).max(1);
    let title = vertices_headline(rules, vertices).in_language(language);
    let kinds: Vec<CellKind> = [Outcome::P, Outcome::N, Outcome::D]
        .into_iter()
        .filter(|outcome| cells.iter().any(|(of_cell, ..)| of_cell == outcome))
        .map(|outcome| CellKind::for_outcome(outcome, false))
        .collect();
    let legend = Legend::new(&kinds.iter().collect::<Vec<_>>(), left, language);
    let (top, step) = (52.0, ROW[0] + 30.0);
    let bottom = top + step * rows as f64;
    let mut svg = Svg::new(WIDTH as u32, (bottom + 14.0 + legend.height) as u32, &title);
    svg.title(MARGIN, 28.0, WIDTH - 2.0 * MARGIN, &title);
    for row in 0..rows {
        let y = top + step * row as f64;
        svg.text(left - 10.0, y + ROW[0] / 2.0 + 4.5, Anchor::End, &content);
        svg.text(left - 10.0, y + ROW[0] + 15.0, Anchor::End, &vertex_label);
    }
    for (k, (outcome, sign, name)) in cells.iter().enumerate() {
        let (x, y) = (left + wide * (k % columns) as f64, top + step * (k / columns) as f64);
        let kind = CellKind::for_outcome(*outcome, false);
        svg.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{}\" fill=\"{}\" stroke=\"{GRID}\"/>\n",
            ROW[0], kind.color
        ));
        let middle = x + wide / 2.0;
        let style = format!(" font-weight=\"600\" fill=\"{}\"", kind.ink);
        svg.styled(middle, y + ROW[0] / 2.0 + 4.5, Anchor::Middle, sign, &style);
        svg.text(middle, y + ROW[0] + 15.0, Anchor::Middle, name);
    }
    if cells.is_empty() {
        svg.line([left, top], [left + wide, top], INK);
    }
    legend.draw(&mut svg, bottom + 4.0);
    Ok(svg.finish())
}
