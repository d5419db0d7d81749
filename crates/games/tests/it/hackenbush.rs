//! Compares Hackenbush with slow reference programs on random graphs.
//!
//! For small graphs, the reference finds values and winning cuts by playing every cut. For larger graphs, it computes
//! the value after each cut anew.

use grundy_games::{parse, parse_with};
use grundy_rules::{AnyMove, ClaimInstance, DynPosition, ErrorKind, Field, Kind, Play, Player, Sources, SplitMix64};
use std::collections::HashMap;
use std::io;

type Edges = Vec<(usize, usize)>;

/// Returns the subset of the edges of `mask` that are connected to a ground; bit k of a mask is edge k.
fn grounded_edges(edges: &[(usize, usize)], grounds: &[usize], mask: u32) -> u32 {
    let mut reached = [false; 64];
    grounds.iter().for_each(|&v| reached[v] = true);
    let mut grounded_edges = 0;
    loop {
        let before = grounded_edges;
        for (k, &(a, b)) in edges.iter().enumerate() {
            if mask >> k & 1 == 1 && (reached[a] || reached[b]) {
                (reached[a], reached[b]) = (true, true);
                grounded_edges |= 1 << k;
            }
        }
        if grounded_edges == before {
            return grounded_edges;
        }
    }
}

/// Returns the Grundy value of the edges of `mask`, computed by the definition.
fn reference_value(edges: &[(usize, usize)], grounds: &[usize], mask: u32, memo: &mut HashMap<u32, u128>) -> u128 {
    let mask = grounded_edges(edges, grounds, mask);
    if let Some(&value) = memo.get(&mask) {
        return value;
    }
    let options: Vec<u128> = (0..edges.len())
        .filter(|k| mask >> k & 1 == 1)
        .map(|k| reference_value(edges, grounds, mask & !(1 << k), memo))
        .collect();
    let value = (0..).find(|value| !options.contains(value)).unwrap();
    memo.insert(mask, value);
    value
}

fn text(edges: &[(usize, usize)], grounds: &[usize]) -> String {
    let list: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    let names: Vec<String> = grounds.iter().map(usize::to_string).collect();
    let ground = if grounds == [0] { String::new() } else { format!("[ground={}]", names.join(",")) };
    format!("hackenbush{ground}({})", list.join(","))
}

fn position(text: &str) -> Box<dyn DynPosition> {
    let mut spec = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(spec.to_string(), text);
    spec.terms.remove(0).position
}

fn edge(position: &dyn DynPosition, mv: &AnyMove) -> usize {
    match position.describe(0, mv).fields[0] {
        ("edge", Field::Number(place)) => place as usize - 1,
        ref other => panic!("{other:?}"),
    }
}

/// Returns the value by the theorem, and for each target value in `to` the edges whose cut leads to it.
///
/// The function also checks that the theorem counts these edges correctly.
fn theorem_values(position: &dyn DynPosition, to: &[u128]) -> (u128, Vec<Vec<usize>>) {
    let ClaimInstance::NimHeap { value, moves } =
        position.apply_theorem(0, "fusion-principle").expect("green pictures are in scope").claim
    else {
        panic!("the theorem tells values")
    };
    let lists = to.iter().map(|&to| {
        let (count, list) = moves(to);
        let list: Vec<usize> = list.map(|mv| edge(position, &mv)).collect();
        assert_eq!(count, list.len() as u128);
        list
    });
    (value, lists.collect())
}

/// Returns each edge that can be cut, with the value after the cut according to a theorem.
fn values_after(position: &dyn DynPosition) -> Vec<(usize, u128)> {
    let after = |mv: AnyMove| {
        let left = parse(&position.after(0, Player::LEFT, &mv).to_string()).unwrap();
        let stated = left.terms[0].position.sum_by_theorem(Play::Normal).expect("a theorem tells the value");
        (edge(position, &mv), stated.sum.value().0)
    };
    position.moves(0, Player::LEFT).map(after).collect()
}

fn compare(edges: &[(usize, usize)], grounds: &[usize], expected_value: Option<u128>, after: &[(usize, u128)]) {
    let text = text(edges, grounds);
    let mut targets: Vec<u128> = after.iter().map(|&(_, value)| value).collect();
    targets.extend([0, 1, 1 << 40]);
    targets.sort_unstable();
    targets.dedup();
    let (value, lists) = theorem_values(&*position(&text), &targets);
    if let Some(expected) = expected_value {
        assert_eq!(value, expected, "{text}");
    }
    for (to, list) in targets.iter().zip(lists) {
        let expected: Vec<usize> = after.iter().filter(|(_, value)| value == to).map(|(edge, _)| *edge).collect();
        assert_eq!(list, expected, "{text}: cuts to {to}");
    }
}

#[test]
fn small_graphs_against_the_definition() {
    let mut random = SplitMix64(1);
    let mut pictures: Vec<(Edges, Vec<usize>)> = vec![];
    for round in 0..3000 {
        let vertices = 1 + random.index(7);
        let count = random.index(if round % 50 == 0 { 13 } else { 9 });
        let edges = (0..count).map(|_| (random.index(vertices), random.index(vertices))).collect();
        pictures.push((edges, if round % 4 == 0 { vec![0, vertices / 2 + 1] } else { vec![0] }));
    }
    // All rings of 2 to 5 edges on a stalk, with an edge on each vertex of a subset; each also with a chord.
    for length in 2..6 {
        for which in 0..1 << length {
            let mut edges = vec![(0, 1)];
            edges.extend((0..length).map(|k| (1 + k, 1 + (k + 1) % length)));
            for k in (0..length).filter(|k| which >> k & 1 == 1) {
                edges.push((1 + k, 10 + k));
            }
            pictures.push((edges.clone(), vec![0]));
            edges.push((1, 1 + length / 2));
            pictures.push((edges, vec![0]));
        }
    }
    for (edges, grounds) in pictures {
        if !edges.is_empty() && !edges.iter().any(|(a, b)| grounds.contains(a) || grounds.contains(b)) {
            continue;
        }
        let mut memo = HashMap::new();
        let full = grounded_edges(&edges, &grounds, (1u64 << edges.len()) as u32 - 1);
        let value = reference_value(&edges, &grounds, full, &mut memo);
        let mut after = vec![];
        for k in (0..edges.len()).filter(|k| full >> k & 1 == 1) {
            after.push((k, reference_value(&edges, &grounds, full & !(1 << k), &mut memo)));
        }
        compare(&edges, &grounds, Some(value), &after);
        // The moves must be the edges connected to the ground, and the values after them those of the definition.
        assert_eq!(values_after(&*position(&text(&edges, &grounds))), after);
    }
}

#[test]
fn larger_graphs_against_a_new_computation_for_each_edge() {
    let mut random = SplitMix64(2);
    for round in 0..36 {
        let mut edges: Edges = vec![];
        let size = 60 + random.index(100);
        let mut vertices = 1;
        match round % 6 {
            // Trees with a random parent, and trees with long paths.
            0 => edges.extend((1..=size).map(|v| (random.index(v), v))),
            1 => edges.extend((1..=size).map(|v| (v - 1 - random.index(v.min(3)), v))),
            // Cacti: rings of up to 40 edges.
            2 => {
                while edges.len() < size {
                    let (at, length) = (random.index(vertices), 1 + random.index(40));
                    let ring: Vec<usize> = std::iter::once(at).chain(vertices..vertices + length - 1).collect();
                    edges.extend((0..length).map(|k| (ring[k], ring[(k + 1) % length])));
                    vertices += length - 1;
                }
            }
            // Long rings with trees on them.
            3 => {
                edges.extend((0..size).map(|v| (v, (v + 1) % size)));
                edges.extend((0..size).map(|k| (random.index(size + k), size + k)));
            }
            // Ladders, in which an edge and its mate, which becomes a bridge when the edge is cut, can be far apart.
            4 => {
                for k in 0..size / 3 {
                    edges.extend([(2 * k, 2 * k + 2), (2 * k + 1, 2 * k + 3), (2 * k + 2, 2 * k + 3)]);
                    if random.index(3) == 0 {
                        edges.pop();
                    }
                    if random.index(4) == 0 {
                        edges.push((2 * k + random.index(4), 500 + k));
                    }
                }
                edges.push((0, 1));
            }
            // Trees with some additional edges.
            _ => {
                edges.extend((1..=size).map(|v| (v - 1 - random.index(v.min(5)), v)));
                edges.extend((0..size / 8).map(|_| (random.index(size), random.index(size))));
            }
        }
        // The order of the edges may change the search tree, but must not change the result.
        for k in (1..edges.len()).rev() {
            edges.swap(k, random.index(k + 1));
        }
        let text = text(&edges, &[0]);
        compare(&edges, &[0], None, &values_after(&*position(&text)));
    }
}

struct FileContent(Vec<u8>);
impl Sources for FileContent {
    fn read(&mut self, _: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.clone())
    }
}

fn read(content: &str) -> grundy_rules::Result<String> {
    let spec = parse_with("hackenbush(@g)", &mut FileContent(content.into()))?;
    Ok(spec.to_string())
}

#[test]
fn files() {
    let plain = "hackenbush(0-1,1-2)";
    for content in [
        "0-1\n1-2\n",
        "0-1, 1-2",
        "0 1\r\n1\t2\r\n",
        "\u{feff}# edges\n\n  0 - 1 # the stalk\n,1-2:g,\n",
        "0-1,1 2",
        "0_0-0_1\n\"1\" 2",
        "000-10^0\n1 2:green",
    ] {
        assert_eq!(read(content).unwrap(), plain, "{content:?}");
    }
    assert_eq!(read("0-a\na b:r\n\"x y\"-a:b").unwrap(), "hackenbush(0-a,a-b:r,\"x y\"-a:b)");
    for (content, kind, message) in [
        ("0-1\n1-\n", ErrorKind::Syntax, "g:2:3: expected a vertex, found the end of the line"),
        ("0-1\n\n 1", ErrorKind::Syntax, "g:3:3: expected a vertex, found the end of the line"),
        ("0-1, 1,2", ErrorKind::Syntax, "g:1:7: expected a vertex, found `,`"),
        ("0-1\n1-2:x", ErrorKind::BadArgument, "g:2:5: the colours are `r`, `b` and `g`, not `x`"),
        ("0-1 2\n", ErrorKind::Syntax, "g:1:5: expected `,` or the end of the line, found `2`"),
        ("0-1\n0-\"\"", ErrorKind::BadArgument, "g:2:3: the name of a vertex is empty"),
        ("0-18446744073709551616", ErrorKind::TooLarge, "g:1:3: the number exceeds 2^64-1"),
        ("# nothing", ErrorKind::BadArgument, "g contains no edges"),
        ("", ErrorKind::BadArgument, "g contains no edges"),
    ] {
        let error = read(content).unwrap_err();
        assert_eq!((error.kind, error.span.clone()), (kind, Some(11..13)), "{content:?}: {error}");
        assert!(error.message.to_string().starts_with(message) && error.help.is_some(), "{content:?}: {error}");
    }
    let error = parse_with("hackenbush(@g)", &mut FileContent(b"0-1\n0-\xff".to_vec())).unwrap_err();
    assert!(error.message.to_string().starts_with("g:2:3: expected text in UTF-8"), "{error}");
}

#[test]
fn notation() {
    for (text, printed) in [
        (" hackenbush ( 0 - 1 , 1 - 2 : red ) ", "hackenbush(0-1,1-2:r)"),
        ("hackenbush[ground=0](0-1:g)", "hackenbush(0-1)"),
        ("hackenbush[ground=r,s,r](r-a, s-a:blue)", "hackenbush[ground=r,s](r-a,s-a:b)"),
        ("hackenbush(0-\"007\",\"7\"-0)", "hackenbush(0-\"007\",7-0)"),
        ("hackenbush(0-甲,甲-甲)", "hackenbush(0-甲,甲-甲)"),
        ("删边(0-1)", "hackenbush(0-1)"),
        ("hackenbush()", "hackenbush()"),
        ("hackenbush(1-2)", "hackenbush(1-2)"),
        ("hackenbush(0-2^64-1)", ""),
        ("hackenbush(0-18446744073709551615)", "hackenbush(0-18446744073709551615)"),
        ("hackenbush[ground=\"the ground\"](\"the ground\"-1)", "hackenbush[ground=\"the ground\"](\"the ground\"-1)"),
    ] {
        match parse(text) {
            Ok(spec) => {
                assert_eq!(spec.to_string(), printed);
                assert_eq!(parse(printed).unwrap().to_string(), printed);
            }
            Err(error) => assert!(printed.is_empty(), "{text}: {error}"),
        }
    }
    for (text, kind, span, message) in [
        ("hackenbush(0-)", ErrorKind::Syntax, 13..14, "expected a vertex"),
        ("hackenbush(0)", ErrorKind::Syntax, 12..13, "expected `-` and a second vertex"),
        ("hackenbush(-1)", ErrorKind::Syntax, 11..12, "expected a vertex"),
        ("hackenbush(0-1", ErrorKind::Syntax, 14..14, "expected `,` or `)`"),
        ("hackenbush(0-1,)", ErrorKind::Syntax, 15..16, "expected a vertex"),
        ("hackenbush(0-1:x)", ErrorKind::BadArgument, 15..16, "the colours are"),
        ("hackenbush(0-1:)", ErrorKind::Syntax, 15..16, "expected a colour"),
        ("hackenbush(0-\"\")", ErrorKind::BadArgument, 13..15, "the name of a vertex is empty"),
        ("hackenbush[ground=](0-1)", ErrorKind::Syntax, 18..19, "expected a vertex"),
        ("hackenbush[floor=1](0-1)", ErrorKind::Syntax, 11..16, "expected `ground=`"),
        ("hackenbush[ground=r](a-b)", ErrorKind::BadArgument, 20..25, "no edge touches the ground r"),
        ("hackenbush[ground=r](@g)", ErrorKind::Unsupported, 21..23, "cannot read g"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.kind, error.span.clone()), (kind, Some(span)), "{text}: {error}");
        assert!(error.message.to_string().starts_with(message) && error.help.is_some(), "{text}: {error}");
    }
}

#[test]
fn move_descriptions() {
    let coloured = position("hackenbush(5-6,0-1:r,1-2:b,1-2,0-0)");
    assert_eq!(coloured.ruleset().kind(), Kind::Partizan);
    let words =
        |by| -> Vec<String> { coloured.moves(0, by).map(|mv| coloured.describe(0, &mv).text.to_string()).collect() };
    assert_eq!(words(Player::LEFT), ["cut edge 3 (1-2)", "cut edge 4 (1-2)", "cut edge 5 (0-0)"]);
    assert_eq!(words(Player::RIGHT), ["cut edge 2 (0-1)", "cut edge 4 (1-2)", "cut edge 5 (0-0)"]);
    let after = |by, k: usize| coloured.after(0, by, &coloured.moves(0, by).nth(k).unwrap()).to_string();
    assert_eq!(after(Player::RIGHT, 0), "hackenbush(0-0)");
    assert_eq!(after(Player::LEFT, 0), "hackenbush(0-1:r,1-2,0-0)");
    // An edge that vanishes before the game starts does not make the game partizan, whatever its colour.
    assert_eq!(position("hackenbush(5-6:r,0-1)").ruleset().kind(), Kind::Impartial);
    assert!(coloured.apply_theorem(0, "fusion-principle").is_none());
    assert_eq!(
        (position("hackenbush(0-1,1-1,7-8)").apply_theorem(0, "fusion-principle").unwrap().working)(),
        "1 edge is not connected to the ground and vanishes; there is 1 loop; the xor at the ground is 2 = 2"
    );
}
