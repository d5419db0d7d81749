//! Long sequences and surveys of octal games as text, CSV, Markdown and pictures.

use crate::columns::pad;
use crate::plot;
use grundy_lang::{Language, Text, text};
use grundy_rules::{Code, Ruleset};
use grundy_solve::sequence::{Discovery, GUY_SMITH, Kernel, KernelStats, Regularity, Sequence, Summary, SurveyRow};
use grundy_value::CompactSort;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write;

/// Summarises a sequence for readers.
pub fn sequence_text(rules: &Ruleset, summary: &Summary, language: Language) -> String {
    let title = headline(rules, summary.computed_to);
    let mut rows = vec![];
    match summary.certificate {
        Some(proof) => {
            let (theorem, preperiod, period) = (proof.theorem, proof.period.preperiod, proof.period.period);
            let proved = text!("{period} from heap {preperiod} on, proved", period, preperiod);
            rows.push((text!("period"), proved));
            rows.push((text!("theorem"), Text::verbatim(format!("{}, {}", theorem.name, theorem.source))));
        }
        None => rows.push((text!("period"), text!("none proved"))),
    }
    if let Some(found) = &summary.regularity {
        rows.push((text!("conjecture"), text!("{rule}; not proved", rule = regularity(found))));
    }
    let at = summary.records.last().map_or(0, |&(n, _)| n);
    rows.push((text!("largest"), text!("{value}, first at heap {at}", value = summary.max_value, at)));
    if let Some(rares) = &summary.rare_heaps {
        let (count, mask) = (rares.count, format!("{:#x}", rares.mask));
        let by = match rares.alternating {
            true => text!("{count} with mask {mask} and the parity of the heap", count, mask),
            false => text!("{count} with mask {mask}", count, mask),
        };
        rows.push((
            text!("rare"),
            match rares.last {
                Some(last) => text!("{by}, the last at heap {last}", by, last),
                None => by,
            },
        ));
    }
    rows.push((text!("checksum"), Text::verbatim(format!("{:016x}", summary.checksum))));
    let line = |(label, text): &(Text, Text)| {
        format!("{} {}\n", pad(&label.in_language(language), 10), text.in_language(language))
    };
    format!("{}\n\n", title.in_language(language)) + &rows.iter().map(line).collect::<String>()
}

fn headline(rules: &Ruleset, to: u64) -> Text {
    text!("{rules}: Grundy values of heaps {from} to {to}", rules = rules.game.rules_text(), from = 0, to)
}

/// The largest number of residues that are listed.
const MAX_NAMED: usize = 12;

/// Formats a regularity as an equation between heaps.
fn regularity(regularity: &Regularity) -> Text {
    let Regularity { preperiod, period, saltus, exceptions } = regularity;
    let (preperiod, period, saltus) = (*preperiod, *period, *saltus);
    let more = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
    let rule = text!("G(n + {period}) = G(n){more} from heap {preperiod} on", period, more, preperiod);
    if exceptions.is_empty() {
        return rule;
    }
    let mut named: Vec<Text> = exceptions.iter().take(MAX_NAMED).map(|n| Text::verbatim(n.to_string())).collect();
    if exceptions.len() > MAX_NAMED {
        named.push(text!("{more} more", more = exceptions.len() - MAX_NAMED));
    }
    text!(
        "{rule}, except that G(n + {period}) = G(n) for n mod {period} in {named}",
        rule,
        period,
        named = Text::list(named)
    )
}

/// Returns the histogram of values, the record values and the rare heaps.
pub fn statistics_text(summary: &Summary, language: Language) -> String {
    let mut out = text!("value  heaps").in_language(language) + "\n";
    for (value, count) in summary.histogram.iter().enumerate().filter(|(_, count)| **count > 0) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{value:>5}  {count}");
    }
    let list = |out: &mut String, title: Text, pairs: &[(u64, u32)]| {
        let _ = writeln!(out, "\n{}", title.in_language(language));
        for row in pairs.chunks(10) {
            let row: Vec<String> = row.iter().map(|(n, value)| format!("{n}:{value}")).collect();
            let _ = writeln!(out, "  {}", row.join(" "));
        }
    };
    list(&mut out, text!("records, heap:value"), &summary.records);
    if let Some(rares) = &summary.rare_heaps {
        let shown = rares.list.len();
        let title = match rares.count > shown as u64 {
            true => text!("the first {shown} rare heaps, heap:value", shown),
            false => text!("rare heaps, heap:value"),
        };
        list(&mut out, title, &rares.list);
    }
    out
}

/// Describes the work of each kernel in pairs per CPU cycle.
///
/// `cycles_per_microsecond` is the clock rate. The numbers differ from run to run, so they do not belong in answers.
pub fn kernel_stats_text(
    efforts: impl Iterator<Item = (Kernel, KernelStats)>,
    cycles_per_microsecond: u64,
) -> Vec<Text> {
    let hundredths = |number: u128| Text::verbatim(format!("{}.{:02}", number / 100, number % 100));
    let remark = |(kernel, effort): (Kernel, KernelStats)| {
        text!(
            "kernel {kernel}: {heaps} heaps in {seconds} s, {pace} pairs of heaps per clock cycle at {clock} GHz",
            kernel = kernel.name(),
            heaps = effort.heaps,
            seconds = hundredths(u128::from(effort.nanoseconds) / 10_000_000),
            pace = hundredths(effort.hundredths_a_cycle(cycles_per_microsecond)),
            clock = hundredths(u128::from(cycles_per_microsecond) / 10)
        )
    };
    efforts.map(remark).collect()
}

/// Writes the values of heaps 0 to `to` as CSV, or in the two columns of an OEIS b-file.
///
/// # Errors
/// The errors of the writer.
pub fn write_sequence(sequence: &Sequence, to: u64, csv: bool, out: &mut dyn Write) -> std::io::Result<()> {
    if csv {
        writeln!(out, "n,grundy")?;
    }
    let separator = if csv { ',' } else { ' ' };
    for (n, value) in (0..=to).zip(sequence.values(0..to.saturating_add(1))) {
        writeln!(out, "{n}{separator}{value}")?;
    }
    Ok(())
}

/// Plots the values over the heaps.
pub fn sequence_svg(rules: &Ruleset, sequence: &Sequence, to: u64, language: Language) -> String {
    let title = headline(rules, to).in_language(language);
    let max_value = sequence.values(0..to.saturating_add(1)).max().unwrap_or(0);
    plot::points(&title, to, max_value.into(), language, sequence.values(0..to.saturating_add(1)).map(u64::from))
}

/// Plots the number of heaps of each value.
pub fn histogram_svg(rules: &Ruleset, summary: &Summary, language: Language) -> String {
    let (game, to) = (rules.game.rules_text(), summary.computed_to);
    let title = text!("{game}: number of heaps from 0 to {to} with each value", game, to).in_language(language);
    let rares = summary.rare_heaps.as_ref().filter(|rares| !rares.alternating);
    plot::bars(&title, &summary.histogram, rares.map(|rares| rares.mask), language)
}

/// A game of a survey: its code, and the row with its results.
#[derive(Debug)]
pub struct SurveyEntry<'a> {
    /// The code.
    pub code: &'a Code,
    /// The results for the game without the heaps that have no move.
    pub row: &'a SurveyRow,
    /// The number of heaps of the game that have no move.
    pub shift: u64,
    /// The first game of the survey with the same sequence.
    pub like: &'a Code,
    /// The reason why `code` and `like` have the same sequence.
    pub by: EqualBy,
}

/// The reason why two games have the same sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EqualBy {
    /// Both are the same game.
    Itself,
    /// The rules of both games are equal after heaps without moves are dropped.
    Rules,
    /// Both have the same proved sequence.
    Values,
    /// Both have the same values as far as they are computed.
    SoFar,
}

impl EqualBy {
    /// Returns a name of one or two words; machine-readable files use the English name.
    pub fn text(self) -> Text {
        match self {
            EqualBy::Itself => text!("itself"),
            EqualBy::Rules => text!("rules"),
            EqualBy::Values => text!("values"),
            EqualBy::SoFar => text!("so far"),
        }
    }
}

/// Returns the games of a survey in order, each with the first game that has the same sequence.
pub fn survey_entries<'a>(codes: &'a [Code], rows: &'a HashMap<Code, SurveyRow>) -> Vec<SurveyEntry<'a>> {
    let mut first: HashMap<(u64, u32), Vec<&SurveyRow>> = HashMap::new();
    // Of several games with the same sequence, the game with the shortest code represents the others.
    let mut live: Vec<&Code> = rows.keys().collect();
    live.compact_sort_by_key(|code| (code.digits().len(), code.digits().to_vec()));
    for code in live {
        first.entry((rows[code].digest, rows[code].max_value)).or_default().push(&rows[code]);
    }
    let entry = |code: &'a Code| {
        let (live, shift) = code.without_dead_heaps();
        let row = rows.get(&live)?;
        let alike = first.get(&(row.digest, row.max_value)).into_iter().flatten().find(|other| other.is_like(row));
        let like = &alike.copied().unwrap_or(row).code;
        let by = match (*code == *like, live == *like, row.period.is_some()) {
            (true, ..) => EqualBy::Itself,
            (_, true, _) => EqualBy::Rules,
            (_, _, true) => EqualBy::Values,
            _ => EqualBy::SoFar,
        };
        Some(SurveyEntry { code, row, shift, like, by })
    };
    codes.iter().filter_map(entry).collect()
}

/// Returns a survey as CSV, a line for each code.
pub fn survey_csv(codes: &[Code], rows: &HashMap<Code, SurveyRow>) -> String {
    let mut out = String::from(
        "code,like,shift,by,status,preperiod,period,computed_to,max_value,rare_mask,rare_parity,rares,last_rare,checksum,seems\n",
    );
    for SurveyEntry { code, row, shift, like, by } in survey_entries(codes, rows) {
        let period = row.period_after(shift);
        let status = if period.is_some() { "proved" } else { "open" };
        let (preperiod, length) =
            period.map_or(Default::default(), |p| (p.preperiod.to_string(), p.period.to_string()));
        let _ = write!(
            out,
            "{code},{like},{shift},{},{status},{preperiod},{length},{},{},",
            by.text(),
            row.computed_to,
            row.max_value
        );
        match row.rare_heaps {
            Some((mask, parity, count, last)) => {
                let last = last.map_or(String::new(), |last| last.to_string());
                let _ = write!(out, "{mask:#x},{},{count},{last}", u8::from(parity));
            }
            None => out.push_str(",,,"),
        }
        let _ = write!(out, ",{:016x},", row.checksum);
        if let Some(regularity) = &row.regularity {
            let Regularity { preperiod, period, saltus, exceptions } = regularity.after(shift);
            let _ = write!(out, "{preperiod};{period};{saltus}");
            for residue in exceptions {
                let _ = write!(out, ";{residue}");
            }
        }
        out.push('\n');
    }
    out
}

/// Returns a survey as Markdown tables: periodic games, open games, and codes with equal sequences.
pub fn survey_markdown(
    pattern: &str,
    to: u64,
    codes: &[Code],
    rows: &HashMap<Code, SurveyRow>,
    language: Language,
) -> String {
    let all = survey_entries(codes, rows);
    let mut chosen: Vec<&SurveyRow> = all.iter().map(|entry| &rows[entry.like]).collect();
    chosen.compact_sort_by_key(|row| (row.code.digits().len(), row.code.digits().to_vec()));
    chosen.dedup_by_key(|row| &row.code);
    let (proved, open): (Vec<&SurveyRow>, Vec<&SurveyRow>) = chosen.iter().partition(|row| row.period.is_some());
    let mut page = Page { language, out: String::new() };
    page.line(&text!("# Games {pattern} up to heap {to}", pattern, to));
    page.line(&text!(
        "{codes} codes, {sequences} sequences: {proved} with a proved period, {open} open.",
        codes = all.len(),
        sequences = chosen.len(),
        proved = proved.len(),
        open = open.len()
    ));
    let rares = |row: &SurveyRow| match row.rare_heaps {
        Some((mask, parity, count, last)) => {
            let mask = Text::verbatim(format!("{mask:#x}"));
            let mask = if parity { text!("{mask} + parity", mask) } else { mask };
            let last = last.map_or("–".to_string(), |last| last.to_string());
            format!("{} | {count} | {last}", mask.in_language(language))
        }
        None => "– | – | –".to_string(),
    };
    let rare = [(text!("rare mask"), LEFT), (text!("rare heaps"), RIGHT), (text!("last rare heap"), RIGHT)];
    page.line(&text!("## Periodic"));
    let first =
        [(text!("game"), LEFT), (text!("preperiod"), RIGHT), (text!("period"), RIGHT), (text!("largest value"), RIGHT)];
    page.columns(first.iter().chain(&rare));
    for row in proved {
        let Some(period) = row.period else { continue };
        let (n0, p) = (period.preperiod, period.period);
        page.row(format_args!("{} | {n0} | {p} | {} | {}", row.code, row.max_value, rares(row)));
    }
    page.line(&text!("## Open"));
    let first = [(text!("game"), LEFT), (text!("computed to"), RIGHT), (text!("largest value"), RIGHT)];
    page.columns(first.iter().chain(&rare));
    for row in &open {
        page.row(format_args!("{} | {} | {} | {}", row.code, row.computed_to, row.max_value, rares(row)));
    }
    page.regular(open.iter().filter_map(|row| Some((&row.code, regularity(row.regularity.as_ref()?)))));
    let alike: Vec<&SurveyEntry> = all.iter().filter(|entry| entry.code != entry.like).collect();
    if alike.is_empty() {
        return page.out;
    }
    page.line(&text!("## Equal sequences"));
    page.line(&text!(
        "G(n) of a code equals G(n - shift) of the game in the column *like*. The column *by* gives the reason: \
            *rules* means that both games have the same rules once heaps without moves are dropped, *values* that \
            both have the same proved sequence, *so far* that both have the same values as far as they are computed."
    ));
    page.columns(&[(text!("code"), LEFT), (text!("like"), LEFT), (text!("shift"), RIGHT), (text!("by"), LEFT)]);
    for SurveyEntry { code, like, shift, by, .. } in alike {
        page.row(format_args!("{code} | {like} | {shift} | {}", by.text().in_language(language)));
    }
    page.out
}

/// A result of a survey that the built-in tables lack.
#[derive(Clone, Debug)]
pub struct SurveyFinding {
    /// The game as it was requested.
    pub code: Code,
    /// The number of heaps of the game that have no move.
    pub shift: u64,
    /// The results for the game without those heaps.
    pub row: SurveyRow,
    /// The new result about the game.
    pub discovery: Discovery,
    /// The proof of its period, if the period is new.
    pub proof: Option<PeriodProof>,
}

/// A proof of a period that others can check; it is about the code as it was requested.
#[derive(Clone, Debug)]
pub struct PeriodProof {
    /// The summary of the sequence, computed as far as the proof needs it.
    pub summary: Summary,
    /// The certificate, if it is not too large.
    pub certificate: Option<String>,
    /// The command that writes the certificate.
    pub command: String,
}

/// Returns the new results of a survey as Markdown, with the data that others need to check them.
pub fn news_markdown(pattern: &str, to: u64, found: &[SurveyFinding], language: Language) -> String {
    let mut page = Page { language, out: String::new() };
    page.line(&text!("# New results for games {pattern} up to heap {to}", pattern, to));
    let version = env!("CARGO_PKG_VERSION");
    page.line(&text!("Computed by grundy {version}; its built-in tables do not have these results.", version));
    let periods: Vec<(&Code, &PeriodProof)> =
        found.iter().filter_map(|found| Some((&found.code, found.proof.as_ref()?))).collect();
    if !periods.is_empty() {
        page.line(&text!("## Periods"));
        page.line(&Text::verbatim(format!("{} ({})", language.translate(GUY_SMITH.statement), GUY_SMITH.source)));
        page.line(&text!(
            "The command writes a certificate, and `grundy verify` checks it. The column *certificate* \
                shows the checksum at the end of the certificate's first line, or `–` if the certificate is too \
                large. The checksum of the values covers all heaps up to the last heap used."
        ));
        page.columns(&[
            (text!("game"), LEFT),
            (text!("preperiod"), RIGHT),
            (text!("period"), RIGHT),
            (text!("largest value"), RIGHT),
            (text!("last heap used"), RIGHT),
            (text!("checksum of the values"), LEFT),
            (text!("certificate"), LEFT),
            (text!("command"), LEFT),
        ]);
        for (code, PeriodProof { summary, certificate, command }) in periods {
            let Some(proof) = summary.certificate else { continue };
            let certificate = certificate.as_deref().and_then(|text| text.lines().next()?.split(' ').next_back());
            page.row(format_args!(
                "{code} | {} | {} | {} | {} | {:016x} | {} | `{command}`",
                proof.period.preperiod,
                proof.period.period,
                summary.max_value,
                summary.computed_to,
                summary.checksum,
                certificate.unwrap_or("–")
            ));
        }
    }
    let regular = found.iter().filter(|found| found.discovery == Discovery::Regular);
    page.regular(regular.filter_map(|SurveyFinding { code, row, shift, .. }| {
        Some((code, regularity(&row.regularity.as_ref()?.after(*shift))))
    }));
    let further: Vec<(&SurveyFinding, u64)> = found
        .iter()
        .filter_map(|found| if let Discovery::Further { than } = found.discovery { Some((found, than)) } else { None })
        .collect();
    if !further.is_empty() {
        page.line(&text!("## Computed further, still open"));
        page.columns(&[
            (text!("game"), LEFT),
            (text!("computed to"), RIGHT),
            (text!("tables end at"), RIGHT),
            (text!("largest value"), RIGHT),
            (text!("checksum of the values"), LEFT),
        ]);
        for (SurveyFinding { row, .. }, than) in further {
            page.row(format_args!(
                "{} | {} | {than} | {} | {:016x}",
                row.code, row.computed_to, row.max_value, row.checksum
            ));
        }
    }
    let alike: Vec<(&Code, &Code)> = found
        .iter()
        .filter_map(
            |found| if let Discovery::Like(other) = &found.discovery { Some((&found.row.code, other)) } else { None },
        )
        .collect();
    if !alike.is_empty() {
        page.line(&text!("## Known under another name"));
        page.line(&text!("The two games of a row have the same proved sequence."));
        page.columns(&[(text!("game"), LEFT), (text!("like"), LEFT)]);
        for (code, other) in alike {
            page.row(format_args!("{code} | {other}"));
        }
    }
    if found.is_empty() {
        page.line(&text!(
            "Nothing new: the tables already contain every period and regularity found, and no sequence was \
            computed further."
        ));
    }
    page.out
}

/// A Markdown page under construction.
struct Page {
    language: Language,
    out: String,
}

/// Alignments of table columns.
const LEFT: &str = ":--";

const RIGHT: &str = "--:";

impl Page {
    /// Appends a line with a blank line before it.
    fn line(&mut self, text: &Text) {
        let before = if self.out.is_empty() { "" } else { "\n" };
        self.out += &format!("{before}{}\n", text.in_language(self.language));
    }

    /// Appends the header of a table: the name and the alignment of each column.
    fn columns<'a>(&mut self, columns: impl IntoIterator<Item = &'a (Text, &'static str)>) {
        let (names, lines): (Vec<String>, Vec<&str>) =
            columns.into_iter().map(|(name, line)| (name.in_language(self.language), *line)).unzip();
        self.out += &format!("\n| {} |\n|{}|\n", names.join(" | "), lines.join("|"));
    }

    /// Appends the regularities of games, if there are any.
    fn regular<'a>(&mut self, games: impl Iterator<Item = (&'a Code, Text)>) {
        let mut games = games.peekable();
        if games.peek().is_none() {
            return;
        }
        self.line(&text!("## Regular as far as computed"));
        self.line(&text!("None of this is proved."));
        self.columns(&[(text!("game"), LEFT), (text!("conjecture"), LEFT)]);
        for (code, seems) in games {
            self.row(format_args!("{code} | {}", seems.in_language(self.language)));
        }
    }

    fn row(&mut self, cells: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "| {cells} |");
    }
}
