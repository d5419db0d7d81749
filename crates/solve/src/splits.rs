//! Tables of heap games whose moves may split heaps, by the definition: octal and hexadecimal games, Grundy's game, Lasker.
//!
//! Normal values are the mex of the options' xors. For octal games, equality over the range of the theorem of Guy and Smith
//! proves a period; then even huge heaps have their winning moves counted by residue classes. Misère genera follow the same
//! way as long as all smaller heaps are tame, since then the genus of a split is known.

use crate::budget::Budget;
use crate::heap::{Period, suffix_matches};
use grundy_rules::{Code, Error, ErrorKind, Genus, HeapMove, HeapRules, NimSum, Nimber, Result, mex};

/// The values of one game as far as they were asked for.
#[derive(Debug, Default)]
pub(crate) struct SplitTable {
    normal: Vec<u32>,
    period: Option<Period>,
    genera: Vec<Genus>,
    /// The least heap that is not tame, once it was met: beyond it nothing is known.
    wild: Option<u64>,
    /// The number of the last search for a period: the length of the table then.
    searched: usize,
}

impl SplitTable {
    /// The bytes that the table takes.
    pub fn bytes(&self) -> u64 {
        (4 * self.normal.capacity() + size_of::<Genus>() * self.genera.capacity()) as u64
    }

    /// The heaps computed, and the period if it was proved.
    pub fn extent(&self) -> (u64, Option<Period>) {
        (self.normal.len() as u64, self.period)
    }

    /// The least heap that is not tame, if it was met.
    pub fn wild(&self) -> Option<u64> {
        self.wild
    }

    /// The normal Grundy value of a heap.
    ///
    /// # Errors
    /// `limit` if neither a table up to `n` nor one up to a proved period fits the budget.
    pub fn value(&mut self, rules: &dyn HeapRules, n: u64, budget: &Budget<'_>) -> Result<u32> {
        let octal = rules.code().filter(|code| code.is_octal());
        let mut length = 64u64.max(2 * self.normal.len() as u64);
        while n >= self.normal.len() as u64 && self.period.is_none() {
            let Some(code) = octal.filter(|_| length <= n) else {
                self.extend(rules, n, budget)?;
                break;
            };
            self.extend(rules, length - 1, budget)?;
            self.find_period(code.reach());
            length *= 2;
        }
        let place = match self.period {
            Some(period) if n >= self.normal.len() as u64 => period.reduce(n),
            _ => n,
        };
        Ok(self.normal[place as usize])
    }

    fn extend(&mut self, rules: &dyn HeapRules, n: u64, budget: &Budget<'_>) -> Result<()> {
        budget.fits((u128::from(n) + 1) * 8, &format!("the table of all heaps up to {n}"))?;
        let mut meter = budget.meter("heap sizes");
        let mut seen = Seen::default();
        while self.normal.len() as u64 <= n {
            let size = self.normal.len();
            // A heap costs about as many steps as it has stones.
            meter.tick(1 + size as u64 / 64)?;
            seen.clear(size);
            let normal = &self.normal;
            match rules.code().filter(|code| code.is_octal()) {
                Some(code) => see_octal(code, normal, &mut seen),
                None => {
                    // A rule may look at any number of numbers to find the options of one heap.
                    budget.check()?;
                    rules.options(size as u64, &mut |left| {
                        seen.see(left.iter().fold(0, |xor, &heap| xor ^ normal[heap as usize]));
                    });
                }
            }
            self.normal.push(seen.mex());
        }
        Ok(())
    }

    /// Looks for a period that the theorem of Guy and Smith proves: if n0 ≥ 1 and G(n+p) = G(n) for n0 ≤ n < 2·n0 + p + t,
    /// where t is the largest amount taken, it holds for all n ≥ n0.
    fn find_period(&mut self, reach: u64) {
        if self.searched == self.normal.len() {
            return;
        }
        self.searched = self.normal.len();
        let length = self.normal.len() as u64;
        self.period = suffix_matches(&self.normal)
            .map(|(period, matched)| Period { preperiod: length - period - matched, period })
            .find(|p| length >= 2 * p.preperiod.max(1) + 2 * p.period + reach);
    }

    /// The genus of a heap; `None` if some heap up to it is not tame.
    ///
    /// # Errors
    /// `limit` as for values.
    pub fn genus(&mut self, rules: &dyn HeapRules, n: u64, budget: &Budget<'_>) -> Result<Option<Genus>> {
        let mut meter = budget.meter("heap sizes");
        if self.wild.is_none() {
            let bytes = (u128::from(n) + 1) * size_of::<Genus>() as u128;
            budget.fits(bytes, &format!("the table of misère values of all heaps up to {n}"))?;
        }
        while self.wild.is_none() && self.genera.len() as u64 <= n {
            let size = self.genera.len() as u64;
            meter.tick(1 + size / 16)?;
            budget.check()?;
            let (mut normal, mut misere) = (vec![], vec![]);
            let genera = &self.genera;
            rules.options(size, &mut |left| {
                let sum: NimSum = left.iter().map(|&heap| genera[heap as usize]).collect();
                let genus = sum.genus();
                normal.push(genus.normal.0);
                misere.push(genus.misere.0);
            });
            let genus = if normal.is_empty() {
                Genus::END
            } else {
                Genus { normal: Nimber(mex(normal)), misere: Nimber(mex(misere)) }
            };
            if genus.is_tame() {
                self.genera.push(genus);
            } else {
                self.wild = Some(size);
            }
        }
        Ok(self.genera.get(usize::try_from(n).unwrap_or(usize::MAX)).copied())
    }

    /// The moves from a heap beyond the table that leave the value `to`, counted by residue classes, and the first `room`
    /// of them. The code is octal and the period is known.
    pub fn periodic_moves(&self, code: &Code, heap: u64, to: u128, room: usize) -> Result<(u128, Vec<HeapMove>)> {
        let Some(period) = self.period else {
            return Err(Error::new(ErrorKind::Unsupported, "no period of this game is known"));
        };
        let value = |n: u64| u128::from(self.normal[period.reduce(n) as usize]);
        let (mut count, mut moves) = (0u128, vec![]);
        for (take, &digit) in code.digits().iter().enumerate() {
            let take = take as u64;
            // The heap is beyond a period, which is longer than any amount taken.
            let Some(rest) = heap.checked_sub(take).filter(|&rest| rest >= 2) else { continue };
            if digit & 2 != 0 && take > 0 && value(rest) == to {
                count += 1;
                if moves.len() < room {
                    moves.push(HeapMove { take, left: [rest].into_iter().collect() });
                }
            }
            if digit & 4 != 0 {
                let splits = self.periodic_splits(period, rest, to);
                count += splits.count;
                let list = splits.list(period, rest).take(room - moves.len());
                moves.extend(list.map(|a| HeapMove { take, left: [a, rest - a].into_iter().collect() }));
            }
        }
        Ok((count, moves))
    }

    /// The splits of `rest` into a ≤ b of the given xor: those with a before the period begins, one by one, and the others
    /// by the residue class of a, on which both values depend alone.
    fn periodic_splits(&self, period: Period, rest: u64, to: u128) -> PeriodicSplits {
        let value = |n: u64| u128::from(self.normal[period.reduce(n) as usize]);
        let fits = |a: &u64| value(*a) ^ value(rest - a) == to;
        let start = period.preperiod.max(1);
        let single: Vec<u64> = (1..start.min(rest / 2 + 1)).filter(fits).collect();
        let last = (start + period.period - 1).min(rest / 2);
        let classes: Vec<u64> = (start..=last).filter(fits).collect();
        let in_classes: u128 = classes.iter().map(|a| u128::from((rest / 2 - a) / period.period) + 1).sum();
        PeriodicSplits { count: single.len() as u128 + in_classes, single, classes }
    }
}

/// The values of the options of one heap.
#[derive(Default)]
struct Seen {
    mark: u32,
    marks: Vec<u32>,
}

impl Seen {
    /// Forgets all values, in constant time: marks of smaller heaps no longer count.
    fn clear(&mut self, size: usize) {
        self.mark = size as u32 + 1;
    }

    fn see(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.marks.len() {
            self.marks.resize((value + 1).next_power_of_two().max(64), 0);
        }
        self.marks[value] = self.mark;
    }

    fn mex(&self) -> u32 {
        self.marks.iter().position(|&m| m != self.mark).unwrap_or(self.marks.len()) as u32
    }
}

/// The same options as [`HeapRules::options`] shows, straight from the code: most of the work of a table is done here.
fn see_octal(code: &Code, normal: &[u32], seen: &mut Seen) {
    let size = normal.len();
    for (take, &digit) in code.digits().iter().enumerate().take(size + 1) {
        let rest = size - take;
        if digit & 1 != 0 && rest == 0 && take > 0 {
            seen.see(0);
        }
        if digit & 2 != 0 && rest > 0 && take > 0 {
            seen.see(normal[rest]);
        }
        if digit & 4 != 0 && rest >= 2 {
            let low = &normal[1..=rest / 2];
            let high = &normal[rest - rest / 2..rest];
            low.iter().zip(high.iter().rev()).for_each(|(a, b)| seen.see(a ^ b));
        }
    }
}

struct PeriodicSplits {
    count: u128,
    single: Vec<u64>,
    /// The least member of each class of a that serves.
    classes: Vec<u64>,
}

impl PeriodicSplits {
    /// The splits in ascending order of a.
    fn list(self, period: Period, rest: u64) -> impl Iterator<Item = u64> {
        let classes = self.classes;
        let none = classes.is_empty();
        let rounds = (0..).map(move |round| round * period.period).take_while(move |&shift| !none && shift <= rest / 2);
        let in_classes = rounds
            .flat_map(move |shift| classes.clone().into_iter().map(move |a| a + shift).filter(move |&a| a <= rest / 2));
        self.single.into_iter().chain(in_classes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::Rules as _;
    use grundy_rules::Seat;
    use grundy_rules::games::octal::Octal;

    fn octal(code: &str) -> Octal {
        Octal { code: code.parse().unwrap() }
    }

    /// The periods of the literature: Guy and Smith 1956; Winning Ways, chapter 4.
    #[test]
    fn known_periods_are_proved() {
        for (code, preperiod, period) in [
            ("0.77", 71, 12),
            ("0.07", 53, 34),
            ("0.4", 54, 34),
            ("0.137", 52, 34),
            ("0.156", 3479, 349),
            ("0.45", 498, 20),
            ("0.15", 0, 10),
            ("0.3", 0, 2),
        ] {
            let mut table = SplitTable::default();
            table.value(&octal(code), 1 << 40, &Budget::default()).unwrap();
            let found = table.period.unwrap();
            assert_eq!(found.period, period, "{code}");
            // 0.15 is quoted with various starts; the others are exact.
            if preperiod > 0 {
                assert_eq!(found.preperiod, preperiod, "{code}");
            }
        }
    }

    #[test]
    fn the_short_way_sees_the_same_options() {
        for code in ["0.77", "0.07", "4.3", "4.7", "0.137", "0.106", "0.6", "0.3", "4.0", "0.5537"] {
            let rules = octal(code);
            let mut table = SplitTable::default();
            table.extend(&rules, 300, &Budget::default()).unwrap();
            for size in 0..=300u64 {
                let mut options = vec![];
                rules.options(size, &mut |left| {
                    options.push(left.iter().fold(0, |xor, &n| xor ^ u128::from(table.normal[n as usize])));
                });
                assert_eq!(u128::from(table.normal[size as usize]), mex(options), "{code} at {size}");
            }
        }
    }

    #[test]
    fn no_false_period_from_the_start() {
        // With n0 = 0 the theorem would certify 0, 0, 0, 1 for 0.4, which does not repeat.
        let mut table = SplitTable::default();
        let far = table.value(&octal("0.4"), 1000, &Budget::default()).unwrap();
        let mut slow = SplitTable::default();
        slow.extend(&octal("0.4"), 1000, &Budget::default()).unwrap();
        assert_eq!(far, slow.normal[1000]);
    }

    #[test]
    fn moves_by_residue_class_agree_with_trying_all() {
        for code in ["0.77", "0.07", "0.137", "0.15"] {
            let rules = octal(code);
            let mut table = SplitTable::default();
            table.value(&rules, 1 << 40, &Budget::default()).unwrap();
            let Some(period) = table.period else { continue };
            let heap = 4000;
            for to in 0..6u128 {
                let value = |n: &u64| u128::from(table.normal[period.reduce(*n) as usize]);
                let slow: Vec<HeapMove> = rules
                    .moves(&heap, Seat::LEFT)
                    .filter(|mv| mv.left.iter().fold(0, |xor, n| xor ^ value(n)) == to)
                    .collect();
                let (count, list) = table.periodic_moves(&rules.code, heap, to, 100_000).unwrap();
                assert_eq!(count, slow.len() as u128, "{code} to {to}");
                assert_eq!(list, slow, "{code} to {to}");
            }
        }
    }
}
