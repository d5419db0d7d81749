//! The impartial versions of partizan games, compared with the definition.

use crate::common::by_theorem;
use grundy_games::{library, parse, parse_rules};
use grundy_rules::{DynPosition, Kind, Player, mex};
use grundy_solve::Solver;
use std::collections::HashMap;

/// The maximum number of positions of a game tree that is searched.
const MAX_POSITIONS: usize = 300;

/// Returns the Grundy value of a position in which both players have both players' moves.
///
/// Returns `None` if there are too many positions.
fn grundy(position: &dyn DynPosition, memo: &mut HashMap<String, u128>) -> Option<u128> {
    let text = position.to_string();
    if let Some(&known) = memo.get(&text) {
        return Some(known);
    }
    let mut options = vec![];
    for component in 0..position.len() {
        for by in [Player::LEFT, Player::RIGHT] {
            for mv in position.moves(component, by) {
                if memo.len() > MAX_POSITIONS {
                    return None;
                }
                options.push(grundy(&*position.after(component, by, &mv), memo)?);
            }
        }
    }
    let value = mex(options);
    memo.insert(text, value);
    Some(value)
}

#[test]
fn values_match_the_definition() {
    let (mut games, mut nonzero) = (vec![], 0);
    for game in library().games() {
        let samples = game.samples().take(60).filter(|position| {
            let ruleset = position.ruleset();
            // Play ends in any order of moves only if the impartial version says so.
            ruleset.kind() == Kind::Partizan && ruleset.is_short() && !ruleset.has_extra_turns()
        });
        let mut compared = 0;
        for position in samples {
            let text = format!("impartial {position}");
            let Ok(sum) = parse(&text) else { panic!("{text}: {:?}", parse(&text)) };
            assert_eq!((sum.to_string(), sum.kind()), (text.clone(), Kind::Impartial));
            if !sum.is_short() {
                continue;
            }
            let Some(wanted) = grundy(&*position, &mut HashMap::new()) else { continue };
            let answer = by_theorem(&mut Solver::new(), &sum).unwrap();
            assert_eq!(answer.values.grundy.map(|nimber| nimber.0), Some(wanted), "{text}");
            let by_definition = position_moves(&*position);
            let winning =
                by_definition.iter().filter(|after| grundy(&***after, &mut HashMap::new()) == Some(0)).count();
            assert_eq!(answer.moves.total, Some(winning as u128), "{text}");
            (compared, nonzero) = (compared + 1, nonzero + usize::from(wanted > 0));
            if compared == 10 {
                break;
            }
        }
        if compared > 0 {
            games.push(game.info().name);
        }
    }
    assert!(games.len() > 30 && nonzero > 20, "{nonzero}, {games:?}");
}

/// Returns the positions after the different moves of both players.
///
/// Moves of both players that are described alike and lead to the same position are one move.
fn position_moves(position: &dyn DynPosition) -> Vec<Box<dyn DynPosition>> {
    let mut all: Vec<Box<dyn DynPosition>> = vec![];
    for component in 0..position.len() {
        let mut texts = vec![];
        for by in [Player::LEFT, Player::RIGHT] {
            let described = position.moves(component, by).map(|mv| {
                let after = position.after(component, by, &mv);
                (position.describe(component, &mv).text.to_string(), after)
            });
            let is_new = |(text, after): &(String, Box<dyn DynPosition>)| {
                by == Player::LEFT || !texts.contains(&(text.clone(), after.to_string()))
            };
            let new: Vec<_> = described.filter(is_new).collect();
            for (text, after) in new {
                texts.push((text, after.to_string()));
                all.push(after);
            }
        }
    }
    all
}

#[test]
fn known_values_and_texts() {
    for (text, wanted) in [
        ("impartial domineering(3x3)", 0),
        ("impartial domineering(2x5) + cram(2x5)", 0),
        // Both players take 1, 2 or 3.
        ("impartial take[1,2 | 2,3](7)", 3),
        ("2*impartial clobber(1x4) + nim(2)", 2),
        ("impartial nim(3)", 3),
        ("impartial hackenbush(0-1:b,1-2:r,2-3:b)", 3),
    ] {
        let answer = by_theorem(&mut Solver::new(), &parse(text).unwrap()).unwrap();
        assert_eq!(answer.values.grundy.map(|nimber| nimber.0), Some(wanted), "{text}");
    }
    assert_eq!(parse("Impartial Clobber(2x3)").unwrap().to_string(), "impartial clobber(2x3)");
    assert_eq!(parse("impartial kayles(3)").unwrap().to_string(), "kayles(3)");
    assert_eq!(parse_rules("misere impartial take[1|2]").unwrap().to_string(), "misere impartial take[1 | 2]");
    for text in ["impartial dots_and_boxes(1x1)", "impartial", "impartial 3", "impartial impartial clobber(2x2)"] {
        assert!(parse(text).is_err(), "{text}");
    }
}
