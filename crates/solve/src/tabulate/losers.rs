//! The table of games of several players: the loser of each heap, for each player who may be to move.

use crate::solver::Solver;
use grundy_engines::rivals::multiplayer::MultiplayerSearch;
use grundy_engines::rivals::{Losers, coalition};
use grundy_lang::text;
use grundy_rules::Budget;
use grundy_rules::{Error, ErrorKind, Play, Player, Result, Ruleset, SumRules, TableForm};

/// The losers of the heaps from 0 to a bound, readable in any order.
pub struct LoserTable<'a> {
    rules: &'a Ruleset,
    to: u64,
    players: u8,
    lone_player: Option<Player>,
    source: LoserSource<'a>,
    budget: &'a Budget,
    read: u64,
}

enum LoserSource<'a> {
    Engine(&'a mut Losers),
    /// The losers found by search: for each heap from 0, one entry per player to move.
    Searched(Vec<Player>),
}

impl Solver {
    /// Returns the loser of each heap from 0 to `to`, for each player who may be to move.
    /// With `lone_player`, all other players form a coalition against that player, and the table reports whether that
    /// player loses.
    ///
    /// Without `use_theorems` all entries are computed by search.
    ///
    /// # Errors
    /// Fails with `unsupported` for games other than those in which several players take from one heap. Fails with
    /// `bad_argument` if the player `lone_player` does not exist, and with `limit` if the budget does not suffice.
    ///
    /// ```
    /// use grundy_rules::Player;
    /// use grundy_solve::{Budget, Solver};
    /// let rules = grundy_games::parse_rules("rivals[1..3 : 2>1 / 1..3 : 1>2]").unwrap();
    /// let (mut solver, budget) = (Solver::new(), Budget::default());
    /// let mut table = solver.losers(&rules, 8, None, true, &budget).unwrap();
    /// assert_eq!(table.loser(8, Player(0)).unwrap(), Some(Player(0)));
    /// assert_eq!(table.loser(7, Player(0)).unwrap(), Some(Player(1)));
    /// ```
    pub fn losers<'a>(
        &'a mut self,
        rules: &'a Ruleset,
        to: u64,
        lone_player: Option<Player>,
        use_theorems: bool,
        budget: &'a Budget,
    ) -> Result<LoserTable<'a>> {
        budget.check()?;
        let Some(TableForm::Rivals(rivals)) = rules.game.table_form() else {
            let message = text!("`{name}` is not a game of several players", name = rules.game.rules_text());
            let help = text!("for example rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {{}} : 1>2>3]");
            return Err(Error::new(ErrorKind::Unsupported, message).help(help));
        };
        if rules.play == Play::Misere {
            let message = text!("misère play is not defined for {games}", games = text!("games of several players"));
            let error = Error::new(ErrorKind::Unsupported, message);
            return Err(error.help(text!("omit `misere`: in these games, the player who cannot move loses")));
        }
        if let Some(player) = lone_player {
            coalition::check(rivals.len(), player)?;
        }
        let players = rivals.len() as u8;
        let source = if use_theorems {
            let tables = self.tables();
            if tables.bytes() > budget.bytes / 2 {
                tables.clear();
            }
            let table = tables.rivals(rules.game.id(), rivals, lone_player);
            table.loser(to, Player(0), budget)?;
            LoserSource::Engine(table)
        } else {
            LoserSource::Searched(search_losers(rules, to, players, lone_player, budget)?)
        };
        Ok(LoserTable { rules, to, players, lone_player, source, budget, read: 0 })
    }
}

/// Computes the entries of heaps 0 to `to` by one search, in the order of [`LoserSource::Searched`].
fn search_losers(
    rules: &Ruleset,
    to: u64,
    players: u8,
    lone_player: Option<Player>,
    budget: &Budget,
) -> Result<Vec<Player>> {
    let entries = (u128::from(to) + 1) * u128::from(players);
    budget.check_fits(entries, &text!("a table up to {to}", to))?;
    let mut sum_rules = SumRules::default();
    // Register the ruleset once; all heaps then share its index.
    rules.game.position_at([0; 3]).map(|position| position.erased_components(&mut sum_rules, false));
    let (sum_rules, mut scratch) = (sum_rules, SumRules::default());
    let mut search = match lone_player {
        Some(player) => MultiplayerSearch::against(&sum_rules, player, budget)?,
        None => MultiplayerSearch::new(&sum_rules, budget)?,
    };
    let mut rows = vec![];
    for heap in 0..=to {
        let components =
            rules.game.position_at([heap, 0, 0]).map(|p| p.erased_components(&mut scratch, false)).unwrap_or_default();
        for by in (0..players).map(Player) {
            let position = search.position(&components)?;
            rows.push(search.loser(position, by)?);
        }
    }
    Ok(rows)
}

impl LoserTable<'_> {
    /// Returns the game.
    pub fn rules(&self) -> &Ruleset {
        self.rules
    }

    /// Returns the last heap.
    pub fn to(&self) -> u64 {
        self.to
    }

    /// Returns the number of players.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// Returns the player against whom all the others form a coalition; `None` without a coalition.
    pub fn lone_player(&self) -> Option<Player> {
        self.lone_player
    }

    /// Returns the loser of a heap with `by` to move; against a coalition, `None` if the coalition loses.
    ///
    /// # Errors
    /// Fails with `limit` if the work timed out or was interrupted.
    pub fn loser(&mut self, heap: u64, by: Player) -> Result<Option<Player>> {
        self.read = self.read.wrapping_add(1);
        if self.read.is_multiple_of(4096) {
            self.budget.check()?;
        }
        let loser = match &mut self.source {
            LoserSource::Engine(table) => table.loser(heap, by, self.budget)?,
            LoserSource::Searched(rows) => rows[heap as usize * usize::from(self.players) + usize::from(by.0)],
        };
        Ok(self.lone_player.is_none_or(|player| player == loser).then_some(loser))
    }
}
