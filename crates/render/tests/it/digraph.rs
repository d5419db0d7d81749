//! Tests the drawings of graphs.

use grundy_games::parse;
use grundy_render::internals::digraph::vertex_count;
use grundy_render::{DigraphDrawing, graph_dot, graph_svg};
use grundy_rules::ErrorKind;
use grundy_solve::Budget;
use grundy_solve::digraph::Vertices;

fn with_graph<T>(text: &str, show: impl FnOnce(&DigraphDrawing) -> T) -> T {
    let spec = parse(text).unwrap();
    show(&DigraphDrawing::from_tokens(&Vertices::for_position(&spec, &Budget::default()).unwrap()))
}

#[test]
fn dot_is_read_again() {
    let dot = with_graph("token[a>\"b c\", \"b c\">a, a>7>\"x\\y\", lone](a,a)", graph_dot);
    assert!(dot.contains("\"x\\\\y\" [label=\"x\\\\y\\nP 0\""), "{dot}");
    assert!(dot.contains("peripheries=2"), "{dot}");
    // With one token every move to a P-position is marked, with several only those that win the sum.
    let marks = |text| with_graph(text, graph_dot).matches("[color=\"#d55e00\"").count();
    assert_eq!(marks("token[a>b,a>c,b>c](a)"), 2);
    assert_eq!(marks("token[a>b,a>c,b>c](a,a)"), 0);
    assert_eq!(marks("token[a>b,a>c,b>c](a,b)"), 1);
}

#[test]
fn pictures() {
    for text in ["token[a>b>c,a>c,d](a,a)", "misere token[a>a,a>b>a,b>c](b)", "token[x](x)", "token[a>b>a](a)"] {
        let svg = with_graph(text, |v| graph_svg(v, Default::default())).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
        let names = with_graph(text, vertex_count);
        assert_eq!(svg.matches("<g>").count(), names);
    }
    let svg = with_graph("token[\"a<b\">c](c)", |v| graph_svg(v, Default::default())).unwrap();
    assert!(svg.contains("<title>a&lt;b: N 1</title>"), "{svg}");
    let path: Vec<String> = (0..402).map(|k| k.to_string()).collect();
    let error = with_graph(&format!("token[{}](0)", path.join(">")), |v| graph_svg(v, Default::default())).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
}
