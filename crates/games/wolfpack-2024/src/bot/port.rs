//! In port: points 26 to 28.

use super::Advice;
use super::approach::station;
use crate::boats::Letter;
use crate::calendar::Era;
use crate::campaign::{Answer, Campaign, Career, Code, Draw, Port, Rescued};
use crate::choice::{Choice, Part};
use crate::conditions::{MapSide, Speed, Time, Weather};
use crate::crew::{Skill, Skills, Tree};
use crate::ring::ApproachBox;
use crate::setup::Scenario;
use crate::tables::{Pull, Tables};
use crate::view::View;

/// What is learnt, in this order [26].
const LESSONS: [Skill; 14] = [
    Skill::CapTdc2,
    Skill::CapTdc3,
    Skill::CapTdcDrm,
    Skill::CeOne,
    Skill::CrewRep1,
    Skill::CeTwo,
    Skill::CrewRep2,
    Skill::CrewReload,
    Skill::Wo2Heal8,
    Skill::Wo1Tdc2,
    Skill::Wo1Tdc3,
    Skill::Wo1TdcDrm,
    Skill::CeThree,
    Skill::CeFlood,
];

/// Experience that late boats keep for tactical points [26].
const LATE_RESERVE: u16 = 10;
/// Fate points that are kept for the time of day, which matters most [28].
const KEPT: u16 = 8;

pub(super) fn advise(
    view: View<'_>,
    letter: Letter,
    port: Port,
    choices: &[Choice],
) -> Option<Advice> {
    let campaign = view.campaign()?;
    let t = view.tables();
    Some(match port {
        Port::Muster => muster(view, campaign, choices),
        Port::Crews => crews(view, campaign, choices),
        Port::Fate(draw) => fate(view, campaign, draw),
        Port::Buy => buy(view, letter, choices),
        Port::Start(_) => start(view, choices),
        Port::Wish => wish(view, campaign),
        Port::Name(_) => {
            let least = |career: &Career| weight(t, career);
            let named = choices.iter().filter_map(|choice| match choice {
                Choice::Port(Answer::Extra(hull)) => Some((campaign.career(*hull)?, *choice)),
                _ => None,
            });
            let best = named.min_by_key(|(career, _)| least(career));
            Advice::new(
                best.map(|(_, choice)| choice),
                "The greenest crew has most to learn.",
            )
        }
        Port::Convert => convert(view, letter, campaign),
        Port::Forget(_) => {
            let cost = |choice: &&Choice| match choice {
                Choice::Port(Answer::Forget(skill)) => t.campaign.skill(*skill).cost,
                _ => u16::MAX,
            };
            Advice::new(
                choices.iter().min_by_key(cost).copied(),
                "The cheapest is the least loss.",
            )
        }
        Port::Learn => {
            let place = |choice: &&Choice| match choice {
                Choice::Port(Answer::Learn(skill)) => lesson(*skill),
                _ => usize::MAX,
            };
            Advice::new(
                choices.iter().min_by_key(place).copied(),
                "The next lesson of the crew.",
            )
        }
        Port::PlayOn => Advice::new(Choice::Port(Answer::Stop), "The campaign is decided."),
        _ => return None,
    })
}

fn lesson(skill: Skill) -> usize {
    let place = LESSONS.iter().position(|lesson| *lesson == skill);
    place.unwrap_or(LESSONS.len())
}

/// What a set of enhancements has cost.
fn cost(t: &Tables, skills: Skills) -> u32 {
    skills
        .iter()
        .map(|skill| u32::from(t.campaign.skill(skill).cost))
        .sum()
}

/// What a crew is worth: what it has learnt and what it can still learn.
fn weight(t: &Tables, career: &Career) -> u32 {
    cost(t, career.skills) + u32::from(career.xp)
}

/// The most skilled boats that are in port; early in the war those that were out last month rest if others are as good
/// [27].
fn muster(view: View<'_>, campaign: &Campaign, choices: &[Choice]) -> Advice {
    let t = view.tables();
    let sent = view.boats().count();
    let rests = |career: &Career| {
        let last = campaign.month.index().checked_sub(1);
        let out = last.is_some_and(|last| career.log[last] == Code::Completed);
        if out && view.era() == Era::Early {
            10
        } else {
            0
        }
    };
    let boats = choices.iter().filter_map(|choice| match choice {
        Choice::Port(Answer::Send(hull)) => Some((campaign.career(*hull)?, *choice)),
        _ => None,
    });
    let best = boats.max_by_key(|(career, _)| {
        let worth = weight(t, career).saturating_sub(rests(career));
        (worth, std::cmp::Reverse(career.hull))
    });
    match best {
        Some((career, choice)) if sent < 4 => Advice::new(choice, "The best crew in port sails.")
            .weighing("experience and skills", f64::from(weight(t, career))),
        _ => Advice::new(Choice::Done, "All who can sail are named."),
    }
}

/// Rescued men go where they know more than those they replace [66.rescued_crew].
fn crews(view: View<'_>, campaign: &Campaign, choices: &[Choice]) -> Advice {
    let t = view.tables();
    let gain = |man: &Rescued, letter: Letter| {
        let own = view.career(letter).map_or(Skills::NONE, |career| {
            career.skills_of(&t.campaign, man.tree)
        });
        let xp = if man.tree == Tree::Captain {
            i64::from(man.xp) - view.career(letter).map_or(0, |career| i64::from(career.xp))
        } else {
            0
        };
        i64::from(cost(t, man.skills)) - i64::from(cost(t, own)) + xp
    };
    let moves = choices.iter().filter_map(|choice| match choice {
        Choice::Port(Answer::Transfer(from, tree, to)) => {
            let same = |man: &&Rescued| man.from == *from && man.tree == *tree;
            let man = campaign.pool.iter().find(same)?;
            Some((gain(man, *to), *choice))
        }
        _ => None,
    });
    match moves.max_by_key(|(gain, _)| *gain) {
        Some((gain, choice)) if gain > 0 => {
            Advice::new(choice, "They know more than the men aboard.")
                .weighing("skills gained", gain as f64)
        }
        _ => Advice::new(Choice::Done, "The crews stay as they are."),
    }
}

/// Night and good weather are worth fate points first, then a large and a slow convoy; the last are kept for the time
/// of day [28].
fn fate(view: View<'_>, campaign: &Campaign, draw: Draw) -> Advice {
    let t = view.tables();
    let setup = &t.setup;
    let fp = campaign.fp;
    let (bad, spare) = match draw.pull {
        Pull::TimeOfDay => (setup.time(draw.value) == Time::Day, 0),
        Pull::Weather => (
            setup.weather(campaign.month.of_year(), draw.value) == Weather::Bad,
            KEPT,
        ),
        Pull::ConvoySize => (
            setup.side(view.era(), draw.value) == MapSide::Small,
            2 * KEPT,
        ),
        Pull::ConvoySpeed => (setup.speed(view.era(), draw.value) == Speed::Fast, 2 * KEPT),
        _ => (false, 0),
    };
    let price = u16::from(setup.repull_fp);
    if bad && fp >= price + spare {
        Advice::new(Choice::Repull(Part::D10), "Fate can do better.")
            .weighing("fate points", f64::from(fp))
            .weighing("kept", f64::from(spare))
    } else {
        Advice::new(Choice::Keep, "The fate points are kept.")
            .weighing("fate points", f64::from(fp))
    }
}

/// Lessons in their order; tactical points with what is left, and late in the war before anything else [26].
fn buy(view: View<'_>, letter: Letter, choices: &[Choice]) -> Advice {
    let (Some(career), Some(boat)) = (view.career(letter), view.boat(letter)) else {
        return Advice::new(Choice::Done, "There is nobody to teach.");
    };
    let t = view.tables();
    let single = matches!(view.setup().scenario, Scenario::Patrol(_));
    let late = view.era() == Era::Late;
    let wanted = if late { 5 } else { 4 };
    let short = boat.tp < wanted;
    let points = Choice::Port(Answer::BuyTp);
    let lessons = choices.iter().filter_map(|choice| match choice {
        Choice::Port(Answer::Buy(skill)) => Some((lesson(*skill), *skill, *choice)),
        _ => None,
    });
    let next = lessons
        .filter(|(place, ..)| *place < LESSONS.len())
        .min_by_key(|(place, ..)| *place);
    let reserve = if short && late { LATE_RESERVE } else { 0 };
    let taught = next.filter(|(place, skill, _)| {
        // A single patrol has no use for what pays only in the long run.
        let useful = !single || *place < 3;
        useful && career.xp >= t.campaign.skill(*skill).cost + reserve
    });
    let xp = f64::from(career.xp);
    match taught {
        Some((_, _, choice)) => {
            Advice::new(choice, "The next lesson of the doctrine.").weighing("experience", xp)
        }
        None if choices.contains(&points) && (single || short && (late || next.is_none())) => {
            Advice::new(points, "Points save boats.")
                .weighing("experience", xp)
                .weighing("tactical points", f64::from(boat.tp))
        }
        None => Advice::new(Choice::Done, "The rest is saved.").weighing("experience", xp),
    }
}

/// The best box of the location [1].
fn start(view: View<'_>, choices: &[Choice]) -> Advice {
    let boxes = choices.iter().filter_map(|choice| match choice {
        Choice::To(at) => Some((station(view, *at), *at, *choice)),
        _ => None,
    });
    let better =
        |a: &(f64, ApproachBox, Choice), b: &(f64, ApproachBox, Choice)| a.0.total_cmp(&b.0);
    match boxes.max_by(better) {
        Some((worth, _, choice)) => {
            Advice::new(choice, "Furthest ahead of the convoy.").weighing("worth", worth)
        }
        None => Advice::new(None, "There is one box."),
    }
}

/// One extra boat while losses are few and the sea is not yet too hot [27].
fn wish(view: View<'_>, campaign: &Campaign) -> Advice {
    let limit = campaign.loss_limit(view.tables(), view.setup().scenario);
    let room = limit.map_or(0, |limit| limit.saturating_sub(campaign.losses));
    let wished = u8::from(campaign.month.period() < 3 && room >= 4);
    Advice::new(
        Choice::Port(Answer::Wish(wished)),
        "Extra boats learn, but they are lost too.",
    )
    .weighing("boats that may still be lost", f64::from(room))
}

/// Experience beyond the next lesson becomes fate [28].
fn convert(view: View<'_>, letter: Letter, campaign: &Campaign) -> Advice {
    let xp = view.career(letter).map_or(0, |career| career.xp);
    let step = view.tables().setup.repull_fp;
    if campaign.fp < 2 * KEPT && xp >= 35 && !matches!(view.setup().scenario, Scenario::Patrol(_)) {
        Advice::new(
            Choice::Port(Answer::Convert(step)),
            "She has experience to spare, and fate is short.",
        )
        .weighing("experience", f64::from(xp))
    } else {
        Advice::new(Choice::Done, "Experience is kept for lessons.")
            .weighing("experience", f64::from(xp))
    }
}
