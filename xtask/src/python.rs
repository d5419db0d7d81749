//! The package for Python: built as people get it, installed into an environment of its own and tested there; else the tests are
//! skipped, in one line.

use crate::{Done, browser, cargo, command, root, run, wasm};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What Python is called.
const NAMES: [&str; 3] = ["python3", "python", "py"];
const MANIFEST: &str = "crates/py/Cargo.toml";
/// The wheel may take so many bytes.
const LARGEST: u64 = 6_200_000;

/// Formats or checks the sources, which are a workspace of their own.
pub fn format(flags: &[&str]) -> Done {
    run(command("cargo", &["fmt", "--manifest-path", MANIFEST]).args(flags))
}

/// Builds the wheel and tests it: the tests of `crates/py/tests`, the examples of all pages about it, types, stubs, notebooks, and the site of
/// the documentation. Words are handed to pytest, as `-k WORD`.
pub fn python(words: &[String]) -> Done {
    let target = wasm::target()?;
    let python = match environment(&target.join("python")) {
        Ok(python) => python,
        Err(what) => return skipped(&what),
    };
    let lints = ["--", "-D", "warnings"];
    let own = target.join("py");
    let own = own.to_str().ok_or("the path of the target is no text")?;
    run(cargo_for(&python, &["clippy", "--manifest-path", MANIFEST, "--target-dir", own, "--locked"]).args(lints))?;
    let wheel = wheel(&python, &target)?;
    run(pip(&python, &["install", "--force-reinstall", "--no-deps"]).arg(&wheel))?;
    // What answers are compared with.
    let program = match env::var_os("GRUNDY_PROGRAM") {
        Some(given) => PathBuf::from(given),
        None => {
            cargo(&["build", "--locked", "--quiet", "--package", "grundy-cli"])?;
            target.join("debug").join(format!("grundy{}", env::consts::EXE_SUFFIX))
        }
    };
    let folder = Path::new("crates/py");
    let (browser, shots) = (browser::driven(), target.join("notebook-shots"));
    if let Err(what) = &browser {
        browser::skipped(what)?;
    }
    std::fs::create_dir_all(&shots).map_err(|error| error.to_string())?;
    let tests = |args: &[&str]| {
        let mut tests = module(&python, args);
        // Not among the sources, where Python would find these instead of what was built.
        tests.env("GRUNDY_PROGRAM", &program).env("PYTHONSAFEPATH", "1").current_dir(root().join(folder));
        // The board of notebooks is played on where there is a browser.
        if let Ok(browser) = &browser {
            tests.env("GRUNDY_BROWSER", browser).env("GRUNDY_SHOTS", &shots);
        }
        // What tools keep from one run to the next is no part of the sources.
        tests.env("MYPY_CACHE_DIR", target.join("mypy")).env("HYPOTHESIS_STORAGE_DIRECTORY", target.join("hypothesis"));
        tests.env("PYTHONDONTWRITEBYTECODE", "1");
        tests
    };
    run(tests(&["pytest", "-q", "-p", "no:cacheprovider", "tests"]).args(words))?;
    if !words.is_empty() {
        return Ok(());
    }
    let pages = ["README.md", "../../docs/python.md", "../../docs/python.zh-CN.md"];
    run(tests(&["pytest", "-c", "pyproject.toml", "-q", "-p", "no:cacheprovider", "--pyargs", "grundy"]).args(pages))?;
    run(&mut tests(&["mypy", "--strict", "-p", "grundy"]))?;
    run(&mut tests(&["mypy.stubtest", "grundy._grundy"]))?;
    run(&mut tests(&["pytest", "-q", "-p", "no:cacheprovider", "--nbmake", "../../docs/notebooks"]))?;
    // The site has them as they run, and knows where all names of the package are told.
    run(module(&python, &["mkdocs", "build", "--quiet"]).env("NO_MKDOCS_2_WARNING", "1"))
}

fn skipped(why: &str) -> Done {
    if env::var_os("CI").is_some() {
        return Err(format!("the package for Python was not tested: {why}"));
    }
    eprintln!("xtask: skipped the package for Python: {why}");
    Ok(())
}

/// Python with all that tests need, in an environment that is made anew where these have changed.
fn environment(folder: &Path) -> Result<PathBuf, String> {
    let list = root().join("crates/py/tests/requirements.txt");
    let wanted = std::fs::read(&list).map_err(|error| error.to_string())?;
    let inside = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let (python, mark) = (folder.join(inside), folder.join(".installed"));
    if python.is_file() && std::fs::read(&mark).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let system = find()?;
    let made = Command::new(&system).args(["-m", "venv", "--clear"]).arg(folder).stdout(Stdio::null()).status();
    if !made.is_ok_and(|status| status.success()) {
        return Err(format!("{system} has no environments (venv)"));
    }
    run(pip(&python, &["install", "--requirement"]).arg(&list)).map_err(|_| "pip cannot install what tests need")?;
    std::fs::write(mark, wanted).map_err(|error| error.to_string())?;
    Ok(python)
}

/// A Python that is new enough.
fn find() -> Result<String, String> {
    let given = env::var("GRUNDY_PYTHON").ok();
    let names = given.iter().map(String::as_str).chain(NAMES.into_iter().filter(|_| given.is_none()));
    let new = "import sys; sys.exit(sys.version_info < (3, 10))";
    let is_new = |name: &&str| {
        let mut asked = Command::new(name);
        asked.args(["-c", new]).stdout(Stdio::null()).stderr(Stdio::null());
        asked.status().is_ok_and(|status| status.success())
    };
    names
        .into_iter()
        .find(is_new)
        .map(str::to_string)
        .ok_or("no Python 3.10 or newer: install it or set GRUNDY_PYTHON".into())
}

/// The only wheel, built anew.
fn wheel(python: &Path, target: &Path) -> Result<PathBuf, String> {
    let folder = target.join("wheels");
    let _ = std::fs::remove_dir_all(&folder);
    let mut build =
        module(python, &["maturin", "build", "--release", "--locked", "--quiet", "--manifest-path", MANIFEST]);
    // A thirtieth of its size, for a second.
    build.args(["--compression-level", "9"]);
    run(build.arg("--interpreter").arg(python).arg("--out").arg(&folder).env("CARGO_TARGET_DIR", target.join("py")))?;
    let made = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let wheel = made.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = wheel.ok_or("maturin has built no wheel")?;
    let bytes = std::fs::metadata(&wheel).map_err(|error| error.to_string())?.len();
    eprintln!("xtask: the wheel has {bytes} bytes");
    if bytes > LARGEST {
        return Err(format!("the wheel has {bytes} bytes, more than {LARGEST}"));
    }
    Ok(wheel)
}

fn module(python: &Path, args: &[&str]) -> Command {
    let mut module = Command::new(python);
    module.arg("-m").args(args).current_dir(root());
    module
}

fn pip(python: &Path, args: &[&str]) -> Command {
    let mut pip = module(python, &["pip", "--quiet", "--disable-pip-version-check"]);
    pip.args(args);
    pip
}

/// Cargo, which asks the Python of the environment what it is.
fn cargo_for(python: &Path, args: &[&str]) -> Command {
    let mut cargo = command("cargo", args);
    cargo.env("PYO3_PYTHON", python);
    cargo
}
