//! What happened, in a sentence, with the rules that made it so.

mod duels;
mod homeward;

use crate::boat::{Loss, Place};
use crate::escorts::EscortId;
use crate::event::Event;
use crate::scene::cards::{self, purpose};
use crate::ships::TileId;
use crate::tables::{ScuttleResult, Tables};
use crate::torpedoes::{HitCheck, sum};
use derbyhouse_scene::{Card, Cue, Line};

/// A line of the log. All players are on one side and read the same.
pub(crate) fn line(t: &Tables, event: &Event) -> Line {
    let (text, rules, dice) = told(t, event);
    Line {
        text,
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
        dice,
        heading: matches!(
            event,
            Event::PatrolBegins { .. } | Event::TurnBegins { .. } | Event::PhaseBegins { .. }
        ) || matches!(event, Event::News(news) if news.is_heading()),
        cue: cue(event),
        card: card(t, event),
    }
}

/// The card that was pulled, with the part in use marked.
fn card(t: &Tables, event: &Event) -> Option<Card> {
    match event {
        Event::Pulls {
            deck,
            card,
            pull,
            boat,
            reading,
        } => Some(cards::card(t, *deck, *card, *pull, *boat, *reading)),
        _ => None,
    }
}

/// What players will want to stop at.
const fn cue(event: &Event) -> Option<Cue> {
    match event {
        Event::ContactMade { .. } | Event::CrashDives { .. } => Some(Cue::Contact),
        Event::ShipHit { .. } | Event::BoatHit { .. } => Some(Cue::Hit),
        Event::EscortHit { removed: true, .. } => Some(Cue::Hit),
        Event::Lost { .. } => Some(Cue::Loss),
        Event::Ends { .. } => Some(Cue::End),
        _ => None,
    }
}

type Told = (String, &'static [&'static str], Vec<u8>);

fn told(t: &Tables, event: &Event) -> Told {
    match event {
        Event::PatrolBegins { conditions } => {
            let (side, speed) = (conditions.side, conditions.speed);
            let (weather, time) = (conditions.weather, conditions.time);
            (
                format!("A {side}, {speed} convoy; {weather} weather, {time}"),
                &[],
                vec![],
            )
        }
        Event::TurnBegins { turn } => (format!("Turn {turn}"), &[], vec![]),
        Event::PhaseBegins { phase } => (format!("Phase: {phase}"), &[], vec![]),
        Event::Pulls { pull, boat, .. } => {
            let whose = boat.map_or(String::new(), |boat| format!("{boat}: "));
            let reads = card(t, event).map_or(String::new(), |card| card.reads);
            (
                format!("{whose}{} {reads}", purpose(*pull)),
                &["5.draw_discard"],
                vec![],
            )
        }
        Event::Repulls { boat, pull } => {
            let what = pull.id().replace('_', " ");
            (
                format!("{boat} pays a tactical point and pulls again: {what}"),
                &["5.repull_once"],
                vec![],
            )
        }
        Event::Ends { vp, .. } => (
            format!("The patrol is over: {vp} victory points"),
            &["65.turn_advance"],
            vec![],
        ),
        Event::EndCheck { turn, d10, ends } => {
            let so = if *ends {
                "the patrol ends"
            } else {
                "it goes on"
            };
            (
                format!("End of turn {turn}: {so}"),
                &["65.end_d10"],
                vec![*d10],
            )
        }
        Event::News(news) => crate::campaign::told(t, news),
        Event::Resigns { boat } => (format!("{boat} is given up"), &[], vec![]),
        Event::Drifts { spaces } => (
            format!("The convoy steams on: drift {spaces}"),
            &["55.drift_rate"],
            vec![],
        ),
        _ => boat_told(event)
            .or_else(|| hunt_told(t, event))
            .or_else(|| duels::told(t, event))
            .or_else(|| homeward::told(t, event))
            .unwrap_or_else(|| torpedo_told(t, event)),
    }
}

/// What boats do.
fn boat_told(event: &Event) -> Option<Told> {
    Some(match event {
        Event::EntryCheck { boat, d10, enters } => {
            let so = if *enters {
                "must enter the Attack map"
            } else {
                "stays on the Approach map"
            };
            (format!("{boat} {so}"), &["31.entry_d10"], vec![*d10])
        }
        Event::Enters {
            boat,
            space,
            facing,
            depth,
        } => {
            let text =
                format!("{boat} enters the Attack map at {space}, facing {facing}, depth {depth}");
            (text, &["31.entry_spaces"], vec![])
        }
        Event::DraggedDown { boat, to } => (
            format!("{boat} is dragged down to {to}"),
            &["28.forced_descent"],
            vec![],
        ),
        Event::CrushTest { boat, implodes, .. } => {
            let so = if *implodes {
                "implodes"
            } else {
                "groans, and holds"
            };
            (format!("{boat} {so}"), &["28.crush_colour"], vec![])
        }
        Event::DropsOut { boat, d10 } => (
            format!("{boat} is deaf and loses the convoy"),
            &["63.hydrophone_drop_out"],
            vec![*d10],
        ),
        Event::Runs { boat, silent } => {
            let how = if *silent { "silent" } else { "operational" };
            (format!("{boat} runs {how}"), &["29.running_state"], vec![])
        }
        Event::Rises { boat, to } => (
            format!("{boat} blows her tanks: up to {to}"),
            &["35.blow_rise"],
            vec![],
        ),
        Event::Scuttles { boat, d10, result } => {
            let so = match result {
                ScuttleResult::Captured => "she is captured",
                ScuttleResult::Lost => "she goes down with her crew",
                ScuttleResult::Saved => "her crew is saved",
            };
            (
                format!("{boat} is abandoned: {so}"),
                &["29.scuttle_table"],
                vec![*d10],
            )
        }
        Event::ChangesDepth { boat, from, to } => (
            format!("{boat} goes from {from} to {to}"),
            &["30.rate_vii"],
            vec![],
        ),
        Event::Turns { boat, to } => (format!("{boat} turns {to}"), &["33.free_turn"], vec![]),
        Event::Moves { boat, to } => (
            format!("{boat} goes to {}", place(*to)),
            &["34.submerged_one"],
            vec![],
        ),
        Event::Leaves { boat, turn } => (
            format!("{boat} leaves the patrol on turn {turn}"),
            &["36.disengage_to_track"],
            vec![],
        ),
        Event::Lost { boat, how } => (
            format!("{boat} is lost: {}", loss(*how)),
            &["24.four_ways_sunk"],
            vec![],
        ),
        Event::Spots { boat, spaces } => (
            format!("{boat} spots {} boxes of the convoy", spaces.len()),
            &["37.spot"],
            vec![],
        ),
        Event::Readies { boat, tube } => (
            format!("Tube {tube} of {boat} is ready"),
            &["58.steps"],
            vec![],
        ),
        Event::Loads {
            boat,
            tube,
            torpedo,
        } => (
            format!("{boat} loads a {torpedo} into tube {tube}"),
            &["58.same_end_and_type"],
            vec![],
        ),
        Event::Computes {
            boat,
            target,
            range,
            value: Some(value),
        } => (
            format!("{boat} computes {target} at {range}: {value:+}"),
            &["38.tdc_value"],
            vec![],
        ),
        Event::Computes {
            boat,
            target,
            value: None,
            ..
        } => (
            format!("{boat} finds no solution for {target}"),
            &["38.tdc_value"],
            vec![],
        ),
        Event::Stores {
            boat,
            target,
            value,
            tubes,
        } => (
            format!("Tubes {tubes} of {boat}: {target} at {value:+}"),
            &["38.tdc_improve"],
            vec![],
        ),
        _ => return crew_told(event),
    })
}

/// What boats and crews suffer, and do about it.
fn crew_told(event: &Event) -> Option<Told> {
    let so = |success: bool| if success { "succeeds" } else { "fails" };
    Some(match event {
        Event::BoatHit { boat, severity, .. } => {
            let how = ["light", "medium", "heavy"][severity.index()];
            (
                format!("{boat} takes {how} damage"),
                &["51.levels_add"],
                vec![],
            )
        }
        Event::Hurt {
            boat,
            man,
            levels,
            d10,
        } => (
            format!("{boat}: {man} takes {levels} wound levels"),
            &["51.crew_wound"],
            vec![*d10],
        ),
        Event::Repairs {
            boat,
            section,
            site,
            d10,
            total,
            success,
        } => {
            let text = format!(
                "{boat}: {section} at the {site} {} with {total}",
                so(*success)
            );
            (text, &["61.repair_roll"], vec![*d10])
        }
        Event::Heals {
            boat,
            healer,
            patient,
            d10,
            total,
            success,
        } => {
            let text = format!(
                "{boat}: {healer} treats {patient} and {} with {total}",
                so(*success)
            );
            (text, &["64.heal_numbers"], vec![*d10])
        }
        Event::Relocates {
            boat,
            to: [bow, mid, stern],
        } => (
            format!("{boat} moves men: wounds {bow}, {mid}, {stern}"),
            &["65.relocation"],
            vec![],
        ),
        _ => return None,
    })
}

/// What escorts do, and what boats do about it.
fn hunt_told(t: &Tables, event: &Event) -> Option<Told> {
    let name = |id: EscortId| escort_name(t, id);
    Some(match event {
        Event::Request { kind, space } => (
            format!("A {kind} request at {space}"),
            &["47.one_per_quadrant"],
            vec![],
        ),
        Event::Arrives { escort, at } => (
            format!("{} arrives at {at}", name(*escort)),
            &["39.assigned_timer"],
            vec![],
        ),
        Event::Searches { escort, location } => (
            format!("{} comes to search {location}", name(*escort)),
            &["40.tick_sources"],
            vec![],
        ),
        Event::FalseContact => ("A false contact".to_owned(), &["40.false_contact"], vec![]),
        Event::CrashDives { boat, to } => (
            format!("{boat} crash dives to {to}"),
            &["42.crash_dive_effect"],
            vec![],
        ),
        Event::Fitted { escort, equipment } => {
            let with = equipment.id().replace('_', " ");
            (
                format!("{} has {with}", name(*escort)),
                &["54.fitted_table"],
                vec![],
            )
        }
        Event::Assigned { escort, to, timer } => (
            format!("{} is assigned to {to}, {timer} turns", name(*escort)),
            &["43.assigned_marker"],
            vec![],
        ),
        Event::Evades {
            boat,
            escort,
            evaded,
        } => {
            let so = if *evaded { "gives way" } else { "holds on" };
            (
                format!("{boat} evades: {} {so}", name(*escort)),
                &["42.evasion"],
                vec![],
            )
        }
        Event::ContactMade {
            escort,
            boat,
            sonar,
        } => {
            let by = if *sonar { "by sonar" } else { "in sight" };
            (
                format!("{} has contact with {boat}, {by}", name(*escort)),
                &["41.lost_levels"],
                vec![],
            )
        }
        Event::ContactWeakens { escort, boat, hold } => (
            format!("{} is losing {boat}: {hold}", name(*escort)),
            &["41.lost_levels"],
            vec![],
        ),
        Event::ContactLost { escort, boat } => (
            format!("{} has lost {boat}", name(*escort)),
            &["41.lost_levels"],
            vec![],
        ),
        Event::RamCheck {
            escort,
            boat,
            d10,
            rams,
        } => {
            let so = if *rams { "rams" } else { "does not ram" };
            (
                format!("{} {so} {boat}", name(*escort)),
                &["52.ram_check"],
                vec![*d10],
            )
        }
        Event::Attacked { boat, cards } => (
            format!("{boat} is attacked: {cards} cards"),
            &["50.one_card_at_a_time"],
            vec![],
        ),
        Event::Survival {
            boat,
            d10,
            total,
            survives,
        } => {
            let so = if *survives {
                "is driven off"
            } else {
                "is hunted down"
            };
            (
                format!("{boat} falls behind under contact and {so}: {total}"),
                &["55.survival_results"],
                vec![*d10],
            )
        }
        Event::CollisionCheck {
            boat,
            d10,
            collides,
        } => {
            let so = if *collides {
                "collides with a ship"
            } else {
                "slips past a ship"
            };
            (format!("{boat} {so}"), &["56.collision"], vec![*d10])
        }
        Event::Watched { boat, seen } => {
            let so = if *seen {
                "is seen by the convoy"
            } else {
                "is not seen"
            };
            (format!("{boat} {so}"), &["57.icons"], vec![])
        }
        Event::Wake { boat, seen } => {
            let so = if *seen { "betrays her" } else { "is not seen" };
            (
                format!("The wake of a torpedo of {boat} {so}"),
                &["60.wake_by_day"],
                vec![],
            )
        }
        _ => return None,
    })
}

/// What torpedoes do.
fn torpedo_told(t: &Tables, event: &Event) -> Told {
    match event {
        Event::Identifies { space, tile } => (
            format!("At {space}: {}", ship(t, *tile)),
            &["37.identify"],
            vec![],
        ),
        Event::Fires {
            torpedo,
            range,
            aimed,
        } => {
            let (boat, tube, kind, target) =
                (torpedo.boat, torpedo.tube, torpedo.kind, torpedo.target);
            let (modifier, turns) = (torpedo.modifier, torpedo.turns);
            let text = format!(
                "{boat} fires tube {tube}, a {kind}, at {target}: {range} spaces, {turns} to run, {modifier:+}"
            );
            (
                text,
                if *aimed {
                    &["59.range_and_turns"]
                } else {
                    &["60.unaimed"]
                },
                vec![],
            )
        }
        Event::HitCheck {
            torpedo,
            d10,
            size,
            angle,
            total,
            to_hit,
            hit,
        } => {
            let check = HitCheck {
                size: *size,
                angle: *angle,
                to_hit: *to_hit,
                total: *total,
                hit: *hit,
            };
            let sum = sum(*d10, &check, torpedo.modifier);
            let text = format!(
                "The torpedo of {} reaches {}: {sum}",
                torpedo.boat, torpedo.target
            );
            (text, &["25.hit_total"], vec![*d10])
        }
        Event::RunsOn { next, d10, hit, .. } => {
            let so = if *hit {
                "and hits the next ship"
            } else {
                "and is spent"
            };
            (
                format!("It runs on to {next} {so}"),
                &["27.missed_needs_10"],
                vec![*d10],
            )
        }
        Event::Spent { torpedo } => (
            format!(
                "A torpedo of {} finds no ship at {}",
                torpedo.boat, torpedo.target
            ),
            &["26.overkill"],
            vec![],
        ),
        Event::Detonates {
            target, explodes, ..
        } => {
            let so = if *explodes { "An explosion" } else { "A dud" };
            (
                format!("{so} at {target}"),
                &["26.detonation_by_era_type"],
                vec![],
            )
        }
        Event::ShipHit {
            tile,
            sunk: true,
            vp,
            ..
        } => (
            format!("{} sinks: {vp} points", ship(t, *tile)),
            &["26.sunk_scores"],
            vec![],
        ),
        Event::ShipHit { tile, result, .. } => {
            let so = if *result == crate::ships::ShipResult::Damaged {
                "damaged"
            } else {
                "hardly scratched"
            };
            (
                format!("{} is {so}", ship(t, *tile)),
                &["26.ship_damage"],
                vec![],
            )
        }
        Event::FallsBehind { tile, vp, .. } => (
            format!("{} falls behind: {vp} points", ship(t, *tile)),
            &["26.damaged_half_up_to_track"],
            vec![],
        ),
        _ => (String::new(), &[], vec![]),
    }
}

/// An escort in words.
pub(crate) fn escort_name(t: &Tables, id: EscortId) -> String {
    let values = t.escorts.escort(id);
    format!("{} {}", values.class, values.number)
}

/// A tile in words.
pub(crate) fn ship(t: &Tables, tile: TileId) -> String {
    let values = t.tile(tile);
    match values.size {
        None => "nothing".to_owned(),
        Some(size) => format!(
            "{} ({size}, {} t, {} VP)",
            values.name, values.tons, values.vp
        ),
    }
}

fn place(place: Place) -> String {
    match place {
        Place::Approach(at) => at.to_string(),
        Place::Attack(space, _) => space.to_string(),
        Place::Track(turn) => format!("the turn track, {turn}"),
        Place::Base => "port".to_owned(),
        Place::DrivenOff | Place::Lost(_) => "nowhere".to_owned(),
    }
}

/// How a boat was lost, in words.
pub(crate) const fn loss(how: Loss) -> &'static str {
    match how {
        Loss::Flooding => "flooded",
        Loss::Fire => "burnt out",
        Loss::Implosion => "crushed by the sea",
        Loss::Catastrophe => "broken up",
        Loss::Survival => "hunted down",
        Loss::Scuttled => "scuttled, her crew saved",
        Loss::ScuttledWithCrew => "scuttled, her crew lost",
        Loss::Captured => "captured",
        Loss::Homeward => "lost with all hands on the way home",
        Loss::Resigned => "given up",
    }
}
