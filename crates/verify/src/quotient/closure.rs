//! Decides whether the images determine the outcomes of all sums of components.
//!
//! *Claim*: the player to move loses a sum iff its image is accepting. By induction over play, which ends, this holds
//! if
//! 1. the unit is not accepting: the player to move wins a sum without moves, and the image of such a sum is the unit;
//! 2. no move leads from a sum with an accepting image to a sum with an accepting image;
//! 3. from each sum that has a move and whose image is not accepting, some move leads to an accepting image.
//!
//! Conditions 2 and 3 are checked on types. The type of a component with moves is (t, good), where t is its image, and
//! good = { y : v·y is accepting for the image v of some option }. Condition 2 states for each type: if y is in good,
//! then t·y is not accepting. It is checked for all elements y, since all elements are images of sums.
//!
//! Condition 3 is about infinitely many sums X. Only two properties of X matter: its image x, and its deficit D. An
//! element y is in D if x·y is not accepting, and no move in X leads X + (a sum of image y) to an accepting image. The
//! empty sum has the unit as its image, and its deficit contains all elements that are not accepting.
//!
//! *Adding a component of type (t, good)* changes x and D into x' = x·t and D' = { y : t·y in D, and x·y not in good
//! }. The condition on t·y states that x·t·y is not accepting and that no move in X leads to an accepting image. The
//! condition on x·y states that no move in the new component does. So condition 3 holds iff the unit is not in the
//! deficit of any sum with at least one component that has moves.
//!
//! There are finitely many pairs (x, D), and fewer suffice: a larger D, or a smaller good, gives a larger D'. So only
//! the maximal D for each x and the minimal good for each t are used. An empty D stays empty. The check that D' does
//! not contain the unit comes before any pair is dropped, and condition 2 is checked for all types.

use super::monoid::Monoid;
use crate::certificate::refused;
use crate::work::WorkCounter;
use grundy_lang::{Text, text};
use grundy_rules::CompactSort;
use grundy_rules::Result;
use rustc_hash::FxHashSet;

/// The maximum number of pairs explored. Known quotients need less than a hundred pairs.
const MAX_STATES: usize = 100_000;

/// The check of all sums of the components that were added.
pub(super) struct Closure<'a> {
    monoid: &'a Monoid,
    /// Indexed by image: the minimal sets `good` of the types with this image.
    types: Vec<Vec<ElementSet>>,
    /// The types added so far, each as its image and the images of its options.
    added: FxHashSet<(u32, Vec<u32>)>,
}

/// A set of elements, with one bit for each element.
type ElementSet = Vec<u64>;

fn has(set: &ElementSet, x: usize) -> bool {
    set[x / 64] >> (x % 64) & 1 == 1
}

fn is_within(set: &ElementSet, other: &ElementSet) -> bool {
    set.iter().zip(other).all(|(a, b)| a & !b == 0)
}

impl<'a> Closure<'a> {
    pub fn new(monoid: &'a Monoid, work: &mut WorkCounter<'_>) -> Result<Closure<'a>> {
        work.reserve(32 * monoid.order() as u64)?;
        if monoid.accepts(0) {
            return Err(refused(text!(
                "the identity must not be accepting: under misère play, the player who cannot move wins"
            )));
        }
        Ok(Closure { monoid, types: vec![vec![]; monoid.order()], added: FxHashSet::default() })
    }

    /// Returns the set of elements that satisfy a condition.
    fn set(&self, has: impl Fn(u32) -> bool) -> ElementSet {
        let order = self.monoid.order();
        let mut set = vec![0; order.div_ceil(64)];
        (0..order).filter(|&x| has(x as u32)).for_each(|x| set[x / 64] |= 1 << (x % 64));
        set
    }

    /// Adds a component, given by its image and the images of its options.
    pub fn add_component(
        &mut self,
        image: u32,
        options: &mut Vec<u32>,
        name: &dyn Fn() -> Text,
        work: &mut WorkCounter<'_>,
    ) -> Result<()> {
        if options.is_empty() {
            return match image {
                0 => Ok(()),
                _ => Err(refused(text!("{name} has no move, but its image is not the identity", name = name()))),
            };
        }
        options.compact_sort();
        options.dedup();
        if self.added.contains(&(image, options.clone())) {
            return Ok(());
        }
        let (monoid, order) = (self.monoid, self.monoid.order());
        work.reserve(4 * options.len() as u64 + order as u64 / 8 + 64)?;
        work.steps((order * (options.len() + 1)) as u64)?;
        let mut good: ElementSet = vec![0; order.div_ceil(64)];
        for &option in &*options {
            for (y, &product) in monoid.row(option).iter().enumerate() {
                good[y / 64] |= u64::from(monoid.accepts(product.into())) << (y % 64);
            }
        }
        let row = monoid.row(image);
        if (0..order).any(|y| has(&good, y) && monoid.accepts(row[y].into())) {
            return Err(refused(text!("{name}: a move leads from one lost sum to another", name = name())));
        }
        self.added.insert((image, options.clone()));
        let same = &mut self.types[image as usize];
        if !same.iter().any(|other| is_within(other, &good)) {
            same.retain(|other| !is_within(&good, other));
            same.push(good);
        }
        Ok(())
    }

    /// Explores all pairs of an image and a deficit, and checks condition 3.
    pub fn check_all_sums(&self, work: &mut WorkCounter<'_>) -> Result<()> {
        let (monoid, order) = (self.monoid, self.monoid.order());
        let types: Vec<(u32, &ElementSet)> = self
            .types
            .iter()
            .enumerate()
            .flat_map(|(t, goods)| goods.iter().map(move |good| (t as u32, good)))
            .collect();
        let mut states: Vec<Option<(u32, ElementSet)>> = vec![Some((0, self.set(|x| !monoid.accepts(x))))];
        // Indexed by image: the indices of the states in use.
        let mut indices: Vec<Vec<usize>> = vec![vec![]; order];
        indices[0].push(0);
        let mut next = 0;
        while next < states.len() {
            let Some((x, deficit)) = states[next].clone() else {
                next += 1;
                continue;
            };
            next += 1;
            for &(t, good) in &types {
                work.steps(order as u64)?;
                let (by_t, by_x) = (monoid.row(t), monoid.row(x));
                let is_in_new_deficit = |y: usize| has(&deficit, by_t[y].into()) && !has(good, by_x[y].into());
                let image = monoid.times(x, t);
                if is_in_new_deficit(0) {
                    return Err(refused(text!(
                        "a sum with image {image} has no move to a lost sum, but the certificate says that it is won",
                        image
                    )));
                }
                let new_deficit = self.set(|y| is_in_new_deficit(y as usize));
                let same = &mut indices[image as usize];
                let covered = |j: &usize| states[*j].as_ref().is_some_and(|(_, other)| is_within(&new_deficit, other));
                if new_deficit.iter().all(|&word| word == 0) || same.iter().any(covered) {
                    continue;
                }
                if states.len() >= MAX_STATES {
                    return Err(refused(text!(
                        "more than {most} classes of sums cannot be checked",
                        most = MAX_STATES
                    )));
                }
                work.reserve(order as u64 / 8 + 64)?;
                work.states += 1;
                same.retain(|&j| {
                    let within = states[j].as_ref().is_none_or(|(_, other)| is_within(other, &new_deficit));
                    if within {
                        states[j] = None;
                    }
                    !within
                });
                same.push(states.len());
                states.push(Some((image, new_deficit)));
            }
        }
        Ok(())
    }
}
