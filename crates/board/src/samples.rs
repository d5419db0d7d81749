//! Small boards for the conformance suite.

use crate::cells::Cells;
use crate::game::BoardGame;

/// Rules that together use every symbol, each with the states of its boards and their number of rows.
const RULES: [(&str, &str, u16); 9] = [
    ("[..] -> [##]; [. / .] -> [# / #]", "..#", 2),
    ("left: [. / .] -> [# / #]; right: [..] -> [##]", "..#", 2),
    ("left: [xo] -> [.x] along rook; right: swap x o", "xo.", 2),
    ("left: [t.] -> [.t]; [tf.] -> [.ft]; right: mirror t f", "tf.", 1),
    ("left: [|?*{el}] -> [|]; [{el}?*|] -> [|]; right: swap l r", "ler", 1),
    ("left: repeat [xo.] -> [..x] along rook; right: swap x o", "xo.", 2),
    ("[.] -> [x] if no x near", "..#x", 2),
    ("[x.] -> [.x] along row; [xx] -> [..] along row", "x..", 1),
    ("[xx.] -> [..x] along right,left", "xx.", 1),
];

/// Returns boards of growing size for each rule in turn; their states are pseudorandom.
pub(crate) fn all() -> impl Iterator<Item = (BoardGame, Vec<Cells>)> {
    (0u64..40).flat_map(|n| {
        RULES.iter().map(move |&(text, states, rows)| {
            let rule = BoardGame::new(text).expect("a sample rule is well formed");
            (rule, vec![sample(n, states.as_bytes(), rows)])
        })
    })
}

/// Returns the n-th sample board with these states, filled pseudorandomly.
///
/// The number of columns grows with n from 1 to 6, and from n = 72 on starts again at 1.
pub fn sample(n: u64, states: &[u8], rows: u16) -> Cells {
    let columns = 1 + (n / 12 % 6) as u16;
    let mut rest = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let cells = (0..rows * columns).map(|_| {
        rest ^= rest >> 29;
        rest = rest.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        states[(rest >> 40) as usize % states.len()]
    });
    Cells::new(rows, columns, cells.collect()).expect("as many cells as that")
}

/// Returns the n-th sample board of one row if n is even, or of one column if n is odd.
pub(crate) fn line(n: u64, states: &[u8]) -> Cells {
    let row = sample(n, states, 1);
    if n.is_multiple_of(2) {
        return row;
    }
    Cells::new(row.columns(), 1, row.cells().to_vec()).expect("as many cells as that")
}

/// The maximum number of cells of a starting position of Toads and Frogs among the samples.
const MAX_START_CELLS: u64 = 18;
/// The maximum number of placements of the blanks in a starting position of Toads and Frogs.
///
/// Brute force visits about this number of positions for each order of the pieces.
const MAX_PLACEMENTS: u64 = 500;

/// Returns starting positions of Toads and Frogs, shorter boards first.
///
/// A starting position is a row of toads, then blanks, then frogs.
pub(crate) fn toads_and_frogs() -> impl Iterator<Item = Cells> {
    let lengths = (1..=MAX_START_CELLS).flat_map(|length| (0..=length).map(move |blanks| (length, blanks)));
    let small = lengths.filter(|&(length, blanks)| binomial(length, blanks) <= MAX_PLACEMENTS);
    small.flat_map(|(length, blanks)| {
        (0..=length - blanks).map(move |toads| {
            let cell = |at| match at {
                _ if at < toads => b't',
                _ if at < toads + blanks => b'.',
                _ => b'f',
            };
            Cells::new(1, length as u16, (0..length).map(cell).collect()).expect("as many cells as that")
        })
    })
}

/// Returns the binomial coefficient n over k.
fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}
