//! Search at sea [12.0]: boats for convoys (picket search), escorts for boats (submarine search). A stack searches and
//! is searched as one [9.3].

use crate::event::Event;
use crate::facing::Axis;
use crate::fleet::{Fleet, Stack};
use crate::position::{Contact, Hunter};
use crate::sequence::Play;
use crate::setup::Boats;
use crate::tables::Tables;
use crate::units::{ConvoyId, Straggle};
use arrayvec::ArrayVec;
use derbyhouse_kernel::{Direction, Hex, HexSet};

/// What has been searched while one convoy moves: each stack looks for it once [12.13], it looks into each hex once
/// [14.43], (R10).
#[derive(Clone, Copy, Debug, Default)]
pub struct Searches {
    /// Stacks that have searched this convoy, by their hex.
    pub by_stacks: HexSet,
    /// Boat hexes that its escort has searched.
    pub for_boats: HexSet,
    /// Boat hexes that its escort has attacked.
    pub attacked: HexSet,
}

/// The hexes a stack watches with its free strength [12.12]: none, its own, or three in line. Only of three does the
/// facing matter, be the top unit a pack or a single boat [10.1].
pub fn search_zone(tables: &Tables, hex: Hex, strength: u16, facing: Axis) -> ArrayVec<Hex, 3> {
    if strength == 0 {
        ArrayVec::new() // all pinned: no zone [12.18]
    } else if strength < tables.boats.three_hex_zone_strength {
        [hex].into_iter().collect()
    } else {
        facing
            .three_hexes(hex)
            .into_iter()
            .filter(|hex| tables.map.is_playing(*hex))
            .collect()
    }
}

/// Whether that hex is in the zone of that stack.
fn watches(tables: &Tables, stack: &Stack<'_>, hex: Hex) -> Option<u16> {
    let strength = stack.watching(tables);
    search_zone(tables, stack.hex, strength, stack.facing)
        .contains(&hex)
        .then_some(strength)
}

/// Whether a hex entered with that movement point can be searched [12.15].
pub fn open_to_search(tables: &Tables, point: u8) -> bool {
    point >= tables.boats.picket_from_point
}

/// Whether a picket search of that strength sights with that chit [12.19]; weather adds to the chit [12.16].
pub fn picket_sights(tables: &Tables, strength: u16, in_weather: bool, chit: u8) -> bool {
    let table = &tables.picket_search;
    let Some(column) = table.from.iter().rposition(|&from| strength >= from) else {
        return false;
    };
    let modifier = if in_weather {
        tables.modifiers.weather_picket_search
    } else {
        0
    };
    i32::from(tables.limited(i32::from(chit) + modifier)) <= table.highest[column]
}

/// Strength with which an escort searches: printed, plus its air escort, less straggling, never below 0 [12.25],
/// [12.27], (R42).
pub fn escort_strength(tables: &Tables, printed: i32, air: i32, straggle: Straggle) -> i32 {
    (printed + air + tables.modifiers.straggle_escort_strength[straggle.index()]).max(0) // (R15)
}

/// The product on which a search for boats is read: strength times boats, by six, rounded up [11.3], [12.21], (R3).
pub fn product(tables: &Tables, strength: i32, boats: u32) -> u32 {
    (strength.max(0) as u32 * boats).div_ceil(u32::from(tables.boats.asw_group))
}

/// Whether a submarine search with that product sights with that chit [12.3]; weather adds to the chit [12.26], and
/// so does the schnorkel [17.1].
pub fn submarine_sights(
    tables: &Tables,
    product: u32,
    in_weather: bool,
    schnorkel: i32,
    chit: u8,
) -> bool {
    let table = &tables.submarine_search;
    let Some(column) = (product as usize).min(table.len()).checked_sub(1) else {
        return false;
    };
    let modifier = schnorkel
        + if in_weather {
            tables.modifiers.weather_submarine_search
        } else {
            0
        };
    tables.limited(i32::from(chit) + modifier) <= table[column]
}

/// What the boats' equipment adds to a submarine search chit [17.1], [17.2].
pub fn schnorkel_modifier(tables: &Tables, boats: Boats) -> i32 {
    match boats {
        Boats::Standard => 0,
        Boats::Schnorkel => tables.optional.schnorkel_submarine_search,
        Boats::TypeXxi => tables.optional.type_xxi_submarine_search,
    }
}

/// The boat hexes that an escort searches from a hex: that hex; a carrier also its neighbours, in ascending number
/// [12.29], (R31).
pub fn searched_hexes(
    is_cve: bool,
    hex: Hex,
    holds_boats: impl Fn(Hex) -> bool,
) -> ArrayVec<Hex, 7> {
    let mut hexes = ArrayVec::new();
    if holds_boats(hex) {
        hexes.push(hex);
    }
    if is_cve {
        // West to east, south to north: ascending by number.
        use Direction::{E, NE, NW, SE, SW, W};
        hexes.extend(
            [SW, SE, W, E, NW, NE]
                .map(|d| hex.step(d))
                .into_iter()
                .filter(|hex| holds_boats(*hex)),
        );
    }
    hexes
}

/// Whether contact is kept at the start of D2: clear weather and a free boat next to the convoy or with it
/// [5.44], [12.17], (R27).
pub fn keeps_contact(in_weather: bool, free_boat_near: bool) -> bool {
    !in_weather && free_boat_near
}

/// Whether an unpinned boat stands in that hex or next to it [12.17].
pub fn free_boat_near(fleet: &Fleet, hex: Hex) -> bool {
    fleet
        .stacks()
        .any(|stack| stack.hex.distance(hex) <= 1 && stack.units.iter().any(|unit| unit.is_free()))
}

/// The strength that would search a convoy in that hex, and the stacks that give it: those that have not yet searched
/// it [12.13], [12.14].
pub fn watchers(
    tables: &Tables,
    fleet: &Fleet,
    hex: Hex,
    searched: &HexSet,
) -> (u16, ArrayVec<Hex, 7>) {
    let mut strength = 0;
    let mut stacks = ArrayVec::new();
    for stack in fleet.stacks() {
        if stack.hex.distance(hex) <= 1
            && !searched.contains(stack.hex)
            && let Some(watching) = watches(tables, &stack, hex)
        {
            strength += watching;
            stacks.push(stack.hex);
        }
    }
    (strength, stacks)
}

impl Play<'_> {
    /// At the start of D2 sighted convoys may be lost [5.44], [12.17].
    pub(crate) fn check_contacts(&mut self) {
        for id in ConvoyId::all() {
            let convoy = self.p.convoy(id);
            let (Some(hex), Contact::Sighted) = (convoy.hex(), convoy.contact) else {
                continue;
            };
            let in_weather = self.p.is_weather(self.t, hex);
            if !keeps_contact(in_weather, free_boat_near(&self.p.fleet, hex)) {
                self.p.convoy_mut(id).contact = Contact::Lost;
                self.log.push(|| Event::ContactLost {
                    convoy: id,
                    hex,
                    in_weather,
                });
            }
        }
    }

    /// Boats whose zone the convoy has just entered search for it, together and each stack once [12.11]–[12.15]. A
    /// convoy already sighted is not searched (R4).
    pub(crate) fn picket_search(
        &mut self,
        convoy: ConvoyId,
        hex: Hex,
        point: u8,
        searches: &mut Searches,
    ) {
        if !open_to_search(self.t, point) || self.p.convoy(convoy).contact == Contact::Sighted {
            return;
        }
        let (strength, stacks) = watchers(self.t, &self.p.fleet, hex, &searches.by_stacks);
        if stacks.is_empty() {
            return;
        }
        for stack in &stacks {
            searches.by_stacks.insert(*stack);
        }
        let in_weather = self.p.is_weather(self.t, hex);
        let chit = self.chance.chit();
        let sighted = picket_sights(self.t, strength, in_weather, chit);
        self.log.push(|| Event::PicketSearch {
            convoy,
            hex,
            point,
            strength,
            stacks,
            in_weather,
            chit,
            sighted,
        });
        if sighted {
            let dummy = self.p.escort(convoy) == crate::units::EscortKind::Dummy;
            self.p.tally.sightings += 1;
            self.p.tally.real_sightings += u16::from(!dummy);
            self.unmask(convoy);
        }
    }

    /// An escort that lies face up searches boats in the hex it entered, a carrier those around it as well [12.21],
    /// [12.22], [12.24], [12.29]; it always does (R44).
    pub(crate) fn submarine_search(&mut self, convoy: ConvoyId, hex: Hex, searches: &mut Searches) {
        if self.p.convoy(convoy).contact == Contact::Hidden {
            return;
        }
        let is_cve = self.t.escort(self.p.escort(convoy)).is_cve;
        let targets = searched_hexes(is_cve, hex, |hex| self.p.fleet.hexes().contains(hex));
        for target in targets {
            let repeated = self.p.setup.switches.cve_repeats_search_of_same_hex;
            let done = if repeated {
                &searches.attacked
            } else {
                &searches.for_boats
            };
            if done.contains(target) {
                continue; // (R10)
            }
            searches.for_boats.insert(target);
            if self.search_boats(convoy, hex, target) {
                searches.attacked.insert(target); // never twice [14.43]
            }
        }
    }

    /// One search of one hex, and the attack if it succeeds, whatever markers lie there [12.21], [12.28].
    fn search_boats(&mut self, convoy: ConvoyId, hex: Hex, target: Hex) -> bool {
        let strength = self.convoy_strength(convoy, self.t.modifiers.air_escort_strength);
        if strength < 1 {
            return false; // [12.27]
        }
        let boats = self
            .p
            .fleet
            .stack(target)
            .map_or(0, |stack| stack.boats(self.t));
        let product = product(self.t, strength, boats);
        let in_weather = self.p.is_weather(self.t, target); // the boats' hex, not the searcher's [5.45], [12.26]
        let schnorkel = schnorkel_modifier(self.t, self.p.setup.options.boats);
        let chit = self.chance.chit();
        let sighted = submarine_sights(self.t, product, in_weather, schnorkel, chit);
        self.log.push(|| Event::SubmarineSearch {
            convoy,
            from: hex,
            hex: target,
            strength,
            boats,
            product,
            in_weather,
            chit,
            sighted,
        });
        if sighted {
            self.p.sightings.insert(target); // [12.4]
            let strength = self.convoy_strength(convoy, self.air_escort_attack()); // [14.44], (R28)
            self.attack_boats(target, strength, Hunter::Escort, |_| true);
        }
        sighted
    }

    /// Strength of a convoy's escort, with what its air escort adds, if it has one.
    pub(crate) fn convoy_strength(&self, convoy: ConvoyId, air: i32) -> i32 {
        let state = self.p.convoy(convoy);
        let printed = self.t.escort(self.p.escort(convoy)).strength;
        escort_strength(
            self.t,
            printed,
            if state.air_escort.is_some() { air } else { 0 },
            state.straggle,
        )
    }
}
