//! Staircase Nim: a move carries any positive number of stones from one step to the next lower step.
//!
//! Two conventions are in use. In `ground`, stones of step 1 leave the game to the ground, and the odd steps count.
//! In `frozen`, the stones of step 1 never move, and the even steps count. The Grundy value is the xor of the numbers
//! of stones on the counting steps: if a player carries stones onto a counting step, the opponent can carry them on at
//! once (*Winning Ways* (1982), chapter 3, reversible moves).
//!
//! Under misère play the genus is that of the Nim position of the counting steps, so the rule of misère Nim
//! holds for these steps. The proof is the same induction as for Nim, since a step that does not count only
//! adds reversible moves.
//!
//! Notation: `stairs[ground](a1,a2,...)`, `stairs[frozen](a1,a2,...)`, lowest step first; `ground` is the default.
//!
//! ```
//! use grundy_games::parse;
//! use grundy_rules::Play;
//! let spec = parse("stairs[frozen](5,0,7)").unwrap();
//! assert_eq!(spec.terms[0].position.sum_by_theorem(Play::Normal).unwrap().sum.value().0, 0);
//! assert_eq!(parse("stairs(1,2)").unwrap().to_string(), "stairs[ground](1,2)");
//! ```

use grundy_lang::{Text, text};
use grundy_rules::push_numbers;
use grundy_rules::{
    Claim, Components, Cursor, Error, ErrorKind, Field, Game, GameInfo, Genus, Impartial, Kind, MoveText, NimSum,
    Picture, Plan, Play, Player, Result, Rules, Theorem, boxed,
};
use smallvec::smallvec;

/// The rules of Staircase Nim, which differ in what happens to the stones of the lowest step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stairs {
    /// The stones of step 1 move to the ground and leave the game.
    Ground,
    /// The stones of step 1 never move.
    Frozen,
}

/// A move, which carries stones from a step to the next lower step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    /// The step from which the stones are carried, counted from 1.
    pub step: usize,
    /// The number of stones.
    pub stones: u64,
}

impl Stairs {
    /// Reports whether a step, counted from 1, contributes to the value.
    fn counts(self, step: usize) -> bool {
        match self {
            Stairs::Ground => step % 2 == 1,
            Stairs::Frozen => step.is_multiple_of(2),
        }
    }

    /// Returns the lowest step whose stones can move, counted from 1.
    fn first(self) -> usize {
        match self {
            Stairs::Ground => 1,
            Stairs::Frozen => 2,
        }
    }

    /// Returns the Nim position whose heaps are the counting steps.
    fn sum(self, steps: &[u64]) -> NimSum {
        let counting = steps.iter().enumerate().filter(|(k, _)| self.counts(k + 1));
        counting.map(|(_, &stones)| Genus::for_nim_heap(stones.into())).collect()
    }

    /// Returns the moves that change a counting step such that it has `wanted(held)` stones afterwards.
    ///
    /// `held` is the number of stones on this counting step before the move. Each move changes exactly one counting
    /// step.
    fn moves_to<'a>(self, steps: &'a [u64], wanted: impl Fn(u64) -> u128 + 'a) -> impl Iterator<Item = Carry> + 'a {
        (self.first()..=steps.len()).filter_map(move |step| {
            let here = steps[step - 1];
            let stones = if self.counts(step) {
                u128::from(here).checked_sub(wanted(here))
            } else {
                let below = steps[step - 2];
                wanted(below).checked_sub(below.into()).filter(|&more| more <= u128::from(here))
            };
            let stones = stones.filter(|&stones| stones > 0)?;
            Some(Carry { step, stones: stones as u64 })
        })
    }

    /// Returns the moves to options of Grundy value `to`.
    fn moves_to_value(self, steps: &[u64], to: u128) -> impl Iterator<Item = Carry> + '_ {
        let value = self.sum(steps).value().0;
        self.moves_to(steps, move |held| value ^ u128::from(held) ^ to)
    }

    /// Returns the moves to a P-position of the whole sum under misère play.
    ///
    /// `rest` is the sum of the other components.
    fn misere_moves(self, steps: &[u64], rest: NimSum) -> impl Iterator<Item = Carry> + '_ {
        let mut full_sum = self.sum(steps);
        full_sum.add_sum(rest, 1);
        self.moves_to(steps, move |held| {
            full_sum.without(Genus::for_nim_heap(held.into())).p_position_heap(Play::Misere)
        })
    }
}

impl Rules for Stairs {
    /// The numbers of stones on the steps, lowest step first.
    type Component = Box<[u64]>;
    type Move = Carry;
    type Key = Box<[u64]>;

    fn moves(&self, steps: &Box<[u64]>, _by: Player) -> impl Iterator<Item = Carry> {
        (self.first()..=steps.len()).flat_map(|step| (1..=steps[step - 1]).map(move |stones| Carry { step, stones }))
    }

    fn play(&self, steps: &Box<[u64]>, _by: Player, mv: &Carry) -> Components<Box<[u64]>> {
        let mut after = steps.clone();
        after[mv.step - 1] -= mv.stones;
        if mv.step > 1 {
            after[mv.step - 2] += mv.stones;
        }
        smallvec![after]
    }

    fn key(&self, steps: &Box<[u64]>) -> Box<[u64]> {
        let used = steps.iter().rposition(|&stones| stones > 0).map_or(0, |k| k + 1);
        let mut key: Box<[u64]> = steps[..used].into();
        // Frozen stones never move and do not matter.
        if let (Stairs::Frozen, Some(first)) = (self, key.first_mut()) {
            *first = 0;
        }
        key
    }
}

impl Impartial for Stairs {}

impl Game for Stairs {
    const INFO: GameInfo = GameInfo {
        name: "stairs",
        aliases: &["staircase_nim", "阶梯博弈", "阶梯", "阶梯尼姆"],
        title: "Staircase Nim",
        rules: "A move carries any positive number of stones from a step to the next lower one. Stones of step 1 move \
            to the ground, or not at all if step 1 is frozen.",
        notation: "stairs[ground|frozen](step1, ...)",
        example: "stairs[ground](1,2,3)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<Stairs> {
        let example = Stairs::INFO.example;
        let mut stairs = Stairs::Ground;
        if input.accept('[') {
            let (name, span) = input.name(text!("`ground` or `frozen`")).map_err(|e| e.or_example(example))?;
            stairs = match name.as_ref() {
                "ground" => Stairs::Ground,
                "frozen" => Stairs::Frozen,
                other => {
                    let message = text!("the convention is `ground` or `frozen`, not `{other}`", other);
                    return Err(Error::new(ErrorKind::BadArgument, message).at(span).or_example(example));
                }
            };
            input.expect(']', example)?;
        }
        Ok(stairs)
    }

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Box<[u64]>>> {
        let example = Stairs::INFO.example;
        let start = input.offset();
        let steps = input.numbers('(', ')', example)?;
        if steps.is_empty() {
            let error = Error::new(ErrorKind::BadArgument, text!("a staircase has at least one step"));
            return Err(error.at(start..input.offset()).or_example(example));
        }
        if steps.iter().try_fold(0u64, |sum, &stones| sum.checked_add(stones)).is_none() {
            let error = Error::new(ErrorKind::TooLarge, text!("the staircase has more than 2^64-1 stones in all"));
            return Err(error
                .at(start..input.offset())
                .help(text!("use fewer stones in total, because all of them can end up on one step")));
        }
        Ok(vec![steps.into()])
    }

    fn write_rules(&self, out: &mut String) {
        out.push_str(match self {
            Stairs::Ground => "stairs[ground]",
            Stairs::Frozen => "stairs[frozen]",
        });
    }

    fn write_component(&self, steps: &Box<[u64]>, out: &mut String) {
        push_numbers(steps, out);
    }

    fn picture(&self, steps: &Box<[u64]>) -> Picture {
        Picture::Steps { stones: steps.clone(), first_counting: self.first() }
    }

    fn count_component_numbers(&self, steps: &Box<[u64]>) -> usize {
        steps.len()
    }

    fn moves_from_numbers(&self, steps: &Box<[u64]>, _by: Player, numbers: &[u64]) -> Option<Vec<Carry>> {
        let stones = numbers.first().copied().unwrap_or(0);
        let movable = |&step: &usize| (1..=steps[step - 1]).contains(&stones);
        Some((self.first()..=steps.len()).filter(movable).map(|step| Carry { step, stones }).collect())
    }

    fn describe(&self, _steps: &Box<[u64]>, _at: usize, mv: &Carry) -> MoveText {
        let to = if mv.step == 1 { text!("the ground") } else { text!("step {step}", step = mv.step - 1) };
        MoveText::new(
            text!("move {stones} from step {step} to {to}", stones = mv.stones, step = mv.step, to),
            vec![("step", Field::Number(mv.step as u64)), ("take", Field::Number(mv.stones))],
        )
    }

    const THEOREMS: &'static [Theorem<Self>] = &[
        Theorem::<Self>::new(
            "staircase-nim",
            "reversible moves: Berlekamp, Conway, Guy 1982, ch. 3",
            "The Grundy value of staircase Nim is the xor of the numbers of stones on the counting steps. These are \
                the odd steps if stones can move from step 1 to the ground, and the even steps if step 1 is frozen.",
            Claim::NimHeap {
                play: Play::Normal,
                value: |stairs, steps| stairs.sum(steps).value().0,
                count: |stairs, steps, to| stairs.moves_to_value(steps, to).count() as u128,
                moves: |stairs, steps, to| boxed(stairs.moves_to_value(steps, to)),
            },
        )
        .within("all positions, normal play", |_, _| true)
        .strategy(
            "If a move puts stones on a counting step, the reply moves them one step further. If a move takes stones \
            from a counting step, the reply is that of Nim and makes the xor of these steps 0 again.",
        )
        .working(|stairs, steps| working(stairs, steps))
        .plan(|stairs, steps, mv| plan(stairs, steps, mv)),
        Theorem::<Self>::new(
            "misere-staircase-nim",
            "by induction, confirmed by brute force; genus: Conway 1976, ch. 12",
            "Under misère play, staircase Nim has the genus of the Nim position formed by its counting steps. It \
                is played as misère Nim on these steps.",
            Claim::Tame {
                genus: |stairs, steps| stairs.sum(steps).genus(),
                count: |stairs, steps, rest| stairs.misere_moves(steps, rest).count() as u128,
                moves: |stairs, steps, rest| boxed(stairs.misere_moves(steps, rest)),
            },
        )
        .within("all positions, misère play", |_, _| true)
        .strategy(
            "Play on the counting steps follows misère Nim. If a move puts stones on a counting step, the \
                reply moves them one step further.",
        )
        .working(|stairs, steps| working(stairs, steps))
        .plan(|stairs, steps, mv| {
            let after = &stairs.play(steps, Player::LEFT, mv)[0];
            let counting = || after.iter().enumerate().filter(|(k, _)| stairs.counts(k + 1)).map(|(_, &stones)| stones);
            let ones = counting().filter(|&stones| stones == 1).count();
            match counting().all(|stones| stones <= 1) {
                true => Plan {
                    goal: text!("then the number of counting steps that hold a stone is odd: {ones}", ones),
                    ..Plan::default()
                },
                false => plan(stairs, steps, mv),
            }
        }),
    ];

    fn samples() -> Box<dyn Iterator<Item = (Stairs, Vec<Box<[u64]>>)>> {
        // All staircases of at most four steps, in order of the number of stones.
        let spread = |stones: u64| {
            (0..=stones).flat_map(move |a| {
                (0..=stones - a).flat_map(move |b| {
                    (0..=stones - a - b).map(move |c| {
                        let steps = [a, b, c, stones - a - b - c];
                        let used = steps.iter().rposition(|&s| s > 0).map_or(1, |k| k + 1);
                        Box::<[u64]>::from(&steps[..used])
                    })
                })
            })
        };
        boxed(
            (0u64..)
                .flat_map(spread)
                .flat_map(|steps| [(Stairs::Ground, vec![steps.clone()]), (Stairs::Frozen, vec![steps])]),
        )
    }
}

/// Explains how a move makes the xor of the counting steps 0.
///
/// The move removes stones from a counting step or adds stones to one.
fn plan(stairs: &Stairs, steps: &[u64], mv: &Carry) -> Plan {
    let xor = stairs.sum(steps).value().0;
    let (counting, more) = if stairs.counts(mv.step) { (mv.step, false) } else { (mv.step - 1, true) };
    let held = steps[counting - 1];
    let holds = if more { held + mv.stones } else { held - mv.stones };
    let goal = text!(
        "step {step} is a counting step: the move changes its number of stones from {held} to {held} xor {xor} = \
            {holds}, and the xor of the counting steps becomes 0",
        step = counting,
        held,
        xor,
        holds
    );
    Plan { goal, ..Plan::default() }
}

/// Lists the counting steps and their xor; the text is empty if more than 12 steps count.
fn working(stairs: &Stairs, steps: &[u64]) -> Text {
    let counting: Vec<Text> = steps
        .iter()
        .enumerate()
        .filter(|(k, _)| stairs.counts(k + 1))
        .map(|(k, stones)| text!("step {step}: {stones}", step = k + 1, stones))
        .collect();
    if counting.is_empty() {
        return text!("no counting steps: xor 0");
    }
    if counting.len() > 12 {
        return Text::empty();
    }
    let sum = stairs.sum(steps).value().0;
    text!("counting steps: {counting}; xor {sum}", counting = Text::list(counting), sum)
}
