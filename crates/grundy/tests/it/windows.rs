//! Runs the tests of the benchmarks' window of outcomes without a build of all benchmarks.

#[path = "../../../../bench/src/window.rs"]
mod benchmark_window;
