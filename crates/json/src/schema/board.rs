//! Schemas of boards: the pictures of a position, and every legal move.

use super::answer::{KIND, PLAY, SCHEMA};
use super::shape::Type::*;
use super::shape::{ObjectSchema, Type, optional, required};

const RESULT: Type = Or(&[Word(&["win", "loss", "draw"]), Integer, Null]);
const OUTCOME: Type = Or(&[Word(&["N", "P", "L", "R", "D"]), Null]);
const SPEC: Type = Or(&[Text, Null]);
const PICTURE: Type =
    Or(&[One(&HEAP), One(&HEAPS), One(&STEPS), One(&PAIR), One(&STRIP), One(&GRID), One(&DRAWING), One(&WRITTEN)]);

pub(crate) static BOARD: ObjectSchema = ObjectSchema::new(
    "board",
    "A position as it is seen: its pieces with their pictures, and every legal move with what it touches, brings and leaves.",
    &[
        SCHEMA,
        required("spec", SPEC, "The position in canonical notation; null above 1000 parts or numbers."),
        required("play", PLAY, ""),
        required("kind", KIND, ""),
        required("mover", Positive, "Who is to move: player 1 or 2, or another one of several; Left is player 1."),
        required("players", Positive, "How many players there are."),
        required("over", Flag, "Whether the player to move cannot move."),
        required(
            "result",
            RESULT,
            "What best play brings to the player to move: a win, a loss, a draw, or so many points more than the other one; among several players, who loses. Null where it is not known within the limits.",
        ),
        required("outcome", OUTCOME, "As in an answer."),
        required("grundy", Or(&[Count, Null]), "The Grundy value under normal play where it is known."),
        required("value", SPEC, "The same as it is written."),
        required("pieces", Few(200, &One(&PIECE)), "The components, of equal copies one."),
        required("pieces_total", Count, "How many components there are, listed or not, copies counted once."),
        optional("played", List(&One(&PLAYED)), "Where moves were made first: these moves."),
        optional("points", Exactly(2, &Integer), "With them: what the first two players have scored."),
        optional("end", Or(&[One(&END), Null]), "With them: how the play has ended, or null."),
    ],
);

pub(crate) static PLAYED: ObjectSchema = ObjectSchema::new(
    "played",
    "A move that was made.",
    &[
        required("mover", Positive, "Who made it."),
        required("move", Text, "The move in English."),
        optional("text", Text, "The same in the language that was asked for, if that is another one."),
        required("short", Or(&[Text, Null]), "As people type it, where numbers tell it."),
        required("points", Integer, "What it brought, in games won on points."),
    ],
);

pub(crate) static END: ObjectSchema = ObjectSchema::new(
    "end",
    "How a play has ended.",
    &[
        required(
            "how",
            Word(&["stuck", "position", "points", "repetition"]),
            "The player to move cannot move, and that, the position or the points decide; or the same position came for the third time, a draw.",
        ),
        required("winner", Or(&[Positive, Null]), "Who has won; null for a draw and where several play."),
        required("loser", Or(&[Positive, Null]), "Who has lost, where several play."),
    ],
);

pub(crate) static PIECE: ObjectSchema = ObjectSchema::new(
    "piece",
    "A component of a board.",
    &[
        required("label", Text, "The numbers that name it in front of a move."),
        required("part", Positive, "The part of the sum, counted from 1, copies counted."),
        required("component", Positive, "Which component of that part it is, counted from 1."),
        required("game", Text, "The name of its game."),
        required("spec", SPEC, "It alone in canonical notation; null where that is too long."),
        required("copies", Count, "How many copies of it the sum has."),
        required("negative", Flag, "Whether it stands in the sum with Left and Right exchanged."),
        required("picture", PICTURE, ""),
        required("grundy", Or(&[Count, Null]), "What it is worth alone, where that is known."),
        required("moves", List(&One(&LEGAL)), "The legal moves in it of the player to move."),
        required("moves_total", Or(&[Count, Null]), "How many there are; null where there are more than are listed."),
    ],
);

pub(crate) static LEGAL: ObjectSchema = ObjectSchema::new(
    "legal_move",
    "A legal move on a board. Who plays it sends `to`, or `move`.",
    &[
        required("move", Text, "The move in English, as in an answer, with its part where the sum has several."),
        optional("text", Text, "The same in the language that was asked for, if that is another one."),
        required("short", Or(&[Text, Null]), "As people type it, where numbers tell it."),
        required("fields", One(&FIELDS), "The move for programs, as in an answer."),
        required("touches", One(&TOUCHES), "What of the picture it touches."),
        required("result", RESULT, "What it brings to the player who makes it."),
        required("outcome", OUTCOME, "That of the position it leaves."),
        required("grundy", Or(&[Count, Null]), "What the position it leaves is worth."),
        required("value", SPEC, "The same as it is written."),
        required("to", SPEC, "The position that it leaves."),
        required("next", Positive, "Who moves then."),
        required("pictures", List(&PICTURE), "What it leaves of the piece."),
    ],
);

pub(crate) static FIELDS: ObjectSchema =
    ObjectSchema::new("fields", "Names and numbers that a game gives to its moves.", &[]);

pub(crate) static TOUCHES: ObjectSchema = ObjectSchema::new(
    "touches",
    "What of a picture a move touches.",
    &[
        optional(
            "stones",
            Exactly(2, &Count),
            "Of a heap: the first and the last of the stones, counted from 1 at the bottom; the first is greater where a split takes none.",
        ),
        optional("heaps", List(&Count), "Of heaps that stand together: what is left of each."),
        optional("steps", List(&Positive), "Of a staircase: the steps, counted from 1."),
        optional("square", Exactly(2, &Count), "Of a pair: the place that it comes to."),
        optional("cells", List(&Positive), "Of a board of cells: those that change, counted from 1 row by row."),
        optional(
            "named",
            One(&FIELDS),
            "Of heaps that stand together, of a board of cells and of a picture in words: what the move names of it, such as an edge by its place and its ends.",
        ),
    ],
);

pub(crate) static HEAP: ObjectSchema = ObjectSchema::new(
    "heap",
    "A heap of stones.",
    &[required("kind", Word(&["heap"]), ""), required("stones", Count, "")],
);

pub(crate) static HEAPS: ObjectSchema = ObjectSchema::new(
    "heaps",
    "Heaps that stand together: a move may change several.",
    &[
        required("kind", Word(&["heaps"]), ""),
        required("stones", List(&Count), "The stones of each."),
        required("text", Text, "The component as it is printed."),
    ],
);

pub(crate) static STEPS: ObjectSchema = ObjectSchema::new(
    "steps",
    "A staircase.",
    &[required("kind", Word(&["steps"]), ""), required("stones", List(&Count), "On each step, the lowest first.")],
);

pub(crate) static PAIR: ObjectSchema = ObjectSchema::new(
    "pair",
    "A place on a board.",
    &[required("kind", Word(&["pair"]), ""), required("square", Exactly(2, &Count), "Column and row, counted from 0.")],
);

const PRINTED: Type = Or(&[Text, Like("^$")]);

pub(crate) static STRIP: ObjectSchema = ObjectSchema::new(
    "strip",
    "Cells in a row.",
    &[
        required("kind", Word(&["strip"]), ""),
        required("cells", List(&PRINTED), "What stands in each."),
        required("text", PRINTED, "The component as it is printed."),
    ],
);

pub(crate) static GRID: ObjectSchema = ObjectSchema::new(
    "grid",
    "Cells in rows and columns.",
    &[
        required("kind", Word(&["grid"]), ""),
        required("columns", Count, "How many columns there are."),
        required(
            "cells",
            PRINTED,
            "What stands in the cells, row by row, a sign each: `.` is an empty one, `#` a hole.",
        ),
        required("states", Text, "What may stand in a cell, a sign each."),
        required("text", PRINTED, "The component as it is printed."),
    ],
);

pub(crate) static DRAWING: ObjectSchema = ObjectSchema::new(
    "drawing",
    "Points joined by lines, as in Hackenbush.",
    &[
        required("kind", Word(&["drawing"]), ""),
        required("points", List(&One(&POINT)), ""),
        required("lines", List(&One(&LINE)), "In the order in which the component is printed."),
        required("text", PRINTED, "The component as it is printed."),
        optional("fused", One(&DRAWING), "A simpler drawing that is worth the same: rings fused to points."),
    ],
);

pub(crate) static POINT: ObjectSchema = ObjectSchema::new(
    "point",
    "A point of a drawing.",
    &[
        required("name", PRINTED, ""),
        required("ground", Flag, "Whether it lies on the ground."),
        required("value", Or(&[Count, Null]), "What hangs there is worth so much, where a theorem tells it."),
        optional("tokens", Positive, "So many tokens stand there."),
        optional("mark", Text, "The letter of a piece that stands there."),
    ],
);

pub(crate) static LINE: ObjectSchema = ObjectSchema::new(
    "line",
    "A line of a drawing.",
    &[
        required("ends", Exactly(2, &Count), "The points at its ends, counted from 0; the same for a loop."),
        required(
            "ink",
            INK,
            "Who may cut it; or whether it is drawn; or that tokens slide along it to its second end.",
        ),
        optional("mark", Text, "The letter that it is labelled with."),
    ],
);

pub(crate) const INK: Type = Word(&["green", "blue", "red", "solid", "dashed", "arrow"]);

pub(crate) static DRAWN: ObjectSchema = ObjectSchema::new(
    "drawn",
    "A position of a game on a graph as a drawing and as texts, or the position that a drawing makes.",
    &[
        SCHEMA,
        required("spec", Text, "The position in canonical notation."),
        required("game", Text, ""),
        required("drawing", One(&DRAWING), ""),
        required("dot", Text, "The same in the DOT language."),
        required("list", Text, "The same as a list of edges, one a line."),
    ],
);

pub(crate) static WRITTEN: ObjectSchema = ObjectSchema::new(
    "written",
    "A component as it is printed.",
    &[required("kind", Word(&["text"]), ""), required("text", PRINTED, "Empty where it is too long for that.")],
);
