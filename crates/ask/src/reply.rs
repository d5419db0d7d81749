//! Replies: the results of engines, and how they are written.

use crate::output::{FORMATS, OutputOptions};
use crate::solve::SolveResult;
use grundy_conformance::Checked;
use grundy_json::{
    ExpectedAnswer, JsonOptions, ShownPiece, TableFormat, answer_json, board_json, cards_json, checked_json,
    completions_json, drawn_json, example_json, file_json, finding_json, forms_found_json, losers_json,
    misere_value_json, parsed_json, quotient_json, rules_json, sequence_json, statistics_json, value_json,
    verdict_json, verified_json,
};
use grundy_misere::forms::MisereFacts;
use grundy_misere::quotients::QuotientReport;
use grundy_play::Session;
use grundy_proof::{ClaimVerdict, CodeLanguage, Finding, LosersFound};
use grundy_render::{
    AnswerTextOptions, DigraphDrawing, FormsFound, answer_text_with, checked_text, example_text, family_text,
    finding_code, finding_svg, finding_text_with_file, forms_found_text, game_text, games_text, graph_dot, graph_svg,
    losers_text, misere_value_text, quotient_text, sequence_text, thermograph_svg, value_text, verdict_text,
    verified_text,
};
use grundy_rulelang::RuleExample;
use grundy_rulelang::claims::Claim;
use grundy_rules::{Drawing, DynGame};
use grundy_rules::{PositionSum, Result, Ruleset};
use grundy_solve::Answer;
use grundy_solve::sequence::{Kernel, KernelStats, Summary};
use grundy_solve::value_evaluator::ValueEvaluator;
use grundy_value::ValueFacts;
use grundy_verify::{Certificate, Verified};
use std::sync::Arc;

/// A reply to a [`Request`](crate::Request); some requests have several replies, one after the other.
///
/// A reply holds typed results; [`Reply::json`] and [`Reply::text`] write it for programs and for people.
#[non_exhaustive]
pub enum Reply {
    /// The answer to a position.
    Answer(Box<SolveResult>),
    /// A parsed position.
    Position(Box<PositionSum>),
    /// Parsed rules.
    Rules(Box<Ruleset>),
    /// The board of a play.
    Board(Box<ShownBoard>),
    /// A position of a game on a graph, and its drawing.
    Drawing(Box<(PositionSum, Drawing)>),
    /// A pattern of outcomes or values.
    Finding(Arc<Ruleset>, Box<Finding>),
    /// The period of the canonical forms of heaps.
    Forms(Box<(Arc<Ruleset>, FormsFound)>),
    /// The period of the losing players, in games of several players.
    Losers(Box<(Arc<Ruleset>, LosersFound)>),
    /// The verdict on a claim: proved, refuted or open.
    Verdict(Box<(Arc<Ruleset>, Claim, ClaimVerdict)>),
    /// A certificate that was checked and is valid.
    Verified(Box<(Arc<Certificate>, Verified)>),
    /// A sequence of Grundy values.
    Sequence(Arc<Ruleset>, Arc<Summary>),
    /// The frequencies of the values in a sequence, and the work of each kernel.
    Statistics(Arc<Ruleset>, Arc<Summary>, Vec<(Kernel, KernelStats)>),
    /// The value of an expression of games.
    Value(Box<ExpressionValue>),
    /// The misère form of an expression of impartial games.
    MisereValue(String, Box<MisereFacts>),
    /// A misère quotient.
    Quotient(Box<QuotientReport>),
    /// All games.
    Games(&'static [&'static dyn DynGame]),
    /// A game.
    Game(&'static dyn DynGame),
    /// A theorem that was checked against brute force.
    Checked(Box<Checked>),
    /// An example of a rule file, the answer to its position, and whether they agree.
    Example(Box<(RuleExample, Result<Answer>, bool)>),
    /// Games whose names complete a text, each with the completed text.
    Completions(Vec<(&'static dyn DynGame, String)>),
    /// A table or a sequence in the given format.
    File(TableFormat, String),
}

/// The board of a play as a front end draws it.
pub struct ShownBoard {
    pub(crate) session: Session,
    /// Whether the request listed moves; the JSON then lists them as well.
    pub(crate) played: bool,
    pub(crate) evaluation: ExpectedAnswer,
    pub(crate) pieces: Vec<ShownPiece>,
}

/// The value of an expression, with the evaluator that computed it.
pub struct ExpressionValue {
    /// The expression as the user wrote it.
    pub expr: String,
    /// The evaluator whose arena contains the value.
    pub evaluator: ValueEvaluator,
    /// The facts about the value.
    pub facts: ValueFacts,
}

impl Reply {
    /// Returns the reply as one line of JSON, in the format of `docs/schema.json`.
    ///
    /// The text of a JSON [`Reply::File`] is moved out: a second call returns an empty text.
    ///
    /// # Errors
    /// `limit` if the text of a value needs more memory than allowed.
    pub fn json(&mut self, output: &OutputOptions<'_>) -> Result<String> {
        let options = output.json_options();
        Ok(match self {
            Reply::Answer(result) => answer_json(&result.answer, JsonOptions { why: result.why, ..options }),
            Reply::Position(position_sum) => parsed_json(position_sum, options),
            Reply::Rules(rules) => rules_json(rules, options),
            Reply::Board(board) => board_json(&board.session, board.played, &board.evaluation, &board.pieces, options),
            Reply::Drawing(drawn) => drawn_json(&drawn.0, &drawn.1, options),
            Reply::Finding(rules, finding) => finding_json(rules, finding, output.certificate_file, options),
            Reply::Forms(found) => forms_found_json(&found.0, &found.1),
            Reply::Losers(found) => losers_json(&found.0, &found.1, options),
            Reply::Verdict(found) => verdict_json(&found.0, &found.1, &found.2, options),
            Reply::Verified(found) => verified_json(output.certificate_file, &found.0, &found.1, options),
            Reply::Sequence(rules, summary) => sequence_json(rules, summary, options),
            Reply::Statistics(rules, summary, efforts) => {
                statistics_json(rules, summary, efforts.iter().copied(), options)
            }
            Reply::Value(value) => {
                let ExpressionValue { expr, evaluator, facts } = &mut **value;
                value_json(&mut evaluator.arena, expr, facts, options).map_err(|limit| evaluator.error(limit))?
            }
            Reply::MisereValue(expr, facts) => misere_value_json(expr, facts, options),
            Reply::Quotient(learned) => quotient_json(learned, options),
            Reply::Games(games) => cards_json(games, options),
            Reply::Game(game) => cards_json(&[*game], options),
            Reply::Checked(checked) => checked_json(checked, options),
            Reply::Example(checked) => example_json(&checked.0, &checked.1, checked.2, options),
            Reply::Completions(offered) => completions_json(offered, options),
            // The text may be as large as memory allows and is written once, so it is not cloned.
            Reply::File(TableFormat::Json, json) => std::mem::take(json),
            Reply::File(format, text) => file_json(format_name(*format), text),
        })
    }

    /// Returns the reply as text, wrapped to the width of the style.
    ///
    /// Returns `None` for replies without a text form.
    ///
    /// # Errors
    /// As [`Reply::json`].
    pub fn text(&mut self, output: &OutputOptions<'_>) -> Result<Option<String>> {
        let OutputOptions { language, style, hints, .. } = *output;
        Ok(Some(match self {
            Reply::Answer(result) => {
                let SolveResult { answer, why, best_line, .. } = &**result;
                let options = AnswerTextOptions {
                    why: *why,
                    style,
                    move_limit: hints.move_limit,
                    proof_command: hints.proof_command,
                    best_line,
                };
                answer_text_with(answer, options, language)
            }
            Reply::Finding(rules, finding) => style.wrap_lines(&match &finding.family {
                Some(family) => family_text(finding, family, hints.prove, language),
                None => finding_text_with_file(rules, finding, output.certificate_file, language),
            }),
            Reply::Forms(found) => style.wrap_lines(&forms_found_text(&found.0, &found.1, language)),
            Reply::Losers(found) => style.wrap_lines(&losers_text(&found.1, language)),
            Reply::Verdict(found) => {
                style.wrap_lines(&verdict_text(&found.0, &found.1, &found.2, hints.proof_command, language))
            }
            Reply::Verified(found) => {
                let file = output.certificate_file.unwrap_or(&found.0.rules);
                style.wrap_lines(&verified_text(file, &found.0, &found.1, language))
            }
            Reply::Sequence(rules, summary) => style.wrap_lines(&sequence_text(rules, summary, language)),
            Reply::Value(value) => {
                let ExpressionValue { evaluator, facts, .. } = &mut **value;
                value_text(&mut evaluator.arena, facts, style, language).map_err(|limit| evaluator.error(limit))?
            }
            Reply::MisereValue(_, facts) => misere_value_text(facts, style, language),
            Reply::Quotient(learned) => quotient_text(learned, style, language),
            Reply::Games(games) => games_text(games, style, language),
            Reply::Game(game) => style.fill(&game_text(*game, language)),
            Reply::Checked(checked) => style.wrap_lines(&checked_text(checked, language)),
            Reply::Example(checked) => style.wrap_lines(&example_text(&checked.0, &checked.1, checked.2, language)),
            _ => return Ok(None),
        }))
    }

    /// Returns a picture of the reply, if it has one.
    ///
    /// # Errors
    /// `too_large` for a picture with too many points or lines; `limit`.
    pub fn svg(&mut self, output: &OutputOptions<'_>) -> Result<Option<String>> {
        let language = output.language;
        match self {
            Reply::Finding(rules, finding) if finding.pattern.is_some() => {
                finding_svg(rules, finding, language).map(Some)
            }
            Reply::Quotient(learned) => {
                let graph = learned.checked.as_ref().map(|checked| DigraphDrawing::from_quotient(checked));
                graph.map(|graph| graph_svg(&graph, language)).transpose()
            }
            Reply::Value(value) => {
                let ExpressionValue { evaluator, facts, .. } = &mut **value;
                thermograph_svg(&mut evaluator.arena, facts, language).map(Some).map_err(|limit| evaluator.error(limit))
            }
            _ => Ok(None),
        }
    }

    /// Returns a graph of the reply in DOT, if it has one.
    pub fn dot(&self) -> Option<String> {
        match self {
            Reply::Quotient(learned) => Some(graph_dot(&DigraphDrawing::from_quotient(learned.checked.as_ref()?))),
            _ => None,
        }
    }

    /// Returns the certificate, if the reply proves something.
    pub fn certificate(&self) -> Option<&Certificate> {
        match self {
            Reply::Finding(_, finding) => finding.certificate.as_deref(),
            Reply::Verdict(found) => match &found.2 {
                ClaimVerdict::Proved { certificate, .. } => Some(certificate),
                _ => None,
            },
            Reply::Verified(found) => Some(&found.0),
            Reply::Quotient(learned) => {
                let checked = learned.checked.as_ref().filter(|checked| checked.is_proved());
                checked.map(|checked| &checked.certificate)
            }
            _ => None,
        }
    }

    /// Returns code in `language` that computes the pattern that was found.
    pub fn code(&self, language: CodeLanguage) -> Option<String> {
        match self {
            Reply::Finding(rules, finding) => Some(finding_code(rules, finding, language)),
            _ => None,
        }
    }
}

/// Returns the name of a format in requests.
fn format_name(format: TableFormat) -> &'static str {
    FORMATS.iter().find(|(_, one)| *one == format).map_or("", |(name, _)| name)
}
