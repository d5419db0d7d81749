//! The native build that the checks of `cargo xtask test` share.

use crate::process::{Done, cargo, target};
use std::path::PathBuf;

/// The selection of crates and features in every call of cargo.
pub const ALL: [&str; 3] = ["--workspace", "--all-features", "--locked"];

/// The environment variable that makes background rows skip [`build`].
///
/// A second cargo would wait for the build lock.
pub const SKIP_BUILD: &str = "GRUNDY_SKIP_BUILD";

/// Builds what the background rows need.
///
/// The background rows use the program, the Python module, and two examples that generate data.
pub fn build() -> Done {
    if std::env::var_os(SKIP_BUILD).is_some() {
        return Ok(());
    }
    let targets = ["--lib", "--bin", "grundy", "--bin", "differ", "--example", "replies", "--example", "words"];
    cargo(&[&["build", "--quiet"], &ALL[..], &targets].concat())
}

/// Returns the path of the program that [`build`] makes, with all features.
pub fn program() -> Result<PathBuf, String> {
    if let Some(given) = std::env::var_os("GRUNDY_PROGRAM") {
        return Ok(PathBuf::from(given));
    }
    build()?;
    Ok(built("")?.join(format!("grundy{}", std::env::consts::EXE_SUFFIX)))
}

/// Returns the folder `debug` of the target folder, or a folder in it.
pub fn built(folder: &str) -> Result<PathBuf, String> {
    Ok(target()?.join("debug").join(folder))
}
