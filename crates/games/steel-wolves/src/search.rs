//! Search and contact [13.0], [13.2].

use crate::activity::{Chart, Colour};
use crate::calendar::Period;
use crate::displays::Contact;
use crate::geography::Area;
use crate::intelligence;
use crate::tables::Tables;
use crate::units::Navy;
use crate::weather::Weather;

/// Added to searches of a virgin area [30.5].
pub(crate) const VIRGIN: i8 = 2;

/// What changes a search roll [13.21].
#[derive(Clone, Copy, Debug)]
pub struct Search {
    pub period: Period,
    pub navy: Navy,
    /// Of Inexperienced markers [8.11].
    pub green: u8,
    /// The B-Dienst marker lies here [7.11].
    pub marker: bool,
    pub b_dienst: i8,
    pub enigma: i8,
    /// Axis aircraft here that help this navy [7.51].
    pub aircraft: u8,
    pub virgin: bool,
    pub spotted: bool,
    /// Tried to join a pack and failed [24.1].
    pub failed_pack: bool,
    /// Steps of the crowd here [22.1].
    pub crowd: i8,
    pub weather: Weather,
    /// By order of an event (R53).
    pub event: i8,
}

impl Search {
    /// Aircraft that help on the Contact Table too: German ones, so U-boats [13.22], not the one of Vichy [7.56].
    pub fn spotters(&self) -> u8 {
        match self.navy {
            Navy::German => self.aircraft,
            _ => 0,
        }
    }

    /// Everything added to the die.
    pub fn modifier(&self, t: &Tables) -> i8 {
        let spotted = self.spotted && self.period >= Period::Three; // [23.0]
        i8::from(self.marker)
            + intelligence::levels(self.b_dienst, self.enigma, self.navy)
            + self.aircraft as i8
            + VIRGIN * i8::from(self.virgin)
            - i8::from(spotted)
            - 3 * i8::from(self.failed_pack)
            - self.green as i8
            - self.crowd
            + t.weather
                .effect(self.weather)
                .map_or(0, |effect| effect.search)
            + self.event
    }
}

/// The box of a search: one colour richer in a zone [20.4].
pub fn found(chart: &Chart, result: i16, zone: bool) -> (usize, Colour) {
    let (index, cell) = chart.at(result);
    (
        index,
        if zone {
            cell.colour.in_zone()
        } else {
            cell.colour
        },
    )
}

/// Whether an enemy submarine may be about: an original 0 on a white box where the icon is; at sea between bases the box
/// does not matter [13.21], [15.45].
pub fn enemy_submarine(chart: &Chart, die: u8, colour: Colour, transit: bool) -> bool {
    die == 0 && chart.enemy_sub && (transit || colour == Colour::White)
}

/// Where nothing can be found there is nothing to search for [13.21].
pub fn is_barren(chart: &Chart) -> bool {
    chart.boxes.iter().all(|cell| cell.colour == Colour::White)
}

/// What colour and aircraft add on the Contact Table [13.22], [7.51].
pub fn contact_modifier(t: &Tables, colour: Colour, aircraft: u8) -> i8 {
    t.contacts.modifier[colour.index()] + aircraft as i8
}

/// The row of the Contact Table, 0 to 11 [13.22].
pub fn contact_row(t: &Tables, colour: Colour, die: u8, aircraft: u8) -> usize {
    let roll = i16::from(die) + i16::from(contact_modifier(t, colour, aircraft));
    roll.clamp(0, 11) as usize
}

/// What a row brings in an area and period; the Arctic before Barbarossa reads an older row (R47).
pub fn contact(t: &Tables, area: Area, period: Period, barbarossa: bool, row: usize) -> Contact {
    let period = t.map.row(area, period, barbarossa);
    let waters = t.map.area(area).waters;
    t.contacts.rows[waters.index()][period.index()][row.min(11)].contact()
}

/// West waters: by the map, or by an event that has occurred [2.12], [30.2].
pub fn is_west(t: &Tables, area: Area, period: Period, occurred: impl Fn(&str) -> bool) -> bool {
    let values = t.map.area(area);
    let moved = values.west_after.as_deref().is_some_and(occurred);
    period >= Period::Three && (values.west || moved)
}
