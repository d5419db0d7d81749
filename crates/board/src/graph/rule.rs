//! A rule given by pictures of graphs, ready to be played.

use super::component::{Changes, GraphComponent};
use super::moves;
use super::regions;
use crate::parse::{self, PictureTarget};
use crate::pattern::{
    CellSymbol, EdgePattern, GridSymmetry, HOLE, MovePattern, NO_LABEL, NeighbourEffect, PictureStep, RowItem, States,
};
use crate::{owners, termination};
use grundy_lang::text;
use grundy_rules::{Components, Cursor, Drawing, Error, ErrorKind, FirstFault, NoSources, Player, Result, spend};

/// The maximum number of labels of edges of a rule.
const MAX_LABELS: usize = 28;

/// A rule given by pictures of graphs; it can list moves and regions.
#[derive(Debug)]
pub struct GraphRule {
    /// The rule as it is printed between the braces.
    pub text: String,
    pub(crate) move_patterns: Vec<MovePattern>,
    /// Whether the players have different moves.
    pub partizan: bool,
    /// Whether play is proved to end, by the method of `termination`.
    pub is_known_terminating: bool,
    /// The pieces that vertices can have as their states.
    pub(crate) states: States,
    /// The labels that edges can have.
    pub(crate) labels: States,
    /// The pieces, and the labels of edges, that belong to one player, with this player.
    pub(crate) owners: [Box<[(char, Player)]>; 2],
    pub(crate) fault: FirstFault,
}

impl GraphRule {
    /// Parses a rule without its braces.
    ///
    /// # Errors
    /// `syntax`, `bad_argument` or `too_large`, with the span of the fault.
    pub fn new(text: &str) -> Result<GraphRule> {
        let mut sources = NoSources;
        GraphRule::from_rule(parse::rule(&mut Cursor::new(text, &mut sources), None, PictureTarget::Graphs)?)
    }

    /// Parses a rule in braces, or from a file.
    ///
    /// # Errors
    /// The same errors as [`GraphRule::new`].
    pub fn parse(input: &mut Cursor<'_>) -> Result<GraphRule> {
        let start = input.next_span().start;
        let rule = parse::rule_or_file(input, PictureTarget::Graphs)?;
        GraphRule::from_rule(rule).map_err(|error| error.at(start..input.offset()))
    }

    fn from_rule(rule: parse::ParsedRule) -> Result<GraphRule> {
        let parse::ParsedRule { move_patterns, text, partizan, .. } = rule;
        let steps = || move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps);
        let states = steps().fold(States::NONE, |all, step| all | step.states()).letters();
        let edge_patterns = steps().flat_map(|step| &step.edge_patterns).flat_map(|edge_pattern| {
            let before = Some(edge_pattern.before).filter(|states| *states != States::ANY);
            before.into_iter().chain(edge_pattern.after.map(States::one))
        });
        let labels = edge_patterns.fold(States::NONE, |all, states| all | states).letters();
        if labels.0.count_ones() as usize > MAX_LABELS {
            let message = text!("a rule has at most {most} edge labels", most = MAX_LABELS);
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let is_known_terminating = termination::is_known_terminating_by_counts(&to_cell_rows(&move_patterns, labels));
        let owners = [owners::piece_owners(&move_patterns), owners::label_owners(&move_patterns)];
        let fault = FirstFault::default();
        Ok(GraphRule { text, move_patterns, partizan, is_known_terminating, states, labels, owners, fault })
    }

    /// Returns the moves of a player, each as the changes that it makes.
    pub(crate) fn moves(&self, component: &GraphComponent, by: Player) -> Vec<Changes> {
        if self.fault.is_recorded() {
            return vec![];
        }
        moves::all(&self.move_patterns, component, usize::from(by.0.min(1))).unwrap_or_else(|_| {
            // A list that is incomplete because the budget is exhausted is not a fault of the rule.
            if spend(0) {
                self.fault.record(|| {
                    Error::new(
                        ErrorKind::Limit,
                        text!("the pictures can be applied in too many ways to list the moves"),
                    )
                });
            }
            vec![]
        })
    }

    /// Returns the drawing of a graph, in which pieces and labels have their owners.
    pub fn drawing(&self, component: &GraphComponent) -> Drawing {
        let owner = |of: usize, letter: Option<char>| {
            self.owners[of].iter().find(|(owned, _)| Some(*owned) == letter).map(|(_, owner)| *owner)
        };
        let mut drawing = component.drawing();
        drawing.points.iter_mut().for_each(|point| point.owner = owner(0, point.mark));
        drawing.lines.iter_mut().for_each(|line| line.owner = owner(1, line.mark));
        drawing
    }

    /// Returns the independent regions of a graph, or the graph itself if play is not known to end.
    pub fn split(&self, component: GraphComponent) -> Components<GraphComponent> {
        if !self.is_known_terminating || self.fault.is_recorded() {
            return Components::from_elem(component, 1);
        }
        regions::split(&self.move_patterns, component)
    }
}

/// Converts pictures of graphs to rows of cells, for the proof that play ends.
///
/// The edges that change follow the vertices as further cells; their labels are encoded as numbers from 1 on.
fn to_cell_rows(move_patterns: &[MovePattern], labels: States) -> Vec<MovePattern> {
    let code = |label: u8| match label {
        HOLE => 1,
        NO_LABEL => 2,
        label => 3 + labels.iter().position(|other| other == label).unwrap_or(0) as u8,
    };
    let every = labels.iter().chain([NO_LABEL]).fold(States::NONE, |all, label| all | States::one(code(label)));
    let codes = |states: States| States(states.map(code).0 & every.0);
    let cells = |edge_pattern: &EdgePattern| {
        let before = if edge_pattern.before == States::ANY { every } else { codes(edge_pattern.before) };
        let before = if before.0.is_power_of_two() {
            CellSymbol::One(before.0.trailing_zeros() as u8)
        } else {
            CellSymbol::AnyOf(before)
        };
        edge_pattern.after.map(|after| [RowItem::Cell(before), RowItem::Cell(CellSymbol::One(code(after)))])
    };
    let step = |step: &PictureStep| {
        let mut step = step.clone();
        for [before, after] in step.edge_patterns.iter().filter_map(cells) {
            step.before[0].push(before);
            step.after[0].push(after);
        }
        let gone = RowItem::Cell(CellSymbol::One(HOLE));
        let removes_vertex =
            step.after[0].contains(&gone) || step.neighbour_effects.iter().any(|effect| effect.to == HOLE);
        if removes_vertex {
            // Removing a vertex removes its edges.
            step.neighbour_effects.push(NeighbourEffect { from: every, to: code(HOLE), all_eight: false });
        }
        step.edge_patterns.clear();
        step
    };
    let move_pattern = |move_pattern: &MovePattern| MovePattern {
        steps: move_pattern.steps.iter().map(step).collect(),
        ..move_pattern.mapped(move_pattern.players, &|s| s, GridSymmetry::ALL[0])
    };
    move_patterns.iter().map(move_pattern).collect()
}
