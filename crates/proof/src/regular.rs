//! Converts small automata to regular expressions.

/// Returns a regular expression for the words with output 0, without leading zeros.
///
/// Returns `None` if the expression is too long.
///
/// The initial state is 0; `next` contains the next state for each state and digit. States are eliminated one by one,
/// and the paths through a state are replaced by expressions (J. A. Brzozowski and E. J. McCluskey 1963).
pub fn expression(next: &[Vec<Option<u32>>], output: &[u32]) -> Option<String> {
    let states = next.len();
    // Add two states: the start, which is left by a nonzero digit only, and the end.
    let (start, end) = (states, states + 1);
    let mut edges: Vec<Vec<Option<String>>> = vec![vec![None; states + 2]; states + 2];
    for (s, row) in next.iter().enumerate() {
        for (digit, to) in row.iter().enumerate() {
            let Some(to) = to else { continue };
            let digit = digit.to_string();
            edges[s][*to as usize] = alternation(edges[s][*to as usize].take(), digit.clone());
            if s == 0 && digit != "0" {
                edges[start][*to as usize] = alternation(edges[start][*to as usize].take(), digit);
            }
        }
        if output[s] == 0 {
            edges[s][end] = Some(String::new());
        }
    }
    if output[0] == 0 {
        edges[start][end] = Some(String::new());
    }
    // Eliminate every state; states on no path from the start to the end contribute nothing.
    for removed in 0..states {
        let again = edges[removed][removed].take().map(|e| starred(&e)).unwrap_or_default();
        for from in 0..states + 2 {
            if from == removed {
                continue;
            }
            let Some(first) = edges[from][removed].take() else { continue };
            let out: Vec<(usize, String)> = edges[removed]
                .iter()
                .enumerate()
                .filter_map(|(to, last)| Some((to, last.clone().filter(|_| to != removed)?)))
                .collect();
            for (to, last) in out {
                let path = format!("{}{again}{}", grouped(&first), grouped(&last));
                edges[from][to] = alternation(edges[from][to].take(), path);
                if edges[from][to].as_ref().is_some_and(|e| e.len() > 60) {
                    return None;
                }
            }
        }
        edges[removed].iter_mut().for_each(|e| *e = None);
    }
    edges[start][end].take().filter(|e| !e.is_empty() && e.len() <= 32).map(|e| simpler(&e))
}

fn alternation(one: Option<String>, other: String) -> Option<String> {
    Some(match one {
        None => other,
        Some(one) if one == other => one,
        Some(one) if one.is_empty() => format!("{}?", atom(&other)),
        Some(one) if other.is_empty() => format!("{}?", atom(&one)),
        Some(one) => format!("{one}|{other}"),
    })
}

/// Encloses an expression in parentheses unless it is a single digit.
fn atom(text: &str) -> String {
    if text.len() == 1 { text.to_string() } else { format!("({text})") }
}

fn starred(text: &str) -> String {
    format!("{}*", atom(text))
}

/// Encloses an expression in parentheses if it is an alternation.
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

/// Simplifies `(11*)?` to `1*`, for every digit.
fn simpler(text: &str) -> String {
    let mut text = text.to_string();
    for digit in '0'..='9' {
        text = text.replace(&format!("({digit}{digit}*)?"), &format!("{digit}*"));
    }
    text
}
