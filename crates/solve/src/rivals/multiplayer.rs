//! Brute force for n players: the recursion on any position of any [`Multiplayer`] game, memoised on the multiset of
//! components and the player in turn.
//!
//! This is the engine that the table of [`Losers`](super::Losers) is checked against. It drops components in which nobody
//! can ever move, which changes nothing about the tree of plays. Depth costs memory, not recursion.

use crate::budget::{Budget, Meter};
use crate::memory::Pages;
use crate::multiset::{Multiset, look_if_large};
use crate::positions::{Choice, Parts, Positions};
use crate::search::comes_again;
use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Multiplayer, Result, Rules, Seat};

/// Who loses the sum of `parts` when `first` moves first and everybody plays best by their ranking.
///
/// # Errors
/// `limit` if the budget ends first; `unsupported` if a position can come again; `bad_argument` if `first` is no player or
/// a ranking is no permutation of the players.
///
/// ```
/// use grundy_games::rivals::Rivals;
/// use grundy_rules::{Rival, Seat};
/// use grundy_solve::{Budget, multiplayer};
/// let rival = |set: &str, ranking: [u8; 3]| Rival {
///     amounts: Some(set.parse().unwrap()),
///     ranking: ranking.map(Seat).to_vec(),
/// };
/// let rules = Rivals::new(vec![rival("1,2", [1, 2, 0]), rival("1,3", [0, 2, 1]), rival("2", [0, 1, 2])]).unwrap();
/// // Player 0 takes 1 of 3; player 1 must leave 1, which is too little for player 2.
/// assert_eq!(multiplayer::loser(&rules, &[3], Seat(0), &Budget::default()).unwrap(), Seat(2));
/// ```
pub fn loser<R: Rules + Multiplayer>(rules: &R, parts: &[R::Part], first: Seat, budget: &Budget<'_>) -> Result<Seat> {
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
/// use grundy_games::rivals::Rivals;
/// use grundy_rules::heaps::TakeSome;
/// use grundy_rules::{Rival, Seat};
/// use grundy_solve::{Budget, multiplayer};
/// let rival = |ranking: [u8; 2]| Rival { amounts: Some("1..3".parse().unwrap()), ranking: ranking.map(Seat).to_vec() };
/// let rules = Rivals::new(vec![rival([1, 0]), rival([0, 1])]).unwrap();
/// let moves = multiplayer::best_moves(&rules, &[7], Seat(1), &Budget::default()).unwrap();
/// assert_eq!(moves, [(0, TakeSome(3))]);
/// ```
pub fn best_moves<R: Rules + Multiplayer>(
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
pub struct Search<'a, R: Rules + Multiplayer> {
    rules: &'a R,
    budget: &'a Budget<'a>,
    meter: Meter<'a>,
    players: usize,
    /// By player and loser: the place of the loser in the player's ranking.
    places: Vec<u8>,
    parts: Parts<R>,
    /// Positions, tagged with the seat of the player in turn.
    positions: Positions<State>,
    /// Positions that are being evaluated, each an option of the one before it.
    stack: Pages<Frame>,
    /// How many options were looked at.
    steps: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done(Seat),
}

/// A position being evaluated: which option comes next, and the best loser of the earlier ones.
struct Frame {
    number: u32,
    by: Seat,
    part: usize,
    option: usize,
    best: Option<Seat>,
}

impl<'a, R: Rules + Multiplayer> Search<'a, R> {
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
            parts: Parts::new(players as u8),
            positions: Positions::new(players),
            stack: Pages::new(),
            steps: 0,
        })
    }

    /// How many positions were evaluated, each with the player in turn.
    pub fn evaluated(&self) -> u64 {
        self.meter.done()
    }

    /// The multiset of the given components; those in which nobody can move are left out.
    pub fn position<'p>(&mut self, parts: impl IntoIterator<Item = &'p R::Part>) -> Result<Multiset> {
        self.parts.gathered(self.rules, parts.into_iter().map(|part| (part, 1)))
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
        let root = self.number(&position, by)?;
        if let State::Done(loser) = *self.positions.known(root) {
            return Ok(loser);
        }
        let result = self.run(root, by);
        if result.is_err() {
            // What is open stays so, but nobody goes on with it.
            self.stack = Pages::new();
        }
        result
    }

    fn run(&mut self, root: u32, by: Seat) -> Result<Seat> {
        let mut child = Multiset::new();
        let mut frame = self.open(root, by)?;
        loop {
            match self.next_option(&mut frame, &mut child)? {
                Some(next) => {
                    let number = self.number(&child, next)?;
                    match *self.positions.known(number) {
                        State::Done(loser) => self.take_in(&mut frame, loser),
                        State::New => {
                            let option = self.open(number, next)?;
                            self.stack.push(std::mem::replace(&mut frame, option));
                        }
                        State::Open => return Err(comes_again()),
                    }
                }
                None => {
                    // Who cannot move loses.
                    let loser = frame.best.unwrap_or(frame.by);
                    *self.positions.known_mut(frame.number) = State::Done(loser);
                    match self.stack.pop() {
                        None => return Ok(loser),
                        Some(parent) => frame = parent,
                    }
                    self.take_in(&mut frame, loser);
                }
            }
        }
    }

    /// The number of a position with `by` in turn, taken in if it is new.
    fn number(&mut self, key: &Multiset, by: Seat) -> Result<u32> {
        let beside = self.parts.bytes() + self.stack.bytes();
        self.positions.number(key, usize::from(by.0), State::New, beside, self.budget)
    }

    fn open(&mut self, number: u32, by: Seat) -> Result<Frame> {
        self.meter.tick(1)?;
        *self.positions.known_mut(number) = State::Open;
        Ok(Frame { number, by, part: 0, option: 0, best: None })
    }

    fn take_in(&self, frame: &mut Frame, loser: Seat) {
        let by = usize::from(frame.by.0);
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
            let Some(&(component, _)) = self.positions.key(frame.number).get(frame.part) else { return Ok(None) };
            let beside = self.positions.bytes() + self.stack.bytes();
            let players = self.players;
            let permitted = |next: Seat| {
                if usize::from(next.0) < players {
                    return Ok(());
                }
                let next = u16::from(next.0) + 1;
                let message = text!("the rules give the turn to player {next} of {players}", next, players);
                Err(Error::new(ErrorKind::BadArgument, message))
            };
            let arrange = |choices: &mut Vec<Choice>| {
                choices.sort_unstable();
                choices.dedup();
            };
            let at = (component, frame.by);
            let options = self.parts.options(self.rules, at, beside, self.budget, permitted, arrange)?;
            let Some((left, next)) = options.get(frame.option) else {
                (frame.part, frame.option) = (frame.part + 1, 0);
                continue;
            };
            frame.option += 1;
            // A position may have millions of options, and positions are counted once.
            self.steps += 1;
            if self.steps.is_multiple_of(4096) {
                self.budget.check()?;
            }
            self.positions.after(frame.number, component, left, child)?;
            return Ok(Some(next));
        }
    }
}
