//! Computes the values of boards that are stored as bits, by regions, symmetries and a memo table.

use crate::bit_rule::{BitMovePattern, BitPattern, BitRule, is_simple};
use crate::cells::Cells;
use crate::compiled_rule::{Bitboard, CompiledRule, board_after, corners_fitting_now};
use crate::nimber_search::{BitboardRegions, NimberMemo, NimberSearch};
use crate::pattern::Repeat;
use crate::rule::PictureRule;
use grundy_lang::text;
use grundy_rules::{Budget, Player, spend};
use grundy_value::{Value, ValueArena, ValueLimit};
use rustc_hash::FxHashMap;
use std::any::Any;

/// The maximum number of consecutive moves that is searched, since each move is a nested call.
///
/// The general search handles boards on which play can be longer.
pub(crate) const MAX_DEPTH: u32 = 150;
/// The maximum number of patterns of a rule for which boards are split before any look-up.
///
/// For rules with more patterns, whole boards are looked up in the memo table first.
const MAX_PATTERNS_SPLIT_FIRST: usize = 16;
/// The maximum number of intermediate boards within the moves of one move pattern on one board.
///
/// The general search handles move patterns that exceed this limit.
const MAX_PARTIAL_MOVES: usize = 1 << 16;

/// The data of a rule that are kept between boards: the rule as bits, and the memo table of values.
struct CachedRule {
    bit_rule: BitRule,
    is_impartial: bool,
    /// The maximum number of rows, and of columns, of the boards that the rule was compiled for.
    max_side: u16,
    /// A `Memo`, or a `NimberMemo` if the rule is impartial; `()` before the first board.
    memo: Box<dyn Any + Send>,
    bytes: u64,
}

/// Returns the value of a board; `None` if planes cannot represent its rule or play is too deep.
///
/// Boards are shifted to a corner, and regions are looked up one by one. So the memo table of one board also
/// helps with all other boards of the rule.
pub fn value(
    picture_rule: &PictureRule,
    board: &Cells,
    values: &mut ValueArena,
    budget: &Budget,
) -> Option<Result<Value, ValueLimit>> {
    with_cached_rule(picture_rule, board, values, |cached, values| {
        let (plane_count, row_bits) = (cached.bit_rule.plane_count(), cached.bit_rule.row_bits);
        Some(with_plane_sizes!(plane_count, row_bits, K, W, run::<K, W>(cached, board, values, budget)))
    })
}

/// Returns the boards after those moves of an impartial rule that lead to Grundy value `nim`.
///
/// Returns `None` if the rule is partizan, planes cannot represent it or play is too deep.
pub fn moves_to_nimber(
    picture_rule: &PictureRule,
    board: &Cells,
    nim: u32,
    values: &mut ValueArena,
    budget: &Budget,
) -> Option<Result<Vec<Cells>, ValueLimit>> {
    if picture_rule.partizan {
        return None;
    }
    let boards_after = picture_rule.moves(board, Player::LEFT);
    // An exhausted budget cuts the list of moves short.
    if !spend(0) {
        return Some(Err(ValueLimit::Cancelled));
    }
    with_cached_rule(picture_rule, board, values, |cached, values| {
        let (plane_count, row_bits) = (cached.bit_rule.plane_count(), cached.bit_rule.row_bits);
        Some(with_plane_sizes!(plane_count, row_bits, K, W, {
            with_nimber_search::<K, W, _>(cached, values, budget, |search, bit_rule| {
                let mut found = vec![];
                for after in &boards_after {
                    if search.board_has_value(&bit_rule.board::<K, W>(after), nim)? {
                        found.push(after.clone());
                    }
                }
                Ok(found)
            })
        }))
    })
}

/// Calls a function with the data of a rule that are kept between boards.
///
/// Returns `None` if planes cannot represent the rule, if the function returns `None`, or if play is too deep.
fn with_cached_rule<T>(
    picture_rule: &PictureRule,
    board: &Cells,
    values: &mut ValueArena,
    run: impl FnOnce(&mut CachedRule, &mut ValueArena) -> Option<Result<T, EvaluationError>>,
) -> Option<Result<T, ValueLimit>> {
    let row_bits = BitRule::row_bits_of(board)?;
    let kind = if picture_rule.partizan { "partizan" } else { "impartial" };
    let name = format!("board{{ {} }} {kind} {row_bits}", picture_rule.text);
    let max_side = board.rows().max(board.columns());
    let mut cached = match values.take_memo::<CachedRule>(&name) {
        Some(cached) if max_side <= cached.max_side => cached,
        before => {
            let bit_rule = BitRule::new(picture_rule, board)?;
            // Pictures that fit only on larger boards do not change known values, unless they introduce new states.
            let same = before.filter(|before| before.bit_rule.has_same_planes(&bit_rule));
            let (memo, bytes) =
                same.map_or((Box::new(()) as Box<dyn Any + Send>, 0), |cached| (cached.memo, cached.bytes));
            CachedRule { bit_rule, is_impartial: !picture_rule.partizan, max_side, memo, bytes }
        }
    };
    let found = run(&mut cached, values);
    values.store_memo(&name, cached.bytes, cached);
    match found? {
        Err(EvaluationError::Deep) => None,
        Err(EvaluationError::Limit(limit)) => Some(Err(limit)),
        Ok(found) => Some(Ok(found)),
    }
}

/// Runs an expression with constants for the number of planes and for the number of bits of a row.
///
/// Returns `None` from the calling function if there is no such code.
macro_rules! with_plane_sizes {
    ($plane_count:expr, $row_bits:expr, $k:ident, $w:ident, $run:expr) => {{
        macro_rules! run {
            ($planes:literal, $bits:literal) => {{
                const $k: usize = $planes;
                const $w: u32 = $bits;
                $run
            }};
        }
        match ($crate::evaluate::plane_capacity($plane_count, $row_bits), $row_bits) {
            #[cfg(feature = "all-sizes")]
            (1, 8) => run!(1, 8),
            #[cfg(feature = "all-sizes")]
            (2, 8) => run!(2, 8),
            (3, 8) => run!(3, 8),
            (5, 8) => run!(5, 8),
            (3, 4) => run!(3, 4),
            (5, 4) => run!(5, 4),
            (3, 16) => run!(3, 16),
            (5, 16) => run!(5, 16),
            (3, 64) => run!(3, 64),
            (5, 64) => run!(5, 64),
            _ => return None,
        }
    }};
}
pub(crate) use with_plane_sizes;

/// Returns the number of planes of the compiled code that handles `count` planes.
///
/// To limit the amount of code, 4 is rounded up to 5. If rows do not have 8 bits, or without
/// the feature `all-sizes`, 1 and 2 are rounded up to 3. The additional planes stay empty.
pub(crate) fn plane_capacity(count: usize, row_bits: u32) -> usize {
    // A board on which no picture fits needs no plane.
    match count.max(1) {
        1..=3 if row_bits != 8 || cfg!(not(feature = "all-sizes")) => 3,
        4..=5 => 5,
        count => count,
    }
}

fn run<const K: usize, const W: u32>(
    cached: &mut CachedRule,
    board: &Cells,
    values: &mut ValueArena,
    budget: &Budget,
) -> Result<Value, EvaluationError> {
    if cached.is_impartial {
        return run_nimber_search::<K, W>(cached, board, values, budget);
    }
    let mut engine = BoardEvaluator::<K, W>::new(&cached.bit_rule, values, budget);
    if let Ok(memo) = std::mem::replace(&mut cached.memo, Box::new(())).downcast::<Memo<K>>() {
        engine.memo = *memo;
    }
    let value = engine.value(&cached.bit_rule.board::<K, W>(board), 0);
    let (nodes, memo) = (engine.nodes, engine.memo);
    values.add_evaluated(nodes);
    cached.bytes = memo.bytes();
    cached.memo = Box::new(memo);
    value
}

/// Returns the value of a board of an impartial rule, a nimber.
fn run_nimber_search<const K: usize, const W: u32>(
    cached: &mut CachedRule,
    board: &Cells,
    values: &mut ValueArena,
    budget: &Budget,
) -> Result<Value, EvaluationError> {
    let value = with_nimber_search::<K, W, _>(cached, values, budget, |search, bit_rule| {
        search.board_value(&bit_rule.board::<K, W>(board))
    })?;
    Ok(values.nimber(value)?)
}

/// Calls a function with a search for Grundy values that continues with the memo table of the rule.
fn with_nimber_search<const K: usize, const W: u32, T>(
    cached: &mut CachedRule,
    values: &mut ValueArena,
    budget: &Budget,
    run: impl FnOnce(&mut NimberSearch<'_, BitboardRegions<'_, K, W>>, &BitRule) -> Result<T, EvaluationError>,
) -> Result<T, EvaluationError> {
    let memo = std::mem::replace(&mut cached.memo, Box::new(())).downcast::<NimberMemo<Bitboard<K>, Bitboard<K>>>();
    let mut memo = memo.map_or_else(|_| NimberMemo::default(), |memo| *memo);
    let rules = BitboardRegions::<K, W>::new(&cached.bit_rule);
    let mut search = NimberSearch::new(&rules, &mut memo, values.memo_bytes(), budget);
    search.load();
    let found = run(&mut search, &cached.bit_rule);
    search.save_at_end(found.is_ok());
    values.add_evaluated(search.all_nodes());
    cached.bytes = memo.bytes();
    cached.memo = Box::new(memo);
    found
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
pub enum EvaluationError {
    Limit(ValueLimit),
    /// Play is too deep for nested calls, or a move pattern has too many intermediate boards.
    Deep,
}

impl From<ValueLimit> for EvaluationError {
    fn from(limit: ValueLimit) -> EvaluationError {
        EvaluationError::Limit(limit)
    }
}

/// Computes the values of boards of one rule, with `K` planes and rows of `W` bits.
pub struct BoardEvaluator<'a, const K: usize, const W: u32> {
    /// The rule, compiled for boards of this size.
    pub rule: CompiledRule<'a, K, W>,
    memo: Memo<K>,
    /// The values of all boards so far.
    pub values: &'a mut ValueArena,
    pub(crate) nodes: u64,
    budget: &'a Budget,
}

impl<'a, const K: usize, const W: u32> BoardEvaluator<'a, K, W> {
    /// Returns an evaluator of boards of one rule, with an empty memo table.
    pub fn new(bit_rule: &'a BitRule, values: &'a mut ValueArena, budget: &'a Budget) -> BoardEvaluator<'a, K, W> {
        let rule = CompiledRule::new(bit_rule);
        let memo = Memo { regions: FxHashMap::default(), boards: FxHashMap::default() };
        BoardEvaluator { rule, memo, values, nodes: 0, budget }
    }

    /// Returns the value of any board, as the sum of the values of its regions.
    fn value(&mut self, board: &Bitboard<K>, depth: u32) -> Result<Value, EvaluationError> {
        if self.rule.patterns.len() <= MAX_PATTERNS_SPLIT_FIRST {
            return self.value_by_regions(board, depth);
        }
        if let Some(&value) = self.memo.boards.get(board) {
            return Ok(value);
        }
        let value = self.value_by_regions(board, depth)?;
        self.check_memory()?;
        self.memo.boards.insert(*board, value);
        Ok(value)
    }

    fn value_by_regions(&mut self, board: &Bitboard<K>, depth: u32) -> Result<Value, EvaluationError> {
        let mut sum = Value::ZERO;
        for region in self.rule.regions(board) {
            let value = self.value_of_region(&region, depth)?;
            sum = self.values.add(sum, value)?;
        }
        Ok(sum)
    }

    /// Returns the value of a region, from the memo table if its canonical representative is known.
    pub fn value_of_region(&mut self, board: &Bitboard<K>, depth: u32) -> Result<Value, EvaluationError> {
        let (key, negative) = self.rule.canonical_representative(board);
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
        if !spend(32 * self.rule.patterns.len() as u64) {
            return Err(ValueLimit::Cancelled.into());
        }
        if let Some(progress) = self.budget.progress.as_ref().filter(|_| self.nodes.is_multiple_of(4096)) {
            progress.report(&text!("positions"), self.nodes, None);
        }
        let (mut lefts, mut rights) = (vec![], vec![]);
        for move_pattern in self.rule.move_patterns {
            for after in boards_after::<K, W>(move_pattern, board)? {
                let value = self.value(&after, depth + 1)?;
                push_option(move_pattern, value, &mut lefts, &mut rights);
            }
        }
        Ok(self.values.value_from_options(&lefts, &rights)?)
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

fn push_option(move_pattern: &BitMovePattern, value: Value, lefts: &mut Vec<Value>, rights: &mut Vec<Value>) {
    if move_pattern.players[0] {
        lefts.push(value);
    }
    if move_pattern.players[1] {
        rights.push(value);
    }
}

/// Returns the boards after all moves of a move pattern.
pub(crate) fn boards_after<const K: usize, const W: u32>(
    move_pattern: &BitMovePattern,
    board: &Bitboard<K>,
) -> Result<Vec<Bitboard<K>>, EvaluationError> {
    let (mut found, mut first_steps) = (vec![], vec![]);
    for pattern in &move_pattern.steps[0] {
        let mut corners = corners_fitting_now(pattern, board);
        while corners != 0 {
            let at = corners.trailing_zeros();
            corners &= corners - 1;
            let after = board_after::<K, W>(pattern, board, at);
            match is_simple(move_pattern) {
                true => found.push(after),
                false => first_steps.push((after, pattern, at)),
            }
        }
    }
    if first_steps.is_empty() { Ok(found) } else { boards_after_moves::<K, W>(move_pattern, first_steps) }
}

/// Returns the final boards of all moves of a move pattern that begin with the first steps `first`.
fn boards_after_moves<const K: usize, const W: u32>(
    move_pattern: &BitMovePattern,
    first: Vec<(Bitboard<K>, &BitPattern, u32)>,
) -> Result<Vec<Bitboard<K>>, EvaluationError> {
    let mut found = vec![];
    // Each entry is (board, cell of the moving piece, direction of the last step, index of the last step).
    let stands = |pattern: &BitPattern, corner: u32| pattern.moving_piece.map(|[_, to]| corner + to);
    let mut waiting: Vec<(Bitboard<K>, Option<u32>, usize, usize)> = first
        .into_iter()
        .map(|(board, pattern, at)| (board, stands(pattern, at), pattern.orientation_index, 0))
        .collect();
    let mut board_count = 0;
    while let Some((board, focus, orientation_index, step)) = waiting.pop() {
        board_count += 1;
        if !spend(64) {
            return Err(ValueLimit::Cancelled.into());
        }
        if board_count > MAX_PARTIAL_MOVES {
            return Err(EvaluationError::Deep);
        }
        let mut go_on = |pattern: &BitPattern, step: usize| {
            if let (Some([from, _]), Some(focus)) = (pattern.moving_piece, focus)
                && let Some(at) = focus.checked_sub(from)
                && corners_fitting_now(pattern, &board) >> at & 1 == 1
            {
                waiting.push((
                    board_after::<K, W>(pattern, &board, at),
                    stands(pattern, at),
                    pattern.orientation_index,
                    step,
                ));
            }
        };
        if step == 0 && move_pattern.repeat != Repeat::No {
            for pattern in move_pattern.steps[0]
                .iter()
                .filter(|p| move_pattern.repeat == Repeat::Turning || p.orientation_index == orientation_index)
            {
                go_on(pattern, 0);
            }
        }
        match move_pattern.steps.get(step + 1) {
            Some(next) => next.iter().for_each(|pattern| go_on(pattern, step + 1)),
            None => found.push(board),
        }
    }
    Ok(found)
}
