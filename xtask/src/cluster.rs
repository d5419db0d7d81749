//! Solves a position with one process and with several, and compares the files.
//!
//! Two processes run under `mpirun`, and three under `grundy cluster run`.

use crate::process::{Done, apt, command, root, run, target};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SPEC: &str = "quixo[3x4](start)";

/// Solves the position in all three ways with this program, which must include `grundy cluster`.
pub fn cluster(program: &Path) -> Done {
    let folder = target()?.join("cluster");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let program = program.to_string_lossy().into_owned();
    let into = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let mut solved = vec![];
    let mut solve = |name: &str, mut command: Command| {
        command.args([SPEC, "--moves", "none", "--into", &into(name)]);
        run(command.stdout(Stdio::null()))?;
        solved.push((name.to_string(), files(&folder.join(name)).map_err(|error| format!("{name}: {error}"))?));
        Ok::<(), String>(())
    };
    solve("alone", command(&program, &["solve"]))?;
    solve("local", command(&program, &["cluster", "run", "--local", "3"]))?;
    if has_mpirun() {
        // `--oversubscribe` is needed on a machine with one core, the variables when running as root.
        let mut mpirun = command("mpirun", &["-n", "2", "--oversubscribe", &program, "solve"]);
        mpirun.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        solve("mpirun", mpirun)?;
    } else if std::env::var_os("CI").is_some() {
        return Err("mpirun is missing, and Debian's openmpi-bin cannot be installed".to_string());
    } else {
        crate::passed::record_skipped();
        eprintln!("xtask: skipped mpirun: it is missing, and Debian's openmpi-bin cannot be installed");
    }
    let (_, single_process) = &solved[0];
    match solved.iter().find(|(_, files)| files != single_process) {
        Some((name, _)) => Err(format!("{name}: other files than those of one process, in {}", folder.display())),
        None => {
            let names: Vec<&str> = solved.iter().map(|(name, _)| name.as_str()).collect();
            println!("{}: the same {} files", names.join(", "), single_process.len());
            Ok(())
        }
    }
}

/// Reports whether `mpirun` works, after trying to install its package.
fn has_mpirun() -> bool {
    let is_there = || {
        let mut version = Command::new("mpirun");
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.current_dir(root()).status().is_ok_and(|status| status.success())
    };
    if is_there() {
        return true;
    }
    eprintln!("xtask: installs openmpi-bin");
    apt(&["openmpi-bin"]);
    is_there()
}

/// Returns the contents of all files in a folder, by their relative paths.
fn files(path: &Path) -> std::io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let (mut files, mut pending) = (BTreeMap::new(), vec![path.to_path_buf()]);
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?.path();
            if entry.is_dir() {
                pending.push(entry);
            } else {
                files.insert(entry.strip_prefix(path).unwrap_or(&entry).to_path_buf(), std::fs::read(&entry)?);
            }
        }
    }
    Ok(files)
}
