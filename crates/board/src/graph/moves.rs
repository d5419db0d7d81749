//! Lists the moves on a graph by placing pictures on its vertices and edges.

use super::component::{Adjacency, Changes, GraphComponent};
use crate::moves::MoveLimitExceeded;
use crate::pattern::{CellSymbol, HOLE, MovePattern, PictureStep, Repeat, RowItem, States};
use grundy_lang::text;
use grundy_rules::{claim_bytes, spend};
use rustc_hash::FxHashSet;

/// The maximum number of steps of the search for one list of moves or regions.
const MAX_SEARCH_STEPS: u64 = 1 << 26;

/// The vertices on which a picture is placed, in the order of the picture, or the edges between them.
pub(crate) type Path = smallvec::SmallVec<[u32; 8]>;

/// A graph on which pictures are placed, with its adjacency lists.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub component: &'a GraphComponent,
    pub adjacency: &'a Adjacency,
}

/// A graph in the middle of a move of several steps, given by its changes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PartialMove {
    changes: Changes,
    /// The vertex where the moving piece is now.
    focus: u32,
    step: usize,
}

/// The changes made by a picture that fits, and the new vertex of the moving piece, if it is needed.
type Played = (Changes, Option<u32>);

/// Returns the moves of `player` (0 is Left, 1 is Right) without repetition.
///
/// The moves are ordered by move pattern, then by vertex.
///
/// # Errors
/// [`MoveLimitExceeded`] if the search is too long or the budget is exhausted.
pub(crate) fn all(
    move_patterns: &[MovePattern],
    component: &GraphComponent,
    player: usize,
) -> Result<Vec<Changes>, MoveLimitExceeded> {
    let adjacency = component.adjacency();
    let ground = Ground { component, adjacency: &adjacency };
    let (mut found, mut seen, mut search_steps) = (vec![], FxHashSet::default(), 0);
    for move_pattern in move_patterns.iter().filter(|move_pattern| move_pattern.players[player]) {
        for_each_move(move_pattern, ground, &mut search_steps, &mut |changes| {
            if seen.insert(changes.clone()) {
                found.push(changes);
            }
            fits_budget::<Changes>(seen.len())
        })?;
    }
    // The memory for the last move may have exhausted the budget.
    if spend(0) { Ok(found) } else { Err(MoveLimitExceeded) }
}

/// Reports whether some player has a move; exceeding a limit counts as a move.
pub(crate) fn any(move_patterns: &[MovePattern], component: &GraphComponent) -> bool {
    let adjacency = component.adjacency();
    let ground = Ground { component, adjacency: &adjacency };
    let (mut found, mut search_steps) = (false, 0);
    for move_pattern in move_patterns {
        let result = for_each_move(move_pattern, ground, &mut search_steps, &mut |_| {
            found = true;
            false
        });
        if found || result.is_err() {
            return true;
        }
    }
    false
}

/// Reports whether the memory budget suffices for `moves` moves of type `T`, each stored twice.
fn fits_budget<T>(moves: usize) -> bool {
    claim_bytes(2 * (moves * (size_of::<T>() + 8)) as u64, || text!("a list of moves"))
}

/// Calls `visit` with the changes of each move of a move pattern, until `visit` returns `false`.
fn for_each_move(
    move_pattern: &MovePattern,
    ground: Ground<'_>,
    search_steps: &mut u64,
    visit: &mut dyn FnMut(Changes) -> bool,
) -> Result<(), MoveLimitExceeded> {
    let simple = move_pattern.steps.len() == 1 && move_pattern.repeat == Repeat::No;
    let none = Changes::new();
    let (mut waiting, mut go_on) = (vec![], true);
    for start in 0..ground.component.order() as u32 {
        let step = &move_pattern.steps[0];
        for_each_placement(
            step,
            start,
            0,
            &ChangedGraph { ground, changes: &none },
            search_steps,
            &mut |changes, focus| {
                match (simple, focus) {
                    (false, Some(focus)) => {
                        waiting.push(PartialMove { changes, focus, step: 0 });
                        go_on = fits_budget::<PartialMove>(waiting.len());
                    }
                    _ => go_on = visit(changes),
                }
                go_on
            },
        )?;
        if !go_on {
            return Ok(());
        }
    }
    let mut seen: FxHashSet<PartialMove> = waiting.iter().cloned().collect();
    waiting.reverse();
    while let Some(partial) = waiting.pop() {
        let mut next = vec![];
        let mut take_step = |step: usize| {
            let state = ChangedGraph { ground, changes: &partial.changes };
            let [from, _] = move_pattern.steps[step].moving_piece.unwrap_or_default();
            for_each_placement(
                &move_pattern.steps[step],
                partial.focus,
                from,
                &state,
                search_steps,
                &mut |changes, focus| {
                    next.extend(focus.map(|focus| PartialMove { changes, focus, step }));
                    true
                },
            )
        };
        if move_pattern.repeat != Repeat::No && partial.step == 0 {
            take_step(0)?;
        }
        if partial.step + 1 < move_pattern.steps.len() {
            take_step(partial.step + 1)?;
        } else if !visit(partial.changes) {
            return Ok(());
        }
        for partial in next.into_iter().rev() {
            if seen.insert(partial.clone()) {
                waiting.push(partial);
            }
        }
        if !fits_budget::<PartialMove>(seen.len()) {
            return Err(MoveLimitExceeded);
        }
    }
    Ok(())
}

/// A graph together with changes that have been made to it.
struct ChangedGraph<'a> {
    ground: Ground<'a>,
    changes: &'a Changes,
}

impl ChangedGraph<'_> {
    fn cell(&self, cell: u32, original: u8) -> u8 {
        match self.changes.binary_search_by_key(&cell, |(cell, _)| *cell) {
            Ok(at) => self.changes[at].1,
            Err(_) => original,
        }
    }

    fn vertex(&self, vertex: u32) -> u8 {
        self.cell(vertex, self.ground.component.state(vertex))
    }

    fn edge(&self, edge: u32) -> u8 {
        self.cell(self.ground.component.order() as u32 + edge, self.ground.component.edges()[edge as usize].1)
    }

    /// Returns the neighbours of a vertex, without removed vertices and edges.
    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let there = |&&(to, edge): &&(u32, u32)| self.edge(edge) != HOLE && self.vertex(to) != HOLE;
        self.ground.adjacency.neighbours_of(vertex).iter().filter(there).map(|&(to, _)| to)
    }
}

/// Returns the symbol of a vertex of a picture.
pub(crate) fn symbol(item: RowItem) -> CellSymbol {
    match item {
        RowItem::Cell(symbol) => symbol,
        // Pictures of graphs have only cells, so no other item occurs.
        _ => CellSymbol::Any,
    }
}

/// Calls `visit` with each placement of a picture whose vertex of index `at` is on the vertex `start`.
///
/// `visit` gets the vertices and the edges. `fits` reports whether a vertex, or the given edge to it, may have one of
/// these states. The search stops when `visit` returns `false`; the result is `true` unless this happened.
///
/// # Errors
/// [`MoveLimitExceeded`] if there are too many placements, or if the budget is exhausted.
pub(crate) fn for_each_chain(
    step: &PictureStep,
    (start, at): (u32, usize),
    adjacency: &Adjacency,
    search_steps: &mut u64,
    fits: &dyn Fn(States, u32, Option<u32>) -> bool,
    visit: &mut dyn FnMut(&Path, &Path) -> bool,
) -> Result<bool, MoveLimitExceeded> {
    let states: PathStates = step.before[0].iter().map(|&item| symbol(item).states()).collect();
    if !fits(states[at], start, None) {
        return Ok(true);
    }
    let (mut vertices, mut edges) =
        (Path::from_elem(u32::MAX, states.len()), Path::from_elem(u32::MAX, step.edge_patterns.len()));
    vertices[at] = start;
    // The vertices after `at` are placed first, then those before it in reverse order, each as a neighbour of a vertex
    // that is already placed.
    let order: smallvec::SmallVec<[(usize, usize, usize); 8]> =
        (at + 1..states.len()).map(|k| (k, k - 1, k - 1)).chain((0..at).rev().map(|k| (k, k + 1, k))).collect();
    let mut next: Path = Path::from_elem(0, order.len() + 1);
    let mut depth = 0;
    loop {
        *search_steps += 1;
        if *search_steps > MAX_SEARCH_STEPS || !spend(16) {
            return Err(MoveLimitExceeded);
        }
        let Some(&(vertex, placed, edge_pattern)) = order.get(depth) else {
            if !visit(&vertices, &edges) {
                return Ok(false);
            }
            match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return Ok(true),
            }
            vertices[order[depth].0] = u32::MAX;
            continue;
        };
        let neighbours = adjacency.neighbours_of(vertices[placed]);
        let found = neighbours[next[depth] as usize..].iter().position(|&(to, edge)| {
            !vertices.contains(&to)
                && fits(states[vertex], to, None)
                && fits(step.edge_patterns[edge_pattern].before, to, Some(edge))
        });
        match found {
            Some(more) => {
                let (to, edge) = neighbours[next[depth] as usize + more];
                *search_steps += more as u64;
                next[depth] += more as u32 + 1;
                (vertices[vertex], edges[edge_pattern]) = (to, edge);
                depth += 1;
                next[depth] = 0;
            }
            None => {
                *search_steps += neighbours.len() as u64;
                match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return Ok(true),
                }
                vertices[order[depth].0] = u32::MAX;
            }
        }
    }
}

type PathStates = smallvec::SmallVec<[States; 8]>;

/// Returns, for each vertex on the right side, the index of the vertex on the left whose state it gets.
///
/// The entry is `None` if the new state is fixed.
pub(crate) fn copies(step: &PictureStep) -> smallvec::SmallVec<[Option<usize>; 8]> {
    let mut sets = (0..step.before[0].len()).filter(|&k| matches!(symbol(step.before[0][k]), CellSymbol::AnyOf(_)));
    let after = step.after[0].iter().enumerate().map(|(k, &item)| match symbol(item) {
        CellSymbol::One(_) => None,
        CellSymbol::Any => Some(k),
        CellSymbol::AnyOf(_) => Some(sets.next().unwrap_or(k)),
    });
    after.collect()
}

/// Calls `visit` with the changes for each placement at which a picture fits and changes something.
fn for_each_placement(
    step: &PictureStep,
    start: u32,
    at: usize,
    state: &ChangedGraph<'_>,
    search_steps: &mut u64,
    visit: &mut dyn FnMut(Changes, Option<u32>) -> bool,
) -> Result<bool, MoveLimitExceeded> {
    let copies = copies(step);
    let fits = |states: States, vertex: u32, edge: Option<u32>| match edge {
        None => states.contains(state.vertex(vertex)),
        Some(edge) => states.contains(state.edge(edge)),
    };
    for_each_chain(step, (start, at), state.ground.adjacency, search_steps, &fits, &mut |vertices, edges| {
        match changes_at(step, &copies, state, vertices, edges) {
            Some((changes, focus)) => visit(changes, focus),
            None => true,
        }
    })
}

fn changes_at(
    step: &PictureStep,
    copies: &[Option<usize>],
    state: &ChangedGraph<'_>,
    vertices: &Path,
    edges: &Path,
) -> Option<Played> {
    let order = state.ground.component.order() as u32;
    let mut changed = Changes::new();
    for ((&vertex, copy), &item) in vertices.iter().zip(copies).zip(&step.after[0]) {
        let to = match (copy, symbol(item)) {
            (Some(from), _) => state.vertex(vertices[*from]),
            (None, symbol) => symbol.states().0.trailing_zeros() as u8,
        };
        if to != state.vertex(vertex) {
            changed.push((vertex, to));
        }
    }
    let (vertex_count, mut also) = (changed.len(), vec![]);
    for (&edge, edge_pattern) in edges.iter().zip(&step.edge_patterns) {
        if let Some(to) = edge_pattern.after
            && to != state.edge(edge)
        {
            changed.push((order + edge, to));
        }
    }
    if changed.is_empty() {
        return None;
    }
    let neighbours = || {
        let changing = |vertex: &u32| changed[..vertex_count].iter().any(|(other, _)| other == vertex);
        changed[..vertex_count]
            .iter()
            .flat_map(|&(vertex, _)| state.neighbours(vertex))
            .filter(move |vertex| !changing(vertex))
    };
    for condition in &step.neighbour_conditions {
        if neighbours().any(|vertex| condition.states.contains(state.vertex(vertex))) != condition.required {
            return None;
        }
    }
    for effect in &step.neighbour_effects {
        let affected = neighbours().filter(|&vertex| effect.from.contains(state.vertex(vertex)));
        also.extend(affected.map(|vertex| (vertex, effect.to)));
    }
    let mut all: Changes = state.changes.clone();
    for (cell, to) in changed.into_iter().chain(also) {
        let original = match cell.checked_sub(order) {
            None => state.ground.component.state(cell),
            Some(edge) => state.ground.component.edges()[edge as usize].1,
        };
        // Remove changes that restore the original state.
        match (all.binary_search_by_key(&cell, |(cell, _)| *cell), to == original) {
            (Ok(at), true) => drop(all.remove(at)),
            (Ok(at), false) => all[at].1 = to,
            (Err(_), true) => {}
            (Err(at), false) => all.insert(at, (cell, to)),
        }
    }
    Some((all, step.moving_piece.map(|[_, to]| vertices[to])))
}
