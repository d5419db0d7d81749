//! Random graphs, and their solution by the definition.

use grundy_retrograde::TierCodes;
use grundy_rules::indexed::{Indexed, TerminalResult, Tier};

/// A graph as a game with one tier: the vertices are the positions, and vertex v has slot v.
pub struct Graph {
    pub moves: Vec<Vec<u32>>,
}

impl Indexed for Graph {
    type Pos = u32;
    fn groups(&self) -> Vec<Vec<Tier>> {
        vec![vec![0]]
    }
    fn after(&self, _: Tier) -> Vec<Tier> {
        vec![0]
    }
    fn name(&self, _: Tier) -> String {
        "all".to_string()
    }
    fn size(&self, _: Tier) -> u64 {
        self.moves.len() as u64
    }
    fn rank(&self, _: Tier, at: &u32) -> (u64, u32) {
        ((*at).into(), 1)
    }
    fn unrank(&self, _: Tier, slot: u64) -> Option<(u32, u32)> {
        Some((slot as u32, 1))
    }
    fn terminal_result(&self, _: &u32) -> Option<TerminalResult> {
        None
    }
    fn children(&self, _: Tier, at: &u32, mut visit: impl FnMut(Tier, u32)) {
        self.moves[*at as usize].iter().for_each(|&to| visit(0, to));
    }
    fn decode(&self, words: &[u64]) -> Option<(Tier, u32)> {
        Some((0, words[0] as u32))
    }
    fn encode(&self, at: &u32) -> Vec<u64> {
        vec![(*at).into()]
    }
}

pub fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

pub fn graph(seed: u64, vertices: u64) -> Graph {
    let degree = |v: u64| if mix(seed ^ v << 1).is_multiple_of(16) { 0 } else { 1 + mix(seed ^ v << 2) % 4 };
    let to = |v: u64| (0..degree(v)).map(move |k| (mix(seed ^ v << 8 ^ k << 40) % vertices) as u32).collect();
    Graph { moves: (0..vertices).map(to).collect() }
}

/// Computes all codes by the definition. Each round finds the positions of the next remoteness.
pub fn solve_by_definition(graph: &Graph) -> Vec<u32> {
    let mut codes = vec![0u32; graph.moves.len()];
    for round in 0.. {
        let new: Vec<(usize, u32)> = (0..codes.len())
            .filter(|&v| codes[v] == 0)
            .filter_map(|v| {
                let before = |to: &u32| codes[*to as usize] != 0;
                let moves = &graph.moves[v];
                if moves.iter().any(|to| before(to) && codes[*to as usize] & 1 == 0) {
                    return Some((v, (round + 1) << 1 | 1));
                }
                moves.iter().all(|to| before(to) && codes[*to as usize] & 1 == 1).then_some((v, (round + 1) << 1))
            })
            .collect();
        if new.is_empty() {
            return codes;
        }
        new.into_iter().for_each(|(v, code)| codes[v] = code);
    }
    codes
}

pub fn codes(column: &TierCodes) -> Vec<u32> {
    (0..column.len()).map(|slot| column.code(slot)).collect()
}
