//! Who is let in: hosts that this machine has, and where others reach it those who know the token. And what is said around each reply.

use crate::api::{Deed, PATH};
use crate::places::Hosts;
use crate::{Log, said};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use axum::middleware::Next;
use grundy::lang::{Language, text};
use grundy::rules::clock::Instant;
use grundy::{Error, ErrorKind};
use std::sync::Arc;

/// What is looked at before anything else.
pub struct Guard {
    hosts: Hosts,
    token: Option<String>,
    /// What the cookie is called: those of one machine are shared by all its ports.
    cookie: String,
}

/// Letters that nobody takes for others: 32 of them, 5 bits each.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A token that nobody guesses, 80 bits, and that can be typed.
pub fn token() -> Result<String, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        Error::new(ErrorKind::Io, text!("the system has no random numbers: {error}", error = error.to_string()))
    })?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Whether two texts are the same, in a time that tells nothing of where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// How somebody comes in.
enum Entry {
    Open,
    /// With the token in the address, which is to go from there.
    ByAddress,
    Closed,
}

impl Guard {
    pub fn new(hosts: Hosts, token: Option<String>, port: u16) -> Guard {
        Guard { hosts, token, cookie: format!("grundy-{port}") }
    }

    /// Whether the request names one host, and that is this machine.
    fn is_here(&self, uri: &Uri, head: &HeaderMap) -> bool {
        let mut named = head.get_all(header::HOST).iter();
        let (Some(host), None) = (named.next(), named.next()) else { return false };
        let authority = uri.authority().map(|authority| authority.as_str());
        [host.to_str().ok(), authority.or(host.to_str().ok())]
            .iter()
            .all(|host| host.is_some_and(|h| self.hosts.allows(h)))
    }

    fn entry(&self, uri: &Uri, head: &HeaderMap) -> Entry {
        let Some(token) = &self.token else { return Entry::Open };
        let text = |name| head.get_all(name).iter().filter_map(|value: &HeaderValue| value.to_str().ok());
        let mut cookies =
            text(header::COOKIE).flat_map(|all| all.split(';')).filter_map(|one| one.trim().split_once('='));
        let mut bearers = text(header::AUTHORIZATION).filter_map(|value| value.strip_prefix("Bearer "));
        if bearers.any(|given| same(given, token)) {
            return Entry::Open;
        }
        let mut given =
            uri.query().into_iter().flat_map(|all| all.split('&')).filter_map(|one| one.strip_prefix("token="));
        if uri.path() != PATH && given.any(|given| same(given, token)) {
            return Entry::ByAddress;
        }
        match cookies.any(|(name, given)| name == self.cookie && same(given, token)) {
            true => Entry::Open,
            false => Entry::Closed,
        }
    }

    /// Takes the token out of the address, and has the browser keep it for this machine alone.
    fn keep(&self, uri: &Uri) -> Response<Body> {
        let mut response = said::reply(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", "");
        let token = self.token.as_deref().unwrap_or_default();
        // Lax: a link in a message leads here too. What foreign pages post is refused anyway.
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Lax", self.cookie);
        // Two slashes would lead to another host.
        let path = format!("/{}", uri.path().trim_start_matches(['/', '\\']));
        for (name, value) in [(header::SET_COOKIE, cookie.as_str()), (header::LOCATION, path.as_str())] {
            if let Ok(value) = HeaderValue::from_str(value) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}

/// Lets in, or does not.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response<Body> {
    let refused = |status, message| {
        let error = Error::new(ErrorKind::Refused, message);
        said::refused(status, &error, Language::English)
    };
    if !guard.is_here(request.uri(), request.headers()) {
        return refused(StatusCode::MISDIRECTED_REQUEST, text!("the request is for another host than this one"));
    }
    match guard.entry(request.uri(), request.headers()) {
        Entry::Open => next.run(request).await,
        Entry::ByAddress => guard.keep(request.uri()),
        Entry::Closed => {
            let message = text!("this needs the whole address, with its token: ask whoever started it");
            if request.uri().path() == PATH {
                return refused(StatusCode::FORBIDDEN, message);
            }
            // People read this.
            let said = [Language::English, Language::Chinese].map(|language| message.in_language(language) + "\n");
            said::reply(StatusCode::FORBIDDEN, "text/plain; charset=utf-8", said.concat())
        }
    }
}

/// Headers of all replies, and a line to the log.
pub async fn around(
    request: Request,
    next: Next,
    headers: Arc<[(&'static str, HeaderValue)]>,
    log: Option<Log>,
) -> Response<Body> {
    let mut line = Line {
        asked: format!("{} {}", request.method(), request.uri().path()),
        since: Instant::now(),
        status: None,
        log,
    };
    let mut response = next.run(request).await;
    for (name, value) in headers.iter() {
        // What keeps its own word on how long it may be kept.
        response.headers_mut().entry(*name).or_insert_with(|| value.clone());
    }
    if let Some(Deed(deed)) = response.extensions().get() {
        line.asked += &format!(" {}", deed.chars().filter(char::is_ascii_alphabetic).take(16).collect::<String>());
    }
    line.status = Some(response.status());
    response
}

/// A line of the log, written when the request is answered, or when nobody waits for that any more.
struct Line {
    asked: String,
    since: Instant,
    status: Option<StatusCode>,
    log: Option<Log>,
}

impl Drop for Line {
    fn drop(&mut self) {
        let Some(log) = &self.log else { return };
        let status = self.status.map_or("closed".to_string(), |status| status.as_u16().to_string());
        log(&format!("{} {status} {:.1} ms", self.asked, self.since.elapsed().as_secs_f64() * 1e3));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_random_and_compared_whole() {
        let [a, b] = [token().unwrap(), token().unwrap()];
        assert_ne!(a, b);
        assert!(a.len() == 16 && a.bytes().all(|letter| LETTERS.contains(&letter)), "{a}");
        assert!(same(&a, &a) && !same(&a, &b) && !same(&a, &a[1..]) && !same(&a, "") && !same("", &a));
    }
}
