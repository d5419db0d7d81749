//! Writes built-in games as rules in the rule language.

use grundy_rules::{Amounts, Code, DynRuleset, NamedSet, TableForm};
use std::fmt::Write;

/// The maximum number of intervals of a set that is written as a list.
const MAX_RANGES: usize = 200;

/// Returns the rule of a game, without braces; `None` if no rule of moderate length expresses it.
///
/// ```
/// let rules = grundy_games::parse_rules("kayles").unwrap();
/// let rule = grundy_syntax::to_source::rule_of(&*rules.game).unwrap();
/// assert!(rule.starts_with("n -> n-1 if n == 1; n-1 if n > 1; (i)+(n-1-i) for i in 1..n"));
/// ```
pub fn rule_of(game: &dyn DynRuleset) -> Option<String> {
    game.as_rule().or_else(|| rule_of_table(game.table_form()?))
}

/// Returns whether the positions of the game are stairs with any number of steps: a1, a2, ...
///
/// A claim about such a game determines the number of steps by the names that it uses.
pub fn has_steps(game: &dyn DynRuleset) -> bool {
    game.info().name == "stairs"
}

/// Returns the number of the lowest step whose stones can move, counted from 1.
pub fn lowest_step(game: &dyn DynRuleset) -> usize {
    if game.rules_text().to_string().ends_with("[frozen]") { 2 } else { 1 }
}

/// Returns the rule of a game with this number of steps, without braces.
///
/// Returns `None` for games without steps, and if no stone can move.
pub fn of_steps(game: &dyn DynRuleset, steps: usize) -> Option<String> {
    if !has_steps(game) {
        return None;
    }
    let names = step_names(steps);
    let mut options = vec![];
    for step in lowest_step(game)..=steps {
        let mut after = names.clone();
        after[step - 1] += "-i";
        if step > 1 {
            after[step - 2] += "+i";
        }
        options.push(format!("({}) for i in 1..{}", after.join(","), names[step - 1]));
    }
    (!options.is_empty()).then(|| format!("({}) -> {}", names.join(","), options.join("; ")))
}

/// Returns the names of the steps, lowest first.
pub fn step_names(steps: usize) -> Vec<String> {
    (1..=steps).map(|step| format!("a{step}")).collect()
}

/// Returns the rule of a game with this table, without braces.
///
/// Returns `None` if the language cannot express it, or only by a very long rule.
pub fn rule_of_table(view: TableForm<'_>) -> Option<String> {
    match view {
        TableForm::Heaps(heaps) => match (heaps.amounts(), heaps.code()) {
            (Some(amounts), _) => Some(format!("n -> {}", taking_options(amounts)?)),
            (_, Some(code)) => Some(breaking_rule(code)),
            _ => None,
        },
        TableForm::Pairs(steps) => {
            let less = |name: &str, c: u64| match c {
                0 => name.to_string(),
                1 => format!("{name}-k"),
                c => format!("{name}-{c}*k"),
            };
            let options: Vec<String> =
                steps.iter().map(|&[x, y]| format!("({},{}) for k in 1..", less("a", x), less("b", y))).collect();
            Some(format!("(a,b) -> {}", options.join("; ")))
        }
        TableForm::PartizanHeaps { left, right } => {
            let side = |name: &str, set: Option<&Amounts>| {
                set.map_or(Some(None), |set| Some(Some(format!("{name}: n -> {}", taking_options(set)?))))
            };
            let sides: Vec<String> = [side("left", left)?, side("right", right)?].into_iter().flatten().collect();
            (!sides.is_empty()).then(|| sides.join("; "))
        }
        _ => None,
    }
}

fn taking_options(set: &Amounts) -> Option<String> {
    if set.ranges().len() > MAX_RANGES {
        return None;
    }
    let mut options = vec![];
    if !set.ranges().is_empty() {
        let range = |&(low, high): &(u64, u64)| if low == high { low.to_string() } else { format!("{low}..{high}") };
        let ranges: Vec<String> = set.ranges().iter().map(range).collect();
        options.push(match set.ranges() {
            [(low, high)] => format!("n-k for k in {low}..{high}"),
            _ => format!("n-k for k in {{{}}}", ranges.join(",")),
        });
    }
    options.extend(set.open_start().map(|from| format!("n-k for k in {from}..")));
    for named in set.named_sets() {
        options.push(match (named, named.name()) {
            (NamedSet::Powers(base), _) => format!("n-k for k in powers({base}) if k <= n"),
            (_, Some(name)) => format!("n-k for k in {name} if k <= n"),
            (NamedSet::NthPowers(exponent), _) => format!("n-k^{exponent} for k in 1.. if k^{exponent} <= n"),
            _ => return None,
        });
    }
    Some(options.join("; "))
}

/// Returns the rule of a taking-and-breaking game. Each option lists smaller heaps first.
fn breaking_rule(code: &Code) -> String {
    let mut out = "n -> ".to_string();
    let mut first = true;
    let mut option = |text: std::fmt::Arguments<'_>| {
        if !first {
            out.push_str("; ");
        }
        first = false;
        // Writing to a string cannot fail.
        let _ = out.write_fmt(text);
    };
    for (t, digit) in code.digits().iter().enumerate() {
        let rest = if t == 0 { "n".to_string() } else { format!("n-{t}") };
        if digit & 1 != 0 {
            option(format_args!("{rest} if n == {t}"));
        }
        if digit & 2 != 0 {
            option(format_args!("{rest} if n > {t}"));
        }
        if digit & 4 != 0 {
            option(format_args!("(i)+({rest}-i) for i in 1..n if 2*i <= {rest}"));
        }
        if digit & 8 != 0 {
            option(format_args!("(i)+(j)+({rest}-i-j) for i in 1..n for j in i..n if i+2*j <= {rest}"));
        }
    }
    out
}
