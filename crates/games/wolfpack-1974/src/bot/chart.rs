//! Where convoys are likely to pass tomorrow.

use super::habits::Habits;
use crate::forecast;
use crate::position::{Contact, Place};
use crate::scenarios::escort_cup;
use crate::search::open_to_search;
use crate::units::{Bound, ConvoyId, EscortKind, Heading, Straggle};
use crate::view::View;
use derbyhouse_kernel::{Hex, HexSet, HexTable};

/// One bit for each track: twenty-one convoys, three headings.
const TRACKS: usize = 63;

/// The tracks that convoys can take in the next D2, and what it is worth to sight one on each.
pub(super) struct Chart {
    /// By hex: the tracks that enter it where they can be searched [12.15].
    cover: HexTable<u64>,
    /// By track: chance of the track, chance that nobody has sighted it yet, and worth, multiplied.
    value: [f64; TRACKS + 1],
    tracks: usize,
    /// Where the day after will find each convoy, and its worth.
    tomorrow: Vec<(Hex, f64)>,
    /// By movement and hex: what being near it is worth, as far as it was asked for.
    known: Vec<(u8, HexTable<f32>)>,
}

impl Chart {
    fn empty() -> Self {
        Self {
            cover: HexTable::new(|_| 0),
            value: [0.0; TRACKS + 1],
            tracks: 0,
            tomorrow: Vec::new(),
            known: Vec::new(),
        }
    }

    /// Charts every convoy at sea that is not in sight, and the one that enters next.
    pub(super) fn new(view: View<'_>, habits: &Habits) -> Self {
        let mut chart = Self::empty();
        let worth = Worth::new(view, habits);
        let storms = next_storms(view);
        for (convoy, hex) in view
            .convoys_at_sea()
            .filter(|(convoy, _)| convoy.contact != Contact::Sighted)
        {
            chart.add(
                view,
                convoy.id,
                hex,
                worth.of(view, convoy.id, hex),
                &storms,
            );
        }
        if let Some(next) = view.convoys().find(|convoy| convoy.place == Place::Pool) {
            let entry = view.tables().map.entry[view.bound(next.id).index()];
            chart.add(
                view,
                next.id,
                entry,
                worth.of(view, next.id, entry),
                &storms,
            );
        }
        chart
    }

    /// Charts one convoy that may stand on one of several hexes, as before the set-up chit is drawn.
    pub(super) fn of(
        view: View<'_>,
        convoys: impl IntoIterator<Item = (ConvoyId, Hex)>,
        habits: &Habits,
    ) -> Self {
        let mut chart = Self::empty();
        let worth = Worth::new(view, habits);
        for (convoy, hex) in convoys {
            chart.add(
                view,
                convoy,
                hex,
                worth.of(view, convoy, hex),
                &HexSet::EMPTY,
            );
        }
        chart
    }

    fn add(&mut self, view: View<'_>, convoy: ConvoyId, from: Hex, worth: f64, storms: &HexSet) {
        let t = view.tables();
        for heading in Heading::ALL {
            let mut chits = (0..10).filter(|chit| t.heading(*chit, from) == heading);
            let Some(first) = chits.next() else { continue };
            if self.tracks == TRACKS {
                return;
            }
            let share = (1 + chits.count()) as f64 / 10.0;
            let path = view.path(convoy, from, first);
            for (point, hex) in (1u8..).zip(&path.hexes) {
                if open_to_search(t, point) && !storms.contains(*hex) {
                    self.cover[*hex] |= 1 << self.tracks;
                }
            }
            self.value[self.tracks] = share * worth;
            self.tracks += 1;
            if let (Heading::Lateral, Some(end)) = (heading, path.hexes.last()) {
                self.tomorrow.push((*end, worth));
            }
        }
    }

    /// What it is worth to watch those hexes with that chance of a sighting.
    pub(super) fn worth(&self, zone: &[Hex], chance: f64) -> f64 {
        let mut tracks = zone.iter().fold(0, |mask, hex| mask | self.cover[*hex]);
        let mut sum = 0.0;
        while tracks != 0 {
            sum += self.value[tracks.trailing_zeros() as usize];
            tracks &= tracks - 1;
        }
        chance * sum
    }

    /// Somebody watches those hexes: what passes there may already be sighted.
    pub(super) fn watched(&mut self, zone: &[Hex], chance: f64) {
        let mut tracks = zone.iter().fold(0, |mask, hex| mask | self.cover[*hex]);
        while tracks != 0 {
            self.value[tracks.trailing_zeros() as usize] *= 1.0 - chance;
            tracks &= tracks - 1;
        }
    }

    /// What it is worth to be near the traffic of the day after, for a unit that moves so far a day; each hex is worked
    /// out once.
    pub(super) fn prospects(&mut self, hex: Hex, movement: u8) -> f64 {
        let place = match self.known.iter().position(|(known, _)| *known == movement) {
            Some(place) => place,
            None => {
                self.known.push((movement, HexTable::new(|_| f32::NAN)));
                self.known.len() - 1
            }
        };
        let known = self.known[place].1[hex];
        if !known.is_nan() {
            return f64::from(known);
        }
        let near = f64::from(movement);
        let worth = |(end, worth): &(Hex, f64)| {
            let beyond = (f64::from(hex.distance(*end)) - near).max(0.0);
            worth * (1.0 - beyond / FAR).max(0.0)
        };
        let sum: f64 = self.tomorrow.iter().map(worth).sum();
        self.known[place].1[hex] = sum as f32;
        sum
    }
}

/// Hexes beyond a day's movement at which traffic means nothing any more.
const FAR: f64 = 12.0;

/// Storms after their likeliest move: nobody sees much there [12.16].
fn next_storms(view: View<'_>) -> HexSet {
    let t = view.tables();
    let mut hexes = HexSet::EMPTY;
    for storm in view.storms() {
        let mut moved = storm.clone();
        let due = (0..10).find(|chit| {
            storm
                .markers
                .iter()
                .all(|m| t.heading(*chit, *m) == Heading::Lateral)
        });
        moved.advance(t, due.unwrap_or(0));
        hexes = hexes.union(&moved.hexes());
    }
    hexes
}

/// What convoys are worth.
pub(super) struct Worth {
    /// By direction: what the next unseen convoy is worth for each attack on it, its chance of being real included.
    unseen: [f64; 2],
    later: f64,
    slow: f64,
}

impl Worth {
    pub(super) fn new(view: View<'_>, habits: &Habits) -> Self {
        Self {
            unseen: Bound::ALL.map(|bound| unseen(view, bound)),
            later: habits.later,
            slow: habits.slow,
        }
    }

    /// What it is worth to have a convoy in sight: each attack still possible on it, the later ones less.
    pub(super) fn of(&self, view: View<'_>, convoy: ConvoyId, hex: Hex) -> f64 {
        let t = view.tables();
        let seen = view.convoy(convoy);
        let movement = t.convoy(convoy).movement;
        let each = match seen.escort {
            Some(escort) => attack_value(view, escort, seen.straggle),
            None => self.unseen[view.bound(convoy).index()],
        };
        let to_go = hex.distance(t.map.destination[view.bound(convoy).index()]);
        let days_at_sea = to_go.saturating_sub(1) / u32::from(movement);
        let days_left = u32::from(t.scale.turns - view.turn());
        let attacks = days_at_sea.min(days_left) as i32;
        let times = (1.0 - self.later.powi(attacks)) / (1.0 - self.later);
        let slow = if movement <= 4 { self.slow } else { 1.0 };
        each * times * slow
    }
}

/// Net value of one attack by a six-boat pack, lifted by single boats to the step that pays.
fn attack_value(view: View<'_>, escort: EscortKind, straggle: Straggle) -> f64 {
    let t = view.tables();
    let printed = t.escort(escort).strength;
    let target = forecast::Target {
        escort: printed,
        straggle,
        convoy_in_weather: false,
        boats_in_weather: false,
    };
    let values = (7..=9).filter_map(|strength| {
        forecast::attack(t, target, strength, if strength > 7 { 2 } else { 1 })
            .map(|attack| attack.net(t))
    });
    values.fold(0.0, f64::max)
}

/// What an unseen convoy of that direction is worth for each attack [15.5].
fn unseen(view: View<'_>, bound: Bound) -> f64 {
    let t = view.tables();
    let cup = escort_cup(t, view.setup().scenario, bound);
    let known = |kind| {
        view.convoys()
            .filter(|c| view.bound(c.id) == bound && c.escort == Some(kind))
            .count() as u32
    };
    let left = |kind| cup.count(kind).saturating_sub(known(kind));
    let all: u32 = EscortKind::ALL.into_iter().map(left).sum();
    let sum: f64 = EscortKind::REAL
        .into_iter()
        .filter(|kind| left(*kind) > 0)
        .map(|kind| f64::from(left(kind)) * attack_value(view, kind, Straggle::None))
        .sum();
    if all == 0 { 0.0 } else { sum / f64::from(all) }
}
