//! Checks that every method of `Grundy` that takes a text reads games which a program has added.

use grundy::game::{Coordinates, Game, GameInfo, HeapRules, MoveText, TableForm};
use grundy::prelude::*;
use grundy::unstable::rules::{Notation, heaps};
use grundy::{Amounts, Grundy};

/// The game `take[1,2]` under a name of its own.
#[derive(Debug)]
struct Pairs(Amounts);

impl Pairs {
    fn new() -> Pairs {
        Pairs(Amounts::range(1, 2))
    }
}

impl Rules for Pairs {
    type Component = u64;
    type Move = heaps::TakeSome;
    type Key = u64;

    fn moves(&self, &heap: &u64, _by: Player) -> impl Iterator<Item = heaps::TakeSome> {
        (1..=heap.min(2)).map(heaps::TakeSome)
    }

    fn play(&self, heap: &u64, _by: Player, mv: &heaps::TakeSome) -> Components<u64> {
        [heap - mv.0].into_iter().filter(|&heap| heap > 0).collect()
    }

    fn key(&self, heap: &u64) -> u64 {
        *heap
    }
}

impl Impartial for Pairs {}

impl HeapRules for Pairs {
    fn options(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) {
        self.moves(&heap, Player::LEFT).for_each(|mv| visit(&[heap - mv.0]));
    }

    fn amounts(&self) -> Option<&Amounts> {
        Some(&self.0)
    }
}

impl Game for Pairs {
    const INFO: GameInfo = GameInfo::impartial("pairs", "Pairs", "A move takes 1 or 2.", "pairs(heap)", "pairs(5)");
    const WITHOUT_PARAMETERS: Option<fn() -> Pairs> = Some(Pairs::new);
    const NOTATION: Option<Notation<u64>> = Some(heaps::SEPARATE_HEAPS);

    fn describe(&self, _heap: &u64, at: usize, mv: &heaps::TakeSome) -> MoveText {
        heaps::describe_take(mv.0, at)
    }

    fn table_form(&self) -> Option<TableForm<'_>> {
        Some(TableForm::Heaps(self))
    }

    fn table_coordinates(&self, heap: &u64) -> Coordinates {
        [*heap, 0, 0]
    }

    fn component_at(&self, [heap, ..]: Coordinates) -> Option<u64> {
        Some(heap)
    }

    fn samples() -> Box<dyn Iterator<Item = (Pairs, Vec<u64>)>> {
        Box::new((1..).map(|heap| (Pairs::new(), vec![heap])))
    }
}

#[test]
fn values_read_added_games() {
    let mut g = Grundy::new().with::<Pairs>();
    for expression in ["pairs(5)", "pairs(4) + take[1,2](5)", "pairs(1,2) + 1/2", "{pairs(2)|-1}"] {
        let same = expression.replace("pairs", "take[1,2]");
        let (own, known) = (g.value(expression).unwrap(), g.value(&same).unwrap());
        assert_eq!(own.canonical_form(), known.canonical_form(), "{expression}");
        assert_eq!(own.outcome(), known.outcome(), "{expression}");
    }
    assert_eq!(g.value("pairs(5)").unwrap().canonical_form(), "*2");
    assert_eq!(Grundy::new().value("pairs(5)").unwrap_err().kind, grundy::ErrorKind::UnknownGame);
}

#[test]
fn quotients_and_misere_play_read_added_games() {
    let mut g = Grundy::new().with::<Pairs>();
    let (own, known) = (g.quotient("pairs").unwrap(), g.quotient("take[1,2]").unwrap());
    assert_eq!((own.order(), own.is_proved()), (known.order(), known.is_proved()));
    let sum = g.quotient("pairs + octal[0.123]").unwrap();
    assert_eq!(sum.order(), g.quotient("take[1,2] + octal[0.123]").unwrap().order());
    for n in 0..12 {
        let wins = |g: &mut Grundy, game: &str| g.wins(&format!("misere {game}({n},2)")).unwrap();
        assert_eq!(wins(&mut g, "pairs"), wins(&mut g, "take[1,2]"), "{n}");
    }
}

#[test]
fn tables_patterns_and_sequences_read_added_games() {
    let mut g = Grundy::new().with::<Pairs>();
    assert_eq!(g.table("pairs", 8).unwrap().outcome(&[6]), Some(Outcome::P));
    assert_eq!(g.outcomes("pairs", 8).unwrap(), g.outcomes("take[1,2]", 8).unwrap());
    assert_eq!(g.find("pairs").unwrap()[0].formula().as_deref(), Some("P iff n mod 3 == 0"));
    assert!(g.sequence("pairs", 100).unwrap().values().eq(g.sequence("take[1,2]", 100).unwrap().values()));
    assert_eq!(g.prove("pairs", "P iff n % 4 == 0").unwrap().counterexample(), Some(&[3][..]));
}
