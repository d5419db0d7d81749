//! Proofs of the outcome of one position by a list of lost positions with replies to all moves.
//!
//! In each listed position, every option has a reply that leads to a position listed earlier, with the same player to
//! move. Under misère play an option without moves needs no reply, since the player to move there has won.
//!
//! So the player to move loses every listed position, by induction on its index: after any move the opponent either has
//! won, or replies with a move to a position known to be lost. A position without moves may be listed under normal play
//! only. Play ends, since the index decreases with every two moves. So a draw is impossible, even if the game has
//! cycles elsewhere.
//!
//! Positions are compared as texts, which are the sorted texts of their components. A sum does not depend on the order
//! of its components, and the notation defines the position that a text describes.

use crate::certificate::{Lost, PartizanPlayer, refused};
use crate::verified::Verified;
use crate::work::{Limits, WorkCounter};
use grundy_lang::{Arg, Text, text};
use grundy_rules::CompactSort;
use grundy_rules::{Kind, Library, Play, Player, PositionSum, Result, Rules, SumRules, parse};
use std::collections::{BTreeSet, HashSet};

/// Returns the rules of a position in the form that certificates use.
///
/// These are the rules of its terms, each once, with the prefix `misere ` for misère play.
///
/// ```
/// let spec = grundy_games::parse("misere nim(3) + wythoff(1,2) + 2*nim(4)").unwrap();
/// assert_eq!(grundy_verify::rules_of(&spec), "misere nim + wythoff");
/// ```
pub fn rules_of(spec: &PositionSum) -> String {
    let mut games: Vec<String> = vec![];
    for term in &spec.terms {
        let text = term.position.ruleset().rules_text();
        if !games.contains(&text) {
            games.push(text);
        }
    }
    let prefix = if spec.play == Play::Misere { "misere " } else { "" };
    format!("{prefix}{}", games.join(" + "))
}

/// Returns the options of a position in the form that certificates use, each once.
///
/// Each option is a sum of single components, sorted. The text of the empty sum is empty. `to_move` is needed only in
/// partizan games.
///
/// # Errors
/// `refused` for texts that are not positions of a game that the last move decides, and for positions that are too
/// large to print; `limit` if there are too many options.
///
/// ```
/// use grundy_verify::{Limits, options_of};
/// let options = options_of("nim(2,1)", None, grundy_games::library(), &Limits::default()).unwrap();
/// assert_eq!(options, ["nim(0) + nim(1)", "nim(0) + nim(2)", "nim(1) + nim(1)"]);
/// ```
pub fn options_of(
    position: &str,
    to_move: Option<PartizanPlayer>,
    library: &Library,
    limits: &Limits,
) -> Result<Vec<String>> {
    let mut work = WorkCounter::new(limits)?;
    let position = read(position, library)?;
    let mut options = BTreeSet::new();
    position.each_option(to_move, &mut work, &mut |option, work| {
        work.reserve(option.len() as u64 + 64)?;
        options.insert(option);
        Ok(false)
    })?;
    Ok(options.into_iter().collect())
}

/// Returns a position in the form that certificates use: a sum of single components, sorted.
///
/// The text of the empty sum is empty.
///
/// # Errors
/// `refused`, as for [`options_of`].
pub fn text_of(position: &str, library: &Library) -> Result<String> {
    Ok(read(position, library)?.text())
}

/// Returns a position in the form that certificates use, without `misere`; see [`text_of`].
pub(crate) fn text_of_sum(spec: &PositionSum) -> Result<String> {
    Ok(TextPosition::from_sum(spec)?.text())
}

/// Checks that all listed positions are lost and that the outcome follows.
pub(crate) fn verify(
    rules: &str,
    position: &str,
    outcome: &str,
    lost: &[Lost],
    library: &Library,
    work: &mut WorkCounter<'_>,
) -> Result<Verified> {
    let (play, games) = match rules.strip_prefix("misere ") {
        Some(games) => (Play::Misere, games),
        None => (Play::Normal, rules),
    };
    let spec = PositionSum { play, ..read_spec(position, library)? };
    if rules_of(&spec) != rules {
        return Err(refused(text!("`{position}` is not a position of `{games}`", position, games)));
    }
    let unplayed = spec.terms.iter().find_map(|term| term.position.ruleset().info().check_play(play).err());
    if let Some(error) = unplayed {
        return Err(refused(error.message));
    }
    let full_position = TextPosition::from_sum(&spec)?;
    let partizan = spec.kind() == Kind::Partizan;
    for (place, one) in lost.iter().enumerate() {
        if one.to_move.is_some() != partizan {
            return Err(refused(text!(
                "position {place}: the player to move must be given in partizan games, and only in them",
                place
            )));
        }
        let earlier = &lost[..place];
        check_lost(play, one, earlier, library, work).map_err(|error| match error.kind {
            grundy_rules::ErrorKind::Refused => {
                let what = match error.message.arg("message") {
                    Some(message) => message.clone(),
                    None => Arg::from(&error.message),
                };
                refused(text!("position {place}, `{one}`: {what}", place, one = &one.position, what))
            }
            _ => error,
        })?;
    }
    let listed: HashSet<(&str, Option<PartizanPlayer>)> =
        lost.iter().map(|l| (l.position.as_str(), l.to_move)).collect();
    check_outcome(&full_position, play, outcome, partizan, &listed, work)?;
    let prefix = if play == Play::Misere { "misere " } else { "" };
    let canonical = PositionSum { play: Play::Normal, ..spec }.canonical_text();
    let statement = Text::verbatim(format!("{prefix}{canonical}: {outcome}"));
    Ok(Verified { statement, positions: lost.len() as u64, states: 0, silent: None })
}

/// Checks that all options of a listed position have replies that lead to earlier positions.
fn check_lost(play: Play, one: &Lost, earlier: &[Lost], library: &Library, work: &mut WorkCounter<'_>) -> Result<()> {
    let position = read(&one.position, library)?;
    if position.text() != one.position {
        return Err(refused(text!("it must be written `{position}`", position = position.text())));
    }
    let mut options: HashSet<String> = HashSet::new();
    position.each_option(one.to_move, work, &mut |option, work| {
        work.steps(1)?;
        if !one.answers.contains_key(&option) {
            return Err(refused(text!("the option `{option}` has no reply", option)));
        }
        options.insert(option);
        Ok(false)
    })?;
    if play == Play::Misere && options.is_empty() {
        return Err(refused(text!("there is no move, so the player to move wins under misère play")));
    }
    for (option, &answer) in &one.answers {
        if !options.contains(option) {
            return Err(refused(text!("`{option}` is not an option", option)));
        }
        let option_position = read(option, library)?;
        let next = one.to_move.map(opponent);
        let (mut any, mut found) = (false, false);
        option_position.each_option(next, work, &mut |reached, _| {
            any = true;
            let lost = answer.and_then(|place| earlier.get(place));
            found = lost.is_some_and(|lost| lost.position == reached && lost.to_move == one.to_move);
            Ok(found)
        })?;
        let needs_no_reply = play == Play::Misere && !any && answer.is_none();
        if !found && !needs_no_reply {
            return Err(refused(match answer {
                Some(place) => {
                    text!(
                        "no move leads from `{option}` to position {place}, or that position is not listed earlier",
                        option,
                        place
                    )
                }
                None => text!("the option `{option}` needs a reply, but none is given", option),
            }));
        }
    }
    Ok(())
}

/// Checks that the outcome of the whole position follows from the listed positions.
fn check_outcome(
    position: &TextPosition,
    play: Play,
    outcome: &str,
    partizan: bool,
    listed: &HashSet<(&str, Option<PartizanPlayer>)>,
    work: &mut WorkCounter<'_>,
) -> Result<()> {
    // Checks that player `by` wins by a move to a listed position, or if `wins` is false, that the position is listed.
    let text = position.text();
    let mut check = |by: Option<PartizanPlayer>, wins: bool| -> Result<()> {
        let who = match by {
            None => text!("the player to move"),
            Some(PartizanPlayer::Left) => text!("Left"),
            Some(PartizanPlayer::Right) => text!("Right"),
        };
        if !wins {
            let is_listed = listed.contains(&(text.as_str(), by));
            return if is_listed {
                Ok(())
            } else {
                Err(refused(text!("`{text}` is not listed as lost for {who}", who, text = &text)))
            };
        }
        let next = by.map(opponent);
        let (mut any, mut found) = (false, false);
        position.each_option(by, work, &mut |option, _| {
            any = true;
            found = listed.contains(&(option.as_str(), next));
            Ok(found)
        })?;
        if found || (!any && play == Play::Misere) {
            return Ok(());
        }
        Err(refused(text!("{who} has no move from `{text}` to a listed position", who, text = &text)))
    };
    match (outcome, partizan) {
        ("N", false) => check(None, true),
        ("P", false) => check(None, false),
        ("N" | "P" | "L" | "R", true) => {
            check(Some(PartizanPlayer::Left), matches!(outcome, "N" | "L"))?;
            check(Some(PartizanPlayer::Right), matches!(outcome, "N" | "R"))
        }
        _ => Err(refused(text!("replies cannot prove the outcome `{outcome}` in this game", outcome))),
    }
}

fn opponent(side: PartizanPlayer) -> PartizanPlayer {
    match side {
        PartizanPlayer::Left => PartizanPlayer::Right,
        PartizanPlayer::Right => PartizanPlayer::Left,
    }
}

/// Parses a position without the prefix `misere`, because the rules state whether play is misère.
fn read(text: &str, library: &Library) -> Result<TextPosition> {
    if text.is_empty() {
        return Ok(TextPosition { components: vec![], library: library.clone() });
    }
    TextPosition::from_sum(&read_spec(text, library)?)
}

pub(crate) fn read_spec(text: &str, library: &Library) -> Result<PositionSum> {
    let spec = parse(text, library).map_err(|error| refused(text!("`{text}`: {error}", text, error)))?;
    if spec.play == Play::Misere {
        return Err(refused(text!("`{text}`: `misere` must come before the rules, not before positions", text)));
    }
    Ok(spec)
}

/// A position as the texts of its components.
struct TextPosition {
    /// The texts of the components, sorted, with repetitions. The list is empty for the empty sum.
    components: Vec<String>,
    library: Library,
}

impl TextPosition {
    fn from_sum(spec: &PositionSum) -> Result<TextPosition> {
        let is_supported =
            spec.kind().is_summable() && !spec.terms.iter().any(|term| term.position.ruleset().has_extra_turns());
        if !is_supported {
            return Err(refused(text!(
                "proofs by replies require a game in which two players alternate and the last move decides the winner"
            )));
        }
        if !spec.is_printable() {
            return Err(refused(text!("positions of more than 1000 components or numbers are not printed")));
        }
        let mut components = vec![];
        for term in spec.terms.iter().filter(|term| term.copies > 0) {
            let sign = if term.negative && term.position.ruleset().kind() != Kind::Impartial { "-" } else { "" };
            for part in 0..term.position.len() {
                let text = format!("{sign}{}", term.position.component(part));
                components.extend((0..term.copies).map(|_| text.clone()));
            }
        }
        components.compact_sort();
        Ok(TextPosition { components, library: spec.library.clone() })
    }

    /// Returns the text by which positions are compared.
    fn text(&self) -> String {
        self.components.join(" + ")
    }

    /// Calls `visit` with each option until `visit` returns true. An option may occur several times.
    fn each_option(
        &self,
        to_move: Option<PartizanPlayer>,
        work: &mut WorkCounter<'_>,
        visit: &mut dyn FnMut(String, &mut WorkCounter<'_>) -> Result<bool>,
    ) -> Result<()> {
        let player = if to_move == Some(PartizanPlayer::Right) { Player::RIGHT } else { Player::LEFT };
        for (place, text) in self.components.iter().enumerate() {
            if place > 0 && *text == self.components[place - 1] {
                continue; // Equal components have the same options.
            }
            let mut rest: Vec<&str> = self.components.iter().map(String::as_str).collect();
            rest.remove(place);
            let (sign, by) = if text.starts_with('-') { ("-", player.other()) } else { ("", player) };
            let one = parse(&text[sign.len()..], &self.library)
                .map_err(|error| refused(text!("`{text}`: {error}", text, error)))?;
            let position = &one.terms[0].position;
            let mut rules = SumRules::default();
            for (component, erased) in position.erased_components(&mut rules, false).iter().enumerate() {
                for mv in rules.moves(erased, by) {
                    work.steps(1)?;
                    let mut after = vec![];
                    for (position, copies) in position.after_counted(component, by, &mv) {
                        let factor = if copies == 1 { String::new() } else { format!("{copies}*") };
                        let text = format!("{sign}{factor}{position}");
                        // A position without numbers prints empty brackets, which few games can parse.
                        let text = if text.ends_with("()") { String::new() } else { text };
                        after.push(read(&text, &self.library)?);
                    }
                    let mut all = rest.clone();
                    all.extend(after.iter().flat_map(|one| &one.components).map(String::as_str));
                    all.compact_sort();
                    if visit(all.join(" + "), work)? {
                        return Ok(());
                    }
                }
            }
            if let Some(fault) = position.ruleset().fault() {
                return Err(refused(text!("the moves of `{text}` cannot be determined: {fault}", text, fault)));
            }
        }
        Ok(())
    }
}
