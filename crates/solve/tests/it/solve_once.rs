//! Each question is solved once, even after a fault or if memory is short.
//! Tables that the question does not use are dropped if their memory is needed.

use grundy_games::nim::Nim;
use grundy_games::parse;
use grundy_rules::{
    Budget, Components, Coordinates, Cursor, Error, ErrorKind, FirstFault, Game, GameInfo, GamePosition, HeapRules,
    Impartial, MoveText, Outcome, Play, Player, PositionSum, Result, Rules, SumTerm, TableForm, text,
};
use grundy_solve::{MovesWanted, Question, Solver};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of times that the table listed the options of each heap.
type Counts = Arc<[AtomicU32; 16]>;

/// The game of taking `STEP` or twice `STEP` from a heap.
/// The moves of the heap `fails` cannot be listed.
struct Counting<const STEP: u64> {
    fails: Option<u64>,
    fault: FirstFault,
    counts: Counts,
}

impl<const STEP: u64> Counting<STEP> {
    fn new(fails: Option<u64>, counts: &Counts) -> Counting<STEP> {
        Counting { fails, fault: FirstFault::default(), counts: Arc::clone(counts) }
    }

    fn left(&self, heap: u64) -> impl Iterator<Item = u64> {
        let fails = self.fails == Some(heap);
        if fails {
            self.fault.record(|| Error::new(ErrorKind::BadArgument, text!("division by zero")));
        }
        (1..=2).filter_map(move |k| heap.checked_sub(k * STEP)).filter(move |_| !fails)
    }
}

impl<const STEP: u64> Rules for Counting<STEP> {
    type Component = u64;
    type Move = u64;
    type Key = u64;
    fn moves(&self, &heap: &u64, _: Player) -> impl Iterator<Item = u64> {
        self.left(heap)
    }
    fn play(&self, _: &u64, _: Player, &left: &u64) -> Components<u64> {
        Components::from_iter([left])
    }
    fn key(&self, &heap: &u64) -> u64 {
        heap
    }
}

impl<const STEP: u64> Impartial for Counting<STEP> {}

impl<const STEP: u64> HeapRules for Counting<STEP> {
    fn options(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
        self.counts[heap as usize].fetch_add(1, Ordering::Relaxed);
        self.left(heap).for_each(|left| visit(&[left]));
    }
}

impl<const STEP: u64> Game for Counting<STEP> {
    const INFO: GameInfo = GameInfo { name: "counting", aliases: &[], ..Nim::INFO };
    fn parse_rules(_: &str, _: &mut Cursor<'_>) -> Result<Self> {
        unreachable!("made by the test")
    }
    fn parse_components(&self, _: &str, _: &mut Cursor<'_>) -> Result<Vec<u64>> {
        unreachable!("made by the test")
    }
    fn write_component(&self, heap: &u64, out: &mut String) {
        out.push_str(&heap.to_string());
    }
    fn describe(&self, _: &u64, _: usize, left: &u64) -> MoveText {
        MoveText::from_numbers(text!("leave {left}", left = *left), [("left", *left)])
    }
    fn fault(&self) -> Option<&FirstFault> {
        Some(&self.fault)
    }
    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Heaps(self))
    }
    fn table_coordinates(&self, &heap: &u64) -> Coordinates {
        [heap, 0, 0]
    }
    fn component_at(&self, [heap, ..]: Coordinates) -> Option<u64> {
        Some(heap)
    }
    fn samples() -> Box<dyn Iterator<Item = (Self, Vec<u64>)>> {
        Box::new(std::iter::empty())
    }
}

/// Returns the outcome of heap 9.
/// Asserts that the table lists the options of each heap at most once.
fn solve<const STEP: u64>(play: Play, fails: Option<u64>) -> Result<Outcome> {
    let counts = Counts::default();
    let position_sum =
        PositionSum::from_position(play, Box::new(GamePosition::new(Counting::<STEP>::new(fails, &counts), vec![9])));
    let mut solver = Solver::new();
    let answer = solver.solve(&position_sum, &Question::default(), &Budget::default());
    assert!(position_sum.check_and_clear_fault().is_ok(), "the fault stays behind");
    let counts: Vec<u32> = counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
    assert!(counts.iter().all(|&count| count <= 1), "{play} {fails:?}: {counts:?}");
    let again = solver.solve(&position_sum, &Question::default(), &Budget::default());
    assert_eq!(again.as_ref().map(|answer| answer.result.outcome), answer.as_ref().map(|answer| answer.result.outcome));
    answer.map(|answer| answer.result.outcome.unwrap())
}

/// A table lists the options of each heap once.
/// With `STEP` 1, heap 9 is a heap of 9 from which 1 or 2 are taken; with `STEP` 2 it is equivalent to a heap of 4.
#[test]
fn tables_list_each_heap_once() {
    assert_eq!(solve::<1>(Play::Normal, None), Ok(Outcome::P));
    assert_eq!(solve::<1>(Play::Misere, None), Ok(Outcome::N));
    assert_eq!(solve::<2>(Play::Normal, None), Ok(Outcome::N));
    assert_eq!(solve::<2>(Play::Misere, None), Ok(Outcome::P));
}

#[test]
fn faults_count_where_play_reaches_them() {
    // From heap 9, steps of 2 reach only odd heaps.
    assert_eq!(solve::<2>(Play::Normal, Some(4)), Ok(Outcome::N));
    assert_eq!(solve::<2>(Play::Misere, Some(4)), Ok(Outcome::P));
    for play in [Play::Normal, Play::Misere] {
        let error = solve::<1>(play, Some(4)).unwrap_err();
        assert_eq!((error.kind, error.message.to_string().as_str()), (ErrorKind::BadArgument, "division by zero"));
    }
}

/// Games of different types share no table, although they have the same notation.
#[test]
fn games_are_told_apart_by_their_types() {
    let counts = Counts::default();
    let (ones, twos) = (Counting::<1>::new(None, &counts), Counting::<2>::new(None, &counts));
    let position = PositionSum::from_position(Play::Normal, Box::new(GamePosition::new(ones, vec![9])))
        + PositionSum::from_position(Play::Normal, Box::new(GamePosition::new(twos, vec![9])));
    let [one, two]: [&SumTerm; 2] = [&position.terms[0], &position.terms[1]];
    assert_eq!(one.position.to_string(), two.position.to_string());
    assert_ne!(one.position.ruleset().id(), two.position.ruleset().id());
    for use_theorems in [true, false] {
        let question = Question { use_theorems, ..Question::default() };
        let answer = Solver::new().solve(&position, &question, &Budget::default()).unwrap();
        assert_eq!(answer.values.grundy.map(|value| value.0), Some(1), "{use_theorems}");
    }
}

/// A table of another game does not reduce the memory for a question.
#[test]
fn tables_of_other_games_give_way() {
    let position_sum = parse("nim(9,10,11)").unwrap();
    let question = Question { use_theorems: false, moves: MovesWanted::None, ..Question::default() };
    let answers = |solver: &mut Solver, bytes: u64| {
        solver.solve(&position_sum, &question, &Budget { bytes, ..Budget::default() }).is_ok()
    };
    let (mut least, mut enough) = (1u64 << 10, 1u64 << 26);
    while least + 1 < enough {
        let middle = least.midpoint(enough);
        *if answers(&mut Solver::new(), middle) { &mut enough } else { &mut least } = middle;
    }
    let mut solver = Solver::new();
    // The table takes four bytes for each heap, a quarter of the memory.
    let other = parse(&format!("rule{{ n -> n/2; n-1 }}({})", enough / 16)).unwrap();
    solver.solve(&other, &Question::default(), &Budget::default()).unwrap();
    let kept = solver.tables().bytes();
    assert!((enough / 16..enough / 2).contains(&kept), "{kept} of {enough}");
    // A small question does not drop the table.
    let small = parse("nim(1,2)").unwrap();
    solver.solve(&small, &question, &Budget { bytes: enough, ..Budget::default() }).unwrap();
    assert_eq!(solver.tables().bytes(), kept);
    assert!(answers(&mut solver, enough));
    assert!(solver.tables().bytes() < kept);
}

/// A fault met in play is not mistaken for a fault of a table, in either order of the components.
#[test]
fn faults_in_play_are_kept() {
    for text in [
        "rule{ (a,b) -> (b,a-1) if a % (b-1) >= 0 }(5,1) + take[1 | 2](5)",
        "take[1 | 2](5) + rule{ (a,b) -> (b,a-1) if a % (b-1) >= 0 }(5,1)",
        "rule{ n -> 3-n if 12/(n-1) > 2; n-1 }(1) + take[1 | 2](4)",
        "rule{ n -> n-1 if n/(n-2) > 0 }(4,3) + rule{ n -> n-1 if n/(n-2) > 0 }(9)",
        "misere rule{ n -> n-2 if 6/n > 1 }(2) + rule{ n -> n-2 if 6/n > 1 }(3)",
        "misere rule{ n -> n-2 if 6/n > 1 }(3,2) + kayles(4)",
    ] {
        for use_theorems in [true, false] {
            let question = Question { use_theorems, ..Question::default() };
            let error = Solver::new().solve(&parse(text).unwrap(), &question, &Budget::default()).unwrap_err();
            assert_eq!(error.message.to_string(), "division by zero", "{text} {use_theorems}");
        }
    }
}
