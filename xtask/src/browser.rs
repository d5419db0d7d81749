//! Tests of the page in a real browser.
//!
//! The browser is found or installed; otherwise the tests are skipped with a message.

use crate::passed::{self, SKIPPED};
use crate::process::{Done, apt, command, is_installed, run, target};
use crate::{native, npm, serve, server_process, wasm, web};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The file names of browsers that the tests can drive, in order of preference.
///
/// A browser without windows takes a third less time than one that has them.
const NAMES: [&str; 7] = [
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "msedge",
];

/// Runs `web/tests/page.mjs` on the page that `grundy web` serves, which needs no build for browsers.
///
/// With `--static` the page comes from a static host, with the test engine. Other words select rows of the tests.
pub fn browser(words: &[String]) -> Done {
    let (is_static, words) = match words.split_first() {
        Some((first, rest)) if first == "--static" => (true, rest),
        _ => (false, words),
    };
    if is_static && !is_installed(wasm::TARGET) {
        return skipped(&format!("the target {} is missing", wasm::TARGET));
    }
    native::build()?;
    let Some(tests) = PageTests::new()? else { return Ok(()) };
    if is_static {
        return tests.run_on(&page()?, words, &[]);
    }
    let served = server_process::Served::start(&tests.program, &["--memory", "2G"])?;
    let shots = target()?.join("web-shots");
    run(tests.command(&served.address, &shots, words).env("GRUNDY_SERVED", "1"))?;
    served.end()
}

/// Builds the page as it is shipped, checks its size, and runs rows with their time assertions.
///
/// Rows that only look at what is drawn are left out, since [`browser`] runs them with the same files.
pub fn shipped() -> Done {
    let Some(folder) = shipped_page()? else { return Ok(()) };
    native::build()?;
    match PageTests::new()? {
        Some(tests) => tests.run_on(&folder, &[], &[("GRUNDY_CLOCK", "1")]),
        None => Ok(()),
    }
}

/// Builds the page as it is shipped, once in each process, and checks its size.
///
/// Returns its folder, or `None` if the compiler lacks the target.
pub fn shipped_page() -> Result<Option<PathBuf>, String> {
    static FOLDER: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    if !is_installed(wasm::TARGET) {
        return skipped(&format!("the target {} is missing", wasm::TARGET)).map(|()| None);
    }
    let build = || {
        let folder = target()?.join("web-shipped");
        web::build(&web::engine()?, &folder, true)?;
        Ok(folder)
    };
    FOLDER.get_or_init(build).clone().map(Some)
}

/// The browser, program and file that the tests of the page use.
struct PageTests {
    browser: PathBuf,
    /// The program that reads files that the page wrote, and serves the same page with the native engine.
    program: PathBuf,
    /// The file of requests and replies of the native engine.
    replies: PathBuf,
}

impl PageTests {
    /// Prepares the tests; returns `None`, after a message, if they cannot run.
    fn new() -> Result<Option<PageTests>, String> {
        let browser = match browser_with_driver() {
            Ok(browser) => browser,
            Err(what) => return skipped(&what).map(|()| None),
        };
        let replies = target()?.join("web-replies.txt");
        std::fs::write(&replies, wasm::replies()?).map_err(|error| error.to_string())?;
        Ok(Some(PageTests { browser, program: native::program()?, replies }))
    }

    /// Runs the tests for the page in a folder, with a static host.
    fn run_on(&self, folder: &Path, words: &[String], variables: &[(&str, &str)]) -> Done {
        let server = serve::Server::start(folder, 0).map_err(|error| error.to_string())?;
        let page = format!("http://127.0.0.1:{}/", server.port);
        let shots = target()?.join("web-shots");
        run(self.command(&page, &shots, words).envs(variables.iter().copied()))
    }

    /// Returns the command of the tests for the page at an address, with a folder for pictures.
    fn command(&self, page: &str, shots: &Path, words: &[String]) -> Command {
        let mut tests = command("node", &["web/tests/page.mjs"]);
        tests.args(words);
        tests.env("GRUNDY_BROWSER", &self.browser).env("GRUNDY_PAGE", page).env("GRUNDY_REPLIES", &self.replies);
        tests.env("GRUNDY_SHOTS", shots).env("GRUNDY_PROGRAM", &self.program);
        tests
    }
}

/// Measures the page's times, on a machine that is otherwise idle.
pub fn times() -> Done {
    let browser = browser_with_driver()?;
    let folder = target()?.join("web-test");
    web::build(&web::engine()?, &folder, true)?;
    let server = serve::Server::start(&folder, 0).map_err(|error| error.to_string())?;
    let mut times = command("node", &["web/tests/times.mjs"]);
    run(times.env("GRUNDY_BROWSER", &browser).env("GRUNDY_PAGE", format!("http://127.0.0.1:{}/", server.port)))
}

/// Builds the page with the test engine.
fn page() -> Result<PathBuf, String> {
    let folder = target()?.join("web-test");
    web::build(&web::test_engine()?, &folder, true)?;
    Ok(folder)
}

/// Returns the browser and installs its driver; the error says what is missing.
pub fn browser_with_driver() -> Result<PathBuf, String> {
    let browser = find().ok_or("no Chromium: install it or set GRUNDY_BROWSER")?;
    npm::packages().map(|()| browser)
}

pub fn skipped(why: &str) -> Done {
    if env::var_os("CI").is_some() {
        return Err(format!("nothing was tested in a browser: {why}"));
    }
    eprintln!("{SKIPPED} what needs a browser: {why}");
    passed::record_skipped();
    Ok(())
}

/// Returns a browser, after trying to install one if there is none.
fn find() -> Option<PathBuf> {
    let configured = env::var_os("GRUNDY_BROWSER").map(PathBuf::from);
    configured.or_else(search).or_else(|| {
        eprintln!("xtask: no Chromium: trying to install it");
        install();
        search()
    })
}

/// Returns the first browser on the path.
pub fn search() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let mut all = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.find(|path| path.is_file())
}

/// Installs the browser. Without the second package Chinese characters appear as boxes.
fn install() {
    apt(&["chromium-headless-shell", "fonts-noto-cjk"]);
    if search().is_none() {
        apt(&["chromium", "fonts-noto-cjk"]);
    }
}
