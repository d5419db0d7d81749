//! Brute force for n players: the recursion on any position of any [`Multiplayer`] game, memoised on the multiset of
//! components and the player in turn.
//!
//! This is the engine that the table of [`Losers`](super::Losers) is checked against. It drops components in which nobody
//! can ever move, which changes nothing about the tree of plays. Depth costs memory, not recursion.

use super::together;
use crate::multiset::{Multiset, look_if_large};
use crate::space::{Backup, Space};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Error, ErrorKind, Multiplayer, Player, Result, Rules};

/// Who loses the sum of `parts` when `first` moves first and everybody plays best by their ranking.
///
/// # Errors
/// `limit` if the budget ends first; `unsupported` if a position can come again; `bad_argument` if `first` is no player or
/// a ranking is no permutation of the players.
///
/// ```
/// use grundy_games::rivals::Rivals;
/// use grundy_rules::{Rival, Player};
/// use grundy_engines::{Budget, rivals::multiplayer};
/// let rival = |set: &str, ranking: [u8; 3]| Rival {
///     amounts: Some(set.parse().unwrap()),
///     ranking: ranking.map(Player).to_vec(),
/// };
/// let rules = Rivals::new(vec![rival("1,2", [1, 2, 0]), rival("1,3", [0, 2, 1]), rival("2", [0, 1, 2])]).unwrap();
/// // Player 0 takes 1 of 3; player 1 must leave 1, which is too little for player 2.
/// assert_eq!(multiplayer::loser(&rules, &[3], Player(0), &Budget::default()).unwrap(), Player(2));
/// ```
pub fn loser<R: Rules + Multiplayer>(
    rules: &R,
    parts: &[R::Component],
    first: Player,
    budget: &Budget,
) -> Result<Player> {
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
/// use grundy_rules::{Rival, Player};
/// use grundy_engines::{Budget, rivals::multiplayer};
/// let rival = |ranking: [u8; 2]| Rival { amounts: Some("1..3".parse().unwrap()), ranking: ranking.map(Player).to_vec() };
/// let rules = Rivals::new(vec![rival([1, 0]), rival([0, 1])]).unwrap();
/// let moves = multiplayer::best_moves(&rules, &[7], Player(1), &Budget::default()).unwrap();
/// assert_eq!(moves, [(0, TakeSome(3))]);
/// ```
pub fn best_moves<R: Rules + Multiplayer>(
    rules: &R,
    parts: &[R::Component],
    first: Player,
    budget: &Budget,
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
pub struct Search<'a, R: Rules + Multiplayer>(Space<'a, R, Ranked>);

/// The loser whom the player in turn wants most.
struct Ranked {
    players: usize,
    /// By player and loser: the place of the loser in the player's ranking.
    places: Vec<u8>,
    /// The player whom all the others play against.
    against: Option<Player>,
}

impl Backup for Ranked {
    type Value = Player;
    type Seen = Option<Player>;

    fn turn(&self, next: Player) -> Result<Player> {
        if usize::from(next.0) < self.players {
            return Ok(next);
        }
        let (next, players) = (u16::from(next.0) + 1, self.players);
        let message = text!("the rules give the turn to player {next} of {players}", next, players);
        Err(Error::new(ErrorKind::BadArgument, message))
    }

    fn nothing(&self) -> Option<Player> {
        None
    }

    fn take_in(&self, best: &mut Option<Player>, by: Player, loser: Player) -> bool {
        let place = |seat: Player| self.places[usize::from(by.0) * self.players + usize::from(seat.0)];
        if best.is_none_or(|best| place(loser) < place(best)) {
            *best = Some(loser);
        }
        // Nobody could be wanted more.
        place(loser) == 0
    }

    /// Who cannot move loses.
    fn value(&self, best: &Option<Player>, by: Player, _any: bool) -> Player {
        best.unwrap_or(self.against.map_or(by, |seat| together::told(by, seat)))
    }
}

impl<'a, R: Rules + Multiplayer> Search<'a, R> {
    /// A search that knows no position yet.
    ///
    /// # Errors
    /// `bad_argument` if there are no players or a ranking is no permutation of them.
    pub fn new(rules: &'a R, budget: &'a Budget) -> Result<Self> {
        let players = usize::from(rules.players());
        if players == 0 {
            return Err(Error::new(ErrorKind::BadArgument, text!("a game has at least one player")));
        }
        let mut places = vec![u8::MAX; players * players];
        for by in 0..players {
            let ranking = rules.ranking(Player(by as u8));
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
        Ok(Search(Space::new(rules, players as u8, Ranked { players, places, against: None }, budget)))
    }

    /// A search in which all the others play together to make `seat` lose: whoever of them loses stands as [`together::other`].
    ///
    /// # Errors
    /// As [`Search::new`]; and `bad_argument` if `seat` is no player.
    pub fn against(rules: &'a R, seat: Player, budget: &'a Budget) -> Result<Self> {
        let mut search = Search::new(rules, budget)?;
        let players = search.0.backup.players;
        together::check(players, seat)?;
        for (by, ranking) in together::rankings(players, seat).into_iter().enumerate() {
            for (place, loser) in ranking.into_iter().enumerate() {
                search.0.backup.places[by * players + usize::from(loser.0)] = place as u8;
            }
        }
        search.0.backup.against = Some(seat);
        Ok(search)
    }

    /// How many positions were evaluated, each with the player in turn.
    pub fn evaluated(&self) -> u64 {
        self.0.evaluated()
    }

    /// The multiset of the given components; those in which nobody can move are left out.
    pub fn position<'p>(&mut self, parts: impl IntoIterator<Item = &'p R::Component>) -> Result<Multiset> {
        self.0.parts.gathered(self.0.rules, parts.into_iter().map(|part| (part, 1)))
    }

    /// Shows the moves of `by` in the component at `place` that make `loser` lose, in the order of the rules.
    ///
    /// # Errors
    /// As [`loser`].
    pub fn best_in(
        &mut self,
        parts: &[R::Component],
        place: usize,
        by: Player,
        loser: Player,
        mut show: impl FnMut(R::Move),
    ) -> Result<()> {
        let rules = self.0.rules;
        for mv in rules.moves(&parts[place], by) {
            look_if_large(rules, &parts[place], self.0.budget)?;
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
    pub fn loser(&mut self, position: Multiset, by: Player) -> Result<Player> {
        if usize::from(by.0) >= self.0.backup.players {
            let message = text!(
                "there is no player {by}: the game has {players}",
                by = u16::from(by.0) + 1,
                players = self.0.backup.players
            );
            return Err(Error::new(ErrorKind::BadArgument, message));
        }
        self.0.value(&position, by)
    }
}
