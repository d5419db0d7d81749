//! Discovery of processes by files in a folder that all processes see.
//!
//! Each process writes its address to the file `DIR/peers/INDEX`, with a key that only readers of the folder know.

use grundy_lang::text;
use grundy_rules::{Error, ErrorKind, Result};
use grundy_store::write_atomic;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};

/// The address of a process, and the key that callers must send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerAddress {
    pub host: String,
    pub port: u16,
    pub key: u64,
}

impl PeerAddress {
    /// Returns the address of this process with this port and a new random key.
    pub fn local(port: u16) -> PeerAddress {
        // The hash seed of the standard library is random, so it provides the key.
        PeerAddress { host: host_name(), port, key: RandomState::new().build_hasher().finish() | 1 }
    }

    /// Writes the address to the folder, for the other processes.
    ///
    /// # Errors
    /// Fails with `io` if the file cannot be written.
    pub fn write(&self, folder: &Path, index: usize) -> Result<()> {
        let path = address_file(folder, index);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|error| {
                let path = parent.display().to_string();
                Error::new(ErrorKind::Io, text!("`{path}` cannot be created: {error}", path, error))
            })?;
        }
        write_atomic(&path, format!("{} {} {:016x}\n", self.host, self.port, self.key).as_bytes())
    }

    /// Reads the address of a process; returns `None` if it is not written yet.
    pub fn read(folder: &Path, index: usize) -> Option<PeerAddress> {
        let text = std::fs::read_to_string(address_file(folder, index)).ok()?;
        let mut words = text.split_whitespace();
        let (host, port, key) = (words.next()?, words.next()?, words.next()?);
        let host = if host == host_name() { "127.0.0.1" } else { host };
        Some(PeerAddress { host: host.to_string(), port: port.parse().ok()?, key: u64::from_str_radix(key, 16).ok()? })
    }
}

fn address_file(folder: &Path, index: usize) -> PathBuf {
    folder.join("peers").join(index.to_string())
}

/// Removes the addresses of all processes, which are not needed after all are connected.
pub fn remove_all(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder.join("peers"));
}

/// Removes only the address of this process, after the other processes were not found.
///
/// If another process has replaced the file, the file stays.
pub fn withdraw(folder: &Path, index: usize, own_address: &PeerAddress) {
    if PeerAddress::read(folder, index).is_some_and(|peer| peer.key == own_address.key) {
        let _ = std::fs::remove_file(address_file(folder, index));
        // The call fails if the folder still has the addresses of other waiting processes.
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
