//! Compares the operations on 64 bytes of all instruction sets.

use grundy_sequence::lanes::{Lanes, PagedSet, Portable};
use grundy_sequence::{Instructions, with_lanes};

/// Returns the results of every operation of the trait on two vectors, except [`Lanes::look_up`].
#[inline(always)]
fn all<L: Lanes>(lanes: L, a: &[u8; 64], b: &[u8; 64]) -> Vec<Vec<u8>> {
    let (x, y) = (lanes.load(a), lanes.load(b));
    let words: [u16; 32] = std::array::from_fn(|k| u16::from_le_bytes([a[2 * k], a[2 * k + 1]]));
    let mut list = vec![
        lanes.store(x).to_vec(),
        lanes.store(lanes.load_words(&words)).to_vec(),
        lanes.store(lanes.splat(a[0])).to_vec(),
        lanes.store(lanes.splat_word(words[0])).to_vec(),
        lanes.store(lanes.or(x, y)).to_vec(),
        lanes.store(lanes.xor(x, y)).to_vec(),
        lanes.store(lanes.without(x, y)).to_vec(),
        lanes.store(lanes.min_bytes(x, y)).to_vec(),
        lanes.count_ones(&[x, y, x]).to_le_bytes().to_vec(),
        lanes.equal_bytes(x, y).to_le_bytes().to_vec(),
        lanes.at_least_bytes(x, y).to_le_bytes().to_vec(),
        vec![u8::from(lanes.any_word_equal(x, y)), u8::from(lanes.any_word_equal(x, lanes.load_words(&words)))],
        lanes.store(lanes.reverse_bytes(x)).to_vec(),
        lanes.store(lanes.reverse_words(x)).to_vec(),
        lanes.store(lanes.push_byte(x, b[0])).to_vec(),
        lanes.columns([x, y, lanes.xor(x, y), x, lanes.or(x, y), y, lanes.splat(1), lanes.splat(0xa5)]).to_vec(),
    ];
    list.push(lanes.store(lanes.linear(x, b[..8].try_into().unwrap())).to_vec());
    for by in 0..8 {
        list.push(lanes.store(lanes.shift_right(x, y, by)).to_vec());
    }
    let picked = lanes.equal_bytes(x, y);
    let mut out = [[0; 64]; 2];
    let [first, second] = &mut out;
    lanes.pick([y, lanes.or(x, y)], picked, [first, second]);
    list.extend(out.map(|bytes| bytes[..picked.count_ones() as usize].to_vec()));
    let words = std::array::from_fn(|k| if a[k] < 100 { 0 } else { 1 << (b[k] % 64) });
    list.push(lanes.nonzero(&words).to_le_bytes().to_vec());
    let rows = [*a, *b, *a];
    for by in 0..64 {
        list.extend(lanes.run::<2>(rows.as_flattened(), lanes.shift(by)).map(|row| lanes.store(row).to_vec()));
    }
    list
}
with_lanes!(fn run(a: &[u8; 64], b: &[u8; 64]) -> Vec<Vec<u8>> = all);

/// Looks up numbers in sets of 1 to 8 pages.
///
/// Each number is given by its lower seven bits and the bits above.
#[inline(always)]
fn look_up_in_all_sizes<L: Lanes>(lanes: L, pages: &PagedSet<8>, low: &[u8; 64], high: &[u8; 64]) -> Vec<u64> {
    fn one<L: Lanes, const G: usize>(lanes: L, pages: &PagedSet<8>, low: &[u8; 64], high: &[u8; 64]) -> u64 {
        let Some(pages) = pages.first_chunk::<G>() else { return 0 };
        lanes.look_up(&lanes.table(pages), lanes.load(low), lanes.load(high))
    }
    vec![
        one::<L, 1>(lanes, pages, low, high),
        one::<L, 2>(lanes, pages, low, high),
        one::<L, 3>(lanes, pages, low, high),
        one::<L, 4>(lanes, pages, low, high),
        one::<L, 5>(lanes, pages, low, high),
        one::<L, 6>(lanes, pages, low, high),
        one::<L, 7>(lanes, pages, low, high),
        one::<L, 8>(lanes, pages, low, high),
    ]
}
with_lanes!(fn look_up_with(pages: &PagedSet<8>, low: &[u8; 64], high: &[u8; 64]) -> Vec<u64> = look_up_in_all_sizes);

#[test]
fn look_ups_agree_with_membership() {
    let mut seed = 5u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as u8
    };
    // An interpreter such as Miri takes a second per round.
    for round in 0..if cfg!(miri) { 6 } else { 200 } {
        let pages: PagedSet<8> = std::array::from_fn(|_| std::array::from_fn(|_| random() & (random() | round)));
        let low: [u8; 64] = std::array::from_fn(|_| random() % 128);
        let high: [u8; 64] = std::array::from_fn(|_| random() >> (random() % 6));
        let has = |k: usize, groups: u32| {
            let x = u32::from(high[k]) << 7 | u32::from(low[k]);
            x < 1024 * groups && pages[x as usize / 1024][x as usize % 128] >> (x / 128 % 8) & 1 == 1
        };
        let expected =
            [1, 2, 3, 4, 5, 6, 7, 8].map(|groups| (0..64).fold(0, |bits, k| bits | u64::from(has(k, groups)) << k));
        for instructions in Instructions::all() {
            assert_eq!(look_up_with(instructions, &pages, &low, &high), expected, "{instructions:?}");
        }
    }
}

#[test]
fn instruction_sets_agree_on_operations() {
    let mut seed = 1u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as u8
    };
    for round in 0..200 {
        let a: [u8; 64] = std::array::from_fn(|_| random());
        // In even rounds many bytes are equal.
        let b: [u8; 64] = std::array::from_fn(|k| if round % 2 == 0 { a[k] ^ (random() & 1) } else { random() });
        let expected = run(Instructions::Portable, &a, &b);
        for instructions in Instructions::all() {
            assert_eq!(run(instructions, &a, &b), expected, "{instructions:?}");
        }
    }
}

#[test]
fn linear_maps_xor_columns() {
    let bytes: [u8; 64] = std::array::from_fn(|k| (37 * k) as u8);
    let columns = [0x81, 0, 3, 0xff, 0x10, 2, 0x40, 0x60];
    let expected = bytes.map(|byte| (0..8).filter(|k| byte >> k & 1 == 1).fold(0, |out, k| out ^ columns[k]));
    assert_eq!(Portable.store(Portable.linear(Portable.load(&bytes), columns)), expected);
}

#[test]
fn bit_order_is_little_endian() {
    let mut a = [0u8; 64];
    a[1] = 1;
    let v = Portable.shift_right(Portable.load(&a), Portable.splat(0), 3);
    assert_eq!(Portable.store(v)[0], 1 << 5);
    let mut rows = [Portable.splat(0); 8];
    rows[3] = Portable.load(&a);
    assert_eq!(Portable.columns(rows)[8], 1 << 3);
}
