//! Splits a board into independent regions.
//!
//! For each cell, the set of states that it can ever have is bounded from above: by its current state and the results
//! of all pictures that fit such states. Cells with a single such state are *scenery*. For each picture that can ever
//! fit, all its cells that are not scenery are joined into one region.
//!
//! The game tree of the board is that of the sum of its regions, also under misère play. Proof by induction on play:
//! - Every picture that is played was considered here, so all its changes are in one region.
//! - Whether a picture fits depends only on that region and on scenery, which never changes.
//! - Every move changes something; this is required, and the termination proof of the rule guarantees it.
//!
//! A region in which neither player has a move never changes and is dropped.

use crate::cells::Cells;
use crate::instantiate::{CellEffect, FixedPicture, InstantiatedMovePattern, neighbour_offsets};
use crate::moves;
use crate::pattern::{HOLE, Repeat, States, UNMATCHED};
use crate::rule::PictureRule;
use grundy_lang::text;
use grundy_rules::{Components, claim_bytes, spend};
use grundy_value::CompactSort;

/// Returns the independent regions of a board as boards; some are missing if the budget is exhausted.
pub(crate) fn split(
    picture_rule: &PictureRule,
    move_patterns: &[InstantiatedMovePattern],
    board: &Cells,
) -> Components<Cells> {
    let reachable_states = reachable_states(move_patterns, board);
    let mut regions = Regions {
        joined: (0..board.cells().len()).collect(),
        reads: vec![],
        reachable_states: &reachable_states,
        board,
    };
    for move_pattern in move_patterns {
        // The moving piece connects the steps of a move, even in cells that it does not change.
        let has_several_steps = move_pattern.steps.len() > 1 || move_pattern.repeat != Repeat::No;
        for fixed in move_pattern.steps.iter().flatten() {
            if !spend(cost(fixed, board)) || !regions.fits_budget() {
                return Components::new();
            }
            for cell_index in 0..board.cells().len() {
                regions.join(fixed, cell_index, has_several_steps);
            }
        }
    }
    regions.cut(picture_rule, move_patterns)
}

/// Returns the approximate time, in nanoseconds, to try a picture at all cells.
fn cost(fixed: &FixedPicture, board: &Cells) -> u64 {
    (board.cells().len() * (16 + 8 * fixed.neighbour_conditions.len() + fixed.cells.len() / 4)) as u64
}

/// Returns an upper bound on the states that each cell can ever have.
fn reachable_states(move_patterns: &[InstantiatedMovePattern], board: &Cells) -> Vec<States> {
    let mut reachable_states: Vec<States> = board.cells().iter().map(|&state| States::one(state)).collect();
    loop {
        let mut more = false;
        for fixed in move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps).flatten() {
            if !spend(cost(fixed, board)) {
                return reachable_states;
            }
            for cell_index in 0..reachable_states.len() {
                let placement =
                    Placement::new(fixed, board, &reachable_states, cell_index).filter(Placement::is_possible);
                for (cell_index, states) in placement.map_or(vec![], |placement| placement.results()) {
                    let all = reachable_states[cell_index] | states;
                    more |= all != reachable_states[cell_index];
                    reachable_states[cell_index] = all;
                }
            }
        }
        if !more {
            return reachable_states;
        }
    }
}

/// A placement of a picture such that each of its cells can match, judged by the reachable states.
struct Placement<'a> {
    fixed: &'a FixedPicture,
    board: &'a Cells,
    reachable_states: &'a [States],
    /// The row and column at which the first cell of the picture is placed; it may be outside the board.
    origin: (i32, i32),
}

impl<'a> Placement<'a> {
    /// Places the anchor cell of the picture at a cell; `None` if some cell of the picture can never match.
    fn new(
        fixed: &'a FixedPicture,
        board: &'a Cells,
        reachable_states: &'a [States],
        cell_index: usize,
    ) -> Option<Placement<'a>> {
        if !fixed.cells[fixed.anchor].states.intersects(reachable_states[cell_index]) {
            return None;
        }
        let ((row, column), (down, right)) = (board.row_column(cell_index), fixed.cells[fixed.anchor].at);
        let placement = Placement { fixed, board, reachable_states, origin: (row - down, column - right) };
        let fits = fixed.cells.iter().all(|cell| cell.states.intersects(placement.at(cell.at)));
        let ends = fixed.edges.iter().all(|&edge| placement.at(edge).contains(HOLE));
        // Every changed cell must be on the board.
        let lies = (0..fixed.cells.len()).all(|k| fixed.stays(k) || placement.cell_index(fixed.cells[k].at).is_some());
        (fits && ends && lies).then_some(placement)
    }

    fn cell_index(&self, (down, right): (i32, i32)) -> Option<usize> {
        self.board.cell_index(self.origin.0 + down, self.origin.1 + right)
    }

    fn at(&self, vector: (i32, i32)) -> States {
        self.cell_index(vector).map_or(States::one(HOLE), |cell_index| self.reachable_states[cell_index])
    }

    /// Returns the states that cell `k` of the picture can change to.
    fn result(&self, k: usize) -> States {
        match self.fixed.after[k] {
            CellEffect::State(state) => States::one(state),
            CellEffect::Copy(from) => {
                let cell = self.fixed.cells[from];
                States(self.at(cell.at).0 & cell.states.0)
            }
        }
    }

    /// Returns the indices of the cells of the picture that can change.
    fn changing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.fixed.cells.len()).filter(|&k| !self.fixed.stays(k))
    }

    /// Returns the neighbours of the cells that can change; some neighbours may themselves be such cells.
    fn neighbours(&self, all_eight: bool) -> impl Iterator<Item = (i32, i32)> + '_ {
        self.changing().flat_map(move |k| {
            let (down, right) = self.fixed.cells[k].at;
            neighbour_offsets(all_eight).iter().map(move |(r, c)| (down + r, right + c))
        })
    }

    /// Reports whether the conditions on neighbours can ever hold at this placement.
    fn is_possible(&self) -> bool {
        self.fixed.neighbour_conditions.iter().all(|condition| {
            if condition.required {
                return self.neighbours(condition.all_eight).any(|vector| condition.states.intersects(self.at(vector)));
            }
            // The condition can never hold if a cell that certainly changes has a neighbour that the picture does not
            // change and that is always in a forbidden state.
            let surely = |&k: &usize| match self.fixed.after[k] {
                CellEffect::State(state) => !self.fixed.cells[k].states.contains(state),
                CellEffect::Copy(_) => false,
            };
            let mut forbidden = self.changing().filter(surely).flat_map(|k| {
                let (down, right) = self.fixed.cells[k].at;
                neighbour_offsets(condition.all_eight).iter().map(move |(r, c)| (down + r, right + c))
            });
            // Only scenery is considered: a region does not contain the changing cells of other regions.
            !forbidden.any(|vector| {
                let states = self.at(vector);
                states.0.is_power_of_two()
                    && condition.states.intersects(states)
                    && self.changing().all(|k| self.fixed.cells[k].at != vector)
            })
        })
    }

    /// Returns the cells that the picture can change, each with the states that this cell can get.
    fn results(&self) -> Vec<(usize, States)> {
        let changed = self.changing().filter_map(|k| Some((self.cell_index(self.fixed.cells[k].at)?, self.result(k))));
        let affected = self.fixed.neighbour_effects.iter().flat_map(|effect| {
            let vectors = self.neighbours(effect.all_eight).filter(|&vector| effect.from.intersects(self.at(vector)));
            vectors.filter_map(|vector| Some((self.cell_index(vector)?, States::one(effect.to))))
        });
        changed.chain(affected).collect()
    }
}

struct Regions<'a> {
    /// Union-find forest: each cell points to another cell of its region; the root points to itself.
    joined: Vec<usize>,
    /// Pairs (cell, scenery cell): the region of the first depends on the second.
    reads: Vec<(usize, usize)>,
    reachable_states: &'a [States],
    board: &'a Cells,
}

impl Regions<'_> {
    /// Reports whether the memory budget suffices for the search for regions.
    fn fits_budget(&self) -> bool {
        claim_bytes((self.reads.capacity() * size_of::<(usize, usize)>()) as u64, || {
            text!("the list of the regions of a board")
        })
    }

    fn root(&mut self, mut cell_index: usize) -> usize {
        while self.joined[cell_index] != cell_index {
            self.joined[cell_index] = self.joined[self.joined[cell_index]];
            cell_index = self.joined[cell_index];
        }
        cell_index
    }

    fn is_scenery(&self, cell_index: usize) -> bool {
        self.reachable_states[cell_index].0.is_power_of_two()
    }

    /// Joins the cells of a picture if it can fit at `cell_index`, and records the scenery that it tests.
    fn join(&mut self, fixed: &FixedPicture, cell_index: usize, has_several_steps: bool) {
        let (board, reachable_states) = (self.board, self.reachable_states);
        let Some(placement) = Placement::new(fixed, board, reachable_states, cell_index) else { return };
        let possible = placement.is_possible();
        let (mut joinable, mut tested_scenery) = (vec![], vec![]);
        let cells = fixed.cells.iter().map(|cell| cell.at).chain(fixed.edges.iter().copied());
        for cell_index in cells.filter_map(|at| placement.cell_index(at)) {
            let piece = has_several_steps && reachable_states[cell_index].letters() != States::NONE;
            if self.is_scenery(cell_index) && !piece {
                tested_scenery.push(cell_index)
            } else {
                joinable.push(cell_index)
            }
        }
        for condition in &fixed.neighbour_conditions {
            for cell_index in
                placement.neighbours(condition.all_eight).filter_map(|vector| placement.cell_index(vector))
            {
                if !condition.states.intersects(reachable_states[cell_index]) {
                    continue;
                }
                if self.is_scenery(cell_index) {
                    // This includes scenery whose state prevents the picture.
                    tested_scenery.push(cell_index);
                } else if possible {
                    joinable.push(cell_index);
                }
            }
        }
        if possible {
            for effect in &fixed.neighbour_effects {
                let neighbours =
                    placement.neighbours(effect.all_eight).filter_map(|vector| placement.cell_index(vector));
                joinable.extend(neighbours.filter(|&cell_index| !self.is_scenery(cell_index)));
            }
            for pair in joinable.windows(2) {
                let (a, b) = (self.root(pair[0]), self.root(pair[1]));
                self.joined[a] = b;
            }
            joinable.truncate(1);
        } else {
            // A cell may be scenery only because other scenery prevents its change, so this other scenery must stay on
            // the board.
            let covered = fixed.cells.iter().filter_map(|cell| placement.cell_index(cell.at));
            joinable.extend(covered.filter(|&cell_index| self.is_scenery(cell_index)));
        }
        for &cell_index in &joinable {
            self.reads.extend(tested_scenery.iter().map(|&scenery| (cell_index, scenery)));
        }
    }

    /// Cuts the board into its regions and returns those in which some player has a move.
    fn cut(mut self, picture_rule: &PictureRule, move_patterns: &[InstantiatedMovePattern]) -> Components<Cells> {
        let void = if picture_rule.sees_holes { UNMATCHED } else { HOLE };
        let count = self.joined.len();
        let roots: Vec<usize> = (0..count).map(|cell_index| self.root(cell_index)).collect();
        let mut reads: Vec<(usize, usize)> =
            std::mem::take(&mut self.reads).iter().map(|&(cell_index, scenery)| (roots[cell_index], scenery)).collect();
        reads.compact_sort();
        reads.dedup();
        let mut members: Vec<Vec<usize>> = vec![vec![]; count];
        let mut alive = vec![false; count];
        for cell_index in 0..count {
            members[roots[cell_index]].push(cell_index);
            alive[roots[cell_index]] |= !self.is_scenery(cell_index);
        }
        let mut components = Components::new();
        for root in (0..count).filter(|&root| alive[root]) {
            if !spend(4 * count as u64) {
                break;
            }
            let mut cells = vec![void; count];
            for &cell_index in &members[root] {
                cells[cell_index] = self.board.cells()[cell_index];
            }
            // A region gets the scenery that it depends on, directly or through other scenery.
            let mut waiting = vec![root];
            while let Some(from) = waiting.pop() {
                let at = reads.partition_point(|&(region, _)| region < from);
                for &(_, scenery) in reads[at..].iter().take_while(|(region, _)| *region == from) {
                    if cells[scenery] != self.board.cells()[scenery] {
                        cells[scenery] = self.board.cells()[scenery];
                        waiting.push(roots[scenery]);
                    }
                }
            }
            let Some(region) = Cells::new(self.board.rows(), self.board.columns(), cells) else { continue };
            if moves::any(move_patterns, &region) {
                components.push(picture_rule.cropped(region));
            }
        }
        components
    }
}
