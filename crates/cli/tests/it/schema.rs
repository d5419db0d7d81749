//! Tests that the command's JSON output follows `docs/schema.json`, which rejects wrong output.

use crate::run::run_with_input;
use boon::{Compiler, SchemaIndex, Schemas};
use grundy::unstable::json::IntegerFormat;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The published schema and a strict schema, which allows one form of integers and no unknown fields.
struct Schema {
    schemas: Schemas,
    strict: SchemaIndex,
    published: SchemaIndex,
}

impl Schema {
    fn load() -> Schema {
        Schema::with_numbers(IntegerFormat::Number)
    }

    fn with_numbers(numbers: IntegerFormat) -> Schema {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema.json");
        let published = std::fs::read_to_string(path).unwrap();
        let strict = grundy::unstable::json::strict_schema_json(numbers);
        let mut compiler = Compiler::new();
        let mut schemas = Schemas::new();
        let [strict, published] = [("strict.json", strict), ("schema.json", published)].map(|(name, text)| {
            compiler.add_resource(name, serde_json::from_str(&text).unwrap()).unwrap();
            compiler.compile(name, &mut schemas).unwrap_or_else(|e| panic!("{e:#}"))
        });
        Schema { schemas, strict, published }
    }

    fn accepts(&self, value: &Value) -> bool {
        self.schemas.validate(value, self.strict).is_ok()
    }

    #[track_caller]
    fn check(&self, line: &str) -> Value {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        for schema in [self.strict, self.published] {
            if let Err(error) = self.schemas.validate(&value, schema) {
                panic!("{error:#}\n{line}");
            }
        }
        value
    }
}

/// Runs the command and returns its lines and its exit code; asserts that standard error is empty.
fn grundy(args: &[&str], input: &[u8]) -> (Vec<String>, i32) {
    let done = run_with_input(args, input);
    assert_eq!(String::from_utf8_lossy(&done.stderr), "", "{args:?}");
    let lines = String::from_utf8(done.stdout).unwrap().lines().map(str::to_string).collect();
    (lines, done.status.code().unwrap())
}

/// A file that is removed on drop.
struct Temp(PathBuf);

impl Temp {
    fn new(name: &str, content: &[u8]) -> Temp {
        let path = std::env::temp_dir().join(format!("grundy-schema-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Temp(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Temp {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const ANSWERED: &[&str] = &[
    "nim(3,4,5)",
    "nim(1,2,3)",
    "nim(0)",
    "nim(0,0,0)",
    "nim(18446744073709551615, 2^63, 1_000)",
    "misere nim(0)",
    "misere nim(1,1,1)",
    "misere nim(1,1,2)",
    "take[1..3](7,9)",
    "take[1,3,4](10)",
    "take[1,3,4](10^18)",
    "take[5..](100)",
    "take[5](3)",
    "take[2^k](100)",
    "take[k^2](50)",
    "take[fib,7](60)",
    "take[prime](60)",
    "misere take[2..5](20)",
    "misere take[1,3,4](25)",
    "巴什[3](10^18)",
    "wythoff(0,0)",
    "wythoff(3,5)",
    "wythoff(4,8)",
    "wythoff(10^18,10^19)",
    "misere wythoff(2,2)",
    "nim(3) + wythoff(1,2) + take[1..3](5)",
    "misere nim(3) + take[1,2](4)",
    "misere wythoff(1,2) + wythoff(3,4)",
    "3*nim(5) + -(nim(2) + 2*nim(7))",
    "0*nim(7)",
    "1000*nim(1)",
    "1001*nim(1,2,3)",
    "18446744073709551615*nim(18446744073709551615)",
];

/// Answers with steps follow the schema for the example of every game.
///
/// The steps are those of theorems and those of positions.
#[test]
fn answers_with_steps_follow_the_schema() {
    let schema = Schema::load();
    let (mut with_steps, mut with_theorem_steps) = (0, 0);
    let library = grundy::unstable::games::library();
    let examples: Vec<&str> = library.games().iter().map(|game| game.info().example).collect();
    let given =
        [&["solve", "--format", "json", "--why", "steps", "--moves", "none", "hackenbush(0-1,1-2)"], &examples[..]];
    let (lines, code) = grundy(&given.concat(), b"");
    assert_eq!((lines.len(), code), (examples.len() + 1, 0));
    for line in &lines {
        let answer = schema.check(line);
        assert!(answer.get("error").is_none(), "{line}");
        with_steps += usize::from(answer.get("steps").is_some());
        with_theorem_steps += usize::from(answer.get("theorem_steps").is_some());
    }
    assert!(with_steps > 10 && with_theorem_steps > 0, "{with_steps} {with_theorem_steps}");
}

#[test]
fn answers_follow_the_schema() {
    let schema = Schema::load();
    for flags in
        [&["--moves", "all"][..], &["--moves", "one"], &["--moves", "count"], &["--moves", "none"], &["--misere"]]
    {
        let (lines, code) = grundy(&[&["solve", "--format", "json"], flags, ANSWERED].concat(), b"");
        assert_eq!((lines.len(), code), (ANSWERED.len(), 0), "{flags:?}");
        for (line, spec) in lines.iter().zip(ANSWERED) {
            let answer = schema.check(line);
            assert!(answer.get("error").is_none(), "{spec}: {line}");
            let (listed, total) = (answer["moves"].as_array().unwrap().len(), answer["moves_total"].as_f64());
            match flags[flags.len() - 1] {
                "none" => assert_eq!((listed, total), (0, None), "{spec}"),
                "count" => assert!(listed == 0 && total.is_some(), "{spec}"),
                "one" => assert_eq!(listed, usize::from(total > Some(0.0)), "{spec}"),
                _ => assert_eq!(listed as f64, total.unwrap().min(1000.0), "{spec}"),
            }
        }
    }
}

#[test]
fn brute_force_follows_the_schema() {
    let schema = Schema::load();
    let specs = ["nim(3,4,5)", "misere nim(1,1,2)", "take[1,3](9)", "wythoff(3,5) + nim(2)", "nim(0)", "1001*nim(0)"];
    for moves in ["all", "none"] {
        let flags = ["solve", "--format", "json", "--no-theorems", "--moves", moves];
        let (lines, code) = grundy(&[&flags[..], &specs].concat(), b"");
        assert_eq!((lines.len(), code), (specs.len(), 0));
        for line in &lines {
            let answer = schema.check(line);
            assert_eq!(answer["reason"][0]["by"], "search", "{line}");
        }
    }
}

/// The canonical texts in `spec` and `to` parse to the positions that they were printed from.
#[test]
fn printed_positions_are_read_again() {
    let schema = Schema::load();
    let specs = ["take[3,1,2](7,9)", "misere 2*nim(1,2) + -take[2,1](4)", "威佐夫(4,8) + nim(1)"];
    let (lines, _) = grundy(&[&["solve", "--format", "json"], &specs[..]].concat(), b"");
    let answers: Vec<Value> = lines.iter().map(|l| schema.check(l)).collect();
    let moves = answers.iter().flat_map(|a| a["moves"].as_array().unwrap());
    let mut printed: Vec<&str> = moves.map(|m| m["to"].as_str().unwrap()).collect();
    assert!(!printed.is_empty());
    let options = printed.len();
    printed.extend(answers.iter().map(|a| a["spec"].as_str().unwrap()));
    let (again, code) = grundy(&[&["solve", "--format", "json"], &printed[..]].concat(), b"");
    assert_eq!(code, 0);
    for (k, (line, text)) in again.iter().zip(&printed).enumerate() {
        let answer = schema.check(line);
        assert_eq!(answer["spec"], *text);
        // A winning move leads to a P-position.
        assert!(k >= options || answer["outcome"] == "P", "{line}");
    }
}

#[test]
fn more_than_a_thousand_heaps_are_counted() {
    let schema = Schema::load();
    // The heaps 1, 2, ..., 1001 and 2 are too many to print, so each move states only the index of its heap.
    let heaps: Vec<String> = (1..=1001).map(|n| n.to_string()).collect();
    let file = Temp::new("heaps.txt", heaps.join("\n").as_bytes());
    let spec = format!("nim(@\"{}\", 2)", file.name());
    let (lines, code) = grundy(&["solve", "--format", "json", &spec], b"");
    assert_eq!(code, 0);
    let answer = schema.check(&lines[0]);
    assert_eq!((&answer["spec"], &answer["parts"]), (&Value::Null, &json!(1002)));
    assert!(answer["moves"].as_array().unwrap().iter().all(|m| m["to"].is_null() && m["heap"].is_u64()));
    // A position of exactly 1000 heaps is printed.
    let file = Temp::new("fewer.txt", heaps[..999].join(" ").as_bytes());
    let spec = format!("nim(@\"{}\", 2)", file.name());
    let (lines, _) = grundy(&["solve", "--format", "json", &spec], b"");
    let answer = schema.check(&lines[0]);
    assert!(answer["spec"].is_string() && answer.get("parts").is_none());
}

#[test]
fn lists_end_at_a_thousand_moves() {
    let schema = Schema::load();
    let (lines, _) = grundy(&["solve", "--format", "json", "1999*nim(1)", "take[10^6..](10^7)"], b"");
    for (line, total) in lines.iter().zip([1999, 1_000_000]) {
        let answer = schema.check(line);
        assert_eq!(answer["moves"].as_array().unwrap().len(), 1000);
        assert_eq!(answer["moves_total"], total);
    }
}

#[test]
fn errors_follow_the_schema() {
    let schema = Schema::load();
    let not_numbers = Temp::new("bad.txt", b"1 2\n3 x\n");
    let bad_file = format!("nim(@\"{}\")", not_numbers.name());
    for (kind, span, code, args) in [
        ("syntax", json!([6, 7]), 2, &["nim(3,x)"][..]),
        ("syntax", json!([5, 5]), 2, &["nim(3"]),
        ("syntax", json!([0, 0]), 2, &[""]),
        ("syntax", json!([10, 13]), 2, &["nim（3）（"]),
        ("syntax", json!([4, bad_file.len() - 1]), 2, &[&bad_file]),
        ("unknown_game", json!([0, 3]), 2, &["nmi(3)"]),
        ("bad_argument", json!([5, 6]), 2, &["take[0](5)"]),
        ("bad_argument", json!([4, 6]), 2, &["take[](5)"]),
        ("bad_argument", json!([7, 10]), 2, &["wythoff(3)"]),
        ("too_large", json!([4, 8]), 2, &["nim(2^64)"]),
        ("limit", json!(null), 1, &["take[prime](10^12)"]),
        ("limit", json!(null), 1, &["--no-theorems", "nim(40,41,42,43)", "--memory", "1M"]),
        ("limit", json!(null), 1, &["--no-theorems", "nim(40,41,42,43,44)", "--time", "0.1"]),
        ("io", json!([4, 19]), 2, &["nim(@\"no such file\")"]),
        ("unsupported", json!([7, 9]), 2, &["nim(@-,@-)"]),
    ] {
        let (lines, exit) = grundy(&[&["solve", "--format", "json"], args].concat(), b"3 4 5");
        assert_eq!((lines.len(), exit), (1, code), "{args:?}: {lines:?}");
        let error = &schema.check(&lines[0])["error"];
        assert_eq!((&error["kind"], &error["span"]), (&json!(kind), &span), "{args:?}: {error}");
        assert!(error["help"].is_string(), "{args:?} has no help");
    }
}

#[test]
fn a_batch_follows_the_schema() {
    let schema = Schema::load();
    let input = b"# comment\nnim(3,4,5)\n\nmisere nim(1)\r\nnim(\n  wythoff(1,2)  \nnim(@-)\n\xff\n1001*nim(2)\ntake[1,2](10^18)";
    let (lines, code) = grundy(&["batch"], input);
    assert_eq!(code, 0);
    let answers: Vec<Value> = lines.iter().map(|l| schema.check(l)).collect();
    let numbers: Vec<u64> = answers.iter().map(|a| a["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [2, 4, 5, 6, 7, 8, 9, 10]);
    let failed: Vec<u64> =
        answers.iter().filter(|a| a.get("error").is_some()).filter_map(|a| a["line"].as_u64()).collect();
    assert_eq!(failed, [5, 7, 8]);
}

#[test]
fn game_infos_follow_the_schema() {
    let schema = Schema::load();
    let (lines, code) = grundy(&["games", "--format", "json"], b"");
    assert_eq!((lines.len(), code), (1, 0));
    let cards = schema.check(&lines[0]);
    for info in cards.as_array().unwrap() {
        let names = info["aliases"].as_array().unwrap().iter().chain([&info["name"]]);
        for name in names {
            let (lines, code) = grundy(&["games", "--format", "json", name.as_str().unwrap()], b"");
            assert_eq!((schema.check(&lines[0]), code), (json!([info]), 0), "{name}");
        }
        // The example is a correct spec.
        let (lines, code) = grundy(&["solve", "--format", "json", info["example"].as_str().unwrap()], b"");
        assert_eq!((&schema.check(&lines[0])["spec"], code), (&info["example"], 0));
    }
    let (lines, code) = grundy(&["games", "--format", "json", "no such game"], b"");
    assert_eq!((&schema.check(&lines[0])["error"]["kind"], code), (&json!("unknown_game"), 2));
}

#[test]
fn checks_follow_the_schema() {
    let schema = Schema::load();
    let (lines, code) = grundy(&["check", "take", "--to", "40", "--format", "json"], b"");
    assert_eq!(code, 0);
    let (cards, _) = grundy(&["games", "take", "--format", "json"], b"");
    let info: Value = serde_json::from_str(&cards[0]).unwrap();
    let theorems = info[0]["theorems"].as_array().unwrap();
    // The game's own theorems come first, then the theorems on sums that apply to it.
    assert!(lines.len() > theorems.len(), "{lines:?}");
    for (k, line) in lines.iter().enumerate() {
        let checked = schema.check(line);
        assert_eq!(
            (&checked["game"], &checked["positions"], &checked["agreed"]),
            (&json!("take"), &json!(40), &json!(40))
        );
        assert!(k >= theorems.len() || checked["theorem"] == theorems[k]["name"], "{line}");
    }
    let (lines, code) = grundy(&["check", "nmi", "--format", "json"], b"");
    assert_eq!((&schema.check(&lines[0])["error"]["kind"], code), (&json!("unknown_game"), 2));
    let (lines, code) = grundy(&["check", "--time", "0", "--format", "json"], b"");
    assert_eq!((&schema.check(&lines[0])["error"]["kind"], code), (&json!("limit"), 1));
    let failed = json!({
        "schema": 2, "game": "nim", "theorem": "bouton", "source": "Bouton 1901", "positions": 10, "agreed": 9,
        "counterexample": {"position": "nim(3)", "claim": "value 2", "search": "value 3"}
    });
    assert!(schema.accepts(&failed) && schema.accepts(&with_changes(&failed, &[("/game", json!(null))])));
    for change in [
        ("/theorem", json!("")),
        ("/agreed", json!(-1)),
        ("/positions", json!("10")),
        ("/counterexample/claim", json!(2)),
        ("/counterexample", json!([])),
        ("/extra", json!(1)),
    ] {
        assert!(!schema.accepts(&with_changes(&failed, std::slice::from_ref(&change))), "{change:?}");
    }
}

#[test]
fn examples_of_rule_files_follow_the_schema() {
    let schema = Schema::load();
    let rules = "half = { n -> n-k for k in 1..n/2 }\nbad = { n -> n/(n-3) }\n";
    let examples = "example half(7) is P\nexample half(6) is 5\nexample bad(3) is N\nexample half(1,) is P\n";
    let file = Temp::new("examples.grundy", format!("{rules}{examples}").as_bytes());
    let (lines, code) = grundy(&["check", &format!("@{}", file.name()), "--format", "json"], b"");
    let came: Vec<Value> = lines.iter().map(|line| schema.check(line)).collect();
    assert_eq!((came.len(), code), (4, 1), "{lines:?}");
    assert_eq!((&came[0]["agreed"], &came[0]["message"]), (&json!(true), &json!(null)));
    assert_eq!((&came[1]["agreed"], &came[1]["message"]), (&json!(false), &json!("found N, value 3")));
    assert_eq!((&came[0]["status"], &came[1]["status"]), (&json!("passed"), &json!("failed")));
    assert!(came[2]["message"].as_str().unwrap().contains("division by zero"), "{}", lines[2]);
    assert!(came[3]["message"].as_str().unwrap().contains("expected a number"), "{}", lines[3]);
    // An error in the rules is reported, with or without examples.
    for content in ["half = { n -> m }\n", "half = { n -> m }\nwhole = { n -> n-1 }\nexample whole(3) is N\n"] {
        let file = Temp::new("bad.grundy", content.as_bytes());
        let (lines, code) = grundy(&["check", &format!("@{}", file.name()), "--format", "json"], b"");
        let error = schema.check(&lines[0]);
        assert_eq!((lines.len(), code), (1, 2), "{lines:?}");
        assert!(error["error"]["message"].as_str().unwrap().ends_with("bad.grundy:1:15: `m` is not defined here"));
    }
    let file = Temp::new("none.grundy", b"half = { n -> n-1 }\n");
    let (lines, code) = grundy(&["check", &format!("@{}", file.name()), "--format", "json"], b"");
    assert!(schema.check(&lines[0])["error"]["message"].as_str().unwrap().ends_with("has no examples"));
    assert_eq!(code, 2);
}

fn answer() -> Value {
    json!({
        "schema": 2, "spec": "nim(3,4,5)", "play": "normal", "kind": "impartial", "outcome": "N", "grundy": 2,
        "value": "*2",
        "moves": [{"move": "take 2 from heap 1", "part": 1, "heap": 1, "take": 2, "to": "nim(1,4,5)", "result": "win"}],
        "moves_total": 1, "reason": [{"by": "theorem", "name": "bouton", "source": "Bouton 1901"}],
        "stats": {"nodes": 0, "seconds": 0.000012}
    })
}

/// Returns `base` with the value at each pointer replaced; missing fields are added.
fn with_changes(base: &Value, changes: &[(&str, Value)]) -> Value {
    let mut changed = base.clone();
    for (pointer, value) in changes {
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        match changed.pointer_mut(parent).unwrap() {
            Value::Object(map) => drop(map.insert(field.to_string(), value.clone())),
            Value::Array(list) => list[field.parse::<usize>().unwrap()] = value.clone(),
            _ => panic!("{pointer} is no field"),
        }
    }
    changed
}

#[test]
fn answers_of_all_kinds_of_games_are_accepted() {
    let schema = Schema::load();
    let base = answer();
    let partizan = [("/kind", json!("partizan")), ("/grundy", json!(null)), ("/value", json!("1/2"))];
    let partizan = with_changes(&base, &partizan);
    for outcome in ["N", "P", "L", "R"] {
        assert!(
            schema.accepts(&with_changes(&partizan, &[("/outcome", json!(outcome)), ("/moves/0/by", json!("left"))]))
        );
    }
    let none = [("/outcome", json!(null)), ("/grundy", json!(null)), ("/value", json!(null))];
    let open = with_changes(&base, &none);
    let scoring = [
        ("/kind", json!("scoring")),
        ("/score", json!(-3)),
        ("/moves/0/result", json!(-3)),
        ("/moves/0/next", json!("same")),
    ];
    assert!(schema.accepts(&with_changes(&open, &scoring)));
    let several = [("/kind", json!("multiplayer")), ("/loser", json!(2)), ("/moves/0/result", json!("anna"))];
    assert!(schema.accepts(&with_changes(&open, &several)));
    let loopy = [
        ("/outcome", json!("D")),
        ("/grundy", json!("inf{0,2}")),
        ("/value", json!(null)),
        ("/remoteness", json!(null)),
        ("/moves/0/result", json!("draw")),
    ];
    assert!(schema.accepts(&with_changes(&base, &loopy)));
    assert!(schema.accepts(&with_changes(&base, &[("/grundy", json!("inf{}")), ("/remoteness", json!(7))])));
    assert!(schema.accepts(&with_changes(&base, &[("/reason/0", json!({"by": "certificate", "file": "a.json"}))])));
}

#[test]
fn results_of_both_starting_players_are_accepted() {
    let schema = Schema::load();
    let changes = [
        ("/kind", json!("partizan")),
        ("/outcome", json!(null)),
        ("/grundy", json!(null)),
        ("/value", json!(null)),
        ("/left_first", json!("win")),
        ("/right_first", json!("draw")),
    ];
    assert!(schema.accepts(&with_changes(&answer(), &changes)));
    // Without an outcome, the results of both players moving first are required.
    assert!(!schema.accepts(&with_changes(&answer(), &changes[..4])));
}

#[test]
fn the_published_schema_accepts_new_fields() {
    let schema = Schema::load();
    let newer =
        with_changes(&answer(), &[("/new", json!(1)), ("/reason/0/new", json!("x")), ("/moves/0/new", json!([]))]);
    assert!(schema.schemas.validate(&newer, schema.published).is_ok() && !schema.accepts(&newer));
}

/// `--numbers text` changes nothing but integers, which become strings, except the schema's version.
#[test]
fn integers_as_text() {
    fn as_text(value: &Value) -> Value {
        match value {
            Value::Number(n) if n.is_f64() => json!(0),
            Value::Number(n) => json!(n.to_string()),
            Value::Array(list) => list.iter().map(as_text).collect(),
            Value::Object(map) => {
                let of = |(key, value): (&String, &Value)| {
                    (key.clone(), if key == "schema" { value.clone() } else { as_text(value) })
                };
                Value::Object(map.iter().map(of).collect())
            }
            other => other.clone(),
        }
    }
    let (numbers, text) = (Schema::load(), Schema::with_numbers(IntegerFormat::Text));
    let specs = [
        "nim(18446744073709551615,9007199254740993)",
        "wythoff(3,5)",
        "take[1,3,4](1000)",
        "row[1..2](3,-1,4)",
        "nim(",
    ];
    let claim = "P iff n % 5 == 0 and n != 5";
    for args in [
        [&["solve", "--format", "json"][..], &specs].concat(),
        vec!["table", "wythoff", "--to", "7", "--format", "json"],
        vec!["table", "wythoff", "--to", "7", "--only", "P", "--format", "json"],
        vec!["find", "take[1,3,4]", "--format", "json"],
        vec!["find", "wythoff", "--to", "40", "--of", "outcome", "--format", "json"],
        vec!["prove", "take[1..4]", "--claim", claim, "--format", "json"],
        vec!["sequence", "0.77", "--stats", "--format", "json"],
        vec!["survey", "0.0?", "--to", "50", "--format", "json"],
        vec!["games", "nim", "--format", "json"],
        vec!["check", "nim", "--to", "20", "--format", "json"],
        vec!["batch", "--why", "full"],
    ] {
        let input = b"nim(1,2)\nnim(x)\ntoken[a>b,b>a](a)\nrivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](7)\n";
        let (plain, code) = grundy(&args, input);
        let (written, same) = grundy(&[&["--numbers", "text"][..], &args].concat(), input);
        assert_eq!((plain.len(), code), (written.len(), same), "{args:?}");
        assert!(!plain.is_empty());
        for (plain, written) in plain.iter().zip(&written) {
            let mut expected = as_text(&numbers.check(plain));
            let mut found = text.check(written);
            for value in [&mut expected, &mut found] {
                if let Some(stats) = value.get_mut("stats") {
                    stats["seconds"] = json!(0);
                }
                for kernel in value.get_mut("kernels").and_then(Value::as_array_mut).into_iter().flatten() {
                    kernel["seconds"] = json!(0);
                }
            }
            assert_eq!(found, expected);
        }
    }
    let (lines, _) = grundy(&["--numbers", "text", "solve", "--format", "json", specs[0]], b"");
    assert!(lines[0].starts_with("{\"schema\":2,") && lines[0].contains(":\"18437736874454810622\""), "{}", lines[0]);
}

/// Reasons have a `statement`, a `source` and a `working` in both languages.
///
/// `name` and `move` stay English.
#[test]
fn reasons_have_statement_source_and_working() {
    let schema = Schema::load();
    let solve = |args: &[&str]| {
        let (lines, code) = grundy(&[&["solve", "--format", "json"], args].concat(), b"");
        assert_eq!((lines.len(), code), (1, 0), "{args:?}");
        schema.check(&lines[0])
    };
    let answer = solve(&["take[1..3](7) + nim(2)"]);
    let reasons = answer["reason"].as_array().unwrap();
    let named = |name: &str| reasons.iter().find(|reason| reason["name"] == name).unwrap();
    assert!(named("range-subtraction")["working"][0].as_str().unwrap().starts_with("take[1..3](7): "), "{answer}");
    assert_eq!(named("sprague-grundy")["working"], json!(["3 xor 2 = 1"]));
    assert!(reasons.iter().all(|reason| reason["statement"].is_string() && reason["source"].is_string()), "{answer}");
    // One reason has a strategy: a move with the plan after it, or a reply to every move.
    assert!(solve(&["nim(1,2,3)"])["reason"][0]["strategy"].as_str().unwrap().starts_with("Every move "));
    let strategy = named("sprague-grundy")["strategy"].as_str().unwrap();
    assert!(
        strategy.starts_with("term 1: take 1 from heap 1; ") && strategy.contains("; from then on: "),
        "{strategy}"
    );
    assert_eq!(reasons.iter().filter(|reason| reason["strategy"].is_string()).count(), 1);
    let short = solve(&["nim(3,4,5)", "--why", "short"]);
    assert_eq!(short["reason"], json!([{"by": "theorem", "name": "bouton", "source": "Bouton 1901"}]));
    let (english, chinese) = (solve(&["nim(3,4,5)"]), solve(&["nim(3,4,5)", "--lang", "zh"]));
    let (before, after) = (&english["reason"][0], &chinese["reason"][0]);
    assert_eq!((&before["name"], &english["moves"][0]["move"]), (&after["name"], &chinese["moves"][0]["move"]));
    assert!(before["statement"] != after["statement"] && before["working"] == after["working"], "{chinese}");
    assert!(chinese["moves"][0]["text"].is_string() && english["moves"][0].get("text").is_none(), "{chinese}");
    let (lines, _) = grundy(&["solve", "--format", "json", "nim(3,x)", "--lang", "zh"], b"");
    let error = &schema.check(&lines[0])["error"];
    assert!(error["message"].as_str().unwrap().is_ascii() && !error["text"].as_str().unwrap().is_ascii(), "{error}");
    assert!(error["help"].as_str().unwrap().is_ascii() && error["help_text"].is_string(), "{error}");
}

#[test]
fn wrong_json_is_rejected() {
    let schema = Schema::load();
    let base = answer();
    assert!(schema.accepts(&base));
    for change in [
        ("/schema", json!(1)),
        ("/extra", json!(1)),
        ("/line", json!(0)),
        ("/spec", json!(null)),
        ("/spec", json!("misere nim(3,4,5)")),
        ("/parts", json!(3)),
        ("/play", json!("misère")),
        ("/kind", json!("partisan")),
        ("/outcome", json!("n")),
        ("/outcome", json!("L")),
        ("/outcome", json!(null)),
        // A P-position has value 0 and no winning move.
        ("/outcome", json!("P")),
        ("/grundy", json!(-1)),
        ("/grundy", json!(1.5)),
        ("/grundy", json!("2")),
        ("/grundy", json!("inf{0,}")),
        ("/value", json!(2)),
        ("/moves", json!(null)),
        ("/moves_total", json!("1")),
        ("/moves_total", json!(null)),
        ("/moves_total", json!(0)),
        ("/score", json!(1)),
        ("/loser", json!(1)),
        ("/reason", json!([])),
        ("/reason/0/by", json!("magic")),
        ("/reason/0/to", json!(1)),
        ("/stats/seconds", json!(-1)),
        ("/stats/nodes", json!(null)),
        ("/stats/time", json!(1)),
        ("/moves/0/to", json!(null)),
        ("/moves/0/part", json!(0)),
        ("/moves/0/heap", json!(0)),
        ("/moves/0/heaps", json!([1])),
        ("/moves/0/take", json!(-1)),
        ("/moves/0/into", json!([3])),
        ("/moves/0/by", json!("Left")),
        ("/moves/0/next", json!("me")),
        ("/moves/0/result", json!(null)),
        ("/moves/0/why", json!("so")),
    ] {
        let wrong = with_changes(&base, std::slice::from_ref(&change));
        assert!(!schema.accepts(&wrong), "{change:?} passes");
    }
    for field in base.as_object().unwrap().keys() {
        let mut wrong = base.clone();
        wrong.as_object_mut().unwrap().remove(field);
        assert!(!schema.accepts(&wrong), "an answer without {field} passes");
    }
    // Misère positions have no Grundy value.
    let misere = [("/play", json!("misere")), ("/spec", json!("misere nim(3,4,5)"))];
    assert!(!schema.accepts(&with_changes(&base, &misere)));

    let failure = json!({"schema": 2, "error": {"kind": "syntax", "message": "no", "span": [4, 7], "help": null}});
    assert!(schema.accepts(&failure));
    for change in [
        ("/line", json!("3")),
        ("/spec", json!("nim(3)")),
        ("/error/kind", json!("other")),
        ("/error/message", json!("")),
        ("/error/span", json!([4])),
        ("/error/span", json!([4, 7, 9])),
        ("/error/span", json!([-4, 7])),
        ("/error/help", json!(3)),
        ("/error/code", json!(2)),
    ] {
        let wrong = with_changes(&failure, std::slice::from_ref(&change));
        assert!(!schema.accepts(&wrong), "{change:?} passes");
    }
    for wrong in [json!({}), json!([]), json!(null), json!([base]), json!([[]]), json!({"schema": 2})] {
        assert!(!schema.accepts(&wrong), "{wrong} passes");
    }
}

#[test]
fn tables_follow_the_schema() {
    let schema = Schema::load();
    for args in [
        &["take[1,3,4]"][..],
        &["misere", "kayles"],
        &["wythoff"],
        &["wythoff", "--of", "outcome"],
        &["wythoff", "--only", "P"],
        &["nim", "--only", "P"],
    ] {
        let (lines, code) = grundy(&[&["table", "--to", "9", "--format", "json"], args].concat(), b"");
        assert_eq!((lines.len(), code), (1, 0), "{args:?}");
        schema.check(&lines[0]);
    }
    let (lines, code) = grundy(&["table", "--to", "9", "--format", "json", "nim(3)"], b"");
    assert_eq!((schema.check(&lines[0])["error"]["kind"].as_str(), code), (Some("syntax"), 2));
}

#[test]
fn findings_follow_the_schema() {
    let schema = Schema::load();
    for (args, kinds) in [
        (&["take[1,3,4]"][..], &["periodic", "periodic"][..]),
        (&["misere", "take[2,5]"], &["periodic"]),
        (&["take[1,2 | 1,3]"], &["periodic"]),
        (&["lasker"], &["periodic", "arithmetic"]),
        (&["take[k^2]", "--to", "500"], &["", ""]),
        (&["wythoff", "--of", "outcome"], &["beatty"]),
        (&["euclid", "--of", "outcome"], &["beatty"]),
        (&["fibonacci_nim", "--of", "outcome"], &["automaton"]),
        (&["rule{ n -> n-k for k in 1..n/2 }", "--to", "500"], &["automaton", "binary_recursion"]),
        (&["rule{ n -> n-1; n/2 }", "--to", "500"], &["automaton", "automaton"]),
        (
            &["rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b }", "--to", "30"],
            &["expression", "expression"],
        ),
    ] {
        let (lines, code) = grundy(&[&["find", "--format", "json"], args].concat(), b"");
        assert_eq!(code, 0, "{args:?}");
        let found: Vec<String> =
            lines.iter().map(|line| schema.check(line)["pattern"]["kind"].as_str().unwrap_or("").to_string()).collect();
        assert_eq!(found, kinds, "{args:?}");
    }
    for (rules, claim, status) in [
        ("take[1,2]", "P iff n % 3 == 0", "proved"),
        ("take[1,2]", "P iff n % 3 == 0 and n != 9", "refuted"),
        ("take[k^2]", "P iff n % 5 in {0,2} or n > 9", "conjecture"),
        ("nim", "P iff a == b", "proved"),
    ] {
        let args = ["prove", "--format", "json", "--to", "9", rules, "--claim", claim];
        let (lines, code) = grundy(&args, b"");
        let verdict = schema.check(&lines[0]);
        assert_eq!((verdict["status"].as_str(), code), (Some(status), 0), "{rules}: {claim}");
        assert_eq!(verdict["counterexample"].is_array(), status == "refuted");
    }
    let (lines, code) = grundy(&["prove", "--format", "json", "take[1,2]", "--claim", "G(n) == size"], b"");
    assert_eq!((schema.check(&lines[0])["error"]["kind"].as_str(), code), (Some("bad_argument"), 2));
    let (lines, code) = grundy(&["find", "--format", "json", "rivals[1 : 2>1 / 1 : 1>2]"], b"");
    assert_eq!((schema.check(&lines[0])["pattern"]["period"].as_u64(), code), (Some(2), 0));
    for args in [
        &["table", "take[1 | 2]", "--to", "9"][..],
        &["table", "take[1 | 2]", "--to", "9", "--of", "right"],
        &["table", "wythoff", "--to", "9", "--of", "pairs"],
        &["table", "rivals[1 : 2>1 / 1 : 1>2]", "--to", "3"],
        &["table", "rivals[1 : 2>1 / 1 : 1>2]", "--to", "3", "--coalition", "2"],
        &["table", "token[a>b,c>c,c>b]"],
        &["table", "token[a>b,c>c,c>b]", "--only", "P"],
        &["table", "misere", "token[a>b,c>c,c>b]"],
        &["solve", "rivals[1 : 2>1 / 1 : 1>2](3)", "--coalition", "1"],
        &["solve", "rivals[1 : 2>1 / 1 : 1>2](3)", "--coalition", "2"],
    ] {
        let (lines, code) = grundy(&[args, &["--format", "json"]].concat(), b"");
        assert_eq!(code, 0, "{args:?}");
        assert!(schema.check(&lines[0])["error"].is_null(), "{args:?}");
    }
    for args in [&["treblecross(3)"][..], &["row[1]"], &["misere", "kayles", "--of", "grundy"]] {
        let (lines, code) = grundy(&[&["find", "--format", "json"], args].concat(), b"");
        assert_eq!(code, 2, "{args:?}");
        assert!(schema.check(&lines[0])["error"].is_object());
    }
    let (lines, _) = grundy(&["find", "--format", "json", "take[1,3,4]"], b"");
    let mut wrong = schema.check(&lines[0]);
    wrong["pattern"]["cycle"] = json!(["P", "X"]);
    assert!(!schema.accepts(&wrong));
    wrong["pattern"] = json!({"kind": "periodic"});
    assert!(!schema.accepts(&wrong));
}

#[test]
fn sequences_follow_the_schema() {
    let schema = Schema::load();
    for (code, period) in
        [("0.77", Some(12)), ("grundy_game", None), ("take[1,3,4]", Some(7)), ("0.8", None), ("lasker", None)]
    {
        let (lines, exit) = grundy(&["sequence", code, "--to", "2000", "--stats", "--format", "json"], b"");
        assert_eq!((lines.len(), exit), (2, 0), "{code}");
        let (statistics, sequence) = (schema.check(&lines[0]), schema.check(&lines[1]));
        assert_eq!(sequence["period"].as_u64(), period, "{code}");
        let counted: u64 = statistics["histogram"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(Some(counted - 1), sequence["computed_to"].as_u64(), "{code}");
        let mut wrong = sequence.clone();
        wrong["checksum"] = json!(7);
        assert!(!schema.accepts(&wrong));
    }
    for (code, kind, exit) in [("77", "bad_argument", 2), ("0.9z", "bad_argument", 2), ("wythoff", "unsupported", 2)] {
        let (lines, code) = grundy(&["sequence", code, "--format", "json"], b"");
        assert_eq!((schema.check(&lines[0])["error"]["kind"].as_str(), code), (Some(kind), exit));
    }
}

#[test]
fn surveys_follow_the_schema() {
    let schema = Schema::load();
    for (pattern, count) in [("0.??", 63), ("0.[8-9]", 2)] {
        let (lines, exit) = grundy(&["survey", pattern, "--to", "500", "--format", "json"], b"");
        assert_eq!((lines.len(), exit), (count, 0), "{pattern}");
        let games: Vec<Value> = lines.iter().map(|line| schema.check(line)).collect();
        for (game, line) in games.iter().zip(&lines) {
            let (proved, shift) = (game["status"] == "proved", game["shift"].as_u64().unwrap());
            assert_eq!(proved, game["period"].is_u64(), "{line}");
            // `grundy sequence` computes the game in `like` as well, with the same period.
            let (like, _) =
                grundy(&["sequence", game["like"].as_str().unwrap(), "--to", "500", "--format", "json"], b"");
            let like = schema.check(&like[0]);
            // The checksum covers all computed values. The game in `like` may need more of them, so compare the
            // checksums only if it is the game itself.
            if proved && game["by"] == "itself" {
                assert_eq!(
                    (&game["checksum"], &game["preperiod"], shift),
                    (&like["checksum"], &like["preperiod"], 0),
                    "{line}"
                );
            }
            if proved {
                assert_eq!(game["period"], like["period"], "{line}");
            }
        }
        let mut wrong = games[0].clone();
        wrong["by"] = json!("magic");
        assert!(!schema.accepts(&wrong));
        wrong.as_object_mut().unwrap().remove("by");
        assert!(!schema.accepts(&wrong));
    }
    let (lines, exit) = grundy(&["survey", "77", "--format", "json"], b"");
    assert_eq!((schema.check(&lines[0])["error"]["kind"].as_str(), exit), (Some("bad_argument"), 2));
}
