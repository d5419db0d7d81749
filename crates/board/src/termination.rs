//! Proves that play ends, by measures that moves lower.
//!
//! A measure is the number of cells in some set of states, or the sum of the row or column numbers of these
//! cells. Rows and columns are counted from either side of the board.
//! - If no move pattern can raise a measure, the move patterns that always lower it can be used only finitely often.
//!   These move patterns are removed, and the remaining move patterns are measured again.
//! - If no move pattern is left, play ends, even if one player moves several times in turn. Otherwise the result is
//!   unknown.
//! - Each move pattern is removed because it always lowers some measure, so every move changes the board.

use crate::pattern::{CellSymbol, HOLE, MovePattern, Orientation, PictureStep, Repeat, RowItem, States};
use grundy_rules::spend;

/// A measure: a sum over all cells whose state is in a set.
///
/// Each of these cells adds 1, its row number or its column number; rows and columns count from 1.
#[derive(Clone, Copy)]
struct Measure {
    states: States,
    kind: MeasureKind,
    /// 1, or -1 to negate the number of cells, or to count rows and columns from the far side.
    sign: i64,
}

#[derive(Clone, Copy, PartialEq)]
enum MeasureKind {
    Cells,
    Rows,
    Columns,
}

/// The maximum number of states for which all sets of states are tried.
///
/// For rules with more states, only sets of one state are tried.
const MAX_STATES: usize = 8;

/// The maximum number of measurements of move patterns; beyond it, no proof is found.
const MAX_MEASURED: usize = 1 << 18;

/// The value that stands for an unbounded increase of a measure.
const UNBOUNDED: i64 = i64::MAX / 1024;

/// Reports whether measures prove that play ends, in any order of moves.
///
/// The result is `false` if there is no proof or the budget is exhausted.
pub(crate) fn is_known_terminating(move_patterns: &[MovePattern]) -> bool {
    is_known_terminating_by(move_patterns, &[MeasureKind::Cells, MeasureKind::Rows, MeasureKind::Columns])
}

/// Reports whether measures that count cells prove that play ends; only these measures apply to graphs.
pub(crate) fn is_known_terminating_by_counts(move_patterns: &[MovePattern]) -> bool {
    is_known_terminating_by(move_patterns, &[MeasureKind::Cells])
}

fn is_known_terminating_by(move_patterns: &[MovePattern], kinds: &[MeasureKind]) -> bool {
    let states = move_patterns
        .iter()
        .flat_map(|move_pattern| &move_pattern.steps)
        .fold(States::NONE, |all, step| all | step.states());
    let all: Vec<u8> = states.iter().collect();
    let subsets: Vec<States> = if all.len() <= MAX_STATES {
        let member = |set: u32, k: &usize| set >> k & 1 == 1;
        let of = |set| (0..all.len()).filter(|k| member(set, k)).fold(States::NONE, |s, k| s | States::one(all[k]));
        (1..1u32 << all.len()).map(of).collect()
    } else {
        all.iter().map(|&state| States::one(state)).collect()
    };
    // Move patterns that make cells vanish lower the number of all cells. No move pattern raises that number, so they
    // are left out.
    let move_patterns = move_patterns.iter().filter(|move_pattern| !move_pattern.steps[0].shrinks);
    let mut remaining: Vec<MovePattern> = move_patterns.flat_map(by_orientation).collect();
    let mut measured = 0;
    'measured: while !remaining.is_empty() {
        for &kind in kinds {
            for &states in &subsets {
                for sign in [1, -1] {
                    measured += remaining.len();
                    if measured > MAX_MEASURED || !spend(256 * remaining.len() as u64) {
                        return false;
                    }
                    let measure = Measure { states, kind, sign };
                    let rises: Vec<i64> =
                        remaining.iter().map(|move_pattern| measure.move_pattern_change(move_pattern)).collect();
                    if rises.iter().all(|&rise| rise <= 0) && rises.iter().any(|&rise| rise < 0) {
                        remaining =
                            remaining.into_iter().zip(rises).filter(|&(_, rise)| rise == 0).map(|(o, _)| o).collect();
                        continue 'measured;
                    }
                }
            }
        }
        return false;
    }
    true
}

/// Splits a move pattern by direction if it is a single step in a fixed direction.
fn by_orientation(move_pattern: &MovePattern) -> Vec<MovePattern> {
    if move_pattern.steps.len() > 1 || move_pattern.repeat == Repeat::Turning {
        return vec![move_pattern.clone()];
    }
    let single = |&orientation: &Orientation| MovePattern {
        steps: vec![PictureStep { orientations: vec![orientation], ..move_pattern.steps[0].clone() }],
        ..move_pattern.clone()
    };
    move_pattern.steps[0].orientations.iter().map(single).collect()
}

/// A linear function of the lengths of the runs of a picture.
///
/// The length of each run is counted from its minimum length.
#[derive(Clone, Debug, Default, PartialEq)]
struct Linear {
    constant: i64,
    coefficients: Vec<i64>,
}

impl Linear {
    fn add(&mut self, factor: i64, other: &Linear) {
        self.constant += factor * other.constant;
        self.coefficients.resize(self.coefficients.len().max(other.coefficients.len()), 0);
        for (own, other) in self.coefficients.iter_mut().zip(&other.coefficients) {
            *own += factor * other;
        }
    }

    /// Returns the maximum of the function, or `UNBOUNDED`.
    fn upper_bound(&self) -> i64 {
        if self.coefficients.iter().any(|&each| each > 0) { UNBOUNDED } else { self.constant }
    }
}

/// A cell or run on one side of a picture: its possible states, its offset and its length.
#[derive(Clone, Debug)]
struct PatternEntry {
    states: States,
    offset: Linear,
    /// The length of the run; `None` for a cell.
    run: Option<Linear>,
    /// On the right side: the index of the entry on the left that is copied here; `None` for a new state.
    copy: Option<usize>,
}

impl Measure {
    /// Returns an upper bound on the increase of the measure by a move pattern.
    fn move_pattern_change(self, move_pattern: &MovePattern) -> i64 {
        let first = self.step_change(&move_pattern.steps[0]);
        let again = if move_pattern.repeat != Repeat::No && first > 0 { UNBOUNDED } else { 0 };
        move_pattern.steps[1..]
            .iter()
            .fold(first + again, |sum, step| (sum + self.step_change(step)).min(UNBOUNDED))
            .min(UNBOUNDED)
    }

    fn step_change(self, step: &PictureStep) -> i64 {
        // Holes can be outside the board, where row and column numbers are not defined.
        let hole = |item: &RowItem| *item == RowItem::Cell(CellSymbol::One(HOLE));
        if step.shrinks || self.kind != MeasureKind::Cells && step.before.iter().flatten().any(hole) {
            return UNBOUNDED;
        }
        let raised = |states: States, to: u8| match self.kind {
            MeasureKind::Cells => states.iter().any(|from| self.weight(to) > self.weight(from)),
            _ => self.states.contains(to) && states.0 & !self.states.0 != 0,
        };
        if step.neighbour_effects.iter().any(|effect| raised(effect.from, effect.to)) {
            return UNBOUNDED;
        }
        step.orientations.iter().map(|&orientation| self.change_in(step, orientation)).max().unwrap_or(UNBOUNDED)
    }

    fn weight(self, state: u8) -> i64 {
        self.sign * i64::from(self.states.contains(state))
    }

    /// Returns an upper bound on the increase of the measure by a step in one orientation.
    fn change_in(self, step: &PictureStep, orientation: Orientation) -> i64 {
        let [before, after] = self.entries(step, orientation);
        let gone = |k: usize| !after.iter().any(|entry| entry.copy == Some(k));
        let (mut net, mut rise) = (Linear::default(), Linear::default());
        for (_, entry) in before.iter().enumerate().filter(|(k, _)| gone(*k)) {
            // The lost weight is at least the minimum over the possible states.
            let lost = entry.states.iter().map(|state| self.cell_weight(state)).min().unwrap_or(0);
            let twin = after.iter().find(|twin| {
                twin.copy.is_none() && twin.run.is_some() && twin.run == entry.run && twin.offset == entry.offset
            });
            let twins = twin.map(|twin| self.cell_weight(twin.states.0.trailing_zeros() as u8));
            if !self.lose(entry, lost, twins, &mut net, &mut rise) {
                return UNBOUNDED;
            }
        }
        for entry in &after {
            let Some(from) = entry.copy else {
                if !entry.states.0.is_power_of_two() {
                    return UNBOUNDED;
                }
                let gain = self.cell_weight(entry.states.0.trailing_zeros() as u8);
                let twin = before.iter().enumerate().any(|(k, twin)| {
                    gone(k) && twin.run.is_some() && twin.run == entry.run && twin.offset == entry.offset
                });
                // A run that replaces a run of equal length and offset was counted together with the replaced
                // run.
                if (entry.run.is_none() || !twin) && !self.gain(entry, gain, &mut net, &mut rise) {
                    return UNBOUNDED;
                }
                continue;
            };
            if self.kind == MeasureKind::Cells {
                continue;
            }
            let mut shift = entry.offset.clone();
            shift.add(-1, &before[from].offset);
            if shift.coefficients.iter().any(|&each| each != 0) {
                // The offset depends on the lengths of runs. The increase is exact if all possible states have the same
                // weight; otherwise it is bounded only if the cell cannot move away from the side at which counting
                // starts.
                let counted = || before[from].states.iter().map(|state| self.cell_weight(state));
                let alike = counted().min() == counted().max();
                let nearer = shift.constant <= 0 && shift.coefficients.iter().all(|&each| each <= 0);
                match entry.run {
                    None if alike => rise.add(counted().max().unwrap_or(0), &shift),
                    None if nearer => {}
                    _ => return UNBOUNDED,
                }
                continue;
            }
            let moved =
                before[from].states.iter().map(|state| self.cell_weight(state) * shift.constant).max().unwrap_or(0);
            match &entry.run {
                Some(run) => rise.add(moved, run),
                None => rise.constant += moved,
            }
        }
        if self.kind == MeasureKind::Cells {
            return rise.upper_bound();
        }
        // The distance of the picture from the side is arbitrary, so the total weight must not increase.
        if net.upper_bound() > 0 { UNBOUNDED } else { rise.upper_bound() }
    }

    /// Returns the weight of a cell in this state: its contribution, not multiplied by its row or column.
    fn cell_weight(self, state: u8) -> i64 {
        if self.kind == MeasureKind::Cells { self.weight(state) } else { i64::from(self.states.contains(state)) }
    }

    /// Accounts in `net` and `rise` for a removed entry whose cells have the weight `lost` each.
    ///
    /// `net` is the change of the total weight, which a measure of rows or columns multiplies by the distance of the
    /// picture from the side; `rise` is the rest of the change. `twin` is the weight of each cell of the run that
    /// replaces the entry, if there is one. Returns `false` if the increase is unbounded.
    fn lose(self, entry: &PatternEntry, lost: i64, twin: Option<i64>, net: &mut Linear, rise: &mut Linear) -> bool {
        match (&entry.run, twin) {
            (Some(run), Some(gain)) => {
                if self.kind == MeasureKind::Cells {
                    rise.add(gain - lost, run);
                } else if gain > lost {
                    return false;
                }
                true
            }
            _ => self.gain(entry, -lost, net, rise),
        }
    }

    fn gain(self, entry: &PatternEntry, gain: i64, net: &mut Linear, rise: &mut Linear) -> bool {
        match (&entry.run, self.kind) {
            (Some(run), MeasureKind::Cells) => rise.add(gain, run),
            (None, MeasureKind::Cells) => rise.constant += gain,
            // The loss of a run at an unknown position is ignored, which is safe; the gain of such a run is unbounded.
            (Some(_), _) => return gain <= 0,
            (None, _) => {
                net.constant += gain;
                rise.constant += gain;
                rise.add(gain, &entry.offset);
            }
        }
        true
    }

    /// Returns the cells and runs of the left side and of the right side.
    ///
    /// Their offsets are counted from the side of the board at which the measure starts.
    fn entries(self, step: &PictureStep, orientation: Orientation) -> [Vec<PatternEntry>; 2] {
        let component = |(down, right): (i32, i32)| match self.kind {
            MeasureKind::Cells => 0,
            MeasureKind::Rows => self.sign * i64::from(down),
            MeasureKind::Columns => self.sign * i64::from(right),
        };
        if step.before.len() == 1 {
            return row(step, component(orientation.column));
        }
        let at = |r: usize, c: usize| component(orientation.offset(r as i32, c as i32));
        let places = (0..step.before.len()).flat_map(|r| (0..step.before[0].len()).map(move |c| (r, c)));
        let least = places.clone().map(|(r, c)| at(r, c)).min().unwrap_or(0);
        let (mut sides, mut sets) = ([vec![], vec![]], 0);
        let of_set: Vec<usize> =
            step.before.iter().flatten().enumerate().filter(|(_, i)| is_set(i)).map(|(k, _)| k).collect();
        for (k, (r, c)) in places.enumerate() {
            let offset = Linear { constant: at(r, c) - least, coefficients: vec![] };
            for (side, drawn) in sides.iter_mut().zip([&step.before, &step.after]) {
                let RowItem::Cell(symbol) = drawn[r][c] else { continue };
                let entry = PatternEntry { states: symbol.states(), offset: offset.clone(), run: None, copy: None };
                side.push(entry);
            }
            let copy = match step.after[r][c] {
                RowItem::Cell(CellSymbol::Any) => Some(k),
                item if is_set(&item) => {
                    sets += 1;
                    of_set.get(sets - 1).copied()
                }
                _ => None,
            };
            if let Some(entry) = sides[1].last_mut() {
                entry.copy = copy;
            }
        }
        sides
    }
}

fn is_set(item: &RowItem) -> bool {
    matches!(item, RowItem::Cell(CellSymbol::AnyOf(_)))
}

/// Returns the entries of both sides of a picture of one row.
///
/// `component` is the difference between the offsets of consecutive cells.
fn row(step: &PictureStep, component: i64) -> [Vec<PatternEntry>; 2] {
    let runs = step.before[0].iter().filter(|item| matches!(item, RowItem::Run(..))).count();
    let one = |k: usize, some: bool| {
        let mut each = vec![0; runs];
        each[k] = 1;
        Linear { constant: i64::from(some), coefficients: each }
    };
    let (mut before, mut at): (Vec<PatternEntry>, Linear) =
        (vec![], Linear { constant: 0, coefficients: vec![0; runs] });
    let (mut groups, mut in_group, mut sets, mut outside, mut run) = (vec![], false, vec![], vec![], 0);
    let cell = Linear { constant: 1, coefficients: vec![] };
    for item in &step.before[0] {
        match *item {
            RowItem::GroupStart => {
                in_group = true;
                groups.push(vec![]);
            }
            RowItem::GroupEnd => in_group = false,
            RowItem::Cell(symbol) | RowItem::Run(symbol, _) => {
                let length = if let RowItem::Run(_, some) = *item {
                    run += 1;
                    Some(one(run - 1, some))
                } else {
                    None
                };
                match groups.last_mut() {
                    Some(group) if in_group => group.push(before.len()),
                    _ if length.is_some() => outside.push(before.len()),
                    _ if is_set(item) => sets.push(before.len()),
                    _ => {}
                }
                before.push(PatternEntry {
                    states: symbol.states(),
                    offset: at.clone(),
                    run: length.clone(),
                    copy: None,
                });
                at.add(1, length.as_ref().unwrap_or(&cell));
            }
            RowItem::Edge | RowItem::Group(_) => {}
        }
    }
    let (mut after, mut there): (Vec<PatternEntry>, Linear) =
        (vec![], Linear { constant: 0, coefficients: vec![0; runs] });
    let (mut at_set, mut at_run) = (0, 0);
    for item in &step.after[0] {
        let mut put = |states: States, run: Option<Linear>, copy: Option<usize>| {
            let length = run.clone();
            after.push(PatternEntry { states, offset: there.clone(), run, copy });
            there.add(1, length.as_ref().unwrap_or(&cell));
        };
        match *item {
            RowItem::Cell(CellSymbol::One(state)) => put(States::one(state), None, None),
            RowItem::Cell(CellSymbol::Any) => {
                let from = before.iter().position(|entry| entry.offset == there && entry.run.is_none());
                // Runs of length 0 can start at the same offset; if the cell on the left is not found, any state is
                // possible.
                after.push(PatternEntry { states: States::ANY, offset: there.clone(), run: None, copy: from });
                there.add(1, &cell);
            }
            RowItem::Cell(CellSymbol::AnyOf(states)) => {
                put(states, None, sets.get(at_set).copied());
                at_set += 1;
            }
            RowItem::Run(symbol, _) => {
                let from = outside[at_run];
                at_run += 1;
                let copy = if matches!(symbol, CellSymbol::One(_)) { None } else { Some(from) };
                put(symbol.states(), before[from].run.clone(), copy);
            }
            RowItem::Group(group) => {
                for &from in &groups[usize::from(group)] {
                    put(before[from].states, before[from].run.clone(), Some(from));
                }
            }
            RowItem::Edge | RowItem::GroupStart | RowItem::GroupEnd => {}
        }
    }
    exclude_unchanged_choice(&mut before, &after);
    let mut sides = [before, after];
    for entry in sides.iter_mut().flatten() {
        if component < 0 {
            // Count offsets from the other end of the picture; both sides have the same length.
            let mut offset = at.clone();
            offset.add(-1, &entry.offset);
            offset.add(-1, entry.run.as_ref().unwrap_or(&cell));
            entry.offset = offset;
        }
        let mut scaled = Linear { constant: 0, coefficients: vec![0; runs] };
        scaled.add(component.abs(), &entry.offset);
        entry.offset = scaled;
    }
    sides
}

/// If only one cell changes, excludes its new state from its old states.
///
/// This is valid because a picture that changes nothing is not a move.
fn exclude_unchanged_choice(before: &mut [PatternEntry], after: &[PatternEntry]) {
    let moved = |(k, twin): (usize, &PatternEntry)| twin.copy.is_some_and(|from| from != k);
    if before.len() != after.len() || after.iter().enumerate().any(moved) {
        return;
    }
    let changes = |k: &usize| after[*k].copy.is_none() && after[*k].states != before[*k].states;
    let changed: Vec<usize> = (0..before.len()).filter(changes).collect();
    if let [only] = changed[..]
        && before[only].run.is_none()
    {
        before[only].states = States(before[only].states.0 & !after[only].states.0);
    }
}
