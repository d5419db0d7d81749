//! Games whose components are up to three numbers, shown to table engines in blocks.

use crate::{Coordinates, HeapRules, Result};
use grundy_lang::Text;

/// The number of options in one block of [`Options::Lanes`].
pub const LANES: usize = 64;

/// A game whose components are up to three numbers and whose players have the same moves.
///
/// This is the interface of the engine of dense tables.
///
/// ```
/// use grundy_games::parse_rules;
/// use grundy_rules::{Options, TableView};
/// let rules = parse_rules("rule{ (a,b) -> (a-k,b) for k in 1..b; (a,b-1) if a % 2 == 0 }").unwrap();
/// let Some(TableView::Dense(dense)) = rules.game.table() else { panic!() };
/// let mut walker = dense.walker();
/// walker.start([5, 3, 0]);
/// let Ok(Some(Options::Run { count, numbers })) = walker.next() else { panic!() };
/// assert_eq!((count, numbers), (3, &[[4, -1, 0], [3, 0, 0]][..])); // (4,3), (3,3), (2,3)
/// assert!(walker.next().unwrap().is_none());
/// ```
pub trait DenseRules: Send + Sync {
    /// Returns how many numbers a component has: 1, 2 or 3.
    fn dims(&self) -> usize;

    /// Whether some move may leave several components.
    fn splits(&self) -> bool;

    /// Whether the options of a component depend on its number `k`.
    ///
    /// Where this is false, components that differ only in that number have the same options, and tables keep
    /// one of them. The exception are components whose other numbers are all 0, since a move from all zeros
    /// to all zeros is not a move: see [`merged`].
    fn reads(&self, k: usize) -> bool {
        let _ = k;
        true
    }

    /// Whether a move of this component can be repeated for ever, each time to larger numbers.
    ///
    /// See [`Rules::has_unbounded_moves`].
    ///
    /// [`Rules::has_unbounded_moves`]: crate::Rules::has_unbounded_moves
    fn has_unbounded_moves(&self, at: Coordinates) -> bool {
        let _ = at;
        false
    }

    /// Returns the variables of the rules, with their values, by which a move leads to another component.
    ///
    /// See [`Game::variables`].
    ///
    /// [`Game::variables`]: crate::Game::variables
    fn variables(&self, from: Coordinates, to: Coordinates) -> Vec<(String, i64)> {
        let _ = (from, to);
        vec![]
    }

    /// Returns a suggestion if a position can come again and the rules look like a common mistake.
    fn advice(&self) -> Option<Text> {
        None
    }

    /// Returns the components of one number as heaps; `None` for components of more numbers.
    fn as_heaps(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// Returns a walker that visits the options of components, one component after the other.
    fn walker(&self) -> Box<dyn OptionWalker + '_>;
}

/// Iterates over the options of components of [`DenseRules`].
pub trait OptionWalker {
    /// Starts on the options of this component.
    fn start(&mut self, at: Coordinates);

    /// Returns the next options; `None` after the last ones.
    ///
    /// An option may be given more than once. [`Options::Lanes`] without options are pauses in a long search,
    /// so that the caller can check the clock.
    ///
    /// # Errors
    /// The error of the rule, if the options of this component cannot be computed.
    fn next(&mut self) -> Result<Option<Options<'_>>>;
}

/// Returns the number at index `k` of a run `[first, step, bend]`.
pub fn run_at([first, step, bend]: [i64; 3], k: i64) -> i64 {
    // Halving first is exact, because the product of two consecutive integers is even.
    first + step * k + bend * (k * (k - 1) / 2)
}

/// Normalises the numbers of a component that its options do not read.
///
/// Components with the same options become equal.
///
/// An unread number becomes 0 if some read number is positive, and at most 1 otherwise.
///
/// ```
/// use grundy_rules::merged;
/// let reads_first = |k| k == 0;
/// assert_eq!(merged([3, 7, 0], reads_first), [3, 0, 0]);
/// assert_eq!(merged([0, 7, 0], reads_first), [0, 1, 0]);
/// ```
pub fn merged<N: AsMut<[u64]>>(mut at: N, reads: impl Fn(usize) -> bool) -> N {
    let numbers = at.as_mut();
    let most = u64::from((0..numbers.len()).all(|k| numbers[k] == 0 || !reads(k)));
    for (_, number) in numbers.iter_mut().enumerate().filter(|(k, _)| !reads(*k)) {
        *number = (*number).min(most);
    }
    at
}

/// Some options of a component, each as the concatenated numbers of the components that it leaves.
#[derive(Clone, Copy, Debug)]
pub enum Options<'a> {
    /// Options whose numbers are polynomials of degree at most 2 in the index of the option.
    ///
    /// Each number is given by its value in the first option, its first difference and its second difference.
    /// No number is negative.
    Run {
        /// The number of options, at least one.
        count: u64,
        /// `[first, step, bend]` for each number: first value, first difference and second difference.
        numbers: &'a [[i64; 3]],
    },
    /// Up to [`LANES`] options in parallel lanes.
    Lanes {
        /// One bit for each lane, set if the lane holds an option.
        legal: u64,
        /// The values of each number in all lanes; those in lanes without an option are meaningless.
        numbers: &'a [[i64; LANES]],
        /// For each component, the offset after the components' numbers of the number that counts its copies.
        ///
        /// `None` means one copy. The slice is empty if every component is left once.
        copies: &'a [Option<usize>],
    },
    /// One option, as the components that it leaves and the number of copies of each.
    Counted(&'a [(Coordinates, u64)]),
}
