//! Parses edges, between round brackets and from files with millions of lines.

use super::colour::Colour;
use super::names::{HackenbushName, HackenbushNames};
use super::picture::{Builder, Picture};
use grundy_lang::{Text, text};
use grundy_rules::lexer::{place_in_source, source_label};
use grundy_rules::{Cursor, Error, ErrorKind, NoSources, Result};
use std::borrow::Cow;

const EXAMPLE: &str = "hackenbush(0-1,1-2)";
const COLOURS: &str = "hackenbush(0-1:b,1-2:r)";
const FILES: Text = text!("write an edge as `0-1` or `0 1`, with a colour as `0-1:r`; # starts a comment");

/// Parses the list of grounds, such as `[ground=r,s]`; without one, vertex 0 is the ground.
pub(super) fn grounds(input: &mut Cursor<'_>) -> Result<Vec<HackenbushName>> {
    const EXAMPLE: &str = "hackenbush[ground=r](r-a,a-b)";
    if !input.accept('[') {
        return Ok(vec![HackenbushName::Number(0)]);
    }
    let (word, span) = input.name(text!("`ground=`")).map_err(|e| e.or_example(EXAMPLE))?;
    if word != "ground" {
        let message = text!("expected `ground=`, found `{word}`", word);
        return Err(Error::new(ErrorKind::Syntax, message).at(span).or_example(EXAMPLE));
    }
    input.expect('=', EXAMPLE)?;
    let mut grounds = vec![];
    loop {
        let name = match vertex(input).map_err(|e| e.or_example(EXAMPLE))? {
            Vertex::Number(number) => HackenbushName::Number(number),
            Vertex::Text(text) => HackenbushName::from_text(&text),
        };
        if !grounds.contains(&name) {
            grounds.push(name);
        }
        if input.accept(']') {
            return Ok(grounds);
        }
        if !input.accept(',') {
            return Err(input.expected(text!("`,` or `]`")).or_example(EXAMPLE));
        }
    }
}

/// Parses a list of edges in round brackets, such as `(0-1, 1-2:r, @graph.txt)`.
pub(super) fn picture(grounds: &[HackenbushName], input: &mut Cursor<'_>) -> Result<Picture> {
    let help = |error: Error| error.or_example(EXAMPLE);
    input.expect('(', EXAMPLE)?;
    let start = input.offset() - 1;
    let mut builder = Builder::default();
    if !input.accept(')') {
        loop {
            if input.peek() == Some('@') {
                source(input, &mut builder)?;
            } else {
                edge(input, Between::Brackets, &mut builder).map_err(help)?;
            }
            if input.accept(')') {
                break;
            }
            if !input.accept(',') {
                return Err(help(input.expected(text!("`,` or `)`"))));
            }
        }
    }
    let span = start..input.offset();
    if builder.len() > Builder::MAX_EDGES {
        let message = text!("the picture has {edges} edges, more than 2^31-1", edges = builder.len());
        return Err(Error::new(ErrorKind::TooLarge, message)
            .at(span)
            .help(text!("at most 2147483647 edges are supported")));
    }
    let empty = builder.len() == 0;
    let picture = builder.finish(grounds);
    // The default ground 0 may be missing from the edges, but grounds that the user names must occur in some edge.
    if !empty && !picture.has_ground() && *grounds != [HackenbushName::Number(0)] {
        let mut names = String::new();
        for (k, name) in grounds.iter().enumerate() {
            names.push_str(if k > 0 { ", " } else { "" });
            name.write(&mut names);
        }
        let error = Error::new(ErrorKind::BadArgument, text!("no edge touches the ground {names}", names)).at(span);
        return Err(error.help(text!("choose a vertex of the edges as the ground: hackenbush[ground=r](r-a,a-b)")));
    }
    Ok(picture)
}

/// The context of an edge, which determines how its ends may be separated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    Brackets,
    /// A line of a file, in which white space can replace the hyphen.
    Lines,
}

fn edge(input: &mut Cursor<'_>, between: Between, builder: &mut Builder) -> Result<()> {
    let a = end(input, &mut builder.names)?;
    if !input.accept('-') && between == Between::Brackets {
        return Err(input.expected(text!("`-` and a second vertex")));
    }
    let b = end(input, &mut builder.names)?;
    let colour = if input.accept(':') { colour(input)? } else { Colour::Green };
    builder.push([a, b], colour);
    Ok(())
}

/// Parses a vertex and returns its code.
fn end(input: &mut Cursor<'_>, names: &mut HackenbushNames) -> Result<u64> {
    Ok(match vertex(input)? {
        Vertex::Number(number) => names.code_of_number(number),
        Vertex::Text(text) => names.code_of(&text),
    })
}

/// The name of a vertex as it is spelt in the text.
enum Vertex<'a> {
    Number(u64),
    Text(Cow<'a, str>),
}

fn vertex<'a>(input: &mut Cursor<'a>) -> Result<Vertex<'a>> {
    if input.peek().is_some_and(|c| c.is_ascii_digit()) {
        return Ok(Vertex::Number(input.integer(text!("a vertex"))?.0));
    }
    let (name, span) = input.name(text!("a vertex"))?;
    if name.is_empty() {
        return Err(Error::new(ErrorKind::BadArgument, text!("the name of a vertex is empty")).at(span));
    }
    Ok(Vertex::Text(name))
}

fn colour(input: &mut Cursor<'_>) -> Result<Colour> {
    let (word, span) = input.name(text!("a colour")).map_err(|e| e.or_example(COLOURS))?;
    match word.as_ref() {
        "g" | "green" => Ok(Colour::Green),
        "r" | "red" => Ok(Colour::Red),
        "b" | "blue" => Ok(Colour::Blue),
        _ => {
            let message = text!("the colours are `r`, `b` and `g`, not `{word}`", word);
            Err(Error::new(ErrorKind::BadArgument, message).at(span).or_example(COLOURS))
        }
    }
}

/// Parses a file `@graph.txt`, whose edges are separated by commas and line ends.
fn source(input: &mut Cursor<'_>, builder: &mut Builder) -> Result<()> {
    let (name, bytes, span) = input.source()?;
    let name = source_label(&name);
    let before = builder.len();
    // Some editors write a byte order mark at the start of a file.
    let mut at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let mut next_poll = 0;
    while at < bytes.len() {
        if at >= next_poll {
            input.poll()?;
            next_poll = at + (1 << 16);
        }
        if let Some((ends, next)) = plain_edge(&bytes, at) {
            let ends = ends.map(|n| builder.names.code_of_number(n));
            builder.push(ends, Colour::Green);
            at = next;
            continue;
        }
        let end = bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |k| at + k);
        rest_of_line(&bytes[at..end], builder).map_err(|fault| {
            let (place, error) = *fault;
            let place = place_in_source(&name, &bytes, at + place);
            let error = Error { message: text!("{place}: {fault}", place, fault = error.message), ..error };
            error.at(span.clone()).or_help(FILES)
        })?;
        at = end + 1;
    }
    if builder.len() == before {
        return Err(Error::new(ErrorKind::BadArgument, text!("{name} contains no edges", name)).at(span).help(FILES));
    }
    Ok(())
}

/// Parses the most common form of an edge; `None` for other forms.
///
/// This form is two numbers, separated by a hyphen or blanks, and then a comma or a line end. The result is the ends
/// and the offset after the edge. This function is optimised for files of ten million edges.
#[inline]
fn plain_edge(bytes: &[u8], mut at: usize) -> Option<([u64; 2], usize)> {
    let blanks = |at: &mut usize| {
        let start = *at;
        while matches!(bytes.get(*at), Some(b' ' | b'\t' | b'\r')) {
            *at += 1;
        }
        *at > start
    };
    let number = |at: &mut usize| {
        let (start, mut value) = (*at, 0u64);
        while let Some(digit) = bytes.get(*at).map(|b| b.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            *at += 1;
        }
        // Numbers of at most 18 digits cannot overflow.
        (1..=18).contains(&(*at - start)).then_some(value)
    };
    blanks(&mut at);
    let a = number(&mut at)?;
    let mut is_separated = blanks(&mut at);
    if bytes.get(at) == Some(&b'-') {
        at += 1;
        is_separated = true;
        blanks(&mut at);
    }
    let b = number(&mut at).filter(|_| is_separated)?;
    blanks(&mut at);
    match bytes.get(at) {
        None | Some(b'\n' | b',') => Some(([a, b], at + 1)),
        Some(_) => None,
    }
}

/// Parses the edges of the rest of a line; an error comes with its byte offset in the line.
fn rest_of_line(line: &[u8], builder: &mut Builder) -> std::result::Result<(), Box<(usize, Error)>> {
    let line = std::str::from_utf8(line).map_err(|fault| {
        let message = text!(
            "expected text in UTF-8, found the byte 0x{byte}",
            byte = format!("{:02x}", line[fault.valid_up_to()])
        );
        Box::new((fault.valid_up_to(), Error::new(ErrorKind::Syntax, message)))
    })?;
    let mut sources = NoSources;
    let mut input = Cursor::for_line(line, &mut sources);
    edges_of_line(&mut input, builder).map_err(|error| {
        let place = error.span.as_ref().map_or(input.offset(), |span| span.start);
        Box::new((place, error))
    })
}

fn edges_of_line(input: &mut Cursor<'_>, builder: &mut Builder) -> Result<()> {
    loop {
        match input.peek() {
            None | Some('#') => return Ok(()),
            Some(',') => drop(input.accept(',')),
            Some(_) => {
                edge(input, Between::Lines, builder)?;
                if !matches!(input.peek(), None | Some('#' | ',')) {
                    return Err(input.expected(text!("`,` or the end of the line")));
                }
            }
        }
    }
}
