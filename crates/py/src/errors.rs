//! Converts errors of the library to Python exceptions, and sets the language of texts.

use grundy::unstable::lang::{Language, text};
use grundy::unstable::rules::Suggestion;
use grundy::{Error, ErrorKind};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static CHINESE: AtomicBool = AtomicBool::new(false);

/// Returns the language of texts.
pub(crate) fn language() -> Language {
    if CHINESE.load(Ordering::Relaxed) { Language::Chinese } else { Language::English }
}

/// Sets the language of texts by its tag.
#[pyfunction]
pub(crate) fn set_language(py: Python<'_>, tag: &str) -> PyResult<()> {
    let chosen = Language::from_tag(tag).ok_or_else(|| {
        let message = text!("there is no language `{tag}`", tag);
        raise(py, &Error::new(ErrorKind::BadArgument, message).help(text!("use en or zh")), tag)
    })?;
    CHINESE.store(chosen == Language::Chinese, Ordering::Relaxed);
    Ok(())
}

/// Returns the tag of the language of texts.
#[pyfunction]
pub(crate) fn get_language() -> &'static str {
    language().tag()
}

/// Returns the help for an error, with a Python example if the help is about a limit or an argument.
fn help(error: &Error) -> Option<String> {
    let size = |bytes: u64| format!("{}G", bytes.div_ceil(1 << 30));
    let example = match error.suggestion() {
        Some(Suggestion::Memory(bytes)) => format!("g.limits(memory=\"{}\")", size(*bytes)),
        Some(Suggestion::Time) => "g.limits(time=60)".into(),
        Some(Suggestion::NoMoves) => "moves=\"none\"".into(),
        Some(Suggestion::Outcomes) => "of=\"outcome\"".into(),
        Some(Suggestion::Bound(_, bound)) => format!("to={bound}"),
        Some(Suggestion::SmallerTable) => "to=100".into(),
        _ => return error.help.as_ref().map(|help| help.in_language(language())),
    };
    Some(text!("for example {example}", example).in_language(language()))
}

/// Returns the exception for an error that refers to `text`.
///
/// The span of the exception counts characters, as Python does, instead of bytes.
pub(crate) fn raise(py: Python<'_>, error: &Error, text: &str) -> PyErr {
    static CLASSES: PyOnceLock<[Py<PyAny>; 2]> = PyOnceLock::new();
    let exception_or_error = CLASSES
        .get_or_try_init(py, || {
            let module = py.import("grundy._errors")?;
            Ok([module.getattr("GrundyError")?.unbind(), module.getattr("LimitError")?.unbind()])
        })
        .and_then(|[other, limit]| {
            let class = if error.kind == ErrorKind::Limit { limit } else { other };
            let char_offset = |at: usize| text.get(..at).map(|before| before.chars().count());
            let span = error.span.as_ref().and_then(|span| Some((char_offset(span.start)?, char_offset(span.end)?)));
            let message = error.message.in_language(language());
            class.call1(py, (message, error.kind.name(), span, help(error), text))
        });
    match exception_or_error {
        Ok(exception) => PyErr::from_value(exception.into_bound(py)),
        Err(error) => error,
    }
}

/// Returns the exception for a panic of an engine, which is a bug in Grundy.
pub(crate) fn panic_error(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!("the engine crashed; this is a bug in Grundy: {}", message.unwrap_or("panic")))
}

/// Returns the `TypeError` for an argument of the wrong type.
pub(crate) fn wrong_type(what: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let name = given.get_type().name().map_or_else(|_| "object".to_string(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {what}, not {name}"))
}
