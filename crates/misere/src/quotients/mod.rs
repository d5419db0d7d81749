//! Misère quotients: who wins sums of any size, by a finite monoid that is learned, and that a program of its own checks before anybody is told.
//!
//! | module | does |
//! |---|---|
//! | `alphabet` | the components that sums are made of, by number |
//! | `oracle` | who wins sums of generators, by the definition |
//! | `learn` | learns a quotient, one letter after the other |
//! | `closure` | whether images decide all sums, and a sum that shows that they do not |
//! | `heaps` | the heaps of games: until they repeat |
//! | `parts` | the components that play of one position comes to |
//! | `shipped` | certificates that come with the program |
//! | `stop` | why learning stops |
//! | `survey` | the quotients of many games |

mod alphabet;
mod closure;
mod heaps;
mod learn;
mod oracle;
mod parts;
mod shipped;
mod stop;
mod survey;
mod work;

pub use heaps::{GameImages, HeapQuotient};
pub use shipped::shipped_codes;
pub use stop::MAX_ORDER;
pub use survey::{COLUMNS, Row, SURVEY_STEPS, study, survey};

pub use parts::PartsQuotient;
pub(crate) use parts::{Most, Unlisted, listed};

use grundy_lang::{Text, text};
use grundy_rules::{Budget, DynRuleset, Error, HeapRules, Library, Result, RulesId, Ruleset};
use heaps::Learning;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use stop::QUICK_STEPS;

/// Larger heaps are not learned one by one.
pub const MAX_HEAPS: u64 = 1 << 20;

/// Heaps are learned up to this one where nobody says how far, and no theorem says of the game that its heaps repeat.
pub const DEFAULT_HEAPS: u64 = 60;

/// What is known of the quotient of the heaps of one game, or of several.
#[derive(Clone, Debug)]
pub struct Report {
    /// The games.
    pub games: Vec<String>,
    /// What the checker accepted; none if not even heaps of 1 were looked at.
    pub checked: Option<Arc<HeapQuotient>>,
    /// At which heap learning stopped, and why.
    pub stopped: Option<(u64, Text)>,
    /// The size and the order of the quotient so far, each time that a heap became a generator.
    pub growth: Vec<(u64, usize)>,
    /// How many steps learning took.
    pub steps: u64,
}

/// Learns the misère quotient of the heaps of games, those up to `to` or until they repeat, in so many steps at most.
///
/// Without `to`, heaps of a game of which no theorem can say that they repeat are learned up to [`DEFAULT_HEAPS`].
///
/// # Errors
/// `unsupported` if a game is none of heaps, `limit` where the budget ends first.
///
/// ```
/// use grundy_misere::quotients;
/// use grundy_rules::Budget;
/// let rules = grundy_games::parse_rules("misere octal[0.123]").unwrap();
/// let report = quotients::learn(&[&rules], None, 1 << 30, &Budget::default()).unwrap();
/// let checked = report.checked.unwrap();
/// assert!(checked.is_proved());
/// assert_eq!((checked.quotient.order(), checked.games[0].repeat.unwrap().preperiod), (20, 5));
/// ```
pub fn learn(rules: &[&Ruleset], to: Option<u64>, steps: u64, budget: &Budget) -> Result<Report> {
    let mut heaps = vec![];
    let mut games = vec![];
    for rules in rules {
        // Heaps that are counted from another end than positions, and no further than to a last one, are none that repeat.
        let serves = rules.game.is_short() && rules.game.largest().is_none();
        let view = rules.game.table().and_then(|view| view.options_of_heaps()).filter(|_| serves);
        heaps.push(view.ok_or_else(|| {
            let error = Error::new(
                grundy_rules::ErrorKind::Unsupported,
                text!("`{rules}` is no game of heaps that both players take from", rules = *rules),
            );
            error.help(text!("for example {example}", example = "octal[0.123]"))
        })?);
        games.push(rules.game.rules_text());
    }
    if let Some(to) = to.filter(|&to| to > MAX_HEAPS) {
        let error = Error::new(
            grundy_rules::ErrorKind::TooLarge,
            text!("heaps up to {to} are too many to be learned one by one: {most} are the most", to, most = MAX_HEAPS),
        );
        return Err(error.help(text!("without a last heap they are learned until they repeat")));
    }
    let library = rules.first().map_or_else(Library::default, |rules| rules.library.clone());
    let mut learning = Learning::new(games.clone());
    let bounds: Vec<Option<u64>> = heaps.iter().map(|heaps| to.or_else(|| bound_of(*heaps))).collect();
    learning.grow(&bounds, &heaps, &library, steps, false, budget)?;
    rules.iter().try_for_each(|rules| rules.game.check_moves())?;
    Ok(Report {
        games,
        checked: learning.checked().cloned(),
        stopped: learning.stop.as_ref().map(|(heap, stop)| (*heap, stop.said())),
        growth: learning.growth.clone(),
        steps: learning.steps,
    })
}

/// The last heap that is learned where nobody says how far; `None` where heaps can be proved to repeat.
fn bound_of(rules: &dyn HeapRules) -> Option<u64> {
    heaps::moves_of(rules).and_then(|moves| moves.reach()).is_none().then_some(DEFAULT_HEAPS)
}

/// What a process has learned so far, by the games.
#[derive(Debug, Default)]
pub struct Quotients {
    learned: FxHashMap<Vec<RulesId>, Learning>,
}

impl Quotients {
    /// The quotient of the heaps of these games that speaks of the heaps of each up to a largest one; none if that could not be learned in so many steps.
    pub fn of(
        &mut self,
        games: &[&dyn DynRuleset],
        largest: &[u64],
        library: &Library,
        budget: &Budget,
    ) -> Result<Option<Arc<HeapQuotient>>> {
        let ids: Vec<RulesId> = games.iter().map(|game| game.id()).collect();
        let to: Vec<Option<u64>> = largest.iter().map(|&heap| Some(heap)).collect();
        let rules: Option<Vec<&dyn HeapRules>> = games.iter().map(|game| game.table()?.heaps()).collect();
        let Some(rules) = rules else { return Ok(None) };
        let names = || games.iter().map(|game| game.rules_text()).collect();
        let learning = self.learned.entry(ids.clone()).or_insert_with(|| Learning::new(names()));
        if let Err(error) = learning.grow(&to, &rules, library, QUICK_STEPS, true, budget) {
            // What a limit of one question ended half-way serves no other one.
            self.learned.remove(&ids);
            return Err(error);
        }
        let Some(learning) = self.learned.get(&ids) else { return Ok(None) };
        Ok(learning.checked().filter(|checked| checked.reaches(&to)).cloned())
    }

    /// The bytes that all quotients take.
    pub fn bytes(&self) -> u64 {
        self.learned.values().map(Learning::bytes).sum()
    }

    /// Forgets all quotients.
    pub fn clear(&mut self) {
        self.learned.clear();
    }

    /// The number of quotients.
    pub fn count(&self) -> usize {
        self.learned.len()
    }
}
