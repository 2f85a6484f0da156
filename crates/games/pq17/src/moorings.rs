//! Merchant ships in port without a block: Convoys that have come in (R101), and the Unloading and Ballast Boxes of the
//! Campaign [15.2.2]. They are targets of raids on their port [7.1.3], [12.7].

use crate::forces::{Hull, Hurt, Pool, Units};
use crate::position::{Audience, Fleet, Position};
use crate::season::{Berths, Cause, Gone};
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::Tables;
use crate::units::{ClassId, PortId, ShipType};
use crate::victory;
use serde::{Deserialize, Serialize};

/// Merchant ships of one Convoy that have come in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Moored {
    pub port: PortId,
    pub loaded: bool,
    pub units: Units,
}

/// Where ships lie in a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Berth {
    /// By its place among those that have come in.
    Moored(u8),
    Unloading,
    /// In ballast since the last unloading, or longer [15.2.2].
    FaceDown,
    FaceUp,
}

impl Berth {
    /// The boxes of a Russian port [15.2.2].
    const BOXES: [Self; 3] = [Self::Unloading, Self::FaceDown, Self::FaceUp];
}

/// Murmansk, Arkhangelsk: the ports that have boxes [15.2.2].
pub(crate) fn box_of(t: &Tables, port: PortId) -> Option<usize> {
    match t.sheet.port(port).id.as_str() {
        "murmansk" => Some(0),
        "arkhangelsk" => Some(1),
        _ => None,
    }
}

/// Of ships home in ballast only MV leave the game [15.7.6].
pub(crate) fn stays(t: &Tables, class: ClassId) -> bool {
    matches!(t.chart.class(class).kind, ShipType::Mc | ShipType::Mo)
}

fn pile(berths: &mut Berths, berth: Berth) -> Option<&mut Units> {
    match berth {
        Berth::Moored(_) => None,
        Berth::Unloading => Some(&mut berths.unloading),
        Berth::FaceDown => Some(&mut berths.face_down),
        Berth::FaceUp => Some(&mut berths.face_up),
    }
}

impl Fleet {
    /// Merchant ships that lie in a port, Crippled or not.
    pub(crate) fn moored_in(&self, t: &Tables, port: PortId) -> u8 {
        let there = self.moored.iter().filter(|moored| moored.port == port);
        there.map(|moored| moored.units.merchants(&t.chart)).sum()
    }

    fn berth(&self, t: &Tables, port: PortId, berth: Berth) -> Option<&Units> {
        if let Berth::Moored(place) = berth {
            return self.moored.get(usize::from(place)).map(|own| &own.units);
        }
        let berths = self.reserve.boxes.get(box_of(t, port)?)?;
        Some(match berth {
            Berth::Moored(_) => return None,
            Berth::Unloading => &berths.unloading,
            Berth::FaceDown => &berths.face_down,
            Berth::FaceUp => &berths.face_up,
        })
    }

    fn berth_mut(&mut self, t: &Tables, port: PortId, berth: Berth) -> Option<&mut Units> {
        if let Berth::Moored(place) = berth {
            let own = self.moored.get_mut(usize::from(place));
            return own.map(|own| &mut own.units);
        }
        pile(self.reserve.boxes.get_mut(box_of(t, port)?)?, berth)
    }

    /// Ships of a class in a berth.
    pub(crate) fn berthed(
        &self,
        t: &Tables,
        port: PortId,
        berth: Berth,
        class: ClassId,
    ) -> Option<&Pool> {
        self.berth(t, port, berth)?.pool(class)
    }
}

impl Position {
    /// Every berth of a port with its ships; the boxes only in a Harbor Raid [12.7].
    pub(crate) fn berths(
        &self,
        t: &Tables,
        side: Side,
        port: PortId,
        boxes: bool,
    ) -> Vec<(Berth, &Units)> {
        let fleet = self.fleet(side);
        let moored = fleet.moored.iter().enumerate();
        let moored = moored.filter(|(_, own)| own.port == port);
        let moored = moored.map(|(place, own)| (Berth::Moored(place as u8), &own.units));
        let boxes = Berth::BOXES.into_iter().filter(|_| boxes);
        let boxes = boxes.filter_map(|berth| Some((berth, fleet.berth(t, port, berth)?)));
        moored.chain(boxes).collect()
    }
}

impl Play<'_> {
    /// Merchant ships of a Convoy that is in lie in port; nothing else of it does so without a block (R101).
    pub fn moor(&mut self, side: Side, port: PortId, loaded: bool, units: &Units) {
        let t = self.t;
        let merchant = |pool: &&Pool| t.chart.class(pool.class).kind.is_merchant();
        let pools = units.pools.iter().filter(merchant).copied().collect();
        let units = Units {
            ships: Vec::new(),
            pools,
        };
        let moored = Moored {
            port,
            loaded,
            units,
        };
        self.p.fleet_mut(side).moored.push(moored);
    }

    /// In the Order of Battle Phase loaded ships in Russian ports go to the Unloading Boxes; empty MV elsewhere leave the
    /// game, CAMs and oilers wait for the next loaded Convoy, unless they are Dead in the Water [15.2.2], [15.7.6].
    pub fn berth_merchants(&mut self) {
        let t = self.t;
        for moored in std::mem::take(&mut self.p.fleet_mut(Side::Allied).moored) {
            let Some(place) = box_of(t, moored.port).filter(|_| moored.loaded) else {
                let all = moored.units.merchants(&t.chart);
                let mut kept = Units::default();
                let pools = moored.units.pools.iter();
                for pool in pools.filter(|pool| !moored.loaded && stays(t, pool.class)) {
                    kept.add(Pool::new(pool.class, pool.cs));
                }
                self.lose_merchants(all - kept.merchants(&t.chart));
                self.reserve(Side::Allied).stock.join(kept);
                continue;
            };
            let berths = &mut self.reserve(Side::Allied).boxes[place];
            for pool in moored.units.pools {
                berths.unloading.add(Pool {
                    diw: pool.diw,
                    ..Pool::new(pool.class, pool.cs)
                });
            }
        }
        self.p.fleet_mut(Side::Axis).moored.clear();
    }

    /// A merchant ship goes down at her berth [2.1.1]: she has arrived, so her Convoy's account stays as it is. Ships in
    /// ballast are worth no more than themselves.
    pub fn sink_at_berth(
        &mut self,
        side: Side,
        port: PortId,
        berth: Berth,
        class: ClassId,
        hurt: Hurt,
    ) -> bool {
        let t = self.t;
        let values = t.chart.class(class);
        let fleet = self.p.fleet_mut(side);
        let loaded = match berth {
            Berth::Moored(place) => {
                let own = fleet.moored.get(usize::from(place));
                own.is_some_and(|own| own.loaded)
            }
            berth => berth == Berth::Unloading,
        };
        let Some(units) = fleet.berth_mut(t, port, berth) else {
            return false;
        };
        if units.take(&t.chart, Hull::Class(class), hurt).is_none() {
            return false;
        }
        if self.p.season.is_some() {
            self.reserve(side).gone.push(Gone {
                loaded,
                ..Gone::new(Hull::Class(class), Cause::Sunk)
            });
        }
        let vp = match side {
            Side::Allied => victory::merchants_sunk(t, values.vp, 1, loaded),
            Side::Axis => victory::against(side, values.vp),
        };
        let text = format!("sunk in {}: {}", t.sheet.port(port).name, values.name);
        self.score("2.1.1", vp, text, Audience::Only(side));
        true
    }
}
