//! Values as the field writes them: `{2|0||-1}`, `^3*2`, `+-{1|0}`, `Tiny(2)`, `v[2]*`.

use super::arena::Value;
use super::{Dyadic, Limit, Nus, Values};

/// Longer texts are refused: a form can be much longer to write than to keep.
const LONGEST: usize = 1 << 20;

/// The signs that values are written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Signs {
    /// `^`, `v` and `+-`: for programs.
    #[default]
    Ascii,
    /// Arrows and ±: for people.
    Arrows,
}

impl Signs {
    fn arrow(self, up: bool) -> &'static str {
        match (self, up) {
            (Signs::Ascii, true) => "^",
            (Signs::Ascii, false) => "v",
            (Signs::Arrows, true) => "↑",
            (Signs::Arrows, false) => "↓",
        }
    }

    fn switch(self) -> &'static str {
        if self == Signs::Ascii { "+-" } else { "±" }
    }
}

/// A text and the most bars side by side in it that no braces hold.
type Written = (String, usize);

impl Values {
    /// The value in the notation of the field; [`Values::read`] reads it back.
    ///
    /// ```
    /// use grundy_value::{Signs, Values};
    /// let mut values = Values::new();
    /// let two = values.read("^ + ^")?;
    /// assert_eq!(values.text(two, Signs::Ascii)?, "^2");
    /// assert_eq!(values.text(two, Signs::Arrows)?, "↑2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// At a limit: texts are not longer than a million letters.
    pub fn text(&mut self, g: Value, signs: Signs) -> Result<String, Limit> {
        let (text, bars) = self.written(g, signs)?;
        Ok(if bars > 0 { format!("{{{text}}}") } else { text })
    }

    fn written(&mut self, g: Value, signs: Signs) -> Result<Written, Limit> {
        if let Some(n) = self.nus(g) {
            return Ok((nus_text(n, signs), 0));
        }
        self.meter.down()?;
        let written = self.written_by_options(g, signs);
        self.meter.up();
        let written = written?;
        if written.0.len() > LONGEST { Err(Limit::Text) } else { Ok(written) }
    }

    fn written_by_options(&mut self, g: Value, signs: Signs) -> Result<Written, Limit> {
        if let Some(text) = self.named(g, signs)? {
            return Ok((text, 0));
        }
        let (lefts, rights) = (self.lefts(g)?, self.rights(g)?);
        if self.negative(g)? == g {
            let number = if let [x] = lefts[..] { self.number_of(x) } else { None };
            let (text, _) = self.side(&lefts, signs)?;
            return Ok((
                if number.is_some() {
                    format!("{}{text}", signs.switch())
                } else {
                    format!("{}{{{text}}}", signs.switch())
                },
                0,
            ));
        }
        let ((left, a), (right, b)) = (self.side(&lefts, signs)?, self.side(&rights, signs)?);
        let bars = a.max(b) + 1;
        Ok((format!("{left}{}{right}", "|".repeat(bars)), bars))
    }

    /// Options: one as it is, several in their order apart by commas.
    fn side(&mut self, options: &[Value], signs: Signs) -> Result<Written, Limit> {
        if let [one] = options[..] {
            return self.written(one, signs);
        }
        let mut all = vec![];
        let mut length = 0;
        for &x in options {
            let text = self.text(x, signs)?;
            length += text.len();
            if length > LONGEST {
                return Err(Limit::Text);
            }
            all.push(text);
        }
        Ok((all.join(","), 0))
    }

    /// The names of tinies and of higher ups, with a number in front.
    fn named(&mut self, g: Value, signs: Signs) -> Result<Option<String>, Limit> {
        let stop = self.left_stop(g);
        if stop != self.right_stop(g) || self.lefts(g)?.len() > 2 || self.rights(g)?.len() > 2 {
            return Ok(None);
        }
        let number = self.number(stop)?;
        let g = self.sub(g, number)?;
        let front = if stop == Dyadic::ZERO { String::new() } else { stop.to_string() };
        let negative = self.negative(g)?;
        for (h, name) in [(g, "Tiny"), (negative, "Miny")] {
            if let Some(x) = self.tiny_of(h)? {
                return Ok(Some(format!("{front}{name}({})", self.text(x, signs)?)));
            }
        }
        Ok(self.higher_up(g, negative, signs)?.map(|name| format!("{front}{name}")))
    }

    /// The x of which this is the tiny: {0 || 0 | -x} with x > 0.
    fn tiny_of(&mut self, g: Value) -> Result<Option<Value>, Limit> {
        let ([Value::ZERO], [threat]) = (&self.lefts(g)?[..], &self.rights(g)?[..]) else { return Ok(None) };
        let threat = *threat;
        if self.nus(threat).is_some() {
            return Ok(None);
        }
        let ([Value::ZERO], [x]) = (&self.lefts(threat)?[..], &self.rights(threat)?[..]) else { return Ok(None) };
        let x = self.negative(*x)?;
        Ok((self.right_stop(x) > Dyadic::ZERO).then_some(x))
    }

    /// `^[n]` and `^<n>`, with or without a star, and their negatives.
    fn higher_up(&mut self, g: Value, negative: Value, signs: Signs) -> Result<Option<String>, Limit> {
        // Their birthdays are about n, so few can be meant.
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
                        let arrow = signs.arrow(value == g);
                        return Ok(Some(format!("{arrow}{open}{n}{close}{end}")));
                    }
                }
            }
        }
        Ok(None)
    }

    /// `^[n]`: the sum of the first n higher ups, {^[n-1] | *}.
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn up_sum(&mut self, n: u64) -> Result<Value, Limit> {
        let star = self.nimber(1)?;
        let mut sum = Value::ZERO;
        for k in 1..=n {
            // ^[1] = {0 | *}, and the others in the same way.
            self.meter.step()?;
            sum = self.canonical(&[sum], &[star])?;
            debug_assert!(k > 1 || self.nus(sum).is_some());
        }
        Ok(sum)
    }

    /// `^<n>`: the nth higher up, {0 | v[n-1] + *}.
    ///
    /// # Errors
    ///
    /// At a limit.
    pub fn up_power(&mut self, n: u64) -> Result<Value, Limit> {
        let (star, sum) = (self.nimber(1)?, self.up_sum(n.saturating_sub(1))?);
        let right = self.sub(star, sum)?;
        self.canonical(&[Value::ZERO], &[right])
    }
}

fn nus_text(n: Nus, signs: Signs) -> String {
    let mut text = if n.number != Dyadic::ZERO || n.is_number() { n.number.to_string() } else { String::new() };
    if n.up != 0 {
        text += signs.arrow(n.up > 0);
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
