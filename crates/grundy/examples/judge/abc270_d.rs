//! AtCoder ABC270 D, Stones: `n k`, then k amounts, of which one is 1. Two players take one of the amounts in turn from n stones, and
//! each wants as many stones as can be. How many does the first player take?
//!
//! The library solves games on points; the rules are the ten lines below. Statement: <https://atcoder.jp/contests/abc270/tasks/abc270_d>.

use grundy::prelude::*;

/// Take one of these amounts.
struct Stones(Vec<u32>);

impl Rules for Stones {
    type Part = u32;
    type Move = u32;
    type Key = u32;

    fn moves(&self, &stones: &u32, _by: Seat) -> impl Iterator<Item = u32> {
        self.0.iter().copied().filter(move |&take| take <= stones)
    }

    fn play(&self, &stones: &u32, _by: Seat, &take: &u32) -> Parts<u32> {
        [stones - take].into_iter().collect()
    }

    fn key(&self, &stones: &u32) -> u32 {
        stones
    }
}

impl Scored for Stones {
    fn points(&self, _stones: &u32, _by: Seat, &take: &u32) -> i64 {
        take.into()
    }
}

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut numbers = input.split_ascii_whitespace().map(|v| v.parse::<u32>().expect("a number"));
    let stones = numbers.next().expect("the number of stones");
    let rules = Stones(numbers.skip(1).collect());
    let solved = scoring::solve(&rules, &[stones], Seat::LEFT, &scoring::Config::FULL, &Budget::default())?;
    // All stones are taken in the end.
    Ok(format!("{}\n", (i64::from(stones) + solved.score) / 2))
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}
