//! The P-positions among the cells of a picture.

use crate::PlayPosition;
use grundy_rules::{Budget, Outcome, Picture, PositionSum, Result};
use grundy_solve::{MovesWanted, Question, Solver};

/// The maximum number of cells of a picture whose positions are solved.
const MAX_CELLS: usize = 700;

impl PlayPosition {
    /// Returns the cells of the picture that stand for P-positions, in a game with one component.
    ///
    /// The cells of a pair (a,b) are numbered row by row: the position (i,j) is cell j(a+1) + i. The cells of a strip
    /// of numbers are numbered from its start, if the first number stands for the position itself. The list is empty
    /// for other pictures, and if a limit is exceeded.
    ///
    /// # Errors
    /// Fails with `limit` if the work is interrupted.
    ///
    /// ```
    /// use grundy_games::parse;
    /// use grundy_play::PlayPosition;
    /// use grundy_solve::{Budget, Solver};
    /// let start = |text| PlayPosition::start(parse(text).unwrap());
    /// let lost = |text| start(text).p_position_cells(&mut Solver::new(), &Budget::default()).unwrap();
    /// assert_eq!(lost("wythoff(2,2)"), [0, 5, 7]); // (0,0), (2,1), (1,2)
    /// assert_eq!(lost("count[1..2; 7](3)"), [1, 4]); // after 4 and 7 have been said
    /// assert_eq!(lost("euclid(2,1)"), [0, 1, 2, 3]); // (0,0), (1,0), (2,0), (0,1)
    /// assert!(lost("nim(3)").is_empty() && lost("treblecross(10)").is_empty());
    /// ```
    pub fn p_position_cells(&self, solver: &mut Solver, budget: &Budget) -> Result<Vec<usize>> {
        let [term] = &*self.position_sum().terms else { return Ok(vec![]) };
        if term.copies != 1 || term.position.len() != 1 {
            return Ok(vec![]);
        }
        let picture = term.position.picture(0);
        let Some(cells) = numbers_of_cells(&picture) else { return Ok(vec![]) };
        let position = |numbers: &Vec<u64>| {
            let position = term.position.ruleset().position_from_numbers(numbers)?;
            Some(PositionSum::from_position(self.position_sum().play, position))
        };
        // In other games the numbers of a strip are not positions.
        let own_cell = if matches!(picture, Picture::Strip { .. }) { cells.first() } else { cells.last() };
        let own_text = own_cell.and_then(position).map(|position_sum| position_sum.canonical_text());
        if own_text != Some(self.position_sum().canonical_text()) {
            return Ok(vec![]);
        }
        let question = Question { moves: MovesWanted::None, wants_working: false, ..Question::default() };
        let mut lost = vec![];
        for (cell, numbers) in cells.iter().enumerate() {
            // A cell that is not a position has no mark.
            let Some(position_sum) = position(numbers) else { continue };
            match solver.solve(&position_sum, &question, budget) {
                Ok(answer) if answer.result.outcome == Some(Outcome::P) => lost.push(cell),
                Ok(answer) if answer.result.outcome.is_some() => {}
                Err(error) if error.is_interrupt() => return Err(error),
                _ => return Ok(vec![]),
            }
        }
        Ok(lost)
    }
}

/// Returns the numbers of the position that each cell of a picture may stand for.
///
/// Returns `None` for pictures without such cells and for pictures of more than `MAX_CELLS` cells.
fn numbers_of_cells(picture: &Picture) -> Option<Vec<Vec<u64>>> {
    match picture {
        &Picture::Pair([a, b]) if a.saturating_add(1).saturating_mul(b.saturating_add(1)) <= MAX_CELLS as u64 => {
            Some((0..=b).flat_map(|j| (0..=a).map(move |i| vec![i, j])).collect())
        }
        Picture::Strip { cells, .. } if cells.len() <= MAX_CELLS => {
            cells.iter().map(|cell| Some(vec![cell.parse().ok()?])).collect()
        }
        _ => None,
    }
}
