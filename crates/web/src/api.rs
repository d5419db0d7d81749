//! Requests: they are checked, routed, answered with complete headers, and logged.

use crate::body::{Body, Lines};
use crate::desk::{Asked, Desk, Heard, Job};
use crate::guard::{Guard, Line};
use crate::{Log, Options, page, said};
use grundy::unstable::engines::Solver;
use grundy::unstable::lang::{Language, text};
use grundy::{Budget, Error, ErrorKind};
use hyper::body::{Body as _, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use tokio::time::timeout;

pub const PATH: &str = "/api/v1/ask";

/// The longest request.
const MAX_LEN: usize = 1 << 20;

/// So much of a longer one is read and thrown away: a client that still writes does not see the reply.
const THROWN_AWAY: usize = 8 << 20;

/// Answers every request of the server.
pub struct App {
    desk: Arc<Desk>,
    pages: page::Pages,
    guard: Arc<Guard>,
    /// The headers of all replies that do not set them themselves.
    headers: Vec<(&'static str, HeaderValue)>,
    log: Option<Log>,
}

impl App {
    pub fn new(guard: Arc<Guard>, options: Options) -> App {
        let pages = page::Pages::new();
        let (headers, log) = (pages.headers(), options.log.clone());
        App { desk: Arc::new(Desk::new(options)), pages, guard, headers, log }
    }

    /// Checks a request, routes it, completes the headers of the reply, and writes a line to the log.
    pub async fn respond(&self, request: Request<Incoming>) -> Response<Body> {
        let mut line = Line::new(&request, self.log.clone());
        let mut response = match self.guard.check(&request) {
            Some(response) => response,
            None => self.route(request).await,
        };
        for (name, value) in &self.headers {
            response.headers_mut().entry(*name).or_insert_with(|| value.clone());
        }
        // hyper adds the length itself, but not that of an empty body in the reply to a `HEAD` request.
        if let Some(length) = response.body().size_hint().exact() {
            response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
        }
        line.set_reply(&response);
        response
    }

    async fn route(&self, request: Request<Incoming>) -> Response<Body> {
        match (request.uri().path(), request.method()) {
            (PATH, &Method::POST) => ask(&self.desk, request).await,
            (PATH, _) => method_not_allowed("POST"),
            (path, &Method::GET | &Method::HEAD) => self.pages.reply(path, request.headers()),
            _ => method_not_allowed("GET, HEAD"),
        }
    }
}

/// The reply 405: this address allows other methods only.
fn method_not_allowed(allowed: &'static str) -> Response<Body> {
    let message = text!("only {allowed} is of use here", allowed);
    let error = Error::new(ErrorKind::BadArgument, message);
    let mut response = said::refused(StatusCode::METHOD_NOT_ALLOWED, &error, Language::English);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

/// Which deed a request asked for, for the log.
#[derive(Clone)]
pub struct Deed(pub String);

async fn ask(desk: &Arc<Desk>, request: Request<Incoming>) -> Response<Body> {
    let (head, body) = request.into_parts();
    let refused = |status, message| {
        let mut response = said::refused(status, &message, Language::English);
        // What is left of the body is not read.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        response
    };
    if !is_json(&head.headers) {
        let error = Error::new(ErrorKind::Unsupported, text!("a request is JSON"));
        let help = text!("for example {example}", example = "content-type: application/json");
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, error.help(help));
    }
    let too_long = || {
        let message = text!("the request has more than {most} bytes", most = MAX_LEN);
        refused(StatusCode::PAYLOAD_TOO_LARGE, Error::new(ErrorKind::TooLarge, message))
    };
    let waits = head.headers.contains_key(header::EXPECT);
    if waits && body.size_hint().lower() > MAX_LEN as u64 {
        // It asks before it sends.
        return too_long();
    }
    let body = match timeout(desk.patience().body, read(body)).await {
        Ok(Ok(Some(body))) => body,
        Ok(Ok(None)) => return too_long(),
        Ok(Err(_)) => {
            let error = Error::new(ErrorKind::Io, text!("the request breaks off"));
            return refused(StatusCode::BAD_REQUEST, error);
        }
        Err(_) => {
            let error = Error::new(ErrorKind::Limit, text!("the request did not come in time"));
            return refused(StatusCode::REQUEST_TIMEOUT, error);
        }
    };
    // What is read takes more room than the text, many times: nothing of it is kept while others have their turn.
    let asked = match serde_json::from_slice::<serde_json::Value>(&body) {
        Ok(value) => Asked::read(as_text(body), &value, &head.headers),
        // It is told what is wrong, as in every other reply.
        Err(_) => {
            let text = as_text(body);
            return said::json(StatusCode::BAD_REQUEST, grundy_ask::ask(&text, &mut Solver::new(), &Budget::default()));
        }
    };
    let (deed, language, bytes) = (asked.deed.clone(), asked.language, asked.bytes);
    let mut response = match desk.begin(asked).await {
        Some(job) => answer(job, language, bytes).await,
        None => said::busy(language),
    };
    response.extensions_mut().insert(Deed(deed));
    response
}

/// The body as text. One that is none ends where it ceases to be: with other letters in the place of what is wrong it might be a request,
/// and be worked at here, where nothing has a limit.
fn as_text(body: Vec<u8>) -> String {
    String::from_utf8(body).unwrap_or_else(|wrong| {
        let end = wrong.utf8_error().valid_up_to();
        String::from_utf8_lossy(&wrong.as_bytes()[..end]).into_owned() + "\u{fffd}"
    })
}

fn is_json(head: &HeaderMap) -> bool {
    let kind = head.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The whole body; `None` if it is too long.
async fn read(mut body: Incoming) -> Result<Option<Vec<u8>>, hyper::Error> {
    let (mut all, mut length) = (vec![], 0);
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(data) = frame?.into_data() else { continue };
        length += data.len();
        if length <= MAX_LEN {
            all.extend_from_slice(&data);
        } else if length > THROWN_AWAY {
            break;
        }
    }
    Ok((length <= MAX_LEN).then_some(all))
}

/// The reply as a whole, if it is there before there is something to tell; else lines, the last of which it is.
async fn answer(mut job: Job, language: Language, bytes: bool) -> Response<Body> {
    let first = poll_fn(|context| job.poll(context)).await;
    let kind = if bytes { "application/octet-stream" } else { "application/x-ndjson" };
    match first {
        // What is wrong with a table is told in JSON as well.
        Heard::Reply(reply) if bytes && reply.first() != Some(&b'{') => said::reply(StatusCode::OK, kind, reply),
        Heard::Reply(mut reply) => {
            reply.push(b'\n');
            said::reply(StatusCode::OK, "application/json", reply)
        }
        Heard::Broken => said::json(StatusCode::INTERNAL_SERVER_ERROR, said::broken(language)),
        Heard::Progress(line) => {
            let lines = Lines { job: Some(job), first: Some(line), language, bytes };
            said::reply(StatusCode::OK, kind, "").map(|_| Body::Lines(lines))
        }
    }
}
