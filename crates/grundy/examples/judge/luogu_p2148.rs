//! Luogu P2148 [SDOI2009], E&D: heaps come in pairs; a move throws one heap of a pair away and splits the other into both. First
//! line: the number of cases; each is `n s1 ... sn`. Source and sample: <https://www.luogu.com.cn/problem/P2148>.
//! Heaps go up to 2*10^9, beyond every table, and the library has no game for this one yet: the closed form stands here, and the
//! test holds it against the rule `rule{ (a,b) -> (k,a-k) for k in 1..a-1; (k,b-k) for k in 1..b-1 }`.

use grundy::prelude::*;

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut out = String::new();
    let mut words = input.split_ascii_whitespace().map(|s| s.parse::<u64>().expect("a number"));
    words.next(); // how many cases follow
    while let Some(n) = words.next() {
        let heaps: Vec<u64> = words.by_ref().take(n as usize).collect();
        // The options of (a,b) have the values at which a-1 or b-1 has a binary digit 1.
        let values =
            heaps.chunks(2).map(|pair| Nimber::from(u64::from(((pair[0] - 1) | (pair[1] - 1)).trailing_ones())));
        out.push_str(if values.sum::<Nimber>().outcome() == Outcome::N { "YES\n" } else { "NO\n" });
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}
