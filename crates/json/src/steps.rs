//! The steps of an answer, position by position, and compared searches, as JSON.

use crate::answer::player_number;
use crate::schema::steps::{COUNTS, SEARCHED, STEP_OF, VISIT};
use crate::schema::{Object, push_list, push_number, push_text};
use grundy_rules::{Kind, Outcome, Player};
use grundy_solve::trace::{Bound, NodeResult, SearchResult, TracedPosition, TracedPositions, TracedResult, Visit};

/// Appends a node of the search tree.
pub(crate) fn push_visit(kind: Kind, visit: &Visit, out: &mut String) {
    let mut object = Object::open(out, &VISIT);
    object.number("depth", visit.depth);
    object.text("position", &visit.position);
    if let Some(mv) = &visit.mv {
        object.text("move", &mv.to_string());
    }
    if let Some(by) = visit.by {
        match kind {
            Kind::Partizan => object.word("by", if by == Player::LEFT { "left" } else { "right" }),
            _ => object.number("by", player_number(by)),
        }
    }
    if let Some([alpha, beta]) = visit.bounds {
        object.number_or_null("alpha", alpha);
        object.number_or_null("beta", beta);
    }
    match visit.result {
        NodeResult::Points(points, bound) => {
            object.number("score", points);
            match bound {
                Bound::Exact => {}
                Bound::Lower => object.word("bound", "lower"),
                Bound::Upper => object.word("bound", "upper"),
            }
        }
        NodeResult::Wins(wins) => object.flag("wins", wins),
    }
    object.flag("cut", visit.pruned > 0);
    object.close();
}

/// Appends the result of one search.
pub(crate) fn push_searched(one: &SearchResult, out: &mut String) {
    let mut object = Object::open(out, &SEARCHED);
    object.word("search", one.method.name());
    object.number_or_null("nodes", one.nodes);
    object.word_or_null("outcome", one.outcome.map(Outcome::name));
    if one.score.is_some() {
        object.number_or_null("score", one.score);
    }
    object.close();
}

/// Appends the fields `steps` and `counts` of an answer.
pub(crate) fn push_steps(steps: &TracedPositions, object: &mut Object<'_>) {
    push_list(object.key("steps"), &steps.list, |step, out| push_step(steps, step, out));
    let more = steps.unlisted();
    if more > 0 {
        object.number("steps_more", more);
    }
    let mut counts = Object::open(object.key("counts"), &COUNTS);
    counts.number_or_null("tree", steps.counts.tree);
    counts.number_or_null("positions", steps.counts.positions);
    counts.number("unordered", steps.counts.unordered);
    counts.close();
}

fn push_step(steps: &TracedPositions, step: &TracedPosition, out: &mut String) {
    let mut object = Object::open(out, &STEP_OF);
    object.text("position", &step.position);
    if let Some(by) = step.by {
        match steps.kind {
            Kind::Partizan => object.word("by", if by == Player::LEFT { "left" } else { "right" }),
            _ => object.number("by", player_number(by)),
        }
    }
    let mut sides = vec![("options", "values", &step.options)];
    if steps.kind == Kind::Partizan && step.by.is_none() {
        sides.push(("right", "right_values", &step.right));
    }
    for (options, values, places) in sides {
        // An option whose index is past the end of `steps.list` is not listed, so it is left out here as well.
        let listed: Vec<&TracedPosition> = places.iter().filter_map(|&at| steps.list.get(at)).collect();
        push_list(object.key(options), &listed, |option, out| push_text(&option.position, out));
        push_list(object.key(values), &listed, |option, out| match option.result {
            TracedResult::Value(value) => push_number(value, out),
            TracedResult::Points(points) => push_number(points, out),
            TracedResult::Loser(player) => push_number(player_number(player), out),
            _ => push_text(&option.result_text(), out),
        });
    }
    if steps.kind == Kind::Scoring {
        push_list(object.key("points"), &step.points, |&points, out| push_number(points, out));
    }
    let mex = if let TracedResult::Value(value) = step.result { Some(value) } else { None };
    object.number_or_null("mex", mex);
    object.word_or_null("outcome", step.outcome().map(|outcome| outcome.name()));
    match step.result {
        TracedResult::Round(_, round) => object.number_or_null("round", round),
        TracedResult::Points(points) => object.number("score", points),
        TracedResult::Loser(player) => object.number("loser", player_number(player)),
        TracedResult::Value(_) | TracedResult::Outcome(_) => {}
    }
    object.close();
}
