//! Modules of the page as browsers get them: from a host, and in the board of notebooks, where `crates/py/build.rs` takes this file too.

/// A module without the lines that are comments as a whole, which nobody reads in a browser.
pub fn bare(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.lines() {
        let line_start = line.trim_start();
        let begins = !inside && line_start.starts_with("/*");
        if begins || inside {
            // What stands behind a comment stays.
            let Some((_, rest)) = line_start.split_once("*/") else {
                inside = true;
                continue;
            };
            inside = false;
            if !rest.trim().is_empty() {
                out.push_str(if begins { line } else { rest });
                out.push('\n');
            }
        } else if !line_start.is_empty() && !line_start.starts_with("//") {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

#[test]
fn comments_are_left_out() {
    let text = "// @ts-check\n/** One.\n *  two */\nconst a = 1; // three\n\n  /** @type {any} */\n  let b;\n/** @type {any} */ let c = `\n  x`;\n";
    assert_eq!(bare(text), "const a = 1; // three\n  let b;\n/** @type {any} */ let c = `\n  x`;\n");
}
