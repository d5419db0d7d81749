//! A reference implementation of games on boards, with which the tests compare the crate.
//!
//! The reference plays pictures on arrays of characters, without bitboards, regions and symmetries. It shares
//! no code with the crate: the parser cuts the text at `;` and `->`, and the matcher tries every cell and
//! every length.

use grundy_value::{Value, ValueArena};
use std::collections::{BTreeSet, HashMap};

pub type Grid = Vec<Vec<char>>;
/// The board after a picture is played, and the positions of the moving piece before and after.
type Played = (Grid, [Option<(i32, i32)>; 2]);

#[derive(Clone, Debug)]
enum Item {
    Edge,
    Open,
    Close,
    /// The allowed characters (an empty list allows all), and for a run its minimum length.
    Cell(Vec<char>, Option<usize>),
}

#[derive(Clone, Debug)]
struct Step {
    before: Vec<Vec<char>>,
    after: Vec<Vec<char>>,
    /// For each direction, the steps (rows down, columns right) to the next row and to the next column.
    ways: Vec<[(i32, i32); 2]>,
    /// The conditions: (whether such a neighbour must exist, its states, whether all eight count).
    near: Vec<(bool, Vec<char>, bool)>,
    with: Option<(char, char, bool)>,
}

#[derive(Clone, Debug)]
struct Choice {
    by: [bool; 2],
    repeat: bool,
    turning: bool,
    steps: Vec<Step>,
}

pub struct Judge {
    choices: Vec<Choice>,
    /// The conditions after `ends if`, as they are written.
    ends: Vec<String>,
    memo: HashMap<Grid, Value>,
    won: HashMap<(Grid, usize), bool>,
}

fn rows(text: &str) -> Vec<Vec<char>> {
    text.split('/').map(|row| row.chars().filter(|c| !c.is_whitespace()).collect()).collect()
}

fn step(text: &str) -> Step {
    let (open, close) = (text.find('[').unwrap(), text.find(']').unwrap());
    let rest = &text[close + 1..];
    let (second, end) = (rest.find('[').unwrap(), rest.find(']').unwrap());
    let (before, after) = (rows(&text[open + 1..close]), rows(&rest[second + 1..end]));
    let words: Vec<&str> = rest[end + 1..].split_whitespace().collect();
    let mut found = Step { before, after, ways: vec![[(1, 0), (0, 1)]], near: vec![], with: None };
    let all = |v: &[(i32, i32)]| v.iter().map(|&d| [(0, 0), d]).collect();
    let mut k = 0;
    while k < words.len() {
        match words[k] {
            "along" => {
                k += 1;
                found.ways = match words[k] {
                    "rook" => all(&[(0, 1), (1, 0), (0, -1), (-1, 0)]),
                    "bishop" => all(&[(1, 1), (1, -1), (-1, -1), (-1, 1)]),
                    "queen" => all(&[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]),
                    "knight" => all(&[(1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)]),
                    "row" => all(&[(0, 1), (0, -1)]),
                    "column" => all(&[(1, 0), (-1, 0)]),
                    "right" => all(&[(0, 1)]),
                    "left" => all(&[(0, -1)]),
                    "down" => all(&[(1, 0)]),
                    vectors => {
                        let numbers: Vec<i32> = vectors
                            .split(|c: char| !c.is_ascii_digit() && c != '-')
                            .filter_map(|n| n.parse().ok())
                            .collect();
                        numbers.chunks(2).map(|pair| [(0, 0), (pair[0], pair[1])]).collect()
                    }
                };
            }
            "turned" => found.ways = vec![[(1, 0), (0, 1)], [(0, 1), (-1, 0)], [(-1, 0), (0, -1)], [(0, -1), (1, 0)]],
            "any" => {
                k += 1;
                found.ways = vec![];
                for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    found.ways.extend([[(a, 0), (0, b)], [(0, a), (b, 0)]]);
                }
            }
            "if" | "turning" => {}
            "with" => {
                let any = words[k + 2] == "any";
                let at = k + 2 + usize::from(any);
                found.with = Some((words[at].chars().next().unwrap(), words[at + 2].chars().next().unwrap(), any));
                k = at + 2;
            }
            word => {
                let no = word == "no";
                k += usize::from(no);
                let states = words[k].chars().filter(|c| !"{}".contains(*c)).collect();
                let any = words.get(k + 2) == Some(&"any") && words.get(k + 3) != Some(&"way");
                found.near.push((!no, states, any));
                k += 1 + usize::from(any);
            }
        }
        k += 1;
    }
    found
}

fn items(row: &[char]) -> Vec<Item> {
    let (mut out, mut k) = (vec![], 0);
    while k < row.len() {
        let set = match row[k] {
            '|' => {
                out.push(Item::Edge);
                k += 1;
                continue;
            }
            '(' | ')' => {
                out.push(if row[k] == '(' { Item::Open } else { Item::Close });
                k += 1;
                continue;
            }
            '{' => {
                let end = (k..).find(|&j| row[j] == '}').unwrap();
                let set = row[k + 1..end].to_vec();
                k = end;
                set
            }
            '?' => vec![],
            c => vec![c],
        };
        k += 1;
        let run = match row.get(k) {
            Some('*') => Some(0),
            Some('+') => Some(1),
            _ => None,
        };
        k += usize::from(run.is_some());
        out.push(Item::Cell(set, run));
    }
    out
}

/// A match of a row of signs with cells of a line.
///
/// It contains the characters matched by each sign and by each group, and the number of matched cells.
struct Placement {
    taken: Vec<Vec<char>>,
    groups: Vec<Vec<char>>,
    length: usize,
}

/// Returns all matches of `items` that start at index `at` of a line, which has holes beyond its ends.
///
/// `first` is `true` if `items` starts at the start of the row.
fn matches_on(items: &[Item], line: &dyn Fn(i32) -> char, at: i32, first: bool) -> Vec<Placement> {
    let Some(item) = items.first() else { return vec![Placement { taken: vec![], groups: vec![], length: 0 }] };
    match item {
        Item::Edge => {
            let place = if first { at - 1 } else { at };
            if line(place) == '#' { matches_on(&items[1..], line, at, false) } else { vec![] }
        }
        Item::Open => {
            let close = items.iter().position(|item| matches!(item, Item::Close)).unwrap();
            let mut all = vec![];
            for inner in matches_on(&items[1..close], line, at, false) {
                let next = at + inner.length as i32;
                for mut rest in matches_on(&items[close + 1..], line, next, false) {
                    rest.groups.insert(0, (at..next).map(line).collect());
                    // The characters of the group are only in `groups`, not in `taken`.
                    rest.length += inner.length;
                    all.push(rest);
                }
            }
            all
        }
        Item::Close => unreachable!(),
        Item::Cell(set, run) => {
            let fits = |place: i32| match set.is_empty() {
                true => !"#_".contains(line(place)),
                false => set.contains(&line(place)),
            };
            let mut all = vec![];
            for length in 0..100 {
                let enough = run.map_or(length == 1, |least| length >= least);
                if enough {
                    for mut rest in matches_on(&items[1..], line, at + length as i32, false) {
                        rest.taken.insert(0, (at..at + length as i32).map(line).collect());
                        rest.length += length;
                        all.push(rest);
                    }
                }
                if !fits(at + length as i32) || (run.is_none() && length == 1) {
                    break;
                }
            }
            all
        }
    }
}

fn at(grid: &Grid, row: i32, column: i32) -> char {
    let cell = |row: usize, column: usize| grid.get(row).and_then(|cells| cells.get(column)).copied();
    usize::try_from(row).ok().zip(usize::try_from(column).ok()).and_then(|(r, c)| cell(r, c)).unwrap_or('#')
}

impl Step {
    /// Returns the covered cells before and after, for each match whose first cell is on `corner`.
    fn lying(&self, grid: &Grid, way: [(i32, i32); 2], corner: (i32, i32)) -> Vec<[Vec<char>; 2]> {
        if self.before.len() > 1 {
            let before: Vec<char> = self.cells(way, corner).map(|(row, column)| at(grid, row, column)).collect();
            let [left, right] = [&self.before, &self.after].map(|side| {
                let signs = side.iter().flat_map(|row| items(row));
                signs.map(|item| if let Item::Cell(set, None) = item { set } else { panic!() }).collect::<Vec<_>>()
            });
            let fits = left.iter().zip(&before).all(|(set, &c)| match set.is_empty() {
                true => c != '#' && c != '_',
                false => set.contains(&c),
            });
            let mut stood = left.iter().zip(&before).filter(|(set, _)| set.len() > 1).map(|(_, &c)| c);
            let after = right.iter().zip(&before).map(|(set, &c)| match set.len() {
                0 => c,
                1 => set[0],
                _ => stood.next().unwrap(),
            });
            let after = after.collect();
            return if fits { vec![[before, after]] } else { vec![] };
        }
        let line = |k: i32| at(grid, corner.0 + k * way[1].0, corner.1 + k * way[1].1);
        let (left, right) = (items(&self.before[0]), items(&self.after[0]));
        let signs: Vec<&Item> = {
            let mut open = false;
            let outside = |item: &&Item| {
                open = matches!(item, Item::Open) || open && !matches!(item, Item::Close);
                !open && matches!(item, Item::Cell(..))
            };
            left.iter().filter(outside).collect()
        };
        let mut found = vec![];
        for lying in matches_on(&left, &line, 0, true) {
            let before: Vec<char> = (0..lying.length as i32).map(line).collect();
            let taken = |run: bool, set: bool, nth: usize| -> Vec<char> {
                let same = signs.iter().zip(&lying.taken).filter(|(item, _)| match item {
                    Item::Cell(signs, length) => length.is_some() == run && (!set || signs.len() > 1),
                    _ => false,
                });
                same.map(|(_, taken)| taken.clone()).nth(nth).unwrap()
            };
            let (mut after, mut runs, mut sets) = (vec![], 0, 0);
            for item in &right {
                match item {
                    Item::Cell(signs, None) if signs.len() > 1 => {
                        after.extend(taken(false, true, sets));
                        sets += 1;
                    }
                    Item::Cell(signs, None) if signs.is_empty() => after.push(before[after.len()]),
                    Item::Cell(signs, None) if signs[0].is_ascii_digit() => {
                        after.extend(&lying.groups[signs[0] as usize - '1' as usize]);
                    }
                    Item::Cell(signs, None) => after.push(signs[0]),
                    Item::Cell(signs, Some(_)) => {
                        let run = taken(true, false, runs);
                        runs += 1;
                        after.extend(run.iter().map(|&c| if signs.len() == 1 { signs[0] } else { c }));
                    }
                    _ => {}
                }
            }
            found.push([before, after]);
        }
        found
    }

    fn cells(&self, way: [(i32, i32); 2], corner: (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
        let (height, width) = (self.before.len() as i32, items(&self.before[0]).len() as i32);
        (0..height)
            .flat_map(move |r| (0..width).map(move |c| (r, c)))
            .map(move |(r, c)| (corner.0 + r * way[0].0 + c * way[1].0, corner.1 + r * way[0].1 + c * way[1].1))
    }

    /// Returns each board that the picture can produce, with the positions of the moving piece.
    fn played(&self, grid: &Grid, way: [(i32, i32); 2]) -> Vec<Played> {
        let mut found = vec![];
        let far = 5;
        for row in -far..grid.len() as i32 + far {
            for column in -far..grid[0].len() as i32 + far {
                if self.before.len() == 1 && at(grid, row, column) == '#' && !self.before[0].contains(&'#') {
                    continue;
                }
                for [before, after] in self.lying(grid, way, (row, column)) {
                    if before.len() != after.len() {
                        let mut left = grid.clone();
                        // A picture that `mirror` reversed extends to the left from its corner.
                        let (from, after) = match way[1].1 < 0 {
                            true => (column + 1 - before.len() as i32, after.into_iter().rev().collect()),
                            false => (column, after),
                        };
                        left[0].splice(from as usize..from as usize + before.len(), after);
                        if left != *grid {
                            found.push((left, [None; 2]));
                        }
                        continue;
                    }
                    let places: Vec<(i32, i32)> = match self.before.len() {
                        1 => (0..before.len() as i32).map(|k| (row + k * way[1].0, column + k * way[1].1)).collect(),
                        _ => self.cells(way, (row, column)).collect(),
                    };
                    let changed: Vec<usize> = (0..before.len()).filter(|&k| before[k] != after[k]).collect();
                    let on = |&k: &usize| {
                        let (r, c) = places[k];
                        r >= 0 && c >= 0 && (r as usize) < grid.len() && (c as usize) < grid[0].len()
                    };
                    if changed.is_empty() || !changed.iter().all(on) {
                        continue;
                    }
                    let neighbours = |any: bool| -> BTreeSet<(i32, i32)> {
                        let mut all = BTreeSet::new();
                        for &k in &changed {
                            for (r, c) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                                if any || r == 0 || c == 0 {
                                    all.insert((places[k].0 + r, places[k].1 + c));
                                }
                            }
                        }
                        all.retain(|place| changed.iter().all(|&k| places[k] != *place));
                        all
                    };
                    let holds = |(wanted, states, any): &(bool, Vec<char>, bool)| {
                        neighbours(*any).iter().any(|&(r, c)| states.contains(&at(grid, r, c))) == *wanted
                    };
                    if !self.near.iter().all(holds) {
                        continue;
                    }
                    let mut left = grid.clone();
                    for &k in &changed {
                        left[places[k].0 as usize][places[k].1 as usize] = after[k];
                    }
                    if let Some((from, to, any)) = self.with {
                        for (r, c) in neighbours(any) {
                            if at(grid, r, c) == from {
                                left[r as usize][c as usize] = to;
                            }
                        }
                    }
                    // The moving piece leaves a cell and is on another cell afterwards. Of several such
                    // pieces, the first one in the order of the picture is the moving piece.
                    let pieces = |k: &usize| before[*k].is_alphabetic();
                    let leaves = (0..before.len())
                        .filter(pieces)
                        .filter(|&k| after[k] != before[k])
                        .find(|&k| (0..after.len()).any(|j| after[j] == before[k] && before[j] != before[k]));
                    let piece = match leaves {
                        Some(k) => {
                            let to = (0..after.len()).find(|&j| after[j] == before[k] && before[j] != before[k]);
                            [Some(places[k]), to.map(|j| places[j])]
                        }
                        None => {
                            let stays = (0..before.len()).filter(pieces).find(|&k| after[k] == before[k]);
                            [stays.map(|k| places[k]); 2]
                        }
                    };
                    found.push((left, piece));
                }
            }
        }
        found
    }
}

/// Reports whether a condition after `ends if` holds.
fn is_over(condition: &str, grid: &Grid) -> bool {
    condition.split(" or ").any(|terms| {
        terms.split(" and ").all(|term| match term.trim().strip_prefix("not ") {
            Some(term) => !has_property(term, grid),
            None => has_property(term.trim(), grid),
        })
    })
}

fn has_property(term: &str, grid: &Grid) -> bool {
    let (name, rest) = term.split_once('(').unwrap();
    let (arguments, comparison) = rest.split_once(')').unwrap();
    let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
    let piece = arguments[0].chars().next().unwrap();
    let (rows, columns) = (grid.len() as i32, grid[0].len() as i32);
    let cells: Vec<(i32, i32)> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    let has_piece = |row: i32, column: i32| {
        (0..rows).contains(&row) && (0..columns).contains(&column) && grid[row as usize][column as usize] == piece
    };
    match name {
        "count" => {
            let count = cells.iter().filter(|&&(row, column)| has_piece(row, column)).count();
            let (relation, number) = comparison.trim().split_once(' ').unwrap();
            let number: usize = number.parse().unwrap();
            match relation {
                "<" => count < number,
                "<=" => count <= number,
                ">" => count > number,
                ">=" => count >= number,
                _ => count == number,
            }
        }
        "line" => {
            let length: i32 = arguments[1].parse().unwrap();
            let directions: &[(i32, i32)] = match arguments.get(2) {
                Some(&"row") => &[(0, 1)],
                Some(&"column") => &[(1, 0)],
                Some(&"rook") => &[(0, 1), (1, 0)],
                Some(&"bishop") => &[(1, 1), (1, -1)],
                _ => &[(0, 1), (1, 0), (1, 1), (1, -1)],
            };
            cells.iter().any(|&(row, column)| {
                directions.iter().any(|&(r, c)| (0..length).all(|k| has_piece(row + k * r, column + k * c)))
            })
        }
        _ => {
            let touches = |side: &str, (row, column): (i32, i32)| match side {
                "left" => column == 0,
                "right" => column == columns - 1,
                "top" => row == 0,
                _ => row == rows - 1,
            };
            let is_neighbour = |(r, c): (i32, i32)| match arguments.get(3) {
                Some(&"any") => (r, c) != (0, 0) && r.abs() <= 1 && c.abs() <= 1,
                Some(&"hex") => r.abs() + c.abs() == 1 || (r, c) == (1, -1) || (r, c) == (-1, 1),
                _ => r.abs() + c.abs() == 1,
            };
            // Grow the set of cells connected to the first side until nothing changes.
            let pieces: Vec<(i32, i32)> = cells.into_iter().filter(|&(row, column)| has_piece(row, column)).collect();
            let mut joined: BTreeSet<(i32, i32)> = BTreeSet::new();
            loop {
                let reached = |at: &(i32, i32)| {
                    touches(arguments[1], *at) || joined.iter().any(|to| is_neighbour((to.0 - at.0, to.1 - at.1)))
                };
                let grown: BTreeSet<(i32, i32)> = pieces.iter().copied().filter(reached).collect();
                if grown == joined {
                    return joined.iter().any(|&at| touches(arguments[2], at));
                }
                joined = grown;
            }
        }
    }
}

impl Judge {
    pub fn new(rule: &str) -> Judge {
        let mut choices: Vec<Choice> = vec![];
        let mut by = [true; 2];
        let mut ends = vec![];
        for component in rule.split(';') {
            let mut component = component.trim();
            if let Some(condition) = component.strip_prefix("ends if ") {
                ends.push(condition.to_string());
                continue;
            }
            for (label, side) in [("left:", [true, false]), ("right:", [false, true])] {
                if let Some(rest) = component.strip_prefix(label) {
                    by = side;
                    component = rest.trim();
                }
            }
            let words: Vec<&str> = component.split_whitespace().collect();
            if words[0] == "swap" || words[0] == "mirror" {
                let letter = |k: usize| words[k].chars().next().unwrap();
                let (x, o, mirror) = (letter(1), letter(2), words[0] == "mirror");
                let to = |c: char| {
                    if c == x {
                        o
                    } else if c == o {
                        x
                    } else {
                        c
                    }
                };
                let side =
                    |side: &Vec<Vec<char>>| side.iter().map(|row| row.iter().map(|&c| to(c)).collect()).collect();
                let turn = |(r, c): (i32, i32)| if mirror { (r, -c) } else { (r, c) };
                let swapped = |s: &Step| Step {
                    before: side(&s.before),
                    after: side(&s.after),
                    ways: s.ways.iter().map(|way| way.map(turn)).collect(),
                    near: s.near.iter().map(|(w, set, a)| (*w, set.iter().map(|&c| to(c)).collect(), *a)).collect(),
                    with: s.with.map(|(a, b, any)| (to(a), to(b), any)),
                };
                let other: Vec<Choice> = choices
                    .iter()
                    .filter(|choice| choice.by == [by[1], by[0]])
                    .map(|choice| Choice { by, steps: choice.steps.iter().map(swapped).collect(), ..choice.clone() })
                    .collect();
                choices.extend(other);
                continue;
            }
            let (repeat, component) = component.strip_prefix("repeat").map_or((false, component), |rest| (true, rest));
            let turning = words.contains(&"turning");
            choices.push(Choice { by, repeat, turning, steps: component.split(" then ").map(step).collect() });
        }
        Judge { choices, ends, memo: HashMap::new(), won: HashMap::new() }
    }

    pub fn options(&self, grid: &Grid, player: usize) -> BTreeSet<Grid> {
        let mut found = BTreeSet::new();
        if grid.is_empty() || grid[0].is_empty() || self.ends.iter().any(|condition| is_over(condition, grid)) {
            return found;
        }
        for choice in self.choices.iter().filter(|choice| choice.by[player]) {
            for &way in &choice.steps[0].ways {
                for (left, piece) in choice.steps[0].played(grid, way) {
                    choice.continue_move(&left, piece[1], way, 0, &mut found, &mut VisitedStates::new());
                }
            }
        }
        found
    }

    /// Returns the value of a board, computed by the definition.
    pub fn value(&mut self, grid: &Grid, values: &mut ValueArena) -> Value {
        if let Some(&value) = self.memo.get(grid) {
            return value;
        }
        let [left, right] = [0, 1].map(|player| {
            self.options(grid, player).iter().map(|option| self.value(option, values)).collect::<Vec<Value>>()
        });
        let value = values.value_from_options(&left, &right).unwrap();
        self.memo.insert(grid.clone(), value);
        value
    }

    /// Reports whether `player`, moving first, makes the last move, by a plain search.
    pub fn wins(&mut self, grid: &Grid, player: usize) -> bool {
        let key = (grid.clone(), player);
        if let Some(&won) = self.won.get(&key) {
            return won;
        }
        let won = self.options(grid, player).iter().any(|option| !self.wins(option, 1 - player));
        self.won.insert(key, won);
        won
    }
}

/// The intermediate states within a move that have been visited.
///
/// Each is (board, position of the moving piece, last direction, index of the step).
type VisitedStates = BTreeSet<(Grid, Option<(i32, i32)>, [(i32, i32); 2], usize)>;

impl Choice {
    fn continue_move(
        &self,
        grid: &Grid,
        focus: Option<(i32, i32)>,
        way: [(i32, i32); 2],
        step: usize,
        found: &mut BTreeSet<Grid>,
        seen: &mut VisitedStates,
    ) {
        // A piece may return to an earlier state within the move; without this check, the search would not end.
        if !seen.insert((grid.clone(), focus, way, step)) {
            return;
        }
        if step + 1 == self.steps.len() {
            found.insert(grid.clone());
        } else {
            for &next in &self.steps[step + 1].ways {
                for (left, piece) in self.steps[step + 1].played(grid, next) {
                    if piece[0] == focus {
                        self.continue_move(&left, piece[1], next, step + 1, found, seen);
                    }
                }
            }
        }
        if self.repeat && step == 0 {
            for &next in self.steps[0].ways.iter().filter(|&&next| self.turning || next == way) {
                for (left, piece) in self.steps[0].played(grid, next) {
                    if piece[0] == focus {
                        self.continue_move(&left, piece[1], next, 0, found, seen);
                    }
                }
            }
        }
    }
}
