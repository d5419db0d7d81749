//! Instantiates pictures for boards of a given size: fixes their directions and the lengths of runs.

use crate::cells::Cells;
use crate::pattern::{
    CellSymbol, HOLE, MovePattern, NeighbourCondition, NeighbourEffect, Orientation, PictureStep, Repeat, RowItem,
    States,
};
use crate::rule_parser::outside_runs;
use grundy_rules::spend;

/// A cell of a picture: its offset (rows down, columns right) from the first cell, and its states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PatternCell {
    pub at: (i32, i32),
    pub states: States,
}

/// The effect of a move on one cell: its new state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellEffect {
    State(u8),
    /// The state that the cell with this index in [`FixedPicture::cells`] had.
    Copy(usize),
}

/// A picture in one direction with fixed lengths of its runs.
#[derive(Clone, Debug)]
pub(crate) struct FixedPicture {
    /// The cells that the picture changes or tests, in the order in which they are drawn.
    pub cells: Vec<PatternCell>,
    /// The new states of these cells; there are fewer of them than `cells` if cells vanish.
    pub after: Vec<CellEffect>,
    /// The offsets at which the row must end: a hole or a cell outside the board must be there.
    pub edges: Vec<(i32, i32)>,
    /// The index of the direction among the directions of its step.
    pub orientation_index: usize,
    /// The indices in `cells` that the moving piece leaves and reaches; `None` if none are needed.
    pub moving_piece: Option<[usize; 2]>,
    /// The index of a cell of `cells` that is on the board wherever the picture fits.
    pub anchor: usize,
    pub neighbour_conditions: Vec<NeighbourCondition>,
    pub neighbour_effects: Vec<NeighbourEffect>,
    pub shrinks: bool,
}

/// A [`MovePattern`] instantiated for all directions and lengths of runs, with one list for each step.
#[derive(Debug)]
pub(crate) struct InstantiatedMovePattern {
    pub players: [bool; 2],
    pub repeat: Repeat,
    pub steps: Vec<Vec<FixedPicture>>,
}

impl InstantiatedMovePattern {
    /// Instantiates a move pattern for boards of at most `max_side` rows and at most `max_side` columns.
    ///
    /// Returns `None` if the budget is exhausted.
    pub fn new(move_pattern: &MovePattern, max_side: usize) -> Option<InstantiatedMovePattern> {
        let steps: Option<Vec<_>> = move_pattern.steps.iter().map(|step| instantiate_step(step, max_side)).collect();
        Some(InstantiatedMovePattern { players: move_pattern.players, repeat: move_pattern.repeat, steps: steps? })
    }
}

/// The approximate number of bytes for each cell of an instantiated picture, with its effect.
pub(crate) const CELL_BYTES: u64 = (size_of::<PatternCell>() + size_of::<CellEffect>()) as u64;

fn instantiate_step(step: &PictureStep, max_side: usize) -> Option<Vec<FixedPicture>> {
    let mut all = vec![];
    for (orientation_index, &orientation) in step.orientations.iter().enumerate() {
        if step.before.len() > 1 {
            all.extend(instantiate_rows(step, orientation_index, orientation, max_side));
            continue;
        }
        let runs: Vec<bool> = step.before[0]
            .iter()
            .filter_map(|item| if let RowItem::Run(_, nonempty) = item { Some(*nonempty) } else { None })
            .collect();
        let cells = step.before[0].iter().filter(|item| needs_cell(item)).count();
        // A diagonal can be shorter than `max_side`; pictures that are too long for a diagonal simply never fit on it.
        let Some(free_length) = max_side.checked_sub(cells) else { continue };
        let mut lengths: Vec<usize> = runs.iter().map(|&nonempty| usize::from(nonempty)).collect();
        loop {
            if !spend(32 * (cells + max_side) as u64) {
                return None;
            }
            if lengths.iter().sum::<usize>() <= free_length {
                all.extend(instantiate_row(step, orientation_index, orientation, &lengths));
            }
            // Advance to the next combination of lengths, like an odometer.
            let Some(next) = lengths.iter().position(|&length| length < free_length) else { break };
            lengths[next] += 1;
            for (length, &nonempty) in lengths.iter_mut().zip(&runs).take(next) {
                *length = usize::from(nonempty);
            }
        }
    }
    Some(all)
}

/// Reports whether an item must be on the board; holes may be outside.
fn needs_cell(item: &RowItem) -> bool {
    matches!(item, RowItem::Cell(symbol) if *symbol != CellSymbol::One(HOLE))
}

/// Instantiates a step whose picture has several rows, and no runs.
///
/// Returns `None` if the picture fits on no board.
fn instantiate_rows(
    step: &PictureStep,
    orientation_index: usize,
    orientation: Orientation,
    max_side: usize,
) -> Option<FixedPicture> {
    let rows = step.before.iter().filter(|row| row.iter().any(needs_cell)).count();
    let column_needs_cell = |column: usize| step.before.iter().any(|row| needs_cell(&row[column]));
    if rows.max((0..step.before[0].len()).filter(|&column| column_needs_cell(column)).count()) > max_side {
        return None;
    }
    let (mut cells, mut after, mut sets) = (vec![], vec![], vec![]);
    let mut sets_used = 0;
    for (row, (left, right)) in step.before.iter().zip(&step.after).enumerate() {
        for (column, pair) in left.iter().zip(right).enumerate() {
            let (RowItem::Cell(before), RowItem::Cell(becomes)) = pair else { continue };
            if matches!(before, CellSymbol::AnyOf(_)) {
                sets.push(cells.len());
            }
            cells.push(PatternCell { at: orientation.offset(row as i32, column as i32), states: before.states() });
            after.push(*becomes);
        }
    }
    let after = after.into_iter().enumerate().map(|(cell, becomes)| match becomes {
        CellSymbol::One(state) => CellEffect::State(state),
        CellSymbol::Any => CellEffect::Copy(cell),
        CellSymbol::AnyOf(_) => {
            sets_used += 1;
            CellEffect::Copy(sets.get(sets_used - 1).copied().unwrap_or(cell))
        }
    });
    let after = after.collect();
    with_conditions(
        step,
        FixedPicture {
            cells,
            after,
            edges: vec![],
            orientation_index,
            moving_piece: step.moving_piece,
            anchor: 0,
            neighbour_conditions: vec![],
            neighbour_effects: vec![],
            shrinks: false,
        },
    )
}

/// Instantiates a step whose picture has one row, with these lengths of its runs.
///
/// Returns `None` if the picture fits on no board.
fn instantiate_row(
    step: &PictureStep,
    orientation_index: usize,
    orientation: Orientation,
    lengths: &[usize],
) -> Option<FixedPicture> {
    let (left, right) = (&step.before[0], &step.after[0]);
    let (mut cells, mut edges, mut sets, mut groups): (Vec<PatternCell>, Vec<_>, Vec<usize>, Vec<Vec<usize>>) =
        (vec![], vec![], vec![], vec![]);
    // `runs` holds (start, length) of each run outside groups; `starts` holds the start of each cell or run.
    let (mut runs, mut starts, mut in_group, mut run) = (vec![], vec![], false, 0);
    for item in left {
        let (symbol, count) = match item {
            RowItem::Cell(symbol) => (*symbol, 1),
            RowItem::Run(symbol, _) => {
                run += 1;
                (*symbol, lengths[run - 1])
            }
            RowItem::Edge => {
                // An edge at the start is one step before the first cell.
                edges.push(orientation.offset(0, if starts.is_empty() { -1 } else { cells.len() as i32 }));
                continue;
            }
            RowItem::GroupStart => {
                in_group = true;
                groups.push(vec![]);
                continue;
            }
            RowItem::GroupEnd => {
                in_group = false;
                continue;
            }
            RowItem::Group(_) => continue,
        };
        starts.push(cells.len());
        match item {
            RowItem::Run(..) if !in_group => runs.push((cells.len(), count)),
            RowItem::Cell(CellSymbol::AnyOf(_)) if !in_group => sets.push(cells.len()),
            _ => {}
        }
        for _ in 0..count {
            if let (true, Some(group)) = (in_group, groups.last_mut()) {
                group.push(cells.len());
            }
            cells.push(PatternCell { at: orientation.offset(0, cells.len() as i32), states: symbol.states() });
        }
    }
    debug_assert_eq!(outside_runs(left).len(), runs.len());
    let (mut after, mut at_run, mut at_set, mut after_starts) = (vec![], 0, 0, vec![]);
    for item in right {
        if matches!(item, RowItem::Cell(_) | RowItem::Run(..)) {
            after_starts.push(after.len());
        }
        match *item {
            RowItem::Cell(CellSymbol::One(state)) => after.push(CellEffect::State(state)),
            RowItem::Cell(CellSymbol::Any) => after.push(CellEffect::Copy(after.len())),
            RowItem::Cell(CellSymbol::AnyOf(_)) => {
                after.push(CellEffect::Copy(sets[at_set]));
                at_set += 1;
            }
            RowItem::Run(symbol, _) => {
                let (start, count) = runs[at_run];
                at_run += 1;
                match symbol {
                    CellSymbol::One(state) => after.extend((0..count).map(|_| CellEffect::State(state))),
                    _ => after.extend((start..start + count).map(CellEffect::Copy)),
                }
            }
            RowItem::Group(group) => {
                after.extend(groups[usize::from(group)].iter().map(|&cell| CellEffect::Copy(cell)))
            }
            RowItem::Edge | RowItem::GroupStart | RowItem::GroupEnd => {}
        }
    }
    let moving_piece = step.moving_piece.map(|[from, to]| [starts[from], after_starts[to]]);
    with_conditions(
        step,
        FixedPicture {
            cells,
            after,
            edges,
            orientation_index,
            moving_piece,
            anchor: 0,
            neighbour_conditions: vec![],
            neighbour_effects: vec![],
            shrinks: step.shrinks,
        },
    )
}

/// Adds the conditions of the step to a picture; `None` if none of its cells must be on the board.
fn with_conditions(step: &PictureStep, fixed: FixedPicture) -> Option<FixedPicture> {
    let anchor = (0..fixed.cells.len()).find(|&cell| !fixed.may_be_outside(cell))?;
    let (neighbour_conditions, neighbour_effects) = (step.neighbour_conditions.clone(), step.neighbour_effects.clone());
    Some(FixedPicture { anchor, neighbour_conditions, neighbour_effects, ..fixed })
}

const NEIGHBOUR_OFFSETS: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Returns the vectors (rows down, columns right) to the four neighbours, or to all eight.
pub(crate) fn neighbour_offsets(all_eight: bool) -> &'static [(i32, i32)] {
    if all_eight { &NEIGHBOUR_OFFSETS } else { &NEIGHBOUR_OFFSETS[..4] }
}

impl FixedPicture {
    /// Reports whether a cell of the picture is a hole that stays, so that it may be outside the board.
    pub fn may_be_outside(&self, cell: usize) -> bool {
        let stays = match self.after.get(cell) {
            Some(CellEffect::State(state)) => *state == HOLE,
            Some(CellEffect::Copy(from)) => *from == cell,
            None => false,
        };
        self.cells[cell].states == States::one(HOLE) && stays && !self.shrinks
    }

    /// Reports whether the picture never changes this cell, whatever the state of the cell is.
    pub fn stays(&self, cell: usize) -> bool {
        match self.after.get(cell) {
            Some(CellEffect::State(state)) => self.cells[cell].states == States::one(*state),
            Some(CellEffect::Copy(from)) => *from == cell,
            None => false,
        }
    }

    /// Plays the picture with its cell `anchor` at this row and column of the board.
    ///
    /// Returns the new board and the index of the cell where the moving piece is then. Returns `None` if the picture
    /// does not fit or changes nothing.
    pub fn play(&self, board: &Cells, anchor: usize, (row, column): (i32, i32)) -> Option<(Cells, Option<usize>)> {
        let (down, right) = self.cells[anchor].at;
        let origin = (row - down, column - right);
        let lies = |(down, right): (i32, i32)| (origin.0 + down, origin.1 + right);
        let state = |at: (i32, i32)| {
            let (row, column) = lies(at);
            board.at(row, column)
        };
        if !self.cells.iter().all(|cell| cell.states.contains(state(cell.at))) {
            return None;
        }
        if !self.edges.iter().all(|&edge| state(edge) == HOLE) {
            return None;
        }
        let becomes = |cell: usize| match self.after[cell] {
            CellEffect::State(state) => state,
            CellEffect::Copy(from) => state(self.cells[from].at),
        };
        if self.shrinks {
            let last = self.cells.last().map_or((0, 0), |cell| cell.at);
            let (first, last) =
                (board.cell_index(origin.0, origin.1)?, board.cell_index(origin.0 + last.0, origin.1 + last.1)?);
            let row = board.cells();
            let mut new: Vec<u8> = (0..self.after.len()).map(becomes).collect();
            // A picture that `mirror` reversed extends to the left from its first cell.
            if last < first {
                new.reverse();
            }
            let cells = [&row[..first.min(last)], &new, &row[first.max(last) + 1..]].concat();
            let after = Cells::new(1, cells.len() as u16, cells)?;
            return (after != *board).then_some((after, None));
        }
        // The indices and new states of the cells that change.
        let mut changes: smallvec::SmallVec<[(usize, u8); 8]> = smallvec::SmallVec::new();
        for (index, cell) in self.cells.iter().enumerate() {
            let new = becomes(index);
            if new != state(cell.at) {
                let (row, column) = lies(cell.at);
                changes.push((board.cell_index(row, column)?, new));
            }
        }
        if changes.is_empty() {
            return None;
        }
        let mut also = vec![];
        if !self.neighbour_conditions.is_empty() || !self.neighbour_effects.is_empty() {
            let changed = changes.clone();
            let neighbours = |all_eight: bool| {
                let changed = &changed;
                changed.iter().flat_map(move |&(cell_index, _)| {
                    let (row, column) = board.row_column(cell_index);
                    let all =
                        neighbour_offsets(all_eight).iter().map(move |(down, right)| (row + down, column + right));
                    all.filter(move |&(row, column)| {
                        board
                            .cell_index(row, column)
                            .is_none_or(|cell_index| changed.iter().all(|(other, _)| *other != cell_index))
                    })
                })
            };
            for condition in &self.neighbour_conditions {
                let found = neighbours(condition.all_eight)
                    .any(|(row, column)| condition.states.contains(board.at(row, column)));
                if found != condition.required {
                    return None;
                }
            }
            for effect in &self.neighbour_effects {
                for (row, column) in neighbours(effect.all_eight) {
                    if let Some(cell_index) = board.cell_index(row, column)
                        && effect.from.contains(board.cells()[cell_index])
                    {
                        also.push((cell_index, effect.to));
                    }
                }
            }
        }
        let mut after = board.clone();
        for &(cell_index, state) in changes.iter().chain(&also) {
            after.cells_mut()[cell_index] = state;
        }
        let focus = self.moving_piece.and_then(|[_, to]| {
            let (row, column) = lies(self.cells[to].at);
            board.cell_index(row, column)
        });
        Some((after, focus))
    }
}
