//! Random claims, many of them true or nearly true, against the brute force; and the certificates of those that are proved.

use super::certificates;
use super::claim::{Body, Claim, standing};
use super::expr::{Condition, Number, Relation, Two};
use super::facts::Facts;
use super::gen_expr::{Sources, and, compare, literal, not, or, two};
use super::program::{Program, command_line};
use super::report::Disagreement;
use super::tables::Tabled;
use crate::random::Random;
use serde_json::Value;

/// What is known of a table that claims are about.
pub struct Ground<'a> {
    pub facts: &'a Facts,
    pub names: &'a [String],
}

impl Ground<'_> {
    fn n(&self) -> Number {
        Number::Name(0)
    }

    fn sources(&self) -> Sources {
        Sources { names: self.names.len(), arguments: self.names.len(), values: self.facts.has_values() }
    }

    /// A random claim.
    pub fn claim(&self, random: &mut Random) -> Claim {
        let mut claim = self.plain(random);
        for _ in 0..random.below(3) {
            let mut conditions = claim.conditions();
            let at = random.below(conditions.len() as u64) as usize;
            let same = self.rewritten(conditions[at].clone(), random);
            *conditions[at] = same;
        }
        if random.one_in(3) {
            self.spoil(&mut claim, random);
        }
        claim
    }

    fn plain(&self, random: &mut Random) -> Claim {
        let scope = |random: &mut Random| {
            let bound =
                compare(self.n(), *random.pick(&[Relation::AtLeast, Relation::More]), literal(random.between(0, 9)));
            random.one_in(5).then_some(bound)
        };
        let claim = match random.below(10) {
            0..=4 if self.names.len() == 1 => self.repeated(random),
            5 if self.names.len() == 1 && self.facts.has_values() => self.repeated_values(random),
            0 | 1 if self.names.len() > 1 && self.facts.has_values() => Some(self.listed_sum(random)),
            6 | 7 => self.guessed(random),
            _ => None,
        };
        claim.unwrap_or_else(|| {
            let condition = self.sources().condition(2, random);
            let body = match random.below(3) {
                0 if self.facts.has_values() => Body::Condition(and(
                    condition,
                    compare(Number::Value(vec![]), Relation::AtLeast, literal(random.between(0, 1))),
                )),
                0 => Body::Equivalence(Condition::Lost(self.sources().position(random)), condition),
                _ => Body::Outcome(self.letter(random), condition),
            };
            Claim { body, scope: scope(random) }
        })
    }

    fn letter(&self, random: &mut Random) -> char {
        let at = vec![random.between(0, self.facts.most); self.names.len()];
        let seen = self.facts.outcome(&at).unwrap_or('P');
        *random.pick(&['P', 'P', 'N', seen])
    }

    /// The preperiod and the period of a sequence, if it has short ones.
    fn period<T: PartialEq>(&self, entry: impl Fn(i64) -> Option<T>) -> Option<(i64, i64)> {
        let most = self.facts.most;
        let repeats = |from: i64, period: i64| (from..=most - period).all(|n| entry(n) == entry(n + period));
        let fits = |&(from, period): &(i64, i64)| from + 2 * period <= most && repeats(from, period);
        (0..most).flat_map(|sum| (1..=sum).map(move |period| (sum - period, period))).find(fits)
    }

    /// Who wins, by residues; or by the position a period before.
    fn repeated(&self, random: &mut Random) -> Option<Claim> {
        let letter = self.letter(random);
        let is = |n: i64| self.facts.outcome(&[n]).map(|found| found == letter);
        let (from, period) = self.period(|n| self.facts.outcome(&[n]))?;
        let n = || self.n();
        let shift = if random.one_in(3) { random.between(-9, 9) } else { 0 };
        let residue = |n: i64| literal((n + shift).rem_euclid(period));
        let list = |numbers: Vec<i64>, wanted: bool, own: bool| -> Vec<(Number, Option<Number>)> {
            let chosen = numbers.into_iter().filter(|&n| (is(n) == Some(true)) == wanted);
            chosen.map(|n| (if own { literal(n) } else { residue(n) }, None)).collect()
        };
        let shifted = match shift {
            0 => n(),
            shift if shift > 0 => two(Two::Add, n(), literal(shift)),
            shift => two(Two::Sub, n(), literal(-shift)),
        };
        let number = two(Two::Rem, shifted, literal(period));
        let wanted = random.one_in(2);
        let of = list((from..from + period).collect(), wanted, false);
        let cycle = match of.len() {
            0 => compare(literal(0), Relation::Equal, literal(i64::from(wanted))),
            1 if random.one_in(2) => {
                let relation = if wanted { Relation::Equal } else { Relation::Unequal };
                compare(number, relation, of[0].0.clone())
            }
            _ => Condition::Member { number, of, braces: true, not: !wanted },
        };
        let behind = compare(n(), Relation::AtLeast, literal(from));
        let early = list((0..from).collect(), true, true);
        let before = || compare(n(), Relation::Less, literal(from + period));
        let lost = |n: Number| Condition::Lost(vec![n]);
        let ago = || lost(two(Two::Sub, n(), literal(period)));
        Some(match random.below(8) {
            // By the position a period before: asked only where there is one, or everywhere.
            0 if letter == 'P' => {
                let first = list((0..from + period).collect(), true, true);
                let first = match first.len() {
                    0 => return None,
                    _ => Condition::Member { number: n(), of: first, braces: true, not: false },
                };
                let later = compare(n(), Relation::AtLeast, literal(from + period));
                Claim { body: Body::Outcome('P', or(and(before(), first), and(later, ago()))), scope: None }
            }
            1 if letter == 'P' => Claim { body: Body::Outcome('P', ago()), scope: None },
            2 if letter == 'P' => {
                let scope = compare(n(), Relation::AtLeast, literal(from));
                let ahead = lost(two(Two::Add, n(), literal(period)));
                Claim { body: Body::Equivalence(lost(n()), ahead), scope: Some(scope) }
            }
            3 => Claim { body: Body::Outcome(letter, cycle), scope: Some(behind) },
            _ if from == 0 => Claim { body: Body::Outcome(letter, cycle), scope: None },
            _ => {
                let condition = and(behind, cycle);
                let whole = match early.len() {
                    0 => condition,
                    _ => or(Condition::Member { number: n(), of: early, braces: true, not: false }, condition),
                };
                Claim { body: Body::Outcome(letter, whole), scope: None }
            }
        })
    }

    /// What the values are, or that they repeat.
    fn repeated_values(&self, random: &mut Random) -> Option<Claim> {
        let value = |n: i64| self.facts.value(&[n]);
        let n = || self.n();
        let own = || Number::Value(vec![n()]);
        let Some((from, period)) = self.period(value) else {
            let constant = value(1)? - value(0)?;
            let line = two(Two::Add, two(Two::Mul, literal(constant), n()), literal(value(0)?));
            return Some(Claim { body: Body::Condition(compare(own(), Relation::Equal, line)), scope: None });
        };
        let ahead = |period: i64| Number::Value(vec![two(Two::Add, n(), literal(period))]);
        let scope = (from > 0).then(|| compare(n(), Relation::AtLeast, literal(from)));
        Some(match random.below(3) {
            0 => Claim { body: Body::Condition(compare(ahead(period), Relation::Equal, own())), scope },
            1 => {
                let most = (0..=self.facts.most).filter_map(value).max()?;
                let body = Body::Condition(compare(own(), Relation::AtMost, literal(most)));
                Claim { body, scope: None }
            }
            _ => {
                // One value after the other.
                let wanted = value(random.between(from, from + period - 1))?;
                let places = (from..from + period).filter(|&n| value(n) == Some(wanted));
                let of = places.map(|n| (literal(n % period), None)).collect();
                let number = two(Two::Rem, n(), literal(period));
                let residue = Condition::Member { number, of, braces: true, not: false };
                let body = Body::Equivalence(compare(own(), Relation::Equal, literal(wanted)), residue);
                Claim { body, scope }
            }
        })
    }

    /// That the value is the xor of the numbers, which is true of Nim; or the like.
    fn listed_sum(&self, random: &mut Random) -> Claim {
        let op = *random.pick(&[Two::Xor, Two::Xor, Two::Add]);
        let whole = (1..self.names.len()).fold(self.n(), |whole, k| two(op, whole, Number::Name(k)));
        let body = match random.below(2) {
            0 => Body::Condition(compare(Number::Value(vec![]), Relation::Equal, whole)),
            _ => Body::Outcome('P', compare(whole, Relation::Equal, literal(0))),
        };
        Claim { body, scope: None }
    }

    /// A random condition, preferably one that holds in the table.
    fn guessed(&self, random: &mut Random) -> Option<Claim> {
        let mut last = None;
        for _ in 0..25 {
            let asked = || Sources { names: self.names.len(), ..self.sources() };
            let a = Condition::Lost(asked().position(random));
            let b = asked().condition(1, random);
            let body = match random.below(4) {
                0 => Body::Condition(or(not(a), b)),
                1 => Body::Equivalence(a, b),
                2 => Body::Condition(or(a, b)),
                _ => Body::Condition(and(or(b, a.clone()), or(not(a), self.sources().condition(1, random)))),
            };
            let claim = Claim { body, scope: None };
            let stands = standing(&claim, self.facts, self.facts.most);
            if stands.fails.is_none() && !stands.bad && stands.holds > 0 {
                return Some(claim);
            }
            last = Some(claim);
        }
        last
    }

    /// A condition that says the same.
    fn rewritten(&self, condition: Condition, random: &mut Random) -> Condition {
        let plain = Sources { names: self.names.len(), arguments: 0, values: false };
        match random.below(7) {
            0 => not(not(condition)),
            1 => and(condition, compare(self.n(), Relation::AtLeast, literal(0))),
            2 => or(compare(self.n(), Relation::Less, literal(0)), condition),
            3 => {
                let cut = compare(self.n(), Relation::Less, literal(random.between(0, 9)));
                or(and(cut.clone(), condition.clone()), and(not(cut), condition))
            }
            4 => {
                // Safe conditions only: what they ask has a meaning everywhere.
                let cut = Condition::Member {
                    number: two(Two::Rem, plain.number(0, random), literal(random.between(2, 4))),
                    of: vec![(literal(random.between(0, 2)), None)],
                    braces: true,
                    not: random.one_in(2),
                };
                and(or(cut.clone(), condition.clone()), or(not(cut), condition))
            }
            5 => match condition {
                Condition::Member { number, of, braces, not: outside } => {
                    not(Condition::Member { number, of, braces, not: !outside })
                }
                other => other,
            },
            _ => match condition {
                Condition::And(a, b) => not(or(not(*a), not(*b))),
                Condition::Or(a, b) => not(and(not(*a), not(*b))),
                other => other,
            },
        }
    }

    /// Makes it a little wrong, perhaps.
    pub fn spoil(&self, claim: &mut Claim, random: &mut Random) {
        if random.one_in(3) {
            let exception = compare(self.n(), Relation::Equal, literal(random.between(0, self.facts.most)));
            let mut conditions = claim.conditions();
            let at = random.below(conditions.len() as u64) as usize;
            let whole = conditions[at].clone();
            *conditions[at] = if random.one_in(2) { or(whole, exception) } else { and(whole, not(exception)) };
            return;
        }
        let literals = claim.literals();
        let count = literals.len() as u64;
        if count > 0 {
            let at = random.below(count) as usize;
            for (k, literal) in literals.into_iter().enumerate() {
                if k == at {
                    *literal += *random.pick(&[-1, 1, 1, 2]);
                }
            }
        }
    }
}

/// The names of the parameters in claims about this table.
pub fn names(tabled: &Tabled) -> Vec<String> {
    if tabled.facts.arity == tabled.rules.dims() {
        return tabled.rules.parameters();
    }
    ["a", "b", "c", "d"][..tabled.facts.arity].iter().map(|name| name.to_string()).collect()
}

/// Asks about some claims on one table.
pub fn prove(program: &Program, name: &str, count: usize, random: &mut Random) -> Result<Vec<Disagreement>, String> {
    let tabled = Tabled::random(true, random);
    let names = names(&tabled);
    let ground = Ground { facts: &tabled.facts, names: &names };
    let mut found = vec![];
    for _ in 0..count {
        let (claim, text) = loop {
            let claim = ground.claim(random);
            let text = claim.write(&names, random.one_in(2), random);
            if speaks(&claim, &text, &names) {
                break (claim, text);
            }
        };
        let to = if random.one_in(3) { random.between(1, tabled.facts.most.max(1)) } else { tabled.facts.most };
        let to = to.min(tabled.facts.most);
        let file = program.file(&format!("{name}.cert"));
        let _ = std::fs::remove_file(&file);
        let path = file.display().to_string();
        let mut args = tabled.args("prove", &["--claim", &text, "--to", &to.to_string(), "--format", "json"]);
        let shown = args[..args.len() - 5].to_vec();
        args.extend(["--time", "3", "--certificate", &path].map(String::from));
        let (run, lines) = program.lines(&args)?;
        let mut say = |what: &str, message: String| {
            let subject = format!("prove: {what}");
            let subject = if what == "error" { format!("prove {}: error", tabled.rules.game()) } else { subject };
            found.push(Disagreement { subject, message, command: command_line(&shown) });
        };
        let Some(answer) = lines.first() else {
            say("nothing", format!("ends with {:?}: {}", run.status, run.errors));
            continue;
        };
        verdict(&claim, &tabled, to, answer, &mut say);
        if answer["status"] == "proved" {
            certificates::claim(program, &file, &tabled, &claim, random, &mut found)?;
        }
    }
    Ok(found)
}

/// Whether a claim speaks of the game, and of as many heaps as the table has.
pub fn speaks(claim: &Claim, text: &str, names: &[String]) -> bool {
    let asks = matches!(claim.body, Body::Outcome(..)) || text.contains("P(") || text.contains('G');
    // The last heap is what tells how many there are.
    let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).collect();
    asks && (names.len() == 1 || names.iter().all(|name| name.len() > 1 || words.contains(&name.as_str())))
}

/// Holds the verdict on a claim against the facts.
fn verdict(claim: &Claim, tabled: &Tabled, to: i64, answer: &Value, say: &mut impl FnMut(&str, String)) {
    let facts = &tabled.facts;
    let (known, all) = (standing(claim, facts, to), standing(claim, facts, facts.most));
    if let Some(error) = answer.get("error") {
        let kind = error["kind"].as_str().unwrap_or("");
        // A claim has to speak of some position, and to have a meaning where it does.
        let excused = kind == "limit"
            || (kind == "unsupported" && !tabled.rules.has_table())
            || all.bad
            || (known.holds == 0 && known.fails.is_none());
        if !excused {
            say("error", error.to_string());
        }
        return;
    }
    let counterexample: Option<Vec<i64>> =
        answer["counterexample"].as_array().map(|numbers| numbers.iter().filter_map(Value::as_i64).collect());
    match (answer["status"].as_str().unwrap_or(""), counterexample.clone()) {
        ("refuted", Some(at)) => {
            let holds =
                if at.iter().all(|&n| n <= facts.most) { claim.holds(&at, facts, facts.most) } else { Ok(None) };
            let least = known.fails.as_ref().or(all.fails.as_ref());
            match holds {
                Ok(Some(false)) if known.fails.is_none() || least == Some(&at) => {}
                Ok(Some(false)) => say("refuted, but not by the least", format!("says {at:?}, brute force {least:?}")),
                other => say("refuted, but it holds", format!("says {at:?}, where brute force says {other:?}")),
            }
        }
        ("proved", _) => match all.fails {
            Some(at) => say("proved, but false", format!("fails at {at:?}")),
            None if all.holds == 0 && !all.bad => say("proved, but says nothing", "speaks of no position".into()),
            None => {}
        },
        ("conjecture", _) => {
            if let Some(at) = known.fails {
                say("open, but false", format!("fails at {at:?}, within the table"));
            }
        }
        (status, _) => say("status", format!("says {status}")),
    }
    if all.bad {
        return;
    }
    // A claim that is refuted was looked at as far as that.
    let place = |at: &Vec<i64>| (at.iter().sum::<i64>(), at.clone());
    let end = counterexample.as_ref().map(place);
    let known: Vec<Vec<i64>> =
        known.silent.into_iter().filter(|at| end.as_ref().is_none_or(|end| place(at) < *end)).collect();
    if let Some(message) = silence(&answer["silent"], &known, &all.silent, facts.most) {
        say("silent", message);
    }
}

/// What is wrong with what is said of positions that a claim is silent about; `known` are those up to the bound of the table.
fn silence(said: &Value, known: &[Vec<i64>], all: &[Vec<i64>], most: i64) -> Option<String> {
    if said.is_null() {
        return known.first().map(|at| format!("does not say that the claim is silent at {at:?}"));
    }
    let first: Vec<Vec<i64>> = serde_json::from_value(said["first"].clone()).unwrap_or_default();
    let place = |at: &Vec<i64>| (at.iter().sum::<i64>(), at.clone());
    let last = first.iter().map(place).max();
    let told = |at: &Vec<i64>| first.contains(at) || (first.len() >= 10 && Some(place(at)) > last);
    let wrong = first.is_empty()
        || !first.is_sorted_by_key(place)
        || first.iter().any(|at| at.iter().all(|&n| n <= most) && !all.contains(at))
        || !known.iter().all(told)
        || said["count"].as_u64().is_some_and(|count| count < known.len().max(first.len()) as u64);
    wrong.then(|| format!("says that the claim is silent at {said}, brute force {:?}", &all[..all.len().min(10)]))
}
