//! Alphabets: the components of sums, numbered as letters so that moves lead to smaller numbers.
//!
//! [`HeapLetters`] numbers the heaps of games; [`ListedAlphabet`] has arbitrary components with explicit lists of
//! options.

use crate::play_order::PlayOrder;
use grundy_rules::{Budget, HeapRules, Result};
use grundy_value::CompactSort;
use rustc_hash::FxHashMap;

/// Components numbered as letters.
pub(super) trait Alphabet {
    /// Calls `visit` for each move from a letter, with the letters that it leaves.
    ///
    /// The letters that a move leaves have smaller numbers.
    fn options(&self, letter: usize, visit: &mut dyn FnMut(&[usize]));
}

/// The heaps of one or several games that have letters; every heap comes after its options.
#[derive(Debug)]
pub(super) struct HeapLetters {
    /// The index of the game and the size of the heap of each letter.
    pub list: Vec<(usize, u64)>,
    /// For each game, the letter of each heap by its size; heaps without moves may have no letter.
    letters: Vec<FxHashMap<u64, usize>>,
    /// For each game, the largest size such that all heaps of sizes from 1 to this size have letters.
    sizes: Vec<u64>,
    /// The visited heaps of each game.
    orders: Vec<PlayOrder>,
}

impl HeapLetters {
    /// Creates an alphabet without heaps for this number of games.
    pub fn new(games: usize) -> HeapLetters {
        let orders = (0..games).map(|_| PlayOrder::default()).collect();
        HeapLetters { list: vec![], letters: vec![FxHashMap::default(); games], sizes: vec![0; games], orders }
    }

    /// Returns the size up to which all heaps of a game have letters.
    pub fn size(&self, game: usize) -> u64 {
        self.sizes[game]
    }

    /// Records that all heaps of a game up to a size have letters.
    pub fn set_size(&mut self, game: usize, size: u64) {
        self.sizes[game] = size;
    }

    /// Returns the heaps of a game that still need letters so that all heaps up to `size` have letters.
    ///
    /// The heaps are in the order of play: options come first.
    ///
    /// # Errors
    /// Returns the errors of [`PlayOrder::visit`].
    pub fn next(&mut self, game: usize, rules: &dyn HeapRules, size: u64, budget: &Budget) -> Result<Vec<u64>> {
        let mut heaps = if size == 1 { self.orders[game].visit(rules, 0, budget)? } else { vec![] };
        heaps.extend(self.orders[game].visit(rules, size, budget)?);
        // The empty heap of most games is the unit and needs no letter.
        heaps.retain(|&heap| heap > 0 || has_moves(rules, 0));
        Ok(heaps)
    }

    /// Assigns the next letter to a heap of a game.
    pub fn add(&mut self, game: usize, heap: u64) {
        self.letters[game].insert(heap, self.list.len());
        self.list.push((game, heap));
    }

    /// Removes the last letter.
    pub fn pop(&mut self) {
        if let Some((game, heap)) = self.list.pop() {
            self.letters[game].remove(&heap);
        }
    }

    /// Returns the letters of the heaps of a game with sizes from 1 to [`HeapLetters::size`], in order.
    pub fn in_order(&self, game: usize) -> impl Iterator<Item = usize> + '_ {
        (1..=self.sizes[game]).map(move |heap| self.letters[game][&heap])
    }

    /// Returns the heaps with letters that [`HeapLetters::in_order`] omits, each with its letter, in order.
    ///
    /// These are the heap 0 if it has moves, and the reachable heaps above [`HeapLetters::size`].
    pub fn others(&self, game: usize) -> Vec<(u64, usize)> {
        let all = self.letters[game].iter().map(|(&heap, &letter)| (heap, letter));
        let mut others: Vec<(u64, usize)> = all.filter(|&(heap, _)| heap == 0 || heap > self.sizes[game]).collect();
        others.compact_sort();
        others
    }
}

/// Reports whether a heap has a move.
fn has_moves(rules: &dyn HeapRules, heap: u64) -> bool {
    let mut moves = false;
    rules.options(heap, &mut |_| moves = true);
    moves
}

/// The alphabet of the heaps in [`HeapLetters`].
pub(super) struct HeapAlphabet<'a> {
    pub rules: &'a [&'a dyn HeapRules],
    pub heap_letters: &'a HeapLetters,
}

impl Alphabet for HeapAlphabet<'_> {
    fn options(&self, letter: usize, visit: &mut dyn FnMut(&[usize])) {
        let (game, size) = self.heap_letters.list[letter];
        let letters = &self.heap_letters.letters[game];
        let mut after_letters = vec![];
        self.rules[game].options(size, &mut |after| {
            after_letters.clear();
            after_letters.extend(after.iter().filter_map(|component| letters.get(component)));
            visit(&after_letters);
        });
    }
}

/// An alphabet given by the options of each letter, each option as a list of letters.
pub(super) struct ListedAlphabet<'a>(pub &'a [Vec<Vec<usize>>]);

impl Alphabet for ListedAlphabet<'_> {
    fn options(&self, letter: usize, visit: &mut dyn FnMut(&[usize])) {
        self.0[letter].iter().for_each(|after| visit(after));
    }
}
