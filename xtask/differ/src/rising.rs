//! Misère play of rules under which heaps can grow.
//!
//! Checks genera, quotients and forms against values of whole sums.

use super::games;
use super::play::{Part, Rules, Side};
use super::program::{Program, command_line};
use super::report::Disagreement;
use crate::random::Random;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Maximum number of sums that are searched.
const MAX_SUMS: usize = 40_000;
/// Number of digits of a genus that are compared.
const DIGITS: usize = 5;
/// Maximum number of heaps in a sum that is compared with a quotient.
const MAX_HEAPS: usize = 3;

/// A sum: the sorted heaps of the rule, and the numbers of Nim heaps of two and of one in the sum.
type Sum = (Vec<i64>, [usize; 2]);

/// Misère Grundy values of sums.
pub struct Values {
    pub rules: Rc<dyn Rules>,
    pub known: HashMap<Sum, u64>,
}

impl Values {
    /// Returns the options of a sum.
    fn options(&self, (heaps, [twos, ones]): &Sum) -> Option<Vec<Sum>> {
        let mut options = vec![];
        for (at, &heap) in heaps.iter().enumerate() {
            for one in self.rules.moves(&[heap], Side::Left).ok()? {
                let mut rest = heaps.clone();
                rest.remove(at);
                rest.extend(one.to.iter().map(|part: &Part| part[0]));
                rest.sort_unstable();
                options.push((rest, [*twos, *ones]));
            }
        }
        if *twos > 0 {
            options.push((heaps.clone(), [twos - 1, *ones]));
            options.push((heaps.clone(), [twos - 1, ones + 1]));
        }
        if *ones > 0 {
            options.push((heaps.clone(), [*twos, ones - 1]));
        }
        Some(options)
    }

    /// Returns the value of a sum; `None` if too many sums would be searched.
    ///
    /// The generated rules guarantee that play ends.
    pub fn evaluate(&mut self, sum: &Sum) -> Option<u64> {
        if let Some(&known) = self.known.get(sum) {
            return Some(known);
        }
        if self.known.len() > MAX_SUMS {
            return None;
        }
        let mut option_values = vec![];
        let options = self.options(sum)?;
        for option in &options {
            option_values.push(self.evaluate(option)?);
        }
        // The player who cannot move wins.
        let value = if options.is_empty() { 1 } else { (0..).find(|value| !option_values.contains(value))? };
        self.known.insert(sum.clone(), value);
        Some(value)
    }

    fn digits(&mut self, heaps: &[i64]) -> Option<Vec<u64>> {
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        (0..DIGITS).map(|twos| self.evaluate(&(heaps.clone(), [twos, 0]))).collect()
    }
}

/// Returns the first digits after the Grundy value of a genus such as `1^{031}`.
///
/// The last two digits alternate for ever.
pub fn digits_of(genus: &str) -> Option<Vec<u64>> {
    let inside = genus.split_once("^{")?.1.split_once('}')?.0;
    let digits: Vec<u64> = match inside.contains('.') {
        true => inside.split('.').map(|digit| digit.parse().ok()).collect::<Option<_>>()?,
        false => inside.chars().map(|digit| digit.to_digit(10).map(u64::from)).collect::<Option<_>>()?,
    };
    let last = digits.len().checked_sub(1)?;
    let digit = |at: usize| match at.checked_sub(last) {
        None | Some(0) => digits.get(at).copied(),
        // A single digit has nothing to alternate with.
        Some(beyond) => digits.get(last.checked_sub(beyond % 2)?).copied(),
    };
    (0..DIGITS).map(digit).collect()
}

/// A word in generators: the exponent of each generator.
type Word = BTreeMap<char, usize>;

fn word_of(text: &str) -> Option<Word> {
    let mut word = Word::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let mut times = 1;
        if let Some(power) = rest.strip_prefix('^') {
            let end = power.find(|c: char| !c.is_ascii_digit()).unwrap_or(power.len());
            times = power[..end].parse().ok()?;
            rest = &power[end..];
        }
        match letter {
            '1' if text == "1" => {}
            letter if letter.is_ascii_lowercase() => *word.entry(letter).or_default() += times,
            _ => return None,
        }
    }
    Some(word)
}

/// A quotient as parsed from its JSON.
pub struct Stated {
    relations: Vec<(Word, Word)>,
    lost: Vec<Word>,
    images: HashMap<i64, Word>,
}

impl Stated {
    pub fn read(answer: &Value) -> Option<Stated> {
        let words = |value: &Value| -> Option<Vec<Word>> {
            value.as_array()?.iter().map(|word| word_of(word.as_str()?)).collect()
        };
        let relation = |value: &Value| {
            let (left, right) = value.as_str()?.split_once('=')?;
            Some((word_of(left)?, word_of(right)?))
        };
        let relations = answer["relations"].as_array()?.iter().map(relation).collect::<Option<_>>()?;
        let mut images: HashMap<i64, Word> = (1..).zip(words(&answer["phi"])?).collect();
        images.insert(0, Word::new());
        for other in answer["others"].as_array().unwrap_or(&vec![]) {
            images.insert(other["heap"].as_i64()?, word_of(other["element"].as_str()?)?);
        }
        Some(Stated { relations, lost: words(&answer["accept"])?, images })
    }

    /// Returns whether the player to move loses a sum of heaps.
    pub fn is_lost(&self, heaps: &[i64]) -> Option<bool> {
        let mut word = Word::new();
        for heap in heaps {
            self.images.get(heap)?.iter().for_each(|(&letter, times)| *word.entry(letter).or_default() += times);
        }
        let applies = |word: &Word, left: &Word| {
            left.iter().all(|(letter, times)| word.get(letter).is_some_and(|own| own >= times))
        };
        while let Some((left, right)) = self.relations.iter().find(|(left, _)| applies(&word, left)) {
            left.iter().for_each(|(letter, times)| *word.get_mut(letter).expect("it applies") -= times);
            right.iter().for_each(|(&letter, times)| *word.entry(letter).or_default() += times);
        }
        word.retain(|_, times| *times > 0);
        Some(self.lost.contains(&word))
    }
}

/// Number of rules in one piece of work.
const RULES: usize = 12;

/// Tests a few rules.
pub fn rising(program: &Program, random: &mut Random) -> Result<Vec<Disagreement>, String> {
    let mut found = vec![];
    for _ in 0..RULES {
        found.extend(test_rule(program, random)?);
    }
    Ok(found)
}

/// Tests one rule.
fn test_rule(program: &Program, random: &mut Random) -> Result<Vec<Disagreement>, String> {
    let (rules, max_number) = games::random_rising(random);
    let text = rules.written(random);
    let mut values = Values { rules: rules.clone(), known: HashMap::new() };
    program.count("rules that go up", 1);
    let mut found = vec![];
    let to = max_number.to_string();
    let limits = ["--quiet", "--memory", "1G", "--time", "20", "--format", "json"];
    let ask = |args: &[&str]| -> Result<(Vec<String>, Value), String> {
        let args: Vec<String> = args.iter().chain(&limits).map(|arg| arg.to_string()).collect();
        let (_, lines) = program.lines(&args)?;
        Ok((args, lines.into_iter().next().unwrap_or(Value::Null)))
    };
    let mut wrong = |args: &[String], message: String| {
        let subject = format!("{} of rules that go up", args[0]);
        found.push(Disagreement { subject, message, command: command_line(args) });
    };
    let (args, table) = ask(&["table", &text, "--of", "genus", "--to", &to])?;
    for heap in 0..=max_number {
        let Some(fact) = values.digits(&[heap]) else { return Ok(found) };
        let claimed = table["values"][heap as usize].as_str().and_then(digits_of);
        if claimed.as_ref() != Some(&fact) {
            wrong(&args, format!("says {}, of heap {heap} brute force {fact:?}", table["values"]));
            break;
        }
    }
    // Without a bound, the command must end as well.
    let more: &[&str] = if random.one_in(3) { &[] } else { &["--to", &to] };
    let (args, quotient) = ask(&[&["quotient", &text], more].concat())?;
    match Stated::read(&quotient) {
        Some(stated) if quotient["order"].is_u64() => {
            for _ in 0..12 {
                let heaps: Vec<i64> =
                    (0..random.between(1, MAX_HEAPS as i64)).map(|_| random.between(0, max_number)).collect();
                let mut sum = heaps.clone();
                sum.sort_unstable();
                let Some(value) = values.evaluate(&(sum, [0, 0])) else { break };
                let claimed = stated.is_lost(&heaps);
                if claimed.is_none() && quotient["stopped_at"].is_u64() {
                    // A limit stopped the learning before these heaps.
                    continue;
                }
                if claimed != Some(value == 0) {
                    wrong(&args, format!("says lost {claimed:?} of {heaps:?}, brute force {}: {quotient}", value == 0));
                    break;
                }
            }
        }
        // Quotients of wild games may be too large.
        _ if quotient["status"] == "limit" && quotient.get("error").is_none() => {}
        _ => wrong(&args, format!("says {quotient}")),
    }
    let heaps: Vec<i64> = (0..random.between(1, 2)).map(|_| random.between(0, max_number)).collect();
    let Some(fact) = values.digits(&heaps) else { return Ok(found) };
    let terms: Vec<String> = heaps.iter().map(|heap| format!("{text}({heap})")).collect();
    let (args, value) = ask(&["value", "--misere", &terms.join(" + ")])?;
    let outcome = if fact[0] == 0 { "P" } else { "N" };
    if value["outcome"] != outcome || value["genus"].as_str().and_then(digits_of).as_ref() != Some(&fact) {
        wrong(&args, format!("says {value}, brute force {outcome}, {fact:?}"));
    }
    Ok(found)
}
