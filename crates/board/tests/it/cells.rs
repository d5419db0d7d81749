//! Tests the images of boards under symmetries, and the removal of outer holes.

use grundy_board::Cells;
use grundy_board::internals::GridSymmetry;

#[test]
fn images_and_names() {
    let board = Cells::new(2, 3, b"abcdef".to_vec()).unwrap();
    let shown: Vec<String> =
        GridSymmetry::ALL.iter().map(|&symmetry| board.image(symmetry, |s| s).to_string()).collect();
    assert_eq!(shown[..4], ["abc/def", "def/abc", "cba/fed", "fed/cba"]);
    assert_eq!(shown[4..], ["ad/be/cf", "cf/be/ad", "da/eb/fc", "fc/eb/da"]);
    let holes = Cells::new(3, 3, b"####x.###".to_vec()).unwrap();
    assert_eq!(holes.cropped().to_string(), "x.");
}
