//! Theorems on Cutcake and Maundy Cake. All values of these games are integers.

use super::rule::{Rule, RuleMove};
use crate::evaluation::walk::Parameters;
use grundy_rules::{Claim, CompactSort, Coordinates, Game, IntegerMoves, MoveList, Player, Theorem};

/// Returns the theorems of the game with this name.
pub(crate) fn theorems(name: &str) -> &'static [Theorem<Rule>] {
    match name {
        "cutcake" => &CUTCAKE,
        "maundy_cake" => &MAUNDY_CAKE,
        _ => &[],
    }
}

/// The largest number that is factored into primes by trial division.
const MAX_FACTORED: u64 = 1 << 40;

static CUTCAKE: [Theorem<Rule>; 1] = [Theorem::new(
    "halved-cake",
    "Berlekamp, Conway, Guy 1982, ch. 2",
    "Halve the numbers of rows and columns, rounding down, until one of them is 1. If n columns are left, the value is \
     n-1; if m rows are left, the value is 1-m.",
    Claim::GameValue {
        value: |_, component: &Parameters, values| values.integer(cutcake(component[0], component[1])),
        moves: Some(IntegerMoves { bounds: cut_bounds, count: cut_count, moves: cut_moves }),
    },
)];

static MAUNDY_CAKE: [Theorem<Rule>; 1] = [Theorem::new(
    "divided-cake",
    "Berlekamp, Conway, Guy 1982, ch. 2",
    "If the numbers of rows and columns have equally many prime factors (with multiplicity), the value is 0. If the \
        number of columns has d more, keep only its d largest prime factors p <= q <= ... and let n be their product. \
        The value is then n/p + n/(p*q) + ... + 1. If the number of rows has more, the value is the negative of the \
        same sum for the rows.",
    Claim::GameValue {
        value: |_, component: &Parameters, values| values.integer(maundy_cake(component[0], component[1])),
        moves: Some(IntegerMoves { bounds: division_bounds, count: division_count, moves: division_moves }),
    },
)
.within("up to 2^40 rows and columns, and 2^61 cells", |_, component| {
    component.iter().all(|&n| n <= MAX_FACTORED) && u128::from(component[0]) * u128::from(component[1]) <= 1 << 61
})];

/// Returns the value of a cake of `m` rows and `n` columns in Cutcake.
pub fn cutcake(m: u64, n: u64) -> i64 {
    if m == 0 || n == 0 {
        return 0;
    }
    let halvings = m.ilog2().min(n.ilog2());
    match (m >> halvings, n >> halvings) {
        (1, n) => n as i64 - 1,
        (m, _) => 1 - m as i64,
    }
}

/// Returns bounds on the sum of the values of the two cakes after a cut.
///
/// The value of a cake is at most the number of its columns and at least minus the number of its rows.
fn cut_bounds(_: &Rule, component: &Parameters, _: Player) -> (i64, i64) {
    let [m, n] = [component[0], component[1]].map(|n| n.min(1 << 61) as i64);
    (-2 * m, 2 * n)
}

/// The cuts at the numbers from `first` to `last` whose remainder modulo `modulus` is at most `rest`.
#[derive(Clone, Copy, Debug)]
pub struct Cuts {
    first: u64,
    last: u64,
    modulus: u64,
    rest: u64,
}

impl Cuts {
    /// Returns the number of cuts.
    pub fn count(self) -> u128 {
        let below = |end: u64| {
            u128::from(end / self.modulus) * u128::from(self.rest + 1)
                + u128::from((end % self.modulus).min(self.rest + 1))
        };
        below(self.last + 1) - below(self.first)
    }

    /// Returns an iterator over the cuts, each given by the number at which it cuts.
    pub fn numbers(self) -> impl Iterator<Item = u64> {
        let blocks = self.first / self.modulus..=self.last / self.modulus;
        blocks.flat_map(move |block| {
            let start = block * self.modulus;
            start.max(self.first)..=(start + self.rest).min(self.last)
        })
    }
}

/// Returns the cuts between columns whose two cakes have values that add up to at least `min_total`.
///
/// The cake has `m` rows and `n` columns. A cut is given by the number of columns on its smaller side.
pub fn cuts(m: u64, n: u64, min_total: i64) -> Vec<Cuts> {
    if m == 0 || n < 2 {
        return vec![];
    }
    let half = n / 2;
    // `power` is the largest power of 2 that is at most the number of rows. While a side has fewer than `power`
    // columns, its value changes only where its number of columns is a power of 2.
    let power = 1u64 << m.ilog2();
    let mut starts = vec![1];
    for bit in (0..=m.ilog2()).map(|k| 1u64 << k).filter(|&bit| bit < n) {
        starts.extend([bit, n - bit + 1].into_iter().filter(|start| (1..=half).contains(start)));
    }
    starts.compact_sort();
    starts.dedup();
    let ends: Vec<u64> = starts.iter().skip(1).map(|start| start - 1).chain([half]).collect();
    let mut result = vec![];
    for (first, last) in starts.into_iter().zip(ends) {
        let segment = Cuts { first, last, modulus: 1, rest: 0 };
        let total = i128::from(cutcake(m, first)) + i128::from(cutcake(m, n - first));
        let min_total = i128::from(min_total);
        if n - first < power {
            if total >= min_total {
                result.push(segment);
            }
        } else if first < power {
            // The value of the larger side decreases by 1 for every `power` columns on the smaller side.
            let missing = min_total - i128::from(cutcake(m, first)) + 1;
            let max_first = i128::from(n) - missing.max(0) * i128::from(power);
            let last = i128::from(last).min(max_first);
            if last >= i128::from(first) {
                result.push(Cuts { last: last as u64, ..segment });
            }
        } else {
            // The total drops by 1 if the remainder of the smaller side modulo `power` exceeds that of `n`.
            let base_total = i128::from(n / power) - 2;
            if min_total < base_total {
                result.push(segment);
            } else if min_total == base_total {
                result.push(Cuts { modulus: power, rest: n % power, ..segment });
            }
        }
    }
    result
}

/// Returns the cuts by a player after which the total value of the two cakes is within `bound`.
///
/// The total must be at least `bound` for cuts by Left, and at most `bound` for cuts by Right. Cuts by Right are those
/// by Left with rows and columns exchanged and the bound negated.
fn cuts_by(component: &Parameters, by: Player, bound: i64) -> Vec<Cuts> {
    match by == Player::LEFT {
        true => cuts(component[0], component[1], bound),
        false => cuts(component[1], component[0], bound.saturating_neg()),
    }
}

fn cut_count(_: &Rule, component: &Parameters, by: Player, bound: i64) -> u128 {
    cuts_by(component, by, bound).into_iter().map(Cuts::count).sum()
}

fn cut_moves<'a>(rule: &'a Rule, component: &'a Parameters, by: Player, bound: i64) -> MoveList<'a, RuleMove> {
    let (m, n) = (component[0], component[1]);
    let after = move |cut: u64| -> [Coordinates; 2] {
        if by == Player::LEFT { [[m, cut, 0], [m, n - cut, 0]] } else { [[cut, n, 0], [m - cut, n, 0]] }
    };
    let cuts = cuts_by(component, by, bound).into_iter().flat_map(Cuts::numbers);
    Box::new(cuts.filter_map(move |cut| rule.move_to(component, by, &after(cut))))
}

/// Returns the prime factors in ascending order, with multiplicity.
fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut primes = vec![];
    let mut p = 2;
    while p * p <= n {
        while n.is_multiple_of(p) {
            primes.push(p);
            n /= p;
        }
        p += if p == 2 { 1 } else { 2 };
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

/// Returns the value of a cake in Maundy Cake from the prime factors of its rows and columns.
fn value_from_primes(rows: &[u64], columns: &[u64]) -> i64 {
    let (larger, sign) = if columns.len() < rows.len() { (rows, -1) } else { (columns, 1) };
    let excess = &larger[rows.len().min(columns.len())..];
    let mut remaining: u64 = excess.iter().product();
    let mut value = 0;
    for p in excess {
        remaining /= p;
        value += remaining as i64;
    }
    sign * value
}

/// Returns the value of a cake of `m` rows and `n` columns in Maundy Cake.
pub fn maundy_cake(m: u64, n: u64) -> i64 {
    if m == 0 || n == 0 { 0 } else { value_from_primes(&prime_factors(m), &prime_factors(n)) }
}

/// Returns bounds on the total value after a division.
///
/// The absolute value of the total is at most the number of cells.
fn division_bounds(_: &Rule, component: &Parameters, _: Player) -> (i64, i64) {
    let cells = (component[0] * component[1]) as i64;
    (-cells, cells)
}

/// Returns the numbers of pieces into which a player can divide the cake, in ascending order.
///
/// The list contains only divisions after which the total value is at least `bound` (for Left) or at most `bound` (for
/// Right).
fn divisions(component: &Parameters, by: Player, bound: i64) -> Vec<u64> {
    let (m, n) = (component[0], component[1]);
    if m == 0 || n == 0 {
        return vec![];
    }
    let (rows, columns) = (prime_factors(m), prime_factors(n));
    let divided = if by == Player::LEFT { &columns } else { &rows };
    // Each divisor comes with the prime factors of the quotient by it.
    let mut divisors: Vec<(u64, Vec<u64>)> = vec![(1, vec![])];
    let mut at = 0;
    while at < divided.len() {
        let p = divided[at];
        let multiplicity = divided[at..].iter().take_while(|&&q| q == p).count();
        divisors = divisors
            .into_iter()
            .flat_map(|(d, rest_primes)| {
                (0..=multiplicity).map(move |k| {
                    let rest_primes =
                        rest_primes.iter().copied().chain(std::iter::repeat_n(p, multiplicity - k)).collect();
                    (d * p.pow(k as u32), rest_primes)
                })
            })
            .collect();
        at += multiplicity;
    }
    let is_within = |(d, rest_primes): &(u64, Vec<u64>)| {
        let piece_value = match by == Player::LEFT {
            true => value_from_primes(&rows, rest_primes),
            false => value_from_primes(rest_primes, &columns),
        };
        let total_value = i128::from(piece_value) * i128::from(*d);
        *d > 1 && if by == Player::LEFT { total_value >= i128::from(bound) } else { total_value <= i128::from(bound) }
    };
    let mut fitting: Vec<u64> = divisors.iter().filter(|one| is_within(one)).map(|(d, _)| *d).collect();
    fitting.compact_sort();
    fitting
}

fn division_count(_: &Rule, component: &Parameters, by: Player, bound: i64) -> u128 {
    divisions(component, by, bound).len() as u128
}

fn division_moves<'a>(_rule: &'a Rule, component: &'a Parameters, by: Player, bound: i64) -> MoveList<'a, RuleMove> {
    let (m, n) = (component[0], component[1]);
    let after = move |d: u64| if by == Player::LEFT { [m, n / d] } else { [m / d, n] };
    let mv = move |d: u64| RuleMove {
        components: [(Parameters::from_slice(&after(d)), d)].into_iter().collect(),
        points: 0,
    };
    Box::new(divisions(component, by, bound).into_iter().map(mv))
}
