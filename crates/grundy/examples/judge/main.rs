//! Problems of online judges: each program turns the judge's input into the expected output.
//!
//! `cargo run --release -p grundy --example judge -- hdu_1536 < input.txt`; without a name it lists the problems.

pub mod graphs;
pub mod misere;
pub mod nim;
pub mod pairs;
pub mod points;
pub mod splitting;
pub mod staircase;
pub mod subtraction;
pub mod trees;

/// Turns the input of a problem into its output.
pub type Program = fn(&str) -> grundy::Result<String>;

/// The problems by name.
pub const PROBLEMS: [(&str, Program); 37] = [
    ("abc270_d", points::abc270_d),
    ("agc017_d", trees::agc017_d),
    ("arc105_d", nim::arc105_d),
    ("bash", subtraction::bash),
    ("cses_grundys_game", splitting::cses_grundys_game),
    ("cses_nim_game_1", nim::cses_nim_game_1),
    ("cses_nim_game_2", subtraction::cses_nim_game_2),
    ("cses_stair_game", staircase::cses_stair_game),
    ("cses_stick_game", subtraction::cses_stick_game),
    ("hdu_1536", subtraction::hdu_1536),
    ("hdu_1846", subtraction::hdu_1846),
    ("hdu_1847", subtraction::hdu_1847),
    ("hdu_1848", subtraction::hdu_1848),
    ("hdu_1849", nim::hdu_1849),
    ("hdu_1850", nim::hdu_1850),
    ("hdu_1907", misere::hdu_1907),
    ("hdu_2147", pairs::hdu_2147),
    ("hdu_2177", pairs::hdu_2177),
    ("hdu_2188", subtraction::hdu_2188),
    ("hdu_2516", subtraction::hdu_2516),
    ("hdu_3032", splitting::hdu_3032),
    ("loj_10243", graphs::loj_10243),
    ("luogu_p1247", nim::luogu_p1247),
    ("luogu_p2148", splitting::luogu_p2148),
    ("luogu_p2197", nim::luogu_p2197),
    ("luogu_p2252", pairs::luogu_p2252),
    ("luogu_p4279", misere::luogu_p4279),
    ("nim_product_64", nim::nim_product_64),
    ("poj_1067", pairs::poj_1067),
    ("poj_1085", points::poj_1085),
    ("poj_1704", staircase::poj_1704),
    ("poj_2068", graphs::poj_2068),
    ("poj_2348", pairs::poj_2348),
    ("poj_2425", graphs::poj_2425),
    ("poj_2975", nim::poj_2975),
    ("poj_3480", misere::poj_3480),
    ("poj_3710", trees::poj_3710),
];

/// Runs the named program on standard input and prints its output.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some((_, program)) = PROBLEMS.iter().find(|(problem, _)| *problem == name) else {
        let names: Vec<&str> = PROBLEMS.iter().map(|(problem, _)| *problem).collect();
        return Err(format!("name a problem: {}", names.join(", ")).into());
    };
    print!("{}", program(&std::io::read_to_string(std::io::stdin())?)?);
    Ok(())
}
