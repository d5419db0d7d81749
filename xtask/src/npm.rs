//! The npm packages that test the page and optimise its engine.

use crate::process::{command, root, run};
use std::process::Command;

/// Installs the packages of the lock file, including the browser driver.
pub fn packages() -> Result<(), String> {
    let tests = root().join("web/tests");
    let node = Command::new("node").arg("--version").output().map_err(|_| "node is missing".to_string())?;
    let version = String::from_utf8_lossy(&node.stdout);
    let major: u32 = version.trim().trim_start_matches('v').split('.').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    if major < 20 {
        return Err(format!("node is too old: {}", version.trim()));
    }
    let lock = std::fs::read(tests.join("package-lock.json")).map_err(|error| error.to_string())?;
    let mark = tests.join("node_modules/.installed");
    if std::fs::read(&mark).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let flags = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    run(command("npm", &flags).current_dir(&tests)).map_err(|_| "npm cannot install web/tests".to_string())?;
    std::fs::write(mark, lock).map_err(|error| error.to_string())
}
