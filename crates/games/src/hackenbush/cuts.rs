//! Finds all edges of a green picture whose removal leads to a wanted value, in one pass.
//!
//! The wanted value of the whole picture determines, from the ground upwards, the value that each fused
//! vertex would need to have, since everything else at its parent is unchanged. So for a bridge, one
//! comparison suffices. For an edge inside a fused vertex there are two cases:
//! - The vertex stays fused and has one loop fewer.
//! - The edge has *mates*: other edges that become bridges when it is removed. The mates divide the vertex into
//!   subgraphs, which they connect to a ring. Cutting one edge of the ring leaves two chains that hang from the
//!   subgraph nearest to the ground, and [`Nested`] computes the values of chains of all lengths.
//!
//! Two edges are mates iff the same edges outside the search tree cover both of them, where an edge outside the tree
//! covers itself. Mates in the tree lie on one path from the root. The nearest mate above v is the nearest edge above v
//! with the same number of covering edges, provided that it is below the upper ends of all edges that cover v. The
//! algorithm is linear except for a logarithmic factor for long rings.

use super::bits::Bits;
use super::fusion::{ABSENT, Fusion};
use super::nested::Nested;
use grundy_value::CompactSort;

/// Returns the edges whose removal leaves a picture of Grundy value `to`.
///
/// `edges` is the number of edges of the graph.
pub(super) fn cuts(fusion: &Fusion, edges: usize, to: u32) -> Bits {
    let mut found = Bits::empty(edges);
    let needs = Needs::new(fusion, to, &mut found);
    if !fusion.is_tree() {
        Rings { fusion, needs, nested: Nested::default(), found: &mut found }.search();
    }
    found
}

/// The value that each fused vertex would need for the whole picture to have the wanted value.
struct Needs {
    /// For each vertex, the one nearest to the ground among the vertices fused with it.
    top: Vec<u32>,
    /// The needed value, indexed by an entry of `top`; `None` if no value is sufficient.
    need: Vec<Option<u32>>,
}

impl Needs {
    /// Computes the needed values, and adds the bridges to cut to `found`.
    fn new(fusion: &Fusion, to: u32, found: &mut Bits) -> Needs {
        let vertices = fusion.parent.len();
        let (mut top, mut need) = (vec![0u32; vertices], vec![None; vertices]);
        need[0] = Some(to);
        for v in 1..vertices {
            let above = top[fusion.parent[v] as usize];
            if !fusion.is_bridge(v) {
                top[v] = above;
                continue;
            }
            top[v] = v as u32;
            let Some(needed) = need[above as usize] else { continue };
            // The value that the bridge and its subtree would need together; 0 means that the bridge must be cut.
            let branch = fusion.value_at(above as usize) ^ (fusion.value_at(v) + 1) ^ needed;
            if branch == 0 {
                found.insert(fusion.edge[v] as usize);
            }
            need[v] = branch.checked_sub(1);
        }
        Needs { top, need }
    }

    /// Returns the top of the fused vertex of `v` and the value it would need; `None` if none suffices.
    fn at(&self, v: u32) -> Option<(usize, u32)> {
        let top = self.top[v as usize] as usize;
        Some((top, self.need[top]?))
    }
}

struct Rings<'a> {
    fusion: &'a Fusion,
    needs: Needs,
    nested: Nested,
    found: &'a mut Bits,
}

impl Rings<'_> {
    fn search(mut self) {
        let coverer = lowest_coverers(self.fusion);
        let above = mates_above(self.fusion, &coverer);
        let mut has_below = vec![false; above.len()];
        for &mate in above.iter().filter(|&&mate| mate != ABSENT) {
            has_below[mate as usize] = true;
        }
        let mut in_ring = vec![false; self.fusion.back.len()];
        let (mut ring, mut forth, mut back) = (Ring::default(), vec![], vec![]);
        for v in 1..above.len() {
            if self.fusion.is_bridge(v) || has_below[v] {
                continue;
            }
            let only = (self.fusion.cover[v] == 1).then_some(coverer[v] as usize);
            if let Some(only) = only {
                in_ring[only] = true;
            }
            let Some((top, need)) = self.needs.at(v as u32) else { continue };
            if only.is_none() && above[v] == ABSENT {
                self.check_loop(top, need, self.fusion.edge[v]);
                continue;
            }
            ring.read(self.fusion, top, v, &above, only.map(|k| self.fusion.back[k].edge));
            self.nested.chains(&ring.components, &mut forth);
            ring.components.reverse();
            self.nested.chains(&ring.components, &mut back);
            for (&edge, (one, other)) in ring.edges.iter().zip(forth.iter().zip(back.iter().rev())) {
                if ring.base ^ one ^ other == need {
                    self.found.insert(edge as usize);
                }
            }
        }
        for (edge, _) in self.fusion.back.iter().zip(in_ring).filter(|(_, in_ring)| !in_ring) {
            if let Some((top, need)) = self.needs.at(edge.low) {
                self.check_loop(top, need, edge.edge);
            }
        }
    }

    /// Handles an edge without mates: after its removal, the vertex stays fused and has one loop fewer.
    fn check_loop(&mut self, top: usize, need: u32, edge: u32) {
        if self.fusion.value_at(top) ^ 1 == need {
            self.found.insert(edge as usize);
        }
    }
}

/// A set of mates, and the subgraphs that they connect to a ring.
#[derive(Default)]
struct Ring {
    /// The value of the subgraph nearest to the ground.
    base: u32,
    /// The values of the other subgraphs, in the order of the ring.
    components: Vec<u32>,
    /// The mates, in the order of the ring: one more than `components`.
    edges: Vec<u32>,
}

impl Ring {
    /// Reads the ring whose lowest tree edge is that above `lowest`, inside the fused vertex of `top`.
    ///
    /// `only` is the mate outside the search tree, if there is one; `above` lists the nearest mate above each vertex.
    fn read(&mut self, fusion: &Fusion, top: usize, lowest: usize, above: &[u32], only: Option<u32>) {
        // Two of the edge ends at a subgraph belong to mates; the other ends are those of the edges inside
        // the subgraph. So the number of edges inside is half of (the sum of degrees − 2).
        let subgraph_value = |hanging: u32, degrees: u32| hanging ^ ((degrees / 2 - 1) % 2);
        let (hanging, degree) = (&fusion.hanging, &fusion.degree);
        self.components.clear();
        self.edges.clear();
        if let Some(only) = only {
            self.edges.push(only);
            self.components.push(subgraph_value(hanging[lowest], degree[lowest]));
        }
        self.edges.push(fusion.edge[lowest]);
        let mut v = lowest;
        while above[v] != ABSENT {
            let mate = above[v] as usize;
            self.components.push(subgraph_value(hanging[mate] ^ hanging[v], degree[mate] - degree[v]));
            self.edges.push(fusion.edge[mate]);
            v = mate;
        }
        self.base = match only {
            Some(_) => subgraph_value(hanging[top] ^ hanging[v], degree[top] - degree[v]),
            // Edges outside the tree connect the subgraph below the lowest mate to the one above the highest
            // mate.
            None => {
                subgraph_value(hanging[top] ^ hanging[v] ^ hanging[lowest], degree[top] - degree[v] + degree[lowest])
            }
        };
    }
}

/// Returns, for each tree edge, the covering edge whose upper end is nearest to that tree edge.
///
/// Tree edges are given by their lower ends, covering edges by their indices in `fusion.back`.
fn lowest_coverers(fusion: &Fusion) -> Vec<u32> {
    let mut coverer = vec![ABSENT; fusion.parent.len()];
    // Union-find: `next` leads upwards from each vertex to the next vertex whose tree edge has no coverer yet.
    let mut next: Vec<u32> = (0..fusion.parent.len() as u32).collect();
    let mut order: Vec<u32> = (0..fusion.back.len() as u32).collect();
    order.compact_sort_by_key(|&k| std::cmp::Reverse(fusion.back[k as usize].high));
    for k in order {
        let back = fusion.back[k as usize];
        let mut v = back.low;
        loop {
            while next[v as usize] != v {
                next[v as usize] = next[next[v as usize] as usize];
                v = next[v as usize];
            }
            if v <= back.high {
                break;
            }
            coverer[v as usize] = k;
            next[v as usize] = fusion.parent[v as usize];
        }
    }
    coverer
}

/// Returns, for each tree edge, the nearest mate above it, or [`ABSENT`].
///
/// Tree edges are given by their lower ends.
fn mates_above(fusion: &Fusion, coverer: &[u32]) -> Vec<u32> {
    let mut above = vec![ABSENT; coverer.len()];
    // `nearest` contains, for each number of covering edges, the nearest tree edge with this number on the path from
    // the ground to v. `before` contains the previous entry, for backtracking.
    let mut nearest = vec![ABSENT; fusion.back.len() + 1];
    let mut before = vec![ABSENT; coverer.len()];
    for v in 1..coverer.len() {
        let mut edge = v - 1;
        while edge != fusion.parent[v] as usize {
            nearest[fusion.cover[edge] as usize] = before[edge];
            edge = fusion.parent[edge] as usize;
        }
        let place = &mut nearest[fusion.cover[v] as usize];
        before[v] = *place;
        if coverer[v] != ABSENT && *place != ABSENT && *place > fusion.back[coverer[v] as usize].high {
            above[v] = *place;
        }
        *place = v as u32;
    }
    above
}
