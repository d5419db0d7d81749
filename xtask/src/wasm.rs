//! The module for browsers, run by node: it gives the replies that the native program gives, digit by digit.

use crate::native;
use crate::process::{Done, command, is_installed, run, target};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What the module is compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// How it is compiled: in a third less time than other tests are.
const PROFILE: &str = "wasm-test";

/// Builds the module with all that debug assertions look at, asks it what `crates/ask/examples/replies.rs` asks, and
/// compares the replies.
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
    // It may end before it has read everything; then its status tells why.
    let _ = node.stdin.take().map(|mut stdin| stdin.write_all(&replies));
    match node.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("node ended with {status}")),
        Err(error) => Err(error.to_string()),
    }
}

/// The module as tests run it.
pub fn module() -> Result<PathBuf, String> {
    built(PROFILE, "")
}

/// The module by this profile, with these flags for the compiler. A machine without the target gets it, where that is possible.
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

/// How switches of the compiler begin that may go away.
const UNSTABLE: &str = "-Z";

/// Whether the compiler knows one of its switches.
pub fn is_known(flag: &str) -> bool {
    let mut asked = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    asked.args([flag, "--print", "cfg"]).env("RUSTC_BOOTSTRAP", "1").stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

/// Requests and the replies of the native program, a line each in turn.
pub fn replies() -> Result<Vec<u8>, String> {
    example("replies")
}

/// The Chinese words that a page hands to the module.
pub fn words() -> Result<Vec<u8>, String> {
    example("words")
}

/// What an example writes.
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
