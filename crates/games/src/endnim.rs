//! Partizan End Nim: heaps in a row; Left takes stones from the first heap, Right from the last.
//!
//! Source: A. Duffy, G. Kolpin, D. Wolfe, *Ordinal partizan End Nim*, in *Games of No Chance 3* (2009).
//!
//! Notation: `endnim(3,1,2)` lists the heaps from left to right; `+` adds several rows.
//!
//! ```
//! let spec = grundy_games::parse("endnim(3,0,2)").unwrap();
//! assert_eq!(spec.to_string(), "endnim(3,2)");
//! ```

use grundy_lang::text;
use grundy_rules::{
    Components, Cursor, Error, ErrorKind, Field, Game, GameInfo, Kind, MoveText, Picture, Player, Result, Rules, Users,
    boxed, heaps, push_number,
};
use smallvec::smallvec;

/// The rules of Partizan End Nim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndNim;

/// A move: stones are taken from the player's end heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FromEnd {
    /// The number of stones.
    pub take: u64,
    /// The index of the heap in its row, counted from 0.
    pub heap: usize,
}

/// The maximum number of heaps in a row; every move copies the row.
const MAX_HEAPS: usize = 10_000;

/// Returns the index of the heap that the player takes stones from; 0 if the row is empty.
fn end(row: &[u64], by: Player) -> usize {
    if by == Player::LEFT { 0 } else { row.len().saturating_sub(1) }
}

impl Rules for EndNim {
    type Component = Box<[u64]>;
    type Move = FromEnd;
    type Key = Box<[u64]>;

    fn moves(&self, row: &Box<[u64]>, by: Player) -> impl Iterator<Item = FromEnd> {
        let heap = end(row, by);
        (1..=row.get(heap).copied().unwrap_or(0)).map(move |take| FromEnd { take, heap })
    }

    fn play(&self, row: &Box<[u64]>, _by: Player, mv: &FromEnd) -> Components<Box<[u64]>> {
        let mut after = row.to_vec();
        after[mv.heap] -= mv.take;
        if after[mv.heap] == 0 {
            after.remove(mv.heap);
        }
        smallvec![after.into()]
    }

    fn key(&self, row: &Box<[u64]>) -> Box<[u64]> {
        row.clone()
    }
}

impl Game for EndNim {
    const INFO: GameInfo = GameInfo {
        name: "endnim",
        aliases: &["end_nim", "partizan_end_nim", "partizan_endnim", "端尼姆", "两端尼姆"],
        title: "Partizan End Nim",
        rules: "Heaps stand in a row. Left takes any positive number of stones from the first heap, Right from the \
            last.",
        notation: "endnim(heap, ...)",
        example: "endnim(3,1,2)",
        kind: Kind::Partizan,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const WITHOUT_PARAMETERS: Option<fn() -> EndNim> = Some(|| EndNim);

    fn parse_components(&self, _alias: &str, input: &mut Cursor<'_>) -> Result<Vec<Box<[u64]>>> {
        let start = input.next_span().start;
        let heaps = input.numbers('(', ')', EndNim::INFO.example)?;
        // Empty heaps are dropped, because play goes on with the next heap.
        let row: Box<[u64]> = heaps.into_iter().filter(|&heap| heap > 0).collect();
        if row.len() > MAX_HEAPS {
            let message = text!("a row has at most {most} heaps", most = MAX_HEAPS);
            return Err(Error::new(ErrorKind::TooLarge, message).at(start..input.offset()));
        }
        Ok(vec![row])
    }

    fn write_component(&self, row: &Box<[u64]>, out: &mut String) {
        for (k, &heap) in row.iter().enumerate() {
            if k > 0 {
                out.push(',');
            }
            push_number(heap, out);
        }
    }

    fn count_component_numbers(&self, row: &Box<[u64]>) -> usize {
        row.len()
    }

    fn moves_from_numbers(&self, row: &Box<[u64]>, by: Player, numbers: &[u64]) -> Option<Vec<FromEnd>> {
        let heap = end(row, by);
        let is_legal = |&take: &u64| (1..=row.get(heap).copied().unwrap_or(0)).contains(&take);
        let is_named = numbers.get(1).is_none_or(|&number| number == heap as u64 + 1);
        let take = numbers.first().copied().filter(|take| is_named && is_legal(take));
        Some(take.map(|take| FromEnd { take, heap }).into_iter().collect())
    }

    fn describe(&self, _row: &Box<[u64]>, at: usize, mv: &FromEnd) -> MoveText {
        let mut described = heaps::describe_take(mv.take, mv.heap + 1);
        described.fields.push(("row", Field::Number(at as u64)));
        described.with_former_text(text!("take {take} from the end", take = mv.take))
    }

    /// Draws the heaps of the row; the first one is for Left, the last one for Right.
    fn picture(&self, row: &Box<[u64]>) -> Picture {
        let users = |heap: usize| match (heap == 0, heap + 1 == row.len()) {
            (true, true) => Users::Both,
            (true, false) => Users::Left,
            (false, true) => Users::Right,
            (false, false) => Users::Nobody,
        };
        Picture::heaps(self, row, row).with_users((0..row.len()).map(users))
    }

    fn samples() -> Box<dyn Iterator<Item = (EndNim, Vec<Box<[u64]>>)>> {
        // The row of a sample: the base-4 digits of n, without zeros, are up to five heaps of at most three stones.
        let row = |mut n: u64| {
            let mut heaps = vec![];
            while n > 0 {
                heaps.push(n % 4);
                n /= 4;
            }
            heaps.into_iter().filter(|&heap| heap > 0).collect::<Box<[u64]>>()
        };
        boxed((0..400).map(move |n| (EndNim, vec![row(n * 2 + n / 3)])))
    }
}
