//! The work of the engines for the board: one job at a time, in a thread of its own.

use grundy::unstable::play::{
    ChosenMove, ExpectedResult, LegalMove, Machine, PlayLine, PlayPosition, demonstrate, expected_results,
};
use grundy::unstable::rules::{Cancel, NoSources};
use grundy::unstable::solve::Answer;
use grundy::unstable::solve::Solver;
use grundy::{Budget, Result};
use grundy_ask::{RequestContext, SolveRequest};

/// The question of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The machine's move.
    Reply,
    /// The best move, as a hint.
    Hint,
    /// The results of the job's moves.
    Values,
    /// The outcome of the position and the reasons.
    Why,
}

/// A question about a position.
#[derive(Debug)]
pub struct Job {
    /// The number by which the board matches reports to jobs.
    pub ticket: u64,
    pub ask: Ask,
    pub play_position: PlayPosition,
    /// For [`Ask::Values`], the moves whose results are requested.
    pub moves: Vec<LegalMove>,
    /// The flag that is set when the answer is no longer needed.
    pub stop: Cancel,
}

/// The result of a job.
#[derive(Debug)]
pub struct JobResult {
    pub ticket: u64,
    pub result: Result<JobAnswer>,
}

/// The answer to a question.
#[derive(Debug)]
pub enum JobAnswer {
    Reply(ChosenMove),
    Hint(ChosenMove),
    Values(Vec<(Option<ExpectedResult>, Answer)>),
    Why(Box<Answer>, Option<PlayLine>),
}

/// Does a job within a budget; the job can be cancelled.
pub fn run_job(job: &Job, machine: &mut Machine, solver: &mut Solver, budget: &Budget) -> JobResult {
    let budget = Budget { cancel: Some(job.stop.clone()), ..budget.clone() };
    let play_position = &job.play_position;
    let found = match job.ask {
        Ask::Reply => machine.choose(play_position, solver, &budget).map(JobAnswer::Reply),
        Ask::Hint => {
            machine.best_move(play_position, solver, &budget).and_then(|mut best| match best.unsolved.take() {
                Some(error) => Err(error),
                None => Ok(JobAnswer::Hint(best)),
            })
        }
        Ask::Values => expected_results(play_position, &job.moves, solver, &budget).map(JobAnswer::Values),
        Ask::Why => solve_position(play_position, solver, &budget).map(|answer| {
            let line = demonstrate(play_position.copied(), &answer, solver, &budget);
            JobAnswer::Why(Box::new(answer), line)
        }),
    };
    JobResult { ticket: job.ticket, result: found }
}

/// Solves the position on the board.
fn solve_position(play_position: &PlayPosition, solver: &mut Solver, budget: &Budget) -> Result<Answer> {
    SolveRequest::new(play_position.position_sum().clone()).answer(&mut RequestContext::new(
        solver,
        budget,
        &mut NoSources,
    ))
}
