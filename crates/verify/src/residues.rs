//! Subtraction games whose set of amounts may be infinite.
//!
//! The certificate claims outcomes o(n): they are listed for n < n0 + p, and o(n+p) = o(n) for n >= n0. They
//! are correct if
//! - (P) no amount of the set leads from a P-position to a P-position;
//! - (N) from every N-position some amount leads to a P-position, except under misère play from heaps too small for
//!   any move;
//! - (M) under misère play, no heap too small for any move is a P-position.
//!
//! These conditions state that o satisfies the definition of outcomes, which by induction on n has a single solution.
//!
//! *(N)* The certificate gives amounts w(0), ..., w(m-1) with m >= n0 + p. For an N-position i, w(i) must be in the set
//! and at most i, with o(i - w(i)) = P. The last p amounts also cover the heaps i + j*p with j > 0, in one of two ways:
//! - with the same amount, if o(i + j*p - w(i)) = P for all j. For i + j*p - w(i) >= n0 this does not depend on j, so
//!   only the smaller j and the first such j need a check;
//! - with the same target, if all amounts from w(i) on are in the set. Then w(i) + j*p leads from i + j*p to i - w(i),
//!   a P-position.
//!
//! *(P)* Amounts up to n0 + p are tried one by one against all pairs of P-positions. For larger amounts, call the
//! residue modulo p of a P-position n >= n0 a *residue of P*. Which amounts a > n0 are differences x - y of two
//! P-positions?
//! - If y >= n0, then x >= n0 too. Such a pair exists iff a is congruent to the difference of two residues of P.
//! - If y < n0 <= x, then a + y = x, so a + y is congruent to a residue of P.
//! - If x < n0, then a < n0, which is excluded here.
//!
//! So whether an amount a > n0 is forbidden depends only on its residue modulo p. It is forbidden if it is congruent to
//! a difference r - s, or r - y with y < n0, where o(y) = P and r, s are residues of P. Large amounts are therefore
//! checked by their residues, all of which are enumerated:
//! - a range has at most p different residues, which its first p members exhibit;
//! - b^k: the residue of a power determines the residue of the next power, so the check ends when a residue recurs;
//! - k^e: the residue depends on k modulo p only, so p consecutive powers have all residues;
//! - triangular numbers k(k+1)/2: the residue depends on k modulo 2p only;
//! - factorials: they are listed up to the first multiple of p, after which all are multiples;
//! - squarefree numbers: no square above 1 divides both the number and p, so none divides both its residue and p;
//! - practical numbers: those above 1 are even, so for even p the residue is even. (More residues are checked than
//!   those that occur, so the check may refuse a true certificate, but never accepts a false one.)
//! - Fibonacci numbers: the residues of two consecutive numbers determine the next, so the check ends when a pair
//!   recurs;
//! - primes: a prime above p is coprime to p, since a common divisor d > 1 would be at most p. So its residue is
//!   coprime to p. (Every such residue occurs, by Dirichlet's theorem, but the proof does not need this.)

use crate::certificate::refused;
use crate::periodic::{Game, check_least, checked_lengths};
use crate::work::WorkCounter;
use grundy_lang::{Text, text};
use grundy_rules::{Amounts, NamedSet, Play, Result, Ruleset};
use std::collections::HashSet;

/// Checks outcomes and their witnesses; returns the number of heaps examined.
pub(crate) fn verify(
    rules: &Ruleset,
    preperiod: u64,
    period: u64,
    outcomes: &str,
    amounts: &[u64],
    work: &mut WorkCounter<'_>,
) -> Result<u64> {
    let Game::Take(set) = Game::from_rules(rules)? else {
        return Err(refused(text!(
            "`{rules}` is not a subtraction game in which both players use the same set",
            rules
        )));
    };
    if let Some(other) = outcomes.chars().find(|c| !matches!(c, 'P' | 'N')) {
        return Err(refused(text!("`{other}` is not an outcome: outcomes are P and N", other)));
    }
    let (n0, p) = checked_lengths(preperiod, period, outcomes.len())?;
    if amounts.len() < n0 + p {
        let message = text!("there are only {amounts} amounts for {n0} outcomes", amounts = amounts.len(), n0 = n0 + p);
        return Err(refused(message));
    }
    let lost: Vec<bool> = outcomes.bytes().map(|letter| letter == b'P').collect();
    check_least(n0, p, &lost, work)?;
    let claim = Outcomes { n0, p, lost, misere: rules.play == Play::Misere, min_amount: set.min() };
    claim.check_winning(set, amounts, work)?;
    claim.check_losing(set, work)?;
    Ok(amounts.len() as u64)
}

/// The claimed outcomes of a subtraction game.
struct Outcomes {
    n0: usize,
    p: usize,
    /// For each of the first n0 + p heaps, whether it is a P-position.
    lost: Vec<bool>,
    misere: bool,
    /// The smallest amount.
    min_amount: u64,
}

impl Outcomes {
    fn is_lost(&self, n: u64) -> bool {
        let n0 = self.n0 as u64;
        if n < n0 { self.lost[n as usize] } else { self.lost[self.n0 + ((n - n0) % self.p as u64) as usize] }
    }

    /// Checks conditions (N) and (M).
    fn check_winning(&self, set: &Amounts, amounts: &[u64], work: &mut WorkCounter<'_>) -> Result<()> {
        for (i, &amount) in amounts.iter().enumerate() {
            work.steps(1)?;
            let i = i as u64;
            let stuck = i < self.min_amount;
            if self.is_lost(i) {
                if self.misere && stuck {
                    return Err(refused(text!(
                        "heap {i} is N: it has no move, so the player to move wins under misère play",
                        i
                    )));
                }
                if amount != 0 {
                    return Err(refused(text!("heap {i} is P, so the amount listed for it must be 0", i)));
                }
                continue;
            }
            let recurs = i as usize + self.p >= amounts.len();
            if self.misere && stuck && amount == 0 && !recurs {
                continue;
            }
            if amount == 0 || amount > i || !set.contains(amount) {
                return Err(refused(text!("{amount} cannot be taken from heap {i}, which is N", amount, i)));
            }
            let target = i - amount;
            if !self.is_lost(target) {
                return Err(refused(text!(
                    "taking {amount} from heap {i}, which is N, does not lead to a P-position",
                    amount,
                    i
                )));
            }
            if recurs && set.open_start().is_none_or(|from| amount < from) {
                self.check_class(i, amount, work)?;
            }
        }
        Ok(())
    }

    /// Checks that taking `amount` also leads to a P-position from heaps i + p, i + 2p, ...
    fn check_class(&self, i: u64, amount: u64, work: &mut WorkCounter<'_>) -> Result<()> {
        let mut heap = i;
        loop {
            work.steps(1)?;
            if !self.is_lost(heap - amount) {
                return Err(refused(text!(
                    "taking {amount} leads to a P-position from heap {i}, but not from heap {heap}",
                    amount,
                    heap,
                    i
                )));
            }
            if heap - amount >= self.n0 as u64 {
                return Ok(());
            }
            heap += self.p as u64;
        }
    }

    /// Checks condition (P).
    fn check_losing(&self, set: &Amounts, work: &mut WorkCounter<'_>) -> Result<()> {
        let (n0, p) = (self.n0, self.p);
        // The pairs (y, y + amount) of P-positions with y below n0 + p represent all pairs.
        for amount in set.between(1, (n0 + p) as u64) {
            for y in 0..(n0 + p) as u64 {
                work.steps(1)?;
                if self.is_lost(y) && self.is_lost(y + amount) {
                    return Err(refused(text!(
                        "taking {amount} from heap {y} leads from one P-position to another",
                        amount,
                        y = y + amount
                    )));
                }
            }
        }
        let forbidden = self.forbidden(work)?;
        let large = (n0 + p) as u64;
        let (ranges, open_range_start) = (set.ranges().iter(), set.open_start());
        for (low, high) in ranges.map(|&(low, high)| (low, high)).chain(open_range_start.map(|from| (from, u64::MAX))) {
            let first = low.max(large + 1);
            // All residues occur among p consecutive numbers; a shorter range is checked completely.
            for amount in (first..=high).take(p) {
                work.steps(1)?;
                self.check_allowed(&forbidden, amount % p as u64, || text!("large amounts"))?;
            }
        }
        for named in set.named_sets() {
            self.check_named(*named, &forbidden, work)?;
        }
        Ok(())
    }

    /// Returns for each residue modulo p whether amounts above n0 with this residue are forbidden.
    ///
    /// An amount is forbidden if it leads from some P-position to another.
    fn forbidden(&self, work: &mut WorkCounter<'_>) -> Result<Vec<bool>> {
        let p = self.p;
        let mut forbidden = vec![false; p];
        let residues: Vec<usize> = (self.n0..self.n0 + p).filter(|&n| self.lost[n]).collect();
        // The first n0 + p heaps include all P-positions below n0 and a representative of each residue of P.
        for y in (0..self.n0 + p).filter(|&n| self.lost[n]) {
            work.steps(residues.len() as u64)?;
            residues.iter().for_each(|r| forbidden[(r + p - y % p) % p] = true);
        }
        Ok(forbidden)
    }

    fn check_allowed(&self, forbidden: &[bool], residue: u64, what: impl Fn() -> Text) -> Result<()> {
        if forbidden[residue as usize] {
            let message = text!(
                "taking {what} congruent to {residue} modulo {p} leads from some P-position to another",
                what = what(),
                residue,
                p = self.p
            );
            return Err(refused(message));
        }
        Ok(())
    }

    fn check_named(&self, named: NamedSet, forbidden: &[bool], work: &mut WorkCounter<'_>) -> Result<()> {
        let p = self.p as u64;
        let large = (self.n0 + self.p) as u64;
        let times = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(p)) as u64;
        match named {
            NamedSet::Powers(base) => {
                // Compute the first large power exactly; from there on residues suffice.
                let mut power = 1u128;
                while power <= u128::from(large) {
                    power *= u128::from(base);
                }
                let mut residue = (power % u128::from(p)) as u64;
                let mut seen = HashSet::new();
                while seen.insert(residue) {
                    work.steps(1)?;
                    self.check_allowed(forbidden, residue, || text!("large powers of {base}", base))?;
                    residue = times(residue, base % p);
                }
            }
            NamedSet::NthPowers(2) => {
                // The residue of k^2 depends only on k modulo p.
                for k in 0..p {
                    work.steps(1)?;
                    self.check_allowed(forbidden, times(k, k), || text!("large squares"))?;
                }
            }
            NamedSet::NthPowers(exponent) => {
                for k in 0..p {
                    work.steps(exponent.into())?;
                    let residue = (0..exponent).fold(1 % p, |power, _| times(power, k));
                    self.check_allowed(forbidden, residue, || {
                        text!("large powers with the exponent {exponent}", exponent)
                    })?;
                }
            }
            NamedSet::Triangular => {
                // The residue of k(k+1)/2 depends only on k modulo 2p.
                for k in 0..2 * u128::from(p) {
                    work.steps(1)?;
                    let residue = (k * (k + 1) / 2 % u128::from(p)) as u64;
                    self.check_allowed(forbidden, residue, || text!("large triangular numbers"))?;
                }
            }
            NamedSet::Factorials => {
                let (mut factorial, mut k) = (1u128, 1u64);
                while factorial <= u128::from(large) {
                    k += 1;
                    factorial *= u128::from(k);
                }
                // From p! on, the residue is 0.
                let mut residue = (factorial % u128::from(p)) as u64;
                loop {
                    work.steps(1)?;
                    self.check_allowed(forbidden, residue, || text!("large factorials"))?;
                    if residue == 0 {
                        break;
                    }
                    k += 1;
                    residue = times(residue, k % p);
                }
            }
            NamedSet::Squarefree => {
                // A square that divides both p and the residue divides the number.
                for residue in 0..p {
                    let common = gcd(residue, p);
                    work.steps(common.isqrt())?;
                    if (2..).take_while(|q| q * q <= common).all(|q| !common.is_multiple_of(q * q)) {
                        self.check_allowed(forbidden, residue, || text!("large squarefree numbers"))?;
                    }
                }
            }
            NamedSet::Practical => {
                // All practical numbers above 1 are even. More residues than those that occur are checked here.
                for residue in (0..p).filter(|residue| p % 2 == 1 || residue % 2 == 0) {
                    work.steps(1)?;
                    self.check_allowed(forbidden, residue, || text!("large practical numbers"))?;
                }
            }
            NamedSet::Fibonacci => {
                let (mut a, mut b) = (1u128, 2u128);
                while a <= u128::from(large) {
                    (a, b) = (b, a + b);
                }
                let start = ((a % u128::from(p)) as u64, (b % u128::from(p)) as u64);
                // The map from pair to pair is invertible, so the first pair that recurs is the start.
                let mut pair = start;
                loop {
                    work.steps(1)?;
                    self.check_allowed(forbidden, pair.0, || text!("large Fibonacci numbers"))?;
                    pair = (pair.1, (pair.0 + pair.1) % p);
                    if pair == start {
                        break;
                    }
                }
            }
            NamedSet::Primes => {
                for residue in 0..p {
                    work.steps(1)?;
                    if gcd(residue, p) == 1 {
                        self.check_allowed(forbidden, residue, || text!("large primes"))?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
