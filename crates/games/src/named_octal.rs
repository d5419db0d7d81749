//! Named octal games: Kayles, Dawson's games, Guiles, Officers.
//!
//! - Kayles (H. E. Dudeney 1908, S. Loyd) is 0.77; its values have period 12 from heap 71 on (Guy and Smith 1956).
//! - Dawson's Kayles (T. R. Dawson 1935) is 0.07; its values have period 34 from heap 53 on. Dawson's Chess, 0.137, has
//!   the same values, shifted by one heap.
//! - Guiles is 0.15. Officers is 0.6 and has no known period. Both games: Guy and Smith 1956; *Winning Ways* (1982),
//!   chapter 4.
//!
//! The engines prove these periods themselves. Notation: `kayles(heap, ...)`, and likewise for the other names.
//!
//! ```
//! let spec = grundy_games::parse("kayles(5,7) + officers(10)").unwrap();
//! assert_eq!(spec.component_count(), 3);
//! ```

use crate::heap_moves::{heap_moves, impl_heap_rules};
use grundy_rules::heaps::{self, heap_moves_from_numbers};
use grundy_rules::{Code, Game, GameInfo, HeapMove, HeapRules, Impartial, Notation, Player, Rules, TableForm, boxed};
use std::sync::LazyLock;

/// A named octal game; `GAME` is its index in the list of codes, so each game has its own [`GameInfo`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedOctal<const GAME: usize>;

/// Kayles, the octal game 0.77.
pub type Kayles = NamedOctal<0>;
/// Dawson's Kayles, the octal game 0.07.
pub type DawsonKayles = NamedOctal<1>;
/// Dawson's Chess, the octal game 0.137.
pub type DawsonChess = NamedOctal<2>;
/// Guiles, the octal game 0.15.
pub type Guiles = NamedOctal<3>;
/// Officers, the octal game 0.6.
pub type Officers = NamedOctal<4>;

const fn info(
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    rules: &'static str,
    notation: &'static str,
    example: &'static str,
) -> GameInfo {
    GameInfo { aliases, ..GameInfo::impartial(name, title, rules, notation, example) }
}

static CODES: [&[u8]; 5] = [&[0, 7, 7], &[0, 0, 7], &[0, 1, 3, 7], &[0, 1, 5], &[0, 6]];

const INFOS: [GameInfo; 5] = [
    info(
        "kayles",
        &["保龄球博弈"],
        "Kayles (0.77)",
        "Rows of pins; a move knocks down one pin or two neighbouring ones.",
        "kayles(row, ...)",
        "kayles(5,7)",
    ),
    info(
        "dawson_kayles",
        &[],
        "Dawson's Kayles (0.07)",
        "Rows of pins; a move knocks down two neighbouring ones.",
        "dawson_kayles(row, ...)",
        "dawson_kayles(10)",
    ),
    info(
        "dawson_chess",
        &[],
        "Dawson's Chess (0.137)",
        "Pawns face each other in rows of adjacent files; a move in a file closes that file and its neighbours.",
        "dawson_chess(files, ...)",
        "dawson_chess(10)",
    ),
    info(
        "guiles",
        &[],
        "Guiles (0.15)",
        "A move takes a heap of one or two stones, or takes two stones from a heap and splits the rest into two \
            non-empty heaps.",
        "guiles(heap, ...)",
        "guiles(10)",
    ),
    info(
        "officers",
        &[],
        "Officers (0.6)",
        "A move takes one stone from a heap of at least two, and may split the rest into two non-empty heaps.",
        "officers(heap, ...)",
        "officers(10)",
    ),
];

impl<const GAME: usize> NamedOctal<GAME> {
    /// Returns the octal code of the game.
    pub fn code() -> &'static Code {
        static CODE: LazyLock<Vec<Code>> =
            LazyLock::new(|| CODES.iter().map(|digits| Code::from_digits(digits)).collect());
        &CODE[GAME]
    }
}

impl<const GAME: usize> Rules for NamedOctal<GAME> {
    impl_heap_rules!(HeapMove);

    fn moves(&self, heap: &u64, _by: Player) -> impl Iterator<Item = HeapMove> {
        Self::code().moves(*heap)
    }
}

impl<const GAME: usize> Impartial for NamedOctal<GAME> {}

impl<const GAME: usize> HeapRules for NamedOctal<GAME> {
    fn options(&self, size: u64, visit: &mut dyn FnMut(&[u64])) {
        Self::code().moves(size).for_each(|mv| visit(&mv.remaining));
    }

    fn code(&self) -> Option<&Code> {
        Some(Self::code())
    }
}

impl<const GAME: usize> Game for NamedOctal<GAME> {
    const INFO: GameInfo = INFOS[GAME];

    const WITHOUT_PARAMETERS: Option<fn() -> Self> = Some(|| NamedOctal);
    const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

    fn moves_from_numbers(&self, &heap: &u64, _by: Player, numbers: &[u64]) -> Option<Vec<HeapMove>> {
        Some(heap_moves_from_numbers(heap, numbers).filter(|mv| Self::code().allows(mv)).collect())
    }

    heap_moves!(HeapMove);

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Heaps(self))
    }

    fn samples() -> Box<dyn Iterator<Item = (Self, Vec<u64>)>> {
        boxed((0u64..).flat_map(|n| [vec![n], vec![n / 3, n - n / 3]].map(|heaps| (NamedOctal, heaps))))
    }
}
