//! Nim: the xor of the heaps, the winning moves and their count.

use grundy::prelude::*;
use std::fmt::Write;

/// HDU 1849, Rabbit and Grass: pieces on squares 0, 1, 2, ... of a strip move any distance to the left.
///
/// Any number of pieces may share a square. Cases are `m k1 ... km`, ended by 0.
///
/// The library provides Nim: each piece is a heap. Statement and sample:
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

/// HDU 1850, Being a Good Boy in Spring Festival: count the first moves that win a game of Nim.
///
/// Cases are `m n1 ... nm`, ended by 0.
///
/// The library provides the number of winning moves, by formula. Statement and sample:
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

/// Luogu P1247, 取火柴游戏: print a winning move of Nim and the heaps after it, or `lose`.
///
/// The move `a b` takes a from heap b; b is the smallest possible. Input: k, then k heaps.
///
/// The library provides the winning moves of Nim, heap by heap. Statement and samples:
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

/// Luogu P2197, Nim 游戏: decide who wins Nim. First line: the number of cases; each is `n a1 ... an`.
///
/// The library provides Nim, by Bouton's theorem. Statement and sample: <https://www.luogu.com.cn/problem/P2197>.
pub fn luogu_p2197(input: &str) -> grundy::Result<String> {
    winners(input, "Yes\n", "No\n")
}

/// Decides who wins each of several cases `n a1 ... an` of Nim, which follow their number.
fn winners(input: &str, first: &str, second: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    words.next(); // the number of cases
    while let Some(n) = words.next() {
        let heaps: Vec<&str> = words.by_ref().take(n.parse().expect("a count")).collect();
        let wins = g.wins(&format!("nim({})", heaps.join(",")))?;
        out.push_str(if wins { first } else { second });
    }
    Ok(out)
}

/// POJ 2975, Nim: count the first moves that win, in the format of HDU 1850.
///
/// Statement and sample: <http://poj.org/problem?id=2975>.
pub fn poj_2975(input: &str) -> grundy::Result<String> {
    hdu_1850(input)
}

/// CSES 1730, Nim Game I: decide who wins Nim. First line: the number of cases; each is `n x1 ... xn`.
///
/// The library provides Nim, by Bouton's theorem. Statement and sample: <https://cses.fi/problemset/task/1730>.
pub fn cses_nim_game_1(input: &str) -> grundy::Result<String> {
    winners(input, "first\n", "second\n")
}

/// AtCoder ARC105 D, Let's Play Nim: decide who wins a game of two stages, `First` or `Second`.
///
/// Input: `t`, then t cases `n`, `a1 ... an`. Two players in turn, First beginning, each empty one of the n bags of
/// coins onto a dish of their choice. When all bags are empty, the player whose turn it is begins a game of Nim on the
/// dishes.
///
/// The player who begins Nim wants an xor other than 0: this is First if n is even, else Second. The opponent can keep
/// the xor at 0 only if the bags are equal in pairs, by answering with a bag of the same size on a paired dish
/// (Tweedledum and Tweedledee). Otherwise the player who wants a nonzero xor always puts the largest remaining bag onto
/// the same dish (the dish of the first move if the opponent made it). That dish comes to hold more than half of all
/// coins, so the xor is not 0.
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

/// Library Checker, Nim Product (64 bit): print the product of two nimbers below 2^64.
///
/// First line: the number of cases, up to 10^6; each is `a b`.
///
/// The library provides the field of nimbers: `*` of [`Nimber`]. Statement:
/// <https://judge.yosupo.jp/problem/nim_product_64>.
pub fn nim_product_64(input: &str) -> grundy::Result<String> {
    let mut numbers = input.split_ascii_whitespace().skip(1).map(|n| Nimber::from(n.parse::<u64>().expect("a number")));
    let mut out = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        writeln!(out, "{}", (a * b).0).expect("a string takes all");
    }
    Ok(out)
}
