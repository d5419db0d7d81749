//! The notation of graphs: `(a-b, b-c:l, c=x)`.
//!
//! A list can hold several graphs, separated by `;`: in `(a-b; a-c)`, the two `a` are different vertices. One of
//! several graphs can be empty: `(; a-c)`.

use super::component::{Builder, GraphComponent};
use super::rule::GraphRule;
use crate::pattern::{EMPTY, NO_LABEL, States};
use grundy_lang::{Text, text};
use grundy_rules::lexer::{place_in_source, source_label};
use grundy_rules::{Cursor, Error, ErrorKind, NoSources, Result, VertexName};
use std::ops::Range;

/// The maximum number of vertices of a graph.
const MAX_VERTICES: usize = 4096;
/// The maximum number of edges of a graph.
const MAX_EDGES: usize = 1 << 14;

/// Parses a list of graphs in round brackets, such as `(a-b, b-c:l, c=x, @file; a-b)`.
///
/// # Errors
/// `syntax`, `bad_argument` or `too_large`, with the span of the fault.
pub(crate) fn parse(rule: &GraphRule, input: &mut Cursor<'_>, example: &'static str) -> Result<Vec<GraphComponent>> {
    input.expect('(', example)?;
    let (mut components, mut parser) = (vec![], GraphParser { rule, builder: Builder::default() });
    if input.accept(')') {
        return Ok(components);
    }
    // `begins` is set at the start of a graph, where `;` or `)` means an empty graph.
    let mut begins = true;
    loop {
        match input.peek() {
            Some('@') => parser.source(input)?,
            Some(';' | ')') if begins => {}
            _ => parser.item(input).map_err(|error| error.or_example(example))?,
        }
        begins = false;
        if input.accept(',') {
            continue;
        }
        let last = input.accept(')');
        if !last && !input.accept(';') {
            return Err(input.expected(text!("`,`, `;` or `)`")).or_example(example));
        }
        components.push(std::mem::take(&mut parser.builder).finish());
        if last {
            return Ok(components);
        }
        begins = true;
    }
}

struct GraphParser<'a> {
    rule: &'a GraphRule,
    builder: Builder,
}

impl GraphParser<'_> {
    /// Parses one item: a vertex `a`, a vertex with its state `a=x`, an edge `a-b` or a path `a-b-c:l`.
    fn item(&mut self, input: &mut Cursor<'_>) -> Result<()> {
        let (mut last, mut from) = self.vertex(input)?;
        if input.accept('=') {
            let (state, span) = self.letter(input, self.rule.states, true)?;
            if !self.builder.state(last, state) {
                let message = text!("the state of this vertex is given twice");
                return Err(Error::new(ErrorKind::BadArgument, message).at(from.start..span.end));
            }
            return Ok(());
        }
        let mut edges = vec![];
        while input.accept('-') {
            let (next, to) = self.vertex(input)?;
            edges.push(([last, next], from.start..to.end));
            (last, from) = (next, to);
        }
        let label = if !edges.is_empty() && input.accept(':') {
            self.letter(input, self.rule.labels, false)?.0
        } else {
            NO_LABEL
        };
        for (ends, span) in edges {
            if !self.builder.edge(ends, label) {
                let message = match ends[0] == ends[1] {
                    true => text!("an edge must join two different vertices"),
                    false => text!("this edge already exists"),
                };
                return Err(Error::new(ErrorKind::BadArgument, message).at(span));
            }
            self.within(&span)?;
        }
        Ok(())
    }

    fn vertex(&mut self, input: &mut Cursor<'_>) -> Result<(u32, Range<usize>)> {
        let (name, span) = input.name(text!("a vertex"))?;
        if name.is_empty() {
            return Err(Error::new(ErrorKind::BadArgument, text!("the name of a vertex is empty")).at(span));
        }
        let name = VertexName::read(&name).unquoted();
        let vertex = self.builder.vertex(&name);
        self.within(&span)?;
        Ok((vertex, span))
    }

    fn within(&self, span: &Range<usize>) -> Result<()> {
        let [vertices, edges] = self.builder.counts();
        if vertices <= MAX_VERTICES && edges <= MAX_EDGES {
            return Ok(());
        }
        let (most, edges) = (MAX_VERTICES, MAX_EDGES);
        let message = text!("a graph has at most {most} vertices and {edges} edges", most, edges);
        Err(Error::new(ErrorKind::TooLarge, message).at(span.clone()))
    }

    /// Parses the state of a vertex if `state` is set, otherwise the label of an edge.
    ///
    /// `known` are the letters that are valid here.
    fn letter(&self, input: &mut Cursor<'_>, known: States, state: bool) -> Result<(u8, Range<usize>)> {
        let (word, span) = match input.peek() {
            Some('.') if state => {
                let span = input.next_span();
                input.accept('.');
                return Ok((EMPTY, span));
            }
            _ => input.take_while(|c| c.is_alphanumeric() || c == '#'),
        };
        if let [letter] = *word.as_bytes()
            && known.contains(letter)
        {
            return Ok((letter, span));
        }
        let letters = || known.iter().map(|letter| char::from(letter).to_string()).collect::<Vec<_>>().join(", ");
        let help = match (state, known == States::NONE) {
            (true, true) => text!("vertices have no pieces in this game"),
            (true, false) => text!("a vertex is `.` or one of {letters}", letters = letters()),
            (false, true) => text!("edges have no labels in this game"),
            (false, false) => text!("edge labels are {letters}", letters = letters()),
        };
        if word.is_empty() {
            let what = if state { text!("the state of the vertex") } else { text!("the label of the edge") };
            return Err(input.expected(what).help(help));
        }
        let word: String = word.chars().take(20).collect();
        Err(Error::new(ErrorKind::BadArgument, text!("`{c}` has no meaning in this game", c = word))
            .at(span)
            .help(help))
    }

    /// Parses the items of a file, separated by commas and line ends; `#` starts a comment.
    fn source(&mut self, input: &mut Cursor<'_>) -> Result<()> {
        const FILES: Text =
            text!("each line of a file is an edge or a vertex, such as `a-b`, `a-b:l` or `c=x`; # starts a comment");
        let (name, bytes, span) = input.source()?;
        let name = source_label(&name);
        let refused = |at: usize, error: Error| {
            let place = place_in_source(&name, &bytes, at);
            let error = Error { message: text!("{place}: {fault}", place, fault = error.message), ..error };
            error.at(span.clone()).or_help(FILES)
        };
        let text = std::str::from_utf8(&bytes).map_err(|fault| {
            refused(fault.valid_up_to(), Error::new(ErrorKind::Syntax, text!("expected text in UTF-8")))
        })?;
        let before = self.builder.counts();
        let mut at = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
        for line in text[at..].split('\n') {
            input.poll()?;
            let mut sources = NoSources;
            let mut items = Cursor::for_line(line, &mut sources);
            while !matches!(items.peek(), None | Some('#')) {
                if items.accept(',') {
                    continue;
                }
                let read = self.item(&mut items).and_then(|()| match items.peek() {
                    None | Some('#' | ',') => Ok(()),
                    Some(_) => Err(items.expected(text!("`,` or the end of the line"))),
                });
                read.map_err(|error| {
                    refused(at + error.span.as_ref().map_or(items.offset(), |span| span.start), error)
                })?;
            }
            at += line.len() + 1;
        }
        if before == self.builder.counts() {
            return Err(Error::new(ErrorKind::BadArgument, text!("{name} contains no edges", name))
                .at(span)
                .help(FILES));
        }
        Ok(())
    }
}
