//! Subtraction games: a move takes an amount from a set.
//!
//! The sets are ranges, powers, Fibonacci numbers, listed amounts, and at most twice the last move.

use grundy::prelude::*;

/// HDU 1846, Brave Game: take 1 to m of n stones; the player who takes the last one wins.
///
/// First line: the number of cases; each is `n m`.
///
/// The library provides Bash's game, by residues. Statement and sample:
/// <http://acm.hdu.edu.cn/showproblem.php?pid=1846>.
pub fn hdu_1846(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // the number of cases
    while let (Some(a), Some(b)) = (words.next(), words.next()) {
        let wins = g.wins(&format!("take[1..{b}]({a})"))?;
        out.push_str(if wins { "first\n" } else { "second\n" });
    }
    Ok(out)
}

/// Bash's game in the format of lecture notes: take 1 to m of n stones.
///
/// The player who takes the last one wins. Each line is `n m`, up to the end of the input; the answer is 1 if the first
/// player wins, else 0.
///
/// The library provides Bash's game, by residues. No judge has this problem; HDU 1846 is the same game.
pub fn bash(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    while let (Some(a), Some(b)) = (words.next(), words.next()) {
        let wins = g.wins(&format!("take[1..{b}]({a})"))?;
        out.push_str(if wins { "1\n" } else { "0\n" });
    }
    Ok(out)
}

/// HDU 2188, 悼念512汶川大地震遇难同胞——选拔志愿者: Grass and Rabbit in turn give 1 to m yuan.
///
/// Grass begins; the player who brings the sum to n wins. First line: the number of cases; each is `n m`.
///
/// The library provides counting races. Statement and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=2188>.
pub fn hdu_2188(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // the number of cases
    while let (Some(a), Some(b)) = (words.next(), words.next()) {
        let wins = g.wins(&format!("count[1..{b}; {a}](0)"))?;
        out.push_str(if wins { "Grass\n" } else { "Rabbit\n" });
    }
    Ok(out)
}

/// HDU 1847, Good Luck in CET-4 Everybody!: two players in turn take a power of 2 of n cards.
///
/// Kiki begins; the player who takes the last card wins. Each line is one n, up to the end of the input.
///
/// The library provides the powers of a base as a set of amounts, and solves it by residues. Statement and sample:
/// <http://acm.hdu.edu.cn/showproblem.php?pid=1847>.
pub fn hdu_1847(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    for n in input.split_ascii_whitespace() {
        let wins = g.wins(&format!("take[2^k]({n})"))?;
        out.push_str(if wins { "Kiki\n" } else { "Cici\n" });
    }
    Ok(out)
}

/// HDU 1848, Fibonacci again and again: take a Fibonacci number of stones from one of three heaps.
///
/// Cases are `m n p`, ended by `0 0 0`.
///
/// The library provides the Fibonacci numbers as a set of amounts. Statement and sample:
/// <http://acm.hdu.edu.cn/showproblem.php?pid=1848>.
pub fn hdu_1848(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let words: Vec<&str> = input.split_ascii_whitespace().collect();
    for heaps in words.chunks(3).take_while(|&heaps| heaps != ["0"; 3]) {
        let wins = g.wins(&format!("take[fib]({})", heaps.join(",")))?;
        out.push_str(if wins { "Fibo\n" } else { "Nacci\n" });
    }
    Ok(out)
}

/// HDU 1536, S-Nim: take a number of beads in a set S; print `W` or `L` for each position.
///
/// Each game is `k s1 ... sk`, then m, then m positions `l h1 ... hl`; a line `0` ends the input.
///
/// The library provides subtraction games with any set, and tables of their values.
/// Statement and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=1536>.
pub fn hdu_1536(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    let count = |word: Option<&str>| word.and_then(|n| n.parse::<usize>().ok()).expect("a number");
    while let Some(k) = words.next().filter(|&k| k != "0") {
        let set: Vec<&str> = words.by_ref().take(count(Some(k))).collect();
        let positions: Vec<Vec<u64>> = (0..count(words.next()))
            .map(|_| (0..count(words.next())).map(|_| count(words.next()) as u64).collect())
            .collect();
        // The value of a sum is the xor of the values of its heaps.
        let largest = positions.iter().flatten().copied().max().unwrap_or(0);
        let table = g.table(&format!("take[{}]", set.join(",")), largest)?;
        for heaps in positions {
            let values = heaps.iter().map(|&heap| table.grundy_value(&[heap]).unwrap_or_default());
            let value = values.fold(Nimber(0), |sum, value| sum + value);
            out.push(if value == Nimber(0) { 'L' } else { 'W' });
        }
        out.push('\n');
    }
    Ok(out)
}

/// CSES 1098, Nim Game II: Nim in which a move takes 1, 2 or 3 sticks.
///
/// First line: the number of cases; each is `n x1 ... xn`.
///
/// The library provides subtraction games and solves ranges by residues. Statement and sample:
/// <https://cses.fi/problemset/task/1098>.
pub fn cses_nim_game_2(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // the number of cases
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("take[1..3]({})", heaps.join(",")))?;
        out.push_str(if wins { "first\n" } else { "second\n" });
    }
    Ok(out)
}

/// CSES 1729, Stick Game: take p1, ..., or pk sticks; print `W` or `L` for each of 1 to n sticks.
///
/// Input: `n k`, then the k amounts.
///
/// The library provides tables of subtraction games. Statement and sample: <https://cses.fi/problemset/task/1729>.
pub fn cses_stick_game(input: &str) -> grundy::Result<String> {
    let mut words = input.split_ascii_whitespace();
    let n = words.next().and_then(|n| n.parse().ok()).expect("the number of sticks");
    let amounts: Vec<&str> = words.skip(1).collect();
    let outcomes = Grundy::new().outcomes(&format!("take[{}]", amounts.join(",")), n)?;
    let letters = outcomes[1..].iter().map(|&outcome| if outcome == Outcome::N { 'W' } else { 'L' });
    Ok(letters.chain(['\n']).collect())
}

/// HDU 2516, 取石子游戏: Fibonacci Nim; take at most twice what was just taken.
///
/// The first move may not take all stones. Each line is one n; 0 ends the input.
///
/// The library provides Fibonacci Nim, by Zeckendorf's theorem. Statement and sample:
/// <http://acm.hdu.edu.cn/showproblem.php?pid=2516>.
pub fn hdu_2516(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    for n in input.split_ascii_whitespace().take_while(|&n| n != "0") {
        let wins = g.wins(&format!("fibonacci_nim({n})"))?;
        out.push_str(if wins { "First win\n" } else { "Second win\n" });
    }
    Ok(out)
}
