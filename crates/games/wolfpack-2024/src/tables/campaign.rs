//! Points, experience, refit, events, flotillas [69.xp], [72.refit_months], [14.in_order].

use super::cells::{by_name, fixed, is, just, once_each, text, texts};
use crate::boats::BoatType;
use crate::calendar::Month;
use crate::campaign::Hull;
use crate::crew::{Skill, Skills, Tree};
use crate::events::{HomeEvent, PatrolEvent};
use derbyhouse_tables::{Node, TableError};

/// Prices and limits of tactical, fate and experience points.
#[derive(Clone, Debug)]
pub struct Points {
    pub start_tp: u8,
    pub tp_cost_xp: u16,
    /// [20.tp_limit]
    pub max_tp: u8,
    /// [17.fp_refit_8]
    pub refit_month_fp: u8,
    pub repull_tp: u8,
    pub crash_dive_tp: u8,
    pub evade_tp: u8,
    /// [68.home_event_1_tp]
    pub home_event_tp: u8,
}

/// What a patrol brings [69.xp].
#[derive(Clone, Debug)]
pub struct Scoring {
    pub xp_per_1000_tons: u32,
    pub xp_boat_home: u32,
    pub xp_crew_home: u32,
    pub xp_per_escort: u32,
}

/// Everything between patrols.
#[derive(Clone, Debug)]
pub struct CampaignRules {
    /// Months of refit for flooding F, L to the first O, the second O or more [72.refit_months].
    pub refit_flood: [u8; 3],
    pub refit_engine: u8,
    /// [72.engineer_refit]
    pub refit_engineer: i8,
    /// Totals of wounds up to which nothing and one enhancement are lost, and at which all are [71.crew_losses].
    pub crew_losses: [u8; 3],
    /// By war period from 0 and d10 from 1; the last period has none [68.extra_table].
    pub extra: Vec<[ExtraOutcome; 10]>,
    pub extra_most: u8,
    /// In words, by [`PatrolEvent::index`] [22.patrol_event].
    pub patrol_events: Vec<String>,
    /// By [`HomeEvent::index`].
    pub home: Vec<HomeValues>,
    /// By [`Skill::index`].
    pub skills: Vec<SkillValues>,
    pub flotillas: Vec<FlotillaValues>,
}

/// What becomes of an extra boat [68.extra_table].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraOutcome {
    pub lost: bool,
    pub xp: u16,
    pub tons: u32,
    pub refit: u8,
}

/// An event on the way home [68.home_event].
#[derive(Clone, Debug, Default)]
pub struct HomeValues {
    pub text: String,
    /// Can be avoided for a tactical point.
    pub avoidable: bool,
    pub wounds: u8,
    pub refit: u8,
    pub xp: u16,
    /// The boat is lost: its crew saved, or not.
    pub boat: Option<bool>,
}

/// An enhancement [14.in_order].
#[derive(Clone, Debug)]
pub struct SkillValues {
    pub tree: Tree,
    pub level: u8,
    pub cost: u16,
    pub needs: Option<Skill>,
    /// Comes by itself at this career tonnage [14.captain_100000_tons].
    pub auto_tons: Option<u32>,
    pub effect: String,
}

impl CampaignRules {
    /// An enhancement.
    pub fn skill(&self, skill: Skill) -> &SkillValues {
        &self.skills[skill.index()]
    }

    /// A boat of the rosters.
    pub fn boat(&self, hull: Hull) -> Option<&BoatValues> {
        let mut boats = self.flotillas.iter().flat_map(|flotilla| &flotilla.boats);
        boats.find(|boat| boat.hull == hull)
    }

    /// What may be bought next [14.in_order].
    pub fn buyable(&self, owned: Skills) -> impl Iterator<Item = Skill> {
        Skill::ALL.into_iter().filter(move |skill| {
            let values = self.skill(*skill);
            values.auto_tons.is_none()
                && !owned.has(*skill)
                && values.needs.is_none_or(|first| owned.has(first))
        })
    }

    /// What comes by itself at that career tonnage [14.captain_100000_tons], (R72).
    pub fn gained(&self, owned: Skills, tons: u32) -> impl Iterator<Item = Skill> {
        Skill::ALL.into_iter().filter(move |skill| {
            let values = self.skill(*skill);
            values.auto_tons.is_some_and(|least| tons >= least)
                && !owned.has(*skill)
                && values.needs.is_none_or(|first| owned.has(first))
        })
    }
}

/// Four boats of one base.
#[derive(Clone, Debug)]
pub struct FlotillaValues {
    pub number: u8,
    pub base: String,
    pub boats: [BoatValues; 4],
}

/// A boat of a flotilla [18.available_boats].
#[derive(Clone, Debug)]
pub struct BoatValues {
    pub hull: Hull,
    pub name: String,
    pub kind: BoatType,
    pub from: Month,
    /// When it is used for the first time [18.first_use_xp_tons].
    pub xp: u16,
    pub tons: u32,
}

pub fn points(node: &Node<'_>) -> Result<Points, TableError> {
    node.only(&[
        "start_tp",
        "tp_cost_xp",
        "max_tp",
        "start_fp_full_campaign",
        "repull_fp",
        "refit_month_fp",
        "xp_to_fp",
        "repull_tp",
        "crash_dive_tp",
        "evade_tp",
        "silent_damage_control_tp",
        "avoid_rtb_event_tp",
    ])?;
    just(&node.get("xp_to_fp")?, 1)?; // [71.xp_to_fp]
    let max_tp = node.get("max_tp")?.int(1..=20)?;
    let price = |key: &str| node.get(key)?.int(1..=max_tp);
    Ok(Points {
        start_tp: node.get("start_tp")?.int(0..=max_tp)?,
        tp_cost_xp: node.get("tp_cost_xp")?.int(1..=999)?,
        max_tp,
        refit_month_fp: node.get("refit_month_fp")?.int(1..=99)?,
        repull_tp: price("repull_tp")?,
        crash_dive_tp: price("crash_dive_tp")?,
        evade_tp: price("evade_tp")?,
        home_event_tp: price("avoid_rtb_event_tp")?,
    })
}

pub fn scoring(node: &Node<'_>) -> Result<Scoring, TableError> {
    node.only(&[
        "sunk",
        "damaged",
        "straggler",
        "replacement",
        "captured_boat",
        "replacement_sunk",
        "xp_per_1000_tons",
        "xp_boat_returns",
        "xp_crew_returns_after_scuttling",
        "xp_per_escort",
    ])?;
    texts(
        node,
        &[
            "sunk",
            "damaged",
            "straggler",
            "replacement",
            "replacement_sunk",
        ],
    )?;
    let xp = |key: &str| node.get(key)?.int(0..=999);
    Ok(Scoring {
        xp_per_1000_tons: xp("xp_per_1000_tons")?,
        xp_boat_home: xp("xp_boat_returns")?,
        xp_crew_home: xp("xp_crew_returns_after_scuttling")?,
        xp_per_escort: xp("xp_per_escort")?,
    })
}

pub fn read(root: &Node<'_>) -> Result<CampaignRules, TableError> {
    let refit = root.get("refit")?;
    refit.only(&["months", "chief_engineer_level3", "fp_per_month"])?;
    let [_, f, l, o2, engine] = by_name(
        &refit.get("months")?,
        [
            "none",
            "flooding_F",
            "flooding_L_to_O",
            "flooding_O2_plus",
            "engine_heavy",
        ],
        |months| months.int(0..=18u8),
    )?;
    just(&refit.get("months")?.get("none")?, 0)?;
    let losses = root.get("crew_wound_losses")?;
    losses.only(&["none_at_most", "one_at_most", "two_above", "all_at"])?;
    let one: u8 = losses.get("one_at_most")?.int(1..=12)?;
    just(&losses.get("two_above")?, one.into())?;
    let events = root.get("patrol_event")?;
    let patrol_events = PatrolEvent::ALL
        .into_iter()
        .map(|event| text(&events, event.id()))
        .collect::<Result<_, _>>()?;
    let outcomes = root.get("extra_uboat_outcomes")?;
    Ok(CampaignRules {
        refit_flood: [f, l, o2],
        refit_engine: engine,
        refit_engineer: refit.get("chief_engineer_level3")?.int(-9..=0)?,
        crew_losses: [
            losses.get("none_at_most")?.int(0..=one)?,
            one,
            losses.get("all_at")?.int(one..=12)?,
        ],
        extra: extra(&root.get("extra_uboats")?, &outcomes)?,
        extra_most: outcomes.get("max_wished")?.int(1..=4)?,
        patrol_events,
        home: by_name(&root.get("rtb_event")?, HomeEvent::ALL, |event| {
            home(&event)
        })?
        .to_vec(),
        skills: skills(root)?,
        flotillas: flotillas(root)?,
    })
}

fn extra(node: &Node<'_>, outcomes: &Node<'_>) -> Result<Vec<[ExtraOutcome; 10]>, TableError> {
    let mut tables = Vec::new();
    for entry in node.items()? {
        entry.only(&["war_periods", "results"])?;
        let faces: [String; 10] = std::array::from_fn(|face| (face + 1).to_string());
        let results: [ExtraOutcome; 10] = by_name(&entry.get("results")?, faces, |result| {
            outcome(&outcomes.get(result.str()?)?)
        })?;
        for period in entry.get("war_periods")?.items()? {
            just(&period, tables.len() as i64 + 1)?;
            tables.push(results);
        }
    }
    if tables.len() == 5 {
        Ok(tables)
    } else {
        Err(node.error("war periods 1 to 5 have extra boats"))
    }
}

fn outcome(node: &Node<'_>) -> Result<ExtraOutcome, TableError> {
    node.only(&["log", "loss", "xp", "tons", "refit"])?;
    let lost = node.get("loss")?.int(0..=1u8)? == 1;
    is(&node.get("log")?, if lost { "S" } else { "P" })?;
    Ok(ExtraOutcome {
        lost,
        xp: node.get("xp")?.int(0..=999)?,
        tons: node.get("tons")?.int(0..=99_999)?,
        refit: node.get("refit")?.int(0..=18)?,
    })
}

fn home(node: &Node<'_>) -> Result<HomeValues, TableError> {
    node.only(&[
        "text",
        "avoid_tp",
        "crew_wounds",
        "refit_months",
        "xp",
        "boat",
    ])?;
    let number = |key: &str| node.opt(key)?.map_or(Ok(0), |cell| cell.int(0..=18u8));
    let boat = match node.opt("boat")? {
        None => None,
        Some(cell) => match cell.str()? {
            "scuttled" => Some(true),
            "sunk" => Some(false),
            _ => return Err(cell.expected("scuttled or sunk")),
        },
    };
    Ok(HomeValues {
        text: text(node, "text")?,
        avoidable: node.get("avoid_tp")?.int(0..=1u8)? == 1,
        wounds: number("crew_wounds")?,
        refit: number("refit_months")?,
        xp: number("xp")?.into(),
        boat,
    })
}

fn skills(root: &Node<'_>) -> Result<Vec<SkillValues>, TableError> {
    root.get("enhancement_note")?.only(&[])?;
    let node = root.get("enhancement")?;
    let entries: Vec<(Skill, Node<'_>)> = once_each(&node.items()?, "key")?;
    let ordered: Result<Vec<SkillValues>, TableError> = Skill::ALL
        .into_iter()
        .map(|skill| {
            let entry = entries.iter().find(|(other, _)| *other == skill);
            let (_, entry) =
                entry.ok_or_else(|| node.error(format!("there is no entry “{skill}”")))?;
            self::skill(entry)
        })
        .collect();
    let skills = ordered?;
    for (skill, entry) in &entries {
        let values = &skills[skill.index()];
        let before = values.needs.map(|needed| &skills[needed.index()]);
        let fits = before.map_or(values.level == 1, |before| {
            before.tree == values.tree && before.level + 1 == values.level
        });
        if !fits {
            return Err(entry
                .get("needs")?
                .error("what is needed is one level lower in the same tree"));
        }
    }
    Ok(skills)
}

fn skill(node: &Node<'_>) -> Result<SkillValues, TableError> {
    node.only(&[
        "key",
        "who",
        "level",
        "cost",
        "needs",
        "effect",
        "auto_tons",
    ])?;
    let needs = node.get("needs")?;
    Ok(SkillValues {
        tree: node.get("who")?.parse()?,
        level: node.get("level")?.int(1..=9)?,
        cost: node.get("cost")?.int(0..=999)?,
        needs: if needs.str()?.is_empty() {
            None
        } else {
            Some(needs.parse()?)
        },
        auto_tons: node
            .opt("auto_tons")?
            .map(|tons| tons.int(1..=999_999))
            .transpose()?,
        effect: text(node, "effect")?,
    })
}

fn flotillas(root: &Node<'_>) -> Result<Vec<FlotillaValues>, TableError> {
    root.get("flotilla_note")?.only(&[])?;
    let node = root.get("flotilla")?;
    let mut names: Vec<String> = Vec::new();
    node.list(|entry| {
        entry.only(&["no", "base", "boats"])?;
        let mut slot = 0;
        let boats = entry.get("boats")?.items()?.into_iter().map(|boat| {
            slot += 1;
            just(&boat.get("slot")?, slot)?;
            let values = self::boat(&boat)?;
            if names.contains(&values.name) {
                return Err(boat.get("name")?.error("another boat has this name"));
            }
            names.push(values.name.clone());
            Ok(values)
        });
        let boats = fixed(&entry, boats)?;
        Ok(FlotillaValues {
            number: entry.get("no")?.int(1..=99)?,
            base: text(&entry, "base")?,
            boats,
        })
    })
}

fn boat(node: &Node<'_>) -> Result<BoatValues, TableError> {
    node.only(&["slot", "name", "type", "from", "xp", "tons"])?;
    Ok(BoatValues {
        hull: node.get("name")?.parse()?,
        name: text(node, "name")?,
        kind: node.get("type")?.parse()?,
        from: node.get("from")?.parse()?,
        xp: node.get("xp")?.int(0..=9999)?,
        tons: node.get("tons")?.int(0..=999_999)?,
    })
}
