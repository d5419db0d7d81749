//! Random directed graphs as lists of edges.

use std::io::{BufWriter, Write};

/// Writes `edges` lines `from to` with vertices below `vertices`, uniformly random; the same seed gives the same graph.
pub fn write(vertices: u64, edges: u64, seed: u64) -> Result<(), String> {
    if vertices == 0 {
        return Err("a graph without vertices: make digraph".to_string());
    }
    let mut state = seed;
    // SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014).
    let mut below = |n: u64| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    };
    let mut out = BufWriter::with_capacity(1 << 20, std::io::stdout().lock());
    for _ in 0..edges {
        writeln!(out, "{} {}", below(vertices), below(vertices)).map_err(|error| format!("writing: {error}"))?;
    }
    out.flush().map_err(|error| format!("writing: {error}"))
}
