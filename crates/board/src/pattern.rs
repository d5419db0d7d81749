//! The syntax tree of pictures of moves.

use std::ops::BitOr;

/// A set of states that a cell can have, as a set of ASCII characters.
///
/// `.` is an empty cell, `#` a hole or a cell outside the board; letters are pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct States(pub u128);

/// The state of an empty cell.
pub(crate) const EMPTY: u8 = b'.';
/// The state of a hole, and of all cells outside the board.
pub(crate) const HOLE: u8 = b'#';
/// The state of a cell that no picture sees.
///
/// It replaces cells of other regions where a hole would be seen.
pub(crate) const NOTHING: u8 = b'_';

impl States {
    /// The empty set.
    pub const NONE: States = States(0);
    /// The states that `?` matches: all except holes.
    pub const ANY: States = States(!(1 << HOLE | 1 << NOTHING));

    /// Returns the set of one state.
    pub const fn one(state: u8) -> States {
        States(1 << state)
    }

    /// Reports whether the set contains a state; `false` for characters outside ASCII.
    pub fn has(self, state: u8) -> bool {
        state < 128 && self.0 >> state & 1 == 1
    }

    /// Reports whether the two sets have a state in common.
    pub fn intersects(self, other: States) -> bool {
        self.0 & other.0 != 0
    }

    /// Iterates over the states in the order of their characters.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..128).filter(move |&state| self.has(state))
    }

    /// Returns the states that are pieces.
    pub fn letters(self) -> States {
        States(self.0 & LETTERS)
    }

    /// Returns the set with each state replaced.
    pub fn map(self, to: impl Fn(u8) -> u8) -> States {
        self.iter().fold(States::NONE, |all, state| all | States::one(to(state)))
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sign {
    /// This state.
    One(u8),
    /// `?`: any state except a hole. On the right side, it stands for the state that was there.
    Any,
    /// `{xo}`: one of these states.
    ///
    /// On the right side, it stands for the state that the set matched on the left.
    AnyOf(States),
}

impl Sign {
    /// Returns the states that the cell may have for the picture to fit.
    pub fn states(self) -> States {
        match self {
            Sign::One(state) => States::one(state),
            Sign::Any => States::ANY,
            Sign::AnyOf(states) => states,
        }
    }

    /// Returns the sign with its pieces replaced.
    pub fn map(self, to: impl Fn(u8) -> u8) -> Sign {
        match self {
            Sign::One(state) => Sign::One(to(state)),
            Sign::Any => Sign::Any,
            Sign::AnyOf(states) => Sign::AnyOf(states.map(to)),
        }
    }
}

/// One item of a row of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum RowItem {
    /// A cell.
    Cell(Sign),
    /// `.*`, or `.+` if the flag is set: a run of cells, with at least one cell for `.+`.
    Run(Sign, bool),
    /// `|`: the end of the row.
    Edge,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// On the right side only: the content of this group of the left side, counted from 0.
    Group(u8),
}

/// One side of a picture, by rows.
pub(crate) type PictureSide = Vec<Vec<RowItem>>;

/// The orientation of a picture on a board: the steps to its next row and to its next column.
///
/// Each is a vector of rows down and columns right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Orientation {
    pub row: (i32, i32),
    pub column: (i32, i32),
}

impl Orientation {
    /// The orientation in which the picture is drawn.
    pub const DRAWN: Orientation = Orientation { row: (1, 0), column: (0, 1) };

    /// Returns the orientation of a single row of cells in this direction.
    pub const fn along(column: (i32, i32)) -> Orientation {
        Orientation { row: (0, 0), column }
    }

    /// Returns the position of a cell of the picture, relative to its first cell.
    pub fn at(self, row: i32, column: i32) -> (i32, i32) {
        (row * self.row.0 + column * self.column.0, row * self.row.1 + column * self.column.1)
    }

    /// Returns the orientation after an image of the board.
    pub fn then(self, image: Image) -> Orientation {
        Orientation { row: image.apply(self.row), column: image.apply(self.column) }
    }
}

/// One of the eight symmetries of a square: rotations and reflections.
///
/// Bit 2 exchanges rows and columns; then bit 0 reverses the rows and bit 1 the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Image(pub u8);

impl Image {
    /// All symmetries, the identity first, then the others that do not exchange rows and columns.
    pub const ALL: [Image; 8] = [Image(0), Image(1), Image(2), Image(3), Image(4), Image(5), Image(6), Image(7)];
    /// The four rotations.
    pub const TURNS: [Image; 4] = [Image(0), Image(5), Image(3), Image(6)];
    /// The reflection that exchanges left and right.
    pub const MIRROR: Image = Image(2);

    /// Returns the image of a vector.
    pub fn apply(self, (row, column): (i32, i32)) -> (i32, i32) {
        let (row, column) = if self.turns() { (column, row) } else { (row, column) };
        (if self.0 & 1 != 0 { -row } else { row }, if self.0 & 2 != 0 { -column } else { column })
    }

    /// Reports whether the symmetry exchanges rows and columns.
    pub fn turns(self) -> bool {
        self.0 & 4 != 0
    }
}

/// A condition on the neighbours of the cells that change.
///
/// Other cells of the picture count as neighbours too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NeighbourCondition {
    pub states: States,
    /// Whether such a neighbour must exist, instead of being forbidden.
    pub required: bool,
    /// Whether the condition is about eight neighbours instead of four.
    pub any: bool,
}

/// A change of the neighbours of the cells that change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NeighbourEffect {
    pub from: States,
    pub to: u8,
    /// Whether the change is about eight neighbours instead of four.
    pub any: bool,
}

/// One picture of a move, for example `[xo] -> [.x] along rook if no x near`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PictureStep {
    pub before: PictureSide,
    pub after: PictureSide,
    pub orientations: Vec<Orientation>,
    pub near: Vec<NeighbourCondition>,
    pub with: Vec<NeighbourEffect>,
    /// Whether the row becomes shorter, so that cells vanish at its end.
    pub shrinks: bool,
    /// The indices of the moving piece before and after, among the cells and runs.
    ///
    /// They are set only if the option needs them, for `repeat` or `then`.
    pub piece: Option<[usize; 2]>,
    /// For graphs: the edges between consecutive vertices of the row.
    pub joints: Vec<Joint>,
}

/// The edge between two adjacent vertices of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Joint {
    /// The labels that the edge may have.
    pub before: States,
    /// The new label, `#` if the edge is removed; `None` if it does not change.
    pub after: Option<u8>,
}

/// The label of an edge without a label.
pub(crate) const PLAIN: u8 = b'-';

/// Whether the piece that moved may move again within the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Repeat {
    No,
    /// In the same direction.
    Straight,
    /// In any of the directions of the picture.
    Turning,
}

/// An option of a rule: its first step, which can be repeated, and the steps after `then`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Drawn {
    /// Whether Left has the option, and whether Right has it.
    pub by: [bool; 2],
    pub repeat: Repeat,
    pub steps: Vec<PictureStep>,
}

impl Drawn {
    /// Returns the option for the other player, as `swap` and `mirror` define it.
    pub fn swapped(&self, by: [bool; 2], pieces: [u8; 2], image: Image) -> Drawn {
        let to = |state| match state {
            s if s == pieces[0] => pieces[1],
            s if s == pieces[1] => pieces[0],
            s => s,
        };
        self.mapped(by, &to, image)
    }

    /// Returns the option with its pieces replaced and its directions mapped by a symmetry.
    pub fn mapped(&self, by: [bool; 2], to: &dyn Fn(u8) -> u8, image: Image) -> Drawn {
        let steps = self.steps.iter().map(|step| step.mapped(to, image)).collect();
        Drawn { by, repeat: self.repeat, steps }
    }
}

impl PictureStep {
    fn mapped(&self, to: &dyn Fn(u8) -> u8, image: Image) -> PictureStep {
        let side = |side: &PictureSide| {
            let item = |&item: &RowItem| match item {
                RowItem::Cell(sign) => RowItem::Cell(sign.map(to)),
                RowItem::Run(sign, some) => RowItem::Run(sign.map(to), some),
                other => other,
            };
            side.iter().map(|row| row.iter().map(item).collect()).collect()
        };
        PictureStep {
            before: side(&self.before),
            after: side(&self.after),
            orientations: self.orientations.iter().map(|way| way.then(image)).collect(),
            near: self.near.iter().map(|near| NeighbourCondition { states: near.states.map(to), ..*near }).collect(),
            with: self
                .with
                .iter()
                .map(|with| NeighbourEffect { from: with.from.map(to), to: to(with.to), any: with.any })
                .collect(),
            shrinks: self.shrinks,
            piece: self.piece,
            joints: self
                .joints
                .iter()
                .map(|joint| Joint { before: joint.before.map(to), after: joint.after.map(to) })
                .collect(),
        }
    }

    /// Returns all states that the step matches or produces.
    pub fn states(&self) -> States {
        let items = self.before.iter().chain(&self.after).flatten();
        let drawn = items.fold(States::NONE, |all, item| match item {
            RowItem::Cell(sign) | RowItem::Run(sign, _) if *sign != Sign::Any => all | sign.states(),
            _ => all,
        });
        let near = self.near.iter().fold(drawn, |all, near| all | near.states);
        self.with.iter().fold(near, |all, with| all | with.from | States::one(with.to))
    }
}
