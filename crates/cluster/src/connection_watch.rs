//! Connections that report a loss as an error, instead of a panic in the reading thread.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use timely::communication::allocator::zero_copy::stream::Stream;

/// The number of zero bytes that the other side sends to close a connection.
const GOODBYE_BYTES: usize = 48;

/// The state of all connections of a process.
#[derive(Debug, Default)]
pub struct Watch {
    /// The name of the first process to which the connection was lost.
    lost: Mutex<Option<String>>,
    /// Whether this process has finished, so that the other processes may close their connections.
    is_finished: AtomicBool,
}

impl Watch {
    /// Returns the name of the process to which the connection was lost; `None` if no connection was lost.
    pub fn lost(&self) -> Option<String> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Allows the other processes to close their connections from now on.
    pub fn end(&self) {
        self.is_finished.store(true, Ordering::Relaxed);
    }
}

/// A connection to a process.
pub struct Watched {
    stream: TcpStream,
    name: String,
    watch: Arc<Watch>,
    /// The number of zero bytes at the end of the data read so far.
    zeros: usize,
}

impl Watched {
    /// Wraps the connection to the process with this name.
    pub fn new(stream: TcpStream, name: String, watch: Arc<Watch>) -> Watched {
        Watched { stream, name, watch, zeros: 0 }
    }

    /// Records the loss of the connection, and blocks the calling thread for ever.
    ///
    /// Timely's threads would panic on a failed read or write. So they block here, and the main thread ends the process
    /// with an error.
    fn block_after_loss(&self) -> ! {
        let mut lost = self.watch.lost.lock().unwrap_or_else(PoisonError::into_inner);
        lost.get_or_insert_with(|| self.name.clone());
        drop(lost);
        loop {
            std::thread::park();
        }
    }
}

impl Read for Watched {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) if self.zeros >= GOODBYE_BYTES && self.watch.is_finished.load(Ordering::Relaxed) => return Ok(0),
                Ok(0) | Err(_) => self.block_after_loss(),
                Ok(some) => {
                    let last = bytes[..some].iter().rev().take_while(|&&byte| byte == 0).count();
                    self.zeros = if last == some { self.zeros + some } else { last };
                    return Ok(some);
                }
            }
        }
    }
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.stream.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => self.block_after_loss(),
                Ok(some) => return Ok(some),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for Watched {
    fn try_clone(&self) -> io::Result<Watched> {
        let (name, watch) = (self.name.clone(), Arc::clone(&self.watch));
        Ok(Watched { stream: self.stream.try_clone()?, name, watch, zeros: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other process may have closed the connection, so errors are ignored.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
