//! Taking-and-breaking games given by a code: octal and hexadecimal games.
//!
//! Moves of hexadecimal games may leave three heaps.
//!
//! Digit d_t of the code states how many heaps a move that takes t stones from a heap may leave. It is the sum of the
//! numbers of the allowed cases: no heap (1), one heap (2), two heaps (4), three heaps (8). Kayles is 0.77, Dawson's
//! Kayles 0.07. R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Camb. Phil. Soc. 52 (1956).
//!
//! Notation: `octal[0.77](heap, ...)`; digits go up to F, and `.77` means `0.77`.
//!
//! ```
//! let spec = grundy_games::parse("octal[.77](5,7)").unwrap();
//! assert_eq!(spec.to_string(), "octal[0.77](5,7)");
//! ```

use crate::heap_moves::{heap_moves, impl_heap_rules};
use grundy_rules::heaps::{self, heap_moves_from_numbers};
use grundy_rules::{
    Code, Cursor, Game, GameInfo, HeapMove, HeapRules, Impartial, Kind, Notation, Player, Result, Rules, TableForm,
    boxed,
};
use std::fmt::Write;

/// The rules of a taking-and-breaking game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// The code, which determines how many stones a move may take and how many heaps it may leave.
    pub code: Code,
}

impl Rules for Octal {
    impl_heap_rules!(HeapMove);

    fn moves(&self, heap: &u64, _by: Player) -> impl Iterator<Item = HeapMove> {
        self.code.moves(*heap)
    }
}

impl Impartial for Octal {}

impl HeapRules for Octal {
    fn options(&self, size: u64, visit: &mut dyn FnMut(&[u64])) {
        self.code.moves(size).for_each(|mv| visit(&mv.remaining));
    }

    fn code(&self) -> Option<&Code> {
        Some(&self.code)
    }
}

impl Game for Octal {
    const INFO: GameInfo = GameInfo {
        name: "octal",
        aliases: &["八进制博弈"],
        title: "Octal and hexadecimal games",
        rules: "Digit t of the code encodes what may be left of a heap after t stones are taken: it is a sum of some \
            of the numbers 1 (nothing), 2 (one heap), 4 (two heaps) and 8 (three heaps).",
        notation: "octal[CODE](heap, ...)",
        example: "octal[0.77](10)",
        kind: Kind::Impartial,
        other_kind: None,
        short: true,
        other_examples: &[],
        misere: true,
    };

    const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

    fn parse_rules(_alias: &str, input: &mut Cursor<'_>) -> Result<Octal> {
        let example = Octal::INFO.example;
        input.expect('[', example)?;
        let code = Code::parse(input)?;
        input.expect(']', example)?;
        Ok(Octal { code })
    }

    fn write_rules(&self, out: &mut String) {
        let _ = write!(out, "octal[{}]", self.code);
    }

    fn moves_from_numbers(&self, &heap: &u64, _by: Player, numbers: &[u64]) -> Option<Vec<HeapMove>> {
        Some(heap_moves_from_numbers(heap, numbers).filter(|mv| self.code.allows(mv)).collect())
    }

    heap_moves!(HeapMove);

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Heaps(self))
    }

    fn samples() -> Box<dyn Iterator<Item = (Octal, Vec<u64>)>> {
        let codes = ["0.77", "0.07", "0.6", "4.0", "4.3", "0.137", "0.3F", "0.8", "0.106", "0.33", "0.17", "C.1"];
        let codes: Vec<Code> = codes.iter().map(|c| c.parse().expect("a sample code is well formed")).collect();
        boxed((0u64..).flat_map(move |n| {
            codes.clone().into_iter().flat_map(move |code| {
                [vec![n], vec![n / 2, n - n / 2]].map(|heaps| (Octal { code: code.clone() }, heaps))
            })
        }))
    }
}
