//! Formulas without quantifiers, evaluated for given values of their variables.

use grundy_rulelang::formula::Formula;

/// Returns whether a formula without quantifiers holds; `member` is relation 0.
pub fn eval(f: &Formula, values: &[u64], member: &dyn Fn(&[u64]) -> bool) -> bool {
    match f {
        Formula::Member(_, of) => {
            let of: Option<Vec<u64>> = of.iter().map(|e| u64::try_from(e.eval(values).unwrap()).ok()).collect();
            of.is_some_and(|of| member(&of))
        }
        Formula::All(all) => all.iter().all(|f| eval(f, values, member)),
        Formula::Any(all) => all.iter().any(|f| eval(f, values, member)),
        Formula::Not(inner) => !eval(inner, values, member),
        atom => atom.eval(values).unwrap(),
    }
}
