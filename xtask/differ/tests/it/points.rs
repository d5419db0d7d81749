//! Tests of `games::points`.

use differ::games::Single;
use differ::games::points::*;
use differ::sets::{Item, Set};

#[test]
fn answers_known_by_hand() {
    let result = |of: &dyn Single| of.expected().result.map(|(_, result)| result);
    let row = Row { set: Set(vec![Item::Range(1, 3)]), values: vec![3, -1, 4, -1, 5] };
    assert_eq!(result(&row), Some(4));
    let triangles = |again| Triangles { again, solid: vec![(1, 2), (2, 3)], dashed: vec![(1, 3), (3, 4)] };
    assert_eq!(result(&triangles(false)), Some(1));
    assert_eq!(triangles(true).expected().moves.map(|moves| moves.len()), Some(1));
    // The first line of a single box gives it away; two coins on one string are taken together.
    let board = DotsAndBoxes { picture: ["+.+", "._.", "+.+"].map(|row| row.chars().collect()).into() };
    assert_eq!((result(&board), board.canonical().as_str()), (Some(-1), "dots_and_boxes(1x1)"));
    assert_eq!(result(&StringsAndCoins { strings: vec![(1, 2), (0, 3), (3, 0)] }), Some(1));
    // A player without a move loses: player 1 can leave one stone to player 2, who needs two.
    let set = |n| Set(vec![Item::Range(n, n)]);
    let rivals = Rivals { sets: vec![set(1), set(2)], rankings: vec![vec![1, 0], vec![0, 1]], heap: 2, first: 0 };
    assert_eq!(result(&rivals), Some(2));
}
