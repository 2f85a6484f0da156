//! Placement, attack and what it does [14.11] to [14.18].

use super::inputs::*;
use crate::combat::attack::{self, Calm, Defence, Strike};
use crate::combat::{CombatEvent, placement};
use crate::displays::{Display, Lane};
use crate::game::SteelWolves;
use crate::halves::Halves;
use crate::harm::Blow;
use crate::tables::{Piece, Role};
use crate::units::{Nation, ShipType};
use derbyhouse_kernel::procedure::Procedure;
use serde::Deserialize;
use serde_json::json;

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![
        placing(),
        value(),
        allocation(),
        number(),
        hit(),
        result(),
        surprise(),
        reposition(),
        tdc_again(),
        coastal(),
        second(),
        pack_on(),
    ]
}

/// A unit that no counter is: for rules that ask only for its type.
pub(super) fn some_piece(kind: ShipType, nation: Nation, tons: u8, asw: Halves) -> Piece {
    Piece {
        role: Role::CombatEvent,
        kind,
        nation,
        ensign: crate::units::Ensign::White,
        tons,
        defence: 0,
        asw,
        capable: kind.is_carrier(),
        diligent: false,
        named: false,
        lame: false,
        fast: false,
    }
}

/// A number of halves.
pub(super) fn halves(number: f64) -> Result<Halves, derbyhouse_kernel::procedure::ProcedureError> {
    let twice = number * 2.0;
    if twice.fract() == 0.0 && (0.0..=80.0).contains(&twice) {
        Ok(Halves::of(twice as i16))
    } else {
        Err(wrong(format!(
            "an ASW counts in halves from 0 to 40, not {number}"
        )))
    }
}

fn placing() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        display: Display,
        tactical: Num,
        ace: Rating,
        die: Option<Die>,
    }
    Procedure::new(
        "placement",
        "14.11",
        "Which columns a boat gets into with a die.",
        const {
            &[
                need("display", DISPLAY),
                need("tactical", NUMBER),
                need("ace", NUMBER),
                may("die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let total = placement::total(i.tactical.0, i.ace.0, die(i.die, chance));
            let open = game.tables().contacts.displays[i.display.index()].opened(total);
            let any = |lanes: &[Lane]| lanes.iter().any(|lane| open.has(*lane));
            Ok(json!({
                "total": total,
                "outer": any(&[Lane::OuterLeft]),
                "inner": any(&[Lane::InnerLeft]),
                "center": any(&[Lane::CenterLeft, Lane::Center]),
            }))
        },
    )
}

fn value() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        attack: Num,
        straggle: Rating,
        #[serde(default)]
        weather: Mbar,
    }
    Procedure::new(
        "attack_value",
        "29.2",
        "Attack points of a boat with straggle and weather.",
        const {
            &[
                need("attack", NUMBER),
                need("straggle", "0-2"),
                may("weather", WEATHER),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            Ok(
                json!({ "value": attack::value(game.tables(), i.attack.0, i.straggle.0, i.weather.0) }),
            )
        },
    )
}

fn allocation() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        value: Count,
        points: Vec<Count>,
        tdc_targets: Count,
    }
    Procedure::new(
        "allocation",
        "14.15",
        "Whether attack points may be shared out so.",
        const {
            &[
                need("value", NUMBER),
                need("points", LIST),
                need("tdc_targets", NUMBER),
            ]
        },
        |_: &SteelWolves, i: In, _| {
            let points: Vec<u8> = i.points.iter().map(|points| points.0).collect();
            Ok(json!({ "legal": attack::may_share(&points, i.value.0, i.tdc_targets.0) }))
        },
    )
}

fn number() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        points: Count,
        ace: Rating,
        torpedo: Num,
        defence: Num,
        asw: f64,
        tdc: Num,
        same_column: bool,
        damaged: bool,
    }
    Procedure::new(
        "attack_number",
        "14.16",
        "The number that a torpedo attack needs.",
        const {
            &[
                need("points", NUMBER),
                need("ace", NUMBER),
                need("torpedo", "-2 to 2"),
                need("defence", NUMBER),
                need("asw", "number of halves"),
                need("tdc", "-4 to 4"),
                need("same_column", YES_NO),
                need("damaged", YES_NO),
            ]
        },
        |_: &SteelWolves, i: In, _| {
            let attacker = attack::attacker(i.points.0, i.ace.0, i.torpedo.0);
            let target = Defence {
                defence: i.defence.0,
                asw: halves(i.asw)?,
                tdc: i.tdc.0,
                same_column: i.same_column,
                damaged: i.damaged,
            };
            let need = attack::need(attacker, target.total());
            let faces = (0..10).filter(|die| attack::hits(need, *die, 0)).count();
            Ok(json!({
                "attacker": attacker,
                "target": target.total().decimal(),
                "need": need,
                "percent": 10 * faces,
            }))
        },
    )
}

fn hit() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        need: Num,
        die: Option<Die>,
        inexperienced: bool,
    }
    Procedure::new(
        "hit",
        "14.16",
        "Whether a die hits.",
        const {
            &[
                need("need", NUMBER),
                may("die", DIE),
                need("inexperienced", YES_NO),
            ]
        },
        |_: &SteelWolves, i: In, chance| {
            let hit = attack::hits(i.need.0.into(), die(i.die, chance), green(i.inexperienced));
            Ok(json!({ "hit": hit }))
        },
    )
}

fn result() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        tons: Count,
        die: Option<Die>,
        torpedo: Num,
        wp: Option<Period>,
        #[serde(rename = "type")]
        kind: Option<ShipType>,
        nation: Option<Nation>,
        #[serde(default)]
        weather: Mbar,
        #[serde(default)]
        in_port: bool,
    }
    Procedure::new(
        "attack_result",
        "14.16",
        "What a hit does to a ship.",
        const {
            &[
                need("tons", "thousand tons"),
                may("die", DIE),
                need("torpedo", "-2 to 2"),
                may("wp", PERIOD),
                may("type", "type of unit"),
                may("nation", NAME),
                may("weather", WEATHER),
                may("in_port", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let kind = i.kind.unwrap_or(ShipType::M);
            let nation = i.nation.unwrap_or(Nation::British);
            let period = i.wp.map_or(crate::calendar::Period::One, |period| period.0);
            let piece = some_piece(kind, nation, i.tons.0, Halves::ZERO);
            let strike = Strike {
                tons: i.tons.0,
                die: die(i.die, chance),
                torpedo: i.torpedo.0,
                in_port: i.in_port,
                sturdy: attack::is_sturdy(&piece, i.tons.0, period),
            };
            let (blow, exploded): (Blow, bool) = attack::blow(game.tables(), strike, i.weather.0);
            Ok(json!({ "result": blow, "explosion": exploded }))
        },
    )
}

fn surprise() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        spotted: bool,
        diligent_revealed: bool,
        aircraft_on_display: bool,
        display: Display,
        pack_mate_attacked: bool,
        event: String,
        escorts_targeted: Count,
    }
    Procedure::new(
        "escort_target",
        "14.15B",
        "Whether an escort that is shot at suspects nothing.",
        const {
            &[
                need("spotted", YES_NO),
                need("diligent_revealed", YES_NO),
                need("aircraft_on_display", YES_NO),
                need("display", DISPLAY),
                need("pack_mate_attacked", YES_NO),
                need("event", "combat event, or nothing"),
                need("escorts_targeted", NUMBER),
            ]
        },
        |_: &SteelWolves, i: In, _| {
            let event: Option<CombatEvent> = match i.event.as_str() {
                "" => None,
                name => Some(name.parse().map_err(|why: String| wrong(why))?),
            };
            let calm = Calm {
                spotted: i.spotted,
                pack_mate_attacked: i.pack_mate_attacked,
                event,
                display: i.display,
                alarm: i.diligent_revealed || i.aircraft_on_display,
            };
            Ok(json!({ "asw_ignored": calm.holds() && i.escorts_targeted.0 > 0 }))
        },
    )
}

fn reposition() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        display: Display,
        column: Lane,
    }
    Procedure::new(
        "reposition",
        "14.4",
        "Columns beside a column, which a boat may change to for a re-attack.",
        const {
            &[
                need("display", DISPLAY),
                need("column", "column, such as IL"),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let display = &game.tables().contacts.displays[i.display.index()];
            let mut columns: Vec<&str> = display.adjacent[i.column.index()]
                .iter()
                .map(Lane::id)
                .collect();
            columns.sort_unstable();
            Ok(json!({ "columns": columns }))
        },
    )
}

fn tdc_again() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        values: Vec<Num>,
    }
    Procedure::new(
        "reattack_tdc",
        "14.4",
        "TDC values in a re-attack.",
        const { &[need("values", LIST)] },
        |_: &SteelWolves, i: In, _| {
            let values: Vec<i8> = i
                .values
                .iter()
                .map(|value| attack::tdc_again(value.0))
                .collect();
            Ok(json!({ "values": values }))
        },
    )
}

fn coastal() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        tonnage: Count,
        defence: Num,
        named: bool,
    }
    Procedure::new(
        "coastal",
        "13.23",
        "What a merchant counts in coastal traffic.",
        const {
            &[
                need("tonnage", NUMBER),
                need("defence", NUMBER),
                need("named", YES_NO),
            ]
        },
        |_: &SteelWolves, i: In, _| {
            let piece = some_piece(ShipType::M, Nation::British, i.tonnage.0, Halves::ZERO);
            let (tonnage, defence) = attack::coaster(&Piece {
                defence: i.defence.0,
                named: i.named,
                ..piece
            });
            Ok(json!({ "tonnage": tonnage, "defence": defence }))
        },
    )
}

fn second() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        ace: Rating,
        die: Option<Die>,
    }
    Procedure::new(
        "second_reattack",
        "14.41",
        "Whether an ace attacks a third time.",
        const { &[need("ace", NUMBER), may("die", DIE)] },
        |_: &SteelWolves, i: In, chance| {
            Ok(json!({ "allowed": crate::combat::third_round(i.ace.0, die(i.die, chance)) }))
        },
    )
}

fn pack_on() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        tactical: Num,
        ace: Rating,
        die: Option<Die>,
    }
    Procedure::new(
        "pack_reattack",
        "24.25",
        "Whether a boat of a pack stays for the re-attack.",
        const {
            &[
                need("tactical", NUMBER),
                need("ace", NUMBER),
                may("die", DIE),
            ]
        },
        |_: &SteelWolves, i: In, chance| {
            Ok(
                json!({ "stays": crate::combat::pack_goes_on(i.tactical.0, i.ace.0, die(i.die, chance)) }),
            )
        },
    )
}
