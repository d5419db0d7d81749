//! The files of the program: values of long sequences, checkpoints, logs of surveys, and databases.
//!
//! Besides the user interfaces, only this crate opens files. Even if a process ends by `kill -9` or a full disk,
//! another one can continue from its files. New data are appended after the valid data and synced. They become valid
//! only when a small file that records them is replaced atomically.

mod atomic_write;
mod checkpoint;
#[cfg(feature = "database")]
pub mod database;
mod file_ops;
mod lock;
mod log;
mod search_folder;
mod values;

pub use atomic_write::write_atomic;
pub use checkpoint::Checkpoint;
pub use log::Log;
pub use search_folder::SearchFolder;
pub use values::ValueFile;
