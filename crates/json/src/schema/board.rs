//! Schemas of boards: the pictures of a position, and every legal move.

use super::answer::{KIND, PLAY, SCHEMA};
use super::shape::Type::*;
use super::shape::{Shape, Type, has, may};

const RESULT: Type = Or(&[Word(&["win", "loss", "draw"]), Integer, Null]);
const OUTCOME: Type = Or(&[Word(&["N", "P", "L", "R", "D"]), Null]);
const SPEC: Type = Or(&[Text, Null]);
const PICTURE: Type =
    Or(&[One(&HEAP), One(&HEAPS), One(&STEPS), One(&PAIR), One(&STRIP), One(&GRID), One(&DRAWING), One(&WRITTEN)]);

pub(crate) static BOARD: Shape = Shape::of(
    "board",
    "A position as it is seen: its pieces with their pictures, and every legal move with what it touches, brings and leaves.",
    &[
        SCHEMA,
        has("spec", SPEC, "The position in canonical notation; null above 1000 parts or numbers."),
        has("play", PLAY, ""),
        has("kind", KIND, ""),
        has("mover", Positive, "Who is to move: player 1 or 2, or another one of several; Left is player 1."),
        has("players", Positive, "How many players there are."),
        has("over", Flag, "Whether the player to move cannot move."),
        has(
            "result",
            RESULT,
            "What best play brings to the player to move: a win, a loss, a draw, or so many points more than the other one; among several players, who loses. Null where it is not known within the limits.",
        ),
        has("outcome", OUTCOME, "As in an answer."),
        has("grundy", Or(&[Count, Null]), "The Grundy value under normal play where it is known."),
        has("value", SPEC, "The same as it is written."),
        has("pieces", Few(200, &One(&PIECE)), "The components, of equal copies one."),
        has("pieces_total", Count, "How many components there are, listed or not, copies counted once."),
        may("played", List(&One(&PLAYED)), "Where moves were made first: these moves."),
        may("points", Exactly(2, &Integer), "With them: what the first two players have scored."),
        may("end", Or(&[One(&END), Null]), "With them: how the play has ended, or null."),
    ],
);

pub(crate) static PLAYED: Shape = Shape::of(
    "played",
    "A move that was made.",
    &[
        has("mover", Positive, "Who made it."),
        has("move", Text, "The move in English."),
        may("text", Text, "The same in the language that was asked for, if that is another one."),
        has("short", Or(&[Text, Null]), "As people type it, where numbers tell it."),
        has("points", Integer, "What it brought, in games won on points."),
    ],
);

pub(crate) static END: Shape = Shape::of(
    "end",
    "How a play has ended.",
    &[
        has(
            "how",
            Word(&["stuck", "position", "points", "repetition"]),
            "The player to move cannot move, and that, the position or the points decide; or the same position came for the third time, a draw.",
        ),
        has("winner", Or(&[Positive, Null]), "Who has won; null for a draw and where several play."),
        has("loser", Or(&[Positive, Null]), "Who has lost, where several play."),
    ],
);

pub(crate) static PIECE: Shape = Shape::of(
    "piece",
    "A component of a board.",
    &[
        has("label", Text, "The numbers that name it in front of a move."),
        has("part", Positive, "The part of the sum, counted from 1, copies counted."),
        has("component", Positive, "Which component of that part it is, counted from 1."),
        has("game", Text, "The name of its game."),
        has("spec", SPEC, "It alone in canonical notation; null where that is too long."),
        has("copies", Count, "How many copies of it the sum has."),
        has("negative", Flag, "Whether it stands in the sum with Left and Right exchanged."),
        has("picture", PICTURE, ""),
        has("grundy", Or(&[Count, Null]), "What it is worth alone, where that is known."),
        has("moves", List(&One(&LEGAL)), "The legal moves in it of the player to move."),
        has("moves_total", Or(&[Count, Null]), "How many there are; null where there are more than are listed."),
    ],
);

pub(crate) static LEGAL: Shape = Shape::of(
    "legal_move",
    "A legal move on a board. Who plays it sends `to`, or `move`.",
    &[
        has("move", Text, "The move in English, as in an answer, with its part where the sum has several."),
        may("text", Text, "The same in the language that was asked for, if that is another one."),
        has("short", Or(&[Text, Null]), "As people type it, where numbers tell it."),
        has("fields", One(&FIELDS), "The move for programs, as in an answer."),
        has("touches", One(&TOUCHES), "What of the picture it touches."),
        has("result", RESULT, "What it brings to the player who makes it."),
        has("outcome", OUTCOME, "That of the position it leaves."),
        has("grundy", Or(&[Count, Null]), "What the position it leaves is worth."),
        has("value", SPEC, "The same as it is written."),
        has("to", SPEC, "The position that it leaves."),
        has("next", Positive, "Who moves then."),
        has("pictures", List(&PICTURE), "What it leaves of the piece."),
    ],
);

pub(crate) static FIELDS: Shape = Shape::of("fields", "Names and numbers that a game gives to its moves.", &[]);

pub(crate) static TOUCHES: Shape = Shape::of(
    "touches",
    "What of a picture a move touches.",
    &[
        may(
            "stones",
            Exactly(2, &Count),
            "Of a heap: the first and the last of the stones, counted from 1 at the bottom; the first is greater where a split takes none.",
        ),
        may("heaps", List(&Count), "Of heaps that stand together: what is left of each."),
        may("steps", List(&Positive), "Of a staircase: the steps, counted from 1."),
        may("square", Exactly(2, &Count), "Of a pair: the place that it comes to."),
        may("cells", List(&Positive), "Of a board of cells: those that change, counted from 1 row by row."),
        may(
            "named",
            One(&FIELDS),
            "Of heaps that stand together, of a board of cells and of a picture in words: what the move names of it, such as an edge by its place and its ends.",
        ),
    ],
);

pub(crate) static HEAP: Shape =
    Shape::of("heap", "A heap of stones.", &[has("kind", Word(&["heap"]), ""), has("stones", Count, "")]);

pub(crate) static HEAPS: Shape = Shape::of(
    "heaps",
    "Heaps that stand together: a move may change several.",
    &[
        has("kind", Word(&["heaps"]), ""),
        has("stones", List(&Count), "The stones of each."),
        has("text", Text, "The component as it is printed."),
    ],
);

pub(crate) static STEPS: Shape = Shape::of(
    "steps",
    "A staircase.",
    &[has("kind", Word(&["steps"]), ""), has("stones", List(&Count), "On each step, the lowest first.")],
);

pub(crate) static PAIR: Shape = Shape::of(
    "pair",
    "A place on a board.",
    &[has("kind", Word(&["pair"]), ""), has("square", Exactly(2, &Count), "Column and row, counted from 0.")],
);

const PRINTED: Type = Or(&[Text, Like("^$")]);

pub(crate) static STRIP: Shape = Shape::of(
    "strip",
    "Cells in a row.",
    &[
        has("kind", Word(&["strip"]), ""),
        has("cells", List(&PRINTED), "What stands in each."),
        has("text", PRINTED, "The component as it is printed."),
    ],
);

pub(crate) static GRID: Shape = Shape::of(
    "grid",
    "Cells in rows and columns.",
    &[
        has("kind", Word(&["grid"]), ""),
        has("columns", Count, "How many columns there are."),
        has("cells", PRINTED, "What stands in the cells, row by row, a sign each: `.` is an empty one, `#` a hole."),
        has("states", Text, "What may stand in a cell, a sign each."),
        has("text", PRINTED, "The component as it is printed."),
    ],
);

pub(crate) static DRAWING: Shape = Shape::of(
    "drawing",
    "Points joined by lines, as in Hackenbush.",
    &[
        has("kind", Word(&["drawing"]), ""),
        has("points", List(&One(&POINT)), ""),
        has("lines", List(&One(&LINE)), "In the order in which the component is printed."),
        has("text", PRINTED, "The component as it is printed."),
        may("fused", One(&DRAWING), "A simpler drawing that is worth the same: rings fused to points."),
    ],
);

pub(crate) static POINT: Shape = Shape::of(
    "point",
    "A point of a drawing.",
    &[
        has("name", PRINTED, ""),
        has("ground", Flag, "Whether it lies on the ground."),
        has("value", Or(&[Count, Null]), "What hangs there is worth so much, where a theorem tells it."),
        may("tokens", Positive, "So many tokens stand there."),
        may("mark", Text, "The letter of a piece that stands there."),
    ],
);

pub(crate) static LINE: Shape = Shape::of(
    "line",
    "A line of a drawing.",
    &[
        has("ends", Exactly(2, &Count), "The points at its ends, counted from 0; the same for a loop."),
        has("ink", INK, "Who may cut it; or whether it is drawn; or that tokens slide along it to its second end."),
        may("mark", Text, "The letter that it is labelled with."),
    ],
);

pub(crate) const INK: Type = Word(&["green", "blue", "red", "solid", "dashed", "arrow"]);

pub(crate) static DRAWN: Shape = Shape::of(
    "drawn",
    "A position of a game on a graph as a drawing and as texts, or the position that a drawing makes.",
    &[
        SCHEMA,
        has("spec", Text, "The position in canonical notation."),
        has("game", Text, ""),
        has("drawing", One(&DRAWING), ""),
        has("dot", Text, "The same in the DOT language."),
        has("list", Text, "The same as a list of edges, one a line."),
    ],
);

pub(crate) static WRITTEN: Shape = Shape::of(
    "written",
    "A component as it is printed.",
    &[has("kind", Word(&["text"]), ""), has("text", PRINTED, "Empty where it is too long for that.")],
);
