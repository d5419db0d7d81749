//! Evaluation of the patterns that `find` prints.

use super::expr::{Stop, with_names};
use super::parse::Reader;
use serde_json::{Value, json};

/// Returns the entry of a pattern at a position: a letter or a value.
///
/// `None` for patterns that are not supported here.
pub fn entry(pattern: &Value, of: &str, at: &[i64]) -> Option<Value> {
    let head = pattern["head"].as_array();
    if let (Some(head), &[n]) = (head, at)
        && let Some(early) = head.get(n as usize)
    {
        return Some(early.clone());
    }
    match pattern["kind"].as_str()? {
        "periodic" => {
            let (offset, cycle) = (at[0] - head?.len() as i64, pattern["cycle"].as_array()?);
            Some(cycle[offset as usize % cycle.len()].clone())
        }
        "arithmetic" => {
            let (offset, cycle) = (at[0] - head?.len() as i64, pattern["cycle"].as_array()?);
            let periods = offset / cycle.len() as i64;
            Some(json!(cycle[offset as usize % cycle.len()].as_i64()? + periods * pattern["saltus"].as_i64()?))
        }
        "expression" => expression(pattern, at),
        "binary_recursion" => recursion(pattern, at[0]).map(|value| json!(value)),
        "beatty" => beatty(pattern, at).map(|lost| json!(if lost { "P" } else { "N" })),
        "modes" => modes(pattern, at),
        "automaton" => automaton(pattern, at),
        _ => None,
    }
    .filter(|entry| of == "outcome" || entry.is_number())
}

fn expression(pattern: &Value, at: &[i64]) -> Option<Value> {
    let names: Vec<String> = if at.len() == 1 {
        vec!["n".into()]
    } else {
        ["a", "b", "c"][..at.len()].iter().map(|n| n.to_string()).collect()
    };
    if let Some(text) = pattern["value"].as_str() {
        let mut reader = Reader::new(text, &names);
        let number = reader.number().filter(|_| reader.is_at_end())?;
        return number.eval(&with_names(at)).ok().map(|value| json!(value));
    }
    let mut reader = Reader::new(pattern["lost"].as_str()?, &names);
    let condition = reader.condition().filter(|_| reader.is_at_end())?;
    match condition.eval(&with_names(at)) {
        Ok(lost) => Some(json!(if lost { "P" } else { "N" })),
        Err(Stop::Bad | Stop::Silent | Stop::Unknown) => None,
    }
}

fn modes(pattern: &Value, at: &[i64]) -> Option<Value> {
    let (mode, repeat, rows) = (pattern["mode"].as_i64()?, pattern["repeat"].as_i64()?, pattern["rows"].as_array()?);
    let &[a, b] = at else { return None };
    let (mut m, n) = if mode == 0 { (a, b) } else { (b, a) };
    while m >= rows.len() as i64 {
        m -= repeat;
    }
    let row = &rows[m as usize];
    let (head, cycle) = (row["head"].as_array()?, row["cycle"].as_array()?);
    let offset = n - head.len() as i64;
    Some(if offset < 0 { head[n as usize].clone() } else { cycle[offset as usize % cycle.len()].clone() })
}

fn recursion(pattern: &Value, n: i64) -> Option<i64> {
    if let Some(early) = pattern["head"].as_array()?.get(n as usize) {
        return early.as_i64();
    }
    let base = pattern["base"].as_i64()?;
    let step = &pattern["steps"][(n % base) as usize];
    let field = |name: &str| step[name].as_i64();
    Some(field("of_value")? * recursion(pattern, n / base)? + field("of_index")? * (n / base) + field("plus")?)
}

fn beatty(pattern: &Value, at: &[i64]) -> Option<bool> {
    let &[a, b] = at else { return None };
    let (less, more) = (a.min(b), a.max(b));
    let coefficient = |name: &str| pattern["alpha"][name].as_i64();
    let (p, d, q) = (coefficient("p")?, coefficient("d")?, coefficient("q")?);
    // Computes the integer part of k times (p + sqrt(d))/q.
    let times = |k: i64| (k * p + (k * k * d).isqrt()).div_euclid(q);
    if pattern["line"] == "below" {
        return Some(match () {
            () if less == 0 => pattern["zero"].as_bool()?,
            () if less == more => pattern["equal"].as_bool()?,
            () => more <= times(less),
        });
    }
    let (step, difference) = (pattern["step"].as_i64()?, more - less);
    if difference < pattern["from"].as_i64()? {
        let early = pattern["early"].as_array()?;
        return Some(early.contains(&json!([less, more])) || early.contains(&json!([a, b])));
    }
    Some(difference % step == 0 && less == times(difference / step))
}

fn automaton(pattern: &Value, at: &[i64]) -> Option<Value> {
    let radix = pattern["radix"].as_i64()?;
    let next = pattern["next"].as_array()?;
    let digits: Vec<Vec<i64>> = match pattern["numeration"].as_str()? {
        "Zeckendorf" => at.iter().map(|&n| greedy(n, |a, b| a + b, 2)).collect(),
        base if base.starts_with("base ") => at.iter().map(|&n| greedy(n, |a, _| radix * a, radix)).collect(),
        // Numerations related to Zeckendorf's. The radix is t + 1. The weights begin with 1 and t + 1; each further
        // weight is t times the last weight plus the weight before that.
        _ => at.iter().map(|&n| greedy(n, |a, b| (radix - 1) * a + b, radix)).collect(),
    };
    let mut state = 0;
    for place in 0..digits[0].len() {
        let letter = digits.iter().fold(0, |letter, digits| letter * radix + digits[place]);
        state = next.get(state)?[letter as usize].as_u64()? as usize;
    }
    pattern["output"].get(state).cloned()
}

/// Returns the digits of a number, most significant first, padded to a common length.
///
/// The weights begin with 1 and `second`; `grow` computes the next weight from the last one and the one before.
fn greedy(n: i64, grow: impl Fn(i64, i64) -> i64, second: i64) -> Vec<i64> {
    let mut weights = vec![1, second];
    while weights.len() < 12 {
        let (before, last) = (weights[weights.len() - 2], weights[weights.len() - 1]);
        weights.push(grow(last, before));
    }
    let mut rest = n;
    let digit = |&weight: &i64| {
        let digit = rest / weight;
        rest -= digit * weight;
        digit
    };
    weights.iter().rev().map(digit).collect()
}
