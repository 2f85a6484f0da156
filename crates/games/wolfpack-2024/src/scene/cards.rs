//! Cards as they lie on the table: everything printed on them, with the part that was read marked.

use crate::boats::{BoatType, Letter, TorpedoType};
use crate::calendar::Era;
use crate::cards::{
    AngleCard, AswCard, AswRow, BattleCard, CombatCard, Damage, DeckName, DetonationCard, Icons,
    PatrolCard,
};
use crate::conditions::{Light, Speed, Weather};
use crate::crew::Severity;
use crate::escorts::Hold;
use crate::reading::Reading;
use crate::ring::Location;
use crate::ships::{ShipResult, Size};
use crate::space::{Facing, Quadrant};
use crate::tables::{Pull, Tables};
use derbyhouse_scene::{Card, CardCell, CardRow};

/// The card that was pulled.
pub(crate) fn card(
    t: &Tables,
    deck: DeckName,
    number: u8,
    pull: Pull,
    boat: Option<Letter>,
    reading: Reading,
) -> Card {
    let rows = face(t, deck, number, reading);
    let used = rows.iter().flat_map(|row| &row.cells);
    let reads: Vec<&str> = used
        .filter(|cell| cell.used)
        .map(|cell| cell.text.as_str())
        .collect();
    Card {
        deck: deck_name(deck).to_owned(),
        id: t.cards.id(deck, number).to_owned(),
        whose: boat.map_or(String::new(), |boat| boat.to_string()),
        why: purpose(pull),
        reads: reads.join(" "),
        shuffle: t.cards.shuffles(deck, number),
        rows,
    }
}

/// A card that only lies there, such as the top of a discard pile.
pub(super) fn face(t: &Tables, deck: DeckName, number: u8, reading: Reading) -> Vec<CardRow> {
    let number = usize::from(number);
    match deck {
        DeckName::Battle => battle(&t.cards.battle[number], reading),
        DeckName::Combat => combat(&t.cards.combat[number], reading),
        DeckName::Angle => angle(&t.cards.angle[number], reading),
        DeckName::AswAttack => charges(&t.cards.asw[number], reading),
        DeckName::Detonation => detonation(&t.cards.detonation[number], reading),
        DeckName::Patrol => patrol(&t.cards.patrol[number], reading),
    }
}

/// A deck by the name that players use.
pub(super) const fn deck_name(deck: DeckName) -> &'static str {
    match deck {
        DeckName::Battle => "Battle",
        DeckName::Combat => "Combat",
        DeckName::Angle => "Angle",
        DeckName::AswAttack => "ASW attack",
        DeckName::Detonation => "Detonation",
        DeckName::Patrol => "Patrol",
    }
}

/// What a card is pulled for.
pub(crate) fn purpose(pull: Pull) -> String {
    match pull {
        Pull::HitCheck => "does the torpedo hit?".to_owned(),
        Pull::Detonation => "does it explode?".to_owned(),
        Pull::ShipDamage => "what becomes of the ship?".to_owned(),
        Pull::MissedTorpedo => "does it hit the next ship?".to_owned(),
        Pull::ApproachToAttack => "must she enter?".to_owned(),
        Pull::Tdc => "firing solution".to_owned(),
        Pull::Evasion => "evasive manoeuvres".to_owned(),
        Pull::AswAttackCard => "attack on the boat".to_owned(),
        Pull::UboatDamageCard => "damage to the boat".to_owned(),
        Pull::LocationCheck => "where do escorts look?".to_owned(),
        Pull::Search => "search".to_owned(),
        Pull::RandomTarget => "which one?".to_owned(),
        Pull::ChargeCheck => "are charges dropped?".to_owned(),
        Pull::RamCheck => "does it ram?".to_owned(),
        Pull::ConvoySearch => "do the merchants see her?".to_owned(),
        Pull::Wake => "is the wake seen?".to_owned(),
        Pull::EndOfPatrol => "does the patrol end?".to_owned(),
        Pull::Implosion => "does the hull hold?".to_owned(),
        other => other.id().replace('_', " "),
    }
}

fn row(label: impl Into<String>, cells: impl IntoIterator<Item = CardCell>) -> CardRow {
    CardRow {
        label: label.into(),
        cells: cells.into_iter().collect(),
    }
}

fn cell(head: impl Into<String>, text: impl Into<String>, used: bool) -> CardCell {
    CardCell {
        head: head.into(),
        text: text.into(),
        used,
    }
}

fn tick(yes: bool) -> &'static str {
    if yes { "✓" } else { "–" }
}

fn battle(card: &BattleCard, reading: Reading) -> Vec<CardRow> {
    let places = Location::ALL.map(|at| {
        let quadrant = Quadrant::ALL.iter().find(|q| q.card_box() == at);
        let used = match reading {
            Reading::Locations => true,
            Reading::Quadrants => quadrant.is_some(),
            _ => false,
        };
        let head = match (reading, quadrant) {
            (Reading::Quadrants, Some(quadrant)) => quadrant.to_string(),
            _ => at.to_string(),
        };
        cell(head, tick(card.locations[at.index()]), used)
    });
    let sonar = |homing: bool| {
        let columns = if homing { &card.homing } else { &card.acquire };
        Era::ALL.into_iter().flat_map(move |make| {
            Weather::ALL.into_iter().map(move |weather| {
                let read = Reading::Sonar {
                    homing,
                    make,
                    weather,
                };
                let head = [make.id(), weather.id()].map(|word| &word[..1]).concat();
                cell(
                    head,
                    tick(columns[make.index()][weather.index()]),
                    reading == read,
                )
            })
        })
    };
    let random = [2u8, 3, 4].map(|n| {
        let number = card.random[usize::from(n) - 2];
        cell(
            n.to_string(),
            number.to_string(),
            reading == Reading::Random(n),
        )
    });
    vec![
        row(
            "d10",
            [cell("", card.d10.to_string(), reading == Reading::D10)],
        ),
        row("one of", random),
        row("escorts", places),
        row("sonar, acquire", sonar(false)),
        row("sonar, homing", sonar(true)),
        row(
            "radar",
            Era::ALL.map(|make| {
                cell(
                    make.to_string(),
                    tick(card.radar[make.index()]),
                    reading == Reading::Radar(make),
                )
            }),
        ),
        row(
            "lookouts",
            Light::ALL.map(|light| {
                cell(
                    light.to_string(),
                    tick(card.visual[light.index()]),
                    reading == Reading::Visual(light),
                )
            }),
        ),
        row(
            "evade",
            [cell("", tick(card.evade), reading == Reading::Evasion)],
        ),
        row(
            "charges",
            [cell("", tick(card.attack), reading == Reading::Charges)],
        ),
    ]
}

fn combat(card: &CombatCard, reading: Reading) -> Vec<CardRow> {
    let mut rows = Vec::new();
    for speed in Speed::ALL {
        rows.push(row(
            format!("to hit, {speed}"),
            Weather::ALL.map(|weather| {
                cell(
                    weather.to_string(),
                    card.to_hit[speed.index()][weather.index()].to_string(),
                    reading == Reading::ToHit { speed, weather },
                )
            }),
        ));
    }
    for light in Light::ALL {
        let cells = card.tdc[light.index()].iter().enumerate();
        let read = |band: usize| {
            let band = Some(band);
            reading == Reading::Solution { light, band }
        };
        rows.push(row(
            format!("TDC {light}"),
            cells.map(|(band, value)| cell("", format!("{value:+}"), read(band))),
        ));
    }
    for light in Light::ALL {
        let cells = card.spot[light.index()].iter().zip(0u8..);
        let read = |range: u8| {
            let range = Some(range);
            reading == Reading::Lookout { light, range }
        };
        rows.push(row(
            format!("seen {light}"),
            cells.map(|(icons, range)| cell(range.to_string(), seen(*icons), read(range))),
        ));
    }
    rows
}

fn seen(icons: Icons) -> &'static str {
    match (icons.binoculars, icons.periscope) {
        (false, false) => "–",
        (true, false) => "boat",
        (false, true) => "periscope",
        (true, true) => "both",
    }
}

fn angle(card: &AngleCard, reading: Reading) -> Vec<CardRow> {
    let sizes = Size::ALL.map(|size| {
        let value = card.size[size.index()];
        cell(
            size_name(size),
            format!("{value:+}"),
            reading == Reading::Size(size),
        )
    });
    let ways = |facings: &[Facing]| {
        let cells = facings.iter().map(|facing| {
            let value = card.angle[facing.index()];
            cell(
                facing.to_string(),
                format!("{value:+}"),
                reading == Reading::Angle(*facing),
            )
        });
        cells.collect::<Vec<_>>()
    };
    vec![
        row("runs", ways(&Facing::ALL[..4])),
        row("", ways(&Facing::ALL[4..])),
        row("size", sizes),
    ]
}

/// A size in a word.
pub(super) const fn size_name(size: Size) -> &'static str {
    match size {
        Size::Small => "small",
        Size::Medium => "medium",
        Size::Large => "large",
    }
}

const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Light => "light",
        Severity::Medium => "medium",
        Severity::Heavy => "heavy",
    }
}

fn charges(card: &AswCard, reading: Reading) -> Vec<CardRow> {
    let rows = AswRow::ALL.into_iter().map(|depth| {
        let label = match depth {
            AswRow::Surface => "surface".to_owned(),
            deeper => format!("{} m", deeper.id().trim_start_matches('m')),
        };
        row(
            label,
            Hold::ALL.map(|hold| {
                let hit = card.hit(depth, hold);
                let text = hit.map_or("–", severity_name);
                let read = Reading::Charge { row: depth, hold };
                cell(hold_name(hold), text, reading == read)
            }),
        )
    });
    let crush = row(
        "crush",
        [cell("", card.crush.to_string(), reading == Reading::Crush)],
    );
    rows.chain([crush]).collect()
}

/// A contact in words.
pub(super) const fn hold_name(hold: Hold) -> &'static str {
    match hold {
        Hold::Contact => "contact",
        Hold::Lost1 => "lost 1",
        Hold::Lost2 => "lost 2",
    }
}

fn detonation(card: &DetonationCard, reading: Reading) -> Vec<CardRow> {
    let explodes = |era: Era, torpedo: TorpedoType| {
        let text = if card.explodes(era, torpedo) {
            "explodes"
        } else {
            "dud"
        };
        let used = matches!(reading, Reading::Detonation { era: e, torpedo: k }
            if e == era && (era == Era::Late || k == torpedo));
        let head = match era {
            Era::Early => format!("early {torpedo}"),
            Era::Late => "late".to_owned(),
        };
        cell(head, text, used)
    };
    let ships = Size::ALL.map(|size| {
        let text = match card.ship[size.index()] {
            ShipResult::Superficial => "no harm",
            ShipResult::Damaged => "damaged",
            ShipResult::Sunk => "sunk",
        };
        cell(size_name(size), text, reading == Reading::ShipDamage(size))
    });
    let boats = Severity::ALL.map(|severity| {
        let text = damage(&card.boat[severity.index()]);
        row(
            format!("boat, {}", severity_name(severity)),
            [cell("", text, reading == Reading::BoatDamage(severity))],
        )
    });
    let mut rows = vec![
        row(
            "torpedo",
            [
                explodes(Era::Early, TorpedoType::G7a),
                explodes(Era::Early, TorpedoType::G7e),
                explodes(Era::Late, TorpedoType::G7a),
            ],
        ),
        row("ship", ships),
    ];
    rows.extend(boats);
    rows
}

/// What a hit does to a boat, in few words.
fn damage(damage: &Damage) -> String {
    if damage.catastrophic {
        return "breaks up".to_owned();
    }
    let mut parts = Vec::new();
    for (name, levels) in [
        ("flooding", damage.flood),
        ("fire", damage.fire),
        ("gas", damage.gas),
    ] {
        if levels > 0 {
            parts.push(format!("{name} {levels}"));
        }
    }
    parts.extend(damage.tube.map(|tube| format!("tube {tube}")));
    parts.extend(damage.gear.iter().map(|gear| gear.id().replace('_', " ")));
    if damage.crew {
        parts.push("a wound".to_owned());
    }
    if parts.is_empty() {
        return "nothing".to_owned();
    }
    parts.join(", ")
}

fn patrol(card: &PatrolCard, reading: Reading) -> Vec<CardRow> {
    let words = |id: &str| id.replace('_', " ");
    vec![
        row(
            "load",
            BoatType::ALL.map(|kind| {
                cell(
                    kind.to_string(),
                    card.load(kind).to_string(),
                    reading == Reading::Load(kind),
                )
            }),
        ),
        row(
            "start",
            [cell("", card.start.to_string(), reading == Reading::Start)],
        ),
        row(
            "way out",
            [cell(
                "",
                words(card.event.id()),
                reading == Reading::PatrolEvent,
            )],
        ),
        row(
            "way home",
            [cell(
                "",
                words(card.home.id()),
                reading == Reading::HomeEvent,
            )],
        ),
    ]
}
