//! Where boats are sent (section 12.1 of the specification, [12.0], [15.1]).

use crate::activity::Colour;
use crate::boat::{Place, Submarine};
use crate::geography::{Area, Zone};
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

/// Where a boat lays mines: a zone of the list for its kind, by lot, and the area it is entered from; the one where the boat
/// is if there is one [26.0].
pub(super) fn minefield(view: View<'_>, boat: &Submarine) -> Option<Area> {
    let t = view.tables();
    let fields = t.doctrine.minefields(kind(t.submarines.class_of(boat.id)));
    let minable = |zone: &Zone| view.may_mine(*zone);
    let links = |zone: Zone| t.map.zone(zone).links.iter().copied();
    let here = boat.area().filter(|area| {
        let mut near = fields.iter().copied().filter(minable);
        near.any(|zone| links(zone).any(|link| link == *area))
    });
    if here.is_some() {
        return here;
    }
    let reach = view.reach(boat);
    let open = |area: &Area| reach[area.index()] && view.may_patrol(boat, *area);
    let quiet = |area: &Area| (view.chart(*area).red(), *area);
    let entries: Vec<(Area, u8)> = fields
        .iter()
        .copied()
        .filter(minable)
        .filter_map(|zone| links(zone).filter(open).min_by_key(quiet))
        .map(|area| (area, 1))
        .collect();
    (!entries.is_empty()).then(|| draw(&entries, lot(view, boat, 0)))
}

/// The area that a boat is bound for: the same for a quarter of a year, so that it need not be remembered; others take
/// their turn where an area is full.
pub(super) fn station(view: View<'_>, boat: &Submarine) -> Option<Area> {
    let t = view.tables();
    if boat.mines
        && let Some(area) = minefield(view, boat)
    {
        return Some(area);
    }
    let tanker = is_tanker(t, view, boat);
    let weights = weights(view, boat);
    let reach = view.reach(boat);
    let open = |area: Area| reach[area.index()] && view.may_patrol(boat, area);
    let times = |area: Area| {
        if tanker {
            1
        } else {
            eagerness(view, boat, area)
        }
    };
    let listed: Vec<(Area, u8)> = weights
        .iter()
        .copied()
        .filter(|(area, _)| open(*area))
        .map(|(area, weight)| (area, weight.saturating_mul(times(area))))
        .collect();
    let calm: Vec<(Area, u8)> = listed
        .iter()
        .copied()
        .filter(|(area, _)| !is_red(view, *area))
        .collect();
    let listed = if tanker && !calm.is_empty() {
        calm
    } else {
        listed
    };
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

/// The list of a boat now: areas and their weights.
fn weights<'a>(view: View<'a>, boat: &Submarine) -> &'a [(Area, u8)] {
    let t = view.tables();
    if is_tanker(t, view, boat) {
        return t.doctrine.tanker();
    }
    let class = t.submarines.class_of(boat.id);
    t.doctrine
        .stations(view.period(), kind(class), boat.command)
}

/// An area of the boat's list.
pub(super) fn is_listed(view: View<'_>, boat: &Submarine, area: Area) -> bool {
    let mut listed = weights(view, boat).iter();
    listed.any(|(other, _)| *other == area)
}

/// How many times an area weighs: a virgin one more, until enough boats are bound for it (12.2), [30.5].
fn eagerness(view: View<'_>, boat: &Submarine, area: Area) -> u8 {
    let rules = &view.tables().doctrine;
    if view.is_virgin(area) && bound(view, boat, area) < usize::from(rules.virgin_boats) {
        rules.virgin_weight
    } else {
        1
    }
}

/// Other boats that patrol a virgin area or are on their way to it, those ahead in the list: so each boat at sea has its place,
/// and the first ones keep to it when more follow.
fn bound(view: View<'_>, boat: &Submarine, area: Area) -> usize {
    let others = view.boats().iter().filter(|other| {
        let out = other.id != boat.id && other.place.is_at_sea() && !other.rtb;
        let there = other.area() == Some(area) && other.patrols();
        out && (there || other.id < boat.id && wish(view, other) == Some(area))
    });
    others.count()
}

/// Where an outbound boat goes if new theatres call.
fn wish(view: View<'_>, boat: &Submarine) -> Option<Area> {
    let t = view.tables();
    let class = t.submarines.class_of(boat.id);
    if boat.mines || boat.patrols() || is_tanker(t, view, boat) {
        return None;
    }
    let weights = t
        .doctrine
        .stations(view.period(), kind(class), boat.command);
    let reach = view.reach(boat);
    let open = weights.iter().filter(|(area, _)| reach[area.index()]);
    let called: Vec<(Area, u8)> = open
        .map(|(area, weight)| match view.is_virgin(*area) {
            true => (*area, weight.saturating_mul(t.doctrine.virgin_weight)),
            false => (*area, *weight),
        })
        .collect();
    (!called.is_empty()).then(|| draw(&called, lot(view, boat, 0)))
}

/// Convoys pass there, and their escorts: no place for tankers.
pub(super) fn is_red(view: View<'_>, area: Area) -> bool {
    let boxes = &view.chart(area).boxes;
    boxes.iter().any(|cell| cell.colour == Colour::Red)
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

#[cfg(test)]
mod tests {
    use super::{kind, station};
    use crate::calendar::{Date, Month};
    use crate::geography::Area;
    use crate::tables::Kind;
    use crate::tests::{Desk, GAME};
    use crate::view::View;

    /// How many of the large boats in port would be sent there.
    fn sent(desk: &Desk, area: Area) -> usize {
        let view = View::new(GAME.tables(), &desk.p);
        let large = desk.p.boats.iter().filter(|boat| {
            let class = GAME.tables().submarines.class_of(boat.id);
            kind(class) == Kind::Large && !boat.place.is_at_sea() && !boat.place.is_out()
        });
        large
            .filter(|boat| station(view, boat) == Some(area))
            .count()
    }

    /// A virgin area weighs more until five boats are bound for it: there on patrol, or on their way [30.5] (12.2).
    #[test]
    fn five_boats_are_sent_to_a_virgin_area() {
        let area = Area::WestAfrica;
        let mut desk = Desk::quiet("op_wp3");
        desk.p.visited.clear(); // history had been there by then
        let virgin = sent(&desk, area);
        let posted = desk.post(area, 5, |family| family == "VII");
        assert_eq!(posted.len(), 5);
        let enough = sent(&desk, area);
        assert!(virgin > enough, "{virgin} {enough}");
        // Four are not enough.
        desk.boat_mut(posted[4]).rtb = true;
        assert_eq!(sent(&desk, area), virgin);
        // Searched long ago, it is an area as any other.
        let long_ago = Date {
            month: Month::FIRST,
            week: 1,
        };
        desk.p.visited = vec![(area, long_ago)];
        assert_eq!(sent(&desk, area), enough);
    }
}
