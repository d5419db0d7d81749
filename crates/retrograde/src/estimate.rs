//! What it would take to solve a game.

/// What it would take to solve all positions that play from one reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// How many tiers there are.
    pub tiers: u64,
    /// How many groups of tiers there are: one after another is solved.
    pub groups: u64,
    /// How many slots all have together.
    pub slots: u64,
    /// How many slots the largest group has.
    pub largest: u64,
    /// How many moves there are, about.
    pub moves: u64,
    /// The bytes of memory that the largest group takes, with the tiers that its moves lead to.
    pub memory: u64,
    /// The bytes of the files in the end, and of those while it is solved.
    pub disk: u64,
    /// The seconds that one core takes.
    pub core_seconds: u64,
    /// How many slots a second one core solved while this was measured.
    pub rate: u64,
    /// How many slots were solved to measure it.
    pub measured: u64,
}
