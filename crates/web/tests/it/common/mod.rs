//! A server for a single test, and clients that can send arbitrary bytes.
#![allow(dead_code)] // each test file uses only a part of this module

use grundy::unstable::rules::Cancel;
use grundy_web::{Server, ServerOptions};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time limit for waits in tests: longer than any operation takes on a busy machine.
pub const MAX_WAIT: Duration = Duration::from_secs(300);

/// A server that runs in a thread of its own, and stops when it is dropped.
pub struct TestServer {
    pub address: String,
    pub host: String,
    pub stop: Cancel,
    thread: Option<JoinHandle<()>>,
}

/// A parsed HTTP response.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let has_name = |line: &&str| line.split(':').next().is_some_and(|given| given.eq_ignore_ascii_case(name));
        self.head.lines().skip(1).find(has_name).and_then(|line| line.split_once(": ")).map(|(_, value)| value)
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Parses the bytes of a response.
    pub fn parse(bytes: &[u8]) -> Reply {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no reply: {:?}", String::from_utf8_lossy(bytes)));
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let body = bytes[end + 4..].to_vec();
        let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        let body = if chunked { join_chunks(&body) } else { body };
        Reply { status, head, body }
    }
}

fn join_chunks(mut body: &[u8]) -> Vec<u8> {
    let mut all = vec![];
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            break;
        }
        all.extend(&body[end + 2..end + 2 + length]);
        body = &body[end + 4 + length..];
    }
    all
}

impl TestServer {
    pub fn start(options: ServerOptions) -> TestServer {
        let server = Server::bind(ServerOptions { port: Some(0), ..options }).unwrap();
        let address = server.address().to_string();
        let host = address.trim_start_matches("http://").split('/').next().unwrap().to_string();
        let stop = Cancel::default();
        let end = stop.clone();
        let thread = std::thread::spawn(move || server.run(&end).unwrap());
        TestServer { address, host, stop, thread: Some(thread) }
    }

    pub fn connect(&self) -> TcpStream {
        // A system under load has refused a connection to a server that was running, so try again for a while.
        let end = Instant::now() + Duration::from_secs(10);
        loop {
            match TcpStream::connect(&self.host) {
                Err(error) if error.kind() == ErrorKind::ConnectionRefused && Instant::now() < end => {
                    std::thread::sleep(Duration::from_millis(50));
                }
                connected => {
                    let stream = connected.unwrap();
                    stream.set_read_timeout(Some(MAX_WAIT)).unwrap();
                    return stream;
                }
            }
        }
    }

    /// Sends these bytes in a new connection and reads the response until the server closes the connection.
    pub fn send(&self, bytes: impl AsRef<[u8]>) -> Reply {
        let mut stream = self.connect();
        stream.write_all(bytes.as_ref()).unwrap();
        Reply::parse(&read_all(&mut stream))
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host))
    }

    /// Returns a request like those of the page, with additional headers.
    pub fn request(&self, headers: &str, body: &str) -> Vec<u8> {
        let (host, length) = (&self.host, body.len());
        let head =
            format!("POST /api/v1/ask HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n");
        format!("{head}{headers}\r\n{body}").into_bytes()
    }

    pub fn ask(&self, body: &str) -> Reply {
        self.send(self.request("Content-Type: application/json\r\n", body))
    }

    /// Stops the server and waits until it has stopped.
    pub fn shut_down(mut self) {
        self.stop.cancel();
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Reads all bytes until the other side closes the connection.
pub fn read_all(stream: &mut TcpStream) -> Vec<u8> {
    let mut all = vec![];
    // If the server closes while the client writes, the connection is reset, and the read fails. Ignore the error and
    // return the bytes received before.
    let _ = stream.read_to_end(&mut all);
    all
}
