//! Measures further kinds of games: scoring, several players, partizan, token and edge-deletion games.

use crate::stopwatch::{Report, Target};
use grundy::unstable::games::parse_with;
use grundy::unstable::rules::{Arcs, Sources};
use grundy::unstable::solve::Answer;
use grundy::unstable::solve::digraph::RetrogradeResult;
use grundy::unstable::solve::{Question, Solver};
use grundy::{Budget, Nimber, Play, parse};

pub fn measure(report: &mut Report) {
    for (dashed, score, seconds) in [(7, 5, 2.0), (8, -6, 4.0), (9, -6, 60.0)] {
        let name = format!("triangles, all edges of K{dashed} dashed");
        if report.wants(&name) {
            let text = complete(dashed);
            assert_eq!(solve(&text).result.score, Some(score), "{name}");
            report.time(name, Target::Seconds(seconds), || solve(&text));
        }
    }
    for text in ["take[3,61 | 5,64](10^18)", "rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / 2,5 : 1>2>3](10^18)"] {
        if report.wants(text) {
            report.time(text.to_string(), Target::Seconds(0.01), || solve(text));
        }
    }
    tokens(report);
    path(report);
}

fn solve(text: &str) -> Answer {
    let spec = parse(text).expect("a spec");
    Solver::new().solve(&spec, &Question::default(), &Budget::default()).expect("within the default budget")
}

fn complete(vertices: u32) -> String {
    let edges = (1..=vertices).flat_map(|a| (a + 1..=vertices).map(move |b| format!("{a}-{b}")));
    format!("triangles(| {})", edges.collect::<Vec<_>>().join(","))
}

/// Measures retrograde analysis (outcome and remoteness of each vertex) of a random graph with cycles.
fn tokens(report: &mut Report) {
    const VERTICES: u64 = 1 << 20;
    let name = "retrograde analysis, 2^20 vertices of 2.5 edges";
    if !report.wants(name) {
        return;
    }
    let mut state = 1u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state >> 11) * u128::from(n)) >> 53) as u32
    };
    let edges: Vec<[u32; 2]> = (0..VERTICES * 5 / 2).map(|_| [below(VERTICES), below(VERTICES)]).collect();
    let arcs = Arcs::from_edges(VERTICES as usize, &edges);
    let target = Target::Rate { units: VERTICES as f64, unit: "vertices", min: 1e6 };
    report.time(name, target, || RetrogradeResult::compute(&arcs, Play::Normal, &Budget::default()).expect("it fits"));
}

/// Measures Hackenbush on a path of 10^6 edges, from parsing its text to listing all winning cuts.
fn path(report: &mut Report) {
    struct File(Vec<u8>);
    impl Sources for File {
        fn read(&mut self, _: &str) -> std::io::Result<Vec<u8>> {
            Ok(self.0.clone())
        }
    }
    let name = "hackenbush, a path of 10^6 edges";
    if !report.wants(name) {
        return;
    }
    let text: String = (0..1_000_000).map(|v| format!("{v}-{}\n", v + 1)).collect();
    let mut file = File(text.into_bytes());
    let mut answer = || {
        let spec = parse_with("hackenbush(@file)", &mut file).expect("a path");
        Solver::new().solve(&spec, &Question::default(), &Budget::default()).expect("within the default budget")
    };
    assert_eq!(answer().values.grundy, Some(Nimber(1_000_000)), "{name}");
    report.time(name, Target::Seconds(2.0), answer);
}
