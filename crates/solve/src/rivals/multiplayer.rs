//! Brute force for n players: the recursion on any position of any [`Multiplayer`] game, memoised on the multiset of
//! components and the player in turn.
//!
//! This is the engine that the table of [`Losers`](super::Losers) is checked against. It drops components in which nobody
//! can ever move, which changes nothing about the tree of plays. Depth costs memory, not recursion.

use crate::budget::{Budget, Meter};
use crate::multiset::{Look, Multiset, gather, look_if_large, remove_one};
use crate::search::comes_again;
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Multiplayer, Result, Seat};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::rc::Rc;

/// Who loses the sum of `parts` when `first` moves first and everybody plays best by their ranking.
///
/// # Errors
/// `limit` if the budget ends first; `unsupported` if a position can come again; `bad_argument` if `first` is no player or
/// a ranking is no permutation of the players.
///
/// ```
/// use grundy_rules::{Rival, Seat, games::rivals::Rivals};
/// use grundy_solve::{Budget, multiplayer};
/// let rival = |set: &str, ranking: [u8; 3]| Rival {
///     amounts: Some(set.parse().unwrap()),
///     ranking: ranking.map(Seat).to_vec(),
/// };
/// let rules = Rivals::new(vec![rival("1,2", [1, 2, 0]), rival("1,3", [0, 2, 1]), rival("2", [0, 1, 2])]).unwrap();
/// // Player 0 takes 1 of 3; player 1 must leave 1, which is too little for player 2.
/// assert_eq!(multiplayer::loser(&rules, &[3], Seat(0), &Budget::default()).unwrap(), Seat(2));
/// ```
pub fn loser<R: Multiplayer>(rules: &R, parts: &[R::Part], first: Seat, budget: &Budget<'_>) -> Result<Seat> {
    let mut search = Search::new(rules, budget)?;
    let root = search.position(parts)?;
    search.loser(root, first)
}

/// The best first moves of `first` in the sum of `parts`: the place of the component and the move in it. They are those
/// that make the same player lose as best play does; there are none where `first` cannot move.
///
/// # Errors
/// As [`loser`].
///
/// ```
/// use grundy_rules::{Rival, Seat, games::{nim::TakeSome, rivals::Rivals}};
/// use grundy_solve::{Budget, multiplayer};
/// let rival = |ranking: [u8; 2]| Rival { amounts: Some("1..3".parse().unwrap()), ranking: ranking.map(Seat).to_vec() };
/// let rules = Rivals::new(vec![rival([1, 0]), rival([0, 1])]).unwrap();
/// let moves = multiplayer::best_moves(&rules, &[7], Seat(1), &Budget::default()).unwrap();
/// assert_eq!(moves, [(0, TakeSome(3))]);
/// ```
pub fn best_moves<R: Multiplayer>(
    rules: &R,
    parts: &[R::Part],
    first: Seat,
    budget: &Budget<'_>,
) -> Result<Vec<(usize, R::Move)>> {
    let mut search = Search::new(rules, budget)?;
    let root = search.position(parts)?;
    let loser = search.loser(root, first)?;
    let mut best = vec![];
    for place in 0..parts.len() {
        search.best_in(parts, place, first, loser, |mv| best.push((place, mv)))?;
    }
    Ok(best)
}

/// A memoised search over sums of components of one ruleset.
pub struct Search<'a, R: Multiplayer> {
    rules: &'a R,
    budget: &'a Budget<'a>,
    meter: Meter<'a>,
    players: usize,
    /// By player and loser: the place of the loser in the player's ranking.
    places: Vec<u8>,
    parts: Components<R>,
    /// Finds the number of a position and player in turn; its key stands in `nodes`.
    numbers: HashTable<u32>,
    nodes: Vec<Node>,
    bytes: u64,
    /// How many options were looked at.
    steps: u64,
}

/// What a move leaves, sorted, and who is in turn then.
type Left = (Box<[u32]>, Seat);

/// The components met so far, numbered by key.
struct Components<R: Multiplayer> {
    numbers: FxHashMap<R::Key, u32>,
    parts: Vec<R::Part>,
    /// The different options by component and player, once they were needed.
    options: FxHashMap<(u32, Seat), Rc<[Left]>>,
    /// What all of them take.
    bytes: u64,
}

struct Node {
    key: Box<[(u32, u64)]>,
    by: Seat,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done(Seat),
}

/// A position being evaluated: which option comes next, and the best loser of the earlier ones.
struct Frame {
    node: u32,
    part: usize,
    option: usize,
    best: Option<Seat>,
}

/// What one position costs beside its key: the node, its place in the hash table, the allocation.
const NODE_BYTES: u64 = 72;
/// What a component costs beside itself and its key: places in a list and in a hash table.
const COMPONENT_BYTES: u64 = 40;
/// What an option of a component costs beside its numbers.
const OPTION_BYTES: u64 = 40;
/// The number of components in which nobody can move.
const NO_MOVES: u32 = u32::MAX;

impl<'a, R: Multiplayer> Search<'a, R> {
    /// A search that knows no position yet.
    ///
    /// # Errors
    /// `bad_argument` if there are no players or a ranking is no permutation of them.
    pub fn new(rules: &'a R, budget: &'a Budget<'a>) -> Result<Self> {
        let players = usize::from(rules.players());
        if players == 0 {
            return Err(Error::new(ErrorKind::BadArgument, text!("a game has at least one player")));
        }
        let mut places = vec![u8::MAX; players * players];
        for by in 0..players {
            let ranking = rules.ranking(Seat(by as u8));
            for (place, seat) in ranking.iter().enumerate() {
                if usize::from(seat.0) < players && place < players {
                    places[by * players + usize::from(seat.0)] = place as u8;
                }
            }
            // Places are below 255, so that a player who is not named keeps the mark.
            if ranking.len() != players || places[by * players..][..players].contains(&u8::MAX) {
                let message = text!("the ranking of player {by} does not name every player once", by = by + 1);
                return Err(Error::new(ErrorKind::BadArgument, message));
            }
        }
        Ok(Search {
            rules,
            budget,
            meter: budget.meter(text!("positions")),
            players,
            places,
            parts: Components { numbers: FxHashMap::default(), parts: vec![], options: FxHashMap::default(), bytes: 0 },
            numbers: HashTable::new(),
            nodes: vec![],
            bytes: 0,
            steps: 0,
        })
    }

    /// How many positions were evaluated, each with the player in turn.
    pub fn evaluated(&self) -> u64 {
        self.meter.done()
    }

    /// The multiset of the given components; those in which nobody can move are left out.
    pub fn position<'p>(&mut self, parts: impl IntoIterator<Item = &'p R::Part>) -> Result<Multiset> {
        let mut list = Multiset::new();
        for part in parts {
            let number = self.parts.number(self.rules, self.players, part);
            if number != NO_MOVES {
                list.push((number, 1));
            }
        }
        gather(&mut list)?;
        Ok(list)
    }

    /// Shows the moves of `by` in the component at `place` that make `loser` lose, in the order of the rules.
    ///
    /// # Errors
    /// As [`loser`].
    pub fn best_in(
        &mut self,
        parts: &[R::Part],
        place: usize,
        by: Seat,
        loser: Seat,
        mut show: impl FnMut(R::Move),
    ) -> Result<()> {
        let rules = self.rules;
        for mv in rules.moves(&parts[place], by) {
            look_if_large(rules, &parts[place], self.budget)?;
            let left = rules.play(&parts[place], by, &mv);
            let next = rules.next(&parts[place], by, &mv);
            let option = self.position(parts[..place].iter().chain(&left).chain(&parts[place + 1..]))?;
            if self.loser(option, next)? == loser {
                show(mv);
            }
        }
        Ok(())
    }

    /// Who loses a position in which `by` is in turn.
    ///
    /// # Errors
    /// As [`loser`].
    pub fn loser(&mut self, position: Multiset, by: Seat) -> Result<Seat> {
        if usize::from(by.0) >= self.players {
            let message = text!(
                "there is no player {by}: the game has {players}",
                by = u16::from(by.0) + 1,
                players = self.players
            );
            return Err(Error::new(ErrorKind::BadArgument, message));
        }
        let root = self.node(&position, by)?;
        if let State::Done(loser) = self.nodes[root as usize].state {
            return Ok(loser);
        }
        let mut stack = vec![self.open(root)?];
        let mut child = Multiset::new();
        loop {
            let top = stack.len() - 1;
            let Some(next) = self.next_option(&mut stack[top], &mut child)? else {
                let frame = stack.pop().expect("the stack holds the root until it is done");
                let node = &mut self.nodes[frame.node as usize];
                let loser = frame.best.unwrap_or(node.by);
                node.state = State::Done(loser);
                match stack.last_mut() {
                    None => return Ok(loser),
                    Some(parent) => self.take_in(parent, loser),
                }
                continue;
            };
            let node = self.node(&child, next)?;
            match self.nodes[node as usize].state {
                State::Done(loser) => self.take_in(&mut stack[top], loser),
                State::New => {
                    let frame = self.open(node)?;
                    stack.push(frame);
                }
                State::Open => {
                    return Err(comes_again());
                }
            }
        }
    }

    /// The number of a position with `by` in turn, taken in if it is new.
    fn node(&mut self, key: &[(u32, u64)], by: Seat) -> Result<u32> {
        let hash = FxBuildHasher.hash_one((key, by));
        let nodes = &self.nodes;
        let same = |&n: &u32| nodes[n as usize].by == by && *nodes[n as usize].key == *key;
        if let Some(&number) = self.numbers.find(hash, same) {
            return Ok(number);
        }
        self.bytes += NODE_BYTES + 16 * key.len() as u64;
        let bytes = self.bytes + self.parts.bytes;
        if bytes > self.budget.bytes {
            let what = text!("a search over more than {nodes} positions", nodes = self.nodes.len());
            self.budget.fits(u128::from(bytes), &what)?;
        }
        let number = u32::try_from(self.nodes.len())
            .map_err(|_| Error::new(ErrorKind::Limit, text!("the search exceeds 2^32 positions")))?;
        self.nodes.push(Node { key: key.into(), by, state: State::New });
        let nodes = &self.nodes;
        let again = |&n: &u32| FxBuildHasher.hash_one((&*nodes[n as usize].key, nodes[n as usize].by));
        self.numbers.insert_unique(hash, number, again);
        Ok(number)
    }

    fn open(&mut self, node: u32) -> Result<Frame> {
        self.meter.tick(1)?;
        self.nodes[node as usize].state = State::Open;
        Ok(Frame { node, part: 0, option: 0, best: None })
    }

    fn take_in(&self, frame: &mut Frame, loser: Seat) {
        let by = usize::from(self.nodes[frame.node as usize].by.0);
        let place = |seat: Seat| self.places[by * self.players + usize::from(seat.0)];
        if frame.best.is_none_or(|best| place(loser) < place(best)) {
            frame.best = Some(loser);
        }
        if place(loser) == 0 {
            // Nobody could be wanted more.
            frame.part = usize::MAX;
        }
    }

    /// Puts the next option of the frame's position into `child` and tells who is in turn there; `None` behind the last.
    fn next_option(&mut self, frame: &mut Frame, child: &mut Multiset) -> Result<Option<Seat>> {
        loop {
            let node = &self.nodes[frame.node as usize];
            let Some(&(number, _)) = node.key.get(frame.part) else { return Ok(None) };
            let options = self.parts.options(self.rules, self.players, (number, node.by), self.bytes, self.budget)?;
            let Some((left, next)) = options.get(frame.option) else {
                (frame.part, frame.option) = (frame.part + 1, 0);
                continue;
            };
            frame.option += 1;
            // A position may have millions of options, and nodes are counted once.
            self.steps += 1;
            if self.steps.is_multiple_of(4096) {
                self.budget.check()?;
            }
            child.clear();
            child.extend_from_slice(&node.key);
            remove_one(child, number);
            child.extend(left.iter().map(|&p| (p, 1)));
            gather(child)?;
            return Ok(Some(*next));
        }
    }
}

impl<R: Multiplayer> Components<R> {
    /// The number of a component.
    fn number(&mut self, rules: &R, players: usize, part: &R::Part) -> u32 {
        if let Some(&number) = self.numbers.get(&rules.key(part)) {
            return number;
        }
        let movable = (0..players).any(|by| rules.moves(part, Seat(by as u8)).next().is_some());
        let number = if movable { self.parts.len() as u32 } else { NO_MOVES };
        // The component is kept beside its key, which is about as large.
        let size = (size_of::<R::Part>() + size_of::<R::Key>()) as u64 + 2 * rules.extra_bytes(part);
        self.bytes += size + COMPONENT_BYTES;
        self.numbers.insert(rules.key(part), number);
        if movable {
            self.parts.push(part.clone());
        }
        number
    }

    /// The different options of a player in a component; `beside` is what the rest of the search takes.
    fn options(
        &mut self,
        rules: &R,
        players: usize,
        (number, by): (u32, Seat),
        beside: u64,
        budget: &Budget<'_>,
    ) -> Result<Rc<[Left]>> {
        if let Some(options) = self.options.get(&(number, by)) {
            return Ok(Rc::clone(options));
        }
        let part = self.parts[number as usize].clone();
        let moves = rules.moves(&part, by);
        let what = text!("the search's table of moves");
        // Iterators over ranges know how long they are: then a hopeless search ends before it begins.
        budget.fits(moves.size_hint().0 as u128 * u128::from(OPTION_BYTES), &what)?;
        let mut options: Vec<Left> = vec![];
        let mut look = Look::new(budget, what, beside + self.bytes);
        for mv in moves {
            let next = rules.next(&part, by, &mv);
            if usize::from(next.0) >= players {
                let message = text!(
                    "the rules give the turn to player {next} of {players}",
                    next = u16::from(next.0) + 1,
                    players
                );
                return Err(Error::new(ErrorKind::BadArgument, message));
            }
            let left = rules.play(&part, by, &mv);
            let numbers = left.iter().map(|p| self.number(rules, players, p));
            let mut numbers: Vec<u32> = numbers.filter(|&number| number != NO_MOVES).collect();
            numbers.sort_unstable();
            self.bytes += OPTION_BYTES + 4 * numbers.len() as u64;
            options.push((numbers.into(), next));
            look.at(beside + self.bytes)?;
        }
        options.sort_unstable();
        options.dedup();
        let options: Rc<[Left]> = options.into();
        self.options.insert((number, by), Rc::clone(&options));
        Ok(options)
    }
}
