//! Other words for the terms of claims.

use grundy_lang::text;
use grundy_rulelang::internals::{ReplacedText, with_replaced};
use grundy_rules::{Error, ErrorKind, Result};

#[test]
fn variables_keep_their_names() {
    for text in ["exists sg: G(n) = sg", "forall k, sg: G(n) = sg or k = 0"] {
        assert_eq!(ReplacedText::new(text, &[]).text, text);
    }
    assert_eq!(ReplacedText::new("exists k: SG(n) = k", &[]).text, "exists k: G(n) = k");
}

fn replaced(text: &str) -> String {
    ReplacedText::new(text, &["非零".to_string(), "sg".to_string()]).text
}

#[test]
fn synonyms_are_replaced() {
    for (written, text) in [
        ("必败当且仅当n mod 5=0", "P iff n mod 5=0"),
        ("必胜 当且仅当 n>1 且 非(n=3或n=4)", "N iff n>1 and not(n=3 or n=4)"),
        ("SG(n)=3且必败点(n-1)", "G(n)=3 and P(n-1)"),
        ("2SG(n) = n", "2G(n) = n"),
        ("先手必败 iff n模3=0 # 必败", "P iff n mod 3=0 # 必败"),
        ("automaton(@必败.cert) 或 后手", "automaton(@必败.cert) or P"),
        ("automaton(@\"先手 或\")且先手", "automaton(@\"先手 或\")and N"),
        // The names of parameters are kept.
        ("sg == 非零 iff 必败", "sg == 非零 iff P"),
        ("sgn(3)", "sgn(3)"),
        ("\"", "\""),
    ] {
        assert_eq!(replaced(written), text, "{written}");
    }
}

#[test]
fn spans_refer_to_the_original_text() {
    let written = "必败当且仅当x且7";
    let text = "P iff x and 7";
    for (start, end, part) in
        [(0, 1, "必败"), (2, 5, "当且仅当"), (6, 7, "x"), (8, 11, "且"), (12, 13, "7"), (13, 13, "")]
    {
        let error = with_replaced(written, &[], |given| -> Result<()> {
            assert_eq!(given, text);
            Err(Error::new(ErrorKind::Syntax, text!("here")).at(start..end))
        });
        let span = error.unwrap_err().span.unwrap();
        assert_eq!(&written[span], part, "{start}..{end}");
    }
}
