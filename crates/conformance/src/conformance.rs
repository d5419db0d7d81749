//! Conformance tests for games: they check the properties on which the rest of the program relies.
//!
//! [`faults`] runs all of these tests. The tests of this project call it for the games of the library, and authors of
//! other games can call it for their games.
//!
//! ```
//! use grundy_games::library;
//! use grundy_conformance::conformance;
//! let nim = library().find("nim").unwrap();
//! assert_eq!(conformance::info(nim, library()), Vec::<String>::new());
//! ```

use crate::{self as check, Checked, Counterexample, Skipped};
use grundy_rules::Budget;
use grundy_rules::{DynGame, ErrorKind, Library, Play, Player, PositionSum, Result, TheoremInfo, parse};
use grundy_solve::{Answer, Move, MovesWanted, Question, Solver};
use std::collections::HashSet;

/// The maximum number of positions in the search of a sample; samples that need more are skipped.
const MAX_NODES_PER_POSITION: u64 = 5_000;
/// Maximal number of samples of one game for one play convention.
const MAX_SAMPLES: usize = 2_500;
/// The number of positions that [`faults`] searches in [`answers`], per game and play convention.
const MAX_NODES_PER_GAME: u64 = 400_000;
/// The least number of samples that must be small enough to be searched, per play convention.
///
/// The number is small because sums of heaps that split soon exceed the limits.
const MIN_CHECKED: usize = 40;
/// The least number of sample positions in the scope of each theorem.
const MIN_IN_SCOPE: u64 = 200;
/// The number of positions on which each theorem is checked. The command `grundy check` uses more.
const POSITIONS_PER_THEOREM: u64 = 1_500;
/// Maximal number of samples that are printed and parsed back.
const MAX_PRINTED: usize = 300;
const MIN_SAMPLES: usize = 100;

/// Lists all faults of a game of a library, as messages; the list is empty for a conforming game.
pub fn faults(entry: &dyn DynGame, library: &Library) -> Vec<String> {
    [info(entry, library), notation(entry, library), theorems(entry), answers(entry, MAX_NODES_PER_GAME)].concat()
}

/// Lists the faults in the description of a game.
///
/// The faults include an example that is printed differently, a name that belongs to another game, rules that are
/// not a sentence, and theorems without a source.
pub fn info(entry: &dyn DynGame, library: &Library) -> Vec<String> {
    let (info, mut faults) = (entry.info(), vec![]);
    let name = info.name;
    match parse(info.example, library) {
        Err(error) => faults.push(format!("{name}: the example {} is refused: {error}", info.example)),
        Ok(example) => {
            if example.to_string() != info.example {
                faults.push(format!("{name}: the example {} is printed as {example}", info.example));
            }
            if example.terms[0].position.ruleset().info().name != name {
                faults.push(format!("{name}: the example {} belongs to another game", info.example));
            }
            match by_theorem(&mut Solver::new(), &example) {
                Err(error) => faults.push(format!("{name}: the example is not solved: {error}")),
                Ok(answer) if answer.position.kind != example.kind() => {
                    faults.push(format!(
                        "{name}: the example is {:?}, but the answer gives {:?}",
                        example.kind(),
                        answer.position.kind
                    ));
                }
                Ok(_) => {}
            }
        }
    }
    // The notation of a game may begin with the name of another game, which delegates to this game.
    let example_name = info.example.split(['[', '(', '{']).next().unwrap_or("").trim();
    if example_name != name && library.find(example_name).is_none() || !info.notation.starts_with(example_name) {
        faults.push(format!("{name}: the example and the notation {} begin with different names", info.notation));
    }
    if info.title.is_empty() || !info.rules.ends_with('.') {
        faults.push(format!("{name}: the title is empty, or the rules do not end in a full stop"));
    }
    if !info.misere {
        let sample = entry.samples().next().map(|sample| PositionSum::from_position(Play::Misere, sample));
        let error = sample.and_then(|spec| by_theorem(&mut Solver::new(), &spec).err());
        if error.is_none_or(|error| error.kind != ErrorKind::Unsupported) {
            faults.push(format!("{name}: the game information excludes misère play, but the solver answers it"));
        }
    }
    for alias in info.aliases {
        if library.find(alias).is_none_or(|found| found.info().name != name) {
            faults.push(format!("{name}: {alias} does not name this game in the library"));
        }
        if let Err(error) = parse(&info.example.replacen(example_name, alias, 1), library) {
            // An alias may need parameters; the error must then show an example with the alias.
            let help = error.help.as_ref().map_or(String::new(), ToString::to_string);
            let example = help.strip_prefix("for example ").map(|example| parse(example, library));
            let is_of_game = |spec: PositionSum| spec.terms[0].position.ruleset().info().name == name;
            if !example.is_some_and(|spec| spec.is_ok_and(is_of_game)) {
                faults.push(format!("{name}: {alias} is rejected, and the error shows no valid example: {error}"));
            }
        }
    }
    let mut names = HashSet::new();
    for theorem in entry.theorems() {
        let TheoremInfo { name: theorem, statement, source, scope, strategy: _, covers_sums: _ } = *theorem;
        let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !theorem.chars().all(is_allowed) || !names.insert(theorem) {
            faults.push(format!("{name}: {theorem} is named twice, or not in lower case with hyphens"));
        }
        if !statement.ends_with('.') || source.is_empty() || scope.is_empty() {
            faults.push(format!("{name}: {theorem} lacks a statement, a source or a scope"));
        }
    }
    faults
}

/// Lists printed positions that cannot be parsed back, and moves without a text.
///
/// The positions are the samples, their components, and the positions after all moves in samples.
pub fn notation(entry: &dyn DynGame, library: &Library) -> Vec<String> {
    let (name, mut faults, mut count) = (entry.info().name, vec![], 0);
    for position in entry.samples().take(MAX_PRINTED) {
        let mut text = String::new();
        position.write(&mut text);
        let mut texts = vec![text.clone(), format!("misere {text}")];
        for component in 0..position.len() {
            let players = (0..position.ruleset().players()).map(Player);
            for (by, mv) in players.flat_map(|by| position.moves(component, by).map(move |mv| (by, mv))) {
                texts.push(position.after(component, by, &mv).to_string());
                let described = position.describe(component, &mv);
                if described.text.is_empty() || described.fields.is_empty() {
                    faults.push(format!("{text}: a move without text or fields"));
                }
            }
            texts.push(position.component(component).to_string());
        }
        for text in texts {
            match parse(&text, library) {
                Err(error) => faults.push(format!("{name} prints {text}, which is refused: {error}")),
                Ok(parsed) if parsed.to_string() != text => {
                    faults.push(format!("{text} is read and printed as {parsed}"));
                }
                Ok(_) => {}
            }
        }
        if !text.starts_with(&position.ruleset().rules_text()) {
            faults.push(format!("{text} does not begin with its rules, {}", position.ruleset().rules_text()));
        }
        count += 1;
    }
    if count < MIN_SAMPLES {
        faults.push(format!("{name} has only {count} samples"));
    }
    faults
}

/// Lists samples on which the solver with theorems and tables disagrees with a plain search.
///
/// For each play convention, samples are compared until the searches have evaluated about `max_nodes` positions.
pub fn answers(entry: &dyn DynGame, max_nodes: u64) -> Vec<String> {
    let (info, mut faults) = (entry.info(), vec![]);
    for play in [Play::Normal, Play::Misere] {
        if play == Play::Misere && !info.misere {
            continue;
        }
        // Use one solver for all samples, so that tables that grow between questions are checked as well.
        let mut solver = Solver::new();
        let (mut checked, mut nodes) = (0, 0);
        for position in entry.samples().take(MAX_SAMPLES) {
            if nodes > max_nodes {
                break;
            }
            let short = position.ruleset().is_short();
            let spec = PositionSum::from_position(play, position);
            let searched = match by_search(&spec, MAX_NODES_PER_POSITION) {
                None => {
                    nodes += MAX_NODES_PER_POSITION;
                    continue;
                }
                // The search does not support games with cycles, which is not a fault of the game.
                Some(Err(error)) if error.kind == ErrorKind::Unsupported && !short => continue,
                Some(Err(error)) => {
                    faults.push(format!("{spec} cannot be searched: {error}"));
                    continue;
                }
                Some(Ok(answer)) => answer,
            };
            nodes += 2 * searched.nodes;
            checked += 1;
            match by_theorem(&mut solver, &spec) {
                Err(error) => faults.push(format!("{spec} cannot be solved: {error}")),
                Ok(answer) => {
                    faults.extend(differences(&answer, &searched).iter().map(|fault| format!("{spec}: {fault}")));
                    if answer.position.kind != spec.kind() {
                        faults.push(format!(
                            "{spec}: the game gives {:?}, but the answer gives {:?}",
                            spec.kind(),
                            answer.position.kind
                        ));
                    }
                }
            }
        }
        if checked < MIN_CHECKED {
            faults.push(format!("{}, {play} play: only {checked} samples were small enough to check", info.name));
        }
    }
    faults
}

/// Lists theorems that brute force refutes, and theorems that apply to too few samples.
pub fn theorems(entry: &dyn DynGame) -> Vec<String> {
    let mut faults = vec![];
    let mut report = |checked: Checked| faults.extend(fault_of(&checked));
    let result = check::game(entry, POSITIONS_PER_THEOREM, &Budget::default(), &mut report);
    faults.extend(result.err().map(|error| format!("{}: {error}", entry.info().name)));
    faults
}

/// Describes the fault of a checked theorem, if it has one.
pub fn fault_of(checked: &Checked) -> Option<String> {
    let name = checked.theorem.name;
    if let Some(Counterexample { position, claim, search }) = &checked.counterexample {
        return Some(format!("{name}: {position}: {claim}, by search {search}"));
    }
    if checked.skipped == Some(Skipped::Kind) {
        return None;
    }
    if checked.positions == 0 {
        return Some(format!("no sample is in the scope of the theorem {name}"));
    }
    if !checked.passed() || checked.positions < MIN_IN_SCOPE {
        let (agreed, positions) = (checked.agreed, checked.positions);
        return Some(format!("{name}: {agreed} of {positions} positions agree, and {MIN_IN_SCOPE} are needed"));
    }
    None
}

/// Returns the answer found by search alone; `None` if the search takes more than `nodes` positions.
pub fn by_search(spec: &PositionSum, nodes: u64) -> Option<Result<Answer>> {
    let question =
        Question { use_theorems: false, moves: MovesWanted::All, wants_working: false, ..Question::default() };
    match Solver::new().solve(spec, &question, &Budget { nodes, ..Budget::default() }) {
        Err(error) if error.kind == ErrorKind::Limit => None,
        answer => Some(answer),
    }
}

/// Returns the answer of the solver, which may use all theorems and tables.
///
/// # Errors
/// The errors of [`Solver::solve`].
pub fn by_theorem(solver: &mut Solver, spec: &PositionSum) -> Result<Answer> {
    solver.solve(spec, &Question::default(), &Budget::default())
}

/// Lists the differences between two answers about the same position.
pub fn differences(known: &Answer, searched: &Answer) -> Vec<String> {
    let mut faults = vec![];
    let mut compare = |what: &str, a: String, b: String| {
        if a != b {
            faults.push(format!("{what}: {a} by theorem, {b} by search"));
        }
    };
    compare("spec", format!("{:?}", known.position.text), format!("{:?}", searched.position.text));
    compare("kind", format!("{:?}", known.position.kind), format!("{:?}", searched.position.kind));
    compare("outcome", format!("{:?}", known.result.outcome), format!("{:?}", searched.result.outcome));
    if let (Some(a), Some(b)) = (known.values.grundy, searched.values.grundy) {
        compare("value", a.0.to_string(), b.0.to_string());
    }
    compare("score", format!("{:?}", known.result.score), format!("{:?}", searched.result.score));
    compare("loser", format!("{:?}", known.result.loser), format!("{:?}", searched.result.loser));
    compare("number of winning moves", format!("{:?}", known.moves.total), format!("{:?}", searched.moves.total));
    let moves = |answer: &Answer| {
        let list: Vec<String> = answer
            .moves
            .listed
            .iter()
            .map(|m| {
                let Move { text, term_number, fields, to, by, result, next, .. } = m;
                format!("{text} [term {term_number}, {fields:?}, {by:?}, {result:?}, {next:?}] to {to:?}")
            })
            .collect();
        list.join("; ")
    };
    compare("winning moves", moves(known), moves(searched));
    faults
}
