//! The one place where requests go, and the routes of all.

use crate::desk::{Asked, Desk, Heard, Job};
use crate::guard::{self, Guard};
use crate::{Log, page, said};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, post};
use grundy::lang::{Language, text};
use grundy::{Budget, Error, ErrorKind, Solver};
use hyper::body::{Body as _, Frame};
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::time::timeout;
use tower_http::csrf::{CsrfLayer, ProtectionError};

pub const PATH: &str = "/api/v1/ask";

/// The longest request.
const LONGEST: usize = 1 << 20;

/// So much of a longer one is read and thrown away: a client that still writes does not see the reply.
const THROWN_AWAY: usize = 8 << 20;

pub fn router(desk: Arc<Desk>, guard: Arc<Guard>, log: Option<Log>) -> Router {
    let foreign = |_: ProtectionError| {
        let message = text!("pages of others may not ask here");
        said::refused(StatusCode::FORBIDDEN, &Error::new(ErrorKind::Refused, message), Language::English)
    };
    let pages = Arc::new(page::Pages::new());
    let headers = pages.headers();
    let ask = post(ask).with_state(desk).fallback(|| async { not_so("POST") });
    Router::new()
        .route(PATH, ask)
        .fallback(any(move |request: Request| {
            let pages = Arc::clone(&pages);
            async move {
                match request.method() {
                    &Method::GET | &Method::HEAD => pages.reply(request.uri().path(), request.headers()),
                    _ => not_so("GET, HEAD"),
                }
            }
        }))
        .layer(CsrfLayer::new().with_rejection_response(foreign))
        .layer(from_fn_with_state(guard, guard::check))
        .layer(from_fn(move |request, next| guard::around(request, next, headers.clone(), log.clone())))
}

/// The place has other methods.
fn not_so(allowed: &'static str) -> Response<Body> {
    let message = text!("only {allowed} is of use here", allowed);
    let error = Error::new(ErrorKind::BadArgument, message);
    let mut response = said::refused(StatusCode::METHOD_NOT_ALLOWED, &error, Language::English);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

/// Which deed a request asked for, for the log.
#[derive(Clone)]
pub struct Deed(pub String);

async fn ask(State(desk): State<Arc<Desk>>, request: Request) -> Response<Body> {
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
        let message = text!("the request has more than {most} bytes", most = LONGEST);
        refused(StatusCode::PAYLOAD_TOO_LARGE, Error::new(ErrorKind::TooLarge, message))
    };
    let waits = head.headers.contains_key(header::EXPECT);
    if waits && body.size_hint().lower() > LONGEST as u64 {
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
async fn read(mut body: Body) -> Result<Option<Vec<u8>>, axum::Error> {
    let (mut all, mut length) = (vec![], 0);
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(data) = frame?.into_data() else { continue };
        length += data.len();
        if length <= LONGEST {
            all.extend_from_slice(&data);
        } else if length > THROWN_AWAY {
            break;
        }
    }
    Ok((length <= LONGEST).then_some(all))
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
            said::reply(StatusCode::OK, kind, Body::new(lines))
        }
    }
}

/// A reply that comes line by line.
struct Lines {
    /// None once it is done.
    job: Option<Job>,
    first: Option<String>,
    language: Language,
    bytes: bool,
}

impl hyper::body::Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let frame = |bytes: Vec<u8>| Poll::Ready(Some(Ok(Frame::data(bytes.into()))));
        if let Some(line) = self.first.take() {
            return frame(line.into_bytes());
        }
        let Some(job) = &mut self.job else { return Poll::Ready(None) };
        let Poll::Ready(heard) = job.poll(context) else { return Poll::Pending };
        let last = match heard {
            Heard::Progress(line) => return frame(line.into_bytes()),
            Heard::Reply(reply) if self.bytes && reply.first() != Some(&b'{') => reply,
            Heard::Reply(reply) => [&reply[..], b"\n"].concat(),
            Heard::Broken => (said::broken(self.language) + "\n").into_bytes(),
        };
        self.job = None;
        frame(last)
    }
}
