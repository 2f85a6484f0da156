//! Set-up and Dummies.

use super::Advice;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Kind};
use crate::hex::Hex;
use crate::side::Side;
use crate::units::ShipType;

/// Where packs lie in wait: across Jan Mayen and Bear Island, then off the Kola coast.
pub(super) const LINES: [Hex; 8] = [
    Hex::new(4, 10),
    Hex::new(4, 14),
    Hex::new(4, 11),
    Hex::new(4, 13),
    Hex::new(4, 15),
    Hex::new(5, 17),
    Hex::new(6, 18),
    Hex::new(5, 9),
];

impl Staff<'_> {
    /// Packs go to sea; everything else is as listed.
    pub fn set_up(&mut self) -> Advice {
        match self.side {
            Side::Axis => Advice::new(Choice::Regroup, "The packs go to their lines."),
            Side::Allied if self.view.season().is_some() => {
                Advice::new(Choice::Regroup, "Escorts join their Convoys.")
            }
            Side::Allied => Advice::new(Choice::AsListed, "The order of battle is sound."),
        }
    }

    pub fn muster(&mut self) -> Advice {
        let next = match self.side {
            Side::Axis => self.pack_in_port(),
            Side::Allied => self.escort_in_port(),
        };
        match next {
            Some(choice) => Advice::new(choice, "That is where it belongs."),
            None => Advice::new(Choice::Done, "They are in place."),
        }
    }

    /// A pack that is not on its line yet.
    fn pack_in_port(&self) -> Option<Choice> {
        let packs = self.choices.iter().copied();
        let mut packs = packs.filter(|choice| match choice {
            Choice::Move(block) => self
                .force(*block)
                .is_some_and(|force| force.hex().is_none()),
            _ => false,
        });
        packs.next()
    }

    /// Light Ships, oilers and AA ships that lie where a Convoy of the Campaign is made up [15.2]: it has none of its own.
    fn escort_in_port(&self) -> Option<Choice> {
        let light = |force: &Force| {
            let heavy = force.units.has(&self.t.chart, ShipType::is_heavy);
            force.kind == Kind::TaskForce
                && !heavy
                && !force.units.has_soviet_command(&self.t.chart)
        };
        let mut pairs = self.choices.iter().copied();
        pairs.find(|choice| match choice {
            Choice::Combine(convoy, escort) => {
                let convoy = self.force(*convoy).map(|force| force.kind);
                convoy == Some(Kind::Convoy) && self.force(*escort).is_some_and(light)
            }
            _ => false,
        })
    }

    fn spots(&self) -> Vec<Hex> {
        let at = self.choices.iter();
        at.filter_map(|choice| match choice {
            Choice::At(hex) => Some(*hex),
            _ => None,
        })
        .collect()
    }

    /// Patrol White on its station; packs in lines, where a Convoy is likely to pass.
    pub fn place(&mut self, _block: BlockId) -> Advice {
        let spots = self.spots();
        if self.side == Side::Allied {
            let station = self.t.sheet.white_station;
            let at = spots.into_iter().min_by_key(|hex| hex.distance(station));
            return Advice::new(at.map(Choice::At), "Patrol White stands in its strait.");
        }
        let packs = self.view.own().filter(|force| force.kind == Kind::Wolfpack);
        let placed = packs.filter(|force| force.hex().is_some()).count();
        let line = LINES[placed % LINES.len()];
        let course = self.expected_course();
        let off = |hex: &Hex| {
            let passing = course.iter().map(|passed| passed.distance(*hex)).min();
            2 * hex.distance(line) + 3 * passing.unwrap_or(0)
        };
        let at = spots.into_iter().min_by_key(off);
        Advice::new(at.map(Choice::At), "A line across the way of the Convoys.")
    }

    /// The way of the first loaded Convoy, as its enemy would reckon it.
    fn expected_course(&self) -> Vec<Hex> {
        let convoys = &self.view.scenario().convoys;
        let loaded = convoys.iter().find(|convoy| convoy.loaded);
        loaded.map_or(Vec::new(), |convoy| {
            let from = self.t.sheet.port(convoy.from).hex;
            self.routes.course(self.t, from, &convoy.to, 20)
        })
    }

    /// A Dummy that could be a Convoy, or a force that covers or hunts one.
    pub fn place_dummy(&mut self, _block: BlockId) -> Advice {
        let near: Vec<Hex> = match self.side {
            Side::Allied => {
                let at_sea = self.convoys().into_iter().filter_map(|convoy| convoy.hex());
                at_sea.collect()
            }
            Side::Axis => {
                let packs = self.view.own().filter(|force| force.kind == Kind::Wolfpack);
                packs.filter_map(|force| force.hex()).collect()
            }
        };
        let mut spots = self.spots();
        spots.retain(|hex| {
            near.iter().any(|own| (1..=3).contains(&own.distance(*hex)))
                && super::routes::ice_risk(self.view, self.side, *hex) < 1.0
        });
        match spots.is_empty() {
            true => Advice::new(Choice::Pass, "It may stay in port."),
            false => {
                let at = spots[self.pick(spots.len())];
                Advice::new(Choice::At(at), "Beside what it hides.")
            }
        }
    }
}
