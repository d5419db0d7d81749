//! The contents of a folder of solved positions, and the estimated cost of solving, as text.

use crate::columns::{pad, width};
use crate::style::Style;
use grundy_lang::{Language, Text, text};
use grundy_retrograde::Estimate;
use grundy_solve::Move;

/// Counts of positions, for one tier or for all.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The numbers of won, lost and drawn positions.
    pub positions: [u64; 3],
    /// The number of positions up to symmetry.
    pub orbits: u64,
    /// The number of slots in the tables, with or without a position.
    pub slots: u64,
    /// The greatest remoteness, if any position is won or lost.
    pub max_remoteness: Option<u32>,
    /// The size of the files in bytes.
    pub bytes: u64,
}

/// Information on a folder of solved positions.
#[derive(Clone, Debug, Default)]
pub struct FolderInfo {
    /// The path of the folder.
    pub dir: String,
    /// The starting position.
    pub spec: String,
    /// Whether all tiers are solved.
    pub complete: bool,
    /// The counts of all tiers together.
    pub all: Counts,
    /// A position of greatest remoteness.
    pub longest: Option<String>,
    /// A longest winning line of play from `longest`, in words.
    pub longest_win_text: Vec<Text>,
    /// The same line of play, move by move.
    pub longest_win: Vec<Move>,
    /// The tiers with their names, in the order of solving.
    pub tiers: Vec<(String, Counts)>,
}

/// Describes a folder in words, with a table of its tiers.
pub fn folder_text(info: &FolderInfo, style: Style, language: Language) -> String {
    let [win, lose, draw] = info.all.positions;
    let mut lines = vec![
        text!("{dir}: {spec}", dir = info.dir.as_str(), spec = info.spec.as_str()),
        if info.complete { text!("all tiers are solved") } else { text!("not all tiers are solved yet") },
        text!(
            "positions: {all}, of which {win} won, {lose} lost, {draw} drawn",
            all = win + lose + draw,
            win,
            lose,
            draw
        ),
    ];
    if let Some(moves) = info.all.max_remoteness {
        lines.push(text!("greatest remoteness: {moves}", moves));
    }
    if let Some(longest) = &info.longest {
        lines.push(text!("first position with this remoteness: {longest}", longest = longest.as_str()));
    }
    lines.extend(info.longest_win_text.iter().map(|line| Text::concat([Text::verbatim("  "), line.clone()])));
    lines.push(text!("files: {bytes} bytes", bytes = info.all.bytes));
    let mut out: String = lines.iter().map(|line| style.wrap_lines(&line.in_language(language)) + "\n").collect();
    if !info.tiers.is_empty() {
        out.push('\n');
        out.push_str(&tier_table(info, language));
    }
    out
}

/// Returns a table with a line for each tier.
fn tier_table(info: &FolderInfo, language: Language) -> String {
    let heads = [
        text!("tier"),
        text!("positions"),
        text!("won"),
        text!("lost"),
        text!("drawn"),
        text!("remoteness"),
        text!("bytes"),
    ];
    let mut rows = vec![heads.map(|head: Text| head.in_language(language).to_string())];
    for (name, counts) in &info.tiers {
        let [win, lose, draw] = counts.positions;
        let remoteness = counts.max_remoteness.map_or("-".to_string(), |moves| moves.to_string());
        let numbers = [win + lose + draw, win, lose, draw].map(|number| number.to_string());
        let [all, win, lose, draw] = numbers;
        rows.push([name.clone(), all, win, lose, draw, remoteness, counts.bytes.to_string()]);
    }
    let widths: Vec<usize> = (0..7).map(|k| rows.iter().map(|row| width(&row[k])).max().unwrap_or(0)).collect();
    let mut out = String::new();
    for row in &rows {
        for (k, cell) in row.iter().enumerate() {
            if k == 0 {
                out.push_str(&pad(cell, widths[0]));
            } else {
                out.push_str(&" ".repeat(2 + widths[k] - width(cell)));
                out.push_str(cell);
            }
        }
        out.push('\n');
    }
    out
}

/// Describes an estimate of the cost of solving a position.
pub fn estimated_text(spec: &str, estimated: &Estimate, style: Style, language: Language) -> String {
    let e = estimated;
    // Hours are shown in tenths, rounded up.
    let tenths = e.core_seconds.div_ceil(360);
    let hours = format!("{}.{}", tenths / 10, tenths % 10);
    let lines = [
        text!("{spec}: estimate only; nothing was solved", spec),
        text!("tiers: {tiers} in {groups} groups", tiers = e.tiers, groups = e.groups),
        text!("slots: {slots}, of which {largest} in the largest group", slots = e.slots, largest = e.largest),
        text!("moves: about {moves}", moves = e.moves),
        text!("memory: about {bytes} bytes for the largest group", bytes = e.memory),
        text!("disk: about {bytes} bytes", bytes = e.disk),
        text!("work: about {hours} core-hours ({seconds} core-seconds)", hours, seconds = e.core_seconds),
        text!(
            "measured just now: {rate} slots per core-second, over {measured} slots",
            rate = e.rate,
            measured = e.measured
        ),
    ];
    lines.iter().map(|line| style.wrap_lines(&line.in_language(language)) + "\n").collect()
}
