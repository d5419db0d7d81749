//! Treblecross: one-dimensional tic-tac-toe with one symbol; who completes three in a row wins.
//!
//! Nobody may come within two cells of a symbol, for the opponent would complete three. So a component is a run of cells
//! that are all safe, a mark closes two cells on either side of it, and who finds no safe cell loses. A run of n cells is a
//! heap of n + 2 in the octal game 0.007 (*Winning Ways* (1982), chapter 4). No period is known.
//!
//! Notation: `treblecross(cells, ...)`.
//!
//! ```
//! let spec = grundy_rules::parse("treblecross(10)").unwrap();
//! assert_eq!(spec.parts(), 1);
//! ```

use crate::{
    Card, Coordinates, Cursor, Field, Game, HeapRules, Impartial, Kind, MoveText, Parts, Picture, Result, Rules, Seat,
    TableView,
};
use grundy_lang::text;
use smallvec::smallvec;
use std::fmt::Write;

/// The rules of Treblecross.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Treblecross;

/// A move: the cell of the run that is marked, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark(pub u64);

impl Rules for Treblecross {
    type Part = u64;
    type Move = Mark;
    type Key = u64;

    fn moves(&self, run: &u64, _by: Seat) -> impl Iterator<Item = Mark> {
        (1..=*run).map(Mark)
    }

    fn play(&self, run: &u64, _by: Seat, mv: &Mark) -> Parts<u64> {
        smallvec![(mv.0 - 1).saturating_sub(2), (run - mv.0).saturating_sub(2)]
    }

    fn key(&self, run: &u64) -> u64 {
        *run
    }
}

impl Impartial for Treblecross {}

impl HeapRules for Treblecross {
    fn options(&self, size: u64, show: &mut dyn FnMut(&[u64])) {
        for cell in 1..=size {
            show(&self.play(&size, Seat::LEFT, &Mark(cell)));
        }
    }
}

impl Game for Treblecross {
    const CARD: Card = Card {
        name: "treblecross",
        aliases: &[],
        title: "Treblecross (0.007)",
        rules: "A move marks a cell of a row; who completes three marks in a row wins. Marks within two cells of another lose at once and are left out.",
        notation: "treblecross(cells, ...)",
        example: "treblecross(10)",
        kind: Kind::Impartial,
        short: true,
        misere: true,
    };

    fn parse_rules(_alias: &str, _input: &mut Cursor<'_>) -> Result<Treblecross> {
        Ok(Treblecross)
    }

    fn parse_parts(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<u64>> {
        input.numbers('(', ')', Treblecross::CARD.example)
    }

    fn write_part(&self, run: &u64, out: &mut String) {
        let _ = write!(out, "{run}");
    }

    fn moves_named(&self, run: &u64, _by: Seat, numbers: &[u64]) -> Option<Vec<Mark>> {
        let cell = numbers.first().copied().filter(|cell| (1..=*run).contains(cell));
        Some(cell.into_iter().map(Mark).collect())
    }

    fn describe(&self, _run: &u64, at: usize, mv: &Mark) -> MoveText {
        MoveText {
            text: text!("mark cell {cell} of row {row}", cell = mv.0, row = at),
            fields: vec![("row", Field::Number(at as u64)), ("cell", Field::Number(mv.0))],
        }
    }

    fn table(&self) -> Option<TableView<'_>> {
        Some(TableView::Heaps(self))
    }

    fn coordinates(&self, run: &u64) -> Coordinates {
        [*run, 0, 0]
    }

    fn picture(&self, run: &u64) -> Picture {
        Picture::text(self, run)
    }

    fn part_at(&self, [heap, ..]: Coordinates) -> Option<u64> {
        Some(heap)
    }

    fn samples() -> Box<dyn Iterator<Item = (Treblecross, Vec<u64>)>> {
        Box::new((0u64..).flat_map(|n| [vec![n], vec![n / 3, n - n / 3]].map(|runs| (Treblecross, runs))))
    }
}
