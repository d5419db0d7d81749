//! The machine opponent, which plays perfectly or makes random moves at a given rate.

use crate::play_position::{LegalMove, PlayPosition};
use crate::random::Random;
use grundy_lang::text;
use grundy_rules::CompactSort;
use grundy_rules::{Error, ErrorKind, Kind, Outcome, Player, PlayerResult, Result};
use grundy_solve::{Answer, Budget, Move, MovesWanted, Question, Solver, mirroring_move};
use grundy_verify::{Limits, Strategy};
use std::sync::{Arc, Mutex, PoisonError};

/// The result of best play for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedResult {
    /// A win.
    Win,
    /// A loss.
    Loss,
    /// Neither player wins: play ends in a draw or never ends.
    Draw,
    /// The points that the player to move scores from this position on, minus those of the opponent.
    Score(i64),
    /// This player loses.
    Loser(Player),
}

impl ExpectedResult {
    /// Returns the result for the other of two players.
    fn for_other(self) -> ExpectedResult {
        match self {
            ExpectedResult::Win => ExpectedResult::Loss,
            ExpectedResult::Loss => ExpectedResult::Win,
            ExpectedResult::Score(score) => ExpectedResult::Score(-score),
            ExpectedResult::Draw | ExpectedResult::Loser(_) => self,
        }
    }
}

/// A move that the machine chose.
#[derive(Debug)]
pub struct ChosenMove {
    /// The move.
    pub mv: LegalMove,
    /// The result of best play; `None` if the move is random or the position was not solved.
    pub expected: Option<ExpectedResult>,
    /// The error if the position could not be solved; the move is then the first legal one.
    pub unsolved: Option<Error>,
}

/// A machine player, which chooses moves by the solver.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The percentage of perfect moves.
    perfect_percent: u8,
    random: Random,
    /// Whether to prefer moves that shorten the play, for games without a human player.
    prefers_short_play: bool,
    /// A strategy that the machine follows where it can, without asking the solver.
    strategy: Option<Arc<Mutex<Strategy>>>,
}

/// The maximal numbers of losing moves that are compared, and of moves that are counted after each.
const MAX_LOSING_MOVES: usize = 64;
const MAX_ANSWERS: usize = 256;

/// The maximal number of winning moves whose remoteness is compared.
const MAX_COMPARED_WINS: usize = 40;

/// The maximal number of moves that are tried if the answer lists no move of the player.
const MAX_TRIED_MOVES: usize = 5_000;

impl Machine {
    /// Creates a machine that makes no mistakes.
    pub fn perfect() -> Machine {
        Machine::with_strength(100, 0)
    }

    /// Creates a machine that makes `perfect_percent` of its moves perfectly and the others at random.
    ///
    /// Equal seeds give equal choices.
    pub fn with_strength(perfect_percent: u8, seed: u64) -> Machine {
        Machine { perfect_percent, random: Random::new(seed), prefers_short_play: false, strategy: None }
    }

    /// Makes the machine choose, among equally good moves, those to positions with smaller numbers.
    ///
    /// This applies to lost positions as well, so that a game between machines ends soon.
    ///
    /// ```
    /// use grundy_play::{Machine, Session};
    /// use grundy_rules::Player;
    /// use grundy_solve::{Budget, Solver};
    /// let mut session = Session::new(grundy_games::parse("nim(10^19,10^18)").unwrap(), Player::LEFT);
    /// let (mut machine, mut solver) = (Machine::perfect().preferring_short_play(), Solver::new());
    /// while session.end().is_none() {
    ///     let chosen = machine.choose(session.position(), &mut solver, &Budget::default()).unwrap();
    ///     session.play(&chosen.mv);
    /// }
    /// assert_eq!(session.moves_made(), 3);
    /// ```
    pub fn preferring_short_play(self) -> Machine {
        Machine { prefers_short_play: true, ..self }
    }

    /// Makes the machine follow a winning strategy where the strategy has a move.
    ///
    /// ```
    /// use grundy_play::{Machine, Session};
    /// use grundy_rules::Player;
    /// use grundy_solve::{Budget, Solver};
    /// use grundy_verify::{Certificate, Limits, Lost, Proof, Strategy};
    /// let lost = |position: &str, answers: &[(&str, usize)]| Lost {
    ///     position: position.into(),
    ///     to_move: None,
    ///     answers: answers.iter().map(|&(option, place)| (option.into(), Some(place))).collect(),
    /// };
    /// let lost = vec![lost("nim(0) + nim(0)", &[]), lost("nim(1) + nim(1)", &[("nim(0) + nim(1)", 0)])];
    /// let proof = Proof::Replies { position: "nim(1,1)".into(), outcome: "P".into(), lost };
    /// let certificate = Certificate { rules: "nim".into(), claim: None, automata: vec![], proof };
    /// let strategy = Strategy::new(&certificate, grundy_games::library(), &Limits::default()).unwrap();
    /// let mut session = Session::new(grundy_games::parse("nim(1,1)").unwrap(), Player::LEFT);
    /// session.play_all("take 1 from heap 1").unwrap();
    /// let mut machine = Machine::perfect().with_strategy(strategy);
    /// let reply = machine.choose(session.position(), &mut Solver::new(), &Budget::default()).unwrap();
    /// assert_eq!(reply.mv.text, "take 1 from heap 2");
    /// ```
    pub fn with_strategy(self, strategy: Strategy) -> Machine {
        Machine { strategy: Some(Arc::new(Mutex::new(strategy))), ..self }
    }

    /// Reports whether the strategy of the machine decides a position.
    ///
    /// By the strategy, the player to move then loses or has a winning move.
    ///
    /// # Errors
    /// `limit` if the user interrupts the work.
    pub fn knows(&self, play_position: &PlayPosition, budget: &Budget) -> Result<bool> {
        Ok(self.by_strategy(play_position, budget)?.is_some())
    }

    /// Chooses the best move, as a machine that makes no mistakes.
    ///
    /// # Errors
    /// As [`Machine::choose`].
    pub fn best_move(&self, play_position: &PlayPosition, solver: &mut Solver, budget: &Budget) -> Result<ChosenMove> {
        Machine { perfect_percent: 100, ..self.clone() }.choose(play_position, solver, budget)
    }

    /// Returns what the strategy says about a position: a winning move, or no move if the position is lost.
    ///
    /// Returns `None` if the strategy says nothing, or if a limit is reached before it does.
    ///
    /// # Errors
    /// `limit` if the user interrupts the work.
    fn by_strategy(&self, play_position: &PlayPosition, budget: &Budget) -> Result<Option<Option<LegalMove>>> {
        let Some(strategy) = &self.strategy else { return Ok(None) };
        let mut strategy = strategy.lock().unwrap_or_else(PoisonError::into_inner);
        let limits = Limits {
            bytes: budget.bytes / 2,
            deadline: budget.deadline,
            cancel: budget.cancel.clone(),
            ..Limits::default()
        };
        let mut loses =
            |position: &PlayPosition| match strategy.loses(position.position_sum(), position.mover(), &limits) {
                Err(error) if !error.is_interrupt() => Ok(false),
                found => found,
            };
        if loses(play_position)? {
            return Ok(Some(None));
        }
        for mv in play_position.moves(MAX_TRIED_MOVES) {
            if loses(&play_position.after(&mv))? {
                return Ok(Some(Some(mv)));
            }
        }
        Ok(None)
    }

    /// Chooses a move.
    ///
    /// # Errors
    /// Fails with `limit` if the work was cancelled, with the errors of the rules, and with `unsupported` if
    /// there is no legal move.
    pub fn choose(&mut self, play_position: &PlayPosition, solver: &mut Solver, budget: &Budget) -> Result<ChosenMove> {
        if self.perfect_percent < 100 && self.random.below(100) >= usize::from(self.perfect_percent) {
            let mut moves = play_position.moves(1000);
            let chosen = self.random.below(moves.len());
            if chosen < moves.len() {
                return Ok(ChosenMove { mv: moves.swap_remove(chosen), expected: None, unsolved: None });
            }
        }
        match self.by_strategy(play_position, budget)? {
            Some(Some(mv)) => return Ok(ChosenMove { mv, expected: Some(ExpectedResult::Win), unsolved: None }),
            // The opponent has the winning strategy, so no better move need be searched for.
            Some(None) => {
                if let Some(mv) = move_with_most_mobility(play_position, budget)? {
                    return Ok(ChosenMove { mv, expected: Some(ExpectedResult::Loss), unsolved: None });
                }
            }
            None => {}
        }
        best_move(play_position, self.prefers_short_play, solver, budget)
    }
}

/// Returns the result of best play for the player to move, and the engine's answer.
///
/// The result is `None` if the answer does not determine it.
///
/// # Errors
/// Returns the errors of [`Solver::solve`].
///
/// ```
/// use grundy_play::{PlayPosition, ExpectedResult, expected_result};
/// use grundy_solve::{Budget, Solver};
/// let play_position = PlayPosition::start(grundy_games::parse("wythoff(3,5)").unwrap());
/// let (expected, answer) = expected_result(&play_position, false, &mut Solver::new(), &Budget::default()).unwrap();
/// assert_eq!(expected, Some(ExpectedResult::Loss));
/// assert_eq!(answer.values.grundy.unwrap().0, 0);
/// ```
pub fn expected_result(
    play_position: &PlayPosition,
    moves: bool,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<(Option<ExpectedResult>, Answer)> {
    let wanted = if moves { MovesWanted::Auto } else { MovesWanted::None };
    let question = Question { moves: wanted, wants_working: false, ..Question::default() };
    let answer = solver.solve(play_position.position_sum(), &question, budget)?;
    // The outcome class of a partizan game determines the ending for either starting player.
    let partizan = play_position.position_sum().kind() == Kind::Partizan;
    let starts = answer.result.results_moving_first.or(answer
        .result
        .outcome
        .filter(|_| partizan)
        .map(Outcome::results_moving_first));
    let mover_ending = starts.map(|[left, right]| if play_position.mover() == Player::LEFT { left } else { right });
    let expected = match (answer.result.outcome, answer.result.score, answer.result.loser) {
        (_, Some(score), _) => Some(ExpectedResult::Score(score)),
        (_, _, Some(loser)) => Some(ExpectedResult::Loser(loser)),
        _ if mover_ending.is_some() => mover_ending.map(|ending| match ending {
            PlayerResult::Win => ExpectedResult::Win,
            PlayerResult::Loss => ExpectedResult::Loss,
            PlayerResult::Draw => ExpectedResult::Draw,
        }),
        (Some(Outcome::N), ..) => Some(ExpectedResult::Win),
        (Some(Outcome::P), ..) => Some(ExpectedResult::Loss),
        (Some(Outcome::D), ..) => Some(ExpectedResult::Draw),
        _ => None,
    };
    Ok((expected, answer))
}

/// Returns the results of moves for the player who makes them, and the answers about the options.
///
/// # Errors
/// Returns the errors of [`Solver::solve`].
pub fn expected_results(
    play_position: &PlayPosition,
    moves: &[LegalMove],
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Vec<(Option<ExpectedResult>, Answer)>> {
    moves.iter().map(|mv| result_after(play_position, mv, solver, budget)).collect()
}

/// Returns the result of a move for the player who makes it, and the answer about the next position.
fn result_after(
    play_position: &PlayPosition,
    mv: &LegalMove,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<(Option<ExpectedResult>, Answer)> {
    budget.check()?;
    let next = play_position.after(mv);
    let (expected, answer) = expected_result(&next, false, solver, budget)?;
    let expected = expected.map(|p| if next.mover() == play_position.mover() { p } else { p.for_other() });
    let expected = expected.map(|p| match p {
        ExpectedResult::Score(score) => ExpectedResult::Score(score + play_position.points(mv)),
        other => other,
    });
    Ok((expected, answer))
}

/// Chooses the best move: a winning move, else a drawing move, else the move of [`best_losing_move`].
fn best_move(
    play_position: &PlayPosition,
    prefers_short_play: bool,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<ChosenMove> {
    let solved = expected_result(play_position, true, solver, budget);
    let first = play_position.moves(1).pop();
    if let Some(fault) = play_position.fault() {
        return Err(fault);
    }
    let Some(first) = first else {
        return Err(Error::new(ErrorKind::Unsupported, text!("there is no legal move")));
    };
    let chosen = solved.and_then(|(expected, answer)| {
        let mv = match expected {
            Some(ExpectedResult::Loss) | None => {
                best_losing_move(play_position, prefers_short_play, &answer, solver, budget)?
            }
            _ => match best_listed_move(play_position, prefers_short_play, &answer, solver, budget)? {
                Some(mv) => Some(mv),
                None => {
                    // If the engine already searched the moves up to a limit, a search of each move on its own would
                    // take even longer.
                    let searched = answer.moves.incomplete && answer.nodes > 0;
                    let found = if searched { None } else { find_move(play_position, expected, solver, budget)? };
                    if found.is_none() && answer.moves.incomplete {
                        let message = text!("no winning move was found; there are too many moves to try");
                        return Err(Error::new(ErrorKind::Limit, message));
                    }
                    found
                }
            },
        };
        Ok((mv, expected))
    });
    match chosen {
        Ok((mv, expected)) => Ok(ChosenMove { mv: mv.unwrap_or(first), expected, unsolved: None }),
        // If no engine can solve the position within the limits, play the first legal move.
        Err(error) if is_unsolved(&error) => Ok(ChosenMove { mv: first, expected: None, unsolved: Some(error) }),
        // Pass on errors of the rules, and interruptions.
        Err(error) => Err(error),
    }
}

/// Reports whether an error means that the position was too hard for the engines.
fn is_unsolved(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Limit | ErrorKind::TooLarge | ErrorKind::Unsupported) && !error.is_interrupt()
}

/// Chooses the move of the answer's list that is easiest to follow; `None` if there is none.
///
/// It prefers a move after which all components form equal pairs. Otherwise it takes the move with the shortest text
/// of the next position, or with `prefers_short_play` the least sum of its numbers. If play may never end, it takes
/// the move that ends the play soonest.
fn best_listed_move(
    play_position: &PlayPosition,
    prefers_short_play: bool,
    answer: &Answer,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Option<LegalMove>> {
    if let Some(mv) = mirroring_move(play_position.position_sum(), &answer.moves.listed) {
        return Ok(Some(play_position.to_legal_move(mv)));
    }
    let belongs_to_mover = |mv: &&Move| mv.by.is_none_or(|by| by == play_position.mover());
    let mut moves: Vec<&Move> = answer.moves.listed.iter().filter(belongs_to_mover).collect();
    if !answer.position.short && answer.result.outcome != Some(Outcome::D) {
        let mut quickest: Option<(u64, LegalMove)> = None;
        for mv in moves.iter().take(MAX_COMPARED_WINS) {
            let mv = play_position.to_legal_move(mv);
            let remoteness = match result_after(play_position, &mv, solver, budget) {
                Ok((_, answer)) => remoteness_for(&answer, play_position.after(&mv).mover()),
                Err(error) if error.is_interrupt() => return Err(error),
                // All of these moves win, so a move of unknown remoteness remains a candidate.
                Err(_) => None,
            };
            let remoteness = remoteness.unwrap_or(u64::MAX);
            if quickest.as_ref().is_none_or(|(least, _)| remoteness < *least) {
                quickest = Some((remoteness, mv));
            }
        }
        return Ok(quickest.map(|(_, mv)| mv));
    }
    // The sorts are stable: equal moves keep their order.
    if prefers_short_play {
        moves.compact_sort_by_cached_key(|mv| mv.to.as_ref().map_or(u128::MAX, |to| sum_of_numbers(to)));
    } else {
        moves.compact_sort_by_key(|mv| mv.to.as_ref().map_or(usize::MAX, String::len));
    }
    Ok(moves.first().map(|mv| play_position.to_legal_move(mv)))
}

/// Finds the first move with the result `wanted`.
/// Returns `None` if it is not among the first `MAX_TRIED_MOVES` moves.
fn find_move(
    play_position: &PlayPosition,
    wanted: Option<ExpectedResult>,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Option<LegalMove>> {
    for mv in play_position.moves(MAX_TRIED_MOVES) {
        if result_after(play_position, &mv, solver, budget)?.0 == wanted {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

/// Chooses a move in a position in which all moves lose; `None` if there is no move.
///
/// If the remoteness is known, it takes the move with the longest play. Otherwise it maximises the number of the
/// opponent's moves, or in partizan games the player's own moves minus the opponent's. With `prefers_short_play` and
/// unknown remoteness it takes the move with the least sum of the numbers in the next position.
fn best_losing_move(
    play_position: &PlayPosition,
    prefers_short_play: bool,
    answer: &Answer,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Option<LegalMove>> {
    let remoteness = remoteness_for(answer, play_position.mover());
    if prefers_short_play && remoteness.is_none() {
        let mut moves = play_position.moves(MAX_LOSING_MOVES);
        moves.extend(large_moves(play_position));
        return Ok(moves
            .into_iter()
            .min_by_key(|mv| sum_of_numbers(&play_position.after(mv).position_sum().canonical_text())));
    }
    if remoteness.is_none() {
        return move_with_most_mobility(play_position, budget);
    }
    let mut best: Option<(u64, LegalMove)> = None;
    for mv in play_position.moves(MAX_LOSING_MOVES) {
        let (_, answer) = result_after(play_position, &mv, solver, budget)?;
        let length = remoteness_for(&answer, play_position.after(&mv).mover()).unwrap_or(0);
        if best.as_ref().is_none_or(|(greatest, _)| length > *greatest) {
            best = Some((length, mv));
        }
    }
    Ok(best.map(|(_, mv)| mv))
}

/// Returns a move that leaves the opponent many moves.
///
/// In partizan games, it leaves the player many moves and the opponent few. Returns `None` if there is no move.
fn move_with_most_mobility(play_position: &PlayPosition, budget: &Budget) -> Result<Option<LegalMove>> {
    let partizan = play_position.position_sum().kind() == Kind::Partizan;
    let mut best: Option<(i64, LegalMove)> = None;
    for mv in play_position.moves(MAX_LOSING_MOVES) {
        budget.check()?;
        let next = play_position.after(&mv);
        let theirs = next.moves(MAX_ANSWERS).len() as i64;
        let merit = if partizan { move_count_for(next, play_position.mover()) - theirs } else { theirs };
        if best.as_ref().is_none_or(|(greatest, _)| merit > *greatest) {
            best = Some((merit, mv));
        }
    }
    Ok(best.map(|(_, mv)| mv))
}

/// Returns the remoteness with `mover` to move, if it is known.
fn remoteness_for(answer: &Answer, mover: Player) -> Option<u64> {
    answer.result.remoteness.or(answer.result.remoteness_of.get(usize::from(mover.0)).copied().flatten())
}

/// Returns the number of moves that a player would have if it were that player's turn.
fn move_count_for(play_position: PlayPosition, by: Player) -> i64 {
    play_position.with_mover(by).moves(MAX_ANSWERS).len() as i64
}

/// The maximal number of components that are searched for large moves.
///
/// Components whose text contains more numbers than this are skipped.
const MAX_LARGE_COMPONENTS: usize = 16;

/// Returns moves that take large amounts, in components with more moves than `MAX_LOSING_MOVES`.
///
/// For each number in a component, the move takes that number, or else half of it, a quarter of it, and so on.
fn large_moves(play_position: &PlayPosition) -> Vec<LegalMove> {
    let mut found = vec![];
    for place in play_position.places().take(MAX_LARGE_COMPONENTS) {
        let (position, player) = play_position.at(place);
        let component = position.component(place.component);
        if component.count_printed_numbers() > MAX_LARGE_COMPONENTS
            || component.moves(0, player).nth(MAX_LOSING_MOVES).is_none()
        {
            continue;
        }
        for number in numbers(&component.to_string()) {
            let halves = std::iter::successors(Some(number), |&half| (half > 1).then_some(half / 2));
            let mut named = halves.filter_map(|take| position.moves_from_numbers(place.component, player, &[take]));
            if let Some(mv) = named.find_map(|moves| moves.into_iter().next()) {
                found.push(play_position.describe(place, mv));
            }
        }
    }
    found
}

/// Returns all numbers in a text.
fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok())
}

/// Returns the sum of the numbers in the text of a position, which measures the size of the position.
fn sum_of_numbers(text: &str) -> u128 {
    numbers(text).map(u128::from).sum()
}
