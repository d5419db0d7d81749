//! Cuts sequences into blocks, such as `(PN)^3 N^4`, and fits a common form to several sequences.
//!
//! In the common form, a [`SequenceFamily`], lengths and entries are linear functions of a symbolic parameter.

use super::sequence::Repeating;

/// A linear function `slope*j + start` of one parameter j.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    /// The factor of the parameter.
    pub slope: i64,
    /// The value for j = 0.
    pub start: i64,
}

impl Affine {
    /// Returns a constant function.
    pub fn number(start: i64) -> Affine {
        Affine { slope: 0, start }
    }

    /// Returns the function `self + times * other`.
    pub fn plus(self, times: i64, other: Affine) -> Affine {
        Affine { slope: self.slope + times * other.slope, start: self.start + times * other.start }
    }

    /// Returns the value for a parameter.
    pub fn at(self, j: i64) -> i64 {
        self.slope * j + self.start
    }

    /// Substitutes `j + by` for j.
    pub fn shifted(self, by: i64) -> Affine {
        Affine { start: self.at(by), ..self }
    }

    /// Returns the function in the syntax of claims: `2*j+1`.
    pub fn to_text(self, param: &str) -> String {
        let sum = grundy_rulelang::formula::Linear::number(self.start);
        sum.plus(self.slope, &grundy_rulelang::formula::Linear::variable(0)).to_text(&[param.to_string()])
    }

    /// Returns the linear function through all points, if there is one.
    fn through(points: impl Iterator<Item = (i64, i64)> + Clone) -> Option<Affine> {
        let mut first = points.clone();
        let ((x0, y0), (x1, y1)) = (first.next()?, first.next()?);
        let slope = ((y1 - y0) % (x1 - x0) == 0).then(|| (y1 - y0) / (x1 - x0))?;
        let sum = Affine { slope, start: y0 - slope * x0 };
        points.clone().all(|(x, y)| sum.at(x) == y).then_some(sum)
    }
}

/// A block of a sequence: copies of a root (a short list), or a climb (numbers that increase by 1).
///
/// The type `N` is `i64`, or [`Affine`] for a common form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block<N> {
    /// The repeated root; for a climb, its first number.
    pub root: Vec<N>,
    /// Whether the block is a climb.
    pub is_climb: bool,
    /// The number of copies of the root; for a climb, its length.
    pub times: N,
}

/// Maximal length of a root.
const MAX_ROOT_LEN: usize = 6;

/// Cuts a list of entries into blocks, each as long as possible.
///
/// Climbs are used only if `allow_climbs` is set.
pub fn cut(entries: &[u32], allow_climbs: bool) -> Vec<Block<i64>> {
    let mut out = vec![];
    let mut at = 0;
    while at < entries.len() {
        let rest = &entries[at..];
        let (mut length, mut times) = (1, 1);
        for root in 1..=MAX_ROOT_LEN.min(rest.len()) {
            let more = rest.chunks_exact(root).skip(1).take_while(|chunk| **chunk == rest[..root]).count();
            if more > 0 && root * (more + 1) > length * times {
                (length, times) = (root, more + 1);
            }
        }
        let climb = 1 + rest.windows(2).take_while(|pair| pair[1] == pair[0] + 1).count();
        if allow_climbs && climb > 2 && climb > length * times {
            out.push(Block { root: vec![rest[0].into()], is_climb: true, times: climb as i64 });
            at += climb;
        } else {
            let root = rest[..length].iter().map(|&x| x.into()).collect();
            out.push(Block { root, is_climb: false, times: times as i64 });
            at += length * times;
        }
    }
    out
}

/// A sequence cut into blocks: its head, and one period from an index divisible by the period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The length of the period.
    pub period: i64,
    /// The length of the head.
    pub start: i64,
    /// The blocks of the head.
    pub head: Vec<Block<i64>>,
    /// The blocks of the period.
    pub blocks: Vec<Block<i64>>,
}

impl Cut {
    /// Cuts a sequence; climbs are used only if `allow_climbs` is set.
    pub fn new(sequence: &Repeating, allow_climbs: bool) -> Cut {
        let period = sequence.period_entries.len();
        let from = sequence.head.len().next_multiple_of(period);
        let period_entries: Vec<u32> = (from..from + period).map(|n| sequence.at(n)).collect();
        Cut {
            period: period as i64,
            start: sequence.head.len() as i64,
            head: cut(&sequence.head, allow_climbs),
            blocks: cut(&period_entries, allow_climbs),
        }
    }
}

/// A common form: a sequence for every value j of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceFamily {
    /// The length of the period.
    pub period: Affine,
    /// The length of the head.
    pub start: Affine,
    /// The blocks of the head.
    pub head: Vec<Block<Affine>>,
    /// The blocks of the period.
    pub blocks: Vec<Block<Affine>>,
}

impl SequenceFamily {
    /// Fits a common form to the sequences for several values of the parameter.
    ///
    /// The sequences must have equally many blocks, with lengths and entries that are linear in the parameter.
    pub fn fit(cuts: &[(i64, &Cut)]) -> Option<SequenceFamily> {
        Some(SequenceFamily {
            period: Affine::through(cuts.iter().map(|(j, cut)| (*j, cut.period)))?,
            start: Affine::through(cuts.iter().map(|(j, cut)| (*j, cut.start)))?,
            head: fit(&cuts.iter().map(|(j, cut)| (*j, &cut.head[..])).collect::<Vec<_>>())?,
            blocks: fit(&cuts.iter().map(|(j, cut)| (*j, &cut.blocks[..])).collect::<Vec<_>>())?,
        })
    }

    /// Substitutes `j + by` for j.
    pub fn shifted(&self, by: i64) -> SequenceFamily {
        let moved = |blocks: &[Block<Affine>]| {
            let blocks = blocks.iter().map(|block| Block {
                root: block.root.iter().map(|x| x.shifted(by)).collect(),
                is_climb: block.is_climb,
                times: block.times.shifted(by),
            });
            blocks.collect()
        };
        SequenceFamily {
            period: self.period.shifted(by),
            start: self.start.shifted(by),
            head: moved(&self.head),
            blocks: moved(&self.blocks),
        }
    }

    /// Reports whether this form yields, for the value `j` of the parameter, the sequence `sequence`.
    pub fn agrees_with(&self, j: i64, sequence: &Repeating) -> bool {
        let (Some(head), Some(period_entries)) = (expanded(&self.head, j), expanded(&self.blocks, j)) else {
            return false;
        };
        if period_entries.is_empty()
            || period_entries.len() as i64 != self.period.at(j)
            || head.len() as i64 != self.start.at(j)
        {
            return false;
        }
        let entry = |n: usize| head.get(n).copied().unwrap_or_else(|| period_entries[n % period_entries.len()]);
        // Two sequences with periods p and q that agree on p + q entries are equal (N. J. Fine and H. S. Wilf 1965).
        let decisive_len = head.len().max(sequence.head.len()) + period_entries.len() + sequence.period_entries.len();
        (0..decisive_len).all(|n| entry(n) == sequence.at(n))
    }
}

/// Expands the blocks for one value of the parameter; `None` if a length or an entry is negative.
fn expanded(blocks: &[Block<Affine>], j: i64) -> Option<Vec<u32>> {
    let mut out = vec![];
    for block in blocks {
        let root = block.root.iter().map(|x| u32::try_from(x.at(j)).ok()).collect::<Option<Vec<u32>>>()?;
        let times = u32::try_from(block.times.at(j)).ok()?;
        match block.is_climb {
            true => out.extend((0..times).map(|k| root[0] + k)),
            false => out.extend(root.repeat(times as usize)),
        }
    }
    Some(out)
}

/// Fits common blocks to several lists of blocks.
fn fit(sequences: &[(i64, &[Block<i64>])]) -> Option<Vec<Block<Affine>>> {
    let (_, first) = sequences.first()?;
    let alike = |blocks: &[Block<i64>]| {
        let pairs = || blocks.iter().zip(*first);
        blocks.len() == first.len() && pairs().all(|(a, b)| a.is_climb == b.is_climb && a.root.len() == b.root.len())
    };
    if !sequences.iter().all(|(_, blocks)| alike(blocks)) {
        return None;
    }
    let one = |(k, block): (usize, &Block<i64>)| {
        let root =
            (0..block.root.len()).map(|c| Affine::through(sequences.iter().map(|(j, blocks)| (*j, blocks[k].root[c]))));
        let times = Affine::through(sequences.iter().map(|(j, blocks)| (*j, blocks[k].times)))?;
        Some(Block { root: root.collect::<Option<_>>()?, is_climb: block.is_climb, times })
    };
    first.iter().enumerate().map(one).collect()
}
