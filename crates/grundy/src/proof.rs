//! Results of proving claims and of checking certificates.

use crate::rendered_result::{RenderedResult, print_and_serialize};
use grundy_proof::ClaimVerdict;
use grundy_verify::Verified;

/// The result of [`Grundy::prove`](crate::Grundy::prove): the claim is proved, refuted or open.
///
/// `Display` prints what `grundy prove` prints, `Serialize` writes its JSON.
#[derive(Clone, Debug)]
pub struct ProofResult {
    verdict: ClaimVerdict,
    written: RenderedResult,
}

impl ProofResult {
    pub(crate) fn new(verdict: ClaimVerdict, written: RenderedResult) -> ProofResult {
        ProofResult { verdict, written }
    }

    /// Reports whether the claim is proved for all positions.
    ///
    /// [`ProofResult::certificate`] returns the proof.
    pub fn is_proved(&self) -> bool {
        matches!(self.verdict, ClaimVerdict::Proved { .. })
    }

    /// Reports whether the claim is false.
    ///
    /// [`ProofResult::counterexample`] returns a position for which the claim fails.
    pub fn is_refuted(&self) -> bool {
        matches!(self.verdict, ClaimVerdict::Refuted { .. })
    }

    /// Returns the numbers of a counterexample, in the order of the claim's variables.
    ///
    /// `None` if the claim is not refuted.
    pub fn counterexample(&self) -> Option<&[u64]> {
        match &self.verdict {
            ClaimVerdict::Refuted { counterexample, .. } => Some(counterexample),
            _ => None,
        }
    }

    /// Returns the certificate of the proof; `None` if the claim is not proved.
    ///
    /// [`Grundy::verify`](crate::Grundy::verify) and `grundy verify` check it.
    pub fn certificate(&self) -> Option<String> {
        match &self.verdict {
            ClaimVerdict::Proved { certificate, .. } => Some(certificate.to_text()),
            _ => None,
        }
    }
}

/// A certificate that was checked and holds; [`Grundy::verify`](crate::Grundy::verify) returns it.
///
/// `Display` prints what `grundy verify` prints, `Serialize` writes its JSON.
#[derive(Clone, Debug)]
pub struct VerifiedProof {
    verified: Verified,
    written: RenderedResult,
}

impl VerifiedProof {
    pub(crate) fn new(verified: Verified, written: RenderedResult) -> VerifiedProof {
        VerifiedProof { verified, written }
    }

    /// Returns the statement that is proved, in English.
    pub fn statement(&self) -> String {
        self.verified.statement.to_string()
    }

    /// Returns the number of positions that were checked one by one.
    pub fn positions(&self) -> u64 {
        self.verified.positions
    }
}

print_and_serialize!(ProofResult);
print_and_serialize!(VerifiedProof);
