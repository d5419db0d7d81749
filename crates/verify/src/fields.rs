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
    LostBoards,
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
    regions: Vec<String>,
    left: Vec<Vec<u32>>,
    right: Vec<Vec<u32>>,
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
            Method::LostBoards => proof!(fields, LostBoards: position outcome regions left right),
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
