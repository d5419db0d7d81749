//! Positions of two numbers: Wythoff's game, Euclid's game, a coin on a board.

use grundy::prelude::*;

/// HDU 2177, 取(2堆)石子游戏: print 0 if a position of Wythoff's game is lost, else 1 and its winning moves.
///
/// A move is printed as the position after it, smaller heap first. Cases are `a b` with a <= b, ended by `0 0`.
///
/// The statement asks for the move that takes from both heaps first, and does not fix the order of the other moves.
/// Published programs list the moves in the first heap, then those in the second (only once if the heaps are equal),
/// and repeat a position that two moves reach. The library lists winning moves in the same order, except for the move
/// in both heaps.
/// Statement and sample: <http://acm.hdu.edu.cn/showproblem.php?pid=2177>.
pub fn hdu_2177(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let sizes: Vec<u64> = input.split_ascii_whitespace().map(|n| n.parse().expect("a size")).collect();
    for pair in sizes.chunks(2).take_while(|&pair| pair != [0, 0]) {
        let (a, b) = (pair[0], pair[1]);
        let mut moves = g.winning_moves(&format!("wythoff({a},{b})"))?;
        moves.retain(|mv| a != b || mv.number("heap") != Some(2));
        moves.sort_by_key(|mv| mv.number("heap")); // a move in both heaps has no number `heap`
        out.push_str(if moves.is_empty() { "0\n" } else { "1\n" });
        for mv in moves {
            let take = mv["take"];
            let (x, y) = match mv.number("heap") {
                Some(1) => (a - take, b),
                Some(_) => (a, b - take),
                None => (a - take, b - take),
            };
            out += &format!("{} {}\n", x.min(y), x.max(y));
        }
    }
    Ok(out)
}

/// POJ 1067, 取石子游戏: Wythoff's game; print 1 if the first player wins, else 0. Each line is `a b`.
///
/// The library provides Wythoff's game, by the golden ratio in integers. Statement and sample:
/// <http://poj.org/problem?id=1067>.
pub fn poj_1067(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let mut words = input.split_ascii_whitespace();
    while let (Some(a), Some(b)) = (words.next(), words.next()) {
        let wins = g.wins(&format!("wythoff({a},{b})"))?;
        out.push_str(if wins { "1\n" } else { "0\n" });
    }
    Ok(out)
}

/// Luogu P2252 [SHOI2002], 取石子游戏: one case of Wythoff's game in the format of POJ 1067.
///
/// Statement and sample: <https://www.luogu.com.cn/problem/P2252>.
pub fn luogu_p2252(input: &str) -> grundy::Result<String> {
    poj_1067(input)
}

/// POJ 2348, Euclid's Game: subtract a multiple of the smaller number from the larger.
///
/// The player who reaches 0 wins; Stan moves first. Cases are `a b`, ended by `0 0`.
///
/// The library provides Euclid's game, by the Euclidean algorithm. Statement and sample:
/// <http://poj.org/problem?id=2348>.
pub fn poj_2348(input: &str) -> grundy::Result<String> {
    let (mut g, mut out) = (Grundy::new(), String::new());
    let words: Vec<&str> = input.split_ascii_whitespace().collect();
    for pair in words.chunks(2).take_while(|&pair| pair != ["0", "0"]) {
        let wins = g.wins(&format!("euclid({})", pair.join(",")))?;
        out.push_str(if wins { "Stan wins\n" } else { "Ollie wins\n" });
    }
    Ok(out)
}

/// HDU 2147, kiki's game: a coin starts in the top right corner of a board of n by m squares.
///
/// A move takes it one square left, down, or both at once; the player who cannot move loses. Cases are `n m`, ended by
/// `0 0`.
///
/// The library provides rules written as `rule{...}`, and tables of their outcomes. Statement and sample:
/// <http://acm.hdu.edu.cn/showproblem.php?pid=2147>.
pub fn hdu_2147(input: &str) -> grundy::Result<String> {
    let sizes: Vec<u64> = input.split_ascii_whitespace().map(|n| n.parse().expect("a size")).collect();
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let table = Grundy::new().table("rule{ (a,b) -> (a-1,b); (a,b-1); (a-1,b-1) }", largest)?;
    let mut out = String::new();
    for size in sizes.chunks(2).take_while(|&size| size != [0, 0]) {
        let wins = table.outcome(&[size[0] - 1, size[1] - 1]) == Some(Outcome::N);
        out.push_str(if wins { "Wonderful!\n" } else { "What a pity!\n" });
    }
    Ok(out)
}
