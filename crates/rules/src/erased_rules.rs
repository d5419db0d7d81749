//! The implementation of [`ErasedRules`] for every [`Game`].

use crate::opaque::Opaque;
use crate::sum_rules::ErasedRules;
use crate::{
    Budget, Claim, Components, Coordinates, CountedComponents, Error, FirstMoveResult, Game, IntegerMoves, Kind,
    Multiplayer, Play, Player, Rules, SumWithValue, TableForm, TheoremInfo,
};
use grundy_value::{Dyadic, Value, ValueArena, ValueLimit};

impl<G: Game> ErasedRules for G {
    fn moves(&self, component: &Opaque, by: Player, from: usize, count: usize) -> Vec<Opaque> {
        Rules::moves(self, component.downcast(), by).skip(from).take(count).map(Opaque::new).collect()
    }
    fn min_move_count(&self, component: &Opaque, by: Player) -> usize {
        Rules::moves(self, component.downcast(), by).size_hint().0
    }
    fn extra_bytes(&self, component: &Opaque) -> u64 {
        size_of::<G::Component>() as u64 + Rules::extra_bytes(self, component.downcast())
    }
    fn has_unbounded_moves(&self, component: &Opaque, by: Player) -> bool {
        Rules::has_unbounded_moves(self, component.downcast(), by)
    }
    fn work_done(&self) -> u64 {
        Rules::work_done(self)
    }
    fn is_known_terminating(&self) -> bool {
        Game::is_known_terminating(self)
    }
    fn take_fault(&self) -> Option<Error> {
        self.fault()?.take()
    }
    fn play(&self, component: &Opaque, by: Player, mv: &Opaque) -> Components<Opaque> {
        let after = Rules::play(self, component.downcast(), by, mv.downcast());
        let mut components = Components::new();
        for unsplit in after {
            for component in Rules::split(self, unsplit) {
                components.push(Opaque::new(component));
            }
        }
        components
    }
    fn play_counted(&self, component: &Opaque, by: Player, mv: &Opaque) -> CountedComponents<Opaque> {
        let after = Rules::play_counted(self, component.downcast(), by, mv.downcast());
        let mut components = CountedComponents::new();
        for (unsplit, copies) in after {
            for component in Rules::split(self, unsplit) {
                components.push((Opaque::new(component), copies));
            }
        }
        components
    }
    fn play_unsplit(&self, component: &Opaque, by: Player, mv: &Opaque) -> Components<Opaque> {
        Rules::play(self, component.downcast(), by, mv.downcast()).into_iter().map(Opaque::new).collect()
    }
    fn play_counted_unsplit(&self, component: &Opaque, by: Player, mv: &Opaque) -> CountedComponents<Opaque> {
        let after = Rules::play_counted(self, component.downcast(), by, mv.downcast());
        after.into_iter().map(|(component, copies)| (Opaque::new(component), copies)).collect()
    }
    fn split(&self, component: &Opaque) -> Components<Opaque> {
        Rules::split(self, component.downcast::<G::Component>().clone()).into_iter().map(Opaque::new).collect()
    }
    fn next_player(&self, component: &Opaque, by: Player, mv: &Opaque) -> Player {
        Rules::next_player(self, component.downcast(), by, mv.downcast())
    }
    fn key(&self, component: &Opaque) -> Opaque {
        Opaque::new(Rules::key(self, component.downcast()))
    }
    fn points(&self, component: &Opaque, by: Player, mv: &Opaque) -> i64 {
        G::POINTS.map_or(0, |points| points(self, component.downcast(), by, mv.downcast()))
    }
    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        Game::multiplayer(self)
    }
    fn kind(&self, component: &Opaque) -> Kind {
        self.kind_of(component.downcast())
    }
    fn grundy_value_by_theorem(&self, component: &Opaque) -> Option<u128> {
        self.theorems().iter().find_map(|theorem| match theorem.claim {
            Claim::NimHeap { play: Play::Normal, value, .. } if (theorem.scope)(self, component.downcast()) => {
                Some(value(self, component.downcast()))
            }
            _ => None,
        })
    }
    fn game_value_by_theorem(
        &self,
        component: &Opaque,
        values: &mut ValueArena,
    ) -> Option<(Result<Value, ValueLimit>, &'static TheoremInfo)> {
        let (value, info) = self.theorems().iter().find_map(|theorem| match theorem.claim {
            Claim::GameValue { value, .. } if (theorem.scope)(self, component.downcast()) => {
                Some((value, &theorem.info))
            }
            _ => None,
        })?;
        Some((value(self, component.downcast(), values), info))
    }
    fn integers(&self, component: &Opaque, by: Player) -> Option<(i64, i64)> {
        Some((integer_moves(self, component.downcast())?.bounds)(self, component.downcast(), by))
    }
    fn moves_by_integer(&self, component: &Opaque, by: Player, bound: i64, max_count: usize) -> (u128, Vec<Opaque>) {
        let Some(by_integer) = integer_moves(self, component.downcast()) else { return (0, vec![]) };
        let moves =
            (by_integer.moves)(self, component.downcast(), by, bound).take(max_count).map(Opaque::new).collect();
        ((by_integer.count)(self, component.downcast(), by, bound), moves)
    }
    fn known_number(&self, component: &Opaque) -> Option<Result<Dyadic, ValueLimit>> {
        Game::known_number(self, component.downcast())
    }
    fn table_form(&self) -> Option<TableForm<'_>> {
        Game::table_form(self)
    }
    fn table_coordinates(&self, component: &Opaque) -> Coordinates {
        Game::table_coordinates(self, component.downcast())
    }
    fn direct_value(
        &self,
        component: &Opaque,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<Result<Value, ValueLimit>> {
        Game::direct_value(self, component.downcast(), values, budget)
    }
    fn moves_to_nimber(
        &self,
        component: &Opaque,
        nim: u32,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<Result<Vec<Opaque>, ValueLimit>> {
        let found = Game::moves_to_nimber(self, component.downcast(), nim, values, budget)?;
        Some(found.map(|moves| moves.into_iter().map(Opaque::new).collect()))
    }
    fn impartial_value(
        &self,
        component: &Opaque,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<Result<Value, ValueLimit>> {
        Game::impartial_value(self, component.downcast(), values, budget)
    }
    fn impartial_moves_to_nimber(
        &self,
        component: &Opaque,
        nim: u32,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<Result<Vec<Opaque>, ValueLimit>> {
        let found = Game::impartial_moves_to_nimber(self, component.downcast(), nim, values, budget)?;
        Some(found.map(|moves| moves.into_iter().map(Opaque::new).collect()))
    }
    fn winning_first_moves(
        &self,
        sum: &SumWithValue<Opaque>,
        wants_all_moves: bool,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<FirstMoveResult<Opaque>> {
        let sum = sum.map(|component| component.downcast::<G::Component>().clone());
        let found = Game::winning_first_moves(self, &sum, wants_all_moves, values, budget)?;
        Some(match found {
            Ok(first_moves) => Ok(first_moves.map(Opaque::new)),
            Err(unfinished) => Err(unfinished.map(Opaque::new)),
        })
    }
}

/// Returns the [`IntegerMoves`] of the first theorem on game values whose scope contains the component.
fn integer_moves<'a, G: Game>(rules: &G, component: &G::Component) -> Option<&'a IntegerMoves<G>> {
    rules.theorems().iter().find_map(|theorem| match &theorem.claim {
        Claim::GameValue { moves, .. } if (theorem.scope)(rules, component) => Some(moves.as_ref()),
        _ => None,
    })?
}
