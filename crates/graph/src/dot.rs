//! The parser for the part of the DOT language that defines a directed graph.
//!
//! Attributes are skipped. Statements in subgraphs are parsed, but a subgraph as the end of an edge is
//! rejected. Grammar: <https://graphviz.org/doc/info/lang.html>.

use crate::lexer::{GraphFileError, Lexer, word_length};
use crate::list::{PollFn, read_vertex};
use grundy_lang::text;
use grundy_rules::DigraphBuilder;

/// Parses the part of a DOT file after `digraph` into `graph`.
///
/// The function calls `poll` regularly, and stops if `poll` returns an error.
pub(super) fn read_dot(
    input: &mut Lexer<'_>,
    graph: &mut DigraphBuilder,
    poll: &mut PollFn<'_>,
) -> Result<(), GraphFileError> {
    input.skip_space()?;
    let opening = input.at;
    if input.byte() != Some(b'{') {
        input.name(text!("`{{`"))?;
        input.skip_space()?;
    }
    if !input.accept(b"{") {
        return Err(input.expected(text!("`{{`")));
    }
    let mut depth = 1usize;
    for statements in 0usize.. {
        if depth == 0 {
            break;
        }
        if statements.is_multiple_of(1024) {
            poll().map_err(GraphFileError::stopped)?;
        }
        input.skip_space()?;
        match input.byte() {
            None => return Err(GraphFileError::new(opening, text!("the graph is not closed: expected `}}`"))),
            Some(b';') => input.at += 1,
            Some(b'{') => {
                input.at += 1;
                depth += 1;
            }
            Some(b'}') => {
                input.at += 1;
                depth -= 1;
                input.skip_space()?;
                if input.starts_with(b"->") {
                    return Err(subgraph_end_error(input.at));
                }
            }
            Some(_) => read_statement(input, graph)?,
        }
    }
    input.skip_space()?;
    match input.byte() {
        None => Ok(()),
        Some(_) => Err(input.expected(text!("the end of the file"))),
    }
}

fn subgraph_end_error(at: usize) -> GraphFileError {
    GraphFileError::new(at, text!("a subgraph cannot be the end of an edge: write its edges one by one"))
}

fn read_statement(input: &mut Lexer<'_>, graph: &mut DigraphBuilder) -> Result<(), GraphFileError> {
    match keyword(input) {
        Some(Keyword::Attributes(length)) => {
            input.at += length;
            input.skip_space()?;
            return skip_attributes(input);
        }
        Some(Keyword::Subgraph) => {
            input.at += b"subgraph".len();
            input.skip_space()?;
            if input.byte() != Some(b'{') {
                input.name(text!("a subgraph's name or `{{`"))?;
                input.skip_space()?;
            }
            return if input.byte() == Some(b'{') { Ok(()) } else { Err(input.expected(text!("`{{`"))) };
        }
        None => {}
    }
    let start = input.at;
    input.name(text!("a vertex, an edge or `}}`"))?;
    input.skip_space()?;
    if input.accept(b"=") {
        // The statement is an attribute of the graph.
        input.skip_space()?;
        return skip_value(input);
    }
    input.at = start;
    let mut from = read_vertex(input, graph)?;
    loop {
        skip_port(input)?;
        input.skip_space()?;
        if input.starts_with(b"--") {
            let message = text!("`--` has no direction, but tokens move along arrows. Write `a -> b`");
            return Err(GraphFileError::new(input.at, message));
        }
        if !input.accept(b"->") {
            return skip_attributes(input);
        }
        input.skip_space()?;
        if input.byte() == Some(b'{') || matches!(keyword(input), Some(Keyword::Subgraph)) {
            return Err(subgraph_end_error(input.at));
        }
        let to = read_vertex(input, graph)?;
        graph.edge(from, to);
        from = to;
    }
}

enum Keyword {
    /// `graph`, `node` or `edge`, with the length of the word in bytes.
    Attributes(usize),
    Subgraph,
}

fn keyword(input: &Lexer<'_>) -> Option<Keyword> {
    let rest = &input.bytes[input.at..];
    let length = rest.iter().position(|b| !b.is_ascii_alphabetic()).unwrap_or(rest.len());
    match rest[..length].to_ascii_lowercase().as_slice() {
        b"graph" | b"node" | b"edge" if !continues_name(rest.get(length)) => Some(Keyword::Attributes(length)),
        b"subgraph" if !continues_name(rest.get(length)) => Some(Keyword::Subgraph),
        _ => None,
    }
}

fn continues_name(next: Option<&u8>) -> bool {
    next.is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80)
}

/// Skips `:port` and `:port:compass`.
fn skip_port(input: &mut Lexer<'_>) -> Result<(), GraphFileError> {
    for _ in 0..2 {
        input.skip_space()?;
        if !input.accept(b":") {
            break;
        }
        input.skip_space()?;
        input.name(text!("a port"))?;
    }
    Ok(())
}

/// Returns the error about a list of attributes that starts here and does not end.
pub(crate) fn unclosed_attributes(start: usize) -> GraphFileError {
    GraphFileError::new(start, text!("the list of attributes is not closed: expected `]`"))
}

/// Skips any number of attribute lists `[name=value; name=value, ...]`.
fn skip_attributes(input: &mut Lexer<'_>) -> Result<(), GraphFileError> {
    loop {
        input.skip_space()?;
        let start = input.at;
        if !input.accept(b"[") {
            return Ok(());
        }
        loop {
            input.skip_space()?;
            match input.byte() {
                None => return Err(unclosed_attributes(start)),
                Some(b']') => break,
                Some(_) => {
                    skip_value(input)?;
                    input.skip_space()?;
                    if !input.accept(b"=") {
                        return Err(input.expected(text!("`=` and the value of the attribute")));
                    }
                    input.skip_space()?;
                    skip_value(input)?;
                    input.skip_space()?;
                    let _separated = input.accept(b",") || input.accept(b";");
                }
            }
        }
        input.at += 1;
    }
}

/// Skips a name, number, quoted text or HTML text.
fn skip_value(input: &mut Lexer<'_>) -> Result<(), GraphFileError> {
    let start = input.at;
    match input.byte() {
        Some(b'"') => {
            input.at += 1;
            loop {
                match input.byte() {
                    None => return Err(GraphFileError::new(start, text!("the quoted text is not closed"))),
                    Some(b'"') => break,
                    Some(b'\\') => input.at += 2,
                    Some(_) => input.at += 1,
                }
            }
            input.at += 1;
        }
        Some(b'<') => {
            let mut depth = 0usize;
            loop {
                match input.byte() {
                    None => return Err(GraphFileError::new(start, text!("the HTML text is not closed"))),
                    Some(b'<') => depth += 1,
                    Some(b'>') => depth -= 1,
                    Some(_) => {}
                }
                input.at += 1;
                if depth == 0 {
                    break;
                }
            }
        }
        _ => {
            let length = word_length(&input.bytes[start..]);
            if length == 0 {
                return Err(input.expected(text!("a value")));
            }
            input.at += length;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::printed;

    #[test]
    fn dot_graphs_parse() {
        for (text, edges) in [
            ("digraph { a -> b -> c; b [label=\"x; } -> y\"]; \"q r\" -> a }", "a>b,b>c,\"q r\">a"),
            ("/* a\n graph */ strict digraph \"my graph\" {\n 1->2 2->3\n4\n}\n// end", "1>2,2>3,4"),
            ("digraph g{}", ""),
            ("DiGraph G { node [shape=box, label=<<b>x</b>>] edge[color=red][w=1.5]; rankdir = LR\n a->b }", "a>b"),
            (
                "digraph { subgraph cluster_0 { label=\"c\"; a -> b } subgraph { c } { rank=same; d; } a -> c }",
                "a>b,a>c,d",
            ),
            ("digraph { a:n -> b:port:sw [style=dotted]; node1 -> edges }", "a>b,node1>edges"),
            ("digraph { a -> b # comment } \n }", "a>b"),
        ] {
            assert_eq!(printed(text).unwrap(), edges, "{text}");
        }
        for (text, message) in [
            ("graph { a -- b }", "a DOT `graph` has undirected edges"),
            ("digraph { a -- b }", "`--` has no direction"),
            ("digraph { a -> { b c } }", "a subgraph cannot be the end of an edge"),
            ("digraph { { b c } -> a }", "a subgraph cannot be the end of an edge"),
            ("digraph { a -> subgraph x { b } }", "a subgraph cannot be the end of an edge"),
            ("digraph { a -> b", "the graph is not closed"),
            ("digraph { a -> }", "expected a vertex, found `}`"),
            ("digraph { a [label=\"x] }", "the quoted text is not closed"),
            ("digraph { a [label=x }", "expected a value, found `}`"),
            ("digraph { } x", "expected the end of the file"),
            ("digraph { a ] }", "expected a vertex, an edge or `}`, found `]`"),
        ] {
            let fault = printed(text).unwrap_err();
            assert!(fault.message.to_string().starts_with(message), "{text}: {fault:?}");
        }
    }
}
