//! Removes comments from the modules of the page, for hosts and for the notebook board.
//!
//! `crates/py/build.rs` includes this file.

/// Returns a module without empty lines and lines that are only comments.
pub fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.lines() {
        let line_start = line.trim_start();
        let begins = !inside && line_start.starts_with("/*");
        if begins || inside {
            // Code after a comment is kept.
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
fn comments_are_removed() {
    let text = "// @ts-check\n/** One.\n *  two */\nconst a = 1; // three\n\n  /** @type {any} */\n  let b;\n/** \
        @type {any} */ let c = `\n  x`;\n";
    assert_eq!(without_comments(text), "const a = 1; // three\n  let b;\n/** @type {any} */ let c = `\n  x`;\n");
}
