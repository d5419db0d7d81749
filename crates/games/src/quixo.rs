//! Quixo: players push pieces into rows and columns; a full row, column or diagonal wins.
//!
//! A move takes a blank piece or one of the player's own pieces from the edge of the board and
//! pushes it, as the player's own piece, into its row or column from another end.
//! The player with a full row, column or diagonal wins, even if the opponent's move completed it.
//! If both players have one, the opponent of the player who moved wins.
//!
//! The game is by T. Chapman (Gigamic 1995). S. Tanaka, F. Bonnet, S. Tixeuil and Y. Tamura ("Quixo is solved", 2020)
//! found that the first player wins on 4 x 4 boards and that 5 x 5 is a draw. Positions are written from the view of
//! the player to move, whose pieces are `x`: a position with a line of x is won, and one with lines of o only is lost.
//!
//! Notation: `quixo[4](start)`, `quixo[3x4]("x.../..o./....")`: three rows of four cells, without diagonals.
//!
//! ```
//! use grundy_rules::Kind;
//! let spec = grundy_games::parse("quixo[3](start)").unwrap();
//! assert_eq!(spec.kind(), Kind::NonstandardImpartial);
//! assert_eq!(grundy_games::parse(&spec.to_string()).unwrap().to_string(), spec.to_string());
//! ```

use crate::line_games::{Lines, Marks, Size, has_line, number_pieces};
use grundy_rules::indexed::{Indexed, Pieces, TerminalResult, Tier, Tiers};
use grundy_rules::{
    Budget, Components, Cursor, Error, ErrorKind, Field, Game, GameInfo, Impartial, Kind, MoveText, Picture, Player,
    Result, Rules, Text, boxed, push_number, text,
};
use smallvec::smallvec;

/// A move: a piece is taken from one cell and pushed in at another cell of the same row or column.
///
/// The pieces between these cells shift by one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    from: u64,
    to: u64,
    /// The set of all cells from `from` to `to`.
    segment: u64,
    /// The numbers of bits by which pieces shift to lower (`down`) or to higher (`up`) bits; one is 0.
    down: u32,
    up: u32,
}

impl Push {
    /// Returns the board after the push, from the view of the other player.
    #[inline]
    fn push(self, marks: Marks) -> Marks {
        let moved = |set: u64| (set & !self.segment) | ((set >> self.down << self.up) & self.segment & !self.to);
        Marks { mine: moved(marks.theirs & !self.from), theirs: moved(marks.mine & !self.from) | self.to }
    }
}

/// The rules of Quixo on a board of a given size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quixo {
    size: Size,
    lines: Vec<u64>,
    pushes: Vec<Push>,
}

/// The minimum number of rows, and of columns, of a board.
const MIN_SIDE: u64 = 2;

impl Quixo {
    /// Returns the game on a board of at least two rows and two columns and at most 64 cells.
    ///
    /// # Errors
    /// `too_large` or `bad_argument` if the size is outside these bounds.
    pub fn new(rows: u64, columns: u64) -> Result<Quixo> {
        let example = Quixo::INFO.example;
        if rows < MIN_SIDE || columns < MIN_SIDE {
            let error = Error::new(ErrorKind::BadArgument, text!("a board has at least two rows and two columns"));
            return Err(error.help(text!("for example {example}", example)));
        }
        let size = Size::new(rows, columns, example)?;
        let (rows, columns) = (size.rows, size.columns);
        let line = |cells: &mut dyn Iterator<Item = (u32, u32)>| cells.fold(0, |set, (r, c)| set | size.bit(r, c));
        let mut lines: Vec<u64> = (0..rows).map(|row| line(&mut (0..columns).map(|column| (row, column)))).collect();
        lines.extend((0..columns).map(|column| line(&mut (0..rows).map(|row| (row, column)))));
        if rows == columns {
            lines.push(line(&mut (0..rows).map(|k| (k, k))));
            lines.push(line(&mut (0..rows).map(|k| (k, rows - 1 - k))));
        }
        let mut pushes = vec![];
        let on_edge = |row: u32, column: u32| row == 0 || row == rows - 1 || column == 0 || column == columns - 1;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let ends = [(row, 0), (row, columns - 1), (0, column), (rows - 1, column)];
            for (r, c) in ends.into_iter().filter(|&end| on_edge(row, column) && end != (row, column)) {
                let step = if r == row { 1 } else { columns };
                let (from, to) = (size.bit(row, column), size.bit(r, c));
                let (low, high) = (from.min(to), from.max(to));
                let between = std::iter::successors(Some(low), |&bit| (bit < high).then(|| bit << step));
                let segment = between.fold(0, |set, bit| set | bit);
                let (down, up) = if to > from { (step, 0) } else { (0, step) };
                pushes.push(Push { from, to, segment, down, up });
            }
        }
        Ok(Quixo { size, lines, pushes })
    }

    fn end_of(&self, marks: Marks) -> Option<TerminalResult> {
        if has_line(&self.lines, marks.mine) {
            return Some(TerminalResult::Win);
        }
        has_line(&self.lines, marks.theirs).then_some(TerminalResult::Loss)
    }
}

impl Rules for Quixo {
    type Component = Marks;
    type Move = Push;
    type Key = Marks;

    fn moves(&self, marks: &Marks, _by: Player) -> impl Iterator<Item = Push> {
        let (over, theirs) = (self.end_of(*marks).is_some(), marks.theirs);
        self.pushes.iter().copied().filter(move |push| !over && theirs & push.from == 0)
    }

    fn play(&self, marks: &Marks, _by: Player, push: &Push) -> Components<Marks> {
        smallvec![push.push(*marks)]
    }

    fn key(&self, marks: &Marks) -> Marks {
        *marks
    }
}

impl Impartial for Quixo {}

impl Game for Quixo {
    const INFO: GameInfo = GameInfo {
        name: "quixo",
        aliases: &["推推棋"],
        title: "Quixo",
        rules: "A move takes a blank piece or one of the player's own from the edge. The piece becomes the player's \
            own and is pushed back into its row or column, but not at the place that it came from. A player with a \
            full row, column or diagonal wins. x is the player to move.",
        notation: "quixo[SIZE](start) or quixo[ROWSxCOLUMNS](\"x.o/...\")",
        example: "quixo[3](start)",
        kind: Kind::NonstandardImpartial,
        other_kind: None,
        short: false,
        other_examples: &[],
        misere: false,
    };

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<Quixo> {
        let example = Quixo::INFO.example;
        input.expect('[', example)?;
        let start = input.next_span().start;
        let (rows, _) = input.integer(text!("the size of the board")).map_err(|e| e.or_example(example))?;
        let columns = match input.accept('x') || input.accept('X') {
            true => input.integer(text!("the number of columns")).map_err(|e| e.or_example(example))?.0,
            false => rows,
        };
        let span = start..input.offset();
        input.expect(']', example)?;
        Quixo::new(rows, columns).map_err(|error| error.at(span))
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Marks>> {
        Ok(vec![self.size.read(input, Quixo::INFO.example)?])
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str("quixo[");
        push_number(self.size.rows.into(), out);
        if self.size.rows != self.size.columns {
            out.push('x');
            push_number(self.size.columns.into(), out);
        }
        out.push(']');
    }

    fn write_component(&self, marks: &Marks, out: &mut String) {
        self.size.write(*marks, out);
    }

    fn picture(&self, marks: &Marks) -> Picture {
        self.size.picture(*marks)
    }

    fn describe(&self, _marks: &Marks, _at: usize, push: &Push) -> MoveText {
        let (from, to) = (push.from.trailing_zeros(), push.to.trailing_zeros());
        let (row, column) = self.size.row_column(from);
        let across = self.size.row_column(to).0 == row;
        let (former_text, side) = match (across, push.up == 0) {
            (true, false) => (
                text!("take the piece at row {row}, column {column} and push it in from the left", row, column),
                "left",
            ),
            (true, true) => (
                text!("take the piece at row {row}, column {column} and push it in from the right", row, column),
                "right",
            ),
            (false, false) => {
                (text!("take the piece at row {row}, column {column} and push it in from above", row, column), "above")
            }
            (false, true) => {
                (text!("take the piece at row {row}, column {column} and push it in from below", row, column), "below")
            }
        };
        let fields = vec![
            ("row", Field::Number(row)),
            ("column", Field::Number(column)),
            ("from", Field::Text(side.to_string())),
        ];
        let name = format!("{}-{}", self.size.cell_name(from), self.size.cell_name(to));
        MoveText::new(Text::verbatim(name), fields).with_former_text(former_text)
    }

    fn terminal_result(&self, marks: &Marks) -> Option<TerminalResult> {
        self.end_of(*marks)
    }

    fn tiers(&self, _start: &Marks, budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
        Some(crate::line_games::pieces(self.size, budget).map(|board| {
            let (push_index, lines) = (PushIndex::new(&self.pushes), Lines::new(&self.lines, self.size.cells()));
            let numbering: Box<dyn Tiers> = Box::new(QuixoNumbering { board, push_index, lines });
            numbering
        }))
    }

    fn encode(&self, marks: &Marks) -> Option<Vec<u64>> {
        Some(marks.to_words())
    }

    fn decode(&self, words: &[u64]) -> Option<Marks> {
        Marks::from_words(words, self.size.cells())
    }

    fn samples() -> Box<dyn Iterator<Item = (Quixo, Vec<Marks>)>> {
        let sizes = [(2, 2), (2, 3), (3, 3)];
        boxed(sizes.into_iter().filter_map(|(rows, columns)| Quixo::new(rows, columns).ok()).flat_map(|game| {
            let after = |marks| game.moves(&marks, Player::LEFT).map(|push| push.push(marks)).collect();
            let plays = game.size.random_boards(after);
            plays.into_iter().map(move |marks| (game.clone(), vec![marks]))
        }))
    }
}

/// A numbering of the positions, with one tier for each pair of numbers of pieces of the two players.
///
/// A move that takes a blank leads to a position with one more piece; other moves keep both numbers of pieces, but
/// exchange the players. So each group of tiers is a pair of numbers together with the reversed pair.
struct QuixoNumbering {
    board: Pieces,
    push_index: PushIndex,
    lines: Lines,
}

/// A push on a board that is packed into one word.
///
/// The low half of the word contains the pieces of the player to move, the high half those of the opponent.
#[derive(Clone, Copy, Debug)]
struct PackedPush {
    /// The cells that do not change.
    rest: u64,
    /// The cells whose pieces shift in a push.
    pushed: u64,
    /// The cells whose pieces shift when the push is undone.
    pulled: u64,
    from: u64,
    to: u64,
    down: u32,
    up: u32,
}

impl PackedPush {
    fn new(push: &Push) -> PackedPush {
        let for_both_players = |set: u64| set | set << 32;
        let &Push { from, to, segment, down, up } = push;
        let (pushed, pulled) = (for_both_players(segment & !from), for_both_players(segment & !to));
        PackedPush { rest: !for_both_players(segment), pushed, pulled, from, to, down, up }
    }

    /// Returns the board after the push, from the view of the other player.
    #[inline]
    fn push(&self, board: u64) -> u64 {
        ((board & self.rest) | ((board & self.pushed) >> self.down << self.up) | self.to).rotate_left(32)
    }

    /// Returns the board before the push, assuming that the pushed piece was not a blank.
    ///
    /// `board` is the board after the push, from the view of the other player.
    #[inline]
    fn undo(&self, board: u64) -> u64 {
        let board = board.rotate_left(32);
        (board & self.rest) | ((board & self.pulled) >> self.up << self.down) | self.from
    }
}

/// The pushes, indexed by the cell where the piece is taken and by the cell where it is pushed in.
struct PushIndex {
    cells: u32,
    from: Vec<Vec<PackedPush>>,
    to: Vec<Vec<PackedPush>>,
}

impl PushIndex {
    /// Returns the index of the pushes of a board of at most 32 cells; larger boards have no numbering.
    fn new(pushes: &[Push]) -> PushIndex {
        let (mut from, mut to) = (vec![vec![]; 64], vec![vec![]; 64]);
        let mut cells = 0;
        for push in pushes {
            from[push.from.trailing_zeros() as usize].push(PackedPush::new(push));
            to[push.to.trailing_zeros() as usize].push(PackedPush::new(push));
            cells |= push.from as u32;
        }
        PushIndex { cells, from, to }
    }
}

fn pack(mine: u32, theirs: u32) -> u64 {
    u64::from(mine) | u64::from(theirs) << 32
}

fn unpack(board: u64) -> (u32, u32) {
    (board as u32, (board >> 32) as u32)
}

/// Iterates over the cells of a set, as bit numbers in ascending order.
fn cells(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        cell
    })
}

fn tier(mine: u32, theirs: u32) -> Tier {
    mine << 8 | theirs
}

fn counts(tier: Tier) -> (u32, u32) {
    (tier >> 8, tier & 255)
}

impl Indexed for QuixoNumbering {
    type Pos = (u32, u32);
    const HAS_PARENTS: bool = true;

    fn groups(&self) -> Vec<Vec<Tier>> {
        let cells = self.board.cells();
        let pairs = (0..=cells).rev().flat_map(|all| (all.div_ceil(2)..=all).map(move |mine| (mine, all - mine)));
        pairs.map(|(a, b)| if a == b { vec![tier(a, b)] } else { vec![tier(a, b), tier(b, a)] }).collect()
    }

    fn after(&self, of: Tier) -> Vec<Tier> {
        let (mine, theirs) = counts(of);
        let more = (mine + theirs < self.board.cells()).then(|| tier(theirs, mine + 1));
        more.into_iter().chain([tier(theirs, mine)]).collect()
    }

    fn name(&self, tier: Tier) -> String {
        let (mine, theirs) = counts(tier);
        format!("{mine}_{theirs}")
    }

    number_pieces!(counts);

    #[inline]
    fn terminal_result(&self, &(mine, theirs): &(u32, u32)) -> Option<TerminalResult> {
        if self.lines.has_line(mine) {
            return Some(TerminalResult::Win);
        }
        self.lines.has_line(theirs).then_some(TerminalResult::Loss)
    }

    #[inline]
    fn children(&self, of: Tier, &(mine, theirs): &(u32, u32), mut visit: impl FnMut(Tier, (u32, u32))) {
        let (a, b) = counts(of);
        let board = pack(mine, theirs);
        for (set, to) in [(mine, tier(b, a)), (!mine & !theirs, tier(b, a + 1))] {
            for cell in cells(set & self.push_index.cells) {
                self.push_index.from[cell].iter().for_each(|push| visit(to, unpack(push.push(board))));
            }
        }
    }

    #[inline]
    fn parents(&self, of: Tier, &(mine, theirs): &(u32, u32), mut visit: impl FnMut(Tier, (u32, u32))) {
        let (a, b) = counts(of);
        let (from, board) = (tier(b, a), pack(mine, theirs));
        // Within a group the numbers of pieces stay the same, so the pushed piece was not a blank.
        for cell in cells(theirs & self.push_index.cells) {
            for push in &self.push_index.to[cell] {
                let before = unpack(push.undo(board));
                if self.terminal_result(&before).is_none() {
                    visit(from, before);
                }
            }
        }
    }

    fn decode(&self, words: &[u64]) -> Option<(Tier, (u32, u32))> {
        let Marks { mine, theirs } = Marks::from_words(words, self.board.cells())?;
        Some((tier(mine.count_ones(), theirs.count_ones()), (mine as u32, theirs as u32)))
    }

    fn encode(&self, &(mine, theirs): &(u32, u32)) -> Vec<u64> {
        vec![mine.into(), theirs.into()]
    }
}
