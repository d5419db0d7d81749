//! The positions of the search: sums of large regions and of values.

use super::cuts::Strips;
use crate::compiled_rule::Bitboard;
use crate::evaluate::{BoardEvaluator, EvaluationError};
use grundy_value::{StopBounds, StopBoundsMemo, Value, ValueLimit};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A component of a sum.
#[derive(Clone, Copy)]
pub enum RegionOrValue<const K: usize> {
    /// A large region in its place on the board.
    ///
    /// The flag says whether the sum contains the negative of the region instead.
    Region(Bitboard<K>, bool),
    /// A value that is not part of the total of the values of temperature at most 0.
    Value(Value),
}

/// A component with cached data.
///
/// In `hash`, `bounds` and `mobility`, index 0 is for the component and index 1 for its negative, as Right sees it.
#[derive(Clone, Copy)]
pub struct ComponentData<const K: usize> {
    pub component: RegionOrValue<K>,
    pub hash: [u128; 2],
    /// The bounds; `None` until they are needed.
    pub bounds: Option<[StopBounds; 2]>,
    /// The number of moves of Left, and of Right.
    pub mobility: [i32; 2],
    /// The number of cells of a region, 2 for a value.
    pub size: i32,
}

/// A sum of components, and the total of all values of temperature at most 0.
#[derive(Clone)]
pub struct RegionPosition<const K: usize> {
    pub items: SmallVec<[ComponentData<K>; 3]>,
    pub numberish: Value,
    /// For each player: the sum of the hashes of all components, which identifies the position.
    pub hash: [u128; 2],
}

/// A value's hashes, bounds and numbers of options, as far as the search uses them.
#[derive(Clone, Copy)]
pub struct ValueData {
    /// The hashes of the value and of its negative.
    pub hash: [u128; 2],
    pub bounds: [StopBounds; 2],
    /// The number of options of each player.
    pub mobility: [i32; 2],
    /// Whether the temperature is at most 0.
    pub is_numberish: bool,
}

/// The maximum number of cells of a region that is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct EvaluatedCells {
    /// The maximum for regions of positions.
    pub alone: u32,
    /// The maximum for regions of strips.
    pub in_strips: u32,
}

/// Builds positions of a rule.
pub struct PositionBuilder<'a, const K: usize, const W: u32> {
    pub engine: BoardEvaluator<'a, K, W>,
    pub strips: Strips<K>,
    /// Whether there are lines along which regions can be cut.
    pub has_cuts: bool,
    evaluated_cells: EvaluatedCells,
    memo: StopBoundsMemo,
    values: FxHashMap<Value, ValueData>,
    /// The hashes of values, which are equal in all arenas.
    value_hashes: FxHashMap<Value, u128>,
}

impl<'a, const K: usize, const W: u32> PositionBuilder<'a, K, W> {
    pub fn new(engine: BoardEvaluator<'a, K, W>, evaluated_cells: EvaluatedCells) -> PositionBuilder<'a, K, W> {
        let strips = Strips::new(&engine.rule, evaluated_cells.in_strips);
        PositionBuilder {
            has_cuts: strips.are_useful(),
            engine,
            strips,
            evaluated_cells,
            memo: StopBoundsMemo::default(),
            values: FxHashMap::default(),
            value_hashes: FxHashMap::default(),
        }
    }

    /// Returns the position of boards, without the board with index `skipped`.
    ///
    /// The flags say which boards are negated.
    pub fn position(
        &mut self,
        boards: &[(Bitboard<K>, bool)],
        skipped: Option<usize>,
    ) -> Result<RegionPosition<K>, EvaluationError> {
        let mut position = RegionPosition { items: SmallVec::new(), numberish: Value::ZERO, hash: [0; 2] };
        for (_, (board, is_negated)) in boards.iter().enumerate().filter(|(k, _)| Some(*k) != skipped) {
            self.add_board(&mut position, board, *is_negated)?;
        }
        Ok(position)
    }

    /// Adds the regions of a board, or their negatives.
    pub fn add_board(
        &mut self,
        position: &mut RegionPosition<K>,
        board: &Bitboard<K>,
        is_negated: bool,
    ) -> Result<(), EvaluationError> {
        for region in self.engine.rule.regions(board) {
            let size = region.cells().count_ones();
            if size <= self.evaluated_cells.alone {
                let value = self.engine.value_of_region(&region, 0)?;
                let value = if is_negated { self.engine.values.negative(value)? } else { value };
                self.add_value(position, value)?;
                continue;
            }
            let (key, is_negative, is_own_negative) = self.engine.rule.signed_representative(&region);
            let hash = hash_of_board(&key);
            let of_negative = if is_own_negative { hash } else { mixed(hash ^ u128::MAX) };
            let mut item = ComponentData {
                component: RegionOrValue::Region(region, is_negated),
                hash: [hash, of_negative],
                bounds: None,
                mobility: [0, 1].map(|player| self.engine.rule.count_first_steps(&region, player) as i32),
                size: size as i32,
            };
            if is_negative != is_negated {
                item.hash.swap(0, 1);
            }
            if is_negated {
                item.mobility.swap(0, 1);
            }
            self.add_item(position, item);
        }
        Ok(())
    }

    /// Returns the bounds of a position and of its negative.
    ///
    /// Bounds of components that are not known are computed. Strips have at most `max_strip_width` rows or columns.
    pub fn bounds(
        &mut self,
        position: &mut RegionPosition<K>,
        max_strip_width: u32,
    ) -> Result<[StopBounds; 2], EvaluationError> {
        let mut total = self.value_data(position.numberish)?.bounds;
        for item in &mut position.items {
            let bounds = match (item.bounds, item.component) {
                (Some(bounds), _) => bounds,
                (None, RegionOrValue::Region(region, is_negated)) if self.has_cuts => {
                    let strips = &mut self.strips;
                    let mut bounds =
                        strips.region_bounds(&mut self.engine, &mut self.memo, &region, max_strip_width)?;
                    if is_negated {
                        bounds.swap(0, 1);
                    }
                    bounds
                }
                (None, _) => [StopBounds::UNKNOWN; 2],
            };
            item.bounds = Some(bounds);
            total = [0, 1].map(|player| total[player].plus(&bounds[player]));
        }
        Ok(total)
    }

    /// Adds a value, to the numberish total if its temperature is at most 0.
    pub fn add_value(&mut self, position: &mut RegionPosition<K>, value: Value) -> Result<(), EvaluationError> {
        if value == Value::ZERO {
            return Ok(());
        }
        let data = self.value_data(value)?;
        if data.is_numberish {
            match self.engine.values.add(position.numberish, value) {
                Ok(numberish) => {
                    self.set_numberish(position, numberish)?;
                    return Ok(());
                }
                // A total that is too deep or too large to compute stays a sum.
                Err(ValueLimit::Depth | ValueLimit::Number) => {}
                Err(limit) => return Err(limit.into()),
            }
        }
        self.add_item(position, item_of_value(value, &data));
        Ok(())
    }

    /// Replaces the total of the numberish values.
    pub fn set_numberish(&mut self, position: &mut RegionPosition<K>, numberish: Value) -> Result<(), EvaluationError> {
        for (value, adds) in [(position.numberish, false), (numberish, true)] {
            if value != Value::ZERO {
                let hash = self.value_data(value)?.hash;
                for (total, hash) in position.hash.iter_mut().zip(hash) {
                    *total = if adds { total.wrapping_add(hash) } else { total.wrapping_sub(hash) };
                }
            }
        }
        position.numberish = numberish;
        Ok(())
    }

    /// Adds a component, or cancels it against its negative.
    fn add_item(&self, position: &mut RegionPosition<K>, item: ComponentData<K>) {
        // Equal hashes stand for equal components, as in the table.
        let opposite = |other: &ComponentData<K>| other.hash[0] == item.hash[1] && other.hash[1] == item.hash[0];
        if let Some(at) = position.items.iter().position(opposite) {
            return self.remove(position, at);
        }
        for player in 0..2 {
            position.hash[player] = position.hash[player].wrapping_add(item.hash[player]);
        }
        position.items.push(item);
    }

    /// Removes the component with this index.
    pub fn remove(&self, position: &mut RegionPosition<K>, at: usize) {
        let item = position.items.swap_remove(at);
        for player in 0..2 {
            position.hash[player] = position.hash[player].wrapping_sub(item.hash[player]);
        }
    }

    /// Returns the data of a value, which are computed once.
    pub fn value_data(&mut self, value: Value) -> Result<ValueData, ValueLimit> {
        if let Some(&data) = self.values.get(&value) {
            return Ok(data);
        }
        let arena = &mut *self.engine.values;
        let negative = arena.negative(value)?;
        let bounds = [arena.stop_bounds(value, &mut self.memo)?, arena.stop_bounds(negative, &mut self.memo)?];
        let mobility = [arena.left_options(value)?.len() as i32, arena.right_options(value)?.len() as i32];
        let hash = [self.value_hash(value)?, self.value_hash(negative)?];
        let data = ValueData { hash, bounds, mobility, is_numberish: bounds[0].is_numberish() };
        self.values.insert(value, data);
        Ok(data)
    }

    /// Returns a hash of a value, which is computed from its options and so does not depend on the arena.
    fn value_hash(&mut self, value: Value) -> Result<u128, ValueLimit> {
        let mut waiting = vec![value];
        while let Some(&last) = waiting.last() {
            let arena = &mut *self.engine.values;
            let hash = match arena.number_ups_star(last) {
                Some(n) => {
                    let number = mixed(n.number.numerator() as u128 ^ 1 << 127);
                    mixed(
                        number
                            ^ u128::from(n.number.exponent()) << 64
                            ^ (n.up as u32 as u128) << 32
                            ^ u128::from(n.nim),
                    )
                }
                None => {
                    let options = [arena.left_options(last)?, arena.right_options(last)?];
                    let before = waiting.len();
                    waiting.extend(options.iter().flatten().filter(|option| !self.value_hashes.contains_key(option)));
                    if waiting.len() > before {
                        continue;
                    }
                    // The order of the options differs between arenas.
                    let [left, right] = options.map(|list| {
                        list.iter().fold(1u128, |sum, option| sum.wrapping_add(mixed(self.value_hashes[option])))
                    });
                    mixed(mixed(left) ^ right)
                }
            };
            self.value_hashes.insert(last, hash);
            waiting.pop();
        }
        Ok(self.value_hashes[&value])
    }

    /// Forgets what can be computed again: strips, bounds and data of values.
    pub fn clear(&mut self) {
        self.strips.clear();
        self.memo = StopBoundsMemo::default();
        self.values = FxHashMap::default();
        self.value_hashes = FxHashMap::default();
    }

    /// Returns the approximate memory that values and strips use, in bytes.
    pub fn bytes(&self) -> u64 {
        self.strips.bytes()
            + self.memo.bytes()
            + (self.values.capacity() * (size_of::<(Value, ValueData)>() + 1)) as u64
            + (self.value_hashes.capacity() * (size_of::<(Value, u128)>() + 1)) as u64
    }
}

/// Returns the component that is this value.
fn item_of_value<const K: usize>(value: Value, data: &ValueData) -> ComponentData<K> {
    ComponentData {
        component: RegionOrValue::Value(value),
        hash: data.hash,
        bounds: Some(data.bounds),
        mobility: data.mobility,
        size: 2,
    }
}

/// Returns a hash of a board, whose 128 bits identify it.
pub fn hash_of_board<const K: usize>(board: &Bitboard<K>) -> u128 {
    board.0.iter().fold(0x243F_6A88_85A3_08D3_1319_8A2E_0370_7344, |hash, &plane| mixed(hash ^ u128::from(plane)))
}

/// Mixes the bits of a hash; different numbers have different results.
pub fn mixed(x: u128) -> u128 {
    const ODD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    let x = (x ^ x >> 67).wrapping_mul(ODD);
    let x = (x ^ x >> 71).wrapping_mul(ODD);
    x ^ x >> 64
}
