//! A whole battle at a table of cardboard [14.0], [24.0]: cups, display, torpedoes, counterattack and all, by doctrine.

use super::inputs::*;
use super::sea::site;
use crate::activity::Colour;
use crate::calendar::Month;
use crate::combat::{Battle, Fate, Fight, Fighter, Site};
use crate::cups::{self, Cups, Season};
use crate::displays::Contact;
use crate::event::Event;
use crate::game::SteelWolves;
use crate::geography::Area;
use crate::lines;
use crate::tables::{MOST_BOATS, Tables};
use crate::units::Navy;
use crate::wolfpack;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError, Trial};
use derbyhouse_kernel::{Chance, Log};
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![battle()]
}

/// What many battles are summed up by.
const FIGURES: &[&str] = &["ships", "tons", "damage", "spotted", "lost"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct In {
    boats: Vec<String>,
    wp: Period,
    #[serde(default)]
    oparea: Option<Area>,
    #[serde(default)]
    contact: Option<Contact>,
    #[serde(default)]
    colour: Option<Colour>,
    #[serde(default)]
    weather: Mbar,
    #[serde(default)]
    torpedo: Option<Num>,
    #[serde(default)]
    ace: Rating,
}

fn battle() -> Procedure<SteelWolves> {
    Procedure::new(
        "battle",
        "14.0",
        "One boat or a wolfpack against what it has found, fought to the end by doctrine.",
        const {
            &[
                need("boats", "list of boats, such as U-99"),
                need("wp", PERIOD),
                may("oparea", AREA),
                may("contact", "loner, convoy, task_force or special_convoy"),
                may("colour", COLOUR),
                may("weather", WEATHER),
                may("torpedo", "value of torpedoes, -2 to 2"),
                may("ace", "rating of the aces in command, 0-2"),
            ]
        },
        |game: &SteelWolves, given: In, chance| {
            let encounter = Encounter::new(game.tables(), game, &given)?;
            let mut cups = encounter.cups(chance);
            let mut log = Log::on();
            let mut battle = encounter.engage(&mut cups, chance);
            encounter.fight(&mut battle, &mut cups, chance, &mut log);
            Ok(encounter.told(&battle, log.events()))
        },
    )
    .with_trials(FIGURES, prepare)
}

/// Many battles: the cups are filled once, and again when a named ship has left them.
fn prepare<'g>(
    game: &'g SteelWolves,
    given: In,
    chance: &mut Chance,
) -> Result<Trial<'g>, ProcedureError> {
    let encounter = Encounter::new(game.tables(), game, &given)?;
    let full = encounter.cups(chance);
    let (mut cups, mut log) = (full.clone(), Log::off());
    Ok(Box::new(move |chance, figures| {
        let mut battle = encounter.engage(&mut cups, chance);
        if !encounter.fight(&mut battle, &mut cups, chance, &mut log) {
            cups.clone_from(&full);
        }
        figures.copy_from_slice(&tally(&battle));
    }))
}

/// The [`FIGURES`] of a battle.
fn tally(battle: &Battle) -> [u32; 5] {
    let count =
        |is: fn(&Fighter) -> bool| battle.fighters.iter().filter(|boat| is(boat)).count() as u32;
    [
        battle.sinkings.len() as u32,
        battle
            .sinkings
            .iter()
            .map(|ship| u32::from(ship.tons))
            .sum(),
        battle
            .fighters
            .iter()
            .map(|boat| u32::from(boat.damage))
            .sum(),
        count(|boat| boat.spotted),
        count(|boat| boat.fate == Fate::Sunk),
    ]
}

/// Who has found what, and where.
struct Encounter<'g> {
    t: &'g Tables,
    site: Site,
    contact: Contact,
    colour: Colour,
    fighters: Vec<Fighter>,
}

impl<'g> Encounter<'g> {
    fn new(t: &'g Tables, game: &SteelWolves, given: &In) -> Result<Self, ProcedureError> {
        let area = given.oparea.unwrap_or(Area::WesternApproaches);
        let period = given.wp.0;
        let scenario = t
            .scenarios
            .wars
            .iter()
            .find(|war| war.period == period && !war.campaign);
        let mut site = site(game, area, period, &[])?;
        site.month = scenario.map_or(Month::FIRST, |war| war.start.month);
        site.weather = given.weather.0;
        site.torpedo = match (given.torpedo, scenario) {
            (Some(Num(value @ -2..=2)), _) => value,
            (Some(Num(value)), _) => {
                return Err(wrong(format!("torpedoes are -2 to 2, not {value}")));
            }
            (None, war) => war.map_or(0, |war| war.levels.torpedo),
        };
        let contact = given.contact.unwrap_or(Contact::Convoy);
        let fights = matches!(
            contact,
            Contact::Loner | Contact::Convoy | Contact::TaskForce | Contact::SpecialConvoy
        );
        if !fights {
            return Err(wrong("there is nothing to attack"));
        }
        let fighter = |name: &String| {
            let boat = t.submarines.find(name);
            let boat = boat.ok_or_else(|| wrong(format!("there is no boat “{name}”")))?;
            Ok(Fighter::new(t, boat, given.ace.0, site.torpedo))
        };
        let fighters = given
            .boats
            .iter()
            .map(fighter)
            .collect::<Result<Vec<_>, ProcedureError>>()?;
        let encounter = Self {
            t,
            site,
            contact,
            colour: given.colour.unwrap_or(Colour::Orange),
            fighters,
        };
        encounter.is_lawful()?;
        Ok(encounter)
    }

    /// A pack is of U-boats, from the second period on, not in a storm, and against convoys [24.0].
    fn is_lawful(&self) -> Result<(), ProcedureError> {
        let boats = self.fighters.len();
        let twice = (1..boats).any(|place| {
            let before = &self.fighters[..place];
            before
                .iter()
                .any(|boat| boat.boat == self.fighters[place].boat)
        });
        match boats {
            0 => Err(wrong("a battle needs a boat")),
            _ if twice => Err(wrong("a boat can be there only once")),
            _ if boats > MOST_BOATS => Err(wrong(format!("at most {MOST_BOATS} boats attack"))),
            1 => Ok(()),
            _ if !wolfpack::allowed(self.t, self.site.period, self.site.weather) => {
                Err(wrong("no pack forms in war period 1 or in a storm [24.0]"))
            }
            _ if self.contact != Contact::Convoy => Err(wrong("packs attack convoys [24.0]")),
            _ if self.fighters.iter().any(|boat| boat.navy != Navy::German) => {
                Err(wrong("only German boats form packs [24.0]"))
            }
            _ => Ok(()),
        }
    }

    /// Cups as they are at the start of the period [3.11].
    fn cups(&self, chance: &mut Chance) -> Cups {
        let season = Season {
            period: self.site.period,
            month: self.site.month,
            barbarossa: self.site.barbarossa,
            out: &[],
        };
        cups::fill(self.t, season, &[], chance)
    }

    /// Draws and lays out what was found.
    fn engage(&self, cups: &mut Cups, chance: &mut Chance) -> Battle {
        let boats = self.fighters.iter().copied();
        let (t, site) = (self.t, self.site);
        Battle::engage(t, site, self.contact, self.colour, boats, cups, chance)
    }

    /// Fights it out; tells whether all pieces are back in their cups.
    fn fight(
        &self,
        battle: &mut Battle,
        cups: &mut Cups,
        chance: &mut Chance,
        log: &mut Log<Event>,
    ) -> bool {
        let mut fight = Fight {
            t: self.t,
            b: battle,
            cups,
            chance,
            log,
        };
        fight.begin();
        fight.by_doctrine();
        let wreckage = fight.conclude();
        wreckage.sunk.is_empty() && wreckage.damaged.is_empty()
    }

    /// The battle for people: what was sunk, how the boats came out of it, and blow by blow.
    fn told(&self, battle: &Battle, events: &[Event]) -> Value {
        let [ships, tons, damage, spotted, lost] = tally(battle);
        let sunk = battle.sinkings.iter().map(|ship| {
            let piece = self.t.ships.piece(ship.piece);
            format!("{} of {},000 tons", piece.kind, ship.tons)
        });
        let boats = battle.fighters.iter().map(|boat| {
            json!({
                "boat": self.t.submarines.boat(boat.boat).name,
                "ships": boat.ships, "tons": boat.tons, "damage": boat.damage,
                "spotted": boat.spotted, "rtb": boat.rtb, "lost": boat.fate == Fate::Sunk,
            })
        });
        let blows = events.iter().map(|event| lines::line(self.t, event).text);
        json!({
            "ships": ships, "tons": tons, "damage": damage, "spotted": spotted, "lost": lost,
            "sunk": sunk.collect::<Vec<_>>(),
            "boats": boats.collect::<Vec<_>>(),
            "log": blows.collect::<Vec<_>>(),
        })
    }
}
