//! Project chores: `cargo xtask test` and `cargo xtask slow` are all that must pass, and exactly what continuous integration runs.

mod api;
mod background;
mod browser;
mod cluster;
mod differ;
mod load;
mod make;
mod python;
mod random;
mod schema;
mod serve;
mod server_process;
mod strip_comments;
mod suite;
mod wasm;
mod wasm_opt;
mod web;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;

const HELP: &str = "\
Usage: cargo xtask COMMAND

  test     [WORD...]: formatting, lints, all tests, documentation: what must pass before a commit; with words, the rows
           of these names (`--list` names them) and the lints and tests of the crates of these names
  slow     [ROW...]: what takes long and guards releases, after `test`: builds as they are shipped, large random runs, clocks
  fmt      format everything
  messages add messages without a translation to the catalogues
  wasm     run the module for browsers under node: it replies as the native program does
  web      write the page to target/web; with --serve [PORT] show it on this machine
  browser  [WORD]: test the page in a real browser, rows with the word alone; pictures of it stand in target/web-shots then
  python   [ARGS]: build the module for Python and test it; arguments are those of pytest
  cluster  solve a position by one process, by two of mpirun and by three of `grundy cluster run`: the same files
  times    how long the page takes in a browser, beside what it may, on a machine that does nothing else
  vendor   make web/vendor anew from the packages that web/tests names
  api      write docs/api anew: the public API, one line an item
  schema   write docs/schema.json and _fields.py of Python anew, from the descriptions that the JSON is written by
  lists    write all that lists games anew: the catalogues, the snapshots, the examples of the pages
";

fn main() -> ExitCode {
    if let Some(code) = api::as_rustdoc() {
        return code;
    }
    // Before anything is built: all commands build alike then, and nothing twice.
    let _ = IS_NEW.set(is_new());
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.first().map(String::as_str) {
        Some("test") => suite::test(&args[1..]),
        Some("slow") => suite::slow(&args[1..]),
        Some("fmt") => format(&[]),
        Some("messages") => messages(),
        Some("schema") => schema::write(),
        Some("api") => api::write(),
        Some("wasm") => wasm::wasm(),
        Some("web") => web::web(&args[1..]),
        Some("browser") => browser::browser(&args[1..]),
        Some("python") => python::python(&args[1..]),
        Some("cluster") => suite::program().and_then(|program| cluster::cluster(&program)),
        Some("times") => browser::times(),
        Some("vendor") => web::vendor(),
        Some("lists") => lists(),
        Some("make") => make::make(&args[1..]),
        Some("load") => load::load(&args[1..]),
        Some("differ") => differ::differ(&args[1..]),
        _ => {
            eprint!("{HELP}{}{}{}", differ::HELP, make::HELP, load::HELP);
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(step) => {
            eprintln!("\nxtask: {step} failed");
            ExitCode::FAILURE
        }
    }
}

/// A step that did not succeed, by name.
type Done = Result<(), String>;

/// What the library is held to compile for beside the machine that tests run on, whether continuous integration must have it, and the crates that
/// are held to it: of processors the kernels of sequences alone know.
const TARGETS: [(&str, bool, &[&str]); 2] = [
    (wasm::TARGET, true, &["grundy", "grundy-ask", "grundy-wasm"]),
    ("aarch64-unknown-linux-gnu", false, &["grundy-sequence"]),
];

/// Checks the library for other machines, those of browsers among them. What is missing is installed.
fn targets() -> Done {
    for (target, must, packages) in TARGETS {
        if !is_installed(target) {
            if must && std::env::var_os("CI").is_some() {
                return Err(format!("the target {target} is missing, and `rustup target add {target}` fails"));
            }
            eprintln!("xtask: skipped {target}: `rustup target add {target}` fails");
            continue;
        }
        let packages: Vec<&str> = packages.iter().flat_map(|package| ["--package", package]).collect();
        let flags = ["--lib", "--target", target, "--locked", "--", "-D", "warnings"];
        cargo(&[&["clippy"], &packages[..], &flags].concat())?;
    }
    Ok(())
}

/// Whether the compiler has the standard library of a target, however it was installed; it is, where that is possible.
fn is_installed(target: &str) -> bool {
    let added = command("rustup", &["target", "add", target]).stderr(Stdio::null()).stdout(Stdio::null()).status();
    if added.is_ok_and(|status| status.success()) {
        return true;
    }
    let path = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    path.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// Writes anew what a game of the library appears in beside its own file.
fn lists() -> Done {
    // What is missing in other catalogues is another matter.
    let messages = messages();
    let mut snapshots = command(
        "cargo",
        &["test", "--quiet", "-p", "grundy-cli", "--features", "full", "--test", "it", "--", "cli::", "readme::"],
    );
    run(snapshots.env("TRYCMD", "overwrite").env("LANGUAGE", "en"))?;
    eprintln!("\nxtask: read what has changed: git diff");
    messages
}

/// Adds what has no translation to the catalogues. The test that does so warns of cards of games, and fails for all else, until
/// somebody has translated it.
fn messages() -> Done {
    let mut test = command(
        "cargo",
        &["test", "--quiet", "-p", "grundy-cli", "--features", "full", "--bin", "grundy", "every_message"],
    );
    run(test.env("GRUNDY_MESSAGES", "write"))
}

/// Installs Debian's packages, as whoever runs this may; without the recommended ones, which would change the system. That they are there is for who needs
/// them to see.
fn apt(packages: &[&str]) {
    let apt = |args: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.args(args).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null());
        apt.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    // Rows beside each other install at once, and apt does not wait for another apt.
    let lock = wasm::target().ok().and_then(|target| std::fs::File::create(target.join("apt.lock")).ok());
    let _ = lock.as_ref().map(std::fs::File::lock);
    let _ = apt(&["update"]) && apt(&[&["install", "-y", "--no-install-recommends"], packages].concat());
}

/// Formats or checks all sources.
fn format(flags: &[&str]) -> Done {
    let mut fmt = command("cargo", &["fmt", "--all"]);
    run(fmt.args(flags))
}

fn cargo(args: &[&str]) -> Done {
    run(&mut command("cargo", args))
}

fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    if IS_NEW.get() == Some(&true) {
        command.env(KEPT, "0");
    }
    command
}

/// Whether cargo keeps what later builds go on from.
const KEPT: &str = "CARGO_INCREMENTAL";

/// Whether nothing is built yet. What is kept for later builds takes time and many gigabytes, and on most machines that begin with
/// nothing there is no later one.
static IS_NEW: OnceLock<bool> = OnceLock::new();

fn is_new() -> bool {
    let kept = wasm::target().map(|target| target.join("debug/incremental"));
    let names = kept.ok().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    std::env::var_os(KEPT).is_none()
        && !names.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with("grundy"))
}

fn run(command: &mut Command) -> Done {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} ended with {status}")),
        Err(error) => Err(format!("{command:?} did not start: {error}")),
    }
}

/// The root of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands in the workspace")
}
