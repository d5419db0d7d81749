//! Hackenbush: a move cuts an edge and removes everything that is not connected to the ground.

use super::super::play::{Fault, Move, Part, Rules, Side};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

/// The rules of Hackenbush.
///
/// A picture is a list of edges, each with three numbers: its two ends and its colour.
pub struct Hackenbush {
    /// The numbers of the ground vertices; only vertex 0 unless the rules name others.
    grounds: Vec<i64>,
    coloured: bool,
}

const GREEN: i64 = 0;
const BLUE: i64 = 1;
const RED: i64 = 2;

impl Hackenbush {
    /// Returns the edges that are connected to the ground.
    fn grounded_edges(&self, part: &[i64]) -> Part {
        let edges: Vec<&[i64]> = part.chunks(3).collect();
        let mut reached = self.grounds.clone();
        loop {
            let fresh = edges.iter().find_map(|e| match (reached.contains(&e[0]), reached.contains(&e[1])) {
                (true, false) => Some(e[1]),
                (false, true) => Some(e[0]),
                _ => None,
            });
            match fresh {
                Some(vertex) => reached.push(vertex),
                None => break,
            }
        }
        edges.into_iter().filter(|e| reached.contains(&e[0])).flatten().copied().collect()
    }

    fn edge(e: &[i64]) -> String {
        format!("{}-{}{}", e[0], e[1], ["", ":b", ":r"][e[2] as usize])
    }
}

impl Rules for Hackenbush {
    fn game(&self) -> &'static str {
        "hackenbush"
    }

    fn canonical(&self) -> Option<String> {
        if self.grounds == [0] {
            return Some("hackenbush".into());
        }
        let names: Vec<String> = self.grounds.iter().map(i64::to_string).collect();
        Some(format!("hackenbush[ground={}]", names.join(",")))
    }

    fn written(&self, _random: &mut Random) -> String {
        self.canonical().unwrap_or_default()
    }

    fn is_partizan(&self, parts: &[Part]) -> bool {
        parts.iter().any(|part| self.grounded_edges(part).chunks(3).any(|e| e[2] != GREEN))
    }

    fn moves(&self, part: &[i64], by: Side) -> Result<Vec<Move>, Fault> {
        let not = if by == Side::Left { RED } else { BLUE };
        let standing = self.grounded_edges(part);
        let mut moves = vec![];
        for (k, e) in part.chunks(3).enumerate() {
            let is_grounded = standing.chunks(3).any(|other| other == e);
            if e[2] == not || !is_grounded {
                continue;
            }
            let mut to = part.to_vec();
            to.drain(3 * k..3 * k + 3);
            let ends = json!([e[0].to_string(), e[1].to_string()]);
            moves.push(Move::new(vec![to], vec![("edge", json!(k + 1)), ("ends", ends)]));
        }
        Ok(moves)
    }

    fn key(&self, part: &[i64]) -> Part {
        let standing = self.grounded_edges(part);
        let mut edges: Vec<&[i64]> = standing.chunks(3).collect();
        edges.sort_unstable();
        edges.concat()
    }

    fn random_component(&self, size: i64, random: &mut Random) -> Part {
        let least = i64::from(self.grounds != [0]);
        let edges = random.between(least, (size / 2).min(8).max(least));
        let vertices = random.between(1, 1 + edges);
        let mut part = vec![];
        for k in 0..edges {
            // Choose the ends so that most pictures are connected.
            let from = if random.one_in(4) { random.between(0, vertices) } else { random.between(0, k.min(vertices)) };
            let to = if random.one_in(3) { random.between(0, vertices) } else { (k + 1).min(vertices) };
            // A ground other than vertex 0 must occur in an edge.
            let from = if k == 0 { self.grounds[0] } else { from };
            let colour = if self.coloured { *random.pick(&[GREEN, BLUE, BLUE, RED, RED]) } else { GREEN };
            part.extend([from, to, colour]);
        }
        part
    }

    fn max_components(&self) -> usize {
        1
    }

    fn components_text(&self, parts: &[Part]) -> String {
        let edges: Vec<String> = parts.iter().flat_map(|part| part.chunks(3)).map(Hackenbush::edge).collect();
        format!("({})", edges.join(","))
    }

    fn random_spelling(&self, parts: &[Part], random: &mut Random) -> String {
        let edges = parts.iter().flat_map(|part| part.chunks(3)).map(|e| match random.below(3) {
            0 if e[2] == GREEN => format!("{} - {}:g", e[0], e[1]),
            _ => Hackenbush::edge(e),
        });
        format!("({})", edges.collect::<Vec<_>>().join(", "))
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        let inner = text.strip_prefix('(')?.strip_suffix(')')?;
        let mut part = vec![];
        for edge in inner.split(',').filter(|edge| !edge.is_empty()) {
            let (ends, colour) = edge.split_once(':').unwrap_or((edge, "g"));
            let (from, to) = ends.split_once('-')?;
            let colour = ["g", "b", "r"].iter().position(|c| *c == colour)?;
            part.extend([from.trim().parse().ok()?, to.trim().parse().ok()?, colour as i64]);
        }
        Some(vec![part])
    }

    fn place(&self) -> Option<&'static str> {
        None
    }

    fn dims(&self) -> usize {
        0
    }

    fn smaller(&self, part: &[i64]) -> Vec<Part> {
        let without = |k: usize| {
            let mut less = part.to_vec();
            less.drain(3 * k..3 * k + 3);
            less
        };
        let least = usize::from(self.grounds != [0]);
        (least..part.len() / 3).map(without).collect()
    }
}

pub fn random_hackenbush(random: &mut Random) -> Rc<dyn Rules> {
    let grounds = match random.below(4) {
        0 => vec![1],
        1 => vec![0, 2],
        _ => vec![0],
    };
    Rc::new(Hackenbush { grounds, coloured: random.one_in(2) })
}
