//! The parser for files of graphs: lists of edges, or the DOT language.
//!
//! In a list, edges are separated by line ends or commas. An edge is written `a>b`, `a -> b` or `a b`; a chain
//! such as `a > b > c` means several edges, and a single name is a vertex without edges.

use crate::dot::read_dot;
use crate::lexer::{FileName, GraphFileError, Lexer};
use grundy_lang::{Text, text};
use grundy_rules::{DigraphBuilder, MAX_EDGES};

/// A callback that returns an error if parsing must stop.
pub type PollFn<'l> = dyn FnMut() -> grundy_rules::Result<()> + 'l;

/// Parses a file in either format into `graph`.
///
/// The function calls `poll` regularly.
///
/// # Errors
/// The first mistake in the file, a graph beyond the limits, or the error that `poll` returned.
pub fn read_graph(bytes: &[u8], graph: &mut DigraphBuilder, poll: &mut PollFn<'_>) -> Result<(), GraphFileError> {
    let mut input = Lexer::new(bytes);
    match dot_keyword(bytes)? {
        Some(Keyword { is_directed: false, at }) => {
            let message =
                text!("a DOT `graph` has undirected edges, but tokens move along arrows. Write `digraph` and `->`");
            Err(GraphFileError::new(at, message))
        }
        Some(Keyword { is_directed: true, at }) => {
            input.at = at + b"digraph".len();
            read_dot(&mut input, graph, poll)
        }
        None => read_list(&mut input, graph, poll),
    }
}

struct Keyword {
    is_directed: bool,
    at: usize,
}

/// Returns the keyword `graph` or `digraph` and its offset in bytes, if this is a DOT file.
///
/// A DOT file starts with `[strict] graph [name] {` or `[strict] digraph [name] {`.
fn dot_keyword(bytes: &[u8]) -> Result<Option<Keyword>, GraphFileError> {
    let mut input = Lexer::new(bytes);
    let word = |input: &mut Lexer<'_>, keyword: &[u8]| {
        let next = &bytes[input.at..];
        let ends = next.get(keyword.len()).is_none_or(|b| !(b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80));
        let matches = next.len() >= keyword.len() && next[..keyword.len()].eq_ignore_ascii_case(keyword) && ends;
        if matches {
            input.at += keyword.len();
        }
        matches
    };
    input.skip_space()?;
    if word(&mut input, b"strict") {
        input.skip_space()?;
    }
    let at = input.at;
    let is_directed = word(&mut input, b"digraph");
    if !is_directed && !word(&mut input, b"graph") {
        return Ok(None);
    }
    input.skip_space()?;
    if input.byte() != Some(b'{') {
        // The next word is the graph's name, unless the file is a list whose first vertex is `graph`.
        if input.name(text!("a name")).is_err() {
            return Ok(None);
        }
        input.skip_space()?;
    }
    Ok((input.byte() == Some(b'{')).then_some(Keyword { is_directed, at }))
}

/// The forms of an edge in a list, for messages.
const EDGE: Text = text!("`a>b`, `a -> b` or `a b`");

/// An end of a parsed edge.
#[derive(Clone, Copy)]
enum EdgeEnd {
    /// A vertex given by its name, a number, which is not looked up yet.
    Number(u64),
    Vertex(u32),
}

/// A buffer of edges that are not in the graph yet.
///
/// Numbers are looked up in batches, because each single look-up would wait for memory.
struct PendingEdges<'g, 'l> {
    graph: &'g mut DigraphBuilder,
    poll: &'g mut PollFn<'l>,
    edges: Vec<[EdgeEnd; 2]>,
}

impl PendingEdges<'_, '_> {
    const MAX_PENDING: usize = 1024;

    #[inline]
    fn read_end(&mut self, input: &mut Lexer<'_>) -> Result<EdgeEnd, GraphFileError> {
        let at = input.at;
        let name = match input.name(text!("a vertex"))? {
            FileName::Number(number) => return Ok(EdgeEnd::Number(number)),
            name @ FileName::Text(_) => name,
        };
        let vertex = self.graph.vertex(name.as_vertex());
        check_size(self.graph, at)?;
        Ok(EdgeEnd::Vertex(vertex))
    }

    #[inline]
    fn add(&mut self, ends: [EdgeEnd; 2], at: usize) -> Result<(), GraphFileError> {
        self.edges.push(ends);
        if self.edges.len() < Self::MAX_PENDING { Ok(()) } else { self.flush(at) }
    }

    fn resolve(&mut self, end: EdgeEnd) -> u32 {
        match end {
            EdgeEnd::Number(number) => self.graph.number(number),
            EdgeEnd::Vertex(vertex) => vertex,
        }
    }

    fn flush(&mut self, at: usize) -> Result<(), GraphFileError> {
        let mut edges = std::mem::take(&mut self.edges);
        for &[from, to] in &edges {
            let (from, to) = (self.resolve(from), self.resolve(to));
            self.graph.edge(from, to);
        }
        edges.clear();
        self.edges = edges;
        (self.poll)().map_err(GraphFileError::stopped)?;
        check_size(self.graph, at)
    }
}

fn read_list(input: &mut Lexer<'_>, graph: &mut DigraphBuilder, poll: &mut PollFn<'_>) -> Result<(), GraphFileError> {
    graph.reserve(input.bytes.iter().filter(|&&b| b == b'\n').count());
    let before = graph.edges();
    let mut pending = PendingEdges { graph, poll, edges: Vec::with_capacity(PendingEdges::MAX_PENDING) };
    let mut first_isolated = None;
    loop {
        input.skip_blanks();
        match input.byte() {
            None => break,
            Some(b'\n' | b',') => {
                input.at += 1;
                continue;
            }
            Some(_) => {}
        }
        let start = input.at;
        let mut from = pending.read_end(input)?;
        let mut names = 1;
        let mut arrows = true;
        loop {
            input.skip_blanks();
            match input.byte() {
                None | Some(b'\n' | b',') => break,
                Some(b'>') => input.at += 1,
                Some(b'-') if input.starts_with(b"->") => input.at += 2,
                Some(b'-') if input.starts_with(b"--") => {
                    let message = text!("`--` has no direction, but tokens move along arrows. Write `a -> b`");
                    return Err(GraphFileError::new(input.at, message));
                }
                // White space separates only two names: a third column is not a vertex.
                Some(_) if names == 1 => arrows = false,
                Some(_) if arrows => return Err(input.expected(text!("the end of the line or `,`"))),
                Some(_) => {}
            }
            if !arrows && names > 1 {
                return Err(GraphFileError::new(
                    start,
                    text!("a line has one edge, {edge}, or a chain `a > b > c`", edge = EDGE),
                ));
            }
            input.skip_blanks();
            let to = pending.read_end(input)?;
            pending.add([from, to], start)?;
            names += 1;
            from = to;
        }
        if names == 1 {
            pending.resolve(from);
            first_isolated = first_isolated.or(Some(start));
        }
    }
    pending.flush(input.at)?;
    match first_isolated {
        // The likely mistake is two columns separated by a comma, which give a graph without edges.
        Some(at) if graph.edges() == before => {
            Err(GraphFileError::new(at, text!("there are vertices but no edges: write {edge}", edge = EDGE)))
        }
        _ => Ok(()),
    }
}

fn check_size(graph: &DigraphBuilder, at: usize) -> Result<(), GraphFileError> {
    if !graph.is_too_large() {
        return Ok(());
    }
    let message = text!("the graph has more than {most} vertices or edges", most = MAX_EDGES);
    Err(GraphFileError { too_large: true, ..GraphFileError::new(at, message) })
}

/// Parses the name of a vertex, adds the vertex to the graph if it is new, and returns it.
pub(super) fn read_vertex(input: &mut Lexer<'_>, graph: &mut DigraphBuilder) -> Result<u32, GraphFileError> {
    let at = input.at;
    let vertex = graph.vertex(input.name(text!("a vertex"))?.as_vertex());
    check_size(graph, at)?;
    Ok(vertex)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed;

    #[test]
    fn edge_lists_parse() {
        for (text, edges) in [
            ("a>b\nb -> c\nc a", "a>b,b>c,c>a"),
            ("a>b, b>c>d , e", "a>b,b>c,c>d,e"),
            ("\u{feff}# comment\r\n1\t2 // two\r\n\r\n2 1,\n", "1>2,2>1"),
            ("\"a b\"->\"c,d\"\n\"7\" 8\n007 7", "\"a b\">\"c,d\",7>8,007>7"),
            ("起点 终点", "起点>终点"),
            ("digraph > graph\ngraph digraph", "digraph>graph,graph>digraph"),
            ("18446744073709551615 18446744073709551616", "18446744073709551615>18446744073709551616"),
            ("", ""),
            ("# nothing", ""),
        ] {
            assert_eq!(printed(text).unwrap(), edges, "{text}");
        }
        for (text, at, message) in [
            ("1 2 3", 0, "a line has one edge"),
            ("a>b c", 4, "expected the end of the line or `,`, found `c`"),
            ("a -- b", 2, "`--` has no direction"),
            ("a>\nb", 2, "expected a vertex, found the end of the line"),
            ("a>b\n3x 4", 5, "a name that starts with a digit is a number"),
            ("a.b c", 1, "expected a vertex, found `.`"),
            ("a \u{ff0c} b", 2, "expected a vertex, found `，`"),
            ("\"a\nb\"", 0, "the quoted name is not closed on its line"),
            ("1,2\n2,3", 0, "there are vertices but no edges"),
            ("a>*", 2, "expected a vertex, found `*`"),
        ] {
            let fault = printed(text).unwrap_err();
            assert!(fault.at == at && fault.message.to_string().starts_with(message), "{text}: {fault:?}");
        }
        let mut builder = DigraphBuilder::default();
        assert_eq!(read_graph(b"a \xff", &mut builder, &mut || Ok(())).unwrap_err().at, 2);
    }
}
