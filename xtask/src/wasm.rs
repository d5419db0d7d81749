//! Tests of the WebAssembly module, run by node.
//!
//! The replies of the module must equal those of the native program byte for byte.

use crate::native;
use crate::process::{Done, command, is_installed, run, target};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The compilation target of the module.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The build profile.
///
/// With this profile the tests take a third less time than with the profile of other tests.
const PROFILE: &str = "wasm-test";

/// Builds the module with debug assertions and compares its replies with those of the native program.
///
/// The requests are those of `crates/ask/examples/replies.rs`.
pub fn wasm() -> Done {
    let node = Command::new("node").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let missing = match (node.is_ok_and(|status| status.success()), is_installed(TARGET)) {
        (true, true) => None,
        (false, _) => Some("node".to_string()),
        (_, false) => Some(format!("the target {TARGET}")),
    };
    match missing {
        Some(what) if std::env::var_os("CI").is_some() => return Err(format!("{what} is missing")),
        Some(what) => {
            eprintln!("xtask: skipped the module for browsers: {what} is missing");
            return Ok(());
        }
        None => {}
    }
    let (module, replies, words) = (module()?, replies()?, target()?.join("words-zh.txt"));
    std::fs::write(&words, self::words()?).map_err(|error| error.to_string())?;
    let mut node = command("node", &["crates/wasm/tests/ask.mjs"]);
    let mut node = node.arg(module).arg(words).stdin(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    // If node ends before it has read everything, its exit status is the error to report.
    let _ = node.stdin.take().map(|mut stdin| stdin.write_all(&replies));
    match node.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("node ended with {status}")),
        Err(error) => Err(error.to_string()),
    }
}

/// Builds the module for tests and returns its path.
pub fn module() -> Result<PathBuf, String> {
    built(PROFILE, "")
}

/// Builds the module with a profile and compiler flags; installs the target if possible.
pub fn built(profile: &str, flags: &str) -> Result<PathBuf, String> {
    if !is_installed(TARGET) {
        return Err(format!("the target {TARGET} is missing, and `rustup target add {TARGET}` fails"));
    }
    let mut build = command("cargo", &["build", "--locked", "--package", "grundy-wasm", "--target", TARGET]);
    build.args(["--profile", profile]);
    if !flags.is_empty() {
        build.env("RUSTFLAGS", flags);
    }
    if flags.contains(UNSTABLE) {
        build.env("RUSTC_BOOTSTRAP", "1");
    }
    run(&mut build)?;
    Ok(target()?.join(TARGET).join(profile).join("grundy_wasm.wasm"))
}

/// The prefix of unstable compiler flags.
const UNSTABLE: &str = "-Z";

/// Reports whether the compiler knows a flag.
pub fn is_known(flag: &str) -> bool {
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args([flag, "--print", "cfg"]).env("RUSTC_BOOTSTRAP", "1").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Returns requests and the native program's replies, in alternate lines.
pub fn replies() -> Result<Vec<u8>, String> {
    example("replies")
}

/// Returns the Chinese words that a page passes to the module.
pub fn words() -> Result<Vec<u8>, String> {
    example("words")
}

/// Returns the output of an example.
fn example(name: &str) -> Result<Vec<u8>, String> {
    native::build()?;
    let program = native::built("examples")?.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut example = command(&program.to_string_lossy(), &[]);
    let written = example.stderr(Stdio::inherit()).output().map_err(|error| format!("{name}: {error}"))?;
    match written.status.success() {
        true => Ok(written.stdout),
        false => Err(format!("the example {name} ended with {}", written.status)),
    }
}
