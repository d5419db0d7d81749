//! Patterns in two parameters: for each value of one parameter, a periodic sequence in the other.
//!
//! The parameter whose values select the sequence is called the *mode*. Such patterns fit rules with a number that
//! counts turns, or that records the amount that the previous move took.

use crate::data::{Data, OUTCOMES};
use crate::periodic::{MAX_EXCEPTIONS, MAX_LISTED_RESIDUES, Periodic, is_in, is_not_in, join_statements, residue_form};
use grundy_lang::Text;
use grundy_rules::{CompactSort, Result};
use grundy_solve::{Budget, Quantity};

/// A periodic sequence for each value of one parameter, the mode.
///
/// From some mode on, the sequences themselves repeat periodically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modes {
    /// The index of the parameter that is the mode, 0 or 1.
    pub mode: usize,
    /// The sequence of the other parameter for the modes 0, 1, 2, ...
    pub rows: Vec<Periodic>,
    /// The number of sequences at the end of `rows` that repeat periodically for larger modes; at least 1.
    pub repeat: usize,
}

/// Maximal number of sequences, that is, preperiod plus period in the mode.
const MAX_MODES: usize = 16;

impl Modes {
    /// Returns the code of the outcome, or the value, at a position.
    pub fn at(&self, point: &[u64]) -> u64 {
        self.rows[self.row(point[self.mode])].at(point[1 - self.mode])
    }

    /// Returns the number of modes before the rows repeat.
    pub fn start(&self) -> usize {
        self.rows.len() - self.repeat
    }

    /// Returns the index in `rows` of the sequence of a mode.
    fn row(&self, mode: u64) -> usize {
        let start = self.start();
        match usize::try_from(mode) {
            Ok(mode) if mode < start => mode,
            _ => start + ((mode - start as u64) % self.repeat as u64) as usize,
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.rows.iter().map(|row| row.size() + 1).sum()
    }

    /// Returns a pattern of this kind that agrees with the whole table, if there is one.
    ///
    /// # Errors
    /// `limit` if the budget runs out.
    #[doc(hidden)]
    pub fn fit(data: &Data, budget: &Budget) -> Result<Option<Modes>> {
        let mut best: Option<Modes> = None;
        // Prefer a pattern with the same sequence for all large modes, then the shorter pattern; on a tie the second
        // parameter is the mode.
        let rank = |found: &Modes| (found.repeat > 1, found.size());
        for mode in [1, 0] {
            budget.check()?;
            let rows: Vec<Vec<u32>> = (0..data.side())
                .map(|m| (0..data.side()).map(|n| data.at(&if mode == 1 { [n, m] } else { [m, n] })).collect())
                .collect();
            if let Some((start, repeat)) = repeats(&rows)
                && let Some(rows) = rows[..start + repeat].iter().map(|row| sequence(row)).collect()
            {
                let found = Modes { mode, rows, repeat };
                if best.as_ref().is_none_or(|best| rank(&found) < rank(best)) {
                    best = Some(found);
                }
            }
        }
        Ok(best)
    }

    /// Returns the formula, with the given names of the two parameters.
    pub(crate) fn text(&self, of: Quantity, names: [&str; 2]) -> Text {
        let (mode, n) = (names[self.mode], names[1 - self.mode]);
        let mut parts: Vec<Text> = vec![];
        for (scope, row) in self.groups(mode) {
            // Formats the parameters of the position of this mode whose other parameter is `number`.
            let at =
                |number: &str| if self.mode == 1 { format!("{number},{mode}") } else { format!("{mode},{number}") };
            let exceptions = row.exceptions();
            let residues = row.by_residue();
            let (statement, listed) = match of {
                Quantity::Grundy => {
                    let form = residue_form(&residues, n);
                    let form = form.unwrap_or_else(|| format!("{residues:?}[{n} mod {}]", residues.len()));
                    (format!("G({}) = {form}", names.join(",")), &exceptions[..])
                }
                Quantity::Outcome if row.head.iter().chain(&row.cycle).all(|&code| code < 2) => {
                    let all = |code: u32| row.head.is_empty() && row.cycle.iter().all(|&other| other == code);
                    let constant_code = [0, 1].into_iter().find(|&code| all(code));
                    let letter = constant_code.map(|code| OUTCOMES[code as usize].name().to_string());
                    (letter.unwrap_or_else(|| row.p_positions_text(n).to_string()), &[][..])
                }
                // The outcome is constant after the exceptions.
                Quantity::Outcome if residues.len() == 1 => {
                    (OUTCOMES[residues[0] as usize].name().to_string(), &exceptions[..])
                }
                Quantity::Outcome => (row.formulas_by_outcome(n).join(", "), &exceptions[..]),
            };
            let places: Vec<usize> = listed.iter().map(|(place, _)| *place).collect();
            let exception_scope = (!places.is_empty()).then(|| format!("{n} {}", is_not_in(&places)));
            let scopes: Vec<String> = scope.iter().cloned().chain(exception_scope).collect();
            parts.push(with_conditions(statement, &scopes));
            for (place, entry) in listed {
                let position = at(&place.to_string());
                let early = match of {
                    Quantity::Grundy => format!("G({position}) = {entry}"),
                    Quantity::Outcome => format!("{}({position})", OUTCOMES[*entry as usize].name()),
                };
                parts.push(with_conditions(early, scope.as_slice()));
            }
        }
        join_statements(parts)
    }

    /// Returns the distinct sequences, each with the condition on the mode under which it applies, if any.
    fn groups(&self, mode: &str) -> Vec<(Option<String>, &Periodic)> {
        let start = self.start();
        let (early, tail) = self.rows.split_at(start);
        let mut found: Vec<(Vec<usize>, &Periodic)> = vec![];
        // If a single row repeats, it applies to all modes but the exceptions.
        let usual = (self.repeat == 1).then(|| &tail[0]);
        for (m, row) in early.iter().enumerate().filter(|(_, row)| Some(*row) != usual) {
            match found.iter_mut().find(|(_, known)| *known == row) {
                Some((modes, _)) => modes.push(m),
                None => found.push((vec![m], row)),
            }
        }
        let mut groups: Vec<(Option<String>, &Periodic)> =
            found.iter().map(|(modes, row)| (Some(format!("{mode} {}", is_in(modes))), *row)).collect();
        if let Some(usual) = usual {
            let mut others: Vec<usize> = found.iter().flat_map(|(modes, _)| modes.iter().copied()).collect();
            others.compact_sort();
            let scope = match others.len() {
                0 => None,
                all if all == start => Some(format!("{mode} >= {start}")),
                _ => Some(format!("{mode} {}", is_not_in(&others))),
            };
            groups.push((scope, usual));
            return groups;
        }
        let mut residues: Vec<(Vec<usize>, &Periodic)> = vec![];
        for (k, row) in tail.iter().enumerate() {
            let residue = (start + k) % self.repeat;
            match residues.iter_mut().find(|(_, known)| *known == row) {
                Some((places, _)) => places.push(residue),
                None => residues.push((vec![residue], row)),
            }
        }
        for (mut places, row) in residues {
            places.compact_sort();
            let from = if start > 0 { format!(" and {mode} >= {start}") } else { String::new() };
            groups.push((Some(format!("{mode} mod {} {}{from}", self.repeat, is_in(&places))), row));
        }
        groups
    }
}

/// Appends the conditions under which a statement holds, if there are any.
fn with_conditions(statement: String, scopes: &[String]) -> Text {
    Text::verbatim(match scopes {
        [] => statement,
        _ => format!("{statement} for {}", scopes.join(" and ")),
    })
}

/// Returns the preperiod and period of the list of rows, with the least possible sum.
///
/// The rows must contain at least three periods.
fn repeats(rows: &[Vec<u32>]) -> Option<(usize, usize)> {
    let sizes = 1..=MAX_MODES.min(rows.len() / 4);
    let mut candidates = sizes.flat_map(|size| (1..=size).map(move |repeat| (size - repeat, repeat)));
    candidates.find(|&(start, repeat)| {
        rows.len() >= start + 3 * repeat && (start + repeat..rows.len()).all(|m| rows[m] == rows[m - repeat])
    })
}

/// Fits a periodic sequence that is short enough for a formula.
fn sequence(row: &[u32]) -> Option<Periodic> {
    let found = Periodic::fit(row)?;
    (found.cycle.len() <= MAX_LISTED_RESIDUES && found.exceptions().len() <= MAX_EXCEPTIONS).then_some(found)
}
