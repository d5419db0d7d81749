//! Patterns of a game for all values of its parameters, as JSON.

use crate::schema::findings::{CASE, FAMILY, SINGLE};
use crate::schema::{Object, push_list};
use grundy_lang::Language;
use grundy_proof::Family;

pub(crate) fn push_family(family: &Family, language: Language, out: &mut String) {
    let mut object = Object::open(out, &FAMILY);
    object.text("condition", &family.condition);
    object.text_or_null("letter", family.param.as_deref());
    push_list(object.key("cases"), &family.cases, |case, out| {
        let mut object = Object::open(out, &CASE);
        object.text_or_null("letter", case.param_form.as_deref());
        match case.from {
            Some(from) => object.number("from", from),
            None => object.null("from"),
        }
        object.text("rules", &case.rules);
        object.text_or_null("claim", case.claim.as_deref());
        object.text_or_null("period", case.period.as_deref());
        object.word("status", case.status.name());
        object.text("method", &case.method.in_language(language));
        object.close();
    });
    push_list(object.key("singles"), &family.singles, |single, out| {
        let mut object = Object::open(out, &SINGLE);
        object.number("letter", single.param_value);
        object.text("rules", &single.rules);
        object.text_or_null("claim", single.claim.as_deref());
        object.word("status", single.status.name());
        object.text("method", &single.method.in_language(language));
        object.close();
    });
    object.close();
}
