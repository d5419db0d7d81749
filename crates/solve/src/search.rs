//! Brute force: the P/N recursion on any position of any impartial game, memoised on the multiset of components.
//!
//! This is the engine that everything else is checked against. It uses no theorem: it plays the whole sum. It does drop
//! components without moves, which changes nothing about the tree of plays, and keeps equal components under one key.
//! Depth costs memory, not recursion.

use crate::budget::{Budget, Meter};
pub use crate::multiset::Multiset;
use crate::multiset::{Look, gather, remove_one};
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Impartial, Nimber, Outcome, Play, Result, Rules, Seat};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::rc::Rc;

/// Who wins the sum of `parts`, found by search alone.
///
/// # Errors
/// `limit` if the budget ends first; `unsupported` if a position can come again.
///
/// ```
/// use grundy_rules::{Outcome, Play, games::nim::Nim};
/// use grundy_solve::{Budget, search};
/// let budget = Budget::default();
/// assert_eq!(search::outcome(&Nim, &[1, 1, 2], Play::Misere, &budget).unwrap(), Outcome::N);
/// assert_eq!(search::outcome(&Nim, &[1, 2, 3], Play::Misere, &budget).unwrap(), Outcome::P);
/// ```
pub fn outcome<R: Impartial>(rules: &R, parts: &[R::Part], play: Play, budget: &Budget<'_>) -> Result<Outcome> {
    let mut search = Search::new(rules, play, Goal::Outcome, budget);
    let root = search.position(parts.iter().map(|p| (p, 1)))?;
    Ok(Nimber::from(search.evaluate(root)?).outcome())
}

/// The Grundy value of the sum of `parts` as one game: the mex over whole positions, without the theorem on sums.
///
/// # Errors
/// As [`outcome`].
///
/// ```
/// use grundy_rules::{Nimber, games::nim::Nim};
/// use grundy_solve::{Budget, search};
/// assert_eq!(search::grundy(&Nim, &[3, 4, 5], &Budget::default()).unwrap(), Nimber(2));
/// ```
pub fn grundy<R: Impartial>(rules: &R, parts: &[R::Part], budget: &Budget<'_>) -> Result<Nimber> {
    let mut search = Search::new(rules, Play::Normal, Goal::Value, budget);
    let root = search.position(parts.iter().map(|p| (p, 1)))?;
    Ok(Nimber::from(search.evaluate(root)?))
}

/// The winning first moves in the sum of `parts`: the place of the component and the move in it.
///
/// # Errors
/// As [`outcome`].
///
/// ```
/// use grundy_rules::{Play, games::nim::{Nim, TakeSome}};
/// use grundy_solve::{Budget, search};
/// let moves = search::winning_moves(&Nim, &[3, 4, 5], Play::Normal, &Budget::default()).unwrap();
/// assert_eq!(moves, [(0, TakeSome(2))]);
/// ```
pub fn winning_moves<R: Impartial>(
    rules: &R,
    parts: &[R::Part],
    play: Play,
    budget: &Budget<'_>,
) -> Result<Vec<(usize, R::Move)>> {
    let mut search = Search::new(rules, play, Goal::Outcome, budget);
    let mut winning = vec![];
    for (k, part) in parts.iter().enumerate() {
        for mv in rules.moves(part, Seat::LEFT) {
            let left = rules.play(part, Seat::LEFT, &mv);
            let others = parts.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, p)| p);
            let option = search.position(others.chain(&left).map(|p| (p, 1)))?;
            if search.evaluate(option)? == 0 {
                winning.push((k, mv));
            }
        }
    }
    Ok(winning)
}

/// The error of searches that need every play to end.
pub(crate) fn comes_again() -> Error {
    Error::new(
        ErrorKind::Unsupported,
        text!("a position can come again: the game has cycles, which this search does not solve"),
    )
}

/// The error of searches that come to no end.
pub(crate) fn endless() -> Error {
    let message = text!("play need not end: a move can be repeated for ever, each time to larger numbers");
    let error = Error::new(ErrorKind::Unsupported, message);
    error.help(text!("a condition that bounds the numbers may be missing, as in `n+1 if n < 100`"))
}

/// A search of so many components asks for the first time whether it comes to an end.
pub(crate) const ENDLESS: usize = 4096;

/// What a search computes for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// 0 for P-positions, 1 for N-positions; stops at the first winning move.
    Outcome,
    /// The mex of the options' values; without moves 0, under misère play 1. It is 0 exactly for P-positions.
    Value,
}

/// A memoised search over sums of components of one ruleset.
pub struct Search<'a, R: Impartial> {
    rules: &'a R,
    play: Play,
    goal: Goal,
    budget: &'a Budget<'a>,
    meter: Meter<'a>,
    parts: Components<R>,
    /// Finds a position's number; its key stands in `nodes`.
    numbers: HashTable<u32>,
    nodes: Vec<Node>,
    bytes: u64,
    /// How many options were looked at, long ones counted more than once, and when the limits are looked at next.
    steps: u64,
    next_look: u64,
}

/// The options of a component: for each the components it leaves, sorted.
type Options = Rc<[Box<[u32]>]>;

/// The components met so far, numbered by key.
struct Components<R: Rules> {
    numbers: FxHashMap<R::Key, u32>,
    parts: Vec<R::Part>,
    /// The options of each component once they were needed; components without moves are left out.
    options: Vec<Option<Options>>,
    /// What all of them take.
    bytes: u64,
    /// At so many of them somebody asks again whether the search comes to an end.
    next_asked: usize,
}

struct Node {
    key: Box<[(u32, u64)]>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done(u64),
}

/// A position being evaluated: which option comes next, and what was seen of the earlier ones.
struct Frame {
    node: u32,
    part: usize,
    option: usize,
    seen: SmallVec<[u64; 2]>,
    any: bool,
}

/// What one position costs beside its key: the node, its place in the hash table, the allocation.
const NODE_BYTES: u64 = 64;
/// What a component costs beside itself and its key: places in a list and in a hash table.
const COMPONENT_BYTES: u64 = 40;
/// What an option of a component costs beside its numbers.
const OPTION_BYTES: u64 = 32;
/// So many steps are taken without a look at the limits.
const LOOK_STEPS: u64 = 4096;

impl<'a, R: Impartial> Search<'a, R> {
    /// A search for `goal`.
    pub fn new(rules: &'a R, play: Play, goal: Goal, budget: &'a Budget<'a>) -> Self {
        Search {
            rules,
            play,
            goal,
            budget,
            meter: budget.meter(text!("positions")),
            parts: Components {
                numbers: FxHashMap::default(),
                parts: vec![],
                options: vec![],
                bytes: 0,
                next_asked: ENDLESS,
            },
            numbers: HashTable::new(),
            nodes: vec![],
            bytes: 0,
            steps: 0,
            next_look: LOOK_STEPS,
        }
    }

    /// How many positions were evaluated.
    pub fn evaluated(&self) -> u64 {
        self.meter.done()
    }

    /// The multiset of the given components, with how often each occurs; those without moves are left out.
    ///
    /// # Errors
    /// `too_large` if more than 2^64−1 components are equal.
    pub fn position<'p>(&mut self, parts: impl IntoIterator<Item = (&'p R::Part, u64)>) -> Result<Multiset> {
        let mut list = Multiset::new();
        for (part, copies) in parts {
            if copies > 0
                && let Some(number) = self.parts.number(self.rules, part)
            {
                list.push((number, copies));
            }
        }
        gather(&mut list)?;
        Ok(list)
    }

    /// The position after `part` is replaced by `left` once.
    ///
    /// # Errors
    /// As [`Search::position`].
    pub fn replace(&mut self, from: &Multiset, part: &R::Part, left: &[R::Part]) -> Result<Multiset> {
        let mut list = from.clone();
        if let Some(number) = self.parts.number(self.rules, part) {
            remove_one(&mut list, number);
        }
        for p in left {
            if let Some(number) = self.parts.number(self.rules, p) {
                list.push((number, 1));
            }
        }
        gather(&mut list)?;
        Ok(list)
    }

    /// The value of a position for this search's goal.
    ///
    /// # Errors
    /// As [`outcome`].
    pub fn evaluate(&mut self, root: Multiset) -> Result<u64> {
        let root = self.node(&root)?;
        if let State::Done(value) = self.nodes[root as usize].state {
            return Ok(value);
        }
        let mut stack = vec![self.open(root)?];
        let mut child = Multiset::new();
        loop {
            let top = stack.len() - 1;
            if !self.next_option(&mut stack[top], &mut child)? {
                let frame = stack.pop().expect("the stack holds the root until it is done");
                let value = self.close(&frame);
                match stack.last_mut() {
                    None => return Ok(value),
                    Some(parent) => self.take_in(parent, value),
                }
                continue;
            }
            let node = self.node(&child)?;
            match self.nodes[node as usize].state {
                State::Done(value) => self.take_in(&mut stack[top], value),
                State::New => {
                    let frame = self.open(node)?;
                    stack.push(frame);
                }
                State::Open => {
                    return Err(comes_again());
                }
            }
        }
    }

    /// The number of a position, taken in if it is new.
    fn node(&mut self, key: &[(u32, u64)]) -> Result<u32> {
        let hash = FxBuildHasher.hash_one(key);
        let nodes = &self.nodes;
        if let Some(&number) = self.numbers.find(hash, |&n| *nodes[n as usize].key == *key) {
            return Ok(number);
        }
        self.bytes += NODE_BYTES + 16 * key.len() as u64;
        let bytes = self.bytes + self.parts.bytes;
        if bytes > self.budget.bytes {
            let what = text!("a search over more than {nodes} positions", nodes = self.nodes.len());
            self.budget.fits(u128::from(bytes), &what)?;
        }
        let number = u32::try_from(self.nodes.len())
            .map_err(|_| Error::new(ErrorKind::Limit, text!("the search exceeds 2^32 positions")))?;
        self.nodes.push(Node { key: key.into(), state: State::New });
        let nodes = &self.nodes;
        self.numbers.insert_unique(hash, number, |&n| FxBuildHasher.hash_one(&*nodes[n as usize].key));
        Ok(number)
    }

    fn open(&mut self, node: u32) -> Result<Frame> {
        self.meter.tick(1)?;
        self.nodes[node as usize].state = State::Open;
        Ok(Frame { node, part: 0, option: 0, seen: SmallVec::new(), any: false })
    }

    fn close(&mut self, frame: &Frame) -> u64 {
        let value = match self.goal {
            _ if !frame.any => u64::from(self.play == Play::Misere),
            Goal::Outcome => u64::from(frame.seen.first().is_some_and(|w| w & 1 == 1)),
            Goal::Value => {
                let full = frame.seen.iter().take_while(|&&w| w == u64::MAX).count();
                full as u64 * 64 + u64::from(frame.seen.get(full).map_or(0, |w| w.trailing_ones()))
            }
        };
        self.nodes[frame.node as usize].state = State::Done(value);
        value
    }

    fn take_in(&self, frame: &mut Frame, value: u64) {
        let word = (value / 64) as usize;
        if frame.seen.len() <= word {
            frame.seen.resize(word + 1, 0);
        }
        frame.seen[word] |= 1 << (value % 64);
        if self.goal == Goal::Outcome && value == 0 {
            // A move to a P-position settles it.
            frame.part = usize::MAX;
        }
    }

    /// Puts the next option of the frame's position into `child`; false if there is none.
    fn next_option(&mut self, frame: &mut Frame, child: &mut Multiset) -> Result<bool> {
        loop {
            let Some(&(number, _)) = self.nodes[frame.node as usize].key.get(frame.part) else { return Ok(false) };
            let options = self.parts.options(self.rules, number, self.bytes, self.budget)?;
            let Some(option) = options.get(frame.option) else {
                (frame.part, frame.option) = (frame.part + 1, 0);
                continue;
            };
            frame.option += 1;
            frame.any = true;
            // A position may have millions of options, and nodes are counted once. To write one down takes as long as it has
            // different components.
            self.steps += 1 + self.nodes[frame.node as usize].key.len() as u64 / 64;
            if self.steps >= self.next_look {
                self.next_look = self.steps + LOOK_STEPS;
                self.budget.check()?;
            }
            child.clear();
            child.extend_from_slice(&self.nodes[frame.node as usize].key);
            remove_one(child, number);
            child.extend(option.iter().map(|&p| (p, 1)));
            gather(child)?;
            return Ok(true);
        }
    }
}

impl<R: Rules> Components<R> {
    /// The number of a component; `None` if it has no moves.
    fn number(&mut self, rules: &R, part: &R::Part) -> Option<u32> {
        if let Some(&number) = self.numbers.get(&rules.key(part)) {
            return (number != u32::MAX).then_some(number);
        }
        let movable = rules.moves(part, Seat::LEFT).next().is_some();
        let number = if movable { self.parts.len() as u32 } else { u32::MAX };
        // The component is kept beside its key, which is about as large.
        let size = (size_of::<R::Part>() + size_of::<R::Key>()) as u64 + 2 * rules.extra_bytes(part);
        self.bytes += size + COMPONENT_BYTES;
        self.numbers.insert(rules.key(part), number);
        if movable {
            self.parts.push(part.clone());
            self.options.push(None);
        }
        movable.then_some(number)
    }

    /// The different options of a component; `beside` is what the rest of the search takes.
    fn options(&mut self, rules: &R, number: u32, beside: u64, budget: &Budget<'_>) -> Result<Options> {
        if let Some(options) = &self.options[number as usize] {
            return Ok(Rc::clone(options));
        }
        let part = self.parts[number as usize].clone();
        if self.parts.len() >= self.next_asked {
            self.next_asked *= 2;
            if rules.climbs(&part) {
                return Err(endless());
            }
        }
        let moves = rules.moves(&part, Seat::LEFT);
        let what = text!("the search's table of moves");
        // Iterators over ranges know how long they are: then a hopeless search ends before it begins.
        budget.fits(moves.size_hint().0 as u128 * u128::from(OPTION_BYTES), &what)?;
        let mut options: Vec<Box<[u32]>> = vec![];
        let mut look = Look::new(budget, what, beside + self.bytes);
        for mv in moves {
            let left = rules.play(&part, Seat::LEFT, &mv);
            let mut numbers: Vec<u32> = left.iter().filter_map(|p| self.number(rules, p)).collect();
            numbers.sort_unstable();
            self.bytes += OPTION_BYTES + 4 * numbers.len() as u64;
            options.push(numbers.into());
            look.at(beside + self.bytes)?;
        }
        options.sort_unstable();
        options.dedup();
        let options: Options = options.into();
        self.options[number as usize] = Some(Rc::clone(&options));
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::games::nim::Nim;
    use grundy_rules::{Parts, games::wythoff::Wythoff};
    use smallvec::smallvec;

    /// The definition itself, without memo, stack or keys.
    fn wins(heaps: &mut Vec<u64>, play: Play) -> bool {
        let mut any = false;
        for k in 0..heaps.len() {
            let heap = heaps[k];
            for left in 0..heap {
                any = true;
                heaps[k] = left;
                let win = !wins(heaps, play);
                heaps[k] = heap;
                if win {
                    return true;
                }
            }
        }
        !any && play == Play::Misere
    }

    #[test]
    fn agrees_with_the_definition() {
        for play in [Play::Normal, Play::Misere] {
            for a in 0..5 {
                for b in 0..5 {
                    for c in 0..4 {
                        let slow = wins(&mut vec![a, b, c], play);
                        let fast = outcome(&Nim, &[a, b, c], play, &Budget::default()).unwrap();
                        assert_eq!(fast == Outcome::N, slow, "{a},{b},{c} {play}");
                    }
                }
            }
        }
        let budget = Budget::default();
        let values: Vec<u128> = (0..6).map(|b| grundy(&Wythoff, &[[1, b]], &budget).unwrap().0).collect();
        assert_eq!(values, [1, 2, 0, 4, 5, 3]); // OEIS A004481
    }

    #[test]
    fn a_long_play_needs_no_stack() {
        struct OneByOne;
        impl Rules for OneByOne {
            type Part = u64;
            type Move = ();
            type Key = u64;
            fn moves(&self, &n: &u64, _: Seat) -> impl Iterator<Item = ()> {
                (n > 0).then_some(()).into_iter()
            }
            fn play(&self, &n: &u64, _: Seat, _: &()) -> Parts<u64> {
                smallvec![n - 1]
            }
            fn key(&self, &n: &u64) -> u64 {
                n
            }
        }
        impl Impartial for OneByOne {}
        let budget = Budget::default();
        assert_eq!(outcome(&OneByOne, &[300_001], Play::Normal, &budget).unwrap(), Outcome::N);
        assert_eq!(outcome(&OneByOne, &[300_001], Play::Misere, &budget).unwrap(), Outcome::P);
        let tight = Budget { bytes: 1 << 20, ..Budget::default() };
        let error = outcome(&OneByOne, &[300_001], Play::Normal, &tight).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Limit);
        let few = Budget { nodes: 1000, ..Budget::default() };
        assert_eq!(outcome(&OneByOne, &[300_001], Play::Normal, &few).unwrap_err().kind, ErrorKind::Limit);
    }

    #[test]
    fn cycles_are_named_not_followed() {
        struct Circle;
        impl Rules for Circle {
            type Part = u8;
            type Move = ();
            type Key = u8;
            fn moves(&self, _: &u8, _: Seat) -> impl Iterator<Item = ()> {
                std::iter::once(())
            }
            fn play(&self, &v: &u8, _: Seat, _: &()) -> Parts<u8> {
                smallvec![(v + 1) % 5]
            }
            fn key(&self, &v: &u8) -> u8 {
                v
            }
        }
        impl Impartial for Circle {}
        let error = outcome(&Circle, &[0], Play::Normal, &Budget::default()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsupported);
    }
}
