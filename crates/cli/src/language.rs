//! The command line in the user's language.
//!
//! Translates the help texts and errors of the argument parser, which are English only.

use crate::args::{DATABASE, LIMITS};
use crate::console::{plain_error, stderr_style, stdout_style};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use grundy::unstable::lang::{Language, Text, text};
use grundy::unstable::render::Style;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Returns the language of `--lang`, read before parsing so that parse errors appear in it.
pub fn requested_language(args: impl Iterator<Item = OsString>) -> Option<Language> {
    Language::from_tag(&value("--lang", args)?)
}

/// Returns the choice of `--color`, read before parsing so that parse errors respect it.
pub fn color(args: impl Iterator<Item = OsString>) -> anstream::ColorChoice {
    match value("--color", args).as_deref() {
        Some("always") => anstream::ColorChoice::Always,
        Some("never") => anstream::ColorChoice::Never,
        _ => anstream::ColorChoice::Auto,
    }
}

/// Reports whether the arguments contain `--format json` or `-f json`.
///
/// This is checked before parsing, so that an unknown first word is reported in JSON.
pub fn wants_json(args: impl Iterator<Item = OsString> + Clone) -> bool {
    let attached = args.clone().take_while(|arg| arg != "--").any(|arg| arg == "-fjson");
    attached || ["--format", "-f"].iter().any(|flag| value(flag, args.clone()).as_deref() == Some("json"))
}

/// Returns the value of a flag anywhere among the arguments.
fn value(flag: &str, args: impl Iterator<Item = OsString>) -> Option<String> {
    let mut args = args.take_while(|arg| arg != "--");
    while let Some(arg) = args.next() {
        match arg.to_str().and_then(|arg| arg.strip_prefix(flag)) {
            Some("") => return args.next()?.into_string().ok(),
            Some(rest) if rest.starts_with('=') => return Some(rest[1..].to_string()),
            _ => {}
        }
    }
    None
}

/// Parses the value of `--lang`.
pub fn parse(tag: &str) -> Result<Language, Text> {
    Language::from_tag(tag).ok_or(text!("expected en or zh"))
}

/// Returns the description of the command line in a language.
pub fn command(mut command: Command, language: Language) -> Command {
    // The parser decides when it adds its own flags whether `-h` and `--help` differ, so shorten `-h` first.
    command = with_short_help(command);
    if language != Language::English {
        // Build now, so that the help flags that the parser adds can be translated as well.
        command.build();
        command = translated(command, language);
    }
    command
}

/// The maximum number of examples in the short help.
const MAX_EXAMPLES: usize = 3;

/// Shortens `-h` to the purpose, the command's own options and the first examples.
///
/// `--help` shows everything.
fn with_short_help(command: Command) -> Command {
    let mut command = command.mut_args(|arg| {
        let is_rare = arg.get_help_heading().is_some_and(|heading| [LIMITS, DATABASE].contains(&heading));
        arg.hide_short_help(is_rare)
    });
    if let Some(long) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(first_examples(&long)).after_long_help(long);
    }
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_short_help))
}

/// Returns the first examples at the end of a help text, with their heading.
fn first_examples(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let Some(any) = lines.iter().position(|line| line.starts_with("  ") && line.contains("grundy ")) else {
        return text.to_string();
    };
    let heading = lines[..any].iter().rposition(|line| !line.starts_with("  ")).unwrap_or(0);
    let mut taken = 0;
    let examples = (heading + 1..lines.len()).take_while(|&k| {
        // An example may continue over several lines.
        taken += usize::from(!lines[k - 1].ends_with('\\'));
        lines[k].starts_with("  ") && taken <= MAX_EXAMPLES
    });
    lines[heading..=heading + examples.count()].join("\n")
}

fn translated(command: Command, language: Language) -> Command {
    let word = |styled: &StyledStr| language.translate(&styled.to_string()).to_string();
    let after = command.get_after_long_help().or(command.get_after_help());
    let [about, long, after] = [command.get_about(), command.get_long_about(), after];
    let [about, long, after] = [about.map(word), long.map(word), after.map(word)];
    let mut command = command;
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long) = long {
        command = command.long_about(long);
    }
    if let Some(after) = after {
        command = command.after_help(first_examples(&after)).after_long_help(after);
    }
    let usage = text!("Usage:").in_language(language);
    let template = format!("{{before-help}}{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}");
    command = command.help_template(template).subcommand_help_heading(language.translate("Commands"));
    let mut command = command.mut_args(|arg| argument(arg, language));
    // The parser writes the placeholders of options and commands in English.
    let shown = command.render_usage().to_string();
    let shown = shown.strip_prefix("Usage:").unwrap_or(&shown).trim().to_string();
    let shown = ["OPTIONS", "COMMAND", "SPEC"].into_iter().fold(shown, |shown, name| {
        shown
            .replace(&format!("[{name}]"), &format!("[{}]", language.translate(name)))
            .replace(&format!("<{name}>"), &format!("<{}>", language.translate(name)))
    });
    let command = command.override_usage(shown);
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, |sub| translated(sub, language)))
}

/// Translates the help of an argument, its possible values and its default.
fn argument(arg: Arg, language: Language) -> Arg {
    let default_heading = if arg.is_positional() { "Arguments" } else { "Options" };
    let own_heading = arg.get_help_heading().and_then(|heading| language.translation(heading));
    let heading = own_heading.unwrap_or(language.translate(default_heading));
    let translated = |help: Option<&StyledStr>| Some(language.translate(&help?.to_string()).to_string());
    let mut help = translated(arg.get_help()).unwrap_or_default();
    let long_help = translated(arg.get_long_help());
    let takes_value = arg.get_action().takes_values();
    if let [value] = arg.get_default_values()
        && takes_value
        && !arg.is_hide_default_value_set()
    {
        let value = value.to_string_lossy();
        help += &text!(" [default: {value}]", value).in_language(language);
    }
    let values: Vec<Text> = arg
        .get_possible_values()
        .iter()
        .map(|value| Text::verbatim(value.get_name()))
        .filter(|_| takes_value)
        .collect();
    if !values.is_empty() && !arg.is_hide_possible_values_set() {
        help += &text!(" [possible values: {values}]", values = Text::list(values)).in_language(language);
    }
    let names = arg.get_value_names().unwrap_or_default().iter().map(|name| language.translation(name));
    let names: Option<Vec<&'static str>> = names.collect();
    let arg = arg.help_heading(heading).hide_default_value(true).hide_possible_values(true).help(help);
    let arg = match long_help {
        Some(long_help) => arg.long_help(long_help),
        None => arg,
    };
    match names.filter(|names| takes_value && !names.is_empty()) {
        Some(names) => arg.value_names(names),
        None => arg,
    }
}

/// Prints the error of the argument parser or the requested help, and returns the exit code.
pub fn print_parse_error(error: &Error, language: Language) -> ExitCode {
    let code = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    let error_text = if language == Language::English { None } else { message(error) };
    let style = if error.use_stderr() { stderr_style() } else { stdout_style() };
    let Some(error_text) = error_text else {
        let rendered = error.render();
        let text = if style.colors { rendered.ansi().to_string() } else { rendered.to_string() };
        // Long lines of prose are hard to read, so limit the width.
        let width = style.width.map(|width| width.min(MAX_COLUMNS));
        return match show(&Style { width, ..style }.fill(&text), error.use_stderr()) {
            Err(error) => write_failure(&error, language),
            Ok(()) => code,
        };
    };
    let mut text = plain_error(&error_text, language, style);
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = usage.strip_prefix("Usage:").unwrap_or(&usage).trim().to_string();
        text += &style.wrap_lines(&format!("\n{} {usage}\n", text!("Usage:").in_language(language)));
    }
    text += &style.fill(&format!("\n{}\n", text!("For more information, try '--help'.").in_language(language)));
    // If this fails, there is nowhere to report it.
    let _ = show(&text, true);
    code
}

/// Returns the exit code after a failed write.
///
/// A closed pipe, as after `head`, is not an error.
pub fn write_failure(error: &std::io::Error, language: Language) -> ExitCode {
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    // Standard error may be closed as well.
    let _ = writeln!(std::io::stderr(), "{}", text!("grundy: cannot write: {error}", error).in_language(language));
    ExitCode::from(1)
}

/// The maximum width of help on a terminal, in columns; the parser uses the same width in a pipe.
const MAX_COLUMNS: usize = 100;

/// Prints to standard error or standard output.
fn show(text: &str, error: bool) -> std::io::Result<()> {
    match error {
        true => std::io::stderr().write_all(text.as_bytes()),
        false => std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush()),
    }
}

/// Returns the error as a translatable text.
///
/// Returns `None` for help requests and for kinds of errors that are not translated.
fn message(error: &Error) -> Option<Text> {
    let context = |kind: ContextKind| {
        let text = match error.get(kind)? {
            ContextValue::String(text) => text.clone(),
            ContextValue::Strings(list) => list.join(" "),
            ContextValue::Number(number) => number.to_string(),
            _ => return None,
        };
        Some(text)
    };
    let argument = || context(ContextKind::InvalidArg);
    let value = || context(ContextKind::InvalidValue);
    let mut error_text = match error.kind() {
        ErrorKind::InvalidValue if value().is_none_or(|value| value.is_empty()) => {
            text!("a value is required for '{argument}' but none was supplied", argument = argument()?)
        }
        ErrorKind::InvalidValue => {
            text!("invalid value '{value}' for '{argument}'", value = value()?, argument = argument()?)
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(|why| match why.downcast_ref::<Text>() {
                Some(text) => text.clone(),
                None => number_error(&why.to_string()),
            });
            text!(
                "invalid value '{value}' for '{argument}': {why}",
                value = value()?,
                argument = argument()?,
                why = why.unwrap_or(Text::empty())
            )
        }
        ErrorKind::UnknownArgument => text!("unexpected argument '{argument}' found", argument = argument()?),
        ErrorKind::InvalidSubcommand => {
            text!("unrecognized subcommand '{name}'", name = context(ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::MissingRequiredArgument => {
            text!("the following required arguments were not provided: {argument}", argument = argument()?)
        }
        ErrorKind::ArgumentConflict => match context(ContextKind::PriorArg) {
            Some(prior) if Some(&prior) == argument().as_ref() => {
                text!("the argument '{argument}' cannot be used multiple times", argument = argument()?)
            }
            Some(prior) => {
                text!("the argument '{argument}' cannot be used with '{prior}'", argument = argument()?, prior)
            }
            None => return None,
        },
        ErrorKind::TooManyValues => {
            text!("unexpected value '{value}' for '{argument}' found", value = value()?, argument = argument()?)
        }
        ErrorKind::MissingSubcommand => text!("a command is required but none was provided"),
        ErrorKind::InvalidUtf8 => text!("invalid UTF-8 was detected in one or more arguments"),
        _ => return None,
    };
    if let Some(ContextValue::Strings(valid)) = error.get(ContextKind::ValidValue)
        && !valid.is_empty()
    {
        let values = Text::list(valid.iter().map(Text::verbatim));
        error_text = text!("{message} [possible values: {values}]", message = error_text, values);
    }
    let suggestions = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    if let Some(near) = suggestions.into_iter().find_map(context) {
        error_text = text!("{message}; did you mean '{near}'?", message = error_text, near);
    }
    Some(error_text)
}

/// Translates the parser's message about an invalid number.
fn number_error(why: &str) -> Text {
    if let Some((value, range)) = why.split_once(" is not in ")
        && let Some((from, to)) = range.split_once("..=")
    {
        return text!("{value} is not between {from} and {to}", value, from, to);
    }
    match why {
        "invalid digit found in string" => text!("invalid digit found in string"),
        "cannot parse integer from empty string" => text!("cannot parse integer from empty string"),
        "number too large to fit in target type" => text!("number too large to fit in target type"),
        "number too small to fit in target type" => text!("number too small to fit in target type"),
        _ => Text::verbatim(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::CommandFactory;

    #[test]
    fn the_language_is_found_on_any_line() {
        let language_of = |line: &str| requested_language(line.split(' ').map(OsString::from));
        assert_eq!(language_of("grundy --lang zh"), Some(Language::Chinese));
        assert_eq!(language_of("grundy solve nim --lang=zh_CN.UTF-8 3"), Some(Language::Chinese));
        assert_eq!(language_of("grundy solve --lang en -- x"), Some(Language::English));
        assert_eq!(
            [language_of("grundy -- --lang zh"), language_of("grundy --lang fr"), language_of("grundy --lang")],
            [None; 3]
        );
    }

    #[test]
    fn numbers_are_refused_in_all_languages() {
        for (value, english, chinese) in [
            ("0", "0 is not between 1 and 4294967295", "0 不在 1 到 4294967295 之间"),
            ("x", "invalid digit found in string", "含有不是数字的字符"),
            ("", "cannot parse integer from empty string", "没有写出数"),
            ("99999999999999999999", "number too large to fit in target type", "数太大"),
        ] {
            let error =
                Args::command().try_get_matches_from(["grundy", "solve", "nim", "--threads", value]).unwrap_err();
            // Only the range has words of our own.
            assert!(error.to_string().contains(english) || value == "0", "{error}");
            let error_text = message(&error).unwrap();
            assert!(error_text.to_string().ends_with(english), "{error_text}");
            assert!(
                error_text.in_language(Language::Chinese).ends_with(chinese),
                "{}",
                error_text.in_language(Language::Chinese)
            );
        }
    }

    #[test]
    fn the_command_line_is_consistent_in_all_languages() {
        for language in Language::ALL {
            command(Args::command(), language).debug_assert();
        }
    }
}
