//! A summary of the properties of a form.

use super::{GenusDigits, MisereForm, MisereForms};
use grundy_rules::Outcome;

/// The properties of a game under misère play, as computed by [`MisereForms::facts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereFacts {
    /// The canonical form, as [`MisereForms::text`] writes it; `None` if the text is too long.
    pub form: Option<String>,
    /// The outcome, N or P.
    pub outcome: Outcome,
    /// The genus of the game.
    pub genus: GenusDigits,
    /// The reason why the game is wild (not tame); `None` if the game is tame.
    pub wild: Option<Wild>,
    /// The length in moves of the longest play of the canonical form.
    pub birthday: u32,
}

/// A wild position that can be reached in the game, and whose options are all tame.
///
/// No Nim position has its genus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wild {
    /// The canonical form of this position; `None` if its text is too long.
    pub form: Option<String>,
    /// The genus of this position.
    pub genus: GenusDigits,
    /// Whether this position is the game itself.
    pub itself: bool,
}

impl MisereForms {
    /// Returns the properties of a form; texts of forms longer than `max_bytes` bytes are omitted.
    ///
    /// ```
    /// use grundy_misere::forms::MisereForms;
    /// use grundy_rules::Budget;
    /// let mut forms = MisereForms::new(&Budget::default());
    /// let form = forms.parse("{*2+*2,*}", &mut |game| grundy_games::parse(game)).unwrap();
    /// let facts = forms.facts(form, 1000);
    /// assert_eq!((facts.genus.to_string(), facts.birthday), ("2^{1420}".to_string(), 5));
    /// assert!(facts.wild.unwrap().itself);
    /// ```
    pub fn facts(&self, form: MisereForm, max_bytes: usize) -> MisereFacts {
        let wild = (!self.is_tame(form)).then(|| {
            let mut at = form;
            while let Some(&next) = self.options(at).iter().find(|&&option| !self.is_tame(option)) {
                at = next;
            }
            Wild { form: self.text_within(at, max_bytes), genus: self.genus(at).clone(), itself: at == form }
        });
        MisereFacts {
            form: self.text_within(form, max_bytes),
            outcome: self.outcome(form),
            genus: self.genus(form).clone(),
            wild,
            birthday: self.birthday(form),
        }
    }
}
