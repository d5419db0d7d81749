//! Games whose components are a few numbers, shown to table engines in blocks.

use crate::{Coordinates, HeapRules, Result};
use grundy_lang::Text;

/// How many options stand side by side in [`Options::Lanes`].
pub const LANES: usize = 64;

/// A game whose components are up to three numbers, and which both players play alike: the way into the engine of dense
/// tables.
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
    /// How many numbers a component has: 1, 2 or 3.
    fn dims(&self) -> usize;

    /// Whether some move may leave several components.
    fn splits(&self) -> bool;

    /// Whether the options of a component depend on its number `k`: where it is false, components that differ only in that number
    /// have the same options and tables keep one of them. Components whose other numbers are all 0 are the exception, since where
    /// every number is 0 a move to where every number is 0 is none: see [`merged`].
    fn reads(&self, k: usize) -> bool {
        let _ = k;
        true
    }

    /// Whether a move of this component can be repeated for ever, each time to larger numbers, as [`Rules::has_unbounded_moves`] tells it.
    ///
    /// [`Rules::has_unbounded_moves`]: crate::Rules::has_unbounded_moves
    fn has_unbounded_moves(&self, at: Coordinates) -> bool {
        let _ = at;
        false
    }

    /// The variables of the rules, with their values, with which a move leads from one component to another: [`Game::variables`].
    ///
    /// [`Game::variables`]: crate::Game::variables
    fn variables(&self, from: Coordinates, to: Coordinates) -> Vec<(String, i64)> {
        let _ = (from, to);
        vec![]
    }

    /// Suggests what the author of the rules may have meant, if a position can come again and the rules look like a
    /// common mistake.
    fn advice(&self) -> Option<Text> {
        None
    }

    /// The options of components of one number, as those of heaps; `None` for components of more numbers.
    fn as_heaps(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// Somebody who walks through the options of one component after the other.
    fn walker(&self) -> Box<dyn OptionWalker + '_>;
}

/// Walks through the options of components of [`DenseRules`].
pub trait OptionWalker {
    /// Turns to the options of this component.
    fn start(&mut self, at: Coordinates);

    /// The next options; `None` after the last ones. An option may be given more than once. [`Options::Lanes`] without
    /// options are a pause in a long search: who asks can look at the clock.
    ///
    /// # Errors
    /// The rule's, if the options of this component cannot be told.
    fn next(&mut self) -> Result<Option<Options<'_>>>;
}

/// Number `k` of a run `[first, step, bend]`.
pub fn run_at([first, step, bend]: [i64; 3], k: i64) -> i64 {
    // Half of it first: the product of two neighbours is even.
    first + step * k + bend * (k * (k - 1) / 2)
}

/// Replaces the numbers of a component that its options do not read, so that components with the same options become equal.
///
/// A number that is not read becomes 0 where some number that is read is positive, and at most 1 elsewhere.
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

/// Some options of a component, each as the numbers of the components that it leaves, one component after the other.
#[derive(Clone, Copy, Debug)]
pub enum Options<'a> {
    /// Options whose numbers are polynomials of degree 2 at most: each number in the first option, what is added to it for
    /// the next option, and what is added to that from one option to the next. No number is negative.
    Run {
        /// How many options there are, at least one.
        count: u64,
        /// `[first, step, bend]` for each number.
        numbers: &'a [[i64; 3]],
    },
    /// Options side by side.
    Lanes {
        /// A bit for each lane that holds an option.
        legal: u64,
        /// For each number its values in the lanes; those in lanes without an option mean nothing.
        numbers: &'a [[i64; LANES]],
        /// For each component where behind those of the components the number stands that says how often it is left; `None`
        /// means once. Empty where every component is left once.
        copies: &'a [Option<usize>],
    },
    /// One option, as the components that it leaves and how often each is left.
    Counted(&'a [(Coordinates, u64)]),
}
