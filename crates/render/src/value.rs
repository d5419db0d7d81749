//! Properties of a value as text, and its thermograph as a picture.

use crate::style::Style;
use crate::svg::{Anchor, GRID, INK, Svg};
use grundy_lang::{Language, text};
use grundy_rules::Outcome;
use grundy_value::{Dyadic, SymbolSet, Value, ValueArena, ValueFacts, ValueLimit, Wall};

/// Returns the properties of a value, one per line.
///
/// ```
/// use grundy_render::value_text;
/// use grundy_value::ValueArena;
/// let mut values = ValueArena::new();
/// let value = values.parse("{2|-1}").unwrap();
/// let facts = values.facts(value).unwrap();
/// let text = value_text(&mut values, &facts, Default::default(), Default::default()).unwrap();
/// assert!(text.contains("temperature: 3/2"), "{text}");
/// ```
///
/// # Errors
/// The limit that was exceeded. A form that is merely too long to print is reported in the text instead.
pub fn value_text(
    values: &mut ValueArena,
    facts: &ValueFacts,
    style: Style,
    language: Language,
) -> Result<String, ValueLimit> {
    // On a terminal, values are written with arrows; in files and for other programs, in ASCII.
    let symbols = if style.width.is_some() { SymbolSet::Arrows } else { SymbolSet::Ascii };
    let value = printable_value(values, facts.value, symbols)?;
    let outcome = match facts.outcome {
        Outcome::P => text!("whoever starts loses (P)"),
        Outcome::L => text!("Left wins, whoever starts (L)"),
        Outcome::R => text!("Right wins, whoever starts (R)"),
        _ => text!("whoever starts wins (N)"),
    };
    let mut lines = vec![
        match value {
            Some(value) => text!("value: {value}", value),
            None => text!("value: too long to print"),
        },
        outcome,
        text!(
            "stops: left {left}, right {right}",
            left = facts.left_stop.to_string(),
            right = facts.right_stop.to_string()
        ),
        text!("mean: {mean}", mean = facts.thermograph.mean().to_string()),
        text!("temperature: {temperature}", temperature = facts.thermograph.temperature.to_string()),
    ];
    if let Some(weight) = facts.atomic_weight
        && let Some(weight) = printable_value(values, weight, symbols)?
    {
        lines.push(text!("atomic weight: {weight}", weight));
    }
    if facts.reduced != facts.value
        && let Some(value) = printable_value(values, facts.reduced, symbols)?
    {
        lines.push(text!("reduced form: {value}", value));
    }
    lines.push(text!("birthday: {day}", day = facts.birthday));
    Ok(lines.iter().map(|line| style.wrap_lines(&line.in_language(language)) + "\n").collect())
}

/// Returns a value as text, or `None` if it is too long to print.
///
/// # Errors
/// Any other limit that was exceeded.
pub fn printable_value(
    values: &mut ValueArena,
    value: Value,
    symbols: SymbolSet,
) -> Result<Option<String>, ValueLimit> {
    match values.text(value, symbols) {
        Ok(text) => Ok(Some(text)),
        Err(ValueLimit::Text | ValueLimit::Depth) => Ok(None),
        Err(limit) => Err(limit),
    }
}

const WIDTH: f64 = 480.0;

const HEIGHT: f64 = 380.0;

/// Margins for the numbers on the left and below, and for the title above.
const LEFT: f64 = 64.0;

const RIGHT: f64 = 24.0;

const TOP: f64 = 56.0;

const BOTTOM: f64 = 60.0;

/// Maps numbers and temperatures to coordinates.
///
/// Numbers grow to the left, as is usual for thermographs.
struct ThermographScale {
    low: f64,
    high: f64,
    top: f64,
}

impl ThermographScale {
    fn new(facts: &ValueFacts) -> ThermographScale {
        let all = || facts.thermograph.left.iter().chain(&facts.thermograph.right);
        let numbers = || all().map(|p| p.1.to_f64());
        let low = numbers().fold(f64::INFINITY, f64::min);
        let high = numbers().fold(f64::NEG_INFINITY, f64::max);
        // Near a large number a margin of one half would vanish in a float.
        let margin = ((high - low) * 0.1).max(0.5).max(low.abs().max(high.abs()) * 1e-9);
        let top = facts.thermograph.temperature.to_f64().max(0.0);
        ThermographScale { low: low - margin, high: high + margin, top: top + (top * 0.25).max(0.75) }
    }

    fn point_at(&self, t: f64, x: f64) -> [f64; 2] {
        let across = (self.high - x) / (self.high - self.low);
        let up = (t + 1.0) / (self.top + 1.0);
        [LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)]
    }

    fn wall(&self, svg: &mut Svg, wall: &Wall, name: &str, dashes: &str) {
        let mut points: Vec<[f64; 2]> = wall.iter().map(|&(t, x)| self.point_at(t.to_f64(), x.to_f64())).collect();
        let (_, mast) = *wall.last().expect("a wall has a point");
        points.push(self.point_at(self.top, mast.to_f64()));
        let path: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1} {y:.1}")).collect();
        svg.put(format_args!(
            "<path class=\"{name}\" d=\"M{}\" stroke=\"{INK}\" stroke-width=\"2\"{dashes} fill=\"none\"/>\n",
            path.join("L")
        ));
    }
}

/// Returns about eight round numbers between two bounds.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let steps = (-9..16).flat_map(|decade: i32| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(decade)));
    let step = steps.into_iter().find(|step| (high - low) / step <= 8.0).unwrap_or(high - low);
    let first = (low / step).ceil() as i64;
    (first..).map(|k| k as f64 * step).take_while(|&x| x <= high).take(20).collect()
}

/// Returns the thermograph as SVG: the left wall solid, the right wall dashed, the mast above them.
///
/// # Errors
/// The limit that was exceeded.
pub fn thermograph_svg(values: &mut ValueArena, facts: &ValueFacts, language: Language) -> Result<String, ValueLimit> {
    let title = match printable_value(values, facts.value, SymbolSet::Arrows)? {
        Some(value) => text!("thermograph of {value}", value),
        None => text!("a thermograph"),
    };
    let title = title.in_language(language);
    let mut svg = Svg::new(WIDTH as u32, HEIGHT as u32, &title);
    svg.title(16.0, 28.0, WIDTH - 32.0, &title);
    let frame = ThermographScale::new(facts);
    let label = |x: f64| Dyadic::integer(x.round() as i64).to_string();
    let tick_label = |x: f64| if x == x.round() { label(x) } else { format!("{x}") };
    for x in ticks(frame.low, frame.high) {
        let (from, to) = (frame.point_at(-1.0, x), frame.point_at(frame.top, x));
        svg.line(from, to, GRID);
        svg.text(from[0], from[1] + 18.0, Anchor::Middle, &tick_label(x));
    }
    for t in ticks(-1.0, frame.top) {
        let (from, to) = (frame.point_at(t, frame.high), frame.point_at(t, frame.low));
        svg.line(from, to, GRID);
        svg.text(from[0] - 6.0, from[1] + 4.0, Anchor::End, &tick_label(t));
    }
    frame.wall(&mut svg, &facts.thermograph.left, "left-wall", "");
    frame.wall(&mut svg, &facts.thermograph.right, "right-wall", " stroke-dasharray=\"6 4\"");
    let (mean, temperature) = (facts.thermograph.mean(), facts.thermograph.temperature);
    let [x, y] = frame.point_at(temperature.to_f64(), mean.to_f64());
    svg.put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{INK}\"/>\n"));
    let caption =
        text!("mean {mean}, temperature {temperature}", mean = mean.to_string(), temperature = temperature.to_string());
    svg.text(WIDTH / 2.0, HEIGHT - 6.0, Anchor::Middle, &caption.in_language(language));
    let across = LEFT + (WIDTH - LEFT - RIGHT) / 2.0;
    let axis_name = text!("left and right stops after cooling by t").in_language(language);
    svg.text(across, HEIGHT - BOTTOM + 36.0, Anchor::Middle, &axis_name);
    let (x, y) = (18.0, TOP + (HEIGHT - TOP - BOTTOM) / 2.0);
    let turned = format!(" transform=\"rotate(-90 {x:.1} {y:.1})\"");
    svg.styled(x, y, Anchor::Middle, &text!("temperature t").in_language(language), &turned);
    Ok(svg.finish())
}
