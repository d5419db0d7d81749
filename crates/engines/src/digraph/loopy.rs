//! Values of impartial games with cycles, by the algorithm of Fraenkel and Yesha.
//!
//! Finite values are assigned one after the other. A vertex gets the value m if two conditions hold. First, m is the
//! mex of the finite values of its options. Second, every option that has no value yet, or a value larger than m, has an
//! option that already has the value m, so that a move to it can be reversed.
//! Vertices that never get a value have the value infinity, with the set of the finite values of their options.
//! Sources: C. A. B. Smith, "Graphs and composite games", J. Combin. Theory 1 (1966); A. S. Fraenkel and Y. Perl,
//! "Constructions in combinatorial games with cycles", in *Infinite and Finite Sets* (1975); A. S. Fraenkel and Y.
//! Yesha, "The generalized Sprague–Grundy function and its invariance under certain mappings", J. Combin. Theory A 43
//! (1986). The last one gives the algorithm, which takes O(edges × largest value).

use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Arcs, Result};
use grundy_value::CompactSort;

/// The values of all vertices of a graph, finite or infinite.
///
/// ```
/// use grundy_rules::Arcs;
/// use grundy_engines::{Budget, digraph::LoopyValues};
/// // A cycle of 0 and 1; 1 can also leave it for 2, from where the last move leads to 3.
/// let arcs = Arcs::from_edges(4, &[[0, 1], [1, 0], [1, 2], [2, 3]]);
/// let values = LoopyValues::compute(&arcs, &Budget::default()).unwrap();
/// assert_eq!([0, 1, 2, 3].map(|v| values.get(v)), [None, None, Some(1), Some(0)]);
/// assert_eq!(values.option_values(&arcs, 1), [1]); // inf{1}
/// ```
#[derive(Clone, Debug)]
pub struct LoopyValues {
    /// The state of each vertex: a finite value, or [`NO_VALUE`] combined with other bits.
    /// The other bits are [`INFINITE`] with a round, [`MARKED`], or the number of options that have no finite value and
    /// are not reversed in this round.
    state: Vec<u32>,
}

/// The flag of a vertex that has no finite value yet or will have none.
const NO_VALUE: u32 = 1 << 31;
/// The flag of a vertex that will have no finite value.
/// The lower bits are the last round, counted from 1, in which the vertex got an option of that round's value.
const INFINITE: u32 = 1 << 30;
/// The lower bits of a vertex that has an option of this round's value.
const MARKED: u32 = INFINITE - 1;

impl LoopyValues {
    /// Computes the values of a graph.
    /// The computation takes 16 bytes per vertex and 4 per edge in addition to the graph; the result takes 4 bytes per
    /// vertex.
    ///
    /// # Errors
    /// Fails with `limit` if the budget does not suffice.
    pub fn compute(arcs: &Arcs, budget: &Budget) -> Result<LoopyValues> {
        let (vertices, edges) = (arcs.vertices() as u128, arcs.edges() as u128);
        let what = text!("the list of the values of a graph of {vertices} vertices and {edges} edges", vertices, edges);
        budget.check_fits(24 * vertices + 8 * edges, &what)?;
        budget.check()?;
        let back = arcs.reversed();
        let mut meter = budget.meter(text!("positions"));
        let mut values = LoopyValues { state: vec![NO_VALUE; arcs.vertices()] };
        let mut undecided: Vec<u32> = (0..arcs.vertices() as u32).collect();
        let mut queue = vec![];
        for value in 0.. {
            if undecided.is_empty() {
                break;
            }
            meter.advance(1)?;
            values.round(value, arcs, &back, &undecided, &mut queue, &mut |units| meter.advance(units))?;
            // A vertex whose options have every smaller value but not this one can never have a larger mex,
            // so it is infinite.
            let state = &mut values.state;
            undecided.retain(|&v| {
                let state = &mut state[v as usize];
                if *state & NO_VALUE != 0 && *state != NO_VALUE | MARKED {
                    *state = NO_VALUE | INFINITE;
                }
                *state == NO_VALUE | MARKED
            });
        }
        Ok(values)
    }

    /// Finds the vertices with this value among the `undecided` vertices.
    /// Every smaller value occurs among the options of each `undecided` vertex.
    fn round(
        &mut self,
        value: u32,
        arcs: &Arcs,
        back: &Arcs,
        undecided: &[u32],
        queue: &mut Vec<u32>,
        tick: &mut impl FnMut(u64) -> Result<()>,
    ) -> Result<()> {
        let state = &mut self.state;
        for &v in undecided {
            let without = |&&to: &&u32| value == 0 || state[to as usize] & NO_VALUE != 0;
            let count = arcs.targets_of(v).iter().filter(without).count() as u32;
            state[v as usize] = NO_VALUE | count;
        }
        queue.clear();
        for &v in undecided {
            if state[v as usize] == NO_VALUE {
                state[v as usize] = value;
                queue.push(v);
            }
        }
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            tick(1)?;
            for &before in back.targets_of(v) {
                let current = state[before as usize];
                let marked =
                    if current & INFINITE != 0 { NO_VALUE | INFINITE | (value + 1) } else { NO_VALUE | MARKED };
                if current & NO_VALUE == 0 || current == marked {
                    continue;
                }
                state[before as usize] = marked;
                // Moves to `before` can be reversed, by a move to this vertex of the round's value.
                for &earlier in back.targets_of(before) {
                    let count = &mut state[earlier as usize];
                    if *count & NO_VALUE == 0 || *count & INFINITE != 0 || *count == NO_VALUE | MARKED {
                        continue;
                    }
                    *count -= 1;
                    if *count == NO_VALUE {
                        *count = value;
                        queue.push(earlier);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the value of a vertex; `None` if it is infinite.
    #[inline]
    pub fn get(&self, vertex: u32) -> Option<u32> {
        let state = self.state[vertex as usize];
        (state & NO_VALUE == 0).then_some(state)
    }

    /// Returns the finite values of a vertex's options in ascending order: the set of an infinite value.
    pub fn option_values(&self, arcs: &Arcs, vertex: u32) -> Vec<u32> {
        let mut values: Vec<u32> = arcs.targets_of(vertex).iter().filter_map(|&to| self.get(to)).collect();
        values.compact_sort();
        values.dedup();
        values
    }
}
