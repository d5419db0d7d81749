//! The impartial version of a partizan game: `impartial clobber("xo/ox")`.
//!
//! Both players have both players' moves. The components are those of the partizan game, but its values, theorems and
//! tables do not apply.

use crate::{
    AnyComponent, AnyKey, AnyMove, Budget, Components, Coordinates, CountedComponents, Cursor, DynPosition, DynRuleset,
    Error, ErrorKind, FirstFault, Game, GameInfo, GamePosition, Kind, MoveText, Picture, PictureBoard, Player, Result,
    Rules, RulesHandle, SumRules, boxed,
};
use grundy_lang::text;
use grundy_value::{Value, ValueArena, ValueLimit};
use std::cell::OnceCell;
use std::collections::HashSet;

/// The maximum number of Left's moves among which equal moves of Right are looked for.
const MAX_COMPARED_MOVES: usize = 1 << 16;

/// Reports whether a word is the prefix of impartial versions, ignoring case.
pub(crate) fn is_impartial_prefix(word: &str) -> bool {
    word.eq_ignore_ascii_case("impartial")
}

/// The rules of the impartial version of a partizan game.
#[derive(Debug)]
pub(crate) struct ImpartialGame {
    /// The rules of the partizan game, which is the only game in this list.
    partizan: SumRules,
    /// A position of the partizan game without components.
    empty_position: Box<dyn DynPosition>,
    fault: FirstFault,
}

/// A move that one of the players has in the partizan game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MoveOfEither {
    by: Player,
    mv: AnyMove,
}

impl ImpartialGame {
    /// Returns the impartial version of the game of a position, and the components of the position.
    fn new(position: &dyn DynPosition) -> Result<(ImpartialGame, Vec<AnyComponent>)> {
        let ruleset = position.ruleset();
        if ruleset.kind() != Kind::Partizan || ruleset.has_extra_turns() {
            let message = text!("only partizan games have an impartial version");
            return Err(Error::new(ErrorKind::Unsupported, message).help(text!("omit `impartial`")));
        }
        let mut partizan = SumRules::default();
        let components = position.erased_components(&mut partizan, false);
        let empty_position = position.with_components(&[], Player::LEFT);
        Ok((ImpartialGame { partizan, empty_position, fault: FirstFault::default() }, components))
    }

    /// Returns a position of the partizan game.
    fn position_of(&self, components: &[&AnyComponent]) -> Box<dyn DynPosition> {
        self.empty_position.with_components(components, Player::LEFT)
    }

    /// Returns the only component of a position of the partizan game.
    fn component_of(&self, position: &dyn DynPosition) -> Option<AnyComponent> {
        position.erased_components(&mut self.partizan.clone(), false).pop()
    }

    /// Returns a move of the partizan game with a player who has it.
    fn with_player(&self, component: &AnyComponent, mv: AnyMove) -> MoveOfEither {
        let is_left = self.partizan.moves(component, Player::LEFT).any(|other| other == mv);
        MoveOfEither { by: if is_left { Player::LEFT } else { Player::RIGHT }, mv }
    }

    fn record_fault(&self, component: &AnyComponent) {
        if let Some(fault) = self.partizan.take_fault(component) {
            self.fault.record(|| fault);
        }
    }
}

/// Returns the impartial version of a position; an impartial position is its own.
///
/// # Errors
/// `unsupported` for other kinds of games.
pub(crate) fn impartial_position(position: Box<dyn DynPosition>) -> Result<Box<dyn DynPosition>> {
    if position.ruleset().kind() == Kind::Impartial {
        return Ok(position);
    }
    let (game, components) = ImpartialGame::new(&*position)?;
    Ok(Box::new(GamePosition::new(game, components)))
}

/// Returns the impartial version of rules; impartial rules are their own.
///
/// # Errors
/// `unsupported` for other kinds of games.
pub(crate) fn impartial_ruleset(rules: Box<dyn DynRuleset>) -> Result<Box<dyn DynRuleset>> {
    if rules.kind() == Kind::Impartial {
        return Ok(rules);
    }
    Ok(Box::new(RulesHandle::new(ImpartialGame::new(&*rules.empty_position())?.0)))
}

impl Rules for ImpartialGame {
    type Component = AnyComponent;
    type Move = MoveOfEither;
    type Key = AnyKey;

    fn moves(&self, component: &AnyComponent, _: Player) -> impl Iterator<Item = MoveOfEither> {
        let moves_of = |by: Player| self.partizan.moves(component, by).map(move |mv| MoveOfEither { by, mv });
        // A move that both players have is listed once if it leaves the same components for both.
        let left_moves = OnceCell::new();
        let is_new = move |MoveOfEither { mv, .. }: &MoveOfEither| {
            let left_moves = left_moves.get_or_init(|| {
                self.partizan.moves(component, Player::LEFT).take(MAX_COMPARED_MOVES).collect::<HashSet<_>>()
            });
            let [left, right] = [Player::LEFT, Player::RIGHT];
            !left_moves.contains(mv)
                || self.partizan.play_unsplit(component, left, mv) != self.partizan.play_unsplit(component, right, mv)
        };
        let moves = moves_of(Player::LEFT).chain(moves_of(Player::RIGHT).filter(is_new));
        // A fault while moves were listed belongs to this game, whose engines ask for it.
        moves.chain(std::iter::from_fn(|| {
            self.record_fault(component);
            None
        }))
    }

    fn play(&self, component: &AnyComponent, _: Player, mv: &MoveOfEither) -> Components<AnyComponent> {
        self.partizan.play_unsplit(component, mv.by, &mv.mv)
    }

    fn play_counted(&self, component: &AnyComponent, _: Player, mv: &MoveOfEither) -> CountedComponents<AnyComponent> {
        self.partizan.play_counted_unsplit(component, mv.by, &mv.mv)
    }

    fn split(&self, component: AnyComponent) -> Components<AnyComponent> {
        self.partizan.split_component(&component)
    }

    fn key(&self, component: &AnyComponent) -> AnyKey {
        self.partizan.key(component)
    }

    fn extra_bytes(&self, component: &AnyComponent) -> u64 {
        self.partizan.extra_bytes(component)
    }

    fn work_done(&self) -> u64 {
        self.partizan.work_done()
    }

    fn has_unbounded_moves(&self, component: &AnyComponent, _: Player) -> bool {
        [Player::LEFT, Player::RIGHT].iter().any(|&by| self.partizan.has_unbounded_moves(component, by))
    }
}

impl Game for ImpartialGame {
    const INFO: GameInfo = GameInfo::impartial(
        "impartial",
        "Impartial version of a partizan game",
        "Both players have the moves of both players.",
        "impartial GAME(position)",
        "impartial clobber(2x3)",
    );

    fn is_short(&self) -> bool {
        // Play of the partizan game may end only because the players take turns.
        self.partizan.all_known_terminating()
    }

    fn is_known_terminating(&self) -> bool {
        self.partizan.all_known_terminating()
    }

    fn fault(&self) -> Option<&FirstFault> {
        Some(&self.fault)
    }

    fn parse_components(&self, _: &str, input: &mut Cursor<'_>) -> Result<Vec<AnyComponent>> {
        // The parser of sums reads positions of the partizan game; only lists of numbers are read here.
        let numbers = input.numbers('(', ')', ImpartialGame::INFO.example)?;
        let position = self.empty_position.ruleset().position_from_numbers(&numbers);
        let position = position.ok_or_else(|| input.expected(text!("a position")))?;
        Ok(position.erased_components(&mut self.partizan.clone(), false))
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str("impartial ");
        out.push_str(&self.empty_position.ruleset().rules_text());
    }

    fn write_component(&self, component: &AnyComponent, out: &mut String) {
        let text = self.position_of(&[component]).to_string();
        let start = self.empty_position.ruleset().rules_text().len() + 1;
        out.push_str(text.get(start..text.len().saturating_sub(1)).unwrap_or(&text));
    }

    fn write_position(&self, components: &[AnyComponent], _: Player, out: &mut String) {
        out.push_str("impartial ");
        self.position_of(&components.iter().collect::<Vec<_>>()).write(out);
    }

    fn count_rules_numbers(&self) -> usize {
        self.empty_position.count_printed_numbers()
    }

    fn count_component_numbers(&self, component: &AnyComponent) -> usize {
        self.position_of(&[component]).count_printed_numbers().saturating_sub(self.count_rules_numbers())
    }

    fn describe(&self, component: &AnyComponent, at: usize, mv: &MoveOfEither) -> MoveText {
        // The text may name the index of the component.
        self.position_of(&vec![component; at]).describe(at - 1, &mv.mv)
    }

    fn variables(&self, component: &AnyComponent, _: Player, mv: &MoveOfEither) -> Vec<(String, i64)> {
        self.position_of(&[component]).variables(0, mv.by, &mv.mv)
    }

    fn picture(&self, component: &AnyComponent) -> Picture {
        self.position_of(&[component]).picture(0)
    }

    fn picture_board(&self, component: &AnyComponent) -> Option<PictureBoard> {
        let mut board = self.position_of(&[component]).picture_board(0)?;
        board.moves.iter_mut().for_each(|mv| mv.players = [true; 2]);
        Some(board)
    }

    fn direct_value(
        &self,
        component: &AnyComponent,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<std::result::Result<Value, ValueLimit>> {
        self.partizan.impartial_value(component, values, budget)
    }

    fn moves_to_nimber(
        &self,
        component: &AnyComponent,
        nim: u32,
        values: &mut ValueArena,
        budget: &Budget,
    ) -> Option<std::result::Result<Vec<MoveOfEither>, ValueLimit>> {
        let found = self.partizan.impartial_moves_to_nimber(component, nim, values, budget)?;
        Some(found.map(|moves| moves.into_iter().map(|mv| self.with_player(component, mv)).collect()))
    }

    fn coordinate_names(&self) -> Vec<String> {
        self.empty_position.ruleset().coordinate_names()
    }

    fn min_index(&self) -> u64 {
        self.empty_position.ruleset().min_index()
    }

    fn max_index(&self) -> Option<u64> {
        self.empty_position.ruleset().max_index()
    }

    fn component_at(&self, numbers: Coordinates) -> Option<AnyComponent> {
        self.component_of(&*self.empty_position.ruleset().position_at(numbers)?)
    }

    fn samples() -> Box<dyn Iterator<Item = (ImpartialGame, Vec<AnyComponent>)>> {
        // The game is no entry of a library; tests use the samples of the partizan games.
        boxed(std::iter::empty())
    }
}
