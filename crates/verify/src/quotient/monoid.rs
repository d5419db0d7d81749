//! A finite commutative monoid, given by commuting actions.
//!
//! Let maps on the elements commute pairwise, and let each element be reachable from 0 by some word in these maps.
//! *Then x·y = (word of y)(x) defines a commutative monoid with unit 0.*
//! - Let v and w be words that lead from 0 to y, and let u be a word that leads from 0 to x. Then
//!   v(x) = v(u(0)) = u(v(0)) = u(y), and likewise w(x) = u(y). So the product does not depend on the word.
//! - Moreover v(x) = u(y) says that x·y = y·x.
//! - The concatenation of a word of x and a word of y is a word of x·y, and concatenation is associative.
//!
//! *The order.* The claimed order is that of the misère quotient if two conditions hold, and both are checked:
//! - Some element distinguishes any two elements x and y: an element c for which exactly one of x·c and y·c accepts.
//! - Every element is a product of images of heaps. A generator that is not the image of a heap would change no
//!   outcome, but would make the order too large.
//!
//! Distinguishable elements are found by refining a partition, which starts with the accepting elements and the other
//! elements. Each refinement splits elements whose images under an action are in different classes, until nothing
//! changes (E. F. Moore 1956).

use crate::certificate::refused;
use crate::work::WorkCounter;
use grundy_lang::text;
use grundy_rules::CompactSort;
use grundy_rules::Result;
use rustc_hash::FxHashMap;

/// The maximum order of a quotient.
pub(super) const MAX_ORDER: u64 = 4096;
/// The maximum number of actions. No known quotient needs more.
const MAX_ACTIONS: usize = 256;

/// A commutative monoid with its table of products.
pub(super) struct Monoid {
    order: usize,
    accepts: Vec<bool>,
    actions: Vec<Vec<u32>>,
    /// The product of x and y, at index x * order + y.
    products: Vec<u16>,
}

impl Monoid {
    /// Reads a monoid; refuses actions that do not define a monoid.
    pub fn read(order: u64, accept: &[u32], times: &[Vec<u32>], work: &mut WorkCounter<'_>) -> Result<Monoid> {
        if !(1..=MAX_ORDER).contains(&order) {
            return Err(refused(text!(
                "the order is {order}, but only quotients of 1 to {most} elements are checked",
                order,
                most = MAX_ORDER
            )));
        }
        let is_element = |&x: &u32| u64::from(x) < order;
        let no_element = || refused(text!("elements must be numbered from 0 to {last}", last = order - 1));
        if !accept.iter().all(is_element) || !times.iter().flatten().all(is_element) {
            return Err(no_element());
        }
        if accept.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(refused(text!("the accepting elements must be in ascending order")));
        }
        if times.len() > MAX_ACTIONS || times.iter().any(|action| action.len() as u64 != order) {
            return Err(refused(text!(
                "a quotient must have at most {most} actions, and each action must list {order} elements",
                most = MAX_ACTIONS,
                order
            )));
        }
        let order = order as usize;
        work.reserve((2 * order * order + 8 * order * times.len()) as u64)?;
        for (number, a) in times.iter().enumerate() {
            for b in &times[..number] {
                work.steps(order as u64)?;
                if (0..order).any(|x| a[b[x] as usize] != b[a[x] as usize]) {
                    return Err(refused(text!("the actions do not commute")));
                }
            }
        }
        // For each element, in the order of discovery: the element, and its predecessor with the number of the action
        // that leads from the predecessor to the element.
        let mut reached = vec![false; order];
        reached[0] = true;
        let mut path: Vec<(u32, Option<(u32, usize)>)> = vec![(0, None)];
        let mut next = 0;
        while let Some(&(x, _)) = path.get(next) {
            next += 1;
            for (number, action) in times.iter().enumerate() {
                let y = action[x as usize];
                if !std::mem::replace(&mut reached[y as usize], true) {
                    path.push((y, Some((x, number))));
                }
            }
        }
        if path.len() < order {
            return Err(refused(text!(
                "element {x} is not a product of generators",
                x = reached.iter().position(|r| !r).unwrap_or(0)
            )));
        }
        let mut products = vec![0u16; order * order];
        for &(y, from) in &path {
            work.steps(order as u64)?;
            let row = y as usize * order;
            for x in 0..order {
                products[row + x] = match from {
                    None => x as u16,
                    Some((before, action)) => times[action][products[before as usize * order + x] as usize] as u16,
                };
            }
        }
        let mut accepts = vec![false; order];
        accept.iter().for_each(|&x| accepts[x as usize] = true);
        Ok(Monoid { order, accepts, actions: times.to_vec(), products })
    }

    pub fn order(&self) -> usize {
        self.order
    }

    pub fn accepts(&self, x: u32) -> bool {
        self.accepts[x as usize]
    }

    pub fn times(&self, x: u32, y: u32) -> u32 {
        self.row(x)[y as usize].into()
    }

    /// Returns the products of an element with all elements.
    pub fn row(&self, x: u32) -> &[u16] {
        &self.products[x as usize * self.order..][..self.order]
    }

    /// Refuses a monoid in which some element is not a product of these images.
    pub fn check_generated_by(&self, images: impl Iterator<Item = u32>, work: &mut WorkCounter<'_>) -> Result<()> {
        let mut images: Vec<u32> = images.collect();
        images.compact_sort();
        images.dedup();
        let mut reached = vec![false; self.order];
        reached[0] = true;
        let mut list = vec![0];
        let mut next = 0;
        while let Some(&x) = list.get(next) {
            next += 1;
            work.steps(images.len() as u64)?;
            for &image in &images {
                let y = self.times(x, image);
                if !std::mem::replace(&mut reached[y as usize], true) {
                    list.push(y);
                }
            }
        }
        match reached.iter().position(|r| !r) {
            None => Ok(()),
            Some(x) => Err(refused(text!("no sum of heaps has element {x} as its image, so the order is smaller", x))),
        }
    }

    /// Refuses a monoid with two different elements that no element distinguishes.
    pub fn check_reduced(&self, work: &mut WorkCounter<'_>) -> Result<()> {
        let mut classes: Vec<u32> = self.accepts.iter().map(|&accepts| u32::from(accepts)).collect();
        let mut count = 0;
        loop {
            work.steps((self.order * (self.actions.len() + 1)) as u64)?;
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut next = Vec::with_capacity(self.order);
            for x in 0..self.order {
                let led = self.actions.iter().map(|action| classes[action[x] as usize]);
                let key = std::iter::once(classes[x]).chain(led).collect();
                let fresh = numbers.len() as u32;
                next.push(*numbers.entry(key).or_insert(fresh));
            }
            classes = next;
            if numbers.len() == self.order {
                return Ok(());
            }
            if numbers.len() == count {
                return Err(refused(text!(
                    "only {count} elements of the quotient are distinct, so the order is smaller",
                    count
                )));
            }
            count = numbers.len();
        }
    }
}
