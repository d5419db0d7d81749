//! Text for people.

use crate::json::{INFORMATION, table_of};
use grundy_rules::{Entry, Kind, Outcome, Play, Seat};
use grundy_solve::{Answer, Component, Move, Next, Reason, Simplified};
use std::fmt::Write;

/// How much of the reason is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Why {
    /// The names and sources.
    Short,
    /// The statements and the arithmetic too.
    #[default]
    Full,
}

/// An answer as text, with a line break at its end.
///
/// ```
/// use grundy_solve::{Budget, Question, Solver};
/// let spec = grundy_rules::parse("nim(3,4,5)").unwrap();
/// let answer = Solver::new().solve(&spec, &Question::default(), &Budget::default()).unwrap();
/// let text = grundy_render::answer_text(&answer, grundy_render::Why::Full);
/// assert!(text.contains("the player to move wins"));
/// assert!(text.contains("take 2 from heap 1"));
/// ```
pub fn answer_text(answer: &Answer, why: Why) -> String {
    let mut out = String::new();
    match &answer.spec {
        Some(spec) => out.push_str(spec),
        None => {
            let _ = write!(out, "a {}position of {} components", play_prefix(answer.play), answer.parts);
        }
    }
    out.push_str(": ");
    out.push_str(&verdict(answer));
    if let Some(grundy) = answer.grundy {
        let _ = write!(out, ", Grundy value {}", grundy.0);
    }
    if let Some(loopy) = &answer.loopy {
        let _ = write!(out, ", Grundy value {loopy}");
    }
    match answer.remoteness {
        Some(1) => out.push_str(", after 1 move"),
        Some(moves) => {
            let _ = write!(out, ", after {moves} moves");
        }
        None => {}
    }
    out.push('\n');
    write_moves(answer, &mut out);
    write_reasons(answer, why, &mut out);
    out
}

/// Who wins, by how much or who loses.
fn verdict(answer: &Answer) -> String {
    if let Some(score) = answer.score {
        return match score {
            0 => "with best play the scores are equal".to_string(),
            1.. => format!("with best play the first player scores {score} more than the second"),
            _ => format!("with best play the second player scores {} more than the first", score.unsigned_abs()),
        };
    }
    if let Some(loser) = answer.loser {
        return format!("player {} loses with best play", u16::from(loser.0) + 1);
    }
    let verdict = match answer.outcome {
        Some(Outcome::N) if answer.kind == Kind::Partizan => "whoever starts wins (N)",
        Some(Outcome::P) if answer.kind == Kind::Partizan => "whoever starts loses (P)",
        Some(Outcome::N) => "the player to move wins (N)",
        Some(Outcome::P) => "the player to move loses (P)",
        Some(Outcome::L) => "Left wins, whoever starts (L)",
        Some(Outcome::R) => "Right wins, whoever starts (R)",
        Some(Outcome::D) => "a draw with best play (D)",
        None => "not decided",
    };
    verdict.to_string()
}

fn play_prefix(play: Play) -> &'static str {
    match play {
        Play::Normal => "",
        Play::Misere => "misere ",
    }
}

fn write_moves(answer: &Answer, out: &mut String) {
    let Some(total) = answer.moves_total else { return };
    if total == 0 {
        return;
    }
    let quality = match (answer.kind, answer.outcome) {
        (Kind::Scoring | Kind::Multiplayer, _) => "best",
        (_, Some(Outcome::D)) => "drawing",
        _ => "winning",
    };
    let noun = if total == 1 { "move" } else { "moves" };
    let _ = writeln!(out, "\n{total} {quality} {noun}{}", if answer.moves.is_empty() { "" } else { ":" });
    // The part is named where there is more than one.
    let several = answer.spec.as_deref().is_none_or(|spec| spec.contains(" + ") || spec.contains('*'));
    let lines: Vec<String> = answer.moves.iter().map(|mv| move_line(mv, several)).collect();
    let width = lines.iter().map(String::len).max().unwrap_or(0);
    for (line, mv) in lines.iter().zip(&answer.moves) {
        let _ = match &mv.to {
            Some(to) => writeln!(out, "  {line:width$}  ->  {to}"),
            None => writeln!(out, "  {line}"),
        };
    }
    let listed = answer.moves.len() as u128;
    if listed > 0 && total > listed {
        let _ = writeln!(out, "  and {} more", total - listed);
    }
}

fn write_reasons(answer: &Answer, why: Why, out: &mut String) {
    if answer.reasons.is_empty() {
        return;
    }
    if why == Why::Short {
        let names: Vec<String> = answer.reasons.iter().map(short_reason).collect();
        let _ = writeln!(out, "\nwhy: {}", names.join(", "));
        return;
    }
    out.push_str("\nwhy:\n");
    for reason in &answer.reasons {
        let _ = match reason {
            Reason::Theorem(card) => writeln!(out, "  {} ({}): {}", card.name, card.source, card.statement),
            Reason::Table { to } => writeln!(out, "  table: values computed up to {to} by their definition"),
            Reason::Period { period, theorem } => writeln!(
                out,
                "  period: the values repeat from heap {} on with period {}\n  {} ({}): {}",
                period.preperiod, period.period, theorem.name, theorem.source, theorem.statement
            ),
            Reason::Search { nodes: 1 } => writeln!(out, "  search: 1 position evaluated"),
            Reason::Search { nodes } => writeln!(out, "  search: {nodes} positions evaluated"),
        };
    }
    if let Some(simple) = &answer.simplified {
        write_simplified(simple, out);
    }
    write_arithmetic(answer, out);
}

/// Whose move it is, where, and what happens.
fn move_line(mv: &Move, several: bool) -> String {
    let mut line = String::new();
    match mv.by {
        Some(Seat::LEFT) => line.push_str("Left: "),
        Some(_) => line.push_str("Right: "),
        None => {}
    }
    if several {
        let _ = write!(line, "part {}: ", mv.part);
    }
    line.push_str(&mv.text);
    if mv.next == Some(Next::Same) {
        line.push_str(", and move again");
    }
    line
}

/// The sum after cancelling, and what the outcome calculus makes of it.
fn write_simplified(simple: &Simplified, out: &mut String) {
    if !simple.cancelled.is_empty() {
        let pairs: Vec<String> = simple
            .cancelled
            .iter()
            .map(|(text, pairs)| match pairs {
                1 => format!("{text} + {text}"),
                _ => format!("{pairs} pairs of {text}"),
            })
            .collect();
        let _ = writeln!(out, "  equal components cancel (A + A = P): {}", pairs.join(", "));
    }
    if !simple.zeros.is_empty() {
        let _ = writeln!(out, "  P-positions are worth 0 and drop (N + P = N, P + P = P): {}", simple.zeros.join(", "));
    }
    let _ = match simple.rest.as_slice() {
        [] => writeln!(out, "  nothing is left: a P-position"),
        [one] => writeln!(out, "  what is left is one N-position: {one}"),
        rest => writeln!(out, "  what is left: {}; N + N is undecided, the values decide", rest.join(" + ")),
    };
}

fn short_reason(reason: &Reason) -> String {
    match reason {
        Reason::Theorem(card) => format!("{} ({})", card.name, card.source),
        Reason::Table { to } => format!("table of values up to {to}"),
        Reason::Period { period, theorem } => {
            format!("period {} from heap {} on ({})", period.period, period.preperiod, theorem.name)
        }
        Reason::Search { nodes } => format!("search over {nodes} positions"),
    }
}

/// The theorems with the numbers put in, and the xor of the values in binary.
fn write_arithmetic(answer: &Answer, out: &mut String) {
    let shown = &answer.components;
    let valued = !shown.is_empty() && shown.iter().all(|c| c.heap.is_some());
    let lines: Vec<(&str, &str)> = shown
        .iter()
        .filter_map(|c| Some((c.text.as_str(), c.working.as_deref()?)))
        .filter(|l| !l.1.is_empty())
        .collect();
    let width = lines.iter().map(|l| l.0.chars().count()).max().unwrap_or(0);
    for (text, working) in lines {
        let pad = width - text.chars().count();
        let _ = writeln!(out, "    {text}{}  {working}", " ".repeat(pad));
    }
    if valued && (shown.len() > 1 || shown[0].copies != 1) {
        write_xor(answer, shown, out);
    }
}

fn write_xor(answer: &Answer, shown: &[Component], out: &mut String) {
    // Only a complete column of values has a total that can be checked.
    let complete = answer.parts == shown.iter().map(|c| u128::from(c.copies)).sum::<u128>();
    let heaps: Vec<(u128, u64)> = shown.iter().map(|c| (c.heap.unwrap_or(0), c.copies)).collect();
    let total = heaps.iter().fold(0, |xor, &(heap, copies)| if copies % 2 == 1 { xor ^ heap } else { xor });
    let most = heaps.iter().map(|h| h.0).max().unwrap_or(0);
    let bits = (128 - most.leading_zeros()).max(1) as usize;
    let width = most.to_string().len().max(3);
    for (heap, copies) in &heaps {
        let times = if *copies == 1 { String::new() } else { format!("  {copies} times") };
        let _ = writeln!(out, "    {heap:>width$}  {heap:0bits$b}{times}");
    }
    if complete {
        let _ = writeln!(out, "    {:>width$}  {total:0bits$b} = {total}", "xor");
    } else {
        let _ = writeln!(out, "    {:>width$}  of {} components", "...", answer.parts);
    }
}

/// All games, a line each, with a line break at the end of each.
pub fn games_text(games: &[&dyn Entry]) -> String {
    let rows: Vec<[&str; 3]> = games
        .iter()
        .map(|entry| {
            let card = entry.card();
            [card.notation, card.example, card.title]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|r| r[column].len()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let mut out = String::new();
    for [notation, example, title] in rows {
        let _ = writeln!(out, "{notation:first$}  {example:second$}  {title}");
    }
    out
}

/// The card of one game.
pub fn card_text(entry: &dyn Entry) -> String {
    let card = entry.card();
    let mut out = String::new();
    let _ = writeln!(out, "{} - {}\n\n{}\n", card.name, card.title, card.rules);
    let mut row = |label: &str, text: &str| {
        let _ = writeln!(out, "{label:10}{text}");
    };
    row("notation", card.notation);
    row("example", &format!("grundy solve '{}'", card.example));
    row("aliases", &card.aliases.join(", "));
    let length = if card.short { "short: every play ends" } else { "loopy: positions can come again" };
    let misere = if card.misere { "normal and misère play" } else { "normal play" };
    row("kind", &format!("{}, {length}, {misere}", card.kind.name()));
    let players = match card.kind.players() {
        Some(players) => players.to_string(),
        None => "as many as the brackets name".to_string(),
    };
    row("players", &format!("{players}, {INFORMATION} information"));
    row(
        "table",
        match table_of(entry) {
            Some("heaps") => "values by heap size",
            Some(_) => "values by the pair of heaps",
            None if card.kind == Kind::Multiplayer => "none: several players have neither outcomes nor values",
            None => "none: positions without a theorem are searched",
        },
    );
    for theorem in entry.theorems() {
        let _ = writeln!(
            out,
            "\n{} ({})\n  {}\n  scope: {}",
            theorem.name, theorem.source, theorem.statement, theorem.scope
        );
    }
    out
}
