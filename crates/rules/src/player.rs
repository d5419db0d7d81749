//! The players of a game.

/// A player: in two-player games Left is 0 and Right is 1, in n-player games the players are 0 to n-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(pub u8);

impl Player {
    /// Left, one of two players.
    pub const LEFT: Player = Player(0);
    /// Right, the other of two players.
    pub const RIGHT: Player = Player(1);

    /// Returns the opponent, in a game of two players.
    ///
    /// ```
    /// use grundy_rules::Player;
    /// assert_eq!(Player::LEFT.other(), Player::RIGHT);
    /// assert_eq!(Player::RIGHT.other(), Player::LEFT);
    /// ```
    pub fn other(self) -> Player {
        Player(1 - self.0.min(1))
    }
}
