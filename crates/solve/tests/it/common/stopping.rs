//! A game that cancels the work while it lists its moves, to test that engines stop soon.

use grundy_games::wythoff::Wythoff;
use grundy_rules::{
    Budget, Cancel, Components, Coordinates, Cursor, Game, GameInfo, Impartial, Library, Limit, MoveText, Play, Player,
    Result, Rules, RulesHandle, Ruleset, spend,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Wythoff's game, in which the request number `stop_at` for a list of moves cancels the work.
/// Requests are numbered from 0. The game also counts the requested positions.
pub struct Stopping {
    stop_at: u64,
    cancel: Cancel,
    lists: AtomicU64,
    positions: Arc<AtomicU64>,
}

impl Rules for Stopping {
    type Component = [u64; 2];
    type Move = <Wythoff as Rules>::Move;
    type Key = [u64; 2];
    fn moves(&self, component: &[u64; 2], by: Player) -> impl Iterator<Item = Self::Move> {
        if self.lists.fetch_add(1, Ordering::Relaxed) == self.stop_at {
            self.cancel.cancel();
            // Report so much work that the limits are checked here and not by the engine.
            spend(u64::MAX);
        }
        Wythoff.moves(component, by)
    }
    fn play(&self, component: &[u64; 2], by: Player, mv: &Self::Move) -> Components<[u64; 2]> {
        Wythoff.play(component, by, mv)
    }
    fn key(&self, component: &[u64; 2]) -> [u64; 2] {
        Wythoff.key(component)
    }
}

impl Impartial for Stopping {}

impl Game for Stopping {
    const INFO: GameInfo = GameInfo { name: "stopping", aliases: &[], ..Wythoff::INFO };
    fn parse_rules(_: &str, _: &mut Cursor<'_>) -> Result<Stopping> {
        unreachable!("made by the test")
    }
    fn parse_components(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Vec<[u64; 2]>> {
        self.positions.fetch_add(1, Ordering::Relaxed);
        Wythoff.parse_components(alias, input)
    }
    fn write_component(&self, component: &[u64; 2], out: &mut String) {
        Wythoff.write_component(component, out);
    }
    fn describe(&self, component: &[u64; 2], at: usize, mv: &Self::Move) -> MoveText {
        Wythoff.describe(component, at, mv)
    }
    fn coordinate_names(&self) -> Vec<String> {
        vec!["a".into(), "b".into()]
    }
    fn table_coordinates(&self, component: &[u64; 2]) -> Coordinates {
        Wythoff.table_coordinates(component)
    }
    fn component_at(&self, at: Coordinates) -> Option<[u64; 2]> {
        self.positions.fetch_add(1, Ordering::Relaxed);
        Wythoff.component_at(at)
    }
    fn samples() -> Box<dyn Iterator<Item = (Self, Vec<[u64; 2]>)>> {
        Box::new(std::iter::empty())
    }
}

/// Runs `work` on the game and asserts that it ends soon once it is cancelled.
/// `work` should compute a table up to 1000, which has a million positions.
pub fn assert_ends_soon(work: &mut dyn FnMut(&Ruleset, &Budget) -> Result<()>) {
    for stop_at in [0, 1, 500, 5_000] {
        let (cancel, positions) = (Cancel::default(), Arc::new(AtomicU64::new(0)));
        let game = Stopping { stop_at, cancel: cancel.clone(), lists: AtomicU64::new(0), positions: positions.clone() };
        let rules = Ruleset { game: Box::new(RulesHandle::new(game)), play: Play::Normal, library: Library::default() };
        let budget = Budget { cancel: Some(cancel), ..Budget::default() };
        let scope = budget.enter();
        let done = work(&rules, &budget);
        assert_eq!(scope.finish(done).unwrap_err().limit(), Some(Limit::Interrupted));
        let asked_for = positions.load(Ordering::Relaxed);
        assert!(asked_for <= stop_at + 3_000, "{stop_at}: {asked_for}");
    }
}
