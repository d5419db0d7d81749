//! The workbench as a value: games, limits, and the tables that questions share.

use crate::{Answer, Budget, Error, ErrorKind, MovesWanted, Nimber, Of, Outcome, Position, Question, Result, Ruleset};
use grundy_conformance::{self as check, Checked, conformance};
use grundy_lang::{Language, text};
use grundy_rules::clock::Instant;
use grundy_rules::{Cancel, Entry, Game, Library};
use grundy_solve::{Move, Solver};
use std::time::Duration;

/// Reads and solves positions, with all games of Grundy and those that you add. Tables are kept from one question to the next.
///
/// ```
/// use grundy::Grundy;
/// let mut g = Grundy::new().memory(1 << 30);
/// let position = g.read("nim(3,4,5)")?;
/// let answer = g.solve(&position)?;
/// assert_eq!(answer.moves[0].text, "take 2 from heap 1");
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug)]
pub struct Grundy {
    library: Library,
    solver: Solver,
    bytes: Option<u64>,
    time: Option<Duration>,
    cancel: Option<Cancel>,
    language: Language,
}

impl Default for Grundy {
    fn default() -> Grundy {
        Grundy {
            library: grundy_games::library().clone(),
            solver: grundy_proof::solver(),
            bytes: None,
            time: None,
            cancel: None,
            language: Language::English,
        }
    }
}

impl Grundy {
    /// The workbench with all games, a memory limit as [`Budget::default`] has it, and all the time in the world.
    pub fn new() -> Grundy {
        Grundy::default()
    }

    /// The same with a game of your own beside the others.
    ///
    /// # Panics
    /// If its name is taken.
    #[must_use]
    pub fn with<G: Game>(mut self) -> Grundy {
        self.library.add::<G>();
        self
    }

    /// The same with another memory limit, in bytes.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Grundy {
        Grundy { bytes: Some(bytes), ..self }
    }

    /// The same with a limit to the time that each question may take.
    #[must_use]
    pub fn time(self, time: Duration) -> Grundy {
        Grundy { time: Some(time), ..self }
    }

    /// The same with a flag that stops questions: they end with an error of kind `limit`.
    ///
    /// ```
    /// use grundy::rules::Cancel;
    /// use grundy::{Grundy, Limit};
    /// let cancel = Cancel::default();
    /// let mut g = Grundy::new().cancel(cancel.clone());
    /// let position = g.read("wythoff(3,5)")?;
    /// cancel.stop(); // from another thread, as a rule
    /// assert!(g.solve(&position).is_err_and(|error| error.limit() == Some(Limit::Interrupted)));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn cancel(self, cancel: Cancel) -> Grundy {
        Grundy { cancel: Some(cancel), ..self }
    }

    /// The same with another language, in which answers print themselves.
    #[must_use]
    pub fn language(self, language: Language) -> Grundy {
        Grundy { language, ..self }
    }

    /// The games.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Reads a position: `misere nim(3) + kayles(5)`.
    ///
    /// # Errors
    /// Any error of the notation, with its place.
    pub fn read(&self, text: &str) -> Result<Position> {
        grundy_rules::parse(text, &self.library).map(Position::from)
    }

    /// Reads a game without its position: `take[1,3,4]`.
    ///
    /// # Errors
    /// As [`Grundy::read`].
    pub fn rules(&self, text: &str) -> Result<Ruleset> {
        grundy_rules::parse_rules(text, &self.library)
    }

    /// Who wins, and by which moves.
    ///
    /// # Errors
    /// `limit` if the limits end before the answer is there.
    pub fn solve(&mut self, position: &Position) -> Result<Answer> {
        let budget = self.budget();
        let found = self.solver.solve(position, &Question::default(), &budget)?;
        Ok(Answer::new(found, self.language))
    }

    /// Whether the player to move wins the position given as text: nothing else is worked out.
    ///
    /// A position that nobody wins is not won.
    ///
    /// # Errors
    /// Any error of the notation; `limit` as for [`Grundy::solve`]; `unsupported` for positions in which it matters who the player
    /// to move is, and for those in which points or losers decide.
    ///
    /// ```
    /// use grundy::Grundy;
    /// let mut g = Grundy::new();
    /// assert!(g.wins("nim(3,4,5)")?);
    /// assert!(!g.wins("misere nim(1,2,3)")?);
    /// assert!(g.wins("take[1 | 2](1)").is_err()); // Left wins it, whoever moves
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn wins(&mut self, text: &str) -> Result<bool> {
        match self.ask(text, MovesWanted::None)?.outcome {
            Some(Outcome::N) => Ok(true),
            Some(Outcome::P | Outcome::D) => Ok(false),
            _ => Err(Error::new(
                ErrorKind::Unsupported,
                text!("`{text}` is not won by whoever moves first or second", text),
            )
            .help(text!("`solve` tells the outcome, the score or the loser"))),
        }
    }

    /// The Grundy value of the position given as text, within the limits.
    ///
    /// # Errors
    /// Any error of the notation; `limit` as for [`Grundy::solve`]; `unsupported` where there is no value or none is known.
    ///
    /// ```
    /// use grundy::{Grundy, Nimber};
    /// let mut g = Grundy::new();
    /// assert_eq!(g.value("lasker(3) + take[1,3,4](10^18)")?, Nimber(5));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn value(&mut self, text: &str) -> Result<Nimber> {
        self.ask(text, MovesWanted::None)?.grundy.ok_or_else(|| {
            Error::new(ErrorKind::Unsupported, text!("no Grundy value of `{text}` is known", text))
                .help(text!("impartial games have values under normal play; `wins` tells who wins"))
        })
    }

    /// The winning moves of the position given as text in listing order, at most 1000 of them, within the limits: none if
    /// nobody wins by moving. Where draws, points or losers decide, the best moves.
    ///
    /// # Errors
    /// Any error of the notation; `limit` as for [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::Grundy;
    /// let moves = Grundy::new().winning_moves("nim(3,6,9)")?;
    /// assert_eq!([moves[0]["heap"], moves[0]["take"]], [3, 4]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn winning_moves(&mut self, text: &str) -> Result<Vec<Move>> {
        Ok(self.ask(text, MovesWanted::All)?.moves)
    }

    /// How many moves [`Grundy::winning_moves`] would list if it listed all.
    ///
    /// # Errors
    /// As for [`Grundy::winning_moves`]; `unsupported` where the moves are not counted.
    ///
    /// ```
    /// use grundy::Grundy;
    /// assert_eq!(Grundy::new().count_winning_moves("nim(7,11,13)")?, 3);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn count_winning_moves(&mut self, text: &str) -> Result<u128> {
        self.ask(text, MovesWanted::Count)?.moves_total.ok_or_else(|| {
            Error::new(ErrorKind::Unsupported, text!("the winning moves of `{text}` are not counted", text))
                .help(text!("`winning_moves` lists the first ones"))
        })
    }

    /// Who wins each heap from 0 to `to`, of a game of heaps given as text without its position; within the limits.
    ///
    /// # Errors
    /// Any error of the notation; `unsupported` for games that are not played on one number; `limit` as for [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::{Grundy, Outcome};
    /// let outcomes = Grundy::new().outcomes("take[1,3,4]", 9)?;
    /// let lost: Vec<usize> = (0..=9).filter(|&n| outcomes[n] == Outcome::P).collect();
    /// assert_eq!(lost, [0, 2, 7, 9]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn outcomes(&mut self, game: &str, to: u64) -> Result<Vec<Outcome>> {
        let (rules, budget) = (self.rules(game)?, self.budget());
        let mut table = self.solver.table(&rules, Of::Outcome, to, true, &budget)?;
        if table.dims() != 1 {
            return Err(Error::new(ErrorKind::Unsupported, text!("`{game}` is not played on single heaps", game))
                .help(text!("`table` has pairs and triples of numbers")));
        }
        if table.from() > 0 {
            return Err(Error::new(ErrorKind::Unsupported, text!("`{game}` has no heap of 0", game))
                .help(text!("`table` begins at the least heap")));
        }
        budget.fits(u128::from(to) + 1, &text!("the outcomes of all heaps up to {to}", to))?;
        (0..=to).map(|n| Ok(table.cell([n, 0, 0])?.outcome)).collect()
    }

    /// The theorems of a game held against brute force, in about `to` positions each.
    ///
    /// # Errors
    /// `unknown_game`; `limit` as for [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::Grundy;
    /// let checked = Grundy::new().check("moore", 100)?;
    /// assert!(checked.iter().all(|theorem| theorem.passed()));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn check(&self, game: &str, to: u64) -> Result<Vec<Checked>> {
        let mut all = vec![];
        check::game(self.entry(game)?, to, &self.budget(), &mut |checked| all.push(checked))?;
        Ok(all)
    }

    /// What is wrong with a game of your own, in words: whether it is read as it is printed, its card, its theorems, and its answers
    /// against a search. Tests of a game assert that there is nothing; it takes some seconds.
    pub fn faults(&self, game: &str) -> Vec<String> {
        match self.entry(game) {
            Ok(entry) => conformance::faults(entry, &self.library),
            Err(error) => vec![error.to_string()],
        }
    }

    fn entry(&self, game: &str) -> Result<&'static dyn Entry> {
        let unknown = || Error::new(ErrorKind::UnknownGame, text!("there is no game `{name}`", name = game));
        self.library.find(game).ok_or_else(unknown)
    }

    fn ask(&mut self, text: &str, moves: MovesWanted) -> Result<grundy_solve::Answer> {
        let question = Question { moves, working: false, ..Question::default() };
        let (spec, budget) = (self.read(text)?, self.budget());
        self.solver.solve(&spec, &question, &budget)
    }

    fn budget(&self) -> Budget {
        let budget = Budget::default();
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Budget { bytes: self.bytes.unwrap_or(budget.bytes), deadline, cancel: self.cancel.clone(), ..budget }
    }
}
