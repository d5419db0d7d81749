//! Parses claims, and decides which of their names are parameters of the current position.
//!
//! Unknown names become further variables, for all of whose values the claim is made.

use super::{Automata, Claim, regular};
use crate::syntax::claim::{Claimed, Lookup, Missing, Name, Names, asks};
use crate::syntax::operator::Binary;
use crate::syntax::parse::{self, MAX_PARAMETERS};
use crate::syntax::spell::{has_steps, lowest_step, step_names};
use crate::syntax::token::{CLAIM_EXAMPLE, Token, Tokens};
use grundy_lang::text;
use grundy_rules::heaps::heap_names;
use grundy_rules::{Error, ErrorKind, Result, Ruleset};

/// The names, steps and quantifiers that occur in the tokens of a claim.
#[derive(Default)]
struct Words {
    /// The number of heaps that names or automata imply.
    heaps: usize,
    /// Whether the name `n` occurs.
    one: bool,
    /// Whether the claim looks up the current position: by a letter without brackets, or by an automaton.
    own: bool,
    /// The number of parameters of the first position that a letter with brackets looks up.
    asked: Option<usize>,
    /// The largest index of a step that occurs: `a1`, `a2`, ...
    steps: usize,
    /// Whether `exists` or `forall` occurs.
    quantified: bool,
}

impl Words {
/// Scans the tokens of a claim; adds the automata that they name to `claim`.
    fn of(text: &str, source: &mut dyn Automata, claim: &mut Claimed) -> Result<Words> {
        let mut words = Words::default();
        // Variables of quantifiers do not name heaps.
        let mut bound: Vec<&str> = vec![];
        let mut input = Tokens::of_claim(text)?;
        while input.peek() != Token::End {
            let Token::Name(name) = input.take()? else { continue };
            words.one |= name == "n";
            words.quantified |= matches!(name, "exists" | "forall");
            let mut more = matches!(name, "exists" | "forall");
            while let (true, Token::Name(variable)) = (more, input.peek()) {
                bound.push(variable);
                input.take()?;
                more = input.accept(",")?;
            }
            if let Some(place) = heap_names(8).iter().position(|known| known == name).filter(|_| !bound.contains(&name))
            {
                words.heaps = words.heaps.max(place + 1);
            }
            if let Some(step) = name.strip_prefix('a').and_then(|digits| digits.parse().ok()) {
                words.steps = words.steps.max(step);
            }
            if asks(name).is_some() {
                match input.is("(") {
                    true => words.asked = words.asked.or(Some(arguments(&mut input)?)),
                    false => words.own = true,
                }
            }
            if name == "automaton" && input.accept("(")? {
                words.own = true;
                let name = match input.peek() {
                    Token::File(file) => Name::File(file.to_string()),
                    Token::Number(number) => Name::Number(number as u64),
                    _ => continue,
                };
                if !claim.named.contains(&name) {
                    let found = source.automaton(&name).map_err(|error| match error.span {
                        Some(_) => error,
                        None => error.at(input.span()),
                    })?;
                    words.heaps = words.heaps.max(if found.arity() > 1 { found.arity() } else { 0 });
                    claim.named.push(name);
                    claim.automata.push(found);
                }
            }
        }
        Ok(words)
    }
}

/// Counts the arguments in the brackets that come next, without consuming the tokens.
fn arguments(input: &mut Tokens<'_>) -> Result<usize> {
    let mark = input.mark();
    let (mut depth, mut count) = (0usize, 1);
    loop {
        match input.peek() {
            Token::Symbol("(" | "[" | "{") => depth += 1,
            Token::Symbol(")" | "]" | "}") => depth = depth.saturating_sub(1),
            Token::Symbol(",") if depth == 1 => count += 1,
            _ => {}
        }
        if depth == 0 || input.peek() == Token::End {
            break;
        }
        input.take()?;
    }
    input.back_to(mark);
    Ok(count)
}

impl Claim {
    pub(super) fn of_ascii(text: &str, rules: &Ruleset, source: &mut dyn Automata) -> Result<Claim> {
        let mut names = rules.game.parameters();
        let on_steps = has_steps(&*rules.game);
        if names.is_empty() && !on_steps {
            let message = text!(
                "a claim cannot be about {game}, because its positions are not given by numbers",
                game = rules.game.rules_text()
            );
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let mut claim = Claimed::default();
        let words = Words::of(text, source, &mut claim)?;
        // The claim is about several heaps if it names `a`, `b`, ..., or an automaton that reads several numbers.
        let of_heaps = names == ["n"] && rules.game.info().name != "rule" && rules.game.symbolic_params().is_none();
        if of_heaps && (1..=8).contains(&words.heaps) && !words.one {
            names = heap_names(words.heaps);
        }
        if on_steps {
            // There are as many steps as the claim uses, but at least up to the lowest step whose stones can move.
            let steps = words.steps.max(words.asked.unwrap_or(0)).max(lowest_step(&*rules.game));
            if steps > MAX_PARAMETERS {
                let message = text!("a claim can cover at most {most} steps", most = MAX_PARAMETERS);
                return Err(Error::new(ErrorKind::TooLarge, message).at(0..text.len()));
            }
            names = step_names(steps);
        }
        let input = Tokens::of_claim(text)?;
        if input.peek() == Token::End {
            return Err(input.empty_claim());
        }
        let mut parameters = names.len();
        let letters = rules.game.symbolic_params();
        claim.numbers = letters.map(|letters| letters.numbers);
        claim.open = letters.is_none();
        let implied = match letters.map(|letters| letters.condition.as_str()) {
            None | Some("") => None,
            Some(text) => Some((text.to_string(), parse::condition(&mut Tokens::of_claim(text)?, &names)?)),
        };
        let named = claim.automata.len();
        let mut own = parameters;
        // If the claim gives the parameters of every position, names are variables for all numbers, and only names that
        // occur become variables.
        if let Some(asked) = words.asked.filter(|_| !words.own && claim.open) {
            let other = (of_heaps || on_steps) && asked != parameters && asked <= MAX_PARAMETERS;
            if other || words.quantified || read(text, &names, (own, parameters), &claim)?.is_err() {
                (own, names) = (0, vec![]);
                parameters = if of_heaps || on_steps { asked.min(MAX_PARAMETERS) } else { parameters };
            }
        }
        let Claimed { mut parts, asked, automata, .. } = loop {
            match read(text, &names, (own, parameters), &claim)? {
                Ok(claimed) => break claimed,
                Err(name) => names.push(name),
            }
            if names.len() > MAX_PARAMETERS {
                let message =
                    text!("a claim can quantify over all values of at most {most} numbers", most = MAX_PARAMETERS);
                return Err(Error::new(ErrorKind::TooLarge, message).at(0..text.len()));
            }
        };
        if let Some((_, implied)) = &implied {
            for part in &mut parts {
                part.scope = Some(match part.scope.take() {
                    None => implied.clone(),
                    Some(scope) => {
                        let span = scope.span();
                        implied.clone().binary(Binary::Both, scope, span)
                    }
                });
            }
        }
        if !asked.iter().any(Lookup::is_of_game) {
            let message = text!("the claim says nothing about the game");
            return Err(Error::new(ErrorKind::BadArgument, message)
                .at(0..text.len())
                .help(text!("for example {example}", example = CLAIM_EXAMPLE)));
        }
        let text = regular(text, &mut |_| None)?;
        Ok(Claim { text, names, own, parameters, parts, asked, automata, named, letters: false, implied })
    }
}

/// Parses a claim with these names; the first `own` names are the parameters of the current position.
///
/// The inner error is an unknown name, which the claim needs as a further variable.
fn read(
    text: &str,
    names: &[String],
    (own, parameters): (usize, usize),
    claim: &Claimed,
) -> Result<std::result::Result<Claimed, String>> {
    let mut lacks = Missing::default();
    let names = Names { variables: names, own, parameters };
    match (parse::claim(&mut Tokens::of_claim(text)?, &names, claim.clone(), &mut lacks), lacks.variable) {
        (Ok(claimed), _) => Ok(Ok(claimed)),
        (Err(_), Some(name)) => Ok(Err(name)),
        (Err(error), None) => Err(error),
    }
}
