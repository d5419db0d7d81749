//! A ruleset with a name in the notation.

use crate::indexed::{End, Tiers};
use crate::{
    Budget, Coordinates, Cursor, Editor, Entry, FirstFault, GameInfo, Kind, Letters, MoveText, Multiplayer, Notation,
    Openings, Picture, Player, Points, Result, Rules, TableView, Theorem,
};

/// A ruleset with a name: what its file in `games/` gives to parsers, engines and faces.
///
/// [`Rules`] is all that an engine needs; this trait adds reading, printing and what is known.
pub trait Game: Rules {
    /// The card.
    const CARD: GameInfo;

    /// What moves are worth: `Some(Self::points)`, that of [`Scored`](crate::Scored), for games won on points.
    const POINTS: Option<Points<Self>> = None;

    /// The rules of a game without parameters: `Some(|| Nim)`. Games with parameters write [`Game::parse_rules`] instead.
    const PLAIN: Option<fn() -> Self> = None;

    /// How positions are drawn by hand, in games on graphs.
    const EDITOR: Option<Editor<Self>> = None;

    /// How components are read, written and drawn, in games that do so like others: `Some(heaps::EACH)`. Other games write
    /// [`Game::parse_parts`] and [`Game::write_part`] instead.
    const NOTATION: Option<Notation<Self::Component>> = None;

    /// Names that mean the game under misère play, which stand alone: `反尼姆(1,2)` is `misere nim(1,2)`.
    const MISERE_NAMES: &'static [&'static str] = &[];

    /// What is known in closed form. Earlier theorems are preferred.
    const THEOREMS: &'static [Theorem<Self>] = &[];

    /// What is known of these rules in closed form. Override it where one type has several games with names of their own.
    fn theorems(&self) -> &'static [Theorem<Self>] {
        Self::THEOREMS
    }

    /// The game that the text behind the name belongs to, if it is another one. Override it where two games share a name in the
    /// notation; look ahead only.
    fn elsewhere(alias: &str, input: &mut Cursor<'_>) -> Option<&'static dyn Entry> {
        let _ = (alias, input);
        None
    }

    /// Reads `[parameters]` behind the game's name, nothing for a game without parameters; `alias` is the name that was
    /// used.
    ///
    /// # Errors
    /// `syntax` or `bad_argument` with the place and a correct example.
    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<Self> {
        let _ = (alias, input);
        Ok(const { Self::PLAIN.expect("a game has PLAIN or parse_rules") }())
    }

    /// Reads `(position)` behind the parameters.
    ///
    /// # Errors
    /// As [`Game::parse_rules`].
    fn parse_parts(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Self::Component>> {
        let _ = alias;
        let read = const { Self::NOTATION.expect("a game has NOTATION or parse_parts").read };
        read(input, Self::CARD.example)
    }

    /// Reads `(position)` with who is to move first. Override it together with [`Game::write_first`] for games in which
    /// that is part of the position.
    ///
    /// # Errors
    /// As [`Game::parse_rules`].
    fn parse_position(&self, alias: &str, input: &mut Cursor<'_>) -> Result<(Vec<Self::Component>, Player)> {
        Ok((self.parse_parts(alias, input)?, Player::LEFT))
    }

    /// Reads `[parameters](position)`. Override it for games whose position makes the board.
    ///
    /// # Errors
    /// As [`Game::parse_rules`].
    fn parse(alias: &str, input: &mut Cursor<'_>) -> Result<(Self, Vec<Self::Component>, Player)> {
        let rules = Self::parse_rules(alias, input)?;
        let (parts, first) = rules.parse_position(alias, input)?;
        Ok((rules, parts, first))
    }

    /// The card of the game that these rules are. Override it where one type has several games with names of their own.
    fn card(&self) -> &'static GameInfo {
        &Self::CARD
    }

    /// What kind of game these parameters make. Override it where the card's kind is not that of all parameters.
    fn kind(&self) -> Kind {
        Self::CARD.kind
    }

    /// What kind of game a component is. Override it where the component decides, as the colours of edges do.
    fn kind_of(&self, part: &Self::Component) -> Kind {
        let _ = part;
        self.kind()
    }

    /// Whether under these parameters every play must end. Override it where the card does not speak for all parameters.
    fn is_short(&self) -> bool {
        Self::CARD.short
    }

    /// Whether it is known that under these parameters every play ends, by moves in turn or not: what theorems on sums ask. Override it
    /// where more is known than the card says.
    fn is_known_terminating(&self) -> bool {
        Self::CARD.short
    }

    /// The record of errors met while moves were listed. Override it for games whose moves are computed from what users write.
    fn fault(&self) -> Option<&FirstFault> {
        None
    }

    /// Who else plays: `Some(self)` for games of several players.
    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        None
    }

    /// Writes the game without its position: `nim`, `take[1..3]`. Override it for games with parameters.
    fn write_rules(&self, out: &mut String) {
        out.push_str(Self::CARD.name);
    }

    /// What stands between components as they are written. Override it for games whose components have commas of their own, and names that
    /// mean something else in another component.
    const BETWEEN: char = ',';

    /// Writes one component as it stands between the brackets of a position.
    fn write_part(&self, part: &Self::Component, out: &mut String) {
        let write = const { Self::NOTATION.expect("a game has NOTATION or write_part").write };
        write(part, out);
    }

    /// Writes who is to move, behind the components. Override it for games in which that is part of the position.
    fn write_first(&self, first: Player, out: &mut String) {
        let _ = (first, out);
    }

    /// How many numbers [`Game::write_rules`] writes, about: positions of more than a thousand are not printed. Override it
    /// for parameters of any length.
    fn rules_numbers(&self) -> usize {
        0
    }

    /// How many numbers [`Game::write_part`] writes, about: positions of more than a thousand are not printed. Override it for
    /// components of any length.
    fn numbers(&self, part: &Self::Component) -> usize {
        Self::NOTATION.map_or(1, |notation| (notation.numbers)(part))
    }

    /// Describes a move in the component that stands at place `at`, counted from 1.
    fn describe(&self, part: &Self::Component, at: usize, mv: &Self::Move) -> MoveText;

    /// The variables of the rules, with their values, with which `by` makes a move; empty where rules have none. Errors tell them.
    fn variables(&self, part: &Self::Component, by: Player, mv: &Self::Move) -> Vec<(String, i64)> {
        let _ = (part, by, mv);
        vec![]
    }

    /// The legal moves that may be meant by the numbers in a move's description, in their order there: enough to find a move of
    /// which more than an amount is given in positions with more moves than can be listed. Override it for games that have
    /// such positions; `None` says that the moves are to be listed.
    fn moves_named(&self, part: &Self::Component, by: Player, numbers: &[u64]) -> Option<Vec<Self::Move>> {
        let _ = (part, by, numbers);
        None
    }

    /// The number that a component is worth as a game under normal play, where that is known without looking at its options; the
    /// error that it is too large or too fine. Override it for games of which it is known.
    fn number(&self, part: &Self::Component) -> Option<Result<grundy_value::Dyadic, grundy_value::Limit>> {
        let _ = part;
        None
    }

    /// The canonical form of a component under normal play, where a game computes it faster than by going through its options; the error
    /// that a limit is reached. Override it for games that do: the work keeps to the budget.
    fn canonical(
        &self,
        part: &Self::Component,
        values: &mut grundy_value::Values,
        budget: &Budget,
    ) -> Option<Result<grundy_value::Value, grundy_value::Limit>> {
        let _ = (part, values, budget);
        None
    }

    /// Who wins a component that stands alone under normal play, and by which move, where a game finds that without the value of the
    /// whole; the error that a limit is reached. Override it for games that do: the work keeps to the budget.
    fn openings(
        &self,
        part: &Self::Component,
        values: &mut grundy_value::Values,
        budget: &Budget,
    ) -> Option<std::result::Result<Openings<Self::Move>, grundy_value::Limit>> {
        let _ = (part, values, budget);
        None
    }

    /// How the values stand in a table, for games that have one.
    fn table(&self) -> Option<TableView<'_>> {
        None
    }

    /// The rules in the rule language, without braces, as proofs take them. Override it for games whose table does not say
    /// enough: what a table says is spelled out by the rule language itself.
    fn as_rule(&self) -> Option<String> {
        None
    }

    /// What is said of parameters that no move changes, in games that have such letters: claims are for all their values.
    fn letters(&self) -> Option<&Letters> {
        None
    }

    /// The names of the numbers that make a position, by which tables number positions and claims call them; none for games
    /// whose positions are no list of one to three numbers. Override it for games without a table.
    fn parameters(&self) -> Vec<String> {
        match self.table() {
            Some(TableView::Heaps(_) | TableView::Partizan { .. }) => vec!["n".to_string()],
            Some(TableView::Rays(_)) => crate::heaps::heap_names(2),
            None => Self::NOTATION
                .and_then(|notation| notation.sizes)
                .map_or(vec![], |sizes| sizes.names.iter().map(|name| name.to_string()).collect()),
            _ => vec![],
        }
    }

    /// The least number of a position, where tables begin.
    fn least(&self) -> u64 {
        Self::NOTATION.and_then(|notation| notation.sizes).map_or(0, |sizes| sizes.least)
    }

    /// The largest number of a position, in games that have no larger one: all their positions are those from 0 to it.
    fn largest(&self) -> Option<u64> {
        None
    }

    /// Where the component stands in the table; meaningful only if [`Game::table`] gives one. A table may count otherwise than
    /// positions do, as that of a counting race, which counts what is missing: people always see the numbers of positions.
    fn coordinates(&self, part: &Self::Component) -> Coordinates {
        let _ = part;
        [0; 3]
    }

    /// What people see of a component. Override it where the table, if there is one, numbers components other than they look.
    fn picture(&self, part: &Self::Component) -> Picture {
        match Self::NOTATION.and_then(|notation| notation.picture) {
            Some(picture) => picture(part),
            None => Picture::of(self, part),
        }
    }

    /// The component of these numbers, those that stand between the brackets of a position; `None` if there is no such
    /// component. Games with [`Game::parameters`] have one for all numbers in range. Only games on boards may write it otherwise,
    /// as `3x4`: their numbers are the sizes of a board, which engines search and patterns are not of.
    fn component_at(&self, numbers: Coordinates) -> Option<Self::Component> {
        Self::NOTATION.and_then(|notation| notation.sizes).and_then(|sizes| (sizes.part)(numbers))
    }

    /// The move of `by` that leaves the components of these coordinates, which is known to be legal: engines that count moves by
    /// formula name them this way. Override it for games of which they do.
    fn move_to(&self, part: &Self::Component, by: Player, left: &[Coordinates]) -> Option<Self::Move> {
        let _ = (part, by, left);
        None
    }

    /// How play has ended for the player to move, where it has otherwise than by a lack of moves; there are no moves then. Override it
    /// for games of the kind [`Kind::Positional`], which are solved by [`Game::tiers`].
    fn end(&self, part: &Self::Component) -> Option<End> {
        let _ = part;
        None
    }

    /// The positions that play from a component reaches, and others, as they are numbered: what is asked to solve all of them at once. Override
    /// it, with [`Game::words`] and [`Game::of_words`], for games of which positions have numbers.
    fn tiers(&self, start: &Self::Component, budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
        let _ = (start, budget);
        None
    }

    /// A component as words, in games of which positions have numbers.
    fn words(&self, part: &Self::Component) -> Option<Vec<u64>> {
        let _ = part;
        None
    }

    /// The component of these words, if there is one.
    fn of_words(&self, words: &[u64]) -> Option<Self::Component> {
        let _ = words;
        None
    }

    /// Small positions in growing order, for the conformance suite: every parameter form, every theorem's scope.
    fn samples() -> Box<dyn Iterator<Item = (Self, Vec<Self::Component>)>>;
}

/// More heaps that stand together are told in words.
const MAX_HEAPS: usize = 30;

impl Picture {
    /// What the table of a game says of a component; its text where there is no table or one of another kind.
    pub fn of<G: Game>(game: &G, part: &G::Component) -> Picture {
        let [x, y, _] = game.coordinates(part);
        match game.table() {
            None | Some(TableView::Digraph(_) | TableView::Row { .. }) => Picture::text(game, part),
            Some(view) => match view.dims() {
                1 => Picture::Heap(x),
                2 => Picture::Pair([x, y]),
                _ => Picture::text(game, part),
            },
        }
    }

    /// The component as it is printed.
    pub fn text<G: Game>(game: &G, part: &G::Component) -> Picture {
        Picture::Text(Picture::printed(game, part))
    }

    /// Heaps of so many stones that stand together; the text where they are too many to be seen.
    pub fn heaps<G: Game>(game: &G, part: &G::Component, stones: &[u64]) -> Picture {
        match stones.len() {
            0..=MAX_HEAPS => Picture::Heaps { stones: stones.into(), text: Picture::printed(game, part) },
            _ => Picture::text(game, part),
        }
    }

    /// Cells in a row with this on them.
    pub fn strip<G: Game>(game: &G, part: &G::Component, cells: impl Iterator<Item = String>) -> Picture {
        Picture::Strip { cells: cells.collect(), text: Picture::printed(game, part) }
    }

    /// The component as it is printed.
    pub fn printed<G: Game>(game: &G, part: &G::Component) -> String {
        let mut out = String::new();
        game.write_part(part, &mut out);
        out
    }
}
