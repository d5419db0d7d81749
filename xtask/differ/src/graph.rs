//! Brute force: builds the graph of all reachable positions and solves it backwards from the ends.
//!
//! No theorem is used: a sum is a multiset of components, and its value is the mex of the values of its
//! options.

use super::play::{Fault, Part, Rules, Side};
use std::collections::HashMap;
use std::rc::Rc;

/// Maximum number of components; positions with more components usually split without end.
const MAX_COMPONENTS: usize = 60;

/// The rules of a term, and whether the players change roles in it.
#[derive(Clone)]
pub struct Kind {
    pub rules: Rc<dyn Rules>,
    pub negative: bool,
}

/// The options of a component, each as ids of components.
type Options = Result<Vec<Vec<u32>>, Fault>;

/// The result for the player to move (true for a win) and the number of moves until the end.
///
/// `None` if play need not end.
pub type Verdict = Option<(bool, u32)>;

/// The positions that play can reach from the given positions.
pub struct Graph {
    kinds: Vec<Kind>,
    /// Whether the game is partizan.
    two_sided: bool,
    max_positions: usize,
    component_ids: HashMap<(usize, Part), u32>,
    parts: Vec<(usize, Part)>,
    options: Vec<[Option<Options>; 2]>,
    ids: HashMap<Vec<u32>, u32>,
    positions: Vec<Vec<u32>>,
    next: [Vec<Vec<u32>>; 2],
}

/// The verdicts on all positions of a graph.
pub struct Verdicts {
    of: [Vec<Verdict>; 2],
}

impl Verdicts {
    pub fn verdict(&self, position: u32, mover: Side) -> Verdict {
        let side = if self.of[1].is_empty() { 0 } else { mover as usize };
        self.of[side][position as usize]
    }
}

impl Graph {
    /// Creates a graph with at most `max_positions` positions.
    pub fn new(kinds: Vec<Kind>, two_sided: bool, max_positions: usize) -> Graph {
        Graph {
            kinds,
            two_sided,
            max_positions,
            component_ids: HashMap::new(),
            parts: vec![],
            options: vec![],
            ids: HashMap::new(),
            positions: vec![],
            next: [vec![], vec![]],
        }
    }

    fn part(&mut self, kind: usize, part: &[i64]) -> u32 {
        let key = (kind, self.kinds[kind].rules.key(part));
        if let Some(&id) = self.component_ids.get(&key) {
            return id;
        }
        let id = self.parts.len() as u32;
        self.parts.push(key.clone());
        self.options.push([None, None]);
        self.component_ids.insert(key, id);
        id
    }

    fn options_of(&mut self, part: u32, side: usize) -> Options {
        if let Some(known) = &self.options[part as usize][side] {
            return known.clone();
        }
        let (kind, numbers) = self.parts[part as usize].clone();
        let Kind { rules, negative } = self.kinds[kind].clone();
        let by = if negative { Side::BOTH[side].other() } else { Side::BOTH[side] };
        let mut found = vec![];
        let options = rules.moves(&numbers, by).map(|moves| {
            for one in moves {
                let to: Vec<u32> = one.to.iter().map(|part| self.part(kind, part)).collect();
                found.push(to);
            }
            found
        });
        self.options[part as usize][side] = Some(options.clone());
        options
    }

    /// Adds a position, given as kinds and components, and everything reachable from it; returns its id.
    ///
    /// # Errors
    /// Fails if the graph becomes too large, or if a move is undefined. The graph is then unchanged.
    pub fn reach(&mut self, position: &[(usize, Part)]) -> Result<u32, Fault> {
        let before = self.positions.len();
        let mut start: Vec<u32> = position.iter().map(|(kind, part)| self.part(*kind, part)).collect();
        start.sort_unstable();
        let id = self.number(start);
        let mut at = before;
        while at < self.positions.len() {
            let done = if self.positions.len() > self.max_positions { Err(Fault::Large) } else { self.expand(at) };
            if let Err(fault) = done {
                for gone in self.positions.drain(before..) {
                    self.ids.remove(&gone);
                }
                self.next.iter_mut().for_each(|next| next.truncate(before));
                return Err(fault);
            }
            at += 1;
        }
        Ok(id)
    }

    fn number(&mut self, position: Vec<u32>) -> u32 {
        if let Some(&id) = self.ids.get(&position) {
            return id;
        }
        let id = self.positions.len() as u32;
        self.ids.insert(position.clone(), id);
        self.positions.push(position);
        id
    }

    fn expand(&mut self, at: usize) -> Result<(), Fault> {
        for side in 0..=usize::from(self.two_sided) {
            let position = self.positions[at].clone();
            let mut next = vec![];
            for k in 0..position.len() {
                if k > 0 && position[k - 1] == position[k] {
                    continue;
                }
                for option in self.options_of(position[k], side)? {
                    let mut to = position.clone();
                    to.remove(k);
                    to.extend(option);
                    if to.len() > MAX_COMPONENTS {
                        return Err(Fault::Large);
                    }
                    to.sort_unstable();
                    next.push(self.number(to));
                }
            }
            next.sort_unstable();
            next.dedup();
            self.next[side].push(next);
        }
        Ok(())
    }

    /// Returns an order in which every position comes after its options; `None` if there is a cycle.
    fn order(&self) -> Option<Vec<u32>> {
        let count = self.positions.len();
        let all = |v: usize| self.next.iter().filter_map(move |next| next.get(v)).flatten();
        let mut before = vec![vec![]; count];
        let mut open = vec![0u32; count];
        for (v, open) in open.iter_mut().enumerate() {
            for &w in all(v) {
                before[w as usize].push(v as u32);
                *open += 1;
            }
        }
        let mut order: Vec<u32> = (0..count as u32).filter(|&v| open[v as usize] == 0).collect();
        let mut at = 0;
        while at < order.len() {
            for &v in &before[order[at] as usize] {
                open[v as usize] -= 1;
                if open[v as usize] == 0 {
                    order.push(v);
                }
            }
            at += 1;
        }
        (order.len() == count).then_some(order)
    }

    /// Reports whether every play ends.
    pub fn ends(&self) -> bool {
        self.order().is_some()
    }

    /// Computes the winner of each position.
    pub fn verdicts(&self, misere: bool) -> Verdicts {
        let count = self.positions.len();
        let sides = 1 + usize::from(self.two_sided);
        let mut of = [vec![None; count], vec![None; if self.two_sided { count } else { 0 }]];
        if let Some(order) = self.order() {
            for v in order {
                for side in 0..sides {
                    let known = self.judge(v as usize, side, misere, &of, u32::MAX);
                    of[side][v as usize] = known;
                }
            }
            return Verdicts { of };
        }
        // With cycles, decide positions round by round until nothing changes.
        for round in 0.. {
            let mut fresh = vec![];
            for v in 0..count {
                for (side, known) in of.iter().enumerate().take(sides) {
                    if known[v].is_none()
                        && let Some(verdict) = self.judge(v, side, misere, &of, round)
                    {
                        fresh.push((v, side, verdict));
                    }
                }
            }
            if fresh.is_empty() && round > 0 {
                return Verdicts { of };
            }
            for (v, side, verdict) in fresh {
                of[side][v] = Some(verdict);
            }
        }
        unreachable!("rounds end when nothing changes")
    }

    /// Returns the verdict on a position from those on its options, if it is decided within `round` moves.
    fn judge(&self, v: usize, side: usize, misere: bool, of: &[Vec<Verdict>; 2], round: u32) -> Verdict {
        let next = &self.next[side][v];
        if next.is_empty() {
            return Some((misere, 0));
        }
        let other = if self.two_sided { 1 - side } else { 0 };
        let options = || next.iter().map(|&w| of[other][w as usize]);
        let soonest = options().flatten().filter(|&(won, _)| !won).map(|(_, moves)| moves).min();
        if let Some(moves) = soonest {
            return (moves < round).then_some((true, moves.saturating_add(1)));
        }
        let mut longest = 0;
        for option in options() {
            longest = longest.max(option?.1);
        }
        (longest < round).then_some((false, longest + 1))
    }

    /// Returns the Grundy value of each position by the definition; `None` if play need not end.
    pub fn values(&self) -> Option<Vec<u64>> {
        let mut values = vec![0u64; self.positions.len()];
        for v in self.order()? {
            let options: Vec<u64> = self.next[0][v as usize].iter().map(|&w| values[w as usize]).collect();
            values[v as usize] = (0..).find(|value| !options.contains(value)).expect("a number is left out");
        }
        Some(values)
    }

    /// Returns the largest number of moves of a component in the graph.
    pub fn widest(&self) -> u64 {
        let counts =
            self.options.iter().map(|[left, _]| left.as_ref().and_then(|o| o.as_ref().ok()).map_or(0, Vec::len));
        counts.max().unwrap_or(0) as u64
    }
}
