//! The alpha-beta search for the score of a position.

use super::Config;
use super::table::{BoundsTable, HINT, ScoreBounds};
use crate::memory::{PagedVec, growth};
use grundy_lang::{Text, text};
use grundy_rules::{Budget, Meter};
use grundy_rules::{EndlessPlay, Error, ErrorKind, Player, Result, Scored};
use grundy_value::CompactSort;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::hash::{BuildHasher, Hash};

/// A search over sums of components of one ruleset; its table is kept between queries.
pub struct ScoringSearch<'a, R: Scored> {
    pub(super) rules: &'a R,
    config: Config,
    budget: &'a Budget,
    pub(super) meter: Meter<'a>,
    pub(super) table: BoundsTable<R::Key>,
    /// The indices of the stack frames, hashed by their position.
    /// A position that is met again while it is on the stack belongs to a cycle.
    on_path: HashTable<u32>,
    /// For each number of moves played, the hashes of the last two moves that cut off at this depth.
    killers: Vec<[u64; 2]>,
    /// The number of cut-offs that each move caused, indexed by its hash.
    history: Vec<u32>,
    /// The moves of all positions on the stack, one position after the other.
    moves: Vec<Candidate<R::Move>>,
    /// The memory that the positions on the stack own on the heap, in bytes.
    pub(super) bytes: u64,
    /// The number of moves listed.
    pub(super) steps: u64,
    /// The number of first requests for the bounds of a position, and the number of repeated requests.
    /// A request is repeated if the stored bounds did not suffice.
    requests: [u64; 2],
    /// The number of positions after which the search next checks whether bounds save more than they cost.
    next_check: u64,
    /// Whether the search without bounds cannot be used for this game.
    pub(super) bounds_only: bool,
}

/// Points of the player to move minus those of the other player.
/// 128 bits hold any difference of 64-bit numbers.
type ScoreDifference = i128;

/// A value outside of every window.
const INFINITY: ScoreDifference = 1 << 100;

/// The maximal number of searches of a position; the last of them finds its exact value.
/// While the table holds all positions, a search with bounds therefore takes at most this many times as long as a
/// search without bounds, which visits every position once. This does not include the time for checking whether bounds
/// pay, that is, save more time than they cost ([`EXHAUSTIVE_FACTOR`]).
const MAX_VISITS: u8 = 2;

/// The number of positions after which the search first checks whether bounds pay.
const FIRST_CHECK: u64 = 1 << 12;

/// The average number of moves per position above which bounds are assumed to pay.
const MAX_EXHAUSTIVE_MOVES: u64 = 3;

/// The limit of a search without bounds, as a multiple of the positions searched so far.
///
/// Such a search starts when bounds do not seem to pay. If it does not finish, the search continues with
/// bounds for 1 / `EXHAUSTIVE_FACTOR` of the positions searched so far, and then checks again. If bounds do
/// not pay, little time is lost; if they do, the search takes at most about this many times as long as
/// without the attempts.
const EXHAUSTIVE_FACTOR: u64 = 16;

/// The number of entries of the history.
const HISTORY: usize = 1 << 12;

struct ScoringComponent<R: Scored> {
    hash: u64,
    key: R::Key,
    component: R::Component,
}

impl<R: Scored> Clone for ScoringComponent<R> {
    fn clone(&self) -> Self {
        ScoringComponent { hash: self.hash, key: self.key.clone(), component: self.component.clone() }
    }
}

/// A position: the components sorted by the hash of their keys, and the player to move.
struct ScoringPosition<R: Scored> {
    components: SmallVec<[ScoringComponent<R>; 1]>,
    by: Player,
    hash: u64,
}

impl<R: Scored> ScoringPosition<R> {
    fn new(rules: &R, components: SmallVec<[ScoringComponent<R>; 1]>, by: Player) -> Self {
        let mut components = components;
        if components.len() > 1 {
            // Components without moves do not change the score.
            let moves = |c: &ScoringComponent<R>, by| rules.moves(&c.component, by).next().is_some();
            components.retain(|c| moves(c, Player::LEFT) || moves(c, Player::RIGHT));
            components.compact_sort_by_key(|c| c.hash);
        }
        let hash = components.iter().fold(u64::from(by.0), with_component);
        ScoringPosition { components, by, hash: hash ^ (hash >> 32) }
    }

    fn from_component(component: ScoringComponent<R>, by: Player) -> Self {
        let hash = with_component(u64::from(by.0), &component);
        ScoringPosition { components: SmallVec::from_buf([component]), by, hash: hash ^ (hash >> 32) }
    }

    fn keys(&self) -> SmallVec<[&R::Key; 1]> {
        self.components.iter().map(|c| &c.key).collect()
    }

    fn equals(&self, other: &ScoringPosition<R>) -> bool {
        self.hash == other.hash && self.by == other.by && self.keys() == other.keys()
    }
}

fn with_component<R: Scored>(hash: u64, component: &ScoringComponent<R>) -> u64 {
    (hash.rotate_left(5) ^ component.hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A move of a position that is being searched.
struct Candidate<M> {
    component: u32,
    mv: M,
    hash: u64,
    points: i64,
    /// Whether the player moves again after this move.
    moves_again: bool,
}

/// A position that is being searched.
struct ScoringFrame<R: Scored> {
    position: ScoringPosition<R>,
    /// The index of the first move in the list of all moves; `next` is the index of the move to try next.
    first: usize,
    next: usize,
    /// The value that the player to move can reach elsewhere in the tree, or here by a move tried so far.
    alpha: ScoreDifference,
    /// The value to which the other player can limit the player to move elsewhere in the tree.
    beta: ScoreDifference,
    /// The value of alpha before the first move.
    initial_alpha: ScoreDifference,
    best: Option<ScoreDifference>,
    hint: u64,
    started: u64,
    bytes: u64,
}

/// The bounds (alpha, beta) between which the value matters.
type Window = (ScoreDifference, ScoreDifference);

/// How to search a position: its window and its first move.
/// The value must be exact inside the window, and the move whose hash is `hint` is tried first.
struct SearchRequest {
    window: Window,
    hint: u64,
}

/// The position after a move.
enum Child<R: Scored> {
    /// A position whose value is known as far as the window requires.
    Known(ScoreDifference),
    /// A position that has to be searched.
    Pending(ScoringPosition<R>, SearchRequest),
}

impl<'a, R: Scored> ScoringSearch<'a, R> {
    /// Creates a search with a table of at most half of the budget's bytes.
    pub fn new(rules: &'a R, config: Config, budget: &'a Budget) -> Self {
        ScoringSearch {
            rules,
            config,
            budget,
            meter: budget.meter(text!("positions")),
            table: BoundsTable::new(budget.bytes / 2),
            on_path: HashTable::new(),
            killers: vec![],
            history: vec![0; HISTORY],
            moves: vec![],
            bytes: 0,
            steps: 0,
            requests: [0; 2],
            next_check: FIRST_CHECK,
            bounds_only: !config.table,
        }
    }

    /// Returns the number of positions searched.
    pub fn nodes(&self) -> u64 {
        self.meter.done()
    }

    /// Returns the score of `by`, the player to move, under best play.
    /// The score is the number of own points minus the other player's points.
    ///
    /// # Errors
    /// Returns the errors of [`super::solve`].
    pub fn score(&mut self, components: &[R::Component], by: Player) -> Result<i64> {
        let root = self.position(components.iter(), by);
        score(self.run(root, (-INFINITY, INFINITY))?)
    }

    /// Passes all first moves that reach `score` to `visit`, in the order of the rules.
    /// `score` is the value of the position.
    ///
    /// # Errors
    /// Returns the errors of [`super::solve`].
    pub fn best_moves(
        &mut self,
        components: &[R::Component],
        by: Player,
        score: i64,
        visit: &mut dyn FnMut(usize, R::Move),
    ) -> Result<()> {
        for (k, component) in components.iter().enumerate() {
            for mv in self.rules.moves(component, by) {
                let points = ScoreDifference::from(self.rules.points(component, by, &mv));
                let again = self.rules.next_player(component, by, &mv) == by;
                let leaves = self.rules.play(component, by, &mv);
                let others = components.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, p)| p);
                let child = self.position(others.chain(&leaves), if again { by } else { by.other() });
                let target = ScoreDifference::from(score) - points;
                let window = if again { (target - 1, target) } else { (-target, 1 - target) };
                let window = if self.config.cut { window } else { (-INFINITY, INFINITY) };
                let value = self.run(child, window)?;
                if if again { value >= target } else { -value >= target } {
                    visit(k, mv);
                }
            }
        }
        Ok(())
    }

    fn component(&self, component: &R::Component) -> ScoringComponent<R> {
        let key = self.rules.key(component);
        ScoringComponent { hash: hash_of(&key), key, component: component.clone() }
    }

    fn position<'p>(&self, components: impl Iterator<Item = &'p R::Component>, by: Player) -> ScoringPosition<R> {
        ScoringPosition::new(self.rules, components.map(|component| self.component(component)).collect(), by)
    }

    /// Returns the value of a position: the exact value inside the window, or a bound outside of it.
    fn run(&mut self, root: ScoringPosition<R>, window: Window) -> Result<ScoreDifference> {
        // The stack holds the positions above `frame`, each reached by a move from the previous position.
        let mut stack: PagedVec<ScoringFrame<R>> = PagedVec::new();
        self.on_path.clear();
        self.moves.clear();
        self.bytes = 0;
        let request = match self.look_up(root.by, &root.keys(), window) {
            Ok(value) => return Ok(value),
            Err(request) => request,
        };
        let single_component = match &root.components[..] {
            [one] if !self.bounds_only => Some((one.component.clone(), root.by)),
            _ => None,
        };
        let Some(mut frame) = self.enter(root, request, &stack, None)? else { return Ok(0) };
        loop {
            let level = stack.len();
            if self.meter.done() >= self.next_check
                && let Some((component, by)) = &single_component
                && let Some(value) = self.try_exhaustive(component, *by, stack.bytes())?
            {
                return Ok(value);
            }
            let value = match self.next_child(&mut frame) {
                None => {
                    let value = self.close(frame, level);
                    match stack.pop() {
                        None => return Ok(value),
                        Some(parent) => frame = parent,
                    }
                    self.add_option(&mut frame, value, level - 1);
                    continue;
                }
                Some(Child::Known(value)) => value,
                Some(Child::Pending(position, request)) => {
                    match self.enter(position, request, &stack, Some(&frame))? {
                        // No player can move in this position, so its value is 0.
                        None => 0,
                        Some(child) => {
                            stack.push(std::mem::replace(&mut frame, child));
                            continue;
                        }
                    }
                }
            };
            self.add_option(&mut frame, value, level);
        }
    }

    /// Searches the component without bounds if bounds do not pay, and returns its value.
    /// Returns `None` if bounds pay, or if this search exceeds its limit. `stack` is the size of the stack in bytes.
    #[cold]
    fn try_exhaustive(&mut self, component: &R::Component, by: Player, stack: u64) -> Result<Option<ScoreDifference>> {
        let done = self.meter.done();
        let [new, again] = self.requests;
        let bounds_pay = again < new / 4 || self.steps > MAX_EXHAUSTIVE_MOVES * done;
        let mut found = None;
        if !bounds_pay && !self.bounds_only {
            self.bytes += stack;
            // Half of the remaining node budget is reserved for the search with bounds.
            let max_positions = (done * EXHAUSTIVE_FACTOR).min(self.budget.nodes.saturating_sub(done) / 2);
            found = self.solve_exhaustively(component, by, max_positions)?;
            self.bytes -= stack;
        }
        self.next_check = self.meter.done() + self.meter.done() / EXHAUSTIVE_FACTOR;
        Ok(found.map(ScoreDifference::from))
    }

    /// Fails if the memory of a play of this many moves exceeds the budget.
    /// `bytes` is the size of its positions and lists.
    pub(super) fn check_memory(&self, moves: usize, bytes: u64) -> Result<()> {
        let bytes = self.bytes_with_stack(bytes);
        if bytes > self.budget.bytes {
            let what = text!("a search of plays longer than {stack} moves", stack = moves);
            self.budget.check_fits(u128::from(bytes), &what)?;
        }
        Ok(())
    }

    /// Looks up a position: returns its value as far as the window requires, or how to search it.
    #[inline]
    fn look_up(
        &mut self,
        by: Player,
        keys: &[&R::Key],
        (alpha, beta): Window,
    ) -> std::result::Result<ScoreDifference, SearchRequest> {
        let unknown = SearchRequest { window: (alpha, beta), hint: 0 };
        if !self.config.table {
            return Err(unknown);
        }
        let window_of = |bounds: &ScoreBounds| {
            let low = if bounds.low == i64::MIN { -INFINITY } else { bounds.low.into() };
            let high = if bounds.high == i64::MAX { INFINITY } else { bounds.high.into() };
            (low, high)
        };
        let decides = |(low, high): Window| low == high || low >= beta || high <= alpha;
        let Some(bounds) = self.table.probe(by, keys, |bounds| !decides(window_of(bounds))) else {
            self.requests[0] += 1;
            return Err(unknown);
        };
        let (low, high) = window_of(&bounds);
        if decides((low, high)) {
            return Ok(if low == high || low >= beta { low } else { high });
        }
        self.requests[1] += 1;
        let window =
            if bounds.visits + 1 < MAX_VISITS { (alpha.max(low), beta.min(high)) } else { (-INFINITY, INFINITY) };
        Err(SearchRequest { window, hint: bounds.hint })
    }

    /// Starts the search of a position that is reached from `parent`, the last position of the search path.
    /// Returns `None` if no player can move in the position.
    fn enter(
        &mut self,
        position: ScoringPosition<R>,
        SearchRequest { window: (alpha, beta), hint }: SearchRequest,
        stack: &PagedVec<ScoringFrame<R>>,
        parent: Option<&ScoringFrame<R>>,
    ) -> Result<Option<ScoringFrame<R>>> {
        let at_level = |at: u32| if (at as usize) < stack.len() { Some(&stack[at as usize]) } else { parent };
        if self.on_path.find(position.hash, |&at| at_level(at).is_some_and(|f| f.position.equals(&position))).is_some()
        {
            let message = text!("a position can repeat; scores are computed only for games without cycles");
            return Err(Error::for_endless_play(EndlessPlay::Loopy, message));
        }
        self.meter.advance(1)?;
        let level = stack.len() + usize::from(parent.is_some());
        let first = self.moves.len();
        self.list_moves(&position, hint, level, stack.bytes())?;
        if self.moves.len() == first {
            return Ok(None);
        }
        let spilled = if position.components.spilled() { position.components.capacity() } else { 0 };
        let position_bytes = position.components.iter().map(|c| 2 * self.rules.extra_bytes(&c.component)).sum::<u64>();
        let position_bytes = position_bytes + (spilled * size_of::<ScoringComponent<R>>()) as u64;
        self.bytes += position_bytes;
        self.check_memory(level, stack.bytes() + stack.growth())?;
        self.on_path.insert_unique(position.hash, level as u32, |&at| match at_level(at) {
            Some(frame) if at < level as u32 => frame.position.hash,
            _ => position.hash,
        });
        Ok(Some(ScoringFrame {
            position,
            first,
            next: first,
            alpha,
            beta,
            initial_alpha: alpha,
            best: None,
            hint: 0,
            started: self.meter.done(),
            bytes: position_bytes,
        }))
    }

    /// Lists the moves of a position, the most promising first.
    /// The best move of an earlier search comes first. The other moves are sorted by points, then by their cut-offs
    /// elsewhere. `stack` is the size of the stack in bytes.
    fn list_moves(&mut self, position: &ScoringPosition<R>, hint: u64, level: usize, stack: u64) -> Result<()> {
        let (first, by) = (self.moves.len(), position.by);
        let size = size_of::<Candidate<R::Move>>() as u64;
        for (k, hashed) in position.components.iter().enumerate() {
            let component = &hashed.component;
            let moves = self.rules.moves(component, by);
            // Iterators over ranges report their length, so a list that cannot fit fails before it is built.
            let least = self.moves.len() + moves.size_hint().0;
            if least > self.moves.capacity() {
                let doubled = least.max(2 * self.moves.capacity()) as u64;
                self.budget.check_fits(
                    u128::from(doubled) * u128::from(size) + u128::from(self.bytes_with_stack(stack)),
                    &MOVES,
                )?;
            }
            for mv in moves {
                let points = self.rules.points(component, by, &mv);
                let again = self.rules.next_player(component, by, &mv) == by;
                let hash = if self.config.order { hash_of(&mv) | 1 } else { 0 };
                self.moves.push(Candidate { component: k as u32, mv, hash, points, moves_again: again });
                self.steps += 1;
                if self.steps.is_multiple_of(4096) {
                    self.budget.check()?;
                    self.budget.check_fits(self.bytes_with_stack(stack).into(), &MOVES)?;
                }
            }
        }
        let listed = &mut self.moves[first..];
        if !self.config.order || listed.len() < 2 {
            return Ok(());
        }
        let killers = self.killers.get(level).copied().unwrap_or_default();
        let history = &self.history;
        let promise = |c: &Candidate<R::Move>| {
            let history = history[c.hash as usize % HISTORY];
            Reverse((c.hash & HINT == hint, c.points, killers.contains(&c.hash), history))
        };
        match listed {
            // A swap sorts two moves faster than a sort with cached keys.
            [one, other] if promise(one) <= promise(other) => {}
            [one, other] => std::mem::swap(one, other),
            _ => listed.compact_sort_by_cached_key(promise),
        }
        Ok(())
    }

    /// Returns the memory of the search in bytes, with its table and with `stack` bytes of stack.
    fn bytes_with_stack(&self, stack: u64) -> u64 {
        let on_path_bytes = self.on_path.allocation_size() as u64;
        let lists = (self.killers.capacity() * 16 + self.moves.capacity() * size_of::<Candidate<R::Move>>()) as u64;
        let on_path_bytes = on_path_bytes + growth(self.on_path.len(), self.on_path.capacity(), on_path_bytes);
        self.bytes + self.table.bytes() + stack + lists + on_path_bytes
    }

    /// Returns the position after the next move to try; `None` if no move is left.
    fn next_child(&mut self, frame: &mut ScoringFrame<R>) -> Option<Child<R>> {
        let Candidate { component, mv, points, moves_again, .. } = self.moves.get(frame.next)?;
        frame.next += 1;
        let (at, by) = (*component as usize, frame.position.by);
        let (low, high) = (frame.alpha - ScoreDifference::from(*points), frame.beta - ScoreDifference::from(*points));
        let (window, next) = if *moves_again { ((low, high), by) } else { ((-high, -low), by.other()) };
        let window = if self.config.cut { window } else { (-INFINITY, INFINITY) };
        let components = &frame.position.components;
        let leaves = self.rules.play(&components[at].component, by, mv);
        if let ([_], [one]) = (&components[..], &leaves[..]) {
            // In the common case one component becomes another. The value of the new one is usually known, and then
            // no position is built.
            let key = self.rules.key(one);
            return Some(match self.look_up(next, &[&key], window) {
                Ok(value) => Child::Known(value),
                Err(request) => {
                    let component = ScoringComponent { hash: hash_of(&key), key, component: one.clone() };
                    Child::Pending(ScoringPosition::from_component(component, next), request)
                }
            });
        }
        let others = components.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, c)| c.clone());
        let list = others.chain(leaves.iter().map(|component| self.component(component))).collect();
        let position = ScoringPosition::new(self.rules, list, next);
        let result = self.look_up(next, &position.keys(), window);
        Some(match result {
            Ok(value) => Child::Known(value),
            Err(request) => Child::Pending(position, request),
        })
    }

    /// Updates the frame with the value found after the move that was tried last.
    fn add_option(&mut self, frame: &mut ScoringFrame<R>, found: ScoreDifference, level: usize) {
        let tried = &self.moves[frame.next - 1];
        let hash = tried.hash;
        let value = ScoreDifference::from(tried.points) + if tried.moves_again { found } else { -found };
        if frame.best.is_none_or(|best| value > best) {
            (frame.best, frame.hint) = (Some(value), hash);
        }
        frame.alpha = frame.alpha.max(value);
        if self.config.cut && frame.alpha >= frame.beta {
            // The moves of this position are the last ones of the list, so the remaining moves are skipped.
            frame.next = self.moves.len();
            if self.config.order {
                self.remember(hash, level);
            }
        }
    }

    /// Records a move that caused a cut-off, so that it is tried early in other positions.
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

    /// Finishes a position: removes it from the search path and stores its value in the table.
    fn close(&mut self, frame: ScoringFrame<R>, level: usize) -> ScoreDifference {
        let ScoringFrame { position, first, beta, initial_alpha, best, hint, started, bytes, .. } = frame;
        self.moves.truncate(first);
        self.bytes -= bytes;
        if let Ok(entry) = self.on_path.find_entry(position.hash, |&at| at as usize == level) {
            entry.remove();
        }
        let value = best.expect("a position with moves has a best one");
        if self.config.table {
            // Bounds that do not fit 64 bits are not stored.
            let bound = |value: ScoreDifference, none: i64| i64::try_from(value).unwrap_or(none);
            let bounds = ScoreBounds {
                low: if value > initial_alpha { bound(value, i64::MIN) } else { i64::MIN },
                high: if value < beta { bound(value, i64::MAX) } else { i64::MAX },
                visits: 1,
                hint,
            };
            let extra = position.components.iter().map(|c| self.rules.extra_bytes(&c.component)).sum();
            let work = self.meter.done() - started + 1;
            self.table.put(position.by, &position.keys(), bounds, work, extra);
        }
        value
    }
}

const MOVES: Text = text!("the list of moves of a search");

pub(super) fn hash_of(value: &impl Hash) -> u64 {
    let hash = FxBuildHasher.hash_one(value);
    hash ^ (hash >> 29)
}

fn score(value: ScoreDifference) -> Result<i64> {
    i64::try_from(value).map_err(|_| {
        let message = text!("the score exceeds 64 bits");
        Error::new(ErrorKind::TooLarge, message).help(text!("the points of a game may total at most 2^63-1"))
    })
}
