//! Damage control: pages 61 to 65. Repairs and healing in any order, then wounds are moved, then what is not contained
//! spreads, then gas [62.spread].

use crate::boat::{Boat, Track};
use crate::boats::{BoatType, Gear, Letter, Tube};
use crate::choice::Choice;
use crate::crew::{HEAVY, Man, Skill, WORST};
use crate::event::Event;
use crate::position::Position;
use crate::sequence::{Held, Order, Play};
use crate::tables::{Pull, RepairRules, Tables};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What can be repaired [61.section_locations].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Site {
    Tube(Tube),
    Gear(Gear),
    Flooding,
    Fire,
}

impl Site {
    fn all(kind: BoatType) -> impl Iterator<Item = Self> {
        let tubes = kind.all_tubes().map(Self::Tube);
        tubes
            .chain(Gear::ALL.map(Self::Gear))
            .chain([Self::Flooding, Self::Fire])
    }

    /// Whether a section serves it [61.section_locations].
    pub fn is_served_by(self, section: Man) -> bool {
        let own = match self {
            Self::Flooding | Self::Fire => return Man::SECTIONS.contains(&section),
            Self::Tube(tube) if tube.end() == crate::boats::End::Bow => Man::Bow,
            Self::Gear(Gear::Hydrophone) => Man::Bow,
            Self::Gear(Gear::Periscope | Gear::DeckGun) => Man::Mid,
            Self::Tube(_) | Self::Gear(_) => Man::Stern,
        };
        own == section
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tube(tube) => write!(f, "tube{tube}"),
            Self::Gear(gear) => write!(f, "{gear}"),
            Self::Flooding => f.write_str("flooding"),
            Self::Fire => f.write_str("fire"),
        }
    }
}

impl FromStr for Site {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::all(BoatType::IX).find(|site| site.to_string() == text);
        known.ok_or_else(|| format!("“{text}” is nothing that can be repaired"))
    }
}

/// What has been done in this phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Care {
    /// Sections that have made their attempt, by place in [`Man::SECTIONS`].
    pub repaired: [bool; 3],
    /// Sections that have tried to heal.
    pub healed: [bool; 3],
    /// Attempts of the second watch officer.
    pub medic: u8,
    /// Repairs that the chief engineer has helped with.
    pub assists: u8,
    /// The price of repairs in silence is paid [61.silent_1_tp].
    pub paid: bool,
}

fn place(section: Man) -> usize {
    Man::SECTIONS
        .iter()
        .position(|other| *other == section)
        .unwrap_or_default()
}

/// The modifiers of an attempt [61.repair_roll].
#[derive(Clone, Copy, Debug, Default)]
pub struct Attempt {
    /// Wound level of the section [52.wound_modifiers].
    pub wound: u8,
    /// The location is heavily damaged [61.heavy_minus_3].
    pub heavy: bool,
    /// Fire at level 2 that is not contained [62.fire_2_minus_1].
    pub raging: bool,
    /// The crew's repair skill, if the engineer helps [61.engineer_assist].
    pub assist: i8,
    /// Skills against fire or flooding (R96).
    pub special: i8,
    /// Against fire the crew's repair skill does not count (R16).
    pub fire: bool,
}

impl Attempt {
    /// What is added to the d10.
    pub fn modifier(&self, rules: &RepairRules) -> i8 {
        let heavy = if self.heavy { rules.heavy_location } else { 0 };
        let raging = if self.raging { rules.raging_fire } else { 0 };
        let assist = if self.fire { 0 } else { self.assist };
        rules.wounded[usize::from(self.wound.min(HEAVY))] + heavy + raging + assist + self.special
    }
}

/// Flooding or fire after a success: contained first, then a level less, but not through a floor [62.contain_first],
/// [62.floors].
pub fn improved(track: Track, floors: &[u8]) -> Track {
    if !track.contained {
        return Track {
            contained: true,
            ..track
        };
    }
    let stuck = track.level == 0 || floors.contains(&track.level);
    Track {
        level: track.level - u8::from(!stuck),
        contained: true,
    }
}

impl Boat {
    /// The crew's repair skill [16.crew_tree].
    fn repair_skill(&self) -> i8 {
        match (
            self.skills.has(Skill::CrewRep2),
            self.skills.has(Skill::CrewRep1),
        ) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        }
    }

    /// Attempts the engineer can help with [62.engineer_levels], [61.engineer_assist].
    pub fn assists(&self) -> u8 {
        let levels = [(Skill::CeThree, 3), (Skill::CeTwo, 2), (Skill::CeOne, 1)];
        let level = levels
            .into_iter()
            .find(|(skill, _)| self.can(*skill, Man::Chief));
        level
            .filter(|_| self.repair_skill() > 0)
            .map_or(0, |(_, count)| count)
    }

    fn level_of(&self, site: Site) -> u8 {
        match site {
            Site::Tube(tube) => self.tube_damage[tube.index()],
            Site::Gear(gear) => self.damage(gear),
            Site::Flooding => self.flood.level,
            Site::Fire => self.fire.level,
        }
    }

    /// Whether there is something to repair; nothing that is destroyed, and the deck gun only on the surface
    /// [61.destroyed_not_repaired], [61.section_locations].
    pub fn can_repair(&self, t: &Tables, site: Site) -> bool {
        let level = self.level_of(site);
        match site {
            Site::Flooding => level > 0 && improved(self.flood, &t.board.floors) != self.flood,
            Site::Fire => level > 0,
            Site::Gear(Gear::DeckGun) if !self.is_surfaced() => false,
            Site::Tube(_) | Site::Gear(_) => (1..WORST).contains(&level),
        }
    }

    /// The modifiers of a section's attempt [61.repair_roll].
    pub fn attempt(&self, section: Man, site: Site, assisted: bool) -> Attempt {
        let skill = self.repair_skill();
        let engineer = |wanted: Skill| i8::from(self.can(wanted, Man::Chief) && skill > 0); // (R96)
        let crew_fire = self.skills.has(Skill::CrewFireA) || self.skills.has(Skill::CrewFireB);
        let special = match site {
            Site::Fire => i8::from(crew_fire) + engineer(Skill::CeFire),
            Site::Flooding => engineer(Skill::CeFlood),
            _ => 0,
        };
        Attempt {
            wound: self.wound(section),
            heavy: matches!(site, Site::Tube(_) | Site::Gear(_)) && self.level_of(site) == HEAVY,
            raging: site == Site::Fire && self.fire.level >= 2 && !self.fire.contained,
            assist: if assisted { skill } else { 0 },
            special,
            fire: site == Site::Fire,
        }
    }

    fn mend(&mut self, t: &Tables, site: Site) {
        match site {
            Site::Tube(tube) => self.tube_damage[tube.index()] -= 1,
            Site::Gear(gear) => self.gear[gear.index()] -= 1,
            Site::Flooding => self.flood = improved(self.flood, &t.board.floors),
            Site::Fire => self.fire = improved(self.fire, &[]),
        }
    }

    /// The least total the second watch officer needs; none without an enhancement [64.healers], [64.heal_numbers],
    /// (R17).
    pub fn medic(&self, rules: &RepairRules) -> Option<i8> {
        let levels = [
            Skill::Wo2Heal4,
            Skill::Wo2Heal5,
            Skill::Wo2Heal6,
            Skill::Wo2Heal8,
        ];
        let best = levels
            .iter()
            .position(|skill| self.can(*skill, Man::SecondWo))?;
        Some(rules.medic[levels.len() - 1 - best])
    }

    /// Attempts of the second watch officer [64.heal_two_patients].
    pub fn medic_attempts(&self) -> u8 {
        1 + u8::from(self.can(Skill::Wo2Two, Man::SecondWo))
    }

    /// Who can be healed: officers of light and medium wounds, sections of any [64.heal_limits].
    pub fn patients(&self) -> impl Iterator<Item = Man> {
        Man::ALL.into_iter().filter(|man| {
            let wound = self.wound(*man);
            wound > 0 && (!man.is_officer() || wound < HEAVY)
        })
    }

    /// The least total that a healer needs [64.heal_numbers].
    pub fn least_to_heal(&self, rules: &RepairRules, healer: Man) -> i8 {
        let medic = self.medic(rules).filter(|_| healer == Man::SecondWo);
        medic.unwrap_or(rules.section)
    }

    /// What is added to a healer's d10: his own wounds, and his skill (R18).
    pub fn healing_modifier(&self, rules: &RepairRules, healer: Man) -> i8 {
        let skilled = healer == Man::SecondWo && self.can(Skill::Wo2Drm, Man::SecondWo);
        rules.wounded[usize::from(self.wound(healer).min(HEAVY))] + i8::from(skilled)
    }

    /// What is not contained grows [62.spread].
    pub fn spread(&mut self) {
        for track in [&mut self.flood, &mut self.fire] {
            if track.level > 0 && !track.contained {
                track.level += 1;
            }
        }
    }
}

/// Every way in which so many wound levels can lie on the three sections, each 0 to 4 [65.relocation].
pub fn relocations(total: u8) -> impl Iterator<Item = [u8; 3]> {
    (0..=WORST).flat_map(move |bow| {
        (0..=WORST).filter_map(move |mid| {
            let stern = total.checked_sub(bow + mid)?;
            (stern <= WORST).then_some([bow, mid, stern])
        })
    })
}

impl Position {
    /// Repairs and healing, in any order (R97).
    pub(crate) fn list_care(&self, t: &Tables, letter: Letter, care: Care, out: &mut Vec<Choice>) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        if boat.silent && !care.paid {
            if boat.tp >= t.repair.silent_tp
                && Site::all(boat.kind).any(|site| boat.can_repair(t, site))
            {
                out.push(Choice::Pay); // [61.silent_1_tp]
            }
        } else {
            self.list_repairs(t, boat, care, out);
        }
        let medic = boat.medic(&t.repair).is_some() && care.medic < boat.medic_attempts();
        let sections = Man::SECTIONS.into_iter().filter(|section| {
            boat.skills.has(Skill::CrewHeal8)
                && boat.wound(*section) < WORST
                && !care.healed[place(*section)]
        });
        for healer in medic.then_some(Man::SecondWo).into_iter().chain(sections) {
            out.extend(boat.patients().map(|patient| Choice::Heal(healer, patient)));
        }
        out.push(Choice::Done);
    }

    fn list_repairs(&self, t: &Tables, boat: &Boat, care: Care, out: &mut Vec<Choice>) {
        for section in Man::SECTIONS {
            if care.repaired[place(section)] || boat.wound(section) >= WORST {
                continue;
            }
            let sites = Site::all(boat.kind)
                .filter(|site| site.is_served_by(section) && boat.can_repair(t, *site));
            for site in sites {
                out.push(Choice::Repair(section, site, false));
                if care.assists < boat.assists() && site != Site::Fire {
                    out.push(Choice::Repair(section, site, true));
                }
            }
        }
    }

    pub(crate) fn list_relocations(&self, letter: Letter, out: &mut Vec<Choice>) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        let now = Man::SECTIONS.map(|section| boat.wound(section));
        out.extend(
            relocations(now.iter().sum())
                .filter(|to| *to != now)
                .map(Choice::Relocate),
        );
        out.push(Choice::Done);
    }
}

impl Play<'_> {
    /// Phase 9 [61.repair_roll].
    pub(crate) fn start_damage_control(&mut self) {
        for letter in self
            .p
            .at_sea()
            .map(|(letter, _)| letter)
            .collect::<Vec<_>>()
        {
            self.p.orders[letter.index()].plan([
                Order::Care(Care::default()),
                Order::Relocate,
                Order::Spread,
            ]);
        }
    }

    pub(crate) fn care(&mut self, letter: Letter, care: Care, choice: Choice) {
        let mut care = care;
        match choice {
            Choice::Pay => {
                if let Some(boat) = self.p.boat_mut(letter) {
                    boat.tp -= self.t.repair.silent_tp;
                }
                care.paid = true;
                self.order(letter, Order::Care(care));
            }
            Choice::Repair(section, site, assisted) => {
                care.repaired[place(section)] = true;
                care.assists += u8::from(assisted);
                self.order(letter, Order::Care(care));
                let d10 = self.d10(Pull::Repair, Some(letter));
                self.hold(letter, Held::Repair(section, site, assisted, d10));
            }
            Choice::Heal(healer, patient) => {
                if healer == Man::SecondWo {
                    care.medic += 1;
                } else {
                    care.healed[place(healer)] = true;
                }
                self.order(letter, Order::Care(care));
                self.heal(letter, healer, patient);
            }
            _ => {}
        }
    }

    pub(crate) fn settle_repair(
        &mut self,
        letter: Letter,
        section: Man,
        site: Site,
        assisted: bool,
        d10: u8,
    ) {
        let t = self.t;
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        let total = d10 as i8 + boat.attempt(section, site, assisted).modifier(&t.repair);
        let success = total >= t.repair.success;
        if success {
            boat.mend(t, site);
        }
        self.log.push(|| Event::Repairs {
            boat: letter,
            section,
            site,
            d10,
            total,
            success,
        });
    }

    /// A healing attempt: never pulled again [64.heal_numbers].
    fn heal(&mut self, letter: Letter, healer: Man, patient: Man) {
        let d10 = self.d10(Pull::Heal, Some(letter));
        let rules = &self.t.repair;
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        let least = boat.least_to_heal(rules, healer);
        let total = d10 as i8 + boat.healing_modifier(rules, healer);
        let success = total >= least;
        if success {
            boat.wounds[patient.index()] -= 1;
        }
        self.log.push(|| Event::Heals {
            boat: letter,
            healer,
            patient,
            d10,
            total,
            success,
        });
    }

    pub(crate) fn relocate(&mut self, letter: Letter, choice: Choice) {
        let Choice::Relocate(to) = choice else { return };
        if let Some(boat) = self.p.boat_mut(letter) {
            for (section, level) in Man::SECTIONS.into_iter().zip(to) {
                boat.wounds[section.index()] = level;
            }
        }
        self.log.push(|| Event::Relocates { boat: letter, to });
    }

    /// What is not contained spreads, then gas takes its toll [62.spread], [62.gas_check].
    pub(crate) fn spread(&mut self, letter: Letter) {
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        boat.spread();
        let choking = boat.gas >= self.t.board.gas_top && !boat.is_surfaced();
        self.sink_if_lost(letter);
        if choking && self.p.boat(letter).is_some_and(Boat::is_on_map) {
            let d10 = self.d10(Pull::Gas, Some(letter));
            self.hurt(letter, self.t.board.crew(d10), 1, d10);
        }
    }
}
