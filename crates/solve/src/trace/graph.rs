//! The graph of all positions that play reaches from a sum, in which positions are numbered nodes.

use crate::supported::check_alternating_moves;
use grundy_lang::{Text, text};
use grundy_rules::{AnyComponent, Error, ErrorKind, Kind, Player, PositionSum, Result, Rules, SumRules};
use grundy_rules::{Budget, Meter};
use grundy_value::CompactSort;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// A component: the index of its term in the sum, and its index in `PositionGraph::components`.
type ComponentOfTerm = (u32, u32);
/// The components of a position, in order.
type OrderedComponents = SmallVec<[ComponentOfTerm; 4]>;

/// Limits on the positions, and on the moves from one position: longer lists are of no use to a reader.
const MAX_POSITIONS: usize = 200_000;
const MAX_MOVES: usize = 100_000;
/// The maximal number of positions if the order of components counts, and of components of the sum.
const MAX_ORDERED: usize = 50_000;
const MAX_COMPONENTS: u128 = 1000;
/// The maximal number of components that one move may leave.
const MAX_COMPONENTS_OF_MOVE: u64 = 1000;

pub(super) struct GraphNode {
    /// The components, in the order in which play first reached the position.
    pub components: OrderedComponents,
    /// The player to move, if positions include the player to move; else Left.
    pub by: Player,
}

/// A move from one node to another.
pub(super) struct TraceMove {
    pub to: u32,
    /// The player who moves, 0 for Left and 1 for Right.
    /// It is always 0 unless the game is partizan and positions do not include the player to move.
    pub side: usize,
    /// The points that the move scores.
    pub points: i64,
}

/// The effect of a move in a component: the new components, the next player, and the points scored.
type MoveEffect = (SmallVec<[u32; 2]>, Player, i64);

/// The graph, which [`PositionGraph::explore`] completes.
pub(super) struct PositionGraph<'a> {
    position_sum: &'a PositionSum,
    rules: SumRules,
    kind: Kind,
    budget: &'a Budget,
    meter: Meter<'a>,
    components: Vec<AnyComponent>,
    component_indices: FxHashMap<AnyComponent, u32>,
    /// Whether each component is an empty heap, which the identity of a position ignores.
    is_empty: Vec<bool>,
    moves: FxHashMap<(u32, Player), Rc<Vec<MoveEffect>>>,
    /// Whether positions include the player to move.
    pub includes_player: bool,
    /// Whether positions include the order of components.
    includes_order: bool,
    pub nodes: Vec<GraphNode>,
    node_indices: FxHashMap<(SmallVec<[u32; 4]>, Player), u32>,
    pub options: Vec<Vec<TraceMove>>,
    /// The nodes in the order in which the depth-first search finishes them.
    /// If `cyclic` is false, the options of each node precede it.
    pub finished: Vec<u32>,
    /// Whether a position can repeat.
    pub cyclic: bool,
    pub roots: Vec<u32>,
    initial_components: OrderedComponents,
}

/// A position being explored, and the index of its next option.
type GraphFrame = (u32, usize);

impl<'a> PositionGraph<'a> {
    /// Creates a graph of the first position only.
    /// If `includes_player`, positions include the player to move.
    /// If `includes_order`, they include the order of components.
    pub fn new(
        position_sum: &'a PositionSum,
        includes_player: bool,
        includes_order: bool,
        budget: &'a Budget,
    ) -> Result<PositionGraph<'a>> {
        check_alternating_moves(position_sum)?;
        if position_sum.component_count() > MAX_COMPONENTS {
            return Err(too_many(text!("more than {most} components", most = MAX_COMPONENTS as u64)));
        }
        let mut graph = PositionGraph {
            position_sum,
            rules: SumRules::default(),
            kind: position_sum.kind(),
            budget,
            meter: budget.meter(text!("positions")),
            components: vec![],
            component_indices: FxHashMap::default(),
            is_empty: vec![],
            moves: FxHashMap::default(),
            includes_player,
            includes_order,
            nodes: vec![],
            node_indices: FxHashMap::default(),
            options: vec![],
            finished: vec![],
            cyclic: false,
            roots: vec![],
            initial_components: OrderedComponents::new(),
        };
        let mut ordered = OrderedComponents::new();
        for (at, term) in (0..).zip(&position_sum.terms) {
            let mut rules = std::mem::take(&mut graph.rules);
            let components = term.position.erased_components(&mut rules, term.negative);
            graph.rules = rules;
            for _ in 0..term.copies {
                for component in &components {
                    ordered.push((at, graph.intern(at, component.clone())));
                }
            }
        }
        graph.initial_components = ordered.clone();
        let first = position_sum.terms.first().map_or(Player::LEFT, |term| term.position.first_player());
        let players = match (includes_player, graph.kind) {
            (true, Kind::Partizan) => vec![Player::LEFT, Player::RIGHT],
            (true, _) => vec![first],
            (false, _) => vec![Player::LEFT],
        };
        for by in players {
            let root = graph.add_node(ordered.clone(), by)?.0;
            graph.roots.push(root);
        }
        Ok(graph)
    }

    fn intern(&mut self, term: u32, component: AnyComponent) -> u32 {
        if let Some(&number) = self.component_indices.get(&component) {
            return number;
        }
        let number = self.components.len() as u32;
        let single = self.position_sum.terms[term as usize].position.with_components(&[&component], Player::LEFT);
        let over =
            [Player::LEFT, Player::RIGHT].into_iter().all(|by| self.rules.moves(&component, by).next().is_none());
        self.is_empty.push(over && single.ruleset().dims() == Some(1) && single.table_coordinates(0) == [0; 3]);
        self.components.push(component.clone());
        self.component_indices.insert(component, number);
        number
    }

    /// Returns the effects of the moves in a component; the list is cached.
    fn effects(&mut self, (term, number): ComponentOfTerm, by: Player) -> Result<Rc<Vec<MoveEffect>>> {
        if let Some(known) = self.moves.get(&(number, by)) {
            return Ok(Rc::clone(known));
        }
        let component = self.components[number as usize].clone();
        let moves: Vec<_> = self.rules.moves(&component, by).take(MAX_MOVES + 1).collect();
        if moves.len() > MAX_MOVES {
            return Err(too_many(text!("more than {most} moves from one position", most = MAX_MOVES)));
        }
        let mut list = Vec::with_capacity(moves.len());
        for mv in moves {
            let after = self.rules.play_counted(&component, by, &mv);
            let components = after.iter().fold(0u64, |sum, (_, copies)| sum.saturating_add(*copies));
            if components > MAX_COMPONENTS_OF_MOVE {
                return Err(too_many(text!(
                    "a move that leaves more than {most} components",
                    most = MAX_COMPONENTS_OF_MOVE
                )));
            }
            let next = self.rules.next_player(&component, by, &mv);
            let points = if self.kind == Kind::Scoring {
                grundy_rules::Scored::points(&self.rules, &component, by, &mv)
            } else {
                0
            };
            let each =
                after.into_iter().flat_map(|(component, copies)| std::iter::repeat_n(component, copies as usize));
            list.push((each.map(|component| self.intern(term, component)).collect(), next, points));
        }
        self.budget.check()?;
        let list = Rc::new(list);
        self.moves.insert((number, by), Rc::clone(&list));
        Ok(list)
    }

    fn players(&self, by: Player) -> &'static [Player] {
        const LEFT: &[Player] = &[Player::LEFT];
        const BOTH: &[Player] = &[Player::LEFT, Player::RIGHT];
        const EACH: [[Player; 1]; 16] = {
            let mut each = [[Player(0)]; 16];
            let mut k = 0;
            while k < 16 {
                each[k] = [Player(k as u8)];
                k += 1;
            }
            each
        };
        match (self.includes_player, self.kind) {
            (true, _) => EACH.get(usize::from(by.0)).map_or(LEFT, |player| &player[..]),
            (false, Kind::Partizan) => BOTH,
            (false, _) => LEFT,
        }
    }

    /// Returns the identity of a position, as the key of `index`.
    /// If `includes_order` is set, it has all components in order, else the non-empty components, sorted.
    fn identity_key(&self, ordered: &OrderedComponents) -> SmallVec<[u32; 4]> {
        if self.includes_order {
            return ordered.iter().flat_map(|&(term, component)| [term, component]).collect();
        }
        let components = ordered.iter().map(|&(_, component)| component);
        let mut components: SmallVec<[u32; 4]> = components.filter(|&one| !self.is_empty[one as usize]).collect();
        components.compact_sort();
        components
    }

    /// Returns the index of a position, and whether it is new.
    fn add_node(&mut self, ordered: OrderedComponents, by: Player) -> Result<(u32, bool)> {
        let by = if self.includes_player { by } else { Player::LEFT };
        let key = (self.identity_key(&ordered), by);
        if let Some(&node) = self.node_indices.get(&key) {
            return Ok((node, false));
        }
        if self.nodes.len() >= MAX_POSITIONS {
            return Err(too_many(text!("more than {most} positions", most = MAX_POSITIONS)));
        }
        self.meter.advance(1)?;
        let node = self.nodes.len() as u32;
        self.node_indices.insert(key, node);
        self.nodes.push(GraphNode { components: ordered, by });
        self.options.push(vec![]);
        Ok((node, true))
    }

    /// Explores all reachable positions depth first from the roots.
    pub fn explore(&mut self) -> Result<()> {
        // The state of a node: 0 if it is new, 1 if it is on the stack, 2 if it is finished.
        let mut state: Vec<u8> = vec![];
        let mut stack: Vec<GraphFrame> = vec![];
        for root in self.roots.clone() {
            stack.push((root, 0));
            while let Some(&mut (node, ref mut at)) = stack.last_mut() {
                let place = node as usize;
                state.resize(state.len().max(self.nodes.len()), 0);
                if *at == 0 {
                    if state[place] == 2 {
                        stack.pop();
                        continue;
                    }
                    state[place] = 1;
                    self.expand(node)?;
                    state.resize(self.nodes.len(), 0);
                }
                match self.options[place].get(*at) {
                    Some(option) => {
                        let to = option.to;
                        *at += 1;
                        match state[to as usize] {
                            0 => stack.push((to, 0)),
                            1 => self.cyclic = true,
                            _ => {}
                        }
                    }
                    None => {
                        state[place] = 2;
                        self.finished.push(node);
                        stack.pop();
                    }
                }
            }
        }
        Ok(())
    }

    fn expand(&mut self, node: u32) -> Result<()> {
        let (ordered, by) = (self.nodes[node as usize].components.clone(), self.nodes[node as usize].by);
        let mut options = vec![];
        for (side, &player) in self.players(by).iter().enumerate() {
            for place in 0..ordered.len() {
                let term = ordered[place].0;
                for (after, next, points) in &*self.effects(ordered[place], player)? {
                    if options.len() > MAX_MOVES {
                        return Err(too_many(text!("more than {most} moves from one position", most = MAX_MOVES)));
                    }
                    let to = self.add_node(replace_component(&ordered, place, term, after), *next)?.0;
                    options.push(TraceMove { to, side, points: *points });
                }
            }
        }
        self.options[node as usize] = options;
        Ok(())
    }

    /// Returns the number of nodes of the game tree, roots included; `None` if it exceeds 128 bits.
    /// The graph must not have cycles.
    pub fn count_tree_nodes(&self) -> Option<u128> {
        let mut below: Vec<Option<u128>> = vec![None; self.nodes.len()];
        for &node in &self.finished {
            let options = self.options[node as usize].iter();
            below[node as usize] =
                options.map(|option| below[option.to as usize]).try_fold(1u128, |sum, more| sum.checked_add(more?));
        }
        self.roots.iter().map(|&root| below[root as usize]).try_fold(0u128, |sum, more| sum.checked_add(more?))
    }

    /// Counts the positions, distinguished by the order of their components; `None` above `MAX_ORDERED`.
    pub fn count_ordered(&mut self) -> Result<Option<u64>> {
        let mut seen: FxHashSet<(OrderedComponents, Player)> = FxHashSet::default();
        let mut pending: Vec<(OrderedComponents, Player)> =
            self.roots.iter().map(|&root| (self.initial_components.clone(), self.nodes[root as usize].by)).collect();
        seen.extend(pending.iter().cloned());
        while let Some((ordered, by)) = pending.pop() {
            self.meter.advance(0)?;
            for &player in self.players(by) {
                for place in 0..ordered.len() {
                    let term = ordered[place].0;
                    for (after, next, _) in &*self.effects(ordered[place], player)? {
                        let next = if self.includes_player { *next } else { Player::LEFT };
                        let option = (replace_component(&ordered, place, term, after), next);
                        if seen.len() >= MAX_ORDERED {
                            return Ok(None);
                        }
                        if seen.insert(option.clone()) {
                            pending.push(option);
                        }
                    }
                }
            }
        }
        Ok(Some(seen.len() as u64))
    }

    /// Returns the words of the move to the option of `node` with this index.
    pub fn move_text(&self, node: u32, option: usize) -> Option<Text> {
        let GraphNode { components: ordered, by } = &self.nodes[node as usize];
        // The options are in the order in which `expand` lists them.
        let mut index = option;
        for &player in self.players(*by) {
            for (place, &(term, number)) in ordered.iter().enumerate() {
                let count = self.moves.get(&(number, player))?.len();
                if index >= count {
                    index -= count;
                    continue;
                }
                let mv = self.rules.moves(&self.components[number as usize], player).nth(index)?;
                let of_term = |(at, _): &&ComponentOfTerm| *at == term;
                let components: Vec<&AnyComponent> =
                    ordered.iter().filter(of_term).map(|&(_, number)| &self.components[number as usize]).collect();
                let at = ordered[..place].iter().filter(of_term).count();
                let position = self.position_sum.terms[term as usize].position.with_components(&components, *by);
                let text = position.describe(at, &mv).text;
                return Some(match self.position_sum.terms.len() {
                    1 => text,
                    _ => text!("term {part}: {words}", part = u64::from(term) + 1, words = text),
                });
            }
        }
        None
    }

    /// Returns the text of a position.
    pub fn text(&self, position_sum: &PositionSum, node: u32) -> String {
        let GraphNode { components: ordered, by } = &self.nodes[node as usize];
        let mut out = String::new();
        for (at, term) in (0..).zip(&position_sum.terms) {
            let components: Vec<&AnyComponent> = ordered
                .iter()
                .filter(|(term, _)| *term == at)
                .map(|&(_, component)| &self.components[component as usize])
                .collect();
            // A term without components is omitted in a sum, but a single term is always written, for example as a
            // picture without edges.
            if components.is_empty() && position_sum.terms.len() > 1 {
                continue;
            }
            if !out.is_empty() {
                out.push_str(" + ");
            }
            if term.negative && term.position.ruleset().kind() != Kind::Impartial {
                out.push('-');
            }
            term.position.with_components(&components, *by).write(&mut out);
        }
        if out.is_empty() { "0".to_string() } else { out }
    }
}

fn replace_component(ordered: &OrderedComponents, place: usize, term: u32, after: &[u32]) -> OrderedComponents {
    let new = after.iter().map(|&component| (term, component));
    ordered[..place].iter().copied().chain(new).chain(ordered[place + 1..].iter().copied()).collect()
}

fn too_many(what: Text) -> Error {
    let error = Error::new(ErrorKind::TooLarge, text!("too many to show one by one: {what}", what));
    error.help(text!("use a smaller position, or a table"))
}
