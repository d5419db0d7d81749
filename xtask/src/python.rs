//! Tests of the Python package in a virtual environment.
//!
//! Without Python the tests are skipped with a message.

use crate::passed::{self, SKIPPED};
use crate::process::{Done, root, run, target};
use crate::{browser, native};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The names of the Python interpreter.
const NAMES: [&str; 3] = ["python3", "python", "py"];
/// Maximum size of the wheel in bytes.
const MAX_WHEEL_BYTES: u64 = 6_800_000;

/// Tests the package with the module of the workspace build.
///
/// Runs the tests of `crates/py/tests`, the examples of all pages about the package, type checks and stubs.
/// Words are passed to pytest as `-k WORD`.
pub fn python(words: &[String]) -> Done {
    let target = target()?;
    let python = match environment(&target.join("python")) {
        Ok(python) => python,
        Err(what) => return skipped(&what),
    };
    native::build()?;
    install(&python)?;
    let tests = Tests::new(&python)?;
    run(tests.command(&["pytest", "-q", "-p", "no:cacheprovider", "tests"]).args(words))?;
    if !words.is_empty() {
        return Ok(());
    }
    let pages = ["README.md", "../../docs/python.md", "../../docs/python.zh-CN.md"];
    let pytest = ["pytest", "-c", "pyproject.toml", "-q", "-p", "no:cacheprovider", "--pyargs", "grundy"];
    run(tests.command(&pytest).args(pages))?;
    run(&mut tests.command(&["mypy", "--strict", "-p", "grundy"]))?;
    run(&mut tests.command(&["mypy.stubtest", "grundy._grundy"]))
}

/// Builds the wheel as it is shipped, checks its size, and tests it.
///
/// Runs the tests of `crates/py/tests` including time measurements, all notebooks, and the documentation site.
pub fn shipped() -> Done {
    let target = target()?;
    let python = match environment(&target.join("python")) {
        Ok(python) => python,
        Err(what) => return skipped(&what),
    };
    let wheel = shipped_wheel(&python, &target)?;
    run(pip(&python, &["install", "--force-reinstall", "--no-deps"]).arg(&wheel))?;
    let tests = Tests::new(&python)?;
    run(tests.command(&["pytest", "-q", "-p", "no:cacheprovider", "tests"]).env("GRUNDY_CLOCK", "1"))?;
    run(&mut tests.command(&["pytest", "-q", "-p", "no:cacheprovider", "--nbmake", "../../docs/notebooks"]))?;
    // The site shows the notebooks with their output, and checks that every name of the package is documented.
    run(module(&python, &["mkdocs", "build", "--quiet"]).env("NO_MKDOCS_2_WARNING", "1"))
}

/// Builds the wheel as it is shipped, and checks its size.
pub fn build_shipped() -> Done {
    let target = target()?;
    match environment(&target.join("python")) {
        Ok(python) => shipped_wheel(&python, &target).map(drop),
        Err(what) => skipped(&what),
    }
}

/// The environment of the test tools.
struct Tests {
    python: PathBuf,
    /// The program whose output the tests compare with the answers of the package.
    program: PathBuf,
    /// The browser for tests of the notebook board, if there is one.
    browser: Option<PathBuf>,
    target: PathBuf,
}

impl Tests {
    fn new(python: &Path) -> Result<Tests, String> {
        let (target, browser) = (target()?, browser::browser_with_driver());
        if let Err(what) = &browser {
            browser::skipped(what)?;
        }
        fs::create_dir_all(target.join("notebook-shots")).map_err(|error| error.to_string())?;
        Ok(Tests { python: python.to_path_buf(), program: native::program()?, browser: browser.ok(), target })
    }

    /// Returns a command that runs a Python module with these arguments, in the folder of the package.
    fn command(&self, args: &[&str]) -> Command {
        let mut tests = module(&self.python, args);
        // Keep Python from importing the package from the sources instead of the build.
        tests.env("GRUNDY_PROGRAM", &self.program).env("PYTHONSAFEPATH", "1").current_dir(root().join("crates/py"));
        if let Some(browser) = &self.browser {
            tests.env("GRUNDY_BROWSER", browser).env("GRUNDY_SHOTS", self.target.join("notebook-shots"));
        }
        // Caches of the tools do not belong among the sources.
        tests.env("MYPY_CACHE_DIR", self.target.join("mypy"));
        tests.env("HYPOTHESIS_STORAGE_DIRECTORY", self.target.join("hypothesis"));
        tests.env("PYTHONDONTWRITEBYTECODE", "1");
        tests
    }
}

/// Installs the Python sources and the module that cargo has built.
///
/// Building a wheel instead would take minutes longer.
fn install(python: &Path) -> Done {
    let say = |error: std::io::Error| format!("the package for Python: {error}");
    let place = "import sysconfig; print(sysconfig.get_path('purelib'), end='')";
    let probe = Command::new(python).args(["-c", place]).output().map_err(say)?;
    let package = PathBuf::from(String::from_utf8_lossy(&probe.stdout).into_owned()).join("grundy");
    if !probe.status.success() || !package.is_absolute() {
        return Err("Python does not say where packages are".into());
    }
    let _ = fs::remove_dir_all(&package);
    copy(&root().join("crates/py/python/grundy"), &package).map_err(say)?;
    let (prefix, suffix) = (env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let name = if cfg!(windows) { "_grundy.pyd" } else { "_grundy.abi3.so" };
    fs::copy(native::built("")?.join(format!("{prefix}_grundy{suffix}")), package.join(name)).map_err(say)?;
    Ok(())
}

/// Copies a folder without Python's compiled files.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let Some(name) = path.file_name().filter(|name| *name != "__pycache__") else { continue };
        match path.is_dir() {
            true => copy(&path, &to.join(name))?,
            false => drop(fs::copy(&path, to.join(name))?),
        }
    }
    Ok(())
}

fn skipped(why: &str) -> Done {
    if env::var_os("CI").is_some() {
        return Err(format!("the package for Python was not tested: {why}"));
    }
    eprintln!("{SKIPPED} the package for Python: {why}");
    passed::record_skipped();
    Ok(())
}

/// Returns Python in an environment with the test requirements, which is rebuilt if they have changed.
fn environment(folder: &Path) -> Result<PathBuf, String> {
    let list = root().join("crates/py/tests/requirements.txt");
    let requirements = std::fs::read(&list).map_err(|error| error.to_string())?;
    let inside = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let (python, mark) = (folder.join(inside), folder.join(".installed"));
    if python.is_file() && std::fs::read(&mark).is_ok_and(|installed| installed == requirements) {
        return Ok(python);
    }
    let system = find()?;
    let status = Command::new(&system).args(["-m", "venv", "--clear"]).arg(folder).stdout(Stdio::null()).status();
    if !status.is_ok_and(|status| status.success()) {
        return Err(format!("{system} has no environments (venv)"));
    }
    run(pip(&python, &["install", "--requirement"]).arg(&list)).map_err(|_| "pip cannot install what tests need")?;
    std::fs::write(mark, requirements).map_err(|error| error.to_string())?;
    Ok(python)
}

/// Returns a Python interpreter that is new enough.
fn find() -> Result<String, String> {
    let configured = env::var("GRUNDY_PYTHON").ok();
    let names = configured.iter().map(String::as_str).chain(NAMES.into_iter().filter(|_| configured.is_none()));
    let new = "import sys; sys.exit(sys.version_info < (3, 10))";
    let is_new = |name: &&str| {
        let mut probe = Command::new(name);
        probe.args(["-c", new]).stdout(Stdio::null()).stderr(Stdio::null());
        probe.status().is_ok_and(|status| status.success())
    };
    names
        .into_iter()
        .find(is_new)
        .map(str::to_string)
        .ok_or("no Python 3.10 or newer: install it or set GRUNDY_PYTHON".into())
}

/// Builds the wheel, once in each process.
fn shipped_wheel(python: &Path, target: &Path) -> Result<PathBuf, String> {
    static WHEEL: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    WHEEL.get_or_init(|| wheel(python, target)).clone()
}

/// Builds the wheel and checks its size.
fn wheel(python: &Path, target: &Path) -> Result<PathBuf, String> {
    let folder = target.join("wheels");
    let _ = std::fs::remove_dir_all(&folder);
    let manifest = ["--manifest-path", "crates/py/Cargo.toml"];
    let mut build = module(python, &["maturin", "build", "--profile", "wheel", "--locked", "--quiet"]);
    build.args(manifest);
    // This saves a thirtieth of the size and takes a second.
    build.args(["--compression-level", "9"]);
    run(build.arg("--interpreter").arg(python).arg("--out").arg(&folder))?;
    let entries = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    let wheel = paths.find(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = wheel.ok_or("maturin has built no wheel")?;
    let bytes = std::fs::metadata(&wheel).map_err(|error| error.to_string())?.len();
    eprintln!("xtask: the wheel has {bytes} bytes");
    if bytes > MAX_WHEEL_BYTES {
        return Err(format!("the wheel has {bytes} bytes, more than {MAX_WHEEL_BYTES}"));
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
