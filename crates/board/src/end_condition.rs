//! Conditions under which no move is made on a board, such as `ends if line(x,3)`.
//!
//! In a position that satisfies such a condition neither player has a move. So the player to move on a single board has
//! lost under normal play and has won under misère play, and a finished board in a sum is 0. Such a condition may
//! depend on all cells, so a board of such a rule is never split into regions, and the fast evaluation does not apply.

use crate::cells::Cells;
use crate::parse::{BoardParser, DIRECTIONS, PictureTarget};
use crate::pattern::{GridSymmetry, States};
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result, spend};
use grundy_value::CompactSort;
use std::ops::Range;

/// An example of a rule with such a condition.
const EXAMPLE: &str = "board{ left: [.] -> [x]; right: swap x o; ends if connected(x,top,bottom,hex) or connected(o,left,right,hex) }(3x3)";

/// The end conditions of a rule; play on a board is over if one of them holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EndConditions {
    /// The conditions, each a list of terms that must all hold.
    alternatives: Vec<Vec<EndTerm>>,
}

/// A property of a board, or its negation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct EndTerm {
    is_negated: bool,
    piece: u8,
    property: PieceProperty,
}

/// A property of the cells with one piece. Vectors are (rows down, columns right).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PieceProperty {
    /// At least `length` of these pieces stand next to each other in one of the directions.
    Line { length: u64, directions: Vec<(i32, i32)> },
    /// A chain of neighbouring pieces leads from one side of the board to another.
    ///
    /// A side is a vector that points to it.
    Connected { sides: [(i32, i32); 2], neighbours: Vec<(i32, i32)> },
    /// The number of these pieces is in a range.
    Count { least: u64, most: u64 },
}

/// The sides of a board, each with the vector that points to it.
const SIDES: [(&str, (i32, i32)); 4] = [("left", (0, -1)), ("right", (0, 1)), ("top", (-1, 0)), ("bottom", (1, 0))];

/// The neighbours of a cell in [`PieceProperty::Connected`], by the word that selects them.
///
/// The first word is the default. With `hex`, rows of hexagons are drawn shifted: each row lies half a cell to the right
/// of the row above.
const NEIGHBOURS: [(&str, &[(i32, i32)]); 3] = [
    ("rook", &[(0, 1), (1, 0), (0, -1), (-1, 0)]),
    ("any", &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]),
    ("hex", &[(0, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (1, -1)]),
];

/// The words for the directions of a line; without such a word, all directions of a queen count.
const LINE_DIRECTIONS: [&str; 5] = ["row", "column", "rook", "bishop", "queen"];

impl EndConditions {
    pub fn is_empty(&self) -> bool {
        self.alternatives.is_empty()
    }

    /// Returns the number of terms of all conditions together.
    pub fn term_count(&self) -> usize {
        self.alternatives.iter().map(Vec::len).sum()
    }

    /// Adds the conditions of another clause.
    pub fn extend(&mut self, other: EndConditions) {
        self.alternatives.extend(other.alternatives);
    }

    /// Reports whether one of the conditions holds; `false` if the budget is exhausted.
    pub fn hold(&self, board: &Cells) -> bool {
        self.alternatives.iter().any(|terms| terms.iter().all(|term| term.holds(board)))
    }

    /// Returns the normal form of the conditions after a symmetry of the board and an exchange of pieces.
    pub fn mapped(&self, symmetry: GridSymmetry, to: &dyn Fn(u8) -> u8) -> EndConditions {
        let mut alternatives: Vec<Vec<EndTerm>> = vec![];
        for terms in &self.alternatives {
            let mut terms: Vec<EndTerm> = terms.iter().map(|term| term.mapped(symmetry, to)).collect();
            terms.compact_sort();
            terms.dedup();
            alternatives.push(terms);
        }
        alternatives.compact_sort();
        alternatives.dedup();
        EndConditions { alternatives }
    }
}

impl EndTerm {
    fn holds(&self, board: &Cells) -> bool {
        if !spend(16 * board.cells().len() as u64) {
            return false;
        }
        let has_property = match &self.property {
            PieceProperty::Line { length, directions } => has_line(board, self.piece, *length, directions),
            PieceProperty::Connected { sides, neighbours } => is_connected(board, self.piece, *sides, neighbours),
            PieceProperty::Count { least, most } => {
                let count = board.cells().iter().filter(|&&state| state == self.piece).count() as u64;
                (*least..=*most).contains(&count)
            }
        };
        has_property != self.is_negated
    }

    fn mapped(&self, symmetry: GridSymmetry, to: &dyn Fn(u8) -> u8) -> EndTerm {
        let mapped_vectors = |vectors: &[(i32, i32)]| {
            let mut vectors: Vec<(i32, i32)> = vectors.iter().map(|&vector| symmetry.apply(vector)).collect();
            vectors.compact_sort();
            vectors
        };
        let property = match &self.property {
            PieceProperty::Line { length, directions } => {
                PieceProperty::Line { length: *length, directions: mapped_vectors(directions) }
            }
            PieceProperty::Connected { sides, neighbours } => {
                let mut sides = sides.map(|side| symmetry.apply(side));
                sides.compact_sort();
                PieceProperty::Connected { sides, neighbours: mapped_vectors(neighbours) }
            }
            count @ PieceProperty::Count { .. } => count.clone(),
        };
        EndTerm { is_negated: self.is_negated, piece: to(self.piece), property }
    }
}

/// Reports whether `length` pieces stand next to each other in one of the directions.
fn has_line(board: &Cells, piece: u8, length: u64, directions: &[(i32, i32)]) -> bool {
    let is_piece =
        |(row, column): (i32, i32)| board.cell_index(row, column).is_some() && board.at(row, column) == piece;
    (0..board.cells().len()).map(|cell| board.row_column(cell)).any(|(row, column)| {
        directions.iter().any(|&(down, right)| {
            // Count each run once, from its first cell.
            if !is_piece((row, column)) || is_piece((row - down, column - right)) {
                return false;
            }
            let run = (0..).map(|step| (row + step * down, column + step * right)).take_while(|&cell| is_piece(cell));
            run.count() as u64 >= length
        })
    })
}

/// Reports whether a chain of neighbouring pieces leads from the first side to the second.
fn is_connected(board: &Cells, piece: u8, sides: [(i32, i32); 2], neighbours: &[(i32, i32)]) -> bool {
    let cells = board.cells();
    let is_at = |cell: usize, (down, right): (i32, i32)| {
        let (row, column) = board.row_column(cell);
        board.cell_index(row + down, column + right).is_none()
    };
    let mut visited = vec![false; cells.len()];
    let mut waiting: Vec<usize> =
        (0..cells.len()).filter(|&cell| cells[cell] == piece && is_at(cell, sides[0])).collect();
    waiting.iter().for_each(|&cell| visited[cell] = true);
    while let Some(cell) = waiting.pop() {
        if is_at(cell, sides[1]) {
            return true;
        }
        let (row, column) = board.row_column(cell);
        for next in neighbours.iter().filter_map(|(down, right)| board.cell_index(row + down, column + right)) {
            if cells[next] == piece && !std::mem::replace(&mut visited[next], true) {
                waiting.push(next);
            }
        }
    }
    false
}

impl BoardParser<'_, '_> {
    /// Parses `ends if` and a condition, with `or` between alternatives and `and` between their terms.
    ///
    /// # Errors
    /// `syntax`, `bad_argument` or `too_large`, with the span of the fault.
    pub(crate) fn end_conditions(&mut self) -> Result<EndConditions> {
        self.word();
        let start = self.input.next_span().start;
        self.accept("ends");
        if self.subject == PictureTarget::Graphs {
            let error = Error::new(ErrorKind::Unsupported, text!("`ends if` is only for boards, not for graphs"));
            return Err(error.at(start..start + "ends".len()).or_example(EXAMPLE));
        }
        if !self.accept("if") {
            return Err(self.input.expected(text!("`if`")).or_example(EXAMPLE));
        }
        self.text.push_str("ends if ");
        let mut alternatives = vec![vec![self.end_term()?]];
        loop {
            let joins = match self.word() {
                "or" => false,
                "and" => true,
                _ => return Ok(EndConditions { alternatives }),
            };
            let word = if joins { "and" } else { "or" };
            self.accept(word);
            self.text.push_str(&format!(" {word} "));
            let term = self.end_term()?;
            match alternatives.last_mut().filter(|_| joins) {
                Some(terms) => terms.push(term),
                None => alternatives.push(vec![term]),
            }
        }
    }

    fn end_term(&mut self) -> Result<EndTerm> {
        let is_negated = self.accept("not");
        if is_negated {
            self.text.push_str("not ");
        }
        let word = self.word();
        if !["line", "connected", "count"].contains(&word) {
            let error = self.input.expected(text!("`line`, `connected` or `count`"));
            return Err(error.or_example(EXAMPLE));
        }
        self.input.accept_str(word);
        self.comments();
        self.input.expect('(', EXAMPLE)?;
        self.text.push_str(word);
        self.text.push('(');
        let piece = self.end_piece()?;
        let property = match word {
            "line" => self.line()?,
            "connected" => self.connected()?,
            _ => {
                self.close_term()?;
                self.count()?
            }
        };
        if word != "count" {
            self.close_term()?;
        }
        Ok(EndTerm { is_negated, piece, property })
    }

    fn close_term(&mut self) -> Result<()> {
        self.comments();
        self.input.expect(')', EXAMPLE)?;
        self.text.push(')');
        Ok(())
    }

    fn end_piece(&mut self) -> Result<u8> {
        self.comments();
        let span = self.input.next_span();
        let (letters, found) = self.input.take_while(|c| c.is_ascii_alphabetic());
        let &[piece] = letters.as_bytes() else {
            let error = Error::new(ErrorKind::Syntax, text!("expected a piece, which is one letter"));
            return Err(error.at(if letters.is_empty() { span } else { found }).or_example(EXAMPLE));
        };
        self.text.push(char::from(piece));
        if self.end_pieces.len() == MAX_TERMS {
            let message = text!("the end conditions of a rule have at most {most} terms", most = MAX_TERMS);
            return Err(Error::new(ErrorKind::TooLarge, message).at(found));
        }
        self.end_pieces.push((piece, found));
        Ok(piece)
    }

    fn comma(&mut self) -> Result<()> {
        self.comments();
        self.input.expect(',', EXAMPLE)?;
        self.text.push(',');
        Ok(())
    }

    /// Parses one of these words.
    fn one_of(&mut self, words: &[&'static str]) -> Result<(&'static str, Range<usize>)> {
        let word = self.word();
        let span = self.input.next_span();
        let Some(&known) = words.iter().find(|&&known| known == word) else {
            let span = if word.is_empty() { span } else { span.start..span.start + word.len() };
            let error = Error::new(ErrorKind::Syntax, text!("expected one of {names}", names = words.join(", ")));
            return Err(error.at(span).or_example(EXAMPLE));
        };
        self.input.accept_str(known);
        self.text.push_str(known);
        Ok((known, span.start..span.start + known.len()))
    }

    /// Parses the length of a line and an optional word for its directions.
    fn line(&mut self) -> Result<PieceProperty> {
        self.comma()?;
        self.comments();
        let zero = text!("a line has at least one piece");
        let length = self.input.positive(text!("the length of a line"), zero, EXAMPLE)?;
        self.text.push_str(&length.to_string());
        self.comments();
        let mut word = "queen";
        if self.input.peek() == Some(',') {
            self.comma()?;
            word = self.one_of(&LINE_DIRECTIONS)?.0;
        }
        let directions = DIRECTIONS.iter().find(|(name, _)| *name == word).map(|(_, vectors)| vectors.to_vec());
        Ok(PieceProperty::Line { length, directions: directions.unwrap_or_default() })
    }

    /// Parses two sides and an optional word for the neighbours.
    fn connected(&mut self) -> Result<PieceProperty> {
        let names = SIDES.map(|(name, _)| name);
        self.comma()?;
        let (first, _) = self.one_of(&names)?;
        self.comma()?;
        let (second, span) = self.one_of(&names)?;
        if first == second {
            let error = Error::new(ErrorKind::BadArgument, text!("the two sides of the board must be different"));
            return Err(error.at(span).or_example(EXAMPLE));
        }
        self.comments();
        let mut word = NEIGHBOURS[0].0;
        if self.input.peek() == Some(',') {
            self.comma()?;
            word = self.one_of(&NEIGHBOURS.map(|(name, _)| name))?.0;
        }
        let vector = |name: &str| SIDES.iter().find(|(side, _)| *side == name).map_or((0, 0), |(_, vector)| *vector);
        let neighbours = NEIGHBOURS.iter().find(|(name, _)| *name == word).map(|(_, vectors)| vectors.to_vec());
        Ok(PieceProperty::Connected {
            sides: [vector(first), vector(second)],
            neighbours: neighbours.unwrap_or_default(),
        })
    }

    /// Parses a comparison with a number, such as `< 3`.
    fn count(&mut self) -> Result<PieceProperty> {
        self.comments();
        let span = self.input.next_span();
        let found = ["<=", ">=", "==", "=", "<", ">"].into_iter().find(|relation| self.input.accept_str(relation));
        let Some(relation) = found else {
            let error = Error::new(ErrorKind::Syntax, text!("expected one of {names}", names = "=, <, <=, >, >="));
            return Err(error.at(span).or_example("board{ [xx.] -> [..x] along rook; ends if count(x) = 1 }(\"xx.\")"));
        };
        self.comments();
        let (number, _) = self.input.integer(text!("a number of pieces"))?;
        let relation = if relation == "==" { "=" } else { relation };
        self.text.push_str(&format!(" {relation} {number}"));
        // An empty range, as for `< 0`, has its ends in the wrong order.
        let (least, most) = match relation {
            "<" => (u64::from(number == 0), number.saturating_sub(1)),
            "<=" => (0, number),
            ">" => (number.saturating_add(1), u64::MAX - 1),
            ">=" => (number, u64::MAX),
            _ => (number, number),
        };
        Ok(PieceProperty::Count { least, most })
    }
}

/// The maximum number of terms of all end conditions of a rule together.
const MAX_TERMS: usize = 64;

/// Checks that each piece of the conditions occurs in a picture of the rule.
///
/// # Errors
/// `bad_argument` with the span of the piece.
pub(crate) fn check_pieces(pieces: &[(u8, Range<usize>)], states: States) -> Result<()> {
    match pieces.iter().find(|(piece, _)| !states.contains(*piece)) {
        Some((piece, span)) => {
            let message = text!("no picture of this rule has the piece `{piece}`", piece = char::from(*piece));
            Err(Error::new(ErrorKind::BadArgument, message).at(span.clone()))
        }
        None => Ok(()),
    }
}
