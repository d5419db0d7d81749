//! Values of boards that are known, from CGSuite's tests and from the literature: `docs/boards.md` names the sources.

use grundy_games::parse;
use grundy_solve::Budget;
use grundy_solve::canonical::Canonical;

const DOMINEERING: &str = "left: [. / .] -> [# / #]; right: [..] -> [##]";
const CLOBBER: &str = "left: [xo] -> [.x] along rook; right: swap x o";
const TOADS: &str = "left: [t.] -> [.t]; [tf.] -> [.ft]; right: mirror t f";
const COL: &str = "left: [.] -> [x] if no x near; right: swap x o";
const SNORT: &str = "left: [.] -> [x] if no o near; right: swap x o";
const KONANE: &str = "left: repeat [xo.] -> [..x] along rook; right: swap x o";
const AMAZONS: &str = "left: [x.*.] -> [..*x] along queen then [x.*.] -> [x.*#] along queen; right: swap x o";
const TOPPLING: &str = "left: [|?*{le}] -> [|]; [{le}?*|] -> [|]; right: swap l r";
const SHOVE: &str = "left: [|?(?*)x] -> [|1x.]; [|x] -> [|.]; right: swap x o";
const PUSH: &str = "left: [.({xo}*)x] -> [1x.]; [|{xo}({xo}*)x] -> [|1x.]; [|x] -> [|.]; right: swap x o";
const CRAM: &str = "[..] -> [##]; [. / .] -> [# / #]";

fn agree(cases: &[(&str, &str, &str)]) {
    let mut canonical = Canonical::new(&Budget::default());
    for (rule, board, value) in cases {
        let spec = parse(&format!("board{{ {rule} }}({board})")).unwrap();
        let found = canonical.of(&spec).unwrap_or_else(|error| panic!("{spec}: {error:?}"));
        let wanted = canonical.read(value, &mut |text| parse(text)).unwrap();
        let text = canonical.values.text(found, grundy_value::Signs::Ascii).unwrap();
        assert_eq!(found, wanted, "{spec} is {text}, not {value}");
    }
}

#[test]
fn known_values() {
    agree(&[
        (DOMINEERING, "2x2", "+-1"),
        (DOMINEERING, "2x3", "{2|-1/2}"),
        (DOMINEERING, "2x5", "1/2"),
        (DOMINEERING, "3x4", "-3/2"),
        (DOMINEERING, "4x4", "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"),
        (CLOBBER, "\"xox/ox.\"", "{^^*|*,v}"),
        (CLOBBER, "3x3 of xo/ox", "*"),
        ("left: [xo] -> [.x] along bishop; right: swap x o", "\"xoxo/oox./xxx.\"", "{0,v*|vv}"),
        ("left: [xo] -> [.x] along queen; right: swap x o", "\"xox/ox.\"", "{^^*|*,v[2]}"),
        ("left: [x.*o] -> [..*x] along rook; right: swap x o", "\"xox/ox.\"", "{^^*|0,*}"),
        ("left: [x.*o] -> [..*x] along queen; right: swap x o", "\"xox/ox.\"", "^"),
        ("left: [x.] -> [ox] along rook; right: swap x o", "\"xoxo/oo..\"", "{*|-1}"),
        ("left: [t.] -> [.t]; right: mirror t f", "\"tttt..fff\"", "1"),
        ("left: [t.] -> [.t]; [tf.] -> [.ft]; [tff.] -> [.fft]; right: mirror t f", "\"tttt..fff\"", "{1/2*|v}"),
        (TOADS, "\"tt..ff\"", "*"),
        (TOADS, "\"ttt..fff\"", "+-1/8"),
        (TOADS, "\"t.tff\"", "^"),
        (AMAZONS, "\"x.../o...\"", "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}"),
        (CRAM, "\"........./##.######\"", "*4"),
        (SNORT, "\"x.....x\"", "{4|0,+-1}"),
        (SNORT, "1x7", "+-{1,{4|3||+-1,{1*|*}},{4|3||*|-1*}}"),
        (COL, "\"o#o#x#o#o#/..........\"", "7/8"),
        (COL, "1x4", "0"),
        (KONANE, "\"xoxo.\"", "2"),
        (KONANE, "\"xoxox.\"", "-2"),
        (KONANE, "\"xox.\"", "-1"),
        (TOPPLING, "\"lrrlrrl\"", "Tiny(1/2)"),
        (TOPPLING, "\"lere\"", "{1|0,{0|-1}}"),
        (SHOVE, "\"xo\"", "-3/2"),
        (SHOVE, "\".xo\"", "-2"),
        (SHOVE, "\"xoxo\"", "-23/8"),
        (PUSH, "\".xo\"", "-7/4"),
        (PUSH, "\"xoxo\"", "-17/8"),
    ]);
}
