//! Checks, routes and answers requests, completes the headers of replies, and logs them.

use crate::body::{Body, LineStream};
use crate::guard::{Guard, LogLine};
use crate::operation::{Operation, PATH};
use crate::options::{Log, ServerOptions};
use crate::scheduler::{ClientRequest, Job, JobEvent, Scheduler};
use crate::{page, responses};
use grundy::unstable::lang::{Language, text};
use grundy::unstable::solve::Solver;
use grundy::{Budget, Error, ErrorKind};
use hyper::body::{Body as _, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use tokio::time::timeout;

/// The maximum size of a request in bytes.
const MAX_LEN: usize = 1 << 20;

/// The maximum number of bytes that are read of a request that exceeds `MAX_LEN`.
///
/// The server reads and discards them, since a client that is still writing would not see the error reply.
const MAX_DISCARDED: usize = 8 << 20;

/// The application that answers every request of the server.
pub struct App {
    scheduler: Arc<Scheduler>,
    pages: page::StaticFiles,
    guard: Arc<Guard>,
    /// The default headers of all replies.
    headers: Vec<(&'static str, HeaderValue)>,
    log: Option<Log>,
}

impl App {
    pub fn new(guard: Arc<Guard>, options: ServerOptions) -> App {
        let pages = page::StaticFiles::new();
        let (headers, log) = (pages.headers(), options.log.clone());
        App { scheduler: Arc::new(Scheduler::new(options)), pages, guard, headers, log }
    }

    /// Checks a request, routes it, completes the headers of the reply, and writes a line to the log.
    pub async fn respond(&self, request: Request<Incoming>) -> Response<Body> {
        let mut line = LogLine::new(&request, self.log.clone());
        let mut response = match self.guard.check(&request) {
            Some(response) => response,
            None => self.route(request).await,
        };
        for (name, value) in &self.headers {
            response.headers_mut().entry(*name).or_insert_with(|| value.clone());
        }
        // hyper adds the length itself, except for the empty body of the reply to a `HEAD` request.
        if let Some(length) = response.body().size_hint().exact() {
            response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
        }
        line.set_reply(&response);
        response
    }

    async fn route(&self, request: Request<Incoming>) -> Response<Body> {
        match (request.uri().path(), request.method()) {
            (PATH, &Method::POST) => ask(&self.scheduler, request).await,
            (PATH, _) => method_not_allowed("POST"),
            (path, &Method::GET | &Method::HEAD) => self.pages.reply(path, request.headers()),
            _ => method_not_allowed("GET, HEAD"),
        }
    }
}

/// Returns the reply 405, which states the methods that the address allows.
fn method_not_allowed(allowed: &'static str) -> Response<Body> {
    let message = text!("method not allowed; use {allowed}", allowed);
    let error = Error::new(ErrorKind::BadArgument, message);
    let mut response = responses::refused(StatusCode::METHOD_NOT_ALLOWED, &error, Language::English);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

async fn ask(scheduler: &Arc<Scheduler>, request: Request<Incoming>) -> Response<Body> {
    let (head, body) = request.into_parts();
    let refused = |status, message| {
        let mut response = responses::refused(status, &message, Language::English);
        // Close the connection, since the rest of the body is not read.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        response
    };
    if !is_json(&head.headers) {
        let error = Error::new(ErrorKind::Unsupported, text!("a request must be JSON"));
        let help = text!("for example {example}", example = "content-type: application/json");
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, error.help(help));
    }
    let too_long = || {
        let message = text!("the request has more than {most} bytes", most = MAX_LEN);
        refused(StatusCode::PAYLOAD_TOO_LARGE, Error::new(ErrorKind::TooLarge, message))
    };
    let expects_continue = head.headers.contains_key(header::EXPECT);
    if expects_continue && body.size_hint().lower() > MAX_LEN as u64 {
        // The client waits for permission before it sends the body, so there is nothing to discard.
        return too_long();
    }
    let body = match timeout(scheduler.timeouts().body, read(body)).await {
        Ok(Ok(Some(body))) => body,
        Ok(Ok(None)) => return too_long(),
        Ok(Err(_)) => {
            let error = Error::new(ErrorKind::Io, text!("the request was cut off"));
            return refused(StatusCode::BAD_REQUEST, error);
        }
        Err(_) => {
            let error = Error::new(ErrorKind::Limit, text!("the request did not arrive in time"));
            return refused(StatusCode::REQUEST_TIMEOUT, error);
        }
    };
    // Parsed JSON takes many times the memory of its text, so it is dropped before the request waits for a permit.
    let client_request = match serde_json::from_slice::<serde_json::Value>(&body) {
        Ok(value) => ClientRequest::read(as_text(body), &value, &head.headers),
        // The engine describes the error in the same form as in every other reply.
        Err(_) => {
            let text = as_text(body);
            return responses::json(
                StatusCode::BAD_REQUEST,
                grundy_ask::ask(&text, &mut Solver::new(), &Budget::default()),
            );
        }
    };
    let (operation, language, bytes) =
        (client_request.operation.clone(), client_request.language, client_request.bytes);
    let mut response = match scheduler.start(client_request).await {
        Some(job) => answer(job, language, bytes).await,
        None => responses::busy(language),
    };
    response.extensions_mut().insert(Operation(operation));
    response
}

/// Returns the body as text.
///
/// A body that is not UTF-8 is cut at the first invalid byte and ends in U+FFFD. If all invalid bytes were replaced
/// instead, the result could be a valid request. The caller passes the text to the engine without limits, so this must
/// not happen.
fn as_text(body: Vec<u8>) -> String {
    String::from_utf8(body).unwrap_or_else(|invalid| {
        let end = invalid.utf8_error().valid_up_to();
        String::from_utf8_lossy(&invalid.as_bytes()[..end]).into_owned() + "\u{fffd}"
    })
}

fn is_json(head: &HeaderMap) -> bool {
    let kind = head.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads the entire body; returns `None` if it is too long.
async fn read(mut body: Incoming) -> Result<Option<Vec<u8>>, hyper::Error> {
    let (mut all, mut length) = (vec![], 0);
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(data) = frame?.into_data() else { continue };
        length += data.len();
        if length <= MAX_LEN {
            all.extend_from_slice(&data);
        } else if length > MAX_DISCARDED {
            break;
        }
    }
    Ok((length <= MAX_LEN).then_some(all))
}

/// Returns the complete reply if it is ready before any progress report.
///
/// Otherwise the reply is sent as lines of progress, followed by a last line with the actual reply.
async fn answer(mut job: Job, language: Language, bytes: bool) -> Response<Body> {
    let first = poll_fn(|context| job.poll(context)).await;
    let kind = if bytes { "application/octet-stream" } else { "application/x-ndjson" };
    match first {
        // A reply that starts with `{` is an error in JSON instead of a table.
        JobEvent::Reply(reply) if bytes && reply.first() != Some(&b'{') => {
            responses::reply(StatusCode::OK, kind, reply)
        }
        JobEvent::Reply(mut reply) => {
            reply.push(b'\n');
            responses::reply(StatusCode::OK, "application/json", reply)
        }
        JobEvent::Broken => responses::json(StatusCode::INTERNAL_SERVER_ERROR, responses::panic_reply(language)),
        JobEvent::Progress(line) => {
            let lines = LineStream { job: Some(job), first: Some(line), language, bytes };
            responses::reply(StatusCode::OK, kind, "").map(|_| Body::Lines(lines))
        }
    }
}
