//! Rules given by pictures: their moves, and the regions of boards under them.

use crate::cells::Cells;
use crate::end_condition::EndConditions;
use crate::instantiate::{self, InstantiatedMovePattern};
use crate::pattern::{HOLE, MovePattern, RowItem, States, UNMATCHED};
use crate::symmetry::{self, Symmetry};
use crate::{moves, owners, parse, regions, termination};
use grundy_lang::text;
use grundy_rules::{
    Budget, Components, Cursor, Error, ErrorKind, FirstFault, NoSources, Player, Result, claim_bytes, spend,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The maximum number of cells of a board.
pub(crate) const MAX_CELLS: usize = 4096;
/// The maximum number of rows, and of columns, of a board if the rule has runs.
const MAX_WITH_RUNS: usize = 64;

/// The maximum number of cells of all instantiated pictures of a rule together.
const MAX_INSTANTIATED_CELLS: u64 = 1 << 21;

/// The maximum number of bytes of the cached instantiated pictures for boards of all sizes together.
///
/// When the cache exceeds this size, it is cleared.
const MAX_CACHE_BYTES: u64 = 1 << 27;

/// A rule given by pictures.
#[derive(Debug)]
pub struct PictureRule {
    /// The rule as it is printed between the braces.
    pub text: String,
    pub(crate) move_patterns: Vec<MovePattern>,
    /// Whether the players have different moves.
    pub partizan: bool,
    /// Whether play is proved to end, by the method of `termination`.
    pub is_known_terminating: bool,
    /// The states that cells of a board can have.
    pub(crate) states: States,
    /// The pieces that belong to one player, with this player.
    pub owners: Box<[(char, Player)]>,
    /// Whether cells can vanish; boards must have a single row then.
    pub(crate) shrinks: bool,
    /// Whether some picture has a run.
    runs: bool,
    /// Whether some picture tests for holes or row ends, so that [`HOLE`] and [`UNMATCHED`] differ.
    pub(crate) sees_holes: bool,
    /// Whether no picture changes a hole.
    holes_stay: bool,
    pub(crate) symmetries: Vec<Symmetry>,
    /// The conditions under which play on a board is over.
    pub(crate) ends: EndConditions,
    pub(crate) fault: FirstFault,
    /// The rule by which both players have both players' moves.
    impartial_version: OnceLock<Arc<PictureRule>>,
    /// The instantiated pictures, by the number of rows or columns of the board, whichever is larger.
    instantiated: Mutex<BTreeMap<usize, Arc<Vec<InstantiatedMovePattern>>>>,
}

impl PictureRule {
    /// Parses a rule without its braces.
    ///
    /// # Errors
    /// `syntax` or `bad_argument`, with the span of the fault.
    pub fn new(text: &str) -> Result<PictureRule> {
        let mut sources = NoSources;
        Ok(PictureRule::from_rule(parse::rule(
            &mut Cursor::new(text, &mut sources),
            None,
            parse::PictureTarget::Boards,
        )?))
    }

    /// Parses the rule of a named game.
    ///
    /// All threads share the parsed rule, so the budget of the current thread does not limit the parsing.
    ///
    /// # Panics
    /// If the text is not a rule.
    pub fn for_named_game(text: &str) -> PictureRule {
        let _unlimited = Budget::default().enter();
        PictureRule::new(text).expect("the rule of a named game is valid")
    }

    /// Parses a rule in braces, or from a file.
    ///
    /// # Errors
    /// The same errors as [`PictureRule::new`].
    pub fn parse(input: &mut Cursor<'_>) -> Result<PictureRule> {
        Ok(PictureRule::from_rule(parse::rule_or_file(input, parse::PictureTarget::Boards)?))
    }

    fn from_rule(rule: parse::ParsedRule) -> PictureRule {
        let parse::ParsedRule { move_patterns, text, partizan, ends } = rule;
        let steps = || move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps);
        let fixed = States::one(b'.') | States::one(HOLE) | States::one(UNMATCHED);
        let states = steps().fold(fixed, |all, step| all | step.states());
        let shrinks = steps().any(|step| step.shrinks);
        let runs = steps().any(|step| step.before.iter().flatten().any(|item| matches!(item, RowItem::Run(..))));
        let (is_known_terminating, sees_holes) =
            (termination::is_known_terminating(&move_patterns), sees_holes(&move_patterns));
        let (holes_stay, symmetries) = (holes_stay(&move_patterns), symmetry::find_symmetries(&move_patterns, &ends));
        let owners = owners::piece_owners(&move_patterns);
        let (fault, instantiated) = (FirstFault::default(), Mutex::default());
        PictureRule {
            text,
            move_patterns,
            partizan,
            is_known_terminating,
            states,
            owners,
            shrinks,
            runs,
            sees_holes,
            holes_stay,
            symmetries,
            ends,
            fault,
            impartial_version: OnceLock::new(),
            instantiated,
        }
    }

    /// Returns the rule by which both players have both players' moves.
    pub(crate) fn impartial_version(&self) -> &PictureRule {
        self.impartial_version.get_or_init(|| {
            let for_both = |move_pattern: &MovePattern| MovePattern { players: [true; 2], ..move_pattern.clone() };
            Arc::new(PictureRule::from_rule(parse::ParsedRule {
                move_patterns: self.move_patterns.iter().map(for_both).collect(),
                text: self.text.clone(),
                partizan: false,
                ends: self.ends.clone(),
            }))
        })
    }

    /// Returns the instantiated pictures for boards of this size; an empty list if the budget is exhausted.
    pub(crate) fn instantiated_move_patterns(&self, board: &Cells) -> Arc<Vec<InstantiatedMovePattern>> {
        let max_side = usize::from(board.rows().max(board.columns()));
        // Without runs, the pictures are the same for all boards of at least 64 rows or columns: no picture is larger.
        let max_side = if self.runs { max_side } else { max_side.min(64) };
        let cache = || self.instantiated.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cache) = cache().get(&max_side) {
            return Arc::clone(cache);
        }
        let bytes = |max_side: usize| self.instantiated_cells(max_side as u64).saturating_mul(instantiate::CELL_BYTES);
        if !claim_bytes(bytes(max_side), || text!("the list of all placements of the pictures on the board")) {
            return Arc::default();
        }
        // The lock is not held during this work, so other threads do not wait.
        let move_patterns: Option<Vec<InstantiatedMovePattern>> = self
            .move_patterns
            .iter()
            .map(|move_pattern| InstantiatedMovePattern::new(move_pattern, max_side))
            .collect();
        let Some(move_patterns) = move_patterns.map(Arc::new) else { return Arc::default() };
        let mut cache = cache();
        // The pictures for many sizes together can take much more memory than those for one size.
        if cache.keys().map(|&max_side| bytes(max_side)).fold(0, u64::saturating_add) > MAX_CACHE_BYTES {
            cache.clear();
        }
        cache.insert(max_side, Arc::clone(&move_patterns));
        move_patterns
    }

    /// Returns the boards after each move of a player; none once a fault of the rule is recorded.
    ///
    /// There is no move if an end condition holds.
    pub fn moves(&self, board: &Cells, by: Player) -> Vec<Cells> {
        if self.fault.is_recorded() || self.ends.hold(board) {
            return vec![];
        }
        moves::all(&self.instantiated_move_patterns(board), board, usize::from(by.0.min(1))).unwrap_or_else(|_| {
            // A list that is incomplete because the budget is exhausted is not a fault of the rule.
            if spend(0) {
                self.fault.record(|| {
                    Error::new(
                        ErrorKind::Limit,
                        text!("the pictures can be applied in too many ways to list the moves"),
                    )
                });
            }
            vec![]
        })
    }

    /// Returns the independent regions of a board, or the board itself if play is not known to end.
    pub fn split(&self, board: Cells) -> Components<Cells> {
        // An end condition depends on all regions.
        if !self.is_known_terminating || self.shrinks || self.fault.is_recorded() || !self.ends.is_empty() {
            return Components::from_elem(board, 1);
        }
        regions::split(self, &self.instantiated_move_patterns(&board), &board)
    }

    /// Removes outer rows and columns of holes, provided that no picture changes a hole.
    ///
    /// Such holes are equivalent to cells outside the board, except that end conditions know the sides of the board.
    pub fn cropped(&self, board: Cells) -> Cells {
        if self.holes_stay && !self.shrinks && self.ends.is_empty() { board.cropped() } else { board }
    }

    /// Returns the key of a board for memo tables; boards with equal keys have equal values.
    pub fn key(&self, board: &Cells) -> Cells {
        symmetry::canonical_board(&self.symmetries, &self.cropped(board.clone()), !self.partizan).0
    }

    /// Checks that the rule can be played on boards of this size.
    ///
    /// # Errors
    /// `bad_argument` or `too_large`, without a span.
    pub fn check(&self, rows: u64, columns: u64) -> Result<()> {
        if rows.saturating_mul(columns) > MAX_CELLS as u64 {
            return Err(Error::new(ErrorKind::TooLarge, text!("a board has at most {most} cells", most = MAX_CELLS)));
        }
        if self.runs && rows.max(columns) > MAX_WITH_RUNS as u64 {
            let message =
                text!("pictures with runs need a board of at most {most} rows and columns", most = MAX_WITH_RUNS);
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        if self.instantiated_cells(rows.max(columns)) > MAX_INSTANTIATED_CELLS {
            let message = text!("the pictures have too many runs and directions for a board of this size");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        if self.shrinks && rows > 1 {
            let message = text!("cells can vanish only from boards of one row");
            return Err(Error::new(ErrorKind::BadArgument, message));
        }
        Ok(())
    }
}

impl PictureRule {
    /// Returns an estimate of the number of cells of all instantiated pictures together.
    fn instantiated_cells(&self, max_side: u64) -> u64 {
        let steps = self.move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps);
        let cells = steps.map(|step| {
            let symbols = step.before.iter().map(Vec::len).sum::<usize>() as u64;
            let runs = step.before.iter().flatten().filter(|item| matches!(item, RowItem::Run(..))).count();
            let cells = match runs {
                0 => symbols,
                1 => (max_side + 1) * (symbols + max_side),
                _ => (max_side + 1) * (max_side + 2) / 2 * (symbols + max_side),
            };
            cells.saturating_mul(step.orientations.len() as u64)
        });
        cells.fold(0, u64::saturating_add)
    }
}

/// Reports whether no picture changes a hole.
fn holes_stay(move_patterns: &[MovePattern]) -> bool {
    let hole = States::one(HOLE);
    move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps).all(|step| {
        let (before, after) = (step.before.iter().flatten(), step.after.iter().flatten());
        let cell =
            |item: &RowItem| matches!(item, RowItem::Cell(symbol) | RowItem::Run(symbol, _) if symbol.states().intersects(hole));
        let has_holes = before.clone().any(cell);
        // Pictures with holes must have equally many items on both sides, without runs or groups, and keep each hole.
        let stay = step.before.len() == step.after.len()
            && step.before.concat().len() == step.after.concat().len()
            && before.zip(after).all(|(before, after)| !cell(before) || before == after)
            && !step
                .before
                .iter()
                .chain(&step.after)
                .flatten()
                .any(|item| matches!(item, RowItem::Run(..) | RowItem::Group(_)));
        (!has_holes || stay) && step.neighbour_effects.iter().all(|effect| !effect.from.intersects(hole))
    })
}

/// Reports whether some picture tests for holes or for ends of rows, which are equivalent.
fn sees_holes(move_patterns: &[MovePattern]) -> bool {
    let hole = States::one(HOLE);
    move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps).any(|step| {
        let tests_holes = |item: &RowItem| match item {
            RowItem::Edge => true,
            RowItem::Cell(symbol) | RowItem::Run(symbol, _) => symbol.states().intersects(hole),
            RowItem::GroupStart | RowItem::GroupEnd | RowItem::Group(_) => false,
        };
        step.before.iter().flatten().any(tests_holes)
            || step.neighbour_conditions.iter().any(|condition| condition.states.intersects(hole))
            || step.neighbour_effects.iter().any(|effect| effect.from.intersects(hole))
    })
}
