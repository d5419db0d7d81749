//! The picture of the position: lines for the terminal, and the targets in them for the mouse.

use super::draw::Theme;
use super::model::{Model, Target};
use super::terminal::{Style, StyledLine};
use crossterm::style::{Color, Stylize};
use grundy::Player;
use grundy::unstable::lang::text;
use grundy::unstable::play::PlayComponent;
use grundy::unstable::render::{pad, width, wrap};
use grundy::unstable::rules::{Grid, Picture, column_name};
use std::collections::HashSet;
use std::ops::Range;

/// A line of the picture.
#[derive(Debug, Default)]
pub struct PictureRow {
    pub line: StyledLine,
    /// The ranges of columns that can be clicked.
    pub targets: Vec<(Range<u16>, Target)>,
}

/// The whole picture, which may be higher than its area.
#[derive(Debug, Default)]
pub struct BoardPicture {
    pub rows: Vec<PictureRow>,
    /// The lines of the component in which the chosen move is made.
    pub chosen: Range<usize>,
}

/// The symbol of a stone, and of the cell of a pair to which the chosen move leads.
const STONE: &str = "●";
/// The symbol of a stone that the chosen move takes, and of a cell to which another move leads.
const TAKEN: &str = "○";
/// The symbol of the token of a pair.
const TOKEN: &str = "◆";
/// The marks of both players on boards where the letters swap owners after every move.
const MARKS: [&str; 2] = ["✕", "○"];
/// The symbol of an empty cell.
const EMPTY: &str = "·";

/// The maximum number of rows of a board; larger pairs are drawn as two heaps, larger grids as text.
const MAX_ROWS: u64 = 200;

/// Draws all components of the position in this number of columns.
pub fn draw(model: &Model, theme: Theme, columns: u16) -> BoardPicture {
    let mut drawing = BoardPicture::default();
    let label_width = model.components.iter().map(|component| width(&label(component))).max().unwrap_or(0);
    // Bars are scaled to the largest number.
    let max_stones = model.components.iter().flat_map(|component| stone_counts(&component.picture)).max().unwrap_or(0);
    for (k, component) in model.components.iter().enumerate() {
        let from = drawing.rows.len();
        let after_chosen = model.pictures_after_chosen(k);
        let mut brush = Brush { model, theme, component: k, columns, label_width, max_stones, rows: &mut drawing.rows };
        match &component.picture {
            Picture::Heap(stones) => {
                let left = match after_chosen {
                    Some([]) => Some(0),
                    Some([Picture::Heap(left)]) => Some(*left),
                    _ => None,
                };
                brush
                    .draw_stones(&label(component), after_chosen.is_some(), *stones, left, &|left| Picture::Heap(left));
            }
            Picture::Steps { stones, first_counting } => {
                brush.draw_steps(&label(component), after_chosen, stones, *first_counting)
            }
            &Picture::Pair(pair) => brush.draw_pair(&label(component), after_chosen, pair),
            Picture::Grid(grid) => brush.draw_grid(&label(component), after_chosen, grid),
            other => {
                brush.draw_text(&label(component), after_chosen.is_some(), other.printed_text().unwrap_or_default())
            }
        }
        if after_chosen.is_some() {
            drawing.chosen = from..drawing.rows.len();
        }
    }
    if model.more_components {
        let more = model.translate(&text!("and more components"));
        drawing.rows.push(PictureRow { line: StyledLine::from(more), targets: vec![] });
    }
    drawing
}

/// Returns the label of a component.
fn label(component: &PlayComponent) -> String {
    match component.copies {
        0 | 1 => component.label.clone(),
        copies => format!("{} ×{copies}", component.label),
    }
}

/// Returns the numbers of stones that a picture shows.
fn stone_counts(picture: &Picture) -> Vec<u64> {
    match picture {
        Picture::Heap(stones) => vec![*stones],
        Picture::Steps { stones, .. } => stones.to_vec(),
        Picture::Pair(pair) => pair.to_vec(),
        Picture::Heaps { .. } | Picture::Strip { .. } | Picture::Grid(_) | Picture::Drawing(_) | Picture::Text(_) => {
            vec![]
        }
    }
}

/// Draws one component below the components that are already in `rows`.
struct Brush<'a> {
    model: &'a Model,
    theme: Theme,
    /// The index of the component in [`Model::components`].
    component: usize,
    columns: u16,
    /// The width of the labels of components.
    label_width: usize,
    /// The largest number in the picture.
    max_stones: u64,
    rows: &'a mut Vec<PictureRow>,
}

impl Brush<'_> {
    /// Returns the target of a move that changes the component to `left`; `None` is the whole component.
    fn target(&self, left: Option<Picture>) -> Target {
        Target { component: self.component, after_move: left }
    }

    /// Starts a line with a label; returns the line and the column after the label.
    fn begin(&self, label: &str, chosen: bool) -> (PictureRow, u16) {
        let mark = if chosen { "▸" } else { " " };
        let front = format!("{mark}{}  ", pad(label, self.label_width));
        let start = width(&front) as u16;
        let style = if chosen { Style::new().bold() } else { Style::new() };
        let label_target = (0..start, self.target(None));
        (PictureRow { line: StyledLine::styled(front, style), targets: vec![label_target] }, start)
    }

    /// Draws a heap in one line: its stones, or a bar if there are too many for the line, and its size.
    ///
    /// Clicking a stone takes this stone and all stones to its right. `left` is the number of stones after the
    /// chosen move.
    fn draw_stones(
        &mut self,
        label: &str,
        chosen: bool,
        stones: u64,
        left: Option<u64>,
        target: &dyn Fn(u64) -> Picture,
    ) {
        let (mut row, start) = self.begin(label, chosen);
        let number = format!(" {stones}");
        let max_columns = u64::from(self.columns).saturating_sub(u64::from(start) + number.len() as u64);
        let remaining = left.unwrap_or(stones).min(stones);
        let step = if 2 * self.max_stones.min(max_columns) <= max_columns { 2 } else { 1 };
        if stones <= max_columns / step {
            for k in 0..stones {
                let stone = if k < remaining { STONE } else { TAKEN };
                row.line.push(pad(stone, step as usize));
                let column = start + (k * step) as u16;
                row.targets.push((column..column + step as u16, self.target(Some(target(k)))));
            }
        } else {
            // A bar has at least one column and at most the available columns.
            let scaled =
                |of: u64| (u128::from(of) * u128::from(max_columns) / u128::from(self.max_stones.max(1))) as usize;
            let (bar, dark) = (scaled(stones).max(1).min(max_columns as usize), scaled(remaining));
            row.line.push("█".repeat(dark.min(bar)));
            row.line.push("░".repeat(bar - dark.min(bar)));
        }
        row.line.push(number);
        self.rows.push(row);
    }

    /// Draws a staircase, one line per step: the highest step is on top and indented most.
    fn draw_steps(&mut self, label: &str, after_chosen: Option<&[Picture]>, steps: &[u64], first_counting: usize) {
        let after = match after_chosen {
            Some([Picture::Steps { stones: after, .. }]) if after.len() == steps.len() => Some(after),
            _ => None,
        };
        let digits = steps.len().to_string().len();
        let label_wide = width(label);
        for (k, &stones) in steps.iter().enumerate().rev() {
            let left = after.map(|after| after[k]).filter(|&left| left < stones);
            // Indent at most a third of a narrow terminal.
            let indent = 2 * k.min(usize::from(self.columns) / 6);
            let name = if k + 1 == steps.len() { label } else { "" };
            let name =
                format!("{}{}{:>digits$}▕", pad(name, label_wide.max(self.label_width)), " ".repeat(indent + 1), k + 1);
            let rest: Box<[u64]> = steps.into();
            let target = |left: u64| {
                let mut rest = rest.clone();
                if let Some(below) = k.checked_sub(1) {
                    rest[below] = rest[below].saturating_add(rest[k] - left);
                }
                rest[k] = left;
                Picture::Steps { stones: rest, first_counting }
            };
            self.draw_stones(&name, left.is_some(), stones, left, &target);
        }
    }

    /// Draws a pair as a board with the token and the cells to which moves lead.
    fn draw_pair(&mut self, label: &str, after_chosen: Option<&[Picture]>, pair: [u64; 2]) {
        let place = |left: &[Picture]| match left {
            [Picture::Pair(place)] => Some(*place),
            _ => None,
        };
        let reached: HashSet<[u64; 2]> = self.model.pictures_after_each(self.component).filter_map(place).collect();
        let goal = after_chosen.and_then(place);
        let high = |axis: usize| reached.iter().map(|place| place[axis]).chain([pair[axis]]).max().unwrap_or(0);
        let (wide, high) = (high(0), high(1));
        let (mut row, start) = self.begin(label, after_chosen.is_some());
        let digits = high.to_string().len() as u16;
        let max_columns = u64::from(self.columns.saturating_sub(start + digits + 1));
        if wide >= max_columns || high >= MAX_ROWS {
            let number = |axis: usize| format!("{label} {}", ["→", "↑"][axis]);
            for axis in [0, 1] {
                let left = goal.map(|goal| goal[axis]).filter(|&left| left < pair[axis]);
                let target = |left: u64| {
                    let mut rest = pair;
                    rest[axis] = left;
                    Picture::Pair(rest)
                };
                self.draw_stones(&number(axis), after_chosen.is_some(), pair[axis], left, &target);
            }
            return;
        }
        let step = if 2 * (wide + 1) <= max_columns { 2 } else { 1 };
        let blank = " ".repeat(usize::from(start));
        for y in (0..=high).rev() {
            if y < high {
                row = PictureRow { line: StyledLine::from(blank.clone()), targets: vec![] };
            }
            row.line.push(format!("{y:>digits$} ", digits = usize::from(digits)));
            for x in 0..=wide {
                let at = [x, y];
                let is_reachable = reached.contains(&at);
                let (mark, style) = if at == pair {
                    (TOKEN, Style::new().bold())
                } else if goal == Some(at) {
                    (STONE, Style::new().bold())
                } else {
                    (if is_reachable { TAKEN } else { EMPTY }, Style::new())
                };
                row.line.push_styled(mark, style);
                row.line.push(&"  "[..step as usize - 1]);
                if is_reachable {
                    let column = start + digits + 1 + (x * step) as u16;
                    row.targets.push((column..column + step as u16, self.target(Some(Picture::Pair(at)))));
                }
            }
            self.rows.push(std::mem::take(&mut row));
        }
        self.rows
            .push(PictureRow { line: axis(usize::from(start + digits + 1), wide, step as usize), targets: vec![] });
    }

    /// Draws a board of cells and marks the cells that the chosen move changes.
    ///
    /// Pieces keep the colour of their owner, whoever is to move. Clicking a cell chooses a move that changes the cell.
    fn draw_grid(&mut self, label: &str, after_chosen: Option<&[Picture]>, grid: &Grid) {
        let rows = grid.cells.len().div_ceil(grid.columns.max(1));
        let digits = rows.to_string().len();
        let (mut row, start) = self.begin(label, after_chosen.is_some());
        let max_columns = usize::from(self.columns.saturating_sub(start)).saturating_sub(digits + 1);
        if 2 * grid.columns > max_columns || rows as u64 > MAX_ROWS || grid.cells.is_empty() {
            return self.draw_text(label, after_chosen.is_some(), &grid.text);
        }
        let changed_cells = |left: &[Picture]| match left {
            [Picture::Grid(after)] => grid.changed_cells(after),
            _ => None,
        };
        // For each cell, the picture after the first move that changes it.
        let mut first_pictures: Vec<Option<Picture>> = vec![None; grid.cells.len()];
        for left in self.model.pictures_after_each(self.component) {
            for cell in changed_cells(left).into_iter().flatten() {
                if first_pictures[cell].is_none() {
                    first_pictures[cell] = left.first().cloned();
                }
            }
        }
        let chosen = after_chosen.and_then(changed_cells).unwrap_or_default();
        let blank = " ".repeat(usize::from(start));
        for (r, cells) in grid.cells.chunks(grid.columns).enumerate() {
            if r > 0 {
                row = PictureRow { line: StyledLine::from(blank.clone()), targets: vec![] };
            }
            row.line.push(format!("{:>digits$} ", r + 1));
            for (c, &state) in cells.iter().enumerate() {
                let place = r * grid.columns + c;
                let changes = chosen.contains(&place);
                let owner = grid.owner(state, self.model.session.position().mover());
                let shown = match state {
                    _ if grid.swaps_pieces && owner.is_some() => {
                        MARKS[usize::from(owner == Some(Player::RIGHT))].to_string()
                    }
                    '.' => EMPTY.to_string(),
                    '#' => "█".to_string(),
                    '_' => " ".to_string(),
                    component => component.to_string(),
                };
                let color = match owner {
                    None => Style::new(),
                    Some(Player::LEFT) => self.theme.color(Color::Blue),
                    Some(_) => self.theme.color(Color::Red),
                };
                row.line.push_styled(shown, if changes { color.reverse().bold() } else { color });
                row.line.push(" ");
                if let Some(left) = first_pictures[place].take() {
                    let column = start + (digits + 1 + 2 * c) as u16;
                    row.targets.push((column..column + 2, self.target(Some(left))));
                }
            }
            self.rows.push(std::mem::take(&mut row));
        }
        let names: Vec<String> = (0..grid.columns as u64).map(column_name).map(|name| format!("{name:<2}")).collect();
        let line = format!("{blank}{} {}", " ".repeat(digits), names.concat());
        self.rows.push(PictureRow { line: StyledLine::from(line), targets: vec![] });
    }

    /// Draws a component that is available only as text.
    fn draw_text(&mut self, label: &str, chosen: bool, text: &str) {
        let (mut row, start) = self.begin(label, chosen);
        let text = match text {
            "" => self.model.translate(&text!("(too long to show)")),
            text => text.to_string(),
        };
        for line in wrap(&text, usize::from(self.columns.saturating_sub(start))) {
            row.targets.push((start..start + width(&line) as u16, self.target(None)));
            row.line.push(line);
            self.rows.push(std::mem::take(&mut row));
            row.line.push(" ".repeat(usize::from(start)));
        }
    }
}

/// Returns the axis below a board, with every column number, or every fifth if the numbers would touch.
fn axis(start: usize, wide: u64, step: usize) -> StyledLine {
    let every = if step == 2 && wide < 10 { 1 } else { 5 };
    let mut line = " ".repeat(start);
    for x in (0..=wide).step_by(every) {
        let column = start + x as usize * step;
        line.push_str(&" ".repeat(column.saturating_sub(line.len())));
        line.push_str(&x.to_string());
    }
    StyledLine::from(line)
}
