//! The P-positions among the cells of a picture.

use crate::Board;
use grundy_rules::{Budget, Coordinates, Outcome, Picture, PositionSum};
use grundy_solve::{MovesWanted, Question, Solver};

/// The maximum number of cells of a picture whose positions are solved.
const MAX_CELLS: usize = 700;

impl Board {
    /// Returns the cells of the picture that stand for P-positions, in a game with one component.
    ///
    /// The cells of a pair (a,b) are numbered row by row: the position (i,j) is cell j(a+1) + i. The cells of a strip of
    /// numbers are numbered from its start. The list is empty for other pictures, and if a limit is exceeded.
    ///
    /// ```
    /// use grundy_games::parse;
    /// use grundy_play::Board;
    /// use grundy_solve::{Budget, Solver};
    /// let lost = |text| Board::start(parse(text).unwrap()).lost_cells(&mut Solver::new(), &Budget::default());
    /// assert_eq!(lost("wythoff(2,2)"), [0, 5, 7]); // (0,0), (2,1), (1,2)
    /// assert_eq!(lost("count[1..2; 7](3)"), [1, 4]); // after 4 and 7 have been said
    /// assert!(lost("nim(3)").is_empty());
    /// ```
    pub fn lost_cells(&self, solver: &mut Solver, budget: &Budget) -> Vec<usize> {
        let [term] = &*self.spec().terms else { return vec![] };
        if term.copies != 1 || term.position.len() != 1 {
            return vec![];
        }
        let Some(cells) = coordinates(&term.position.picture(0)).filter(|cells| cells.len() <= MAX_CELLS) else {
            return vec![];
        };
        let question = Question { moves: MovesWanted::None, wants_working: false, ..Question::default() };
        let mut lost = vec![];
        for (cell, at) in cells.into_iter().enumerate() {
            let Some(position) = term.position.ruleset().position_at(at) else { return vec![] };
            let spec = PositionSum::from_position(self.spec().play, position);
            match solver.solve(&spec, &question, budget) {
                Ok(answer) if answer.result.outcome == Some(Outcome::P) => lost.push(cell),
                Ok(answer) if answer.result.outcome.is_some() => {}
                _ => return vec![],
            }
        }
        lost
    }
}

/// Returns the coordinates of the position that each cell of a picture stands for.
fn coordinates(picture: &Picture) -> Option<Vec<Coordinates>> {
    match picture {
        &Picture::Pair([a, b]) if a < MAX_CELLS as u64 && b < MAX_CELLS as u64 => {
            Some((0..=b).flat_map(|j| (0..=a).map(move |i| [i, j, 0])).collect())
        }
        Picture::Strip { cells, .. } => cells.iter().map(|cell| Some([cell.parse().ok()?, 0, 0])).collect(),
        _ => None,
    }
}
