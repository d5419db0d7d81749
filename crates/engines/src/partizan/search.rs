//! Brute force for partizan games: finds the winner of a sum for either player to move.
//! Results are memoised by the multiset of components and the player to move.
//!
//! Without theorems the search plays the whole sum, under normal or misère play, including extra turns. It drops
//! components in which no player can move, which does not change the game tree.
//! [`PartizanSearch::with_theorems`] adds theorems on sums under normal play: a component and its negative
//! cancel, impartial components become one Nim heap, P-positions are dropped, and the outcome classes of the
//! components decide many sums. These theorems require that no component has an infinite sequence of moves,
//! alternating or not; otherwise G − G may be a draw. So the search uses a theorem only after it has checked
//! this for all components of the sum.
//! The stack is on the heap, so deep play costs only memory.

use super::class;
use crate::endless::{MIN_ENDLESS_CHECK, endless_play_error, repetition_error};
use crate::memory::{PagedVec, allocated, map_bytes, map_growth};
pub use crate::multiset::Multiset;
use crate::multiset::{gather, remove_one};
use crate::positions::{ComponentOptions, Positions, Successor, list_options};
use grundy_lang::text;
use grundy_rules::{Budget, Meter};
use grundy_rules::{Outcome, Play, Player, Result, Rules};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::rc::Rc;

/// Returns the outcome class of the sum of `components` by search alone.
///
/// # Errors
/// Fails with `limit` if the budget runs out, and with `unsupported` if a position can repeat.
///
/// ```
/// use grundy_games::partizan_take::PartizanTake;
/// use grundy_rules::{Outcome, Play};
/// use grundy_engines::{Budget, partizan};
/// // Left takes 1, Right takes 2: a heap of 2 is {1|0}, and two of them are 1.
/// let rules = PartizanTake { left: "1".parse().ok(), right: "2".parse().ok() };
/// let budget = Budget::default();
/// assert_eq!(partizan::outcome(&rules, &[2], Play::Normal, &budget).unwrap(), Outcome::N);
/// assert_eq!(partizan::outcome(&rules, &[2, 2], Play::Normal, &budget).unwrap(), Outcome::L);
/// ```
pub fn outcome<R: Rules>(rules: &R, components: &[R::Component], play: Play, budget: &Budget) -> Result<Outcome> {
    let mut search = PartizanSearch::new(rules, play, budget);
    let root = search.position(components.iter().map(|p| (p, 1)))?;
    search.outcome(&root)
}

/// Returns the winning first moves of `by` in the sum of `components`.
/// A move comes with the index of its component.
///
/// # Errors
/// Returns the errors of [`outcome`].
///
/// ```
/// use grundy_games::partizan_take::PartizanTake;
/// use grundy_rules::heaps::TakeSome;
/// use grundy_rules::{Play, Player};
/// use grundy_engines::{Budget, partizan};
/// let rules = PartizanTake { left: "1".parse().ok(), right: "2".parse().ok() };
/// let moves = partizan::winning_moves(&rules, &[3, 2], Player::RIGHT, Play::Normal, &Budget::default()).unwrap();
/// assert_eq!(moves, [(1, TakeSome(2))]);
/// ```
pub fn winning_moves<R: Rules>(
    rules: &R,
    components: &[R::Component],
    by: Player,
    play: Play,
    budget: &Budget,
) -> Result<Vec<(usize, R::Move)>> {
    let mut search = PartizanSearch::new(rules, play, budget);
    let root = search.position(components.iter().map(|p| (p, 1)))?;
    let mut winning = vec![];
    for (k, component) in components.iter().enumerate() {
        for mv in rules.moves(component, by) {
            if search.wins_by(&root, component, by, &mv)? {
                winning.push((k, mv));
            }
        }
    }
    Ok(winning)
}

/// Facts about components that the theorems on sums need. The game must have no extra turns.
pub trait SumFacts<R: Rules> {
    /// Reports whether the rules alone imply that no sequence of moves in this component is infinite.
    /// If this returns false, the search examines the moves itself.
    fn is_known_terminating(&self, component: &R::Component) -> bool;

    /// Returns the component in which the roles of Left and Right are swapped.
    fn negative(&self, component: &R::Component) -> R::Component;

    /// Returns the Grundy value of a component of an impartial game; `None` for other components.
    ///
    /// # Errors
    /// Fails with `limit` if the computation exceeds the budget.
    fn nimber(&mut self, component: &R::Component) -> Result<Option<u128>>;
}

/// The theorems on sums that a search used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsedTheorems {
    /// A component and its negative cancelled.
    pub negatives: bool,
    /// Outcome classes of components decided a sum, or a P-position was dropped.
    pub classes: bool,
    /// Impartial components were replaced by the Nim heap of their value.
    pub nimbers: bool,
}

/// A memoised search over sums of components of one partizan ruleset.
pub struct PartizanSearch<'a, R: Rules> {
    rules: &'a R,
    play: Play,
    budget: &'a Budget,
    meter: Meter<'a>,
    components: PartizanComponents<'a, R>,
    /// The positions, each with its results for Left and for Right to move.
    positions: Positions<[PartizanState; 2]>,
    /// Positions that are being evaluated; each entry needs the result of the next one.
    stack: PagedVec<PartizanFrame>,
    /// The number of options visited.
    steps: u64,
    used: UsedTheorems,
}

/// The components found so far, indexed by key.
struct PartizanComponents<'a, R: Rules> {
    numbers: FxHashMap<R::Key, u32>,
    /// The Nim heaps that replace impartial components, by size.
    nim: FxHashMap<u128, u32>,
    list: PagedVec<PartizanComponent<R>>,
    /// The memory that keys, components and options own on the heap, in bytes.
    extra: u64,
    /// The number of components or positions at which the search is next checked for infinite play.
    next_check: usize,
    /// The facts that theorems on sums need; `None` for a search without theorems.
    facts: Option<Box<dyn SumFacts<R> + 'a>>,
}

/// A component, or the Nim heap that replaces it.
enum Content<P> {
    /// A component of the game.
    Component(P),
    /// The Nim heap that replaces an impartial component.
    Nim(u128),
}

struct PartizanComponent<R: Rules> {
    content: Content<R::Component>,
    /// The options of each player, listed on first use.
    options: [Option<Rc<ComponentOptions>>; 2],
    /// The index of the negative of the component, if the search has found the negative.
    negative: Option<u32>,
    /// The outcome class of the component, once it is known.
    class: Option<Outcome>,
    finiteness: Finiteness,
}

/// Whether every sequence of moves in a component is finite, alternating or not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finiteness {
    Unknown,
    /// The component is on the path that is being explored.
    Open,
    Proved,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PartizanState {
    New,
    Open,
    /// The result is known: whether the player to move wins.
    Done(bool),
}

/// A position being evaluated for the player to move, with its next option.
struct PartizanFrame {
    number: u32,
    by: Player,
    component: usize,
    option: usize,
    has_options: bool,
    won: bool,
    /// Whether the position is evaluated for its outcome class, not as an option of the frame below.
    for_class: bool,
}

/// The result of applying the theorems to a position before it is searched.
enum PriorResult {
    /// The position is decided: whether the player to move wins.
    Result(bool),
    /// The class of this component is needed first; its result for this player to move is missing.
    Need(u32, Player),
    /// The theorems do not apply.
    Unknown,
}

impl<'a, R: Rules> PartizanSearch<'a, R> {
    /// Creates a search without theorems.
    pub fn new(rules: &'a R, play: Play, budget: &'a Budget) -> Self {
        let (numbers, nim) = (FxHashMap::default(), FxHashMap::default());
        let components = PartizanComponents {
            numbers,
            nim,
            list: PagedVec::new(),
            extra: 0,
            next_check: MIN_ENDLESS_CHECK,
            facts: None,
        };
        PartizanSearch {
            rules,
            play,
            budget,
            meter: budget.meter(text!("positions")),
            components,
            positions: Positions::new(1),
            stack: PagedVec::new(),
            steps: 0,
            used: UsedTheorems::default(),
        }
    }

    /// Creates a search under normal play with theorems on sums.
    pub fn with_theorems(rules: &'a R, facts: Box<dyn SumFacts<R> + 'a>, budget: &'a Budget) -> Self {
        let mut search = PartizanSearch::new(rules, Play::Normal, budget);
        search.components.facts = Some(facts);
        search
    }

    /// Returns the number of evaluated positions; one position counts once for each player to move.
    pub fn evaluated(&self) -> u64 {
        self.meter.done()
    }

    /// Returns the theorems that were used.
    pub fn used(&self) -> UsedTheorems {
        self.used
    }

    /// Returns the multiset of the given components with multiplicities; drops components without moves.
    ///
    /// # Errors
    /// Fails with `limit` if the value of an impartial component is needed and exceeds the budget.
    pub fn position<'p>(&mut self, components: impl IntoIterator<Item = (&'p R::Component, u64)>) -> Result<Multiset>
    where
        R::Component: 'p,
    {
        let mut list = Multiset::new();
        for (component, copies) in components {
            if copies > 0
                && let Some(number) = self.components.intern(self.rules, component)?
            {
                list.push((number, copies));
            }
        }
        gather(&mut list)?;
        Ok(list)
    }

    /// Returns the position in which the components `leaves` replace one copy of `component`.
    fn replace(
        &mut self,
        from: &Multiset,
        component: &R::Component,
        leaves: &[(R::Component, u64)],
    ) -> Result<Multiset> {
        let mut list = from.clone();
        if let Some(number) = self.components.intern(self.rules, component)? {
            remove_one(&mut list, number);
        }
        for (p, copies) in leaves {
            if let Some(number) = self.components.intern(self.rules, p)? {
                list.push((number, *copies));
            }
        }
        gather(&mut list)?;
        Ok(list)
    }

    /// Returns the outcome class of a position.
    ///
    /// # Errors
    /// Returns the errors of [`outcome`].
    pub fn outcome(&mut self, position: &Multiset) -> Result<Outcome> {
        Ok(class(self.wins(position, Player::LEFT)?, self.wins(position, Player::RIGHT)?))
    }

    /// Reports whether `by` wins by making this move in one component of a position.
    ///
    /// # Errors
    /// Returns the errors of [`outcome`].
    pub fn wins_by(&mut self, position: &Multiset, component: &R::Component, by: Player, mv: &R::Move) -> Result<bool> {
        let leaves = self.rules.play_counted(component, by, mv);
        let next = self.rules.next_player(component, by, mv);
        let option = self.replace(position, component, &leaves)?;
        Ok(self.wins(&option, next)? == (next == by))
    }

    /// Reports whether `by` wins a position, moving first.
    ///
    /// # Errors
    /// Returns the errors of [`outcome`].
    pub fn wins(&mut self, position: &Multiset, by: Player) -> Result<bool> {
        let mut position = position.clone();
        loop {
            match self.apply_theorems(&mut position, by)? {
                PriorResult::Result(wins) => return Ok(wins),
                PriorResult::Unknown => return self.evaluate(&position, by),
                PriorResult::Need(number, player) => {
                    self.evaluate(&[(number, 1)], player)?;
                }
            };
        }
    }

    fn evaluate(&mut self, root: &[(u32, u64)], by: Player) -> Result<bool> {
        let root = self.intern(root)?;
        if let PartizanState::Done(wins) = self.state(root, by) {
            return Ok(wins);
        }
        let result = self.run(root, by);
        if result.is_err() {
            // Open positions keep their state, but their evaluation is abandoned.
            self.stack = PagedVec::new();
        }
        result
    }

    fn run(&mut self, root: u32, by: Player) -> Result<bool> {
        let mut child = Multiset::new();
        let mut frame = self.new_frame(root, by, false)?;
        loop {
            let Some(next) = self.next_option(&mut frame, &mut child)? else {
                // Under misère play a player without a move wins.
                let wins = frame.won || !frame.has_options && self.play == Play::Misere;
                self.positions.data_mut(frame.number)[usize::from(frame.by.0)] = PartizanState::Done(wins);
                let Some(below) = self.stack.pop() else { return Ok(wins) };
                let done = std::mem::replace(&mut frame, below);
                if !done.for_class {
                    frame.add_option(wins, done.by);
                }
                continue;
            };
            let (number, by, for_class) = match self.apply_theorems(&mut child, next)? {
                PriorResult::Result(wins) => {
                    frame.add_option(wins, next);
                    continue;
                }
                // The same option is visited again after the class is known.
                PriorResult::Need(number, player) => {
                    frame.option -= 1;
                    (self.intern(&[(number, 1)])?, player, true)
                }
                PriorResult::Unknown => (self.intern(&child)?, next, false),
            };
            match self.state(number, by) {
                PartizanState::Done(wins) if !for_class => frame.add_option(wins, by),
                PartizanState::Done(_) => {}
                PartizanState::New => {
                    let option = self.new_frame(number, by, for_class)?;
                    self.stack.push(std::mem::replace(&mut frame, option));
                }
                PartizanState::Open => return Err(repetition_error()),
            }
        }
    }

    fn state(&self, number: u32, by: Player) -> PartizanState {
        self.positions.data(number)[usize::from(by.0)]
    }

    /// Simplifies a position by the theorems on sums, and returns the result that they give.
    ///
    /// Every step keeps the value of the sum: G + −G = 0, and a component of class P is 0. Components of class L are
    /// positive, and so are their sums. If there is one more component of class N and Left moves first, Left wins as
    /// well, by moving in that component to a position ≥ 0.
    fn apply_theorems(&mut self, list: &mut Multiset, by: Player) -> Result<PriorResult> {
        if self.components.facts.is_none() {
            return Ok(PriorResult::Unknown);
        }
        if !matches!(list.as_slice(), [] | [(_, 1)]) {
            for &(number, _) in &*list {
                self.check_finite(number)?;
            }
        }
        self.cancel(list)?;
        match *list.as_slice() {
            [] => return Ok(PriorResult::Result(false)),
            [(number, 1)] => {
                let class = self.components.list[number as usize].class;
                return Ok(class.map_or(PriorResult::Unknown, |class| PriorResult::Result(class_wins(class, by))));
            }
            _ => {}
        }
        let classes = match self.classes(list) {
            Ok(classes) => classes,
            Err((number, player)) => return Ok(PriorResult::Need(number, player)),
        };
        let (mut left, mut right, mut next, mut dropped) = (false, false, 0u64, false);
        for (entry, class) in list.iter_mut().zip(classes) {
            match class {
                Outcome::L => left = true,
                Outcome::R => right = true,
                Outcome::N => next = next.saturating_add(entry.1),
                // Draws occur only in games with cycles, to which no theorem here applies.
                Outcome::D => return Ok(PriorResult::Unknown),
                Outcome::P => {
                    entry.1 = 0;
                    dropped = true;
                }
            }
        }
        list.retain(|entry| entry.1 > 0);
        let result = match (left, right, next) {
            (false, false, 0) => Some(false),
            (true, false, 0) => Some(class_wins(Outcome::L, by)),
            (false, true, 0) => Some(class_wins(Outcome::R, by)),
            (_, false, 1) if by == Player::LEFT => Some(true),
            (false, _, 1) if by == Player::RIGHT => Some(true),
            _ => None,
        };
        self.used.classes |= dropped || result.is_some();
        Ok(result.map_or(PriorResult::Unknown, PriorResult::Result))
    }

    /// Checks that all sequences of moves in a component are finite, alternating or not.
    ///
    /// # Errors
    /// Fails with `unsupported` if the moves need not end, and with `limit` if the budget runs out.
    fn check_finite(&mut self, root: u32) -> Result<()> {
        if self.components.list[root as usize].finiteness == Finiteness::Proved {
            return Ok(());
        }
        let mut path: PagedVec<(u32, Player, usize)> = PagedVec::new();
        self.components.list[root as usize].finiteness = Finiteness::Open;
        path.push((root, Player::LEFT, 0));
        while let Some((number, by, at)) = path.pop() {
            self.steps += 1;
            if self.steps.is_multiple_of(4096) {
                self.budget.check()?;
            }
            let other_bytes = self.positions.bytes() + self.stack.bytes() + path.bytes();
            let options = self.components.options(self.rules, number, by, other_bytes, self.budget)?;
            let Some(&next) = options.components().get(at) else {
                match by {
                    Player::LEFT => path.push((number, Player::RIGHT, 0)),
                    _ => self.components.list[number as usize].finiteness = Finiteness::Proved,
                }
                continue;
            };
            path.push((number, by, at + 1));
            match self.components.list[next as usize].finiteness {
                Finiteness::Proved => {}
                Finiteness::Open => return Err(repetition_error()),
                Finiteness::Unknown => {
                    self.components.list[next as usize].finiteness = Finiteness::Open;
                    path.push((next, Player::LEFT, 0));
                    if path.len() >= MIN_ENDLESS_CHECK
                        && path.len().is_power_of_two()
                        && self.components.has_unbounded_moves(self.rules, next)
                    {
                        return Err(repetition_error());
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the classes of the components, or a component and a player whose result must be found first.
    fn classes(&mut self, list: &Multiset) -> std::result::Result<SmallVec<[Outcome; 4]>, (u32, Player)> {
        let mut classes = SmallVec::new();
        for &(number, _) in list {
            let class = match self.components.list[number as usize].class {
                Some(class) => class,
                None => {
                    let [left, right] =
                        [Player::LEFT, Player::RIGHT].map(|by| match self.positions.find(&[(number, 1)], 0) {
                            Some(at) if matches!(self.state(at, by), PartizanState::Done(_)) => {
                                Ok(self.state(at, by) == PartizanState::Done(true))
                            }
                            _ => Err((number, by)),
                        });
                    let class = class(left?, right?);
                    self.components.list[number as usize].class = Some(class);
                    class
                }
            };
            classes.push(class);
        }
        Ok(classes)
    }

    /// Cancels components and their negatives, and merges the Nim heaps into one.
    fn cancel(&mut self, list: &mut Multiset) -> Result<()> {
        let (mut heaps, mut nim) = (0u64, 0);
        for k in 0..list.len() {
            let (number, count) = list[k];
            let component = &self.components.list[number as usize];
            if let Content::Nim(size) = component.content {
                heaps += count.min(2);
                nim ^= if count % 2 == 1 { size } else { 0 };
                continue;
            }
            let Some(negative) = component.negative.filter(|_| count > 0) else { continue };
            if negative == number {
                // The component is its own negative, so two copies are 0.
                self.used.negatives |= count > 1;
                list[k].1 %= 2;
                continue;
            }
            let Some(at) = list.iter().position(|&(other, _)| other == negative) else { continue };
            let cancelled = count.min(list[at].1);
            list[at].1 -= cancelled;
            list[k].1 -= cancelled;
            self.used.negatives |= cancelled > 0;
        }
        if heaps > 1 {
            self.used.nimbers = true;
            list.retain(|entry| !matches!(self.components.list[entry.0 as usize].content, Content::Nim(_)));
            if let Some(number) = self.components.nim_heap(nim)? {
                list.push((number, 1));
            }
        }
        list.retain(|entry| entry.1 > 0);
        gather(list)
    }

    /// Returns the index of a position, and inserts it if it is new.
    fn intern(&mut self, key: &[(u32, u64)]) -> Result<u32> {
        let other_bytes = self.components.bytes() + self.stack.bytes();
        self.positions.intern(key, 0, [PartizanState::New; 2], other_bytes, self.budget)
    }

    fn new_frame(&mut self, number: u32, by: Player, for_class: bool) -> Result<PartizanFrame> {
        self.meter.advance(1)?;
        let position_count = self.positions.len();
        self.components.check_termination(self.rules, position_count, self.positions.key(number))?;
        self.positions.data_mut(number)[usize::from(by.0)] = PartizanState::Open;
        Ok(PartizanFrame { number, by, component: 0, option: 0, has_options: false, won: false, for_class })
    }

    /// Puts the next option of the frame's position into `child` and returns the player who moves next.
    /// Returns `None` if no option is left, or if the position is already won.
    fn next_option(&mut self, frame: &mut PartizanFrame, child: &mut Multiset) -> Result<Option<Player>> {
        if frame.won {
            return Ok(None);
        }
        loop {
            let Some(&(component, _)) = self.positions.key(frame.number).get(frame.component) else { return Ok(None) };
            let other_bytes = self.positions.bytes() + self.stack.bytes();
            let options = self.components.options(self.rules, component, frame.by, other_bytes, self.budget)?;
            let Some((leaves, next)) = options.get(frame.option) else {
                (frame.component, frame.option) = (frame.component + 1, 0);
                continue;
            };
            frame.option += 1;
            frame.has_options = true;
            // The meter counts a position once, but a position may have millions of options.
            self.steps += 1;
            if self.steps.is_multiple_of(4096) {
                self.budget.check()?;
            }
            self.positions.write_option(frame.number, component, leaves, child)?;
            return Ok(Some(next));
        }
    }
}

impl PartizanFrame {
    /// Updates the frame with the result of an option: whether `next`, the player to move, wins the option.
    #[inline]
    fn add_option(&mut self, wins: bool, next: Player) {
        self.won |= wins == (next == self.by);
    }
}

impl<R: Rules> PartizanComponents<'_, R> {
    /// Returns the index of a component, and inserts the component if it is new.
    /// Returns `None` if neither player has a move in it, or if its value is known to be 0.
    fn intern(&mut self, rules: &R, component: &R::Component) -> Result<Option<u32>> {
        let key = rules.key(component);
        if let Some(&number) = self.numbers.get(&key) {
            return Ok((number != u32::MAX).then_some(number));
        }
        let nimber = match &mut self.facts {
            Some(facts) => facts.nimber(component)?,
            None => None,
        };
        let number = match nimber {
            Some(size) => self.nim_heap(size)?,
            None => [Player::LEFT, Player::RIGHT]
                .iter()
                .any(|&by| rules.moves(component, by).next().is_some())
                .then_some(self.list.len() as u32),
        };
        // The component is stored in addition to its key, which has about the same size.
        self.extra += 2 * allocated(rules.extra_bytes(component) as usize);
        self.numbers.insert(key, number.unwrap_or(u32::MAX));
        if let Some(number) = number.filter(|_| nimber.is_none()) {
            // If the negative was found before, link both.
            let negative = self.facts.as_ref().map(|facts| facts.negative(component));
            let negative = negative.and_then(|negative| self.numbers.get(&rules.key(&negative)).copied());
            let finiteness = match &self.facts {
                Some(facts) if facts.is_known_terminating(component) => Finiteness::Proved,
                _ => Finiteness::Unknown,
            };
            self.list.push(PartizanComponent {
                content: Content::Component(component.clone()),
                options: [None, None],
                negative,
                class: None,
                finiteness,
            });
            if let Some(negative) = negative {
                self.list[negative as usize].negative = Some(number);
            }
        }
        Ok(number)
    }

    /// Returns the index of a Nim heap; `None` if it is empty.
    fn nim_heap(&mut self, size: u128) -> Result<Option<u32>> {
        if size == 0 {
            return Ok(None);
        }
        if let Some(&number) = self.nim.get(&size) {
            return Ok(Some(number));
        }
        let number = self.list.len() as u32;
        self.nim.insert(size, number);
        let (class, finiteness) = (Some(Outcome::N), Finiteness::Proved);
        self.list.push(PartizanComponent {
            content: Content::Nim(size),
            options: [None, None],
            negative: None,
            class,
            finiteness,
        });
        Ok(Some(number))
    }

    /// Returns the memory used by all components, including the memory that one more component may need.
    fn bytes(&self) -> u64 {
        let maps = map_bytes(&self.numbers) + map_growth(&self.numbers) + map_bytes(&self.nim) + map_growth(&self.nim);
        maps + self.list.bytes() + self.extra
    }

    /// Returns the distinct options of a component for one player.
    /// `other_bytes` is the memory use of the rest of the search in bytes.
    fn options(
        &mut self,
        rules: &R,
        number: u32,
        by: Player,
        other_bytes: u64,
        budget: &Budget,
    ) -> Result<Rc<ComponentOptions>> {
        let player = usize::from(by.0);
        if let Some(options) = &self.list[number as usize].options[player] {
            return Ok(Rc::clone(options));
        }
        let list = match &self.list[number as usize].content {
            Content::Component(component) => {
                let component = component.clone();
                self.check_termination(rules, self.list.len(), &[(number, 1)])?;
                let mut list = list_options(rules, &component, by, other_bytes, budget, |leaves, _| {
                    let mut numbers = Multiset::new();
                    for (p, copies) in leaves {
                        numbers.extend(self.intern(rules, p)?.map(|number| (number, *copies)));
                    }
                    Ok((numbers, self.bytes()))
                })?;
                // Small positions come first, because they are searched quickly and are often known. Most games
                // list the moves to the smallest positions last.
                list.reverse();
                let mut seen = hashbrown::HashSet::with_hasher(FxBuildHasher);
                list.retain(|option| seen.insert(option.clone()));
                list
            }
            &Content::Nim(size) => self.nim_options(size, by, other_bytes, budget)?,
        };
        let options = Rc::new(ComponentOptions::pack(list)?);
        self.extra += options.bytes();
        self.list[number as usize].options[player] = Some(Rc::clone(&options));
        Ok(options)
    }

    /// Reports whether a player can repeat a move in a component forever, each time to larger numbers.
    fn has_unbounded_moves(&self, rules: &R, number: u32) -> bool {
        match &self.list[number as usize].content {
            Content::Component(component) => {
                [Player::LEFT, Player::RIGHT].iter().any(|&by| rules.has_unbounded_moves(component, by))
            }
            Content::Nim(_) => false,
        }
    }

    /// Checks at doubling intervals whether the search can be shown not to end.
    /// `count` is the number of positions or components that the search has found.
    fn check_termination(&mut self, rules: &R, count: usize, position: &[(u32, u64)]) -> Result<()> {
        if count < self.next_check {
            return Ok(());
        }
        self.next_check = 2 * count;
        let both_unbounded = |&(number, _): &(u32, u64)| match &self.list[number as usize].content {
            Content::Component(component) => {
                [Player::LEFT, Player::RIGHT].iter().all(|&by| rules.has_unbounded_moves(component, by))
            }
            Content::Nim(_) => false,
        };
        if position.iter().any(both_unbounded) { Err(endless_play_error()) } else { Ok(()) }
    }

    /// Returns the options of a Nim heap.
    fn nim_options(&mut self, size: u128, by: Player, other_bytes: u64, budget: &Budget) -> Result<Vec<Successor>> {
        let what = text!("the search's table of moves");
        budget.check_fits(size.saturating_mul(size_of::<Successor>() as u128), &what)?;
        let mut list = vec![];
        for remaining in 0..size {
            list.push((self.nim_heap(remaining)?.map(|number| (number, 1)).into_iter().collect(), by.other()));
            if list.len().is_multiple_of(1024) {
                budget.check()?;
                let listed = (list.capacity() * size_of::<Successor>()) as u64;
                budget.check_fits(u128::from(other_bytes + self.bytes() + listed), &what)?;
            }
        }
        Ok(list)
    }
}

/// Reports whether `by`, moving first, wins a position of this class.
fn class_wins(class: Outcome, by: Player) -> bool {
    class == Outcome::N || class == if by == Player::LEFT { Outcome::L } else { Outcome::R }
}
