//! Compares winning first moves with the values of boards.

use grundy_board::Cells;
use grundy_board::internals::{
    BitRule, BitboardRegions, EvaluatedCells, NimberMemo, NimberSearch, OutcomeSearch, PictureRule, sample, value,
};
use grundy_games::parse;
use grundy_lang::Text;
use grundy_rules::{
    Budget, Cancel, FirstMove, FirstMoveResult, Player, Progress, SearchRecords, SumWithValue, UnfinishedSearch,
    WordSink,
};
use grundy_solve::{MovesWanted, Question, Solver};
use grundy_value::{Outcome, Value, ValueArena, ValueLimit};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Checks that the search finds a winning first move for each player who wins, and for no other.
///
/// The value of the board determines who wins. The value of the board after each found move confirms the win. Holes
/// enlarge the boards so that their rows have `W` bits.
fn check_winning_moves<const K: usize, const W: u32>(rule: &str, states: &str, rows: u16) {
    let (picture_rule, budget) = (PictureRule::new(rule).unwrap(), Budget::default());
    let mut searched = 0;
    for n in 20..180 {
        let board = match W {
            4 => enlarged(&sample(n, states.as_bytes(), rows), [12, 4]),
            16 => enlarged(&sample(n, states.as_bytes(), rows), [rows, 12]),
            _ => sample(n, states.as_bytes(), rows),
        };
        let bit_rule = BitRule::new(&picture_rule, &board).unwrap();
        assert_eq!(bit_rule.row_bits, W);
        // Boards that are too narrow for some picture need fewer planes; only rows of 8 bits have code for one or two.
        if bit_rule.plane_count() > K || W == 8 && bit_rule.plane_count() != K {
            continue;
        }
        for [alone, in_strips] in [[0, 0], [2, 2], [2, 6], [4, 4]] {
            let cells = EvaluatedCells { alone, in_strips };
            let (mut values, mut reference_values) = (ValueArena::new(), ValueArena::new());
            let search = OutcomeSearch::<K, W>::with_evaluated_cells(&bit_rule, cells, &mut values, &budget);
            let sum = SumWithValue::from_component(board.clone());
            let Some(Ok(found)) = search.winning_first_moves(&picture_rule, &bit_rule, &sum, n % 2 == 0) else {
                panic!("{board}")
            };
            searched += found.nodes;
            let mut outcome = |board: &Cells| {
                let value = value(&picture_rule, board, &mut reference_values, &budget).unwrap().unwrap();
                reference_values.outcome(value).unwrap()
            };
            let outcome_of_board = outcome(&board);
            let own = [Outcome::L, Outcome::R];
            for ((player, own), found) in (0..).zip(own).zip(found.in_first_component()) {
                let mut winning = picture_rule.moves(&board, Player(player));
                winning.retain(|after| [Outcome::P, own].contains(&outcome(after)));
                assert_eq!(winning.is_empty(), ![Outcome::N, own].contains(&outcome_of_board), "{rule} on {board}");
                match n % 2 {
                    0 => assert_eq!(found, winning, "{rule} on {board}, {cells:?}"),
                    _ => {
                        assert_eq!(found.len(), winning.len().min(1), "{rule} on {board}, {cells:?}");
                        assert!(found.iter().all(|mv| winning.contains(mv)), "{rule} on {board}, {cells:?}");
                    }
                }
            }
        }
    }
    assert!(searched > 100, "{rule}: only {searched} positions");
}

/// Returns the board in the corner of a board of holes with at most this many rows and columns.
fn enlarged(board: &Cells, [rows, columns]: [u16; 2]) -> Cells {
    let cell = |row: u16, column: u16| match row < board.rows() && column < board.columns() {
        true => board.cells()[usize::from(row * board.columns() + column)],
        false => b'#',
    };
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    Cells::new(rows, columns, all.map(|(row, column)| cell(row, column)).collect()).unwrap()
}

#[test]
fn winning_moves_match_values() {
    for states in ["....#", "..#"] {
        check_winning_moves::<3, 4>("left: [. / .] -> [# / #]; right: [..] -> [##]", states, 3);
        check_winning_moves::<3, 16>("left: [. / .] -> [# / #]; right: [..] -> [##]", states, 3);
    }
    check_winning_moves::<3, 4>("left: [xo] -> [.x] along rook; right: swap x o", "xo.", 2);
    check_winning_moves::<3, 16>("left: [xo] -> [.x] along rook; right: swap x o", "xo.", 2);
    check_winning_moves::<3, 16>("left: [.] -> [x] if no o near; right: swap x o", "...xo", 2);
    check_winning_moves::<1, 8>("left: [. / .] -> [# / #]; right: [..] -> [##]", "....#", 3);
    check_winning_moves::<2, 8>("left: [xo] -> [.x] along rook; right: swap x o", "xo.", 3);
    check_winning_moves::<3, 8>(
        "left: [x / .] -> [. / x]; [x / o] -> [. / x]; right: [o.] -> [.o]; [ox] -> [.o]",
        "xo.",
        2,
    );
    check_winning_moves::<3, 8>("left: repeat [xo.] -> [..x] along rook; right: swap x o", "xxoo.", 3);
    check_winning_moves::<3, 64>("left: [t.] -> [.t]; [tf.] -> [.ft]; right: mirror t f", "tf..", 1);
    check_winning_moves::<3, 8>("left: [.] -> [x] if no o near; right: swap x o", "...xo", 2);
}

/// Checks that a search with helpers finds the same moves as one without.
///
/// The helpers start at the first position that is searched.
#[test]
fn helpers_do_not_change_the_moves() {
    let rules = [
        ("left: [. / .] -> [# / #]; right: [..] -> [##]", ".....#", 5),
        ("left: [xo] -> [.x] along rook; right: swap x o", "xo.", 4),
        ("left: [.] -> [x] if no o near; right: swap x o", "....xo", 4),
    ];
    let mut searched = 0;
    for (rule, states, rows) in rules {
        let picture_rule = PictureRule::new(rule).unwrap();
        for n in 100..130 {
            let board = sample(n, states.as_bytes(), rows);
            let common_board = Cells::new(8, 8, vec![b'.'; 64]).unwrap();
            let bit_rule = BitRule::new(&picture_rule, &common_board).unwrap();
            let sum = SumWithValue::from_component(board.clone());
            let [alone, helped] = [1, 3].map(|threads| {
                let (mut values, budget) = (ValueArena::new(), Budget { threads, ..Budget::default() });
                let cells = EvaluatedCells { alone: 4, in_strips: 6 };
                let search = OutcomeSearch::<3, 8>::with_evaluated_cells(&bit_rule, cells, &mut values, &budget);
                let search = search.with_helpers_after(1);
                let Some(Ok(found)) = search.winning_first_moves(&picture_rule, &bit_rule, &sum, n % 3 == 0) else {
                    panic!("{board}")
                };
                found
            });
            searched += alone.nodes;
            assert_eq!(alone.moves, helped.moves, "{rule} on {board}");
        }
    }
    assert!(searched > 1000, "only {searched} positions");
}

/// Checks the winning first moves of sums of two boards and a value against the value of the whole sum.
///
/// Each board may be negated. The moves in the value are those to its options.
#[test]
fn winning_moves_in_sums_match_values() {
    let rules = [
        ("left: [. / .] -> [# / #]; right: [..] -> [##]", "....#", 3),
        ("left: [xo] -> [.x] along rook; right: swap x o", "xo.", 2),
        ("left: repeat [xo.] -> [..x] along rook; right: swap x o", "xxoo.", 3),
    ];
    let extra = ["0", "1/2", "-3/4^*", "{2|-1}", "+-1", "^", "{1|0||-1/2}", "*3"];
    let mut seen = [[0; 3]; 2];
    for (rule, states, rows) in rules {
        let (picture_rule, budget, mut values) =
            (PictureRule::new(rule).unwrap(), Budget::default(), ValueArena::new());
        for n in 20..200 {
            let boards = [sample(n, states.as_bytes(), rows), sample(n / 2 + 7, states.as_bytes(), rows)];
            let signs = [n % 3 == 0, n % 5 == 0];
            let extra = values.parse(extra[n as usize % extra.len()]).unwrap();
            let values_after = [values.left_options(extra).unwrap(), values.right_options(extra).unwrap()];
            let value_of = |values: &mut ValueArena, board: &Cells, is_negated: bool| {
                let value = value(&picture_rule, board, values, &budget).unwrap().unwrap();
                if is_negated { values.negative(value).unwrap() } else { value }
            };
            let parts = [0, 1].map(|k| value_of(&mut values, &boards[k], signs[k]));
            let both = values.add(parts[0], parts[1]).unwrap();
            let total = values.add(both, extra).unwrap();
            let components = boards.iter().cloned().zip(signs).collect();
            let sum = SumWithValue { components, value: extra, values_after };
            let common_board = Cells::new(8, 8, vec![b'.'; 64]).unwrap();
            let bit_rule = BitRule::new(&picture_rule, &common_board).unwrap();
            let cells = EvaluatedCells { alone: 2, in_strips: 4 };
            let found = {
                // In a quarter of the searches, a second thread starts at once.
                let budget = Budget { threads: if n % 4 == 1 { 2 } else { 1 }, ..budget.clone() };
                let search = OutcomeSearch::<3, 8>::with_evaluated_cells(&bit_rule, cells, &mut values, &budget);
                let search = search.with_helpers_after(1);
                let Some(Ok(found)) = search.winning_first_moves(&picture_rule, &bit_rule, &sum, n % 2 == 0) else {
                    panic!("{sum:?}")
                };
                found
            };
            for (player, moves) in found.moves.into_iter().enumerate() {
                let wins_if = |values: &mut ValueArena, value: Value, is_to_move: bool| match (player, is_to_move) {
                    (0, true) => !values.le(value, Value::ZERO).unwrap(),
                    (_, true) => !values.le(Value::ZERO, value).unwrap(),
                    (0, false) => values.le(Value::ZERO, value).unwrap(),
                    (_, false) => values.le(value, Value::ZERO).unwrap(),
                };
                assert_eq!(moves.is_empty(), !wins_if(&mut values, total, true), "{rule}, player {player}: {sum:?}");
                seen[player][2] += usize::from(moves.is_empty());
                let mut winning = vec![];
                for k in 0..2 {
                    let by = if signs[k] { 1 - player } else { player };
                    let rest = values.add(parts[1 - k], extra).unwrap();
                    for board in picture_rule.moves(&boards[k], Player(by as u8)) {
                        let after = value_of(&mut values, &board, signs[k]);
                        let after = values.add(after, rest).unwrap();
                        if wins_if(&mut values, after, false) {
                            winning.push(FirstMove::InComponent(k, board));
                        }
                    }
                }
                for (k, &after) in sum.values_after[player].iter().enumerate() {
                    let after = values.add(both, after).unwrap();
                    if wins_if(&mut values, after, false) {
                        winning.push(FirstMove::InRest(k));
                    }
                }
                if n % 2 == 0 {
                    assert_eq!(moves, winning, "{rule}, player {player}: {sum:?}");
                }
                for mv in moves {
                    assert!(winning.contains(&mv), "{rule}, player {player}: {sum:?}, {mv:?}");
                    seen[player][usize::from(matches!(mv, FirstMove::InRest(_)))] += 1;
                }
            }
        }
    }
    assert!(seen.iter().flatten().all(|&count| count > 5), "{seen:?}");
}

/// Records in memory, which are saved as often as possible.
#[derive(Default)]
struct MemoryRecords(Mutex<BTreeMap<String, Vec<u64>>>);

impl SearchRecords for MemoryRecords {
    fn load(&self, search: &str, group: usize, read: &mut dyn FnMut(&[u64]) -> bool) {
        let words = self.0.lock().unwrap().get(search).cloned().unwrap_or_default();
        assert_eq!(words.len() % group, 0);
        words.chunks(3 * group).all(read);
    }

    fn is_due(&self) -> bool {
        true
    }

    fn save(&self, search: &str, write: &mut dyn FnMut(&mut WordSink<'_>)) {
        let mut words = vec![];
        write(&mut |chunk| words.extend_from_slice(chunk));
        self.0.lock().unwrap().insert(search.to_string(), words);
    }
}

/// Searches a board of Clobber with few values; returns the result and the number of positions.
fn search_clobber(board: &str, budget: &Budget) -> FirstMoveResult<Cells> {
    let picture_rule = PictureRule::new("left: [xo] -> [.x] along rook; right: swap x o").unwrap();
    let rows: Vec<&str> = board.split('/').collect();
    let cells = rows.concat().into_bytes();
    let board = Cells::new(rows.len() as u16, rows[0].len() as u16, cells).unwrap();
    let bit_rule = BitRule::new(&picture_rule, &board).unwrap();
    let (cells, mut values) = (EvaluatedCells { alone: 4, in_strips: 4 }, ValueArena::new());
    let search = OutcomeSearch::<2, 8>::with_evaluated_cells(&bit_rule, cells, &mut values, budget);
    let search = search.with_helpers_after(1);
    search.winning_first_moves(&picture_rule, &bit_rule, &SumWithValue::from_component(board), false).unwrap()
}

/// Checks that the records of one game, or of boards of one size, are not taken for those of another.
#[test]
fn records_of_different_games_are_kept_apart() {
    let question = Question { moves: MovesWanted::All, ..Question::default() };
    for text in [
        "cram(4x5) + impartial clobber(3x4) + cram(2x9)",
        "impartial clobber(3x5) + cram(3x6) + cell_kayles(4x5)",
        "domineering(5x5) + domineering(3x8) + clobber(3x4)",
        "clobber(3x5) + domineering(4x6)",
        "nogo(3x3) + nogo(2x4)",
        "board{ [xx*.] -> [.x*x] along right }(\"xxxxx.....\", \"xxx....\", \"xxxxxxx.x....\")",
    ] {
        let position = parse(text).unwrap();
        let solve = |records: Option<Arc<dyn SearchRecords>>| {
            let budget = Budget { records, threads: 1, ..Budget::default() };
            let answer = Solver::new().solve(&position, &question, &budget).unwrap();
            let moves: Vec<String> = answer.moves.listed.iter().map(|mv| mv.text.to_string()).collect();
            (answer.result.outcome, answer.values.grundy, moves)
        };
        let records: Arc<dyn SearchRecords> = Arc::new(MemoryRecords::default());
        let plain = solve(None);
        for _ in 0..2 {
            assert_eq!(solve(Some(Arc::clone(&records))), plain, "{text}");
        }
    }
}

/// Checks that a search that is interrupted again and again finds the same moves in the end.
///
/// The last part takes less work, and the moves which were settled before are right.
#[test]
fn interrupted_searches_continue_from_their_records() {
    let mut settled_count = 0;
    for threads in [1, 3] {
        for board in ["xoxo/oxox/xoxo/oxox", "xoxox/ox.xo/xoxox/o.oxo"] {
            let plain = search_clobber(board, &Budget { threads: 1, ..Budget::default() }).unwrap();
            let records: Arc<dyn SearchRecords> = Arc::new(MemoryRecords::default());
            let mut budget = Budget { threads, records: Some(records), ..Budget::default() };
            let mut interrupted = 0;
            let found = loop {
                budget.nodes = plain.nodes / 4;
                match search_clobber(board, &budget) {
                    Ok(found) => break found,
                    Err(UnfinishedSearch { limit, settled }) => {
                        assert_eq!(limit, ValueLimit::Steps);
                        for (winning, settled) in plain.moves.iter().zip(settled) {
                            for (mv, wins) in settled {
                                assert_eq!(winning.contains(&mv), wins, "{board}: {mv:?}");
                                settled_count += 1;
                            }
                        }
                        interrupted += 1;
                        assert!(interrupted < 30, "{board}: the search does not advance");
                    }
                }
            };
            assert_eq!(found.moves, plain.moves, "{board}");
            let counts = [plain.nodes, found.nodes, interrupted];
            assert!(found.nodes < plain.nodes / 2 && interrupted > 1, "{board}: {counts:?}");
        }
    }
    assert!(settled_count > 0);
}

/// The same for Grundy values.
#[test]
fn interrupted_searches_for_nimbers_continue_from_their_records() {
    let cram = PictureRule::new("[. / .] -> [# / #]; [..] -> [##]").unwrap();
    let board = Cells::new(4, 7, vec![b'.'; 28]).unwrap();
    let search = |budget: &Budget| {
        let mut values = ValueArena::new();
        let found = value(&cram, &board, &mut values, budget).unwrap();
        (found.map(|value| values.number_ups_star(value).unwrap().nim), values.evaluated())
    };
    let (wanted, plain_nodes) = search(&Budget { threads: 1, ..Budget::default() });
    assert_eq!(wanted, Ok(3));
    let records: Arc<dyn SearchRecords> = Arc::new(MemoryRecords::default());
    let budget = Budget { nodes: plain_nodes / 3, threads: 1, records: Some(records), ..Budget::default() };
    let mut interrupted = 0;
    let nodes = loop {
        match search(&budget) {
            (Err(limit), _) => assert_eq!(limit, ValueLimit::Steps),
            (found, nodes) => {
                assert_eq!(found, wanted);
                break nodes;
            }
        }
        interrupted += 1;
        assert!(interrupted < 30, "the search does not advance");
    };
    assert!(interrupted > 0 && nodes < plain_nodes / 2, "{interrupted}, {nodes} of {plain_nodes}");
}

/// Checks that a search for Grundy values with helpers finds the same values as one without.
///
/// The helpers start at the first position.
#[test]
fn helpers_do_not_change_nimbers() {
    let rules = [
        ("[. / .] -> [# / #]; [..] -> [##]", "....#", 5),
        ("[xo] -> [.x] along rook; [ox] -> [.o] along rook", "xo.", 4),
        ("[.] -> [x] if no x near", "....x", 5),
    ];
    let (mut searched, mut seen) = (0, [0; 4]);
    for (rule, states, rows) in rules {
        let picture_rule = PictureRule::new(rule).unwrap();
        let common_board = Cells::new(8, 8, vec![b'.'; 64]).unwrap();
        let bit_rule = BitRule::new(&picture_rule, &common_board).unwrap();
        for n in 100..140 {
            let board = bit_rule.board::<3, 8>(&sample(n, states.as_bytes(), rows));
            let search = |threads: usize| {
                let (mut memo, budget) = (NimberMemo::default(), Budget { threads, ..Budget::default() });
                let rules = BitboardRegions::<3, 8>::new(&bit_rule);
                let mut search = NimberSearch::new(&rules, &mut memo, 0, &budget).with_helpers_after(1);
                let Ok(value) = search.board_value(&board) else { panic!("{rule}, {n}") };
                let wrong = (0..6).find(|&m| search.board_has_value(&board, m).ok() != Some(m == value));
                assert_eq!(wrong, None, "{rule}, {n}");
                (value, search.all_nodes())
            };
            let ((alone, nodes), (helped, _)) = (search(1), search(3));
            assert_eq!(alone, helped, "{rule}, {n}");
            searched += nodes;
            seen[alone.min(3) as usize] += 1;
        }
    }
    assert!(searched > 1000 && seen.iter().all(|&count| count > 0), "{searched}, {seen:?}");
}

/// Cancels the work when some first moves are known to lose.
struct Impatient(Cancel);

impl Progress for Impatient {
    fn report(&self, work: &Text, _: u64, _: Option<u64>) {
        let work = work.to_string();
        if work.ends_with("first moves lose") && !work.starts_with("positions, 0 of") {
            self.0.cancel();
        }
    }
}

/// Checks that the error of an interrupted search lists first moves with their right results.
#[test]
fn interrupted_searches_tell_what_they_settled() {
    for text in ["domineering(6x6)", "-domineering(6x7)", "clobber(4x5) - 1/2"] {
        let position = parse(text).unwrap();
        let question = Question { moves: MovesWanted::All, ..Question::default() };
        let cancel = Cancel::default();
        let progress: Arc<dyn Progress> = Arc::new(Impatient(cancel.clone()));
        let budget = Budget { cancel: Some(cancel), progress: Some(progress), threads: 1, ..Budget::default() };
        let Err(error) = Solver::new().solve(&position, &question, &budget) else { panic!("{text} was solved") };
        assert!(error.is_interrupt() && !error.settled().is_empty(), "{text}: {error:?}");
        let answer = Solver::new().solve(&position, &question, &Budget::default()).unwrap();
        for settled in error.settled() {
            let is_listed = answer.moves.listed.iter().any(|mv| {
                let in_term = settled.text.to_string();
                let words = in_term.rsplit(": ").next().unwrap_or_default().to_string();
                mv.by == Some(settled.by) && mv.text.to_string() == words
            });
            assert_eq!(is_listed, settled.wins, "{text}: {settled:?}");
        }
    }
}
