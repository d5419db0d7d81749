//! Writes certificates of single positions: lists of lost positions with a winning reply to every move.

use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Library, Outcome, Play, PositionSum, Result, parse};
use grundy_solve::{Budget, MovesWanted, Question, Solver, check_alternating_moves};
use grundy_verify::{Certificate, Limits, Lost, PartizanPlayer, Proof, options_of, rules_of};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Maximal number of positions in a certificate.
const MAX_POSITIONS: usize = 100_000;

/// A position in text form, and the player to move in a partizan game (`None` in an impartial game).
type PositionKey = (String, Option<PartizanPlayer>);

/// A lost position on the search stack, for whose options replies are being sought.
struct ProofGoal {
    key: PositionKey,
    /// The options that are still to be answered.
    options: std::vec::IntoIter<String>,
    /// The answered options, each with the position after the reply.
    ///
    /// Under misère play, the reply is `None` if the option has no moves.
    answers: Vec<(String, Option<PositionKey>)>,
}

/// Returns a certificate of the outcome of a position, for games decided by the last move.
///
/// # Errors
/// `unsupported` for games without such an outcome, and for draws; `limit` if the certificate gets too large or the
/// budget runs out.
///
/// ```
/// use grundy_solve::{Budget, Solver};
/// let spec = grundy_games::parse("nim(1,2,3)").unwrap();
/// let certificate = grundy_proof::replies(&spec, &mut Solver::new(), &Budget::default()).unwrap();
/// assert!(grundy_verify::verify(&certificate, &spec.library, &grundy_verify::Limits::default()).is_ok());
/// ```
pub fn replies(spec: &PositionSum, solver: &mut Solver, budget: &Budget) -> Result<Certificate> {
    check_alternating_moves(spec)?;
    let answer = solver.solve(spec, &QUESTION, budget)?;
    let outcome = match answer.result.outcome {
        Some(outcome @ (Outcome::N | Outcome::P | Outcome::L | Outcome::R)) => outcome,
        Some(Outcome::D) => return Err(unsupported(text!("a draw cannot be proved by replies to moves"))),
        _ => {
            return Err(unsupported(text!(
                "certificates of positions exist only for games in which the last move decides the winner"
            )));
        }
    };
    let text = spec.canonical_text();
    let text = text.strip_prefix("misere ").unwrap_or(&text).to_string();
    let partizan = answer.position.kind == grundy_rules::Kind::Partizan;
    let mut search = ReplySearch {
        play: spec.play,
        library: &spec.library,
        solver,
        budget,
        solved: FxHashMap::default(),
        listed: FxHashMap::default(),
        lost: vec![],
    };
    // For each player who may start, prove that this player loses, or has a move to a position lost for the other
    // player.
    let starts = if partizan { vec![Some(PartizanPlayer::Left), Some(PartizanPlayer::Right)] } else { vec![None] };
    let position_text = grundy_verify::text_of(&text, &spec.library)?;
    for start in starts {
        let loses = match (outcome, start) {
            (Outcome::P, _) => true,
            (Outcome::L, Some(side)) => side == PartizanPlayer::Right,
            (Outcome::R, Some(side)) => side == PartizanPlayer::Left,
            _ => false,
        };
        if loses {
            search.add_lost((position_text.clone(), start))?;
        } else if let Some(reply) = search.answer(&position_text, start)? {
            search.add_lost(reply)?;
        }
    }
    let proof = Proof::Replies { position: text, outcome: outcome.name().to_string(), lost: search.lost };
    Ok(Certificate { rules: rules_of(spec), claim: None, automata: vec![], proof })
}

/// The question to the solver: the outcome only.
const QUESTION: Question = Question {
    use_theorems: true,
    moves: MovesWanted::None,
    wants_working: false,
    wants_steps: false,
    search: None,
    lone_player: None,
};

fn unsupported(message: Text) -> Error {
    Error::new(ErrorKind::Unsupported, message)
}

/// The state of writing a certificate.
struct ReplySearch<'a> {
    play: Play,
    library: &'a Library,
    solver: &'a mut Solver,
    budget: &'a Budget,
    /// For each solved position, whether the player to move loses, and the remoteness (0 if play must end).
    solved: FxHashMap<PositionKey, (bool, u64)>,
    /// The index in `lost` of each position proved to be lost.
    listed: FxHashMap<PositionKey, usize>,
    /// The lost positions of the certificate; every reply leads to an earlier position of the list.
    lost: Vec<Lost>,
}

impl ReplySearch<'_> {
    /// Reports whether the player to move loses, with the remoteness (0 if play must end).
    fn loses(&mut self, key: &PositionKey) -> Result<(bool, u64)> {
        if let Some(&known) = self.solved.get(key) {
            return Ok(known);
        }
        let found = if key.0.is_empty() {
            (self.play == Play::Normal, 0)
        } else {
            let spec = PositionSum { play: self.play, ..parse(&key.0, self.library)? };
            let answer = self.solver.solve(&spec, &QUESTION, self.budget)?;
            let loses = matches!(
                (answer.result.outcome, key.1),
                (Some(Outcome::P), _)
                    | (Some(Outcome::R), Some(PartizanPlayer::Left))
                    | (Some(Outcome::L), Some(PartizanPlayer::Right))
            );
            (loses, answer.result.remoteness.unwrap_or(0))
        };
        if self.solved.len() >= 8 * MAX_POSITIONS {
            return Err(too_large());
        }
        self.solved.insert(key.clone(), found);
        Ok(found)
    }

    /// Returns the position after a winning move of the player `by` from a position.
    ///
    /// A position in the certificate is preferred, then one of least remoteness. Returns `None` if there is no move;
    /// under misère play, the player to move then wins.
    fn answer(&mut self, position: &str, by: Option<PartizanPlayer>) -> Result<Option<PositionKey>> {
        let options = self.options(position, by)?;
        if options.is_empty() {
            return Ok(None);
        }
        let next = by.map(other);
        let mut best: Option<(u64, PositionKey)> = None;
        for option in options {
            let key = (option, next);
            if self.listed.contains_key(&key) {
                return Ok(Some(key));
            }
            // In games that must end, any winning reply suffices.
            if best.as_ref().is_some_and(|(remoteness, _)| *remoteness == 0) {
                continue;
            }
            let (lost, remoteness) = self.loses(&key)?;
            if lost && best.as_ref().is_none_or(|(least, _)| remoteness < *least) {
                best = Some((remoteness, key));
            }
        }
        match best {
            Some((_, key)) => Ok(Some(key)),
            None => Err(unsupported(text!("no winning reply was found"))),
        }
    }

    fn options(&mut self, position: &str, by: Option<PartizanPlayer>) -> Result<Vec<String>> {
        if position.is_empty() {
            return Ok(vec![]);
        }
        options_of(position, by, self.library, &Limits::default())
    }

    /// Adds a lost position to the certificate, after all positions to which the replies lead.
    ///
    /// This is a depth-first search with an explicit stack.
    fn add_lost(&mut self, key: PositionKey) -> Result<()> {
        let mut meter = self.budget.meter(text!("positions"));
        let mut stack = vec![];
        self.push_goal(key, &mut stack)?;
        while let Some(goal) = stack.last_mut() {
            meter.advance(1)?;
            let Some(option) = goal.options.next() else {
                let Some(ProofGoal { key, answers, .. }) = stack.pop() else { break };
                let mut replies = BTreeMap::new();
                for (option, answer) in answers {
                    let index = answer.map(|key| self.listed.get(&key).copied().ok_or_else(cycle_error)).transpose()?;
                    replies.insert(option, index);
                }
                self.listed.insert(key.clone(), self.lost.len());
                self.lost.push(Lost { position: key.0, to_move: key.1, answers: replies });
                if self.lost.len() > MAX_POSITIONS {
                    return Err(too_large());
                }
                continue;
            };
            let next = goal.key.1.map(other);
            let answer = self.answer(&option, next)?;
            let unlisted = answer.clone().filter(|key| !self.listed.contains_key(key));
            if let Some(goal) = stack.last_mut() {
                goal.answers.push((option, answer));
            }
            if let Some(key) = unlisted {
                if stack.iter().any(|goal| goal.key == key) {
                    return Err(cycle_error());
                }
                self.push_goal(key, &mut stack)?;
            }
        }
        Ok(())
    }

    /// Pushes a lost position on the stack, unless it is in the certificate already.
    fn push_goal(&mut self, key: PositionKey, stack: &mut Vec<ProofGoal>) -> Result<()> {
        if self.listed.contains_key(&key) {
            return Ok(());
        }
        let options = self.options(&key.0, key.1)?.into_iter();
        stack.push(ProofGoal { key, options, answers: vec![] });
        Ok(())
    }
}

fn other(side: PartizanPlayer) -> PartizanPlayer {
    match side {
        PartizanPlayer::Left => PartizanPlayer::Right,
        PartizanPlayer::Right => PartizanPlayer::Left,
    }
}

fn too_large() -> Error {
    Error::new(
        ErrorKind::Limit,
        text!("a certificate for this position needs more than {most} positions", most = MAX_POSITIONS),
    )
}

fn cycle_error() -> Error {
    unsupported(text!("the replies that were found lead back to earlier positions"))
}
