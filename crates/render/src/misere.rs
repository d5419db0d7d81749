//! Properties of a game under misère play, as text.

use crate::style::Style;
use grundy_lang::{Language, text};
use grundy_misere::forms::MisereFacts;
use grundy_rules::Outcome;

/// Returns the properties of a game under misère play, one per line.
///
/// ```
/// use grundy_misere::forms::MisereForms;
/// use grundy_rules::Budget;
/// let mut forms = MisereForms::new(&Budget::default());
/// let form = forms.parse("{*2,*3}", &mut |game| grundy_games::parse(game)).unwrap();
/// let text = grundy_render::misere_value_text(&forms.facts(form, 100), Default::default(), Default::default());
/// assert!(text.contains("genus: 0^{02}"), "{text}");
/// ```
pub fn misere_value_text(facts: &MisereFacts, style: Style, language: Language) -> String {
    let mut lines = vec![
        match &facts.form {
            Some(form) => text!("misère form: {form}", form),
            None => text!("misère form: too long to print"),
        },
        match facts.outcome {
            Outcome::P => text!("whoever starts loses (P)"),
            _ => text!("whoever starts wins (N)"),
        },
        text!("genus: {genus}", genus = facts.genus.to_string()),
    ];
    lines.push(match &facts.wild {
        None => text!("tame: this game and all positions reached in play have genera of Nim positions"),
        Some(wild) if wild.itself => text!("wild: no Nim position has this genus"),
        Some(wild) => {
            let genus = wild.genus.to_string();
            match &wild.form {
                Some(form) => {
                    text!("wild: play reaches {form}, whose genus {genus} no Nim position has", form, genus)
                }
                None => text!("wild: play reaches the genus {genus}, which no Nim position has", genus),
            }
        }
    });
    lines.push(text!("birthday: {day}", day = facts.birthday));
    lines.iter().map(|line| style.wrap_lines(&line.in_language(language)) + "\n").collect()
}
