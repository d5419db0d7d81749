//! Compiles rules with few states, on small boards, to shifts and masks of bits.
//!
//! Each state that the cells of a picture name has a *plane*, a set with one bit for each cell of the board.
//! The planes of the cells of a picture are shifted to its first corner. The picture fits at the bits that
//! all shifted planes have in common. States that no picture names are equivalent to holes. States that only
//! `near` names never change and need no plane of their own. Instead, a *neighbour plane* marks the neighbours of
//! the cells with these states.

use crate::bits::neighbours;
use crate::cells::Cells;
use crate::compiled_rule::Bitboard;
use crate::instantiate::{CellEffect, FixedPicture};
use crate::pattern::{GridSymmetry, Repeat, States};
use crate::rule::PictureRule;
use grundy_lang::text;
use grundy_rules::{claim_bytes, spend};
use grundy_value::CompactSort;
use smallvec::SmallVec;

/// A picture with a fixed direction and fixed states, as a pattern of bits.
#[derive(Clone, Debug)]
pub struct BitPattern {
    /// The cells of the board at which the first corner of the picture can be.
    pub(crate) valid: u64,
    /// The cells of the picture, sorted: (offset from the corner, plane).
    pub(crate) cells: SmallVec<[(u32, u8); 4]>,
    /// The changes: (offset from the corner, old plane, new plane or `None` if the new state has none).
    pub(crate) changes: SmallVec<[(u32, u8, Option<u8>); 4]>,
    /// The conditions on neighbours: (neighbour plane, `true` if its bit must be 1, otherwise 0).
    pub(crate) plane_conditions: SmallVec<[(u8, bool); 2]>,
    /// The neighbour planes that mark the neighbours of the new piece.
    ///
    /// The flag is `true` if all eight neighbours are marked instead of four.
    pub(crate) marked_planes: SmallVec<[(u8, bool); 2]>,
    /// The changes of the neighbours of the corner.
    pub(crate) neighbour_changes: SmallVec<[NeighbourChange; 1]>,
    pub(crate) orientation_index: usize,
    /// The offsets of the moving piece from the corner before and after; `None` if not needed.
    pub(crate) moving_piece: Option<[u32; 2]>,
}

/// A change of the neighbours of the corner of a picture that are in the plane `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NeighbourChange {
    pub from: u8,
    /// The new plane; `None` if the new state has none.
    pub to: Option<u8>,
    pub all_eight: bool,
}

/// A [`MovePattern`](crate::pattern::MovePattern) as bit patterns, one list for each of its steps.
#[derive(Clone, Debug)]
pub(crate) struct BitMovePattern {
    pub players: [bool; 2],
    pub repeat: Repeat,
    pub steps: Vec<Vec<BitPattern>>,
}

/// A plane of the cells that have a neighbour with one of these states, among all eight or only four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NeighbourPlane {
    states: States,
    all_eight: bool,
}

/// A rule as bit patterns, for boards of a given size.
#[derive(Clone, Debug)]
pub struct BitRule {
    pub(crate) move_patterns: Vec<BitMovePattern>,
    /// The states of the first planes, in order; the neighbour planes follow.
    states: Vec<u8>,
    neighbour_planes: Vec<NeighbourPlane>,
    /// The symmetries: each with the new index of each plane, and whether Left and Right are exchanged.
    pub(crate) symmetries: Vec<(GridSymmetry, Vec<u8>, bool)>,
    /// The number of bits of each row of the board: 4, 8, 16 or 64.
    pub row_bits: u32,
    /// The name of the rule in records of searches.
    record_name: String,
}

/// The maximum number of combinations of states of one picture; rules with more are not compiled.
const MAX_CHOICES: usize = 64;

impl BitRule {
    /// Returns the number of bits for each row of a board; `None` if the board is too large.
    ///
    /// A board has a single row of at most 64 cells, or at most 8 rows of 8, 4 rows of 16 or 16 rows of 4 cells.
    pub fn row_bits_of(board: &Cells) -> Option<u32> {
        let (rows, columns) = (board.rows(), board.columns());
        match () {
            () if rows == 1 && columns <= 64 => Some(64),
            () if rows <= 8 && columns <= 8 => Some(8),
            () if rows <= 4 && columns <= 16 => Some(16),
            () if rows <= 16 && columns <= 4 => Some(4),
            () => None,
        }
    }

    /// Reports whether the planes of `self` and `other`, for two boards of one rule, have the same meaning.
    pub fn has_same_planes(&self, other: &BitRule) -> bool {
        self.states == other.states
            && self.neighbour_planes == other.neighbour_planes
            && self.row_bits == other.row_bits
    }

    /// Compiles the rule for boards of the size of `board`.
    ///
    /// Returns `None` if the board is too large, planes cannot represent the rule, or the budget is exhausted.
    pub fn new(picture_rule: &PictureRule, board: &Cells) -> Option<BitRule> {
        let row_bits = BitRule::row_bits_of(board)?;
        if !picture_rule.is_known_terminating
            || picture_rule.shrinks
            || picture_rule.sees_holes
            || !picture_rule.ends.is_empty()
        {
            return None;
        }
        let move_patterns = picture_rule.instantiated_move_patterns(board);
        // An exhausted budget cuts the list of pictures short.
        if !spend(0) {
            return None;
        }
        let fixed = || move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps).flatten();
        let mut named_states = States::NONE;
        let mut neighbour_planes: Vec<NeighbourPlane> = vec![];
        for fixed in fixed() {
            let has_neighbours = !fixed.neighbour_effects.is_empty() || !fixed.neighbour_conditions.is_empty();
            if has_neighbours && fixed.cells.len() != 1 {
                return None;
            }
            for cell in &fixed.cells {
                if cell.states == States::ANY {
                    return None;
                }
                named_states = named_states | cell.states;
            }
            for (k, effect) in fixed.neighbour_effects.iter().enumerate() {
                // If several effects concern one state, their order matters, so the general code plays them.
                let is_named_before =
                    fixed.neighbour_effects[..k].iter().any(|other| other.from.intersects(effect.from));
                if effect.from == States::ANY || is_named_before {
                    return None;
                }
                named_states = named_states | effect.from | States::one(effect.to);
            }
            for neighbour_condition in &fixed.neighbour_conditions {
                let neighbour_plane =
                    NeighbourPlane { states: neighbour_condition.states, all_eight: neighbour_condition.all_eight };
                if !neighbour_planes.contains(&neighbour_plane) {
                    neighbour_planes.push(neighbour_plane);
                }
            }
        }
        // Neighbour planes are never updated, so no cell of a picture may name the states that they record.
        if neighbour_planes.iter().any(|plane| plane.states.intersects(named_states)) {
            return None;
        }
        let states = named_states.iter().collect();
        let (symmetries, record_name) = (vec![], String::new());
        let mut bit_rule =
            BitRule { move_patterns: vec![], states, neighbour_planes, symmetries, row_bits, record_name };
        bit_rule.record_name = bit_rule.find_record_name(picture_rule);
        // `count` is the number of patterns so far.
        let mut count = 0;
        for move_pattern in move_patterns.iter() {
            let steps: Option<Vec<Vec<BitPattern>>> = move_pattern
                .steps
                .iter()
                .map(|step| {
                    let mut patterns = vec![];
                    for fixed in step {
                        let more = bit_rule.patterns(fixed)?;
                        count += more.len();
                        patterns.extend(more);
                        let bytes = 2 * (count * size_of::<BitPattern>()) as u64;
                        claim_bytes(bytes, || text!("the list of the pictures of a rule on one board")).then_some(())?;
                    }
                    Some(patterns)
                })
                .collect();
            let steps = steps?;
            if !steps[0].is_empty() {
                bit_rule.move_patterns.push(BitMovePattern {
                    players: move_pattern.players,
                    repeat: move_pattern.repeat,
                    steps,
                });
            }
        }
        bit_rule.symmetries = bit_rule.find_symmetries(picture_rule);
        Some(bit_rule)
    }

    /// Returns the name of the rule in records of searches: the rule and the meaning of the bits.
    pub fn record_name(&self) -> &str {
        &self.record_name
    }

    fn find_record_name(&self, picture_rule: &PictureRule) -> String {
        let kind = if picture_rule.partizan { "partizan" } else { "impartial" };
        let states: Vec<char> = self.states.iter().map(|&state| char::from(state)).collect();
        let planes: Vec<(u128, bool)> =
            self.neighbour_planes.iter().map(|plane| (plane.states.0, plane.all_eight)).collect();
        let bits = format!("rows of {} bits, planes {states:?} {planes:?}", self.row_bits);
        // The escapes keep the name on one line.
        format!("{kind} {:?}, {bits}", picture_rule.text)
    }

    /// Returns the number of planes.
    pub fn plane_count(&self) -> usize {
        self.states.len() + self.neighbour_planes.len()
    }

    fn plane(&self, state: u8) -> Option<u8> {
        self.states.iter().position(|&other| other == state).map(|k| k as u8)
    }

    /// Returns one pattern for each choice of states of a picture's cells.
    ///
    /// The list is empty if the picture fits on no board.
    ///
    /// The result is `None` if planes cannot represent the picture, there are too many choices, or the budget is
    /// exhausted.
    fn patterns(&self, fixed: &FixedPicture) -> Option<Vec<BitPattern>> {
        let mut choices: Vec<Vec<u8>> = vec![vec![]];
        for cell in &fixed.cells {
            if !spend(256 * choices.len() as u64) {
                return None;
            }
            choices = choices
                .iter()
                .flat_map(|choice| cell.states.iter().map(move |state| choice.iter().copied().chain([state]).collect()))
                .collect();
            if choices.len() > MAX_CHOICES {
                return None;
            }
        }
        let min_of =
            |component: fn((i32, i32)) -> i32| fixed.cells.iter().map(|cell| component(cell.at)).min().unwrap_or(0);
        let max_of =
            |component: fn((i32, i32)) -> i32| fixed.cells.iter().map(|cell| component(cell.at)).max().unwrap_or(0);
        let (top, left) = (min_of(|at| at.0), min_of(|at| at.1));
        let (height, width) = (max_of(|at| at.0) - top + 1, max_of(|at| at.1) - left + 1);
        let (rows, columns) = (64 / self.row_bits as i32, self.row_bits as i32);
        if height > rows || width > columns {
            return Some(vec![]);
        }
        let at = |row: i32, column: i32| (row * columns + column) as u32;
        let corners = (0..=rows - height).flat_map(|row| (0..=columns - width).map(move |column| (row, column)));
        let valid = corners.fold(0u64, |all, (row, column)| all | 1 << at(row, column));
        let shift = |k: usize| at(fixed.cells[k].at.0 - top, fixed.cells[k].at.1 - left);
        let moving_piece = fixed.moving_piece.map(|piece| piece.map(shift));
        let mut all = vec![];
        for choice in choices {
            let mut pattern = BitPattern {
                valid,
                cells: choice
                    .iter()
                    .enumerate()
                    .filter_map(|(k, &state)| Some((shift(k), self.plane(state)?)))
                    .collect(),
                changes: SmallVec::new(),
                plane_conditions: SmallVec::new(),
                marked_planes: SmallVec::new(),
                neighbour_changes: SmallVec::new(),
                orientation_index: fixed.orientation_index,
                moving_piece,
            };
            pattern.cells.compact_sort();
            for (k, &state) in choice.iter().enumerate() {
                let after = match fixed.after[k] {
                    CellEffect::State(state) => state,
                    CellEffect::Copy(from) => choice[from],
                };
                if after == state {
                    continue;
                }
                pattern.changes.push((shift(k), self.plane(state)?, self.plane(after)));
                for (p, plane) in
                    self.neighbour_planes.iter().enumerate().filter(|(_, plane)| plane.states.contains(after))
                {
                    // Only neighbours of the corner can be marked, so the picture must have no other cell.
                    if fixed.cells.len() > 1 {
                        return None;
                    }
                    pattern.marked_planes.push(((self.states.len() + p) as u8, plane.all_eight));
                }
            }
            for effect in &fixed.neighbour_effects {
                for state in effect.from.iter().filter(|&state| state != effect.to) {
                    let (from, to) = (self.plane(state)?, self.plane(effect.to));
                    pattern.neighbour_changes.push(NeighbourChange { from, to, all_eight: effect.all_eight });
                }
            }
            for neighbour_condition in &fixed.neighbour_conditions {
                let neighbour_plane =
                    NeighbourPlane { states: neighbour_condition.states, all_eight: neighbour_condition.all_eight };
                let p = self.neighbour_planes.iter().position(|other| *other == neighbour_plane)?;
                pattern.plane_conditions.push(((self.states.len() + p) as u8, neighbour_condition.required));
            }
            // A pattern that changes nothing is not a move.
            if !pattern.changes.is_empty() {
                all.push(pattern);
            }
        }
        Some(all)
    }

    fn find_symmetries(&self, picture_rule: &PictureRule) -> Vec<(GridSymmetry, Vec<u8>, bool)> {
        let mut all: Vec<(GridSymmetry, Vec<u8>, bool)> = vec![];
        for symmetry in &picture_rule.symmetries {
            // Rows and columns can be exchanged only if they have equal lengths. In a single row, the only symmetry
            // besides the identity is the reversal of left and right.
            let (transposes, reverses_rows) = (symmetry.grid_symmetry.transposes(), symmetry.grid_symmetry.0 & 1 != 0);
            if transposes && self.row_bits != 8 || reverses_rows && self.row_bits == 64 {
                continue;
            }
            let to = |state: u8| symmetry.to[usize::from(state)];
            let states = self.states.iter().map(|&state| self.plane(to(state)));
            let neighbour_planes = self.neighbour_planes.iter().map(|plane| {
                let image = NeighbourPlane { states: plane.states.map(to), all_eight: plane.all_eight };
                let index = self.neighbour_planes.iter().position(|other| *other == image);
                index.map(|p| (self.states.len() + p) as u8)
            });
            let Some(planes) = states.chain(neighbour_planes).collect::<Option<Vec<u8>>>() else { continue };
            let negates = symmetry.negates && picture_rule.partizan;
            if !all.iter().any(|(other, others, _)| *other == symmetry.grid_symmetry && *others == planes) {
                all.push((symmetry.grid_symmetry, planes, negates));
            }
        }
        all
    }

    /// Returns the planes of a board; the neighbour planes mark the neighbours of their states.
    pub fn board<const K: usize, const W: u32>(&self, board: &Cells) -> Bitboard<K> {
        let mut planes = [0; K];
        for (cell_index, &state) in board.cells().iter().enumerate() {
            let (row, column) = board.row_column(cell_index);
            let bit = 1u64 << (W as i32 * row + column);
            if let Some(plane) = self.plane(state) {
                planes[usize::from(plane)] |= bit;
            }
            for (p, plane) in self.neighbour_planes.iter().enumerate() {
                if plane.states.contains(state) {
                    planes[self.states.len() + p] |= neighbours::<W>(bit, plane.all_eight);
                }
            }
        }
        Bitboard(planes)
    }

    /// Returns whether a neighbour plane marks all eight neighbours; `None` for planes of states.
    pub fn all_eight(&self, plane: u8) -> Option<bool> {
        Some(self.neighbour_planes.get(usize::from(plane).checked_sub(self.states.len())?)?.all_eight)
    }
}

/// Reports whether a move pattern has a single step that is not repeated.
pub(crate) fn is_simple(move_pattern: &BitMovePattern) -> bool {
    move_pattern.steps.len() == 1 && move_pattern.repeat == Repeat::No
}
