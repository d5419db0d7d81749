//! The winning moves by residue class in games that take a range of amounts with letters, such as `take[1..k]`.

use grundy_lang::{Text, text};
use grundy_rulelang::formula::Linear;
use grundy_rules::{Kind, Play, Ruleset, SymbolicAmounts};
use grundy_solve::Quantity;

/// A range of amounts whose bounds depend on symbolic parameters.
pub(crate) struct SymbolicRange {
    /// The names of the symbolic parameters.
    names: Vec<String>,
    low: Linear,
    high: Linear,
}

/// Returns the theorem that solves the game, if its amounts are one range with letters.
pub(crate) fn range_theorem(rules: &Ruleset) -> Option<&'static str> {
    SymbolicRange::new(rules).map(|_| match rules.play {
        Play::Normal => "range-subtraction",
        Play::Misere => "misere-range-subtraction",
    })
}

impl SymbolicRange {
    /// Returns the range; `None` unless the amounts of the game are one range with letters.
    pub(crate) fn new(rules: &Ruleset) -> Option<SymbolicRange> {
        let symbolic = rules.game.symbolic_params().filter(|_| rules.game.kind() == Kind::Impartial)?;
        let [SymbolicAmounts { low, high: Some(high) }] = &symbolic.amounts[..] else { return None };
        let linear = |bound: &[i64]| {
            let terms = (0..).zip(&bound[1..]).filter(|&(_, &factor)| factor != 0).map(|(k, &factor)| (k, factor));
            Linear { constant: bound[0], terms: terms.collect() }
        };
        let (low, high) = (linear(low), linear(high));
        // The condition on the letters ensures that other amounts are at least 1.
        if low.as_number().is_some_and(|low| low < 1) {
            return None;
        }
        Some(SymbolicRange { names: rules.game.coordinate_names()[symbolic.position_params..].to_vec(), low, high })
    }

    fn name(&self, candidates: [&'static str; 5]) -> &'static str {
        // A set has at most four letters, so one candidate is free.
        candidates.into_iter().find(|name| self.names.iter().all(|used| used != name)).unwrap_or(candidates[0])
    }

    /// Explains which positions are lost and how to win the others, or the values of the options.
    pub(crate) fn explanation(&self, play: Play, of: Quantity) -> Vec<Text> {
        let text_of = |sum: &Linear| sum.to_text(&self.names);
        let period = text_of(&self.low.plus(1, &self.high));
        let (low, high) = (text_of(&self.low), text_of(&self.high));
        let rest = format!("n mod ({period})");
        let (t, x) = (self.name(["t", "s", "u", "v", "w"]), self.name(["x", "y", "z", "p", "q"]));
        let is_bash = self.low.as_number() == Some(1);
        let take = |place: String, take: &str| text!("{place}: take {take}", place, take);
        match play {
            Play::Normal if is_bash && of == Quantity::Grundy => vec![text!(
                "{rest} == {x}: taking {t} <= {x} leaves the value {x}-{t}, and taking {t} > {x} leaves \
                    {period}+{x}-{t}, which is larger than {x}; so the mex is {x}",
                rest,
                x,
                t,
                period
            )],
            // For other ranges, the lines below would say nothing about values.
            Play::Normal if of == Quantity::Grundy => vec![],
            Play::Normal => {
                let lost = if is_bash { format!("{rest} == 0") } else { format!("{rest} < {low}") };
                let mut lines =
                    vec![text!("{lost}: P; the reply to taking {t} is to take {period}-{t}", lost, t, period)];
                if is_bash {
                    lines.push(take(format!("{rest} == {x}, {x} >= 1"), x));
                } else {
                    lines.push(take(format!("{low} <= {rest} <= {high}"), &rest));
                    lines.push(take(format!("{rest} > {high}"), &high));
                }
                lines
            }
            Play::Misere => {
                let (double, from) = (text_of(&self.low.plus(1, &self.low)), period.clone());
                let lost = if is_bash { format!("{rest} == 1") } else { format!("{low} <= {rest} < {double}") };
                vec![
                    text!(
                        "{lost}: P; the reply to taking {t} is to take {period}-{t}, unless no move is left",
                        lost,
                        t,
                        period
                    ),
                    take(format!("{rest} >= {double}"), &format!("{rest} - {}", in_brackets(&low))),
                    take(format!("{rest} < {low}, n >= {from}"), &high),
                    text!("n < {low}: no move is left, and the player to move wins", low),
                ]
            }
        }
    }
}

/// Returns a sum in brackets, and a single letter or number as it is.
fn in_brackets(sum: &str) -> String {
    if sum.contains(['+', '-']) { format!("({sum})") } else { sum.to_string() }
}
