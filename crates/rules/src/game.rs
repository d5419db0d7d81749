//! A ruleset with a name in the notation.

use crate::indexed::{End, Tiers};
use crate::{
    Budget, Coordinates, Cursor, Editor, Entry, FirstFault, Multiplayer, Notation, Picture, Play, Points, Result,
    Rules, Seat, TableView, Theorem,
};
use grundy_lang::{Text, text};

/// Which moves the two players have, and what decides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Both players have the same moves.
    Impartial,
    /// Left and Right have moves of their own.
    Partizan,
    /// Both players have the same moves, but play also ends at positions that are won, lost or drawn, as a line of marks is: they
    /// stand alone, and engines that know moves alone are not asked.
    Positional,
    /// Points decide.
    Scoring,
    /// More than two players.
    Multiplayer,
}

impl Kind {
    /// The name used in JSON and on cards.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Impartial | Kind::Positional => "impartial",
            Kind::Partizan => "partizan",
            Kind::Scoring => "scoring",
            Kind::Multiplayer => "multiplayer",
        }
    }

    /// Whether the last move decides between two players: then positions have outcomes and add up. Points and several players give
    /// results of their own, and such positions stand alone.
    pub fn adds_up(self) -> bool {
        matches!(self, Kind::Impartial | Kind::Partizan)
    }

    /// Whether an outcome tells who wins: points and several players give results of their own.
    pub fn has_outcomes(self) -> bool {
        self.adds_up() || self == Kind::Positional
    }

    /// How many players there are; `None` where the parameters of the game say it.
    pub fn players(self) -> Option<u8> {
        match self {
            Kind::Impartial | Kind::Partizan | Kind::Positional | Kind::Scoring => Some(2),
            Kind::Multiplayer => None,
        }
    }
}

/// What people read about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The canonical name in the notation.
    pub name: &'static str,
    /// Other names that the notation accepts.
    pub aliases: &'static [&'static str],
    /// What the field calls it.
    pub title: &'static str,
    /// The rules, in one or two sentences.
    pub rules: &'static str,
    /// The form of a spec, with placeholders.
    pub notation: &'static str,
    /// A correct spec.
    pub example: &'static str,
    /// Who may move what: in all positions, or in those that are met first.
    pub kind: Kind,
    /// What kind of game some parameters or positions make, if another one.
    pub also: Option<Kind>,
    /// Whether every play must end, in all positions: none can come again.
    pub short: bool,
    /// Examples of positions that are of the other kind, or whose play need not end although that of others does.
    pub others: &'static [&'static str],
    /// Whether misère play can be asked for.
    pub misere: bool,
}

impl Card {
    /// The card of an impartial game whose play must end, which may be played under misère play. It has one name:
    /// `Card { aliases: &["other"], ..Card::impartial(...) }` gives it more.
    ///
    /// ```
    /// use grundy_rules::Card;
    /// const CARD: Card = Card::impartial("evens", "Evens", "A move takes 2.", "evens(heap, ...)", "evens(4)");
    /// assert!(CARD.short && CARD.misere);
    /// ```
    pub const fn impartial(
        name: &'static str,
        title: &'static str,
        rules: &'static str,
        notation: &'static str,
        example: &'static str,
    ) -> Card {
        let (kind, also, short, misere) = (Kind::Impartial, None, true, true);
        Card { name, aliases: &[], title, rules, notation, example, kind, also, short, others: &[], misere }
    }

    /// Fails for misère play of a game in which it means nothing, or another game.
    ///
    /// # Errors
    /// `unsupported`.
    ///
    /// ```
    /// use grundy_games::library;
    /// use grundy_rules::Play;
    /// let card = library().find("treblecross").unwrap().card();
    /// assert!(card.check_play(Play::Normal).is_ok() && card.check_play(Play::Misere).is_err());
    /// ```
    pub fn check_play(&self, play: Play) -> Result<()> {
        if play == Play::Normal || self.misere {
            return Ok(());
        }
        let message = text!("`{name}` is not played under misère play", name = self.name);
        Err(crate::Error::new(crate::ErrorKind::Unsupported, message).help(text!("leave `misere` out")))
    }
}

/// A number, a name or a list of them in the description of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// One number.
    Number(u64),
    /// Several numbers.
    Numbers(Vec<u64>),
    /// One number that may be negative.
    Signed(i64),
    /// One name.
    Text(String),
    /// Several names.
    Texts(Vec<String>),
}

/// A move as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// In words; the English is stable: "take 2 from heap 1".
    pub text: Text,
    /// The same for programs: `heap` = 1, `take` = 2.
    pub fields: Vec<(&'static str, Field)>,
}

/// What is said of the parameters of a game that no move changes, as the k of `take[1..k]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    /// How many of the parameters, the first ones, are the numbers of the position; those behind them are letters.
    pub numbers: usize,
    /// What the letters satisfy by the form of the rules, in the language of claims: `1 <= l <= r`; empty if that is nothing.
    pub condition: String,
}

impl MoveText {
    /// A move in words, and the numbers in them under their names.
    ///
    /// ```
    /// use grundy_rules::{Field, MoveText, text};
    /// let mv = MoveText::of_numbers(text!("bite at row {row}, column {column}", row = 2, column = 3), [("row", 2), ("column", 3)]);
    /// assert_eq!(mv.fields[1], ("column", Field::Number(3)));
    /// ```
    pub fn of_numbers(text: Text, fields: impl IntoIterator<Item = (&'static str, u64)>) -> MoveText {
        MoveText { text, fields: fields.into_iter().map(|(name, number)| (name, Field::Number(number))).collect() }
    }
}

/// Who wins a component that stands alone, and how.
#[derive(Clone, Debug)]
pub struct Openings<M> {
    /// For Left and for Right a move by which each wins who moves first, if there is one.
    pub moves: [Option<M>; 2],
    /// How many positions were looked at.
    pub nodes: u64,
}

impl<M> Openings<M> {
    /// The same with other moves.
    pub fn map<N>(self, mut to: impl FnMut(M) -> N) -> Openings<N> {
        Openings { moves: self.moves.map(|mv| mv.map(&mut to)), nodes: self.nodes }
    }
}

/// A ruleset with a name: what its file in `games/` gives to parsers, engines and faces.
///
/// [`Rules`] is all that an engine needs; this trait adds reading, printing and what is known.
pub trait Game: Rules {
    /// The card.
    const CARD: Card;

    /// What moves are worth: `Some(Self::points)`, that of [`Scored`](crate::Scored), for games won on points.
    const POINTS: Option<Points<Self>> = None;

    /// The rules of a game without parameters: `Some(|| Nim)`. Games with parameters write [`Game::parse_rules`] instead.
    const PLAIN: Option<fn() -> Self> = None;

    /// How positions are drawn by hand, in games on graphs.
    const EDITOR: Option<Editor<Self>> = None;

    /// How components are read, written and drawn, in games that do so like others: `Some(heaps::EACH)`. Other games write
    /// [`Game::parse_parts`] and [`Game::write_part`] instead.
    const NOTATION: Option<Notation<Self::Part>> = None;

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
    fn parse_parts(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Self::Part>> {
        let _ = alias;
        let read = const { Self::NOTATION.expect("a game has NOTATION or parse_parts").read };
        read(input, Self::CARD.example)
    }

    /// Reads `(position)` with who is to move first. Override it together with [`Game::write_first`] for games in which
    /// that is part of the position.
    ///
    /// # Errors
    /// As [`Game::parse_rules`].
    fn parse_position(&self, alias: &str, input: &mut Cursor<'_>) -> Result<(Vec<Self::Part>, Seat)> {
        Ok((self.parse_parts(alias, input)?, Seat::LEFT))
    }

    /// Reads `[parameters](position)`. Override it for games whose position makes the board.
    ///
    /// # Errors
    /// As [`Game::parse_rules`].
    fn parse(alias: &str, input: &mut Cursor<'_>) -> Result<(Self, Vec<Self::Part>, Seat)> {
        let rules = Self::parse_rules(alias, input)?;
        let (parts, first) = rules.parse_position(alias, input)?;
        Ok((rules, parts, first))
    }

    /// The card of the game that these rules are. Override it where one type has several games with names of their own.
    fn card(&self) -> &'static Card {
        &Self::CARD
    }

    /// What kind of game these parameters make. Override it where the card's kind is not that of all parameters.
    fn kind(&self) -> Kind {
        Self::CARD.kind
    }

    /// What kind of game a component is. Override it where the component decides, as the colours of edges do.
    fn kind_of(&self, part: &Self::Part) -> Kind {
        let _ = part;
        self.kind()
    }

    /// Whether under these parameters every play must end. Override it where the card does not speak for all parameters.
    fn is_short(&self) -> bool {
        Self::CARD.short
    }

    /// Whether it is known that under these parameters every play ends, by moves in turn or not: what theorems on sums ask. Override it
    /// where more is known than the card says.
    fn surely_ends(&self) -> bool {
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
    fn write_part(&self, part: &Self::Part, out: &mut String) {
        let write = const { Self::NOTATION.expect("a game has NOTATION or write_part").write };
        write(part, out);
    }

    /// Writes who is to move, behind the components. Override it for games in which that is part of the position.
    fn write_first(&self, first: Seat, out: &mut String) {
        let _ = (first, out);
    }

    /// How many numbers [`Game::write_rules`] writes, about: positions of more than a thousand are not printed. Override it
    /// for parameters of any length.
    fn rules_numbers(&self) -> usize {
        0
    }

    /// How many numbers [`Game::write_part`] writes, about: positions of more than a thousand are not printed. Override it for
    /// components of any length.
    fn numbers(&self, part: &Self::Part) -> usize {
        Self::NOTATION.map_or(1, |notation| (notation.numbers)(part))
    }

    /// Describes a move in the component that stands at place `at`, counted from 1.
    fn describe(&self, part: &Self::Part, at: usize, mv: &Self::Move) -> MoveText;

    /// The variables of the rules, with their values, with which `by` makes a move; empty where rules have none. Errors tell them.
    fn variables(&self, part: &Self::Part, by: Seat, mv: &Self::Move) -> Vec<(String, i64)> {
        let _ = (part, by, mv);
        vec![]
    }

    /// The legal moves that may be meant by the numbers in a move's description, in their order there: enough to find a move of
    /// which more than an amount is given in positions with more moves than can be listed. Override it for games that have
    /// such positions; `None` says that the moves are to be listed.
    fn moves_named(&self, part: &Self::Part, by: Seat, numbers: &[u64]) -> Option<Vec<Self::Move>> {
        let _ = (part, by, numbers);
        None
    }

    /// The number that a component is worth as a game under normal play, where that is known without looking at its options; the
    /// error that it is too large or too fine. Override it for games of which it is known.
    fn number(&self, part: &Self::Part) -> Option<Result<grundy_value::Dyadic, grundy_value::Limit>> {
        let _ = part;
        None
    }

    /// The canonical form of a component under normal play, where a game computes it faster than by going through its options; the error
    /// that a limit is reached. Override it for games that do: the work keeps to the budget.
    fn canonical(
        &self,
        part: &Self::Part,
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
        part: &Self::Part,
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
    fn coordinates(&self, part: &Self::Part) -> Coordinates {
        let _ = part;
        [0; 3]
    }

    /// What people see of a component. Override it where the table, if there is one, numbers components other than they look.
    fn picture(&self, part: &Self::Part) -> Picture {
        match Self::NOTATION.and_then(|notation| notation.picture) {
            Some(picture) => picture(part),
            None => Picture::of(self, part),
        }
    }

    /// The component of these numbers, those that stand between the brackets of a position; `None` if there is no such
    /// component. Games with [`Game::parameters`] have one for all numbers in range. Only games on boards may write it otherwise,
    /// as `3x4`: their numbers are the sizes of a board, which engines search and patterns are not of.
    fn part_at(&self, numbers: Coordinates) -> Option<Self::Part> {
        Self::NOTATION.and_then(|notation| notation.sizes).and_then(|sizes| (sizes.part)(numbers))
    }

    /// The move of `by` that leaves the components of these coordinates, which is known to be legal: engines that count moves by
    /// formula name them this way. Override it for games of which they do.
    fn move_to(&self, part: &Self::Part, by: Seat, left: &[Coordinates]) -> Option<Self::Move> {
        let _ = (part, by, left);
        None
    }

    /// How play has ended for the player to move, where it has otherwise than by a lack of moves; there are no moves then. Override it
    /// for games of the kind [`Kind::Positional`], which are solved by [`Game::tiers`].
    fn end(&self, part: &Self::Part) -> Option<End> {
        let _ = part;
        None
    }

    /// The positions that play from a component reaches, and others, as they are numbered: what is asked to solve all of them at once. Override
    /// it, with [`Game::words`] and [`Game::of_words`], for games of which positions have numbers.
    fn tiers(&self, start: &Self::Part, budget: &Budget) -> Option<Result<Box<dyn Tiers>>> {
        let _ = (start, budget);
        None
    }

    /// A component as words, in games of which positions have numbers.
    fn words(&self, part: &Self::Part) -> Option<Vec<u64>> {
        let _ = part;
        None
    }

    /// The component of these words, if there is one.
    fn of_words(&self, words: &[u64]) -> Option<Self::Part> {
        let _ = words;
        None
    }

    /// Small positions in growing order, for the conformance suite: every parameter form, every theorem's scope.
    fn samples() -> Box<dyn Iterator<Item = (Self, Vec<Self::Part>)>>;
}
