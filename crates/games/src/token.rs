//! Tokens on a directed graph: a move slides one token along an edge.
//!
//! A vertex can hold any number of tokens. On acyclic graphs the winner is determined by the xor of the Grundy values
//! of the tokens' vertices (R. Sprague 1935, P. M. Grundy 1939). On graphs with cycles, infinite play is a draw, and
//! the loopy values of C. A. B. Smith ("Graphs and composite games", J. Combin. Theory 1 (1966)) and A. S. Fraenkel and
//! Y. Perl (1975) take the place of Grundy values.
//!
//! Notation: `token[a>b, a>c, d](a)`; a name alone declares a vertex, and `a>b>c` declares two edges.
//! `token[@moves.dot](a)` and `token[@edges.txt](a)` read the graph from a file: a `digraph` in the DOT language, or
//! lines `a>b`, `a -> b` or `a b`.
//!
//! ```
//! let spec = grundy_games::parse("token[a>b>c, a>c, \"last one\"](a, b)").unwrap();
//! assert_eq!(spec.to_string(), "token[a>b,b>c,a>c,\"last one\"](a,b)");
//! let error = grundy_games::parse("token[a>b](x)").unwrap_err();
//! assert_eq!(error.message, "the graph has no vertex x");
//! ```

use grundy_graph::{GraphFileError, Lexer, read_graph};
use grundy_lang::{Text, text};
use grundy_rules::lexer::{place_in_source, source_label};
use grundy_rules::{
    Color, Components, Coordinates, Cursor, Digraph, DigraphBuilder, Drawing, Editor, Error, ErrorKind, Field, Game,
    GameInfo, Impartial, Kind, Line, MoveText, Picture, Player, Point, Result, Rules, SplitMix64, TableForm, Tools,
    VertexName, boxed,
};
use smallvec::smallvec;

/// Tokens on a directed graph. A component is one token, represented by the number of its vertex.
#[derive(Debug)]
pub struct Token {
    graph: Digraph,
}

/// A move: the vertex that the token slides to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlideTo(pub u32);

impl Token {
    /// Returns the game on this graph.
    ///
    /// ```
    /// use grundy_games::token::Token;
    /// use grundy_rules::{Digraph, Rules, Player};
    /// let game = Token::new(Digraph::from_edges([(0, 1), (1, 2), (0, 2)]));
    /// assert_eq!(game.moves(&0, Player::LEFT).count(), 2);
    /// ```
    pub fn new(graph: Digraph) -> Token {
        Token { graph }
    }

    /// Returns the graph on which the tokens move.
    pub fn graph(&self) -> &Digraph {
        &self.graph
    }
}

impl Rules for Token {
    type Component = u32;
    type Move = SlideTo;
    type Key = u32;

    fn moves(&self, &vertex: &u32, _by: Player) -> impl Iterator<Item = SlideTo> {
        self.graph.options(vertex).iter().copied().map(SlideTo)
    }

    fn play(&self, _vertex: &u32, _by: Player, mv: &SlideTo) -> Components<u32> {
        smallvec![mv.0]
    }

    fn key(&self, &vertex: &u32) -> u32 {
        vertex
    }
}

impl Impartial for Token {}

impl Game for Token {
    const INFO: GameInfo = GameInfo {
        name: "token",
        aliases: &["tokens", "有向图", "有向图游戏", "移棋子", "移棋子游戏"],
        title: "Tokens on a directed graph",
        rules: "A move slides one token along an edge. Any number of tokens may share a vertex. Infinite play is a \
            draw.",
        notation: "token[from>to, ...](vertex, ...)",
        example: "token[a>b,b>c,a>c](a,b)",
        kind: Kind::Impartial,
        other_kind: None,
        short: false,
        other_examples: &[],
        misere: true,
    };

    const EDITOR: Option<Editor<Self>> = Some(Editor {
        tools: Tools { colors: &[Color::Arrow], ground: false, tokens: true },
        drawing: Token::drawing,
        write: |_, drawing| drawing_to_notation(drawing),
    });

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<Token> {
        let example = Token::INFO.example;
        let start = input.next_span().start;
        input.expect('[', example)?;
        let mut graph = DigraphBuilder::default();
        if input.peek() == Some(']') {
            input.accept(']');
            let message = text!("expected at least one edge or vertex");
            let error = Error::new(ErrorKind::BadArgument, message).at(start..input.offset());
            return Err(error.or_example(example));
        }
        loop {
            if input.peek() == Some('@') {
                read_file(input, &mut graph)?;
            } else {
                let mut from = parse_vertex(input, &mut graph)?;
                while input.accept('>') || input.accept_str("->") {
                    let to = parse_vertex(input, &mut graph)?;
                    graph.edge(from, to);
                    from = to;
                }
            }
            if input.accept(']') {
                break;
            }
            if !input.accept(',') {
                return Err(input.expected(text!("`>`, `,` or `]`")).or_example(example));
            }
        }
        Ok(Token { graph: graph.build() })
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<u32>> {
        let example = Token::INFO.example;
        input.expect('(', example)?;
        let mut tokens = vec![];
        if input.accept(')') {
            return Ok(tokens);
        }
        loop {
            if input.peek() == Some('@') {
                let (before, span) = (tokens.len(), input.next_span());
                self.read_tokens(input, &mut tokens)?;
                if tokens.len() == before {
                    let error = Error::new(ErrorKind::BadArgument, text!("the file contains no vertices"))
                        .at(span.start..input.offset());
                    return Err(
                        error.help(text!("a file of tokens lists vertices, separated by white space or commas"))
                    );
                }
            } else {
                let (name, span) = input.name(text!("a vertex")).map_err(|e| e.or_example(example))?;
                let name = VertexName::read(&name);
                tokens.push(self.graph.find(name).ok_or_else(|| self.unknown_vertex_error(name, None).at(span))?);
            }
            if input.accept(')') {
                return Ok(tokens);
            }
            if !input.accept(',') {
                return Err(input.expected(text!("`,` or `)`")).or_example(example));
            }
        }
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str("token[");
        let mut between = "";
        for [from, to] in self.graph.printed_edges() {
            out.push_str(between);
            self.graph.name(from).write(out);
            out.push('>');
            self.graph.name(to).write(out);
            between = ",";
        }
        for vertex in self.graph.isolated() {
            out.push_str(between);
            self.graph.name(vertex).write(out);
            between = ",";
        }
        out.push(']');
    }

    fn write_component(&self, &vertex: &u32, out: &mut String) {
        self.graph.name(vertex).write(out);
    }

    fn picture(&self, vertex: &u32) -> Picture {
        match self.graph.vertices() <= MAX_VERTICES && self.graph.edges() <= MAX_DRAWN {
            true => Picture::Drawing(Box::new(self.drawing(std::slice::from_ref(vertex)))),
            false => Picture::text(self, vertex),
        }
    }

    fn describe(&self, &vertex: &u32, at: usize, mv: &SlideTo) -> MoveText {
        let (from, onto) = (self.graph.name(vertex), self.graph.name(mv.0));
        MoveText::new(
            text!("move token {at} from {from} to {onto}", at, from = from.to_string(), onto = onto.to_string()),
            vec![
                ("token", Field::Number(at as u64)),
                ("from", Field::Text(from.unquoted())),
                ("onto", Field::Text(onto.unquoted())),
            ],
        )
    }

    fn is_short(&self) -> bool {
        self.graph.is_acyclic()
    }

    fn count_rules_numbers(&self) -> usize {
        self.graph.vertices().max(2 * self.graph.edges())
    }

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Digraph(&self.graph))
    }

    fn table_coordinates(&self, &vertex: &u32) -> Coordinates {
        [vertex.into(), 0, 0]
    }

    fn component_at(&self, [vertex, ..]: Coordinates) -> Option<u32> {
        u32::try_from(vertex).ok().filter(|&v| (v as usize) < self.graph.vertices())
    }

    fn samples() -> Box<dyn Iterator<Item = (Token, Vec<u32>)>> {
        boxed((0u64..).map(sample))
    }
}

/// The maximum number of vertices of a drawing.
///
/// Larger graphs are shown as text, since drawings would be unreadable.
const MAX_VERTICES: usize = 40;
/// The maximum number of edges of a drawing.
const MAX_DRAWN: usize = 120;

/// Writes a drawing in the notation of the game.
fn drawing_to_notation(drawing: &Drawing) -> String {
    let mut is_named = vec![false; drawing.points.len()];
    drawing.lines.iter().flat_map(|line| line.ends).for_each(|end| is_named[end as usize] = true);
    let mut tokens = vec![];
    let mut rules = drawing.edges('>', |_| Some(""));
    for (at, point) in (0..).zip(&drawing.points) {
        let name = drawing.point_name(at);
        if !is_named[at as usize] {
            rules += if rules.is_empty() { "" } else { "," };
            rules += &name;
        }
        tokens.extend((0..point.tokens).map(|_| name.clone()));
    }
    format!("token[{rules}]({})", tokens.join(","))
}

impl Token {
    /// Returns the drawing of the graph with these tokens on it.
    fn drawing(&self, tokens: &[u32]) -> Drawing {
        let name = |vertex| self.graph.name(vertex).unquoted();
        let mut points: Vec<Point> =
            (0..self.graph.vertices() as u32).map(|vertex| Point { name: name(vertex), ..Point::default() }).collect();
        tokens.iter().for_each(|&vertex| points[vertex as usize].tokens += 1);
        let lines = self.graph.printed_edges().map(|ends| Line::new(ends, Color::Arrow));
        let text = match tokens {
            [vertex] => self.graph.name(*vertex).to_string(),
            _ => String::new(),
        };
        Drawing { text, points: points.into(), lines: lines.collect(), fused: None }
    }

    fn unknown_vertex_error(&self, name: VertexName<'_>, place: Option<Text>) -> Error {
        let shown: String = name.to_string().chars().take(40).collect();
        let place = place.map_or(Text::empty(), |place| Text::concat([place, Text::verbatim(": ")]));
        let error = Error::new(ErrorKind::BadArgument, text!("{place}the graph has no vertex {shown}", place, shown));
        let vertex_names: Vec<Text> =
            (0..self.graph.vertices().min(8) as u32).map(|v| Text::verbatim(self.graph.name(v).to_string())).collect();
        match vertex_names.len() {
            0 => error.or_example(Token::INFO.example),
            _ if vertex_names.len() < self.graph.vertices() => {
                error.help(text!("the vertices of the graph are {known}, ...", known = Text::list(vertex_names)))
            }
            _ => error.help(text!("the vertices of the graph are {known}", known = Text::list(vertex_names))),
        }
    }

    /// Parses tokens from a file, which lists their vertices separated by white space or commas.
    fn read_tokens(&self, input: &mut Cursor<'_>, tokens: &mut Vec<u32>) -> Result<()> {
        let (name, bytes, span) = input.source()?;
        let source = source_label(&name);
        let mut file = Lexer::new(&bytes);
        loop {
            file.skip_blanks();
            match file.byte() {
                None => return Ok(()),
                Some(b'\n' | b',') => file.at += 1,
                Some(_) => {
                    let at = file.at;
                    if tokens.len().is_multiple_of(4096) {
                        input.poll()?;
                    }
                    let vertex =
                        file.name(text!("a vertex")).map_err(|f| in_source(f, &source, &bytes).at(span.clone()))?;
                    let vertex = vertex.as_vertex();
                    tokens.push(self.graph.find(vertex).ok_or_else(|| {
                        self.unknown_vertex_error(vertex, Some(place_in_source(&source, &bytes, at))).at(span.clone())
                    })?);
                }
            }
        }
    }
}

fn parse_vertex(input: &mut Cursor<'_>, graph: &mut DigraphBuilder) -> Result<u32> {
    let (name, span) = input.name(text!("a vertex")).map_err(|e| e.or_example(Token::INFO.example))?;
    let vertex = graph.vertex(VertexName::read(&name));
    if graph.is_too_large() {
        let message = text!("the graph has more than {most} vertices or edges", most = grundy_rules::MAX_EDGES);
        return Err(Error::new(ErrorKind::TooLarge, message).at(span));
    }
    Ok(vertex)
}

/// Parses an item `@name` of the graph: edges from a file.
fn read_file(input: &mut Cursor<'_>, graph: &mut DigraphBuilder) -> Result<()> {
    let (name, bytes, span) = input.source()?;
    let source = source_label(&name);
    let before = (graph.vertices(), graph.edges());
    read_graph(&bytes, graph, &mut || input.poll())
        .map_err(|fault| in_source(fault, &source, &bytes).at(span.clone()))?;
    if before == (graph.vertices(), graph.edges()) {
        let error = Error::new(ErrorKind::BadArgument, text!("{source} contains no edges", source)).at(span);
        return Err(error.help(FILE_HELP));
    }
    Ok(())
}

const FILE_HELP: Text = text!(
    "a file lists edges as `a>b`, `a -> b` or `a b`, one per line or separated by commas, or as `digraph {{ a -> \
        b; }}`; # starts a comment"
);

/// Converts a fault in a file into an error that names the source and the line.
fn in_source(fault: GraphFileError, source: &Text, bytes: &[u8]) -> Error {
    if let Some(error) = fault.stopped {
        return *error;
    }
    let place = place_in_source(source, bytes, fault.at.min(bytes.len()));
    let kind = if fault.too_large { ErrorKind::TooLarge } else { ErrorKind::Syntax };
    Error::new(kind, text!("{place}: {fault}", place, fault = fault.message)).help(FILE_HELP)
}

/// Returns the sample with this number: a random graph of up to eight vertices with tokens.
///
/// There are one to three tokens. The graphs of samples with even numbers are acyclic.
fn sample(number: u64) -> (Token, Vec<u32>) {
    let mut random = SplitMix64(number);
    let mut below = |n: u64| random.below(n);
    let vertices = 1 + number.min(300) / 50 + below(2);
    let mut graph = DigraphBuilder::default();
    let names: Vec<u32> = (0..vertices)
        .map(|v| match number % 5 {
            0 => graph.vertex(VertexName::Text(&format!("v{v}"))),
            1 => graph.vertex(VertexName::Text(&format!("place {v}"))),
            _ => graph.number(v),
        })
        .collect();
    for _ in 0..below(2 * vertices + 1) {
        let (a, b) = (below(vertices), below(vertices));
        let cyclic = number % 2 == 1;
        if cyclic || a != b {
            let [from, to] = if cyclic { [a, b] } else { [a.max(b), a.min(b)] };
            graph.edge(names[from as usize], names[to as usize]);
        }
    }
    let graph = graph.build();
    let tokens = (0..1 + below(3)).map(|_| below(vertices) as u32).collect();
    (Token { graph }, tokens)
}
