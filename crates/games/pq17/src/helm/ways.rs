//! Where a force may go: hexes left, closed hexes, deconfliction [5.1], [5.1.4], [5.2.1].

use crate::air::AirChoice;
use crate::bars::Bar;
use crate::choice::Choice;
use crate::command::SEVERNY_STEP;
use crate::forces::{Force, Kind, Place};
use crate::hex::Hex;
use crate::movement::{Limits, destinations_after, is_closed, limits};
use crate::position::Position;
use crate::sequence::Play;
use crate::side::{Nation, Side};
use crate::tables::{Condition, Radius, Sector, Tables, Track};

impl Position {
    /// Where a force may go next; that its Convoy scatters comes last. Reckoned only as far as it is asked for.
    pub(super) fn ways(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
    ) -> impl Iterator<Item = Choice> {
        let here = force.hex();
        let port = force.place.in_port();
        let leaves = port.filter(|port| self.may_leave(t, side, force, *port));
        let left = here.map(|_| {
            let limits = self.pace(t, force);
            [false, true].map(|leads| hexes_left(t, limits, force, false, leads))
        });
        let [left, left_in_leads] = left.unwrap_or_default();
        let steps = here.into_iter().flat_map(|here| t.sheet.ways.around(here));
        let steps = steps.filter(move |to| {
            let leads = force.kind != Kind::Wolfpack && t.sheet.inner_leads.contains(*to);
            let left = if leads { left_in_leads } else { left };
            left > 0 && here.is_some_and(|here| self.may_step(t, side, force, here, *to))
        });
        let enters = move || here.filter(|here| self.harbour(t, side, force, *here).is_some());
        let out = here.is_some() || leaves.is_some() || matches!(force.place, Place::Box(_));
        let runs = move || (out && self.may_run(t, force)).then_some(AirChoice::Run); // [7.4.5]
        let exits = move || here.filter(|here| self.may_break_out(t, side, force, *here));
        let off_map = move || self.ways_off_map(t, side, force);
        let whole = force.kind == Kind::Convoy && !force.is_broken();
        let scatters = here.filter(|here| {
            whole && force.motion.hexes == 0 && !t.sheet.is_off_sheet(*here) // [5.5], [12.12]
        });
        leaves
            .map(|_| Choice::Leave)
            .into_iter()
            .chain(steps.map(Choice::To))
            .chain(std::iter::once_with(runs).flatten().map(Choice::Air))
            .chain(
                std::iter::once_with(enters)
                    .flatten()
                    .map(|_| Choice::Enter),
            )
            .chain(std::iter::once_with(exits).flatten().map(|_| Choice::Exit))
            .chain(std::iter::once_with(off_map).flatten())
            .chain(scatters.map(|_| Choice::Scatter))
    }

    /// Hexes left to a force, if its next one is of that kind.
    pub(crate) fn hexes_left(
        &self,
        t: &Tables,
        force: &Force,
        port: bool,
        inner_leads: bool,
    ) -> u8 {
        hexes_left(t, self.pace(t, force), force, port, inner_leads)
    }

    /// The pack that an event lets move a hex more; no patrol holds it down (chapter 13).
    pub(crate) fn is_redeployed(&self, force: &Force) -> bool {
        force.kind == Kind::Wolfpack
            && self.active == Some(Side::Axis)
            && self.fleet(Side::Axis).redeployed == Some(force.block)
    }

    /// Hexes a force could move in this turn if it had not moved.
    pub(crate) fn hexes_at_most(&self, t: &Tables, force: &Force) -> u8 {
        let weather = self.weather_in(t, force.place);
        limits(t, force, weather, self.turn.half()).hexes(t)
    }

    /// Whether a force may stand at sea in a hex at all [5.1.4], [5.2.1].
    pub(crate) fn may_be_in(&self, t: &Tables, side: Side, force: &Force, hex: Hex) -> bool {
        self.bar_in(t, side, force, hex).is_none()
    }

    /// What keeps it out of a hex.
    pub(crate) fn bar_in(&self, t: &Tables, side: Side, force: &Force, hex: Hex) -> Option<Bar> {
        if self.is_shut(t, side, force.kind, hex) {
            return Some(Bar::EnemyPort);
        }
        if self.keeps_its_distance(t, side, force, hex) {
            return Some(Bar::DistantCover);
        }
        match (side, force.kind) {
            (Side::Axis, Kind::Wolfpack) => {
                let alone = || self.at(side, hex).all(|other| other.block == force.block);
                let free = !is_closed(t, side, Kind::TaskForce, hex) || alone(); // one pack off Murmansk
                (!free).then_some(Bar::OnePack)
            }
            (Side::Allied, Kind::Wolfpack | Kind::Convoy) => self.bar_among(t, force, hex),
            _ => None,
        }
    }

    /// Whether the hex holds a port of the enemy, old or temporary, that the force keeps out of [5.1.4].
    pub(crate) fn is_shut(&self, t: &Tables, side: Side, kind: Kind, hex: Hex) -> bool {
        is_closed(t, side, kind, hex) || self.is_enemy_anchorage(t, side, hex)
    }

    /// A temporary port that the scenario opens to the enemy closes its hex like any other; SIZILIEN opens Barentsburg again.
    /// One that GEARBOX opens is nobody's business but its owner's [1.1.1], [5.1.4], [12.11].
    pub(crate) fn is_enemy_anchorage(&self, t: &Tables, side: Side, hex: Hex) -> bool {
        let ports = self.scenario(t).temporary_ports.iter();
        let mut ports = ports.map(|port| t.sheet.port(*port));
        let enemy = ports.any(|port| port.side != side && port.hex == hex);
        let lands = || {
            let barentsburg = t.sheet.find_port("barentsburg");
            let there = barentsburg.is_some_and(|port| t.sheet.port(port).hex == hex);
            side == Side::Axis && there && self.condition(t, side) == Condition::Sizilien
        };
        enemy && !lands()
    }

    /// British packs keep clear of Convoys and of Soviet packs, which keep to their patrol area [5.2.1]; 0715 is closed to
    /// those for a time in the Campaign [15.8.2].
    fn bar_among(&self, t: &Tables, force: &Force, hex: Hex) -> Option<Bar> {
        let nation = match force.kind {
            Kind::Wolfpack => force.units.submarine_nation(&t.chart),
            _ => None,
        };
        let is_pack = |other: &Force, of: Nation| {
            other.kind == Kind::Wolfpack && other.units.submarine_nation(&t.chart) == Some(of)
        };
        let mut friends = self
            .at(Side::Allied, hex)
            .filter(|other| other.block != force.block);
        let apart = friends.all(|other| match (force.kind, nation) {
            (_, Some(Nation::British)) => {
                (other.kind != Kind::Convoy || other.is_scattered())
                    && !is_pack(other, Nation::Soviet)
            }
            (Kind::Convoy, _) if force.is_scattered() => true,
            (Kind::Convoy, _) | (_, Some(Nation::Soviet)) => !is_pack(other, Nation::British),
            _ => true,
        });
        let closed_0715 = || {
            let values = self.fortnight(t);
            nation == Some(Nation::Soviet)
                && hex == Hex::new(7, 15)
                && values.is_some_and(|values| !values.soviet_subs_in_0715)
        };
        match apart {
            false => Some(Bar::KeepsClear),
            true if !Play::in_patrol_area(t, nation, hex) => Some(Bar::PatrolArea),
            true => closed_0715().then_some(Bar::Closed),
        }
    }

    /// Whether a force that has hexes left may go on to the next.
    pub(super) fn may_step(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
        here: Hex,
        to: Hex,
    ) -> bool {
        self.bar_step(t, side, force, here, to).is_none()
    }

    fn bar_step(&self, t: &Tables, side: Side, force: &Force, here: Hex, to: Hex) -> Option<Bar> {
        if let Some(bar) = self.bar_in(t, side, force, to) {
            return Some(bar);
        }
        if !self.is_severny_covered(t, force, to) {
            return Some(Bar::NoSevernyPoint);
        }
        let sailing = force.sailing.as_ref()?;
        if sailing.stopped {
            return Some(Bar::Stopped);
        }
        let mut open = destinations_after(t, &sailing.track, &sailing.to, here, to);
        (!sailing.scattered && open.next().is_none()).then_some(Bar::Astray)
    }

    /// Why a force may not step into a hex, if it may not [5.1].
    pub(crate) fn bar_to(&self, t: &Tables, side: Side, force: &Force, to: Hex) -> Option<Bar> {
        let here = force.hex()?;
        if here.distance(to) > 1 {
            return Some(Bar::TooFar);
        }
        if !t.sheet.ways.around(here).any(|near| near == to) {
            return Some(Bar::NoWay);
        }
        let leads = force.kind != Kind::Wolfpack && t.sheet.inner_leads.contains(to);
        let left = |leads| self.hexes_left(t, force, false, leads);
        match (left(false), left(leads)) {
            (0, _) => Some(Bar::NoHexes),
            (_, 0) => Some(Bar::InnerLeads),
            _ => self.bar_step(t, side, force, here, to),
        }
    }

    /// A hex outside the Soviet radius and sector costs Severny Flot a point [4.3.2] (R80).
    pub(crate) fn is_severny_covered(&self, t: &Tables, force: &Force, to: Hex) -> bool {
        !force.units.has_soviet_command(&t.chart)
            || is_soviet_water(t, to)
            || self.fleet(Side::Allied).points[Track::SevernyFlot.index()].covers(SEVERNY_STEP)
    }
}

/// Hexes left to a force within its limits, if its next one is of that kind.
pub(super) fn hexes_left(
    t: &Tables,
    mut limits: Limits,
    force: &Force,
    port: bool,
    leads: bool,
) -> u8 {
    limits.port |= port;
    limits.inner_leads |= leads;
    let mut most = limits.hexes(t);
    if force.kind == Kind::Wolfpack && !force.motion.run && limits.farther == 0 {
        most = most.min(1); // two only if it says so beforehand [7.4.5]
    }
    most.saturating_sub(force.motion.hexes.saturating_add(force.motion.lost))
}

/// Hexes that Soviet ships sail without a further point [4.3.2].
pub(crate) fn is_soviet_water(t: &Tables, hex: Hex) -> bool {
    t.sheet.radius(Radius::Soviet).contains(hex) || t.sheet.sector(Sector::Soviet).contains(hex)
}
