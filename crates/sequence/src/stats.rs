//! The kernels, and what they do in a cycle of the processor: for people who compare kernels and machines.

use grundy_rules::clock::Instant;
use std::hint::black_box;
use std::time::Duration;

/// Ways to compute values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// The definition.
    Direct,
    /// The sparse space, one heap at a time.
    Scalar,
    /// The sparse space in bit planes, thousands of heaps at a time, where the sequence is long enough for it.
    Planes,
    /// All pairs, dozens of heaps at a time, most of them held against the open values alone.
    Filter,
}

impl Kernel {
    /// All of them, in the order of [`efforts`](crate::Sequence::efforts).
    pub const ALL: [Kernel; 4] = [Kernel::Direct, Kernel::Scalar, Kernel::Planes, Kernel::Filter];

    /// Its name, as documents and messages have it.
    ///
    /// ```
    /// assert_eq!(grundy_sequence::Kernel::Filter.name(), "filter");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Direct => "direct",
            Kernel::Scalar => "scalar",
            Kernel::Planes => "planes",
            Kernel::Filter => "filter",
        }
    }
}

/// What one kernel has done in one process: what it costs, and never what values there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelStats {
    /// How many values it has computed.
    pub heaps: u64,
    /// How many ways these heaps have to be split in two, whether the kernel went over all of them or not.
    pub pairs: u128,
    /// How long it took by the clock, in nanoseconds.
    pub nanoseconds: u64,
}

/// About how many cycles the processor makes in a microsecond, by a chain of operations that take one each. It takes a
/// millisecond or less; on a busy machine the answer may be too small.
///
/// ```
/// assert!(grundy_sequence::cycles_per_microsecond() > 0);
/// ```
pub fn cycles_per_microsecond() -> u64 {
    const STEPS: u32 = 50_000;
    let chain = || {
        let start = Instant::now();
        let mut x = black_box(1u64);
        for _ in 0..STEPS {
            // Two cycles: each operation waits for the one before.
            x = x.wrapping_add(0x9e37_79b9).rotate_left(7);
        }
        black_box(x);
        start.elapsed()
    };
    let least = (0..8).map(|_| chain()).min().unwrap_or(Duration::from_micros(1));
    (2_000 * u64::from(STEPS) / (least.as_nanos() as u64).max(1)).max(1)
}

impl KernelStats {
    /// Hundredths of a pair in a cycle of a processor that makes so many cycles a microsecond.
    ///
    /// ```
    /// use grundy_sequence::KernelStats;
    /// let effort = KernelStats { heaps: 10, pairs: 3_000_000, nanoseconds: 1_000_000 };
    /// assert_eq!(effort.hundredths_a_cycle(2000), 150);
    /// ```
    pub fn hundredths_a_cycle(&self, cycles_per_microsecond: u64) -> u128 {
        let cycles = u128::from(self.nanoseconds) * u128::from(cycles_per_microsecond);
        self.pairs * 100_000 / cycles.max(1)
    }
}
