//! The way home: stragglers and what happens on the way, page 68.

use crate::boat::{Boat, Loss, Place};
use crate::boats::{Gear, Letter};
use crate::cards::DeckName;
use crate::choice::Choice;
use crate::event::Event;
use crate::events::HomeEvent;
use crate::position::{Position, Straggler};
use crate::sequence::{Order, Phase, Play, Step};
use crate::ships::{TileId, half_down};
use crate::tables::Pull;

/// Whether a straggler is sunk: beyond the range in turns; a natural 10 always, a natural 1 never [68.straggler_roll],
/// [5.natural_10_and_1], (R73).
pub const fn sinks_straggler(d10: u8, range: u8) -> bool {
    match d10 {
        10 => true,
        1 => false,
        _ => d10 > range,
    }
}

impl Boat {
    /// The turn on which she left, if she may hunt stragglers from there: with a deck gun that still works or a torpedo
    /// left, and not a replacement [68.straggler_who], [63.deck_gun].
    pub fn hunts_from(&self) -> Option<u8> {
        let armed = !self.is_heavy(Gear::DeckGun) || self.torpedoes() != [0, 0];
        match self.place {
            Place::Track(turn) if armed && !self.replacement => Some(turn),
            _ => None,
        }
    }
}

impl Position {
    /// Turns from a boat to the nearest straggler; none if she cannot hunt, or there is nothing to hunt.
    fn nearest_straggler(&self, letter: Letter) -> Option<u8> {
        let from = self.boat(letter)?.hunts_from()?;
        let ranges = self.track.iter().map(|ship| ship.turn.abs_diff(from));
        ranges.min()
    }

    /// Every straggler, or none of them [68.straggler_who].
    pub(crate) fn list_stragglers(&self, out: &mut Vec<Choice>) {
        out.extend(self.track.iter().map(|ship| Choice::Hunt(ship.tile)));
        out.push(Choice::Done);
    }

    /// Whether a boat comes home with a card to pull for it [68.home_event].
    fn awaits_home_event(&self, letter: Letter) -> bool {
        self.boat(letter).is_some_and(|boat| {
            let home = matches!(boat.place, Place::Track(_) | Place::DrivenOff);
            home && !boat.replacement && boat.home.is_none()
        })
    }
}

impl Play<'_> {
    /// The boat with the nearest straggler hunts first, by random number if several are as near; one try each
    /// [68.straggler_who].
    pub(crate) fn hunt_stragglers(&mut self, tried: [bool; 4]) {
        let left = Letter::ALL
            .into_iter()
            .filter(|letter| !tried[letter.index()]);
        let ranges: Vec<(Letter, u8)> = left
            .filter_map(|letter| Some((letter, self.p.nearest_straggler(letter)?)))
            .collect();
        let Some(nearest) = ranges.iter().map(|(_, range)| *range).min() else {
            return;
        };
        let mut first = ranges;
        first.retain(|(_, range)| *range == nearest);
        let (letter, _) = first[self.one_of(first.len(), Pull::RandomTarget)];
        let mut tried = tried;
        tried[letter.index()] = true;
        self.p.agenda.push(Step::Stragglers(tried));
        self.order(letter, Order::Hunt);
    }

    /// One try at one ship: half its points, rounded down, and tile and tons to the boat [68.straggler_roll],
    /// [68.straggler_half_down].
    pub(crate) fn hunt(&mut self, letter: Letter, choice: Choice) {
        let Choice::Hunt(tile) = choice else { return };
        let from = self.p.boat(letter).and_then(Boat::hunts_from);
        let ship = self.p.track.iter().find(|ship| ship.tile == tile).copied();
        let (Some(from), Some(Straggler { turn, .. })) = (from, ship) else {
            return;
        };
        let range = turn.abs_diff(from);
        let d10 = self.d10(Pull::Straggler, Some(letter));
        let sunk = sinks_straggler(d10, range);
        let vp = if sunk {
            self.sink_straggler(letter, tile)
        } else {
            0
        };
        self.log.push(|| Event::HuntsStraggler {
            boat: letter,
            tile,
            range,
            d10,
            sunk,
            vp,
        });
    }

    fn sink_straggler(&mut self, letter: Letter, tile: TileId) -> i32 {
        let values = self.t.tile(tile);
        let vp = half_down(values.vp);
        self.p.vp += vp;
        self.p.track.retain(|ship| ship.tile != tile);
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.sunk.push(tile);
            boat.tons += values.tons;
        }
        vp
    }

    /// A boat that is driven off goes home at once; at the end of the patrol she waits for the others
    /// [55.survival_results], [68.home_event].
    pub(crate) fn drive_off(&mut self, letter: Letter) {
        if self.p.phase != Phase::EndOfPatrol {
            self.go_home(letter);
        }
    }

    /// One card for the way home: not for a replacement, and not a second time [68.home_event].
    pub(crate) fn go_home(&mut self, letter: Letter) {
        if !self.p.awaits_home_event(letter) {
            return;
        }
        let card = self.pull(DeckName::Patrol, Pull::HomeEvent, Some(letter));
        let event = self.t.cards.patrol[usize::from(card)].home;
        self.log.push(|| Event::HomeEvent {
            boat: letter,
            event,
        });
        self.order(letter, Order::Home(event));
    }

    /// What she meets is avoided for a tactical point, if it can be, or it happens [68.home_event_1_tp].
    pub(crate) fn meet(&mut self, letter: Letter, event: HomeEvent, choice: Choice) {
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        if choice == Choice::Pay {
            boat.tp -= self.t.points.home_event_tp;
            boat.home = Some(HomeEvent::None);
            self.log.push(|| Event::Avoids { boat: letter });
            return;
        }
        boat.home = Some(event);
        let (wounds, loss) = {
            let values = &self.t.campaign.home[event.index()];
            (values.wounds, values.boat)
        };
        for _ in 0..wounds {
            self.wound_on_the_way(letter);
        }
        match loss {
            Some(true) => self.lose(letter, Loss::Scuttled),
            Some(false) => self.lose(letter, Loss::Homeward),
            None => {}
        }
    }

    /// One d10 for the position, one for the severity [68.home_event].
    fn wound_on_the_way(&mut self, letter: Letter) {
        let d10 = self.d10(Pull::CrewPosition, Some(letter));
        let severity = self.d10(Pull::WoundSeverity, Some(letter));
        let levels = self.t.chances.wound(severity).levels();
        self.hurt(letter, self.t.board.crew(d10), levels, d10);
    }
}

impl Position {
    /// To pay, where that helps and can be done, or to take it [68.home_event_1_tp].
    pub(crate) fn list_home(
        &self,
        t: &crate::tables::Tables,
        letter: Letter,
        event: HomeEvent,
        out: &mut Vec<Choice>,
    ) {
        let able = self
            .boat(letter)
            .is_some_and(|boat| boat.tp >= t.points.home_event_tp);
        if able && t.campaign.home[event.index()].avoidable {
            out.push(Choice::Pay);
        }
        out.push(Choice::Accept);
    }
}
