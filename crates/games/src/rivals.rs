//! n players take from one heap in turn, each by a set of amounts; the player who cannot take loses.
//!
//! Each player has a ranking of all players, from the most wanted loser to the least wanted. Let f(i, j) be the loser
//! if the heap has i stones and player j is to move. Player j chooses a move whose loser is first in j's ranking;
//! without a move, j loses. Each ranking is a permutation of all players, so no player is indifferent between two
//! losers, and f is well defined. No player is skipped: the player to move must take or loses, even if others could
//! still take.
//!
//! S.-Y. R. Li, "N-person Nim and N-person Moore's games", International Journal of Game Theory 7 (1978), solved the
//! case in which every ranking follows the order of turns.
//!
//! Notation: `rivals[SET : RANKING / ...](heap)` gives each player a set of amounts and a ranking, most wanted loser
//! first; `{}` is the empty set. Players count from 1. Player 1 starts; `rivals[..](heap; 2)` lets player 2 start.
//!
//! ```
//! use grundy_games::parse;
//! let spec = parse("rivals[2,1:2>3>1 / 1,3:1>3>2 / {}:1>2>3](7)").unwrap();
//! assert_eq!(spec.to_string(), "rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](7)");
//! ```

use crate::heap_moves::{heap_moves, impl_heap_rules};
use grundy_lang::{Text, text};
use grundy_rules::heaps::{self, TakeSome, take_moves_from_numbers};
use grundy_rules::{
    Amounts, Cursor, Error, ErrorKind, Game, GameInfo, Kind, Multiplayer, Notation, Player, Result, Rival, Rules,
    TableForm, boxed,
};
use std::fmt::Write;
use std::ops::Range;

/// The rules: the sets and rankings of n players who take from one heap in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rivals {
    players: Vec<Rival>,
}

impl Rivals {
    /// Returns the game of these players, in the order of their turns.
    ///
    /// # Errors
    /// `bad_argument` unless there are 1 to 255 players and each ranking names each of them once.
    ///
    /// ```
    /// use grundy_games::rivals::Rivals;
    /// use grundy_rules::{Rival, Player};
    /// let selfish = |player| Rival { amounts: Some("1..3".parse().unwrap()), ranking: vec![Player(1 - player), Player(player)] };
    /// assert!(Rivals::new(vec![selfish(0), selfish(1)]).is_ok());
    /// let error = Rivals::new(vec![selfish(0)]).unwrap_err();
    /// assert_eq!(error.message, "player 1's ranking names player 2, but there is 1 player");
    /// ```
    pub fn new(players: Vec<Rival>) -> Result<Rivals> {
        if !(1..=MAX_PLAYERS).contains(&players.len()) {
            let message = text!(
                "the number of players must be from 1 to {most}, not {players}",
                most = MAX_PLAYERS,
                players = players.len()
            );
            return Err(Error::new(ErrorKind::BadArgument, message).or_example(EXAMPLE));
        }
        for (player_index, player) in players.iter().enumerate() {
            let named = player.ranking.iter().map(|player_index| u64::from(player_index.0) + 1);
            permutation(player_index, players.len(), named).map_err(|(_, error)| *error)?;
        }
        Ok(Rivals { players })
    }

    /// Returns the players, in the order of their turns.
    pub fn rivals(&self) -> &[Rival] {
        &self.players
    }
}

/// The maximum number of players: the index of a player is a byte.
const MAX_PLAYERS: usize = 255;
const EXAMPLE: &str = "rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](7)";
const STARTS_HELP: Text = text!("`(7; 2)` lets player 2 start");
const RANKING_HELP: Text =
    text!("a ranking names every player exactly once, most wanted loser first; for example, 2>3>1 for three players");

/// Checks that a ranking names each of the `count` players exactly once.
///
/// The names in `named` count from 1. `player_index` is the index of the player with this ranking, counted from 0.
///
/// # Errors
/// The error comes with the index of the wrong name in the ranking, if a single name is wrong.
fn permutation(
    player_index: usize,
    count: usize,
    named: impl Iterator<Item = u64>,
) -> std::result::Result<(), (Option<usize>, Box<Error>)> {
    let player = player_index + 1;
    let fault = |message: Text| Box::new(Error::new(ErrorKind::BadArgument, message).help(RANKING_HELP));
    let mut named_before = vec![false; count];
    for (place, name) in named.enumerate() {
        let Some(named_before) = name.checked_sub(1).and_then(|n| named_before.get_mut(usize::try_from(n).ok()?))
        else {
            let message = match (name, count) {
                (0, _) => text!("player {player}'s ranking names player 0, but players are numbered from 1", player),
                (_, 1) => text!("player {player}'s ranking names player {name}, but there is 1 player", player, name),
                _ => text!(
                    "player {player}'s ranking names player {name}, but there are {count} players",
                    player,
                    name,
                    count
                ),
            };
            return Err((Some(place), fault(message)));
        };
        if std::mem::replace(named_before, true) {
            let message = text!("player {player}'s ranking names player {name} twice", player, name);
            return Err((Some(place), fault(message)));
        }
    }
    match named_before.iter().position(|&named_before| !named_before) {
        None => Ok(()),
        Some(missing) => Err((
            None,
            fault(text!("player {player}'s ranking leaves out player {missing}", player, missing = missing + 1)),
        )),
    }
}

impl Rules for Rivals {
    impl_heap_rules!(TakeSome);

    fn moves(&self, &heap: &u64, by: Player) -> impl Iterator<Item = TakeSome> {
        let amounts = self.players.get(usize::from(by.0)).and_then(|player| player.amounts.as_ref());
        amounts.into_iter().flat_map(move |amounts| amounts.up_to(heap)).map(TakeSome)
    }

    fn next_player(&self, _heap: &u64, by: Player, _mv: &TakeSome) -> Player {
        let next = usize::from(by.0) + 1;
        if next < self.players.len() { Player(next as u8) } else { Player(0) }
    }
}

impl Multiplayer for Rivals {
    fn players(&self) -> u8 {
        self.players.len() as u8
    }

    fn ranking(&self, of: Player) -> &[Player] {
        &self.players[usize::from(of.0)].ranking
    }
}

/// A ranking as parsed: player numbers, counted from 1, with their spans.
type ParsedRanking = Vec<(u64, Range<usize>)>;

fn parse_player(input: &mut Cursor<'_>) -> Result<(Option<Amounts>, ParsedRanking)> {
    let amounts = if input.accept('{') {
        if !input.accept('}') {
            let help = text!("{{}} is the empty set; write any other set without braces: {example}", example = EXAMPLE);
            return Err(input.expected(text!("`}}`")).help(help));
        }
        None
    } else if matches!(input.peek(), Some(':' | '/')) {
        let help = text!("write the set {{}} for a player without moves, as in {example}", example = EXAMPLE);
        return Err(Error::new(ErrorKind::BadArgument, text!("the set of amounts is empty"))
            .at(input.next_span())
            .help(help));
    } else {
        Some(Amounts::parse(input)?)
    };
    input.expect(':', EXAMPLE)?;
    let mut ranking = vec![];
    loop {
        ranking.push(input.integer(text!("a player number")).map_err(|error| error.or_example(EXAMPLE))?);
        if !input.accept('>') {
            return Ok((amounts, ranking));
        }
    }
}

impl Game for Rivals {
    const INFO: GameInfo = GameInfo {
        name: "rivals",
        aliases: &["多人取石", "多人取石子", "多人博弈"],
        title: "Subtraction game for n players with rankings",
        rules: "Players take turns taking an allowed number of stones from one heap; each player has a separate set of \
            allowed numbers. The player who cannot take loses. Each player ranks all players, most wanted loser first.",
        notation: "rivals[SET : RANKING / ...](heap; player)",
        example: EXAMPLE,
        kind: Kind::Multiplayer,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: false,
    };

    const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<Rivals> {
        if input.peek() != Some('[') {
            return Err(input.expected(text!("`[` and the sets and rankings of the players")).or_example(EXAMPLE));
        }
        input.expect('[', EXAMPLE)?;
        let mut read = vec![];
        loop {
            let start = input.next_span().start;
            read.push(parse_player(input)?);
            if read.len() > MAX_PLAYERS {
                let message = text!("at most {most} players are supported", most = MAX_PLAYERS);
                let error = Error::new(ErrorKind::BadArgument, message).at(start..input.offset());
                return Err(error.or_example(EXAMPLE));
            }
            if input.accept(']') {
                break;
            }
            if !input.accept('/') {
                return Err(input.expected(text!("`>`, `/` or `]`")).or_example(EXAMPLE));
            }
        }
        // Rankings are checked here, because the number of players is known only after all of them are parsed.
        let count = read.len();
        let mut players = Vec::with_capacity(count);
        for (player, (amounts, named)) in read.into_iter().enumerate() {
            permutation(player, count, named.iter().map(|n| n.0)).map_err(|(place, error)| {
                let all = named[0].1.start..named[named.len() - 1].1.end;
                error.at(place.map_or(all, |place| named[place].1.clone()))
            })?;
            let ranking = named.iter().map(|n| Player((n.0 - 1) as u8)).collect();
            players.push(Rival { amounts, ranking });
        }
        Ok(Rivals { players })
    }

    fn parse_components(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Vec<u64>> {
        Ok(self.parse_position(alias, input)?.0)
    }

    fn parse_position(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<(Vec<u64>, Player)> {
        input.expect('(', EXAMPLE)?;
        let (heap, _) = input.integer(text!("the size of the heap")).map_err(|error| error.or_example(EXAMPLE))?;
        if input.peek() == Some(',') {
            let error = Error::new(ErrorKind::Unsupported, text!("`rivals` is played with only one heap"));
            return Err(error.at(input.next_span()).help(text!(
                "for example {example}; {starts}",
                example = EXAMPLE,
                starts = STARTS_HELP
            )));
        }
        let mut first = Player(0);
        if input.accept(';') {
            let what = text!("the player who starts");
            let (player, span) =
                input.integer(what).map_err(|e| if e.help.is_some() { e } else { e.help(STARTS_HELP) })?;
            if player == 0 || player > self.players.len() as u64 {
                let message = text!(
                    "player {player} cannot start: players are numbered from 1 to {players}",
                    player,
                    players = self.players.len()
                );
                return Err(Error::new(ErrorKind::BadArgument, message).at(span).help(STARTS_HELP));
            }
            first = Player((player - 1) as u8);
        } else if input.peek() != Some(')') {
            return Err(input.expected(text!("`;` or `)`")).or_example(EXAMPLE));
        }
        input.expect(')', EXAMPLE)?;
        Ok((vec![heap], first))
    }

    fn multiplayer(&self) -> Option<&dyn Multiplayer> {
        Some(self)
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str("rivals[");
        for (player_index, player) in self.players.iter().enumerate() {
            let slash = if player_index > 0 { " / " } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(out, "{slash}{player}");
        }
        out.push(']');
    }

    fn write_first(&self, first: Player, out: &mut String) {
        if first != Player(0) {
            let _ = write!(out, "; {}", u16::from(first.0) + 1);
        }
    }

    fn count_rules_numbers(&self) -> usize {
        self.players.iter().map(Rival::count_printed_numbers).sum()
    }

    fn moves_from_numbers(&self, heap: &u64, by: Player, numbers: &[u64]) -> Option<Vec<TakeSome>> {
        let amounts = self.players.get(usize::from(by.0)).and_then(|player| player.amounts.as_ref());
        take_moves_from_numbers(numbers, |n| n <= *heap && amounts.is_some_and(|amounts| amounts.contains(n)))
    }

    heap_moves!(TakeSome);

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Rivals(&self.players))
    }

    fn samples() -> Box<dyn Iterator<Item = (Rivals, Vec<u64>)>> {
        let games = [
            "1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3",
            "1,2 : 2>3>1 / 1,3 : 3>1>2 / 2..4 : 1>2>3",
            "1 : 2>3>1 / 2.. : 1>3>2 / 1,4 : 2>1>3",
            "2^k : 3>2>1 / 1..3 : 1>3>2 / k^2 : 1>2>3",
            "1..3 : 2>1 / 1..3 : 1>2",
            "1,3 : 1>2 / 2 : 1>2",
            "1..2 : 2>3>4>1 / 2..3 : 3>4>1>2 / 1,3 : 4>1>2>3 / 1..4 : 1>2>3>4",
            "{} : 1",
            "2,5 : 1",
        ];
        let games = games.map(|text| {
            let mut sources = grundy_rules::NoSources;
            let bracketed = format!("[{text}]");
            Rivals::parse_rules("rivals", &mut Cursor::new(&bracketed, &mut sources)).expect("a sample is well formed")
        });
        boxed((0u64..).flat_map(move |heap| games.clone().into_iter().map(move |game| (game, vec![heap]))))
    }
}
