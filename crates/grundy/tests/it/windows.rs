//! Includes the benchmarks' window of outcomes, so that its tests run without a build of all benchmarks.

#[path = "../../../../bench/src/window.rs"]
mod benchmark_window;
