//! How a position is to be solved.

use grundy::engines::steps::Way;
use grundy::render::Why;
use grundy::rules::{Seat, Sources};
use grundy::{MovesWanted, Play, Question, Result, Spec, parse_with};

/// What is asked about a position.
///
/// ```
/// use grundy_ask::solve::Solve;
/// let solve = Solve { misere: true, ..Solve::default() };
/// assert_eq!(solve.read("nim(1,2)", &mut grundy::rules::NoSources)?.to_string(), "misere nim(1,2)");
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Solve {
    /// Who cannot move wins; the prefix says the same.
    pub misere: bool,
    /// Whether theorems and tables may be used.
    pub theorems: bool,
    /// Which winning moves are named.
    pub moves: MovesWanted,
    /// How much of the reason is told.
    pub why: Why,
    /// A search to be looked at.
    pub search: Option<Way>,
    /// The player whom all the others play against together, in games of several players.
    pub coalition: Option<Seat>,
}

impl Default for Solve {
    fn default() -> Solve {
        Solve { misere: false, theorems: true, moves: MovesWanted::All, why: Why::Full, search: None, coalition: None }
    }
}

impl Solve {
    /// Reads the position.
    ///
    /// # Errors
    /// Any error of the notation, with its place.
    pub fn read(&self, text: &str, sources: &mut dyn Sources) -> Result<Spec> {
        let mut spec = parse_with(text, sources)?;
        if self.misere {
            spec.play = Play::Misere;
        }
        Ok(spec)
    }

    /// The question as engines read it.
    pub fn question(&self) -> Question {
        Question {
            theorems: self.theorems,
            moves: self.moves,
            working: self.why != Why::Short,
            steps: self.why == Why::Steps,
            search: self.search,
            coalition: self.coalition,
        }
    }
}
