//! Line width, line breaks and colours of text output. The user interfaces choose the style.

use crate::columns::char_width;
use crate::columns::width;
use anstyle::{AnsiColor, Effects};
use grundy_lang::Text;
use grundy_rules::Outcome;

/// The style of text output.
///
/// The default, for files and other programs, has unbroken lines and no colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The width of a line in columns; `None` to leave lines unbroken.
    pub width: Option<usize>,
    /// The number of lines visible at once; `None` if the output is not shown on a screen.
    pub height: Option<usize>,
    /// Whether to use colours. No information is given by colour alone.
    pub colors: bool,
}

/// The meaning of a word that has a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// With best play, no player wins.
    Draw,
    /// Left wins, no matter who starts.
    Left,
    /// Right wins, no matter who starts.
    Right,
    /// The value 0.
    Zero,
    /// An error.
    Wrong,
}

impl Tone {
    /// Returns the tone of an outcome.
    pub fn for_outcome(outcome: Outcome) -> Tone {
        match outcome {
            Outcome::N => Tone::Win,
            Outcome::P => Tone::Loss,
            Outcome::L => Tone::Left,
            Outcome::R => Tone::Right,
            Outcome::D => Tone::Draw,
        }
    }

    fn style(self) -> anstyle::Style {
        match self {
            Tone::Win => AnsiColor::Green.on_default(),
            Tone::Loss => AnsiColor::Red.on_default(),
            Tone::Draw => AnsiColor::Yellow.on_default(),
            Tone::Left => AnsiColor::Blue.on_default(),
            Tone::Right => AnsiColor::Magenta.on_default(),
            Tone::Zero => AnsiColor::Cyan.on_default(),
            Tone::Wrong => AnsiColor::Red.on_default().effects(Effects::BOLD),
        }
    }
}

impl Style {
    /// Returns the text in the colour of its tone, if colours are on.
    ///
    /// ```
    /// use grundy_render::{Style, Tone};
    /// assert_eq!(Style::default().paint(Tone::Win, "N"), "N");
    /// assert_eq!(Style { colors: true, ..Style::default() }.paint(Tone::Win, "N"), "\u{1b}[32mN\u{1b}[0m");
    /// ```
    pub fn paint(&self, tone: Tone, text: &str) -> String {
        match self.colors {
            true => {
                let style = tone.style();
                format!("{style}{text}{style:#}")
            }
            false => text.to_string(),
        }
    }

    /// Returns a text that is not translated yet in the colour of its tone, like [`Style::paint`].
    pub(crate) fn painted(&self, tone: Tone, text: Text) -> Text {
        match self.colors {
            true => {
                let style = tone.style();
                Text::painted(format!("{style}"), text, format!("{style:#}"))
            }
            false => text,
        }
    }

    /// Breaks the lines of a text to the width.
    ///
    /// Continuation lines are indented: relative to their line, or to the second column of a line with columns.
    ///
    /// ```
    /// use grundy_render::Style;
    /// let narrow = Style { width: Some(24), ..Style::default() };
    /// assert_eq!(narrow.wrap_lines("nim: all positions up to 500 agree\n"), "nim: all positions up to\n  500 agree\n");
    /// assert_eq!(narrow.wrap_lines("period    7 from heap 0 on, proved\n"), "period    7 from heap 0\n          on, proved\n");
    /// ```
    pub fn wrap_lines(&self, text: &str) -> String {
        self.break_lines(text, 2)
    }

    /// Breaks the lines like [`Style::wrap_lines`], but without indentation below an unindented line.
    pub fn fill(&self, text: &str) -> String {
        self.break_lines(text, 0)
    }

    fn break_lines(&self, text: &str, margin: usize) -> String {
        let Some(columns) = self.width else { return text.to_string() };
        let mut out = String::with_capacity(text.len() + text.len() / 8);
        for line in text.split_inclusive('\n') {
            let without_break = line.strip_suffix('\n');
            for (k, part) in break_line(without_break.unwrap_or(line), columns, margin).iter().enumerate() {
                out.push_str(if k > 0 { "\n" } else { "" });
                out.push_str(part);
            }
            out.push_str(if without_break.is_some() { "\n" } else { "" });
        }
        out
    }
}

/// Breaks a text into lines of at most `columns` columns, as [`Style::fill`] does.
///
/// ```
/// assert_eq!(grundy_render::wrap("take 2 from heap 1", 8), ["take 2", "from", "heap 1"]);
/// ```
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    text.lines().flat_map(|line| break_line(line, columns, 0)).collect()
}

/// A character, and the escape sequences after it, which take no columns.
struct StyledChar<'t> {
    c: char,
    text: &'t str,
    escapes: &'t str,
    wide: usize,
}

/// Returns the length of the escape sequences at the start of a text.
fn escapes(text: &str) -> usize {
    let mut at = 0;
    while let Some(escape) = text[at..].strip_prefix("\u{1b}[") {
        // An escape sequence ends with a character from `@` to `~`, in practice a letter.
        at += 2 + escape.find(|c: char| ('\u{40}'..='\u{7e}').contains(&c)).map_or(escape.len(), |end| end + 1);
    }
    at
}

/// Returns the characters of a line. Escape sequences at its start belong to the first character.
fn cells(line: &str) -> impl Iterator<Item = StyledChar<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let front = if rest.len() == line.len() { escapes(rest) } else { 0 };
        let c = rest[front..].chars().next()?;
        let (text, tail) = rest.split_at(front + c.len_utf8());
        let (escapes, tail) = tail.split_at(escapes(tail));
        rest = tail;
        Some(StyledChar { c, text, escapes, wide: char_width(c) })
    })
}

/// Returns the column after the first gap of a line: two or more blanks between words.
fn second_column(line: &str) -> Option<usize> {
    let (mut column, mut blanks, mut begun) = (0, 0, false);
    for cell in cells(line) {
        match cell.c {
            ' ' => blanks += 1,
            _ if begun && blanks > 1 => return Some(column),
            _ => (blanks, begun) = (0, true),
        }
        column += cell.wide;
    }
    None
}

/// A place where a line may be broken.
#[derive(Clone, Copy)]
struct Break {
    /// The byte offset in the line that is being filled; `column` is the column at this offset.
    at: usize,
    column: usize,
}

/// Breaks a line at blanks and next to wide characters.
///
/// The function breaks after a comma if a break at a blank would leave the line half empty, and within a word only if
/// nothing else is possible. Continuation lines are indented by `margin` if the line itself is not indented.
pub fn break_line(line: &str, columns: usize, margin: usize) -> Vec<String> {
    let columns = columns.max(2);
    if width(line) <= columns {
        return vec![line.to_string()];
    }
    let indent = cells(line).take_while(|cell| cell.c == ' ').count();
    let second = second_column(line);
    let max_hang = (columns / 2).min(columns - 2);
    // A second column that leaves too little space moves below the first.
    let gap = second.filter(|&column| column > max_hang);
    let hang = match second {
        Some(column) if column <= max_hang => column,
        Some(_) => indent + 4,
        None => indent + if indent > 0 { 2 } else { margin },
    };
    let hang = hang.min(max_hang);
    let (mut lines, mut now, mut column) = (vec![], String::new(), 0);
    // The latest break at a blank or next to a wide character, and the latest break after a comma.
    let (mut good, mut fair): (Option<Break>, Option<Break>) = (None, None);
    let mut before = ' ';
    let mut place = 0;
    for cell in cells(line) {
        let candidate = Break { at: now.len(), column };
        if cell.c == ' ' || ((cell.wide > 1 || char_width(before) > 1) && !closes(cell.c) && !opens(before)) {
            good = Some(candidate);
        } else if before == ',' {
            fair = Some(candidate);
        }
        let full = column + cell.wide > columns;
        if full || (lines.is_empty() && gap == Some(place)) {
            let enough = hang + (columns - hang) / 2;
            let words =
                |at: &Break| !now[..at.at].trim().is_empty() && at.column > if lines.is_empty() { 0 } else { hang };
            let best = match (good.filter(words), fair.filter(words)) {
                (Some(good), Some(fair)) if good.column < enough && fair.column > good.column => Some(fair),
                (Some(good), _) => Some(good),
                (None, fair) => fair,
            };
            let at = match best {
                Some(best) if full => best.at,
                // Break at the second column, or within a word.
                _ => now.len(),
            };
            let rest = format!("{}{}", " ".repeat(hang), now[at..].trim_start());
            now.truncate(now[..at].trim_end().len());
            lines.push(std::mem::replace(&mut now, rest));
            column = width(&now);
            (good, fair) = (None, None);
        }
        place += cell.wide;
        before = cell.c;
        // A line does not start with the blank at which it was broken.
        let dropped = cell.c == ' ' && !lines.is_empty() && column == hang;
        if !dropped {
            now.push_str(cell.text);
            column += cell.wide;
        }
        now.push_str(cell.escapes);
    }
    now.truncate(now.trim_end().len());
    if !now.is_empty() || lines.is_empty() {
        lines.push(now);
    }
    lines
}

/// Reports whether a character may not begin a line.
fn closes(c: char) -> bool {
    "，。；：、）」』》”？！…".contains(c)
}

/// Reports whether a character may not end a line.
fn opens(c: char) -> bool {
    "（「『《“".contains(c)
}
