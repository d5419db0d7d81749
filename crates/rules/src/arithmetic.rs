//! Sums, negatives and multiples of positions, and the positions after moves.

use crate::{AnyMove, ComponentIndex, Player, PositionSum, SumTerm};
use grundy_value::Play;
use std::ops::{Add, Mul, Neg, Sub};

impl Clone for SumTerm {
    /// The clone shares the rules.
    fn clone(&self) -> SumTerm {
        SumTerm { negative: self.negative, copies: self.copies, position: self.position.clone_box() }
    }
}

/// Adds two positions.
///
/// The sum is misère if one of the operands is, because `misere` applies to a whole sum. Its library joins
/// those of both operands.
///
/// ```
/// let [nim, kayles] = ["nim(3)", "kayles(5)"].map(|text| grundy_games::parse(text).unwrap());
/// assert_eq!((nim.clone() + 2 * kayles.clone()).to_string(), "nim(3) + 2*kayles(5)");
/// assert_eq!((nim - kayles).to_string(), "nim(3) + -kayles(5)");
/// ```
impl Add for PositionSum {
    type Output = PositionSum;

    fn add(mut self, other: PositionSum) -> PositionSum {
        if other.play == Play::Misere {
            self.play = Play::Misere;
        }
        self.library = self.library.joined(&other.library);
        self.terms.extend(other.terms);
        self
    }
}

/// Exchanges Left and Right in all terms.
impl Neg for PositionSum {
    type Output = PositionSum;

    fn neg(mut self) -> PositionSum {
        self.terms.iter_mut().for_each(|term| term.negative = !term.negative);
        self
    }
}

/// Adds the negative of the other position.
impl Sub for PositionSum {
    type Output = PositionSum;

    fn sub(self, other: PositionSum) -> PositionSum {
        self + -other
    }
}

/// Multiplies the number of copies of every term.
///
/// # Panics
/// If a term would have more than 2^64-1 copies.
impl Mul<PositionSum> for u64 {
    type Output = PositionSum;

    fn mul(self, mut spec: PositionSum) -> PositionSum {
        for term in &mut spec.terms {
            term.copies = term.copies.checked_mul(self).expect("at most 2^64-1 copies of a term");
        }
        spec
    }
}

/// Multiplies as `u64 * PositionSum` does.
impl Mul<u64> for PositionSum {
    type Output = PositionSum;

    fn mul(self, copies: u64) -> PositionSum {
        copies * self
    }
}

impl PositionSum {
    /// Returns the sum of other terms, with the play convention and library of this sum.
    #[must_use]
    pub fn with_terms(&self, terms: Vec<SumTerm>) -> PositionSum {
        PositionSum { play: self.play, terms, library: self.library.clone() }
    }

    /// Returns the position after a move of `by`, and the player to move next.
    ///
    /// The move changes one copy of the term at `place`; the other copies stay.
    ///
    /// ```
    /// use grundy_games::parse;
    /// use grundy_rules::{ComponentIndex, Player};
    /// let sum = parse("3*nim(2)").unwrap();
    /// let take_two = sum.terms[0].position.moves(0, Player::LEFT).last().unwrap();
    /// let (left, next) = sum.after(ComponentIndex { term: 0, copy: 1, component: 0 }, Player::LEFT, &take_two);
    /// assert_eq!((left.to_string().as_str(), next), ("nim(2) + nim(0) + nim(2)", Player::RIGHT));
    /// ```
    ///
    /// # Panics
    /// If `place` does not exist.
    pub fn after(&self, place: ComponentIndex, by: Player, mv: &AnyMove) -> (PositionSum, Player) {
        let SumTerm { negative, position, .. } = &self.terms[place.term];
        // In a negative, each player has the moves of the other.
        let player = if *negative { by.other() } else { by };
        let mut terms = Vec::with_capacity(self.terms.len() + 2);
        for (t, term) in self.terms.iter().enumerate() {
            if t != place.term {
                terms.push(term.clone());
                continue;
            }
            if place.copy > 0 {
                terms.push(SumTerm { copies: place.copy, ..term.clone() });
            }
            let results = position.after_counted(place.component, player, mv);
            terms.extend(results.into_iter().map(|(position, copies)| SumTerm {
                negative: *negative,
                copies,
                position,
            }));
            if place.copy + 1 < term.copies {
                terms.push(SumTerm { copies: term.copies - place.copy - 1, ..term.clone() });
            }
        }
        let next = position.next_player(place.component, player, mv);
        (self.with_terms(terms), if *negative { next.other() } else { next })
    }
}
