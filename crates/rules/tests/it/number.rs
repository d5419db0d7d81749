//! Tests the recognition of primes.

use grundy_rules::is_prime;

#[test]
fn primes_agree_with_a_sieve() {
    let mut composite = vec![false; 100_000];
    for n in 2..composite.len() {
        for multiple in (n * n..composite.len()).step_by(n) {
            composite[multiple] = true;
        }
        assert_eq!(is_prime(n as u64), !composite[n], "{n}");
    }
    assert!(!is_prime(0) && !is_prime(1) && !is_prime(u64::MAX));
}
