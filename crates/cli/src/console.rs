//! Standard error and Ctrl-C: messages, progress and interrupts, and the style of both output streams.

use crate::args::{CommonArgs, LimitArgs};
use crate::errors::{settled_lines, with_flag_suggestion};
use anstream::{AutoStream, ColorChoice};
use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};
use grundy::unstable::json::{JsonOptions, error_json};
use grundy::unstable::lang::{Language, Text, mask_hidden, text};
use grundy::unstable::render::{Style, Tone, truncate, wrap};
use grundy::unstable::rules::clock::Instant;
use grundy::unstable::rules::{Cancel, Sources, excerpt};
use grundy::unstable::solve::Solver;
use grundy::unstable::solve::{Progress, Usage};
use grundy::{Budget, Error, ErrorKind};
use grundy_ask::{Hints, OutputOptions, RequestContext};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use terminal_size::{Height, Width, terminal_size_of};

/// The flag that Ctrl-C sets; the engines poll it.
static CANCEL: LazyLock<Cancel> = LazyLock::new(Cancel::default);

/// The time in milliseconds that an engine may take to notice Ctrl-C before the process is ended.
static GRACE: AtomicU64 = AtomicU64::new(800);

/// The terminal of one run: output settings, errors, progress and Ctrl-C.
pub struct Console {
    /// The style of text on standard output.
    stdout_style: Style,
    /// Whether progress is shown on standard error.
    shows_progress: bool,
    json_options: JsonOptions,
    line: Arc<ProgressLine>,
}

/// The progress line on standard error, and the style of text there.
struct ProgressLine {
    stderr_style: Style,
    language: Language,
    bar: ProgressBar,
    work: Mutex<Option<TimedWork>>,
}

/// Returns the style of text on standard output.
pub fn stdout_style() -> Style {
    let stream = std::io::stdout();
    style(terminal_size_of(&stream), AutoStream::choice(&stream))
}

/// Returns the style of text on standard error.
pub fn stderr_style() -> Style {
    let stream = std::io::stderr();
    style(terminal_size_of(&stream), AutoStream::choice(&stream))
}

/// Builds a style from the terminal size and the choice of colours.
///
/// Only terminals have a size. `anstream` evaluates NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM and `--color`.
fn style(size: Option<(Width, Height)>, colors: ColorChoice) -> Style {
    Style {
        width: size.map(|(Width(columns), _)| columns.into()),
        height: size.map(|(_, Height(lines))| lines.into()),
        colors: colors != ColorChoice::Never,
    }
}

/// Reports whether the terminal can only print text, so that nothing can be drawn on it.
pub fn is_dumb() -> bool {
    cfg!(not(windows)) && std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb")
}

/// The command that prints the proof of a theorem.
pub const PROOF_COMMAND: &str = "grundy games THEOREM --proof";

/// Returns the shell command that proves the claim that was found.
fn prove_command(rules: &str, claim: &str) -> String {
    format!("grundy prove '{rules}' --claim '{claim}'")
}

/// The work in progress, from whose speed the remaining time is estimated.
struct TimedWork {
    name: Text,
    since: Instant,
    /// The number of units that were done at `since`.
    from: u64,
    total: Option<u64>,
}

impl Console {
    /// Creates a console that prints in `language`, and installs the handler of Ctrl-C.
    pub fn new(language: Language) -> Console {
        // If the handler cannot be installed, Ctrl-C still ends the process.
        let _ = ctrlc::set_handler(move || {
            CANCEL.cancel();
            // A blocking read from a terminal or a pipe does not poll the flag, so end the process after a
            // grace period.
            std::thread::sleep(Duration::from_millis(GRACE.load(Ordering::Relaxed)));
            let _ = writeln!(std::io::stderr(), "{}", text!("error: interrupted").in_language(language));
            std::process::exit(1);
        });
        let terminal = std::io::stderr().is_terminal() && !is_dumb();
        let line =
            ProgressLine { stderr_style: stderr_style(), language, bar: ProgressBar::hidden(), work: Mutex::new(None) };
        Console {
            stdout_style: stdout_style(),
            shows_progress: terminal,
            json_options: JsonOptions::default(),
            line: Arc::new(line),
        }
    }

    /// Sets the form of the JSON output.
    pub fn with_json_options(mut self, json_options: JsonOptions) -> Console {
        self.json_options = json_options;
        self
    }

    /// Returns the form of the JSON output.
    pub fn json_options(&self) -> JsonOptions {
        self.json_options
    }

    /// Formats an error as one line of JSON.
    pub fn error_json(&self, error: &Error, line: Option<u64>) -> String {
        error_json(&with_flag_suggestion(error), JsonOptions { line, ..self.json_options })
    }

    /// Returns the output settings for replies, as JSON or as text.
    pub fn output_options<'a>(&self, is_json: bool) -> OutputOptions<'a> {
        let language = if is_json { self.json_options.language } else { self.language() };
        let hints = Hints { prove: &prove_command, proof_command: Some(PROOF_COMMAND), move_limit: None };
        OutputOptions {
            language,
            numbers: self.json_options.numbers,
            includes_attachments: false,
            style: self.stdout_style,
            certificate_file: None,
            hints,
        }
    }

    /// Returns a request context whose replies are written with `output`.
    pub fn request_context<'a>(
        &self,
        solver: &'a mut Solver,
        budget: &'a Budget,
        sources: &'a mut dyn Sources,
        output: OutputOptions<'a>,
    ) -> RequestContext<'a> {
        RequestContext {
            output,
            memory_in_use: Some(grundy_allocator::in_use),
            ..RequestContext::new(solver, budget, sources)
        }
    }

    /// Returns the style of text on standard output.
    pub fn style(&self) -> Style {
        self.stdout_style
    }

    /// Lays out the text for standard output.
    pub fn wrap_lines(&self, text: &str) -> String {
        self.stdout_style.wrap_lines(text)
    }

    /// Returns the language of messages and text.
    pub fn language(&self) -> Language {
        self.line.language
    }

    /// Reports whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        CANCEL.is_cancelled()
    }

    /// Returns the flag that Ctrl-C sets; after Ctrl-C, the work has the time `grace` to stop by itself.
    #[cfg(feature = "web")]
    pub fn cancel(&self, grace: Duration) -> Cancel {
        GRACE.store(grace.as_millis() as u64, Ordering::Relaxed);
        CANCEL.clone()
    }

    /// Returns the budget that the flags allow; its time starts now.
    pub fn budget(&self, common: &CommonArgs) -> Budget {
        let limits = self.budget_with_limits(&common.limits);
        Budget { threads: common.threads.max(), ..limits }
    }

    /// Returns the budget for these limits with the default number of threads; its time starts now.
    pub fn budget_with_limits(&self, limits: &LimitArgs) -> Budget {
        let LimitArgs { memory: bytes, time, quiet } = *limits;
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let progress = self.shows_progress && !quiet;
        let in_use = grundy_allocator::in_use().min(bytes);
        Budget {
            bytes: bytes - in_use,
            bytes_in_use: in_use,
            usage: Some(Usage { bytes: grundy_allocator::in_use, limit: bytes }),
            deadline,
            cancel: Some(CANCEL.clone()),
            progress: progress.then(|| Arc::clone(&self.line) as Arc<dyn Progress>),
            ..Budget::default()
        }
    }

    /// Prints while the progress line is hidden.
    pub fn suspend_progress<T>(&self, print: impl FnOnce() -> T) -> T {
        self.line.bar.suspend(print)
    }

    /// Removes the progress line for good, before other code draws on the terminal.
    #[cfg(feature = "board")]
    pub fn clear(&self) {
        self.line.bar.finish_and_clear();
    }

    /// Shows the progress of long work on a terminal: a message, and the amount done of a total.
    pub fn status(&self, message: &Text, done: u64, total: Option<u64>) {
        if self.shows_progress {
            self.line.update(message, &Text::empty(), done, total);
        }
    }

    /// Prints a note, which is not an error.
    pub fn note(&self, message: &Text) {
        let note = text!("note: {message}", message).in_language(self.language());
        self.line.bar.suspend(|| drop(writeln!(std::io::stderr(), "{}", self.line.stderr_style.wrap_lines(&note))));
    }

    /// Prints a line on standard error unchanged.
    #[cfg(feature = "web")]
    pub fn print_line(&self, line: &str) {
        self.line.bar.suspend(|| drop(writeln!(std::io::stderr(), "{line}")));
    }

    /// Prints an error below the text that it refers to.
    pub fn error(&self, text: &str, error: &Error) {
        self.line.bar.finish_and_clear();
        // Writing may fail, for example if standard error goes to a full disk; there is nowhere to report that.
        let _ = write!(
            std::io::stderr(),
            "{}",
            report(text, &with_flag_suggestion(error), self.language(), self.line.stderr_style)
        );
    }
}

impl ProgressLine {
    /// Shows the progress and the remaining time, once the work has taken a while.
    fn update(&self, message: &Text, work: &Text, done: u64, total: Option<u64>) {
        // Call this even while the line is hidden: the estimate counts from the start of the work.
        let remaining = self.time_left(work, done, total);
        if self.show_if_due() {
            self.show(message, remaining);
        }
    }

    /// Shows the progress as a single line, with the time first because the end may be cut off.
    fn show(&self, message: &Text, remaining: Option<Duration>) {
        let elapsed = Text::verbatim(clock(self.bar.elapsed()));
        let time = match remaining {
            Some(remaining) => text!("{elapsed}, about {time} left", elapsed, time = clock(remaining)),
            None => elapsed,
        };
        let line = format!("{}  {}", time.in_language(self.language), message.in_language(self.language));
        // Leave the last column empty: some terminals wrap as soon as it is filled.
        self.bar.set_message(
            self.stderr_style.width.map_or(line.clone(), |width| truncate(&line, width.saturating_sub(1))),
        );
        self.bar.tick();
    }

    /// Estimates the remaining time of work of known size from its speed so far.
    fn time_left(&self, work: &Text, done: u64, total: Option<u64>) -> Option<Duration> {
        let mut last = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let same = last.as_ref().filter(|last| last.name == *work && last.total == total && last.from <= done);
        let Some(TimedWork { since, from, .. }) = same else {
            *last = Some(TimedWork { name: work.clone(), since: now, from: done, total });
            return None;
        };
        let remaining = total?.checked_sub(done)?;
        time_left(now - *since, done - from, remaining)
    }

    /// Reports whether the progress line is visible, and shows it once half a second has passed.
    fn show_if_due(&self) -> bool {
        if self.bar.is_hidden() && self.bar.elapsed() < Duration::from_millis(500) {
            return false;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            // The template is a constant, but indicatif checks it only at run time.
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                self.bar.set_style(style);
            }
        }
        true
    }
}

impl Progress for ProgressLine {
    fn report(&self, work: &Text, done: u64, total: Option<u64>) {
        let message = match total {
            Some(total) => text!("{done} of {total} {work}", done, total, work),
            None => text!("{done} {work}", done, work),
        };
        self.update(&message, work, done, total);
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.line.bar.finish_and_clear();
    }
}

/// The minimum time before an estimate is made; earlier estimates fluctuate.
const MIN_ESTIMATE_TIME: Duration = Duration::from_secs(1);

/// Estimates the time for `remaining` units if `done` units took `elapsed`.
///
/// Returns `None` if `elapsed` is too short for an estimate, or if `done` is 0.
fn time_left(elapsed: Duration, done: u64, remaining: u64) -> Option<Duration> {
    if elapsed < MIN_ESTIMATE_TIME || done == 0 {
        return None;
    }
    let seconds = elapsed.as_millis().saturating_mul(remaining.into()) / u128::from(done) / 1000;
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(u64::MAX)))
}

/// Formats a duration like a clock: 0:07, 12:30, 3:00:00, with days in front.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (days, hours, minutes, seconds) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
        _ => format!("{days}d {hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Returns the exit code for an error.
pub fn exit_code(error: &Error) -> ExitCode {
    match error.kind {
        ErrorKind::Limit | ErrorKind::Refused => ExitCode::from(1),
        _ => ExitCode::from(2),
    }
}

/// Formats an error without a span, with its heading in red.
pub fn plain_error(message: &Text, language: Language, style: Style) -> String {
    let text = text!("error: {message}", message).in_language(language);
    let heading = language.translate("error:");
    let text = match text.strip_prefix(heading) {
        Some(rest) => format!("{}{rest}\n", style.paint(Tone::Wrong, heading)),
        None => text + "\n",
    };
    style.wrap_lines(&text)
}

/// Formats an error with the text, the underlined span and the suggestion.
fn report(text: &str, error: &Error, language: Language, style: Style) -> String {
    let Some(span) = &error.span else {
        let mut drawn = plain_error(&error.message, language, style);
        if let Some(help) = &error.help {
            drawn += &style.wrap_lines(&(text!("  help: {help}", help).in_language(language) + "\n"));
        }
        for line in settled_lines(error) {
            drawn += &style.wrap_lines(&(line.in_language(language) + "\n"));
        }
        return drawn;
    };
    let real = line_and_column(text, span.start);
    let max_width = style.width.map_or(usize::MAX, |width| width.saturating_sub(FRAME_WIDTH));
    let (shown, span) = excerpt(text, span.clone(), max_width);
    // Escapes keep the length, so that the span stays valid.
    let shown = mask_hidden(&shown).into_owned();
    let drawn_at = line_and_column(&shown, span.start);
    let config = Config::default().with_color(style.colors).with_index_type(IndexType::Byte);
    let mut builder = Report::build(ReportKind::Error, ("spec", span.clone()))
        .with_config(config)
        .with_message(error.message.in_language(language))
        .with_label(Label::new(("spec", span)).with_message(language.translate("here")));
    if let Some(help) = &error.help {
        // Wrap the text here, because the report does not wrap it.
        let help = help.in_language(language);
        builder =
            builder.with_help(if max_width < usize::MAX { wrap(&help, max_width.max(8)).join("\n") } else { help });
    }
    let mut out = vec![];
    // Writing to memory cannot fail.
    let _ = builder.finish().write(("spec", Source::from(shown)), &mut out);
    let mut drawn = replace_heading(&String::from_utf8_lossy(&out), 0, "Error", language.translate("error:"));
    // Show the location in the user's own text, not in the excerpt.
    drawn = drawn.replacen(&format!("spec:{drawn_at} "), &format!("spec:{real} "), 1);
    // Write the heading in lower case, like errors without a span and errors of the argument parser. The last
    // "Help" is the heading, because no suggestion contains this word.
    if error.help.is_some()
        && let Some(at) = drawn.rfind("Help")
    {
        drawn = replace_heading(&drawn, at, "Help", language.translate("help:"));
    }
    match drawn.split_once('\n') {
        Some((message, picture)) => format!("{}\n{picture}", style.wrap_lines(message)),
        None => drawn,
    }
}

/// Replaces the first `heading` after the byte offset `at`, with its colon, by its translation `by`.
///
/// A Chinese colon includes its spacing, so the space after it is removed. Colour codes may occur between the
/// heading and its colon, and after the colon.
fn replace_heading(text: &str, at: usize, heading: &str, by: &str) -> String {
    let (before, rest) = text.split_at(at);
    let Some((front, tail)) = rest.split_once(heading) else { return text.to_string() };
    let Some((colour, message)) = tail.split_once(':') else { return text.to_string() };
    let message = if by.ends_with('：') { message.replacen(' ', "", 1) } else { message.to_string() };
    format!("{before}{front}{by}{colour}{message}")
}

/// Returns the line and column of a byte, counted in characters from 1.
fn line_and_column(text: &str, at: usize) -> String {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |k| k + 1);
    let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
    // Continuation bytes of a character are not counted.
    let column = 1 + before[line_start..].iter().filter(|&&b| b & 0xc0 != 0x80).count();
    format!("{line}:{column}")
}

/// The number of columns of the frame: the line number and the heading of the suggestion.
const FRAME_WIDTH: usize = 14;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_refer_to_the_whole_text() {
        let text = format!("nim({}x)", "1,".repeat(100_000));
        let at = text.len() - 2;
        let error = Error::new(ErrorKind::Syntax, Text::verbatim("no")).at(at..at + 1).help(Text::verbatim("yes"));
        let drawn = report(&text, &error, Language::English, Style::default());
        assert!(drawn.starts_with("error: no\n") && drawn.contains(" spec:1:200005 "), "{drawn}");
        assert!(drawn.contains("help: yes"), "{drawn}");
        let error = Error::new(ErrorKind::Syntax, Text::verbatim("no")).at(13..14);
        assert!(report("威佐夫\n(3,x)", &error, Language::English, Style::default()).contains(" spec:2:4 "));
    }

    #[test]
    fn errors_fit_the_terminal() {
        let text = format!("nim({}x{})", "1,".repeat(100), ",1".repeat(100));
        let message = Text::verbatim("expected a number, found a word that says a lot more than any number could");
        let error = Error::new(ErrorKind::Syntax, message).at(204..205).help(Text::verbatim(
            "write a number such as 3, 10^6 or 1_000_000, or a list of them in a file, @heaps.txt",
        ));
        for width in [24, 40, 60, 80] {
            let style = Style { width: Some(width), ..Style::default() };
            let drawn = report(&text, &error, Language::English, style);
            for line in drawn.lines() {
                assert!(grundy::unstable::render::width(line) <= width, "{width}: {line}\n{drawn}");
            }
            let bare = drawn.replace(|c: char| c.is_whitespace() || c == '│', "");
            assert!(bare.contains("foundawordthatsaysalotmorethananynumbercould"), "{drawn}");
            assert!(bare.contains("oralistoftheminafile,@heaps.txt") && bare.contains("spec:1:205"), "{drawn}");
            assert!(!drawn.contains('\u{1b}'), "{drawn}");
            let drawn = report(&text, &error, Language::English, Style { colors: true, ..style });
            assert!(drawn.starts_with('\u{1b}'), "{drawn}");
        }
        let red = Style { colors: true, ..Style::default() };
        assert!(plain_error(&Text::verbatim("no"), Language::Chinese, red).starts_with("\u{1b}[1m\u{1b}[31m错误："));
    }

    #[test]
    fn remaining_time_is_estimated() {
        let seconds = Duration::from_secs;
        assert_eq!(time_left(seconds(10), 25, 75), Some(seconds(30)));
        assert_eq!([time_left(seconds(10), 0, 75), time_left(Duration::from_millis(900), 25, 75)], [None; 2]);
        assert!(time_left(seconds(u64::MAX), 1, u64::MAX).is_some());
        let clocks = [7, 750, 10_800, 200_000].map(|time| clock(seconds(time)));
        assert_eq!(clocks, ["0:07", "12:30", "3:00:00", "2d 7:33:20"]);
    }
}
