//! Parses games with symbolic parameters (letters): taking games and counting races.
//!
//! Examples are `take[1..k]`, `take[l..r]`, `take[1,k,2k+1]`, `take[1..a | 1..b]` and `count[1..m; t]`. The letters
//! become parameters that no move changes: `take[l..r]` becomes the rule `(n,l,r) -> (n-i,l,r) for i in l..r if l >=
//! 1`. The form of a set implies conditions on the letters: amounts are at least 1, a range does not end before it
//! begins, and consecutive letters are in ascending order.

use super::rule::Rule;
use crate::logic::claims::sum;
use crate::logic::formula::Linear;
use grundy_lang::text;
use grundy_rules::{Cursor, Error, ErrorKind, Result, SymbolicAmounts, SymbolicParams};
use std::ops::Range;

const EXAMPLE: &str = "take[1..k]";
const RACE_EXAMPLE: &str = "count[1..m; t]";
/// The maximum number of letters.
const MAX_PARAMS: usize = 4;

/// Returns whether the set `[...]` at the cursor contains a letter.
///
/// The `k` in `2^k` or `k^2` is not such a letter, since these terms denote the sets of powers and squares.
pub fn has_letters(input: &Cursor<'_>) -> bool {
    let rest = input.rest();
    let Some(end) = rest.starts_with('[').then(|| rest.find(']')).flatten() else { return false };
    let text = &rest[1..end];
    // A set that names a file has no letters.
    !text.contains(['@', '"']) && find_letters(text).next().is_some()
}

/// Returns the letters in a text, with their spans in bytes.
fn find_letters(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() || c == '_');
    let spans = text.bytes().enumerate().filter(|(_, b)| b.is_ascii_lowercase()).map(|(at, _)| at..at + 1);
    let is_single_letter = move |span: &Range<usize>| {
        let (before, after) = (&text[..span.start], &text[span.end..]);
        // A letter next to `^` belongs to a power; white space around the `^` is allowed.
        let is_power = before.trim_end().ends_with('^') || after.trim_start().starts_with('^');
        !is_power && !is_word(before.chars().next_back()) && !is_word(after.chars().next())
    };
    spans.filter(is_single_letter).map(|span| (&text[span.clone()], span))
}

/// An amount, or a range of amounts; `high` is `None` for a range without an end.
struct AmountRange {
    low: Linear,
    high: Option<Linear>,
    is_range: bool,
}

/// Parses `[...]`, the amounts of a game with symbolic parameters.
///
/// The brackets contain a set with letters, two sets separated by `|`, or a set, `;` and the target of a counting race.
///
/// # Errors
/// `syntax`, `bad_argument` or `unsupported`, with the span.
pub(crate) fn read(input: &mut Cursor<'_>) -> Result<Rule> {
    input.expect('[', EXAMPLE)?;
    let (text, text_span) = input.take_while(|c| c != ']');
    let start = text_span.start;
    input.expect(']', EXAMPLE)?;
    let input_span = |span: Range<usize>| start + span.start..start + span.end;
    let mut params: Vec<String> = vec![];
    for (name, span) in find_letters(text) {
        if name == "n" {
            let message = text!("`n` stands for the number of stones; use another letter for a parameter");
            let error = Error::new(ErrorKind::BadArgument, message);
            return Err(error.at(input_span(span)).help(text!("for example {example}", example = EXAMPLE)));
        }
        if !params.iter().any(|known| known == name) {
            params.push(name.to_string());
        }
        if params.len() > MAX_PARAMS {
            let error =
                Error::new(ErrorKind::Unsupported, text!("a set has at most {most} letters", most = MAX_PARAMS));
            return Err(error.at(input_span(span)));
        }
    }
    let mut conditions: Vec<Vec<String>> = vec![];
    let (mut sides, mut set_texts) = (vec![], vec![]);
    let mut at = 0;
    let (sets, target) = text.split_once(';').map_or((text, None), |(sets, target)| (sets, Some(target)));
    let target = match target {
        None => None,
        Some(target) if target.trim().is_empty() => {
            return Err(Error::new(ErrorKind::Syntax, text!("a counting race needs a target"))
                .at(input_span(text.len()..text.len()))
                .help(text!("for example {example}", example = RACE_EXAMPLE)));
        }
        Some(target) => {
            let span = input_span(sets.len() + 1..text.len());
            let linear = sum(target, &params).map_err(|error| error.at(span.clone()).or_example(RACE_EXAMPLE))?;
            let too_large = || Error::new(ErrorKind::TooLarge, text!("a number exceeds 2^31")).at(span);
            Some(linear.is_small().then_some(linear).ok_or_else(too_large)?)
        }
    };
    for side in sets.split('|') {
        let mut items = vec![];
        for item in side.split(',') {
            let span = input_span(at..at + item.len());
            at += item.len() + 1;
            items.push(read_item(item, &params).map_err(|error| {
                let error = match error.span.clone() {
                    // Convert the span within the item to one within the input.
                    Some(inner) => {
                        error.at(span.end.min(span.start + inner.start)..span.end.min(span.start + inner.end))
                    }
                    None => error.at(span),
                };
                error.or_example(EXAMPLE)
            })?);
        }
        set_texts.push(items.iter().map(|item| item.to_text(&params)).collect::<Vec<_>>().join(","));
        append_conditions(&items, &params, &mut conditions);
        sides.push(items);
    }
    if sides.len() > 1 && target.is_some() {
        let error = Error::new(ErrorKind::Unsupported, text!("a counting race has only one set of amounts"));
        return Err(error.at(input_span(0..sets.len())).or_example(RACE_EXAMPLE));
    }
    if sides.len() > 2 {
        return Err(Error::new(ErrorKind::Syntax, text!("there are at most two sets, one for each player"))
            .at(input_span(0..text.len())));
    }
    let variable = ["i", "j", "t"].into_iter().find(|name| !params.iter().any(|param| param == name)).unwrap_or("i");
    let mut rule = format!("(n,{}) -> ", params.join(","));
    let options = |items: &[AmountRange]| {
        let options: Vec<String> = items.iter().map(|item| item.option(variable, target.as_ref(), &params)).collect();
        options.join("; ")
    };
    rule = match &sides[..] {
        [items] => rule + &options(items),
        [left, right] => format!("left: {rule}{}; right: {}", options(left), options(right)),
        _ => rule,
    };
    let mut condition: Vec<String> = conditions.iter().map(|chain| chain.join(" <= ")).collect();
    let title = match &target {
        None => format!("take[{}]", set_texts.join(" | ")),
        Some(target) => {
            // Claims about the race concern only numbers up to the target.
            condition.push(format!("n <= {}", sum_text(target, &params, "*")));
            format!("count[{}; {}]", set_texts.join(" | "), sum_text(target, &params, ""))
        }
    };
    let amounts = match (&sides[..], &target) {
        ([items], None) => items.iter().map(|item| item.to_symbolic_amounts(params.len())).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    let params =
        SymbolicParams { position_params: 1, condition: condition.join(" and "), amounts: amounts.unwrap_or_default() };
    // The user has not written the generated rule, so the error gets the span of the set instead of one in the rule.
    let rule = Rule::new(&rule).map_err(|error| error.at(input_span(0..text.len())))?;
    Ok(rule.with_symbolic_params(title, params))
}

fn read_item(text: &str, params: &[String]) -> Result<AmountRange> {
    let read = |component: &str| {
        let value = sum(component, params)?;
        match value.is_small() {
            true => Ok(value),
            false => Err(Error::new(ErrorKind::TooLarge, text!("a number exceeds 2^31"))),
        }
    };
    match text.split_once("..") {
        None => {
            let low = read(text)?;
            Ok(AmountRange { high: Some(low.clone()), low, is_range: false })
        }
        Some((low, "")) => Ok(AmountRange { low: read(low)?, high: None, is_range: true }),
        Some((low, high)) if high.trim().is_empty() => Ok(AmountRange { low: read(low)?, high: None, is_range: true }),
        Some((low, high)) => {
            let shift = low.len() + 2;
            let high = read(high).map_err(|error| match error.span.clone() {
                Some(span) => error.at(shift + span.start..shift + span.end),
                None => error,
            })?;
            Ok(AmountRange { low: read(low)?, high: Some(high), is_range: true })
        }
    }
}

/// Appends the conditions on letters that the form of a set implies to `chains`.
///
/// Each condition is a list of terms in ascending order; `["1", "l", "r"]` means `1 <= l <= r`.
fn append_conditions(items: &[AmountRange], params: &[String], chains: &mut Vec<Vec<String>>) {
    let term_text = |sum: &Linear| sum_text(sum, params, "*");
    let mut last: Option<&Linear> = None;
    for item in items {
        let mut chain: Vec<&Linear> = vec![];
        let one = Linear::number(1);
        // Consecutive letters are in ascending order, so the chain of the earlier letter continues.
        let follows = last.filter(|last| is_param(last) && is_param(&item.low) && *last != &item.low);
        if follows.is_none() && item.low.as_number().is_none() {
            chain.push(&one);
        }
        let low = [&item.low];
        if !(item.low.as_number().is_some() && item.high.as_ref() == Some(&item.low)) {
            chain.extend(low);
        }
        if let Some(high) = item.high.as_ref().filter(|high| item.is_range && **high != item.low) {
            chain.push(high);
        }
        last = item.high.as_ref();
        // A chain of ascending constants is always true, so it is no condition on the letters.
        if chain.iter().all(|sum| sum.as_number().is_some()) && chain.is_sorted_by_key(|sum| sum.constant) {
            chain.clear();
        }
        let terms: Vec<String> = chain.into_iter().map(term_text).collect();
        if follows.is_some()
            && let Some(before) = chains.last_mut()
        {
            before.extend(terms);
        } else if terms.len() > 1 && !chains.contains(&terms) {
            chains.push(terms);
        }
    }
}

fn is_param(sum: &Linear) -> bool {
    sum.as_variable().is_some()
}

impl AmountRange {
    /// Returns the bounds as coefficients of `params` parameters; `None` for a range without an end.
    fn to_symbolic_amounts(&self, params: usize) -> Option<SymbolicAmounts> {
        let coefficients = |sum: &Linear| {
            let mut row = vec![0; params + 1];
            row[0] = sum.constant;
            sum.terms.iter().for_each(|&(variable, factor)| row[variable as usize + 1] = factor);
            row
        };
        let high = coefficients(self.high.as_ref()?);
        Some(SymbolicAmounts { low: coefficients(&self.low), high: self.is_range.then_some(high) })
    }

    /// Writes the amount or range in the notation of sets.
    fn to_text(&self, params: &[String]) -> String {
        let term_text = |sum: &Linear| sum_text(sum, params, "");
        match (&self.high, self.is_range) {
            (_, false) => term_text(&self.low),
            (Some(high), _) => format!("{}..{}", term_text(&self.low), term_text(high)),
            (None, _) => format!("{}..", term_text(&self.low)),
        }
    }

    /// Writes the option of a rule that takes this amount, or that counts up by it if there is a target.
    ///
    /// The conditions of the option require that the amount is at least 1 and that the target is not exceeded.
    fn option(&self, variable: &str, target: Option<&Linear>, params: &[String]) -> String {
        let term_text = |sum: &Linear| sum_text(sum, params, "*");
        let unchanged = params.join(",");
        let low = term_text(&self.low);
        let amount = if self.is_range { variable.to_string() } else { format!("({low})") };
        let sign = if target.is_some() { '+' } else { '-' };
        let range = match (&self.high, self.is_range) {
            (_, false) => String::new(),
            (Some(high), _) => format!(" for {variable} in {low}..{}", term_text(high)),
            (None, _) => format!(" for {variable} in {low}.."),
        };
        let positive = self.low.as_number().is_none_or(|low| low < 1).then(|| format!("{low} >= 1"));
        let reached = target.map(|target| format!("n+{amount} <= {}", term_text(target)));
        let conditions: Vec<String> = positive.into_iter().chain(reached).collect();
        let condition_text =
            if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) };
        format!("(n{sign}{amount},{unchanged}){range}{condition_text}")
    }
}

/// Writes a linear expression in the letters, with `times` between a coefficient and its letter.
fn sum_text(sum: &Linear, params: &[String], times: &str) -> String {
    sum.to_text(params).replace('*', times)
}
