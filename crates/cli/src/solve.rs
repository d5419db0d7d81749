//! `grundy solve`.

use crate::args::{Moves, Solve, SolveFormat, Why, seat};
use crate::console::{Console, exit_code};
use crate::db;
use crate::files::{Files, write_whole};
use crate::specs::{STDIN, Specs};
use grundy::engines::digraph::Vertices;
use grundy::engines::steps::{Steps, Way, visits};
use grundy::engines::{Answer, Reason};
use grundy::lang::{Text, text};
use grundy::play::{Board, line};
use grundy::render::{
    Graph, Json, Shown, answer_json, answer_shown, estimated_json, estimated_text, graph_dot, graph_svg, position_dot,
    position_svg,
};
use grundy::rules::{Remedy, Spec};
use grundy::{Budget, Error, ErrorKind, MovesWanted, Question, Result, Solver};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The command that prints the proof of a theorem.
const PROOF: &str = "grundy games THEOREM --proof";
/// About how many moves are listed on a terminal.
const LISTED: usize = 20;

pub fn run(args: &Solve, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    let mut solver = grundy::proof::solver();
    // The standard input holds the positions, if they are asked for there.
    let reads_lines = args.specs.iter().any(|spec| spec == STDIN);
    let budget = console.budget(&args.common);
    let mut files = if reads_lines { Files::of_lines(&budget) } else { Files::new(&budget) };
    let why = args.why.into();
    if args.estimate {
        return estimate(args, console, &mut out);
    }
    match crate::cluster::work(args, console) {
        Ok(true) => return Ok(ExitCode::SUCCESS),
        Ok(false) => {}
        Err(error) => {
            console.error("", &error);
            return Ok(exit_code(&error));
        }
    }
    if matches!(args.format, SolveFormat::Dot | SolveFormat::Svg) {
        return draw(args, console, &mut out);
    }
    let style = console.style();
    // On a terminal who wins stays in view; files and other programs get all.
    let moves = (args.moves.is_none() && style.height.is_some()).then_some((LISTED, "--moves all"));
    let mut gap = "";
    let mut specs = Specs::of(&args.specs).peekable();
    for k in 0.. {
        let Some(text) = specs.next() else { break };
        if k == 0 && (args.certificate.is_some() || args.into.is_some()) && specs.peek().is_some() {
            let what = match args.into {
                Some(_) => text!("a folder is solved for one position"),
                None => text!("a certificate is about one position"),
            };
            let error = Error::new(ErrorKind::BadArgument, what).help(text!("name one SPEC"));
            console.error("", &error);
            return Ok(exit_code(&error));
        }
        let (text, answer) = match text {
            Ok(text) => {
                let answer = answer(&text, args, &mut solver, &mut files, console);
                (text, answer)
            }
            Err(error) => (String::new(), Err(error)),
        };
        match (&answer, args.format) {
            (Ok((answer, _)), SolveFormat::Json) => {
                console.aside(|| writeln!(out, "{}", answer_json(answer, Json { why, ..console.json() })))?
            }
            (Ok((answer, line)), _) => {
                let language = console.language();
                let shown = Shown { why, style, moves, proof: Some(PROOF), line };
                console.aside(|| write!(out, "{gap}{}", answer_shown(answer, shown, language)))?;
                gap = "\n";
                // Who sends lines waits for their answers.
                out.flush()?;
            }
            (Err(error), SolveFormat::Json) => writeln!(out, "{}", console.error_json(error, None))?,
            (Err(error), _) => {
                out.flush()?;
                console.error(&text, error);
            }
        }
        let certified = match (&answer, &args.certificate) {
            (Ok((answer, _)), Some(path)) => certify(&text, answer, path, args, &mut solver, console),
            _ => Ok(()),
        };
        match (&certified, args.format) {
            (Ok(()), _) => {}
            (Err(error), SolveFormat::Json) => writeln!(out, "{}", console.error_json(error, None))?,
            (Err(error), _) => {
                out.flush()?;
                console.error("", error);
            }
        }
        if let Err(error) = answer.map(|_| ()).and(certified) {
            code = exit_code(&error);
            if console.interrupted() {
                break;
            }
        }
    }
    out.flush()?;
    Ok(code)
}

/// The question that the flags put.
fn asked(args: &Solve) -> grundy_ask::solve::Solve {
    let asked = args.common.asked(args.moves.unwrap_or(Moves::All), args.why);
    grundy_ask::solve::Solve { search: args.search.map(Into::into), coalition: args.coalition.map(seat), ..asked }
}

/// The position that is asked for.
#[cfg(feature = "cluster")]
pub fn read(text: &str, args: &Solve, files: &mut Files) -> Result<grundy::rules::Spec> {
    asked(args).read(text, files)
}

/// The answer, and in words a line of play that shows why it is right.
fn answer(
    text: &str,
    args: &Solve,
    solver: &mut Solver,
    files: &mut Files,
    console: &Console,
) -> Result<(Answer, Vec<Text>)> {
    let mut budget = console.budget(&args.common);
    files.renew(&budget);
    let asked = asked(args);
    let scope = budget.enter();
    let spec = scope.finish(asked.read(text, files))?;
    // What was read is in memory now.
    let taken = console.budget(&args.common);
    (budget.bytes, budget.held) = (taken.bytes, taken.held);
    if let Some(folder) = &args.into {
        db::solve_into(folder, &spec, args.every.map(u64::from), &budget)?;
    }
    let folder = args.into.as_deref().or(args.db.as_deref());
    db::rest_on(solver, folder, &budget)?;
    let answer = solver.solve(&spec, &asked.question(), &budget)?;
    if let Some(folder) = folder
        && !answer.reasons.iter().any(|reason| matches!(reason, Reason::Database { .. }))
    {
        let (folder, spec) = (folder.display().to_string(), spec_text(&answer));
        let error = Error::new(ErrorKind::Refused, text!("`{folder}` is refused: it is not of `{spec}`", folder, spec));
        return Err(error.mended_by(Remedy::Folder));
    }
    // Players of a coalition do not follow their rankings, as plays do.
    let line = if args.why != Why::Short && args.format == SolveFormat::Text && args.coalition.is_none() {
        line(Board::start(spec), &answer, solver, &budget)
    } else {
        None
    };
    Ok((answer, line.map_or(vec![], |line| line.text())))
}

/// The position of an answer as text.
fn spec_text(answer: &Answer) -> String {
    answer.spec.clone().unwrap_or_default()
}

/// Says what solving all positions would take.
fn estimate(args: &Solve, console: &Console, out: &mut impl Write) -> std::io::Result<ExitCode> {
    for text in Specs::of(&args.specs) {
        let budget = console.budget(&args.common);
        let shown = text.as_deref().unwrap_or("").to_string();
        let found = text.and_then(|text| {
            let spec = asked(args).read(&text, &mut Files::new(&budget))?;
            Ok((spec.to_string(), grundy::store::database::estimate(&spec, &budget)?))
        });
        match (found, args.format) {
            (Ok((spec, found)), SolveFormat::Json) => {
                writeln!(out, "{}", estimated_json(&spec, &found, console.json()))?;
            }
            (Ok((spec, found)), _) => {
                write!(out, "{}", estimated_text(&spec, &found, console.style(), console.language()))?;
            }
            (Err(error), SolveFormat::Json) => {
                writeln!(out, "{}", console.error_json(&error, None))?;
                return Ok(exit_code(&error));
            }
            (Err(error), _) => {
                console.error(&shown, &error);
                return Ok(exit_code(&error));
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the certificate of who wins, once the position was solved.
fn certify(
    text: &str,
    answer: &Answer,
    path: &Path,
    args: &Solve,
    solver: &mut Solver,
    console: &Console,
) -> Result<()> {
    if let [Reason::Quotient { certificate: Some(certificate), .. }] = &answer.reasons[..] {
        return write_whole(path, certificate.to_text().as_bytes());
    }
    let budget = console.budget(&args.common);
    // What came from the standard input is gone.
    let spec = asked(args).read(text, &mut Files::without_stdin(&budget))?;
    let certificate = grundy::proof::replies(&spec, solver, &budget).map_err(|error| {
        let message =
            text!("`{path}` was not written: {error}", path = path.display().to_string(), error = error.message);
        Error { message, kind: ErrorKind::Limit, ..error }
    })?;
    write_whole(path, certificate.to_text().as_bytes())
}

/// Draws the graph of the only position.
fn draw(args: &Solve, console: &Console, out: &mut impl Write) -> std::io::Result<ExitCode> {
    let mut specs = Specs::of(&args.specs);
    let text = specs.next().unwrap_or_else(|| Ok(String::new()));
    let shown = text.as_deref().unwrap_or("").to_string();
    let mut picture = || {
        if specs.next().is_some() {
            let error = Error::new(ErrorKind::Unsupported, text!("a picture shows one position"));
            return Err(error.help(text!("name one: grundy solve 'token[a>b,b>c](a)' --format svg")));
        }
        let budget = console.budget(&args.common);
        let mut files = Files::new(&budget);
        let spec = asked(args).read(text.as_deref().map_err(Error::clone)?, &mut files)?;
        let svg = args.format == SolveFormat::Svg;
        let graph = match args.why {
            Why::Steps if matches!(args.search.map(Into::into), Some(Way::Minimax | Way::AlphaBeta)) => {
                let way = args.search.map_or(Way::Minimax, Into::into);
                Graph::of_tree(way, &visits(&spec, way, &budget)?)
            }
            Why::Steps => Graph::of_steps(&Steps::of(&spec, &budget)?)?,
            _ if Vertices::are_of(&spec) => Graph::of_tokens(&Vertices::of(&spec, &budget)?),
            _ if svg => return position(spec, args, console, &budget),
            _ => return position_dot(&Board::start(spec)).map_err(|error| error.help(STEPS)),
        };
        if svg { graph_svg(&graph, console.language()) } else { Ok(graph_dot(&graph)) }
    };
    match picture() {
        Ok(picture) => {
            console.aside(|| out.write_all(picture.as_bytes()))?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            console.error(&shown, &error);
            Ok(exit_code(&error))
        }
    }
}

const STEPS: Text = text!("draw the graph of its positions: --why steps");

/// The position as it lies on the board, and who wins it where that is found within the limits.
fn position(spec: Spec, args: &Solve, console: &Console, budget: &Budget) -> Result<String> {
    let question = Question { moves: MovesWanted::None, working: false, ..asked(args).question() };
    let answer = match Solver::new().solve(&spec, &question, budget) {
        Err(error) if error.is_interrupt() => return Err(error),
        answer => answer.ok(),
    };
    position_svg(&Board::start(spec), answer.as_ref(), console.language())
}
