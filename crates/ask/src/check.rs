//! Checks theorems against brute force, and examples in rule files against the solver's answers.

use crate::context::RequestContext;
use crate::games::find_game;
use crate::reply::Reply;
use crate::solve::SolveRequest;
use grundy_conformance::{self as check, Checked};
use grundy_games::library;
use grundy_lang::{Text, text};
use grundy_rulelang::{RuleExample, check_rule_file, rule_examples};
use grundy_rules::Sources;
use grundy_rules::{Error, ErrorKind, Result};
use grundy_solve::Answer;
use grundy_solve::{Budget, MovesWanted};

/// A request to check theorems against brute force.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    /// The game whose theorems are checked; all games if `None`.
    pub name: Option<String>,
    /// Approximate number of positions on which each theorem is checked.
    pub to: u64,
}

impl CheckRequest {
    /// Returns the request to check the theorems of a game on the default number of positions.
    pub fn new(name: impl Into<String>) -> CheckRequest {
        CheckRequest { name: Some(name.into()), to: check::POSITIONS }
    }

    pub(crate) fn run(
        &self,
        context: &mut RequestContext<'_>,
        emit: &mut dyn FnMut(Reply) -> Result<()>,
    ) -> Result<()> {
        // The WebAssembly module leaves out the brute-force checker to stay small.
        if cfg!(target_family = "wasm") {
            let message = text!("the page cannot check theorems against brute force; use `grundy check`");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        if self.name.as_ref().is_some_and(|name| name.starts_with('@')) {
            return Err(Error::new(ErrorKind::Unsupported, text!("files cannot be read here")));
        }
        if self.to == 0 {
            let message = text!("expected a number of positions such as 500 or 1_000_000");
            let help = text!("`{name}` must be at least 1", name = "to");
            return Err(Error::new(ErrorKind::BadArgument, message).help(help));
        }
        let mut result = Ok(());
        self.theorems(context.budget, &mut |checked| {
            result = emit(Reply::Checked(Box::new(checked)));
            result.is_ok()
        })?;
        result
    }

    /// Checks one theorem after the other until `emit` returns false.
    fn theorems(&self, budget: &Budget, emit: &mut dyn FnMut(Checked) -> bool) -> Result<()> {
        let one = self.name.as_deref().map(find_game).transpose()?;
        let chosen = one.map_or_else(|| library().games().to_vec(), |game| vec![game]);
        let one = one.map(|game| game.info().name);
        let mut wants_more = true;
        for &game in &chosen {
            if wants_more {
                check::game(game, self.to, budget, &mut |checked| wants_more = wants_more && emit(checked))?;
            }
        }
        if wants_more {
            check::sums(&chosen, library(), self.to, budget, &mut |mut checked| {
                // A theorem on sums need not apply to sums of one game, so it is not a failure if no position was
                // checked.
                if one.is_some() && checked.positions == 0 {
                    return;
                }
                checked.game = one;
                wants_more = wants_more && emit(checked);
            })?;
        }
        Ok(())
    }
}

/// A request to check an example of a rule file against the answer to its position.
#[derive(Clone, Debug)]
pub struct Example {
    /// The example: a position and its expected outcome or Grundy value.
    pub example: RuleExample,
}

impl Example {
    /// Reads the examples of a rule file.
    ///
    /// # Errors
    /// `io` if the file cannot be read; any error of its rules; `bad_argument` if it has no examples.
    pub fn read_all(file: &str, sources: &mut dyn Sources) -> Result<Vec<Example>> {
        let unread = |message: Text| {
            Error::new(ErrorKind::Io, message).help(text!("give the name of a rule file: grundy check @half.grundy"))
        };
        let bytes = sources.read(file).map_err(|error| {
            let ours = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
            ours.cloned().unwrap_or_else(|| unread(text!("cannot read {source}: {error}", source = file, error)))
        })?;
        let text = String::from_utf8(bytes).map_err(|_| unread(text!("{name} is not UTF-8 text", name = file)))?;
        // Rules without examples may still contain errors, so they are checked before the examples are counted.
        check_rule_file(file, &mut WithFile { name: file, content: &text, sources })?;
        let examples = rule_examples(file, &text)?;
        if examples.is_empty() {
            let error = Error::new(ErrorKind::BadArgument, text!("{file} has no examples", file));
            return Err(error.help(text!("an example is a line such as `example half(7) is P`")));
        }
        Ok(examples.into_iter().map(|example| Example { example }).collect())
    }

    pub(crate) fn run(&self, context: &mut RequestContext<'_>) -> Result<Reply> {
        let solve = SolveRequest { moves: MovesWanted::None, ..SolveRequest::new(self.example.spec.as_str()) };
        let found = solve.answer(context);
        let agrees = found.as_ref().is_ok_and(|answer| agrees(answer, &self.example.expected));
        Ok(Reply::Example(Box::new((self.example.clone(), found, agrees))))
    }
}

/// Sources that serve one file from memory, because standard input can be read only once.
struct WithFile<'a> {
    name: &'a str,
    content: &'a str,
    sources: &'a mut dyn Sources,
}

impl Sources for WithFile<'_> {
    fn read(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
        if name == self.name { Ok(self.content.into()) } else { self.sources.read(name) }
    }

    fn poll(&mut self) -> Result<()> {
        self.sources.poll()
    }
}

/// Reports whether an answer has the expected outcome or Grundy value.
fn agrees(answer: &Answer, expected: &str) -> bool {
    answer.result.outcome.is_some_and(|outcome| outcome.name() == expected)
        || answer.values.grundy.is_some_and(|grundy| grundy.0.to_string() == expected)
}
