//! `grundy web` under load: many clients at once, random request bodies, and closed tabs.
//!
//! Everything stays on this machine and takes a limited time.

use crate::process::{Done, cargo, target};
use crate::random::Random;
use crate::server_process;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

pub const HELP: &str = "  load [--clients N] [--seconds N]
                   Put `grundy web` under load and print percentiles of its response times\n";

/// Read timeout of clients; every request must take less time.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

pub fn load(args: &[String]) -> Done {
    let (mut clients, mut seconds) = (200, 30);
    for pair in args.chunks(2) {
        match pair {
            [flag, number] if flag == "--clients" => clients = parsed(number)?,
            [flag, number] if flag == "--seconds" => seconds = parsed(number)?,
            _ => return Err(HELP.to_string()),
        }
    }
    cargo(&["build", "--release", "--locked", "--package", "grundy-cli"])?;
    let server = server_process::Served::start(&target()?.join("release/grundy"), &[])?;
    let say = |error: std::io::Error| error.to_string();
    let mut wrong = vec![];
    let mut hold = |right: bool, what: String| {
        if !right {
            wrong.push(what)
        }
    };
    let Solved { lost, before, after } = solve(&server, clients, Duration::from_secs(seconds.into())).map_err(say)?;
    hold(lost == 0, format!("{lost} answers were lost"));
    hold(after <= before + MAX_GROWTH_MIB, format!("memory grew from {before} to {after} MiB"));
    let statuses = send_random_bodies(&server).map_err(say)?;
    hold(
        statuses.keys().all(|status| matches!(status, 200 | 400)),
        "bodies have other statuses than 200 and 400".into(),
    );
    let freed = time_closed_tabs(&server).map_err(say)?;
    hold(freed <= MAX_STOP_TIME, format!("a seat was free {} ms after its tab was closed", freed.as_millis()));
    let memory = server.memory();
    let mut last = Client::new(&server.host).map_err(say)?;
    last.send(LONG_REQUEST).map_err(say)?;
    sleep(Duration::from_millis(300));
    let since = Instant::now();
    server.end()?;
    let ended = since.elapsed();
    println!("ended {} ms behind SIGTERM, at work; memory in the end {memory} MiB", ended.as_millis());
    hold(ended <= MAX_END_TIME, format!("it took {} ms to end", ended.as_millis()));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// Maximum growth of the server's memory in MiB over thousands of answers.
///
/// Memory grows because the server keeps tables.
const MAX_GROWTH_MIB: u64 = 64;

/// Maximum time to stop the work of a disconnected client.
///
/// `MAX_END_TIME` is the maximum time to end the program.
const MAX_STOP_TIME: Duration = Duration::from_secs(1);
const MAX_END_TIME: Duration = Duration::from_secs(2);

/// A request that takes longer than any client here waits.
const LONG_REQUEST: &[u8] = br#"{"do":"table","rules":"rule{ (n,m) -> (n-k,m-j) for k in 1..n for j in 0..m }","to":1000,"of":"grundy","theorems":false}"#;

/// The number of missing or wrong answers, and the server's memory in MiB before and after the run.
struct Solved {
    lost: u64,
    before: u64,
    after: u64,
}

fn parsed(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|&n| (1..=250).contains(&n)).ok_or_else(|| format!("`{text}` is no number from 1 to 250"))
}

/// A persistent connection.
struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Client {
    fn new(host: &str) -> std::io::Result<Client> {
        let stream = TcpStream::connect(host)?;
        stream.set_read_timeout(Some(READ_TIMEOUT))?;
        Ok(Client { stream: BufReader::new(stream), host: host.to_string() })
    }

    fn send(&mut self, body: &[u8]) -> std::io::Result<()> {
        let head = format!(
            "POST /api/v1/ask HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: \
                application/json\r\nContent-Length: {}\r\n\r\n",
            self.host,
            body.len()
        );
        self.stream.get_mut().write_all(&[head.as_bytes(), body].concat())
    }

    /// Sends a request and returns the status and the body of the reply, which must state its length.
    fn request(&mut self, body: &[u8]) -> std::io::Result<(u16, String)> {
        self.send(body)?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().unwrap_or(0);
            } else if let Some(rest) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = rest.trim().parse().unwrap_or(0);
            } else if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }
}

/// Lets all clients solve positions, each on its own connection.
fn solve(server: &server_process::Served, clients: u32, time: Duration) -> std::io::Result<Solved> {
    let (lost, over, peak) = (AtomicU64::new(0), AtomicBool::new(false), AtomicU64::new(0));
    let since = Instant::now();
    let before = server.memory();
    let mut after_a_third = 0;
    let mut times: Vec<Duration> = scope(|scope| {
        let work = |client: u32| {
            let (lost, over) = (&lost, &over);
            move || {
                let (mut random, mut times) = (Random(client.into()), vec![]);
                let Ok(mut connection) = Client::new(&server.host) else {
                    lost.fetch_add(1, Ordering::Relaxed);
                    return times;
                };
                while !over.load(Ordering::Relaxed) {
                    let heaps = [0; 3].map(|_| random.below(1000));
                    let [a, b, c] = heaps;
                    let began = Instant::now();
                    let reply = connection.request(format!(r#"{{"do":"solve","spec":"nim({a},{b},{c})"}}"#).as_bytes());
                    let expected = format!(r#""grundy":{}"#, a ^ b ^ c);
                    match reply {
                        Ok((200, text)) if text.contains(&expected) => times.push(began.elapsed()),
                        _ => drop(lost.fetch_add(1, Ordering::Relaxed)),
                    }
                }
                times
            }
        };
        let all: Vec<_> = (0..clients).map(|client| scope.spawn(work(client))).collect();
        while since.elapsed() < time {
            sleep(Duration::from_millis(500));
            peak.fetch_max(server.memory(), Ordering::Relaxed);
            if since.elapsed() < time / 3 {
                after_a_third = server.memory();
            }
        }
        over.store(true, Ordering::Relaxed);
        all.into_iter().flat_map(|client| client.join().unwrap_or_default()).collect()
    });
    times.sort();
    let at = |percent: usize| {
        times.get(times.len().saturating_sub(1) * percent / 100).map_or(0.0, |t| t.as_secs_f64() * 1e3)
    };
    let rate = times.len() as u64 / time.as_secs().max(1);
    let (lost, after) = (lost.into_inner(), server.memory());
    println!("{clients} clients, {} s: {} answers, {rate} a second, {lost} lost", time.as_secs(), times.len());
    println!("times in ms: half within {:.1}, 99 % within {:.1}, all within {:.1}", at(50), at(99), at(100));
    println!(
        "memory in MiB: {before} before, {after_a_third} after a third, {} at most, {after} behind",
        peak.into_inner()
    );
    Ok(Solved { lost, before, after })
}

/// Sends 1000 random bodies and counts the replies by status.
///
/// A body has fields of requests with values of any kind. Some bodies are truncated, have one random byte, or consist
/// of random bytes only.
fn send_random_bodies(server: &server_process::Served) -> std::io::Result<BTreeMap<u16, u32>> {
    const FIELDS: [&str; 12] =
        ["do", "spec", "rules", "to", "claim", "lang", "why", "certificate", "of", "name", "time", "misere"];
    const VALUES: [&str; 26] = [
        r#""solve""#,
        r#""table""#,
        r#""find""#,
        r#""prove""#,
        r#""check""#,
        r#""sequence""#,
        r#""verify""#,
        r#""board""#,
        r#""parse""#,
        r#""nim(3,4,5)""#,
        r#""take[1,3,4]""#,
        r#""take[1,k]""#,
        r#""P iff n % 5 == 0""#,
        r#""wythoff""#,
        r#""zh""#,
        r#""steps""#,
        "9",
        "-1",
        "1e99",
        "null",
        "[[[]]]",
        "true",
        r#""\u0000""#,
        "\"\u{1f600}\"",
        r#""0.77""#,
        "{}",
    ];
    let (mut random, mut statuses) = (Random(7), BTreeMap::new());
    for _ in 0..1000 {
        let mut pairs = format!(r#""do":{}"#, VALUES[random.below(9) as usize]);
        for _ in 0..random.below(5) {
            pairs += &format!(r#","{}":{}"#, random.pick(&FIELDS), random.pick(&VALUES));
        }
        let mut body = format!(r#"{{{pairs},"time":0.2}}"#).into_bytes();
        match random.below(5) {
            0 => body = (0..random.below(400)).map(|_| random.below(256) as u8).collect(),
            1 => body.truncate(random.below(body.len() as u64) as usize),
            2 => {
                let at = random.below(body.len() as u64) as usize;
                body[at] = random.below(256) as u8;
            }
            _ => {}
        }
        let status = Client::new(&server.host)?.request(&body).map_or(0, |(status, _)| status);
        *statuses.entry(status).or_insert(0) += 1;
    }
    println!("1000 random bodies, by status: {statuses:?}");
    Ok(statuses)
}

/// Returns the longest time until the work of closed tabs is stopped and a worker is free again.
fn time_closed_tabs(server: &server_process::Served) -> std::io::Result<Duration> {
    let mut longest = Duration::ZERO;
    for _ in 0..5 {
        let mut tabs = vec![];
        for _ in 0..server_process::JOBS {
            let mut tab = Client::new(&server.host)?;
            tab.send(LONG_REQUEST)?;
            tabs.push(tab);
        }
        sleep(Duration::from_secs(1));
        drop(tabs);
        let since = Instant::now();
        Client::new(&server.host)?.request(br#"{"do":"table","rules":"take[1,3,4]","to":9}"#)?;
        longest = longest.max(since.elapsed());
    }
    println!("behind tabs that were closed, at most {:.0} ms until the next answer", longest.as_secs_f64() * 1e3);
    Ok(longest)
}
