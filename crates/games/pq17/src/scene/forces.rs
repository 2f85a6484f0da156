//! The sheet of each force of one's own: what sails in it, how fast, how far, and what the enemy knows.

use super::pieces::own_id;
use super::words;
use crate::forces::{Force, Kind, Place, Pool, Sailing, Shadower, ShipState, Tow};
use crate::fuel::{Fuel, Marker, Status};
use crate::side::Side;
use crate::units::{Aa, ShipType, Speed};
use crate::view::View;
use derbyhouse_scene::{Gauge, Lies, Part, Sheet, Tag, Tone};

pub(super) fn sheets(view: View<'_>) -> Vec<Sheet> {
    view.open_sides()
        .flat_map(|side| {
            let forces = view.forces(side).iter();
            forces.map(move |force| sheet(view, side, force))
        })
        .collect()
}

fn sheet(view: View<'_>, side: Side, force: &Force) -> Sheet {
    let mut parts = Vec::new();
    if force.kind != Kind::Dummy {
        parts.push(Part::Rows {
            title: String::new(),
            rows: units(view, force),
        });
    }
    parts.push(Part::Tags {
        title: "How far".to_owned(),
        tags: speed(view, force),
    });
    if !force.tows.is_empty() {
        let chart = &view.tables().chart;
        let name = |hull| crate::towing::name_of(chart, hull).to_owned();
        let tow = |tow: &Tow| vec![name(tow.tug), format!("tows {}", name(tow.ship))];
        parts.push(Part::Rows {
            title: "Under tow".to_owned(),
            rows: force.tows.iter().map(tow).collect(),
        });
    }
    if let Some(fuel) = force.fuel {
        parts.push(Part::Gauges {
            title: "Fuel".to_owned(),
            gauges: vec![gauge(view, fuel)],
        });
    }
    if let Some(sailing) = &force.sailing {
        parts.push(Part::Rows {
            title: "Convoy".to_owned(),
            rows: convoy(view, force, sailing),
        });
    }
    let touch = touch(force);
    if !touch.is_empty() {
        parts.push(Part::Tags {
            title: "Also".to_owned(),
            tags: touch,
        });
    }
    Sheet {
        id: own_id(side, force),
        title: words::own(force),
        note: note(view, force),
        seat: String::new(),
        piece: Some(own_id(side, force)),
        // The one that is spoken of lies open.
        lies: Lies::folded_if(super::offers::subject(view) != Some(force.block)),
        parts,
    }
}

fn note(view: View<'_>, force: &Force) -> String {
    let sheet = &view.tables().sheet;
    match force.place {
        Place::Sea(hex) => format!(
            "{} · {} · {}",
            force.kind,
            words::hex(sheet, hex),
            words::level(force.id)
        ),
        Place::Port(port) => format!("{} · in {}", force.kind, sheet.port(port).name),
        Place::Box(off) => format!("{} · {}", force.kind, sheet.off_map(off).name),
    }
}

/// Type, name, CS, AA, torpedoes, state: one row a named ship, one row a class [1.4].
fn units(view: View<'_>, force: &Force) -> Vec<Vec<String>> {
    let ships = force.units.ships.iter().map(|state| named(view, state));
    let pools = force.units.pools.iter().map(|pool| counted(view, pool));
    ships.chain(pools).collect()
}

fn named(view: View<'_>, state: &ShipState) -> Vec<String> {
    let ship = view.tables().chart.ship(state.ship);
    let mut notes = Vec::new();
    if ship.torpedoes > 0 {
        notes.push(match ship.torpedoes.saturating_sub(state.torpedoes_spent) {
            0 => "torpedoes gone".to_owned(),
            left => format!("torpedoes {left} of {}", ship.torpedoes),
        });
    }
    if ship.oil > 0 {
        notes.push(format!("oil {} of {}", state.oil, ship.oil));
    }
    if state.is_diw(ship) {
        notes.push("dead in the water".to_owned());
    } else if state.crippled {
        notes.push("crippled".to_owned());
    } else if state.is_hit() {
        notes.push("damaged".to_owned());
    }
    vec![
        ship.kind.to_string(),
        ship.name.clone(),
        format!("CS {} of {}", state.cs(ship), ship.cs()),
        words::aa(state.aa(ship)),
        notes.join(", "),
    ]
}

fn counted(view: View<'_>, pool: &Pool) -> Vec<String> {
    let class = view.tables().chart.class(pool.class);
    let counters: Vec<u8> = class.counters(pool.cs).collect();
    let defence = counters
        .iter()
        .map(|cs| class.aa(*cs))
        .fold(Aa::None, Aa::plus);
    let mut notes = Vec::new();
    if class.kind.is_submarine() {
        notes.extend((pool.spent > 0).then(|| format!("{} CS expended", pool.spent)));
    } else if class.torpedoes > 0 {
        let loads = pool.cs * class.torpedoes;
        let left = loads.saturating_sub(pool.spent);
        notes.push(format!("torpedo loads {left} of {loads}"));
    }
    if pool.oil > 0 {
        notes.push(format!("oil {}", pool.oil));
    }
    if pool.crippled > 0 {
        notes.push(format!("{} CS crippled", pool.crippled));
    }
    if pool.diw > 0 {
        notes.push(format!("{} CS dead in the water", pool.diw));
    }
    vec![
        class.kind.to_string(),
        class.name.clone(),
        format!("CS {}", pool.cs),
        words::aa(defence),
        notes.join(", "),
    ]
}

/// The speed now, and the reason for each limit of it [5.1].
fn speed(view: View<'_>, force: &Force) -> Vec<Tag> {
    let limits = view.limits(force);
    let hexes = limits.hexes(view.tables());
    let mut tags = vec![Tag {
        text: words::hexes(hexes),
        tone: if hexes > 0 { Tone::Good } else { Tone::Bad },
        about: "Hexes it may move in this turn [5.1]".to_owned(),
    }];
    if limits.farther > 0 {
        tags.push(Tag {
            text: format!("{} more by event", words::hexes(limits.farther)),
            tone: Tone::Good,
            about: "An event lets this pack go farther in this turn [13]".to_owned(),
        });
    }
    if limits.slowest < Speed::High && force.kind != Kind::Dummy {
        tags.push(Tag {
            text: format!("{} units", limits.slowest),
            tone: Tone::Plain,
            about: "Its slowest unit [5.1]".to_owned(),
        });
    }
    if force.place.in_port().is_some()
        && !view.is_over()
        && force.kind != Kind::Dummy
        && let Some(bar) = view.bar_at_port(force)
    {
        tags.push(Tag {
            text: "stays in port".to_owned(),
            tone: Tone::Warn,
            about: bar.to_string(),
        });
    }
    tags.extend(limits.reasons().map(|(speed, why)| Tag {
        text: format!("{speed}: {why}"),
        tone: Tone::Warn,
        about: String::new(),
    }));
    tags
}

/// Turns until the marker is reached [11.1].
fn gauge(view: View<'_>, fuel: Fuel) -> Gauge {
    let now = view.turn();
    let (level, text, tone) = match fuel.marker {
        Some((marker, turn)) => {
            let left = turn.index().saturating_sub(now.index());
            let (what, tone) = match marker {
                Marker::Warning => ("Warning", Tone::Good),
                Marker::Danger => ("Danger", Tone::Warn),
            };
            let text = format!("{what} at {turn}, {}", words::count(left.into(), "turn"));
            (left.min(FULL), text, tone)
        }
        None => (0, "Critical".to_owned(), Tone::Bad),
    };
    let status = match fuel.status {
        Status::Full => "full",
        Status::Low => "low",
        Status::Training => "training",
        Status::Critical => "critical",
    };
    Gauge {
        label: status.to_owned(),
        level: level as u8,
        most: FULL as u8,
        floor: 0,
        text,
        tone,
    }
}

/// Turns that the bar of fuel shows.
const FULL: u16 = 12;

fn convoy(view: View<'_>, force: &Force, sailing: &Sailing) -> Vec<Vec<String>> {
    let t = view.tables();
    let merchants = force.units.merchants(&t.chart);
    let row = |label: &str, value: String| vec![label.to_owned(), value];
    let to: Vec<String> = sailing
        .to
        .iter()
        .map(|port| {
            let far = force
                .hex()
                .map(|hex| t.convoy_ways[port.index()][hex.grid()]);
            let name = &t.sheet.port(*port).name;
            match far {
                Some(hexes) if hexes < u16::MAX => format!("{name}, {hexes} hexes to go"),
                _ => name.clone(),
            }
        })
        .collect();
    let mut rows = vec![
        row(
            "cargo",
            if sailing.loaded {
                "loaded"
            } else {
                "in ballast"
            }
            .to_owned(),
        ),
        row("bound for", to.join(" or ")),
        row(
            "merchant ships",
            format!("{merchants} of {}", sailing.started),
        ),
    ];
    let cams = force.units.cs(&t.chart, |kind| kind == ShipType::Mc);
    if cams > 0 {
        let left = force.cams(t);
        rows.push(row(
            "CAM fighters",
            format!("{left} of {cams} left [1.4.3]"),
        ));
    }
    if sailing.exempt > 0 {
        rows.push(row("put back, not lost", sailing.exempt.to_string()));
    }
    for (so, what) in [
        (sailing.scattered, "scattered"),
        (sailing.parent.is_some(), "dispersed, away from its Convoy"),
        (sailing.disperses, "will disperse before it moves"),
        (sailing.stopped, "stopped by Gales this turn"),
    ] {
        if so {
            rows.push(row("state", what.to_owned()));
        }
    }
    rows
}

/// Who shadows it, whom it shadows, and what it is about [6.3].
fn touch(force: &Force) -> Vec<Tag> {
    let tag = |text: String, tone: Tone| Tag {
        text,
        tone,
        about: String::new(),
    };
    let by = force.shadows.iter().map(|asset| {
        let who = match asset {
            Shadower::Sector(_) | Shadower::Radius(_) | Shadower::Air(_) => "aircraft",
            Shadower::Pack(_) | Shadower::Cruisers(_) => "an enemy force",
        };
        tag(format!("shadowed by {who}"), Tone::Bad)
    });
    let rearms = force
        .motion
        .rearms
        .then(|| tag("takes torpedoes aboard".to_owned(), Tone::Plain));
    let ras = force
        .motion
        .ras
        .then(|| tag("refuels at sea".to_owned(), Tone::Plain));
    let own = force
        .shadowing
        .then(|| tag("shadows an enemy".to_owned(), Tone::Good));
    by.chain(own).chain(rearms).chain(ras).collect()
}
