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
    Result, Rules, Scored, TableView, boxed,
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
                return Err(Error::new(ErrorKind::TooLarge, message).at(span).help(text!("scores are 64-bit numbers")));
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

    fn rules_size(&self) -> usize {
        self.amounts.printed_size()
    }

    fn write_component(&self, from: &u64, out: &mut String) {
        for k in *from..self.len() {
            let comma = if k > *from { "," } else { "" };
            let _ = write!(out, "{comma}{}", self.sum(k, 1));
        }
    }

    fn component_size(&self, from: &u64) -> usize {
        (self.len() - from) as usize
    }

    fn describe(&self, from: &u64, _at: usize, mv: &TakeSome) -> MoveText {
        let points = self.sum(*from, mv.0);
        MoveText::new(
            text!("take {take} from the front", take = mv.0),
            vec![("take", Field::Number(mv.0)), ("points", Field::Signed(points))],
        )
    }

    fn table_view(&self) -> Option<TableView<'_>> {
        Some(TableView::Row { amounts: &self.amounts, sums: &self.sums })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, parse_with};
    use grundy_rules::Sources;
    use std::io;

    #[test]
    fn prints_what_it_reads() {
        for (text, printed) in [
            ("row[1..3](3, -1, 4)", "row[1..3](3,-1,4)"),
            ("row[2,1](- 5,10^3,1_000)", "row[1,2](-5,1000,1000)"),
            ("row[3..](0)", "row[3..](0)"),
            ("row[1]( )", "row[1]()"),
            ("取数[2^k](-9223372036854775807)", "row[2^k](-9223372036854775807)"),
        ] {
            assert_eq!(parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).to_string(), printed);
            assert_eq!(parse(printed).unwrap().to_string(), printed);
        }
    }

    #[test]
    fn errors_name_the_place() {
        let many = "the absolute values add up to more than 2^63-1";
        for (text, kind, span, message) in [
            ("row(1,2)", ErrorKind::Syntax, 3..4, "expected `[` and the set of amounts, found `(`"),
            ("row[](1,2)", ErrorKind::BadArgument, 3..5, "the set of amounts is empty"),
            ("row[1](1,x)", ErrorKind::Syntax, 9..10, "expected a number, found `x`"),
            ("row[1](1,-)", ErrorKind::Syntax, 10..11, "expected a number, found `)`"),
            ("row[1](1 2)", ErrorKind::Syntax, 9..10, "expected `,` or `)`, found `2`"),
            ("row[1](1,2", ErrorKind::Syntax, 10..10, "expected `,` or `)`, found the end of the text"),
            ("row[1](2,-2^63)", ErrorKind::TooLarge, 6..15, many),
            ("row[1](2^62,-2^62)", ErrorKind::TooLarge, 6..18, many),
            ("row[1](2^63)", ErrorKind::TooLarge, 7..11, "the number is not between -2^63 and 2^63-1"),
            ("row[1](-2^63-1)", ErrorKind::Syntax, 12..13, "expected `,` or `)`, found `-`"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.kind, error.message.to_string().as_str()), (kind, message), "{text}");
            assert_eq!(error.span, Some(span), "{text}");
            let help = error.help.unwrap_or_else(|| panic!("{text}: no help"));
            if let Some(example) = help.to_string().strip_prefix("for example ") {
                parse(example).unwrap_or_else(|error| panic!("{text}: {example}: {error}"));
            }
        }
    }

    struct File(&'static str);

    impl Sources for File {
        fn read(&mut self, _name: &str) -> io::Result<Vec<u8>> {
            Ok(self.0.as_bytes().to_vec())
        }
    }

    #[test]
    fn values_in_a_file() {
        let spec = parse_with("row[1,2](7,@values.txt,-1)", &mut File("3 -4,5\n-6 # the last\n")).unwrap();
        assert_eq!(spec.to_string(), "row[1,2](7,3,-4,5,-6,-1)");
        let error = parse_with("row[1,2](@values.txt)", &mut File("3 - 4")).unwrap_err();
        assert_eq!(error.message, "values.txt:1:3: expected a number, found `-`");
        let error = parse_with("row[1,2](@values.txt)", &mut File("-9223372036854775809")).unwrap_err();
        assert_eq!(error.message, "values.txt:1:1: the number is not between -2^63 and 2^63-1");
        // Heap sizes in a file must not have a sign.
        assert!(parse_with("nim(@values.txt)", &mut File("3 -4")).is_err());
    }
}
