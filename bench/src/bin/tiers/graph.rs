//! Random graphs: on average, every sixteenth vertex has no arcs, and the others have one to four arcs.

use grundy::unstable::rules::indexed::{Indexed, TerminalResult, Tier};

/// Known results: (number of vertices, numbers of won, lost and drawn vertices, greatest remoteness).
/// The first row was confirmed by four other programs, the third by two. The second row was computed by this program,
/// in memory and in files.
pub const KNOWN: [(u64, [u64; 3], u32); 3] = [
    (3_000_000, [1_453_666, 811_259, 735_075], 289),
    (10_000_000, [4_863_667, 2_718_516, 2_417_817], 341),
    (20_000_000, [9_715_414, 5_427_672, 4_856_914], 483),
];

/// A random graph with `vertices` vertices.
pub struct Graph {
    pub vertices: u64,
}

/// Returns a pseudorandom number computed from `z` by SplitMix64 (Steele, Lea, Flood 2014).
fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
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
        self.vertices
    }

    #[inline]
    fn rank(&self, _: Tier, at: &u32) -> (u64, u32) {
        ((*at).into(), 1)
    }

    #[inline]
    fn unrank(&self, _: Tier, slot: u64) -> Option<(u32, u32)> {
        Some((slot as u32, 1))
    }

    #[inline]
    fn terminal_result(&self, _: &u32) -> Option<TerminalResult> {
        None
    }

    #[inline]
    fn children(&self, _: Tier, &at: &u32, mut visit: impl FnMut(Tier, u32)) {
        let random = mix(at.into()) & 63;
        let degree = if random < 4 { 0 } else { 1 + (random & 3) };
        for arc in 0..degree {
            let to = mix(u64::from(at) << 3 | (arc + 1) | 1 << 60) >> 32;
            visit(0, ((to * self.vertices) >> 32) as u32);
        }
    }

    fn decode(&self, words: &[u64]) -> Option<(Tier, u32)> {
        Some((0, u32::try_from(*words.first()?).ok()?))
    }

    fn encode(&self, &at: &u32) -> Vec<u64> {
        vec![at.into()]
    }
}
