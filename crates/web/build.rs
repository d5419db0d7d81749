//! Lists the files of the web page, so that the compiler includes them in the program.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The files that are not part of the page.
///
/// These are tests, notes, lists, and workers for the WebAssembly engine.
const EXCLUDED: [&str; 5] = ["tests", "README.md", "sw.js", "worker.js", "borrowed.txt"];

fn main() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let mut files = vec![];
    collect(&page, &mut files);
    let named = |path: PathBuf| {
        let relative = path.strip_prefix(&page).expect("it was found there");
        (relative.to_string_lossy().replace('\\', "/"), path)
    };
    let mut files: Vec<(String, PathBuf)> = files.into_iter().map(named).collect();
    // Add the documents of the project that the page shows.
    let list = page.join("borrowed.txt");
    println!("cargo:rerun-if-changed={}", list.display());
    let borrowed = fs::read_to_string(list).expect("the list of borrowed files");
    files.extend(borrowed.lines().map(|name| (name.to_string(), page.join("..").join(name))));
    files.sort();
    let mut list = String::from("[\n");
    for (name, path) in &files {
        println!("cargo:rerun-if-changed={}", path.display());
        list += &format!("    (\"/{name}\", include_bytes!({:?})),\n", path.display().to_string());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it"));
    fs::write(out.join("files.rs"), list + "]").expect("the list of the page's files");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the page stands beside the crates") {
        let entry = entry.expect("a file of the page");
        let path = entry.path();
        match path.is_dir() {
            _ if EXCLUDED.iter().any(|excluded| entry.file_name() == *excluded) => {}
            true => {
                // Cargo must run this script again if the folder gets new files.
                println!("cargo:rerun-if-changed={}", path.display());
                collect(&path, files);
            }
            false => files.push(path),
        }
    }
}
