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
    "A position as it is drawn: its components with their pictures, and every legal move with its effects.",
    &[
        SCHEMA,
        required(
            "spec",
            SPEC,
            "The position in canonical notation; null if it has more than 1000 components or numbers.",
        ),
        required("play", PLAY, ""),
        required("kind", KIND, ""),
        required("mover", Positive, "The player to move, counted from 1; Left is player 1."),
        required("players", Positive, "The number of players."),
        required("over", Flag, "Whether the player to move has no legal move."),
        required(
            "result",
            RESULT,
            "The result of best play for the player to move: a win, a loss, a draw, or the difference in points; \
                among several players, the player who loses. Null if it is not known within the limits.",
        ),
        required("outcome", OUTCOME, "The outcome letter, as in an answer."),
        required(
            "grundy",
            Or(&[Count, Null]),
            "The Grundy value under normal play; null if it is unknown or undefined.",
        ),
        required(
            "value",
            SPEC,
            "The value of the position under normal play, as text; null if it is unknown or too long.",
        ),
        required("pieces", AtMost(200, &One(&PIECE)), "The components; equal copies are listed once."),
        required("pieces_total", Count, "The number of components, listed or not; equal copies count once."),
        optional("played", List(&One(&PLAYED)), "The moves made so far; only if the request has moves."),
        optional("points", Exactly(2, &Integer), "The points of the first two players; only with `played`."),
        optional("end", Or(&[One(&END), Null]), "The end of play, or null if play goes on; only with `played`."),
    ],
);

pub(crate) static PLAYED: ObjectSchema = ObjectSchema::new(
    "played",
    "A move that was made.",
    &[
        required("mover", Positive, "The player who made the move."),
        required("move", Text, "The move in English."),
        optional("text", Text, "The move in the requested language; only if this is not English."),
        required(
            "short",
            Or(&[Text, Null]),
            "The short form of the move as text input, if the move can be given by numbers.",
        ),
        required("points", Integer, "The points that the move scored, in scoring games."),
    ],
);

pub(crate) static END: ObjectSchema = ObjectSchema::new(
    "end",
    "The end of a play.",
    &[
        required(
            "how",
            Word(&["stuck", "position", "points", "repetition"]),
            "The reason why play ended. `stuck`: the player to move has no legal move; `position` and `points`: in \
                addition, the final position or the points decide the result; `repetition`: a draw, because the \
                same position occurred for the third time.",
        ),
        required(
            "winner",
            Or(&[Positive, Null]),
            "The player who won; null for a draw and in games of several players.",
        ),
        required("loser", Or(&[Positive, Null]), "The player who lost, in games of several players; else null."),
    ],
);

pub(crate) static PIECE: ObjectSchema = ObjectSchema::new(
    "piece",
    "A component of a board.",
    &[
        required("label", Text, "The numbers that select the component in front of a move."),
        required("part", Positive, "The term of the sum, counted from 1; each copy counts."),
        required("component", Positive, "The index of the component within its term, counted from 1."),
        required("game", Text, "The name of the game of this component."),
        required("spec", SPEC, "The component in canonical notation; null if it is too long."),
        required("copies", Count, "The number of copies of the component in the sum."),
        required("negative", Flag, "Whether the term has a minus sign, which exchanges Left and Right."),
        required("picture", PICTURE, ""),
        required("grundy", Or(&[Count, Null]), "The Grundy value of the component alone; null if it is unknown."),
        required("moves", List(&One(&LEGAL)), "The legal moves of the player to move in this component."),
        required(
            "moves_total",
            Or(&[Count, Null]),
            "The number of legal moves in this component; null if they are neither all listed nor counted.",
        ),
    ],
);

pub(crate) static LEGAL: ObjectSchema = ObjectSchema::new(
    "legal_move",
    "A legal move on a board. To play it, send `to` or `move`.",
    &[
        required("move", Text, "The move in English, as in an answer, with its term if the sum has several."),
        optional("text", Text, "The move in the requested language; only if this is not English."),
        required(
            "short",
            Or(&[Text, Null]),
            "The short form of the move as text input, if the move can be given by numbers.",
        ),
        required("fields", One(&FIELDS), "The fields of the move for programs, as in an answer."),
        required("touches", One(&TOUCHES), "The elements of the picture that the move changes."),
        required("result", RESULT, "The result for the player who makes the move."),
        required("outcome", OUTCOME, "The outcome of the position after the move."),
        required(
            "grundy",
            Or(&[Count, Null]),
            "The Grundy value of the position after the move; null if it is unknown.",
        ),
        required(
            "value",
            SPEC,
            "The value of the position after the move, as text; null if it is unknown or too long.",
        ),
        required("to", SPEC, "The position after the move."),
        required("next", Positive, "The player who moves next."),
        required("pictures", List(&PICTURE), "The pictures of the components that remain after the move."),
    ],
);

pub(crate) static FIELDS: ObjectSchema =
    ObjectSchema::new("fields", "Names and numbers that a game defines for its moves.", &[]);

pub(crate) static TOUCHES: ObjectSchema = ObjectSchema::new(
    "touches",
    "The elements of a picture that a move changes.",
    &[
        optional(
            "stones",
            Exactly(2, &Count),
            "Heap: the first and the last of the removed stones, counted from 1 at the bottom; the first exceeds \
                the last if a split removes none.",
        ),
        optional("heaps", List(&Count), "Several heaps: the size of each heap after the move."),
        optional("steps", List(&Positive), "Staircase: the changed steps, counted from 1."),
        optional("square", Exactly(2, &Count), "Pair: the square after the move."),
        optional("cells", List(&Positive), "Grid: the changed cells, counted from 1, row by row."),
        optional(
            "named",
            One(&FIELDS),
            "All other pictures, grids and several heaps: the fields of the move, such as the index and the ends \
                of an edge.",
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
    "Heaps that form one component: a move may change several.",
    &[
        required("kind", Word(&["heaps"]), ""),
        required("stones", List(&Count), "The number of stones in each heap."),
        optional(
            "users",
            List(&List(&Positive)),
            "The players who may take from each heap. Only if some player may not take from some heap.",
        ),
        required("text", Text, "The component as it is printed."),
    ],
);

pub(crate) static STEPS: ObjectSchema = ObjectSchema::new(
    "steps",
    "A staircase.",
    &[
        required("kind", Word(&["steps"]), ""),
        required("stones", List(&Count), "The number of stones on each step, lowest step first."),
        required(
            "first_counting",
            Positive,
            "The lowest step whose stones count for the Grundy value; from it on, every second step counts.",
        ),
    ],
);

pub(crate) static PAIR: ObjectSchema = ObjectSchema::new(
    "pair",
    "A square on a board.",
    &[
        required("kind", Word(&["pair"]), ""),
        required("square", Exactly(2, &Count), "The column and the row, counted from 0."),
    ],
);

const PRINTED: Type = Or(&[Text, Like("^$")]);

pub(crate) static STRIP: ObjectSchema = ObjectSchema::new(
    "strip",
    "Cells in a row.",
    &[
        required("kind", Word(&["strip"]), ""),
        required("cells", List(&PRINTED), "The content of each cell."),
        required("text", PRINTED, "The component as it is printed."),
    ],
);

pub(crate) static GRID: ObjectSchema = ObjectSchema::new(
    "grid",
    "Cells in rows and columns.",
    &[
        required("kind", Word(&["grid"]), ""),
        required("columns", Count, "The number of columns."),
        required(
            "cells",
            PRINTED,
            "The contents of the cells, row by row, one character each: `.` is an empty cell, `#` a hole, `_` no cell.",
        ),
        required(
            "states",
            PRINTED,
            "All possible contents of a cell, one character each; empty if positions are not written as pictures.",
        ),
        required("text", PRINTED, "The component as it is printed."),
        optional(
            "swaps_pieces",
            Flag,
            "Only if true: `x` is a piece of the player to move and `o` one of the opponent, so every move swaps \
                the two letters.",
        ),
        optional(
            "owners",
            Text,
            "The player who owns the pieces of each of the `states`, one digit each: 1, 2, or 0 for pieces that \
                belong to no single player. Only if some pieces belong to one player.",
        ),
    ],
);

pub(crate) static DRAWING: ObjectSchema = ObjectSchema::new(
    "drawing",
    "Points joined by lines, as in Hackenbush.",
    &[
        required("kind", Word(&["drawing"]), ""),
        required("points", List(&One(&POINT)), ""),
        required("lines", List(&One(&LINE)), "The lines, in the order in which the component is printed."),
        required("text", PRINTED, "The component as it is printed."),
        optional("fused", One(&DRAWING), "A simpler drawing of the same value, with cycles fused to points."),
    ],
);

pub(crate) static POINT: ObjectSchema = ObjectSchema::new(
    "point",
    "A point of a drawing.",
    &[
        required("name", PRINTED, ""),
        required("ground", Flag, "Whether the point is on the ground."),
        required(
            "value",
            Or(&[Count, Null]),
            "The Grundy value of the part of the drawing attached to this point; null if no theorem states it.",
        ),
        optional("tokens", Positive, "The number of tokens on the point."),
        optional("mark", Text, "The letter of a piece on the point."),
        optional("owner", Positive, "The player who owns the piece; only if it belongs to one player."),
    ],
);

pub(crate) static LINE: ObjectSchema = ObjectSchema::new(
    "line",
    "A line of a drawing.",
    &[
        required(
            "ends",
            Exactly(2, &Count),
            "The indices of the points at its ends, counted from 0; equal for a loop.",
        ),
        required(
            "ink",
            INK,
            "The color or style. `green`, `blue`, `red`: both players, Left or Right may cut the line; `solid`: it \
                is drawn; `dashed`: it may be drawn; `arrow`: tokens move along it to its second end.",
        ),
        optional("mark", Text, "The letter on the line."),
        optional("owner", Positive, "The player who alone may use a line with this letter, if there is one."),
    ],
);

pub(crate) const INK: Type = Word(&["green", "blue", "red", "solid", "dashed", "arrow"]);

pub(crate) static DRAWN: ObjectSchema = ObjectSchema::new(
    "drawn",
    "A position of a game on a graph, as a drawing and as text; or the position that a drawing defines.",
    &[
        SCHEMA,
        required("spec", Text, "The position in canonical notation."),
        required("game", Text, ""),
        required("drawing", One(&DRAWING), ""),
        required("dot", Text, "The drawing in the DOT language."),
        required("list", Text, "The drawing as a list of edges, one per line."),
    ],
);

pub(crate) static WRITTEN: ObjectSchema = ObjectSchema::new(
    "written",
    "A component as it is printed.",
    &[
        required("kind", Word(&["text"]), ""),
        required("text", PRINTED, "The component as it is printed; empty if it is too long."),
    ],
);
