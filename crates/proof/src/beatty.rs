//! Outcome patterns of pairs, given by a quadratic irrational, as in Wythoff's and Euclid's games.
//!
//! Sources: W. A. Wythoff, "A modification of the game of Nim", Nieuw Archief voor Wiskunde 7 (1907); A. S. Fraenkel,
//! "How to beat your Wythoff games' opponent on three fronts", American Mathematical Monthly 89 (1982). The arithmetic
//! is exact: for natural numbers, floor(k*(p + sqrt(d))/q) = floor((k*p + isqrt(k*k*d)) / q).

use crate::data::Data;
use grundy_lang::Text;
use grundy_rules::CompactSort;
use grundy_rules::Result;
use grundy_solve::Budget;

/// The number (p + sqrt(d)) / q, positive and irrational.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Irrational {
    /// The rational part of the numerator.
    pub p: i64,
    /// The radicand, not a square.
    pub d: u64,
    /// The denominator.
    pub q: u64,
}

/// The golden ratio, called phi in claims.
const GOLDEN: Irrational = Irrational { p: 1, d: 5, q: 2 };

impl Irrational {
    /// Returns the floor of `k` times the number.
    ///
    /// Returns `None` if k*k*d exceeds 128 bits or the floor exceeds 64 bits.
    ///
    /// ```
    /// use grundy_proof::Irrational;
    /// let golden = Irrational { p: 1, d: 5, q: 2 };
    /// assert_eq!(golden.floor_of(165_580_141), Some(267_914_296));
    /// ```
    pub fn floor_of(self, k: u64) -> Option<u64> {
        let square = u128::from(k).checked_mul(u128::from(k))?.checked_mul(self.d.into())?;
        let root = i128::try_from(square.isqrt()).ok()?;
        let above = i128::from(self.p).checked_mul(k.into())?.checked_add(root)?;
        u64::try_from(above.div_euclid(i128::from(self.q))).ok()
    }

    fn text(self) -> String {
        if self == GOLDEN {
            return "phi".to_string();
        }
        let root = format!("sqrt({})", self.d);
        let sum = match self.p {
            0 => root,
            p if p < 0 => format!("({root} - {})", -p),
            p => format!("({p} + {root})"),
        };
        if self.q == 1 { sum } else { format!("{sum}/{}", self.q) }
    }

    /// Returns the irrationals with small coefficients, simplest first.
    fn simple() -> Vec<Irrational> {
        let square = |d: u64| d.isqrt() * d.isqrt() == d;
        let roots = (2..=60u64).filter(|&d| !square(d));
        let mut all: Vec<Irrational> = roots
            .flat_map(|d| (1..=4).flat_map(move |q| (-20..=20i64).map(move |p| Irrational { p, d, q })))
            .filter(|a| a.p >= 0 || (a.p * a.p) < a.d as i64)
            .collect();
        all.compact_sort_by_key(|a| (a.d + 2 * a.q + 2 * a.p.unsigned_abs(), a.d, a.q, a.p));
        all
    }
}

/// A pattern of outcomes of unordered pairs, given by a quadratic irrational.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beatty {
    /// The irrational number.
    pub alpha: Irrational,
    /// The rule by which the number determines the P-positions.
    pub rule: BeattyRule,
}

/// A rule by which a quadratic irrational α determines the P-positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeattyRule {
    /// The P-positions have difference k * `step` and smaller number floor(kα), for k = 0, 1, 2, ...
    Pairs {
        /// The differences of P-positions are multiples of this number.
        step: u64,
        /// The smallest difference from which on the formula holds.
        from: u64,
        /// The P-positions of smaller differences, the smaller number first.
        early: Vec<[u64; 2]>,
    },
    /// In the P-positions, the larger number is at most floor(α times the smaller number).
    RatioBound {
        /// Whether every position with a 0 is a P-position.
        zero: bool,
        /// Whether positions of two equal positive numbers are P-positions.
        equal: bool,
    },
}

impl Beatty {
    /// Returns the outcome as a code, 0 for P and 1 for N; `None` if a number is too large.
    pub fn at(&self, point: &[u64]) -> Option<u64> {
        let (low, high) = (point[0].min(point[1]), point[0].max(point[1]));
        let lost = match &self.rule {
            BeattyRule::Pairs { step, from, early } => {
                let difference = high - low;
                if difference < *from {
                    early.contains(&[low, high])
                } else {
                    difference % step == 0 && self.alpha.floor_of(difference / step)? == low
                }
            }
            BeattyRule::RatioBound { zero, .. } if low == 0 => *zero || high == 0,
            BeattyRule::RatioBound { equal, .. } if low == high => *equal,
            BeattyRule::RatioBound { .. } => high <= self.alpha.floor_of(low)?,
        };
        Some(u64::from(!lost))
    }

    /// Returns a large pair close to the line of the P-positions, smaller number first, for drawings.
    pub fn far_pair(&self) -> Option<[u64; 2]> {
        const SAMPLE_INDEX: u64 = 1_000_000;
        let floor = self.alpha.floor_of(SAMPLE_INDEX)?;
        Some(match &self.rule {
            BeattyRule::Pairs { step, .. } => [floor, floor.checked_add(SAMPLE_INDEX.checked_mul(*step)?)?],
            BeattyRule::RatioBound { .. } => [SAMPLE_INDEX, floor],
        })
    }

    pub(crate) fn size(&self) -> usize {
        match &self.rule {
            BeattyRule::Pairs { early, .. } => 8 + 2 * early.len(),
            BeattyRule::RatioBound { .. } => 8,
        }
    }

    /// Returns the formula; `a` and `b` are the names of the parameters.
    pub(crate) fn text(&self, [a, b]: [&str; 2]) -> Text {
        let alpha = self.alpha.text();
        match &self.rule {
            BeattyRule::RatioBound { zero, equal } => {
                let zero = if *zero { format!(" or min({a}, {b}) == 0") } else { String::new() };
                let equal = if *equal { String::new() } else { format!("{a} != {b} and ") };
                Text::verbatim(format!("P iff {equal}max({a}, {b}) <= floor(min({a}, {b}) * {alpha}){zero}"))
            }
            BeattyRule::Pairs { step, from, early } => {
                let formula = match step {
                    1 => format!("P iff min({a}, {b}) == floor(|{a} - {b}| * {alpha})"),
                    _ => format!(
                        "P iff |{a} - {b}| mod {step} == 0 and min({a}, {b}) == floor(|{a} - {b}| * {alpha} / {step})"
                    ),
                };
                if *from == 0 {
                    return Text::verbatim(formula);
                }
                let pair = |[low, high]: &[u64; 2]| format!("(min({a}, {b}) == {low} and max({a}, {b}) == {high})");
                let pairs: Vec<String> = early.iter().map(pair).collect();
                let pairs = if pairs.is_empty() { "false".to_string() } else { pairs.join(" or ") };
                let difference = format!("|{a} - {b}|");
                Text::verbatim(format!("{formula} for {difference} >= {from}; P iff {pairs} for {difference} < {from}"))
            }
        }
    }

    /// Returns the simplest pattern of this kind that agrees with the whole table.
    ///
    /// # Errors
    /// `limit` if the budget runs out.
    #[doc(hidden)]
    pub fn fit(data: &Data, budget: &Budget) -> Result<Option<Beatty>> {
        let side = data.side();
        let symmetric = data.dims() == 2
            && side >= 16
            && data.values().iter().all(|&code| code < 2)
            && data.points().all(|point| data.at(&point) == data.at(&[point[1], point[0]]));
        if !symmetric {
            return Ok(None);
        }
        for (rule, floors) in [pairs(data), ratio_bound(data)].into_iter().flatten() {
            // Fewer than 6 points may lie on a line by chance.
            if floors.len() < 6 {
                continue;
            }
            for alpha in Irrational::simple() {
                budget.check()?;
                if !floors.iter().all(|&(k, floor)| alpha.floor_of(k) == Some(floor)) {
                    continue;
                }
                let fit = Beatty { alpha, rule: rule.clone() };
                if data.points().all(|point| fit.at(&point) == Some(data.at(&point).into())) {
                    return Ok(Some(fit));
                }
            }
        }
        Ok(None)
    }
}

/// A rule, with the pairs (k, floor(kα)) that its number α must satisfy.
type Floors = (BeattyRule, Vec<(u64, u64)>);

fn pairs(data: &Data) -> Option<Floors> {
    let side = data.side();
    // For each difference, list the smaller numbers of the P-positions.
    let by_difference: Vec<Vec<u64>> =
        (0..side).map(|d| (0..side - d).filter(|&low| data.at(&[low, low + d]) == 0).collect()).collect();
    let lost: Vec<u64> = (0..side).filter(|&d| !by_difference[d as usize].is_empty()).collect();
    let [.., before, last] = lost[..] else { return None };
    let step = last - before;
    // Round k consists of the differences from k*step to (k+1)*step - 1. A round is regular if its only P-position has
    // the difference k*step. The first rounds may be exceptions, as under misère play.
    let regular = |k: u64| {
        let range = k * step..((k + 1) * step).min(side);
        range.clone().all(|d| by_difference[d as usize].len() == usize::from(d % step == 0)) || range.start > last
    };
    let rounds = last / step;
    for skipped in 0..=3u64 {
        if !(skipped..rounds).all(regular) {
            continue;
        }
        let floors: Vec<(u64, u64)> =
            (skipped..=rounds).filter_map(|k| Some((k, *by_difference[(k * step) as usize].first()?))).collect();
        // List the pairs of the skipped rounds one by one.
        let early = (0..skipped * step).flat_map(|d| by_difference[d as usize].iter().map(move |&low| [low, low + d]));
        let fits = |&(k, floor): &(u64, u64)| floor <= 20 * (k + 1);
        let rule = BeattyRule::Pairs { step, from: skipped * step, early: early.collect() };
        let slope = |(k, floor): (u64, u64)| (floor, floor + 1, k.max(1));
        // If no line through the origin fits all points, skip another round.
        let low = floors.iter().filter(|f| f.0 > 0).map(|&f| slope(f));
        let consistent = low.clone().all(|(a, _, k)| low.clone().all(|(_, b, l)| a * l < b * k));
        if consistent && floors.iter().all(fits) && floors.iter().all(|&(k, floor)| k > 0 || floor == 0) {
            return Some((rule, floors));
        }
    }
    None
}

fn ratio_bound(data: &Data) -> Option<Floors> {
    let side = data.side();
    let zero = (0..side).all(|high| data.at(&[0, high]) == 0);
    let equal = data.at(&[1, 1]) == 0;
    let mut floors = vec![];
    for low in 1..side {
        let run = (low + 1..side).take_while(|&high| data.at(&[low, high]) == 0).count() as u64;
        // Runs that reach the edge of the table may continue beyond it.
        if low + run + 1 >= side {
            break;
        }
        floors.push((low, low + run));
    }
    Some((BeattyRule::RatioBound { zero, equal }, floors))
}
