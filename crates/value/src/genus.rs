//! The genus, a pair of the normal and misère Grundy values, and sums of components of known genus.
//!
//! Source: J. H. Conway, *On Numbers and Games* (1976), chapter 12; V. Gurvich and N. B. Ho, "On tame, pet,
//! domestic, and miserable impartial games", Discrete Applied Mathematics 243 (2018).

use crate::{Nimber, Outcome, Play};
use std::fmt;

/// The normal and the misère Grundy value of a position.
///
/// Both are the mex of the options' values; a position without moves has normal value 0 and misère value 1.
/// A position is a misère P-position if and only if its misère value is 0.
///
/// ```
/// use grundy_value::Genus;
/// assert_eq!(Genus::for_nim_heap(0).to_string(), "(0,1)");
/// assert_eq!(Genus::for_nim_heap(1).to_string(), "(1,0)");
/// assert_eq!(Genus::for_nim_heap(5).to_string(), "(5,5)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Genus {
    /// The Grundy value under normal play.
    pub normal: Nimber,
    /// The Grundy value under misère play.
    pub misere: Nimber,
}

impl Genus {
    /// The genus of a position without moves.
    pub const END: Genus = Genus { normal: Nimber(0), misere: Nimber(1) };

    /// Returns the genus of a Nim heap: misère play exchanges the values of heaps 0 and 1, and no others.
    pub fn for_nim_heap(size: u128) -> Genus {
        let misere = if size <= 1 { 1 - size } else { size };
        Genus { normal: Nimber(size), misere: Nimber(misere) }
    }

    /// Returns the genus (k,k), for example of Nim heaps of which at least one is larger than 1.
    pub fn firm(k: Nimber) -> Genus {
        Genus { normal: k, misere: k }
    }

    /// Returns whether this is (0,1) or (1,0).
    ///
    /// Under best play, the same player then makes the last move under both conventions.
    pub fn is_fickle(self) -> bool {
        matches!((self.normal.0, self.misere.0), (0, 1) | (1, 0))
    }

    /// Returns whether this is the genus of some Nim position: (0,1), (1,0) or (k,k).
    pub fn is_tame(self) -> bool {
        self.is_fickle() || self.normal == self.misere
    }

    /// Returns the outcome of a position of this genus under misère play.
    pub fn misere_outcome(self) -> Outcome {
        self.misere.outcome()
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.normal.0, self.misere.0)
    }
}

/// A sum of components of known genus, for both play conventions.
///
/// A component of genus (0,1) or (1,0) is *fickle*; other tame components are *firm*.
///
/// Under normal play each component equals a Nim heap, and the value of the sum is the xor of their sizes. Under
/// misère play this theory needs components all of whose followers are tame, which the caller must check. The
/// sum is then fickle if all components are, otherwise firm, and its normal value is the xor of their values.
///
/// ```
/// use grundy_value::{Genus, NimSum, Outcome};
/// // misère Nim on heaps 1, 1, 2: the heap of 2 decides, the player to move wins.
/// let sum: NimSum = [1, 1, 2].map(Genus::for_nim_heap).into_iter().collect();
/// assert_eq!(sum.genus().misere_outcome(), Outcome::N);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NimSum {
    xor: Nimber,
    firm_count: u128,
}

impl NimSum {
    /// Adds `copies` components of the given genus.
    pub fn add(&mut self, genus: Genus, copies: u64) {
        let firm_count = u128::from(!genus.is_fickle());
        self.add_sum(NimSum { xor: genus.normal, firm_count }, copies);
    }

    /// Adds `copies` times another sum.
    pub fn add_sum(&mut self, other: NimSum, copies: u64) {
        self.xor += other.xor.times(copies);
        self.firm_count += other.firm_count * u128::from(copies);
    }

    /// Returns the sum without one component of the given genus; the sum must contain such a component.
    pub fn without(mut self, genus: Genus) -> NimSum {
        self.xor += genus.normal;
        self.firm_count -= u128::from(!genus.is_fickle());
        self
    }

    /// Returns the Grundy value of the sum under normal play.
    pub fn value(self) -> Nimber {
        self.xor
    }

    /// Returns the genus of the sum, provided that all components are tame.
    pub fn genus(self) -> Genus {
        if self.firm_count > 0 { Genus::firm(self.xor) } else { Genus::for_nim_heap(self.xor.0) }
    }

    /// Returns the outcome of the sum; under misère play all components must be tame.
    pub fn outcome(self, play: Play) -> Outcome {
        match play {
            Play::Normal => self.xor.outcome(),
            Play::Misere => self.genus().misere_outcome(),
        }
    }

    /// Returns the size of the Nim heap that makes a P-position together with this sum.
    ///
    /// ```
    /// use grundy_value::{Genus, NimSum, Play};
    /// let ones: NimSum = [1, 1].map(Genus::for_nim_heap).into_iter().collect();
    /// assert_eq!(ones.p_position_heap(Play::Normal), 0);
    /// assert_eq!(ones.p_position_heap(Play::Misere), 1);
    /// ```
    pub fn p_position_heap(self, play: Play) -> u128 {
        if play == Play::Misere && self.firm_count == 0 { self.xor.0 ^ 1 } else { self.xor.0 }
    }

    /// Returns whether a component of the given genus makes a P-position together with this sum.
    ///
    /// Under misère play, if this sum is firm, only the normal value of the component matters.
    pub fn completed_by(self, genus: Genus, play: Play) -> bool {
        let mut sum = self;
        sum.add(genus, 1);
        sum.outcome(play) == Outcome::P
    }
}

impl FromIterator<Genus> for NimSum {
    fn from_iter<I: IntoIterator<Item = Genus>>(genera: I) -> NimSum {
        let mut sum = NimSum::default();
        for genus in genera {
            sum.add(genus, 1);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the theorem on random small DAGs whose positions are all tame.
    ///
    /// The genus of each sum of two positions, computed from the game tree, is the one that `NimSum`
    /// predicts.
    #[test]
    fn tame_sums_behave_as_misere_nim() {
        let mut seed = 7u64;
        let mut random = move |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        let mut tame_graphs = 0;
        let mut firm_zeros = 0;
        while tame_graphs < 400 {
            let n = 3 + random(6) as usize;
            let edges: Vec<Vec<usize>> = (0..n).map(|v| (0..v).filter(|_| random(5) < 2).collect()).collect();
            let mut genus: Vec<Genus> = vec![];
            for options in &edges {
                let pair = |f: fn(&Genus) -> Nimber| options.iter().map(|&w| f(&genus[w]).0).collect::<Vec<_>>();
                genus.push(if options.is_empty() {
                    Genus::END
                } else {
                    Genus {
                        normal: Nimber(crate::mex(pair(|g| g.normal))),
                        misere: Nimber(crate::mex(pair(|g| g.misere))),
                    }
                });
            }
            if !genus.iter().all(|g| g.is_tame()) {
                continue;
            }
            tame_graphs += 1;
            firm_zeros += genus.iter().filter(|g| **g == Genus::firm(Nimber(0))).count();
            let mut misere = vec![vec![0u128; n]; n];
            for v in 0..n {
                for w in 0..n {
                    let mut options: Vec<u128> = edges[v].iter().map(|&x| misere[x][w]).collect();
                    options.extend(edges[w].iter().map(|&x| misere[v][x]));
                    misere[v][w] = if options.is_empty() { 1 } else { crate::mex(options) };
                    let sum: NimSum = [genus[v], genus[w]].into_iter().collect();
                    assert_eq!(sum.genus().misere.0, misere[v][w], "{edges:?} {v}+{w}");
                    let rest = sum.without(genus[v]);
                    for &x in &edges[v] {
                        let wins = misere[x][w] == 0;
                        assert_eq!(rest.completed_by(genus[x], Play::Misere), wins, "{edges:?} {v}->{x} beside {w}");
                    }
                }
            }
        }
        assert!(firm_zeros > 10, "the firm zero must occur: {firm_zeros}");
    }
}
