//! Searching, being searched, and shadowing.

use super::belief::Guess;
use super::staff::Staff;
use super::{Advice, Grade};
use crate::choice::Choice;
use crate::forces::{Force, Id, Kind, Shadower, Token};
use crate::hex::Hex;
use crate::recon::{Negation, Searchers};
use crate::sequence::Success;
use crate::side::Side;
use crate::tables::Sector;
use crate::view::Contact;

/// What it adds to the worth of a search that a strike, or a shadow, follows from it.
const STRIKE: f32 = 3.0;
const SHADOW: f32 = 2.0;
/// A search worth less is not made.
const LEAST: f32 = 0.05;

impl Staff<'_> {
    /// What it is worth to know a contact better; what is known well and shadowed is worth little more.
    pub fn worth_knowing(&self, contact: &Contact) -> f32 {
        let weights = self.beliefs.weights(contact.token);
        let worth = 5.0 * weights.convoy()
            + 4.0 * weights.of(Guess::Heavy)
            + 2.0 * weights.of(Guess::Light)
            + 2.0 * weights.of(Guess::Pack)
            + weights.of(Guess::Dummy);
        let shadow = if contact.shadowed { 0.3 } else { 1.0 };
        let known = match contact.id {
            Id::HIGHEST => 0.4,
            Id::UNIDENTIFIED | Id::ZERO => 1.0,
            _ => 0.8,
        };
        worth * shadow * known
    }

    /// The share of own cards that find a contact; a pack dives wherever the section lets it [6.2], [6.2.2].
    fn chance_of(&self, contact: &Contact, by: Searchers) -> f32 {
        let Some(odds) = self.view.card_odds(contact, by) else {
            return 0.0;
        };
        let dives = self.beliefs.weights(contact.token).of(Guess::Pack);
        (odds.found as f32 - odds.deniable as f32 * dives) / odds.of.max(1) as f32
    }

    /// How likely a contact is found if a sector searches its hex, with all others who search there [6.2], [6.4.2]. Where
    /// they search already a sector still stays in touch: to count only what it adds cost the Axis 4 in 100 games.
    fn chance_by(&self, sector: Sector, contact: &Contact) -> f32 {
        let there = self.view.searchers(contact.token);
        let soviet = sector == Sector::Soviet;
        let by = Searchers {
            air: true,
            all_soviet: there.map_or(soviet, |by| by.all_soviet && soviet),
            ..there.unwrap_or_default()
        };
        self.chance_of(contact, by)
    }

    /// What follows if a sector finds a contact: what is known then, an attack in this turn, a shadow that begins.
    fn worth_finding(&self, sector: Sector, contact: &Contact, strikes: &[Hex]) -> f32 {
        let weights = self.beliefs.weights(contact.token);
        let ships = weights.convoy() + weights.warships();
        let mut more = 0.0;
        if strikes.contains(&contact.hex) {
            more += STRIKE;
        }
        if self.would_shadow(sector, contact) {
            more += SHADOW;
        }
        self.worth_knowing(contact) + more * ships
    }

    /// Hexes where own aircraft or ships can attack in this turn what is found there [7.1], [7.4], [7.5].
    fn strikes(&self) -> Vec<Hex> {
        let aircraft = self.view.aircraft();
        let flying = aircraft.iter().filter(|(side, unit)| {
            *side == self.side && unit.aircraft(self.t).attacks_ships && unit.ready() > 0
        });
        let flying = flying.filter_map(|(_, unit)| unit.mission.hex());
        let afloat = self.view.own().filter(|force| match force.kind {
            Kind::Wolfpack => !force.shadowing && super::packs::ready(force) > 0,
            Kind::TaskForce => self.guns(force) > 0.0,
            _ => false,
        });
        flying.chain(afloat.filter_map(Force::hex)).collect()
    }

    /// Whether a sector that finds it would stay in touch: nothing does yet, it is wanted, it is no Soviet one, and no
    /// Interceptors are near [6.3.1].
    fn would_shadow(&self, sector: Sector, contact: &Contact) -> bool {
        let date = self.view.scenario().date;
        let enemy = self.side.other();
        let driven_off = self.t.sheet.near_interceptors(enemy, contact.hex, date);
        let stays = sector != Sector::Soviet && !driven_off;
        stays && !contact.shadowed && self.wants_shadow(contact.token)
    }

    /// The Allies keep in touch with everything, the Axis with Convoys and Heavy Ships.
    fn wants_shadow(&self, token: Token) -> bool {
        let weights = self.beliefs.weights(token);
        self.side == Side::Allied || weights.convoy() > 0.3 || weights.of(Guess::Heavy) > 0.3
    }

    /// The hex where most is to be learned; a sector hex without a contact finds nothing.
    pub fn sectors(&mut self, named: &[(Sector, Hex)]) -> Advice {
        let strikes = self.strikes();
        let contacts = self.contacts();
        let worth = |sector: Sector, hex: Hex| -> f32 {
            let here = contacts.iter().filter(|contact| contact.hex == hex);
            let each = here.map(|contact| {
                self.chance_by(sector, contact) * self.worth_finding(sector, contact, &strikes)
            });
            each.sum()
        };
        let mut hexes: Vec<(f32, Choice)> = Vec::new();
        for choice in self.choices {
            if let Choice::Search(sector, hex) = choice
                && !named.iter().any(|(_, other)| other == hex)
            {
                // A hex that two sectors reach is left to the one that reaches less else.
                let spare = if *sector == Sector::Barents {
                    0.0
                } else {
                    0.01
                };
                hexes.push((worth(*sector, *hex) + spare, *choice));
            }
        }
        hexes.retain(|(worth, _)| *worth > LEAST);
        if self.grade == Grade::Easy && !hexes.is_empty() {
            let any = hexes[self.pick(hexes.len())].1;
            return Advice::new(any, "Somewhere there.");
        }
        let best = hexes.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((_, choice)) => Advice::new(choice, "Most is to be learned there."),
            None => Advice::new(Choice::Done, "There is nothing more to look for."),
        }
    }

    /// A pack dives; a carrier that is known flies, one that is not stays hidden; CAMs wait for bombers.
    pub fn negate(&mut self, success: &Success) -> Advice {
        let pack = Choice::Negate(Negation::Wolfpack);
        let carrier = Choice::Negate(Negation::Carrier);
        if self.has(pack) {
            return Advice::new(pack, "The boats dive.");
        }
        let known = self
            .view
            .own()
            .any(|force| force.token == success.search.token && force.id >= Id::level(2));
        match self.has(carrier) && known {
            true => Advice::new(carrier, "Her fighters drive him off."),
            false => Advice::new(Choice::Pass, "Let him report."),
        }
    }

    /// Sectors and radii first, then aircraft, then the pack that can be spared; two kinds of shadow are worth having.
    pub fn shadow(&mut self, token: Token) -> Advice {
        let wanted = self.wants_shadow(token);
        let rank = |choice: &Choice| match choice {
            Choice::Shadow(Shadower::Radius(_)) => Some(0),
            Choice::Shadow(Shadower::Sector(_)) => Some(1),
            Choice::Shadow(Shadower::Air(_)) => Some(2),
            Choice::Shadow(Shadower::Cruisers(_)) => Some(3),
            Choice::Shadow(Shadower::Pack(block)) => {
                let spent = self
                    .force(*block)
                    .is_some_and(|pack| super::packs::ready(pack) <= 1);
                spent.then_some(5)
            }
            _ => None,
        };
        let best = self.choices.iter().filter(|choice| rank(choice).is_some());
        match best.min_by_key(|choice| rank(choice)) {
            Some(choice) if wanted => Advice::new(*choice, "Keep in touch."),
            _ => Advice::new(Choice::Pass, "Not worth a shadow."),
        }
    }

    /// Any number that the rule lets him say.
    pub fn tell(&mut self) -> Advice {
        let number = self.pick(self.choices.len());
        Advice::new(
            self.choices.get(number).copied(),
            "As vague as the rule allows.",
        )
    }
}
