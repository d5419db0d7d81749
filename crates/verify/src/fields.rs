//! Deserialization of proofs, with one struct for the fields of all methods.
//!
//! Each method requires some of these fields and allows no others. The code that serde derives for a tagged
//! enum would buffer each proof until its method is known, which needs about twice as much code for each
//! type.

use crate::certificate::{Dfa, Images, Lost, PeriodTheorem, Proof, Quantity, ResultTable};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use std::fmt;

#[derive(serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Method {
    Replies,
    Periodic,
    Residues,
    All,
    SlowlyGrowing,
    Definition,
    Letters,
    Heaps,
    Quotient,
    Automata,
}

macro_rules! fields {
    ($($name:ident: $type:ty,)*) => {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            method: Method,
            $($name: Option<$type>,)*
        }

        impl Fields {
            /// Returns the name of a field that is present although the method does not have it.
            fn unused_field(&self) -> Option<&'static str> {
                $(if self.$name.is_some() {
                    return Some(stringify!($name));
                })*
                None
            }
        }
    };
}

fields! {
    position: String,
    outcome: String,
    lost: Vec<Lost>,
    theorem: PeriodTheorem,
    of: Quantity,
    preperiod: u64,
    period: u64,
    table: ResultTable,
    outcomes: String,
    amounts: Vec<u64>,
    condition: String,
    divisors: Vec<String>,
    one: Box<Proof>,
    order: u64,
    accept: Vec<u32>,
    times: Vec<Vec<u32>>,
    heaps: Vec<Images>,
    numeration: String,
    relation: Dfa,
    repeated: Vec<Dfa>,
    hints: Vec<Dfa>,
    measure: Vec<u64>,
}

/// Builds a proof from the fields of its method, all of which are required.
macro_rules! proof {
    ($fields:ident, $kind:ident: $($name:ident)*) => {
        Proof::$kind { $($name: $fields.$name.take().ok_or_else(|| Error::missing_field(stringify!($name)))?),* }
    };
}

impl<'de> Deserialize<'de> for Proof {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Proof, D::Error> {
        let mut fields = Fields::deserialize(reader)?;
        let proof = match fields.method {
            Method::Replies => proof!(fields, Replies: position outcome lost),
            Method::Periodic => proof!(fields, Periodic: theorem of preperiod period table),
            Method::Residues => proof!(fields, Residues: preperiod period outcomes amounts),
            Method::All => proof!(fields, All: of table),
            Method::SlowlyGrowing => proof!(fields, SlowlyGrowing:),
            Method::Definition => proof!(fields, Definition:),
            Method::Letters => proof!(fields, Letters: condition divisors of),
            Method::Heaps => proof!(fields, Heaps: one),
            Method::Quotient => proof!(fields, Quotient: order accept times heaps),
            Method::Automata => proof!(fields, Automata: numeration of relation repeated hints measure),
        };
        match fields.unused_field() {
            None => Ok(proof),
            Some(name) => Err(Error::custom(format!("the method has no field `{name}`"))),
        }
    }
}

impl<'de> Deserialize<'de> for ResultTable {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<ResultTable, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = ResultTable;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("letters of outcomes, or a list of Grundy values")
            }

            fn visit_str<E>(self, letters: &str) -> Result<ResultTable, E> {
                Ok(ResultTable::Outcomes(letters.to_string()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ResultTable, A::Error> {
                let mut values = vec![];
                while let Some(value) = list.next_element()? {
                    values.push(value);
                }
                Ok(ResultTable::Values(values))
            }
        }

        reader.deserialize_any(Entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_round_trip() {
        let dfa = || Dfa { tracks: 1, accept: "+.".into(), next: vec![vec![0, 1], vec![1, 1]] };
        let table = || ResultTable::Outcomes("PN".into());
        let (theorem, of) = (PeriodTheorem::Window, Quantity::Grundy);
        let periodic =
            Proof::Periodic { theorem, of, preperiod: 1, period: 2, table: ResultTable::Values(vec![0, 1, 1 << 63]) };
        for proof in [
            Proof::Replies { position: "nim(1)".into(), outcome: "N".into(), lost: vec![] },
            periodic.clone(),
            Proof::Residues { preperiod: 0, period: 2, outcomes: "PN".into(), amounts: vec![0, 1] },
            Proof::All { of: Quantity::Outcome, table: table() },
            Proof::SlowlyGrowing {},
            Proof::Definition {},
            Proof::Letters { condition: "a > 0".into(), divisors: vec!["a".into()], of },
            Proof::Heaps { one: Box::new(Proof::Heaps { one: Box::new(periodic) }) },
            Proof::Quotient { order: 2, accept: vec![1], times: vec![vec![1, 0]], heaps: vec![] },
            Proof::Automata {
                numeration: "base 2".into(),
                of,
                relation: dfa(),
                repeated: vec![],
                hints: vec![dfa()],
                measure: vec![1, 1],
            },
        ] {
            let text = serde_json::to_string(&proof).unwrap();
            assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), proof, "{text}");
            // Each field is required, and no other field is accepted.
            let whole: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
            for name in whole.keys() {
                let mut part = whole.clone();
                part.remove(name);
                let error = serde_json::from_value::<Proof>(part.into()).unwrap_err().to_string();
                assert!(error.contains(&format!("missing field `{name}`")), "{text}: {error}");
            }
            for (name, value) in [("order", serde_json::json!(1)), ("outcomes", "P".into()), ("other", 1.into())] {
                let mut more = whole.clone();
                if more.insert(name.into(), value).is_none() {
                    let error = serde_json::from_value::<Proof>(more.into()).unwrap_err().to_string();
                    assert!(error.contains(&format!("field `{name}`")), "{text}: {error}");
                }
            }
        }
    }

    #[test]
    fn invalid_proofs_are_rejected() {
        for (text, part) in [
            ("{}", "missing field `method`"),
            (r#"{"method":"magic"}"#, "unknown variant `magic`, expected one of `replies`, `periodic`"),
            (r#"{"method":"all","of":"grundy","table":7}"#, "expected letters of outcomes, or a list of Grundy values"),
            (r#"{"method":"all","of":"grundy","table":[0,-1]}"#, "invalid value: integer `-1`"),
            (r#"{"method":"all","of":"grundy","of":"grundy","table":[]}"#, "duplicate field `of`"),
            ("7", "invalid type"),
        ] {
            let error = serde_json::from_str::<Proof>(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
