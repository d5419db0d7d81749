//! The moves of board games: each function maps a board and a player to the resulting boards.

use super::super::play::Side;

/// The rows of a board.
pub type Grid = Vec<Vec<u8>>;
type Vector = (i32, i32);

pub const ROOK: [Vector; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const BISHOP: [Vector; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const QUEEN: [Vector; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const KNIGHT: [Vector; 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

/// Returns the content of a cell; cells outside the board are holes.
fn at(grid: &Grid, (row, column): Vector) -> u8 {
    let cell = || grid.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied();
    cell().unwrap_or(b'#')
}

fn is_on(grid: &Grid, (row, column): Vector) -> bool {
    row >= 0 && (row as usize) < grid.len() && column >= 0 && (column as usize) < grid[row as usize].len()
}

fn step((row, column): Vector, (down, right): Vector, distance: i32) -> Vector {
    (row + distance * down, column + distance * right)
}

fn with_changes(grid: &Grid, changes: &[(Vector, u8)]) -> Grid {
    let mut grid = grid.clone();
    for &((row, column), cell) in changes {
        grid[row as usize][column as usize] = cell;
    }
    grid
}

/// Returns the cells that contain one of these symbols.
fn places(grid: &Grid, which: &[u8]) -> Vec<Vector> {
    let rows = (0..grid.len() as i32).flat_map(|r| (0..grid[r as usize].len() as i32).map(move |c| (r, c)));
    rows.filter(|&place| which.contains(&at(grid, place))).collect()
}

/// Returns the symbols of the player to move and of the other player.
fn pieces(by: Side) -> (u8, u8) {
    if by == Side::Left { (b'x', b'o') } else { (b'o', b'x') }
}

/// Places a domino in this direction on two empty cells.
pub fn dominoes(grid: &Grid, direction: Vector) -> Vec<Grid> {
    let fits = places(grid, b".").into_iter().filter(|&place| at(grid, step(place, direction, 1)) == b'.');
    fits.map(|place| with_changes(grid, &[(place, b'#'), (step(place, direction, 1), b'#')])).collect()
}

/// Captures another piece with a piece that moves in one of the directions.
///
/// The piece crosses empty cells if `across_empty` is set, and captures only opposing pieces if `others_only` is set.
pub fn clobbers(grid: &Grid, by: Side, directions: &[Vector], across_empty: bool, others_only: bool) -> Vec<Grid> {
    let (own, other) = pieces(by);
    let mut results = vec![];
    for from in places(grid, &[own]) {
        for &direction in directions {
            let mut to = step(from, direction, 1);
            while across_empty && at(grid, to) == b'.' {
                to = step(to, direction, 1);
            }
            if at(grid, to) == other || !others_only && at(grid, to) == own {
                results.push(with_changes(grid, &[(from, b'.'), (to, own)]));
            }
        }
    }
    results
}

/// Moves a piece to an empty neighbour and leaves a piece of the other player behind.
pub fn anti_clobber(grid: &Grid, by: Side) -> Vec<Grid> {
    let (own, other) = pieces(by);
    let mut results = vec![];
    for from in places(grid, &[own]) {
        let empty = ROOK.iter().map(|&direction| step(from, direction, 1)).filter(|&to| at(grid, to) == b'.');
        results.extend(empty.map(|to| with_changes(grid, &[(from, other), (to, own)])));
    }
    results
}

/// Splits a piece into two, vertically for Left and horizontally for Right.
pub fn fission(grid: &Grid, by: Side) -> Vec<Grid> {
    let direction = if by == Side::Left { (1, 0) } else { (0, 1) };
    let free = |place: &Vector| [-1, 1].iter().all(|&distance| at(grid, step(*place, direction, distance)) == b'.');
    let split =
        |from| with_changes(grid, &[(from, b'.'), (step(from, direction, 1), b'x'), (step(from, direction, -1), b'x')]);
    places(grid, b"x").into_iter().filter(free).map(split).collect()
}

/// Returns the empty cells that a queen attacks.
fn queen_targets(grid: &Grid, from: Vector) -> Vec<Vector> {
    let mut all = vec![];
    for direction in QUEEN {
        let mut to = step(from, direction, 1);
        while at(grid, to) == b'.' {
            all.push(to);
            to = step(to, direction, 1);
        }
    }
    all
}

/// Moves an amazon like a chess queen, which then shoots at a cell that a queen could reach.
pub fn amazons(grid: &Grid, by: Side) -> Vec<Grid> {
    let (own, _) = pieces(by);
    let mut results = vec![];
    for from in places(grid, &[own]) {
        for to in queen_targets(grid, from) {
            let moved = with_changes(grid, &[(from, b'.'), (to, own)]);
            results.extend(queen_targets(&moved, to).into_iter().map(|shot| with_changes(&moved, &[(shot, b'#')])));
        }
    }
    results
}

/// Moves a goose diagonally down by one cell, or a fox diagonally by up to `range` cells.
pub fn foxes(grid: &Grid, by: Side, range: i32) -> Vec<Grid> {
    let mut results = vec![];
    let (piece, directions, range) =
        if by == Side::Left { (b'g', &BISHOP[..2], 1) } else { (b'f', &BISHOP[..], range) };
    for from in places(grid, &[piece]) {
        for &direction in directions {
            let free =
                (1..=range).map(|distance| step(from, direction, distance)).take_while(|&to| at(grid, to) == b'.');
            results.extend(free.map(|to| with_changes(grid, &[(from, b'.'), (to, piece)])));
        }
    }
    results
}

/// Moves a toad right or a frog left, by one cell or by a jump over up to `jumps` opposing pieces.
///
/// With `back` toads and frogs may also move back by one cell.
pub fn toads(grid: &Grid, by: Side, jumps: i32, back: bool) -> Vec<Grid> {
    let (own, other, direction) = if by == Side::Left { (b't', b'f', (0, 1)) } else { (b'f', b't', (0, -1)) };
    let mut results = vec![];
    for from in places(grid, &[own]) {
        let mut ends = vec![];
        for over in 0..=jumps {
            let jumped = (1..=over).all(|distance| at(grid, step(from, direction, distance)) == other);
            ends.extend(jumped.then(|| step(from, direction, over + 1)));
        }
        ends.extend(back.then(|| step(from, direction, -1)));
        let free = ends.into_iter().filter(|&to| at(grid, to) == b'.');
        results.extend(free.map(|to| with_changes(grid, &[(from, b'.'), (to, own)])));
    }
    results
}

/// Slides a piece over empty cells, to the right for Left and to the left for Right.
pub fn sliders(grid: &Grid, by: Side) -> Vec<Grid> {
    let direction = if by == Side::Left { (0, 1) } else { (0, -1) };
    places(grid, &[pieces(by).0]).into_iter().flat_map(|from| slides(grid, from, direction)).collect()
}

fn slides(grid: &Grid, from: Vector, direction: Vector) -> Vec<Grid> {
    let free = (1..).map(|distance| step(from, direction, distance)).take_while(|&to| at(grid, to) == b'.');
    free.map(|to| with_changes(grid, &[(from, b'.'), (to, at(grid, from))])).collect()
}

/// Slides a piece over free cells, also off the board, or moves a jumper down by a jump.
///
/// A jumper jumps over an opposing piece, which can no longer jump.
pub fn ski_jumps(grid: &Grid, by: Side) -> Vec<Grid> {
    let (jumper, slipper, others, direction) =
        if by == Side::Left { (b'x', b'y', b"op", (0, 1)) } else { (b'o', b'p', b"xy", (0, -1)) };
    let mut results = vec![];
    for from in places(grid, &[jumper, slipper]) {
        results.extend(slides(grid, from, direction));
        let mut end = step(from, direction, 1);
        while at(grid, end) == b'.' {
            end = step(end, direction, 1);
        }
        if !is_on(grid, end) {
            results.push(with_changes(grid, &[(from, b'.')]));
        }
        let [below, to] = [1, 2].map(|distance| step(from, (1, 0), distance));
        if at(grid, from) == jumper && others.contains(&at(grid, below)) && at(grid, to) == b'.' {
            let humbled = if by == Side::Left { b'p' } else { b'y' };
            results.push(with_changes(grid, &[(from, b'.'), (below, humbled), (to, jumper)]));
        }
    }
    results
}

/// Topples a domino, together with all dominoes on one side of it.
pub fn toppling_dominoes(grid: &Grid, by: Side) -> Vec<Grid> {
    let own: &[u8] = if by == Side::Left { b"le" } else { b"re" };
    let mut results = vec![];
    for (_, column) in places(grid, own) {
        let column = column as usize;
        results.extend([vec![grid[0][..column].to_vec()], vec![grid[0][column + 1..].to_vec()]]);
    }
    results
}

/// Occupies an empty cell.
///
/// Depending on the flags, the cell needs an own neighbour, no own neighbour, or no opposing one.
pub fn colours(grid: &Grid, by: Side, needs_own: bool, no_own: bool, no_other: bool) -> Vec<Grid> {
    let (own, other) = pieces(by);
    let touches = |place: Vector, piece: u8| ROOK.iter().any(|&direction| at(grid, step(place, direction, 1)) == piece);
    let allowed = |&place: &Vector| {
        let (beside_own, beside_other) = (touches(place, own), touches(place, other));
        let lacks = needs_own && !beside_own;
        !(lacks || no_own && beside_own || no_other && beside_other)
    };
    places(grid, b".").into_iter().filter(allowed).map(|place| with_changes(grid, &[(place, own)])).collect()
}

/// Moves a piece by jumps over opposing pieces, which are captured.
///
/// The piece may continue in the same direction, or in any direction if `turning` is set.
pub fn konane(grid: &Grid, by: Side, turning: bool) -> Vec<Grid> {
    let (own, other) = pieces(by);
    let mut results = vec![];
    for from in places(grid, &[own]) {
        for direction in ROOK {
            hop(grid, from, direction, other, turning, &mut results);
        }
    }
    results
}

fn hop(grid: &Grid, from: Vector, direction: Vector, over: u8, turning: bool, results: &mut Vec<Grid>) {
    let [middle, to] = [1, 2].map(|distance| step(from, direction, distance));
    if at(grid, middle) != over || at(grid, to) != b'.' {
        return;
    }
    let after = with_changes(grid, &[(from, b'.'), (middle, b'.'), (to, at(grid, from))]);
    for next in ROOK.into_iter().filter(|&next| turning || next == direction) {
        hop(&after, to, next, over, turning, results);
    }
    results.push(after);
}

/// Moves a peg by a jump over another peg, which is removed.
///
/// With `on` the peg may continue in any direction.
pub fn peg_duotaire(grid: &Grid, on: bool) -> Vec<Grid> {
    let mut results = vec![];
    for from in places(grid, b"x") {
        for direction in ROOK {
            if on {
                hop(grid, from, direction, b'x', true, &mut results);
                continue;
            }
            let [middle, to] = [1, 2].map(|distance| step(from, direction, distance));
            if at(grid, middle) == b'x' && at(grid, to) == b'.' {
                results.push(with_changes(grid, &[(from, b'.'), (middle, b'.'), (to, b'x')]));
            }
        }
    }
    results
}

/// Closes an empty cell and its empty neighbours.
pub fn cell_kayles(grid: &Grid) -> Vec<Grid> {
    let close = |place: Vector| {
        let neighbours = ROOK.iter().map(|&direction| step(place, direction, 1)).filter(|&next| at(grid, next) == b'.');
        let closed: Vec<(Vector, u8)> = neighbours.chain([place]).map(|place| (place, b'#')).collect();
        with_changes(grid, &closed)
    };
    places(grid, b".").into_iter().map(close).collect()
}

/// Moves a piece left by one cell, which pushes the pieces before it.
///
/// The pushed pieces close the first gap if `to_gap` is set; otherwise they fall over the edge.
pub fn pushed(grid: &Grid, by: Side, to_gap: bool) -> Vec<Grid> {
    let row = &grid[0];
    let shift = |(_, column): Vector| {
        let column = column as usize;
        let gap = row[..column].iter().rposition(|&cell| cell == b'.').filter(|_| to_gap);
        let mut after = row.clone();
        after.remove(gap.unwrap_or(0));
        after.insert(column, b'.');
        vec![after]
    };
    places(grid, &[pieces(by).0]).into_iter().map(shift).collect()
}

/// Moves a piece left by one cell, and removes any piece there.
pub fn run_over(grid: &Grid, by: Side) -> Vec<Grid> {
    let own = pieces(by).0;
    let moved = |from: Vector| match from.1 {
        0 => with_changes(grid, &[(from, b'.')]),
        _ => with_changes(grid, &[(from, b'.'), (step(from, (0, -1), 1), own)]),
    };
    places(grid, &[own]).into_iter().map(moved).collect()
}

/// Places a stone such that every group keeps an empty neighbour.
pub fn nogo(grid: &Grid, by: Side) -> Vec<Grid> {
    let own = pieces(by).0;
    let placed = places(grid, b".").into_iter().map(|place| with_changes(grid, &[(place, own)]));
    placed.filter(|grid| places(grid, b"xo").into_iter().all(|stone| has_liberty(grid, stone))).collect()
}

fn has_liberty(grid: &Grid, stone: Vector) -> bool {
    let mut group = vec![stone];
    let mut k = 0;
    while k < group.len() {
        for direction in ROOK {
            let next = step(group[k], direction, 1);
            if at(grid, next) == b'.' {
                return true;
            }
            if is_on(grid, next) && at(grid, next) == at(grid, stone) && !group.contains(&next) {
                group.push(next);
            }
        }
        k += 1;
    }
    false
}
