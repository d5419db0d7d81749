//! Properties of a game under misère play, as JSON.

use crate::options::JsonOptions;
use crate::schema::lists::{MISERE_VALUED, WILD};
use crate::schema::{Object, SCHEMA};
use grundy_misere::forms::MisereFacts;

/// Returns the properties of a game under misère play as one line of JSON.
///
/// Forms that are too long to print are null.
pub fn misere_value_json(expr: &str, facts: &MisereFacts, options: JsonOptions) -> String {
    options.write(|out| {
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
                let mut wild_object = Object::open(object.key("wild"), &WILD);
                wild_object.text_or_null("form", wild.form.as_deref());
                wild_object.text("genus", &wild.genus.to_string());
                wild_object.flag("itself", wild.itself);
                wild_object.close();
            }
        }
        object.number("birthday", facts.birthday);
        object.close();
    })
}
