//! Computes the values of boards that are stored as bits, by regions, symmetries and a memo table.

use crate::cells::Cells;
use crate::compiled::{Bitboard, Compiled, board_after, fits};
use crate::pattern::Repeat;
use crate::planes::{BitPattern, Chain, Planes, is_simple};
use crate::rule::PictureRule;
use grundy_lang::text;
use grundy_rules::{Budget, poll};
use grundy_value::{Value, ValueLimit, Values};
use rustc_hash::FxHashMap;
use std::any::Any;

/// The maximal number of consecutive moves that is searched, since each move is a nested call.
///
/// The general search handles boards on which play can be longer.
pub(crate) const MAX_DEPTH: u32 = 150;
/// The maximal number of patterns of a rule for which boards are split before any look-up.
///
/// For rules with more patterns, whole boards are looked up in the memo table first.
const MAX_PATTERNS_SPLIT_FIRST: usize = 16;
/// The maximal number of intermediate boards within the moves of one option on one board.
///
/// The general search handles options that exceed this limit.
const MAX_PARTIAL_MOVES: usize = 1 << 16;

/// The data of a rule that are kept between boards: its planes, and the memo table of values.
struct CachedRule {
    planes: Planes,
    /// The maximal number of rows, and of columns, of the boards that the planes were compiled for.
    reach: u16,
    /// A `Memo` for the planes of the rule; `()` before the first board.
    memo: Box<dyn Any + Send>,
    bytes: u64,
}

/// Returns the value of a board; `None` if planes cannot represent its rule or play is too deep.
///
/// Boards are shifted to a corner, and regions are looked up one by one. So the memo table of one board also
/// helps with all other boards of the rule.
pub(crate) fn value(
    drawing: &PictureRule,
    board: &Cells,
    values: &mut Values,
    budget: &Budget,
) -> Option<Result<Value, ValueLimit>> {
    let row = Planes::is_row(board);
    let name = format!("board{{ {} }}{}", drawing.text, if row { " row" } else { "" });
    let reach = board.rows().max(board.columns());
    let mut cached = match values.take_memo::<CachedRule>(&name) {
        Some(cached) if reach <= cached.reach && Planes::fits_planes(board) => cached,
        before => {
            let planes = Planes::new(drawing, board)?;
            // Pictures that fit only on larger boards do not change known values, unless they introduce new states.
            let same = before.filter(|before| before.planes.is_alike(&planes));
            let (memo, bytes) =
                same.map_or((Box::new(()) as Box<dyn Any + Send>, 0), |cached| (cached.memo, cached.bytes));
            CachedRule { planes, reach, memo, bytes }
        }
    };
    macro_rules! sizes {
        ($($count:literal)*) => {
            match (plane_capacity(cached.planes.count(), row), row) {
                $(
                    ($count, false) => run::<$count, 8>(&mut cached, board, values, budget),
                )*
                (3, true) => run::<3, 64>(&mut cached, board, values, budget),
                (5, true) => run::<5, 64>(&mut cached, board, values, budget),
                _ => return None,
            }
        };
    }
    #[cfg(not(feature = "all-sizes"))]
    let value = sizes!(3 5);
    #[cfg(feature = "all-sizes")]
    let value = sizes!(1 2 3 5);
    values.store_memo(&name, cached.bytes, cached);
    match value {
        Err(EvaluationError::Deep) => None,
        Err(EvaluationError::Limit(limit)) => Some(Err(limit)),
        Ok(value) => Some(Ok(value)),
    }
}

/// Returns the number of planes of the compiled code that handles `count` planes.
///
/// To limit the amount of code, 4 is rounded up to 5. On boards of one row (`row`), and without the feature
/// `all-sizes`, 1 and 2 are rounded up to 3. The additional planes stay empty.
pub(crate) fn plane_capacity(count: usize, row: bool) -> usize {
    match count {
        1..=3 if row || cfg!(not(feature = "all-sizes")) => 3,
        4..=5 => 5,
        _ => count,
    }
}

fn run<const K: usize, const W: u32>(
    cached: &mut CachedRule,
    board: &Cells,
    values: &mut Values,
    budget: &Budget,
) -> Result<Value, EvaluationError> {
    let mut engine = BoardEvaluator::<K, W>::new(&cached.planes, values, budget);
    if let Ok(memo) = std::mem::replace(&mut cached.memo, Box::new(())).downcast::<Memo<K>>() {
        engine.memo = *memo;
    }
    let value = engine.value(&cached.planes.board::<K, W>(board), 0);
    let (nodes, memo) = (engine.nodes, engine.memo);
    values.count_positions(nodes);
    cached.bytes = memo.bytes();
    cached.memo = Box::new(memo);
    value
}

/// The memo table of the values of boards.
struct Memo<const K: usize> {
    /// The values of regions, by the canonical representative of each region.
    regions: FxHashMap<Bitboard<K>, Value>,
    /// The values of whole boards, for rules with many patterns, which look up the whole board first.
    boards: FxHashMap<Bitboard<K>, Value>,
}

impl<const K: usize> Memo<K> {
    /// Returns the approximate size of the memo table in bytes.
    fn bytes(&self) -> u64 {
        let entry = (size_of::<(Bitboard<K>, Value)>() + 1) as u64;
        (self.regions.capacity() + self.boards.capacity()) as u64 * entry
    }
}

/// The reason why a value was not computed.
pub(crate) enum EvaluationError {
    Limit(ValueLimit),
    /// Play is too deep for nested calls, or an option has too many intermediate boards.
    Deep,
}

impl From<ValueLimit> for EvaluationError {
    fn from(limit: ValueLimit) -> EvaluationError {
        EvaluationError::Limit(limit)
    }
}

/// Computes the values of boards of one rule, with `K` planes and rows of `W` bits.
pub(crate) struct BoardEvaluator<'a, const K: usize, const W: u32> {
    pub rule: Compiled<'a, K, W>,
    memo: Memo<K>,
    pub values: &'a mut Values,
    pub nodes: u64,
    budget: &'a Budget,
}

impl<'a, const K: usize, const W: u32> BoardEvaluator<'a, K, W> {
    pub fn new(planes: &'a Planes, values: &'a mut Values, budget: &'a Budget) -> BoardEvaluator<'a, K, W> {
        let rule = Compiled::new(planes);
        let memo = Memo { regions: FxHashMap::default(), boards: FxHashMap::default() };
        BoardEvaluator { rule, memo, values, nodes: 0, budget }
    }

    /// Returns the value of any board, as the sum of the values of its regions.
    fn value(&mut self, board: &Bitboard<K>, depth: u32) -> Result<Value, EvaluationError> {
        if self.rule.patterns.len() <= MAX_PATTERNS_SPLIT_FIRST {
            return self.by_regions(board, depth);
        }
        if let Some(&value) = self.memo.boards.get(board) {
            return Ok(value);
        }
        let value = self.by_regions(board, depth)?;
        self.check_memory()?;
        self.memo.boards.insert(*board, value);
        Ok(value)
    }

    fn by_regions(&mut self, board: &Bitboard<K>, depth: u32) -> Result<Value, EvaluationError> {
        let mut sum = Value::ZERO;
        for region in self.rule.regions(board) {
            let value = self.region(&region, depth)?;
            sum = self.values.add(sum, value)?;
        }
        Ok(sum)
    }

    /// Returns the value of a region, from the memo table if its canonical representative is known.
    pub fn region(&mut self, board: &Bitboard<K>, depth: u32) -> Result<Value, EvaluationError> {
        let (key, negative) = self.rule.canonical(board);
        let value = match self.memo.regions.get(&key) {
            Some(&value) => value,
            None => {
                let value = self.value_by_options(&key, depth)?;
                self.check_memory()?;
                self.memo.regions.insert(key, value);
                value
            }
        };
        Ok(if negative { self.values.negative(value)? } else { value })
    }

    fn value_by_options(&mut self, board: &Bitboard<K>, depth: u32) -> Result<Value, EvaluationError> {
        if depth == MAX_DEPTH {
            return Err(EvaluationError::Deep);
        }
        self.nodes += 1;
        if self.nodes > self.budget.nodes {
            return Err(ValueLimit::Steps.into());
        }
        if !poll(32 * self.rule.patterns.len() as u64) {
            return Err(ValueLimit::Cancelled.into());
        }
        if let Some(progress) = self.budget.progress.as_ref().filter(|_| self.nodes.is_multiple_of(4096)) {
            progress.report(&text!("positions"), self.nodes, None);
        }
        let (mut lefts, mut rights) = (vec![], vec![]);
        for chain in self.rule.chains {
            let mut options = vec![];
            for pattern in &chain.steps[0] {
                let mut places = fits(pattern, board);
                while places != 0 {
                    let at = places.trailing_zeros();
                    places &= places - 1;
                    let after = board_after::<K, W>(pattern, board, at);
                    if is_simple(chain) {
                        let value = self.value(&after, depth + 1)?;
                        add(chain, value, &mut lefts, &mut rights);
                    } else {
                        options.push((after, pattern, at));
                    }
                }
            }
            for after in final_boards::<K, W>(chain, options)? {
                let value = self.value(&after, depth + 1)?;
                add(chain, value, &mut lefts, &mut rights);
            }
        }
        Ok(self.values.canonical(&lefts, &rights)?)
    }

    /// Checks that the memory limit allows the memo table to grow.
    fn check_memory(&self) -> Result<(), EvaluationError> {
        let grows = |map: &FxHashMap<Bitboard<K>, Value>| map.len() == map.capacity();
        if grows(&self.memo.regions) || grows(&self.memo.boards) {
            let bytes = self.memo.bytes().saturating_mul(3);
            if bytes.saturating_add(self.values.memo_bytes()) > self.budget.bytes / 2 {
                return Err(ValueLimit::Memory.into());
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

/// Returns the final boards of all moves of an option that begin with the first steps `first`.
pub(crate) fn final_boards<const K: usize, const W: u32>(
    chain: &Chain,
    first: Vec<(Bitboard<K>, &BitPattern, u32)>,
) -> Result<Vec<Bitboard<K>>, EvaluationError> {
    let mut found = vec![];
    // Each entry is (board, cell of the moving piece, direction of the last step, index of the last step).
    let stands = |pattern: &BitPattern, corner: u32| pattern.piece.map(|[_, to]| corner + to);
    let mut waiting: Vec<(Bitboard<K>, Option<u32>, usize, usize)> = first
        .into_iter()
        .map(|(board, pattern, at)| (board, stands(pattern, at), pattern.orientation_index, 0))
        .collect();
    let mut board_count = 0;
    while let Some((board, focus, orientation_index, step)) = waiting.pop() {
        board_count += 1;
        if !poll(64) {
            return Err(ValueLimit::Cancelled.into());
        }
        if board_count > MAX_PARTIAL_MOVES {
            return Err(EvaluationError::Deep);
        }
        let mut go_on = |pattern: &BitPattern, step: usize| {
            if let (Some([from, _]), Some(focus)) = (pattern.piece, focus)
                && let Some(at) = focus.checked_sub(from)
                && fits(pattern, &board) >> at & 1 == 1
            {
                waiting.push((
                    board_after::<K, W>(pattern, &board, at),
                    stands(pattern, at),
                    pattern.orientation_index,
                    step,
                ));
            }
        };
        if step == 0 && chain.repeat != Repeat::No {
            for pattern in chain.steps[0]
                .iter()
                .filter(|p| chain.repeat == Repeat::Turning || p.orientation_index == orientation_index)
            {
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
