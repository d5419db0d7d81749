//! The contents of certificates, and their file format.

use crate::work::{Limits, WorkCounter};
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Result, Suggestion};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Read;

/// The version of the format.
pub const VERSION: u32 = 1;
/// The maximum size of a certificate file, in bytes.
pub const MAX_FILE_LEN: usize = 1 << 28;

/// A statement about a game, with its proof.
///
/// ```
/// use grundy_verify::{Certificate, Quantity, Proof, ResultTable, PeriodTheorem};
/// let table = ResultTable::Values(vec![0, 1, 2]);
/// let (theorem, of) = (PeriodTheorem::Window, Quantity::Grundy);
/// let proof = Proof::Periodic { theorem, of, preperiod: 0, period: 3, table };
/// let claim = Some("G(n) == n % 3".into());
/// let certificate = Certificate { rules: "take[1,2]".into(), claim, automata: vec![], proof };
/// let text = certificate.to_text();
/// assert!(text.starts_with("grundy certificate 1 "));
/// assert_eq!(Certificate::from_text(&text).unwrap(), certificate);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The rules of the game as `grundy` prints them, with the prefix `misere ` for misère play.
    pub rules: String,
    /// A claim about all positions, in the language of claims; it must follow from what the proof shows.
    ///
    /// Without a claim, the certificate states what the proof shows.
    pub claim: Option<String>,
    /// The automata that the claim refers to: `automaton(1)` is the first in the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub automata: Vec<NamedAutomaton>,
    /// The proof.
    pub proof: Proof,
}

/// An automaton that a claim refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedAutomaton {
    /// The numeration, in the notation of a proof by automata.
    pub numeration: String,
    /// `Outcome` if the automaton accepts positions, `Grundy` if it assigns a number to each position.
    ///
    /// The last track of an automaton for `Grundy` reads this number.
    pub of: Quantity,
    /// The automaton.
    pub automaton: Dfa,
}

/// The quantity that a statement about positions determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// Outcomes: which player wins.
    Outcome,
    /// Grundy values.
    Grundy,
}

/// The theorem by which a sequence that repeats for long enough repeats for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeriodTheorem {
    /// Finite subtraction sets: two equal windows imply equal continuations.
    ///
    /// A window consists of as many consecutive entries as the largest amount. An entry depends only on the window
    /// before it.
    Window,
    /// Octal games (R. K. Guy and C. A. B. Smith 1956).
    ///
    /// If G(n + p) = G(n) for n0 <= n < 2*n0 + p + k, where k is the largest amount and n0 >= 1, then this holds for
    /// all n >= n0.
    Octal,
}

/// A table with one entry per position, from position 0 on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ResultTable {
    /// One letter per position: `P`, `N`, `L` or `R`.
    Outcomes(String),
    /// Grundy values.
    Values(Vec<u64>),
}

/// The heaps of one game in a misère quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Images {
    /// The game, without `misere`.
    pub rules: String,
    /// The images of the heaps 1, 2, 3 and so on.
    pub images: Vec<u32>,
    /// The least preperiod (at least 1) and period of the images, in heaps.
    ///
    /// `images` then contains the images of the heaps from 1 to `preperiod + period - 1`. Without `repeat` the
    /// certificate covers only the heaps that have images.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<[u64; 2]>,
    /// Further heaps that play reaches, in ascending order, with their images.
    ///
    /// These are the heap 0 if it has moves, and heaps beyond those in `images`. They occur only if moves lead to
    /// larger heaps, so the list is empty if the images repeat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<(u64, u32)>,
}

impl Images {
    /// Iterates over the images of all heaps, first those in `images`, then those in `others`.
    pub(crate) fn all(&self) -> impl Iterator<Item = u32> + '_ {
        self.images.iter().copied().chain(self.others.iter().map(|&(_, image)| image))
    }
}

/// The method of a proof, with its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Proof {
    /// The outcome of one position: a list of lost positions, with a reply to every move.
    Replies {
        /// The position: a position spec without the prefix `misere `.
        position: String,
        /// Its outcome: one of `N`, `P`, `L`, `R`.
        outcome: String,
        /// Positions that the player to move loses. Every reply leads to an earlier position, so play ends.
        lost: Vec<Lost>,
    },
    /// The outcome of a sum of boards: a set of sums that the player to move loses.
    ///
    /// After every move of this player in a listed sum, the other player has a move to a listed sum with the same
    /// player to move, or to a sum without regions.
    LostBoards {
        /// The position: a position spec without the prefix `misere `.
        position: String,
        /// Its outcome: one of `N`, `P`, `L`, `R`.
        outcome: String,
        /// The regions of the sums: boards whose rows are separated by `/`.
        regions: Vec<String>,
        /// The sums that Left loses moving first, each as a list of numbers of regions, from 0.
        ///
        /// In impartial games these are the sums that the player to move loses. If the rules have a symmetry that
        /// exchanges the players, the list contains the negatives of the sums that Right loses moving first.
        left: Vec<Vec<u32>>,
        /// The other sums that Right loses moving first.
        right: Vec<Vec<u32>>,
    },
    /// A periodic sequence of outcomes or values of single heaps.
    Periodic {
        /// The theorem.
        theorem: PeriodTheorem,
        /// Outcomes or Grundy values.
        of: Quantity,
        /// The index from which the sequence is periodic.
        preperiod: u64,
        /// The period.
        period: u64,
        /// The first `preperiod + period` entries.
        table: ResultTable,
    },
    /// Outcomes of a subtraction game with infinitely many amounts.
    ///
    /// Residues show that no amount leads from a P-position to a P-position. From every N-position, a given amount
    /// leads to a P-position.
    Residues {
        /// The index from which the outcomes are periodic.
        preperiod: u64,
        /// The period.
        period: u64,
        /// The first `preperiod + period` outcomes, `P` and `N`.
        outcomes: String,
        /// For each heap from 0 on: an amount that leads to a P-position, or 0 if there is none.
        ///
        /// There is none for P-positions, and under misère play for heaps without a move. There are at least as many
        /// amounts as outcomes. The last `period` amounts also apply to all larger heaps with the same residues.
        amounts: Vec<u64>,
    },
    /// A table of all positions of a game with finitely many positions, each of which is a single number.
    All {
        /// Outcomes or Grundy values.
        of: Quantity,
        /// The entry of each position, from 0 to the largest one.
        table: ResultTable,
    },
    /// Moves that take from 1 to f(n), where f never decreases and grows by at most 1 from n to n + 1.
    ///
    /// Then G(n) = f(n) where f has grown at n, and G(n) = G(n - f(n) - 1) elsewhere (L. Levine 2006). The claim states
    /// this for the game.
    SlowlyGrowing {},
    /// The claim lists all options of a position.
    ///
    /// So it states the definition of outcomes or values, such as `P(n) iff N(n-1) and N(n-2)`.
    Definition {},
    /// Symbolic parameters (letters): the claim holds for all values of the letters.
    ///
    /// The proof uses coordinates in a mixed radix system.
    Letters {
        /// The condition on the letters as in the claim; empty if there is none.
        condition: String,
        /// The divisors of the mixed radix system, lowest first, as linear expressions in the letters.
        divisors: Vec<String>,
        /// Outcomes or Grundy values.
        of: Quantity,
    },
    /// Several heaps: the claim follows from the values of one heap, by the theorem of Sprague and Grundy.
    Heaps {
        /// The proof of the values of one heap: a periodic sequence, or an automaton in base 2.
        one: Box<Proof>,
    },
    /// Sums of heaps under misère play: a misère quotient determines the outcome.
    ///
    /// The quotient is a finite commutative monoid with an image for each heap.
    Quotient {
        /// The number of elements, which are numbered from 0, the unit.
        order: u64,
        /// The elements that are images of P-positions, in ascending order.
        accept: Vec<u32>,
        /// For each generator, its product with each element.
        times: Vec<Vec<u32>>,
        /// The heaps of each game.
        heaps: Vec<Images>,
    },
    /// Automata that read the digits of positions.
    ///
    /// The automaton `relation` accepts the P-positions, or the pairs of a position and its value.
    Automata {
        /// The numeration: `base 2` to `base 16`, or `ostrowski 1` to `ostrowski 15`.
        ///
        /// `ostrowski t` has the digits 0 to t, with a 0 after each digit t. Its weights are U(0) = 1, U(1) = t + 1 and
        /// U(n+1) = t*U(n) + U(n-1). So `ostrowski 1` is Zeckendorf's numeration.
        numeration: String,
        /// Outcomes (one track per parameter) or Grundy values (one more track, the last, for the value).
        of: Quantity,
        /// The automaton that accepts the P-positions, or the positions with their values.
        relation: Dfa,
        /// For each repeatable move, an automaton in the order of the moves in the rule.
        ///
        /// It accepts the positions from which repeating the move leads to a P-position. For values, its last track
        /// reads the value that is reached.
        repeated: Vec<Dfa>,
        /// For each other move, an automaton (a *hint*) that accepts legal moves.
        ///
        /// The moves must lead to P-positions, or for values, to positions of a given value. The tracks are
        /// the parameters, the value reached (for values), and the move's own variables. For each position
        /// that is not P, a hint must accept a move, or a repeatable move must reach a P-position. For
        /// values, the same holds for each smaller value.
        hints: Vec<Dfa>,
        /// The measure that every move decreases, so that play ends.
        ///
        /// The list contains a factor for each parameter, optionally followed by a constant for each parameter, which
        /// is added if the parameter is 0.
        measure: Vec<u64>,
    },
}

/// A player of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartizanPlayer {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// A position that the player to move loses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    /// The position: a position spec without the prefix `misere `.
    pub position: String,
    /// The player to move in a partizan game; absent in impartial ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<PartizanPlayer>,
    /// The reply to every move.
    ///
    /// Each key is a position that a move leads to, as [`options_of`](crate::options_of) prints it. The value is the
    /// index in the list, from 0, of the position that the reply leads to. The value is `None` if no reply is needed,
    /// because the player to reply has no move and so wins under misère play.
    pub answers: BTreeMap<String, Option<usize>>,
}

/// A deterministic automaton that reads the digits of several numbers in parallel.
///
/// The most significant digits come first. Words are padded in front with zeros to equal length. The automaton accepts
/// only words that represent numbers, and leading zeros do not matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dfa {
    /// The number of tracks, that is, of numbers that are read in parallel.
    pub tracks: usize,
    /// A character for each state: `+` if the state accepts. State 0 is the start state.
    pub accept: String,
    /// For each state, the next state for each letter.
    ///
    /// The index of a letter is (digit of track 0) + radix * (digit of track 1) + ...
    pub next: Vec<Vec<u32>>,
}

impl NamedAutomaton {
    /// Converts the automaton to the form that claims use.
    pub fn to_claim_automaton(&self) -> grundy_rulelang::claims::Automaton {
        grundy_rulelang::claims::Automaton {
            numeration: self.numeration.clone(),
            values: self.of == Quantity::Grundy,
            tracks: self.automaton.tracks,
            accept: self.automaton.accept.clone(),
            next: self.automaton.next.clone(),
        }
    }

    /// Converts an automaton of a claim to the form that certificates use.
    pub fn from_claim_automaton(automaton: &grundy_rulelang::claims::Automaton) -> NamedAutomaton {
        let automaton = automaton.clone();
        NamedAutomaton {
            numeration: automaton.numeration,
            of: if automaton.values { Quantity::Grundy } else { Quantity::Outcome },
            automaton: Dfa { tracks: automaton.tracks, accept: automaton.accept, next: automaton.next },
        }
    }
}

impl Certificate {
    /// Returns the automaton of a proof by automata, in the form that claims use.
    ///
    /// # Errors
    /// `unsupported` for proofs by another method; `refused` if the automaton is malformed.
    pub fn automaton(&self) -> Result<grundy_rulelang::claims::Automaton> {
        let Proof::Automata { numeration, of, relation, .. } = &self.proof else {
            let error = Error::new(ErrorKind::Unsupported, text!("this certificate has no automaton"));
            return Err(
                error.help(text!("the certificate contains a proof of another kind; its claim states what is proved"))
            );
        };
        let named = NamedAutomaton { numeration: numeration.clone(), of: *of, automaton: relation.clone() };
        let automaton = named.to_claim_automaton();
        automaton.check()?;
        Ok(automaton)
    }

    /// Returns the text of the certificate file: a line with the version and a checksum, followed by JSON.
    pub fn to_text(&self) -> String {
        // Serializing plain data cannot fail.
        let body = serde_json::to_string(self).unwrap_or_default() + "\n";
        format!("grundy certificate {VERSION} {:016x}\n{body}", checksum(body.as_bytes()))
    }

    /// Parses the text of a certificate file.
    ///
    /// # Errors
    /// `refused` if the text is not a certificate, has another version, is truncated or was changed.
    pub fn from_text(text: &str) -> Result<Certificate> {
        if text.len() > MAX_FILE_LEN {
            return Err(refused(text!(
                "a certificate has at most {largest} bytes, but this one has {bytes}",
                largest = MAX_FILE_LEN,
                bytes = text.len()
            )));
        }
        let (head, body) = text.split_once('\n').unwrap_or((text, ""));
        let words: Vec<&str> = head.split(' ').collect();
        let ["grundy", "certificate", version, sum] = words[..] else {
            return Err(refused(text!("this is not a certificate: its first line is not `grundy certificate 1 ...`")));
        };
        if version != VERSION.to_string() {
            return Err(refused(text!(
                "the certificate has version {version}, but this program checks version {own}",
                version,
                own = VERSION
            )));
        }
        if sum != format!("{:016x}", checksum(body.as_bytes())) {
            return Err(refused(text!("the checksum does not match: the file was truncated or changed")));
        }
        parse_json(body)
    }
}

/// The maximum memory, in bytes, that parsing needs for each byte of a file.
///
/// The worst case is a list of entries such as `0,`.
const MEMORY_PER_BYTE: u64 = 64;

/// Reads a certificate from a file that the caller has opened; errors do not contain the file name.
///
/// Reads at most as many bytes as the limits allow, even if the file is longer.
///
/// # Errors
/// `io` if the file cannot be opened or read; `limit` if it is too large for the memory, or if reading fails after a
/// limit was reached; `refused`, as for [`Certificate::from_text`].
pub fn read_from(from: std::io::Result<impl Read>, limits: &Limits) -> Result<Certificate> {
    Certificate::from_text(&read_text(from, limits)?)
}

/// Reads all certificates of a file, each with the number of its first line, counted from 1.
///
/// If a certificate is refused, the others are still read.
///
/// # Errors
/// `io` and `limit`, as for [`read_from`].
///
/// ```
/// use grundy_verify::{Limits, read_all_from};
/// let one = include_str!("../../../corpus/certificates/kayles.cert");
/// let two = format!("{one}{}{one}", one.replace("71", "70"));
/// let read = read_all_from(Ok(two.as_bytes()), &Limits::default()).unwrap();
/// let which: Vec<(usize, bool)> = read.iter().map(|(line, read)| (*line, read.is_ok())).collect();
/// assert_eq!(which, [(1, true), (3, false), (5, true)]);
/// ```
pub fn read_all_from(from: std::io::Result<impl Read>, limits: &Limits) -> Result<Vec<(usize, Result<Certificate>)>> {
    let text = read_text(from, limits)?;
    let (mut all, mut start, mut first) = (vec![], 0, 1);
    // JSON contains no such line, since JSON strings contain no line breaks.
    let mut ends: Vec<usize> = text.match_indices("\ngrundy certificate ").map(|(at, _)| at + 1).collect();
    ends.push(text.len());
    for end in ends {
        let one = &text[start..end];
        all.push((first, Certificate::from_text(one)));
        first += one.lines().count();
        start = end;
    }
    Ok(all)
}

/// Reads the text of a file, unless the file is too large.
fn read_text(from: std::io::Result<impl Read>, limits: &Limits) -> Result<String> {
    let io = |error: std::io::Error| match WorkCounter::new(limits).map(drop) {
        Ok(()) => Error::new(ErrorKind::Io, Text::from(&error)).caused_by(error),
        Err(limit) => limit,
    };
    let max_bytes = (limits.bytes / MEMORY_PER_BYTE).min(MAX_FILE_LEN as u64);
    let mut text = String::new();
    match from.map_err(io)?.take(max_bytes + 1).read_to_string(&mut text) {
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            return Err(refused(text!("this is not a certificate: it is not UTF-8 text")));
        }
        result => result.map_err(io)?,
    };
    if text.len() as u64 > max_bytes {
        return Err(if max_bytes < MAX_FILE_LEN as u64 {
            let message = text!(
                "the certificate has more than {most} bytes, which is 1/64 of the memory limit",
                most = max_bytes
            );
            Error::new(ErrorKind::Limit, message)
                .with_suggestion(Suggestion::Memory(MAX_FILE_LEN as u64 * MEMORY_PER_BYTE))
        } else {
            let message =
                text!("the certificate has more than {largest} bytes: the limit is 256 MiB", largest = MAX_FILE_LEN);
            Error::new(ErrorKind::Limit, message)
        });
    }
    Ok(text)
}

fn parse_json(text: &str) -> Result<Certificate> {
    serde_json::from_str(text).map_err(|error| refused(text!("not a certificate: {error}", error = error.to_string())))
}

/// Reads the JSON of a certificate, with or without the first line of certificate files.
///
/// # Errors
/// As for [`read_from`].
pub fn read_certificate_json(from: impl Read, limits: &Limits) -> Result<Certificate> {
    let text = read_text(Ok(from), limits)?;
    if text.starts_with("grundy ") {
        return Certificate::from_text(&text);
    }
    parse_json(&text)
}

/// Returns the error for a certificate that is not valid.
pub(crate) fn refused(message: Text) -> Error {
    Error::new(ErrorKind::Refused, text!("refused: {message}", message))
}

/// Computes the 64-bit FNV-1a hash, which detects accidental changes but not deliberate ones.
///
/// Deliberate changes cannot make a false proof valid, because the proof itself is checked.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &b| (sum ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}
