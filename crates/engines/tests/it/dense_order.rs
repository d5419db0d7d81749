//! Tests the orders in which the cells of a box are computed.

use grundy_engines::internals::dense::{BoxShape, Order};

#[test]
fn every_cell_is_in_one_unit_of_one_wave() {
    for (dims, sides) in [(2, [70, 130, 1]), (3, [20, 33, 17]), (2, [1, 9, 1])] {
        let shape = BoxShape::new(dims, sides);
        for order in [Order::Blocks, Order::Layers(0), Order::Layers(1), Order::Sums] {
            for threads in [1, 3] {
                let mut visits = vec![0; shape.cells()];
                for wave in 0..order.waves(shape) {
                    for thread in 0..threads {
                        let shown = order.units(shape, wave, thread, threads, &mut |[a, b, c]| {
                            for x in a {
                                for y in b.clone() {
                                    c.clone().for_each(|z| visits[shape.index([x, y, z]).unwrap()] += 1);
                                }
                            }
                            Ok::<(), ()>(())
                        });
                        assert!(shown.is_ok());
                    }
                }
                assert!(visits.iter().all(|&times| times == 1), "{order:?} {sides:?} {threads}");
            }
        }
    }
}
