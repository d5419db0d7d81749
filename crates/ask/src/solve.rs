//! Solves single positions, and batches of positions line by line.

use crate::context::RequestContext;
use crate::input::{Input, parse_spec};
use grundy_lang::{Text, text};
use grundy_play::{PlayPosition, demonstrate};
use grundy_proof as proof;
use grundy_render::ReasonDetail;
use grundy_rules::{Error, ErrorKind, PositionSum, Result};
use grundy_rules::{Player, Sources, Suggestion};
use grundy_solve::trace::SearchMethod;
use grundy_solve::{Answer, Reason};
use grundy_solve::{Budget, MovesWanted, Question, Solver};
use grundy_verify::Certificate;
use std::borrow::Cow;

/// A request to solve a position, with its options.
///
/// ```
/// use grundy_ask::SolveRequest;
/// let solve = SolveRequest { misere: true, ..SolveRequest::new("nim(1,2)") };
/// assert_eq!(solve.parse_spec(&mut grundy_rules::NoSources)?.to_string(), "misere nim(1,2)");
/// # Ok::<(), grundy_rules::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The position.
    pub spec: Input<PositionSum>,
    /// Whether play is misère (the player who cannot move wins); the position's prefix has the same effect.
    pub misere: bool,
    /// Whether theorems and tables may be used.
    pub use_theorems: bool,
    /// Which winning moves are listed.
    pub moves: MovesWanted,
    /// How much of the reasons is written.
    pub why: ReasonDetail,
    /// The search method whose visited positions are counted.
    pub search: Option<SearchMethod>,
    /// The player against whom all others form a coalition, in games of several players.
    pub lone_player: Option<Player>,
}

/// A position with its answer.
#[derive(Clone, Debug)]
pub struct SolveResult {
    /// The position.
    pub position_sum: PositionSum,
    /// The answer.
    pub answer: Answer,
    /// How much of the reasons is written.
    pub why: ReasonDetail,
    /// A line of best play that demonstrates the answer; empty if none was requested or found.
    pub best_line: Vec<Text>,
}

impl SolveRequest {
    /// Returns the request for a full answer, under normal play unless the position's text says otherwise.
    pub fn new(spec: impl Into<Input<PositionSum>>) -> SolveRequest {
        SolveRequest {
            spec: spec.into(),
            misere: false,
            use_theorems: true,
            moves: MovesWanted::Auto,
            why: ReasonDetail::Full,
            search: None,
            lone_player: None,
        }
    }

    /// Returns the request for outcome and value only, without moves or reasons.
    pub fn brief(spec: impl Into<Input<PositionSum>>) -> SolveRequest {
        SolveRequest { moves: MovesWanted::None, why: ReasonDetail::Short, ..SolveRequest::new(spec) }
    }

    /// Parses the position.
    ///
    /// # Errors
    /// Any error of the notation, with its span.
    pub fn parse_spec(&self, sources: &mut dyn Sources) -> Result<Cow<'_, PositionSum>> {
        self.spec.resolve(self.misere, sources)
    }

    /// Returns the options in the form that the engines take.
    pub fn question(&self) -> Question {
        Question {
            use_theorems: self.use_theorems,
            moves: self.moves,
            wants_working: self.why != ReasonDetail::Short,
            wants_steps: self.why == ReasonDetail::Steps,
            search: self.search,
            lone_player: self.lone_player,
        }
    }

    /// Parses and solves the position; if the context has a database, the answer comes from it.
    ///
    /// # Errors
    /// Any error of the notation, with its span; `unsupported`; `limit`; `refused` if the database belongs to
    /// another game.
    pub fn answer(&self, context: &mut RequestContext<'_>) -> Result<Answer> {
        let position_sum = self.parse_spec_within_limits(context)?;
        self.answer_to(&position_sum, context, &context.remaining_budget())
    }

    /// Solves like [`SolveRequest::answer`] and returns the position as well.
    ///
    /// # Errors
    /// As [`SolveRequest::answer`].
    pub fn run(&self, context: &mut RequestContext<'_>) -> Result<SolveResult> {
        let position_sum = self.parse_spec_within_limits(context)?;
        let answer = self.answer_to(&position_sum, context, &context.remaining_budget())?;
        Ok(SolveResult { position_sum: position_sum.into_owned(), answer, why: self.why, best_line: vec![] })
    }

    /// Solves like [`SolveRequest::run`] and adds a line of best play that demonstrates the answer.
    ///
    /// The line is found only if reasons are requested.
    ///
    /// # Errors
    /// As [`SolveRequest::answer`].
    pub fn run_with_best_line(&self, context: &mut RequestContext<'_>) -> Result<SolveResult> {
        let position_sum = self.parse_spec_within_limits(context)?;
        let budget = context.remaining_budget();
        let answer = self.answer_to(&position_sum, context, &budget)?;
        let position_sum = position_sum.into_owned();
        // Lines of play assume that each player follows their own ranking, which members of a coalition do not do.
        let best_line = match self.why != ReasonDetail::Short && self.lone_player.is_none() {
            true => demonstrate(PlayPosition::start(position_sum.clone()), &answer, context.solver, &budget),
            false => None,
        };
        let best_line = best_line.map_or(vec![], |line| line.text());
        Ok(SolveResult { position_sum, answer, why: self.why, best_line })
    }

    /// Parses the position within the limits.
    fn parse_spec_within_limits(&self, context: &mut RequestContext<'_>) -> Result<Cow<'_, PositionSum>> {
        let scope = context.budget.enter();
        scope.finish(self.parse_spec(context.sources))
    }

    fn answer_to(
        &self,
        position_sum: &PositionSum,
        context: &mut RequestContext<'_>,
        budget: &Budget,
    ) -> Result<Answer> {
        if let Some(database) = &mut context.database {
            let solved = database.open(position_sum, budget)?;
            context.solver.set_database(solved);
        }
        let answer = context.solver.solve(position_sum, &self.question(), budget)?;
        match &context.database {
            Some(database)
                if !answer.explanation.reasons.iter().any(|reason| matches!(reason, Reason::Database { .. })) =>
            {
                let (folder, spec) = (database.name(), answer.position.text.unwrap_or_default());
                let message = text!("`{folder}` is refused: it does not belong to `{spec}`", folder, spec);
                Err(Error::new(ErrorKind::Refused, message).with_suggestion(Suggestion::Folder))
            }
            _ => Ok(answer),
        }
    }
}

impl SolveResult {
    /// Returns a certificate of the outcome of the solved position.
    ///
    /// # Errors
    /// `unsupported` for positions whose outcome has no certificate; `limit`.
    pub fn certificate(&self, solver: &mut Solver, budget: &Budget) -> Result<Certificate> {
        match &self.answer.explanation.reasons[..] {
            [Reason::Quotient { certificate: Some(certificate), .. }] => Ok(Certificate::clone(certificate)),
            _ => self.strategy(solver, budget),
        }
    }

    /// Returns a certificate of the outcome that contains a winning strategy.
    ///
    /// [`grundy_verify::Strategy`] reads it.
    ///
    /// # Errors
    /// `unsupported` for positions whose outcome has no such certificate; `limit`.
    pub fn strategy(&self, solver: &mut Solver, budget: &Budget) -> Result<Certificate> {
        match proof::lost_boards(&self.position_sum, budget)? {
            Some(certificate) => Ok(certificate),
            None => proof::replies(&self.position_sum, solver, budget),
        }
    }
}

/// Solves positions line by line, with the same options.
///
/// ```
/// use grundy_ask::{BatchRequest, RequestContext, SolveRequest};
/// let mut batch = BatchRequest::new(SolveRequest::new(""));
/// let (mut solver, budget) = (grundy_solve::Solver::new(), grundy_solve::Budget::default());
/// for (line, value) in [("nim(1,2)", 3), ("nim(4,4)", 0)] {
///     let mut sources = grundy_rules::NoSources;
///     let mut context = RequestContext::new(&mut solver, &budget, &mut sources);
///     let answer = batch.answer(line.as_bytes(), &mut context)?;
///     assert_eq!(answer.values.grundy.map(|value| value.0), Some(value));
/// }
/// # Ok::<(), grundy_rules::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchRequest {
    solve: SolveRequest,
}

impl BatchRequest {
    /// Creates a batch with these options; their position is ignored.
    pub fn new(options: SolveRequest) -> BatchRequest {
        BatchRequest { solve: options }
    }

    /// Solves the position on a line.
    ///
    /// # Errors
    /// As [`SolveRequest::answer`]; `syntax` if the line is not UTF-8.
    pub fn answer(&mut self, line: &[u8], context: &mut RequestContext<'_>) -> Result<Answer> {
        let text = utf8(line)?;
        let scope = context.budget.enter();
        let position_sum = scope.finish(parse_spec(text, self.solve.misere, context.sources))?;
        let budget = context.remaining_budget();
        self.solve.answer_to(&position_sum, context, &budget)
    }
}

/// Returns a line as text.
///
/// # Errors
/// `syntax`, with the span of the bytes that are not UTF-8.
pub fn utf8(line: &[u8]) -> Result<&str> {
    std::str::from_utf8(line).map_err(|error| {
        let at = error.valid_up_to();
        // An incomplete character at the end of the line gives an error without length; the span then ends with
        // the line.
        let end = error.error_len().map_or(line.len(), |length| at + length);
        let error = Error::new(ErrorKind::Syntax, text!("the line is not valid UTF-8")).at(at..end);
        error.help(text!("a line must be UTF-8 text, for example nim(3,4,5)"))
    })
}
