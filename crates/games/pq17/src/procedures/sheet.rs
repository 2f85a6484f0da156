//! The map [1.1], time (chapter 8) and ice (chapter 10).

use super::inputs::*;
use crate::game::Pq17;
use crate::hex::Hex;
use crate::ice::{self, Ice};
use crate::movement::sea_distance;
use crate::side::Side;
use crate::tables::IceSeason;
use crate::time::Turn;
use crate::weather::Weather;
use crate::{campaign, victory};
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use derbyhouse_kernel::{Chance, Direction};
use serde::Deserialize;
use serde_json::{Value, json};

type Result = std::result::Result<Value, ProcedureError>;

pub(super) fn procedures() -> Vec<Procedure<Pq17>> {
    vec![
        Procedure::new(
            "adjacent",
            "1.1",
            "Whether two hexes are neighbours.",
            Two::INPUTS,
            adjacent,
        ),
        Procedure::new(
            "neighbours",
            "1.1",
            "The six neighbours of a hex.",
            At::INPUTS,
            neighbours,
        ),
        Procedure::new(
            "hex_distance",
            "5.3",
            "The straight distance between two hexes.",
            Two::INPUTS,
            distance,
        ),
        Procedure::new(
            "sea_path",
            "5.1",
            "The shortest way over water, in hexes.",
            Path::INPUTS,
            path,
        ),
        Procedure::new(
            "hexside_open",
            "5",
            "Whether ships may cross from one hex to another.",
            Two::INPUTS,
            open,
        ),
        Procedure::new(
            "ice_zone",
            "10.1",
            "The ice zone of a hex.",
            At::INPUTS,
            zone,
        ),
        Procedure::new(
            "port_hex",
            "1.1.1",
            "The hex that a port lies in.",
            Port::INPUTS,
            port_hex,
        ),
        Procedure::new(
            "box_links",
            "5.7.1",
            "The hexes that a box off the map is linked to.",
            const { &[need("box", "box, such as germany")] },
            links,
        ),
        Procedure::new(
            "project",
            "1.1",
            "The hex that a place on the globe lies in.",
            Globe::INPUTS,
            project,
        ),
        Procedure::new(
            "friendly_shoreline",
            "1.1.3",
            "Whether a hex is a friendly shore of a side.",
            Shore::INPUTS,
            shore,
        ),
        Procedure::new(
            "add_turns",
            "8.1",
            "The turn so many turns later, and its box of the track.",
            Add::INPUTS,
            add,
        ),
        Procedure::new(
            "weather_rolls_before_start",
            "8.3",
            "When play starts, and how often weather is rolled by then.",
            Start::INPUTS,
            start,
        ),
        Procedure::new(
            "ice_roll",
            "10.1",
            "The actual condition where one is predicted.",
            IceRoll::INPUTS,
            ice_roll,
        ),
        Procedure::new(
            "ice_effect",
            "10.2",
            "What a force meets in ice.",
            Effect::INPUTS,
            effect,
        ),
        Procedure::new(
            "thin_pack_entry",
            "10.2.4",
            "Whether a force gets into Thin Pack.",
            Pack::INPUTS,
            thin_pack,
        ),
        Procedure::new(
            "icebreaking",
            "10.3",
            "What ice counts as in the icebreaking channel.",
            Channel::INPUTS,
            channel,
        ),
        Procedure::new(
            "ice_reroll",
            "10.4.1",
            "Whether the ice of a Fortnight is rolled again.",
            Again::INPUTS,
            again,
        ),
    ]
}

given!(Two { need a: Hex = HEX, need b: Hex = HEX });

fn adjacent(_: &Pq17, given: Two, _: &mut Chance) -> Result {
    Ok(json!({ "adjacent": given.a.distance(given.b) == 1 }))
}

fn distance(_: &Pq17, given: Two, _: &mut Chance) -> Result {
    Ok(json!({ "distance": given.a.distance(given.b) }))
}

fn open(game: &Pq17, given: Two, _: &mut Chance) -> Result {
    Ok(json!({ "open": game.tables().sheet.is_open(given.a, given.b) }))
}

given!(At { need hex: Hex = HEX });

fn neighbours(_: &Pq17, given: At, _: &mut Chance) -> Result {
    let all = Direction::ALL
        .map(|direction| (format!("{direction:?}"), json!(given.hex.step(direction))));
    Ok(Value::Object(all.into_iter().collect()))
}

fn zone(game: &Pq17, given: At, _: &mut Chance) -> Result {
    Ok(json!({ "zone": game.tables().sheet.zone(given.hex) }))
}

given!(Path { need from: Hex = HEX, need to: Hex = HEX, may side: Side = SIDE });

fn path(game: &Pq17, given: Path, _: &mut Chance) -> Result {
    let side = given.side.unwrap_or(Side::Allied);
    Ok(json!({ "hexes": sea_distance(game.tables(), side, given.from, given.to) }))
}

given!(Port { need port: String = "port, such as kirkenes" });

fn port_hex(game: &Pq17, given: Port, _: &mut Chance) -> Result {
    let sheet = &game.tables().sheet;
    let port = sheet
        .find_port(&given.port)
        .ok_or_else(|| wrong("port", &given.port))?;
    Ok(json!({ "hex": sheet.port(port).hex }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Off {
    #[serde(rename = "box")]
    name: String,
}

fn links(game: &Pq17, given: Off, _: &mut Chance) -> Result {
    let sheet = &game.tables().sheet;
    let off = sheet
        .find_box(&given.name)
        .ok_or_else(|| wrong("box", &given.name))?;
    Ok(json!({ "links": sheet.off_map(off).links }))
}

given!(Globe { need lat: f64 = "degrees north", need lon: f64 = "degrees east" });

fn project(game: &Pq17, given: Globe, _: &mut Chance) -> Result {
    Ok(json!({ "hex": game.tables().sheet.projection.hex_of(given.lat, given.lon) }))
}

given!(Shore { need hex: Hex = HEX, need side: Side = SIDE });

fn shore(game: &Pq17, given: Shore, _: &mut Chance) -> Result {
    Ok(json!({ "friendly": game.tables().sheet.is_friendly_shore(given.side, given.hex) }))
}

given!(Add { need turn: Turn = TURN, need add: u16 = NUMBER });

fn add(_: &Pq17, given: Add, _: &mut Chance) -> Result {
    let turn = given.turn.later(given.add);
    Ok(json!({ "turn": turn, "track_box": turn.track_box() }))
}

given!(Start { need starting_turn: Turn = TURN, may gales_on_roll: u16 = "number of the roll that gives Gales, 0 for none" });

fn start(_: &Pq17, given: Start, _: &mut Chance) -> Result {
    let weather = |roll: u16| match given.gales_on_roll {
        Some(gales) if gales == roll => Weather::Gales,
        _ => Weather::Fair,
    };
    let (mut starts, mut rolls) = (Turn::FIRST, 1);
    while !victory::play_starts(starts, given.starting_turn, weather(rolls)) {
        (starts, rolls) = (starts.later(1), rolls + 1);
    }
    let placed = match starts {
        Turn::FIRST => json!("set-up"),
        later => json!(later.earlier(1)),
    };
    Ok(json!({ "rolls": rolls, "play_starts": starts, "placed_as_of_end_of": placed }))
}

given!(IceRoll { need predicted: Ice = ICE, may roll: Die = DIE });

fn ice_roll(game: &Pq17, given: IceRoll, chance: &mut Chance) -> Result {
    let die = die(given.roll, chance);
    Ok(json!({ "actual": ice::actual(game.tables(), given.predicted, die) }))
}

given!(Effect { need actual: Ice = ICE, need side: Side = SIDE, may aborted: bool = YES_NO });

fn effect(game: &Pq17, given: Effect, _: &mut Chance) -> Result {
    let turned_back = given.aborted.unwrap_or(false);
    let meeting = ice::meeting(game.tables(), given.side, given.actual, turned_back);
    Ok(json!({ "cards": meeting.cards, "plus": meeting.plus, "may_enter": meeting.may_enter }))
}

given!(Pack { may roll: Die = DIE });

fn thin_pack(game: &Pq17, given: Pack, chance: &mut Chance) -> Result {
    Ok(json!({ "enters": ice::enters_thin_pack(game.tables(), die(given.roll, chance)) }))
}

given!(Channel { need hex: Hex = HEX, need actual: Ice = ICE, need side: Side = SIDE });

fn channel(game: &Pq17, given: Channel, _: &mut Chance) -> Result {
    Ok(json!({ "treated": ice::in_channel(game.tables(), given.side, given.hex, given.actual) }))
}

given!(Again {
    need season: IceSeason = "breakup or freezing",
    need current: Ice = ICE,
    may next_lower_zone: Ice = ICE,
    may next_higher_zone: Ice = ICE,
    need result: Ice = ICE,
});

fn again(_: &Pq17, given: Again, _: &mut Chance) -> Result {
    let beside = match given.season {
        IceSeason::Breakup => given.next_lower_zone,
        IceSeason::Freezing => given.next_higher_zone,
    };
    Ok(
        json!({ "roll_again": campaign::ice_again(given.season, given.current, beside, given.result) }),
    )
}
