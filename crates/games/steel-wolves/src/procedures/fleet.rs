//! Torpedoes, crews, bases, aces [6.0], [8.0], [9.0], [25.0].

use super::inputs::*;
use crate::game::SteelWolves;
use crate::geography::Base;
use crate::ready::{self, Stand};
use crate::tables::Entry;
use crate::units::Navy;
use crate::{crews, torpedo};
use derbyhouse_kernel::procedure::Procedure;
use serde::Deserialize;
use serde_json::json;

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![
        improvement(),
        axis_torpedo(),
        readying(),
        repairing(),
        hold(),
        early(),
        experience(),
        inexperienced(),
        spotted(),
        ace(),
        transfer(),
        billet(),
    ]
}

fn improvement() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        value: Num,
        before: u16,
        after: u16,
        die: Option<Die>,
    }
    Procedure::new(
        "torpedo_improvement",
        "6.0",
        "Whether torpedoes get better.",
        const {
            &[
                need("value", "-2 to 2"),
                need("before", "ships sunk"),
                need("after", "ships sunk"),
                may("die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            Ok(
                match torpedo::attempt(game.tables(), i.value.0, i.before, i.after) {
                    None => json!({ "attempt": false, "value": i.value.0 }),
                    Some(needs) => {
                        let value = torpedo::improved(i.value.0, needs, die(i.die, chance));
                        json!({ "attempt": true, "needs": needs, "value": value })
                    }
                },
            )
        },
    )
}

fn axis_torpedo() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        g7: Num,
        nation: Navy,
    }
    Procedure::new(
        "axis_torpedo",
        "6.1",
        "The torpedo value of an Axis navy.",
        const {
            &[
                need("g7", "-2 to 2"),
                need("nation", "german, italian or vichy"),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            Ok(json!({ "value": torpedo::of_navy(game.tables(), i.g7.0, i.nation) }))
        },
    )
}

fn readying() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        r#box: Stand,
        readiness: Count,
        ace: Rating,
        die: Option<Die>,
        small: bool,
        base: Option<Base>,
    }
    Procedure::new(
        "ready",
        "9.0",
        "Where a boat stands in its base after a die.",
        const {
            &[
                need("box", "work_up, in_port or pierside"),
                need("readiness", NUMBER),
                need("ace", NUMBER),
                may("die", DIE),
                need("small", YES_NO),
                may("base", "base"),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let t = game.tables();
            let track = t.tracks.0[i.base.unwrap_or(Base::Germany).index()];
            let stand = ready::advance(
                i.r#box,
                i.readiness.0,
                i.small,
                &track,
                i.ace.0,
                die(i.die, chance),
            );
            Ok(json!({ "box": stand }))
        },
    )
}

fn repairing() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        base: Base,
        r#box: Count,
        die: Option<Die>,
    }
    Procedure::new(
        "repair",
        "10.0",
        "Where a boat stands on the repair track after a die.",
        const { &[need("base", "base"), need("box", "1-3"), may("die", DIE)] },
        |game: &SteelWolves, i: In, chance| {
            if !(1..=3).contains(&i.r#box.0) {
                return Err(wrong("repair boxes are 1 to 3"));
            }
            let track = game.tables().tracks.0[i.base.index()];
            Ok(match ready::repair(&track, i.r#box.0, die(i.die, chance)) {
                0 => json!({ "box": Stand::WorkUp }),
                number => json!({ "box": number }),
            })
        },
    )
}

fn hold() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        #[serde(rename = "damage")]
        _damage: Rating,
        room: bool,
    }
    Procedure::new(
        "repair_hold",
        "10.21",
        "Where a boat goes out of Hold.",
        const { &[need("damage", "1-2"), need("room", YES_NO)] },
        |_: &SteelWolves, i: In, _| {
            // Only boats in a box roll, and it stood in Hold.
            let rolls = Stand::Hold.number().is_some();
            let stand = ready::berth(ready::OUT_OF_HOLD, i.room);
            Ok(match stand.number() {
                Some(number) => json!({ "box": number, "rolls_this_turn": rolls }),
                None => json!({ "box": stand, "rolls_this_turn": rolls }),
            })
        },
    )
}

fn early() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        inexperienced_in_play: Count,
        listed_inexperienced: bool,
    }
    Procedure::new(
        "early_deployment",
        "8.14",
        "Whether a boat may come a month early.",
        const {
            &[
                need("inexperienced_in_play", NUMBER),
                need("listed_inexperienced", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let allowed = !i.listed_inexperienced
                && crews::may_come_early(game.tables(), i.inexperienced_in_play.0);
            Ok(json!({ "allowed": allowed }))
        },
    )
}

fn experience() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        marker: Option<Rating>,
        rtb_while_outbound: bool,
        bypassed_search: bool,
        voluntary_rtb_undamaged: bool,
    }
    Procedure::new(
        "experience",
        "8.12",
        "Whether a patrol has made a crew.",
        const {
            &[
                may("marker", "1 or 2"),
                need("rtb_while_outbound", YES_NO),
                need("bypassed_search", YES_NO),
                need("voluntary_rtb_undamaged", YES_NO),
            ]
        },
        |_: &SteelWolves, i: In, _| {
            let patrol = crews::Patrol {
                turned_outbound: i.rtb_while_outbound,
                bypassed: i.bypassed_search,
                volunteered: i.voluntary_rtb_undamaged,
            };
            let marker = crews::after_return(i.marker.map_or(1, |marker| marker.0), patrol);
            Ok(json!({ "marker": marker, "marker_removed": marker == 0 }))
        },
    )
}

fn inexperienced() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        marker: Rating,
    }
    Procedure::new(
        "inexperienced",
        "8.11",
        "What an Inexperienced marker costs, rule by rule.",
        const { &[need("marker", "0-2")] },
        |game: &SteelWolves, i: In, _| Ok(super::greenness::penalties(game, i.marker.0)),
    )
}

fn spotted() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        die: Option<Die>,
        ace: Rating,
    }
    Procedure::new(
        "spotted_removal",
        "16.2",
        "Whether a Spotted marker comes off.",
        const { &[may("die", DIE), need("ace", NUMBER)] },
        |_: &SteelWolves, i: In, chance| {
            Ok(json!({ "removed": crews::slips_from_notice(die(i.die, chance), i.ace.0) }))
        },
    )
}

fn ace() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        ships: Count,
        tons: u16,
        rating: Rating,
    }
    Procedure::new(
        "ace",
        "14.5",
        "The rating of a skipper after a Combat Phase.",
        const {
            &[
                need("ships", NUMBER),
                need("tons", "thousand tons"),
                need("rating", "0-2"),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            Ok(
                json!({ "rating": crews::promoted(&game.tables().aces, i.rating.0, i.ships.0, i.tons) }),
            )
        },
    )
}

fn transfer() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        #[serde(rename = "rating")]
        _rating: Rating,
        to_boat: String,
    }
    Procedure::new(
        "ace_transfer",
        "25.33",
        "An ace takes over a new boat.",
        const { &[need("rating", "1-2"), need("to_boat", "boat")] },
        |game: &SteelWolves, i: In, _| {
            let boats = &game.tables().submarines;
            let id = boats
                .find(&i.to_boat)
                .ok_or_else(|| wrong(format!("there is no boat “{}”", i.to_boat)))?;
            let Entry::Month(month) = boats.boat(id).entry else {
                return Err(wrong("that boat comes only by a scenario"));
            };
            let (entry, rating, marker) = crews::new_command(month);
            Ok(json!({ "rating": rating, "entry": entry, "inexperienced": marker > 0 }))
        },
    )
}

fn billet() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        die: Option<Die>,
    }
    Procedure::new(
        "ace_billet",
        "25.32",
        "What becomes of an ace whose boat goes.",
        const { &[may("die", DIE)] },
        |_: &SteelWolves, i: In, chance| {
            Ok(match crews::finds_a_billet(die(i.die, chance)) {
                true => json!({ "outcome": "new_boat", "min_months": crews::BILLET_MONTHS }),
                false => json!({ "outcome": "removed" }),
            })
        },
    )
}
