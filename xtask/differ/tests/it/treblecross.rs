//! Tests of `games::treblecross`.

use differ::games::Single;
use differ::games::treblecross::Boards;

#[test]
fn two_cells_are_marked_one_after_the_other() {
    let outcome = |boards: &[usize]| Boards(boards.to_vec()).expected().outcome.unwrap();
    assert_eq!(outcome(&[1]), "N");
    assert_eq!(outcome(&[2]), "P");
    // A mark on a board of three cells leaves two cells, which the opponent must not mark.
    assert_eq!(outcome(&[3]), "N");
    assert_eq!(outcome(&[3, 1]), "P");
}
