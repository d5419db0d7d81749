//! Long Grundy sequences of heap games.

use crate::context::{Checkpoint, RequestContext, Watcher};
use crate::fields::Fields;
use crate::input::Input;
use crate::output::{OUTPUT_BUFFER, OutputOptions};
use crate::packed_values::PackedValues;
use crate::reply::Reply;
use crate::rules;
use crate::table::file_reply;
use grundy_json::{TableFormat, sequence_json, statistics_json};
use grundy_lang::{Text, text};
use grundy_render::{histogram_svg, sequence_svg, sequence_text, statistics_text, write_sequence};
use grundy_rules::Splitting;
use grundy_rules::clock::Instant;
use grundy_rules::{Error, ErrorKind, Play, Result, Ruleset};
use grundy_solve::Budget;
use grundy_solve::sequence::{Kernel, KernelStats, Period, Sequence, SequenceOptions, SequenceValues, Summary};
use grundy_verify::{Certificate, MAX_FILE_LEN, PeriodTheorem, Proof, Quantity, ResultTable};
use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::time::Duration;

/// Time between two progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Default last heap of a survey with moves to three heaps.
///
/// Computing one game up to this heap takes a second or two.
pub const DEFAULT_TRIPLE_HEAPS: u64 = 4096;

/// The output formats that a request may choose.
///
/// Text depends on the width of the terminal, so only the command writes sequences as text.
const FORMATS: [(&str, TableFormat); 4] =
    [("json", TableFormat::Json), ("csv", TableFormat::Csv), ("bfile", TableFormat::Bfile), ("svg", TableFormat::Svg)];

/// Returns the rules for a bare octal code; any other text is returned unchanged.
///
/// ```
/// assert_eq!(grundy_ask::sequence::normalise_code("0.77"), "octal[0.77]");
/// assert_eq!(grundy_ask::sequence::normalise_code("kayles"), "kayles");
/// ```
pub fn normalise_code(text: &str) -> String {
    let is_code = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if is_code { format!("octal[{text}]") } else { text.to_string() }
}

/// Returns a note on the cubic running time of games with moves to three heaps.
pub fn cubic_time_note(to: u64) -> Text {
    let times = (u128::from(to) / u128::from(DEFAULT_TRIPLE_HEAPS)).saturating_pow(3);
    text!(
        "with moves to three heaps, the time is proportional to the cube of the last heap: about {times} times the \
            time up to heap {heap}, which is a second or two",
        times,
        heap = DEFAULT_TRIPLE_HEAPS
    )
}

/// A request for a sequence of Grundy values.
#[derive(Clone, Debug)]
pub struct SequenceRequest {
    /// The game, or only its octal code.
    pub rules: Input<Arc<Ruleset>>,
    /// The last heap; by default 2^20, or 10^4 if there is no fast algorithm.
    pub to: Option<u64>,
    /// Whether play is misère; if so, the request fails, since Grundy values require normal play.
    pub misere: bool,
    /// Whether theorems may prove the period.
    pub use_theorems: bool,
    /// Whether to return value frequencies along with the summary.
    pub statistics: bool,
    /// The output format: JSON and text contain the summary, other formats the values.
    pub format: TableFormat,
}

/// A computed sequence.
pub struct Computed {
    /// The game.
    pub rules: Arc<Ruleset>,
    /// The values.
    pub values: Sequence,
    /// The summary of the values: period, records, checksums.
    pub summary: Arc<Summary>,
    /// The work that each kernel did.
    pub efforts: Vec<(Kernel, KernelStats)>,
    /// The last heap, as requested or by default.
    pub to: u64,
    /// The last heap listed: the requested bound, or by default at most the last computed heap.
    pub listed_to: u64,
}

/// A sequence as an array.
pub struct SequenceArray {
    /// The sequence.
    pub computed: Computed,
    /// The values from heap 0 on, with 0 for unknown values.
    pub cells: PackedValues,
}

/// A sequence to compute: its rules, bound and options.
struct SequencePlan {
    rules: Arc<Ruleset>,
    splitting: Splitting,
    to: u64,
    options: SequenceOptions,
}

impl SequenceRequest {
    /// Returns the request for the sequence of a game up to the default bound.
    pub fn new(rules: impl Into<Input<Arc<Ruleset>>>) -> SequenceRequest {
        let format = TableFormat::Json;
        SequenceRequest { rules: rules.into(), to: None, misere: false, use_theorems: true, statistics: false, format }
    }

    pub(crate) fn parse(fields: &mut Fields) -> Result<SequenceRequest> {
        Ok(SequenceRequest {
            rules: fields.required("rules", "0.77")?.into(),
            to: fields.number("to")?,
            misere: fields.flag("misere")?.unwrap_or(false),
            use_theorems: fields.flag("theorems")?.unwrap_or(true),
            statistics: fields.flag("stats")?.unwrap_or(false),
            format: fields.choice("format", &FORMATS)?.unwrap_or(TableFormat::Json),
        })
    }

    /// Computes the sequence.
    ///
    /// The computation resumes from the context's checkpoint, and its values are saved there at the end, also after
    /// an error.
    ///
    /// # Errors
    /// Any error of the notation; `unsupported` under misère play and for games whose moves do not take from a
    /// heap or split it; `limit`; the errors of the checkpoint.
    ///
    /// ```
    /// use grundy_rules::NoSources;
    /// use grundy_ask::{RequestContext, SequenceRequest};
    /// let (mut solver, budget) = (grundy_solve::Solver::new(), grundy_solve::Budget::default());
    /// let mut sources = NoSources;
    /// let mut context = RequestContext::new(&mut solver, &budget, &mut sources);
    /// let computed = SequenceRequest::new("kayles").compute(&mut context)?;
    /// assert_eq!((computed.to, computed.values.period().unwrap().period), (1 << 20, 12));
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn compute(&self, context: &mut RequestContext<'_>) -> Result<Computed> {
        let plan = self.plan(context)?;
        if matches!(self.format, TableFormat::Csv | TableFormat::Bfile | TableFormat::Svg) {
            // A period needs no table in memory, but the output lists every value, so the length of the list is
            // limited.
            fits(&plan, 1, context.budget)?;
        }
        self.computed(plan, context)
    }

    /// Computes the sequence as an array.
    ///
    /// # Errors
    /// As [`SequenceRequest::compute`].
    pub fn array(&self, context: &mut RequestContext<'_>) -> Result<SequenceArray> {
        let plan = self.plan(context)?;
        fits(&plan, 5, context.budget)?;
        let computed = self.computed(plan, context)?;
        let mut cells = PackedValues::default();
        for n in 0..=computed.to {
            cells.push(computed.values.known_value(n).map_or(0, u64::from));
            if n.is_multiple_of(1 << 16) {
                context.budget.check()?;
            }
        }
        Ok(SequenceArray { computed, cells })
    }

    pub(crate) fn run(
        &self,
        context: &mut RequestContext<'_>,
        emit: &mut dyn FnMut(Reply) -> Result<()>,
    ) -> Result<()> {
        if self.statistics && matches!(self.format, TableFormat::Csv | TableFormat::Bfile) {
            let message = text!("`stats` cannot be used with the formats csv and bfile");
            return Err(Error::new(ErrorKind::BadArgument, message));
        }
        let output = context.output;
        let computed = self.compute(context)?;
        if self.format != TableFormat::Json {
            let write = |out: &mut Vec<u8>| computed.write(self.format, self.statistics, &output, out);
            return emit(file_reply(self.format, |out| write(out).map_err(Into::into))?);
        }
        let Computed { rules, summary, efforts, .. } = computed;
        if self.statistics {
            emit(Reply::Statistics(Arc::clone(&rules), Arc::clone(&summary), efforts))?;
        }
        emit(Reply::Sequence(rules, summary))
    }

    /// Parses the game and chooses the bound.
    fn plan(&self, context: &mut RequestContext<'_>) -> Result<SequencePlan> {
        let rules = match &self.rules {
            Input::Text(text) => Arc::new(rules::parse(&normalise_code(text), self.misere, context.sources)?),
            parsed => parsed.resolve(self.misere, context.sources)?,
        };
        let splitting = moves(&rules)?;
        let fast = splitting.three.is_empty() && splitting.amounts.as_ref().is_none_or(|set| set.max().is_some());
        let to = self.to.unwrap_or(if fast { 1 << 20 } else { 10_000 });
        let plan = SequencePlan {
            rules,
            splitting,
            to,
            options: SequenceOptions { certify: self.use_theorems, ..SequenceOptions::default() },
        };
        if let Some(watcher) = context.watcher
            && !plan.splitting.three.is_empty()
            && to >= 4 * DEFAULT_TRIPLE_HEAPS
        {
            watcher.note(&cubic_time_note(to));
        }
        Ok(plan)
    }

    fn computed(&self, plan: SequencePlan, context: &mut RequestContext<'_>) -> Result<Computed> {
        let SequencePlan { rules, splitting, to, options } = plan;
        let budget = context.budget;
        let mut values = match &mut context.checkpoint {
            Some(checkpoint) => resume_saved(&rules, &splitting, options, *checkpoint, budget)?,
            None => None,
        }
        .map_or_else(|| Sequence::new(&splitting, options), Ok)?;
        if let Some(watcher) = context.watcher
            && let Err(error) = budget.check_fits(u128::from(to) + 1, &text!("the sequence up to heap {to}", to))
            && values.can_certify()
        {
            watcher.note(&text!(
                "{error}; the sequence is computed until a period is proved or memory runs out",
                error = error.message
            ));
        }
        let result = extend(&mut values, to, context);
        // Save the computed values even after an error.
        if let Some(checkpoint) = &mut context.checkpoint {
            checkpoint.save(&values)?;
        }
        if result.is_err()
            && let Some(watcher) = context.watcher
            && values.computed() > 0
        {
            watcher.stopped(values.computed() - 1);
        }
        result?;
        let efforts = values.kernel_stats().collect();
        if values.computed() > to.saturating_add(1) {
            // The checkpoint goes beyond the requested bound, so cut it: the report covers the requested heaps
            // only.
            let mut state = values.state();
            state.values = truncate_values(&state.values, to as usize + 1);
            (state.search_at, state.certified) = (0, false);
            values = Sequence::resume(&splitting, options, state, budget)?;
        }
        values.search_now(budget)?;
        let summary = Arc::new(values.summary());
        let listed_to = if self.to.is_some() { to } else { to.min(summary.computed_to) };
        Ok(Computed { rules, values, summary, efforts, to, listed_to })
    }
}

impl Computed {
    /// Writes the sequence in the given format, with frequencies if `statistics` is set.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write(
        &self,
        format: TableFormat,
        statistics: bool,
        output: &OutputOptions<'_>,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let Computed { rules, values, summary, listed_to, .. } = self;
        let (language, style) = (output.language, output.style);
        match (format, statistics) {
            (TableFormat::Text, _) => {
                write!(out, "{}", style.wrap_lines(&sequence_text(rules, summary, language)))?;
                if statistics {
                    write!(out, "\n{}", style.wrap_lines(&statistics_text(summary, language)))?;
                }
                Ok(())
            }
            (TableFormat::Json, _) => {
                if statistics {
                    let efforts = self.efforts.iter().copied();
                    writeln!(out, "{}", statistics_json(rules, summary, efforts, output.json_options()))?;
                }
                writeln!(out, "{}", sequence_json(rules, summary, output.json_options()))
            }
            (TableFormat::Csv | TableFormat::Bfile, _) => {
                let mut out = BufWriter::with_capacity(OUTPUT_BUFFER, out);
                write_sequence(values, *listed_to, format == TableFormat::Csv, &mut out)?;
                out.flush()
            }
            (TableFormat::Svg, true) => out.write_all(histogram_svg(rules, summary, language).as_bytes()),
            (TableFormat::Svg, false) => out.write_all(sequence_svg(rules, values, *listed_to, language).as_bytes()),
        }
    }

    /// Returns the certificate of the period, as text.
    ///
    /// # Errors
    /// The reason why there is no certificate.
    pub fn certificate(&self) -> std::result::Result<String, NoCertificate> {
        let period = self.values.period().ok_or(NoCertificate::Unproved)?;
        let is_taking_game = self.rules.game.table_form().is_some_and(|view| view.amounts().is_some());
        let theorem = if is_taking_game { PeriodTheorem::Window } else { PeriodTheorem::Octal };
        let text = certificate(&self.rules.to_string(), theorem, &self.values, period);
        text.ok_or(NoCertificate::TooLong(period.preperiod + period.period))
    }
}

/// The reason why a period has no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCertificate {
    /// No period is proved.
    Unproved,
    /// A certificate would list this many values, more than the maximum.
    TooLong(u64),
}

/// Returns the certificate of a period; `None` if it exceeds the maximum size of certificates.
fn certificate(rules: &str, theorem: PeriodTheorem, values: &Sequence, period: Period) -> Option<String> {
    let Period { preperiod, period } = period;
    let entries = preperiod + period;
    // An entry takes at least two bytes.
    if 2 * entries > MAX_FILE_LEN as u64 {
        return None;
    }
    let table = ResultTable::Values(values.values(0..entries).map(u64::from).collect());
    let proof = Proof::Periodic { theorem, of: Quantity::Grundy, preperiod, period, table };
    let text = Certificate { rules: rules.to_string(), claim: None, automata: vec![], proof }.to_text();
    Some(text).filter(|text| text.len() <= MAX_FILE_LEN)
}

/// Fails if a list of all values does not fit into memory at `bytes` bytes per value.
fn fits(plan: &SequencePlan, bytes: u128, budget: &Budget) -> Result<()> {
    let list = text!("a list of the values of all heaps up to {to}", to = plan.to);
    budget.check_fits((u128::from(plan.to) + 1) * bytes, &list)
}

/// Returns the sequence saved in the checkpoint, if any, after comparing its checksum.
fn resume_saved(
    rules: &Ruleset,
    splitting: &Splitting,
    options: SequenceOptions,
    checkpoint: &mut dyn Checkpoint,
    budget: &Budget,
) -> Result<Option<Sequence>> {
    let Some((state, checksum)) = checkpoint.open(&rules.game.rules_text(), budget.bytes)? else { return Ok(None) };
    let resumed = Sequence::resume(splitting, options, state, budget)?;
    if resumed.checksum() != checksum {
        let message =
            text!("`{path}` is refused: its values do not match the recorded checksum", path = checkpoint.name());
        return Err(Error::new(ErrorKind::Refused, message));
    }
    Ok(Some(resumed))
}

/// Returns the first `length` values.
fn truncate_values(values: &SequenceValues, length: usize) -> SequenceValues {
    match values {
        SequenceValues::Bytes(list) => SequenceValues::Bytes(list[..length].to_vec()),
        SequenceValues::Words(list) => SequenceValues::Words(list[..length].to_vec()),
        SequenceValues::Longs(list) => SequenceValues::Longs(list[..length].to_vec()),
    }
}

/// Computes up to heap `to` or to a proof of a period.
///
/// The work runs in time slices. Between two slices, values are saved and progress is reported.
fn extend(values: &mut Sequence, to: u64, context: &mut RequestContext<'_>) -> Result<()> {
    let budget = context.budget;
    if context.checkpoint.is_none() && context.watcher.is_none() {
        return values.extend_to(to, budget);
    }
    let interval = context.checkpoint.as_ref().map_or(Duration::MAX, |checkpoint| checkpoint.interval());
    let (mut tick, mut saved) = (PROGRESS_INTERVAL, Instant::now());
    loop {
        let (start, before) = (Instant::now(), values.computed());
        let end = start + tick.min(interval.max(Duration::from_millis(1)));
        let deadline = Some(budget.deadline.map_or(end, |deadline| deadline.min(end)));
        let slice = Budget { deadline, progress: None, ..budget.clone() };
        match values.extend_to(to, &slice) {
            Ok(()) => return Ok(()),
            // A limit error after the end of the slice only ends the slice; all others are final.
            Err(error) if error.kind != ErrorKind::Limit || Instant::now() < end => return Err(error),
            Err(_) => budget.check()?,
        }
        if values.computed() == before {
            // Double the slice until the preparations fit into one slice.
            tick *= 2;
        }
        if let Some(watcher) = context.watcher {
            report(values, before, start, to, watcher);
        }
        if let Some(checkpoint) = &mut context.checkpoint
            && saved.elapsed() >= interval
        {
            checkpoint.save(values)?;
            saved = Instant::now();
        }
    }
}

/// Reports the number of values and the speed since `start`.
///
/// `before` is the number of values that were computed at `start`.
fn report(values: &Sequence, before: u64, start: Instant, to: u64, watcher: &dyn Watcher) {
    let stats = values.stats();
    // The speed in hundredths of a million values per second.
    let speed = u128::from(stats.computed - before) * 100_000 / start.elapsed().as_nanos().max(1);
    let speed = format!("{}.{:02}", speed / 100, speed % 100);
    let (values, largest, size) = (stats.computed, stats.max_value, stats.bytes >> 20);
    let message = match stats.rare_heaps {
        Some(rares) => text!(
            "{values} values, {speed} million/s, {rares} rare, last at heap {last}, largest {largest}, {size} MiB",
            values,
            speed,
            rares,
            last = stats.last_rare.unwrap_or(0),
            largest,
            size
        ),
        None => {
            text!("{values} values, {speed} million/s, largest {largest}, {size} MiB", values, speed, largest, size)
        }
    };
    watcher.progress(&message, stats.computed, to.checked_add(1));
}

/// Returns the moves of a heap game under normal play.
///
/// # Errors
/// `unsupported` under misère play, and for games whose moves do not take from a heap or split it.
fn moves(rules: &Ruleset) -> Result<Splitting> {
    if rules.play == Play::Misere {
        let error = Error::new(ErrorKind::Unsupported, text!("Grundy values are defined only under normal play"));
        return Err(error.help(text!("for misère play, compute a table of outcomes instead")));
    }
    Splitting::from_rules(rules).ok_or_else(|| {
        let message =
            text!("`{game}` is not a game whose moves take from a heap or split it", game = rules.game.rules_text());
        Error::new(ErrorKind::Unsupported, message)
            .help(text!("for example 0.77, kayles, grundy_game, lasker or take[1,3,4]; use a table for other games"))
    })
}
