//! Ways to play, and boats that come ready made [17.scenario_lengths], [67.replacement_boat], [pb.training_setup].

use super::cells::{by_name, fixed, is, just, pair, text};
use crate::boats::{BoatType, TorpedoType};
use crate::calendar::Era;
use crate::conditions::Conditions;
use crate::ring::ApproachBox;
use crate::setup::Scenario;
use derbyhouse_tables::{Node, TableError};

/// All five ways to play.
#[derive(Clone, Debug)]
pub struct Scenarios {
    pub training: TrainingValues,
    pub patrol: PatrolValues,
    /// Single war period, early campaign, full campaign: fate points at the start [17.start_fp].
    start_fp: [u8; 3],
    /// So many boats lost lose a single war period.
    pub period_losses: u8,
    /// So many periods won win the early campaign.
    pub early_periods: u8,
    /// By [`Era::index`] [67.replacement_boat].
    pub replacement: [Replacement; 2],
}

impl Scenarios {
    /// Fate points at the start [17.start_fp].
    pub fn start_fp(&self, scenario: Scenario) -> u16 {
        let [period, early, full] = self.start_fp;
        match scenario {
            Scenario::Training => 0,
            Scenario::Patrol(_) => self.patrol.start_fp.into(),
            Scenario::WarPeriod(_) => period.into(),
            Scenario::EarlyCampaign => early.into(),
            Scenario::FullCampaign => full.into(),
        }
    }
}

/// Torpedoes of one boat, as they lie.
#[derive(Clone, Debug)]
pub struct Load {
    /// One each, in order.
    pub tubes: Vec<TorpedoType>,
    /// By [`crate::boats::End::index`] and [`TorpedoType::index`].
    pub reloads: [[u8; 2]; 2],
}

impl Load {
    /// All of them.
    pub fn count(&self) -> usize {
        let reloads: u8 = self.reloads.iter().flatten().sum();
        self.tubes.len() + usize::from(reloads)
    }
}

/// The training scenario [pb.training_setup].
#[derive(Clone, Debug)]
pub struct TrainingValues {
    pub name: String,
    pub conditions: Conditions,
    pub start_turn: u8,
    pub start_box: ApproachBox,
    pub start_tp: u8,
    pub load: Load,
    /// Least VP to pass, to succeed, and to be outstanding.
    pub victory: [i32; 3],
}

/// The patrol mission.
#[derive(Clone, Debug)]
pub struct PatrolValues {
    pub name: String,
    pub start_fp: u8,
    /// Experience to spend on each boat, by [`Era::index`].
    pub start_xp: [u16; 2],
    /// VP for each boat sent, by [`Era::index`].
    pub vp_per_boat: [i32; 2],
}

/// A boat that takes the place of a lost one [67.replacement_boat].
#[derive(Clone, Debug)]
pub struct Replacement {
    pub tp: u8,
    pub load: Load,
}

pub fn read(root: &Node<'_>) -> Result<Scenarios, TableError> {
    let node = root.get("scenario")?;
    node.only(&["TS", "PM", "SWP", "EC", "FC"])?;
    let fp = |key: &str| node.get(key)?.get("start_fp")?.int(0..=99);
    for (key, patrols) in [("SWP", 3), ("EC", 9), ("FC", 18)] {
        let scenario = node.get(key)?;
        scenario.only(&[
            "name",
            "patrols",
            "war_periods",
            "start_fp",
            "victory",
            "loss_limit",
            "periods_to_win",
            "extra_uboats",
        ])?;
        just(&scenario.get("patrols")?, patrols)?; // [17.scenario_lengths]
        let extra = scenario.get("extra_uboats")?;
        if extra.bool()? != (key != "SWP") {
            return Err(extra.error("extra boats sail in the early and the full campaign only")); // (R85)
        }
    }
    just(
        &root.get("points")?.get("start_fp_full_campaign")?,
        i64::from(fp("FC")?),
    )?;
    Ok(Scenarios {
        training: training(&node.get("TS")?)?,
        patrol: patrol(&node.get("PM")?)?,
        start_fp: [fp("SWP")?, fp("EC")?, fp("FC")?],
        period_losses: node.get("SWP")?.get("loss_limit")?.int(1..=20)?,
        early_periods: node.get("EC")?.get("periods_to_win")?.int(1..=3)?,
        replacement: replacement(&root.get("replacement_uboat")?)?,
    })
}

fn training(node: &Node<'_>) -> Result<TrainingValues, TableError> {
    node.only(&[
        "name",
        "boats",
        "boat_type",
        "boat_letter",
        "date",
        "era",
        "convoy",
        "start_turn",
        "start_box",
        "start_tp",
        "tubes",
        "bow_reloads",
        "stern_reloads",
        "rings",
        "phases",
        "no_asw",
        "stragglers",
        "home_events",
        "victory",
    ])?;
    just(&node.get("boats")?, 1)?;
    is(&node.get("boat_type")?, "VII")?;
    is(&node.get("boat_letter")?, "W")?;
    is(&node.get("era")?, "early")?;
    for (key, yes) in [
        ("no_asw", true),
        ("stragglers", false),
        ("home_events", false),
    ] {
        let cell = node.get(key)?;
        if cell.bool()? != yes {
            return Err(cell.error("training has no escorts, no stragglers and no way home"));
        }
    }
    let phases = "torpedo uboat_movement observation tdc convoy_movement reload uboat_attack"; // [pb.training_phases]
    if node.get("phases")?.list(|phase| phase.str())?.join(" ") != phases {
        return Err(node
            .get("phases")?
            .error(format!("the phases of training are {phases}")));
    }
    let convoy = node.get("convoy")?;
    convoy.only(&["size", "speed", "weather", "time"])?;
    let [pass, success, outstanding] = by_name(
        &node.get("victory")?,
        ["pass", "success", "outstanding"],
        |vp| vp.int(1..=99),
    )?;
    if !(pass < success && success < outstanding) {
        return Err(node
            .get("victory")?
            .error("each level takes more than the one before"));
    }
    let tubes = node.get("tubes")?;
    Ok(TrainingValues {
        name: text(node, "name")?,
        conditions: Conditions {
            side: convoy.get("size")?.parse()?,
            speed: convoy.get("speed")?.parse()?,
            weather: convoy.get("weather")?.parse()?,
            time: convoy.get("time")?.parse()?,
        },
        start_turn: node.get("start_turn")?.int(1..=20)?,
        start_box: node.get("start_box")?.parse()?,
        start_tp: node.get("start_tp")?.int(0..=8)?,
        load: Load {
            tubes: BoatType::VII
                .all_tubes()
                .map(|tube| tubes.get(&tube.to_string())?.parse())
                .collect::<Result<_, _>>()?,
            reloads: [
                stock(&node.get("bow_reloads")?)?,
                stock(&node.get("stern_reloads")?)?,
            ],
        },
        victory: [pass, success, outstanding],
    })
}

fn patrol(node: &Node<'_>) -> Result<PatrolValues, TableError> {
    node.only(&[
        "name",
        "boats",
        "months",
        "start_fp",
        "start_xp_per_boat",
        "patrol_events",
        "extra_uboats",
        "vp_per_boat_to_win",
        "max_losses",
    ])?;
    pair(&node.get("boats")?, 1, 4)?;
    Ok(PatrolValues {
        name: text(node, "name")?,
        start_fp: node.get("start_fp")?.int(0..=99)?,
        start_xp: by_name(&node.get("start_xp_per_boat")?, Era::ALL, |xp| {
            xp.int(0..=999)
        })?,
        vp_per_boat: by_name(&node.get("vp_per_boat_to_win")?, Era::ALL, |vp| {
            vp.int(0..=99)
        })?,
    })
}

fn replacement(node: &Node<'_>) -> Result<[Replacement; 2], TableError> {
    node.only(&["tp", "early", "late", "type", "max_per_player"])?;
    is(&node.get("type")?, "VII")?;
    just(&node.get("max_per_player")?, 1)?; // [67.one_replacement]
    let tp = node.get("tp")?.int(0..=8)?;
    let boats = Era::ALL.into_iter().map(|era| {
        let entry = node.get(era.id())?;
        entry.only(&["tubes", "bow_reloads", "stern_reloads"])?;
        let tubes: [TorpedoType; 5] = entry.get("tubes")?.list_of(|kind| kind.parse())?;
        let reloads = [
            stock(&entry.get("bow_reloads")?)?,
            stock(&entry.get("stern_reloads")?)?,
        ];
        Ok(Replacement {
            tp,
            load: Load {
                tubes: tubes.to_vec(),
                reloads,
            },
        })
    });
    fixed(node, boats)
}

/// Reloads of an end, by type.
fn stock(node: &Node<'_>) -> Result<[u8; 2], TableError> {
    by_name(node, TorpedoType::ALL, |count| count.int(0..=20))
}
