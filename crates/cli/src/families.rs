//! `grundy survey 'take[1,k]' ...`: finds patterns of games with parameters, valid for all values.

use crate::args::{SurveyArgs, SurveyFormat};
use crate::console::{Console, exit_code};
use crate::files::write_atomic;
use grundy::unstable::games::library;
use grundy::unstable::json::finding_json;
use grundy::unstable::lang::text;
use grundy::unstable::proof::{Status, survey_families};
use grundy::unstable::render::{FAMILIES_CSV, families_markdown, families_summary, family_csv, family_markdown};
use grundy::unstable::rules::clock::Instant;
use grundy::unstable::rules::{NoSources, parse_rules};
use grundy::unstable::solve::Solver;
use grundy::{Error, ErrorKind, Result};
use grundy_ask::{FindRequest, FindTarget, Reply, Request};
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

/// Reports whether the arguments request a survey of families, which are games with parameters.
pub fn is_family_survey(args: &SurveyArgs) -> bool {
    args.families || args.patterns.iter().any(|pattern| pattern.starts_with("take"))
}

pub fn run(args: &SurveyArgs, console: &Console) -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut written = Ok(());
    let done = survey(args, console, &mut |text| {
        if written.is_ok() {
            // Print each family as soon as it is done.
            written = console.suspend_progress(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
        }
    });
    written?;
    let Err(error) = done else { return Ok(ExitCode::SUCCESS) };
    match args.format {
        SurveyFormat::Json => writeln!(out, "{}", console.error_json(&error, None))?,
        _ => console.error(&args.patterns.join(" "), &error),
    }
    Ok(exit_code(&error))
}

fn survey(args: &SurveyArgs, console: &Console, print: &mut dyn FnMut(String)) -> Result<()> {
    if args.checkpoint.is_some() || args.to.is_some() || args.each.is_some() || args.new {
        let error = Error::new(
            ErrorKind::BadArgument,
            text!("families are always computed from the beginning and for every choice of their letters"),
        );
        return Err(error.help(text!("leave out --to, --each, --new and --checkpoint")));
    }
    let mut patterns = args.patterns.clone();
    if args.families {
        patterns.extend(survey_families());
    }
    let of = args.of.map_or(FindTarget::Outcome, Into::into);
    let budget = console.budget_with_limits(&args.limits);
    let output = console.output_options(args.format == SurveyFormat::Json);
    let library = library();
    let prefix = if args.misere { "misere " } else { "" };
    let mut all = vec![];
    for pattern in &patterns {
        let rules = parse_rules(&format!("{prefix}{pattern}"), library)?;
        if rules.game.symbolic_params().is_none() {
            let error = Error::new(ErrorKind::BadArgument, text!("`{rules}` has no letter", rules = &rules));
            return Err(error.help(text!("for example {example}", example = "take[1,k,2k+1]")));
        }
        all.push(Arc::new(rules));
    }
    let mut certificates = String::new();
    let mut counts = [0; 3];
    print(match args.format {
        SurveyFormat::Markdown => families_markdown(console.language()),
        SurveyFormat::Csv => FAMILIES_CSV.to_string(),
        SurveyFormat::Json => String::new(),
    });
    let mut meter = budget.meter(text!("families")).with_total(u64::try_from(patterns.len()).ok());
    for rules in &all {
        meter.advance(1)?;
        let begun = Instant::now();
        let request = Request::Find(FindRequest { target: Some(of), ..FindRequest::new(Arc::clone(rules)) });
        let (mut solver, mut sources) = (Solver::new(), NoSources);
        let mut last = None;
        request.run(&mut console.request_context(&mut solver, &budget, &mut sources, output), &mut |reply| {
            last = Some(reply);
            Ok(())
        })?;
        let millis = begun.elapsed().as_millis();
        let found = match &last {
            Some(Reply::Finding(_, finding)) => finding.family.as_deref().map(|family| (&**finding, family)),
            _ => None,
        };
        let Some((finding, family)) = found else {
            let error =
                Error::new(ErrorKind::Unsupported, text!("`{rules}` is not a family of finite sets", rules = &**rules));
            return Err(error.help(text!("use `grundy find` instead")));
        };
        counts[match finding.status {
            Status::Proved => 0,
            Status::Conjecture => 1,
            Status::None => 2,
        }] += 1;
        certificates.extend(family.certificates().map(|certificate| certificate.to_text()));
        let name = rules.to_string();
        print(match args.format {
            SurveyFormat::Markdown => family_markdown(&name, finding, family, millis),
            SurveyFormat::Csv => family_csv(&name, finding, family, millis),
            SurveyFormat::Json => finding_json(rules, finding, None, console.json_options()) + "\n",
        });
    }
    if let Some(path) = &args.certificates {
        write_atomic(path, certificates.as_bytes())?;
    }
    if args.format == SurveyFormat::Markdown {
        let [proved, conjectured, none] = counts;
        let summary = families_summary(proved, conjectured, none).in_language(console.language());
        print(format!("\n{}", console.style().fill(&(summary + "\n"))));
    }
    Ok(())
}
