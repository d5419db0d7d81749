//! Certificates included in the program, for well-known games.

use grundy_rules::HeapRules;
use grundy_verify::{Certificate, Proof};

/// The octal code and the certificate of each game.
const SHIPPED: [(&str, &str); 10] = [
    ("0.77", include_str!("shipped/0.77.cert")),
    ("0.115", include_str!("shipped/0.115.cert")),
    ("0.123", include_str!("shipped/0.123.cert")),
    ("0.15", include_str!("shipped/0.15.cert")),
    ("0.152", include_str!("shipped/0.152.cert")),
    ("0.34", include_str!("shipped/0.34.cert")),
    ("0.53", include_str!("shipped/0.53.cert")),
    ("0.71", include_str!("shipped/0.71.cert")),
    ("0.72", include_str!("shipped/0.72.cert")),
    ("0.75", include_str!("shipped/0.75.cert")),
];

/// Returns the included certificate for the octal code of a game, if there is one.
///
/// The certificate is rewritten to name the game `name`.
pub(super) fn certificate_for(name: &str, rules: &dyn HeapRules) -> Option<Certificate> {
    let code = rules.code()?.to_string();
    let (_, text) = SHIPPED.iter().find(|(shipped_code, _)| *shipped_code == code)?;
    let mut certificate = Certificate::from_text(text).ok()?;
    certificate.rules = format!("misere {name}");
    if let Proof::Quotient { heaps, .. } = &mut certificate.proof {
        heaps[0].rules = name.to_string();
    }
    Some(certificate)
}

/// Returns the codes of the games whose certificates are included.
pub fn shipped_codes() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(code, _)| *code)
}
