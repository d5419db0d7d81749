//! Compares the values of board games defined by pictures with those of hand-written programs.
//!
//! `boards [WORD] [ROUNDS]` runs the rows whose names contain the word, by default the usual ones. For each row, the
//! program first checks that pictures and hand-written code compute the same value. Then both run in turn with empty
//! memo tables, and the program prints medians of the processor time and of the ratios.

mod handwritten;

use grundy::Budget;
use grundy::unstable::rules::Game;
use grundy::unstable::value::{ArenaLimits, Value, ValueArena};
use grundy_board::{BoardGame, Cells};
use std::time::Instant;

const DOMINEERING: &str = "left: [. / .] -> [# / #]; right: [..] -> [##]";
const CLOBBER: &str = "left: [xo] -> [.x] along rook; right: swap x o";

/// The rows: name, pictures, number of rows of the board, number of columns.
const ROWS: [(&str, &str, u16, u16); 6] = [
    ("domineering 5x5", DOMINEERING, 5, 5),
    ("domineering 6x4", DOMINEERING, 6, 4),
    ("domineering 5x6", DOMINEERING, 5, 6),
    ("clobber 3x5", CLOBBER, 3, 5),
    ("clobber 4x4", CLOBBER, 4, 4),
    ("clobber 5x4", CLOBBER, 5, 4),
];

/// The number of rows that run by default; the other rows run only if a word selects them.
const USUAL: usize = 5;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = args.first().map_or("", String::as_str);
    let rounds = args.get(1).map_or(5, |rounds| rounds.parse().expect("a number of rounds"));
    println!("{:16} {:>9} {:>9} {:>6}", "game", "pictures", "by hand", "ratio");
    for (k, &(name, pictures, rows, columns)) in ROWS.iter().enumerate() {
        if !name.contains(word) || word.is_empty() && k >= USUAL {
            continue;
        }
        let mut shared = arena();
        assert_eq!(
            drawn(pictures, rows, columns, &mut shared),
            by_hand(pictures, rows, columns, &mut shared),
            "{name}"
        );
        drop(shared);
        let (mut ours, mut theirs, mut ratios) = (vec![], vec![], vec![]);
        for _ in 0..rounds {
            let own = timed(|| drawn(pictures, rows, columns, &mut arena()));
            let twin = timed(|| by_hand(pictures, rows, columns, &mut arena()));
            ours.push(own);
            theirs.push(twin);
            ratios.push(own / twin);
        }
        let [own, twin, ratio] = [&mut ours, &mut theirs, &mut ratios].map(|list| median(list));
        println!("{name:16} {own:>8.3}s {twin:>8.3}s {ratio:>6.2}");
    }
}

fn median(list: &mut [f64]) -> f64 {
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}

fn arena() -> ValueArena {
    ValueArena::with_limits(ArenaLimits { bytes: 4 << 30, ..ArenaLimits::default() })
}

/// Computes the value of the first board by pictures; the rule is parsed and compiled each time.
fn drawn(pictures: &str, rows: u16, columns: u16, values: &mut ValueArena) -> Value {
    let rule = BoardGame::new(pictures).expect("a rule");
    let cells = board(pictures, rows, columns);
    let budget = Budget { bytes: 8 << 30, ..Budget::default() };
    rule.direct_value(&cells, values, &budget).expect("planes").expect("within the limits")
}

/// Returns the starting board: empty for Domineering, with alternating pieces for Clobber.
fn board(pictures: &str, rows: u16, columns: u16) -> Cells {
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row + column) % 2 == 0));
    let state = |first| match first {
        _ if pictures == DOMINEERING => b'.',
        true => b'x',
        false => b'o',
    };
    Cells::new(rows, columns, places.map(state).collect()).expect("a board")
}

fn by_hand(pictures: &str, rows: u16, columns: u16, values: &mut ValueArena) -> Value {
    let board = board(pictures, rows, columns);
    let mut planes = [0u64; 2];
    for (at, &state) in board.cells().iter().enumerate() {
        let (row, column) = (at / usize::from(columns), at % usize::from(columns));
        planes[usize::from(state == b'o')] |= 1 << (8 * row + column);
    }
    match pictures {
        DOMINEERING => handwritten::Domineering::default().value(planes[0], values),
        _ => handwritten::Clobber::default().value(planes, values),
    }
}

/// Runs a function, and returns the processor time of this thread in seconds, or else the elapsed time.
fn timed<T>(run: impl FnOnce() -> T) -> f64 {
    let start = (Instant::now(), computed());
    std::hint::black_box(run());
    match (start.1, computed()) {
        (Some(before), Some(after)) => (after - before) as f64 / 1e9,
        _ => start.0.elapsed().as_secs_f64(),
    }
}

/// Returns the processor time of this thread in nanoseconds; `None` if the system does not report it.
fn computed() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok()
}
