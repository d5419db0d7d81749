//! The solution of a whole board: the value of a token on each vertex.

use super::{LoopyValues, RetrogradeResult};
use crate::value_table::Quantity;
use grundy_lang::{Text, text};
use grundy_rules::Budget;
use grundy_rules::{
    Digraph, DynPosition, Error, ErrorKind, LoopyValue, Nimber, Outcome, Play, PositionSum, Result, Ruleset,
    Suggestion, TableForm,
};

/// The solution of every vertex of the graph on which a token position is played.
///
/// ```
/// use grundy_games::parse;
/// use grundy_rules::Outcome;
/// use grundy_engines::{Budget, digraph::Vertices};
/// let spec = parse("token[a>b>c, a>c](a,b)").unwrap();
/// let vertices = Vertices::for_position(&spec, &Budget::default()).unwrap();
/// assert_eq!(vertices.outcome(2), Outcome::P);
/// assert_eq!(vertices.value(0).unwrap().to_string(), "2");
/// assert_eq!(vertices.tokens(), [0, 1]);
/// ```
pub struct Vertices<'a> {
    graph: &'a Digraph,
    tokens: Vec<u32>,
    results: RetrogradeResult,
    /// The values under normal play.
    values: Option<LoopyValues>,
}

impl<'a> Vertices<'a> {
    /// Solves the graph of a position that consists of tokens on one graph.
    ///
    /// # Errors
    /// Fails with `unsupported` for other positions, and with `limit` if the budget does not suffice.
    pub fn for_position(spec: &'a PositionSum, budget: &Budget) -> Result<Vertices<'a>> {
        let (position, graph) = graph_of(spec)?;
        let tokens = (0..position.len()).map(|component| position.table_coordinates(component)[0] as u32).collect();
        Vertices::solved(graph, tokens, spec.play, spec.play == Play::Normal, budget)
    }

    /// Solves the graph of a game without tokens; also computes the values if `of` is [`Quantity::Grundy`].
    ///
    /// # Errors
    /// Fails with `unsupported` for games that are not played on a graph, and for values under misère play, and with
    /// `limit` if the budget does not suffice.
    ///
    /// ```
    /// use grundy_engines::{Budget, digraph::Vertices, value_table::Quantity};
    /// let rules = grundy_games::parse_rules("token[a>b,b>c,a>c]").unwrap();
    /// let vertices = Vertices::for_rules(&rules, Quantity::Grundy, &Budget::default()).unwrap();
    /// let values: Vec<String> = (0..3).map(|v| vertices.value(v).unwrap().to_string()).collect();
    /// assert_eq!(values, ["2", "1", "0"]);
    /// ```
    pub fn for_rules(rules: &'a Ruleset, of: Quantity, budget: &Budget) -> Result<Vertices<'a>> {
        budget.check()?;
        let Some(graph) = rules.game.table_form().and_then(TableForm::graph) else {
            return Err(no_graph(text!("positions of {position}", position = rules.game.info().name)));
        };
        if rules.play == Play::Misere && of == Quantity::Grundy {
            let error = Error::new(ErrorKind::Unsupported, text!("Grundy values are defined for normal play only"));
            return Err(error.with_suggestion(Suggestion::Outcomes));
        }
        Vertices::solved(graph, vec![], rules.play, of == Quantity::Grundy, budget)
    }

    fn solved(graph: &'a Digraph, tokens: Vec<u32>, play: Play, values: bool, budget: &Budget) -> Result<Vertices<'a>> {
        let results = RetrogradeResult::compute(graph.arcs(), play, budget)?;
        let values = if values { Some(LoopyValues::compute(graph.arcs(), budget)?) } else { None };
        Ok(Vertices { graph, tokens, results, values })
    }

    /// Reports whether a position consists of tokens on one graph.
    pub fn is_token_position(spec: &PositionSum) -> bool {
        graph_of(spec).is_ok()
    }

    /// Returns the graph on which the tokens move.
    pub fn graph(&self) -> &'a Digraph {
        self.graph
    }

    /// Returns the vertices of the tokens.
    pub fn tokens(&self) -> &[u32] {
        &self.tokens
    }

    /// Returns the play convention.
    pub fn play(&self) -> Play {
        self.results.play()
    }

    /// Returns the outcome of a single token on this vertex.
    pub fn outcome(&self, vertex: u32) -> Outcome {
        self.results.get(vertex).outcome()
    }

    /// Returns the normal-play value of a single token on this vertex; `None` if values were not computed.
    pub fn value(&self, vertex: u32) -> Option<LoopyValue> {
        let values = self.values.as_ref()?;
        Some(match values.get(vertex) {
            Some(value) => LoopyValue::Nim(Nimber(value.into())),
            None => {
                let options = values.option_values(self.graph.arcs(), vertex);
                LoopyValue::Infinite(options.into_iter().map(u128::from).collect())
            }
        })
    }
}

/// Returns the position of tokens and its graph.
fn graph_of(spec: &PositionSum) -> Result<(&dyn DynPosition, &Digraph)> {
    let position = match spec.terms.as_slice() {
        [term] if term.copies == 1 => &*term.position,
        _ => return Err(no_graph(text!("sums"))),
    };
    match position.ruleset().table_form().and_then(TableForm::graph) {
        Some(graph) => Ok((position, graph)),
        None => Err(no_graph(text!("positions of {position}", position = position.ruleset().info().name))),
    }
}

fn no_graph(what: Text) -> Error {
    let error = Error::new(ErrorKind::Unsupported, text!("{what} have no graph to draw", what));
    error.help(text!("dot and svg draw the graph of a token game, for example token[a>b,b>c,a>c](a)"))
}
