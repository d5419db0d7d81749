//! What stands in a certificate, and the file it is kept in.

use crate::work::{Limits, Work};
use grundy_lang::{Text, text};
use grundy_rules::{Error, ErrorKind, Result, Suggestion};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Read;

/// The version of the format.
pub const VERSION: u32 = 1;
/// The largest file that is read, in bytes.
pub const LARGEST: usize = 1 << 28;

/// A statement about a game, and its proof.
///
/// ```
/// use grundy_verify::{Certificate, Quantity, Proof, Table, Theorem};
/// let table = Table::Values(vec![0, 1, 2]);
/// let proof = Proof::Periodic { theorem: Theorem::Window, of: Quantity::Grundy, preperiod: 0, period: 3, table };
/// let claim = Some("G(n) == n % 3".into());
/// let certificate = Certificate { rules: "take[1,2]".into(), claim, automata: vec![], proof };
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
    /// The automata that the claim names: `automaton(1)` is the first of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub automata: Vec<Named>,
    /// The proof.
    pub proof: Proof,
}

/// An automaton that a claim names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// How numbers are written: as in a proof by automata.
    pub numeration: String,
    /// What it tells of a position: that it is one of some outcome, or of some kind; or a number that its last track reads.
    pub of: Quantity,
    /// The automaton.
    pub automaton: Dfa,
}

/// Outcomes or Grundy values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Table {
    /// The letters of the outcomes.
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
    /// From which heap on the images repeat, at least 1, and with which period: the least there are. The images given are those of the first
    /// `preperiod + period - 1` heaps. Without it the certificate is about the heaps with images alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<[u64; 2]>,
    /// Other heaps that play comes to, in ascending order, with their images: the heap 0 if it has moves, and heaps beyond those with
    /// images. Only moves to larger heaps make them necessary, so there are none where images repeat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<(u64, u32)>,
}

impl Images {
    /// All images that are given.
    pub(crate) fn all(&self) -> impl Iterator<Item = u32> + '_ {
        self.images.iter().copied().chain(self.others.iter().map(|&(_, image)| image))
    }
}

/// How a statement is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "method", rename_all = "snake_case")]
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
        of: Quantity,
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
        /// For each heap from 0 on an amount that leads to P, and 0 where there is none: for P, and under misère play for heaps
        /// without a move. There are as many as outcomes or more; the last `period` of them serve all larger heaps of
        /// their residue too.
        amounts: Vec<u64>,
    },
    /// Games with finitely many positions, of one number each: all of them.
    All {
        /// Outcomes or Grundy values.
        of: Quantity,
        /// The entry of each position, from 0 to the largest one.
        table: Table,
    },
    /// Take from 1 to f(n), where f never falls and grows by at most 1 from one n to the next: G(n) = f(n) where f has grown,
    /// and G(n - f(n) - 1) elsewhere (L. Levine 2006). The claim says how this reads.
    SlowlyGrowing {},
    /// Letters: the claim holds for all their values, by coordinates along a tower of divisors.
    Letters {
        /// What the letters satisfy, as the statement says it; empty if that is nothing.
        condition: String,
        /// The divisors, lowest first, as sums of letters.
        divisors: Vec<String>,
        /// Outcomes or Grundy values.
        of: Quantity,
    },
    /// Several heaps: the claim follows from the values of one, by the theorem of Sprague and Grundy.
    Heaps {
        /// What shows these values: a sequence that repeats, or an automaton in base 2.
        one: Box<Proof>,
    },
    /// Sums of heaps under misère play: a finite commutative monoid with an image for each heap tells who wins.
    Quotient {
        /// How many elements there are, numbered from 0, the unit.
        order: u64,
        /// The elements that are images of lost sums, in ascending order.
        accept: Vec<u32>,
        /// For each generator what it makes of each element.
        times: Vec<Vec<u32>>,
        /// The heaps of each game.
        heaps: Vec<Images>,
    },
    /// Automata that read the digits of positions: one accepts the P-positions, or the pairs of a position and its value.
    Automata {
        /// `base 2` to `base 16`, or `ostrowski 1` to `ostrowski 15`. `ostrowski t` has the digits 0 to t, a 0 behind each t, and
        /// the weights U(0) = 1, U(1) = t + 1, U(n+1) = t*U(n) + U(n-1): `ostrowski 1` is Zeckendorf's numeration.
        numeration: String,
        /// Outcomes (a track a parameter) or Grundy values (one track more, the value's, behind them).
        of: Quantity,
        /// What is learned: accepts the P-positions, or a position with its value.
        relation: Dfa,
        /// For each move that may be repeated, in the order of the rule: from where repeating it leads to a P-position.
        repeated: Vec<Dfa>,
        /// For each other move: tracks for the parameters, [the value reached,] the move's own variables; accepts legal moves
        /// to P-positions, or to that value. From each position that is not P one applies, and for each smaller value.
        hints: Vec<Dfa>,
        /// A factor for each parameter, and behind them, if there are twice as many numbers, for each parameter what is added
        /// where it is 0: the sum falls with every move, by which play ends.
        measure: Vec<u64>,
    },
}

/// A player of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// A position that the player to move loses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    /// The position, a spec without the `misere ` prefix.
    pub position: String,
    /// Who is to move in a partizan game; absent in impartial ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Side>,
    /// Each position a move leads to, as [`options_of`](crate::options_of) prints it, with the place in the list, from 0 on, of
    /// the position that the answer leads to. Without a place: there is no answer and none is needed, because who cannot
    /// move wins under misère play.
    pub answers: BTreeMap<String, Option<usize>>,
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

impl Named {
    /// The automaton as claims know it.
    pub fn spoken(&self) -> grundy_rulelang::claims::Automaton {
        grundy_rulelang::claims::Automaton {
            numeration: self.numeration.clone(),
            values: self.of == Quantity::Grundy,
            tracks: self.automaton.tracks,
            accept: self.automaton.accept.clone(),
            next: self.automaton.next.clone(),
        }
    }

    /// The automaton of a claim as certificates have it.
    pub fn of_claim(automaton: &grundy_rulelang::claims::Automaton) -> Named {
        let automaton = automaton.clone();
        Named {
            numeration: automaton.numeration,
            of: if automaton.values { Quantity::Grundy } else { Quantity::Outcome },
            automaton: Dfa { tracks: automaton.tracks, accept: automaton.accept, next: automaton.next },
        }
    }
}

impl Certificate {
    /// The automaton of a proof by automata, as claims may name it.
    ///
    /// # Errors
    /// `unsupported` for other proofs, `refused` if the automaton is none.
    pub fn automaton(&self) -> Result<grundy_rulelang::claims::Automaton> {
        let Proof::Automata { numeration, of, relation, .. } = &self.proof else {
            let error = Error::new(ErrorKind::Unsupported, text!("this certificate has no automaton"));
            return Err(error.help(text!("its proof is another one; the claim in it says what it shows")));
        };
        let named = Named { numeration: numeration.clone(), of: *of, automaton: relation.clone() };
        let automaton = named.spoken();
        automaton.check()?;
        Ok(automaton)
    }

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
            return Err(refused(text!(
                "a certificate has at most {largest} bytes, this one {bytes}",
                largest = LARGEST,
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
                "a certificate of version {version}; this program checks version {own}",
                version,
                own = VERSION
            )));
        }
        if sum != format!("{:016x}", checksum(body.as_bytes())) {
            return Err(refused(text!("the checksum does not fit: the file is truncated or was changed")));
        }
        self::body(body)
    }
}

/// How many bytes of memory a byte of a file may come to, while it is read: the shortest entries of lists are `0,`.
const GROWTH: u64 = 64;

/// Reads a certificate from a file that the caller has opened; errors do not name it. No more of the file is read than the limits allow,
/// whatever its length.
///
/// # Errors
/// `io` if the file cannot be opened or read, `limit` if it is too large for the memory or reading fails after the limits are reached, `refused` as
/// [`Certificate::from_text`].
pub fn read_from(from: std::io::Result<impl Read>, limits: &Limits) -> Result<Certificate> {
    Certificate::from_text(&whole(from, limits)?)
}

/// The certificates in a file that may have several, one after the other, each with the number of its first line, from 1. One that is
/// refused does not keep the others from being read.
///
/// # Errors
/// `io` and `limit` as [`read_from`].
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
    let text = whole(from, limits)?;
    let (mut all, mut start, mut first) = (vec![], 0, 1);
    // A line of JSON never begins so: there are no line breaks within its texts.
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

/// The text of a file, if it is not too large.
fn whole(from: std::io::Result<impl Read>, limits: &Limits) -> Result<String> {
    let io = |error: std::io::Error| match Work::new(limits).map(drop) {
        Ok(()) => Error::new(ErrorKind::Io, Text::verbatim(error.to_string())).caused_by(error),
        Err(limit) => limit,
    };
    let most = (limits.bytes / GROWTH).min(LARGEST as u64);
    let mut text = String::new();
    match from.map_err(io)?.take(most + 1).read_to_string(&mut text) {
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            return Err(refused(text!("this is not a certificate: it is not text")));
        }
        result => result.map_err(io)?,
    };
    if text.len() as u64 > most {
        return Err(if most < LARGEST as u64 {
            let message = text!("it has more than {most} bytes, a 64th of the memory limit", most);
            Error::new(ErrorKind::Limit, message).with_suggestion(Suggestion::Memory(LARGEST as u64 * GROWTH))
        } else {
            let message =
                text!("it has more than {largest} bytes: certificates have 256 MiB at most", largest = LARGEST);
            Error::new(ErrorKind::Limit, message)
        });
    }
    Ok(text)
}

/// Reads the JSON of a certificate.
fn body(text: &str) -> Result<Certificate> {
    serde_json::from_str(text).map_err(|error| refused(text!("not a certificate: {error}", error = error.to_string())))
}

/// Reads what somebody claims: the JSON of a certificate, with the line in front that files of certificates have, or without it.
///
/// # Errors
/// As [`read_from`].
pub fn read_claim(from: impl Read, limits: &Limits) -> Result<Certificate> {
    let text = whole(Ok(from), limits)?;
    if text.starts_with("grundy ") {
        return Certificate::from_text(&text);
    }
    body(&text)
}

/// The error of a certificate that does not hold.
pub(crate) fn refused(message: Text) -> Error {
    Error::new(ErrorKind::Refused, text!("refused: {message}", message))
}

/// FNV-1a, 64 bits: against accidents, not against malice, for which nothing is taken on trust.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &b| (sum ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}
