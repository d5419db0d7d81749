//! The m,n,k-game: players mark cells of a board in turn; k in a row wins.
//!
//! The first player with k marks in a row, in a column or on a diagonal wins. Tic-tac-toe is `mnk[3,3,3]`. By strategy
//! stealing, the second player cannot win; J. W. Uiterwijk, H. J. van den Herik, "The advantage of the initiative",
//! Information Sciences 122 (2000), list the winners on small boards. Positions are written from the view of the player
//! to move, whose marks are `x`: a line of o is a loss, a full board without a line is a draw.
//!
//! Notation: `mnk[3,3,3](start)`, `mnk[3,4,3]("x.../..o./....")`: m rows of n cells each.
//!
//! ```
//! use grundy_rules::Kind;
//! let spec = grundy_games::parse("mnk[3,3,3](start)").unwrap();
//! assert_eq!(spec.kind(), Kind::NonstandardImpartial);
//! assert_eq!(grundy_games::parse(&spec.to_string()).unwrap().to_string(), spec.to_string());
//! ```

use crate::line_games::{Marks, Size, check_turns, end_by_lines, number_pieces, parameters};
use grundy_rules::indexed::{Indexed, Pieces, TerminalResult, Tier, Tiers};
use grundy_rules::{
    Budget, Components, Cursor, Game, GameInfo, Impartial, Kind, MoveText, Picture, Player, Result, Rules, Text, boxed,
    push_numbers, text,
};
use smallvec::smallvec;

/// The rules of an m,n,k-game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mnk {
    size: Size,
    /// The number of marks in a line that win the game.
    length: u32,
    lines: Vec<u64>,
}

impl Mnk {
    /// Returns the game of `length` marks in a row on a board of `rows` rows and `columns` columns.
    ///
    /// # Errors
    /// `too_large` if the board has more than 64 cells.
    pub fn new(rows: u64, columns: u64, length: u64) -> Result<Mnk> {
        let size = Size::new(rows, columns, Mnk::INFO.example)?;
        let length = length.min(u64::from(u32::MAX)) as u32;
        Ok(Mnk { size, length, lines: size.lines(length) })
    }

    fn end_of(&self, marks: Marks) -> Option<TerminalResult> {
        end_by_lines(&self.lines, self.size.cells(), marks)
    }
}

/// Returns the board after the player to move marks a cell, from the view of the other player.
fn marked(marks: Marks, cell: u32) -> Marks {
    Marks { mine: marks.mine | 1 << cell, ..marks }.turned()
}

impl Rules for Mnk {
    type Component = Marks;
    type Move = u32;
    type Key = Marks;

    fn moves(&self, marks: &Marks, _by: Player) -> impl Iterator<Item = u32> {
        let (over, all) = (self.end_of(*marks).is_some(), marks.all());
        (0..self.size.cells()).filter(move |cell| !over && all >> cell & 1 == 0)
    }

    fn play(&self, marks: &Marks, _by: Player, cell: &u32) -> Components<Marks> {
        smallvec![marked(*marks, *cell)]
    }

    fn key(&self, marks: &Marks) -> Marks {
        *marks
    }
}

impl Impartial for Mnk {}

/// The names that mean three in a row on a board of 3 x 3 cells if no numbers follow.
const TIC_TAC_TOE: &[&str] = &["tic_tac_toe", "tictactoe", "井字棋"];

impl Game for Mnk {
    const INFO: GameInfo = GameInfo {
        name: "mnk",
        aliases: TIC_TAC_TOE,
        title: "m,n,k-game",
        rules: "Players take turns marking cells of a board with m rows and n columns. The first player with k in a \
            row, horizontally, vertically or diagonally, wins. x is the player to move.",
        notation: "mnk[m,n,k](start) or mnk[m,n,k](\"x.o/...\")",
        example: "mnk[3,3,3](start)",
        kind: Kind::NonstandardImpartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: false,
    };

    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<Mnk> {
        let default = TIC_TAC_TOE.contains(&alias).then_some([3, 3, 3]);
        let ([rows, columns, length], span) = parameters(input, Mnk::INFO.example, default)?;
        Mnk::new(rows, columns, length).map_err(|error| error.at(span))
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Marks>> {
        let start = input.next_span().start;
        let marks = self.size.read(input, Mnk::INFO.example)?;
        let marks = check_turns(marks, &self.lines, Mnk::INFO.example);
        Ok(vec![marks.map_err(|error| error.at(start..input.offset()))?])
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str("mnk[");
        push_numbers(&[self.size.rows.into(), self.size.columns.into(), self.length.into()], out);
        out.push(']');
    }

    fn write_component(&self, marks: &Marks, out: &mut String) {
        self.size.write(*marks, out);
    }

    fn picture(&self, marks: &Marks) -> Picture {
        self.size.picture(*marks)
    }

    fn describe(&self, _marks: &Marks, _at: usize, &cell: &u32) -> MoveText {
        let (row, column) = self.size.row_column(cell);
        MoveText::from_numbers(Text::verbatim(self.size.cell_name(cell)), [("row", row), ("column", column)])
            .with_former_text(text!("mark row {row}, column {column}", row, column))
    }

    fn terminal_result(&self, marks: &Marks) -> Option<TerminalResult> {
        self.end_of(*marks)
    }

    fn tiers(&self, _start: &Marks, budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
        Some(crate::line_games::pieces(self.size, budget).map(|board| {
            let numbering: Box<dyn Tiers> = Box::new(MnkNumbering { rules: self.clone(), board });
            numbering
        }))
    }

    fn encode(&self, marks: &Marks) -> Option<Vec<u64>> {
        Some(marks.to_words())
    }

    fn decode(&self, words: &[u64]) -> Option<Marks> {
        Marks::from_words(words, self.size.cells())
    }

    fn samples() -> Box<dyn Iterator<Item = (Mnk, Vec<Marks>)>> {
        let games = [(2, 2, 2), (2, 3, 2), (3, 3, 3), (1, 5, 3), (2, 4, 3)];
        boxed(games.into_iter().filter_map(|(m, n, k)| Mnk::new(m, n, k).ok()).flat_map(|game| {
            let after = |marks| game.moves(&marks, Player::LEFT).map(|cell| marked(marks, cell)).collect();
            let plays = game.size.random_boards(after);
            plays.into_iter().map(move |marks| (game.clone(), vec![marks]))
        }))
    }
}

/// A numbering of the positions, with one tier for each number of marks.
///
/// The player to move has as many marks as the opponent, or one fewer.
struct MnkNumbering {
    rules: Mnk,
    board: Pieces,
}

fn counts(tier: Tier) -> (u32, u32) {
    (tier / 2, tier - tier / 2)
}

impl Indexed for MnkNumbering {
    type Pos = (u32, u32);

    fn reachable_only(&self) -> bool {
        true
    }

    fn groups(&self) -> Vec<Vec<Tier>> {
        (0..=self.board.cells()).rev().map(|marks| vec![marks]).collect()
    }

    fn after(&self, tier: Tier) -> Vec<Tier> {
        if tier < self.board.cells() { vec![tier + 1] } else { vec![] }
    }

    fn name(&self, tier: Tier) -> String {
        tier.to_string()
    }

    number_pieces!(counts);

    fn terminal_result(&self, &(mine, theirs): &(u32, u32)) -> Option<TerminalResult> {
        self.rules.end_of(Marks { mine: mine.into(), theirs: theirs.into() })
    }

    #[inline]
    fn children(&self, tier: Tier, &(mine, theirs): &(u32, u32), mut visit: impl FnMut(Tier, (u32, u32))) {
        let mut free = !(mine | theirs) & ((1 << self.board.cells()) - 1);
        while free != 0 {
            let cell = free & free.wrapping_neg();
            free ^= cell;
            visit(tier + 1, (theirs, mine | cell));
        }
    }

    fn decode(&self, words: &[u64]) -> Option<(Tier, (u32, u32))> {
        let marks = Marks::from_words(words, self.board.cells())?;
        let tier = marks.all().count_ones();
        (counts(tier).0 == marks.mine.count_ones()).then_some((tier, (marks.mine as u32, marks.theirs as u32)))
    }

    fn encode(&self, &(mine, theirs): &(u32, u32)) -> Vec<u64> {
        vec![mine.into(), theirs.into()]
    }
}
