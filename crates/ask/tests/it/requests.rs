//! Tests that every request gets a reply that follows the JSON schema, and that no request panics.

use boon::{Compiler, SchemaIndex, Schemas};
use grundy_ask::ask;
use grundy_json::{IntegerFormat, strict_schema_json};
use grundy_solve::{Budget, Solver};
use serde_json::{Value, json};

struct ReplyChecker {
    schemas: Schemas,
    strict: [SchemaIndex; 2],
    solver: Solver,
}

impl ReplyChecker {
    fn new() -> ReplyChecker {
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        let strict =
            [("number.json", IntegerFormat::Number), ("text.json", IntegerFormat::Text)].map(|(name, numbers)| {
                compiler.add_resource(name, serde_json::from_str(&strict_schema_json(numbers)).unwrap()).unwrap();
                compiler.compile(name, &mut schemas).unwrap()
            });
        ReplyChecker { schemas, strict, solver: grundy_proof::solver_with_proofs() }
    }

    /// Returns the reply and asserts that it, or each object of an array, follows the schema.
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
    fn assert_error(&mut self, request: &str, kind: &str) -> String {
        let reply = self.ask(request);
        assert_eq!(reply["error"]["kind"], kind, "{request}: {reply}");
        reply["error"]["message"].as_str().unwrap().to_string()
    }
}

#[test]
fn every_operation_is_answered() {
    let mut checker = ReplyChecker::new();
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
            let reply = checker.ask(&request.to_string());
            assert_eq!(reply.pointer(pointer), Some(&value), "{request}: {reply}");
        }
    }
}

#[test]
fn positions_are_parsed_from_words() {
    let mut checker = ReplyChecker::new();
    for (spec, expected) in [
        ("nim 3 4 5", "nim(3,4,5)"),
        ("misere nim 1 1 2", "misere nim(1,1,2)"),
        ("take [1,3] 5", "take[1,3](5)"),
        ("  nim 3, 4 ", "nim(3,4)"),
        ("nim(3) + nim 4", ""),
        ("nim 3 x", ""),
    ] {
        let reply = checker.ask(&json!({"do": "parse", "spec": spec}).to_string());
        assert_eq!(reply["spec"].as_str().unwrap_or(""), expected, "{reply}");
        // The span of an error refers to the text as it was written.
        let span = reply.pointer("/error/span/1").and_then(Value::as_u64);
        assert!(span.is_none_or(|end| end <= spec.len() as u64), "{reply}");
    }
}

#[test]
fn invalid_requests_get_errors() {
    let mut checker = ReplyChecker::new();
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
        // These rules fail at a position that play reaches.
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
        checker.assert_error(request, kind);
    }
    // The error for a misspelt field names this field.
    let message = checker.assert_error(r#"{"do":"solve","spec":"nim(1)","mvoes":"none"}"#, "bad_argument");
    assert_eq!(message, "this operation has no field `mvoes`");
    // An error has an English message and a translation into the requested language.
    let reply = checker.ask(r#"{"do":"solve","spec":"nim(x)","lang":"zh"}"#);
    assert!(reply["error"]["message"].as_str().unwrap().is_ascii(), "{reply}");
    assert!(!reply["error"]["text"].as_str().unwrap().is_ascii(), "{reply}");
}

/// Suggestions name fields of requests and not flags of the command.
#[test]
fn no_reply_names_a_flag() {
    let mut checker = ReplyChecker::new();
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
        let reply = checker.ask(request);
        assert!(reply["error"].is_object(), "{reply}");
        assert!(!reply.to_string().contains(" --"), "{reply}");
    }
}

#[test]
fn broken_requests_never_panic() {
    let mut checker = ReplyChecker::new();
    let whole = r#"{"do":"solve","spec":"nim(3,4,5)","lang":"zh","numbers":"text","moves":"all","time":5}"#;
    for end in 0..whole.len() {
        checker.assert_error(&whole[..end], "syntax");
    }
    // Replace the value of each field by values of all types.
    let request: Value = serde_json::from_str(whole).unwrap();
    let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
    let values = ["null", "true", "0", "-1", "1e300", "18446744073709551616", "\"\"", "\"\\u0000\"", "[]", "{}", &deep];
    for operation in
        ["solve", "parse", "board", "table", "find", "prove", "verify", "sequence", "value", "games", "check"]
    {
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
                let mut request = json!({"do": operation, "to": 3, "rules": "take[1,2]", "claim": "P iff n == 0"});
                if operation == "check" || operation == "games" {
                    request = json!({"do": operation, "name": "nim"});
                }
                request[name] = serde_json::from_str(value).unwrap();
                checker.ask(&request.to_string());
            }
        }
    }
    for depth in [127, 128, 10_000, 1_000_000] {
        checker.assert_error(&"[".repeat(depth), "syntax");
        checker.assert_error(&format!("{}{}", "{\"do\":".repeat(depth), "}".repeat(depth)), "syntax");
    }
    let nested = format!("{}nim(1){}", "(".repeat(200_000), ")".repeat(200_000));
    checker.ask(&json!({"do": "solve", "spec": nested}).to_string());
    assert_eq!(request["do"], "solve");
}

/// With `files`, replies contain valid certificates, pictures and programs; without it, they do not.
#[test]
fn findings_contain_files() {
    let mut checker = ReplyChecker::new();
    let (mut proofs, mut pictures, mut programs) = (0, 0, 0);
    for rules in
        ["take[1,3,4]", "wythoff", "take[1..k]", "misere take[1..3]", "rule{ n -> n-k for k in 1..n/2 }", "nim"]
    {
        let found = checker.ask(&json!({"do": "find", "rules": rules, "files": true}).to_string());
        let findings = found.as_array().cloned().unwrap_or(vec![found]);
        for finding in &findings {
            let files = &finding["files"];
            for certificate in files["certificates"].as_array().unwrap() {
                let verified = checker.ask(&json!({"do": "verify", "certificate": certificate}).to_string());
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
    let certificate = &checker.ask(&proved.to_string())["files"]["certificates"][0];
    assert!(checker.ask(&json!({"do": "verify", "certificate": certificate}).to_string())["error"].is_null());
    // The schema has a name for each method of proof.
    let heaps = json!({"do": "prove", "rules": "nim", "claim": "P iff a == b", "files": true, "theorems": false});
    let certificate = &checker.ask(&heaps.to_string())["files"]["certificates"][0];
    checker.ask(&json!({"do": "verify", "certificate": certificate}).to_string());
    let refuted = json!({"do": "prove", "rules": "take[1..4]", "claim": "P iff n % 4 == 0", "files": true});
    for plain in [refuted, json!({"do": "find", "rules": "take[1..k]"})] {
        assert!(!checker.ask(&plain.to_string()).to_string().contains("\"files\""));
    }
}

/// Tables and sequences in the formats of the command are returned as text in one object.
#[test]
fn files_of_tables_and_sequences() {
    let mut checker = ReplyChecker::new();
    let mut text = |request: Value| checker.ask(&request.to_string())["text"].as_str().map(str::to_string);
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

/// If the receiver of replies fails, it gets no further reply, and its error is returned.
#[test]
fn an_error_of_the_reader_ends_the_replies() {
    use grundy_ask::{CheckRequest, FindRequest, Request, RequestContext, SequenceRequest};
    use grundy_rules::NoSources;
    use grundy_rules::{Error, ErrorKind};
    use grundy_solve::Solver;
    let requests = [
        Request::Find(FindRequest {
            rules: "take[1,3,4]".into(),
            misere: false,
            target: None,
            to: Some(100),
            use_theorems: true,
        }),
        Request::Check(CheckRequest { name: Some("wythoff".into()), to: 5 }),
        Request::Sequence(SequenceRequest {
            rules: "kayles".into(),
            to: Some(100),
            misere: false,
            use_theorems: true,
            statistics: true,
            format: grundy_json::TableFormat::Json,
        }),
    ];
    for request in requests {
        let (mut solver, budget, mut sources) = (Solver::new(), Budget::default(), NoSources);
        let mut context = RequestContext::new(&mut solver, &budget, &mut sources);
        let mut all = 0;
        let mut count = |_| {
            all += 1;
            Ok(())
        };
        request.run(&mut context, &mut count).unwrap();
        let mut given = 0;
        let done = request.run(&mut context, &mut |_| {
            given += 1;
            Err(Error::new(ErrorKind::Io, grundy_lang::text!("enough")))
        });
        assert_eq!((done.unwrap_err().message.to_string().as_str(), given), ("enough", 1), "{request:?}");
        assert!(all > 1, "{request:?}");
    }
}

/// A request for a binary table has no field `format`.
#[test]
fn tables_as_bytes_have_no_format() {
    let table = r#"{"do":"table","rules":"nim","to":3,"format":"csv"}"#;
    assert!(grundy_ask::table::bytes(table, &Budget::default()).unwrap_err().contains("no field `format`"));
}

/// A binary table of a claim contains its verdict on each position.
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
        for (at, &verdict) in table[32..].iter().enumerate() {
            let (a, b) = if dims == 1 { (at, 0) } else { (at / 21, at % 21) };
            assert_eq!(verdict, holds(a as u8, b as u8), "{rules}: {claim} at {a}, {b}");
        }
    }
    // The verdict is 3 at a position for which the claim reads beyond the table.
    assert_eq!(bytes("take[1..4]", "P(n+1) or n < 20").unwrap()[32 + 20], 3);
    for claim in ["P iff", "a == b", "forall b: P(b)"] {
        assert!(bytes("take[1..4]", claim).unwrap_err().contains("error"), "{claim}");
    }
}

/// Returns the edges of a path.
fn path(edges: usize) -> String {
    (0..edges).map(|v| format!("{v}-{}", v + 1)).collect::<Vec<_>>().join(",")
}

/// Returns the edges of a square grid with `side` vertices on each side.
fn grid(side: usize) -> String {
    let mut edges = vec![];
    for v in 0..side * side {
        edges.extend((v % side + 1 < side).then(|| format!("{v}-{}", v + 1)));
        edges.extend((v / side + 1 < side).then(|| format!("{v}-{}", v + side)));
    }
    edges.join(",")
}

/// Returns large positions of a game; the list is empty for games that this function does not know.
fn large(name: &str, notation: &str, example: &str) -> Vec<String> {
    // Fill boards with the pattern of the example.
    if notation.contains("ROWSxCOLUMNS, ") && name != "board" {
        let position = &example[name.len()..];
        let tile = match position.strip_prefix("(\"") {
            Some(picture) => format!(" of {}", picture.trim_end_matches("\")")),
            None => String::new(),
        };
        return ["9x9", "16x16", "60x60", "1x64", "1x1000"].map(|size| format!("{name}({size}{tile})")).to_vec();
    }
    // Add labels to the edges if the example has labels.
    if notation.starts_with(&format!("{name}(a-b")) && name != "strings_and_coins" {
        let labelled = |edges: String| match example.contains(":l") {
            true => edges.split(',').map(|edge| format!("{edge}:l")).collect::<Vec<_>>().join(","),
            false => edges,
        };
        return [path(1500), grid(30), grid(6), path(45)].map(|edges| format!("{name}({})", labelled(edges))).to_vec();
    }
    let many = |count: usize, of: &dyn Fn(usize) -> String| (0..count).map(of).collect::<Vec<_>>().join(",");
    let texts: Vec<String> = match name {
        "nim" => vec![format!("nim({})", many(5000, &|k| (1_000_000_000 - k).to_string()))],
        "take" => vec![
            "take[2,3,999,99999](10^17)".into(),
            "take[prime](10^9)".into(),
            "take[1,5,77,1001 | 2,3,999](10^18)".into(),
            "misere take[1,7,99](10^9) + misere take[2,3](10^9)".replacen(" + misere", " +", 1),
        ],
        "partizan_take" => {
            vec!["take[1,5,77,1001 | 2,3,999](10^18)".into(), "take[1,999 | 2..99](10^9) + clobber(9x9)".into()]
        }
        "count" => vec!["count[1..4; 10^18](0)".into()],
        "turning_turtles" | "mock_turtles" | "twins" => {
            vec![format!("{name}(10^18,10^17)"), format!("misere {name}({})", many(18, &|k| (k + 2).to_string()))]
        }
        "ruler" => vec!["ruler(500,999,1000)".into(), format!("misere ruler({})", many(20, &|k| (k + 9).to_string()))],
        "sym" => vec!["sym(20,25,26,27)".into(), format!("misere sym({})", many(20, &|k| (k + 5).to_string()))],
        "tartan" => vec![
            "tartan[twins,twins](10^12,10^12)".into(),
            "tartan[mock_turtles,mock_turtles](10^18,10^18)".into(),
            "tartan[ruler,ruler](900,1000)".into(),
            "misere tartan[ruler,ruler](9,9,8,7)".into(),
        ],
        "wythoff" => vec!["wythoff(10^5,10^5)".into(), "misere wythoff(10^9,10^8) + nim(3)".into()],
        "lasker" => vec!["lasker(10^9,10^8)".into(), "misere lasker(10^6)".into()],
        "stairs" => vec![format!("stairs[ground]({})", many(2000, &|k| (k * 999).to_string()))],
        "moore" => {
            vec![format!("moore[3]({})", many(60, &|_| "1000000".into())), "misere moore[2](9,10,11,12,99)".into()]
        }
        "chomp" => vec!["chomp(20x20)".into(), "chomp(3x10^6)".into(), "chomp(900x900)".into()],
        "fibonacci_nim" => vec!["fibonacci_nim(10^6; 10^3)".into(), "misere fibonacci_nim(10^15)".into()],
        "euclid" => vec!["misere euclid(10^18,10^17)".into(), "euclid(10^6,77777) + euclid(10^6,99)".into()],
        "empty_and_divide" => vec!["empty_and_divide(10^6,10^6)".into(), "misere empty_and_divide(10^6,9)".into()],
        "octal" => vec!["octal[0.007](10^9)".into(), "misere octal[0.144](10^5)".into()],
        "kayles" | "dawson_kayles" | "dawson_chess" | "guiles" | "officers" | "treblecross" | "grundy_game" => {
            vec![format!("{name}(10^9)"), format!("misere {name}(10^4)"), format!("{name}(10^6) + domineering(8x9)")]
        }
        "hackenbush" => vec![
            format!("hackenbush({})", path(1500)),
            format!("hackenbush({})", grid(12)),
            format!("hackenbush({})", grid(7).replace(',', ":b,") + ":r"),
        ],
        "childish_hackenbush" => vec![format!("childish_hackenbush({})", grid(8).replace(',', ":b,") + ":r")],
        "endnim" => vec![format!("endnim({})", many(300, &|k| (1 + k % 7).to_string()))],
        "triangles" => vec![format!("triangles({} | 1-15)", many(12, &|k| format!("{}-{}", k + 1, k + 2)))],
        "row" => vec![format!("row[1..60]({})", many(4000, &|k| ((k * 37) % 11).to_string()))],
        "strings_and_coins" => vec![format!("strings_and_coins({})", grid(6))],
        "nimstring" => vec!["nimstring(5x5)".into(), format!("nimstring({})", grid(6))],
        "dots_and_boxes" => vec!["dots_and_boxes(5x5)".into(), "dots_and_boxes(3x8)".into()],
        "rivals" => vec!["rivals[1,7 : 2>3>1 / 1,3,99 : 1>3>2 / 1,2,5 : 1>2>3](10^7)".into()],
        "token" => {
            let arcs = path(20_000).replace('-', ">");
            vec![format!("token[{arcs},20000>0](1,2)"), format!("misere token[{arcs},20000>0](1,2)")]
        }
        "quixo" => vec!["quixo[4](start)".into(), "quixo[5](start)".into()],
        "mnk" => vec!["mnk[4,4,4](start)".into(), "mnk[5,5,4](start)".into()],
        "connect" => vec!["connect[5,5,4](start)".into(), "connect[7,6,4](start)".into()],
        "hare_and_hounds" => vec!["misere hare_and_hounds(start)".into(), "2*hare_and_hounds(start)".into()],
        "cutcake" | "maundy_cake" | "eatcake" | "turn_and_eatcake" => {
            vec![format!("{name}(1000,999)"), format!("{name}(10^6,10^6)")]
        }
        "rule" => vec![
            "rule{ (a,b,c,d) -> (a-1,b,c,d); (a,b-1,c,d); (a,b,c-1,d+1); (a-1,b+1,c,d-1) }(300,300,300,300)".into(),
            "rule{ n -> n-d for d in 1..n if n % d == 0 }(10^7)".into(),
            "rule{ n -> n+1 if n < 10^6; n-3 }(10^5)".into(),
            "rule{ left: (a,b) -> (a-1,b+1); right: (a,b) -> (a,b-1) }(1000,1000)".into(),
        ],
        "board" => vec![
            "board{ [x.*x.*] -> [..*..*] along queen; [x.+o] -> [..+x] along queen }(64x64 of xo..x)".into(),
            "board{ repeat [x.+x] -> [..+x] along queen turning }(64x64 of x.......)".into(),
            "board{ repeat [xo.] -> [..x] along rook turning }(32x32 of xo.)".into(),
            "board{ left: [xo] -> [.x] along rook if no x near; right: swap x o }(40x40 of xo)".into(),
        ],
        "graph" => vec![
            format!("graph{{ [.--.--.--.] -> [x--.--.--.] if no x near }}({})", grid(30)),
            format!("graph{{ repeat [x-.] -> [.-x]; [.] -> [x] }}({})", grid(20)),
        ],
        _ => vec![],
    };
    texts
}

// The games are split into four tests, which run in parallel.

#[test]
fn limits_hold_for_large_positions_1() {
    limits_hold(0, 0.03, std::time::Duration::MAX);
}

#[test]
fn limits_hold_for_large_positions_2() {
    limits_hold(1, 0.03, std::time::Duration::MAX);
}

#[test]
fn limits_hold_for_large_positions_3() {
    limits_hold(2, 0.03, std::time::Duration::MAX);
}

#[test]
fn limits_hold_for_large_positions_4() {
    limits_hold(3, 0.03, std::time::Duration::MAX);
}

#[test]
#[ignore = "slow: looks at the clock"]
fn limits_hold_for_large_positions_in_time() {
    (0..GROUPS).for_each(|group| limits_hold(group, 0.1, std::time::Duration::from_secs(30)));
}

/// The number of tests into which the games are split.
const GROUPS: usize = 4;

/// Checks that requests for large positions with small limits are answered or end at a limit.
///
/// A search that ignored its limits would not end for hours. Every fourth game is checked, from index `group` on;
/// requests have a limit of `seconds`, and none may take longer than `max_time`.
fn limits_hold(group: usize, seconds: f64, max_time: std::time::Duration) {
    let mut checker = ReplyChecker::new();
    let cards = checker.ask(r#"{"do":"games"}"#);
    for info in cards.as_array().unwrap().iter().skip(group).step_by(GROUPS) {
        let info_text = |field: &str| info[field].as_str().unwrap();
        let specs = large(info_text("name"), info_text("notation"), info_text("example"));
        assert!(!specs.is_empty(), "think of a large position of {}", info_text("name"));
        let mut accepted = 0;
        for spec in specs {
            for operation in ["solve", "board", "value"] {
                let field = if operation == "value" { "expr" } else { "spec" };
                let request = json!({"do": operation, field: spec, "time": seconds, "memory": 16 << 20});
                let since = std::time::Instant::now();
                let budget = Budget { threads: 1, ..Budget::default() };
                let reply = ask(&request.to_string(), &mut checker.solver, &budget);
                assert!(since.elapsed() < max_time, "{operation} {spec:.100}: {:?}", since.elapsed());
                let reply: Value = serde_json::from_str(&reply).unwrap();
                let kind = reply["error"]["kind"].as_str().unwrap_or("none");
                // Some boards do not allow all sizes.
                if ["too_large", "bad_argument"].contains(&kind) {
                    continue;
                }
                accepted += usize::from(operation == "solve");
                // Loopy games have no value, and some games have no board.
                let known = ["none", "limit"].contains(&kind) || kind == "unsupported" && operation != "solve";
                assert!(
                    known || kind == "unsupported" && spec.starts_with("misere"),
                    "{operation} {spec:.100}: {reply}"
                );
            }
        }
        assert!(accepted > 0, "think of a large position of {} that is accepted", info_text("name"));
    }
}
