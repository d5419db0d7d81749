//! Misère quotients of heap games.

use crate::rendered_result::{RenderedResult, print_and_serialize};
use grundy_misere::quotients::QuotientReport;

/// The misère quotient of a heap game; [`Grundy::quotient`](crate::Grundy::quotient) returns it.
///
/// The quotient covers the heaps that were reached within the limits.
///
/// `Display` prints what `grundy quotient` prints, `Serialize` writes its JSON.
#[derive(Clone, Debug)]
pub struct MisereQuotient {
    report: QuotientReport,
    written: RenderedResult,
}

impl MisereQuotient {
    pub(crate) fn new(report: QuotientReport, written: RenderedResult) -> MisereQuotient {
        MisereQuotient { report, written }
    }

    /// Returns the number of elements; `None` if not even heaps of 1 could be checked within the limits.
    pub fn order(&self) -> Option<usize> {
        self.report.checked.as_ref().map(|checked| checked.quotient.order())
    }

    /// Reports whether this quotient is proved to cover all heaps of the game.
    pub fn is_proved(&self) -> bool {
        self.report.checked.as_ref().is_some_and(|checked| checked.is_proved())
    }

    /// Returns the certificate of the proof; `None` if the quotient is not proved.
    ///
    /// [`Grundy::verify`](crate::Grundy::verify) and `grundy verify` check it.
    pub fn certificate(&self) -> Option<String> {
        let checked = self.report.checked.as_ref().filter(|checked| checked.is_proved())?;
        Some(checked.certificate.to_text())
    }
}

print_and_serialize!(MisereQuotient);
