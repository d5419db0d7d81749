//! One question, one answer: each kind of game has its own way.

use crate::answer::{Answer, Reason};
use crate::kinds::{self, Solved};
use crate::oracle::Oracle;
use crate::question::Question;
use crate::steps::{Steps, Way, searches, visits};
use crate::strategy::strategy;
use crate::tables::Tables;
use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::clock::Instant;
use grundy_rules::{Endless, Error, ErrorKind, Kind, Play, Result, Seat, Spec};
use std::sync::Arc;

/// Answers questions, and keeps the tables it builds for the next ones.
///
/// ```
/// use grundy_games::parse;
/// use grundy_rules::Outcome;
/// use grundy_solve::{Budget, Question, Solver};
/// let mut solver = Solver::new();
/// let spec = parse("take[1,3,4](10^18) + wythoff(3,4)").unwrap();
/// let answer = solver.solve(&spec, &Question::default(), &Budget::default()).unwrap();
/// assert_eq!(answer.outcome, Some(Outcome::N));
/// assert_eq!(answer.grundy.unwrap().0, 1 ^ 2);
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    tables: Tables,
    solved: Option<Arc<dyn Solved>>,
}

/// Adding up what more tables than this take would cost more than the tables save.
const MOST_TABLES: usize = 256;

impl Solver {
    /// A solver without tables.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// A solver that asks for closed forms where tables do not reach.
    pub fn with_oracle(oracle: Arc<dyn Oracle>) -> Solver {
        Solver { tables: Tables::with_oracle(oracle), solved: None }
    }

    /// Has positions answered by what was solved before, where that is of their game.
    pub fn rest_on(&mut self, solved: Arc<dyn Solved>) {
        self.solved = Some(solved);
    }

    /// The tables built so far.
    pub fn tables(&mut self) -> &mut Tables {
        &mut self.tables
    }

    /// Who wins, the value, the winning moves and why.
    ///
    /// # Errors
    /// `limit` if the budget does not suffice; `unsupported` for combinations that no engine solves.
    pub fn solve(&mut self, spec: &Spec, question: &Question, budget: &Budget) -> Result<Answer> {
        let scope = budget.enter();
        let answer = self.solve_within(spec, question, budget);
        if scope.is_exhausted() {
            // Tables computed from incomplete lists of moves are invalid.
            self.tables.clear();
        }
        scope.finish(answer)
    }

    fn solve_within(&mut self, spec: &Spec, question: &Question, budget: &Budget) -> Result<Answer> {
        let start = Instant::now();
        budget.check()?;
        self.tables.begin();
        let mut tables = self.tables.bytes();
        let with_tables = budget.with_tables(tables);
        if self.tables.count() > MOST_TABLES || tables > with_tables.bytes / 2 {
            self.tables.clear();
            tables = 0;
        }
        let budget = &with_tables;
        let mut result = self.attempt(spec, question, budget, tables);
        if question.theorems && fault(spec).is_some() {
            // A table has positions that play does not come to, perhaps the one of which the moves are not known.
            spec.terms.iter().for_each(|term| term.position.ruleset().forget_fault());
            let alone = self.attempt(spec, &Question { theorems: false, ..*question }, budget, 0);
            if alone.is_ok() || fault(spec).is_some() {
                result = alone;
            }
        }
        let mut answer = result?;
        if answer.reasons.is_empty() {
            // Nothing can be moved: that was seen by looking.
            answer.reasons.push(Reason::Search { nodes: 1 });
        }
        answer.over = question.working && answer.moves_total.is_none_or(|moves| moves == 0) && is_over(spec);
        if question.working {
            let told = strategy(spec, &answer);
            if !told.is_empty() {
                answer.strategy = told;
            }
            // Moves of a rule may not be known in positions that nobody asked about.
            if fault(spec).is_some() {
                spec.terms.iter().for_each(|term| term.position.ruleset().forget_fault());
            }
        }
        if question.steps {
            answer.steps = Some(match Steps::of(spec, budget) {
                Err(error) if matches!(error.kind, ErrorKind::Limit) => return Err(error),
                steps => steps.map(Box::new),
            });
        }
        if let Some(way) = question.search {
            answer.searches = Some((way, searches(spec, budget)?));
            if question.steps && matches!(way, Way::Minimax | Way::AlphaBeta) {
                answer.tree = Some(match visits(spec, way, budget) {
                    Err(error) if matches!(error.kind, ErrorKind::Limit) => return Err(error),
                    tree => tree,
                });
            }
        }
        answer.elapsed = start.elapsed();
        Ok(answer)
    }

    /// The answer, unless something goes wrong with the moves of a rule; `tables` is what those take that are there.
    fn attempt(&mut self, spec: &Spec, question: &Question, budget: &Budget, tables: u64) -> Result<Answer> {
        let mut tabled = self::tabled(spec);
        let mut result = self.by_kind(spec, question, budget);
        if tables > 0 && result.as_ref().is_err_and(|error| error.kind == ErrorKind::Limit) {
            // Tables of other questions may have been in the way.
            self.tables.clear();
            budget.check()?;
            result = self.by_kind(spec, question, budget);
        }
        // A rule turned out not to go down: what the table of its heaps tells is none, and it is solved anew. The rules of
        // another term may show it only then.
        while tabled != self::tabled(spec) {
            tabled = self::tabled(spec);
            self.tables.clear();
            result = self.by_kind(spec, question, budget);
        }
        if fault(spec).is_none() && result.as_ref().is_err_and(|error| error.endless() == Some(Endless::Again)) {
            // Whether the play of a rule must end is seen only when it is searched.
            result = match spec.kind() {
                Kind::Impartial => {
                    let search = |budget: &Budget| kinds::loopy::by_search(spec, question, budget);
                    kinds::nim_heap::or_search(spec, question, budget, &mut self.tables, search)
                }
                Kind::Partizan => {
                    let search = |budget: &Budget| kinds::partizan::by_reach(spec, question, budget);
                    kinds::nim_heap::or_search(spec, question, budget, &mut self.tables, search)
                }
                Kind::Positional | Kind::Scoring | Kind::Multiplayer => result,
            };
            if let Ok(answer) = &mut result {
                answer.short = false;
            }
        }
        if let Some(fault) = fault(spec) {
            // What was computed from moves that are not known must serve nobody.
            self.tables.clear();
            return Err(fault);
        }
        result
    }

    fn by_kind(&mut self, spec: &Spec, question: &Question, budget: &Budget) -> Result<Answer> {
        let tables = &mut self.tables;
        if question.coalition.is_some() {
            allows_coalitions(spec, question)?;
        }
        // The others say themselves why not.
        if spec.kind().adds_up() {
            spec.terms.iter().try_for_each(|term| term.position.ruleset().card().check_play(spec.play))?;
        }
        if let Some(solved) = self.solved.as_deref()
            && question.theorems
            && solved.is_of(spec)
        {
            return kinds::numbered::by_solved(spec, question, solved);
        }
        match spec.kind() {
            Kind::Impartial if spec.is_short() => kinds::impartial::solve(spec, question, budget, tables),
            Kind::Impartial => kinds::loopy::solve(spec, question, budget, tables),
            Kind::Partizan => kinds::partizan::solve(spec, question, budget, tables),
            Kind::Positional => kinds::numbered::solve(spec, question, budget, tables),
            Kind::Scoring => {
                stands_alone(spec)?;
                kinds::scoring::solve(spec, question, budget)
            }
            Kind::Multiplayer => {
                stands_alone(spec)?;
                kinds::rivals::solve(spec, question, budget, tables)
            }
        }
    }
}

/// What went wrong with the moves of some rule.
fn fault(spec: &Spec) -> Option<Error> {
    spec.terms.iter().find_map(|term| term.position.ruleset().fault())
}

/// Whether nobody can move.
fn is_over(spec: &Spec) -> bool {
    spec.terms.iter().filter(|term| term.copies > 0).all(|term| {
        let position = &*term.position;
        let seats = if spec.kind() == Kind::Partizan { vec![Seat::LEFT, Seat::RIGHT] } else { vec![position.first()] };
        let stuck = |part| seats.iter().all(|&by| position.moves(part, by).next().is_none());
        (0..position.len()).all(stuck)
    })
}

/// How many terms are heaps that an engine fills a table of.
fn tabled(spec: &Spec) -> usize {
    spec.terms.iter().filter(|t| t.position.ruleset().table().is_some_and(|view| view.heaps().is_some())).count()
}

/// A coalition takes three players or so, and is asked for who loses alone.
fn allows_coalitions(spec: &Spec, question: &Question) -> Result<()> {
    let refused = |what: Text| {
        let error = Error::new(ErrorKind::Unsupported, what);
        Err(error
            .help(text!("a coalition is all players but one, as in rivals[1 : 1>2>3 / 2 : 1>2>3 / 1,2 : 1>2>3](5)")))
    };
    if spec.kind() != Kind::Multiplayer {
        return refused(text!("only games of several players have coalitions"));
    }
    if question.steps || question.search.is_some() {
        return refused(text!("steps and searches are of players who follow their own rankings"));
    }
    Ok(())
}

/// Games won on points and games of several players are solved one at a time, under normal play.
fn stands_alone(spec: &Spec) -> Result<()> {
    let scoring = spec.kind() == Kind::Scoring;
    let games = if scoring { text!("games won on points") } else { text!("games of several players") };
    let refused = |what: Text, help: Text| Err(Error::new(ErrorKind::Unsupported, what).help(help));
    if spec.play == Play::Misere {
        let help = match scoring {
            true => text!("leave `misere` out: the points decide, not who moves last"),
            false => text!("leave `misere` out: who cannot move loses"),
        };
        return refused(text!("misère play means nothing in {games}", games), help);
    }
    match spec.terms.as_slice() {
        [term] if term.negative => refused(text!("{games} have no negatives", games), text!("leave the `-` out")),
        [term] if term.copies == 1 => Ok(()),
        _ => refused(text!("{games} do not add up", games), text!("solve each of them alone")),
    }
}
