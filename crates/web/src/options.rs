//! The options of a server: addresses and limits.

use grundy::Budget;
use grundy::unstable::engines::{Solved, Solver, Usage};
use std::sync::Arc;
use std::time::Duration;

/// The default port.
pub const PORT: u16 = 8377;

/// Answers a request: text of JSON in, text of JSON out.
pub type Engine = fn(&str, &mut Solver, &Budget) -> String;

/// Receives a line for each request.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// The options of a server: addresses, limits, database and log.
#[derive(Clone)]
pub struct Options {
    /// The port, 0 for any that is free; `None` takes [`PORT`] if it is free, else another.
    pub port: Option<u16>,
    /// The address or name of this machine at which other machines reach it; `None` serves this machine only.
    pub listen: Option<String>,
    /// The number of requests that are computed at once.
    pub jobs: usize,
    /// The time limit of a request.
    pub time: Duration,
    /// The memory limit of all requests together, in bytes.
    pub memory: u64,
    /// The number of threads of all requests together.
    pub threads: usize,
    /// The memory that the program uses, if it is counted.
    pub usage: Option<Usage>,
    /// A database of solved positions, which answers positions of its game.
    pub solved: Option<Arc<dyn Solved>>,
    /// The timeouts for slow clients.
    pub timeouts: Timeouts,
    /// Receives a line for each request.
    pub log: Option<Log>,
    /// Answers the requests.
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
            timeouts: Timeouts::default(),
            log: None,
            engine: grundy_ask::ask,
        }
    }
}

/// Returns the default number of requests that are computed at once.
///
/// It is half the number of cores, but at least two, so that short requests do not wait for a long one.
pub fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(2, |cores| (usize::from(cores) / 2).max(2))
}

/// The timeouts for slow clients, and the largest number of connections.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For receiving the head of a request, and for the next request on a connection.
    pub head: Duration,
    /// For receiving the body.
    pub body: Duration,
    /// For a client that reads nothing of its reply.
    pub reply: Duration,
    /// For a request that waits until another one ends.
    pub turn: Duration,
    /// The largest number of connections.
    pub connections: usize,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            head: Duration::from_secs(5),
            body: Duration::from_secs(10),
            reply: Duration::from_secs(20),
            turn: Duration::from_secs(10),
            connections: 256,
        }
    }
}
