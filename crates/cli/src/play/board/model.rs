//! The board without its terminal: what it knows, and what an event makes of it.

use super::terminal::{Position, Rect};
use super::work::{Ask, Found, Job, Report};
use crate::play::words::{Names, reason, sentence, told};
use crate::play::{SHOWN, nth};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use grundy::unstable::lang::{Language, Text, text};
use grundy::unstable::play::{End, ExpectedResult, LegalMove, PlayComponent, Session};
use grundy::unstable::render::{Style, wrap};
use grundy::unstable::rules::Cancel;
use grundy::unstable::rules::Picture;
use grundy::{Error, ErrorKind};

/// How many moves are listed; others can be typed.
const LISTED: usize = 2000;

/// How many components are drawn.
const DRAWN: usize = 200;

/// How much is kept of what was said.
const LOGGED: usize = 1000;

/// The longest line that can be typed.
const TYPED: usize = 500;

/// What the board wants of its loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Stay,
    Quit,
    /// Ctrl-C: the play is broken off.
    Interrupt,
}

/// How a line of the log is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Move,
    Note,
    Error,
}

/// What is asked before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sure {
    Leave,
    Anew,
}

/// A text that is read page by page.
#[derive(Debug)]
pub struct Pages {
    pub text: String,
    /// The first line that is shown.
    pub top: usize,
}

/// Something to point at in the picture: what is left of a component if that is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The component's place in [`Model::pieces`].
    pub piece: usize,
    /// What is left of it; `None` for the component as a whole.
    pub left: Option<Picture>,
}

/// Where things stood when the board was drawn last; the mouse points at them.
#[derive(Debug, Default)]
pub struct Seen {
    /// The list of moves, and the first move in it.
    pub moves: Rect,
    pub first: usize,
    pub picture: Rect,
    /// The first line of the picture that is shown, and the highest that could be.
    pub picture_top: usize,
    pub picture_most: usize,
    pub targets: Vec<(Rect, Target)>,
    /// The pane of the explanation.
    pub pages: Rect,
}

/// What the machine or an engine is at.
struct Work {
    ticket: u64,
    ask: Ask,
    stop: Cancel,
}

/// The board: a play, and what is shown of it.
pub struct Model {
    pub session: Session,
    /// The plays before this one, in which somebody moved.
    pub earlier: Vec<Session>,
    /// What waits for a yes.
    pub asked: Option<Sure>,
    pub names: Names,
    pub language: Language,
    /// By seat, whom the machine plays.
    machines: Vec<bool>,
    /// What the play is about.
    pub opening: Vec<Text>,
    pub pieces: Vec<PlayComponent>,
    /// Whether there are more components than are drawn, or more moves than are listed.
    pub more_pieces: bool,
    pub more_moves: bool,
    pub moves: Vec<LegalMove>,
    /// What each move leaves of its component.
    leaves: Vec<Vec<Picture>>,
    pub chosen: usize,
    /// What moves bring, from the one of this number on, as far as that is known.
    values: (usize, Vec<(Option<ExpectedResult>, Text)>),
    values_wanted: bool,
    pub log: Vec<(Mood, String)>,
    /// The line that is being typed.
    pub typed: Option<String>,
    pub pages: Option<Pages>,
    /// The line of the picture that the wheel chose; the picture follows the chosen move otherwise.
    pub picture_top: Option<usize>,
    pub seen: Seen,
    pub end: Option<End>,
    /// The machine does not move by itself: it was stopped, or plays all seats and waits to be asked.
    halted: bool,
    work: Option<Work>,
    /// A job that nobody has begun.
    job: Option<Job>,
    tickets: u64,
}

impl Model {
    pub fn new(session: Session, names: Names, machines: Vec<bool>, language: Language) -> Model {
        let opening = names.opening(session.board());
        let halted = machines.iter().all(|&machine| machine);
        let mut model = Model {
            session,
            earlier: vec![],
            asked: None,
            names,
            language,
            machines,
            opening,
            pieces: vec![],
            more_pieces: false,
            more_moves: false,
            moves: vec![],
            leaves: vec![],
            chosen: 0,
            values: (0, vec![]),
            values_wanted: false,
            log: vec![],
            typed: None,
            pages: None,
            picture_top: None,
            seen: Seen::default(),
            end: None,
            halted,
            work: None,
            job: None,
            tickets: 0,
        };
        // The first sentence stands in the header.
        for said in model.opening.clone().iter().skip(1) {
            model.note(said);
        }
        if halted {
            model.note(&text!("The machine plays all seats: Enter lets it move."));
        }
        model.arrive();
        model
    }

    /// Makes the moves that a play begins with.
    pub fn repeat(&mut self, moves: &[LegalMove]) {
        for mv in moves {
            self.make(mv);
        }
    }

    /// The job that is to be done next.
    pub fn job(&mut self) -> Option<Job> {
        self.job.take()
    }

    /// What an engine is at.
    pub fn at_work(&self) -> Option<Ask> {
        self.work.as_ref().map(|work| work.ask)
    }

    /// Whether the machine is to move.
    pub fn is_machines_turn(&self) -> bool {
        self.machines[usize::from(self.session.board().mover().0)]
    }

    /// What the chosen move leaves of a component; `None` if it is made elsewhere.
    pub fn leaves_of(&self, piece: usize) -> Option<&[Picture]> {
        let place = self.pieces[piece].place;
        let mv = self.moves.get(self.chosen).filter(|mv| mv.place() == place && self.end.is_none());
        mv.and_then(|_| self.leaves.get(self.chosen)).map(Vec::as_slice)
    }

    /// What a move brings, if that is known and wanted.
    pub fn value_of(&self, mv: usize) -> Option<&(Option<ExpectedResult>, Text)> {
        mv.checked_sub(self.values.0).and_then(|k| self.values.1.get(k)).filter(|_| self.values_wanted)
    }

    /// What all listed moves leave of a component.
    pub fn all_leaves_of(&self, piece: usize) -> impl Iterator<Item = &[Picture]> {
        let place = self.pieces[piece].place;
        let moves = self.moves.iter().zip(&self.leaves).filter(move |(mv, _)| mv.place() == place);
        moves.map(|(_, left)| left.as_slice())
    }

    /// A text in the language of the board.
    pub fn say(&self, text: &Text) -> String {
        text.in_language(self.language)
    }

    /// Ends what is going on, for nobody waits for it any more; `false` if nothing is.
    pub fn stop(&mut self) -> bool {
        self.job = None;
        self.work.take().map(|work| work.stop.stop()).is_some()
    }

    /// What an event of the terminal makes of the board.
    pub fn update(&mut self, event: &Event) -> Next {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => {
                self.point(*mouse);
                Next::Stay
            }
            _ => Next::Stay,
        }
    }

    /// What a report of an engine makes of the board; one that is not waited for, nothing.
    pub fn hear(&mut self, report: Report) {
        let Some(work) = self.work.take_if(|work| work.ticket == report.ticket) else { return };
        match report.found {
            Ok(Found::Reply(chosen)) => {
                if let Some(error) = chosen.unsolved {
                    self.note(&text!("The machine cannot see through this position: {why}.", why = error.message));
                }
                self.make(&chosen.mv);
            }
            Ok(Found::Hint(best)) => {
                self.note(&self.names.hint(&best));
                let at = self.moves.iter().position(|mv| *mv == best.mv);
                self.choose(at.unwrap_or(self.chosen));
            }
            Ok(Found::Values(rows)) => {
                let row = |(prospect, answer)| (prospect, self.names.short_value(prospect, &answer));
                self.values.1 = rows.into_iter().map(row).collect();
            }
            Ok(Found::Why(answer, line)) => {
                let text = reason(&answer, line.as_ref(), Style::default(), self.language);
                self.pages = Some(Pages { text, top: 0 });
            }
            Err(error) => {
                self.halted |= work.ask == Ask::Reply;
                // Asked again with every move that is chosen, they would fail again.
                self.values_wanted &= work.ask != Ask::Values;
                self.complain(&error);
            }
        }
        self.value_chosen();
    }

    fn press(&mut self, key: KeyEvent) -> Next {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'C')) {
            return if self.halt() { Next::Stay } else { Next::Interrupt };
        }
        if let Some(sure) = self.asked.take() {
            let yes = matches!(key.code, KeyCode::Enter | KeyCode::Char('y' | 'Y'));
            match sure {
                Sure::Leave if yes || key.code == KeyCode::Char('q') => return Next::Quit,
                Sure::Anew if yes => self.anew(),
                _ => {}
            }
            return Next::Stay;
        }
        if self.typed.is_some() {
            self.write(key);
            return Next::Stay;
        }
        let page = self.seen.pages.height.max(1) as isize;
        if self.pages.is_some() {
            match key.code {
                KeyCode::Up | KeyCode::Char('k') => self.turn_pages(-1),
                KeyCode::Down | KeyCode::Char('j') => self.turn_pages(1),
                KeyCode::PageUp => self.turn_pages(-page),
                KeyCode::PageDown | KeyCode::Char(' ') => self.turn_pages(page),
                KeyCode::Home => self.turn_pages(isize::MIN),
                KeyCode::End => self.turn_pages(isize::MAX),
                KeyCode::Char('q') => return Next::Quit,
                KeyCode::Esc | KeyCode::Enter | KeyCode::Char('?' | '？') => self.pages = None,
                _ => {}
            }
            return Next::Stay;
        }
        let page = self.seen.moves.height.max(1) as isize;
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.step(-1),
            KeyCode::Down | KeyCode::Char('j') => self.step(1),
            KeyCode::PageUp => self.step(-page),
            KeyCode::PageDown => self.step(page),
            KeyCode::Home => self.step(isize::MIN),
            KeyCode::End => self.step(isize::MAX),
            KeyCode::Enter => self.play_chosen(),
            KeyCode::Char('h') => self.ask(Ask::Hint),
            KeyCode::Char('?' | '？') => self.ask(Ask::Why),
            KeyCode::Char('v') => self.toggle_values(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('q') => return Next::Quit,
            KeyCode::Char('n') if self.end.is_some() => self.anew(),
            KeyCode::Char('n') if self.session.moves_made() > 0 => self.asked = Some(Sure::Anew),
            KeyCode::Esc => self.go_back(),
            KeyCode::Char(':' | '：') => self.typed = Some(String::new()),
            KeyCode::Char(c) if c == '#' || c.is_ascii_digit() => self.typed = Some(c.to_string()),
            _ => {}
        }
        Next::Stay
    }

    fn point(&mut self, mouse: MouseEvent) {
        let at = Position { x: mouse.column, y: mouse.row };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if self.pages.is_none() && self.asked.is_none() => self.click(at),
            MouseEventKind::ScrollUp => self.wheel(at, -1),
            MouseEventKind::ScrollDown => self.wheel(at, 1),
            _ => {}
        }
    }

    fn click(&mut self, at: Position) {
        let meant = if self.seen.moves.contains(at) {
            let row = self.seen.first + usize::from(at.y - self.seen.moves.y);
            (row < self.moves.len()).then_some((row, true))
        } else {
            let target = self.seen.targets.iter().find(|(area, _)| area.contains(at)).map(|(_, target)| target.clone());
            target.and_then(|target| self.meant(&target))
        };
        match meant {
            Some((mv, true)) if mv == self.chosen => self.play_chosen(),
            Some((mv, _)) => {
                let top = self.seen.picture_top;
                self.choose(mv);
                // What the mouse points at stays where it is.
                self.picture_top = Some(top);
            }
            None => {}
        }
    }

    /// The move that is meant by pointing at something in the picture, and whether it is that move and no other.
    fn meant(&self, target: &Target) -> Option<(usize, bool)> {
        let place = self.pieces.get(target.piece)?.place;
        let mut here = self.moves.iter().zip(&self.leaves).enumerate().filter(|(_, (mv, _))| mv.place() == place);
        let leaves = |left: &[Picture], wanted: &Picture| match left {
            [] => *wanted == Picture::Heap(0),
            [only] => only == wanted,
            _ => false,
        };
        let exact = target.left.as_ref().and_then(|wanted| here.clone().find(|(_, (_, left))| leaves(left, wanted)));
        match exact {
            Some((mv, _)) => Some((mv, true)),
            // A second click on the same component takes the next move in it.
            None if target.left.is_none() => {
                let after = here.clone().find(|&(mv, _)| mv > self.chosen);
                after.or_else(|| here.next()).map(|(mv, _)| (mv, false))
            }
            None => None,
        }
    }

    fn wheel(&mut self, at: Position, lines: isize) {
        if self.pages.is_some() {
            self.turn_pages(3 * lines);
        } else if self.seen.picture.contains(at) && self.seen.picture_most > 0 {
            let top = self.seen.picture_top.saturating_add_signed(2 * lines);
            self.picture_top = Some(top.min(self.seen.picture_most));
        } else {
            self.step(lines);
        }
    }

    fn turn_pages(&mut self, lines: isize) {
        let shown = self.seen.pages;
        let Some(pages) = &mut self.pages else { return };
        let most = wrap(&pages.text, shown.width.into()).len().saturating_sub(shown.height.into());
        pages.top = pages.top.saturating_add_signed(lines).min(most);
    }

    fn step(&mut self, moves: isize) {
        self.choose(self.chosen.saturating_add_signed(moves).min(self.moves.len().saturating_sub(1)));
    }

    fn choose(&mut self, mv: usize) {
        self.chosen = mv;
        self.picture_top = None;
        self.value_chosen();
    }

    /// Asks for the values of the moves around the chosen one, if they are wanted and not known. An engine that is at work
    /// is not disturbed: the end of its work asks again.
    fn value_chosen(&mut self) {
        let known = self.values.0..self.values.0 + self.values.1.len();
        if self.values_wanted && self.work.is_none() && !known.contains(&self.chosen) && self.chosen < self.moves.len()
        {
            self.ask(Ask::Values);
        }
    }

    /// A key of the line that is being typed.
    fn write(&mut self, key: KeyEvent) {
        let Some(typed) = &mut self.typed else { return };
        match key.code {
            KeyCode::Esc => self.typed = None,
            KeyCode::Backspace if typed.pop().is_none() => self.typed = None,
            KeyCode::Char(c) if typed.len() < TYPED && !key.modifiers.contains(KeyModifiers::CONTROL) => typed.push(c),
            KeyCode::Enter => {
                let line = self.typed.take().unwrap_or_default();
                self.play_typed(line.trim());
            }
            _ => {}
        }
    }

    fn play_typed(&mut self, line: &str) {
        if line.is_empty() || !self.may_move() {
            return;
        }
        let board = self.session.board();
        let found = match line.strip_prefix('#') {
            Some(number) => nth(&self.moves, number),
            None => board.find(line),
        };
        match found {
            Ok(mv) => self.make(&mv),
            Err(error) => self.complain(&error),
        }
    }

    fn play_chosen(&mut self) {
        if self.end.is_none() && self.is_machines_turn() && self.work.is_none() {
            self.ask(Ask::Reply);
        } else if self.may_move()
            && let Some(mv) = self.moves.get(self.chosen).cloned()
        {
            self.make(&mv);
        }
    }

    /// Whether whoever sits here can move; says why not.
    fn may_move(&mut self) -> bool {
        if self.end.is_some() {
            self.note(&text!("The play has ended: n begins a new one, u takes back your last move, q leaves."));
        } else if self.is_machines_turn() {
            self.note(&text!("It is the machine's turn."));
        }
        self.end.is_none() && !self.is_machines_turn()
    }

    /// One step back: from what an engine is at, from a move that was picked, from the values; and then from the board, if that is
    /// wanted.
    fn go_back(&mut self) {
        if self.halt() {
        } else if self.chosen > 0 && self.end.is_none() {
            self.choose(0);
        } else if self.values_wanted && self.end.is_none() {
            self.toggle_values();
        } else {
            self.asked = Some(Sure::Leave);
        }
    }

    /// The same position from its beginning.
    fn anew(&mut self) {
        let anew = self.session.anew();
        let before = std::mem::replace(&mut self.session, anew);
        if before.moves_made() > 0 {
            self.earlier.push(before);
        }
        self.halted = self.machines.iter().all(|&machine| machine);
        self.note(&text!("a new play"));
        self.arrive();
    }

    fn toggle_values(&mut self) {
        self.values_wanted = !self.values_wanted;
        if self.values_wanted {
            self.value_chosen();
        } else if matches!(self.at_work(), Some(Ask::Values)) {
            self.stop();
        }
    }

    fn undo(&mut self) {
        let machines = &self.machines;
        let alone = machines.iter().all(|&machine| machine);
        if !self.session.undo_to(|seat| alone || !machines[usize::from(seat.0)]) {
            self.complain(&Error::new(ErrorKind::BadArgument, text!("there is no move of yours to take back")));
            return;
        }
        self.note(&text!("taken back"));
        self.arrive();
    }

    /// Asks an engine about the position. Whatever else is being asked is given up, but for the machine's move.
    fn ask(&mut self, ask: Ask) {
        if self.at_work() == Some(Ask::Reply) || (self.end.is_some() && ask != Ask::Why) {
            return;
        }
        self.stop();
        self.tickets += 1;
        let (ticket, stop) = (self.tickets, Cancel::default());
        let mut moves = vec![];
        if ask == Ask::Values {
            let from = self.chosen.saturating_sub(SHOWN / 2);
            moves = self.moves.iter().skip(from).take(SHOWN).cloned().collect();
            self.values = (from, vec![]);
        }
        let board = self.session.board().copied();
        self.job = Some(Job { ticket, ask, board, moves, stop: stop.clone() });
        self.work = Some(Work { ticket, ask, stop });
    }

    /// Breaks off what an engine is at; `false` if nothing is.
    fn halt(&mut self) -> bool {
        let Some(ask) = self.at_work() else { return false };
        self.stop();
        match ask {
            Ask::Reply => {
                self.halted = true;
                self.note(&text!("The machine was stopped: Enter lets it think again, u takes back your last move."));
            }
            Ask::Values => {
                self.values_wanted = false;
                self.note(&text!("interrupted"));
            }
            Ask::Hint | Ask::Why => self.note(&text!("interrupted")),
        }
        true
    }

    fn make(&mut self, mv: &LegalMove) {
        let moved = self.names.moved(self.session.board(), mv);
        self.write_down(Mood::Move, self.say(&moved));
        self.session.play(mv);
        // Who plays on after a stop wants the machine back.
        self.halted = self.machines.iter().all(|&machine| machine);
        self.arrive();
    }

    /// Looks at a position that is new on the board.
    fn arrive(&mut self) {
        self.stop();
        let board = self.session.board();
        self.pieces = board.pieces(DRAWN + 1);
        self.more_pieces = self.pieces.len() > DRAWN;
        self.pieces.truncate(DRAWN);
        // A huge heap does not keep the others out of the list.
        let most = LISTED / self.pieces.len().max(1);
        self.more_moves = self.more_pieces;
        self.moves.clear();
        for piece in &self.pieces {
            let mut moves = board.moves_in(piece, most + 1);
            self.more_moves |= moves.len() > most;
            moves.truncate(most);
            self.moves.append(&mut moves);
        }
        if self.moves.is_empty() {
            self.moves = board.moves(most);
        }
        self.leaves = self.moves.iter().map(|mv| board.pictures_after(mv)).collect();
        self.values.1.clear();
        self.pages = None;
        self.end = self.session.end();
        self.chosen = 0;
        self.picture_top = None;
        match self.end {
            Some(end) => match self.session.board().fault() {
                Some(fault) => self.complain(&fault),
                None => self.write_down(Mood::Note, sentence(&self.names.ending(end), self.language)),
            },
            None if self.is_machines_turn() && !self.halted => self.ask(Ask::Reply),
            None => self.value_chosen(),
        }
        if self.session.times_seen() == 2 {
            self.note(&text!("This position was there before: the third time makes a draw."));
        }
    }

    fn note(&mut self, text: &Text) {
        self.write_down(Mood::Note, self.say(text));
    }

    fn complain(&mut self, error: &Error) {
        self.write_down(Mood::Error, told(error, self.language));
    }

    fn write_down(&mut self, mood: Mood, line: String) {
        if self.log.len() >= LOGGED {
            self.log.remove(0);
        }
        self.log.push((mood, line));
    }
}
