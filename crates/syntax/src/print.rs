//! Writes a rule in one line, with normalised white space.

use super::token::{Token, Tokens, starts_statement};
use grundy_rules::Result;

/// Returns the text of a rule with normalised white space, without comments and a final `;`.
///
/// The names of files are replaced by `lists`, the lists in these files.
pub fn normalise_spaces(text: &str, lists: &[Vec<i64>]) -> Result<String> {
    let mut input = Tokens::new(text, 0)?;
    let mut lists = lists.iter();
    let mut out = String::with_capacity(text.len());
    let mut previous = Token::Symbol("{");
    while input.peek() != Token::End {
        let token = input.take()?;
        if input.peek() == Token::End && token == Token::Symbol(";") {
            break;
        }
        if needs_space(previous, token) {
            out.push(' ');
        }
        match token {
            Token::Number(n) => out.push_str(&n.to_string()),
            Token::Name(name) => out.push_str(name),
            Token::Text(text) => {
                out.push('"');
                out.push_str(text);
                out.push('"');
            }
            Token::File(name) => match lists.next() {
                Some(list) => {
                    let entries: Vec<String> = list.iter().map(i64::to_string).collect();
                    out.push('[');
                    out.push_str(&entries.join(","));
                    out.push(']');
                }
                None => {
                    out.push_str("@\"");
                    out.push_str(name);
                    out.push('"');
                }
            },
            // Before a list or a file, the sign defines a list; elsewhere it compares numbers.
            Token::Symbol("=" | "==") if matches!(input.peek(), Token::Symbol("[") | Token::File(_)) => out.push('='),
            Token::Symbol("=") => out.push_str("=="),
            Token::Symbol(symbol) => out.push_str(symbol),
            Token::End => {}
        }
        previous = token;
    }
    Ok(out)
}

fn needs_space(before: Token<'_>, token: Token<'_>) -> bool {
    let word = |token| matches!(token, Token::Name(w) if is_operator(w));
    let spaced = |token| matches!(token, Token::Symbol("->" | "==" | "=" | "!=" | "<=" | ">=" | "<" | ">"));
    match (before, token) {
        (Token::Symbol("{"), _) | (_, Token::Symbol(";" | ":" | "," | ")" | "}" | "..")) => false,
        (Token::Symbol(";" | ":"), _) => true,
        (a, b) if spaced(a) || spaced(b) || word(a) => true,
        (Token::Symbol(_), b) => word(b),
        // There is no space between a function and its opening bracket.
        (_, Token::Symbol("(")) => false,
        (_, Token::Symbol("{")) => true,
        (_, Token::Symbol(_)) => false,
        _ => true,
    }
}

fn is_operator(word: &str) -> bool {
    matches!(word, "for" | "in" | "if" | "while" | "and" | "or" | "not" | "xor" | "repeat" | "must" | "gain")
        || starts_statement(word)
}
