//! Runs `differ`, the program of `xtask/differ` that compares Grundy's answers with a brute force.

use crate::native::{ALL, built};
use crate::process::{Done, cargo, command, run, target};
use std::path::PathBuf;

/// Runs `differ` with these arguments, on the release build unless they name a program.
pub fn differ(args: &[String]) -> Done {
    cargo(&[&["build", "--quiet"], &ALL[..], &["--bin", "differ"]].concat())?;
    let mut differ = command(&executable(built("differ")?).to_string_lossy(), &[]);
    differ.args(args);
    if !args.iter().any(|arg| ["--program", "--help", "-h"].contains(&arg.as_str())) {
        differ.arg("--program").arg(build()?);
    }
    run(&mut differ)
}

/// Builds the program in release mode and returns its path.
pub fn build() -> Result<PathBuf, String> {
    cargo(&["build", "--release", "--locked", "--quiet"])?;
    Ok(executable(target()?.join("release/grundy")))
}

fn executable(path: PathBuf) -> PathBuf {
    path.with_extension(std::env::consts::EXE_EXTENSION)
}
