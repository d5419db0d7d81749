//! Strings and Coins, Dots and Boxes, and Nimstring: a player who takes a coin or completes a box moves again.
//!
//! In *Strings and Coins* a move cuts a string between two coins, or between a coin and the ground. A player who leaves
//! coins without strings takes them, scores a point for each and moves again. In *Dots and Boxes* a move draws a line
//! between two neighbouring dots; a player who completes boxes scores a point for each and moves again. It is Strings
//! and Coins with a coin in each box and a string across each line, which is cut when the line is drawn (E. R.
//! Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982), ch. 16; E. R. Berlekamp, *The Dots and Boxes Game*
//! (2000)). The engine's modules `scoring::strings` and `nimstring` say which moves need not be searched, and why. In
//! *Nimstring* points do not count: the player who cannot move loses, also after taking the last coin. It is played on
//! both kinds of positions.
//!
//! Notation: `strings_and_coins(a-b, b-c-0)`, where `0` is the ground and a string may be repeated;
//! `dots_and_boxes(2x3)` for two rows of three boxes, or a picture with the lines drawn so far,
//! `dots_and_boxes("+-+/|_./+.+")`. `nimstring` takes all of these.
//!
//! ```
//! use grundy_rules::{Player, Rules, Scored};
//! use grundy_games::strings_and_coins::Strings;
//! let (board, lines) = Strings::board(1, 2).unwrap();
//! assert_eq!(board.moves(&lines, Player::LEFT).count(), 7);
//! // Only the line between the two boxes is left.
//! assert_eq!(board.points(&0b1000, Player::LEFT, &3), 2);
//! ```

use grundy_lang::{Text, text};
use grundy_rules::{
    Color, Components, Cursor, Drawing, DynGame, DynPosition, DynRuleset, Error, ErrorKind, Field, GROUND, Game,
    GameInfo, GamePosition, Grid, Kind, Library, Line, MoveText, Picture, Player, Point, Result, Rules, RulesHandle,
    Scored, SplitMix64, StringGraph, TableForm, TheoremInfo, VertexName, boxed, cell_name,
};
use smallvec::smallvec;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// The maximum number of strings and of coins: a position is a set of strings in one 64-bit word.
pub const MAX_STRINGS: usize = 64;

/// The rules with the graph or the board. A component is the set of strings that remain.
#[derive(Clone, Debug)]
pub struct Strings {
    graph: StringGraph,
    form: Form,
    /// Whether the last move decides instead of the points.
    is_nimstring: bool,
}

#[derive(Clone, Debug)]
enum Form {
    /// Coins with these names.
    Coins(Vec<String>),
    /// A board, with the number of columns of its picture and the cell of each line there.
    Board { columns: usize, lines: Vec<usize> },
}

/// The information about Dots and Boxes.
const BOXES: GameInfo = GameInfo {
    name: "dots_and_boxes",
    aliases: &["点格棋"],
    title: "Dots and Boxes",
    rules: "A move draws a line between two neighbouring dots. A player who completes a box scores a point and moves \
        again.",
    notation: "dots_and_boxes(ROWSxCOLUMNS) or dots_and_boxes(\"+-+/...\")",
    example: "dots_and_boxes(2x2)",
    ..Strings::INFO
};

/// The information about Nimstring.
const NIMSTRING: GameInfo = GameInfo {
    name: "nimstring",
    aliases: &["尼姆串"],
    title: "Nimstring",
    rules: "A move cuts a string, or draws a line on a board of boxes. A player who leaves a coin without strings, or \
        completes a box, moves again. The player who cannot move loses.",
    notation: "nimstring(a-b, b-0, ...) or nimstring(ROWSxCOLUMNS)",
    example: "nimstring(2x2)",
    kind: Kind::NonstandardImpartial,
    ..Strings::INFO
};

impl Strings {
    /// Returns the board of this many rows and columns of boxes, and its start position.
    ///
    /// # Errors
    /// `bad_argument` for a board without boxes, `too_large` for more than 64 lines.
    pub fn board(rows: u64, columns: u64) -> Result<(Strings, u64)> {
        let fault = |kind, message: Text| Err(Error::new(kind, message).or_example(BOXES.example));
        if rows == 0 || columns == 0 {
            return fault(ErrorKind::BadArgument, text!("a board needs at least one row and one column of boxes"));
        }
        let lines = u128::from(rows) * (u128::from(columns) + 1) + u128::from(columns) * (u128::from(rows) + 1);
        if lines > MAX_STRINGS as u128 {
            return fault(ErrorKind::TooLarge, text!("a board has at most {most} lines", most = MAX_STRINGS));
        }
        Ok(Strings::rectangle(rows as usize, columns as usize))
    }

    fn rectangle(rows: usize, columns: usize) -> (Strings, u64) {
        // Dots, lines and boxes are the cells of a picture; dots have even coordinates and boxes odd ones.
        let (width, height) = (2 * columns + 1, 2 * rows + 1);
        let lines: Vec<usize> = (0..width * height).filter(|cell| (cell % width + cell / width) % 2 == 1).collect();
        let ends = lines.iter().map(|&cell| {
            let (row, column) = (cell / width, cell % width);
            let inside = |row: usize, column: usize| {
                if row < height && column < width { (row / 2 * columns + column / 2) as u8 } else { GROUND }
            };
            match row % 2 {
                0 => [inside(row.wrapping_sub(1), column), inside(row + 1, column)],
                _ => [inside(row, column.wrapping_sub(1)), inside(row, column + 1)],
            }
        });
        let symmetry = |kind: usize| {
            let image = |&cell: &usize| {
                let (row, column) = (cell / width, cell % width);
                let row = if kind & 1 == 0 { row } else { height - 1 - row };
                let column = if kind & 2 == 0 { column } else { width - 1 - column };
                let image = if kind & 4 == 0 { row * width + column } else { column * width + row };
                lines.iter().position(|&line| line == image).unwrap_or(0) as u8
            };
            lines.iter().map(image).collect()
        };
        let symmetries = (1..if rows == columns { 8 } else { 4 }).map(symmetry);
        let graph = StringGraph::new(rows * columns, ends.collect()).with_symmetries(symmetries);
        let all = graph.all();
        (Strings { graph, form: Form::Board { columns: width, lines }, is_nimstring: false }, all)
    }

    /// Returns the graph of these strings and its start position; the coin `0` is the ground.
    ///
    /// # Errors
    /// `bad_argument` for a string from a coin to itself, `too_large` for more than 64 strings or coins.
    pub fn from_strings<'n>(strings: impl IntoIterator<Item = [&'n str; 2]>) -> Result<(Strings, u64)> {
        let mut graph = GraphBuilder::default();
        for ends in strings {
            graph.add(ends.map(str::to_string))?;
        }
        Ok(graph.finish())
    }

    /// Returns the rules of Nimstring on the same graph or board.
    #[must_use]
    pub fn with_last_move_deciding(mut self) -> Strings {
        self.is_nimstring = true;
        self
    }

    fn name(&self, end: u8) -> VertexName<'_> {
        match &self.form {
            Form::Coins(names) if end != GROUND => VertexName::read(&names[usize::from(end)]),
            _ => VertexName::read("0"),
        }
    }

    /// Returns the cells of the picture of a board: `#` for dots and drawn lines, `.` for other lines.
    fn cells(&self, columns: usize, lines: &[usize], set: u64) -> Vec<char> {
        let height = lines.last().map_or(1, |last| last / columns + 1);
        let cell = |cell: usize| match (cell / columns % 2, cell % columns % 2) {
            (0, 0) => '#',
            (1, 1) => '_',
            _ => lines.iter().position(|&line| line == cell).map_or('_', |k| if set >> k & 1 == 1 { '.' } else { '#' }),
        };
        (0..columns * height).map(cell).collect()
    }
}

#[derive(Default)]
struct GraphBuilder {
    numbers: HashMap<String, u8>,
    names: Vec<String>,
    ends: Vec<[u8; 2]>,
}

impl GraphBuilder {
    fn add(&mut self, names: [String; 2]) -> Result<()> {
        if names[0] == names[1] {
            let [name, _] = names.map(|name| VertexName::read(&name).to_string());
            let message = text!("{edge} joins a vertex to itself", edge = format!("{name}-{name}"));
            return Err(Error::new(ErrorKind::BadArgument, message).or_example(Strings::INFO.example));
        }
        let ends = names.map(|name| {
            if name == "0" {
                return GROUND;
            }
            let next = self.names.len() as u8;
            *self.numbers.entry(name).or_insert_with_key(|name| {
                self.names.push(name.clone());
                next
            })
        });
        self.ends.push(ends);
        if self.ends.len() > MAX_STRINGS || self.names.len() > MAX_STRINGS {
            let message = text!("a graph has at most {most} strings and at most {most} coins", most = MAX_STRINGS);
            return Err(Error::new(ErrorKind::TooLarge, message).or_example(Strings::INFO.example));
        }
        Ok(())
    }

    fn finish(self) -> (Strings, u64) {
        let graph = StringGraph::new(self.names.len(), self.ends);
        let all = graph.all();
        (Strings { graph, form: Form::Coins(self.names), is_nimstring: false }, all)
    }
}

impl Rules for Strings {
    type Component = u64;
    /// The number of the string that is cut.
    type Move = u8;
    type Key = u64;

    /// Returns the strings; one of several equal strings is enough, but all lines of a board are listed.
    fn moves(&self, &set: &u64, _by: Player) -> impl Iterator<Item = u8> {
        let mut rest = set;
        if matches!(self.form, Form::Coins(_)) {
            for sets in self.graph.parallel() {
                let own = set & sets[sets.len() - 1];
                rest &= !own | own & own.wrapping_neg();
            }
        }
        StringGraph::strings(rest)
    }

    fn play(&self, set: &u64, _by: Player, string: &u8) -> Components<u64> {
        smallvec![set & !(1 << string)]
    }

    fn key(&self, set: &u64) -> u64 {
        self.graph.normalise(*set)
    }

    fn next_player(&self, &set: &u64, by: Player, &string: &u8) -> Player {
        if self.graph.points(set, string) > 0 { by } else { by.other() }
    }

    fn has_extra_turns(&self) -> bool {
        true
    }
}

impl Scored for Strings {
    fn points(&self, &set: &u64, _by: Player, &string: &u8) -> i64 {
        if self.is_nimstring { 0 } else { self.graph.points(set, string) }
    }
}

impl Game for Strings {
    const INFO: GameInfo = GameInfo {
        name: "strings_and_coins",
        aliases: &["剪线取币"],
        title: "Strings and Coins",
        rules: "A move cuts a string. A player who leaves a coin without strings takes it, scores a point and moves \
            again. The vertex 0 is the ground, not a coin.",
        notation: "strings_and_coins(a-b, b-0, ...)",
        example: "strings_and_coins(a-b,b-c,c-a,a-0)",
        kind: Kind::Scoring,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: false,
    };

    const POINTS: Option<grundy_rules::PointsFn<Self>> = Some(Self::points);

    fn info(&self) -> &'static GameInfo {
        match self.form {
            _ if self.is_nimstring => &NIMSTRING,
            Form::Coins(_) => &Strings::INFO,
            Form::Board { .. } => &BOXES,
        }
    }

    fn kind(&self) -> Kind {
        self.info().kind
    }

    fn parse_rules(_alias: &str, _input: &mut Cursor<'_>) -> Result<Strings> {
        Ok(GraphBuilder::default().finish().0)
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<u64>> {
        // The graph is part of the rules, so only `parse` can parse a position.
        Err(input.expected(text!("the end of the text")))
    }

    fn parse(_alias: &str, input: &mut Cursor<'_>) -> Result<(Strings, Vec<u64>, Player)> {
        let example = Strings::INFO.example;
        input.expect('(', example)?;
        if input.accept(')') {
            let (game, all) = GraphBuilder::default().finish();
            return Ok((game, vec![all], Player::LEFT));
        }
        let first = input.name(text!("a string")).map_err(|e| e.or_example(example))?;
        let (game, all) = parse_strings(first, input, example)?;
        Ok((game, vec![all], Player::LEFT))
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str(self.info().name);
    }

    fn write_component(&self, &set: &u64, out: &mut String) {
        match &self.form {
            Form::Coins(_) => {
                for (k, [a, b]) in self.graph.ends().iter().enumerate().filter(|(k, _)| set >> k & 1 == 1) {
                    let comma = if set & ((1 << k) - 1) > 0 { "," } else { "" };
                    out.push_str(&format!("{comma}{}-{}", self.name(*a), self.name(*b)));
                }
            }
            Form::Board { columns, lines } => {
                if set == self.graph.all() {
                    let boxes = columns / 2;
                    let rows = lines.last().map_or(0, |last| last / columns / 2);
                    out.push_str(&format!("{rows}x{boxes}"));
                    return;
                }
                out.push('"');
                for (k, cell) in self.cells(*columns, lines, set).into_iter().enumerate() {
                    let (row, column) = (k / columns, k % columns);
                    if row > 0 && column == 0 {
                        out.push('/');
                    }
                    out.push(match (cell, row % 2, column % 2) {
                        ('#', 0, 0) => '+',
                        ('#', 0, _) => '-',
                        ('#', ..) => '|',
                        (other, ..) => other,
                    });
                }
                out.push('"');
            }
        }
    }

    fn count_component_numbers(&self, _set: &u64) -> usize {
        2 * self.graph.ends().len()
    }

    fn describe(&self, &set: &u64, _at: usize, &string: &u8) -> MoveText {
        let points = (!self.is_nimstring).then(|| ("points", Field::Signed(self.graph.points(set, string))));
        let with_points =
            |text: Text, named: (&'static str, Field)| MoveText::new(text, [named].into_iter().chain(points).collect());
        match &self.form {
            Form::Coins(_) => {
                let ends = self.graph.ends()[usize::from(string)].map(|end| self.name(end));
                let edge = ends.map(|end| end.to_string()).join("-");
                let ends = ends.map(VertexName::unquoted);
                with_points(text!("cut {edge}", edge), ("edge", Field::Texts(ends.into())))
            }
            Form::Board { columns, lines } => {
                let cell = lines[usize::from(string)];
                let cell = cell_name((cell / columns) as u64, (cell % columns) as u64);
                with_points(text!("draw {line}", line = &cell), ("cells", Field::Texts([cell].into())))
            }
        }
    }

    fn picture(&self, &set: &u64) -> Picture {
        let text = Picture::printed(self, &set);
        match &self.form {
            Form::Coins(names) => {
                // Coins that are taken are not drawn.
                let strings: Vec<[u8; 2]> =
                    StringGraph::strings(set).map(|k| self.graph.ends()[usize::from(k)]).collect();
                let mut numbers = [0; 1 + GROUND as usize];
                let mut points: Vec<Point> = vec![];
                for end in
                    (0..names.len() as u8).chain([GROUND]).filter(|&end| strings.iter().flatten().any(|&e| e == end))
                {
                    numbers[usize::from(end)] = points.len() as u32;
                    points.push(Point { name: self.name(end).unquoted(), ground: end == GROUND, ..Point::default() });
                }
                let line = |ends: &[u8; 2]| Line::new(ends.map(|end| numbers[usize::from(end)]), Color::Green);
                let lines = strings.iter().map(line).collect();
                Picture::Drawing(Box::new(Drawing { text, points: points.into(), lines, fused: None }))
            }
            Form::Board { columns, lines } => Picture::Grid(Box::new(Grid {
                text,
                columns: *columns,
                cells: self.cells(*columns, lines, set).into(),
                states: ['.', '#', '_'].into(),
                ..Grid::default()
            })),
        }
    }

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Strings(&self.graph))
    }

    fn table_coordinates(&self, set: &u64) -> grundy_rules::Coordinates {
        [*set, 0, 0]
    }

    fn samples() -> Box<dyn Iterator<Item = (Strings, Vec<u64>)>> {
        // Later graphs have more strings; strings are repeated, and some graphs have isolated paths and cycles.
        boxed((0u64..200).map(|number| {
            let mut random = SplitMix64(number);
            let coins = 1 + random.below(2 + number / 50);
            let mut end = |except: u64| loop {
                let end = random.below(coins + 1);
                if end != except {
                    return end;
                }
            };
            let strings: Vec<[String; 2]> = (0..number / 20)
                .map(|_| {
                    let from = end(coins + 1);
                    [from, end(from)].map(|end| if end < 4 { end.to_string() } else { format!("c{end}") })
                })
                .collect();
            let strings = strings.iter().map(|[a, b]| [a.as_str(), b.as_str()]);
            let (game, all) = Strings::from_strings(strings).expect("a sample is small");
            (game, vec![all])
        }))
    }
}

/// Parses the strings of a graph after the name of the first vertex, up to the closing bracket.
fn parse_strings<'a>(
    first: (Cow<'a, str>, Range<usize>),
    input: &mut Cursor<'a>,
    example: &str,
) -> Result<(Strings, u64)> {
    let mut graph = GraphBuilder::default();
    let (mut from, mut start) = first;
    loop {
        loop {
            if !input.accept('-') {
                return Err(input.expected(text!("`-` and the other end of the string")).or_example(example));
            }
            let (to, end) = input.name(text!("the other end of the string")).map_err(|e| e.or_example(example))?;
            let ends = [&from, &to].map(|name| VertexName::read(name).unquoted());
            graph.add(ends).map_err(|error| error.at(start.start..end.end))?;
            (from, start) = (to, end);
            if input.peek() != Some('-') {
                break;
            }
        }
        if input.accept(')') {
            return Ok(graph.finish());
        }
        if !input.accept(',') {
            return Err(input.expected(text!("`,` or `)`")).or_example(example));
        }
        (from, start) = input.name(text!("a string")).map_err(|e| e.or_example(example))?;
    }
}

/// Dots and Boxes, which shares its rules with Strings and Coins.
struct DotsAndBoxes;

/// Returns the error for a picture that is not that of a board.
fn wrong_picture() -> Error {
    let message = text!(
        "a board is drawn with rows of equal length: `+` for dots; `-`, `|` or `#` for lines that are drawn, `.` for \
            other lines; `_` for boxes"
    );
    Error::new(ErrorKind::BadArgument, message).help(text!("for example {example}", example = PICTURE))
}

const PICTURE: &str = "dots_and_boxes(\"+-+.+/|_._./+.+.+\")";

/// Parses the picture of a board.
fn read_picture(picture: &str) -> Result<(Strings, u64)> {
    let rows: Vec<Vec<char>> = picture.split('/').map(|row| row.chars().collect()).collect();
    let (height, width) = (rows.len(), rows[0].len());
    if height.is_multiple_of(2) || width.is_multiple_of(2) || rows.iter().any(|row| row.len() != width) {
        return Err(wrong_picture());
    }
    let (game, _) = Strings::board(height as u64 / 2, width as u64 / 2)?;
    let mut set = 0;
    let mut line = 0;
    for (r, row) in rows.iter().enumerate() {
        for (c, &cell) in row.iter().enumerate() {
            match (r % 2, c % 2, cell) {
                (0, 0, '+' | '#') | (1, 1, '_' | ' ') => continue,
                (0, 1, '-') | (1, 0, '|') | (0, 1, '#') | (1, 0, '#') => {}
                (0, 1, '.' | ' ') | (1, 0, '.' | ' ') => set |= 1 << line,
                _ => return Err(wrong_picture()),
            }
            line += 1;
        }
    }
    Ok((game, set))
}

impl DynGame for DotsAndBoxes {
    fn info(&self) -> &'static GameInfo {
        &BOXES
    }

    fn theorems(&self) -> Vec<&'static TheoremInfo> {
        vec![]
    }

    fn parse(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>> {
        input.expect('(', BOXES.example)?;
        let start = input.next_span().start;
        let found = if input.peek() == Some('"') {
            let (picture, _) = input.name(text!("the picture of a board"))?;
            read_picture(&picture)
        } else {
            let (rows, _) = input.integer(text!("the number of rows")).map_err(|e| e.or_example(BOXES.example))?;
            if !input.accept('x') && !input.accept('X') {
                return Err(input.expected(text!("`x` and the number of columns")).or_example(BOXES.example));
            }
            let (columns, _) =
                input.integer(text!("the number of columns")).map_err(|e| e.or_example(BOXES.example))?;
            Strings::board(rows, columns)
        };
        let (game, set) = found.map_err(|error| error.at(start..input.offset()))?;
        input.expect(')', BOXES.example)?;
        Ok(Box::new(GamePosition::new(game, vec![set])))
    }

    fn parse_rules(&self, _alias: &str, _input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>> {
        Ok(Box::new(RulesHandle::new(Strings::rectangle(1, 1).0)))
    }

    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>> {
        if cfg!(target_family = "wasm") {
            return Box::new(std::iter::empty());
        }
        Box::new((0u64..120).map(|number| {
            let (rows, columns) = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (2, 3)][number as usize % 6];
            let (game, all) = Strings::rectangle(rows, columns);
            // At most nine lines remain.
            let mut random = SplitMix64(number);
            let mut set = if number < 4 { all } else { random.next_u64() & all };
            while set.count_ones() > 9 {
                set &= set - 1;
            }
            Box::new(GamePosition::new(game, vec![set])) as Box<dyn DynPosition>
        }))
    }
}

/// Nimstring, on graphs and on boards.
struct Nimstring;

impl DynGame for Nimstring {
    fn info(&self) -> &'static GameInfo {
        &NIMSTRING
    }

    fn theorems(&self) -> Vec<&'static TheoremInfo> {
        vec![]
    }

    fn parse(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>> {
        let example = NIMSTRING.example;
        input.expect('(', example)?;
        // Errors of boards and graphs show examples of other games.
        let with_own_example = |error: Error| error.help(text!("for example {example}", example));
        let is_picture = input.peek() == Some('"');
        let (game, set) = if input.accept(')') {
            GraphBuilder::default().finish()
        } else {
            let (name, span) = input.name(text!("a string")).map_err(|e| e.or_example(example))?;
            let is_number = name.chars().all(|c| c.is_ascii_digit());
            if is_picture && input.peek() != Some('-') {
                input.expect(')', example)?;
                read_picture(&name).map_err(|error| with_own_example(error.at(span)))?
            } else if is_number && (input.accept('x') || input.accept('X')) {
                let (columns, end) =
                    input.integer(text!("the number of columns")).map_err(|e| e.or_example(example))?;
                let rows = name.parse().unwrap_or(u64::MAX);
                let board = Strings::board(rows, columns);
                let board = board.map_err(|error| with_own_example(error.at(span.start..end.end)))?;
                input.expect(')', example)?;
                board
            } else {
                parse_strings((name, span), input, example).map_err(with_own_example)?
            }
        };
        Ok(Box::new(GamePosition::new(game.with_last_move_deciding(), vec![set])))
    }

    fn parse_rules(&self, _alias: &str, _input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>> {
        Ok(Box::new(RulesHandle::new(Strings::rectangle(1, 1).0.with_last_move_deciding())))
    }

    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>> {
        Box::new(<Strings as Game>::samples().map(|(game, sets)| {
            Box::new(GamePosition::new(game.with_last_move_deciding(), sets)) as Box<dyn DynPosition>
        }))
    }
}

/// Adds Strings and Coins, Dots and Boxes and Nimstring to the library.
pub(crate) fn with_all(library: Library) -> Library {
    let mut library = library.with::<Strings>();
    library.add_dyn_game(&DotsAndBoxes);
    library.add_dyn_game(&Nimstring);
    library
}
