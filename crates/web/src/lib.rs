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
mod guard;
mod listeners;
mod operation;
mod options;
mod page;
mod responses;
mod scheduler;
mod timeout_stream;

use grundy::unstable::lang::text;
use grundy::unstable::rules::Cancel;
use grundy::{Error, ErrorKind};
pub use options::{Engine, Log, Options, PORT, Timeouts, default_jobs};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

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
        let place = listeners::Listeners::bind(options.listen.as_deref(), options.port)?;
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
