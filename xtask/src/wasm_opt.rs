//! Reduces the size of the WebAssembly module with Binaryen.
//!
//! Binaryen is an npm package in `web/tests/package-lock.json`.

use crate::process::{command, run};
use crate::{npm, wasm_split};
use std::fs;
use std::path::{Path, PathBuf};

/// The WebAssembly features that the compiler may use.
const FEATURES: [&str; 7] =
    ["simd", "bulk-memory", "sign-ext", "mutable-globals", "nontrapping-float-to-int", "reference-types", "multivalue"];

/// The passes that reduce the compressed size without a loss of speed.
///
/// `-Oz` reduces only the uncompressed size.
///
/// Functions are ordered by their names, so that instances of a generic function are adjacent; sharing locals and
/// numbering them by use saves a hundredth.
const PASSES: [&str; 18] = [
    "--dce",
    "--remove-unused-brs",
    "--vacuum",
    "--optimize-instructions",
    "--simplify-locals-nostructure",
    "--vacuum",
    "--merge-blocks",
    "--vacuum",
    "--dae",
    "--duplicate-function-elimination",
    "--dae",
    "--rse",
    "--vacuum",
    "--coalesce-locals",
    "--reorder-locals",
    "--vacuum",
    "--duplicate-function-elimination",
    "--reorder-functions-by-name",
];

/// Splits the module at this path and shrinks both parts.
///
/// The module must still contain the names of its functions. Returns the paths of the parts. If a package is missing, only the names are removed, and the second result names
/// the missing package.
pub fn shrink(module: &Path) -> Result<([PathBuf; 2], Option<String>), String> {
    let say = |error: std::io::Error| format!("{}: {error}", module.display());
    let small = ["first.wasm", "second.wasm"].map(|ending| module.with_extension(ending));
    let from = module.with_extension("small.from");
    let bytes = fs::read(module).map_err(say)?;
    wasm_split::check_names(&bytes)?;
    let parts = wasm_split::split(&bytes)?;
    let missing = npm::packages().err();
    // The optimisation takes half a minute, so keep the result for the same parts and passes.
    let of = format!("{} {}", crate::hash::hash([&parts[0][..], &parts[1]]), PASSES.concat());
    if missing.is_none() && fs::read_to_string(&from).is_ok_and(|made| made == of) && small.iter().all(|p| p.is_file())
    {
        return Ok((small, None));
    }
    let _ = fs::remove_file(&from);
    for (part, small) in parts.iter().zip(&small) {
        if missing.is_some() {
            fs::write(small, without_custom_sections(part)?).map_err(say)?;
            continue;
        }
        let named = small.with_extension("named");
        fs::write(&named, with_sorted_names(part)?).map_err(say)?;
        let mut optimise = command("node", &["web/tests/node_modules/binaryen/bin/wasm-opt"]);
        optimise.arg(named).args(FEATURES.map(|feature| format!("--enable-{feature}"))).args(PASSES);
        run(optimise.args(["--strip-producers", "--strip-debug", "-o"]).arg(small))?;
    }
    if missing.is_none() {
        fs::write(from, of).map_err(say)?;
    }
    Ok((small, missing))
}

/// Returns the module without its custom sections, which only debuggers read.
fn without_custom_sections(module: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = module.get(..8).ok_or_else(malformed)?.to_vec();
    for section in sections(module)? {
        // Custom sections have the number 0.
        if section[0] != 0 {
            out.extend_from_slice(section);
        }
    }
    Ok(out)
}

/// Returns the module with new names of functions: their numbers in the order of the old names.
///
/// So instances of a generic function are adjacent.
fn with_sorted_names(module: &[u8]) -> Result<Vec<u8>, String> {
    let (mut imported, mut lengths, mut names) = (0, vec![], vec![]);
    for section in sections(module)? {
        let mut rest = Rest(section.get(1..).ok_or_else(malformed)?);
        rest.number()?;
        match section[0] {
            2 => {
                for _ in 0..rest.number()? {
                    let _ = (rest.text()?, rest.text()?);
                    match rest.bytes(1)?[0] {
                        0 => {
                            rest.number()?;
                            imported += 1;
                        }
                        kind @ (1 | 2) => {
                            // A table has the type of its entries before its limits.
                            rest.bytes(usize::from(kind == 1))?;
                            let has_upper = rest.number()? == 1;
                            (0..=usize::from(has_upper)).try_for_each(|_| rest.number().map(|_| ()))?;
                        }
                        3 => {
                            rest.bytes(2)?;
                        }
                        _ => return Err(malformed()),
                    }
                }
            }
            10 => {
                for _ in 0..rest.number()? {
                    let length = rest.number()?;
                    rest.bytes(length)?;
                    lengths.push(length);
                }
            }
            0 if rest.text()? == b"name" => {
                while !rest.0.is_empty() {
                    let kind = rest.bytes(1)?[0];
                    let length = rest.number()?;
                    let mut part = Rest(rest.bytes(length)?);
                    // The subsection of function names has the number 1.
                    let count = if kind == 1 { part.number()? } else { 0 };
                    for _ in 0..count {
                        let function = part.number()?;
                        names.push((function, String::from_utf8_lossy(part.text()?).into_owned()));
                    }
                }
            }
            _ => {}
        }
    }
    let length = |function: usize| function.checked_sub(imported).and_then(|own| lengths.get(own)).copied();
    let mut order: Vec<(String, Option<usize>, usize)> =
        names.iter().map(|(function, name)| (name.clone(), length(*function), *function)).collect();
    order.sort();
    let mut place: Vec<(usize, usize)> = order.iter().enumerate().map(|(at, one)| (one.2, at)).collect();
    place.sort_unstable();
    let mut list = number(place.len());
    for (function, at) in place {
        list.extend(number(function));
        list.extend(number(8));
        list.extend(format!("{at:08}").bytes());
    }
    let names = section(0, &[b"\x04name\x01", &number(list.len())[..], &list].concat());
    Ok([without_custom_sections(module)?, names].concat())
}

pub fn malformed() -> String {
    "this is no module of WebAssembly as it is expected".to_string()
}

/// Splits a module into its sections, each with its number and its length.
pub fn sections(module: &[u8]) -> Result<Vec<&[u8]>, String> {
    let mut sections = vec![];
    let mut rest = Rest(module.get(8..).ok_or_else(malformed)?);
    while !rest.0.is_empty() {
        let start = rest.0;
        rest.bytes(1)?;
        let length = rest.number()?;
        rest.bytes(length)?;
        sections.push(&start[..start.len() - rest.0.len()]);
    }
    Ok(sections)
}

/// The bytes that are not yet read.
pub struct Rest<'a>(pub &'a [u8]);

impl<'a> Rest<'a> {
    pub fn bytes(&mut self, length: usize) -> Result<&'a [u8], String> {
        let (bytes, rest) = self.0.split_at_checked(length).ok_or_else(malformed)?;
        self.0 = rest;
        Ok(bytes)
    }

    /// Reads a number in LEB128: seven bits per byte, the lowest first.
    pub fn number(&mut self) -> Result<usize, String> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.bytes(1)?[0];
            number |= usize::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(malformed())
    }

    pub fn text(&mut self) -> Result<&'a [u8], String> {
        let length = self.number()?;
        self.bytes(length)
    }
}

/// Returns a section with its number and its length.
pub fn section(kind: u8, body: &[u8]) -> Vec<u8> {
    [&[kind][..], &number(body.len()), body].concat()
}

/// Returns a number in LEB128.
pub fn number(mut number: usize) -> Vec<u8> {
    let mut bytes = vec![];
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[test]
fn custom_sections_are_removed() {
    let [head, types, names] = [&b"\0asm\x01\0\0\0"[..], &b"\x01\x04\x01\x60\0\0"[..], &b"\0\x05\x04name"[..]];
    let long = [&b"\0\x80\x01"[..], &[7; 128]].concat();
    let module = [head, names, types, &long, types].concat();
    assert_eq!(without_custom_sections(&module).unwrap(), [head, types, types].concat());
    for bad in [&module[..3], &module[..module.len() - 1], &[head, b"\x01\x80"].concat()] {
        assert!(without_custom_sections(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn functions_are_in_the_order_of_their_names() {
    let text = |text: &str| [number(text.len()), text.bytes().collect()].concat();
    let names: Vec<u8> =
        ["c", "b", "c", "a"].iter().enumerate().flat_map(|(k, name)| [number(k), text(name)].concat()).collect();
    let list = [number(4), names].concat();
    let names = section(0, &[text("name"), vec![1], number(list.len()), list].concat());
    let code = section(10, b"\x03\x02\0\x0b\x04\0\x01\x01\x0b\x02\0\x0b");
    let head = b"\0asm\x01\0\0\0".to_vec();
    let imports = section(2, b"\x01\x04host\x03now\0\0");
    let module = [head.clone(), imports.clone(), code.clone(), names].concat();
    let sorted = with_sorted_names(&module).unwrap();
    // Of two equal names, the imported function comes first, since it has no length.
    let list = b"\x04\0\x0800000002\x01\x0800000001\x02\x0800000003\x03\x0800000000".to_vec();
    let names = section(0, &[text("name"), vec![1], number(list.len()), list].concat());
    assert_eq!(sorted, [head, imports, code, names].concat());
}
