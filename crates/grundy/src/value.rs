//! Values of games in canonical form.

use crate::rendered_result::{RenderedResult, print_and_serialize};
use crate::{Dyadic, Outcome};
use grundy_value::{SymbolSet, ValueArena, ValueFacts, ValueLimit};

/// The value under normal play of an expression of games: its canonical form and what follows from it.
///
/// [`Grundy::value`](crate::Grundy::value) computes the value. `Display` prints what `grundy value` prints, and
/// `Serialize` writes its JSON.
///
/// ```
/// use grundy::{Dyadic, Grundy};
/// let value = Grundy::new().value("{3|1} + {3|1}")?;
/// assert_eq!(value.canonical_form(), "4");
/// assert_eq!((value.mean(), value.birthday()), (Dyadic::integer(4), 4));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Value {
    canonical_form: String,
    facts: ValueFacts,
    atomic_weight: Option<String>,
    reduced: String,
    written: RenderedResult,
}

impl Value {
    pub(crate) fn new(
        values: &mut ValueArena,
        facts: ValueFacts,
        written: RenderedResult,
    ) -> Result<Value, ValueLimit> {
        Ok(Value {
            canonical_form: values.text(facts.value, SymbolSet::Ascii)?,
            atomic_weight: facts.atomic_weight.map(|weight| values.text(weight, SymbolSet::Ascii)).transpose()?,
            reduced: values.text(facts.reduced, SymbolSet::Ascii)?,
            facts,
            written,
        })
    }

    /// Returns the canonical form in ASCII: `0`, `*2`, `^*`, `{2|-1}`.
    pub fn canonical_form(&self) -> &str {
        &self.canonical_form
    }

    /// Returns the outcome class.
    pub fn outcome(&self) -> Outcome {
        self.facts.outcome
    }

    /// Returns the left stop: the number at which play arrives if Left moves first.
    pub fn left_stop(&self) -> Dyadic {
        self.facts.left_stop
    }

    /// Returns the right stop: the number at which play arrives if Right moves first.
    pub fn right_stop(&self) -> Dyadic {
        self.facts.right_stop
    }

    /// Returns the mean value: the limit of the stops of n copies, divided by n.
    pub fn mean(&self) -> Dyadic {
        self.facts.thermograph.mean()
    }

    /// Returns the temperature: how urgent it is to move first; negative for numbers.
    pub fn temperature(&self) -> Dyadic {
        self.facts.thermograph.temperature
    }

    /// Returns the atomic weight as a canonical form; `None` if the game is not atomic.
    pub fn atomic_weight(&self) -> Option<&str> {
        self.atomic_weight.as_deref()
    }

    /// Returns the reduced canonical form.
    pub fn reduced(&self) -> &str {
        &self.reduced
    }

    /// Returns the birthday: the depth of the game tree of the canonical form.
    pub fn birthday(&self) -> u64 {
        self.facts.birthday
    }
}

print_and_serialize!(Value);
