//! Messages, progress and Ctrl-C: everything that goes to standard error.

use crate::args::Common;
use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};
use grundy::engines::Progress;
use grundy::lang::{Language, Text, text, visible_lines};
use grundy::{Budget, Error, ErrorKind};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set by Ctrl-C; engines poll it.
static CANCEL: AtomicBool = AtomicBool::new(false);

/// How long an engine may take to notice Ctrl-C before the process ends all the same.
const GRACE: Duration = Duration::from_millis(800);

pub struct Console {
    terminal: bool,
    language: Language,
    bar: ProgressBar,
}

impl Console {
    /// Speaks the language, and listens for Ctrl-C from now on.
    pub fn new(language: Language) -> Console {
        // Without a handler Ctrl-C still ends the process, only less politely.
        let _ = ctrlc::set_handler(move || {
            CANCEL.store(true, Ordering::Relaxed);
            // A read from a terminal or a pipe hears nothing.
            std::thread::sleep(GRACE);
            eprintln!("{}", text!("error: interrupted").in_language(language));
            std::process::exit(1);
        });
        let bar = ProgressBar::hidden();
        Console { terminal: std::io::stderr().is_terminal(), language, bar }
    }

    /// The language that people are spoken to in.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        CANCEL.load(Ordering::Relaxed)
    }

    /// The budget that the flags allow, its time running from now on.
    pub fn budget(&self, common: &Common) -> Budget<'_> {
        let limits = self.limits(common.memory, common.time, common.quiet);
        Budget { threads: common.threads.map_or(usize::MAX, |threads| threads as usize), ..limits }
    }

    /// The same from the flags one by one.
    pub fn limits(&self, bytes: u64, time: Option<Duration>, quiet: bool) -> Budget<'_> {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let progress = self.terminal && !quiet;
        Budget {
            bytes,
            deadline,
            cancel: Some(&CANCEL),
            progress: progress.then_some(self as &dyn Progress),
            ..Budget::default()
        }
    }

    /// Prints while the progress is taken away.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the progress away for good: others draw on the terminal now.
    #[cfg(feature = "board")]
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Says how far long work has come, on a terminal.
    pub fn status(&self, message: &Text) {
        if self.terminal && self.appears() {
            self.bar.set_message(message.in_language(self.language));
            self.bar.tick();
        }
    }

    /// Whether the progress is shown by now.
    fn appears(&self) -> bool {
        if self.bar.is_hidden() && self.bar.elapsed() < Duration::from_millis(500) {
            return false;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            // The template is a constant; indicatif checks it at run time only.
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}  {elapsed}") {
                self.bar.set_style(style);
            }
        }
        true
    }

    /// A remark that is no error.
    pub fn note(&self, message: &Text) {
        let note = text!("note: {message}", message).in_language(self.language);
        self.bar.suspend(|| eprintln!("{note}"));
    }

    /// Prints an error under the text it is about.
    pub fn error(&self, text: &str, error: &Error) {
        self.bar.finish_and_clear();
        eprint!("{}", report(text, error, self.language, self.terminal));
    }
}

impl Progress for Console {
    fn report(&self, work: &Text, done: u64, total: Option<u64>) {
        if !self.appears() {
            return;
        }
        let message = match total {
            Some(total) => text!("{done} of {total} {work}", done, total, work),
            None => text!("{done} {work}", done, work),
        };
        self.bar.set_message(message.in_language(self.language));
        self.bar.tick();
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The exit code that an error deserves.
pub fn exit_code(error: &Error) -> ExitCode {
    match error.kind {
        ErrorKind::Limit | ErrorKind::Refused => ExitCode::from(1),
        _ => ExitCode::from(2),
    }
}

/// The error as people read it: the text, the place underlined, the help.
fn report(text: &str, error: &Error, language: Language, color: bool) -> String {
    let message = error.message.in_language(language);
    let Some(span) = &error.span else {
        let mut drawn = text!("error: {message}", message).in_language(language) + "\n";
        if let Some(help) = &error.help {
            drawn += &(text!("  help: {help}", help).in_language(language) + "\n");
        }
        return drawn;
    };
    let real = line_and_column(text, span.start);
    let (shown, span) = excerpt(text, span.clone());
    // Of the same length, so that the place stays what it is.
    let shown = visible_lines(&shown).into_owned();
    let drawn_at = line_and_column(&shown, span.start);
    let config = Config::default().with_color(color).with_index_type(IndexType::Byte);
    let mut builder = Report::build(ReportKind::Error, ("spec", span.clone()))
        .with_config(config)
        .with_message(&message)
        .with_label(Label::new(("spec", span)).with_message(language.word("here")));
    if let Some(help) = &error.help {
        builder = builder.with_help(help.in_language(language));
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
    drawn
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

/// At most this much of a text is shown on either side of an error.
const CONTEXT: usize = 60;

/// The part of the text around a place, and the place in it.
fn excerpt(text: &str, span: std::ops::Range<usize>) -> (String, std::ops::Range<usize>) {
    let boundary = |at: usize, step: fn(usize) -> usize| {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at = step(at);
        }
        at
    };
    let from = boundary(span.start.saturating_sub(CONTEXT), |at| at - 1);
    let end = span.end.min(span.start + 2 * CONTEXT);
    let to = boundary(end.saturating_add(CONTEXT), |at| at + 1);
    let (before, after) = (if from > 0 { "..." } else { "" }, if to < text.len() { "..." } else { "" });
    let shift = |at: usize| boundary(at, |at| at - 1).saturating_sub(from) + before.len();
    let shown = format!("{before}{}{after}", &text[from..to]);
    let place = shift(span.start)..shift(end).max(shift(span.start));
    (shown, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_whole_text() {
        let text = format!("nim({}x)", "1,".repeat(100_000));
        let at = text.len() - 2;
        let error = Error::new(ErrorKind::Syntax, Text::verbatim("no")).at(at..at + 1).help(Text::verbatim("yes"));
        let drawn = report(&text, &error, Language::English, false);
        assert!(drawn.starts_with("error: no\n") && drawn.contains(" spec:1:200005 "), "{drawn}");
        assert!(drawn.contains("help: yes"), "{drawn}");
        let error = Error::new(ErrorKind::Syntax, Text::verbatim("no")).at(13..14);
        assert!(report("威佐夫\n(3,x)", &error, Language::English, false).contains(" spec:2:4 "));
    }

    #[test]
    fn long_texts_are_cut_around_the_place() {
        let text = format!("nim({}x)", "1,".repeat(100_000));
        let at = text.len() - 2;
        let (shown, place) = excerpt(&text, at..at + 1);
        assert!(shown.len() < 200);
        assert_eq!(&shown[place], "x");
        let (shown, place) = excerpt("威佐夫(3)", 9..12);
        assert_eq!(&shown[place], "(3)");
        let (shown, place) = excerpt(&"é".repeat(500), 401..403);
        assert!(shown.is_char_boundary(place.start) && shown.is_char_boundary(place.end));
    }
}
