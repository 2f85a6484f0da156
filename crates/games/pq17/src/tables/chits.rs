//! Special Conditions, Random Events and optional rules (chapter 12), (chapter 13).

use super::cells::{hexes, meta, text, texts, vp};
use crate::hex::Hexes;
use crate::side::{BySide, Side};
use crate::time::Turn;
use crate::vp::Vp;
use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};

named! {
    /// A Special Condition (chapter 12).
    Condition, "Special Condition" {
        AgentCobweb = "agent_cobweb",
        AtlanticBreakout = "atlantic_breakout",
        AxisConvoy = "axis_convoy",
        BomberCommand = "bomber_command",
        FaaStrike = "faa_strike",
        GroundOffensive = "ground_offensive",
        HarborRaids = "harbor_raids",
        Minelaying = "minelaying",
        NoRestrictions = "no_restrictions",
        Gearbox = "gearbox",
        Sizilien = "sizilien",
        Wunderland = "wunderland",
        Reinforcements = "reinforcements",
        SpecialAttack = "special_attack",
        None = "none",
    }
}

named! {
    /// A Special Attack [12.14].
    Attack, "Special Attack" {
        Archery = "archery",
        Title = "title",
    }
}

/// What a chit means for one side (chapter 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChitResult {
    pub condition: Condition,
    /// May be announced for +1 on the bid [4.1.2].
    pub bid_bonus: bool,
    /// Escorts and merchant ships, and what comes late costs: of an Axis Convoy [12.3].
    pub convoy: Option<(u8, u8, u8)>,
    /// CA, CL and DD of GEARBOX [12.10].
    pub gearbox: Option<(u8, u8, u8)>,
    pub attack: Option<Attack>,
}

/// Letters of the chits.
pub const CHITS: usize = 26;

named! {
    /// A Random Event (chapter 13).
    EventId, "Random Event" {
        None = "none",
        Reinforcements = "reinforcements",
        WeatherDamage = "weather_damage",
        Minefield = "minefield",
        Ultra = "ultra",
        FogNorthNorway = "local_weather_fog_north_norway",
        ClearNorthNorway = "local_weather_clear_north_norway",
        HighCommandCaution = "high_command_caution",
        SurpriseEncounter = "surprise_encounter",
        Breakdown = "breakdown",
        ElusiveTarget = "elusive_target",
        Collision = "collision",
        CoastWatchers = "coast_watchers",
        Grounding = "grounding",
        RaidAirfields = "raid_airfields",
        RaidPort = "raid_port",
        NightFlying = "night_flying",
        BDienst = "b_dienst",
        TorpedoFailure = "torpedo_failure",
        GroupRedeployment = "group_redeployment",
        LongRangeSearch = "long_range_search",
    }
}

/// A line of the Random Events table (chapter 13).
#[derive(Clone, Debug)]
pub struct RandomEvent {
    pub id: EventId,
    pub rule: String,
    pub text: String,
    /// Its number, where it has one: attacks of a minefield, extra hexes, a modifier, the least die.
    pub number: i8,
    /// Where it happens, if it names hexes: where mines lie.
    pub hexes: Option<Hexes>,
}

/// Two dice: 0 to 18.
pub const EVENTS: usize = 19;

named! {
    /// An optional rule.
    OptionId, "optional rule" {
        TargetLocationStrict = "target_location_strict",
        CoordinatedStrikes = "coordinated_strikes",
        AirSurprise = "air_surprise",
        NightActions = "night_actions",
        DestroyerHits = "destroyer_hits",
        VariableStart = "variable_start",
        CompleteOperations = "complete_operations",
        CombineInBadWeather = "combine_in_bad_weather",
        SovietEndurance = "soviet_endurance",
        Training = "training",
        AhistoricalForces = "ahistorical_forces",
        UntrainedUnits = "untrained_units",
        TransfersToGermany = "transfers_to_germany",
        BalanceVp = "balance_vp",
    }
}

/// An optional rule as the list shows it (R58).
#[derive(Clone, Debug)]
pub struct OptionValues {
    pub name: String,
    pub rule: String,
    pub default: bool,
    pub suggested: bool,
}

/// Numbers of the Special Conditions, on the one scale: Axis points are negative (chapter 12).
#[derive(Clone, Copy, Debug)]
pub struct ConditionValues {
    pub breakout_capital: Vp,
    pub breakout_cruiser: Vp,
    /// Turns to the Warning marker that a Breakout needs to score.
    pub breakout_turns: u16,
    pub mines_cruiser: Vp,
    pub mines_dd: Vp,
    pub mines_limit: Vp,
    pub gearbox_cruiser: Vp,
    pub gearbox_dd: Vp,
    pub axis_convoy: Vp,
    /// The last turn in which the Axis Convoy is in time [12.3] (R34).
    pub axis_convoy_last: Turn,
    /// Hits that sink a merchant ship in port.
    pub harbor_hits: u8,
    pub faa_failed: Vp,
    pub sizilien_capital: Vp,
    pub sizilien_cruiser: Vp,
    pub wunderland: Vp,
    /// ES and MV of the Soviet Convoy in the Kara Sea [12.12].
    pub kara_convoy: (u8, u8),
    pub archery: Vp,
    /// The least and the highest die with which TITLE hits, as often as it shows [12.14.2].
    pub title_hits: [u8; 2],
    /// CS of Halifaxes, and of the Stukas that join Day raids on Murmansk [12.4], [12.7] (R89).
    pub halifax_cs: u8,
    pub stuka_cs: u8,
    pub raids: u8,
}

/// Chits by letter, events by sum, options in their order.
#[derive(Clone, Debug)]
pub struct Chits {
    pub values: ConditionValues,
    pub conditions: BySide<Vec<ChitResult>>,
    pub events: BySide<Vec<RandomEvent>>,
    pub options: [OptionValues; 14],
}

pub fn read(
    conditions: &Node<'_>,
    events: &Node<'_>,
    options: &Node<'_>,
) -> Result<Chits, TableError> {
    Ok(Chits {
        values: values(&conditions.get("condition")?)?,
        conditions: chits(conditions)?,
        events: BySide {
            allied: event_table(events, Side::Allied)?,
            axis: event_table(events, Side::Axis)?,
        },
        options: option_list(options)?,
    })
}

fn values(node: &Node<'_>) -> Result<ConditionValues, TableError> {
    let points = |condition: Condition, key: &str| vp(&node.get(condition.id())?.get(key)?);
    let breakout = node.get(Condition::AtlanticBreakout.id())?;
    let raids = node.get(Condition::HarborRaids.id())?;
    Ok(ConditionValues {
        breakout_capital: points(Condition::AtlanticBreakout, "vp_capital")?,
        breakout_cruiser: points(Condition::AtlanticBreakout, "vp_cruiser")?,
        breakout_turns: breakout.get("turns_to_warning_needed")?.int(0..=20)?,
        mines_cruiser: points(Condition::Minelaying, "vp_cruiser")?,
        mines_dd: points(Condition::Minelaying, "vp_dd")?,
        mines_limit: points(Condition::Minelaying, "vp_cap")?,
        gearbox_cruiser: points(Condition::Gearbox, "vp_cruiser")?,
        gearbox_dd: points(Condition::Gearbox, "vp_dd")?,
        axis_convoy: points(Condition::AxisConvoy, "vp_per_mv_arrived")?,
        axis_convoy_last: last_turn(&node.get(Condition::AxisConvoy.id())?.get("last_turn")?)?,
        harbor_hits: raids.get("mv_hits_per_ship")?.int(1..=9)?,
        faa_failed: points(Condition::FaaStrike, "vp_per_cv_failed")?,
        sizilien_capital: points(Condition::Sizilien, "vp_capital")?,
        sizilien_cruiser: points(Condition::Sizilien, "vp_cruiser")?,
        wunderland: points(Condition::Wunderland, "vp_if_cb_used")?,
        kara_convoy: {
            let convoy = node.get(Condition::Wunderland.id())?.get("convoy")?;
            (convoy.get("es")?.int(0..=9)?, convoy.get("mv")?.int(1..=9)?)
        },
        archery: vp(&node
            .get(Condition::SpecialAttack.id())?
            .get("archery")?
            .get("vp")?)?,
        title_hits: title_hits(&node.get(Condition::SpecialAttack.id())?.get("title")?)?,
        halifax_cs: node
            .get(Condition::BomberCommand.id())?
            .get("cs")?
            .int(1..=9)?,
        stuka_cs: raids.get("stukas")?.get("cs")?.int(1..=9)?,
        raids: raids.get("raids")?.int(0..=9)?,
    })
}

/// A turn that the longest Operation still has.
fn last_turn(node: &Node<'_>) -> Result<Turn, TableError> {
    let turn: Turn = node.parse()?;
    match turn <= Turn::LAST {
        true => Ok(turn),
        false => Err(node.expected(format!("a turn up to {}", Turn::LAST))),
    }
}

/// The faces that hit: from one to another, and 0 never hits.
fn title_hits(node: &Node<'_>) -> Result<[u8; 2], TableError> {
    let [least, most] = node.get("hits_on")?.array()?;
    let least = least.int(1..=9)?;
    Ok([least, most.int(least..=9)?])
}

/// `A`, or `I-J`, as places in the alphabet.
pub fn letters(node: &Node<'_>) -> Result<std::ops::RangeInclusive<u8>, TableError> {
    let text = node.str()?;
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.as_bytes(), last.as_bytes()) {
        ([a @ b'A'..=b'Z'], [b @ b'A'..=b'Z']) if a <= b => Ok(a - b'A'..=b - b'A'),
        _ => Err(node.expected("a letter, or two with a dash between them")),
    }
}

fn chits(root: &Node<'_>) -> Result<BySide<Vec<ChitResult>>, TableError> {
    root.only(&["meta", "rules", "chit", "condition"])?;
    meta(root, "special_conditions")?;
    let known: Vec<&str> = Condition::ALL.map(Condition::id).to_vec();
    root.get("condition")?.only(&known)?;
    let mut all = BySide::new(|_| Vec::new());
    for entry in root.get("chit")?.items()? {
        entry.only(&["letters", "allied", "axis"])?;
        let name = entry.get("letters")?;
        let range = letters(&name)?;
        if usize::from(*range.start()) != all.allied.len() {
            return Err(name.error("the letters stand in their order, each once"));
        }
        for _ in range {
            for side in Side::ALL {
                all[side].push(chit(&entry.get(side.id())?, side)?);
            }
        }
    }
    match all.allied.len() {
        CHITS => Ok(all),
        _ => Err(root.get("chit")?.error("the chits go from A to Z")),
    }
}

fn chit(node: &Node<'_>, side: Side) -> Result<ChitResult, TableError> {
    node.only(&[
        "id",
        "bid_bonus",
        "es",
        "mv",
        "vp_if_late",
        "ca",
        "cl",
        "dd",
        "attack",
        "face_up",
        "draw_again",
    ])?;
    let flag = |key| node.opt(key)?.map_or(Ok(false), |cell| cell.bool());
    let three = |keys: [&str; 3]| -> Result<(u8, u8, u8), TableError> {
        let [a, b, c] = keys.map(|key| node.get(key)?.int(0..=9));
        Ok((a?, b?, c?))
    };
    let condition: Condition = node.get("id")?.parse()?;
    let open = condition == Condition::GroundOffensive; // lies open, and another is drawn [12.6]
    if flag("face_up")? != open || flag("draw_again")? != open {
        return Err(node.error("only a Ground Offensive lies open and is drawn again [12.6]"));
    }
    let german = matches!(condition, Condition::AxisConvoy);
    if german && side == Side::Allied {
        return Err(node.error("an Axis Convoy is no Allied condition"));
    }
    Ok(ChitResult {
        condition,
        bid_bonus: flag("bid_bonus")?,
        convoy: german
            .then(|| three(["es", "mv", "vp_if_late"]))
            .transpose()?,
        gearbox: (condition == Condition::Gearbox)
            .then(|| three(["ca", "cl", "dd"]))
            .transpose()?,
        attack: node
            .opt("attack")?
            .map(|attack| attack.parse())
            .transpose()?,
    })
}

fn event_table(root: &Node<'_>, side: Side) -> Result<Vec<RandomEvent>, TableError> {
    root.only(&["meta", "allied", "axis"])?;
    meta(root, "events")?;
    let entries: [Node<'_>; EVENTS] = root.get(side.id())?.array()?;
    let mut events = Vec::new();
    for (sum, entry) in entries.iter().enumerate() {
        entry.only(&[
            "roll",
            "id",
            "rule",
            "text",
            "attacks",
            "success_min",
            "drm",
            "extra_hexes",
            "hexes",
        ])?;
        entry.get("roll")?.int(sum..=sum)?;
        let mut number = 0;
        for key in ["attacks", "success_min", "drm", "extra_hexes"] {
            if let Some(cell) = entry.opt(key)? {
                number = cell.int(-9..=9)?;
            }
        }
        events.push(RandomEvent {
            id: entry.get("id")?.parse()?,
            rule: text(entry, "rule")?,
            text: text(entry, "text")?,
            number,
            hexes: entry.opt("hexes")?.map(|list| hexes(&list)).transpose()?,
        });
    }
    Ok(events)
}

fn option_list(root: &Node<'_>) -> Result<[OptionValues; 14], TableError> {
    root.only(&["meta", "option"])?;
    meta(root, "options")?;
    let entries: [Node<'_>; OptionId::ALL.len()] = root.get("option")?.array()?;
    let mut options = Vec::new();
    for (known, entry) in OptionId::ALL.into_iter().zip(&entries) {
        entry.only(&["id", "rule", "name", "default", "suggested"])?;
        texts(entry, &["name", "rule"])?;
        let id = entry.get("id")?;
        if id.parse::<OptionId>()? != known {
            return Err(id.expected(format!("{known}, in the order of the rules")));
        }
        options.push(OptionValues {
            name: text(entry, "name")?,
            rule: text(entry, "rule")?,
            default: entry.get("default")?.bool()?,
            suggested: entry
                .opt("suggested")?
                .map_or(Ok(false), |cell| cell.bool())?,
        });
    }
    options
        .try_into()
        .map_err(|_| root.error("expected fourteen optional rules"))
}
