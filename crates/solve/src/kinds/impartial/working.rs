//! The working of an impartial sum: the values of its components, and how they are obtained.

use super::{ImpartialSolver, TermValues, Verdict, VerdictSource, has_long_rules};
use crate::answer::{ComponentSummary, period_working};
use grundy_engines::value_table::{ComponentGenus, Provenance};
use grundy_lang::{Text, text};
use grundy_rules::{DynPosition, Genus, Play};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The largest table index of a component for which the values of its options are shown.
const MAX_EXPLAINED: u64 = 1000;
/// The maximal number of components in the working.
const MAX_SHOWN: usize = 32;

impl ImpartialSolver<'_> {
    /// Returns the first components with their values, at most `MAX_SHOWN`.
    pub(super) fn component_summaries(&mut self, verdict: &Verdict) -> Vec<ComponentSummary> {
        let (position_sum, play) = (self.position_sum, self.position_sum.play);
        let mut list = vec![];
        if has_long_rules(position_sum) {
            return list;
        }
        for (t, term) in position_sum.terms.iter().enumerate().filter(|(_, term)| term.copies > 0) {
            for component in 0..term.position.len() {
                if list.len() == MAX_SHOWN {
                    return list;
                }
                let position = &*term.position;
                let (genus, theorem) = match &verdict.source {
                    VerdictSource::Values { terms, .. } => match &terms[t] {
                        TermValues::Absent => (None, None),
                        TermValues::ByTheorem(info) => {
                            (position.genus_by_theorem(component, play).map(|w| w.0), Some(*info))
                        }
                        TermValues::Each(known) => (known[component].value.genus, known[component].theorem),
                    },
                    VerdictSource::OutcomeTheorem(_) => {
                        (None, position.outcome_by_theorem(component, play).map(|o| o.1))
                    }
                    VerdictSource::OnlyMovable(_) | VerdictSource::ProvedClosedForm(..) | VerdictSource::Found(_) => {
                        (None, None)
                    }
                };
                let nim_value = genus.filter(|&g| g == Genus::for_nim_heap(g.normal.0)).map(|g| g.normal.0);
                let instance = theorem.and_then(|info| position.apply_theorem(component, info.name));
                let steps = match &instance {
                    Some(instance) if self.question.wants_steps => (instance.steps)(),
                    _ => vec![],
                };
                let working = match (theorem, nim_value) {
                    (Some(_), _) => instance.map(|instance| (instance.working)()),
                    (None, Some(value)) => self
                        .options_working(t, component, value)
                        .or_else(|| self.table_working(position, component, value)),
                    (None, None) => None,
                };
                let single = position.component(component);
                let text = match single.count_printed_numbers() {
                    0..=1000 => single.to_string(),
                    _ => format!("{}(...)", position.ruleset().info().name),
                };
                let theorem = theorem.map(|info| info.name);
                list.push(ComponentSummary { text, copies: term.copies, nim_value, working, theorem, steps });
            }
        }
        list
    }

    /// Returns the text that derives a value from the values of the options, if a table gives these.
    fn options_working(&mut self, t: usize, component: usize, value: u128) -> Option<Text> {
        let position = &*self.position_sum.terms[t].position;
        position.ruleset().table_form()?;
        let is_small = position.table_coordinates(component).iter().all(|&number| number <= MAX_EXPLAINED);
        if !is_small || self.position_sum.play != Play::Normal {
            return None;
        }
        let found = RefCell::new(BTreeSet::new());
        let note = |options: &[ComponentGenus]| {
            let genera = options.iter().filter_map(|option| option.genus);
            found.borrow_mut().insert(genera.fold(0, |xor, genus| xor ^ genus.normal.0));
            false
        };
        self.table_moves(t, component, 0, note).ok()?;
        let found = found.into_inner();
        if found.is_empty() {
            return None;
        }
        Some(text!(
            "its options have values {values}; the least number not among them is {value}",
            values = runs(&found),
            value
        ))
    }

    /// Returns a text that says how a table gives the value of a component.
    /// Returns `None` for a single component without a period, because the text would only repeat the answer.
    fn table_working(&mut self, position: &dyn DynPosition, component: usize, value: u128) -> Option<Text> {
        let working = (self.position_sum.component_count() > 1).then(|| text!("value {value}", value));
        let Some(query) = self.query(position) else { return working };
        let (at, play) = (position.table_coordinates(component), query.play);
        match self.table_for(position, &query).map(|table| table.provenance(at, play)) {
            Some(Provenance::Period(period, _)) => {
                Some(text!("{like}, value {value}", like = period_working(at[0], period), value))
            }
            _ => working,
        }
    }
}

/// Formats numbers; three or more consecutive numbers become a range: `0..3, 5, 6`.
fn runs(numbers: &BTreeSet<u128>) -> String {
    let mut runs: Vec<(u128, u128)> = vec![];
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let words = runs.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}..{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}
