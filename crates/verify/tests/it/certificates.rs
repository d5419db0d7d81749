//! Certificates made by hand or by search: true ones are accepted, and changed ones are refused.

use grundy_games::{library, parse_rules};
use grundy_rules::clock::Instant;
use grundy_rules::{Cancel, ErrorKind, Player};
use grundy_verify::{
    Certificate, Limits, PeriodTheorem, Proof, Quantity, ResultTable, read_all_from, read_from, verify,
};
use serde_json::Value;
use std::cell::Cell;
use std::fs::File;
use std::io::Read;
use std::time::Duration;

/// Returns the outcomes of the first heaps, P or N, computed from the moves of the game.
fn outcomes(rules: &str, length: usize) -> String {
    let rules = parse_rules(rules).unwrap();
    let misere = rules.to_string().starts_with("misere");
    let mut letters = String::new();
    for n in 0..length {
        let position = rules.game.position_at([n as u64, 0, 0]).unwrap();
        let wins = position.moves(0, Player::LEFT).any(|mv| {
            let after = position.after(0, Player::LEFT, &mv).to_string();
            let heap: usize = after[after.rfind('(').unwrap() + 1..after.len() - 1].parse().unwrap();
            letters.as_bytes()[heap] == b'P'
        });
        letters.push(if wins || (position.moves(0, Player::LEFT).next().is_none() && misere) { 'N' } else { 'P' });
    }
    letters
}

fn residues(rules: &str, preperiod: u64, outcomes: &str, amounts: &[u64], claim: Option<&str>) -> Certificate {
    let period = outcomes.len() as u64 - preperiod;
    let proof = Proof::Residues { preperiod, period, outcomes: outcomes.into(), amounts: amounts.to_vec() };
    Certificate { rules: rules.into(), claim: claim.map(str::to_string), automata: vec![], proof }
}

fn periodic(
    rules: &str,
    theorem: PeriodTheorem,
    preperiod: u64,
    table: ResultTable,
    claim: Option<&str>,
) -> Certificate {
    let (entries, of) = match &table {
        ResultTable::Values(values) => (values.len(), Quantity::Grundy),
        ResultTable::Outcomes(letters) => (letters.len(), Quantity::Outcome),
    };
    let proof = Proof::Periodic { theorem, of, preperiod, period: entries as u64 - preperiod, table };
    Certificate { rules: rules.into(), claim: claim.map(str::to_string), automata: vec![], proof }
}

/// Computes the values of an octal game by the definition, for the digits of its code.
fn octal(digits: &[u8], length: usize) -> Vec<u64> {
    let mut values: Vec<u64> = vec![];
    for n in 0..length {
        let mut seen = vec![];
        for (t, d) in digits.iter().enumerate().take(n + 1) {
            let rest = n - t;
            for a in 0..=rest / 2 {
                let heaps = usize::from(a > 0) + usize::from(rest - a > 0);
                if t > 0 && d >> heaps & 1 == 1 || t == 0 && d >> 2 & 1 == 1 && heaps == 2 {
                    seen.push(values[a] ^ values[rest - a]);
                }
            }
        }
        values.push((0..).find(|v| !seen.contains(v)).unwrap());
    }
    values
}

fn samples() -> Vec<Certificate> {
    let letters = |text: &str| ResultTable::Outcomes(text.into());
    let values = |list: &[u64]| ResultTable::Values(list.to_vec());
    vec![
        residues("take[2^k]", 0, "PNN", &[0, 1, 2], Some("P iff n % 3 == 0")),
        residues("take[3^k]", 0, "PN", &[0, 1], None),
        residues("take[1,prime]", 0, "PNNN", &[0, 1, 2, 3], Some("N iff n % 4 != 0")),
        residues("take[squarefree]", 0, "PNNN", &[0, 1, 2, 3], Some("N iff n % 4 != 0")),
        residues("misere take[squarefree]", 0, "NPNN", &[0, 0, 1, 2, 3, 0, 1, 2], None),
        residues("take[2..5]", 0, "PPNNNNN", &[0, 0, 2, 3, 4, 5, 5], None),
        residues("take[1..]", 1, "PN", &[0, 1], Some("P iff n == 0")),
        residues("take[3..]", 3, "PPPN", &[0, 0, 0, 3], None),
        residues("misere take[2^k]", 0, "NPN", &[0, 0, 1, 2, 0, 1], Some("P iff n % 3 == 1")),
        residues("misere take[1..]", 2, "NPN", &[0, 0, 1], None),
        periodic("take[1,2]", PeriodTheorem::Window, 0, values(&[0, 1, 2]), Some("G(n) == n % 3")),
        periodic("take[1,3,4]", PeriodTheorem::Window, 0, letters("PNPNNNN"), Some("P iff n % 7 in {0,2}")),
        periodic("misere take[1,3,4]", PeriodTheorem::Window, 0, letters("NPNPNNN"), None),
        periodic("take[1,2 | 1,3]", PeriodTheorem::Window, 4, letters("PNLNL"), None),
        periodic("take[1 | 2]", PeriodTheorem::Window, 0, letters("PLN"), Some("N iff n % 3 == 2")),
        periodic("take[1 | {}]", PeriodTheorem::Window, 1, letters("PL"), Some("P iff n == 0")),
        periodic("kayles", PeriodTheorem::Octal, 71, values(&octal(&[0, 7, 7], 83)), Some("G(n) > 0 or n == 0")),
        periodic("dawson_kayles", PeriodTheorem::Octal, 53, values(&octal(&[0, 0, 7], 87)), None),
        Certificate {
            rules: "rule{ n -> n-k for k in 1..n/2 }".into(),
            claim: Some("G(2*n) == n and G(2*n+1) == G(n)".into()),
            automata: vec![],
            proof: Proof::SlowlyGrowing {},
        },
        Certificate {
            rules: "take[a,b]".into(),
            claim: Some("P(n) iff N(n-a) and N(n-b) for n >= b".into()),
            automata: vec![],
            proof: Proof::Definition {},
        },
    ]
}

#[test]
fn true_certificates_hold() {
    for certificate in samples() {
        let text = certificate.to_text();
        let read = Certificate::from_text(&text).unwrap();
        assert_eq!(read, certificate);
        verify(&read, library(), &Limits::default()).unwrap_or_else(|error| panic!("{}: {error}", certificate.rules));
    }
}

/// Checks that periods guessed from the beginning of a table are accepted only if they are correct.
#[test]
fn accepted_residue_proofs_are_true() {
    let sets = [
        "1",
        "2,5",
        "1,4,9",
        "2^k",
        "3^k",
        "4^k",
        "6^k",
        "2^k,3",
        "3^k,2",
        "prime",
        "1,prime",
        "k^2",
        "fib",
        "2,fib",
        "1,2,4..",
        "5..",
        "3,7..",
        "2^k,k^2",
        "1..3,prime",
        "2,6^k",
        "4,10^k",
        "3..5,9..",
        "1,3,2^k",
        "k^3",
        "k^3,2..4",
        "triangular",
        "triangular,2",
        "factorials",
        "2,factorials",
        "squarefree",
        "squarefree,4",
        "3^k,squarefree",
        "practical",
        "practical,3..",
    ];
    let mut accepted = 0;
    for set in sets {
        for prefix in ["", "misere "] {
            let rules = format!("{prefix}take[{set}]");
            let known = outcomes(&rules, 260);
            let letter = |n: usize| known.as_bytes()[n];
            let amounts: grundy_rules::Amounts = set.parse().unwrap();
            for n0 in 0..14 {
                for p in 1..14 {
                    let shown = &known[..n0 + p];
                    let is = |n: usize| if n < n0 { letter(n) } else { letter(n0 + (n - n0) % p) };
                    let length = n0 + 2 * p;
                    // Find an amount that leads to P-positions from as many congruent heaps as possible.
                    let amount = |n: usize| {
                        if is(n) == b'P' {
                            return 0;
                        }
                        let good = |&a: &u64| {
                            let a = a as usize;
                            (0..4).all(|j| n + 4 * j * p < 250 && is(n + j * p - a) == b'P')
                        };
                        let first = amounts.up_to(n as u64).find(good);
                        let any = || amounts.up_to(n as u64).find(|&a| is(n - a as usize) == b'P');
                        first.or_else(any).unwrap_or(0)
                    };
                    let list: Vec<u64> = (0..length).map(amount).collect();
                    let certificate = residues(&rules, n0 as u64, shown, &list, None);
                    if verify(&certificate, library(), &Limits::default()).is_ok() {
                        accepted += 1;
                        assert!((0..260).all(|n| is(n) == letter(n)), "{rules} {n0} {p}");
                    }
                }
            }
        }
    }
    assert!(accepted >= 25, "{accepted}");
}

#[test]
fn false_claims_do_not_follow() {
    let letters = |text: &str| ResultTable::Outcomes(text.into());
    let values = |list: &[u64]| ResultTable::Values(list.to_vec());
    for claim in ["P iff n % 3 == 1", "P iff n % 6 == 0", "P iff n < 1000 and n % 3 == 0", "G(n) == 0", "P iff k == 0"]
    {
        assert!(
            verify(&residues("take[2^k]", 0, "PNN", &[0, 1, 2], Some(claim)), library(), &Limits::default()).is_err(),
            "{claim}"
        );
        let table = letters("PNN");
        let certificate = periodic("take[1,2]", PeriodTheorem::Window, 0, table, Some(claim));
        assert!(verify(&certificate, library(), &Limits::default()).is_err(), "{claim}");
    }
    for claim in ["G(n) == n % 4", "G(n) == n", "G(2*n) == G(n)", "P iff n == 0", "L iff n == 0"] {
        let certificate = periodic("take[1,2]", PeriodTheorem::Window, 0, values(&[0, 1, 2]), Some(claim));
        assert!(verify(&certificate, library(), &Limits::default()).is_err(), "{claim}");
    }
    for claim in ["G(n) == n % 3", "P iff n % 3 == 0", "G(n+3) == G(n)", "G(n) <= 2", "N iff G(n) > 0"] {
        let certificate = periodic("take[1,2]", PeriodTheorem::Window, 0, values(&[0, 1, 2]), Some(claim));
        verify(&certificate, library(), &Limits::default()).unwrap_or_else(|error| panic!("{claim}: {error}"));
    }
    for claim in ["P iff n % 3 == 0", "L iff n % 3 == 1", "N iff n % 3 == 2", "P(3*n) and not P(3*n+1)"] {
        let certificate = periodic("take[1 | 2]", PeriodTheorem::Window, 0, letters("PLN"), Some(claim));
        verify(&certificate, library(), &Limits::default()).unwrap_or_else(|error| panic!("{claim}: {error}"));
    }
    // In a partizan game, a position that is not P need not be N.
    for claim in ["N iff n % 3 != 0", "P iff n % 3 == 1", "L iff n % 3 == 2", "N iff n % 3 == 1"] {
        let certificate = periodic("take[1 | 2]", PeriodTheorem::Window, 0, letters("PLN"), Some(claim));
        assert!(verify(&certificate, library(), &Limits::default()).is_err(), "{claim}");
    }
}

/// Returns the text of a certificate file with this body and a correct checksum.
fn sealed(body: &str) -> String {
    let body = format!("{body}\n");
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325u64, |sum, b| (sum ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    format!("grundy certificate 1 {sum:016x}\n{body}")
}

/// Calls `visit` with each value that results from changing, adding or removing one entry.
fn changed(value: &Value, path: &str, visit: &mut dyn FnMut(String, Value)) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let mut put = |path: String, new: Value| {
                    let mut map = map.clone();
                    map.insert(key.clone(), new);
                    visit(path, Value::Object(map));
                };
                changed(inner, &format!("{path}/{key}"), &mut put);
                let mut less = map.clone();
                less.remove(key);
                visit(format!("{path}/{key} gone"), Value::Object(less));
            }
            let mut more = map.clone();
            more.insert("more".into(), Value::Null);
            visit(format!("{path}/more"), Value::Object(more));
        }
        Value::Array(list) => {
            for (k, inner) in list.iter().enumerate() {
                changed(inner, &format!("{path}/{k}"), &mut |path, new| {
                    let mut list = list.clone();
                    list[k] = new;
                    visit(path, Value::Array(list));
                });
            }
            visit(format!("{path} empty"), Value::Array(vec![]));
            visit(format!("{path} longer"), Value::Array([&list[..], &[Value::from(0)]].concat()));
            visit(format!("{path} shorter"), Value::Array(list[..list.len().saturating_sub(1)].to_vec()));
        }
        Value::Number(n) => {
            let n = n.as_u64().unwrap();
            for other in [n + 1, n.saturating_sub(1), n ^ 3, u64::MAX, 1 << 40].into_iter().filter(|&o| o != n) {
                visit(format!("{path} = {other}"), Value::from(other));
            }
            visit(format!("{path} text"), Value::from("x"));
        }
        Value::String(text) => {
            for k in 0..text.len() {
                for other in ["P", "N", "1", "3", ",", ""] {
                    let new = format!("{}{other}{}", &text[..k], &text[k + 1..]);
                    if new != *text {
                        visit(format!("{path} = {new}"), Value::from(new));
                    }
                }
            }
            visit(format!("{path} null"), Value::Null);
        }
        _ => {}
    }
}

#[test]
fn changed_certificates_do_not_hold() {
    let limits = Limits { steps: 20_000_000, bytes: 1 << 26, ..Limits::default() };
    let mut refusals = 0;
    for good in samples() {
        let text = good.to_text();
        let value: Value = serde_json::from_str(text.split_once('\n').unwrap().1).unwrap();
        changed(&value, "", &mut |path, new| {
            let Ok(read) = Certificate::from_text(&sealed(&new.to_string())) else {
                refusals += 1;
                return;
            };
            if read == good || verify(&read, library(), &limits).is_err() {
                refusals += 1;
                return;
            }
            // Other amounts may also lead to P-positions, and other claims and rules may be true. Any other accepted
            // change is an error.
            let judged = ["/proof/amounts", "/claim", "/rules"].iter().any(|part| path.starts_with(part));
            assert!(judged, "{}: {path} passed", good.rules);
            if let (Proof::Residues { outcomes: shown, .. }, true) = (&read.proof, path.starts_with("/rules")) {
                assert!(outcomes(&read.rules, 200).starts_with(shown.as_str()), "{path}");
            }
        });
    }
    assert!(refusals > 2000, "{refusals}");
}

#[test]
fn bad_files_are_refused() {
    let folder = std::env::temp_dir().join(format!("grundy-verify-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("one.cert");
    let limits = Limits { bytes: 1 << 28, ..Limits::default() };
    let with = |text: &[u8]| {
        std::fs::write(&file, text).unwrap();
        read_from(File::open(&file), &limits)
    };
    let good = samples()[0].to_text();
    assert_eq!(with(good.as_bytes()).unwrap(), samples()[0]);
    for length in 0..good.len() {
        assert_eq!(with(&good.as_bytes()[..length]).unwrap_err().kind, ErrorKind::Refused, "{length}");
    }
    for bit in 0..good.len() * 8 {
        let mut text = good.clone().into_bytes();
        text[bit / 8] ^= 1 << (bit % 8);
        assert!(with(&text).is_err(), "{bit}");
    }
    for body in ["", "null", "[]", "{}", "{\"rules\":3}", &"[".repeat(100_000), &"{\"proof\":".repeat(50_000)] {
        assert_eq!(with(sealed(body).as_bytes()).unwrap_err().kind, ErrorKind::Refused);
    }
    assert!(
        with(good.replacen("certificate 1", "certificate 2", 1).as_bytes())
            .unwrap_err()
            .message
            .to_string()
            .contains("version")
    );
    assert_eq!(read_from(File::open(folder.join("none")), &limits).unwrap_err().kind, ErrorKind::Io);
    // Reading stops at the limit.
    File::create(&file).unwrap().set_len(1_000_000_000).unwrap();
    assert_eq!(read_from(File::open(&file), &limits).unwrap_err().kind, ErrorKind::Limit);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Checks by the elapsed time that a file that is too large is not read.
#[test]
#[ignore = "slow: looks at the clock"]
fn bad_files_are_refused_in_time() {
    let start = Instant::now();
    bad_files_are_refused();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

/// Checks that refusing a text takes linear time. A slower method would take hours here.
#[test]
#[ignore = "slow: looks at the clock"]
fn out_of_bounds_input_is_rejected_in_time() {
    let start = Instant::now();
    rules_and_numbers_out_of_bounds_are_refused();
    assert!(start.elapsed() < Duration::from_secs(70), "{:?}", start.elapsed());
}

#[test]
fn rules_and_numbers_out_of_bounds_are_refused() {
    let limits = Limits { steps: 10_000_000, ..Limits::default() };
    let table = ResultTable::Outcomes("PNN".into());
    for rules in [
        "",
        "nonsense",
        "take[",
        "take[2^k](3)",
        "nim + nim",
        "rivals[1 : 1>2 / 1 : 2>1]",
        "token[a>b]",
        "hackenbush",
        "take[1..1000000000000]",
        "take[@file]",
        "misere misere take[1,2]",
        "row[1]",
        "lasker",
    ] {
        for theorem in [PeriodTheorem::Window, PeriodTheorem::Octal] {
            let certificate = periodic(rules, theorem, 0, table.clone(), None);
            assert!(verify(&certificate, library(), &limits).is_err(), "{rules}");
        }
        assert!(verify(&residues(rules, 0, "PNN", &[0, 1, 2], None), library(), &limits).is_err(), "{rules}");
        let certificate =
            Certificate { rules: rules.into(), claim: None, automata: vec![], proof: Proof::SlowlyGrowing {} };
        assert!(verify(&certificate, library(), &limits).is_err(), "{rules}");
    }
    let rules = format!("take[{}]", "1,".repeat(2_000_000));
    assert!(verify(&residues(&rules, 0, "PNN", &[0, 1, 2], None), library(), &limits).is_err());
    for deep in ["(", "not ", "-", "G(", "P(", "not (", "min(1,"] {
        for length in [100, 3000, 1_000_000] {
            let claim = format!("P iff {}n", deep.repeat(length / deep.len()));
            assert!(verify(&residues("take[2^k]", 0, "PNN", &[0, 1, 2], Some(&claim)), library(), &limits).is_err());
        }
        let claim = format!("P iff {}n{} == 0", "(".repeat(3000), ")".repeat(3000));
        let _ = verify(&residues("take[2^k]", 0, "PNN", &[0, 1, 2], Some(&claim)), library(), &limits);
        let claim = format!("P iff {}n == 0", "n == 1 or not not ".repeat(700));
        let _ = verify(&residues("take[2^k]", 0, "PNN", &[0, 1, 2], Some(&claim)), library(), &limits);
        let claim = format!("P iff {}n == 0", "(n % 3 + n % 5) * 2 + ".repeat(300));
        let _ = verify(&residues("take[2^k]", 0, "PNN", &[0, 1, 2], Some(&claim)), library(), &limits);
    }
    let stop = Cancel::default();
    stop.cancel();
    let error = verify(&samples()[0], library(), &Limits { cancel: Some(stop.clone()), ..limits }).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
    let long = samples().into_iter().find(|sample| sample.rules == "kayles").unwrap();
    let error = verify(&long, library(), &Limits { steps: 100, ..limits }).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
}

/// Checks that reading an endless file stops at a 64th of the memory limit.
///
/// `docs/certificates.md` states this limit.
#[test]
fn endless_input_is_read_to_the_documented_limit() {
    struct Endless<'a>(&'a Cell<u64>);
    impl Read for Endless<'_> {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            into.fill(b' ');
            self.0.set(self.0.get() + into.len() as u64);
            Ok(into.len())
        }
    }
    let read = Cell::new(0);
    let limits = Limits { bytes: 64 << 20, ..Limits::default() };
    let error = read_all_from(Ok(Endless(&read)), &limits).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit);
    assert!(error.message.to_string().starts_with("the certificate has more than 1048576 bytes"), "{}", error.message);
    assert_eq!(read.get(), (1 << 20) + 1);
}

/// Returns the preperiod and the least period of a sequence, if its table shows a period.
fn repetition<T: PartialEq>(table: &[T]) -> Option<(usize, usize)> {
    let half = table.len() / 2;
    let from = |p: usize| (0..table.len() - p).rev().find(|&n| table[n] != table[n + p]).map_or(0, |n| n + 1);
    (1..half).map(|p| (from(p), p)).find(|&(n0, p)| n0 + p < half)
}

/// Checks that the window theorem is accepted only with the least preperiod and the least period.
#[test]
fn windows_agree_with_the_definition() {
    let sets: [&[usize]; 9] = [&[1], &[2], &[1, 2], &[1, 3], &[2, 3, 5], &[3, 4], &[1, 4, 6], &[5], &[]];
    let text = |set: &[usize]| match set {
        [] => "{}".to_string(),
        set => set.iter().map(usize::to_string).collect::<Vec<_>>().join(","),
    };
    let mut accepted = 0;
    for left in sets {
        for right in sets {
            for misere in [false, true] {
                let mut wins: Vec<[bool; 2]> = vec![];
                for n in 0..300 {
                    let win = |by: usize| {
                        let set = if by == 0 { left } else { right };
                        let mut moves = set.iter().filter(|&&a| a <= n).peekable();
                        if moves.peek().is_none() { misere } else { moves.any(|&a| !wins[n - a][1 - by]) }
                    };
                    let now = [win(0), win(1)];
                    wins.push(now);
                }
                let letter = |w: &[bool; 2]| match w {
                    [true, true] => 'N',
                    [true, false] => 'L',
                    [false, true] => 'R',
                    [false, false] => 'P',
                };
                let (n0, p) = repetition(&wins).unwrap();
                let prefix = if misere { "misere " } else { "" };
                let mut games = vec![format!("{prefix}take[{} | {}]", text(left), text(right))];
                if left == right && !left.is_empty() {
                    games.push(format!("{prefix}take[{}]", text(left)));
                }
                for rules in games {
                    let with = |n0: usize, p: usize| {
                        let table: String = wins[..n0 + p].iter().map(letter).collect();
                        verify(
                            &periodic(&rules, PeriodTheorem::Window, n0 as u64, ResultTable::Outcomes(table), None),
                            library(),
                            &Limits::default(),
                        )
                    };
                    with(n0, p).unwrap_or_else(|error| panic!("{rules} {n0} {p}: {error}"));
                    accepted += 1;
                    for (other, q) in
                        [(n0 + 1, p), (n0, 2 * p), (n0, p + 1), (n0.saturating_sub(1), p), (n0 + 1, p + 1)]
                    {
                        assert!((other, q) == (n0, p) || with(other, q).is_err(), "{rules} {other} {q}");
                    }
                }
            }
        }
    }
    assert!(accepted > 160);
}

/// Checks that periods of octal games are accepted only if a longer table shows the same periods.
#[test]
fn octal_periods_agree_with_the_definition() {
    let mut accepted = 0;
    for digits in [
        &[0u8, 7, 7][..],
        &[0, 0, 7],
        &[0, 3],
        &[0, 4],
        &[0, 1, 5],
        &[0, 5],
        &[0, 1, 3, 7],
        &[4, 3],
        &[0, 2, 6],
        &[0, 7],
        &[4, 0, 7],
        &[0, 3, 5],
        &[0, 0, 4],
        &[0, 1, 4],
        &[4, 2, 1],
    ] {
        let code: String = digits[1..].iter().map(|d| d.to_string()).collect();
        let rules = format!("octal[{}.{code}]", digits[0]);
        let values = octal(digits, 500);
        let Some((n0, p)) = repetition(&values[..300]) else { continue };
        let with = |n0: usize, p: usize| {
            let table = ResultTable::Values(values[..n0 + p].to_vec());
            verify(&periodic(&rules, PeriodTheorem::Octal, n0 as u64, table, None), library(), &Limits::default())
                .is_ok()
        };
        for n in 0..n0 + 2 {
            for q in 1..2 * p + 2 {
                let passes = with(n, q);
                assert!(!passes || (n, q) == (n0, p), "{rules} {n} {q}");
                accepted += u32::from(passes);
            }
        }
    }
    assert!(accepted >= 10, "{accepted}");
}

/// Checks the examples of the page on certificates, in both languages.
#[test]
fn examples_of_the_documentation_hold() {
    let pages =
        [include_str!("../../../../docs/certificates.md"), include_str!("../../../../docs/certificates.zh-CN.md")];
    let [english, chinese] = pages.map(|page| {
        page.split("```text\n").skip(1).map(|block| block.split("```").next().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(english, chinese);
    for text in &english {
        let certificate = Certificate::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        verify(&certificate, library(), &Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert!(english.len() >= 11, "{}", english.len());
}

/// Checks that `others` is refused if all moves lead to smaller heaps, without generating moves.
#[test]
fn unreachable_large_heaps_are_rejected() {
    let quotient = |rules: &str| {
        let text = format!(
            r#"{{"rules":"misere {rules}","claim":null,"proof":{{"method":"quotient","order":2,"accept":[1],"times":[[1,0]],
            "heaps":[{{"rules":"{rules}","images":[1],"others":[[1000000000000,0]]}}]}}}}"#
        );
        serde_json::from_str::<Certificate>(&text).unwrap()
    };
    for rules in ["kayles", "nim"] {
        let error = verify(&quotient(rules), library(), &Limits::default()).unwrap_err();
        let expected = format!("refused: every move of {rules} leads to a smaller heap, so `others` must be empty");
        assert_eq!((error.kind, error.message.to_string()), (ErrorKind::Refused, expected));
    }
    // The moves of user-defined rules are not known in advance. Generating them stops at the limits.
    let cancel = Cancel::default();
    cancel.cancel();
    let rules = "rule{ n -> (i)+(n-i-1) for i in 0..n-1 if i > n }";
    let limits = Limits { cancel: Some(cancel), ..Limits::default() };
    assert!(verify(&quotient(rules), library(), &limits).unwrap_err().is_interrupt());
}
