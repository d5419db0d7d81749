//! Splits a graph into independent regions, as `crate::regions` does for boards.
//!
//! A *cell* is a vertex or an edge here: the vertices come first, then the edges.
//!
//! For each cell, the set of states that it can ever have is bounded from above. A cell with a single such state is
//! *scenery*. For each picture that can ever fit, all its cells that are not scenery are joined into one region.
//! Nothing else joins vertices, so two vertices connected by a path can be in different regions.

use super::component::{Adjacency, GraphComponent};
use super::moves::{self, Path, copies, for_each_chain, symbol};
use crate::moves::MoveLimitExceeded;
use crate::pattern::{HOLE, MovePattern, PictureStep, Repeat, States};
use grundy_lang::text;
use grundy_rules::{Components, claim_bytes, spend};
use grundy_value::CompactSort;

/// Returns the independent regions of a graph, or the graph itself if finding them exceeds a limit.
///
/// Some regions are missing if the budget is exhausted.
pub(crate) fn split(move_patterns: &[MovePattern], component: GraphComponent) -> Components<GraphComponent> {
    let adjacency = component.adjacency();
    let mut regions = Regions::new(&component, &adjacency);
    match regions.find(move_patterns) {
        Ok(()) => regions.cut(move_patterns),
        Err(MoveLimitExceeded) => Components::from_elem(component, 1),
    }
}

struct Regions<'a> {
    component: &'a GraphComponent,
    adjacency: &'a Adjacency,
    /// The states that each vertex can ever have, followed by the labels that each edge can ever have.
    reachable_states: Vec<States>,
    joined: Joined,
    search_steps: u64,
}

/// The cells joined into regions, and the scenery that each of them depends on.
struct Joined {
    /// Union-find forest: each cell points to another cell of its region; the root points to itself.
    to: Vec<u32>,
    /// Pairs (cell, scenery cell): the region of the first depends on the second.
    reads: Vec<(u32, u32)>,
}

/// A placement of a picture such that each of its cells can match, judged by the reachable states.
struct Placement<'a> {
    step: &'a PictureStep,
    copies: &'a [Option<usize>],
    component: &'a GraphComponent,
    adjacency: &'a Adjacency,
    reachable_states: &'a [States],
    vertices: &'a Path,
    edges: &'a Path,
}

impl Placement<'_> {
    fn cell_of(&self, edge: u32) -> u32 {
        self.component.order() as u32 + edge
    }

    /// Returns the states that vertex `k` of the picture can change to; `None` if it does not change.
    fn result(&self, k: usize) -> Option<States> {
        match (self.copies[k], symbol(self.step.after[0][k])) {
            (Some(from), _) if from == k => None,
            (Some(from), _) => {
                let may = self.reachable_states[self.vertices[from] as usize].0;
                Some(States(may & symbol(self.step.before[0][from]).states().0))
            }
            (None, to) if symbol(self.step.before[0][k]) == to => None,
            (None, to) => Some(to.states()),
        }
    }

    fn changing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.vertices.len()).filter(|&k| self.result(k).is_some())
    }

    /// Returns pairs (neighbour of a vertex that the picture changes, cell of the edge to it).
    ///
    /// Some of the neighbours may be changed by the picture too.
    fn neighbours(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let of = |k: usize| {
            self.adjacency.neighbours_of(self.vertices[k]).iter().map(|&(to, edge)| (to, self.cell_of(edge)))
        };
        self.changing().flat_map(of)
    }

    /// Reports whether the conditions on neighbours can ever hold at this placement.
    fn is_possible(&self) -> bool {
        self.step.neighbour_conditions.iter().all(|condition| {
            if condition.required {
                return self
                    .neighbours()
                    .any(|(vertex, _)| condition.states.intersects(self.reachable_states[vertex as usize]));
            }
            // The condition can never hold if a vertex that certainly changes has a neighbour that is always forbidden.
            let surely = |&k: &usize| match (self.copies[k], symbol(self.step.after[0][k])) {
                (None, to) => !symbol(self.step.before[0][k]).states().intersects(to.states()),
                _ => false,
            };
            let changes = |vertex: u32| self.changing().any(|k| self.vertices[k] == vertex);
            // Only scenery is considered: a region does not contain the changing cells of other regions.
            let stays = |cell: u32| self.reachable_states[cell as usize].0.is_power_of_two();
            let forbidden = |&(to, edge): &(u32, u32)| {
                let edge = self.cell_of(edge);
                stays(to)
                    && condition.states.intersects(self.reachable_states[to as usize])
                    && stays(edge)
                    && !self.reachable_states[edge as usize].contains(HOLE)
                    && !changes(to)
            };
            !self
                .changing()
                .filter(surely)
                .any(|k| self.adjacency.neighbours_of(self.vertices[k]).iter().any(&forbidden))
        })
    }

    /// Calls `visit` with each cell that the picture can change and the states that this cell can get.
    fn results(&self, visit: &mut dyn FnMut(u32, States)) {
        for k in 0..self.vertices.len() {
            if let Some(states) = self.result(k) {
                visit(self.vertices[k], states);
            }
        }
        for (&edge, edge_pattern) in self.edges.iter().zip(&self.step.edge_patterns) {
            if let Some(to) = edge_pattern.after {
                visit(self.cell_of(edge), States::one(to));
            }
        }
        for effect in &self.step.neighbour_effects {
            for (vertex, _) in
                self.neighbours().filter(|&(vertex, _)| effect.from.intersects(self.reachable_states[vertex as usize]))
            {
                visit(vertex, States::one(effect.to));
            }
        }
    }
}

impl Joined {
    fn root(&mut self, mut cell: u32) -> u32 {
        while self.to[cell as usize] != cell {
            self.to[cell as usize] = self.to[self.to[cell as usize] as usize];
            cell = self.to[cell as usize];
        }
        cell
    }

    /// Joins the cells of a picture if `possible` is set, and records the scenery that they depend on.
    ///
    /// The three lists are those of [`dependencies`].
    fn join(&mut self, possible: bool, [joinable, tested_scenery, covered_scenery]: [Vec<u32>; 3]) {
        if possible {
            for pair in joinable.windows(2) {
                let (a, b) = (self.root(pair[0]), self.root(pair[1]));
                self.to[a as usize] = b;
            }
        }
        let readers = if possible { joinable.get(..1).unwrap_or(&[]).iter() } else { joinable.iter() };
        // A cell may be scenery only because other scenery prevents its change, so this other scenery must stay in the
        // graph.
        for &cell in readers.chain(&covered_scenery) {
            self.reads.extend(tested_scenery.iter().map(|&scenery| (cell, scenery)));
        }
    }

    /// Reports whether the memory budget suffices for the search for regions.
    fn fits_budget(&self) -> bool {
        claim_bytes((self.reads.capacity() * size_of::<(u32, u32)>()) as u64, || {
            text!("the list of the regions of a graph")
        })
    }
}

impl<'a> Regions<'a> {
    fn new(component: &'a GraphComponent, adjacency: &'a Adjacency) -> Regions<'a> {
        let labels = component.edges().iter().map(|(_, label)| *label);
        let reachable_states: Vec<States> = component.states().chain(labels).map(States::one).collect();
        let joined = Joined { to: (0..reachable_states.len() as u32).collect(), reads: vec![] };
        Regions { component, adjacency, joined, reachable_states, search_steps: 0 }
    }

    fn find(&mut self, move_patterns: &[MovePattern]) -> Result<(), MoveLimitExceeded> {
        while self.propagate(move_patterns)? {}
        for move_pattern in move_patterns {
            // The moving piece connects the steps of a move, even at vertices that it does not change.
            let has_several_steps = move_pattern.steps.len() > 1 || move_pattern.repeat != Repeat::No;
            for step in &move_pattern.steps {
                let Regions { component, adjacency, reachable_states, joined, search_steps } = self;
                for_each_placement(step, component, adjacency, reachable_states, search_steps, &mut |placement| {
                    let possible = placement.is_possible();
                    joined.join(possible, dependencies(placement, has_several_steps, possible));
                    joined.fits_budget()
                })?;
            }
        }
        Ok(())
    }

    /// Adds the results of all pictures to the reachable states once; returns whether these states grew.
    fn propagate(&mut self, move_patterns: &[MovePattern]) -> Result<bool, MoveLimitExceeded> {
        let mut larger = self.reachable_states.clone();
        for step in move_patterns.iter().flat_map(|move_pattern| &move_pattern.steps) {
            for_each_placement(
                step,
                self.component,
                self.adjacency,
                &self.reachable_states,
                &mut self.search_steps,
                &mut |placement| {
                    if placement.is_possible() {
                        placement.results(&mut |cell, states| larger[cell as usize] = larger[cell as usize] | states);
                    }
                    true
                },
            )?;
        }
        let has_grown = larger != self.reachable_states;
        self.reachable_states = larger;
        Ok(has_grown)
    }

    /// Cuts the graph into its regions and returns those in which some player has a move.
    fn cut(mut self, move_patterns: &[MovePattern]) -> Components<GraphComponent> {
        let (order, count) = (self.component.order(), self.reachable_states.len() as u32);
        let roots: Vec<u32> = (0..count).map(|cell| self.joined.root(cell)).collect();
        let mut members: Vec<(u32, u32)> = (0..count).map(|cell| (roots[cell as usize], cell)).collect();
        members.compact_sort();
        let mut reads: Vec<(u32, u32)> = std::mem::take(&mut self.joined.reads)
            .iter()
            .map(|&(cell, scenery)| (roots[cell as usize], scenery))
            .collect();
        reads.compact_sort();
        reads.dedup();
        let scenery = |cell: u32| self.reachable_states[cell as usize].0.is_power_of_two();
        let mut components = Components::new();
        let mut is_included = vec![false; order];
        for region in members.chunk_by(|a, b| a.0 == b.0) {
            let root = region[0].0;
            if !spend(4 * u64::from(count)) {
                break;
            }
            if !region.iter().any(|&(_, cell)| roots[cell as usize] == root && !scenery(cell)) {
                continue;
            }
            is_included.fill(false);
            // A region keeps the scenery that it depends on, directly or through other scenery. Edges that never change
            // are kept if both of their ends are.
            for &(_, cell) in region.iter().filter(|(_, cell)| (*cell as usize) < order) {
                is_included[cell as usize] = true;
            }
            let mut roots_of = vec![root];
            while let Some(from) = roots_of.pop() {
                let at = reads.partition_point(|&(region, _)| region < from);
                for &(_, scenery) in reads[at..].iter().take_while(|(region, _)| *region == from) {
                    if !std::mem::replace(&mut is_included[scenery as usize], true) {
                        roots_of.push(roots[scenery as usize]);
                    }
                }
            }
            let includes_edge = |edge: usize| scenery((order + edge) as u32) || roots[order + edge] == root;
            let cut = self.component.within(&is_included, includes_edge);
            if moves::any(move_patterns, &cut) {
                components.push(cut);
            }
        }
        components
    }
}

/// Calls `visit` with each placement of a picture at which all of its cells can ever match.
///
/// # Errors
/// [`MoveLimitExceeded`] if the search is too long or `visit` returns `false`.
fn for_each_placement(
    step: &PictureStep,
    component: &GraphComponent,
    adjacency: &Adjacency,
    reachable_states: &[States],
    search_steps: &mut u64,
    visit: &mut dyn FnMut(&Placement<'_>) -> bool,
) -> Result<(), MoveLimitExceeded> {
    let copies = copies(step);
    let fits = |states: States, vertex: u32, edge: Option<u32>| {
        let cell = edge.map_or(vertex, |edge| component.order() as u32 + edge);
        states.intersects(reachable_states[cell as usize])
    };
    for start in 0..component.order() as u32 {
        let go_on = for_each_chain(step, (start, 0), adjacency, search_steps, &fits, &mut |vertices, edges| {
            visit(&Placement { step, copies: &copies, component, adjacency, reachable_states, vertices, edges })
        })?;
        if !go_on {
            return Err(MoveLimitExceeded);
        }
    }
    Ok(())
}

/// Returns three lists of cells: those that a picture joins, scenery that it tests, covered scenery.
///
/// The covered scenery is listed only if the picture's conditions on neighbours can never hold.
fn dependencies(placement: &Placement<'_>, has_several_steps: bool, possible: bool) -> [Vec<u32>; 3] {
    let (mut joinable, mut tested_scenery) = (vec![], vec![]);
    let scenery = |cell: u32| placement.reachable_states[cell as usize].0.is_power_of_two();
    for &vertex in placement.vertices {
        let piece = has_several_steps && placement.reachable_states[vertex as usize].letters() != States::NONE;
        if scenery(vertex) && !piece { tested_scenery.push(vertex) } else { joinable.push(vertex) }
    }
    joinable.extend(placement.edges.iter().map(|&edge| placement.cell_of(edge)).filter(|&edge| !scenery(edge)));
    let conditions = placement.step.neighbour_conditions.iter().map(|condition| condition.states);
    let effects = placement.step.neighbour_effects.iter().map(|effect| effect.from);
    let named_states = conditions.chain(effects);
    for states in named_states {
        for (vertex, edge) in
            placement.neighbours().filter(|&(vertex, _)| states.intersects(placement.reachable_states[vertex as usize]))
        {
            // This includes scenery whose state prevents the picture.
            if scenery(vertex) {
                tested_scenery.push(vertex);
            }
            if possible {
                joinable.extend([vertex, edge].into_iter().filter(|&cell| !scenery(cell)));
            }
        }
    }
    let covered_scenery = match possible {
        true => vec![],
        false => placement.vertices.iter().copied().filter(|&vertex| scenery(vertex)).collect(),
    };
    [joinable, tested_scenery, covered_scenery]
}
