//! Grundy's game: a move splits a heap into two heaps of different sizes.
//!
//! Source: P. M. Grundy, "Mathematics and games", Eureka 2 (1939). It is an open question whether the Grundy values are
//! eventually periodic.
//!
//! Notation: `grundy_game(heap, ...)`.
//!
//! ```
//! let spec = grundy_games::parse("grundy_game(8)").unwrap();
//! assert_eq!(spec.component_count(), 1);
//! ```

use crate::heap_moves::impl_heap_rules;
use grundy_rules::heaps::{self, describe_take_and_split, heap_moves_from_numbers};
use grundy_rules::{
    Game, GameInfo, HeapMove, HeapRules, Impartial, Kind, MoveText, Notation, Player, Rules, Splitting, TableForm,
    boxed,
};
use smallvec::smallvec;

/// The rules of Grundy's game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GrundyGame;

impl Rules for GrundyGame {
    impl_heap_rules!(HeapMove);

    fn moves(&self, &heap: &u64, _by: Player) -> impl Iterator<Item = HeapMove> {
        (1..heap.div_ceil(2)).map(move |a| HeapMove { take: 0, remaining: smallvec![a, heap - a] })
    }
}

impl Impartial for GrundyGame {}

impl HeapRules for GrundyGame {
    fn options(&self, size: u64, visit: &mut dyn FnMut(&[u64])) {
        (1..size.div_ceil(2)).for_each(|a| visit(&[a, size - a]));
    }

    fn splitting(&self) -> Option<Splitting> {
        Some(Splitting { two: vec![0], unequal: true, ..Splitting::default() })
    }
}

impl Game for GrundyGame {
    const INFO: GameInfo = GameInfo {
        name: "grundy_game",
        aliases: &["格兰迪博弈"],
        title: "Grundy's game",
        rules: "A move splits a heap into two heaps of different sizes.",
        notation: "grundy_game(heap, ...)",
        example: "grundy_game(8)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> GrundyGame> = Some(|| GrundyGame);
    const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

    fn moves_from_numbers(&self, &heap: &u64, _by: Player, numbers: &[u64]) -> Option<Vec<HeapMove>> {
        let legal = |mv: &HeapMove| matches!(*mv.remaining, [a, b] if mv.take == 0 && 0 < a && a < b);
        Some(heap_moves_from_numbers(heap, numbers).filter(legal).collect())
    }

    fn describe(&self, _heap: &u64, at: usize, mv: &HeapMove) -> MoveText {
        describe_take_and_split(mv, at)
    }

    fn as_rule(&self) -> Option<String> {
        Some("n -> (i)+(n-i) for i in 1..n if 2*i < n".to_string())
    }

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Heaps(self))
    }

    fn samples() -> Box<dyn Iterator<Item = (GrundyGame, Vec<u64>)>> {
        boxed((0u64..).flat_map(|n| [vec![n], vec![n / 3, n - n / 3]].map(|heaps| (GrundyGame, heaps))))
    }
}
