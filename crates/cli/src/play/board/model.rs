//! The state of the board, independent of the terminal, and the changes that events make to it.

use super::terminal::{Rect, ScreenPosition};
use super::work::{Ask, Job, JobAnswer, JobResult};
use crate::play::runner::{MAX_SHOWN_MOVES, nth_move};
use crate::play::sentences::{PlayerNames, answer_text, error_sentence, sentence};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use grundy::unstable::lang::{Language, Text, text};
use grundy::unstable::play::{End, ExpectedResult, LegalMove, PlayComponent, Session};
use grundy::unstable::render::{Style, wrap};
use grundy::unstable::rules::{Cancel, Field, Picture};
use grundy::{Error, ErrorKind};

/// The maximum number of moves listed; other moves can be typed.
const MAX_LISTED: usize = 2000;

/// The maximum number of components drawn.
const MAX_DRAWN: usize = 200;

/// The maximum number of lines kept in the log.
const MAX_LOG_LINES: usize = 1000;

/// The maximum length of a typed line, in bytes.
const MAX_TYPED_LEN: usize = 500;

/// The action of the event loop after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Stay,
    Quit,
    /// Ctrl-C: the play is aborted.
    Interrupt,
}

/// The kind of a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogKind {
    Move,
    Note,
    Error,
}

/// An action that needs confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    Leave,
    Restart,
}

/// A text that is shown page by page.
#[derive(Debug)]
pub struct PagedText {
    pub text: String,
    /// The index of the first line shown.
    pub top: usize,
}

/// The part of the position that a click on the picture chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A component, by its index in [`Model::components`].
    Component(usize),
    /// The move that changes a component, given by its index, to this picture.
    Result(usize, Picture),
    /// A move, by its index in [`Model::moves`].
    Move(usize),
}

/// The layout of the last frame, to which mouse events refer.
#[derive(Debug, Default)]
pub struct ScreenLayout {
    /// The area of the list of moves; `first` is the index of the first move shown.
    pub moves: Rect,
    pub first: usize,
    pub picture: Rect,
    /// The index of the first line of the picture that is shown.
    pub picture_top: usize,
    /// The largest possible value of `picture_top`.
    pub max_picture_top: usize,
    pub targets: Vec<(Rect, Target)>,
    /// The area of the explanation.
    pub pages: Rect,
}

/// The question that an engine is working on.
struct PendingQuestion {
    ticket: u64,
    ask: Ask,
    stop: Cancel,
}

/// The board: a play, and the state of its display.
pub struct Model {
    pub session: Session,
    /// The earlier plays in which at least one move was made.
    pub earlier: Vec<Session>,
    /// The action that waits for confirmation.
    pub pending: Option<Confirmation>,
    pub names: PlayerNames,
    pub language: Language,
    /// For each player, whether the machine plays it.
    machines: Vec<bool>,
    /// The sentences that introduce the play.
    pub opening: Vec<Text>,
    pub components: Vec<PlayComponent>,
    /// Whether there are more components than are drawn.
    pub more_components: bool,
    /// Whether there are more moves than are listed.
    pub more_moves: bool,
    pub moves: Vec<LegalMove>,
    /// For each move, the pictures of the components that replace the component in which it is made.
    leaves: Vec<Vec<Picture>>,
    /// For each move, its named numbers and texts.
    fields: Vec<Vec<(&'static str, Field)>>,
    pub chosen: usize,
    /// The known results of moves: the index of the first of these moves, and their results.
    values: (usize, Vec<(Option<ExpectedResult>, Text)>),
    shows_values: bool,
    pub log: Vec<(LogKind, String)>,
    /// The line that is being typed.
    pub typed: Option<String>,
    pub pages: Option<PagedText>,
    /// The first line of the picture as set by the wheel; `None` to follow the chosen move.
    pub picture_top: Option<usize>,
    pub layout: ScreenLayout,
    pub end: Option<End>,
    /// Whether the machine waits for a key: it was stopped, or it plays all players.
    halted: bool,
    question: Option<PendingQuestion>,
    /// The next job, which no engine has started.
    job: Option<Job>,
    last_ticket: u64,
}

impl Model {
    pub fn new(session: Session, names: PlayerNames, machines: Vec<bool>, language: Language) -> Model {
        let opening = names.opening(session.position());
        let halted = machines.iter().all(|&machine| machine);
        let mut model = Model {
            session,
            earlier: vec![],
            pending: None,
            names,
            language,
            machines,
            opening,
            components: vec![],
            more_components: false,
            more_moves: false,
            moves: vec![],
            leaves: vec![],
            fields: vec![],
            chosen: 0,
            values: (0, vec![]),
            shows_values: false,
            log: vec![],
            typed: None,
            pages: None,
            picture_top: None,
            layout: ScreenLayout::default(),
            end: None,
            halted,
            question: None,
            job: None,
            last_ticket: 0,
        };
        // The header shows the first sentence.
        for text in model.opening.clone().iter().skip(1) {
            model.note(text);
        }
        if halted {
            model.note(&text!("The computer controls all players; press Enter to make it move."));
        }
        model.refresh();
        model
    }

    /// Makes the moves with which the play begins.
    pub fn play_opening_moves(&mut self, moves: &[LegalMove]) {
        for mv in moves {
            self.make_move(mv);
        }
    }

    /// Takes the next job.
    pub fn take_job(&mut self) -> Option<Job> {
        self.job.take()
    }

    /// Returns the kind of question that an engine is working on.
    pub fn current_question(&self) -> Option<Ask> {
        self.question.as_ref().map(|question| question.ask)
    }

    /// Reports whether it is the machine's turn.
    pub fn is_machines_turn(&self) -> bool {
        self.machines[usize::from(self.session.position().mover().0)]
    }

    /// Returns the pictures of the components with which the chosen move replaces a component.
    ///
    /// Returns `None` if that move is made in another component, or if the play has ended.
    pub fn pictures_after_chosen(&self, component: usize) -> Option<&[Picture]> {
        let place = self.components[component].place;
        let mv = self.moves.get(self.chosen).filter(|mv| mv.place() == place && self.end.is_none());
        mv.and_then(|_| self.leaves.get(self.chosen)).map(Vec::as_slice)
    }

    /// Returns the result of a move, if results are shown and this one is known.
    pub fn value_of(&self, mv: usize) -> Option<&(Option<ExpectedResult>, Text)> {
        mv.checked_sub(self.values.0).and_then(|k| self.values.1.get(k)).filter(|_| self.shows_values)
    }

    /// Returns the indices of the listed moves in a component, with the pictures after each move.
    pub fn moves_in(&self, component: usize) -> impl Iterator<Item = (usize, &[Picture])> + Clone {
        let place = self.components.get(component).map(|component| component.place);
        let moves = self.moves.iter().zip(&self.leaves).enumerate();
        moves.filter(move |(_, (mv, _))| Some(mv.place()) == place).map(|(mv, (_, pictures))| (mv, pictures.as_slice()))
    }

    /// Returns the named numbers and texts of a listed move.
    pub fn fields(&self, mv: usize) -> &[(&'static str, Field)] {
        &self.fields[mv]
    }

    /// Returns a text in the language of the board.
    pub fn translate(&self, text: &Text) -> String {
        text.in_language(self.language)
    }

    /// Cancels the work of an engine without a note; returns `false` if no engine works.
    pub fn stop(&mut self) -> bool {
        self.job = None;
        self.question.take().map(|question| question.stop.cancel()).is_some()
    }

    /// Handles an event of the terminal.
    pub fn update(&mut self, event: &Event) -> Next {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.handle_key(*key),
            Event::Mouse(mouse) => {
                self.handle_mouse(*mouse);
                Next::Stay
            }
            _ => Next::Stay,
        }
    }

    /// Handles a report of an engine; ignores the report of cancelled work.
    pub fn receive(&mut self, report: JobResult) {
        let Some(question) = self.question.take_if(|question| question.ticket == report.ticket) else { return };
        match report.result {
            Ok(JobAnswer::Reply(chosen)) => {
                if let Some(error) = chosen.unsolved {
                    self.note(&text!("The computer could not solve this position: {why}.", why = error.message));
                }
                self.make_move(&chosen.mv);
            }
            Ok(JobAnswer::Hint(best)) => {
                self.note(&self.names.hint(&best));
                let at = self.moves.iter().position(|mv| *mv == best.mv);
                self.choose(at.unwrap_or(self.chosen));
            }
            Ok(JobAnswer::Values(rows)) => {
                let row =
                    |(expected_result, answer)| (expected_result, self.names.short_value(expected_result, &answer));
                self.values.1 = rows.into_iter().map(row).collect();
            }
            Ok(JobAnswer::Why(answer, line)) => {
                let text = answer_text(&answer, line.as_ref(), Style::default(), self.language);
                self.pages = Some(PagedText { text, top: 0 });
            }
            Err(error) => {
                self.halted |= question.ask == Ask::Reply;
                // Values are requested again with every chosen move and would fail again, so switch them off.
                self.shows_values &= question.ask != Ask::Values;
                self.log_error(&error);
            }
        }
        self.request_values();
    }

    fn handle_key(&mut self, key: KeyEvent) -> Next {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'C')) {
            return if self.halt() { Next::Stay } else { Next::Interrupt };
        }
        if let Some(confirmation) = self.pending.take() {
            let is_confirmed = matches!(key.code, KeyCode::Enter | KeyCode::Char('y' | 'Y'));
            match confirmation {
                Confirmation::Leave if is_confirmed || key.code == KeyCode::Char('q') => return Next::Quit,
                Confirmation::Restart if is_confirmed => self.restart(),
                _ => {}
            }
            return Next::Stay;
        }
        if self.typed.is_some() {
            self.edit_typed(key);
            return Next::Stay;
        }
        let page = self.layout.pages.height.max(1) as isize;
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
        let page = self.layout.moves.height.max(1) as isize;
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.move_choice(-1),
            KeyCode::Down | KeyCode::Char('j') => self.move_choice(1),
            KeyCode::PageUp => self.move_choice(-page),
            KeyCode::PageDown => self.move_choice(page),
            KeyCode::Home => self.move_choice(isize::MIN),
            KeyCode::End => self.move_choice(isize::MAX),
            KeyCode::Enter => self.play_chosen(),
            KeyCode::Char('h') => self.ask(Ask::Hint),
            KeyCode::Char('?' | '？') => self.ask(Ask::Why),
            KeyCode::Char('v') => self.toggle_values(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('q') => return Next::Quit,
            KeyCode::Char('n') if self.end.is_some() => self.restart(),
            KeyCode::Char('n') if self.session.moves_made() > 0 => self.pending = Some(Confirmation::Restart),
            KeyCode::Esc => self.go_back(),
            KeyCode::Char(':' | '：') => self.typed = Some(String::new()),
            KeyCode::Char(c) if c == '#' || c.is_ascii_digit() => self.typed = Some(c.to_string()),
            _ => {}
        }
        Next::Stay
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) {
        let at = ScreenPosition { x: mouse.column, y: mouse.row };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if self.pages.is_none() && self.pending.is_none() => self.click(at),
            MouseEventKind::ScrollUp => self.wheel(at, -1),
            MouseEventKind::ScrollDown => self.wheel(at, 1),
            _ => {}
        }
    }

    fn click(&mut self, at: ScreenPosition) {
        let selected = if self.layout.moves.contains(at) {
            let row = self.layout.first + usize::from(at.y - self.layout.moves.y);
            (row < self.moves.len()).then_some((row, true))
        } else {
            let target =
                self.layout.targets.iter().find(|(area, _)| area.contains(at)).map(|(_, target)| target.clone());
            target.and_then(|target| self.target_move(&target))
        };
        match selected {
            Some((mv, true)) if mv == self.chosen => self.play_chosen(),
            Some((mv, _)) => {
                let top = self.layout.picture_top;
                self.choose(mv);
                // The picture must not scroll under the mouse.
                self.picture_top = Some(top);
            }
            None => {}
        }
    }

    /// Returns the index of the move to which a target refers, and whether the target determines the move.
    fn target_move(&self, target: &Target) -> Option<(usize, bool)> {
        match target {
            Target::Move(mv) => Some((*mv, true)),
            Target::Result(component, expected) => {
                let is_expected = |pictures: &[Picture]| match pictures {
                    [] => *expected == Picture::Heap(0),
                    [only] => only == expected,
                    _ => false,
                };
                self.moves_in(*component).find(|(_, pictures)| is_expected(pictures)).map(|(mv, _)| (mv, true))
            }
            // A second click on the same component chooses the next move in it.
            Target::Component(component) => {
                let mut moves = self.moves_in(*component).map(|(mv, _)| mv);
                moves.clone().find(|&mv| mv > self.chosen).or_else(|| moves.next()).map(|mv| (mv, false))
            }
        }
    }

    fn wheel(&mut self, at: ScreenPosition, lines: isize) {
        if self.pages.is_some() {
            self.turn_pages(3 * lines);
        } else if self.layout.picture.contains(at) && self.layout.max_picture_top > 0 {
            let top = self.layout.picture_top.saturating_add_signed(2 * lines);
            self.picture_top = Some(top.min(self.layout.max_picture_top));
        } else {
            self.move_choice(lines);
        }
    }

    fn turn_pages(&mut self, lines: isize) {
        let area = self.layout.pages;
        let Some(pages) = &mut self.pages else { return };
        let max_top = wrap(&pages.text, area.width.into()).len().saturating_sub(area.height.into());
        pages.top = pages.top.saturating_add_signed(lines).min(max_top);
    }

    fn move_choice(&mut self, moves: isize) {
        self.choose(self.chosen.saturating_add_signed(moves).min(self.moves.len().saturating_sub(1)));
    }

    fn choose(&mut self, mv: usize) {
        self.chosen = mv;
        self.picture_top = None;
        self.request_values();
    }

    /// Requests the results of the moves around the chosen one, if results are shown and these are unknown.
    ///
    /// A running engine is not interrupted; when that engine is done, this function is called again.
    fn request_values(&mut self) {
        let known_range = self.values.0..self.values.0 + self.values.1.len();
        if self.shows_values
            && self.question.is_none()
            && !known_range.contains(&self.chosen)
            && self.chosen < self.moves.len()
        {
            self.ask(Ask::Values);
        }
    }

    /// Handles a key while a line is being typed.
    fn edit_typed(&mut self, key: KeyEvent) {
        let Some(typed) = &mut self.typed else { return };
        match key.code {
            KeyCode::Esc => self.typed = None,
            KeyCode::Backspace if typed.pop().is_none() => self.typed = None,
            KeyCode::Char(c) if typed.len() < MAX_TYPED_LEN && !key.modifiers.contains(KeyModifiers::CONTROL) => {
                typed.push(c)
            }
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
        let play_position = self.session.position();
        let found = match line.strip_prefix('#') {
            Some(number) => nth_move(&self.moves, number),
            None => play_position.find(line),
        };
        match found {
            Ok(mv) => self.make_move(&mv),
            Err(error) => self.log_error(&error),
        }
    }

    fn play_chosen(&mut self) {
        if self.end.is_none() && self.is_machines_turn() && self.question.is_none() {
            self.ask(Ask::Reply);
        } else if self.may_move()
            && let Some(mv) = self.moves.get(self.chosen).cloned()
        {
            self.make_move(&mv);
        }
    }

    /// Reports whether the user can move; if not, explains the reason in the log.
    fn may_move(&mut self) -> bool {
        if self.end.is_some() {
            self.note(&text!(
                "The game has ended. Press n to start a new one, u to take back your last move, q to quit."
            ));
        } else if self.is_machines_turn() {
            self.note(&text!("It is the computer's turn."));
        }
        self.end.is_none() && !self.is_machines_turn()
    }

    /// Goes back one step.
    ///
    /// Does the first of these that applies: cancels the engine, chooses the first move, hides the values, or asks
    /// whether to leave.
    fn go_back(&mut self) {
        if self.halt() {
        } else if self.chosen > 0 && self.end.is_none() {
            self.choose(0);
        } else if self.shows_values && self.end.is_none() {
            self.toggle_values();
        } else {
            self.pending = Some(Confirmation::Leave);
        }
    }

    /// Starts a new play from the first position.
    fn restart(&mut self) {
        let new_session = self.session.anew();
        let old_session = std::mem::replace(&mut self.session, new_session);
        if old_session.moves_made() > 0 {
            self.earlier.push(old_session);
        }
        self.halted = self.machines.iter().all(|&machine| machine);
        self.note(&text!("a new game"));
        self.refresh();
    }

    fn toggle_values(&mut self) {
        self.shows_values = !self.shows_values;
        if self.shows_values {
            self.request_values();
        } else if matches!(self.current_question(), Some(Ask::Values)) {
            self.stop();
        }
    }

    fn undo(&mut self) {
        let machines = &self.machines;
        let machine_plays_all = machines.iter().all(|&machine| machine);
        if !self.session.undo_to(|player| machine_plays_all || !machines[usize::from(player.0)]) {
            self.log_error(&Error::new(ErrorKind::BadArgument, text!("you have made no move to take back")));
            return;
        }
        self.note(&text!("move taken back"));
        self.refresh();
    }

    /// Asks an engine about the position.
    ///
    /// The new question replaces a question that is being answered, but not the request for the machine's move.
    fn ask(&mut self, ask: Ask) {
        if self.current_question() == Some(Ask::Reply) || (self.end.is_some() && ask != Ask::Why) {
            return;
        }
        self.stop();
        self.last_ticket += 1;
        let (ticket, stop) = (self.last_ticket, Cancel::default());
        let mut moves = vec![];
        if ask == Ask::Values {
            let from = self.chosen.saturating_sub(MAX_SHOWN_MOVES / 2);
            moves = self.moves.iter().skip(from).take(MAX_SHOWN_MOVES).cloned().collect();
            self.values = (from, vec![]);
        }
        let play_position = self.session.position().copied();
        self.job = Some(Job { ticket, ask, play_position, moves, stop: stop.clone() });
        self.question = Some(PendingQuestion { ticket, ask, stop });
    }

    /// Cancels the work of an engine and notes it in the log; returns `false` if no engine works.
    fn halt(&mut self) -> bool {
        let Some(ask) = self.current_question() else { return false };
        self.stop();
        match ask {
            Ask::Reply => {
                self.halted = true;
                self.note(&text!(
                    "The computer was stopped. Press Enter to let it think again, u to take back your last move."
                ));
            }
            Ask::Values => {
                self.shows_values = false;
                self.note(&text!("interrupted"));
            }
            Ask::Hint | Ask::Why => self.note(&text!("interrupted")),
        }
        true
    }

    fn make_move(&mut self, mv: &LegalMove) {
        let moved = self.names.moved(self.session.position(), mv);
        self.push_log(LogKind::Move, self.translate(&moved));
        self.session.play(mv);
        // A user who plays on after a stop wants the machine to reply again.
        self.halted = self.machines.iter().all(|&machine| machine);
        self.refresh();
    }

    /// Updates the display for a new position.
    fn refresh(&mut self) {
        self.stop();
        let play_position = self.session.position();
        self.components = play_position.components(MAX_DRAWN + 1);
        self.more_components = self.components.len() > MAX_DRAWN;
        self.components.truncate(MAX_DRAWN);
        // Share the list among the components, so that a huge heap does not crowd out the others.
        let max_moves = MAX_LISTED / self.components.len().max(1);
        self.more_moves = self.more_components;
        self.moves.clear();
        for component in &self.components {
            let mut moves = play_position.moves_in(component, max_moves + 1);
            self.more_moves |= moves.len() > max_moves;
            moves.truncate(max_moves);
            self.moves.append(&mut moves);
        }
        if self.moves.is_empty() {
            self.moves = play_position.moves(max_moves);
        }
        self.leaves = self.moves.iter().map(|mv| play_position.pictures_after(mv)).collect();
        self.fields = self.moves.iter().map(|mv| play_position.fields(mv)).collect();
        self.values.1.clear();
        self.pages = None;
        self.end = self.session.end();
        self.chosen = 0;
        self.picture_top = None;
        match self.end {
            Some(end) => match self.session.position().fault() {
                Some(fault) => self.log_error(&fault),
                None => self.push_log(LogKind::Note, sentence(&self.names.ending(end), self.language)),
            },
            None if self.is_machines_turn() && !self.halted => self.ask(Ask::Reply),
            None => self.request_values(),
        }
        if self.session.times_seen() == 2 {
            self.note(&text!("This position has occurred before; the third occurrence is a draw."));
        }
    }

    fn note(&mut self, text: &Text) {
        self.push_log(LogKind::Note, self.translate(text));
    }

    fn log_error(&mut self, error: &Error) {
        self.push_log(LogKind::Error, error_sentence(error, self.language));
    }

    fn push_log(&mut self, kind: LogKind, line: String) {
        if self.log.len() >= MAX_LOG_LINES {
            self.log.remove(0);
        }
        self.log.push((kind, line));
    }
}
