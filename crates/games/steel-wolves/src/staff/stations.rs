//! Where boats are sent (section 12.1 of the specification, [12.0], [15.1]).

use crate::boat::{Place, Submarine};
use crate::geography::Area;
use crate::tables::{ClassValues, Kind, Tables};
use crate::units::Navy;
use crate::view::View;

/// Which stations a class is sent to.
pub(super) fn kind(class: &ClassValues) -> Kind {
    match (class.navy, class.family.as_str()) {
        (Navy::German, "II" | "XXIII") => Kind::Coastal,
        (Navy::German, "VII" | "I" | "XVII") => Kind::Medium,
        (Navy::German, _) => Kind::Large,
        _ => Kind::Italian,
    }
}

/// Supplies other boats at sea now [21.33].
pub(super) fn is_tanker(t: &Tables, view: View<'_>, boat: &Submarine) -> bool {
    let class = t.submarines.class_of(boat.id);
    class.tanker > 0 && class.tanker_years.contains(&view.date().month.year())
}

/// The area that a boat is bound for: the same for a quarter of a year, so that it need not be remembered; others take
/// their turn where an area is full.
pub(super) fn station(view: View<'_>, boat: &Submarine) -> Option<Area> {
    let t = view.tables();
    let class = t.submarines.class_of(boat.id);
    let weights = if is_tanker(t, view, boat) {
        t.doctrine.tanker()
    } else {
        t.doctrine
            .stations(view.period(), kind(class), boat.command)
    };
    let reach = view.reach(boat);
    let open = |area: Area| reach[area.index()] && view.may_patrol(boat, area);
    let listed: Vec<(Area, u8)> = weights
        .iter()
        .copied()
        .filter(|(area, _)| open(*area))
        .collect();
    if listed.is_empty() {
        return Area::ALL.into_iter().find(|area| open(*area));
    }
    let mut fallback = None;
    for turn in 0..4 {
        let area = draw(&listed, lot(view, boat, turn));
        if boat.area() == Some(area) || !is_full(view, area) {
            return Some(area);
        }
        fallback = fallback.or(Some(area));
    }
    fallback
}

/// As many boats patrol there as are of use.
pub(super) fn is_full(view: View<'_>, area: Area) -> bool {
    let most = usize::from(view.tables().doctrine.most_boats);
    let here = view
        .boats()
        .iter()
        .filter(|boat| boat.place == Place::Area(area) && boat.side == crate::boat::Side::Patrol);
    view.chart(area).is_busy() && here.count() >= most
}

fn draw(listed: &[(Area, u8)], lot: u32) -> Area {
    let total: u32 = listed.iter().map(|(_, weight)| u32::from(*weight)).sum();
    let mut left = lot % total.max(1);
    for (area, weight) in listed {
        match left.checked_sub(u32::from(*weight)) {
            Some(rest) => left = rest,
            None => return *area,
        }
    }
    listed[0].0
}

/// A number of a boat's own in a quarter of a year: no dice, so that the same question has the same answer.
fn lot(view: View<'_>, boat: &Submarine, turn: u32) -> u32 {
    let quarter = view.date().month.index() as u32 / 3;
    let mixed = (boat.id.index() as u32)
        .wrapping_mul(0x9E37_79B1)
        .wrapping_add(quarter.wrapping_mul(0x85EB_CA77))
        .wrapping_add(turn.wrapping_mul(0xC2B2_AE3D));
    (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D) >> 8
}
