//! A position as a picture: its components in rows, each drawn as on a board.

mod drawing;

use crate::svg::{Anchor, GRID, GROUND, INK, Svg};
use crate::text::verdict;
use drawing::Laid;
use grundy_lang::{Language, Text, text};
use grundy_play::{PlayComponent, PlayPosition};
use grundy_rules::{Error, ErrorKind, Grid, Picture, Player, Suggestion, Users, column_name};
use grundy_solve::Answer;

pub use drawing::{drawing_dot, drawing_list, position_dot};

/// The largest number of components that are drawn.
const MAX_COMPONENTS: usize = 200;
/// The approximate width of a row of components, in pixels.
const WIDTH: f64 = 760.0;
/// The margin around each component, in pixels.
const MARGIN: f64 = 18.0;
/// The distance between the centres of stones, in pixels.
const STONE: f64 = 16.0;
/// The largest number of stones in a column.
const MAX_COLUMN_STONES: u64 = 10;
/// The largest number of stones that a heap shows; larger heaps show only the number.
const MAX_STONES: u64 = 200;
/// The largest number of rows or columns of the board for a pair; larger pairs are written as numbers.
const MAX_ROWS: u64 = 25;
const CELL: f64 = 18.0;
/// The number of cells of a strip in one row.
const STRIP_COLUMNS: usize = 16;
/// The side of a cell of a strip, in pixels.
const STRIP_CELL: f64 = 40.0;
/// The side of a cell of a board, in pixels.
const SQUARE: f64 = 26.0;
/// The width and height of a step of a staircase, in pixels.
const STEP: [f64; 2] = [44.0, 16.0];
/// The largest number of steps, rows of a board or lines of text.
const MAX_STEPS: usize = 100;
/// The fill colour of stones.
const DISC: &str = "#b9770e";

/// Returns the position as SVG, with the verdict of its answer if there is one.
///
/// `p_position_cells` are the cells that stand for P-positions, as [`PlayPosition::p_position_cells`] numbers them.
///
/// # Errors
/// `unsupported` for positions that are too large for a picture.
///
/// ```
/// use grundy_games::parse;
/// use grundy_play::PlayPosition;
/// let play_position = PlayPosition::start(parse("nim(3,4,5)").unwrap());
/// let svg = grundy_render::position_svg(&play_position, None, &[], Default::default()).unwrap();
/// assert_eq!(svg.matches("<circle").count(), 12);
/// ```
pub fn position_svg(
    play_position: &PlayPosition,
    answer: Option<&Answer>,
    p_position_cells: &[usize],
    language: Language,
) -> Result<String, Error> {
    let total = play_position.component_count();
    if total > MAX_COMPONENTS {
        let message =
            text!("{total} components are too many to draw: the limit is {most}", total, most = MAX_COMPONENTS);
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let pieces = play_position.components(MAX_COMPONENTS);
    let tiles = pieces.iter().map(Tile::new).collect::<Result<Vec<Tile<'_>>, Error>>()?;
    // Places the tiles in rows.
    let (mut places, mut width, mut at, mut high) = (vec![], 0f64, [MARGIN, 64.0], 0f64);
    for tile in &tiles {
        let [wide, tall] = tile.size;
        if at[0] > MARGIN && at[0] + wide > WIDTH {
            at = [MARGIN, at[1] + high + 2.0 * MARGIN];
            high = 0.0;
        }
        places.push(at);
        high = high.max(tall + LABEL_HEIGHT);
        width = width.max(at[0] + wide + MARGIN);
        at[0] += wide + 2.0 * MARGIN;
    }
    let legend = legend(&tiles, p_position_cells, play_position.mover());
    let legend_height = if legend.is_some() { 24.0 } else { 0.0 };
    let (width, height) = (width.max(480.0), at[1] + high + MARGIN + legend_height);
    let position = play_position.position_sum().canonical_text();
    let mut svg = Svg::new(width as u32, height as u32, &position);
    svg.title(MARGIN, 28.0, width - 2.0 * MARGIN, &position);
    if let Some(answer) = answer {
        svg.styled(MARGIN, 50.0, Anchor::Start, &verdict(answer).in_language(language), " font-size=\"12\"");
    }
    // The tiles of a row share a baseline.
    for (k, (tile, &[x, y])) in tiles.iter().zip(&places).enumerate() {
        let row = (0..tiles.len()).filter(|&other| places[other][1] == y);
        let floor = row.map(|other| tiles[other].size[1]).fold(0.0, f64::max);
        tile.draw(&mut svg, [x, y + floor - tile.size[1]], p_position_cells, play_position.mover(), language);
        if tiles.len() > 1 || pieces[k].copies > 1 {
            let copies = if pieces[k].copies > 1 { format!(" ×{}", pieces[k].copies) } else { String::new() };
            let label = match tile.component.picture {
                Picture::Heap(_) => text!("heap {number}", number = &pieces[k].label).in_language(language),
                _ => pieces[k].label.clone(),
            };
            let label = format!("{label}{copies}");
            svg.styled(x + tile.size[0] / 2.0, y + floor + 16.0, Anchor::Middle, &label, " font-size=\"11\"");
        }
    }
    if let Some(legend) = legend {
        svg.styled(MARGIN, height - 10.0, Anchor::Start, &legend.in_language(language), " font-size=\"11\"");
    }
    Ok(svg.finish())
}

/// Returns the explanation of the marks in a picture, if it has any.
fn legend(tiles: &[Tile<'_>], p_position_cells: &[usize], mover: Player) -> Option<Text> {
    let has = |test: &dyn Fn(&Picture) -> bool| tiles.iter().any(|tile| test(&tile.component.picture));
    let has_cells = |picture: &Picture| match picture {
        Picture::Pair(pair) => pair.iter().all(|&n| n < MAX_ROWS),
        Picture::Strip { .. } => true,
        _ => false,
    };
    if !p_position_cells.is_empty() && has(&has_cells) {
        return Some(text!("dot: P-position (the player to move loses)"));
    }
    if has(&|picture| matches!(picture, Picture::Steps { .. })) {
        return Some(text!("dark steps: only the stones on them contribute to the Grundy value"));
    }
    let has_values = |picture: &Picture| match picture {
        Picture::Drawing(drawing) => drawing.points.iter().any(|point| point.value.is_some()),
        _ => false,
    };
    if has(&has_values) {
        return Some(text!("bold: Grundy value of the picture attached at the vertex"));
    }
    let is_marked = |picture: &Picture| matches!(picture, Picture::Grid(grid) if grid.swaps_pieces);
    let has_owners = |picture: &Picture| match picture {
        Picture::Grid(grid) => grid.cells.iter().any(|&state| grid.owner(state, mover).is_some()),
        Picture::Drawing(drawing) => drawing.points.iter().any(|point| point.owner.is_some()),
        _ => false,
    };
    match (has(&has_owners), has(&is_marked)) {
        (false, _) => None,
        (true, true) => Some(text!("blue discs: player 1 · red rings: player 2")),
        (true, false) => Some(text!("blue discs: Left · red rings: Right")),
    }
}

/// The colours of a piece: its disc, the rim, and its letter.
///
/// Pieces of Left or the first player are filled discs, and those of Right or the second player are rings.
fn piece_colors(owner: Option<Player>, is_dark: bool) -> [&'static str; 3] {
    match owner {
        Some(Player::LEFT) => ["#2f6ba6", "#2f6ba6", "#fff"],
        Some(_) => ["#fff", "#c0392b", "#c0392b"],
        // Pieces without an owner differ in shade.
        None if is_dark => [INK, INK, "#fff"],
        None => ["#fff", INK, "#222222"],
    }
}

/// The height of the label below each component, in pixels.
const LABEL_HEIGHT: f64 = 18.0;

pub(crate) fn too_large() -> Error {
    let message = text!("this position is too large to draw");
    Error::new(ErrorKind::Unsupported, message).with_suggestion(Suggestion::Graphviz)
}

/// A component and the size that it takes.
struct Tile<'a> {
    component: &'a PlayComponent,
    size: [f64; 2],
    /// The arranged drawing, followed by its fused form, in which points are merged, if it has one.
    laid: Vec<Laid<'a>>,
}

impl<'a> Tile<'a> {
    fn new(piece: &'a PlayComponent) -> Result<Tile<'a>, Error> {
        let mut laid = vec![];
        let size = match &piece.picture {
            Picture::Heap(n) => heap_size(*n),
            Picture::Heaps { stones, users, .. } => {
                let tall = stones.iter().map(|&n| heap_size(n)[1]).fold(0.0, f64::max);
                [heaps_width(stones, users), tall + users_height(users)]
            }
            Picture::Steps { stones, .. } if stones.len() > MAX_STEPS => return Err(too_large()),
            Picture::Steps { stones: steps, .. } => {
                let tall = steps.iter().enumerate().map(|(k, &n)| (k + 1) as f64 * STEP[1] + pile(n));
                [STEP[0] * steps.len().max(1) as f64, tall.fold(40.0, f64::max) + 20.0]
            }
            Picture::Pair(pair) => match pair.iter().copied().max() {
                Some(max_number) if max_number < MAX_ROWS => {
                    [(pair[0] + 1) as f64 * CELL + 20.0, (pair[1] + 1) as f64 * CELL + 20.0]
                }
                _ => [200.0, 40.0],
            },
            Picture::Strip { cells, .. } => {
                let rows = cells.len().div_ceil(STRIP_COLUMNS).max(1);
                [cells.len().clamp(1, STRIP_COLUMNS) as f64 * STRIP_CELL, rows as f64 * (STRIP_CELL + 6.0)]
            }
            Picture::Grid(grid) => {
                let rows = grid.cells.len().div_ceil(grid.columns.max(1));
                if rows.max(grid.columns) > MAX_STEPS {
                    return Err(too_large());
                }
                [(grid.columns as f64 + 0.7) * SQUARE, (rows as f64 + 0.6) * SQUARE]
            }
            Picture::Drawing(drawing) => {
                laid.push(Laid::new(drawing)?);
                if let Some(fused) = &drawing.fused {
                    laid.push(Laid::new(fused)?);
                }
                let wide = laid.iter().map(|one| one.size[0]).sum::<f64>() + FUSED_GAP * (laid.len() - 1) as f64;
                [wide, laid.iter().map(|one| one.size[1]).fold(0.0, f64::max)]
            }
            Picture::Text(text) => {
                let lines: Vec<&str> = text.lines().collect();
                let max_chars = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
                if text.is_empty() || lines.len() > MAX_STEPS || max_chars > 2 * MAX_STEPS {
                    return Err(too_large());
                }
                [max_chars as f64 * 8.6 + 8.0, lines.len() as f64 * 18.0]
            }
        };
        Ok(Tile { component: piece, size, laid })
    }

    fn draw(&self, svg: &mut Svg, [x, y]: [f64; 2], p_position_cells: &[usize], mover: Player, language: Language) {
        let tall = self.size[1];
        match &self.component.picture {
            Picture::Heap(n) => heap(svg, *n, [x, y + tall]),
            Picture::Heaps { stones, users, .. } => {
                let (mut left, floor) = (x, y + tall - users_height(users));
                for (k, &n) in stones.iter().enumerate() {
                    let wide = heaps_width(&stones[k..=k], users);
                    // Heaps that are narrower than the names of their users are centred.
                    heap(svg, n, [left + (wide - heap_size(n)[0]) / 2.0, floor]);
                    if let Some(users) = users.get(k) {
                        let place = left + wide / 2.0;
                        let style = " font-size=\"11\" font-weight=\"600\"";
                        svg.styled(place, floor + 13.0, Anchor::Middle, &users_text(*users, language), style);
                    }
                    left += wide + GAP;
                }
            }
            Picture::Steps { stones, first_counting } => {
                staircase(svg, stones, *first_counting, [x, y + tall - 20.0]);
            }
            Picture::Pair(pair) if pair.iter().all(|&n| n < MAX_ROWS) => square(svg, *pair, p_position_cells, [x, y]),
            Picture::Pair([a, b]) => svg.text(x, y + 20.0, Anchor::Start, &format!("({a}, {b})")),
            Picture::Strip { cells, .. } => strip(svg, cells, p_position_cells, [x, y]),
            Picture::Grid(picture) => grid(svg, picture, mover, [x, y]),
            Picture::Drawing(_) => {
                let mut left = x;
                for (k, laid) in self.laid.iter().enumerate() {
                    let top = y + tall - laid.size[1];
                    laid.draw(svg, [left, top]);
                    left += laid.size[0];
                    if k + 1 < self.laid.len() {
                        let arrow = text!("fused →").in_language(language);
                        svg.text(left + FUSED_GAP / 2.0, y + tall / 2.0, Anchor::Middle, &arrow);
                        left += FUSED_GAP;
                    }
                }
            }
            Picture::Text(text) => {
                for (k, line) in text.lines().enumerate() {
                    let place = y + 14.0 + 18.0 * k as f64;
                    svg.styled(x, place, Anchor::Start, line, " font-family=\"monospace\" xml:space=\"preserve\"");
                }
            }
        }
    }
}

/// The distance between a drawing and its fused form, in pixels.
const FUSED_GAP: f64 = 80.0;

/// The distance between heaps of one component, in pixels.
const GAP: f64 = 14.0;

/// Returns the width of several heaps, each wide enough for the names of its users, in pixels.
fn heaps_width(stones: &[u64], users: &[Users]) -> f64 {
    let min_width = if users.is_empty() { 0.0 } else { 40.0 };
    stones.iter().map(|&n| heap_size(n)[0].max(min_width) + GAP).sum::<f64>().max(GAP) - GAP
}

/// Returns the height of the line that names the users of heaps, in pixels.
fn users_height(users: &[Users]) -> f64 {
    if users.is_empty() { 0.0 } else { 16.0 }
}

fn users_text(users: Users, language: Language) -> String {
    match users {
        Users::Nobody => String::new(),
        Users::Left => text!("Left").in_language(language),
        Users::Right => text!("Right").in_language(language),
        Users::Both => text!("both").in_language(language),
    }
}

/// Returns the width and height of a heap, in pixels.
fn heap_size(n: u64) -> [f64; 2] {
    match n {
        0..=MAX_STONES => {
            [n.div_ceil(MAX_COLUMN_STONES).max(1) as f64 * STONE, n.clamp(1, MAX_COLUMN_STONES) as f64 * STONE + 18.0]
        }
        _ => [110.0, 70.0],
    }
}

/// Draws a heap with its lower left corner at the given point.
fn heap(svg: &mut Svg, n: u64, [x, bottom]: [f64; 2]) {
    let [wide, tall] = heap_size(n);
    let middle = x + wide / 2.0;
    if n > MAX_STONES {
        let [top, right] = [bottom - tall * 1.8, x + wide];
        svg.put(format_args!(
            "<path d=\"M{x:.1} {bottom:.1}Q{middle:.1} {top:.1} {right:.1} {bottom:.1}z\" fill=\"{DISC}\" \
                fill-opacity=\"0.35\" stroke=\"{INK}\"/>\n"
        ));
        return svg.text(middle, bottom - 12.0, Anchor::Middle, &n.to_string());
    }
    let floor = bottom - 18.0;
    for stone in 0..n {
        let (column, row) = ((stone / MAX_COLUMN_STONES) as f64, (stone % MAX_COLUMN_STONES) as f64);
        disc(svg, [x + (column + 0.5) * STONE, floor - (row + 0.5) * STONE]);
    }
    svg.line([x, floor], [x + wide, floor], INK);
    svg.styled(middle, floor + 13.0, Anchor::Middle, &n.to_string(), " font-size=\"11\"");
}

fn disc(svg: &mut Svg, [x, y]: [f64; 2]) {
    let radius = STONE * 0.42;
    svg.put(format_args!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{DISC}\" stroke=\"{INK}\" \
            stroke-width=\"0.8\"/>\n"
    ));
}

/// Returns the height of the stones on a step.
fn pile(stones: u64) -> f64 {
    if stones <= MAX_COLUMN_STONES { stones as f64 * STONE } else { STONE + 14.0 }
}

/// Draws a staircase; the steps are numbered from 1, starting with the lowest.
///
/// The steps that count for the Grundy value are darker, and their numbers are bold.
fn staircase(svg: &mut Svg, steps: &[u64], first_counting: usize, [x, floor]: [f64; 2]) {
    let [wide, rise] = STEP;
    let counts = |k: usize| k + 1 >= first_counting && (k + 1 - first_counting).is_multiple_of(2);
    for k in (0..steps.len()).filter(|&k| counts(k)) {
        let (left, tall) = (x + wide * k as f64, rise * (k + 1) as f64);
        svg.put(format_args!(
            "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\" fill=\"#8a8f98\" \
                fill-opacity=\"0.45\"/>\n",
            floor - tall
        ));
    }
    let mut outline = format!("M{x:.1} {floor:.1}");
    for (k, &stones) in steps.iter().enumerate() {
        let (left, top) = (x + wide * k as f64, floor - rise * (k + 1) as f64);
        outline += &format!("L{left:.1} {top:.1}L{:.1} {top:.1}", left + wide);
        let middle = left + wide / 2.0;
        if stones <= MAX_COLUMN_STONES {
            for stone in 0..stones {
                disc(svg, [middle, top - (stone as f64 + 0.5) * STONE]);
            }
        } else {
            disc(svg, [middle, top - 0.5 * STONE]);
            svg.styled(middle, top - STONE - 3.0, Anchor::Middle, &stones.to_string(), " font-size=\"11\"");
        }
        let bold = if counts(k) { " font-weight=\"700\"" } else { "" };
        svg.styled(middle, floor + 14.0, Anchor::Middle, &(k + 1).to_string(), &format!(" font-size=\"11\"{bold}"));
    }
    outline += &format!("L{:.1} {floor:.1}z", x + wide * steps.len() as f64);
    svg.put(format_args!("<path d=\"{outline}\" fill=\"#8a8f98\" fill-opacity=\"0.3\" stroke=\"{INK}\"/>\n"));
}

/// Draws a pair of numbers as a cell on a board; columns and rows are counted from 0.
fn square(svg: &mut Svg, [column, row]: [u64; 2], p_position_cells: &[usize], [x, y]: [f64; 2]) {
    for j in 0..=row {
        for i in 0..=column {
            let is_target = (i, j) == (column, row);
            let fill = if is_target { DISC } else { GROUND };
            let (left, top) = (x + 20.0 + i as f64 * CELL, y + j as f64 * CELL);
            svg.put(format_args!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" \
                    stroke=\"{GRID}\"/>\n"
            ));
            if p_position_cells.contains(&((j * (column + 1) + i) as usize)) {
                draw_p_mark(svg, [left + CELL / 2.0, top + CELL / 2.0]);
            }
        }
        svg.styled(x + 15.0, y + j as f64 * CELL + 13.0, Anchor::End, &j.to_string(), " font-size=\"9\"");
    }
    for i in 0..=column {
        let place = [x + 20.0 + (i as f64 + 0.5) * CELL, y + (row + 1) as f64 * CELL + 12.0];
        svg.styled(place[0], place[1], Anchor::Middle, &i.to_string(), " font-size=\"9\"");
    }
}

/// Draws the mark of a P-position.
fn draw_p_mark(svg: &mut Svg, [x, y]: [f64; 2]) {
    svg.put(format_args!("<circle class=\"p-position\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{INK}\"/>\n"));
}

/// Draws a board: holes are dark, pieces are discs with their letter.
///
/// The labels of rows and columns are the names that moves use. A board without cells is a dash.
fn grid(svg: &mut Svg, picture: &Grid, mover: Player, [x, y]: [f64; 2]) {
    if picture.cells.is_empty() {
        svg.text(x, y + 12.0, Anchor::Start, "–");
    }
    let left = x + 0.7 * SQUARE;
    for (k, &state) in picture.cells.iter().enumerate() {
        let (row, column) = (k / picture.columns, k % picture.columns);
        let (px, py) = (left + column as f64 * SQUARE, y + row as f64 * SQUARE);
        let fill = if state == '#' { INK } else { GROUND };
        if state != '_' {
            svg.put(format_args!(
                "<rect x=\"{px:.1}\" y=\"{py:.1}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{fill}\" \
                    stroke=\"{GRID}\"/>\n"
            ));
        }
        if state.is_alphabetic() {
            let [middle, across] = [px + SQUARE / 2.0, py + SQUARE / 2.0];
            let [disc, rim, ink] = piece_colors(picture.owner(state, mover), state == 'x');
            svg.put(format_args!(
                "<circle cx=\"{middle:.1}\" cy=\"{across:.1}\" r=\"{:.1}\" fill=\"{disc}\" stroke=\"{rim}\" \
                    stroke-width=\"1.5\"/>\n",
                SQUARE * 0.38
            ));
            let style = format!(" font-size=\"12\" font-weight=\"600\" style=\"fill:{ink}\"");
            svg.styled(middle, across + 4.0, Anchor::Middle, &state.to_string(), &style);
        }
        if column == 0 {
            svg.styled(left - 5.0, py + SQUARE / 2.0 + 3.0, Anchor::End, &(row + 1).to_string(), " font-size=\"9\"");
        }
        if k + picture.columns >= picture.cells.len() {
            let place = [px + SQUARE / 2.0, py + SQUARE + 11.0];
            svg.styled(place[0], place[1], Anchor::Middle, &column_name(column as u64), " font-size=\"9\"");
        }
    }
}

fn strip(svg: &mut Svg, cells: &[String], p_position_cells: &[usize], [x, y]: [f64; 2]) {
    for (k, cell) in cells.iter().enumerate() {
        let (left, top) =
            (x + (k % STRIP_COLUMNS) as f64 * STRIP_CELL, y + (k / STRIP_COLUMNS) as f64 * (STRIP_CELL + 6.0));
        svg.put(format_args!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{STRIP_CELL}\" height=\"{STRIP_CELL}\" fill=\"{GROUND}\" \
                stroke=\"{INK}\"/>\n"
        ));
        let size = if cell.chars().count() > 5 { " font-size=\"9\"" } else { "" };
        svg.styled(left + STRIP_CELL / 2.0, top + STRIP_CELL / 2.0 + 4.0, Anchor::Middle, cell, size);
        if p_position_cells.contains(&k) {
            draw_p_mark(svg, [left + STRIP_CELL / 2.0, top + STRIP_CELL - 7.0]);
        }
    }
    if cells.is_empty() {
        svg.text(x, y + 20.0, Anchor::Start, &Text::verbatim("–").to_string());
    }
}
