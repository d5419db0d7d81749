//! Games of several players.

use crate::answer::Answer;
use crate::budget::Budget;
use crate::solver::Question;
use crate::tables::Tables;
use grundy_rules::{Error, ErrorKind, Result, Spec};

pub(crate) fn solve(_spec: &Spec, _question: &Question, _budget: &Budget<'_>, _tables: &mut Tables) -> Result<Answer> {
    Err(Error::new(ErrorKind::Unsupported, "no engine solves this kind of game yet"))
}
