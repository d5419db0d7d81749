//! The crate against the judge, on random boards of every kind of rule.

mod endings;
mod judge;

use grundy_board::{Board, Cells};
use grundy_rules::Budget;
use grundy_rules::{Game, Rules, Seat};
use grundy_value::{Value, Values};
use judge::{Grid, Judge};
use std::collections::{BTreeSet, HashMap};

/// Rules, the states of their boards, their rows and columns.
const RULES: &[(&str, &str, usize, usize)] = &[
    ("left: [. / .] -> [# / #]; right: [..] -> [##]", "..#", 3, 4),
    ("[..] -> [##]; [. / .] -> [# / #]", "..#", 3, 3),
    ("left: [xo] -> [.x] along rook; right: swap x o", "xo.#", 3, 3),
    ("left: [xo] -> [.x] along queen; right: swap x o", "xo.#", 3, 3),
    ("left: [xo] -> [.x] along knight; right: swap x o", "xo.#", 3, 4),
    ("left: [xo] -> [.x] along bishop; right: swap x o", "xo.", 3, 4),
    ("left: [x.*o] -> [..*x] along rook; right: swap x o", "xo..#", 3, 3),
    ("left: [x.*o] -> [..*x] along queen; right: swap x o", "xo..", 2, 4),
    ("left: [x.] -> [ox] along rook; right: swap x o", "xo..#", 2, 3),
    ("left: [x{xo}] -> [.x] along rook; right: swap x o", "xo.", 3, 3),
    ("left: [. / x / .] -> [x / . / x]; right: [.x.] -> [x.x]", "..x", 3, 4),
    ("left: [x.*.] -> [..*x] along queen then [x.*.] -> [x.*#] along queen; right: swap x o", "xo..##", 2, 3),
    ("left: [t.] -> [.t]; [tf.] -> [.ft]; right: mirror t f", "tf..", 1, 8),
    ("left: [t.] -> [.t]; [tff.] -> [.fft]; right: mirror t f", "tf..", 1, 8),
    ("left: [|?*{el}] -> [|]; [{el}?*|] -> [|]; right: swap l r", "ler", 1, 6),
    ("left: [.] -> [x] if no x near; right: swap x o", "...xo#", 3, 3),
    ("left: [.] -> [x] if no o near; right: swap x o", "...xo#", 2, 4),
    ("left: [.] -> [x] if x near if no o near; right: swap x o", "...xo#", 3, 3),
    ("left: repeat [xo.] -> [..x] along rook; right: swap x o", "xo.#", 3, 4),
    ("[xx.] -> [..x] along rook", "xx.", 3, 3),
    ("repeat [xx.] -> [..x] along rook turning", "xx.", 3, 3),
    ("left: [|?(?*)x] -> [|1x.]; [|x] -> [|.]; right: swap x o", "xo.", 1, 5),
    ("left: [.({xo}*)x] -> [1x.]; [|{xo}({xo}*)x] -> [|1x.]; [|x] -> [|.]; right: swap x o", "xo.", 1, 5),
    ("left: [?x] -> [x.]; [|x] -> [|.]; right: swap x o", "xo.", 1, 6),
    (
        "left: [x.*.] -> [..*x] along right; [x.*|] -> [..*|]; [x / o / .] -> [. / s / x]; right: [o.*.] -> [..*o] along right; [o.*|] -> [..*|]",
        "xo.",
        3,
        3,
    ),
    ("left: [x.*.] -> [..*x] along right; right: mirror x o", "xo..", 1, 7),
    ("[.] -> [#] with near . -> #", "...#", 3, 3),
    ("left: [.] -> [x] if no o near any; right: swap x o", "...xo", 3, 3),
    ("[.x / .?] -> [#x / #?] turned", "...x#", 3, 3),
    ("left: [.. / .?] -> [## / #?] any way; right: [..] -> [##]", "...x", 3, 3),
    ("left: [{xo}.] -> [.{xo}] along right; right: [x.] -> [..] along column", "xo..", 2, 3),
    ("left: [x?.] -> [.?x] along (1,1),(1,-1); right: [x] -> [.] if . near", "xo..", 3, 3),
    ("left: [#x] -> [#.] along rook; right: [x.+x] -> [..+.] along rook", "x..#", 3, 3),
    ("[.] -> [x] with near any x -> # if x near", "...x#", 2, 3),
    ("[..] -> [##] if o near; [o] -> [x] if no x near; [. / .] -> [# / x]", "...xo", 3, 3),
];

fn board_of(grid: &Grid) -> Cells {
    let cells = grid.concat().iter().map(|&c| c as u8).collect();
    Cells::new(grid.len() as u16, grid[0].len() as u16, cells).unwrap()
}

fn random(seed: &mut u64, states: &str, rows: usize, columns: usize) -> Grid {
    let states: Vec<char> = states.chars().collect();
    let mut next = || {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        states[(*seed >> 33) as usize % states.len()]
    };
    (0..rows).map(|_| (0..columns).map(|_| next()).collect()).collect()
}

#[test]
fn moves_are_those_of_the_judge() {
    let mut seed = 0x1234_5678_9abc_def1;
    for &(text, states, rows, columns) in RULES {
        let (rule, judge) = (Board::new(text).unwrap(), Judge::new(text));
        let mut met = 0;
        for _ in 0..200 {
            let grid = random(&mut seed, states, rows, columns);
            let board = board_of(&grid);
            for seat in [0, 1] {
                let moves: Vec<Cells> = rule.moves(&board, Seat(seat)).map(|mv| mv.0).collect();
                let found: BTreeSet<String> = moves.iter().map(Cells::to_string).collect();
                assert_eq!(found.len(), moves.len(), "{text} on {board}: a move is listed twice");
                let shown = |grid: Grid| grid.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/");
                let wanted: BTreeSet<String> = judge.options(&grid, seat as usize).into_iter().map(shown).collect();
                assert_eq!(found, wanted, "{text} on {board}, seat {seat}");
                met += found.len();
            }
        }
        assert!(met > 50, "{text}: only {met} moves");
    }
}

/// The value by regions and keys, as engines that search go about it.
fn by_regions(rule: &Board, board: Cells, values: &mut Values, memo: &mut HashMap<Cells, Value>) -> Value {
    let mut sum = Value::ZERO;
    for region in rule.split(board) {
        let key = rule.key(&region);
        let value = match memo.get(&key) {
            Some(&value) => value,
            None => {
                let [left, right] = [0, 1].map(|seat| {
                    let moves: Vec<Cells> = rule.moves(&region, Seat(seat)).map(|mv| mv.0).collect();
                    moves.into_iter().map(|left| by_regions(rule, left, values, memo)).collect::<Vec<Value>>()
                });
                let value = values.canonical(&left, &right).unwrap();
                memo.insert(key, value);
                value
            }
        };
        sum = values.add(sum, value).unwrap();
    }
    sum
}

/// Values of boards whose regions are looked at one by one, with keys that symmetric boards share, and values by planes are those of the
/// definition, which knows whole boards alone; and who wins by them is who wins by plain search.
#[test]
fn values_are_those_of_the_judge() {
    let mut seed = 0x0ddb_a115_eed5_eed5;
    let mut by_planes = 0;
    for &(text, states, rows, columns) in RULES {
        let rule = Board::new(text).unwrap();
        if !rule.is_short() {
            continue;
        }
        let (mut judge, mut values, mut memo) = (Judge::new(text), Values::new(), HashMap::new());
        let (mut nonzero, mut fast) = (0, 0);
        for _ in 0..200 {
            let grid = random(&mut seed, states, rows, columns);
            let board = board_of(&grid);
            let wanted = judge.value(&grid, &mut values);
            let found = by_regions(&rule, board.clone(), &mut values, &mut memo);
            let regions: Vec<String> = rule.split(board.clone()).iter().map(Cells::to_string).collect();
            assert_eq!(found, wanted, "{text} on {board}, which is {regions:?}");
            if let Some(planes) = rule.canonical(&board, &mut values, &Budget::default()) {
                assert_eq!(planes.unwrap(), wanted, "{text} on {board} by planes");
                fast += 1;
            }
            nonzero += usize::from(wanted != Value::ZERO);
            let [left, right] = [0, 1].map(|seat| judge.wins(&grid, seat));
            let (le, ge) = (values.le(wanted, Value::ZERO).unwrap(), values.le(Value::ZERO, wanted).unwrap());
            assert_eq!((left, right), (!le, !ge), "{text} on {board}");
        }
        assert!(nonzero > 20, "{text}: only {nonzero} boards are not 0");
        assert!(fast == 0 || fast == 200);
        by_planes += usize::from(fast > 0);
    }
    assert!(by_planes >= 19, "only {by_planes} rules are played by planes");
}

/// Which of the rules a measure shows to end, beside those that do not.
#[test]
fn loops_are_met() {
    let endless: Vec<&str> =
        RULES.iter().filter(|(text, ..)| !Board::new(text).unwrap().is_short()).map(|r| r.0).collect();
    assert_eq!(endless, [""; 0]);
    for text in [
        "left: [g.] -> [.g] along (1,-1),(1,1); right: [f.] -> [.f] along bishop",
        "left: [t.] -> [.t]; [.t] -> [t.]; [tf.] -> [.ft]; right: mirror t f",
        "[x.] -> [.x] along row",
        "[x.*.] -> [..*x] along row",
        "[x] -> [y]; [y] -> [x]",
        "left: [x] -> [.]; right: [.] -> [x]",
        "[x.] -> [.x] along right then [x.] -> [.x] along row",
        "repeat [x.] -> [.x] along row turning; [xx] -> [..] along row",
        "[.] -> [x] with near x -> .",
    ] {
        assert!(!Board::new(text).unwrap().is_short(), "{text}");
    }
    for text in [
        "[x.] -> [.x] along right, down",
        "[x.*.] -> [..*x] along right; [xx] -> [..] along row",
        "[?x] -> [x.]",
        "[x?*.] -> [.?*x] along down",
        "repeat [x.] -> [.x] along right",
        "[x.] -> [.x] along left then [y.] -> [.y] along up",
        "[{xo}.] -> [.{xo}]",
        "[{xo}] -> [x]",
    ] {
        assert!(Board::new(text).unwrap().is_short(), "{text}");
    }
}

/// Rules under which positions come again.
const LOOPY: &[(&str, &str, usize, usize)] = &[
    ("left: [g.] -> [.g] along (1,-1),(1,1); right: [f.] -> [.f] along bishop", "gf.#", 3, 3),
    ("left: [t.] -> [.t]; [.t] -> [t.]; [tf.] -> [.ft]; right: mirror t f", "tf.", 1, 7),
    ("left: [x.] -> [.x] along rook; [xo] -> [.x] along row; right: swap x o", "xo..#", 2, 3),
    ("left: [x.] -> [.x] along row; right: [x.] -> [.x] along column; [.x] -> [..]", "x.#", 2, 3),
];

#[test]
fn endings_of_loopy_boards_are_those_of_the_judge() {
    let (mut seed, mut all) = (0x0bad_cafe_1234_5677, 0);
    for &(text, states, rows, columns) in LOOPY {
        let (rule, judge) = (Board::new(text).unwrap(), Judge::new(text));
        assert!(!rule.is_short(), "{text}");
        let (mut met, mut drawn) = (0, 0);
        for _ in 0..60 {
            let grid = random(&mut seed, states, rows, columns);
            let board = board_of(&grid);
            let Some(wanted) = endings::of(&grid, |grid, seat| judge.options(grid, seat)) else { continue };
            let spec = grundy_games::parse(&format!("board{{ {text} }}(\"{board}\")")).unwrap();
            let answer = grundy_solve::Solver::new().solve(&spec, &Default::default(), &Budget::default()).unwrap();
            assert_eq!(answer.starts, Some(wanted), "{spec}");
            drawn += usize::from(wanted.contains(&grundy_rules::Ending::Draw));
            met += 1;
        }
        assert!(met > 20, "{text}: {met} positions");
        all += drawn;
    }
    assert!(all > 10, "{all} with a draw");
}
