//! Splits the WebAssembly module in two, so that the first answer waits for less code.
//!
//! The first module has all exports. In place of a function of the second module it calls a stub, which asks the host
//! to load the second module and then calls the function by its place in the table. The second module imports the
//! memory, the table, the globals and the functions that it needs from the first.
//!
//! Names alone decide which functions are moved ([`MOVED_CRATES`]), so the choice changes sizes and loading, never
//! answers. The module must still contain the names of its functions.

use crate::wasm_opt::{Rest, malformed, number, section, sections};
use std::collections::{BTreeMap, HashMap};

/// The crates whose functions are in the second module.
///
/// Few questions need them: those for patterns, proofs and quotients, and very large heaps.
const MOVED_CRATES: [&str; 3] = ["grundy_misere", "grundy_proof", "grundy_verify"];

/// Functions of these crates that stay in the first module, as parts of their mangled names.
///
/// Other questions call them.
const KEPT: [&str; 2] = ["18closed_form_source18solver_with_proofs", "6parser17misere_prefix_len"];

/// The module and name of the host's function that loads the second module.
const LOAD: [&str; 2] = ["host", "load_second"];

/// The name under which the second module imports the items of the first.
const FIRST: &str = "first";

/// The name of the exported table.
const TABLE: &str = "functions";

/// The kinds of imports and exports.
const FUNCTION_KIND: u8 = 0;
const TABLE_KIND: u8 = 1;
const MEMORY_KIND: u8 = 2;
const GLOBAL_KIND: u8 = 3;

/// A module, as far as splitting needs it.
///
/// Functions are numbered as in the module, imported ones first.
#[derive(Default)]
struct Module<'a> {
    /// The number of types, and their entries.
    types: (usize, &'a [u8]),
    /// The entries of imported functions, and the type of each.
    imports: Vec<(&'a [u8], usize)>,
    /// The types of the functions that the module defines.
    functions: Vec<usize>,
    /// The number of entries of the table.
    table_size: usize,
    /// The limits of the memory.
    memory: &'a [u8],
    /// The type of each global (two bytes) and its initial value.
    globals: Vec<(&'a [u8], &'a [u8])>,
    /// The name, kind and number of each export.
    exports: Vec<(&'a [u8], u8, usize)>,
    /// The place of the first function in the table, as a constant expression, and the functions from there on.
    elements: (&'a [u8], Vec<usize>),
    bodies: Vec<&'a [u8]>,
    /// The sections of data, with their numbers and lengths.
    data: Vec<&'a [u8]>,
    names: HashMap<usize, &'a str>,
}

impl<'a> Module<'a> {
    fn parse(module: &'a [u8]) -> Result<Module<'a>, String> {
        let mut parsed = Module::default();
        for whole in sections(module)? {
            let mut rest = Rest(whole.get(1..).ok_or_else(malformed)?);
            rest.number()?;
            parsed.read_section(whole, rest)?;
        }
        if parsed.functions.len() != parsed.bodies.len() {
            return Err(malformed());
        }
        Ok(parsed)
    }

    fn read_section(&mut self, whole: &'a [u8], mut rest: Rest<'a>) -> Result<(), String> {
        match whole[0] {
            0 => {
                if rest.text()? == b"name" {
                    self.names = function_names(rest)?;
                }
                return Ok(());
            }
            11 => {
                self.data.push(whole);
                return Ok(());
            }
            5 => {
                if rest.number()? != 1 {
                    return Err(malformed());
                }
                self.memory = rest.0;
                return Ok(());
            }
            _ => {}
        }
        let count = rest.number()?;
        if whole[0] == 1 {
            self.types = (count, rest.0);
            return Ok(());
        }
        for _ in 0..count {
            match whole[0] {
                2 => {
                    let entry = rest.0;
                    let _ = (rest.text()?, rest.text()?);
                    let kind = rest.bytes(1)?[0];
                    let of_type = rest.number()?;
                    if kind != FUNCTION_KIND {
                        return Err(malformed());
                    }
                    self.imports.push((&entry[..entry.len() - rest.0.len()], of_type));
                }
                3 => self.functions.push(rest.number()?),
                4 => {
                    // One table of functions with a lower limit and perhaps an upper one.
                    let (kind, has_upper) = (rest.bytes(1)?[0], rest.number()? == 1);
                    self.table_size = rest.number()?;
                    if kind != 0x70 || count != 1 || has_upper && rest.number()? != self.table_size {
                        return Err(malformed());
                    }
                }
                6 => {
                    let of_type = rest.bytes(2)?;
                    self.globals.push((of_type, constant(&mut rest)?));
                }
                7 => {
                    let name = rest.text()?;
                    let kind = rest.bytes(1)?[0];
                    self.exports.push((name, kind, rest.number()?));
                }
                9 => {
                    if count != 1 || rest.number()? != 0 {
                        return Err(malformed());
                    }
                    self.elements.0 = constant(&mut rest)?;
                    for _ in 0..rest.number()? {
                        self.elements.1.push(rest.number()?);
                    }
                }
                10 => {
                    let length = rest.number()?;
                    self.bodies.push(rest.bytes(length)?);
                }
                _ => return Err(malformed()),
            }
        }
        if rest.0.is_empty() { Ok(()) } else { Err(malformed()) }
    }

    /// Returns the type of a function.
    fn function_type(&self, function: usize) -> usize {
        match function.checked_sub(self.imports.len()) {
            None => self.imports[function].1,
            Some(own) => self.functions[own],
        }
    }

    /// Returns the number of parameters of a type of functions.
    fn parameter_count(&self, wanted: usize) -> Result<usize, String> {
        let mut rest = Rest(self.types.1);
        for at in 0..self.types.0 {
            if rest.bytes(1)?[0] != 0x60 {
                return Err(malformed());
            }
            let parameters = rest.number()?;
            rest.bytes(parameters)?;
            let results = rest.number()?;
            rest.bytes(results)?;
            if at == wanted {
                return Ok(parameters);
            }
        }
        Err(malformed())
    }
}

/// Reads the names of functions in the section of names.
fn function_names(mut rest: Rest<'_>) -> Result<HashMap<usize, &str>, String> {
    let mut names = HashMap::new();
    while !rest.0.is_empty() {
        let kind = rest.bytes(1)?[0];
        let length = rest.number()?;
        let mut part = Rest(rest.bytes(length)?);
        let count = if kind == 1 { part.number()? } else { 0 };
        for _ in 0..count {
            let function = part.number()?;
            names.insert(function, std::str::from_utf8(part.text()?).map_err(|_| malformed())?);
        }
    }
    Ok(names)
}

/// Reads a constant expression up to and including its end.
fn constant<'a>(rest: &mut Rest<'a>) -> Result<&'a [u8], String> {
    let from = rest.0;
    loop {
        let code = rest.bytes(1)?[0];
        if code == 0x0b {
            return Ok(&from[..from.len() - rest.0.len()]);
        }
        skip_immediates(code, rest)?;
    }
}

/// Skips a number in LEB128 of any length.
fn skip_number(rest: &mut Rest<'_>) -> Result<(), String> {
    while rest.bytes(1)?[0] > 127 {}
    Ok(())
}

/// Skips what follows the code of an instruction.
fn skip_immediates(code: u8, rest: &mut Rest<'_>) -> Result<(), String> {
    let numbers = match code {
        0x00 | 0x01 | 0x05 | 0x0b | 0x0f | 0x1a | 0x1b | 0x45..=0xc4 | 0xd1 => 0,
        0x02..=0x04 | 0x0c | 0x0d | 0x10 | 0x20..=0x26 | 0x3f..=0x42 | 0xd0 | 0xd2 => 1,
        0x11 | 0x28..=0x3e => 2,
        // `br_table`: the labels, and the default label.
        0x0e => rest.number()? + 1,
        // `select` with types.
        0x1c => rest.number()?,
        0x43 => return rest.bytes(4).map(|_| ()),
        0x44 => return rest.bytes(8).map(|_| ()),
        0xfc => match rest.number()? {
            0..=7 => 0,
            9 | 11 | 13 | 15..=17 => 1,
            8 | 10 | 12 | 14 => 2,
            _ => return Err(malformed()),
        },
        // Vectors.
        0xfd => match rest.number()? {
            0..=11 | 92 | 93 => 2,
            12 | 13 => return rest.bytes(16).map(|_| ()),
            21..=34 => 1,
            84..=91 => 3,
            14..=20 | 35..=83 | 94..=255 => 0,
            _ => return Err(malformed()),
        },
        _ => return Err(malformed()),
    };
    (0..numbers).try_for_each(|_| skip_number(rest))
}

/// Calls `visit` with each unchanged stretch of a body and the function that the instruction behind it names.
///
/// Behind the last stretch there is none.
fn each_call<'a>(body: &'a [u8], mut visit: impl FnMut(&'a [u8], Option<usize>)) -> Result<(), String> {
    let (mut rest, mut from) = (Rest(body), body);
    for _ in 0..rest.number()? {
        rest.number()?;
        rest.bytes(1)?;
    }
    while !rest.0.is_empty() {
        let code = rest.bytes(1)?[0];
        if matches!(code, 0x10 | 0xd2) {
            let kept = &from[..from.len() - rest.0.len()];
            visit(kept, Some(rest.number()?));
            from = rest.0;
        } else {
            skip_immediates(code, &mut rest)?;
        }
    }
    visit(from, None);
    Ok(())
}

/// Returns the crate that defines a function, by its name in version 0 of the compiler's mangling.
///
/// Instances of generic functions belong to the crate that defines the function, not to that of its arguments. A default
/// method of a trait belongs to the crate of the type.
fn defining_crate(name: &str) -> Option<&str> {
    // A crate is written as `C`, a number that ends with `_`, and its name with its length.
    name.match_indices("Cs").find_map(|(at, _)| {
        let (number, named) = name[at + 2..].split_once('_')?;
        let digits = named.len() - named.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let length: usize = named[..digits].parse().ok()?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_alphanumeric());
        named[digits..].trim_start_matches('_').get(..length).filter(|_| is_number)
    })
}

/// Where each function goes.
struct Plan {
    /// Whether a function is in the second module.
    is_moved: Vec<bool>,
    /// The functions of the second module that the first one uses, each with its index counted from the old end of the table.
    stubs: BTreeMap<usize, usize>,
    /// The functions of the first module that the second one uses.
    shared: Vec<usize>,
}

fn plan(module: &Module<'_>) -> Result<Plan, String> {
    let imported = module.imports.len();
    let total = imported + module.bodies.len();
    let is_chosen = |function: usize| {
        let name = module.names.get(&function).copied().unwrap_or_default();
        let is_in = defining_crate(name).is_some_and(|of| MOVED_CRATES.contains(&of));
        function >= imported && is_in && !KEPT.iter().any(|kept| name.contains(kept))
    };
    let mut calls = vec![vec![]; total];
    for (own, body) in module.bodies.iter().enumerate() {
        each_call(body, |_, called| calls[imported + own].extend(called))?;
    }
    if calls.iter().flatten().chain(&module.elements.1).any(|&function| function >= total) {
        return Err(malformed());
    }
    // A function that only functions of the second module call is moved, too.
    let exported = module.exports.iter().filter(|export| export.1 == FUNCTION_KIND).map(|export| export.2);
    let mut to_visit: Vec<usize> = exported.chain(module.elements.1.iter().copied()).collect();
    let mut is_moved: Vec<bool> = (0..total).map(|function| function >= imported).collect();
    let mut stubs = BTreeMap::new();
    while let Some(function) = to_visit.pop() {
        if is_chosen(function) {
            stubs.insert(function, 0);
        } else if std::mem::take(&mut is_moved[function]) {
            to_visit.extend(&calls[function]);
        }
    }
    stubs.values_mut().enumerate().for_each(|(at, place)| *place = at);
    let moved = (0..total).filter(|&function| is_moved[function]);
    let mut shared: Vec<usize> = moved.flat_map(|function| &calls[function]).copied().collect();
    shared.retain(|&function| !is_moved[function]);
    shared.sort_unstable();
    shared.dedup();
    Ok(Plan { is_moved, stubs, shared })
}

/// Returns a section that lists these entries.
fn list(kind: u8, entries: &[Vec<u8>]) -> Vec<u8> {
    section(kind, &[number(entries.len()), entries.concat()].concat())
}

fn text(text: &str) -> Vec<u8> {
    [number(text.len()), text.bytes().collect()].concat()
}

/// Returns a constant expression of 32 bits.
fn small_constant(value: usize) -> Vec<u8> {
    // The highest bit of a signed number is its sign.
    let mut bytes = number(value);
    let last = bytes.len() - 1;
    if bytes[last] & 64 != 0 {
        bytes[last] |= 128;
        bytes.push(0);
    }
    [vec![0x41], bytes].concat()
}

/// Returns a body with the numbers of functions replaced, with its length.
fn renumbered(body: &[u8], numbers: &HashMap<usize, usize>) -> Result<Vec<u8>, String> {
    let (mut out, mut is_known) = (vec![], true);
    each_call(body, |kept, called| {
        out.extend_from_slice(kept);
        if let Some(called) = called {
            is_known &= numbers.contains_key(&called);
            out.extend(number(numbers.get(&called).copied().unwrap_or(0)));
        }
    })?;
    if is_known { Ok([number(out.len()), out].concat()) } else { Err(malformed()) }
}

/// Returns the section of the names of functions.
fn names(module: &Module<'_>, numbers: &HashMap<usize, usize>) -> Vec<u8> {
    let mut known: Vec<(usize, &str)> =
        numbers.iter().filter_map(|(old, new)| Some((*new, *module.names.get(old)?))).collect();
    known.sort_unstable();
    let entries = known.iter().flat_map(|(new, name)| [number(*new), text(name)].concat());
    let entries: Vec<u8> = [number(known.len()), entries.collect()].concat();
    section(0, &[text("name"), vec![1], number(entries.len()), entries].concat())
}

/// Reports an entry of [`MOVED_CRATES`] or [`KEPT`] that no function matches.
///
/// Functions may have been renamed, or the compiler may have mangled their names in another way.
pub fn check_names(bytes: &[u8]) -> Result<(), String> {
    let module = Module::parse(bytes)?;
    let names = || module.names.values();
    let unknown = MOVED_CRATES.into_iter().find(|of| !names().any(|name| defining_crate(name) == Some(of)));
    match unknown.or(KEPT.into_iter().find(|kept| !names().any(|name| name.contains(kept)))) {
        Some(entry) => Err(format!("no function of the module is in `{entry}`, so it cannot be split")),
        None => Ok(()),
    }
}

/// Splits a module; returns the first and the second module.
///
/// # Errors
/// If this is no module as the compiler of Rust writes it.
pub fn split(bytes: &[u8]) -> Result<[Vec<u8>; 2], String> {
    let module = Module::parse(bytes)?;
    let plan = plan(&module)?;
    Ok([write_first(&module, &plan)?, write_second(&module, &plan)?])
}

fn write_first(module: &Module<'_>, plan: &Plan) -> Result<Vec<u8>, String> {
    let imported = module.imports.len();
    let kept = (imported..plan.is_moved.len()).filter(|&function| !plan.is_moved[function]);
    // The function that loads the second module is the last import, and the check that it is loaded the last function.
    let load = imported;
    let mut numbers: HashMap<usize, usize> = (0..imported).map(|function| (function, function)).collect();
    let own: Vec<usize> = kept.chain(plan.stubs.keys().copied()).collect();
    numbers.extend(own.iter().enumerate().map(|(at, function)| (*function, load + 1 + at)));
    let ensure_loaded = load + 1 + own.len();
    let (load_type, loaded_global) = (module.types.0, module.globals.len());

    let types = [number(load_type + 1), module.types.1.to_vec(), b"\x60\0\0".to_vec()].concat();
    let mut imports: Vec<Vec<u8>> = module.imports.iter().map(|import| import.0.to_vec()).collect();
    imports.push([text(LOAD[0]), text(LOAD[1]), vec![FUNCTION_KIND], number(load_type)].concat());
    let mut functions: Vec<Vec<u8>> = own.iter().map(|&function| number(module.function_type(function))).collect();
    functions.push(number(load_type));
    let size = number(module.table_size + plan.stubs.len());
    let table = vec![[vec![0x70, 1], size.clone(), size].concat()];
    let mut globals: Vec<Vec<u8>> = module.globals.iter().map(|(of, value)| [*of, value].concat()).collect();
    globals.push(b"\x7f\x01\x41\0\x0b".to_vec());
    let export = |name: &str, kind: u8, at: usize| [text(name), vec![kind], number(at)].concat();
    let mut exports = vec![export(TABLE, TABLE_KIND, 0)];
    for (name, kind, at) in &module.exports {
        let at = if *kind == FUNCTION_KIND { *numbers.get(at).ok_or_else(malformed)? } else { *at };
        exports.push([number(name.len()), name.to_vec(), vec![*kind], number(at)].concat());
    }
    exports.extend(plan.shared.iter().enumerate().map(|(k, old)| export(&k.to_string(), FUNCTION_KIND, numbers[old])));
    exports.extend((0..loaded_global).map(|global| export(&global_name(global), GLOBAL_KIND, global)));
    let listed: Vec<u8> = module.elements.1.iter().flat_map(|function| number(numbers[function])).collect();
    let elements = [vec![0], module.elements.0.to_vec(), number(module.elements.1.len()), listed].concat();
    let mut bodies = vec![];
    for &function in &own {
        let Some(place) = plan.stubs.get(&function) else {
            bodies.push(renumbered(module.bodies[function - imported], &numbers)?);
            continue;
        };
        let of_type = module.function_type(function);
        let arguments = (0..module.parameter_count(of_type)?).flat_map(|at| [vec![0x20], number(at)].concat());
        let body = [
            vec![0, 0x10],
            number(ensure_loaded),
            arguments.collect(),
            small_constant(module.table_size + place),
            [vec![0x11], number(of_type), vec![0, 0x0b]].concat(),
        ];
        let body = body.concat();
        bodies.push([number(body.len()), body].concat());
    }
    // Without locals: if the global is 0, load and set it to 1.
    let global = number(loaded_global);
    let body = [
        vec![0, 0x23],
        global.clone(),
        vec![0x45, 0x04, 0x40, 0x10],
        number(load),
        vec![0x41, 1, 0x24],
        global,
        vec![0x0b, 0x0b],
    ];
    let body = body.concat();
    bodies.push([number(body.len()), body].concat());
    Ok([
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, &types),
        list(2, &imports),
        list(3, &functions),
        list(4, &table),
        section(5, &[vec![1], module.memory.to_vec()].concat()),
        list(6, &globals),
        list(7, &exports),
        list(9, &[elements]),
        list(10, &bodies),
        module.data.concat(),
        names(module, &numbers),
    ]
    .concat())
}

fn global_name(global: usize) -> String {
    format!("global{global}")
}

fn write_second(module: &Module<'_>, plan: &Plan) -> Result<Vec<u8>, String> {
    let import = |name: &str, kind: u8, of: Vec<u8>| [text(FIRST), text(name), vec![kind], of].concat();
    let mut imports = vec![];
    let mut numbers = HashMap::new();
    for (at, &function) in plan.shared.iter().enumerate() {
        numbers.insert(function, at);
        imports.push(import(&at.to_string(), FUNCTION_KIND, number(module.function_type(function))));
    }
    let own: Vec<usize> = (0..plan.is_moved.len()).filter(|&function| plan.is_moved[function]).collect();
    numbers.extend(own.iter().enumerate().map(|(at, function)| (*function, plan.shared.len() + at)));
    let size = number(module.table_size + plan.stubs.len());
    imports.push(import(TABLE, TABLE_KIND, [vec![0x70, 1], size.clone(), size].concat()));
    imports.push(import("memory", MEMORY_KIND, module.memory.to_vec()));
    let globals = module.globals.iter().enumerate();
    imports.extend(globals.map(|(at, global)| import(&global_name(at), GLOBAL_KIND, global.0.to_vec())));
    let functions: Vec<Vec<u8>> = own.iter().map(|&function| number(module.function_type(function))).collect();
    let listed = plan.stubs.keys().flat_map(|function| number(numbers[function]));
    let elements = [vec![0], small_constant(module.table_size), vec![0x0b], number(plan.stubs.len()), listed.collect()];
    let bodies = own.iter().map(|function| renumbered(module.bodies[function - module.imports.len()], &numbers));
    Ok([
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, &[number(module.types.0), module.types.1.to_vec()].concat()),
        list(2, &imports),
        list(3, &functions),
        list(9, &[elements.concat()]),
        list(10, &bodies.collect::<Result<Vec<_>, _>>()?),
        names(module, &numbers),
    ]
    .concat())
}

#[cfg(test)]
const HEAD: &[u8] = b"\0asm\x01\0\0\0";

/// Returns a module with an import, three functions of the types () -> (), (i32) -> i32 and () -> (), a table with the
/// second one, and the export `ask`, which calls the first one.
#[cfg(test)]
fn example(names: [&str; 3]) -> Vec<u8> {
    let entries = names.iter().enumerate().flat_map(|(at, name)| [number(at + 1), text(name)].concat());
    let names = [number(names.len()), entries.collect()].concat();
    let bodies = [
        // A local, a branch by table, a vector, and a call of the second function.
        b"\x01\x01\x7f\x02\x40\x41\0\x0e\x01\0\0\x0b\xfd\x0c0123456789abcdef\x1a\x41\x07\x10\x02\x1a\x0b".to_vec(),
        // A call of the third function and one of the import, whose code 16 is also the constant before it.
        b"\0\x10\x03\x41\x10\x1a\x10\0\x20\0\x0b".to_vec(),
        b"\0\x10\0\x0b".to_vec(),
    ];
    let bodies = bodies.map(|body| [number(body.len()), body].concat());
    [
        HEAD.to_vec(),
        section(1, b"\x02\x60\0\0\x60\x01\x7f\x01\x7f"),
        section(2, b"\x01\x04host\x03now\0\0"),
        section(3, b"\x03\0\x01\0"),
        section(4, b"\x01\x70\x01\x02\x02"),
        section(5, b"\x01\0\x01"),
        section(6, b"\x01\x7f\x01\x41\x80\x01\x0b"),
        section(7, b"\x02\x03ask\0\x01\x06memory\x02\0"),
        section(9, b"\x01\0\x41\x01\x0b\x01\x02"),
        list(10, &bodies),
        section(11, b"\x01\0\x41\0\x0b\x01x"),
        section(0, &[text("name"), vec![1], number(names.len()), names].concat()),
    ]
    .concat()
}

#[cfg(test)]
const KEPT_NAME: &str = "_RNvCsgXGp5Oqx2Ny_4core4find";

#[test]
fn functions_of_moved_crates_and_what_only_they_use_are_moved() {
    let moved = "_RNvNtCsfjRBi1GB0wC_12grundy_proof4find4find";
    let module = example([KEPT_NAME, moved, KEPT_NAME]);
    let [first, second] = split(&module).unwrap();
    let first = Module::parse(&first).unwrap();
    // The host's two functions, `ask`, the stub, and the check.
    assert_eq!((first.imports.len(), first.functions.as_slice()), (2, &[0, 1, 2][..]));
    let mut called = vec![];
    first.bodies.iter().for_each(|body| each_call(body, |_, function| called.extend(function)).unwrap());
    assert_eq!(called, [3, 4, 1], "`ask` calls the stub, the stub calls the check, which loads");
    assert_eq!((first.table_size, &first.elements.1[..]), (3, &[3][..]));
    let exports: Vec<&[u8]> = first.exports.iter().map(|export| export.0).collect();
    assert_eq!(exports, [&b"functions"[..], b"ask", b"memory", b"0", b"global0"]);
    assert_eq!(first.exports[3].2, 0, "the second module calls `now`");
    assert!(second.windows(3).any(|part| part == b"\x10\x02\x41"), "the calls are renumbered");
    assert!(check_names(&module).unwrap_err().contains("grundy_misere"));
    assert!(first.names[&3].contains("grundy_proof"));
}

#[test]
fn nothing_is_moved_without_need() {
    let kept = format!("_RNvCsfjRBi1GB0wC_12grundy_proof{}", KEPT[0]);
    let [first, second] = split(&example([KEPT_NAME, &kept, KEPT_NAME])).unwrap();
    let first = Module::parse(&first).unwrap();
    assert_eq!((first.functions.len(), first.table_size), (4, 2));
    assert!(!second.windows(4).any(|part| part == b"core"), "no function is in the second module");
}

#[test]
fn other_modules_are_refused() {
    let module = example([KEPT_NAME; 3]);
    for cut in 9..module.len() - 60 {
        assert!(split(&module[..cut]).is_err() || sections(&module[..cut]).is_ok(), "{cut}");
    }
    // An unknown instruction, and a call of a function that does not exist.
    for bad in [b"\0\xff\x0b", b"\x10\x09\x0b"] {
        let at = module.windows(3).position(|part| part == b"\x10\0\x0b").unwrap();
        let mut changed = module.clone();
        changed[at..at + 3].copy_from_slice(bad);
        assert!(split(&changed).is_err(), "{bad:?}");
    }
}

#[test]
fn the_defining_crate_is_found() {
    for (name, expected) in [
        ("_RNvNtCsfjRBi1GB0wC_12grundy_proof4find4find", Some("grundy_proof")),
        ("_RNvXs0_NtCsbp9OBSKnqS3_17grundy_retrograde10tier_storeNtB5_8InMemory3has", Some("grundy_retrograde")),
        (
            "_RINvNtCsgXGp5Oqx2Ny_4core3ptr13drop_in_placeNtNtCsd5pQBE7KPcw_13grundy_verify11certificate3DfaEBL_",
            Some("core"),
        ),
        ("ask", None),
        ("Cs_9", None),
    ] {
        assert_eq!(defining_crate(name), expected, "{name}");
    }
}
