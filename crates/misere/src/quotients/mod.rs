//! Misère quotients: finite monoids that determine the outcomes of sums of any size.
//!
//! A quotient is learned, then used only if the independent checker of `grundy_verify` accepts it. Start with the
//! function [`learn()`] below, then read `learn.rs`.
//!
//! | module | does |
//! |---|---|
//! | `alphabet` | the components that sums consist of, numbered as letters |
//! | `oracle` | the outcomes of sums of generators, by the definition |
//! | `learn` | the learning of a quotient, one letter after another |
//! | `closure` | whether images decide all sums, with a counterexample if not |
//! | `heaps` | the heaps of games, learned until their images are periodic |
//! | `components` | the components reachable from one position |
//! | `shipped` | certificates included in the program |
//! | `stop` | the reasons why learning stops |
//! | `survey` | the quotients of many games |
//! | `step_budget` | the budget of learning, in steps |

mod alphabet;
mod closure;
mod components;
mod heaps;
mod learn;
mod oracle;
mod shipped;
mod step_budget;
mod stop;
mod survey;

pub use heaps::{GameImages, HeapQuotient};
pub use shipped::shipped_codes;
pub use stop::MAX_ORDER;
pub use survey::{COLUMNS, MAX_SURVEY_STEPS, QuotientRow, study, survey};

pub use components::ComponentsQuotient;
pub(crate) use components::{ComponentLimits, ListError, list_components};

use grundy_lang::{Text, text};
use grundy_rules::{Budget, DynRuleset, Error, HeapRules, Library, Result, RulesId, Ruleset};
use heaps::Learning;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use stop::MAX_QUICK_STEPS;

/// The largest bound that a caller may set for learning heaps one by one.
pub const MAX_HEAPS: u64 = 1 << 20;

/// The default for the largest heap learned, for games to which no theorem on periodicity applies.
pub const DEFAULT_HEAPS: u64 = 60;

/// The result of learning the quotient of the heaps of one or several games.
#[derive(Clone, Debug)]
pub struct QuotientReport {
    /// The rules of the games, as text.
    pub games: Vec<String>,
    /// The quotient that the checker accepted; `None` if not even heap 1 was learned.
    pub checked: Option<Arc<HeapQuotient>>,
    /// The heap at which learning stopped, and the reason.
    pub stopped: Option<(u64, Text)>,
    /// The heap and the order of the quotient, each time a heap became a generator.
    pub growth: Vec<(u64, usize)>,
    /// The number of steps that learning took.
    pub steps: u64,
}

/// Learns the misère quotient of the heaps of games.
///
/// Heaps are learned up to `to`, or until their images are periodic. Learning stops after at most `steps` steps.
/// Without `to`, games to which no theorem on periodicity applies are learned up to heap [`DEFAULT_HEAPS`].
///
/// # Errors
/// Fails with `unsupported` for games that are not played on heaps, and with `limit` if the budget runs out.
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
pub fn learn(rules: &[&Ruleset], to: Option<u64>, steps: u64, budget: &Budget) -> Result<QuotientReport> {
    let mut heaps = vec![];
    let mut games = vec![];
    for rules in rules {
        // Games with a largest position are excluded: their heaps cannot be periodic.
        let is_supported = rules.game.is_short() && rules.game.max_index().is_none();
        let view = rules.game.table_form().and_then(|view| view.one_number_rules()).filter(|_| is_supported);
        heaps.push(view.ok_or_else(|| {
            let error = Error::new(
                grundy_rules::ErrorKind::Unsupported,
                text!("`{rules}` is not a short impartial game on single heaps", rules = *rules),
            );
            error.help(text!("for example {example}", example = "octal[0.123]"))
        })?);
        games.push(rules.game.rules_text());
    }
    if let Some(to) = to.filter(|&to| to > MAX_HEAPS) {
        let error = Error::new(
            grundy_rules::ErrorKind::TooLarge,
            text!("heaps up to {to} are too many to compute one by one: the limit is {most}", to, most = MAX_HEAPS),
        );
        return Err(error.help(text!(
            "if no last heap is given, heaps are added until the sequence of their elements is proved to be periodic, \
            or up to heap 60 if no theorem can prove this"
        )));
    }
    let library = rules.first().map_or_else(Library::default, |rules| rules.library.clone());
    let mut learning = Learning::new(games.clone());
    let bounds: Vec<Option<u64>> = heaps.iter().map(|heaps| to.or_else(|| default_bound(*heaps))).collect();
    learning.grow(&bounds, &heaps, &library, steps, false, budget)?;
    rules.iter().try_for_each(|rules| rules.game.check_and_clear_fault())?;
    Ok(QuotientReport {
        games,
        checked: learning.checked().cloned(),
        stopped: learning.stop.as_ref().map(|(heap, stop)| (*heap, stop.to_text())),
        growth: learning.growth.clone(),
        steps: learning.steps,
    })
}

/// Returns the default last heap of a game; `None` if its heaps can be proved periodic.
fn default_bound(rules: &dyn HeapRules) -> Option<u64> {
    heaps::moves_of(rules).and_then(|moves| moves.reach()).is_none().then_some(DEFAULT_HEAPS)
}

/// A cache of the quotients learned so far, by games.
#[derive(Debug, Default)]
pub struct Quotients {
    learned: FxHashMap<Vec<RulesId>, Learning>,
}

impl Quotients {
    /// Returns a quotient of the heaps of these games.
    ///
    /// `largest` has, for each game, the largest heap that the quotient must cover.
    ///
    /// Returns `None` if no such quotient could be learned within a fixed number of steps.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out.
    pub fn get_or_learn(
        &mut self,
        games: &[&dyn DynRuleset],
        largest: &[u64],
        library: &Library,
        budget: &Budget,
    ) -> Result<Option<Arc<HeapQuotient>>> {
        let ids: Vec<RulesId> = games.iter().map(|game| game.id()).collect();
        let to: Vec<Option<u64>> = largest.iter().map(|&heap| Some(heap)).collect();
        let rules: Option<Vec<&dyn HeapRules>> = games.iter().map(|game| game.table_form()?.heap_rules()).collect();
        let Some(rules) = rules else { return Ok(None) };
        let names = || games.iter().map(|game| game.rules_text()).collect();
        let learning = self.learned.entry(ids.clone()).or_insert_with(|| Learning::new(names()));
        if let Err(error) = learning.grow(&to, &rules, library, MAX_QUICK_STEPS, true, budget) {
            // If the budget of one request interrupts the learning, a later request cannot continue it. Remove what was
            // learned, so that the next request starts again.
            self.learned.remove(&ids);
            return Err(error);
        }
        let Some(learning) = self.learned.get(&ids) else { return Ok(None) };
        Ok(learning.checked().filter(|checked| checked.covers(&to)).cloned())
    }

    /// Returns the approximate memory used by all quotients, in bytes.
    pub fn bytes(&self) -> u64 {
        self.learned.values().map(Learning::bytes).sum()
    }

    /// Removes all quotients.
    pub fn clear(&mut self) {
        self.learned.clear();
    }

    /// Returns the number of combinations of games in the cache.
    pub fn count(&self) -> usize {
        self.learned.len()
    }
}
