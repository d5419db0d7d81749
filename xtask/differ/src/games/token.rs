//! Token games on a directed graph, with or without cycles.

use super::super::play::{Fault, Move, Part, Rules, Side};
use crate::random::Random;
use serde_json::json;
use std::rc::Rc;

/// The graph: the names of vertices, including isolated ones, and the edges in the given order.
pub struct Token {
    names: Vec<String>,
    edges: Vec<(usize, usize)>,
}

impl Token {
    fn quoted(&self, vertex: usize) -> String {
        let name = &self.names[vertex];
        if name.contains(' ') { format!("\"{name}\"") } else { name.clone() }
    }

    /// Returns the edges, each once, followed by the isolated vertices.
    fn graph(&self) -> String {
        let mut items = vec![];
        for &(from, to) in &self.edges {
            let edge = format!("{}>{}", self.quoted(from), self.quoted(to));
            if !items.contains(&edge) {
                items.push(edge);
            }
        }
        let is_isolated = |v: &usize| self.edges.iter().all(|&(from, to)| from != *v && to != *v);
        items.extend((0..self.names.len()).filter(is_isolated).map(|v| self.quoted(v)));
        format!("token[{}]", items.join(","))
    }
}

impl Rules for Token {
    fn game(&self) -> &'static str {
        "token"
    }

    /// Returns the rules as text; `None` if several vertices are isolated, whose order is unspecified.
    fn canonical(&self) -> Option<String> {
        let is_isolated = |v: usize| self.edges.iter().all(|&(from, to)| from != v && to != v);
        ((0..self.names.len()).filter(|&v| is_isolated(v)).count() < 2).then(|| self.graph())
    }

    fn written(&self, random: &mut Random) -> String {
        let text = self.graph();
        match random.below(3) {
            0 => text.replace('>', "->").replace(',', ", "),
            1 => text.replace("token", "tokens"),
            _ => text,
        }
    }

    fn moves(&self, part: &[i64], _by: Side) -> Result<Vec<Move>, Fault> {
        let at = part[0] as usize;
        let mut onto: Vec<usize> = vec![];
        for &(from, to) in &self.edges {
            if from == at && !onto.contains(&to) {
                onto.push(to);
            }
        }
        let slide = |to: usize| {
            let move_fields = vec![("from", json!(self.names[at])), ("onto", json!(self.names[to]))];
            Move::new(vec![vec![to as i64]], move_fields)
        };
        Ok(onto.into_iter().map(slide).collect())
    }

    fn random_component(&self, _size: i64, random: &mut Random) -> Part {
        vec![random.below(self.names.len() as u64) as i64]
    }

    fn max_components(&self) -> usize {
        3
    }

    fn components_text(&self, parts: &[Part]) -> String {
        let names: Vec<String> = parts.iter().map(|part| self.quoted(part[0] as usize)).collect();
        format!("({})", names.join(","))
    }

    fn parse_components(&self, text: &str) -> Option<Vec<Part>> {
        let inner = text.strip_prefix('(')?.strip_suffix(')')?;
        let vertex = |name: &str| {
            let name = name.trim().trim_matches('"');
            self.names.iter().position(|known| known == name).map(|v| vec![v as i64])
        };
        inner.split(',').filter(|name| !name.is_empty()).map(vertex).collect()
    }

    fn place(&self) -> Option<&'static str> {
        Some("token")
    }

    fn dims(&self) -> usize {
        0
    }

    fn simpler(&self) -> Vec<Rc<dyn Rules>> {
        let without = |k: usize| {
            let mut edges = self.edges.clone();
            edges.remove(k);
            Rc::new(Token { names: self.names.clone(), edges }) as Rc<dyn Rules>
        };
        (0..self.edges.len()).map(without).collect()
    }

    fn smaller(&self, _part: &[i64]) -> Vec<Part> {
        vec![]
    }
}

pub fn random_token(random: &mut Random) -> Rc<dyn Rules> {
    let count = 1 + random.below(7);
    let names = (0..count).map(|v| match random.below(8) {
        0 => format!("{}", v + 10),
        1 => format!("x {v}"),
        2 => format!("点{v}"),
        _ => ["a", "b", "c", "d", "e", "f", "g", "h"][v as usize].to_string(),
    });
    let names: Vec<String> = names.collect();
    let acyclic = random.one_in(3);
    let mut edges = vec![];
    for _ in 0..random.below(3 * count) {
        let (from, to) = (random.below(count) as usize, random.below(count) as usize);
        if !acyclic || from < to {
            edges.push((from, to));
        }
    }
    Rc::new(Token { names, edges })
}
