//! Canonical forms of small graphs with labels; isomorphic graphs have equal forms.
//!
//! Vertices have *colours*, which are refined until they distinguish no more vertices. The vertices of one
//! colour are a *cell*. If a cell has several vertices, the search gives each of them a new colour in turn. At a
//! leaf of the search all colours differ, so they order the vertices, and the labels in this order form a list.
//! The canonical form is the least list of all leaves (B. D. McKay, "Practical graph isomorphism", Congressus
//! Numerantium 30 (1981)).
//!
//! Two shortcuts make the search fast for symmetric graphs. Of *twins*, which are vertices that may be swapped,
//! the search tries only one. A leaf with the same list as the best leaf reveals an automorphism, so the search
//! skips the rest of its branch.

use grundy_rules::spend;
use grundy_value::CompactSort;
use smallvec::SmallVec;

/// The maximum number of leaves that the search visits.
///
/// For a graph with more leaves the search returns the best list so far, which describes the graph but may not be
/// canonical.
const MAX_LEAVES: usize = 1 << 10;

/// The labels of the pairs (0,0), (0,1), (1,1), (0,2), (1,2), (2,2), ... of a graph in canonical order.
///
/// If no vertex has a label, only the pairs (0,1), (0,2), (1,2), ... are included.
pub type CanonicalLabels = SmallVec<[u32; 36]>;

type Colours = SmallVec<[u64; 16]>;

/// A graph on `n` vertices, at most 256.
///
/// `labels[u * n + v]` is the label of the edge between u and v, the same in both directions; `labels[v * n +
/// v]` is the label of v.
///
/// ```
/// use grundy_graph::LabelledGraph;
/// // Two paths of three vertices, whose middle vertices are 1 and 0.
/// let [one, other] = [[0, 1, 0, 1, 0, 1, 0, 1, 0], [0, 1, 1, 1, 0, 0, 1, 0, 0]];
/// assert_eq!(LabelledGraph { n: 3, labels: &one }.canonical(), LabelledGraph { n: 3, labels: &other }.canonical());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LabelledGraph<'a> {
    /// The number of vertices.
    pub n: usize,
    /// The labels of edges and vertices.
    pub labels: &'a [u32],
}

/// An inner node of the search tree: its colours, and the vertices of its cell to try.
struct BranchPoint {
    colours: Colours,
    candidates: SmallVec<[u8; 16]>,
    next: usize,
}

impl LabelledGraph<'_> {
    /// Returns the canonical form.
    ///
    /// Graphs with equal forms are isomorphic. Isomorphic graphs have equal forms, unless the search stopped early,
    /// for example because the budget of this thread is exhausted.
    pub fn canonical(&self) -> CanonicalLabels {
        debug_assert!(self.n <= 256 && self.labels.len() == self.n * self.n);
        let mut colours: Colours = (0..self.n).map(|v| mix(u64::from(self.labels[v * self.n + v]) + 1)).collect();
        self.refine(&mut colours);
        let candidates = self.candidates(&colours);
        if candidates.is_empty() {
            return self.form(&colours);
        }
        self.search(BranchPoint { colours, candidates, next: 0 })
    }

    fn search(&self, root: BranchPoint) -> CanonicalLabels {
        let colours = root.colours.clone();
        let mut best: Option<(CanonicalLabels, SmallVec<[u8; 16]>)> = None;
        let mut stack = vec![root];
        // For each level of the stack, the vertex that the search is trying there.
        let mut path: SmallVec<[u8; 16]> = SmallVec::new();
        let mut leaves = 0;
        while !stack.is_empty() && spend(4 * (self.n * self.n) as u64) {
            path.truncate(stack.len() - 1);
            let Some(level) = stack.last_mut() else { break };
            let level = match level.candidates.get(level.next) {
                Some(&vertex) => {
                    level.next += 1;
                    path.push(vertex);
                    let mut colours = level.colours.clone();
                    colours[usize::from(vertex)] = mix(!colours[usize::from(vertex)]);
                    self.refine(&mut colours);
                    let candidates = self.candidates(&colours);
                    BranchPoint { colours, candidates, next: 0 }
                }
                None => {
                    stack.pop();
                    continue;
                }
            };
            if !level.candidates.is_empty() {
                stack.push(level);
                continue;
            }
            leaves += 1;
            let form = self.form(&level.colours);
            match &best {
                Some((least, _)) if form > *least => {}
                Some((least, best_path)) if form == *least => {
                    // An automorphism maps the path of the best leaf to this path. From the level where the two
                    // paths diverge, the rest of this branch is therefore an image of leaves visited before.
                    let common = path.iter().zip(best_path).take_while(|(a, b)| a == b).count();
                    stack.truncate(common + 1);
                }
                _ => best = Some((form, path.clone())),
            }
            if leaves == MAX_LEAVES {
                break;
            }
        }
        // If there is no leaf, the budget was exhausted before the first one.
        best.map_or_else(|| self.form(&colours), |(form, _)| form)
    }

    /// Refines the colours by the neighbourhoods of vertices until they distinguish no more vertices.
    fn refine(&self, colours: &mut Colours) {
        let mut classes = count_distinct(colours);
        while classes < self.n {
            let fine: Colours = (0..self.n).map(|v| self.neighbourhood(colours, v)).collect();
            let more = count_distinct(&fine);
            if more <= classes {
                return;
            }
            (*colours, classes) = (fine, more);
        }
    }

    /// Hashes the colour of `v`, and the multiset of the edge labels and colours of all other vertices.
    fn neighbourhood(&self, colours: &Colours, v: usize) -> u64 {
        let row = &self.labels[v * self.n..(v + 1) * self.n];
        let mut sum = mix(colours[v] ^ 0xA5A5_A5A5_A5A5_A5A5);
        for (u, (&label, &colour)) in row.iter().zip(colours).enumerate() {
            if u != v {
                sum = sum.wrapping_add(mix(colour.wrapping_add(u64::from(label).wrapping_mul(0xD6E8_FEB8_6659_FD93))));
            }
        }
        sum
    }

    /// Returns the vertices of the smallest cell with several vertices, one of each set of twins.
    ///
    /// The result is empty if all colours differ.
    fn candidates(&self, colours: &Colours) -> SmallVec<[u8; 16]> {
        let order = order(colours);
        let mut cell: &[u8] = &[];
        for same in order.chunk_by(|&a, &b| colours[usize::from(a)] == colours[usize::from(b)]) {
            if same.len() > 1 && (cell.is_empty() || same.len() < cell.len()) {
                cell = same;
            }
        }
        let mut representatives = SmallVec::new();
        for &v in cell {
            if !representatives.iter().any(|&u| self.are_twins(usize::from(u), usize::from(v))) {
                representatives.push(v);
            }
        }
        representatives
    }

    fn are_twins(&self, u: usize, v: usize) -> bool {
        let same = |x: usize, y: usize| self.labels[u * self.n + x] == self.labels[v * self.n + y];
        (0..self.n).all(|x| x == u || x == v || same(x, x)) && same(u, v)
    }

    fn form(&self, colours: &Colours) -> CanonicalLabels {
        let order = order(colours);
        let mut form = CanonicalLabels::with_capacity(self.n * (self.n + 1) / 2);
        let is_unlabelled = (0..self.n).all(|v| self.labels[v * self.n + v] == 0);
        for (k, &v) in order.iter().enumerate() {
            form.extend(
                order[..k + usize::from(!is_unlabelled)]
                    .iter()
                    .map(|&u| self.labels[usize::from(v) * self.n + usize::from(u)]),
            );
        }
        form
    }
}

/// Returns the vertices in the order of their colours.
fn order(colours: &Colours) -> SmallVec<[u8; 16]> {
    let mut order: SmallVec<[u8; 16]> = (0..colours.len()).map(|v| v as u8).collect();
    order.compact_sort_by_key(|&v| colours[usize::from(v)]);
    order
}

fn count_distinct(colours: &Colours) -> usize {
    let mut sorted = colours.clone();
    sorted.compact_sort();
    sorted.dedup();
    sorted.len()
}

/// Scrambles a 64-bit number bijectively (the finaliser of SplitMix64).
fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    fn matrix(n: usize, label: impl Fn(usize, usize) -> u32) -> Vec<u32> {
        (0..n * n).map(|k| if k / n == k % n { 0 } else { label((k / n).min(k % n), (k / n).max(k % n)) }).collect()
    }

    fn form(n: usize, labels: &[u32]) -> CanonicalLabels {
        LabelledGraph { n, labels }.canonical()
    }

    /// Checks that there are as many forms as graphs on n vertices up to isomorphism (OEIS A000088).
    #[test]
    fn canonical_forms_count_graphs() {
        for (n, graphs) in [(0usize, 1), (1, 1), (2, 2), (3, 4), (4, 11), (5, 34), (6, 156)] {
            let pairs: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
            let forms: BTreeSet<CanonicalLabels> = (0u32..1 << pairs.len())
                .map(|edges| {
                    let edge = |u, v| edges >> pairs.iter().position(|&pair| pair == (u, v)).unwrap() & 1;
                    form(n, &matrix(n, edge))
                })
                .collect();
            assert_eq!(forms.len(), graphs, "{n} vertices");
        }
    }

    #[test]
    fn relabelling_changes_nothing() {
        let mut seed = 7u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            mix(seed) % n
        };
        let mut forms: HashMap<CanonicalLabels, usize> = HashMap::new();
        for case in 0..300 {
            let n = 2 + random(8) as usize;
            // A small number of labels and repeated blocks make symmetric graphs.
            let (kinds, block) = (1 + random(3), 1 + random(4) as usize);
            let table: Vec<u32> = (0..100).map(|_| random(kinds + 1) as u32).collect();
            let labels =
                matrix(n, |u, v| if u / block == v / block { table[0] } else { table[u % block * 10 + v % block] });
            let expected = form(n, &labels);
            for _ in 0..10 {
                let mut order: Vec<usize> = (0..n).collect();
                for k in (1..n).rev() {
                    order.swap(k, random(k as u64 + 1) as usize);
                }
                let moved: Vec<u32> = (0..n * n).map(|k| labels[order[k / n] * n + order[k % n]]).collect();
                assert_eq!(form(n, &moved), expected, "case {case}");
            }
            forms.insert(expected, case);
        }
        assert!(forms.len() > 50);
    }

    /// Checks that the Petersen graph and the prism, which have the same degrees, have different forms.
    ///
    /// Relabelling must not change the forms of these graphs, nor that of three disjoint squares.
    #[test]
    fn symmetric_graphs() {
        let joins = |edges: &'static [(usize, usize)]| move |u, v| u32::from(edges.contains(&(u, v)));
        let petersen = matrix(
            10,
            joins(&[
                (0, 1),
                (1, 2),
                (2, 3),
                (3, 4),
                (0, 4),
                (0, 5),
                (1, 6),
                (2, 7),
                (3, 8),
                (4, 9),
                (5, 7),
                (7, 9),
                (6, 9),
                (6, 8),
                (5, 8),
            ]),
        );
        let prism = matrix(
            10,
            joins(&[
                (0, 1),
                (1, 2),
                (2, 3),
                (3, 4),
                (0, 4),
                (0, 5),
                (1, 6),
                (2, 7),
                (3, 8),
                (4, 9),
                (5, 6),
                (6, 7),
                (7, 8),
                (8, 9),
                (5, 9),
            ]),
        );
        let turned = |labels: &[u32], n: usize, by: usize| -> Vec<u32> {
            (0..n * n).map(|k| labels[(k / n * by + 1) % n * n + (k % n * by + 1) % n]).collect()
        };
        assert_ne!(form(10, &petersen), form(10, &prism));
        for by in [1, 3, 7, 9] {
            assert_eq!(form(10, &turned(&petersen, 10, by)), form(10, &petersen));
            assert_eq!(form(10, &turned(&prism, 10, by)), form(10, &prism));
        }
        let squares = matrix(12, |u, v| u32::from(u / 4 == v / 4 && (v - u) % 2 == 1));
        for by in [1, 5, 7, 11] {
            assert_eq!(form(12, &turned(&squares, 12, by)), form(12, &squares));
        }
    }
}
