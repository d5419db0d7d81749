//! Checks that certificates of the program verify, and that mutated certificates prove nothing false.

use super::claim::{Claim, compare_with_facts};
use super::facts::Facts;
use super::gen_claim::Ground;
use super::judge::Judge;
use super::pattern;
use super::play::Rules;
use super::position::Position;
use super::program::{Program, command_line};
use super::prove::refers_to_game;
use super::quotients;
use super::report::Disagreement;
use super::tables::Tabled;
use crate::random::Random;
use serde_json::{Value, json};
use std::path::Path;
use std::rc::Rc;

/// Number of mutated certificates made from each certificate.
const MUTATIONS: usize = 8;

/// The statement of a mutated certificate.
struct Stated {
    rules: Rc<dyn Rules>,
    misere: bool,
    heaps: usize,
    max_number: i64,
}

/// Verifies the certificate of a proved claim, and mutations of it.
pub fn claim(
    program: &Program,
    file: &Path,
    tabled: &Tabled,
    claim: &Claim,
    random: &mut Random,
    found: &mut Vec<Disagreement>,
) -> Result<(), String> {
    let Some(certificate) = read_verified(program, file, &tabled.text, found)? else { return Ok(()) };
    let names = super::prove::names(tabled);
    let mut mutated: Vec<(Value, Stated)> = vec![];
    for _ in 0..MUTATIONS {
        let heaps = if tabled.facts.arity == tabled.rules.dims() { 1 } else { tabled.facts.arity };
        let mut stated =
            Stated { rules: tabled.rules.clone(), misere: tabled.misere, heaps, max_number: tabled.facts.max_number };
        let mut other = certificate.clone();
        match random.below(6) {
            0 => {
                let ground = Ground { facts: &tabled.facts, names: &names };
                let mut claim = if random.one_in(2) { claim.clone() } else { ground.claim(random) };
                ground.spoil(&mut claim, random);
                other["claim"] = json!(claim.write(&names, true, random));
            }
            1 => {
                if let Some(rules) = super::games::rules_of(tabled.rules.game(), random)
                    && rules.dims() == tabled.rules.dims()
                    && rules.parameters() == names
                {
                    let text = rules.written(random);
                    stated.rules = rules;
                    other["rules"] = json!(format!("{}{text}", if stated.misere { "misere " } else { "" }));
                }
            }
            2 => {
                let rules = other["rules"].as_str().unwrap_or("").to_string();
                let plain = rules.strip_prefix("misere ");
                stated.misere = plain.is_none();
                other["rules"] = json!(plain.map_or_else(|| format!("misere {rules}"), String::from));
            }
            _ => {
                for _ in 0..1 + random.below(2) {
                    change(&mut other["proof"], random);
                }
            }
        }
        if other != certificate {
            mutated.push((other, stated));
        }
    }
    let is_false = |certificate: &Value, stated: &Stated| falsehood(certificate, stated, &names);
    check_mutations(program, file, &mutated, is_false, found)
}

/// Verifies the certificate of a pattern that was found.
pub fn found(program: &Program, file: &Path, tabled: &Tabled, found: &mut Vec<Disagreement>) -> Result<(), String> {
    let Some(certificate) = read_verified(program, file, &tabled.text, found)? else { return Ok(()) };
    let stated =
        Stated { rules: tabled.rules.clone(), misere: tabled.misere, heaps: 1, max_number: tabled.facts.max_number };
    // The certificate states a formula, in which parameters have the same names as in claims.
    if let Some(message) = falsehood(&certificate, &stated, &super::prove::names(tabled)) {
        found.push(disagreement("something false found", format!("{message}\n  {certificate}"), &keep(file)));
    }
    Ok(())
}

/// Verifies the certificate of a position, and mutations of it.
pub fn position(
    program: &Program,
    name: &str,
    position: &Position,
    text: &str,
    random: &mut Random,
    found: &mut Vec<Disagreement>,
) -> Result<(), String> {
    let file = program.file(&format!("{name}.cert"));
    let _ = std::fs::remove_file(&file);
    let path = file.display().to_string();
    let args = ["solve", "--time", "5", "--quiet", "--certificate", &path, "--", text].map(String::from);
    let run = program.run(&args)?;
    if !file.exists() {
        if run.status.is_none() {
            found.push(disagreement("no answer", format!("{text}: {}", run.errors), &file));
        }
        return Ok(());
    }
    let Some(certificate) = read_verified(program, &file, text, found)? else { return Ok(()) };
    let mut mutated = vec![];
    for _ in 0..MUTATIONS {
        let mut other = certificate.clone();
        let mut misere = position.misere;
        match random.below(4) {
            0 => other["proof"]["outcome"] = json!(random.pick(&["N", "P", "L", "R"])),
            1 => {
                let rules = other["rules"].as_str().unwrap_or("").to_string();
                let plain = rules.strip_prefix("misere ");
                misere = plain.is_none();
                other["rules"] = json!(plain.map_or_else(|| format!("misere {rules}"), String::from));
            }
            _ => change(&mut other["proof"], random),
        }
        if other != certificate && other["proof"]["position"] == certificate["proof"]["position"] {
            mutated.push((other, Position { misere, ..position.clone() }));
        }
    }
    let is_false = |certificate: &Value, position: &Position| {
        if certificate["proof"]["method"] == "quotient" {
            return quotients::falsehood(&certificate["proof"], position);
        }
        let mut judge = Judge::for_position(position);
        judge.add(position).ok()?;
        let (stated, fact) = (&certificate["proof"]["outcome"], judge.judge(position).outcome?);
        (*stated != fact).then(|| format!("states {stated}, brute force {fact}"))
    };
    check_mutations(program, &file, &mutated, is_false, found)
}

fn disagreement(subject: &str, message: String, file: &Path) -> Disagreement {
    let command = command_line(&["verify".into(), file.display().to_string()]);
    Disagreement { subject: format!("verify: {subject}"), message, command }
}

/// Reads a certificate that the program wrote, and checks that the program verifies it.
fn read_verified(
    program: &Program,
    file: &Path,
    about: &str,
    found: &mut Vec<Disagreement>,
) -> Result<Option<Value>, String> {
    let Ok(text) = std::fs::read_to_string(file) else {
        found.push(disagreement("no certificate", format!("of what is proved, {about}"), file));
        return Ok(None);
    };
    let certificate: Option<Value> = text.split_once('\n').and_then(|(_, json)| serde_json::from_str(json.trim()).ok());
    if certificate.is_none() {
        found.push(disagreement("not as described", text, &keep(file)));
        return Ok(None);
    }
    let path = file.display().to_string();
    let (_, lines) = program.lines(&["verify", &path, "--format", "json"].map(String::from))?;
    if lines.first().is_none_or(|answer| answer["status"] != "verified") {
        found.push(disagreement("its own certificate refused", format!("{lines:?}"), &keep(file)));
        return Ok(None);
    }
    program.count("certificates", 1);
    Ok(certificate)
}

/// Verifies mutated certificates and reports those that are accepted although their statement is false.
fn check_mutations<T>(
    program: &Program,
    file: &Path,
    mutated: &[(Value, T)],
    is_false: impl Fn(&Value, &T) -> Option<String>,
    found: &mut Vec<Disagreement>,
) -> Result<(), String> {
    let mut args = vec!["verify".to_string(), "--format".into(), "json".into()];
    let mut files = vec![];
    for (k, (certificate, _)) in mutated.iter().enumerate() {
        let path = file.with_extension(format!("{k}.cert"));
        std::fs::write(&path, seal(certificate)).map_err(|error| format!("{}: {error}", path.display()))?;
        args.push(path.display().to_string());
        files.push(path);
    }
    if files.is_empty() {
        return Ok(());
    }
    let (run, lines) = program.lines(&args)?;
    if lines.len() != files.len() || run.status.is_none() {
        let file = keep(&files[lines.len().min(files.len() - 1)]);
        found.push(disagreement("not all were answered", format!("{:?}, {}", run.status, run.errors), &file));
        return Ok(());
    }
    program.count("changed certificates", mutated.len());
    program
        .count("changed certificates accepted", lines.iter().filter(|answer| answer["status"] == "verified").count());
    for (((certificate, stated), answer), file) in mutated.iter().zip(&lines).zip(&files) {
        if answer["status"] == "verified"
            && let Some(message) = is_false(certificate, stated)
        {
            found.push(disagreement("something false verified", format!("{message}\n  {certificate}"), &keep(file)));
        }
    }
    Ok(())
}

/// Copies a file to a unique name, to keep it for inspection.
fn keep(file: &Path) -> std::path::PathBuf {
    let text = std::fs::read(file).unwrap_or_default();
    let saved = file.with_file_name(format!("kept-{:016x}.cert", checksum(&text)));
    let _ = std::fs::copy(file, &saved);
    saved
}

/// Returns why the statement of a certificate is false; `None` if brute force does not refute it.
fn falsehood(certificate: &Value, stated: &Stated, names: &[String]) -> Option<String> {
    let facts = Facts::new(&stated.rules, stated.misere, stated.heaps, stated.max_number)?;
    if let Some(text) = certificate["claim"].as_str() {
        let claim = Claim::read(text, names).filter(|claim| refers_to_game(claim, text, names))?;
        return compare_with_facts(&claim, &facts, facts.max_number)
            .counterexample
            .map(|at| format!("the claim fails at {at:?}"));
    }
    // Otherwise the proof itself states that a sequence is periodic.
    let proof = &certificate["proof"];
    let (of, table) = match proof["method"].as_str()? {
        "periodic" => (proof["of"].as_str()?, &proof["table"]),
        "residues" => ("outcome", &proof["outcomes"]),
        _ => return None,
    };
    let entries: Vec<Value> = match table {
        Value::String(letters) => letters.chars().map(|letter| json!(letter.to_string())).collect(),
        table => table.as_array()?.clone(),
    };
    let (head, cycle) = entries.split_at_checked(proof["preperiod"].as_u64()? as usize)?;
    let pattern = json!({"kind": "periodic", "head": head, "cycle": cycle});
    facts.in_order().into_iter().find_map(|at| {
        let fact = if of == "outcome" { json!(facts.outcome(&at)?.to_string()) } else { json!(facts.value(&at)?) };
        let claimed = pattern::entry(&pattern, of, &at)?;
        (claimed != fact).then(|| format!("{claimed} at {at:?}, brute force {fact}"))
    })
}

/// Makes one random change somewhere in the value.
fn change(value: &mut Value, random: &mut Random) {
    let number = |n: i64, random: &mut Random| match random.below(4) {
        0 => n + 1,
        1 => (n - 1).max(0),
        2 => random.between(0, 6),
        _ => 2 * n,
    };
    match value {
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let Some(name) = names.get(random.below(names.len().max(1) as u64) as usize) else { return };
            if random.one_in(40) {
                fields.remove(name);
            } else {
                change(&mut fields[name], random);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = random.below(items.len() as u64) as usize;
            match random.below(8) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                2 => items.rotate_left(at),
                _ => change(&mut items[at], random),
            }
        }
        Value::String(text) if !text.is_empty() => {
            let mut letters: Vec<char> = text.chars().collect();
            let (at, from) = (random.below(letters.len() as u64), random.below(letters.len() as u64));
            match random.below(6) {
                0 => drop(letters.remove(at as usize)),
                1 => letters.insert(at as usize, letters[from as usize]),
                2 => letters.swap(at as usize, from as usize),
                _ => letters[at as usize] = *random.pick(&['P', 'N', '+', '-', 'L', '0', letters[from as usize]]),
            }
            *text = letters.into_iter().collect();
        }
        Value::Number(n) => {
            let changed = number(n.as_i64().unwrap_or(0), random);
            *value = json!(changed);
        }
        Value::Bool(b) => *b = !*b,
        other => *other = json!(0),
    }
}

/// Returns the text of a certificate: its header with the checksum, and the JSON.
fn seal(certificate: &Value) -> String {
    let json = format!("{certificate}\n");
    format!("grundy certificate 1 {:016x}\n{json}", checksum(json.as_bytes()))
}

/// Computes the FNV-1a hash.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
