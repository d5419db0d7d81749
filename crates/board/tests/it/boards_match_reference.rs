//! Compares the moves and values of boards with a reference implementation, for every kind of rule.

use crate::board_reference::{Grid, Judge};
use crate::random::Random;
use crate::regions::by_regions;
use grundy_board::{BoardGame, BoardMove, Cells};
use grundy_rules::{Budget, Cursor, Game, NoSources, Player, Rules, SumWithValue};
use grundy_value::{Value, ValueArena};
use std::collections::{BTreeSet, HashMap};

/// Rules, each with the states of its boards, the number of rows and the number of columns.
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
    ("left: [t.] -> [.t]; right: mirror t f", "tf..", 1, 8),
    ("left: [t.] -> [.t]; [tf.] -> [.ft]; [tff.] -> [.fft]; right: mirror t f", "tf..", 1, 7),
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
    ("left: [{.x}?*] -> [#?*] along column if no x near; right: mirror x o", "xo.#", 3, 2),
    ("[..] -> [##] if o near; [o] -> [x] if no x near; [. / .] -> [# / x]", "...xo", 3, 3),
    ("[?] -> [#] if no {xo} near any; [{.x}] -> [o]", "..xo#", 3, 2),
    ("[. / ?] -> [x / #] turned if no {xo} near any", "...xo", 1, 6),
    ("left: repeat [xo.] -> [..x] along rook turning; right: swap x o", "xo.", 3, 3),
    (
        "left: [{xy}.*.] -> [..*{xy}] along right; [{xy}.*|] -> [..*|] along right; [x / {op} / .] -> [. / p / x]; right: [{op}.*.] -> [..*{op}] along left; [{op}.*|] -> [..*|] along left; [o / {xy} / .] -> [. / y / o]",
        "xo...py",
        3,
        2,
    ),
    ("[.] -> [x]; ends if line(x,3)", "...x#", 3, 3),
    ("left: [.] -> [x]; right: swap x o; ends if line(x,3) or line(o,3)", "...xo", 3, 3),
    ("left: [.] -> [x]; right: swap x o; ends if line(x,2,column) or line(o,2,row)", "....xo", 2, 3),
    ("left: [.] -> [x]; right: swap x o; ends if line(x,2,bishop); ends if line(o,3,rook)", "....xo#", 2, 3),
    (
        "left: [.] -> [x]; right: swap x o; ends if connected(x,top,bottom,hex) or connected(o,left,right,hex)",
        "....xo",
        3,
        3,
    ),
    ("left: [.] -> [x]; right: swap x o; ends if connected(x,left,bottom)", "...xo#", 3, 3),
    ("[.] -> [x]; ends if connected(x,left,right,any) and not line(x,3,row)", "..xx", 3, 3),
    ("left: [xo] -> [.x] along rook; right: swap x o; ends if count(x) <= 1 or count(o) < 2", "xo.", 3, 3),
    (
        "left: [x.] -> [ox] along rook; right: swap x o; ends if count(x) > 2 and count(o) = 2 or count(o) >= 5",
        "xo..#",
        2,
        3,
    ),
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
fn moves_match_reference() {
    let mut seed = 0x1234_5678_9abc_def1;
    for &(text, states, rows, columns) in RULES.iter().chain(LOOPY) {
        let (rule, judge) = (BoardGame::new(text).unwrap(), Judge::new(text));
        let mut move_count = 0;
        for _ in 0..200 {
            let grid = random(&mut seed, states, rows, columns);
            let board = board_of(&grid);
            for player in [0, 1] {
                let moves: Vec<Cells> = rule.moves(&board, Player(player)).map(|mv| mv.0).collect();
                let actual: BTreeSet<String> = moves.iter().map(Cells::to_string).collect();
                assert_eq!(actual.len(), moves.len(), "{text} on {board}: a move is listed twice");
                let shown = |grid: Grid| grid.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/");
                let expected: BTreeSet<String> = judge.options(&grid, player as usize).into_iter().map(shown).collect();
                assert_eq!(actual, expected, "{text} on {board}, seat {player}");
                move_count += actual.len();
            }
        }
        assert!(move_count > 50, "{text}: only {move_count} moves");
    }
}

/// Checks values by regions and keys, and values by planes, against the reference implementation.
///
/// The reference evaluates whole boards by the definition. The winners by these values must be those of a plain search,
/// and the winning first moves, one or all, must be those that win in it.
#[test]
fn values_match_reference() {
    let mut seed = 0x0ddb_a115_eed5_eed5;
    let (mut by_planes, mut first_moves, mut wants_all) = (0, 0, false);
    for &(text, states, rows, columns) in RULES {
        let rule = BoardGame::new(text).unwrap();
        if !rule.is_short() {
            continue;
        }
        let (mut judge, mut values, mut memo) = (Judge::new(text), ValueArena::new(), HashMap::new());
        let (mut nonzero, mut fast) = (0, 0);
        for _ in 0..200 {
            let grid = random(&mut seed, states, rows, columns);
            let board = board_of(&grid);
            let expected = judge.value(&grid, &mut values);
            let actual = by_regions(&rule, board.clone(), &mut values, &mut memo);
            let regions: Vec<String> = rule.split(board.clone()).iter().map(Cells::to_string).collect();
            assert_eq!(actual, expected, "{text} on {board}, which is {regions:?}");
            if let Some(planes) = rule.direct_value(&board, &mut values, &Budget::default()) {
                assert_eq!(planes.unwrap(), expected, "{text} on {board} by planes");
                fast += 1;
            }
            nonzero += usize::from(expected != Value::ZERO);
            let [left, right] = [0, 1].map(|player| judge.wins(&grid, player));
            let (le, ge) = (values.le(expected, Value::ZERO).unwrap(), values.le(Value::ZERO, expected).unwrap());
            assert_eq!((left, right), (!le, !ge), "{text} on {board}");
            let alone = SumWithValue::from_component(board.clone());
            if let Some(found) = rule.winning_first_moves(&alone, wants_all, &mut values, &Budget::default()) {
                let found = found.unwrap().in_first_component();
                for (player, moves) in found.iter().enumerate() {
                    let mut winning = judge.options(&grid, player);
                    winning.retain(|after| !judge.wins(after, 1 - player));
                    let grid_of =
                        |mv: &BoardMove| mv.0.to_string().split('/').map(|row| row.chars().collect()).collect();
                    let mut moves: Vec<Vec<Vec<char>>> = moves.iter().map(grid_of).collect();
                    moves.sort();
                    let is_right = match wants_all {
                        true => moves.iter().eq(&winning),
                        false => {
                            moves.len() == winning.len().min(1) && moves.iter().all(|after| winning.contains(after))
                        }
                    };
                    assert!(is_right, "{text} on {board}, {player}: {moves:?}, not {winning:?}");
                }
                wants_all = !wants_all;
                first_moves += usize::from(text.contains("ends if"));
            }
        }
        assert!(nonzero > 20, "{text}: only {nonzero} boards are not 0");
        assert!(fast == 0 || fast == 200);
        by_planes += usize::from(fast > 0);
    }
    assert!(by_planes >= 19, "only {by_planes} rules are played by planes");
    assert!(first_moves >= 1000, "only {first_moves} boards with end conditions have a search of their own");
}

/// Checks that the rule of every named game is among the rules that are compared here.
#[test]
fn named_games_are_among_the_rules() {
    let written = |text: &str| {
        let mut out = String::new();
        BoardGame::new(text).unwrap().write_rules(&mut out);
        out
    };
    let judged: Vec<String> = RULES.iter().chain(LOOPY).map(|rule| written(rule.0)).collect();
    for line in grundy_board::named::GAMES {
        assert!(judged.contains(&written(line.pictures)), "{}", line.name);
    }
}

impl Random {
    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// Returns a random picture with random modifiers, which may be invalid.
    fn step(&mut self) -> String {
        let sign = |random: &mut Random| random.pick(&[".", ".", "x", "x", "o", "o", "#", "?", "{xo}", "{.x}"]);
        let after = |random: &mut Random, before: &'static str| match random.below(3) {
            0 => before,
            _ => random.pick(&[".", ".", "x", "o", "#"]),
        };
        let (mut left, mut right) = (String::new(), String::new());
        let tall = self.below(3) == 0;
        let (rows, columns) = if tall { (1 + self.below(3), 1 + self.below(2)) } else { (1, 1 + self.below(3)) };
        let run = if rows == 1 && self.below(3) == 0 { self.below(columns + 1) } else { usize::MAX };
        let edges = if rows == 1 && self.below(6) == 0 { [self.below(2) == 0, self.below(2) == 0] } else { [false; 2] };
        for row in 0..rows {
            if row > 0 {
                left.push('/');
                right.push('/');
            }
            if edges[0] {
                left.push('|');
                right.push('|');
            }
            for column in 0..=columns {
                if run == column {
                    let run = self.pick(&[".*", "?*", "x*", "{xo}*", ".+"]);
                    let other = if self.below(3) == 0 { ".*" } else { run };
                    left.push_str(run);
                    right.push_str(&if other.len() == run.len() { other.to_string() } else { run.to_string() });
                }
                if column < columns {
                    let before = sign(self);
                    left.push_str(before);
                    right.push_str(after(self, before));
                }
            }
            if edges[1] {
                left.push('|');
                right.push('|');
            }
        }
        let mut text = format!("[{left}] -> [{right}]");
        if rows > 1 {
            text += self.pick(&["", "", " turned", " any way"]);
        } else if self.below(3) > 0 {
            text += " along ";
            text += self.pick(&[
                "rook",
                "bishop",
                "queen",
                "knight",
                "row",
                "column",
                "right",
                "down",
                "(1,2)",
                "(0,2),(1,0)",
            ]);
        }
        if self.below(5) == 0 {
            text += self.pick(&[
                " if no x near",
                " if x near",
                " if no {xo} near any",
                " if . near",
                " if # near",
                " if no # near",
            ]);
        }
        if self.below(8) == 0 {
            text += self.pick(&[" with near . -> #", " with near any x -> o", " with near o -> ."]);
        }
        text
    }

    /// Returns a random step without signs that could make the moving piece ambiguous.
    ///
    /// These signs are sets, `?` and runs of `x`.
    fn clear(&mut self) -> String {
        loop {
            let step = self.step();
            if !step.contains(['{', '?']) && !step.contains("x*") {
                return step;
            }
        }
    }

    /// Returns a random picture whose right side has the group of the left side in another position.
    fn grouped(&mut self) -> String {
        let group = self.pick(&["?", "x", "{xo}", "?x", "x.", ".*", "?*", "{xo}*", "o?*"]);
        let [first, last] = [(); 2].map(|()| self.pick(&[".", "x", "o", "?", "{xo}", "{.x}"]));
        let [a, b] = [(); 2].map(|()| self.pick(&[".", "x", "o"]));
        let after = match self.below(4) {
            0 => format!("1{a}{b}"),
            1 => format!("{a}{b}1"),
            2 => format!("{a}1{b}"),
            _ => format!("1{a}"),
        };
        // If the row becomes shorter, the picture must reach the end of the row.
        let edge = if after.len() == 2 || self.below(5) == 0 { "|" } else { "" };
        let way = if edge.is_empty() {
            self.pick(&["", " along row", " along right", " along rook", " along (1,1)"])
        } else {
            ""
        };
        format!("[{edge}{first}({group}){last}] -> [{edge}{after}]{way}")
    }

    fn option(&mut self) -> String {
        match self.below(9) {
            8 => self.grouped(),
            0 => format!("repeat {}", self.clear()),
            1 => format!("repeat {} turning", self.clear()),
            2 => format!("{} then {}", self.clear(), self.clear()),
            _ => self.step(),
        }
    }

    fn rule(&mut self) -> String {
        let [a, b, c] = [self.option(), self.option(), self.option()];
        match self.below(7) {
            0 => a,
            1 => format!("{a}; {b}"),
            2 => format!("left: {a}; right: swap x o"),
            3 => format!("left: {a}; {b}; right: swap x o"),
            4 => format!("left: {a}; right: mirror x o"),
            5 => format!("left: {a}; right: {b}"),
            _ => format!("{a}; left: {b}; right: {c}"),
        }
    }
}

/// Checks the moves, values and openings of random rules against the reference implementation.
///
/// Values are computed by regions and by planes. `GRUNDY_RANDOM_RULES` sets the number of rules, and
/// `GRUNDY_RANDOM_SEED` the seed.
#[test]
fn random_rules_match_reference() {
    let wanted: usize = std::env::var("GRUNDY_RANDOM_RULES").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let seed = std::env::var("GRUNDY_RANDOM_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1u64);
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (mut rules, mut valued, mut planes, mut opened) = (0, 0, 0, 0);
    while rules < wanted {
        let text = random.rule();
        let Ok(rule) = BoardGame::new(&text) else { continue };
        rules += 1;
        let (mut judge, mut values, mut memo) = (Judge::new(&text), ValueArena::new(), HashMap::new());
        // Rules that make cells vanish accept only boards of one row.
        let one_row = rule.parse_components("", &mut Cursor::new("(2x2)", &mut NoSources)).is_err();
        for _ in 0..12 {
            let sizes = [(1, 6), (1, 4), (2, 3), (3, 2), (2, 2)];
            let (rows, columns) = sizes[random.below(if one_row { 2 } else { 5 })];
            let grid = self::random(&mut random.0, "xo..#", rows, columns);
            let board = board_of(&grid);
            for player in [0, 1] {
                let actual: BTreeSet<String> = rule.moves(&board, Player(player)).map(|mv| mv.0.to_string()).collect();
                let shown = |grid: Grid| grid.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/");
                let wanted: BTreeSet<String> = judge.options(&grid, player as usize).into_iter().map(shown).collect();
                assert_eq!(actual, wanted, "{text} on {board}, seat {player}");
            }
            if !rule.is_short() {
                continue;
            }
            let wanted = judge.value(&grid, &mut values);
            let actual = by_regions(&rule, board.clone(), &mut values, &mut memo);
            assert_eq!(actual, wanted, "{text} on {board}");
            valued += 1;
            if let Some(value) = rule.direct_value(&board, &mut values, &Budget::default()) {
                assert_eq!(value.unwrap(), wanted, "{text} on {board} by planes");
                planes += 1;
            }
            let [left, right] = [0, 1].map(|player| judge.wins(&grid, player));
            let alone = SumWithValue::from_component(board.clone());
            if let Some(openings) = rule.winning_first_moves(&alone, false, &mut values, &Budget::default()) {
                let openings = openings.unwrap().moves;
                assert_eq!((!openings[0].is_empty(), !openings[1].is_empty()), (left, right), "{text} on {board}");
                opened += 1;
            }
        }
    }
    assert!(valued > 3 * wanted && planes > wanted / 4 && opened > wanted / 8, "{valued} {planes} {opened}");
}

/// Checks that termination is proved for rules under which play ends, and only for those.
#[test]
fn termination_is_recognised() {
    let endless: Vec<&str> =
        RULES.iter().filter(|(text, ..)| !BoardGame::new(text).unwrap().is_short()).map(|r| r.0).collect();
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
        assert!(!BoardGame::new(text).unwrap().is_short(), "{text}");
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
        assert!(BoardGame::new(text).unwrap().is_short(), "{text}");
    }
}

/// Rules under which positions can recur.
const LOOPY: &[(&str, &str, usize, usize)] = &[
    ("left: [g.] -> [.g] along (1,-1),(1,1); right: [f.] -> [.f] along bishop", "gf.#", 3, 3),
    (
        "left: [g.] -> [.g] along (1,-1),(1,1); right: [f.] -> [.f] along bishop; [f..] -> [..f] along bishop",
        "gf..#",
        3,
        3,
    ),
    ("left: [t.] -> [.t]; [.t] -> [t.]; [tf.] -> [.ft]; right: mirror t f", "tf.", 1, 7),
    ("left: [x.] -> [.x] along rook; [xo] -> [.x] along row; right: swap x o", "xo..#", 2, 3),
    ("left: [x.] -> [.x] along row; right: [x.] -> [.x] along column; [.x] -> [..]", "x.#", 2, 3),
];

#[test]
fn loopy_boards_match_retrograde_analysis() {
    let (mut seed, mut all) = (0x0bad_cafe_1234_5677, 0);
    for &(text, states, rows, columns) in LOOPY {
        let (rule, judge) = (BoardGame::new(text).unwrap(), Judge::new(text));
        assert!(!rule.is_short(), "{text}");
        let (mut position_count, mut drawn) = (0, 0);
        for _ in 0..60 {
            let grid = random(&mut seed, states, rows, columns);
            let board = board_of(&grid);
            let Some(expected) = crate::retrograde::solve(&grid, |grid, player| judge.options(grid, player)) else {
                continue;
            };
            let spec = grundy_games::parse(&format!("board{{ {text} }}(\"{board}\")")).unwrap();
            let answer = grundy_solve::Solver::new().solve(&spec, &Default::default(), &Budget::default()).unwrap();
            assert_eq!(answer.result.results_moving_first, Some(expected), "{spec}");
            drawn += usize::from(expected.contains(&grundy_rules::PlayerResult::Draw));
            position_count += 1;
        }
        assert!(position_count > 20, "{text}: {position_count} positions");
        all += drawn;
    }
    assert!(all > 10, "{all} with a draw");
}
