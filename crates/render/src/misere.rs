//! What a game is under misère play, as text and JSON.

use crate::json::Json;
use crate::schema::lists::{MISERE_VALUED, WILD};
use crate::schema::{Object, SCHEMA};
use crate::style::Style;
use grundy_lang::{Language, text};
use grundy_misere::forms::MisereFacts;
use grundy_rules::Outcome;

/// What there is to say of a game under misère play, a line each.
///
/// ```
/// use grundy_misere::forms::MisereForms;
/// use grundy_rules::Budget;
/// let mut forms = MisereForms::new(&Budget::default());
/// let form = forms.read("{*2,*3}", &mut |game| grundy_games::parse(game)).unwrap();
/// let text = grundy_render::misere_value_text(&forms.facts(form, 100), Default::default(), Default::default());
/// assert!(text.contains("genus: 0^{02}"), "{text}");
/// ```
pub fn misere_value_text(facts: &MisereFacts, style: Style, language: Language) -> String {
    let mut lines = vec![
        match &facts.form {
            Some(form) => text!("misère form: {form}", form),
            None => text!("misère form: too long to be written"),
        },
        match facts.outcome {
            Outcome::P => text!("whoever starts loses (P)"),
            _ => text!("whoever starts wins (N)"),
        },
        text!("genus: {genus}", genus = facts.genus.to_string()),
    ];
    lines.push(match &facts.wild {
        None => text!("tame: it and all that play comes to have the genera of Nim positions"),
        Some(wild) if wild.itself => text!("wild: that is the genus of no Nim position"),
        Some(wild) => {
            let genus = wild.genus.to_string();
            match &wild.form {
                Some(form) => {
                    text!("wild: play comes to {form} with the genus {genus}, which no Nim position has", form, genus)
                }
                None => text!("wild: play comes to the genus {genus}, which no Nim position has", genus),
            }
        }
    });
    lines.push(text!("birthday: {day}", day = facts.birthday));
    lines.iter().map(|line| style.lay(&line.in_language(language)) + "\n").collect()
}

/// The same as one line of JSON; forms that are too long to be written are null.
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
