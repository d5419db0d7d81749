//! Tests learning and proving P-positions and values by automata.

use grundy_games::parse_rules;
use grundy_proof::automata::{
    Learned, Outcome, implies, learn_and_prove, prove_automaton, prove_pattern, prove_relation,
};
use grundy_proof::{Automaton, Numeration};
use grundy_rulelang::claims::{Claim, KnownRelations};
use grundy_rulelang::formula::{Formula, GameFormula, Linear, MoveFormula};
use grundy_rules::{Cancel, Play, Result};
use grundy_solve::Budget;
use grundy_verify::{Certificate, Dfa, Limits, Proof, Quantity};
use std::collections::HashMap;
use std::time::Instant;

const WYTHOFF: &str = "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) }";
const NIM2: &str = "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b }";

/// Rules, the number of heaps, the quantity that is proved, and the numeration of the proof.
const GAMES: &[(&str, usize, Quantity, &str)] = &[
    (WYTHOFF, 1, Quantity::Outcome, "ostrowski 1"),
    ("wythoff", 1, Quantity::Outcome, "ostrowski 1"),
    ("rule{ n -> n-k for k in 1..n/2 }", 1, Quantity::Outcome, "base 2"),
    ("rule{ n -> n-1; n/2 }", 1, Quantity::Outcome, "base 2"),
    ("rule{ n -> n-1; n/2 }", 1, Quantity::Grundy, "base 2"),
    ("take[2^k]", 1, Quantity::Outcome, "base 2"),
    ("take[2^k]", 1, Quantity::Grundy, "base 2"),
    ("take[3^k]", 1, Quantity::Outcome, "base 3"),
    (NIM2, 1, Quantity::Outcome, "base 2"),
    (NIM2, 1, Quantity::Grundy, "base 2"),
    ("nim", 3, Quantity::Outcome, "base 2"),
    ("take[1..4]", 1, Quantity::Outcome, "base 2"),
    ("take[1..4]", 1, Quantity::Grundy, "base 2"),
    ("take[2..5]", 1, Quantity::Outcome, "base 2"),
    ("take[1,3,4]", 1, Quantity::Outcome, "base 2"),
    ("take[1,3,4]", 1, Quantity::Grundy, "base 2"),
    ("lasker", 1, Quantity::Grundy, "base 2"),
    ("rule{ (n,m) -> (n-k, 2*k) for k in 1..min(n,m) }", 1, Quantity::Outcome, "ostrowski 1"),
    (
        "rule{ (a,b) -> repeat (a-b,b) if 1 <= b and b <= a; repeat (a,b-a) if 1 <= a and a <= b }",
        1,
        Quantity::Outcome,
        "ostrowski 1",
    ),
    (
        "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-i,b-j) for i in 1..a for j in max(1,i-1)..min(b,i+1) }",
        1,
        Quantity::Outcome,
        "ostrowski 2",
    ),
    (
        "rule{ (a,b,c) -> (a-k,b-l,c) for k in 0..a for l in 0..b if k+l > 0; (a,b-k,c-l) for k in 0..b for l in 0..c if k+l > 0; (a-k,b,c-l) for k in 0..a for l in 0..c if k+l > 0 }",
        1,
        Quantity::Outcome,
        "base 2",
    ),
    (
        "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-1,b-1) if a > 0 and b > 0 }",
        1,
        Quantity::Outcome,
        "base 2",
    ),
    (
        "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-2*k,b-k) for k in 1..min(a/2,b); (a-k,b-2*k) for k in 1..min(a,b/2) }",
        1,
        Quantity::Outcome,
        "base 2",
    ),
    // The following rules were invented for this test.
    ("rule{ n -> repeat n-3 if n >= 3; n-1; n-2 }", 1, Quantity::Grundy, "base 2"),
    ("rule{ n -> repeat n-3 if n >= 3; n-1; n-2 }", 1, Quantity::Outcome, "base 2"),
    ("rule{ n -> n-1; n/3 }", 1, Quantity::Grundy, "base 3"),
    ("rule{ n -> n-1; n-3; n/2 }", 1, Quantity::Outcome, "base 2"),
    (
        "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b; (a-k,b-k) for k in 1..min(a,b) if k % 2 == 1 }",
        1,
        Quantity::Outcome,
        "base 2",
    ),
    ("rule{ (a,b) -> (a-k,b+k) for k in 1..a; (a,b-1) }", 1, Quantity::Grundy, "base 2"),
];

fn game(rules: &str, heaps: usize) -> GameFormula {
    GameFormula::new(&parse_rules(rules).unwrap(), heaps).unwrap_or_else(|error| panic!("{rules}: {error}"))
}

/// Verifies a proof by the checker, which states the obligations independently.
///
/// Returns the certificate's size in bytes.
fn verify(rules: &str, proof: &Proof) -> Result<usize> {
    let certificate = Certificate { rules: rules.to_string(), claim: None, automata: vec![], proof: proof.clone() };
    grundy_verify::verify(&certificate, grundy_games::library(), &Limits::default())
        .map(|_| certificate.to_text().len())
}

fn learn(game: &GameFormula, play: Play, of: Quantity) -> Learned {
    learn_and_prove(game, play, of, None, &Budget::default()).unwrap()
}

/// Relations are learned from the rules, proved, verified, and compared with [`Slow`].
#[test]
fn learned_relations_are_proved() {
    for (rules, heaps, of, expected) in GAMES {
        let game = game(rules, *heaps);
        let start = Instant::now();
        let learned = learn(&game, Play::Normal, *of);
        let time = start.elapsed();
        let Learned::Proved { proof, numeration, automaton } = learned else { panic!("{rules} {of:?}: {learned:?}") };
        assert_eq!(numeration.code(), *expected, "{rules} {of:?}");
        let start = Instant::now();
        let bytes = verify(rules, &proof).unwrap_or_else(|error| panic!("{rules} {of:?}: {error}"));
        let states = automaton.output.len();
        println!("{time:9.1?} {:9.1?} {states:3} states {bytes:6} bytes  {rules} {of:?}", start.elapsed());
        let side = [100, 14, 5][game.arity - 1];
        assert_eq!(wrong(&automaton, &game, Play::Normal, *of, side), None, "{rules} {of:?}");
        if *of == Quantity::Outcome {
            let proved = prove_pattern(&game, Play::Normal, *of, &automaton, &Budget::default()).unwrap();
            assert_eq!(proved, Outcome::Proved(proof), "{rules}");
        }
    }
}

/// For rules without a small automaton, learning gives up.
#[test]
fn some_games_stay_open() {
    for (rules, of) in
        [("take[fib]", Quantity::Outcome), (WYTHOFF, Quantity::Grundy), ("take[1,prime]", Quantity::Outcome)]
    {
        let Ok(game) = GameFormula::new(&parse_rules(rules).unwrap(), 1) else { continue };
        let narrow = Budget { nodes: 1 << 21, ..Budget::default() };
        let learned = learn_and_prove(&game, Play::Normal, of, None, &narrow).unwrap();
        let Learned::Open { tried } = learned else { panic!("{rules}") };
        assert!(!tried.is_empty());
    }
}

/// Outcomes (0 for P, 1 for N) or values, computed by brute force.
///
/// All values of the variables of all moves are tried.
struct Slow<'g> {
    game: &'g GameFormula,
    play: Play,
    of: Quantity,
    entries: HashMap<Vec<u64>, u64>,
}

impl<'g> Slow<'g> {
    fn new(game: &'g GameFormula, play: Play, of: Quantity) -> Slow<'g> {
        Slow { game, play, of, entries: HashMap::new() }
    }

    fn at(&mut self, position: &[u64]) -> u64 {
        if let Some(&entry) = self.entries.get(position) {
            return entry;
        }
        let mut seen = vec![];
        let game = self.game;
        for m in &game.moves {
            // A move's variables are at most the sum of the parameters plus 1, as amounts, quotients or remainders.
            let most = position.iter().sum::<u64>() + 1;
            let names = m.variables.iter().map(|&v| v as usize + 1).max().unwrap_or(0).max(game.arity);
            for k in 0..most.pow(m.variables.len() as u32) {
                let mut values = position.to_vec();
                values.resize(names, 0);
                m.variables.iter().enumerate().for_each(|(t, &v)| values[v as usize] = k / most.pow(t as u32) % most);
                while m.guard.eval(&values) == Some(true) {
                    let sums = m.targets.iter().map(|target| {
                        let left: Vec<u64> = target.iter().map(|e| e.eval(&values).unwrap() as u64).collect();
                        self.at(&left)
                    });
                    seen.push(sums.reduce(|a, b| a ^ b).unwrap_or(u64::from(self.play == Play::Misere)));
                    if !m.repeat {
                        break;
                    }
                    values = m.targets[0].iter().map(|e| e.eval(&values).unwrap() as u64).collect();
                }
            }
        }
        let entry = match self.of {
            Quantity::Outcome if seen.is_empty() => u64::from(self.play == Play::Misere),
            Quantity::Outcome => u64::from(seen.contains(&0)),
            Quantity::Grundy => (0..).find(|v| !seen.contains(v)).unwrap(),
        };
        self.entries.insert(position.to_vec(), entry);
        entry
    }
}

/// Returns all positions with parameters below `side`.
fn positions(arity: usize, side: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..side.pow(arity as u32)).map(move |k| (0..arity as u32).map(|t| k / side.pow(t) % side).collect())
}

/// Returns the first position with parameters below `side` about which the automaton is wrong.
fn wrong(automaton: &Automaton, game: &GameFormula, play: Play, of: Quantity, side: u64) -> Option<Vec<u64>> {
    let mut slow = Slow::new(game, play, of);
    positions(game.arity, side).find(|position| {
        let entry = slow.at(position);
        match of {
            Quantity::Outcome => automaton.at(position) != entry,
            Quantity::Grundy => {
                (0..=entry + 2).any(|v| (automaton.at(&[&position[..], &[v]].concat()) == 0) != (v == entry))
            }
        }
    })
}

#[test]
fn misere_outcomes_are_proved() {
    for rules in [
        "take[1..4]",
        "rule{ n -> n-k for k in 1..n/2 }",
        "rule{ n -> n-1; n/2 }",
        NIM2,
        WYTHOFF,
        "rule{ (a,b) -> repeat (a-b,b) if 1 <= b and b <= a; repeat (a,b-a) if 1 <= a and a <= b }",
        "rule{ n -> n-2; () if n > 3 }",
    ] {
        let game = game(rules, 1);
        let Learned::Proved { automaton, proof, .. } = learn(&game, Play::Misere, Quantity::Outcome) else {
            panic!("{rules}")
        };
        verify(&format!("misere {rules}"), &proof).unwrap_or_else(|error| panic!("{rules}: {error}"));
        assert_eq!(
            wrong(&automaton, &game, Play::Misere, Quantity::Outcome, if game.arity == 1 { 40 } else { 14 }),
            None
        );
    }
}

/// For random rules, whatever is proved agrees with [`Slow`], and many rules are proved.
#[test]
fn proofs_of_random_rules_match_brute_force() {
    let mut seed = 3u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let (mut proved, mut all) = (0, 0);
    for round in 0..28 {
        let two = round % 4 == 3;
        let mut option = || {
            let (c, d) = (1 + random(4), random(3));
            if two {
                return match random(6) {
                    0 => format!("(a-{c},b-{d})"),
                    1 => format!("(a-{d},b-{c})"),
                    2 => "(a-k,b) for k in 1..a".to_string(),
                    3 => "(a,b-k) for k in 1..b".to_string(),
                    4 => format!("(a-k,b-k) for k in {c}..min(a,b)"),
                    _ => format!("(a-k,b+k-{c}) for k in {}..a if b+k >= {c}", d + 1),
                };
            }
            match random(7) {
                0 => format!("n/{}", c + 1),
                1 => format!("n-k for k in {c}..n/2"),
                2 => format!("n-{c} if n % {} != {d}", d + 2),
                3 => format!("n-k for k in {c}.. while 3*k <= n+{d}"),
                4 if round % 2 == 0 => format!("(n-{c})/{}", d + 2),
                5 if round % 2 == 0 => format!("n-k for k in powers({})", 2 + d % 2),
                _ => format!("n-{c}"),
            }
        };
        let options: Vec<String> = (0..2 + usize::from(two)).map(|_| option()).collect();
        let rules = format!("rule{{ {} -> {} }}", if two { "(a,b)" } else { "n" }, options.join("; "));
        let game = game(&rules, 1);
        for (play, of) in
            [(Play::Normal, Quantity::Outcome), (Play::Normal, Quantity::Grundy), (Play::Misere, Quantity::Outcome)]
        {
            all += 1;
            let narrow = Budget { nodes: 1 << 19, ..Budget::default() };
            let learned = learn_and_prove(&game, play, of, None, &narrow).unwrap();
            if let Learned::Proved { automaton, proof, .. } = learned {
                proved += 1;
                let named = if play == Play::Misere { format!("misere {rules}") } else { rules.clone() };
                verify(&named, &proof).unwrap_or_else(|error| panic!("{named}: {error}"));
                let side = if two { 16 } else { 120 };
                assert_eq!(wrong(&automaton, &game, play, of, side), None, "{named} {of:?}");
            }
        }
    }
    assert!(3 * proved > all, "{proved} of {all}");
}

/// Changed automata are neither proved nor verified, unless they accept the same positions.
#[test]
fn changed_automata_are_refused() {
    for (rules, of) in [
        ("rule{ n -> n-1; n/2 }", Quantity::Grundy),
        (NIM2, Quantity::Grundy),
        ("take[1,3,4]", Quantity::Outcome),
        (WYTHOFF, Quantity::Outcome),
    ] {
        let game = game(rules, 1);
        let Learned::Proved { proof, numeration, .. } = learn(&game, Play::Normal, of) else { panic!("{rules}") };
        let Proof::Automata { relation, .. } = &proof else { panic!() };
        let prove = |dfa: &Dfa| prove_automaton(&game, Play::Normal, of, numeration, dfa, &Budget::default());
        assert!(matches!(prove(relation), Ok(Outcome::Proved(_))), "{rules}");
        let mut changed = vec![];
        for s in 0..relation.accept.len() {
            let mut flipped = relation.clone();
            let sign = if &relation.accept[s..=s] == "+" { "-" } else { "+" };
            flipped.accept.replace_range(s..=s, sign);
            changed.push(flipped);
            for letter in 0..relation.next[s].len() {
                let mut led = relation.clone();
                led.next[s][letter] = (led.next[s][letter] + 1) % relation.accept.len() as u32;
                changed.push(led);
            }
        }
        let step = changed.len() / 40 + 1;
        for dfa in changed.iter().step_by(step) {
            let same = || {
                let side = if game.arity == 1 { 60 } else { 12 };
                positions(dfa.tracks, side).all(|p| accepts(dfa, numeration, &p) == accepts(relation, numeration, &p))
            };
            let mut certificate = proof.clone();
            if let Proof::Automata { relation, .. } = &mut certificate {
                relation.clone_from(dfa);
            }
            assert!(verify(rules, &certificate).is_err() || same(), "{rules} {dfa:?}");
            match prove(dfa) {
                Ok(Outcome::Proved(_)) => assert!(same(), "{rules} {dfa:?}"),
                Ok(Outcome::Fails { .. }) => assert!(!same() || game.arity == 2, "{rules} {dfa:?}"),
                Ok(Outcome::Open(_)) | Err(_) => {}
            }
        }
    }
}

fn accepts(dfa: &Dfa, numeration: Numeration, numbers: &[u64]) -> bool {
    let weights = numeration.weights();
    let most = *numbers.iter().max().unwrap();
    let length = weights.partition_point(|&w| w <= most);
    let mut rest = numbers.to_vec();
    let mut state = 0;
    for &weight in weights[..length].iter().rev() {
        let mut letter = 0;
        for number in rest.iter_mut().rev() {
            letter = letter * numeration.radix() as usize + (*number / weight) as usize;
            *number %= weight;
        }
        state = dfa.next[state][letter] as usize;
    }
    &dfa.accept[state..=state] == "+"
}

#[test]
fn claims_are_proved_or_fail() {
    for (rules, heaps, of, claim, holds) in [
        ("take[1..4]", 1, Quantity::Outcome, "P iff n % 5 == 0", true),
        ("take[1..4]", 1, Quantity::Outcome, "P iff n % 4 == 0", false),
        ("take[1..4]", 1, Quantity::Grundy, "G(n) == n % 5", true),
        ("nim", 3, Quantity::Outcome, "P iff a xor b xor c == 0", true),
        ("nim", 3, Quantity::Outcome, "P iff a xor b == c and a != 3", false),
        ("nim", 2, Quantity::Grundy, "G(a,b) == a xor b", true),
        ("nim", 2, Quantity::Grundy, "G(a,b) == a | b", false),
        ("wythoff", 1, Quantity::Outcome, "P iff min(a,b) == floor(abs(a-b)*phi)", true),
        ("wythoff", 1, Quantity::Outcome, "P iff min(a,b) == floor((abs(a-b)+1)*phi)", false),
        ("take[2^k]", 1, Quantity::Grundy, "G(n) == n % 3", true),
    ] {
        let ruleset = parse_rules(rules).unwrap();
        let game = game(rules, heaps);
        let claim = Claim::parse(claim, &ruleset).unwrap();
        let (relation, _) = claim.relation().unwrap().unwrap();
        let outcome = prove_relation(&game, Play::Normal, of, &relation, &Budget::default()).unwrap();
        match outcome {
            Outcome::Proved(proof) => {
                assert!(holds, "{rules} {claim:?}");
                for violation in claim
                    .violations(if of == Quantity::Grundy { KnownRelations::Values } else { KnownRelations::Lost })
                    .unwrap()
                {
                    assert_eq!(implies(&proof, &violation, &Budget::default()).unwrap(), None, "{rules}");
                }
            }
            Outcome::Fails { position } => {
                assert!(!holds, "{rules} fails at {position:?}");
                assert_eq!(position.len(), game.arity);
            }
            Outcome::Open(why) => panic!("{rules} {claim:?} {why}"),
        }
    }
}

#[test]
fn proved_relations_imply_other_claims() {
    let rules = parse_rules("take[1..4]").unwrap();
    let game = GameFormula::new(&rules, 1).unwrap();
    let Learned::Proved { proof, .. } = learn(&game, Play::Normal, Quantity::Grundy) else { panic!() };
    let check = |text: &str| {
        let claim = Claim::parse(text, &rules).unwrap();
        let violations = claim.violations(KnownRelations::Values).unwrap();
        violations.iter().find_map(|v| implies(&proof, v, &Budget::default()).unwrap())
    };
    assert_eq!(check("G(n) == n % 5"), None);
    assert_eq!(check("P iff n % 5 == 0"), None);
    assert_eq!(check("G(n+5) == G(n)"), None);
    assert_eq!(check("G(n+1) == G(n) + 1").unwrap()[0], 4);
}

/// Rules stay open if play might not end, moves lead below 0, or, for outcomes, positions split.
#[test]
fn rules_without_a_proof_stay_open() {
    let n = Linear::variable(0);
    let rule = |guard: Formula, targets: Vec<Vec<Linear>>| GameFormula {
        arity: 1,
        names: vec!["n".into()],
        moves: vec![MoveFormula { variables: vec![], guard, targets, repeat: false }],
    };
    let always = Formula::All(vec![]);
    for (game, why) in [
        (rule(always.clone(), vec![vec![n.clone()]]), "play might not end"),
        (rule(always.clone(), vec![vec![n.plus(1, &Linear::number(1))]]), "play might not end"),
        (rule(always.clone(), vec![vec![n.plus(-1, &Linear::number(1))]]), "at [0] a move leads to a negative number"),
        (rule(always, vec![vec![n.clone()], vec![n.clone()]]), "several components"),
    ] {
        let Learned::Open { tried } = learn(&game, Play::Normal, Quantity::Outcome) else { panic!("{why}") };
        assert!(tried[0].to_string().contains(why), "{tried:?}");
    }
    // There are no values under misère play.
    let game = game("take[1,2]", 1);
    assert!(matches!(learn(&game, Play::Misere, Quantity::Grundy), Learned::Open { .. }));
    let cancel = Cancel::default();
    cancel.cancel();
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    assert!(learn_and_prove(&game, Play::Normal, Quantity::Outcome, None, &budget).is_err());
}

/// Learning also works with an oracle instead of the table, and a wrong oracle proves nothing.
#[test]
fn wrong_oracles_prove_nothing() {
    let game = game("take[1,2]", 1);
    let mut oracle = |p: &[u64]| (p[0] < 100).then(|| u64::from(!p[0].is_multiple_of(3)));
    let budget = Budget::default();
    let learned = learn_and_prove(&game, Play::Normal, Quantity::Outcome, Some(&mut oracle), &budget).unwrap();
    assert!(matches!(learned, Learned::Proved { .. }));
    let mut wrong = |p: &[u64]| Some(u64::from(!p[0].is_multiple_of(4)));
    let learned = learn_and_prove(&game, Play::Normal, Quantity::Outcome, Some(&mut wrong), &budget).unwrap();
    assert!(matches!(learned, Learned::Open { .. }));
}

/// Adds `by` to the constant of the k-th linear condition.
///
/// Returns `None` if there are fewer conditions.
fn shift(formula: &mut Formula, k: &mut usize, by: i64) -> Option<()> {
    match formula {
        Formula::AtMostZero(e) | Formula::Zero(e) => {
            if *k == 0 {
                e.constant += by;
                return Some(());
            }
            *k -= 1;
            None
        }
        Formula::All(list) | Formula::Any(list) => list.iter_mut().find_map(|f| shift(f, k, by)),
        Formula::Not(inner) | Formula::Exists(_, inner) => shift(inner, k, by),
        _ => None,
    }
}

/// A proved automaton is tried on variants of its rules: a constant is changed or a move is missing.
///
/// It must be proved for exactly those variants that have the same outcomes or values by [`Slow`].
#[test]
fn automata_are_proved_for_equivalent_rules_only() {
    let (mut equal, mut different) = (0, 0);
    for (rules, of) in [
        ("rule{ n -> n-k for k in 1..n/2 }", Quantity::Outcome),
        ("rule{ n -> n-1; n/2 }", Quantity::Grundy),
        ("take[1..4]", Quantity::Grundy),
        ("take[1,3,4]", Quantity::Outcome),
        ("lasker", Quantity::Grundy),
        (NIM2, Quantity::Outcome),
        (WYTHOFF, Quantity::Outcome),
    ] {
        let original = game(rules, 1);
        let Learned::Proved { proof, numeration, automaton } = learn(&original, Play::Normal, of) else { panic!() };
        let Proof::Automata { relation, .. } = &proof else { panic!() };
        let mut variants = vec![];
        for place in 0..original.moves.len() {
            let mut fewer = original.clone();
            fewer.moves.remove(place);
            variants.push(fewer);
            for (k, by) in (0..).flat_map(|k| [(k, -1), (k, 1)]) {
                let mut changed = original.clone();
                if shift(&mut changed.moves[place].guard, &mut { k }, by).is_none() {
                    break;
                }
                variants.push(changed);
            }
        }
        for variant in &variants {
            let budget = Budget::default();
            let side = if variant.arity == 1 { 40 } else { 12 };
            match prove_automaton(variant, Play::Normal, of, numeration, relation, &budget).unwrap() {
                Outcome::Proved(_) => {
                    assert_eq!(wrong(&automaton, variant, Play::Normal, of, side), None, "{variant:?}");
                    equal += 1;
                }
                Outcome::Fails { .. } => {
                    assert!(wrong(&automaton, variant, Play::Normal, of, side).is_some(), "{variant:?}");
                    different += 1;
                }
                // Moves lead below 0, or play might not end.
                Outcome::Open(why) => {
                    let why = why.to_string();
                    assert!(why.contains("play might not end") || why.contains("negative number"), "{why}")
                }
            }
        }
    }
    assert!(equal > 5 && different > 30, "{equal} {different}");
}
