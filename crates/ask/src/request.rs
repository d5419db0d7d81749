//! Requests: one variant for each use case, how they are read from JSON, and how they are run.

use crate::complete::{Typed, completions};
use crate::fields::{self, Fields};
use crate::reply::{Reply, Valued};
use crate::solve::Solve;
use crate::{board, draw, forms, games, quotient, rules, sequence, table, value};
use grundy::engines::canonical::Canonical;
use grundy::engines::check::POSITIONS;
use grundy::engines::sequence::Sequence as Values;
use grundy::engines::steps::Way;
use grundy::lang::{Language, text};
use grundy::proof::{self, Asked, Query};
use grundy::render::{Json, Numbers, TableFormat, Why, histogram_svg, sequence_svg, write_sequence};
use grundy::rulelang::claims::Claim;
use grundy::rules::{Sources, TableView};
use grundy::{Budget, Error, ErrorKind, MovesWanted, Of, Result, Ruleset, Solver, verify};
use std::sync::Arc;

/// A request: each variant is one use case, and its struct has what is asked.
///
/// ```
/// use grundy::rules::NoSources;
/// use grundy::{Budget, Solver};
/// use grundy_ask::{Prove, Reply, Request, Session};
/// let prove = Prove { to: Some(50), ..Prove::new("take[1..4]", "P iff n % 5 == 0") };
/// let (mut solver, budget, mut sources) = (Solver::new(), Budget::default(), NoSources);
/// let mut session = Session::new(&mut solver, &budget, &mut sources);
/// let reply = Request::Prove(prove).run_one(&mut session)?;
/// assert!(matches!(&reply, Reply::Verdict(_)) && reply.certificate().is_some());
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Request {
    /// The outcome of a position, the winning moves, and the reason.
    Solve(String, Solve),
    /// Reads a position and writes it in canonical notation.
    Parse(Parse),
    /// The board of a play, with its legal moves.
    Board(board::Show),
    /// The drawing of a position, or the position of a drawing.
    Draw(draw::Draw),
    /// A table of values or outcomes.
    Table(table::Request),
    /// The patterns of a game.
    Find(Find),
    /// Whether a claim holds.
    Prove(Prove),
    /// Whether a certificate is right: its text.
    Verify(String),
    /// A long sequence of Grundy values.
    Sequence(Sequence),
    /// The value of an expression of games.
    Value(Value),
    /// The misère quotient of games of heaps.
    Quotient(Quotient),
    /// Games: the one of this name, or all.
    Games(Option<String>),
    /// Theorems held against brute force.
    Check(Check),
    /// Games whose names complete a text that is being typed.
    Complete(String, Typed),
}

/// The environment of requests: cached tables, limits, and the files that `@file` may name.
pub struct Session<'a> {
    /// The tables that positions and boards are solved with. Tables and patterns are found with a solver of their own: what they fill is as
    /// large as they ask for, and nobody asks for it again.
    pub solver: &'a mut Solver,
    /// The limits.
    pub budget: &'a Budget,
    /// The files that texts may name.
    pub sources: &'a mut dyn Sources,
    /// The language of tables and pictures.
    pub language: Language,
    /// How integers of tables are written.
    pub numbers: Numbers,
}

impl<'a> Session<'a> {
    /// A session in English.
    pub fn new(solver: &'a mut Solver, budget: &'a Budget, sources: &'a mut dyn Sources) -> Session<'a> {
        Session { solver, budget, sources, language: Language::default(), numbers: Numbers::default() }
    }
}

/// A text to be read as a position or as rules.
#[derive(Clone, Debug)]
pub struct Parse {
    /// The text.
    pub text: String,
    /// Whether it is a position or rules.
    pub typed: Typed,
    /// Misère play: the player who cannot move wins.
    pub misere: bool,
}

/// Which patterns are looked for.
#[derive(Clone, Debug)]
pub struct Find {
    /// The game.
    pub rules: String,
    /// Misère play: the player who cannot move wins.
    pub misere: bool,
    /// What they are patterns of; by default outcomes and Grundy values.
    pub of: Option<FindTarget>,
    /// The largest number in the table that is searched for patterns.
    pub to: Option<u64>,
    /// Whether theorems may be used.
    pub theorems: bool,
}

/// The quantity whose pattern is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindTarget {
    /// Who wins.
    Outcome,
    /// The Grundy values.
    Grundy,
    /// The values as games.
    Value,
}

impl FindTarget {
    /// All of them by name.
    pub const NAMES: [(&str, FindTarget); 3] =
        [("outcome", FindTarget::Outcome), ("grundy", FindTarget::Grundy), ("value", FindTarget::Value)];
}

/// A claim about a game.
#[derive(Clone, Debug)]
pub struct Prove {
    /// The game.
    pub rules: String,
    /// The claim.
    pub claim: String,
    /// Misère play: the player who cannot move wins.
    pub misere: bool,
    /// The largest number up to which the claim is compared with the table.
    pub to: Option<u64>,
    /// Whether theorems may be used.
    pub theorems: bool,
}

impl Prove {
    /// The claim under normal play.
    pub fn new(rules: impl Into<String>, claim: impl Into<String>) -> Prove {
        Prove { rules: rules.into(), claim: claim.into(), misere: false, to: None, theorems: true }
    }
}

/// A sequence of Grundy values.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The game, or its code alone.
    pub rules: String,
    /// The last heap.
    pub to: Option<u64>,
    /// Whether misère play is asked for: it has no Grundy values, and the reply is that error.
    pub misere: bool,
    /// Whether theorems may prove the period.
    pub theorems: bool,
    /// How often values occur, beside the summary.
    pub statistics: bool,
    /// JSON is the summary, other formats are the values.
    pub format: TableFormat,
}

/// An expression of games.
#[derive(Clone, Debug)]
pub struct Value {
    /// The expression.
    pub expr: String,
    /// Misère play; the expression may also say so itself, by the prefix `misere`.
    pub misere: bool,
}

/// A misère quotient.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// The game, or several with ` + ` between.
    pub rules: String,
    /// The largest heap; by default as many as it takes until heaps repeat.
    pub to: Option<u64>,
}

/// Theorems to be held against brute force.
#[derive(Clone, Debug)]
pub struct Check {
    /// The game whose theorems are checked; by default all games.
    pub name: Option<String>,
    /// About how many positions each theorem is checked in.
    pub to: u64,
}

/// The names of the use cases.
pub(crate) const NAMES: [&str; 14] = [
    "solve", "parse", "board", "draw", "table", "find", "prove", "verify", "sequence", "value", "quotient", "games",
    "check", "complete",
];

const WHY: [(&str, Why); 3] = [("short", Why::Short), ("full", Why::Full), ("steps", Why::Steps)];
const MOVES: [(&str, MovesWanted); 4] =
    [("all", MovesWanted::All), ("one", MovesWanted::One), ("count", MovesWanted::Count), ("none", MovesWanted::None)];

/// What tables and sequences are written as, by the names that the command has for them.
pub(crate) const FORMATS: [(&str, TableFormat); 5] = [
    ("json", TableFormat::Json),
    ("text", TableFormat::Text),
    ("csv", TableFormat::Csv),
    ("bfile", TableFormat::Bfile),
    ("svg", TableFormat::Svg),
];

/// Without `text`: sequences as text depend on the width of the terminal.
const LISTS: [(&str, TableFormat); 4] = [FORMATS[0], FORMATS[2], FORMATS[3], FORMATS[4]];

pub(crate) fn name_of(format: TableFormat) -> &'static str {
    FORMATS.iter().find(|(_, one)| *one == format).map_or("", |(name, _)| name)
}

impl Request {
    /// Reads the fields of the use case `name`, and into `form` those on how its JSON is written. Unknown fields are refused.
    pub(crate) fn read(name: &str, mut fields: Fields, form: &mut Json) -> Result<Request> {
        let f = &mut fields;
        if ["find", "prove"].contains(&name) {
            form.files = f.flag("files")?.unwrap_or(false);
        }
        let request = match name {
            "solve" => {
                let spec = f.needed("spec", "nim(3,4,5)")?;
                let solve = Solve {
                    misere: f.flag("misere")?.unwrap_or(false),
                    theorems: f.flag("theorems")?.unwrap_or(true),
                    moves: f.choice("moves", &MOVES)?.unwrap_or_default(),
                    why: f.choice("why", &WHY)?.unwrap_or_default(),
                    search: f.choice("search", &Way::ALL.map(|way| (way.name(), way)))?,
                    coalition: f.player("coalition")?,
                };
                Request::Solve(spec, solve)
            }
            "parse" => {
                let (text, typed) = match f.text("rules")? {
                    Some(text) => (text, Typed::Rules),
                    None => (f.needed("spec", "nim(3,4,5)")?, Typed::Spec),
                };
                Request::Parse(Parse { text, typed, misere: f.flag("misere")?.unwrap_or(false) })
            }
            "board" => Request::Board(board::Show::read(f)?),
            "draw" => Request::Draw(draw::Draw::read(f)?),
            "table" => {
                let format = f.choice("format", &FORMATS)?.unwrap_or(TableFormat::Json);
                Request::Table(table::Request { format, ..table::Request::read(f)? })
            }
            "find" => Request::Find(Find {
                rules: f.needed("rules", "take[1,3,4]")?,
                misere: f.flag("misere")?.unwrap_or(false),
                of: f.choice("of", &FindTarget::NAMES)?,
                to: f.number("to")?,
                theorems: f.flag("theorems")?.unwrap_or(true),
            }),
            "prove" => Request::Prove(Prove {
                rules: f.needed("rules", "take[1..4]")?,
                claim: f.needed("claim", "P iff n % 5 == 0")?,
                misere: f.flag("misere")?.unwrap_or(false),
                to: f.number("to")?,
                theorems: f.flag("theorems")?.unwrap_or(true),
            }),
            "verify" => Request::Verify(f.needed("certificate", "grundy certificate 1 ...")?),
            "sequence" => Request::Sequence(Sequence {
                rules: f.needed("rules", "0.77")?,
                to: f.number("to")?,
                misere: f.flag("misere")?.unwrap_or(false),
                theorems: f.flag("theorems")?.unwrap_or(true),
                statistics: f.flag("stats")?.unwrap_or(false),
                format: f.choice("format", &LISTS)?.unwrap_or(TableFormat::Json),
            }),
            "value" => Request::Value(Value {
                expr: f.needed("expr", "{2|0||-1} + ^*")?,
                misere: f.flag("misere")?.unwrap_or(false),
            }),
            "quotient" => {
                let (rules, to) = (f.needed("rules", "octal[0.123]")?, f.number("to")?);
                // Accepted and ignored: quotients are always of misère play.
                f.flag("misere")?;
                Request::Quotient(Quotient { rules, to })
            }
            "games" => Request::Games(f.text("name")?),
            "check" => Request::Check(Check { name: f.text("name")?, to: f.number("to")?.unwrap_or(POSITIONS) }),
            "complete" => match f.text("rules")? {
                Some(text) => Request::Complete(text, Typed::Rules),
                None => Request::Complete(f.needed("spec", "kayl")?, Typed::Spec),
            },
            _ => {
                let message = text!("`{what}` is nothing that can be asked for", what = fields::cut(name));
                let error = Error::new(ErrorKind::BadArgument, message);
                return Err(match grundy::rules::nearest_of(name, NAMES.into_iter()).first() {
                    Some(near) => error.help(text!("did you mean {near}?", near = format!("`{near}`"))),
                    None => error.help(text!("what can be asked for: {names}", names = fields::listed(&NAMES))),
                });
            }
        };
        fields.end()?;
        Ok(request)
    }

    /// Runs the request and hands over its replies, one after the other. After an error of `tell` no other reply comes, and the error is
    /// returned.
    ///
    /// # Errors
    /// Those of the notation, with their place; what engines cannot do; limits; those of `tell`.
    pub fn run(&self, session: &mut Session<'_>, tell: &mut dyn FnMut(Reply) -> Result<()>) -> Result<()> {
        match self {
            Request::Find(find) => find.run(session, tell),
            Request::Check(check) => check.run(session, tell),
            Request::Sequence(sequence) => sequence.run(session, tell),
            single => tell(single.run_one(session)?),
        }
    }

    /// Runs the request and returns its last reply.
    ///
    /// # Errors
    /// As [`Request::run`]; `unsupported` if there is no reply, as for a check of a game without theorems.
    pub fn run_one(&self, session: &mut Session<'_>) -> Result<Reply> {
        Ok(match self {
            Request::Solve(spec, solve) => {
                let spec = solve.read(spec, session.sources)?;
                let answer = session.solver.solve(&spec, &solve.question(), session.budget)?;
                Reply::Answer(Box::new(answer), solve.why)
            }
            Request::Parse(Parse { text, typed: Typed::Rules, misere }) => {
                Reply::Rules(Box::new(rules::read(text, *misere, session.sources)?))
            }
            Request::Parse(Parse { text, typed: Typed::Spec, misere }) => {
                let solve = Solve { misere: *misere, ..Solve::default() };
                Reply::Position(Box::new(solve.read(text, session.sources)?))
            }
            Request::Board(show) => Reply::Board(Box::new(show.run(session)?)),
            Request::Draw(draw) => Reply::Drawing(Box::new(draw.run(session)?)),
            Request::Table(table) => table.run(session)?,
            Request::Prove(prove) => prove.run(session)?,
            Request::Verify(certificate) => {
                let limits = rules::limits(session.budget);
                let certificate = verify::read_from(Ok(certificate.as_bytes()), &limits)?;
                let verified = verify::verify(&certificate, grundy::games::library(), &limits)?;
                Reply::Verified(Box::new((certificate, verified)))
            }
            Request::Value(value) => value.run(session)?,
            Request::Quotient(Quotient { rules, to }) => {
                Reply::Quotient(Box::new(quotient::of(rules, *to, session.budget, session.sources)?))
            }
            Request::Games(name) => Reply::Games(games::named(name.as_deref())?),
            Request::Complete(text, typed) => Reply::Completions(completions(text, *typed, session.language)),
            Request::Find(_) | Request::Check(_) | Request::Sequence(_) => {
                let mut last = None;
                self.run(session, &mut |reply| {
                    last = Some(reply);
                    Ok(())
                })?;
                return last.ok_or_else(|| Error::new(ErrorKind::Unsupported, text!("there is nothing to reply")));
            }
        })
    }
}

/// A finding that comes as one reply, without a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertified {
    /// The period of what heaps are worth as games.
    Values,
    /// The period of who loses, in games of several players.
    Losers,
}

impl Find {
    fn run(&self, session: &mut Session<'_>, tell: &mut dyn FnMut(Reply) -> Result<()>) -> Result<()> {
        let rules = self.rules(session)?;
        self.of_rules(rules, session, tell)
    }

    /// Reads the rules.
    ///
    /// # Errors
    /// Those of the notation, with their place.
    pub fn rules(&self, session: &mut Session<'_>) -> Result<Ruleset> {
        rules::read(&self.rules, self.misere, session.sources)
    }

    /// Whether what is found of these rules has no certificate.
    pub fn uncertified(&self, rules: &Ruleset) -> Option<Uncertified> {
        match rules.game.table() {
            _ if self.of == Some(FindTarget::Value) => Some(Uncertified::Values),
            Some(TableView::Rivals(_)) => Some(Uncertified::Losers),
            _ => None,
        }
    }

    /// The same as [`Request::run`] for rules that are read already.
    ///
    /// # Errors
    /// What engines cannot do; limits.
    pub fn of_rules(
        &self,
        rules: Ruleset,
        session: &mut Session<'_>,
        tell: &mut dyn FnMut(Reply) -> Result<()>,
    ) -> Result<()> {
        let of = match self.of {
            Some(FindTarget::Outcome) => Some(Of::Outcome),
            Some(FindTarget::Grundy) => Some(Of::Grundy),
            Some(FindTarget::Value) | None => None,
        };
        let query = Query { to: self.to, of, theorems: self.theorems };
        match self.uncertified(&rules) {
            Some(Uncertified::Values) => {
                let found = forms::find(&rules, self.to, session.budget)?;
                tell(Reply::Forms(Box::new((rules, found))))
            }
            Some(Uncertified::Losers) => {
                let found = proof::find_losers(&rules, query, session.budget)?;
                tell(Reply::Losers(Box::new((rules, found))))
            }
            None => {
                let (rules, mut told) = (Arc::new(rules), Ok(()));
                proof::find(&rules, query, &mut Solver::new(), session.budget, &mut |finding| {
                    if told.is_ok() {
                        told = tell(Reply::Finding(Arc::clone(&rules), Box::new(finding)));
                    }
                })?;
                told
            }
        }
    }
}

impl Prove {
    fn run(&self, session: &mut Session<'_>) -> Result<Reply> {
        let rules = rules::read(&self.rules, self.misere, session.sources)?;
        self.of_rules(rules, session)
    }

    /// The same for rules that are read already, so that an error is about the claim or the proof, not about the rules.
    ///
    /// # Errors
    /// As [`Request::run`].
    pub fn of_rules(&self, rules: Ruleset, session: &mut Session<'_>) -> Result<Reply> {
        let claim = Claim::parse_with(&self.claim, &rules, &mut verify::Certificates(session.sources))?;
        let asked = Asked { to: self.to, theorems: self.theorems };
        let verdict = proof::prove(&rules, &claim, asked, &mut Solver::new(), session.budget)?;
        Ok(Reply::Verdict(Box::new((rules, claim, verdict))))
    }
}

impl Value {
    fn run(&self, session: &mut Session<'_>) -> Result<Reply> {
        let expr = &self.expr;
        if self.misere || value::is_misere(expr) {
            let facts = value::misere(expr, session.budget, session.sources)?;
            return Ok(Reply::MisereValue(expr.clone(), Box::new(facts)));
        }
        let mut canonical = Canonical::new(session.budget);
        let facts = value::facts(expr, &mut canonical, session.sources)?;
        Ok(Reply::Value(Box::new(Valued { expr: expr.clone(), canonical, facts })))
    }
}

impl Sequence {
    fn run(&self, session: &mut Session<'_>, tell: &mut dyn FnMut(Reply) -> Result<()>) -> Result<()> {
        let (format, budget) = (self.format, session.budget);
        let lists = matches!(format, TableFormat::Csv | TableFormat::Bfile);
        if self.statistics && lists {
            return Err(Error::new(ErrorKind::BadArgument, text!("`stats` has no place among values")));
        }
        let code = sequence::spelt(&self.rules);
        let plan = sequence::Plan::read(&code, self.to, self.misere, self.theorems, session.sources)?;
        if lists || format == TableFormat::Svg {
            // Periods need no table, but nobody can keep what would be written.
            let list = text!("a list of all heaps up to {to}, at a byte a value,", to = plan.to);
            budget.fits(u128::from(plan.to) + 1, &list)?;
        }
        let mut values = plan.begin()?;
        values.extend_to(plan.to, budget)?;
        values.search_now(budget)?;
        if format != TableFormat::Json {
            return tell(Reply::File(name_of(format), self.written(&values, &plan, session.language)?));
        }
        let (rules, summary) = (Arc::new(plan.rules), Arc::new(values.summary()));
        if self.statistics {
            tell(Reply::Statistics(Arc::clone(&rules), Arc::clone(&summary), values.efforts().collect()))?;
        }
        tell(Reply::Sequence(rules, summary))
    }

    /// The values in another format than JSON.
    fn written(&self, values: &Values, plan: &sequence::Plan, language: Language) -> Result<String> {
        Ok(match self.format {
            TableFormat::Svg if self.statistics => histogram_svg(&plan.rules, &values.summary(), language),
            TableFormat::Svg => sequence_svg(&plan.rules, values, plan.to, language),
            format => {
                let mut out = vec![];
                write_sequence(values, plan.to, format == TableFormat::Csv, &mut out)
                    .map_err(|error| table::error(error.into()))?;
                String::from_utf8(out).unwrap_or_default()
            }
        })
    }
}

impl Check {
    fn run(&self, session: &mut Session<'_>, tell: &mut dyn FnMut(Reply) -> Result<()>) -> Result<()> {
        // The module for browsers is smaller without the brute force that theorems are checked against.
        if cfg!(target_family = "wasm") {
            let message = text!("theorems are checked against brute force by the program, not by the page");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        if self.name.as_ref().is_some_and(|name| name.starts_with('@')) {
            return Err(Error::new(ErrorKind::Unsupported, text!("files cannot be read here")));
        }
        if self.to == 0 {
            let message = text!("expected a number of positions such as 500 or 1_000_000");
            let help = text!("`{name}` has to be at least 1", name = "to");
            return Err(Error::new(ErrorKind::BadArgument, message).help(help));
        }
        let mut told = Ok(());
        games::check(self.name.as_deref(), self.to, session.budget, &mut |checked| {
            told = tell(Reply::Checked(Box::new(checked)));
            told.is_ok()
        })?;
        told
    }
}
