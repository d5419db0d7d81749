//! Accepts connections, limits their number and duration, and closes them when the server stops.
//!
//! A client that sends a byte now and then cannot keep its connection for ever.

use crate::api::App;
use crate::guard::Guard;
use crate::options::{ServerOptions, Timeouts};
use crate::timeout_stream::TimeoutStream;
use grundy::unstable::rules::Cancel;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io;
use std::net::TcpListener;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// The time between two checks of `stop`.
///
/// The server also waits this long after an error before it accepts the next connection.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The time that replies in progress get when the server stops.
const GRACE: Duration = Duration::from_millis(200);

/// The maximum size of the head of a request, in bytes.
const MAX_HEAD_LEN: usize = 32 << 10;

/// Serves until `stop` is set or the system asks the program to terminate.
pub async fn serve(
    listeners: Vec<TcpListener>,
    guard: Arc<Guard>,
    options: ServerOptions,
    stop: &Cancel,
) -> io::Result<()> {
    let timeouts = options.timeouts;
    let app = Arc::new(App::new(guard, options));
    let permits = Arc::new(Semaphore::new(timeouts.connections));
    let (end, ended) = watch::channel(false);
    // Install the signal handler before the first request, since a client can send the signal once it has a reply.
    let terminated = terminated();
    for listener in listeners {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let (app, permits, ended) = (Arc::clone(&app), Arc::clone(&permits), ended.clone());
        tokio::spawn(accept(listener, app, timeouts, permits, ended));
    }
    drop(ended);
    run_until(terminated, stopped(stop)).await;
    // Every listener and every connection holds a receiver, so the channel closes when all of them have ended.
    let _ = end.send(true);
    let _ = timeout(GRACE, end.closed()).await;
    Ok(())
}

async fn stopped(stop: &Cancel) {
    while !stop.is_cancelled() {
        sleep(POLL_INTERVAL).await;
    }
}

/// Returns a future that ends when the system asks the program to terminate.
///
/// The signal is handled from the time of this call, not only from the first poll.
#[cfg(unix)]
fn terminated() -> impl Future<Output = ()> {
    let signal = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
    async {
        match signal {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    }
}

#[cfg(not(unix))]
fn terminated() -> impl Future<Output = ()> {
    std::future::pending()
}

async fn accept(
    listener: tokio::net::TcpListener,
    app: Arc<App>,
    timeouts: Timeouts,
    permits: Arc<Semaphore>,
    mut ended: watch::Receiver<bool>,
) {
    loop {
        // Take a permit only for an accepted client. If no permit is free, this client waits here, and further clients
        // wait in the system's queue.
        let accepted = async {
            let (stream, _) = listener.accept().await?;
            Ok((stream, Arc::clone(&permits).acquire_owned().await))
        };
        let accepted: Option<io::Result<_>> = run_until(ended.changed(), accepted).await;
        let Some(accepted) = accepted else { return };
        let Ok((stream, permit)) = accepted else {
            // An error means that the system cannot open more connections at the moment.
            sleep(POLL_INTERVAL).await;
            continue;
        };
        let (app, ended) = (Arc::clone(&app), ended.clone());
        tokio::spawn(async move {
            connection(stream, app, timeouts, ended).await;
            drop(permit);
        });
    }
}

async fn connection(stream: TcpStream, app: Arc<App>, timeouts: Timeouts, mut ended: watch::Receiver<bool>) {
    // Lines of progress are short and must arrive immediately.
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(TimeoutStream::new(stream, timeouts.reply));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(timeouts.head).max_buf_size(MAX_HEAD_LEN);
    let app = &*app;
    let service = service_fn(move |request| async move { Ok::<_, Infallible>(app.respond(request).await) });
    let mut connection = pin!(http.serve_connection(stream, service));
    // Errors of a connection are ignored, since they concern only its client.
    if run_until(ended.changed(), connection.as_mut()).await.is_none() {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

/// Waits for `work` and returns its output, or `None` if `end` is ready first.
///
/// This function replaces `tokio::select!`, whose procedural macro slows down the build.
async fn run_until<T>(end: impl Future, work: impl Future<Output = T>) -> Option<T> {
    let (mut end, mut work) = (pin!(end), pin!(work));
    poll_fn(|context| match end.as_mut().poll(context) {
        Poll::Ready(_) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(context).map(Some),
    })
    .await
}
