//! The page of `web/` from the program itself, and the native engine behind it: what `grundy web` serves.
//!
//! `GET` gives the files of the page, `POST /api/v1/ask` answers a request of [`grundy_ask`]. Work that takes longer tells how far it has
//! come, a line of JSON each, the last of which is the answer; closing the connection ends it. What this is safe against, and how,
//! is told in `docs/web.md`, and each row of it is a test in `tests/`.
//!
//! ```
//! use grundy::unstable::rules::Cancel;
//! use grundy_web::{Options, Server};
//! let server = Server::bind(Options { port: Some(0), ..Options::default() }).unwrap();
//! assert!(server.address().starts_with("http://127.0.0.1:"));
//! let stop = Cancel::default();
//! stop.stop(); // Ctrl-C, say
//! server.run(&stop).unwrap();
//! ```

mod accept;
mod api;
mod body;
mod desk;
mod guard;
mod page;
mod patient;
mod places;
mod said;

use grundy::unstable::engines::Solver;
use grundy::unstable::engines::{Solved, Usage};
use grundy::unstable::lang::text;
use grundy::unstable::rules::Cancel;
use grundy::{Budget, Error, ErrorKind};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

/// The port that is listened at, if nobody says another and it is free.
pub const PORT: u16 = 8377;

/// Who answers requests.
pub type Engine = fn(&str, &mut Solver, &Budget) -> String;

/// Who is told of each request, in a line.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// What a server is to do, and how much it may take.
#[derive(Clone)]
pub struct Options {
    /// Which port: 0 for any that is free; [`PORT`] or any, if nobody says.
    pub port: Option<u16>,
    /// The address or name of this machine at which others reach it; without one, nobody else does.
    pub listen: Option<String>,
    /// How many requests are worked at once.
    pub jobs: usize,
    /// How long a request is worked at.
    pub time: Duration,
    /// How many bytes all of them may take together.
    pub memory: u64,
    /// How many threads all of them may use together.
    pub threads: usize,
    /// What the whole program has in memory, where somebody counts it.
    pub usage: Option<Usage>,
    /// Positions that were solved before: those of their game are answered from them.
    pub solved: Option<Arc<dyn Solved>>,
    /// How long clients are waited for.
    pub patience: Patience,
    /// Who is told of each request.
    pub log: Option<Log>,
    /// Who answers.
    pub engine: Engine,
}

impl Default for Options {
    fn default() -> Options {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Options {
            port: None,
            listen: None,
            jobs: default_jobs(),
            time: Duration::from_secs(60),
            memory: 4 << 30,
            threads: cores,
            usage: None,
            solved: None,
            patience: Patience::default(),
            log: None,
            engine: grundy_ask::ask,
        }
    }
}

/// How many requests are worked at once where nobody says: half as many as there are cores, and two at least, so that short ones need
/// not wait for a long one.
pub fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(2, |cores| (usize::from(cores) / 2).max(2))
}

/// How long clients are waited for, and how many there may be.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the whole head of a request, and for the next request on a connection.
    pub head: Duration,
    /// For the whole body.
    pub body: Duration,
    /// For a client that takes none of its reply.
    pub reply: Duration,
    /// How long a request waits for its turn.
    pub turn: Duration,
    /// How many connections there may be.
    pub connections: usize,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(5),
            body: Duration::from_secs(10),
            reply: Duration::from_secs(20),
            turn: Duration::from_secs(10),
            connections: 256,
        }
    }
}

/// A server that listens, and answers as soon as it runs.
pub struct Server {
    listeners: Vec<TcpListener>,
    address: String,
    guard: Arc<guard::Guard>,
    options: Options,
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    /// `io` if that cannot be: the port is taken, or the address is none of this machine's.
    pub fn bind(options: Options) -> Result<Server, Error> {
        let place = places::Place::bind(options.listen.as_deref(), options.port)?;
        let token = match options.listen {
            None => None,
            Some(_) => Some(guard::token()?),
        };
        let address = match &token {
            None => format!("http://{}/", place.shown),
            Some(token) => format!("http://{}/?token={token}", place.shown),
        };
        let guard = Arc::new(guard::Guard::new(place.hosts, token, place.port));
        Ok(Server { listeners: place.listeners, address, guard, options })
    }

    /// What a browser opens, with the token if there is one.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Answers until it is told to stop, or, on systems that have it, by SIGTERM. Who is being answered then has a moment to be.
    ///
    /// # Errors
    /// `io` if the system refuses what a server needs.
    pub fn run(self, stop: &Cancel) -> Result<(), Error> {
        let failed = |error: std::io::Error| Error::new(ErrorKind::Io, text!("the server cannot run: {error}", error));
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(2).max_blocking_threads(self.options.jobs + 2).thread_stack_size(8 << 20).enable_all();
        let runtime = builder.build().map_err(failed)?;
        let done = runtime.block_on(accept::serve(self.listeners, self.guard, self.options, stop));
        // Engines notice within milliseconds that nobody listens any more.
        runtime.shutdown_timeout(Duration::from_millis(200));
        done.map_err(failed)
    }
}
