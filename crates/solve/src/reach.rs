//! Every position that play can reach from a sum, as one graph: brute force for games with cycles.
//!
//! Positions are multisets of components, under partizan rules together with who moves. Nothing is used but the rules, so this
//! is what the theorems on loopy games are checked against. As in [`search`](crate::search), components in which nobody can
//! move are dropped and equal ones stand under one key, which leaves the graph of plays as it is.

use crate::budget::{Budget, Meter};
use crate::digraph::{Fate, Fates};
use crate::multiset::{Look, Multiset, gather, remove_one};
use crate::search::{ENDLESS, endless};
use grundy_lang::text;
use grundy_rules::{Arcs, Error, ErrorKind, Impartial, MOST_EDGES, Play, Result, Rules, Seat};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::rc::Rc;

/// What becomes of the player to move in the sum of `parts`.
///
/// # Errors
/// `limit` if the budget ends first.
///
/// ```
/// use grundy_rules::{Digraph, Play, games::token::Token};
/// use grundy_solve::{Budget, digraph::Fate, reach};
/// let game = Token::new(Digraph::from_edges([(0, 1), (1, 0), (1, 2), (2, 3)]));
/// // The token on 1 can go round with 0, but 2 must give its opponent the last move.
/// assert_eq!(reach::fate(&game, &[1], Play::Normal, &Budget::default()).unwrap(), Fate::Draw);
/// assert_eq!(reach::fate(&game, &[1], Play::Misere, &Budget::default()).unwrap(), Fate::Win(2));
/// ```
pub fn fate<R: Impartial>(rules: &R, parts: &[R::Part], play: Play, budget: &Budget<'_>) -> Result<Fate> {
    let mut reach = Reach::impartial(rules, budget);
    let root = reach.position(parts.iter().map(|p| (p, 1)), Seat::LEFT)?;
    Ok(reach.fates(play)?.get(root))
}

/// The same for any game of two players, with `by` to move.
///
/// # Errors
/// `limit` if the budget ends first; `unsupported` if a move gives an extra turn.
pub fn fate_of<R: Rules>(rules: &R, parts: &[R::Part], by: Seat, play: Play, budget: &Budget<'_>) -> Result<Fate> {
    let mut reach = Reach::partizan(rules, budget);
    let root = reach.position(parts.iter().map(|p| (p, 1)), by)?;
    Ok(reach.fates(play)?.get(root))
}

/// The graph of the positions reached so far.
pub struct Reach<'a, R: Rules> {
    rules: &'a R,
    partizan: bool,
    budget: &'a Budget<'a>,
    meter: Meter<'a>,
    components: Components<R>,
    /// Finds a position's number; what it is stands in `nodes`.
    numbers: HashTable<u32>,
    nodes: Vec<Node>,
    bytes: u64,
    /// Where the options of each explored position start, and all options one after the other.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

struct Node {
    key: Box<[(u32, u64)]>,
    by: Seat,
}

/// The options of a component: for each the components it leaves.
type Options = Rc<[Box<[u32]>]>;

/// The components met so far, numbered by key.
struct Components<R: Rules> {
    /// `u32::MAX` for components in which nobody can move.
    numbers: FxHashMap<R::Key, u32>,
    parts: Vec<R::Part>,
    /// The options of either player, once they were needed.
    options: Vec<[Option<Options>; 2]>,
    bytes: u64,
    /// At so many of them somebody asks again whether the search comes to an end.
    next_asked: usize,
}

/// What one position costs beside its key: the node, its place in the hash table and among the rows, the analysis.
const NODE_BYTES: u64 = 88;
/// What a component costs beside itself and its key.
const COMPONENT_BYTES: u64 = 72;
/// What an option of a component costs beside its numbers.
const OPTION_BYTES: u64 = 32;
/// What an option of a position costs, there and back.
const EDGE_BYTES: u64 = 12;

impl<'a, R: Impartial> Reach<'a, R> {
    /// The positions of an impartial game.
    pub fn impartial(rules: &'a R, budget: &'a Budget<'a>) -> Self {
        Reach::new(rules, false, budget)
    }
}

impl<'a, R: Rules> Reach<'a, R> {
    /// The positions of a game in which the players may have different moves.
    pub fn partizan(rules: &'a R, budget: &'a Budget<'a>) -> Self {
        Reach::new(rules, true, budget)
    }

    /// The positions of any game; who moves tells them apart only if it is partizan.
    pub(crate) fn new(rules: &'a R, partizan: bool, budget: &'a Budget<'a>) -> Self {
        let components =
            Components { numbers: FxHashMap::default(), parts: vec![], options: vec![], bytes: 0, next_asked: ENDLESS };
        Reach {
            rules,
            partizan,
            budget,
            meter: budget.meter(text!("positions")),
            components,
            numbers: HashTable::new(),
            nodes: vec![],
            bytes: 0,
            starts: vec![0],
            targets: vec![],
        }
    }

    /// How many positions were reached.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The number of the sum of the given components with how often each occurs, `by` to move.
    ///
    /// # Errors
    /// `limit` if it does not fit the budget.
    pub fn position<'p>(&mut self, parts: impl IntoIterator<Item = (&'p R::Part, u64)>, by: Seat) -> Result<u32> {
        let mut list = Multiset::new();
        for (part, copies) in parts {
            if copies > 0
                && let Some(number) = self.components.number(self.rules, self.partizan, part)
            {
                list.push((number, copies));
            }
        }
        gather(&mut list)?;
        self.node(&list, by)
    }

    /// The number of the position after `part` is replaced by `left` once, the other player to move.
    ///
    /// # Errors
    /// As [`Reach::position`].
    pub fn replace(&mut self, from: u32, part: &R::Part, left: &[R::Part]) -> Result<u32> {
        let node = &self.nodes[from as usize];
        let (mut list, by) = (Multiset::from_slice(&node.key), node.by.other());
        if let Some(number) = self.components.number(self.rules, self.partizan, part) {
            remove_one(&mut list, number);
        }
        for p in left {
            if let Some(number) = self.components.number(self.rules, self.partizan, p) {
                list.push((number, 1));
            }
        }
        gather(&mut list)?;
        self.node(&list, by)
    }

    /// Explores everything that can be reached from the positions asked for so far, and solves it.
    ///
    /// # Errors
    /// `limit` if the budget ends first; `unsupported` if a move gives an extra turn.
    pub fn fates(&mut self, play: Play) -> Result<Fates> {
        self.explore()?;
        Fates::of(&self.arcs(), play, &Budget { nodes: u64::MAX, ..*self.budget })
    }

    /// The options of all positions; none for those not explored yet.
    pub fn arcs(&self) -> Arcs {
        let mut starts = self.starts.clone();
        starts.resize(self.nodes.len() + 1, self.targets.len() as u32);
        Arcs::from_rows(starts, self.targets.clone())
    }

    /// Finds the options of all positions, those of the options among them.
    ///
    /// # Errors
    /// As [`Reach::fates`].
    pub fn explore(&mut self) -> Result<()> {
        let mut child = Multiset::new();
        while self.starts.len() <= self.nodes.len() {
            self.meter.tick(1)?;
            let at = self.starts.len() - 1;
            let by = self.nodes[at].by;
            for k in 0..self.nodes[at].key.len() {
                let (number, _) = self.nodes[at].key[k];
                let options =
                    self.components.options(self.rules, self.partizan, number, by, self.bytes, self.budget)?;
                for option in options.iter() {
                    child.clear();
                    child.extend_from_slice(&self.nodes[at].key);
                    remove_one(&mut child, number);
                    child.extend(option.iter().map(|&p| (p, 1)));
                    gather(&mut child)?;
                    let to = self.node(&child, by.other())?;
                    self.targets.push(to);
                    self.bytes += EDGE_BYTES;
                    if self.targets.len().is_multiple_of(4096) {
                        self.budget.check()?;
                    }
                }
            }
            if self.targets.len() > MOST_EDGES {
                return Err(Error::new(
                    ErrorKind::Limit,
                    text!("the search exceeds {most_edges} moves", most_edges = MOST_EDGES),
                ));
            }
            self.starts.push(self.targets.len() as u32);
        }
        Ok(())
    }

    /// The number of a position, taken in if it is new.
    fn node(&mut self, key: &[(u32, u64)], by: Seat) -> Result<u32> {
        let by = if self.partizan { by } else { Seat::LEFT };
        let hash = FxBuildHasher.hash_one((by, key));
        let nodes = &self.nodes;
        let same = |&n: &u32| nodes[n as usize].by == by && *nodes[n as usize].key == *key;
        if let Some(&number) = self.numbers.find(hash, same) {
            return Ok(number);
        }
        self.bytes += NODE_BYTES + 16 * key.len() as u64;
        let bytes = self.bytes + self.components.bytes;
        if bytes > self.budget.bytes {
            let what = text!("a search over more than {nodes} positions", nodes = self.nodes.len());
            self.budget.fits(u128::from(bytes), &what)?;
        }
        let number = self.nodes.len() as u32;
        if self.nodes.len() >= MOST_EDGES {
            return Err(Error::new(
                ErrorKind::Limit,
                text!("the search exceeds {most_edges} positions", most_edges = MOST_EDGES),
            ));
        }
        self.nodes.push(Node { key: key.into(), by });
        let nodes = &self.nodes;
        let hash_of = |&n: &u32| FxBuildHasher.hash_one((nodes[n as usize].by, &*nodes[n as usize].key));
        self.numbers.insert_unique(hash, number, hash_of);
        Ok(number)
    }
}

impl<R: Rules> Components<R> {
    /// The number of a component; `None` if nobody can move in it.
    fn number(&mut self, rules: &R, partizan: bool, part: &R::Part) -> Option<u32> {
        let key = rules.key(part);
        if let Some(&number) = self.numbers.get(&key) {
            return (number != u32::MAX).then_some(number);
        }
        let can = |by| rules.moves(part, by).next().is_some();
        let movable = can(Seat::LEFT) || (partizan && can(Seat::RIGHT));
        let number = if movable { self.parts.len() as u32 } else { u32::MAX };
        let size = (size_of::<R::Part>() + size_of::<R::Key>()) as u64 + 2 * rules.extra_bytes(part);
        self.bytes += size + COMPONENT_BYTES;
        self.numbers.insert(key, number);
        if movable {
            self.parts.push(part.clone());
            self.options.push([None, None]);
        }
        movable.then_some(number)
    }

    /// The options of a component, listed when first asked for; `others` are the bytes that the search takes beside.
    fn options(
        &mut self,
        rules: &R,
        partizan: bool,
        number: u32,
        by: Seat,
        others: u64,
        budget: &Budget<'_>,
    ) -> Result<Options> {
        let seat = usize::from(by.0);
        if let Some(options) = &self.options[number as usize][seat] {
            return Ok(Rc::clone(options));
        }
        let part = self.parts[number as usize].clone();
        if self.parts.len() >= self.next_asked {
            self.next_asked *= 2;
            if rules.climbs(&part) {
                return Err(endless());
            }
        }
        let moves = rules.moves(&part, by);
        let what = text!("the options of a component");
        // Iterators over ranges know how long they are: then a hopeless search ends before it begins.
        let least = moves.size_hint().0 as u128 * u128::from(OPTION_BYTES + 4);
        budget.fits(least + u128::from(self.bytes + others), &what)?;
        let mut list: Vec<Box<[u32]>> = vec![];
        let mut look = Look::new(budget, what, self.bytes + others);
        for mv in moves {
            if rules.next(&part, by, &mv) == by {
                let message =
                    text!("a move gives an extra turn: this search is for games in which the players alternate");
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
            let left = rules.play(&part, by, &mv);
            let left: Box<[u32]> = left.iter().filter_map(|p| self.number(rules, partizan, p)).collect();
            self.bytes += OPTION_BYTES + 4 * left.len() as u64;
            list.push(left);
            look.at(self.bytes + others)?;
        }
        let options: Options = list.into();
        self.options[number as usize][seat] = Some(Rc::clone(&options));
        Ok(options)
    }
}
