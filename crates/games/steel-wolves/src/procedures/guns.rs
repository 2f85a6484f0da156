//! Guns, task forces, loners [27.1], [28.0].

use super::attack::{halves, some_piece};
use super::inputs::*;
use crate::calendar;
use crate::combat::asw::share;
use crate::combat::loners::slips_away;
use crate::combat::{gunnery, reveal_quota};
use crate::displays::Display;
use crate::game::SteelWolves;
use crate::halves::Halves;
use crate::units::{Nation, ShipType};
use derbyhouse_kernel::procedure::Procedure;
use serde::Deserialize;
use serde_json::json;

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![
        guns_allowed(),
        guns(),
        dems(),
        tf_reveal(),
        white_first(),
        loners(),
    ]
}

fn guns_allowed() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        class: String,
        target_type: ShipType,
        target_tons: Count,
        target_damaged: bool,
        white_unrevealed_near: bool,
        naval_revealed: bool,
        #[serde(default)]
        aircraft_revealed: bool,
        weather: Mbar,
        display: Display,
    }
    Procedure::new(
        "guns_allowed",
        "27.1",
        "Whether a boat may use her guns on a ship.",
        const {
            &[
                need("class", "class of submarines"),
                need("target_type", "type of unit"),
                need("target_tons", NUMBER),
                need("target_damaged", YES_NO),
                need("white_unrevealed_near", YES_NO),
                need("naval_revealed", YES_NO),
                may("aircraft_revealed", YES_NO),
                need("weather", WEATHER),
                need("display", DISPLAY),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let chance = gunnery::Chance {
                deck_gun: class(game, &i.class)?.deck_gun,
                target: i.target_type,
                tons: i.target_tons.0,
                damaged: i.target_damaged,
                white_near: i.white_unrevealed_near,
                warship_seen: i.naval_revealed,
                aircraft_seen: i.aircraft_revealed,
                weather: i.weather.0,
                display: i.display,
            };
            Ok(json!({ "allowed": chance.allows() }))
        },
    )
}

fn guns() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        class: String,
        die: Option<Die>,
        inexperienced: bool,
    }
    Procedure::new(
        "guns",
        "27.1",
        "What guns do to an unarmed merchant.",
        const {
            &[
                need("class", "class of submarines"),
                may("die", DIE),
                need("inexperienced", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let class = class(game, &i.class)?;
            let blow = gunnery::blow(
                game.tables(),
                class,
                die(i.die, chance),
                green(i.inexperienced),
            );
            Ok(json!({ "row": gunnery::row(class), "result": blow }))
        },
    )
}

fn dems() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        nation: Nation,
        #[serde(rename = "type")]
        kind: ShipType,
        die: Option<Die>,
    }
    Procedure::new(
        "dems",
        "27.1",
        "Whether a merchant is armed.",
        const {
            &[
                need("wp", PERIOD),
                need("nation", NAME),
                need("type", "type of unit"),
                may("die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let armed = gunnery::is_armed(game.tables(), i.wp.0, i.nation, i.kind, || {
                die(i.die, chance)
            });
            Ok(json!({ "armed": armed }))
        },
    )
}

fn tf_reveal() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        tactical: Count,
        position: String,
    }
    Procedure::new(
        "tf_reveal",
        "28.11",
        "Which units of a task force a boat turns up.",
        const {
            &[
                need("tactical", NUMBER),
                need("position", "outer or center"),
            ]
        },
        |_: &SteelWolves, i: In, _| match i.position.as_str() {
            "outer" => {
                let turn = |number: u8| {
                    if crate::combat::outer_is_next(number) {
                        "outer"
                    } else {
                        "center"
                    }
                };
                let sequence: Vec<&str> = (0..i.tactical.0).map(turn).collect();
                Ok(json!({ "sequence": sequence }))
            }
            "center" => {
                let [outer, center] = reveal_quota(i.tactical.0);
                Ok(json!({ "outer": outer, "center": center }))
            }
            other => Err(wrong(format!(
                "a boat is in an outer column or in the center, not in “{other}”"
            ))),
        },
    )
}

fn white_first() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        white: Count,
        red: Count,
        tactical: Count,
    }
    Procedure::new(
        "reattack_reveal",
        "14.4",
        "How many White and Red Ensigns a re-attack turns up.",
        const {
            &[
                need("white", NUMBER),
                need("red", NUMBER),
                need("tactical", NUMBER),
            ]
        },
        |_: &SteelWolves, i: In, _| {
            let (mut white, mut red) = (0, 0);
            for _ in 0..i.tactical.0 {
                if crate::combat::white_is_next(2, u32::from(i.white.0 - white)) {
                    white += 1;
                } else if red < i.red.0 {
                    red += 1;
                }
            }
            Ok(json!({ "white": white, "red": red }))
        },
    )
}

fn loners() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Target {
        #[serde(rename = "type")]
        kind: ShipType,
        #[serde(rename = "defence")]
        _defence: Num,
        asw: f64,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        attack: Num,
        targets: Vec<Target>,
        #[serde(default)]
        weather: Mbar,
    }
    Procedure::new(
        "loner_attack",
        "28.24",
        "A boat against ships met alone: points on each, ASW on each, guns, and who slips away.",
        const {
            &[
                need("attack", NUMBER),
                need("targets", LIST),
                may("weather", WEATHER),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let t = game.tables();
            let (mut asw, mut gone) = (Halves::ZERO, Vec::new());
            for target in &i.targets {
                let piece = some_piece(target.kind, Nation::British, 1, halves(target.asw)?);
                // All share the boat's column [28.25]; the period changes nothing for British units.
                asw += share(t, &piece, calendar::Period::One, i.weather.0).at_target(true);
                if slips_away(&piece) {
                    gone.push(target.kind.id());
                }
            }
            let aircraft = i.targets.iter().any(|target| target.kind.is_aircraft());
            let by_gun = |target: &&Target| {
                let chance = gunnery::Chance {
                    deck_gun: true,
                    target: target.kind,
                    tons: 1,
                    damaged: false,
                    white_near: false,
                    warship_seen: true,
                    aircraft_seen: aircraft,
                    weather: i.weather.0,
                    display: Display::Loner,
                };
                chance.allows()
            };
            Ok(json!({
                "points_each": crate::combat::attack::value(t, i.attack.0, 0, i.weather.0),
                "asw_on_each": asw.decimal(),
                "gun_targets_possible": i.targets.iter().filter(by_gun).count(),
                "removed_before_reattack": gone,
            }))
        },
    )
}
