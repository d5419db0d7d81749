//! Partizan subtraction games: Left and Right each have a set of amounts that they may take.
//!
//! Each heap is a partizan game: its outcome is L, R, N or P, and it has no Grundy value. For finite sets A and B the
//! outcomes are eventually periodic, since each depends on the outcomes of the previous max(A ∪ B) heaps. Theory: A.
//! S. Fraenkel and A. Kotzig, "Partizan octal games: partizan subtraction games", International Journal of Game Theory
//! 16 (1987).
//!
//! Notation: `take[SET | SET](heap, ...)`, Left's set first; `{}` is the set of a player who cannot move.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Kind;
//! let spec = parse("take[2,1 | 1,3](5)").unwrap();
//! assert_eq!(spec.to_string(), "take[1,2 | 1,3](5)");
//! assert_eq!(spec.terms[0].position.ruleset().info().kind, Kind::Partizan);
//! ```

use crate::heap_moves::{heap_moves, impl_heap_rules};
use grundy_lang::text;
use grundy_rules::Members;
use grundy_rules::heaps::{self, TakeSome, take_moves_from_numbers};
use grundy_rules::{Amounts, Cursor, Error, Game, GameInfo, Kind, Notation, Player, Result, Rules, TableForm, boxed};
use std::fmt::Write;

/// A partizan subtraction game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanTake {
    /// The amounts that Left may take; `None` if there are none.
    pub left: Option<Amounts>,
    /// The amounts that Right may take; `None` if there are none.
    pub right: Option<Amounts>,
}

impl PartizanTake {
    /// Returns the amounts that a player may take; `None` if there are none.
    pub fn amounts(&self, by: Player) -> Option<&Amounts> {
        if by == Player::LEFT { self.left.as_ref() } else { self.right.as_ref() }
    }
}

impl Rules for PartizanTake {
    impl_heap_rules!(TakeSome);

    fn moves(&self, heap: &u64, by: Player) -> impl Iterator<Item = TakeSome> {
        self.amounts(by).map_or_else(Members::default, |amounts| amounts.members(1, *heap)).map(TakeSome)
    }
}

/// Parses a set of amounts; `{}` gives `None`.
fn set(input: &mut Cursor<'_>) -> Result<Option<Amounts>> {
    let missing = matches!(input.peek(), Some('|' | ']'));
    if !input.accept('{') {
        let help = |error: Error| error.help(text!("write `{{}}` for a player who cannot move: take[1,2 | {{}}](7)"));
        return Amounts::parse(input).map(Some).map_err(|error| if missing { help(error) } else { error });
    }
    input.expect('}', "take[{} | 1,2](7)")?;
    Ok(None)
}

fn write_set(set: Option<&Amounts>, out: &mut String) {
    let _ = match set {
        Some(amounts) => write!(out, "{amounts}"),
        None => write!(out, "{{}}"),
    };
}

impl Game for PartizanTake {
    const INFO: GameInfo = GameInfo {
        name: "partizan_take",
        aliases: &["非公平取石子", "非公平减法游戏", "不公平减法游戏"],
        title: "Partizan subtraction games",
        rules: "A move takes an allowed number of stones from one heap. Left and Right have separate sets of allowed \
            numbers.",
        notation: "take[SET | SET](heap, ...)",
        example: "take[1,2 | 1,3](7)",
        kind: Kind::Partizan,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<PartizanTake> {
        let example = PartizanTake::INFO.example;
        if input.peek() != Some('[') {
            return Err(input.expected(text!("`[` and Left's set of amounts")).or_example(example));
        }
        input.expect('[', example)?;
        let left = set(input)?;
        if input.peek() != Some('|') {
            return Err(input.expected(text!("`|` and Right's set of amounts")).or_example(example));
        }
        input.accept('|');
        let right = set(input)?;
        input.expect(']', example)?;
        Ok(PartizanTake { left, right })
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str("take[");
        write_set(self.left.as_ref(), out);
        out.push_str(" | ");
        write_set(self.right.as_ref(), out);
        out.push(']');
    }

    fn count_rules_numbers(&self) -> usize {
        [&self.left, &self.right].into_iter().flatten().map(grundy_rules::Amounts::count_printed_numbers).sum()
    }

    fn moves_from_numbers(&self, heap: &u64, by: Player, numbers: &[u64]) -> Option<Vec<TakeSome>> {
        take_moves_from_numbers(numbers, |n| n <= *heap && self.amounts(by).is_some_and(|amounts| amounts.contains(n)))
    }

    heap_moves!(TakeSome);

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::PartizanHeaps { left: self.left.as_ref(), right: self.right.as_ref() })
    }

    fn samples() -> Box<dyn Iterator<Item = (PartizanTake, Vec<u64>)>> {
        let sets = [
            ("1", "2"),
            ("1,2", "1,3"),
            ("1..3", "2..5"),
            ("", "1,2"),
            ("2,5", ""),
            ("2^k", "1..3"),
            ("k^2", "fib"),
            ("3..", "1,4"),
            ("2,4", "6"),
            ("prime", "1..2,7"),
        ];
        let set = |text: &str| (!text.is_empty()).then(|| text.parse().expect("a sample set is well formed"));
        let games = sets.map(|(left, right)| PartizanTake { left: set(left), right: set(right) });
        boxed((0u64..).flat_map(move |n| {
            games
                .clone()
                .into_iter()
                .flat_map(move |game| [vec![n], vec![n / 2, n - n / 2]].map(|heaps| (game.clone(), heaps)))
        }))
    }
}
