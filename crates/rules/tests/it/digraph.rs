//! Tests directed graphs.

use grundy_rules::{Arcs, Digraph, DigraphBuilder, VertexName};

#[test]
fn rows_keep_their_order() {
    let edges = [[2, 0], [0, 3], [0, 1], [2, 2], [3, 0]];
    let arcs = Arcs::from_edges(5, &edges);
    assert_eq!(
        (0..5).map(|v| arcs.targets_of(v).to_vec()).collect::<Vec<_>>(),
        [vec![3, 1], vec![], vec![0, 2], vec![0], vec![]]
    );
    let back = arcs.reversed();
    assert_eq!(
        (0..5).map(|v| back.targets_of(v).to_vec()).collect::<Vec<_>>(),
        [vec![2, 3], vec![0], vec![2], vec![0], vec![]]
    );
    assert_eq!(back.reversed().targets_of(2), [0, 2]);
    assert_eq!(Arcs::from_edges(0, &[]).vertices(), 0);
}

#[test]
fn topological_order_leads_forward() {
    let arcs = Arcs::from_edges(5, &[[4, 2], [2, 0], [4, 0], [0, 1]]);
    let order = arcs.topological_order().unwrap();
    let place = |v: u32| order.iter().position(|&w| w == v).unwrap();
    for v in 0..5 {
        assert!(arcs.targets_of(v).iter().all(|&w| place(v) < place(w)));
    }
    assert!(Arcs::from_edges(2, &[[0, 1], [1, 0]]).topological_order().is_none());
    assert!(Arcs::from_edges(1, &[[0, 0]]).topological_order().is_none());
}

#[test]
fn names_are_sorted_and_found() {
    let mut builder = DigraphBuilder::default();
    for name in ["b", "10", "a b", "007", "9", "威", "18446744073709551615", "99999999999999999999", ""] {
        builder.vertex(VertexName::read(name));
    }
    let graph = builder.build();
    let names: Vec<String> = (0..9).map(|v| graph.name(v).to_string()).collect();
    let sorted = ["9", "10", "18446744073709551615", "\"\"", "007", "99999999999999999999", "\"a b\"", "b", "威"];
    assert_eq!(names, sorted);
    for v in 0..9 {
        assert_eq!(graph.find(graph.name(v)), Some(v));
    }
    assert_eq!(graph.find(VertexName::Number(11)), None);
    assert_eq!(graph.find(VertexName::Text("c")), None);
    assert_eq!(graph.isolated().count(), 9);
}

#[test]
fn repeated_edges_count_once() {
    let graph = Digraph::from_edges([(5, 1), (5, 2), (5, 1), (1, 1), (5, 2), (5, 5), (1, 1)]);
    assert_eq!(graph.edges(), 4);
    assert_eq!(graph.options(2), [0, 1, 2]);
    let written: Vec<_> = graph.printed_edges().map(|e| e.map(|v| graph.name(v).to_string()).join(">")).collect();
    assert_eq!(written, ["5>1", "5>2", "1>1", "5>5"]);
    // Large graphs are printed row by row.
    let large = Digraph::from_edges((0..5000u64).map(|k| (5000 - k, 1)).chain([(5000, 7)]));
    assert_eq!(large.printed_edges().count(), 5001);
    assert_eq!(large.printed_edges().next(), Some([0, 0]));
}
