//! The options of a server: addresses and limits.

use grundy::Budget;
use grundy::unstable::solve::{SolvedPositions, Solver, Usage};
use std::sync::Arc;
use std::time::Duration;

/// The default port.
pub const PORT: u16 = 8377;

/// A function that answers a request; the request and the reply are JSON.
pub type RequestHandler = fn(&str, &mut Solver, &Budget) -> String;

/// A function that receives a line for each request.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// The options of a server: addresses, limits, database and log.
#[derive(Clone)]
pub struct ServerOptions {
    /// The port; 0 means any free port. `None` means [`PORT`] if it is free, and any free port otherwise.
    pub port: Option<u16>,
    /// The address or name at which other machines reach the server.
    ///
    /// `None` means that only this machine can reach it.
    pub listen: Option<String>,
    /// The maximum number of requests that are computed at the same time.
    pub jobs: usize,
    /// The time limit of a request.
    pub time: Duration,
    /// The memory limit of all requests together, in bytes; each request gets an equal share.
    pub memory: u64,
    /// The number of threads that running requests share.
    pub threads: usize,
    /// The memory use of the program and its limit; `None` if the memory is not counted.
    pub usage: Option<Usage>,
    /// A database of solved positions, which answers positions of its game.
    pub solved: Option<Arc<dyn SolvedPositions>>,
    /// The timeouts for slow clients.
    pub timeouts: Timeouts,
    /// The function that receives a line for each request.
    pub log: Option<Log>,
    /// The function that answers requests.
    pub engine: RequestHandler,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        ServerOptions {
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

/// Returns the default number of requests that are computed at the same time.
///
/// The default is half the number of cores, but at least 2, so that short requests do not wait for a long one.
pub fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(2, |cores| (usize::from(cores) / 2).max(2))
}

/// The timeouts for slow clients, and the maximum number of connections.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// The time limit for receiving the head of a request.
    ///
    /// The time limit includes the wait for a request on an open connection.
    pub head: Duration,
    /// The time limit for receiving the body of a request.
    pub body: Duration,
    /// The time after which a client that reads nothing of its reply is disconnected.
    pub reply: Duration,
    /// The maximum time for which a request waits for other requests; after this time it is refused.
    pub turn: Duration,
    /// The maximum number of connections.
    pub connections: usize,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            head: Duration::from_secs(30),
            body: Duration::from_secs(10),
            reply: Duration::from_secs(20),
            turn: Duration::from_secs(10),
            connections: 1024,
        }
    }
}
