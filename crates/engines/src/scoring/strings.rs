//! Strings and Coins, and so Dots and Boxes: scores by null-window searches of the positions without easy captures.
//!
//! The value V of a position is the number of coins that the player to move will still take, minus the number that the
//! other player will take. It has the parity of the number of coins. A *leaf* is a coin with a single string, which can
//! be taken. A *chain* is a maximal path of coins with two strings each.
//!
//! # Positions with leaves
//!
//! Let the leaf c hang by the string s on a path of k ≥ 1 coins: c itself, then coins with two strings. The path is
//! *open* if it ends at the ground or at a coin with more strings, and *closed* if its last coin is a leaf too. Write
//! G for the position and G' for the position after s is cut. "Taking" means cutting s: V(G) ≥ 1 + V(G').
//!
//! 1. If the path is not open with k = 2 and not closed with k = 4, taking is a best move. By induction on the number
//!    of strings, let t be another move. (a) If t takes nothing in G and nothing in G', the opponent can take c in
//!    G − t, so t yields at most −1 − V(G' − t), but taking and then t yields 1 − V(G' − t). If t cuts a closed path
//!    of at least five coins, let c be a leaf that keeps at least two neighbours; both leaves are equally good. (b) If
//!    t takes coins elsewhere, c still hangs on such a path in G − t, perhaps on one that goes on beyond a coin that
//!    lost a string. So V(G − t) = 1 + V(G' − t), and both orders are equally good. The path can only become open with
//!    two coins or closed with four if k = 1 and t takes a leaf that hangs on the same coin as c; these leaves are
//!    interchangeable. (c) If t leaves c and the next coin of an open path together, the opponent takes both and moves
//!    at the rest, whose value is at least 1 + x, where x is its value after the next coin is taken: t yields at most
//!    −3 − x. Taking c and leaving the next two coins together yields 1 − (2 + x).
//! 2. If there are two paths that are open with k = 2 or closed with k = 4, taking a coin of one of them is a best
//!    move: handing out the coins of a path instead yields −c − V(R), where R contains the other path, taking them
//!    yields c + V(R), and V(R) ≥ 0 because after all free captures R contains such a path; see 3.
//! 3. If there is one such path of c = 2 or c = 4 coins and no other leaf, the best moves are to take all c coins and
//!    move again, or to cut it so that the opponent gets these coins by one or two moves and must move then. If R is
//!    what remains, V = max(c + V(R), −c − V(R)) = |c + V(R)|. (E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning
//!    Ways*, ch. 16: the double-dealing moves.)
//!
//! `settle` plays all moves of 1 and 2. So only positions without leaves are searched.
//!
//! # Positions without leaves
//!
//! 4. All cuts of one chain are equally good, except that the middle string of a chain of two coins is best: the pieces
//!    of the chain are paths as above, and by 1 and 2 all but the last two coins of longer pieces are taken. The middle
//!    string of two coins leaves two paths of one coin each, and x + 2 ≤ |x + 2|. So a chain has one move.
//! 5. Of isolated chains with at least three coins, whose ends are both tied to the ground, only the shortest needs to
//!    be tried. Let G be any position and a < b the lengths of two such chains. By induction,
//!    |V(G + a) − V(G + b)| ≤ b − a: a move in G corresponds to the same move, and cutting the chain yields
//!    −(a − 2 + |2 + V(G)|) and −(b − 2 + |2 + V(G)|). Thus a − 2 + |2 + V(G + b)| ≤ b − 2 + |2 + V(G + a)|: cutting a
//!    in G + a + b is at least as good. The same holds for isolated cycles of at least four coins, with 4 in place of
//!    2, and for isolated chains of k ≤ 2 and cycles of k ≤ 3 coins, which yield −(k + V(G)). (K. Buzzard, M. Ciere,
//!    "Playing simple loony dots and boxes endgames optimally", Integers 14 (2014), for positions of long chains and
//!    cycles.)
//!
//! The table stores bounds for positions up to the symmetries of the board, the exchange of parallel strings (such as
//! the two lines at a corner of a board) and the place of isolated chains (J. K. Barker, R. E. Korf, "Solving
//! Dots-and-Boxes", AAAI 2012, use the first two).

use super::string_table::{PositionKey, StringTable};
use grundy_lang::text;
use grundy_rules::{Budget, GROUND, Meter, Result, StringGraph};
use grundy_value::CompactSort;

/// The maximum number of symmetries that are used: those of a square without the identity.
const MAX_SYMMETRIES: usize = 7;

/// The number of moves after which a move is looked up in the table.
///
/// Meanwhile the processor reads the table.
const LOOK_UP_DELAY: usize = 3;

/// A position without leaves.
#[derive(Clone, Copy)]
struct Node {
    set: u64,
    key: PositionKey,
    /// The strings to try.
    cuts: u64,
    coins: i32,
    /// The coins with strings, and those with two strings.
    tied: u64,
    doubles: u64,
    /// The images of `set` under the symmetries; `u64::MAX` stands for an unused symmetry.
    images: [u64; MAX_SYMMETRIES],
}

/// A move of a position without leaves; the opponent then takes `free` coins and moves at `node`.
///
/// If `path` is 2 or 4, the opponent can also hand out the last `path` coins.
#[derive(Clone, Copy)]
struct StringCut {
    string: u8,
    free: i32,
    path: i32,
    node: Node,
    /// Moves with smaller numbers are searched first.
    ///
    /// These are moves with few replies, then moves that often proved a bound.
    order: u64,
}

impl StringCut {
    /// Returns the range of the opponent's value if the value of the node is between `low` and `high`.
    fn range(&self, low: i32, high: i32) -> (i32, i32) {
        if self.path == 0 {
            return (self.free + low, self.free + high);
        }
        let (low, high) = (self.path + low, self.path + high);
        let least = if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) };
        (self.free + least, self.free + low.abs().max(high.abs()))
    }
}

/// Adds these elements to sets that lack them, and removes them from the others.
#[inline]
fn toggle(sets: &mut [u64; MAX_SYMMETRIES], elements: &[u64; MAX_SYMMETRIES]) {
    sets.iter_mut().zip(elements).for_each(|(set, element)| *set ^= element);
}

/// A path whose last coins can be handed out.
struct HeldPath {
    strings: u64,
    /// The number of these last coins, 2 or 4.
    coins: i32,
    /// The leaves of the path: one if it is open, two if it is closed.
    leaves: u64,
}

/// A search for the scores of the positions of one graph; its table is kept between queries.
pub struct StringsSearch<'a> {
    graph: &'a StringGraph,
    strings_of_coins: &'a [u64],
    /// For each string, the sets that contain only its image under each symmetry.
    images_of_strings: Vec<[u64; MAX_SYMMETRIES]>,
    /// The position without strings.
    empty: Node,
    /// The strings that have parallel ones.
    parallel: u64,
    budget: &'a Budget,
    meter: Meter<'a>,
    table: StringTable,
    cuts: Vec<StringCut>,
    /// For each number of strings left and each string, how often cutting it proved a bound.
    history: Vec<[u32; 64]>,
}

impl<'a> StringsSearch<'a> {
    /// Creates a search, which uses about as much memory as the budget allows.
    pub fn new(graph: &'a StringGraph, budget: &'a Budget) -> StringsSearch<'a> {
        let symmetries = graph.symmetries();
        let images_of = |string: usize| {
            std::array::from_fn(|k| symmetries.get(k).map_or(0, |images: &Vec<u8>| 1 << images[string]))
        };
        let empty = Node {
            set: 0,
            key: (0, 0),
            cuts: 0,
            coins: 0,
            tied: 0,
            doubles: 0,
            images: std::array::from_fn(|k| if k < symmetries.len() { 0 } else { u64::MAX }),
        };
        StringsSearch {
            graph,
            strings_of_coins: graph.strings_of_coins(),
            images_of_strings: (0..graph.ends().len()).map(images_of).collect(),
            empty,
            parallel: graph.parallel().iter().fold(0, |all, sets| all | sets[sets.len() - 1]),
            budget,
            meter: budget.meter(text!("positions")),
            table: StringTable::new(budget.bytes - budget.bytes / 8),
            cuts: vec![],
            history: vec![[0; 64]; 65],
        }
    }

    /// Returns the number of positions searched.
    pub fn nodes(&self) -> u64 {
        self.meter.done()
    }

    /// Returns the value of the position in which the strings of `set` remain, for the player to move.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out.
    pub fn score(&mut self, set: u64) -> Result<i64> {
        let (free, path, rest) = self.settle_all(set);
        let node = self.node(&self.empty, rest);
        let (mut low, mut high) = (-node.coins, node.coins);
        // Bounds near 0 are tried first, because most positions are nearly balanced.
        let mut bound = node.coins % 2;
        while low < high {
            let found = self.search(&node, bound)?;
            if found >= bound {
                low = low.max(found);
            } else {
                high = high.min(found);
            }
            bound = if low >= bound { low + 2 } else { high };
        }
        let rest = if path > 0 { (path + low).abs() } else { low };
        Ok((free + rest).into())
    }

    /// Reports whether cutting `string` is a best move.
    ///
    /// `set` contains the strings of the position, and `score` is the value of the position.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out.
    pub fn is_best(&mut self, set: u64, string: u8, score: i64) -> Result<bool> {
        let after = set & !(1 << string);
        match self.graph.points(set, string) {
            0 => Ok(!self.is_at_least(after, 1 - score as i32)?),
            points => self.is_at_least(after, (score - points) as i32),
        }
    }

    /// Reports whether the value of a position is at least `bound`.
    fn is_at_least(&mut self, set: u64, bound: i32) -> Result<bool> {
        let (free, path, rest) = self.settle_all(set);
        let (node, bound) = (self.node(&self.empty, rest), bound - free);
        if path == 0 {
            return Ok(self.search(&node, bound)? >= bound);
        }
        Ok(bound <= 0
            || self.search(&node, bound - path)? >= bound - path
            || self.search(&node, 1 - bound - path)? < 1 - bound - path)
    }

    fn settle_all(&self, set: u64) -> (i32, i32, u64) {
        let is_leaf = |strings: &u64| (strings & set).is_power_of_two();
        let leaves = self.strings_of_coins.iter().enumerate().filter(|(_, strings)| is_leaf(strings));
        self.settle(set, leaves.fold(0, |leaves, (coin, _)| leaves | 1 << coin))
    }

    /// Returns the other end of a string.
    #[inline]
    fn other(&self, string: u32, end: u8) -> u8 {
        let [a, b] = self.graph.ends()[string as usize];
        if a == end { b } else { a }
    }

    /// Returns the remaining strings at an end; empty if the end is the ground.
    #[inline]
    fn strings(&self, set: u64, end: u8) -> u64 {
        if end == GROUND { 0 } else { set & self.strings_of_coins[usize::from(end)] }
    }

    /// Plays all captures that are best moves by 1 and 2.
    ///
    /// Returns the number of coins taken, the number of coins c of the path that remains (0 if no leaf remains), and
    /// the strings that remain without this path. `leaves` contains all leaves.
    fn settle(&self, mut set: u64, mut leaves: u64) -> (i32, i32, u64) {
        let mut free = 0;
        loop {
            let (mut held, mut taken) = (None, None);
            let mut rest = leaves;
            while rest != 0 && taken.is_none() {
                let leaf = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                match self.held_path(set, leaf) {
                    Some(path) => held = Some(path),
                    None => taken = Some(leaf),
                }
            }
            let leaf = match (taken, held) {
                (Some(leaf), _) => leaf,
                (None, None) => return (free, 0, set),
                (None, Some(path)) if path.leaves == leaves => return (free, path.coins, set & !path.strings),
                (None, Some(path)) => path.leaves.trailing_zeros() as u8,
            };
            let string = self.strings(set, leaf);
            let end = self.other(string.trailing_zeros(), leaf);
            set &= !string;
            free += 1;
            leaves &= !(1 << leaf);
            if end != GROUND {
                let remaining = self.strings(set, end);
                if remaining == 0 {
                    free += 1;
                    leaves &= !(1 << end);
                } else if remaining & (remaining - 1) == 0 {
                    leaves |= 1 << end;
                }
            }
        }
    }

    /// Returns the path of this leaf if it is open with two coins or closed with four.
    #[inline]
    fn held_path(&self, set: u64, leaf: u8) -> Option<HeldPath> {
        let first = self.strings(set, leaf);
        let second_coin = self.other(first.trailing_zeros(), leaf);
        let second = self.strings(set, second_coin);
        let next = second & !first;
        if !next.is_power_of_two() {
            return None;
        }
        let third_coin = self.other(next.trailing_zeros(), second_coin);
        let third = self.strings(set, third_coin);
        if third_coin != GROUND && third == next {
            // The path is closed and has three coins.
            return None;
        }
        let after = third & !next;
        if !after.is_power_of_two() {
            return Some(HeldPath { strings: second, coins: 2, leaves: 1 << leaf });
        }
        let fourth_coin = self.other(after.trailing_zeros(), third_coin);
        (fourth_coin != GROUND && self.strings(set, fourth_coin) == after).then(|| HeldPath {
            strings: second | third,
            coins: 4,
            leaves: 1 << leaf | 1 << fourth_coin,
        })
    }

    /// Returns the position without leaves that the strings of `set` form: its key and the moves to try.
    ///
    /// It is computed from the position `near`, which is fast if the sets differ in few strings.
    fn node(&self, near: &Node, set: u64) -> Node {
        let set = if (near.set ^ set) & self.parallel == 0 { set } else { self.graph.normalise(set) };
        let (mut tied, mut doubles, mut images) = (near.tied, near.doubles, near.images);
        for string in StringGraph::strings(near.set ^ set).map(usize::from) {
            for coin in self.graph.ends()[string].into_iter().filter(|&end| end != GROUND) {
                let own = self.strings(set, coin);
                let has_two = own != 0 && (own & (own - 1)).is_power_of_two();
                tied = tied & !(1 << coin) | u64::from(own != 0) << coin;
                doubles = doubles & !(1 << coin) | u64::from(has_two) << coin;
            }
            toggle(&mut images, &self.images_of_strings[string]);
        }
        let at_doubles = StringGraph::strings(doubles).fold(0, |all, coin| all | self.strings(set, coin));
        let (coins, all_doubles) = (tied.count_ones() as i32, doubles);
        let mut cuts = set & !at_doubles;
        for sets in self.graph.parallel() {
            // Parallel strings are interchangeable, so one of them suffices. After the last one is cut, the set is
            // still normalised.
            let own = cuts & sets[sets.len() - 1];
            if own & own.wrapping_sub(1) != 0 {
                cuts &= !own | 1 << (63 - own.leading_zeros());
            }
        }
        let mut counts = [0u8; 64];
        let (mut lengths, mut isolated) = (0u64, 0u64);
        // For each kind of chain or cycle in paragraph 5 above: the length of the shortest one, and its string to cut.
        let mut shortest = [(u32::MAX, 0u64); 3];
        while doubles != 0 {
            let coin = doubles.trailing_zeros() as u8;
            doubles &= doubles - 1;
            let own = self.strings(set, coin);
            let (mut strings, mut middle, mut length, mut grounds) = (own, 0, 1, 0);
            for mut string in [own & own.wrapping_neg(), own & (own - 1)] {
                let mut end = coin;
                loop {
                    end = self.other(string.trailing_zeros(), end);
                    if end == GROUND {
                        grounds += 1;
                        break;
                    }
                    if doubles >> end & 1 == 0 {
                        break;
                    }
                    doubles &= !(1 << end);
                    let next = self.strings(set, end);
                    strings |= next;
                    length += 1;
                    middle = string;
                    string = next & !string;
                }
            }
            let cut = if length == 2 { middle } else { own & own.wrapping_neg() };
            let is_cycle = strings.count_ones() == length;
            if !is_cycle && grounds < 2 {
                cuts |= cut;
                continue;
            }
            let kind = match is_cycle {
                true if length < 4 => 0,
                true => 1,
                false if length < 3 => 0,
                false => 2,
            };
            shortest[kind] = shortest[kind].min((length, cut));
            if !is_cycle {
                isolated |= strings;
                counts[length as usize & 63] += 1;
                lengths |= 1 << length;
            }
        }
        shortest.iter().for_each(|&(_, cut)| cuts |= cut);
        let (mut chains, mut at, mut last) = (0u64, 0, 1);
        while lengths != 0 {
            let length = lengths.trailing_zeros();
            lengths &= lengths - 1;
            at += length - last;
            last = length;
            for _ in 0..counts[length as usize] {
                chains |= 1 << at;
                at += 1;
            }
        }
        let mut other_images = images;
        for string in StringGraph::strings(isolated) {
            toggle(&mut other_images, &self.images_of_strings[usize::from(string)]);
        }
        let least = other_images.into_iter().fold(set & !isolated, u64::min);
        Node { set, key: (least, chains), cuts, coins, tied, doubles: all_doubles, images }
    }

    /// Returns a lower bound of the value of a position if it is at least `bound`, or an upper bound.
    ///
    /// The recursion is at most as deep as the number of strings, 64.
    fn search(&mut self, node: &Node, bound: i32) -> Result<i32> {
        let coins = node.coins;
        // The value has the parity of the number of coins.
        let bound = bound + ((bound - coins) & 1);
        if bound <= -coins {
            return Ok(-coins);
        }
        if bound > coins {
            return Ok(coins);
        }
        let (low, high) = self.table.get(node.key).unwrap_or((-coins, coins));
        if low >= bound {
            return Ok(low);
        }
        if high < bound {
            return Ok(high);
        }
        self.meter.advance(1)?;
        let first = self.cuts.len();
        let found = self.search_cuts(node, bound, first)?;
        self.cuts.truncate(first);
        let (low, high) = if found >= bound { (found, high) } else { (low, found) };
        self.table.put(node.key, low, high, node.set.count_ones() as u8, self.budget)?;
        Ok(found)
    }

    /// Searches the moves of a position, and puts them into the list of cuts, from `first` on.
    fn search_cuts(&mut self, node: &Node, bound: i32, first: usize) -> Result<i32> {
        let strings = node.set.count_ones() as usize;
        let mut best = -node.coins;
        let mut rest = node.cuts;
        // The cuts before `kept` are to be searched, those before `looked_up` are looked up or omitted.
        let (mut kept, mut looked_up) = (first, first);
        while rest != 0 || looked_up < self.cuts.len() {
            if rest != 0 {
                let string = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                let after = node.set & !(1 << string);
                let leaves = self.graph.ends()[usize::from(string)].into_iter().fold(0u64, |leaves, end| {
                    if self.strings(after, end).is_power_of_two() { leaves | 1 << end } else { leaves }
                });
                let (free, path, after) = if leaves == 0 { (0, 0, after) } else { self.settle(after, leaves) };
                if path > 0 && -free < bound {
                    best = best.max(-free);
                    continue;
                }
                let child = self.node(node, after);
                self.table.prefetch(child.key);
                let order = u64::from(child.cuts.count_ones()) << 32
                    | u64::from(u32::MAX - self.history[strings][usize::from(string)]);
                self.cuts.push(StringCut { string, free, path, node: child, order });
                if self.cuts.len() - looked_up <= LOOK_UP_DELAY {
                    continue;
                }
            }
            let cut = self.cuts[looked_up];
            looked_up += 1;
            let (low, high) = self.table.get(cut.node.key).unwrap_or((-cut.node.coins, cut.node.coins));
            let (least, most) = cut.range(low, high);
            if -most >= bound {
                return Ok(-most);
            }
            best = best.max(if -least < bound { -least } else { best });
            if -least >= bound {
                self.cuts[kept] = cut;
                kept += 1;
            }
        }
        self.cuts.truncate(kept);
        self.cuts[first..].compact_sort_by_key(|cut| cut.order);
        for at in first..self.cuts.len() {
            let StringCut { string, free, path, node: child, .. } = self.cuts[at];
            // The move reaches the bound if the opponent's value after taking the free coins is at most `most`.
            let most = -bound - free;
            let value = if path == 0 {
                self.search(&child, most + 1)?
            } else {
                // |path + x| ≤ most iff −most − path ≤ x ≤ most − path.
                let above = self.search(&child, most - path + 1)?;
                if above > most - path {
                    path + above
                } else {
                    let below = self.search(&child, -most - path)?;
                    if below < -most - path { -path - below } else { most }
                }
            };
            best = best.max(-free - value);
            if best >= bound {
                let count = &mut self.history[strings][usize::from(string)];
                *count = count.saturating_add(1);
                return Ok(best);
            }
        }
        // `best` may have the wrong parity, because some of the bounds do. Since it is an upper bound, it is rounded
        // down.
        Ok(best - ((best - node.coins) & 1))
    }
}
