//! Estimates of the cost of solving a game.

/// The cost of solving all positions that play from a given position reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// The number of tiers.
    pub tiers: u64,
    /// The number of groups of tiers, which are solved one after another.
    pub groups: u64,
    /// The number of slots of all tiers.
    pub slots: u64,
    /// The number of slots of the largest group.
    pub largest: u64,
    /// The approximate number of moves.
    pub moves: u64,
    /// The bytes of memory for the largest group, including the tiers to which its moves lead.
    pub memory: u64,
    /// The bytes of the final and the temporary files together.
    pub disk: u64,
    /// The seconds that one core would need.
    pub core_seconds: u64,
    /// The measured speed in slots per second and core.
    pub rate: u64,
    /// The number of slots solved for the measurement.
    pub measured: u64,
}
