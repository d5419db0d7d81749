//! Who moves.

/// Who moves. Two-player games seat Left at 0 and Right at 1; n-player games count on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(pub u8);

impl Seat {
    /// The first of two players.
    pub const LEFT: Seat = Seat(0);
    /// The second of two players.
    pub const RIGHT: Seat = Seat(1);

    /// The opponent, in a game of two.
    ///
    /// ```
    /// use grundy_rules::Seat;
    /// assert_eq!(Seat::LEFT.other(), Seat::RIGHT);
    /// assert_eq!(Seat::RIGHT.other(), Seat::LEFT);
    /// ```
    pub fn other(self) -> Seat {
        Seat(1 - self.0.min(1))
    }
}
