//! States proof obligations, which have no solution iff a relation defines P-positions or values.
//!
//! In these formulas, relation 0 is the relation to be proved, and relation 1 + k belongs to the k-th repeatable move,
//! counted from 0.
//! A solution of an obligation is a *violation*.

use grundy_lang::{Text, text};
use grundy_rulelang::formula::{Bitwise, Formula, GameFormula, Linear, MoveFormula, Variable};
use grundy_rules::{Error, ErrorKind, Play, Result};
use grundy_verify::Quantity;

/// The statement to be proved: that a relation defines the game's P-positions, or its values.
pub(crate) struct Statement<'g> {
    pub game: &'g GameFormula,
    pub play: Play,
    pub of: Quantity,
    /// The first variable that the moves do not use.
    fresh: Variable,
}

fn all(list: impl IntoIterator<Item = Formula>) -> Formula {
    Formula::All(list.into_iter().collect())
}

fn exists(bound: &[Variable], inner: Formula) -> Formula {
    if bound.is_empty() { inner } else { Formula::Exists(bound.to_vec(), Box::new(inner)) }
}

impl<'g> Statement<'g> {
    /// Creates the statement, and checks that its obligations can be stated.
    ///
    /// # Errors
    /// `unsupported` if no single relation of positions determines the game's outcomes or values.
    pub fn new(game: &'g GameFormula, play: Play, of: Quantity) -> Result<Statement<'g>> {
        let refused = |message: Text| Err(Error::new(ErrorKind::Unsupported, message));
        let moves = || game.moves.iter();
        if of == Quantity::Grundy && play == Play::Misere {
            return refused(text!("positions under misère play have no Grundy values"));
        }
        if of == Quantity::Outcome && moves().any(|m| m.targets.len() > 1) {
            return refused(text!(
                "moves leave several components, and their outcomes do not determine that of the sum: prove \
                    values instead"
            ));
        }
        if moves().any(|m| m.repeat && (m.targets.len() != 1 || !m.variables.is_empty())) {
            return refused(text!("a repeatable move must have exactly one target and no variables"));
        }
        if moves().flat_map(|m| &m.targets).any(|target| target.len() != game.arity) {
            return refused(text!("a move leaves a component with a different number of parameters"));
        }
        let arity = game.arity as Variable;
        for m in moves() {
            let known = |v: Variable| v < arity || m.variables.contains(&v);
            let of_targets = m.targets.iter().flatten().flat_map(|e| e.terms.iter().map(|t| t.0));
            if m.variables.iter().any(|&v| v < arity) || !m.guard.variables().into_iter().chain(of_targets).all(known) {
                return refused(text!("a move uses variables that are neither parameters nor its own"));
            }
        }
        let used = moves().flat_map(|m| m.guard.variables().into_iter().chain(m.variables.iter().copied())).max();
        let fresh = used.map_or(0, |most| most.saturating_add(1)).max(arity);
        if fresh >= 1 << 29 {
            return refused(text!("the index of a variable is too large"));
        }
        Ok(Statement { game, play, of, fresh })
    }

    /// Returns the number of arguments of the relation: the parameters, plus 1 if the relation has values.
    pub fn tracks(&self) -> usize {
        self.game.arity + usize::from(self.of == Quantity::Grundy)
    }

    /// Returns the number of moves that may be repeated.
    pub fn repeated(&self) -> usize {
        self.game.moves.iter().filter(|m| m.repeat).count()
    }

    /// Returns the parameters of the position as variables.
    fn position(&self) -> Vec<Linear> {
        (0..self.game.arity as Variable).map(Linear::variable).collect()
    }

    /// Returns the variables for the value of the position and for that of an option.
    fn values(&self) -> (Linear, Linear) {
        (Linear::variable(self.fresh), Linear::variable(self.fresh + 1))
    }

    /// Returns the formula which states that a position is in a relation.
    ///
    /// If `of` is Grundy values, the relation has `value` as an additional argument.
    fn member(&self, relation: usize, position: &[Linear], value: &Linear) -> Formula {
        let value: &[Linear] = if self.of == Quantity::Grundy { std::slice::from_ref(value) } else { &[] };
        Formula::Member(relation, [position, value].concat())
    }

    /// Returns the formulas which state that a move makes a parameter negative.
    pub fn below_zero_violations(&self) -> Vec<Formula> {
        let below = |m: &MoveFormula, e: &Linear| all([m.guard.clone(), Formula::less(e, &Linear::number(0))]);
        let targets = |m: &'g MoveFormula| m.targets.iter().flatten().filter(|e| !e.is_natural());
        self.game.moves.iter().flat_map(|m| targets(m).map(move |e| below(m, e))).collect()
    }

    /// Returns the formulas which state that a move does not lower a measure.
    ///
    /// The list `measure` contains a weight for each parameter, optionally followed by a constant for each parameter.
    /// The measure is the weighted sum of the parameters, plus the constants of those parameters that are 0.
    pub fn measure_violations(&self, measure: &[u64]) -> Vec<Formula> {
        let (weights, at_zero) = measure.split_at(self.game.arity.min(measure.len()));
        let weigh = |list: &[Linear]| {
            list.iter().zip(weights).fold(Linear::default(), |sum, (e, &weight)| sum.plus(weight as i64, e))
        };
        let (before, position) = (weigh(&self.position()), self.position());
        // For a set of parameters, given as the bits of `which`, returns the conditions that exactly these parameters
        // are 0, and the sum of their constants.
        let cases = 1usize << at_zero.len();
        let zeros = |list: &[Linear], which: usize| {
            let (mut conditions, mut added) = (vec![], 0);
            for (k, (e, &constant)) in list.iter().zip(at_zero).enumerate() {
                let is_zero = which >> k & 1 == 1;
                added += if is_zero { constant as i64 } else { 0 };
                let (zero, one) = (Linear::number(0), Linear::number(1));
                conditions.push(if is_zero { Formula::at_most(e, &zero) } else { Formula::at_most(&one, e) });
            }
            (conditions, Linear::number(added))
        };
        let high = |m: &MoveFormula, t: &[Linear], case: usize| {
            let (mut conditions, constant_before) = zeros(&position, case % cases);
            let (target_conditions, constant_after) = zeros(t, case / cases);
            conditions.extend(target_conditions);
            conditions.push(m.guard.clone());
            conditions.push(Formula::at_most(&before.plus(1, &constant_before), &weigh(t).plus(1, &constant_after)));
            all(conditions)
        };
        let mut list = vec![];
        for (m, t) in self.game.moves.iter().flat_map(|m| m.targets.iter().map(move |t| (m, t))) {
            list.extend((0..cases * cases).map(|case| high(m, t, case)));
        }
        list
    }

    /// Returns the formulas which state that the relation of a repeatable move is too small or too large.
    ///
    /// The relation must hold iff the move can be made and leads to a P-position or to a position in the same relation,
    /// from which repeating the move leads to a P-position. This determines the relation uniquely, because play ends.
    /// For Grundy values, a position of the given value takes the place of the P-position.
    pub fn repeat_violations(&self) -> Vec<Formula> {
        let moves = self.game.moves.iter().filter(|m| m.repeat).enumerate();
        moves
            .flat_map(|(k, m)| {
                let value = self.values().0;
                let next_members = [0, 1 + k].map(|relation| self.member(relation, &m.targets[0], &value));
                let step = all([m.guard.clone(), Formula::Any(next_members.to_vec())]);
                let is_member = self.member(1 + k, &self.position(), &value);
                [all([is_member.clone(), step.clone().not()]), all([step, is_member.not()])]
            })
            .collect()
    }

    /// Returns the formula which states that a move leads to a P-position or to the given value.
    ///
    /// For outcomes the formula states the former, for Grundy values the latter. The move's own variables are free in
    /// the formula; the second result lists the other new variables, which the caller must bind.
    fn move_reaches(&self, m: &MoveFormula, value: &Linear) -> (Formula, Vec<Variable>) {
        let mut parts = vec![m.guard.clone()];
        let mut bound = vec![];
        match (self.of, &m.targets[..]) {
            (Quantity::Outcome, []) if self.play == Play::Normal => {}
            (Quantity::Outcome, []) => parts.push(Formula::Any(vec![])),
            (Quantity::Outcome, [target, ..]) => parts.push(Formula::Member(0, target.clone())),
            (Quantity::Grundy, []) => parts.push(Formula::Zero(value.clone())),
            (Quantity::Grundy, targets) => {
                let mut next = self.fresh + 2;
                let mut name = || {
                    bound.push(next);
                    next += 1;
                    Linear::variable(next - 1)
                };
                // `sum` is the xor of the values of the targets so far; after the last target it is `value`.
                let mut sum: Option<Linear> = None;
                for (k, target) in targets.iter().enumerate() {
                    let last = k + 1 == targets.len();
                    let own = if targets.len() == 1 { value.clone() } else { name() };
                    parts.push(self.member(0, target, &own));
                    sum = Some(match sum {
                        None => own,
                        Some(before) => {
                            let next_sum = if last { value.clone() } else { name() };
                            parts.push(Formula::Bits(Bitwise::Xor, [before, own, next_sum.clone()]));
                            next_sum
                        }
                    });
                }
            }
        }
        (all(parts), bound)
    }

    /// Returns the formula which states that some move leads to a P-position or to this value.
    fn reaches(&self, value: &Linear) -> Formula {
        let mut repeated = 0;
        let reaches = |m: &MoveFormula| {
            if m.repeat {
                repeated += 1;
                return self.member(repeated, &self.position(), value);
            }
            let (formula, bound) = self.move_reaches(m, value);
            exists(&[&m.variables[..], &bound].concat(), formula)
        };
        Formula::Any(self.game.moves.iter().map(reaches).collect())
    }

    /// Returns the formulas which state that the relation violates its definition.
    pub fn violations(&self) -> Vec<Formula> {
        let (value, smaller) = self.values();
        let with = |value: &Linear| self.member(0, &self.position(), value);
        match self.of {
            Quantity::Outcome => {
                let lost = with(&value);
                let reaches = self.reaches(&value);
                if self.play == Play::Normal {
                    return vec![all([lost.clone(), reaches.clone()]), all([lost.not(), reaches.not()])];
                }
                // Under misère play, a player who cannot move wins.
                let moves = self.game.moves.iter().map(|m| exists(&m.variables, m.guard.clone())).collect();
                let can_move = Formula::Any(moves);
                vec![
                    all([lost.clone(), can_move.clone().not()]),
                    all([lost.clone(), reaches.clone()]),
                    all([lost.not(), can_move, reaches.not()]),
                ]
            }
            Quantity::Grundy => {
                let has_value = exists(&[self.fresh], with(&value));
                let less = Formula::less(&smaller, &value);
                vec![
                    has_value.not(),
                    all([with(&value), with(&smaller), less.clone()]),
                    all([with(&value), self.reaches(&value)]),
                    all([with(&value), less, self.reaches(&smaller).not()]),
                ]
            }
        }
    }

    /// Returns the hint of each move that is not repeated: a list of variables and a formula.
    ///
    /// The variables are the position's parameters, the value (for Grundy values only) and the move's own variables.
    /// The formula states that the move, with these variables, leads to a P-position or to the value.
    pub fn hints(&self) -> Vec<(Vec<Variable>, Formula)> {
        let (value, _) = self.values();
        let hint = |m: &MoveFormula| {
            let (formula, bound) = self.move_reaches(m, &value);
            let own: &[Variable] = if self.of == Quantity::Grundy { &[self.fresh] } else { &[] };
            let position: Vec<Variable> = (0..self.game.arity as Variable).collect();
            ([&position[..], own, &m.variables].concat(), exists(&bound, formula))
        };
        self.game.moves.iter().filter(|m| !m.repeat).map(hint).collect()
    }
}
