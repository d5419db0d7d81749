//! The terminal as a grid of cells: draws a frame in memory, then writes the cells that changed.

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::style::{Attribute, Color, Print, SetAttribute, SetAttributes, SetForegroundColor};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    is_raw_mode_enabled, size,
};
use crossterm::{execute, queue};
use grundy::unstable::render::width;
use std::io::{Write, stdout};

/// The colour and the attributes of a text.
pub type Style = crossterm::style::ContentStyle;

/// A cell of the terminal, counted from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenPosition {
    pub x: u16,
    pub y: u16,
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

impl Rect {
    pub fn contains(self, at: ScreenPosition) -> bool {
        let columns = self.x..self.x + self.width;
        let rows = self.y..self.y + self.height;
        columns.contains(&at.x) && rows.contains(&at.y)
    }
}

/// A line of text: spans of one style each.
#[derive(Clone, Debug, Default)]
pub struct StyledLine(Vec<(String, Style)>);

impl StyledLine {
    pub fn styled(text: impl Into<String>, style: Style) -> StyledLine {
        StyledLine(vec![(text.into(), style)])
    }

    pub fn push(&mut self, text: impl Into<String>) {
        self.push_styled(text, Style::new());
    }

    pub fn push_styled(&mut self, text: impl Into<String>, style: Style) {
        self.0.push((text.into(), style));
    }

    /// Returns the width of the line in columns.
    pub fn width(&self) -> usize {
        self.0.iter().map(|(text, _)| width(text)).sum()
    }
}

impl From<String> for StyledLine {
    fn from(text: String) -> StyledLine {
        StyledLine::styled(text, Style::new())
    }
}

/// A cell of a frame: one character and the combining characters after it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ScreenCell {
    /// Empty if the wide character in the cell to the left covers this cell too.
    symbol: String,
    style: Style,
}

/// The contents of the terminal at one time.
#[derive(Clone, Debug)]
pub struct Frame {
    columns: u16,
    rows: u16,
    /// The cells, row by row.
    cells: Vec<ScreenCell>,
}

impl Frame {
    /// Returns a frame of blanks.
    pub fn new(columns: u16, rows: u16) -> Frame {
        let blank = ScreenCell { symbol: " ".to_string(), style: Style::new() };
        Frame { columns, rows, cells: vec![blank; usize::from(columns) * usize::from(rows)] }
    }

    pub fn area(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.columns, height: self.rows }
    }

    /// Returns the character in a cell, which is empty if a wide character to the left covers the cell.
    #[cfg(test)]
    pub fn symbol(&self, at: ScreenPosition) -> &str {
        &self.cells[self.index(at)].symbol
    }

    /// Returns the style of a cell.
    #[cfg(test)]
    pub fn style(&self, at: ScreenPosition) -> Style {
        self.cells[self.index(at)].style
    }

    fn index(&self, at: ScreenPosition) -> usize {
        usize::from(at.y) * usize::from(self.columns) + usize::from(at.x)
    }

    /// Draws lines from the top left corner of an area; omits lines and characters outside the area.
    pub fn draw(&mut self, area: Rect, lines: impl IntoIterator<Item = StyledLine>) {
        for (y, line) in (area.y..area.y + area.height).zip(lines) {
            let start = self.index(ScreenPosition { x: area.x, y });
            let (mut next, end) = (start, start + usize::from(area.width));
            let mut last = None;
            let characters = line.0.iter().flat_map(|(text, style)| text.chars().map(move |c| (c, *style)));
            for (c, style) in characters.filter(|(c, _)| !c.is_control()) {
                let symbol = c.to_string();
                let columns = width(&symbol);
                if columns == 0 {
                    if let Some(last) = last {
                        let cell: &mut ScreenCell = &mut self.cells[last];
                        cell.symbol.push(c);
                    }
                    continue;
                }
                if next + columns > end {
                    break;
                }
                self.cells[next] = ScreenCell { symbol, style };
                self.cells[next + 1..next + columns].fill(ScreenCell { symbol: String::new(), style });
                last = Some(next);
                next += columns;
            }
        }
    }
}

/// Writes the cells in which `frame` differs from `shown`; both have the same size.
fn write_changes(out: &mut impl Write, shown: &Frame, frame: &Frame) -> std::io::Result<()> {
    let columns = usize::from(frame.columns);
    let mut style = Style::new();
    let mut cursor = None;
    for (k, (old, new)) in shown.cells.iter().zip(&frame.cells).enumerate() {
        if old == new || new.symbol.is_empty() {
            continue;
        }
        let (x, y) = (k % columns, k / columns);
        // At the end of a row, the cursor does not advance to the next row by itself.
        if cursor != Some(k) || x == 0 {
            queue!(out, MoveTo(x as u16, y as u16))?;
        }
        if new.style != style {
            style = new.style;
            write_style(out, style)?;
        }
        queue!(out, Print(&new.symbol))?;
        cursor = Some(k + width(&new.symbol));
    }
    write_style(out, Style::new())
}

fn write_style(out: &mut impl Write, style: Style) -> std::io::Result<()> {
    let color = style.foreground_color.unwrap_or(Color::Reset);
    // With NO_COLOR, crossterm resets everything instead of setting a colour, so the attributes come after it.
    queue!(out, SetAttribute(Attribute::Reset), SetForegroundColor(color), SetAttributes(style.attributes))
}

/// The terminal while it shows the board.
///
/// The terminal is restored on drop, and before a panic prints its message.
pub struct Terminal {
    shown: Frame,
}

impl Terminal {
    pub fn open() -> std::io::Result<Terminal> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            hook(panic);
        }));
        enable_raw_mode()?;
        let terminal = Terminal { shown: Frame::new(0, 0) };
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(terminal)
    }

    /// Returns an empty frame in the current size of the terminal.
    pub fn frame(&self) -> std::io::Result<Frame> {
        let (columns, rows) = size()?;
        Ok(Frame::new(columns, rows))
    }

    /// Shows a frame on the terminal.
    pub fn show(&mut self, frame: Frame) -> std::io::Result<()> {
        let mut out = stdout().lock();
        if self.shown.area() != frame.area() {
            queue!(out, Clear(ClearType::All), Hide)?;
            self.shown = Frame::new(frame.columns, frame.rows);
        }
        write_changes(&mut out, &self.shown, &frame)?;
        out.flush()?;
        self.shown = frame;
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal; further calls do nothing.
///
/// Errors are ignored: the terminal may be gone, and there is nowhere else to report them.
fn restore() {
    if is_raw_mode_enabled().unwrap_or(true) {
        let _ = execute!(stdout(), DisableMouseCapture);
        let _ = disable_raw_mode();
        let _ = execute!(stdout(), LeaveAlternateScreen, Show);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::style::Stylize;
    use grundy::unstable::play::Random;

    /// Returns a frame with lines of random words, narrow and wide, plain and styled.
    fn random_frame(random: &mut Random, columns: u16, rows: u16) -> Frame {
        let mut frame = Frame::new(columns, rows);
        let left = random.below(usize::from(columns)) as u16;
        for area in [Rect { width: left, ..frame.area() }, Rect { x: left, width: columns - left, ..frame.area() }] {
            let line = |random: &mut Random| {
                let mut line = StyledLine::default();
                for _ in 0..random.below(6) {
                    let text = ["取", "a", " ", "第1堆", "e\u{301}", "● ○", "\u{7}x"][random.below(7)];
                    let style = [Style::new(), Style::new().reverse(), Style::new().bold().dark_red()];
                    line.push_styled(text, style[random.below(3)]);
                }
                line
            };
            let lines: Vec<StyledLine> = (0..rows).map(|_| line(random)).collect();
            frame.draw(area, lines);
        }
        frame
    }

    #[test]
    fn changes_make_a_terminal_show_the_frame() {
        // Write colours even if NO_COLOR is set.
        crossterm::style::force_color_output(true);
        let mut random = Random::new(3);
        for (columns, rows) in [(1, 1), (2, 3), (7, 2), (12, 5)] {
            let mut terminal = vt100::Parser::new(rows, columns, 0);
            let mut shown = Frame::new(columns, rows);
            for _ in 0..300 {
                let frame = random_frame(&mut random, columns, rows);
                let mut written = vec![];
                write_changes(&mut written, &shown, &frame).unwrap();
                terminal.process(&written);
                for (k, cell) in frame.cells.iter().enumerate() {
                    let (x, y) = (k as u16 % columns, k as u16 / columns);
                    let seen = terminal.screen().cell(y, x).unwrap();
                    let symbol = if seen.contents().is_empty() { " " } else { seen.contents() };
                    assert_eq!(seen.is_wide_continuation(), cell.symbol.is_empty());
                    if !cell.symbol.is_empty() {
                        let attributes = cell.style.attributes;
                        assert_eq!(symbol, cell.symbol);
                        assert_eq!(seen.inverse(), attributes.has(Attribute::Reverse));
                        assert_eq!(seen.bold(), attributes.has(Attribute::Bold));
                        let red = seen.fgcolor() == vt100::Color::Idx(1);
                        assert_eq!(red, cell.style.foreground_color == Some(Color::DarkRed));
                    }
                }
                shown = frame;
            }
        }
    }

    #[test]
    fn a_frame_that_is_shown_changes_nothing() {
        let frame = random_frame(&mut Random::new(5), 20, 5);
        let (mut nothing, mut reset) = (vec![], vec![]);
        write_changes(&mut nothing, &frame, &frame).unwrap();
        write_style(&mut reset, Style::new()).unwrap();
        assert_eq!(nothing, reset);
    }
}
