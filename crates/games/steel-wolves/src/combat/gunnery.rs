//! Surface gunnery [27.0]: guns instead of torpedoes [27.1].

use super::Fight;
use super::battle::{Battle, Hand};
use super::fighter::Weapon;
use super::slots::{SlotId, SlotSet};
use crate::calendar::Period;
use crate::displays::Display;
use crate::event::Event;
use crate::harm::{Blow, Hazard};
use crate::tables::{ClassValues, Tables};
use crate::units::{Nation, ShipType};
use crate::weather::Weather;

/// Largest merchant that guns are used on, unless it is damaged.
const MOST_TONS: u8 = 7;

/// What decides whether guns may be used on a unit [27.1].
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    pub deck_gun: bool,
    pub target: ShipType,
    pub tons: u8,
    pub damaged: bool,
    /// A White Ensign lies face down in the boat's or an adjacent column.
    pub white_near: bool,
    /// A naval unit or escort is revealed.
    pub warship_seen: bool,
    /// An aircraft is revealed.
    pub aircraft_seen: bool,
    pub weather: Weather,
    pub display: Display,
}

impl Chance {
    /// Whether guns may be used. Loners are met one by one, so only an aircraft forbids them there (R54); against task
    /// forces they are never used [28.12].
    pub fn allows(self) -> bool {
        let clear = match self.display {
            Display::Force => false,
            Display::Loner => !self.aircraft_seen,
            Display::Small | Display::Large => {
                !self.white_near && !self.warship_seen && !self.aircraft_seen
            }
        };
        self.deck_gun
            && clear
            && self.weather == Weather::Clear
            && self.target.is_merchant()
            && (self.tons <= MOST_TONS || self.damaged)
    }
}

/// The highest die on which a merchant is armed; none where none can be: sailing and fishing vessels never, in the first
/// period only British and French ships [27.1].
fn armed_up_to(t: &Tables, period: Period, nation: Nation, kind: ShipType) -> Option<u8> {
    let never = matches!(kind, ShipType::Fv | ShipType::Sv);
    let ours = matches!(nation, Nation::British | Nation::French);
    if never || (period == Period::One && !ours) {
        return None;
    }
    let american = nation == Nation::American && period == Period::Four;
    Some(if american {
        t.dems.american
    } else {
        t.dems.armed[period.index()]
    })
}

/// Whether a merchant is armed, by die; none is thrown where it cannot be [27.1].
pub fn is_armed(
    t: &Tables,
    period: Period,
    nation: Nation,
    kind: ShipType,
    die: impl FnOnce() -> u8,
) -> bool {
    armed_up_to(t, period, nation, kind).is_some_and(|number| die() <= number)
}

/// Faces of the die, of ten, on which a merchant proves unarmed.
pub fn unarmed(t: &Tables, period: Period, nation: Nation, kind: ShipType) -> u8 {
    armed_up_to(t, period, nation, kind).map_or(10, |number| 9 - number.min(9))
}

/// The roll of a gun attack: one less for a new crew [8.11].
pub fn roll(die: u8, green: u8) -> i16 {
    i16::from(die) - i16::from(green)
}

/// The row that guns roll on: 29-36, unless they are those of a cruiser [27.1].
pub fn row(class: &ClassValues) -> &str {
    class.gun_row.as_deref().unwrap_or("29-36")
}

/// What guns do; the torpedo value does not count [27.1], a new crew shoots one lower [8.11].
pub fn blow(t: &Tables, class: &ClassValues, die: u8, green: u8) -> Blow {
    let roll = roll(die, green);
    t.combat
        .row_named(row(class))
        .map_or(Blow::None, |row| row.at(roll).0)
}

impl Battle {
    /// Merchants of her own column that a boat may shell now: none that proved armed, unless her guns are a cruiser's. Each
    /// is judged by itself, as the U-26 example has it [28.24]; in a convoy the question comes once in a round [27.1].
    pub(super) fn gun_targets(&self, t: &Tables, hand: Hand) -> SlotSet {
        let fighter = self.fighter(hand);
        let mut targets = SlotSet::NONE;
        let Some(lane) = fighter.lane.filter(|_| fighter.deck_gun) else {
            return targets;
        };
        if self.display == Display::Force || self.site.weather != Weather::Clear {
            return targets;
        }
        let reach = self.reach(t, hand);
        let seen = self.up & !self.gone;
        let white_near = !(reach & self.white & !self.up).is_empty();
        // Mostly there is nothing to look at more closely.
        let mut own = self.lanes[lane.index()] & seen;
        if !fighter.heavy_gun {
            own = own & !self.armed;
        }
        if own.is_empty() || (white_near && self.display.is_convoy()) {
            return targets;
        }
        let any = |of: SlotSet| !(of & seen).is_empty();
        let chance = Chance {
            deck_gun: fighter.deck_gun,
            target: ShipType::M,
            tons: 0,
            damaged: false,
            white_near,
            warship_seen: any(self.seen(t, |sight| sight.warships)),
            aircraft_seen: any(self.seen(t, |sight| sight.aircraft)),
            weather: self.site.weather,
            display: self.display,
        };
        for slot in own.iter() {
            let piece = self.piece(t, slot);
            let (tons, _) = self.ship(t, slot);
            if (Chance {
                target: piece.kind,
                tons,
                damaged: self.damaged.has(slot),
                ..chance
            })
            .allows()
            {
                targets.insert(slot);
            }
        }
        targets
    }
}

impl Fight<'_> {
    /// Guns against a ship of a convoy. An armed merchant leaves only torpedoes (R23); there is no TDC for guns (R24).
    pub(super) fn shell(&mut self, hand: Hand, slot: SlotId) {
        self.b.fighter_mut(hand).weapon = Weapon::Guns;
        let fired = self.gun_attack(hand, slot);
        let fighter = self.b.fighter(hand);
        if !fighter.fights() {
            self.break_off(hand);
        } else if fired || fighter.rtb {
            self.finish_turn(hand); // who is sent home is hunted all the same [27.1]
        } else {
            self.choose_torpedoes(hand);
        }
    }

    /// The boat is spotted; an armed merchant fires and the gun action is over, unless her guns are a cruiser's. False if
    /// she did not come to fire.
    pub(super) fn gun_attack(&mut self, hand: Hand, slot: SlotId) -> bool {
        self.spot(hand);
        let piece = *self.b.piece(self.t, slot);
        let fighter = *self.b.fighter(hand);
        self.log.push(|| Event::Shelled {
            boat: fighter.boat,
            slot,
        });
        let mut thrown = None;
        let chance = &mut *self.chance;
        let known = self.b.armed.has(slot);
        let armed = known
            || is_armed(self.t, self.b.site.period, piece.nation, piece.kind, || {
                *thrown.insert(chance.chit())
            });
        self.log.push(|| Event::Dems {
            boat: fighter.boat,
            slot,
            die: thrown,
            armed,
        });
        if armed {
            self.hazard_with_dive(hand, Hazard::Dems, u8::from(fighter.damage > 0));
            self.b.armed.insert(slot);
            if !fighter.heavy_gun || !self.b.fighter(hand).fights() {
                return false;
            }
        }
        self.b.fighter_mut(hand).used_guns = true;
        let die = self.chance.chit();
        let class = self.t.submarines.class_of(fighter.boat);
        let blow = blow(self.t, class, die, fighter.green);
        let modifier = roll(0, fighter.green);
        self.strike(hand, slot, (blow, false), die, modifier);
        true
    }
}
