//! Boards as JSON: components with their pictures, and every legal move with its effects.

use crate::answer::{player_number, push_field, push_nimber};
use crate::options::JsonOptions;
use crate::schema::board::{
    BOARD, DRAWING, DRAWN, END, FIELDS, GRID, HEAP, HEAPS, LEGAL, LINE, PAIR, PIECE, PLAYED, POINT, STEPS, STRIP,
    TOUCHES, WRITTEN,
};
use crate::schema::{Object, SCHEMA, push_list, push_number, push_text};
use grundy_play::{End, ExpectedResult, LegalMove, PlayComponent, PlayPosition, Session};
use grundy_render::{drawing_dot, drawing_list};
use grundy_rules::{Drawing, Field, Nimber, Outcome, Picture, Player, PositionSum, heap_sizes_after};
use grundy_solve::Answer;

/// The expected result of a position or a move, with the answer from which it follows.
///
/// The result of a position is that of the player to move; the result of a move is that of the player who makes it.
/// The value is `None` if there is no answer within the limits.
pub type ExpectedAnswer = Option<(Option<ExpectedResult>, Answer)>;

/// A component with its listed moves.
#[derive(Debug)]
pub struct ShownPiece {
    /// The component.
    pub piece: PlayComponent,
    /// The Grundy value of the component, if known.
    pub grundy: Option<Nimber>,
    /// The listed legal moves in the component, with their results.
    pub moves: Vec<(LegalMove, ExpectedAnswer)>,
    /// The number of legal moves in the component; `None` if they were neither all listed nor counted.
    pub moves_total: Option<u128>,
}

/// Returns the board of a play as one line of JSON, with the moves so far if `played` is set.
pub fn board_json(
    session: &Session,
    played: bool,
    evaluation: &ExpectedAnswer,
    pieces: &[ShownPiece],
    options: JsonOptions,
) -> String {
    let play_position = session.position();
    options.write(|out| {
        let spec = play_position.position_sum();
        let mut object = Object::open(out, &BOARD);
        object.number("schema", SCHEMA);
        object.text_or_null("spec", printable_text(spec).as_deref());
        object.word("play", spec.play.name());
        object.word("kind", spec.kind().name());
        object.number("mover", player_number(play_position.mover()));
        object.number("players", play_position.players());
        object.flag("over", !play_position.can_move());
        push_evaluation(evaluation, &mut object);
        push_list(object.key("pieces"), pieces, |piece, out| push_piece(play_position, piece, options, out));
        object.number("pieces_total", play_position.component_count());
        if played {
            push_played(session, options, &mut object);
        }
        object.close();
    })
}

/// Appends the moves so far, the points that they made, and how play ended.
fn push_played(session: &Session, options: JsonOptions, object: &mut Object<'_>) {
    let moves: Vec<_> = session.moves().collect();
    push_list(object.key("played"), &moves, |(play_position, mv), out| {
        let mut object = Object::open(out, &PLAYED);
        object.number("mover", player_number(play_position.mover()));
        push_move_text(mv, options, &mut object);
        object.number("points", play_position.points(mv));
        object.close();
    });
    push_list(object.key("points"), &session.points(), |&points, out| push_number(points, out));
    let Some(end) = session.end() else { return object.null("end") };
    let (how, winner, loser) = match end {
        End::NoMove { winner, .. } => ("stuck", Some(winner), None),
        End::Decided(winner) => ("position", winner, None),
        End::Points([a, b]) if a == b => ("points", None, None),
        End::Points([a, b]) => ("points", Some(if a > b { Player::LEFT } else { Player::RIGHT }), None),
        End::Loser(player) => ("stuck", None, Some(player)),
        End::Repetition => ("repetition", None, None),
    };
    let mut object = Object::open(object.key("end"), &END);
    object.word("how", how);
    object.number_or_null("winner", winner.map(player_number));
    object.number_or_null("loser", loser.map(player_number));
    object.close();
}

fn push_move_text(mv: &LegalMove, options: JsonOptions, object: &mut Object<'_>) {
    object.text("move", &mv.text.to_string());
    if let Some(text) = options.translation(&mv.text) {
        object.text("text", &text);
    }
    let short = mv.short();
    object.text_or_null("short", Some(short.as_str()).filter(|short| !short.is_empty()));
}

fn printable_text(spec: &PositionSum) -> Option<String> {
    spec.is_printable().then(|| spec.canonical_text())
}

/// Appends the expected result of best play and the value of the position.
fn push_evaluation(evaluation: &ExpectedAnswer, object: &mut Object<'_>) {
    match evaluation.as_ref().and_then(|(expected_result, _)| *expected_result) {
        Some(ExpectedResult::Win) => object.word("result", "win"),
        Some(ExpectedResult::Loss) => object.word("result", "loss"),
        Some(ExpectedResult::Draw) => object.word("result", "draw"),
        Some(ExpectedResult::Score(score)) => object.number("result", score),
        Some(ExpectedResult::Loser(player)) => object.number("result", player_number(player)),
        None => object.null("result"),
    }
    let answer = evaluation.as_ref().map(|(_, answer)| answer);
    object.word_or_null("outcome", answer.and_then(|answer| answer.result.outcome).map(Outcome::name));
    let grundy = answer.and_then(|answer| answer.values.grundy);
    object.number_or_null("grundy", grundy.map(|grundy| grundy.0));
    match grundy {
        Some(grundy) => push_nimber(grundy, object.key("value")),
        None => {
            let game = answer.and_then(|answer| answer.values.game.as_ref());
            object.text_or_null("value", game.and_then(|game| game.value.as_deref()));
        }
    }
}

fn push_piece(play_position: &PlayPosition, shown: &ShownPiece, options: JsonOptions, out: &mut String) {
    let PlayComponent { place, label, copies, picture } = &shown.piece;
    let term = &play_position.position_sum().terms[place.term];
    let mut object = Object::open(out, &PIECE);
    object.text("label", label);
    object.number("part", play_position.term_number(*place));
    object.number("component", place.component + 1);
    object.text("game", term.position.ruleset().info().name);
    let component = term.position.component(place.component);
    let printable = component.count_printed_numbers() <= MAX_PRINTED_NUMBERS;
    object.text_or_null("spec", printable.then(|| component.to_string()).as_deref());
    object.number("copies", *copies);
    object.flag("negative", term.negative);
    push_picture(picture, play_position.mover(), object.key("picture"));
    object.number_or_null("grundy", shown.grundy.map(|grundy| grundy.0));
    push_list(object.key("moves"), &shown.moves, |(mv, evaluation), out| {
        push_move(play_position, picture, mv, evaluation, options, out);
    });
    object.number_or_null("moves_total", shown.moves_total);
    object.close();
}

/// Components with more numbers than this are not written: their `spec` is null.
const MAX_PRINTED_NUMBERS: usize = 1000;

fn push_move(
    play_position: &PlayPosition,
    before: &Picture,
    mv: &LegalMove,
    evaluation: &ExpectedAnswer,
    options: JsonOptions,
    out: &mut String,
) {
    let after = play_position.after(mv);
    let pictures = play_position.pictures_after(mv);
    let mut object = Object::open(out, &LEGAL);
    push_move_text(mv, options, &mut object);
    let fields = play_position.fields(mv);
    push_fields(&fields, object.key("fields"));
    push_touches(before, &pictures, &fields, object.key("touches"));
    push_evaluation(evaluation, &mut object);
    object.text_or_null("to", printable_text(after.position_sum()).as_deref());
    object.number("next", player_number(after.mover()));
    push_list(object.key("pictures"), &pictures, |picture, out| push_picture(picture, after.mover(), out));
    object.close();
}

fn push_fields(fields: &[(&'static str, Field)], out: &mut String) {
    let mut object = Object::open(out, &FIELDS);
    for (name, field) in fields {
        push_field(field, object.game_key(name));
    }
    object.close();
}

/// Appends a picture of a position in which `mover` is to move.
fn push_picture(picture: &Picture, mover: Player, out: &mut String) {
    match picture {
        Picture::Heap(stones) => {
            let mut object = Object::open(out, &HEAP);
            object.word("kind", "heap");
            object.number("stones", *stones);
            object.close();
        }
        Picture::Heaps { stones, users, text } => {
            let mut object = Object::open(out, &HEAPS);
            object.word("kind", "heaps");
            push_list(object.key("stones"), stones, |&n, out| push_number(n, out));
            if !users.is_empty() {
                push_list(object.key("users"), users, |users, out| {
                    push_list(out, users.players(), |&player, out| push_number(player_number(player), out));
                });
            }
            object.text("text", text);
            object.close();
        }
        Picture::Steps { stones, first_counting } => {
            let mut object = Object::open(out, &STEPS);
            object.word("kind", "steps");
            push_list(object.key("stones"), stones, |&n, out| push_number(n, out));
            object.number("first_counting", *first_counting);
            object.close();
        }
        Picture::Pair(square) => {
            let mut object = Object::open(out, &PAIR);
            object.word("kind", "pair");
            push_list(object.key("square"), square, |&n, out| push_number(n, out));
            object.close();
        }
        Picture::Strip { cells, text } => {
            let mut object = Object::open(out, &STRIP);
            object.word("kind", "strip");
            push_list(object.key("cells"), cells, |cell, out| push_text(cell, out));
            object.text("text", text);
            object.close();
        }
        Picture::Grid(grid) => {
            let mut object = Object::open(out, &GRID);
            object.word("kind", "grid");
            object.number("columns", grid.columns);
            object.text("cells", &String::from_iter(&*grid.cells));
            object.text("states", &String::from_iter(&*grid.states));
            object.text("text", &grid.text);
            if grid.swaps_pieces {
                object.flag("swaps_pieces", true);
            }
            let owner = |&state: &char| grid.owner(state, mover).map_or(0, player_number);
            if grid.states.iter().any(|state| owner(state) > 0) {
                let owners: Vec<String> = grid.states.iter().map(|state| owner(state).to_string()).collect();
                object.text("owners", &owners.concat());
            }
            object.close();
        }
        Picture::Drawing(drawing) => push_drawing(drawing, out),
        Picture::Text(text) => {
            let mut object = Object::open(out, &WRITTEN);
            object.word("kind", "text");
            object.text("text", text);
            object.close();
        }
    }
}

/// Returns a position of a game on a graph as JSON: its drawing, also as DOT and as a list of edges.
pub fn drawn_json(spec: &PositionSum, drawing: &Drawing, options: JsonOptions) -> String {
    options.write(|out| {
        let mut object = Object::open(out, &DRAWN);
        object.number("schema", SCHEMA);
        object.text("spec", &spec.canonical_text());
        object.text("game", spec.terms.first().map_or("", |term| term.position.ruleset().info().name));
        push_drawing(drawing, object.key("drawing"));
        object.text("dot", &drawing_dot(drawing));
        object.text("list", &drawing_list(drawing));
        object.close();
    })
}

fn push_drawing(drawing: &Drawing, out: &mut String) {
    let mut object = Object::open(out, &DRAWING);
    object.word("kind", "drawing");
    push_list(object.key("points"), &drawing.points, |point, out| {
        let mut object = Object::open(out, &POINT);
        object.text("name", &point.name);
        object.flag("ground", point.ground);
        object.number_or_null("value", point.value);
        if point.tokens > 0 {
            object.number("tokens", point.tokens);
        }
        if let Some(mark) = point.mark {
            object.text("mark", &mark.to_string());
        }
        if let Some(owner) = point.owner {
            object.number("owner", player_number(owner));
        }
        object.close();
    });
    push_list(object.key("lines"), &drawing.lines, |line, out| {
        let mut object = Object::open(out, &LINE);
        push_list(object.key("ends"), &line.ends, |&end, out| push_number(end, out));
        object.word("ink", line.color.name());
        if let Some(mark) = line.mark {
            object.text("mark", &mark.to_string());
        }
        if let Some(owner) = line.owner {
            object.number("owner", player_number(owner));
        }
        object.close();
    });
    object.text("text", &drawing.text);
    if let Some(fused) = &drawing.fused {
        push_drawing(fused, object.key("fused"));
    }
    object.close();
}

/// Appends the elements of a picture that a move changes, or, for text, the fields of the move.
fn push_touches(before: &Picture, after: &[Picture], fields: &[(&'static str, Field)], out: &mut String) {
    let mut object = Object::open(out, &TOUCHES);
    let stones_after = |picture: Option<&Picture>| match picture {
        None => Some(0),
        Some(Picture::Heap(stones)) => Some(*stones),
        Some(_) => None,
    };
    match (before, after) {
        // If the heap is split, the changed stones are those between the first new heap and the others.
        (Picture::Heap(stones), _) if after.iter().all(|picture| stones_after(Some(picture)).is_some()) => {
            let first = stones_after(after.first()).unwrap_or(0);
            let rest = after
                .iter()
                .skip(1)
                .fold(0u64, |sum, picture| sum.saturating_add(stones_after(Some(picture)).unwrap_or(0)));
            let range = [first.saturating_add(1), stones.saturating_sub(rest)];
            push_list(object.key("stones"), &range, |&n, out| push_number(n, out));
        }
        (Picture::Steps { stones, .. }, [Picture::Steps { stones: then, .. }]) if then.len() <= stones.len() => {
            let changed = |&(at, &n): &(usize, &u64)| then.get(at).is_none_or(|&then| then != n);
            let steps: Vec<usize> = stones.iter().enumerate().filter(changed).map(|(at, _)| at + 1).collect();
            push_list(object.key("steps"), &steps, |&step, out| push_number(step, out));
        }
        (Picture::Heaps { stones, .. }, [Picture::Heaps { stones: stones_after, .. }]) => {
            if let Some(sizes) = heap_sizes_after(stones, stones_after, fields) {
                push_list(object.key("heaps"), &sizes, |&n, out| push_number(n, out));
            }
            push_fields(fields, object.key("named"));
        }
        (Picture::Grid(grid), [Picture::Grid(after)]) => {
            if let Some(changed) = grid.changed_cells(after) {
                push_list(object.key("cells"), &changed, |&at, out| push_number(at + 1, out));
            }
            push_fields(fields, object.key("named"));
        }
        (Picture::Pair(_), [Picture::Pair(square)]) => {
            push_list(object.key("square"), square, |&n, out| push_number(n, out));
        }
        _ => push_fields(fields, object.key("named")),
    }
    object.close();
}
