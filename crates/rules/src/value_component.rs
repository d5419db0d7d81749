//! Values as components of sums: `clobber("xo/ox") + 3/4 + ^*`.
//!
//! A value stands for any game that equals it. Its moves are those to the options of its canonical form. The values of
//! a sum are added when the sum is parsed, and form its last term. The component is the text of the value, so it needs
//! no arena.

use crate::value_errors::{error_in_value, error_of_limit};
use crate::{
    Budget, Components, Cursor, Error, ErrorKind, Field, FirstFault, Game, GameInfo, GamePosition, Kind, MoveText,
    Player, Result, Rules, SumTerm, boxed, spend,
};
use grundy_lang::text;
use grundy_value::{
    ArenaLimits, Dyadic, NumberUpsStar, ParseError, ParseErrorKind, ParseErrorSource, SymbolSet, Value, ValueArena,
    ValueLimit, begins_value,
};
use smallvec::smallvec;

/// The maximum number of bytes of the arena that parses values or lists their options.
const MAX_BYTES: usize = 1 << 26;
/// The maximum number of steps of the same arena.
const MAX_STEPS: u64 = 1 << 21;

/// Returns an arena for the values of one text.
fn new_arena() -> ValueArena {
    ValueArena::with_limits(ArenaLimits { bytes: MAX_BYTES, steps: MAX_STEPS, should_stop: Box::new(|| !spend(1024)) })
}

/// The rules of a value: a move leads to an option.
#[derive(Debug)]
pub(crate) struct ValueGame {
    /// Impartial for nimbers.
    kind: Kind,
    fault: FirstFault,
}

/// A move to an option, which is written as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MoveToOption(Box<str>);

/// Returns n if a value is the nimber *n.
fn nimber(values: &ValueArena, value: Value) -> Option<u32> {
    let closed = values.number_ups_star(value)?;
    (closed == NumberUpsStar { nim: closed.nim, ..NumberUpsStar::default() }).then_some(closed.nim)
}

impl ValueGame {
    /// Returns the position of a value.
    fn position(values: &mut ValueArena, value: Value) -> std::result::Result<GamePosition<ValueGame>, ValueLimit> {
        let kind = if nimber(values, value).is_some() { Kind::Impartial } else { Kind::Partizan };
        let rules = ValueGame { kind, fault: FirstFault::default() };
        Ok(GamePosition::new(rules, vec![values.text(value, SymbolSet::Ascii)?.into()]))
    }

    /// Returns the options of a player as texts.
    fn options(&self, text: &str, by: Player) -> std::result::Result<Vec<Box<str>>, ValueLimit> {
        let mut values = new_arena();
        let value = parsed(&mut values, text)?;
        let options = if by == Player::LEFT { values.left_options(value)? } else { values.right_options(value)? };
        options.into_iter().map(|option| Ok(values.text(option, SymbolSet::Ascii)?.into())).collect()
    }
}

/// Returns n if a text is that of the nimber *n with n > 0.
fn nim_of_text(text: &str) -> Option<u32> {
    match text.strip_prefix('*')? {
        "" => Some(1),
        digits => digits.parse().ok(),
    }
}

/// Returns the text of the nimber *n.
fn nim_text(n: u32) -> Box<str> {
    match n {
        0 => "0".into(),
        1 => "*".into(),
        n => format!("*{n}").into(),
    }
}

/// Parses the text of a component, which is a value.
fn parsed(values: &mut ValueArena, text: &str) -> std::result::Result<Value, ValueLimit> {
    values.parse(text).map_err(|error| match error.source {
        ParseErrorSource::Text(ParseErrorKind::Limit(limit)) => limit,
        _ => ValueLimit::Text,
    })
}

impl Rules for ValueGame {
    type Component = Box<str>;
    type Move = MoveToOption;
    type Key = Box<str>;

    fn moves(&self, text: &Box<str>, by: Player) -> impl Iterator<Item = MoveToOption> {
        let nim = nim_of_text(text);
        let options = match nim {
            Some(_) => vec![],
            None => self.options(text, by).unwrap_or_else(|limit| {
                self.fault.record(|| error_of_limit(limit));
                vec![]
            }),
        };
        // A nimber may have billions of options, so they are listed one by one, within the budget.
        let smaller = (0..nim.unwrap_or(0)).take_while(|_| spend(64)).map(nim_text);
        smaller.chain(options).map(MoveToOption)
    }

    fn play(&self, _: &Box<str>, _: Player, mv: &MoveToOption) -> Components<Box<str>> {
        smallvec![mv.0.clone()]
    }

    fn key(&self, text: &Box<str>) -> Box<str> {
        text.clone()
    }

    fn extra_bytes(&self, text: &Box<str>) -> u64 {
        text.len() as u64
    }
}

impl Game for ValueGame {
    const INFO: GameInfo = GameInfo {
        name: "value",
        aliases: &[],
        title: "Values",
        rules: "A move replaces the value by one of the player's options in its canonical form.",
        notation: "VALUE",
        example: "nim(3) + 3/4^*",
        kind: Kind::Partizan,
        other_kind: Some(Kind::Impartial),
        short: true,
        other_examples: &["nim(3) + *2"],
        misere: false,
    };
    const IS_BARE: bool = true;

    fn kind(&self) -> Kind {
        self.kind
    }

    fn fault(&self) -> Option<&FirstFault> {
        Some(&self.fault)
    }

    fn parse_components(&self, _: &str, input: &mut Cursor<'_>) -> Result<Vec<Box<str>>> {
        // The parser of sums reads values itself.
        Err(input.expected(text!("a game")))
    }

    fn write_component(&self, value: &Box<str>, out: &mut String) {
        out.push_str(value);
    }

    fn count_component_numbers(&self, text: &Box<str>) -> usize {
        text.len() / 8 + 1
    }

    fn describe(&self, _: &Box<str>, _: usize, mv: &MoveToOption) -> MoveText {
        MoveText::new(text!("to {value}", value = &*mv.0), vec![("value", Field::Text(mv.0.to_string()))])
    }

    fn known_number(&self, text: &Box<str>) -> Option<std::result::Result<Dyadic, ValueLimit>> {
        let mut values = new_arena();
        let value = parsed(&mut values, text).ok()?;
        values.number_of(value).map(Ok)
    }

    fn direct_value(
        &self,
        text: &Box<str>,
        values: &mut ValueArena,
        _: &Budget,
    ) -> Option<std::result::Result<Value, ValueLimit>> {
        Some(parsed(values, text))
    }

    fn moves_to_nimber(
        &self,
        text: &Box<str>,
        nim: u32,
        _: &mut ValueArena,
        _: &Budget,
    ) -> Option<std::result::Result<Vec<MoveToOption>, ValueLimit>> {
        let own = if &**text == "0" { 0 } else { nim_of_text(text)? };
        Some(Ok((nim < own).then(|| MoveToOption(nim_text(nim))).into_iter().collect()))
    }

    fn samples() -> Box<dyn Iterator<Item = (ValueGame, Vec<Box<str>>)>> {
        let texts = ["0", "*2", "3/4^*", "{2|-1}", "-1", "{2|0||-1}", "+-{1,{3|0}}", "Tiny(2)", "^3*2"];
        boxed(texts.into_iter().filter_map(|text| {
            let mut values = new_arena();
            let value = values.parse(text).ok()?;
            let position = ValueGame::position(&mut values, value).ok()?;
            let kind = position.rules().kind;
            Some((ValueGame { kind, fault: FirstFault::default() }, position.components().to_vec()))
        }))
    }
}

/// The values among the terms of a sum, which are added while the sum is parsed.
#[derive(Default)]
pub(crate) struct ValueTerms {
    /// The arena and the total; `None` before the first value.
    total: Option<(ValueArena, Value)>,
}

impl ValueTerms {
    /// Parses a value at the cursor and adds `copies` copies of it, or of its negative.
    ///
    /// # Errors
    /// `syntax` or `limit`, with the span.
    pub(crate) fn parse(&mut self, input: &mut Cursor<'_>, copies: u64, is_negative: bool) -> Result<()> {
        input.peek();
        let start = input.offset();
        let (values, total) = self.total.get_or_insert_with(|| (new_arena(), Value::ZERO));
        let parsed = values.parse_term(input.rest());
        let (value, length) = parsed.map_err(|ParseError { span, source }| {
            let place = start + span.start..start + span.end;
            match source {
                ParseErrorSource::Text(kind) => error_in_value(kind).at(place),
                ParseErrorSource::Game(()) => {
                    let message = text!("a game within a value needs the command `value`");
                    let example = "{clobber(\"xo\")|0}";
                    Error::new(ErrorKind::Syntax, message).at(place).help(text!("grundy value '{example}'", example))
                }
            }
        })?;
        input.skip(length);
        let place = start..start + length;
        let added = (|| {
            // Two equal nimbers cancel, so their number may be large.
            let copies = if nimber(values, value).is_some() { copies & 1 } else { copies };
            let copies = i64::try_from(copies).map_err(|_| ValueLimit::Number)?;
            let all = values.times(if is_negative { -copies } else { copies }, value)?;
            values.add(*total, all)
        })();
        *total = added.map_err(|limit| error_of_limit(limit).at(place))?;
        Ok(())
    }

    /// Returns the term with the total of the values; `None` if there were none.
    ///
    /// # Errors
    /// `limit` if the value is too large to be written.
    pub(crate) fn into_term(self) -> Result<Option<SumTerm>> {
        let Some((mut values, total)) = self.total else { return Ok(None) };
        let position = ValueGame::position(&mut values, total).map_err(error_of_limit)?;
        Ok(Some(SumTerm { negative: false, copies: 1, position: Box::new(position) }))
    }
}

/// Returns whether a term of a sum is a value, and not a game or a bracket; it may have minus signs.
///
/// A number must be followed by something that can follow a value: `3 4` and `1e9` are no values. `3*nim(2)` and
/// `10^9*(1/2)` are copies, but `3*2` and `3*{1|0}` are values.
pub(crate) fn is_value(term: &str) -> bool {
    let text = term.trim_start_matches(|c: char| c == '-' || c.is_whitespace());
    let Some(after_digits) = after_digits(text) else { return begins_value(text) };
    // Look behind all factors, so that `2*3*nim(5)` is not called a value: its error is about the second factor.
    let mut rest = text;
    while let Some(after) = after_factor(rest) {
        rest = after;
    }
    let is_game = rest.starts_with(|c: char| c == '(' || c == '_' || c == '"' || c.is_alphabetic());
    if rest.len() < text.len() && is_game && !begins_value(rest) {
        return false;
    }
    let next = after_digits.trim_start();
    if next.starts_with("**") {
        // Nobody writes a value in this way, but some write powers so.
        return false;
    }
    let follows_directly =
        after_digits.starts_with(['/', '^', '↑', '↓']) || after_digits.starts_with('v') && begins_value(after_digits);
    let is_tiny = ["tiny(", "miny("]
        .iter()
        .any(|name| after_digits.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)));
    let is_operator = ["heat", "cool", "norton"].iter().any(|operator| next.starts_with(operator));
    follows_directly
        || is_tiny
        || is_operator
        || next.is_empty()
        || next.starts_with(['*', '∗', '+', '-', '±', ')', ':'])
}

/// Returns whether a `+-` at the start of a text is the sign of a switch, and not a plus and a minus.
pub(crate) fn is_switch(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("+-") else { return text.starts_with('±') };
    // The bracket of a switch contains no game.
    is_value(rest) || rest.starts_with('(') && new_arena().parse_term(text).is_ok()
}

/// Returns the text after the digits at the start of a text; `None` if there are none.
fn after_digits(text: &str) -> Option<&str> {
    let starts = text.starts_with(|c: char| c.is_ascii_digit());
    starts.then(|| text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_'))
}

/// Returns the text after a factor, such as `3*` or `10^9 *`, at the start of a text.
fn after_factor(text: &str) -> Option<&str> {
    let base = after_digits(text)?;
    let exponent = base.trim_start().strip_prefix('^').map(str::trim_start);
    let power = exponent.and_then(after_digits).unwrap_or(base);
    Some(power.trim_start().strip_prefix('*')?.trim_start())
}
