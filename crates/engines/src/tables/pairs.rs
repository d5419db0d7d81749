//! Tables of the values of games on pairs whose moves follow rays, under normal and misère play.

use crate::rays::RayTable;
use crate::value_table::{ComponentGenus, Provenance, TableQuery, ValueTable};
use grundy_rules::Budget;
use grundy_rules::{Coordinates, Genus, Nimber, Play, Result};

/// The table of a game on pairs whose moves follow rays.
#[derive(Debug, Default)]
pub struct PairTable {
    steps: Vec<[u64; 2]>,
    normal: RayTable,
    misere: RayTable,
    /// Whether every pair of both tables is tame; `None` until it is computed.
    tame: Option<bool>,
}

impl PairTable {
    /// Creates an empty table of the game with these steps.
    pub fn new(steps: &[[u64; 2]]) -> PairTable {
        PairTable { steps: steps.to_vec(), ..PairTable::default() }
    }
}

impl ValueTable for PairTable {
    fn genus_at(&mut self, [a, b, _]: Coordinates, query: &TableQuery<'_>) -> Result<ComponentGenus> {
        let budget = query.budget;
        let mirrored = |&[x, y]: &[u64; 2]| self.steps.contains(&[y, x]);
        // If the moves are symmetric, the values are symmetric.
        let pair = if self.steps.iter().all(mirrored) { [a.min(b), a.max(b)] } else { [a, b] };
        let grown = grow(&self.steps, &mut self.normal, Play::Normal, pair, budget)?;
        if query.play == Play::Normal {
            return Ok(ComponentGenus::normal(self.normal.value(pair)));
        }
        if grow(&self.steps, &mut self.misere, Play::Misere, pair, budget)? || grown {
            self.tame = None;
        }
        let normal = Nimber(self.normal.value(pair).into());
        let genus = Genus { normal, misere: Nimber(self.misere.value(pair).into()) };
        let tame = *self.tame.get_or_insert_with(|| self.normal.is_tame_with(&self.misere));
        Ok(ComponentGenus { genus: Some(genus), tame })
    }

    fn fill(&mut self, to: Coordinates, query: &TableQuery<'_>) -> Result<Option<u64>> {
        self.genus_at(to, query).map(|_| None)
    }

    fn provenance(&self, [a, b, _]: Coordinates, _play: Play) -> Provenance {
        Provenance::Table(a.max(b))
    }

    fn bytes(&self) -> u64 {
        self.normal.bytes() + self.misere.bytes()
    }
}

/// Grows the table until it covers `pair`, and returns whether it had to grow.
///
/// The table grows by half if that fits the budget, so that a series of growing queries stays cheap. If a table for all
/// pairs queried so far would be much larger, the new table covers only `pair` and the pairs up to it.
fn grow(steps: &[[u64; 2]], table: &mut RayTable, play: Play, pair: [u64; 2], budget: &Budget) -> Result<bool> {
    if table.covers(pair) {
        return Ok(false);
    }
    let roomy = [table.enclosing(pair, 3), table.enclosing(pair, 2)];
    let mut sizes = roomy.into_iter().filter(|&to| RayTable::cells(to) / 4 <= RayTable::cells(pair));
    let grown = sizes.find_map(|to| RayTable::compute(steps, play, to, budget).ok());
    *table = match grown {
        Some(table) => table,
        None => RayTable::compute(steps, play, pair, budget)?,
    };
    Ok(true)
}
