//! Parses claims, and decides which of their names are parameters of the current position.
//!
//! All other names become additional variables; the claim is made for all their values.

use super::{Automata, Claim, normalise_text};
use grundy_lang::text;
use grundy_rules::heaps::heap_names;
use grundy_rules::{Error, ErrorKind, Result, Ruleset};
use grundy_syntax::claim::{AutomatonName, ClaimNames, Lookup, ParsedClaim, UnknownName, lookup_kind};
use grundy_syntax::operator::Binary;
use grundy_syntax::parse::{self, MAX_PARAMETERS};
use grundy_syntax::to_source::{has_steps, lowest_step, step_names};
use grundy_syntax::token::{CLAIM_EXAMPLE, Token, Tokens};

/// The names, steps, look-ups and quantifiers that occur in the tokens of a claim.
#[derive(Default)]
struct ClaimSymbols {
    /// The number of heaps that the names `a`, `b`, ... or the arities of automata imply.
    ///
    /// The number is 0 if they imply none.
    heaps: usize,
    /// Whether the name `n` occurs.
    uses_n: bool,
    /// Whether the claim looks up the current position.
    ///
    /// Automata look up the current position, and so do `G`, `P`, ... without brackets.
    looks_up_current: bool,
    /// The number of parameters of the first position that is looked up with brackets, as in `G(a,b)`.
    ///
    /// `None` if there is no such look-up.
    lookup_arity: Option<usize>,
    /// The largest index among the step names `a1`, `a2`, ... that occur; 0 if none occurs.
    max_step: usize,
    /// Whether `exists` or `forall` occurs.
    quantified: bool,
}

impl ClaimSymbols {
    /// Scans the tokens of a claim and adds the automata that they name to `claim`.
    fn scan(text: &str, source: &mut dyn Automata, claim: &mut ParsedClaim) -> Result<ClaimSymbols> {
        let mut symbols = ClaimSymbols::default();
        // Variables of quantifiers do not name heaps.
        let mut bound: Vec<&str> = vec![];
        let mut input = Tokens::for_claim(text)?;
        while input.peek() != Token::End {
            let Token::Name(name) = input.take()? else { continue };
            symbols.uses_n |= name == "n";
            symbols.quantified |= matches!(name, "exists" | "forall");
            let mut more = matches!(name, "exists" | "forall");
            while let (true, Token::Name(variable)) = (more, input.peek()) {
                bound.push(variable);
                input.take()?;
                more = input.accept(",")?;
            }
            if let Some(heap_index) =
                heap_names(8).iter().position(|known| known == name).filter(|_| !bound.contains(&name))
            {
                symbols.heaps = symbols.heaps.max(heap_index + 1);
            }
            if let Some(step) = name.strip_prefix('a').and_then(|digits| digits.parse().ok()) {
                symbols.max_step = symbols.max_step.max(step);
            }
            if lookup_kind(name).is_some() {
                match input.is("(") {
                    true => symbols.lookup_arity = symbols.lookup_arity.or(Some(count_arguments(&mut input)?)),
                    false => symbols.looks_up_current = true,
                }
            }
            if name == "automaton" && input.accept("(")? {
                symbols.looks_up_current = true;
                let name = match input.peek() {
                    Token::File(file) => AutomatonName::File(file.to_string()),
                    Token::Number(number) => AutomatonName::Number(number as u64),
                    _ => continue,
                };
                if !claim.automaton_names.contains(&name) {
                    let automaton = source.automaton(&name).map_err(|error| match error.span {
                        Some(_) => error,
                        None => error.at(input.span()),
                    })?;
                    symbols.heaps = symbols.heaps.max(if automaton.arity() > 1 { automaton.arity() } else { 0 });
                    claim.automaton_names.push(name);
                    claim.automata.push(automaton);
                }
            }
        }
        Ok(symbols)
    }
}

/// Counts the arguments in the brackets that come next, without consuming the tokens.
fn count_arguments(input: &mut Tokens<'_>) -> Result<usize> {
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
    input.restore(mark);
    Ok(count)
}

impl Claim {
    pub(super) fn parse_ascii(text: &str, rules: &Ruleset, source: &mut dyn Automata) -> Result<Claim> {
        let mut names = rules.game.coordinate_names();
        let about_steps = has_steps(&*rules.game);
        if names.is_empty() && !about_steps {
            let message = text!(
                "a claim cannot be about {game}, because its positions are not given by numbers",
                game = rules.game.rules_text()
            );
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let mut claim = ParsedClaim::default();
        let symbols = ClaimSymbols::scan(text, source, &mut claim)?;
        // The claim is about several heaps if it uses `a`, `b`, ... or an automaton that reads several numbers.
        let about_heaps = names == ["n"] && rules.game.info().name != "rule" && rules.game.symbolic_params().is_none();
        if about_heaps && (1..=8).contains(&symbols.heaps) && !symbols.uses_n {
            names = heap_names(symbols.heaps);
        }
        if about_steps {
            // The claim determines the number of steps, which must include the lowest step whose stones can move. Like
            // heaps, the steps may be called a, b, ... unless the claim uses the names a1, a2, ...
            let uses_letters = symbols.max_step == 0 && symbols.heaps > 0;
            let used =
                if uses_letters { symbols.heaps } else { symbols.max_step.max(symbols.lookup_arity.unwrap_or(0)) };
            let steps = used.max(lowest_step(&*rules.game));
            if steps > MAX_PARAMETERS {
                let message = text!("a claim can cover at most {most} steps", most = MAX_PARAMETERS);
                return Err(Error::new(ErrorKind::TooLarge, message).at(0..text.len()));
            }
            names = if uses_letters { heap_names(steps) } else { step_names(steps) };
        }
        let input = Tokens::for_claim(text)?;
        if input.peek() == Token::End {
            return Err(input.empty_claim());
        }
        let mut parameters = names.len();
        let symbolic = rules.game.symbolic_params();
        claim.numbers = symbolic.map(|symbolic| symbolic.position_params);
        claim.allows_new_variables = symbolic.is_none();
        let implied = match symbolic.map(|symbolic| symbolic.condition.as_str()) {
            None | Some("") => None,
            Some(text) => Some((text.to_string(), parse::condition(&mut Tokens::for_claim(text)?, &names)?)),
        };
        let named_count = claim.automata.len();
        let mut current_count = parameters;
        // If the claim gives the parameters of every position that it looks up, there need not be a current position.
        // Then only names that occur become variables, and the claim is made for all their values.
        if let Some(lookup_arity) =
            symbols.lookup_arity.filter(|_| !symbols.looks_up_current && claim.allows_new_variables)
        {
            let has_other_arity =
                (about_heaps || about_steps) && lookup_arity != parameters && lookup_arity <= MAX_PARAMETERS;
            if has_other_arity
                || symbols.quantified
                || parse_with_names(text, &names, (current_count, parameters), &claim)?.is_err()
            {
                (current_count, names) = (0, vec![]);
                if about_heaps || about_steps {
                    parameters = lookup_arity.min(MAX_PARAMETERS);
                }
            }
        }
        let ParsedClaim { mut clauses, lookups, automata, .. } = loop {
            match parse_with_names(text, &names, (current_count, parameters), &claim)? {
                Ok(parsed) => break parsed,
                Err(name) => names.push(name),
            }
            if names.len() > MAX_PARAMETERS {
                let message = text!("a claim has at most {most} free variables", most = MAX_PARAMETERS);
                return Err(Error::new(ErrorKind::TooLarge, message).at(0..text.len()));
            }
        };
        if let Some((_, implied)) = &implied {
            for clause in &mut clauses {
                clause.scope = Some(match clause.scope.take() {
                    None => implied.clone(),
                    Some(scope) => {
                        let span = scope.span();
                        implied.clone().binary(Binary::Both, scope, span)
                    }
                });
            }
        }
        if !lookups.iter().any(Lookup::is_of_game) {
            let message = text!("the claim says nothing about the game");
            return Err(Error::new(ErrorKind::BadArgument, message)
                .at(0..text.len())
                .help(text!("for example {example}", example = CLAIM_EXAMPLE)));
        }
        let text = normalise_text(text, &mut |_| None)?;
        Ok(Claim {
            text,
            names,
            current_count,
            parameters,
            clauses,
            lookups,
            automata,
            named_count,
            symbolic_divisors: false,
            implied,
        })
    }
}

/// Parses a claim with these names.
///
/// The first `current_count` names are the parameters of the current position. `parameters` is the number of parameters
/// of a position. The inner error is an unknown name, which the claim needs as an additional variable.
fn parse_with_names(
    text: &str,
    names: &[String],
    (current_count, parameters): (usize, usize),
    claim: &ParsedClaim,
) -> Result<std::result::Result<ParsedClaim, String>> {
    let mut unknown_name = UnknownName::default();
    let names = ClaimNames { variables: names, current_count, parameters };
    let parsed = parse::claim(&mut Tokens::for_claim(text)?, &names, claim.clone(), &mut unknown_name);
    match (parsed, unknown_name.variable) {
        (Ok(parsed), _) => Ok(Ok(parsed)),
        (Err(_), Some(name)) => Ok(Err(name)),
        (Err(error), None) => Err(error),
    }
}
