//! Says how lists are sorted: see `src/order.rs`.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(sort_for_each_type)");
    if var("OPT_LEVEL").is_ok_and(|level| level == "3")
        && var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family != "wasm")
    {
        println!("cargo::rustc-cfg=sort_for_each_type");
    }
}
