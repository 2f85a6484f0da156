//! Special rules of scenarios that change play: distant cover, a Convoy that parts off Murmansk (in the Campaign every loaded
//! one), aircraft that go to Russia.

use crate::air::{AirChoice, AirEvent, AirId, AirUnit};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Force, Kind};
use crate::hex::Hex;
use crate::position::Position;
use crate::season::Ev;
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::{Base, Ferry, Onward, Tables};
use crate::units::{BaseId, Category, ShipType};

impl Position {
    /// A TF with an Allied Capital Ship keeps away from the east until its admiral was told of a German one at sea.
    pub(crate) fn keeps_its_distance(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
        hex: Hex,
    ) -> bool {
        let Some(column) = self.scenario(t).extras.distant_cover else {
            return false;
        };
        side == Side::Allied
            && hex.col() >= column
            && force.kind == Kind::TaskForce
            && force.units.has(&t.chart, ShipType::is_capital)
            && !self.has_heard_of_capital()
    }

    /// A report or a battle has told the Allied admiral of a German Capital Ship at sea.
    pub(crate) fn has_heard_of_capital(&self) -> bool {
        let mut told = self.fleet(Side::Allied).notebook.iter();
        told.any(|sighting| {
            let categories = sighting.report.categories.as_ref();
            let capital = categories.and_then(|all| all.get(Category::Capital.index()));
            capital.is_some_and(|(counters, _)| *counters > 0)
        })
    }

    /// The rule by which part of this Convoy may go on to another port, if it is off the first one whole.
    pub(crate) fn onward(&self, t: &Tables, force: &Force) -> Option<Onward> {
        let rule = match self.season {
            None => self.scenario(t).extras.onward?,
            Some(_) => self.onward_in_season(t, force)?,
        };
        let sailing = force.sailing.as_ref()?;
        let here = force.hex() == Some(t.sheet.port(rule.off).hex);
        let bound = sailing.plan == rule.convoy && sailing.to.contains(&rule.to);
        (here && bound && !force.is_broken()).then_some(rule)
    }

    /// Loaded Convoys of the Campaign may end in both Russian ports: any number of ships goes on to Arkhangelsk [15.2.1].
    fn onward_in_season(&self, t: &Tables, force: &Force) -> Option<Onward> {
        let sailing = force.sailing.as_ref().filter(|sailing| sailing.loaded)?;
        Some(Onward {
            convoy: sailing.plan,
            most: u8::MAX,
            off: t.sheet.find_port("murmansk")?,
            to: t.sheet.find_port("arkhangelsk")?,
        })
    }

    /// How many merchant ships may still leave a Convoy for one of their own; one must stay.
    pub(crate) fn onward_left(&self, t: &Tables, force: &Force, new: Option<&Force>) -> u8 {
        let Some(rule) = self.onward(t, force) else {
            return 0;
        };
        let parted = self.fleet(Side::Allied).forces.iter().any(|other| {
            let same = other
                .sailing
                .as_ref()
                .is_some_and(|own| own.plan == rule.convoy);
            same && other.block != force.block && new.is_none_or(|new| new.block != other.block)
        });
        let merchants = |force: &Force| force.units.merchants(&t.chart);
        let taken = new.map_or(0, merchants);
        match parted {
            true => 0,
            false => rule
                .most
                .saturating_sub(taken)
                .min(merchants(force).saturating_sub(1)),
        }
    }

    /// The rule by which aircraft may fly to Russia: the scenario's; of the Campaign in Operation EV, if the way was prepared or
    /// both had bid 0 [15.8.3].
    fn ferry_rule<'t>(&self, t: &'t Tables) -> Option<&'t Ferry> {
        match self.season {
            None => self.scenario(t).extras.ferry.as_ref(),
            Some(_) => self.may_fly_to_russia().then_some(&t.campaign.ev_ferry),
        }
    }

    /// Operation EV was declared in an earlier Fortnight, and aircraft may be sent [15.8.3].
    pub(crate) fn may_fly_to_russia(&self) -> bool {
        let now = self.season.map_or(0, |season| season.fortnight);
        let ev = self.fleet(Side::Allied).reserve.ev;
        matches!(ev, Ev::Declared(then, true) if then < now)
    }

    /// Where a unit may be sent for good in this Segment, if anywhere.
    pub(crate) fn may_ferry(&self, t: &Tables, side: Side, unit: &AirUnit) -> Option<BaseId> {
        let ferry = self.ferry_rule(t)?;
        let to = Base::Airbase(ferry.to);
        let fits = side == Side::Allied
            && ferry.units.contains(&unit.name)
            && ferry.days.contains(&self.turn.day())
            && unit.base != to
            && self.room(t, side, to) >= unit.cs + unit.damaged;
        fits.then_some(ferry.to)
    }

    pub(crate) fn list_ferry(&self, t: &Tables, side: Side, unit: &AirUnit, out: &mut Vec<Choice>) {
        let to = self.may_ferry(t, side, unit);
        out.extend(to.map(|base| Choice::Air(AirChoice::Rebase(base))));
    }
}

impl Play<'_> {
    /// The long flight: a high die costs a step, without points. Who has made it flies no more in this Player Phase.
    pub fn ferry(&mut self, side: Side, id: AirId, to: BaseId) {
        let t = self.t;
        let Some(lost_from) = self.p.ferry_rule(t).map(|ferry| ferry.lost_from) else {
            return;
        };
        let die = self.die();
        let Some(unit) = self.p.air_mut(side, id) else {
            return;
        };
        let lost = u8::from(die >= lost_from);
        unit.cs = unit.cs.saturating_sub(lost);
        unit.aborts = unit.cs;
        unit.base = Base::Airbase(to);
        let name = unit.name.clone();
        let at = t.sheet.airbase(to).name.clone();
        self.log.reveal();
        self.log.push(|| {
            Event::Air(AirEvent::Ferried {
                side,
                unit: name,
                at,
                die,
                lost,
            })
        });
    }
}
