//! What became of a claim, and checked certificates.

use crate::written::{Written, print_and_serialize};
use grundy_proof::Verdict;
use grundy_verify::Verified;

/// Whether a claim is proved, refuted or open: what [`Grundy::prove`](crate::Grundy::prove) returns.
///
/// `Display` is what `grundy prove` prints, `Serialize` its JSON.
#[derive(Clone, Debug)]
pub struct ProofResult {
    verdict: Verdict,
    written: Written,
}

impl ProofResult {
    pub(crate) fn new(verdict: Verdict, written: Written) -> ProofResult {
        ProofResult { verdict, written }
    }

    /// Whether the claim holds for all positions; [`ProofResult::certificate`] has the proof.
    pub fn is_proved(&self) -> bool {
        matches!(self.verdict, Verdict::Proved { .. })
    }

    /// Whether the claim is false; [`ProofResult::counterexample`] has a position for which it fails.
    pub fn is_refuted(&self) -> bool {
        matches!(self.verdict, Verdict::Refuted { .. })
    }

    /// The numbers of a position for which the claim is false, in the order of the claim's variables.
    pub fn counterexample(&self) -> Option<&[u64]> {
        match &self.verdict {
            Verdict::Refuted { counterexample, .. } => Some(counterexample),
            _ => None,
        }
    }

    /// The certificate of the proof, for [`Grundy::verify`](crate::Grundy::verify) and `grundy verify`.
    pub fn certificate(&self) -> Option<String> {
        match &self.verdict {
            Verdict::Proved { certificate, .. } => Some(certificate.to_text()),
            _ => None,
        }
    }
}

/// A certificate that was checked and holds: what [`Grundy::verify`](crate::Grundy::verify) returns.
///
/// `Display` is what `grundy verify` prints, `Serialize` its JSON.
#[derive(Clone, Debug)]
pub struct VerifiedProof {
    verified: Verified,
    written: Written,
}

impl VerifiedProof {
    pub(crate) fn new(verified: Verified, written: Written) -> VerifiedProof {
        VerifiedProof { verified, written }
    }

    /// The statement that is proved, in English.
    pub fn statement(&self) -> String {
        self.verified.statement.to_string()
    }

    /// How many positions were checked one by one.
    pub fn positions(&self) -> u64 {
        self.verified.positions
    }
}

print_and_serialize!(ProofResult);
print_and_serialize!(VerifiedProof);
