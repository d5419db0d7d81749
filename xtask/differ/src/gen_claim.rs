//! Random claims, many of them true or nearly true.

use super::claim::{Body, Claim, compare_with_facts};
use super::expr::{BinaryOp, Condition, Number, Relation};
use super::facts::Facts;
use super::gen_expr::{Sources, and, binary, compare, literal, not, or};
use crate::random::Random;

/// The table that the generated claims are about.
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

    /// Returns a random claim.
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
            6 if self.facts.has_values() && random.one_in(3) => Some(self.mex_of_options(random)),
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

    /// Claims that the value is the mex of the values of smaller positions, some of them consecutive.
    fn mex_of_options(&self, random: &mut Random) -> Claim {
        let names = || (0..self.names.len()).map(Number::Name).collect::<Vec<_>>();
        let changed = random.below(self.names.len() as u64) as usize;
        let with = |number: Number| {
            let mut position = names();
            position[changed] = number;
            position
        };
        let name = || Number::Name(changed);
        let below = |by: i64| with(binary(BinaryOp::Sub, name(), literal(by)));
        let mut of = vec![(below(1), None)];
        let last = random.between(1, 5);
        let end = match random.below(4) {
            0 => with(literal(0)),
            1 => with(binary(BinaryOp::Div, name(), literal(2))),
            _ => below(last),
        };
        of[0].1 = (!random.one_in(4)).then_some(end);
        if random.one_in(3) {
            of.push((below(last + random.between(1, 3)), None));
        }
        let body = Body::Condition(compare(Number::Value(names()), Relation::Equal, Number::Mex(of)));
        let scope = random.one_in(2).then(|| compare(name(), Relation::AtLeast, literal(random.between(0, 8))));
        Claim { body, scope }
    }

    fn letter(&self, random: &mut Random) -> char {
        let at = vec![random.between(0, self.facts.max_number); self.names.len()];
        let actual = self.facts.outcome(&at).unwrap_or('P');
        *random.pick(&['P', 'P', 'N', actual])
    }

    /// Returns the preperiod and the period of a sequence, if it has short ones.
    fn period<T: PartialEq>(&self, entry: impl Fn(i64) -> Option<T>) -> Option<(i64, i64)> {
        let most = self.facts.max_number;
        let repeats = |from: i64, period: i64| (from..=most - period).all(|n| entry(n) == entry(n + period));
        let fits = |&(from, period): &(i64, i64)| from + 2 * period <= most && repeats(from, period);
        (0..most).flat_map(|sum| (1..=sum).map(move |period| (sum - period, period))).find(fits)
    }

    /// Claims the outcome by residues, or by the position one period earlier.
    fn repeated(&self, random: &mut Random) -> Option<Claim> {
        let letter = self.letter(random);
        let is = |n: i64| self.facts.outcome(&[n]).map(|found| found == letter);
        let (from, period) = self.period(|n| self.facts.outcome(&[n]))?;
        let n = || self.n();
        let shift = if random.one_in(3) { random.between(-9, 9) } else { 0 };
        let residue = |n: i64| literal((n + shift).rem_euclid(period));
        let list = |numbers: Vec<i64>, target: bool, own: bool| -> Vec<(Number, Option<Number>)> {
            let chosen = numbers.into_iter().filter(|&n| (is(n) == Some(true)) == target);
            chosen.map(|n| (if own { literal(n) } else { residue(n) }, None)).collect()
        };
        let shifted = match shift {
            0 => n(),
            shift if shift > 0 => binary(BinaryOp::Add, n(), literal(shift)),
            shift => binary(BinaryOp::Sub, n(), literal(-shift)),
        };
        let number = binary(BinaryOp::Rem, shifted, literal(period));
        let target = random.one_in(2);
        let of = list((from..from + period).collect(), target, false);
        let cycle = match of.len() {
            0 => compare(literal(0), Relation::Equal, literal(i64::from(target))),
            1 if random.one_in(2) => {
                let relation = if target { Relation::Equal } else { Relation::Unequal };
                compare(number, relation, of[0].0.clone())
            }
            _ => Condition::Member { number, of, braces: true, not: !target },
        };
        let in_period = compare(n(), Relation::AtLeast, literal(from));
        let early = list((0..from).collect(), true, true);
        let before = || compare(n(), Relation::Less, literal(from + period));
        let lost = |n: Number| Condition::Lost(vec![n]);
        let ago = || lost(binary(BinaryOp::Sub, n(), literal(period)));
        Some(match random.below(8) {
            // Refer to the position one period earlier, only where it exists or everywhere.
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
                let ahead = lost(binary(BinaryOp::Add, n(), literal(period)));
                Claim { body: Body::Equivalence(lost(n()), ahead), scope: Some(scope) }
            }
            3 => Claim { body: Body::Outcome(letter, cycle), scope: Some(in_period) },
            _ if from == 0 => Claim { body: Body::Outcome(letter, cycle), scope: None },
            _ => {
                let condition = and(in_period, cycle);
                let combined = match early.len() {
                    0 => condition,
                    _ => or(Condition::Member { number: n(), of: early, braces: true, not: false }, condition),
                };
                Claim { body: Body::Outcome(letter, combined), scope: None }
            }
        })
    }

    /// Claims a formula for the values, or their periodicity.
    fn repeated_values(&self, random: &mut Random) -> Option<Claim> {
        let value = |n: i64| self.facts.value(&[n]);
        let n = || self.n();
        let own = || Number::Value(vec![n()]);
        let Some((from, period)) = self.period(value) else {
            let constant = value(1)? - value(0)?;
            let line = binary(BinaryOp::Add, binary(BinaryOp::Mul, literal(constant), n()), literal(value(0)?));
            return Some(Claim { body: Body::Condition(compare(own(), Relation::Equal, line)), scope: None });
        };
        let ahead = |period: i64| Number::Value(vec![binary(BinaryOp::Add, n(), literal(period))]);
        let scope = (from > 0).then(|| compare(n(), Relation::AtLeast, literal(from)));
        Some(match random.below(3) {
            0 => Claim { body: Body::Condition(compare(ahead(period), Relation::Equal, own())), scope },
            1 => {
                let most = (0..=self.facts.max_number).filter_map(value).max()?;
                let body = Body::Condition(compare(own(), Relation::AtMost, literal(most)));
                Claim { body, scope: None }
            }
            _ => {
                // Claim the positions of a single value.
                let target = value(random.between(from, from + period - 1))?;
                let places = (from..from + period).filter(|&n| value(n) == Some(target));
                let of = places.map(|n| (literal(n % period), None)).collect();
                let number = binary(BinaryOp::Rem, n(), literal(period));
                let residue = Condition::Member { number, of, braces: true, not: false };
                let body = Body::Equivalence(compare(own(), Relation::Equal, literal(target)), residue);
                Claim { body, scope }
            }
        })
    }

    /// Claims a value, or the P-positions, by the xor or the sum of the numbers; for Nim the xor is right.
    fn listed_sum(&self, random: &mut Random) -> Claim {
        let op = *random.pick(&[BinaryOp::Xor, BinaryOp::Xor, BinaryOp::Add]);
        let combined = (1..self.names.len()).fold(self.n(), |combined, k| binary(op, combined, Number::Name(k)));
        let body = match random.below(2) {
            0 => Body::Condition(compare(Number::Value(vec![]), Relation::Equal, combined)),
            _ => Body::Outcome('P', compare(combined, Relation::Equal, literal(0))),
        };
        Claim { body, scope: None }
    }

    /// Claims a random equivalence or condition, preferably one that holds in the table.
    fn guessed(&self, random: &mut Random) -> Option<Claim> {
        let mut last = None;
        for _ in 0..25 {
            let plain_sources = || Sources { names: self.names.len(), ..self.sources() };
            let a = Condition::Lost(plain_sources().position(random));
            let b = plain_sources().condition(1, random);
            let body = match random.below(4) {
                0 => Body::Condition(or(not(a), b)),
                1 => Body::Equivalence(a, b),
                2 => Body::Condition(or(a, b)),
                _ => Body::Condition(and(or(b, a.clone()), or(not(a), self.sources().condition(1, random)))),
            };
            let claim = Claim { body, scope: None };
            let result = compare_with_facts(&claim, self.facts, self.facts.max_number);
            if result.counterexample.is_none() && !result.is_undefined && result.held_count > 0 {
                return Some(claim);
            }
            last = Some(claim);
        }
        last
    }

    /// Returns an equivalent condition.
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
                // Use only conditions that are defined everywhere.
                let cut = Condition::Member {
                    number: binary(BinaryOp::Rem, plain.number(0, random), literal(random.between(2, 4))),
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

    /// Changes the claim so that it may become false.
    pub fn spoil(&self, claim: &mut Claim, random: &mut Random) {
        if random.one_in(3) {
            let exception = compare(self.n(), Relation::Equal, literal(random.between(0, self.facts.max_number)));
            let mut conditions = claim.conditions();
            let at = random.below(conditions.len() as u64) as usize;
            let combined = conditions[at].clone();
            *conditions[at] = if random.one_in(2) { or(combined, exception) } else { and(combined, not(exception)) };
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
