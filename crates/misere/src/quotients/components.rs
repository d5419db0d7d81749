//! Learns the misère quotient of the finitely many components reachable from one position.

use super::alphabet::ListedAlphabet;
use super::learn::Learner;
use super::step_budget::Steps;
use super::stop::{MAX_QUICK_STEPS, StopReason};
use grundy_engines::positions::{ComponentTable, OptionComponents};
use grundy_rules::{AnyComponent, Budget, ErrorKind, Player, Result, SumRules};
use grundy_value::Quotient;
use grundy_verify::{Limits, MonoidPresentation, check_monoid};
use std::sync::Arc;

/// The maximal number of components after one move, counted with multiplicity.
const MAX_COPIES: u64 = 1000;

/// The limits for learning the quotient of a position.
const COMPONENT_LIMITS: ComponentLimits = ComponentLimits { components: 3000, options: 200_000 };

/// A quotient that the checker accepted, and the quotient's element for each component.
pub struct ComponentsQuotient {
    /// The misère quotient.
    pub quotient: Arc<Quotient>,
    interned: ComponentTable<SumRules>,
    images: Vec<u32>,
}

impl ComponentsQuotient {
    /// Learns the quotient of the components reachable from `roots`.
    ///
    /// Returns `None` if there are too many components, play can return to a component, or the quotient is
    /// too large.
    ///
    /// # Errors
    /// Fails with `limit` if the budget runs out.
    pub fn learn(rules: &SumRules, roots: &[&AnyComponent], budget: &Budget) -> Result<Option<ComponentsQuotient>> {
        let mut interned = ComponentTable::new(1);
        let Ok((letters, lists)) = list_components(rules, roots, &mut interned, COMPONENT_LIMITS, budget)? else {
            return Ok(None);
        };
        let alphabet = ListedAlphabet(&lists);
        let mut steps = Steps::new(budget, MAX_QUICK_STEPS);
        let mut learner = Learner::new();
        for _ in 0..lists.len() {
            match learner.extend(&alphabet, &mut steps) {
                Ok(()) => {}
                Err(StopReason::Budget(error)) => return Err(error),
                Err(_) => return Ok(None),
            }
        }
        let learned = learner.learned();
        let quotient = Arc::clone(&learned.quotient);
        let components: Vec<(u32, Vec<Vec<usize>>)> = learned.images.iter().copied().zip(lists).collect();
        let accept = quotient.accepting();
        let presentation =
            MonoidPresentation { order: quotient.order() as u64, accept: &accept, times: quotient.actions() };
        let limits =
            Limits { bytes: budget.bytes, steps: u64::MAX, deadline: budget.deadline, cancel: budget.cancel.clone() };
        match check_monoid(&presentation, &components, &limits) {
            Ok(()) => {}
            Err(error) if error.kind == ErrorKind::Refused => return Ok(None),
            Err(error) => return Err(error),
        }
        let images = letters.iter().map(|&letter| components[letter].0).collect();
        Ok(Some(ComponentsQuotient { quotient, interned, images }))
    }

    /// Returns the number of components with moves.
    pub fn components(&self) -> usize {
        self.images.len()
    }

    /// Returns the index of the quotient's element for a component reachable from the roots.
    ///
    /// A component without moves maps to the identity, element 0.
    pub fn image(&mut self, rules: &SumRules, component: &AnyComponent) -> u32 {
        self.interned.intern(rules, component).map_or(0, |number| self.images[number as usize])
    }
}

/// The letter of each component, by the component's interned number, and the options of each letter.
///
/// Letters number the components from 0, each after its options. An option is the list of letters that a move leaves.
pub(crate) type LetterLists = (Vec<usize>, Vec<Vec<Vec<usize>>>);

/// The limits on the number of components and of all their options.
#[derive(Clone, Copy)]
pub(crate) struct ComponentLimits {
    pub components: usize,
    pub options: usize,
}

/// The reason why components could not be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListError {
    /// There are too many components or options, or a move leaves too many components.
    TooMany,
    /// Play can return to a component.
    Repeats,
}

/// Numbers all components that play from `roots` reaches as letters, options first.
///
/// This is a depth-first search with an explicit stack.
pub(crate) fn list_components(
    rules: &SumRules,
    roots: &[&AnyComponent],
    interned: &mut ComponentTable<SumRules>,
    limits: ComponentLimits,
    budget: &Budget,
) -> Result<std::result::Result<LetterLists, ListError>> {
    const OPEN: usize = usize::MAX;
    const NEW: usize = usize::MAX - 1;
    let mut letters: Vec<usize> = vec![];
    let mut lists = vec![];
    let mut count = 0;
    for root in roots {
        let Some(root) = interned.intern(rules, root) else { continue };
        let mut stack = vec![root];
        while let Some(&number) = stack.last() {
            let at = number as usize;
            if letters.len() <= at {
                letters.resize(at + 1, NEW);
            }
            if letters[at] < NEW {
                stack.pop();
                continue;
            }
            let options = interned.options(rules, (number, Player::LEFT), 0, budget, |_| Ok(()), |_| {})?;
            let last = options.components().iter().max().map_or(0, |&last| last as usize + 1);
            if letters.len() < last {
                letters.resize(last, NEW);
            }
            if letters[at] == NEW {
                letters[at] = OPEN;
                count += options.all().count();
                if letters.len() > limits.components || count > limits.options {
                    return Ok(Err(ListError::TooMany));
                }
                let before = stack.len();
                stack.extend(options.components().iter().filter(|&&component| letters[component as usize] >= NEW));
                if stack[before..].iter().any(|&component| letters[component as usize] == OPEN) {
                    return Ok(Err(ListError::Repeats));
                }
                if stack.len() > before {
                    continue;
                }
            }
            // All options of this component have letters now.
            let letters_after = |after: OptionComponents<'_>| {
                let copies = after.counted().fold(0u64, |sum, (_, copies)| sum.saturating_add(copies));
                let each =
                    |(component, copies): (u32, u64)| std::iter::repeat_n(letters[component as usize], copies as usize);
                (copies <= MAX_COPIES).then(|| after.counted().flat_map(each).collect::<Vec<_>>())
            };
            let Some(list) = options.all().map(letters_after).collect::<Option<Vec<_>>>() else {
                return Ok(Err(ListError::TooMany));
            };
            letters[at] = lists.len();
            lists.push(list);
            stack.pop();
        }
    }
    Ok(Ok((letters, lists)))
}
