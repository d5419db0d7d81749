//! The trait of a ruleset with a name in the notation.

use crate::indexed::{TerminalResult, Tiers};
use crate::{
    Budget, Coordinates, Cursor, DynGame, Editor, FirstFault, FirstMoveResult, GameInfo, Kind, MoveText, Multiplayer,
    Notation, Picture, Player, PointsFn, Result, Rules, SumWithValue, SymbolicParams, TableForm, Theorem, Users,
};
use grundy_lang::Text;

/// A ruleset with a name, which a module of `grundy-games` provides to parsers, engines and interfaces.
///
/// Engines need only [`Rules`]; this trait adds parsing, printing and theorems.
pub trait Game: Rules {
    /// The information about the game.
    const INFO: GameInfo;

    /// The function that returns the points of a move, for games won on points.
    ///
    /// The value is `Some(Self::points)` with [`Scored::points`](crate::Scored::points).
    const POINTS: Option<PointsFn<Self>> = None;

    /// The constructor of the rules of a game without parameters, such as `Some(|| Nim)`.
    ///
    /// Games with parameters implement [`Game::parse_rules`] instead.
    const WITHOUT_PARAMETERS: Option<fn() -> Self> = None;

    /// The editor of positions, for games on graphs.
    const EDITOR: Option<Editor<Self>> = None;

    /// Shared functions that parse, write and draw components: `Some(heaps::SEPARATE_HEAPS)`.
    ///
    /// Other games implement [`Game::parse_components`] and [`Game::write_component`] instead. A game may override some
    /// methods that use the notation, for example [`Game::parse_components`] alone.
    const NOTATION: Option<Notation<Self::Component>> = None;

    /// Names of the game under misère play: `反尼姆(1,2)` means `misere nim(1,2)`.
    ///
    /// A position with such a name must be the only term of a sum.
    const MISERE_NAMES: &'static [&'static str] = &[];

    /// The theorems about the game. Earlier theorems are preferred.
    const THEOREMS: &'static [Theorem<Self>] = &[];

    /// Returns the theorems about these rules.
    ///
    /// Override this method where one type implements several games with different names.
    fn theorems(&self) -> &'static [Theorem<Self>] {
        Self::THEOREMS
    }

    /// Returns another game with the same name, if the text after the name belongs to it.
    ///
    /// Override this method where two games share a name in the notation. An implementation must not consume input.
    fn alternative_game(alias: &str, input: &mut Cursor<'_>) -> Option<&'static dyn DynGame> {
        let _ = (alias, input);
        None
    }

    /// Parses `[parameters]` after the game's name, or nothing for a game without parameters.
    ///
    /// `alias` is the name that was used.
    ///
    /// # Errors
    /// `syntax` or `bad_argument` with the span and a correct example.
    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<Self> {
        let _ = (alias, input);
        Ok(const { Self::WITHOUT_PARAMETERS.expect("a game has WITHOUT_PARAMETERS or parse_rules") }())
    }

    /// Parses `(position)` after the parameters.
    ///
    /// # Errors
    /// The same errors as [`Game::parse_rules`].
    fn parse_components(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Self::Component>> {
        let _ = alias;
        let parse = const { Self::NOTATION.expect("a game has NOTATION or parse_components").parse };
        parse(input, Self::INFO.example)
    }

    /// Parses `(position)` together with the player to move first.
    ///
    /// Override this method together with [`Game::write_first`] for games in which that player is part of the
    /// position.
    ///
    /// # Errors
    /// The same errors as [`Game::parse_rules`].
    fn parse_position(&self, alias: &str, input: &mut Cursor<'_>) -> Result<(Vec<Self::Component>, Player)> {
        Ok((self.parse_components(alias, input)?, Player::LEFT))
    }

    /// Parses `[parameters](position)`.
    ///
    /// Override this method for games in which the text of the position determines the board.
    ///
    /// # Errors
    /// The same errors as [`Game::parse_rules`].
    fn parse(alias: &str, input: &mut Cursor<'_>) -> Result<(Self, Vec<Self::Component>, Player)> {
        let rules = Self::parse_rules(alias, input)?;
        let (components, first) = rules.parse_position(alias, input)?;
        Ok((rules, components, first))
    }

    /// Returns the information about these rules.
    ///
    /// Override this method where one type implements several games with different names.
    fn info(&self) -> &'static GameInfo {
        &Self::INFO
    }

    /// Returns the kind of game under these parameters.
    ///
    /// Override this method where that kind differs from `INFO.kind`.
    fn kind(&self) -> Kind {
        Self::INFO.kind
    }

    /// Returns the kind of a component.
    ///
    /// Override this method where components differ in kind, for example because of their colours.
    fn kind_of(&self, component: &Self::Component) -> Kind {
        let _ = component;
        self.kind()
    }

    /// Returns whether every play must end under these parameters.
    ///
    /// Override this method where `INFO.short` is not true of all parameters.
    fn is_short(&self) -> bool {
        Self::INFO.short
    }

    /// Returns whether every play is known to end, even if the players do not alternate.
    ///
    /// Theorems on sums need this. Override this method where plays are known to end although `INFO.short` is false.
    fn is_known_terminating(&self) -> bool {
        Self::INFO.short
    }

    /// Returns the record of errors that occurred while moves were listed.
    ///
    /// Override this method for games whose rules are written by users.
    fn fault(&self) -> Option<&FirstFault> {
        None
    }

    /// Returns `Some(self)` for games of several players.
    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        None
    }

    /// Writes the game without its position, such as `nim` or `take[1..3]`.
    ///
    /// Override this method for games with parameters.
    fn write_rules(&self, out: &mut String) {
        out.push_str(Self::INFO.name);
    }

    /// Whether positions are written as their components alone, without a name and brackets.
    const IS_BARE: bool = false;

    /// The separator between written components.
    ///
    /// Override this constant for games whose components contain commas, and for games in which equal names in
    /// different components mean different things.
    const SEPARATOR: char = ',';

    /// Writes one component as it appears between the brackets of a position.
    fn write_component(&self, component: &Self::Component, out: &mut String) {
        let write = const { Self::NOTATION.expect("a game has NOTATION or write_component").write };
        write(component, out);
    }

    /// Writes a position: the game with its parameters, and the components in brackets.
    fn write_position(&self, components: &[Self::Component], first: Player, out: &mut String) {
        if !Self::IS_BARE {
            self.write_rules(out);
            out.push('(');
        }
        for (k, component) in components.iter().enumerate() {
            if k > 0 {
                out.push(Self::SEPARATOR);
            }
            self.write_component(component, out);
        }
        if !Self::IS_BARE {
            self.write_first(first, out);
            out.push(')');
        }
    }

    /// Writes the player to move after the components.
    ///
    /// Override this method for games in which the player to move is part of the position.
    fn write_first(&self, first: Player, out: &mut String) {
        let _ = (first, out);
    }

    /// Returns the approximate count of numbers that [`Game::write_rules`] writes.
    ///
    /// Positions of more than a thousand numbers are not printed. Override this method for parameters of any length.
    fn count_rules_numbers(&self) -> usize {
        0
    }

    /// Returns the approximate count of numbers that [`Game::write_component`] writes.
    ///
    /// Positions of more than a thousand numbers are not printed. Override this method for components of any length.
    fn count_component_numbers(&self, component: &Self::Component) -> usize {
        Self::NOTATION.map_or(1, |notation| (notation.count_numbers)(component))
    }

    /// Describes a move in the component at index `at`, counted from 1.
    fn describe(&self, component: &Self::Component, at: usize, mv: &Self::Move) -> MoveText;

    /// Returns the variables of the rules and their values in a move, for error messages.
    ///
    /// The list is empty where rules have no variables.
    fn variables(&self, component: &Self::Component, by: Player, mv: &Self::Move) -> Vec<(String, i64)> {
        let _ = (component, by, mv);
        vec![]
    }

    /// Returns the legal moves that match the numbers in a move's description.
    ///
    /// The numbers are in the order of the description. The method is for positions with too many moves to list, in
    /// games whose descriptions of moves contain more than an amount. Override this method for games that have such
    /// positions; `None` means that the caller must search the list of moves.
    fn moves_from_numbers(&self, component: &Self::Component, by: Player, numbers: &[u64]) -> Option<Vec<Self::Move>> {
        let _ = (component, by, numbers);
        None
    }

    /// Returns the number that equals a component under normal play, if it is known without its options.
    ///
    /// The inner result is an error if the number is too large or its denominator is. Override this method for games
    /// with a formula for such numbers.
    fn known_number(
        &self,
        component: &Self::Component,
    ) -> Option<Result<grundy_value::Dyadic, grundy_value::ValueLimit>> {
        let _ = component;
        None
    }

    /// Returns the canonical form of a component under normal play, if there is a shortcut.
    ///
    /// A shortcut is faster than a recursion over the options. The inner result is an error if a limit was reached.
    /// Override this method for games with a shortcut; the work must respect the budget.
    fn direct_value(
        &self,
        component: &Self::Component,
        values: &mut grundy_value::ValueArena,
        budget: &Budget,
    ) -> Option<Result<grundy_value::Value, grundy_value::ValueLimit>> {
        let _ = (component, values, budget);
        None
    }

    /// Returns the moves of a component to options of Grundy value `nim`, if there is a shortcut.
    ///
    /// The game is impartial. A shortcut compares the options with `nim` without computing their values. The inner
    /// result is an error if a limit was reached. Override this method for games with a shortcut; the work must respect
    /// the budget.
    fn moves_to_nimber(
        &self,
        component: &Self::Component,
        nim: u32,
        values: &mut grundy_value::ValueArena,
        budget: &Budget,
    ) -> Option<std::result::Result<Vec<Self::Move>, grundy_value::ValueLimit>> {
        let _ = (component, nim, values, budget);
        None
    }

    /// Returns the value of a component if both players had both players' moves, if there is a shortcut.
    ///
    /// The value is a nimber. Override this method together with [`Game::impartial_moves_to_nimber`] for partizan games
    /// with a shortcut like that of [`Game::direct_value`].
    fn impartial_value(
        &self,
        component: &Self::Component,
        values: &mut grundy_value::ValueArena,
        budget: &Budget,
    ) -> Option<Result<grundy_value::Value, grundy_value::ValueLimit>> {
        let _ = (component, values, budget);
        None
    }

    /// Returns the moves of either player to options of Grundy value `nim` if both had both players' moves.
    ///
    /// See [`Game::impartial_value`] and [`Game::moves_to_nimber`].
    fn impartial_moves_to_nimber(
        &self,
        component: &Self::Component,
        nim: u32,
        values: &mut grundy_value::ValueArena,
        budget: &Budget,
    ) -> Option<std::result::Result<Vec<Self::Move>, grundy_value::ValueLimit>> {
        let _ = (component, nim, values, budget);
        None
    }

    /// Returns the first moves that win a sum under normal play, if there is a shortcut.
    ///
    /// A shortcut finds these moves without computing the values of the components. It may support only single
    /// components, [`SumWithValue::only_component`]. It finds all winning moves if `wants_all_moves` is set, and else
    /// one for each player who has one. If a limit is reached, the inner result has the first moves that were settled
    /// before. Override this method for games with a shortcut; the work must respect the budget.
    fn winning_first_moves(
        &self,
        sum: &SumWithValue<Self::Component>,
        wants_all_moves: bool,
        values: &mut grundy_value::ValueArena,
        budget: &Budget,
    ) -> Option<FirstMoveResult<Self::Move>> {
        let _ = (sum, wants_all_moves, values, budget);
        None
    }

    /// Returns the arrangement of the game's values in a table, if it has one.
    fn table_form(&self) -> Option<TableForm<'_>> {
        None
    }

    /// Returns a remark on these rules for the first line of answers; usually empty.
    ///
    /// An example is another name of the rules.
    fn remark(&self) -> Text {
        Text::empty()
    }

    /// Returns the rules in the rule language, without braces, for proofs.
    ///
    /// Override this method for games whose table does not determine the rules. The rule language translates tables by
    /// itself.
    fn as_rule(&self) -> Option<String> {
        None
    }

    /// Returns the symbolic parameters, which no move changes; `None` if the game has none.
    ///
    /// Claims about the game hold for all values of these parameters that satisfy their condition.
    fn symbolic_params(&self) -> Option<&SymbolicParams> {
        None
    }

    /// Returns the names of the numbers that make up a position, which tables and claims use.
    ///
    /// The list is empty for games whose positions are not one to three numbers. Override this method for games
    /// without a table.
    fn coordinate_names(&self) -> Vec<String> {
        match self.table_form() {
            Some(TableForm::Heaps(_) | TableForm::PartizanHeaps { .. }) => vec!["n".to_string()],
            Some(TableForm::Pairs(_)) => crate::heaps::heap_names(2),
            None => Self::NOTATION
                .and_then(|notation| notation.family)
                .map_or(vec![], |family| family.names.iter().map(|name| name.to_string()).collect()),
            _ => vec![],
        }
    }

    /// Returns the least value of the numbers that make up a position; tables begin at this value.
    fn min_index(&self) -> u64 {
        Self::NOTATION.and_then(|notation| notation.family).map_or(0, |family| family.least)
    }

    /// Returns the largest number of a position, if the positions are the numbers from 0 to a bound.
    fn max_index(&self) -> Option<u64> {
        None
    }

    /// Returns the coordinates of the component in the table that [`Game::table_form`] returns.
    ///
    /// The result is meaningless without a table. A table may number components differently from positions: in the
    /// table of a counting race, the coordinate is the distance to the goal. Users always see the numbers of
    /// positions.
    fn table_coordinates(&self, component: &Self::Component) -> Coordinates {
        match Self::NOTATION.and_then(|notation| notation.coordinates) {
            Some(conversion) => (conversion.coordinates)(component),
            None => [0; 3],
        }
    }

    /// Returns the picture of a component that users see.
    ///
    /// Override this method where users should not see the numbers of the table.
    fn picture(&self, component: &Self::Component) -> Picture {
        match Self::NOTATION.and_then(|notation| notation.picture) {
            Some(picture) => picture(component),
            None => Picture::from_table(self, component),
        }
    }

    /// Returns a component as a board with the moves of the game as pictures.
    ///
    /// Returns `None` for other games, and for rules with moves of several steps, conditions on neighbours, tests for
    /// holes or ends of rows, states copied from other cells, cells that vanish or conditions that end play. The moves
    /// must be exactly those of [`Rules::moves`].
    fn picture_board(&self, component: &Self::Component) -> Option<crate::PictureBoard> {
        let _ = component;
        None
    }

    /// Returns the component with these numbers in the notation; `None` if there is none.
    ///
    /// Games with [`Game::coordinate_names`] have a component for all numbers in range. In games on boards the numbers
    /// are the sides of a board, which the notation may write differently, as in `3x4`. Engines search such boards, but
    /// look for no patterns in their values.
    fn component_at(&self, numbers: Coordinates) -> Option<Self::Component> {
        let notation = Self::NOTATION?;
        let component = notation.coordinates.map(|conversion| conversion.component);
        component.or(notation.family.map(|family| family.component))?(numbers)
    }

    /// Returns the component that is a rooted tree; `None` if no components are trees.
    ///
    /// Tables of all trees call this method.
    /// Vertex 0 is the root. Vertex k + 1 is a child of the vertex `parents[k]`, which is at most k.
    fn tree(&self, parents: &[u32]) -> Option<Self::Component> {
        let _ = parents;
        None
    }

    /// Returns the move of `by` that leaves these components; the move is known to be legal.
    ///
    /// Engines that count moves by formula call this method to obtain the moves. Override this method for the games
    /// of such engines.
    fn move_to(&self, component: &Self::Component, by: Player, after: &[Coordinates]) -> Option<Self::Move> {
        let _ = (component, by, after);
        None
    }

    /// Returns the result for the player to move, if play has ended other than by a lack of moves.
    ///
    /// Such a component has no moves. Override this method for games of the kind
    /// [`Kind::NonstandardImpartial`] that are solved through [`Game::tiers`].
    fn terminal_result(&self, component: &Self::Component) -> Option<TerminalResult> {
        let _ = component;
        None
    }

    /// Returns the numbering of a set of positions that includes all positions reachable from a component.
    ///
    /// Engines use the numbering to solve all these positions at once. Override this method, [`Game::encode`] and
    /// [`Game::decode`] for games whose positions are numbered.
    fn tiers(&self, start: &Self::Component, budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
        let _ = (start, budget);
        None
    }

    /// Encodes a component as 64-bit words, in games whose positions are numbered.
    fn encode(&self, component: &Self::Component) -> Option<Vec<u64>> {
        let _ = component;
        None
    }

    /// Decodes the component of these words, if there is one.
    fn decode(&self, words: &[u64]) -> Option<Self::Component> {
        let _ = words;
        None
    }

    /// Iterates over small positions in order of increasing size, for the conformance suite.
    ///
    /// The positions cover every form of parameters and the scope of every theorem.
    fn samples() -> Box<dyn Iterator<Item = (Self, Vec<Self::Component>)>>;
}

/// The maximum number of heaps in a drawing; more heaps are printed as text.
const MAX_HEAPS: usize = 30;

impl Picture {
    /// Returns the picture of a component that its coordinates in the table determine, or else its text.
    pub fn from_table<G: Game>(game: &G, component: &G::Component) -> Picture {
        let [x, y, _] = game.table_coordinates(component);
        match game.table_form() {
            None | Some(TableForm::Digraph(_) | TableForm::Row { .. } | TableForm::Strings(_)) => {
                Picture::text(game, component)
            }
            Some(view) => match view.dims() {
                1 => Picture::Heap(x),
                2 => Picture::Pair([x, y]),
                _ => Picture::text(game, component),
            },
        }
    }

    /// Returns the component as text.
    pub fn text<G: Game>(game: &G, component: &G::Component) -> Picture {
        Picture::Text(Picture::printed(game, component))
    }

    /// Returns a picture of heaps of these sizes, or the component's text if there are more than 30.
    pub fn heaps<G: Game>(game: &G, component: &G::Component, stones: &[u64]) -> Picture {
        match stones.len() {
            0..=MAX_HEAPS => {
                Picture::Heaps { stones: stones.into(), users: Box::default(), text: Picture::printed(game, component) }
            }
            _ => Picture::text(game, component),
        }
    }

    /// Returns the same picture of heaps, with the players who may take from each heap.
    #[must_use]
    pub fn with_users(self, of_each: impl IntoIterator<Item = Users>) -> Picture {
        match self {
            Picture::Heaps { stones, text, .. } => {
                Picture::Heaps { stones, users: of_each.into_iter().collect(), text }
            }
            other => other,
        }
    }

    /// Returns a row of cells with these labels.
    pub fn strip<G: Game>(game: &G, component: &G::Component, cells: impl Iterator<Item = String>) -> Picture {
        Picture::Strip { cells: cells.collect(), text: Picture::printed(game, component) }
    }

    /// Returns the component as it is printed.
    pub fn printed<G: Game>(game: &G, component: &G::Component) -> String {
        let mut out = String::new();
        game.write_component(component, &mut out);
        out
    }
}
