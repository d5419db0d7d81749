//! A row of values: a move takes some values from the front of the row and scores their sum.
//!
//! The number of values that a move takes must be in SET. The game ends when the player to move cannot take any more;
//! the player with the larger total score wins. Values may be negative. The remaining values are always a suffix of the
//! row, so one number for each suffix solves the game: R. Bellman, *Dynamic Programming* (1957).
//!
//! Notation: `row[SET](v1, v2, ...)`; the values can also come from a file, `row[1..3](@values.txt)`.
//!
//! ```
//! use grundy_games::row::RowGame;
//! use grundy_rules::{Rules, Scored, Player};
//! let (row, front) = RowGame::new("1..3".parse().unwrap(), vec![1, 2, 3, -9]).unwrap();
//! let sums: Vec<i64> = row.moves(&front, Player::LEFT).map(|mv| row.points(&front, Player::LEFT, &mv)).collect();
//! assert_eq!(sums, [1, 3, 6]);
//! ```

use grundy_lang::text;
use grundy_rules::heaps::TakeSome;
use grundy_rules::{
    Amounts, Components, Coordinates, Cursor, Error, ErrorKind, Field, Game, GameInfo, Kind, MoveText, Picture, Player,
    Result, Rules, Scored, TableForm, boxed,
};
use smallvec::smallvec;
use std::fmt::Write;
use std::ops::Range;

/// The rules: the amounts and the row. A component is the number of values taken from the front so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowGame {
    amounts: Amounts,
    /// `sums[k]` is the sum of the first k values.
    sums: Vec<i64>,
}

impl RowGame {
    /// Returns the row of these values and its start position, in which no value has been taken.
    ///
    /// # Errors
    /// `too_large` if the sum of the absolute values exceeds 2^63−1, since scores are 64-bit differences of such sums.
    pub fn new(amounts: Amounts, values: Vec<i64>) -> Result<(RowGame, u64)> {
        RowGame::build(amounts, values, 0..0).map(|row| (row, 0)).map_err(|error| Error { span: None, ..error })
    }

    fn build(amounts: Amounts, mut values: Vec<i64>, span: Range<usize>) -> Result<RowGame> {
        let (mut sum, mut size) = (0i64, 0u64);
        for value in &mut values {
            size = size.saturating_add(value.unsigned_abs());
            if size > i64::MAX as u64 {
                let message = text!("the absolute values add up to more than 2^63-1");
                return Err(Error::new(ErrorKind::TooLarge, message)
                    .at(span)
                    .help(text!("scores must fit in 64 bits")));
            }
            sum += *value;
            *value = sum;
        }
        values.insert(0, 0);
        Ok(RowGame { amounts, sums: values })
    }

    /// Returns the number of values in the row at the start.
    fn len(&self) -> u64 {
        self.sums.len() as u64 - 1
    }

    fn sum(&self, from: u64, count: u64) -> i64 {
        self.sums[(from + count) as usize] - self.sums[from as usize]
    }
}

impl Rules for RowGame {
    type Component = u64;
    type Move = TakeSome;
    type Key = u64;

    fn moves(&self, from: &u64, _by: Player) -> impl Iterator<Item = TakeSome> {
        self.amounts.up_to(self.len() - from).map(TakeSome)
    }

    fn play(&self, from: &u64, _by: Player, mv: &TakeSome) -> Components<u64> {
        smallvec![from + mv.0]
    }

    fn key(&self, from: &u64) -> u64 {
        *from
    }
}

impl Scored for RowGame {
    fn points(&self, from: &u64, _by: Player, mv: &TakeSome) -> i64 {
        self.sum(*from, mv.0)
    }
}

impl Game for RowGame {
    const INFO: GameInfo = GameInfo {
        name: "row",
        aliases: &["取数", "取数列"],
        title: "Row of values",
        rules: "A move takes an allowed number of values from the front of the row and scores their sum.",
        notation: "row[SET](value, ...)",
        example: "row[1..3](3,-1,4,-1,5)",
        kind: Kind::Scoring,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: false,
    };

    const POINTS: Option<grundy_rules::PointsFn<Self>> = Some(Self::points);

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<RowGame> {
        let example = RowGame::INFO.example;
        if input.peek() != Some('[') {
            return Err(input.expected(text!("`[` and the set of amounts")).or_example(example));
        }
        input.expect('[', example)?;
        let amounts = Amounts::parse(input)?;
        input.expect(']', example)?;
        RowGame::build(amounts, vec![], 0..0)
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<u64>> {
        // The row is part of the rules, so only `parse` can parse a position.
        Err(input.expected(text!("the end of the text")))
    }

    fn parse(alias: &str, input: &mut Cursor<'_>) -> Result<(RowGame, Vec<u64>, Player)> {
        let bare = RowGame::parse_rules(alias, input)?;
        let start = input.next_span().start;
        let values = input.signed_numbers('(', ')', RowGame::INFO.example)?;
        let row = RowGame::build(bare.amounts, values, start..input.offset())?;
        Ok((row, vec![0], Player::LEFT))
    }

    fn write_rules(&self, out: &mut String) {
        let _ = write!(out, "row[{}]", self.amounts);
    }

    fn picture(&self, &from: &u64) -> Picture {
        Picture::strip(self, &from, (from..self.len()).map(|at| self.sum(at, 1).to_string()))
    }

    fn count_rules_numbers(&self) -> usize {
        self.amounts.count_printed_numbers()
    }

    fn write_component(&self, from: &u64, out: &mut String) {
        for k in *from..self.len() {
            let comma = if k > *from { "," } else { "" };
            let _ = write!(out, "{comma}{}", self.sum(k, 1));
        }
    }

    fn count_component_numbers(&self, from: &u64) -> usize {
        (self.len() - from) as usize
    }

    fn describe(&self, from: &u64, _at: usize, mv: &TakeSome) -> MoveText {
        let points = self.sum(*from, mv.0);
        MoveText::new(
            text!("take {take} from the front", take = mv.0),
            vec![("take", Field::Number(mv.0)), ("points", Field::Signed(points))],
        )
    }

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Row { amounts: &self.amounts, sums: &self.sums })
    }

    fn table_coordinates(&self, from: &u64) -> Coordinates {
        [*from, 0, 0]
    }

    fn samples() -> Box<dyn Iterator<Item = (RowGame, Vec<u64>)>> {
        let sets = ["1..2", "1..3", "2,3", "1,4", "3..", "1..", "2^k", "k^2", "2..5", "1,3,4"];
        let sets: Vec<Amounts> = sets.iter().map(|s| s.parse().expect("a sample set is well formed")).collect();
        let mut random = 1u64;
        boxed((0u64..).flat_map(move |length| {
            let mut values = || {
                (0..length.min(40))
                    .map(|_| {
                        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        (random >> 59) as i64 - 12
                    })
                    .collect::<Vec<i64>>()
            };
            let rows: Vec<_> =
                sets.iter().map(|set| RowGame::new(set.clone(), values()).expect("small values")).collect();
            rows.into_iter().map(|(row, front)| (row, vec![front]))
        }))
    }
}
