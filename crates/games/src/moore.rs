//! Moore's Nim: a move takes any positive number of stones from each of one to k heaps.
//!
//! A position is lost for the player to move iff, for each bit, the number of heaps in which this bit is 1 is divisible
//! by k+1 (E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910)). The same holds
//! under misère play unless all heaps are at most 1: then the position is lost iff its number of heaps of 1 is 1
//! modulo k+1. All heaps together are one component, since a move can change several of them.
//!
//! Notation: `moore[2](3,4,5)`.
//!
//! ```
//! use grundy_rules::{Outcome, Play};
//! let spec = grundy_games::parse("moore[2](5,5,5)").unwrap();
//! assert_eq!(spec.terms[0].position.outcome_by_theorem(0, Play::Normal).unwrap().0, Outcome::P);
//! ```

use grundy_rules::heaps::{self, Heaps, Takes};
use grundy_rules::{
    Claim, Components, Cursor, Game, GameInfo, Impartial, MoveText, Notation, Picture, Plan, Play, Player, Result,
    Rules, Theorem, WinningMove, boxed, push_parameter, text,
};
use grundy_value::CompactSort;

/// The rules of Moore's Nim: the maximum number of heaps that a move may take from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moore(u64);

impl Moore {
    /// Returns the rules with moves on at most `max_heaps` heaps; `max_heaps` = 0 counts as 1.
    pub fn new(max_heaps: u64) -> Moore {
        Moore(max_heaps.max(1))
    }

    /// Returns the plan of a winning move, for positions with heaps above 1.
    fn divisible(self) -> Plan {
        let modulus = u128::from(self.0) + 1;
        Plan {
            goal: text!("then, in each binary place, the number of heaps with a 1 is divisible by {modulus}", modulus),
            ..Plan::default()
        }
    }
}

impl Rules for Moore {
    type Component = Heaps;
    type Move = Takes;
    type Key = Heaps;

    fn moves(&self, heaps: &Heaps, _by: Player) -> impl Iterator<Item = Takes> {
        heaps::takes(heaps, self.0)
    }

    fn play(&self, heaps: &Heaps, _by: Player, mv: &Takes) -> Components<Heaps> {
        [heaps::after_takes(heaps, mv)].into_iter().collect()
    }

    fn key(&self, heaps: &Heaps) -> Heaps {
        heaps::sorted(heaps)
    }
}

impl Impartial for Moore {}

impl WinningMove for Moore {
    fn winning_move(&self, heaps: &Heaps, play: Play) -> Option<Takes> {
        let mut after = heaps::lower_to_p_position(heaps, self.0);
        if play == Play::Misere && after.iter().all(|&stones| stones <= 1) {
            // Reduce all heaps to at most 1. Then remove heaps of 1 until their number is 1 modulo k+1; heaps
            // that exceeded 1 are removed first.
            after = heaps.iter().map(|&stones| stones.min(1)).collect();
            let mut order: Vec<usize> = (0..heaps.len()).filter(|&at| heaps[at] > 0).collect();
            order.compact_sort_by_key(|&at| heaps[at] == 1);
            order.iter().take(heaps::remainder(order.len().saturating_sub(1), self.0)).for_each(|&at| after[at] = 0);
        }
        heaps::takes_to(heaps, &after)
    }
}

impl Game for Moore {
    const INFO: GameInfo = GameInfo {
        aliases: &["moore_nim", "摩尔尼姆"],
        ..GameInfo::impartial(
            "moore",
            "Moore's Nim",
            "A move takes stones from at least one and at most k heaps, any positive number from each of them.",
            "moore[k](heap, ...)",
            "moore[2](3,4,5)",
        )
    };

    const NOTATION: Option<Notation<Heaps>> = Some(heaps::JOINED_HEAPS);

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<Moore> {
        let what = text!("the number of heaps");
        let zero = text!("a move must be allowed to take from at least one heap");
        input.parameter(what, zero, Moore::INFO.example).map(Moore)
    }

    fn write_rules(&self, out: &mut String) {
        push_parameter(Moore::INFO.name, self.0, out);
    }

    fn picture(&self, heaps: &Heaps) -> Picture {
        Picture::heaps(self, heaps, heaps)
    }

    fn moves_from_numbers(&self, heaps: &Heaps, _by: Player, numbers: &[u64]) -> Option<Vec<Takes>> {
        Some(heaps::takes_from_numbers(heaps, self.0, numbers).into_iter().collect())
    }

    fn describe(&self, _heaps: &Heaps, _at: usize, mv: &Takes) -> MoveText {
        heaps::describe_takes(mv)
    }

    const THEOREMS: &'static [Theorem<Self>] = &[
        Theorem::new(
            "moore",
            "Moore 1910",
            "A position is a P-position iff, in each binary place, the number of heaps with a 1 there is divisible by \
                k+1.",
            Claim::from_winning_move(Play::Normal),
        )
        .within("single positions (not sums), normal play", |_, _| true)
        .strategy(
            "In the highest binary place that it changes, a move removes 1 to k ones. The reply makes the number of \
            ones divisible by k+1 in every place again.",
        )
        .plan(|game, _, _| game.divisible()),
        Theorem::new(
            "misere-moore",
            "Moore 1910",
            "Misère play: if every heap is at most 1, the position is a P-position iff the number of heaps of 1 is 1 \
                modulo k+1. Otherwise the condition is that of normal play.",
            Claim::from_winning_move(Play::Misere),
        )
        .within("single positions (not sums), misère play", |_, _| true)
        .strategy(
            "The reply is that of normal play, unless it would leave only heaps of 1. In that case it leaves a \
            number of them that is 1 modulo k+1.",
        )
        .plan(|game, heaps: &Heaps, mv| {
            let after = heaps::after_takes(heaps, mv);
            let ones = after.iter().filter(|&&stones| stones == 1).count();
            match after.iter().all(|&stones| stones <= 1) {
                true => Plan {
                    goal: text!(
                        "the number of heaps of 1 left is {ones}, which is 1 modulo {modulus}",
                        ones,
                        modulus = u128::from(game.0) + 1
                    ),
                    ..Plan::default()
                },
                false => game.divisible(),
            }
        }),
    ];

    fn samples() -> Box<dyn Iterator<Item = (Moore, Vec<Heaps>)>> {
        let all = heaps::multisets_growing(|top| if top < 4 { 4 } else { 3 });
        boxed(all.flat_map(|heaps| (1..=4).map(move |most| (Moore(most), vec![heaps.clone().into()]))))
    }
}
