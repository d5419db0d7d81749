//! Tests the pictures of tables as rows of cells.

use grundy_lang::Language;
use grundy_render::{Sides, losers_svg, sides_svg, vertices_svg};
use grundy_rules::Player;
use grundy_solve::digraph::Vertices;
use grundy_solve::{Budget, Quantity, Solver};

/// Returns the signs in the cells of a picture, row by row.
fn signs(svg: &str) -> String {
    let texts = svg.split(" font-size=\"12\" fill=").skip(1);
    texts.filter_map(|text| text.split_once('>')?.1.split_once('<')).map(|(sign, _)| sign).collect()
}

fn sides(rules: &str, to: u64, sides: Sides, language: Language) -> String {
    let rules = grundy_games::parse_rules(rules).unwrap();
    let (mut solver, budget) = (Solver::new(), Budget::default());
    let mut table = solver.table(&rules, Quantity::Outcome, to, true, &budget).unwrap();
    sides_svg(&mut table, sides, language).unwrap()
}

#[test]
fn rows_of_partizan_games_name_the_winner() {
    let svg = sides("take[1..3 | 2..5]", 10, Sides::Both, Language::English);
    assert_eq!(signs(&svg), "PLNNNRPNNNR RLLLLRRLLLR LLRRRRLRRRR".replace(' ', ""));
    for word in ["outcome", "Left starts", "Right starts", "heap size n", "Left wins", "whoever starts loses"] {
        assert!(svg.contains(&format!(">{word}</text>")), "{word}");
    }
    let only = sides("take[1..3 | 2..5]", 10, Sides::Only(Player::RIGHT), Language::Chinese);
    assert_eq!(signs(&only), "LLRRRRLRRRR");
    assert!(only.contains(">右方先走</text>") && !only.contains(">先手胜</text>"), "{only}");
    // Many heaps are drawn without signs, as runs of equal cells.
    let many = sides("take[1..3 | 2..5]", 5000, Sides::Both, Language::English);
    assert_eq!(signs(&many), "");
    assert!(many.len() < 400_000, "{}", many.len());
    let pairs = "rule{ left: (a,b) -> (a-1,b); (a-1,b-1); right: (a,b) -> (a,b-1); (a-2,b) }";
    assert!(sides(pairs, 6, Sides::Only(Player::LEFT), Language::English).contains("Left starts</title>"));
}

#[test]
fn rows_of_several_players_name_the_loser() {
    let rules = grundy_games::parse_rules("rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3]").unwrap();
    let (mut solver, budget) = (Solver::new(), Budget::default());
    let mut draw = |lone_player| {
        let mut table = solver.losers(&rules, 2, lone_player, true, &budget).unwrap();
        losers_svg(&mut table, Language::English).unwrap()
    };
    let svg = draw(None);
    assert_eq!(signs(&svg), "122 233 333".replace(' ', ""));
    for word in ["player to move", "heap size n", "player 1 loses", "player 3 loses"] {
        assert!(svg.contains(&format!(">{word}</text>")), "{word}");
    }
    assert!(!svg.contains("no player loses"));
    let safe = draw(Some(Player(2)));
    assert_eq!(signs(&safe), "110 100 000".replace(' ', ""));
    assert!(safe.contains(">player 3 can avoid losing</text>"));
}

#[test]
fn vertices_have_their_values() {
    let rules = grundy_games::parse_rules("token[a>b,b>c,a>c,d>d]").unwrap();
    for (of, shown, words) in [
        (Quantity::Grundy, ["2", "1", "0", "inf{}"], ["Grundy value", "vertex", "draw"]),
        (Quantity::Outcome, ["N", "N", "P", "D"], ["outcome", "vertex", "P-position"]),
    ] {
        let vertices = Vertices::for_rules(&rules, of, &Budget::default()).unwrap();
        let svg = vertices_svg(&rules, &vertices, Language::English).unwrap();
        let cells = svg.split(" font-weight=\"600\" fill=").skip(1);
        let signs: Vec<&str> =
            cells.filter_map(|text| text.split_once('>')?.1.split_once('<')).map(|(sign, _)| sign).collect();
        assert_eq!(signs, shown);
        for word in words.into_iter().chain(["a", "b", "c", "d"]) {
            assert!(svg.contains(&format!(">{word}</text>")), "{word}");
        }
    }
}
