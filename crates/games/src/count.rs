//! Counting races: players take turns adding an allowed amount to a number, never beyond the target.
//!
//! The player who cannot move loses. An example is "count to 30 by 1 to 4; the player who says 30 wins". The
//! race is the subtraction game on the difference between the target and the number said last, so its
//! theorems are those of [`take`]. Tables and claims that users see number positions by the number said last.
//! The value table that engines fill is indexed by the difference.
//!
//! Notation: `count[SET; T](c)` is the race from c to the target T, with amounts from SET.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Play;
//! let spec = parse("count[1..4; 30](7)").unwrap();
//! assert_eq!(spec.terms[0].position.sum_by_theorem(Play::Normal).unwrap().sum.value().0, 23 % 5);
//! ```

use crate::take::{self, Taking};
use grundy_lang::{Text, text};
use grundy_rules::heaps::TakeSome;
use grundy_rules::heaps::take_moves_from_numbers;
use grundy_rules::{
    Amounts, Components, Coordinates, Cursor, DynGame, Error, ErrorKind, Field, Game, GameInfo, HeapMove, HeapRules,
    Impartial, Kind, MoveText, Picture, Player, Result, Rules, TableForm, Theorem, boxed,
};
use smallvec::smallvec;
use std::fmt::Write;

/// A counting race: the allowed amounts and the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    amounts: Amounts,
    target: u64,
    /// Whether the rules were written as `抢三十`, without amounts; only the remark depends on it.
    is_named_race: bool,
}

/// The Chinese name of the race to thirty: `抢三十(7)` is `count[1..2; 30](7)`.
///
/// Other amounts may follow the name: `抢三十[1..4](7)` is `count[1..4; 30](7)`.
const RACE_TO_THIRTY: &str = "抢三十";

/// The maximum number of cells after the current one in a drawn strip; longer races are shown as text.
const MAX_CELLS: u64 = 200;

impl Rules for Count {
    /// The number said last, from which the next move counts on.
    type Component = u64;
    type Move = TakeSome;
    type Key = u64;

    fn moves(&self, last_number: &u64, _by: Player) -> impl Iterator<Item = TakeSome> {
        self.amounts.up_to(self.target - last_number).map(TakeSome)
    }

    fn play(&self, last_number: &u64, _by: Player, mv: &TakeSome) -> Components<u64> {
        smallvec![last_number + mv.0]
    }

    fn key(&self, last_number: &u64) -> u64 {
        *last_number
    }
}

impl Impartial for Count {}

impl Taking for Count {
    fn amounts(&self) -> &Amounts {
        &self.amounts
    }

    fn stones(&self, last_number: &u64) -> u64 {
        self.target - last_number
    }

    fn formula(&self, last_number: &u64) -> String {
        format!("({}-{last_number})", self.target)
    }

    fn chain(&self, last_number: &u64, mv: &TakeSome, period: u128) -> Text {
        /// The number of further numbers from which on the list is abbreviated.
        const MAX_LISTED: u128 = 8;
        let first = u128::from(last_number + mv.0);
        let more = (u128::from(self.target) - first) / period;
        let number = |k: u128| Text::verbatim((first + k * period).to_string());
        let dots = Text::verbatim("...");
        let numbers: Vec<Text> = match more {
            0..MAX_LISTED => (0..=more).map(number).collect(),
            _ => [number(0), number(1), number(2), dots, number(more - 1), number(more)].into(),
        };
        text!("the numbers to say are {numbers}", numbers = Text::list(numbers))
    }
}

impl HeapRules for Count {
    fn options(&self, size: u64, visit: &mut dyn FnMut(&[u64])) {
        self.amounts.up_to(size).for_each(|amount| visit(&[size - amount]));
    }

    fn amounts(&self) -> Option<&Amounts> {
        Some(&self.amounts)
    }
}

impl Game for Count {
    const INFO: GameInfo = GameInfo {
        name: "count",
        aliases: &["counting_race", "报数", "抢数", RACE_TO_THIRTY],
        title: "Counting race",
        rules: "A move adds an allowed amount to the last number said, without passing the target. The player who \
            cannot move loses. The name 抢三十 stands for count[1..2; 30], and 抢三十[1..4] for count[1..4; 30].",
        notation: "count[SET; target](said)",
        example: "count[1..4; 30](0)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    /// Returns the game of user-defined rules if a parameter is a letter, that is, a symbolic parameter.
    fn alternative_game(_alias: &str, input: &mut Cursor<'_>) -> Option<&'static dyn DynGame> {
        (input.occurs_before(';', ']') && grundy_rulelang::has_letters(input))
            .then_some(grundy_rules::dyn_game::<grundy_rulelang::Rule>())
    }

    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<Count> {
        let example = Count::INFO.example;
        // This alias of a well-known race fixes the target, and the amounts if none follow.
        let to_thirty = alias == RACE_TO_THIRTY;
        if to_thirty && input.peek() != Some('[') {
            return Ok(Count { amounts: Amounts::range(1, 2), target: 30, is_named_race: true });
        }
        input.expect('[', example)?;
        let amounts = Amounts::parse(input)?;
        if to_thirty && input.accept(']') {
            return Ok(Count { amounts, target: 30, is_named_race: false });
        }
        input.expect(';', example)?;
        let (target, _) = input.integer(text!("the target")).map_err(|e| e.or_example(example))?;
        input.expect(']', example)?;
        Ok(Count { amounts, target, is_named_race: false })
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<u64>> {
        let example = Count::INFO.example;
        let Count { amounts, target, .. } = self;
        input.expect('(', example)?;
        let (last_number, span) = input.integer(text!("the last number said")).map_err(|e| e.or_example(example))?;
        if last_number > *target {
            let message = text!("{said} is past the target {target}", said = last_number, target);
            let help = text!(
                "start from {target} or less, for example count[{amounts}; {target}](0)",
                target,
                amounts = amounts.to_string()
            );
            return Err(Error::new(ErrorKind::BadArgument, message).at(span).help(help));
        }
        input.expect(')', example)?;
        Ok(vec![last_number])
    }

    fn write_rules(&self, out: &mut String) {
        let _ = write!(out, "count[{}; {}]", self.amounts, self.target);
    }

    /// Names the amounts of 抢三十, because this name is used for races with other amounts too.
    fn remark(&self) -> Text {
        match self.is_named_race {
            true => text!("抢三十: add 1 or 2; to add 1 to 4, write 抢三十[1..4]"),
            false => Text::empty(),
        }
    }

    fn count_rules_numbers(&self) -> usize {
        self.amounts.count_printed_numbers() + 1
    }

    fn write_component(&self, last_number: &u64, out: &mut String) {
        let _ = write!(out, "{last_number}");
    }

    fn moves_from_numbers(&self, last_number: &u64, _by: Player, numbers: &[u64]) -> Option<Vec<TakeSome>> {
        take_moves_from_numbers(numbers, |n| n <= self.target - last_number && self.amounts.contains(n))
    }

    fn describe(&self, last_number: &u64, _at: usize, mv: &TakeSome) -> MoveText {
        MoveText::new(
            text!("add {added} and say {said}", added = mv.0, said = last_number + mv.0),
            vec![("add", Field::Number(mv.0)), ("say", Field::Number(last_number + mv.0))],
        )
    }

    const THEOREMS: &'static [Theorem<Self>] = &take::theorems();

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Heaps(self))
    }

    fn table_coordinates(&self, last_number: &u64) -> Coordinates {
        [self.target - last_number, 0, 0]
    }

    fn picture(&self, last_number: &u64) -> Picture {
        match self.target - last_number {
            0..=MAX_CELLS => Picture::strip(self, last_number, (*last_number..=self.target).map(|n| n.to_string())),
            _ => Picture::text(self, last_number),
        }
    }

    fn move_to(&self, last_number: &u64, _by: Player, after: &[Coordinates]) -> Option<TakeSome> {
        let [missing, ..] = self.table_coordinates(last_number);
        HeapMove::leaving(missing, after).map(|mv| TakeSome(mv.take))
    }

    fn component_at(&self, [last_number, ..]: Coordinates) -> Option<u64> {
        (last_number <= self.target).then_some(last_number)
    }

    fn max_index(&self) -> Option<u64> {
        Some(self.target)
    }

    /// Returns `None`, since formulas are about all numbers, while a race ends at its target.
    fn as_rule(&self) -> Option<String> {
        None
    }

    fn samples() -> Box<dyn Iterator<Item = (Count, Vec<u64>)>> {
        let sets = ["1..4", "1,2", "2..5", "3..", "2^k", "3^k", "1,3,4", "1,5,7", "2,4,6", "3,6..", "k^2"];
        let sets: Vec<Amounts> = sets.iter().map(|s| s.parse().expect("a sample set is well formed")).collect();
        boxed((0u64..).flat_map(move |target| {
            sets.clone()
                .into_iter()
                .map(move |amounts| (Count { amounts, target, is_named_race: false }, vec![target / 3]))
        }))
    }
}
