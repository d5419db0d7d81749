//! Decides whether the images determine the outcomes of all sums of components.
//!
//! *Claim*: the player to move loses a sum iff its image accepts. By induction over play, which ends, this holds if
//! - the unit does not accept: the player to move wins a sum without moves, and such sums have the unit as their image;
//! - no move leads from an accepting image to an accepting image;
//! - from each sum with a move whose image does not accept, some move leads to an accepting image.
//!
//! Both conditions on moves are checked on types. The type of a component with moves is its image t and the set good =
//! { y : v·y accepts for an image v of some option }. The second condition states that if y is in good, then t·y does
//! not accept, for all y; since all elements are images of sums, every y matters. The third condition is about
//! infinitely many sums X. Of X only two things matter: the image x, and the deficit
//! D = { y : x·y does not accept, and no move in X leads X + (a sum of image y) to an accepting image }.
//! The empty sum has the unit as its image and all elements that do not accept as its deficit. *Adding a component of
//! type (t, good)* turns x and D into x' = x·t and D' = { y : t·y in D, and x·y not in good }: the first condition on y
//! states that x·t·y does not accept and that no move in X leads to an accepting image; the second, that no move in the
//! new component does. The third condition above holds iff no sum of at least one component with moves has the unit in
//! its D.
//!
//! There are finitely many pairs (x, D), and fewer suffice: a larger D, or a smaller good, gives a larger D'. So only
//! the maximal D for each x and the minimal good for each t are used, and an empty D stays empty. Whether D' contains
//! the unit is checked before any pair is dropped, and the second condition is checked for all types.

use super::monoid::Monoid;
use crate::certificate::refused;
use crate::work::WorkCounter;
use grundy_lang::{Text, text};
use grundy_rules::InOrder;
use grundy_rules::Result;
use rustc_hash::FxHashSet;

/// The maximum number of pairs explored. Quotients of games that were solved need less than a hundred.
const MAX_STATES: usize = 100_000;

/// The check of all sums of the components added so far.
pub(super) struct Closure<'a> {
    monoid: &'a Monoid,
    /// The types with minimal good sets, by image.
    types: Vec<Vec<Set>>,
    /// The types added so far, each as image and options.
    added: FxHashSet<(u32, Vec<u32>)>,
}

/// A set of elements, as bits.
type Set = Vec<u64>;

fn has(set: &Set, x: usize) -> bool {
    set[x / 64] >> (x % 64) & 1 == 1
}

fn is_within(set: &Set, other: &Set) -> bool {
    set.iter().zip(other).all(|(a, b)| a & !b == 0)
}

impl<'a> Closure<'a> {
    pub fn new(monoid: &'a Monoid, work: &mut WorkCounter<'_>) -> Result<Closure<'a>> {
        work.reserve(32 * monoid.order() as u64)?;
        if monoid.accepts(0) {
            return Err(refused(text!("the unit is accepting, but the player who cannot move has won")));
        }
        Ok(Closure { monoid, types: vec![vec![]; monoid.order()], added: FxHashSet::default() })
    }

    /// Returns the set of the elements that satisfy a condition.
    fn set(&self, has: impl Fn(u32) -> bool) -> Set {
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
                _ => Err(refused(text!("{name} has no move, but its image is not the unit", name = name()))),
            };
        }
        options.put_in_order();
        options.dedup();
        if self.added.contains(&(image, options.clone())) {
            return Ok(());
        }
        let (monoid, order) = (self.monoid, self.monoid.order());
        work.reserve(4 * options.len() as u64 + order as u64 / 8 + 64)?;
        work.steps((order * (options.len() + 1)) as u64)?;
        let mut good: Set = vec![0; order.div_ceil(64)];
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

    /// Explores all pairs of an image and a deficit.
    pub fn close(&self, work: &mut WorkCounter<'_>) -> Result<()> {
        let (monoid, order) = (self.monoid, self.monoid.order());
        let types: Vec<(u32, &Set)> = self
            .types
            .iter()
            .enumerate()
            .flat_map(|(t, goods)| goods.iter().map(move |good| (t as u32, good)))
            .collect();
        let mut states: Vec<Option<(u32, Set)>> = vec![Some((0, self.set(|x| !monoid.accepts(x))))];
        // The indices of the states in use, by image.
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
                let lacks = |y: usize| has(&deficit, by_t[y].into()) && !has(good, by_x[y].into());
                let image = monoid.times(x, t);
                if lacks(0) {
                    return Err(refused(text!(
                        "a sum with image {image} has no move to a lost sum, but the certificate says that it is won",
                        image
                    )));
                }
                let new_deficit = self.set(|y| lacks(y as usize));
                let same = &mut indices[image as usize];
                let covered = |j: &usize| states[*j].as_ref().is_some_and(|(_, other)| is_within(&new_deficit, other));
                if new_deficit.iter().all(|&word| word == 0) || same.iter().any(covered) {
                    continue;
                }
                if states.len() >= MAX_STATES {
                    return Err(refused(text!("more than {most} states of sums cannot be checked", most = MAX_STATES)));
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
