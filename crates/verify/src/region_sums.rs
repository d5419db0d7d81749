//! Sums of regions of boards, with the moves made by the checker's own code.
//!
//! A cell is *live* if some picture can match its state. Cells never become live again, since pictures only change
//! cells that they match. Two live cells are in the same *region* if pictures on live cells join them, directly or
//! through other cells. Later pictures lie on cells that are live now, so a move in one region neither reads nor
//! changes another one: a board is the sum of its regions, and live cells without a picture have no moves.
//!
//! A region may be moved on the board, since pictures can be placed anywhere. A *symmetry* is one of the eight maps of
//! the square lattice together with an exchange of two states, or of none. If it maps the pictures of each player to
//! the pictures of the same player, a region and its image are equal games. If it maps them to the pictures of the
//! other player, the image is the negative. In impartial games every game is its own negative.
//!
//! A component and its negative cancel, since every play ends: [`RegionSums::new`] finds a *measure*, the number of
//! live cells or the number of cells in one of the states, that every picture reduces.

use crate::certificate::refused;
use crate::work::WorkCounter;
use grundy_lang::text;
use grundy_rules::{CompactSort, PictureBoard, PictureCell, PictureMove, Result};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The maximum number of regions of a sum.
const MAX_SUM_LEN: usize = 1 << 11;

/// The maximum number of cells of a board.
const MAX_CELLS: usize = 1 << 10;

/// The maximum number of states for which exchanges of two states are tried as symmetries.
const MAX_EXCHANGED_STATES: usize = 8;

/// A sum of regions: their numbers in ascending order.
pub type RegionSum = Vec<u32>;

/// A board, as small as its live cells allow; all other cells are holes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<u8>,
}

/// A map of boards: `turn` is one of the eight symmetries of the square; then two states are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BoardSymmetry {
    turn: u8,
    exchanged: Option<[u8; 2]>,
}

impl BoardSymmetry {
    fn state(self, state: u8) -> u8 {
        match self.exchanged {
            Some([a, b]) if state == a => b,
            Some([a, b]) if state == b => a,
            _ => state,
        }
    }

    fn states(self, states: u128) -> u128 {
        let Some([a, b]) = self.exchanged else { return states };
        let differ = (states >> a ^ states >> b) & 1;
        states ^ (differ << a | differ << b)
    }

    /// Returns the image of an offset.
    ///
    /// The bits of `turn` exchange rows and columns and reverse each of them.
    fn offset(self, (row, column): (i32, i32)) -> (i32, i32) {
        let (row, column) = if self.turn & 4 != 0 { (column, row) } else { (row, column) };
        (if self.turn & 1 != 0 { -row } else { row }, if self.turn & 2 != 0 { -column } else { column })
    }

    /// Returns the image of a picture, moved so that its first row and its first column are 0.
    fn picture(self, picture: &[PictureCell]) -> Vec<PictureCell> {
        let cells = picture.iter().map(|cell| PictureCell {
            at: self.offset(cell.at),
            before: self.states(cell.before),
            after: cell.after.map(|state| self.state(state)),
        });
        let mut cells: Vec<PictureCell> = cells.collect();
        let least = |part: fn(&PictureCell) -> i32| cells.iter().map(part).min().unwrap_or(0);
        let (row, column) = (least(|cell| cell.at.0), least(|cell| cell.at.1));
        for cell in &mut cells {
            cell.at = (cell.at.0 - row, cell.at.1 - column);
        }
        cells.compact_sort();
        cells
    }

    fn board(self, board: &Board) -> Board {
        let (rows, columns) =
            if self.turn & 4 != 0 { (board.columns, board.rows) } else { (board.rows, board.columns) };
        let mut cells = vec![b'#'; board.cells.len()];
        for (at, &state) in board.cells.iter().enumerate() {
            let (row, column) = (at / board.columns, at % board.columns);
            let (row, column) = if self.turn & 4 != 0 { (column, row) } else { (row, column) };
            let row = if self.turn & 1 != 0 { rows - 1 - row } else { row };
            let column = if self.turn & 2 != 0 { columns - 1 - column } else { column };
            cells[row * columns + column] = self.state(state);
        }
        Board { rows, columns, cells }
    }
}

/// A region that was met, with its number in the list of regions.
struct MetRegion {
    board: Board,
    /// The number of the negative, if the rules have a symmetry that exchanges the players.
    negative: Option<u32>,
    /// For each player, the sums after the moves in the region.
    options: [Option<Arc<[RegionSum]>>; 2],
}

/// The regions of the boards of one game.
pub struct RegionSums {
    pictures: Vec<PictureMove>,
    /// The states that some picture matches.
    live: u128,
    /// The symmetries under which regions are equal, and one that turns a region into its negative.
    symmetries: Vec<BoardSymmetry>,
    negation: Option<BoardSymmetry>,
    is_impartial: bool,
    regions: Vec<MetRegion>,
    numbers: FxHashMap<Board, u32>,
}

impl RegionSums {
    /// Returns the sums of a game with these moves; the cells of the board are not used.
    ///
    /// # Errors
    /// `refused` if no measure shows that play ends; `limit`.
    pub fn new(board: &PictureBoard, work: &mut WorkCounter<'_>) -> Result<RegionSums> {
        let identity = BoardSymmetry { turn: 0, exchanged: None };
        let mut players: FxHashMap<Vec<PictureCell>, [bool; 2]> = FxHashMap::default();
        for mv in board.moves.iter().filter(|mv| !mv.cells.is_empty()) {
            work.steps(mv.cells.len() as u64)?;
            work.reserve(2 * (size_of_val(&mv.cells[..]) + 64) as u64)?;
            let found = players.entry(identity.picture(&mv.cells)).or_default();
            (0..2).for_each(|player| found[player] |= mv.players[player]);
        }
        let pictures = players.iter().map(|(cells, &players)| PictureMove { players, cells: cells.clone() });
        let mut pictures: Vec<PictureMove> = pictures.collect();
        pictures.compact_sort();
        let cells = || pictures.iter().flat_map(|picture| &picture.cells);
        let live = cells().fold(0, |live, cell| live | cell.before);
        let states = cells().fold(live, |states, cell| states | cell.after.map_or(0, |state| 1 << state));
        let states: Vec<u8> = (0..128).filter(|state| states >> state & 1 == 1).collect();
        let falls = |counted: u128| {
            pictures.iter().all(|picture| {
                let change = picture.cells.iter().map(|cell| {
                    let after = cell.after.map_or(cell.before, |state| 1 << state);
                    // The greatest possible change: the cell may have any of the states before the move.
                    match (cell.after, cell.before & !counted == 0, after & counted == 0) {
                        (None, ..) | (_, true, false) => 0,
                        (_, true, true) => -1,
                        (_, false, _) => i32::from(after & counted != 0),
                    }
                });
                change.sum::<i32>() < 0
            })
        };
        if !falls(live) && !states.iter().any(|&state| falls(1 << state)) {
            return Err(refused(text!("no measure shows that play ends")));
        }
        let pairs = states.iter().enumerate().flat_map(|(k, &a)| states[..k].iter().map(move |&b| Some([b, a])));
        // With many states, exchanges of states are not tried.
        let pairs = pairs.filter(|_| states.len() <= MAX_EXCHANGED_STATES);
        let exchanges: Vec<Option<[u8; 2]>> = std::iter::once(None).chain(pairs).collect();
        let (mut symmetries, mut negations) = (vec![], vec![]);
        for turn in 0..8 {
            for &exchanged in &exchanges {
                let symmetry = BoardSymmetry { turn, exchanged };
                work.steps(2 * cells().count() as u64)?;
                let maps_to = |exchanges_players: bool| {
                    pictures.iter().all(|picture| {
                        let [left, right] = picture.players;
                        let wanted = if exchanges_players { [right, left] } else { [left, right] };
                        players.get(&symmetry.picture(&picture.cells)) == Some(&wanted)
                    })
                };
                if maps_to(false) {
                    symmetries.push(symmetry);
                } else if maps_to(true) {
                    negations.push(symmetry);
                }
            }
        }
        // The least image represents a region only if the symmetries are a group. Exchanges of several pairs of states,
        // one after the other, may lead outside the list.
        let follows = |list: &[BoardSymmetry], a: BoardSymmetry, b: BoardSymmetry| {
            list.iter().any(|c| {
                c.offset((1, 2)) == a.offset(b.offset((1, 2)))
                    && states.iter().all(|&state| c.state(state) == a.state(b.state(state)))
            })
        };
        let is_group = symmetries.iter().all(|&a| symmetries.iter().all(|&b| follows(&symmetries, a, b)));
        if !is_group {
            symmetries.retain(|symmetry| symmetry.exchanged.is_none());
        }
        let negation = negations.into_iter().find(|&negation| follows(&symmetries, negation, negation));
        let is_impartial = pictures.iter().all(|picture| picture.players == [true; 2]);
        let (regions, numbers) = (vec![], FxHashMap::default());
        Ok(RegionSums { pictures, live, symmetries, negation, is_impartial, regions, numbers })
    }

    /// Reports whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        self.is_impartial
    }

    /// Returns the sum of the regions of a board.
    ///
    /// # Errors
    /// `refused` for boards that are too large; `limit`.
    pub fn sum_of_board(
        &mut self,
        rows: usize,
        columns: usize,
        cells: &[u8],
        work: &mut WorkCounter<'_>,
    ) -> Result<RegionSum> {
        if rows.saturating_mul(columns) > MAX_CELLS || cells.len() != rows * columns {
            return Err(refused(text!("a board must have at most {most} cells", most = MAX_CELLS)));
        }
        self.sum(&Board { rows, columns, cells: cells.to_vec() }, work)
    }

    /// Returns the text of a region: its rows, separated by `/`.
    pub fn region_text(&self, region: u32) -> String {
        let board = &self.regions[region as usize].board;
        let rows = board.cells.chunks(board.columns.max(1)).map(|row| String::from_utf8_lossy(row).into_owned());
        rows.collect::<Vec<_>>().join("/")
    }

    /// Adds two sums; components cancel against their negatives.
    pub fn plus(&mut self, a: &[u32], b: &[u32], work: &mut WorkCounter<'_>) -> Result<RegionSum> {
        work.steps((a.len() as u64 + 1) * (b.len() as u64 + 1))?;
        if a.len() + b.len() > MAX_SUM_LEN {
            return Err(refused(text!("a sum must have at most {most} regions", most = MAX_SUM_LEN)));
        }
        let mut sum = a.to_vec();
        for &region in b {
            let negative = self.negative(region, work)?;
            match sum.iter().position(|&other| Some(other) == negative) {
                Some(at) => drop(sum.remove(at)),
                None => {
                    let at = sum.partition_point(|&other| other < region);
                    sum.insert(at, region);
                }
            }
        }
        Ok(sum)
    }

    /// Returns the position seen with Left to move, if the rules allow it.
    ///
    /// If Right is to move, this is the negative.     /// In impartial games, the player to move does not matter.
    pub fn seen_by_left(
        &mut self,
        sum: RegionSum,
        player: usize,
        work: &mut WorkCounter<'_>,
    ) -> Result<(RegionSum, usize)> {
        if player == 0 || self.is_impartial {
            return Ok((sum, 0));
        }
        Ok(match self.negative_of(&sum, work)? {
            Some(negative) => (negative, 0),
            None => (sum, player),
        })
    }

    /// Returns the negative of a sum, if a symmetry of the rules exchanges the players.
    pub fn negative_of(&mut self, sum: &[u32], work: &mut WorkCounter<'_>) -> Result<Option<RegionSum>> {
        let mut negative = vec![];
        for &region in sum {
            let Some(region) = self.negative(region, work)? else { return Ok(None) };
            negative.push(region);
        }
        negative.compact_sort();
        Ok(Some(negative))
    }

    /// Returns the number of moves of a player in a sum.
    pub fn count_moves(&mut self, sum: &[u32], player: usize, work: &mut WorkCounter<'_>) -> Result<usize> {
        sum.iter().try_fold(0, |count, &region| Ok(count + self.region_options(region, player, work)?.len()))
    }

    /// Calls `visit` with the sum after each move of a player, until it returns `true`.
    pub fn each_option(
        &mut self,
        sum: &[u32],
        player: usize,
        work: &mut WorkCounter<'_>,
        visit: &mut dyn FnMut(&mut RegionSums, RegionSum, &mut WorkCounter<'_>) -> Result<bool>,
    ) -> Result<()> {
        for (k, &region) in sum.iter().enumerate() {
            if k > 0 && sum[k - 1] == region {
                continue;
            }
            let mut rest = sum.to_vec();
            rest.remove(k);
            let options = self.region_options(region, player, work)?;
            for option in options.iter() {
                work.steps(1)?;
                let after = self.plus(&rest, option, work)?;
                if visit(self, after, work)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns the number of the negative of a region.
    fn negative(&mut self, region: u32, work: &mut WorkCounter<'_>) -> Result<Option<u32>> {
        if self.is_impartial {
            return Ok(Some(region));
        }
        let Some(negation) = self.negation else { return Ok(None) };
        if let Some(known) = self.regions[region as usize].negative {
            return Ok(Some(known));
        }
        let image = negation.board(&self.regions[region as usize].board);
        let negative = self.number(image, work)?;
        self.regions[region as usize].negative = Some(negative);
        self.regions[negative as usize].negative = Some(region);
        Ok(Some(negative))
    }

    /// Returns the sums after the moves of a player in a region, each once.
    fn region_options(&mut self, region: u32, player: usize, work: &mut WorkCounter<'_>) -> Result<Arc<[RegionSum]>> {
        let player = if self.is_impartial { 0 } else { player };
        if let Some(options) = &self.regions[region as usize].options[player] {
            return Ok(options.clone());
        }
        let board = self.regions[region as usize].board.clone();
        let mut options = vec![];
        for picture in 0..self.pictures.len() {
            if !self.pictures[picture].players[player] {
                continue;
            }
            work.steps((self.pictures[picture].cells.len() * board.cells.len()) as u64)?;
            for place in self.places(&board, picture) {
                let mut after = board.clone();
                for cell in &self.pictures[picture].cells {
                    if let Some(state) = cell.after {
                        after.cells[place + cell.at.0 as usize * board.columns + cell.at.1 as usize] = state;
                    }
                }
                let option = self.sum(&after, work)?;
                work.reserve(24 + 4 * option.len() as u64)?;
                options.push(option);
            }
        }
        options.compact_sort();
        options.dedup();
        let options: Arc<[RegionSum]> = options.into();
        self.regions[region as usize].options[player] = Some(options.clone());
        Ok(options)
    }

    /// Returns the places of the first row and column of a picture at which it fits.
    fn places(&self, board: &Board, picture: usize) -> Vec<usize> {
        let cells = &self.pictures[picture].cells;
        places_where(board, cells, |cell, state| cell.before >> state & 1 == 1)
    }

    /// Returns the sum of the regions of a board.
    fn sum(&mut self, board: &Board, work: &mut WorkCounter<'_>) -> Result<RegionSum> {
        // `parent` leads from each cell to the first cell of its region.
        let mut parent: Vec<usize> = (0..board.cells.len()).collect();
        let mut has_picture = vec![false; board.cells.len()];
        let root = |parent: &mut [usize], mut at: usize| {
            while parent[at] != at {
                parent[at] = parent[parent[at]];
                at = parent[at];
            }
            at
        };
        let picture_cells: usize = self.pictures.iter().map(|picture| picture.cells.len()).sum();
        work.steps((picture_cells * board.cells.len()) as u64)?;
        for picture in &self.pictures {
            let at = |place: usize, cell: &PictureCell| place + cell.at.0 as usize * board.columns + cell.at.1 as usize;
            for place in places_where(board, &picture.cells, |_, state| self.live >> state & 1 == 1) {
                for cell in &picture.cells {
                    let [a, b] = [&picture.cells[0], cell].map(|cell| root(&mut parent, at(place, cell)));
                    parent[a.max(b)] = a.min(b);
                    has_picture[at(place, cell)] = true;
                }
            }
        }
        // The cells of each region, by its first cell.
        let mut cells_of: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for at in (0..board.cells.len()).filter(|&at| has_picture[at]) {
            cells_of.entry(root(&mut parent, at)).or_default().push(at);
        }
        let mut sum = vec![];
        for own in cells_of.values() {
            let sides = own.iter().fold([usize::MAX, 0, usize::MAX, 0], |[top, bottom, left, right], &at| {
                let (row, column) = (at / board.columns, at % board.columns);
                [top.min(row), bottom.max(row), left.min(column), right.max(column)]
            });
            let [top, bottom, left, right] = sides;
            let (rows, columns) = (bottom + 1 - top, right + 1 - left);
            let mut cells = vec![b'#'; rows * columns];
            for &at in own {
                let (row, column) = (at / board.columns - top, at % board.columns - left);
                cells[row * columns + column] = board.cells[at];
            }
            let region = Board { rows, columns, cells };
            let number = self.number(region, work)?;
            sum = self.plus(&sum, &[number], work)?;
        }
        Ok(sum)
    }

    /// Returns the number of a region, which is that of all its images.
    fn number(&mut self, region: Board, work: &mut WorkCounter<'_>) -> Result<u32> {
        if let Some(&number) = self.numbers.get(&region) {
            return Ok(number);
        }
        work.steps((self.symmetries.len() * region.cells.len()) as u64)?;
        work.reserve(3 * region.cells.len() as u64 + 256)?;
        let least = self.symmetries.iter().map(|symmetry| symmetry.board(&region)).min().unwrap_or(region.clone());
        let number = match self.numbers.get(&least) {
            Some(&number) => number,
            None => {
                let number = self.regions.len() as u32;
                self.numbers.insert(least.clone(), number);
                self.regions.push(MetRegion { board: least, negative: None, options: [None, None] });
                number
            }
        };
        self.numbers.insert(region, number);
        Ok(number)
    }
}

/// Returns the places of the first row and column of a picture at which all its cells match.
fn places_where(board: &Board, cells: &[PictureCell], matches: impl Fn(&PictureCell, u8) -> bool) -> Vec<usize> {
    let height = cells.iter().map(|cell| cell.at.0 as usize + 1).max().unwrap_or(1);
    let width = cells.iter().map(|cell| cell.at.1 as usize + 1).max().unwrap_or(1);
    if height > board.rows || width > board.columns {
        return vec![];
    }
    let places = (0..=board.rows - height)
        .flat_map(|row| (0..=board.columns - width).map(move |column| row * board.columns + column));
    let fits = |place: &usize| {
        cells.iter().all(|cell| {
            let state = board.cells[place + cell.at.0 as usize * board.columns + cell.at.1 as usize];
            state < 128 && matches(cell, state)
        })
    };
    places.filter(fits).collect()
}
