//! Tests of `spell`.

use differ::gen_expr::Sources;
use differ::parse::Reader;
use differ::random::Random;
use differ::spell::Speller;

/// The parser was written independently, so this test reveals ambiguous texts.
#[test]
fn written_conditions_parse_back() {
    let names = ["n".to_string(), "m".to_string()];
    let mut random = Random(1);
    for round in 0..4000 {
        let (claim, spare) = (round % 2 == 0, round % 3 == 0);
        let sources = Sources { names: 2, arguments: if claim { 2 } else { 0 }, values: claim };
        let tree = sources.condition(3, &mut random);
        let mut speller = Speller { names: &names, claim, minimal: spare, random: &mut random, out: vec![] };
        speller.condition(&tree, 0);
        let text = speller.text();
        let mut reader = Reader::new(&text, &names);
        let read = reader.condition().filter(|_| reader.is_at_end());
        assert_eq!(read.as_ref(), Some(&tree), "{text}");
    }
}
