//! The graph of all positions reachable from a sum: brute force for games with cycles.
//!
//! Positions are multisets of components; in partizan games a position includes the player to move. The engine uses
//! only the rules, so the theorems on loopy games are checked against it. As in [`search`](crate::search), components
//! without moves are dropped and equal ones are merged, which does not change the graph of plays.

use crate::digraph::{LoopyOutcome, RetrogradeResult};
use crate::multiset::Multiset;
use crate::positions::{ComponentTable, Positions};
use grundy_lang::text;
use grundy_rules::{Arcs, Error, ErrorKind, Impartial, MAX_EDGES, Play, Player, Result, Rules};
use grundy_rules::{Budget, Meter};

/// Returns the result for the player to move in the sum of `components`.
///
/// # Errors
/// Fails with `limit` if the budget runs out.
///
/// ```
/// use grundy_games::token::Token;
/// use grundy_rules::{Digraph, Play};
/// use grundy_engines::{Budget, digraph::LoopyOutcome, reach};
/// let game = Token::new(Digraph::from_edges([(0, 1), (1, 0), (1, 2), (2, 3)]));
/// // The token can move between 0 and 1 for ever. A move to 2 lets the opponent make the last move, to 3.
/// assert_eq!(reach::outcome(&game, &[1], Play::Normal, &Budget::default()).unwrap(), LoopyOutcome::Draw);
/// assert_eq!(reach::outcome(&game, &[1], Play::Misere, &Budget::default()).unwrap(), LoopyOutcome::Win(2));
/// ```
pub fn outcome<R: Impartial>(
    rules: &R,
    components: &[R::Component],
    play: Play,
    budget: &Budget,
) -> Result<LoopyOutcome> {
    let mut graph = ReachGraph::impartial(rules, budget);
    let root = graph.position(components.iter().map(|p| (p, 1)), Player::LEFT)?;
    Ok(graph.solve(play)?.get(root))
}

/// Returns the result for `by` to move in the sum of `components` of any game for two players.
///
/// # Errors
/// Fails with `limit` if the budget runs out, and with `unsupported` if a move gives an extra turn.
pub fn outcome_for<R: Rules>(
    rules: &R,
    components: &[R::Component],
    by: Player,
    play: Play,
    budget: &Budget,
) -> Result<LoopyOutcome> {
    let mut graph = ReachGraph::partizan(rules, budget);
    let root = graph.position(components.iter().map(|p| (p, 1)), by)?;
    Ok(graph.solve(play)?.get(root))
}

/// The graph of the positions reached so far.
pub struct ReachGraph<'a, R: Rules> {
    rules: &'a R,
    partizan: bool,
    budget: &'a Budget,
    meter: Meter<'a>,
    components: ComponentTable<R>,
    /// The positions; in partizan games the tag is the player to move.
    positions: Positions<()>,
    /// The options of all explored positions: `targets[starts[i]..starts[i + 1]]` are those of position i.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

/// The bytes per position and per option that the analysis needs.
/// They hold the arcs in both directions and the results.
const NODE_BYTES: u64 = 24;
const EDGE_BYTES: u64 = 12;

impl<'a, R: Impartial> ReachGraph<'a, R> {
    /// Creates the graph of an impartial game.
    pub fn impartial(rules: &'a R, budget: &'a Budget) -> Self {
        ReachGraph::new(rules, false, budget)
    }
}

impl<'a, R: Rules> ReachGraph<'a, R> {
    /// Creates the graph of a game in which the players may have different moves.
    pub fn partizan(rules: &'a R, budget: &'a Budget) -> Self {
        ReachGraph::new(rules, true, budget)
    }

    /// Creates the graph of any game; positions include the player to move only if `partizan` is true.
    pub fn new(rules: &'a R, partizan: bool, budget: &'a Budget) -> Self {
        let players = if partizan { 2 } else { 1 };
        ReachGraph {
            rules,
            partizan,
            budget,
            meter: budget.meter(text!("positions")),
            components: ComponentTable::new(players),
            positions: Positions::new(usize::from(players)),
            starts: vec![0],
            targets: vec![],
        }
    }

    /// Returns the number of positions reached.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Returns the index of the sum of the given components with multiplicities, with `by` to move.
    ///
    /// # Errors
    /// Fails with `limit` if the sum does not fit the budget.
    pub fn position<'p>(
        &mut self,
        components: impl IntoIterator<Item = (&'p R::Component, u64)>,
        by: Player,
    ) -> Result<u32> {
        let list = self.components.multiset(self.rules, components)?;
        self.intern(&list, by)
    }

    /// Returns the index of the position in which the components `leaves` replace one copy of `component`.
    /// The other player is to move.
    ///
    /// # Errors
    /// Returns the errors of [`ReachGraph::position`].
    pub fn replace(&mut self, from: u32, component: &R::Component, leaves: &[(R::Component, u64)]) -> Result<u32> {
        // If both players have the same moves, the player to move does not matter.
        let by = if self.positions.tag(from) == 0 { Player::RIGHT } else { Player::LEFT };
        let list = self.components.replace_one(self.rules, self.positions.key(from), component, leaves)?;
        self.intern(&list, by)
    }

    /// Explores all positions reachable from the requested positions, and solves them.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out, and with `unsupported` if a move gives an extra turn.
    pub fn solve(&mut self, play: Play) -> Result<RetrogradeResult> {
        self.explore()?;
        RetrogradeResult::compute(&self.arcs(), play, &Budget { nodes: u64::MAX, ..self.budget.clone() })
    }

    /// Returns the graph of all positions; positions that are not explored yet have no arcs.
    pub fn arcs(&self) -> Arcs {
        let mut starts = self.starts.clone();
        starts.resize(self.positions.len() + 1, self.targets.len() as u32);
        Arcs::from_rows(starts, self.targets.clone())
    }

    /// Explores all positions that can be reached from the positions so far.
    ///
    /// # Errors
    /// Returns the errors of [`ReachGraph::solve`].
    pub fn explore(&mut self) -> Result<()> {
        let mut child = Multiset::new();
        let permitted = |by: Player| {
            move |next| {
                let message = text!("a move gives an extra turn, but this search requires that the players alternate");
                if next == by { Err(Error::new(ErrorKind::Unsupported, message)) } else { Ok(()) }
            }
        };
        while self.starts.len() <= self.positions.len() {
            self.meter.advance(1)?;
            let at = self.starts.len() as u32 - 1;
            let position_count = self.positions.len();
            self.components.check_termination(self.rules, position_count, self.positions.key(at))?;
            let by = if self.positions.tag(at) == 0 { Player::LEFT } else { Player::RIGHT };
            for k in 0..self.positions.key(at).len() {
                let (component, _) = self.positions.key(at)[k];
                let other_bytes = self.positions.bytes() + self.graph_bytes();
                let options = self.components.options(
                    self.rules,
                    (component, by),
                    other_bytes,
                    self.budget,
                    permitted(by),
                    |_| {},
                )?;
                for (leaves, _) in (0..).map_while(|option| options.get(option)) {
                    self.positions.write_option(at, component, leaves, &mut child)?;
                    let to = self.intern(&child, by.other())?;
                    self.targets.push(to);
                    if self.targets.len().is_multiple_of(4096) {
                        self.budget.check()?;
                    }
                }
            }
            if self.targets.len() > MAX_EDGES {
                return Err(Error::new(
                    ErrorKind::Limit,
                    text!("the search exceeds {most_edges} moves", most_edges = MAX_EDGES),
                ));
            }
            self.starts.push(self.targets.len() as u32);
        }
        Ok(())
    }

    /// Returns the index of a position, and inserts it if it is new.
    fn intern(&mut self, key: &Multiset, by: Player) -> Result<u32> {
        let tag = if self.partizan { usize::from(by.0) } else { 0 };
        let number = self.positions.intern(key, tag, (), self.components.bytes() + self.graph_bytes(), self.budget)?;
        if number as usize >= MAX_EDGES {
            return Err(Error::new(
                ErrorKind::Limit,
                text!("the search exceeds {most_edges} positions", most_edges = MAX_EDGES),
            ));
        }
        Ok(number)
    }

    /// Returns the memory of the graph in bytes, including the memory that the analysis will need.
    fn graph_bytes(&self) -> u64 {
        let lists = 4 * (self.targets.capacity() + self.starts.capacity()) as u64;
        lists + NODE_BYTES * self.positions.len() as u64 + EDGE_BYTES * self.targets.len() as u64
    }
}
