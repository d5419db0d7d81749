//! AtCoder ARC105 D, Let's Play Nim: `t`, then t cases `n`, `a1 ... an`. In turn, First begins, the players empty a bag of coins onto a dish
//! of their choice, until all n bags are empty; then, without a break in the turns, they play Nim on the dishes. Who wins?
//!
//! Who is to move when Nim begins wants an xor that is not 0: First if n is even, else Second. The other one keeps it 0 just if the bags
//! are equal in pairs, by answering on a twin dish with a twin bag, as in A + A = P. Otherwise who wants it piles the largest bags left onto one
//! dish, the first move's if that was not his: it comes to hold more than half of all coins, and so the xor is not 0.
//! Statement: <https://atcoder.jp/contests/arc105/tasks/arc105_d>.

/// What the judge wants to read, given what the judge writes.
pub fn answers(input: &str) -> grundy::Result<String> {
    let mut numbers = input.split_ascii_whitespace().map(|v| v.parse::<u64>().expect("a number"));
    let mut next = || numbers.next().expect("one more number");
    let mut out = String::new();
    for _ in 0..next() {
        let n = next();
        let mut bags: Vec<u64> = (0..n).map(|_| next()).collect();
        bags.sort_unstable();
        let paired = bags.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1]);
        out += if n % 2 == 1 || paired { "Second\n" } else { "First\n" };
    }
    Ok(out)
}

/// From standard input to standard output.
pub fn main() -> grundy::Result<()> {
    let input = std::io::read_to_string(std::io::stdin()).expect("the input is text");
    print!("{}", answers(&input)?);
    Ok(())
}
