//! Misère quotients: the ten quotients of the program agree with brute force, and changed ones fail.

use grundy_games::{library, parse_rules};
use grundy_rules::ErrorKind;
use grundy_verify::{Certificate, Images, Limits, Proof, Verified, verify};
use std::collections::HashMap;

/// For each quotient of the program: code, order, number of accepting elements, preperiod and period.
const SHIPPED: [(&str, u64, usize, u64, u64); 10] = [
    ("0.115", 42, 12, 92, 14),
    ("0.123", 20, 5, 5, 5),
    ("0.15", 42, 12, 66, 10),
    ("0.152", 34, 6, 25, 48),
    ("0.34", 12, 3, 7, 8),
    ("0.53", 16, 3, 21, 9),
    ("0.71", 36, 9, 3, 6),
    ("0.72", 24, 5, 16, 4),
    ("0.75", 8, 2, 8, 2),
    ("0.77", 40, 9, 71, 12),
];

fn shipped(code: &str) -> Certificate {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../misere/src/quotients/shipped");
    Certificate::from_text(&std::fs::read_to_string(format!("{folder}/{code}.cert")).unwrap()).unwrap()
}

fn check(certificate: &Certificate) -> grundy_rules::Result<Verified> {
    verify(certificate, library(), &Limits::default())
}

fn components(certificate: &mut Certificate) -> (&mut u64, &mut Vec<u32>, &mut Vec<Vec<u32>>, &mut Vec<Images>) {
    match &mut certificate.proof {
        Proof::Quotient { order, accept, times, heaps } => (order, accept, times, heaps),
        _ => unreachable!("a quotient"),
    }
}

/// Returns the options of the heaps 0 to `last`. An option is a list of nonempty heaps.
fn options(rules: &str, last: usize) -> Vec<Vec<Vec<usize>>> {
    let rules = parse_rules(rules).unwrap();
    let heaps = rules.game.table_form().unwrap().heap_rules().unwrap();
    let of = |heap| {
        let mut list = vec![];
        heaps.options(heap, &mut |after| {
            list.push(after.iter().map(|&component| component as usize).filter(|&component| component > 0).collect());
        });
        list
    };
    (0..=last as u64).map(of).collect()
}

/// Reports, by the definition, whether the player to move loses the sum under misère play.
fn lost(sum: &[usize], options: &[Vec<Vec<usize>>], memo: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(&known) = memo.get(sum) {
        return known;
    }
    let (mut moves, mut wins) = (false, false);
    for (place, &heap) in sum.iter().enumerate() {
        for after in &options[heap] {
            moves = true;
            let mut next = sum.to_vec();
            next.remove(place);
            next.extend(after);
            next.sort_unstable();
            wins |= lost(&next, options, memo);
        }
    }
    memo.insert(sum.to_vec(), moves && !wins);
    moves && !wins
}

/// Returns the image of a heap according to a certificate.
fn image(heaps: &Images, heap: usize) -> u32 {
    match heaps.repeat {
        Some([preperiod, period]) if heap as u64 >= preperiod => {
            heaps.images[(preperiod + (heap as u64 - preperiod) % period) as usize - 1]
        }
        _ => heaps.images[heap - 1],
    }
}

/// Compares all sums of at most four heaps with brute force; returns the number of sums.
fn compare(certificate: &Certificate, last: usize) -> usize {
    let Proof::Quotient { order, accept, times, heaps } = &certificate.proof else { unreachable!() };
    let options = options(&heaps[0].rules, last);
    // Represent elements as words of generators, so that the test does not use the checker's products.
    let mut words: Vec<Option<Vec<usize>>> = vec![None; *order as usize];
    words[0] = Some(vec![]);
    let mut list = vec![0usize];
    let mut next = 0;
    while let Some(&x) = list.get(next) {
        next += 1;
        for (g, action) in times.iter().enumerate() {
            let y = action[x] as usize;
            if words[y].is_none() {
                words[y] = words[x].clone().map(|mut word| {
                    word.push(g);
                    word
                });
                list.push(y);
            }
        }
    }
    let mut memo = HashMap::new();
    let mut compared = 0;
    for a in 0..=last {
        for b in a..=last {
            for c in b..=last {
                for d in c..=last {
                    let sum: Vec<usize> = [a, b, c, d].into_iter().filter(|&heap| heap > 0).collect();
                    let letters = sum.iter().flat_map(|&heap| words[image(&heaps[0], heap) as usize].clone().unwrap());
                    let image = letters.fold(0, |x, g| times[g][x] as usize);
                    assert_eq!(lost(&sum, &options, &mut memo), accept.contains(&(image as u32)), "{sum:?}");
                    compared += 1;
                }
            }
        }
    }
    compared
}

#[test]
fn the_ten_hold() {
    for (code, order, accepting, preperiod, period) in SHIPPED {
        let mut certificate = shipped(code);
        let verified = check(&certificate).unwrap();
        let says = format!(
            "misere octal[{code}]: the misère quotient has order {order}; the elements of the heaps of octal[{code}] repeat with period {period} from heap {preperiod} on"
        );
        assert_eq!(verified.statement.to_string(), says);
        assert!(verified.states < 100, "{code}: {}", verified.states);
        let (order, accept, _, _) = components(&mut certificate);
        assert_eq!((*order % 2, accept.len()), (0, accepting), "{code}");
    }
}

#[test]
fn shipped_quotients_agree_with_brute_force() {
    for (code, ..) in SHIPPED {
        let last = if code == "0.77" { 9 } else { 8 };
        assert_eq!(compare(&shipped(code), last), if last == 9 { 715 } else { 495 });
    }
}

/// Checks the least ideal of each quotient against the Grundy values under normal play.
///
/// Let e be the unit of the least ideal, and Φ(h) the image of heap h. Two heaps have the same e·Φ(h) iff
/// they have the same Grundy value.
#[test]
fn kernel_agrees_with_normal_play() {
    for (code, _, _, preperiod, period) in SHIPPED {
        let certificate = shipped(code);
        let Proof::Quotient { order, accept, times, heaps } = &certificate.proof else { unreachable!() };
        let step = |x: u32, word: &[usize]| word.iter().fold(x, |x, &g| times[g][x as usize]);
        let all: Vec<usize> = (0..times.len()).flat_map(|g| vec![g; 2 * *order as usize]).collect();
        let deep = step(0, &all);
        let mut kernel = vec![deep];
        let mut next = 0;
        while let Some(&x) = kernel.get(next) {
            next += 1;
            for action in times {
                if !kernel.contains(&action[x as usize]) {
                    kernel.push(action[x as usize]);
                }
            }
        }
        assert!(kernel.len().is_power_of_two(), "{code}");
        assert_eq!(kernel.iter().filter(|x| accept.contains(x)).count(), 1, "{code}");
        // Any element of the least ideal can replace e: multiply the images by it.
        let mut word_of: HashMap<u32, Vec<usize>> = HashMap::from([(0, vec![])]);
        let mut list = vec![0u32];
        let mut next = 0;
        while let Some(&x) = list.get(next) {
            next += 1;
            for (g, action) in times.iter().enumerate() {
                let y = action[x as usize];
                if !word_of.contains_key(&y) {
                    let word = [&word_of[&x][..], &[g]].concat();
                    word_of.insert(y, word);
                    list.push(y);
                }
            }
        }
        let last = (preperiod + period) as usize - 1;
        let options = options(&heaps[0].rules, last);
        let mut values = vec![0usize];
        for lists in &options[1..=last] {
            let seen: Vec<usize> =
                lists.iter().map(|left| left.iter().fold(0, |xor, &component| xor ^ values[component])).collect();
            values.push((0..).find(|v| !seen.contains(v)).unwrap());
        }
        let fibre = |heap: usize| step(deep, &word_of[&if heap == 0 { 0 } else { heaps[0].images[heap - 1] }]);
        for a in 0..=last {
            for b in 0..a {
                assert_eq!(fibre(a) == fibre(b), values[a] == values[b], "{code}: {a}, {b}");
            }
        }
    }
}

/// Checks that changing any number of any certificate makes the checker refuse the certificate.
#[test]
fn changed_quotients_are_rejected() {
    let mut tried = 0;
    for (code, ..) in SHIPPED {
        let certificate = shipped(code);
        let mut refused = |what: String, change: &dyn Fn(&mut Certificate)| {
            let mut other = certificate.clone();
            change(&mut other);
            if other != certificate {
                tried += 1;
                let error = check(&other).expect_err(&what);
                assert_eq!(error.kind, ErrorKind::Refused, "{code}: {what}");
            }
        };
        let mut own = certificate.clone();
        let (&mut order, accept, times, heaps) = components(&mut own);
        for by in [1, 2, order as u32 / 2 + 1] {
            let turn = |x: &mut u32| *x = (*x + by) % order as u32;
            for k in 0..accept.len() {
                refused(format!("accept {k} by {by}"), &|c| {
                    let accept = components(c).1;
                    turn(&mut accept[k]);
                    accept.sort_unstable();
                });
            }
            for g in 0..times.len() {
                for x in 0..order as usize {
                    refused(format!("action {g} at {x} by {by}"), &|c| turn(&mut components(c).2[g][x]));
                }
            }
            for k in 0..heaps[0].images.len() {
                refused(format!("heap {k} by {by}"), &|c| turn(&mut components(c).3[0].images[k]));
            }
        }
        for x in 0..order as u32 {
            refused(format!("{x} accepts or not"), &|c| {
                let accept = components(c).1;
                match accept.binary_search(&x) {
                    Ok(place) => drop(accept.remove(place)),
                    Err(place) => accept.insert(place, x),
                }
            });
        }
        for change in [-1i64, 1, 2] {
            refused(format!("preperiod {change}"), &|c| {
                let repeat = components(c).3[0].repeat.as_mut().unwrap();
                repeat[0] = repeat[0].saturating_add_signed(change);
            });
            refused(format!("period {change}"), &|c| {
                let repeat = components(c).3[0].repeat.as_mut().unwrap();
                repeat[1] = repeat[1].saturating_add_signed(change);
            });
            refused(format!("order {change}"), &|c| *components(c).0 = order.saturating_add_signed(change));
        }
        // A longer preperiod or a double period describes the same images, but both must be the least ones.
        refused("a later heap".into(), &|c| {
            let images = &mut components(c).3[0];
            let [preperiod, _] = images.repeat.unwrap();
            images.images.push(images.images[preperiod as usize - 1]);
            images.repeat.as_mut().unwrap()[0] += 1;
        });
        refused("two periods".into(), &|c| {
            let images = &mut components(c).3[0];
            let [preperiod, period] = images.repeat.unwrap();
            let more: Vec<u32> = images.images[preperiod as usize - 1..].to_vec();
            images.images.extend(more);
            images.repeat = Some([preperiod, 2 * period]);
        });
        for (other, ..) in SHIPPED {
            if other != code {
                refused(format!("of {other}"), &|c| {
                    c.rules = format!("misere octal[{other}]");
                    components(c).3[0].rules = format!("octal[{other}]");
                });
            }
        }
        refused("normal play".into(), &|c| c.rules = format!("octal[{code}]"));
        refused("a claim".into(), &|c| c.claim = Some("P iff n == 1".into()));
        // Generators that are not images of heaps: a factor of two elements that changes no outcome, and a zero.
        refused("a phantom".into(), &|c| {
            let (order, accept, times, _) = components(c);
            let old = *order as u32;
            accept.extend(accept.clone().iter().map(|x| x + old));
            times.iter_mut().for_each(|action| action.extend(action.clone().iter().map(|x| x + old)));
            times.push((0..2 * old).map(|x| (x + old) % (2 * old)).collect());
            *order *= 2;
        });
        refused("a zero".into(), &|c| {
            let (order, _, times, _) = components(c);
            let zero = *order as u32;
            times.iter_mut().for_each(|action| action.push(zero));
            times.push(vec![zero; zero as usize + 1]);
            *order += 1;
        });
    }
    assert!(tried > 7000, "{tried}");
}

/// Compares certificates that are accepted with brute force.
///
/// The test tries all images of three heaps in two small quotients, for all codes of two digits.
#[test]
fn accepted_quotients_agree_with_brute_force() {
    let (of_two, of_six) = (vec![vec![1, 0]], vec![vec![1, 0, 3, 2, 5, 4], vec![2, 3, 4, 5, 2, 3]]);
    let monoids = [(2u64, &[1u32][..], of_two), (6, &[1, 4], of_six)];
    let (mut accepted, mut refused) = (0, 0);
    for whole in [0u8, 4] {
        for code in 1..64u32 {
            let code = format!("{whole}.{}{}", code / 8, code % 8);
            let rules = parse_rules(&format!("octal[{code}]")).unwrap().to_string();
            for (order, accept, times) in &monoids {
                let order32 = *order as u32;
                for images in 0..order32.pow(3) {
                    let images = vec![images % order32, images / order32 % order32, images / order32.pow(2)];
                    for preperiod in 1..=3 {
                        let repeat = Some([preperiod, 4 - preperiod]);
                        let heaps =
                            vec![Images { rules: rules.clone(), images: images.clone(), repeat, others: vec![] }];
                        let (accept, times) = (accept.to_vec(), times.clone());
                        let proof = Proof::Quotient { order: *order, accept, times, heaps };
                        let certificate =
                            Certificate { rules: format!("misere {rules}"), claim: None, automata: vec![], proof };
                        if check(&certificate).is_ok() {
                            accepted += 1;
                            compare(&certificate, 7);
                        } else {
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(accepted >= 15 && refused > 80_000, "{accepted}, {refused}");
}

/// Checks that certificates without repetition, and renumbered ones, are accepted.
#[test]
fn renumbered_and_weaker_quotients_hold() {
    for (code, order, ..) in SHIPPED {
        let mut certificate = shipped(code);
        components(&mut certificate).3[0].repeat = None;
        let verified = check(&certificate).unwrap();
        assert!(verified.statement.to_string().contains("heaps of octal["), "{}", verified.statement);
        let mut certificate = shipped(code);
        let (_, accept, times, heaps) = components(&mut certificate);
        let name = |x: u32| if x == 0 { 0 } else { order as u32 - x };
        accept.iter_mut().for_each(|x| *x = name(*x));
        accept.sort_unstable();
        for action in times {
            *action = (0..order as u32).map(|x| name(action[name(x) as usize])).collect();
        }
        heaps[0].images.iter_mut().for_each(|x| *x = name(*x));
        check(&certificate).unwrap();
    }
}

#[test]
fn huge_numbers_and_foreign_games_are_refused_at_once() {
    let says = |certificate: &Certificate| check(certificate).unwrap_err().message.to_string();
    let mut certificate = shipped("0.75");
    *components(&mut certificate).0 = 1_000_000_000;
    assert_eq!(
        says(&certificate),
        "refused: the order is 1000000000, but only quotients of 1 to 4096 elements are checked"
    );
    let mut certificate = shipped("0.75");
    components(&mut certificate).3[0].repeat = Some([u64::MAX, 1]);
    assert!(says(&certificate).contains("require a different number"));
    for (rules, message) in [
        ("wythoff", "refused: `wythoff` is not a short impartial game on single heaps"),
        ("misere kayles", "refused: in `heaps`, this game must be written `kayles`"),
        ("Kayles", "refused: in `heaps`, this game must be written `kayles`"),
        ("@heaps.txt", ""),
        ("nonsense", ""),
        ("rule{ n -> n }", ""),
        ("take[1,2 | 1,3]", ""),
        ("take[2^k]", "refused: no theorem proves that the elements of the heaps of `take[2^k]` repeat forever"),
    ] {
        let mut certificate = shipped("0.75");
        certificate.rules = format!("misere {rules}");
        components(&mut certificate).3[0].rules = rules.into();
        let error = check(&certificate).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Refused, "{rules}");
        assert!(message.is_empty() || error.message == *message, "{rules}: {error}");
    }
}

/// Returns a certificate for a rule with the quotient of order 2, whose elements are 1 and a.
fn certificate_of_order_two(rules: &str, images: Vec<u32>, others: Vec<(u64, u32)>) -> Certificate {
    let heaps = vec![Images { rules: rules.to_string(), images, repeat: None, others }];
    let proof = Proof::Quotient { order: 2, accept: vec![1], times: vec![vec![1, 0]], heaps };
    Certificate { rules: format!("misere {rules}"), claim: None, automata: vec![], proof }
}

/// Checks the conditions on moves to larger heaps: every heap of play has an image, and play ends.
#[test]
fn moves_to_larger_heaps_are_checked() {
    let says = |certificate: &Certificate| match check(certificate) {
        Ok(_) => "holds".to_string(),
        Err(error) => error.message.to_string(),
    };
    // Play goes from 0 to 1, 2 and 3. Heap 3 has no move, so heap 2 is lost, heap 1 is won and heap 0 is lost.
    let rising = "rule{ n -> n+1 if n < 3 }";
    assert_eq!(says(&certificate_of_order_two(rising, vec![0, 1, 0], vec![(0, 1)])), "holds");
    assert_eq!(says(&certificate_of_order_two(rising, vec![0], vec![(0, 1), (2, 1), (3, 0)])), "holds");
    assert_eq!(
        says(&certificate_of_order_two(rising, vec![0], vec![(0, 1)])),
        "refused: heap 1 has a move to heap 2, which has no image"
    );
    for (images, others) in [
        // The images that would result without moves to larger heaps.
        (vec![0, 0, 0], vec![]),
        (vec![0, 1, 0], vec![]),
        (vec![0, 1, 0], vec![(0, 0)]),
        (vec![1, 1, 0], vec![(0, 1)]),
        (vec![0, 1, 1], vec![(0, 1)]),
        (vec![0, 1, 0], vec![(0, 1), (2, 1)]),
        (vec![0, 1, 0], vec![(5, 0), (0, 1)]),
        (vec![0, 1, 0], vec![(0, 1), (0, 1)]),
    ] {
        assert_ne!(
            says(&certificate_of_order_two(rising, images.clone(), others.clone())),
            "holds",
            "{images:?} {others:?}"
        );
    }
    // All conditions on single moves hold here, but play can cycle.
    for rules in ["rule{ n -> n-1 if n%2 == 0; n+1 if n%2 == 1 and n < 4 }", "rule{ n -> 2 if n == 1; 1 if n == 2 }"] {
        let found = says(&certificate_of_order_two(rules, vec![0, 1], vec![]));
        assert_ne!(found, "holds", "{rules}");
    }
    let round = certificate_of_order_two("rule{ n -> 2 if n == 1; 1 if n == 2; 0 if n == 3 }", vec![0, 1, 1], vec![]);
    assert_eq!(says(&round), "refused: heap 2 leads back to heap 1, so play might not end");
    let same = certificate_of_order_two("rule{ n -> n if n == 1; 0 if n == 2 }", vec![0, 1], vec![]);
    assert_ne!(says(&same), "holds");
    // Images may repeat only if all moves lead to smaller heaps.
    let mut repeats = certificate_of_order_two("octal[0.3]", vec![1, 0], vec![(0, 0)]);
    components(&mut repeats).3[0].repeat = Some([1, 2]);
    assert_ne!(says(&repeats), "holds");
}
