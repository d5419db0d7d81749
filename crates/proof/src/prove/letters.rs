//! Claims about games with letters, for all their values: which divisors to try.

use super::{Found, Prover};
use grundy_lang::{Text, text};
use grundy_rulelang::formula::{GameFormula, Linear, Variable};
use grundy_rules::Result;
use grundy_verify::Proof;

impl Prover<'_> {
    /// Games in which some parameter is changed by no move. The divisors are those by which the claim divides.
    pub(super) fn letters(&mut self) -> Result<Found> {
        let Some(claim) = self.claim.filter(|claim| self.heaps == 1 && claim.arity() > 1) else { return Ok(None) };
        let Ok(game) = GameFormula::of(self.rules, 1) else { return Ok(None) };
        let stays = |v: Variable| {
            let mut targets = game.moves.iter().flat_map(|one| &one.targets);
            targets.all(|target| target.get(v as usize) == Some(&Linear::variable(v)))
        };
        if !(0..game.arity as Variable).any(stays) {
            return Ok(None);
        }
        let said = match claim.lettered() {
            Ok(Some(said)) => said,
            Ok(None) => return Ok(None),
            Err(error) => {
                self.tried.push(text!("letters: {why}", why = error.message));
                return Ok(None);
            }
        };
        let mut divisors: Vec<&Linear> = vec![];
        for formula in [&said.condition, &said.relation] {
            for divisor in formula.divisors() {
                if !divisors.contains(&divisor) {
                    divisors.push(divisor);
                }
            }
        }
        let ways: Vec<Vec<&Linear>> = match divisors[..] {
            [] => vec![vec![]],
            [one] => vec![vec![one]],
            [one, other] => vec![vec![one, other], vec![other, one]],
            _ => {
                self.tried.push(text!("letters: the claim divides by more than two sums of letters"));
                return Ok(None);
            }
        };
        for way in ways {
            let divisors: Vec<String> = way.iter().map(|divisor| divisor.written(claim.names())).collect();
            let method = by_letters(&divisors);
            let condition = claim.condition().to_string();
            if let Some(found) = self.check(method, Proof::Letters { condition, divisors, of: self.of })? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// The method by its divisors.
pub(crate) fn by_letters(divisors: &[String]) -> Text {
    match divisors {
        [] => text!("for all letters"),
        list => {
            let divisors = Text::and(list.iter().map(Text::verbatim));
            text!("for all letters, by coordinates along {divisors}", divisors)
        }
    }
}
