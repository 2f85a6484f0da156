//! Special Conditions, favours of events, and how the fleet is kept in the Campaign.

use super::Advice;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::Force;
use crate::side::Side;
use crate::tables::Sector;
use crate::units::{ClassId, ShipId, ShipType};

impl Staff<'_> {
    /// Where most contacts are.
    pub fn extra_search(&mut self) -> Advice {
        let contacts = self.contacts();
        let count = |sector: Sector| {
            let area = self.t.sheet.sector(sector);
            let there = contacts.iter().filter(|contact| area.contains(contact.hex));
            there.count()
        };
        let sectors = self.choices.iter().filter_map(|choice| match choice {
            Choice::Sector(sector) => Some(*sector),
            _ => None,
        });
        let best = sectors.max_by_key(|sector| count(*sector));
        Advice::new(best.map(Choice::Sector), "Most is to be seen there.")
    }

    /// The pack that is nearest to a Convoy but not yet with it.
    pub fn redeploy(&mut self) -> Advice {
        let prey = self.prey();
        let far = |force: &Force| {
            let here = force.hex()?;
            let far = prey.iter().map(|prey| prey.hex.distance(here)).min()?;
            (far > 0).then_some(far)
        };
        let packs = self.choices.iter().filter_map(|choice| match choice {
            Choice::Move(block) => Some((far(self.force(*block)?)?, *choice)),
            _ => None,
        });
        let best = packs.min_by_key(|(far, _)| *far);
        Advice::new(
            best.map(|(_, choice)| choice),
            "It has farthest to go for most.",
        )
    }

    /// Ships that have lost two steps go home to be mended.
    pub fn send_home(&mut self) -> Advice {
        let hurt = self.choices.iter().find(|choice| match choice {
            Choice::TakeShip(ship) => {
                let mut states = self.view.own().flat_map(|force| &force.units.ships);
                states.any(|state| state.ship == *ship && state.step >= 2)
            }
            _ => false,
        });
        Advice::new(hurt.copied(), "She must be mended.")
    }

    /// What is worth most now: one ship or class, or two submarine CS and air units in all [15.3.2].
    pub fn pick_reinforcement(&mut self, left: u8) -> Advice {
        let worth = |choice: &Choice| match *choice {
            Choice::TakeShip(ship) => Some(self.worth_of_ship(ship)),
            Choice::TakeClass(class) => Some(self.worth_of_class(class) * self.share(class, left)),
            Choice::Wing(place) => Some(self.worth_of_wing(place)? * f32::from(left)),
            _ => None,
        };
        let all = self.choices.iter();
        let all = all.filter_map(|choice| Some((worth(choice)?, *choice)));
        // The first of equals, so that both twins of a position answer the same.
        let best = all.reduce(|best, next| if next.0 > best.0 { next } else { best });
        Advice::new(best.map(|(_, choice)| choice), "It is wanted most.")
    }

    /// Two CS of submarines come for one other unit.
    fn share(&self, class: ClassId, left: u8) -> f32 {
        match self.t.chart.class(class).kind.is_submarine() {
            true => f32::from(left),
            false => 1.0,
        }
    }

    /// Her strength, more if there is no other like her, and most for what decides whether the enemy's Heavy Ships come out.
    fn worth_of_ship(&self, ship: ShipId) -> f32 {
        let values = self.t.chart.ship(ship);
        let alike = |kind: ShipType| match values.kind {
            own if own.is_carrier() => kind.is_carrier(),
            own if own.is_capital() => kind.is_capital(),
            _ => kind.is_heavy(),
        };
        let mut others = self.view.own().flat_map(|force| &force.units.ships);
        let first = !others.any(|state| alike(self.t.chart.ship(state.ship).kind));
        let strength = f32::from(values.cs()) + f32::from(values.aircraft);
        let weight = match values.kind {
            kind if kind.is_carrier() || kind.is_capital() => 2.0,
            kind if kind.is_cruiser() => 1.5,
            _ => 1.0,
        };
        strength * weight * if first { 1.5 } else { 1.0 }
    }

    /// A counter of Light Ships; a CS of submarines, which count for more where there are Convoys to sink.
    fn worth_of_class(&self, class: ClassId) -> f32 {
        let values = self.t.chart.class(class);
        match (values.kind, self.side) {
            (kind, Side::Axis) if kind.is_submarine() => 1.5,
            (kind, Side::Allied) if kind.is_submarine() => 0.5,
            (kind, _) => {
                let each = if kind == ShipType::Dd { 1.2 } else { 0.8 };
                each * f32::from(values.max_cs)
            }
        }
    }

    /// Bombers that reach ships, torpedo bombers first; then fighters and eyes.
    fn worth_of_wing(&self, place: u8) -> Option<f32> {
        let unit = self.view.coming_unit(place)?;
        let kind = self.t.chart.air(unit.kind);
        let each = match (kind.attacks_ships && kind.bombing.is_some(), kind.torpedoes) {
            (true, 1..) => 1.5,
            (true, 0) => 1.2,
            (false, _) => 0.6,
        };
        Some(each * f32::from(unit.cs))
    }

    /// What is dearest of what may be had: ships before classes before aircraft.
    pub fn take_first(&mut self) -> Advice {
        let quiet = [Choice::Pass, Choice::Done, Choice::AsListed, Choice::Wait];
        let first = self.choices.iter().find(|choice| !quiet.contains(choice));
        Advice::new(first.copied(), "Whatever can be had.")
    }
}
