//! What every move asks of the map, reckoned once when it is loaded.

use super::{Port, Sheet};
use crate::hex::{Hex, Hexes};
use crate::ice::Zone;
use crate::side::{BySide, Side};
use derbyhouse_kernel::{Direction, HexTable};

/// Open hexsides, ports and ice zones by hex.
#[derive(Clone, Debug)]
pub struct Waterways {
    /// A bit for each direction in which ships may leave a hex (chapter 5).
    open: HexTable<u8>,
    zones: HexTable<Option<Zone>>,
    /// Hexes with a port of each side, open or not.
    ports: BySide<Hexes>,
    /// Permanent ports of each side's enemy, whose hexes are closed to it [5.1.4].
    enemy_ports: BySide<Hexes>,
    /// Every hex that ships may be in.
    waters: Hexes,
    /// Where one German Wolfpack may be all the same [5.1.4].
    pub murmansk: Option<Hex>,
}

impl Default for Waterways {
    fn default() -> Self {
        Self {
            open: HexTable::new(|_| 0),
            zones: HexTable::new(|_| None),
            ports: BySide::default(),
            enemy_ports: BySide::default(),
            waters: Hexes::default(),
            murmansk: None,
        }
    }
}

impl Waterways {
    pub fn of(sheet: &Sheet) -> Self {
        let hexes = |so: &dyn Fn(&Port) -> bool| -> Hexes {
            let ports = sheet.ports.iter().filter(|port| so(port));
            ports.map(|port| port.hex).collect()
        };
        let murmansk = sheet.find_port("murmansk");
        Self {
            open: HexTable::new(|grid| {
                let here = Hex::printed(grid);
                let bits = Direction::ALL.iter().enumerate();
                let open = bits.filter(|(_, side)| sheet.joins(here, here.step(**side)));
                open.fold(0, |mask, (bit, _)| mask | 1 << bit)
            }),
            zones: HexTable::new(|grid| {
                let hex = Hex::printed(grid);
                let mut zones = sheet.zones.iter();
                let of = zones.find(|(_, hexes)| hexes.contains(hex));
                of.map(|(zone, _)| *zone)
            }),
            ports: BySide::new(|side| hexes(&|port| port.side == side)),
            enemy_ports: BySide::new(|side| hexes(&|port| port.side != side && !port.temporary)),
            waters: sheet.waters().collect(),
            murmansk: murmansk.map(|port| sheet.port(port).hex),
        }
    }

    /// The neighbours that ships may go to, in the order of [`Direction::ALL`].
    #[inline]
    pub fn around(&self, here: Hex) -> impl Iterator<Item = Hex> + use<> {
        let open = self.open[here.grid()];
        let sides = Direction::ALL.into_iter().enumerate();
        sides
            .filter(move |(bit, _)| open >> bit & 1 == 1)
            .map(move |(_, side)| here.step(side))
    }

    /// Every hex that ships may be in, in ascending number.
    pub fn waters(&self) -> impl Iterator<Item = Hex> {
        self.waters.iter()
    }

    pub fn zone(&self, hex: Hex) -> Option<Zone> {
        self.zones[hex.grid()]
    }

    #[inline]
    pub fn has_port(&self, side: Side, hex: Hex) -> bool {
        self.ports[side].contains(hex)
    }

    #[inline]
    pub fn has_enemy_port(&self, side: Side, hex: Hex) -> bool {
        self.enemy_ports[side].contains(hex)
    }
}
