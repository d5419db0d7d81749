//! The implementation of [`DynRuleset`] for every game.

use super::GamePosition;
use crate::{
    Coordinates, Cursor, DynPosition, DynRuleset, Error, Game, GameInfo, Kind, Multiplayer, NoSources, SymbolicParams,
    TableForm,
};
use grundy_lang::Text;
use std::any::TypeId;
use std::fmt;
use std::sync::Arc;

/// A shared handle of the rules of a game, which implements [`DynRuleset`].
pub struct RulesHandle<G: Game>(pub(crate) Arc<G>);

impl<G: Game> RulesHandle<G> {
    /// Wraps the rules of a game.
    pub fn new(rules: G) -> RulesHandle<G> {
        RulesHandle(Arc::new(rules))
    }
}

impl<G: Game> fmt::Debug for RulesHandle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules_text())
    }
}

impl<G: Game> DynRuleset for RulesHandle<G> {
    fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    fn rules_text(&self) -> String {
        let mut out = String::new();
        self.0.write_rules(&mut out);
        out
    }

    fn remark(&self) -> Text {
        self.0.remark()
    }

    fn game_type(&self) -> TypeId {
        TypeId::of::<G>()
    }

    fn kind(&self) -> Kind {
        self.0.kind()
    }

    fn is_short(&self) -> bool {
        self.0.is_short()
    }

    fn has_extra_turns(&self) -> bool {
        self.0.has_extra_turns()
    }

    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        self.0.multiplayer()
    }

    fn table_form(&self) -> Option<TableForm<'_>> {
        self.0.table_form()
    }

    fn as_rule(&self) -> Option<String> {
        self.0.as_rule()
    }

    fn symbolic_params(&self) -> Option<&SymbolicParams> {
        self.0.symbolic_params()
    }

    fn coordinate_names(&self) -> Vec<String> {
        self.0.coordinate_names()
    }

    fn fault(&self) -> Option<Error> {
        self.0.fault()?.error()
    }

    fn take_fault(&self) -> Option<Error> {
        self.0.fault()?.take()
    }

    fn min_index(&self) -> u64 {
        self.0.min_index()
    }

    fn max_index(&self) -> Option<u64> {
        self.0.max_index()
    }

    fn empty_position(&self) -> Box<dyn DynPosition> {
        Box::new(GamePosition::with_shared_rules(&self.0, vec![]))
    }

    fn position_at(&self, at: Coordinates) -> Option<Box<dyn DynPosition>> {
        Some(Box::new(GamePosition::with_shared_rules(&self.0, vec![self.0.component_at(at)?])))
    }

    fn tree(&self, parents: &[u32]) -> Option<Box<dyn DynPosition>> {
        Some(Box::new(GamePosition::with_shared_rules(&self.0, vec![self.0.tree(parents)?])))
    }

    fn table_coordinates_at(&self, at: Coordinates) -> Option<Coordinates> {
        self.0.table_form()?;
        Some(self.0.table_coordinates(&self.0.component_at(at)?))
    }

    fn position_from_numbers(&self, numbers: &[u64]) -> Option<Box<dyn DynPosition>> {
        let text = in_brackets(numbers);
        let mut sources = NoSources;
        let mut input = Cursor::new(&text, &mut sources);
        let (components, _) = self.0.parse_position(G::INFO.name, &mut input).ok()?;
        input.expect_end().ok()?;
        Some(Box::new(GamePosition::with_shared_rules(&self.0, components)))
    }

    fn clone_box(&self) -> Box<dyn DynRuleset> {
        Box::new(RulesHandle(Arc::clone(&self.0)))
    }
}

/// Writes these numbers as a position in the notation, such as `(3,4)`.
fn in_brackets(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("({})", numbers.join(","))
}
