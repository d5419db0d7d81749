//! Preprocessing of the command line for the argument parser.
//!
//! A *spec* is the notation of a position. This module inserts `solve` if a spec takes the place of the command, and
//! moves specs that begin with a minus sign after `--`.

use clap::Command;
use grundy::unstable::games::library;
use grundy::unstable::lang::{Text, text};
use grundy::unstable::rules::{MAX_NAME_WORDS, is_misere, to_half_width};
use grundy::{Error, ErrorKind};
use std::ffi::OsString;

/// The command that is inserted before a spec without a command.
const SOLVE: &str = "solve";

/// The names of the options that all commands accept; each option takes a value.
const GLOBAL: [&str; 3] = ["lang", "color", "numbers"];

/// Returns the arguments in the form that the parser reads, starting with the program's name.
///
/// # Errors
/// Fails with `bad_argument` if the first word is neither a command nor the beginning of a spec. The error
/// comes with the word.
#[allow(clippy::result_large_err)] // called once, at the start
pub fn prepare_args(mut args: Vec<OsString>, command: &Command) -> Result<Vec<OsString>, (String, Error)> {
    let Some(mut at) = first_word_index(&args) else { return Ok(args) };
    let Some(word) = args[at].to_str().map(str::to_string) else {
        // A word that is not UTF-8 is not a command; the parser of specs reports the error.
        args.insert(at, SOLVE.into());
        return Ok(args);
    };
    let is_command = |word: &str| command.get_subcommands().any(|sub| sub.get_name() == word);
    if word == "help" {
        // `help NAME` with the name of a game becomes `games NAME`, which describes the game.
        let game = args.get(at + 1).and_then(|name| name.to_str()).filter(|name| !is_command(name));
        if game.is_some_and(|name| library().find(name).is_some()) {
            args[at] = "games".into();
        }
        return Ok(args);
    }
    if !is_command(&word) {
        let is_solve_option = || {
            let solve = command.find_subcommand(SOLVE);
            let later = args[at + 1..].iter().filter_map(|arg| arg.to_str());
            solve.is_some_and(|solve| takes_value(solve, &word).is_some()) && !later.into_iter().any(is_command)
        };
        let words: Vec<&str> = args[at..].iter().map_while(|arg| arg.to_str()).take(MAX_NAME_WORDS).collect();
        if word == "--" || begins_spec(&word) || grundy_ask::begins_with_respelled_name(&words) || is_solve_option() {
            args.insert(at, SOLVE.into());
        } else if word.starts_with('-') {
            // The parser reports the unknown option.
            return Ok(args);
        } else {
            return Err((word.clone(), unknown_word_error(&word, command)));
        }
    }
    let name = args[at].to_string_lossy().into_owned();
    at += 1;
    if name == "games" {
        join_name(&mut args, at);
    }
    match command.find_subcommand(&name) {
        Some(sub) if [SOLVE, "play", "value"].contains(&name.as_str()) => {
            let rest = separate_minus_specs(args.split_off(at), sub);
            args.extend(rest);
            Ok(args)
        }
        _ => Ok(args),
    }
}

/// Joins the arguments from `at` on that form the name of a game to one: `tic tac toe`.
fn join_name(args: &mut Vec<OsString>, at: usize) {
    let words: Vec<&str> = args[at..].iter().map_while(|arg| arg.to_str()).take(MAX_NAME_WORDS).collect();
    let count = (2..=words.len()).rev().find(|&count| library().find(&words[..count].join(" ")).is_some());
    if let Some(count) = count {
        let name = words[..count].join(" ");
        args.splice(at..at + count, [name.into()]);
    }
}

/// Returns the index of the first argument that is not one of the global options.
fn first_word_index(args: &[OsString]) -> Option<usize> {
    let mut at = 1;
    loop {
        match args.get(at)?.to_str() {
            Some(arg) if arg.strip_prefix("--").is_some_and(|name| GLOBAL.contains(&name)) => at += 2,
            Some(arg)
                if arg.split_once('=').is_some_and(|(name, _)| GLOBAL.contains(&name.trim_start_matches('-'))) =>
            {
                at += 1;
            }
            _ => return Some(at),
        }
    }
}

/// Reports whether an option of a command takes its value from the next argument.
///
/// Returns `None` if the command has no such option.
fn takes_value(command: &Command, option: &str) -> Option<bool> {
    if let Some(letters) = option.strip_prefix('-').filter(|letters| !letters.starts_with('-')) {
        // Short options may be combined, and a value may follow its letter directly: -qf json, -fjson.
        for (at, letter) in letters.char_indices() {
            let arg = command.get_arguments().find(|arg| arg.get_short() == Some(letter))?;
            if arg.get_action().takes_values() {
                return Some(letters.len() == at + letter.len_utf8());
            }
        }
        return Some(false);
    }
    let (name, has_value) =
        option.strip_prefix("--")?.split_once('=').map_or((&option[2..], false), |(name, _)| (name, true));
    if GLOBAL.contains(&name) {
        return Some(!has_value);
    }
    let arg = command.get_arguments().find(|arg| arg.get_long() == Some(name))?;
    Some(arg.get_action().takes_values() && !has_value)
}

/// Reports whether a word looks like the beginning of a spec, valid or not.
fn begins_spec(word: &str) -> bool {
    let word = to_half_width(word);
    let name = &word[..word.len() - word.trim_start_matches(|c: char| c == '_' || c.is_alphanumeric()).len()];
    word.trim().is_empty()
        || word == "-"
        || is_minus_spec(&word)
        || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '(' | '[' | '"' | '@' | '+' | '.'))
        || !word.starts_with('-') && word.contains(['(', '[', '{', '*', '+'])
        || !name.is_empty() && (is_misere(name) || library().find(name).is_some())
}

/// Reports whether an argument with a leading minus sign is a spec or a number and not an option.
fn is_minus_spec(arg: &str) -> bool {
    let arg = to_half_width(arg);
    let Some(rest) = arg.strip_prefix('-').map(str::trim_start) else { return false };
    let name = &rest[..rest.len() - rest.trim_start_matches(|c: char| c == '_' || c.is_alphanumeric()).len()];
    // The notation of the game *down* is `v`. Although `v` is a letter, `-v` and sums such as `-v*` are specs, not
    // options.
    let is_down = rest.starts_with('v') && rest.chars().all(|c| c.is_ascii_digit() || "v*∗[]<>".contains(c));
    is_down
        || rest.starts_with(|c: char| c.is_ascii_digit() || "({^*↑↓±".contains(c))
        || !name.is_empty() && (rest[name.len()..].contains('(') || library().find(name).is_some())
}

/// Moves all positional arguments after `--` if one of them is a spec that begins with a minus sign.
fn separate_minus_specs(args: Vec<OsString>, command: &Command) -> Vec<OsString> {
    let before = args.iter().filter_map(|arg| arg.to_str()).take_while(|arg| *arg != "--");
    if !before.into_iter().any(is_minus_spec) {
        return args;
    }
    let (mut options, mut others) = (vec![], vec![]);
    let mut rest = args.into_iter();
    while let Some(arg) = rest.next() {
        match arg.to_str() {
            Some("--") => others.extend(rest.by_ref()),
            Some(spec) if is_minus_spec(spec) => others.push(arg),
            Some(option) if option.starts_with('-') && option != "-" => {
                let takes_value = takes_value(command, option) == Some(true);
                options.push(arg);
                options.extend(if takes_value { rest.next() } else { None });
            }
            _ => others.push(arg),
        }
    }
    // The parser accepts options in any order, so they can all come first.
    options.push("--".into());
    options.extend(others);
    options
}

fn unknown_word_error(word: &str, command: &Command) -> Error {
    let shown: String = word.chars().take(40).collect();
    let message = text!("there is no command or game `{word}`", word = shown);
    let error = Error::new(ErrorKind::BadArgument, message).at(0..word.len());
    let mut known: Vec<&str> = command.get_subcommands().map(Command::get_name).chain(["help"]).collect();
    for name in library().names() {
        known.push(name);
    }
    let near = grundy::unstable::rules::nearest_names(word, known.into_iter());
    if near.is_empty() {
        return error.help(text!("`grundy --help` lists the commands, and `grundy games` lists the games"));
    }
    let near = Text::or(near.into_iter().map(|name| Text::verbatim(format!("`{name}`"))));
    error.help(text!("did you mean {near}?", near))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::CommandFactory;

    fn prepared(line: &str) -> String {
        let args = std::iter::once("grundy").chain(line.split(' ').filter(|word| !word.is_empty()));
        match prepare_args(args.map(OsString::from).collect(), &Args::command()) {
            Ok(args) => args[1..].iter().map(|arg| arg.to_str().unwrap()).collect::<Vec<_>>().join(" "),
            Err((_, error)) => error.to_string(),
        }
    }

    #[test]
    fn specs_need_no_command() {
        for (line, read) in [
            ("nim 3 4 5", "solve nim 3 4 5"),
            ("Nim 3", "solve Nim 3"),
            ("nim(3,4,5)", "solve nim(3,4,5)"),
            ("misere nim 1 1 2", "solve misere nim 1 1 2"),
            ("3*nim(5) --format json", "solve 3*nim(5) --format json"),
            ("--lang zh 尼姆 3 4", "--lang zh solve 尼姆 3 4"),
            ("--lang=zh 尼姆（3）", "--lang=zh solve 尼姆（3）"),
            ("(nim(3)+nim(4))", "solve (nim(3)+nim(4))"),
            ("3 4 5", "solve 3 4 5"),
            ("0.77", "solve 0.77"),
            ("rule{n->n-1}(7)", "solve rule{n->n-1}(7)"),
            ("nmi(3)", "solve nmi(3)"),
            ("--format json nim 3", "solve --format json nim 3"),
            ("--misere nim(3)", "solve --misere nim(3)"),
            ("-- nim(3)", "solve -- nim(3)"),
            ("-nim(3)", "solve -- -nim(3)"),
            ("-take[1|2](2) --misere", "solve --misere -- -take[1|2](2)"),
            ("-", "solve -"),
            ("help nim", "games nim"),
            ("tic tac toe --quiet", "solve tic tac toe --quiet"),
            ("Anti-Nim 1 1 2", "solve Anti-Nim 1 1 2"),
            ("anti nim(1,1,2)", "solve anti nim(1,1,2)"),
            ("S-Nim", "solve S-Nim"),
            // These command lines are not changed.
            ("solve nim 3", "solve nim 3"),
            ("help solve", "help solve"),
            ("batch -", "batch -"),
            ("--help", "--help"),
            ("-V", "-V"),
            ("--bogus nim 3", "--bogus nim 3"),
            ("--quiet batch file", "--quiet batch file"),
            ("", ""),
        ] {
            assert_eq!(prepared(line), read, "{line}");
        }
    }

    #[test]
    fn unknown_words_get_one_suggestion() {
        for (word, near) in [
            ("slove", "did you mean `solve`?"),
            ("nmi 3", "did you mean `nim`?"),
            ("tabel", "did you mean `table`?"),
            ("wythof", "did you mean `wythoff`?"),
            ("chess", "`grundy --help` lists the commands, and `grundy games` lists the games"),
        ] {
            let word_alone = word.split(' ').next().unwrap();
            assert_eq!(prepared(word), format!("there is no command or game `{word_alone}` ({near})"));
        }
    }

    #[test]
    fn specs_may_begin_with_a_minus_sign() {
        for (line, read) in [
            ("solve -nim(3)", "solve -- -nim(3)"),
            ("solve -nim(3) --moves one nim(4) --quiet", "solve --moves one --quiet -- -nim(3) nim(4)"),
            ("solve --certificate -nim -2*nim(3)", "solve --certificate -nim -- -2*nim(3)"),
            ("solve row[1..3] 3 -1 4", "solve -- row[1..3] 3 -1 4"),
            ("solve -(nim(3)+nim(4)) -- -nim(2)", "solve -- -(nim(3)+nim(4)) -nim(2)"),
            ("solve -- -nim(3)", "solve -- -nim(3)"),
            ("solve -kayles 5", "solve -- -kayles 5"),
            ("play -hackenbush(0-1:b) --plain", "play --plain -- -hackenbush(0-1:b)"),
            ("solve -x nim(3)", "solve -x nim(3)"),
            ("solve --bogus nim(3)", "solve --bogus nim(3)"),
            ("solve -", "solve -"),
            ("table -nim", "table -nim"),
        ] {
            assert_eq!(prepared(line), read, "{line}");
        }
    }

    /// No word is both a command and a game.
    #[test]
    fn no_game_is_called_like_a_command() {
        let mut command = Args::command();
        command.build();
        for sub in command.get_subcommands() {
            for name in sub.get_name_and_visible_aliases().into_iter().chain(sub.get_all_aliases()) {
                assert!(library().find(name).is_none() && !is_misere(name), "`{name}` is a command and a game");
            }
        }
        assert!(library().names().all(|name| !is_misere(name)));
    }
}
