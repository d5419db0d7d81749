//! Draws the board on a terminal of any size.

use super::model::{Confirmation, LogKind, Model, ScreenLayout};
use super::picture;
use super::terminal::{Frame, Rect, Style, StyledLine};
use super::work::Ask;
use crate::play::sentences::sentence;
use crossterm::style::{Color, Stylize};
use grundy::unstable::lang::{Text, text};
use grundy::unstable::play::ExpectedResult;
use grundy::unstable::render::{pad, truncate, width, wrap};

/// The minimum height, in lines, of a terminal on which panes have titles.
const MIN_TITLED_HEIGHT: u16 = 16;
/// The minimum width, in columns, of a terminal on which the moves are next to the picture.
const MIN_SIDE_BY_SIDE_WIDTH: u16 = 64;

/// The visual style.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// Whether colours are used. No information is conveyed by colour alone.
    pub colors: bool,
}

impl Theme {
    pub fn color(self, color: Color) -> Style {
        if self.colors { Style::new().with(color) } else { Style::new() }
    }
}

/// The areas of the panes; a pane for which there is no space has height 0.
struct Areas {
    header: Rect,
    picture: Rect,
    moves: Rect,
    log: Rect,
    footer: Rect,
}

impl Areas {
    /// Splits an area, with a footer of at most `footer_height` lines.
    fn split(area: Rect, footer_height: u16) -> Areas {
        let mut rest = area;
        let mut take_top = |height: u16| {
            let height = height.min(rest.height);
            let taken = Rect { height, ..rest };
            rest = Rect { y: rest.y + height, height: rest.height - height, ..rest };
            taken
        };
        let header = take_top(if area.height >= MIN_TITLED_HEIGHT { 2 } else { 1 });
        let body = take_top(area.height.saturating_sub(header.height + footer_height));
        let footer = take_top(footer_height);
        let log_height = (body.height / 4).min(8);
        let log = Rect { y: body.y + body.height - log_height, height: log_height, ..body };
        let rest = Rect { height: body.height - log_height, ..body };
        let (picture, moves) = if area.width >= MIN_SIDE_BY_SIDE_WIDTH {
            let picture = Rect { width: rest.width / 2, ..rest };
            (picture, Rect { x: rest.x + picture.width, width: rest.width - picture.width, ..rest })
        } else {
            let picture = Rect { height: rest.height / 2, ..rest };
            (picture, Rect { y: rest.y + picture.height, height: rest.height - picture.height, ..rest })
        };
        Areas { header, picture, moves, log, footer }
    }
}

/// Draws the board and returns the positions of everything that the mouse can point at.
pub fn draw(frame: &mut Frame, model: &Model, theme: Theme) -> ScreenLayout {
    let area = frame.area();
    let keys = footer_lines(model, area);
    let areas = Areas::split(area, keys.len() as u16);
    let mut layout = ScreenLayout::default();
    draw_header(frame, model, areas.header);
    // Show the keys in reverse video, but not a line that is being typed.
    let footer_style = if model.typed.is_some() { Style::new() } else { Style::new().reverse() };
    let keys = keys.into_iter().map(|line| StyledLine::styled(pad(&line, area.width.into()), footer_style));
    frame.draw(areas.footer, keys);
    if let Some(pages) = &model.pages {
        let body = Rect { height: areas.footer.y.saturating_sub(areas.picture.y), ..areas.picture };
        let body = Rect { width: area.width, ..body };
        let body = draw_title(frame, body, &model.translate(&text!("who wins, and why")), area.height);
        let lines = wrap(&pages.text, body.width.into()).into_iter().skip(pages.top);
        frame.draw(body, lines.map(StyledLine::from));
        layout.pages = body;
        return layout;
    }
    draw_position(frame, model, theme, areas.picture, &mut layout);
    draw_moves(frame, model, theme, areas.moves, &mut layout);
    draw_log(frame, model, theme, areas.log);
    layout
}

/// Draws a title line above a pane, if the terminal is high enough, and returns the remaining area.
fn draw_title(frame: &mut Frame, area: Rect, title: &str, height: u16) -> Rect {
    if height < MIN_TITLED_HEIGHT {
        return area;
    }
    let columns = usize::from(area.width);
    let title = format!(" {} ", truncate(title, columns.saturating_sub(2)));
    let rule = "─".repeat(columns.saturating_sub(width(&title)));
    frame.draw(area, [StyledLine::from(title + &rule)]);
    let taken = area.height.min(1);
    Rect { y: area.y + taken, height: area.height - taken, ..area }
}

/// Draws the player to move, or the result of the play, and the first sentence of the rules.
fn draw_header(frame: &mut Frame, model: &Model, area: Rect) {
    let number = model.session.moves_made() + 1;
    let mut facts = match model.end {
        Some(end) => vec![model.names.result(end), text!("the game has ended")],
        None => vec![model.names.turn(&model.session)],
    };
    facts.extend(model.names.points(&model.session));
    let turn = text!("{number}. {facts}", number, facts = Text::list(facts));
    let bold = Style::new().bold();
    let mut lines = vec![StyledLine::styled(truncate(&model.translate(&turn), area.width.into()), bold)];
    lines.extend(
        model.opening.first().map(|rule| StyledLine::from(truncate(&model.translate(rule), area.width.into()))),
    );
    frame.draw(area, lines);
}

fn draw_position(frame: &mut Frame, model: &Model, theme: Theme, area: Rect, layout: &mut ScreenLayout) {
    let title = model.translate(&model.session.position().text());
    let area = draw_title(frame, area, &title, frame.area().height);
    // Leave one column between the picture and the list of moves.
    let columns = area.width.saturating_sub(1);
    let drawing = picture::draw(model, theme, columns);
    let height = usize::from(area.height);
    layout.picture = area;
    layout.max_picture_top = drawing.rows.len().saturating_sub(height);
    // Scroll to the end of the chosen component, or to its beginning if it does not fit.
    let follow = drawing.chosen.end.saturating_sub(height).min(drawing.chosen.start);
    layout.picture_top = model.picture_top.unwrap_or(follow).min(layout.max_picture_top);
    let mut lines = vec![];
    for (k, row) in drawing.rows.into_iter().skip(layout.picture_top).take(height).enumerate() {
        let y = area.y + k as u16;
        for (columns, target) in row.targets {
            let (from, to) = (columns.start.min(area.width), columns.end.min(area.width));
            layout.targets.push((Rect { x: area.x + from, y, width: to - from, height: 1 }, target));
        }
        lines.push(row.line);
    }
    frame.draw(area, lines);
}

fn draw_moves(frame: &mut Frame, model: &Model, theme: Theme, area: Rect, layout: &mut ScreenLayout) {
    let count = model.moves.len();
    let title = match model.more_moves {
        true => text!("{count} moves listed; others can be typed", count),
        false => text!("legal moves: {count}", count),
    };
    let area = draw_title(frame, area, &model.translate(&title), frame.area().height);
    let height = usize::from(area.height);
    // Keep the chosen move in the middle, if the list is long enough for that.
    let first = model.chosen.saturating_sub(height / 2).min(count.saturating_sub(height));
    let shown = model.moves.iter().enumerate().skip(first).take(height);
    let words: Vec<(usize, String)> = shown.map(|(k, mv)| (k, model.translate(&mv.text))).collect();
    let widest = words.iter().map(|(_, words)| width(words)).max().unwrap_or(0);
    let lines = words.into_iter().map(|(k, words)| {
        let chosen = k == model.chosen && model.end.is_none();
        let style = if chosen { Style::new().reverse() } else { Style::new() };
        let mark = if chosen { "▸ " } else { "  " };
        let mut line = StyledLine::styled(format!("{mark}{}", pad(&words, widest)), style);
        if let Some((expected_result, value)) = model.value_of(k) {
            let color = match expected_result {
                Some(ExpectedResult::Win) => theme.color(Color::DarkGreen),
                Some(ExpectedResult::Loss) => theme.color(Color::DarkRed),
                _ => Style::new(),
            };
            let max_width = usize::from(area.width).saturating_sub(line.width() + 2);
            line.push_styled(format!("  {}", truncate(&model.translate(value), max_width)), color);
        }
        line
    });
    frame.draw(area, lines);
    (layout.moves, layout.first) = (area, first);
}

/// Draws the newest lines of the log.
fn draw_log(frame: &mut Frame, model: &Model, theme: Theme, area: Rect) {
    let area = draw_title(frame, area, &model.translate(&text!("the game so far")), frame.area().height);
    let height = usize::from(area.height);
    let mut lines: Vec<StyledLine> = vec![];
    for (kind, entry) in model.log.iter().rev() {
        let style = match kind {
            LogKind::Move => Style::new(),
            LogKind::Note => theme.color(Color::DarkCyan),
            LogKind::Error => theme.color(Color::DarkRed).bold(),
        };
        // The newest entry is at the top, so the beginning of a long entry stays visible.
        lines.extend(wrap(entry, area.width.into()).into_iter().map(|line| StyledLine::styled(line, style)));
        if lines.len() >= height {
            break;
        }
    }
    lines.truncate(height);
    frame.draw(area, lines);
}

/// Returns the footer: the keys, the line being typed, or what the board waits for.
///
/// The footer has one line, or up to two if the terminal is high enough.
fn footer_lines(model: &Model, area: Rect) -> Vec<String> {
    if let Some(typed) = &model.typed {
        // Show the end of a long line.
        let mut shown = typed.as_str();
        while width(shown) + 4 > area.width.into() {
            let Some((at, _)) = shown.char_indices().nth(1) else { break };
            shown = &shown[at..];
        }
        return vec![format!("> {shown}▏")];
    }
    let keys = match (model.current_question(), &model.pages, model.is_machines_turn() && model.end.is_none()) {
        _ if model.pending == Some(Confirmation::Leave) => {
            text!("Quit? y: yes, n: no. The record of the game will be printed.")
        }
        _ if model.pending == Some(Confirmation::Restart) => text!("Start a new game? y: yes, n: no"),
        (Some(Ask::Reply), ..) => text!("The computer is thinking ... Esc: stop"),
        (Some(_), ..) => text!("computing ... Esc: stop"),
        (_, Some(_), _) => text!("arrows, PageUp and PageDown: scroll, Esc: back, q: quit"),
        _ if model.end.is_some() => text!("What next? n: new game, q: quit, u: undo, ?: why"),
        (_, _, true) => text!("Enter: the computer moves, q: quit, u: undo, ?: why, n: new game"),
        _ => text!("↑↓ Enter: play, q: quit, h: hint, ?: why, u: undo, v: values, n: new, 0-9: type"),
    };
    let keys = sentence(&keys, model.language);
    let columns = usize::from(area.width);
    let lines = wrap(&keys, columns);
    if area.height >= MIN_TITLED_HEIGHT && lines.len() <= 2 { lines } else { vec![truncate(&keys, columns)] }
}
