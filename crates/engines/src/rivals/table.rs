//! Tables of the loser of each heap, for n players who take from one heap in turn, and their periods.
//!
//! Row i holds f(i, j) for every player j: the loser if i stones are left and j is to move. For sets of numbers
//! and ranges, including an open range, a row is a function of a state. The state consists of the rows that
//! bounded amounts reach, and of the set of losers that the open ranges have passed, which only grows. If two
//! heaps have the same state, the rows repeat from the first of them on: the distance between the heaps is a period.
//! Powers, squares, Fibonacci numbers and primes reach back to any row; for such sets the table extends as far as
//! memory allows.

use super::coalition;
use crate::heap::{Period, suffix_period};
use grundy_lang::text;
use grundy_rules::{Amounts, Error, ErrorKind, Player, Result, Rival};
use grundy_rules::{Budget, Meter};
use grundy_value::CompactSort;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The loser of each heap for each player to move, computed as far as requested.
///
/// ```
/// use grundy_rules::{Rival, Player};
/// use grundy_engines::{Budget, heap::Period, rivals::Losers};
/// // Two players who want each other to lose, taking 1 to 3: player 0 in turn loses the multiples of 4.
/// let rival = |ranking: [u8; 2]| Rival { amounts: Some("1..3".parse().unwrap()), ranking: ranking.map(Player).to_vec() };
/// let mut losers = Losers::new(&[rival([1, 0]), rival([0, 1])]);
/// let budget = Budget::default();
/// assert_eq!(losers.loser(10u64.pow(18), Player(0), &budget).unwrap(), Player(0));
/// assert_eq!(losers.period(), Some(Period { preperiod: 0, period: 4 }));
/// assert_eq!(losers.best_takes(10u64.pow(18) + 3, Player(0), 10, &budget).unwrap(), (1, vec![3]));
/// ```
#[derive(Clone, Debug)]
pub struct Losers {
    players: Vec<PlayerRow>,
    /// The rows of all heaps consecutively, with one loser for each player.
    rows: Vec<u8>,
    /// For each heap, the first heap with the same row. It is stored only if a period can be found.
    first: Vec<u32>,
    /// A hash table from rows to their first heap.
    first_by_row: HashTable<u32>,
    /// The number of rows that bounded amounts reach back; `None` if a named set reaches back to any row.
    reach: Option<u64>,
    /// One more than the last heap at which an open range first passed a loser; 0 if there is none.
    settled: usize,
    period: Option<Period>,
}

/// One player, and the state of the player's ranges of amounts at the current heap.
#[derive(Clone, Debug)]
struct PlayerRow {
    amounts: Option<Amounts>,
    /// The index of the player who moves after this player.
    next: usize,
    /// For each loser, its rank in this player's ranking.
    ranks: Vec<u8>,
    /// The losers in the order of this player's preference.
    ranking: Vec<u8>,
    /// Long ranges: counting the losers that enter and leave is cheaper than visiting each amount.
    ranges: Vec<(usize, usize)>,
    /// The least amount of the open range, if there is one.
    /// A loser that the open range has passed stays reachable.
    from: Option<usize>,
    /// The amounts outside of `ranges` and the open range, as far as they were fetched.
    singles: Vec<usize>,
    /// The set from which `singles` are fetched.
    sparse: Option<Amounts>,
    /// For each rank, the number of heaps in the current ranges where the loser has this rank.
    ///
    /// A heap counts once for each range that contains it.
    count: Vec<u32>,
    /// The ranks that a range or the open range reaches.
    within: RankSet,
    /// The ranks that the open range has passed, which it reaches permanently.
    passed: RankSet,
    /// The best rank of all heaps so far; once an option has this rank, no other option is tried.
    best: u8,
    /// The loser if this player cannot move.
    loser_if_stuck: u8,
}

/// A set of ranks, as a bit set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RankSet([u64; 4]);

impl RankSet {
    fn insert(&mut self, rank: u8) {
        self.0[usize::from(rank / 64)] |= 1 << (rank % 64);
    }

    fn remove(&mut self, rank: u8) {
        self.0[usize::from(rank / 64)] &= !(1 << (rank % 64));
    }

    fn contains(&self, rank: u8) -> bool {
        self.0[usize::from(rank / 64)] >> (rank % 64) & 1 == 1
    }

    /// Returns the least rank, or `NO_RANK` if the set is empty.
    fn least(&self) -> u8 {
        let word = self.0.iter().position(|&word| word != 0);
        word.map_or(NO_RANK, |word| (word as u8) * 64 + self.0[word].trailing_zeros() as u8)
    }
}

/// A number that is not a rank: there are at most 255 ranks, counted from 0.
const NO_RANK: u8 = u8::MAX;
/// The least length of a range that is handled by counting.
const MIN_LONG_RANGE: u64 = 5;
/// The bytes per row, in addition to its losers, that a search for a period needs.
/// They hold the first equal heap, its entry in the hash table, and the state of the search.
const PERIOD_BYTES: u128 = 4 + 16 + 4;

impl PlayerRow {
    fn new(rival: &Rival, player: usize, players: usize) -> PlayerRow {
        let as_place = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let mut ranks = vec![0; players];
        for (rank, loser) in rival.ranking.iter().enumerate() {
            ranks[usize::from(loser.0)] = rank as u8;
        }
        let long =
            rival.amounts.iter().flat_map(Amounts::ranges).filter(|(low, high)| high - low + 1 >= MIN_LONG_RANGE);
        PlayerRow {
            next: (player + 1) % players,
            ranks,
            ranking: rival.ranking.iter().map(|player| player.0).collect(),
            ranges: long.map(|&(low, high)| (as_place(low), as_place(high))).collect(),
            from: rival.amounts.as_ref().and_then(Amounts::open_start).map(as_place),
            singles: vec![],
            sparse: rival.amounts.as_ref().and_then(|amounts| amounts.sparse_part(MIN_LONG_RANGE)),
            count: vec![0; players],
            within: RankSet::default(),
            passed: RankSet::default(),
            best: NO_RANK,
            loser_if_stuck: player as u8,
            amounts: rival.amounts.clone(),
        }
    }

    /// Moves the ranges on to heap `n`, whose row is computed next.
    /// Returns whether the open range passed a loser for the first time.
    fn advance(&mut self, n: usize, rows: &[u8], players: usize) -> bool {
        let rank = |heap: usize| self.ranks[usize::from(rows[heap * players + self.next])];
        if n > 0 {
            self.best = self.best.min(rank(n - 1));
        }
        for &(low, high) in &self.ranges {
            if n >= low {
                let entered = rank(n - low);
                self.count[usize::from(entered)] += 1;
                self.within.insert(entered);
            }
            if n > high {
                let departed = rank(n - high - 1);
                self.count[usize::from(departed)] -= 1;
                if self.count[usize::from(departed)] == 0 && !self.passed.contains(departed) {
                    self.within.remove(departed);
                }
            }
        }
        let Some(from) = self.from.filter(|&from| n >= from) else { return false };
        let passed = rank(n - from);
        let new = !self.passed.contains(passed);
        self.passed.insert(passed);
        self.within.insert(passed);
        new
    }

    /// Returns the loser of heap `n` with this player to move.
    fn choose(&self, n: usize, rows: &[u8], players: usize) -> u8 {
        let mut best = self.within.least();
        for &s in self.singles.iter().take_while(|&&s| s <= n) {
            if best == self.best {
                break;
            }
            best = best.min(self.ranks[usize::from(rows[(n - s) * players + self.next])]);
        }
        if best == NO_RANK { self.loser_if_stuck } else { self.ranking[usize::from(best)] }
    }
}

impl Losers {
    /// Creates a table of the heaps 0, 1, 2, ... without computed rows.
    ///
    /// # Panics
    /// Panics unless there are 1 to 255 players and every ranking is a permutation of the players.
    pub fn new(rivals: &[Rival]) -> Losers {
        assert!((1..=255).contains(&rivals.len()), "there are 1 to 255 players");
        for rival in rivals {
            let mut players: Vec<usize> = rival.ranking.iter().map(|player| player.0.into()).collect();
            players.compact_sort();
            assert!(players.into_iter().eq(0..rivals.len()), "a ranking names every player once");
        }
        let reach = |rival: &Rival| match &rival.amounts {
            None => Some(0),
            Some(amounts) if !amounts.named_sets().is_empty() => None,
            Some(amounts) => {
                let last = amounts.ranges().last().map_or(0, |range| range.1);
                Some(last.max(amounts.open_start().unwrap_or(0)))
            }
        };
        Losers {
            players: rivals
                .iter()
                .enumerate()
                .map(|(player, rival)| PlayerRow::new(rival, player, rivals.len()))
                .collect(),
            rows: vec![],
            first: vec![],
            first_by_row: HashTable::new(),
            reach: rivals.iter().map(reach).try_fold(0, |max, reach| Some(max.max(reach?))),
            settled: 0,
            period: None,
        }
    }

    /// Creates a table in which all other players form a coalition against `player`.
    /// [`coalition::representative`] represents any loser in the coalition.
    ///
    /// # Panics
    /// Panics like [`Losers::new`], and if `player` is not a player.
    ///
    /// ```
    /// use grundy_rules::{Rival, Player};
    /// use grundy_engines::{Budget, rivals::Losers};
    /// let rival = |ranking: [u8; 3]| Rival { amounts: Some("1,2".parse().unwrap()), ranking: ranking.map(Player).to_vec() };
    /// let rivals = [rival([1, 2, 0]), rival([2, 0, 1]), rival([0, 1, 2])];
    /// let mut losers = Losers::against(&rivals, Player(0));
    /// let budget = Budget::default();
    /// // The player who takes the last but one leaves one to the next, and the first player cannot move after that.
    /// assert_eq!(losers.loser(2, Player(1), &budget).unwrap(), Player(0));
    /// assert_eq!(losers.loser(1, Player(0), &budget).unwrap(), Player(1));
    /// ```
    pub fn against(rivals: &[Rival], player: Player) -> Losers {
        let rankings = coalition::rankings(rivals.len(), player);
        let with_ranking = |(rival, ranking): (&Rival, Vec<Player>)| Rival { amounts: rival.amounts.clone(), ranking };
        let rivals: Vec<Rival> = rivals.iter().zip(rankings).map(with_ranking).collect();
        let mut losers = Losers::new(&rivals);
        for (at, row) in losers.players.iter_mut().enumerate() {
            row.loser_if_stuck = coalition::reported_loser(Player(at as u8), player).0;
        }
        losers
    }

    /// Returns the period of the rows, if it was found so far.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Returns the number of computed heaps.
    pub fn computed(&self) -> u64 {
        (self.rows.len() / self.players.len()) as u64
    }

    /// Returns the memory used by the table in bytes.
    pub fn bytes(&self) -> u64 {
        let singles: usize = self.players.iter().map(|player| 8 * player.singles.capacity()).sum();
        (self.rows.capacity() + 4 * self.first.capacity() + 5 * self.first_by_row.capacity() + singles) as u64
    }

    /// Returns the loser of the heap `n` with player `by` to move.
    ///
    /// # Errors
    /// Fails with `limit` if neither a table up to `n` nor one up to a proved period fits the budget.
    ///
    /// # Panics
    /// Panics if `by` is not a player.
    pub fn loser(&mut self, n: u64, by: Player, budget: &Budget) -> Result<Player> {
        let place = self.table_heap(n, budget)?;
        Ok(Player(self.rows[place as usize * self.players.len() + usize::from(by.0)]))
    }

    /// Counts the best amounts to take from the heap `n`, and lists up to `max_listed` of them in order.
    /// An amount is best if the same player loses after it as under best play.
    ///
    /// # Errors
    /// Returns the errors of [`Losers::loser`].
    ///
    /// # Panics
    /// Panics if `by` is not a player.
    pub fn best_takes(&mut self, n: u64, by: Player, max_listed: usize, budget: &Budget) -> Result<(u128, Vec<u64>)> {
        let best = self.loser(n, by, budget)?;
        let player = &self.players[usize::from(by.0)];
        let Some(amounts) = &player.amounts else { return Ok((0, vec![])) };
        let column = LoserColumn { table: self, next: player.next, loser: best.0 };
        let (mut count, mut takes) = (0u128, vec![]);
        // With a named set all amounts are visited, also those in the open range. The table then reaches up to n.
        let bounded =
            amounts.named_sets().is_empty().then(|| amounts.open_start()).flatten().map_or(n, |from| n.min(from - 1));
        let mut meter = budget.meter(text!("moves"));
        for take in amounts.up_to(bounded) {
            meter.advance(1)?;
            if column.holds(n - take) {
                count += 1;
                if takes.len() < max_listed {
                    takes.push(take);
                }
            }
        }
        if bounded < n {
            let top = n - (bounded + 1);
            count += column.count_up_to(top, &mut meter)?;
            let heaps = column.last_up_to(top, max_listed - takes.len(), &mut meter)?;
            takes.extend(heaps.into_iter().map(|heap| n - heap));
        }
        Ok((count, takes))
    }

    /// Returns a heap in the table with the same row as `n`, growing the table as needed.
    fn table_heap(&mut self, n: u64, budget: &Budget) -> Result<u64> {
        if n < self.computed() {
            return Ok(n);
        }
        if let Some(period) = self.period {
            return Ok(period.reduce(n));
        }
        let Some(reach) = self.reach else {
            self.extend(n, budget)?;
            return Ok(n);
        };
        // The period is sought at doubling lengths. Each search is linear, so the last search dominates the cost.
        let mut length = (self.computed() * 2).max(64).max(reach.saturating_mul(4));
        while length <= n {
            self.extend(length - 1, budget)?;
            self.period = self.find_period(reach, budget)?;
            if let Some(period) = self.period {
                return Ok(period.reduce(n));
            }
            length = length.saturating_mul(2);
        }
        self.extend(n, budget)?;
        Ok(n)
    }

    /// Computes the rows of all heaps up to `n`.
    ///
    /// # Errors
    /// Fails with `limit` if the table does not fit the budget or the time runs out.
    pub fn extend(&mut self, n: u64, budget: &Budget) -> Result<()> {
        if n < self.computed() {
            return Ok(());
        }
        let players = self.players.len();
        let periodic = self.reach.is_some();
        let row = players as u128 + if periodic { PERIOD_BYTES } else { 0 };
        let what = || match players {
            1 => text!("the table of heaps up to {n} for 1 player", n),
            _ => text!("the table of heaps up to {n} for {players} players", n, players),
        };
        let bytes = (u128::from(n) + 1) * row;
        if bytes > u128::from(budget.bytes) {
            budget.check_fits(bytes, &what())?;
        }
        if n >= u64::from(u32::MAX) {
            return Err(Error::new(ErrorKind::Limit, text!("{what} exceeds 2^32 rows", what = what())));
        }
        let mut meter = budget.meter(text!("heaps")).with_total(n + 1);
        let end = n as usize + 1;
        self.fetch(end, &mut meter)?;
        self.rows.reserve_exact(end * players - self.rows.len());
        if periodic {
            self.first.reserve_exact(end - self.first.len());
        }
        let ranges: usize = self.players.iter().map(|player| player.ranges.len()).sum();
        for heap in self.rows.len() / players..end {
            let singles: usize = self.players.iter().map(|player| player.singles.len()).sum();
            meter.set_progress(heap as u64);
            meter.advance(1 + ((ranges + singles + players) as u64 >> 4))?;
            // All amounts are at least 1, so only complete rows are read.
            for player in &mut self.players {
                if player.advance(heap, &self.rows, players) {
                    self.settled = heap + 1;
                }
            }
            for player in &self.players {
                let loser = player.choose(heap, &self.rows, players);
                self.rows.push(loser);
            }
            if periodic {
                self.store_first_equal(heap);
            }
        }
        Ok(())
    }

    /// Stores the first heap with the same row as `heap`, the last heap computed.
    fn store_first_equal(&mut self, heap: usize) {
        let players = self.players.len();
        let rows = &self.rows;
        let row = |heap: usize| &rows[heap * players..][..players];
        let hash = FxBuildHasher.hash_one(row(heap));
        let same = |&first: &u32| row(first as usize) == row(heap);
        let first = match self.first_by_row.find(hash, same) {
            Some(&first) => first,
            None => {
                let again = |&first: &u32| FxBuildHasher.hash_one(row(first as usize));
                self.first_by_row.insert_unique(hash, heap as u32, again);
                heap as u32
            }
        };
        self.first.push(first);
    }

    /// Fetches the single amounts below `end`.
    /// Amounts of named sets that are also in a range are visited twice, which does no harm.
    fn fetch(&mut self, end: usize, meter: &mut Meter<'_>) -> Result<()> {
        let fetched = self.computed();
        for player in &mut self.players {
            let Some(sparse) = &player.sparse else { continue };
            for amount in sparse.between(fetched, end as u64 - 1) {
                meter.advance(1)?;
                if player.singles.last().is_none_or(|&last| amount > last as u64) {
                    player.singles.push(amount as usize);
                }
            }
        }
        Ok(())
    }

    /// Returns the period that the table proves, or `None` if it proves none.
    ///
    /// The row of a heap is a function of the `reach` rows before it and of the losers that the open ranges have
    /// passed. If both are equal before two heaps, all rows that follow are equal. So the rows at the end of the table
    /// must repeat, and no open range may have passed a new loser since the earlier heap.
    fn find_period(&self, reach: u64, budget: &Budget) -> Result<Option<Period>> {
        budget.check()?;
        let Some(period) = suffix_period(&self.first, reach as usize) else { return Ok(None) };
        let earlier = self.computed() - period.period;
        Ok((self.settled as u64 <= earlier).then_some(period))
    }
}

/// The set of heaps that have the loser `loser` when the player `next` is to move.
struct LoserColumn<'a> {
    table: &'a Losers,
    next: usize,
    loser: u8,
}

impl LoserColumn<'_> {
    fn holds(&self, heap: u64) -> bool {
        let heap = if heap < self.table.computed() { heap } else { self.reduce(heap) };
        self.table.rows[heap as usize * self.table.players.len() + self.next] == self.loser
    }

    fn reduce(&self, heap: u64) -> u64 {
        self.table.period.expect("the table reaches all requested heaps, or has a period").reduce(heap)
    }

    /// Returns the number of heaps in the set from 0 to `top`, inclusive.
    fn count_up_to(&self, top: u64, meter: &mut Meter<'_>) -> Result<u128> {
        let mut count_in = |range: std::ops::Range<u64>| -> Result<u128> {
            let mut count = 0;
            for heap in range {
                meter.advance(1)?;
                count += u128::from(self.holds(heap));
            }
            Ok(count)
        };
        let Some(Period { preperiod, period }) = self.table.period.filter(|_| top >= self.table.computed()) else {
            return count_in(0..top + 1);
        };
        let periodic = top + 1 - preperiod;
        let (cycles, rest) = (u128::from(periodic / period), periodic % period);
        let before = count_in(0..preperiod)?;
        let rest = count_in(preperiod..preperiod + rest)?;
        Ok(before + cycles * count_in(preperiod..preperiod + period)? + rest)
    }

    /// Returns the last `max_count` heaps in the set up to `top`, in descending order.
    fn last_up_to(&self, top: u64, max_count: usize, meter: &mut Meter<'_>) -> Result<Vec<u64>> {
        let mut heaps = vec![];
        let mut below = top + 1;
        if let Some(Period { preperiod, period }) = self.table.period.filter(|_| top >= self.table.computed()) {
            // The last period below `top` determines the earlier ones.
            let last = below - period.min(below - preperiod);
            while below > last && heaps.len() < max_count {
                meter.advance(1)?;
                below -= 1;
                if self.holds(below) {
                    heaps.push(below);
                }
            }
            let each = heaps.len();
            if heaps.len() < max_count {
                // `below` is now one period below the top. The heaps found so far repeat with this period, down to
                // the preperiod.
                let mut at = 0;
                while each > 0 && heaps.len() < max_count {
                    let Some(heap) = heaps[at].checked_sub(period).filter(|&heap| heap >= preperiod) else { break };
                    heaps.push(heap);
                    at += 1;
                }
                below = preperiod;
            }
        }
        while below > 0 && heaps.len() < max_count {
            meter.advance(1)?;
            below -= 1;
            if self.holds(below) {
                heaps.push(below);
            }
        }
        Ok(heaps)
    }
}
