//! The game `graph`: games on graphs whose moves are given by pictures.
//!
//! Notation: `graph{ left: [.] -> [x] if no x near; right: swap x o }(a-b, b-c)`; `;` separates several graphs.
//! `docs/boards.md` describes the language.
//!
//! Read `component` (graphs) and `rule` (rules) first. `picture` parses pictures, `notation` positions; `moves` lists
//! moves, `regions` splits graphs into independent regions and `key` computes memo keys. `nimbers` finds Grundy values.
//! `named` lists the named games, and `paths` has a theorem on one of them.
//!
//! ```
//! let spec = grundy_games::parse("graph{ [.-.]->[#-#] }(a-b-c, c-d)").unwrap();
//! assert_eq!(spec.to_string(), "graph{ [.-.] -> [#-#] }(a-b,b-c,c-d)");
//! ```

mod component;
mod key;
mod moves;
pub mod named;
mod nimbers;
mod notation;
mod paths;
pub(crate) mod picture;
mod regions;
pub(crate) mod rule;
mod samples;

pub use component::GraphComponent;
pub use key::GraphKey;

use crate::parse::GRAPH_EXAMPLE;
use crate::pattern::{EMPTY, HOLE};
use component::Changes;
use grundy_lang::{Text, text};
use grundy_rules::{Cursor, Field, Game, GameInfo, Impartial, Kind, MoveText, Result};
use rule::GraphRule;
use std::sync::Arc;

/// A game given by pictures of its moves on a graph.
#[derive(Clone, Debug)]
pub struct GraphGame(Arc<GraphRule>);

/// A move, represented by its changes; moves with the same changes are one move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GraphMove(Changes);

impl GraphGame {
    /// Parses a rule without its braces.
    ///
    /// # Errors
    /// `syntax` or `bad_argument`, with the span of the fault.
    ///
    /// ```
    /// use grundy_board::GraphGame;
    /// use grundy_rules::{Game, Kind};
    /// let arc_kayles = GraphGame::new("[.-.] -> [#-#]").unwrap();
    /// assert_eq!(arc_kayles.kind(), Kind::Impartial);
    /// assert!(arc_kayles.is_short());
    /// assert_eq!(GraphGame::new("[.-.] -> [#]").unwrap_err().span, Some(0..12));
    /// ```
    pub fn new(text: &str) -> Result<GraphGame> {
        Ok(GraphGame(Arc::new(GraphRule::new(text)?)))
    }

    fn rule(&self) -> &GraphRule {
        &self.0
    }
}

/// The maximum number of removed vertices that a name lists.
const MAX_NAMED: usize = 4;

/// Returns the usual name of a move that changes only vertices, if it has one.
///
/// The graph before the move and the name determine the move.
///
/// - `a` or `a-b` removes at most four empty vertices.
/// - `a-b` can instead mean that a piece moves from a to the empty vertex b.
/// - `a=x` places a piece.
fn usual_name(component: &GraphComponent, changes: &Changes) -> Option<String> {
    let order = component.order() as u32;
    if changes.iter().any(|&(cell, _)| cell >= order) {
        return None;
    }
    let name = |vertex: u32| component.quoted_name(vertex);
    let is_piece = |state: u8| state != EMPTY && state != HOLE;
    let is_removed = |&(vertex, to): &(u32, u8)| component.state(vertex) == EMPTY && to == HOLE;
    if (1..=MAX_NAMED).contains(&changes.len()) && changes.iter().all(is_removed) {
        return Some(changes.iter().map(|&(vertex, _)| name(vertex)).collect::<Vec<_>>().join("-"));
    }
    let moves = |from: u32, to: u32, piece: u8| {
        is_piece(piece) && component.state(from) == piece && component.state(to) == EMPTY
    };
    match changes[..] {
        [(vertex, to)] if component.state(vertex) == EMPTY => Some(format!("{}={}", name(vertex), char::from(to))),
        [(from, EMPTY), (to, piece)] | [(to, piece), (from, EMPTY)] if moves(from, to, piece) => {
            Some(format!("{}-{}", name(from), name(to)))
        }
        _ => None,
    }
}

/// Describes a move by its usual name, or by the vertices and edges that it changes.
///
/// `at` is the number of the graph, counted from 1.
fn described(component: &GraphComponent, mv: &GraphMove, at: usize) -> MoveText {
    let (mut words, mut vertices, mut edges) = (vec![], vec![], vec![]);
    for &(cell, to) in &mv.0 {
        let name = match cell.checked_sub(component.order() as u32) {
            None => {
                vertices.push(component.name(cell).to_string());
                component.quoted_name(cell)
            }
            Some(edge) => {
                let name = component.edges()[edge as usize].0.map(|end| component.quoted_name(end)).join("-");
                edges.push(name.clone());
                name
            }
        };
        words.push(format!("{name}={}", char::from(to)));
    }
    let mut fields = vec![("position", Field::Number(at as u64))];
    for (name, list) in [("vertices", vertices), ("edges", edges)] {
        if !list.is_empty() {
            fields.push((name, Field::Texts(list)));
        }
    }
    // Several graphs can have the same names of vertices, so the text names the graph.
    let with_number = |text: Text| if at > 1 { text!("{text} on graph {at}", text, at) } else { text };
    let changes = with_number(text!("set {cells}", cells = words.join(", ")));
    match usual_name(component, &mv.0) {
        Some(name) => MoveText::new(with_number(Text::verbatim(name)), fields).with_former_text(changes),
        None => MoveText::new(changes, fields),
    }
}

/// Implements [`Rules`](grundy_rules::Rules) for a type that has a `rule()`.
macro_rules! graph_rules {
    (impl$(<$(const $name:ident: $kind:ty),*>)? for $type:ty) => {
        impl$(<$(const $name: $kind),*>)? grundy_rules::Rules for $type {
            type Component = $crate::GraphComponent;
            type Move = $crate::GraphMove;
            type Key = $crate::GraphKey;

            fn moves(&self, component: &$crate::GraphComponent, by: grundy_rules::Player) -> impl Iterator<Item = $crate::GraphMove> {
                self.rule().moves(component, by).into_iter().map($crate::graph::GraphMove)
            }

            fn play(
                &self,
                component: &$crate::GraphComponent,
                _by: grundy_rules::Player,
                mv: &$crate::GraphMove,
            ) -> grundy_rules::Components<$crate::GraphComponent> {
                grundy_rules::Components::from_elem(component.changed(&mv.0), 1)
            }

            fn split(&self, component: $crate::GraphComponent) -> grundy_rules::Components<$crate::GraphComponent> {
                self.rule().split(component)
            }

            fn key(&self, component: &$crate::GraphComponent) -> $crate::GraphKey {
                $crate::GraphKey::new(component)
            }

            fn extra_bytes(&self, component: &$crate::GraphComponent) -> u64 {
                component.bytes()
            }
        }
    };
}
use graph_rules;

/// Defines the items of [`Game`] that all types with a `rule()` share.
macro_rules! graph_game {
    ($example:expr) => {
        fn parse_components(
            &self,
            _alias: &str,
            input: &mut grundy_rules::Cursor<'_>,
        ) -> grundy_rules::Result<Vec<$crate::GraphComponent>> {
            $crate::graph::notation::parse(self.rule(), input, $example)
        }

        const SEPARATOR: char = ';';

        fn is_short(&self) -> bool {
            self.rule().is_known_terminating
        }

        fn is_known_terminating(&self) -> bool {
            self.rule().is_known_terminating
        }

        fn fault(&self) -> Option<&grundy_rules::FirstFault> {
            Some(&self.rule().fault)
        }

        fn direct_value(
            &self,
            component: &$crate::GraphComponent,
            values: &mut grundy_value::ValueArena,
            budget: &grundy_rules::Budget,
        ) -> Option<Result<grundy_value::Value, grundy_value::ValueLimit>> {
            $crate::graph::nimbers::value(self.rule(), component, values, budget)
        }

        fn moves_to_nimber(
            &self,
            component: &$crate::GraphComponent,
            nim: u32,
            values: &mut grundy_value::ValueArena,
            budget: &grundy_rules::Budget,
        ) -> Option<std::result::Result<Vec<$crate::GraphMove>, grundy_value::ValueLimit>> {
            $crate::graph::nimbers::moves_to_nimber(self.rule(), component, nim, values, budget)
        }

        fn write_component(&self, component: &$crate::GraphComponent, out: &mut String) {
            component.write(out);
        }

        fn count_component_numbers(&self, component: &$crate::GraphComponent) -> usize {
            component.order() + 2 * component.size()
        }

        fn describe(
            &self,
            component: &$crate::GraphComponent,
            at: usize,
            mv: &$crate::GraphMove,
        ) -> grundy_rules::MoveText {
            $crate::graph::described(component, mv, at)
        }

        fn picture(&self, component: &$crate::GraphComponent) -> grundy_rules::Picture {
            grundy_rules::Picture::Drawing(Box::new(self.rule().drawing(component)))
        }
    };
}
use graph_game;

graph_rules!(impl for GraphGame);

/// Only rules without `left:` and `right:` are impartial; see [`Game::kind`].
impl Impartial for GraphGame {}

impl Game for GraphGame {
    const INFO: GameInfo = GameInfo {
        name: "graph",
        aliases: &["图", "图上游戏"],
        title: "User-defined game on graphs",
        rules: "The pictures define the moves: each shows vertices and edges before and after a move.",
        notation: "graph{ [BEFORE] -> [AFTER]; ... }(a-b, b-c:label, c=piece, ...)",
        example: "graph{ [.-.] -> [#-#] }(a-b,b-c,c-d)",
        kind: Kind::Impartial,
        other_kind: Some(Kind::Partizan),
        short: false,
        other_examples: &[
            "graph{ left: [.] -> [x] if no x near; right: swap x o }(a-b,b-c)",
            "graph{ [x-.] -> [.-x] }(a-b,a=x)",
        ],
        misere: true,
    };

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<GraphGame> {
        Ok(GraphGame(Arc::new(GraphRule::parse(input)?)))
    }

    graph_game!(GRAPH_EXAMPLE);

    fn kind(&self) -> Kind {
        if self.0.partizan { Kind::Partizan } else { Kind::Impartial }
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str("graph{ ");
        out.push_str(&self.0.text);
        out.push_str(" }");
    }

    fn count_rules_numbers(&self) -> usize {
        // Sixteen bytes of a rule count as one number, so positions with long rules are not printed after every move.
        self.0.text.len() / 16
    }

    fn samples() -> Box<dyn Iterator<Item = (GraphGame, Vec<GraphComponent>)>> {
        Box::new(samples::all())
    }
}
