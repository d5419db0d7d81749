//! The files of the web page, which are compiled into the program.

use crate::body::Body;
use crate::responses;
use hyper::body::Bytes;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The files of the page by path, as listed by `build.rs`.
const FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The declaration of the WebAssembly engine in `index.html`, and its replacement.
///
/// The replacement declares the server.
const ENGINE: (&str, &str) = ("name=\"engine\" content=\"engine.wasm\"", "name=\"engine\" content=\"api/v1/ask\"");

struct File {
    kind: &'static str,
    bytes: Bytes,
    /// The entity tag, which changes with the contents.
    tag: HeaderValue,
}

/// The files that the server returns, by path.
pub struct StaticFiles {
    files: BTreeMap<String, File>,
    policy: String,
}

impl StaticFiles {
    pub fn new() -> StaticFiles {
        let file = |name: &str, bytes: Bytes| {
            let mut hash = DefaultHasher::new();
            bytes.hash(&mut hash);
            let tag = HeaderValue::from_str(&format!("\"{:016x}\"", hash.finish()));
            File { kind: kind(name), bytes, tag: tag.unwrap_or(HeaderValue::from_static("\"\"")) }
        };
        let mut files: BTreeMap<String, File> =
            FILES.iter().map(|(name, bytes)| (name.to_string(), file(name, Bytes::from_static(bytes)))).collect();
        let index = files.remove("/index.html").map(|index| String::from_utf8_lossy(&index.bytes).into_owned());
        let index = index.unwrap_or_default();
        let preloads = files.keys().filter(|name| name.ends_with(".js"));
        let preloads: String =
            preloads.map(|name| format!("<link rel=\"modulepreload\" href=\".{name}\">\n")).collect();
        let policy = policy(&index);
        let index = index.replace(ENGINE.0, ENGINE.1).replace("</head>", &format!("{preloads}</head>"));
        let index = Bytes::from(index);
        for name in ["/", "/index.html"] {
            files.insert(name.to_string(), file("index.html", index.clone()));
        }
        StaticFiles { files, policy }
    }

    /// Returns the default headers of all replies; they isolate the page from other origins.
    pub fn headers(&self) -> Vec<(&'static str, HeaderValue)> {
        let policy = HeaderValue::from_str(&self.policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
        vec![
            ("content-security-policy", policy),
            ("x-content-type-options", HeaderValue::from_static("nosniff")),
            ("referrer-policy", HeaderValue::from_static("no-referrer")),
            ("cross-origin-opener-policy", HeaderValue::from_static("same-origin")),
            ("cross-origin-resource-policy", HeaderValue::from_static("same-origin")),
            ("cache-control", HeaderValue::from_static("no-store")),
        ]
    }

    /// Returns the reply with the file at a path, or 304 if the browser has the current version.
    ///
    /// Browsers must check each time whether the file has changed, so that they show the new page after an update of the program.
    pub fn reply(&self, path: &str, head: &HeaderMap) -> Response<Body> {
        let Some(file) = self.files.get(path) else { return responses::not_found() };
        let is_unchanged = head.get(header::IF_NONE_MATCH).is_some_and(|tag| *tag == file.tag);
        let mut response = match is_unchanged {
            true => responses::reply(StatusCode::NOT_MODIFIED, file.kind, ""),
            false => responses::reply(StatusCode::OK, file.kind, file.bytes.clone()),
        };
        response.headers_mut().insert(header::ETAG, file.tag.clone());
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        response
    }
}

/// Returns the content security policy of `index.html` with changes.
///
/// The changes forbid WebAssembly and embedding in frames.
fn policy(index: &str) -> String {
    let found = index.split("Content-Security-Policy\" content=\"").nth(1).and_then(|rest| rest.split('"').next());
    let policy = found.unwrap_or("default-src 'none'").replace(" 'wasm-unsafe-eval'", "");
    policy + "; frame-ancestors 'none'"
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn page_is_compiled_in() {
        let pages = StaticFiles::new();
        let read = |name: &str| String::from_utf8_lossy(&pages.files[name].bytes).into_owned();
        let index = read("/");
        assert!(index.contains(ENGINE.1) && !index.contains("wasm\""), "{index}");
        assert!(index.contains("<link rel=\"modulepreload\" href=\"./views/play.js\">"), "{index}");
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        for name in ["/app.js", "/style.css", "/vendor/preact.js", "/vendor/LICENSES", "/manifest.webmanifest"] {
            assert_eq!(read(name), std::fs::read_to_string(page.join(&name[1..])).unwrap(), "{name}");
        }
        for name in pages.files.keys() {
            let excluded = ["tests", "node_modules", "README", "sw.js", "worker.js", "\\", ".."];
            assert!(!excluded.iter().any(|part| name.contains(part)), "{name}");
        }
    }

    #[test]
    fn policy_comes_from_the_page() {
        let policy = StaticFiles::new().policy;
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; ") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(policy.ends_with("form-action 'none'; frame-ancestors 'none'"), "{policy}");
    }
}
