//! The type-erased view of a [`Game`] that [`AnyRules`](crate::AnyRules) uses.

use crate::any::DynRules;
use crate::opaque::Opaque;
use crate::{
    Budget, Claim, Components, Coordinates, CountedParts, Error, Game, IntegerMoves, Kind, Multiplayer, Openings, Play,
    Player, Rules, TableView, TheoremInfo,
};
use grundy_value::{Dyadic, Limit, Value, Values};

impl<G: Game> DynRules for G {
    fn moves(&self, part: &Opaque, by: Player, from: usize, count: usize) -> Vec<Opaque> {
        Rules::moves(self, part.get(), by).skip(from).take(count).map(Opaque::new).collect()
    }
    fn least_moves(&self, part: &Opaque, by: Player) -> usize {
        Rules::moves(self, part.get(), by).size_hint().0
    }
    fn extra_bytes(&self, part: &Opaque) -> u64 {
        size_of::<G::Component>() as u64 + Rules::extra_bytes(self, part.get())
    }
    fn has_unbounded_moves(&self, part: &Opaque, by: Player) -> bool {
        Rules::has_unbounded_moves(self, part.get(), by)
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
    fn play_counted(&self, part: &Opaque, by: Player, mv: &Opaque) -> CountedParts<Opaque> {
        let left = Rules::play_counted(self, part.get(), by, mv.get());
        let mut components = CountedParts::new();
        for (part, copies) in left {
            for component in Rules::split(self, part) {
                components.push((Opaque::new(component), copies));
            }
        }
        components
    }
    fn next(&self, part: &Opaque, by: Player, mv: &Opaque) -> Player {
        Rules::next(self, part.get(), by, mv.get())
    }
    fn key(&self, part: &Opaque) -> Opaque {
        Opaque::new(Rules::key(self, part.get()))
    }
    fn points(&self, part: &Opaque, by: Player, mv: &Opaque) -> i64 {
        G::POINTS.map_or(0, |points| points(self, part.get(), by, mv.get()))
    }
    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        Game::multiplayer(self)
    }
    fn kind(&self, part: &Opaque) -> Kind {
        self.kind_of(part.get())
    }
    fn value(&self, part: &Opaque) -> Option<u128> {
        self.theorems().iter().find_map(|theorem| match theorem.claim {
            Claim::Value { play: Play::Normal, value, .. } if (theorem.scope)(self, part.get()) => {
                Some(value(self, part.get()))
            }
            _ => None,
        })
    }
    fn game_value(&self, part: &Opaque, values: &mut Values) -> Option<(Result<Value, Limit>, &'static TheoremInfo)> {
        let (value, card) = self.theorems().iter().find_map(|theorem| match theorem.claim {
            Claim::Game { value, .. } if (theorem.scope)(self, part.get()) => Some((value, &theorem.card)),
            _ => None,
        })?;
        Some((value(self, part.get(), values), card))
    }
    fn integers(&self, part: &Opaque, by: Player) -> Option<(i64, i64)> {
        Some((integer_moves(self, part.get())?.bounds)(self, part.get(), by))
    }
    fn moves_by_integer(&self, part: &Opaque, by: Player, bound: i64, most: usize) -> (u128, Vec<Opaque>) {
        let Some(by_integer) = integer_moves(self, part.get()) else { return (0, vec![]) };
        let moves = (by_integer.moves)(self, part.get(), by, bound).take(most).map(Opaque::new).collect();
        ((by_integer.count)(self, part.get(), by, bound), moves)
    }
    fn number(&self, part: &Opaque) -> Option<Result<Dyadic, Limit>> {
        Game::number(self, part.get())
    }
    fn table(&self) -> Option<TableView<'_>> {
        Game::table(self)
    }
    fn coordinates(&self, part: &Opaque) -> Coordinates {
        Game::coordinates(self, part.get())
    }
    fn canonical(&self, part: &Opaque, values: &mut Values, budget: &Budget) -> Option<Result<Value, Limit>> {
        Game::canonical(self, part.get(), values, budget)
    }
    fn openings(&self, part: &Opaque, values: &mut Values, budget: &Budget) -> Option<Result<Openings<Opaque>, Limit>> {
        let found = Game::openings(self, part.get(), values, budget)?;
        Some(found.map(|openings| openings.map(Opaque::new)))
    }
}

/// Returns the moves by integers of the first theorem on game values that covers the component.
fn integer_moves<'a, G: Game>(rules: &G, part: &G::Component) -> Option<&'a IntegerMoves<G>> {
    rules.theorems().iter().find_map(|theorem| match &theorem.claim {
        Claim::Game { moves, .. } if (theorem.scope)(rules, part) => Some(moves.as_ref()),
        _ => None,
    })?
}
