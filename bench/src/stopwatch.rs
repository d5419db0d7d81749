//! Timing: medians of several runs, compared with target figures.

use std::fmt::Write;
use std::time::{Duration, Instant};

/// The target of a figure, with its unit.
#[derive(Clone, Copy)]
pub enum Target {
    /// A run should take at most this number of seconds.
    Seconds(f64),
    /// A run, which processes `units` units, should process at least `min` units per second.
    Rate { units: f64, unit: &'static str, min: f64 },
    /// The figure, which is a count and not a time, should be at most `max`.
    Count { unit: &'static str, max: f64 },
}

impl Target {
    /// Returns the figure for one run, computed from `measured`, which is its seconds or its count.
    fn figure(self, measured: f64) -> f64 {
        match self {
            Target::Rate { units, .. } => units / measured,
            _ => measured,
        }
    }

    fn is_met(self, measured: f64) -> bool {
        match self {
            Target::Seconds(most) | Target::Count { max: most, .. } => measured <= most,
            Target::Rate { min: least, .. } => self.figure(measured) >= least,
        }
    }

    fn show(self, figure: f64) -> String {
        match self {
            Target::Seconds(_) => scaled(figure, "s"),
            Target::Rate { unit, .. } => scaled(figure, &format!("{unit}/s")),
            Target::Count { unit, .. } => scaled(figure, unit),
        }
    }

    fn shown(self) -> String {
        match self {
            Target::Seconds(most) | Target::Count { max: most, .. } => format!("<= {}", self.show(most)),
            Target::Rate { min: least, .. } => format!(">= {}", self.show(least)),
        }
    }
}

/// Formats a number with three significant digits and an SI prefix.
fn scaled(number: f64, unit: &str) -> String {
    const PREFIXES: [(f64, &str); 6] = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ")];
    let (scale, prefix) = PREFIXES.into_iter().find(|&(scale, _)| number >= scale).unwrap_or((1e-9, "n"));
    let number = number / scale;
    let decimals = if number >= 100.0 {
        0
    } else if number >= 10.0 {
        1
    } else {
        2
    };
    format!("{number:.decimals$} {prefix}{unit}")
}

struct Line {
    name: String,
    target: Target,
    median: f64,
    best: f64,
}

/// All figures measured so far, in the order in which they were measured.
pub struct Report {
    runs: usize,
    filters: Vec<String>,
    lines: Vec<Line>,
}

impl Report {
    pub fn new(runs: usize, filters: Vec<String>) -> Report {
        Report { runs, filters, lines: vec![] }
    }

    /// Reports whether a figure is requested: a filter is part of its name, or there are no filters.
    pub fn wants(&self, name: &str) -> bool {
        self.filters.is_empty() || self.filters.iter().any(|filter| name.contains(filter.as_str()))
    }

    /// Times `run`, as many times as the report requires, and adds the figure to the report.
    pub fn time<T>(&mut self, name: impl Into<String>, target: Target, mut run: impl FnMut() -> T) {
        self.sample(name, target, || {
            let start = Instant::now();
            std::hint::black_box(run());
            start.elapsed().as_secs_f64()
        });
    }

    /// Times a function that takes microseconds, with enough calls in each run to take a few milliseconds.
    pub fn time_short<T>(&mut self, name: impl Into<String>, target: Target, mut run: impl FnMut() -> T) {
        let start = Instant::now();
        let calls = (1..).find(|_| {
            std::hint::black_box(run());
            start.elapsed() > Duration::from_millis(5)
        });
        let calls = calls.unwrap_or(1);
        self.sample(name, target, || {
            let start = Instant::now();
            for _ in 0..calls {
                std::hint::black_box(run());
            }
            start.elapsed().as_secs_f64() / f64::from(calls)
        });
    }

    /// Calls `measure`, which returns seconds or counts, and adds the figure to the report.
    ///
    /// The number of calls is that of the runs of the report.
    pub fn sample(&mut self, name: impl Into<String>, target: Target, measure: impl FnMut() -> f64) {
        let mut measured: Vec<f64> = std::iter::repeat_with(measure).take(self.runs).collect();
        measured.sort_by(f64::total_cmp);
        let line = Line { name: name.into(), target, median: measured[measured.len() / 2], best: measured[0] };
        eprintln!("{}: {}", line.name, target.show(target.figure(line.median)));
        self.lines.push(line);
    }

    pub fn all_met(&self) -> bool {
        self.lines.iter().all(|line| line.target.is_met(line.median))
    }

    /// Returns all figures as a table in Markdown.
    pub fn table(&self) -> String {
        let header = ["figure", "median", "best", "target", "met"].map(str::to_string);
        let mut rows = vec![header];
        for line in &self.lines {
            let shown = |measured| line.target.show(line.target.figure(measured));
            let met = if line.target.is_met(line.median) { "yes" } else { "no" };
            rows.push([line.name.clone(), shown(line.median), shown(line.best), line.target.shown(), met.to_string()]);
        }
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
        let mut out = String::new();
        for (k, row) in rows.iter().enumerate() {
            for (cell, &width) in row.iter().zip(&widths) {
                // Writing to a string cannot fail.
                let _ = write!(out, "| {cell:width$} ");
            }
            out.push_str("|\n");
            if k == 0 {
                widths.iter().for_each(|&width| out.push_str(&format!("|{}", "-".repeat(width + 2))));
                out.push_str("|\n");
            }
        }
        out
    }
}
