//! Tests for each threat in the table of `docs/web.md`. Each test sends the requests of an attacker.

use crate::common::{MAX_WAIT, Reply, TestServer, read_all};
use grundy_web::{ServerOptions, Timeouts};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

const SOLVE: &str = r#"{"do":"solve","spec":"nim(3,4,5)"}"#;
const JSON: &str = "Content-Type: application/json\r\n";

#[test]
fn listens_on_loopback_only() {
    let server = TestServer::start(ServerOptions::default());
    let port: u16 = server.host.rsplit(':').next().unwrap().parse().unwrap();
    // All of 127.0.0.0/8 is local, but the server listens at only one of its addresses.
    assert!(TcpStream::connect(("127.0.0.2", port)).is_err());
    assert_eq!(server.ask(SOLVE).status, 200);
    if TcpListener::bind("[::1]:0").is_ok() {
        let mut six = TcpStream::connect(("::1", port)).unwrap();
        write!(six, "GET / HTTP/1.1\r\nHost: [::1]:{port}\r\nConnection: close\r\n\r\n").unwrap();
        assert_eq!(Reply::parse(&read_all(&mut six)).status, 200);
    }
}

#[test]
fn other_hosts_are_refused() {
    let server = TestServer::start(ServerOptions::default());
    let port = server.host.rsplit(':').next().unwrap();
    for host in
        ["evil.example", &format!("evil.example:{port}"), &format!("127.0.0.1.evil.example:{port}"), "127.0.0.1", ""]
    {
        let request = format!(
            "POST /api/v1/ask HTTP/1.1\r\nHost: {host}\r\n{JSON}Content-Length: 2\r\nConnection: close\r\n\r\n{{}}"
        );
        let reply = server.send(request);
        assert_eq!(reply.status, 421, "{host}");
        assert_eq!(reply.json()["error"]["kind"], "refused");
        let page = server.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert_eq!(page.status, 421, "{host}");
    }
    // No host, two hosts, and a host that differs from the one in the request line are refused too.
    assert_eq!(server.send("GET / HTTP/1.0\r\n\r\n").status, 421);
    let good = &server.host;
    let two = format!("GET / HTTP/1.1\r\nHost: {good}\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(server.send(two).status, 421);
    let other = |line: &str, host: &str| {
        server.send(format!("GET {line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).status
    };
    assert_eq!(other("http://evil.example/", good), 421);
    assert_eq!(other(&format!("http://{good}/"), "evil.example"), 421);
    assert_eq!(other(&format!("http://{good}/"), good), 200);
    assert_eq!(other("/", &format!("LOCALHOST:{port}")), 200);
}

#[test]
fn foreign_pages_are_refused() {
    let server = TestServer::start(ServerOptions::default());
    let with = |headers: &str| server.send(server.request(&format!("{JSON}{headers}"), SOLVE));
    let own = format!("Origin: http://{}\r\n", server.host);
    for foreign in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: http://127.0.0.1:1\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        &format!("Sec-Fetch-Site: cross-site\r\n{own}"),
        "Sec-Fetch-Site: nonsense\r\n",
    ] {
        let reply = with(foreign);
        assert_eq!(reply.status, 403, "{foreign}");
        assert_eq!(reply.json()["error"]["kind"], "refused");
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    for good in ["", &own, "Sec-Fetch-Site: same-origin\r\n", &format!("Sec-Fetch-Site: same-origin\r\n{own}")] {
        assert_eq!(with(good).status, 200, "{good}");
    }
    // A browser sends this request before it posts JSON to another origin; the server must not give permission.
    let preflight = format!(
        "OPTIONS /api/v1/ask HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n\
         Access-Control-Request-Headers: content-type\r\nConnection: close\r\n\r\n",
        server.host
    );
    let reply = server.send(preflight);
    assert_eq!(reply.status, 405);
    assert!(!reply.head.to_ascii_lowercase().contains("access-control"), "{}", reply.head);
}

#[test]
fn only_json_is_accepted() {
    let server = TestServer::start(ServerOptions::default());
    for kind in
        ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", "text/json"]
    {
        let headers = if kind.is_empty() { String::new() } else { format!("Content-Type: {kind}\r\n") };
        assert_eq!(server.send(server.request(&headers, SOLVE)).status, 415, "{kind}");
    }
    for kind in ["application/json", "Application/JSON; charset=utf-8", "application/json;charset=utf-8"] {
        assert_eq!(server.send(server.request(&format!("Content-Type: {kind}\r\n"), SOLVE)).status, 200, "{kind}");
    }
    for bad in ["", "{", "nim(3,4,5)", "{\"do\":\"solve\",}", &"[".repeat(100_000), "\u{feff}{}"] {
        let reply = server.ask(bad);
        assert_eq!((reply.status, &reply.json()["error"]["kind"]), (400, &"syntax".into()), "{bad:.20}");
    }
    // A body with invalid UTF-8 is rejected, even if the replacement of its bytes would make it a valid request.
    for almost in [
        r#"{"do":"solve","spec":"??"}"#,
        r#"{"do":"solve","spec":"token[\"??\">b](\"??\")"}"#,
        r#"{"do":"solve","spec":"nim(3,4,5)"}??"#,
    ] {
        let mut bad = server.request(JSON, almost);
        for at in 0..bad.len() - 1 {
            if bad[at..].starts_with(b"??") {
                bad[at..at + 2].copy_from_slice(b"\xff\xfe");
            }
        }
        let reply = server.send(bad);
        assert_eq!((reply.status, &reply.json()["error"]["kind"]), (400, &"syntax".into()), "{almost}");
        assert!(reply.text().contains("not valid JSON"), "{}", reply.text());
    }
    // Valid JSON that is not a request is rejected by the engine.
    for wrong in ["[]", "1", "null", "{}", "{\"do\":\"nothing\"}"] {
        let reply = server.ask(wrong);
        assert!(reply.status == 200 && reply.json()["error"]["message"].is_string(), "{wrong}");
    }
}

#[test]
fn other_methods_and_addresses_are_refused() {
    let server = TestServer::start(ServerOptions::default());
    let put = |line: &str| {
        server
            .send(format!("{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", server.host))
    };
    for line in
        ["GET /api/v1/ask", "PUT /api/v1/ask", "DELETE /api/v1/ask", "POST /", "PATCH /app.js", "TRACE /", "CONNECT /"]
    {
        let reply = put(line);
        assert!(matches!(reply.status, 405 | 421), "{line}: {}", reply.head);
    }
    for path in
        ["/nothing", "/api", "/api/v1", "/api/v1/ask/", "/api/v2/ask", "/sw.js", "/tests/page.mjs", "/views", "/views/"]
    {
        let reply = server.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (404, Some("application/json")), "{path}");
    }
}

#[test]
fn paths_do_not_escape_the_page() {
    let server = TestServer::start(ServerOptions::default());
    for path in [
        "/../Cargo.toml",
        "/../../etc/passwd",
        "/%2e%2e/Cargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/views/../app.js",
        "/./app.js",
        "//app.js",
        "/app.js/",
        "/app.js%00",
        "/views%2fplay.js",
        "/views%5cplay.js",
        "/app%2ejs",
        "/etc/passwd",
        "/C:/app.js",
        "/file:///etc/passwd",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    // These paths are invalid in HTTP.
    for path in ["/views\\play.js", "/app.js\0", "/..\\Cargo.toml", "app.js", "\\app.js"] {
        assert!(matches!(server.get(path).status, 400 | 404 | 421), "{path:?}");
    }
    assert_eq!(server.get("/app.js?../../etc/passwd").status, 200);
}

#[test]
fn no_request_opens_a_file() {
    let server = TestServer::start(ServerOptions::default());
    for request in [
        r#"{"do":"solve","spec":"nim(@heaps.txt)"}"#,
        r#"{"do":"solve","spec":"nim(@-)"}"#,
        r#"{"do":"solve","spec":"token[@/etc/passwd](a)"}"#,
        r#"{"do":"board","spec":"nim(@/etc/passwd)"}"#,
        r#"{"do":"parse","spec":"nim(@../Cargo.toml)"}"#,
        r#"{"do":"parse","rules":"take[@x]"}"#,
        r#"{"do":"table","rules":"take[@/etc/passwd]","to":9}"#,
        r#"{"do":"find","rules":"rule{@/etc/passwd}"}"#,
        r#"{"do":"prove","rules":"take[1,2]","claim":"P iff automaton(@/etc/passwd)"}"#,
        r#"{"do":"sequence","rules":"take[@/etc/passwd]"}"#,
        r#"{"do":"check","name":"@/etc/passwd"}"#,
    ] {
        let reply = server.ask(request);
        let error = reply.json()["error"]["kind"].clone();
        // Where the notation allows no file, `@` is a syntax error.
        let syntax = error == "syntax" && !request.contains("(@");
        assert!(reply.status == 200 && (error == "unsupported" || syntax), "{request}: {}", reply.text());
        assert!(!reply.text().contains("root:"), "{request}");
    }
}

#[test]
fn large_bodies_are_refused_and_the_client_sees_it() {
    let server = TestServer::start(ServerOptions::default());
    let max_len = 1 << 20;
    let padded = |length: usize| format!("{SOLVE}{}", " ".repeat(length - SOLVE.len()));
    assert_eq!(server.ask(&padded(max_len)).status, 200);
    for length in [max_len + 1, 4 * max_len] {
        let reply = server.ask(&padded(length));
        assert_eq!((reply.status, &reply.json()["error"]["kind"]), (413, &"too_large".into()), "{length}");
    }
    // A body in chunks, without an announced length and without end, is cut off.
    let mut stream = server.connect();
    write!(stream, "POST /api/v1/ask HTTP/1.1\r\nHost: {}\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n", server.host)
        .unwrap();
    let piece = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let sent = (0..4096).take_while(|_| stream.write_all(piece.as_bytes()).is_ok()).count();
    assert!(sent < 4096, "256 MiB were taken");
    // A client that sends `Expect: 100-continue` gets the error before it sends the body.
    let mut stream = server.connect();
    let length = 100 << 20;
    write!(
        stream,
        "POST /api/v1/ask HTTP/1.1\r\nHost: {}\r\n{JSON}Expect: 100-continue\r\nContent-Length: {length}\r\n\r\n",
        server.host
    )
    .unwrap();
    let mut start = [0; 12];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 413");
    // The head of a request has a maximum size too.
    let long = format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n", server.host, "x".repeat(100_000));
    assert_eq!(server.send(long).status, 431);
    assert_eq!(
        server.send(format!("GET /{} HTTP/1.1\r\nHost: {}\r\n\r\n", "x".repeat(100_000), server.host)).status / 100,
        4
    );
}

fn short_timeouts() -> Timeouts {
    let moment = Duration::from_millis(300);
    Timeouts { head: moment, body: moment, reply: moment, turn: moment, connections: 4 }
}

/// Sends `start` and then single bytes, until the server disconnects.
///
/// Returns the elapsed time and the response.
fn send_slowly(server: &TestServer, start: &str) -> (Duration, Vec<u8>) {
    let mut stream = server.connect();
    stream.write_all(start.as_bytes()).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    let (since, mut all, mut piece) = (Instant::now(), vec![], [0; 4096]);
    while since.elapsed() < MAX_WAIT {
        let _ = stream.write_all(b" ");
        match stream.read(&mut piece) {
            Ok(0) => return (since.elapsed(), all),
            Ok(length) => all.extend(&piece[..length]),
            Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {}
            Err(_) => return (since.elapsed(), all),
        }
    }
    panic!("it is served for ever");
}

#[test]
fn slow_senders_are_disconnected() {
    let server = TestServer::start(ServerOptions { timeouts: short_timeouts(), ..ServerOptions::default() });
    let head = format!("POST /api/v1/ask HTTP/1.1\r\nHost: {}\r\n{JSON}Content-Length: 1000\r\n", server.host);
    let (took, _) = send_slowly(&server, &format!("{head}X: "));
    assert!(took >= Duration::from_millis(250), "{took:?}");
    let (took, response) = send_slowly(&server, &format!("{head}\r\n{{"));
    assert!(took >= Duration::from_millis(250), "{took:?}");
    assert_eq!(Reply::parse(&response).status, 408);
    // A connection without any request is closed too.
    let mut idle = server.connect();
    assert!(read_all(&mut idle).is_empty());
    // More clients connect than the limit allows; the next client is served once these are disconnected.
    let crowd: Vec<TcpStream> = (0..20).map(|_| server.connect()).collect();
    assert_eq!(server.ask(SOLVE).status, 200);
    drop(crowd);
}

/// The length of a reply in bytes that exceeds the system's buffers of a connection.
const LARGE_REPLY_LEN: usize = 64 << 20;

#[test]
fn clients_that_do_not_read_are_disconnected() {
    let timeouts = Timeouts { connections: 1, ..short_timeouts() };
    let engine: grundy_web::RequestHandler =
        |request, _, _| "x".repeat(if request.contains("huge") { LARGE_REPLY_LEN } else { 1 });
    let server = TestServer::start(ServerOptions { timeouts, engine, ..ServerOptions::default() });
    let mut stream = server.connect();
    stream.write_all(&server.request(JSON, r#"{"do":"huge"}"#)).unwrap();
    let mut start = [0; 12];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200");
    // The server allows one connection, so it serves the second client once the first is disconnected.
    assert_eq!(server.ask(SOLVE).text(), "x\n");
    let length = read_all(&mut stream).len();
    assert!(length < LARGE_REPLY_LEN, "{length} bytes");
}

#[test]
fn replies_have_security_headers() {
    let server = TestServer::start(ServerOptions::default());
    let refused = server.send("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    for reply in
        [server.get("/"), server.get("/app.js"), server.get("/nothing"), server.ask(SOLVE), server.ask("{"), refused]
    {
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(reply.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"));
        let policy = reply.header("content-security-policy").unwrap();
        for part in [
            "default-src 'none'",
            "script-src 'self';",
            "connect-src 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
    }
    assert_eq!(server.ask(SOLVE).header("cache-control"), Some("no-store"));
    // Browsers must check a file each time, and receive it only if it has changed.
    let page = server.get("/app.js");
    assert_eq!(
        (page.header("cache-control"), page.header("content-type")),
        (Some("no-cache"), Some("text/javascript; charset=utf-8"))
    );
    let tag = page.header("etag").unwrap();
    let again = |tag: &str| {
        server.send(format!(
            "GET /app.js HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n",
            server.host
        ))
    };
    assert_eq!((again(tag).status, again(tag).body.len()), (304, 0));
    assert_eq!((again("\"other\"").status, again("\"other\"").body), (200, page.body.clone()));
    let head = server.send(format!("HEAD /app.js HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.host));
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn other_machines_need_the_token() {
    let server = TestServer::start(ServerOptions { listen: Some("127.0.0.1".to_string()), ..ServerOptions::default() });
    let token = server.address.split("/?token=").nth(1).unwrap();
    assert!(token.len() == 16 && server.address.starts_with("http://127.0.0.1:"), "{}", server.address);
    let port = server.host.rsplit(':').next().unwrap();
    // Without the token, or with another one, every request is refused.
    let other = token.replace(&token[..1], if token.starts_with('a') { "b" } else { "a" });
    for path in ["/", "/app.js", "/?token=", "/?token=x", &format!("/?token={other}"), &format!("/?nottoken={token}")] {
        let reply = server.get(path);
        assert_eq!(reply.status, 403, "{path}");
        assert!(reply.text().contains("token") && reply.text().contains("令牌"), "{}", reply.text());
        assert!(!reply.text().contains(token));
    }
    assert_eq!(server.ask(SOLVE).status, 403);
    let with = |headers: &str| server.send(server.request(&format!("{JSON}{headers}"), SOLVE)).status;
    assert_eq!(with(&format!("Authorization: Bearer {other}\r\n")), 403);
    assert_eq!(with(&format!("Authorization: Bearer {token}\r\n")), 200);
    // The address with the token sets a cookie. Scripts cannot read it, and it does not help pages of other origins.
    let redirect = server.get(&format!("/?token={token}"));
    assert_eq!((redirect.status, redirect.header("location")), (303, Some("/")));
    let cookie = redirect.header("set-cookie").unwrap();
    assert_eq!(cookie, format!("grundy-{port}={token}; Path=/; HttpOnly; SameSite=Lax"));
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(with(&format!("Cookie: a=b; {cookie}\r\n")), 200);
    assert_eq!(with(&format!("Cookie: {cookie}x\r\n")), 403);
    let foreign = format!("Cookie: {cookie}\r\nOrigin: http://evil.example\r\n");
    assert_eq!(with(&foreign), 403);
    let page = server
        .send(format!("GET / HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n", server.host));
    assert_eq!(page.status, 200);
    // The redirect stays on this host, and the token does not help requests for other hosts.
    for path in ["//evil.example/", "///evil.example", "/\\evil.example/"] {
        let reply = server.get(&format!("{path}?token={token}"));
        let place = reply.header("location").unwrap_or("/");
        assert!(!place[1..].starts_with(['/', '\\']), "{path}: {place}");
    }
    let other = format!("GET /?token={token} HTTP/1.1\r\nHost: evil.example:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(server.send(other).status, 421);
}
