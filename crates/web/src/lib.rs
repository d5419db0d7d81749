//! The server of `grundy web`: the page of `web/` and the native engine behind it.
//!
//! `GET` returns the files of the page, and `POST /api/v1/ask` answers a request of [`grundy_ask`].
//!
//! During long work, the server sends progress reports as lines of JSON; the last line is the reply. If the client
//! closes the connection, the work is cancelled. `docs/web.md` lists the threats against which the server is protected;
//! each row of its table has a test in `tests/`.
//!
//! `accept` handles connections, `guard` admits requests, `api` routes them, and `scheduler` computes their replies.
//!
//! ```
//! use grundy::unstable::rules::Cancel;
//! use grundy_web::{ServerOptions, Server};
//! let server = Server::bind(ServerOptions { port: Some(0), ..ServerOptions::default() }).unwrap();
//! assert!(server.address().starts_with("http://127.0.0.1:"));
//! let stop = Cancel::default();
//! stop.cancel(); // Ctrl-C, say
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
pub use options::{Log, PORT, RequestHandler, ServerOptions, Timeouts, default_jobs};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

/// A server. It listens from [`Server::bind`] on, and answers requests while [`Server::run`] runs.
pub struct Server {
    listeners: Vec<TcpListener>,
    address: String,
    guard: Arc<guard::Guard>,
    options: ServerOptions,
}

impl Server {
    /// Binds the port and starts to listen.
    ///
    /// # Errors
    /// Returns an error `io` if the port is in use, or if the address does not belong to this machine.
    pub fn bind(options: ServerOptions) -> Result<Server, Error> {
        let bound = listeners::Listeners::bind(options.listen.as_deref(), options.port)?;
        let token = match options.listen {
            None => None,
            Some(_) => Some(guard::token()?),
        };
        let address = match &token {
            None => format!("http://{}/", bound.url_host),
            Some(token) => format!("http://{}/?token={token}", bound.url_host),
        };
        let guard = Arc::new(guard::Guard::new(bound.hosts, token, bound.port));
        Ok(Server { listeners: bound.listeners, address, guard, options })
    }

    /// Returns the address to open in a browser, with the token if there is one.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Serves until `stop` is set or, on Unix, until SIGTERM.
    ///
    /// At the end, replies in progress get 200 ms to finish.
    ///
    /// # Errors
    /// Returns an error `io` if the system lacks resources for the server.
    pub fn run(self, stop: &Cancel) -> Result<(), Error> {
        let failed = |error: std::io::Error| Error::new(ErrorKind::Io, text!("the server cannot run: {error}", error));
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(2).max_blocking_threads(self.options.jobs + 2).thread_stack_size(8 << 20).enable_all();
        let runtime = builder.build().map_err(failed)?;
        let done = runtime.block_on(accept::serve(self.listeners, self.guard, self.options, stop));
        // Dropped jobs cancel their work, so the engines stop within milliseconds.
        runtime.shutdown_timeout(Duration::from_millis(200));
        done.map_err(failed)
    }
}
