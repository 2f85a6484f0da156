//! Somebody at the table.

use super::answer::{self, Found};
use super::lines::Lines;
use super::news::{log_text, result_text};
use super::style::{Ink, Style};
use super::verbs;
use super::{map, offers, scene};
use crate::trouble::{Exit, Trouble};
use derbyhouse_catalog::{AnyGame, AnyMatch, Extent};
use derbyhouse_kernel::seat::MAX_SEATS;
use derbyhouse_kernel::{Seat, Viewer};
use derbyhouse_scene::{Board, Info, Offer, Scene};
use std::io::Write;
use std::sync::Arc;

/// What a session needs to know from the command line.
pub struct Setting {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The match.
    pub table: Box<dyn AnyMatch>,
    /// Seats that computer players sit in.
    pub bots: Vec<Option<String>>,
    /// Who advises.
    pub adviser: String,
    /// Columns to draw in.
    pub width: usize,
    /// Colours.
    pub style: Style,
}

/// A match, and somebody who plays it line by line.
pub struct Session<'o> {
    pub(super) set: Setting,
    pub(super) info: Info,
    pub(super) board: Board,
    pub(super) lines: Lines,
    pub(super) out: &'o mut dyn Write,
    /// Who is spoken to.
    pub(super) seat: Seat,
    /// For each seat, the number of the choice whose lines it has yet to read.
    pub(super) news_from: [usize; MAX_SEATS],
    /// Turn and phase when the map was last drawn.
    pub(super) drawn: Option<(u16, String)>,
    /// Whether the question stands as it was last put.
    pub(super) asked: bool,
    /// Whether the end was announced.
    pub(super) ended: bool,
    /// Choices made when the game was last kept.
    pub(super) kept: usize,
    /// Whether any line could not be used.
    pub(super) bad_line: bool,
}

/// Whether to go on.
pub(super) enum Next {
    Go,
    Leave,
}

impl<'o> Session<'o> {
    pub fn new(set: Setting, lines: Lines, out: &'o mut dyn Write) -> Self {
        let moves = set.table.moves();
        Self {
            info: set.game.info(),
            board: set.game.board(),
            lines,
            out,
            seat: Seat::FIRST,
            // Of a game that goes on the past is not told again.
            news_from: [if moves == 0 { 0 } else { moves + 1 }; MAX_SEATS],
            drawn: None,
            asked: false,
            ended: false,
            kept: moves,
            bad_line: false,
            set,
        }
    }

    /// Plays until somebody leaves. A script with a line that could not be used ends as bad input.
    pub fn run(mut self) -> Result<Exit, Trouble> {
        loop {
            self.let_bots_play()?;
            self.turn_to_asked();
            self.tell_news()?;
            self.draw_if_new()?;
            self.tell_end()?;
            if !self.asked {
                self.put_question(false)?;
            }
            let Some(line) = self.lines.ask("> ", self.out)? else {
                break;
            };
            if let Next::Leave = self.answer(&line)? {
                break;
            }
        }
        let script = !self.lines.interactive;
        Ok(if script && self.bad_line {
            Exit::BadInput
        } else {
            Exit::Fine
        })
    }

    pub(super) fn viewer(&self) -> Viewer {
        Viewer::Seat(self.seat)
    }

    pub(super) fn scene(&self) -> Scene {
        self.set.table.scene(self.viewer())
    }

    pub(super) fn say(&mut self, text: &str) -> Result<(), Trouble> {
        Ok(write!(self.out, "{text}")?)
    }

    /// Says what could not be done.
    pub(super) fn complain(&mut self, why: &str) -> Result<Next, Trouble> {
        self.bad_line = true;
        let mark = self.set.style.paint(Ink::Bad, "!");
        writeln!(self.out, "{mark} {why}")?;
        Ok(Next::Go)
    }

    /// The position has changed: the question is a new one, and so may be the news.
    pub(super) fn moved(&mut self) {
        self.asked = false;
    }

    pub(super) fn let_bots_play(&mut self) -> Result<(), Trouble> {
        loop {
            let asked = self.set.table.asked();
            let bot = asked.iter().find_map(|seat| {
                let bot = self.set.bots.get(seat.index())?.clone()?;
                Some((seat, bot))
            });
            let Some((seat, bot)) = bot else {
                return Ok(());
            };
            let handed = self.set.table.hand_over(seat, &bot, Extent::Rest);
            handed.map_err(|why| Trouble::failed(format!("{bot}: {why}")))?;
            self.moved();
        }
    }

    /// Speaks to somebody who is asked.
    pub(super) fn turn_to_asked(&mut self) {
        let asked = self.set.table.asked();
        if !asked.contains(self.seat)
            && let Some(first) = asked.first()
        {
            self.seat = first;
            self.drawn = None;
            self.moved();
        }
    }

    /// What this seat has not read yet. With several at one table, says first who should read it.
    fn tell_news(&mut self) -> Result<(), Trouble> {
        let moves = self.set.table.moves();
        let from = std::mem::replace(&mut self.news_from[self.seat.index()], moves + 1);
        if self.drawn.is_none() && self.info.seats.len() > 1 {
            let label = self.info.seats.get(self.seat.index());
            let line = format!("\n---- {} ----", label.map_or("", |seat| seat.label));
            writeln!(self.out, "{}", self.set.style.paint(Ink::Strong, &line))?;
        }
        let lines = self.set.table.log(self.viewer(), from);
        let text = log_text(&lines, self.set.style, false);
        self.say(&text)
    }

    /// The lists at each new turn, the map at each new phase.
    fn draw_if_new(&mut self) -> Result<(), Trouble> {
        let scene = self.scene();
        let now = (scene.clock.turn, scene.clock.phase.clone());
        let before = self.drawn.replace(now.clone());
        if before.as_ref().is_none_or(|(turn, _)| *turn != now.0) {
            self.panels(&scene)?;
        }
        if before != Some(now) {
            self.draw(&scene, None)?;
        }
        Ok(())
    }

    pub(super) fn panels(&mut self, scene: &Scene) -> Result<(), Trouble> {
        let (width, style) = (self.set.width, self.set.style);
        let mut text = scene::sheets(&scene.sheets, width, style);
        text.push_str(&scene::panels(&scene.panels, width, style));
        self.say(&text)
    }

    pub(super) fn draw(&mut self, scene: &Scene, overlay: Option<&str>) -> Result<(), Trouble> {
        let layer = scene.overlays.iter();
        let layer = layer.clone().find(|o| Some(o.id.as_str()) == overlay);
        let drawn = map::draw(&self.board, scene, layer, self.set.width, self.set.style);
        self.say(&drawn)
    }

    fn tell_end(&mut self) -> Result<(), Trouble> {
        let ended = self.set.table.outcome();
        let over = ended.is_some();
        if let Some(ended) = ended.filter(|_| !self.ended) {
            let figures = self.set.table.figures();
            let text = result_text(&self.info, &ended, &figures, self.set.style);
            self.say(&text)?;
            self.say("the game is over: log, why, save FILE or quit\n")?;
        }
        self.ended = over;
        Ok(())
    }

    pub(super) fn put_question(&mut self, all: bool) -> Result<(), Trouble> {
        self.asked = true;
        let scene = self.scene();
        let style = self.set.style;
        let Some(prompt) = &scene.prompt else {
            return Ok(());
        };
        self.say("\n")?;
        self.say(&scene::status(&scene, style))?;
        self.say(&scene::warnings(&scene, style))?;
        self.say(&offers::prompt(prompt, all, self.set.width, style))
    }

    fn answer(&mut self, line: &str) -> Result<Next, Trouble> {
        if line.starts_with("//") {
            return Ok(Next::Go);
        }
        let scene = self.scene();
        let offers = scene.prompt.map(|prompt| prompt.offers).unwrap_or_default();
        if line.is_empty() {
            return match answer::default(&offers) {
                Some(index) => self.choose(&offers, index),
                None => self.put_question(false).map(|()| Next::Go),
            };
        }
        if let Some(index) = answer::exact(&offers, line) {
            return self.choose(&offers, index);
        }
        match verbs::parse(line) {
            Some(Ok(verb)) => return self.act(verb),
            Some(Err(usage)) => return self.complain(&usage),
            None => {}
        }
        match answer::find(&offers, &scene.pieces, line) {
            Found::One(index) => self.choose(&offers, index),
            Found::Several(numbers) => {
                self.complain(&format!("“{line}” may mean any of {}:", numbers.len()))?;
                let text = offers::some(&offers, &numbers, self.set.style);
                self.say(&text)?;
                Ok(Next::Go)
            }
            Found::Nothing => self.not_offered(line, &offers),
        }
    }

    /// What is not on the list goes to the referee, who says why it is not.
    fn not_offered(&mut self, line: &str, offers: &[Offer]) -> Result<Next, Trouble> {
        let why = match self.set.table.choose(self.seat, line) {
            Ok(()) => {
                self.moved();
                return Ok(Next::Go);
            }
            Err(why) => why.to_string(),
        };
        let help = if offers.is_empty() {
            "see help"
        } else {
            "see list, or help"
        };
        self.complain(&format!("{why} ({help})"))
    }

    fn choose(&mut self, offers: &[Offer], index: usize) -> Result<Next, Trouble> {
        match self.set.table.choose(self.seat, &offers[index].choice) {
            Ok(()) => {
                self.moved();
                let words = format!("» {}", offers[index].label);
                writeln!(self.out, "{}", self.set.style.paint(Ink::Faint, &words))?;
                Ok(Next::Go)
            }
            Err(why) => self.complain(&why.to_string()),
        }
    }
}
