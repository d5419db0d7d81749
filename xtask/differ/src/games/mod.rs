//! The brute force of every game of the library: its moves, and random rules and positions.
//!
//! [`GAMES`] lists the games. `rule` interprets user-defined rules, `immediate` those in which play ends by
//! conditions, `gain` those with points, and `points` has the games that are not sums.

pub mod board_moves;
pub mod boards;
pub mod breaking;
pub mod chomp;
pub mod coins;
pub mod ending_board;
pub mod ends;
pub mod gain;
pub mod hackenbush;
pub mod immediate;
pub mod impartial;
pub mod moore;
pub mod nimstring;
pub mod pairs;
pub mod points;
pub mod random_rule;
pub mod rule;
pub mod stairs;
pub mod take;
pub mod token;
pub mod treblecross;

use super::play::Rules;
use crate::random::Random;
pub use points::Single;
pub use random_rule::random_rising;
use std::rc::Rc;
pub use take::Nim;

/// A generator of random positions of a game.
#[derive(Clone, Copy)]
pub enum Maker {
    /// Games that are won or lost, and their sums.
    Rules(fn(&mut Random) -> Rc<dyn Rules>),
    /// Games won on points or for several players, and other games that are not sums of components.
    Single(fn(&mut Random) -> Rc<dyn Single>),
    /// A game like those of `Single` whose tables follow the rules of a game like those of `Rules`.
    Both(fn(&mut Random) -> Rc<dyn Rules>, fn(&mut Random) -> Rc<dyn Single>),
}

/// The entry of [`GAMES`] that stands for all board games.
const ANY_BOARD: &str = "boards";
/// The entry of [`GAMES`] that stands for the impartial versions of all partizan games.
const ANY_IMPARTIAL_VERSION: &str = "impartial";

/// All games with their weights in random choices and their generators.
const GAMES: &[(&str, u32, Maker)] = &[
    ("nim", 3, Maker::Rules(take::nim)),
    ("take", 8, Maker::Rules(take::random_take)),
    ("partizan_take", 5, Maker::Rules(take::random_partizan)),
    ("count", 4, Maker::Rules(take::random_count)),
    ("wythoff", 3, Maker::Rules(pairs::wythoff)),
    ("euclid", 3, Maker::Rules(pairs::euclid)),
    ("empty_and_divide", 3, Maker::Rules(pairs::empty_and_divide)),
    ("fibonacci_nim", 3, Maker::Rules(pairs::fibonacci_nim)),
    ("lasker", 2, Maker::Rules(breaking::lasker)),
    ("grundy_game", 2, Maker::Rules(breaking::grundy_game)),
    ("octal", 6, Maker::Rules(breaking::random_octal)),
    ("kayles", 1, Maker::Rules(|_| breaking::named("kayles"))),
    ("dawson_kayles", 1, Maker::Rules(|_| breaking::named("dawson_kayles"))),
    ("dawson_chess", 1, Maker::Rules(|_| breaking::named("dawson_chess"))),
    ("guiles", 1, Maker::Rules(|_| breaking::named("guiles"))),
    ("officers", 1, Maker::Rules(|_| breaking::named("officers"))),
    ("treblecross", 3, Maker::Both(treblecross::rules, treblecross::random_boards)),
    ("moore", 3, Maker::Rules(moore::random_moore)),
    ("chomp", 3, Maker::Rules(chomp::chomp)),
    ("turning_turtles", 1, Maker::Rules(|_| coins::row("turning_turtles"))),
    ("mock_turtles", 1, Maker::Rules(|_| coins::row("mock_turtles"))),
    ("twins", 1, Maker::Rules(|_| coins::row("twins"))),
    ("ruler", 1, Maker::Rules(|_| coins::row("ruler"))),
    ("sym", 1, Maker::Rules(|_| coins::row("sym"))),
    ("tartan", 2, Maker::Rules(coins::product)),
    ("stairs", 4, Maker::Rules(stairs::random_stairs)),
    ("token", 7, Maker::Rules(token::random_token)),
    ("hackenbush", 6, Maker::Rules(hackenbush::random_hackenbush)),
    ("rule", 22, Maker::Rules(random_rule::random_rule)),
    ("rule", 5, Maker::Single(immediate::random_immediate)),
    ("rule", 5, Maker::Single(gain::random_gain)),
    ("endnim", 2, Maker::Rules(ends::endnim)),
    ("cutcake", 1, Maker::Rules(|_| ends::cake(0))),
    ("maundy_cake", 1, Maker::Rules(|_| ends::cake(1))),
    ("eatcake", 1, Maker::Rules(|_| ends::cake(2))),
    ("turn_and_eatcake", 1, Maker::Rules(|_| ends::cake(3))),
    ("board", 5, Maker::Rules(ending_board::random_ending_board)),
    (ANY_BOARD, 24, Maker::Rules(boards::random_board)),
    (ANY_IMPARTIAL_VERSION, 6, Maker::Rules(impartial::random_version)),
    ("triangles", 3, Maker::Single(points::random_triangles)),
    ("row", 3, Maker::Single(points::random_row)),
    ("strings_and_coins", 3, Maker::Single(points::random_strings)),
    ("dots_and_boxes", 2, Maker::Single(points::random_boxes)),
    ("nimstring", 3, Maker::Single(nimstring::random_nimstring)),
    ("rivals", 4, Maker::Single(points::random_rivals)),
];

/// Returns the names of the games that have a brute force.
pub fn names() -> Vec<&'static str> {
    let is_game = |name: &&str| ![ANY_BOARD, ANY_IMPARTIAL_VERSION].contains(name);
    GAMES.iter().map(|(name, ..)| *name).filter(is_game).chain(boards::names()).collect()
}

/// Returns the names of the board games.
pub fn board_names() -> impl Iterator<Item = &'static str> {
    boards::names()
}

/// Returns a random game by weight.
pub fn random_game(random: &mut Random) -> (&'static str, Maker) {
    let total: u32 = GAMES.iter().map(|(_, weight, _)| weight).sum();
    let mut at = random.below(total.into()) as u32;
    for &(name, weight, maker) in GAMES {
        if at < weight {
            return (name, maker);
        }
        at -= weight;
    }
    unreachable!("the weights are those of the sum")
}

/// Returns random rules of a game that is won or lost.
pub fn random_rules(random: &mut Random) -> Rc<dyn Rules> {
    loop {
        if let (_, Maker::Rules(make)) = random_game(random) {
            return make(random);
        }
    }
}

/// Returns random rules of a game that may have tables.
pub fn random_table(random: &mut Random) -> Rc<dyn Rules> {
    loop {
        if let (_, Maker::Rules(make) | Maker::Both(make, _)) = random_game(random) {
            return make(random);
        }
    }
}

/// Returns random rules of the game with this name.
pub fn rules_of(name: &str, random: &mut Random) -> Option<Rc<dyn Rules>> {
    let rules = GAMES.iter().find_map(|(known, _, maker)| match maker {
        Maker::Rules(make) | Maker::Both(make, _) if *known == name => Some(make(random)),
        _ => None,
    });
    rules.or_else(|| boards::named(name))
}
