//! The type [`Grundy`], a workbench: games, limits, and the tables that questions share.

use crate::play::{PlayPosition, Session};
use crate::rendered_result::{RenderedResult, output_options};
use crate::{
    Answer, Cancel, Checked, Error, ErrorKind, Language, MisereQuotient, Move, Nimber, Outcome, Pattern, Position,
    ProofResult, Result, Sequence, Table, Value, VerifiedProof,
};
use grundy_ask::{
    ExpressionValue, FindRequest, ProveRequest, QuotientRequest, Reply, Request, RequestContext, VerifyRequest,
};
use grundy_conformance::{self as check, conformance};
use grundy_json::{TableFormat, TableOutput, write_table};
use grundy_lang::text;
use grundy_rules::clock::Instant;
use grundy_rules::{Budget, DynGame, Game, Library, NoSources, Ruleset};
use grundy_solve::{MovesWanted, Quantity, Question, Solver};
use std::time::Duration;

/// Reads and solves positions of Grundy's games and of the games that you add.
///
/// Tables are kept from one question to the next.
///
/// ```
/// use grundy::Grundy;
/// let mut g = Grundy::new().memory(1 << 30);
/// let position = g.read("nim(3,4,5)")?;
/// let answer = g.solve(&position)?;
/// assert_eq!(answer.moves()[0].text, "take 2 from heap 1");
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
            solver: grundy_proof::solver_with_proofs(),
            bytes: None,
            time: None,
            cancel: None,
            language: Language::English,
        }
    }
}

impl Grundy {
    /// Returns a workbench with all games, the memory limit of [`Budget::default`] and no time limit.
    pub fn new() -> Grundy {
        Grundy::default()
    }

    /// Adds a game of your own to the library.
    ///
    /// # Panics
    /// If the name of the game is taken.
    #[must_use]
    pub fn with<G: Game>(mut self) -> Grundy {
        self.library.add::<G>();
        self
    }

    /// Sets the memory limit, in bytes.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Grundy {
        Grundy { bytes: Some(bytes), ..self }
    }

    /// Sets a time limit for each question.
    #[must_use]
    pub fn time(self, time: Duration) -> Grundy {
        Grundy { time: Some(time), ..self }
    }

    /// Sets a flag that cancels questions: they end with an error of kind `limit`.
    ///
    /// ```
    /// use grundy::{Cancel, Grundy, Limit};
    /// let cancel = Cancel::default();
    /// let mut g = Grundy::new().cancel(cancel.clone());
    /// let position = g.read("wythoff(3,5)")?;
    /// cancel.cancel(); // from another thread, as a rule
    /// assert!(g.solve(&position).is_err_and(|error| error.limit() == Some(Limit::Interrupted)));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn cancel(self, cancel: Cancel) -> Grundy {
        Grundy { cancel: Some(cancel), ..self }
    }

    /// Sets the language in which answers are printed; Chinese needs the feature `zh`.
    #[must_use]
    pub fn language(self, language: Language) -> Grundy {
        Grundy { language, ..self }
    }

    /// Parses a position, such as `misere nim(3) + kayles(5)`.
    ///
    /// # Errors
    /// Any error of the notation, with its span.
    pub fn read(&self, text: &str) -> Result<Position> {
        grundy_rules::parse(text, &self.library).map(Position::from)
    }

    /// Solves a position: its outcome, its winning moves and the reasons.
    ///
    /// # Errors
    /// `limit` if a limit is reached before the position is solved.
    pub fn solve(&mut self, position: &Position) -> Result<Answer> {
        let budget = self.budget();
        let found = self.solver.solve(position.spec(), &Question::default(), &budget)?;
        Ok(Answer::new(found, position.to_move(), self.language))
    }

    /// Reports whether the player to move wins the position given as text; computes nothing else.
    ///
    /// A drawn position counts as not won.
    ///
    /// # Errors
    /// Any error of the notation; `limit` as for [`Grundy::solve`]; `unsupported` for positions without an
    /// outcome class (for example those of scoring games and of games of several players), and for those with
    /// a class other than N, P and D.
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
        match self.solve_text(text, MovesWanted::None)?.result.outcome {
            Some(Outcome::N) => Ok(true),
            Some(Outcome::P | Outcome::D) => Ok(false),
            _ => Err(Error::new(
                ErrorKind::Unsupported,
                text!("neither the first player nor the second player always wins `{text}`", text),
            )
            .help(text!("`solve` returns the outcome, the score or the loser"))),
        }
    }

    /// Returns the Grundy value of the position given as text, within the limits.
    ///
    /// # Errors
    /// Any error of the notation; `limit` as for [`Grundy::solve`]; `unsupported` if no value exists or is
    /// known.
    ///
    /// ```
    /// use grundy::{Grundy, Nimber};
    /// let mut g = Grundy::new();
    /// assert_eq!(g.grundy_value("lasker(3) + take[1,3,4](10^18)")?, Nimber(5));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn grundy_value(&mut self, text: &str) -> Result<Nimber> {
        self.solve_text(text, MovesWanted::None)?.values.grundy.ok_or_else(|| {
            Error::new(ErrorKind::Unsupported, text!("no Grundy value of `{text}` is known", text))
                .help(text!("only impartial games under normal play have Grundy values; `wins` returns who wins"))
        })
    }

    /// Returns the winning moves of the position given as text, in listing order, at most 1000 of them.
    ///
    /// The list is empty if no move wins. If the best result is a draw, or in scoring games and games of
    /// several players, the list contains the best moves.
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
        Ok(self.solve_text(text, MovesWanted::All)?.moves.listed)
    }

    /// Returns how many moves [`Grundy::winning_moves`] would list without its limit of 1000.
    ///
    /// # Errors
    /// As for [`Grundy::winning_moves`]; `unsupported` if the moves are not counted.
    ///
    /// ```
    /// use grundy::Grundy;
    /// assert_eq!(Grundy::new().count_winning_moves("nim(7,11,13)")?, 3);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn count_winning_moves(&mut self, text: &str) -> Result<u128> {
        self.solve_text(text, MovesWanted::Count)?.moves.total.ok_or_else(|| {
            Error::new(ErrorKind::Unsupported, text!("the number of winning moves of `{text}` is not available", text))
                .help(text!("`winning_moves` lists the first winning moves"))
        })
    }

    /// Returns the outcomes of the heaps from 0 to `to`, for a heap game given as text without a position.
    ///
    /// # Errors
    /// Any error of the notation; `unsupported` for games that are not played on one number; `limit` as for
    /// [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::{Grundy, Outcome};
    /// let outcomes = Grundy::new().outcomes("take[1,3,4]", 9)?;
    /// let lost: Vec<usize> = (0..=9).filter(|&n| outcomes[n] == Outcome::P).collect();
    /// assert_eq!(lost, [0, 2, 7, 9]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn outcomes(&mut self, game: &str, to: u64) -> Result<Vec<Outcome>> {
        let (rules, budget) = (self.parse_rules(game)?, self.budget());
        let mut table = self.solver.table(&rules, Quantity::Outcome, to, true, &budget)?;
        if table.dims() != 1 {
            return Err(Error::new(ErrorKind::Unsupported, text!("`{game}` is not played on single heaps", game))
                .help(text!("use `table` for pairs and triples of numbers")));
        }
        if table.from() > 0 {
            return Err(Error::new(ErrorKind::Unsupported, text!("`{game}` has no heap of size 0", game))
                .help(text!("`table` starts at the smallest heap")));
        }
        budget.check_fits(u128::from(to) + 1, &text!("the list of the outcomes of all heaps up to {to}", to))?;
        (0..=to).map(|n| Ok(table.cell([n, 0, 0])?.outcome)).collect()
    }

    /// Returns the outcomes and, where they exist, Grundy values of all positions with numbers up to `to`.
    ///
    /// # Errors
    /// Any error of the notation; `unsupported` for games whose positions are not single numbers, pairs or
    /// triples; `limit` as for [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::{Grundy, Nimber, Outcome};
    /// let table = Grundy::new().table("wythoff", 10)?;
    /// assert_eq!(table.outcome(&[3, 5]), Some(Outcome::P));
    /// assert_eq!(table.grundy_value(&[4, 4]), Some(Nimber(7)));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn table(&mut self, game: &str, to: u64) -> Result<Table> {
        let (rules, budget) = (self.parse_rules(game)?, self.budget());
        let scope = budget.enter();
        let table = self.table_of(&rules, to, &budget);
        scope.finish(table)
    }

    fn table_of(&mut self, rules: &Ruleset, to: u64, budget: &Budget) -> Result<Table> {
        let mut table = self.solver.table(rules, Quantity::default_for(rules), to, true, budget)?;
        let (from, dimensions) = (table.from(), table.dims());
        let entries = (u128::from(to.saturating_sub(from)) + 1).saturating_pow(dimensions as u32);
        // 64 bytes hold one cell of the table and its digits in the text and in the JSON.
        budget.check_fits(entries.saturating_mul(64), &text!("a table up to {to}", to))?;
        let mut cells = Vec::with_capacity(entries as usize);
        let mut at = table.first();
        loop {
            cells.push(table.cell(at)?);
            let Some(last) = (0..dimensions).rev().find(|&k| at[k] < to) else { break };
            at[last] += 1;
            at[last + 1..dimensions].fill(from);
        }
        let mut written = |format| {
            let mut out = vec![];
            let output = TableOutput::new(format, &mut out);
            write_table(&mut table, &mut TableOutput { language: self.language, ..output }).map_err(Error::from)?;
            Ok::<_, Error>(String::from_utf8(out).unwrap_or_default())
        };
        let written = RenderedResult::from_parts(written(TableFormat::Text)?, written(TableFormat::Json)?);
        Ok(Table::new(from, to, dimensions, cells, written))
    }

    /// Returns the value under normal play of an expression.
    ///
    /// An expression consists of positions, also of games that you added, and of values in the usual notation.
    ///
    /// # Errors
    /// Any error of the notation; `limit` as for [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::{Grundy, Outcome};
    /// let mut g = Grundy::new();
    /// assert_eq!(g.value("domineering(2x2)")?.canonical_form(), "+-1");
    /// assert_eq!(g.value("^ + v*")?.outcome(), Outcome::N);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn value(&mut self, expression: &str) -> Result<Value> {
        let request = Request::Value(grundy_ask::ValueRequest::new(expression));
        let language = self.language;
        let mut reply = self.run(request)?;
        let written = RenderedResult::new(&mut reply, language)?;
        let Reply::Value(value) = reply else { return Err(unsupported(expression)) };
        let ExpressionValue { mut evaluator, facts, .. } = *value;
        Value::new(&mut evaluator.arena, facts, written).map_err(|limit| evaluator.error(limit))
    }

    /// Finds patterns of a game's outcomes and Grundy values, with a proof where one is found.
    ///
    /// # Errors
    /// Any error of the notation; `unsupported` for games without tables and for games of several players; `limit` as
    /// for [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::Grundy;
    /// let patterns = Grundy::new().find("take[1..4]")?;
    /// assert!(patterns[0].is_proved());
    /// assert_eq!(patterns[0].formula().as_deref(), Some("P iff n mod 5 == 0"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn find(&mut self, game: &str) -> Result<Vec<Pattern>> {
        let find = FindRequest::new(self.parse_rules(game)?);
        let (language, mut patterns) = (self.language, vec![]);
        let mut add = |mut reply| {
            let written = RenderedResult::new(&mut reply, language)?;
            let Reply::Finding(rules, finding) = reply else { return Err(unsupported(game)) };
            patterns.push(Pattern::new(rules, *finding, written));
            Ok(())
        };
        self.with_context(|context| Request::Find(find).run(context, &mut add))?;
        Ok(patterns)
    }

    /// Decides whether a claim about a game holds for all positions, with a certificate if it is proved.
    ///
    /// # Errors
    /// Any error of the notation of rules and claims; `limit` as for [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::Grundy;
    /// let mut g = Grundy::new();
    /// let proof = g.prove("take[1..4]", "P iff n % 5 == 0")?;
    /// assert!(proof.is_proved());
    /// g.verify(&proof.certificate().unwrap())?; // by a small checker of its own
    /// let wrong = g.prove("take[1..4]", "P iff n % 6 == 0")?;
    /// assert_eq!(wrong.counterexample(), Some(&[5][..]));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn prove(&mut self, game: &str, claim: &str) -> Result<ProofResult> {
        let language = self.language;
        let mut reply = self.run(Request::Prove(ProveRequest::new(self.parse_rules(game)?, claim)))?;
        let written = RenderedResult::new(&mut reply, language)?;
        match reply {
            Reply::Verdict(found) => Ok(ProofResult::new(found.2, written)),
            _ => Err(unsupported(game)),
        }
    }

    /// Checks a certificate with a checker that shares no proof code with the provers.
    ///
    /// # Errors
    /// `refused` if the certificate does not hold, with the condition that fails and its place; `limit` as for
    /// [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::Grundy;
    /// let mut g = Grundy::new();
    /// let certificate = g.prove("take[1..4]", "P iff n % 5 == 0")?.certificate().unwrap();
    /// assert!(g.verify(&certificate)?.statement().contains("n % 5 == 0"));
    /// assert!(g.verify(&certificate.replace("% 5", "% 6")).is_err());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn verify(&mut self, certificate: &str) -> Result<VerifiedProof> {
        let language = self.language;
        let mut reply = self.run(Request::Verify(VerifyRequest::new(certificate)))?;
        let written = RenderedResult::new(&mut reply, language)?;
        match reply {
            Reply::Verified(found) => Ok(VerifiedProof::new(found.1, written)),
            _ => Err(unsupported(certificate)),
        }
    }

    /// Returns the Grundy values of heaps 0 to `to`, with the period if one is proved.
    ///
    /// The game is a name, a code or rules: `kayles`, `0.77`, `take[1,3,4]`.
    ///
    /// # Errors
    /// Any error of the notation; `unsupported` for games whose moves do not take from a heap or split it; `limit` as
    /// for [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::{Grundy, Nimber};
    /// let sequence = Grundy::new().sequence("0.77", 200)?;
    /// assert!(sequence.values().take(6).eq([0, 1, 2, 3, 1, 4].map(Nimber)));
    /// assert_eq!(sequence.get(1_000_000_000), Some(Nimber(1))); // by the period
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn sequence(&mut self, game: &str, to: u64) -> Result<Sequence> {
        let rules = self.parse_rules(&grundy_ask::sequence::normalise_code(game))?;
        let sequence = grundy_ask::SequenceRequest { to: Some(to), ..grundy_ask::SequenceRequest::new(rules) };
        let language = self.language;
        let computed = self.with_context(|context| sequence.compute(context))?;
        let mut reply = Reply::Sequence(computed.rules, computed.summary);
        Ok(Sequence::new(computed.values, RenderedResult::new(&mut reply, language)?))
    }

    /// Computes the misère quotient of a heap game, or of several games joined by ` + `.
    ///
    /// Heaps are added until their elements of the quotient repeat; the quotient is proved where possible.
    ///
    /// # Errors
    /// Any error of the notation; `unsupported` for games that are not played on heaps; `limit` as for
    /// [`Grundy::solve`].
    ///
    /// ```
    /// use grundy::Grundy;
    /// let quotient = Grundy::new().quotient("octal[0.123]")?;
    /// assert_eq!(quotient.order(), Some(20));
    /// assert!(quotient.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn quotient(&mut self, games: &str) -> Result<MisereQuotient> {
        let language = self.language;
        let mut reply = self.run(Request::Quotient(QuotientRequest::new(games)))?;
        let written = RenderedResult::new(&mut reply, language)?;
        match reply {
            Reply::Quotient(report) => Ok(MisereQuotient::new(*report, written)),
            _ => Err(unsupported(games)),
        }
    }

    /// Starts a session that plays from a position.
    ///
    /// The session lists legal moves, makes and undoes moves, and detects the end.
    ///
    /// ```
    /// use grundy::Grundy;
    /// let g = Grundy::new();
    /// let mut play = g.play(&g.read("nim(1,1)")?);
    /// play.play_all("take 1 from heap 1; take 1 from heap 2")?;
    /// assert!(play.end().is_some());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn play(&self, position: &Position) -> Session {
        let play_position = PlayPosition::start(position.spec().clone());
        Session::new(position.spec().clone(), position.to_move().unwrap_or(play_position.mover()))
    }

    /// Opens a database that `grundy solve --into` wrote.
    ///
    /// [`Grundy::solve`] then looks up positions of the database's game in the database.
    ///
    /// # Errors
    /// `io` if the folder is missing or its files are damaged; `limit` if its tables do not fit into memory.
    ///
    /// ```
    /// use grundy::Grundy;
    /// # let dir = std::env::temp_dir().join(format!("grundy-open-database-{}", std::process::id()));
    /// # let (spec, budget) = (grundy::parse("quixo[3](start)")?, grundy::Budget::default());
    /// # grundy::unstable::store::database::Folder::open(&dir, &spec, &budget)?.solve(&budget)?;
    /// let mut g = Grundy::new();
    /// let database = g.open_database(&dir)?;
    /// assert!(database.is_complete());
    /// let answer = g.solve(&g.read(database.position())?)?;
    /// assert_eq!((answer.is_won(), answer.nodes()), (true, 0)); // nothing is searched
    /// # std::fs::remove_dir_all(&dir).unwrap();
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[cfg(feature = "database")]
    pub fn open_database(&mut self, folder: &std::path::Path) -> Result<crate::Database> {
        let opened = grundy_store::database::Database::open(folder, &self.library, &self.budget())?;
        let database = crate::Database::new(folder, opened.manifest(), opened.is_complete());
        self.solver.set_database(std::sync::Arc::new(opened));
        Ok(database)
    }

    /// Checks the theorems of a game against brute force, each on about `to` positions.
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

    /// Checks a game of your own and returns its faults as texts; tests assert that the list is empty.
    ///
    /// The checks cover parsing of printed positions, its `GameInfo`, its theorems, and its answers against a
    /// search. They take some seconds.
    pub fn faults(&self, game: &str) -> Vec<String> {
        match self.entry(game) {
            Ok(entry) => conformance::faults(entry, &self.library),
            Err(error) => vec![error.to_string()],
        }
    }

    fn entry(&self, game: &str) -> Result<&'static dyn DynGame> {
        let unknown = || Error::new(ErrorKind::UnknownGame, text!("there is no game `{name}`", name = game));
        self.library.find(game).ok_or_else(unknown)
    }

    fn parse_rules(&self, text: &str) -> Result<Ruleset> {
        grundy_rules::parse_rules(text, &self.library)
    }

    /// Runs a request that has one reply, within the limits.
    fn run(&mut self, request: Request) -> Result<Reply> {
        self.with_context(|context| request.run_one(context))
    }

    /// Runs `work` in a context, within the limits.
    fn with_context<T>(&mut self, work: impl FnOnce(&mut RequestContext<'_>) -> Result<T>) -> Result<T> {
        let budget = self.budget();
        let scope = budget.enter();
        let mut no_files = NoSources;
        let mut context = RequestContext::new(&mut self.solver, &budget, &mut no_files);
        context.output = output_options(self.language);
        context.library = &self.library;
        scope.finish(work(&mut context))
    }

    fn solve_text(&mut self, text: &str, moves: MovesWanted) -> Result<grundy_solve::Answer> {
        let question = Question { moves, wants_working: false, ..Question::default() };
        let (position, budget) = (self.read(text)?, self.budget());
        self.solver.solve(position.spec(), &question, &budget)
    }

    fn budget(&self) -> Budget {
        let budget = Budget::default();
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Budget { bytes: self.bytes.unwrap_or(budget.bytes), deadline, cancel: self.cancel.clone(), ..budget }
    }
}

/// Returns the error for replies that a method cannot return, such as misère values or loser patterns.
fn unsupported(text: &str) -> Error {
    let message = text!("this method has no answer for `{text}`", text);
    Error::new(ErrorKind::Unsupported, message).help(text!("use the command `grundy`"))
}
