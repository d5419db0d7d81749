//! Replies, in particular errors in the JSON format of the engine.

use crate::body::Body;
use grundy::unstable::json::{JsonOptions, error_json};
use grundy::unstable::lang::{Language, text};
use grundy::{Error, ErrorKind};
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};

/// Returns a reply that is one line of JSON.
pub fn json(status: StatusCode, mut line: String) -> Response<Body> {
    line.push('\n');
    reply(status, "application/json", line)
}

pub fn reply(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Response<Body> {
    let mut response = Response::new(Body::Whole(body.into()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Returns an error reply in this language.
pub fn refused(status: StatusCode, error: &Error, language: Language) -> Response<Body> {
    json(status, error_json(error, JsonOptions { language, ..JsonOptions::default() }))
}

pub fn not_found() -> Response<Body> {
    let error = Error::new(ErrorKind::BadArgument, text!("there is nothing at this address"));
    let error = error.help(text!("send requests to {path} with `POST`", path = crate::operation::PATH));
    refused(StatusCode::NOT_FOUND, &error, Language::English)
}

/// Returns the reply to a request that could not start because too many others are running.
pub fn busy(language: Language) -> Response<Body> {
    let error = Error::new(ErrorKind::Limit, text!("the server is busy; try again in a moment"));
    let mut response = refused(StatusCode::SERVICE_UNAVAILABLE, &error, language);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    response
}

/// Returns the JSON line of the reply to a request at which the engine panicked.
///
/// A panic is a bug and has no [`ErrorKind`], so the kind `panic` is inserted here.
pub fn panic_reply(language: Language) -> String {
    let message = text!("the engine crashed on this request; please report it");
    let error = Error::new(ErrorKind::Unsupported, message);
    let line = error_json(&error, JsonOptions { language, ..JsonOptions::default() });
    line.replacen(r#""kind":"unsupported""#, r#""kind":"panic""#, 1)
}
