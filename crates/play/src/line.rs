//! Lines of play that demonstrate an answer.

use crate::machine::{Machine, expected_result};
use crate::play_position::{LegalMove, PlayPosition};
use crate::session::{End, Session};
use grundy_lang::{Text, text};
use grundy_rules::clock::Instant;
use grundy_rules::{Kind, Outcome, Player};
use grundy_solve::{Answer, Budget, Reason, Solver};
use std::time::Duration;

/// A line of play from a position.
#[derive(Clone, Debug)]
pub struct PlayLine {
    /// The fact that the line demonstrates.
    pub kind: LineKind,
    /// The moves in order.
    pub plies: Vec<Ply>,
    /// The end of the play, if the line reaches it.
    pub end: Option<End>,
    /// Whether the last position occurred earlier in the line.
    pub repeats_position: bool,
    /// The points that the players scored in the line, in games won on points.
    pub points: Option<[i64; 2]>,
}

/// The fact that a line demonstrates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The winner's answer to a move of the loser.
    Refutation,
    /// Best play by all players.
    Best,
    /// Play by remoteness: the winner plays as fast, the loser as slowly as possible.
    /// Such a line is known only if all positions are solved.
    ByRemoteness,
    /// Play in which nobody wins.
    Drawn,
}

/// A move of a line.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The name of the player who makes the move, if it is not obvious.
    ///
    /// The name is given in partizan games, in games won on points (in which a player may move again), and in games of
    /// several players.
    pub player_name: Option<Text>,
    /// The text of the move.
    pub words: Text,
    /// The points that the move scores, in games won on points.
    pub points: Option<i64>,
    /// The position after the move.
    pub to: Text,
    /// The Grundy or loopy value of the position after the move, or else its outcome, if known.
    pub value: Option<Text>,
}

/// The maximal length of a line, in moves.
const MAX_LEN: usize = 8;
/// Limits of the search for a line, in positions and in time.
/// A line must cost little compared to its answer; if the answer itself took more positions, there is no line.
const MAX_NODES: u64 = 20_000;
const MAX_TIME: Duration = Duration::from_millis(500);
/// The number of moves that are tried to find a move that does not end the play.
const MAX_SAMPLES: usize = 16;

/// Returns a line that demonstrates the answer to the position.
///
/// In a lost position the line is a move and its answer; otherwise, if a search gave the answer, the line is
/// best play.
/// Returns `None` if the winning moves suffice as a demonstration, if no player can move, or if the line would be too
/// costly.
///
/// ```
/// use grundy_play::PlayPosition;
/// use grundy_solve::{Budget, Question, Solver};
/// let play_position = PlayPosition::start(grundy_games::parse("wythoff(3,5)").unwrap());
/// let mut solver = Solver::new();
/// let answer = solver.solve(play_position.position_sum(), &Question::default(), &Budget::default()).unwrap();
/// let line = grundy_play::demonstrate(play_position, &answer, &mut solver, &Budget::default()).unwrap();
/// let text: Vec<String> = line.text().iter().map(|text| text.to_string()).collect();
/// assert_eq!(text[0], "for example: take 1 from heap 1  ->  wythoff(2,5), Grundy value 4");
/// assert_eq!(text[1], "  answered by: take 4 from heap 2  ->  wythoff(2,1), Grundy value 0, again lost for the player to move");
/// ```
pub fn demonstrate(
    play_position: PlayPosition,
    answer: &Answer,
    solver: &mut Solver,
    budget: &Budget,
) -> Option<PlayLine> {
    if !answer.moves.remoteness_line.is_empty() {
        return Some(line_by_remoteness(play_position, answer));
    }
    let searched = answer.explanation.reasons.iter().any(|reason| matches!(reason, Reason::Search { nodes: 2.. }));
    let mover = play_position.mover();
    // The sentences of a refutation are about players who take turns.
    let moves_again = play_position.position_sum().terms.iter().any(|term| term.position.ruleset().has_extra_turns());
    let (kind, first) = match (answer.position.kind, answer.result.outcome) {
        (game_kind, _) if !game_kind.has_outcomes() => (LineKind::Best, mover),
        (_, Some(Outcome::P)) if moves_again => (LineKind::Best, mover),
        (_, Some(Outcome::D)) => (LineKind::Drawn, mover),
        (_, Some(Outcome::P)) => (LineKind::Refutation, mover),
        (_, Some(Outcome::R)) => (LineKind::Refutation, Player::LEFT),
        (_, Some(Outcome::L)) => (LineKind::Refutation, Player::RIGHT),
        _ if searched => (LineKind::Best, mover),
        _ => return None,
    };
    if !play_position.position_sum().is_printable() || answer.nodes > MAX_NODES {
        return None;
    }
    let end = Instant::now() + MAX_TIME;
    let deadline = Some(budget.deadline.map_or(end, |deadline| deadline.min(end)));
    let nodes = budget.nodes.min(MAX_NODES);
    let small = Budget { nodes, deadline, progress: None, records: None, ..budget.clone() };
    let mut session = Session::new(play_position.into_position_sum(), first);
    let mut plies = vec![];
    let max_plies = if kind == LineKind::Refutation { 2 } else { MAX_LEN };
    while plies.len() < max_plies && session.end().is_none() && (plies.is_empty() || session.times_seen() < 2) {
        let mv = match (kind, plies.len()) {
            (LineKind::Refutation, 0) => losing_move(&mut session),
            _ => match Machine::perfect().choose(session.position(), solver, &small) {
                Ok(chosen) if chosen.unsolved.is_none() => Some(chosen.mv),
                _ => None,
            },
        };
        // A prefix of a line of best play is itself a valid line.
        let Some(mv) = mv else { break };
        let player_name = name(answer.position.kind, moves_again, session.position().mover());
        let points = (answer.position.kind == Kind::Scoring).then(|| session.position().points(&mv));
        session.play(&mv);
        let value = value_text(session.position(), solver, &small);
        plies.push(Ply { player_name, words: mv.text, points, to: session.position().text(), value });
    }
    let min_plies = if kind == LineKind::Refutation && session.end().is_none() { 2 } else { 1 };
    let repeats_position = session.times_seen() > 1;
    let points = (answer.position.kind == Kind::Scoring).then(|| session.points());
    (plies.len() >= min_plies).then(|| PlayLine { kind, plies, end: session.end(), repeats_position, points })
}

/// Returns the name of the player who makes a move; `None` in kinds of games that need none.
fn name(kind: Kind, moves_again: bool, mover: Player) -> Option<Text> {
    match (kind, mover) {
        (Kind::Partizan, Player::LEFT) => Some(text!("Left")),
        (Kind::Partizan, _) => Some(text!("Right")),
        (_, Player::LEFT) if moves_again || kind == Kind::Scoring => Some(text!("the first player")),
        (_, _) if moves_again || kind == Kind::Scoring => Some(text!("the second player")),
        (Kind::Multiplayer, seat) => Some(text!("player {player}", player = u16::from(seat.0) + 1)),
        _ => None,
    }
}

/// Returns the remoteness line of an answer, with the texts of its moves and positions.
fn line_by_remoteness(play_position: PlayPosition, answer: &Answer) -> PlayLine {
    let first = answer.moves.remoteness_line.first().and_then(|mv| mv.by).unwrap_or(play_position.mover());
    let mut session = Session::new(play_position.into_position_sum(), first);
    let mut plies = vec![];
    for mv in &answer.moves.remoteness_line {
        let player_name = name(answer.position.kind, false, session.position().mover());
        let mv = session.position().to_legal_move(mv);
        session.play(&mv);
        plies.push(Ply { player_name, words: mv.text, points: None, to: session.position().text(), value: None });
    }
    PlayLine { kind: LineKind::ByRemoteness, plies, end: session.end(), repeats_position: false, points: None }
}

/// Returns the text of the value of a position, or else of its outcome, if the game has outcomes.
fn value_text(play_position: &PlayPosition, solver: &mut Solver, budget: &Budget) -> Option<Text> {
    if !play_position.position_sum().kind().has_outcomes() {
        return None;
    }
    let answer = expected_result(play_position, false, solver, budget).ok()?.1;
    if answer.values.loony {
        return Some(text!("loony"));
    }
    let value = answer.values.grundy.map(|grundy| grundy.0.to_string());
    match (value.or(answer.values.loopy.map(|loopy| loopy.to_string())), answer.result.outcome) {
        (Some(value), _) => Some(text!("Grundy value {value}", value)),
        (_, outcome) => outcome.map(|outcome| Text::verbatim(outcome.name())),
    }
}

/// Chooses a move of the loser that does not end the play, or else the first move, if any.
///
/// Under misère play a losing move may end the play; such a move demonstrates less.
fn losing_move(session: &mut Session) -> Option<LegalMove> {
    let moves = session.position().moves(MAX_SAMPLES);
    let continues = moves.iter().position(|mv| {
        session.play(mv);
        let continues = session.end().is_none();
        session.undo();
        continues
    });
    moves.into_iter().nth(continues.unwrap_or(0))
}

impl PlayLine {
    /// Returns the score of the line as text; `None` except in games won on points.
    fn score(&self) -> Option<Text> {
        let [first, second] = self.points?;
        Some(text!(
            "  points scored in these moves: the first player {first}, the second player {second}",
            first,
            second
        ))
    }

    /// Returns a sentence on the end of the play, unless other sentences of the line express it.
    fn ending(&self) -> Option<Text> {
        match self.end? {
            End::Loser(seat) => Some(text!("  player {player} cannot move and loses", player = u16::from(seat.0) + 1)),
            End::NoMove { stuck, winner } => Some(match stuck == winner {
                true => text!("  no move is left, so the player to move wins under misère play"),
                false => text!("  no move is left: the player who made the last move wins"),
            }),
            End::Decided(_) => Some(text!("  the game is over")),
            End::Points(_) | End::Repetition => None,
        }
    }

    /// Returns the line as text, one text per output line.
    pub fn text(&self) -> Vec<Text> {
        let moves: Vec<Text> = self.plies.iter().map(Ply::text).collect();
        if let (LineKind::Refutation, [losing_move, answer]) = (self.kind, &moves[..]) {
            let ends = matches!(self.end, Some(End::NoMove { .. } | End::Decided(_)));
            return vec![
                text!("for example: {losing_move}", losing_move),
                match ends {
                    true => text!("  answered by: {answer}, which ends the game", answer),
                    false => text!("  answered by: {answer}, again lost for the player to move", answer),
                },
            ];
        }
        if let (LineKind::Refutation, [losing_move]) = (self.kind, &moves[..]) {
            return vec![text!(
                "for example: {losing_move}, after which the other player cannot move and wins",
                losing_move
            )];
        }
        let mut lines = vec![match self.kind {
            LineKind::Drawn => {
                text!(
                    "no move wins: each lets the other player win or draw. A line in which both players keep the \
                    draw:"
                )
            }
            LineKind::ByRemoteness => {
                text!("a longest win (the winner wins as fast as possible, the loser delays as long as possible):")
            }
            _ => text!("a line of best play:"),
        }];
        let numbered = |(k, one): (usize, Text)| text!("  {number}. {one}", number = k + 1, one);
        lines.extend(moves.into_iter().enumerate().map(numbered));
        if self.repeats_position {
            lines.push(text!("  this position has occurred before; play can repeat forever"));
        } else if self.end.is_none() {
            lines.push(Text::verbatim("  ..."));
        }
        lines.extend(self.score());
        lines.extend(self.ending());
        lines
    }
}

impl Ply {
    fn text(&self) -> Text {
        let (words, to) = (&self.words, &self.to);
        let words = match self.points {
            None => words.clone(),
            Some(1) => text!("{words} (1 point)", words),
            Some(points) => text!("{words} ({points} points)", words, points),
        };
        let described = match &self.value {
            None => text!("{words}  ->  {to}", words, to),
            Some(value_text) => text!("{words}  ->  {to}, {value_text}", words, to, value_text),
        };
        match &self.player_name {
            None => described,
            Some(who) => text!("{who}: {words}", who, words = described),
        }
    }
}
