//! Misère canonical forms of positions of every game, compared with a search of whole positions.

use grundy_games::{library, parse};
use grundy_misere::forms::MisereForms;
use grundy_rules::{Kind, Outcome, Play, PositionSum};
use grundy_solve::{Budget, Question, Solver};

/// Returns the misère outcome by search; `None` if the search takes too long.
fn searched(text: &str) -> Option<Outcome> {
    let budget = Budget { nodes: 20_000, ..Budget::default() };
    let question = Question { use_theorems: false, ..Question::default() };
    let position_sum = parse(&format!("misere {text}")).unwrap_or_else(|error| panic!("{text}: {error}"));
    Solver::new().solve(&position_sum, &question, &budget).ok()?.result.outcome
}

/// The form of a position gives its outcome, and that of its sums with another position.
/// Its genus gives the outcome in sums with heaps of 2.
#[test]
fn forms_give_outcomes_of_positions_and_sums() {
    let mut compared = 0;
    let mut sums = 0;
    for &entry in library().games() {
        let mut positions: Vec<String> = vec![];
        for position in entry.samples().take(60) {
            let position_sum = PositionSum::from_position(Play::Normal, position);
            if position_sum.kind() == Kind::Impartial
                && position_sum.is_short()
                && !position_sum.terms[0].position.ruleset().has_extra_turns()
            {
                positions.push(position_sum.to_string());
            }
        }
        let budget = Budget { nodes: 20_000, deadline: None, ..Budget::default() };
        for (i, text) in positions.iter().enumerate() {
            // Skip long texts: the form of a position with many moves takes too long.
            let Some(alone) = searched(text).filter(|_| text.len() < 60) else { continue };
            let small = |text: &str| text.split(|c: char| !c.is_ascii_digit()).all(|n| n.len() < 2);
            if !small(text.split('(').next_back().unwrap_or("")) {
                continue;
            }
            let mut forms = MisereForms::new(&budget);
            let Ok(form) = forms.form_of(&parse(text).unwrap()) else { continue };
            assert_eq!(forms.outcome(form), alone, "{text}");
            compared += 1;
            let other = &positions[(i * 7 + 3) % positions.len()];
            if !small(other.split('(').next_back().unwrap_or("")) || other.len() > 60 {
                continue;
            }
            let sum = format!("{text} + {other}");
            let parsed = forms.parse(&sum, &mut |game| parse(game));
            let (Some(known), Ok(form)) = (searched(&sum), parsed) else { continue };
            assert_eq!(forms.outcome(form), known, "{sum}");
            sums += 1;
            let beside = format!("{text} + 2*nim(2)");
            if let Some(known) = searched(&beside) {
                let form = forms.form_of(&parse(text).unwrap()).unwrap();
                assert_eq!(forms.genus(form).digit(2) == 0, known == Outcome::P, "{beside}");
            }
        }
    }
    assert!(compared > 500 && sums > 300, "{compared} positions, {sums} sums");
}

/// A printed form parses back to the same form.
#[test]
fn printed_forms_parse_back() {
    let mut forms = MisereForms::new(&Budget::default());
    let mut seed = 3u64;
    let mut below = move |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    let mut known = vec![forms.intern_options(vec![])];
    for _ in 0..400 {
        let count = below(4);
        let options = (0..count).map(|_| known[below(known.len())]).collect();
        let form = forms.intern_options(options);
        if let Some(text) = forms.text_within(form, 400) {
            assert_eq!(forms.parse(&text, &mut |game| parse(game)).unwrap(), form, "{text}");
            known.push(form);
        }
    }
}

#[test]
fn errors_have_spans() {
    for (text, place) in [
        ("", 0..0),
        ("{*2", 0..1),
        ("{*2,}", 4..5),
        ("{,*2}", 1..2),
        ("}", 0..1),
        ("*2 +", 4..4),
        ("*2 *3", 3..4),
        ("1", 0..1),
        ("{0|*}", 2..3),
        ("nim(2", 3..4),
        ("* + nim(x)", 8..9),
        ("*99999999999", 0..12),
        ("3*", 0..1),
        ("2*(*", 2..3),
    ] {
        let mut forms = MisereForms::new(&Budget::default());
        let error = forms.parse(text, &mut |game| parse(game)).unwrap_err();
        assert_eq!(error.span, Some(place), "{text}: {error}");
    }
    // Deep nesting does not overflow the stack, because the parser does not recurse.
    let mut forms = MisereForms::new(&Budget::default());
    let deep = format!("{}{}", "(".repeat(50_000), ")".repeat(50_000));
    assert!(forms.parse(&deep, &mut |game| parse(game)).is_err());
    let deep = format!("{}*{}", "(".repeat(50_000), ")".repeat(50_000));
    let form = forms.parse(&deep, &mut |game| parse(game)).unwrap();
    assert_eq!(forms.text(form), "*");
    for unfit in ["hackenbush(0-1:b)", "*1000000000", "kayles(5)"] {
        let mut forms = MisereForms::new(&Budget { bytes: 1 << 24, ..Budget::default() });
        let read = forms.parse(unfit, &mut |game| parse(game));
        assert_eq!(read.is_err(), unfit != "kayles(5)", "{unfit}");
    }
}
