//! What stands in a certificate, and the file it is kept in.

use grundy_rules::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the format.
pub const VERSION: u32 = 1;
/// The largest file that is read, in bytes.
pub const LARGEST: usize = 1 << 28;

/// A statement about a game, and its proof.
///
/// ```
/// use grundy_verify::{Certificate, Of, Proof, Table, Theorem};
/// let table = Table::Values(vec![0, 1, 2]);
/// let proof = Proof::Periodic { theorem: Theorem::Window, of: Of::Grundy, preperiod: 0, period: 3, table };
/// let certificate = Certificate { rules: "take[1,2]".into(), claim: Some("G(n) == n % 3".into()), proof };
/// let text = certificate.to_text();
/// assert!(text.starts_with("grundy certificate 1 "));
/// assert_eq!(Certificate::from_text(&text).unwrap(), certificate);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The rules of the game, as `grundy` prints them, with `misere ` in front where that is played.
    pub rules: String,
    /// What is claimed of all positions, in the language of claims; it follows from what the proof shows. Without one, what
    /// the proof shows is all that is stated.
    pub claim: Option<String>,
    /// The proof.
    pub proof: Proof,
}

/// Outcomes or Grundy values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// Who wins.
    Outcome,
    /// Grundy values.
    Grundy,
}

/// The theorem by which a period that holds for long enough holds for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theorem {
    /// Finite subtraction sets: an entry depends on so many entries before it as the largest amount says, so two equal windows
    /// of that length repeat what follows them.
    Window,
    /// Octal games (R. K. Guy and C. A. B. Smith 1956): G(n + p) = G(n) for n0 <= n < 2*n0 + p + k, with k the place of the
    /// last digit and n0 >= 1, holds for all n >= n0.
    Octal,
}

/// One entry a position, from 0 on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Table {
    /// The letters of the outcomes.
    Outcomes(String),
    /// Grundy values.
    Values(Vec<u64>),
}

/// How a statement is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proof {
    /// Who wins from one position: positions that the player to move loses, with the answers to all moves.
    Replies {
        /// The position, a spec without the `misere ` prefix.
        position: String,
        /// Its outcome: one of `N`, `P`, `L`, `R`.
        outcome: String,
        /// Positions that the player to move loses. Every answer leads to one that stands earlier in the list, so play ends.
        lost: Vec<Lost>,
    },
    /// Heaps: the sequence repeats.
    Periodic {
        /// The theorem.
        theorem: Theorem,
        /// Outcomes or Grundy values.
        of: Of,
        /// The first place from which the sequence repeats.
        preperiod: u64,
        /// The period.
        period: u64,
        /// The first `preperiod + period` entries.
        table: Table,
    },
    /// Subtraction games whose set is infinite: no amount leads from P to P, by residues; from every N a witness leads to P.
    Residues {
        /// The first place from which the outcomes repeat.
        preperiod: u64,
        /// The period.
        period: u64,
        /// The first `preperiod + period` outcomes, `P` and `N`.
        outcomes: String,
        /// For each of them an amount that leads to P, 0 where there is none to be found because it is P. The amounts of the last
        /// `period` entries serve all heaps of their residue.
        amounts: Vec<u64>,
    },
    /// Take from 1 to f(n), where f never falls and grows by at most 1 from one n to the next: G(n) = f(n) where f has grown,
    /// and G(n - f(n) - 1) elsewhere (L. Levine 2006). The claim says how this reads.
    SlowlyGrowing,
    /// Automata that read the digits of positions: one accepts the P-positions, or the pairs of a position and its value.
    Automata {
        /// `base 2`, `base 3`, ...; `ostrowski 1` is Zeckendorf's numeration, `ostrowski t` has the weights
        /// U(n+1) = t*U(n) + U(n-1) with U(0) = 1 and U(1) = t + 1 ... (see the documentation).
        numeration: String,
        /// Outcomes (a track a parameter) or Grundy values (one track more, the value's, behind them).
        of: Of,
        /// What is learned: accepts the P-positions, or a position with its value.
        relation: Dfa,
        /// For each move that may be repeated, in the order of the rule: from where repeating it leads to a P-position.
        repeated: Vec<Dfa>,
        /// For each other move: tracks for the parameters, [the value reached,] the move's own variables; accepts legal moves
        /// to P-positions, or to that value. From each position that is not P one applies, and for each smaller value.
        hints: Vec<Dfa>,
        /// A factor for each parameter: the sum falls with every move, by which play ends.
        measure: Vec<u64>,
    },
}

/// A position that the player to move loses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    /// The position, a spec without the `misere ` prefix.
    pub position: String,
    /// Who is to move, where it matters: `left` or `right`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<String>,
    /// Each position a move leads to, with the place in the list of the position that the answer leads to.
    pub answers: BTreeMap<String, usize>,
}

/// A deterministic automaton that reads the digits of several numbers side by side, most significant first, padded in front
/// with zeros to equal length. It accepts only words that are numbers, and leading zeros do not matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dfa {
    /// How many numbers.
    pub tracks: usize,
    /// A sign for each state: `+` where it accepts. State 0 is the first.
    pub accept: String,
    /// For each state, the next one by letter: digit of track 0 + radix * digit of track 1 + ...
    pub next: Vec<Vec<u32>>,
}

impl Certificate {
    /// The text of the file: a line with the version and a checksum, and the rest as JSON.
    pub fn to_text(&self) -> String {
        // Plain data: nothing of it can fail to be written.
        let body = serde_json::to_string(self).unwrap_or_default() + "\n";
        format!("grundy certificate {VERSION} {:016x}\n{body}", checksum(body.as_bytes()))
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// `refused` if it is not a certificate, of another version, truncated or changed.
    pub fn from_text(text: &str) -> Result<Certificate> {
        if text.len() > LARGEST {
            return Err(refused(format!("a certificate has at most {LARGEST} bytes, this one {}", text.len())));
        }
        let (head, body) = text.split_once('\n').unwrap_or((text, ""));
        let words: Vec<&str> = head.split(' ').collect();
        let ["grundy", "certificate", version, sum] = words[..] else {
            return Err(refused("this is not a certificate: its first line is not `grundy certificate 1 ...`"));
        };
        if version != VERSION.to_string() {
            return Err(refused(format!("a certificate of version {version}; this program checks version {VERSION}")));
        }
        if sum != format!("{:016x}", checksum(body.as_bytes())) {
            return Err(refused("the checksum does not fit: the file is truncated or was changed"));
        }
        serde_json::from_str(body).map_err(|error| refused(format!("not a certificate: {error}")))
    }
}

/// The error of a certificate that does not hold.
pub(crate) fn refused(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Refused, message)
}

/// FNV-1a, 64 bits: against accidents, not against malice, for which nothing is taken on trust.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &b| (sum ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}
