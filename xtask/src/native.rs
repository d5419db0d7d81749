//! The native build that the rows of a suite share.

use crate::process::{Done, cargo, target};
use std::path::PathBuf;

/// What every call of cargo selects.
pub const ALL: [&str; 3] = ["--workspace", "--all-features", "--locked"];

/// The environment variable that makes background rows skip `build`: a second cargo would block on the build lock.
pub const SKIP_BUILD: &str = "GRUNDY_SKIP_BUILD";

/// Builds what rows beside the others run: the program, the module for Python, and examples that write what the page needs.
pub fn build() -> Done {
    if std::env::var_os(SKIP_BUILD).is_some() {
        return Ok(());
    }
    let targets = ["--lib", "--bin", "grundy", "--example", "replies", "--example", "words"];
    cargo(&[&["build", "--quiet"], &ALL[..], &targets].concat())
}

/// The program that [`build`] makes, with all features.
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
