//! Tests the keys of Hackenbush pictures.

use grundy_games::hackenbush::{Colour, Key};

fn key(edges: &[(usize, usize)]) -> Key {
    Key::new(9, edges.iter().map(|&(a, b)| ([a, b], Colour::Green)))
}

#[test]
fn isomorphic_pictures_share_a_key() {
    // A square with a diagonal on a stalk, with three numberings of its vertices.
    let square =
        |v: [usize; 5]| key(&[(0, v[0]), (v[0], v[1]), (v[1], v[2]), (v[3], v[2]), (v[3], v[0]), (v[1], v[3])]);
    assert_eq!(square([1, 2, 3, 4, 0]), square([4, 1, 2, 3, 0]));
    assert_eq!(square([1, 2, 3, 4, 0]), square([8, 7, 5, 6, 0]));
    assert_eq!(key(&[(0, 1), (1, 2)]), key(&[(0, 5), (5, 5)])); // a loose end becomes a loop
    // A path of 3 edges, a cycle of 3 edges, and an edge with a loop at each end must have three different keys.
    let different = [key(&[(0, 1), (1, 2), (2, 3)]), key(&[(0, 1), (1, 2), (2, 0)]), key(&[(0, 1), (1, 1), (0, 0)])];
    assert!(different[0] != different[1] && different[1] != different[2] && different[0] != different[2]);
    let coloured = |colour| Key::new(3, [([0, 1], colour), ([1, 2], Colour::Green)].into_iter());
    assert_ne!(coloured(Colour::Red), coloured(Colour::Green));
}
