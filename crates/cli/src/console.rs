//! Messages, progress and Ctrl-C: everything that goes to standard error; and how wide and coloured either stream is.

use crate::args::{Common, Limits};
use crate::errors::worded;
use anstream::{AutoStream, ColorChoice};
use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};
use grundy::unstable::engines::Solver;
use grundy::unstable::engines::{Progress, Usage};
use grundy::unstable::json::{Json, error_json};
use grundy::unstable::lang::{Language, Text, text, visible_lines};
use grundy::unstable::render::{Style, Tone, cut, wrap};
use grundy::unstable::rules::clock::Instant;
use grundy::unstable::rules::{Cancel, Sources, excerpt};
use grundy::{Budget, Error, ErrorKind};
use grundy_ask::{Hints, Output, Session};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use terminal_size::{Height, Width, terminal_size_of};

/// Set by Ctrl-C; engines poll it.
static CANCEL: LazyLock<Cancel> = LazyLock::new(Cancel::default);

/// How many milliseconds an engine may take to notice Ctrl-C before the process ends all the same.
static GRACE: AtomicU64 = AtomicU64::new(800);

pub struct Console {
    /// How text looks on the standard output.
    out: Style,
    /// Whether progress is shown on standard error.
    terminal: bool,
    json: Json,
    line: Arc<Line>,
}

/// The line of progress on standard error, and how text looks there.
struct Line {
    err: Style,
    language: Language,
    bar: ProgressBar,
    work: Mutex<Option<Work>>,
}

/// How text looks on the standard output.
pub fn output() -> Style {
    let stream = std::io::stdout();
    style(terminal_size_of(&stream), AutoStream::choice(&stream))
}

/// How text looks on standard error.
pub fn messages() -> Style {
    let stream = std::io::stderr();
    style(terminal_size_of(&stream), AutoStream::choice(&stream))
}

/// Only terminals have a size. NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM and --color are read by who reads them for the argument parser.
fn style(size: Option<(Width, Height)>, colors: ColorChoice) -> Style {
    Style {
        width: size.map(|(Width(columns), _)| columns.into()),
        height: size.map(|(_, Height(lines))| lines.into()),
        colors: colors != ColorChoice::Never,
    }
}

/// Whether the terminal does no more than print: then nothing is drawn on it.
pub fn is_dumb() -> bool {
    cfg!(not(windows)) && std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb")
}

/// The command that prints the proof of a theorem.
const PROOF: &str = "grundy games THEOREM --proof";

/// How a claim that was found is proved, to paste into a shell.
fn prove_command(rules: &str, claim: &str) -> String {
    format!("grundy prove '{rules}' --claim '{claim}'")
}

/// What the engines are at, and since when.
struct Work {
    name: Text,
    since: Instant,
    /// How much was done then.
    from: u64,
    total: Option<u64>,
}

impl Console {
    /// Speaks the language, and listens for Ctrl-C from now on.
    pub fn new(language: Language) -> Console {
        // Without a handler Ctrl-C still ends the process, only less politely.
        let _ = ctrlc::set_handler(move || {
            CANCEL.stop();
            // A read from a terminal or a pipe hears nothing.
            std::thread::sleep(Duration::from_millis(GRACE.load(Ordering::Relaxed)));
            let _ = writeln!(std::io::stderr(), "{}", text!("error: interrupted").in_language(language));
            std::process::exit(1);
        });
        let terminal = std::io::stderr().is_terminal() && !is_dumb();
        let line = Line { err: messages(), language, bar: ProgressBar::hidden(), work: Mutex::new(None) };
        Console { out: output(), terminal, json: Json::default(), line: Arc::new(line) }
    }

    /// The same, writing JSON in this form.
    pub fn writing(mut self, json: Json) -> Console {
        self.json = json;
        self
    }

    /// How JSON is written.
    pub fn json(&self) -> Json {
        self.json
    }

    /// An error as one line of JSON.
    pub fn error_json(&self, error: &Error, line: Option<u64>) -> String {
        error_json(&worded(error), Json { line, ..self.json })
    }

    /// Returns how replies are written: as JSON, or in words.
    pub fn output<'a>(&self, is_json: bool) -> Output<'a> {
        let language = if is_json { self.json.language } else { self.language() };
        let hints = Hints { prove: &prove_command, proof: Some(PROOF), moves: None };
        Output { language, numbers: self.json.numbers, files: false, style: self.out, file: None, hints }
    }

    /// Returns a session whose replies are written so.
    pub fn session<'a>(
        &self,
        solver: &'a mut Solver,
        budget: &'a Budget,
        sources: &'a mut dyn Sources,
        output: Output<'a>,
    ) -> Session<'a> {
        Session { output, memory_in_use: Some(grundy_allocator::in_use), ..Session::new(solver, budget, sources) }
    }

    /// How text looks on the standard output.
    pub fn style(&self) -> Style {
        self.out
    }

    /// The text as the standard output shows it.
    pub fn lay(&self, text: &str) -> String {
        self.out.lay(text)
    }

    /// The language that people are spoken to in.
    pub fn language(&self) -> Language {
        self.line.language
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        CANCEL.is_stopped()
    }

    /// What Ctrl-C sets, for work that ends in its own way then, and may take so long for it.
    #[cfg(feature = "web")]
    pub fn cancel(&self, grace: Duration) -> Cancel {
        GRACE.store(grace.as_millis() as u64, Ordering::Relaxed);
        CANCEL.clone()
    }

    /// The budget that the flags allow, its time running from now on.
    pub fn budget(&self, common: &Common) -> Budget {
        let limits = self.limits(&common.limits);
        Budget { threads: common.threads.max(), ..limits }
    }

    /// Returns the budget of these limits, with the usual number of threads; its time starts now.
    pub fn limits(&self, limits: &Limits) -> Budget {
        let Limits { memory: bytes, time, quiet } = *limits;
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let progress = self.terminal && !quiet;
        let in_use = grundy_allocator::in_use().min(bytes);
        Budget {
            bytes: bytes - in_use,
            held: in_use,
            usage: Some(Usage { bytes: grundy_allocator::in_use, most: bytes }),
            deadline,
            cancel: Some(CANCEL.clone()),
            progress: progress.then(|| Arc::clone(&self.line) as Arc<dyn Progress>),
            ..Budget::default()
        }
    }

    /// Prints while the progress is taken away.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.line.bar.suspend(print)
    }

    /// Takes the progress away for good: others draw on the terminal now.
    #[cfg(feature = "board")]
    pub fn clear(&self) {
        self.line.bar.finish_and_clear();
    }

    /// Says how far long work has come, on a terminal: in words, and so much of a total.
    pub fn status(&self, message: &Text, done: u64, total: Option<u64>) {
        if self.terminal {
            self.line.tell(message, &Text::empty(), done, total);
        }
    }

    /// A remark that is no error.
    pub fn note(&self, message: &Text) {
        let note = text!("note: {message}", message).in_language(self.language());
        self.line.bar.suspend(|| drop(writeln!(std::io::stderr(), "{}", self.line.err.lay(&note))));
    }

    /// Says a line on standard error, as it is.
    #[cfg(feature = "web")]
    pub fn say(&self, line: &str) {
        self.line.bar.suspend(|| drop(writeln!(std::io::stderr(), "{line}")));
    }

    /// Prints an error under the text it is about.
    pub fn error(&self, text: &str, error: &Error) {
        self.line.bar.finish_and_clear();
        // It may lead to a disk that is full.
        let _ = write!(std::io::stderr(), "{}", report(text, &worded(error), self.language(), self.line.err));
    }
}

impl Line {
    /// Shows how far work has come and how long it will take, once it has taken a while.
    fn tell(&self, message: &Text, work: &Text, done: u64, total: Option<u64>) {
        // The clock of an estimate runs from the beginning.
        let left = self.time_left(work, done, total);
        if self.appears() {
            self.show(message, left);
        }
    }

    /// Shows a line of progress, never more than one: what matters most comes first.
    fn show(&self, message: &Text, left: Option<Duration>) {
        let elapsed = Text::verbatim(clock(self.bar.elapsed()));
        let time = match left {
            Some(left) => text!("{elapsed}, about {time} left", elapsed, time = clock(left)),
            None => elapsed,
        };
        let line = format!("{}  {}", time.in_language(self.language), message.in_language(self.language));
        // The last column stays empty: some terminals go on in the next line as soon as it is full.
        self.bar.set_message(self.err.width.map_or(line.clone(), |width| cut(&line, width.saturating_sub(1))));
        self.bar.tick();
    }

    /// How long work of a known size takes from now on, if it goes on as fast as it went.
    fn time_left(&self, work: &Text, done: u64, total: Option<u64>) -> Option<Duration> {
        let mut last = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let same = last.as_ref().filter(|last| last.name == *work && last.total == total && last.from <= done);
        let Some(Work { since, from, .. }) = same else {
            *last = Some(Work { name: work.clone(), since: now, from: done, total });
            return None;
        };
        let left = total?.checked_sub(done)?;
        time_left(now - *since, done - from, left)
    }

    /// Whether the progress is shown by now.
    fn appears(&self) -> bool {
        if self.bar.is_hidden() && self.bar.elapsed() < Duration::from_millis(500) {
            return false;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            // The template is a constant; indicatif checks it at run time only.
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                self.bar.set_style(style);
            }
        }
        true
    }
}

impl Progress for Line {
    fn report(&self, work: &Text, done: u64, total: Option<u64>) {
        let message = match total {
            Some(total) => text!("{done} of {total} {work}", done, total, work),
            None => text!("{done} {work}", done, work),
        };
        self.tell(&message, work, done, total);
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.line.bar.finish_and_clear();
    }
}

/// Estimates are made after so much time; those made sooner jump.
const SEEN: Duration = Duration::from_secs(1);

/// How long `left` units take if `done` took so long; not said after a short time.
fn time_left(elapsed: Duration, done: u64, left: u64) -> Option<Duration> {
    if elapsed < SEEN || done == 0 {
        return None;
    }
    let seconds = elapsed.as_millis().saturating_mul(left.into()) / u128::from(done) / 1000;
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(u64::MAX)))
}

/// A time as a clock shows it: 0:07, 12:30, 3:00:00, and days in front.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (days, hours, minutes, seconds) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
        _ => format!("{days}d {hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The exit code that an error deserves.
pub fn exit_code(error: &Error) -> ExitCode {
    match error.kind {
        ErrorKind::Limit | ErrorKind::Refused => ExitCode::from(1),
        _ => ExitCode::from(2),
    }
}

/// An error without a place, as people read it: its heading in red.
pub fn plain_error(message: &Text, language: Language, style: Style) -> String {
    let said = text!("error: {message}", message).in_language(language);
    let heading = language.word("error:");
    let said = match said.strip_prefix(heading) {
        Some(rest) => format!("{}{rest}\n", style.paint(Tone::Wrong, heading)),
        None => said + "\n",
    };
    style.lay(&said)
}

/// The error as people read it: the text, the place underlined, the help.
fn report(text: &str, error: &Error, language: Language, style: Style) -> String {
    let Some(span) = &error.span else {
        let mut drawn = plain_error(&error.message, language, style);
        if let Some(help) = &error.help {
            drawn += &style.lay(&(text!("  help: {help}", help).in_language(language) + "\n"));
        }
        return drawn;
    };
    let real = line_and_column(text, span.start);
    let room = style.width.map_or(usize::MAX, |width| width.saturating_sub(FRAME));
    let (shown, span) = excerpt(text, span.clone(), room);
    // Of the same length, so that the place stays what it is.
    let shown = visible_lines(&shown).into_owned();
    let drawn_at = line_and_column(&shown, span.start);
    let config = Config::default().with_color(style.colors).with_index_type(IndexType::Byte);
    let mut builder = Report::build(ReportKind::Error, ("spec", span.clone()))
        .with_config(config)
        .with_message(error.message.in_language(language))
        .with_label(Label::new(("spec", span)).with_message(language.word("here")));
    if let Some(help) = &error.help {
        // The frame goes round what is broken here.
        let help = help.in_language(language);
        builder = builder.with_help(if room < usize::MAX { wrap(&help, room.max(8)).join("\n") } else { help });
    }
    let mut out = vec![];
    // Writing to memory cannot fail.
    let _ = builder.finish().write(("spec", Source::from(shown)), &mut out);
    let mut drawn = headed(&String::from_utf8_lossy(&out), 0, "Error", language.word("error:"));
    // The place in the user's own text, not in the excerpt.
    drawn = drawn.replacen(&format!("spec:{drawn_at} "), &format!("spec:{real} "), 1);
    // In lower case, as in errors without a place and in those of the argument parser. No help says "Help" itself.
    if error.help.is_some()
        && let Some(at) = drawn.rfind("Help")
    {
        drawn = headed(&drawn, at, "Help", language.word("help:"));
    }
    match drawn.split_once('\n') {
        Some((message, picture)) => format!("{}\n{picture}", style.lay(message)),
        None => drawn,
    }
}

/// The text with the first heading behind this place in another language, its colon included. Chinese colons have room of their
/// own. Between a heading and its colon, and between that and what follows, there may be colours.
fn headed(text: &str, at: usize, heading: &str, by: &str) -> String {
    let (before, rest) = text.split_at(at);
    let Some((front, behind)) = rest.split_once(heading) else { return text.to_string() };
    let Some((colour, said)) = behind.split_once(':') else { return text.to_string() };
    let said = if by.ends_with('：') { said.replacen(' ', "", 1) } else { said.to_string() };
    format!("{before}{front}{by}{colour}{said}")
}

/// Where a byte stands: line and column, counted in characters from 1.
fn line_and_column(text: &str, at: usize) -> String {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |k| k + 1);
    let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
    // Bytes that continue a character are not counted.
    let column = 1 + before[line_start..].iter().filter(|&&b| b & 0xc0 != 0x80).count();
    format!("{line}:{column}")
}

/// What a frame takes of a line: the number of the line, the heading of the help.
const FRAME: usize = 14;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_whole_text() {
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
    fn estimates_are_of_what_is_left() {
        let seconds = Duration::from_secs;
        assert_eq!(time_left(seconds(10), 25, 75), Some(seconds(30)));
        assert_eq!([time_left(seconds(10), 0, 75), time_left(Duration::from_millis(900), 25, 75)], [None; 2]);
        assert!(time_left(seconds(u64::MAX), 1, u64::MAX).is_some());
        let clocks = [7, 750, 10_800, 200_000].map(|time| clock(seconds(time)));
        assert_eq!(clocks, ["0:07", "12:30", "3:00:00", "2d 7:33:20"]);
    }
}
