//! The parser for drawings as text: lists of edges, and a part of the DOT language.
//!
//! In a list, edges are separated by line ends or commas. An edge is written `a-b`, `a--b`, `a>b`, `a -> b` or
//! `a b`, and a colour may follow, as in `a-b:r`. A point may also appear on its own.
//!
//! In DOT, `color` and `style=dashed` set the colour or style of a line, `shape=box` puts a point on the
//! ground, and `tokens=2` sets the number of tokens on a point. Subgraphs are rejected.

use crate::dot::unclosed_attributes;
use crate::lexer::{FileName, GraphFileError, Lexer, word_length};
use grundy_lang::{Text, text};
use grundy_rules::{Color, Drawing, Error, ErrorKind, Line, Point, Result, Tools};
use std::collections::HashMap;

/// The maximum number of points of a drawing, and also of its lines.
const MAX_ITEMS: usize = 1000;

/// Parses a drawing of a position.
///
/// In games with a ground, the point named `0` is on the ground if the text puts no point on the ground.
///
/// # Errors
/// `syntax` with the span; `too_large`.
///
/// ```
/// use grundy_graph::read_drawing;
/// use grundy_rules::Color;
/// let tools = grundy_games::library().find("hackenbush").unwrap().tools().unwrap();
/// let drawing = read_drawing("graph { 0 [shape=box]; 0 -- a [color=blue]; a -- b }", tools).unwrap();
/// assert!(drawing.points[0].ground && drawing.lines[0].color == Color::Blue);
/// assert_eq!(drawing.lines[1].color, Color::Green);
/// assert_eq!(read_drawing("0-a:b\na-b", tools).unwrap(), drawing);
/// assert_eq!(read_drawing("0 - ?", tools).unwrap_err().span, Some(4..5));
/// ```
pub fn read_drawing(text: &str, tools: Tools) -> Result<Drawing> {
    let mut reader = DrawingParser {
        input: Lexer::new(text.as_bytes()),
        tools,
        points: vec![],
        lines: vec![],
        point_by_name: HashMap::new(),
    };
    reader.parse().map_err(|fault| {
        let kind = if fault.too_large { ErrorKind::TooLarge } else { ErrorKind::Syntax };
        let end = text[fault.at.min(text.len())..].chars().next().map_or(fault.at, |c| fault.at + c.len_utf8());
        let error = Error::new(kind, fault.message).at(fault.at..end);
        error.or_example("graph { a -- b; b -- c [color=red] }")
    })?;
    let DrawingParser { mut points, lines, .. } = reader;
    if tools.ground && points.iter().all(|point| !point.ground) {
        points.iter_mut().filter(|point| point.name == "0").for_each(|point| point.ground = true);
    }
    Ok(Drawing { points: points.into(), lines: lines.into(), ..Drawing::default() })
}

struct DrawingParser<'a> {
    input: Lexer<'a>,
    tools: Tools,
    points: Vec<Point>,
    lines: Vec<Line>,
    point_by_name: HashMap<String, u32>,
}

type ParseResult<T> = std::result::Result<T, GraphFileError>;

impl DrawingParser<'_> {
    fn parse(&mut self) -> ParseResult<()> {
        self.input.skip_space()?;
        let start = self.input.at;
        let mut word = self.peek_word();
        if word == "strict" {
            self.input.at += word.len();
            self.input.skip_space()?;
            word = self.peek_word();
        }
        if matches!(word.as_str(), "graph" | "digraph") {
            self.input.at += word.len();
            self.input.skip_space()?;
            if self.input.byte().is_some_and(|b| b != b'{') && !matches!(self.input.byte(), Some(b'-' | b'>' | b':')) {
                self.input.name(text!("`{{`"))?;
                self.input.skip_space()?;
            }
            if self.input.accept(b"{") {
                return self.parse_dot();
            }
        }
        self.input.at = start;
        self.parse_list()
    }

    /// Returns the next word in lower case, without consuming it.
    fn peek_word(&self) -> String {
        let rest = &self.input.bytes[self.input.at..];
        let length = rest.iter().position(|b| !b.is_ascii_alphanumeric() && *b != b'_').unwrap_or(rest.len());
        String::from_utf8_lossy(&rest[..length]).to_ascii_lowercase()
    }

    fn parse_dot(&mut self) -> ParseResult<()> {
        loop {
            self.input.skip_space()?;
            match self.input.byte() {
                None => {
                    return Err(GraphFileError::new(self.input.at, text!("the graph is not closed: expected `}}`")));
                }
                Some(b';' | b',') => self.input.at += 1,
                Some(b'}') => {
                    self.input.at += 1;
                    self.input.skip_space()?;
                    return match self.input.byte() {
                        None => Ok(()),
                        Some(_) => Err(self.input.expected(text!("the end of the file"))),
                    };
                }
                Some(b'{') => return Err(GraphFileError::new(self.input.at, text!("subgraphs are not supported"))),
                Some(_) => self.parse_statement()?,
            }
        }
    }

    fn parse_statement(&mut self) -> ParseResult<()> {
        let start = self.input.at;
        let word = self.peek_word();
        if word == "subgraph" {
            return Err(GraphFileError::new(start, text!("subgraphs are not supported")));
        }
        let first = self.parse_name()?;
        self.input.skip_space()?;
        if self.input.accept(b"=") {
            self.input.skip_space()?;
            self.parse_value()?;
            return Ok(());
        }
        // Attributes for all vertices or edges only affect their appearance, so they are ignored.
        if matches!(word.as_str(), "graph" | "node" | "edge") && self.input.byte() == Some(b'[') {
            self.parse_attributes()?;
            return Ok(());
        }
        let before = self.lines.len();
        let first = self.find_or_add_point(first, start)?;
        let mut from = first;
        while self.accept_sign(true) {
            self.input.skip_space()?;
            let at = self.input.at;
            let to = self.parse_name()?;
            let to = self.find_or_add_point(to, at)?;
            self.add_line([from, to], at)?;
            from = to;
            self.input.skip_space()?;
        }
        let attrs = self.parse_attributes()?;
        let (points, lines) = (&mut self.points, &mut self.lines[before..]);
        if lines.is_empty() {
            let point = &mut points[first as usize];
            let attrs = |name: &str| attrs.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
            point.ground |= self.tools.ground && attrs("shape") == Some("box");
            if let Some(tokens) = attrs("tokens").and_then(|tokens| tokens.parse::<u64>().ok()) {
                point.tokens = if self.tools.tokens { tokens.min(MAX_ITEMS as u64) } else { 0 };
            }
        } else if let Some(color) = line_color(self.tools, &attrs) {
            lines.iter_mut().for_each(|line| line.color = color);
        }
        Ok(())
    }

    fn parse_list(&mut self) -> ParseResult<()> {
        loop {
            self.input.skip_space()?;
            match self.input.byte() {
                None => return Ok(()),
                Some(b',' | b';') => {
                    self.input.at += 1;
                    continue;
                }
                Some(_) => {}
            }
            let start = self.input.at;
            let name = self.parse_name()?;
            let mut from = self.find_or_add_point(name, start)?;
            loop {
                self.input.skip_blanks();
                let has_sign = self.accept_sign(false);
                self.input.skip_blanks();
                let ends = matches!(self.input.byte(), None | Some(b'\n' | b',' | b';' | b':' | b'['));
                if ends && !has_sign {
                    break;
                }
                let at = self.input.at;
                let name = self.parse_name()?;
                let to = self.find_or_add_point(name, at)?;
                self.add_line([from, to], at)?;
                from = to;
                self.input.skip_blanks();
                if self.input.accept(b":") {
                    let at = self.input.at;
                    let word = self.peek_word();
                    let color = self.tools.color(&word).ok_or_else(|| {
                        let names = Text::list(self.tools.colors.iter().map(|color| Text::verbatim(color.name())));
                        GraphFileError::new(at, text!("the kinds of lines in this game are {names}", names))
                    })?;
                    self.input.at += word.len();
                    if let Some(line) = self.lines.last_mut() {
                        line.color = color;
                    }
                }
            }
        }
    }

    /// Consumes the sign between two points, if there is one, and returns whether there was one.
    ///
    /// With `is_dot`, only the signs of the DOT language count: `->` and `--`.
    fn accept_sign(&mut self, is_dot: bool) -> bool {
        let signs: [&[u8]; 4] = [b"->", b"--", b"-", b">"];
        signs[..if is_dot { 2 } else { 4 }].iter().any(|sign| self.input.accept(sign))
    }

    fn parse_name(&mut self) -> ParseResult<String> {
        let name = self.input.name(text!("a vertex"))?;
        Ok(match name {
            FileName::Number(number) => number.to_string(),
            FileName::Text(text) => text.into_owned(),
        })
    }

    fn find_or_add_point(&mut self, name: String, at: usize) -> ParseResult<u32> {
        if let Some(&point) = self.point_by_name.get(&name) {
            return Ok(point);
        }
        if self.points.len() >= MAX_ITEMS {
            return Err(self.too_large(at));
        }
        let number = self.points.len() as u32;
        self.points.push(Point { name: name.clone(), ..Point::default() });
        self.point_by_name.insert(name, number);
        Ok(number)
    }

    fn add_line(&mut self, ends: [u32; 2], at: usize) -> ParseResult<()> {
        if self.lines.len() >= MAX_ITEMS {
            return Err(self.too_large(at));
        }
        self.lines.push(Line::new(ends, self.tools.colors[0]));
        Ok(())
    }

    fn too_large(&self, at: usize) -> GraphFileError {
        GraphFileError {
            too_large: true,
            ..GraphFileError::new(
                at,
                text!("drawings of more than {most} points or lines are not supported", most = MAX_ITEMS),
            )
        }
    }

    /// Parses any number of attribute lists `[name=value, ...]`.
    fn parse_attributes(&mut self) -> ParseResult<Vec<(String, String)>> {
        let mut attrs = vec![];
        loop {
            self.input.skip_space()?;
            let start = self.input.at;
            if !self.input.accept(b"[") {
                return Ok(attrs);
            }
            loop {
                self.input.skip_space()?;
                match self.input.byte() {
                    None => return Err(unclosed_attributes(start)),
                    Some(b']') => break,
                    Some(_) => {
                        let name = self.parse_value()?.to_ascii_lowercase();
                        self.input.skip_space()?;
                        if !self.input.accept(b"=") {
                            return Err(self.input.expected(text!("`=` and the value of the attribute")));
                        }
                        self.input.skip_space()?;
                        let value = self.parse_value()?.to_ascii_lowercase();
                        self.input.skip_space()?;
                        let _separated = self.input.accept(b",") || self.input.accept(b";");
                        attrs.push((name, value));
                    }
                }
            }
            self.input.at += 1;
        }
    }

    /// Parses a word, a number or a quoted text.
    fn parse_value(&mut self) -> ParseResult<String> {
        let start = self.input.at;
        let mut out = vec![];
        if self.input.accept(b"\"") {
            loop {
                match self.input.byte() {
                    None => return Err(GraphFileError::new(start, text!("the quoted text is not closed"))),
                    Some(b'"') => break,
                    Some(b'\\') => {
                        self.input.at += 1;
                        out.extend(self.input.byte());
                    }
                    Some(byte) => out.push(byte),
                }
                self.input.at += 1;
            }
            self.input.at += 1;
        } else {
            // A colour that starts with `#` needs no quotes.
            let rest = &self.input.bytes[start..];
            let length = match rest.first() {
                Some(b'#') => 1 + word_length(&rest[1..]),
                _ => word_length(rest),
            };
            out.extend_from_slice(&rest[..length]);
            self.input.at += length;
            if out.is_empty() {
                return Err(self.input.expected(text!("a value")));
            }
        }
        Ok(String::from_utf8_lossy(&out).into_owned())
    }
}

/// Returns the colour or style of a line with these attributes, if the game has such lines.
fn line_color(tools: Tools, attrs: &[(String, String)]) -> Option<Color> {
    let value = |name: &str| attrs.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let colour = match value("color") {
        Some("#2e8b57" | "green" | "darkgreen") => Some(Color::Green),
        Some("#3f7fbf" | "blue" | "navy") => Some(Color::Blue),
        Some("#c0392b" | "red" | "darkred") => Some(Color::Red),
        _ => None,
    };
    let style = match value("style") {
        Some("dashed" | "dotted") => Color::Dashed,
        _ => Color::Solid,
    };
    colour.into_iter().chain([style]).find(|color| tools.colors.contains(color))
}

#[cfg(test)]
mod tests {
    use super::read_drawing;
    use grundy_rules::{Color, Tools};

    const ARROWS: Tools = Tools { colors: &[Color::Arrow], ground: false, tokens: true };
    const COLOURS: Tools = Tools { colors: &[Color::Green, Color::Blue, Color::Red], ground: true, tokens: false };
    const DASHES: Tools = Tools { colors: &[Color::Dashed, Color::Solid], ground: false, tokens: false };

    #[test]
    fn drawings_parse() {
        let parsed = |text: &str, tools| {
            let drawing = read_drawing(text, tools).unwrap();
            let lines = drawing.lines.iter().map(|line| {
                format!(
                    "{}-{}{}",
                    drawing.point_name(line.ends[0]),
                    drawing.point_name(line.ends[1]),
                    &line.color.name()[..1]
                )
            });
            let points = drawing.points.iter().filter(|point| point.ground || point.tokens > 0);
            let points = points.map(|point| format!("{}={}", point.name, if point.ground { 0 } else { point.tokens }));
            (lines.collect::<Vec<_>>().join(" "), points.collect::<Vec<_>>().join(" "))
        };
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(parsed("a>b, b -> c\nc  > d", ARROWS), pair("a-ba b-ca c-da", ""));
        assert_eq!(
            parsed("digraph g { a [tokens=2]; a -> b -> c [color=red]; d; label=x }", ARROWS),
            pair("a-ba b-ca", "a=2")
        );
        assert_eq!(parsed("0 1\n1 2:r # comment\n2-3:blue", COLOURS), pair("0-1g 1-2r 2-3b", "0=0"));
        assert_eq!(
            parsed("graph { node [shape=box]; r [shape=box]; r -- 0 [color=\"#C0392B\"] }", COLOURS),
            pair("r-0r", "r=0")
        );
        assert_eq!(parsed("STRICT Graph \"x y\" { a -- b [style=dashed]; b--c; }", DASHES), pair("a-bd b-cs", ""));
        assert_eq!(parsed("1-2,2-3:solid", DASHES), pair("1-2d 2-3s", ""));
        assert_eq!(parsed("graph-b\n\"graph\" - c", DASHES), pair("graph-bd graph-cd", ""));
        assert_eq!(parsed("", DASHES), pair("", ""));
    }

    #[test]
    fn errors_have_spans() {
        for (text, span, message) in [
            ("a-", 2..2, "expected a vertex"),
            ("a-b:z", 4..5, "the kinds of lines in this game are"),
            ("graph { a -- b", 14..14, "the graph is not closed"),
            ("graph { subgraph x { a } }", 8..9, "subgraphs are not supported"),
            ("graph { a [x=\"y }", 13..14, "the quoted text is not closed"),
            ("graph { a -- b } c", 17..18, "expected the end of the file"),
            ("a-\"b", 2..3, "the quoted name is not closed"),
            ("a-ü-€", 5..8, "expected a vertex"),
        ] {
            let error = read_drawing(text, COLOURS).unwrap_err();
            assert!(error.message.to_string().starts_with(message), "{text}: {error}");
            assert_eq!(error.span, Some(span), "{text}");
        }
        let long = (0..1002).map(|n| format!("{n}-{}\n", n + 1)).collect::<String>();
        assert_eq!(read_drawing(&long, COLOURS).unwrap_err().kind, grundy_rules::ErrorKind::TooLarge);
        // Random texts must not cause a panic.
        let signs: Vec<char> = "ab0->:,;{}[]=\"#\n ü".chars().collect();
        let mut state = 1u64;
        for _ in 0..20_000 {
            let text: String = (0..12)
                .map(|_| {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    signs[(state >> 33) as usize % signs.len()]
                })
                .collect();
            for prefix in ["", "graph {", "digraph { a -> b "] {
                let _ = read_drawing(&format!("{prefix}{text}"), COLOURS);
            }
        }
    }
}
