//! Tests of the functions of nimbers: brute force on small nimbers, laws of a field on random ones.

use crate::common::Random;
use grundy_value::{NumberUpsStar, ValueArena, mex};

/// Returns the nimber of an expression.
fn nimber(values: &mut ValueArena, text: &str) -> u32 {
    let value = values.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let closed = values.number_ups_star(value).unwrap_or_else(|| panic!("{text} is not a nimber"));
    assert_eq!(closed, NumberUpsStar { nim: closed.nim, ..NumberUpsStar::default() }, "{text}");
    closed.nim
}

/// Returns the products of the nimbers below `count` by the definition.
///
/// The product a·b is the mex of all a'·b + a·b' + a'·b'.
fn products_by_mex(count: usize) -> Vec<Vec<u32>> {
    let mut table = vec![vec![0u32; count]; count];
    for a in 0..count {
        for b in 0..count {
            let mut options = vec![];
            for x in 0..a {
                options.extend((0..b).map(|y| u128::from(table[x][b] ^ table[a][y] ^ table[x][y])));
            }
            table[a][b] = mex(options) as u32;
        }
    }
    table
}

#[test]
fn small_nimbers_agree_with_the_definition() {
    let mut values = ValueArena::new();
    let count = 32;
    let table = products_by_mex(count);
    for (a, row) in table.iter().enumerate() {
        for (b, &product) in row.iter().enumerate() {
            assert_eq!(nimber(&mut values, &format!("nim_product(*{a}, *{b})")), product, "{a}·{b}");
        }
    }
    // The nimbers below 16 are a field, so the inverse and the root of each are among them.
    for a in 0..16 {
        let root = (0..16).find(|&x| table[x][x] as usize == a).unwrap();
        assert_eq!(nimber(&mut values, &format!("nim_sqrt(*{a})")) as usize, root, "the root of {a}");
        match (0..16).find(|&x| table[a][x] == 1) {
            Some(inverse) => {
                assert_eq!(nimber(&mut values, &format!("nim_inverse(*{a})")) as usize, inverse, "the inverse of {a}");
            }
            None => assert!(a == 0 && values.parse("nim_inverse(*0)").is_err()),
        }
        let mut power = 1usize;
        for exponent in 0..40 {
            let text = format!("nim_power(*{a}, {exponent})");
            assert_eq!(nimber(&mut values, &text) as usize, power, "{text}");
            power = table[power][a] as usize;
        }
    }
}

#[test]
fn random_nimbers_obey_the_laws_of_a_field() {
    let mut values = ValueArena::new();
    let mut random = Random(61);
    for _ in 0..500 {
        let mut next = || ((random.below(1 << 16) << 16) | random.below(1 << 16)) >> random.below(33);
        let (a, b, c, k, m) = (next(), next(), next(), next(), next());
        let mut equal = |left: String, right: String| {
            assert_eq!(nimber(&mut values, &left), nimber(&mut values, &right), "{left} = {right}");
        };
        let product = |x: &str, y: &str| format!("nim_product({x}, {y})");
        let [a, b, c] = [a, b, c].map(|x| format!("*{x}"));
        equal(product(&a, &b), product(&b, &a));
        equal(product(&product(&a, &b), &c), product(&a, &product(&b, &c)));
        equal(product(&a, &format!("{b} + {c}")), format!("{} + {}", product(&a, &b), product(&a, &c)));
        equal(product(&a, "*1"), a.clone());
        equal(product(&a, "0"), "0".to_owned());
        let power = |x: &str, exponent: u64| format!("nim_power({x}, {exponent})");
        equal(product(&power(&a, k), &power(&a, m)), power(&a, k + m));
        equal(power(&product(&a, &b), k), product(&power(&a, k), &power(&b, k)));
        equal(power(&a, 1 << 32), a.clone());
        equal(format!("nim_sqrt(nim_power({a}, 2))"), a.clone());
        equal(format!("nim_power(nim_sqrt({a}), 2)"), a.clone());
        if a != "*0" {
            equal(product(&a, &format!("nim_inverse({a})")), "*".to_owned());
        }
    }
}
