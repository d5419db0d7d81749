//! How to solve problems of online judges in a few lines.
//!
//! Online judges supply numbers and expect words. In between, one call to a [`Grundy`](crate::Grundy) is enough; the
//! `Grundy` keeps its tables for the next call. In HDU 1536, for example, each case is a set of amounts and positions
//! of several heaps:
//!
//! ```
//! use grundy::prelude::*;
//!
//! fn letter(g: &mut Grundy, set: &[&str], heaps: &[&str]) -> Result<char, Error> {
//!     let position = format!("take[{}]({})", set.join(","), heaps.join(","));
//!     Ok(if g.wins(&position)? { 'W' } else { 'L' })
//! }
//!
//! let mut g = Grundy::new();
//! assert_eq!(letter(&mut g, &["2", "5"], &["5", "12"])?, 'L');
//! assert_eq!(letter(&mut g, &["2", "5"], &["2", "4", "7"])?, 'W');
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! # Which method to call
//!
//! - Who wins: [`Grundy::wins`](crate::Grundy::wins).
//! - The Grundy value, for sums that you compute yourself:
//!   [`Grundy::grundy_value`](crate::Grundy::grundy_value).
//! - Which moves win: [`Grundy::winning_moves`](crate::Grundy::winning_moves), with the numbers of a move by
//!   name.
//! - How many moves win, by a formula where there are too many to list:
//!   [`Grundy::count_winning_moves`](crate::Grundy::count_winning_moves).
//!
//!   ```
//!   use grundy::prelude::*;
//!   let mut g = Grundy::new();
//!   let moves = g.winning_moves("nim(3,6,9)")?;
//!   assert_eq!([moves[0]["heap"], moves[0]["take"]], [3, 4]);
//!   assert_eq!(g.count_winning_moves("nim(7,11,13)")?, 3);
//!   # Ok::<(), grundy::Error>(())
//!   ```
//! - Who wins each heap up to a bound: [`Grundy::outcomes`](crate::Grundy::outcomes).
//!
//!   ```
//!   use grundy::prelude::*;
//!   let outcomes = Grundy::new().outcomes("take[1,3,4]", 10)?;
//!   assert_eq!(outcomes.iter().filter(|&&outcome| outcome == Outcome::P).count(), 4); // 0, 2, 7, 9
//!   # Ok::<(), grundy::Error>(())
//!   ```
//! - Grundy values of all heaps, pairs or triples up to a bound: [`Grundy::table`](crate::Grundy::table).
//! - All vertices of a graph: [`GrundyValues`](crate::digraph::GrundyValues) and
//!   [`RetrogradeResult`](crate::digraph::RetrogradeResult).
//! - Outcome, values, moves and reasons at once: [`Grundy::solve`](crate::Grundy::solve).
//! - The product of nimbers: `*`.
//!
//!   ```
//!   use grundy::prelude::*;
//!   assert_eq!(Nimber(6) * Nimber(13), Nimber(15));
//!   ```
//!
//! # How to write the game
//!
//! | the statement says | write |
//! |---|---|
//! | take 1 to m | `take[1..m](n)` |
//! | take powers of 2, Fibonacci numbers, 1 or 3 or 4 | `take[2^k](n)`, `take[fib](n)`, `take[1,3,4](n)` |
//! | several heaps; the player who takes the last object wins, or loses | `nim(3,4,5)`, `misere nim(3,4,5)` |
//! | take, or split | `lasker(3,4)` |
//! | pieces that move towards each other, gaps, stairs | `stairs[ground](3,4)` |
//! | take from one heap or equally from both | `wythoff(3,5)` |
//! | at most twice what was taken | `fibonacci_nim(13)` |
//! | subtract a multiple of the smaller number | `euclid(34,12)` |
//! | discard one heap of a pair and split the other | `ed(4,9)` |
//! | split into unequal heaps | `grundy_game(8)` |
//! | cut edges of a graph with a ground vertex | `hackenbush[ground=1](1-2,2-3)` |
//! | anything else | `rule{ (a,b) -> (a-1,b); (a,b-1); (a-1,b-1) }(4,3)` |
//!
//! # Programs
//!
//! `examples/judge/` of this crate solves more than thirty problems, grouped by technique. The example reads the
//! judge's input and writes the expected output:
//! `cargo run --release -p grundy --example judge -- hdu_1536 < input.txt`.
//!
//! | judge | programs |
//! |---|---|
//! | HDU | `hdu_1536` S-Nim, `hdu_1846` Brave Game, `hdu_1847` powers of 2, `hdu_1848` Fibonacci numbers, `hdu_1849` Rabbit and Grass, `hdu_1850` count of winning moves, `hdu_1907` misère Nim, `hdu_2147` kiki's game, `hdu_2177` Wythoff's game, `hdu_2188` Bash's game, `hdu_2516` Fibonacci Nim, `hdu_3032` Lasker's Nim |
//! | POJ | `poj_1067` Wythoff's game, `poj_1085` Triangle War, `poj_1704` Georgia and Bob, `poj_2068` Nim of two teams, `poj_2348` Euclid's Game, `poj_2425` A Chess Game, `poj_2975` count of winning moves, `poj_3480` misère Nim, `poj_3710` Christmas Game |
//! | LibreOJ | `loj_10243` pieces on a graph without cycles |
//! | Luogu | `luogu_p1247` Nim with a move, `luogu_p2148` E&D, `luogu_p2197` Nim, `luogu_p2252` Wythoff's game, `luogu_p4279` misère Nim |
//! | CSES | `cses_nim_game_1`, `cses_nim_game_2`, `cses_stair_game`, `cses_stick_game`, `cses_grundys_game` |
//! | AtCoder, Library Checker | `abc270_d` Stones, `agc017_d` Game on Tree, `arc105_d` Let's Play Nim, `nim_product_64` Nim product |
//! | lecture notes | `bash` Bash's game: lines `n m`, answers 1 and 0 |
