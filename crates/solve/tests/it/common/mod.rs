//! Helpers of the test files: solving positions, tests of all games, and random numbers.

pub use grundy_conformance::conformance::{by_search, by_theorem, differences};
pub mod stopping;

use grundy_rules::{
    Cursor, DynGame, DynPosition, DynRuleset, ErrorKind, Game, GameInfo, GamePosition, Play, PositionSum, Result,
    RulesHandle, SplitMix64, TheoremInfo,
};
use grundy_solve::{Answer, Budget, Question, Solver};

/// Returns the sum that consists of one position.
pub fn single_position(position: Box<dyn DynPosition>, play: Play) -> PositionSum {
    PositionSum::from_position(play, position)
}

/// Returns the solver's answer; `None` if that takes more than `nodes` positions.
pub fn by_theorem_within(solver: &mut Solver, position_sum: &PositionSum, nodes: u64) -> Option<Result<Answer>> {
    match solver.solve(position_sum, &Question::default(), &Budget { nodes, ..Budget::default() }) {
        Err(error) if error.kind == ErrorKind::Limit => None,
        answer => Some(answer),
    }
}

/// The entry of a game that is not in the library.
pub struct Unlisted<G>(std::marker::PhantomData<fn() -> G>);

impl<G: Game> Unlisted<G> {
    pub fn new() -> Unlisted<G> {
        Unlisted(std::marker::PhantomData)
    }
}

impl<G: Game> DynGame for Unlisted<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }
    fn theorems(&self) -> Vec<&'static TheoremInfo> {
        G::THEOREMS.iter().map(|theorem| &theorem.info).collect()
    }
    fn parse(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>> {
        let (rules, components, first) = G::parse(alias, input)?;
        Ok(Box::new(GamePosition::with_first(rules, components, first)))
    }
    fn parse_rules(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>> {
        Ok(Box::new(RulesHandle::new(G::parse_rules(alias, input)?)))
    }
    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>> {
        Box::new(
            G::samples()
                .map(|(rules, components)| Box::new(GamePosition::new(rules, components)) as Box<dyn DynPosition>),
        )
    }
}

pub fn assert_none(faults: &[String]) {
    let shown: Vec<&String> = faults.iter().take(20).collect();
    assert!(faults.is_empty(), "{} faults, the first: {shown:#?}", faults.len());
}

/// The number of tests over which [`tests_of_all_games`] distributes the games of the library.
pub const SHARES: usize = 8;

/// Runs `work` on every [`SHARES`]th game of the library, starting with the one at index `first`.
pub fn share(first: usize, work: impl Fn(&'static dyn DynGame)) {
    grundy_games::library().games().iter().skip(first).step_by(SHARES).for_each(|&entry| work(entry));
}

/// Defines a module of tests that run in parallel, each on a share of the games of the library.
macro_rules! tests_of_all_games {
    ($name:ident, $work:expr) => {
        mod $name {
            use super::*;
            $crate::common::tests_of_all_games! {
                @ $work; share_0 0, share_1 1, share_2 2, share_3 3, share_4 4, share_5 5, share_6 6, share_7 7
            }
        }
    };
    (@ $work:expr; $($share:ident $first:literal),*) => {
        const _EACH_ONCE: [usize; $crate::common::SHARES] = [$($first),*];
        $(
            #[test]
            fn $share() {
                $crate::common::share($first, $work);
            }
        )*
    };
}
pub(crate) use tests_of_all_games;

/// A pseudorandom number generator with a fixed seed, so that every run tests the same positions.
pub struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64(seed))
    }

    /// Returns the next number.
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Returns true with probability 1/`n`.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }
}
