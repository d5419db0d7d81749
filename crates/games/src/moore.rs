//! Moore's Nim: a move takes from at least one heap and from at most k, any positive number of stones from each.
//!
//! E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910): the position is lost iff each
//! binary place has a number of ones that k+1 divides. To win from any other, go through the places from the top: where the
//! ones of heaps not yet lowered leave a remainder r, either r of these heaps are lowered there, or so many lowered ones get
//! a 1 that k+1 divides the number. Under misère play the same holds unless all heaps are at most 1: these are lost iff their number is 1
//! modulo k+1. The heaps are one component, for a move may change several.
//!
//! Notation: `moore[2](3,4,5)`.
//!
//! ```
//! use grundy_rules::{Outcome, Play};
//! let spec = grundy_games::parse("moore[2](5,5,5)").unwrap();
//! assert_eq!(spec.terms[0].position.outcome(0, Play::Normal).unwrap().0, Outcome::P);
//! ```

use grundy_lang::text;
use grundy_rules::heaps::{Takes, after_takes, multisets, named_takes, take_from_heaps, takes};
use grundy_rules::{
    Card, Claim, Cursor, Error, ErrorKind, Game, Impartial, MoveList, MoveText, Outcome, Parts, Play, Result, Rules,
    Seat, Theorem, Winning, push_number, push_numbers,
};
use smallvec::smallvec;

/// The rules of Moore's Nim: from how many heaps a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moore(u64);

type Heaps = Box<[u64]>;

impl Moore {
    /// The rules by which a move takes from at most so many heaps, at least one.
    pub fn of(most: u64) -> Moore {
        Moore(most.max(1))
    }
}

impl Rules for Moore {
    type Part = Heaps;
    type Move = Takes;
    type Key = Heaps;

    fn moves(&self, heaps: &Heaps, _by: Seat) -> impl Iterator<Item = Takes> {
        takes(heaps, self.0)
    }

    fn play(&self, heaps: &Heaps, _by: Seat, mv: &Takes) -> Parts<Heaps> {
        smallvec![after_takes(heaps, mv)]
    }

    fn key(&self, heaps: &Heaps) -> Heaps {
        let mut key: Vec<u64> = heaps.iter().copied().filter(|&stones| stones > 0).collect();
        key.sort_unstable();
        key.into()
    }

    fn extra_bytes(&self, heaps: &Heaps) -> u64 {
        size_of_val(&**heaps) as u64
    }
}

impl Impartial for Moore {}

impl Moore {
    /// What is left of each heap by a move that wins; all of it in lost positions.
    fn left(&self, heaps: &Heaps, misere: bool) -> Heaps {
        let (mut left, mut lowered) = (heaps.clone(), vec![]);
        let rest = |ones: usize| (ones as u128 % (u128::from(self.0) + 1)) as usize;
        let mut is_free = vec![false; heaps.len()];
        for one in (0..64).rev().map(|place| 1 << place) {
            let tied: Vec<usize> = (0..heaps.len()).filter(|&at| !is_free[at] && heaps[at] & one != 0).collect();
            lowered.iter().for_each(|&at: &usize| left[at] &= !one);
            let ones = rest(tied.len());
            if (ones + lowered.len()) as u64 > self.0 {
                let missing = (self.0 - ones as u64) as usize + 1;
                lowered[..missing].iter().for_each(|&at| left[at] |= one);
            } else {
                tied[..ones].iter().for_each(|&at| (left[at], is_free[at]) = (left[at] & !one, true));
                lowered.extend(&tied[..ones]);
            }
        }
        if misere && left.iter().all(|&stones| stones <= 1) {
            // So many ones too many would be left if all heaps were cut to 1; large heaps go first.
            left = heaps.iter().map(|&stones| stones.min(1)).collect();
            let many = rest(left.iter().filter(|&&stones| stones == 1).count().saturating_sub(1));
            let large = |wanted: bool| (0..heaps.len()).filter(move |&at| heaps[at] > 0 && (heaps[at] > 1) == wanted);
            large(true).chain(large(false)).take(many).for_each(|at| left[at] = 0);
        }
        left
    }
}

/// Lost are positions that the winning move leaves as they are, but for those in which no move is left in misère play.
fn outcome<const MISERE: bool>(moore: &Moore, heaps: &Heaps) -> Outcome {
    let over = MISERE && heaps.iter().all(|&stones| stones == 0);
    if over || winning::<MISERE>(moore, heaps, Seat::LEFT).next().is_some() { Outcome::N } else { Outcome::P }
}

fn winning<'a, const MISERE: bool>(moore: &'a Moore, heaps: &'a Heaps, _by: Seat) -> MoveList<'a, Takes> {
    let left = moore.left(heaps, MISERE);
    let mv: Takes =
        heaps.iter().zip(&left).map(|(all, left)| all - left).enumerate().filter(|take| take.1 > 0).collect();
    Box::new(Some(mv).filter(|mv| !mv.is_empty()).into_iter())
}

const fn claim<const MISERE: bool>() -> Claim<Moore> {
    let play = if MISERE { Play::Misere } else { Play::Normal };
    Claim::Outcome { play, outcome: outcome::<MISERE>, winning: Winning::Examples(winning::<MISERE>) }
}

impl Game for Moore {
    const CARD: Card = Card {
        aliases: &["摩尔尼姆"],
        ..Card::impartial(
            "moore",
            "Moore's Nim",
            "A move takes from at least one and at most k heaps, any positive number of stones from each.",
            "moore[k](heap, ...)",
            "moore[2](3,4,5)",
        )
    };

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<Moore> {
        let example = Moore::CARD.example;
        input.expect('[', example)?;
        let (most, span) = input.integer(text!("the number of heaps")).map_err(|e| e.help_if_none(example))?;
        input.expect(']', example)?;
        let error = || Error::new(ErrorKind::BadArgument, text!("a move takes from at least one heap")).at(span);
        if most > 0 { Ok(Moore(most)) } else { Err(error().help_if_none(example)) }
    }

    fn parse_parts(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Heaps>> {
        Ok(vec![input.numbers('(', ')', Moore::CARD.example)?.into()])
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str("moore[");
        push_number(self.0, out);
        out.push(']');
    }

    fn write_part(&self, heaps: &Heaps, out: &mut String) {
        push_numbers(heaps, out);
    }

    fn numbers(&self, heaps: &Heaps) -> usize {
        heaps.len()
    }

    fn moves_named(&self, heaps: &Heaps, _by: Seat, numbers: &[u64]) -> Option<Vec<Takes>> {
        Some(named_takes(heaps, self.0, numbers).into_iter().collect())
    }

    fn describe(&self, _heaps: &Heaps, _at: usize, mv: &Takes) -> MoveText {
        take_from_heaps(mv)
    }

    const THEOREMS: &'static [Theorem<Self>] = &[
        Theorem::new(
            "moore",
            "Moore 1910",
            "The position is lost iff in each binary place the number of heaps with a 1 is divisible by k+1.",
            claim::<false>(),
        )
        .within("positions standing alone, normal play", |_, _| true)
        .strategy("Where a move changes the highest place, it takes 1 to k ones away there; the answer makes all numbers divisible again."),
        Theorem::new(
            "misere-moore",
            "Moore 1910",
            "Misère play: if every heap is at most 1, the position is lost iff the number of ones is 1 modulo k+1; otherwise as in normal play.",
            claim::<true>(),
        )
        .within("positions standing alone, misère play", |_, _| true)
        .strategy("The answer is that of normal play until it would leave heaps of 1 only: then it leaves 1 of them modulo k+1."),
    ];

    fn samples() -> Box<dyn Iterator<Item = (Moore, Vec<Heaps>)>> {
        let heaps = |top| (0..=if top < 4 { 4 } else { 3 }).flat_map(move |count| multisets(count, top));
        let all = (0..)
            .flat_map(move |top| heaps(top).filter(move |heaps| heaps.last().map_or(top == 0, |&last| last == top)));
        Box::new(all.flat_map(|heaps| (1..=4).map(move |most| (Moore(most), vec![heaps.clone().into()]))))
    }
}
