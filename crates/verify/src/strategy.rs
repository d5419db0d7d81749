//! Strategies: the lost positions of a certificate, with which the winner finds a reply to every move.

use crate::certificate::{Certificate, PartizanPlayer, Proof, refused};
use crate::lost_boards::{BoardsOfSum, LostBoards, LostSums};
use crate::replies::{read_spec, text_of_sum};
use crate::work::{Limits, WorkCounter};
use crate::{check_lost_boards, verify};
use grundy_lang::text;
use grundy_rules::{Kind, Library, Play, Player, PositionSum, Result};
use rustc_hash::FxHashSet;
use std::fmt;

/// The positions that a checked certificate lists as lost by the player to move.
///
/// A player who moves to a listed position wins: after each move of the opponent there is again a move to a listed
/// position. That holds for certificates of the outcome of one position, which the proof checks.
///
/// ```
/// use grundy_rules::Player;
/// use grundy_verify::{Certificate, Limits, Lost, Proof, Strategy};
/// let lost = |position: &str, answers: &[(&str, usize)]| Lost {
///     position: position.into(),
///     to_move: None,
///     answers: answers.iter().map(|&(option, place)| (option.into(), Some(place))).collect(),
/// };
/// let lost = vec![lost("nim(0) + nim(0)", &[]), lost("nim(1) + nim(1)", &[("nim(0) + nim(1)", 0)])];
/// let proof = Proof::Replies { position: "nim(1,1)".into(), outcome: "P".into(), lost };
/// let certificate = Certificate { rules: "nim".into(), claim: None, automata: vec![], proof };
/// let (library, limits) = (grundy_games::library(), Limits::default());
/// let mut strategy = Strategy::new(&certificate, library, &limits).unwrap();
/// let mut loses = |text| strategy.loses(&grundy_games::parse(text).unwrap(), Player::LEFT, &limits).unwrap();
/// assert!(loses("nim(1,1)") && !loses("nim(1)") && !loses("nim(2,2)"));
/// ```
pub struct Strategy {
    /// The rules of the certified position.
    rules: String,
    /// The games of the certified position.
    games: Vec<String>,
    play: Play,
    lost: LostPositions,
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strategy").field("rules", &self.rules).finish_non_exhaustive()
    }
}

/// The listed positions.
enum LostPositions {
    /// Sums of regions of boards.
    Sums(Box<LostSums>),
    /// Texts of positions with the player to move, who is given in partizan games only.
    Texts(FxHashSet<(String, Option<PartizanPlayer>)>),
}

impl Strategy {
    /// Returns the strategy that a certificate contains.
    ///
    /// # Errors
    /// `refused` if the certificate does not hold, or proves something else than the outcome of one position; `limit`.
    pub fn new(certificate: &Certificate, library: &Library, limits: &Limits) -> Result<Strategy> {
        let data = LostBoards::from_proof(&certificate.proof);
        let (position, lost) = match (&certificate.proof, data) {
            (_, Some(data)) => {
                let scope = limits.budget().enter();
                let checked = WorkCounter::new(limits)
                    .and_then(|mut work| check_lost_boards(certificate, &data, library, &mut work));
                (data.position, LostPositions::Sums(Box::new(scope.finish(checked)?.1)))
            }
            (Proof::Replies { position, lost, .. }, _) => {
                verify(certificate, library, limits)?;
                let lost = lost.iter().map(|lost| (lost.position.clone(), lost.to_move)).collect();
                (position.as_str(), LostPositions::Texts(lost))
            }
            _ => {
                return Err(refused(text!(
                    "only the certificate of the outcome of one position contains a strategy, not a proof about \
                        `{rules}`",
                    rules = certificate.rules.as_str()
                )));
            }
        };
        let rules = certificate.rules.clone();
        let play = if rules.starts_with("misere ") { Play::Misere } else { Play::Normal };
        Ok(Strategy { rules, games: games_of(&read_spec(position, library)?), play, lost })
    }

    /// Returns the rules of the certified position, with the prefix `misere ` for misère play.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Reports whether the player to move is listed to lose a position.
    ///
    /// `false` means that the position is not listed: who wins it is then not known.
    ///
    /// # Errors
    /// `limit`; `refused` for positions of too many components.
    pub fn loses(&mut self, position: &PositionSum, to_move: Player, limits: &Limits) -> Result<bool> {
        let scope = limits.budget().enter();
        scope.finish(self.is_listed(position, to_move, limits))
    }

    fn is_listed(&mut self, position: &PositionSum, to_move: Player, limits: &Limits) -> Result<bool> {
        if position.play != self.play || !games_of(position).iter().all(|game| self.games.contains(game)) {
            return Ok(false);
        }
        let mut work = WorkCounter::new(limits)?;
        match &mut self.lost {
            LostPositions::Sums(sums) => {
                let Some(boards) = BoardsOfSum::new(position, &mut work)? else { return Ok(false) };
                sums.contains(&boards, usize::from(to_move.0), &mut work)
            }
            LostPositions::Texts(lost) => {
                let seat = match (position.kind(), to_move) {
                    (Kind::Partizan, Player::LEFT) => Some(PartizanPlayer::Left),
                    (Kind::Partizan, _) => Some(PartizanPlayer::Right),
                    _ => None,
                };
                Ok(lost.contains(&(text_of_sum(position)?, seat)))
            }
        }
    }
}

/// Returns the games of a position, one for each term.
fn games_of(position: &PositionSum) -> Vec<String> {
    position.terms.iter().map(|term| term.position.ruleset().rules_text()).collect()
}
