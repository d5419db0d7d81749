//! Answers as JSON.

use crate::options::JsonOptions;
use crate::schema::answer::{
    ANSWER, BY_DATABASE, BY_PERIOD, BY_PROOF, BY_QUOTIENT, BY_SEARCH, BY_TABLE, BY_THEOREM, MOVE, STATS,
};
use crate::schema::{IntegerFormat, Object, SCHEMA, push_list, push_number, push_text};
use crate::steps::{push_searched, push_steps, push_visit};
use grundy_lang::{Language, Text, text};
use grundy_render::{ReasonDetail, Working, strategy_reason, table_quantity};
use grundy_rules::{Field, Kind, Nimber, Player};
use grundy_solve::{Answer, Move, MoveResult, NextMover, Reason};

/// Returns an answer as one line of JSON.
///
/// ```
/// use grundy_json::{JsonOptions, IntegerFormat};
/// use grundy_solve::{Budget, Question, Solver};
/// let spec = grundy_games::parse("nim(1,2)").unwrap();
/// let answer = Solver::new().solve(&spec, &Question::default(), &Budget::default()).unwrap();
/// let json = grundy_json::answer_json(&answer, JsonOptions::default());
/// assert!(json.starts_with(r#"{"schema":2,"spec":"nim(1,2)","play":"normal","kind":"impartial","outcome":"N","grundy":3,"#));
/// let json = grundy_json::answer_json(&answer, JsonOptions { numbers: IntegerFormat::Text, ..JsonOptions::default() });
/// assert!(json.contains(r#""grundy":"3","#));
/// ```
pub fn answer_json(answer: &Answer, options: JsonOptions) -> String {
    let mut out = String::with_capacity(1024);
    push_answer_json(answer, options, &mut out);
    out
}

/// Appends an answer to `out` as one line of JSON, so that a batch can reuse one buffer.
pub fn push_answer_json(answer: &Answer, options: JsonOptions, out: &mut String) {
    if options.numbers == IntegerFormat::Text {
        let plain = answer_json(answer, JsonOptions { numbers: IntegerFormat::Number, ..options });
        out.push_str(&options.numbers.with_form(plain));
        return;
    }
    let mut object = Object::open(out, &ANSWER);
    object.number("schema", SCHEMA);
    if let Some(line) = options.line {
        object.number("line", line);
    }
    object.text_or_null("spec", answer.position.text.as_deref());
    if answer.position.text.is_none() {
        object.number("parts", answer.position.component_count);
    }
    object.word("play", answer.position.play.name());
    object.word("kind", answer.position.kind.name());
    object.word_or_null("outcome", answer.result.outcome.map(|outcome| outcome.name()));
    if let Some([left, right]) = answer.result.results_moving_first {
        object.word("left_first", left.name());
        object.word("right_first", right.name());
    }
    match answer.values.grundy {
        Some(grundy) => {
            object.number("grundy", grundy.0);
            push_nimber(grundy, object.key("value"));
        }
        None => {
            // A value such as `inf{0,2}` needs no escape.
            match &answer.values.loopy {
                Some(loopy) => object.word("grundy", &loopy.to_string()),
                None if answer.values.loony => object.word("grundy", "loony"),
                None => object.null("grundy"),
            }
            object.text_or_null("value", answer.values.game.as_ref().and_then(|game| game.value.as_deref()));
        }
    }
    if let Some(game) = &answer.values.game {
        object.text("left_stop", &game.left_stop.to_string());
        object.text("right_stop", &game.right_stop.to_string());
        object.text("mean", &game.mean.to_string());
        object.text("temperature", &game.temperature.to_string());
        object.text_or_null("atomic_weight", game.atomic_weight.as_deref());
        object.text_or_null("reduced", game.reduced.as_deref());
        object.number("birthday", game.birthday);
    }
    if !answer.position.short || answer.result.remoteness.is_some() {
        object.number_or_null("remoteness", answer.result.remoteness);
    }
    if answer.position.kind == Kind::Scoring {
        object.number_or_null("score", answer.result.score);
    }
    if answer.position.kind == Kind::Multiplayer {
        object.number_or_null("loser", answer.result.loser.map(player_number));
        if let Some(player) = answer.result.lone_player {
            object.number("coalition", player_number(player));
            object.flag("safe", answer.result.loser.is_none());
        }
    }
    push_list(object.key("moves"), &answer.moves.listed, |mv, out| push_move(mv, options, out));
    object.number_or_null("moves_total", answer.moves.total);
    if answer.moves.incomplete {
        object.flag("moves_complete", false);
    }
    if !answer.moves.others.is_empty() {
        push_list(object.key("others"), &answer.moves.others, |mv, out| push_move(mv, options, out));
    }
    if !answer.moves.remoteness_line.is_empty() {
        push_list(object.key("longest_win"), &answer.moves.remoteness_line, |mv, out| push_move(mv, options, out));
    }
    push_reasons(answer, options, object.key("reason"));
    if let Some((_, searches)) = &answer.trace.searches {
        push_list(object.key("searches"), searches, push_searched);
    }
    match &answer.trace.tree {
        Some(Ok(tree)) => {
            push_list(object.key("tree"), tree, |visit, out| push_visit(answer.position.kind, visit, out))
        }
        Some(Err(error)) => object.translated("no_tree", &error.message, options.language),
        None => {}
    }
    if answer.explanation.components.iter().any(|component| !component.steps.is_empty()) {
        let lines = answer.explanation.components.iter().flat_map(|component| {
            let part = Text::verbatim(format!("{}: ", component.text));
            component.steps.iter().map(move |step| Text::concat([part.clone(), step.clone()]))
        });
        let lines: Vec<String> = lines.map(|line| line.in_language(options.language)).collect();
        push_list(object.key("theorem_steps"), &lines, |line, out| push_text(line, out));
    }
    match &answer.trace.steps {
        Some(Ok(steps)) => push_steps(steps, &mut object),
        Some(Err(error)) => object.translated("no_steps", &error.message, options.language),
        None => {}
    }
    let mut stats = Object::open(object.key("stats"), &STATS);
    stats.number("nodes", answer.nodes);
    stats.seconds("seconds", answer.elapsed);
    stats.close();
    object.close();
}

/// Appends a value in the form of `Display` for `Nimber`, but faster, without `fmt`.
pub(crate) fn push_nimber(value: Nimber, out: &mut String) {
    match value.0 {
        0 => out.push_str("\"0\""),
        1 => out.push_str("\"*\""),
        k => {
            out.push_str("\"*");
            push_number(k, out);
            out.push('"');
        }
    }
}

/// Returns the number of a player, counted from 1.
pub(crate) fn player_number(player: Player) -> u16 {
    u16::from(player.0) + 1
}

/// Appends a field that a game defines for its moves.
pub(crate) fn push_field(field: &Field, out: &mut String) {
    match field {
        Field::Number(n) => push_number(*n, out),
        Field::Numbers(list) => push_list(out, list, |&n, out| push_number(n, out)),
        Field::Signed(n) => push_number(*n, out),
        Field::Text(text) => push_text(text, out),
        Field::Texts(list) => push_list(out, list, |text, out| push_text(text, out)),
    }
}

pub(crate) fn push_move(mv: &Move, options: JsonOptions, out: &mut String) {
    let mut object = Object::open(out, &MOVE);
    object.translated("move", &mv.text, Language::English);
    if options.language != Language::English {
        object.translated("text", &mv.text, options.language);
    }
    object.number("part", mv.term_number);
    for (name, field) in &mv.fields {
        push_field(field, object.game_key(name));
    }
    if let Some(by) = mv.by {
        object.word("by", if by == Player::LEFT { "left" } else { "right" });
    }
    object.text_or_null("to", mv.to.as_deref());
    match mv.result {
        MoveResult::Win => object.word("result", "win"),
        MoveResult::Draw => object.word("result", "draw"),
        MoveResult::Loss => object.word("result", "loss"),
        MoveResult::Score(score) => object.number("result", score),
        MoveResult::Loser(player) => object.number("result", player_number(player)),
    }
    if let Some(moves) = mv.remoteness {
        object.number("remoteness", moves);
    }
    if let Some(next) = mv.next {
        object.word("next", if next == NextMover::Same { "same" } else { "other" });
    }
    object.close();
}

fn push_reasons(answer: &Answer, options: JsonOptions, out: &mut String) {
    let full = options.why != ReasonDetail::Short;
    let working = full.then(|| Working::new(answer, options.language));
    let strategy = if full { strategy_reason(answer) } else { None };
    out.push('[');
    for (at, reason) in answer.explanation.reasons.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        let lines = working.as_ref().map_or(&[][..], |working| working.lines(at));
        let strategy = if strategy == Some(at) { &answer.explanation.strategy[..] } else { &[] };
        push_reason(reason, strategy, lines, options, out);
    }
    out.push(']');
}

fn push_reason(reason: &Reason, strategy: &[Text], working: &[String], options: JsonOptions, out: &mut String) {
    let full = options.why != ReasonDetail::Short;
    let language = options.language;
    let mut object = match reason {
        Reason::Theorem(info) => {
            let mut object = Object::open(out, &BY_THEOREM);
            object.word("by", "theorem");
            object.word("name", info.name);
            object.text("source", language.translate(info.source));
            if full {
                object.text("statement", language.translate(info.statement));
            }
            object
        }
        Reason::Table { quantity, to } => {
            let mut object = Object::open(out, &BY_TABLE);
            object.word("by", "table");
            object.number("to", *to);
            if full {
                object.text("statement", &table_quantity(*quantity).in_language(language));
            }
            object
        }
        Reason::Period { period, theorem, .. } => {
            let mut object = Object::open(out, &BY_PERIOD);
            object.word("by", "period");
            object.number("preperiod", period.preperiod);
            object.number("period", period.period);
            object.word("theorem", theorem.name);
            if full {
                object.text("source", language.translate(theorem.source));
                object.text("statement", language.translate(theorem.statement));
            }
            object
        }
        Reason::Proof { statement, method } => {
            let mut object = Object::open(out, &BY_PROOF);
            object.word("by", "proof");
            object.text("statement", &statement.in_language(language));
            object.text("method", &method.in_language(language));
            object
        }
        Reason::Database { folder, tier } => {
            let mut object = Object::open(out, &BY_DATABASE);
            object.word("by", "database");
            object.text("dir", folder);
            object.text("tier", tier);
            object
        }
        Reason::Quotient { order, repeat, proved, checked_to, components, .. } => {
            let mut object = Object::open(out, &BY_QUOTIENT);
            object.word("by", "quotient");
            object.number("order", *order as u64);
            object.number_or_null("preperiod", repeat.map(|period| period.preperiod));
            object.number_or_null("period", repeat.map(|period| period.period));
            object.word("status", if *proved { "proved" } else { "checked_to" });
            object.number_or_null("checked_to", *checked_to);
            object.number_or_null("components", components.map(|count| count as u64));
            object
        }
        Reason::Search { nodes } => {
            let mut object = Object::open(out, &BY_SEARCH);
            object.word("by", "search");
            object.number("nodes", *nodes);
            object
        }
    };
    let sentences = strategy.iter().cloned().reduce(|before, next| text!("{said}; {next}", said = before, next));
    if let Some(sentences) = sentences {
        object.text("strategy", &sentences.in_language(language));
    }
    if !working.is_empty() {
        push_list(object.key("working"), working, |line, out| push_text(line, out));
    }
    object.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nimbers_are_written_as_they_print() {
        for k in [0, 1, 2, 438_840, u128::MAX] {
            let mut out = String::new();
            push_nimber(Nimber(k), &mut out);
            assert_eq!(out, format!("\"{}\"", Nimber(k)));
        }
    }
}
