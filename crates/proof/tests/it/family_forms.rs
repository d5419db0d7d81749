//! Tests sets, sequences, blocks and claims of games with letters (symbolic parameters).

use grundy_games::parse_rules;
use grundy_proof::internals::families::{
    Affine, AmountSet, Block, Cut, Repeating, SequenceFamily, claim, cut, first_entries, repeating, residue_condition,
    rules_text,
};
use grundy_rulelang::formula::Linear;
use grundy_rules::Play;
use grundy_solve::Quantity;
use std::collections::BTreeSet;

#[test]
fn sets_have_amounts_where_letters_make_sense() {
    let set = AmountSet::from_rules(&parse_rules("take[1..k-1,2k,2k+1]").unwrap()).unwrap();
    assert_eq!(set.amounts(&[1]), None);
    assert_eq!(set.amounts(&[3]), Some(vec![1, 2, 6, 7]));
    let odd = Linear::number(1).plus(2, &Linear::variable(1));
    assert_eq!(set.substitute(&odd, "j"), "take[1..2j,4j+2,4j+3]");
    assert_eq!(rules_text(&[1, 2, 3, 7, 8]), "take[1..3,7,8]");
    assert!(AmountSet::from_rules(&parse_rules("take[1..a | 1..b]").unwrap()).is_none());
    assert!(AmountSet::from_rules(&parse_rules("take[k..]").unwrap()).is_none());
}

#[test]
fn periods_are_those_of_the_sequences() {
    let values = repeating(&[1, 3, 4], Quantity::Grundy, Play::Normal).unwrap();
    assert_eq!((&values.head[..], &values.period_entries[..]), (&[][..], &[0, 1, 0, 1, 2, 3, 2][..]));
    for amounts in [&[2, 5][..], &[2, 4, 7], &[1, 8, 11], &[3, 10, 20]] {
        for (of, play) in
            [(Quantity::Grundy, Play::Normal), (Quantity::Outcome, Play::Normal), (Quantity::Outcome, Play::Misere)]
        {
            let found = repeating(amounts, of, play).unwrap();
            let plain = first_entries(amounts, of, play, 400);
            assert!(plain.iter().enumerate().all(|(n, &entry)| entry == found.at(n)), "{amounts:?}");
        }
    }
    assert_eq!(first_entries(&[2, 5], Quantity::Outcome, Play::Misere, 4), [1, 1, 0, 0]);
}

#[test]
fn words_are_cut_and_fitted() {
    let word = |k: usize| [[0, 1].repeat(k), vec![1; 2 * k - 1]].concat();
    let blocks = cut(&word(3), false);
    assert_eq!(blocks[0], Block { root: vec![0, 1], is_climb: false, times: 3 });
    let seen = |k: usize| Repeating { head: vec![], period_entries: word(k) };
    let cuts: Vec<_> = (3..9).map(|k| (k as i64, Cut::new(&seen(k), false))).collect();
    let fitted = SequenceFamily::fit(&cuts.iter().map(|(k, cut)| (*k, cut)).collect::<Vec<_>>()).unwrap();
    assert_eq!(fitted.period, Affine { slope: 4, start: -1 });
    assert_eq!(fitted.blocks[1].times.to_text("k"), "2*k-1");
    assert_eq!(fitted.shifted(2).blocks[1].times.to_text("k"), "2*k+3");
    assert!(fitted.agrees_with(1, &seen(1)) && !fitted.agrees_with(2, &seen(1)) && !fitted.agrees_with(0, &seen(1)));
    assert_eq!(cut(&[0, 1, 2, 3, 0], true)[0], Block { root: vec![0], is_climb: true, times: 4 });
}

#[test]
fn words_are_claims() {
    let sum = |slope, start| Affine { slope, start };
    let number = Affine::number;
    let blocks = vec![
        Block { root: vec![number(0), number(1)], is_climb: false, times: sum(1, 0) },
        Block { root: vec![number(1)], is_climb: false, times: sum(1, 1) },
    ];
    let word = SequenceFamily { period: sum(3, 1), start: Affine::default(), head: vec![], blocks };
    assert_eq!(claim(&word, Quantity::Outcome, "j").unwrap(), "P iff n % (3*j+1) < 2*j and n % (3*j+1) % 2 == 0");
    let climb = Block { root: vec![number(0)], is_climb: true, times: sum(1, 1) };
    let word = SequenceFamily { period: sum(1, 1), start: Affine::default(), head: vec![], blocks: vec![climb] };
    assert_eq!(claim(&word, Quantity::Grundy, "k").unwrap(), "G(n) == n % (k+1)");
    assert_eq!(residue_condition("x", 5, &BTreeSet::from([0, 2])).unwrap(), "(x % 5 == 0 or x % 5 == 2)");
    assert_eq!(residue_condition("x", 6, &BTreeSet::from([0, 4, 5])).unwrap(), "(x+2) % 6 < 3");
}
