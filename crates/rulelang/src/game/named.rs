//! Games with their own names whose rules are written in the rule language.
//!
//! Notation: `cutcake(rows,columns, ...)`.
//!
//! ```
//! let spec = grundy_games::parse("Cutcake(2,3) + eatcake(1,4)").unwrap();
//! assert_eq!(spec.to_string(), "cutcake(2,3) + eatcake(1,4)");
//! ```

use super::rule::Rule;
use grundy_rules::{
    Cursor, DynGame, DynPosition, DynRuleset, Game, GameInfo, GamePosition, Kind, Library, Result, RulesHandle,
    TheoremInfo,
};
use smallvec::smallvec;

/// A game of the list: its description and its rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleEntry {
    /// The name, notation and other data of the game.
    pub info: GameInfo,
    /// The rule, in the syntax of `rule{ ... }`.
    pub rule: &'static str,
    /// The way in which moves change a cake.
    pub moves: CakeMoves,
    /// The publication that defines the game.
    pub source: &'static str,
}

/// The way in which the moves of a game change a cake.
///
/// Left's moves divide the columns, and Right's moves divide the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CakeMoves {
    /// A move cuts the cake in two.
    Cut,
    /// A move cuts the cake into equal pieces.
    Divide,
    /// A move removes a column or a row, and what remains on each side becomes a cake.
    Eat,
    /// As [`CakeMoves::Eat`], but the player gives the cake a quarter turn first.
    TurnAndEat,
}

const fn cake(
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    rules: &'static str,
    [notation, example]: [&'static str; 2],
) -> GameInfo {
    let (kind, other_kind, short, misere) = (Kind::Partizan, None, true, true);
    GameInfo { name, aliases, title, rules, notation, example, kind, other_kind, short, other_examples: &[], misere }
}

/// The games, in the order of the library.
///
/// A position is a cake, given by its numbers of rows and columns.
pub static RULE_ENTRIES: [RuleEntry; 4] = [
    RuleEntry {
        info: cake(
            "cutcake",
            &["切蛋糕"],
            "Cutcake",
            "Left cuts a cake vertically between two columns, Right cuts it horizontally between two rows.",
            ["cutcake(rows,columns, ...)", "cutcake(4,7)"],
        ),
        moves: CakeMoves::Cut,
        rule: "left: (m,n) -> (m,b)+(m,n-b) for b in 1..n/2 if m > 0; right: (a,n)+(m-a,n) for a in 1..m/2 if n > 0",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 2",
    },
    RuleEntry {
        info: cake(
            "maundy_cake",
            &["等分蛋糕"],
            "Maundy Cake",
            "Like Cutcake, but a move cuts a cake into any number of equal pieces.",
            ["maundy_cake(rows,columns, ...)", "maundy_cake(4,6)"],
        ),
        moves: CakeMoves::Divide,
        rule: "left: (m,n) -> k*(m,n/k) for k in divisors(n) if k > 1 and m > 0; \
            right: k*(m/k,n) for k in divisors(m) if k > 1 and n > 0",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 2",
    },
    RuleEntry {
        info: cake(
            "eatcake",
            &["吃蛋糕"],
            "Eatcake",
            "Left eats a column of a cake, Right eats a row. What remains on each side becomes a separate cake.",
            ["eatcake(rows,columns, ...)", "eatcake(3,4)"],
        ),
        moves: CakeMoves::Eat,
        rule: "left: (m,n) -> (m,b)+(m,n-1-b) for b in 0..(n-1)/2 if m > 0; \
            right: (a,n)+(m-1-a,n) for a in 0..(m-1)/2 if n > 0",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 8",
    },
    RuleEntry {
        info: cake(
            "turn_and_eatcake",
            &["转吃蛋糕"],
            "Turn-and-Eatcake",
            "Like Eatcake, but a player gives the cake a quarter turn before eating from it.",
            ["turn_and_eatcake(rows,columns, ...)", "turn_and_eatcake(3,4)"],
        ),
        moves: CakeMoves::TurnAndEat,
        rule: "left: (m,n) -> (n,b)+(n,m-1-b) for b in 0..(m-1)/2 if n > 0; \
            right: (a,m)+(n-1-a,m) for a in 0..(n-1)/2 if m > 0",
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 8",
    },
];

/// An entry of the library for a game of the list.
#[doc(hidden)]
pub struct NamedRule(&'static RuleEntry);

/// The entries of the library, in the order of [`RULE_ENTRIES`].
#[doc(hidden)]
pub static GAMES: [NamedRule; RULE_ENTRIES.len()] = [
    NamedRule(&RULE_ENTRIES[0]),
    NamedRule(&RULE_ENTRIES[1]),
    NamedRule(&RULE_ENTRIES[2]),
    NamedRule(&RULE_ENTRIES[3]),
];

impl NamedRule {
    /// Returns the rule of the game, under its name.
    pub fn rule(&self) -> Rule {
        // A test parses every rule of the list.
        Rule::new(self.0.rule).expect("the rule of a named game is valid").with_entry(self.0)
    }
}

impl DynGame for NamedRule {
    fn info(&self) -> &'static GameInfo {
        &self.0.info
    }

    fn theorems(&self) -> Vec<&'static TheoremInfo> {
        super::cakes::theorems(self.0.info.name).iter().map(|theorem| &theorem.info).collect()
    }

    fn parse(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>> {
        let rule = self.rule();
        let (components, first) = rule.parse_position(alias, input)?;
        Ok(Box::new(GamePosition::with_first(rule, components, first)))
    }

    fn parse_rules(&self, _alias: &str, _input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>> {
        Ok(Box::new(RulesHandle::new(self.rule())))
    }

    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>> {
        let entry = self.0;
        // Games with theorems have more samples, since the theorems are checked at these positions.
        let end = if super::cakes::theorems(entry.info.name).is_empty() { 14 } else { 20 };
        let sizes = (0..end).flat_map(|total: u64| (0..=total).map(move |rows| (rows, total - rows)));
        Box::new(sizes.map(move |(rows, columns)| {
            Box::new(GamePosition::new(NamedRule(entry).rule(), vec![smallvec![rows, columns]])) as Box<dyn DynPosition>
        }))
    }
}

/// Adds all games of the list to the library, in its order.
#[must_use]
pub fn with_all(mut library: Library) -> Library {
    GAMES.iter().for_each(|game| library.add_dyn_game(game));
    library
}
