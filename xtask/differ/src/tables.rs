//! Checks that `table`, `find`, `sequence` and `solve` agree with the facts about the same positions.

use super::certificates;
use super::facts::{Facts, points};
use super::games;
use super::pattern;
use super::play::Rules;
use super::program::{Program, command_line};
use super::report::Disagreement;
use crate::random::Random;
use serde_json::{Value, json};
use std::rc::Rc;

/// The games that `sequence` supports.
const SEQUENCE_GAMES: [&str; 10] =
    ["nim", "take", "lasker", "octal", "grundy_game", "kayles", "dawson_kayles", "dawson_chess", "guiles", "officers"];

/// Rules with a table, and the table.
pub struct Tabled {
    pub rules: Rc<dyn Rules>,
    /// The spelling of the rules, without the play convention.
    pub text: String,
    pub misere: bool,
    pub facts: Facts,
}

impl Tabled {
    /// Returns random rules whose positions are numbers.
    ///
    /// With `for_claims` the rules support claims, and the table may be of several heaps.
    pub fn random(for_claims: bool, random: &mut Random) -> Tabled {
        loop {
            let rules = games::random_table(random);
            if rules.dims() == 0 || (for_claims && !rules.has_claims()) {
                continue;
            }
            let (text, misere) = (rules.written(random), random.one_in(3) && rules.has_misere());
            let several = for_claims && rules.dims() == 1 && rules.max_components() > 1 && rules.game() != "rule";
            let heaps =
                if several && !rules.is_partizan(&[]) && random.one_in(3) { random.between(2, 3) as usize } else { 1 };
            let most = bound(&*rules, misere, heaps, random);
            if let Some(facts) = Facts::new(&rules, misere, heaps, most) {
                return Tabled { rules, text, misere, facts };
            }
        }
    }

    /// Returns the arguments of a command for these rules.
    pub fn args(&self, command: &str, more: &[&str]) -> Vec<String> {
        let mut args = vec![command.to_string(), self.text.clone()];
        args.extend(self.misere.then(|| "--misere".to_string()));
        args.extend(more.iter().map(|arg| arg.to_string()));
        args.extend(["--threads", "1", "--quiet", "--memory", "1G"].map(String::from));
        args
    }
}

/// Returns a bound up to which the brute force can compute a table.
fn bound(rules: &dyn Rules, misere: bool, heaps: usize, random: &mut Random) -> i64 {
    if heaps > 1 {
        return if misere { 12 / heaps as i64 } else { 24 / heaps as i64 };
    }
    let breaks = !matches!(rules.game(), "nim" | "take" | "partizan_take" | "count" | "fibonacci_nim" | "stairs");
    match rules.dims() {
        1 if rules.game() == "count" => {
            let mut target = 0;
            while rules.component_at(&[target + 1]).is_some() {
                target += 1;
            }
            target
        }
        1 if breaks && misere => random.between(8, 13),
        1 if breaks => random.between(20, 45),
        1 => random.between(30, 120),
        2 => random.between(8, 20),
        _ => random.between(4, 7),
    }
}

/// Tests one table.
pub fn tables(program: &Program, file: &str, random: &mut Random) -> Result<Vec<Disagreement>, String> {
    let tabled = Tabled::random(false, random);
    program.count("tables", 1);
    let mut found = vec![];
    table(program, &tabled, &mut found)?;
    find(program, file, &tabled, random, &mut found)?;
    sequence(program, &tabled, &mut found)?;
    solve(program, file, &tabled, &mut found)?;
    Ok(found)
}

fn wrong(tabled: &Tabled, what: &str, args: &[String], message: String) -> Disagreement {
    Disagreement {
        subject: format!("{} {}: {what}", args[0], tabled.rules.game()),
        message,
        command: command_line(args),
    }
}

/// Returns the first position where the statement `reported` differs from the facts.
fn differs(facts: &Facts, of: &str, reported: impl Fn(&[i64]) -> Option<Value>) -> Option<String> {
    for at in facts.in_order() {
        let fact = match of {
            "outcome" => json!(facts.outcome(&at)?.to_string()),
            _ => json!(facts.value(&at)?),
        };
        let reported = reported(&at)?;
        if reported != fact {
            return Some(format!("says {of} {reported} of {at:?}, brute force {fact}"));
        }
    }
    None
}

fn table(program: &Program, tabled: &Tabled, found: &mut Vec<Disagreement>) -> Result<(), String> {
    let facts = &tabled.facts;
    let args = tabled.args("table", &["--to", &facts.max_number.to_string(), "--format", "json"]);
    let (run, lines) = program.lines(&args)?;
    let Some(answer) = lines.first().filter(|answer| answer.get("error").is_none()) else {
        let unsupported = lines.first().is_some_and(|answer| answer["error"]["kind"] == "unsupported");
        // Partizan user-defined rules are searched position by position, so `table` may reject them.
        let searched = tabled.rules.game() == "rule" && tabled.rules.is_partizan(&[]);
        if !unsupported || (tabled.rules.has_table() && !searched) {
            found.push(wrong(
                tabled,
                "error",
                &args,
                format!("ends with {:?}: {}{}", run.status, run.output, run.errors),
            ));
        }
        return Ok(());
    };
    if answer["dims"] != json!(facts.arity) || answer["from"] != 0 {
        found.push(wrong(tabled, "shape", &args, format!("dims {}, from {}", answer["dims"], answer["from"])));
        return Ok(());
    }
    let letter = |at: &[i64]| {
        let row = at[..at.len() - 1].iter().try_fold(&answer["outcomes"], |rows, &n| rows.get(n as usize))?;
        let letter = row.as_str()?.chars().nth(at[at.len() - 1] as usize)?;
        Some(json!(letter.to_string()))
    };
    found.extend(differs(facts, "outcome", letter).map(|message| wrong(tabled, "outcomes", &args, message)));
    let value = |at: &[i64]| at.iter().try_fold(&answer["grundy"], |rows, &n| rows.get(n as usize)).cloned();
    if facts.has_values() {
        found.extend(differs(facts, "grundy", value).map(|message| wrong(tabled, "values", &args, message)));
    }
    let count = match facts.arity {
        1 => answer["outcomes"].as_str().map_or(0, |row| row.chars().count()),
        _ => answer["outcomes"].as_array().map_or(0, Vec::len),
    };
    if count as i64 != facts.max_number + 1 {
        found.push(wrong(tabled, "length", &args, format!("has {count} entries up to {}", facts.max_number)));
    }
    Ok(())
}

fn find(
    program: &Program,
    file: &str,
    tabled: &Tabled,
    random: &mut Random,
    found: &mut Vec<Disagreement>,
) -> Result<(), String> {
    let facts = &tabled.facts;
    let certificate = program.file(&format!("{file}.cert"));
    let _ = std::fs::remove_file(&certificate);
    // Choose a bound beyond or within the reach of the brute force, so that proved patterns are also tested beyond the
    // table.
    let to = if random.one_in(2) { facts.max_number * 3 } else { facts.max_number };
    let to = if tabled.rules.game() == "count" { facts.max_number } else { to };
    let mut args = tabled.args("find", &["--to", &to.to_string(), "--format", "json", "--time", "10"]);
    args.extend(["--certificate".to_string(), certificate.display().to_string()]);
    let (run, lines) = program.lines(&args)?;
    args.truncate(args.len() - 2);
    if lines.is_empty() {
        found.push(wrong(tabled, "nothing", &args, format!("ends with {:?}: {}", run.status, run.errors)));
    }
    for answer in lines {
        if answer.get("error").is_some() {
            let kind = answer["error"]["kind"].as_str().unwrap_or("");
            if kind != "limit" && (kind != "unsupported" || tabled.rules.has_table()) {
                found.push(wrong(tabled, "error", &args, answer.to_string()));
            }
            continue;
        }
        let (of, status) = (answer["of"].as_str().unwrap_or(""), answer["status"].as_str().unwrap_or(""));
        let is_proved = status == "proved";
        let checked = answer["checked_to"].as_i64().unwrap_or(0);
        // A conjecture must be correct as far as it was checked.
        let reported = |at: &[i64]| {
            let in_range = is_proved || at.iter().all(|&n| n <= checked);
            if in_range { pattern::entry(&answer["pattern"], of, at) } else { None }
        };
        let what = format!("{of} {status}");
        found.extend(differs(facts, of, reported).map(|message| wrong(tabled, &what, &args, message)));
        if status == "none" && !answer["pattern"].is_null() {
            found.push(wrong(tabled, "none with a pattern", &args, answer.to_string()));
        }
    }
    if certificate.exists() { certificates::found(program, &certificate, tabled, found) } else { Ok(()) }
}

fn sequence(program: &Program, tabled: &Tabled, found: &mut Vec<Disagreement>) -> Result<(), String> {
    let facts = &tabled.facts;
    if tabled.misere || facts.arity != 1 || !facts.has_values() {
        return Ok(());
    }
    let args = ["sequence", &tabled.text, "--to", &facts.max_number.to_string(), "--format", "csv", "--quiet"];
    let args = args.map(String::from).to_vec();
    let run = program.run(&args)?;
    if run.status != Some(0) {
        if SEQUENCE_GAMES.contains(&tabled.rules.game()) {
            let message = format!("ends with {:?}: {}{}", run.status, run.output, run.errors);
            found.push(wrong(tabled, "error", &args, message));
        }
        return Ok(());
    }
    let values: Vec<Option<i64>> =
        run.output.lines().skip(1).map(|line| line.split_once(',')?.1.parse().ok()).collect();
    let reported = |at: &[i64]| values.get(at[0] as usize).map(|value| json!(value));
    found.extend(differs(facts, "grundy", reported).map(|message| wrong(tabled, "values", &args, message)));
    if values.is_empty() {
        found.push(wrong(tabled, "length", &args, "prints no values".into()));
    }
    Ok(())
}

/// Solves every position of the table separately.
fn solve(program: &Program, file: &str, tabled: &Tabled, found: &mut Vec<Disagreement>) -> Result<(), String> {
    let facts = &tabled.facts;
    let points = points(facts.arity, facts.max_number);
    let text = |at: &Vec<i64>| {
        let parts = tabled.rules.component_at(at).map(|part| tabled.rules.components_text(&[part])).unwrap_or_default();
        format!("{}{}{parts}", if tabled.misere { "misere " } else { "" }, tabled.text)
    };
    let texts: Vec<String> = points.iter().step_by(1 + points.len() / 100).map(text).collect();
    let answers = program.batch(&["--moves", "none"], file, &texts)?;
    for ((answer, at), text) in answers.iter().zip(points.iter().step_by(1 + points.len() / 100)).zip(&texts) {
        let outcome = facts.outcome(at).map(|letter| json!(letter.to_string())).unwrap_or_default();
        let value = facts.value(at).map(|value| json!(value));
        let right = answer["outcome"] == outcome
            && value.is_none_or(|value| answer["grundy"].is_null() || answer["grundy"] == value);
        if !right {
            let args = ["solve", "--format", "json", "--", text].map(String::from);
            found.push(wrong(tabled, "place of a table", &args, format!("says {answer}, brute force {outcome}")));
        }
    }
    Ok(())
}
