//! Coin-turning games on a row of coins, and their products on a rectangle of coins.
//!
//! A move turns coins, of which the furthest goes from heads to tails; which sets a move may turn depends on their
//! furthest coin alone. Then each coin that shows heads can be treated as a component of its own, and under normal play
//! the value of a position is the xor of the values of these coins (E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning
//! Ways* (1982), chapter 14). A move in the product of two such games turns all coins whose row is in a set that a move
//! of the first game may turn and whose column is in such a set of the second game. The coin (x,y) has the nim product
//! of the values of x and y as its value (the Tartan theorem, ibid.).
//!
//! Under misère play a position is not the sum of its coins: a coin that is turned twice shows tails, but two equal
//! components do not cancel. So a component is the set of all coins that show heads, and searches use these sets.
//!
//! Notation: the numbers of the coins that show heads, `mock_turtles(0,1,2,3)`; in `tartan[twins,ruler](2,3, 4,1)` the
//! row and the column of each. A picture such as `ruler("..xx.x")` has an `x` for each of these coins. The coins of
//! Turning Turtles and Ruler are numbered from 1, all others from 0.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Play;
//! let value = |text| parse(text).unwrap().terms[0].position.sum_by_theorem(Play::Normal).unwrap().sum.value().0;
//! assert_eq!(value("ruler(4,6)"), 4 ^ 2);
//! assert_eq!(value("turning_corners(4,4)"), 6);
//! ```

pub(crate) mod row;

use grundy_lang::{Text, text};
use grundy_rules::{
    Claim, Components, Coordinates, Cursor, DynGame, DynPosition, DynRuleset, Error, ErrorKind, Field, Game, GameInfo,
    GamePosition, Grid, Impartial, Library, MoveList, MoveText, Picture, Play, Player, Result, Rules, RulesHandle,
    Theorem, TheoremInfo, boxed, column_name, push_numbers, spend,
};
use grundy_value::{CompactSort, Nimber};
use row::{Row, Turned};
use smallvec::smallvec;

/// The rules of a coin-turning game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coins {
    rows: Row,
    /// The second game of a product; [`Row::OneCoin`] for a game on one row.
    columns: Row,
}

/// A move: the rows and the columns of the coins that it turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    rows: Turned,
    columns: Turned,
}

impl Turn {
    /// Iterates over the rows and columns of the turned coins, in ascending order.
    fn coins(&self) -> impl Iterator<Item = [u64; 2]> {
        self.rows.iter().flat_map(|&x| self.columns.iter().map(move |&y| [x, y]))
    }
}

/// The rows and columns of the coins that show heads, in ascending order.
///
/// On one row of coins, the number of a coin is its row.
type Heads = Box<[[u64; 2]]>;

/// A game on one row with its name, which the library lists.
struct NamedRow {
    row: Row,
    info: GameInfo,
    theorems: [Theorem<Coins>; 1],
}

/// The maximum number of rows and columns that are drawn; larger positions are printed as text.
const MAX_DRAWN: u64 = 40;

/// The number of sets of coins in the samples; searches of larger sets list very many moves.
const SAMPLE_SETS: usize = 1 << 8;

const SOURCE: &str = "Berlekamp, Conway, Guy 1982, ch. 14";
const STRATEGY: &str = "The reply brings the xor of the values of all coins that show heads back to 0.";

const fn theorem(name: &'static str, statement: &'static str) -> Theorem<Coins> {
    let claim = Claim::NimHeap {
        play: Play::Normal,
        value: |game: &Coins, heads| game.value(heads),
        count: |game: &Coins, heads, to| {
            let change = game.value(heads) ^ to;
            heads.iter().map(|&coin| game.count(coin, change)).fold(0, u128::saturating_add)
        },
        moves: |game: &Coins, heads, to| {
            let change = game.value(heads) ^ to;
            boxed(heads.iter().flat_map(move |&coin| game.turns_with(coin, change)))
        },
    };
    Theorem::new(name, SOURCE, statement, claim)
        .within("all positions, normal play", |_, _| true)
        .strategy(STRATEGY)
        .working(working)
}

const fn named(
    row: Row,
    info: GameInfo,
    aliases: &'static [&'static str],
    theorem_name: &'static str,
    statement: &'static str,
) -> NamedRow {
    NamedRow { row, info: GameInfo { aliases, ..info }, theorems: [theorem(theorem_name, statement)] }
}

static NAMED: [NamedRow; 5] = [
    named(
        Row::TurningTurtles,
        GameInfo::impartial(
            "turning_turtles",
            "Turning Turtles",
            "A move turns one or two coins of a row, the rightmost of them from heads to tails. Coins are numbered \
                from 1.",
            "turning_turtles(coin, ...)",
            "turning_turtles(3,4,6)",
        ),
        &["翻乌龟"],
        "turning-turtles",
        "Turning Turtles: if coin n shows heads, its value is n, as for a Nim heap of n. Coins are numbered from 1.",
    ),
    named(
        Row::MockTurtles,
        GameInfo::impartial(
            "mock_turtles",
            "Mock Turtles",
            "A move turns one, two or three coins of a row, the rightmost of them from heads to tails. Coins are \
                numbered from 0.",
            "mock_turtles(coin, ...)",
            "mock_turtles(0,1,2,3)",
        ),
        &["mock_turtle", "模拟乌龟"],
        "mock-turtles",
        "Mock Turtles: if coin n shows heads, its value is 2n or 2n+1, whichever has an odd number of ones in binary. \
            Coins are numbered from 0.",
    ),
    named(
        Row::Twins,
        GameInfo::impartial(
            "twins",
            "Twins",
            "A move turns two coins of a row, the right one of them from heads to tails. Coins are numbered from 0.",
            "twins(coin, ...)",
            "twins(1,4,6)",
        ),
        &["孪生硬币"],
        "twins",
        "Twins: if coin n shows heads, its value is n. Coins are numbered from 0.",
    ),
    named(
        Row::Ruler,
        GameInfo::impartial(
            "ruler",
            "Ruler",
            "A move turns any number of consecutive coins of a row, the rightmost of them from heads to tails. Coins \
                are numbered from 1.",
            "ruler(coin, ...)",
            "ruler(3,4,6)",
        ),
        &["标尺"],
        "ruler",
        "Ruler: if coin n shows heads, its value is the largest power of 2 that divides n. Coins are numbered from 1.",
    ),
    named(
        Row::Sym,
        GameInfo::impartial(
            "sym",
            "Sym",
            "A move turns coins of a row that form a set symmetric about its own middle, the rightmost of them from \
                heads to tails. Coins are numbered from 0 to 27.",
            "sym(coin, ...)",
            "sym(1,2,5)",
        ),
        &["对称翻硬币"],
        "sym",
        "Sym: for each symmetric set whose rightmost coin is a given coin, take the xor of the values of the other \
            coins. If the coin shows heads, its value is the mex of these numbers. No closed form is known.",
    ),
];

impl Coins {
    fn is_product(self) -> bool {
        self.columns != Row::OneCoin
    }

    /// Returns the Grundy value of one coin that shows heads.
    fn coin_value(self, [x, y]: [u64; 2]) -> u128 {
        (Nimber(self.rows.value(x)) * Nimber(self.columns.value(y))).0
    }

    fn value(self, heads: &[[u64; 2]]) -> u128 {
        heads.iter().fold(0, |sum, &coin| sum ^ self.coin_value(coin))
    }

    /// Counts the moves with this furthest coin that change the value by the xor `change`.
    ///
    /// The xor of the values of the turned coins is the product of an xor in the rows and one in the columns.
    fn count(self, [x, y]: [u64; 2], change: u128) -> u128 {
        if !self.is_product() {
            return self.rows.count(x, change);
        }
        let ((short, short_coin), (long, long_coin)) =
            if x < y { ((self.rows, x), (self.columns, y)) } else { ((self.columns, y), (self.rows, x)) };
        let xors = short.xors(short_coin).take_while(|_| spend(16)).filter(|&(_, count)| count > 0);
        let counts = xors.map(|(xor, count)| {
            quotient(change, xor).map_or(0, |rest| count.saturating_mul(long.count(long_coin, rest)))
        });
        counts.fold(0, u128::saturating_add)
    }

    /// Returns the moves that [`Coins::count`] counts, in the order of all moves.
    fn turns_with(self, [x, y]: [u64; 2], change: u128) -> MoveList<'static, Turn> {
        if !self.is_product() {
            return boxed(self.rows.turns_with(x, change).map(|rows| Turn { rows, columns: smallvec![1] }));
        }
        let rows = self.rows.turns(x).take_while(|_| spend(16));
        boxed(rows.flat_map(move |rows| {
            let rest = quotient(change, self.rows.xor(&rows));
            let columns = rest.map(|rest| self.columns.turns_with(y, rest));
            columns.into_iter().flatten().map(move |columns| Turn { rows: rows.clone(), columns })
        }))
    }
}

/// Returns the nonzero nimber whose nim product with `divisor` is `product`, if there is one.
fn quotient(product: u128, divisor: u128) -> Option<u128> {
    Some((Nimber(product) * Nimber(divisor).inverse()?).0).filter(|&quotient| quotient != 0)
}

impl Rules for Coins {
    type Component = Heads;
    type Move = Turn;
    type Key = Heads;

    fn moves(&self, heads: &Heads, _by: Player) -> impl Iterator<Item = Turn> {
        let game = *self;
        heads.iter().flat_map(move |&[x, y]| {
            game.rows
                .turns(x)
                .flat_map(move |rows| game.columns.turns(y).map(move |columns| Turn { rows: rows.clone(), columns }))
        })
    }

    fn play(&self, heads: &Heads, _by: Player, mv: &Turn) -> Components<Heads> {
        let mut turned = mv.coins().peekable();
        let mut before = heads.iter().copied().peekable();
        let mut after = vec![];
        // Both lists ascend, so this merges them; coins in both lists now show tails.
        loop {
            match (before.peek(), turned.peek()) {
                (None, None) => return smallvec![after.into()],
                (Some(a), Some(b)) if a == b => {
                    before.next();
                    turned.next();
                }
                (Some(a), b) if b.is_none_or(|b| a < b) => after.extend(before.next()),
                _ => after.extend(turned.next()),
            }
        }
    }

    fn key(&self, heads: &Heads) -> Heads {
        heads.clone()
    }

    fn extra_bytes(&self, heads: &Heads) -> u64 {
        size_of_val(&**heads) as u64
    }
}

impl Impartial for Coins {}

impl Game for Coins {
    const INFO: GameInfo = GameInfo {
        aliases: &["turning_corners", "rugs", "翻硬币游戏的积"],
        ..GameInfo::impartial(
            "tartan",
            "Products of coin-turning games",
            "A player chooses rows as a move in the first game chooses coins, and columns as a move in the second game \
                does. The move turns every coin in a chosen row and a chosen column; the coin in the last chosen row \
                and the last chosen column must go from heads to tails.",
            "tartan[game,game](row,column, ...)",
            "tartan[twins,ruler](2,3,4,1)",
        )
    };

    fn info(&self) -> &'static GameInfo {
        self.named().map_or(&Coins::INFO, |named| &named.info)
    }

    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<Coins> {
        match alias {
            "turning_corners" => return Ok(Coins { rows: Row::Twins, columns: Row::Twins }),
            "rugs" => return Ok(Coins { rows: Row::Ruler, columns: Row::Ruler }),
            _ => {}
        }
        let example = Coins::INFO.example;
        input.expect('[', example)?;
        let rows = parse_row(input)?;
        input.expect(',', example)?;
        let columns = parse_row(input)?;
        input.expect(']', example)?;
        Ok(Coins { rows, columns })
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Heads>> {
        let example = self.info().example;
        let start = input.next_span().start;
        let picture =
            input.rest().trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with('"'));
        let numbers = if picture { vec![] } else { input.numbers('(', ')', example)? };
        let drawn = if picture { self.parse_picture(input)? } else { vec![] };
        let span = start..input.offset();
        let refuse = |message| Err(Error::new(ErrorKind::BadArgument, message).at(span.clone()).or_example(example));
        if self.is_product() && !numbers.len().is_multiple_of(2) {
            let count = numbers.len();
            return refuse(text!("every coin needs a row and a column, but there are {count} numbers", count));
        }
        let mut heads: Vec<[u64; 2]> = match self.is_product() {
            true => numbers.as_chunks().0.to_vec(),
            false => numbers.iter().map(|&coin| [coin, 1]).collect(),
        };
        heads.extend(drawn);
        for (row, number) in heads.iter().flat_map(|&[x, y]| [(self.rows, x), (self.columns, y)]) {
            if number < row.first() {
                return refuse(text!("the coins of `{name}` are numbered from 1", name = row_name(row)));
            }
            if number > row.last() {
                let (name, last) = (row_name(row), row.last());
                return refuse(text!("the coins of `{name}` are numbered up to {last}", name, last));
            }
        }
        heads.compact_sort();
        if let Some(pair) = heads.windows(2).find(|pair| pair[0] == pair[1]) {
            return refuse(text!("the coin {coin} is listed twice", coin = self.coin_text(pair[0])));
        }
        Ok(vec![heads.into()])
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str(self.info().name);
        if self.is_product() {
            out.extend(["[", row_name(self.rows), ",", row_name(self.columns), "]"]);
        }
    }

    fn write_component(&self, heads: &Heads, out: &mut String) {
        let numbers: Vec<u64> = heads.iter().flat_map(|&coin| self.numbers(coin)).collect();
        push_numbers(&numbers, out);
    }

    fn count_component_numbers(&self, heads: &Heads) -> usize {
        heads.len() * if self.is_product() { 2 } else { 1 }
    }

    fn moves_from_numbers(&self, heads: &Heads, _by: Player, numbers: &[u64]) -> Option<Vec<Turn>> {
        let splits = match self.is_product() {
            true => (1..numbers.len()).map(|at| numbers.split_at(at)).collect(),
            false => vec![(numbers, [1].as_slice())],
        };
        let named = splits.into_iter().filter_map(|(rows, columns)| {
            let turn = Turn { rows: self.rows.set_of_numbers(rows)?, columns: self.columns.set_of_numbers(columns)? };
            let furthest = [*turn.rows.last()?, *turn.columns.last()?];
            heads.binary_search(&furthest).is_ok().then_some(turn)
        });
        Some(named.collect())
    }

    fn picture(&self, heads: &Heads) -> Picture {
        // On one row, coins are drawn from left to right.
        let places = heads.iter().map(|&coin| self.place(coin));
        let [rows, columns] = places
            .clone()
            .fold([0, 0], |[r, c], [row, column]| [r.max(row.saturating_add(1)), c.max(column.saturating_add(1))]);
        if rows.max(columns) > MAX_DRAWN {
            return Picture::text(self, heads);
        }
        let mut cells = vec!['.'; (rows * columns) as usize];
        places.for_each(|[row, column]| cells[(row * columns + column) as usize] = 'x');
        Picture::Grid(Box::new(Grid {
            text: Picture::printed(self, heads),
            columns: columns as usize,
            cells: cells.into(),
            states: ['.', 'x'].into(),
            ..Grid::default()
        }))
    }

    fn describe(&self, _heads: &Heads, _at: usize, mv: &Turn) -> MoveText {
        let (rows, columns) = (self.rows.describe(&mv.rows), self.columns.describe(&mv.columns));
        let (row_list, column_list) = (Field::Numbers(mv.rows.to_vec()), Field::Numbers(mv.columns.to_vec()));
        let (text, mut fields) = if self.is_product() {
            let rows = if mv.rows.len() == 1 { text!("row {row}", row = rows) } else { text!("rows {rows}", rows) };
            let columns = match mv.columns.len() {
                1 => text!("column {column}", column = columns),
                _ => text!("columns {columns}", columns),
            };
            let fields = vec![("rows", row_list), ("columns", column_list)];
            (text!("turn the coins in {rows} and {columns}", rows, columns), fields)
        } else if mv.rows.len() == 1 {
            (text!("turn coin {coin}", coin = rows), vec![("coins", row_list)])
        } else {
            (text!("turn coins {coins}", coins = rows), vec![("coins", row_list)])
        };
        let furthest = [mv.rows.last(), mv.columns.last()].map(|last| last.copied().unwrap_or(0));
        if self.place(furthest).iter().all(|&place| place < MAX_DRAWN) {
            let cell = |coin| {
                let [row, column] = self.place(coin);
                format!("{}{}", column_name(column), row + 1)
            };
            fields.push(("cells", Field::Texts(mv.coins().map(cell).collect())));
        }
        MoveText::new(text, fields)
    }

    const THEOREMS: &'static [Theorem<Coins>] = &[theorem(
        "tartan",
        "Tartan theorem: in the product of two coin-turning games, the value of the coin (x,y) is the nim product of \
            the value of coin x in the first game and the value of coin y in the second game.",
    )];

    fn theorems(&self) -> &'static [Theorem<Coins>] {
        self.named().map_or(Coins::THEOREMS, |named| &named.theorems)
    }

    fn coordinate_names(&self) -> Vec<String> {
        if self.is_product() { grundy_rules::heaps::heap_names(2) } else { vec!["n".to_string()] }
    }

    fn min_index(&self) -> u64 {
        if self.is_product() { self.rows.first().max(self.columns.first()) } else { self.rows.first() }
    }

    fn max_index(&self) -> Option<u64> {
        let last = if self.is_product() { self.rows.last().min(self.columns.last()) } else { self.rows.last() };
        (last < u64::MAX).then_some(last)
    }

    fn component_at(&self, [x, y, _]: Coordinates) -> Option<Heads> {
        let y = if self.is_product() { y } else { 1 };
        let is_coin = |row: Row, number| (row.first()..=row.last()).contains(&number);
        (is_coin(self.rows, x) && is_coin(self.columns, y)).then(|| [[x, y]].into())
    }

    fn samples() -> Box<dyn Iterator<Item = (Coins, Vec<Heads>)>> {
        // Each set of coins occurs with five of the products.
        boxed(sets(true).take(SAMPLE_SETS).enumerate().flat_map(|(at, set)| {
            (0..NAMED.len()).map(move |k| {
                let game = Coins { rows: NAMED[k].row, columns: NAMED[(k + at) % NAMED.len()].row };
                (game, vec![game.shifted_to_first(&set)])
            })
        }))
    }
}

impl Coins {
    fn named(self) -> Option<&'static NamedRow> {
        NAMED.iter().find(|named| named.row == self.rows && !self.is_product())
    }

    /// Returns the row and the column at which a coin is drawn, counted from 0.
    fn place(self, [x, y]: [u64; 2]) -> [u64; 2] {
        let x = x - self.rows.first();
        if self.is_product() { [x, y - self.columns.first()] } else { [0, x] }
    }

    /// Parses a picture of the coins: `x` shows heads, `.` tails, and `/` ends a row.
    fn parse_picture(self, input: &mut Cursor<'_>) -> Result<Vec<[u64; 2]>> {
        let example = self.info().example;
        input.expect('(', example)?;
        let (picture, span) = input.name(text!("a picture of coins")).map_err(|e| e.or_example(example))?;
        input.expect(')', example)?;
        let (mut heads, [mut row, mut column]) = (vec![], [0, 0]);
        for c in picture.chars() {
            match c {
                'x' if self.is_product() => heads.push([row + self.rows.first(), column + self.columns.first()]),
                'x' => heads.push([column + self.rows.first(), 1]),
                '.' => {}
                '/' if self.is_product() => [row, column] = [row + 1, u64::MAX],
                _ => {
                    let message = text!("a coin is drawn as `x` (heads) or `.` (tails), not as `{c}`", c);
                    return Err(Error::new(ErrorKind::BadArgument, message).at(span).or_example(example));
                }
            }
            column = column.wrapping_add(1);
        }
        Ok(heads)
    }

    /// Returns the numbers by which users refer to a coin.
    fn numbers(self, [x, y]: [u64; 2]) -> impl Iterator<Item = u64> {
        [x, y].into_iter().take(if self.is_product() { 2 } else { 1 })
    }

    fn coin_text(self, [x, y]: [u64; 2]) -> String {
        if self.is_product() { format!("({x},{y})") } else { x.to_string() }
    }

    /// Returns the coins of a set, whose rows and columns are numbered from 0.
    fn shifted_to_first(self, set: &[[u64; 2]]) -> Heads {
        set.iter().map(|[x, y]| [x + self.rows.first(), y + self.columns.first()]).collect()
    }
}

/// Iterates over all sets of coins of a row or a rectangle; those of the first coins come first.
fn sets(product: bool) -> impl Iterator<Item = Vec<[u64; 2]>> {
    (0u64..).map(move |mask| {
        let chosen = (0..64).filter(|bit| mask >> bit & 1 == 1);
        let mut set: Vec<[u64; 2]> = chosen.map(|at| if product { pair_at(at) } else { [at, 0] }).collect();
        set.compact_sort();
        set
    })
}

/// Returns the pair with this index in the list of all pairs, ordered by their largest number.
fn pair_at(at: u64) -> [u64; 2] {
    let top = at.isqrt();
    let rest = at - top * top;
    if rest <= top { [rest, top] } else { [top, rest - top - 1] }
}

fn row_name(row: Row) -> &'static str {
    NAMED.iter().find(|named| named.row == row).map_or("", |named| named.info.name)
}

fn parse_row(input: &mut Cursor<'_>) -> Result<Row> {
    let example = Coins::INFO.example;
    let (name, span) = input.name(text!("the name of a coin-turning game")).map_err(|e| e.or_example(example))?;
    let is_called = |known: &&str| known.eq_ignore_ascii_case(&name);
    let found = NAMED.iter().find(|named| is_called(&named.info.name) || named.info.aliases.iter().any(is_called));
    found.map(|named| named.row).ok_or_else(|| {
        let names = NAMED.iter().map(|named| Text::verbatim(named.info.name));
        let message = text!("`{name}` is not a coin-turning game on a row", name = name.into_owned());
        Error::new(ErrorKind::BadArgument, message).at(span).help(text!("use {names}", names = Text::or(names)))
    })
}

/// Lists the values of the coins and their xor; the text is empty if more than 12 coins show heads.
fn working(game: &Coins, heads: &Heads) -> Text {
    if heads.is_empty() || heads.len() > 12 {
        return Text::empty();
    }
    let values = heads.iter().map(|&[x, y]| {
        let coin = game.coin_text([x, y]);
        let value = game.coin_value([x, y]);
        match game.is_product() {
            true => text!(
                "coin {coin}: {a} ⊗ {b} = {value}",
                coin,
                a = game.rows.value(x),
                b = game.columns.value(y),
                value
            ),
            false => text!("coin {coin}: {value}", coin, value),
        }
    });
    text!("{coins}; xor {sum}", coins = Text::list(values), sum = game.value(heads))
}

impl DynGame for NamedRow {
    fn info(&self) -> &'static GameInfo {
        self.game().info()
    }

    fn theorems(&self) -> Vec<&'static TheoremInfo> {
        self.game().theorems().iter().map(|theorem| &theorem.info).collect()
    }

    fn parse(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Box<dyn DynPosition>> {
        let game = self.game();
        let heads = game.parse_components(alias, input)?;
        Ok(Box::new(GamePosition::new(game, heads)))
    }

    fn parse_rules(&self, _alias: &str, _input: &mut Cursor<'_>) -> Result<Box<dyn DynRuleset>> {
        Ok(Box::new(RulesHandle::new(self.game())))
    }

    fn samples(&self) -> Box<dyn Iterator<Item = Box<dyn DynPosition>>> {
        let game = self.game();
        if cfg!(target_family = "wasm") {
            return Box::new(std::iter::empty());
        }
        Box::new(sets(false).take(SAMPLE_SETS).map(move |set| {
            let heads = set.iter().map(|[x, _]| [x + game.rows.first(), 1]).collect();
            Box::new(GamePosition::new(game, vec![heads])) as Box<dyn DynPosition>
        }))
    }
}

impl NamedRow {
    fn game(&self) -> Coins {
        Coins { rows: self.row, columns: Row::OneCoin }
    }
}

/// Adds the games on one row, and their products, to the library.
#[must_use]
pub(crate) fn with_all(mut library: Library) -> Library {
    NAMED.iter().for_each(|named| library.add_dyn_game(named));
    library.with::<Coins>()
}
