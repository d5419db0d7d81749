//! How people see a component.

use crate::{Game, TableView};

/// What to draw for a component; faces choose the strokes.
///
/// ```
/// use grundy_games::parse;
/// use grundy_rules::Picture;
/// let picture = |text| parse(text).unwrap().terms[0].position.picture(0);
/// assert_eq!(picture("kayles(7)"), Picture::Heap(7));
/// assert_eq!(picture("stairs(1,0,3)"), Picture::Steps([1, 0, 3].into()));
/// assert_eq!(picture("wythoff(3,5)"), Picture::Pair([3, 5]));
/// assert_eq!(picture("hackenbush(0-1:b)"), Picture::Text("0-1:b".to_string()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A heap of so many stones.
    Heap(u64),
    /// A staircase: the stones on its steps, lowest first.
    Steps(Box<[u64]>),
    /// A place on a board: column and row, counted from 0.
    Pair([u64; 2]),
    /// The component as it is printed; nothing if it is too long for that.
    Text(String),
}

impl Picture {
    /// What the table of a game says of a component; its text where there is no table or one of another kind.
    pub fn of<G: Game>(game: &G, part: &G::Part) -> Picture {
        let [x, y, _] = game.coordinates(part);
        match game.table() {
            None | Some(TableView::Digraph(_) | TableView::Row { .. }) => Picture::text(game, part),
            Some(view) => match view.dims() {
                1 => Picture::Heap(x),
                2 => Picture::Pair([x, y]),
                _ => Picture::text(game, part),
            },
        }
    }

    /// The component as it is printed.
    pub fn text<G: Game>(game: &G, part: &G::Part) -> Picture {
        let mut out = String::new();
        game.write_part(part, &mut out);
        Picture::Text(out)
    }
}
