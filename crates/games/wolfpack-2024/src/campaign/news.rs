//! What happens in port, and how the log tells it.

use super::{Code, Hull};
use crate::boats::{End, Letter, TorpedoType};
use crate::calendar::Month;
use crate::crew::{Man, Skill, Tree};
use crate::events::PatrolEvent;
use crate::ring::ApproachBox;
use crate::tables::{Pull, Tables};

/// Something that happened in port.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum News {
    Month {
        month: Month,
    },
    Sails {
        boat: Letter,
        hull: Hull,
    },
    Shortened {
        hull: Hull,
        fp: u16,
    },
    Transferred {
        from: Hull,
        tree: Tree,
        to: Letter,
    },
    Drawn {
        pull: Pull,
        result: &'static str,
        d10: u8,
    },
    PaidFate {
        pull: Pull,
        fp: u16,
    },
    BoughtTp {
        boat: Letter,
        tp: u8,
        xp: u16,
    },
    Bought {
        boat: Letter,
        skill: Skill,
        xp: u16,
    },
    Gained {
        hull: Hull,
        skill: Skill,
    },
    MayLoad {
        boat: Letter,
        most: u8,
    },
    Loaded {
        boat: Letter,
        aboard: [u8; 2],
    },
    Met {
        boat: Letter,
        event: PatrolEvent,
    },
    Discarded {
        boat: Letter,
        end: End,
        torpedo: TorpedoType,
    },
    Starts {
        boat: Letter,
        at: ApproachBox,
    },
    Wished {
        wished: u8,
        sent: u8,
    },
    SailsExtra {
        hull: Hull,
    },
    ExtraResult {
        hull: Hull,
        d10: u8,
        lost: bool,
        xp: u16,
        tons: u32,
    },
    Logged {
        hull: Hull,
        code: Code,
        xp: u16,
        tons: u32,
    },
    PatrolCounted {
        vp: i32,
        period: i32,
        need: i32,
        losses: u8,
    },
    PeriodOver {
        number: usize,
        vp: i32,
        need: i32,
        won: bool,
    },
    Decided {
        won: bool,
    },
    Converted {
        hull: Hull,
        points: u8,
        fp: u16,
    },
    SectionsCounted {
        hull: Hull,
        total: u8,
        lost: u8,
    },
    Forgot {
        hull: Hull,
        skill: Skill,
    },
    Learnt {
        hull: Hull,
        skill: Skill,
    },
    Recovery {
        hull: Hull,
        man: Man,
        d10: u8,
        recovers: bool,
    },
    Promoted {
        hull: Hull,
    },
    NewMan {
        hull: Hull,
        man: Man,
    },
    InRefit {
        hull: Hull,
        months: u8,
    },
    Rescued {
        hull: Hull,
        men: usize,
    },
    Abandoned,
}

impl News {
    /// A line of its own over what follows?
    pub(crate) const fn is_heading(&self) -> bool {
        matches!(self, Self::Month { .. } | Self::PatrolCounted { .. })
    }
}

type Told = (String, &'static [&'static str], Vec<u8>);

/// A sentence, its rules, its dice.
pub(crate) fn told(t: &Tables, news: &News) -> Told {
    match news {
        News::Month { month } => (month.name(), &["17.scenario_lengths"], vec![]),
        News::Sails { boat, hull } => (
            format!("{hull} sails as boat {boat}"),
            &["17.zero_to_four_boats"],
            vec![],
        ),
        News::Shortened { hull, fp } => (
            format!("A month of refit less for {hull}: {fp} FP left"),
            &["17.fp_refit_8"],
            vec![],
        ),
        News::Transferred { from, tree, to } => (
            format!("{} of {from} takes over in {to}", crew(*tree)),
            &["66.rescued_crew"],
            vec![],
        ),
        News::Drawn { pull, result, d10 } => (
            format!("{}: {result}", pull.id().replace('_', " ")),
            draw_rules(*pull),
            vec![*d10],
        ),
        News::PaidFate { pull, fp } => (
            format!(
                "Fate points pay for another pull ({}): {fp} left",
                pull.id().replace('_', " ")
            ),
            &["17.fp_repull_8"],
            vec![],
        ),
        News::MayLoad { boat, most } => (
            format!("{boat} may take {most} torpedoes"),
            &["21.load_card"],
            vec![],
        ),
        News::Loaded {
            boat,
            aboard: [steam, electric],
        } => (
            format!("{boat} takes {steam} G7a and {electric} G7e"),
            &["21.load_limits"],
            vec![],
        ),
        News::Met { boat, event } => (
            format!(
                "{boat} on the way out: {}",
                t.campaign.patrol_events[event.index()]
            ),
            &["22.patrol_event"],
            vec![],
        ),
        News::Discarded { boat, end, torpedo } => (
            format!("{boat} throws out a {torpedo} of the {end}"),
            &["22.patrol_event"],
            vec![],
        ),
        News::Starts { boat, at } => (format!("{boat} starts at {at}"), &["22.start_box"], vec![]),
        _ => crew_told(t, news).unwrap_or_else(|| sheet_told(news)),
    }
}

/// What crews learn, lose and suffer.
fn crew_told(t: &Tables, news: &News) -> Option<Told> {
    let effect = |skill: Skill| t.campaign.skill(skill).effect.as_str();
    Some(match news {
        News::BoughtTp { boat, tp, xp } => (
            format!("{boat} buys a tactical point: {tp} TP, {xp} XP left"),
            &["20.tp_limit"],
            vec![],
        ),
        News::Bought { boat, skill, xp } => (
            format!("{boat} buys “{}”: {xp} XP left", effect(*skill)),
            &["14.in_order"],
            vec![],
        ),
        News::Gained { hull, skill } => (
            format!(
                "The captain of {hull} has it in his blood: {}",
                effect(*skill)
            ),
            &["14.captain_100000_tons"],
            vec![],
        ),
        News::SectionsCounted { hull, total, lost } => (
            format!("{hull}: wounds of the crew add up to {total}, {lost} enhancements lost"),
            &["71.crew_losses"],
            vec![],
        ),
        News::Forgot { hull, skill } => (
            format!("The crew of {hull} loses “{}”", effect(*skill)),
            &["71.crew_losses"],
            vec![],
        ),
        News::Learnt { hull, skill } => (
            format!("The crew of {hull} gains “{}”", effect(*skill)),
            &["71.free_enhancement"],
            vec![],
        ),
        News::Recovery {
            hull,
            man,
            d10,
            recovers,
        } => {
            let so = if *recovers { "recovers" } else { "is replaced" };
            (
                format!("{man} of {hull} {so}"),
                &["72.heavy_officer"],
                vec![*d10],
            )
        }
        News::Promoted { hull } => (
            format!("The 1WO of {hull} is her captain now"),
            &["72.captain_kia"],
            vec![],
        ),
        News::NewMan { hull, man } => (
            format!("A new {man} joins {hull}"),
            &["73.other_officers"],
            vec![],
        ),
        _ => return None,
    })
}

/// What is written on the campaign sheet.
fn sheet_told(news: &News) -> Told {
    match news {
        News::Wished { wished, sent } => (
            format!("{wished} extra boats wished for, {sent} go"),
            &["23.extra_number"],
            vec![],
        ),
        News::SailsExtra { hull } => (
            format!("{hull} sails on an extra patrol"),
            &["23.extra_number"],
            vec![],
        ),
        News::ExtraResult {
            hull,
            d10,
            lost,
            xp,
            tons,
        } => {
            let text = if *lost {
                format!("{hull} does not come back from her extra patrol")
            } else {
                format!("{hull} comes back from her extra patrol: {xp} XP, {tons} t")
            };
            (text, &["68.extra_table"], vec![*d10])
        }
        News::Logged {
            hull,
            code,
            xp,
            tons,
        } => (
            format!("{hull}: {code}, {xp} XP, {tons} t"),
            &["13.log_codes", "69.xp"],
            vec![],
        ),
        News::PatrolCounted {
            vp,
            period,
            need,
            losses,
        } => (
            format!(
                "The patrol brings {vp} VP: {period} of {need} this period, {losses} boats lost"
            ),
            &["69.patrol_vp"],
            vec![],
        ),
        News::PeriodOver {
            number,
            vp,
            need,
            won,
        } => {
            let so = if *won { "won" } else { "lost" };
            (
                format!("War period {number} is {so}: {vp} VP, {need} were needed"),
                &["69.period_result"],
                vec![],
            )
        }
        News::Decided { won: true } => ("It is won".to_owned(), &["70.auto_win"], vec![]),
        News::Decided { won: false } => ("It is lost".to_owned(), &["70.auto_loss"], vec![]),
        News::Converted { hull, points, fp } => (
            format!("{hull} gives {points} XP: {fp} FP"),
            &["71.xp_to_fp"],
            vec![],
        ),
        News::InRefit { hull, months } => (
            format!("{hull} is in refit for {months} months"),
            &["72.refit_months"],
            vec![],
        ),
        News::Rescued { hull, men } => (
            format!("{men} of the crew of {hull} wait for another boat"),
            &["66.rescued_crew"],
            vec![],
        ),
        News::Abandoned => ("The game is given up".to_owned(), &[], vec![]),
        _ => (String::new(), &[], vec![]),
    }
}

const fn draw_rules(pull: Pull) -> &'static [&'static str] {
    match pull {
        Pull::ConvoySize => &["19.size"],
        Pull::ConvoySpeed => &["19.speed"],
        Pull::Weather => &["22.weather"],
        _ => &["22.time"],
    }
}

const fn crew(tree: Tree) -> &'static str {
    match tree {
        Tree::Captain => "The captain",
        Tree::FirstWo => "The 1WO",
        Tree::SecondWo => "The 2WO",
        Tree::Chief => "The chief engineer",
        Tree::Crew => "The crew",
    }
}
