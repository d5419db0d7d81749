//! Checks the notation and the description of every game of the library.
//! Theorems are compared with brute force.

use crate::common::{Unlisted, assert_none, by_theorem, by_theorem_within, single_position, tests_of_all_games};
use grundy_conformance::{self as check, conformance};
use grundy_games::{library, parse};
use grundy_rules::{
    Claim, Components, Cursor, DynGame, ErrorKind, Game, GameInfo, Impartial, Kind, MoveText, Outcome, Play, Player,
    Result, Rules, StatedMoves, Theorem, TheoremInfo,
};
use grundy_solve::{Answer, Budget, Move, MoveResult, MovesWanted, Question, Reason, SUM_THEOREMS, Solver};
use smallvec::smallvec;
use std::cell::Cell;

tests_of_all_games!(theorems_agree_with_brute_force, |entry| assert_none(&conformance::theorems(entry)));

/// Compares the theorems on sums with a brute force, on `most` random sums for each.
fn compare_sum_theorems(most: u64) {
    let (mut faults, mut names) = (vec![], vec![]);
    check::sums(library().games(), library(), most, &Budget::default(), &mut |checked| {
        faults.extend(conformance::fault_of(&checked));
        names.push(checked.theorem.name);
    })
    .unwrap();
    assert_none(&faults);
    let known: Vec<&str> = SUM_THEOREMS.iter().map(|theorem| theorem.name).collect();
    assert_eq!(names, known);
}

#[test]
fn theorems_on_sums_agree_with_brute_force() {
    compare_sum_theorems(200);
}

#[test]
#[ignore = "slow: takes a minute"]
fn theorems_on_sums_agree_with_brute_force_on_more_sums() {
    compare_sum_theorems(600);
}

tests_of_all_games!(answers_agree_with_search, |entry| assert_none(&conformance::answers(entry, 80_000)));

#[test]
#[ignore = "slow: takes a minute"]
fn answers_of_even_games_agree_with_longer_searches() {
    library().games().iter().step_by(2).for_each(|&entry| assert_none(&conformance::answers(entry, 120_000)));
}

#[test]
#[ignore = "slow: takes a minute"]
fn answers_of_odd_games_agree_with_longer_searches() {
    library().games().iter().skip(1).step_by(2).for_each(|&entry| assert_none(&conformance::answers(entry, 120_000)));
}

// Printed positions parse back to the same text, for samples and for the positions after their moves.
tests_of_all_games!(notation_round_trip, |entry| assert_none(&conformance::notation(entry, library())));

tests_of_all_games!(answers_lead_to_answers, answers_of_moves);

/// The positions after the moves of an answer have the results that the answer claims.
fn answers_of_moves(entry: &dyn DynGame) {
    let info = entry.info();
    let mut solver = Solver::new();
    for play in [Play::Normal, Play::Misere] {
        if play == Play::Misere && !info.misere {
            continue;
        }
        for position in entry.samples().take(200) {
            if position.ruleset().kind() != Kind::Impartial || !position.ruleset().is_short() {
                continue;
            }
            let position_sum = single_position(position, play);
            // Sums of wild games are searched, so large sums are skipped.
            let Some(answer) = by_theorem_within(&mut solver, &position_sum, 5_000) else { continue };
            let answer = answer.unwrap();
            if answer.position.kind == Kind::Impartial && answer.position.short {
                let won = answer.result.outcome == Some(Outcome::N);
                assert_eq!(won, answer.moves.total != Some(0) || ends(&position_sum), "{position_sum}");
            }
            for mv in &answer.moves.listed {
                let to = mv.to.as_deref().expect("a small position is printed");
                let next = parse(to).unwrap_or_else(|error| panic!("{position_sum} leads to {to}: {error}"));
                assert_eq!((next.to_string().as_str(), next.play), (to, play));
                let after = by_theorem(&mut solver, &next).unwrap();
                assert!(keeps(mv, &after), "{position_sum}: {mv:?}, but then {after:?}");
            }
        }
    }
}

/// Reports whether the answer for the position after a move agrees with the claimed result of the move.
fn keeps(mv: &Move, after: &Answer) -> bool {
    match (mv.result, mv.by) {
        // After a winning move of Left, Right to move loses: the outcome is L or P.
        (MoveResult::Win, None) => after.result.outcome == Some(Outcome::P),
        (MoveResult::Win, Some(Player::LEFT)) => matches!(after.result.outcome, Some(Outcome::L | Outcome::P)),
        (MoveResult::Win, Some(_)) => matches!(after.result.outcome, Some(Outcome::R | Outcome::P)),
        (MoveResult::Draw, _) => after.result.outcome == Some(Outcome::D),
        (MoveResult::Loss, _) => false,
        (MoveResult::Loser(player), _) => after.result.loser == Some(player),
        // The position after a move lacks the points of the move and may have another player to move, so only
        // the presence of a score is checked.
        (MoveResult::Score(_), _) => after.result.score.is_some(),
    }
}

/// Reports whether a position under misère play has no moves, so that the player to move wins.
fn ends(position_sum: &grundy_rules::PositionSum) -> bool {
    let position = &position_sum.terms[0].position;
    position_sum.play == Play::Misere
        && !(0..position.len()).any(|component| position.moves(component, Player::LEFT).next().is_some())
}

tests_of_all_games!(descriptions_are_right, |entry| assert_none(&conformance::info(entry, library())));

/// Searches count each evaluated position once, whichever moves are requested.
#[test]
fn positions_are_counted_once() {
    for (text, positions) in [
        ("take[1,3,4](10)", 11),
        ("misere take[1,3,4](10)", 11),
        // Heaps up to n and m make (n+1)(m+1) sums; sums that differ in the order of equal games count once.
        ("take[1](7)", 8),
        ("take[1](4) + take[1](4)", 15),
        ("rule{ (a,b) -> (a-1,b); (a,b-1) }(6,3)", 28),
        ("rule{ n -> n+1 if n < 9; 0 if n == 9 }(0)", 10),
    ] {
        for moves in [MovesWanted::All, MovesWanted::One, MovesWanted::Count, MovesWanted::None] {
            let position_sum = parse(text).unwrap();
            let question = Question { use_theorems: false, moves, wants_working: false, ..Question::default() };
            let answer = Solver::new().solve(&position_sum, &question, &Budget::default()).unwrap();
            let most =
                if position_sum.play == Play::Misere { answer.nodes <= positions } else { answer.nodes == positions };
            assert!(most, "{text}: {} with {moves:?}", answer.nodes);
            assert_eq!(answer.explanation.reasons, [Reason::Search { nodes: answer.nodes }]);
        }
    }
    // Tables that are filled on demand count the same positions, even if large values need wider cells.
    for (text, positions) in [
        ("rule{ (a,b) -> (a-1,b); (a,b-1) }(6,3)", 28),
        ("rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-1) }(300,1)", 602),
    ] {
        let position_sum = parse(text).unwrap();
        let answer = by_theorem(&mut Solver::new(), &position_sum).unwrap();
        assert_eq!(
            (answer.nodes, answer.explanation.reasons.as_slice()),
            (positions, &[Reason::Search { nodes: positions }][..])
        );
    }
}

/// Every engine recognises rules whose numbers grow without bound, and solves rules whose growth ends.
#[test]
fn rules_that_grow_for_ever_are_recognised() {
    for text in [
        "rule{ n -> n+1 }(3)",
        "rule{ n -> n+k for k in 1..3; n-1 }(3)",
        "rule{ (a,b) -> (a+1,b); (a,b-1) }(0,2)",
        "rule{ n -> n+1 }(3) + nim(4)",
        // The number of components grows without bound.
        "rule{ n -> (n+1)+(n) }(2)",
        "rule{ left: n -> (n+1)+(n); right: n -> (n)+(n+2) }(2)",
        // In these rules the numbers increase whatever the remainder or the case.
        "rule{ n -> n+2-n%2 }(3)",
        "rule{ (a,b) -> (a+1,b+a%3) }(3,7) + nim(1)",
        "rule{ n -> max(n+1,9-n) }(0)",
        "rule{ left: n -> n+1; right: n -> n+2 if n > 3 }(5)",
        // In these rules positions repeat with ever more components alongside them.
        "rule{ n -> (n)+(n) }(2)",
        "rule{ n -> (n+1)+(n/2) if n < 9 and n > 0 }(3)",
        "rule{ n -> 5 if n == 3; (3)+(2) if n == 5; n-2 }(5) + nim(2)",
    ] {
        for (prefix, use_theorems) in [("", true), ("", false), ("misere ", true), ("misere ", false)] {
            let position_sum = parse(&format!("{prefix}{text}")).unwrap();
            let question = Question { use_theorems, ..Question::default() };
            let error = Solver::new().solve(&position_sum, &question, &Budget::default()).unwrap_err();
            assert_eq!(error.kind, ErrorKind::Unsupported, "{position_sum}: {error}");
            assert!(error.message.to_string().contains("forever"), "{position_sum}: {error}");
        }
    }
    for text in [
        "rule{ n -> n+1 if n < 9000 }(3)",
        "rule{ n -> n+1 if n < 5000; n-3 if n == 5000 }(3)",
        "rule{ n -> 2*n if n < 10^9 and n > 0 }(1)",
        "rule{ (a,b) -> (a+1,b-1) if b > 0; (a-1,b) if a > 0 }(20,20)",
        "rule{ n -> n+1 if n % 2 == 0; n-3 if n % 2 == 1 and n > 3 }(20)",
        // Here numbers grow only if n is even, or only until another number is used up.
        "rule{ n -> n+1-2*(n%2) if n < 9000; n-9000 }(4)",
        "rule{ (a,b) -> (a+2-a%2,b-1) }(0,6000)",
        "rule{ left: n -> n+1; right: n -> n-1 }(5)",
        // Here a position repeats alongside components without moves.
        "rule{ n -> 5 if n == 3; (3)+(1) if n == 5 }(5) + nim(2)",
    ] {
        assert!(by_theorem(&mut Solver::new(), &parse(text).unwrap()).is_ok(), "{text}");
    }
}

/// If a table would be too large but play skips most entries, the reachable positions are searched.
#[test]
fn huge_heaps_with_few_followers_are_searched() {
    let slow = |n: u64, known: &mut std::collections::HashMap<u64, u64>| -> u64 {
        fn value(n: u64, known: &mut std::collections::HashMap<u64, u64>) -> u64 {
            if let Some(&value) = known.get(&n) {
                return value;
            }
            let mut options: Vec<u64> = vec![];
            for to in [n / 2, n / 3] {
                if to < n {
                    options.push(value(to, known));
                }
            }
            let least = (0..).find(|v| !options.contains(v)).unwrap();
            known.insert(n, least);
            least
        }
        value(n, known)
    };
    let mut known = std::collections::HashMap::new();
    let mut solver = Solver::new();
    for n in [10u64.pow(12), 10u64.pow(12) + 1, 3u64.pow(30), 1 << 40] {
        let position_sum = parse(&format!("rule{{ n -> n/2; n/3 }}({n})")).unwrap();
        let answer = by_theorem(&mut solver, &position_sum).unwrap();
        assert_eq!(answer.values.grundy, Some(grundy_rules::Nimber::from(slow(n, &mut known))), "{n}");
        for mv in &answer.moves.listed {
            assert_eq!(
                by_theorem(&mut solver, &parse(mv.to.as_deref().unwrap()).unwrap()).unwrap().result.outcome,
                Some(Outcome::P)
            );
        }
        assert_eq!(answer.moves.listed.is_empty(), answer.result.outcome == Some(Outcome::P));
    }
}

// The rest of this file checks that the conformance suite finds faults. It uses games whose theorems are wrong.

/// The game of taking 1 or 2 from a heap, with a theorem that claims results of the kind `CLAIM`.
///
/// Every instance of a game takes a second to compile, so the fault of the theorem is not a parameter of the type.
#[derive(Clone, Copy)]
struct OneOrTwo<const CLAIM: u8> {
    fault: Fault,
}

/// The theorem states values, with all moves to a value.
const VALUES: u8 = 0;
/// The theorem states outcomes, with all winning moves.
const OUTCOMES: u8 = 1;
/// The theorem states outcomes, without winning moves.
const OUTCOMES_ONLY: u8 = 2;
/// The theorem states outcomes, with an example of a winning move.
const EXAMPLES: u8 = 3;
/// As `OUTCOMES`, and Right may only take 2.
const PARTIZAN: u8 = 4;
/// The theorem states values under misère play.
const MISERE_VALUES: u8 = 5;

/// The fault of the game's theorems, if any.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    Nothing,
    Value,
    Count,
    Moves,
    NeverInScope,
    Outcome,
    MisereValue,
    FewSamples,
    ValueOfSecond,
    OrderOfSecond,
    Example,
    MissingExample,
    OutcomeOfLeft,
    MovesOfOther,
}

thread_local! {
    /// The fault of all games that this thread makes.
    static FAULT: Cell<Fault> = const { Cell::new(Fault::Nothing) };
}

impl<const CLAIM: u8> Rules for OneOrTwo<CLAIM> {
    type Component = u64;
    type Move = u64;
    type Key = u64;
    fn moves(&self, &heap: &u64, by: Player) -> impl Iterator<Item = u64> {
        let least = if CLAIM == PARTIZAN && by == Player::RIGHT { 2 } else { 1 };
        least..=heap.min(2)
    }
    fn play(&self, &heap: &u64, _: Player, mv: &u64) -> Components<u64> {
        smallvec![heap - mv]
    }
    fn key(&self, &heap: &u64) -> u64 {
        heap
    }
}

impl<const CLAIM: u8> Impartial for OneOrTwo<CLAIM> {}

impl<const CLAIM: u8> OneOrTwo<CLAIM> {
    // The wrong claims hold for small heaps, so a suite that checks only two or three heaps would miss them.
    const FIRST: Claim<Self> = match CLAIM {
        OUTCOMES => Claim::Outcome {
            play: Play::Normal,
            outcome: |game, heap| match game.fault {
                Fault::Outcome if *heap == 12 => Outcome::N,
                _ => game.outcome(heap),
            },
            winning: StatedMoves::All {
                count: |_, heap, _| u128::from(!heap.is_multiple_of(3)),
                moves: |_, heap, _| Box::new((!heap.is_multiple_of(3)).then_some(heap % 3).into_iter()),
            },
        },
        // Right moving first wins only from 2, and Left never has to move to 2.
        PARTIZAN => Claim::Outcome {
            play: Play::Normal,
            outcome: |game, heap| match heap {
                0 => Outcome::P,
                2 => Outcome::N,
                31 if game.fault == Fault::OutcomeOfLeft => Outcome::N,
                _ => Outcome::L,
            },
            winning: StatedMoves::All {
                count: |game, heap, by| game.winning(*heap, by).count() as u128,
                moves: |game, heap, by| Box::new(game.winning(*heap, by)),
            },
        },
        OUTCOMES_ONLY => Claim::Outcome { play: Play::Normal, outcome: Self::outcome, winning: StatedMoves::Unknown },
        EXAMPLES => Claim::Outcome {
            play: Play::Normal,
            outcome: Self::outcome,
            winning: StatedMoves::Examples(|game, heap, _| match (game.fault, heap % 3) {
                (Fault::Example, 1) if *heap == 16 => Box::new(std::iter::once(2)),
                (Fault::MissingExample, _) if *heap == 20 => Box::new(std::iter::empty()),
                (_, 0) => Box::new(std::iter::empty()),
                (_, take) => Box::new(std::iter::once(take)),
            }),
        },
        _ => Claim::NimHeap {
            play: if CLAIM == MISERE_VALUES { Play::Misere } else { Play::Normal },
            value: |game, heap| match game.fault {
                Fault::MisereValue => u128::from(heap % 2),
                Fault::Value if *heap == 10 => 2,
                _ => u128::from(heap % 3),
            },
            count: |game, heap, to| match game.fault {
                Fault::Count if *heap == 8 => 2,
                _ => Self::taking(*heap, to).count() as u128,
            },
            moves: |game, heap, to| match game.fault {
                Fault::Moves if *heap == 7 => Box::new(std::iter::once(2)),
                _ => Box::new(Self::taking(*heap, to)),
            },
        },
    };

    const fn theorem(name: &'static str, scope: fn(&Self, &u64) -> bool, claim: Claim<Self>) -> Theorem<Self> {
        Theorem {
            info: TheoremInfo {
                name,
                statement: "G(n) = n mod 3.",
                source: "this test",
                strategy: "",
                scope: "heaps",
                covers_sums: false,
            },
            scope,
            claim,
            working: |_, _| grundy_rules::Text::empty(),
            steps: |_, _| vec![],
            plan: |_, _, _| grundy_rules::Plan::default(),
            plans_last_moves: false,
            replies: |_, _| grundy_rules::Text::empty(),
        }
    }

    fn new() -> Self {
        OneOrTwo { fault: FAULT.get() }
    }

    fn outcome(&self, heap: &u64) -> Outcome {
        if heap.is_multiple_of(3) { Outcome::P } else { Outcome::N }
    }

    fn winning(&self, heap: u64, by: Player) -> impl Iterator<Item = u64> + use<CLAIM> {
        let by = if self.fault == Fault::MovesOfOther && heap == 22 { by.other() } else { by };
        (1..=heap.min(2))
            .filter(move |take| if by == Player::LEFT { heap - take != 2 } else { [heap, *take] == [2, 2] })
    }

    fn taking(heap: u64, to: u128) -> impl Iterator<Item = u64> {
        (1..=2.min(heap)).filter(move |take| u128::from((heap - take) % 3) == to)
    }
}

impl<const CLAIM: u8> Game for OneOrTwo<CLAIM> {
    const THEOREMS: &'static [Theorem<Self>] = &[
        Self::theorem("claimed", |game, _| game.fault != Fault::NeverInScope, Self::FIRST),
        // Engines prefer the first theorem, so only a direct check of this theorem finds its fault.
        Self::theorem(
            "also-claimed",
            |game, _| game.fault != Fault::FewSamples,
            Claim::NimHeap {
                play: Play::Normal,
                value: |game, heap| match game.fault {
                    Fault::ValueOfSecond if *heap == 31 => 0,
                    _ => u128::from(heap % 3),
                },
                count: |_, heap, to| Self::taking(*heap, to).count() as u128,
                moves: |game, heap, to| match game.fault {
                    // The number of moves is right, but the moves are exchanged.
                    Fault::OrderOfSecond => Box::new(Self::taking(*heap, to).map(|take| 3 - take)),
                    _ => Box::new(Self::taking(*heap, to)),
                },
            },
        ),
    ];
    const INFO: GameInfo = GameInfo {
        name: "one_or_two",
        aliases: &[],
        title: "One or two",
        rules: "A move takes one or two.",
        notation: "one_or_two(heap, ...)",
        example: "one_or_two(5)",
        kind: if CLAIM == PARTIZAN { Kind::Partizan } else { Kind::Impartial },
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };
    fn parse_rules(_: &str, _: &mut Cursor<'_>) -> Result<Self> {
        Ok(OneOrTwo::new())
    }
    fn parse_components(&self, _: &str, input: &mut Cursor<'_>) -> Result<Vec<u64>> {
        input.numbers('(', ')', Self::INFO.example)
    }
    fn write_component(&self, heap: &u64, out: &mut String) {
        out.push_str(&heap.to_string());
    }
    fn describe(&self, _: &u64, _: usize, mv: &u64) -> MoveText {
        MoveText::new(grundy_rules::Text::verbatim(format!("take {mv}")), vec![])
    }
    fn samples() -> Box<dyn Iterator<Item = (Self, Vec<u64>)>> {
        let most = if FAULT.get() == Fault::FewSamples { 20 } else { usize::MAX };
        Box::new((0u64..).map(|heap| (OneOrTwo::new(), vec![heap])).take(most))
    }
}

/// Returns the messages about theorems of the kind `CLAIM` with this fault.
fn faults_of<const CLAIM: u8>(fault: Fault) -> Vec<String> {
    FAULT.set(fault);
    conformance::theorems(&Unlisted::<OneOrTwo<CLAIM>>::new())
}

#[test]
fn a_right_theorem_passes() {
    assert_none(&faults_of::<VALUES>(Fault::Nothing));
    assert_none(&faults_of::<OUTCOMES>(Fault::Nothing));
    assert_none(&faults_of::<OUTCOMES_ONLY>(Fault::Nothing));
    assert_none(&faults_of::<EXAMPLES>(Fault::Nothing));
    assert_none(&faults_of::<PARTIZAN>(Fault::Nothing));
}

/// A theorem on outcomes gives the winning moves of both players, also in the negative of a position.
#[test]
fn outcomes_of_either_player_are_answered_by_theorem() {
    for heap in 0..12 {
        let position_sum = grundy_rules::PositionSum::from_components(OneOrTwo::<PARTIZAN>::new(), [heap]);
        for position_sum in [-position_sum.clone(), position_sum] {
            let known = by_theorem(&mut Solver::new(), &position_sum).unwrap();
            assert!(
                matches!(known.explanation.reasons[..], [Reason::Theorem(theorem)] if theorem.name == "claimed"),
                "{known:?}"
            );
            let searched = conformance::by_search(&position_sum, 1_000).unwrap().unwrap();
            assert_none(&conformance::differences(&known, &searched));
        }
    }
}

#[test]
fn a_wrong_theorem_is_caught() {
    let mentions = |faults: Vec<String>, text: &str| {
        let first: Vec<&String> = faults.iter().take(20).collect();
        assert!(faults.iter().any(|fault| fault.contains(text)), "nothing says {text:?}: {first:#?}");
    };
    mentions(faults_of::<VALUES>(Fault::Value), "claimed: one_or_two(10): value 2, by search value 1");
    mentions(
        faults_of::<VALUES>(Fault::Count),
        "claimed: one_or_two(8): 2 moves to value 0, by search 1 moves to value 0",
    );
    mentions(
        faults_of::<VALUES>(Fault::Moves),
        "one_or_two(7): moves to value 0: take 2, by search moves to value 0: take 1",
    );
    mentions(faults_of::<VALUES>(Fault::OrderOfSecond), "also-claimed: one_or_two(1): moves to value 0: take 2");
    mentions(faults_of::<OUTCOMES>(Fault::Outcome), "one_or_two(12): outcome N, by search outcome P");
    mentions(
        faults_of::<MISERE_VALUES>(Fault::MisereValue),
        "misere one_or_two(2): genus (0,1), by search genus (2,2)",
    );
    mentions(
        faults_of::<EXAMPLES>(Fault::Example),
        "one_or_two(16): winning moves: take 2, by search winning moves: take 1",
    );
    mentions(
        faults_of::<EXAMPLES>(Fault::MissingExample),
        "one_or_two(20): winning moves: , by search winning moves: take 2",
    );
    mentions(faults_of::<PARTIZAN>(Fault::OutcomeOfLeft), "one_or_two(31): outcome N, by search outcome L");
    mentions(
        faults_of::<PARTIZAN>(Fault::MovesOfOther),
        "one_or_two(22): 0 winning moves of Left, by search 2 winning moves of Left",
    );
    mentions(faults_of::<VALUES>(Fault::ValueOfSecond), "also-claimed: one_or_two(31): value 0, by search value 1");
    mentions(faults_of::<VALUES>(Fault::NeverInScope), "no sample is in the scope of the theorem claimed");
    mentions(faults_of::<VALUES>(Fault::FewSamples), "claimed: 20 of 20 positions agree");
}
