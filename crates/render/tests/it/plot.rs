//! Tests the pictures of tables.

use grundy_lang::Language;
use grundy_render::internals::plot::OUTCOMES;
use grundy_render::table_svg;
use grundy_rules::Outcome;
use grundy_solve::{Budget, Quantity, Solver};

fn picture(rules: &str, to: u64, language: Language) -> String {
    let rules = grundy_games::parse_rules(rules).unwrap();
    let (mut solver, budget) = (Solver::new(), Budget::default());
    let mut table = solver.table(&rules, Quantity::Outcome, to, true, &budget).unwrap();
    table_svg(&mut table, language).unwrap()
}

/// Cells whose letters do not give valid rules are empty.
///
/// For example, `take[0]` is no game, and its row is not drawn as P-positions.
#[test]
fn letters_without_a_rule_have_no_cells() {
    let with_letter = picture("take[1..k]", 3, Language::English);
    let (_, group) = with_letter.split_once("crispEdges").unwrap();
    let (cells, _) = group.split_once("</g>").unwrap();
    // The row of k = 0 would be the last one, since rows are numbered from the top.
    assert!(cells.contains(" 2h") && !cells.contains(" 3h"), "{cells}");
    assert!(picture("wythoff", 3, Language::English).contains(" 3h"));
}

/// Each outcome has a colour of its own, both in the picture and in the legend.
#[test]
fn partizan_outcomes_have_different_colours() {
    for (rules, to) in
        [("take[1..3 | 2..5]", 20), ("rule{ left: (a,b) -> (a-1,b); (a-1,b-1); right: (a,b) -> (a,b-1); (a-2,b) }", 6)]
    {
        let parsed = grundy_games::parse_rules(rules).unwrap();
        let (mut solver, budget) = (Solver::new(), Budget::default());
        let mut table = solver.table(&parsed, Quantity::Outcome, to, true, &budget).unwrap();
        let second = if table.dims() == 2 { to } else { 0 };
        let places = (0..=to).flat_map(|a| (0..=second).map(move |b| [a, b, 0]));
        let outcomes: Vec<Outcome> = places.map(|at| table.cell(at).unwrap().outcome).collect();
        let svg = picture(rules, to, Language::English);
        for (outcome, color) in OUTCOMES {
            let marks = svg.matches(&format!("fill=\"{color}\"")).count();
            assert_eq!(
                marks,
                1 + usize::from(outcomes.contains(&outcome) || (outcome == Outcome::N && second == 0)),
                "{rules} {outcome}"
            );
        }
        assert!(outcomes.contains(&Outcome::L) && outcomes.contains(&Outcome::R), "{rules}");
        for word in ["Left wins", "Right wins", "whoever starts wins", "whoever starts loses"] {
            assert!(svg.contains(&format!(">{word}</text>")), "{rules}: {word}");
        }
        assert!(!svg.contains("P-position"), "{rules}");
        let chinese = picture(rules, to, Language::Chinese);
        for word in ["左方胜", "右方胜", "先手胜", "后手胜"] {
            assert!(chinese.contains(&format!(">{word}</text>")), "{rules}: {word}");
        }
    }
    assert!(picture("wythoff", 5, Language::English).contains(">P-position</text>"));
    assert!(
        picture("rule{ (n,m) -> (n-1,m); (n,m-1) }", 5, Language::English)
            .contains(">first number of the position, n</text>")
    );
}
