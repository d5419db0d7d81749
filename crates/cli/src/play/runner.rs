//! A play with its players and engines, and its form without a board: line by line, with a log.

use super::sentences::{PlayerName, PlayerNames, answer_text, error_sentence, quoted, record};
use crate::args::{First, MachinePlayers, PlayArgs, SideArg};
use crate::batch::{endless_line_error, next_line, skip_line};
use crate::console::Console;
use crate::files::LimitedReader;
use clap::ValueEnum;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::play::{
    ChosenMove, ExpectedResult, LegalMove, Machine, PlayPosition, Session, expected_result, expected_results,
    half_width,
};
use grundy::unstable::render::{ReasonDetail, Style, pad, width};
use grundy::unstable::rules::{Kind, NoSources, PositionSum};
use grundy::unstable::solve::{Answer, Solver};
use grundy::unstable::verify::{Strategy, read_certificate_json, rules_of};
use grundy::{Budget, Error, ErrorKind, Player, Result};
use grundy_ask::{SolveRequest, rules};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::SystemTime;

/// The maximum length of a line of input, in bytes.
const MAX_LINE_LEN: u64 = 1 << 20;

/// The number of moves after which a play between machines is stopped; some plays hardly ever end.
const MAX_MOVES_MADE: usize = 1000;

/// The maximum number of moves that `moves` and `values` show.
pub const MAX_SHOWN_MOVES: usize = 60;

/// Returns the options that reproduce this play.
///
/// `--misere` is left out if the text of the position is canonical: under misère play, such a text begins
/// with `misere`.
fn options_text(args: &PlayArgs, is_canonical: bool) -> String {
    let mut options = String::new();
    let mut push_option = |flag: &str, value: Option<String>| {
        if let Some(value) = value {
            options += &format!(" {flag}{}{value}", if value.is_empty() { "" } else { " " });
        }
    };
    let name = |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_string());
    push_option("--misere", (args.misere && !is_canonical).then(String::new));
    push_option("--first", name(args.first.and_then(|first| first.to_possible_value())));
    push_option("--you", name(args.you.and_then(|side| side.to_possible_value())));
    push_option("--seat", args.player.map(|player| player.to_string()));
    push_option("--machine", name(args.machine.to_possible_value().filter(|_| args.machine != MachinePlayers::One)));
    push_option("--strength", (args.strength < 100).then(|| format!("{}%", args.strength)));
    push_option("--seed", args.seed.map(|seed| seed.to_string()));
    push_option("--strategy", args.strategy.as_ref().map(|path| quoted(&path.display().to_string())));
    options
}

/// Returns a machine that follows the strategy in a file, which must decide the position.
fn with_strategy(machine: Machine, path: &Path, position: &PlayPosition, budget: &Budget) -> Result<Machine> {
    let name = path.display().to_string();
    let named = |error: Error| Error {
        message: text!("{name}: {error}", name = name.clone(), error = &error.message),
        ..error
    };
    let (reader, _) = LimitedReader::open(path, budget)
        .map_err(|error| named(Error::new(ErrorKind::Io, Text::from(&error)).caused_by(error)))?;
    let limits = rules::checker_limits(budget);
    let certificate = read_certificate_json(reader, &limits).map_err(named)?;
    let strategy = Strategy::new(&certificate, &position.position_sum().library, &limits).map_err(named)?;
    let of = strategy.rules().to_string();
    let machine = machine.with_strategy(strategy);
    if machine.knows(position, budget).map_err(named)? {
        return Ok(machine);
    }
    let message = match of == rules_of(position.position_sum()) {
        true => text!("the strategy does not contain this position"),
        false => text!("the strategy is for `{rules}`, not for this position", rules = of),
    };
    let shown = quoted(&position.text().to_string());
    Err(named(
        Error::new(ErrorKind::Refused, message)
            .help(text!("to write a strategy: grundy solve {position} --strategy FILE", position = shown)),
    ))
}

/// The effect of a line of input.
enum LineEffect {
    Quit,
    /// A move was made or taken back, so the turn may have changed.
    Turn,
    /// The position is unchanged.
    Nothing,
}

/// A play with its players, its engines and the arguments of the command.
pub struct PlayRunner<'a> {
    pub args: &'a PlayArgs,
    pub console: &'a Console,
    pub session: Session,
    pub solver: Solver,
    pub machine: Machine,
    /// For each player, whether the machine plays it.
    pub machines: Vec<bool>,
    pub names: PlayerNames,
    /// The moves with which the play begins.
    pub opening_moves: Vec<LegalMove>,
    /// The earlier plays in which at least one move was made.
    pub earlier: Vec<Session>,
    /// The command that starts this play, without its moves.
    pub command: String,
}

impl<'a> PlayRunner<'a> {
    pub fn new(
        args: &'a PlayArgs,
        position_sum: PositionSum,
        text: &str,
        console: &'a Console,
    ) -> Result<PlayRunner<'a>> {
        let kind = position_sum.kind();
        let partizan = kind == Kind::Partizan;
        if args.you.is_some() && !partizan {
            let error = Error::new(ErrorKind::BadArgument, text!("only partizan games have a Left and a Right"));
            return Err(error.help(text!("to let the computer start, use --first machine")));
        }
        if args.player.is_some() && kind != Kind::Multiplayer {
            let error = Error::new(ErrorKind::BadArgument, text!("--seat is only for games of several players"));
            return Err(error.help(text!("to let the computer start, use --first machine")));
        }
        if args.first.is_some() && kind == Kind::Multiplayer {
            let error = Error::new(
                ErrorKind::BadArgument,
                text!("in games of several players, the position determines who starts"),
            );
            return Err(error.help(text!(
                "write the starting player after a semicolon, as in rivals[..](7; 2), and choose your player with \
                    --seat 2"
            )));
        }
        let you_start = args.first != Some(First::Machine);
        let you = match (args.you, args.player) {
            (Some(SideArg::Right), _) => Player::RIGHT,
            (None, Some(player)) => Player(player - 1),
            // In impartial games the user is the first player or the second, depending on who starts.
            (None, None) if !partizan && !you_start => Player::RIGHT,
            _ => Player::LEFT,
        };
        let first = if you_start { you } else { you.other() };
        let session = Session::new(position_sum, first);
        // Refuse positions that no engine can solve. A partizan position that is too large may still be played.
        let play_position = session.position();
        let players = play_position.players();
        if u8::checked_add(you.0, 1).is_none_or(|player| player > players) {
            let message =
                text!("there is no player {you}; the game has {players} players", players, you = u16::from(you.0) + 1);
            return Err(Error::new(ErrorKind::BadArgument, message).help(text!("choose one of them: --seat 1")));
        }
        let mut solver = grundy::unstable::proof::solver_with_proofs();
        let budget = console.budget_with_limits(&args.limits);
        crate::db::set_database(&mut solver, args.db.as_deref(), &budget)?;
        let seed = args.seed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            now.map_or(0, |since| since.as_nanos() as u64)
        });
        let machine = Machine::with_strength(args.strength, seed);
        // If the machine plays all players, a long defence has no purpose, so keep the play short.
        let machine = if args.machine == MachinePlayers::All { machine.preferring_short_play() } else { machine };
        let machine = match &args.strategy {
            Some(path) => with_strategy(machine, path, play_position, &budget)?,
            None => machine,
        };
        if args.strategy.is_none()
            && let Err(error) = expected_result(play_position, false, &mut solver, &budget)
            && (error.kind != ErrorKind::Limit || console.interrupted())
            && !(error.kind == ErrorKind::Unsupported && partizan)
        {
            return Err(error);
        }
        let machines: Vec<bool> = (0..players)
            .map(|player| match args.machine {
                MachinePlayers::One => Player(player) != you,
                MachinePlayers::None => false,
                MachinePlayers::All => true,
            })
            .collect();
        let name = |player: u8| match (args.machine, kind) {
            (MachinePlayers::One, _) if Player(player) == you => PlayerName::You,
            (_, Kind::Multiplayer) => PlayerName::Player(u16::from(player) + 1),
            (MachinePlayers::One, _) => PlayerName::Machine,
            (_, Kind::Partizan) if player == 0 => PlayerName::Left,
            (_, Kind::Partizan) => PlayerName::Right,
            _ => PlayerName::Player(u16::from(player) + 1),
        };
        let names = PlayerNames((0..players).map(name).collect());
        let position_sum = session.position().position_sum();
        let position = if position_sum.is_printable() { position_sum.canonical_text() } else { text.to_string() };
        let command = format!("grundy play {}{}", quoted(&position), options_text(args, position_sum.is_printable()));
        let (opening_moves, earlier) = (vec![], vec![]);
        Ok(PlayRunner { args, console, session, solver, machine, machines, names, opening_moves, earlier, command })
    }

    /// Sets the moves with which the play begins.
    pub fn with_moves(self, text: &str) -> Result<PlayRunner<'a>> {
        let mut session = self.session.anew();
        session.play_all(text)?;
        let opening_moves = session.moves().map(|(_, mv)| mv.clone()).collect();
        Ok(PlayRunner { opening_moves, ..self })
    }

    fn budget(&self) -> Budget {
        self.console.budget_with_limits(&self.args.limits)
    }

    /// Returns a text in the language of the console.
    fn translate(&self, text: &Text) -> String {
        text.in_language(self.console.language())
    }

    /// Plays until the play or the input ends.
    ///
    /// An error of the engines that leaves the machine without a move ends the play.
    pub fn run(mut self, out: &mut impl Write) -> std::io::Result<Result<()>> {
        let language = self.console.language();
        let play_position = self.session.position();
        let mut sentences = self.names.opening(play_position);
        if self.args.machine != MachinePlayers::All
            && let Some(mv) = play_position.moves(1).first()
        {
            sentences.push(match mv.other_form() {
                Some(short) => text!("Type a move, `{words}` or `{short}`, or `help`.", words = &mv.text, short),
                None => text!("Type a move, such as `{words}`, or `help`.", words = &mv.text),
            });
        }
        for sentence in &sentences {
            self.print(&self.translate(sentence), out)?;
        }
        let mut input = std::io::stdin().lock();
        let mut line = vec![];
        let shows_prompt = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        self.print_position(out)?;
        for mv in std::mem::take(&mut self.opening_moves) {
            self.make_move(&mv, out)?;
        }
        loop {
            if let Some(end) = self.session.end() {
                if let Some(fault) = self.session.position().fault() {
                    return Ok(Err(fault));
                }
                self.print_record(&self.names.ending(end), out)?;
                return Ok(Ok(()));
            }
            if self.args.machine == MachinePlayers::All && self.session.moves_made() >= MAX_MOVES_MADE {
                let message = text!("The game was stopped after {moves} moves.", moves = MAX_MOVES_MADE);
                self.print_record(&message, out)?;
                return Ok(Ok(()));
            }
            let mover = self.session.position().mover();
            if self.machines[usize::from(mover.0)] {
                let budget = self.budget();
                let chosen = match self.machine.choose(self.session.position(), &mut self.solver, &budget) {
                    Ok(chosen) => chosen,
                    Err(error) => return Ok(Err(error)),
                };
                if let Some(error) = chosen.unsolved {
                    let message = text!("The computer could not solve this position: {why}.", why = error.message);
                    self.print(&format!("   {}", self.translate(&message)), out)?;
                }
                self.make_move(&chosen.mv, out)?;
                continue;
            }
            out.flush()?;
            if shows_prompt {
                eprint!("> ");
            }
            match next_line(&mut input, &mut line, MAX_LINE_LEN)? {
                None => {
                    self.print_record(&text!("The input has ended; the game stops here."), out)?;
                    return Ok(Ok(()));
                }
                Some(true) => {}
                Some(false) => {
                    let message = text!("the line has more than {most} bytes", most = MAX_LINE_LEN);
                    self.print(&format!("   {}", self.translate(&message)), out)?;
                    if !skip_line(&mut input)? {
                        return Ok(Err(endless_line_error()));
                    }
                    continue;
                }
            }
            match self.execute(String::from_utf8_lossy(&line).trim(), out)? {
                Ok(LineEffect::Quit) => {
                    self.print_record(&text!("The game stops here."), out)?;
                    return Ok(Ok(()));
                }
                Ok(LineEffect::Turn | LineEffect::Nothing) => {}
                Err(error) if self.console.interrupted() => return Ok(Err(error)),
                Err(error) => self.print(&format!("   {}", error_sentence(&error, language)), out)?,
            }
        }
    }

    /// Prints lines, laid out for the terminal.
    fn print(&self, lines: &str, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.console.wrap_lines(lines))
    }

    /// Prints the record of all plays; `end_text` is the sentence about the end of the last play.
    fn print_record(&self, end_text: &Text, out: &mut impl Write) -> std::io::Result<()> {
        let sessions: Vec<&Session> = self.earlier.iter().chain([&self.session]).collect();
        let style = self.console.style();
        if sessions.iter().any(|session| session.moves_made() > 0) {
            writeln!(out)?;
        }
        out.write_all(
            record(&sessions, end_text, &self.names, &self.command, style, self.console.language()).as_bytes(),
        )
    }

    /// Executes the command or move on a line.
    fn execute(&mut self, line: &str, out: &mut impl Write) -> std::io::Result<Result<LineEffect>> {
        let budget = self.budget();
        match half_width(line).to_lowercase().as_str() {
            "" => return Ok(Ok(LineEffect::Nothing)),
            "quit" | "exit" | "q" | "退出" | "离开" => return Ok(Ok(LineEffect::Quit)),
            "help" | "h" | "帮助" => {
                let rows = commands().map(|row| row.map(|text| self.translate(&text)));
                let widest = rows.iter().map(|[command, _]| width(command)).max().unwrap_or(0);
                for [command, meaning] in &rows {
                    self.print(&format!("{}{meaning}", pad(command, widest + 3)), out)?;
                }
            }
            "board" | "局面" | "棋盘" => self.print_position(out)?,
            "new" | "新局" | "重来" => {
                let new_session = self.session.anew();
                let old_session = std::mem::replace(&mut self.session, new_session);
                if old_session.moves_made() > 0 {
                    self.earlier.push(old_session);
                }
                self.print_position(out)?;
                return Ok(Ok(LineEffect::Turn));
            }
            "undo" | "u" | "悔棋" | "撤销" => {
                if !self.session.undo_to(|player| !self.machines[usize::from(player.0)]) {
                    return Ok(Err(Error::new(ErrorKind::BadArgument, text!("you have made no move to take back"))));
                }
                self.print_position(out)?;
                return Ok(Ok(LineEffect::Turn));
            }
            "moves" | "m" | "着法" | "走法" => self.print_moves(out)?,
            "hint" | "提示" | "建议" => {
                let best = self.machine.best_move(self.session.position(), &mut self.solver, &budget);
                match best {
                    Ok(ChosenMove { unsolved: Some(error), .. }) | Err(error) => return Ok(Err(error)),
                    Ok(best) => {
                        self.print(&format!("   {}", self.translate(&self.names.hint(&best))), out)?;
                    }
                }
            }
            "values" | "v" | "值" | "结果" => {
                let moves = self.session.position().moves(MAX_SHOWN_MOVES + 1);
                let shown = &moves[..moves.len().min(MAX_SHOWN_MOVES)];
                match expected_results(self.session.position(), shown, &mut self.solver, &budget) {
                    Ok(rows) => self.print_values(shown, &rows, moves.len() > MAX_SHOWN_MOVES, out)?,
                    Err(error) => return Ok(Err(error)),
                }
            }
            "?" | "why" | "为什么" | "理由" => return self.explain(false, out),
            "??" | "steps" | "步骤" => return self.explain(true, out),
            _ => {
                let found = match line.strip_prefix(['#', '＃']) {
                    Some(number) => nth_move(&self.session.position().moves(MAX_SHOWN_MOVES), number),
                    None => self.session.position().find(line),
                };
                match found {
                    Ok(mv) => self.make_move(&mv, out)?,
                    Err(error) => return Ok(Err(error)),
                }
                return Ok(Ok(LineEffect::Turn));
            }
        }
        Ok(Ok(LineEffect::Nothing))
    }

    /// Prints the outcome, the best play and the reasons, with all reachable positions if `steps` is set.
    fn explain(&mut self, steps: bool, out: &mut impl Write) -> std::io::Result<Result<LineEffect>> {
        let budget = self.budget();
        let position_sum = self.session.position().position_sum();
        let why = if steps { ReasonDetail::Steps } else { ReasonDetail::Full };
        let solve = SolveRequest { why, ..SolveRequest::new(position_sum.clone()) };
        let answer = match solve.answer(&mut grundy_ask::RequestContext::new(&mut self.solver, &budget, &mut NoSources))
        {
            Ok(answer) => answer,
            Err(error) => return Ok(Err(error)),
        };
        let shown =
            grundy::unstable::play::demonstrate(self.session.position().copied(), &answer, &mut self.solver, &budget);
        let Style { width, colors, .. } = self.console.style();
        let style = Style { width: width.map(|width| width.saturating_sub(3)), height: None, colors };
        for line in answer_text(&answer, shown.as_ref(), style, self.console.language()).lines() {
            writeln!(out, "{}{line}", if line.is_empty() { "" } else { "   " })?;
        }
        Ok(Ok(LineEffect::Nothing))
    }

    fn make_move(&mut self, mv: &LegalMove, out: &mut impl Write) -> std::io::Result<()> {
        let moved = self.names.moved(self.session.position(), mv);
        self.print(&format!("   {}", self.translate(&moved)), out)?;
        self.session.play(mv);
        self.print_position(out)
    }

    /// Prints the position and the player to move.
    fn print_position(&self, out: &mut impl Write) -> std::io::Result<()> {
        self.print(&self.translate(&self.names.position(&self.session)), out)
    }

    fn print_moves(&self, out: &mut impl Write) -> std::io::Result<()> {
        let moves = self.session.position().moves(MAX_SHOWN_MOVES + 1);
        let shown = &moves[..moves.len().min(MAX_SHOWN_MOVES)];
        let words: Vec<String> = shown.iter().map(|mv| self.translate(&mv.text)).collect();
        let widest = words.iter().map(|words| width(words)).max().unwrap_or(0);
        for (k, (mv, words)) in shown.iter().zip(words).enumerate() {
            let row = match mv.other_form() {
                Some(short) => self.translate(&text!("{words}  or  {short}", words = pad(&words, widest), short)),
                None => words,
            };
            self.print(&format!("   #{:<3} {row}", k + 1), out)?;
        }
        if moves.len() > MAX_SHOWN_MOVES {
            self.print(&format!("   {}", self.translate(&text!("and more moves, written in the same way"))), out)?;
        }
        Ok(())
    }

    fn print_values(
        &self,
        moves: &[LegalMove],
        rows: &[(Option<ExpectedResult>, Answer)],
        more: bool,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        let words: Vec<String> = moves.iter().map(|mv| self.translate(&mv.text)).collect();
        let widest = words.iter().map(|words| width(words)).max().unwrap_or(0);
        for (words, (expected_result, answer)) in words.iter().zip(rows) {
            let brings = self.translate(&self.names.value(*expected_result, answer));
            self.print(&format!("   {}  {brings}", pad(words, widest)), out)?;
        }
        if more {
            self.print(&format!("   {}", self.translate(&text!("and more moves"))), out)?;
        }
        Ok(())
    }
}

/// Returns the commands with their descriptions; `execute` also accepts Chinese commands.
fn commands() -> [[Text; 2]; 13] {
    let same = Text::verbatim;
    [
        [text!("a move"), text!("as printed or in short form (`moves` shows both), or the resulting position")],
        [same("  2: 3 1"), text!("a move in term 2 of a sum, or in heap 2 if there is only one term")],
        [same("  #4"), text!("the fourth move that `moves` lists")],
        [text!("moves"), text!("list the legal moves")],
        [text!("hint"), text!("show the best move")],
        [text!("values"), text!("show the result of each move")],
        [text!("why or ?"), text!("explain who wins this position, how and why")],
        [
            text!("steps or ??"),
            text!("explain this position by all reachable positions, in the order in which they are solved"),
        ],
        [text!("board"), text!("show the position again")],
        [text!("undo"), text!("take back your last move")],
        [text!("new"), text!("start a new game from the first position")],
        [text!("help"), text!("show this list")],
        [text!("quit"), text!("quit the game")],
    ]
}

/// Returns the move with this number in the list of moves.
pub fn nth_move(listed: &[LegalMove], number: &str) -> Result<LegalMove> {
    let at = half_width(number).trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let count = listed.len();
    at.and_then(|at| listed.get(at).cloned()).ok_or_else(|| {
        let shown: String = number.trim().chars().take(40).collect();
        let error = Error::new(ErrorKind::BadArgument, text!("`{shown}` is not a number in the list of moves", shown));
        error.help(text!("`moves` lists #1 to #{count}", count))
    })
}
