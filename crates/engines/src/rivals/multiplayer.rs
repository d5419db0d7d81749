//! Brute force for n players: the recursion on any position of any [`Multiplayer`] game.
//! Results are memoised by the multiset of components and the player to move.
//!
//! The tests check the table of [`Losers`](super::Losers) against this engine. The engine drops components in which no
//! player can ever move, which does not change the game tree. The stack is on the heap, so deep play costs only memory.

use super::coalition;
use crate::multiset::{Multiset, check_if_large};
use crate::space::{Backup, Space};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Error, ErrorKind, Multiplayer, Player, Result, Rules};

/// Returns the loser of the sum of `components` if `first` moves first.
/// Every player plays best according to the rankings.
///
/// # Errors
/// Fails with `limit` if the budget runs out, with `unsupported` if a position can repeat, and with `bad_argument` if
/// `first` is not a player or a ranking is not a permutation of the players.
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
    components: &[R::Component],
    first: Player,
    budget: &Budget,
) -> Result<Player> {
    let mut search = MultiplayerSearch::new(rules, budget)?;
    let root = search.position(components)?;
    search.loser(root, first)
}

/// Returns the best first moves of `first` in the sum of `components`.
/// A move comes with the index of its component. A move is best if the same player loses after it as under
/// best play. The list is empty if `first` cannot move.
///
/// # Errors
/// Returns the errors of [`loser`].
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
    components: &[R::Component],
    first: Player,
    budget: &Budget,
) -> Result<Vec<(usize, R::Move)>> {
    let mut search = MultiplayerSearch::new(rules, budget)?;
    let root = search.position(components)?;
    let loser = search.loser(root, first)?;
    let mut best = vec![];
    for index in 0..components.len() {
        search.best_in(components, index, first, loser, |mv| best.push((index, mv)))?;
    }
    Ok(best)
}

/// A memoised search over sums of components of one ruleset.
pub struct MultiplayerSearch<'a, R: Rules + Multiplayer>(Space<'a, R, Ranked>);

/// Chooses the loser whom the player to move prefers.
struct Ranked {
    players: usize,
    /// For each player and each loser, the rank of the loser in the player's ranking; rank 0 is the best.
    ranks: Vec<u8>,
    /// The player against whom all other players form a coalition, if there is a coalition.
    lone_player: Option<Player>,
}

impl Backup for Ranked {
    type Value = Player;
    type Seen = Option<Player>;

    fn turn(&self, next: Player) -> Result<Player> {
        if usize::from(next.0) < self.players {
            return Ok(next);
        }
        let (next, players) = (u16::from(next.0) + 1, self.players);
        let message =
            text!("the rules give the turn to player {next}, but the number of players is {players}", next, players);
        Err(Error::new(ErrorKind::BadArgument, message))
    }

    fn empty(&self) -> Option<Player> {
        None
    }

    fn add_option(&self, best: &mut Option<Player>, by: Player, loser: Player) -> bool {
        let rank = |player: Player| self.ranks[usize::from(by.0) * self.players + usize::from(player.0)];
        if best.is_none_or(|best| rank(loser) < rank(best)) {
            *best = Some(loser);
        }
        // The player's preferred loser is found, so no other option can be better.
        rank(loser) == 0
    }

    /// Returns the loser: a player who cannot move loses.
    fn value(&self, best: &Option<Player>, by: Player, _has_options: bool) -> Player {
        best.unwrap_or(self.lone_player.map_or(by, |player| coalition::reported_loser(by, player)))
    }
}

impl<'a, R: Rules + Multiplayer> MultiplayerSearch<'a, R> {
    /// Creates a search without known positions.
    ///
    /// # Errors
    /// Fails with `bad_argument` if there are no players or a ranking is not a permutation of them.
    pub fn new(rules: &'a R, budget: &'a Budget) -> Result<Self> {
        let players = usize::from(rules.players());
        if players == 0 {
            return Err(Error::new(ErrorKind::BadArgument, text!("a game must have at least one player")));
        }
        let mut ranks = vec![u8::MAX; players * players];
        for by in 0..players {
            let ranking = rules.ranking(Player(by as u8));
            for (rank, player) in ranking.iter().enumerate() {
                if usize::from(player.0) < players && rank < players {
                    ranks[by * players + usize::from(player.0)] = rank as u8;
                }
            }
            // Ranks are below 255, so a player who is not named keeps the value 255.
            if ranking.len() != players || ranks[by * players..][..players].contains(&u8::MAX) {
                let message = text!("the ranking of player {by} does not name every player exactly once", by = by + 1);
                return Err(Error::new(ErrorKind::BadArgument, message));
            }
        }
        Ok(MultiplayerSearch(Space::new(rules, players as u8, Ranked { players, ranks, lone_player: None }, budget)))
    }

    /// Creates a search in which all other players form a coalition against `player`.
    /// [`coalition::representative`] represents any loser in the coalition.
    ///
    /// # Errors
    /// Returns the errors of [`MultiplayerSearch::new`], and `bad_argument` if `player` is not a player.
    pub fn against(rules: &'a R, player: Player, budget: &'a Budget) -> Result<Self> {
        let mut search = MultiplayerSearch::new(rules, budget)?;
        let players = search.0.backup.players;
        coalition::check(players, player)?;
        for (by, ranking) in coalition::rankings(players, player).into_iter().enumerate() {
            for (rank, loser) in ranking.into_iter().enumerate() {
                search.0.backup.ranks[by * players + usize::from(loser.0)] = rank as u8;
            }
        }
        search.0.backup.lone_player = Some(player);
        Ok(search)
    }

    /// Returns the number of evaluated positions; one position counts once for each player to move.
    pub fn evaluated(&self) -> u64 {
        self.0.evaluated()
    }

    /// Returns the multiset of the given components; components in which no player can move are dropped.
    pub fn position<'p>(&mut self, components: impl IntoIterator<Item = &'p R::Component>) -> Result<Multiset> {
        self.0.components.multiset(self.0.rules, components.into_iter().map(|component| (component, 1)))
    }

    /// Passes to `visit` each move of `by` in one component after which `loser` loses.
    /// The component is `components[index]`; the moves are in the order of the rules.
    ///
    /// # Errors
    /// Returns the errors of [`loser`].
    pub fn best_in(
        &mut self,
        components: &[R::Component],
        index: usize,
        by: Player,
        loser: Player,
        mut visit: impl FnMut(R::Move),
    ) -> Result<()> {
        let rules = self.0.rules;
        for mv in rules.moves(&components[index], by) {
            check_if_large(rules, &components[index], self.0.budget)?;
            let leaves = rules.play(&components[index], by, &mv);
            let next = rules.next_player(&components[index], by, &mv);
            let option = self.position(components[..index].iter().chain(&leaves).chain(&components[index + 1..]))?;
            if self.loser(option, next)? == loser {
                visit(mv);
            }
        }
        Ok(())
    }

    /// Returns the loser of a position with `by` to move.
    ///
    /// # Errors
    /// Returns the errors of [`loser`].
    pub fn loser(&mut self, position: Multiset, by: Player) -> Result<Player> {
        if usize::from(by.0) >= self.0.backup.players {
            let message = text!(
                "there is no player {by}: the number of players is {players}",
                by = u16::from(by.0) + 1,
                players = self.0.backup.players
            );
            return Err(Error::new(ErrorKind::BadArgument, message));
        }
        self.0.value(&position, by)
    }
}
