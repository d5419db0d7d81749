//! Verdicts on claims and verified certificates, as text.

use crate::proof_text::explain_proof;
use crate::symbolic_range::{SymbolicRange, range_theorem};
use grundy_lang::{Language, Text, text};
use grundy_proof::{ClaimVerdict, UncoveredPositions};
use grundy_rulelang::claims::{Claim, KnownResult};
use grundy_rules::{Outcome, Ruleset};
use grundy_solve::Quantity;
use grundy_verify::{Certificate, PartizanPlayer, Proof, Verified};

/// Returns the claim, followed by its verdict.
///
/// ```
/// use grundy_proof::{ProveOptions, prove};
/// use grundy_rulelang::claims::Claim;
/// use grundy_solve::{Budget, Solver};
/// let rules = grundy_games::parse_rules("take[1..4]").unwrap();
/// let claim = Claim::parse("P iff n % 6 == 0", &rules).unwrap();
/// let verdict = prove(&rules, &claim, ProveOptions::default(), &mut Solver::new(), &Budget::default()).unwrap();
/// let text = grundy_render::verdict_text(&rules, &claim, &verdict, None, Default::default());
/// assert_eq!(text, "take[1..4]: P iff n % 6 == 0\n  refuted at n = 5, a P-position\n");
/// ```
///
/// `command` is the command that prints the proof of the theorem `THEOREM`; `None` to mention no proofs.
pub fn verdict_text(
    rules: &Ruleset,
    claim: &Claim,
    verdict: &ClaimVerdict,
    command: Option<&str>,
    language: Language,
) -> String {
    let mut lines = vec![Text::verbatim(claim.statement(rules))];
    match verdict {
        ClaimVerdict::Proved { method, checked_to, certificate, .. } => {
            let checked_to = *checked_to;
            lines.push(match checked_to {
                // If the table decides no instance of the claim, `checked_to` is 0.
                0 => text!("  proved: {method}", method),
                _ => text!("  proved: {method}; compared with the table up to {checked_to}", method, checked_to),
            });
            lines.extend(indented(claim_explanation(rules, claim, certificate)));
            let theorem = range_theorem(rules).filter(|_| matches!(certificate.proof, Proof::Letters { .. }));
            if let (Some(command), Some(theorem)) = (command, theorem) {
                lines.push(text!("    proof: {command}", command = command.replace("THEOREM", theorem)));
            }
        }
        ClaimVerdict::Refuted { counterexample, least, entry, .. } => {
            let numbers = claim.names().iter().zip(counterexample).map(|(name, x)| format!("{name} = {x}"));
            let place = numbers.collect::<Vec<_>>().join(", ");
            lines.push(match entry {
                // The claim has no free variables, only quantified ones.
                None if place.is_empty() => text!("  refuted"),
                Some(KnownResult::Value(0)) => text!("  refuted at {place}, a P-position: its value is 0", place),
                Some(KnownResult::Value(value)) if !claim.has_values() => {
                    text!("  refuted at {place}, an N-position: its value is {value}", place, value = *value)
                }
                Some(KnownResult::Value(value)) => {
                    text!("  refuted at {place}, where the value is {value}", place, value = *value)
                }
                Some(KnownResult::Outcome(Outcome::P)) => text!("  refuted at {place}, a P-position", place),
                Some(KnownResult::Outcome(Outcome::D)) => text!("  refuted at {place}, a D-position", place),
                Some(KnownResult::Outcome(outcome)) => {
                    text!("  refuted at {place}, an {outcome}-position", place, outcome = outcome.name())
                }
                None => text!("  refuted at {place}", place),
            });
            if !least && !counterexample.is_empty() {
                lines.push(text!("    there may be smaller counterexamples"));
            }
            // Suggest `exists`, since the author may have meant that such a number exists.
            lines.extend(claim.extra_variables().first().map(|name| {
                text!(
                    "    the claim must hold for all numbers {name}; to claim only that such a number exists, write \
                    `exists {name}: CONDITION`",
                    name
                )
            }));
        }
        ClaimVerdict::Open { checked_to, tried, .. } => {
            let checked_to = *checked_to;
            lines.push(match claim.looks_up_many_positions() {
                // A finite table may decide no instance of a statement about all numbers, so no bound is printed.
                true => text!("  open: no proof found; the table does not contradict the claim"),
                false => {
                    text!("  open: no proof found; the claim holds for all numbers up to {checked_to}", checked_to)
                }
            });
            lines.extend(tried.iter().map(|method| text!("    tried {method}", method)));
        }
    }
    lines.extend(uncovered_text(uncovered(verdict)));
    lines.iter().map(|line| line.in_language(language) + "\n").collect()
}

/// Explains the proof of a claim in words; the list is empty if there is no explanation.
pub fn claim_explanation(rules: &Ruleset, claim: &Claim, certificate: &Certificate) -> Vec<Text> {
    if let (Proof::Letters { .. }, Some(range)) = (&certificate.proof, SymbolicRange::new(rules)) {
        return range.explanation(rules.play, claim_quantity(claim));
    }
    explain_proof(rules, one_heap_proof(claim, &certificate.proof), claim_quantity(claim))
}

/// Returns the proof for one heap that `proof` contains, or `proof` if there is none.
fn one_heap_proof<'p>(claim: &Claim, proof: &'p Proof) -> &'p Proof {
    match proof {
        Proof::Heaps { one } if claim.parameters() == 1 => one,
        proof => proof,
    }
}

/// Returns the quantity that a claim is about.
fn claim_quantity(claim: &Claim) -> Quantity {
    if claim.has_values() { Quantity::Grundy } else { Quantity::Outcome }
}

/// Indents the lines of a proof below its claim.
pub(crate) fn indented(lines: Vec<Text>) -> impl Iterator<Item = Text> {
    lines.into_iter().map(|line| Text::concat([Text::verbatim("    "), line]))
}

fn uncovered(verdict: &ClaimVerdict) -> &UncoveredPositions {
    match verdict {
        ClaimVerdict::Proved { uncovered, .. }
        | ClaimVerdict::Refuted { uncovered, .. }
        | ClaimVerdict::Open { uncovered, .. } => uncovered,
    }
}

/// Formats a position as formulas write it: `5`, `(0,3)`.
fn point<T: ToString>(at: &[T]) -> String {
    let numbers: Vec<String> = at.iter().map(T::to_string).collect();
    if at.len() == 1 { numbers.join(",") } else { format!("({})", numbers.join(",")) }
}

/// Lists positions that the claim says nothing about, if there are any.
fn uncovered_text(uncovered: &UncoveredPositions) -> Option<Text> {
    if uncovered.first.is_empty() {
        return None;
    }
    let shown = Text::list(uncovered.first.iter().map(|at| Text::verbatim(point(at))));
    Some(match uncovered.count {
        Some(1) => text!("  the claim does not cover 1 position: {shown}", shown),
        Some(count) if count <= uncovered.first.len() as u64 => {
            text!("  the claim does not cover {count} positions: {shown}", count, shown)
        }
        Some(count) => text!("  the claim does not cover {count} positions; the first are {shown}", count, shown),
        None => text!("  the claim does not cover some positions; the first are {shown}", shown),
    })
}

/// Describes what a verified certificate proves.
pub fn verified_text(file: &str, certificate: &Certificate, verified: &Verified, language: Language) -> String {
    let Verified { statement, positions, states, silent } = verified;
    let (positions, states) = (*positions, *states);
    let work = match (positions, states) {
        (heaps, states) if matches!(certificate.proof, Proof::Quotient { .. }) => {
            text!("{heaps} heaps and {states} classes of sums", heaps, states)
        }
        (_, 0) => text!("{positions} positions", positions),
        (0, _) => text!("{states} states of automata", states),
        _ => text!("{positions} positions and {states} states of automata", positions, states),
    };
    let method = match certificate.proof {
        Proof::Replies { .. } => text!("replies"),
        Proof::LostBoards { .. } => text!("the set of lost boards"),
        Proof::All { .. } => text!("all positions"),
        Proof::Periodic { .. } => text!("periods"),
        Proof::Residues { .. } => text!("residues"),
        Proof::Quotient { .. } => text!("misère quotient"),
        Proof::SlowlyGrowing {} => text!("a slowly growing bound"),
        Proof::Definition {} => text!("the definition of outcomes and values"),
        Proof::Letters { .. } => text!("quotients and remainders, for all values of the letters"),
        Proof::Heaps { .. } => text!("the values of single heaps and their xor"),
        Proof::Automata { .. } => text!("automata"),
    };
    let how = text!("  verified: {file}, by {method}; {work} checked", file, method, work);
    let silent = silent.as_ref().map(|at| {
        text!("  the claim does not cover some positions, such as {at}", at = point(at)).in_language(language) + "\n"
    });
    let replies: String = indented(replies(&certificate.proof)).map(|line| line.in_language(language) + "\n").collect();
    format!(
        "{}\n{}\n{}{replies}",
        statement.in_language(language),
        how.in_language(language),
        silent.unwrap_or_default()
    )
}

/// The largest number of lines of replies that are shown.
const MAX_REPLIES: usize = 24;

/// Returns the replies to all moves as a table, starting with the last position of the proof.
///
/// Play from this position can reach the other positions.
fn replies(proof: &Proof) -> Vec<Text> {
    let Proof::Replies { lost, .. } = proof else { return vec![] };
    let mut rows = vec![];
    for one in lost.iter().rev() {
        let position = one.position.as_str();
        rows.push(match one.to_move {
            None => text!("{position}: the player to move loses", position),
            Some(PartizanPlayer::Left) => text!("{position}: Left loses moving first", position),
            Some(PartizanPlayer::Right) => text!("{position}: Right loses moving first", position),
        });
        let widest = one.answers.keys().map(String::len).max().unwrap_or(0);
        for (after, answer) in &one.answers {
            let after = format!("{after:widest$}");
            rows.push(match answer.and_then(|answer| lost.get(answer)) {
                Some(to) => text!("  after {after}  reply {to}", after, to = to.position.as_str()),
                None => text!("  after {after}  the replying player has no move and wins", after),
            });
        }
    }
    let more = rows.len().saturating_sub(MAX_REPLIES);
    let rest = (more > 0).then(|| text!("and {more} more lines", more));
    rows.into_iter().take(MAX_REPLIES).chain(rest).collect()
}
