//! One U-boat of the patrol: where she is, what she carries, what works, who is well.

use crate::boats::{BoatType, End, Gear, TUBES, TorpedoType, Tube};
use crate::crew::{HEAVY, Man, Skill, Skills, WORST};
use crate::depth::Depth;
use crate::events::HomeEvent;
use crate::ring::ApproachBox;
use crate::ships::TileId;
use crate::space::{Facing, Space};
use crate::tables::Load;
use serde::{Deserialize, Serialize};

/// Where a boat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In port, before she sails.
    Base,
    /// On the ring around the convoy.
    Approach(ApproachBox),
    /// On the grid.
    Attack(Space, Facing),
    /// Has left the patrol on that turn and may hunt stragglers [36.disengage_to_track].
    Track(u8),
    /// Chased away: home at once [55.survival_results].
    DrivenOff,
    /// Gone.
    Lost(Loss),
}

/// How a boat was lost [24.four_ways_sunk].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Flooded.
    Flooding,
    /// Burnt.
    Fire,
    /// Crushed [29.implosion_loss].
    Implosion,
    /// Broken up [51.catastrophic].
    Catastrophe,
    /// Hunted down [55.survival_results].
    Survival,
    /// Scuttled, her crew saved [29.scuttle_table].
    Scuttled,
    /// Abandoned, her crew lost [29.scuttle_table].
    ScuttledWithCrew,
    /// Taken [29.scuttle_table].
    Captured,
    /// Lost with all hands on the way home [68.home_event].
    Homeward,
    /// Given up by whoever had her.
    Resigned,
}

/// What is in a tube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TubeState {
    /// Nothing.
    Empty,
    /// A Loading marker with so many turns [58.steps].
    Loading(u8, TorpedoType),
    /// Ready to fire.
    Loaded(TorpedoType),
}

/// A firing solution [38.tdc_value].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    pub target: Space,
    pub value: i8,
}

/// A marker of a track that can be contained [62.contain_first].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    pub level: u8,
    pub contained: bool,
}

/// A U-boat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boat {
    pub name: String,
    pub kind: BoatType,
    /// Took the place of a lost one [67.replacement_boat].
    pub replacement: bool,
    /// Tactical points.
    pub tp: u8,
    pub place: Place,
    pub depth: Depth,
    pub silent: bool,
    /// Blowing her tanks: up, and nothing else [35.blow_cannot_stop].
    pub blowing: bool,
    /// An escort has held her: from then on she may dive on the Approach map (R4).
    pub contacted: bool,
    /// Dived in alarm this turn [42.evasion_limits].
    pub crash_dived: bool,
    /// Has ever dived in alarm: without contact she may rise again, but not go deeper (R4).
    pub dived: bool,
    /// Has used her movement of this turn.
    pub moved: bool,
    /// Ships she has computed this turn [38.tdc_count].
    pub computed: Vec<Space>,
    pub tubes: [TubeState; TUBES],
    pub solutions: [Option<Solution>; TUBES],
    /// By [`End::index`] and [`TorpedoType::index`].
    pub reloads: [[u8; 2]; 2],
    pub tube_damage: [u8; TUBES],
    /// By [`Gear::index`].
    pub gear: [u8; 6],
    /// The observation periscope has taken the periscope's place (R79).
    pub observation: bool,
    pub flood: Track,
    pub fire: Track,
    pub gas: u8,
    /// By [`Man::index`].
    pub wounds: [u8; 7],
    pub skills: Skills,
    pub sunk: Vec<TileId>,
    pub tons: u32,
    /// Escorts she has put out of the game [60.escort_removed_xp].
    pub escorts_sunk: u8,
    /// What happened to her on the way home, once she has pulled her card [68.home_event].
    pub home: Option<HomeEvent>,
}

impl Boat {
    /// Surfaced in a box of the Approach map, whole and well.
    pub fn new(name: &str, kind: BoatType, at: ApproachBox, tp: u8, load: &Load) -> Self {
        let mut tubes = [TubeState::Empty; TUBES];
        for (tube, torpedo) in tubes.iter_mut().zip(&load.tubes) {
            *tube = TubeState::Loaded(*torpedo);
        }
        Self {
            name: name.to_owned(),
            kind,
            replacement: false,
            tp,
            place: Place::Approach(at),
            depth: Depth::SURFACE,
            silent: false,
            blowing: false,
            contacted: false,
            crash_dived: false,
            dived: false,
            moved: false,
            computed: Vec::new(),
            tubes,
            solutions: [None; TUBES],
            reloads: load.reloads,
            tube_damage: [0; TUBES],
            gear: [0; 6],
            observation: false,
            flood: Track::default(),
            fire: Track::default(),
            gas: 0,
            wounds: [0; 7],
            skills: Skills::NONE,
            sunk: Vec::new(),
            tons: 0,
            escorts_sunk: 0,
            home: None,
        }
    }

    /// Still on one of the maps?
    pub fn is_on_map(&self) -> bool {
        matches!(self.place, Place::Approach(_) | Place::Attack(..))
    }

    /// Her box on the Approach map.
    pub fn approach(&self) -> Option<ApproachBox> {
        match self.place {
            Place::Approach(at) => Some(at),
            _ => None,
        }
    }

    /// Her space and facing on the Attack map.
    pub fn attack(&self) -> Option<(Space, Facing)> {
        match self.place {
            Place::Attack(space, facing) => Some((space, facing)),
            _ => None,
        }
    }

    /// Her space on the Attack map, if she can see from there [37.who_observes].
    pub fn lookout(&self) -> Option<(Space, Facing)> {
        self.attack().filter(|_| self.depth.sees())
    }

    /// On the surface? Everything below it is submerged [4.submerged].
    pub fn is_surfaced(&self) -> bool {
        self.depth.is_surface()
    }

    /// Damage of a location.
    pub fn damage(&self, gear: Gear) -> u8 {
        self.gear[gear.index()]
    }

    /// Heavily damaged or destroyed (R77).
    pub fn is_heavy(&self, gear: Gear) -> bool {
        self.damage(gear) >= HEAVY
    }

    /// Past all repair.
    pub fn is_destroyed(&self, gear: Gear) -> bool {
        self.damage(gear) >= WORST
    }

    /// Wound level of a crew position.
    pub fn wound(&self, man: Man) -> u8 {
        self.wounds[man.index()]
    }

    /// Who commands: the first officer in the order of command who is able [64.acting_captain].
    pub fn commander(&self) -> Option<Man> {
        Man::OFFICERS
            .into_iter()
            .find(|officer| self.wound(*officer) < HEAVY)
    }

    /// Whether an officer can do his own work: able, and not acting captain instead [52.incapacitated],
    /// [64.acting_captain].
    pub fn works(&self, officer: Man) -> bool {
        let able = self.wound(officer) < HEAVY;
        let stands_in =
            matches!(officer, Man::SecondWo | Man::Chief) && self.commander() == Some(officer);
        able && !stands_in
    }

    /// An enhancement of an officer who can use it, or of the crew.
    pub fn can(&self, skill: Skill, officer: Man) -> bool {
        self.skills.has(skill) && self.works(officer)
    }

    /// Tubes of an end.
    pub fn tubes_of(&self, end: End) -> impl Iterator<Item = Tube> + use<> {
        self.kind.all_tubes().filter(move |tube| tube.end() == end)
    }

    /// What is in a tube.
    pub fn tube(&self, tube: Tube) -> TubeState {
        self.tubes[tube.index()]
    }

    /// Torpedoes of each type aboard, by [`TorpedoType::index`].
    pub fn torpedoes(&self) -> [u8; 2] {
        let mut count = [0; 2];
        for state in self.tubes {
            if let TubeState::Loading(_, torpedo) | TubeState::Loaded(torpedo) = state {
                count[torpedo.index()] += 1;
            }
        }
        for reloads in self.reloads {
            count[0] += reloads[0];
            count[1] += reloads[1];
        }
        count
    }

    /// Goes to a depth, with all that this brings: solutions lost at 15 m or deeper, gas cleared on the surface, no
    /// silent running above 30 m [30.tdc_lost], [30.gas_cleared], [29.running_state].
    pub fn go_to(&mut self, depth: Depth, tdc_lost: u16) {
        self.depth = depth;
        if depth.metres() >= tdc_lost {
            self.solutions = [None; TUBES];
        }
        if depth.is_surface() {
            self.gas = 0;
        }
    }
}
