//! The six decks, card by card.

use super::cells::{just, text};
use crate::boats::{Gear, Tube};
use crate::cards::{
    AngleCard, AswCard, AswRow, BattleCard, CARDS, CombatCard, Damage, DeckName, DetonationCard,
    Icons, PatrolCard,
};
use crate::conditions::Light;
use crate::crew::Severity;
use crate::ring::Location;
use crate::ships::Size;
use derbyhouse_tables::{Node, TableError};

/// Every card there is.
#[derive(Clone, Debug)]
pub struct Cards {
    pub battle: Vec<BattleCard>,
    pub combat: Vec<CombatCard>,
    pub angle: Vec<AngleCard>,
    pub asw: Vec<AswCard>,
    pub detonation: Vec<DetonationCard>,
    pub patrol: Vec<PatrolCard>,
}

impl Cards {
    /// The name on a card.
    pub fn id(&self, deck: DeckName, card: u8) -> &str {
        let card = usize::from(card);
        match deck {
            DeckName::Battle => &self.battle[card].id,
            DeckName::Combat => &self.combat[card].id,
            DeckName::Angle => &self.angle[card].id,
            DeckName::AswAttack => &self.asw[card].id,
            DeckName::Detonation => &self.detonation[card].id,
            DeckName::Patrol => &self.patrol[card].id,
        }
    }

    /// Whether it says SHUFFLE [5.shuffle_after_action].
    pub fn shuffles(&self, deck: DeckName, card: u8) -> bool {
        let card = usize::from(card);
        match deck {
            DeckName::Battle => self.battle[card].shuffle,
            DeckName::Combat => self.combat[card].shuffle,
            DeckName::Angle => self.angle[card].shuffle,
            DeckName::AswAttack => self.asw[card].shuffle,
            DeckName::Detonation => self.detonation[card].shuffle,
            DeckName::Patrol => self.patrol[card].shuffle,
        }
    }
}

pub fn read(root: &Node<'_>) -> Result<Cards, TableError> {
    root.only(&["meta", "deck"])?;
    let meta = root.get("meta")?;
    meta.only(&["game", "file", "cards_per_deck", "total_cards"])?;
    just(&meta.get("cards_per_deck")?, CARDS as i64)?;
    just(&meta.get("total_cards")?, 6 * CARDS as i64)?;
    let decks = root.get("deck")?;
    let names = DeckName::ALL.map(DeckName::id);
    decks.only(&names)?;
    Ok(Cards {
        battle: cards(&decks, DeckName::Battle, battle)?,
        combat: cards(&decks, DeckName::Combat, combat)?,
        angle: cards(&decks, DeckName::Angle, angle)?,
        asw: cards(&decks, DeckName::AswAttack, asw)?,
        detonation: cards(&decks, DeckName::Detonation, detonation)?,
        patrol: cards(&decks, DeckName::Patrol, patrol)?,
    })
}

/// Forty cards, each named once; `printed` and `why` say where a card comes from.
fn cards<C>(
    decks: &Node<'_>,
    name: DeckName,
    read: impl Fn(&Node<'_>, &mut Vec<&'static str>) -> Result<C, TableError>,
) -> Result<Vec<C>, TableError> {
    let deck = decks.get(name.id())?;
    deck.only(&["size", "cards", "intended"])?;
    just(&deck.get("size")?, CARDS as i64)?;
    let nodes = deck.get("cards")?.array::<CARDS>()?;
    let mut ids: Vec<&str> = Vec::new();
    nodes
        .iter()
        .map(|node| {
            let id = node.get("id")?;
            if ids.contains(&id.str()?) {
                return Err(id.error("another card has this name"));
            }
            ids.push(id.str()?);
            let mut known = vec!["id", "shuffle", "printed", "why"];
            let card = read(node, &mut known)?;
            node.only(&known)?;
            Ok(card)
        })
        .collect()
}

fn shuffle(node: &Node<'_>) -> Result<bool, TableError> {
    node.get("shuffle")?.bool()
}

/// Letters that are ticked, such as `GB`, in their order.
fn ticks<const N: usize>(node: &Node<'_>, letters: [char; N]) -> Result<[bool; N], TableError> {
    let text = node.str()?;
    let ticked = letters.map(|letter| text.contains(letter));
    let spelt: String = letters
        .into_iter()
        .zip(ticked)
        .filter(|(_, tick)| *tick)
        .map(|(letter, _)| letter)
        .collect();
    if spelt == text {
        Ok(ticked)
    } else {
        let letters: String = letters.into_iter().collect();
        Err(node.expected(format!("letters of {letters}, in that order")))
    }
}

fn battle(node: &Node<'_>, known: &mut Vec<&'static str>) -> Result<BattleCard, TableError> {
    known.extend([
        "d10",
        "r2",
        "r3",
        "r4",
        "loc",
        "acq_early",
        "acq_late",
        "hom_early",
        "hom_late",
        "evade",
        "radar",
        "vis_day",
        "vis_night",
        "attack",
    ]);
    let mut locations = [false; 5];
    for item in node.get("loc")?.items()? {
        locations[item.parse::<Location>()?.index()] = true;
    }
    let weathers = |key: &str| ticks(&node.get(key)?, ['G', 'B']);
    let [day, night] = [weathers("vis_day")?, weathers("vis_night")?];
    let visual =
        Light::ALL.map(|light| [day, night][light.time().index()][light.weather().index()]);
    Ok(BattleCard {
        id: text(node, "id")?,
        d10: node.get("d10")?.int(1..=10)?,
        random: [
            node.get("r2")?.int(1..=2)?,
            node.get("r3")?.int(1..=3)?,
            node.get("r4")?.int(1..=4)?,
        ],
        locations,
        acquire: [weathers("acq_early")?, weathers("acq_late")?],
        homing: [weathers("hom_early")?, weathers("hom_late")?],
        evade: node.get("evade")?.bool()?,
        radar: ticks(&node.get("radar")?, ['E', 'L'])?,
        visual,
        attack: node.get("attack")?.bool()?,
        shuffle: shuffle(node)?,
    })
}

/// Range bands, and ranges of the lookouts, that each row of a combat card has.
const BANDS: [usize; 4] = [3, 2, 2, 1];

fn combat(node: &Node<'_>, known: &mut Vec<&'static str>) -> Result<CombatCard, TableError> {
    known.extend([
        "tdc_dg", "tdc_db", "tdc_ng", "tdc_nb", "spot_dg", "spot_db", "spot_ng", "spot_nb",
        "hit_sg", "hit_sb", "hit_fg", "hit_fb",
    ]);
    let row =
        |prefix: &str, light: Light| node.get(&format!("{prefix}_{}", light.id().to_lowercase()));
    let tdc = |light: Light| {
        let cells = row("tdc", light)?;
        let values = cells.list(|value| value.int(-2..=3i8))?;
        sized(&cells, values, BANDS[light.index()])
    };
    let spot = |light: Light| {
        let cells = row("spot", light)?;
        let icons = cells.list(|cell| {
            let [binoculars, periscope] = ticks(&cell, ['B', 'P'])?;
            Ok(Icons {
                binoculars,
                periscope,
            })
        })?;
        sized(&cells, icons, BANDS[light.index()])
    };
    let hit = |key: &str| node.get(key)?.int(2..=10u8);
    let [dg, db, ng, nb] = Light::ALL;
    Ok(CombatCard {
        id: text(node, "id")?,
        tdc: [tdc(dg)?, tdc(db)?, tdc(ng)?, tdc(nb)?],
        spot: [spot(dg)?, spot(db)?, spot(ng)?, spot(nb)?],
        to_hit: [
            [hit("hit_sg")?, hit("hit_sb")?],
            [hit("hit_fg")?, hit("hit_fb")?],
        ],
        shuffle: shuffle(node)?,
    })
}

fn sized<T>(node: &Node<'_>, items: Vec<T>, count: usize) -> Result<Vec<T>, TableError> {
    if items.len() == count {
        Ok(items)
    } else {
        Err(node.expected(format!("an array of {count}")))
    }
}

fn angle(node: &Node<'_>, known: &mut Vec<&'static str>) -> Result<AngleCard, TableError> {
    known.extend(["angle", "size_s", "size_m", "size_l"]);
    let modifier = |cell: Node<'_>| cell.int(-4..=4i8);
    let size = |key: &str| modifier(node.get(key)?);
    Ok(AngleCard {
        id: text(node, "id")?,
        angle: node.get("angle")?.list_of(modifier)?,
        size: [size("size_s")?, size("size_m")?, size("size_l")?],
        shuffle: shuffle(node)?,
    })
}

fn severity(node: &Node<'_>) -> Result<Option<Severity>, TableError> {
    match node.str()? {
        "" => Ok(None),
        "LT" => Ok(Some(Severity::Light)),
        "MED" => Ok(Some(Severity::Medium)),
        "HVY" => Ok(Some(Severity::Heavy)),
        _ => Err(node.expected("LT, MED, HVY or nothing")),
    }
}

fn asw(node: &Node<'_>, known: &mut Vec<&'static str>) -> Result<AswCard, TableError> {
    known.push("crush");
    known.extend(AswRow::ALL.map(AswRow::id));
    let mut rows = [[None; 3]; 7];
    for row in AswRow::ALL {
        let cells = node.get(row.id())?;
        rows[row.index()] = match row {
            AswRow::Surface => [severity(&cells)?, None, None],
            _ => cells.list_of(|cell| severity(&cell))?,
        };
    }
    Ok(AswCard {
        id: text(node, "id")?,
        rows,
        crush: node.get("crush")?.parse()?,
        shuffle: shuffle(node)?,
    })
}

fn detonation(
    node: &Node<'_>,
    known: &mut Vec<&'static str>,
) -> Result<DetonationCard, TableError> {
    known.extend([
        "g7a_early",
        "g7e_early",
        "late",
        "ship_s",
        "ship_m",
        "ship_l",
        "L",
        "M",
        "H",
    ]);
    let explodes = |key: &str| node.get(key)?.bool();
    let [small, medium, large] = Size::ALL.map(|size| {
        node.get(&format!("ship_{}", size.id().to_lowercase()))?
            .parse()
    });
    let [light, moderate, heavy] = Severity::ALL.map(|column| damage(&node.get(column.id())?));
    Ok(DetonationCard {
        id: text(node, "id")?,
        explodes: [
            explodes("g7a_early")?,
            explodes("g7e_early")?,
            explodes("late")?,
        ],
        ship: [small?, medium?, large?],
        boat: [light?, moderate?, heavy?],
        shuffle: shuffle(node)?,
    })
}

fn damage(node: &Node<'_>) -> Result<Damage, TableError> {
    node.only(&["flood", "fire", "gas", "tube", "crew", "loc", "cat"])?;
    let levels = |key: &str| node.opt(key)?.map_or(Ok(0), |cell| cell.int(1..=9u8));
    let yes = |key: &str| node.opt(key)?.map_or(Ok(false), |cell| cell.bool());
    let tube = match node.opt("tube")? {
        Some(cell) => Tube::new(cell.int(1..=6)?),
        None => None,
    };
    let gear = match node.opt("loc")? {
        Some(cells) => cells.list(|cell| cell.parse::<Gear>())?,
        None => Vec::new(),
    };
    Ok(Damage {
        flood: levels("flood")?,
        fire: levels("fire")?,
        gas: levels("gas")?,
        tube,
        crew: yes("crew")?,
        gear,
        catastrophic: yes("cat")?,
    })
}

fn patrol(node: &Node<'_>, known: &mut Vec<&'static str>) -> Result<PatrolCard, TableError> {
    known.extend(["load_vii", "load_ix", "start", "event", "rtb"]);
    let load = |key: &str| node.get(key)?.int(5..=30u8);
    Ok(PatrolCard {
        id: text(node, "id")?,
        load: [load("load_vii")?, load("load_ix")?],
        start: node.get("start")?.parse()?,
        event: node.get("event")?.parse()?,
        home: node.get("rtb")?.parse()?,
        shuffle: shuffle(node)?,
    })
}
