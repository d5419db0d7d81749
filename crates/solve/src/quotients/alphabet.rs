//! The components that sums are made of, numbered so that moves lead to smaller numbers.

use grundy_rules::HeapRules;

/// Components by number.
pub(super) trait Alphabet {
    /// Shows what each move from a letter leaves: letters of smaller numbers.
    fn options(&self, letter: usize, show: &mut dyn FnMut(&[usize]));
}

/// The heaps of one game, or of several, in the order in which they were taken in.
#[derive(Debug)]
pub(super) struct Places {
    /// The game and the size of each letter.
    pub list: Vec<(usize, u64)>,
    /// The letters of the heaps of each game, from 1 on.
    pub letters: Vec<Vec<usize>>,
}

impl Places {
    /// No heaps of so many games.
    pub fn new(games: usize) -> Places {
        Places { list: vec![], letters: vec![vec![]; games] }
    }

    /// All heaps of a game up to this size have letters.
    pub fn size(&self, game: usize) -> u64 {
        self.letters[game].len() as u64
    }

    /// Gives the next heap of a game a letter.
    pub fn add(&mut self, game: usize) {
        self.letters[game].push(self.list.len());
        self.list.push((game, self.size(game)));
    }

    /// Takes the last letter away.
    pub fn pop(&mut self) {
        if let Some((game, _)) = self.list.pop() {
            self.letters[game].pop();
        }
    }
}

/// Heaps with the rules of their games.
pub(super) struct Heaps<'a> {
    pub rules: &'a [&'a dyn HeapRules],
    pub places: &'a Places,
}

/// Whether all moves from a heap lead to smaller ones.
pub(super) fn goes_down(rules: &dyn HeapRules, size: u64) -> bool {
    let mut down = true;
    rules.options(size, &mut |left| down &= left.iter().all(|&part| part < size));
    down
}

impl Alphabet for Heaps<'_> {
    fn options(&self, letter: usize, show: &mut dyn FnMut(&[usize])) {
        let (game, size) = self.places.list[letter];
        let letters = &self.places.letters[game];
        let mut left_letters = vec![];
        self.rules[game].options(size, &mut |left| {
            left_letters.clear();
            left_letters.extend(left.iter().filter(|&&part| part > 0).map(|&part| letters[part as usize - 1]));
            show(&left_letters);
        });
    }
}

/// Components that were listed.
pub(super) struct Listed<'a>(pub &'a [Vec<Vec<usize>>]);

impl Alphabet for Listed<'_> {
    fn options(&self, letter: usize, show: &mut dyn FnMut(&[usize])) {
        self.0[letter].iter().for_each(|left| show(left));
    }
}
