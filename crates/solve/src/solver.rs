//! The solver: it passes each question to the module of its kind of game, and manages the tables.

use crate::answer::{Answer, Reason};
use crate::closed_form_source::ClosedFormSource;
use crate::kinds::{self, SolvedPositions};
use crate::question::Question;
use crate::strategy::strategy;
use crate::tables::Tables;
use crate::trace::{SearchMethod, TracedPositions, searches, visits};
use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::clock::Instant;
use grundy_rules::{EndlessPlay, Error, ErrorKind, Kind, Play, Player, PositionSum, Result};
use std::sync::Arc;

/// A solver of positions, which keeps the tables it builds for later questions.
///
/// ```
/// use grundy_games::parse;
/// use grundy_rules::Outcome;
/// use grundy_solve::{Budget, Question, Solver};
/// let mut solver = Solver::new();
/// let position_sum = parse("take[1,3,4](10^18) + wythoff(3,4)").unwrap();
/// let answer = solver.solve(&position_sum, &Question::default(), &Budget::default()).unwrap();
/// assert_eq!(answer.result.outcome, Some(Outcome::N));
/// assert_eq!(answer.values.grundy.unwrap().0, 1 ^ 2);
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    tables: Tables,
    database: Option<Arc<dyn SolvedPositions>>,
}

/// The maximal number of tables that are kept.
/// If there are more, computing their total size would cost more than they save, so all are cleared.
const MAX_TABLES: usize = 256;

/// Tables are large if they take more than the memory budget divided by this number.
const LARGE_TABLES_DIVISOR: u64 = 16;

impl Solver {
    /// Creates a solver without tables.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Creates a solver that asks a source for closed forms of positions beyond the reach of tables.
    pub fn with_closed_form_source(source: Arc<dyn ClosedFormSource>) -> Solver {
        Solver { tables: Tables::with_closed_form_source(source), database: None }
    }

    /// Makes the solver answer questions about the game of `solved` from its stored results.
    pub fn set_database(&mut self, solved: Arc<dyn SolvedPositions>) {
        self.database = Some(solved);
    }

    /// Returns the tables built so far.
    pub fn tables(&mut self) -> &mut Tables {
        &mut self.tables
    }

    /// Solves a position: outcome, value, winning moves and reasons.
    ///
    /// # Errors
    /// Fails with `limit` if the budget does not suffice, and with `unsupported` for combinations that no engine
    /// solves.
    pub fn solve(&mut self, position_sum: &PositionSum, question: &Question, budget: &Budget) -> Result<Answer> {
        let scope = budget.enter();
        let answer = self.solve_within(position_sum, question, budget);
        if scope.is_exhausted() {
            // Tables computed from incomplete lists of moves are invalid.
            self.tables.clear();
        }
        scope.finish(answer)
    }

    fn solve_within(&mut self, position_sum: &PositionSum, question: &Question, budget: &Budget) -> Result<Answer> {
        budget.check()?;
        self.tables.begin();
        let table_bytes = self.tables.bytes();
        let budget = budget.with_tables(table_bytes);
        if self.tables.count() > MAX_TABLES || table_bytes > budget.bytes / 2 {
            self.tables.clear();
        } else if table_bytes > budget.bytes / LARGE_TABLES_DIVISOR {
            // Large tables of other games are dropped as soon as this question needs their memory.
            let caches = Arc::new(self.tables.take_unused(position_sum));
            let answer = self.solve_with_tables(position_sum, question, &budget.with_caches(&caches));
            self.tables.restore_unused(&caches);
            return answer;
        }
        self.solve_with_tables(position_sum, question, &budget)
    }

    /// Solves the sum with the existing tables, and adds the details that the question requests.
    fn solve_with_tables(
        &mut self,
        position_sum: &PositionSum,
        question: &Question,
        budget: &Budget,
    ) -> Result<Answer> {
        let start = Instant::now();
        // Clear a fault that earlier work recorded: this question has not met it.
        position_sum.take_fault();
        let mut answer = self.solve_with_loopy_fallback(position_sum, question, budget)?;
        if answer.explanation.reasons.is_empty() {
            // An answer lacks reasons only if there is no move. A search of one position shows this.
            answer.explanation.reasons.push(Reason::Search { nodes: 1 });
        }
        answer.result.is_over =
            question.wants_working && answer.moves.total.is_none_or(|moves| moves == 0) && is_over(position_sum);
        if question.wants_working {
            let sentences = strategy(position_sum, &answer);
            if !sentences.is_empty() {
                answer.explanation.strategy = sentences;
            }
            // The strategy examines positions that the answer does not depend on, so a fault there is dropped.
            position_sum.take_fault();
        }
        if question.wants_steps {
            answer.trace.steps = Some(match TracedPositions::compute(position_sum, budget) {
                Err(error) if matches!(error.kind, ErrorKind::Limit) => return Err(error),
                steps => steps.map(Box::new),
            });
        }
        if let Some(method) = question.search {
            answer.trace.searches = Some((method, searches(position_sum, budget)?));
            if question.wants_steps && matches!(method, SearchMethod::Minimax | SearchMethod::AlphaBeta) {
                answer.trace.tree = Some(match visits(position_sum, method, budget) {
                    Err(error) if matches!(error.kind, ErrorKind::Limit) => return Err(error),
                    tree => tree,
                });
            }
        }
        answer.elapsed = start.elapsed();
        Ok(answer)
    }

    /// Solves the sum by the engines of its kind, or by a graph of positions if a position can repeat.
    ///
    /// The engines for sums without infinite play come first: they are fast and find values. For some rules only
    /// the search shows whether play must end. If a position repeats, the graph of all reachable positions decides.
    fn solve_with_loopy_fallback(
        &mut self,
        position_sum: &PositionSum,
        question: &Question,
        budget: &Budget,
    ) -> Result<Answer> {
        let mut answer = self.solve_by_kind(position_sum, question, budget);
        if answer.as_ref().is_err_and(|error| error.endless() == Some(EndlessPlay::Loopy))
            && position_sum.kind().is_summable()
        {
            let search = |budget: &Budget| match position_sum.kind() {
                Kind::Partizan => kinds::partizan::solve_by_graph(position_sum, question, budget),
                _ => kinds::loopy::solve_by_search(position_sum, question, budget),
            };
            answer = kinds::heap_replacement::search_or_replace_heaps(
                position_sum,
                question,
                budget,
                &mut self.tables,
                search,
            );
            if let Ok(answer) = &mut answer {
                answer.position.short = false;
            }
        }
        if let Err(fault) = position_sum.check_and_clear_fault() {
            // Tables computed from incomplete lists of moves are invalid.
            self.tables.clear();
            return Err(fault);
        }
        answer
    }

    /// Solves the sum by the database, if it covers the sum, or else by the first engine for its kind.
    ///
    /// # Errors
    /// Returns the errors of the engine; the error is [`EndlessPlay::Loopy`] if it met a position that repeats.
    fn solve_by_kind(&mut self, position_sum: &PositionSum, question: &Question, budget: &Budget) -> Result<Answer> {
        let tables = &mut self.tables;
        if question.lone_player.is_some() {
            check_coalition(position_sum, question)?;
        }
        // Check the play convention of kinds that form sums; the engines of other kinds check it themselves.
        if position_sum.kind().is_summable() {
            position_sum
                .terms
                .iter()
                .try_for_each(|term| term.position.ruleset().info().check_play(position_sum.play))?;
        }
        if let Some(solved) = self.database.as_deref()
            && question.use_theorems
            && solved.covers(position_sum)
        {
            return kinds::retrograde::solve_from_database(position_sum, question, solved);
        }
        match position_sum.kind() {
            Kind::Impartial if position_sum.is_short() => {
                kinds::impartial::solve(position_sum, question, budget, tables)
            }
            Kind::Impartial => kinds::loopy::solve(position_sum, question, budget, tables),
            Kind::Partizan => kinds::partizan::solve(position_sum, question, budget, tables),
            Kind::NonstandardImpartial => kinds::retrograde::solve(position_sum, question, budget, tables),
            Kind::Scoring => {
                check_single_term(position_sum)?;
                kinds::scoring::solve(position_sum, question, budget)
            }
            Kind::Multiplayer => {
                check_single_term(position_sum)?;
                kinds::rivals::solve(position_sum, question, budget, tables)
            }
        }
    }
}

/// Reports whether play has ended.
///
/// Either a condition of the rules has ended it, or no component has a move: of either player in partizan games,
/// otherwise of the player to move.
fn is_over(position_sum: &PositionSum) -> bool {
    let mut terms = position_sum.terms.iter().filter(|term| term.copies > 0);
    position_sum.terminal_result().is_some()
        || terms.all(|term| {
            let position = &*term.position;
            let players = if position_sum.kind() == Kind::Partizan {
                vec![Player::LEFT, Player::RIGHT]
            } else {
                vec![position.first_player()]
            };
            let stuck = |component| players.iter().all(|&by| position.moves(component, by).next().is_none());
            (0..position.len()).all(stuck)
        })
}

/// Returns an error unless the game has several players and neither steps nor a search are requested.
fn check_coalition(position_sum: &PositionSum, question: &Question) -> Result<()> {
    let refused = |what: Text| {
        let error = Error::new(ErrorKind::Unsupported, what);
        Err(error.help(text!(
            "a coalition consists of all players but one, as in rivals[1 : 1>2>3 / 2 : 1>2>3 / 1,2 : 1>2>3](5)"
        )))
    };
    if position_sum.kind() != Kind::Multiplayer {
        return refused(text!("only games of several players have coalitions"));
    }
    if question.wants_steps || question.search.is_some() {
        return refused(text!("steps and searches are not available with a coalition"));
    }
    Ok(())
}

/// Returns an error unless the sum is a single term under normal play.
/// Scoring games and games of several players require this, because they have no sums.
fn check_single_term(position_sum: &PositionSum) -> Result<()> {
    let scoring = position_sum.kind() == Kind::Scoring;
    let games = if scoring { text!("scoring games") } else { text!("games of several players") };
    let refused = |what: Text, help: Text| Err(Error::new(ErrorKind::Unsupported, what).help(help));
    if position_sum.play == Play::Misere {
        let help = match scoring {
            true => text!("omit `misere`: the points decide the game, not the last move"),
            false => text!("omit `misere`: in these games, the player who cannot move loses"),
        };
        return refused(text!("misère play is not defined for {games}", games), help);
    }
    match position_sum.terms.as_slice() {
        [term] if term.negative => refused(text!("{games} cannot be negated", games), text!("omit the `-`")),
        [term] if term.copies == 1 => Ok(()),
        _ => refused(text!("{games} cannot be added", games), text!("solve each position separately")),
    }
}
