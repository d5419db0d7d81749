//! HDU 1536, S-Nim: take a number of beads in a set S. Games `k s1 ... sk`, then m and m positions `l h1 ... hl`, a
//! letter each; a line `0` ends.
//!
//! The library carries subtraction games of any set, and tables of their values.
//! Statement and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=1536>.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let (g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    let count = |word: Option<&str>| word.and_then(|n| n.parse::<usize>().ok()).expect("a number");
    while let Some(k) = words.next().filter(|&k| k != "0") {
        let set: Vec<&str> = words.by_ref().take(count(Some(k))).collect();
        let rules = g.rules(&format!("take[{}]", set.join(",")))?;
        let positions: Vec<Vec<usize>> =
            (0..count(words.next())).map(|_| (0..count(words.next())).map(|_| count(words.next())).collect()).collect();
        // The value of a sum is the xor of the values of its heaps.
        let largest = positions.iter().flatten().max().map_or(0, |&heap| heap as u64);
        let (mut solver, budget) = (Solver::new(), Budget::default());
        let mut table = solver.table(&rules, Of::Grundy, largest, true, &budget)?;
        let values: Vec<Nimber> = (0..=largest)
            .map(|n| Ok(table.cell([n, 0, 0])?.grundy.unwrap_or_default()))
            .collect::<Result<_, Error>>()?;
        for heaps in positions {
            let value = heaps.iter().fold(Nimber::default(), |sum, &heap| sum + values[heap]);
            out.push(if value == Nimber::default() { 'L' } else { 'W' });
        }
        out.push('\n');
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}
