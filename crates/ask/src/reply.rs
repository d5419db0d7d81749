//! Replies: what engines found, and how it is written.

use grundy::engines::Answer;
use grundy::engines::canonical::Canonical;
use grundy::engines::check::Checked;
use grundy::engines::misere::MisereFacts;
use grundy::engines::quotients::Report as Learned;
use grundy::engines::sequence::{Effort, Kernel, Summary};
use grundy::lang::Language;
use grundy::play::Session as Play;
use grundy::proof::{CodeLanguage, Finding, LosersFound, Verdict};
use grundy::render::{
    FormsFound, Graph, Json, ShownPiece, Style, Why, Worth, answer_json, board_json, cards_json, checked_json,
    checked_text, completions_json, drawn_json, family_text, file_json, finding_code, finding_json, finding_svg,
    finding_text_in, forms_found_json, forms_found_text, graph_dot, graph_svg, losers_json, losers_text,
    misere_value_json, misere_value_text, parsed_json, quotient_json, quotient_text, rules_json, sequence_json,
    sequence_text, statistics_json, statistics_text, thermograph_svg, value_json, value_text, verdict_json,
    verdict_text, verified_json, verified_text,
};
use grundy::rulelang::claims::Claim;
use grundy::rules::{Drawing, Entry};
use grundy::value::Facts;
use grundy::verify::{Certificate, Verified};
use grundy::{Result, Ruleset, Spec};
use std::sync::Arc;

/// The reply to a [`Request`](crate::Request); some requests have several, one after the other.
///
/// A reply holds what engines found, typed; [`Reply::json`] and [`Reply::text`] write it for programs and for people.
#[non_exhaustive]
pub enum Reply {
    /// The answer to a position, and how much of the reason is written.
    Answer(Box<Answer>, Why),
    /// A position that was read.
    Position(Box<Spec>),
    /// Rules that were read.
    Rules(Box<Ruleset>),
    /// The board of a play.
    Board(Box<ShownBoard>),
    /// A position of a game on graphs, and its drawing.
    Drawing(Box<(Spec, Drawing)>),
    /// A pattern of outcomes or values.
    Finding(Arc<Ruleset>, Box<Finding>),
    /// The period of what heaps are worth as games.
    Forms(Box<(Ruleset, FormsFound)>),
    /// The period of who loses.
    Losers(Box<(Ruleset, LosersFound)>),
    /// Whether a claim is proved, refuted or open.
    Verdict(Box<(Ruleset, Claim, Verdict)>),
    /// A certificate that was checked.
    Verified(Box<(Certificate, Verified)>),
    /// A sequence of Grundy values.
    Sequence(Arc<Ruleset>, Arc<Summary>),
    /// How often values occur in a sequence, and what each kernel did.
    Statistics(Arc<Ruleset>, Arc<Summary>, Vec<(Kernel, Effort)>),
    /// The value of an expression of games.
    Value(Box<Valued>),
    /// The misère form of an expression of impartial games.
    MisereValue(String, Box<MisereFacts>),
    /// A misère quotient.
    Quotient(Box<Learned>),
    /// Games by name.
    Games(Vec<&'static dyn Entry>),
    /// A theorem that was checked against brute force.
    Checked(Box<Checked>),
    /// Games whose names complete a text, each with the completed text.
    Completions(Vec<(&'static dyn Entry, String)>),
    /// A table as JSON.
    Table(String),
    /// A table or a sequence in another format, and the name of the format.
    File(&'static str, String),
}

/// The board of a play as a face draws it.
pub struct ShownBoard {
    pub(crate) play: Play,
    /// Whether moves were given: then the JSON lists them.
    pub(crate) played: bool,
    pub(crate) worth: Worth,
    pub(crate) pieces: Vec<ShownPiece>,
}

/// The value of an expression, with the arena that contains it.
pub struct Valued {
    /// The expression as it was written.
    pub expr: String,
    /// The arena.
    pub canonical: Canonical,
    /// The facts about the value.
    pub facts: Facts,
}

/// How text for people is written.
pub struct Words<'a> {
    /// The language.
    pub language: Language,
    /// How wide and coloured it is.
    pub style: Style,
    /// How a claim that was found is proved: a command or a call, from rules and claim.
    pub prove: &'a dyn Fn(&str, &str) -> String,
    /// The file of a certificate: the one that is written, or the one that was read.
    pub file: Option<&'a str>,
}

impl Reply {
    /// The reply as one line of JSON, as `docs/schema.json` describes it. That of a table is moved out: a second call finds it empty.
    ///
    /// # Errors
    /// `limit` where a value has more letters than memory allows.
    pub fn json(&mut self, form: Json) -> Result<String> {
        self.json_of(None, form)
    }

    /// Writes the reply as JSON; `file` names the file that a certificate was read from, or is written to.
    ///
    /// # Errors
    /// As [`Reply::json`].
    pub fn json_of(&mut self, file: Option<&str>, form: Json) -> Result<String> {
        Ok(match self {
            Reply::Answer(answer, why) => answer_json(answer, Json { why: *why, ..form }),
            Reply::Position(spec) => parsed_json(spec, form),
            Reply::Rules(rules) => rules_json(rules, form),
            Reply::Board(board) => board_json(&board.play, board.played, &board.worth, &board.pieces, form),
            Reply::Drawing(drawn) => drawn_json(&drawn.0, &drawn.1, form),
            Reply::Finding(rules, finding) => finding_json(rules, finding, file, form),
            Reply::Forms(found) => forms_found_json(&found.0, &found.1),
            Reply::Losers(found) => losers_json(&found.0, &found.1, form),
            Reply::Verdict(found) => verdict_json(&found.0, &found.1, &found.2, form),
            Reply::Verified(found) => verified_json(file, &found.0, &found.1, form),
            Reply::Sequence(rules, summary) => sequence_json(rules, summary, form),
            Reply::Statistics(rules, summary, efforts) => {
                statistics_json(rules, summary, efforts.iter().copied(), form)
            }
            Reply::Value(valued) => {
                let Valued { expr, canonical, facts } = &mut **valued;
                value_json(&mut canonical.values, expr, facts, form).map_err(|limit| canonical.error(limit))?
            }
            Reply::MisereValue(expr, facts) => misere_value_json(expr, facts, form),
            Reply::Quotient(learned) => quotient_json(learned, form),
            Reply::Games(games) => cards_json(games, form),
            Reply::Checked(checked) => checked_json(checked, form),
            Reply::Completions(offered) => completions_json(offered, form),
            // It may be as large as memory allows, and is written once.
            Reply::Table(json) => std::mem::take(json),
            Reply::File(format, text) => file_json(format, text),
        })
    }

    /// The reply in words; empty for replies that only programs use.
    ///
    /// # Errors
    /// As [`Reply::json`].
    pub fn text(&mut self, words: &Words<'_>) -> Result<String> {
        let Words { language, style, .. } = *words;
        Ok(match self {
            Reply::Answer(answer, why) => {
                let shown = grundy::render::Shown { why: *why, style, ..Default::default() };
                grundy::render::answer_shown(answer, shown, language)
            }
            Reply::Finding(rules, finding) => match &finding.family {
                Some(family) => family_text(finding, family, words.prove, language),
                None => finding_text_in(rules, finding, words.file, language),
            },
            Reply::Forms(found) => forms_found_text(&found.0, &found.1, language),
            Reply::Losers(found) => losers_text(&found.1, language),
            Reply::Verdict(found) => verdict_text(&found.0, &found.1, &found.2, language),
            Reply::Verified(found) => {
                let file = words.file.unwrap_or(&found.0.rules);
                verified_text(file, &found.0, &found.1, language)
            }
            Reply::Sequence(rules, summary) => sequence_text(rules, summary, language),
            Reply::Statistics(_, summary, _) => statistics_text(summary, language),
            Reply::Value(valued) => {
                let Valued { canonical, facts, .. } = &mut **valued;
                value_text(&mut canonical.values, facts, style, language).map_err(|limit| canonical.error(limit))?
            }
            Reply::MisereValue(_, facts) => misere_value_text(facts, style, language),
            Reply::Quotient(learned) => quotient_text(learned, style, language),
            Reply::Games(games) => grundy::render::games_text(games, style, language),
            Reply::Checked(checked) => checked_text(checked, language),
            Reply::File(_, text) => text.clone(),
            Reply::Position(_)
            | Reply::Rules(_)
            | Reply::Board(_)
            | Reply::Drawing(_)
            | Reply::Completions(_)
            | Reply::Table(_) => String::new(),
        })
    }

    /// A picture of it, where there is one.
    ///
    /// # Errors
    /// `too_large` for a picture with too many points or lines; limits.
    pub fn svg(&mut self, language: Language) -> Result<Option<String>> {
        match self {
            Reply::Finding(rules, finding) if finding.pattern.is_some() => {
                finding_svg(rules, finding, language).map(Some)
            }
            Reply::Quotient(learned) => {
                let graph = learned.checked.as_ref().map(|checked| Graph::of_quotient(checked));
                graph.map(|graph| graph_svg(&graph, language)).transpose()
            }
            Reply::Value(valued) => {
                let Valued { canonical, facts, .. } = &mut **valued;
                thermograph_svg(&mut canonical.values, facts, language)
                    .map(Some)
                    .map_err(|limit| canonical.error(limit))
            }
            _ => Ok(None),
        }
    }

    /// A graph of it in DOT, where there is one.
    pub fn dot(&self) -> Option<String> {
        match self {
            Reply::Quotient(learned) => Some(graph_dot(&Graph::of_quotient(learned.checked.as_ref()?))),
            _ => None,
        }
    }

    /// The certificate, where something is proved.
    pub fn certificate(&self) -> Option<&Certificate> {
        match self {
            Reply::Finding(_, finding) => finding.certificate.as_deref(),
            Reply::Verdict(found) => match &found.2 {
                Verdict::Proved { certificate, .. } => Some(certificate),
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

    /// A function that computes what was found.
    pub fn code(&self, language: CodeLanguage) -> Option<String> {
        match self {
            Reply::Finding(rules, finding) => Some(finding_code(rules, finding, language)),
            _ => None,
        }
    }
}
