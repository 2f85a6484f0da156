//! The Battle Display as a viewer sees it: counters lie face up for both sides [7.5.2], unless the option keeps them inverted
//! at Night [7.5.9]. What guns are aimed at, the enemy learns when they fire; torpedoes left are their owner's secret.

use crate::forces::{Hull, Place};
use crate::position::Position;
use crate::side::Side;
use crate::surface::Area;
use crate::surface::battle::{Battle, BattleUnit, Course, Screen, Shot, UnitId};
use crate::tables::Tables;
use crate::units::ShipType;

/// A unit on the Display. What its face says is `None` to those who see only its back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitView {
    pub id: UnitId,
    pub side: Side,
    pub area: Area,
    pub evading: bool,
    pub screen: Screen,
    pub face: Option<FaceView>,
    /// Torpedo attacks left: of own units that carry any [7.3.2].
    pub torpedoes: Option<u8>,
}

/// What the face of a unit says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceView {
    pub label: String,
    pub kind: ShipType,
    pub cs: u8,
    pub hulls: u8,
    pub crippled: bool,
    pub dead_in_the_water: bool,
}

/// A battle as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleView {
    pub place: Place,
    pub round: u8,
    pub attacker: Side,
    pub surprise: bool,
    pub course: Course,
    pub inverted: bool,
    /// Allied first.
    pub units: Vec<UnitView>,
    /// Own guns as they are aimed so far.
    pub guns: Vec<Shot>,
    /// Torpedoes as they are aimed, of both sides.
    pub torpedoes: Vec<Shot>,
}

fn unit(t: &Tables, p: &Position, side: Side, eyes: Option<Side>, unit: &BattleUnit) -> UnitView {
    let own = eyes == Some(side);
    let inverted = p.battle().is_some_and(|battle| battle.inverted);
    let reading = p.read_unit(t, side, unit);
    UnitView {
        id: unit.id,
        side,
        area: unit.area,
        evading: unit.evading,
        screen: unit.screen.clone(),
        face: (own || !inverted).then(|| FaceView {
            label: p.unit_label(t, unit),
            kind: reading.kind,
            cs: reading.cs,
            hulls: unit.hulls(),
            crippled: reading.crippled,
            dead_in_the_water: reading.diw,
        }),
        torpedoes: (own && carries(t, unit)).then_some(reading.loads),
    }
}

/// Whether a unit has torpedo tubes at all.
fn carries(t: &Tables, unit: &BattleUnit) -> bool {
    let symbols = |hull: Hull| match hull {
        Hull::Ship(id) => t.chart.ship(id).torpedoes,
        Hull::Class(id) => t.chart.class(id).torpedoes,
    };
    unit.parts.iter().any(|part| symbols(part.hull) > 0)
}

pub(super) fn battle(t: &Tables, p: &Position, battle: &Battle, eyes: Option<Side>) -> BattleView {
    let units = battle
        .units
        .iter()
        .flat_map(|(side, units)| units.iter().map(move |one| unit(t, p, side, eyes, one)));
    BattleView {
        place: battle.place,
        round: battle.round,
        attacker: battle.attacker,
        surprise: battle.surprise,
        course: battle.course,
        inverted: battle.inverted,
        units: units.collect(),
        guns: eyes.map_or(Vec::new(), |side| battle.guns[side].clone()),
        torpedoes: battle
            .torpedoes
            .iter()
            .flat_map(|(_, shots)| shots.iter().copied())
            .collect(),
    }
}
