//! Games whose components are one to three numbers; table engines read their options in blocks.

use crate::{Coordinates, HeapRules, Result};
use grundy_lang::Text;

/// The number of options in one block of [`OptionBatch::Lanes`].
pub const LANES: usize = 64;

/// An impartial game whose components are one to three numbers, for the engine of dense tables.
///
/// ```
/// use grundy_games::parse_rules;
/// use grundy_rules::{OptionBatch, TableForm};
/// let rules = parse_rules("rule{ (a,b) -> (a-k,b) for k in 1..b; (a,b-1) if a % 2 == 0 }").unwrap();
/// let Some(TableForm::Dense(dense)) = rules.game.table_form() else { panic!() };
/// let mut walker = dense.walker();
/// walker.start([5, 3, 0]);
/// let Ok(Some(OptionBatch::Run { count, numbers })) = walker.next() else { panic!() };
/// assert_eq!((count, numbers), (3, &[[4, -1, 0], [3, 0, 0]][..])); // (4,3), (3,3), (2,3)
/// assert!(walker.next().unwrap().is_none());
/// ```
pub trait DenseRules: Send + Sync {
    /// Returns the number of coordinates of a component: 1, 2 or 3.
    fn dims(&self) -> usize;

    /// Returns whether some move may leave several components.
    fn splits(&self) -> bool;

    /// Returns whether the options of a component depend on its number at index `k`, counted from 0.
    ///
    /// If they do not, components that differ only in that number have the same options, and tables store one of
    /// these components. Components whose other numbers are all 0 are an exception, because a move must not lead from
    /// all zeros to all zeros: see [`normalise_coordinates`].
    fn depends_on(&self, k: usize) -> bool {
        let _ = k;
        true
    }

    /// Returns whether a move of this component can be repeated for ever, each time to larger numbers.
    ///
    /// See [`Rules::has_unbounded_moves`].
    ///
    /// [`Rules::has_unbounded_moves`]: crate::Rules::has_unbounded_moves
    fn has_unbounded_moves(&self, at: Coordinates) -> bool {
        let _ = at;
        false
    }

    /// Returns the variables of the rules, with their values, for a move from one component to another.
    ///
    /// See [`Game::variables`].
    ///
    /// [`Game::variables`]: crate::Game::variables
    fn variables(&self, from: Coordinates, to: Coordinates) -> Vec<(String, i64)> {
        let _ = (from, to);
        vec![]
    }

    /// Returns a suggestion if a position can recur and the rules look like a common mistake.
    fn advice(&self) -> Option<Text> {
        None
    }

    /// Returns the rules as rules of heaps, if components are single numbers.
    fn as_heaps(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// Returns an iterator over the options of components, one component after the other.
    fn walker(&self) -> Box<dyn OptionWalker + '_>;
}

/// Iterates over the options of components of [`DenseRules`].
pub trait OptionWalker {
    /// Starts on the options of this component.
    fn start(&mut self, at: Coordinates);

    /// Returns the next options; `None` after the last ones.
    ///
    /// An option may appear more than once. In a long search some blocks of [`OptionBatch::Lanes`] contain no
    /// option, so that the caller can check the clock.
    ///
    /// # Errors
    /// The error of the rule, if the options of this component cannot be computed.
    fn next(&mut self) -> Result<Option<OptionBatch<'_>>>;
}

/// Returns the value in option `k`, from 0, of a number of [`OptionBatch::Run`].
pub fn run_at([first, step, second_difference]: [i64; 3], k: i64) -> i64 {
    // Halving first is exact, because the product of two consecutive integers is even.
    first + step * k + second_difference * (k * (k - 1) / 2)
}

/// Normalises the numbers of a component on which its options do not depend.
///
/// Components with the same options become equal. The numbers on which the options do not depend become 0 if
/// some number on which the options depend is positive; otherwise those larger than 1 become 1.
///
/// ```
/// use grundy_rules::normalise_coordinates;
/// let depends_on_first = |k| k == 0;
/// assert_eq!(normalise_coordinates([3, 7, 0], depends_on_first), [3, 0, 0]);
/// assert_eq!(normalise_coordinates([0, 7, 0], depends_on_first), [0, 1, 0]);
/// ```
pub fn normalise_coordinates<N: AsMut<[u64]>>(mut at: N, depends_on: impl Fn(usize) -> bool) -> N {
    let numbers = at.as_mut();
    let cap = u64::from((0..numbers.len()).all(|k| numbers[k] == 0 || !depends_on(k)));
    for (_, number) in numbers.iter_mut().enumerate().filter(|(k, _)| !depends_on(*k)) {
        *number = (*number).min(cap);
    }
    at
}

/// Some options of a component, each as the concatenated numbers of the components that it leaves.
#[derive(Clone, Copy, Debug)]
pub enum OptionBatch<'a> {
    /// Options whose numbers are polynomials of degree at most 2 in the index of the option.
    ///
    /// Each number is given by its value in the first option, its first difference and its second difference.
    /// No number is negative.
    Run {
        /// The number of options, at least one.
        count: u64,
        /// For each number: its first value, first difference and second difference.
        numbers: &'a [[i64; 3]],
    },
    /// Up to [`LANES`] options in parallel lanes.
    Lanes {
        /// One bit for each lane, set if the lane holds an option.
        legal: u64,
        /// The values of each number in all lanes; those in lanes without an option are meaningless.
        numbers: &'a [[i64; LANES]],
        /// For each component, the index of the number that counts its copies.
        ///
        /// `numbers` lists the numbers of all components first and then the counts; the index is relative to the first
        /// count. `None` means one copy. The slice is empty if the moves leave one copy of every component.
        copies: &'a [Option<usize>],
    },
    /// One option, as the components that it leaves and the number of copies of each.
    Counted(&'a [(Coordinates, u64)]),
    /// One option of a series: it leaves all components added so far, and its own `others`.
    Extended {
        /// Whether the option is the first of its series.
        starts: bool,
        /// The components that this option and all later ones of the series leave, with the numbers of copies.
        added: &'a [(Coordinates, u64)],
        /// Further components of this option only, with the numbers of copies.
        others: &'a [(Coordinates, u64)],
    },
}
