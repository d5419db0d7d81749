//! Compares games that pictures cannot describe with separate implementations, on random positions.
//!
//! The tests compare moves, values and winners.

use crate::random::Random;
use grundy_games::parse;
use grundy_rules::Player;
use grundy_solve::value_evaluator::ValueEvaluator;
use grundy_solve::{Budget, Question, Solver};
use grundy_value::Value;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// A reference implementation of a game: its name, notation and options.
struct Judge<P> {
    name: &'static str,
    written: fn(&P) -> String,
    options: fn(&P, usize) -> BTreeSet<P>,
}

impl<P: Clone + Ord + Hash> Judge<P> {
    fn text(&self, position: &P) -> String {
        let text = format!("{}({})", self.name, (self.written)(position));
        parse(&text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
    }

    /// Compares the moves of a position with those of the reference, and returns the number of moves.
    fn moves(&self, position: &P) -> usize {
        let text = self.text(position);
        let spec = parse(&text).unwrap();
        let mut move_count = 0;
        for player in [0, 1] {
            let own = &spec.terms[0].position;
            let all = (0..own.len())
                .flat_map(|component| own.moves(component, Player(player)).map(move |mv| (component, mv)));
            let left: Vec<String> =
                all.map(|(component, mv)| own.after(component, Player(player), &mv).to_string()).collect();
            let found: BTreeSet<String> = left.iter().cloned().collect();
            assert_eq!(found.len(), left.len(), "{text}: a move is listed twice");
            let expected = (self.options)(position, player as usize).iter().map(|option| self.text(option)).collect();
            assert_eq!(found, expected, "{text}, seat {player}");
            move_count += found.len();
        }
        move_count
    }

    fn value(&self, position: &P, evaluator: &mut ValueEvaluator, memo: &mut HashMap<P, Value>) -> Value {
        if let Some(&value) = memo.get(position) {
            return value;
        }
        let [left, right] = [0, 1].map(|player| {
            let options = (self.options)(position, player);
            options.iter().map(|option| self.value(option, evaluator, memo)).collect::<Vec<Value>>()
        });
        let value = evaluator.arena.value_from_options(&left, &right).unwrap();
        memo.insert(position.clone(), value);
        value
    }

    fn wins(&self, position: &P, player: usize, memo: &mut HashMap<(P, usize), bool>) -> bool {
        if let Some(&known) = memo.get(&(position.clone(), player)) {
            return known;
        }
        let wins = (self.options)(position, player).iter().any(|option| !self.wins(option, 1 - player, memo));
        memo.insert((position.clone(), player), wins);
        wins
    }

    /// Compares moves, values and winners of positions from which every play ends.
    fn check(&self, positions: impl Iterator<Item = P>) {
        let mut evaluator = ValueEvaluator::new(&Budget::default());
        let (mut values, mut won) = (HashMap::new(), HashMap::new());
        let (mut move_count, mut nonzero, mut count) = (0, 0, 0);
        for position in positions {
            count += 1;
            move_count += self.moves(&position);
            let text = self.text(&position);
            let found = evaluator.evaluate(&parse(&text).unwrap()).unwrap();
            let expected = self.value(&position, &mut evaluator, &mut values);
            assert_eq!(found, expected, "{text}");
            nonzero += usize::from(expected != Value::ZERO);
            let [left, right] = [0, 1].map(|player| self.wins(&position, player, &mut won));
            let le = evaluator.arena.le(expected, Value::ZERO).unwrap();
            let ge = evaluator.arena.le(Value::ZERO, expected).unwrap();
            assert_eq!((left, right), (!le, !ge), "{text}");
            let answer = Solver::new().solve(&parse(&text).unwrap(), &Question::default(), &Budget::default()).unwrap();
            let letter = ["P", "R", "L", "N"][2 * usize::from(left) + usize::from(right)];
            assert_eq!(answer.result.outcome.unwrap().name(), letter, "{text}");
        }
        assert!(count >= 200 && move_count > 200 && nonzero > 60, "{}: {count} {move_count} {nonzero}", self.name);
    }
}

type Rows = Vec<Vec<char>>;

fn picture(rows: &Rows) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    format!("\"{}\"", rows.join("/"))
}

/// Reports whether the group of the stone at `at` is adjacent to an empty cell.
///
/// The group is grown by one cell at a time, each found by a search of the whole board.
fn has_liberty(rows: &Rows, at: (usize, usize)) -> bool {
    let is_adjacent = |(a, b): (usize, usize), (c, d): (usize, usize)| a.abs_diff(c) + b.abs_diff(d) == 1;
    let cells: Vec<(usize, usize)> = (0..rows.len()).flat_map(|r| (0..rows[0].len()).map(move |c| (r, c))).collect();
    let mut group = BTreeSet::from([at]);
    loop {
        let fresh = cells.iter().find(|&&cell| {
            rows[cell.0][cell.1] == rows[at.0][at.1]
                && !group.contains(&cell)
                && group.iter().any(|&one| is_adjacent(one, cell))
        });
        match fresh {
            Some(&cell) => group.insert(cell),
            None => break,
        };
    }
    cells.iter().any(|&cell| rows[cell.0][cell.1] == '.' && group.iter().any(|&one| is_adjacent(one, cell)))
}

#[test]
fn nogo_matches_reference() {
    let judge: Judge<Rows> = Judge {
        name: "nogo",
        written: picture,
        options: |rows, player| {
            let mut left = BTreeSet::new();
            for r in 0..rows.len() {
                for c in 0..rows[0].len() {
                    let mut after = rows.clone();
                    if std::mem::replace(&mut after[r][c], ['x', 'o'][player]) != '.' {
                        continue;
                    }
                    let stones = (0..rows.len()).flat_map(|r| (0..rows[0].len()).map(move |c| (r, c)));
                    let mut stones = stones.filter(|&(r, c)| matches!(after[r][c], 'x' | 'o'));
                    if stones.all(|stone| has_liberty(&after, stone)) {
                        left.insert(after);
                    }
                }
            }
            left
        },
    };
    let mut random = Random(0x0dd_ba11_5eed);
    judge.check((0..220).map(|_| {
        let (rows, columns) = [(1, 5), (2, 3), (3, 3), (2, 4), (1, 7)][random.below(5)];
        (0..rows)
            .map(|_| (0..columns).map(|_| ['.', '.', '.', '.', 'x', 'o', '#'][random.below(7)]).collect())
            .collect()
    }));
}

#[test]
fn partizan_end_nim_matches_reference() {
    let judge: Judge<Vec<usize>> = Judge {
        name: "endnim",
        written: |row| row.iter().map(usize::to_string).collect::<Vec<_>>().join(","),
        options: |row, player| {
            let mut row = row.clone();
            // Right takes from the end of the row, so the row is reversed for Right.
            if player == 1 {
                row.reverse();
            }
            let Some((&first, rest)) = row.split_first() else { return BTreeSet::new() };
            let less = (0..first).map(|less| if less == 0 { rest.to_vec() } else { [&[less], rest].concat() });
            less.map(|mut row| {
                if player == 1 {
                    row.reverse();
                }
                row
            })
            .collect()
        },
    };
    let mut random = Random(0xe2d_0123_4567);
    judge.check((0..220).map(|_| (0..random.below(6)).map(|_| 1 + random.below(4)).collect()));
}

/// The connections of the board as drawn, each from its left or upper end.
const LINES: &str = "a2-b1 a2-b2 a2-b3 b1-b2 b2-b3 b1-c1 b1-c2 b2-c2 b3-c2 b3-c3 c1-c2 c2-c3 c1-d1 c2-d1 c2-d2 c2-d3 c3-d3 d1-d2 d2-d3 d1-e2 d2-e2 d3-e2";
/// The points of each row, from left to right; an empty text is a corner without a point.
const POINTS: [[&str; 5]; 3] = [["", "b1", "c1", "d1", ""], ["a2", "b2", "c2", "d2", "e2"], ["", "b3", "c3", "d3", ""]];

/// The points of the hounds, sorted, and the point of the hare.
type HuntPosition = (Vec<&'static str>, &'static str);

fn hunts((hounds, hare): &HuntPosition, player: usize) -> BTreeSet<HuntPosition> {
    let joined = |from: &str, to: &str| {
        LINES.split(' ').any(|line| line == format!("{from}-{to}") || line == format!("{to}-{from}"))
    };
    let all = || POINTS.into_iter().flatten().filter(|point| !point.is_empty());
    let free = || all().filter(|point| !hounds.contains(point) && point != hare);
    if player == 1 {
        return free().filter(|to| joined(hare, to)).map(|to| (hounds.clone(), to)).collect();
    }
    if hounds.iter().all(|hound| hound[..1] > hare[..1]) {
        return BTreeSet::new();
    }
    let mut left = BTreeSet::new();
    for (k, from) in hounds.iter().enumerate() {
        for to in free().filter(|to| joined(from, to) && to[..1] >= from[..1]) {
            let mut hounds = hounds.clone();
            hounds[k] = to;
            hounds.sort_unstable();
            left.insert((hounds, *hare));
        }
    }
    left
}

#[test]
fn hare_and_hounds_matches_reference() {
    let judge: Judge<HuntPosition> = Judge {
        name: "hare_and_hounds",
        written: |(hounds, hare)| {
            let cell = |point: &&str| match *point {
                "" => '#',
                point if point == *hare => 'h',
                point if hounds.contains(&point) => 'd',
                _ => '.',
            };
            picture(&POINTS.iter().map(|row| row.iter().map(cell).collect()).collect())
        },
        options: hunts,
    };
    let solved = |position: &HuntPosition| {
        let expected = crate::retrograde::solve(position, hunts).expect("few positions");
        let spec = parse(&judge.text(position)).unwrap();
        let answer = Solver::new().solve(&spec, &Question::default(), &Budget::default()).unwrap();
        let first = answer.result.results_moving_first.unwrap_or_else(|| panic!("{spec} has an outcome alone"));
        assert_eq!(first, expected, "{spec}");
        expected
    };
    let mut random = Random(0x4a2e_0001);
    let mut solutions = BTreeSet::new();
    for _ in 0..200 {
        let mut points: Vec<&str> = POINTS.into_iter().flatten().filter(|point| !point.is_empty()).collect();
        let hare = points.remove(random.below(points.len()));
        let mut hounds: Vec<&str> =
            (0..1 + random.below(3)).map(|_| points.remove(random.below(points.len()))).collect();
        hounds.sort_unstable();
        let position = (hounds, hare);
        judge.moves(&position);
        solutions.insert(format!("{:?}", solved(&position)));
    }
    assert!(solutions.len() >= 3, "{solutions:?}");
    solved(&(vec!["a2", "b1", "b3"], "e2"));
}
