//! Connect k: players take turns dropping stones into the columns of an upright board.
//!
//! The first player with k stones in a row, in a column or on a diagonal wins. Connect Four is `connect[7,6,4]`; J. D.
//! Allen and V. Allis showed in 1988 that its first player wins. Positions are written from the view of the player to
//! move, whose stones are `x`: a line of o is a loss, a full board without a line is a draw.
//!
//! Notation: `connect[4,4,3](start)`, `connect[4,3,3]("..../.o../.x..")`; the parameters are the numbers of columns and
//! rows and the length k of a winning line, and the lowest row comes last.
//!
//! ```
//! use grundy_rules::Kind;
//! let spec = grundy_games::parse("connect[4,4,4](start)").unwrap();
//! assert_eq!(spec.kind(), Kind::NonstandardImpartial);
//! assert_eq!(grundy_games::parse(&spec.to_string()).unwrap().to_string(), spec.to_string());
//! ```

use crate::line_games::{Marks, Size, check_turns, end_by_lines, parameters};
use grundy_rules::indexed::{Indexed, TerminalResult, Tier, Tiers};
use grundy_rules::{
    Budget, Components, Cursor, Error, ErrorKind, Game, GameInfo, Impartial, Kind, MoveText, Picture, Player, Result,
    Rules, boxed, column_name, push_numbers, text,
};
use smallvec::smallvec;

/// The rules of Connect k on a board of a given size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect {
    size: Size,
    /// The number of stones in a line that win the game.
    length: u32,
    lines: Vec<u64>,
}

impl Connect {
    /// Returns the game of `length` stones in a row on a board of `columns` columns and `rows` rows.
    ///
    /// # Errors
    /// `too_large` if the board has more than 64 cells.
    pub fn new(columns: u64, rows: u64, length: u64) -> Result<Connect> {
        let size = Size::new(rows, columns, Connect::INFO.example)?;
        let length = length.min(u64::from(u32::MAX)) as u32;
        Ok(Connect { size, length, lines: size.lines(length) })
    }

    fn end_of(&self, marks: Marks) -> Option<TerminalResult> {
        end_by_lines(&self.lines, self.size.cells(), marks)
    }

    /// Returns the bit of the cell at height `up`, counted from 0 at the bottom, in a column.
    fn bit(&self, column: u32, up: u32) -> u64 {
        self.size.bit(self.size.rows - 1 - up, column)
    }

    /// Returns the number of stones in a column; `all` is the set of all stones.
    fn height(&self, all: u64, column: u32) -> u32 {
        (0..self.size.rows).find(|&up| all & self.bit(column, up) == 0).unwrap_or(self.size.rows)
    }

    /// Returns the board after the player to move drops a stone, from the view of the other player.
    ///
    /// The column must not be full.
    fn after_drop(&self, marks: Marks, column: u32) -> Marks {
        let bit = self.bit(column, self.height(marks.all(), column));
        Marks { mine: marks.mine | bit, ..marks }.turned()
    }

    fn open_columns(&self, all: u64) -> impl Iterator<Item = u32> + '_ {
        let top = self.size.rows - 1;
        (0..self.size.columns).filter(move |&column| all & self.bit(column, top) == 0)
    }
}

impl Rules for Connect {
    type Component = Marks;
    type Move = u32;
    type Key = Marks;

    fn moves(&self, marks: &Marks, _by: Player) -> impl Iterator<Item = u32> {
        let over = self.end_of(*marks).is_some();
        self.open_columns(marks.all()).filter(move |_| !over)
    }

    fn play(&self, marks: &Marks, _by: Player, column: &u32) -> Components<Marks> {
        smallvec![self.after_drop(*marks, *column)]
    }

    fn key(&self, marks: &Marks) -> Marks {
        *marks
    }
}

impl Impartial for Connect {}

/// The names that mean four in a row on a board of 7 columns and 6 rows if no numbers follow.
const CONNECT_FOUR: &[&str] = &["connect_four", "connect_4", "connect4", "四子棋", "重力四子棋"];

impl Game for Connect {
    const INFO: GameInfo = GameInfo {
        name: "connect",
        aliases: CONNECT_FOUR,
        title: "Connect k",
        rules: "Players take turns dropping stones into w columns of height h. The first player with k in a row, \
            horizontally, vertically or diagonally, wins. x is the player to move.",
        notation: "connect[w,h,k](start) or connect[w,h,k](\"..../.o../.x..\")",
        example: "connect[4,3,3](start)",
        kind: Kind::NonstandardImpartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: false,
    };

    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<Connect> {
        let default = CONNECT_FOUR.contains(&alias).then_some([7, 6, 4]);
        let ([columns, rows, length], span) = parameters(input, Connect::INFO.example, default)?;
        Connect::new(columns, rows, length).map_err(|error| error.at(span))
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Marks>> {
        let (start, example) = (input.next_span().start, Connect::INFO.example);
        let marks = self.size.read(input, example)?;
        let read = check_turns(marks, &self.lines, example).and_then(|marks| {
            let lying: u32 = (0..self.size.columns).map(|column| self.height(marks.all(), column)).sum();
            if lying == marks.all().count_ones() {
                return Ok(marks);
            }
            let error =
                Error::new(ErrorKind::BadArgument, text!("a stone has nothing below it: write the lowest row last"));
            Err(error.help(text!("for example {example}", example)))
        });
        Ok(vec![read.map_err(|error| error.at(start..input.offset()))?])
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str("connect[");
        push_numbers(&[self.size.columns.into(), self.size.rows.into(), self.length.into()], out);
        out.push(']');
    }

    fn write_component(&self, marks: &Marks, out: &mut String) {
        self.size.write(*marks, out);
    }

    fn picture(&self, marks: &Marks) -> Picture {
        self.size.picture(*marks)
    }

    fn describe(&self, _marks: &Marks, _at: usize, &column: &u32) -> MoveText {
        let name = column_name(column.into());
        let column = u64::from(column) + 1;
        MoveText::from_numbers(text!("drop {column}", column = name), [("column", column)])
            .with_former_text(text!("drop a stone into column {column}", column))
    }

    fn terminal_result(&self, marks: &Marks) -> Option<TerminalResult> {
        self.end_of(*marks)
    }

    fn tiers(&self, _start: &Marks, _budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
        Some(ConnectNumbering::new(self.clone()).map(|numbering| {
            let numbering: Box<dyn Tiers> = Box::new(numbering);
            numbering
        }))
    }

    fn encode(&self, marks: &Marks) -> Option<Vec<u64>> {
        Some(marks.to_words())
    }

    fn decode(&self, words: &[u64]) -> Option<Marks> {
        Marks::from_words(words, self.size.cells())
    }

    fn samples() -> Box<dyn Iterator<Item = (Connect, Vec<Marks>)>> {
        let games = [(2, 2, 2), (3, 2, 2), (3, 3, 3), (4, 2, 3), (2, 4, 3)];
        boxed(games.into_iter().filter_map(|(w, h, k)| Connect::new(w, h, k).ok()).flat_map(|game| {
            let after = |marks| game.moves(&marks, Player::LEFT).map(|column| game.after_drop(marks, column)).collect();
            let plays = game.size.random_boards(after);
            plays.into_iter().map(move |marks| (game.clone(), vec![marks]))
        }))
    }
}

/// A numbering of the positions, with one tier for each number of stones.
///
/// Within a tier, positions are ordered by the heights of the columns, then by the set of stones of the player to
/// move. A position and its mirror image share the lower one of their two numbers.
struct ConnectNumbering {
    rules: Connect,
    /// `heights[c][s]` is the number of ways in which c columns can have heights with the sum s.
    heights: Vec<Vec<u64>>,
    /// `binomials[n][k]` is the binomial coefficient, capped at `u64::MAX`.
    binomials: Vec<Vec<u64>>,
}

impl ConnectNumbering {
    fn new(rules: Connect) -> Result<ConnectNumbering> {
        let Size { rows, columns } = rules.size;
        let cells = rules.size.cells() as usize;
        let mut choose = vec![vec![0u64; cells + 2]; cells + 1];
        let mut heights = vec![vec![0u64; cells + 1]; columns as usize + 1];
        choose[0][0] = 1;
        heights[0][0] = 1;
        for n in 1..=cells {
            choose[n][0] = 1;
            for k in 1..=n {
                choose[n][k] = choose[n - 1][k - 1].saturating_add(choose[n - 1][k]);
            }
        }
        for column in 1..=columns as usize {
            for stones in 0..=cells {
                let least = stones.saturating_sub(rows as usize);
                heights[column][stones] = (least..=stones).map(|rest| heights[column - 1][rest]).sum();
            }
        }
        let numbering = ConnectNumbering { rules, heights, binomials: choose };
        let sizes = (0..=cells as u32).try_fold(0u64, |all, stones| all.checked_add(numbering.slots(stones)?));
        match sizes {
            Some(_) => Ok(numbering),
            None => {
                let cells = cells as u64;
                let message = text!("a board of {cells} cells has too many positions to number", cells);
                Err(Error::new(ErrorKind::TooLarge, message))
            }
        }
    }

    /// Returns the number of stones of the player to move if there are `stones` stones in all.
    fn mine(stones: u32) -> usize {
        stones as usize / 2
    }

    fn slots(&self, stones: u32) -> Option<u64> {
        let height_choices = self.heights[self.rules.size.columns as usize][stones as usize];
        height_choices.checked_mul(self.binomials[stones as usize][Self::mine(stones)])
    }

    /// Returns the number of a position within its tier or, if `mirror` is set, that of its mirror image.
    fn number(&self, marks: Marks, mirror: bool) -> u64 {
        let columns = self.rules.size.columns;
        let (all, stones) = (marks.all(), marks.all().count_ones());
        let (mut remaining, mut number, mut stone_index, mut mine, mut colours) = (stones as usize, 0, 0, 0, 0);
        for k in 0..columns {
            let column = if mirror { columns - 1 - k } else { k };
            let height = self.rules.height(all, column);
            let others = (columns - 1 - k) as usize;
            number += (0..height as usize).map(|lower| self.heights[others][remaining - lower]).sum::<u64>();
            remaining -= height as usize;
            for up in 0..height {
                if marks.mine & self.rules.bit(column, up) != 0 {
                    mine += 1;
                    colours += self.binomials[stone_index][mine];
                }
                stone_index += 1;
            }
        }
        number * self.binomials[stones as usize][Self::mine(stones)] + colours
    }
}

impl Indexed for ConnectNumbering {
    type Pos = Marks;

    fn reachable_only(&self) -> bool {
        true
    }

    fn groups(&self) -> Vec<Vec<Tier>> {
        (0..=self.rules.size.cells()).rev().map(|stones| vec![stones]).collect()
    }

    fn after(&self, tier: Tier) -> Vec<Tier> {
        if tier < self.rules.size.cells() { vec![tier + 1] } else { vec![] }
    }

    fn name(&self, tier: Tier) -> String {
        tier.to_string()
    }

    fn size(&self, tier: Tier) -> u64 {
        self.slots(tier).unwrap_or(u64::MAX)
    }

    fn rank(&self, _tier: Tier, &marks: &Marks) -> (u64, u32) {
        let (number, mirror) = (self.number(marks, false), self.number(marks, true));
        (number.min(mirror), if number == mirror { 1 } else { 2 })
    }

    fn unrank(&self, tier: Tier, slot: u64) -> Option<(Marks, u32)> {
        let colourings = self.binomials[tier as usize][Self::mine(tier)];
        let (mut number, mut colours) = (slot / colourings, slot % colourings);
        let (columns, rows) = (self.rules.size.columns, self.rules.size.rows);
        let (mut remaining, mut bits) = (tier as usize, vec![]);
        for k in 0..columns {
            let others = (columns - 1 - k) as usize;
            let mut height = 0;
            while height < rows.min(remaining as u32) && number >= self.heights[others][remaining - height as usize] {
                number -= self.heights[others][remaining - height as usize];
                height += 1;
            }
            remaining -= height as usize;
            bits.extend((0..height).map(|up| self.rules.bit(k, up)));
        }
        let (mut marks, mut mine) = (Marks::default(), Self::mine(tier));
        for (at, bit) in bits.into_iter().enumerate().rev() {
            if mine > 0 && self.binomials[at][mine] <= colours {
                colours -= self.binomials[at][mine];
                mine -= 1;
                marks.mine |= bit;
            } else {
                marks.theirs |= bit;
            }
        }
        let (least, orbit) = self.rank(tier, &marks);
        (least == slot).then_some((marks, orbit))
    }

    fn terminal_result(&self, marks: &Marks) -> Option<TerminalResult> {
        self.rules.end_of(*marks)
    }

    fn children(&self, tier: Tier, marks: &Marks, mut visit: impl FnMut(Tier, Marks)) {
        for column in self.rules.open_columns(marks.all()) {
            visit(tier + 1, self.rules.after_drop(*marks, column));
        }
    }

    fn decode(&self, words: &[u64]) -> Option<(Tier, Marks)> {
        let marks = Marks::from_words(words, self.rules.size.cells())?;
        let stones = marks.all().count_ones();
        (Self::mine(stones) == marks.mine.count_ones() as usize).then_some((stones, marks))
    }

    fn encode(&self, marks: &Marks) -> Vec<u64> {
        (*marks).to_words()
    }
}
