//! Parses rules in the language of pictures.
//!
//! Move patterns are separated by `;`. Each has a picture of the board before the move and one after the move.

use crate::end_condition::{self, EndConditions};
use crate::file;
use crate::graph::picture;
use crate::pattern::{
    CellSymbol, EdgePattern, GridSymmetry, HOLE, MovePattern, NeighbourCondition, NeighbourEffect, Orientation,
    PictureStep, Repeat, States,
};
use crate::pattern_parser::{self, ParsedSide};
use crate::rule_parser::{self, Sides};
use grundy_lang::{Text, text};
use grundy_rules::{Cursor, Error, ErrorKind, Result};
use std::ops::Range;

pub(crate) const EXAMPLE: &str = "board{ left: [xo] -> [.x] along rook; right: swap x o }(\"xox/ox.\")";

/// An example of a rule on graphs.
pub(crate) const GRAPH_EXAMPLE: &str = "graph{ left: [.] -> [x] if no x near; right: swap x o }(a-b,b-c)";

/// The kind of position that the pictures of a rule describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureTarget {
    /// Boards: cells in rows and columns.
    Boards,
    /// Graphs: vertices and edges.
    Graphs,
}

impl PictureTarget {
    fn example(self) -> &'static str {
        match self {
            PictureTarget::Boards => EXAMPLE,
            PictureTarget::Graphs => GRAPH_EXAMPLE,
        }
    }
}

/// The maximum number of move patterns of a rule.
const MAX_MOVE_PATTERNS: usize = 64;
/// The maximum number of steps of a move pattern.
const MAX_STEPS: usize = 8;
/// The maximum number of rows, and of columns, of one step in a direction.
const MAX_DIRECTION_STEP: u64 = 32;

/// A parsed rule.
pub(crate) struct ParsedRule {
    pub move_patterns: Vec<MovePattern>,
    /// The printed form of the rule, in one line.
    pub text: String,
    /// Whether Left and Right have different move patterns.
    pub partizan: bool,
    /// The conditions under which play on a board is over.
    pub ends: EndConditions,
}

/// Parses a rule in braces, or from a file.
///
/// # Errors
/// The same errors as [`rule`].
pub(crate) fn rule_or_file(input: &mut Cursor<'_>, subject: PictureTarget) -> Result<ParsedRule> {
    if input.peek() == Some('[') {
        return file::rule(input, subject);
    }
    input.expect('{', subject.example())?;
    let rule = rule(input, Some('}'), subject)?;
    input.expect('}', subject.example())?;
    Ok(rule)
}

/// Parses the move patterns of a rule up to `close`, or to the end of the text if `close` is `None`.
///
/// # Errors
/// `syntax` or `bad_argument`, with the span of the fault.
pub(crate) fn rule(input: &mut Cursor<'_>, close: Option<char>, subject: PictureTarget) -> Result<ParsedRule> {
    let mut parser = BoardParser { input, text: String::new(), subject, end_pieces: vec![] };
    let mut ends = EndConditions::default();
    let (mut move_patterns, mut written): (Vec<MovePattern>, usize) = (vec![], 0);
    let mut players = [true; 2];
    loop {
        parser.comments();
        let label = parser.input.next_span().start;
        if let Some(side) = parser.label()? {
            let end = parser.input.offset();
            if parser.word() == "ends" {
                let message = text!("an end condition applies to both players; remove the label before it");
                return Err(Error::new(ErrorKind::BadArgument, message).at(label..end));
            }
            players = side;
            parser.text.push_str(if players[0] { "left: " } else { "right: " });
        }
        let start = parser.input.next_span().start;
        if let Some(mirror) = parser.accept_either("swap", "mirror") {
            if mirror && subject == PictureTarget::Graphs {
                let error =
                    Error::new(ErrorKind::BadArgument, text!("graphs have no left and right for `mirror` to exchange"));
                let error = error.at(start..start + 6);
                return Err(error.help(text!("for example {example}", example = "right: swap x o")));
            }
            let pieces = parser.two_pieces(mirror)?;
            let taken = swapped_move_patterns(&move_patterns, players, pieces, mirror, subject);
            move_patterns.extend(taken.map_err(|error| error.at(start..start + 4))?);
        } else if parser.word() == "ends" {
            ends.extend(parser.end_conditions()?);
        } else {
            move_patterns.push(parser.move_pattern(players)?);
        }
        written += 1;
        if move_patterns.len() > MAX_MOVE_PATTERNS || written > MAX_MOVE_PATTERNS {
            let message = text!("a rule lists at most {most} moves", most = MAX_MOVE_PATTERNS);
            return Err(Error::new(ErrorKind::TooLarge, message).at(start..parser.input.offset()));
        }
        parser.comments();
        if parser.input.peek() == close {
            break;
        }
        if !parser.input.accept(';') {
            let error = parser.input.expected(text!("`;` or the end of the rule"));
            return Err(error.help(text!("separate options by `;`, as in {rule}", rule = subject.example())));
        }
        parser.text.push_str("; ");
    }
    if move_patterns.is_empty() {
        return Err(parser.input.expected(text!("a picture of a move")).or_example(subject.example()));
    }
    let states = move_patterns
        .iter()
        .flat_map(|move_pattern| &move_pattern.steps)
        .fold(States::NONE, |all, step| all | step.states());
    end_condition::check_pieces(&parser.end_pieces, states)?;
    let text = parser.text;
    // Move patterns before the first label belong to both players.
    let partizan = move_patterns.iter().any(|move_pattern| move_pattern.players != [true; 2]);
    Ok(ParsedRule { move_patterns, text, partizan, ends })
}

/// Copies the other player's move patterns so far, with pieces exchanged and `mirror` applied.
fn swapped_move_patterns(
    move_patterns: &[MovePattern],
    players: [bool; 2],
    pieces: [u8; 2],
    mirror: bool,
    subject: PictureTarget,
) -> Result<Vec<MovePattern>> {
    if players == [true; 2] {
        let message = text!("`swap` copies the moves of the other player, so it must follow `left:` or `right:`");
        return Err(Error::new(ErrorKind::BadArgument, message)
            .help(text!("for example {example}", example = subject.example())));
    }
    let other = [!players[0], !players[1]];
    let symmetry = if mirror { GridSymmetry::MIRROR } else { GridSymmetry::ALL[0] };
    let taken: Vec<MovePattern> = move_patterns
        .iter()
        .filter(|move_pattern| move_pattern.players == other)
        .map(|move_pattern| move_pattern.swapped(players, pieces, symmetry))
        .collect();
    if taken.is_empty() {
        let message = text!("no moves of the other player come before this, so there is nothing to copy");
        return Err(Error::new(ErrorKind::BadArgument, message)
            .help(text!("for example {example}", example = subject.example())));
    }
    Ok(taken)
}

/// The parser of a rule.
pub(crate) struct BoardParser<'c, 't> {
    pub input: &'c mut Cursor<'t>,
    /// The printed form of the text parsed so far.
    pub text: String,
    pub subject: PictureTarget,
    /// The pieces in conditions after `ends if`, each with its span.
    pub end_pieces: Vec<(u8, Range<usize>)>,
}

impl<'t> BoardParser<'_, 't> {
    /// Skips comments, from `#` to the end of the line.
    pub fn comments(&mut self) {
        while self.input.peek() == Some('#') {
            self.input.take_while(|c| c != '\n');
        }
    }

    /// Returns the span of the text parsed since `start`, without trailing white space.
    fn span_from(&self, start: usize) -> Range<usize> {
        start..start + self.input.text_at(start..self.input.offset()).trim_end().len()
    }

    /// Returns the next word without consuming it.
    pub fn word(&mut self) -> &'t str {
        self.comments();
        self.input.peek();
        let rest = self.input.rest();
        &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())]
    }

    /// Consumes `word` if it comes next, and reports whether it did.
    pub fn accept(&mut self, word: &str) -> bool {
        self.word() == word && self.input.accept_str(word)
    }

    /// Consumes `no` (`Some(false)`) or `yes` (`Some(true)`); `None` if neither word comes next.
    fn accept_either(&mut self, no: &str, yes: &str) -> Option<bool> {
        match () {
            () if self.accept(no) => Some(false),
            () if self.accept(yes) => Some(true),
            () => None,
        }
    }

    fn label(&mut self) -> Result<Option<[bool; 2]>> {
        let players = match self.word() {
            "left" | "L" | "Left" => [true, false],
            "right" | "R" | "Right" => [false, true],
            _ => return Ok(None),
        };
        self.input.take_while(char::is_alphabetic);
        self.input.expect(':', self.subject.example())?;
        Ok(Some(players))
    }

    fn two_pieces(&mut self, mirror: bool) -> Result<[u8; 2]> {
        let mut pieces = vec![];
        while pieces.len() < 2 {
            let (letters, span) = self.input.take_while(|c| c.is_ascii_alphabetic());
            if letters.is_empty() || pieces.len() + letters.len() > 2 {
                let error = Error::new(ErrorKind::Syntax, text!("expected two pieces to exchange"));
                let span = if letters.is_empty() { self.input.next_span() } else { span };
                return Err(error.at(span).help(text!("for example {example}", example = "swap x o, mirror t f")));
            }
            pieces.extend_from_slice(letters.as_bytes());
        }
        let word = if mirror { "mirror" } else { "swap" };
        self.text.push_str(&format!("{word} {} {}", char::from(pieces[0]), char::from(pieces[1])));
        Ok([pieces[0], pieces[1]])
    }

    fn move_pattern(&mut self, players: [bool; 2]) -> Result<MovePattern> {
        let mut repeat = Repeat::No;
        if self.accept("repeat") {
            repeat = Repeat::Straight;
            self.text.push_str("repeat ");
        }
        let (step, sides, turning) = self.step(repeat != Repeat::No)?;
        if turning {
            repeat = Repeat::Turning;
        }
        let mut steps = vec![(step, sides)];
        while self.accept("then") {
            self.text.push_str(" then ");
            let (step, sides, _) = self.step(false)?;
            if steps.len() == MAX_STEPS {
                let message = text!("a move has at most {most} steps", most = MAX_STEPS);
                return Err(Error::new(ErrorKind::TooLarge, message).at(sides.span()));
            }
            steps.push((step, sides));
        }
        let follows = repeat != Repeat::No || steps.len() > 1;
        let mut picture_steps = vec![];
        for (mut step, sides) in steps {
            if step.shrinks && (follows || !step.neighbour_conditions.is_empty() || !step.neighbour_effects.is_empty())
            {
                let message =
                    text!("a picture that removes cells cannot be combined with other steps, conditions or effects");
                return Err(Error::new(ErrorKind::BadArgument, message).at(sides.span()));
            }
            if follows {
                step.moving_piece = Some(sides.moving_piece()?);
            }
            picture_steps.push(step);
        }
        Ok(MovePattern { players, repeat, steps: picture_steps })
    }

    /// Parses one step of a move pattern; the flag is `true` if the step has the word `turning`.
    fn step(&mut self, repeated: bool) -> Result<(PictureStep, Sides, bool)> {
        let before = self.side(false)?;
        self.comments();
        if !self.input.accept_str("->") {
            return Err(self.input.expected(text!("`->`")).or_example(self.subject.example()));
        }
        self.text.push_str(" -> ");
        let after = self.side(true)?;
        let sides = Sides { before, after };
        let is_single_row = sides.before.rows.len() == 1;
        let (shrinks, edge_patterns): (bool, Vec<EdgePattern>) = match self.subject {
            PictureTarget::Boards => (rule_parser::check(&sides)?, vec![]),
            PictureTarget::Graphs => (false, picture::edge_patterns(&sides)?),
        };
        let (mut orientations, mut turning) = (None, false);
        let (mut neighbour_conditions, mut neighbour_effects) = (vec![], vec![]);
        loop {
            let word = self.word();
            let start = self.input.next_span().start;
            if self.subject == PictureTarget::Graphs && matches!(word, "along" | "turned" | "any") {
                let error = Error::new(
                    ErrorKind::BadArgument,
                    text!("pictures on graphs apply along edges in every direction, so they take no direction"),
                );
                return Err(error.at(start..start + word.len()).or_example(GRAPH_EXAMPLE));
            }
            let found = match word {
                "along" => {
                    self.input.accept_str(word);
                    self.text.push_str(" along ");
                    let found = self.directions()?;
                    if !is_single_row {
                        let message = text!("`along` is only for pictures of one row");
                        let error = Error::new(ErrorKind::BadArgument, message).at(self.span_from(start));
                        return Err(error.help(text!("for pictures of several rows, use `turned` or `any way`")));
                    }
                    found
                }
                "turned" => {
                    self.input.accept_str(word);
                    self.text.push_str(" turned");
                    orientations_under(&GridSymmetry::ROTATIONS, is_single_row)
                }
                "any" => {
                    self.input.accept_str(word);
                    if !self.accept("way") {
                        return Err(self.input.expected(text!("`way`")).or_example("[x. / .x] -> [.x / x.] any way"));
                    }
                    self.text.push_str(" any way");
                    orientations_under(&GridSymmetry::ALL, is_single_row)
                }
                "turning" if repeated => {
                    self.input.accept_str(word);
                    self.text.push_str(" turning");
                    turning = true;
                    continue;
                }
                "with" => {
                    self.input.accept_str(word);
                    neighbour_effects.push(self.effect()?);
                    continue;
                }
                "then" => break,
                _ if matches!(self.input.peek(), Some('.' | '{' | '?'))
                    || word == "no"
                    || word == "if"
                    || word.len() == 1 =>
                {
                    neighbour_conditions.push(self.condition()?);
                    continue;
                }
                _ => break,
            };
            if orientations.replace(found).is_some() {
                let message = text!("the orientation of the picture is given twice");
                return Err(Error::new(ErrorKind::Syntax, message).at(self.span_from(start)));
            }
        }
        if shrinks && orientations.is_some() {
            let message = text!("a picture that removes cells cannot be turned or mirrored");
            return Err(Error::new(ErrorKind::BadArgument, message).at(sides.span()));
        }
        let drawn = if is_single_row { Orientation::along((0, 1)) } else { Orientation::DRAWN };
        let orientations = orientations.unwrap_or_else(|| vec![drawn]);
        let (before, after) = (sides.before.rows.clone(), sides.after.rows.clone());
        Ok((
            PictureStep {
                before,
                after,
                orientations,
                neighbour_conditions,
                neighbour_effects,
                shrinks,
                moving_piece: None,
                edge_patterns,
            },
            sides,
            turning,
        ))
    }

    fn side(&mut self, right: bool) -> Result<ParsedSide> {
        self.comments();
        let side = match self.subject {
            PictureTarget::Boards => pattern_parser::parse_side(self.input, right)?,
            PictureTarget::Graphs => picture::parse_side(self.input, right)?,
        };
        self.text.push_str(&side.text());
        Ok(side)
    }

    /// Parses a state or a set of states.
    fn states(&mut self) -> Result<States> {
        let mut span = 0..0;
        match pattern_parser::parse_symbol(self.input, &mut span)? {
            Some(symbol) if symbol != CellSymbol::Any => {
                pattern_parser::push_symbol(symbol, &mut self.text);
                Ok(symbol.states())
            }
            _ => {
                let what = text!("a piece, `.` or a set such as `{set}`", set = "{xo}");
                let error = match self.input.text_at(span.clone()) {
                    "?" => Error::new(ErrorKind::Syntax, text!("expected {what}, found `{c}`", what, c = "?")).at(span),
                    _ => self.input.expected(what),
                };
                Err(error.or_example("[.] -> [x] if no x near"))
            }
        }
    }

    /// Parses the states that neighbours may have.
    fn neighbour_states(&mut self) -> Result<States> {
        let span = self.input.next_span();
        let states = self.states()?;
        if self.subject == PictureTarget::Graphs && states.contains(HOLE) {
            return Err(picture::removed_cell_error(span));
        }
        Ok(states)
    }

    /// Parses `near` and an optional `any`; reports whether `any` follows.
    fn near_all_eight(&mut self) -> Result<bool> {
        if !self.accept("near") {
            let error = self.input.expected(text!("`near`"));
            return Err(error.or_example("[.] -> [x] if no x near"));
        }
        self.text.push_str("near");
        // `near` may be followed by `any way`, which is not part of the condition but concerns the whole picture.
        let rest = self.input.rest().trim_start().strip_prefix("any");
        let all_eight = self.word() == "any" && rest.is_some_and(|rest| !rest.trim_start().starts_with("way"));
        if all_eight {
            let span = self.input.next_span();
            self.input.accept_str("any");
            if self.subject == PictureTarget::Graphs {
                let error =
                    Error::new(ErrorKind::BadArgument, text!("vertices have only one kind of neighbour; omit `any`"));
                let error = error.at(span.start..span.start + 3);
                return Err(error.help(text!("for example {example}", example = "[.] -> [x] if no x near")));
            }
            self.text.push_str(" any");
        }
        Ok(all_eight)
    }

    fn condition(&mut self) -> Result<NeighbourCondition> {
        self.accept("if");
        let required = !self.accept("no");
        self.text.push_str(if required { " if " } else { " if no " });
        let states = self.neighbour_states()?;
        self.text.push(' ');
        Ok(NeighbourCondition { states, required, all_eight: self.near_all_eight()? })
    }

    fn effect(&mut self) -> Result<NeighbourEffect> {
        self.text.push_str(" with ");
        let all_eight = self.near_all_eight()?;
        self.text.push(' ');
        let from = self.neighbour_states()?;
        if !self.input.accept_str("->") {
            return Err(self.input.expected(text!("`->`")).or_example("[.] -> [#] with near . -> #"));
        }
        self.text.push_str(" -> ");
        let start = self.input.next_span().start;
        let to = self.states()?;
        let mut states = to.iter();
        let (Some(to), None) = (states.next(), states.next()) else {
            let message = text!("neighbours must change to a single state, not to a set");
            return Err(Error::new(ErrorKind::BadArgument, message).at(start..self.input.offset()));
        };
        Ok(NeighbourEffect { from, to, all_eight })
    }

    /// Parses a list of directions such as `rook`, `(1,-1),(1,1)` or `right, down`.
    fn directions(&mut self) -> Result<Vec<Orientation>> {
        let mut all: Vec<(i32, i32)> = vec![];
        loop {
            let word = self.word();
            let start = self.input.next_span().start;
            if word.is_empty() && self.input.peek() == Some('(') {
                let vector = self.vector()?;
                self.text.push_str(&format!("({},{})", vector.0, vector.1));
                all.push(vector);
            } else {
                let Some((_, found)) = DIRECTIONS.iter().find(|(name, _)| *name == word) else {
                    let names: Vec<&str> = DIRECTIONS.iter().map(|(name, _)| *name).collect();
                    let span = start..start + word.len().max(1);
                    let error = Error::new(ErrorKind::Syntax, text!("expected a direction")).at(span);
                    return Err(error.help(text!(
                        "a direction is one of {names}, or rows down and columns right: {example}",
                        names = names.join(", "),
                        example = "(1,-1),(1,1)"
                    )));
                };
                self.input.accept_str(word);
                self.text.push_str(word);
                all.extend_from_slice(found);
            }
            if !self.input.accept(',') {
                break;
            }
            self.text.push(',');
        }
        let mut orientations: Vec<Orientation> = vec![];
        for orientation in all.into_iter().map(Orientation::along) {
            if !orientations.contains(&orientation) {
                orientations.push(orientation);
            }
        }
        Ok(orientations)
    }

    fn vector(&mut self) -> Result<(i32, i32)> {
        let start = self.input.next_span().start;
        self.input.expect('(', "(1,-1)")?;
        let component = |parser: &mut Self, what: Text| -> Result<i32> {
            let negative = parser.input.accept('-');
            let (size, span) = parser.input.integer(what).map_err(|error| error.or_example("(1,-1)"))?;
            if size > MAX_DIRECTION_STEP {
                let message = text!("a direction spans at most {most} cells", most = MAX_DIRECTION_STEP);
                return Err(Error::new(ErrorKind::TooLarge, message).at(span));
            }
            Ok(if negative { -(size as i32) } else { size as i32 })
        };
        let down = component(self, text!("the number of rows down"))?;
        self.input.expect(',', "(1,-1)")?;
        let right = component(self, text!("the number of columns to the right"))?;
        self.input.expect(')', "(1,-1)")?;
        if (down, right) == (0, 0) {
            let message = text!("a direction must lead to another cell");
            return Err(Error::new(ErrorKind::BadArgument, message).at(start..self.input.offset()));
        }
        Ok((down, right))
    }
}

/// The named directions, each with its vectors (rows down, columns right).
pub(crate) const DIRECTIONS: [(&str, &[(i32, i32)]); 10] = [
    ("rook", &[(0, 1), (1, 0), (0, -1), (-1, 0)]),
    ("bishop", &[(1, 1), (1, -1), (-1, -1), (-1, 1)]),
    ("queen", &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]),
    ("knight", &[(1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)]),
    ("row", &[(0, 1), (0, -1)]),
    ("column", &[(1, 0), (-1, 0)]),
    ("right", &[(0, 1)]),
    ("left", &[(0, -1)]),
    ("up", &[(-1, 0)]),
    ("down", &[(1, 0)]),
];

/// Returns the orientations of a picture under these symmetries, without repetition.
///
/// `is_single_row` is set if the picture has one row.
fn orientations_under(symmetries: &[GridSymmetry], is_single_row: bool) -> Vec<Orientation> {
    let drawn = if is_single_row { Orientation::along((0, 1)) } else { Orientation::DRAWN };
    let mut orientations: Vec<Orientation> = vec![];
    for &symmetry in symmetries {
        let orientation = drawn.transformed(symmetry);
        if !orientations.contains(&orientation) {
            orientations.push(orientation);
        }
    }
    orientations
}
