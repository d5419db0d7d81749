//! Euclid's game: a move subtracts a positive multiple of the smaller number from the larger.
//!
//! The result must not be negative.
//!
//! The player to move wins (a,b) with 0 < b < a iff a > bφ, and wins equal numbers at once (A. J. Cole and A. J. T.
//! Davie, "A game based on the Euclidean algorithm and a winning strategy for it", Mathematical Gazette 53 (1969)).
//!
//! The Grundy values follow from the Euclidean algorithm (G. Nivasch, "The Sprague–Grundy function of the game
//! Euclid", Discrete Mathematics 306 (2006), for the variant that stops at equal numbers). Let r = a mod b. The
//! positions (r + jb, b) for j = 1, 2, ... have the values 0, 1, 2, ... in order, but the value of (b, r) is left out.
//! The reason is that each value is the mex of the value of (b, r) and the values before it. The same holds for the
//! misère values, so all positions are tame.
//!
//! Notation: `euclid(a,b)`; a number may be 0, which ends the game.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Play;
//! let spec = parse("euclid(21,13)").unwrap();
//! assert_eq!(spec.terms[0].position.sum_by_theorem(Play::Normal).unwrap().sum.value().0, 0);
//! ```

use crate::pairs::{all_pairs, parse_pair, write_pair};
use grundy_lang::{Text, text};
use grundy_rules::{
    Claim, Components, Coordinates, Cursor, Game, GameInfo, Genus, Impartial, Kind, MoveText, NimSum, Nimber, Picture,
    Plan, Play, Player, Result, Rules, Theorem, boxed,
};
use grundy_value::CompactSort;
use smallvec::smallvec;

/// The rules of Euclid's game.
///
/// A component is the pair of numbers, in the order in which they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Euclid;

/// A move: the index (0 or 1) of a number, and the amount subtracted from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subtract {
    index: usize,
    amount: u64,
}

/// Returns the indices of the numbers from which a move can subtract.
///
/// The result is the index of the larger number, or both indices if the numbers are equal.
fn reducible([a, b]: [u64; 2]) -> std::ops::Range<usize> {
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => 0..1,
        std::cmp::Ordering::Less => 1..2,
        std::cmp::Ordering::Equal => 0..2,
    }
}

/// Returns the genus of the pair, computed from the quotients of the Euclidean algorithm.
fn genus([a, b]: [u64; 2]) -> Genus {
    let (mut large, mut small) = (a.max(b), a.min(b));
    let mut quotients = vec![];
    while small > 0 {
        quotients.push(large / small);
        (large, small) = (small, large % small);
    }
    quotients.iter().rev().fold(Genus::END, |rest, &j| step(rest, j))
}

/// Returns the genus of (r + jb, b) for j ≥ 1, where `rest` is the genus of (b, r).
///
/// Each of its two values is the j-th of the numbers 0, 1, 2, ... if the corresponding value of `rest` is left out.
fn step(rest: Genus, j: u64) -> Genus {
    let skip = |value: Nimber| {
        let j = u128::from(j);
        Nimber(if j <= value.0 { j - 1 } else { j })
    };
    Genus { normal: skip(rest.normal), misere: skip(rest.misere) }
}

/// Returns the moves to options whose genus satisfies `wanted`.
///
/// The function examines only the options whose normal value is in `values`, and the option that leaves the
/// remainder.
fn moves_to(pair: [u64; 2], values: [u128; 2], wanted: impl Fn(Genus) -> bool) -> Vec<Subtract> {
    let [a, b] = pair;
    let (large, small) = (a.max(b), a.min(b));
    if small == 0 {
        return vec![];
    }
    let quotient = large / small;
    let rest = genus([small, large % small]);
    // The options are (r + j * small, small) with 0 <= j < quotient, where r is the remainder of `large`. The list
    // contains each j whose option is wanted.
    let mut multiples: Vec<u64> = values
        .into_iter()
        .filter_map(|value| u64::try_from(if value < rest.normal.0 { value + 1 } else { value }).ok())
        .filter(|&j| 1 <= j && j < quotient && wanted(step(rest, j)))
        .collect();
    multiples.extend(wanted(rest).then_some(0));
    // Subtracting less leaves a larger multiple, so the order of the multiples is reversed.
    multiples.compact_sort();
    multiples.dedup();
    multiples.reverse();
    let amounts = |index| multiples.iter().map(move |j| Subtract { index, amount: (quotient - j) * small });
    reducible(pair).flat_map(amounts).collect()
}

fn moves_to_value(pair: [u64; 2], to: u128) -> Vec<Subtract> {
    moves_to(pair, [to, to], |genus| genus.normal.0 == to)
}

fn misere_moves(pair: [u64; 2], rest: NimSum) -> Vec<Subtract> {
    // If all other components are fickle, the normal values of the completing option and of the other
    // components together differ in the last bit.
    let value = rest.value().0;
    moves_to(pair, [value, value ^ 1], |genus| rest.completed_by(genus, Play::Misere))
}

/// Explains a winning move: the option has the quotient 1, so the opponent has only one move.
fn plan(rules: &Euclid, pair: &[u64; 2], mv: &Subtract) -> Plan {
    let [a, b] = rules.play(pair, Player::LEFT, mv)[0];
    let goal = text!("{a} and {b} are left; {least} can be subtracted only once", a, b, least = a.min(b));
    Plan { goal, ..Plan::default() }
}

impl Rules for Euclid {
    type Component = [u64; 2];
    type Move = Subtract;
    type Key = [u64; 2];

    fn moves(&self, &pair: &[u64; 2], _by: Player) -> impl Iterator<Item = Subtract> {
        let [a, b] = pair;
        let (large, small) = (a.max(b), a.min(b));
        let max_quotient = large.checked_div(small).unwrap_or(0);
        reducible(pair).flat_map(move |index| (1..=max_quotient).map(move |k| Subtract { index, amount: k * small }))
    }

    fn play(&self, pair: &[u64; 2], _by: Player, mv: &Subtract) -> Components<[u64; 2]> {
        let mut after = *pair;
        after[mv.index] -= mv.amount;
        smallvec![after]
    }

    fn key(&self, &[a, b]: &[u64; 2]) -> [u64; 2] {
        [a.min(b), a.max(b)]
    }
}

impl Impartial for Euclid {}

impl Game for Euclid {
    const INFO: GameInfo = GameInfo {
        name: "euclid",
        aliases: &["欧几里得博弈", "欧几里得"],
        title: "Euclid's game",
        rules: "A move subtracts a positive multiple of the smaller number from the larger; the result must not be \
            negative. When one number is 0, no player can move.",
        notation: "euclid(a,b)",
        example: "euclid(25,7)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> Euclid> = Some(|| Euclid);

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<[u64; 2]>> {
        parse_pair(input, Euclid::INFO.example, |numbers| {
            text!("Euclid's game needs two numbers, found {numbers}", numbers)
        })
    }

    fn write_component(&self, pair: &[u64; 2], out: &mut String) {
        write_pair(pair, out);
    }

    fn picture(&self, pair: &[u64; 2]) -> Picture {
        Picture::Pair(*pair)
    }

    fn moves_from_numbers(&self, &pair: &[u64; 2], _by: Player, numbers: &[u64]) -> Option<Vec<Subtract>> {
        let (large, small) = (pair[0].max(pair[1]), pair[0].min(pair[1]));
        let amount = numbers.first().copied().unwrap_or(0);
        let legal = small > 0 && (1..=large).contains(&amount) && amount % small == 0;
        Some(reducible(pair).filter(|_| legal).map(|index| Subtract { index, amount }).collect())
    }

    fn describe(&self, _pair: &[u64; 2], _at: usize, mv: &Subtract) -> MoveText {
        grundy_rules::heaps::describe_take(mv.amount, mv.index + 1)
    }

    const THEOREMS: &'static [Theorem<Self>] = &[
        Theorem::new(
            "euclid",
            "Cole and Davie 1969; Nivasch 2006",
            "Let r = a mod b. For j = 1, 2, ... the positions (r+jb, b) have the values 0, 1, 2, ... in order, \
                skipping the value of (b, r), so the Euclidean algorithm gives every value. For a >= b > 0 the player \
                to move wins iff a = b or a > b*phi, where phi is the golden ratio. If a number is 0, the game is \
                over.",
            Claim::NimHeap {
                play: Play::Normal,
                value: |_, &pair| genus(pair).normal.0,
                count: |_, &pair, to| moves_to_value(pair, to).len() as u128,
                moves: |_, &pair, to| boxed(moves_to_value(pair, to).into_iter()),
            },
        )
        .within("all positions, normal play", |_, _| true)
        .strategy(
            "If b < a < b*phi, only one move is possible. It leaves two numbers whose ratio exceeds phi, so the other \
            player wins.",
        )
        .working(|_, &pair| working(pair, |genus| genus.normal))
        .plan(plan),
        Theorem::new(
            "misere-euclid",
            "by induction; genus: Conway 1976, ch. 12",
            "The misère values of Euclid's game follow from the Euclidean algorithm as under normal play, except that \
                a finished game has the value 1. Every position is tame.",
            Claim::Tame {
                genus: |_, &pair| genus(pair),
                count: |_, &pair, rest| misere_moves(pair, rest).len() as u128,
                moves: |_, &pair, rest| boxed(misere_moves(pair, rest).into_iter()),
            },
        )
        .within("all positions, misère play", |_, _| true)
        .strategy(
            "If a = b, the only move ends the game, and under misère play the player who makes it loses. If b < a < \
            b*phi, where phi is the golden ratio, only one move is possible. It leaves two numbers whose ratio exceeds \
            phi, so the other player wins.",
        )
        .working(|_, &pair| working(pair, |genus| genus.misere))
        .plan(plan),
    ];

    fn as_rule(&self) -> Option<String> {
        Some("(a,b) -> repeat (a-b,b) if b > 0; repeat (a,b-a) if a > 0".to_string())
    }

    fn coordinate_names(&self) -> Vec<String> {
        grundy_rules::heaps::heap_names(2)
    }

    fn component_at(&self, [a, b, _]: Coordinates) -> Option<[u64; 2]> {
        Some([a, b])
    }

    fn samples() -> Box<dyn Iterator<Item = (Euclid, Vec<[u64; 2]>)>> {
        boxed(all_pairs().map(|pair| (Euclid, vec![pair])))
    }
}

/// Explains the value by the divisions of the Euclidean algorithm and the values that they imply.
fn working([a, b]: [u64; 2], value: fn(Genus) -> Nimber) -> Text {
    let (mut large, mut small) = (a.max(b), a.min(b));
    let mut quotients = vec![];
    let mut lines = vec![];
    while small > 0 {
        let (quotient, rest) = (large / small, large % small);
        quotients.push(quotient);
        lines.push(Text::verbatim(format!("{large} = {quotient}*{small} + {rest}")));
        (large, small) = (small, rest);
    }
    if lines.is_empty() {
        return Text::empty();
    }
    let genera = quotients.iter().rev().scan(Genus::END, |genus, &quotient| {
        *genus = step(*genus, quotient);
        Some(*genus)
    });
    let values = Text::list(genera.map(|genus| Text::verbatim(value(genus).0.to_string())));
    text!("{steps}; values of these pairs, from last to first: {values}", steps = Text::join_clauses(lines), values)
}
