//! Processes that find each other by files in the folder that all of them see.
//!
//! Each writes where it listens, and a key that only who reads the folder knows: `DIR/peers/INDEX`.

use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};
use grundy_store::write_whole;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};

/// Where a process listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerAddress {
    pub host: String,
    pub port: u16,
    pub key: u64,
}

impl PeerAddress {
    /// This process, at a port.
    pub fn here(port: u16) -> PeerAddress {
        // What the standard library hashes by is random.
        PeerAddress { host: host_name(), port, key: RandomState::new().build_hasher().finish() | 1 }
    }

    /// Writes it for the others.
    ///
    /// # Errors
    /// `io`.
    pub fn write(&self, folder: &Path, index: usize) -> Result<()> {
        let path = file(folder, index);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|error| {
                let path = parent.display().to_string();
                Error::new(ErrorKind::Io, text!("`{path}` cannot be made: {error}", path, error))
            })?;
        }
        write_whole(&path, format!("{} {} {:016x}\n", self.host, self.port, self.key).as_bytes())
    }

    /// Reads where a process listens; `None` as long as it has not said so.
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

/// Removes what processes wrote: they have found each other, and nothing of it stays in the folder.
pub fn forget(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder.join("peers"));
}

/// Removes what this process alone wrote: it has not found the others. What another one wrote in its place stays.
pub fn withdraw(folder: &Path, index: usize, own: &PeerAddress) {
    if PeerAddress::read(folder, index).is_some_and(|there| there.key == own.key) {
        let _ = std::fs::remove_file(file(folder, index));
        // Unless others are waiting.
        let _ = std::fs::remove_dir(folder.join("peers"));
    }
}

/// What this machine is called.
fn host_name() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    if name.is_empty() { "localhost".to_string() } else { name }
}
