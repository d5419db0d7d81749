//! Properties of a game under misère play, as JSON.

use crate::form::Json;
use crate::schema::lists::{MISERE_VALUED, WILD};
use crate::schema::{Object, SCHEMA};
use grundy_misere::forms::MisereFacts;

/// Returns the properties of a game under misère play as one line of JSON.
///
/// Forms that are too long to print are null.
pub fn misere_value_json(expr: &str, facts: &MisereFacts, form: Json) -> String {
    form.write(|out| {
        let mut object = Object::open(out, &MISERE_VALUED);
        object.number("schema", SCHEMA);
        object.text("expr", expr);
        object.word("play", "misere");
        object.text_or_null("form", facts.form.as_deref());
        object.word("outcome", facts.outcome.name());
        object.text("genus", &facts.genus.to_string());
        object.flag("tame", facts.wild.is_none());
        match &facts.wild {
            None => object.null("wild"),
            Some(wild) => {
                let mut told = Object::open(object.key("wild"), &WILD);
                told.text_or_null("form", wild.form.as_deref());
                told.text("genus", &wild.genus.to_string());
                told.flag("itself", wild.itself);
                told.close();
            }
        }
        object.number("birthday", facts.birthday);
        object.close();
    })
}
