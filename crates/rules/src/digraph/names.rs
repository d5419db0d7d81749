//! Names of vertices, which are numbers and texts, in ascending order.

use crate::number::push_number;
use std::fmt;

/// The name of a vertex: a number below 2^64, or any other text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VertexName<'a> {
    /// A number, without leading zeros.
    Number(u64),
    /// Any other text.
    Text(&'a str),
}

impl<'a> VertexName<'a> {
    /// Parses a name: `7` is a number, but `007` is a text because of its leading zeros.
    ///
    /// ```
    /// use grundy_rules::VertexName;
    /// assert_eq!(VertexName::read("7"), VertexName::Number(7));
    /// assert_eq!(VertexName::read("007"), VertexName::Text("007"));
    /// ```
    pub fn read(text: &'a str) -> VertexName<'a> {
        let plain = text.starts_with(|c: char| c.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
        match text.parse() {
            Ok(number) if plain => VertexName::Number(number),
            _ => VertexName::Text(text),
        }
    }

    /// Writes the name in the notation, in quotes if it needs them.
    pub fn write(self, out: &mut String) {
        match self {
            VertexName::Number(number) => push_number(number, out),
            VertexName::Text(text) if is_bare(text) => out.push_str(text),
            VertexName::Text(text) => {
                out.push('"');
                out.push_str(text);
                out.push('"');
            }
        }
    }

    /// Returns the name without quotes.
    pub fn unquoted(self) -> String {
        match self {
            VertexName::Number(number) => number.to_string(),
            VertexName::Text(text) => text.to_string(),
        }
    }
}

impl fmt::Display for VertexName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.write(&mut out);
        f.write_str(&out)
    }
}

/// Returns whether a name needs no quotes.
///
/// Such a name has only digits, or letters, digits and `_` without a leading digit.
fn is_bare(name: &str) -> bool {
    let digits = name.starts_with(|c: char| c.is_ascii_digit());
    let belongs = |c: char| if digits { c.is_ascii_digit() } else { c == '_' || c.is_alphanumeric() };
    !name.is_empty() && name.chars().all(belongs)
}

/// All names: numbers ascending, then texts ascending.
#[derive(Debug)]
pub(super) struct VertexNames {
    numbers: NumberList,
    texts: TextList,
}

/// Ascending numbers, stored in 32 bits if all of them fit.
#[derive(Debug)]
enum NumberList {
    Narrow(Box<[u32]>),
    Wide(Box<[u64]>),
}

/// Ascending texts, concatenated.
#[derive(Debug)]
struct TextList {
    all: String,
    /// The end of each text in `all`, in bytes.
    ends: Box<[u32]>,
}

impl VertexNames {
    /// Builds the names from two ascending lists.
    pub fn new(numbers: impl Iterator<Item = u64> + Clone, texts: &[(Box<str>, u32)]) -> VertexNames {
        // Numbers ascend, so the last one is the largest.
        let narrow = numbers.clone().last().is_none_or(|largest| u32::try_from(largest).is_ok());
        let numbers = match narrow {
            true => NumberList::Narrow(numbers.map(|n| n as u32).collect()),
            false => NumberList::Wide(numbers.collect()),
        };
        let mut all = String::with_capacity(texts.iter().map(|t| t.0.len()).sum());
        let ends = texts.iter().map(|(text, _)| {
            all.push_str(text);
            all.len() as u32
        });
        let ends = ends.collect();
        VertexNames { numbers, texts: TextList { all, ends } }
    }

    pub fn get(&self, vertex: u32) -> VertexName<'_> {
        let at = vertex as usize;
        match &self.numbers {
            NumberList::Narrow(list) if at < list.len() => VertexName::Number(list[at].into()),
            NumberList::Wide(list) if at < list.len() => VertexName::Number(list[at]),
            numbers => VertexName::Text(self.texts.get(at - numbers.len())),
        }
    }

    pub fn find(&self, name: VertexName<'_>) -> Option<u32> {
        let index = match (name, &self.numbers) {
            (VertexName::Number(n), NumberList::Narrow(list)) => list.binary_search(&u32::try_from(n).ok()?).ok()?,
            (VertexName::Number(n), NumberList::Wide(list)) => list.binary_search(&n).ok()?,
            (VertexName::Text(text), numbers) => numbers.len() + self.texts.find(text)?,
        };
        Some(index as u32)
    }

    pub fn bytes(&self) -> u64 {
        let numbers = match &self.numbers {
            NumberList::Narrow(list) => 4 * list.len(),
            NumberList::Wide(list) => 8 * list.len(),
        };
        (numbers + self.texts.all.capacity() + 4 * self.texts.ends.len()) as u64
    }
}

impl NumberList {
    fn len(&self) -> usize {
        match self {
            NumberList::Narrow(list) => list.len(),
            NumberList::Wide(list) => list.len(),
        }
    }
}

impl TextList {
    fn get(&self, at: usize) -> &str {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.all[start as usize..self.ends[at] as usize]
    }

    fn find(&self, text: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = (low + high) / 2;
            match self.get(middle).cmp(text) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}
