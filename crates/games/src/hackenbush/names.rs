//! Names of vertices: numbers, words and anything in quotes.

use grundy_rules::push_number;
use rustc_hash::FxHashMap;

/// The name of a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// A number.
    Number(u64),
    /// Anything else.
    Text(Box<str>),
}

/// The names of all vertices, and the texts among them.
///
/// While edges are read, a name is its *code*: twice a number, or twice a text's number plus 1. So numbers, which are what
/// large graphs have, need no look-up; behind the last edge, [`Names::number`] gives the names in use numbers from 0.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// By their numbers, once all edges are read; until then texts stand as keys of `numbers`.
    texts: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
    /// The code of each vertex.
    codes: Vec<u64>,
}

/// Numbers from here on are kept as texts: their codes have no room.
const LARGE: u64 = 1 << 63;

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.codes == other.codes && self.texts == other.texts
    }
}

impl Name {
    /// The name that is written so, without its quotes.
    pub fn of(text: &str) -> Name {
        match plain_number(text) {
            Some(number) => Name::Number(number),
            None => Name::Text(text.into()),
        }
    }

    /// Writes the name as the notation reads it.
    pub fn write(&self, out: &mut String) {
        match self {
            Name::Number(number) => push_number(*number, out),
            Name::Text(text) => write_text(text, out),
        }
    }
}

/// The number that `text` is, if it is written as numbers are printed: then quotes make no difference.
fn plain_number(text: &str) -> Option<u64> {
    let plain = text == "0" || text.starts_with(|c: char| ('1'..='9').contains(&c));
    text.parse().ok().filter(|_| plain)
}

impl Names {
    /// How many vertices have names.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// The code of a name.
    pub fn code(&mut self, name: &Name) -> u64 {
        match name {
            Name::Number(number) => self.code_of_number(*number),
            Name::Text(text) => self.code_of_text(text),
        }
    }

    /// The code of the name that is written so, without its quotes.
    pub fn code_of(&mut self, text: &str) -> u64 {
        match plain_number(text) {
            Some(number) => self.code_of_number(number),
            None => self.code_of_text(text),
        }
    }

    #[inline]
    pub fn code_of_number(&mut self, number: u64) -> u64 {
        if number < LARGE { 2 * number } else { self.code_of_text(&number.to_string()) }
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

    /// Numbers the vertices, the grounds first and then as they occur; gives the ends of the edges by number.
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

    /// The name of a vertex as it is, without quotes.
    pub fn plain(&self, vertex: usize) -> String {
        let code = self.codes[vertex];
        if code.is_multiple_of(2) { (code / 2).to_string() } else { self.texts[(code / 2) as usize].to_string() }
    }

    /// Writes the name of a vertex.
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
    // Large numbers are kept as texts; other texts that start with a digit would read as something else.
    if word || plain_number(text).is_some() {
        out.push_str(text);
    } else {
        out.push('"');
        out.push_str(text);
        out.push('"');
    }
}
