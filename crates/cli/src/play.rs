//! `grundy play`: one line a command in, the log of the play out.

use crate::args::{First, Machines, Play, Side};
use crate::console::{Console, exit_code};
use crate::files::Files;
use crate::solve::spec_texts;
use grundy::play::{Board, Chosen, End, LegalMove, Machine, Prospect, Session, prospect, prospects};
use grundy::render::{Why, answer_text};
use grundy::rules::Kind;
use grundy::{Answer, Budget, Error, ErrorKind, Question, Result, Seat, Solver, Spec, parse_with};
use std::io::{BufRead, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::SystemTime;

/// The longest line that is read as one.
const LONGEST_LINE: u64 = 1 << 20;

/// How many moves `moves` and `values` show.
const SHOWN: usize = 60;

const HELP: &str = "\
a move     as it is printed, in short, or the position that it leads to: `moves` shows both forms
           2: 3 1       in part 2 of a sum; in heap 2 where there is one part
           #4           the fourth move of `moves`
moves      the legal moves
hint       the best move
values     what each move leads to
why or ?   who wins this position, and why
board      the position again
undo       take back your last move
help, quit";

pub fn run(args: &Play, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let (text, spec) = match read(args) {
        Ok(read) => read,
        Err((text, error)) => {
            console.error(&text, &error);
            return Ok(exit_code(&error));
        }
    };
    let table = match Table::new(args, spec, console) {
        Ok(table) => table,
        Err(error) => {
            console.error(&text, &error);
            return Ok(exit_code(&error));
        }
    };
    let done = table.run(&mut out)?;
    out.flush()?;
    match done {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            console.error("", &error);
            Ok(exit_code(&error))
        }
    }
}

fn read(args: &Play) -> std::result::Result<(String, Spec), (String, Error)> {
    let mut texts = spec_texts(&args.spec);
    let text = texts.pop().unwrap_or_else(|| Ok(String::new())).map_err(|error| (String::new(), error))?;
    if !texts.is_empty() {
        let error = Error::new(ErrorKind::BadArgument, "a play is of one position");
        return Err((String::new(), error.help("add positions up in one SPEC: grundy play 'nim(3) + kayles(5)'")));
    }
    // The standard input holds the moves.
    match parse_with(&text, &mut Files::of_play(args.memory)) {
        Ok(mut spec) => {
            if args.misere {
                spec.play = grundy::Play::Misere;
            }
            Ok((text, spec))
        }
        Err(error) => Err((text, error)),
    }
}

/// What a line asks for.
enum Asked {
    Quit,
    /// A move was made or taken back: it may be somebody else's turn.
    Turn,
    /// The position is as before.
    Nothing,
}

/// A play with all that belongs to it.
struct Table<'a> {
    args: &'a Play,
    console: &'a Console,
    session: Session,
    solver: Solver,
    machine: Machine,
    /// By seat: who is played by the machine, and what the players are called.
    machines: Vec<bool>,
    names: Vec<String>,
}

impl<'a> Table<'a> {
    fn new(args: &'a Play, spec: Spec, console: &'a Console) -> Result<Table<'a>> {
        let kind = spec.kind();
        let partizan = kind == Kind::Partizan;
        if args.you.is_some() && !partizan {
            let error = Error::new(ErrorKind::BadArgument, "only partizan games have a Left and a Right");
            return Err(error.help("say who starts instead: --first machine"));
        }
        if args.seat.is_some() && kind != Kind::Multiplayer {
            let error = Error::new(ErrorKind::BadArgument, "only games of several players have seats");
            return Err(error.help("say who starts instead: --first machine"));
        }
        if args.first.is_some() && kind == Kind::Multiplayer {
            let error = Error::new(ErrorKind::BadArgument, "the position says who of several players starts");
            return Err(error.help("name the player behind a semicolon, rivals[..](7; 2), and your seat: --seat 2"));
        }
        let you_start = args.first != Some(First::Machine);
        let you = match (args.you, args.seat) {
            (Some(Side::Right), _) => Seat::RIGHT,
            (None, Some(seat)) => Seat(seat - 1),
            // Where both have the same moves, the first player is the one in the first seat.
            (None, None) if !partizan && !you_start => Seat::RIGHT,
            _ => Seat::LEFT,
        };
        let first = if you_start { you } else { you.other() };
        let session = Session::new(spec, first);
        // What no engine can say anything about is not played at all.
        let board = session.board();
        let players = board.players();
        if u8::checked_add(you.0, 1).is_none_or(|seat| seat > players) {
            let message = format!("there are {players} players, no player {}", u16::from(you.0) + 1);
            return Err(Error::new(ErrorKind::BadArgument, message).help("your seat is one of theirs: --seat 1"));
        }
        let mut solver = Solver::new();
        let budget = console.limits(args.memory, args.time, args.quiet);
        if let Err(error) = prospect(board, false, &mut solver, &budget)
            && (error.kind != ErrorKind::Limit || console.interrupted())
            && !(error.kind == ErrorKind::Unsupported && partizan)
        {
            return Err(error);
        }
        let machines: Vec<bool> = (0..players)
            .map(|seat| match args.machine {
                Machines::One => Seat(seat) != you,
                Machines::None => false,
                Machines::All => true,
            })
            .collect();
        let name = |seat: u8| match (args.machine, kind) {
            (Machines::One, _) if Seat(seat) == you => "you".to_string(),
            (_, Kind::Multiplayer) => format!("player {}", u16::from(seat) + 1),
            (Machines::One, _) => "the machine".to_string(),
            (_, Kind::Partizan) => if seat == 0 { "Left" } else { "Right" }.to_string(),
            _ => format!("player {}", seat + 1),
        };
        let names = (0..players).map(name).collect();
        let seed = args.seed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            now.map_or(0, |since| since.as_nanos() as u64)
        });
        let machine = Machine::of_strength(args.strength, seed);
        Ok(Table { args, console, session, solver, machine, machines, names })
    }

    fn budget(&self) -> Budget<'a> {
        self.console.limits(self.args.memory, self.args.time, self.args.quiet)
    }

    /// Plays to the end of the play or of the input. What the engines cannot do ends it with their error.
    fn run(mut self, out: &mut impl Write) -> std::io::Result<Result<()>> {
        writeln!(out, "{}", self.opening())?;
        let mut input = std::io::stdin().lock();
        let prompt = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        self.show(out)?;
        loop {
            if let Some(end) = self.session.end() {
                if let Some(fault) = self.session.board().fault() {
                    return Ok(Err(fault));
                }
                writeln!(out, "{}", self.ending(end))?;
                return Ok(Ok(()));
            }
            let mover = self.session.board().mover();
            if self.machines[usize::from(mover.0)] {
                let budget = self.budget();
                let chosen = match self.machine.choose(self.session.board(), &mut self.solver, &budget) {
                    Ok(chosen) => chosen,
                    Err(error) => return Ok(Err(error)),
                };
                if let Some(error) = chosen.unsolved {
                    writeln!(out, "   The machine cannot see through this position: {}.", error.message)?;
                }
                self.make(&chosen.mv, out)?;
                continue;
            }
            out.flush()?;
            if prompt {
                eprint!("> ");
            }
            let mut line = vec![];
            if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                writeln!(out, "The input ends; the play is left here.")?;
                return Ok(Ok(()));
            }
            match self.obey(String::from_utf8_lossy(&line).trim(), out)? {
                Ok(Asked::Quit) => {
                    writeln!(out, "The play is left here.")?;
                    return Ok(Ok(()));
                }
                Ok(Asked::Turn | Asked::Nothing) => {}
                Err(error) if self.console.interrupted() => return Ok(Err(error)),
                Err(error) => writeln!(out, "   {}", told(&error))?,
            }
        }
    }

    /// Does what a line asks for.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> std::io::Result<Result<Asked>> {
        let budget = self.budget();
        match line.to_lowercase().as_str() {
            "" => return Ok(Ok(Asked::Nothing)),
            "quit" | "exit" | "q" => return Ok(Ok(Asked::Quit)),
            "help" | "h" => writeln!(out, "{HELP}")?,
            "board" => self.show(out)?,
            "undo" | "u" => {
                if !self.session.undo_to(|seat| !self.machines[usize::from(seat.0)]) {
                    return Ok(Err(Error::new(ErrorKind::BadArgument, "there is no move of yours to take back")));
                }
                self.show(out)?;
                return Ok(Ok(Asked::Turn));
            }
            "moves" | "m" => self.list(out)?,
            "hint" => {
                let best = Machine::perfect().choose(self.session.board(), &mut self.solver, &budget);
                match best {
                    Ok(Chosen { unsolved: Some(error), .. }) | Err(error) => return Ok(Err(error)),
                    Ok(best) => {
                        let prospect = best.prospect.map_or("not known".to_string(), |p| self.prospect(p));
                        writeln!(out, "   hint: {} ({prospect})", best.mv.text)?;
                    }
                }
            }
            "values" | "v" => match prospects(self.session.board(), SHOWN + 1, &mut self.solver, &budget) {
                Ok(rows) => self.values(&rows, out)?,
                Err(error) => return Ok(Err(error)),
            },
            "?" | "why" => {
                let spec = self.session.board().spec();
                match self.solver.solve(spec, &Question::default(), &budget) {
                    Ok(answer) => {
                        for line in answer_text(&answer, Why::Full).lines() {
                            writeln!(out, "{}{line}", if line.is_empty() { "" } else { "   " })?;
                        }
                    }
                    Err(error) => return Ok(Err(error)),
                }
            }
            _ => {
                let found = match line.strip_prefix('#') {
                    Some(number) => nth(self.session.board(), number),
                    None => self.session.board().find(line),
                };
                match found {
                    Ok(mv) => self.make(&mv, out)?,
                    Err(error) => return Ok(Err(error)),
                }
                return Ok(Ok(Asked::Turn));
            }
        }
        Ok(Ok(Asked::Nothing))
    }

    fn make(&mut self, mv: &LegalMove, out: &mut impl Write) -> std::io::Result<()> {
        let board = self.session.board();
        let points = match board.spec().kind() {
            Kind::Scoring => match board.points(mv) {
                1 => " (1 point)".to_string(),
                points => format!(" ({points} points)"),
            },
            _ => String::new(),
        };
        writeln!(out, "   {}: {}{points}", self.names[usize::from(board.mover().0)], mv.text)?;
        self.session.play(mv);
        self.show(out)
    }

    /// The position and who is to move.
    fn show(&self, out: &mut impl Write) -> std::io::Result<()> {
        let board = self.session.board();
        let mut line = format!("{}. {}", self.session.moves_made() + 1, board.text());
        if board.spec().kind() == Kind::Scoring {
            let [first, second] = self.session.points();
            line += &format!(", {} {first}, {} {second}", self.names[0], self.names[1]);
        }
        line += &format!(", {} to move", self.names[usize::from(board.mover().0)]);
        match self.session.times_seen() {
            0 | 1 => {}
            2 => line += " (for the second time: the third makes a draw)",
            _ => line += " (for the third time)",
        }
        writeln!(out, "{line}")
    }

    fn list(&self, out: &mut impl Write) -> std::io::Result<()> {
        let moves = self.session.board().moves(SHOWN + 1);
        let width = moves.iter().take(SHOWN).map(|mv| mv.text.chars().count()).max().unwrap_or(0);
        for (k, mv) in moves.iter().take(SHOWN).enumerate() {
            let pad = " ".repeat(width - mv.text.chars().count());
            writeln!(out, "   #{:<3} {}{pad}  or  {}", k + 1, mv.text, mv.short())?;
        }
        if moves.len() > SHOWN {
            writeln!(out, "   and more, which are written the same way")?;
        }
        Ok(())
    }

    fn values(&self, rows: &[(LegalMove, Option<Prospect>, Answer)], out: &mut impl Write) -> std::io::Result<()> {
        let width = rows.iter().take(SHOWN).map(|row| row.0.text.chars().count()).max().unwrap_or(0);
        for (mv, prospect, answer) in rows.iter().take(SHOWN) {
            let pad = " ".repeat(width - mv.text.chars().count());
            let brings = prospect.map_or("not known".to_string(), |p| self.prospect(p));
            let value = match (&answer.grundy, &answer.loopy, answer.outcome) {
                (Some(grundy), ..) => format!(", leaves Grundy value {}", grundy.0),
                (_, Some(loopy), _) => format!(", leaves Grundy value {loopy}"),
                (_, _, Some(outcome)) => format!(", leaves a position of class {outcome:?}"),
                _ => String::new(),
            };
            writeln!(out, "   {}{pad}  {brings}{value}", mv.text)?;
        }
        if rows.len() > SHOWN {
            writeln!(out, "   and more")?;
        }
        Ok(())
    }

    /// What a move brings, or a position to the player to move.
    fn prospect(&self, prospect: Prospect) -> String {
        match prospect {
            Prospect::Win => "wins".to_string(),
            Prospect::Loss => "loses against best play".to_string(),
            Prospect::Draw => "draws".to_string(),
            Prospect::Score(score @ 1..) => format!("from here {score} more than the other"),
            Prospect::Score(0) => "from here as much as the other".to_string(),
            Prospect::Score(score) => format!("from here {} less than the other", score.unsigned_abs()),
            Prospect::Loser(seat) => format!("with best play the loser is {}", self.names[usize::from(seat.0)]),
        }
    }

    fn opening(&self) -> String {
        let board = self.session.board();
        let kind = board.spec().kind();
        let ends = match (kind, board.spec().play) {
            (Kind::Scoring, _) => "who has more points in the end wins",
            (Kind::Multiplayer, _) => "who is in turn and cannot move loses",
            (_, grundy::Play::Normal) => "who cannot move loses",
            (_, grundy::Play::Misere) => "who cannot move wins",
        };
        let mut text = format!("In this play {ends}.");
        if self.args.machine == Machines::One {
            let you = self.machines.iter().position(|&machine| !machine).unwrap_or(0);
            match kind {
                Kind::Partizan => {
                    let [yours, other] = if you == 0 { ["Left", "Right"] } else { ["Right", "Left"] };
                    text += &format!(" You are {yours}, the machine is {other}.");
                }
                Kind::Multiplayer => text += &format!(" You are player {}.", you + 1),
                Kind::Impartial | Kind::Scoring => {}
            }
        }
        if kind == Kind::Multiplayer {
            for seat in 0..board.players() {
                let wanted: Vec<&str> =
                    board.ranking(Seat(seat)).iter().map(|s| self.names[usize::from(s.0)].as_str()).collect();
                let name = &self.names[usize::from(seat)];
                let verb = if name == "you" { "want" } else { "wants" };
                text += &format!("\nWhom {name} {verb} to lose, most wanted first: {}.", wanted.join(", "));
            }
        }
        if self.args.machine != Machines::All
            && let Some(mv) = board.moves(1).first()
        {
            text += &format!("\nType a move, `{}` or `{}`, or `help`.", mv.text, mv.short());
        }
        text
    }

    fn ending(&self, end: End) -> String {
        let name = |seat: Seat| self.names[usize::from(seat.0)].as_str();
        let verb = |seat: Seat, singular: &str| match name(seat) {
            "you" => format!("you {}", singular.strip_suffix('s').unwrap_or(singular)),
            other => format!("{other} {singular}"),
        };
        match end {
            End::NoMove { stuck, winner } if stuck == winner => capital(&format!(
                "{} cannot move, which wins under misère play: {}.",
                name(stuck),
                verb(winner, "wins")
            )),
            End::NoMove { stuck, winner } => {
                capital(&format!("{} cannot move, which loses: {}.", name(stuck), verb(winner, "wins")))
            }
            End::Points([first, second]) => {
                let score = format!("No move is left. {} {first}, {} {second}", capital(&self.names[0]), self.names[1]);
                let winner = if first > second { Seat::LEFT } else { Seat::RIGHT };
                match first.abs_diff(second) {
                    0 => format!("{score}: the scores are equal."),
                    lead => format!("{score}: {} by {lead}.", verb(winner, "wins")),
                }
            }
            End::Loser(seat) => {
                let loses = if name(seat) == "you" { "lose" } else { "loses" };
                capital(&format!("{} cannot move and {loses}.", name(seat)))
            }
            End::Repetition => "The same position with the same player to move for the third time: a draw.".to_string(),
        }
    }
}

/// The move of this number in the list of moves.
fn nth(board: &Board, number: &str) -> Result<LegalMove> {
    let listed = board.moves(SHOWN);
    let at = number.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let count = listed.len();
    at.and_then(|at| listed.into_iter().nth(at)).ok_or_else(|| {
        let shown: String = number.trim().chars().take(40).collect();
        let error = Error::new(ErrorKind::BadArgument, format!("the list of moves has no number `{shown}`"));
        error.help(format!("`moves` lists #1 to #{count}"))
    })
}

/// An error in one line.
fn told(error: &Error) -> String {
    match &error.help {
        Some(help) => format!("{}: {help}", capital(&error.message)),
        None => format!("{}.", capital(&error.message)),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
