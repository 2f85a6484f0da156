//! What Special Conditions would score now (chapter 12).

use crate::conditions;
use crate::forces::{Force, Kind, Place};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::position::Position;
use crate::side::Side;
use crate::tables::{Attack, Condition, Tables};
use crate::units::ShipType;
use crate::vp::Vp;
use crate::weather::Weather;

impl Position {
    /// What a side's condition would score in this Special Conditions Phase, and why; nothing twice.
    pub(crate) fn scores_now(&self, t: &Tables, side: Side) -> Option<(Vp, &'static str)> {
        let special = &self.fleet(side).special;
        if special.used {
            return None;
        }
        match self.condition(t, side) {
            Condition::AtlanticBreakout => self.breakout_scores(t),
            Condition::Minelaying => self.mines_score(t),
            Condition::Gearbox => self.gearbox_scores(t),
            Condition::Sizilien => self.sizilien_scores(t),
            Condition::Wunderland => self.wunderland_scores(t),
            Condition::SpecialAttack => self.archery_scores(t),
            _ => None,
        }
    }

    /// Storms or Gales where something is planned, by the weather there [12.8], [12.14], [9.5].
    pub(super) fn is_rough(&self, t: &Tables, target: Place) -> bool {
        let hex = match target {
            Place::Port(port) => Some(t.sheet.port(port).hex),
            _ => target.at_sea(),
        };
        let weather = hex.map_or(self.weather(), |hex| self.weather_at(t, hex));
        matches!(weather, Weather::Storms | Weather::Gales)
    }

    /// Ships that have left with fuel enough and were not counted yet: each of them scores [12.2].
    pub(super) fn breakout_scores(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let special = &self.fleet(Side::Axis).special;
        let new = special.exited.iter().skip(special.exits_counted.into());
        let fuelled = new.filter(|(_, enough)| *enough);
        let kinds: Vec<ShipType> = fuelled
            .map(|(state, _)| t.chart.ship(state.ship).kind)
            .collect();
        let capital = kinds.iter().filter(|kind| kind.is_capital()).count() as u8;
        let cruisers = kinds.iter().filter(|kind| kind.is_cruiser()).count() as u8;
        let turns = t.chits.values.breakout_turns;
        let vp = conditions::breakout(t, capital, cruisers, turns);
        (vp != Vp::ZERO).then_some((vp, "ships have broken out into the Atlantic"))
    }

    /// Planned ships in the objective hex in the planned turn, having moved at most one hex, in fair enough weather and
    /// ice [12.8].
    pub(super) fn mines_score(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let mission = self.fleet(Side::Axis).special.mission.as_ref()?;
        let rough = self.is_rough(t, mission.target);
        if mission.turn != self.turn
            || rough
            || !self.is_open_for_mines(t, mission.target.at_sea()?)
        {
            return None;
        }
        let there = self.fleet(Side::Axis).forces.iter();
        let there: Vec<&Force> = there
            .filter(|force| force.place == mission.target && force.motion.hexes <= 1)
            .collect();
        let ships = there.iter().flat_map(|force| &force.units.ships);
        let cruisers = ships.filter(|own| {
            mission.ships.contains(&own.ship) && t.chart.ship(own.ship).kind.is_cruiser()
        });
        // As many CS as were planned, whatever forces they sail in.
        let destroyers = mission.classes.iter().map(|(class, cs)| {
            let pools = there.iter().filter_map(|force| force.units.pool(*class));
            pools.map(|pool| pool.cs).sum::<u8>().min(*cs)
        });
        let (cruisers, destroyers) = (cruisers.count() as u8, destroyers.sum());
        let vp = conditions::minelaying(t, cruisers, destroyers);
        (vp != Vp::ZERO).then_some((vp, "mines are laid"))
    }

    /// Clear or Light Drift in the zone of the hex, or no zone at all [12.8].
    pub(crate) fn is_open_for_mines(&self, t: &Tables, hex: Hex) -> bool {
        let zone = t.sheet.zone(hex);
        zone.is_none_or(|zone| self.ice[zone.index()].condition <= Ice::LightDrift)
    }

    /// The ships of GEARBOX lie in port at Barentsburg [12.10].
    pub(super) fn gearbox_scores(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let (ca, cl, dd) = self.chit(t, Side::Allied)?.gearbox?;
        let barentsburg = t.sheet.find_port("barentsburg")?;
        let there = self.fleet(Side::Allied).forces.iter();
        let there: Vec<&Force> = there
            .filter(|force| force.place == Place::Port(barentsburg))
            .collect();
        let ships = |kind: ShipType| -> u8 {
            there
                .iter()
                .map(|force| force.units.counters(&t.chart, |own| own == kind))
                .sum()
        };
        let destroyers: u8 = there
            .iter()
            .map(|force| force.units.cs(&t.chart, |own| own == ShipType::Dd))
            .sum();
        let complete = ships(ShipType::Ca) >= ca && ships(ShipType::Cl) >= cl && destroyers >= dd;
        complete.then(|| {
            (
                conditions::gearbox(t, ca + cl, dd, true),
                "GEARBOX has reached Barentsburg",
            )
        })
    }

    /// Not to be done in Thin or Solid Pack [12.10].
    pub(crate) fn is_gearbox_void(&self, t: &Tables) -> bool {
        let barentsburg = t
            .sheet
            .find_port("barentsburg")
            .map(|port| t.sheet.port(port).hex);
        let zone = barentsburg.and_then(|hex| t.sheet.zone(hex));
        zone.is_some_and(|zone| self.ice[zone.index()].condition >= Ice::ThinPack)
    }

    pub(super) fn sizilien_scores(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let block = self.fleet(Side::Axis).special.landing?;
        let force = self.fleet(Side::Axis).force(block)?;
        let still = force.motion.hexes == 0 && self.is_off_barentsburg(t, force);
        let count = |so: fn(ShipType) -> bool| force.units.counters(&t.chart, so);
        let vp = conditions::sizilien(t, count(ShipType::is_capital), count(ShipType::is_cruiser));
        (still && vp != Vp::ZERO).then_some((vp, "SIZILIEN: troops have landed at Barentsburg"))
    }

    pub(super) fn is_off_barentsburg(&self, t: &Tables, force: &Force) -> bool {
        let barentsburg = t
            .sheet
            .find_port("barentsburg")
            .map(|port| t.sheet.port(port).hex);
        force.kind == Kind::TaskForce && force.hex().is_some() && force.hex() == barentsburg
    }

    /// A CB in the Kara Sea [12.12].
    pub(super) fn wunderland_scores(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let mut forces = self.fleet(Side::Axis).forces.iter();
        let raider = forces.any(|force| {
            self.is_in_kara(t, force) && force.units.has(&t.chart, |kind| kind == ShipType::Cb)
        });
        raider.then_some((
            t.chits.values.wunderland,
            "WUNDERLAND: a raider is in the Kara Sea",
        ))
    }

    /// The landing of ARCHERY: declared, in the planned turn and hex, after at most one hex, with landing ships [12.14.1].
    pub(super) fn archery_scores(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let special = &self.fleet(Side::Allied).special;
        let mission = special.mission.as_ref().filter(|_| special.declared)?;
        let archery = self.chit(t, Side::Allied)?.attack == Some(Attack::Archery);
        let rough = self.is_rough(t, mission.target);
        let mut forces = self.fleet(Side::Allied).forces.iter();
        let landed = forces.any(|force| {
            let landing = force.units.cs(&t.chart, |kind| kind == ShipType::Al) > 0;
            force.place == mission.target && force.motion.hexes <= 1 && landing
        });
        let now = archery && mission.turn == self.turn && !rough && landed;
        now.then_some((t.chits.values.archery, "ARCHERY: the raid has landed"))
    }
}
