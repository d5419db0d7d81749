//! [`Sequence`]: the values computed so far, the search for periods, and the calls of the kernels.

use crate::direct::Direct;
use crate::filter::Filter;
use crate::kernel_choice::KernelChoice;
use crate::lanes::Instructions;
use crate::moves::KernelMoves;
use crate::period::Period;
use crate::period::{PeriodResult, PeriodSearch};
use crate::planes::{Pivots, Planes, STEP};
use crate::space::Space;
use crate::stats::{Kernel, KernelStats};
use crate::values::Checksum;
use crate::values::SequenceValues;
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Error, ErrorKind, Result, Splitting, TheoremInfo};
use std::sync::Arc;

/// The theorem that proves the period of an octal game from sufficiently many equal values.
pub static GUY_SMITH: TheoremInfo = TheoremInfo {
    name: "guy-smith",
    statement: "An octal game whose moves take at most t stones has period p from n0 >= 1 on if G(n+p) = G(n) for n0 \
        <= n < 2*n0 + p + t.",
    source: "Guy and Smith 1956",
    strategy: "",
    scope: "octal games, normal play",
    covers_sums: false,
};

/// Options for computing a sequence. They do not change the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceOptions {
    /// Whether to search for a period during the computation, and to stop when a period is proved.
    pub certify: bool,
    /// The kernel; `None` to choose the kernel by measurements.
    pub kernel: Option<Kernel>,
    /// The instruction set. If the machine lacks it, a smaller instruction set is used.
    pub instructions: Instructions,
}

impl Default for SequenceOptions {
    /// Searches for periods, chooses kernels by measurement, and uses the best instructions of the machine.
    fn default() -> Self {
        SequenceOptions { certify: true, kernel: None, instructions: Instructions::best() }
    }
}

/// A proof that a sequence is periodic.
#[derive(Clone, Copy, Debug)]
pub struct Certificate {
    /// The preperiod and the period.
    pub period: Period,
    /// The theorem whose conditions hold.
    pub theorem: &'static TheoremInfo,
}

/// The data from which another process continues a sequence with identical results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceState {
    /// The values of heaps 0, 1, 2, ...
    pub values: SequenceValues,
    /// The mask that distinguishes rare values from common ones.
    pub mask: u32,
    /// Whether the parity of the heap counts as an additional bit of the mask.
    pub alternating: bool,
    /// The number of values at which the next search for a period is due.
    pub search_at: u64,
    /// Whether a period was proved by these values.
    pub certified: bool,
}

/// The progress of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The number of values computed.
    pub computed: u64,
    /// The number of rare heaps, without heap 0; `None` if the game has no sparse space.
    pub rare_heaps: Option<u64>,
    /// The largest rare heap; `None` if there is none.
    pub last_rare: Option<u64>,
    /// The largest value.
    pub max_value: u32,
    /// The memory of values and tables in bytes.
    pub bytes: u64,
    /// The kernel that computed the last values.
    pub kernel: Kernel,
    /// The number of times that values were computed again because of a new rare heap.
    pub rollbacks: u64,
}

/// The Grundy values of heaps 0, 1, 2, ... of one game under normal play, computed on request.
///
/// ```
/// use grundy_rules::Splitting;
/// use grundy_rules::Budget;
/// use grundy_sequence::{SequenceOptions, Sequence};
/// let kayles = Splitting::from_code(&"0.77".parse().unwrap());
/// let mut sequence = Sequence::new(&kayles, SequenceOptions::default()).unwrap();
/// assert_eq!(sequence.value(10u64.pow(18), &Budget::default()).unwrap(), 1);
/// let proof = sequence.certificate().unwrap();
/// assert_eq!((proof.period.preperiod, proof.period.period), (71, 12));
/// ```
#[derive(Debug)]
pub struct Sequence {
    pub(crate) moves: KernelMoves,
    pub(crate) options: SequenceOptions,
    /// The values. There may be more of them than were requested, but only those below `length` are final.
    pub(crate) values: SequenceValues,
    /// The number of final values.
    pub(crate) length: usize,
    pub(crate) space: Option<Space>,
    pub(crate) direct: Direct,
    pub(crate) planes: Option<Arc<Planes>>,
    pub(crate) filter: Filter,
    /// Data that planes of the same space share.
    pub(crate) pivots: Pivots,
    pub(crate) choice: KernelChoice,
    /// The number of values at which the sparse space is chosen again.
    pub(crate) choose_at: usize,
    /// The number of values requested, for progress reports.
    pub(crate) goal: usize,
    /// The number of values at which the next search for a period is due.
    pub(crate) search_at: usize,
    /// A search for a period that was interrupted.
    pub(crate) search: Option<PeriodSearch>,
    pub(crate) certificate: Option<Certificate>,
    pub(crate) checksum: Checksum,
    pub(crate) rollbacks: u64,
    pub(crate) last_kernel: Kernel,
    /// Indexed by kernel, in the order of [`Kernel::ALL`].
    pub(crate) efforts: [KernelStats; 4],
}

/// The minimum number of values that the `direct` kernel computes.
const MIN_DIRECT_LEN: usize = 64;
/// The number of values at which the first search for a period is due.
const FIRST_SEARCH: usize = 64;

impl Sequence {
    /// Creates a sequence for these moves, with no values computed yet.
    ///
    /// # Errors
    /// Fails with `unsupported` for games with moves to three heaps whose moves to two heaps must leave different
    /// sizes.
    pub fn new(splitting: &Splitting, options: SequenceOptions) -> Result<Sequence> {
        if splitting.unequal && !splitting.three.is_empty() {
            let message =
                text!("games that have moves to two unequal heaps as well as moves to three heaps are not supported");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        Ok(Sequence {
            moves: KernelMoves::new(splitting),
            options,
            values: SequenceValues::default(),
            length: 0,
            space: None,
            direct: Direct::default(),
            planes: None,
            filter: Filter::default(),
            pivots: Pivots::default(),
            choice: KernelChoice::default(),
            choose_at: 0,
            goal: 0,
            search_at: FIRST_SEARCH,
            search: None,
            certificate: None,
            checksum: Checksum::default(),
            rollbacks: 0,
            last_kernel: Kernel::Direct,
            efforts: [KernelStats::default(); 4],
        })
    }

    /// Resumes from a state that [`Sequence::state`] returned for the same moves.
    ///
    /// The continuation is identical. The caller must ensure that the state belongs to these moves.
    ///
    /// # Errors
    /// Returns the errors of [`Sequence::new`]. Fails with `limit` on timeout while the proof of a certified state is
    /// found again.
    pub fn resume(
        splitting: &Splitting,
        options: SequenceOptions,
        state: SequenceState,
        budget: &Budget,
    ) -> Result<Sequence> {
        let mut sequence = Sequence::new(splitting, options)?;
        sequence.length = state.values.len();
        sequence.values = state.values;
        sequence.search_at = usize::try_from(state.search_at).unwrap_or(usize::MAX);
        if sequence.moves.is_sparse() && sequence.length >= sequence.direct_len() {
            let space = Space::new(&sequence.moves, &sequence.values, state.mask, state.alternating);
            sequence.space = Some(space);
            sequence.choose_at = 2 * sequence.length;
        }
        sequence.checksum.count(&sequence.values, sequence.length);
        if state.certified {
            // The state does not contain the proof, so it is found again from the values.
            sequence.search_now(budget)?;
        }
        Ok(sequence)
    }

    /// Returns the state for [`Sequence::resume`]; the values are copied.
    pub fn state(&self) -> SequenceState {
        let mut values = self.values.clone();
        values.truncate(self.length);
        let space = self.space.as_ref();
        SequenceState {
            values,
            mask: space.map_or(0, |space| space.mask),
            alternating: space.is_some_and(|space| space.alternating),
            search_at: self.search_at as u64,
            certified: self.certificate.is_some(),
        }
    }

    /// Returns the values without copying. Values of heaps from [`Sequence::computed`] on may still change.
    pub fn raw(&self) -> &SequenceValues {
        &self.values
    }

    /// Returns the number of values that are computed and final.
    pub fn computed(&self) -> u64 {
        self.length as u64
    }

    /// Returns the proof that the sequence repeats, if one was found.
    pub fn certificate(&self) -> Option<Certificate> {
        self.certificate
    }

    /// Returns the period, if it is proved.
    pub fn period(&self) -> Option<Period> {
        self.certificate.map(|proof| proof.period)
    }

    /// Returns the value of a heap of `n`, computing it if necessary.
    ///
    /// # Errors
    /// Fails with `limit` if neither the values up to `n` nor those up to a proved period fit the budget.
    pub fn value(&mut self, n: u64, budget: &Budget) -> Result<u32> {
        self.extend_to(n, budget)?;
        Ok(self.known_value(n).expect("extended above"))
    }

    /// Returns the value of a heap of `n`, if it is computed or follows from the period.
    pub fn known_value(&self, n: u64) -> Option<u32> {
        let place = match self.period() {
            Some(period) if n >= self.length as u64 => period.reduce(n),
            _ => n,
        };
        let place = usize::try_from(place).ok().filter(|&place| place < self.length)?;
        Some(self.values.get(place))
    }

    /// Returns the values of these heaps in order, but stops before the first unknown value.
    pub fn values(&self, range: std::ops::Range<u64>) -> impl Iterator<Item = u32> + '_ {
        range.map_while(|n| self.known_value(n))
    }

    /// Returns the mask of the sparse space: values with an even number of bits in the mask are rare.
    pub fn rare_mask(&self) -> Option<u32> {
        self.space.as_ref().map(|space| space.mask)
    }

    /// Reports whether the parity of the heap counts as an additional bit of the mask.
    pub fn is_alternating(&self) -> bool {
        self.space.as_ref().is_some_and(|space| space.alternating)
    }

    /// Returns the rare heaps from 1 on with their values; `None` if the game has no sparse space.
    pub fn rares(&self) -> Option<impl Iterator<Item = (u64, u32)> + '_> {
        let length = self.length;
        let list = self.space.as_ref().map(|space| space.rare_heaps.iter())?;
        Some(list.take_while(move |&&(n, _)| n < length).map(|&(n, value)| (n as u64, value)))
    }

    /// Returns the largest rare heap, if any.
    pub fn last_rare(&self) -> Option<u64> {
        self.rares()?.last().map(|(n, _)| n)
    }

    /// Returns the largest value so far.
    pub fn max_value(&self) -> u32 {
        self.checksum.max_value()
    }

    /// Returns Fletcher's checksum of the values so far.
    ///
    /// The upper half is the sum of all prefix sums, the lower half the sum of all values, both modulo 2^32.
    pub fn checksum(&self) -> u64 {
        self.checksum.get()
    }

    /// Returns the memory of values and tables in bytes.
    pub fn bytes(&self) -> u64 {
        let space = self.space.as_ref().map_or(0, |space| 32 * space.pairs.capacity() as u64);
        let planes = self.planes.as_ref().map_or(0, |planes| planes.bytes());
        let search = self.search.as_ref().map_or(0, |search| PeriodSearch::bytes(search.length()) as u64);
        self.values.bytes() + self.direct.bytes() + self.filter.bytes() + self.pivots.bytes() + space + planes + search
    }

    /// Returns the progress of the sequence.
    pub fn stats(&self) -> Stats {
        Stats {
            computed: self.computed(),
            rare_heaps: self.rares().map(|list| list.count() as u64),
            last_rare: self.last_rare(),
            max_value: self.max_value(),
            bytes: self.bytes(),
            kernel: self.last_kernel,
            rollbacks: self.rollbacks,
        }
    }

    /// Returns the work of each kernel since the sequence was created or resumed.
    ///
    /// ```
    /// use grundy_rules::{Budget, Splitting};
    /// use grundy_sequence::{Kernel, SequenceOptions, Sequence};
    /// let moves = Splitting::from_code(&"0.06".parse().unwrap());
    /// let options = SequenceOptions { kernel: Some(Kernel::Filter), ..SequenceOptions::default() };
    /// let mut sequence = Sequence::new(&moves, options).unwrap();
    /// sequence.extend_to(9999, &Budget::default()).unwrap();
    /// // From a heap of n, (n - 2) / 2 moves, rounded down, take two and split the rest.
    /// assert_eq!(sequence.kernel_stats().map(|(_, effort)| effort.pairs).sum::<u128>(), 24_985_002);
    /// assert!(sequence.kernel_stats().any(|(kernel, effort)| kernel == Kernel::Filter && effort.heaps > 5000));
    /// ```
    pub fn kernel_stats(&self) -> impl Iterator<Item = (Kernel, KernelStats)> + '_ {
        Kernel::ALL.into_iter().zip(self.efforts).filter(|(_, effort)| effort.heaps > 0)
    }

    /// Computes the values of heaps up to `n`, or until a period is proved, which determines all values.
    ///
    /// # Errors
    /// Fails with `limit` if the values do not fit the budget, or if its time ends. Computed values are kept for the
    /// next call.
    pub fn extend_to(&mut self, n: u64, budget: &Budget) -> Result<()> {
        while self.certificate.is_none() && n >= self.length as u64 {
            let end = usize::try_from(n).ok().and_then(|n| n.checked_add(1)).unwrap_or(usize::MAX);
            let stop = if self.can_certify() { end.min(self.search_at) } else { end };
            self.fits(n, stop, budget)?;
            let result = self.compute(stop, budget);
            self.length = self.values.len().min(stop);
            self.checksum.count(&self.values, self.length);
            result?;
            if self.length == self.search_at && self.can_certify() {
                budget.check()?;
                self.search(budget)?;
            }
        }
        Ok(())
    }

    /// Checks that `stop` values fit into memory.
    ///
    /// Values up to heap `n` are requested. The error states how many heaps would fit.
    fn fits(&self, n: u64, stop: usize, budget: &Budget) -> Result<()> {
        let what = || text!("the table of all heaps up to {n}", n);
        // A sequence may turn out to be periodic, so only the next `stop` values are certain to be needed.
        let bytes = self.bytes_of(stop as u128);
        if bytes > u128::from(budget.bytes) || stop >= u32::MAX as usize {
            let all = (u128::from(n) + 1) * self.values.width() as u128;
            budget.check_fits(bytes.max(all), &what()).map_err(|error| {
                let most = self.max_heaps(budget);
                let message = text!("{error}; heaps up to {most} would fit", error = &error.message, most);
                Error { message, ..error }
            })?;
            return Err(Error::new(ErrorKind::Limit, text!("{what} exceeds 2^32 values", what = what())));
        }
        Ok(())
    }

    /// Returns the memory in bytes that the values of `heaps` heaps need while they are computed.
    fn bytes_of(&self, heaps: u128) -> u128 {
        let mut bytes = heaps * self.values.width() as u128;
        if !self.moves.three.is_empty() {
            // For each total size of two heaps, a set holds the xors of their values. A set has as many bits as there
            // are different values, and their number grows linearly with the number of heaps.
            bytes += heaps * (heaps / 16 + 24);
        }
        if self.moves.amounts.is_some() {
            bytes += 8 * heaps;
        }
        bytes
    }

    /// Returns the largest heap up to which all values fit into the budget, if their width does not change.
    fn max_heaps(&self, budget: &Budget) -> u64 {
        let (mut fits, mut exceeds) = (1u64, u64::from(u32::MAX));
        while exceeds - fits > 1 {
            let middle = fits + (exceeds - fits) / 2;
            let within = self.bytes_of(middle.into()) <= u128::from(budget.bytes);
            (fits, exceeds) = if within { (middle, exceeds) } else { (fits, middle) };
        }
        fits - 1
    }

    /// Reports whether a period is searched for and the theorem of Guy and Smith applies.
    pub fn can_certify(&self) -> bool {
        self.options.certify && self.moves.three.is_empty() && !self.moves.unequal && self.moves.reach.is_some()
    }

    /// Searches for a period in the computed values, resuming an interrupted search.
    ///
    /// Returns `None` if the memory does not suffice.
    pub(crate) fn find_period(&mut self, budget: &Budget) -> Result<Option<PeriodResult>> {
        let length = self.length;
        if PeriodSearch::bytes(length) + u128::from(self.values.bytes()) > u128::from(budget.bytes) {
            return Ok(None);
        }
        // Only a search in the same number of values can be resumed.
        let left = self.search.take().filter(|search| search.length() == length);
        let mut search = left.unwrap_or_else(|| PeriodSearch::new(length, self.moves.reach.unwrap_or(0)));
        let found = search.run(&self.values, budget);
        match found {
            Ok(PeriodResult::Proved(period)) => self.certificate = Some(Certificate { period, theorem: &GUY_SMITH }),
            Ok(PeriodResult::Next(_)) => {}
            Err(_) => self.search = Some(search),
        }
        found.map(Some)
    }

    /// Searches for a period, and schedules the next search.
    fn search(&mut self, budget: &Budget) -> Result<()> {
        let length = self.length;
        let found = self.find_period(budget)?;
        let later = (2 * length).next_power_of_two();
        let later = if later == 2 * length { later } else { later / 2 };
        self.search_at = match found {
            Some(PeriodResult::Next(at)) => at.max(length + length / 16 + 1).min(later),
            _ => later,
        };
        Ok(())
    }

    /// Returns the number of values that the `direct` kernel computes before other kernels can start.
    fn direct_len(&self) -> usize {
        MIN_DIRECT_LEN.max(2 * self.moves.reach.unwrap_or(0) + 4)
    }

    /// Adds the values of heaps below `end`, and possibly further values.
    fn compute(&mut self, end: usize, budget: &Budget) -> Result<()> {
        if self.values.len() >= end {
            return Ok(());
        }
        self.values.reserve(end - self.values.len() + STEP);
        self.goal = end;
        let mut meter = budget.meter(text!("heaps")).with_total(end as u64);
        let direct = !self.moves.is_sparse() || self.options.kernel == Some(Kernel::Direct);
        let short = if direct { end } else { end.min(self.direct_len()) };
        if self.values.len() < short {
            let clock = self.start_kernel(Kernel::Direct);
            let done = self.direct.fill(&mut self.moves, &mut self.values, short, &mut meter);
            self.end_kernel(clock);
            done?;
        }
        while self.values.len() < end {
            let n = self.values.len();
            if matches!(self.values, SequenceValues::Longs(_)) {
                let clock = self.start_kernel(Kernel::Direct);
                let done = self.direct.fill(&mut self.moves, &mut self.values, end, &mut meter);
                self.end_kernel(clock);
                return done;
            }
            // The space is chosen again whenever the sequence has doubled, because only long sequences show which
            // values are rare.
            if self.space.is_none() || n >= self.choose_at {
                self.space = Some(Space::choose(&self.moves, &self.values));
                self.planes = None;
                self.choose_at = 2 * n;
                self.choice.forget();
            }
            self.extend_part(end.min(self.choose_at), budget)?;
        }
        Ok(())
    }
}
