//! Discovery of processes by files in a folder that all of them see.
//!
//! Each process writes its address, and a key that only readers of the folder know, to `DIR/peers/INDEX`.

use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};
use grundy_store::write_whole;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};

/// The address of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerAddress {
    pub host: String,
    pub port: u16,
    pub key: u64,
}

impl PeerAddress {
    /// Returns the address of this process for a port, with a new key.
    pub fn here(port: u16) -> PeerAddress {
        // The hash seed of the standard library is random.
        PeerAddress { host: host_name(), port, key: RandomState::new().build_hasher().finish() | 1 }
    }

    /// Writes the address for the other processes.
    ///
    /// # Errors
    /// `io`.
    pub fn write(&self, folder: &Path, index: usize) -> Result<()> {
        let path = file(folder, index);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|error| {
                let path = parent.display().to_string();
                Error::new(ErrorKind::Io, text!("`{path}` cannot be created: {error}", path, error))
            })?;
        }
        write_whole(&path, format!("{} {} {:016x}\n", self.host, self.port, self.key).as_bytes())
    }

    /// Reads the address of a process; `None` if it has not been written yet.
    pub fn read(folder: &Path, index: usize) -> Option<PeerAddress> {
        let read = std::fs::read_to_string(file(folder, index)).ok()?;
        let mut words = read.split_whitespace();
        let (host, port, key) = (words.next()?, words.next()?, words.next()?);
        let host = if host == host_name() { "127.0.0.1" } else { host };
        Some(PeerAddress { host: host.to_string(), port: port.parse().ok()?, key: u64::from_str_radix(key, 16).ok()? })
    }
}

fn file(folder: &Path, index: usize) -> PathBuf {
    folder.join("peers").join(index.to_string())
}

/// Removes the addresses of all processes, once they are connected.
pub fn forget(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder.join("peers"));
}

/// Removes the address of this process alone, which did not find the others.
///
/// If another process has replaced the file, it stays.
pub fn withdraw(folder: &Path, index: usize, own: &PeerAddress) {
    if PeerAddress::read(folder, index).is_some_and(|there| there.key == own.key) {
        let _ = std::fs::remove_file(file(folder, index));
        // This fails if other processes are still waiting.
        let _ = std::fs::remove_dir(folder.join("peers"));
    }
}

/// Returns the name of this machine.
fn host_name() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    if name.is_empty() { "localhost".to_string() } else { name }
}
