//! Cards, numbers and set-up tables.

use super::inputs::{CARD, D10, ERA, NUMBER, TYPE, Ten, card, may, need, on, position, ten};
use crate::boats::{BoatType, End, Letter, TorpedoType};
use crate::calendar::{Era, Month};
use crate::cards::{BattleCard, CombatCard, DeckName};
use crate::choice::{Choice, Part};
use crate::conditions::{Light, Weather};
use crate::decks::Decks;
use crate::game::Wolfpack;
use crate::scenarios;
use crate::sequence::{Held, Order};
use crate::setup::Setup;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use derbyhouse_kernel::{Chance, Log};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const READ: &[derbyhouse_kernel::procedure::Input] = &[
    may("card", CARD),
    need("read", "list of fields of the card"),
];

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![
        Procedure::new(
            "cards.d10",
            "5.d10",
            "Reads the d10 of a battle card.",
            READ,
            read_battle,
        ),
        Procedure::new(
            "cards.random_number",
            "5.random_number",
            "Reads random numbers of a battle card.",
            READ,
            read_battle,
        ),
        Procedure::new(
            "asw.sonar_card",
            "41.sonar_columns",
            "Reads sonar and evasion ticks of a battle card.",
            READ,
            read_battle,
        ),
        Procedure::new(
            "torpedo.to_hit",
            "25.hit_check_cards",
            "Reads the number to hit of a combat card.",
            READ,
            read_combat,
        ),
        Procedure::new(
            "cards.repull",
            "5.repull_once",
            "Pays a tactical point for another d10 at the entry check, which then stands.",
            const {
                &[
                    need("first_d10", D10),
                    need("tp_before", NUMBER),
                    need("second_d10", D10),
                ]
            },
            repull,
        ),
        Procedure::new(
            "cards.shuffle",
            "5.shuffle_after_action",
            "Pulls the cards of one action and says after which of them the deck is shuffled.",
            const {
                &[
                    need("cards", "list of ASW attack cards"),
                    may("shuffle_on", CARD),
                ]
            },
            shuffle,
        ),
        Procedure::new(
            "cards.discard",
            "5.discard_top_only",
            "Counts the cards of a discard pile that may be looked at.",
            const { &[need("discard_size", "0-40")] },
            discard,
        ),
        Procedure::new(
            "setup.conditions",
            "22.weather",
            "Size and speed of the convoy, weather and time of day.",
            const {
                &[
                    need("era", ERA),
                    need("month", "01 to 12"),
                    may("size", D10),
                    may("speed", D10),
                    may("weather", D10),
                    may("time", D10),
                ]
            },
            conditions,
        ),
        Procedure::new(
            "setup.escort_cup",
            "20.setup_cup",
            "Counts the pieces of the set-up cup and of the distribution cup.",
            const { &[need("date", "1941-10 to 1943-03")] },
            escort_cup,
        ),
        Procedure::new(
            "setup.torpedo_load",
            "21.load_limits",
            "Says whether a torpedo load is allowed.",
            const {
                &[
                    need("type", TYPE),
                    need("load", NUMBER),
                    need("era", ERA),
                    need("bow", "torpedoes by type"),
                    need("stern", "torpedoes by type"),
                ]
            },
            torpedo_load,
        ),
        Procedure::new(
            "setup.training",
            "pb.training_setup",
            "Sets up the training scenario.",
            const { &[may("scenario", "TS")] },
            training,
        ),
        Procedure::new(
            "setup.start_location",
            "22.start_box",
            "Where a patrol card lets a boat start.",
            const { &[may("card", CARD)] },
            start_location,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    card: Option<String>,
    read: Vec<String>,
}

fn read_fields(
    read: &[String],
    field: impl Fn(&str) -> Option<Value>,
) -> Result<Map<String, Value>, ProcedureError> {
    let one = |name: &String| {
        let value = field(name)
            .ok_or_else(|| ProcedureError::input(format!("the card has no field “{name}”")))?;
        Ok((name.clone(), value))
    };
    read.iter().map(one).collect()
}

fn read_battle(
    game: &Wolfpack,
    given: Read,
    chance: &mut Chance,
) -> Result<Map<String, Value>, ProcedureError> {
    let number = card(
        game.tables(),
        DeckName::Battle,
        given.card.as_deref(),
        chance,
    )?;
    let card = &game.tables().cards.battle[usize::from(number)];
    read_fields(&given.read, |field| battle_field(card, field))
}

fn battle_field(card: &BattleCard, field: &str) -> Option<Value> {
    let ticks = |homing: bool, make: Era| {
        let letters = Weather::ALL.into_iter().zip(["G", "B"]);
        let ticked = letters.filter(|(weather, _)| card.sonar(homing, make, *weather));
        json!(ticked.map(|(_, letter)| letter).collect::<String>())
    };
    Some(match field {
        "d10" => json!(card.d10),
        "r2" => json!(card.random_of(2)?),
        "r3" => json!(card.random_of(3)?),
        "r4" => json!(card.random_of(4)?),
        "acq_early" => ticks(false, Era::Early),
        "acq_late" => ticks(false, Era::Late),
        "hom_early" => ticks(true, Era::Early),
        "hom_late" => ticks(true, Era::Late),
        "evade" => json!(card.evade),
        "attack" => json!(card.attack),
        _ => return None,
    })
}

fn read_combat(
    game: &Wolfpack,
    given: Read,
    chance: &mut Chance,
) -> Result<Map<String, Value>, ProcedureError> {
    let number = card(
        game.tables(),
        DeckName::Combat,
        given.card.as_deref(),
        chance,
    )?;
    let card = &game.tables().cards.combat[usize::from(number)];
    read_fields(&given.read, |field| combat_field(card, field))
}

fn combat_field(card: &CombatCard, field: &str) -> Option<Value> {
    use crate::conditions::Speed::{Fast, Slow};
    use crate::conditions::Weather::{Bad, Good};
    let (speed, weather) = match field {
        "hit_sg" => (Slow, Good),
        "hit_sb" => (Slow, Bad),
        "hit_fg" => (Fast, Good),
        "hit_fb" => (Fast, Bad),
        _ => return None,
    };
    Some(json!(card.to_hit(speed, weather)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Repull {
    first_d10: Ten,
    tp_before: u8,
    second_d10: Ten,
}

#[derive(Serialize)]
struct Repulled {
    used: u8,
    tp_after: u8,
    third_pull_allowed: bool,
}

/// At the entry check of turn 8: whether the boat enters tells which d10 counted.
fn repull(game: &Wolfpack, given: Repull, _: &mut Chance) -> Result<Repulled, ProcedureError> {
    let t = game.tables();
    super::inputs::within(
        "tp_before",
        given.tp_before.into(),
        1,
        t.points.max_tp.into(),
    )?;
    let mut position = position(game)?;
    position.turn = crate::tables::FIRST_ENTRY;
    let second = given.second_d10.get();
    let card = t
        .cards
        .battle
        .iter()
        .position(|card| card.d10 == second)
        .unwrap_or_default();
    position
        .secret
        .decks
        .arrange(DeckName::Battle, &[card as u8]);
    if let Some(boat) = position.boat_mut(Letter::W) {
        boat.tp = given.tp_before;
    }
    position.orders[0].push(Order::Held(Held::Entry(given.first_d10.get())));
    let refused = on(game, &mut position, |play| {
        play.choose(Letter::W, Choice::Repull(Part::D10))
    });
    refused.map_err(|why| ProcedureError::input(why.to_string()))?;
    let again = matches!(position.orders[0].top(), Some(Order::Held(_)));
    Ok(Repulled {
        used: second,
        tp_after: position.boat(Letter::W).map_or(0, |boat| boat.tp),
        third_pull_allowed: again,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shuffle {
    cards: Vec<String>,
    shuffle_on: Option<String>,
}

fn shuffle(game: &Wolfpack, given: Shuffle, chance: &mut Chance) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let named = given
        .cards
        .iter()
        .map(|name| card(t, DeckName::AswAttack, Some(name), chance));
    let cards: Vec<u8> = named.collect::<Result<_, _>>()?;
    if let Some(name) = given.shuffle_on {
        let said = card(t, DeckName::AswAttack, Some(&name), chance)?;
        if !t.cards.shuffles(DeckName::AswAttack, said) {
            return Err(ProcedureError::input(format!(
                "card “{name}” does not say SHUFFLE"
            )));
        }
    }
    let mut dice = Chance::seeded(0);
    let mut decks = Decks::shuffled(&mut dice);
    decks.arrange(DeckName::AswAttack, &cards);
    for _ in &cards {
        decks.pull(&t.cards, DeckName::AswAttack, &mut dice);
    }
    let before = decks.left(DeckName::AswAttack);
    decks.settle(&mut dice); // the action is over
    let shuffled = decks.left(DeckName::AswAttack) > before;
    Ok(json!({ "shuffle_after_card": if shuffled { json!(cards.len()) } else { Value::Null } }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Discard {
    discard_size: u8,
}

fn discard(game: &Wolfpack, given: Discard, _: &mut Chance) -> Result<Value, ProcedureError> {
    super::inputs::within("discard_size", given.discard_size.into(), 0, 40)?;
    let mut dice = Chance::seeded(0);
    let mut decks = Decks::shuffled(&mut dice);
    for _ in 0..given.discard_size {
        decks.pull(&game.tables().cards, DeckName::Patrol, &mut dice);
    }
    Ok(json!({ "visible_cards": decks.top(DeckName::Patrol).iter().count() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenConditions {
    era: Era,
    month: String,
    size: Option<Ten>,
    speed: Option<Ten>,
    weather: Option<Ten>,
    time: Option<Ten>,
}

fn conditions(
    game: &Wolfpack,
    given: GivenConditions,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let rules = &game.tables().setup;
    let month = given
        .month
        .parse::<usize>()
        .ok()
        .filter(|month| (1..=12).contains(month));
    let month = month.ok_or_else(|| ProcedureError::input("a month is 01 to 12"))?;
    let side = rules.side(given.era, ten(given.size, chance));
    let speed = rules.speed(given.era, ten(given.speed, chance));
    let weather = rules.weather(month - 1, ten(given.weather, chance));
    let time = rules.time(ten(given.time, chance));
    Ok(
        json!({ "size": side, "speed": speed, "weather": weather, "time": time, "cond": Light::of(time, weather) }),
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Date {
    date: Month,
}

fn escort_cup(game: &Wolfpack, given: Date, _: &mut Chance) -> Result<Value, ProcedureError> {
    let cup = game.tables().setup.cup(given.date);
    Ok(json!({ "setup_cup": cup.in_setup(), "distribution_cup": cup.in_distribution() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenLoad {
    #[serde(rename = "type")]
    kind: BoatType,
    load: u8,
    era: Era,
    bow: BTreeMap<TorpedoType, u8>,
    stern: BTreeMap<TorpedoType, u8>,
}

fn torpedo_load(
    game: &Wolfpack,
    given: GivenLoad,
    _: &mut Chance,
) -> Result<Value, ProcedureError> {
    let mut load = [[0; 2]; 2];
    for (end, stock) in End::ALL.into_iter().zip([&given.bow, &given.stern]) {
        for (torpedo, count) in stock {
            super::inputs::within("a number of torpedoes", (*count).into(), 0, 30)?;
            load[end.index()][torpedo.index()] = *count;
        }
    }
    let legal = game
        .tables()
        .setup
        .is_load(given.kind, given.load, given.era, load);
    Ok(json!({ "legal": legal }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Training {
    #[serde(default, rename = "scenario")]
    _scenario: Option<String>,
}

fn training(game: &Wolfpack, _: Training, _: &mut Chance) -> Result<Value, ProcedureError> {
    let start = scenarios::start(
        game.tables(),
        &Setup::TRAINING,
        &mut Chance::seeded(0),
        &mut Log::off(),
    );
    let position = start.map_err(|why| ProcedureError::input(why.to_string()))?;
    let boat = position
        .boat(Letter::W)
        .ok_or_else(|| ProcedureError::input("no boat"))?;
    let [steam, electric] = boat.torpedoes();
    let conditions = position.conditions;
    Ok(json!({
        "turn": position.turn, "map": conditions.side, "speed": conditions.speed, "weather": conditions.weather,
        "time": conditions.time, "box": boat.approach(), "tp": boat.tp, "torpedoes": steam + electric,
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PatrolCard {
    card: Option<String>,
}

fn start_location(
    game: &Wolfpack,
    given: PatrolCard,
    chance: &mut Chance,
) -> Result<Value, ProcedureError> {
    let t = game.tables();
    let card = card(t, DeckName::Patrol, given.card.as_deref(), chance)?;
    let location = t.cards.patrol[usize::from(card)].start;
    let boxes: Vec<_> = t.approach.boxes(location).collect();
    Ok(json!({ "location": location, "boxes": boxes }))
}
