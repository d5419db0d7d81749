//! The window of outcomes that benchmarks hold the engines against: its tests, without a build of all benchmarks.

#[path = "../../../../bench/src/window.rs"]
mod of_benchmarks;
