//! Tests that the description of a game (`GameInfo`) agrees with its rules.
//!
//! They check the kind of the game, whether it is short or loopy, its points and players, and its misère play.
//!
//! The tests run on all games of the library. Perfect information and the absence of chance need no test: in the
//! traits, moves depend only on the component and the player to move.

use crate::common::{Unlisted, assert_none, by_theorem_within, single_position, tests_of_all_games};
use grundy_games::parse;
use grundy_rules::{
    AnyComponent, AnyKey, Components, Cursor, DynGame, DynPosition, ErrorKind, Game, GameInfo, Kind, MoveText,
    Multiplayer, Play, Player, PointsFn, Result, Rules, Scored, SumRules,
};
use grundy_solve::Solver;
use smallvec::smallvec;
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

/// The maximal number of samples of a game that are examined.
const SAMPLES: usize = 150;
/// The maximal number of components reached from one sample that are examined.
const FOLLOWERS: usize = 1_500;
/// A question under misère play that takes more positions than this is skipped.
const NODES: u64 = 20_000;

fn text(position: &dyn DynPosition) -> String {
    let mut out = String::new();
    position.write(&mut out);
    out
}

/// The properties of a game that its samples exhibit.
#[derive(Debug, Default)]
struct Seen {
    /// The kinds of the samples.
    kinds: BTreeSet<&'static str>,
    /// Whether Left and Right have different moves in some partizan sample.
    difference: bool,
    /// Whether a position can repeat in some sample.
    cycle: bool,
    /// Whether some move scores points.
    points: bool,
    /// Whether a player moves twice in a row.
    again: bool,
    /// Whether there are more than two players and each of them moves at some time.
    many: bool,
}

/// An explorer of all components that play reaches from a sample.
struct Plays<'a> {
    rules: &'a SumRules,
    position: &'a dyn DynPosition,
    players: Vec<Player>,
}

impl Plays<'_> {
    /// Returns the components that a move of any player can produce from a component.
    fn followers(&self, component: &AnyComponent) -> Vec<AnyComponent> {
        let moves =
            |&by: &Player| self.rules.moves(component, by).flat_map(move |mv| self.rules.play(component, by, &mv));
        self.players.iter().flat_map(moves).collect()
    }

    /// Reports whether a component can recur, by a depth-first search of at most `FOLLOWERS` components.
    /// In `open`, `true` marks components on the stack, and a move to one of them closes a cycle.
    fn has_cycle(&self, components: &[AnyComponent]) -> bool {
        let mut open: HashMap<AnyKey, bool> = HashMap::new();
        for component in components {
            if open.contains_key(&self.rules.key(component)) {
                continue;
            }
            open.insert(self.rules.key(component), true);
            let mut stack = vec![(self.rules.key(component), self.followers(component))];
            while let Some((key, followers)) = stack.last_mut() {
                let Some(next) = followers.pop() else {
                    open.insert(key.clone(), false);
                    stack.pop();
                    continue;
                };
                let key = self.rules.key(&next);
                match open.get(&key) {
                    Some(true) => return true,
                    Some(false) => {}
                    None if open.len() >= FOLLOWERS => return false,
                    None => {
                        open.insert(key.clone(), true);
                        stack.push((key, self.followers(&next)));
                    }
                }
            }
        }
        false
    }

    /// Examines the moves of each player in every component, and records properties and faults.
    fn look(&self, components: &[AnyComponent], seen: &mut Seen, faults: &mut Vec<String>) {
        let name = || text(self.position);
        let mut known = BTreeSet::from([self.position.first_player()]);
        let mut visited: HashMap<(AnyKey, Player), ()> = HashMap::new();
        let mut open: Vec<(AnyComponent, Player)> =
            components.iter().map(|component| (component.clone(), self.position.first_player())).collect();
        if self.position.ruleset().kind() == Kind::Partizan {
            open.extend(components.iter().map(|component| (component.clone(), Player::RIGHT)));
        }
        while let Some((component, by)) = open.pop() {
            if visited.len() >= FOLLOWERS || visited.insert((self.rules.key(&component), by), ()).is_some() {
                continue;
            }
            for mv in self.rules.moves(&component, by) {
                let next = self.rules.next_player(&component, by, &mv);
                let points = self.rules.points(&component, by, &mv);
                if !self.players.contains(&next) {
                    return faults.push(format!("{}: {next:?} moves among {:?}", name(), self.players));
                }
                known.insert(next);
                seen.again |= next == by;
                if next == by && self.players.len() > 1 && !self.position.ruleset().has_extra_turns() {
                    return faults.push(format!("{}: {by:?} moves twice in a row", name()));
                }
                if points != 0 && self.position.ruleset().kind() != Kind::Scoring {
                    return faults.push(format!("{}: a move is worth {points} points", name()));
                }
                seen.points |= points != 0;
                open.extend(self.rules.play(&component, by, &mv).into_iter().map(|left| (left, next)));
            }
        }
        seen.many |= self.players.len() > 2 && known.len() == self.players.len();
    }
}

/// Returns the moves of a player, each as its text and the position after it.
fn moves(position: &dyn DynPosition, by: Player) -> Vec<String> {
    let mut list = vec![];
    for component in 0..position.len() {
        for mv in position.moves(component, by) {
            list.push(format!("{} {}", position.describe(component, &mv).text, position.after(component, by, &mv)));
        }
    }
    list
}

fn faults(entry: &dyn DynGame) -> Vec<String> {
    let info = entry.info();
    let (mut seen, mut faults) = (Seen::default(), vec![]);
    let others = info.other_examples.iter().map(|text| {
        let position_sum = parse(text).unwrap_or_else(|error| panic!("{}: {text}: {error}", info.name));
        assert_eq!(position_sum.to_string(), *text);
        let [term] = <[_; 1]>::try_from(position_sum.terms).expect("an example is one position");
        assert_eq!(term.position.ruleset().info().name, info.name);
        (term.position, true)
    });
    for (position, other) in entry.samples().take(SAMPLES).map(|position| (position, false)).chain(others) {
        let kind = position.ruleset().kind();
        seen.kinds.insert(kind.name());
        if kind != info.kind && Some(kind) != info.other_kind {
            faults.push(format!("{}: {} is no kind of the card", text(&*position), kind.name()));
        }
        let two = kind.players();
        if two.is_some_and(|two| position.ruleset().players() != two) {
            faults.push(format!("{}: {} players", text(&*position), position.ruleset().players()));
        }
        let mut rules = SumRules::default();
        let components = position.erased_components(&mut rules, false);
        let plays = Plays {
            rules: &rules,
            position: &*position,
            players: (0..position.ruleset().players()).map(Player).collect(),
        };
        let cycle = plays.has_cycle(&components);
        if other && kind == info.kind && !cycle {
            faults.push(format!("{} is an example of nothing else", text(&*position)));
        }
        // For examples of another kind than the game's, `is_short` may return true although positions can repeat.
        if cycle && (info.short || (position.ruleset().is_short() && !other)) {
            faults.push(format!("{}: a position comes again in a short game", text(&*position)));
        }
        seen.cycle |= cycle;
        plays.look(&components, &mut seen, &mut faults);
        match kind {
            Kind::Impartial | Kind::Partizan | Kind::NonstandardImpartial => {
                let differ = moves(&*position, Player::LEFT) != moves(&*position, Player::RIGHT);
                if differ && kind != Kind::Partizan {
                    faults.push(format!("{}: the players have different moves", text(&*position)));
                }
                seen.difference |= differ;
            }
            Kind::Scoring => {}
            Kind::Multiplayer => {
                for &by in &plays.players {
                    let mut ranking = rules.ranking(by).to_vec();
                    ranking.sort_unstable();
                    if ranking != plays.players {
                        faults.push(format!("{}: the ranking of {by:?} is no permutation", text(&*position)));
                    }
                }
            }
        }
    }
    let claims = [
        (seen.kinds.contains(info.kind.name()), format!("is {}, no sample is", info.kind.name())),
        (
            info.other_kind.is_none_or(|also| seen.kinds.contains(also.name())),
            format!("is {:?} too, no sample is", info.other_kind),
        ),
        (!seen.kinds.contains("partizan") || seen.difference, "has partizan samples without a difference".into()),
        (!seen.kinds.contains("scoring") || seen.points, "is won on points, no move scores".into()),
        (!seen.kinds.contains("multiplayer") || seen.many, "has several players, not all of whom move".into()),
        (info.short || seen.cycle, "is loopy, no position comes again".into()),
    ];
    faults.extend(claims.into_iter().filter(|claim| !claim.0).map(|(_, what)| format!("{} {what}", info.name)));
    faults.extend(misere_fault(entry));
    faults
}

/// Returns the fault if misère play is answered although `GameInfo::misere` is false, or the reverse.
fn misere_fault(entry: &dyn DynGame) -> Option<String> {
    let info = entry.info();
    let mut answered = 0;
    for position in entry.samples().take(30) {
        let position_sum = single_position(position, Play::Misere);
        match by_theorem_within(&mut Solver::new(), &position_sum, NODES) {
            None => {}
            Some(Ok(_)) if info.misere => answered += 1,
            Some(Ok(_)) => return Some(format!("{position_sum} is answered, the card knows no misère play")),
            Some(Err(error)) if error.kind == ErrorKind::Unsupported && !info.misere => {}
            Some(Err(error)) => return Some(format!("{position_sum}: {error}")),
        }
    }
    (info.misere && answered == 0).then(|| format!("{}: no sample is answered under misère play", info.name))
}

tests_of_all_games!(cards_agree_with_the_rules, |entry| assert_none(&faults(entry)));

// The rest of this file checks that the tests above find faults. It uses a game whose description is right, or wrong in
// one respect.

/// The game of taking 1 or 2 from a heap, with one of the following rules; `INFO` is its description.
///
/// Every instance of a game takes a second to compile, so `SCORES` is the only rule in the type.
struct Taking<const INFO: u8, const SCORES: bool> {
    rules: u8,
}

thread_local! {
    /// The rules of all games that this thread makes.
    static RULES: Cell<u8> = const { Cell::new(PLAIN) };
}

const PLAIN: u8 = 0;
/// Right may not take 2.
const PARTIZAN: u8 = 1;
/// There is a move from 1 to 2.
const LOOPY: u8 = 2;
/// Taking 2 scores a point if `SCORES`.
const SCORING: u8 = 3;
/// There are three players.
const THREE: u8 = 4;
/// There are three players, and the last one never moves.
const SKIPPED: u8 = 5;
/// There are three players, and one of them ranks a player twice.
const RANKED: u8 = 6;
/// The description names another kind of game that no sample has.
const ALSO: u8 = 7;
/// Taking 1 gives the player another turn.
const AGAIN: u8 = 8;

const fn is_for_three(game: u8) -> bool {
    matches!(game, THREE | SKIPPED | RANKED)
}

impl<const INFO: u8, const SCORES: bool> Rules for Taking<INFO, SCORES> {
    type Component = u64;
    type Move = i64;
    type Key = u64;
    fn moves(&self, &heap: &u64, by: Player) -> impl Iterator<Item = i64> {
        let most = if self.rules == PARTIZAN && by == Player::RIGHT { 1 } else { 2 };
        let back = (self.rules == LOOPY && heap == 1).then_some(-1);
        (1..=heap.min(most) as i64).chain(back)
    }
    fn play(&self, &heap: &u64, _: Player, &mv: &i64) -> Components<u64> {
        smallvec![heap.checked_add_signed(-mv).unwrap()]
    }
    fn key(&self, &heap: &u64) -> u64 {
        heap
    }
    fn next_player(&self, _: &u64, by: Player, &mv: &i64) -> Player {
        match self.rules {
            AGAIN if mv == 1 => by,
            THREE | RANKED => Player((by.0 + 1) % 3),
            _ => by.other(),
        }
    }
}

impl<const INFO: u8, const SCORES: bool> Multiplayer for Taking<INFO, SCORES> {
    fn players(&self) -> u8 {
        3
    }
    fn ranking(&self, of: Player) -> &[Player] {
        const RANKINGS: [[Player; 3]; 2] = [[Player(2), Player(1), Player(0)], [Player(2), Player(1), Player(2)]];
        &RANKINGS[usize::from(self.rules == RANKED && of == Player(1))]
    }
}

impl<const INFO: u8, const SCORES: bool> Game for Taking<INFO, SCORES> {
    const POINTS: Option<PointsFn<Self>> = if SCORES { Some(|_, _, _, &mv| i64::from(mv == 2)) } else { None };
    const INFO: GameInfo = GameInfo {
        name: "taking",
        aliases: &[],
        title: "Taking",
        rules: "A move takes one or two.",
        notation: "taking(heap, ...)",
        example: "taking(5)",
        kind: match INFO {
            PARTIZAN => Kind::Partizan,
            SCORING => Kind::Scoring,
            THREE => Kind::Multiplayer,
            _ => Kind::Impartial,
        },
        other_kind: if INFO == ALSO { Some(Kind::Partizan) } else { None },
        short: INFO != LOOPY,
        other_examples: &[],
        misere: matches!(INFO, PLAIN | PARTIZAN | LOOPY),
    };
    fn parse_rules(_: &str, _: &mut Cursor<'_>) -> Result<Self> {
        Ok(Taking { rules: RULES.get() })
    }
    fn parse_components(&self, _: &str, input: &mut Cursor<'_>) -> Result<Vec<u64>> {
        input.numbers('(', ')', Self::INFO.example)
    }
    fn write_component(&self, heap: &u64, out: &mut String) {
        out.push_str(&heap.to_string());
    }
    fn describe(&self, _: &u64, _: usize, mv: &i64) -> MoveText {
        MoveText::new(grundy_rules::Text::verbatim(format!("take {mv}")), vec![])
    }
    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        is_for_three(self.rules).then_some(self)
    }
    fn samples() -> Box<dyn Iterator<Item = (Self, Vec<u64>)>> {
        Box::new((0..20).map(|heap| (Taking { rules: RULES.get() }, vec![heap])))
    }
}

/// Returns the messages about the description `INFO` of a game with these rules.
fn faults_of<const INFO: u8>(rules: u8) -> Vec<String> {
    RULES.set(rules);
    match rules {
        SCORING => faults(&Unlisted::<Taking<PLAIN, true>>::new()),
        _ => faults(&Unlisted::<Taking<INFO, false>>::new()),
    }
}

#[test]
fn correct_descriptions_pass() {
    assert_none(&faults_of::<PLAIN>(PLAIN));
    assert_none(&faults_of::<THREE>(THREE));
}

#[test]
fn wrong_descriptions_are_caught() {
    let mentions = |faults: Vec<String>, text: &str| {
        assert!(faults.iter().any(|fault| fault.contains(text)), "nothing says {text:?}: {faults:?}");
    };
    mentions(faults_of::<PLAIN>(PARTIZAN), "taking(2): the players have different moves");
    mentions(faults_of::<PARTIZAN>(PLAIN), "taking has partizan samples without a difference");
    mentions(faults_of::<PLAIN>(LOOPY), "taking(1): a position comes again in a short game");
    mentions(faults_of::<LOOPY>(PLAIN), "taking is loopy, no position comes again");
    mentions(faults_of::<PLAIN>(SCORING), "taking(2): a move is worth 1 points");
    mentions(faults_of::<SCORING>(PLAIN), "taking is won on points, no move scores");
    mentions(faults_of::<PLAIN>(THREE), "taking(0): 3 players");
    mentions(faults_of::<THREE>(PLAIN), "taking has several players, not all of whom move");
    mentions(faults_of::<THREE>(SKIPPED), "taking has several players, not all of whom move");
    mentions(faults_of::<THREE>(RANKED), "the ranking of Player(1) is no permutation");
    mentions(faults_of::<ALSO>(PLAIN), "taking is Some(Partizan) too, no sample is");
    mentions(faults_of::<PLAIN>(AGAIN), "moves twice in a row");
}
