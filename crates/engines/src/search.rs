//! Brute force: the recursion for P- and N-positions on any position of any impartial game.
//! Results are memoised by the multiset of components.
//!
//! This is the reference engine against which the tests check all others. It uses no theorem, but plays the whole sum.
//! It drops components without moves, which does not change the game tree, and stores equal components under one key.
//! The stack is on the heap, so deep play costs only memory.

pub use crate::multiset::Multiset;
use crate::space::{Backup, Space};
use grundy_rules::Budget;
use grundy_rules::{Impartial, Nimber, Outcome, Play, Player, Result};
use smallvec::SmallVec;

/// Returns the outcome of the sum of `components` by search alone.
///
/// # Errors
/// Fails with `limit` if the budget runs out, and with `unsupported` if a position can repeat.
///
/// ```
/// use grundy_games::nim::Nim;
/// use grundy_rules::{Outcome, Play};
/// use grundy_engines::{Budget, search};
/// let budget = Budget::default();
/// assert_eq!(search::outcome(&Nim, &[1, 1, 2], Play::Misere, &budget).unwrap(), Outcome::N);
/// assert_eq!(search::outcome(&Nim, &[1, 2, 3], Play::Misere, &budget).unwrap(), Outcome::P);
/// ```
pub fn outcome<R: Impartial>(rules: &R, components: &[R::Component], play: Play, budget: &Budget) -> Result<Outcome> {
    let mut search = ImpartialSearch::new(rules, play, Goal::Outcome, budget);
    let root = search.position(components.iter().map(|p| (p, 1)))?;
    Ok(Nimber::from(search.evaluate(root)?).outcome())
}

/// Returns the Grundy value of the sum of `components`, treated as one game.
/// The value is the mex over whole positions, without theorems on sums.
///
/// # Errors
/// Returns the errors of [`outcome`].
///
/// ```
/// use grundy_games::nim::Nim;
/// use grundy_rules::Nimber;
/// use grundy_engines::{Budget, search};
/// assert_eq!(search::grundy(&Nim, &[3, 4, 5], &Budget::default()).unwrap(), Nimber(2));
/// ```
pub fn grundy<R: Impartial>(rules: &R, components: &[R::Component], budget: &Budget) -> Result<Nimber> {
    let mut search = ImpartialSearch::new(rules, Play::Normal, Goal::Value, budget);
    let root = search.position(components.iter().map(|p| (p, 1)))?;
    Ok(Nimber::from(search.evaluate(root)?))
}

/// Returns the winning first moves in the sum of `components`.
/// A move comes with the index of its component.
///
/// # Errors
/// Returns the errors of [`outcome`].
///
/// ```
/// use grundy_games::nim::Nim;
/// use grundy_rules::heaps::TakeSome;
/// use grundy_rules::Play;
/// use grundy_engines::{Budget, search};
/// let moves = search::winning_moves(&Nim, &[3, 4, 5], Play::Normal, &Budget::default()).unwrap();
/// assert_eq!(moves, [(0, TakeSome(2))]);
/// ```
pub fn winning_moves<R: Impartial>(
    rules: &R,
    components: &[R::Component],
    play: Play,
    budget: &Budget,
) -> Result<Vec<(usize, R::Move)>> {
    let mut search = ImpartialSearch::new(rules, play, Goal::Outcome, budget);
    let mut winning = vec![];
    for (k, component) in components.iter().enumerate() {
        for mv in rules.moves(component, Player::LEFT) {
            let leaves = rules.play_counted(component, Player::LEFT, &mv);
            let others = components.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, p)| (p, 1));
            let option = search.position(others.chain(leaves.iter().map(|(p, copies)| (p, *copies))))?;
            if search.evaluate(option)? == 0 {
                winning.push((k, mv));
            }
        }
    }
    Ok(winning)
}

/// The quantity that a search computes for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The outcome: 0 for P-positions, 1 for N-positions.
    /// The search of a position stops at its first winning move.
    Outcome,
    /// The mex of the option values, which is 0 exactly for P-positions.
    /// The value of a position without moves is 0, or 1 under misère play.
    Value,
}

/// A memoised search over sums of components of one ruleset.
pub struct ImpartialSearch<'a, R: Impartial>(Space<'a, R, Mex>);

/// The rule for Grundy values: the mex of the option values, or only the outcome if that is the goal.
struct Mex {
    play: Play,
    goal: Goal,
}

impl Backup for Mex {
    /// The value of a position. It is at most the number of options, which have 32-bit indices.
    type Value = u32;
    /// The set of option values, one bit per value.
    type Seen = SmallVec<[u64; 2]>;

    fn turn(&self, _next: Player) -> Result<Player> {
        Ok(Player::LEFT)
    }

    fn empty(&self) -> Self::Seen {
        SmallVec::new()
    }

    fn add_option(&self, seen: &mut Self::Seen, _by: Player, value: u32) -> bool {
        let word = value as usize / 64;
        if seen.len() <= word {
            seen.resize(word + 1, 0);
        }
        seen[word] |= 1 << (value % 64);
        // A move to a P-position wins, so the other options do not matter for the outcome.
        self.goal == Goal::Outcome && value == 0
    }

    fn value(&self, seen: &Self::Seen, _by: Player, has_options: bool) -> u32 {
        match self.goal {
            _ if !has_options => u32::from(self.play == Play::Misere),
            Goal::Outcome => u32::from(seen.first().is_some_and(|w| w & 1 == 1)),
            Goal::Value => {
                let full = seen.iter().take_while(|&&w| w == u64::MAX).count();
                full as u32 * 64 + seen.get(full).map_or(0, |w| w.trailing_ones())
            }
        }
    }

    fn bytes(seen: &Self::Seen) -> u64 {
        if seen.spilled() { 8 * seen.capacity() as u64 } else { 0 }
    }
}

impl<'a, R: Impartial> ImpartialSearch<'a, R> {
    /// Creates a search that computes `goal` for each position.
    pub fn new(rules: &'a R, play: Play, goal: Goal, budget: &'a Budget) -> Self {
        ImpartialSearch(Space::new(rules, 1, Mex { play, goal }, budget))
    }

    /// Returns the number of positions evaluated.
    pub fn evaluated(&self) -> u64 {
        self.0.evaluated()
    }

    /// Returns the multiset of the given components with multiplicities; drops components without moves.
    ///
    /// # Errors
    /// Fails with `too_large` if there are more than 2^64−1 equal components.
    pub fn position<'p>(&mut self, components: impl IntoIterator<Item = (&'p R::Component, u64)>) -> Result<Multiset> {
        self.0.components.multiset(self.0.rules, components)
    }

    /// Returns the position in which the components `leaves` replace one copy of `component`.
    ///
    /// # Errors
    /// Returns the errors of [`ImpartialSearch::position`].
    pub fn replace(
        &mut self,
        from: &Multiset,
        component: &R::Component,
        leaves: &[(R::Component, u64)],
    ) -> Result<Multiset> {
        self.0.components.replace_one(self.0.rules, from, component, leaves)
    }

    /// Returns the value of a position according to the search's goal.
    ///
    /// # Errors
    /// Returns the errors of [`outcome`].
    pub fn evaluate(&mut self, root: Multiset) -> Result<u64> {
        self.0.value(&root, Player::LEFT).map(u64::from)
    }
}
