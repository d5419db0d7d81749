//! Tests of the board without a terminal: keys, clicks and the drawn screens.

use super::draw::{Theme, draw};
use super::model::{Confirmation, LogKind, Model, Next};
use super::terminal::{Frame, ScreenPosition};
use super::work::{Ask, run_job};
use crate::play::sentences::{PlayerName, PlayerNames};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use crossterm::style::Color;
use grundy::unstable::lang::Language;
use grundy::unstable::play::{Machine, Random, Session};
use grundy::unstable::render::width;
use grundy::unstable::solve::Solver;
use grundy::{Budget, Player, parse};
use std::path::Path;

/// Returns the board of a play against the machine in which the user is the first player.
fn model(spec: &str, language: Language) -> Model {
    let session = Session::new(parse(spec).unwrap(), Player::LEFT);
    let players = session.position().players();
    let name = |player| match player {
        0 => PlayerName::You,
        _ if players == 2 => PlayerName::Machine,
        player => PlayerName::Player(u16::from(player) + 1),
    };
    let names = PlayerNames((0..players).map(name).collect());
    Model::new(session, names, (0..players).map(|player| player > 0).collect(), language)
}

/// Runs the jobs that the board requests, until there are none.
fn run_jobs(model: &mut Model) {
    let (mut machine, mut solver) = (Machine::perfect(), Solver::new());
    let budget = Budget { nodes: 1_000_000, bytes: 1 << 28, ..Budget::default() };
    while let Some(job) = model.take_job() {
        model.receive(run_job(&job, &mut machine, &mut solver, &budget));
    }
}

fn press(model: &mut Model, code: KeyCode) -> Next {
    model.update(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

fn type_in(model: &mut Model, keys: &str) {
    for key in keys.chars() {
        press(model, KeyCode::Char(key));
    }
}

fn mouse(model: &mut Model, kind: MouseEventKind, column: u16, row: u16) {
    let modifiers = KeyModifiers::NONE;
    model.update(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
}

fn click(model: &mut Model, column: u16, row: u16) {
    mouse(model, MouseEventKind::Down(MouseButton::Left), column, row);
}

/// Draws the board and returns the lines of the terminal.
fn screen(model: &mut Model, columns: u16, rows: u16) -> String {
    let mut frame = Frame::new(columns, rows);
    model.layout = draw(&mut frame, model, Theme { colors: true });
    let mut text = String::new();
    for y in 0..rows {
        let mut line = String::new();
        let mut x = 0;
        while x < columns {
            let symbol = frame.symbol(ScreenPosition { x, y });
            line.push_str(symbol);
            // A wide character covers the next cell too.
            x += (width(symbol) as u16).max(1);
        }
        assert!(width(&line) <= usize::from(columns), "{line}");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Returns the position of a text on the screen.
fn find_text(screen: &str, text: &str) -> (u16, u16) {
    let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains(text)).expect(text);
    (width(&line[..line.find(text).unwrap()]) as u16, y as u16)
}

fn position(model: &Model) -> String {
    model.session.position().text().to_string()
}

/// Returns the newest line of the log.
fn last_log_line(model: &Model) -> &str {
    model.log.last().map_or("", |(_, line)| line)
}

#[test]
fn moves_are_made_by_keys() {
    let mut model = model("nim(3,4,5)", Language::English);
    assert_eq!(press(&mut model, KeyCode::Down), Next::Stay);
    press(&mut model, KeyCode::Enter);
    assert_eq!((position(&model).as_str(), model.current_question()), ("nim(1,4,5)", Some(Ask::Reply)));
    // It is the machine's turn now, so the user's move is refused.
    press(&mut model, KeyCode::Enter);
    assert_eq!(last_log_line(&model), "It is the computer's turn.");
    run_jobs(&mut model);
    assert_eq!((position(&model).as_str(), model.current_question()), ("nim(0,4,5)", None));
    press(&mut model, KeyCode::Char('u'));
    assert_eq!(position(&model), "nim(3,4,5)");
    press(&mut model, KeyCode::Char('u'));
    assert_eq!(last_log_line(&model), "You have made no move to take back.");
    assert_eq!(press(&mut model, KeyCode::Char('q')), Next::Quit);
}

#[test]
fn moves_are_typed() {
    let mut model = model("nim(3,4,5)", Language::English);
    type_in(&mut model, "9 9");
    press(&mut model, KeyCode::Enter);
    assert_eq!(model.log.last().map(|(kind, _)| *kind), Some(LogKind::Error));
    assert!(last_log_line(&model).starts_with("`9 9` is not a legal move here"), "{}", last_log_line(&model));
    type_in(&mut model, ":take 3 from heap 1x");
    press(&mut model, KeyCode::Backspace);
    press(&mut model, KeyCode::Enter);
    assert_eq!(position(&model), "nim(0,4,5)");
    press(&mut model, KeyCode::Char('u'));
    type_in(&mut model, "#2");
    press(&mut model, KeyCode::Enter);
    assert_eq!(position(&model), "nim(1,4,5)");
    // A cancelled line has no effect, and neither does an empty line.
    type_in(&mut model, ":2");
    press(&mut model, KeyCode::Esc);
    assert!(model.typed.is_none() && model.current_question().is_some());
}

#[test]
fn keys_query_the_engines() {
    let mut model = model("nim(3,4,5)", Language::English);
    press(&mut model, KeyCode::Char('h'));
    run_jobs(&mut model);
    assert_eq!((last_log_line(&model), model.chosen), ("hint: take 2 from heap 1 (wins)", 1));
    press(&mut model, KeyCode::Char('v'));
    assert!(model.value_of(1).is_none());
    run_jobs(&mut model);
    assert_eq!(model.value_of(0).unwrap().1, "loses, value 3");
    assert_eq!(model.value_of(1).unwrap().1, "wins, value 0");
    press(&mut model, KeyCode::Char('?'));
    run_jobs(&mut model);
    assert!(screen(&mut model, 80, 24).contains("1 winning move:"));
    assert_eq!(press(&mut model, KeyCode::Esc), Next::Stay);
    assert!(model.pages.is_none());
}

/// Esc goes back one step at a time and asks before it leaves.
#[test]
fn esc_goes_back_and_asks() {
    let mut model = model("nim(3,4,5)", Language::English);
    type_in(&mut model, "vjj");
    run_jobs(&mut model);
    press(&mut model, KeyCode::Char('?'));
    run_jobs(&mut model);
    assert!(model.pages.is_some());
    let esc = |model: &mut Model| assert_eq!(press(model, KeyCode::Esc), Next::Stay);
    esc(&mut model);
    assert!(model.pages.is_none() && model.chosen == 2 && model.value_of(2).is_some());
    esc(&mut model);
    assert!(model.chosen == 0 && model.value_of(0).is_some());
    esc(&mut model);
    assert!(model.value_of(0).is_none() && model.pending.is_none());
    esc(&mut model);
    assert_eq!(model.pending, Some(Confirmation::Leave));
    assert!(screen(&mut model, 80, 24).contains("Quit? y: yes, n: no."));
    assert!(screen(&mut model, 20, 5).contains("Quit? y: yes"));
    // Neither a click nor another key confirms.
    click(&mut model, 45, 3);
    assert_eq!((model.pending, model.session.moves_made()), (Some(Confirmation::Leave), 0));
    for no in [KeyCode::Esc, KeyCode::Char('n'), KeyCode::Char('x')] {
        model.pending = Some(Confirmation::Leave);
        assert_eq!((press(&mut model, no), model.pending), (Next::Stay, None));
    }
    for yes in [KeyCode::Enter, KeyCode::Char('y'), KeyCode::Char('q')] {
        model.pending = Some(Confirmation::Leave);
        assert_eq!(press(&mut model, yes), Next::Quit);
    }
}

#[test]
fn a_key_begins_a_new_play() {
    let mut model = model("nim(1,2)", Language::English);
    // No move was made, so there is nothing to restart.
    press(&mut model, KeyCode::Char('n'));
    assert!(model.pending.is_none() && model.earlier.is_empty());
    press(&mut model, KeyCode::Enter);
    run_jobs(&mut model);
    assert!(model.end.is_some());
    press(&mut model, KeyCode::Char('n'));
    assert_eq!((position(&model).as_str(), model.earlier.len()), ("nim(1,2)", 1));
    press(&mut model, KeyCode::Down);
    press(&mut model, KeyCode::Enter);
    press(&mut model, KeyCode::Char('n'));
    // In the middle of a play, a restart needs confirmation.
    assert_eq!((model.pending, position(&model).as_str()), (Some(Confirmation::Restart), "nim(1,1)"));
    press(&mut model, KeyCode::Char('y'));
    assert_eq!((position(&model).as_str(), model.earlier.len()), ("nim(1,2)", 2));
}

/// A play begins with the given moves, and the machine continues.
#[test]
fn given_moves_are_replayed() {
    let mut model = model("nim(3,4,5)", Language::English);
    let mut session = model.session.anew();
    session.play_all("2 1; 1 1; take 1 from heap 3").unwrap();
    let moves: Vec<_> = session.moves().map(|(_, mv)| mv.clone()).collect();
    model.play_opening_moves(&moves);
    assert_eq!(
        (position(&model).as_str(), model.current_question(), model.log.len()),
        ("nim(0,4,4)", Some(Ask::Reply), 3)
    );
    assert_eq!(last_log_line(&model), "you: take 1 from heap 3");
}

#[test]
fn thinking_can_be_cancelled() {
    let mut model = model("nim(3,4,5)", Language::English);
    press(&mut model, KeyCode::Enter);
    let job = model.take_job().unwrap();
    assert_eq!(press(&mut model, KeyCode::Esc), Next::Stay);
    // The engine notices the cancellation, and its late report is ignored.
    let report = run_job(&job, &mut Machine::perfect(), &mut Solver::new(), &Budget::default());
    assert!(report.result.is_err());
    let before = model.log.len();
    model.receive(report);
    assert_eq!((model.log.len(), position(&model).as_str()), (before, "nim(2,4,5)"));
    press(&mut model, KeyCode::Enter);
    run_jobs(&mut model);
    assert_eq!(model.session.moves_made(), 2);
    let interrupt = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert_eq!(model.update(&interrupt), Next::Interrupt);
}

#[test]
fn stones_steps_cells_and_moves_are_clicked() {
    // The spec, a text on the line to click, the offset of the click, and the position after a second click there.
    let clicks = [
        ("nim(3,4,5)", "▸1  ● ●", 6, "nim(1,4,5)"),
        ("nim(3,4,5)", "take 3 from heap 2", 0, "nim(3,1,5)"),
        ("stairs(1,2,3)", "3▕", 6, "stairs[ground](1,4,1)"),
        ("wythoff(3,5)", "4 · ·", 6, "wythoff(2,4)"),
        ("row[1..3](3,-1,4,-1,5)", "take 2 from", 3, "row[1..3](4,-1,5)"),
    ];
    for (spec, text, right, after) in clicks {
        let mut model = model(spec, Language::English);
        let (x, y) = find_text(&screen(&mut model, 90, 24), text);
        click(&mut model, x + right, y);
        assert_eq!(model.session.moves_made(), 0, "{spec}");
        screen(&mut model, 90, 24);
        click(&mut model, x + right, y);
        assert_eq!(position(&model), after, "{spec}");
    }
    // Clicks on a component as a whole choose its moves one after the other.
    let mut model = model("token[a>b,b>c,a>c](a,b)", Language::English);
    for chosen in [2, 2] {
        let (x, y) = find_text(&screen(&mut model, 90, 24), "2  b");
        click(&mut model, x + 3, y);
        screen(&mut model, 90, 24);
        assert_eq!(model.chosen, chosen);
    }
    let (x, y) = find_text(&screen(&mut model, 90, 24), "legal moves");
    mouse(&mut model, MouseEventKind::ScrollUp, x, y + 1);
    assert_eq!(model.chosen, 1);
}

#[test]
fn the_end_is_shown() {
    let mut model = model("misere nim(1)", Language::English);
    press(&mut model, KeyCode::Enter);
    assert_eq!(last_log_line(&model), "The computer cannot move; under misère play, the computer wins.");
    assert!(model.end.is_some() && model.take_job().is_none());
    // The result is the first text on the board, at any size.
    for (columns, rows) in [(80, 24), (24, 2)] {
        assert!(screen(&mut model, columns, rows).starts_with("2. the computer wins, "));
    }
    press(&mut model, KeyCode::Enter);
    assert_eq!(
        last_log_line(&model),
        "The game has ended. Press n to start a new one, u to take back your last move, q to quit."
    );
    press(&mut model, KeyCode::Char('u'));
    assert!(model.end.is_none());
}

const GAMES: [&str; 12] = [
    "nim(3,4,5)",
    "stairs(1,2,3,0,12)",
    "wythoff(3,5)",
    "wythoff(30,5)",
    "wythoff(1,10^9)",
    "take[1,2 | 1,3](9)",
    "token[a>b,b>c,c>a](a,b)",
    "row[1..3](3,-1,4,-1,5)",
    "hackenbush(0-1:b,1-2:r,0-2:g)",
    "rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / 2 : 1>2>3](17)",
    "nim(3,10^18) + 3*wythoff(3,5) + stairs(1,2) + kayles(7)",
    "rule{ (a,b) -> (a-k,b) for k in {1,2}; (a,b-1) }(4,4)",
];

#[test]
fn random_input_never_panics() {
    let mut random = Random::new(7);
    for (k, spec) in GAMES.into_iter().enumerate() {
        let mut model = model(spec, Language::ALL[k % 2]);
        for _ in 0..120 {
            let (columns, rows) = (1 + random.below(100) as u16, 1 + random.below(30) as u16);
            screen(&mut model, columns, rows);
            let (x, y) = (random.below(100) as u16, random.below(30) as u16);
            let keys = "jjkvvh?u:12 #ny";
            match random.below(6) {
                0 => click(&mut model, x, y),
                1 => mouse(&mut model, MouseEventKind::ScrollDown, x, y),
                2 => _ = press(&mut model, [KeyCode::PageDown, KeyCode::Esc][random.below(2)]),
                3 => _ = press(&mut model, KeyCode::Enter),
                _ => type_in(&mut model, &keys[random.below(keys.len())..][..1]),
            }
            if random.below(3) > 0 {
                run_jobs(&mut model);
            }
        }
    }
}

/// Compares a screen with the stored screen; `SCREENS=overwrite` stores it first.
fn assert_screen(name: &str, screen: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/play/board/screens").join(name);
    if std::env::var_os("SCREENS").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, screen).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), screen, "{name}; SCREENS=overwrite keeps it");
}

#[test]
fn screens_match_snapshots() {
    for language in Language::ALL {
        for (name, spec, keys) in [
            ("heaps", "nim(3,4,5)", "vj"),
            ("stairs", "stairs(1,2,3)", "jj"),
            ("pair", "wythoff(3,5)", "h"),
            ("sum", "nim(3,10^18) + 2*kayles(4) + token[a>b,b>c](a)", ""),
        ] {
            let mut model = model(spec, language);
            for key in keys.chars() {
                press(&mut model, KeyCode::Char(key));
                run_jobs(&mut model);
            }
            assert_screen(&format!("{name}.{}.txt", language.tag()), &screen(&mut model, 80, 20));
        }
        let mut model = model("nim(3,4,5)", language);
        assert_screen(&format!("tiny.{}.txt", language.tag()), &screen(&mut model, 20, 6));
    }
}

/// Pieces keep the mark and the colour of their owner after every move, and at the end of the game.
#[test]
fn pieces_keep_their_owners() {
    for (spec, pieces) in [
        ("mnk[3,3,3](start)", [("✕", Color::Blue), ("○", Color::Red)]),
        ("fox_and_geese(\"#g#g/.#.#/#.#./f#.#\")", [("g", Color::Blue), ("f", Color::Red)]),
    ] {
        let mut model = model(spec, Language::English);
        for turn in 0..9 {
            run_jobs(&mut model);
            let mut frame = Frame::new(80, 24);
            model.layout = draw(&mut frame, &model, Theme { colors: true });
            let picture = model.layout.picture;
            let mut counts = [0; 2];
            for (y, x) in (picture.y..picture.y + picture.height).flat_map(|y| (4..picture.width).map(move |x| (y, x)))
            {
                let at = ScreenPosition { x, y };
                for (count, (sign, color)) in counts.iter_mut().zip(pieces) {
                    if frame.symbol(at) == sign {
                        assert_eq!(frame.style(at).foreground_color, Some(color), "{spec}: {sign}");
                        *count += 1;
                    }
                }
            }
            let moves = model.session.moves_made();
            let expected = if spec.starts_with("mnk") { [moves.div_ceil(2), moves / 2] } else { [2, 1] };
            assert_eq!(counts, expected, "{spec} in turn {turn}");
            if model.end.is_some() {
                break;
            }
            press(&mut model, KeyCode::Enter);
        }
        assert!(model.end.is_some() || !spec.starts_with("mnk"));
    }
}

#[test]
fn heaps_squares_and_lines_are_clicked() {
    // In End Nim, Left takes from the first heap; the stones of the other heaps have no move.
    let mut board = model("endnim(3,1,2)", Language::English);
    let drawn = screen(&mut board, 100, 24);
    let (x, y) = find_text(&drawn, "● ● ○");
    click(&mut board, x, y + 1);
    assert_eq!(position(&board), "endnim(3,1,2)");
    for _ in 0..2 {
        click(&mut board, x + 2, y);
    }
    assert_eq!(position(&board), "endnim(1,1,2)");

    // Taking the first of three equal heaps changes this heap, also in the picture.
    let mut board = model("endnim(3,3,3)", Language::English);
    let drawn = screen(&mut board, 100, 24);
    let (x, y) = find_text(&drawn, "● ● ○");
    click(&mut board, x, y);
    let drawn = screen(&mut board, 100, 24);
    assert_eq!(find_text(&drawn, "○ ○ ○"), (x, y));
    click(&mut board, x, y);
    assert_eq!(position(&board), "endnim(3,3)");

    // In Moore's Nim every chosen move is marked, also if it changes two heaps.
    let mut board = model("moore[2](2,3)", Language::English);
    for _ in 0..11 {
        let drawn = screen(&mut board, 100, 24);
        assert!(drawn.contains("○"), "{drawn}");
        press(&mut board, KeyCode::Down);
    }

    // In Chomp, a click bites off the square with everything below it and to its right.
    let mut board = model("chomp(3x4)", Language::English);
    let drawn = screen(&mut board, 100, 24);
    let (x, y) = find_text(&drawn, "x · · ·");
    click(&mut board, x + 4, y + 1);
    click(&mut board, x + 4, y + 1);
    assert_eq!(position(&board), "chomp(4,2,2)");
    let drawn = screen(&mut board, 100, 24);
    assert!(drawn.contains("2 · · ") && !drawn.contains("2 · · ·"), "{drawn}");

    // In Cutcake, Left cuts between columns and Right between rows.
    let mut board = model("cutcake(2,4)", Language::English);
    let drawn = screen(&mut board, 100, 24);
    let (x, y) = find_text(&drawn, "·┃·┊·┊·");
    click(&mut board, x + 3, y);
    find_text(&screen(&mut board, 100, 24), "·┊·┃·┊·");
    click(&mut board, x + 3, y);
    assert_eq!(position(&board), "cutcake(2,2,2,2)");
    let mut board = model("-cutcake(4,2)", Language::English);
    let drawn = screen(&mut board, 100, 24);
    assert!(find_text(&drawn, "━━━").1 < find_text(&drawn, "┈┈┈").1, "{drawn}");
    let (x, y) = find_text(&drawn, "┈┈┈");
    click(&mut board, x, y);
    assert_eq!(find_text(&screen(&mut board, 100, 24), "━━━"), (x, y));
    click(&mut board, x, y);
    assert_eq!(position(&board), "-cutcake(2,2,2,2)");
}
