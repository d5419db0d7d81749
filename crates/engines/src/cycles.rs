//! Extends an error about infinite play: names a cycle of positions and the variables of its last move.

use grundy_lang::{Text, text};
use grundy_rules::{DynPosition, EndlessPlay, Error, Kind, Player};
use rustc_hash::FxHashMap;

/// Limits of the search for a cycle, in components and in moves.
const MAX_COMPONENTS: usize = 1 << 14;
const MAX_MOVES: usize = 1 << 17;
/// Position names longer than this, in bytes, are not printed.
const MAX_NAME: usize = 60;
/// Cycles of more positions than this are abbreviated.
const MAX_SHOWN: usize = 6;

/// The variables of a move with their values.
type Variables = Vec<(String, i64)>;

/// A component on the search path, with the moves that are still to be explored.
struct PathStep {
    name: String,
    /// The positions after the unexplored moves, each with the variables of its move.
    options: std::vec::IntoIter<(Box<dyn DynPosition>, Variables)>,
    /// The variables of the move that leads to this component.
    variables: Variables,
}

/// Adds the positions of a cycle to an error about repetition that does not name them yet.
/// Returns the error unchanged if a short search from the positions `from` finds no cycle.
pub fn with_cycle(error: Error, from: impl IntoIterator<Item = Box<dyn DynPosition>>) -> Error {
    if error.endless() != Some(EndlessPlay::Loopy) || error.help.is_some() {
        return error;
    }
    let mut visited = FxHashMap::default();
    let mut moves = 0;
    for position in from {
        for component in 0..position.len() {
            if let Some(cycle) = find_cycle(position.component(component), &mut visited, &mut moves) {
                return Error { span: error.span, ..cycle_error(&cycle) };
            }
        }
    }
    error
}

/// Returns the error about a cycle of positions.
/// Each position has a move to the next one, and the last one has a move to the first. A position comes with
/// the variables of this move.
pub(crate) fn cycle_error(cycle: &[(String, Variables)]) -> Error {
    let names: Vec<&str> = cycle.iter().map(|(name, _)| name.as_str()).collect();
    let steps = match names.len() {
        0..=MAX_SHOWN => names.join(" -> "),
        many => format!("{} -> ... (+{}) -> {}", names[..3].join(" -> "), many - 4, names[many - 1]),
    };
    let back = names.first().copied().unwrap_or_default();
    let steps = format!("{steps} -> {back}");
    let error =
        Error::for_endless_play(EndlessPlay::Loopy, text!("the position {back} can repeat: {steps}", back, steps));
    // The help describes the last move with variables. It names a variable with the value 0 if there is one, because a
    // condition that excludes 0 is often missing.
    let mut with_variables = cycle.iter().enumerate().filter(|(_, (_, variables))| !variables.is_empty());
    let Some((k, (from, variables))) = with_variables.next_back() else {
        return error.help(text!(
            "values and outcomes can be computed only if every play ends; a condition such as `if k > 0` may be missing"
        ));
    };
    let to = names[(k + 1) % names.len()];
    let zero = variables.iter().find(|(_, value)| *value == 0).or(variables.first());
    let name = zero.map_or("k", |(name, _)| name.as_str());
    let assigned = Text::and(variables.iter().map(|(name, value)| Text::verbatim(format!("{name} = {value}"))));
    error.help(text!(
        "values and outcomes can be computed only if every play ends; with {assigned}, a move leads from {from} to \
            {to}, so a condition such as `if {name} > 0` may be missing",
        assigned,
        from,
        to,
        name
    ))
}

/// Returns the first cycle that a depth-first search from a component finds.
/// `visited` maps each component visited so far to whether it is on the search path.
fn find_cycle(
    root: Box<dyn DynPosition>,
    visited: &mut FxHashMap<String, bool>,
    moves: &mut usize,
) -> Option<Vec<(String, Variables)>> {
    let mut path: Vec<PathStep> = vec![];
    let mut next = Some((root, vec![]));
    loop {
        if let Some((position, variables)) = next.take() {
            let name = name(&*position)?;
            match visited.get(&name) {
                Some(true) => {
                    let from = path.iter().position(|step| step.name == name)?;
                    let move_variables = path[from + 1..].iter().map(|step| step.variables.clone()).chain([variables]);
                    return Some(path[from..].iter().map(|step| step.name.clone()).zip(move_variables).collect());
                }
                Some(false) => {}
                None => {
                    let options = options(&*position, moves)?;
                    if visited.len() == MAX_COMPONENTS {
                        return None;
                    }
                    visited.insert(name.clone(), true);
                    path.push(PathStep { name, options: options.into_iter(), variables });
                }
            }
        }
        let last = path.last_mut()?;
        next = last.options.next();
        if next.is_none() {
            visited.insert(std::mem::take(&mut last.name), false);
            path.pop();
        }
    }
}

/// Returns the components that result from all moves, with the variables of each move.
/// Returns `None` after too many moves.
fn options(position: &dyn DynPosition, moves: &mut usize) -> Option<Vec<(Box<dyn DynPosition>, Variables)>> {
    let players: &[Player] = match position.ruleset().kind() {
        Kind::Impartial => &[Player::LEFT],
        _ => &[Player::LEFT, Player::RIGHT],
    };
    let mut options = vec![];
    for &by in players {
        for mv in position.moves(0, by) {
            *moves += 1;
            if *moves > MAX_MOVES {
                return None;
            }
            let variables = position.variables(0, by, &mv);
            for (after, _) in position.after_counted(0, by, &mv) {
                options.extend((0..after.len()).map(|component| (after.component(component), variables.clone())));
            }
        }
    }
    Some(options)
}

/// Returns the name of a component in messages, or `None` if it is too long.
/// The name consists of its numbers or of the text inside its brackets.
fn name(position: &dyn DynPosition) -> Option<String> {
    let (text, rules) = (position.to_string(), position.ruleset().rules_text());
    let inner = text.strip_prefix(&rules).unwrap_or(&text);
    let single = inner.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).filter(|rest| !rest.contains(','));
    let name = single.unwrap_or(inner);
    (name.len() <= MAX_NAME).then(|| name.to_string())
}
