//! Regular expressions of small automata.

/// The words without leading zeros after which the output is 0, as a regular expression; `None` if it is long.
///
/// States are taken out one by one, and what led through them is written as one expression (J. A. Brzozowski and E. J.
/// McCluskey 1963).
pub(crate) fn expression(next: &[Vec<Option<u32>>], output: &[u32]) -> Option<String> {
    let states = next.len();
    // Two more: the start, from which no word begins with 0, and the end.
    let (start, end) = (states, states + 1);
    let mut edges: Vec<Vec<Option<String>>> = vec![vec![None; states + 2]; states + 2];
    for (s, row) in next.iter().enumerate() {
        for (digit, to) in row.iter().enumerate() {
            let Some(to) = to else { continue };
            let digit = digit.to_string();
            edges[s][*to as usize] = either(edges[s][*to as usize].take(), digit.clone());
            if s == 0 && digit != "0" {
                edges[start][*to as usize] = either(edges[start][*to as usize].take(), digit);
            }
        }
        if output[s] == 0 {
            edges[s][end] = Some(String::new());
        }
    }
    if output[0] == 0 {
        edges[start][end] = Some(String::new());
    }
    // States that no word passes on its way to the end say nothing.
    for removed in 0..states {
        let again = edges[removed][removed].take().map(|e| repeated(&e)).unwrap_or_default();
        for from in 0..states + 2 {
            if from == removed {
                continue;
            }
            let Some(first) = edges[from][removed].take() else { continue };
            for to in 0..states + 2 {
                let Some(last) = edges[removed][to].clone().filter(|_| to != removed) else { continue };
                let path = format!("{}{again}{}", grouped(&first), grouped(&last));
                edges[from][to] = either(edges[from][to].take(), path);
                if edges[from][to].as_ref().is_some_and(|e| e.len() > 60) {
                    return None;
                }
            }
        }
        edges[removed].iter_mut().for_each(|e| *e = None);
    }
    edges[start][end].take().filter(|e| !e.is_empty() && e.len() <= 32).map(|e| simpler(&e))
}

fn either(one: Option<String>, other: String) -> Option<String> {
    Some(match one {
        None => other,
        Some(one) if one == other => one,
        Some(one) if one.is_empty() => format!("{}?", atom(&other)),
        Some(one) if other.is_empty() => format!("{}?", atom(&one)),
        Some(one) => format!("{one}|{other}"),
    })
}

/// In brackets unless it is a single digit.
fn atom(text: &str) -> String {
    if text.len() == 1 { text.to_string() } else { format!("({text})") }
}

fn repeated(text: &str) -> String {
    format!("{}*", atom(text))
}

/// In brackets if it is a choice.
fn grouped(text: &str) -> String {
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '|' if depth == 0 => return format!("({text})"),
            _ => {}
        }
    }
    text.to_string()
}

/// `(11*)?` is `1*`, for every digit.
fn simpler(text: &str) -> String {
    let mut text = text.to_string();
    for digit in '0'..='9' {
        text = text.replace(&format!("({digit}{digit}*)?"), &format!("{digit}*"));
    }
    text
}
