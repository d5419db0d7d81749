//! Proofs of the outcome of sums of boards, by a set of sums that the player to move loses.
//!
//! The set is closed: after every move of this player in one of its sums, the other player has a move to a sum of the
//! set with the same player to move, or to a sum without regions. Every play ends, by the measure of [`RegionSums`]. So
//! the player who replies in this way always has a move, and makes the last one.
//!
//! The checker generates the moves, splits boards into regions and compares regions up to symmetry with its own code,
//! which the solver does not use. The prover, `lost_boards` in `grundy-proof`, finds the set with this code.

use crate::certificate::{Proof, refused};
use crate::region_sums::{RegionSum, RegionSums};
use crate::replies::{read_spec, rules_of};
use crate::verified::Verified;
use crate::work::WorkCounter;
use grundy_lang::{Text, text};
use grundy_rules::{PictureBoard, Play, PositionSum, Result};
use rustc_hash::FxHashSet;

/// The maximum number of components of a position, with their copies.
const MAX_COMPONENTS: u64 = 1 << 10;

/// The data of a proof by lost boards.
pub(crate) struct LostBoards<'a> {
    pub position: &'a str,
    pub outcome: &'a str,
    pub regions: &'a [String],
    /// The sums that Left loses moving first, and those that Right loses moving first.
    pub lost: [&'a [Vec<u32>]; 2],
}

impl<'a> LostBoards<'a> {
    /// Returns the data of a proof; `None` for proofs of another kind.
    pub fn from_proof(proof: &'a Proof) -> Option<LostBoards<'a>> {
        match proof {
            Proof::LostBoards { position, outcome, regions, left, right } => {
                Some(LostBoards { position, outcome, regions, lost: [left, right] })
            }
            _ => None,
        }
    }
}

/// Returns a position as a sum of regions.
///
/// Returns `None` if it is not a sum of boards of one game whose pictures only change their own cells, see
/// [`Game::picture_board`](grundy_rules::Game::picture_board).
///
/// # Errors
/// `refused` if no measure shows that play ends, if there are too many components, or if the negative of a board is no
/// board of the game; `limit`.
pub fn sum_of_regions(spec: &PositionSum, work: &mut WorkCounter<'_>) -> Result<Option<(RegionSums, RegionSum)>> {
    let Some(boards) = BoardsOfSum::new(spec, work)? else { return Ok(None) };
    let Some(largest) = &boards.largest else { return Ok(None) };
    let mut sums = RegionSums::new(largest, work)?;
    let total = boards.total(&mut sums, work)?;
    Ok(Some((sums, total)))
}

/// The boards of a sum, all of one game.
pub(crate) struct BoardsOfSum {
    /// The boards without their moves, the numbers of copies, and whether the boards are negated.
    boards: Vec<(PictureBoard, u64, bool)>,
    /// The board with the largest side; `None` if there is no board.
    largest: Option<PictureBoard>,
}

impl BoardsOfSum {
    /// Returns the boards of a position; `None` if it is not a sum of boards of one game.
    pub fn new(spec: &PositionSum, work: &mut WorkCounter<'_>) -> Result<Option<BoardsOfSum>> {
        let terms = || spec.terms.iter().filter(|term| term.copies > 0);
        let components = terms().map(|term| term.copies.saturating_mul(term.position.len() as u64));
        if components.fold(0, u64::saturating_add) > MAX_COMPONENTS {
            return Err(refused(text!("there are more than {most} components", most = MAX_COMPONENTS)));
        }
        let mut rules = None;
        let mut found = BoardsOfSum { boards: vec![], largest: None };
        for term in terms() {
            let text = term.position.ruleset().rules_text();
            if rules.get_or_insert_with(|| text.clone()) != &text {
                return Ok(None);
            }
            for component in 0..term.position.len() {
                let Some(mut board) = term.position.picture_board(component) else { return Ok(None) };
                work.steps(board.moves.len() as u64)?;
                // The pictures depend on the largest side of the board; only those for the largest one are kept.
                let side = |board: &PictureBoard| board.rows.max(board.columns);
                if found.largest.as_ref().is_none_or(|largest| side(&board) > side(largest)) {
                    found.largest = Some(board.clone());
                }
                board.moves.clear();
                found.boards.push((board, term.copies, term.negative));
            }
        }
        Ok(Some(found))
    }

    /// Returns the boards as one sum of regions.
    fn total(&self, sums: &mut RegionSums, work: &mut WorkCounter<'_>) -> Result<RegionSum> {
        let mut total = vec![];
        for (board, copies, is_negative) in &self.boards {
            let own = sums.sum_of_board(board.rows.into(), board.columns.into(), &board.cells, work)?;
            let own = if *is_negative { sums.negative_of(&own, work)? } else { Some(own) };
            let Some(own) = own else {
                let message = text!("no symmetry of the rules exchanges the players, so `-` cannot be checked");
                return Err(refused(message));
            };
            for _ in 0..*copies {
                total = sums.add(&total, &own, work)?;
            }
        }
        Ok(total)
    }
}

/// A checked list of lost sums, each with the player to move.
pub(crate) struct LostSums {
    sums: RegionSums,
    lost: FxHashSet<(RegionSum, usize)>,
    /// The largest side of the boards for which `sums` has all pictures.
    max_side: u16,
}

impl LostSums {
    /// Reports whether a sum of boards is in the list, or has no regions.
    pub fn contains(&mut self, boards: &BoardsOfSum, player: usize, work: &mut WorkCounter<'_>) -> Result<bool> {
        if boards.largest.as_ref().is_some_and(|board| board.rows.max(board.columns) > self.max_side) {
            return Ok(false);
        }
        let total = boards.total(&mut self.sums, work)?;
        let seen = self.sums.with_left_to_move(total, player, work)?;
        Ok(seen.0.is_empty() || self.lost.contains(&seen))
    }
}

/// Checks that the set of lost sums is closed, and that the outcome follows; returns the set as well.
pub(crate) fn verify(
    rules: &str,
    data: &LostBoards<'_>,
    library: &grundy_rules::Library,
    work: &mut WorkCounter<'_>,
) -> Result<(Verified, LostSums)> {
    let LostBoards { position, outcome, .. } = *data;
    let spec = read_spec(position, library)?;
    if spec.play != Play::Normal || rules_of(&spec) != rules {
        return Err(refused(text!("`{position}` is not a position of `{games}`", position, games = rules)));
    }
    let boards = BoardsOfSum::new(&spec, work)?;
    let Some((boards, largest)) = boards.as_ref().and_then(|boards| Some((boards, boards.largest.as_ref()?))) else {
        return Err(refused(text!(
            "`{position}` is not a sum of boards of one game whose pictures only change their own cells",
            position
        )));
    };
    let max_side = largest.rows.max(largest.columns);
    let mut sums = RegionSums::new(largest, work)?;
    let total = boards.total(&mut sums, work)?;
    let mut regions = vec![];
    for text in data.regions {
        let rows: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
        if rows.iter().any(|row| row.len() != rows[0].len()) {
            return Err(refused(text!("the rows of `{board}` have different lengths", board = text.as_str())));
        }
        work.reserve(64)?;
        regions.push(sums.sum_of_board(rows.len(), rows[0].len(), &rows.concat(), work)?);
    }
    let mut lost: FxHashSet<(RegionSum, usize)> = FxHashSet::default();
    for (player, list) in data.lost.iter().enumerate() {
        for numbers in *list {
            let mut sum = vec![];
            for &number in numbers {
                let Some(region) = regions.get(number as usize) else {
                    return Err(refused(text!("there is no region {number}", number)));
                };
                sum = sums.add(&sum, region, work)?;
            }
            work.reserve(4 * sum.len() as u64 + 64)?;
            lost.insert(sums.with_left_to_move(sum, player, work)?);
        }
    }
    for (sum, player) in &lost {
        sums.each_option(sum, *player, work, &mut |sums, option, work| {
            if !has_move_to_lost(sums, &option, 1 - *player, &lost, work)? {
                let sum = sum_text(sums, sum);
                let after = sum_text(sums, &option);
                return Err(refused(text!(
                    "after the move from `{sum}` to `{after}`, no reply leads to a listed sum",
                    sum,
                    after
                )));
            }
            Ok(false)
        })?;
    }
    let mut wins = [false; 2];
    for (player, wins) in wins.iter_mut().enumerate() {
        let seen = sums.with_left_to_move(total.clone(), player, work)?;
        *wins = !(seen.0.is_empty() || lost.contains(&seen));
        if *wins && !has_move_to_lost(&mut sums, &total, player, &lost, work)? {
            return Err(refused(text!("the list does not show who wins `{position}`", position)));
        }
    }
    let shown = match wins {
        [true, true] => "N",
        [false, false] => "P",
        [true, false] => "L",
        [false, true] => "R",
    };
    if shown != outcome {
        return Err(refused(text!("the outcome is {shown}, not {outcome}", shown, outcome)));
    }
    let statement = Text::verbatim(format!("{}: {outcome}", spec.canonical_text()));
    let verified = Verified { statement, positions: lost.len() as u64, states: 0, silent: None };
    Ok((verified, LostSums { sums, lost, max_side }))
}

/// Reports whether a player has a move to a sum that the other player, moving next, is listed to lose.
fn has_move_to_lost(
    sums: &mut RegionSums,
    sum: &[u32],
    player: usize,
    lost: &FxHashSet<(RegionSum, usize)>,
    work: &mut WorkCounter<'_>,
) -> Result<bool> {
    let mut found = false;
    sums.each_option(sum, player, work, &mut |sums, option, work| {
        let seen = sums.with_left_to_move(option, 1 - player, work)?;
        found = seen.0.is_empty() || lost.contains(&seen);
        Ok(found)
    })?;
    Ok(found)
}

/// Returns the regions of a sum as text.
fn sum_text(sums: &RegionSums, sum: &[u32]) -> String {
    sum.iter().map(|&region| sums.region_text(region)).collect::<Vec<_>>().join(" + ")
}
