//! The kernels, and statistics of their work for comparing kernels and machines.

use grundy_rules::clock::Instant;
use std::hint::black_box;
use std::time::Duration;

/// An algorithm that computes values. All kernels compute the same values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// The definition of the Grundy value.
    Direct,
    /// The sparse space, one heap at a time.
    Scalar,
    /// The sparse space in bit planes, thousands of heaps at a time, once the sequence is long enough.
    Planes,
    /// All pairs, dozens of heaps at a time; most pairs are only compared with the open values.
    Filter,
}

impl Kernel {
    /// All kernels, in the order of [`kernel_stats`](crate::Sequence::kernel_stats).
    pub const ALL: [Kernel; 4] = [Kernel::Direct, Kernel::Scalar, Kernel::Planes, Kernel::Filter];

    /// Returns the name that the documentation and messages use.
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

/// The work of one kernel in one process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelStats {
    /// The number of values computed.
    pub heaps: u64,
    /// The number of splits of these heaps into two heaps, even if the kernel did not visit all of them.
    pub pairs: u128,
    /// The elapsed time in nanoseconds.
    pub nanoseconds: u64,
}

/// Estimates the number of processor cycles per microsecond with a chain of dependent operations.
///
/// Takes at most about a millisecond. On a busy machine the result may be too small.
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
            // Each step takes two cycles, since each of its operations waits for the previous one.
            x = x.wrapping_add(0x9e37_79b9).rotate_left(7);
        }
        black_box(x);
        start.elapsed()
    };
    let least = (0..8).map(|_| chain()).min().unwrap_or(Duration::from_micros(1));
    (2_000 * u64::from(STEPS) / (least.as_nanos() as u64).max(1)).max(1)
}

impl KernelStats {
    /// Returns the number of pairs per processor cycle, in hundredths.
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
