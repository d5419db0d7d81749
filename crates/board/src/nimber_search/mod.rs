//! Computes Grundy values of boards and graphs of impartial rules: asks "is it n?" before "what is it?".
//!
//! A region has the value n if no option has the value n and, for each m < n, the region does not have the value m. So
//! most regions are compared with a single number, and one option of this value shows that the region does not have it.
//! The known values of regions and the numbers excluded as values are kept. Long searches have helpers: other threads
//! that search the same question and exchange what they find about regions.

mod bitboards;
mod helper;
mod shared;

pub use bitboards::BitboardRegions;

use crate::evaluate::{EvaluationError, MAX_DEPTH};
use crate::outcome_search::NODES_BEFORE_HELPERS;
use grundy_lang::text;
use grundy_rules::{Budget, SearchRecords, spend};
use grundy_value::{CompactSort, ValueLimit};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::hash::Hash;
use std::sync::Arc;
use std::thread::JoinHandle;

use helper::Helpers;
use shared::{Known, SharedNimbers};

/// The value of a region whose value is not known.
const UNKNOWN: u16 = u16::MAX;

/// A sum of regions, by their indices in ascending order; equal regions are cancelled.
type RegionSum = SmallVec<[u32; 4]>;

/// An impartial rule whose boards or graphs are sums of regions.
pub trait RegionRules {
    /// A board or a graph.
    type Board: Clone + Eq + Hash + Send + 'static;
    /// The form in which regions are looked up; regions that symmetries map to each other have equal keys.
    type Key: Eq + Hash + Send + 'static;

    /// Returns the regions of a board.
    fn regions(&self, board: &Self::Board) -> SmallVec<[Self::Board; 4]>;

    /// Returns the key of a region, and a region with this key.
    fn representative(&self, region: &Self::Board) -> (Self::Key, Self::Board);

    /// Returns the boards after all moves on a region.
    ///
    /// # Errors
    /// Fails if a limit is reached.
    fn options(&self, region: &Self::Board) -> Result<Vec<Self::Board>, EvaluationError>;

    /// Returns an estimate of the number of moves on a region.
    fn weight(&self, region: &Self::Board) -> u32;

    /// Reports whether the moves on a region are ordered by looking two moves ahead.
    ///
    /// This reduces the number of regions that are searched, but lists the moves on more of them.
    fn looks_ahead(&self, _region: &Self::Board) -> bool {
        false
    }

    /// Reports whether symmetry shows that the value of a region is 0.
    fn has_replies_by_symmetry(&self, _region: &Self::Board) -> bool {
        false
    }

    /// Returns a hash of a region, which is the same in all threads.
    fn hash(region: &Self::Board) -> u128;

    /// Returns the memory of a region besides its size, in bytes.
    fn extra_bytes(_region: &Self::Board) -> u64 {
        0
    }

    /// Starts a thread that helps to answer a question; `None` if there are no helpers.
    fn start_helper(
        &self,
        _question: Question<Self::Board>,
        _shared: Arc<SharedNimbers<Self::Board>>,
        _budget: Budget,
    ) -> Option<JoinHandle<()>> {
        None
    }

    /// Returns the name of the search in its records, and the number of words of a region there.
    fn record_form(&self) -> Option<(String, usize)> {
        None
    }

    /// Passes the words of a region to `write`.
    fn write_region(_region: &Self::Board, _write: &mut dyn FnMut(&[u64])) {}

    /// Returns the region with these words.
    fn read_region(_words: &[u64]) -> Option<Self::Board> {
        None
    }
}

/// A region with the results that were found for it.
struct Region<B> {
    board: B,
    value: u16,
    /// Bit n is set if the value is not n.
    excluded: u64,
    /// The number of placements of the pictures with which moves begin, an estimate of the work.
    weight: u32,
    /// The options, while the value is not known.
    options: Option<Arc<[RegionSum]>>,
}

/// The regions of one rule, kept between boards.
pub struct NimberMemo<B, K> {
    indices: FxHashMap<K, u32>,
    regions: Vec<Region<B>>,
    /// The memory of the lists of options, in bytes.
    option_bytes: u64,
    /// The memory of the regions besides their sizes, in bytes.
    extra_bytes: u64,
    /// Whether saved results were read only in part.
    is_incomplete: bool,
}

impl<B, K> Default for NimberMemo<B, K> {
    fn default() -> NimberMemo<B, K> {
        NimberMemo {
            indices: FxHashMap::default(),
            regions: vec![],
            option_bytes: 0,
            extra_bytes: 0,
            is_incomplete: false,
        }
    }
}

impl<B, K> NimberMemo<B, K> {
    /// Returns the approximate memory of the memo, in bytes.
    pub fn bytes(&self) -> u64 {
        let indices = self.indices.capacity() * (size_of::<(K, u32)>() + 1);
        let regions = self.regions.capacity() * size_of::<Region<B>>();
        (indices + regions) as u64 + self.extra_bytes + self.option_bytes
    }

    /// Forgets all lists of options.
    fn drop_options(&mut self) {
        self.regions.iter_mut().for_each(|region| region.options = None);
        self.option_bytes = 0;
    }
}

/// Returns the memory of a list of options, in bytes.
fn list_bytes(options: &[RegionSum]) -> u64 {
    let spilled = options.iter().filter(|option| option.spilled()).map(|option| 4 * option.capacity());
    (size_of_val(options) + 16 + spilled.sum::<usize>()) as u64
}

/// The question about a board that a search answers.
#[derive(Clone)]
pub struct Question<B> {
    board: B,
    /// The number with which the Grundy value is compared; `None` asks for the value.
    is_value: Option<u16>,
}

/// The answer to a [`Question`].
#[derive(Clone, Copy)]
pub enum NimberAnswer {
    /// The value.
    Value(u32),
    /// Whether the value is the number of the question.
    IsValue(bool),
}

/// A search for the Grundy values of boards or graphs of one rule.
pub struct NimberSearch<'a, R: RegionRules> {
    rules: &'a R,
    /// The question that is being answered, until helpers search it too.
    question: Option<Question<R::Board>>,
    /// The number of positions for each question after which the helpers start.
    max_nodes_alone: u64,
    /// The total number of positions after which the helpers start.
    nodes_before_helpers: u64,
    helpers: Option<Helpers<R::Board>>,
    /// The data that are shared with the helpers, or with the main search.
    shared: Option<Arc<SharedNimbers<R::Board>>>,
    is_helper: bool,
    memo: &'a mut NimberMemo<R::Board, R::Key>,
    nodes: u64,
    helper_nodes: u64,
    /// The memory of other tables, in bytes.
    other_bytes: u64,
    budget: &'a Budget,
}

impl<'a, R: RegionRules> NimberSearch<'a, R> {
    /// Returns a search of boards of these rules, which continues with a memo.
    ///
    /// `other_bytes` is the memory of other tables, in bytes.
    pub fn new(
        rules: &'a R,
        memo: &'a mut NimberMemo<R::Board, R::Key>,
        other_bytes: u64,
        budget: &'a Budget,
    ) -> NimberSearch<'a, R> {
        NimberSearch {
            rules,
            question: None,
            max_nodes_alone: NODES_BEFORE_HELPERS,
            nodes_before_helpers: NODES_BEFORE_HELPERS,
            helpers: None,
            shared: None,
            is_helper: false,
            memo,
            nodes: 0,
            helper_nodes: 0,
            other_bytes,
            budget,
        }
    }

    /// Returns the search with helpers that start after this number of positions.
    #[must_use]
    pub fn with_helpers_after(mut self, nodes: u64) -> Self {
        self.max_nodes_alone = nodes;
        self
    }

    /// Returns a helper of the search that has these shared data.
    fn helper(
        rules: &'a R,
        memo: &'a mut NimberMemo<R::Board, R::Key>,
        shared: Arc<SharedNimbers<R::Board>>,
        budget: &'a Budget,
    ) -> NimberSearch<'a, R> {
        NimberSearch { shared: Some(shared), is_helper: true, ..NimberSearch::new(rules, memo, 0, budget) }
    }

    /// Adds the results of an earlier search to an empty memo, as far as the limits allow.
    pub fn load(&mut self) {
        let Some(records) = self.budget.records.as_ref().filter(|_| self.memo.regions.is_empty()) else { return };
        let Some((name, len)) = self.rules.record_form() else { return };
        records.load(&name, len + 2, &mut |words| {
            let is_read = self.budget.check().is_ok()
                && words.chunks_exact(len + 2).all(|entry| {
                    let Some(board) = R::read_region(&entry[..len]) else { return false };
                    let Ok(index) = self.region_index(&board) else { return false };
                    let region = &mut self.memo.regions[index as usize];
                    region.value = u16::try_from(entry[len]).unwrap_or(UNKNOWN);
                    region.excluded = entry[len + 1];
                    true
                });
            // What was read in part must not replace the whole.
            self.memo.is_incomplete |= !is_read;
            is_read
        });
    }

    /// Saves the results after a long search, or after one that a limit ended.
    pub fn save_at_end(&self, is_finished: bool) {
        if let Some(records) = self.budget.records_at_end(self.nodes, is_finished, self.memo.bytes()) {
            self.save(records);
        }
    }

    /// Saves what is known about the regions.
    fn save(&self, records: &dyn SearchRecords) {
        let Some((name, _)) = self.rules.record_form().filter(|_| !self.memo.is_incomplete) else { return };
        records.save(&name, &mut |write| {
            let known = |region: &&Region<R::Board>| region.value != UNKNOWN || region.excluded != 0;
            for region in self.memo.regions.iter().filter(known) {
                R::write_region(&region.board, write);
                write(&[u64::from(region.value), region.excluded]);
            }
        });
    }

    /// Returns the Grundy value of a board.
    pub fn board_value(&mut self, board: &R::Board) -> Result<u32, EvaluationError> {
        match self.ask(Question { board: board.clone(), is_value: None })? {
            NimberAnswer::Value(value) => Ok(value),
            NimberAnswer::IsValue(_) => unreachable!("the question is for the value"),
        }
    }

    /// Reports whether a board has the Grundy value n.
    pub fn board_has_value(&mut self, board: &R::Board, n: u32) -> Result<bool, EvaluationError> {
        let Ok(n) = u16::try_from(n) else { return Ok(false) };
        match self.ask(Question { board: board.clone(), is_value: Some(n) })? {
            NimberAnswer::IsValue(is_value) => Ok(is_value),
            NimberAnswer::Value(_) => unreachable!("the question is whether the value is n"),
        }
    }

    /// Answers a question, with helpers if it takes long.
    fn ask(&mut self, question: Question<R::Board>) -> Result<NimberAnswer, EvaluationError> {
        self.question = (self.budget.threads() > 1).then(|| question.clone());
        self.nodes_before_helpers = self.nodes + self.max_nodes_alone;
        let answer = self.answer(&question);
        self.question = None;
        if let Some(helpers) = self.helpers.take() {
            self.shared = None;
            let shared = Arc::clone(&helpers.shared);
            drop(helpers);
            self.helper_nodes += shared.helper_nodes();
        }
        answer
    }

    /// Returns the number of positions searched so far, with those of the helpers.
    pub fn all_nodes(&self) -> u64 {
        self.nodes + self.helper_nodes
    }

    /// Answers a question.
    fn answer(&mut self, question: &Question<R::Board>) -> Result<NimberAnswer, EvaluationError> {
        let regions = self.sum(&question.board)?;
        if let Some(n) = question.is_value {
            return Ok(NimberAnswer::IsValue(self.sum_has_value(&regions, n, 0)?));
        }
        let value = regions
            .iter()
            .try_fold(0, |value, &region| Ok::<_, EvaluationError>(value ^ u32::from(self.value(region, 0)?)))?;
        Ok(NimberAnswer::Value(value))
    }

    /// Starts the helpers, which begin with what is known so far.
    fn start_helpers(&mut self, question: &Question<R::Board>) {
        let Some(helpers) = Helpers::start(self.rules, question, self.budget) else { return };
        self.shared = Some(Arc::clone(&helpers.shared));
        self.helpers = Some(helpers);
        for region in 0..self.memo.regions.len() {
            self.publish(region as u32);
        }
    }

    /// Tells the other threads what is known about a region.
    fn publish(&self, region: u32) {
        let Some(shared) = &self.shared else { return };
        let Region { board, value, excluded, .. } = &self.memo.regions[region as usize];
        if *value != UNKNOWN || *excluded != 0 {
            shared.add(board, R::hash(board), Known { value: *value, excluded: *excluded });
        }
    }

    /// Learns from the other threads what they know about a region.
    fn learn(&mut self, region: u32) {
        let Some(shared) = &self.shared else { return };
        let board = &self.memo.regions[region as usize].board;
        let Some(known) = shared.get(board, R::hash(board)) else { return };
        self.memo.regions[region as usize].excluded |= known.excluded;
        if known.value != UNKNOWN && self.memo.regions[region as usize].value == UNKNOWN {
            self.store_value(region, known.value);
        }
    }

    /// Returns whether a region has the value n, if that is known.
    fn known_answer(&self, region: u32, n: u16) -> Option<bool> {
        match self.memo.regions[region as usize].value {
            UNKNOWN => self.is_excluded(region, n).then_some(false),
            value => Some(value == n),
        }
    }

    /// Returns the value of a region.
    fn value(&mut self, region: u32, depth: u32) -> Result<u16, EvaluationError> {
        for n in 0..UNKNOWN {
            if self.region_has_value(region, n, depth)? {
                return Ok(n);
            }
        }
        Err(EvaluationError::Deep)
    }

    /// Returns the regions of a board.
    fn sum(&mut self, board: &R::Board) -> Result<RegionSum, EvaluationError> {
        let mut sum = RegionSum::new();
        for region in self.rules.regions(board) {
            let index = self.region_index(&region)?;
            match sum.iter().position(|&other| other == index) {
                Some(at) => drop(sum.swap_remove(at)),
                None => sum.push(index),
            }
        }
        // An exhausted budget may have cut the list of regions short.
        if !spend(0) {
            return Err(ValueLimit::Cancelled.into());
        }
        sum.compact_sort();
        Ok(sum)
    }

    /// Returns the index of a region.
    fn region_index(&mut self, region: &R::Board) -> Result<u32, EvaluationError> {
        let (key, board) = self.rules.representative(region);
        if let Some(&index) = self.memo.indices.get(&key) {
            return Ok(index);
        }
        self.check_memory()?;
        let index = self.memo.regions.len() as u32;
        self.memo.indices.insert(key, index);
        let weight = self.rules.weight(&board);
        let value = if self.rules.has_replies_by_symmetry(&board) { 0 } else { UNKNOWN };
        self.memo.extra_bytes += R::extra_bytes(&board);
        self.memo.regions.push(Region { board, value, excluded: 0, weight, options: None });
        self.learn(index);
        Ok(index)
    }

    /// Checks that the memory limit allows the memo to grow; drops the lists of options if it does not.
    fn check_memory(&mut self) -> Result<(), EvaluationError> {
        let memo = &mut *self.memo;
        let grows = memo.indices.len() == memo.indices.capacity() || memo.regions.len() == memo.regions.capacity();
        let limit = (self.budget.bytes / 2).saturating_sub(self.other_bytes);
        let is_large = grows && memo.bytes().saturating_mul(3) > limit || memo.extra_bytes > limit / 3;
        if is_large || memo.option_bytes > limit / 3 {
            memo.drop_options();
            if grows && memo.bytes().saturating_mul(3) > limit || memo.extra_bytes > limit / 3 {
                return Err(ValueLimit::Memory.into());
            }
        }
        Ok(())
    }

    /// Returns the options of a region.
    fn options(&mut self, region: u32) -> Result<Arc<[RegionSum]>, EvaluationError> {
        let board = &self.memo.regions[region as usize];
        if let Some(options) = &board.options {
            return Ok(options.clone());
        }
        let board = board.board.clone();
        self.check_memory()?;
        let mut options = vec![];
        for after in self.rules.options(&board)? {
            options.push(self.sum(&after)?);
        }
        options.compact_sort();
        options.dedup();
        let options: Arc<[RegionSum]> = options.into();
        self.memo.option_bytes += list_bytes(&options);
        self.memo.regions[region as usize].options = Some(options.clone());
        Ok(options)
    }

    /// Stores the value of a region, and tells it the other threads.
    fn set_value(&mut self, region: u32, value: u16) {
        self.store_value(region, value);
        self.publish(region);
    }

    /// Stores the value of a region.
    fn store_value(&mut self, region: u32, value: u16) {
        let region = &mut self.memo.regions[region as usize];
        region.value = value;
        if let Some(options) = region.options.take() {
            self.memo.option_bytes = self.memo.option_bytes.saturating_sub(list_bytes(&options));
        }
    }

    /// Returns the regions of a sum whose values are not known, and the nim-sum of the known values.
    fn unknown_rest(&self, sum: &[u32]) -> (RegionSum, u16) {
        let (mut rest, mut known) = (RegionSum::new(), 0);
        for &region in sum {
            match self.memo.regions[region as usize].value {
                UNKNOWN => rest.push(region),
                value => known ^= value,
            }
        }
        (rest, known)
    }

    fn exclude(&mut self, region: u32, n: u16) {
        if n < 64 && !self.is_excluded(region, n) {
            self.memo.regions[region as usize].excluded |= 1 << n;
            self.publish(region);
        }
    }

    fn is_excluded(&self, region: u32, n: u16) -> bool {
        n < 64 && self.memo.regions[region as usize].excluded >> n & 1 == 1
    }

    /// Reports whether a sum has the value n.
    fn sum_has_value(&mut self, sum: &[u32], n: u16, depth: u32) -> Result<bool, EvaluationError> {
        let (mut rest, mut known) = self.unknown_rest(sum);
        rest.compact_sort_by_key(|&region| self.memo.regions[region as usize].weight);
        let Some(largest) = rest.pop() else { return Ok(known == n) };
        for region in rest {
            known ^= self.value(region, depth)?;
        }
        self.region_has_value(largest, n ^ known, depth)
    }

    /// Reports whether a region has the value n.
    fn region_has_value(&mut self, region: u32, n: u16, depth: u32) -> Result<bool, EvaluationError> {
        if let Some(answer) = self.known_answer(region, n) {
            return Ok(answer);
        }
        self.learn(region);
        if let Some(answer) = self.known_answer(region, n) {
            return Ok(answer);
        }
        self.count_node(depth)?;
        let options = self.options(region)?;
        if usize::from(n) > options.len() {
            return Ok(false);
        }
        // Each entry is an option and the value that it must not have.
        let mut unknown: Vec<(RegionSum, u16)> = vec![];
        for option in options.iter() {
            let (rest, value) = self.unknown_rest(option);
            if rest.is_empty() {
                self.exclude(region, value);
                if value == n {
                    return Ok(false);
                }
            } else {
                unknown.push((rest, n ^ value));
            }
        }
        unknown.compact_sort();
        unknown.dedup();
        let looks_ahead = self.rules.looks_ahead(&self.memo.regions[region as usize].board);
        let mut waiting = vec![];
        for (rest, value) in unknown {
            let single = if let [single] = rest[..] { Some(single) } else { None };
            if single.is_some_and(|single| self.is_excluded(single, value)) {
                continue;
            }
            let weight = rest.iter().map(|&region| self.memo.regions[region as usize].weight).sum::<u32>();
            let mut order = weight;
            if looks_ahead {
                match self.count_replies(&rest, single.is_some(), value)? {
                    Some(replies) => order = 64 * replies + weight.min(63),
                    None => {
                        self.exclude(rest[0], value);
                        continue;
                    }
                }
            }
            waiting.push((order, rest, value));
        }
        waiting.compact_sort();
        let mut deferred = vec![];
        for (k, (_, rest, value)) in waiting.into_iter().enumerate() {
            let has_value = match self.shared.clone() {
                None => self.sum_has_value(&rest, value, depth + 1)?,
                Some(shared) => {
                    if k > 0 {
                        self.learn(region);
                        if let Some(answer) = self.known_answer(region, n) {
                            return Ok(answer);
                        }
                    }
                    let hashes = rest.iter().map(|&region| R::hash(&self.memo.regions[region as usize].board));
                    let key = SharedNimbers::<R::Board>::question_key(hashes, value);
                    // What another thread searches comes last.
                    if k > 0 && shared.is_searched(key) {
                        deferred.push((rest, value));
                        continue;
                    }
                    shared.enter(key);
                    let has_value = self.sum_has_value(&rest, value, depth + 1);
                    shared.leave(key);
                    has_value?
                }
            };
            if has_value {
                self.exclude(region, n);
                return Ok(false);
            }
        }
        for (rest, value) in deferred {
            self.learn(region);
            if let Some(answer) = self.known_answer(region, n) {
                return Ok(answer);
            }
            if self.sum_has_value(&rest, value, depth + 1)? {
                self.exclude(region, n);
                return Ok(false);
            }
        }
        for m in 0..n {
            if !self.is_excluded(region, m) && self.region_has_value(region, m, depth + 1)? {
                return Ok(false);
            }
        }
        self.set_value(region, n);
        Ok(true)
    }

    /// Counts the options of a sum that could show that its value is not `value`.
    ///
    /// Options are counted once if their unknown regions and their known values are the same.
    ///
    /// Returns `None` if the sum is a single region with an option of this value, so that the region has another value.
    fn count_replies(&mut self, sum: &[u32], is_single: bool, value: u16) -> Result<Option<u32>, EvaluationError> {
        let mut seen: FxHashSet<(RegionSum, u16)> = FxHashSet::default();
        for &region in sum {
            for option in self.options(region)?.iter() {
                let (rest, known) = self.unknown_rest(option);
                match rest[..] {
                    [] if is_single && known == value => return Ok(None),
                    [] => {}
                    [last] if is_single && self.is_excluded(last, value ^ known) => {}
                    _ => drop(seen.insert((rest, known))),
                }
            }
        }
        Ok(Some(seen.len() as u32))
    }

    /// Counts a position, checks the limits, and reports progress.
    fn count_node(&mut self, depth: u32) -> Result<(), EvaluationError> {
        if depth == MAX_DEPTH {
            return Err(EvaluationError::Deep);
        }
        self.nodes += 1;
        if self.nodes > self.budget.nodes {
            return Err(ValueLimit::Steps.into());
        }
        if !spend(1024) || self.is_helper && self.shared.as_ref().is_some_and(|shared| shared.is_done()) {
            return Err(ValueLimit::Cancelled.into());
        }
        if self.nodes >= self.nodes_before_helpers
            && let Some(question) = self.question.take()
        {
            self.start_helpers(&question);
        }
        if self.nodes.is_multiple_of(1024)
            && let Some(records) = self.budget.records_due()
        {
            self.save(records);
        }
        if let Some(progress) = self.budget.progress.as_ref().filter(|_| self.nodes.is_multiple_of(1024)) {
            progress.report(&text!("positions"), self.nodes, None);
        }
        Ok(())
    }
}
