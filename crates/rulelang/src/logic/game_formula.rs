//! Translates all moves of a game into formulas.

use crate::logic::formula::{Linear, MoveFormula, Variable};
use crate::logic::translate::moves_of;
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Result, Ruleset};
use grundy_syntax::ast::{OptionPlayers, Rule};
use grundy_syntax::parse;
use grundy_syntax::to_source::{of_steps as rule_of_steps, rule_of};
use grundy_syntax::token::Tokens;

/// The maximal number of moves in the formulas of a rule.
///
/// The limit applies to the moves of a single heap, before they are copied for several heaps.
const MAX_MOVES: usize = 500;

/// The moves of an impartial game, or of one player, on vectors of natural numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFormula {
    /// The number of parameters of a position.
    pub arity: usize,
    /// The names of the parameters.
    pub names: Vec<String>,
    /// The moves.
    pub moves: Vec<MoveFormula>,
}

impl GameFormula {
    /// Returns the moves of a game as formulas, for positions of `heaps` heaps or steps.
    ///
    /// For other games, whose positions may have several parameters, `heaps` must be 1.
    ///
    /// # Errors
    /// `unsupported` for games that the rule language cannot express, and for rules that formulas cannot express.
    ///
    /// ```
    /// use grundy_rulelang::formula::GameFormula;
    /// let nim = grundy_games::parse_rules("nim").unwrap();
    /// let game = GameFormula::new(&nim, 3).unwrap();
    /// assert_eq!((game.arity, game.moves.len()), (3, 3));
    /// ```
    pub fn new(rules: &Ruleset, heaps: usize) -> Result<GameFormula> {
        GameFormula::translate(rules, heaps, false, OptionPlayers::Both)
    }

    /// Returns the moves of a game with symbolic parameters.
    ///
    /// The conditions of the moves may divide by these parameters. The list has one entry for an impartial game; for a
    /// partizan game it has one for Left, then one for Right.
    ///
    /// # Errors
    /// The errors of [`GameFormula::new`].
    pub fn with_symbolic_params(rules: &Ruleset) -> Result<Vec<GameFormula>> {
        let sides: &[OptionPlayers] =
            if rules.is_partizan() { &[OptionPlayers::Left, OptionPlayers::Right] } else { &[OptionPlayers::Both] };
        sides.iter().map(|&side| GameFormula::translate(rules, 1, true, side)).collect()
    }

    fn translate(rules: &Ruleset, heaps: usize, symbolic_divisors: bool, side: OptionPlayers) -> Result<GameFormula> {
        let unsupported = |message: Text| Error::new(ErrorKind::Unsupported, message);
        let steps = rule_of_steps(&*rules.game, heaps);
        let has_steps = steps.is_some();
        let Some(text) = steps.or_else(|| rule_of(&*rules.game)) else {
            return Err(unsupported(text!(
                "`{rules}` cannot be expressed in the rule language",
                rules = rules.to_string()
            )));
        };
        let mut input = Tokens::new(&text, 0)?;
        // The spans of errors are removed, since they refer to a text that the user may not have written.
        let game = parse::rule(&mut input, &mut parse::no_files)
            .and_then(|rule| translate_rule(&rule, symbolic_divisors, side))
            .map_err(|error| Error { span: None, ..error })?;
        if heaps <= 1 || has_steps {
            return Ok(game);
        }
        if game.arity != 1 || game.moves.iter().any(|mv| mv.targets.len() != 1) {
            return Err(unsupported(text!("proofs about several heaps require a game whose heaps do not split")));
        }
        let count = heaps as Variable;
        let mut moves = vec![];
        for heap in 0..count {
            for mv in &game.moves {
                // Variable 0, the size of the heap, becomes the variable of this heap; the other variables get the
                // indices after those of all heaps.
                let renamed = |v: Variable| if v == 0 { heap } else { v - 1 + count };
                let mut substitution = vec![(0, Linear::variable(heap))];
                substitution.extend(mv.variables.iter().map(|&v| (v, Linear::variable(renamed(v)))));
                let mut target: Vec<Linear> = (0..count).map(Linear::variable).collect();
                target[heap as usize] = mv.targets[0][0].replace(&substitution);
                moves.push(MoveFormula {
                    variables: mv.variables.iter().map(|&v| renamed(v)).collect(),
                    guard: mv.guard.replace(&substitution),
                    targets: vec![target],
                    repeat: mv.repeat,
                });
            }
        }
        Ok(GameFormula { arity: heaps, names: grundy_rules::heaps::heap_names(heaps), moves })
    }
}

/// Translates the moves of an impartial rule (`OptionPlayers::Both`), or those of one player.
///
/// With `symbolic_divisors`, divisors can be symbolic parameters.
fn translate_rule(rule: &Rule, symbolic_divisors: bool, player: OptionPlayers) -> Result<GameFormula> {
    if !rule.bounds.is_empty() {
        let message =
            text!("proofs by formulas require a rule without `within`, `tier`, `same`, `wins if` and `loses if`");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    if rule.has_must() {
        return Err(Error::new(ErrorKind::Unsupported, text!("proofs by formulas require a rule without `must`")));
    }
    if rule.has_points() {
        return Err(Error::new(ErrorKind::Unsupported, text!("proofs by formulas require a rule without points")));
    }
    let mut moves = vec![];
    for option in &rule.options {
        if player != OptionPlayers::Both && option.side != OptionPlayers::Both && option.side != player {
            continue;
        }
        if player == OptionPlayers::Both && option.side != OptionPlayers::Both {
            let message = text!("proofs by formulas require a game in which both players have the same moves");
            return Err(Error::new(ErrorKind::Unsupported, message).at(option.span.clone()));
        }
        moves.extend(moves_of(rule.arity, option, symbolic_divisors)?);
        if moves.len() > MAX_MOVES {
            let message =
                text!("proofs by formulas require a rule of at most {most_moves} moves", most_moves = MAX_MOVES);
            return Err(Error::new(ErrorKind::Unsupported, message).at(option.span.clone()));
        }
    }
    Ok(GameFormula { arity: rule.arity, names: rule.names.clone(), moves })
}
