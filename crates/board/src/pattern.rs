//! The syntax tree of pictures, which describe the moves of a board game.

use std::ops::BitOr;

/// A set of states that a cell can have: bit c is set if the ASCII character c is in the set.
///
/// `.` is an empty cell, `#` a hole or a cell outside the board; letters are pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct States(pub u128);

/// The state of an empty cell.
pub(crate) const EMPTY: u8 = b'.';
/// The state of a hole, and of all cells outside the board.
pub(crate) const HOLE: u8 = b'#';
/// The state of a cell that no picture matches.
///
/// When a region is cut out of a board, the cells of other regions get this state if a picture could match a hole
/// there.
pub(crate) const UNMATCHED: u8 = b'_';

impl States {
    /// The empty set.
    pub const NONE: States = States(0);
    /// The states that `?` matches: all except holes and [`UNMATCHED`].
    pub const ANY: States = States(!(1 << HOLE | 1 << UNMATCHED));

    /// Returns the set that contains only this state.
    pub const fn one(state: u8) -> States {
        States(1 << state)
    }

    /// Reports whether the set contains a state; `false` for characters outside ASCII.
    pub fn contains(self, state: u8) -> bool {
        state < 128 && self.0 >> state & 1 == 1
    }

    /// Reports whether the two sets have a state in common.
    pub fn intersects(self, other: States) -> bool {
        self.0 & other.0 != 0
    }

    /// Iterates over the states in the order of their characters.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..128).filter(move |&state| self.contains(state))
    }

    /// Returns the states of the set that are pieces, that is letters.
    pub fn letters(self) -> States {
        States(self.0 & LETTERS)
    }

    /// Returns the set of the images under `map_state` of the states of this set.
    pub fn map(self, map_state: impl Fn(u8) -> u8) -> States {
        self.iter().fold(States::NONE, |all, state| all | States::one(map_state(state)))
    }
}

const LETTERS: u128 = {
    let (mut all, mut letter) = (0, b'a');
    while letter <= b'z' {
        all |= 1 << letter | 1 << letter.to_ascii_uppercase();
        letter += 1;
    }
    all
};

impl BitOr for States {
    type Output = States;

    fn bitor(self, other: States) -> States {
        States(self.0 | other.0)
    }
}

/// The content of one cell of a picture.
///
/// On the left side, a symbol gives the states that the cell matches; on the right side, the state after the
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum CellSymbol {
    /// A single state.
    One(u8),
    /// `?`: any state except a hole. On the right side, it means the state before the move.
    Any,
    /// `{xo}`: one of these states.
    ///
    /// On the right side, it means the state that the set matched on the left.
    AnyOf(States),
}

impl CellSymbol {
    /// Returns the states that this symbol matches.
    pub fn states(self) -> States {
        match self {
            CellSymbol::One(state) => States::one(state),
            CellSymbol::Any => States::ANY,
            CellSymbol::AnyOf(states) => states,
        }
    }

    /// Returns the symbol with its states replaced by `map_state`.
    pub fn map(self, map_state: impl Fn(u8) -> u8) -> CellSymbol {
        match self {
            CellSymbol::One(state) => CellSymbol::One(map_state(state)),
            CellSymbol::Any => CellSymbol::Any,
            CellSymbol::AnyOf(states) => CellSymbol::AnyOf(states.map(map_state)),
        }
    }
}

/// One item of a row of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum RowItem {
    /// A cell.
    Cell(CellSymbol),
    /// `.*`, or `.+` if the flag is set: a run of matching cells of any length, at least one for `.+`.
    Run(CellSymbol, bool),
    /// `|`: the edge of the board, before the first or after the last cell of the row.
    Edge,
    /// `(`: the start of a group.
    GroupStart,
    /// `)`: the end of a group.
    GroupEnd,
    /// On the right side only: the cells that the group with this index, from 0, matched on the left.
    Group(u8),
}

/// One side of a picture, the left (before the move) or the right (after the move), as a list of rows.
pub(crate) type PictureSide = Vec<Vec<RowItem>>;

/// The orientation of a picture on a board.
///
/// It consists of the steps to the next row and to the next column of the picture. Each step is a vector (rows down,
/// columns right) on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Orientation {
    pub row: (i32, i32),
    pub column: (i32, i32),
}

impl Orientation {
    /// The orientation in which the picture is drawn.
    pub const DRAWN: Orientation = Orientation { row: (1, 0), column: (0, 1) };

    /// Returns the orientation of a picture of one row whose cells follow in this direction.
    pub const fn along(column: (i32, i32)) -> Orientation {
        Orientation { row: (0, 0), column }
    }

    /// Returns the offset of a cell of the picture from its first cell, as (rows down, columns right).
    pub fn offset(self, row: i32, column: i32) -> (i32, i32) {
        (row * self.row.0 + column * self.column.0, row * self.row.1 + column * self.column.1)
    }

    /// Returns the orientation that results if `symmetry` is applied to the board.
    pub fn transformed(self, symmetry: GridSymmetry) -> Orientation {
        Orientation { row: symmetry.apply(self.row), column: symmetry.apply(self.column) }
    }
}

/// One of the eight symmetries of a square: rotations and reflections.
///
/// Bit 2 exchanges rows and columns. After that, bit 0 reverses the order of the rows and bit 1 that of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GridSymmetry(pub u8);

impl GridSymmetry {
    /// All eight symmetries, beginning with the identity; the first four do not exchange rows and columns.
    pub const ALL: [GridSymmetry; 8] = [
        GridSymmetry(0),
        GridSymmetry(1),
        GridSymmetry(2),
        GridSymmetry(3),
        GridSymmetry(4),
        GridSymmetry(5),
        GridSymmetry(6),
        GridSymmetry(7),
    ];
    /// The four rotations, by 0, 90, 180 and 270 degrees.
    pub const ROTATIONS: [GridSymmetry; 4] = [GridSymmetry(0), GridSymmetry(5), GridSymmetry(3), GridSymmetry(6)];
    /// The reflection that exchanges left and right.
    pub const MIRROR: GridSymmetry = GridSymmetry(2);

    /// Returns the image of a vector (rows down, columns right).
    pub fn apply(self, (row, column): (i32, i32)) -> (i32, i32) {
        let (row, column) = if self.transposes() { (column, row) } else { (row, column) };
        (if self.0 & 1 != 0 { -row } else { row }, if self.0 & 2 != 0 { -column } else { column })
    }

    /// Reports whether the symmetry exchanges rows and columns.
    pub fn transposes(self) -> bool {
        self.0 & 4 != 0
    }
}

/// A condition on the neighbours of the cells that a move changes.
///
/// Other cells of the picture count as neighbours too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NeighbourCondition {
    pub states: States,
    /// Whether a neighbour with one of the states must exist; otherwise no neighbour may have one of them.
    pub required: bool,
    /// Whether the condition concerns all eight neighbours instead of the four orthogonal ones.
    pub all_eight: bool,
}

/// A change of neighbours of the changed cells: those with a state in `from` get the state `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NeighbourEffect {
    pub from: States,
    pub to: u8,
    /// Whether the change concerns all eight neighbours instead of the four orthogonal ones.
    pub all_eight: bool,
}

/// One picture of a move, for example `[xo] -> [.x] along rook if no x near`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PictureStep {
    pub before: PictureSide,
    pub after: PictureSide,
    pub orientations: Vec<Orientation>,
    pub neighbour_conditions: Vec<NeighbourCondition>,
    pub neighbour_effects: Vec<NeighbourEffect>,
    /// Whether the row becomes shorter, so that cells vanish at its end.
    pub shrinks: bool,
    /// The indices of the moving piece on the left and on the right side, among the cells and runs.
    ///
    /// They are set only if the move pattern needs them, for `repeat` or `then`.
    pub moving_piece: Option<[usize; 2]>,
    /// For graphs: the edges between consecutive vertices of the row; edge k joins vertices k and k + 1.
    pub edge_patterns: Vec<EdgePattern>,
}

/// A picture's edge between two consecutive vertices: its labels before and after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct EdgePattern {
    /// The labels that the edge may have.
    pub before: States,
    /// The new label, or `#` if the edge is removed; `None` if the edge does not change.
    pub after: Option<u8>,
}

/// The byte that stands for the label of an edge that has none.
pub(crate) const NO_LABEL: u8 = b'-';

/// The ways in which the moving piece may move again within the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Repeat {
    No,
    /// The piece may move again in the same direction.
    Straight,
    /// The piece may move again in any of the directions of the picture.
    Turning,
}

/// One kind of move of a rule: its first step, which can be repeated, and the steps after `then`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MovePattern {
    /// Whether Left has moves of this kind (index 0) and whether Right has them (index 1).
    pub players: [bool; 2],
    pub repeat: Repeat,
    pub steps: Vec<PictureStep>,
}

impl MovePattern {
    /// Returns the other player's move pattern, with the two `pieces` exchanged and `symmetry` applied.
    pub fn swapped(&self, players: [bool; 2], pieces: [u8; 2], symmetry: GridSymmetry) -> MovePattern {
        let exchange = |state| match state {
            state if state == pieces[0] => pieces[1],
            state if state == pieces[1] => pieces[0],
            state => state,
        };
        self.mapped(players, &exchange, symmetry)
    }

    /// Returns the move pattern with its states mapped by `map_state` and its directions by a symmetry.
    pub fn mapped(&self, players: [bool; 2], map_state: &dyn Fn(u8) -> u8, symmetry: GridSymmetry) -> MovePattern {
        let steps = self.steps.iter().map(|step| step.mapped(map_state, symmetry)).collect();
        MovePattern { players, repeat: self.repeat, steps }
    }
}

impl PictureStep {
    fn mapped(&self, map_state: &dyn Fn(u8) -> u8, symmetry: GridSymmetry) -> PictureStep {
        let side = |side: &PictureSide| {
            let item = |&item: &RowItem| match item {
                RowItem::Cell(symbol) => RowItem::Cell(symbol.map(map_state)),
                RowItem::Run(symbol, nonempty) => RowItem::Run(symbol.map(map_state), nonempty),
                other => other,
            };
            side.iter().map(|row| row.iter().map(item).collect()).collect()
        };
        PictureStep {
            before: side(&self.before),
            after: side(&self.after),
            orientations: self.orientations.iter().map(|orientation| orientation.transformed(symmetry)).collect(),
            neighbour_conditions: self
                .neighbour_conditions
                .iter()
                .map(|condition| NeighbourCondition { states: condition.states.map(map_state), ..*condition })
                .collect(),
            neighbour_effects: self
                .neighbour_effects
                .iter()
                .map(|effect| NeighbourEffect { from: effect.from.map(map_state), to: map_state(effect.to), ..*effect })
                .collect(),
            shrinks: self.shrinks,
            moving_piece: self.moving_piece,
            edge_patterns: self
                .edge_patterns
                .iter()
                .map(|edge_pattern| EdgePattern {
                    before: edge_pattern.before.map(map_state),
                    after: edge_pattern.after.map(map_state),
                })
                .collect(),
        }
    }

    /// Returns all states that the step names, on either side, in a condition or in an effect.
    pub fn states(&self) -> States {
        let items = self.before.iter().chain(&self.after).flatten();
        let drawn = items.fold(States::NONE, |all, item| match item {
            RowItem::Cell(symbol) | RowItem::Run(symbol, _) if *symbol != CellSymbol::Any => all | symbol.states(),
            _ => all,
        });
        let named = self.neighbour_conditions.iter().fold(drawn, |all, condition| all | condition.states);
        self.neighbour_effects.iter().fold(named, |all, effect| all | effect.from | States::one(effect.to))
    }
}
