//! The sentences of a play, for the log of `grundy play` and for its board.

use grundy::unstable::lang::{Language, Text, text};
use grundy::unstable::play::{ChosenMove, End, ExpectedResult, LegalMove, PlayLine, PlayPosition, Session};
use grundy::unstable::render::{AnswerTextOptions, Style, answer_text_with};
use grundy::unstable::rules::Kind;
use grundy::unstable::solve::Answer;
use grundy::{Error, Player};

/// The way in which sentences refer to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerName {
    You,
    Machine,
    Left,
    Right,
    /// A player of a game of several players, by number from 1.
    Player(u16),
}

impl PlayerName {
    pub fn text(self) -> Text {
        match self {
            PlayerName::You => text!("you"),
            PlayerName::Machine => text!("the computer"),
            PlayerName::Left => text!("Left"),
            PlayerName::Right => text!("Right"),
            PlayerName::Player(player) => text!("player {player}", player),
        }
    }

    fn wins(self) -> Text {
        match self {
            PlayerName::You => text!("you win"),
            _ => text!("{who} wins", who = self.text()),
        }
    }

    /// Returns a short text that the player loses.
    fn has_lost(self) -> Text {
        match self {
            PlayerName::You => text!("you lose"),
            _ => text!("{who} loses", who = self.text()),
        }
    }

    fn loses(self) -> Text {
        match self {
            PlayerName::You => text!("you cannot move, so you lose."),
            _ => text!("{who} cannot move and loses.", who = self.text()),
        }
    }

    fn to_move(self) -> Text {
        match self {
            PlayerName::You => text!("you to move"),
            _ => text!("{who} to move", who = self.text()),
        }
    }
}

/// The names of all players.
pub struct PlayerNames(pub Vec<PlayerName>);

impl PlayerNames {
    /// Returns the name of a player.
    pub fn name(&self, player: Player) -> PlayerName {
        self.0[usize::from(player.0)]
    }

    /// Returns the log line of a position: its text, the player to move, and a note on repetition.
    pub fn position(&self, session: &Session) -> Text {
        let play_position = session.position();
        let mut facts = vec![play_position.text()];
        facts.extend(self.points(session));
        let turn = self.name(play_position.mover()).to_move();
        facts.push(match session.times_seen() {
            0 | 1 => turn,
            2 => text!("{turn} (second occurrence; the third is a draw)", turn),
            _ => text!("{turn} (third occurrence)", turn),
        });
        text!("{number}. {facts}", number = session.moves_made() + 1, facts = Text::join_clauses(facts))
    }

    /// Returns a text that names the player to move.
    #[cfg(feature = "board")]
    pub fn turn(&self, session: &Session) -> Text {
        self.name(session.position().mover()).to_move()
    }

    /// Returns the points of both players in scoring games, otherwise `None`.
    pub fn points(&self, session: &Session) -> Option<Text> {
        let [first, second] = session.points();
        let score = |player: Player, points: i64| text!("{who} {points}", who = self.name(player).text(), points);
        (session.position().position_sum().kind() == Kind::Scoring)
            .then(|| Text::join_clauses([score(Player::LEFT, first), score(Player::RIGHT, second)]))
    }

    /// Describes a move that is made on a board.
    pub fn moved(&self, play_position: &PlayPosition, mv: &LegalMove) -> Text {
        let (who, words) = (self.name(play_position.mover()).text(), &mv.text);
        match (play_position.position_sum().kind(), play_position.points(mv)) {
            (Kind::Scoring, 1) => text!("{who}: {words} (1 point)", who, words),
            (Kind::Scoring, points) => text!("{who}: {words} ({points} points)", who, words, points),
            _ => text!("{who}: {words}", who, words),
        }
    }

    /// Describes the expected result of a move or a position.
    ///
    /// The result of a move is that of the player who makes it; the result of a position is that of the player to
    /// move.
    pub fn expected_result(&self, expected: Option<ExpectedResult>) -> Text {
        match expected {
            None => text!("unknown"),
            Some(ExpectedResult::Win) => text!("wins"),
            Some(ExpectedResult::Loss) => text!("loses against best play"),
            Some(ExpectedResult::Draw) => text!("draws"),
            Some(ExpectedResult::Score(score @ 1..)) => {
                text!("scores {score} more than the other player from here on", score)
            }
            Some(ExpectedResult::Score(0)) => text!("scores the same as the other player from here on"),
            Some(ExpectedResult::Score(score)) => {
                text!("scores {score} less than the other player from here on", score = score.unsigned_abs())
            }
            Some(ExpectedResult::Loser(player)) => {
                text!("with best play, {loses}", loses = self.name(player).has_lost())
            }
        }
    }

    /// Describes the best move and its expected result.
    pub fn hint(&self, best: &ChosenMove) -> Text {
        text!("hint: {words} ({brings})", words = &best.mv.text, brings = self.expected_result(best.expected))
    }

    /// Describes the expected result of a move, and the value or outcome of the resulting position.
    pub fn value(&self, expected: Option<ExpectedResult>, answer: &Answer) -> Text {
        let brings = self.expected_result(expected);
        match (&answer.values.grundy, &answer.values.loopy, answer.result.outcome) {
            (Some(grundy), ..) => text!("{brings}, leaves Grundy value {value}", brings, value = grundy.0),
            (_, Some(loopy), _) => text!("{brings}, leaves Grundy value {value}", brings, value = loopy.to_string()),
            (_, _, Some(outcome)) => {
                text!("{brings}, leaves a position of class {outcome}", brings, outcome = outcome.name())
            }
            _ => brings,
        }
    }

    /// Returns a shorter form of [`PlayerNames::value`] for narrow lists.
    #[cfg(feature = "board")]
    pub fn short_value(&self, expected: Option<ExpectedResult>, answer: &Answer) -> Text {
        let brings = match expected {
            Some(ExpectedResult::Loss) => text!("loses"),
            Some(ExpectedResult::Loser(player)) => self.name(player).has_lost(),
            _ => self.expected_result(expected),
        };
        match (&answer.values.grundy, &answer.values.loopy, answer.result.outcome) {
            (Some(grundy), ..) => text!("{brings}, value {value}", brings, value = grundy.0),
            (_, Some(loopy), _) => text!("{brings}, value {value}", brings, value = loopy.to_string()),
            _ if answer.values.loony => text!("{brings}, loony", brings),
            (_, _, Some(outcome)) => text!("{brings}, class {outcome}", brings, outcome = outcome.name()),
            _ => brings,
        }
    }

    /// Returns the sentences that introduce a play: the winning condition and the user's role.
    pub fn opening(&self, play_position: &PlayPosition) -> Vec<Text> {
        let kind = play_position.position_sum().kind();
        let is_rule = play_position.position_sum().terms.iter().all(|term| term.position.ruleset().as_rule().is_some());
        let moves_again =
            play_position.position_sum().terms.iter().any(|term| term.position.ruleset().has_extra_turns());
        let mut sentences = vec![match (kind, play_position.position_sum().play) {
            (Kind::Scoring, _) => text!("In this game, the player with more points at the end wins."),
            (Kind::NonstandardImpartial, _) if is_rule => {
                text!("The game ends when a condition of the rule is met; otherwise, a player who cannot move loses.")
            }
            (Kind::NonstandardImpartial, _) if moves_again => {
                text!("A player who takes a coin or completes a box moves again; the player who cannot move loses.")
            }
            (Kind::NonstandardImpartial, _) => {
                text!("On the board, x marks the pieces of the player to move; completed lines decide the game.")
            }
            (Kind::Multiplayer, _) => text!("In this game, a player who cannot move on their turn loses."),
            (_, grundy::Play::Normal) => text!("In this game, the player who cannot move loses."),
            (_, grundy::Play::Misere) => text!("In this game, the player who cannot move wins."),
        }];
        let you = self.0.iter().position(|&name| name == PlayerName::You);
        match (kind, you) {
            (Kind::Partizan, Some(0)) => sentences.push(text!("You are Left, the computer is Right.")),
            (Kind::Partizan, Some(_)) => sentences.push(text!("You are Right, the computer is Left.")),
            (Kind::Multiplayer, Some(you)) => sentences.push(text!("You are player {you}.", you = you + 1)),
            _ => {}
        }
        if kind == Kind::Multiplayer {
            for player in (0..play_position.players()).map(Player) {
                let wanted = Text::list(play_position.ranking(player).iter().map(|&other| self.name(other).text()));
                sentences.push(match self.name(player) {
                    PlayerName::You => text!("Your ranking, with the most wanted loser first: {wanted}.", wanted),
                    name => text!(
                        "The ranking that {who} follows, with the most wanted loser first: {wanted}.",
                        who = name.text(),
                        wanted
                    ),
                });
            }
        }
        sentences
    }

    /// Describes the result in few words.
    #[cfg(feature = "board")]
    pub fn result(&self, end: End) -> Text {
        match end {
            End::NoMove { winner, .. } => self.name(winner).wins(),
            End::Decided(winner) => winner.map_or(text!("a draw"), |winner| self.name(winner).wins()),
            End::Points([first, second]) => match first.cmp(&second) {
                std::cmp::Ordering::Less => self.name(Player::RIGHT).wins(),
                std::cmp::Ordering::Equal => text!("the scores are equal"),
                std::cmp::Ordering::Greater => self.name(Player::LEFT).wins(),
            },
            End::Loser(player) => self.name(player).has_lost(),
            End::Repetition => text!("a draw"),
        }
    }

    /// Describes how the play ended.
    pub fn ending(&self, end: End) -> Text {
        match end {
            End::NoMove { stuck, winner } => {
                let (who, wins) = (self.name(stuck).text(), self.name(winner).wins());
                match stuck == winner {
                    true => text!("{who} cannot move; under misère play, {wins}.", who, wins),
                    false => text!("{who} cannot move; {wins}.", who, wins),
                }
            }
            End::Decided(Some(winner)) => text!("{wins}.", wins = self.name(winner).wins()),
            End::Decided(None) => text!("Nobody wins: a draw."),
            End::Points([first, second]) => {
                let score =
                    |player: Player, points: i64| text!("{who} {points}", who = self.name(player).text(), points);
                let score = Text::join_clauses([score(Player::LEFT, first), score(Player::RIGHT, second)]);
                let winner = if first > second { Player::LEFT } else { Player::RIGHT };
                match first.abs_diff(second) {
                    0 => text!("No move is left. Score: {score}; the scores are equal.", score),
                    lead => text!(
                        "No move is left. Score: {score}; {wins} by {lead}.",
                        score,
                        lead,
                        wins = self.name(winner).wins()
                    ),
                }
            }
            End::Loser(player) => self.name(player).loses(),
            End::Repetition => {
                text!("The same position has occurred for the third time with the same player to move: a draw.")
            }
        }
    }
}

/// Returns the records of plays: the moves, the result, and the command that repeats the play.
///
/// `end_text` is the sentence about the end of the last play if it was stopped before its end.
pub fn record(
    sessions: &[&Session],
    end_text: &Text,
    names: &PlayerNames,
    command: &str,
    style: Style,
    language: Language,
) -> String {
    // Leave out plays in which no move was made.
    let begun: Vec<&Session> = sessions.iter().copied().filter(|session| session.moves_made() > 0).collect();
    let sessions = if begun.is_empty() { sessions } else { &begun };
    let mut out = String::new();
    for (k, session) in sessions.iter().enumerate() {
        let last = k + 1 == sessions.len();
        let mut lines = String::new();
        if sessions.len() > 1 {
            lines += &format!("{}\n", text!("Game {number}:", number = k + 1).in_language(language));
        }
        let wide = session.moves_made().to_string().len();
        for (k, (play_position, mv)) in session.moves().enumerate() {
            lines += &format!("  {:>wide$}. {}\n", k + 1, names.moved(play_position, mv).in_language(language));
        }
        let end = session.end().map(|end| names.ending(end));
        let again = match &end {
            Some(_) => text!("This command replays the game:"),
            None => text!("This command continues from here:"),
        };
        if end.is_none() {
            lines += &format!("{}\n", names.position(session).in_language(language));
        }
        let end_text = end.unwrap_or_else(|| if last { end_text.clone() } else { text!("The game stops here.") });
        lines += &format!("{}\n", sentence(&end_text, language));
        out += &style.fill(&lines);
        if session.moves_made() > 0 {
            let moves: Vec<String> = session.moves().map(|(_, mv)| mv.text.in_language(language)).collect();
            let line = format!("{command} --moves {}", quoted(&moves.join("; ")));
            out += &match line.len() <= MAX_COMMAND_LEN {
                // Keep the command on one line, however long, so that it can be copied.
                true => format!("{}\n  {line}\n", again.in_language(language)),
                false => style
                    .fill(&(text!("The game is too long for a command that replays it.").in_language(language) + "\n")),
            };
        }
        out += if last { "" } else { "\n" };
    }
    out
}

/// The maximum length of a printed command, in bytes; systems limit the length of arguments.
const MAX_COMMAND_LEN: usize = 100_000;

/// Quotes a text as one word for a shell.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns the text of an answer with its reasons and a line of best play.
pub fn answer_text(answer: &Answer, best_line: Option<&PlayLine>, style: Style, language: Language) -> String {
    let best_line = best_line.map_or(vec![], PlayLine::text);
    answer_text_with(
        answer,
        AnswerTextOptions { style, best_line: &best_line, ..AnswerTextOptions::default() },
        language,
    )
}

/// Returns an error as one sentence.
pub fn error_sentence(error: &Error, language: Language) -> String {
    let message = &error.message;
    sentence(
        &match &error.help {
            Some(help) => text!("{message}: {help}", message, help),
            None => text!("{message}.", message),
        },
        language,
    )
}

/// Returns a text with its first letter in upper case.
pub fn sentence(text: &Text, language: Language) -> String {
    let text = text.in_language(language);
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
