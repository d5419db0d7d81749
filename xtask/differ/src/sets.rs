//! Sets of amounts in the notation of `take[SET]`.

use crate::random::Random;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Item {
    Range(i64, i64),
    From(i64),
    Powers(i64),
    /// The powers with a fixed exponent of at least 2.
    NthPowers(u32),
    Fibonacci,
    Primes,
    Triangular,
    Factorials,
    Squarefree,
    Practical,
}

/// Returns whether each number up to n is a sum of different divisors of n.
pub fn is_practical(n: i64) -> bool {
    // The numbers from 0 to `sums` are sums of the divisors seen so far; a larger divisor than `sums + 1` leaves a gap.
    let mut sums = 0;
    for d in (1..=n).filter(|d| n % d == 0) {
        if d > sums + 1 {
            return false;
        }
        sums += d;
    }
    sums >= n
}

/// A set, as a list of items.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Set(pub Vec<Item>);

impl Item {
    fn has(self, n: i64) -> bool {
        match self {
            Item::Range(low, high) => low <= n && n <= high,
            Item::From(low) => low <= n,
            Item::Powers(b) => {
                let mut power = 1;
                while power < n {
                    power *= b;
                }
                power == n
            }
            Item::NthPowers(exponent) => (1..=n).any(|k| k.checked_pow(exponent) == Some(n)),
            Item::Fibonacci => {
                let (mut a, mut b) = (1, 2);
                while a < n {
                    (a, b) = (b, a + b);
                }
                a == n
            }
            Item::Primes => n > 1 && (2..n).all(|d| n % d != 0),
            Item::Triangular => (1..=n).any(|k| k * (k + 1) / 2 == n),
            Item::Factorials => {
                let (mut factorial, mut k) = (1, 1);
                while factorial < n {
                    k += 1;
                    factorial *= k;
                }
                factorial == n
            }
            Item::Squarefree => (2..=n).all(|d| n % (d * d) != 0),
            Item::Practical => is_practical(n),
        }
    }

    fn text(self) -> String {
        match self {
            Item::Range(low, high) if low == high => low.to_string(),
            Item::Range(low, high) => format!("{low}..{high}"),
            Item::From(low) => format!("{low}.."),
            Item::Powers(b) => format!("{b}^k"),
            Item::NthPowers(exponent) => format!("k^{exponent}"),
            Item::Fibonacci => "fib".into(),
            Item::Primes => "prime".into(),
            Item::Triangular => "triangular".into(),
            Item::Factorials => "factorials".into(),
            Item::Squarefree => "squarefree".into(),
            Item::Practical => "practical".into(),
        }
    }
}

impl Set {
    pub fn random(largest: i64, random: &mut Random) -> Set {
        let mut items: Vec<Item> = (0..1 + random.below(3))
            .map(|_| {
                let low = random.between(1, largest);
                let high = if random.one_in(3) { random.between(low, largest + 2) } else { low };
                Item::Range(low, high)
            })
            .collect();
        if random.one_in(6) {
            items.push(match random.below(9) {
                0 => Item::From(random.between(1, 5)),
                1 => Item::Powers(random.between(2, 5)),
                2 => Item::NthPowers(random.between(2, 4) as u32),
                3 => Item::Fibonacci,
                4 => Item::Primes,
                5 => Item::Triangular,
                6 => Item::Factorials,
                7 => Item::Squarefree,
                _ => Item::Practical,
            });
            if random.one_in(2) {
                items.rotate_right(1);
            }
            if random.one_in(2) {
                items.truncate(1);
            }
        }
        Set(items)
    }

    /// Returns the amounts up to `bound`, in increasing order.
    pub fn up_to(&self, bound: i64) -> Vec<i64> {
        (1..=bound).filter(|&n| self.0.iter().any(|item| item.has(n))).collect()
    }

    /// Returns a random valid spelling.
    pub fn written(&self, random: &mut Random) -> String {
        let items: Vec<String> = self.0.iter().map(|item| item.text()).collect();
        items.join(*random.pick(&[",", ", ", " , "]))
    }

    /// Returns the canonical text.
    ///
    /// The items are in the order of the reference: numbers and ranges, the open range, the named sets.
    pub fn canonical(&self) -> String {
        if self.0.is_empty() {
            return "{}".into();
        }
        let is_listed = |item: &Item| matches!(item, Item::Range(..) | Item::From(_));
        let listed = Set(self.0.iter().copied().filter(is_listed).collect());
        let open = self.0.iter().filter_map(|item| if let Item::From(low) = item { Some(*low) } else { None }).min();
        let top =
            listed.0.iter().map(|item| if let Item::Range(_, high) = item { *high } else { 0 }).max().unwrap_or(0);
        let mut texts = vec![];
        let mut numbers = listed.up_to(top.max(open.unwrap_or(0)));
        // An open range absorbs the numbers directly before it.
        let mut first = None;
        if let Some(low) = open {
            first = Some(low);
            numbers.retain(|&n| n < low);
            while numbers.last() == first.map(|low| low - 1).as_ref() {
                first = numbers.pop();
            }
        }
        let mut k = 0;
        while k < numbers.len() {
            let mut end = k;
            while end + 1 < numbers.len() && numbers[end + 1] == numbers[end] + 1 {
                end += 1;
            }
            if end - k >= 2 {
                texts.push(format!("{}..{}", numbers[k], numbers[end]));
            } else {
                texts.extend(numbers[k..=end].iter().map(i64::to_string));
            }
            k = end + 1;
        }
        texts.extend(first.map(|low| format!("{low}..")));
        let mut bases: Vec<i64> =
            self.0.iter().filter_map(|item| if let Item::Powers(b) = item { Some(*b) } else { None }).collect();
        bases.sort_unstable();
        bases.dedup();
        texts.extend(bases.iter().map(|b| format!("{b}^k")));
        texts.extend((2..64).filter(|&e| self.0.contains(&Item::NthPowers(e))).map(|e| Item::NthPowers(e).text()));
        let named =
            [Item::Fibonacci, Item::Primes, Item::Triangular, Item::Factorials, Item::Squarefree, Item::Practical];
        for named in named {
            texts.extend(self.0.contains(&named).then(|| named.text()));
        }
        texts.join(",")
    }

    /// Returns the sets with one item less.
    pub fn simpler(&self) -> Vec<Set> {
        if self.0.len() < 2 {
            return vec![];
        }
        (0..self.0.len())
            .map(|k| {
                let mut less = self.clone();
                less.0.remove(k);
                less
            })
            .collect()
    }
}
