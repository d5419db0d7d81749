//! Positions: sums of terms, in the spelling of questions and as printed.

use super::play::{Part, Rules};
use crate::random::Random;
use std::rc::Rc;

/// A term of a sum.
#[derive(Clone)]
pub struct Term {
    pub rules: Rc<dyn Rules>,
    pub negative: bool,
    pub copies: usize,
    pub parts: Vec<Part>,
}

/// A position and its play convention.
#[derive(Clone)]
pub struct Position {
    pub misere: bool,
    pub terms: Vec<Term>,
}

/// A term as it is printed: its rules as text, its sign, and its components in canonical form.
pub type Printed = (String, bool, Vec<Part>);

impl Term {
    pub fn is_partizan(&self) -> bool {
        self.rules.is_partizan(&self.parts)
    }

    fn write(&self, random: &mut Random) -> String {
        let copies = match self.copies {
            1 if !random.one_in(6) => String::new(),
            copies => format!("{copies}*"),
        };
        let sign = if self.negative { "-" } else { "" };
        let space = if random.one_in(5) { " " } else { "" };
        let parts = self.rules.random_spelling(&self.parts, random);
        let parts = if random.one_in(6) { parts.replace(',', " , ") } else { parts };
        format!("{sign}{space}{copies}{}{space}{parts}", self.rules.written(random))
    }

    /// Returns the printed form of one copy.
    pub fn printed(&self, rules: &str) -> Printed {
        (rules.to_string(), self.negative, keys(&*self.rules, &self.parts))
    }
}

/// Returns the keys of components in a canonical order.
pub fn keys(rules: &dyn Rules, parts: &[Part]) -> Vec<Part> {
    let mut keys: Vec<Part> = parts.iter().map(|part| rules.key(part)).collect();
    keys.sort();
    keys
}

impl Position {
    pub fn is_partizan(&self) -> bool {
        self.terms.iter().any(Term::is_partizan)
    }

    /// Returns a random valid spelling.
    pub fn write(&self, random: &mut Random) -> String {
        let plus = *random.pick(&["+", " + ", " +  "]);
        let terms: Vec<String> = self.terms.iter().map(|term| term.write(random)).collect();
        format!("{}{}", if self.misere { *random.pick(&["misere ", "misère "]) } else { "" }, terms.join(plus))
    }

    /// Returns positions that are simpler in one respect.
    pub fn simpler(&self) -> Vec<Position> {
        let mut simpler = vec![];
        if self.misere {
            simpler.push(Position { misere: false, ..self.clone() });
        }
        let with = |k: usize, change: &dyn Fn(&mut Term)| {
            let mut other = self.clone();
            change(&mut other.terms[k]);
            other
        };
        for k in 0..self.terms.len() {
            let term = &self.terms[k];
            if self.terms.len() > 1 {
                let mut less = self.clone();
                less.terms.remove(k);
                simpler.push(less);
            }
            if term.copies > 1 {
                simpler.push(with(k, &|term| term.copies = 1));
            }
            if term.negative {
                simpler.push(with(k, &|term| term.negative = false));
            }
            for p in 0..term.parts.len() {
                if term.parts.len() > 1 {
                    simpler.push(with(k, &|term| drop(term.parts.remove(p))));
                }
                for part in term.rules.smaller(&term.parts[p]) {
                    simpler.push(with(k, &|term| term.parts[p] = part.clone()));
                }
            }
            for rules in term.rules.simpler() {
                simpler.push(with(k, &|term| term.rules = rules.clone()));
            }
        }
        simpler
    }
}

/// A printed term: whether it is negative, its copies, its rules, and its components in parentheses.
pub type Pieces = (bool, usize, String, String);

/// Splits a printed position into its play convention and its terms.
pub fn split(printed: &str) -> Option<(bool, Vec<Pieces>)> {
    let (misere, sum) = printed.strip_prefix("misere ").map_or((false, printed), |sum| (true, sum));
    let mut terms = vec![];
    for text in split_outside_brackets(sum, '+') {
        let text = text.trim();
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
        let (copies, text) = match text.split_once('*') {
            Some((copies, rest)) if copies.chars().all(|c| c.is_ascii_digit()) => (copies.parse().ok()?, rest),
            _ => (1, text),
        };
        // Find the last parentheses that are outside all other brackets.
        let (mut depth, mut open, mut quoted) = (0, None, false);
        for (at, c) in text.char_indices() {
            match c {
                '"' => quoted = !quoted,
                '(' | '[' | '{' if !quoted => {
                    if depth == 0 && c == '(' {
                        open = Some(at);
                    }
                    depth += 1;
                }
                ')' | ']' | '}' if !quoted => depth -= 1,
                _ => {}
            }
        }
        let (rules, parts) = text.split_at(open?);
        terms.push((negative, copies, rules.to_string(), parts.to_string()));
    }
    Some((misere, terms))
}

/// Splits a text at a sign outside all brackets and quotes.
fn split_outside_brackets(text: &str, sign: char) -> Vec<&str> {
    let (mut depth, mut quoted, mut from) = (0, false, 0);
    let mut pieces = vec![];
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            c if c == sign && depth == 0 && !quoted => {
                pieces.push(&text[from..at]);
                from = at + sign.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(&text[from..]);
    pieces
}
