//! What somebody at the table can do besides answering.

use super::news::log_text;
use super::session::{Next, Session};
use super::style::Ink;
use super::verbs::{HELP, Verb};
use super::{offers, scene};
use crate::commands::play::{load_match, save_match};
use crate::commands::rules;
use crate::text::{columns, counted};
use crate::trouble::Trouble;
use derbyhouse_catalog::Extent;
use derbyhouse_kernel::Seat;
use std::collections::BTreeSet;
use std::path::Path;

/// So many lines of the log are explained by a plain `why`.
const WHY_LINES: usize = 5;

impl Session<'_> {
    pub(super) fn act(&mut self, verb: Verb<'_>) -> Result<Next, Trouble> {
        match verb {
            Verb::Help => self.help()?,
            Verb::Quit => return self.leave(),
            Verb::Map => self.draw(&self.scene(), None)?,
            Verb::Panels => self.panels(&self.scene())?,
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

    fn help(&mut self) -> Result<(), Trouble> {
        let rows = HELP.iter().map(|(name, takes, does)| {
            let form = format!("{name} {takes}");
            vec![form.trim_end().to_owned(), (*does).to_owned()]
        });
        let text = columns(&rows.collect::<Vec<_>>(), 2);
        self.say(&text)
    }

    fn overlay(&mut self, id: &str) -> Result<Next, Trouble> {
        let scene = self.scene();
        if scene.overlays.iter().any(|overlay| overlay.id == id) {
            self.draw(&scene, Some(id))?;
            return Ok(Next::Go);
        }
        let known: Vec<&str> = scene.overlays.iter().map(|o| o.id.as_str()).collect();
        let known = known.join(", ");
        self.complain(&format!("there is no overlay “{id}”: it is one of {known}"))
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
        let numbers = match rule {
            "" => self.rules_at_work(),
            rule => vec![rule.to_owned()],
        };
        let game = self.set.game.as_ref();
        let mut text = String::new();
        for number in &numbers {
            // A letter after the number names a part of the rule.
            let number = number.split(' ').next().unwrap_or(number);
            match rules::found(game, number) {
                Ok(found) => {
                    let explained = found.iter();
                    text.extend(explained.map(|r| rules::explained(game, r, self.set.width)));
                }
                Err(why) => return self.complain(why.message()),
            }
        }
        self.say(&text)?;
        Ok(Next::Go)
    }

    /// The rule of the question and those of the last few lines, each once.
    fn rules_at_work(&self) -> Vec<String> {
        let lines = self.set.table.log(self.viewer(), 0);
        let prompt = self.scene().prompt.map(|prompt| prompt.rule);
        let recent = lines.iter().rev().take(WHY_LINES);
        let recent = recent.flat_map(|line| line.line.rules.clone());
        let mut seen = BTreeSet::new();
        let numbers = prompt.into_iter().chain(recent);
        numbers
            .filter(|number| !number.is_empty() && seen.insert(number.clone()))
            .collect()
    }

    fn advise(&mut self, bot: &str) -> Result<Next, Trouble> {
        let bot = match bot {
            "" => self.set.adviser.clone(),
            bot => bot.to_owned(),
        };
        match self.set.table.advise(self.seat, &bot) {
            Ok(advice) => {
                let label = self.set.style.paint(Ink::Strong, &advice.label);
                let choice = advice.choice;
                writeln!(
                    self.out,
                    "{bot} would: {label} ({choice})\n  {}",
                    advice.reason
                )?;
                Ok(Next::Go)
            }
            Err(why) => self.complain(&why.to_string()),
        }
    }

    /// Lets a computer player answer; the rest of the game it plays for everybody at this table.
    fn hand_over(&mut self, bot: Option<&str>, extent: Extent) -> Result<Next, Trouble> {
        let bot = bot.map_or_else(|| self.set.adviser.clone(), str::to_owned);
        let before = self.set.table.moves();
        loop {
            if let Err(why) = self.set.table.hand_over(self.seat, &bot, extent) {
                return self.complain(&why.to_string());
            }
            self.moved();
            self.let_bots_play()?;
            if extent != Extent::Rest || self.set.table.asked().is_empty() {
                break;
            }
            self.turn_to_asked();
        }
        let made = counted(self.set.table.moves() - before, "choice");
        let words = format!("» {bot} made {made}");
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
            if let Err(why) = self.undo_one() {
                refused = Some(why);
                break;
            }
        }
        let moves = self.set.table.moves();
        if moves < before {
            self.moved();
            for from in &mut self.news_from {
                *from = (*from).min(moves + 1);
            }
            writeln!(self.out, "{} taken back", counted(before - moves, "answer"))?;
        }
        match refused {
            Some(why) => self.complain(&why),
            None => Ok(Next::Go),
        }
    }

    /// Whoever answered last takes it back, when several share this table.
    fn undo_one(&mut self) -> Result<(), String> {
        let mine = self
            .set
            .table
            .undo(self.seat)
            .map_err(|why| why.to_string());
        if mine.is_ok() {
            return mine;
        }
        for seat in Seat::all().take(self.info.seats.len()) {
            if self.set.table.undo(seat).is_ok() {
                return Ok(());
            }
        }
        mine
    }

    fn resign(&mut self) -> Result<Next, Trouble> {
        match self.set.table.resign(self.seat) {
            Ok(()) => {
                self.moved();
                Ok(Next::Go)
            }
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
                let moves = table.moves();
                self.news_from.fill(moves + 1);
                self.kept = moves;
                self.set.table = table;
                self.drawn = None;
                self.ended = false;
                self.moved();
                writeln!(
                    self.out,
                    "{file}: goes on after {}",
                    counted(moves, "choice")
                )?;
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
                self.save(file)?;
                let kept = self.kept == self.set.table.moves();
                Ok(if kept { Next::Leave } else { Next::Go })
            }
        }
    }
}
