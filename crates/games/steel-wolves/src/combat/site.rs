//! Where and when a fight takes place: all that combat needs to know of the rest of the game.

use crate::activity::Cover;
use crate::calendar::{Month, Period};
use crate::cups::Cup;
use crate::displays::{Contact, Display};
use crate::geography::{Area, Group, Zone};
use crate::tables::{Ring, Straggle, Tables};
use crate::units::Nation;
use crate::weather::Weather;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// What is out of the ordinary about a fight.
    #[derive(Default)]
    Setting, "setting" {
        /// Nothing.
        #[default]
        Usual = "usual",
        /// In the Baltic: no air cover, no red boxes (R11).
        Baltic = "baltic",
        /// Troopships: the centre of a special convoy comes from the Liner cup [WE2.8].
        Troopships = "troopships",
        /// Ships of a scattered convoy, met alone: three of the Inner cup (R30).
        Scattered = "scattered",
        /// In a naval base: no Fleet Escort but two pieces [30.4].
        Harbour = "harbour",
    }
}

/// The circumstances of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    pub period: Period,
    pub month: Month,
    pub area: Area,
    /// In a Special Mission Zone of the area.
    pub zone: bool,
    pub barbarossa: bool,
    /// West waters, where these have cups of their own [2.12].
    pub west: bool,
    pub weather: Weather,
    /// The G7 value [6.0].
    pub torpedo: i8,
    /// Ships lie in port [14.18].
    pub in_port: bool,
    /// Coastal traffic [13.23].
    pub coastal: bool,
    /// Axis aircraft over the area [7.55].
    pub aircraft: u8,
    /// Task forces and special convoys may be attacked again, by event [28.15].
    pub reattack: bool,
    /// Whose task force it is.
    pub nation: Nation,
    pub setting: Setting,
    /// Light air cover where the chart has none, by event [WE5.10b]; in a zone, in any area around it.
    pub light_air: bool,
    /// Battleships carry aircraft here, by event [WE1.8b].
    pub planes: bool,
    /// In a zone of the American coast, wherever it was entered from [30.25].
    #[serde(default)]
    pub coast: bool,
    /// The best air cover on the charts of all areas around the zone, wherever it was entered from [20.5].
    #[serde(default)]
    pub around: Cover,
}

/// How waters are watched: red boxes and general ASW [14.2A].
pub fn watch(red: u8, general: i8) -> i16 {
    i16::from(red) + i16::from(general)
}

impl Site {
    /// Plain circumstances in an area: East or West by the map, British where no American cups are (R50).
    pub fn new(t: &Tables, area: Area, period: Period, month: Month) -> Self {
        let west = t.map.area(area).west && period >= Period::Three;
        Self {
            period,
            month,
            area,
            zone: false,
            barbarossa: period >= Period::Four,
            west,
            weather: Weather::Clear,
            torpedo: 0,
            in_port: false,
            coastal: false,
            aircraft: 0,
            reattack: false,
            nation: Self::nation_of(west),
            setting: Setting::Usual,
            light_air: false,
            planes: false,
            coast: false,
            around: Cover::None,
        }
    }

    /// The same in a zone of the area.
    pub fn in_zone(self, t: &Tables, zone: Zone) -> Self {
        let links = t.map.zone(zone).links.iter();
        let covers = links.clone().map(|area| self.charted(t, *area));
        Self {
            zone: true,
            coast: links.copied().any(is_coast),
            around: covers.max().unwrap_or_default(),
            ..self
        }
    }

    /// Air cover of an area by its chart.
    fn charted(&self, t: &Tables, area: Area) -> Cover {
        t.map.chart(area, self.period, self.barbarossa).air
    }

    /// Whose task forces are met when nothing names them: American ones in West waters while these have cups (R50).
    pub const fn nation_of(west: bool) -> Nation {
        if west {
            Nation::American
        } else {
            Nation::British
        }
    }

    /// The cup of a ring of columns [2.12], [3.1].
    pub fn cup(&self, contact: Contact, ring: Ring) -> Cup {
        let force = matches!(contact, Contact::TaskForce | Contact::SpecialConvoy);
        match ring {
            Ring::Loner if self.setting == Setting::Scattered => {
                self.cup(Contact::Convoy, Ring::Inner)
            }
            Ring::Loner => Cup::Loner,
            Ring::Outer if force => Cup::fleet_escort(self.nation).unwrap_or(Cup::EscortBritish),
            Ring::Outer if self.west => Cup::WestOuter,
            Ring::Outer => Cup::Outer,
            Ring::Inner if self.west => Cup::WestInner,
            Ring::Inner => Cup::Inner,
            Ring::Center if contact == Contact::TaskForce => {
                Cup::task_force(self.nation).unwrap_or(Cup::ForceBritish)
            }
            Ring::Center if self.setting == Setting::Troopships => Cup::Liner,
            Ring::Center => Cup::Center,
        }
    }

    /// Air cover here [2.13]; in a zone light cover of any area around it is heavy [20.5].
    pub fn cover(&self, t: &Tables) -> Cover {
        if self.setting == Setting::Baltic {
            return Cover::None;
        }
        let cover = match self.charted(t, self.area).max(self.around) {
            Cover::None if self.light_air => Cover::Light,
            cover => cover,
        };
        if self.zone { cover.in_zone() } else { cover }
    }

    /// Red boxes of the area and the general ASW level: added to every counterattack [14.2A].
    pub fn watch(&self, t: &Tables) -> i16 {
        let red = match self.setting {
            Setting::Baltic => 0,
            _ => t.map.chart(self.area, self.period, self.barbarossa).red(),
        };
        let general = t.general_asw[self.period.index()][t.map.area(self.area).group.index()];
        watch(red, general)
    }

    /// TDC values are lower before the blackout of the American coast and its zones [30.25].
    pub fn lights(&self) -> i8 {
        let coast = self.coast || is_coast(self.area);
        let lit = || Month::new(1942, 5).is_some_and(|last| self.month <= last);
        i8::from(coast && self.period == Period::Four && lit())
    }

    /// How far a convoy straggles at first [29.1]; the weather adds to it [7.41].
    pub fn straggle(&self, t: &Tables, contact: Contact) -> u8 {
        let level = match contact {
            Contact::Convoy => u8::from(self.straggles(t)),
            Contact::SpecialConvoy => 0,
            _ => return 0,
        };
        match t.weather.effect(self.weather).map(|effect| effect.straggle) {
            None => level,
            Some(Straggle::Add(more)) => (level + more).min(MOST_STRAGGLE),
            Some(Straggle::Set(level)) => level,
        }
    }

    fn straggles(&self, t: &Tables) -> bool {
        let area = t.map.area(self.area);
        let south = area.group == Group::SouthAtlantic
            && !(self.area == Area::WestAfrica && self.period == Period::Five);
        let drumbeat = self.period == Period::Four
            && area.west
            && !matches!(self.area, Area::GrandBanks | Area::GreenlandGap);
        self.period <= Period::Two || south || drumbeat
    }
}

/// Areas whose shores are lit until the blackout [30.25].
const fn is_coast(area: Area) -> bool {
    matches!(
        area,
        Area::UsEastCoast | Area::GulfOfMexico | Area::Caribbean
    )
}

/// The highest level of straggle [29.3].
pub const MOST_STRAGGLE: u8 = 2;

/// The display that a contact of that colour is fought on [13.24].
pub fn display(contact: Contact, large: bool) -> Display {
    match contact {
        Contact::TaskForce | Contact::SpecialConvoy => Display::Force,
        Contact::Convoy if large => Display::Large,
        Contact::Convoy => Display::Small,
        Contact::Loner | Contact::None => Display::Loner,
    }
}
