//! Rules, components and moves with erased types, for sums of different games.
//!
//! [`SumRules`] implements [`Rules`], so every engine that searches a ruleset also searches a sum of
//! different games with the same code.

use crate::identity::GameKey;
use crate::opaque::Opaque;
use crate::{
    AnyComponent, AnyKey, AnyMove, Budget, Components, Coordinates, CountedComponents, Error, FirstMoveResult,
    Impartial, Kind, Multiplayer, Player, Rules, RulesId, Scored, SumWithValue, TableForm, TheoremInfo, spend,
};
use grundy_value::{Dyadic, Value, ValueArena, ValueLimit};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::Arc;

/// The rules of one game, on components and moves whose types are erased.
///
/// Every [`Game`](crate::Game) implements this trait, and so do the Nim heaps that replace components. The methods
/// correspond to those of [`Rules`] and [`Game`](crate::Game); callers pass only components and moves of the same game.
pub(crate) trait ErasedRules: Send + Sync {
    /// Returns at most `count` moves, starting at index `from` of the list of moves.
    fn moves(&self, component: &Opaque, by: Player, from: usize, count: usize) -> Vec<Opaque>;
    /// Returns a lower bound on the number of moves without listing them.
    fn min_move_count(&self, component: &Opaque, by: Player) -> usize;
    fn extra_bytes(&self, component: &Opaque) -> u64;
    fn has_unbounded_moves(&self, component: &Opaque, by: Player) -> bool;
    /// Returns the amount of work that listing moves has taken so far, in steps.
    fn work_done(&self) -> u64;
    /// Returns whether every play is known to end, even if the players do not alternate.
    fn is_known_terminating(&self) -> bool;
    /// Takes the error that occurred while moves were listed.
    fn take_fault(&self) -> Option<Error>;
    fn play(&self, component: &Opaque, by: Player, mv: &Opaque) -> Components<Opaque>;
    fn play_counted(&self, component: &Opaque, by: Player, mv: &Opaque) -> CountedComponents<Opaque>;
    /// Returns the components that a move leaves, as users see them.
    fn play_unsplit(&self, component: &Opaque, by: Player, mv: &Opaque) -> Components<Opaque> {
        self.play(component, by, mv)
    }
    fn play_counted_unsplit(&self, component: &Opaque, by: Player, mv: &Opaque) -> CountedComponents<Opaque> {
        self.play_counted(component, by, mv)
    }
    /// Splits a component into independent ones.
    fn split(&self, component: &Opaque) -> Components<Opaque> {
        Components::from_elem(component.clone(), 1)
    }
    fn next_player(&self, component: &Opaque, by: Player, mv: &Opaque) -> Player;
    fn key(&self, component: &Opaque) -> Opaque;
    fn points(&self, component: &Opaque, by: Player, mv: &Opaque) -> i64;
    fn multiplayer(&self) -> Option<&dyn Multiplayer>;
    fn kind(&self, component: &Opaque) -> Kind;
    /// Returns the Grundy value of a component, if a theorem states it.
    fn grundy_value_by_theorem(&self, component: &Opaque) -> Option<u128>;
    /// Returns the value of the component under normal play, if a theorem states it.
    fn game_value_by_theorem(
        &self,
        component: &Opaque,
        values: &mut ValueArena,
    ) -> Option<(Result<Value, ValueLimit>, &'static TheoremInfo)>;
    /// Returns bounds, both included, on the integers that a player can move to, if a theorem gives them.
    fn integers(&self, component: &Opaque, by: Player) -> Option<(i64, i64)>;
    /// Counts Left's moves to at least `bound`, or Right's to at most `bound`, and lists some.
    ///
    /// All options must be integers. The list contains the first `max_count` of these moves.
    fn moves_by_integer(&self, component: &Opaque, by: Player, bound: i64, max_count: usize) -> (u128, Vec<Opaque>);
    fn known_number(&self, component: &Opaque) -> Option<Result<Dyadic, ValueLimit>>;
    fn table_form(&self) -> Option<TableForm<'_>>;
    fn table_coordinates(&self, component: &Opaque) -> Coordinates;
    fn direct_value(
        &self,
        component: &Opaque,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<Result<Value, ValueLimit>>;
    fn moves_to_nimber(
        &self,
        component: &Opaque,
        nim: u32,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<Result<Vec<Opaque>, ValueLimit>>;
    /// The methods on the impartial version return `None` for games without a shortcut.
    fn impartial_value(
        &self,
        _component: &Opaque,
        _values: &mut ValueArena,
        _budget: &Budget,
    ) -> Option<Result<Value, ValueLimit>> {
        None
    }
    fn impartial_moves_to_nimber(
        &self,
        _component: &Opaque,
        _nim: u32,
        _values: &mut ValueArena,
        _budget: &Budget,
    ) -> Option<Result<Vec<Opaque>, ValueLimit>> {
        None
    }
    fn winning_first_moves(
        &self,
        sum: &SumWithValue<Opaque>,
        wants_all_moves: bool,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<FirstMoveResult<Opaque>>;
}

/// The rules of Nim heaps that replace components of the same Grundy value.
///
/// A component is the size of its heap.
struct NimHeaps;

impl ErasedRules for NimHeaps {
    fn moves(&self, component: &Opaque, _by: Player, from: usize, count: usize) -> Vec<Opaque> {
        (0..*component.downcast::<u64>()).skip(from).take(count).map(Opaque::new).collect()
    }
    fn min_move_count(&self, component: &Opaque, _by: Player) -> usize {
        usize::try_from(*component.downcast::<u64>()).unwrap_or(usize::MAX)
    }
    fn extra_bytes(&self, _component: &Opaque) -> u64 {
        size_of::<u64>() as u64
    }
    fn has_unbounded_moves(&self, _component: &Opaque, _by: Player) -> bool {
        false
    }
    fn is_known_terminating(&self) -> bool {
        true
    }
    fn take_fault(&self) -> Option<Error> {
        None
    }
    /// A move is the size of the heap that it leaves.
    fn play(&self, _component: &Opaque, _by: Player, mv: &Opaque) -> Components<Opaque> {
        Components::from_elem(mv.clone(), 1)
    }
    fn play_counted(&self, _component: &Opaque, _by: Player, mv: &Opaque) -> CountedComponents<Opaque> {
        CountedComponents::from_iter([(mv.clone(), 1)])
    }
    fn work_done(&self) -> u64 {
        0
    }
    fn table_form(&self) -> Option<TableForm<'_>> {
        None
    }
    fn table_coordinates(&self, component: &Opaque) -> Coordinates {
        [*component.downcast::<u64>(), 0, 0]
    }
    fn next_player(&self, _component: &Opaque, by: Player, _mv: &Opaque) -> Player {
        by.other()
    }
    fn key(&self, component: &Opaque) -> Opaque {
        component.clone()
    }
    fn points(&self, _component: &Opaque, _by: Player, _mv: &Opaque) -> i64 {
        0
    }
    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        None
    }
    fn kind(&self, _component: &Opaque) -> Kind {
        Kind::Impartial
    }
    fn grundy_value_by_theorem(&self, component: &Opaque) -> Option<u128> {
        Some((*component.downcast::<u64>()).into())
    }
    fn known_number(&self, _component: &Opaque) -> Option<Result<Dyadic, ValueLimit>> {
        None
    }
    fn direct_value(
        &self,
        _component: &Opaque,
        _values: &mut ValueArena,
        _budget: &Budget,
    ) -> Option<Result<Value, ValueLimit>> {
        None
    }
    fn moves_to_nimber(
        &self,
        _component: &Opaque,
        _nim: u32,
        _values: &mut ValueArena,
        _budget: &Budget,
    ) -> Option<Result<Vec<Opaque>, ValueLimit>> {
        None
    }
    fn winning_first_moves(
        &self,
        _sum: &SumWithValue<Opaque>,
        _wants_all_moves: bool,
        _values: &mut ValueArena,
        _budget: &Budget,
    ) -> Option<FirstMoveResult<Opaque>> {
        None
    }
    fn game_value_by_theorem(
        &self,
        component: &Opaque,
        values: &mut ValueArena,
    ) -> Option<(Result<Value, ValueLimit>, &'static TheoremInfo)> {
        let _ = (component, values);
        None
    }
    fn integers(&self, _component: &Opaque, _by: Player) -> Option<(i64, i64)> {
        None
    }
    fn moves_by_integer(
        &self,
        _component: &Opaque,
        _by: Player,
        _bound: i64,
        _max_count: usize,
    ) -> (u128, Vec<Opaque>) {
        (0, vec![])
    }
}

/// The rules of a sum of different games.
///
/// The type implements the traits of every kind of game, so the code that builds a sum must check the kinds
/// first. The ranking of several players is that of the first game, because games of several players cannot
/// be added.
#[derive(Clone, Default)]
pub struct SumRules {
    games: Vec<Arc<dyn ErasedRules>>,
    game_indices: HashMap<GameKey, u32>,
}

impl Impartial for SumRules {}

impl Scored for SumRules {
    fn points(&self, component: &AnyComponent, by: Player, mv: &AnyMove) -> i64 {
        self.rules(component.game).points(&component.component, component.player(by), &mv.0)
    }
}

impl Multiplayer for SumRules {
    fn players(&self) -> u8 {
        self.multiplayer().map_or(2, Multiplayer::players)
    }

    fn ranking(&self, of: Player) -> &[Player] {
        self.multiplayer().map_or(&[], |game| game.ranking(of))
    }
}

impl SumRules {
    /// Returns the index of the game with this key, adding the game if it is new.
    pub(crate) fn intern_game(&mut self, key: GameKey, rules: impl FnOnce() -> Arc<dyn ErasedRules>) -> u32 {
        match self.game_indices.entry(key) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                self.games.push(rules());
                *entry.insert(self.games.len() as u32 - 1)
            }
        }
    }

    /// Returns a Nim heap of this size.
    ///
    /// Under normal play the heap may replace any short impartial component of this Grundy value.
    ///
    /// ```
    /// use grundy_rules::{SumRules, Rules, Player};
    /// let mut rules = SumRules::default();
    /// let heap = rules.nim_heap(3);
    /// assert_eq!((rules.grundy_value_by_theorem(&heap), rules.moves(&heap, Player::LEFT).count()), (Some(3), 3));
    /// ```
    pub fn nim_heap(&mut self, size: u64) -> AnyComponent {
        let game = self.intern_game(GameKey::NimHeaps, || Arc::new(NimHeaps));
        AnyComponent { game, negative: false, component: Opaque::new(size) }
    }

    /// Returns the component with Left and Right exchanged. Impartial games are their own negatives.
    pub fn negative(&self, component: &AnyComponent) -> AnyComponent {
        AnyComponent { negative: self.kind(component) != Kind::Impartial && !component.negative, ..component.clone() }
    }

    /// Returns the kind of the component.
    pub fn kind(&self, component: &AnyComponent) -> Kind {
        self.rules(component.game).kind(&component.component)
    }

    /// Returns whether every play of the component's game must end, even if the players do not alternate.
    pub fn is_known_terminating(&self, component: &AnyComponent) -> bool {
        self.rules(component.game).is_known_terminating()
    }

    /// Takes the error, if any, that occurred while moves of the component's game were listed.
    pub fn take_fault(&self, component: &AnyComponent) -> Option<Error> {
        self.rules(component.game).take_fault()
    }

    /// Returns the Grundy value of a component of an impartial game, if one of its theorems states it.
    pub fn grundy_value_by_theorem(&self, component: &AnyComponent) -> Option<u128> {
        self.rules(component.game).grundy_value_by_theorem(&component.component)
    }

    /// Returns the value of a component under normal play, if a theorem of its game states it.
    ///
    /// The inner result is an error if a limit was reached.
    pub fn game_value_by_theorem(
        &self,
        component: &AnyComponent,
        values: &mut ValueArena,
    ) -> Option<(Result<Value, ValueLimit>, &'static TheoremInfo)> {
        let (value, info) = self.rules(component.game).game_value_by_theorem(&component.component, values)?;
        Some((value.and_then(|value| if component.negative { values.negative(value) } else { Ok(value) }), info))
    }

    /// Returns a lower and an upper bound, both included, on the integers that a player can move to.
    ///
    /// Returns `None` unless a theorem states to which integers the component's moves lead.
    pub fn integers(&self, component: &AnyComponent, by: Player) -> Option<(i64, i64)> {
        let (low, high) = self.rules(component.game).integers(&component.component, component.player(by))?;
        Some(if component.negative { (high.saturating_neg(), low.saturating_neg()) } else { (low, high) })
    }

    /// Counts Left's moves to at least `bound`, or Right's to at most `bound`, and lists some.
    ///
    /// The list contains the first `max_count` of these moves. The result is meaningful only for components for which
    /// [`SumRules::integers`] returns bounds.
    pub fn moves_by_integer(
        &self,
        component: &AnyComponent,
        by: Player,
        bound: i64,
        max_count: usize,
    ) -> (u128, Vec<AnyMove>) {
        let bound = if component.negative { bound.saturating_neg() } else { bound };
        let (count, moves) =
            self.rules(component.game).moves_by_integer(&component.component, component.player(by), bound, max_count);
        (count, moves.into_iter().map(AnyMove).collect())
    }

    /// Returns the number that equals the component under normal play, if it is known without the options.
    ///
    /// The inner result is an error if the number or its denominator is too large.
    pub fn known_number(&self, component: &AnyComponent) -> Option<Result<Dyadic, ValueLimit>> {
        let number = self.rules(component.game).known_number(&component.component)?;
        Some(number.map(|x| if component.negative { x.negative() } else { x }))
    }

    /// Returns the table of the component's game, if it has one, and the component's coordinates in it.
    pub fn table_form(&self, component: &AnyComponent) -> Option<(TableForm<'_>, Coordinates)> {
        let rules = self.rules(component.game);
        Some((rules.table_form()?, rules.table_coordinates(&component.component)))
    }

    /// Returns the identity of the component's rules.
    ///
    /// Returns `None` if the parameters of the rules are too long to compare, and for heaps of
    /// [`SumRules::nim_heap`].
    pub fn id(&self, component: &AnyComponent) -> Option<&RulesId> {
        let (key, _) = self.game_indices.iter().find(|&(_, &index)| index == component.game)?;
        match key {
            GameKey::Rules(id) => Some(id),
            GameKey::Address(_) | GameKey::NimHeaps => None,
        }
    }

    /// Returns the canonical form of a component, if its game has a method faster than recursion.
    ///
    /// The inner result is an error if a limit was reached.
    pub fn direct_value(
        &self,
        component: &AnyComponent,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<Result<Value, ValueLimit>> {
        let value = self.rules(component.game).direct_value(&component.component, values, budget)?;
        Some(value.and_then(|value| if component.negative { values.negative(value) } else { Ok(value) }))
    }

    /// Returns the moves of a component to options of Grundy value `nim`, if there is a shortcut.
    ///
    /// See [`Game::moves_to_nimber`](crate::Game::moves_to_nimber).
    ///
    /// The inner result is an error if a limit was reached.
    pub fn moves_to_nimber(
        &self,
        component: &AnyComponent,
        nim: u32,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<Result<Vec<AnyMove>, ValueLimit>> {
        let found = self.rules(component.game).moves_to_nimber(&component.component, nim, values, budget)?;
        Some(found.map(|moves| moves.into_iter().map(AnyMove).collect()))
    }

    /// Returns the components that a move leaves, as users see them; [`Rules::play`] splits them further.
    pub(crate) fn play_unsplit(&self, component: &AnyComponent, by: Player, mv: &AnyMove) -> Components<AnyComponent> {
        let after = self.rules(component.game).play_unsplit(&component.component, component.player(by), &mv.0);
        after.into_iter().map(|after| AnyComponent { component: after, ..component.clone() }).collect()
    }

    /// Returns the components of [`SumRules::play_unsplit`], each with its number of copies.
    pub(crate) fn play_counted_unsplit(
        &self,
        component: &AnyComponent,
        by: Player,
        mv: &AnyMove,
    ) -> CountedComponents<AnyComponent> {
        let after = self.rules(component.game).play_counted_unsplit(&component.component, component.player(by), &mv.0);
        after
            .into_iter()
            .map(|(after, copies)| (AnyComponent { component: after, ..component.clone() }, copies))
            .collect()
    }

    /// Splits a component into independent ones, as [`Rules::play`] does.
    pub(crate) fn split_component(&self, component: &AnyComponent) -> Components<AnyComponent> {
        let parts = self.rules(component.game).split(&component.component);
        parts.into_iter().map(|part| AnyComponent { component: part, ..component.clone() }).collect()
    }

    /// Returns the value of a component if both players had both players' moves, if there is a shortcut.
    pub(crate) fn impartial_value(
        &self,
        component: &AnyComponent,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<Result<Value, ValueLimit>> {
        self.rules(component.game).impartial_value(&component.component, values, budget)
    }

    /// Returns the moves of either player to options of Grundy value `nim` if both had both players' moves.
    pub(crate) fn impartial_moves_to_nimber(
        &self,
        component: &AnyComponent,
        nim: u32,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<Result<Vec<AnyMove>, ValueLimit>> {
        let found = self.rules(component.game).impartial_moves_to_nimber(&component.component, nim, values, budget)?;
        Some(found.map(|moves| moves.into_iter().map(AnyMove).collect()))
    }

    /// Returns whether every play of all games must end, even if the players do not alternate.
    pub(crate) fn all_known_terminating(&self) -> bool {
        self.games.iter().all(|game| game.is_known_terminating())
    }

    /// Returns the first moves that win a sum under normal play, if there is a shortcut.
    ///
    /// See [`Game::winning_first_moves`](crate::Game::winning_first_moves). The result is `None` if the components are
    /// of several games. The inner result is an error if a limit was reached.
    pub fn winning_first_moves(
        &self,
        sum: &SumWithValue<AnyComponent>,
        wants_all_moves: bool,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<FirstMoveResult<AnyMove>> {
        let game = sum.components.first()?.0.game;
        if sum.components.iter().any(|(component, _)| component.game != game) {
            return None;
        }
        let mut erased = sum.map(|component| component.component.clone());
        for ((_, is_negative), (component, _)) in erased.components.iter_mut().zip(&sum.components) {
            *is_negative ^= component.negative;
        }
        // Engines of single components need not know negatives: the players change places.
        let is_reversed = matches!(erased.components.as_slice(), [(_, true)])
            && erased.value == Value::ZERO
            && erased.values_after.iter().all(Vec::is_empty);
        if is_reversed {
            erased.components[0].1 = false;
        }
        let found = self.rules(game).winning_first_moves(&erased, wants_all_moves, values, budget)?;
        Some(match found {
            Ok(first_moves) => {
                let mut first_moves = first_moves.map(AnyMove);
                if is_reversed {
                    first_moves.moves.reverse();
                }
                Ok(first_moves)
            }
            Err(unfinished) => {
                let mut unfinished = unfinished.map(AnyMove);
                if is_reversed {
                    unfinished.settled.reverse();
                }
                Err(unfinished)
            }
        })
    }

    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        self.games.first()?.multiplayer()
    }

    fn rules(&self, game: u32) -> &dyn ErasedRules {
        &*self.games[game as usize]
    }
}

impl fmt::Debug for SumRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.game_indices.keys()).finish()
    }
}

/// Iterator over the moves of a type-erased component.
///
/// Moves are fetched in chunks, because a heap of 10^18 has more moves than any list can hold.
struct AnyMoves<'r, 'p> {
    rules: &'r dyn ErasedRules,
    component: &'p Opaque,
    by: Player,
    next: usize,
    chunk: std::vec::IntoIter<Opaque>,
    /// The size of the next chunk; 0 after the last one.
    ///
    /// The first chunk is a single move, since callers often need only one.
    size: usize,
}

/// A low estimate of the cost of listing a move, in nanoseconds.
const MIN_MOVE_COST: u64 = 64;

/// The largest chunk size.
///
/// Chunks are large because fetching a chunk iterates over all moves before the chunk.
const MAX_CHUNK: usize = 1 << 16;

impl Iterator for AnyMoves<'_, '_> {
    type Item = AnyMove;

    fn next(&mut self) -> Option<AnyMove> {
        if self.chunk.len() == 0 && self.size > 0 && spend(MIN_MOVE_COST) {
            let chunk = self.rules.moves(self.component, self.by, self.next, self.size);
            self.next += chunk.len();
            self.size = if chunk.len() < self.size { 0 } else { (self.size * 16).min(MAX_CHUNK) };
            self.chunk = chunk.into_iter();
        }
        self.chunk.next().map(AnyMove)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let returned = self.next - self.chunk.len();
        (self.rules.min_move_count(self.component, self.by).saturating_sub(returned), None)
    }
}

impl Rules for SumRules {
    type Component = AnyComponent;
    type Move = AnyMove;
    type Key = AnyKey;

    fn moves(&self, component: &AnyComponent, by: Player) -> impl Iterator<Item = AnyMove> {
        let by = component.player(by);
        AnyMoves {
            rules: self.rules(component.game),
            component: &component.component,
            by,
            next: 0,
            chunk: vec![].into_iter(),
            size: 1,
        }
    }

    /// Returns no components if the thread's budget is exhausted.
    fn play(&self, component: &AnyComponent, by: Player, mv: &AnyMove) -> Components<AnyComponent> {
        if !spend(MIN_MOVE_COST + self.extra_bytes(component)) {
            return Components::new();
        }
        let after = self.rules(component.game).play(&component.component, component.player(by), &mv.0);
        after
            .into_iter()
            .map(|p| AnyComponent { game: component.game, negative: component.negative, component: p })
            .collect()
    }

    /// Returns no components if the thread's budget is exhausted.
    fn play_counted(&self, component: &AnyComponent, by: Player, mv: &AnyMove) -> CountedComponents<AnyComponent> {
        if !spend(MIN_MOVE_COST + self.extra_bytes(component)) {
            return CountedComponents::new();
        }
        let after = self.rules(component.game).play_counted(&component.component, component.player(by), &mv.0);
        let wrap = |p| AnyComponent { game: component.game, negative: component.negative, component: p };
        after.into_iter().map(|(p, copies)| (wrap(p), copies)).collect()
    }

    fn key(&self, component: &AnyComponent) -> AnyKey {
        AnyKey {
            game: component.game,
            negative: component.negative,
            key: self.rules(component.game).key(&component.component),
        }
    }

    fn next_player(&self, component: &AnyComponent, by: Player, mv: &AnyMove) -> Player {
        let next = self.rules(component.game).next_player(&component.component, component.player(by), &mv.0);
        component.player(next)
    }

    fn extra_bytes(&self, component: &AnyComponent) -> u64 {
        self.rules(component.game).extra_bytes(&component.component)
    }

    fn work_done(&self) -> u64 {
        self.games.iter().fold(0, |sum, game| sum.saturating_add(game.work_done()))
    }

    fn has_unbounded_moves(&self, component: &AnyComponent, by: Player) -> bool {
        self.rules(component.game).has_unbounded_moves(&component.component, component.player(by))
    }
}
