//! The type-erased view of a [`Game`] that [`AnyRules`](crate::AnyRules) uses.

use crate::any::DynRules;
use crate::opaque::Opaque;
use crate::{
    Budget, Claim, Components, Coordinates, CountedComponents, Error, Game, IntegerMoves, Kind, Multiplayer, Openings,
    Play, Player, Rules, TableView, TheoremInfo,
};
use grundy_value::{Dyadic, Value, ValueLimit, Values};

impl<G: Game> DynRules for G {
    fn moves(&self, component: &Opaque, by: Player, from: usize, count: usize) -> Vec<Opaque> {
        Rules::moves(self, component.get(), by).skip(from).take(count).map(Opaque::new).collect()
    }
    fn least_moves(&self, component: &Opaque, by: Player) -> usize {
        Rules::moves(self, component.get(), by).size_hint().0
    }
    fn extra_bytes(&self, component: &Opaque) -> u64 {
        size_of::<G::Component>() as u64 + Rules::extra_bytes(self, component.get())
    }
    fn has_unbounded_moves(&self, component: &Opaque, by: Player) -> bool {
        Rules::has_unbounded_moves(self, component.get(), by)
    }
    fn steps(&self) -> u64 {
        Rules::steps(self)
    }
    fn is_short(&self) -> bool {
        self.is_known_terminating()
    }
    fn take_fault(&self) -> Option<Error> {
        self.fault()?.take()
    }
    fn play(&self, part: &Opaque, by: Player, mv: &Opaque) -> Components<Opaque> {
        let left = Rules::play(self, part.get(), by, mv.get());
        let mut components = Components::new();
        for part in left {
            for component in Rules::split(self, part) {
                components.push(Opaque::new(component));
            }
        }
        components
    }
    fn play_counted(&self, part: &Opaque, by: Player, mv: &Opaque) -> CountedComponents<Opaque> {
        let left = Rules::play_counted(self, part.get(), by, mv.get());
        let mut components = CountedComponents::new();
        for (part, copies) in left {
            for component in Rules::split(self, part) {
                components.push((Opaque::new(component), copies));
            }
        }
        components
    }
    fn next(&self, component: &Opaque, by: Player, mv: &Opaque) -> Player {
        Rules::next(self, component.get(), by, mv.get())
    }
    fn key(&self, component: &Opaque) -> Opaque {
        Opaque::new(Rules::key(self, component.get()))
    }
    fn points(&self, component: &Opaque, by: Player, mv: &Opaque) -> i64 {
        G::POINTS.map_or(0, |points| points(self, component.get(), by, mv.get()))
    }
    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        Game::multiplayer(self)
    }
    fn kind(&self, component: &Opaque) -> Kind {
        self.kind_of(component.get())
    }
    fn value(&self, component: &Opaque) -> Option<u128> {
        self.theorems().iter().find_map(|theorem| match theorem.claim {
            Claim::Value { play: Play::Normal, value, .. } if (theorem.scope)(self, component.get()) => {
                Some(value(self, component.get()))
            }
            _ => None,
        })
    }
    fn game_value(
        &self,
        component: &Opaque,
        values: &mut Values,
    ) -> Option<(Result<Value, ValueLimit>, &'static TheoremInfo)> {
        let (value, info) = self.theorems().iter().find_map(|theorem| match theorem.claim {
            Claim::Game { value, .. } if (theorem.scope)(self, component.get()) => Some((value, &theorem.info)),
            _ => None,
        })?;
        Some((value(self, component.get(), values), info))
    }
    fn integers(&self, component: &Opaque, by: Player) -> Option<(i64, i64)> {
        Some((integer_moves(self, component.get())?.bounds)(self, component.get(), by))
    }
    fn moves_by_integer(&self, component: &Opaque, by: Player, bound: i64, max_count: usize) -> (u128, Vec<Opaque>) {
        let Some(by_integer) = integer_moves(self, component.get()) else { return (0, vec![]) };
        let moves = (by_integer.moves)(self, component.get(), by, bound).take(max_count).map(Opaque::new).collect();
        ((by_integer.count)(self, component.get(), by, bound), moves)
    }
    fn number(&self, component: &Opaque) -> Option<Result<Dyadic, ValueLimit>> {
        Game::number(self, component.get())
    }
    fn table(&self) -> Option<TableView<'_>> {
        Game::table(self)
    }
    fn table_index(&self, component: &Opaque) -> Coordinates {
        Game::table_index(self, component.get())
    }
    fn canonical(&self, component: &Opaque, values: &mut Values, budget: &Budget) -> Option<Result<Value, ValueLimit>> {
        Game::canonical(self, component.get(), values, budget)
    }
    fn winning_first_moves(
        &self,
        component: &Opaque,
        values: &mut Values,
        budget: &Budget,
    ) -> Option<Result<Openings<Opaque>, ValueLimit>> {
        let found = Game::winning_first_moves(self, component.get(), values, budget)?;
        Some(found.map(|openings| openings.map(Opaque::new)))
    }
}

/// Returns the [`IntegerMoves`] of the first theorem on game values whose scope has the component.
fn integer_moves<'a, G: Game>(rules: &G, component: &G::Component) -> Option<&'a IntegerMoves<G>> {
    rules.theorems().iter().find_map(|theorem| match &theorem.claim {
        Claim::Game { moves, .. } if (theorem.scope)(rules, component) => Some(moves.as_ref()),
        _ => None,
    })?
}
