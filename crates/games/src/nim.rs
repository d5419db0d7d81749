//! Nim: a move takes any positive number of stones from one heap.
//!
//! The winner is determined by the xor of the heap sizes (C. L. Bouton, "Nim, a game with a complete mathematical
//! theory", Annals of Mathematics 3 (1901)). Under normal play, the player to move wins iff the xor is not 0. Under
//! misère play the same holds while some heap exceeds 1; if all heaps are at most 1, the player to move wins iff the
//! xor is 0.
//!
//! Notation: `nim(3,4,5)`.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Play;
//! let spec = parse("nim(3,4,5)").unwrap();
//! let stated = spec.terms[0].position.sum_by_theorem(Play::Normal).unwrap();
//! assert_eq!(stated.sum.value().to_string(), "*2");
//! ```

use grundy_lang::text;
use grundy_rules::heaps::{self, TakeSome, describe_take, multisets, take_moves_from_numbers};
use grundy_rules::{
    Amounts, Claim, Components, Game, GameInfo, HeapRules, Impartial, Kind, MoveList, MoveText, Notation, Plan, Play,
    Player, Rules, TableForm, Theorem, boxed,
};
use smallvec::smallvec;
use std::sync::LazyLock;

/// The rules of Nim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nim;

impl Rules for Nim {
    type Component = u64;
    type Move = TakeSome;
    type Key = u64;

    fn moves(&self, heap: &u64, _by: Player) -> impl Iterator<Item = TakeSome> {
        (1..=*heap).map(TakeSome)
    }

    fn play(&self, heap: &u64, _by: Player, mv: &TakeSome) -> Components<u64> {
        smallvec![heap - mv.0]
    }

    fn key(&self, heap: &u64) -> u64 {
        *heap
    }
}

impl Impartial for Nim {}

impl HeapRules for Nim {
    fn options(&self, size: u64, visit: &mut dyn FnMut(&[u64])) {
        (0..size).for_each(|remaining| visit(&[remaining]));
    }

    fn amounts(&self) -> Option<&Amounts> {
        static ALL: LazyLock<Amounts> = LazyLock::new(|| Amounts::at_least(1));
        Some(&ALL)
    }
}

impl Game for Nim {
    const MISERE_NAMES: &'static [&'static str] = &["anti_nim", "反尼姆", "反尼姆博弈", "反尼姆博奕", "反常尼姆"];

    const INFO: GameInfo = GameInfo {
        name: "nim",
        aliases: &["尼姆", "尼姆博弈", "尼姆博奕"],
        title: "Nim",
        rules: "A move takes any positive number of stones from one heap.",
        notation: "nim(heap, ...)",
        example: "nim(3,4,5)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> Nim> = Some(|| Nim);
    const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

    fn moves_from_numbers(&self, heap: &u64, _by: Player, numbers: &[u64]) -> Option<Vec<TakeSome>> {
        take_moves_from_numbers(numbers, |n| (1..=*heap).contains(&n))
    }

    fn describe(&self, _heap: &u64, at: usize, mv: &TakeSome) -> MoveText {
        describe_take(mv.0, at)
    }

    const THEOREMS: &'static [Theorem<Self>] = &[
        Theorem::new(
            "bouton",
            "Bouton 1901",
            "A Nim heap of n stones has Grundy value n; the player to move wins iff the xor of the heaps is not 0.",
            Claim::NimHeap { play: Play::Normal, value, count: count_moves_to, moves: moves_to },
        )
        .within("all heaps, normal play", |_, _| true)
        .strategy("Every move changes one heap, so the xor is no longer 0. The reply makes it 0 again.")
        .covering_sums(),
        Theorem::new(
            "misere-nim",
            "Bouton 1901",
            "Misère Nim: if every heap is at most 1, the player to move wins iff the xor is 0; otherwise iff the xor \
                is not 0.",
            Claim::NimHeap { play: Play::Misere, value, count: count_moves_to, moves: moves_to },
        )
        .within("all heaps, misère play", |_, _| true)
        .strategy(
            "As in Nim, the reply makes the xor 0 again, unless only heaps of 1 would remain. In that case it leaves \
            an odd number of them.",
        )
        .plan(|_, _, _| Plan {
            goal: text!("one stone is left, which the other player must take"),
            continuation: text!("the other player makes the last move"),
        })
        .covering_sums(),
    ];

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Heaps(self))
    }

    fn samples() -> Box<dyn Iterator<Item = (Nim, Vec<u64>)>> {
        // All multisets of one to four heaps, in order of their largest heap.
        boxed((0u64..).flat_map(|top| {
            (1..=4usize).flat_map(move |heaps| multisets(heaps - 1, top)).map(move |mut rest| {
                rest.push(top);
                (Nim, rest)
            })
        }))
    }
}

fn value(_: &Nim, heap: &u64) -> u128 {
    u128::from(*heap)
}

/// Counts the moves that leave a heap of `to` stones: one if the heap is larger, otherwise none.
fn count_moves_to(_: &Nim, heap: &u64, to: u128) -> u128 {
    u128::from(to < u128::from(*heap))
}

/// Returns the move that leaves a heap of `to` stones, if there is one.
fn moves_to<'a>(nim: &'a Nim, heap: &'a u64, to: u128) -> MoveList<'a, TakeSome> {
    boxed((count_moves_to(nim, heap, to) > 0).then(|| TakeSome(heap - to as u64)).into_iter())
}
