//! Prefix sums, which decide the heaps of a game in which each player takes from a range of amounts.

use grundy_rules::{Play, Player, PositionSum};

/// The largest heap for which prefix sums are computed.
const MAX_HEAP: u64 = 99;

/// Prefix sums for all heaps up to one heap, if the amounts of each player form a range.
///
/// The options of a player are a window of heaps. The player wins moving first iff the window contains a heap that the
/// other player, moving first, does not win. The difference of two prefix sums counts such heaps.
///
/// ```
/// use grundy_games::parse;
/// use grundy_rules::Player;
/// use grundy_solve::trace::PrefixSums;
/// let sums = PrefixSums::compute(&parse("take[1..3 | 2..5](7)")?).unwrap();
/// assert_eq!(sums.window(Player::LEFT), Some((4, 6)));
/// assert_eq!(sums.losses_up_to(Player::RIGHT), [1, 2, 2, 2, 2, 2, 3, 3]);
/// assert_eq!(sums.losses_in_window(Player::LEFT), 1);
/// # Ok::<(), grundy_rules::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixSums {
    /// The heap of the position.
    pub heap: u64,
    /// The least and the largest amount of Left and of Right.
    ///
    /// The largest is replaced by `heap` if it is larger; so it is less than the least if that exceeds `heap`.
    pub ranges: [[u64; 2]; 2],
    /// For Left and for Right, whether this player wins each heap from 0 to `heap` moving first.
    pub wins: [Vec<bool>; 2],
}

impl PrefixSums {
    /// Computes who wins each heap up to the heap of the position.
    ///
    /// Returns `None` unless the position is one heap of at most 99 from which each player takes a range of amounts.
    pub fn compute(position_sum: &PositionSum) -> Option<PrefixSums> {
        let [term] = &position_sum.terms[..] else { return None };
        if term.copies != 1 || term.negative || term.position.len() != 1 {
            return None;
        }
        let rules = term.position.ruleset();
        let amounts = rules.table_form()?.partizan_amounts()?;
        let [heap, ..] = term.position.table_coordinates(0);
        if heap > MAX_HEAP {
            return None;
        }
        let range = |side: usize| {
            let (low, high) = amounts[side]?.as_range()?;
            Some([low, high.unwrap_or(heap).min(heap)])
        };
        let ranges = [range(0)?, range(1)?];
        let mut sums = PrefixSums { heap, ranges, wins: [vec![], vec![]] };
        for n in 0..=heap {
            let wins = [0, 1].map(|side| match window(ranges[side], n) {
                None => position_sum.play == Play::Misere,
                Some((from, to)) => sums.wins[1 - side][from as usize..=to as usize].contains(&false),
            });
            sums.wins[0].push(wins[0]);
            sums.wins[1].push(wins[1]);
        }
        Some(sums)
    }

    /// Returns the smallest and the largest heap to which a player can move.
    ///
    /// Returns `None` if the player has no move.
    pub fn window(&self, by: Player) -> Option<(u64, u64)> {
        window(self.ranges[side(by)], self.heap)
    }

    /// Returns, for each heap, the number of heaps up to it that a player does not win moving first.
    pub fn losses_up_to(&self, by: Player) -> Vec<u64> {
        let mut sum = 0;
        self.wins[side(by)]
            .iter()
            .map(|&wins| {
                sum += u64::from(!wins);
                sum
            })
            .collect()
    }

    /// Returns the number of heaps in a player's window that the other player does not win moving first.
    pub fn losses_in_window(&self, by: Player) -> u64 {
        let other = &self.wins[1 - side(by)];
        self.window(by).map_or(0, |(from, to)| (from..=to).filter(|&heap| !other[heap as usize]).count() as u64)
    }
}

fn side(by: Player) -> usize {
    usize::from(by != Player::LEFT)
}

/// Returns the smallest and the largest heap that an amount of the range leaves of a heap.
fn window([low, high]: [u64; 2], heap: u64) -> Option<(u64, u64)> {
    (low <= heap && low <= high).then(|| (heap - high.min(heap), heap - low))
}
