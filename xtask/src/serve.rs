//! A small file server that sends the headers which a host of the page should send.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The content security policy of `web/index.html`; workers take theirs from the reply.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// A server on this machine.
pub struct Server {
    pub port: u16,
    thread: std::thread::JoinHandle<()>,
}

impl Server {
    /// Serves the files of a folder; port 0 selects a free port.
    pub fn start(folder: &Path, port: u16) -> std::io::Result<Server> {
        let listener = TcpListener::bind(("127.0.0.1", port))?;
        let port = listener.local_addr()?.port();
        let folder = folder.to_path_buf();
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let folder = folder.clone();
                // An error means that the client has disconnected.
                std::thread::spawn(move || drop(answer(stream, &folder)));
            }
        });
        Ok(Server { port, thread })
    }

    /// Serves for ever.
    pub fn wait(self) {
        let _ = self.thread.join();
    }
}

fn answer(stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut lines = BufReader::new((&stream).take(16 << 10)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let mut brotli = false;
    for line in lines {
        let line = line?.to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        brotli |= line.starts_with("accept-encoding:") && line.contains("br");
    }
    let mut words = first.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let found = if method == "GET" { file(target, folder) } else { None };
    let Some(path) = found else {
        return (&stream).write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let packed = PathBuf::from(format!("{}.br", path.display()));
    let (bytes, encoding) = match brotli.then(|| std::fs::read(packed)) {
        Some(Ok(bytes)) => (bytes, "Content-Encoding: br\r\n"),
        _ => (std::fs::read(&path)?, ""),
    };
    let cache_control = if path.parent() == Some(folder) && path.extension().is_none_or(|ending| ending != "wasm") {
        "no-cache"
    } else {
        "public, max-age=31536000, immutable"
    };
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: {cache_control}\r\n{encoding}\
         Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nVary: Accept-Encoding\r\nConnection: close\r\n\r\n",
        content_type(&path),
        bytes.len(),
    );
    (&stream).write_all(head.as_bytes())?;
    (&stream).write_all(&bytes)
}

/// Returns the requested file; restricted names prevent access outside the folder.
fn file(target: &str, folder: &Path) -> Option<PathBuf> {
    let name = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    let name = if name.is_empty() { "index.html" } else { name };
    let path = folder.join(name);
    (name.split('/').all(plain) && path.is_file()).then_some(path)
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

#[test]
fn files_outside_are_not_served() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(file("/src/serve.rs?x", folder), Some(folder.join("src/serve.rs")));
    for outside in
        ["/../Cargo.toml", "//etc/passwd", "/src/..%2fCargo.toml", "/.hidden", "/src", "/src\\serve.rs", "src/serve.rs"]
    {
        assert_eq!(file(outside, folder), None, "{outside}");
    }
}
