//! Compares bounds by cuts with the values of boards.

use grundy_board::Cells;
use grundy_board::internals::{BitRule, BoardEvaluator, CompiledRule, Cuts, PictureRule, first_column, sample};
use grundy_rules::Budget;
use grundy_value::ValueArena;

/// Compares the bounds on boards of these states with the exact values, and counts the bounds.
fn bounds<const K: usize>(rule: &str, states: &str, rows: u16) -> usize {
    let (picture_rule, budget) = (PictureRule::new(rule).unwrap(), Budget::default());
    let mut bound_count = 0;
    for n in 24..200 {
        let board = sample(n, states.as_bytes(), rows);
        let bit_rule = BitRule::new(&picture_rule, &board).unwrap();
        // Boards that are too narrow for some picture need fewer planes.
        if bit_rule.plane_count() != K {
            continue;
        }
        let mut values = ValueArena::new();
        let mut engine = BoardEvaluator::<K, 8>::new(&bit_rule, &mut values, &budget);
        let whole = bit_rule.board::<K, 8>(&board);
        for cells in 1..4 {
            let mut cuts = Cuts::new(&engine.rule, cells);
            for region in engine.rule.regions(&whole) {
                let Ok(value) = engine.value_of_region(&region, 0) else { panic!("{board}") };
                for above in [false, true] {
                    let Ok(bound) = cuts.bound(&mut engine, &region, above) else { panic!("{board}") };
                    let Some(bound) = bound else { continue };
                    let holds = if above { engine.values.le(value, bound) } else { engine.values.le(bound, value) };
                    assert!(holds.unwrap(), "{rule} on {board}, {cells} cells, above: {above}");
                    bound_count += 1;
                }
            }
        }
    }
    bound_count
}

#[test]
fn bounds_hold() {
    assert!(bounds::<1>("left: [. / .] -> [# / #]; right: [..] -> [##]", "....#", 3) > 60);
    // Each player's pieces move in their own directions, but can capture those of the other player.
    let crossing = "left: [x / .] -> [. / x]; [x / o] -> [. / x]; right: [o.] -> [.o]; [ox] -> [.o]";
    assert!(bounds::<3>(crossing, "xo.", 2) > 60);
    assert!(bounds::<1>("left: [. / . / .] -> [# / # / #]; [..] -> [##]; right: [...] -> [###]", "....#", 3) > 60);
    assert!(bounds::<2>("left: [x / o] -> [. / x] then [x / o] -> [. / x]; right: [ox] -> [.o]", "xxo", 3) > 20);
    // Pictures of both players cross some lines, so these boards may have few bounds or none.
    bounds::<2>("left: [xo] -> [.x] along rook; right: swap x o", "xo.", 2);
    bounds::<1>("[..] -> [##]; left: [. / .] -> [# / #]", "...#", 3);
}

#[test]
fn cut_lines_separate_rows_or_columns() {
    let picture_rule = PictureRule::new("left: [. / .] -> [# / #]; right: [..] -> [##]").unwrap();
    let board = Cells::new(3, 3, vec![b'.'; 9]).unwrap();
    let bit_rule = BitRule::new(&picture_rule, &board).unwrap();
    let rule = CompiledRule::<1, 8>::new(&bit_rule);
    let cuts = Cuts::new(&rule, 4);
    assert_eq!(cuts.lines.len(), 14);
    assert_eq!((cuts.lines[0].side, cuts.lines[7].side), (0xff, first_column::<8>()));
    let across = cuts.lines.iter().map(|line| [line.across[0].len(), line.across[1].len()]);
    assert!(across.enumerate().all(|(k, across)| across == if k < 7 { [1, 0] } else { [0, 1] }));
}
