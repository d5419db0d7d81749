//! The printing of values in the usual notation: `{2|0||-1}`, `^3*2`, `+-{1|0}`, `Tiny(2)`, `v[2]*`.

use super::arena::Value;
use super::{Dyadic, NumberUpsStar, ValueArena, ValueLimit};
use crate::CompactSort;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The maximum length of a text in bytes, since a form can be much longer as text than in memory.
const MAX_LEN: usize = 1 << 20;

/// The maximum number of adjacent bars, since more are hard to count; larger forms get braces.
const MAX_BARS: usize = 4;

/// The set of symbols for printed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SymbolSet {
    /// `^`, `v` and `+-`, for programs.
    #[default]
    Ascii,
    /// Arrows and ±, for people.
    Arrows,
}

impl SymbolSet {
    fn arrow(self, up: bool) -> &'static str {
        match (self, up) {
            (SymbolSet::Ascii, true) => "^",
            (SymbolSet::Ascii, false) => "v",
            (SymbolSet::Arrows, true) => "↑",
            (SymbolSet::Arrows, false) => "↓",
        }
    }

    fn switch(self) -> &'static str {
        if self == SymbolSet::Ascii { "+-" } else { "±" }
    }
}

/// The maximum nesting depth of forms.
///
/// Because of this limit and [`MAX_BRACE_DEPTH`], every printed text can be parsed.
const MAX_FORM_DEPTH: u32 = 250;
/// The maximum nesting depth of braces.
const MAX_BRACE_DEPTH: u32 = 80;

/// The maximum length in bytes of a cached text; few values contain a longer text.
const MAX_CACHED_LEN: usize = 1 << 14;

/// The symbols and the cache of a printer.
struct Printer {
    symbols: SymbolSet,
    /// The texts of the forms written so far, because most forms occur in many other forms.
    cache: FxHashMap<Value, PrintedForm>,
}

/// A text with its largest number of adjacent bars and the depth of its braces.
#[derive(Clone)]
struct PrintedForm {
    text: String,
    /// The largest number of adjacent bars outside braces.
    bars: usize,
    /// The nesting depth of the braces.
    braces: u32,
}

impl PrintedForm {
    fn closed(text: String) -> PrintedForm {
        PrintedForm { text, bars: 0, braces: 0 }
    }

    fn in_braces(self) -> Result<PrintedForm, ValueLimit> {
        if self.braces == MAX_BRACE_DEPTH {
            return Err(ValueLimit::Depth);
        }
        Ok(PrintedForm { text: format!("{{{}}}", self.text), bars: 0, braces: self.braces + 1 })
    }

    fn in_braces_if(self, condition: bool) -> Result<PrintedForm, ValueLimit> {
        if condition { self.in_braces() } else { Ok(self) }
    }
}

impl ValueArena {
    /// Returns the value in the usual notation; [`ValueArena::parse`] parses it back.
    ///
    /// ```
    /// use grundy_value::{SymbolSet, ValueArena};
    /// let mut values = ValueArena::new();
    /// let two = values.parse("^ + ^")?;
    /// assert_eq!(values.text(two, SymbolSet::Ascii)?, "^2");
    /// assert_eq!(values.text(two, SymbolSet::Arrows)?, "↑2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a limit is reached: texts have at most 2^20 bytes.
    pub fn text(&mut self, g: Value, symbols: SymbolSet) -> Result<String, ValueLimit> {
        Ok(self.write_enclosed(g, &mut Printer { symbols, cache: FxHashMap::default() }, 0)?.text)
    }

    /// Writes a value on its own or between commas, where a form needs braces.
    fn write_enclosed(&mut self, g: Value, printer: &mut Printer, depth: u32) -> Result<PrintedForm, ValueLimit> {
        let form = self.write_form(g, printer, depth)?;
        let has_bars = form.bars > 0;
        form.in_braces_if(has_bars)
    }

    fn write_form(&mut self, g: Value, printer: &mut Printer, depth: u32) -> Result<PrintedForm, ValueLimit> {
        if let Some(n) = self.number_ups_star(g) {
            return Ok(PrintedForm::closed(number_ups_star_text(n, printer.symbols)));
        }
        if let Some(form) = printer.cache.get(&g) {
            return Ok(form.clone());
        }
        self.meter.step()?;
        if depth == MAX_FORM_DEPTH {
            return Err(ValueLimit::Depth);
        }
        let form = match self.write_named(g, printer, depth)? {
            Some(form) => form,
            None => self.write_by_options(g, printer, depth)?,
        };
        if form.text.len() > MAX_LEN {
            return Err(ValueLimit::Text);
        }
        if form.text.len() <= MAX_CACHED_LEN {
            printer.cache.insert(g, form.clone());
        }
        Ok(form)
    }

    #[inline(never)]
    fn write_by_options(&mut self, g: Value, printer: &mut Printer, depth: u32) -> Result<PrintedForm, ValueLimit> {
        let lefts = self.left_options(g)?;
        let left = self.write_options(&lefts, printer, depth)?;
        if self.negative(g)? == g {
            let number = lefts.len() == 1 && self.number_of(lefts[0]).is_some();
            let mut switch = left.in_braces_if(!number)?;
            switch.text.insert_str(0, printer.symbols.switch());
            return Ok(switch);
        }
        let rights = self.right_options(g)?;
        let right = self.write_options(&rights, printer, depth)?;
        join_sides(left, right)
    }

    /// Writes options, separated by commas if there are several.
    ///
    /// The order does not depend on other values in the arena: numbers + ups + stars come first, then all other
    /// options by the lengths of their texts.
    fn write_options(
        &mut self,
        options: &[Value],
        printer: &mut Printer,
        depth: u32,
    ) -> Result<PrintedForm, ValueLimit> {
        if let [one] = options[..] {
            return self.write_form(one, printer, depth + 1);
        }
        let mut all = vec![];
        let (mut length, mut braces) = (0, 0);
        for &x in options {
            let form = self.write_enclosed(x, printer, depth + 1)?;
            length += form.text.len();
            if length > MAX_LEN {
                return Err(ValueLimit::Text);
            }
            braces = braces.max(form.braces);
            let closed = self.number_ups_star(x).map(|n| (Reverse(n.number), n.up.unsigned_abs(), n.up < 0, n.nim));
            all.push((closed.is_none(), closed, form.text.chars().count(), form.text));
        }
        all.compact_sort();
        let texts: Vec<String> = all.into_iter().map(|(.., text)| text).collect();
        Ok(PrintedForm { text: texts.join(","), bars: 0, braces })
    }

    /// Writes a number plus a tiny, miny or higher up by name; `None` for other values.
    #[inline(never)]
    fn write_named(&mut self, g: Value, printer: &mut Printer, depth: u32) -> Result<Option<PrintedForm>, ValueLimit> {
        let stop = self.left_stop(g);
        if stop != self.right_stop(g) || self.left_options(g)?.len() > 2 || self.right_options(g)?.len() > 2 {
            return Ok(None);
        }
        let number = self.number(stop)?;
        let g = self.sub(g, number)?;
        let front = if stop == Dyadic::ZERO { String::new() } else { stop.to_string() };
        let negative = self.negative(g)?;
        for (h, name) in [(g, "Tiny"), (negative, "Miny")] {
            if let Some(x) = self.tiny_of(h)? {
                let inside = self.write_enclosed(x, printer, depth + 1)?;
                if inside.braces == MAX_BRACE_DEPTH {
                    return Err(ValueLimit::Depth);
                }
                let text = format!("{front}{name}({})", inside.text);
                return Ok(Some(PrintedForm { text, bars: 0, braces: inside.braces + 1 }));
            }
        }
        let name = self.write_higher_up(g, negative, printer.symbols)?;
        Ok(name.map(|name| PrintedForm::closed(format!("{front}{name}"))))
    }

    /// Returns x if the value is the tiny {0 || 0 | -x} of some x > 0.
    fn tiny_of(&mut self, g: Value) -> Result<Option<Value>, ValueLimit> {
        let ([Value::ZERO], [threat]) = (&self.left_options(g)?[..], &self.right_options(g)?[..]) else {
            return Ok(None);
        };
        let threat = *threat;
        if self.number_ups_star(threat).is_some() {
            return Ok(None);
        }
        let ([Value::ZERO], [x]) = (&self.left_options(threat)?[..], &self.right_options(threat)?[..]) else {
            return Ok(None);
        };
        let x = self.negative(*x)?;
        Ok((self.right_stop(x) > Dyadic::ZERO).then_some(x))
    }

    /// Writes `^[n]` and `^<n>`, with or without a star, and their negatives; `None` for other values.
    ///
    /// These values are those of [`ValueArena::up_sum`] and [`ValueArena::up_power`].
    fn write_higher_up(&mut self, g: Value, negative: Value, symbols: SymbolSet) -> Result<Option<String>, ValueLimit> {
        // The birthdays of these values are close to n, so only a few n are possible.
        let birthday = self.birthday(g)?;
        if birthday > 64 {
            return Ok(None);
        }
        let star = self.nimber(1)?;
        for n in birthday.saturating_sub(3).max(2)..=birthday {
            for (open, close) in [('[', ']'), ('<', '>')] {
                let plain = if open == '[' { self.up_sum(n)? } else { self.up_power(n)? };
                let starred = self.add(plain, star)?;
                for (value, end) in [(plain, ""), (starred, "*")] {
                    if value == g || value == negative {
                        let arrow = symbols.arrow(value == g);
                        return Ok(Some(format!("{arrow}{open}{n}{close}{end}")));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Writes a form with one more bar than its sides have.
#[inline(never)]
fn join_sides(left: PrintedForm, right: PrintedForm) -> Result<PrintedForm, ValueLimit> {
    let (enclose_left, enclose_right) = (left.bars >= MAX_BARS, right.bars >= MAX_BARS);
    let (left, right) = (left.in_braces_if(enclose_left)?, right.in_braces_if(enclose_right)?);
    let bars = left.bars.max(right.bars) + 1;
    let text = format!("{}{}{}", left.text, "|".repeat(bars), right.text);
    Ok(PrintedForm { text, bars, braces: left.braces.max(right.braces) })
}

fn number_ups_star_text(n: NumberUpsStar, symbols: SymbolSet) -> String {
    let mut text = if n.number != Dyadic::ZERO || n.is_number() { n.number.to_string() } else { String::new() };
    if n.up != 0 {
        text += symbols.arrow(n.up > 0);
        if n.up.unsigned_abs() > 1 {
            text += &n.up.unsigned_abs().to_string();
        }
    }
    if n.nim > 0 {
        text += "*";
        if n.nim > 1 {
            text += &n.nim.to_string();
        }
    }
    text
}
