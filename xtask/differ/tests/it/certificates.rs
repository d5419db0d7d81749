//! Tests of `certificates`.

use differ::certificates::checksum;

/// Checks the checksum of the example in the documentation of certificates.
#[test]
fn checksums_match_the_documentation() {
    let text = r#"{"rules":"rule{ n -> n-k for k in 1..n/2 }","claim":"G(2*n) == n and G(2*n+1) == G(n)","proof":{"method":"slowly_growing"}}"#;
    let json = format!("{text}\n");
    assert_eq!(format!("{:016x}", checksum(json.as_bytes())), "d64cee068c2ec32e");
}
