//! Symmetries of a rule: board symmetries with permutations of the pieces that preserve the rule.

use crate::cells::Cells;
use crate::end_condition::EndConditions;
use crate::pattern::{
    CellSymbol, GridSymmetry, MovePattern, NeighbourCondition, NeighbourEffect, Orientation, PictureSide, PictureStep,
    Repeat, RowItem, States,
};
use grundy_rules::spend;
use grundy_value::CompactSort;

/// A symmetry of a rule: a symmetry of the board together with a permutation of the pieces.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    pub grid_symmetry: GridSymmetry,
    /// The image of each state, indexed by the state.
    pub to: Box<[u8; 128]>,
    /// Whether the players Left and Right are exchanged; then the image of a board is its negative.
    pub negates: bool,
}

/// The maximum number of pieces for which all permutations are tried, not only swaps of two pieces.
const MAX_PERMUTED: usize = 4;
/// The maximum number of pieces for which swaps are tried; beyond it, pieces are not permuted.
const MAX_SWAPPED: usize = 8;

/// Finds the symmetries of a rule from its move patterns and end conditions; the identity comes first.
///
/// Some symmetries are missing if the budget is exhausted.
pub(crate) fn find_symmetries(move_patterns: &[MovePattern], ends: &EndConditions) -> Vec<Symmetry> {
    let states = move_patterns
        .iter()
        .flat_map(|move_pattern| &move_pattern.steps)
        .fold(States::NONE, |all, step| all | step.states());
    let pieces: Vec<u8> = states.letters().iter().collect();
    let rule = forms(move_patterns, GridSymmetry::ALL[0], &|state| state, false);
    let ends_of_rule = ends.mapped(GridSymmetry::ALL[0], &|state| state);
    let mut found = vec![];
    let work: usize = move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps).map(work_estimate).sum();
    for permuted in permutations(&pieces) {
        let mut to: Box<[u8; 128]> = Box::new(std::array::from_fn(|state| state as u8));
        for (&from, &piece) in pieces.iter().zip(&permuted) {
            to[usize::from(from)] = piece;
        }
        for grid_symmetry in GridSymmetry::ALL {
            if !spend(64 * ends.term_count() as u64) {
                return found;
            }
            if ends.mapped(grid_symmetry, &|state| to[usize::from(state)]) != ends_of_rule {
                continue;
            }
            // An impartial rule is its own negative. So its symmetries can be both plain and negating; each
            // of them is listed once, as plain.
            for negates in [false, true] {
                if !spend(64 * work as u64) {
                    return found;
                }
                if forms(move_patterns, grid_symmetry, &|state| to[usize::from(state)], negates) == rule {
                    found.push(Symmetry { grid_symmetry, to: to.clone(), negates });
                    break;
                }
            }
        }
    }
    found
}

/// Returns an estimate of the work for the pictures of a step: symbols times orientations.
fn work_estimate(step: &PictureStep) -> usize {
    let symbols: usize = step.before.iter().chain(&step.after).map(Vec::len).sum();
    (1 + symbols) * (1 + step.orientations.len())
}

fn permutations(pieces: &[u8]) -> Vec<Vec<u8>> {
    if pieces.len() > MAX_SWAPPED {
        return vec![pieces.to_vec()];
    }
    if pieces.len() > MAX_PERMUTED {
        let pairs = (0..pieces.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let swapped = pairs.map(|(i, j)| {
            let mut list = pieces.to_vec();
            list.swap(i, j);
            list
        });
        return std::iter::once(pieces.to_vec()).chain(swapped).collect();
    }
    let mut all = vec![vec![]];
    for (count, &piece) in pieces.iter().enumerate() {
        // The last position is tried first, which keeps the identity first.
        all = all
            .iter()
            .flat_map(|list: &Vec<u8>| {
                (0..=count).rev().map(move |at| {
                    let mut longer = list.clone();
                    longer.insert(at, piece);
                    longer
                })
            })
            .collect();
    }
    all
}

/// The normal form of a move pattern: move patterns with equal forms have the same moves.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct MovePatternForm {
    players: [bool; 2],
    repeat: Repeat,
    steps: Vec<StepForm>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct StepForm {
    pictures: Vec<PictureForm>,
    neighbour_conditions: Vec<NeighbourCondition>,
    neighbour_effects: Vec<NeighbourEffect>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum PictureForm {
    /// The cells relative to the first corner of their bounding box, with both symbols, sorted.
    Cells(Vec<((i32, i32), CellSymbol, CellSymbol)>),
    /// The picture as drawn: its orientation, left side and right side.
    Drawn(Orientation, PictureSide, PictureSide),
}

fn forms(
    move_patterns: &[MovePattern],
    grid_symmetry: GridSymmetry,
    to: &dyn Fn(u8) -> u8,
    exchanged: bool,
) -> Vec<MovePatternForm> {
    let form = |move_pattern: &MovePattern| {
        let players = if exchanged { [move_pattern.players[1], move_pattern.players[0]] } else { move_pattern.players };
        let move_pattern = move_pattern.mapped(players, to, grid_symmetry);
        // The order of the cells of a picture matters only if the move has further steps.
        let is_single_step = move_pattern.repeat == Repeat::No && move_pattern.steps.len() == 1;
        MovePatternForm {
            players,
            repeat: move_pattern.repeat,
            steps: move_pattern.steps.iter().map(|step| step_form(step, is_single_step)).collect(),
        }
    };
    let mut all: Vec<MovePatternForm> = move_patterns.iter().map(form).collect();
    all.compact_sort();
    all.dedup();
    all
}

fn step_form(step: &PictureStep, is_single_step: bool) -> StepForm {
    let mut pictures: Vec<PictureForm> =
        step.orientations.iter().map(|&orientation| picture_form(step, orientation, is_single_step)).collect();
    pictures.compact_sort();
    pictures.dedup();
    let (mut neighbour_conditions, mut neighbour_effects) =
        (step.neighbour_conditions.clone(), step.neighbour_effects.clone());
    neighbour_conditions.compact_sort();
    // If several effects concern one state, their order matters.
    let overlap =
        |k: usize| neighbour_effects[..k].iter().any(|other| other.from.intersects(neighbour_effects[k].from));
    if !(0..neighbour_effects.len()).any(overlap) {
        neighbour_effects.compact_sort();
    }
    StepForm { pictures, neighbour_conditions, neighbour_effects }
}

fn picture_form(step: &PictureStep, orientation: Orientation, is_single_step: bool) -> PictureForm {
    let drawn = || PictureForm::Drawn(orientation, step.before.clone(), step.after.clone());
    let symbols = |side: &PictureSide| -> Option<Vec<Vec<CellSymbol>>> {
        let symbol = |item: &RowItem| if let RowItem::Cell(symbol) = item { Some(*symbol) } else { None };
        side.iter().map(|row| row.iter().map(symbol).collect()).collect()
    };
    let moves_sets = step.after.iter().flatten().any(|item| matches!(item, RowItem::Cell(CellSymbol::AnyOf(_))));
    if !is_single_step || moves_sets {
        return drawn();
    }
    if let (Some(before), Some(after)) = (symbols(&step.before), symbols(&step.after))
        && !step.shrinks
    {
        let mut cells = vec![];
        for (r, (left, right)) in before.iter().zip(&after).enumerate() {
            for (c, (&left, &right)) in left.iter().zip(right).enumerate() {
                cells.push((orientation.offset(r as i32, c as i32), left, right));
            }
        }
        let down = cells.iter().map(|cell| cell.0.0).min().unwrap_or(0);
        let right = cells.iter().map(|cell| cell.0.1).min().unwrap_or(0);
        cells.iter_mut().for_each(|cell| cell.0 = (cell.0.0 - down, cell.0.1 - right));
        cells.compact_sort();
        return PictureForm::Cells(cells);
    }
    let plain = |item: &RowItem| matches!(item, RowItem::Cell(_) | RowItem::Run(..) | RowItem::Edge);
    if step.before.len() > 1 || step.shrinks || !step.before.iter().chain(&step.after).flatten().all(plain) {
        return drawn();
    }
    // The same picture, read from the other end of its row.
    let reversed =
        |side: &PictureSide| -> PictureSide { side.iter().map(|row| row.iter().rev().copied().collect()).collect() };
    let back = Orientation { column: (-orientation.column.0, -orientation.column.1), ..orientation };
    drawn().min(PictureForm::Drawn(back, reversed(&step.before), reversed(&step.after)))
}

/// Returns the least image of a board under the symmetries, and whether it is the board's negative.
///
/// Symmetries that negate are used only if `negating` is set. If the budget is exhausted, only some images are
/// compared.
pub(crate) fn canonical_board(symmetries: &[Symmetry], board: &Cells, negating: bool) -> (Cells, bool) {
    let symmetries = symmetries.iter().filter(|symmetry| negating || !symmetry.negates);
    let symmetries = symmetries.take_while(|_| spend(4 * board.cells().len() as u64));
    let images = symmetries.map(|symmetry| {
        let image = board.image(symmetry.grid_symmetry, |state| symmetry.to[usize::from(state)]);
        (image, symmetry.negates)
    });
    images.min().unwrap_or_else(|| (board.clone(), false))
}
