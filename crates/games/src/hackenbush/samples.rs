//! Small pictures for the conformance suite.

use super::{Colour, Hackenbush, HackenbushName, Picture};
use grundy_rules::SplitMix64;

/// Returns the sample with this number: trees, arbitrary graphs and connected graphs in turn.
///
/// The maximum number of edges grows slowly with the number; some samples have two grounds, some are coloured.
pub(super) fn sample(number: u64) -> (Hackenbush, Vec<Picture>) {
    let mut random = SplitMix64(number);
    let most = 1 + u64::from(number.max(1).ilog2()) * 2 / 3;
    let count = if number == 0 { 0 } else { 1 + random.below(most) };
    let vertices = 2 + random.below(count + 1);
    let coloured = number % 8 == 5;
    let edges: Vec<(u64, u64, Colour)> = (1..=count)
        .map(|k| {
            let (a, b) = match number % 3 {
                0 => (random.below(k), k),
                2 if k < vertices => (random.below(k), k),
                _ => (random.below(vertices), random.below(vertices)),
            };
            let colours = [Colour::Green, Colour::Red, Colour::Blue];
            (a, b, if coloured { colours[random.below(3) as usize] } else { Colour::Green })
        })
        .collect();
    let mut grounds = vec![HackenbushName::Number(0)];
    if number % 8 == 7 && edges.iter().any(|&(a, b, _)| a.min(b) < 2) {
        grounds.push(HackenbushName::Number(1));
    }
    let picture = Picture::with_grounds(&grounds, edges);
    (Hackenbush { grounds, coloured: picture.is_coloured() }, vec![picture])
}
