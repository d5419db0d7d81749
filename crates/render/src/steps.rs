//! The computation of an answer, position by position, as text.

use crate::digraph::common_prefix;
use grundy_lang::{Text, text};
use grundy_rules::{Kind, Outcome, Play, Player};
use grundy_solve::trace::{
    Bound, NodeResult, PrefixSums, SearchMethod, SearchResult, TracedPosition, TracedPositions, TracedResult, Visit,
};
use grundy_value::CompactSort;

/// The largest number of options of a position that are shown.
const MAX_SHOWN: usize = 12;

/// The length of the prefix common to all positions, which is left out: `nim(3,4)` is shown as `(3,4)`.
struct Short(usize);

impl Short {
    fn new<'n>(names: impl Iterator<Item = &'n str>) -> Short {
        let names: Vec<&str> = names.collect();
        Short(common_prefix(&names).len().saturating_sub(1))
    }

    fn name<'n>(&self, name: &'n str) -> &'n str {
        if name == "0" { name } else { &name[self.0..] }
    }
}

/// Returns the lines below an answer that list its computation.
pub(crate) fn steps_lines(steps: &TracedPositions) -> Vec<Text> {
    let mut lines = vec![match (steps.has_cycles, steps.kind) {
        (true, _) => text!(
            "steps, round by round: finished positions first, then positions decided by earlier rounds, draws last"
        ),
        (false, Kind::Impartial) if steps.play == Play::Normal => {
            text!("steps, each position after its options: the values of the options, the mex, the outcome")
        }
        (false, Kind::Scoring) => text!(
            "steps, each position after its options: the points of each move and the score of the resulting position; \
            the score of a position is the largest number obtained from its moves, where a move gives its points minus \
            the resulting score (plus the resulting score if the same player moves again)"
        ),
        (false, Kind::Multiplayer) => text!("steps, each position after its options: who loses"),
        (false, _) => text!("steps, each position after its options: who wins"),
    }];
    let short = Short::new(steps.list.iter().map(|step| &*step.position));
    let places = steps.list.len().to_string().len();
    for (at, step) in steps.list.iter().enumerate() {
        let position = match step.by {
            Some(by) => text!(
                "{position}, {player} to move",
                position = Text::verbatim(short.name(&step.position)),
                player = player_name(steps.kind, by)
            ),
            None => Text::verbatim(short.name(&step.position)),
        };
        let parts = [
            Text::verbatim(format!("  {:>places$}. ", at + 1)),
            position,
            Text::verbatim(": "),
            result_text(steps, step, &short),
        ];
        lines.push(Text::concat(parts));
    }
    if steps.unlisted() > 0 {
        lines.push(text!("  and {more} more", more = steps.unlisted()));
    }
    let counts = steps.counts;
    let unordered = counts.unordered;
    lines.push(match (counts.tree, counts.positions) {
        (Some(tree), Some(positions)) if positions != unordered => text!(
            "the game tree has {tree} nodes; there are {positions} different positions, {unordered} up to the \
                order of components",
            tree,
            positions,
            unordered
        ),
        (Some(tree), _) => {
            text!("the game tree has {tree} nodes; there are {unordered} different positions", tree, unordered)
        }
        (None, _) if steps.has_cycles => {
            text!(
                "positions can repeat, so the game tree is infinite; there are {unordered} different positions",
                unordered
            )
        }
        (None, _) => {
            text!("the game tree has more than 2^127 nodes; there are {unordered} different positions", unordered)
        }
    });
    lines.extend(steps.prefix_sums.iter().flat_map(prefix_sums_lines));
    lines
}

/// The number of heaps in a row of prefix sums.
const SUMS_IN_ROW: usize = 20;

/// Returns the rows of the prefix sums, and how they decide the heap of the position.
fn prefix_sums_lines(sums: &PrefixSums) -> Vec<Text> {
    let players = [Player::LEFT, Player::RIGHT];
    let losses = players.map(|by| sums.losses_up_to(by));
    let wins_as_digits = [0, 1].map(|side| sums.wins[side].iter().map(|&wins| u64::from(wins)).collect::<Vec<_>>());
    let width = (sums.heap + 1).to_string().len();
    let row = |name: &str, numbers: &[u64]| {
        let numbers: String = numbers.iter().map(|n| format!(" {n:>width$}")).collect();
        Text::verbatim(format!("  {name:<5}{numbers}"))
    };
    let mut lines = vec![
        Text::empty(),
        text!(
            "prefix sums: f[1][j] is 1 if Left wins heap j moving first, f[2][j] is 1 if Right does; s[i][j] is \
                the number of heaps from 0 to j where f[i] is 0"
        ),
    ];
    let heaps: Vec<u64> = (0..=sums.heap).collect();
    for (at, heaps) in heaps.chunks(SUMS_IN_ROW).enumerate() {
        let of = |numbers: &[u64]| numbers[at * SUMS_IN_ROW..][..heaps.len()].to_vec();
        lines.extend((at > 0).then(Text::empty));
        lines.push(row("j", heaps));
        for (name, numbers) in ["f[1]", "f[2]", "s[1]", "s[2]"].into_iter().zip(wins_as_digits.iter().chain(&losses)) {
            lines.push(row(name, &of(numbers)));
        }
    }
    for (side, by) in players.into_iter().enumerate() {
        let (player, other) = (player_name(Kind::Partizan, by), 2 - side);
        let Some((from, to)) = sums.window(by) else {
            lines.push(match sums.wins[side].last() {
                Some(true) => text!("  {player} has no move, and so wins moving first under misère play", player),
                _ => text!("  {player} has no move, and so loses moving first", player),
            });
            continue;
        };
        let sum = &losses[1 - side];
        let difference = match from {
            0 => format!("s[{other}][{to}] = {}", sum[to as usize]),
            _ => {
                let (last, before) = (sum[to as usize], sum[from as usize - 1]);
                format!("s[{other}][{to}] - s[{other}][{}] = {last} - {before} = {}", from - 1, last - before)
            }
        };
        let window = if from == to { from.to_string() } else { format!("{from}..{to}") };
        lines.push(match sums.losses_in_window(by) {
            0 => text!(
                "  {player} can move to the heaps j = {window}; f[{other}] is 0 for {difference} of these heaps, so \
                {player} loses moving first",
                player,
                window,
                other,
                difference
            ),
            _ => text!(
                "  {player} can move to the heaps j = {window}; f[{other}] is 0 for {difference} of these heaps, so \
                {player} wins moving first",
                player,
                window,
                other,
                difference
            ),
        });
    }
    lines
}

fn player_name(kind: Kind, player: Player) -> Text {
    match (kind, player) {
        (Kind::Partizan, Player::LEFT) => text!("Left"),
        (Kind::Partizan, _) => text!("Right"),
        _ => text!("player {player}", player = u16::from(player.0) + 1),
    }
}

/// The smallest number of neighbouring options that is shown as a window.
const MIN_WINDOW: usize = 4;

/// Shortens consecutive options, such as those of a range of amounts: `(9..5) = 1,0,2,1,0`.
fn window(options: &[(&str, String)]) -> Option<String> {
    // `(17; 2)` is split into 17 and the text after it.
    let number = |name: &str| {
        let inner = name.strip_prefix('(')?.to_string();
        let end = inner.find(|c: char| !c.is_ascii_digit())?;
        Some((inner[..end].parse::<u64>().ok()?, inner[end..].to_string()))
    };
    let numbers: Option<Vec<(u64, String)>> = options.iter().map(|(name, _)| number(name)).collect();
    let numbers = numbers.filter(|numbers| numbers.len() >= MIN_WINDOW)?;
    let is_descending = numbers.windows(2).all(|two| two[0].0 == two[1].0 + 1 && two[0].1 == two[1].1);
    let (first, last) = (numbers.first()?, numbers.last()?);
    let mut found: Vec<&str> = options.iter().take(2 * MAX_SHOWN).map(|(_, found)| found.as_str()).collect();
    if options.len() > found.len() {
        found.push("…");
    }
    is_descending.then(|| format!("({}..{}{} = {}", first.0, last.0, last.1, found.join(",")))
}

/// Describes the result for a position and the options that it follows from.
fn result_text(steps: &TracedPositions, step: &TracedPosition, short: &Short) -> Text {
    let options = |places: &[usize]| {
        let named: Option<Vec<(&str, String)>> = places
            .iter()
            .map(|&at| steps.list.get(at).map(|option| (short.name(&option.position), option.result_text())))
            .collect();
        if let Some(window) = named.filter(|_| step.points.is_empty()).and_then(|named| window(&named)) {
            return Text::verbatim(window);
        }
        let shown = places.iter().take(MAX_SHOWN).enumerate().map(|(k, &at)| {
            let Some(option) = steps.list.get(at) else { return Text::verbatim("…") };
            let points = step.points.get(k).map_or(String::new(), |points| format!("{points:+} "));
            Text::verbatim(format!("{points}{} = {}", short.name(&option.position), option.result_text()))
        });
        let more = places.len().saturating_sub(MAX_SHOWN);
        let more = (more > 0).then(|| text!("{more} more", more));
        match places.is_empty() {
            true => text!("no move"),
            false => Text::list(shown.chain(more)),
        }
    };
    let from = match step.result {
        TracedResult::Outcome(_) if steps.kind == Kind::Partizan => {
            text!("Left: {left}; Right: {right}", left = options(&step.options), right = options(&step.right))
        }
        _ => options(&step.options),
    };
    let result = match step.result {
        TracedResult::Value(mex) => {
            let mut values: Vec<u64> =
                step.options.iter().filter_map(|&at| grundy_value(steps.list.get(at)?.result)).collect();
            values.compact_sort();
            values.dedup();
            let set: Vec<String> = values.iter().map(u64::to_string).collect();
            Text::verbatim(format!("mex{{{}}} = {mex}, {}", set.join(","), step.outcome().map_or("", Outcome::name)))
        }
        TracedResult::Round(outcome, Some(round)) => text!("round {round}: {outcome}", round, outcome = outcome.name()),
        _ => Text::verbatim(step.result_text()),
    };
    Text::concat([from, Text::verbatim("  =>  "), result])
}

fn grundy_value(result: TracedResult) -> Option<u64> {
    match result {
        TracedResult::Value(value) => Some(value),
        _ => None,
    }
}

/// Lists how many positions each search visits; the requested search is marked.
pub(crate) fn searches_lines(method: SearchMethod, searches: &[SearchResult]) -> Vec<Text> {
    let mut lines = vec![text!("positions visited by each search:")];
    let numbers: Vec<Text> = searches
        .iter()
        .map(|one| match one.nodes {
            Some(nodes) => Text::verbatim(nodes.to_string()),
            None => text!("too many to visit"),
        })
        .collect();
    for (one, number) in searches.iter().zip(numbers) {
        let found = match (one.outcome, one.score) {
            (Some(outcome), _) => outcome.name().to_string(),
            (None, Some(score)) => format!("{score:+}"),
            (None, None) => String::new(),
        };
        let mark = if one.method == method { ">" } else { " " };
        let name = Text::verbatim(format!("  {mark} {:<12}{found:<4}", one.method.name()));
        lines.push(Text::concat([name, number]));
    }
    lines
}

/// The largest indentation of a node.
const MAX_INDENTED: usize = 30;

/// Returns the tree that a search visits, each node below its parent.
pub(crate) fn tree_lines(kind: Kind, method: SearchMethod, tree: &[Visit]) -> Vec<Text> {
    let search = method.name();
    let mut lines = vec![match kind {
        Kind::Scoring => text!(
            "the {search} tree: each node shows (alpha, beta) on entry and the final score (first player minus \
            second), or a bound on this score",
            search
        ),
        _ => text!("the {search} tree: each node shows whether the player to move wins (N) or loses (P)", search),
    }];
    let short = Short::new(tree.iter().map(|visit| &*visit.position));
    lines.extend(tree.iter().map(|visit| {
        let indent = "  ".repeat(visit.depth.min(MAX_INDENTED) + 1);
        let mut parts = vec![Text::verbatim(format!("{indent}{}", short.name(&visit.position)))];
        if let (Some(by), Kind::Partizan) = (visit.by, kind) {
            parts.extend([Text::verbatim(", "), player_name(kind, by)]);
        }
        parts.push(Text::verbatim(format!(": {}{}", bounds(visit), node_result(visit))));
        if visit.pruned > 0 {
            parts.extend([Text::verbatim(", "), text!("the rest is pruned")]);
        }
        Text::concat(parts)
    }));
    lines
}

/// Formats the bounds of a node, `(-inf, 3) `, if it has any.
pub(crate) fn bounds(visit: &Visit) -> String {
    let Some([alpha, beta]) = visit.bounds else { return String::new() };
    let bound_text = |bound: Option<i64>, none: &str| bound.map_or(none.to_string(), |bound| bound.to_string());
    format!("({}, {}) ", bound_text(alpha, "-inf"), bound_text(beta, "+inf"))
}

/// Formats the result at a node: `+3`, a bound such as `≤ -1`, or N and P.
pub(crate) fn node_result(visit: &Visit) -> String {
    match visit.result {
        NodeResult::Points(points, Bound::Exact) => format!("{points:+}"),
        NodeResult::Points(points, Bound::Lower) => format!("≥ {points:+}"),
        NodeResult::Points(points, Bound::Upper) => format!("≤ {points:+}"),
        NodeResult::Wins(true) => "N".to_string(),
        NodeResult::Wins(false) => "P".to_string(),
    }
}
