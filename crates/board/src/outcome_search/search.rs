//! The search: who wins a position when moving first.

use super::position::{EvaluatedCells, PositionBuilder, RegionOrValue, RegionPosition};
use super::shared::SharedData;
use crate::bit_rule::BitRule;
use crate::cells::Cells;
use crate::compiled_rule::Bitboard;
use crate::evaluate::{BoardEvaluator, EvaluationError, MAX_DEPTH, boards_after};
use crate::rule::PictureRule;
use grundy_lang::text;
use grundy_rules::{
    Budget, FirstMove, FirstMoveResult, Player, SumWithValue, UnfinishedSearch, WinningFirstMoves, spend,
};
use grundy_value::{CompactSort, StopBounds, Value, ValueArena, ValueLimit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

use super::helper::{Helpers, NODES_BEFORE_HELPERS};

/// The numbers of cells up to which regions are evaluated.
///
/// The first entry is for rules with one plane, the second for rules with more planes. Two rows of eight cells must fit
/// into a strip: with fewer cells, the bounds decide much less.
const EVALUATED_CELLS: [EvaluatedCells; 2] =
    [EvaluatedCells { alone: 12, in_strips: 16 }, EvaluatedCells { alone: 8, in_strips: 12 }];
/// The maximum number of rows or columns of a strip in the bounds of each option.
const MAX_STRIP_WIDTH: u32 = 3;
/// The same in the bounds of a position whose options are searched.
const MAX_STRIP_WIDTH_WHEN_SEARCHED: u32 = 4;

/// A position after a move.
struct Child<const K: usize> {
    position: RegionPosition<K>,
    /// The index of the move at the root; 0 elsewhere.
    move_index: usize,
    /// Children with a smaller `order` are searched first.
    order: i32,
}

/// The children of a position that must be searched.
enum Children<const K: usize> {
    /// The move with this index wins; no search is needed.
    Win(usize),
    Undecided(Vec<Child<K>>),
}

/// The position that is searched: a sum of boards and a value, and the positions after the first moves.
pub struct RootPosition<const K: usize> {
    /// The boards, with flags that say which of them are negated.
    boards: Vec<(Bitboard<K>, bool)>,
    value: Value,
    /// For each player, the boards after the moves, each with the index of the board before the move.
    boards_after: [Vec<(usize, Bitboard<K>)>; 2],
    /// For each player, the values after the other moves.
    values_after: [Vec<Value>; 2],
    wants_all_moves: bool,
}

impl<const K: usize> RootPosition<K> {
    /// Returns the position with its values in another arena.
    pub fn copy_into(&self, from: &mut ValueArena, into: &mut ValueArena) -> Result<RootPosition<K>, ValueLimit> {
        let mut values_after = self.values_after.clone();
        for value in values_after.iter_mut().flatten() {
            *value = into.copy_of(*value, from)?;
        }
        Ok(RootPosition {
            boards: self.boards.clone(),
            value: into.copy_of(self.value, from)?,
            boards_after: self.boards_after.clone(),
            values_after,
            wants_all_moves: self.wants_all_moves,
        })
    }
}

/// A search for winning moves in sums of boards of one rule and a value.
pub struct OutcomeSearch<'a, const K: usize, const W: u32> {
    builder: PositionBuilder<'a, K, W>,
    shared: Arc<SharedData>,
    bit_rule: &'a BitRule,
    evaluated_cells: EvaluatedCells,
    is_helper: bool,
    nodes: u64,
    /// Whether bounds decided a position in this thread.
    uses_bounds: bool,
    /// The number of first moves of the current player that lose, and of all that must be searched.
    first_moves: [usize; 2],
    /// For each player, the indices of the first moves that are settled, and whether they win.
    settled: [Vec<(usize, bool)>; 2],
    budget: &'a Budget,
    /// The position that is searched, until helpers search it too.
    root: Option<Arc<RootPosition<K>>>,
    /// The number of positions after which the helpers start.
    nodes_before_helpers: u64,
    helpers: Helpers,
}

impl<'a, const K: usize, const W: u32> OutcomeSearch<'a, K, W> {
    /// Returns a search of boards of a rule.
    pub fn new(bit_rule: &'a BitRule, values: &'a mut ValueArena, budget: &'a Budget) -> OutcomeSearch<'a, K, W> {
        OutcomeSearch::with_evaluated_cells(
            bit_rule,
            EVALUATED_CELLS[usize::from(bit_rule.plane_count() > 1)],
            values,
            budget,
        )
    }

    /// Returns a search that evaluates regions of at most these numbers of cells.
    pub fn with_evaluated_cells(
        bit_rule: &'a BitRule,
        evaluated_cells: EvaluatedCells,
        values: &'a mut ValueArena,
        budget: &'a Budget,
    ) -> OutcomeSearch<'a, K, W> {
        let shared = Arc::new(SharedData::new(budget.bytes / 4, budget.threads()));
        OutcomeSearch {
            is_helper: false,
            ..OutcomeSearch::with_shared(bit_rule, evaluated_cells, values, shared, budget)
        }
    }

    /// Returns the search with helpers that start after this number of positions.
    #[must_use]
    pub fn with_helpers_after(mut self, nodes: u64) -> Self {
        self.nodes_before_helpers = nodes;
        self
    }

    /// Returns a helper of the search that has these shared data.
    pub(super) fn with_shared(
        bit_rule: &'a BitRule,
        evaluated_cells: EvaluatedCells,
        values: &'a mut ValueArena,
        shared: Arc<SharedData>,
        budget: &'a Budget,
    ) -> OutcomeSearch<'a, K, W> {
        let builder = PositionBuilder::new(BoardEvaluator::new(bit_rule, values, budget), evaluated_cells);
        OutcomeSearch {
            builder,
            nodes_before_helpers: NODES_BEFORE_HELPERS,
            helpers: Helpers::new(Arc::clone(&shared)),
            shared,
            bit_rule,
            evaluated_cells,
            is_helper: true,
            root: None,
            nodes: 0,
            uses_bounds: false,
            first_moves: [0; 2],
            settled: [vec![], vec![]],
            budget,
        }
    }

    /// Returns one winning first move for each player, or all of them, as the boards after the moves.
    ///
    /// Returns `None` if play is too deep.
    ///
    /// # Errors
    /// If the budget runs out, the first moves that were settled before.
    pub fn winning_first_moves(
        mut self,
        picture_rule: &PictureRule,
        bit_rule: &BitRule,
        sum: &SumWithValue<Cells>,
        wants_all_moves: bool,
    ) -> Option<FirstMoveResult<Cells>> {
        let boards = sum.components.iter().map(|(board, is_negated)| (bit_rule.board::<K, W>(board), *is_negated));
        let mut root = RootPosition {
            boards: boards.collect(),
            value: sum.value,
            boards_after: [vec![], vec![]],
            values_after: sum.values_after.clone(),
            wants_all_moves,
        };
        let mut first_moves = [vec![], vec![]];
        for (player, first_moves) in first_moves.iter_mut().enumerate() {
            for (k, (board, is_negated)) in sum.components.iter().enumerate() {
                // The moves of Left in the negative of a board are those of Right on the board.
                let by = if *is_negated { 1 - player } else { player };
                for board_after in picture_rule.moves(board, Player(by as u8)) {
                    root.boards_after[player].push((k, bit_rule.board::<K, W>(&board_after)));
                    first_moves.push(FirstMove::InComponent(k, board_after));
                }
                // An exhausted budget cuts the list of moves short.
                if !spend(0) {
                    return Some(Err(ValueLimit::Cancelled.into()));
                }
            }
            first_moves.extend((0..sum.values_after[player].len()).map(FirstMove::InRest));
        }
        let root = Arc::new(root);
        self.root = Some(Arc::clone(&root));
        let winning = self.load().and_then(|()| self.winning_moves(&root));
        drop(std::mem::replace(&mut self.helpers, Helpers::new(Arc::clone(&self.shared))));
        let nodes = self.nodes + self.builder.engine.nodes;
        if let Some(records) = self.budget.records_at_end(nodes, winning.is_ok(), self.shared.saved_bytes()) {
            self.shared.save(records, &self.name());
        }
        let winning = match winning {
            Ok(winning) => winning,
            Err(EvaluationError::Deep) => return None,
            Err(EvaluationError::Limit(limit)) => {
                let settled = [0, 1].map(|player| {
                    let settled = self.settled[player].iter();
                    settled.map(|&(k, wins)| (first_moves[player][k].clone(), wins)).collect()
                });
                return Some(Err(UnfinishedSearch { limit, settled }));
            }
        };
        let (helper_nodes, uses_bounds) = self.shared.work();
        let nodes = self.nodes + self.builder.engine.nodes + helper_nodes;
        let moves = [0, 1].map(|player| winning[player].iter().map(|&k| first_moves[player][k].clone()).collect());
        Some(Ok(WinningFirstMoves {
            moves,
            are_all: wants_all_moves,
            nodes,
            uses_values: true,
            uses_bounds,
            uses_cuts: uses_bounds && self.builder.has_cuts,
        }))
    }

    /// Returns the name of the search in its records: what the keys of the table depend on.
    fn name(&self) -> String {
        let EvaluatedCells { alone, in_strips } = self.evaluated_cells;
        let rule = self.bit_rule.record_name();
        format!("outcomes of sums, values to {alone} and {in_strips} cells, {K} planes, {rule}")
    }

    /// Stores the results of an earlier search in the table.
    fn load(&self) -> Result<(), EvaluationError> {
        match &self.budget.records {
            Some(records) => Ok(self.shared.load(&**records, &self.name(), self.budget)?),
            None => Ok(()),
        }
    }

    /// Searches the position of another search, whose results fill the common table.
    pub(super) fn help(mut self, root: &RootPosition<K>) {
        // If a limit is reached, the other search goes on alone.
        drop(self.winning_moves(root));
        self.shared.add_helper_nodes(self.nodes + self.builder.engine.nodes);
    }

    /// Returns the indices of the winning first moves of each player: one or all of them.
    fn winning_moves(&mut self, root: &RootPosition<K>) -> Result<[Vec<usize>; 2], EvaluationError> {
        let mut winning = [vec![], vec![]];
        for (player, found) in winning.iter_mut().enumerate() {
            let mut after = vec![];
            let mut rest = None;
            for &(k, board) in &root.boards_after[player] {
                if rest.as_ref().is_none_or(|&(of, _)| of != k) {
                    let mut position = self.builder.position(&root.boards, Some(k))?;
                    self.builder.add_value(&mut position, root.value)?;
                    rest = Some((k, position));
                }
                let Some((_, mut position)) = rest.clone() else { continue };
                self.builder.add_board(&mut position, &board, root.boards[k].1)?;
                after.push((position, after.len()));
            }
            let rest = self.builder.position(&root.boards, None)?;
            for &value in &root.values_after[player] {
                let mut position = rest.clone();
                self.builder.add_value(&mut position, value)?;
                after.push((position, after.len()));
            }
            *found = match root.wants_all_moves {
                true => self.all_winning_moves(after, player)?,
                false => self.winning_move(after, player)?.into_iter().collect(),
            };
        }
        Ok(winning)
    }

    /// Returns the index of a first move that wins for `player`.
    ///
    /// `after` contains the positions after the moves, with their indices.
    fn winning_move(
        &mut self,
        after: Vec<(RegionPosition<K>, usize)>,
        player: usize,
    ) -> Result<Option<usize>, EvaluationError> {
        let mut children = Children::Undecided(vec![]);
        self.add_children(&mut children, &mut FxHashSet::default(), after, player, false)?;
        match children {
            Children::Win(move_index) => Ok(Some(move_index)),
            Children::Undecided(children) => {
                self.first_moves = [0, children.len()];
                self.winning_child(children, player, 0)
            }
        }
    }

    /// Returns the indices of all moves that win for `player`, in their order.
    fn all_winning_moves(
        &mut self,
        after: Vec<(RegionPosition<K>, usize)>,
        player: usize,
    ) -> Result<Vec<usize>, EvaluationError> {
        let mut known: FxHashMap<u128, bool> = FxHashMap::default();
        let (mut winning, all) = (vec![], after.len());
        for (k, (position, move_index)) in after.into_iter().enumerate() {
            let key = position.hash[1 - player];
            let wins = match known.get(&key) {
                Some(&wins) => wins,
                None => {
                    self.first_moves = [k - winning.len(), all];
                    let mut child = Children::Undecided(vec![]);
                    self.add_children(
                        &mut child,
                        &mut FxHashSet::default(),
                        vec![(position, move_index)],
                        player,
                        false,
                    )?;
                    let wins = match child {
                        Children::Win(_) => true,
                        Children::Undecided(child) => self.winning_child(child, player, 0)?.is_some(),
                    };
                    known.insert(key, wins);
                    wins
                }
            };
            if wins {
                winning.push(move_index);
            }
        }
        Ok(winning)
    }

    /// Returns the index of a move that wins for `player`; `None` if no child wins.
    fn winning_child(
        &mut self,
        mut children: Vec<Child<K>>,
        player: usize,
        depth: u32,
    ) -> Result<Option<usize>, EvaluationError> {
        children.compact_sort_by_key(|child| child.order);
        for child in children {
            let wins = !self.wins(&child.position, 1 - player, depth + 1)?;
            if depth == 0 {
                self.settled[player].push((child.move_index, wins));
            }
            if wins {
                return Ok(Some(child.move_index));
            }
            self.first_moves[0] += usize::from(depth == 0);
        }
        Ok(None)
    }

    /// Returns whether some child wins for `player`, if other threads search too.
    ///
    /// Children that another thread searches come last. `key` is the key of the position.
    fn has_winning_child(
        &mut self,
        mut children: Vec<Child<K>>,
        key: u128,
        player: usize,
        depth: u32,
    ) -> Result<bool, EvaluationError> {
        children.compact_sort_by_key(|child| child.order);
        let mut deferred = vec![];
        for (k, child) in children.into_iter().enumerate() {
            if k > 0
                && let Some(wins) = self.shared.get(key)
            {
                return Ok(wins);
            }
            let child_key = child.position.hash[1 - player];
            if k > 0 && self.shared.is_searched(child_key) {
                deferred.push(child);
                continue;
            }
            self.shared.enter(child_key);
            let wins = self.wins(&child.position, 1 - player, depth + 1);
            self.shared.leave(child_key);
            if !wins? {
                return Ok(true);
            }
        }
        for child in deferred {
            if let Some(wins) = self.shared.get(key) {
                return Ok(wins);
            }
            if !self.wins(&child.position, 1 - player, depth + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the player to move wins, if the position is a value of temperature at most 0.
    fn decided_by_value(
        &mut self,
        position: &RegionPosition<K>,
        player: usize,
    ) -> Result<Option<bool>, EvaluationError> {
        if !position.items.is_empty() {
            return Ok(None);
        }
        let values = &mut *self.builder.engine.values;
        let loses = match player {
            0 => values.le(position.numberish, Value::ZERO)?,
            _ => values.le(Value::ZERO, position.numberish)?,
        };
        Ok(Some(!loses))
    }

    /// Returns whether the player to move wins, if these bounds decide it.
    fn decided_by_bounds(&mut self, bounds: &[StopBounds; 2], player: usize) -> Option<bool> {
        // The bounds of Right are those of the negative, in which Right plays as Left. The bounds of regions without
        // cuts are unknown, and so are those of sums with such regions.
        let wins = match () {
            () if bounds[player].left_wins_moving_first() => true,
            () if bounds[1 - player].left_wins_moving_second() => false,
            () => return None,
        };
        if !self.uses_bounds {
            self.uses_bounds = true;
            self.shared.set_uses_bounds();
        }
        Some(wins)
    }

    /// Reports whether the player to move wins a position that values do not decide.
    fn wins(&mut self, position: &RegionPosition<K>, player: usize, depth: u32) -> Result<bool, EvaluationError> {
        let key = position.hash[player];
        if let Some(wins) = self.shared.get(key) {
            return Ok(wins);
        }
        let before = self.nodes;
        self.count_node(depth)?;
        let wins = match self.decided_when_entered(position, player)? {
            Some(wins) => wins,
            None => match self.children(position, player)? {
                Children::Win(_) => true,
                Children::Undecided(children) if self.shared.has_helpers() => {
                    self.has_winning_child(children, key, player, depth)?
                }
                Children::Undecided(children) => self.winning_child(children, player, depth)?.is_some(),
            },
        };
        self.shared.put(key, wins, self.nodes - before)?;
        Ok(wins)
    }

    /// Counts a position, checks the limits, and reports progress.
    fn count_node(&mut self, depth: u32) -> Result<(), EvaluationError> {
        if depth == MAX_DEPTH {
            return Err(EvaluationError::Deep);
        }
        self.nodes += 1;
        if self.nodes + self.builder.engine.nodes > self.budget.nodes {
            return Err(ValueLimit::Steps.into());
        }
        if !spend(64 * self.builder.engine.rule.patterns.len() as u64) {
            return Err(ValueLimit::Cancelled.into());
        }
        if self.nodes >= self.nodes_before_helpers
            && let Some(root) = self.root.take()
        {
            self.start_helpers(&root);
        }
        if self.nodes.is_multiple_of(256) {
            if self.budget.check().is_err() {
                return Err(ValueLimit::Cancelled.into());
            }
            if let Some(records) = self.budget.records_due().filter(|_| !self.is_helper) {
                self.shared.save(records, &self.name());
            }
            if let Some(progress) = &self.budget.progress {
                let [lost, all] = self.first_moves;
                progress.report(&text!("positions, {lost} of {all} first moves lose", lost, all), self.nodes, None);
            }
            if self.is_helper && self.shared.is_done() {
                return Err(ValueLimit::Cancelled.into());
            }
            if self.builder.bytes() > self.budget.bytes / 8 {
                self.builder.clear();
            }
        }
        Ok(())
    }

    /// Starts the helpers that the budget allows. A browser has one thread.
    fn start_helpers(&mut self, root: &RootPosition<K>) {
        if cfg!(not(target_family = "wasm")) {
            let values = &mut *self.builder.engine.values;
            self.helpers.start::<K, W>(self.bit_rule, root, self.evaluated_cells, values, self.budget);
        }
    }

    /// Decides a position by bounds from wider strips than those of its parent's children.
    fn decided_when_entered(
        &mut self,
        position: &RegionPosition<K>,
        player: usize,
    ) -> Result<Option<bool>, EvaluationError> {
        if !self.builder.has_cuts {
            return Ok(None);
        }
        let mut entered = position.clone();
        for item in &mut entered.items {
            if let RegionOrValue::Region(..) = item.component {
                item.bounds = None;
            }
        }
        let bounds = self.builder.bounds(&mut entered, MAX_STRIP_WIDTH_WHEN_SEARCHED)?;
        Ok(self.decided_by_bounds(&bounds, player))
    }

    /// Returns the positions after the moves of a player that neither lose at once nor repeat another one.
    fn children(&mut self, position: &RegionPosition<K>, player: usize) -> Result<Children<K>, EvaluationError> {
        let mut children = Children::Undecided(vec![]);
        let mut seen = FxHashSet::default();
        for k in 0..position.items.len() {
            let item = position.items[k];
            // Moves in equal components lead to equal positions.
            if position.items[..k].iter().any(|other| other.hash == item.hash) {
                continue;
            }
            let mut rest = position.clone();
            self.builder.remove(&mut rest, k);
            let mut after = vec![];
            match item.component {
                RegionOrValue::Value(value) => {
                    for option in self.options(value, player)? {
                        let mut position = rest.clone();
                        self.builder.add_value(&mut position, option)?;
                        after.push((position, 0));
                    }
                }
                RegionOrValue::Region(region, is_negated) => {
                    // The moves of Left in the negative of a region are those of Right in the region.
                    let by = if is_negated { 1 - player } else { player };
                    let all = self.builder.engine.rule.move_patterns;
                    for move_pattern in all.iter().filter(|move_pattern| move_pattern.players[by]) {
                        for board in boards_after::<K, W>(move_pattern, &region)? {
                            let mut position = rest.clone();
                            self.builder.add_board(&mut position, &board, is_negated)?;
                            after.push((position, 0));
                        }
                    }
                }
            }
            self.add_children(&mut children, &mut seen, after, player, true)?;
            if matches!(children, Children::Win(_)) {
                return Ok(children);
            }
        }
        // A move in a number is never better than all moves elsewhere, unless everything else equals a number. So such
        // moves come last.
        let mut after = vec![];
        for option in self.options(position.numberish, player)? {
            let mut position = position.clone();
            self.builder.set_numberish(&mut position, Value::ZERO)?;
            self.builder.add_value(&mut position, option)?;
            after.push((position, 0));
        }
        let is_number = self.builder.engine.values.number_of(position.numberish).is_some();
        let from = if let Children::Undecided(children) = &children { children.len() } else { 0 };
        self.add_children(&mut children, &mut seen, after, player, true)?;
        if let (true, Children::Undecided(children)) = (is_number, &mut children) {
            children[from..].iter_mut().for_each(|child| child.order = i32::MAX);
        }
        Ok(children)
    }

    /// Returns the options of a player in a value.
    fn options(&mut self, value: Value, player: usize) -> Result<Vec<Value>, ValueLimit> {
        match player {
            0 => self.builder.engine.values.left_options(value),
            _ => self.builder.engine.values.right_options(value),
        }
    }

    /// Adds positions after moves of `player` to the children, unless they are decided.
    ///
    /// Values and bounds decide positions, and so does the table if `uses_table` is true. It is false for the first
    /// moves: so the winning move that is found depends neither on other searches nor on the number of threads.
    fn add_children(
        &mut self,
        children: &mut Children<K>,
        seen: &mut FxHashSet<u128>,
        after: Vec<(RegionPosition<K>, usize)>,
        player: usize,
        uses_table: bool,
    ) -> Result<(), EvaluationError> {
        let Children::Undecided(list) = children else { return Ok(()) };
        let opponent = 1 - player;
        let mut fresh = vec![];
        for (position, move_index) in after {
            if !seen.insert(position.hash[opponent]) {
                continue;
            }
            let mut known = self.decided_by_value(&position, opponent)?;
            if known.is_none() && uses_table {
                known = self.shared.get(position.hash[opponent]);
            }
            if let (Some(opponent_wins), false) = (known, uses_table) {
                self.settled[player].push((move_index, !opponent_wins));
            }
            match known {
                Some(true) => {}
                Some(false) => {
                    *children = Children::Win(move_index);
                    return Ok(());
                }
                None => {
                    let order = self.order_by_mobility(&position, player)?;
                    fresh.push(Child { position, move_index, order });
                }
            }
        }
        // Bounds take most of the time, and none are needed after a child that they decide as a win.
        fresh.compact_sort_by_key(|child| child.order);
        for mut child in fresh {
            let bounds = self.builder.bounds(&mut child.position, MAX_STRIP_WIDTH)?;
            let decided = self.decided_by_bounds(&bounds, opponent);
            if let (Some(opponent_wins), false) = (decided, uses_table) {
                self.settled[player].push((child.move_index, !opponent_wins));
            }
            match decided {
                Some(true) => {}
                Some(false) => {
                    *children = Children::Win(child.move_index);
                    return Ok(());
                }
                None => {
                    if self.builder.has_cuts {
                        child.order += 10 * order_by_mean(&bounds, player);
                    }
                    list.push(child);
                }
            }
        }
        Ok(())
    }

    /// Returns a number that is small for positions in which `player`, who moved to them, has more moves.
    fn order_by_mobility(&mut self, position: &RegionPosition<K>, player: usize) -> Result<i32, EvaluationError> {
        let opponent = 1 - player;
        let numberish = self.builder.value_data(position.numberish)?.mobility;
        let mobility =
            |player: usize| numberish[player] + position.items.iter().map(|item| item.mobility[player]).sum::<i32>();
        if self.builder.has_cuts {
            return Ok(96 * (mobility(opponent) - mobility(player)));
        }
        // Few replies, in regions of about the same size.
        let squares: i32 = position.items.iter().map(|item| item.size * item.size).sum();
        Ok(8 * mobility(opponent) + squares / 8)
    }
}

/// Returns a number that is small for positions whose bounds are good for `player`.
fn order_by_mean(bounds: &[StopBounds; 2], player: usize) -> i32 {
    let [own, other] = [player, 1 - player].map(|player| match bounds[player].mean() {
        i16::MIN => 0,
        mean => i32::from(mean),
    });
    other - own
}
