//! Compiles a rule for boards that are stored as bits.
//!
//! A compiled rule computes the placements at which patterns fit, the regions of a board and its canonical
//! representative.

use crate::bit_rule::{BitMovePattern, BitPattern, BitRule};
use crate::bits::{corner_shift, image, neighbours, pairs, rows_reversed, used_columns};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// A board as bits: for each plane of the rule, the set of the cells in that plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bitboard<const K: usize>(pub [u64; K]);

impl<const K: usize> Bitboard<K> {
    pub const EMPTY: Bitboard<K> = Bitboard([0; K]);

    /// Returns the union of all planes.
    #[inline]
    pub fn cells(&self) -> u64 {
        self.0.iter().fold(0, |all, plane| all | plane)
    }

    /// Returns the board restricted to a set of cells.
    #[inline]
    pub fn within(&self, cells: u64) -> Bitboard<K> {
        Bitboard(self.0.map(|plane| plane & cells))
    }
}

/// Hashes plane by plane; a derived implementation would hash byte by byte.
impl<const K: usize> Hash for Bitboard<K> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&plane| state.write_u64(plane));
    }
}

/// The links between cells at one distance; linked cells belong to the same region.
///
/// Each entry of `pattern_offsets` is the index of a pattern in `CompiledRule::link_patterns` and an offset. Wherever
/// the pattern can ever fit, its cells at `offset` and at `offset + distance` from its corner are linked.
struct LinksAtDistance {
    distance: u32,
    pattern_offsets: Vec<(usize, u32)>,
}

/// The new index of each plane, and whether the players Left and Right are exchanged.
type Exchange<const K: usize> = ([u8; K], bool);

/// The independent regions of a board.
pub(crate) type Regions<const K: usize> = SmallVec<[Bitboard<K>; 4]>;

/// A rule compiled for boards with `K` planes and rows of `W` bits.
pub struct CompiledRule<'a, const K: usize, const W: u32> {
    pub(crate) move_patterns: &'a [BitMovePattern],
    /// The patterns of all steps of all moves.
    pub(crate) patterns: Vec<&'a BitPattern>,
    /// The patterns of first steps, with which a move begins.
    first_patterns: Vec<&'a BitPattern>,
    /// The patterns that determine which cells are linked.
    link_patterns: Vec<&'a BitPattern>,
    links: Vec<LinksAtDistance>,
    /// The planes to which moves can take a cell of each plane.
    ///
    /// Entry `[a][b]` is all ones if moves can take a cell from plane `a` to plane `b`, otherwise 0.
    reachable_planes_from: [[u64; K]; K],
    /// Whether the reachable states are computed cell by cell, instead of by `reachable_planes_from`.
    computes_reach_by_cell: bool,
    /// For each neighbour plane: whether it marks all eight neighbours instead of four.
    ///
    /// The entries of other planes are `None`.
    all_eight_by_plane: [Option<bool>; K],
    /// For each `GridSymmetry`, by its number: the exchanges with which it is a symmetry of the rule.
    exchanges: [SmallVec<[Exchange<K>; 2]>; 8],
    /// Whether one of the symmetries exchanges rows and columns.
    transposes: bool,
}

impl<'a, const K: usize, const W: u32> CompiledRule<'a, K, W> {
    /// Compiles a rule that is given as bit patterns.
    pub fn new(bit_rule: &'a BitRule) -> CompiledRule<'a, K, W> {
        let patterns: Vec<&BitPattern> =
            bit_rule.move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps).flatten().collect();
        let first_patterns = bit_rule.move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps[0]).collect();
        let reachable_planes_from = reachable_planes_from(&patterns);
        let mut links: Vec<LinksAtDistance> = vec![];
        let mut link = |distance: u32, pattern_offset: Option<(usize, u32)>| {
            let existing = links.iter().position(|link| link.distance == distance);
            let k = existing.unwrap_or_else(|| {
                links.push(LinksAtDistance { distance, pattern_offsets: vec![] });
                links.len() - 1
            });
            links[k].pattern_offsets.extend(pattern_offset);
        };
        let all_eight_by_plane: [Option<bool>; K] = std::array::from_fn(|k| bit_rule.all_eight(k as u8));
        let changes_neighbours = patterns.iter().any(|pattern| !pattern.neighbour_changes.is_empty());
        let computes_reach_by_cell = W == 64 || changes_neighbours || all_eight_by_plane.iter().any(Option::is_some);
        // Planes that are reachable from the same planes are equivalent here. Patterns that differ only in
        // such planes can ever fit at the same cells, so one of these patterns is enough.
        let are_equivalent = |a: &BitPattern, b: &BitPattern| {
            let same = |(a, b): (&(u32, u8), &(u32, u8))| {
                a.0 == b.0 && reachable_planes_from.iter().all(|row| row[usize::from(a.1)] == row[usize::from(b.1)])
            };
            a.valid == b.valid && a.cells.len() == b.cells.len() && a.cells.iter().zip(&b.cells).all(same)
        };
        let is_first =
            |k: &usize| computes_reach_by_cell || !(0..*k).any(|j| are_equivalent(patterns[j], patterns[*k]));
        let link_patterns: Vec<&BitPattern> = (0..patterns.len()).filter(is_first).map(|k| patterns[k]).collect();
        for (k, pattern) in link_patterns.iter().enumerate() {
            for pair in pattern.cells.windows(2) {
                link(pair[1].0 - pair[0].0, Some((k, pair[0].0)));
            }
            let conditions = pattern.plane_conditions.iter().map(|(plane, _)| all_eight_by_plane[usize::from(*plane)]);
            let changes = pattern.neighbour_changes.iter().map(|change| Some(change.all_eight));
            for all_eight in conditions.chain(changes) {
                link(1, None);
                if W != 64 {
                    link(W, None);
                    if all_eight == Some(true) {
                        link(W + 1, None);
                        link(W - 1, None);
                    }
                }
            }
        }
        let mut exchanges: [SmallVec<[Exchange<K>; 2]>; 8] = Default::default();
        for (symmetry, to, negates) in &bit_rule.symmetries {
            exchanges[usize::from(symmetry.0)]
                .push((std::array::from_fn(|k| to.get(k).map_or(k as u8, |&to| to)), *negates));
        }
        let transposes = exchanges[4..].iter().any(|list| !list.is_empty());
        CompiledRule {
            move_patterns: &bit_rule.move_patterns,
            patterns,
            first_patterns,
            link_patterns,
            links,
            reachable_planes_from,
            computes_reach_by_cell,
            all_eight_by_plane,
            exchanges,
            transposes,
        }
    }

    /// Reports whether some picture of the rule has a condition on neighbours, or changes neighbours.
    pub fn has_conditions(&self) -> bool {
        self.all_eight_by_plane.iter().any(Option::is_some)
            || self.patterns.iter().any(|pattern| !pattern.neighbour_changes.is_empty())
    }

    /// Returns the number of placements at which a first picture of a player fits.
    pub fn count_first_steps(&self, board: &Bitboard<K>, player: usize) -> u32 {
        let own = self.move_patterns.iter().filter(|move_pattern| move_pattern.players[player]);
        let first = own.flat_map(|move_pattern| &move_pattern.steps[0]);
        first.map(|pattern| corners_fitting_now(pattern, board).count_ones()).sum()
    }

    /// Reports whether a half turn of the board is a symmetry of the rule that keeps all states.
    pub fn has_half_turn(&self) -> bool {
        let keeps_states = |to: &[u8; K]| to.iter().enumerate().all(|(k, &to)| usize::from(to) == k);
        self.exchanges[if W == 64 { 2 } else { 3 }].iter().any(|(to, _)| keeps_states(to))
    }

    /// Returns, for each plane, an upper bound on the cells that can ever be in this plane.
    ///
    /// For a neighbour plane, these are the cells that can still get one of its states.
    pub fn reachable_planes(&self, board: &Bitboard<K>) -> Bitboard<K> {
        let mut reachable = Bitboard::EMPTY;
        if !self.computes_reach_by_cell {
            for (plane, row) in board.0.iter().zip(&self.reachable_planes_from) {
                for (to, &may) in reachable.0.iter_mut().zip(row) {
                    *to |= plane & may;
                }
            }
            return reachable;
        }
        for k in (0..K).filter(|&k| self.all_eight_by_plane[k].is_none()) {
            reachable.0[k] = board.0[k];
        }
        loop {
            let before = reachable;
            for pattern in &self.patterns {
                let corners = self.corners_fitting_ever(pattern, board, &reachable);
                for &(at, _, to) in pattern.changes.iter().filter(|_| corners != 0) {
                    if let Some(to) = to {
                        reachable.0[usize::from(to)] |= corners << at;
                    }
                }
                for &(plane, _) in &pattern.marked_planes {
                    reachable.0[usize::from(plane)] |= corners;
                }
                for change in &pattern.neighbour_changes {
                    let changed = neighbours::<W>(corners, change.all_eight) & reachable.0[usize::from(change.from)];
                    if let Some(to) = change.to {
                        reachable.0[usize::from(to)] |= changed;
                    }
                }
            }
            if reachable == before {
                return reachable;
            }
        }
    }

    /// Returns the corner cells at which a pattern can ever fit.
    #[inline]
    pub fn corners_fitting_ever(&self, pattern: &BitPattern, board: &Bitboard<K>, reachable: &Bitboard<K>) -> u64 {
        let mut corners = corners_matching_cells(pattern, reachable);
        for &(plane, required) in &pattern.plane_conditions {
            let k = usize::from(plane);
            let marked = board.0[k];
            corners &= match required {
                true => marked | neighbours::<W>(reachable.0[k], self.all_eight_by_plane[k] == Some(true)),
                false => !marked,
            };
        }
        corners
    }

    /// Returns the independent regions of the board.
    ///
    /// Regions in which neither player has a move are dropped, since they never change.
    pub fn regions(&self, board: &Bitboard<K>) -> Regions<K> {
        let reachable = self.reachable_planes(board);
        let mut possible: SmallVec<[u64; 16]> = SmallVec::new();
        possible.extend(self.link_patterns.iter().map(|pattern| self.corners_fitting_ever(pattern, board, &reachable)));
        let mut links: SmallVec<[(u32, u64); 8]> = SmallVec::new();
        for link in &self.links {
            let pairs = link.pattern_offsets.iter().fold(0, |all, &(k, offset)| all | possible[k] << offset);
            links.push((link.distance, pairs));
        }
        let (links, mut remaining) = (&mut links[..], 0);
        for (pattern, &corners) in self.link_patterns.iter().zip(&possible).filter(|(_, corners)| **corners != 0) {
            if pattern.cells.len() == 1 {
                remaining |= corners << pattern.cells[0].0;
            }
            let conditions = pattern
                .plane_conditions
                .iter()
                .map(|&(plane, _)| (plane, self.all_eight_by_plane[usize::from(plane)] == Some(true)));
            let changes = pattern.neighbour_changes.iter().map(|change| (change.from, change.all_eight));
            for (plane, all_eight) in conditions.chain(changes) {
                for (distance, all) in links.iter_mut() {
                    let straight = *distance == 1 || *distance == W;
                    if straight && (W != 64 || *distance == 1) || all_eight && W != 64 && (*distance).abs_diff(W) == 1 {
                        *all |= pairs::<W>(corners, reachable.0[usize::from(plane)], *distance);
                    }
                }
            }
        }
        for &(distance, all) in &*links {
            remaining |= all | all << distance;
        }
        let movable = self
            .first_patterns
            .iter()
            .fold(0, |all, pattern| all | corners_fitting_now(pattern, board) << pattern.cells[0].0);
        let mut regions = Regions::new();
        while remaining != 0 {
            let mut region = remaining & remaining.wrapping_neg();
            loop {
                let mut more = region;
                for &(distance, all) in &*links {
                    more |= (more & all) << distance;
                    more |= more >> distance & all;
                }
                if more == region {
                    break;
                }
                region = more;
            }
            remaining &= !region;
            if region & movable != 0 {
                regions.push(board.within(region));
            }
        }
        regions
    }

    /// Returns the canonical representative of the board, and whether it is the negative of the board.
    ///
    /// The representative is the least of all boards that are equivalent under symmetries, shifted to the corner.
    #[inline]
    pub fn canonical_representative(&self, board: &Bitboard<K>) -> (Bitboard<K>, bool) {
        let (key, negative, _) = self.signed_representative(board);
        (key, negative)
    }

    /// Returns the canonical representative of the board, with two flags.
    ///
    /// The first says whether the representative is an image of the negative instead of the board, the second whether
    /// the board is its own negative.
    ///
    /// A board that has its own negative among its images is its own negative; the first flag is then `false`.
    #[inline]
    pub fn signed_representative(&self, board: &Bitboard<K>) -> (Bitboard<K>, bool, bool) {
        let all = board.cells();
        let shift = corner_shift::<W>(all);
        let (all, placed) = (all >> shift, board.0.map(|plane| plane >> shift));
        let (mut key, mut negative, mut is_own_negative) = (Bitboard([u64::MAX; K]), false, false);
        let mut consider = |which: usize, planes: [u64; K]| {
            for &(to, negates) in &self.exchanges[which] {
                let mut exchanged = Bitboard::EMPTY;
                for (k, plane) in to.into_iter().zip(planes) {
                    exchanged.0[usize::from(k)] = plane;
                }
                if exchanged < key {
                    (key, negative, is_own_negative) = (exchanged, negates, false);
                } else if exchanged == key {
                    is_own_negative |= negates != negative;
                }
            }
        };
        let of =
            |planes: [u64; K], which: u8| planes.map(|plane| image::<W>(plane, crate::pattern::GridSymmetry(which)));
        if W == 64 {
            let empty = all.leading_zeros();
            consider(0, placed);
            consider(2, of(placed, 2).map(|plane| plane >> empty));
            return (key, negative && !is_own_negative, is_own_negative);
        }
        // `rows` is the number of empty rows at the end times `W`, `columns` the number of empty columns at the end.
        let rows = all.leading_zeros() / W * W;
        let columns = used_columns::<W>(all).leading_zeros() - (64 - W);
        let mut upright = |which: usize, planes: [u64; K], rows: u32, columns: u32| {
            let turned = |planes: [u64; K]| planes.map(|plane| rows_reversed::<W>(plane) >> rows);
            consider(which, planes);
            consider(which + 1, turned(planes));
            let mirrored = of(planes, 2).map(|plane| plane >> columns);
            consider(which + 2, mirrored);
            consider(which + 3, turned(mirrored));
        };
        // If rows and columns can be exchanged, only images that are at least as high as wide are compared.
        if W != 8 || !self.transposes || rows <= 8 * columns {
            upright(0, placed, rows, columns);
        }
        if W == 8 && self.transposes && rows >= 8 * columns {
            upright(4, of(placed, 4), 8 * columns, rows / 8);
        }
        (key, negative && !is_own_negative, is_own_negative)
    }
}

/// Transitive closure: computes, for each plane, the planes to which moves can take its cells.
fn reachable_planes_from<const K: usize>(patterns: &[&BitPattern]) -> [[u64; K]; K] {
    let mut closure = [[0; K]; K];
    (0..K).for_each(|k| closure[k][k] = u64::MAX);
    loop {
        let before = closure;
        for &(_, from, to) in patterns.iter().flat_map(|pattern| &pattern.changes) {
            if let Some(to) = to {
                for row in closure.iter_mut().filter(|row| row[usize::from(from)] != 0) {
                    row[usize::from(to)] = u64::MAX;
                }
            }
        }
        if closure == before {
            return closure;
        }
    }
}

/// Returns the corner cells at which all cells of a pattern match.
///
/// Conditions on neighbours are ignored.
#[inline]
pub(crate) fn corners_matching_cells<const K: usize>(pattern: &BitPattern, board: &Bitboard<K>) -> u64 {
    let mut corners = pattern.valid;
    for &(at, plane) in &pattern.cells {
        corners &= board.0[usize::from(plane)] >> at;
    }
    corners
}

/// Returns the corner cells at which a pattern fits, including its conditions on neighbours.
#[inline]
pub(crate) fn corners_fitting_now<const K: usize>(pattern: &BitPattern, board: &Bitboard<K>) -> u64 {
    let mut corners = corners_matching_cells(pattern, board);
    for &(plane, required) in &pattern.plane_conditions {
        let marked = board.0[usize::from(plane)];
        corners &= if required { marked } else { !marked };
    }
    corners
}

/// Returns the board after a move by a pattern that fits with its corner at the cell `corner`.
#[inline]
pub(crate) fn board_after<const K: usize, const W: u32>(
    pattern: &BitPattern,
    board: &Bitboard<K>,
    corner: u32,
) -> Bitboard<K> {
    let mut after = *board;
    for &(at, from, to) in &pattern.changes {
        let bit = 1u64 << (corner + at);
        after.0[usize::from(from)] ^= bit;
        if let Some(to) = to {
            after.0[usize::from(to)] ^= bit;
        }
    }
    for &(plane, all_eight) in &pattern.marked_planes {
        after.0[usize::from(plane)] |= neighbours::<W>(1 << corner, all_eight);
    }
    for change in &pattern.neighbour_changes {
        // A neighbour in several of these planes cannot occur, so the changes are independent.
        let changed = neighbours::<W>(1 << corner, change.all_eight) & board.0[usize::from(change.from)];
        after.0[usize::from(change.from)] &= !changed;
        if let Some(to) = change.to {
            after.0[usize::from(to)] |= changed;
        }
    }
    after
}
