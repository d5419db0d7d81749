//! Nim: the xor of the heaps, the winning moves and their count.

use grundy::prelude::*;
use std::fmt::Write;

/// HDU 1849, Rabbit and Grass: pieces on squares 0, 1, 2, ... of a strip move any way to the left; any number may
/// share a square. Cases `m k1 ... km`, ended by 0.
///
/// The library carries Nim: each piece is a heap. Statement and sample:
/// <http://acm.hdu.edu.cn/showproblem.php?pid=1849>.
pub fn hdu_1849(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    while let Some(n) = words.next().filter(|&n| n != "0") {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("nim({})", heaps.join(",")))?;
        out.push_str(if wins { "Rabbit Win!\n" } else { "Grass Win!\n" });
    }
    Ok(out)
}

/// HDU 1850, Being a Good Boy in Spring Festival: how many first moves win a game of Nim. Cases `m n1 ... nm`, ended
/// by 0.
///
/// The library carries the number of winning moves, by formula. Statement and sample:
/// <http://acm.hdu.edu.cn/showproblem.php?pid=1850>.
pub fn hdu_1850(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    while let Some(n) = words.next().filter(|&n| n != "0") {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let winning = g.count_winning_moves(&format!("nim({})", heaps.join(",")))?;
        out += &format!("{winning}\n");
    }
    Ok(out)
}

/// Luogu P1247, 取火柴游戏: Nim. Print `lose`, or `a b`, take a from heap b with b as small as can be, and what that
/// leaves. Input: k, then k numbers.
///
/// The library carries the winning moves of Nim, heap by heap. Statement and samples:
/// <https://www.luogu.com.cn/problem/P1247>.
pub fn luogu_p1247(input: &str) -> grundy::Result<String> {
    let mut heaps: Vec<u64> = input.split_ascii_whitespace().skip(1).map(|n| n.parse().expect("a heap")).collect();
    let line = |heaps: &[u64], between| heaps.iter().map(u64::to_string).collect::<Vec<String>>().join(between);
    let moves = Grundy::new().winning_moves(&format!("nim({})", line(&heaps, ",")))?;
    let Some(mv) = moves.first() else { return Ok("lose\n".to_string()) };
    let (take, heap) = (mv["take"], mv["heap"]);
    heaps[heap as usize - 1] -= take;
    Ok(format!("{take} {heap}\n{}\n", line(&heaps, " ")))
}

/// Luogu P2197, Nim 游戏: who wins Nim. First line: the number of cases; each is `n a1 ... an`.
///
/// The library carries Nim, by Bouton's theorem. Statement and sample: <https://www.luogu.com.cn/problem/P2197>.
pub fn luogu_p2197(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // how many cases follow
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("nim({})", heaps.join(",")))?;
        out.push_str(if wins { "Yes\n" } else { "No\n" });
    }
    Ok(out)
}

/// POJ 2975, Nim: how many first moves win, in the format of HDU 1850, and so the same program.
///
/// Statement and sample: <http://poj.org/problem?id=2975>.
pub fn poj_2975(input: &str) -> grundy::Result<String> {
    hdu_1850(input)
}

/// CSES 1730, Nim Game I: who wins Nim. First line: the number of cases; each is `n x1 ... xn`.
///
/// The library carries Nim, by Bouton's theorem. Statement and sample: <https://cses.fi/problemset/task/1730>.
pub fn cses_nim_game_1(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // how many cases follow
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("nim({})", heaps.join(",")))?;
        out.push_str(if wins { "first\n" } else { "second\n" });
    }
    Ok(out)
}

/// AtCoder ARC105 D, Let's Play Nim: `t`, then t cases `n`, `a1 ... an`. In turn, First begins, the players empty a bag of coins onto a dish
/// of their choice, until all n bags are empty; then, without a break in the turns, they play Nim on the dishes. Who wins?
///
/// Who is to move when Nim begins wants an xor that is not 0: First if n is even, else Second. The other one keeps it 0 just if the bags
/// are equal in pairs, by answering on a twin dish with a twin bag, as in A + A = P. Otherwise who wants it piles the largest bags left onto one
/// dish, the first move's if that was not his: it comes to hold more than half of all coins, and so the xor is not 0.
/// Statement: <https://atcoder.jp/contests/arc105/tasks/arc105_d>.
pub fn arc105_d(input: &str) -> grundy::Result<String> {
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

/// Library Checker, Nim Product (64 bit): the product of two nimbers below 2^64. First line: the number of cases, up
/// to 10^6; each is `a b`.
///
/// The library carries the field of nimbers: `*` of [`Nimber`]. Statement:
/// <https://judge.yosupo.jp/problem/nim_product_64>.
pub fn nim_product_64(input: &str) -> grundy::Result<String> {
    let mut numbers = input.split_ascii_whitespace().skip(1).map(|n| Nimber::from(n.parse::<u64>().expect("a number")));
    let mut out = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        writeln!(out, "{}", (a * b).0).expect("a string takes all");
    }
    Ok(out)
}
