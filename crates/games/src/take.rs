//! Subtraction games: a move takes an allowed number of stones from one heap.
//!
//! The set of allowed amounts is `1..k` (Bash, Bachet 1612), a range `l..r`, `l..` without an upper bound, a list of
//! numbers, a set with a name or formula such as the powers of a base, the squares or the primes, or a union of these.
//! Theory: S. W. Golomb, "A mathematical investigation of games of take-away", Journal of Combinatorial Theory 1
//! (1966); E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways* (1982), chapter 4. Under misère play every
//! component with a closed form below has the genus of a Nim heap, so sums of them are played as misère Nim (J. H.
//! Conway, *On Numbers and Games* (1976), chapter 12).
//!
//! Notation: `take[SET](heap, ...)`, and `bash[k](heap, ...)` for `take[1..k](heap, ...)`. With two sets,
//! `take[SET | SET]` is a partizan game: [`partizan_take`](crate::partizan_take).
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Play;
//! let spec = parse("bash[3](10^18, 7)").unwrap();
//! assert_eq!(spec.to_string(), "take[1..3](1000000000000000000,7)");
//! let stated = spec.terms[0].position.sum_by_theorem(Play::Normal).unwrap();
//! assert_eq!(stated.sum.value().to_string(), "*3");
//! ```

use crate::heap_moves::{heap_moves, impl_heap_rules};
use crate::partizan_take::PartizanTake;
use grundy_lang::{Text, text};
use grundy_rules::heaps::{self, TakeSome, take_moves_from_numbers};
use grundy_rules::{
    Amounts, Claim, Cursor, DynGame, Game, GameInfo, HeapRules, Impartial, Kind, MoveList, NamedSet, Notation, Plan,
    Play, Player, Result, Rules, TableForm, Theorem, boxed,
};
use std::fmt::Write;

/// A subtraction game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    /// The amounts that a move may take.
    pub amounts: Amounts,
}

impl Rules for Take {
    impl_heap_rules!(TakeSome);

    fn moves(&self, heap: &u64, _by: Player) -> impl Iterator<Item = TakeSome> {
        self.amounts.up_to(*heap).map(TakeSome)
    }
}

impl Impartial for Take {}

impl HeapRules for Take {
    fn options(&self, size: u64, visit: &mut dyn FnMut(&[u64])) {
        self.amounts.up_to(size).for_each(|amount| visit(&[size - amount]));
    }

    fn amounts(&self) -> Option<&Amounts> {
        Some(&self.amounts)
    }
}

/// Reports whether the parameter under this alias is the largest amount (as for Bash) instead of a set.
fn is_bash(alias: &str) -> bool {
    matches!(alias, "bash" | "巴什" | "巴什博弈" | "巴什博奕")
}

fn example(alias: &str) -> &'static str {
    if is_bash(alias) { "bash[3](10)" } else { Take::INFO.example }
}

impl Game for Take {
    const INFO: GameInfo = GameInfo {
        name: "take",
        aliases: &["subtraction", "减法游戏", "取石子", "取石子游戏", "s_nim", "bash", "巴什", "巴什博弈", "巴什博奕"],
        title: "Subtraction games (Bash, S-Nim)",
        rules: "A move takes an allowed number of stones from one heap.",
        notation: "take[SET](heap, ...)",
        example: "take[1,3,4](10)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

    /// Returns another game if the parameters belong to it; `None` for this game.
    ///
    /// Two sets are the parameters of a partizan game; letters are symbolic parameters of user-defined rules.
    fn alternative_game(alias: &str, input: &mut Cursor<'_>) -> Option<&'static dyn DynGame> {
        if !is_bash(alias) && !input.occurs_before(';', ']') && grundy_rulelang::has_letters(input) {
            return Some(grundy_rules::dyn_game::<grundy_rulelang::Rule>());
        }
        (!is_bash(alias) && input.occurs_before('|', ']')).then_some(grundy_rules::dyn_game::<PartizanTake>())
    }

    fn parse_rules(alias: &str, input: &mut Cursor<'_>) -> Result<Take> {
        let (bash, example) = (is_bash(alias), example(alias));
        if input.peek() != Some('[') {
            let what = if bash { text!("`[` and the largest amount") } else { text!("`[` and the set of amounts") };
            return Err(input.expected(what).or_example(example));
        }
        input.expect('[', example)?;
        let amounts = if bash && !input.occurs_before('.', ']') {
            let (what, zero) = (text!("the largest amount"), text!("the largest amount must be at least 1"));
            Amounts::range(1, input.positive(what, zero, example)?)
        } else {
            Amounts::parse(input)?
        };
        if bash && input.peek() == Some('|') {
            return Err(input.expected(text!("`]`")).help(text!(
                "to give each player a separate set, write take[{amounts} | ...](10)",
                amounts = amounts.to_string()
            )));
        }
        input.expect(']', example)?;
        Ok(Take { amounts })
    }

    fn parse_components(&self, alias: &str, input: &mut Cursor<'_>) -> Result<Vec<u64>> {
        input.numbers('(', ')', example(alias))
    }

    fn write_rules(&self, out: &mut String) {
        let _ = write!(out, "take[{}]", self.amounts);
    }

    fn count_rules_numbers(&self) -> usize {
        self.amounts.count_printed_numbers()
    }

    fn moves_from_numbers(&self, heap: &u64, _by: Player, numbers: &[u64]) -> Option<Vec<TakeSome>> {
        take_moves_from_numbers(numbers, |n| n <= *heap && self.amounts.contains(n))
    }

    heap_moves!(TakeSome);

    const THEOREMS: &'static [Theorem<Self>] = &theorems();

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Heaps(self))
    }

    fn samples() -> Box<dyn Iterator<Item = (Take, Vec<u64>)>> {
        let sets = [
            "1",
            "2",
            "1,2",
            "1..3",
            "2,3",
            "2..5",
            "3..4",
            "4..9",
            "1..",
            "2..",
            "3..",
            "2^k",
            "3^k",
            "4^k",
            "5^k",
            "6^k",
            "1,3,4",
            "2,5",
            "2,4,7",
            "1,5,9",
            "2,4,6",
            "3..4,6,8",
            "3,6..",
            "4,7,11..13",
            "1,3,3^k",
            "k^2",
            "fib",
            "prime",
            "k^3",
            "triangular",
            "factorials",
            "squarefree",
            "practical",
            "1,4,7..",
            "1,8,27",
        ];
        let sets: Vec<Amounts> = sets.iter().map(|s| s.parse().expect("a sample set is well formed")).collect();
        boxed((0u64..).flat_map(move |n| {
            sets.clone().into_iter().flat_map(move |amounts| {
                let heaps: &[&[u64]] = &[&[n], &[n / 2, n - n / 2], &[n / 4, n / 3, n / 2]];
                let positions: Vec<_> = heaps.iter().map(|h| (Take { amounts: amounts.clone() }, h.to_vec())).collect();
                positions
            })
        }))
    }
}

/// A game whose components are heaps from which a move takes an allowed amount.
///
/// Such games share their theorems.
#[doc(hidden)]
pub trait Taking: Rules<Component = u64, Move = TakeSome> {
    /// Returns the amounts that a move may take.
    fn amounts(&self) -> &Amounts;
    /// Returns the size of the heap that a component is equivalent to.
    fn stones(&self, component: &u64) -> u64;
    /// Returns the size of this heap as a formula, in the notation of the game.
    fn formula(&self, component: &u64) -> String {
        self.stones(component).to_string()
    }
    /// Lists the positions of the winning strategy from `mv` on, in the notation of the game.
    ///
    /// The heaps of these positions have the same remainder modulo `period`. The text is empty if the
    /// notation of a position is the heap itself.
    fn chain(&self, _part: &u64, _mv: &TakeSome, _period: u128) -> Text {
        Text::empty()
    }
}

impl Taking for Take {
    fn amounts(&self) -> &Amounts {
        &self.amounts
    }
    fn stones(&self, heap: &u64) -> u64 {
        *heap
    }
}

/// The closed form for sets in which consecutive amounts differ by at most the least amount, l.
///
/// Blocks of l consecutive heap sizes have equal values; if there is a largest amount r, the period is l+r.
#[doc(hidden)]
pub struct Blocks {
    length: u128,
    period: Option<u128>,
}

impl Blocks {
    /// Returns the closed form for a set.
    pub fn new(amounts: &Amounts) -> Blocks {
        let low = u128::from(amounts.min());
        Blocks { length: low, period: amounts.max().map(|high| low + u128::from(high)) }
    }

    /// Returns the Grundy value of a heap.
    pub fn value(&self, heap: u128) -> u128 {
        self.period.map_or(heap, |p| heap % p) / self.length
    }

    /// Returns the amounts between `low` and `high` that lead from `heap` to heaps of value `to`.
    ///
    /// The result is two ranges (first amount, last amount), in ascending order; (1, 0) is an empty range. `low` and
    /// `high` are the least and the largest amount of the set.
    fn windows(&self, (low, high): (u64, Option<u64>), heap: u64, to: u128) -> [(u64, u64); 2] {
        const EMPTY_RANGE: (u64, u64) = (1, 0);
        let max_taken = high.map_or(heap, |high| high.min(heap));
        if low > max_taken {
            return [EMPTY_RANGE; 2];
        }
        let Some(start) = to.checked_mul(self.length) else { return [EMPTY_RANGE; 2] };
        let end = (start + self.length).min(self.period.unwrap_or(u128::MAX));
        if start >= end {
            return [EMPTY_RANGE; 2];
        }
        // The reachable heaps span less than a period, so they intersect at most two blocks of value `to`.
        let (bottom, top) = (heap - max_taken, heap - low);
        let clip = |shift: u128| {
            let (least, end) = ((start + shift).max(bottom.into()), (end + shift).min(u128::from(top) + 1));
            if least < end { (heap - (end - 1) as u64, heap - least as u64) } else { EMPTY_RANGE }
        };
        match self.period {
            None => [clip(0), EMPTY_RANGE],
            Some(p) => {
                let [first, second] = [top, bottom].map(|heap| u128::from(heap) / p * p);
                [clip(first), if first == second { EMPTY_RANGE } else { clip(second) }]
            }
        }
    }

    /// Returns the amounts of the set that lead from `heap` to heaps of value `to`, as ascending ranges.
    fn amounts_to(self, amounts: &Amounts, heap: u64, to: u128) -> impl Iterator<Item = (u64, u64)> {
        self.windows((amounts.min(), amounts.max()), heap, to)
            .into_iter()
            .filter(|window| window.0 <= window.1)
            .flat_map(move |(first_amount, last_amount)| {
                // Windows are short, so few of the ranges of the set intersect a window.
                let first = amounts.ranges().partition_point(|&(_, high)| high < first_amount);
                let ranges =
                    amounts.ranges()[first..].iter().copied().chain(amounts.open_start().map(|from| (from, u64::MAX)));
                let overlaps = ranges.map(move |(low, high)| (low.max(first_amount), high.min(last_amount)));
                overlaps.take_while(|overlap| overlap.0 <= overlap.1)
            })
    }
}

/// Returns the Grundy value of a component by [`Blocks`].
#[doc(hidden)]
pub fn block_value<G: Taking>(game: &G, component: &u64) -> u128 {
    Blocks::new(game.amounts()).value(game.stones(component).into())
}

/// Returns the number of moves to components of value `to`.
#[doc(hidden)]
pub fn block_count<G: Taking>(game: &G, component: &u64, to: u128) -> u128 {
    let amounts = game.amounts();
    Blocks::new(amounts)
        .amounts_to(amounts, game.stones(component), to)
        .map(|(least, most)| u128::from(most - least) + 1)
        .sum()
}

/// Returns the moves to components of value `to`.
#[doc(hidden)]
pub fn block_moves<'a, G: Taking>(game: &'a G, component: &'a u64, to: u128) -> MoveList<'a, TakeSome> {
    let amounts = game.amounts();
    let ranges = Blocks::new(amounts).amounts_to(amounts, game.stones(component), to);
    boxed(ranges.flat_map(|(least, most)| least..=most).map(TakeSome))
}

fn block_working<G: Taking>(game: &G, component: &u64) -> Text {
    let (heap, shown, value) = (game.stones(component), game.formula(component), block_value(game, component));
    match (game.amounts().min(), game.amounts().max()) {
        (1, Some(k)) => Text::verbatim(format!("{shown} mod (1+{k}) = {value}")),
        (low, Some(high)) => {
            let residue = u128::from(heap) % (u128::from(low) + u128::from(high));
            Text::verbatim(format!("{shown} mod ({low}+{high}) = {residue}, floor({residue}/{low}) = {value}"))
        }
        (low, None) => Text::verbatim(format!("floor({shown}/{low}) = {value}")),
    }
}

/// Explains the remainder after a winning move: it has the value 0, or the value 1 under misère play.
fn block_goal<G: Taking>(game: &G, component: &u64, mv: &TakeSome, play: Play) -> Text {
    let (heap, low) = (game.stones(component), u128::from(game.amounts().min()));
    let remaining = u128::from(heap - mv.0);
    let high = game.amounts().max().map(u128::from);
    if play == Play::Normal && remaining < low {
        // No move is possible after this one, and the heap is less than a period.
        let heap = game.formula(component);
        return match high {
            Some(high) if u128::from(game.stones(component)) > high => text!(
                "{heap} is more than {high} and less than {low}+{high}; the move leaves {left}, less than {low}",
                heap,
                high,
                low,
                left = remaining
            ),
            Some(high) if low == 1 => text!("{heap} is at most {high}, so one move takes all", heap, high),
            Some(high) => text!(
                "{heap} is in the range {low} to {high}; the move leaves {left}, less than {low}",
                heap,
                low,
                high,
                left = remaining
            ),
            None if low == 1 => text!("one move takes all"),
            None => text!("the move leaves {left}, less than {low}", left = remaining, low),
        };
    }
    let Some(high) = high else {
        // Under normal play such a move was explained above, so this is misère play.
        return text!("the move leaves {left}, so the other player must make the last move", left = remaining);
    };
    let (period, twice) = (low + high, 2 * low - 1);
    let (rest, rest_after) = (u128::from(heap) % period, remaining % period);
    let is = text!("{heap} mod {period} = {rest}", heap = game.formula(component), period, rest);
    match play {
        Play::Normal if low == 1 => text!("{is}, which is not 0; the move makes it 0", is),
        Play::Normal if rest <= high => {
            text!(
                "{is}, which is in the range {low} to {high}; the move makes it {left}, less than {low}",
                is,
                low,
                high,
                left = rest_after
            )
        }
        Play::Normal => {
            text!(
                "{is}, which is more than {high}; the move makes it {left}, less than {low}",
                is,
                low,
                high,
                left = rest_after
            )
        }
        Play::Misere if low == 1 => text!("{is}, which is not 1; the move makes it 1", is),
        Play::Misere => {
            text!(
                "{is}, which is not in the range {low} to {twice}; the move makes it {left}, which is in this range",
                is,
                low,
                twice,
                left = rest_after
            )
        }
    }
}

/// Returns the replies in a lost heap if the amounts are a range.
fn range_replies<G: Taking>(game: &G, component: &u64, play: Play) -> Text {
    let (heap, low) = (u128::from(game.stones(component)), u128::from(game.amounts().min()));
    let period = game.amounts().max().map(|high| low + u128::from(high));
    match (play, period.filter(|&period| heap >= period)) {
        (Play::Normal, None) => Text::empty(),
        // The heap is in the range l to 2l-1.
        (Play::Misere, None) => {
            text!("Every move leaves less than {low}, so it is the last move, and the player who makes it loses.", low)
        }
        (Play::Normal, Some(period)) => text!(
            "The reply to taking k is to take {period}-k, which leaves the remainder {rest} modulo {period} again.",
            period,
            rest = heap % period
        ),
        (Play::Misere, Some(period)) => text!(
            "The reply to taking k is to take {period}-k, which leaves the remainder {rest} modulo {period} again. At \
                the end {rest} is left, and the player to move must make the last move.",
            period,
            rest = heap % period
        ),
    }
}

fn gap_plan<G: Taking>(game: &G, component: &u64, mv: &TakeSome, play: Play) -> Plan {
    Plan { goal: block_goal(game, component, mv, play), ..Plan::default() }
}

fn range_plan<G: Taking>(game: &G, component: &u64, mv: &TakeSome, play: Play) -> Plan {
    let amounts = game.amounts();
    let goal = block_goal(game, component, mv, play);
    let Some(high) = amounts.max() else {
        return Plan { goal, continuation: text!("the other player makes the last move") };
    };
    let period = u128::from(amounts.min()) + u128::from(high);
    let remainder = u128::from(game.stones(component) - mv.0) % period;
    let continuation = match play {
        Play::Normal => text!(
            "when the other player takes k, take {period}-k, which leaves the remainder {left} again",
            period,
            left = remainder
        ),
        Play::Misere => text!(
            "when the other player takes k, take {period}-k, which leaves the remainder {left} again, until fewer than \
                {period} are left; then the other player must make the last move",
            period,
            left = remainder
        ),
    };
    match game.chain(component, mv, period) {
        chain if chain.is_empty() => Plan { goal, continuation },
        chain => Plan { goal, continuation: text!("{then}; {chain}", then = continuation, chain) },
    }
}

/// Explains a winning move if the amounts are powers, and the replies that restore the remainder.
///
/// Under misère play, the same holds with the heap reduced by one stone.
fn power_plan<G: Taking>(game: &G, component: &u64, mv: &TakeSome, play: Play) -> Plan {
    let Some(base) = game.amounts().as_powers().map(u128::from) else { return Plan::default() };
    let normal = play == Play::Normal;
    if base % 2 == 1 {
        let goal = parity_plan(game, component, mv, play).goal;
        return Plan { goal, continuation: text!("every power of {base} is odd; always take 1", base) };
    }
    let (heap, less, modulus) = (u128::from(game.stones(component)), u128::from(!normal), base + 1);
    let (rest, rest_after) = ((heap - less) % modulus, (heap - less - u128::from(mv.0)) % modulus);
    let formula = game.formula(component);
    let is = match play {
        Play::Normal => text!("{heap} mod {period} = {rest}", heap = formula, period = modulus, rest),
        Play::Misere => text!("({heap}-1) mod {period} = {rest}", heap = formula, period = modulus, rest),
    };
    let plan = match base {
        2 => Plan {
            goal: text!("{is}, which is not 0; the move makes it 0", is),
            continuation: text!(
                "every power of 2 is 1 or 2 modulo 3, so the remainder after the other player's move is 1 or 2; take \
                that number"
            ),
        },
        _ => Plan {
            goal: text!(
                "{is}; the move makes it {left}, which is even and less than {base}",
                is,
                left = rest_after,
                base
            ),
            continuation: text!(
                "every power of {base} is 1 or -1 modulo {modulus}; after the other player's move, take 1 if the \
                    remainder is odd, and {base} if it is {base}",
                base,
                modulus
            ),
        },
    };
    match (play, plan) {
        (Play::Normal, plan) => plan,
        (Play::Misere, Plan { goal, continuation }) => {
            Plan { goal, continuation: text!("set one stone aside; {then}", then = continuation) }
        }
    }
}

fn parity_plan<G: Taking>(_game: &G, _part: &u64, _mv: &TakeSome, play: Play) -> Plan {
    let goal = match play {
        Play::Normal => text!("an even number is left"),
        Play::Misere => text!("an odd number is left"),
    };
    Plan { goal, ..Plan::default() }
}

/// Reports whether the amounts have gaps, none of which is wider than the least amount.
fn has_small_gaps<G: Taking>(game: &G, _: &u64) -> bool {
    let amounts = game.amounts();
    amounts.widest_gap().is_some_and(|gap| gap > 1 && gap <= amounts.min())
}

/// Returns the Grundy value of a heap if the amounts are the powers of b.
///
/// For odd b every amount is odd; for even b, b^k is 1 or −1 modulo b+1.
#[doc(hidden)]
pub fn power_value<G: Taking>(game: &G, component: &u64) -> u128 {
    residue_value(game.amounts(), game.stones(component))
}

fn residue_value(amounts: &Amounts, heap: u64) -> u128 {
    let base = amounts.as_powers().expect("the scope admits powers only");
    let residue = if base % 2 == 1 { heap % 2 } else { (u128::from(heap) % (u128::from(base) + 1)) as u64 };
    if residue == base { 2 } else { u128::from(residue % 2) }
}

fn power_working<G: Taking>(game: &G, component: &u64) -> Text {
    let (heap, shown, value) = (game.stones(component), game.formula(component), power_value(game, component));
    match game.amounts().as_powers() {
        Some(base) if base % 2 == 1 => Text::verbatim(format!("{shown} mod 2 = {value}")),
        Some(base) => {
            let residue = u128::from(heap) % (u128::from(base) + 1);
            text!("{heap} mod ({base}+1) = {residue}, value {value}", heap = shown, base, residue, value)
        }
        None => Text::empty(),
    }
}

fn parity_value<G: Taking>(game: &G, component: &u64) -> u128 {
    u128::from(game.stones(component) % 2)
}

fn parity_working<G: Taking>(game: &G, component: &u64) -> Text {
    Text::verbatim(format!("{} mod 2 = {}", game.formula(component), parity_value(game, component)))
}

/// Reports whether all amounts are odd and 1 is one of them.
fn all_odd<G: Taking>(game: &G, _: &u64) -> bool {
    let amounts = game.amounts();
    let odd_range = |&(low, high): &(u64, u64)| low == high && low % 2 == 1;
    let odd_named = |named: &NamedSet| matches!(named, NamedSet::Powers(base) if base % 2 == 1);
    // The cheapest and most selective tests come first, since this function runs for every heap.
    amounts.open_start().is_none()
        && amounts.ranges().iter().all(odd_range)
        && amounts.named_sets().iter().all(odd_named)
        && amounts.contains(1)
}

/// Makes a claim for sets of amounts that are so small that every amount can be tried.
///
/// Such sets have few members below 2^64, or few numbers in their notation. `$heap_value` is a function from the set
/// and the size of a heap to its value.
macro_rules! claim_by_enumeration {
    ($value:ident, $heap_value:expr, $play:expr) => {
        Claim::NimHeap {
            play: $play,
            value: $value,
            count: |game, component, to| {
                let heap = game.stones(component);
                game.amounts().up_to(heap).filter(|k| $heap_value(game.amounts(), heap - k) == to).count() as u128
            },
            moves: |game, component, to| {
                let (amounts, heap) = (game.amounts(), game.stones(component));
                boxed(amounts.up_to(heap).filter(move |k| $heap_value(amounts, heap - k) == to).map(TakeSome))
            },
        }
    };
}

fn parity(_: &Amounts, heap: u64) -> u128 {
    u128::from(heap % 2)
}

/// Returns the theorems on all games in which a move takes an allowed amount from a heap.
pub(crate) const fn theorems<G: Taking>() -> [Theorem<G>; 8] {
    [
        Theorem::<G>::new(
            "range-subtraction",
            "Bachet 1612 for l = 1; Berlekamp, Conway, Guy 1982",
            "If the amounts are l..r, G(n) = floor((n mod (l+r)) / l). If all amounts from l on are allowed, G(n) = \
                floor(n / l).",
            Claim::NimHeap { play: Play::Normal, value: block_value, count: block_count, moves: block_moves },
        )
        .within("the amounts are one range l..r or l.., normal play", |game, _| game.amounts().as_range().is_some())
        .strategy(
            "The reply to taking k is to take l+r-k, which leaves the same remainder. In a sum, the reply makes the \
            xor of the values 0 again.",
        )
        .working(block_working)
        .plan(|game, component, mv| range_plan(game, component, mv, Play::Normal))
        .planning_last_moves()
        .replies(|game, component| range_replies(game, component, Play::Normal)),
        Theorem::<G>::new(
            "misere-range-subtraction",
            "by induction; sums: Conway 1976, ch. 12",
            "Under misère play the player who makes the last move loses. If the amounts are l..r, a single heap of n \
                is a P-position iff l <= n mod (l+r) < 2l; if all amounts from l on are allowed, iff l <= n < 2l. In \
                sums, a heap of n has the same genus as the Nim heap of size G(n).",
            Claim::NimHeap { play: Play::Misere, value: block_value, count: block_count, moves: block_moves },
        )
        .within("the amounts are one range l..r or l.., misère play", |game, _| game.amounts().as_range().is_some())
        .strategy("The reply to taking k is to take l+r-k, which leaves the same remainder, until the last move.")
        .working(block_working)
        .plan(|game, component, mv| range_plan(game, component, mv, Play::Misere))
        .replies(|game, component| range_replies(game, component, Play::Misere)),
        Theorem::<G>::new(
            "gap-subtraction",
            "proof: docs/proofs.md",
            "Let l be the least amount and r the largest, and let neighbouring amounts differ by at most l. Then \
                G(n) = floor((n mod (l+r)) / l), as if all of l..r were allowed. If there is no largest amount, \
                G(n) = floor(n / l). With wider gaps this can fail.",
            Claim::NimHeap { play: Play::Normal, value: block_value, count: block_count, moves: block_moves },
        )
        .within("neighbouring amounts differ by at most the least amount, normal play", has_small_gaps)
        .strategy(
            "Divide the remainders into blocks of l. Every move takes the heap to another block. Among any l \
                consecutive numbers within the range of the amounts, one is an amount. So every lower block can be \
                reached, and after any move the lowest block can be reached again.",
        )
        .working(block_working)
        .plan(|game, component, mv| gap_plan(game, component, mv, Play::Normal))
        .planning_last_moves(),
        Theorem::<G>::new(
            "misere-gap-subtraction",
            "proof: docs/proofs.md; sums: Conway 1976, ch. 12",
            "Under misère play the player who makes the last move loses. Let neighbouring amounts differ by at most \
                the least amount l. If r is the largest amount, a single heap of n is a P-position iff l <= n mod (l+r) \
                < 2l; if there is no largest amount, iff l <= n < 2l. In sums, a heap of n has the same genus as the \
                Nim heap of size G(n).",
            Claim::NimHeap { play: Play::Misere, value: block_value, count: block_count, moves: block_moves },
        )
        .within("neighbouring amounts differ by at most the least amount, misère play", has_small_gaps)
        .strategy(
            "Among any l consecutive numbers within the range of the amounts, one is an amount. So if a heap has a \
            move and its remainder is not from l to 2l-1, some move leads to such a remainder.",
        )
        .working(block_working)
        .plan(|game, component, mv| gap_plan(game, component, mv, Play::Misere)),
        Theorem::<G>::new(
            "powers-of-b",
            "residues: b^k = ±1 mod b+1; take-away games: Golomb 1966",
            "If the amounts are the powers of b and b is odd, G(n) = n mod 2. If b is even, let r = n mod (b+1). \
                Then G(n) = 2 if r = b, and G(n) = r mod 2 otherwise.",
            claim_by_enumeration!(power_value, residue_value, Play::Normal),
        )
        .within("the amounts are all the powers of one base, normal play", |game, _| {
            game.amounts().as_powers().is_some()
        })
        .strategy(
            "A power of b is odd if b is odd, and 1 or -1 modulo b+1 if b is even. So every move changes the value, \
            and the reply brings it back to 0.",
        )
        .working(power_working)
        .plan(|game, component, mv| power_plan(game, component, mv, Play::Normal)),
        Theorem::<G>::new(
            "misere-powers-of-b",
            "residues: b^k = ±1 mod b+1; sums: Conway 1976, ch. 12",
            "Under misère play the player who makes the last move loses. If the amounts are the powers of b, a single \
                heap of n is a P-position iff a heap of n-1 is a P-position under normal play. In sums, a heap of n \
                has the same genus as the Nim heap of size G(n).",
            claim_by_enumeration!(power_value, residue_value, Play::Misere),
        )
        .within("the amounts are all the powers of one base, misère play", |game, _| {
            game.amounts().as_powers().is_some()
        })
        .strategy("The reply is that of normal play with one stone fewer.")
        .working(power_working)
        .plan(|game, component, mv| power_plan(game, component, mv, Play::Misere)),
        Theorem::<G>::new(
            "odd-amounts",
            "parity; take-away games: Golomb 1966",
            "If every amount is odd and 1 is among them, every move changes the parity of the heap, so G(n) = n \
                mod 2.",
            claim_by_enumeration!(parity_value, parity, Play::Normal),
        )
        .within("all amounts odd, 1 among them, normal play", all_odd)
        .strategy("Every move changes the parity, so the parity alone decides who moves last.")
        .working(parity_working)
        .plan(|game, component, mv| parity_plan(game, component, mv, Play::Normal)),
        Theorem::<G>::new(
            "misere-odd-amounts",
            "parity; sums: Conway 1976, ch. 12",
            "Under misère play the player who makes the last move loses. If every amount is odd and 1 is among them, \
                the number of moves in any play of a heap of n has the parity of n, so a single heap is a P-position \
                iff n is odd.",
            claim_by_enumeration!(parity_value, parity, Play::Misere),
        )
        .within("all amounts odd, 1 among them, misère play", all_odd)
        .strategy("Every move changes the parity, so the parity alone decides who moves last.")
        .working(parity_working)
        .plan(|game, component, mv| parity_plan(game, component, mv, Play::Misere)),
    ]
}
