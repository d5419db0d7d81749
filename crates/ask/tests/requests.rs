//! Requests right and wrong: every reply is JSON of the schema, and nothing panics.

use boon::{Compiler, SchemaIndex, Schemas};
use grundy::render::{Numbers, strict_schema_json};
use grundy::{Budget, Solver};
use grundy_ask::ask;
use serde_json::{Value, json};

struct Desk {
    schemas: Schemas,
    strict: [SchemaIndex; 2],
    solver: Solver,
}

impl Desk {
    fn new() -> Desk {
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        let strict = [("number.json", Numbers::Number), ("text.json", Numbers::Text)].map(|(name, numbers)| {
            compiler.add_resource(name, serde_json::from_str(&strict_schema_json(numbers)).unwrap()).unwrap();
            compiler.compile(name, &mut schemas).unwrap()
        });
        Desk { schemas, strict, solver: grundy::proof::solver() }
    }

    /// The reply, which follows the schema: as one object, or as objects in an array.
    #[track_caller]
    fn ask(&mut self, request: &str) -> Value {
        let budget = Budget { bytes: 1 << 28, threads: 1, nodes: 1_000_000, ..Budget::default() };
        let reply = ask(request, &mut self.solver, &budget);
        assert!(!reply.contains('\n'), "{reply}");
        let value: Value = serde_json::from_str(&reply).unwrap_or_else(|e| panic!("{e}: {reply}"));
        let text = request.contains("\"numbers\":\"text\"") && value["error"].is_null();
        let one = std::slice::from_ref(&value);
        let is_cards = value[0].get("aliases").is_some();
        for object in value.as_array().map_or(one, |list| if is_cards { one } else { list }) {
            if let Err(error) = self.schemas.validate(object, self.strict[usize::from(text)]) {
                panic!("{error:#}\n{request}\n{object}");
            }
        }
        value
    }

    #[track_caller]
    fn fails(&mut self, request: &str, kind: &str) -> String {
        let reply = self.ask(request);
        assert_eq!(reply["error"]["kind"], kind, "{request}: {reply}");
        reply["error"]["message"].as_str().unwrap().to_string()
    }
}

#[test]
fn everything_can_be_asked() {
    let mut desk = Desk::new();
    let certificate = "grundy certificate 1 ba9095c17444d7c4\n{\"rules\":\"take[1..4]\",\"claim\":\"G(n) == n % 5\",\"proof\":{\"method\":\"periodic\",\"theorem\":\"window\",\"of\":\"grundy\",\"preperiod\":0,\"period\":5,\"table\":[0,1,2,3,4]}}\n";
    for numbers in ["number", "text"] {
        for (request, pointer, value) in [
            (json!({"do": "solve", "spec": "nim(3,4,5)"}), "/outcome", json!("N")),
            (json!({"do": "solve", "spec": "nim(1,2)", "misere": true, "why": "short"}), "/play", json!("misere")),
            (json!({"do": "solve", "spec": "nim(3,4)", "moves": "none", "theorems": false}), "/moves", json!([])),
            (
                json!({"do": "solve", "spec": "nim(3)", "lang": null, "time": 10, "memory": "10^8"}),
                "/outcome",
                json!("N"),
            ),
            (
                json!({"do": "parse", "spec": "NIM（3，4）+ 2*nim(5)", "misere": true}),
                "/spec",
                json!("misere nim(3,4) + 2*nim(5)"),
            ),
            (json!({"do": "board", "spec": "nim(3,4,5)"}), "/result", json!("win")),
            (json!({"do": "table", "rules": "take[1,2]", "to": "4"}), "/outcomes", json!("PNNPN")),
            (json!({"do": "table", "rules": "misere take[1,2]", "to": 4, "of": "outcome"}), "/grundy", json!(null)),
            (json!({"do": "table", "rules": "wythoff", "to": 9, "only": "P"}), "/only", json!("P")),
            (json!({"do": "table", "rules": "take[1 | 2]", "to": 3}), "/of", json!("outcome")),
            (json!({"do": "table", "rules": "take[1 | 2]", "to": 3, "of": "right"}), "/of", json!("right")),
            (json!({"do": "table", "rules": "wythoff", "to": 5, "of": "pairs"}), "/of", json!("pairs")),
            (json!({"do": "table", "rules": "rivals[1 : 2>1 / 1 : 1>2]", "to": 1}), "/of", json!("loser")),
            (
                json!({"do": "table", "rules": "rivals[1 : 2>1 / 1 : 1>2]", "to": 1, "coalition": 2}),
                "/of",
                json!("safe"),
            ),
            (json!({"do": "table", "rules": "token[a>b,b>b]"}), "/grundy", json!(["inf{}", "inf{}"])),
            (json!({"do": "solve", "spec": "rivals[1 : 2>1 / 1 : 1>2](1)", "coalition": 2}), "/safe", json!(false)),
            (json!({"do": "find", "rules": "rivals[1 : 2>1 / 1 : 1>2]"}), "/pattern/kind", json!("periodic_rows")),
            (json!({"do": "find", "rules": "take[1,3,4]", "of": "outcome", "to": 500}), "/status", json!("proved")),
            (json!({"do": "find", "rules": "take[1,3,4]", "to": 500}), "/1/of", json!("grundy")),
            (json!({"do": "prove", "rules": "take[1..4]", "claim": "P iff n % 5 == 0"}), "/status", json!("proved")),
            (json!({"do": "verify", "certificate": certificate}), "/status", json!("verified")),
            (json!({"do": "sequence", "rules": "0.77", "to": 1000}), "/status", json!("proved")),
            (json!({"do": "sequence", "rules": "0.77", "to": 1000, "stats": true}), "/1/status", json!("proved")),
            (json!({"do": "games", "name": "尼姆"}), "/0/name", json!("nim")),
            (json!({"do": "games"}), "/0/information", json!("perfect")),
            (json!({"do": "check", "name": "nim", "to": 20}), "/0/game", json!("nim")),
            (json!({"do": "value", "expr": "{2|0||-1} + ^*"}), "/temperature", json!("1")),
            (json!({"do": "value", "expr": "hackenbush(0-1:b,1-2:r)"}), "/value", json!("1/2")),
        ] {
            let mut request = request;
            request["numbers"] = numbers.into();
            let reply = desk.ask(&request.to_string());
            assert_eq!(reply.pointer(pointer), Some(&value), "{request}: {reply}");
        }
    }
}

#[test]
fn what_is_wrong_is_told() {
    let mut desk = Desk::new();
    for (request, kind) in [
        ("", "syntax"),
        ("nim(3,4,5)", "syntax"),
        ("[]", "syntax"),
        ("{}", "bad_argument"),
        (r#"{"do":7}"#, "bad_argument"),
        (r#"{"do":"sovle","spec":"nim(1)"}"#, "bad_argument"),
        (r#"{"do":"solve"}"#, "bad_argument"),
        (r#"{"do":"solve","spec":["nim(1)"]}"#, "bad_argument"),
        (r#"{"do":"solve","spec":"nim(1)","rules":"nim"}"#, "bad_argument"),
        (r#"{"do":"solve","spec":"nim(1)","misere":"yes"}"#, "bad_argument"),
        (r#"{"do":"solve","spec":"nim(1)","moves":"some"}"#, "bad_argument"),
        (r#"{"do":"solve","spec":"nim(1)","lang":"tlh"}"#, "bad_argument"),
        (r#"{"do":"solve","spec":"nim(1)","time":-1}"#, "bad_argument"),
        (r#"{"do":"solve","spec":"nim(1)","time":1e400}"#, "syntax"),
        (r#"{"do":"solve","spec":"nim("}"#, "syntax"),
        (r#"{"do":"parse","spec":"nim("}"#, "syntax"),
        (r#"{"do":"solve","spec":"nmi(3)"}"#, "unknown_game"),
        (r#"{"do":"solve","spec":"nim(2^64)"}"#, "too_large"),
        (r#"{"do":"solve","spec":"nim(@heaps.txt)"}"#, "unsupported"),
        (r#"{"do":"solve","spec":"nim(@-)"}"#, "unsupported"),
        (r#"{"do":"board","spec":"hackenbush(@graph.txt)"}"#, "unsupported"),
        (r#"{"do":"board","spec":"row[1..2](1,2)","mover":"right"}"#, "unsupported"),
        // Rules that fail where the play comes to.
        (r#"{"do":"solve","spec":"rule{ n -> n/(n-3) }(3)"}"#, "bad_argument"),
        (r#"{"do":"board","spec":"rule{ n -> n/(n-3) }(3)"}"#, "bad_argument"),
        (r#"{"do":"board","spec":"rule{ n -> n-1; n -> n/(n-3) if n == 3 }(4)"}"#, "bad_argument"),
        (r#"{"do":"find","rules":"token[@moves.dot]"}"#, "unsupported"),
        (r#"{"do":"check","name":"@rules"}"#, "unsupported"),
        (r#"{"do":"check","name":"nmi"}"#, "unknown_game"),
        (r#"{"do":"check","name":"nim","to":0}"#, "bad_argument"),
        (r#"{"do":"table","rules":"nim"}"#, "bad_argument"),
        (r#"{"do":"table","rules":"rivals[1 : 1]"}"#, "bad_argument"),
        (r#"{"do":"table","rules":"rivals[1 : 1]","to":3,"coalition":0}"#, "bad_argument"),
        (r#"{"do":"table","rules":"rivals[1 : 1]","to":3,"coalition":2}"#, "bad_argument"),
        (r#"{"do":"table","rules":"nim","to":3,"of":"left"}"#, "unsupported"),
        (r#"{"do":"table","rules":"nim","to":3,"of":"pairs"}"#, "unsupported"),
        (r#"{"do":"table","rules":"nim","to":3,"coalition":1}"#, "unsupported"),
        (r#"{"do":"table","rules":"token[a>b]","to":3}"#, "unsupported"),
        (r#"{"do":"table","rules":"nim","to":18446744073709551616}"#, "bad_argument"),
        (r#"{"do":"table","rules":"nim","to":1.5}"#, "bad_argument"),
        (r#"{"do":"table","rules":"wythoff","to":18446744073709551615}"#, "limit"),
        (r#"{"do":"table","rules":"row[1]","to":5}"#, "unsupported"),
        (r#"{"do":"sequence","rules":"wythoff"}"#, "unsupported"),
        (r#"{"do":"sequence","rules":"kayles","misere":true}"#, "unsupported"),
        (r#"{"do":"prove","rules":"take[1..4]","claim":"P iff"}"#, "syntax"),
        (r#"{"do":"verify","certificate":"nothing"}"#, "refused"),
        (r#"{"do":"solve","spec":"nim(30,31,32,33,34)","theorems":false,"memory":1000}"#, "limit"),
    ] {
        desk.fails(request, kind);
    }
    // A field that is misspelt is named, with those that there are.
    let message = desk.fails(r#"{"do":"solve","spec":"nim(1)","mvoes":"none"}"#, "bad_argument");
    assert_eq!(message, "a request of this kind has no field `mvoes`");
    // What is wrong is said in the language that is asked for, beside the English.
    let reply = desk.ask(r#"{"do":"solve","spec":"nim(x)","lang":"zh"}"#);
    assert!(reply["error"]["message"].as_str().unwrap().is_ascii(), "{reply}");
    assert!(!reply["error"]["text"].as_str().unwrap().is_ascii(), "{reply}");
}

/// Advice names fields, and no flags of a command that nobody called.
#[test]
fn no_reply_names_a_flag() {
    let mut desk = Desk::new();
    for request in [
        r#"{"do":"solve","spec":"nim(30,31,32,33,34)","theorems":false,"memory":1000}"#,
        r#"{"do":"solve","spec":"nim(40,41,42,43,44)","theorems":false,"time":0}"#,
        r#"{"do":"solve","spec":"take[prime](10^12)"}"#,
        r#"{"do":"table","rules":"misere kayles","to":5,"of":"grundy"}"#,
        r#"{"do":"table","rules":"wythoff","to":"10^9"}"#,
        r#"{"do":"sequence","rules":"wythoff"}"#,
        r#"{"do":"sequence","rules":"kayles","misere":true}"#,
        r#"{"do":"find","rules":"misere kayles","of":"grundy"}"#,
    ] {
        let reply = desk.ask(request);
        assert!(reply["error"].is_object(), "{reply}");
        assert!(!reply.to_string().contains(" --"), "{reply}");
    }
}

#[test]
fn broken_requests_never_panic() {
    let mut desk = Desk::new();
    let whole = r#"{"do":"solve","spec":"nim(3,4,5)","lang":"zh","numbers":"text","moves":"all","time":5}"#;
    for end in 0..whole.len() {
        desk.fails(&whole[..end], "syntax");
    }
    // Every value replaced by others.
    let request: Value = serde_json::from_str(whole).unwrap();
    let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
    let values = ["null", "true", "0", "-1", "1e300", "18446744073709551616", "\"\"", "\"\\u0000\"", "[]", "{}", &deep];
    for deed in ["solve", "parse", "board", "table", "find", "prove", "verify", "sequence", "value", "games", "check"] {
        for name in [
            "spec",
            "rules",
            "claim",
            "certificate",
            "name",
            "to",
            "of",
            "only",
            "memory",
            "time",
            "threads",
            "mover",
            "why",
            "lang",
        ] {
            for value in values {
                let mut request = json!({"do": deed, "to": 3, "rules": "take[1,2]", "claim": "P iff n == 0"});
                if deed == "check" || deed == "games" {
                    request = json!({"do": deed, "name": "nim"});
                }
                request[name] = serde_json::from_str(value).unwrap();
                desk.ask(&request.to_string());
            }
        }
    }
    for depth in [127, 128, 10_000, 1_000_000] {
        desk.fails(&"[".repeat(depth), "syntax");
        desk.fails(&format!("{}{}", "{\"do\":".repeat(depth), "}".repeat(depth)), "syntax");
    }
    let nested = format!("{}nim(1){}", "(".repeat(200_000), ")".repeat(200_000));
    desk.ask(&json!({"do": "solve", "spec": nested}).to_string());
    assert_eq!(request["do"], "solve");
}

/// What was found as files: certificates are accepted, and nobody who did not ask gets them.
#[test]
fn files_of_what_was_found() {
    let mut desk = Desk::new();
    let (mut proofs, mut pictures, mut programs) = (0, 0, 0);
    for rules in
        ["take[1,3,4]", "wythoff", "take[1..k]", "misere take[1..3]", "rule{ n -> n-k for k in 1..n/2 }", "nim"]
    {
        let found = desk.ask(&json!({"do": "find", "rules": rules, "files": true}).to_string());
        let findings = found.as_array().cloned().unwrap_or(vec![found]);
        for finding in &findings {
            let files = &finding["files"];
            for certificate in files["certificates"].as_array().unwrap() {
                let verified = desk.ask(&json!({"do": "verify", "certificate": certificate}).to_string());
                assert!(verified["error"].is_null(), "{rules}: {verified}");
                proofs += 1;
            }
            let has_proof = !files["certificates"].as_array().unwrap().is_empty();
            assert_eq!(finding["status"] == "proved", has_proof, "{finding}");
            pictures += usize::from(files["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
            programs += usize::from(files["code"]["python"].as_str().is_some_and(|code| code.contains("def ")));
        }
    }
    assert!(proofs > 8 && pictures > 6 && programs > 6, "{proofs} {pictures} {programs}");
    let proved = json!({"do": "prove", "rules": "take[1..4]", "claim": "P iff n % 5 == 0", "files": true});
    let certificate = &desk.ask(&proved.to_string())["files"]["certificates"][0];
    assert!(desk.ask(&json!({"do": "verify", "certificate": certificate}).to_string())["error"].is_null());
    // Each way to prove has its name in the schema.
    let heaps = json!({"do": "prove", "rules": "nim", "claim": "P iff a == b", "files": true, "theorems": false});
    let certificate = &desk.ask(&heaps.to_string())["files"]["certificates"][0];
    desk.ask(&json!({"do": "verify", "certificate": certificate}).to_string());
    let refuted = json!({"do": "prove", "rules": "take[1..4]", "claim": "P iff n % 4 == 0", "files": true});
    for plain in [refuted, json!({"do": "find", "rules": "take[1..k]"})] {
        assert!(!desk.ask(&plain.to_string()).to_string().contains("\"files\""));
    }
}

/// Tables and sequences in the formats of the command, wrapped in one object.
#[test]
fn files_of_tables_and_sequences() {
    let mut desk = Desk::new();
    let mut text = |request: Value| desk.ask(&request.to_string())["text"].as_str().map(str::to_string);
    let table =
        |format: &str| json!({"do": "table", "rules": "take[1,3,4]", "to": 4, "of": "grundy", "format": format});
    let csv = text(table("csv")).unwrap();
    let values: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').next_back()).collect();
    assert_eq!(values, ["0", "1", "0", "1", "2"], "{csv}");
    assert_eq!(text(table("bfile")).unwrap(), "0 0\n1 1\n2 0\n3 1\n4 2\n");
    assert!(text(table("svg")).unwrap().starts_with("<svg"));
    assert!(text(table("json")).is_none() && text(table("latex")).is_none());
    let text_of = text(table("text")).unwrap();
    assert!(text_of.contains('2'), "{text_of}");
    let sequence = |format: &str| json!({"do": "sequence", "rules": "kayles", "to": 5, "format": format});
    assert_eq!(text(sequence("bfile")).unwrap(), "0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n");
    assert_eq!(text(sequence("csv")).unwrap().lines().count(), 7);
    assert!(text(sequence("svg")).unwrap().starts_with("<svg"));
    let stats = json!({"do": "sequence", "rules": "kayles", "to": 5, "format": "csv", "stats": true});
    assert!(text(stats).is_none());
    let huge = json!({"do": "sequence", "rules": "kayles", "to": 1_u64 << 60, "format": "bfile"});
    assert!(text(huge).is_none());
}

/// What a claim says of each position, as bytes.
#[test]
fn claims_over_tables() {
    let bytes = |rules: &str, claim: &str| {
        let request = json!({"do": "table", "rules": rules, "to": 20, "claim": claim});
        grundy_ask::table::bytes(&request.to_string(), &Budget::default())
    };
    for (rules, claim, holds) in [
        ("take[1..4]", "P iff n % 5 == 0", (|_, _| 1) as fn(u8, u8) -> u8),
        ("take[1..4]", "P iff n % 4 == 0", |n, _| u8::from((n % 5 == 0) == (n % 4 == 0))),
        ("take[1..4]", "P iff n % 5 == 0 for n >= 3", |n, _| if n < 3 { 2 } else { 1 }),
        ("nim", "P iff a == b", |_, _| 1),
    ] {
        let rules =
            if rules == "nim" { "rule{ (a,b) -> (a-k,b) for k in 1..a; (a,b-k) for k in 1..b }" } else { rules };
        let table = bytes(rules, claim).unwrap();
        let dims = usize::from(table[12]);
        assert_eq!((table[16], table.len() - 32), (2, 21_usize.pow(dims as u32)), "{rules}");
        for (at, &said) in table[32..].iter().enumerate() {
            let (a, b) = if dims == 1 { (at, 0) } else { (at / 21, at % 21) };
            assert_eq!(said, holds(a as u8, b as u8), "{rules}: {claim} at {a}, {b}");
        }
    }
    // What is past the table nobody knows.
    assert_eq!(bytes("take[1..4]", "P(n+1) or n < 20").unwrap()[32 + 20], 3);
    for claim in ["P iff", "a == b", "forall b: P(b)"] {
        assert!(bytes("take[1..4]", claim).unwrap_err().contains("error"), "{claim}");
    }
}
