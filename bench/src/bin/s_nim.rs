//! Subtraction games with many amounts: the problem HDU 1536, by the library and by a simple loop.
//!
//! `s_nim [GAMES]` solves this number of games, by default 10, of the largest size that the problem allows: 100 amounts
//! up to 10,000, and 100 positions of 100 heaps up to 10,000 each. It compares the answers and prints both times.

#[allow(dead_code)] // the example has its own `main`
#[path = "../../../crates/grundy/examples/judge/subtraction.rs"]
mod subtraction;

use std::fmt::Write;
use std::time::Instant;

fn main() {
    let games: usize = std::env::args().nth(1).map_or(10, |n| n.parse().expect("how many games"));
    let mut state = 1u64;
    let mut number = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 10_000 + 1
    };
    let mut input = String::new();
    let mut list = |count: usize, input: &mut String| {
        input.push_str(&count.to_string());
        for _ in 0..count {
            // Writing to a string cannot fail.
            let _ = write!(input, " {}", number());
        }
        input.push('\n');
    };
    for _ in 0..games {
        list(100, &mut input);
        input.push_str("100\n");
        (0..100).for_each(|_| list(100, &mut input));
    }
    input.push_str("0\n");
    for _ in 0..3 {
        let start = Instant::now();
        let ours = subtraction::hdu_1536(&input).expect("a good input");
        let library = start.elapsed();
        let start = Instant::now();
        let theirs = plain(&input);
        let loops = start.elapsed();
        assert_eq!(ours, theirs);
        let ratio = library.as_secs_f64() / loops.as_secs_f64();
        println!("{games} games: library {library:?}, plain loop {loops:?}, {ratio:.2} times");
    }
}

/// Solves the problem in the usual way: a table of values for each game, and the xor of the values.
fn plain(input: &str) -> String {
    let mut numbers = input.split_ascii_whitespace().map(|word| word.parse::<usize>().expect("a number"));
    let mut next = || numbers.next().expect("one more number");
    let mut out = String::new();
    loop {
        let count = next();
        if count == 0 {
            return out;
        }
        let set: Vec<usize> = (0..count).map(|_| next()).collect();
        let mut values = vec![0usize; 10_001];
        for heap in 0..values.len() {
            let mut is_option_value = [false; 101];
            for &amount in set.iter().filter(|&&amount| amount <= heap) {
                is_option_value[values[heap - amount]] = true;
            }
            values[heap] = is_option_value.iter().position(|is_present| !is_present).expect("a hundred amounts");
        }
        for _ in 0..next() {
            let xor = (0..next()).fold(0, |xor, _| xor ^ values[next()]);
            out.push(if xor == 0 { 'L' } else { 'W' });
        }
        out.push('\n');
    }
}
