//! Requests: one variant per operation, its parser for JSON, and its implementation.

use crate::board::{BoardRequest, TIME_TO_LIST};
use crate::check::{CheckRequest, Example};
use crate::complete::{CompleteRequest, TextKind, completions};
use crate::context::RequestContext;
use crate::draw::DrawRequest;
use crate::fields::{self, Fields};
use crate::games::GamesRequest;
use crate::input::{Input, parse_spec};
use crate::output::{FORMATS, OutputOptions};
use crate::reply::{ExpressionValue, Reply};
use crate::sequence::SequenceRequest;
use crate::solve::SolveRequest;
use crate::table::TableRequest;
use crate::words::specs_from_words;
use crate::{forms, quotient, rules, value};
use grundy_conformance::POSITIONS;
use grundy_json::TableFormat;
use grundy_lang::text;
use grundy_proof::{self as proof, FindOptions, ProveOptions};
use grundy_render::ReasonDetail;
use grundy_rulelang::claims::Claim;
use grundy_rules::TableForm;
use grundy_rules::{Error, ErrorKind, Result, Ruleset};
use grundy_solve::trace::SearchMethod;
use grundy_solve::value_evaluator::ValueEvaluator;
use grundy_solve::{Budget, MovesWanted, Quantity, Solver};
use grundy_verify::{self as verify, Certificate};
use std::borrow::Cow;
use std::sync::Arc;

/// A request: each variant is one operation, and its struct holds the parameters.
///
/// ```
/// use grundy_rules::NoSources;
/// use grundy_solve::{Budget, Solver};
/// use grundy_ask::{ProveRequest, Reply, Request, RequestContext};
/// let prove = ProveRequest { to: Some(50), ..ProveRequest::new("take[1..4]", "P iff n % 5 == 0") };
/// let (mut solver, budget, mut sources) = (Solver::new(), Budget::default(), NoSources);
/// let mut context = RequestContext::new(&mut solver, &budget, &mut sources);
/// let reply = Request::Prove(prove).run_one(&mut context)?;
/// assert!(matches!(&reply, Reply::Verdict(_)) && reply.certificate().is_some());
/// # Ok::<(), grundy_rules::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Request {
    /// Finds the outcome of a position, the winning moves and the reasons.
    Solve(SolveRequest),
    /// Parses a position or rules and writes them in canonical notation.
    Parse(ParseRequest),
    /// Shows the board of a play, with its legal moves.
    Board(BoardRequest),
    /// Draws a position, or reads a drawing as a position.
    Draw(DrawRequest),
    /// Computes a table of values or outcomes.
    Table(TableRequest),
    /// Finds the patterns of a game.
    Find(FindRequest),
    /// Proves or refutes a claim.
    Prove(ProveRequest),
    /// Checks a certificate.
    Verify(VerifyRequest),
    /// Computes a long sequence of Grundy values.
    Sequence(SequenceRequest),
    /// Computes the value of an expression of games.
    Value(ValueRequest),
    /// Computes the misère quotient of heap games.
    Quotient(QuotientRequest),
    /// Describes one game, or all games.
    Games(GamesRequest),
    /// Checks theorems against brute force.
    Check(CheckRequest),
    /// Checks an example of a rule file.
    Example(Example),
    /// Completes the name of a game that is being typed.
    Complete(CompleteRequest),
}

/// A request to parse a text as a position or as rules.
#[derive(Clone, Debug)]
pub struct ParseRequest {
    /// The text to parse.
    pub text: String,
    /// The kind of the text.
    pub kind: TextKind,
    /// Whether play is misère: the player who cannot move wins.
    pub misere: bool,
}

impl ParseRequest {
    /// Returns the request to parse `text` under normal play.
    pub fn new(text: impl Into<String>, kind: TextKind) -> ParseRequest {
        ParseRequest { text: text.into(), kind, misere: false }
    }
}

/// A request to find the patterns of a game.
#[derive(Clone, Debug)]
pub struct FindRequest {
    /// The game.
    pub rules: Input<Arc<Ruleset>>,
    /// Whether play is misère: the player who cannot move wins.
    pub misere: bool,
    /// The quantity whose pattern is sought; by default outcomes and Grundy values.
    pub target: Option<FindTarget>,
    /// The largest number in the table that is searched for patterns; `None` for the default.
    pub to: Option<u64>,
    /// Whether theorems may be used.
    pub use_theorems: bool,
}

impl FindRequest {
    /// Returns the request to find the patterns of a game in a table of the default size.
    pub fn new(rules: impl Into<Input<Arc<Ruleset>>>) -> FindRequest {
        FindRequest { rules: rules.into(), misere: false, target: None, to: None, use_theorems: true }
    }
}

/// The quantity whose pattern is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindTarget {
    /// The outcomes.
    Outcome,
    /// The Grundy values.
    Grundy,
    /// The canonical forms.
    Value,
}

impl FindTarget {
    /// The names of all targets.
    pub const NAMES: [(&str, FindTarget); 3] =
        [("outcome", FindTarget::Outcome), ("grundy", FindTarget::Grundy), ("value", FindTarget::Value)];
}

/// A request to prove a claim about a game.
#[derive(Clone, Debug)]
pub struct ProveRequest {
    /// The game.
    pub rules: Input<Arc<Ruleset>>,
    /// The claim.
    pub claim: String,
    /// Whether play is misère: the player who cannot move wins.
    pub misere: bool,
    /// The number up to which the claim is compared with a table; `None` for the default.
    pub to: Option<u64>,
    /// Whether theorems may be used.
    pub use_theorems: bool,
}

impl ProveRequest {
    /// Returns the request to prove a claim under normal play.
    pub fn new(rules: impl Into<Input<Arc<Ruleset>>>, claim: impl Into<String>) -> ProveRequest {
        ProveRequest { rules: rules.into(), claim: claim.into(), misere: false, to: None, use_theorems: true }
    }
}

/// A request to check a certificate.
#[derive(Clone, Debug)]
pub struct VerifyRequest {
    /// The certificate.
    pub certificate: Input<Arc<Certificate>>,
    /// The game that the certificate must be for; `None` for any game.
    pub rules: Option<Arc<Ruleset>>,
}

impl VerifyRequest {
    /// Returns the request to check a certificate, given as text or parsed.
    pub fn new(certificate: impl Into<Input<Arc<Certificate>>>) -> VerifyRequest {
        VerifyRequest { certificate: certificate.into(), rules: None }
    }

    /// Requires that the certificate is for this game; one for another game is a `bad_argument`.
    pub fn with_rules(self, rules: impl Into<Arc<Ruleset>>) -> VerifyRequest {
        VerifyRequest { rules: Some(rules.into()), ..self }
    }
}

/// A request for the value of an expression of games.
#[derive(Clone, Debug)]
pub struct ValueRequest {
    /// The expression.
    pub expr: String,
    /// Whether play is misère; the prefix `misere` of the expression has the same effect.
    pub misere: bool,
}

impl ValueRequest {
    /// Returns the request for an expression, under normal play unless its text says otherwise.
    pub fn new(expr: impl Into<String>) -> ValueRequest {
        ValueRequest { expr: expr.into(), misere: false }
    }
}

/// A request for a misère quotient.
#[derive(Clone, Debug)]
pub struct QuotientRequest {
    /// The game, or several games joined by ` + `.
    pub rules: String,
    /// The largest heap; `None` for as many heaps as are needed until heaps repeat.
    pub to: Option<u64>,
}

impl QuotientRequest {
    /// Returns the request for the quotient of as many heaps as are needed until heaps repeat.
    pub fn new(rules: impl Into<String>) -> QuotientRequest {
        QuotientRequest { rules: rules.into(), to: None }
    }
}

/// The names of the operations.
pub(crate) const NAMES: [&str; 14] = [
    "solve", "parse", "board", "draw", "table", "find", "prove", "verify", "sequence", "value", "quotient", "games",
    "check", "complete",
];

const WHY: [(&str, ReasonDetail); 3] =
    [("short", ReasonDetail::Short), ("full", ReasonDetail::Full), ("steps", ReasonDetail::Steps)];

impl Request {
    /// Reads the fields of the operation `name` and rejects unknown fields.
    ///
    /// The fields that control how the JSON is written go into `output`.
    pub(crate) fn parse(name: &str, mut fields: Fields, output: &mut OutputOptions<'_>) -> Result<Request> {
        let f = &mut fields;
        if ["find", "prove"].contains(&name) {
            output.includes_attachments = f.flag("files")?.unwrap_or(false);
        }
        let request = match name {
            "solve" => Request::Solve(SolveRequest {
                spec: f.required("spec", "nim(3,4,5)")?.into(),
                misere: f.flag("misere")?.unwrap_or(false),
                use_theorems: f.flag("theorems")?.unwrap_or(true),
                moves: f.choice("moves", &MovesWanted::NAMES)?.unwrap_or_default(),
                why: f.choice("why", &WHY)?.unwrap_or_default(),
                search: f.choice("search", &SearchMethod::ALL.map(|method| (method.name(), method)))?,
                lone_player: f.player("coalition")?,
            }),
            "parse" => {
                let (text, kind) = match f.text("rules")? {
                    Some(text) => (text, TextKind::Rules),
                    None => (f.required("spec", "nim(3,4,5)")?, TextKind::PositionSum),
                };
                Request::Parse(ParseRequest { text, kind, misere: f.flag("misere")?.unwrap_or(false) })
            }
            "board" => Request::Board(BoardRequest::parse(f)?),
            "draw" => Request::Draw(DrawRequest::parse(f)?),
            "table" => {
                let format = f.choice("format", &FORMATS)?.unwrap_or(TableFormat::Json);
                Request::Table(TableRequest { format, ..TableRequest::parse(f)? })
            }
            "find" => Request::Find(FindRequest {
                rules: f.required("rules", "take[1,3,4]")?.into(),
                misere: f.flag("misere")?.unwrap_or(false),
                target: f.choice("of", &FindTarget::NAMES)?,
                to: f.number("to")?,
                use_theorems: f.flag("theorems")?.unwrap_or(true),
            }),
            "prove" => Request::Prove(ProveRequest {
                rules: f.required("rules", "take[1..4]")?.into(),
                claim: f.required("claim", "P iff n % 5 == 0")?,
                misere: f.flag("misere")?.unwrap_or(false),
                to: f.number("to")?,
                use_theorems: f.flag("theorems")?.unwrap_or(true),
            }),
            "verify" => Request::Verify(VerifyRequest::new(f.required("certificate", "grundy certificate 1 ...")?)),
            "sequence" => Request::Sequence(SequenceRequest::parse(f)?),
            "value" => Request::Value(ValueRequest {
                expr: f.required("expr", "{2|0||-1} + ^*")?,
                misere: f.flag("misere")?.unwrap_or(false),
            }),
            "quotient" => {
                let (rules, to) = (f.required("rules", "octal[0.123]")?, f.number("to")?);
                // `misere` is accepted and ignored, because quotients are always of misère play.
                f.flag("misere")?;
                Request::Quotient(QuotientRequest { rules, to })
            }
            "games" => Request::Games(GamesRequest { name: f.text("name")? }),
            "check" => Request::Check(CheckRequest { name: f.text("name")?, to: f.number("to")?.unwrap_or(POSITIONS) }),
            "complete" => match f.text("rules")? {
                Some(text) => Request::Complete(CompleteRequest::new(text, TextKind::Rules)),
                None => Request::Complete(CompleteRequest::new(f.required("spec", "kayl")?, TextKind::PositionSum)),
            },
            _ => {
                let message = text!("`{what}` is not an operation", what = fields::shorten(name));
                let error = Error::new(ErrorKind::BadArgument, message);
                return Err(match grundy_rules::nearest_names(name, NAMES.into_iter()).first() {
                    Some(near) => error.help(text!("did you mean {near}?", near = format!("`{near}`"))),
                    None => error.help(text!("the operations are {names}", names = fields::name_list(&NAMES))),
                });
            }
        };
        fields.expect_end()?;
        Ok(request)
    }

    /// Runs the request within the limits and passes its replies to `emit`, one after the other.
    ///
    /// After an error of `emit` no further reply is passed, and that error is returned.
    ///
    /// # Errors
    /// Any error of the notation, with its span; `unsupported`; `limit`; the errors of `emit`.
    pub fn run(&self, context: &mut RequestContext<'_>, emit: &mut dyn FnMut(Reply) -> Result<()>) -> Result<()> {
        let scope = self.run_budget(context.budget).enter();
        scope.finish(match self {
            Request::Find(find) => find.run(context, emit),
            Request::Check(check) => check.run(context, emit),
            Request::Sequence(sequence) => sequence.run(context, emit),
            single => single.reply(context).and_then(emit),
        })
    }

    /// Runs the request and returns its last reply.
    ///
    /// # Errors
    /// As [`Request::run`]; `unsupported` if there is no reply, as for a check of a game without theorems.
    pub fn run_one(&self, context: &mut RequestContext<'_>) -> Result<Reply> {
        let mut last = None;
        self.run(context, &mut |reply| {
            last = Some(reply);
            Ok(())
        })?;
        last.ok_or_else(|| Error::new(ErrorKind::Unsupported, text!("the request produced no answer")))
    }

    /// Returns the budget for the run.
    ///
    /// A board gets extra time to list its moves after the time limit for their values.
    fn run_budget<'a>(&self, budget: &'a Budget) -> Cow<'a, Budget> {
        match (self, budget.deadline) {
            (Request::Board(_), Some(end)) => {
                Cow::Owned(Budget { deadline: end.checked_add(TIME_TO_LIST), ..budget.clone() })
            }
            _ => Cow::Borrowed(budget),
        }
    }

    /// Returns the reply to a request that has exactly one.
    fn reply(&self, context: &mut RequestContext<'_>) -> Result<Reply> {
        Ok(match self {
            Request::Solve(solve) => Reply::Answer(Box::new(solve.run(context)?)),
            Request::Parse(parse) => parse.run(context)?,
            Request::Board(board) => Reply::Board(Box::new(board.run(context)?)),
            Request::Draw(draw) => Reply::Drawing(Box::new(draw.run(context)?)),
            Request::Table(table) => table.run(context)?,
            Request::Prove(prove) => prove.run(context)?,
            Request::Verify(verify) => verify.run(context)?,
            Request::Value(value) => value.run(context)?,
            Request::Quotient(QuotientRequest { rules, to }) => {
                let RequestContext { library, budget, sources, .. } = context;
                Reply::Quotient(Box::new(quotient::learn_quotient(rules, *to, library, budget, *sources)?))
            }
            Request::Games(games) => games.run()?,
            Request::Example(example) => example.run(context)?,
            Request::Complete(CompleteRequest { text, kind }) => {
                Reply::Completions(completions(text, *kind, context.output.language))
            }
            Request::Find(_) | Request::Check(_) | Request::Sequence(_) => self.run_one(context)?,
        })
    }
}

impl ParseRequest {
    fn run(&self, context: &mut RequestContext<'_>) -> Result<Reply> {
        let ParseRequest { text, kind, misere } = self;
        Ok(match kind {
            TextKind::Rules => Reply::Rules(Box::new(rules::parse(text, *misere, context.sources)?)),
            TextKind::PositionSum => {
                let parsed = parse_spec(text, *misere, context.sources).or_else(|error| {
                    // A person may write the words of the command line, such as `nim 3 4 5`.
                    match &specs_from_words(&text.split_whitespace().collect::<Vec<_>>())[..] {
                        [spec] if spec != text => parse_spec(spec, *misere, context.sources).map_err(|_| error),
                        _ => Err(error),
                    }
                });
                Reply::Position(Box::new(parsed?))
            }
        })
    }
}

/// The kind of a finding without a certificate; such a finding is a single reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertified {
    /// The period of the canonical forms of heaps.
    Values,
    /// The period of the losing players, in games of several players.
    Losers,
}

impl FindRequest {
    /// Returns the kind of finding if findings for these rules have no certificate.
    pub fn uncertified(&self, rules: &Ruleset) -> Option<Uncertified> {
        match rules.game.table_form() {
            _ if self.target == Some(FindTarget::Value) => Some(Uncertified::Values),
            Some(TableForm::Rivals(_)) => Some(Uncertified::Losers),
            _ => None,
        }
    }

    fn run(&self, context: &mut RequestContext<'_>, emit: &mut dyn FnMut(Reply) -> Result<()>) -> Result<()> {
        let rules = self.rules.resolve(self.misere, context.sources)?;
        let of = match self.target {
            Some(FindTarget::Outcome) => Some(Quantity::Outcome),
            Some(FindTarget::Grundy) => Some(Quantity::Grundy),
            Some(FindTarget::Value) | None => None,
        };
        let query = FindOptions { to: self.to, of, use_theorems: self.use_theorems };
        match self.uncertified(&rules) {
            Some(Uncertified::Values) => {
                let found = forms::find(&rules, self.to, context.budget)?;
                emit(Reply::Forms(Box::new((rules, found))))
            }
            Some(Uncertified::Losers) => {
                let found = proof::find_losers(&rules, query, context.budget)?;
                emit(Reply::Losers(Box::new((rules, found))))
            }
            None => {
                let mut result = Ok(());
                proof::find(&rules, query, &mut Solver::new(), context.budget, &mut |finding| {
                    if result.is_ok() {
                        result = emit(Reply::Finding(Arc::clone(&rules), Box::new(finding)));
                    }
                })?;
                result
            }
        }
    }
}

impl ProveRequest {
    fn run(&self, context: &mut RequestContext<'_>) -> Result<Reply> {
        let rules = self.rules.resolve(self.misere, context.sources)?;
        let claim = Claim::parse_with(&self.claim, &rules, &mut verify::Certificates(context.sources))?;
        let options = ProveOptions { to: self.to, use_theorems: self.use_theorems };
        let verdict = proof::prove(&rules, &claim, options, &mut Solver::new(), context.budget)?;
        Ok(Reply::Verdict(Box::new((rules, claim, verdict))))
    }
}

impl VerifyRequest {
    fn run(&self, context: &mut RequestContext<'_>) -> Result<Reply> {
        let limits = rules::checker_limits(context.budget);
        let certificate = match &self.certificate {
            Input::Text(text) => Arc::new(verify::read_from(Ok(text.as_bytes()), &limits)?),
            Input::Parsed(certificate) => Arc::clone(certificate),
        };
        if let Some(rules) = self.rules.as_ref().map(|rules| rules.to_string()).filter(|own| *own != certificate.rules)
        {
            let message =
                text!("the certificate is for `{given}`, not for `{rules}`", given = &certificate.rules, rules);
            return Err(Error::new(ErrorKind::BadArgument, message));
        }
        let verified = verify::verify(&certificate, context.library, &limits)?;
        Ok(Reply::Verified(Box::new((certificate, verified))))
    }
}

impl ValueRequest {
    fn run(&self, context: &mut RequestContext<'_>) -> Result<Reply> {
        let expr = &self.expr;
        if self.misere || value::is_misere(expr) {
            let facts = value::misere_facts(expr, context.library, context.budget, context.sources)?;
            return Ok(Reply::MisereValue(expr.clone(), Box::new(facts)));
        }
        let mut evaluator = ValueEvaluator::new(context.budget);
        let facts = value::facts(expr, &mut evaluator, context.library, context.sources)?;
        Ok(Reply::Value(Box::new(ExpressionValue { expr: expr.clone(), evaluator, facts })))
    }
}
