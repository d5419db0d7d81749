//! Games won on points and games of several players: one component each, searched to the end.

use super::super::judge::{Best, Expected, To};
use super::super::sets::Set;
use crate::random::Random;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::rc::Rc;

/// A position of a game that has no sums.
pub trait Single {
    fn game(&self) -> &'static str;

    /// Returns the canonical text.
    fn canonical(&self) -> String;

    /// Returns a random valid spelling.
    fn written(&self, random: &mut Random) -> String;

    /// Returns the expected answer.
    fn expected(&self) -> Expected;

    /// Returns a normal form, equal for texts of the same position.
    fn normal(&self, text: &str) -> String {
        text.to_string()
    }

    /// Returns a normal form of the position after a move, equal for texts of the same position.
    fn normal_after_move(&self, text: &str) -> String {
        self.normal(text)
    }

    fn smaller(&self) -> Vec<Rc<dyn Single>>;
}

/// The fields of a move, and the position after it.
type MoveFields = (Vec<(&'static str, Value)>, String);

/// Returns the expected answer for a score or a loser, with the best moves.
fn expected_by_result(of: &dyn Single, field: &'static str, result: i64, best: Vec<MoveFields>) -> Expected {
    let best = best.into_iter().map(|(move_fields, to)| {
        let to = To::Text(of.normal_after_move(&to));
        Best { part: 1, move_fields, to, result: json!(result) }
    });
    Expected {
        kind: if field == "score" { "scoring" } else { "multiplayer" },
        outcome: Some(Value::Null),
        starts: None,
        grundy: None,
        remoteness: None,
        result: Some((field, result)),
        moves: Some(best.collect()),
    }
}

/// A game on a row of values: a move takes some values from the front.
pub struct Row {
    pub set: Set,
    pub values: Vec<i64>,
}

impl Row {
    fn score(&self, from: usize) -> i64 {
        let remaining = (self.values.len() - from) as i64;
        self.set.up_to(remaining).into_iter().map(|take| self.after(from, take)).max().unwrap_or(0)
    }

    /// Returns the score after taking `take` values.
    fn after(&self, from: usize, take: i64) -> i64 {
        let to = from + take as usize;
        self.values[from..to].iter().sum::<i64>() - self.score(to)
    }

    fn text(&self, from: usize) -> String {
        let values: Vec<String> = self.values[from..].iter().map(i64::to_string).collect();
        format!("row[{}]({})", self.set.canonical(), values.join(","))
    }
}

impl Single for Row {
    fn game(&self) -> &'static str {
        "row"
    }

    fn canonical(&self) -> String {
        self.text(0)
    }

    fn written(&self, random: &mut Random) -> String {
        let values: Vec<String> = self.values.iter().map(i64::to_string).collect();
        format!("row[{}]({})", self.set.written(random), values.join(", "))
    }

    fn expected(&self) -> Expected {
        let best = self.score(0);
        let takes = self.set.up_to(self.values.len() as i64).into_iter().filter(|&take| self.after(0, take) == best);
        let describe_take = |take: i64| {
            let points: i64 = self.values[..take as usize].iter().sum();
            (vec![("take", json!(take)), ("points", json!(points))], self.text(take as usize))
        };
        expected_by_result(self, "score", best, takes.map(describe_take).collect())
    }

    fn smaller(&self) -> Vec<Rc<dyn Single>> {
        let without = |k: usize| {
            let mut values = self.values.clone();
            values.remove(k);
            Rc::new(Row { set: self.set.clone(), values }) as Rc<dyn Single>
        };
        (0..self.values.len()).map(without).collect()
    }
}

type Edge = (u64, u64);

/// A triangle game: solid and dashed edges.
pub struct Triangles {
    pub again: bool,
    pub solid: Vec<Edge>,
    pub dashed: Vec<Edge>,
}

impl Triangles {
    /// Returns the number of triangles that an edge completes.
    ///
    /// The dashed edges in the bit set `drawn` count as solid.
    fn points(&self, drawn: u64, edge: Edge) -> i64 {
        let is_solid = |a: u64, b: u64| {
            let matches_edge = |e: &Edge| *e == (a, b) || *e == (b, a);
            self.solid.iter().any(matches_edge)
                || (0..self.dashed.len()).any(|k| drawn >> k & 1 == 1 && matches_edge(&self.dashed[k]))
        };
        (1..=9).filter(|&c| c != edge.0 && c != edge.1 && is_solid(edge.0, c) && is_solid(edge.1, c)).count() as i64
    }

    fn score(&self, drawn: u64, memo: &mut HashMap<u64, i64>) -> i64 {
        if let Some(&known) = memo.get(&drawn) {
            return known;
        }
        let remaining = (0..self.dashed.len()).filter(|k| drawn >> k & 1 == 0);
        let best = remaining.map(|k| self.after(drawn, k, memo)).max().unwrap_or(0);
        memo.insert(drawn, best);
        best
    }

    fn after(&self, drawn: u64, k: usize, memo: &mut HashMap<u64, i64>) -> i64 {
        let points = self.points(drawn, self.dashed[k]);
        let rest = self.score(drawn | 1 << k, memo);
        if self.again && points > 0 { points + rest } else { points - rest }
    }

    fn text(&self, solid: &[Edge], dashed: &[Edge]) -> String {
        let list = |edges: &[Edge]| edges.iter().map(|(a, b)| format!("{a}-{b}")).collect::<Vec<_>>().join(",");
        format!("triangles{}({} | {})", if self.again { "[again]" } else { "" }, list(solid), list(dashed))
    }
}

impl Single for Triangles {
    fn game(&self) -> &'static str {
        "triangles"
    }

    fn canonical(&self) -> String {
        self.text(&self.solid, &self.dashed)
    }

    fn written(&self, _random: &mut Random) -> String {
        self.canonical()
    }

    fn expected(&self) -> Expected {
        let mut memo = HashMap::new();
        let best = self.score(0, &mut memo);
        let mut found = vec![];
        for (k, &edge) in self.dashed.iter().enumerate() {
            if self.after(0, k, &mut memo) != best {
                continue;
            }
            let points = self.points(0, edge);
            let (low, high) = (edge.0.min(edge.1), edge.0.max(edge.1));
            let mut move_fields = vec![("edge", json!([low.to_string(), high.to_string()])), ("points", json!(points))];
            if self.again {
                move_fields.push(("next", json!(if points > 0 { "same" } else { "other" })));
            }
            let (mut solid, mut dashed) = (self.solid.clone(), self.dashed.clone());
            solid.push(dashed.remove(k));
            found.push((move_fields, self.text(&solid, &dashed)));
        }
        expected_by_result(self, "score", best, found)
    }

    /// Sorts the edges and the ends of each edge, whose order does not matter.
    fn normal(&self, text: &str) -> String {
        let Some((name, edges)) = text.split_once('(') else { return text.to_string() };
        let side = |edges: &str| {
            let ends = |edge: &str| {
                let mut ends: Vec<&str> = edge.trim().split('-').collect();
                ends.sort_unstable();
                ends.join("-")
            };
            let mut edges: Vec<String> = edges.split(',').map(ends).collect();
            edges.sort_unstable();
            edges.join(",")
        };
        let sides: Vec<String> = edges.trim_end_matches(')').split('|').map(side).collect();
        format!("{name}({})", sides.join("|"))
    }

    fn smaller(&self) -> Vec<Rc<dyn Single>> {
        let mut smaller: Vec<Rc<dyn Single>> = vec![];
        for k in 0..self.solid.len() {
            let (mut solid, dashed) = (self.solid.clone(), self.dashed.clone());
            solid.remove(k);
            smaller.push(Rc::new(Triangles { again: self.again, solid, dashed }));
        }
        for k in 0..self.dashed.len() {
            let (solid, mut dashed) = (self.solid.clone(), self.dashed.clone());
            dashed.remove(k);
            smaller.push(Rc::new(Triangles { again: self.again, solid, dashed }));
        }
        smaller
    }
}

/// Returns the score of a position of lines; `points` gives the points of the next line.
///
/// A player who scores moves again.
fn score_of_lines(drawn: u64, lines: usize, points: &dyn Fn(u64, usize) -> i64, memo: &mut HashMap<u64, i64>) -> i64 {
    if let Some(&known) = memo.get(&drawn) {
        return known;
    }
    let remaining = (0..lines).filter(|line| drawn >> line & 1 == 0);
    let best = remaining.map(|line| score_after_line(drawn, line, lines, points, memo)).max().unwrap_or(0);
    memo.insert(drawn, best);
    best
}

fn score_after_line(
    drawn: u64,
    line: usize,
    lines: usize,
    points: &dyn Fn(u64, usize) -> i64,
    memo: &mut HashMap<u64, i64>,
) -> i64 {
    let own = points(drawn, line);
    let rest = score_of_lines(drawn | 1 << line, lines, points, memo);
    if own > 0 { own + rest } else { -rest }
}

/// Returns the fields `points` and `next` of a move that scores these points.
fn fields_of_points(points: i64) -> [(&'static str, Value); 2] {
    [("points", json!(points)), ("next", json!(if points > 0 { "same" } else { "other" }))]
}

/// Strings and Coins: strings between coins; the number 0 is the ground.
pub struct StringsAndCoins {
    pub strings: Vec<Edge>,
}

impl StringsAndCoins {
    /// Returns the number of coins that cutting a string takes, after the strings of `cut` have been cut.
    pub fn points(&self, cut: u64, string: usize) -> i64 {
        let holds = |coin: u64| {
            let others = (0..self.strings.len()).filter(|&k| k != string && cut >> k & 1 == 0);
            others.map(|k| self.strings[k]).any(|(a, b)| coin == a || coin == b)
        };
        let (a, b) = self.strings[string];
        [a, b].into_iter().filter(|&coin| coin != 0 && !holds(coin)).count() as i64
    }

    /// Returns the text of the position after some strings have been cut.
    pub fn text(&self, cut: u64) -> String {
        let remaining = (0..self.strings.len()).filter(|k| cut >> k & 1 == 0).map(|k| self.strings[k]);
        format!("strings_and_coins({})", remaining.map(|(a, b)| format!("{a}-{b}")).collect::<Vec<_>>().join(","))
    }
}

impl Single for StringsAndCoins {
    fn game(&self) -> &'static str {
        "strings_and_coins"
    }

    fn canonical(&self) -> String {
        self.text(0)
    }

    fn written(&self, random: &mut Random) -> String {
        // A string that begins where the last one ends may continue a path.
        let mut text = String::new();
        for (k, (a, b)) in self.strings.iter().enumerate() {
            match k.checked_sub(1).map(|before| self.strings[before].1) {
                Some(end) if end == *a && random.one_in(2) => {}
                Some(_) => text.push_str(&format!(", {a}")),
                None => text.push_str(&a.to_string()),
            }
            text.push_str(&format!("-{b}"));
        }
        format!("strings_and_coins({text})")
    }

    fn expected(&self) -> Expected {
        let (mut memo, lines) = (HashMap::new(), self.strings.len());
        let points = |cut: u64, string: usize| self.points(cut, string);
        let best = score_of_lines(0, lines, &points, &mut memo);
        let equal =
            |j: usize, k: usize| [self.strings[j], (self.strings[j].1, self.strings[j].0)].contains(&self.strings[k]);
        let mut found = vec![];
        for (k, (a, b)) in self.strings.iter().enumerate() {
            if (0..k).any(|j| equal(j, k)) || score_after_line(0, k, lines, &points, &mut memo) != best {
                continue;
            }
            let mut move_fields = vec![("edge", json!([a.to_string(), b.to_string()]))];
            move_fields.extend(fields_of_points(self.points(0, k)));
            found.push((move_fields, self.text(1 << k)));
        }
        expected_by_result(self, "score", best, found)
    }

    fn smaller(&self) -> Vec<Rc<dyn Single>> {
        let without = |k: usize| {
            let mut strings = self.strings.clone();
            strings.remove(k);
            Rc::new(StringsAndCoins { strings }) as Rc<dyn Single>
        };
        (0..self.strings.len()).map(without).collect()
    }
}

/// Dots and Boxes: a picture whose cells are dots, lines and boxes.
pub struct DotsAndBoxes {
    /// The rows of the picture, with `-` and `|` for drawn lines.
    pub picture: Vec<Vec<char>>,
}

impl DotsAndBoxes {
    /// Returns the places of the lines that are not drawn yet, row by row.
    fn lines(&self) -> Vec<(usize, usize)> {
        let columns = self.picture[0].len();
        let cells = (0..self.picture.len()).flat_map(|row| (0..columns).map(move |column| (row, column)));
        cells.filter(|&(row, column)| self.picture[row][column] == '.').collect()
    }

    /// Returns the number of boxes that drawing a line completes, after other lines have been drawn.
    fn points(&self, lines: &[(usize, usize)], drawn: u64, line: usize) -> i64 {
        let is_drawn = |place: (usize, usize)| match lines.iter().position(|&other| other == place) {
            Some(k) => k == line || drawn >> k & 1 == 1,
            None => true,
        };
        let boxes = (0..self.picture.len() / 2).flat_map(|r| (0..self.picture[0].len() / 2).map(move |c| (r, c)));
        let sides = |(r, c): (usize, usize)| {
            let (row, column) = (2 * r + 1, 2 * c + 1);
            [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        };
        boxes.map(sides).filter(|own| own.contains(&lines[line]) && own.iter().all(|&side| is_drawn(side))).count()
            as i64
    }

    fn text(&self, line: Option<(usize, usize)>) -> String {
        let mut picture = self.picture.clone();
        if let Some((row, column)) = line {
            picture[row][column] = if row % 2 == 0 { '-' } else { '|' };
        }
        let is_empty = picture.iter().flatten().all(|cell| !"-|".contains(*cell));
        if is_empty {
            return format!("dots_and_boxes({}x{})", picture.len() / 2, picture[0].len() / 2);
        }
        let rows: Vec<String> = picture.iter().map(|row| row.iter().collect()).collect();
        format!("dots_and_boxes(\"{}\")", rows.join("/"))
    }
}

impl Single for DotsAndBoxes {
    fn game(&self) -> &'static str {
        "dots_and_boxes"
    }

    fn canonical(&self) -> String {
        self.text(None)
    }

    fn written(&self, random: &mut Random) -> String {
        let text = self.canonical();
        if random.one_in(2) { text.replace(['-', '|', '+'], "#") } else { text }
    }

    fn expected(&self) -> Expected {
        let (mut memo, lines) = (HashMap::new(), self.lines());
        let points = |drawn: u64, line: usize| self.points(&lines, drawn, line);
        let best = score_of_lines(0, lines.len(), &points, &mut memo);
        let mut found = vec![];
        for (k, &(row, column)) in lines.iter().enumerate() {
            if score_after_line(0, k, lines.len(), &points, &mut memo) == best {
                let cell = format!("{}{}", char::from(b'a' + column as u8), row + 1);
                let mut move_fields = vec![("cells", json!([cell]))];
                move_fields.extend(fields_of_points(points(0, k)));
                found.push((move_fields, self.text(Some((row, column)))));
            }
        }
        expected_by_result(self, "score", best, found)
    }

    fn smaller(&self) -> Vec<Rc<dyn Single>> {
        let with = |(row, column): (usize, usize)| {
            let mut picture = self.picture.clone();
            picture[row][column] = if row % 2 == 0 { '-' } else { '|' };
            Rc::new(DotsAndBoxes { picture }) as Rc<dyn Single>
        };
        self.lines().into_iter().map(with).collect()
    }
}

/// A game of several players with sets and rankings of their own, and one heap.
pub struct Rivals {
    pub sets: Vec<Set>,
    /// For each player, all players, starting with the one that this player most wants to lose.
    pub rankings: Vec<Vec<usize>>,
    pub heap: i64,
    pub first: usize,
}

impl Rivals {
    fn loser(&self, heap: i64, player: usize, memo: &mut HashMap<(i64, usize), usize>) -> usize {
        if let Some(&known) = memo.get(&(heap, player)) {
            return known;
        }
        let next = (player + 1) % self.sets.len();
        let losers: Vec<usize> =
            self.sets[player].up_to(heap).into_iter().map(|take| self.loser(heap - take, next, memo)).collect();
        let loser = self.rankings[player].iter().copied().find(|wanted| losers.contains(wanted)).unwrap_or(player);
        memo.insert((heap, player), loser);
        loser
    }

    fn text(&self, heap: i64, first: usize) -> String {
        let ranking = |ranking: &Vec<usize>| {
            let numbers: Vec<String> = ranking.iter().map(|player| (player + 1).to_string()).collect();
            numbers.join(">")
        };
        let players =
            self.sets.iter().zip(&self.rankings).map(|(set, r)| format!("{} : {}", set.canonical(), ranking(r)));
        let start = if first == 0 { String::new() } else { format!("; {}", first + 1) };
        format!("rivals[{}]({heap}{start})", players.collect::<Vec<_>>().join(" / "))
    }
}

impl Single for Rivals {
    fn game(&self) -> &'static str {
        "rivals"
    }

    fn canonical(&self) -> String {
        self.text(self.heap, self.first)
    }

    fn written(&self, random: &mut Random) -> String {
        let text = self.canonical();
        if self.first == 0 && random.one_in(3) { text.replace(')', ";1)") } else { text.replace(" : ", ":") }
    }

    fn expected(&self) -> Expected {
        let mut memo = HashMap::new();
        let loser = self.loser(self.heap, self.first, &mut memo);
        let next = (self.first + 1) % self.sets.len();
        let takes = self.sets[self.first].up_to(self.heap).into_iter();
        let best: Vec<i64> = takes.filter(|take| self.loser(self.heap - take, next, &mut memo) == loser).collect();
        let describe_take =
            |take: i64| (vec![("heap", json!(1)), ("take", json!(take))], self.text(self.heap - take, next));
        expected_by_result(self, "loser", loser as i64 + 1, best.into_iter().map(describe_take).collect())
    }

    fn smaller(&self) -> Vec<Rc<dyn Single>> {
        let heaps = [self.heap / 2, self.heap - 1].into_iter().filter(|&heap| 0 <= heap && heap < self.heap);
        let with = |heap| {
            let (sets, rankings) = (self.sets.clone(), self.rankings.clone());
            Rc::new(Rivals { sets, rankings, heap, first: self.first }) as Rc<dyn Single>
        };
        heaps.map(with).collect()
    }
}

pub fn random_row(random: &mut Random) -> Rc<dyn Single> {
    let set = Set::random(4, random);
    let values = (0..random.below(13)).map(|_| random.between(-9, 9)).collect();
    Rc::new(Row { set, values })
}

pub fn random_triangles(random: &mut Random) -> Rc<dyn Single> {
    let vertices = random.between(2, 6) as u64;
    let (mut solid, mut dashed) = (vec![], vec![]);
    for a in 1..=vertices {
        for b in a + 1..=vertices {
            let edge = if random.one_in(2) { (a, b) } else { (b, a) };
            match random.below(4) {
                0 => solid.push(edge),
                1 | 2 if dashed.len() < 9 => dashed.push(edge),
                _ => {}
            }
        }
    }
    Rc::new(Triangles { again: random.one_in(2), solid, dashed })
}

pub fn random_strings(random: &mut Random) -> Rc<dyn Single> {
    Rc::new(StringsAndCoins { strings: random_edges(random) })
}

/// Returns the strings of a random graph.
pub fn random_edges(random: &mut Random) -> Vec<Edge> {
    let coins = random.between(1, 6) as u64;
    let mut strings: Vec<Edge> = vec![];
    for _ in 0..random.below(11) {
        // Paths are frequent: half of the strings begin where the last one ends.
        let from = match strings.last() {
            Some(&(_, end)) if random.one_in(2) => end,
            _ => random.below(coins + 1),
        };
        let to = random.below(coins + 1);
        if from != to {
            strings.push((from, to));
        }
    }
    strings
}

pub fn random_boxes(random: &mut Random) -> Rc<dyn Single> {
    let (rows, columns) = [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2)][random.below(6) as usize];
    let cell = |row: usize, column: usize| ['+', '.', '.', '_'][row % 2 * 2 + column % 2];
    let picture = (0..2 * rows + 1).map(|row| (0..2 * columns + 1).map(|column| cell(row, column)).collect()).collect();
    let mut board = DotsAndBoxes { picture };
    let mut lines = board.lines();
    let remaining = random.below(12) as usize;
    while lines.len() > remaining {
        let (row, column) = lines.swap_remove(random.below(lines.len() as u64) as usize);
        board.picture[row][column] = if row % 2 == 0 { '-' } else { '|' };
    }
    Rc::new(board)
}

pub fn random_rivals(random: &mut Random) -> Rc<dyn Single> {
    let players = 1 + random.below(4) as usize;
    let sets = (0..players).map(|_| if random.one_in(8) { Set::default() } else { Set::random(5, random) }).collect();
    let mut ranking = || {
        let mut remaining: Vec<usize> = (0..players).collect();
        let mut ranking = vec![];
        while !remaining.is_empty() {
            ranking.push(remaining.remove(random.below(remaining.len() as u64) as usize));
        }
        ranking
    };
    let rankings = (0..players).map(|_| ranking()).collect();
    Rc::new(Rivals { sets, rankings, heap: random.between(0, 40), first: random.below(players as u64) as usize })
}
