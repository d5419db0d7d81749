//! Values of Nimstring: Strings and Coins in which the player who cannot move loses.
//!
//! A player who takes a coin moves again. Such a *complimenting move* is not an ordinary option: in a sum, the player
//! moves again in any component. A position is *loony* if the player to move wins every sum of it with Nim heaps.
//!
//! Let the complimenting moves of a position G lead to positions with the values x, y, …. In G + *n the player to move
//! wins by a complimenting move unless its value is n, and always if that position is loony. So G is loony if two of
//! these values differ, if one of these positions is loony, or if an ordinary move leads to their common value x;
//! otherwise G has the value x. Without complimenting moves, G has the value mex of its options that are not loony,
//! since a move to a loony position loses every sum. (E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982),
//! chapters 12 and 16.)
//!
//! Two consequences make the search small. Let the coin a have a single string s, which leads to e, and let R be the
//! position after the coin is taken.
//!
//! 1. If e is the ground, or a coin that has not exactly two strings, or if the other string of e is the only one of
//!    its other end, G has the value of R. If R is loony, taking a wins every sum. Let R have the value x. An ordinary
//!    move t of G is an ordinary move of R: if e has one other string, cutting it takes a coin in G too. The option
//!    G − t has not the value x: a can still be taken there, which leads to the ordinary option R − t of R, or G − t is
//!    loony by 2. A complimenting move t of G leads to the value x: a can still be taken, which leads to the position
//!    R − t after a complimenting move of R; or case 2 holds in G − t, but then it holds in R too, which is not loony.
//! 2. Otherwise e has one other string t, and cutting t takes no coin: G is loony. Let H be G without s and t. The
//!    ordinary move t leads to the value of H, since by 1 a and e are then taken together. Taking a leaves e with the
//!    single string t: that position is loony by 2, so G is loony, or it has by 1 the value of H too, and then G is
//!    loony because both moves lead to this value. If H is loony, so is the position after a is taken.
//!
//! So all coins of 1 are taken first, and only positions in which no coin can be taken have options to be searched.

use grundy_lang::text;
use grundy_rules::{Budget, GROUND, Meter, Result, StringGraph};
use rustc_hash::FxHashMap;

/// The values of the positions of one graph, computed on demand.
///
/// ```
/// use grundy_engines::nimstring::NimstringValues;
/// use grundy_rules::{Budget, GROUND, StringGraph};
/// // A chain of three coins, both ends tied to the ground.
/// let graph = StringGraph::new(3, vec![[GROUND, 0], [0, 1], [1, 2], [2, GROUND]]);
/// let budget = Budget::default();
/// let mut values = NimstringValues::new(&graph, &budget);
/// // Every cut leads to a loony position, so all moves lose.
/// assert_eq!(values.value(0b1111).unwrap(), Some(0));
/// assert_eq!(values.value(0b0111).unwrap(), None);
/// ```
pub struct NimstringValues<'a> {
    graph: &'a StringGraph,
    budget: &'a Budget,
    meter: Meter<'a>,
    /// The values of connected positions in which no coin can be taken.
    ///
    /// The key is the least image under all symmetries.
    values: FxHashMap<u64, u8>,
}

/// The memory for one position in the table, in bytes; a table that has grown is at least 7/16 full.
const ENTRY_BYTES: u128 = 64;

impl<'a> NimstringValues<'a> {
    /// Creates an empty table for one graph.
    pub fn new(graph: &'a StringGraph, budget: &'a Budget) -> NimstringValues<'a> {
        NimstringValues { graph, budget, meter: budget.meter(text!("positions")), values: FxHashMap::default() }
    }

    /// Returns the number of positions searched.
    pub fn nodes(&self) -> u64 {
        self.meter.done()
    }

    /// Returns the Grundy value of a position; `None` if it is loony.
    ///
    /// `set` contains the strings that remain.
    /// The recursion is at most as deep as the number of strings, 64.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out.
    pub fn value(&mut self, set: u64) -> Result<Option<u32>> {
        let Some(mut rest) = self.after_taking_coins(set) else { return Ok(None) };
        let mut xor = 0;
        while rest != 0 {
            let connected = self.connected(rest);
            rest &= !connected;
            xor ^= self.value_without_leaves(connected)?;
        }
        Ok(Some(xor))
    }

    /// Returns the value of a connected position in which no coin can be taken.
    fn value_without_leaves(&mut self, set: u64) -> Result<u32> {
        let key = self.least_image(set);
        if let Some(&value) = self.values.get(&key) {
            return Ok(value.into());
        }
        self.meter.advance(1)?;
        // A position has at most 64 options, so its value is at most 64.
        let mut seen = 0u128;
        for string in StringGraph::strings(self.different_strings(set)) {
            if let Some(value) = self.value(set & !(1 << string))? {
                seen |= 1 << value;
            }
        }
        let value = seen.trailing_ones();
        self.budget.check_fits(ENTRY_BYTES * (self.values.len() as u128 + 1), &text!("the table of values"))?;
        self.values.insert(key, value as u8);
        Ok(value)
    }

    /// Takes coins by rule 1 until no coin can be taken, and returns the strings that remain.
    ///
    /// Returns `None` if the position is loony by rule 2.
    fn after_taking_coins(&self, mut set: u64) -> Option<u64> {
        let coins = self.graph.strings_of_coins();
        loop {
            let leaf = (0..coins.len()).find(|&coin| (coins[coin] & set).is_power_of_two());
            let Some(leaf) = leaf else { return Some(set) };
            let string = coins[leaf] & set;
            let second = self.strings_at(set, self.other_end(string, leaf as u8));
            let next = second & !string;
            if second != 0 && next.is_power_of_two() {
                let [a, b] = self.graph.ends()[next.trailing_zeros() as usize];
                let takes_none = [a, b].iter().all(|&end| self.strings_at(set, end) != next);
                if takes_none {
                    return None;
                }
            }
            set &= !string;
        }
    }

    /// Returns the remaining strings of a coin; none for the ground.
    fn strings_at(&self, set: u64, end: u8) -> u64 {
        if end == GROUND { 0 } else { set & self.graph.strings_of_coins()[usize::from(end)] }
    }

    /// Returns the other end of a string, given as a set of one string.
    fn other_end(&self, string: u64, end: u8) -> u8 {
        let [a, b] = self.graph.ends()[string.trailing_zeros() as usize];
        if a == end { b } else { a }
    }

    /// Returns the strings that are connected by coins to the first string of `set`.
    fn connected(&self, set: u64) -> u64 {
        let mut found = set & set.wrapping_neg();
        loop {
            let mut more = found;
            for &strings in self.graph.strings_of_coins() {
                if strings & found != 0 {
                    more |= strings & set;
                }
            }
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Returns the strings of a set, only one of several strings with the same ends.
    fn different_strings(&self, mut set: u64) -> u64 {
        for sets in self.graph.parallel() {
            let own = set & sets[sets.len() - 1];
            set &= !own | own & own.wrapping_neg();
        }
        set
    }

    /// Returns the least image of a position under all symmetries.
    ///
    /// These are the symmetries of the graph and the exchange of parallel strings.
    fn least_image(&self, set: u64) -> u64 {
        let set = self.graph.normalise(set);
        let image = |images: &Vec<u8>| {
            StringGraph::strings(set).fold(0, |image, string| image | 1 << images[usize::from(string)])
        };
        self.graph.symmetries().iter().map(image).fold(set, u64::min)
    }
}
