//! Compares bounds by cuts with the stops of the values of boards.

use grundy_board::internals::{BitRule, BoardEvaluator, PictureRule, Strips, sample};
use grundy_rules::Budget;
use grundy_value::{Dyadic, StopBoundsMemo, ValueArena};

/// Compares the bounds on boards of these states with the stops of their values, and counts the bounds.
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
        let (mut values, mut memo) = (ValueArena::new(), StopBoundsMemo::default());
        let mut engine = BoardEvaluator::<K, 8>::new(&bit_rule, &mut values, &budget);
        let whole = bit_rule.board::<K, 8>(&board);
        for cells in 1..4 {
            let mut strips = Strips::new(&engine.rule, cells);
            for region in engine.rule.regions(&whole) {
                let Ok(value) = engine.value_of_region(&region, 0) else { panic!("{board}") };
                for lines in 1..4 {
                    let Ok(bounds) = strips.region_bounds(&mut engine, &mut memo, &region, lines) else {
                        panic!("{board}")
                    };
                    let negative = engine.values.negative(value).unwrap();
                    for (bounds, value) in bounds.into_iter().zip([value, negative]) {
                        let stops = [engine.values.left_stop(value), engine.values.right_stop(value)];
                        for (bound, stop) in [bounds.left_stop(), bounds.right_stop()].into_iter().zip(stops) {
                            let holds = Dyadic::new(bound.into(), 6).unwrap() <= stop;
                            assert!(holds, "{rule} on {board}, {cells} cells: {bound}/64 and {stop}");
                            bound_count += usize::from(bound > i16::MIN);
                        }
                    }
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
