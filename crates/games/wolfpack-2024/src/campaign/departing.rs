//! The way out: patrol events and start boxes, page 22.

use super::answer::Answer;
use super::news::News;
use super::port::{Port, Prep};
use crate::boat::Place;
use crate::boats::{End, Gear, Letter, TorpedoType};
use crate::cards::DeckName;
use crate::choice::Choice;
use crate::crew::Severity;
use crate::events::PatrolEvent;
use crate::position::Position;
use crate::ring::{ApproachBox, Location};
use crate::sequence::{Order, Play, Step};
use crate::tables::{Pull, Tables};

impl Position {
    /// Empty boxes of a location, or of all, in chain order [22.start_box].
    pub(crate) fn free_boxes<'a>(
        &'a self,
        t: &'a Tables,
        location: Option<Location>,
    ) -> impl Iterator<Item = ApproachBox> + 'a {
        let here =
            move |at: &ApproachBox| location.is_none_or(|there| t.approach.location(*at) == there);
        let taken = |at: &ApproachBox| self.fleet().any(|(_, boat)| boat.approach() == Some(*at));
        ApproachBox::ALL
            .into_iter()
            .filter(move |at| here(at) && !taken(at))
    }

    /// Told where the convoy is, a boat waits ahead of it.
    pub(crate) fn usual_any_start(&self, t: &Tables) -> Choice {
        let ahead = self.free_boxes(t, Some(Location::N)).next();
        let anywhere = self.free_boxes(t, None).next();
        ahead.or(anywhere).map_or(Choice::Done, Choice::To)
    }

    /// Every kind of reload that is aboard [22.patrol_event].
    pub(crate) fn list_defects(&self, letter: Letter, out: &mut Vec<Choice>) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        for end in End::ALL {
            let stock = boat.reloads[end.index()];
            let there = TorpedoType::ALL
                .into_iter()
                .filter(|torpedo| stock[torpedo.index()] > 0);
            out.extend(there.map(|torpedo| Choice::Port(Answer::Discard(end, torpedo))));
        }
    }

    /// One of the most numerous kind.
    pub(crate) fn usual_defect(&self, letter: Letter) -> Choice {
        let stock = self.boat(letter).map_or([[0; 2]; 2], |boat| boat.reloads);
        let kinds = End::ALL
            .into_iter()
            .flat_map(|end| TorpedoType::ALL.map(|torpedo| (end, torpedo)));
        let best = kinds
            .rev()
            .max_by_key(|(end, torpedo)| stock[end.index()][torpedo.index()]);
        best.map_or(Choice::Done, |(end, torpedo)| {
            Choice::Port(Answer::Discard(end, torpedo))
        })
    }
}

impl Play<'_> {
    /// One card for each boat, then the deck is shuffled, then each finds her start [22.patrol_event], [22.start_box].
    pub(crate) fn meet_events(&mut self) {
        let mut told = [false; 4];
        for letter in self.p.in_port() {
            let card = self.pull(DeckName::Patrol, Pull::PatrolEvent, Some(letter));
            let event = self.t.cards.patrol[usize::from(card)].event;
            self.news(|| News::Met {
                boat: letter,
                event,
            });
            told[letter.index()] = event == PatrolEvent::BDienst;
            self.meet_event(letter, event);
        }
        let starts = Letter::ALL.map(|letter| Prep::Start(letter, told[letter.index()]));
        let steps = [Prep::ShufflePatrols].into_iter().chain(starts);
        self.p
            .agenda
            .plan(steps.map(Step::Prep).collect::<Vec<_>>());
    }

    /// What happens to a boat on the way out [22.patrol_event].
    fn meet_event(&mut self, letter: Letter, event: PatrolEvent) {
        let most = self.t.points.max_tp;
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        let mut damage = |gear: Gear| boat.gear[gear.index()] = Severity::Light.levels();
        match event {
            PatrolEvent::None | PatrolEvent::BDienst => {}
            PatrolEvent::Aircraft => boat.tp = boat.tp.saturating_sub(1),
            PatrolEvent::MilchCow => boat.tp = (boat.tp + 1).min(most),
            PatrolEvent::DieselTrouble => damage(Gear::Diesel),
            PatrolEvent::HydrophoneFault => damage(Gear::Hydrophone),
            PatrolEvent::StormDamage => {
                damage(Gear::DeckGun);
                damage(Gear::Periscope);
            }
            PatrolEvent::Sickness => {
                let d10 = self.d10(Pull::CrewPosition, Some(letter));
                let man = self.t.board.crew(d10);
                self.hurt(letter, man, Severity::Light.levels(), d10);
            }
            PatrolEvent::TorpedoDefect => {
                if boat.reloads != [[0; 2]; 2] {
                    self.order(letter, Order::Port(Port::Defect));
                }
            }
        }
    }

    pub(crate) fn discard(&mut self, letter: Letter, end: End, torpedo: TorpedoType) {
        if let Some(boat) = self.p.boat_mut(letter) {
            let stock = &mut boat.reloads[end.index()][torpedo.index()];
            *stock = stock.saturating_sub(1);
        }
        self.news(|| News::Discarded {
            boat: letter,
            end,
            torpedo,
        });
    }

    /// A boat in port starts in an empty box of the location that a card names, another card if all are taken; told
    /// where the convoy is, in any [22.start_box].
    pub(crate) fn start_boat(&mut self, letter: Letter, any: bool) {
        if !self
            .p
            .boat(letter)
            .is_some_and(|boat| boat.place == Place::Base)
        {
            return;
        }
        if any {
            self.order(letter, Order::Port(Port::Start(None)));
            return;
        }
        loop {
            let card = self.pull(DeckName::Patrol, Pull::StartLocation, Some(letter));
            let location = self.t.cards.patrol[usize::from(card)].start;
            if self.p.free_boxes(self.t, Some(location)).next().is_some() {
                self.order(letter, Order::Port(Port::Start(Some(location))));
                return;
            }
        }
    }

    pub(crate) fn place_at(&mut self, letter: Letter, at: ApproachBox) {
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.place = Place::Approach(at);
        }
        self.news(|| News::Starts { boat: letter, at });
    }
}
