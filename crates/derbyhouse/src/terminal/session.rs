//! Somebody at the table.

use super::answer::{self, Found};
use super::lines::Lines;
use super::news::{log_text, result_text};
use super::style::{Ink, Style};
use super::verbs::{self, HELP, Verb};
use super::{map, offers, scene};
use crate::commands::play::{load_match, save_match};
use crate::commands::rules;
use crate::text::{columns, counted};
use crate::trouble::{Exit, Trouble};
use derbyhouse_catalog::{AnyGame, AnyMatch, Extent};
use derbyhouse_kernel::{Seat, Viewer};
use derbyhouse_scene::{Board, Info, Offer, Scene};
use std::io::Write;
use std::path::Path;
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
    set: Setting,
    info: Info,
    board: Board,
    lines: Lines,
    out: &'o mut dyn Write,
    /// Who is spoken to.
    seat: Seat,
    /// Choices whose log lines were shown.
    told: usize,
    /// Turn and phase when the map was last drawn.
    drawn: Option<(u16, String)>,
    /// Whether the end was announced.
    ended: bool,
    /// Choices made when the game was last kept.
    kept: usize,
    /// Whether any line could not be used.
    bad_line: bool,
}

/// Whether to go on.
enum Next {
    Go,
    Leave,
}

impl<'o> Session<'o> {
    pub fn new(set: Setting, out: &'o mut dyn Write) -> Self {
        Self {
            info: set.game.info(),
            board: set.game.board(),
            lines: Lines::of_stdin(),
            out,
            seat: Seat::FIRST,
            told: 0,
            drawn: None,
            ended: false,
            kept: set.table.moves(),
            bad_line: false,
            set,
        }
    }

    /// Plays until somebody leaves. A script with a line that could not be used ends as bad input.
    pub fn run(mut self) -> Result<Exit, Trouble> {
        let start = self.set.table.moves() == 0;
        if !start {
            self.told = self.set.table.moves();
        }
        loop {
            self.let_bots_play()?;
            self.turn_to_asked();
            self.tell_news(start)?;
            self.draw_if_new()?;
            self.tell_end()?;
            self.put_question(false)?;
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

    fn viewer(&self) -> Viewer {
        Viewer::Seat(self.seat)
    }

    fn scene(&self) -> Scene {
        self.set.table.scene(self.viewer())
    }

    fn say(&mut self, text: &str) -> Result<(), Trouble> {
        Ok(write!(self.out, "{text}")?)
    }

    /// Says what could not be done.
    fn complain(&mut self, why: &str) -> Result<Next, Trouble> {
        self.bad_line = true;
        let mark = self.set.style.paint(Ink::Bad, "!");
        writeln!(self.out, "{mark} {why}")?;
        Ok(Next::Go)
    }

    fn let_bots_play(&mut self) -> Result<(), Trouble> {
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
        }
    }

    /// Speaks to somebody who is asked; with several at one table, says when that changes.
    fn turn_to_asked(&mut self) {
        let asked = self.set.table.asked();
        if !asked.contains(self.seat)
            && let Some(first) = asked.first()
        {
            self.seat = first;
            self.drawn = None;
        }
    }

    fn tell_news(&mut self, from_start: bool) -> Result<(), Trouble> {
        let moves = self.set.table.moves();
        let from = if self.told == 0 && from_start {
            0
        } else {
            self.told + 1
        };
        if moves > self.told || (moves == 0 && self.drawn.is_none() && from_start) {
            let lines = self.set.table.log(self.viewer(), from);
            let text = log_text(&lines, self.set.style, false);
            self.say(&text)?;
            self.told = moves;
        }
        Ok(())
    }

    fn draw_if_new(&mut self) -> Result<(), Trouble> {
        let scene = self.scene();
        let now = (scene.clock.turn, scene.clock.phase.clone());
        if self.drawn.as_ref() == Some(&now) {
            return Ok(());
        }
        self.drawn = Some(now);
        if self.info.seats.len() > 1 {
            let label = self
                .info
                .seats
                .get(self.seat.index())
                .map_or("", |seat| seat.label);
            let line = format!("---- {label} ----\n");
            self.say(&self.set.style.paint(Ink::Strong, &line))?;
        }
        self.draw(&scene, None)
    }

    fn draw(&mut self, scene: &Scene, overlay: Option<&str>) -> Result<(), Trouble> {
        let layer = scene
            .overlays
            .iter()
            .find(|o| Some(o.id.as_str()) == overlay);
        let (width, style) = (self.set.width, self.set.style);
        if layer.is_none() {
            self.say(&scene::panels(&scene.panels, style))?;
        }
        let drawn = map::draw(&self.board, scene, layer, width, style);
        self.say(&drawn)
    }

    fn tell_end(&mut self) -> Result<(), Trouble> {
        let ended = self.set.table.outcome();
        let over = ended.is_some();
        if let Some(ended) = ended.filter(|_| !self.ended) {
            let figures = self.set.table.figures();
            let text = result_text(&self.info, &ended, &figures, self.set.style);
            self.say(&text)?;
            self.say("the game is over: log, why, save FILE, undo or quit\n")?;
        }
        self.ended = over;
        Ok(())
    }

    fn put_question(&mut self, all: bool) -> Result<(), Trouble> {
        let scene = self.scene();
        let style = self.set.style;
        let Some(prompt) = &scene.prompt else {
            return Ok(());
        };
        self.say("\n")?;
        self.say(&scene::status(&scene, style))?;
        self.say(&scene::warnings(&scene, style))?;
        self.say(&offers::prompt(prompt, all, style))
    }

    fn answer(&mut self, line: &str) -> Result<Next, Trouble> {
        let offers = self.set.table.offers(self.seat);
        if line.starts_with("//") {
            return Ok(Next::Go);
        }
        if line.is_empty() {
            return match answer::default(&offers) {
                Some(index) => self.choose(&offers, index),
                None => Ok(Next::Go),
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
        match answer::find(&offers, line) {
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
            Ok(()) => return Ok(Next::Go),
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
                let label = &offers[index].label;
                writeln!(
                    self.out,
                    "{}",
                    self.set.style.paint(Ink::Faint, &format!("» {label}"))
                )?;
                Ok(Next::Go)
            }
            Err(why) => self.complain(&why.to_string()),
        }
    }

    fn act(&mut self, verb: Verb<'_>) -> Result<Next, Trouble> {
        match verb {
            Verb::Help => {
                let rows = HELP.iter().map(|(name, takes, does)| {
                    vec![
                        format!("{name} {takes}").trim_end().to_owned(),
                        (*does).to_owned(),
                    ]
                });
                let text = columns(&rows.collect::<Vec<_>>(), 2);
                self.say(&text)?;
            }
            Verb::Quit => return self.leave(),
            Verb::Map => self.draw(&self.scene(), None)?,
            Verb::Panels => self.say(&scene::panels(&self.scene().panels, self.set.style))?,
            Verb::List => self.put_question(true)?,
            Verb::Overlays => self.say(&scene::overlays(&self.scene()))?,
            Verb::Overlay(id) => return self.overlay(id),
            Verb::Look(space) => return self.look(space),
            Verb::Odds => {
                let offers = self.set.table.offers(self.seat);
                self.say(&offers::odds(&offers, self.set.style))?;
            }
            Verb::Log(count) => return self.log(count),
            Verb::Why(rule) => return self.why(rule),
            Verb::Advise(bot) => return self.advise(bot),
            Verb::Bot(bot, extent) => return self.hand_over(bot, extent),
            Verb::Undo(count) => return self.undo(count),
            Verb::Resign => return self.resign(),
            Verb::Save(file) => return self.save(file),
            Verb::Load(file) => return self.load(file),
        }
        Ok(Next::Go)
    }

    fn overlay(&mut self, id: &str) -> Result<Next, Trouble> {
        let scene = self.scene();
        if scene.overlays.iter().any(|overlay| overlay.id == id) {
            self.draw(&scene, Some(id))?;
            return Ok(Next::Go);
        }
        let known: Vec<&str> = scene.overlays.iter().map(|o| o.id.as_str()).collect();
        self.complain(&format!(
            "there is no overlay “{id}”: it is one of {}",
            known.join(", ")
        ))
    }

    fn look(&mut self, space: &str) -> Result<Next, Trouble> {
        match scene::look(&self.board, &self.scene(), space, self.set.style) {
            Some(text) => self.say(&text).map(|()| Next::Go),
            None => self.complain(&format!("there is no space “{space}” on this board")),
        }
    }

    fn log(&mut self, count: &str) -> Result<Next, Trouble> {
        let count = match count {
            "" => 20,
            "all" => usize::MAX,
            number => match number.parse() {
                Ok(count) => count,
                Err(_) => return self.complain(&format!("“{number}” is not a number of lines")),
            },
        };
        let lines = self.set.table.log(self.viewer(), 0);
        let first = lines.len().saturating_sub(count);
        let text = log_text(&lines[first..], self.set.style, true);
        self.say(&text)?;
        Ok(Next::Go)
    }

    fn why(&mut self, rule: &str) -> Result<Next, Trouble> {
        let mut numbers = vec![rule.to_owned()];
        if rule.is_empty() {
            numbers = self.rules_at_work();
        }
        let mut text = String::new();
        for number in &numbers {
            // A letter after the number names a part of the rule.
            let number = number.split(' ').next().unwrap_or(number);
            match rules::found(self.set.game.as_ref(), number) {
                Ok(found) => {
                    let explained = found.iter();
                    text.extend(
                        explained
                            .map(|r| rules::explained(self.set.game.as_ref(), r, self.set.width)),
                    );
                }
                Err(why) => return self.complain(why.message()),
            }
        }
        self.say(&text)?;
        Ok(Next::Go)
    }

    /// The rules of the last lines and of the question, each once.
    fn rules_at_work(&self) -> Vec<String> {
        let lines = self.set.table.log(self.viewer(), 0);
        let last = lines.last().map_or(0, |line| line.after);
        let recent = lines.iter().filter(|line| line.after == last);
        let mut numbers: Vec<String> = recent.flat_map(|line| line.line.rules.clone()).collect();
        numbers.extend(self.scene().prompt.map(|prompt| prompt.rule));
        let mut seen = std::collections::BTreeSet::new();
        numbers.retain(|number| !number.is_empty() && seen.insert(number.clone()));
        numbers
    }

    fn advise(&mut self, bot: &str) -> Result<Next, Trouble> {
        let bot = if bot.is_empty() {
            self.set.adviser.clone()
        } else {
            bot.to_owned()
        };
        match self.set.table.advise(self.seat, &bot) {
            Ok(advice) => {
                let label = self.set.style.paint(Ink::Strong, &advice.label);
                writeln!(
                    self.out,
                    "{bot} would: {label} ({})\n  {}",
                    advice.choice, advice.reason
                )?;
                Ok(Next::Go)
            }
            Err(why) => self.complain(&why.to_string()),
        }
    }

    /// Lets a computer player answer, for everybody at this table.
    fn hand_over(&mut self, bot: Option<&str>, extent: Extent) -> Result<Next, Trouble> {
        let bot = bot.map_or_else(|| self.set.adviser.clone(), str::to_owned);
        let mut made = 0;
        loop {
            match self.set.table.hand_over(self.seat, &bot, extent) {
                Ok(count) => made += count,
                Err(why) => return self.complain(&why.to_string()),
            }
            let rest = extent == Extent::Rest && !self.set.table.asked().is_empty();
            if !rest {
                break;
            }
            self.let_bots_play()?;
            self.turn_to_asked();
        }
        let words = format!("» {bot} made {}", counted(made, "choice"));
        writeln!(self.out, "{}", self.set.style.paint(Ink::Faint, &words))?;
        Ok(Next::Go)
    }

    fn undo(&mut self, count: &str) -> Result<Next, Trouble> {
        let count = match count {
            "" => 1,
            number => match number.parse::<usize>() {
                Ok(count) => count,
                Err(_) => return self.complain(&format!("“{number}” is not a number of answers")),
            },
        };
        let before = self.set.table.moves();
        let mut refused = None;
        for _ in 0..count {
            // Whoever answered last takes it back, when several share this table.
            let seats = Seat::all().take(self.info.seats.len());
            let undone = seats.map(|seat| (seat, self.set.table.undo(seat)));
            match undone.into_iter().find(|(_, undone)| undone.is_ok()) {
                Some((seat, _)) => self.seat = seat,
                None => {
                    refused = self.set.table.may_undo(self.seat).err();
                    break;
                }
            }
        }
        let undone = before - self.set.table.moves();
        self.told = self.set.table.moves();
        if undone > 0 {
            writeln!(self.out, "{} taken back", counted(undone, "answer"))?;
        }
        match refused {
            Some(why) => self.complain(&why.to_string()),
            None => Ok(Next::Go),
        }
    }

    fn resign(&mut self) -> Result<Next, Trouble> {
        match self.set.table.resign(self.seat) {
            Ok(()) => Ok(Next::Go),
            Err(why) => self.complain(&why.to_string()),
        }
    }

    fn save(&mut self, words: &str) -> Result<Next, Trouble> {
        let (file, position) = match words.strip_suffix("--position") {
            Some(file) => (file.trim(), true),
            None => (words, words.ends_with(".json")),
        };
        match save_match(self.set.table.as_ref(), Path::new(file), position) {
            Ok(()) => {
                self.kept = self.set.table.moves();
                let what = if position { "position" } else { "record" };
                writeln!(self.out, "the {what} is kept in {file}")?;
                Ok(Next::Go)
            }
            Err(why) => self.complain(why.message()),
        }
    }

    fn load(&mut self, file: &str) -> Result<Next, Trouble> {
        match load_match(self.set.game.as_ref(), Path::new(file)) {
            Ok(table) => {
                self.told = table.moves();
                self.kept = table.moves();
                self.set.table = table;
                self.drawn = None;
                self.ended = false;
                writeln!(self.out, "{file}: {} made", counted(self.told, "choice"))?;
                Ok(Next::Go)
            }
            Err(why) => self.complain(why.message()),
        }
    }

    /// Leaves; somebody who would lose something is asked first.
    fn leave(&mut self) -> Result<Next, Trouble> {
        if !self.lines.interactive || self.set.table.moves() == self.kept {
            return Ok(Next::Leave);
        }
        let question = "keep the game in which file? (Enter leaves without, - stays) ";
        match self.lines.ask(question, self.out)?.as_deref() {
            None | Some("") => Ok(Next::Leave),
            Some("-") => Ok(Next::Go),
            Some(file) => {
                let before = self.bad_line;
                self.bad_line = false;
                self.save(file)?;
                let saved = !self.bad_line;
                self.bad_line |= before;
                Ok(if saved { Next::Leave } else { Next::Go })
            }
        }
    }
}
