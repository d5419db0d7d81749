//! Draws Hackenbush pictures with the values of their vertices before and after fusing.
//!
//! This module also explains these values.

use super::colour::Colour;
use super::fusion::Fusion;
use super::picture::Picture;
use grundy_lang::{Text, text};
use grundy_rules::{Color, Drawing, Line, Point, VertexName};

/// The maximum number of lines of an explanation of values.
const MAX_LINES: usize = 200;

/// The correspondence between a picture and its fused picture.
struct Fused {
    /// For each vertex of the search tree, the first vertex fused with it, in the order of the search.
    representative: Vec<u32>,
    /// For each vertex of the search tree, its number in the graph.
    vertex: Vec<u32>,
}

impl Fused {
    fn new(fusion: &Fusion, picture: &Picture) -> Fused {
        let (mut of, mut vertex) = (vec![0u32], vec![0u32]);
        // A parent precedes its children.
        for v in 1..fusion.parent.len() {
            let parent = fusion.parent[v] as usize;
            let [a, b] = picture.merged_ends(fusion.edge[v] as usize).map(|end| end as u32);
            vertex.push(if a == vertex[parent] { b } else { a });
            of.push(if fusion.is_bridge(v) { v as u32 } else { of[parent] });
        }
        Fused { representative: of, vertex }
    }

    /// Returns, for each vertex of the graph, its number in the search tree.
    ///
    /// The number is `None` if the vertex is not connected to the ground.
    fn places(&self, vertices: usize) -> Vec<Option<u32>> {
        let mut places = vec![None; vertices];
        for (place, &vertex) in (0..).zip(&self.vertex) {
            places[vertex as usize] = Some(place);
        }
        places
    }

    /// Returns, for each representative, the names of all vertices fused with it, joined by `=`.
    fn names(&self, picture: &Picture) -> Vec<String> {
        let mut names = vec![String::new(); self.representative.len()];
        for (&of, &vertex) in self.representative.iter().zip(&self.vertex) {
            let name = &mut names[of as usize];
            if !name.is_empty() {
                name.push('=');
            }
            name.push_str(&picture.merged_name(vertex as usize));
        }
        names
    }
}

impl Picture {
    /// Returns the drawing of the picture.
    pub(crate) fn drawing(&self) -> Drawing {
        drawing(self)
    }
}

/// Returns the drawing of a picture.
fn drawing(picture: &Picture) -> Drawing {
    let mut text = String::new();
    picture.write(&mut text);
    let green = !picture.is_coloured();
    let (values, fused) = match green {
        true => picture.with_fusion(|fusion| {
            let all = Fused::new(fusion, picture);
            let places = all.places(picture.vertices());
            let value =
                |vertex: usize| Some(fusion.value_at(all.representative[places[vertex]? as usize] as usize).into());
            let values: Vec<Option<u64>> = (0..picture.vertices()).map(value).collect();
            let fused = (fusion.loops() > 0).then(|| Box::new(fused_drawing(fusion, &all, &places, picture)));
            (values, fused)
        }),
        false => (vec![None; picture.vertices()], None),
    };
    // Points are numbered in the order in which the edges name the vertices.
    let (mut number, mut points) = (std::collections::HashMap::new(), vec![]);
    let mut lines = vec![];
    for edge in picture.printed() {
        let ends = picture.named_ends(edge).map(|end| {
            *number.entry(end).or_insert_with(|| {
                let vertex = picture.merged_vertex(end);
                let (name, value) = (picture.name(end), values[vertex]);
                let point = Point { name, ground: vertex == 0, value, ..Point::default() };
                points.push(point);
                points.len() as u32 - 1
            })
        });
        let ink = match picture.colour(edge) {
            Colour::Green => Color::Green,
            Colour::Blue => Color::Blue,
            Colour::Red => Color::Red,
        };
        lines.push(Line::new(ends, ink));
    }
    Drawing { text, points: points.into(), lines: lines.into(), fused }
}

/// Writes a drawing in the notation of the game.
pub(crate) fn write_drawing(game: &str, drawing: &Drawing) -> String {
    let grounds: Vec<&str> =
        drawing.points.iter().filter(|point| point.ground).map(|point| point.name.as_str()).collect();
    let is_usual = match grounds[..] {
        // Without a marked ground, a vertex with the name 0 is an ordinary vertex.
        [] => drawing.points.iter().all(|point| point.name != "0"),
        _ => grounds == ["0"],
    };
    let rules = match is_usual {
        true => String::new(),
        false if grounds.is_empty() => "[ground=ground]".to_string(),
        false => format!(
            "[ground={}]",
            grounds.iter().map(|name| VertexName::read(name).to_string()).collect::<Vec<_>>().join(",")
        ),
    };
    let edges = drawing.edges('-', |ink| match ink {
        Color::Blue => Some(":b"),
        Color::Red => Some(":r"),
        _ => Some(""),
    });
    format!("{game}{rules}({edges})")
}

/// Returns the drawing of the fused picture: each 2-edge-connected component is one vertex with loops.
fn fused_drawing(fusion: &Fusion, all: &Fused, places: &[Option<u32>], picture: &Picture) -> Drawing {
    let names = all.names(picture);
    let (mut number, mut points) = (vec![0u32; all.representative.len()], vec![]);
    for v in (0..all.representative.len()).filter(|&v| all.representative[v] as usize == v) {
        number[v] = points.len() as u32;
        points.push(Point {
            name: names[v].clone(),
            ground: v == 0,
            value: Some(fusion.value_at(v).into()),
            ..Point::default()
        });
    }
    let place = |vertex: usize| places[vertex].map_or(0, |place| number[all.representative[place as usize] as usize]);
    let standing = |edge: &usize| picture.merged_ends(*edge).iter().all(|&vertex| places[vertex].is_some());
    let lines =
        picture.printed().filter(standing).map(|edge| Line::new(picture.merged_ends(edge).map(place), Color::Green));
    Drawing { text: String::new(), points: points.into(), lines: lines.collect(), fused: None }
}

/// Explains the value of each vertex, from the leaves to the ground: `1: (0+1) xor (1+1) = 3`.
pub(super) fn steps(picture: &Picture) -> Vec<Text> {
    picture.with_fusion(|fusion| {
        let all = Fused::new(fusion, picture);
        let names = all.names(picture);
        let mut hanging: Vec<Vec<u32>> = vec![vec![]; all.representative.len()];
        for v in 1..all.representative.len() {
            if fusion.is_bridge(v) {
                hanging[all.representative[fusion.parent[v] as usize] as usize].push(fusion.value_at(v));
            }
        }
        let heads: Vec<usize> =
            (0..all.representative.len()).filter(|&v| all.representative[v] as usize == v).collect();
        let mut lines = vec![];
        for &v in heads.iter().rev().filter(|&&v| names[v].contains('=')) {
            let loops = fusion.degree[v] / 2;
            lines.push(text!("{vertices} fuse into one vertex with {loops} loops", vertices = names[v].clone(), loops));
        }
        for &v in heads.iter().rev() {
            let mut terms: Vec<String> = hanging[v].iter().map(|value| format!("({value}+1)")).collect();
            let loops = fusion.degree[v] / 2;
            terms.extend((0..loops.min(4)).map(|_| "1".to_string()));
            if loops > 4 {
                terms.push(format!("… ({loops} × 1)"));
            }
            let sum = if terms.is_empty() { String::new() } else { format!("{} = ", terms.join(" xor ")) };
            lines.push(Text::verbatim(format!("{}: {sum}{}", names[v], fusion.value_at(v))));
        }
        if lines.len() > MAX_LINES {
            let more = lines.len() - MAX_LINES;
            lines.truncate(MAX_LINES);
            lines.push(text!("and {more} more", more));
        }
        lines
    })
}
