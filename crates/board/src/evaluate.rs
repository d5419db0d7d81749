//! Values of boards by planes: regions, keys under symmetries, a memo.

use crate::bits::{beside, corner, image, pairs};
use crate::cells::Cells;
use crate::drawn::{Image, Repeat};
use crate::planes::{Chain, Pattern, Planes, is_simple};
use crate::rule::Drawing;
use grundy_rules::Budget;
use grundy_value::{Limit, Value, Values};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Play goes so deep at most here: each move is a call within a call. Deeper boards are left to the search by lists.
const DEEPEST: u32 = 150;
/// From so many patterns on, boards are looked up before they are taken apart.
const MANY: usize = 16;
/// A move of more steps than this is left to lists.
const MOST_MIDST: usize = 1 << 16;

/// The value of a board, where planes can say its rule and play is not too deep.
pub(crate) fn value(
    drawing: &Drawing,
    board: &Cells,
    values: &mut Values,
    budget: &Budget,
) -> Option<Result<Value, Limit>> {
    let planes = Planes::of(drawing, board)?;
    macro_rules! sizes {
        ($($count:literal)*) => {
            match (sized(planes.count()), planes.row) {
                $(
                    ($count, false) => run::<$count, 8>(&planes, board, values, budget),
                    ($count, true) => run::<$count, 64>(&planes, board, values, budget),
                )*
                _ => return None,
            }
        };
    }
    #[cfg(target_family = "wasm")]
    let value = sizes!(3 5);
    #[cfg(not(target_family = "wasm"))]
    let value = sizes!(1 2 3 4 5);
    match value {
        Err(Stop::Deep) => None,
        Err(Stop::Limit(limit)) => Some(Err(limit)),
        Ok(value) => Some(Ok(value)),
    }
}

/// For how many planes the engine is made. Some may stay empty, where code is to be small.
fn sized(count: usize) -> usize {
    match count {
        1..=3 if cfg!(target_family = "wasm") => 3,
        4..=5 if cfg!(target_family = "wasm") => 5,
        _ => count,
    }
}

fn run<const K: usize, const W: u32>(
    planes: &Planes,
    board: &Cells,
    values: &mut Values,
    budget: &Budget,
) -> Result<Value, Stop> {
    Engine::<K, W>::new(planes, values, budget).value(&planes.board::<K, W>(board), 0)
}

/// Why there is no value.
enum Stop {
    Limit(Limit),
    /// Play goes deeper than calls may.
    Deep,
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Stop {
        Stop::Limit(limit)
    }
}

/// Cells that belong together: a distance, and for which patterns at which of their cells.
struct Link {
    distance: u32,
    at: Vec<(usize, u32)>,
}

struct Engine<'a, const K: usize, const W: u32> {
    chains: &'a [Chain],
    /// All patterns, those of later steps too.
    patterns: Vec<&'a Pattern>,
    /// Those that tell what belongs together.
    looked: Vec<&'a Pattern>,
    links: Vec<Link>,
    /// For each plane those that a cell of it may come to be in: all bits or none.
    closure: [[u64; K]; K],
    /// Whether what cells may become is followed cell by cell.
    sharp: bool,
    /// For planes of conditions: whether they are of eight neighbours.
    conditions: [Option<bool>; K],
    symmetries: Vec<(Image, [u8; K], bool)>,
    memo: FxHashMap<[u64; K], Value>,
    whole: FxHashMap<[u64; K], Value>,
    values: &'a mut Values,
    nodes: u64,
    budget: &'a Budget,
}

impl<'a, const K: usize, const W: u32> Engine<'a, K, W> {
    fn new(planes: &'a Planes, values: &'a mut Values, budget: &'a Budget) -> Engine<'a, K, W> {
        let patterns: Vec<&Pattern> = planes.chains.iter().flat_map(|chain| &chain.steps).flatten().collect();
        let mut closure = [[0; K]; K];
        (0..K).for_each(|k| closure[k][k] = u64::MAX);
        loop {
            let before = closure;
            for &(_, from, to) in patterns.iter().flat_map(|pattern| &pattern.changes) {
                if let Some(to) = to {
                    for row in closure.iter_mut().filter(|row| row[usize::from(from)] != 0) {
                        row[usize::from(to)] = u64::MAX;
                    }
                }
            }
            if closure == before {
                break;
            }
        }
        let mut links: Vec<Link> = vec![];
        let mut link = |distance: u32, at: Option<(usize, u32)>| {
            let known = links.iter().position(|link| link.distance == distance);
            let k = known.unwrap_or_else(|| {
                links.push(Link { distance, at: vec![] });
                links.len() - 1
            });
            links[k].at.extend(at);
        };
        let sharp = W != 8 || (0..K).any(|k| planes.condition(k as u8).is_some());
        // Where planes are reached from the same ones, patterns may fit at the same places: one of them is looked at.
        let alike = |a: &Pattern, b: &Pattern| {
            let same = |(a, b): (&(u32, u8), &(u32, u8))| {
                a.0 == b.0 && closure.iter().all(|row| row[usize::from(a.1)] == row[usize::from(b.1)])
            };
            a.valid == b.valid && a.cells.len() == b.cells.len() && a.cells.iter().zip(&b.cells).all(same)
        };
        let first = |k: usize| (0..k).find(|&j| !sharp && alike(patterns[j], patterns[k])).unwrap_or(k);
        let kept: Vec<usize> = (0..patterns.len()).filter(|&k| first(k) == k).collect();
        let looked: Vec<&Pattern> = kept.iter().map(|&k| patterns[k]).collect();
        for (k, pattern) in looked.iter().enumerate() {
            for pair in pattern.cells.windows(2) {
                link(pair[1].0 - pair[0].0, Some((k, pair[0].0)));
            }
            for &(plane, _) in &pattern.near {
                link(1, None);
                if W == 8 {
                    link(W, None);
                    if planes.condition(plane) == Some(true) {
                        link(W + 1, None);
                        link(W - 1, None);
                    }
                }
            }
        }
        let conditions = std::array::from_fn(|k| planes.condition(k as u8));
        let symmetries = planes.symmetries.iter().map(|(image, to, negates)| {
            (*image, std::array::from_fn(|k| to.get(k).map_or(k as u8, |&to| to)), *negates)
        });
        Engine {
            chains: &planes.chains,
            links,
            closure,
            sharp,
            conditions,
            symmetries: symmetries.collect(),
            patterns,
            looked,
            memo: FxHashMap::default(),
            whole: FxHashMap::default(),
            values,
            nodes: 0,
            budget,
        }
    }

    /// The value of any board: that of its regions.
    fn value(&mut self, board: &[u64; K], depth: u32) -> Result<Value, Stop> {
        if self.patterns.len() <= MANY {
            return self.by_regions(board, depth);
        }
        if let Some(&value) = self.whole.get(board) {
            return Ok(value);
        }
        let value = self.by_regions(board, depth)?;
        self.room()?;
        self.whole.insert(*board, value);
        Ok(value)
    }

    /// Which cells may come to be in each plane; for those of conditions, which may come to have such a state.
    fn reached(&self, board: &[u64; K]) -> [u64; K] {
        let mut reached = [0; K];
        if !self.sharp {
            for (plane, row) in board.iter().zip(&self.closure) {
                for (to, &may) in reached.iter_mut().zip(row) {
                    *to |= plane & may;
                }
            }
            return reached;
        }
        for k in (0..K).filter(|&k| self.conditions[k].is_none()) {
            reached[k] = board[k];
        }
        loop {
            let before = reached;
            for pattern in &self.patterns {
                let fits = self.possible(pattern, board, &reached);
                for &(at, _, to) in pattern.changes.iter().filter(|_| fits != 0) {
                    if let Some(to) = to {
                        reached[usize::from(to)] |= fits << at;
                    }
                }
                for &(plane, _) in &pattern.notes {
                    reached[usize::from(plane)] |= fits;
                }
            }
            if reached == before {
                return reached;
            }
        }
    }

    /// Where a pattern may come to fit.
    fn possible(&self, pattern: &Pattern, board: &[u64; K], reached: &[u64; K]) -> u64 {
        let mut fits = cells_fit(pattern, reached);
        for &(plane, wanted) in &pattern.near {
            let k = usize::from(plane);
            let noted = board[k];
            fits &= match wanted {
                true => noted | beside::<W>(reached[k], self.conditions[k] == Some(true)),
                false => !noted,
            };
        }
        fits
    }

    fn by_regions(&mut self, board: &[u64; K], depth: u32) -> Result<Value, Stop> {
        let reached = self.reached(board);
        let mut possible: SmallVec<[u64; 16]> = SmallVec::new();
        for pattern in &self.looked {
            possible.push(if self.sharp {
                self.possible(pattern, board, &reached)
            } else {
                cells_fit(pattern, &reached)
            });
        }
        let mut links: SmallVec<[(u32, u64); 8]> = SmallVec::new();
        let mut left = 0;
        for link in &self.links {
            let mut pairs = 0;
            for &(k, at) in &link.at {
                pairs |= possible[k] << at;
            }
            links.push((link.distance, pairs));
        }
        for (pattern, &fits) in self.looked.iter().zip(&possible).filter(|(_, fits)| **fits != 0) {
            if pattern.cells.len() == 1 {
                left |= fits << pattern.cells[0].0;
            }
            for &(plane, _) in &pattern.near {
                let any = self.conditions[usize::from(plane)] == Some(true);
                for (distance, all) in &mut links {
                    let straight = *distance == 1 || *distance == W;
                    if straight && (W == 8 || *distance == 1) || any && W == 8 && (*distance).abs_diff(W) == 1 {
                        *all |= pairs::<W>(fits, reached[usize::from(plane)], *distance);
                    }
                }
            }
        }
        for &(distance, all) in &links {
            left |= all | all << distance;
        }
        let mut sum = Value::ZERO;
        while left != 0 {
            let mut region = left & left.wrapping_neg();
            loop {
                let mut more = region;
                for &(distance, all) in &links {
                    more |= (more & all) << distance;
                    more |= more >> distance & all;
                }
                if more == region {
                    break;
                }
                region = more;
            }
            left &= !region;
            let mut own = *board;
            for plane in &mut own {
                *plane &= region;
            }
            // Where nobody has a move nothing ever changes.
            if self.chains.iter().flat_map(|chain| &chain.steps[0]).any(|pattern| fits(pattern, &own) != 0) {
                let value = self.region(&own, depth)?;
                sum = self.values.add(sum, value)?;
            }
        }
        Ok(sum)
    }

    /// The value of a region, by the least of its images.
    fn region(&mut self, board: &[u64; K], depth: u32) -> Result<Value, Stop> {
        let (mut key, mut negative) = ([u64::MAX; K], false);
        let (mut last, mut turned) = (None, [0; K]);
        for (which, to, negates) in &self.symmetries {
            if last != Some(*which) {
                last = Some(*which);
                let mut all = 0;
                for k in 0..K {
                    turned[k] = image::<W>(board[k], *which);
                    all |= turned[k];
                }
                let shift = corner::<W>(all);
                for plane in &mut turned {
                    *plane >>= shift;
                }
            }
            let mut placed = [0; K];
            for k in 0..K {
                placed[usize::from(to[k])] = turned[k];
            }
            if placed < key {
                (key, negative) = (placed, *negates);
            }
        }
        let value = match self.memo.get(&key) {
            Some(&value) => value,
            None => {
                let value = self.by_options(&key, depth)?;
                self.room()?;
                self.memo.insert(key, value);
                value
            }
        };
        Ok(if negative { self.values.negative(value)? } else { value })
    }

    fn by_options(&mut self, board: &[u64; K], depth: u32) -> Result<Value, Stop> {
        if depth == DEEPEST {
            return Err(Stop::Deep);
        }
        self.nodes += 1;
        if self.nodes > self.budget.nodes {
            return Err(Limit::Steps.into());
        }
        let (mut lefts, mut rights) = (vec![], vec![]);
        for chain in self.chains {
            let mut options = vec![];
            for pattern in &chain.steps[0] {
                let mut fits = fits(pattern, board);
                while fits != 0 {
                    let at = fits.trailing_zeros();
                    fits &= fits - 1;
                    let after = played::<K, W>(pattern, board, at);
                    if is_simple(chain) {
                        let value = self.value(&after, depth + 1)?;
                        add(chain, value, &mut lefts, &mut rights);
                    } else {
                        options.push((after, pattern, at));
                    }
                }
            }
            for after in ends::<K, W>(chain, options)? {
                let value = self.value(&after, depth + 1)?;
                add(chain, value, &mut lefts, &mut rights);
            }
        }
        Ok(self.values.canonical(&lefts, &rights)?)
    }

    /// Refuses to remember more than the memory allows.
    fn room(&self) -> Result<(), Stop> {
        let entry = (size_of::<([u64; K], Value)>() + 1) as u64;
        let grows = |map: &FxHashMap<[u64; K], Value>| map.len() == map.capacity();
        if grows(&self.memo) || grows(&self.whole) {
            let slots = (self.memo.capacity() + self.whole.capacity()) as u64 * 3;
            if slots.saturating_mul(entry) > self.budget.bytes / 2 {
                return Err(Limit::Memory.into());
            }
        }
        Ok(())
    }
}

fn add(chain: &Chain, value: Value, lefts: &mut Vec<Value>, rights: &mut Vec<Value>) {
    if chain.by[0] {
        lefts.push(value);
    }
    if chain.by[1] {
        rights.push(value);
    }
}

/// Where the cells of a pattern fit.
#[inline]
fn cells_fit<const K: usize>(pattern: &Pattern, board: &[u64; K]) -> u64 {
    let mut fits = pattern.valid;
    for &(at, plane) in &pattern.cells {
        fits &= board[usize::from(plane)] >> at;
    }
    fits
}

/// Where a pattern fits.
#[inline]
fn fits<const K: usize>(pattern: &Pattern, board: &[u64; K]) -> u64 {
    let mut fits = cells_fit(pattern, board);
    for &(plane, wanted) in &pattern.near {
        let noted = board[usize::from(plane)];
        fits &= if wanted { noted } else { !noted };
    }
    fits
}

/// The board after a pattern that fits with its corner at this cell.
#[inline]
fn played<const K: usize, const W: u32>(pattern: &Pattern, board: &[u64; K], corner: u32) -> [u64; K] {
    let mut after = *board;
    for &(at, from, to) in &pattern.changes {
        let bit = 1u64 << (corner + at);
        after[usize::from(from)] ^= bit;
        if let Some(to) = to {
            after[usize::from(to)] ^= bit;
        }
    }
    for &(plane, any) in &pattern.notes {
        after[usize::from(plane)] |= beside::<W>(1 << corner, any);
    }
    after
}

/// The boards at the end of moves that begin with these steps.
fn ends<const K: usize, const W: u32>(
    chain: &Chain,
    first: Vec<([u64; K], &Pattern, u32)>,
) -> Result<Vec<[u64; K]>, Stop> {
    let mut found = vec![];
    // The board, where the piece stands, the way of the last step, its number.
    let stands = |pattern: &Pattern, corner: u32| pattern.piece.map(|[_, to]| corner + to);
    let mut waiting: Vec<([u64; K], Option<u32>, usize, usize)> =
        first.into_iter().map(|(board, pattern, at)| (board, stands(pattern, at), pattern.way, 0)).collect();
    let mut met = 0;
    while let Some((board, focus, way, step)) = waiting.pop() {
        met += 1;
        if met > MOST_MIDST {
            return Err(Stop::Deep);
        }
        let mut go_on = |pattern: &Pattern, step: usize| {
            if let (Some([from, _]), Some(focus)) = (pattern.piece, focus)
                && let Some(at) = focus.checked_sub(from)
                && fits(pattern, &board) >> at & 1 == 1
            {
                waiting.push((played::<K, W>(pattern, &board, at), stands(pattern, at), pattern.way, step));
            }
        };
        if step == 0 && chain.repeat != Repeat::No {
            for pattern in chain.steps[0].iter().filter(|p| chain.repeat == Repeat::Turning || p.way == way) {
                go_on(pattern, 0);
            }
        }
        match chain.steps.get(step + 1) {
            Some(next) => next.iter().for_each(|pattern| go_on(pattern, step + 1)),
            None => found.push(board),
        }
    }
    Ok(found)
}
