//! The search itself.

use super::Config;
use super::table::{Known, Table};
use crate::budget::{Budget, Meter};
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Result, Scored, Seat};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::hash::{BuildHasher, Hash};

/// A search over sums of components of one ruleset. What it learns of one position serves the next.
pub struct Search<'a, R: Scored> {
    rules: &'a R,
    config: Config,
    budget: &'a Budget<'a>,
    meter: Meter<'a>,
    table: Table<R::Key>,
    /// Numbers of the frames on the stack, by position: a position that comes again below itself is a cycle.
    open: HashTable<u32>,
    /// For each number of moves played the two moves that cut off last there, by hash.
    killers: Vec<[u64; 2]>,
    /// How often a move cut off anywhere, by hash.
    history: Vec<u32>,
    /// What the stack takes.
    bytes: u64,
    /// How many moves were listed.
    steps: u64,
}

/// Points that the player to move will still have more than the other: differences of two 64-bit numbers fit.
type Points = i128;

/// Beyond every window.
const FAR: Points = 1 << 100;

/// A position that is searched so often is searched once more for its exact value, and then never again. So a search takes no
/// more than so many times as long as one that follows every play from every position once, while the table holds them all.
const VISITS: u8 = 6;

/// What the histories distinguish.
const HISTORY: usize = 1 << 12;

struct Component<R: Scored> {
    hash: u64,
    key: R::Key,
    part: R::Part,
}

impl<R: Scored> Clone for Component<R> {
    fn clone(&self) -> Self {
        Component { hash: self.hash, key: self.key.clone(), part: self.part.clone() }
    }
}

/// The components by the hash of their keys, and who is to move.
struct Position<R: Scored> {
    components: SmallVec<[Component<R>; 1]>,
    by: Seat,
    hash: u64,
}

impl<R: Scored> Position<R> {
    fn new(rules: &R, components: SmallVec<[Component<R>; 1]>, by: Seat) -> Self {
        let mut components = components;
        if components.len() > 1 {
            // Components in which nobody moves make no difference.
            let moves = |c: &Component<R>, by| rules.moves(&c.part, by).next().is_some();
            components.retain(|c| moves(c, Seat::LEFT) || moves(c, Seat::RIGHT));
            components.sort_by_key(|c| c.hash);
        }
        let mut hash = u64::from(by.0);
        for component in &components {
            hash = (hash.rotate_left(5) ^ component.hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        Position { components, by, hash: hash ^ (hash >> 32) }
    }

    fn keys(&self) -> SmallVec<[&R::Key; 1]> {
        self.components.iter().map(|c| &c.key).collect()
    }

    fn is(&self, other: &Position<R>) -> bool {
        self.hash == other.hash && self.by == other.by && self.keys() == other.keys()
    }
}

/// A move of a position that is being searched.
struct Candidate<M> {
    component: u32,
    mv: M,
    hash: u64,
    points: i64,
    /// Whether the same player moves again.
    again: bool,
}

/// A position that is being searched.
struct Frame<R: Scored> {
    position: Position<R>,
    moves: Vec<Candidate<R::Move>>,
    next: usize,
    /// What the player to move can reach elsewhere or here by a move that was tried.
    alpha: Points,
    /// What the other one can hold them to elsewhere.
    beta: Points,
    /// Alpha before the first move.
    floor: Points,
    best: Option<Points>,
    hint: u64,
    started: u64,
    bytes: u64,
}

enum Entered<R: Scored> {
    Known(Points),
    Open(Frame<R>),
}

impl<'a, R: Scored> Search<'a, R> {
    /// A search with a table of at most half of the budget's bytes.
    pub fn new(rules: &'a R, config: Config, budget: &'a Budget<'a>) -> Self {
        Search {
            rules,
            config,
            budget,
            meter: budget.meter(text!("positions")),
            table: Table::new(budget.bytes / 2),
            open: HashTable::new(),
            killers: vec![],
            history: vec![0; HISTORY],
            bytes: 0,
            steps: 0,
        }
    }

    /// How many positions were searched.
    pub fn nodes(&self) -> u64 {
        self.meter.done()
    }

    /// What the player `by`, who is to move, will have more than the other with best play.
    ///
    /// # Errors
    /// As [`super::solve`].
    pub fn score(&mut self, parts: &[R::Part], by: Seat) -> Result<i64> {
        let root = self.position(parts.iter(), by);
        score(self.run(root, (-FAR, FAR))?)
    }

    /// Shows all first moves that reach `score`, the value of the position: component by component, in listing order.
    ///
    /// # Errors
    /// As [`super::solve`].
    pub fn best_moves(
        &mut self,
        parts: &[R::Part],
        by: Seat,
        score: i64,
        show: &mut dyn FnMut(usize, R::Move),
    ) -> Result<()> {
        for (k, part) in parts.iter().enumerate() {
            for mv in self.rules.moves(part, by) {
                let points = Points::from(self.rules.points(part, by, &mv));
                let again = self.rules.next(part, by, &mv) == by;
                let left = self.rules.play(part, by, &mv);
                let others = parts.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, p)| p);
                let child = self.position(others.chain(&left), if again { by } else { by.other() });
                let wanted = Points::from(score) - points;
                let window = if again { (wanted - 1, wanted) } else { (-wanted, 1 - wanted) };
                let window = if self.config.cut { window } else { (-FAR, FAR) };
                let value = self.run(child, window)?;
                if if again { value >= wanted } else { -value >= wanted } {
                    show(k, mv);
                }
            }
        }
        Ok(())
    }

    fn component(&self, part: &R::Part) -> Component<R> {
        let key = self.rules.key(part);
        Component { hash: hash_of(&key), key, part: part.clone() }
    }

    fn position<'p>(&self, parts: impl Iterator<Item = &'p R::Part>, by: Seat) -> Position<R> {
        Position::new(self.rules, parts.map(|part| self.component(part)).collect(), by)
    }

    /// The value of a position: exact inside the window, a bound of it outside.
    fn run(&mut self, root: Position<R>, window: (Points, Points)) -> Result<Points> {
        let mut stack: Vec<Frame<R>> = vec![];
        self.open.clear();
        self.bytes = 0;
        let mut found = match self.enter(root, window, &stack)? {
            Entered::Known(value) => return Ok(value),
            Entered::Open(frame) => {
                self.push(frame, &mut stack)?;
                None
            }
        };
        loop {
            let level = stack.len() - 1;
            let frame = &mut stack[level];
            if let Some(value) = found.take() {
                self.take_in(frame, value, level);
            }
            let Some((child, window)) = self.next_child(frame) else {
                let frame = stack.pop().expect("the loop ends with the last frame");
                let value = self.close(frame, level);
                if stack.is_empty() {
                    return Ok(value);
                }
                found = Some(value);
                continue;
            };
            match self.enter(child, window, &stack)? {
                Entered::Known(value) => found = Some(value),
                Entered::Open(frame) => self.push(frame, &mut stack)?,
            }
        }
    }

    /// Looks a position up, or lists its moves.
    fn enter(
        &mut self,
        position: Position<R>,
        (mut alpha, mut beta): (Points, Points),
        stack: &[Frame<R>],
    ) -> Result<Entered<R>> {
        let mut hint = 0;
        if self.config.table
            && let Some(known) = self.table.get(position.hash, position.by, &position.keys())
        {
            hint = known.hint;
            let low = if known.low == i64::MIN { -FAR } else { known.low.into() };
            let high = if known.high == i64::MAX { FAR } else { known.high.into() };
            if low == high || low >= beta {
                return Ok(Entered::Known(low));
            }
            if high <= alpha {
                return Ok(Entered::Known(high));
            }
            known.visits = known.visits.saturating_add(1);
            (alpha, beta) = if known.visits < VISITS { (alpha.max(low), beta.min(high)) } else { (-FAR, FAR) };
        }
        if self.open.find(position.hash, |&at| stack[at as usize].position.is(&position)).is_some() {
            let message =
                text!("a position can come again: the game has cycles, which searches for points do not solve");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        self.meter.tick(1)?;
        let moves = self.moves(&position, hint, stack.len())?;
        if moves.is_empty() {
            return Ok(Entered::Known(0));
        }
        let own =
            position.components.iter().map(|c| 2 * self.rules.extra_bytes(&c.part) + size_of::<Component<R>>() as u64);
        let bytes = own.sum::<u64>() + moves.capacity() as u64 * size_of::<Candidate<R::Move>>() as u64;
        Ok(Entered::Open(Frame {
            position,
            moves,
            next: 0,
            alpha,
            beta,
            floor: alpha,
            best: None,
            hint: 0,
            started: self.meter.done(),
            bytes: bytes + size_of::<Frame<R>>() as u64,
        }))
    }

    /// The moves of a position, those first that promise most: the one that was best before, then by points, then those that
    /// cut off elsewhere.
    fn moves(&mut self, position: &Position<R>, hint: u64, level: usize) -> Result<Vec<Candidate<R::Move>>> {
        let mut list = vec![];
        let by = position.by;
        for (k, component) in position.components.iter().enumerate() {
            let part = &component.part;
            let moves = self.rules.moves(part, by);
            let size = size_of::<Candidate<R::Move>>() as u128;
            // Iterators over ranges know how long they are: then a hopeless search ends before it begins.
            self.budget.fits((list.len() + moves.size_hint().0) as u128 * size + u128::from(self.bytes), &MOVES)?;
            for mv in moves {
                let points = self.rules.points(part, by, &mv);
                let again = self.rules.next(part, by, &mv) == by;
                let hash = if self.config.order { hash_of(&mv) | 1 } else { 0 };
                list.push(Candidate { component: k as u32, mv, hash, points, again });
                self.steps += 1;
                if self.steps.is_multiple_of(4096) {
                    self.budget.check()?;
                    self.budget.fits(list.len() as u128 * size + u128::from(self.bytes), &MOVES)?;
                }
            }
        }
        if self.config.order && list.len() > 1 {
            let killers = self.killers.get(level).copied().unwrap_or_default();
            list.sort_by_cached_key(|c| {
                let history = self.history[c.hash as usize % HISTORY];
                Reverse((c.hash == hint, c.points, killers.contains(&c.hash), history))
            });
        }
        Ok(list)
    }

    fn push(&mut self, frame: Frame<R>, stack: &mut Vec<Frame<R>>) -> Result<()> {
        self.bytes += frame.bytes;
        if self.bytes + self.table.bytes() > self.budget.bytes {
            let what = text!("a search through plays of more than {stack} moves", stack = stack.len());
            self.budget.fits(u128::from(self.bytes + self.table.bytes()), &what)?;
        }
        let number = stack.len() as u32;
        self.open.insert_unique(frame.position.hash, number, |&at| {
            stack.get(at as usize).map_or(frame.position.hash, |f| f.position.hash)
        });
        stack.push(frame);
        Ok(())
    }

    /// The position after the next move to be tried, with its window; `None` if there is no move left to try.
    fn next_child(&self, frame: &mut Frame<R>) -> Option<(Position<R>, (Points, Points))> {
        let Candidate { component, mv, points, again, .. } = frame.moves.get(frame.next)?;
        frame.next += 1;
        let (at, by) = (*component as usize, frame.position.by);
        let components = &frame.position.components;
        let left = self.rules.play(&components[at].part, by, mv);
        let others = components.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, c)| c.clone());
        let list = others.chain(left.iter().map(|part| self.component(part))).collect();
        let (low, high) = (frame.alpha - Points::from(*points), frame.beta - Points::from(*points));
        let (window, next) = if *again { ((low, high), by) } else { ((-high, -low), by.other()) };
        let window = if self.config.cut { window } else { (-FAR, FAR) };
        Some((Position::new(self.rules, list, next), window))
    }

    /// Takes in what was found behind the move that was tried last.
    fn take_in(&mut self, frame: &mut Frame<R>, found: Points, level: usize) {
        let tried = &frame.moves[frame.next - 1];
        let value = Points::from(tried.points) + if tried.again { found } else { -found };
        if frame.best.is_none_or(|best| value > best) {
            (frame.best, frame.hint) = (Some(value), tried.hash);
        }
        frame.alpha = frame.alpha.max(value);
        if self.config.cut && frame.alpha >= frame.beta {
            if self.config.order {
                self.remember(tried.hash, level);
            }
            frame.next = frame.moves.len();
        }
    }

    /// A move cut off: it is worth trying early elsewhere.
    fn remember(&mut self, hash: u64, level: usize) {
        if self.killers.len() <= level {
            self.killers.resize(level + 1, [0; 2]);
        }
        let killers = &mut self.killers[level];
        if killers[0] != hash {
            *killers = [hash, killers[0]];
        }
        let count = &mut self.history[hash as usize % HISTORY];
        *count = count.saturating_add(1);
    }

    /// A position is done: what was found goes into the table.
    fn close(&mut self, frame: Frame<R>, level: usize) -> Points {
        let Frame { position, beta, floor, best, hint, started, bytes, .. } = frame;
        self.bytes -= bytes;
        if let Ok(entry) = self.open.find_entry(position.hash, |&at| at as usize == level) {
            entry.remove();
        }
        let value = best.expect("a position with moves has a best one");
        if self.config.table {
            // Bounds that 64 bits do not hold are not kept.
            let bound = |value: Points, none: i64| i64::try_from(value).unwrap_or(none);
            let known = Known {
                low: if value > floor { bound(value, i64::MIN) } else { i64::MIN },
                high: if value < beta { bound(value, i64::MAX) } else { i64::MAX },
                visits: 1,
                hint,
            };
            let extra = position.components.iter().map(|c| self.rules.extra_bytes(&c.part)).sum();
            let work = self.meter.done() - started + 1;
            self.table.put(position.hash, position.by, &position.keys(), known, work, extra);
        }
        value
    }
}

const MOVES: Text = text!("the list of moves of a search");

fn hash_of(value: &impl Hash) -> u64 {
    let hash = FxBuildHasher.hash_one(value);
    hash ^ (hash >> 29)
}

fn score(value: Points) -> Result<i64> {
    i64::try_from(value).map_err(|_| {
        let message = text!("the score exceeds 64 bits");
        Error::new(ErrorKind::TooLarge, message).help(text!("the points of a game may add up to 2^63-1 at most"))
    })
}
