//! The tables of a search over sums: components, their options, and positions.

use crate::endless::{MIN_ENDLESS_CHECK, endless_play_error, growing_sum_error};
use crate::memory::{BytePages, PagedVec, allocated, growth, map_bytes, map_growth};
use crate::multiset::{LimitChecker, Multiset, gather, remove_one};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Error, ErrorKind, Player, Result, Rules};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::rc::Rc;

/// Positions with indices: multisets of component indices, each with a tag and with data.
/// A tag is, for example, the player to move.
#[doc(hidden)]
pub struct Positions<T> {
    /// The indices of the positions, hashed by their encoding.
    numbers: HashTable<u32>,
    /// The address of the encoding of each position.
    addresses: PagedVec<u64>,
    encodings: BytePages,
    data: PagedVec<T>,
    /// The number of tags; every tag is less than this number.
    tags: u64,
    /// The position that was decoded last. It is cached, because its options are requested one by one.
    decoded: Multiset,
    decoded_index: Option<u32>,
    buffer: SmallVec<[u8; 64]>,
}

/// The maximal number of positions.
const MAX_POSITIONS: usize = u32::MAX as usize;

impl<T> Positions<T> {
    /// Creates an empty collection of positions whose tags are below `tags`.
    pub fn new(tags: usize) -> Positions<T> {
        Positions {
            numbers: HashTable::new(),
            addresses: PagedVec::new(),
            encodings: BytePages::default(),
            data: PagedVec::new(),
            tags: tags as u64,
            decoded: Multiset::new(),
            decoded_index: None,
            buffer: SmallVec::new(),
        }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// Reports whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory used by all positions in bytes.
    pub fn bytes(&self) -> u64 {
        self.numbers.allocation_size() as u64 + self.addresses.bytes() + self.encodings.bytes() + self.data.bytes()
    }

    /// Returns the index of a position, or `None` if it is new.
    pub fn find(&mut self, key: &[(u32, u64)], tag: usize) -> Option<u32> {
        self.encode(key, tag);
        let hash = FxBuildHasher.hash_one(&self.buffer[..]);
        let (places, written, buffer) = (&self.addresses, &self.encodings, &self.buffer);
        self.numbers.find(hash, |&n| written.from(places[n as usize]).starts_with(buffer)).copied()
    }

    /// Returns the index of a position; inserts it with this data if it is new.
    /// `other_bytes` is the memory use of the rest of the search in bytes.
    ///
    /// # Errors
    /// Fails with `limit` if a new position does not fit the budget.
    pub fn intern(
        &mut self,
        key: &[(u32, u64)],
        tag: usize,
        data: T,
        other_bytes: u64,
        budget: &Budget,
    ) -> Result<u32> {
        self.encode(key, tag);
        let hash = FxBuildHasher.hash_one(&self.buffer[..]);
        let (places, written, buffer) = (&self.addresses, &self.encodings, &self.buffer);
        if let Some(&number) = self.numbers.find(hash, |&n| written.from(places[n as usize]).starts_with(buffer)) {
            return Ok(number);
        }
        let table = self.numbers.allocation_size() as u64;
        let more = growth(self.numbers.len(), self.numbers.capacity(), table) + self.buffer.len() as u64;
        let bytes = self.bytes() + other_bytes + more;
        if bytes > budget.bytes {
            budget.check_fits(
                u128::from(bytes),
                &text!("a search over more than {nodes} positions", nodes = self.len()),
            )?;
        }
        let number = self.len();
        if number == MAX_POSITIONS {
            return Err(Error::new(ErrorKind::Limit, text!("the search exceeds 2^32 positions")));
        }
        self.addresses.push(self.encodings.push(&self.buffer));
        self.data.push(data);
        let (places, written) = (&self.addresses, &self.encodings);
        self.numbers.insert_unique(hash, number as u32, |&n| {
            let written = written.from(places[n as usize]);
            FxBuildHasher.hash_one(&written[..encoded_length(written, self.tags)])
        });
        Ok(number as u32)
    }

    /// Returns the data of a position.
    pub fn data(&self, number: u32) -> &T {
        &self.data[number as usize]
    }

    /// Returns the mutable data of a position.
    pub fn data_mut(&mut self, number: u32) -> &mut T {
        &mut self.data[number as usize]
    }

    /// Returns the tag of a position.
    pub fn tag(&self, number: u32) -> usize {
        let mut rest = self.encodings.from(self.addresses[number as usize]);
        (take_number(&mut rest) % self.tags) as usize
    }

    /// Returns the components of a position.
    pub fn key(&mut self, number: u32) -> &Multiset {
        if self.decoded_index != Some(number) {
            self.decoded_index = Some(number);
            self.decoded.clear();
            let mut rest = self.encodings.from(self.addresses[number as usize]);
            let entries = take_number(&mut rest) / self.tags;
            let mut component = 0;
            for _ in 0..entries {
                component += take_number(&mut rest) as u32;
                self.decoded.push((component, take_number(&mut rest)));
            }
        }
        &self.decoded
    }

    /// Sets `child` to the position in which the components `after` replace one copy of `component`.
    pub fn write_option(
        &mut self,
        number: u32,
        component: u32,
        after: OptionComponents<'_>,
        child: &mut Multiset,
    ) -> Result<()> {
        child.clear();
        child.extend_from_slice(self.key(number));
        remove_one(child, component);
        child.extend(after.counted());
        gather(child)
    }

    /// Writes a prefix-free encoding of a position to `buffer`.
    /// It consists of the number of components combined with the tag; then, for each component, the difference of its
    /// index from the previous one and its multiplicity.
    fn encode(&mut self, key: &[(u32, u64)], tag: usize) {
        self.buffer.clear();
        put_number(key.len() as u64 * self.tags + tag as u64, &mut self.buffer);
        let mut before = 0;
        for &(component, copies) in key {
            put_number(u64::from(component - before), &mut self.buffer);
            put_number(copies, &mut self.buffer);
            before = component;
        }
    }
}

/// Appends a number with seven bits per byte, the lowest first; the last byte is below 128.
#[inline]
fn put_number(mut number: u64, out: &mut SmallVec<[u8; 64]>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

#[inline]
fn take_number(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first().expect("the encoding is complete");
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            return number;
        }
    }
}

/// Returns the length of the encoding at the beginning of `written`.
#[inline]
fn encoded_length(written: &[u8], tags: u64) -> usize {
    let mut rest = written;
    let entries = take_number(&mut rest) / tags;
    let mut missing = 2 * entries;
    let head = written.len() - rest.len();
    let numbers = rest.iter().take_while(|&&byte| {
        let go_on = missing > 0;
        missing -= u64::from(go_on && byte < 128);
        go_on
    });
    head + numbers.count()
}

/// The components found so far, indexed by key, with their options.
pub struct ComponentTable<R: Rules> {
    numbers: FxHashMap<R::Key, u32>,
    components: PagedVec<R::Component>,
    /// The options of each component and player, listed on first use.
    options: PagedVec<Option<Rc<ComponentOptions>>>,
    /// The number of players with different moves; 1 if all players have the same moves.
    players: u8,
    /// The memory that keys, components and options own on the heap, in bytes.
    extra: u64,
    /// The number of components or positions at which the search is next checked for infinite play.
    next_check: usize,
}

/// The index that all components without moves share.
const NO_MOVES: u32 = u32::MAX;

impl<R: Rules> ComponentTable<R> {
    /// Creates an empty collection.
    /// `players` is the number of players with different moves; it is 1 if all players have the same moves.
    pub fn new(players: u8) -> ComponentTable<R> {
        ComponentTable {
            numbers: FxHashMap::default(),
            components: PagedVec::new(),
            options: PagedVec::new(),
            players,
            extra: 0,
            next_check: MIN_ENDLESS_CHECK,
        }
    }

    /// Returns the index of a component, and inserts the component if it is new.
    /// Returns `None` if no player can move in it.
    pub fn intern(&mut self, rules: &R, component: &R::Component) -> Option<u32> {
        let key = rules.key(component);
        let number = match self.numbers.get(&key) {
            Some(&number) => number,
            None => {
                let movable = (0..self.players).any(|by| rules.moves(component, Player(by)).next().is_some());
                let number = if movable { self.components.len() as u32 } else { NO_MOVES };
                self.extra += (1 + u64::from(movable)) * allocated(rules.extra_bytes(component) as usize);
                if movable {
                    self.components.push(component.clone());
                    (0..self.players).for_each(|_| self.options.push(None));
                }
                self.numbers.insert(key, number);
                number
            }
        };
        (number != NO_MOVES).then_some(number)
    }

    /// Returns the multiset of these components with multiplicities; drops components without moves.
    ///
    /// # Errors
    /// Fails with `too_large` if there are more than 2^64−1 equal components.
    pub fn multiset<'p>(
        &mut self,
        rules: &R,
        components: impl IntoIterator<Item = (&'p R::Component, u64)>,
    ) -> Result<Multiset>
    where
        R::Component: 'p,
    {
        let mut list = Multiset::new();
        for (component, copies) in components {
            if copies > 0
                && let Some(number) = self.intern(rules, component)
            {
                list.push((number, copies));
            }
        }
        gather(&mut list)?;
        Ok(list)
    }

    /// Returns the position in which the components `left` replace one copy of `component`.
    ///
    /// # Errors
    /// Returns the errors of [`ComponentTable::multiset`].
    pub fn replace_one(
        &mut self,
        rules: &R,
        from: &Multiset,
        component: &R::Component,
        after: &[(R::Component, u64)],
    ) -> Result<Multiset> {
        let mut list = from.clone();
        if let Some(number) = self.intern(rules, component) {
            remove_one(&mut list, number);
        }
        list.extend(after.iter().filter_map(|(p, copies)| Some((self.intern(rules, p)?, *copies))));
        gather(&mut list)?;
        Ok(list)
    }

    /// Returns the memory used by all components, including the memory that one more component may need.
    pub fn bytes(&self) -> u64 {
        map_bytes(&self.numbers)
            + map_growth(&self.numbers)
            + self.components.bytes()
            + self.options.bytes()
            + self.extra
    }

    /// Checks whether the search can be shown not to end, each time `position_count` has doubled.
    /// `position_count` is the number of positions so far, and `position` is the current one. Counting only components
    /// is not enough: in games that split, play may be endless with few components.
    ///
    /// # Errors
    /// Fails with `unsupported` if the search does not end.
    pub fn check_termination(&mut self, rules: &R, position_count: usize, position: &Multiset) -> Result<()> {
        if position_count >= self.next_check {
            self.next_check = 2 * position_count;
            for &(number, _) in position {
                self.check_unbounded_moves(rules, number)?;
            }
            if self.players == 1 && self.sums_can_grow() {
                return Err(growing_sum_error());
            }
        }
        Ok(())
    }

    /// Reports whether a component leads back to itself together with another component that has moves.
    /// If so, there are infinitely many positions.
    fn sums_can_grow(&self) -> bool {
        let count = self.components.len();
        let options = |v: u32| self.options[v as usize].iter().flat_map(|options| options.all());
        // Finds the strongly connected components of the graph of options (R. E. Tarjan, "Depth-first search and
        // linear graph algorithms", SIAM J. Comput. 1 (1972)). `scc_root` holds the root of each node's component.
        const NEW: u32 = u32::MAX;
        let (mut discovered, mut low, mut scc_root) = (vec![NEW; count], vec![0u32; count], vec![NEW; count]);
        let (mut order, mut scc_stack, mut path) = (0, vec![], vec![]);
        for root in 0..count as u32 {
            if discovered[root as usize] != NEW {
                continue;
            }
            path.push((root, 0));
            while let Some((v, at)) = path.last_mut() {
                let node = *v as usize;
                if discovered[node] == NEW {
                    (discovered[node], low[node]) = (order, order);
                    order += 1;
                    scc_stack.push(*v);
                }
                let next = self.options[node].as_ref().and_then(|options| options.components().get(*at));
                if let Some(&next) = next {
                    *at += 1;
                    match discovered[next as usize] {
                        NEW => path.push((next, 0)),
                        number if scc_root[next as usize] == NEW => low[node] = low[node].min(number),
                        _ => {}
                    }
                    continue;
                }
                if low[node] == discovered[node] {
                    while let Some(member) = scc_stack.pop() {
                        scc_root[member as usize] = node as u32;
                        if member as usize == node {
                            break;
                        }
                    }
                }
                path.pop();
                if let Some(&(before, _)) = path.last() {
                    low[before as usize] = low[before as usize].min(low[node]);
                }
            }
        }
        let returns_with_others = |v: u32, leaves: OptionComponents<'_>| {
            leaves.is_several() && leaves.numbers.iter().any(|&w| scc_root[w as usize] == scc_root[v as usize])
        };
        (0..count as u32).any(|v| options(v).any(|after| returns_with_others(v, after)))
    }

    fn check_unbounded_moves(&self, rules: &R, number: u32) -> Result<()> {
        let component = &self.components[number as usize];
        if (0..self.players).all(|by| rules.has_unbounded_moves(component, Player(by))) {
            Err(endless_play_error())
        } else {
            Ok(())
        }
    }

    /// Returns the options of a component for one player.
    /// On first use the options are listed and then sorted by `arrange`. `permitted` checks the player who
    /// moves next. `other_bytes` is the memory use of the rest of the search, in bytes.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out, and with the errors of `permitted`.
    pub fn options(
        &mut self,
        rules: &R,
        (number, by): (u32, Player),
        other_bytes: u64,
        budget: &Budget,
        permitted: impl Fn(Player) -> Result<()>,
        arrange: impl Fn(&mut Vec<Successor>),
    ) -> Result<Rc<ComponentOptions>> {
        let place = number as usize * usize::from(self.players) + usize::from(by.0);
        if let Some(options) = &self.options[place] {
            return Ok(Rc::clone(options));
        }
        let component = self.components[number as usize].clone();
        if self.components.len() >= self.next_check {
            self.next_check *= 2;
            self.check_unbounded_moves(rules, number)?;
        }
        let mut successors = list_options(rules, &component, by, other_bytes, budget, |after, next| {
            permitted(next)?;
            let numbers = after.iter().filter_map(|(p, copies)| Some((self.intern(rules, p)?, *copies))).collect();
            Ok((numbers, self.bytes()))
        })?;
        arrange(&mut successors);
        let options = Rc::new(ComponentOptions::pack(successors)?);
        self.extra += options.bytes();
        self.options[place] = Some(Rc::clone(&options));
        Ok(options)
    }
}

/// The options of a component for one player.
/// Each option consists of the components after the move and the player who moves next.
#[derive(Debug)]
pub struct ComponentOptions {
    ends: Box<[u32]>,
    leaves: Box<[u32]>,
    /// The multiplicity of each component; empty if all are 1.
    copies: Box<[u64]>,
    next: Box<[Player]>,
}

/// The components after a move: each different component by its index, with its multiplicity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionComponents<'a> {
    /// The indices of the components.
    pub numbers: &'a [u32],
    /// The multiplicity of each component; empty if all are 1.
    copies: &'a [u64],
}

impl<'a> OptionComponents<'a> {
    /// Iterates over pairs of index and multiplicity.
    #[inline]
    pub fn counted(self) -> impl Iterator<Item = (u32, u64)> + 'a {
        let copies = self.copies.iter().copied().chain(std::iter::repeat(1));
        self.numbers.iter().copied().zip(copies)
    }

    /// Reports whether there is more than one component; equal components count separately.
    fn is_several(self) -> bool {
        self.numbers.len() > 1 || self.copies.iter().any(|&copies| copies > 1)
    }
}

/// The components after a move, sorted, and the player who moves next.
pub type Successor = (Multiset, Player);

/// The maximal number of equal components that are searched without an estimate of memory.
const MAX_UNCHECKED_COPIES: u64 = 1 << 16;
/// The least number of bytes of a position in a search, including its stack frame.
const POSITION_BYTES: u128 = 64;

/// Lists the options of a component for one player, in the order of the rules.
/// `intern` interns the components after a move and returns the memory use of all components. `other_bytes` is
/// the memory use of the rest of the search. Both are in bytes.
///
/// # Errors
/// Fails with `limit` if the budget runs out, and with the errors of `intern`.
pub(crate) fn list_options<R: Rules>(
    rules: &R,
    component: &R::Component,
    by: Player,
    other_bytes: u64,
    budget: &Budget,
    mut intern: impl FnMut(&[(R::Component, u64)], Player) -> Result<(Multiset, u64)>,
) -> Result<Vec<Successor>> {
    let moves = rules.moves(component, by);
    let what = text!("the search's table of moves");
    // Iterators over ranges report their length, so a list that cannot fit fails before it is built.
    budget.check_fits(moves.size_hint().0 as u128 * size_of::<Successor>() as u128, &what)?;
    let mut checker = LimitChecker::new(budget, what, other_bytes);
    let (mut successors, mut spilled): (Vec<Successor>, u64) = (vec![], 0);
    for mv in moves {
        let after = rules.play_counted(component, by, &mv);
        let next = rules.next_player(component, by, &mv);
        let (mut numbers, components) = intern(&after, next)?;
        gather(&mut numbers)?;
        if let Some(copies) =
            numbers.iter().map(|&(_, copies)| copies).max().filter(|&copies| copies > MAX_UNCHECKED_COPIES)
        {
            // The search meets a position for each number of copies that remain, so the memory is checked first.
            let what = text!("a search in which all {copies} equal components are played", copies);
            budget.check_fits(u128::from(copies) * POSITION_BYTES, &what)?;
        }
        let stored_bytes = numbers.len() * size_of::<(u32, u64)>();
        spilled += if numbers.spilled() { allocated(numbers.capacity() * size_of::<(u32, u64)>()) } else { 0 }
            + stored_bytes as u64;
        successors.push((numbers, next));
        checker.check(other_bytes + components + spilled + (successors.capacity() * size_of::<Successor>()) as u64)?;
    }
    Ok(successors)
}

impl ComponentOptions {
    /// Packs options in the given order.
    ///
    /// # Errors
    /// Fails with `limit` if there are too many components for 32-bit indices.
    pub fn pack(successors: Vec<Successor>) -> Result<ComponentOptions> {
        let (mut ends, mut leaves, mut next) = (vec![], vec![], vec![]);
        let several = successors.iter().flat_map(|(components, _)| components).any(|&(_, copies)| copies > 1);
        let mut copies = vec![];
        for (components, player) in successors {
            leaves.extend(components.iter().map(|&(number, _)| number));
            if several {
                copies.extend(components.iter().map(|&(_, copies)| copies));
            }
            let end = u32::try_from(leaves.len());
            ends.push(end.map_err(|_| Error::new(ErrorKind::Limit, text!("the search exceeds 2^32 moves")))?);
            next.push(player);
        }
        Ok(ComponentOptions { ends: ends.into(), leaves: leaves.into(), copies: copies.into(), next: next.into() })
    }

    /// Returns the option with this index: the components after the move, and the player who moves next.
    /// Returns `None` if there is no such option.
    #[inline]
    pub fn get(&self, at: usize) -> Option<(OptionComponents<'_>, Player)> {
        let end = *self.ends.get(at)? as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        let copies = self.copies.get(start..end).unwrap_or_default();
        Some((OptionComponents { numbers: &self.leaves[start..end], copies }, self.next[at]))
    }

    /// Iterates over the components after each move.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = OptionComponents<'_>> {
        (0..).map_while(|at| self.get(at)).map(|(after, _)| after)
    }

    /// Returns the components of all options, one option after the other.
    #[inline]
    pub fn components(&self) -> &[u32] {
        &self.leaves
    }

    /// Returns the memory used in bytes.
    pub fn bytes(&self) -> u64 {
        let counted = size_of::<ComponentOptions>() + 2 * size_of::<usize>();
        [4 * self.ends.len(), 4 * self.leaves.len(), 8 * self.copies.len(), self.next.len(), counted]
            .into_iter()
            .map(allocated)
            .sum()
    }
}
