//! The board of a position: what a front end draws, and which moves each component allows.

use crate::context::RequestContext;
use crate::fields::Fields;
use crate::input::Input;
use crate::reply::ShownBoard;
use grundy_json::{ExpectedAnswer, ShownPiece};
use grundy_lang::text;
use grundy_play::{LegalMove, PlayComponent, PlayPosition, Session, expected_result, expected_results};
use grundy_rules::{Error, ErrorKind, Nimber, Play, Player, Result};
use grundy_rules::{Kind, PositionSum};
use grundy_solve::{Budget, MovesWanted, Question, Solver};
use std::time::Duration;

/// Extra time to list components and moves after the time limit for their values.
pub(crate) const TIME_TO_LIST: Duration = Duration::from_secs(2);

/// Maximum number of components listed.
pub const MAX_PIECES: usize = 200;
/// Maximum number of moves listed, over all components.
pub const MAX_MOVES: usize = 1000;
/// Maximum number of moves listed for one component, so that other components can list moves too.
const MAX_MOVES_PER_COMPONENT: usize = 200;

const MOVER_NAMES: [(&str, Player); 4] =
    [("left", Player::LEFT), ("right", Player(1)), ("1", Player::LEFT), ("2", Player(1))];

/// A request for the board of a play: a position and the moves played from it.
#[derive(Clone, Debug)]
pub struct BoardRequest {
    /// The position.
    pub spec: Input<PositionSum>,
    /// Whether play is misère: the player who cannot move wins.
    pub misere: bool,
    /// The player who moves first. `None` is Left, or the player whom the position determines.
    pub mover: Option<Player>,
    /// The moves to play first, in the notation of moves. If they are given, the reply lists them.
    pub moves: Option<String>,
}

impl BoardRequest {
    /// Returns the request for the board of a position, before the first move.
    pub fn new(spec: impl Into<Input<PositionSum>>) -> BoardRequest {
        BoardRequest { spec: spec.into(), misere: false, mover: None, moves: None }
    }

    pub(crate) fn parse(fields: &mut Fields) -> Result<BoardRequest> {
        Ok(BoardRequest {
            spec: fields.required("spec", "nim(3,4,5)")?.into(),
            misere: fields.flag("misere")?.unwrap_or(false),
            mover: fields.choice("mover", &MOVER_NAMES)?,
            moves: fields.text("moves")?,
        })
    }

    pub(crate) fn run(&self, context: &mut RequestContext<'_>) -> Result<ShownBoard> {
        let position_sum = self.spec.resolve(self.misere, context.sources)?.into_owned();
        let has_fixed_mover = !position_sum.kind().is_summable();
        if self.mover.is_some() && has_fixed_mover {
            let message = text!("the position itself determines the player to move");
            return Err(Error::new(ErrorKind::Unsupported, message).help(text!("leave out `{name}`", name = "mover")));
        }
        let mut session = Session::new(position_sum, self.mover.unwrap_or(Player::LEFT));
        if let Some(moves) = &self.moves {
            session.play_all(moves)?;
        }
        build_board(session, self.moves.is_some(), context.solver, context.budget)
    }
}

fn build_board(session: Session, played: bool, solver: &mut Solver, budget: &Budget) -> Result<ShownBoard> {
    let play_position = session.position();
    let evaluation = none_if_limited(expected_result(play_position, false, solver, budget))?;
    let mut remaining_moves = MAX_MOVES;
    let mut pieces = vec![];
    for piece in play_position.components(MAX_PIECES) {
        let limit = remaining_moves.min(MAX_MOVES_PER_COMPONENT);
        // One extra move shows whether there are more than the maximum.
        let mut moves = play_position.moves_in(&piece, limit + 1);
        let has_more = moves.len() > limit;
        moves.truncate(limit);
        remaining_moves -= moves.len();
        let moves_total = if has_more { count(play_position, &piece) } else { Some(moves.len() as u128) };
        let mut moves_with_evaluation = Vec::with_capacity(moves.len());
        for mv in moves {
            moves_with_evaluation.push(with_evaluation(play_position, mv, solver, budget)?);
        }
        let grundy = component_grundy(play_position, &piece, solver, budget);
        pieces.push(ShownPiece { piece, grundy, moves: moves_with_evaluation, moves_total });
    }
    // Errors of user-defined rules appear only while their moves are generated.
    match play_position.fault() {
        Some(fault) => Err(fault),
        None => Ok(ShownBoard { session, played, evaluation, pieces }),
    }
}

fn with_evaluation(
    play_position: &PlayPosition,
    mv: LegalMove,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<(LegalMove, ExpectedAnswer)> {
    let evaluation =
        expected_results(play_position, std::slice::from_ref(&mv), solver, budget).map(|mut all| all.pop());
    let evaluation = none_if_limited(evaluation)?.flatten();
    Ok((mv, evaluation))
}

/// Replaces the errors `limit` and `unsupported` by `None`.
///
/// Returns interrupts and all other errors unchanged.
fn none_if_limited<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_interrupt() => Err(error),
        Err(error) if matches!(error.kind, ErrorKind::Limit | ErrorKind::Unsupported) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Counts the moves in a component, if a formula for the count exists.
fn count(play_position: &PlayPosition, piece: &PlayComponent) -> Option<u128> {
    let position_sum = play_position.position_sum();
    let position = &position_sum.terms[piece.place.term].position;
    if position_sum.kind() == Kind::Impartial {
        position.count_moves(piece.place.component, play_position.mover())
    } else {
        None
    }
}

/// Computes the Grundy value of a single component; `None` outside normal impartial play.
fn component_grundy(
    play_position: &PlayPosition,
    piece: &PlayComponent,
    solver: &mut Solver,
    budget: &Budget,
) -> Option<Nimber> {
    let position_sum = play_position.position_sum();
    let position = &position_sum.terms[piece.place.term].position;
    if position_sum.play != Play::Normal || position_sum.kind() != Kind::Impartial {
        return None;
    }
    let component = PositionSum::from_position(Play::Normal, position.component(piece.place.component));
    if !component.is_printable() {
        return None;
    }
    let component = PositionSum { library: position_sum.library.clone(), ..component };
    let question = Question { moves: MovesWanted::None, wants_working: false, ..Question::default() };
    solver.solve(&component, &question, budget).ok()?.values.grundy
}
