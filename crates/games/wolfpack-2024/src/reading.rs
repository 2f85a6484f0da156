//! Which part of a card is read when it is pulled: so that everybody sees the card with that part marked.

use crate::boats::{BoatType, Letter, TorpedoType};
use crate::calendar::Era;
use crate::cards::{AswRow, DeckName};
use crate::conditions::{Light, Speed, Weather};
use crate::crew::Severity;
use crate::escorts::Hold;
use crate::position::Position;
use crate::ships::Size;
use crate::space::Facing;
use crate::tables::Pull;

/// The part of a card that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The d10 of a battle card [5.d10].
    D10,
    /// One of so many [5.random_number].
    Random(u8),
    /// The five boxes of the Approach map [40.one_card].
    Locations,
    /// The four that stand for quadrants [43.card_boxes_to_quadrants].
    Quadrants,
    /// The sonar columns [41.sonar_columns].
    Sonar {
        homing: bool,
        make: Era,
        weather: Weather,
    },
    /// [41.radar]
    Radar(Era),
    /// [41.visual]
    Visual(Light),
    /// [42.evasion]
    Evasion,
    /// [50.helmsman]
    Charges,
    /// A firing solution at a range of that band [38.tdc_value].
    Solution { light: Light, band: Option<usize> },
    /// What the convoy sees at that range [57.icons].
    Lookout { light: Light, range: Option<u8> },
    /// [25.hit_check_cards]
    ToHit { speed: Speed, weather: Weather },
    /// [25.hit_check_cards]
    Size(Size),
    /// [25.hit_check_cards]
    Angle(Facing),
    /// [26.detonation_by_era_type]
    Detonation { era: Era, torpedo: TorpedoType },
    /// [26.ship_damage]
    ShipDamage(Size),
    /// [51.levels_add]
    BoatDamage(Severity),
    /// [50.row_and_column]
    Charge { row: AswRow, hold: Hold },
    /// [28.crush_colour]
    Crush,
    /// [21.load_card]
    Load(BoatType),
    /// [22.start_box]
    Start,
    /// [22.patrol_event]
    PatrolEvent,
    /// [68.home_event]
    HomeEvent,
    /// Nothing is marked.
    Whole,
}

impl Reading {
    /// What is read of a card that is pulled for that, as far as that alone says it.
    pub(crate) fn usual(p: &Position, deck: DeckName, pull: Pull, boat: Option<Letter>) -> Self {
        let light = p.conditions.light();
        match (deck, pull) {
            (DeckName::Battle, Pull::LocationCheck) => Self::Locations,
            (DeckName::Battle, Pull::Evasion) => Self::Evasion,
            (DeckName::Battle, Pull::ChargeCheck) => Self::Charges,
            (DeckName::Combat, Pull::Tdc) => Self::Solution { light, band: None },
            (DeckName::Combat, Pull::ConvoySearch) => Self::Lookout { light, range: None },
            (DeckName::Combat, Pull::Wake) => Self::Lookout {
                light,
                range: Some(0),
            },
            // Against an escort it is the fast column, whatever the convoy does (R12).
            (DeckName::Combat, Pull::EscortOnApproach | Pull::EscortOnAttackMap) => Self::ToHit {
                speed: Speed::Fast,
                weather: p.conditions.weather,
            },
            (DeckName::Combat, _) => Self::ToHit {
                speed: p.conditions.speed,
                weather: p.conditions.weather,
            },
            (DeckName::Detonation, Pull::EscortOnApproach | Pull::EscortOnAttackMap) => {
                Self::ShipDamage(Size::Medium) // escorts count as medium (R12)
            }
            (DeckName::AswAttack, Pull::Implosion) => Self::Crush,
            (DeckName::Patrol, Pull::TorpedoLoad) => {
                let boat = boat.and_then(|letter| p.boat(letter));
                boat.map_or(Self::Whole, |boat| Self::Load(boat.kind))
            }
            (DeckName::Patrol, Pull::StartLocation) => Self::Start,
            (DeckName::Patrol, Pull::PatrolEvent) => Self::PatrolEvent,
            (DeckName::Patrol, Pull::HomeEvent | Pull::WoundSeverity) => Self::HomeEvent,
            _ => Self::Whole,
        }
    }
}
