//! Grundy tables of games on pairs whose moves follow rays, such as Wythoff's game.
//!
//! A move subtracts a positive multiple of one of a few steps, so the options of a cell are all earlier cells on its
//! lines. Each line has a bit set of the values that occur on it, so a cell takes time proportional to its value
//! divided by 64.

use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Genus, Nimber, Play, Result};

/// The Grundy values of all pairs (a, b) with a < `rows` and b < `columns`, normal or misère.
#[derive(Clone, Debug, Default)]
pub struct RayTable {
    rows: u64,
    columns: u64,
    values: Vec<u32>,
}

impl RayTable {
    /// Returns the memory used by the table in bytes.
    pub fn bytes(&self) -> u64 {
        4 * self.values.len() as u64
    }

    /// Reports whether a pair is in the table.
    pub fn covers(&self, [a, b]: [u64; 2]) -> bool {
        a < self.rows && b < self.columns
    }

    /// Returns the value of a pair in the table.
    pub fn value(&self, [a, b]: [u64; 2]) -> u32 {
        self.values[(a * self.columns + b) as usize]
    }

    /// Returns the last pair of a larger table that covers the given pair.
    /// In each direction the larger table has at least `halves` / 2 times the size of this table.
    pub fn enclosing(&self, [a, b]: [u64; 2], halves: u64) -> [u64; 2] {
        [a.max(self.rows * halves / 2), b.max(self.columns * halves / 2)]
    }

    /// Returns the number of pairs of a table up to this pair.
    pub fn cells([a, b]: [u64; 2]) -> u128 {
        (u128::from(a) + 1).saturating_mul(u128::from(b) + 1)
    }

    /// Reports whether all pairs that are in both tables are tame; `self` must be the table of normal play.
    pub fn is_tame_with(&self, misere: &RayTable) -> bool {
        let pairs =
            (0..self.rows.min(misere.rows)).flat_map(|a| (0..self.columns.min(misere.columns)).map(move |b| [a, b]));
        let genus = |pair| Genus { normal: Nimber(self.value(pair).into()), misere: Nimber(misere.value(pair).into()) };
        pairs.map(genus).all(Genus::is_tame)
    }

    /// Computes the table of all pairs up to (`a`, `b`).
    ///
    /// # Errors
    /// Fails with `limit` if the table does not fit the budget or the time runs out.
    pub fn compute(steps: &[[u64; 2]], play: Play, [a, b]: [u64; 2], budget: &Budget) -> Result<RayTable> {
        let (rows, columns) = (u128::from(a) + 1, u128::from(b) + 1);
        // A line has at most as many values as cells, and a value is at most the number of options.
        let longest = |&[x, y]: &[u64; 2]| match (x, y) {
            (0, y) => columns / u128::from(y.max(1)),
            (x, 0) => rows / u128::from(x),
            (x, y) => (rows / u128::from(x)).min(columns / u128::from(y)),
        };
        let words = steps.iter().map(longest).sum::<u128>() / 64 + 1;
        // Short lines have no bit set; their few cells are visited one by one.
        let (short, long): (Vec<[u64; 2]>, Vec<[u64; 2]>) =
            steps.iter().partition(|step| longest(step) <= MAX_SHORT_LINE);
        let lines: u128 = long.iter().map(|s| RayLines::count(s, rows, columns)).sum();
        let bytes = rows.saturating_mul(columns).saturating_mul(4).saturating_add(lines.saturating_mul(words * 8));
        budget.check_fits(bytes, &text!("the table of all pairs up to ({a},{b})", a, b))?;

        let (rows, columns, words) = (rows as u64, columns as u64, words as usize);
        let mut lines: Vec<RayLines> = long.iter().map(|&step| RayLines::new(step, rows, columns, words)).collect();
        // If the moves are symmetric, the values of a square table are symmetric, and only half of them are computed.
        let mirrored = rows == columns && steps.iter().all(|&[dx, dy]| steps.contains(&[dy, dx]));
        let mut values: Vec<u32> = vec![0; (rows * columns) as usize];
        let mut short_line_values: Vec<usize> = vec![];
        let mut meter = budget.meter(text!("pairs")).with_total(rows * columns);
        let mut on = vec![0; long.len()];
        for x in 0..rows {
            meter.set_progress(x * columns);
            for y in if mirrored { x } else { 0 }..columns {
                meter.advance(1)?;
                short_line_values.clear();
                for &[dx, dy] in &short {
                    let (mut p, mut q) = (x, y);
                    while p >= dx && q >= dy {
                        (p, q) = (p - dx, q - dy);
                        short_line_values.push(values[(p * columns + q) as usize] as usize);
                    }
                }
                let mut moves = !short_line_values.is_empty();
                let mut from = 0;
                for (at, line) in on.iter_mut().zip(&lines) {
                    *at = line.through(x, y);
                    moves |= x >= line.step[0] && y >= line.step[1];
                    from = from.max(line.full[*at]);
                }
                let value = if !moves && play == Play::Misere {
                    1
                } else {
                    let on_lines = |w: usize| {
                        on.iter().zip(&lines).fold(0, |seen, (&at, l)| seen | l.value_bits[w * l.lines + at])
                    };
                    let seen = |w: usize| {
                        short_line_values
                            .iter()
                            .filter(|&&v| v / 64 == w)
                            .fold(on_lines(w), |seen, v| seen | 1 << (v % 64))
                    };
                    let gap = (from..words).map(|w| (w, seen(w))).find(|&(_, seen)| seen != u64::MAX);
                    let (word, seen) = gap.expect("a mex is at most the number of options");
                    word * 64 + seen.trailing_ones() as usize
                };
                for (&at, line) in on.iter().zip(&mut lines) {
                    line.add_value(at, value, words);
                }
                values[(x * columns + y) as usize] = value as u32;
                if mirrored && x != y {
                    values[(y * columns + x) as usize] = value as u32;
                    // The mirror image has the same value; the lines through it must store this value, because
                    // their later cells need it.
                    for line in &mut lines {
                        let at = line.through(y, x);
                        line.add_value(at, value, words);
                    }
                }
            }
        }
        Ok(RayTable { rows, columns, values })
    }
}

/// The maximal number of cells of a line without a bit set.
const MAX_SHORT_LINE: u128 = 32;

/// All lines in one direction, and for each line the values on it so far.
struct RayLines {
    step: [u64; 2],
    rows: u64,
    columns: u64,
    /// The number of lines.
    lines: usize,
    /// Bit sets of the values: the first words of all lines, then the second words of all lines, and so on.
    /// Neighbouring cells have values of similar size, so the words that they read share cache lines.
    value_bits: Vec<u64>,
    /// For each line, the number of leading words in which all bits are set.
    full: Vec<usize>,
}

impl RayLines {
    /// Returns the number of lines; a line starts at each cell from which a step back leaves the table.
    fn count(&[x, y]: &[u64; 2], rows: u128, columns: u128) -> u128 {
        u128::from(x) * columns + u128::from(y) * rows
    }

    fn new(step: [u64; 2], rows: u64, columns: u64, words: usize) -> RayLines {
        let count = RayLines::count(&step, rows.into(), columns.into()) as usize;
        RayLines { step, rows, columns, lines: count, value_bits: vec![0; count * words], full: vec![0; count] }
    }

    /// Returns the index of the line through a cell.
    fn through(&self, x: u64, y: u64) -> usize {
        let back = match self.step {
            [0, 1] => y,
            [1, 0] => x,
            [1, 1] => x.min(y),
            [0, dy] => y / dy,
            [dx, 0] => x / dx,
            [dx, dy] => (x / dx).min(y / dy),
        };
        let (x, y) = (x - back * self.step[0], y - back * self.step[1]);
        let number =
            if x < self.step[0] { x * self.columns + y } else { self.step[0] * self.columns + y * self.rows + x };
        number as usize
    }

    fn add_value(&mut self, line: usize, value: usize, words: usize) {
        self.value_bits[value / 64 * self.lines + line] |= 1 << (value % 64);
        while self.full[line] < words && self.value_bits[self.full[line] * self.lines + line] == u64::MAX {
            self.full[line] += 1;
        }
    }
}
