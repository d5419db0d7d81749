//! A writer of plain SVG: shapes, texts, axes.

use std::fmt::{Display, Write};

/// A picture under construction.
pub struct Svg {
    out: String,
}

/// The horizontal alignment of a text relative to its point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The text starts at the point.
    Start,
    /// The middle of the text is at the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// Colours of the foreground, the background and the grid lines, which a dark theme replaces.
///
/// Colours that must not change, such as those of letters on cells that keep their colour, are spelled differently:
/// `#fff` and `#222222`.
pub(crate) const INK: &str = "#222";
pub(crate) const GROUND: &str = "#ffffff";
pub(crate) const GRID: &str = "#ddd";

/// Style rules for a dark theme.
///
/// Viewers without style sheets show the light picture; pages can override the colours by variables.
const DARK: &str = "<style>@media (prefers-color-scheme:dark){\
    .grundy [fill=\"#ffffff\"]{fill:var(--grundy-ground,#16181d)}.grundy [stroke=\"#ffffff\"]{stroke:var(--grundy-ground,#16181d)}\
    .grundy [fill=\"#222\"]{fill:var(--grundy-ink,#e8e8ea)}.grundy [stroke=\"#222\"]{stroke:var(--grundy-ink,#e8e8ea)}\
    .grundy [stroke=\"#ddd\"]{stroke:var(--grundy-grid,#3a3f47)}}</style>\n";

impl Svg {
    /// Creates an empty picture with a title that describes it.
    pub fn new(width: u32, height: u32, title: &str) -> Svg {
        let mut svg = Svg { out: String::new() };
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"grundy\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"13\">\n<title>{}</title>\n{DARK}\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>\n",
            escaped(title)
        ));
        svg
    }

    /// Appends markup unchanged.
    pub fn put(&mut self, markup: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{markup}");
    }

    /// Appends an element that contains only text.
    pub fn element(&mut self, name: &str, text: &str) {
        let text = escaped(text);
        self.put(format_args!("<{name}>{text}</{name}>"));
    }

    /// Appends a text.
    pub fn text(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        self.styled(x, y, anchor, text, "");
    }

    /// Appends a text with further attributes.
    pub fn styled(&mut self, x: f64, y: f64, anchor: Anchor, text: &str, style: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let fill = if style.contains("fill=") { "" } else { " fill=\"#222\"" };
        let text = escaped(text);
        self.put(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{fill}{style}>{text}</text>\n"));
    }

    /// Appends a title that takes at most `max_width` pixels to the right of `x`.
    ///
    /// A title that is too wide is set in a smaller font, on two lines around `y` if necessary. If two lines are not
    /// enough, the middle of the title is left out.
    pub fn title(&mut self, x: f64, y: f64, max_width: f64, text: &str) {
        let style = |size: u32| format!(" font-size=\"{size}\" font-weight=\"600\"");
        if width(text, 16.0) <= max_width {
            return self.styled(x, y, Anchor::Start, text, &style(16));
        }
        let max_chars = (max_width / (12.0 * BOLD)) as usize;
        let lines = two_lines(text, max_chars.max(8));
        let first = if lines.len() == 1 { y } else { y - 9.0 };
        for (line, text) in lines.iter().enumerate() {
            self.styled(x, first + 15.0 * line as f64, Anchor::Start, text, &style(12));
        }
    }

    /// Appends a legend whose last line is at `y`: its entries, separated by ` · `, on one or two lines.
    pub fn legend(&mut self, [x, y]: [f64; 2], max_width: f64, text: &str) {
        let width = |text: &str| text.chars().map(|c| if c.is_ascii() { 5.8 } else { 11.0 }).sum::<f64>();
        let mut lines = vec![text];
        if width(text) > max_width {
            let breaks = text.match_indices(" · ").filter(|(at, _)| width(&text[..*at]) <= max_width);
            if let Some((at, separator)) = breaks.last() {
                lines = vec![&text[..at], &text[at + separator.len()..]];
            }
        }
        for (k, line) in lines.iter().rev().enumerate() {
            self.styled(x, y - 15.0 * k as f64, Anchor::Start, line, " font-size=\"11\"");
        }
    }

    /// Appends a straight line.
    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], color: &str) {
        let ([x, y], [u, v]) = (from, to);
        self.put(format_args!("<path d=\"M{x:.1} {y:.1}L{u:.1} {v:.1}\" stroke=\"{color}\" fill=\"none\"/>\n"));
    }

    /// Returns the finished picture.
    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }
}

/// The approximate width of a bold letter, relative to its size; texts are rarely wider.
const BOLD: f64 = 0.62;

/// Returns the approximate width of a bold text of this size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * BOLD
}

/// Breaks a text into one or two lines of at most `max_chars` characters, at a blank if there is one.
pub fn two_lines(text: &str, max_chars: usize) -> Vec<String> {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.len() <= max_chars {
        return vec![text.to_string()];
    }
    let max_letters = 2 * max_chars - max_chars / 4;
    if letters.len() > max_letters {
        let from = max_letters * 3 / 5;
        let to = letters.len() - (max_letters - from - 3);
        letters.splice(from..to, " … ".chars());
    }
    // The blank at the break is trimmed, so the second line may be one character longer before trimming.
    let least = letters.len().saturating_sub(max_chars + 1);
    let blank = (least..=max_chars).rev().find(|&k| letters.get(k) == Some(&' '));
    let (head, tail) = letters.split_at(blank.unwrap_or(max_chars));
    [head, tail].iter().map(|part| part.iter().collect::<String>().trim().to_string()).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns round numbers from 0 to `to`, about `count` of them.
pub fn ticks(to: u64, count: u64) -> impl Iterator<Item = u64> {
    let steps = (0..19).flat_map(|decade| [1, 2, 5].map(|digit| digit * 10u64.pow(decade)));
    let step = steps.into_iter().find(|step| to / step <= count).unwrap_or(u64::MAX);
    (0..=to).step_by(step as usize)
}

/// Returns a colour of the palette viridis (S. van der Walt, N. Smith 2015).
///
/// The colour is interpolated between nine anchors. `share` is a number from 0 to 1; luminance grows with it, so that
/// the colours can be distinguished in grey as well.
pub fn viridis(share: f64) -> [u8; 3] {
    const ANCHORS: [[u8; 3]; 9] = [
        [68, 1, 84],
        [71, 44, 122],
        [59, 81, 139],
        [44, 113, 142],
        [33, 144, 141],
        [39, 173, 129],
        [92, 200, 99],
        [170, 220, 50],
        [253, 231, 37],
    ];
    let position = share.clamp(0.0, 1.0) * 8.0;
    let low = (position as usize).min(7);
    let mix = |k: usize| {
        let (a, b) = (f64::from(ANCHORS[low][k]), f64::from(ANCHORS[low + 1][k]));
        (a + (b - a) * (position - low as f64)).round() as u8
    };
    [mix(0), mix(1), mix(2)]
}

pub(crate) fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
