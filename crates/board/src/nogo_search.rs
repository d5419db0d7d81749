//! Finds the winner of NoGo, and a winning move for each player.
//!
//! The board is a set of bits for each player. A position is seen by the player to move: the rules are the same for
//! both colours, so a position with exchanged colours and the other player to move has the same answer. Moves that
//! leave the opponent few moves and the mover many come first.

use crate::cells::Cells;
use crate::outcome_search::{OutcomeTable, mixed};
use crate::pattern::{EMPTY, GridSymmetry};
use grundy_lang::text;
use grundy_rules::{Budget, spend};
use grundy_value::{CompactSort, ValueLimit};

/// The stones of the player to move and of the opponent.
type Stones = [u64; 2];

/// A search on boards of one shape; its table is kept between searches.
pub struct NoGoSearch<'a> {
    columns: u32,
    /// The cells of the first column, and those of the last.
    first_column: u64,
    last_column: u64,
    /// The cells that are not holes.
    cells: u64,
    /// For each symmetry and each byte of a board, the images of all sets of its eight cells.
    ///
    /// The identity is left out.
    images: Vec<Vec<[u64; 256]>>,
    table: OutcomeTable,
    pub nodes: u64,
    budget: &'a Budget,
}

impl<'a> NoGoSearch<'a> {
    /// Returns a search for boards of this shape with these holes; `None` for more than 64 cells.
    pub fn new(board: &Cells, budget: &'a Budget) -> Option<NoGoSearch<'a>> {
        let count = board.cells().len();
        if count > 64 {
            return None;
        }
        let set = |is_in: &dyn Fn(usize) -> bool| (0..count).filter(|&k| is_in(k)).fold(0u64, |all, k| all | 1 << k);
        let columns = board.columns() as usize;
        let cells = set(&|k| matches!(board.cells()[k], EMPTY | b'x' | b'o'));
        // Each symmetry that keeps the shape and the holes maps the numbers of cells.
        let numbered = Cells::new(board.rows(), board.columns(), (0..count).map(|k| k as u8).collect())?;
        let images = GridSymmetry::ALL.into_iter().filter_map(|symmetry| {
            let image = numbered.image(symmetry, |number| number);
            let same_shape = image.rows() == board.rows() && image.columns() == board.columns();
            let keeps_holes = || (0..count).all(|k| cells >> k & 1 == cells >> usize::from(image.cells()[k]) & 1);
            if !same_shape || symmetry == GridSymmetry(0) || !keeps_holes() {
                return None;
            }
            let mut to = [0u8; 64];
            image.cells().iter().enumerate().for_each(|(at, &number)| to[usize::from(number)] = at as u8);
            let byte = |first: usize| {
                std::array::from_fn(|bits: usize| {
                    let own = (first..count.min(first + 8)).filter(|k| bits >> (k - first) & 1 == 1);
                    own.fold(0u64, |all, k| all | 1 << to[k])
                })
            };
            Some((0..count).step_by(8).map(byte).collect())
        });
        Some(NoGoSearch {
            columns: u32::from(board.columns()),
            first_column: set(&|k| k % columns == 0),
            last_column: set(&|k| k % columns == columns - 1),
            cells,
            images: images.collect(),
            table: OutcomeTable::new(budget.bytes / 2),
            nodes: 0,
            budget,
        })
    }

    /// Reports whether the player to move wins.
    ///
    /// `own` is the letter of this player's stones, `other` that of the opponent's. Every group must have a liberty.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn wins(&mut self, board: &Cells, own: u8, other: u8) -> Result<bool, ValueLimit> {
        let set = |letter: u8| {
            let stones = board.cells().iter().enumerate().filter(|(_, state)| **state == letter);
            stones.fold(0u64, |all, (k, _)| all | 1 << k)
        };
        self.search([set(own), set(other)])
    }

    /// Stores the results of an earlier search on this board in the table.
    ///
    /// # Errors
    /// [`ValueLimit::Memory`] if not even a small table fits; [`ValueLimit::Cancelled`] if the budget is exhausted.
    pub fn load(&mut self) -> Result<(), ValueLimit> {
        match &self.budget.records {
            Some(records) => self.table.load(&**records, &self.name(), self.budget),
            None => Ok(()),
        }
    }

    /// Saves the table after a long search, or after one that a limit ended.
    pub fn save_at_end(&self, is_finished: bool) {
        if let Some(records) = self.budget.records_at_end(self.nodes, is_finished, self.table.saved_bytes()) {
            self.table.save(records, &self.name());
        }
    }

    /// Returns the name of the search in its records.
    fn name(&self) -> String {
        let NoGoSearch { columns, cells, .. } = self;
        format!("outcomes of NoGo, {columns} columns, cells {cells:x}")
    }

    #[inline]
    fn neighbours(&self, set: u64) -> u64 {
        let east = (set & !self.last_column) << 1;
        let west = (set & !self.first_column) >> 1;
        let south = if self.columns < 64 { set << self.columns } else { 0 };
        let north = if self.columns < 64 { set >> self.columns } else { 0 };
        (east | west | south | north) & self.cells
    }

    /// Returns all stones of `stones` that are connected to `seed`.
    #[inline]
    fn group(&self, seed: u64, stones: u64) -> u64 {
        let mut group = seed;
        loop {
            let larger = (group | self.neighbours(group)) & (stones | seed);
            if larger == group {
                return group;
            }
            group = larger;
        }
    }

    /// Returns the cells on which the player of `own` may place a stone.
    fn legal(&self, own: u64, other: u64) -> u64 {
        let empty = self.cells & !(own | other);
        // The last liberties of the opponent's groups.
        let (mut last, mut rest) = (0, other);
        while rest != 0 {
            let group = self.group(rest & rest.wrapping_neg(), rest);
            rest &= !group;
            let liberties = self.neighbours(group) & empty;
            if liberties.is_power_of_two() {
                last |= liberties;
            }
        }
        let free = empty & self.neighbours(empty);
        let mut legal = free & !last;
        // A stone without an empty neighbour needs a group with a second liberty.
        let mut crowded = empty & !free & !last;
        while crowded != 0 {
            let cell = crowded & crowded.wrapping_neg();
            crowded ^= cell;
            if self.neighbours(self.group(cell, own)) & empty & !cell != 0 {
                legal |= cell;
            }
        }
        legal
    }

    /// Returns the key of a position: a hash of its least image.
    fn key(&self, stones: Stones) -> u128 {
        let image = |tables: &Vec<[u64; 256]>| {
            stones.map(|set| {
                let bytes = set.to_le_bytes();
                tables.iter().zip(bytes).fold(0, |image, (table, byte)| image | table[usize::from(byte)])
            })
        };
        let [own, other] = self.images.iter().map(image).fold(stones, Stones::min);
        mixed(u128::from(own) << 64 | u128::from(other))
    }

    /// Reports whether the player to move wins; at most as many calls are nested as there are cells.
    fn search(&mut self, stones: Stones) -> Result<bool, ValueLimit> {
        let key = self.key(stones);
        if let Some(wins) = self.table.get(key) {
            return Ok(wins);
        }
        let before = self.nodes;
        self.count_node()?;
        let wins = self.search_moves(stones)?;
        self.table.put(key, wins, self.nodes - before)?;
        Ok(wins)
    }

    fn search_moves(&mut self, [own, other]: Stones) -> Result<bool, ValueLimit> {
        let mut legal = self.legal(own, other);
        let mut waiting: Vec<(i32, u64)> = vec![];
        while legal != 0 {
            let cell = legal & legal.wrapping_neg();
            legal ^= cell;
            let after = own | cell;
            let replies = self.legal(other, after);
            if replies == 0 || self.table.get(self.key([other, after])) == Some(false) {
                return Ok(true);
            }
            let next = self.legal(after, other);
            waiting.push((replies.count_ones() as i32 - next.count_ones() as i32, cell));
        }
        waiting.compact_sort();
        for (_, cell) in waiting {
            if !self.search([other, own | cell])? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Counts a position, checks the limits, and reports progress.
    fn count_node(&mut self) -> Result<(), ValueLimit> {
        self.nodes += 1;
        if self.nodes > self.budget.nodes {
            return Err(ValueLimit::Steps);
        }
        if !spend(4096) {
            return Err(ValueLimit::Cancelled);
        }
        if self.nodes.is_multiple_of(1024)
            && let Some(records) = self.budget.records_due()
        {
            self.table.save(records, &self.name());
        }
        if let Some(progress) = self.budget.progress.as_ref().filter(|_| self.nodes.is_multiple_of(1024)) {
            progress.report(&text!("positions"), self.nodes, None);
        }
        Ok(())
    }
}
