//! The picture of the position: lines for the terminal, and the targets in them for the mouse.

use super::draw::Theme;
use super::model::{Model, Target};
use super::terminal::{Style, StyledLine};
use crossterm::style::{Color, Stylize};
use grundy::Player;
use grundy::unstable::lang::text;
use grundy::unstable::play::PlayComponent;
use grundy::unstable::render::{pad, width, wrap};
use grundy::unstable::rules::{Field, Grid, Picture, cell_name, column_name, heap_sizes_after};
use std::collections::{HashMap, HashSet};
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
                let stones_after = match after_chosen {
                    Some([]) => Some(0),
                    Some([Picture::Heap(stones_after)]) => Some(*stones_after),
                    _ => None,
                };
                let target = |remaining| Some(Target::Result(k, Picture::Heap(remaining)));
                brush.draw_stones(&label(component), after_chosen.is_some(), *stones, stones_after, &target);
            }
            Picture::Heaps { stones, .. } if stones.len() as u64 <= MAX_ROWS => {
                brush.draw_heaps(&label(component), after_chosen, stones)
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
        Picture::Heaps { stones, .. } | Picture::Steps { stones, .. } => stones.to_vec(),
        Picture::Pair(pair) => pair.to_vec(),
        Picture::Strip { .. } | Picture::Grid(_) | Picture::Drawing(_) | Picture::Text(_) => {
            vec![]
        }
    }
}

/// A part of a board that a move names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// A cell, by its index.
    Cell(usize),
    /// The line after this column, counted from 0, along which a move cuts.
    AfterColumn(usize),
    /// The line below this row, counted from 0, along which a move cuts.
    BelowRow(usize),
}

/// Returns the cells and lines of a board by the names that moves use, such as `b2`, `b|c` and `2|3`.
fn named_places(grid: &Grid) -> HashMap<String, Place> {
    let (columns, rows) = (grid.columns, grid.cells.len().div_ceil(grid.columns.max(1)));
    let column = |column: usize| column_name(column as u64);
    let cells =
        (0..grid.cells.len()).map(|at| (cell_name((at / columns) as u64, (at % columns) as u64), Place::Cell(at)));
    let after_columns = (1..columns).map(|c| (format!("{}|{}", column(c - 1), column(c)), Place::AfterColumn(c - 1)));
    let below_rows = (1..rows).map(|r| (format!("{r}|{}", r + 1), Place::BelowRow(r - 1)));
    cells.chain(after_columns).chain(below_rows).collect()
}

/// Returns the parts of a board that the fields of a move name.
///
/// A move that gives only a row, or only a column, names all cells of it. The field `mirrored` names the row, column or
/// lines on the other side of the board that mean the same move; they are included if `with_mirrored` is true.
fn places_of_move(
    fields: &[(&'static str, Field)],
    grid: &Grid,
    names: &HashMap<String, Place>,
    with_mirrored: bool,
) -> Vec<Place> {
    let number = |name: &str| {
        let value = fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value);
        if let Some(&Field::Number(number)) = value { number.checked_sub(1) } else { None }
    };
    let cells_in = |row: Option<u64>, column: Option<u64>| {
        let is = |number: Option<u64>, at: usize| number.is_none_or(|number| number == at as u64);
        let is_named = move |cell: &usize| is(row, cell / grid.columns) && is(column, cell % grid.columns);
        (0..grid.cells.len()).filter(move |_| row.is_some() || column.is_some()).filter(is_named).map(Place::Cell)
    };
    let (row, column) = (number("row"), number("column"));
    let mirrored = number("mirrored").filter(|_| with_mirrored);
    let mut places: Vec<Place> = cells_in(row, column).collect();
    match (row, column) {
        (Some(_), None) => places.extend(cells_in(mirrored, None)),
        (None, Some(_)) => places.extend(cells_in(None, mirrored)),
        _ => {}
    }
    let is_included = |field: &str| ["cells", "lines"].contains(&field) || (with_mirrored && field == "mirrored");
    let texts = fields.iter().filter(|(field, _)| is_included(field));
    for (_, value) in texts {
        if let Field::Texts(texts) = value {
            places.extend(texts.iter().filter_map(|name| names.get(name)));
        }
    }
    places
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
    /// Starts a line with a label; returns the line and the column after the label.
    fn begin(&self, label: &str, chosen: bool) -> (PictureRow, u16) {
        let mark = if chosen { "▸" } else { " " };
        let front = format!("{mark}{}  ", pad(label, self.label_width));
        let start = width(&front) as u16;
        let style = if chosen { Style::new().bold() } else { Style::new() };
        let label_target = (0..start, Target::Component(self.component));
        (PictureRow { line: StyledLine::styled(front, style), targets: vec![label_target] }, start)
    }

    /// Draws a heap in one line: its stones, or a bar if there are too many for the line, and its size.
    ///
    /// Clicking a stone takes this stone and all stones to its right; `target` returns the target of the move that
    /// leaves this many stones. `stones_after` is the number of stones after the chosen move.
    fn draw_stones(
        &mut self,
        label: &str,
        chosen: bool,
        stones: u64,
        stones_after: Option<u64>,
        target: &dyn Fn(u64) -> Option<Target>,
    ) {
        let (mut row, start) = self.begin(label, chosen);
        let number = format!(" {stones}");
        let max_columns = u64::from(self.columns).saturating_sub(u64::from(start) + number.len() as u64);
        let remaining = stones_after.unwrap_or(stones).min(stones);
        let step = if 2 * self.max_stones.min(max_columns) <= max_columns { 2 } else { 1 };
        if stones <= max_columns / step {
            for k in 0..stones {
                let stone = if k < remaining { STONE } else { TAKEN };
                row.line.push(pad(stone, step as usize));
                let column = start + (k * step) as u16;
                row.targets.extend(target(k).map(|target| (column..column + step as u16, target)));
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

    /// Draws heaps that form one component, one line per heap, the first heap on top.
    ///
    /// Clicking a stone chooses the move that leaves the stones before it and changes no other heap.
    fn draw_heaps(&mut self, label: &str, after_chosen: Option<&[Picture]>, heaps: &[u64]) {
        let model = self.model;
        let sizes_after = |mv: usize, after: &[Picture]| match after {
            [] => (heaps.len() == 1).then(|| vec![0]),
            [Picture::Heaps { stones: after, .. }] => heap_sizes_after(heaps, after, model.fields(mv)),
            _ => None,
        };
        // The moves that change a single heap, by this heap and the number of stones that remain in it.
        let mut single_changes: HashMap<(usize, u64), usize> = HashMap::new();
        for (mv, after) in model.moves_in(self.component) {
            let sizes = sizes_after(mv, after).unwrap_or_default();
            let mut changed = sizes.iter().enumerate().filter(|&(k, size)| heaps[k] != *size);
            if let (Some((k, &remaining)), None) = (changed.next(), changed.next()) {
                single_changes.entry((k, remaining)).or_insert(mv);
            }
        }
        let chosen = after_chosen.map(|after| sizes_after(model.chosen, after).unwrap_or_else(|| heaps.to_vec()));
        let has_changed = |k: usize| chosen.as_ref().is_some_and(|sizes| sizes[k] != heaps[k]);
        let any_changed = (0..heaps.len()).any(has_changed);
        for (k, &stones) in heaps.iter().enumerate() {
            let name = if k == 0 { label } else { "" };
            let target = |remaining: u64| single_changes.get(&(k, remaining)).map(|&mv| Target::Move(mv));
            // If it is unknown which heaps the chosen move changes, the component is marked at its first heap.
            let is_chosen = has_changed(k) || (chosen.is_some() && !any_changed && k == 0);
            let stones_after = chosen.as_ref().map(|sizes| sizes[k]).filter(|_| has_changed(k));
            self.draw_stones(name, is_chosen, stones, stones_after, &target);
        }
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
            let stones_after = after.map(|after| after[k]).filter(|&stones_after| stones_after < stones);
            // Indent at most a third of a narrow terminal.
            let indent = 2 * k.min(usize::from(self.columns) / 6);
            let name = if k + 1 == steps.len() { label } else { "" };
            let name =
                format!("{}{}{:>digits$}▕", pad(name, label_wide.max(self.label_width)), " ".repeat(indent + 1), k + 1);
            let (rest, component): (Box<[u64]>, usize) = (steps.into(), self.component);
            let target = |remaining: u64| {
                let mut rest = rest.clone();
                if let Some(below) = k.checked_sub(1) {
                    rest[below] = rest[below].saturating_add(rest[k] - remaining);
                }
                rest[k] = remaining;
                Some(Target::Result(component, Picture::Steps { stones: rest, first_counting }))
            };
            self.draw_stones(&name, stones_after.is_some(), stones, stones_after, &target);
        }
    }

    /// Draws a pair as a board with the token and the cells to which moves lead.
    fn draw_pair(&mut self, label: &str, after_chosen: Option<&[Picture]>, pair: [u64; 2]) {
        let place = |pictures: &[Picture]| match pictures {
            [Picture::Pair(place)] => Some(*place),
            _ => None,
        };
        let reached: HashSet<[u64; 2]> =
            self.model.moves_in(self.component).filter_map(|(_, pictures)| place(pictures)).collect();
        let goal = after_chosen.and_then(place);
        let high = |axis: usize| reached.iter().map(|place| place[axis]).chain([pair[axis]]).max().unwrap_or(0);
        let (wide, high) = (high(0), high(1));
        let (mut row, start) = self.begin(label, after_chosen.is_some());
        let digits = high.to_string().len() as u16;
        let max_columns = u64::from(self.columns.saturating_sub(start + digits + 1));
        if wide >= max_columns || high >= MAX_ROWS {
            let number = |axis: usize| format!("{label} {}", ["→", "↑"][axis]);
            let component = self.component;
            for axis in [0, 1] {
                let stones_after = goal.map(|goal| goal[axis]).filter(|&stones_after| stones_after < pair[axis]);
                let target = |remaining: u64| {
                    let mut rest = pair;
                    rest[axis] = remaining;
                    Some(Target::Result(component, Picture::Pair(rest)))
                };
                self.draw_stones(&number(axis), after_chosen.is_some(), pair[axis], stones_after, &target);
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
                    row.targets.push((column..column + step as u16, Target::Result(self.component, Picture::Pair(at))));
                }
            }
            self.rows.push(std::mem::take(&mut row));
        }
        self.rows
            .push(PictureRow { line: axis(usize::from(start + digits + 1), wide, step as usize), targets: vec![] });
    }

    /// Draws a board of cells, and marks the cells or lines that the chosen move changes.
    ///
    /// Pieces keep the colour of their owner, whoever is to move. Clicking a cell or a line chooses the first move that
    /// names it or its mirror image. A move that names neither is chosen by the cells that it changes.
    fn draw_grid(&mut self, label: &str, after_chosen: Option<&[Picture]>, grid: &Grid) {
        let rows = grid.cells.len().div_ceil(grid.columns.max(1));
        let digits = rows.to_string().len();
        let (mut row, start) = self.begin(label, after_chosen.is_some());
        let max_columns = usize::from(self.columns.saturating_sub(start)).saturating_sub(digits + 1);
        if 2 * grid.columns > max_columns || rows as u64 > MAX_ROWS || grid.cells.is_empty() {
            return self.draw_text(label, after_chosen.is_some(), &grid.text);
        }
        let changed_cells = |pictures: &[Picture]| match pictures {
            [Picture::Grid(after)] => grid.changed_cells(after),
            _ => None,
        };
        let (model, names) = (self.model, named_places(grid));
        // The first move for a click on each cell and each line.
        let mut first_moves: HashMap<Place, usize> = HashMap::new();
        for (mv, pictures) in model.moves_in(self.component) {
            let mut places = places_of_move(model.fields(mv), grid, &names, true);
            if places.is_empty() {
                places.extend(changed_cells(pictures).into_iter().flatten().map(Place::Cell));
            }
            for place in places {
                first_moves.entry(place).or_insert(mv);
            }
        }
        let chosen: Vec<Place> = match after_chosen {
            None => vec![],
            Some(pictures) => match changed_cells(pictures) {
                Some(cells) => cells.into_iter().map(Place::Cell).collect(),
                None => places_of_move(model.fields(model.chosen), grid, &names, false),
            },
        };
        let has_row_lines = first_moves.keys().any(|place| matches!(place, Place::BelowRow(_)));
        let blank = " ".repeat(usize::from(start));
        let first_column = usize::from(start) + digits + 1;
        for (r, cells) in grid.cells.chunks(grid.columns).enumerate() {
            if r > 0 {
                row = PictureRow { line: StyledLine::from(blank.clone()), targets: vec![] };
            }
            row.line.push(format!("{:>digits$} ", r + 1));
            for (c, &state) in cells.iter().enumerate() {
                let (cell, line) = (Place::Cell(r * grid.columns + c), Place::AfterColumn(c));
                let owner = grid.owner(state, model.session.position().mover());
                let shown = match state {
                    _ if grid.swaps_pieces && owner.is_some() => {
                        MARKS[usize::from(owner == Some(Player::RIGHT))].to_string()
                    }
                    '.' => EMPTY.to_string(),
                    '#' => "█".to_string(),
                    '_' => " ".to_string(),
                    piece => piece.to_string(),
                };
                let color = match owner {
                    None => Style::new(),
                    Some(Player::LEFT) => self.theme.color(Color::Blue),
                    Some(_) => self.theme.color(Color::Red),
                };
                row.line.push_styled(shown, if chosen.contains(&cell) { color.reverse().bold() } else { color });
                row.line.push(match first_moves.get(&line) {
                    Some(_) if chosen.contains(&line) => "┃",
                    Some(_) => "┊",
                    None => " ",
                });
                let column = (first_column + 2 * c) as u16;
                match (first_moves.get(&cell), first_moves.get(&line)) {
                    (Some(&mv), _) => row.targets.push((column..column + 2, Target::Move(mv))),
                    (None, Some(&mv)) => row.targets.push((column + 1..column + 2, Target::Move(mv))),
                    (None, None) => {}
                }
            }
            self.rows.push(std::mem::take(&mut row));
            if has_row_lines && r + 1 < rows {
                let line = Place::BelowRow(r);
                let (start, end) = (first_column as u16, (first_column + 2 * grid.columns - 1) as u16);
                let sign = if chosen.contains(&line) { "━" } else { "┈" };
                let mut row = PictureRow { line: StyledLine::from(" ".repeat(first_column)), targets: vec![] };
                if let Some(&mv) = first_moves.get(&line) {
                    row.line.push(sign.repeat(usize::from(end - start)));
                    row.targets.push((start..end, Target::Move(mv)));
                }
                self.rows.push(row);
            }
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
            row.targets.push((start..start + width(&line) as u16, Target::Component(self.component)));
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
