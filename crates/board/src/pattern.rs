//! What pictures of moves say once they are read.

use std::ops::BitOr;

/// States that a cell may have: a set of ASCII characters. `.` is empty, `#` a hole or what lies beyond the board, letters are
/// pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct States(pub u128);

/// The state of an empty cell.
pub(crate) const EMPTY: u8 = b'.';
/// The state of a hole, and of all cells beyond the board.
pub(crate) const HOLE: u8 = b'#';
/// A cell that nothing sees: what is cut out of a board where holes would be seen.
pub(crate) const NOTHING: u8 = b'_';

impl States {
    /// No state.
    pub const NONE: States = States(0);
    /// What `?` stands for: all but a hole.
    pub const ANY: States = States(!(1 << HOLE | 1 << NOTHING));

    /// One state.
    pub const fn one(state: u8) -> States {
        States(1 << state)
    }

    /// Whether the state is one of them; whatever is no ASCII character is not.
    pub fn has(self, state: u8) -> bool {
        state < 128 && self.0 >> state & 1 == 1
    }

    /// Whether they have a state in common.
    pub fn meets(self, other: States) -> bool {
        self.0 & other.0 != 0
    }

    /// The states, in the order of their characters.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..128).filter(move |&state| self.has(state))
    }

    /// Those that are pieces.
    pub fn letters(self) -> States {
        States(self.0 & LETTERS)
    }

    /// The states after each one is replaced.
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

/// What stands on one cell of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sign {
    /// This state.
    One(u8),
    /// `?`: any state but a hole; right, what stood there.
    Any,
    /// `{xo}`: one of these; right, the one that stood there left.
    Quantity(States),
}

impl Sign {
    /// What the cell may be for the picture to fit.
    pub fn states(self) -> States {
        match self {
            Sign::One(state) => States::one(state),
            Sign::Any => States::ANY,
            Sign::Quantity(states) => states,
        }
    }

    /// The sign with its pieces replaced.
    pub fn map(self, to: impl Fn(u8) -> u8) -> Sign {
        match self {
            Sign::One(state) => Sign::One(to(state)),
            Sign::Any => Sign::Any,
            Sign::Quantity(states) => Sign::Quantity(states.map(to)),
        }
    }
}

/// One sign of a row of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Item {
    /// A cell.
    Cell(Sign),
    /// `.*`, and `.+` if at least one is wanted.
    Run(Sign, bool),
    /// `|`: the end of the row.
    Edge,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// Right only: what stood in this group, counted from 0.
    Group(u8),
}

/// A side of a picture: its rows.
pub(crate) type Side = Vec<Vec<Item>>;

/// How a picture lies on the board: where its next row and its next column are, each as rows down and columns right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Way {
    pub row: (i32, i32),
    pub column: (i32, i32),
}

impl Way {
    /// As it is drawn.
    pub const DRAWN: Way = Way { row: (1, 0), column: (0, 1) };

    /// A row of cells in this direction.
    pub const fn along(column: (i32, i32)) -> Way {
        Way { row: (0, 0), column }
    }

    /// Where a cell of the picture lies, from its first cell.
    pub fn at(self, row: i32, column: i32) -> (i32, i32) {
        (row * self.row.0 + column * self.column.0, row * self.row.1 + column * self.column.1)
    }

    /// The way after an image of the board.
    pub fn then(self, image: Image) -> Way {
        Way { row: image.of(self.row), column: image.of(self.column) }
    }
}

/// One of the eight images of a square: turns and reflections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Image(pub u8);

impl Image {
    /// All of them; the identity first, then those that keep rows rows.
    pub const ALL: [Image; 8] = [Image(0), Image(1), Image(2), Image(3), Image(4), Image(5), Image(6), Image(7)];
    /// The four turns.
    pub const TURNS: [Image; 4] = [Image(0), Image(5), Image(3), Image(6)];
    /// Right becomes left.
    pub const MIRROR: Image = Image(2);

    /// Where a vector points then.
    pub fn of(self, (row, column): (i32, i32)) -> (i32, i32) {
        let (row, column) = if self.turns() { (column, row) } else { (row, column) };
        (if self.0 & 1 != 0 { -row } else { row }, if self.0 & 2 != 0 { -column } else { column })
    }

    /// Whether rows become columns.
    pub fn turns(self) -> bool {
        self.0 & 4 != 0
    }
}

/// What is asked of the neighbours of the cells that change; the other cells of the picture are neighbours too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NeighbourCondition {
    pub states: States,
    /// Whether there must be such a neighbour, or none.
    pub wanted: bool,
    /// Eight neighbours, or four.
    pub any: bool,
}

/// What neighbours of the cells that change become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NeighbourEffect {
    pub from: States,
    pub to: u8,
    /// Eight neighbours, or four.
    pub any: bool,
}

/// One picture of a move, `[xo] -> [.x] along rook if no x near`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub before: Side,
    pub after: Side,
    pub ways: Vec<Way>,
    pub near: Vec<NeighbourCondition>,
    pub with: Vec<NeighbourEffect>,
    /// Whether cells vanish at the end of the row.
    pub shrinks: bool,
    /// The piece that moves, where something asks for it: where it stands before and after, among the cells and runs.
    pub piece: Option<[usize; 2]>,
    /// On graphs: what joins each vertex of the row to the next one.
    pub joints: Vec<Joint>,
}

/// The edge between two vertices that stand side by side in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Joint {
    /// The labels that it may have.
    pub before: States,
    /// The label that it gets, `#` if it goes; nothing if it stays as it is.
    pub after: Option<u8>,
}

/// The label of an edge that has none.
pub(crate) const PLAIN: u8 = b'-';

/// Whether a move may go on with the piece that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Repeat {
    No,
    /// In the same direction.
    Straight,
    /// In any direction of the picture.
    Turning,
}

/// An option of a rule: its first step, perhaps repeated, and those behind `then`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Drawn {
    /// Whether Left has it, and Right.
    pub by: [bool; 2],
    pub repeat: Repeat,
    pub steps: Vec<Step>,
}

impl Drawn {
    /// The option of the other player, by which `swap` and `mirror` take it over.
    pub fn swapped(&self, by: [bool; 2], pieces: [u8; 2], image: Image) -> Drawn {
        let to = |state| match state {
            s if s == pieces[0] => pieces[1],
            s if s == pieces[1] => pieces[0],
            s => s,
        };
        self.mapped(by, &to, image)
    }

    /// The option with its pieces replaced, and its directions by an image of the board.
    pub fn mapped(&self, by: [bool; 2], to: &dyn Fn(u8) -> u8, image: Image) -> Drawn {
        let steps = self.steps.iter().map(|step| step.mapped(to, image)).collect();
        Drawn { by, repeat: self.repeat, steps }
    }
}

impl Step {
    fn mapped(&self, to: &dyn Fn(u8) -> u8, image: Image) -> Step {
        let side = |side: &Side| {
            let item = |&item: &Item| match item {
                Item::Cell(sign) => Item::Cell(sign.map(to)),
                Item::Run(sign, some) => Item::Run(sign.map(to), some),
                other => other,
            };
            side.iter().map(|row| row.iter().map(item).collect()).collect()
        };
        Step {
            before: side(&self.before),
            after: side(&self.after),
            ways: self.ways.iter().map(|way| way.then(image)).collect(),
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

    /// All states that the step asks for or makes.
    pub fn states(&self) -> States {
        let items = self.before.iter().chain(&self.after).flatten();
        let drawn = items.fold(States::NONE, |all, item| match item {
            Item::Cell(sign) | Item::Run(sign, _) if *sign != Sign::Any => all | sign.states(),
            _ => all,
        });
        let near = self.near.iter().fold(drawn, |all, near| all | near.states);
        self.with.iter().fold(near, |all, with| all | with.from | States::one(with.to))
    }
}
