//! `grundy survey`: computes the sequences, or the misère quotients, of all games that match a pattern.

use crate::args::{SurveyArgs, SurveyFormat};
use crate::console::{Console, exit_code};
use crate::families;
use crate::files::write_atomic;
use grundy::unstable::games::library;
use grundy::unstable::json::{quotients_json, survey_json};
use grundy::unstable::lang::text;
use grundy::unstable::render::{
    PeriodProof, SurveyFinding, news_markdown, quotients_csv, quotients_markdown, survey_csv, survey_markdown,
};
use grundy::unstable::rules::{Code, NoSources};
use grundy::unstable::solve::Solver;
use grundy::unstable::solve::quotients::{self, MAX_SURVEY_STEPS};
use grundy::unstable::solve::sequence::{Discovery, SurveyRow, discovery, survey};
use grundy::unstable::store::Log;
use grundy::{Budget, Error, ErrorKind, Result};
use grundy_ask::sequence::{DEFAULT_TRIPLE_HEAPS, cubic_time_note};
use grundy_ask::{RequestContext, SequenceRequest};
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;

/// The name of the file that lists the finished games.
const LOG: &str = "survey";

pub fn run(args: &SurveyArgs, console: &Console) -> std::io::Result<ExitCode> {
    if families::is_family_survey(args) {
        return families::run(args, console);
    }
    let pattern = args.patterns.join(" ");
    let table = if args.misere { quotients } else { table };
    match check_certificates_flag(args).and_then(|()| table(&pattern, args, console)) {
        Ok(text) => {
            let mut out = std::io::stdout().lock();
            console.suspend_progress(|| out.write_all(text.as_bytes()))?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            match args.format {
                SurveyFormat::Json => writeln!(std::io::stdout(), "{}", console.error_json(&error, None))?,
                _ => console.error(&pattern, &error),
            }
            Ok(exit_code(&error))
        }
    }
}

/// Fails if `--certificates` is given without `--new`.
///
/// A survey of codes writes certificates of new results only.
fn check_certificates_flag(args: &SurveyArgs) -> Result<()> {
    if args.certificates.is_none() || args.new {
        return Ok(());
    }
    let message = text!("a survey of codes writes certificates of new results only");
    Err(Error::new(ErrorKind::BadArgument, message).help(text!("add --new, or leave out --certificates")))
}

/// Lays out a page for standard output.
///
/// Continuation lines of table rows are indented; paragraphs are filled to the margin.
fn lay_out(page: &str, console: &Console) -> String {
    let style = console.style();
    page.split_inclusive('\n')
        .map(|line| if line.starts_with('|') { style.wrap_lines(line) } else { style.fill(line) })
        .collect()
}

fn table(pattern: &str, args: &SurveyArgs, console: &Console) -> Result<String> {
    let codes = Code::matching_pattern(pattern)?;
    let has_triples = codes.iter().any(|code| !code.is_octal());
    let to = args.to.unwrap_or(if has_triples { DEFAULT_TRIPLE_HEAPS } else { 1 << 16 });
    if has_triples && to >= 2 * DEFAULT_TRIPLE_HEAPS && !args.limits.quiet {
        console.note(&cubic_time_note(to));
    }
    let mut known_rows = HashMap::new();
    let log = match &args.checkpoint {
        None => None,
        Some(folder) => {
            let each = args.each.map_or(String::new(), |each| format!(" each={}", each.as_secs_f64()));
            let header = format!("grundy survey 2 to={to}{each}");
            let (log, lines) = Log::open(folder, LOG, &header)?;
            for line in lines {
                let row = SurveyRow::from_line(&line).ok_or_else(|| bad_line_error(&folder.join(LOG), &line))?;
                known_rows.insert(row.code.clone(), row);
            }
            Some(Mutex::new(log))
        }
    };
    let save_row = |row: &SurveyRow| match &log {
        Some(log) => log.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(&row.to_line()),
        None => Ok(()),
    };
    let limits = console.budget_with_limits(&args.limits);
    let budget = Budget { threads: args.threads.max(), ..limits };
    let rows = survey(&codes, to, args.each, &known_rows, &budget, &save_row)?;
    let codes = if args.new {
        let findings = new_findings(&codes, &rows, &budget)?;
        if let Some(path) = &args.certificates {
            let all: String =
                findings.iter().filter_map(|finding| finding.proof.as_ref()?.certificate.as_deref()).collect();
            write_atomic(path, all.as_bytes())?;
        }
        if args.format == SurveyFormat::Markdown {
            return Ok(lay_out(&news_markdown(pattern, to, &findings, console.language()), console));
        }
        findings.into_iter().map(|finding| finding.code).collect()
    } else {
        codes
    };
    Ok(match args.format {
        SurveyFormat::Json => survey_json(&codes, &rows, console.json_options()),
        SurveyFormat::Csv => survey_csv(&codes, &rows),
        SurveyFormat::Markdown => lay_out(&survey_markdown(pattern, to, &codes, &rows, console.language()), console),
    })
}

/// Returns the new results: properties of games that the published tables lack, one entry per game.
fn new_findings(codes: &[Code], rows: &HashMap<Code, SurveyRow>, budget: &Budget) -> Result<Vec<SurveyFinding>> {
    let (mut seen, mut all) = (HashSet::new(), vec![]);
    for code in codes {
        budget.check()?;
        let (live, shift) = code.without_dead_heaps();
        let Some(row) = rows.get(&live).filter(|_| seen.insert(live.clone())) else { continue };
        let Some(discovery) = discovery(row, budget)? else { continue };
        let proof = if discovery == Discovery::Period { Some(prove_period(code, shift, row, budget)?) } else { None };
        all.push(SurveyFinding { code: code.clone(), shift, row: row.clone(), discovery, proof });
    }
    Ok(all)
}

/// Proves the period of a code, as `grundy sequence` does.
fn prove_period(code: &Code, shift: u64, row: &SurveyRow, budget: &Budget) -> Result<PeriodProof> {
    // The code begins with `shift` heaps without a move, which lengthen the preperiod. The theorem counts the preperiod
    // twice.
    let to = row.computed_to + 2 * shift;
    let sequence = SequenceRequest { to: Some(to), ..SequenceRequest::new(code.to_string()) };
    let (mut solver, mut sources) = (Solver::new(), NoSources);
    let computed = sequence.compute(&mut RequestContext::new(&mut solver, budget, &mut sources))?;
    let summary = (*computed.summary).clone();
    let command = format!("grundy sequence {code} --to {} --certificate {code}.cert", summary.computed_to);
    Ok(PeriodProof { summary, certificate: computed.certificate().ok(), command })
}

/// The name of the file that lists the games whose quotients are done.
const QUOTIENTS: &str = "quotients";
/// The default last heap of a survey of quotients.
const DEFAULT_HEAPS: u64 = 600;

/// Computes the misère quotients of all games that match a pattern.
fn quotients(pattern: &str, args: &SurveyArgs, console: &Console) -> Result<String> {
    let codes = Code::matching_pattern(pattern)?;
    let to = args.to.unwrap_or(DEFAULT_HEAPS);
    let mut known_rows = HashMap::new();
    let log = match &args.checkpoint {
        None => None,
        Some(folder) => {
            let header = format!("grundy survey quotients 1 to={to} steps={MAX_SURVEY_STEPS}");
            let (log, lines) = Log::open(folder, QUOTIENTS, &header)?;
            for line in lines {
                let row = quotients::QuotientRow::from_line(&line)
                    .ok_or_else(|| bad_line_error(&folder.join(QUOTIENTS), &line))?;
                known_rows.insert(row.code.clone(), row);
            }
            Some(Mutex::new(log))
        }
    };
    let save_row = |row: &quotients::QuotientRow| match &log {
        Some(log) => log.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(&row.to_line()),
        None => Ok(()),
    };
    let limits = console.budget_with_limits(&args.limits);
    let budget = Budget { threads: args.threads.max(), ..limits };
    let rows = quotients::survey(&codes, to, &known_rows, library(), &budget, &save_row)?;
    Ok(match args.format {
        SurveyFormat::Json => quotients_json(&rows, console.json_options()),
        SurveyFormat::Csv => quotients_csv(&rows),
        SurveyFormat::Markdown => lay_out(&quotients_markdown(pattern, &rows, console.language()), console),
    })
}

fn bad_line_error(path: &Path, line: &str) -> Error {
    Error::new(
        ErrorKind::Refused,
        text!(
            "`{path}` is refused: the line `{line}` is not a result of a survey",
            path = path.display().to_string(),
            line
        ),
    )
}
