//! Answers, lists of games and descriptions of games as text.

use crate::columns::{pad, width};
use crate::explanation::strategy_reason;
use crate::steps::{searches_lines, steps_lines, tree_lines};
use crate::style::{Style, Tone};
use crate::theory::theorem_proof;
use grundy_lang::{Language, Text, text};
use grundy_rules::{
    Cursor, DynGame, Genus, Kind, LoopyValue, NoSources, Outcome, Play, Player, PlayerResult, TheoremInfo,
};
use grundy_solve::{
    Answer, ComponentSummary, Move, MoveResult, NextMover, PositionValue, Reason, Simplified, TableQuantity,
};
use grundy_value::Dyadic;

/// The amount of detail in the reasons of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReasonDetail {
    /// The names and sources.
    Short,
    /// The statements and the arithmetic as well.
    #[default]
    Full,
    /// Also all positions that play reaches, with the result for each.
    Steps,
}

/// The options for showing an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerTextOptions<'a> {
    /// The amount of detail in the reasons.
    pub why: ReasonDetail,
    /// The width and colours of the output.
    pub style: Style,
    /// The approximate number of moves to list, and the command that lists all moves; `None` to list all.
    pub move_limit: Option<(usize, &'a str)>,
    /// The command that prints the proof of a theorem; `None` to mention no proofs.
    ///
    /// In the command, `THEOREM` stands for the name of the theorem.
    pub proof_command: Option<&'a str>,
    /// Lines of text below the reasons: a line of best play, move by move.
    pub best_line: &'a [Text],
}

/// Returns an answer as text with a final line break, without line breaking and without colours.
///
/// ```
/// use grundy_lang::Language;
/// use grundy_render::{ReasonDetail, answer_text};
/// use grundy_solve::{Budget, Solver};
/// let spec = grundy_games::parse("nim(3,4,5)").unwrap();
/// let answer = Solver::new().solve(&spec, &Default::default(), &Budget::default()).unwrap();
/// let text = answer_text(&answer, ReasonDetail::Full, Language::English);
/// assert!(text.contains("the player to move wins"));
/// assert!(text.contains("take 2 from heap 1"));
/// assert!(answer_text(&answer, ReasonDetail::Full, Language::Chinese).contains("先手必胜"));
/// ```
pub fn answer_text(answer: &Answer, why: ReasonDetail, language: Language) -> String {
    answer_text_with(answer, AnswerTextOptions { why, ..AnswerTextOptions::default() }, language)
}

/// Returns an answer as text with a final line break.
///
/// If the text has more lines than the screen, the verdict is repeated at the end.
pub fn answer_text_with(answer: &Answer, options: AnswerTextOptions<'_>, language: Language) -> String {
    let style = options.style;
    let mut out = TextWriter { text: String::new(), language, style };
    let position = match &answer.position.text {
        Some(spec) => Text::verbatim(spec),
        None => {
            let parts = answer.position.component_count;
            match answer.position.play {
                Play::Normal => text!("a position too long to print (components: {parts})", parts),
                Play::Misere => text!("a misère position too long to print (components: {parts})", parts),
            }
        }
    };
    let position = match answer.position.remark.is_empty() {
        true => position,
        false => text!("{position} ({remark})", position, remark = answer.position.remark.clone()),
    };
    let mut facts = vec![out.painted(tone(answer), &verdict(answer))];
    facts.extend(
        answer.values.loony.then(|| text!("loony: the player to move wins every sum with Nimstring positions")),
    );
    facts.extend(answer.values.grundy.map(|grundy| {
        let zero = (grundy.0 == 0).then_some(Tone::Zero);
        text!("Grundy value {value}", value = out.painted(zero, &Text::verbatim(grundy.0.to_string())))
    }));
    facts.extend(answer.values.loopy.as_ref().map(|loopy| text!("Grundy value {value}", value = loopy.to_string())));
    facts.extend(answer.values.game.as_ref().and_then(|value| match is_long(answer, value, options) {
        true => mean_and_temperature(value),
        false => Some(value_clause(value, style)),
    }));
    facts.extend(answer.result.remoteness.map(|moves| match moves {
        1 => text!("after 1 move"),
        _ => text!("after {moves} moves", moves),
    }));
    let verdict = out.translate(&text!("{position}: {facts}", position, facts = Text::join_clauses(facts)));
    out.text += &format!("{verdict}\n");
    write_moves(answer, options.move_limit, &mut out);
    write_others(answer, options.move_limit, &mut out);
    write_reasons(answer, options, &mut out);
    for text in options.best_line {
        out.line(&Text::concat([Text::verbatim("  "), text.clone()]));
    }
    if let Some((method, searches)) = &answer.trace.searches {
        out.text.push('\n');
        searches_lines(*method, searches).iter().for_each(|line| out.line(line));
    }
    match (&answer.trace.tree, &answer.trace.searches) {
        (Some(Ok(tree)), Some((method, _))) => {
            out.text.push('\n');
            tree_lines(answer.position.kind, *method, tree).iter().for_each(|line| out.line(line));
        }
        (Some(Err(error)), _) => out.line(&text!("the search tree cannot be shown: {error}", error)),
        _ => {}
    }
    for component in answer.explanation.components.iter().filter(|component| !component.steps.is_empty()) {
        out.text.push('\n');
        let (name, theorem) = (component.text.clone(), component.theorem.unwrap_or_default());
        out.line(&text!("{component} by {theorem}, step by step:", component = name, theorem));
        for step in &component.steps {
            out.line(&Text::concat([Text::verbatim("  "), step.clone()]));
        }
    }
    if let Some(steps) = &answer.trace.steps {
        out.text.push('\n');
        match steps {
            Ok(steps) => steps_lines(steps).iter().for_each(|line| out.line(line)),
            Err(error) => out.line(&text!("the steps cannot be shown: {error}", error)),
        }
    }
    let mut laid = style.wrap_lines(&out.text);
    // The prompt of the shell takes a line as well.
    if style.height.is_some_and(|height| laid.lines().count() + 1 > height) {
        laid += &format!("\n{}", style.wrap_lines(&format!("{verdict}\n")));
    }
    laid
}

/// Output under construction, in one language.
struct TextWriter {
    text: String,
    language: Language,
    style: Style,
}

impl TextWriter {
    fn push(&mut self, text: &Text) {
        // Writing to a string cannot fail.
        let _ = text.write(self.language, &mut self.text);
    }

    fn line(&mut self, text: &Text) {
        self.push(text);
        self.text.push('\n');
    }

    fn translate(&self, text: &Text) -> String {
        text.in_language(self.language)
    }

    /// Returns the text in the colour of a tone, if there is one.
    fn painted(&self, tone: Option<Tone>, text: &Text) -> Text {
        match tone {
            Some(tone) => self.style.painted(tone, text.clone()),
            None => text.clone(),
        }
    }

    /// Writes a theorem with its statement, and the command that prints its proof.
    fn theorem(&mut self, info: &TheoremInfo, proof: Option<&str>) {
        self.line(&text!(
            "  {theorem}: {statement}",
            theorem = info.citation(),
            statement = self.language.translate(info.statement)
        ));
        if let Some(command) = proof.filter(|_| theorem_proof(info.name, self.language).is_some()) {
            self.line(&text!("    proof: {command}", command = command.replace("THEOREM", info.name)));
        }
    }
}

/// Returns the verdict: who wins, by how much, or who loses.
pub(crate) fn verdict(answer: &Answer) -> Text {
    if let Some(score) = answer.result.score {
        let points = score.unsigned_abs();
        return match score {
            0 => text!("with best play the scores are equal"),
            1.. => text!("with best play the first player scores {points} more than the second", points),
            _ => text!("with best play the second player scores {points} more than the first", points),
        };
    }
    if let Some(player) = answer.result.lone_player {
        let player = u16::from(player.0) + 1;
        return match answer.result.loser {
            None => text!("player {player} can avoid losing against all the others", player),
            Some(_) => text!("player {player} loses if all the others form a coalition", player),
        };
    }
    if let Some(loser) = answer.result.loser {
        return text!("player {player} loses with best play", player = u16::from(loser.0) + 1);
    }
    if let (None, Some([left, right])) = (answer.result.outcome, answer.result.results_moving_first) {
        let reaches = |ending| match ending {
            PlayerResult::Win => text!("wins"),
            PlayerResult::Loss => text!("loses"),
            PlayerResult::Draw => text!("draws"),
        };
        return text!(
            "Left {left} if Left starts, Right {right} if Right starts",
            left = reaches(left),
            right = reaches(right)
        );
    }
    match answer.result.outcome {
        Some(Outcome::N) if answer.position.kind == Kind::Partizan => text!("whoever starts wins (N)"),
        Some(Outcome::P) if answer.position.kind == Kind::Partizan => text!("whoever starts loses (P)"),
        outcome => outcome_text(outcome),
    }
}

/// Returns an outcome in words. The words for N and P do not apply to partizan games.
pub(crate) fn outcome_text(outcome: Option<Outcome>) -> Text {
    match outcome {
        Some(Outcome::N) => text!("the player to move wins (N)"),
        Some(Outcome::P) => text!("the player to move loses (P)"),
        Some(Outcome::L) => text!("Left wins, whoever starts (L)"),
        Some(Outcome::R) => text!("Right wins, whoever starts (R)"),
        Some(Outcome::D) => text!("a draw with best play (D)"),
        None => text!("not decided"),
    }
}

/// Returns the colour of a verdict; with points, the colour of the first player's result.
fn tone(answer: &Answer) -> Option<Tone> {
    match answer.result.score {
        Some(0) => Some(Tone::Draw),
        Some(1..) => Some(Tone::Win),
        Some(_) => Some(Tone::Loss),
        None => answer.result.outcome.map(Tone::for_outcome),
    }
}

/// Up to this many moves beyond the limit are listed, because the line "1 more" takes as much space.
const MAX_EXTRA_MOVES: usize = 2;

fn write_moves(answer: &Answer, move_limit: Option<(usize, &str)>, out: &mut TextWriter) {
    let total = match answer.moves.total {
        None if !answer.moves.incomplete => return,
        Some(0) => return,
        total => total.unwrap_or(answer.moves.listed.len() as u128),
    };
    let count = match (answer.position.kind, answer.result.outcome, total) {
        _ if answer.result.lone_player.is_some() && total == 1 => text!("1 winning move"),
        _ if answer.result.lone_player.is_some() => text!("{total} winning moves", total),
        (kind, _, 1) if !kind.has_outcomes() => text!("1 best move"),
        (kind, ..) if !kind.has_outcomes() => text!("{total} best moves", total),
        (_, Some(Outcome::D), 1) => text!("1 drawing move"),
        (_, Some(Outcome::D), _) => text!("{total} drawing moves", total),
        _ if answer.moves.incomplete => match total {
            0 => text!("winning moves: at least one exists; the search stopped before finding any"),
            _ => text!("winning moves (there may be more)"),
        },
        // Exactly one player draws moving first, and the other wins or loses. The best moves can thus have different
        // results, and each line names the result of its move.
        (_, None, 1) if answer.result.results_moving_first.is_some() => text!("1 best move"),
        (_, None, _) if answer.result.results_moving_first.is_some() => text!("{total} best moves", total),
        (_, _, 1) => text!("1 winning move"),
        _ => text!("{total} winning moves", total),
    };
    out.text.push('\n');
    match answer.moves.listed.is_empty() {
        true => out.line(&count),
        false => out.line(&text!("{count}:", count)),
    }
    // The term is named if there is more than one.
    let several = answer.position.term_count > 1;
    let moves = match move_limit {
        Some((limit, _)) if answer.moves.listed.len() > limit + MAX_EXTRA_MOVES => &answer.moves.listed[..limit],
        _ => &answer.moves.listed[..],
    };
    let mixed = answer.result.outcome.is_none() && answer.result.results_moving_first.is_some();
    write_list(moves, |mv| describe_move(mv, several, mixed), out);
    let more = total.saturating_sub(moves.len() as u128);
    match move_limit {
        _ if moves.is_empty() || more == 0 => {}
        Some((_, how)) if moves.len() < answer.moves.listed.len() => {
            out.line(&text!("  {more} more: {how}", more, how))
        }
        _ => out.line(&text!("  and {more} more", more)),
    }
}

/// Writes the moves that are not among the best, if their results are known.
fn write_others(answer: &Answer, move_limit: Option<(usize, &str)>, out: &mut TextWriter) {
    let total = answer.moves.others.len();
    if total == 0 {
        return;
    }
    out.text.push('\n');
    match total {
        1 => out.line(&text!("1 other move:")),
        _ => out.line(&text!("{total} other moves:", total)),
    }
    let limit = move_limit.map_or(total, |(limit, _)| if total > limit + MAX_EXTRA_MOVES { limit } else { total });
    write_list(&answer.moves.others[..limit], |mv| describe_move(mv, answer.position.term_count > 1, true), out);
    if let Some((_, how)) = move_limit.filter(|_| limit < total) {
        out.line(&text!("  {more} more: {how}", more = total - limit, how));
    }
}

/// Describes a move, with its result if results differ or if its length is known.
fn describe_move(mv: &Move, several: bool, mixed: bool) -> Text {
    let line = move_line(mv, several);
    match (mv.result, mv.remoteness) {
        (MoveResult::Win, Some(0)) => text!("{line} (wins at once)", line),
        (MoveResult::Win, Some(1)) => text!("{line} (wins after 1 more move)", line),
        (MoveResult::Win, Some(moves)) => text!("{line} (wins after {moves} more moves)", line, moves),
        (MoveResult::Loss, Some(0)) => text!("{line} (loses at once)", line),
        (MoveResult::Loss, Some(1)) => text!("{line} (loses after 1 more move)", line),
        (MoveResult::Loss, Some(moves)) => text!("{line} (loses after {moves} more moves)", line, moves),
        (MoveResult::Win, None) if mixed => text!("{line} (wins)", line),
        (MoveResult::Draw, None) if mixed => text!("{line} (draws)", line),
        (MoveResult::Loss, None) => text!("{line} (loses)", line),
        _ => line,
    }
}

/// Writes moves one per line, with the positions that they lead to.
fn write_list(moves: &[Move], describe: impl Fn(&Move) -> Text, out: &mut TextWriter) {
    let lines: Vec<String> = moves.iter().map(|mv| out.translate(&describe(mv))).collect();
    let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
    for (line, mv) in lines.iter().zip(moves) {
        match &mv.to {
            Some(to) => out.text += &format!("  {}  ->  {to}\n", pad(line, widest)),
            None => out.text += &format!("  {line}\n"),
        }
    }
}

fn write_reasons(answer: &Answer, options: AnswerTextOptions<'_>, out: &mut TextWriter) {
    if answer.explanation.reasons.is_empty() {
        return;
    }
    out.text.push('\n');
    if options.why == ReasonDetail::Short {
        let reasons = answer.explanation.reasons.iter().map(|reason| short_reason(answer, reason));
        out.line(&text!("why: {reasons}", reasons = Text::list(reasons)));
        return;
    }
    out.line(&text!("why:"));
    if answer.result.is_over {
        out.line(&nothing_to_move(answer));
    }
    if let Some(value) = answer.values.game.as_ref().filter(|value| is_long(answer, value, options)) {
        out.line(&text!("  value: {value}", value = shown_value(value, options.style).unwrap_or_default()));
    }
    let strategy_at = strategy_reason(answer);
    for (at, reason) in answer.explanation.reasons.iter().enumerate() {
        match reason {
            Reason::Theorem(info) => out.theorem(info, options.proof_command),
            Reason::Table { quantity, to } => {
                let holds = quantity_of_answer(answer, *quantity);
                out.line(&text!("  table: {holds} up to {to}, computed from the definition", holds, to = *to));
            }
            Reason::Period { quantity, period, theorem } => {
                let holds = quantity_of_answer(answer, *quantity);
                let (preperiod, period) = (period.preperiod, period.period);
                out.line(&text!(
                    "  period: {holds} repeat from heap {preperiod} on with period {period}",
                    holds,
                    preperiod,
                    period
                ));
                out.theorem(theorem, options.proof_command);
            }
            Reason::Proof { statement, method } => {
                out.line(&text!(
                    "  proved: {statement}; {method}",
                    statement = statement.clone(),
                    method = method.clone()
                ));
            }
            Reason::Database { folder, tier } => {
                out.line(&text!("  database: {folder}, tier {tier}", folder = folder.as_str(), tier = tier.as_str()));
            }
            Reason::Quotient { .. } => out.line(&text!("  quotient: {said}", said = quotient_summary(reason))),
            Reason::Search { nodes: 1 } => out.line(&text!("  search: 1 position evaluated")),
            Reason::Search { nodes } => out.line(&text!("  search: {nodes} positions evaluated", nodes = *nodes)),
        }
        if strategy_at == Some(at) {
            write_strategy(answer, out);
        }
    }
    if matches!(answer.values.loopy, Some(LoopyValue::Infinite(_))) {
        out.line(&text!(
            "  inf{{K}} is not a finite value: K is the set of the finite values of the options. On its own, the \
                position is a win for the player to move iff 0 is in K, otherwise a draw"
        ));
    }
    if let Some(simple) = &answer.explanation.simplified {
        simplified_lines(simple).iter().for_each(|line| out.line(line));
    }
    write_arithmetic(answer, out);
    if let Some(genus) = answer.values.genus.filter(|_| !answer.result.is_over) {
        out.line(&misere_case(answer, genus));
    }
}

/// Reports whether to mark the column of the highest 1 of the xor: the strategy may refer to it.
///
/// This is so under normal play if the strategy gives a winning move and its goal, not only a reply to every move.
fn marks_highest_bit(answer: &Answer) -> bool {
    answer.position.play == Play::Normal && answer.explanation.strategy.len() > 1
}

/// Writes the strategy of the winner.
fn write_strategy(answer: &Answer, out: &mut TextWriter) {
    match answer.explanation.strategy.as_slice() {
        [] => {}
        // A partizan strategy covers both players.
        lines if answer.position.kind == Kind::Partizan => {
            lines.iter().for_each(|line| out.line(&Text::concat([Text::verbatim("    "), line.clone()])));
        }
        [strategy] => out.line(&text!("    no move helps: {strategy}", strategy)),
        [mv, then @ ..] => {
            out.line(&text!("    how to win: {mv}", mv));
            then.iter().for_each(|line| out.line(&Text::concat([Text::verbatim("      "), line.clone()])));
        }
    }
}

/// Explains the result of a position without moves.
pub(crate) fn nothing_to_move(answer: &Answer) -> Text {
    match (answer.position.kind, answer.position.play) {
        (Kind::Scoring, _) => text!("  no move is left: the game is over"),
        (Kind::NonstandardImpartial, _) => text!("  the game is over"),
        (Kind::Multiplayer, _) => text!("  no move is left: the player to move loses"),
        (_, Play::Normal) => text!("  the player to move has no move left and loses"),
        (_, Play::Misere) => text!("  the player to move has no move left and so wins under misère play"),
    }
}

/// Describes which case of misère Nim applies.
pub(crate) fn misere_case(answer: &Answer, genus: Genus) -> Text {
    let by_theorem = answer.explanation.reasons.iter().any(|reason| matches!(reason, Reason::Theorem(_)));
    if !by_theorem {
        let value = genus.misere.0;
        return text!("  the misère Grundy value is {value}; the player to move wins iff it is not 0", value);
    }
    let xor = genus.normal.0;
    match genus.is_fickle() {
        true => text!(
            "  every component plays like Nim heaps of at most 1, so the player to move wins iff the xor is 0; \
                it is {xor}",
            xor
        ),
        false => text!(
            "  some component plays like Nim with a heap above 1, so the player to move wins iff the xor is not \
                0; it is {xor}",
            xor
        ),
    }
}

/// Names the quantity that a table holds.
pub fn table_quantity(quantity: TableQuantity) -> Text {
    match quantity {
        TableQuantity::Values => text!("Grundy values"),
        TableQuantity::Genera => text!("Grundy values of normal and misère play"),
        TableQuantity::Outcomes => text!("outcomes for either player to move"),
        TableQuantity::Scores => text!("the best scores"),
        TableQuantity::Losers => text!("the losers for each player to move"),
    }
}

/// Names the quantity of the table that an answer comes from.
///
/// Against a coalition, the quantity is about one player.
fn quantity_of_answer(answer: &Answer, quantity: TableQuantity) -> Text {
    match (quantity, answer.result.lone_player) {
        (TableQuantity::Losers, Some(player)) => text!(
            "the results of player {player} against the others for each player to move",
            player = u16::from(player.0) + 1
        ),
        _ => table_quantity(quantity),
    }
}

/// Describes a move: the player, the term, the action, and whether the player moves again.
fn move_line(mv: &Move, several: bool) -> Text {
    let mut line = mv.text.clone();
    if mv.next == Some(NextMover::Same) {
        line = text!("{line}, and move again", line);
    }
    if several {
        line = text!("term {part}: {words}", part = mv.term_number, words = line);
    }
    match mv.by {
        Some(Player::LEFT) => text!("Left: {line}", line),
        Some(_) => text!("Right: {line}", line),
        None => line,
    }
}

/// Describes the sum after cancelling equal components and dropping P-positions.
pub(crate) fn simplified_lines(simple: &Simplified) -> Vec<Text> {
    let mut lines = vec![];
    if !simple.cancelled.is_empty() {
        let pairs = simple.cancelled.iter().map(|(text, pairs)| match pairs {
            1 => Text::verbatim(format!("{text} + {text}")),
            _ => text!("{pairs} pairs of {text}", pairs = *pairs, text),
        });
        lines.push(text!("  equal components cancel (A + A = P): {pairs}", pairs = Text::list(pairs)));
    }
    if !simple.zeros.is_empty() {
        let zeros = Text::list(simple.zeros.iter().map(Text::verbatim));
        lines.push(text!("  P-positions have value 0 and can be dropped (N + P = N, P + P = P): {zeros}", zeros));
    }
    lines.push(match simple.rest.as_slice() {
        [] => text!("  nothing is left: a P-position"),
        [one] => text!("  one N-position is left: {one}", one),
        rest => text!(
            "  these components are left: {rest}; the outcome of N + N depends on their Grundy values",
            rest = rest.join(" + ")
        ),
    });
    lines
}

fn short_reason(answer: &Answer, reason: &Reason) -> Text {
    match reason {
        Reason::Theorem(info) => info.citation(),
        Reason::Table { quantity, to } => {
            text!("table of {holds} up to {to}", holds = quantity_of_answer(answer, *quantity), to = *to)
        }
        Reason::Period { period, theorem, .. } => text!(
            "period {period} from heap {preperiod} on ({theorem})",
            period = period.period,
            preperiod = period.preperiod,
            theorem = theorem.name
        ),
        Reason::Proof { statement, .. } => text!("proved: {statement}", statement = statement.clone()),
        Reason::Database { folder, .. } => text!("the database {folder}", folder = folder.as_str()),
        Reason::Quotient { .. } => quotient_summary(reason),
        Reason::Search { nodes: 1 } => text!("search over 1 position"),
        Reason::Search { nodes } => text!("search over {nodes} positions", nodes = *nodes),
    }
}

/// Describes a misère quotient: its order and its range of validity.
fn quotient_summary(reason: &Reason) -> Text {
    let Reason::Quotient { order, repeat, checked_to, components, .. } = reason else { return Text::empty() };
    let order = *order;
    match (repeat, checked_to, components) {
        (Some(period), ..) => text!(
            "misère quotient of order {order}, proved for all heaps: their elements repeat with period {period} \
                from heap {preperiod} on",
            order,
            preperiod = period.preperiod,
            period = period.period
        ),
        (_, Some(last), _) => {
            text!("misère quotient of order {order}, checked for heaps up to {last}", order, last = *last)
        }
        (.., Some(components)) => {
            text!(
                "misère quotient of order {order}, checked for the {components} components that occur in play",
                order,
                components = *components
            )
        }
        _ => text!("misère quotient of order {order}, proved for all heaps", order),
    }
}

/// Writes the theorems with the position's numbers substituted, and the xor of the values in binary.
fn write_arithmetic(answer: &Answer, out: &mut TextWriter) {
    let shown = &answer.explanation.components;
    let valued = !shown.is_empty() && shown.iter().all(|c| c.nim_value.is_some());
    let lines: Vec<(&str, &Text)> = shown
        .iter()
        .filter_map(|c| Some((c.text.as_str(), c.working.as_ref()?)))
        .filter(|line| !line.1.is_empty())
        .collect();
    let widest = lines.iter().map(|line| width(line.0)).max().unwrap_or(0);
    for (text, working) in lines {
        out.line(&Text::concat([Text::verbatim(format!("    {}  ", pad(text, widest))), working.clone()]));
    }
    if valued && (shown.len() > 1 || shown[0].copies != 1) {
        write_xor(answer, shown, out);
    }
}

/// The maximum length of a value in the first line of an answer, in characters.
const MAX_VALUE_LEN: usize = 30;

/// Reports whether the value of a partizan position is shown below the first line, with the reasons.
fn is_long(answer: &Answer, value: &PositionValue, options: AnswerTextOptions<'_>) -> bool {
    let has_reasons = !answer.explanation.reasons.is_empty() && options.why != ReasonDetail::Short;
    has_reasons && shown_value(value, options.style).is_some_and(|value| value.chars().count() > MAX_VALUE_LEN)
}

/// Returns the text of the value: with arrows for a terminal, in ASCII for files and other programs.
fn shown_value(value: &PositionValue, style: Style) -> Option<&str> {
    if style.width.is_some() { value.value_with_arrows.as_deref() } else { value.value.as_deref() }
}

/// Describes the mean and the temperature of a position that is hot.
fn mean_and_temperature(value: &PositionValue) -> Option<Text> {
    let [mean, temperature] = [value.mean, value.temperature].map(|x| x.to_string());
    (value.temperature > Dyadic::ZERO).then(|| text!("mean {mean}, temperature {temperature}", mean, temperature))
}

/// Describes the value of a position of a partizan game in a clause.
fn value_clause(position_value: &PositionValue, style: Style) -> Text {
    let value = shown_value(position_value, style);
    let [mean, temperature] = [position_value.mean, position_value.temperature].map(|x| x.to_string());
    match value {
        Some(value) if position_value.temperature > Dyadic::ZERO => {
            text!("value {value}, mean {mean}, temperature {temperature}", value, mean, temperature)
        }
        Some(value) => text!("value {value}", value),
        None => text!("value too long to print, mean {mean}, temperature {temperature}", mean, temperature),
    }
}

/// Reports whether all components are shown.
///
/// Readers can check the xor only if the column of values is complete.
pub(crate) fn is_complete(answer: &Answer) -> bool {
    answer.position.component_count == answer.explanation.components.iter().map(|c| u128::from(c.copies)).sum::<u128>()
}

/// Returns the xor of the values.
pub(crate) fn xor_of(components: &[ComponentSummary]) -> u128 {
    let odd = components.iter().filter(|c| c.copies % 2 == 1);
    odd.fold(0, |xor, c| xor ^ c.nim_value.unwrap_or(0))
}

fn write_xor(answer: &Answer, shown: &[ComponentSummary], out: &mut TextWriter) {
    let complete = is_complete(answer);
    let heaps: Vec<(u128, u64)> = shown.iter().map(|c| (c.nim_value.unwrap_or(0), c.copies)).collect();
    let total = xor_of(shown);
    let largest = heaps.iter().map(|h| h.0).max().unwrap_or(0);
    let bits = (128 - largest.leading_zeros()).max(1) as usize;
    let wide = largest.to_string().len().max(3);
    for (heap, copies) in &heaps {
        let line = Text::verbatim(format!("    {heap:>wide$}  {heap:0bits$b}"));
        match copies {
            1 => out.line(&line),
            _ => out.line(&text!("{line}  {copies} times", line, copies)),
        }
    }
    if complete {
        out.line(&Text::verbatim(format!("    {:>wide$}  {total:0bits$b} = {total}", "xor")));
        if let (Some(highest), true) = (total.checked_ilog2(), marks_highest_bit(answer)) {
            // Marks the column that determines the winning moves.
            out.line(&Text::verbatim(format!("    {:>wide$}  {:>column$}", "", "^", column = bits - highest as usize)));
        }
    } else {
        out.line(&text!(
            "{dots}  of {parts} components",
            dots = format!("    {:>wide$}", "..."),
            parts = answer.position.component_count
        ));
    }
}

/// Lists all games, one per line.
///
/// On narrow lines the examples are left out, and the title of a game with a long notation goes below it.
pub fn games_text(games: &[&dyn DynGame], style: Style, language: Language) -> String {
    let rows = games.iter().map(|entry| entry.info());
    let rows: Vec<[&str; 3]> =
        rows.map(|info| [language.translate(info.notation), info.example, language.translate(info.title)]).collect();
    let widest = |column: usize| rows.iter().map(|row| width(row[column])).max().unwrap_or(0);
    let [first, second, third] = [0, 1, 2].map(widest);
    let full_width = first + 2 + second + 2 + third;
    let lines: String = match style.width.filter(|&columns| columns < full_width) {
        None => {
            let line = |[notation, example, title]: &[&str; 3]| {
                format!("{}  {}  {title}\n", pad(notation, first), pad(example, second))
            };
            rows.iter().map(line).collect()
        }
        Some(columns) => {
            let first = first.min((columns / 2).saturating_sub(2));
            let line = |[notation, _, title]: &[&str; 3]| match width(notation) <= first {
                true => format!("{}  {title}\n", pad(notation, first)),
                false => format!("{notation}\n{}  {title}\n", " ".repeat(first)),
            };
            rows.iter().map(line).collect()
        }
    };
    style.wrap_lines(&lines)
}

/// Returns the description of one game.
pub fn game_text(entry: &dyn DynGame, language: Language) -> String {
    let info = entry.info();
    let mut out = TextWriter { text: String::new(), language, style: Style::default() };
    out.text +=
        &format!("{} - {}\n\n{}\n\n", info.name, language.translate(info.title), language.translate(info.rules));
    let length = match info.short {
        true => text!("short: every play ends"),
        false => text!("short or loopy: from some positions play may never end"),
    };
    let misere = match info.misere {
        true => text!("normal and misère play"),
        false => text!("normal play"),
    };
    let moves_again = entry.samples().next().is_some_and(|position| position.ruleset().has_extra_turns());
    let named = |kind| match kind {
        Kind::Impartial => text!("impartial"),
        Kind::Partizan => text!("partizan"),
        Kind::NonstandardImpartial if moves_again => text!("impartial, but a player can move again after some moves"),
        Kind::NonstandardImpartial => text!("impartial, but certain positions also end the game"),
        Kind::Scoring => text!("scoring"),
        Kind::Multiplayer => text!("multiplayer"),
    };
    let kind = match info.other_kind {
        None => named(info.kind),
        Some(other) => text!("{kind} or {other}", kind = named(info.kind), other = named(other)),
    };
    let players = match info.kind.players() {
        Some(players) => text!("{players}, perfect information", players),
        None => text!("one for each set in the brackets, perfect information"),
    };
    let table = match table_shape(entry) {
        Some("heaps") => text!("values by heap size"),
        Some(_) if entry.samples().next().is_some_and(|position| position.ruleset().min_index() > 0) => {
            text!("values by board size")
        }
        Some(_) => text!("values by pair of heap sizes"),
        None if info.kind == Kind::Multiplayer => text!("losers by number of stones and first player"),
        None => text!("none; positions that no theorem covers are solved by search"),
    };
    let mut rows = vec![
        (text!("notation"), Text::verbatim(language.translate(info.notation))),
        (text!("example"), Text::verbatim(format!("grundy solve '{}'", info.example))),
        (text!("aliases"), Text::verbatim(info.aliases.join(", "))),
    ];
    if !info.other_examples.is_empty() {
        rows.push((text!("examples"), Text::verbatim(info.other_examples.join(", "))));
    }
    if let [name, others @ ..] = entry.misere_names() {
        let position = info.example.strip_prefix(info.name).unwrap_or(info.example);
        let misere = text!(
            "grundy solve '{name}{position}' solves 'misere {example}'; other names of '{name}': {others}",
            name = *name,
            position,
            example = info.example,
            others = others.join(", ")
        );
        rows.push((text!("misère"), misere));
    }
    rows.extend([
        (text!("kind"), Text::join_clauses([kind, length, misere])),
        (text!("players"), players),
        (text!("table"), table),
    ]);
    for (label, description) in rows {
        let label = pad(&out.translate(&label), 10);
        out.line(&Text::concat([Text::verbatim(label), description]));
    }
    for theorem in entry.theorems() {
        let named = theorem.citation().in_language(language);
        out.text += &format!("\n{named}\n  {}\n", language.translate(theorem.statement));
        out.line(&text!("  scope: {scope}", scope = Text::verbatim(language.translate(theorem.scope))));
    }
    out.text
}

/// Returns the shape of the game's table in a word: `heaps`, `pairs` or `triples`.
pub fn table_shape(entry: &dyn DynGame) -> Option<&'static str> {
    // The rules determine whether there is a table, so any position will do.
    let example = entry.info().example;
    let example = example.strip_prefix("misere ").unwrap_or(example);
    let (name, rest) = example.split_at(example.find(['[', '(', '{'])?);
    let mut sources = NoSources;
    let position = entry.parse(name, &mut Cursor::new(rest, &mut sources)).ok()?;
    let dims = match position.ruleset().table_form() {
        Some(view) => view.is_tabulated().then(|| view.dims())?,
        // A game without a table is solved by a theorem or by search, but can have a number of coordinates.
        None => position.ruleset().dims()?,
    };
    Some(["heaps", "pairs", "triples"][dims - 1])
}
