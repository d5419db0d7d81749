//! Answers for every game, compared with a recursion on whole positions that uses only the rules.
//!
//! The tests run on all games of the library. Games with cycles have their own tests.

use crate::common::{Unlisted, assert_none, by_theorem_within, single_position, tests_of_all_games};
use grundy_games::rivals::Rivals;
use grundy_rules::{
    AnyComponent, AnyKey, Components, Cursor, DynGame, Game, GameInfo, Kind, MoveText, Multiplayer, Outcome, Play,
    Player, PositionSum, Result, Rules, Scored, SumRules,
};
use grundy_solve::{Answer, MoveResult, Solver};
use std::collections::HashMap;

/// Per play convention, the number of positions of a game to compare and the number of samples to try.
const POSITIONS: usize = 60;
const SAMPLES: usize = 300;
/// The limits of the recursion, in positions, for one sample and for one game.
/// Samples beyond the limit are skipped.
const STATES: usize = 1_000;
const STATES_A_GAME: usize = 15_000;
/// The least number of samples of a game that must be small enough to be compared.
const AT_LEAST: usize = 15;

/// The recursion by the definition, with a memo.
struct Definition<'a> {
    rules: &'a SumRules,
    kind: Kind,
    play: Play,
    known: HashMap<(Vec<AnyKey>, Player), i64>,
}

impl Definition<'_> {
    /// Returns the result of a position with `by` to move; `None` for positions that are too large.
    /// The result is 1 if `by` wins and 0 if `by` loses. In scoring games it is the points of `by` minus those
    /// of the opponent, and in games of several players the loser's number.
    fn value(&mut self, sum: &[AnyComponent], by: Player) -> Option<i64> {
        let key = (sum.iter().map(|component| self.rules.key(component)).collect::<Vec<_>>(), by);
        if let Some(&value) = self.known.get(&key) {
            return Some(value);
        }
        if self.known.len() >= STATES {
            return None;
        }
        let reached = self.reached(sum, by)?;
        let value = self.best(by, &reached);
        self.known.insert(key, value);
        Some(value)
    }

    /// Returns the result of each move for `by`, in listing order; `None` if a position is too large.
    fn reached(&mut self, sum: &[AnyComponent], by: Player) -> Option<Vec<i64>> {
        let rules = self.rules;
        let mut list = vec![];
        for k in 0..sum.len() {
            for mv in rules.moves(&sum[k], by) {
                let left = rules.play(&sum[k], by, &mv);
                let next = rules.next_player(&sum[k], by, &mv);
                let after: Vec<AnyComponent> = sum[..k].iter().chain(&left).chain(&sum[k + 1..]).cloned().collect();
                let rest = self.value(&after, next)?;
                list.push(match self.kind {
                    Kind::Impartial | Kind::Partizan | Kind::NonstandardImpartial => 1 - rest,
                    Kind::Scoring => rules.points(&sum[k], by, &mv) + if next == by { rest } else { -rest },
                    Kind::Multiplayer => rest,
                });
            }
        }
        Some(list)
    }

    fn best(&self, by: Player, reached: &[i64]) -> i64 {
        match self.kind {
            Kind::Impartial | Kind::Partizan | Kind::NonstandardImpartial => {
                reached.iter().copied().max().unwrap_or(i64::from(self.play == Play::Misere))
            }
            Kind::Scoring => reached.iter().copied().max().unwrap_or(0),
            Kind::Multiplayer => {
                let wanted = self.rules.ranking(by).iter().map(|player| i64::from(player.0));
                wanted.into_iter().find(|loser| reached.contains(loser)).unwrap_or(i64::from(by.0))
            }
        }
    }
}

/// The compared part of an answer: outcome, score or loser, and the number of best first moves.
#[derive(Debug, PartialEq, Eq)]
struct Expected {
    outcome: Option<Outcome>,
    score: Option<i64>,
    loser: Option<Player>,
    moves: Option<u128>,
}

impl Expected {
    fn from_answer(answer: &Answer) -> Expected {
        Expected {
            outcome: answer.result.outcome,
            score: answer.result.score,
            loser: answer.result.loser,
            moves: answer.moves.total,
        }
    }

    /// Returns the answer by the definition, and the number of positions; `None` if there are too many.
    fn by_definition(position_sum: &PositionSum) -> Option<(Expected, usize)> {
        let position = &position_sum.terms[0].position;
        let mut rules = SumRules::default();
        let components = position.erased_components(&mut rules, false);
        let (kind, play) = (position_sum.kind(), position_sum.play);
        let mut definition = Definition { rules: &rules, kind, play, known: HashMap::new() };
        let first = position.first_player();
        let starters = if kind == Kind::Partizan { vec![Player::LEFT, Player::RIGHT] } else { vec![first] };
        let (mut values, mut moves) = (vec![], 0);
        for by in starters {
            let reached = definition.reached(&components, by)?;
            let best = definition.best(by, &reached);
            // A lost position has no winning moves; in games with points or losers there are always best moves.
            let lost = best == 0 && matches!(kind, Kind::Impartial | Kind::Partizan);
            moves += if lost { 0 } else { reached.iter().filter(|&&value| value == best).count() as u128 };
            values.push(best);
        }
        let outcome = match (kind, values.as_slice()) {
            (Kind::Impartial, [1]) | (Kind::Partizan, [1, 1]) => Some(Outcome::N),
            (Kind::Impartial, _) | (Kind::Partizan, [0, 0]) => Some(Outcome::P),
            (Kind::Partizan, [1, _]) => Some(Outcome::L),
            (Kind::Partizan, _) => Some(Outcome::R),
            _ => None,
        };
        let score = (kind == Kind::Scoring).then_some(values[0]);
        let loser = (kind == Kind::Multiplayer).then_some(Player(values[0] as u8));
        Some((Expected { outcome, score, loser, moves: Some(moves) }, definition.known.len()))
    }
}

fn faults(entry: &dyn DynGame) -> Vec<String> {
    let info = entry.info();
    let mut faults = vec![];
    if info.kind == Kind::NonstandardImpartial {
        // The tests in `tiers.rs` compare these games with the definition.
        return faults;
    }
    for play in [Play::Normal, Play::Misere] {
        if play == Play::Misere && !info.misere {
            continue;
        }
        let mut solver = Solver::new();
        let (mut checked, mut states, mut short) = (0, 0, 0);
        for position in entry.samples().take(SAMPLES).filter(|position| position.ruleset().is_short()) {
            if checked == POSITIONS || states > STATES_A_GAME {
                break;
            }
            short += 1;
            let position_sum = single_position(position, play);
            let Some((expected, cost)) = Expected::by_definition(&position_sum) else {
                states += STATES;
                continue;
            };
            states += cost;
            let answer = match by_theorem_within(&mut solver, &position_sum, 100_000) {
                None => continue,
                Some(Err(error)) => {
                    faults.push(format!("{position_sum} cannot be solved: {error}"));
                    continue;
                }
                Some(Ok(answer)) => answer,
            };
            checked += 1;
            let found = Expected::from_answer(&answer);
            if found != expected {
                faults.push(format!("{position_sum}: {found:?}, by definition {expected:?}"));
            }
            let right = |result: MoveResult| match answer.position.kind {
                Kind::Impartial | Kind::Partizan | Kind::NonstandardImpartial => result == MoveResult::Win,
                Kind::Scoring => Some(result) == answer.result.score.map(MoveResult::Score),
                Kind::Multiplayer => Some(result) == answer.result.loser.map(MoveResult::Loser),
            };
            if answer.moves.listed.iter().any(|mv| !right(mv.result)) {
                faults.push(format!("{position_sum}: a listed move leads elsewhere: {:?}", answer.moves.listed));
            }
        }
        if checked < AT_LEAST && short > 0 {
            faults.push(format!("{}, {play} play: only {checked} samples were small enough", info.name));
        }
    }
    faults
}

tests_of_all_games!(answers_agree_with_the_definition, |entry| assert_none(&faults(entry)));

/// A game of several players with a wrong table: the table has other amounts than the moves.
struct Forged(Rivals, Rivals);

impl Rules for Forged {
    type Component = u64;
    type Move = <Rivals as Rules>::Move;
    type Key = u64;
    fn moves(&self, component: &u64, by: Player) -> impl Iterator<Item = Self::Move> {
        self.0.moves(component, by)
    }
    fn play(&self, component: &u64, by: Player, mv: &Self::Move) -> Components<u64> {
        self.0.play(component, by, mv)
    }
    fn key(&self, component: &u64) -> u64 {
        *component
    }
    fn next_player(&self, component: &u64, by: Player, mv: &Self::Move) -> Player {
        self.0.next_player(component, by, mv)
    }
}

impl Game for Forged {
    const INFO: GameInfo = Rivals::INFO;
    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<Self> {
        let rules = Rivals::parse_rules(alias, input)?;
        Ok(Forged(rules.clone(), rules))
    }
    fn parse_components(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Vec<u64>> {
        self.0.parse_components(alias, input)
    }
    fn write_component(&self, component: &u64, out: &mut String) {
        self.0.write_component(component, out);
    }
    fn describe(&self, component: &u64, at: usize, mv: &Self::Move) -> MoveText {
        self.0.describe(component, at, mv)
    }
    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        self.0.multiplayer()
    }
    fn table_form(&self) -> Option<grundy_rules::TableForm<'_>> {
        self.1.table_form()
    }
    fn table_coordinates(&self, component: &u64) -> [u64; 3] {
        [*component, 0, 0]
    }
    fn move_to(&self, component: &u64, by: Player, after: &[[u64; 3]]) -> Option<Self::Move> {
        self.1.move_to(component, by, after)
    }
    fn samples() -> Box<dyn Iterator<Item = (Self, Vec<u64>)>> {
        let rules = |text: &str| {
            let mut sources = grundy_rules::NoSources;
            Rivals::parse_rules("rivals", &mut Cursor::new(text, &mut sources)).unwrap()
        };
        let (moves, table) = ("[1,2 : 2>3>1 / 1 : 1>3>2 / 2 : 1>2>3]", "[1,2 : 2>3>1 / 1 : 1>3>2 / 1 : 1>2>3]");
        Box::new((0..60).map(move |heap| (Forged(rules(moves), rules(table)), vec![heap])))
    }
}

#[test]
fn a_wrong_table_is_caught() {
    let faults = faults(&Unlisted::<Forged>::new());
    assert!(faults.iter().any(|fault| fault.contains("by definition")), "{faults:?}");
}
