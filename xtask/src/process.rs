//! Running of other programs, shared by all commands of xtask.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The result of a step: the error names the step that failed.
pub type Done = Result<(), String>;

/// Runs cargo in the workspace.
pub fn cargo(args: &[&str]) -> Done {
    run(&mut command("cargo", args))
}

/// Returns a command that runs at the root of the workspace.
pub fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    if IS_NEW.get() == Some(&true) {
        command.env(INCREMENTAL, "0");
    }
    command
}

/// The environment variable that turns cargo's incremental builds on or off.
const INCREMENTAL: &str = "CARGO_INCREMENTAL";

/// True if nothing is built yet; builds then keep no incremental state.
///
/// Incremental state takes time and many gigabytes, and most machines that start from scratch never build again.
static IS_NEW: OnceLock<bool> = OnceLock::new();

/// Decides once, before the first build, whether builds keep incremental state.
///
/// All commands then build in the same way, so that nothing is built twice.
pub fn start() {
    let _ = IS_NEW.set(is_new());
}

fn is_new() -> bool {
    let folder = target().map(|target| target.join("debug/incremental"));
    let names = folder.ok().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    std::env::var_os(INCREMENTAL).is_none()
        && !names.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with("grundy"))
}

/// Runs a command to its end; the error contains its exit status.
pub fn run(command: &mut Command) -> Done {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} ended with {status}")),
        Err(error) => Err(format!("{command:?} did not start: {error}")),
    }
}

/// Returns the root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands in the workspace")
}

/// Returns the target folder of cargo, derived from the path of this program.
pub fn target() -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    program.ancestors().nth(2).map(PathBuf::from).ok_or_else(|| format!("{} stands in no target", program.display()))
}

/// Reports whether the compiler has the standard library of a target, after trying to install it.
pub fn is_installed(target: &str) -> bool {
    let added = command("rustup", &["target", "add", target]).stderr(Stdio::null()).stdout(Stdio::null()).status();
    if added.is_ok_and(|status| status.success()) {
        return true;
    }
    let path = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    path.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// Tries to install Debian packages, without the packages that they recommend.
///
/// Callers must check whether the installation succeeded.
pub fn apt(packages: &[&str]) {
    let apt = |args: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.args(args).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null());
        apt.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    // Rows that run in parallel may install at the same time, and apt does not wait for another apt.
    let lock = target().ok().and_then(|target| std::fs::File::create(target.join("apt.lock")).ok());
    let _ = lock.as_ref().map(std::fs::File::lock);
    let _ = apt(&["update"]) && apt(&[&["install", "-y", "--no-install-recommends"], packages].concat());
}
