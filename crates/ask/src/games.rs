//! Games by name, and their theorems held against brute force.

use grundy::engines::check::{self, Checked};
use grundy::games::library;
use grundy::lang::{Text, text};
use grundy::rules::Entry;
use grundy::{Budget, Error, ErrorKind, Result};

/// The game of this name, or all games.
///
/// # Errors
/// `unknown_game`, with the names that are near.
///
/// ```
/// assert_eq!(grundy_ask::games::named(Some("尼姆"))?[0].card().name, "nim");
/// assert!(grundy_ask::games::named(None)?.len() > 10);
/// assert!(grundy_ask::games::named(Some("nmi")).is_err());
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn named(name: Option<&str>) -> Result<Vec<&'static dyn Entry>> {
    match name {
        None => Ok(library().games().to_vec()),
        Some(name) => Ok(vec![library().find(name).ok_or_else(|| unknown(name))?]),
    }
}

fn unknown(name: &str) -> Error {
    let error = Error::new(ErrorKind::UnknownGame, text!("there is no game `{name}`", name)).at(0..name.len());
    match library().nearest(name).as_slice() {
        [] => error.help(text!("`grundy games` lists all games")),
        near => {
            let near = Text::or(near.iter().map(|name| Text::verbatim(format!("`{name}`"))));
            error.help(text!("did you mean {near}?", near))
        }
    }
}

/// Checks the theorems of a game, or of all games, until `go_on` tells that nobody listens any more.
///
/// # Errors
/// `unknown_game`; limits.
///
/// ```
/// let mut agreed = 0;
/// grundy_ask::games::check(Some("nim"), 20, &grundy::Budget::default(), &mut |checked| {
///     agreed += checked.agreed;
///     checked.passed()
/// })?;
/// assert!(agreed >= 40);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn check(
    name: Option<&str>,
    positions: u64,
    budget: &Budget,
    go_on: &mut dyn FnMut(Checked) -> bool,
) -> Result<()> {
    let chosen = named(name)?;
    let one = name.map(|_| chosen[0].card().name);
    let mut open = true;
    for &entry in &chosen {
        if open {
            check::game(entry, positions, budget, &mut |checked| open = open && go_on(checked))?;
        }
    }
    if open {
        check::sums(&chosen, library(), positions, budget, &mut |mut checked| {
            // One game need not meet every theorem that all games share.
            if one.is_some() && checked.positions == 0 {
                return;
            }
            checked.game = one;
            open = open && go_on(checked);
        })?;
    }
    Ok(())
}
