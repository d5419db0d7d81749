//! The result of checking a theorem, as text.

use grundy_conformance::{Checked, Skipped};
use grundy_lang::{Language, Text, text};
use grundy_rulelang::RuleExample;
use grundy_rules::Result;
use grundy_solve::Answer;

/// Returns the line for one checked theorem, followed by its counterexample if it has one.
///
/// ```
/// use grundy_conformance as check;
/// use grundy_rules::Budget;
/// let nim = grundy_games::library().find("nim").unwrap();
/// let mut text = String::new();
/// check::game(nim, 100, &Budget::default(), &mut |checked| text += &grundy_render::checked_text(&checked, Default::default()))?;
/// assert!(text.starts_with("nim: bouton: 100 of 100 positions agree (Bouton 1901)\n"));
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn checked_text(checked: &Checked, language: Language) -> String {
    let Checked { game, theorem, positions, agreed, counterexample, skipped } = checked;
    let game = game.map_or(text!("all games"), Text::verbatim);
    let (name, positions, agreed) = (theorem.name, *positions, *agreed);
    let source = language.translate(theorem.source);
    let mut lines = vec![match positions {
        0 if !checked.failed() => text!("{game}: {name}: skipped ({source})", game, name, source),
        0 => text!(
            "{game}: {name}: FAILED: no position within its scope was found ({scope})",
            game,
            name,
            scope = language.translate(theorem.scope)
        ),
        _ if checked.passed() => {
            text!(
                "{game}: {name}: {agreed} of {positions} positions agree ({source})",
                game,
                name,
                agreed,
                positions,
                source
            )
        }
        _ => text!(
            "{game}: {name}: FAILED: {agreed} of {positions} positions agree ({source})",
            game,
            name,
            agreed,
            positions,
            source
        ),
    }];
    if let Some(counterexample) = counterexample {
        lines.push(text!("  least counterexample: {position}", position = &counterexample.position));
        lines.push(text!("    the theorem: {claim}", claim = &counterexample.claim));
        lines.push(text!("    brute force: {found}", found = &counterexample.search));
    }
    lines.extend(skipped.map(|skipped| match skipped {
        Skipped::Kind => text!("  skipped: the check does not support games of this kind"),
        Skipped::Moves => text!("  skipped: the winning moves, which the theorem does not give"),
        Skipped::Count => text!("  skipped: the number of winning moves, since the theorem gives only some of them"),
    }));
    lines.iter().map(|line| line.in_language(language) + "\n").collect()
}

/// Returns the result of one example of a rule file as a line of text.
pub fn example_text(example: &RuleExample, found: &Result<Answer>, passed: bool, language: Language) -> String {
    let RuleExample { written, expected, place, .. } = example;
    let line = match passed {
        true => text!("{place}: passed: {written} is {expected}", place, written, expected),
        false => {
            let result = example_result(found);
            text!("{place}: FAILED: {written}: expected {expected}, {said}", place, written, expected, said = result)
        }
    };
    line.in_language(language) + "\n"
}

/// Describes the result of one example of a rule file: the answer or the error.
pub fn example_result(found: &Result<Answer>) -> Text {
    match found {
        Err(error) => match &error.help {
            None => error.message.clone(),
            Some(help) => text!("{message} ({help})", message = &error.message, help),
        },
        Ok(answer) => {
            let outcome = answer.result.outcome.map_or(text!("no outcome"), |outcome| Text::verbatim(outcome.name()));
            match answer.values.grundy {
                None => text!("found {outcome}", outcome),
                Some(grundy) => text!("found {outcome}, value {value}", outcome, value = grundy.0),
            }
        }
    }
}
