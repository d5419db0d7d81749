//! Suggestions for texts that do not parse as a position or a game.
//!
//! Each *rewriting* undoes one common mistake, such as `take[1-3](7)`, `nim[3,4,5]` or `1e18`. [`with_suggestion`]
//! tries one rewriting of the whole text, then two in a row. The first result that parses becomes the suggestion of
//! the error, with the reasons that the rewritings give.

use crate::amounts::SET_HELP;
use crate::library::{ALL_GAMES, is_misere};
use crate::value_component::is_value;
use crate::{DynGame, Error, ErrorKind, GameInfo, Result, Sources};
use grundy_lang::{Text, text};
use std::io;
use std::ops::Range;

/// The maximum length of a text that is rewritten, in bytes.
const MAX_LEN: usize = 200;

/// The game that a text names and the span of its name, if the parser got that far.
pub(crate) type GameMention = Option<(&'static dyn DynGame, Range<usize>)>;

/// The kind of text that is expected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExpectedText {
    /// A position, or a sum of them.
    Position,
    /// A game without its position.
    Rules,
}

/// Returns the error with a suggestion, unless the error has more specific help than an example.
pub(crate) fn with_suggestion(
    error: Error,
    text: &str,
    game: &GameMention,
    expected: ExpectedText,
    read: impl Fn(&str, &mut dyn Sources) -> Result<()>,
) -> Error {
    let general = match &error.help {
        None => true,
        Some(help) => help.arg("example").is_some() || *help == SET_HELP || *help == ALL_GAMES,
    };
    let is_parse_error = matches!(error.kind, ErrorKind::Syntax | ErrorKind::BadArgument | ErrorKind::UnknownGame);
    if !general || !is_parse_error || text.len() > MAX_LEN {
        return error;
    }
    let name = game.as_ref().map_or("", |(_, name)| &text[name.clone()]);
    let text = text.trim();
    let written = WrittenText { text, info: game.as_ref().map(|(game, _)| game.info()), name, expected };
    // Files are not read: the parser gets a stub that contains a number, a rule, or the rule that the text names.
    let readable = |text: &str| {
        // Who writes a wrong text rarely means a value.
        if is_value(text) {
            return false;
        }
        let requested = text.split_once(':').and_then(|(_, after_colon)| Some(after_colon.split_once(']')?.0.trim()));
        let named = requested.map(|name| format!("{name} = {{ n -> n-1 }}"));
        let contents = ["1", "n -> n-1"].into_iter().chain(named.as_deref());
        let count = if text.contains('@') { 3 } else { 1 };
        contents.into_iter().take(count).any(|content| read(text, &mut StubSources(content)).is_ok())
    };
    let rewritten = |text: &str| -> Vec<(Text, String)> {
        let written = WrittenText { text, ..written.clone() };
        REWRITINGS.iter().flat_map(|rewriting| rewriting(&written)).filter(|(_, candidate)| candidate != text).collect()
    };
    let once = rewritten(text);
    if let Some((why, candidate)) = once.iter().find(|(_, candidate)| readable(candidate)) {
        return error.help(text!("{why}: {meant}", why, meant = candidate));
    }
    for (first, intermediate) in once.iter().filter(|(_, intermediate)| intermediate.len() <= MAX_LEN) {
        if let Some((second, candidate)) =
            rewritten(intermediate).into_iter().find(|(_, candidate)| readable(candidate))
        {
            let why = if *first == second { second } else { Text::join_clauses([first.clone(), second]) };
            return error.help(text!("{why}: {meant}", why, meant = candidate));
        }
    }
    error
}

/// Sources that return this content for every file.
struct StubSources<'a>(&'a str);

impl Sources for StubSources<'_> {
    fn read(&mut self, _: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.as_bytes().to_vec())
    }
}

#[derive(Clone)]
struct WrittenText<'a> {
    text: &'a str,
    info: Option<&'static GameInfo>,
    /// The name of the last game, as written in the text.
    name: &'a str,
    expected: ExpectedText,
}

/// A rewriting, which returns candidate texts, each after the reason for the change.
type Rewriting = fn(&WrittenText<'_>) -> Vec<(Text, String)>;

static REWRITINGS: &[Rewriting] = &[
    bare_numbers,
    powers,
    ranges,
    set_names,
    signs_of_edges,
    rule_brackets,
    rule_files,
    parameter_brackets,
    position_brackets,
    bare_position,
    first_as_parameter,
    missing_parameters,
    commas,
    copies,
    sums,
    trailing_misere,
    open_brackets,
    surplus_characters,
    missing_position,
    bare_rules,
];

/// Splits a text into tokens: words, numbers, white space and single characters.
fn tokenize(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        '0'..='9' => 0,
        c if c == '_' || c.is_alphabetic() => 1,
        c if c.is_whitespace() => 2,
        _ => 3,
    };
    let mut tokens = vec![];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match class(first) {
            3 => first.len_utf8(),
            kind => rest.find(|c| class(c) != kind).unwrap_or(rest.len()),
        };
        let (token, tail) = rest.split_at(length);
        tokens.push(token);
        rest = tail;
    }
    tokens
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c == '_' || c.is_alphabetic())
}

fn is_blank(token: &str) -> bool {
    token.starts_with(char::is_whitespace)
}

/// Replaces tokens of a text wherever `replacement` returns a replacement.
///
/// The arguments of `replacement` are the tokens from the current one on, and the tokens before the current one. Its
/// result is the number of tokens to replace, and their replacement.
fn replace_tokens(text: &str, replacement: impl Fn(&[&str], &[&str]) -> Option<(usize, String)>) -> String {
    let tokens = tokenize(text);
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while at < tokens.len() {
        match replacement(&tokens[at..], &tokens[..at]) {
            Some((count, new)) => {
                out.push_str(&new);
                // A pure insertion keeps the current token.
                if count == 0 {
                    out.push_str(tokens[at]);
                }
                at += count.max(1);
            }
            None => {
                out.push_str(tokens[at]);
                at += 1;
            }
        }
    }
    out
}

/// Returns the length in bytes of the bracketed text at the start, including both brackets.
///
/// Returns `None` if the bracket is not closed.
fn bracket_len(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + c.len_utf8());
        }
    }
    None
}

/// Splits the text after the last occurrence of the game's name; `None` without a game.
fn split_at_name<'a>(written: &WrittenText<'a>) -> Option<(&'a str, &'a str)> {
    let at = written.text.rfind(written.name).filter(|_| !written.name.is_empty())?;
    Some(written.text.split_at(at + written.name.len()))
}

/// Returns the opening bracket at the start of a text, its content, and the text after it.
///
/// White space before the bracket is skipped.
fn leading_bracket(text: &str) -> Option<(char, &str, &str)> {
    let text = text.trim_start();
    let opening = text.chars().next().filter(|c| matches!(c, '(' | '[' | '{' | '<'))?;
    let end = if opening == '<' { text.find('>')? + 1 } else { bracket_len(text)? };
    Some((opening, &text[1..end - 1], &text[end..]))
}

fn single_candidate(why: Text, candidate: String) -> Vec<(Text, String)> {
    vec![(why, candidate)]
}

/// Rewrites `3 4 5` as `nim(3,4,5)`, which is the usual meaning.
fn bare_numbers(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let in_number = |c: char| c.is_ascii_digit() || c == '^';
    let only =
        |c: char| in_number(c) || c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}');
    if written.expected == ExpectedText::Rules || !written.text.chars().all(only) {
        return vec![];
    }
    let numbers: Vec<&str> = written.text.split(|c: char| !in_number(c)).filter(|n| !n.is_empty()).collect();
    if numbers.is_empty() {
        vec![]
    } else {
        single_candidate(text!("perhaps you mean"), format!("nim({})", numbers.join(",")))
    }
}

/// Rewrites `1e18`, `10**18`, `10^(18)`, `1.5e9` and `0x1f` as decimal numbers or as `10^18`.
fn powers(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let candidate = replace_tokens(written.text, |next, before| {
        // Digits within a name are not a number.
        if !is_number(next[0]) || before.last().is_some_and(|token| is_word(token) || *token == ".") {
            return None;
        }
        let scaled = |digits: &str, places: usize, exponent: &str| {
            let zeros = exponent.parse::<u32>().ok()?.checked_sub(places as u32)?;
            let mantissa: u64 = digits.parse().ok()?;
            let number = mantissa.checked_mul(10u64.checked_pow(zeros)?)?;
            Some(if mantissa == 1 { format!("10^{zeros}") } else { number.to_string() })
        };
        match next {
            [base, "*", "*", power, ..] if is_number(power) => Some((4, format!("{base}^{power}"))),
            [base, "^", "(" | "{", power, ")" | "}", ..] if is_number(power) => Some((5, format!("{base}^{power}"))),
            [whole, "e" | "E", power, ..] if is_number(power) => Some((3, scaled(whole, 0, power)?)),
            [whole, "e" | "E", "+", power, ..] if is_number(power) => Some((4, scaled(whole, 0, power)?)),
            [whole, ".", part, "e" | "E", power, ..] if is_number(part) && is_number(power) => {
                Some((5, scaled(&format!("{whole}{part}"), part.len(), power)?))
            }
            ["0", word, ..] if word.starts_with(['x', 'X']) => {
                let mut digits = word[1..].to_string();
                let count = next[2..].iter().take_while(|token| is_number(token) || is_word(token)).count();
                next[2..2 + count].iter().for_each(|token| digits.push_str(token));
                Some((2 + count, u64::from_str_radix(&digits, 16).ok()?.to_string()))
            }
            _ => None,
        }
    });
    single_candidate(text!("numbers are decimal, and powers are written 10^18"), candidate)
}

/// Rewrites ranges in square brackets as `1..3`.
///
/// Examples are `1-3`, `1~3`, `1...3`, `1:3`, `1 to 3`, `1..=3`, `..3` and `<=3`.
fn ranges(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    const RANGE_SIGNS: [&[&str]; 14] = [
        &[",", ".", ".", ".", ","],
        &[",", "…", ","],
        &[",", ".", ".", ","],
        &[".", ".", "."],
        &[".", ".", "="],
        &["…"],
        &["-"],
        &["—"],
        &["~"],
        &["〜"],
        &[":"],
        &["to"],
        &["到"],
        &["至"],
    ];
    let candidate = replace_tokens(written.text, |next, before| {
        let in_set = before.iter().rposition(|token| *token == "[") > before.iter().rposition(|token| *token == "]");
        let last = before.iter().rev().find(|token| !is_blank(token));
        if !in_set {
            return None;
        }
        if last.is_some_and(|token| matches!(*token, "[" | "," | "|")) {
            let end = match next {
                [".", ".", end, ..] | ["<", "=", end, ..] if is_number(end) => end,
                _ => return None,
            };
            return Some((3, format!("1..{end}")));
        }
        if !last.is_some_and(|token| is_number(token)) {
            return None;
        }
        // White space is ignored.
        let non_blank: Vec<usize> = (0..next.len()).filter(|&k| !is_blank(next[k])).collect();
        let between = RANGE_SIGNS.iter().find(|between| {
            let tokens_here = non_blank.iter().take(between.len()).map(|&k| next[k]);
            tokens_here.eq(between.iter().copied())
        })?;
        let (last, follows) = (non_blank[between.len() - 1], non_blank.get(between.len()).map(|&k| next[k]));
        let is_open_range = follows == Some("]") && between.len() == 3 && between[0] == ".";
        (follows.is_some_and(is_number) || is_open_range).then(|| {
            let blanks = next[last + 1..].iter().take_while(|token| is_blank(token)).count();
            (last + 1 + blanks, "..".to_string())
        })
    });
    single_candidate(text!("a range of amounts is written with two dots"), candidate)
}

/// Rewrites the names of infinite sets, as in `take[primes]` and `take[2^n]`.
fn set_names(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let candidate = replace_tokens(written.text, |next, before| {
        let word = |word: &str| match word.to_ascii_lowercase().as_str() {
            "primes" => Some("prime"),
            "fibonacci" | "fibonaccis" | "fibs" => Some("fib"),
            "squares" | "square" => Some("k^2"),
            "cubes" | "cube" => Some("k^3"),
            "triangle" | "triangles" => Some("triangular"),
            "factorial" => Some("factorials"),
            "practicals" => Some("practical"),
            _ => None,
        };
        match next {
            // Users may write any letter instead of the k of a power.
            [letter, "^", "2", ..] if *letter != "k" && letter.len() == 1 && is_word(letter) => {
                Some((3, "k^2".to_string()))
            }
            ["^", letter, ..]
                if *letter != "k"
                    && letter.len() == 1
                    && is_word(letter)
                    && before.last().is_some_and(|b| is_number(b)) =>
            {
                Some((2, "^k".to_string()))
            }
            [first, ..] if before.contains(&"[") => Some((1, word(first)?.to_string())),
            _ => None,
        }
    });
    single_candidate(
        text!("the infinite sets are 2^k, k^2, fib, prime, triangular, factorials, squarefree and practical"),
        candidate,
    )
}

/// Rewrites `token[a-b](a)` as `token[a>b](a)`, and `hackenbush(0>1)` as `hackenbush(0-1)`.
fn signs_of_edges(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let Some((front, rest)) = split_at_name(written) else { return vec![] };
    match leading_bracket(rest) {
        Some(('[', edges, after_bracket)) if edges.contains('-') => single_candidate(
            text!("directed edges are written a>b"),
            format!("{front}[{}]{after_bracket}", edges.replace('-', ">")),
        ),
        Some(('(', edges, after_bracket)) if edges.contains('>') || edges.contains("--") => {
            let edges = edges.replace("->", "-").replace("--", "-").replace('>', "-");
            single_candidate(text!("edges are written a-b"), format!("{front}({edges}){after_bracket}"))
        }
        _ => vec![],
    }
}

/// Rewrites `rule(n -> n-1)(5)` as `rule{ n -> n-1 }(5)`.
fn rule_brackets(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let Some((front, rest)) = split_at_name(written) else { return vec![] };
    match leading_bracket(rest) {
        Some(('(' | '[', rule, after_bracket)) if rule.contains("->") => {
            single_candidate(text!("a rule goes in braces"), format!("{front}{{ {} }}{after_bracket}", rule.trim()))
        }
        _ => vec![],
    }
}

/// Puts `@` before file names, as in `rule[half.grundy](7)` and `nim(heaps.txt)`.
fn rule_files(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let Some((front, rest)) = split_at_name(written) else { return vec![] };
    let is_file = |name: &str| {
        let name = name.split(':').next().unwrap_or(name).trim();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        name == "-"
            || ending.starts_with(|c: char| c.is_alphabetic()) && !name.contains(['@', ',', ' ', '"', '\'', '>', '='])
    };
    let mut candidates = vec![];
    if let Some((opening, name, after_bracket)) = leading_bracket(rest)
        && is_file(name)
    {
        if opening == '(' {
            // In round brackets the file may contain the position.
            candidates.push(format!("{front}(@{name}){after_bracket}"));
        }
        candidates.push(format!("{front}[@{name}]{after_bracket}"));
    }
    candidates.into_iter().map(|candidate| (text!("the name of a file follows @"), candidate)).collect()
}

/// Rewrites `take(1,3)(5)`, `take{1,3}(5)` and `take[{1,3}](5)` as `take[1,3](5)`.
///
/// Parameters of a game that has none are removed: `nim[3](4)` becomes `nim(4)`.
fn parameter_brackets(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let (Some(info), Some((front, rest))) = (written.info, split_at_name(written)) else { return vec![] };
    let Some((opening, inside, after_bracket)) = leading_bracket(rest) else { return vec![] };
    let follows = leading_bracket(after_bracket).is_some() || written.expected == ExpectedText::Rules;
    if !info.notation.contains('[') {
        let why = text!("{game} has no parameters", game = info.name);
        return if follows && opening != '(' {
            single_candidate(why, format!("{front}{after_bracket}"))
        } else {
            vec![]
        };
    }
    let inner = leading_bracket(inside)
        .filter(|(_, _, after_bracket)| after_bracket.trim().is_empty())
        .map_or(inside, |(_, inner, _)| inner);
    if !follows || (opening == '[' && inner == inside) {
        return vec![];
    }
    single_candidate(text!("parameters go in square brackets"), format!("{front}[{inner}]{after_bracket}"))
}

/// Rewrites `nim[3,4,5]`, `nim{3,4,5}`, `nim((3,4,5))` and `nim({3,4,5})` as `nim(3,4,5)`.
fn position_brackets(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let Some((front, rest)) = split_at_name(written) else { return vec![] };
    if written.expected == ExpectedText::Rules {
        return vec![];
    }
    let mut candidates = vec![];
    let mut front = front.to_string();
    let mut next = leading_bracket(rest);
    // The last bracket after the name is the most likely position, so its candidate comes first.
    while let Some((opening, inside, after_bracket)) = next {
        let inner = leading_bracket(inside).filter(|(_, _, after_bracket)| after_bracket.trim().is_empty());
        let inside = inner.map_or(inside, |(_, inner, _)| inner);
        candidates.push((text!("a position goes in round brackets"), format!("{front}({inside}){after_bracket}")));
        let close = match opening {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            _ => '>',
        };
        front = format!("{front}{opening}{inside}{close}");
        next = leading_bracket(after_bracket);
    }
    candidates.reverse();
    candidates
}

/// Puts a position without brackets in round brackets: `nim 3 4 5`, `take[1,3] 10`, `nim: 3,4,5`.
fn bare_position(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let Some((front, rest)) = split_at_name(written) else { return vec![] };
    if written.expected == ExpectedText::Rules {
        return vec![];
    }
    let (parameters, rest) = match leading_bracket(rest) {
        Some((_, _, after_bracket)) => rest.split_at(rest.len() - after_bracket.len()),
        None => ("", rest),
    };
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | ','));
    // The position of a term ends where the next term starts.
    let (position, after_bracket) = rest
        .split_once('+')
        .map_or((rest, String::new()), |(position, after_bracket)| (position, format!("+{after_bracket}")));
    let listed = position.trim_end().trim_end_matches([')', ']', '}']);
    if !listed.starts_with(|c: char| c.is_ascii_digit() || c == '@') || listed.contains(['(', '[', '{']) {
        return vec![];
    }
    let items: Vec<&str> =
        listed.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter(|i| !i.is_empty()).collect();
    let space = if after_bracket.is_empty() { "" } else { " " };
    single_candidate(
        text!("a position goes in round brackets"),
        format!("{front}{parameters}({}){space}{after_bracket}", items.join(",")),
    )
}

/// Rewrites `bash(3,10)` as `bash[3](10)`, and `octal(0.77, 10)` as `octal[0.77](10)`.
///
/// Of two numbers the smaller one becomes the parameter, since a heap is larger than the amount that a move takes from
/// it: `bash(21,3)` becomes `bash[3](21)`.
fn first_as_parameter(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let (Some(info), Some((front, rest))) = (written.info, split_at_name(written)) else { return vec![] };
    match leading_bracket(rest) {
        Some(('(', inside, after_bracket))
            if info.notation.contains('[') && leading_bracket(after_bracket).is_none() =>
        {
            inside
                .split_once(',')
                .map(|(first, others)| {
                    let (mut parameter, mut position) = (first.trim(), others.trim());
                    if let (Ok(first), Ok(second)) = (parameter.parse::<u64>(), position.parse::<u64>())
                        && first > second
                    {
                        (parameter, position) = (position, parameter);
                    }
                    (
                        text!("parameters go in square brackets"),
                        format!("{front}[{parameter}]({position}){after_bracket}"),
                    )
                })
                .into_iter()
                .collect()
        }
        _ => vec![],
    }
}

/// Adds the parameters of the game's example where they are missing, as in `take(9)`.
fn missing_parameters(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let (Some(info), Some((front, rest))) = (written.info, split_at_name(written)) else { return vec![] };
    let Some(at) = info.example.find('[') else { return vec![] };
    let Some(end) = bracket_len(&info.example[at..]) else { return vec![] };
    if written.expected == ExpectedText::Rules || !matches!(leading_bracket(rest), Some(('(', ..))) {
        return vec![];
    }
    single_candidate(text!("parameters go in square brackets"), format!("{front}{}{rest}", &info.example[at..at + end]))
}

/// Rewrites the separators of lists as commas: `nim(3 4 5)`, `nim(3;4;5)`, `nim(3,,4,)`.
fn commas(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let candidate = replace_tokens(written.text, |next, before| {
        let opened = before.iter().filter(|token| matches!(**token, "(" | "[")).count();
        let closed = before.iter().filter(|token| matches!(**token, ")" | "]")).count();
        if opened <= closed {
            return None;
        }
        let items = |token: &&&str| is_number(token) || is_word(token);
        let last = before.iter().rev().find(|token| !is_blank(token));
        let blanks = next.iter().take_while(|token| is_blank(token)).count();
        let follows = next.get(blanks)?;
        match *follows {
            // A separator is removed before the first item, next to another separator, and after the last item.
            "," | ";" | "/" | "|" => {
                let following = next[blanks + 1..].iter().find(|token| !is_blank(token));
                let is_superfluous = last.is_some_and(|token| matches!(*token, "(" | "[" | ","))
                    || following.is_some_and(|token| matches!(*token, ")" | "]"));
                match is_superfluous {
                    true => Some((blanks + 1, String::new())),
                    false => (*follows != ",").then(|| (blanks + 1, ",".to_string())),
                }
            }
            _ if blanks > 0 && last.as_ref().is_some_and(&items) && items(&follows) => Some((blanks, ",".to_string())),
            _ => None,
        }
    });
    single_candidate(text!("separate the items of a list by commas"), candidate)
}

/// Rewrites `3nim(5)`, `nim(5)*3` and `3 x nim(5)` as `3*nim(5)`.
fn copies(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let why = || text!("write the number of copies in front, with `*`");
    let (head, tail) = written.text.split_at(written.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(0));
    let mut candidates = vec![];
    if !head.is_empty() {
        let game = tail.trim_start().trim_start_matches(['*', '.', '·']);
        let game = game.strip_prefix("x ").or(game.strip_prefix("X ")).unwrap_or(game).trim_start();
        candidates.push((why(), format!("{head}*{game}")));
    }
    let digits = written.text.len() - written.text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (game, factor) = written.text.split_at(written.text.len() - digits);
    if let Some(game) = game.trim_end().strip_suffix(['*', 'x', '×'])
        && digits > 0
    {
        candidates.push((why(), format!("{factor}*{}", game.trim_end())));
    }
    candidates
}

/// Rewrites `nim(3) nim(4)`, `nim(3), nim(4)` and `nim(3) and nim(4)` as sums with `+`.
fn sums(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let candidate = replace_tokens(written.text, |next, before| {
        let closed = before.last().is_some_and(|token| *token == ")");
        let non_blank: Vec<usize> = (0..next.len()).filter(|&k| !is_blank(next[k])).take(2).collect();
        let (first, second) = (*non_blank.first()?, non_blank.get(1).copied());
        let sign = matches!(next[first], "," | ";" | "&" | "|" | "and" | "plus");
        // A number is a factor, or else a value, which is rarely meant.
        let is_factor = |k: usize| is_number(next[k]) && next.get(k + 1).is_some_and(|token| *token == "*");
        let starts = |k: usize| is_word(next[k]) && !matches!(next[k], "and" | "plus" | "x") || is_factor(k);
        match (closed, sign, second) {
            (true, true, Some(second)) if starts(second) => Some((second, " + ".to_string())),
            (true, false, _) if starts(first) => Some((first, " + ".to_string())),
            _ => None,
        }
    });
    single_candidate(text!("a sum is written with +"), candidate)
}

/// Puts `misere` in front: `nim(3) misere`, `nim(1,2,misere)`.
fn trailing_misere(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let Some(at) =
        written.text.to_ascii_lowercase().find("mis").filter(|&at| at > 0 && written.text.is_char_boundary(at))
    else {
        let word = written.text.len() - written.text.trim_start_matches(char::is_alphabetic).len();
        let (word, rest) = written.text.split_at(word);
        if !is_misere(word) {
            return vec![];
        }
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '=' | '-' | '+'));
        let position = if rest.is_empty() { "nim(3,4,5)" } else { rest };
        return single_candidate(text!("`misere` goes in front"), format!("misere {position}"));
    };
    let (before, rest) = written.text.split_at(at);
    let word = rest.len() - rest.trim_start_matches(char::is_alphabetic).len();
    if !is_misere(&rest[..word]) {
        return vec![];
    }
    let before = before.trim_end().trim_end_matches([',', '+', '[', '(']).trim_end();
    let tail = rest[word..].trim_start().trim_start_matches([']']);
    let tail = if before.ends_with(')') { tail.trim_start_matches(')') } else { tail };
    let join = if tail.starts_with(|c: char| c.is_alphanumeric()) { " " } else { "" };
    single_candidate(text!("`misere` goes in front"), format!("misere {before}{join}{tail}"))
}

/// Balances the brackets: `nim(3,4`, `nim(3,4]`, `take[1,2(9)`, `nim(3))`.
fn open_brackets(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let mut closers = vec![];
    let mut out = String::new();
    for c in written.text.chars() {
        match c {
            '(' | '[' | '{' => {
                // The opening bracket of a position closes an open bracket of parameters.
                if c == '(' && closers.last() == Some(&']') {
                    out.extend(closers.pop());
                }
                closers.push(if c == '(' {
                    ')'
                } else if c == '[' {
                    ']'
                } else {
                    '}'
                });
                out.push(c);
            }
            // Any closing bracket closes the last open bracket; surplus closing brackets are dropped.
            ')' | ']' | '}' => out.extend(closers.pop()),
            _ => out.push(c),
        }
    }
    out.extend(closers.into_iter().rev());
    single_candidate(text!("brackets must be balanced"), out)
}

/// Removes surplus characters at both ends: `nim(3,4).`, `"nim(3,4)"`, `nim(3) +`.
fn surplus_characters(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let trimmed = written.text.trim_matches(['"', '\'', '`', '.', ',', ';', '!', '?', '=', '+', ' ']);
    single_candidate(text!("remove the rest"), trimmed.to_string())
}

/// Adds an example of a position where it is missing: `nim`, `take[1,3]`.
fn missing_position(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let (Some(info), Some((front, rest))) = (written.info, split_at_name(written)) else { return vec![] };
    if written.expected == ExpectedText::Rules {
        return vec![];
    }
    // Round brackets do not count as parameters, because they may already contain the position.
    let parameters = leading_bracket(rest).filter(|(opening, ..)| matches!(opening, '[' | '{'));
    let (rules, after_bracket) =
        rest.split_at(parameters.map_or(0, |(_, _, after_bracket)| rest.len() - after_bracket.len()));
    let after_bracket = after_bracket.trim();
    if !after_bracket.is_empty() && !after_bracket.starts_with('+') {
        return vec![];
    }
    let space = if after_bracket.is_empty() { "" } else { " " };
    let mut candidates = vec![];
    if rules.is_empty() {
        // The example replaces the name too, because some games have no name of their own in the notation.
        let before = front.strip_suffix(written.name).unwrap_or(front);
        candidates.push(format!("{before}{}{space}{after_bracket}", info.example));
    } else {
        let example = info.example.rfind('(').map_or("", |at| &info.example[at..]);
        let vertex: String = tokenize(rules).into_iter().skip(1).take(1).collect();
        for position in [example, "(3,5)", "(3,4,5)", &format!("({vertex})")] {
            candidates.push(format!("{front}{rules}{position}{space}{after_bracket}"));
        }
    }
    candidates.into_iter().map(|candidate| (text!("a position follows the game"), candidate)).collect()
}

/// Rewrites a code such as `0.77` as the game `octal[0.77]`.
///
/// If a game without its position is expected, the function also rewrites `take 1,3,4` and `nim 3 4`.
fn bare_rules(written: &WrittenText<'_>) -> Vec<(Text, String)> {
    let position = if written.expected == ExpectedText::Position { "(10)" } else { "" };
    if written.text.contains('.') && written.text.chars().all(|c| c == '.' || c.is_ascii_hexdigit()) {
        return single_candidate(
            text!("write a code as the parameter of `octal`"),
            format!("octal[{}]{position}", written.text),
        );
    }
    if written.expected == ExpectedText::Position {
        return vec![];
    }
    let Some((front, rest)) = split_at_name(written) else { return vec![] };
    let rest = rest.trim();
    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return vec![];
    }
    vec![
        (text!("parameters go in square brackets"), format!("{front}[{rest}]")),
        (text!("omit the position"), front.to_string()),
    ]
}
