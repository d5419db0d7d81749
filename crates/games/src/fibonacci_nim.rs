//! Fibonacci Nim: a move takes at most twice the amount of the previous move.
//!
//! The first move may take any positive number of stones, but not all of them.
//!
//! Suppose that n stones are left and at most m may be taken. The player to move loses iff m is less than the smallest
//! summand of the Zeckendorf representation of n, or n is 0. So a starting position of n stones is lost iff n is 0 or a
//! Fibonacci number (M. J. Whinihan, "Fibonacci Nim", Fibonacci Quarterly 1 (1963)). No closed form of the Grundy
//! values is known.
//!
//! Notation: `fibonacci_nim(n)` at the start; `fibonacci_nim(n; m)` if at most m stones may be taken.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::{Outcome, Play};
//! let spec = parse("fibonacci_nim(13)").unwrap();
//! assert_eq!(spec.terms[0].position.outcome_by_theorem(0, Play::Normal).unwrap().0, Outcome::P);
//! assert_eq!(parse("fibonacci_nim(9; 20)").unwrap().to_string(), "fibonacci_nim(9; 9)");
//! ```

use grundy_lang::{Text, text};
use grundy_rules::heaps::TakeSome;
use grundy_rules::heaps::{describe_take, take_moves_from_numbers};
use grundy_rules::{
    Claim, Components, Coordinates, Cursor, Game, GameInfo, Impartial, Kind, MoveText, Outcome, Picture, Plan, Play,
    Player, Result, Rules, StatedMoves, Theorem, boxed,
};
use smallvec::smallvec;
use std::fmt::Write;

/// The rules of Fibonacci Nim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FibonacciNim;

/// A position: the number of stones and the maximum number that the next move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile {
    stones: u64,
    max_take: u64,
}

impl Pile {
    /// Returns a position of `stones` stones of which the next move may take at most `max_take`.
    pub fn new(stones: u64, max_take: u64) -> Pile {
        Pile { stones, max_take: max_take.min(stones) }
    }

    /// Returns the summands of the Zeckendorf representation of the number of stones, smallest first.
    fn zeckendorf(self) -> Vec<u64> {
        let mut fibonacci = vec![1u64, 2];
        while let Some(next) = fibonacci[fibonacci.len() - 2].checked_add(fibonacci[fibonacci.len() - 1]) {
            fibonacci.push(next);
        }
        let (mut rest, mut parts) = (self.stones, vec![]);
        for &f in fibonacci.iter().rev() {
            if f <= rest {
                rest -= f;
                parts.push(f);
            }
        }
        parts.reverse();
        parts
    }

    fn outcome(self) -> Outcome {
        match self.zeckendorf().first() {
            Some(&least) if self.max_take >= least => Outcome::N,
            _ => Outcome::P,
        }
    }

    /// Returns the winning moves under normal play.
    ///
    /// Taking k stones leaves a P-position iff k is the sum of the first few Zeckendorf summands, smallest
    /// first, and the next summand is missing or exceeds 2k.
    fn winning(self) -> impl Iterator<Item = TakeSome> {
        let parts = self.zeckendorf();
        let mut sum = 0u64;
        let mut taken = 0;
        std::iter::from_fn(move || {
            while taken < parts.len() {
                sum += parts[taken];
                taken += 1;
                if sum > self.max_take {
                    return None;
                }
                if parts.get(taken).is_none_or(|&next| next > sum.saturating_mul(2)) {
                    return Some(TakeSome(sum));
                }
            }
            None
        })
    }
}

impl Rules for FibonacciNim {
    type Component = Pile;
    type Move = TakeSome;
    type Key = Pile;

    fn moves(&self, pile: &Pile, _by: Player) -> impl Iterator<Item = TakeSome> {
        (1..=pile.max_take).map(TakeSome)
    }

    fn play(&self, pile: &Pile, _by: Player, mv: &TakeSome) -> Components<Pile> {
        smallvec![Pile::new(pile.stones - mv.0, mv.0.saturating_mul(2))]
    }

    fn key(&self, pile: &Pile) -> Pile {
        *pile
    }
}

impl Impartial for FibonacciNim {}

impl Game for FibonacciNim {
    const INFO: GameInfo = GameInfo {
        name: "fibonacci_nim",
        aliases: &["斐波那契博弈"],
        title: "Fibonacci Nim",
        rules: "A move takes at most twice as many stones as the previous move. The first move may take any number of \
            stones, but not all of them.",
        notation: "fibonacci_nim(stones) or (stones; most)",
        example: "fibonacci_nim(20)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    fn parse_rules(_alias: &str, _input: &mut Cursor<'_>) -> Result<FibonacciNim> {
        Ok(FibonacciNim)
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Pile>> {
        let example = &text!("fibonacci_nim(20) or fibonacci_nim(20; 6)");
        input.expect('(', example)?;
        let (stones, _) = input.integer(text!("the number of stones")).map_err(|e| e.or_example(example))?;
        let max_take = if input.accept(';') {
            input.integer(text!("the maximum number to take")).map_err(|e| e.or_example(example))?.0
        } else {
            stones.saturating_sub(1)
        };
        input.expect(')', example)?;
        Ok(vec![Pile::new(stones, max_take)])
    }

    fn write_component(&self, pile: &Pile, out: &mut String) {
        let _ = write!(out, "{}", pile.stones);
        if pile.max_take != pile.stones.saturating_sub(1) {
            let _ = write!(out, "; {}", pile.max_take);
        }
    }

    fn picture(&self, pile: &Pile) -> Picture {
        Picture::heaps(self, pile, &[pile.stones])
    }

    fn moves_from_numbers(&self, pile: &Pile, _by: Player, numbers: &[u64]) -> Option<Vec<TakeSome>> {
        take_moves_from_numbers(numbers, |n| (1..=pile.max_take).contains(&n))
    }

    fn describe(&self, _pile: &Pile, at: usize, mv: &TakeSome) -> MoveText {
        describe_take(mv.0, at)
    }

    const THEOREMS: &'static [Theorem<Self>] = &[Theorem::<Self>::new(
        "fibonacci-nim",
        "Whinihan 1963",
        "With n stones of which at most m may be taken, the player to move loses iff n is 0 or m is less than \
            the smallest term of the Zeckendorf representation of n. So a starting position of n stones is lost \
            iff n is 0 or a Fibonacci number.",
        Claim::Outcome {
            play: Play::Normal,
            outcome: |_, pile| pile.outcome(),
            winning: StatedMoves::All {
                count: |_, pile, _| pile.winning().count() as u128,
                moves: |_, pile, _| boxed(pile.winning()),
            },
        },
    )
    .within("a single position (not a sum), normal play", |_, _| true)
    .strategy(
        "From a P-position, every move takes fewer stones than the smallest Zeckendorf term. The reply takes the \
        smallest Zeckendorf term of what is left, which is at most twice the number just taken.",
    )
    .working(|_, pile| {
        let parts: Vec<String> = pile.zeckendorf().iter().rev().map(u64::to_string).collect();
        match parts.last() {
            Some(least) => {
                let (stones, sum) = (pile.stones, parts.join("+"));
                text!(
                    "{stones} = {sum}; at most {most} may be taken, and the smallest term is {least}",
                    stones,
                    sum,
                    most = pile.max_take,
                    least
                )
            }
            None => Text::empty(),
        }
    })
    .plan(|_, pile, mv| {
        let [after] = FibonacciNim.play(pile, Player::LEFT, mv)[..] else { return Plan::default() };
        let least = after.zeckendorf().first().copied().unwrap_or(0);
        let goal = text!(
            "the smallest Zeckendorf term of what is left is {least}, and the other player may take at most \
                    2*{take} = {most}",
            least,
            take = mv.0,
            most = mv.0.saturating_mul(2)
        );
        Plan { goal, ..Plan::default() }
    })];

    /// Returns only `n`: claims are about starting positions, in which n determines the limit.
    fn coordinate_names(&self) -> Vec<String> {
        vec!["n".to_string()]
    }

    fn component_at(&self, [stones, ..]: Coordinates) -> Option<Pile> {
        Some(Pile::new(stones, stones.saturating_sub(1)))
    }

    fn samples() -> Box<dyn Iterator<Item = (FibonacciNim, Vec<Pile>)>> {
        boxed((0u64..).flat_map(|n| (0..=n).map(move |max_take| (FibonacciNim, vec![Pile::new(n, max_take)]))))
    }
}
