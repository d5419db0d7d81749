//! The pictures of components, from which user interfaces draw them.

use crate::{Field, Player};

/// The picture of a component; each user interface chooses its style.
///
/// ```
/// use grundy_games::parse;
/// use grundy_rules::{Color, Picture, Player, Users};
/// let picture = |text| parse(text).unwrap().terms[0].position.picture(0);
/// assert_eq!(picture("kayles(7)"), Picture::Heap(7));
/// assert_eq!(picture("stairs(1,0,3)"), Picture::Steps { stones: [1, 0, 3].into(), first_counting: 1 });
/// assert_eq!(picture("wythoff(3,5)"), Picture::Pair([3, 5]));
/// let Picture::Grid(grid) = picture("chomp(2,1)") else { panic!() };
/// assert_eq!(*grid.cells, ['x', '.', '.', '_']);
/// let Picture::Heaps { stones, .. } = picture("moore[2](3,4)") else { panic!() };
/// assert_eq!(*stones, [3, 4]);
/// let Picture::Heaps { users, .. } = picture("endnim(3,1,2)") else { panic!() };
/// assert_eq!(*users, [Users::Left, Users::Nobody, Users::Right]);
/// let Picture::Strip { cells, .. } = picture("row[1,2](5,4,-1)") else { panic!() };
/// assert_eq!(*cells, ["5", "4", "-1"]);
/// let Picture::Drawing(drawing) = picture("hackenbush(0-1:b)") else { panic!() };
/// assert!(drawing.points[0].ground && drawing.lines[0].color == Color::Blue);
/// let Picture::Drawing(drawing) = picture("token[a>b](a)") else { panic!() };
/// assert!(drawing.points[0].tokens == 1 && drawing.lines[0].color == Color::Arrow);
/// let Picture::Grid(grid) = picture("clobber(2x3)") else { panic!() };
/// assert_eq!((grid.columns, &*grid.cells, &*grid.states), (3, &['x', 'o', 'x', 'o', 'x', 'o'][..], &['.', '#', 'o', 'x'][..]));
/// assert_eq!(*grid.owners, [('o', Player::RIGHT), ('x', Player::LEFT)]);
/// // In tic-tac-toe `x` is a mark of the player to move, so a new mark is an `o` in the next position.
/// let Picture::Grid(after) = picture("mnk[3,3,3](\"o../.../...\")") else { panic!() };
/// let Picture::Grid(start) = picture("mnk[3,3,3](start)") else { panic!() };
/// assert_eq!(start.changed_cells(&after), Some(vec![0]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A heap with this many stones.
    Heap(u64),
    /// Heaps that form one component, because a move may change several of them.
    Heaps {
        /// The size of each heap.
        stones: Box<[u64]>,
        /// The players who may take from each heap; empty if both players may take from all heaps.
        users: Box<[Users]>,
        /// The component as it is printed.
        text: String,
    },
    /// A staircase.
    Steps {
        /// The numbers of stones on the steps, lowest first.
        stones: Box<[u64]>,
        /// The lowest step whose stones count for the Grundy value; from it on, every second step does.
        first_counting: usize,
    },
    /// The column and row of a square on a board, counted from 0.
    Pair([u64; 2]),
    /// Cells in a row.
    Strip {
        /// The content of each cell.
        cells: Box<[String]>,
        /// The component as it is printed.
        text: String,
    },
    /// Cells in rows and columns.
    Grid(Box<Grid>),
    /// Points joined by lines.
    Drawing(Box<Drawing>),
    /// The component as it is printed; empty if it is too long.
    Text(String),
}

/// The players who may use a part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Users {
    /// No player may use it now.
    Nobody,
    /// Only Left may use it.
    Left,
    /// Only Right may use it.
    Right,
    /// Both players may use it.
    Both,
}

impl Users {
    /// Returns the players that the value names, Left first.
    ///
    /// ```
    /// use grundy_rules::{Player, Users};
    /// assert_eq!(Users::Both.players(), [Player::LEFT, Player::RIGHT]);
    /// ```
    pub fn players(self) -> &'static [Player] {
        match self {
            Users::Nobody => &[],
            Users::Left => &[Player::LEFT],
            Users::Right => &[Player::RIGHT],
            Users::Both => &[Player::LEFT, Player::RIGHT],
        }
    }

    /// Returns the users after Left and Right are exchanged.
    fn with_players_exchanged(self) -> Users {
        match self {
            Users::Left => Users::Right,
            Users::Right => Users::Left,
            other => other,
        }
    }
}

/// Cells in rows and columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The component as it is printed.
    pub text: String,
    /// The number of columns.
    pub columns: usize,
    /// The contents of the cells, row by row: `.` is an empty cell, `#` a hole, `_` no cell.
    pub cells: Box<[char]>,
    /// All possible contents of a cell; empty if positions are not written as pictures.
    pub states: Box<[char]>,
    /// Whether `x` is a piece of the player to move and `o` one of the opponent.
    ///
    /// Every move then swaps the two letters.
    pub swaps_pieces: bool,
    /// Whether a smaller board after a move is the top left part of this one, as in Chomp.
    ///
    /// If not, as for cakes, the cells of boards of different sizes do not correspond.
    pub shrinks_to_top_left: bool,
    /// The letters of the pieces that belong to one player, with this player.
    ///
    /// The list is empty if [`Grid::swaps_pieces`] is set.
    pub owners: Box<[(char, Player)]>,
}

impl Grid {
    /// Returns the player who owns the pieces with this letter, where `mover` is the player to move.
    ///
    /// ```
    /// use grundy_rules::{Grid, Player};
    /// let marks = Grid { swaps_pieces: true, ..Grid::default() };
    /// assert_eq!(marks.owner('o', Player::RIGHT), Some(Player::LEFT));
    /// let geese = Grid { owners: [('g', Player::LEFT)].into(), ..Grid::default() };
    /// assert_eq!(['g', '.'].map(|state| geese.owner(state, Player::RIGHT)), [Some(Player::LEFT), None]);
    /// ```
    pub fn owner(&self, state: char, mover: Player) -> Option<Player> {
        match state {
            'x' if self.swaps_pieces => Some(mover),
            'o' if self.swaps_pieces => Some(mover.other()),
            _ => self.owners.iter().find(|(letter, _)| *letter == state).map(|(_, owner)| *owner),
        }
    }

    /// Returns the indices of the cells that a move to the board `after` changes, in ascending order.
    ///
    /// Returns `None` if the boards differ in size, unless [`Grid::shrinks_to_top_left`] is set; then the missing cells
    /// count as changed. Letters that are swapped because the other player is to move do not count as changes.
    ///
    /// ```
    /// use grundy_rules::{Picture, rows};
    /// let [Picture::Grid(before), Picture::Grid(after)] = [[3, 3], [2, 1]].map(|rows| rows::picture(&rows)) else {
    ///     panic!("small boards are drawn")
    /// };
    /// assert_eq!(before.changed_cells(&after), Some(vec![2, 4, 5]));
    /// ```
    pub fn changed_cells(&self, after: &Grid) -> Option<Vec<usize>> {
        if (self.columns, self.cells.len()) != (after.columns, after.cells.len()) {
            let cell_after = |row: usize, column: usize| {
                let cell = (column < after.columns).then(|| after.cells.get(row * after.columns + column));
                cell.flatten().copied().unwrap_or('_')
            };
            let is_changed = |&at: &usize| self.cells[at] != cell_after(at / self.columns, at % self.columns);
            return self.shrinks_to_top_left.then(|| (0..self.cells.len()).filter(is_changed).collect());
        }
        let seen_by_mover = |state: char| match state {
            'x' if self.swaps_pieces => 'o',
            'o' if self.swaps_pieces => 'x',
            state => state,
        };
        let pairs = self.cells.iter().zip(&after.cells).enumerate();
        Some(pairs.filter(|(_, (before, after))| **before != seen_by_mover(**after)).map(|(at, _)| at).collect())
    }
}

/// Points joined by lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The component as it is printed.
    pub text: String,
    /// The points.
    pub points: Box<[Point]>,
    /// The lines, in the order in which the component is printed.
    pub lines: Box<[Line]>,
    /// A simpler drawing with the same value, in which some points are merged, if there is one.
    pub fused: Option<Box<Drawing>>,
}

/// A point of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// The name of the point.
    pub name: String,
    /// Whether the point is on the ground.
    pub ground: bool,
    /// The Grundy value of the part of the drawing that is attached here, if a theorem states it.
    pub value: Option<u64>,
    /// The number of tokens on the point.
    pub tokens: u64,
    /// The letter of a piece on the point.
    pub mark: Option<char>,
    /// The player who owns the piece, if it belongs to one player.
    pub owner: Option<Player>,
}

/// A line of a drawing, or a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The indices in [`Drawing::points`] of the two ends, which are equal for a loop.
    pub ends: [u32; 2],
    /// The colour or style of the line.
    pub color: Color,
    /// A letter written on the line.
    pub mark: Option<char>,
    /// The only player who may use the line, if its letter restricts it to one player.
    pub owner: Option<Player>,
}

impl Line {
    /// Returns a line without a letter.
    pub fn new(ends: [u32; 2], color: Color) -> Line {
        Line { ends, color, mark: None, owner: None }
    }
}

/// The colour or style of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// Both players may cut the line.
    Green,
    /// Left may cut the line.
    Blue,
    /// Right may cut the line.
    Red,
    /// The line is drawn already.
    Solid,
    /// The line may be drawn.
    Dashed,
    /// Tokens move along the line, from its first point to its second.
    Arrow,
}

impl Color {
    /// Returns the name, such as `green`.
    pub fn name(self) -> &'static str {
        match self {
            Color::Green => "green",
            Color::Blue => "blue",
            Color::Red => "red",
            Color::Solid => "solid",
            Color::Dashed => "dashed",
            Color::Arrow => "arrow",
        }
    }
}

impl Picture {
    /// Returns the picture of the negative of the component, in which the players own each other's pieces.
    ///
    /// The colours of lines do not change.
    ///
    /// ```
    /// use grundy_rules::{Picture, Users};
    /// let heaps = |users| Picture::Heaps { stones: [3].into(), users: [users].into(), text: "3".to_string() };
    /// assert_eq!(heaps(Users::Left).with_players_exchanged(), heaps(Users::Right));
    /// ```
    #[must_use]
    pub fn with_players_exchanged(mut self) -> Picture {
        match &mut self {
            Picture::Heaps { users, .. } => {
                users.iter_mut().for_each(|users| *users = users.with_players_exchanged());
            }
            Picture::Grid(grid) => grid.owners.iter_mut().for_each(|(_, owner)| *owner = owner.other()),
            Picture::Drawing(drawing) => {
                let owners = drawing.points.iter_mut().map(|point| &mut point.owner);
                let owners = owners.chain(drawing.lines.iter_mut().map(|line| &mut line.owner));
                owners.for_each(|owner| *owner = owner.map(Player::other));
            }
            Picture::Heap(_) | Picture::Steps { .. } | Picture::Pair(_) | Picture::Strip { .. } | Picture::Text(_) => {}
        }
        self
    }

    /// Returns the component as it is printed; `None` for the pictures that consist only of numbers.
    pub fn printed_text(&self) -> Option<&str> {
        match self {
            Picture::Heap(_) | Picture::Steps { .. } | Picture::Pair(_) => None,
            Picture::Heaps { text, .. } | Picture::Strip { text, .. } | Picture::Text(text) => Some(text),
            Picture::Grid(grid) => Some(&grid.text),
            Picture::Drawing(drawing) => Some(&drawing.text),
        }
    }
}

/// Returns the sizes of the heaps after a move; the heap that a move removes has size 0.
///
/// `fields` are those of the move. Returns `None` if the number of heaps changes, unless the move only removes the heap
/// that its field `heap` names.
///
/// ```
/// use grundy_rules::{Field, heap_sizes_after};
/// let fields = [("heap", Field::Number(1)), ("take", Field::Number(3))];
/// assert_eq!(heap_sizes_after(&[3, 3, 3], &[3, 3], &fields), Some(vec![0, 3, 3]));
/// ```
pub fn heap_sizes_after(before: &[u64], after: &[u64], fields: &[(&'static str, Field)]) -> Option<Vec<u64>> {
    let mut sizes = after.to_vec();
    if before.len() == after.len() {
        return Some(sizes);
    }
    let heap = fields.iter().find_map(|(name, field)| match field {
        Field::Number(number) if *name == "heap" => usize::try_from(*number).ok()?.checked_sub(1),
        _ => None,
    })?;
    if heap > sizes.len() || before.len() != after.len() + 1 {
        return None;
    }
    sizes.insert(heap, 0);
    (0..before.len()).all(|k| k == heap || before[k] == sizes[k]).then_some(sizes)
}
