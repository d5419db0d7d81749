//! `grundy solve`: solves positions, estimates the work, draws graphs and writes certificates.

use crate::args::{MovesArg, SolveArgs as Args, SolveFormat, WhyArg, player};
use crate::console::{Console, exit_code};
use crate::db::Folder;
use crate::files::{Files, write_atomic};
use crate::specs::{STDIN, Specs};
use grundy::unstable::json::estimated_json;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::play::PlayPosition;
use grundy::unstable::render::{
    DigraphDrawing, TreeDrawing, estimated_text, graph_dot, graph_svg, position_dot, tree_dot, tree_svg,
};
use grundy::unstable::rules::{PositionSum, SearchRecords};
use grundy::unstable::solve::Solver;
use grundy::unstable::solve::digraph::Vertices;
use grundy::unstable::solve::trace::{SearchMethod, TracedPositions, visits};
use grundy::unstable::store::SearchFolder;
use grundy::unstable::verify::Certificate;
use grundy::{Budget, Error, ErrorKind, Result};
use grundy_ask::{OutputOptions, Reply, RequestContext, SolveRequest, SolvedDatabase, position_picture};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The number of seconds between checkpoints of a search by default.
const CHECKPOINT_SECONDS: u32 = 600;

/// The approximate number of moves that are listed on a terminal by default.
const DEFAULT_LISTED_MOVES: usize = 20;

pub fn run(args: &Args, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    let mut solver = grundy::unstable::proof::solver_with_proofs();
    // With the argument `-`, standard input contains the positions.
    let reads_lines = args.specs.iter().any(|spec| spec == STDIN);
    let budget = console.budget(&args.common);
    let mut files = if reads_lines { Files::for_lines(&budget) } else { Files::new(&budget) };
    if args.estimate {
        return estimate(args, console, &mut out);
    }
    match crate::cluster::solve_together(args, console) {
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
    let is_json = args.format == SolveFormat::Json;
    let mut output = console.output_options(is_json);
    // List few moves on a terminal so that the outcome stays visible; files and other programs get all moves.
    output.hints.move_limit =
        (args.moves.is_none() && output.style.height.is_some()).then_some((DEFAULT_LISTED_MOVES, "--moves all"));
    let mut gap = "";
    let mut specs = Specs::from_args(&args.specs).peekable();
    for k in 0.. {
        let Some(text) = specs.next() else { break };
        let one_only = [
            (args.into.is_some(), text!("--into takes one position only")),
            (args.checkpoint.is_some(), text!("a checkpoint is for one position only")),
            (args.certificate.is_some(), text!("a certificate is for one position only")),
            (args.strategy.is_some(), text!("a strategy is for one position only")),
        ];
        // The next position is read only if necessary: on the standard input it may come after the answer.
        if k == 0
            && let Some((_, what)) = one_only.into_iter().find(|(is_given, _)| *is_given)
            && specs.peek().is_some()
        {
            let error = Error::new(ErrorKind::BadArgument, what).help(text!("give only one SPEC"));
            console.error("", &error);
            return Ok(exit_code(&error));
        }
        let mut unsaved = Ok(());
        let (text, answer) = match text {
            Ok(text) => {
                let answer = answer(&text, args, output, &mut solver, &mut files, &mut unsaved, console);
                (text, answer)
            }
            Err(error) => (String::new(), Err(error)),
        };
        let written = answer.and_then(|mut reply| format_reply(&mut reply, &output, is_json).map(|text| (reply, text)));
        let (answer, certified) = match written {
            Ok((reply, text)) => {
                let printed = console.suspend_progress(|| match is_json {
                    true => writeln!(out, "{text}"),
                    // A program that sends one line at a time waits for each answer, so flush.
                    false => write!(out, "{gap}{text}").and_then(|()| out.flush()),
                });
                gap = "\n";
                // The files are written even if nobody reads the answer.
                let certified = certify(&reply, args, &mut solver, console);
                printed?;
                (Ok(()), certified)
            }
            Err(error) => {
                report_error(&text, &error, is_json, console, &mut out)?;
                (Err(error), Ok(()))
            }
        };
        let certified = certified.and(unsaved);
        if let Err(error) = &certified {
            report_error("", error, is_json, console, &mut out)?;
        }
        if let Err(error) = answer.and(certified) {
            code = exit_code(&error);
            if console.interrupted() {
                break;
            }
        }
    }
    out.flush()?;
    Ok(code)
}

/// Writes an error that refers to a text.
fn report_error(
    text: &str,
    error: &Error,
    is_json: bool,
    console: &Console,
    out: &mut impl Write,
) -> std::io::Result<()> {
    if is_json {
        return writeln!(out, "{}", console.error_json(error, None));
    }
    out.flush()?;
    console.error(text, error);
    Ok(())
}

/// Returns the request to solve a position.
fn request(text: &str, args: &Args) -> SolveRequest {
    let solve = args.common.solve_request(text, args.moves.unwrap_or(MovesArg::Auto), args.why);
    SolveRequest { search: args.search.map(Into::into), lone_player: args.lone_player.map(player), ..solve }
}

/// Parses a position.
pub fn parse_spec(text: &str, args: &Args, files: &mut Files) -> Result<PositionSum> {
    request(text, args).parse_spec(files).map(|position_sum| position_sum.into_owned())
}

/// Solves a position; for text output the reply includes a line of play that demonstrates the answer.
///
/// A search whose checkpoint cannot be written goes on; `unsaved` is then the error.
fn answer(
    text: &str,
    args: &Args,
    output: OutputOptions<'_>,
    solver: &mut Solver,
    files: &mut Files,
    unsaved: &mut Result<()>,
    console: &Console,
) -> Result<Reply> {
    let mut budget = console.budget(&args.common);
    files.set_budget(&budget);
    let mut solve = request(text, args);
    let checkpoint = match &args.checkpoint {
        Some(path) => {
            let scope = budget.enter();
            let position_sum = scope.finish(solve.parse_spec(files))?.into_owned();
            let interval = Duration::from_secs(args.checkpoint_seconds.unwrap_or(CHECKPOINT_SECONDS).into());
            let checkpoint = Arc::new(SearchFolder::open(path, &position_sum.canonical_text(), interval, &budget)?);
            budget.records = Some(Arc::clone(&checkpoint) as Arc<dyn SearchRecords>);
            solve.spec = position_sum.into();
            Some(checkpoint)
        }
        None => None,
    };
    let mut folder = Folder::new(args.into.as_deref(), args.checkpoint_seconds, args.db.as_deref());
    let mut context = console.request_context(solver, &budget, files, output);
    context.database = folder.as_mut().map(|folder| folder as &mut dyn SolvedDatabase);
    let result = match args.format {
        SolveFormat::Text => solve.run_with_best_line(&mut context),
        _ => solve.run(&mut context),
    };
    if let Some(fault) = checkpoint.and_then(|checkpoint| checkpoint.take_fault()) {
        *unsaved = Err(fault);
    }
    result.map(|result| Reply::Answer(Box::new(result)))
}

/// Formats a reply as JSON or as text.
fn format_reply(reply: &mut Reply, output: &OutputOptions<'_>, is_json: bool) -> Result<String> {
    if is_json { reply.json(output) } else { reply.text(output).map(Option::unwrap_or_default) }
}

/// Estimates what solving all reachable positions would take, and prints the estimate.
fn estimate(args: &Args, console: &Console, out: &mut impl Write) -> std::io::Result<ExitCode> {
    for text in Specs::from_args(&args.specs) {
        let budget = console.budget(&args.common);
        let shown = text.as_deref().unwrap_or("").to_string();
        let found = text.and_then(|text| {
            let position_sum = parse_spec(&text, args, &mut Files::new(&budget))?;
            Ok((position_sum.to_string(), grundy::unstable::store::database::estimate(&position_sum, &budget)?))
        });
        match (found, args.format) {
            (Ok((spec, found)), SolveFormat::Json) => {
                writeln!(out, "{}", estimated_json(&spec, &found, console.json_options()))?;
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

/// Writes the certificate of the outcome and the strategy, if they are requested.
fn certify(reply: &Reply, args: &Args, solver: &mut Solver, console: &Console) -> Result<()> {
    let Reply::Answer(result) = reply else { return Ok(()) };
    let budget = || console.budget(&args.common);
    let write = |path: &Option<PathBuf>, certificate: &mut dyn FnMut() -> Result<Certificate>| {
        let Some(path) = path else { return Ok(()) };
        let certificate = certificate().map_err(|error| {
            let message =
                text!("`{path}` was not written: {error}", path = path.display().to_string(), error = error.message);
            Error { message, kind: ErrorKind::Limit, ..error }
        })?;
        write_atomic(path, certificate.to_text().as_bytes())
    };
    write(&args.certificate, &mut || result.certificate(solver, &budget()))?;
    write(&args.strategy, &mut || result.strategy(solver, &budget()))
}

/// Draws the position, of which there must be exactly one, as a graph or as a picture.
fn draw(args: &Args, console: &Console, out: &mut impl Write) -> std::io::Result<ExitCode> {
    let mut specs = Specs::from_args(&args.specs);
    let text = specs.next().unwrap_or_else(|| Ok(String::new()));
    let shown = text.as_deref().unwrap_or("").to_string();
    let mut picture = || {
        if specs.next().is_some() {
            let error = Error::new(ErrorKind::Unsupported, text!("a picture shows one position only"));
            return Err(error.help(text!("give only one SPEC: grundy solve 'token[a>b,b>c](a)' --format svg")));
        }
        let budget = console.budget(&args.common);
        let mut files = Files::new(&budget);
        let position_sum = parse_spec(text.as_deref().map_err(Error::clone)?, args, &mut files)?;
        let svg = args.format == SolveFormat::Svg;
        let graph = match args.why {
            WhyArg::Steps
                if matches!(args.search.map(Into::into), Some(SearchMethod::Minimax | SearchMethod::AlphaBeta)) =>
            {
                let method = args.search.map_or(SearchMethod::Minimax, Into::into);
                let tree = TreeDrawing::new(position_sum.kind(), method, &visits(&position_sum, method, &budget)?);
                return if svg { tree_svg(&tree, console.language()) } else { Ok(tree_dot(&tree)) };
            }
            WhyArg::Steps => DigraphDrawing::from_steps(&TracedPositions::compute(&position_sum, &budget)?)?,
            _ if Vertices::is_token_position(&position_sum) => {
                DigraphDrawing::from_tokens(&Vertices::for_position(&position_sum, &budget)?)
            }
            _ if svg => return draw_position(position_sum, args, console, &budget),
            _ => return position_dot(&PlayPosition::start(position_sum)).map_err(|error| error.help(STEPS_HELP)),
        };
        if svg { graph_svg(&graph, console.language()) } else { Ok(graph_dot(&graph)) }
    };
    match picture() {
        Ok(picture) => {
            console.suspend_progress(|| out.write_all(picture.as_bytes()))?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            console.error(&shown, &error);
            Ok(exit_code(&error))
        }
    }
}

const STEPS_HELP: Text = text!("draw the graph of its positions: --why steps");

/// Draws the position with its outcome, if the outcome is found within the limits.
fn draw_position(position_sum: PositionSum, args: &Args, console: &Console, budget: &Budget) -> Result<String> {
    let solve = args.common.solve_request(position_sum.clone(), MovesArg::None, WhyArg::Short);
    let solve =
        SolveRequest { search: args.search.map(Into::into), lone_player: args.lone_player.map(player), ..solve };
    let (mut solver, mut files) = (Solver::new(), Files::new(budget));
    let mut context = RequestContext::new(&mut solver, budget, &mut files);
    position_picture(position_sum, &solve, &mut context, console.language())
}
