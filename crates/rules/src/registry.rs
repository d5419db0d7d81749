//! Finding a game by its name. The list itself, one line a game, stands in [`games`](crate::games).

use crate::games::GAMES;
use crate::{Bare, Card, Cursor, DynPosition, DynRuleset, Game, Result, Term, TheoremCard};
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::LazyLock;

/// What the registry lists: a game whose type is not known.
pub trait Entry: Send + Sync {
    /// The game's card.
    fn card(&self) -> &'static Card;

    /// What is known about the game in closed form.
    fn theorems(&self) -> Vec<&'static TheoremCard>;

    /// Reads `[parameters](position)` behind the game's name; `alias` is the name that was used.
    ///
    /// # Errors
    /// `syntax` or `bad_argument` with the place and a correct example.
    fn parse(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>>;

    /// Reads `[parameters]` behind the game's name.
    ///
    /// # Errors
    /// As [`Entry::parse`].
    fn parse_rules(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>>;

    /// Small positions in growing order, for the conformance suite.
    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>>;
}

struct Listed<G>(PhantomData<fn() -> G>);

impl<G: Game> Entry for Listed<G> {
    fn card(&self) -> &'static Card {
        &G::CARD
    }

    fn theorems(&self) -> Vec<&'static TheoremCard> {
        G::theorems().iter().map(|t| &t.card).collect()
    }

    fn parse(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>> {
        if let Some(entry) = G::elsewhere(alias, input) {
            return entry.parse(alias, input);
        }
        let (rules, parts, first) = G::parse(alias, input)?;
        Ok(Box::new(Term::with_first(rules, parts, first)))
    }

    fn parse_rules(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>> {
        if let Some(entry) = G::elsewhere(alias, input) {
            return entry.parse_rules(alias, input);
        }
        Ok(Box::new(Bare::new(G::parse_rules(alias, input)?)))
    }

    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>> {
        Box::new(G::samples().map(|(rules, parts)| Box::new(Term::new(rules, parts)) as Box<dyn DynPosition>))
    }
}

pub(crate) const fn entry<G: Game>() -> &'static dyn Entry {
    &Listed::<G>(PhantomData)
}

static BY_NAME: LazyLock<HashMap<&'static str, &'static dyn Entry>> =
    LazyLock::new(|| GAMES.iter().flat_map(|&entry| names(entry).map(move |name| (name, entry))).collect());

fn names(entry: &'static dyn Entry) -> impl Iterator<Item = &'static str> {
    let card = entry.card();
    std::iter::once(card.name).chain(card.aliases.iter().copied())
}

/// All names of games, each with its aliases behind it.
pub fn all_names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().flat_map(|&entry| names(entry))
}

/// The game of this name or alias, in any case.
///
/// ```
/// use grundy_rules::registry;
/// assert_eq!(registry::find("bash").unwrap().card().name, "take");
/// assert_eq!(registry::find("Nim").unwrap().card().name, "nim");
/// assert!(registry::find("chess").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static dyn Entry> {
    Some(find_named(name)?.1)
}

/// The same, and the name or alias as the registry has it.
pub(crate) fn find_named(name: &str) -> Option<(&'static str, &'static dyn Entry)> {
    let found = BY_NAME.get_key_value(name).or_else(|| BY_NAME.get_key_value(name.to_lowercase().as_str()));
    found.map(|(&name, &entry)| (name, entry))
}

/// Up to three names that `name` may have been meant for, nearest first.
///
/// ```
/// assert_eq!(grundy_rules::registry::nearest("wythof"), ["wythoff"]);
/// ```
pub fn nearest(name: &str) -> Vec<&'static str> {
    nearest_of(name, all_names())
}

/// The same among other names.
pub fn nearest_of<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    // Longer ones are near no name, and take time.
    let lower: String = name.chars().take(40).collect::<String>().to_lowercase();
    let length = lower.chars().count();
    let mut near: Vec<(usize, &str)> = known
        .map(|known| (strsim::damerau_levenshtein(&lower, known), known))
        .filter(|&(distance, known)| {
            let longer = length.max(known.chars().count());
            distance * 3 <= longer || (lower.len() >= 3 && known.starts_with(&lower))
        })
        .collect();
    near.sort();
    near.into_iter().map(|(_, known)| known).take(3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_canonical() {
        let mut seen = std::collections::HashSet::new();
        for &entry in GAMES {
            for name in names(entry) {
                assert!(seen.insert(name), "{name} names two games");
                assert_eq!(find(name).unwrap().card().name, entry.card().name);
                assert_eq!(find(&name.to_uppercase()).unwrap().card().name, entry.card().name);
                assert_eq!(name, name.to_lowercase(), "names are found in any case");
            }
        }
    }
}
