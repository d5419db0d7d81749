//! Builds the page as a folder for any static host, and its file of third-party code.

use crate::hash::{hash, hex};
use crate::process::{Done, command, root, run};
use crate::strip_comments::without_comments;
use crate::{wasm, wasm_opt};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The build profile of the engine of the shipped page.
const PROFILE: &str = "wasm";

/// Compiler flags: vector instructions, function names, and little inlining.
///
/// Sequences use vectors, and the module is split by the names of its functions.
///
/// Little inlining in code that is optimised for size saves a twentieth and costs little time.
const FLAGS: &str =
    "-C target-feature=+simd128 -C strip=none -C symbol-mangling-version=v0 -C llvm-args=-inline-threshold=5";

/// Removes source locations from panics, which saves a sixtieth of the size.
///
/// The module of the tests still has the locations.
///
/// The flag is unstable; a compiler that does not know the flag builds the page with source locations.
const NO_LOCATIONS: &str = "-Zlocation-detail=none";

/// Files that are not part of the page.
const EXCLUDED: [&str; 3] = ["tests", "README.md", SHARED_FILES];

/// The list of files from elsewhere in the project that the page shows, one per line.
const SHARED_FILES: &str = "borrowed.txt";

/// The files with fixed names, which browsers require.
///
/// All other files are in a folder named after a hash of all files, so browsers can cache them for ever.
const FIXED_NAMES: [&str; 4] = ["index.html", "sw.js", "manifest.webmanifest", "icon.svg"];

/// Builds the page with the engine, and serves it if requested.
pub fn web(args: &[String]) -> Done {
    let port = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => None,
        ["--serve"] => Some(8377),
        ["--serve", port] => Some(port.parse().map_err(|_| format!("`{port}` is no port"))?),
        _ => return Err("cargo xtask web [--serve [PORT]]".to_string()),
    };
    // Use a fixed folder, independent of cargo's target folder.
    let out = root().join("target/web");
    for (name, size) in build(&engine()?, &out, true)? {
        eprintln!("xtask: {name}: {size}");
    }
    eprintln!("xtask: the page stands in {}", out.display());
    match port {
        None => Ok(()),
        Some(port) => {
            let server = crate::serve::Server::start(&out, port).map_err(|error| error.to_string())?;
            eprintln!("xtask: http://127.0.0.1:{}/ until Ctrl-C", server.port);
            server.wait();
            Ok(())
        }
    }
}

/// A built engine.
pub struct Engine {
    /// The module, or its two parts.
    parts: Vec<PathBuf>,
    /// Whether the engine is as small as the shipped engine.
    is_small: bool,
}

/// Builds the engine.
pub fn engine() -> Result<Engine, String> {
    let omits_locations = wasm::is_known(NO_LOCATIONS);
    let flags = if omits_locations { format!("{FLAGS} {NO_LOCATIONS}") } else { FLAGS.to_string() };
    let (parts, missing) = wasm_opt::shrink(&wasm::built(PROFILE, &flags)?)?;
    let missing = missing.or((!omits_locations).then(|| format!("this compiler does not know {NO_LOCATIONS}")));
    match &missing {
        Some(what) if std::env::var_os("CI").is_some() => {
            return Err(format!("the engine is not made smaller: {what}"));
        }
        Some(what) => eprintln!("xtask: the engine is not made smaller, nor held to its size: {what}"),
        None => {}
    }
    Ok(Engine { parts: parts.to_vec(), is_small: missing.is_none() })
}

/// Builds the engine of the tests, with debug assertions: it builds fast, and its size is not limited.
pub fn test_engine() -> Result<Engine, String> {
    Ok(Engine { parts: vec![wasm::module()?], is_small: false })
}

/// Writes the page with this engine; returns the sizes of its parts if they are compressed as well.
pub fn build(engine: &Engine, out: &Path, compressed: bool) -> Result<Vec<(&'static str, String)>, String> {
    let say = |error: std::io::Error| error.to_string();
    let source = root().join("web");
    let mut files = vec![];
    collect(&source, Path::new(""), &mut files).map_err(say)?;
    let parts = engine.parts.iter().map(fs::read).collect::<Result<Vec<_>, _>>().map_err(say)?;
    // `web/worker.js` derives the name of the second part from that of the first.
    let engine_hash = hash(parts.iter().map(|part| &part[..]));
    let engine_name = format!("engine-{engine_hash}.wasm");
    let second_name = format!("engine-{engine_hash}-2.wasm");
    let words = wasm::words()?;
    let words_name = format!("words-zh-{}.txt", hash([&words[..]]));
    let shared_files = fs::read_to_string(source.join(SHARED_FILES)).map_err(say)?;
    let own = files.iter().map(|name| (name.clone(), source.join(name)));
    let read: Vec<(String, Vec<u8>)> = own
        .chain(shared_files.lines().map(|name| (name.to_string(), root().join(name))))
        .map(|(name, path)| Ok((name, fs::read(path)?)))
        .collect::<Result<_, _>>()
        .map_err(say)?;
    let version = hash(
        read.iter()
            .flat_map(|(name, bytes)| [name.as_bytes(), bytes])
            .chain([engine_name.as_bytes(), words_name.as_bytes()]),
    );
    let folder = &version[..12];
    let _ = fs::remove_dir_all(out);
    let placed = |name: &str| if FIXED_NAMES.contains(&name) { name.to_string() } else { format!("{folder}/{name}") };
    // The files that the page requests.
    let is_asked = |name: &String| name != "sw.js" && !name.ends_with("/LICENSES");
    let mut list: Vec<String> = read.iter().map(|(name, _)| placed(name)).filter(is_asked).collect();
    let mut written: Vec<(String, Vec<u8>)> =
        [&engine_name, &second_name].map(String::clone).into_iter().zip(parts).collect();
    written.push((words_name.clone(), words));
    list.extend(written.iter().map(|(name, _)| name.clone()));
    for (name, bytes) in &read {
        let bytes = match name.as_str() {
            "index.html" => {
                index(&String::from_utf8_lossy(bytes), &placed, &list, [&engine_name, &words_name]).into_bytes()
            }
            "sw.js" => service(&String::from_utf8_lossy(bytes), &version, &list)?.into_bytes(),
            _ if name.ends_with(".js") && !name.starts_with("vendor/") => {
                without_comments(&String::from_utf8_lossy(bytes)).into_bytes()
            }
            _ => bytes.clone(),
        };
        written.push((placed(name), bytes));
    }
    let mut sizes =
        ["the page, gzip", "the engine, gzip", "the engine, brotli", "its second part, brotli"].map(|what| (what, 0));
    for (name, bytes) in &written {
        let path = out.join(name);
        fs::create_dir_all(path.parent().unwrap_or(out)).map_err(say)?;
        fs::write(&path, bytes).map_err(say)?;
        if !compressed {
            continue;
        }
        let [gz, br] = [gzip(bytes), brotli(bytes)];
        fs::write(with_ending(&path, "gz"), &gz).map_err(say)?;
        fs::write(with_ending(&path, "br"), &br).map_err(say)?;
        if *name == second_name {
            sizes[3].1 = br.len();
        } else if *name == engine_name {
            (sizes[1].1, sizes[2].1) = (gz.len(), br.len());
        } else if is_first(name) && *name != words_name {
            sizes[0].1 += gz.len();
        }
    }
    if compressed {
        let checked = if engine.is_small { MAX_SIZES.len() } else { 1 };
        for ((what, size), max_size) in sizes.iter().zip(MAX_SIZES).take(checked) {
            if *size > max_size {
                return Err(format!("{what} has {size} bytes, more than {max_size}"));
            }
        }
    }
    Ok(sizes.into_iter().map(|(what, size)| (what, format!("{size} bytes"))).collect())
}

/// Reports whether the first answer waits for this file.
///
/// Other views and languages are loaded on demand.
fn is_first(name: &str) -> bool {
    let views = name.contains("/views/") && !name.ends_with("/play.js");
    let drawing = name.ends_with("/boards/editor.js") || name.ends_with("/boards/graph.js");
    let later = views || drawing || name.contains("/learn/") || name.contains("/docs/");
    !later && !name.contains("/words/") && !name.ends_with("/LICENSES")
}

/// Maximum sizes in bytes.
///
/// In this order: all files that the first answer waits for without the engine (gzip), the first part of the engine
/// (gzip and brotli), its second part (brotli).
///
/// Hosts send brotli, and phones wait for each of these bytes.
const MAX_SIZES: [usize; 4] = [60_000, 1_300_000, 1_048_576, 838_860];

fn collect(source: &Path, below: &Path, files: &mut Vec<String>) -> std::io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(source.join(below))?.collect::<Result<_, _>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = entry.file_name();
        if EXCLUDED.iter().any(|excluded| name == *excluded) {
            continue;
        }
        let path = below.join(name);
        if entry.file_type()?.is_dir() {
            collect(source, &path, files)?;
        } else {
            files.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}

/// Returns the start page with the names of the files, and with preload links for all modules.
fn index(text: &str, placed: &dyn Fn(&str) -> String, list: &[String], [engine, words]: [&str; 2]) -> String {
    // The worker is not a module of the page.
    let preloads = list.iter().filter(|name| name.ends_with(".js") && is_first(name) && !name.ends_with("/worker.js"));
    let preloads: String = preloads.map(|name| format!("<link rel=\"modulepreload\" href=\"{name}\">\n")).collect();
    let text = text.replace("\"engine.wasm\"", &format!("\"{engine}\""));
    let text = text.replace("\"words-zh.txt\"", &format!("\"{words}\""));
    let text = ["style.css", "app.js"]
        .iter()
        .fold(text, |text, name| text.replace(&format!("\"{name}\""), &format!("\"{}\"", placed(name))));
    text.replace("</head>", &format!("{preloads}</head>"))
}

/// Returns the service worker of this version.
fn service(text: &str, version: &str, list: &[String]) -> Result<String, String> {
    let list = serde_json::to_string(&[&["./".to_string()], list].concat()).map_err(|error| error.to_string())?;
    let filled = text
        .replace("VERSION = \"none\"", &format!("VERSION = \"{version}\""))
        .replace("FILES = []", &format!("FILES = {list}"));
    if filled.contains("\"none\"") { Err("sw.js has no place for its version".to_string()) } else { Ok(filled) }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(vec![], Compression::best());
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![];
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, size_hint: bytes.len(), ..Default::default() };
    let _ = brotli::BrotliCompress(&mut &bytes[..], &mut out, &parameters);
    out
}

/// Regenerates the file of third-party code from the packages in `web/tests/package-lock.json`.
pub fn vendor() -> Done {
    let tests = root().join("web/tests");
    let vendor = root().join("web/vendor");
    run(command("npm", &["ci", "--ignore-scripts"]).current_dir(&tests))?;
    let out = format!("--outfile={}", vendor.join("preact.js").display());
    let flags = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=none", &out];
    run(command("npx", &[&["esbuild", "vendor.entry.js"], &flags[..]].concat()).current_dir(&tests))?;
    let bytes = fs::read(vendor.join("preact.js")).map_err(|error| error.to_string())?;
    let mut rows = String::new();
    let mut licences = String::new();
    for (name, licence) in PACKAGES {
        let package = tests.join("node_modules").join(name);
        let read = |file: &str| fs::read_to_string(package.join(file)).map_err(|error| format!("{name}: {error}"));
        let package: serde_json::Value =
            serde_json::from_str(&read("package.json")?).map_err(|error| error.to_string())?;
        let version = package["version"].as_str().unwrap_or_default();
        if package["license"] != licence {
            return Err(format!("the licence of {name} is no longer {licence}"));
        }
        rows += &format!("| {name} | {version} | {licence} |\n");
        licences += &format!("## {name}\n\n{}\n", read("LICENSE")?.trim_end());
        licences += "\n";
    }
    let sha = hex(&Sha256::digest(&bytes));
    let text = format!("{VENDORED}{rows}\nSHA-256 of `preact.js`: `{sha}`.\n");
    fs::write(vendor.join("README.md"), text).map_err(|error| error.to_string())?;
    fs::write(vendor.join("LICENSES"), licences.trim_end().to_string() + "\n").map_err(|error| error.to_string())
}

/// The packages in the file, with their licences.
const PACKAGES: [(&str, &str); 4] =
    [("preact", "MIT"), ("htm", "Apache-2.0"), ("@preact/signals", "MIT"), ("@preact/signals-core", "MIT")];

const VENDORED: &str = "\
# Other people's code

`preact.js` is one module made of these npm packages, whose licences stand in `LICENSES`. `cargo xtask vendor` makes it anew; what it
exports is written in `web/tests/vendor.entry.js`, and `web/tests/package-lock.json` holds each package by its hash.

| package | version | licence |
|---|---|---|
";
