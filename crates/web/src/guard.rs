//! Access control, and the log of requests.
//!
//! A request must name this machine as its host, carry the token if other machines can connect, and not come from a
//! page of another origin.

use crate::body::Body;
use crate::listeners::Hosts;
use crate::operation::{Operation, PATH};
use crate::options::Log;
use crate::responses;
use grundy::unstable::lang::{Language, text};
use grundy::unstable::rules::clock::Instant;
use grundy::{Error, ErrorKind};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode, Uri};

/// The checks that precede the processing of a request.
pub struct Guard {
    hosts: Hosts,
    token: Option<String>,
    /// The name of the cookie.
    ///
    /// The name contains the port of the server, since all ports of a machine share cookies.
    cookie: String,
}

/// The alphabet of tokens: 32 letters and digits that are not easily confused.
///
/// Each character encodes 5 bits.
const TOKEN_ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Returns a random token of 80 bits that is easy to type.
pub fn token() -> Result<String, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        Error::new(ErrorKind::Io, text!("the system provides no random numbers: {error}", error = error.to_string()))
    })?;
    Ok(bytes.iter().map(|byte| char::from(TOKEN_ALPHABET[usize::from(byte % 32)])).collect())
}

/// Compares two texts. The time depends only on their lengths, so it reveals nothing about a token.
fn constant_time_eq(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// The result of the check whether a request carries the token.
enum Authentication {
    /// No token is required, or a cookie or header carries it.
    Granted,
    /// The address carries the token; a redirect must remove the token from the address.
    ByAddress,
    /// The token is required, but the request does not carry it.
    Denied,
}

impl Guard {
    pub fn new(hosts: Hosts, token: Option<String>, port: u16) -> Guard {
        Guard { hosts, token, cookie: format!("grundy-{port}") }
    }

    /// Returns whether the request names exactly one host, and this host is allowed.
    fn names_this_host(&self, uri: &Uri, head: &HeaderMap) -> bool {
        let mut host_headers = head.get_all(header::HOST).iter();
        let (Some(host), None) = (host_headers.next(), host_headers.next()) else { return false };
        let authority = uri.authority().map(|authority| authority.as_str());
        [host.to_str().ok(), authority.or(host.to_str().ok())]
            .iter()
            .all(|host| host.is_some_and(|h| self.hosts.allows(h)))
    }

    fn authenticate(&self, uri: &Uri, head: &HeaderMap) -> Authentication {
        let Some(token) = &self.token else { return Authentication::Granted };
        let text = |name| head.get_all(name).iter().filter_map(|value: &HeaderValue| value.to_str().ok());
        let mut cookies =
            text(header::COOKIE).flat_map(|all| all.split(';')).filter_map(|one| one.trim().split_once('='));
        let mut bearers = text(header::AUTHORIZATION).filter_map(|value| value.strip_prefix("Bearer "));
        if bearers.any(|given| constant_time_eq(given, token)) {
            return Authentication::Granted;
        }
        let mut given =
            uri.query().into_iter().flat_map(|all| all.split('&')).filter_map(|one| one.strip_prefix("token="));
        if uri.path() != PATH && given.any(|given| constant_time_eq(given, token)) {
            return Authentication::ByAddress;
        }
        match cookies.any(|(name, given)| name == self.cookie && constant_time_eq(given, token)) {
            true => Authentication::Granted,
            false => Authentication::Denied,
        }
    }

    /// Redirects to the address without the token, and stores the token in a cookie for this host.
    fn redirect_with_cookie(&self, uri: &Uri) -> Response<Body> {
        let mut response = responses::reply(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", "");
        let token = self.token.as_deref().unwrap_or_default();
        // `Lax` lets browsers send the cookie when a user follows a link. Posts from other origins are rejected anyway.
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Lax", self.cookie);
        // A location that starts with two slashes would redirect to another host.
        let path = format!("/{}", uri.path().trim_start_matches(['/', '\\']));
        for (name, value) in [(header::SET_COOKIE, cookie.as_str()), (header::LOCATION, path.as_str())] {
            if let Ok(value) = HeaderValue::from_str(value) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }

    /// Returns the reply to a request that is rejected, or `None` if the request is admitted.
    pub fn check<B>(&self, request: &Request<B>) -> Option<Response<Body>> {
        let (method, uri, head) = (request.method(), request.uri(), request.headers());
        let refused = |status, message| {
            let error = Error::new(ErrorKind::Refused, message);
            Some(responses::refused(status, &error, Language::English))
        };
        if !self.names_this_host(uri, head) {
            return refused(StatusCode::MISDIRECTED_REQUEST, text!("the request is for a different host"));
        }
        match self.authenticate(uri, head) {
            Authentication::Granted if is_cross_origin(method, uri, head) => {
                refused(StatusCode::FORBIDDEN, text!("pages from other origins may not send requests here"))
            }
            Authentication::Granted => None,
            Authentication::ByAddress => Some(self.redirect_with_cookie(uri)),
            Authentication::Denied => {
                let message =
                    text!("the full address with its token is required; ask the person who started the server");
                if uri.path() == PATH {
                    return refused(StatusCode::FORBIDDEN, message);
                }
                // People read this reply in a browser, so it is a text in both languages.
                let bilingual =
                    [Language::English, Language::Chinese].map(|language| message.in_language(language) + "\n");
                Some(responses::reply(StatusCode::FORBIDDEN, "text/plain; charset=utf-8", bilingual.concat()))
            }
        }
    }
}

/// Returns whether a page of another origin sent the request (cross-site request forgery).
///
/// The rules are those of Go's `http.CrossOriginProtection`. If the browser sends `Sec-Fetch-Site`, this header
/// decides; otherwise `Origin` must name the host of the request. A request with neither header does not come from a
/// page. `GET`, `HEAD` and `OPTIONS` are always allowed, since they change nothing.
fn is_cross_origin(method: &Method, uri: &Uri, head: &HeaderMap) -> bool {
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return false;
    }
    let value = |name| head.get(name).map(HeaderValue::as_bytes).filter(|value| !value.is_empty());
    if let Some(site) = value("sec-fetch-site") {
        return !matches!(site, b"same-origin" | b"none");
    }
    let Some(origin) = value("origin") else { return false };
    let host = uri.authority().map(|authority| authority.as_str().as_bytes()).or(value("host"));
    let is_host = |origin: Uri| {
        let authority = origin.authority().map(|authority| authority.as_str().as_bytes());
        matches!(origin.scheme_str(), Some("http" | "https")) && authority.is_some() && authority == host
    };
    !Uri::try_from(origin).is_ok_and(is_host)
}

/// A line of the log. It is written on drop, when the request is answered or its client disconnects.
pub struct LogLine {
    request_line: String,
    started: Instant,
    status: Option<StatusCode>,
    log: Option<Log>,
}

impl LogLine {
    /// Creates the line of a request and starts to measure its time.
    pub fn new<B>(request: &Request<B>, log: Option<Log>) -> LogLine {
        let request_line = format!("{} {}", request.method(), request.uri().path());
        LogLine { request_line, started: Instant::now(), status: None, log }
    }

    /// Adds the operation of the request and the status of the reply to the line.
    pub fn set_reply(&mut self, response: &Response<Body>) {
        if let Some(Operation(operation)) = response.extensions().get() {
            let operation: String = operation.chars().filter(char::is_ascii_alphabetic).take(16).collect();
            self.request_line += &format!(" {operation}");
        }
        self.status = Some(response.status());
    }
}

impl Drop for LogLine {
    fn drop(&mut self) {
        let Some(log) = &self.log else { return };
        let status = self.status.map_or("closed".to_string(), |status| status.as_u16().to_string());
        log(&format!("{} {status} {:.1} ms", self.request_line, self.started.elapsed().as_secs_f64() * 1e3));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_random_and_compared_completely() {
        let [a, b] = [token().unwrap(), token().unwrap()];
        assert_ne!(a, b);
        assert!(a.len() == 16 && a.bytes().all(|letter| TOKEN_ALPHABET.contains(&letter)), "{a}");
        assert!(
            constant_time_eq(&a, &a)
                && !constant_time_eq(&a, &b)
                && !constant_time_eq(&a, &a[1..])
                && !constant_time_eq(&a, "")
                && !constant_time_eq("", &a)
        );
    }

    /// Returns whether a request with these headers counts as a request from another origin.
    fn is_cross_origin_request(method: Method, uri: &'static str, headers: &[(&'static str, &'static str)]) -> bool {
        let pairs = headers.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value)));
        let head: HeaderMap = pairs.collect();
        is_cross_origin(&method, &Uri::from_static(uri), &head)
    }

    #[test]
    fn sec_fetch_site_decides_alone() {
        let post = |site, origin| {
            let headers = [("host", "here:1"), ("sec-fetch-site", site), ("origin", origin)];
            is_cross_origin_request(Method::POST, PATH, &headers)
        };
        for site in ["same-origin", "none"] {
            assert!(!post(site, "http://here:1") && !post(site, "http://evil.example") && !post(site, ""), "{site}");
        }
        for site in ["cross-site", "same-site", "Same-Origin", " ", "same-origin, none", "nonsense"] {
            assert!(post(site, "http://here:1") && post(site, ""), "{site}");
        }
        // An empty `Sec-Fetch-Site` is ignored, so the origin decides.
        assert!(!post("", "http://here:1") && post("", "http://evil.example"));
    }

    #[test]
    fn without_sec_fetch_site_the_origin_is_the_host() {
        let post = |origin| is_cross_origin_request(Method::POST, PATH, &[("host", "here:1"), ("origin", origin)]);
        for good in ["", "http://here:1", "https://here:1", "HTTP://here:1", "http://here:1/path"] {
            assert!(!post(good), "{good}");
        }
        for bad in [
            "null",
            "here:1",
            "http://here",
            "http://here:2",
            "http://HERE:1",
            "http://evil.example",
            "http://here:1.evil.example",
            "http://user@here:1",
            "ftp://here:1",
            "file:///here:1",
            "http://",
            "http://here:1, http://evil.example",
            "/",
            "*",
        ] {
            assert!(post(bad), "{bad}");
        }
        assert!(!is_cross_origin_request(Method::POST, PATH, &[("host", "here:1")]));
        assert!(is_cross_origin_request(Method::POST, PATH, &[("origin", "http://here:1")]), "no host is no equal one");
        // The authority of an absolute address takes precedence over the `Host` header.
        let absolute = |origin| {
            is_cross_origin_request(Method::POST, "http://here:1/", &[("host", "there:1"), ("origin", origin)])
        };
        assert!(!absolute("http://here:1") && absolute("http://there:1"));
    }

    #[test]
    fn other_origins_may_read() {
        let headers = [("host", "here:1"), ("sec-fetch-site", "cross-site"), ("origin", "http://evil.example")];
        for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
            assert!(!is_cross_origin_request(method, "/", &headers));
        }
        for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::TRACE, Method::CONNECT] {
            assert!(is_cross_origin_request(method, "/", &headers));
        }
    }
}
