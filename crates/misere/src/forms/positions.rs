//! Computes the forms of positions from the forms of all components reachable from them.

use super::{MisereForm, MisereForms};
use crate::quotients::{ComponentLimits, ListError, list_components};
use grundy_engines::endless::repetition_error;
use grundy_engines::positions::ComponentTable;
use grundy_lang::text;
use grundy_rules::{AnyComponent, Error, ErrorKind, Kind, PositionSum, Result, SumRules};

/// The limits for computing the form of a position.
const COMPONENT_LIMITS: ComponentLimits = ComponentLimits { components: 100_000, options: 4_000_000 };

impl MisereForms {
    /// Returns the misère form of a position, whether or not the position is marked as misère play.
    ///
    /// ```
    /// use grundy_misere::forms::MisereForms;
    /// use grundy_rules::Budget;
    /// let mut forms = MisereForms::new(&Budget::default());
    /// let form = forms.form_of(&grundy_games::parse("kayles(5)").unwrap()).unwrap();
    /// assert_eq!(forms.genus(form).to_string(), "4^{146}");
    /// ```
    ///
    /// # Errors
    /// Fails with `unsupported` for positions of games that are not short and impartial, and with `limit` if
    /// the budget runs out.
    pub fn form_of(&mut self, spec: &PositionSum) -> Result<MisereForm> {
        let has_extra_turns = spec.terms.iter().any(|term| term.position.ruleset().has_extra_turns());
        if spec.kind() != Kind::Impartial || !spec.is_short() || has_extra_turns {
            let message = text!("canonical forms under misère play are supported only for short impartial games");
            let example = text!("for example {example}", example = "kayles(5)");
            return Err(Error::new(ErrorKind::Unsupported, message).help(example));
        }
        let mut rules = SumRules::default();
        let mut roots: Vec<(AnyComponent, u64)> = vec![];
        for term in &spec.terms {
            roots.extend(
                term.position
                    .erased_components(&mut rules, false)
                    .into_iter()
                    .map(|component| (component, term.copies)),
            );
        }
        let mut interned = ComponentTable::new(1);
        let of_roots: Vec<&AnyComponent> = roots.iter().map(|(component, _)| component).collect();
        let (letters, lists) =
            match list_components(&rules, &of_roots, &mut interned, COMPONENT_LIMITS, &self.budget.clone())? {
                Ok(lists) => lists,
                Err(ListError::Repeats) => return Err(repetition_error()),
                Err(ListError::TooMany) => {
                    let ComponentLimits { components, options } = COMPONENT_LIMITS;
                    let message = text!(
                        "play reaches more than {components} components or more than {options} moves",
                        components,
                        options
                    );
                    return Err(Error::new(ErrorKind::Limit, message));
                }
            };
        spec.check_and_clear_fault()?;
        let mut forms: Vec<MisereForm> = Vec::with_capacity(lists.len());
        for list in &lists {
            let mut options = Vec::with_capacity(list.len());
            for after in list {
                let mut sum = self.intern_options(vec![]);
                for &letter in after {
                    sum = self.add(sum, forms[letter])?;
                }
                options.push(sum);
            }
            forms.push(self.intern_options(options));
            self.budget.check()?;
            self.fits()?;
        }
        let mut sum = self.intern_options(vec![]);
        for (root, copies) in roots {
            if let Some(number) = interned.intern(&rules, &root) {
                let all = self.times(copies, forms[letters[number as usize]])?;
                sum = self.add(sum, all)?;
            }
        }
        Ok(sum)
    }
}
