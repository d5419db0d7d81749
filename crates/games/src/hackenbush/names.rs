//! Names of Hackenbush vertices: numbers, words and texts in quotes.

use grundy_rules::push_number;
use rustc_hash::FxHashMap;

/// The name of a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HackenbushName {
    /// A number less than 2^63 that is spelt without leading zeros.
    Number(u64),
    /// Any other name, without quotes.
    Text(Box<str>),
}

/// The names of all vertices.
///
/// While edges are parsed, a name is represented by its *code*: 2n for the number n, and 2i + 1 for the text of index
/// i. So numbers, which large graphs use, need no look-up. After the last edge, [`HackenbushNames::number`] numbers the
/// names in use from 0.
#[derive(Debug, Default)]
pub(super) struct HackenbushNames {
    /// The texts by index, once all edges are parsed; until then the texts are the keys of `numbers`.
    texts: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
    /// The code of the name of each vertex.
    codes: Vec<u64>,
}

/// The least number that is stored as a text, since twice the number would overflow.
const MIN_TEXT_NUMBER: u64 = 1 << 63;

impl PartialEq for HackenbushNames {
    fn eq(&self, other: &HackenbushNames) -> bool {
        self.codes == other.codes && self.texts == other.texts
    }
}

impl HackenbushName {
    /// Returns the name with this spelling, which is given without quotes.
    pub fn from_text(text: &str) -> HackenbushName {
        match plain_number(text) {
            Some(number) => HackenbushName::Number(number),
            None => HackenbushName::Text(text.into()),
        }
    }

    /// Writes the name in the notation of the game.
    pub fn write(&self, out: &mut String) {
        match self {
            HackenbushName::Number(number) => push_number(*number, out),
            HackenbushName::Text(text) => write_text(text, out),
        }
    }
}

/// Parses `text` as a number if it is spelt as numbers are printed, without leading zeros.
///
/// Such a name means the same with or without quotes.
fn plain_number(text: &str) -> Option<u64> {
    let plain = text == "0" || text.starts_with(|c: char| ('1'..='9').contains(&c));
    text.parse().ok().filter(|_| plain)
}

impl HackenbushNames {
    /// Returns the number of named vertices.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Returns the code of a name.
    pub fn code(&mut self, name: &HackenbushName) -> u64 {
        match name {
            HackenbushName::Number(number) => self.code_of_number(*number),
            HackenbushName::Text(text) => self.code_of_text(text),
        }
    }

    /// Returns the code of the name with this spelling, which is given without quotes.
    pub fn code_of(&mut self, text: &str) -> u64 {
        match plain_number(text) {
            Some(number) => self.code_of_number(number),
            None => self.code_of_text(text),
        }
    }

    #[inline]
    pub fn code_of_number(&mut self, number: u64) -> u64 {
        if number < MIN_TEXT_NUMBER { 2 * number } else { self.code_of_text(&number.to_string()) }
    }

    fn code_of_text(&mut self, text: &str) -> u64 {
        let number = match self.numbers.get(text) {
            Some(&number) => number,
            None => {
                let number = self.numbers.len() as u32;
                self.numbers.insert(text.into(), number);
                number
            }
        };
        2 * u64::from(number) + 1
    }

    /// Numbers the vertices from 0 and returns the ends of the edges as these numbers.
    ///
    /// The grounds come first, then the other vertices in order of occurrence; `grounds` and `ends` are codes.
    pub fn number(&mut self, grounds: &[u64], ends: &[[u64; 2]]) -> Vec<[u32; 2]> {
        self.texts.resize(self.numbers.len(), Box::default());
        for (text, number) in self.numbers.drain() {
            self.texts[number as usize] = text;
        }
        self.numbers.shrink_to_fit();
        let largest = ends.iter().flatten().chain(grounds).copied().max().unwrap_or(0);
        if largest <= 16 * ends.len() as u64 + 1024 {
            let mut table = vec![u32::MAX; largest as usize + 1];
            return self.number_by(grounds, ends, |code, new| {
                let place = &mut table[code as usize];
                if *place == u32::MAX {
                    *place = new;
                }
                *place
            });
        }
        let mut table: FxHashMap<u64, u32> = FxHashMap::default();
        self.number_by(grounds, ends, |code, new| *table.entry(code).or_insert(new))
    }

    fn number_by(
        &mut self,
        grounds: &[u64],
        ends: &[[u64; 2]],
        mut number: impl FnMut(u64, u32) -> u32,
    ) -> Vec<[u32; 2]> {
        let codes = &mut self.codes;
        let mut of = |code: u64| {
            let number = number(code, codes.len() as u32);
            if number as usize == codes.len() {
                codes.push(code);
            }
            number
        };
        for &ground in grounds {
            of(ground);
        }
        ends.iter().map(|&[a, b]| [of(a), of(b)]).collect()
    }

    /// Returns the name of a vertex without quotes.
    pub fn unquoted(&self, vertex: usize) -> String {
        let code = self.codes[vertex];
        if code.is_multiple_of(2) { (code / 2).to_string() } else { self.texts[(code / 2) as usize].to_string() }
    }

    /// Writes the name of a vertex in the notation of the game.
    pub fn write(&self, vertex: usize, out: &mut String) {
        let code = self.codes[vertex];
        if code.is_multiple_of(2) {
            push_number(code / 2, out);
        } else {
            write_text(&self.texts[(code / 2) as usize], out);
        }
    }
}

fn write_text(text: &str, out: &mut String) {
    let belongs = |c: char| c == '_' || c.is_alphanumeric();
    let word = text.starts_with(|c: char| belongs(c) && !c.is_ascii_digit()) && text.chars().all(belongs);
    // Large numbers are stored as texts and need no quotes; other texts that start with a digit need quotes.
    if word || plain_number(text).is_some() {
        out.push_str(text);
    } else {
        out.push('"');
        out.push_str(text);
        out.push('"');
    }
}
