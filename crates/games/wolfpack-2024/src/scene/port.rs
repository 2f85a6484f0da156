//! What is asked in port, and the campaign sheet beside the map.

use crate::boats::Letter;
use crate::calendar::Month;
use crate::campaign::{Answer, Campaign, Career, Code, Port};
use crate::crew::{Skill, Tree};
use crate::tables::{FlotillaValues, Pull};
use crate::view::View;
use derbyhouse_scene::{Fact, Lies, Part, Sheet, Tag, Tone};

/// The question in plain words.
pub(super) fn question(view: View<'_>, letter: Letter, name: &str, port: Port) -> Option<String> {
    let fp = view.campaign().map_or(0, |campaign| campaign.fp);
    Some(match port {
        Port::Muster => match view.boats().count() {
            0 => "Which boat sails first?".to_owned(),
            sent => format!("{sent} boats sail. Which one besides?"),
        },
        Port::Crews => "Do rescued men take over in a boat of this patrol?".to_owned(),
        Port::Fate(draw) => format!(
            "{}. {fp} FP: keep it?",
            drawn(view, draw.pull, draw.value, draw.boat)
        ),
        Port::Buy => {
            let xp = view.career(letter).map_or(0, |career| career.xp);
            format!("What does {name} buy? {xp} XP")
        }
        Port::Stow(most, end, torpedo) => {
            format!("{name} may take {most} torpedoes. How many {torpedo} at the {end}?")
        }
        Port::Arm(tube) => format!("What goes into tube {tube} of {name}?"),
        Port::Defect => format!("A torpedo of {name} has a defect. Which one is thrown out?"),
        Port::Start(Some(location)) => format!("Where in {location} does {name} start?"),
        Port::Start(None) => format!("{name} knows where the convoy is. Where does she start?"),
        Port::Wish => "How many extra boats shall sail besides?".to_owned(),
        Port::Name(left) => format!("Which extra boats go? {left} to name"),
        Port::PlayOn => "The campaign is decided. Play on for fun?".to_owned(),
        Port::Convert => format!("Does {name} give experience for fate points? {fp} FP now"),
        Port::Forget(_) => format!("Which enhancement does the crew of {name} lose?"),
        Port::Learn => format!("Which enhancement does the crew of {name} gain?"),
        Port::Sections | Port::Officers => return None,
    })
}

/// A result of set-up in words.
fn drawn(view: View<'_>, pull: Pull, value: u8, boat: Option<Letter>) -> String {
    let (rules, era) = (&view.tables().setup, view.era());
    match pull {
        Pull::ConvoySize => format!("A {} convoy", rules.side(era, value)),
        Pull::ConvoySpeed => format!("A {} convoy", rules.speed(era, value)),
        Pull::Weather => {
            let month = view.month().map_or(0, |month| month.of_year());
            format!("{} weather", rules.weather(month, value))
        }
        Pull::TimeOfDay => format!("By {}", rules.time(value)),
        _ => {
            let boat = boat.and_then(|letter| view.boat(letter));
            let card = view.tables().cards.patrol.get(usize::from(value));
            match (boat, card) {
                (Some(boat), Some(card)) => {
                    format!("{} may take {} torpedoes", boat.name, card.load(boat.kind))
                }
                _ => "A load".to_owned(),
            }
        }
    }
}

/// What a button says.
pub(super) fn label(view: View<'_>, answer: Answer) -> String {
    let rules = &view.tables().campaign;
    let skill = |skill: Skill| rules.skill(skill).effect.as_str();
    match answer {
        Answer::Send(hull) => {
            let career = view.campaign().and_then(|campaign| campaign.career(hull));
            career.map_or_else(|| hull.to_string(), boat)
        }
        Answer::Shorten(hull) => format!(
            "{} FP: a month of refit less for {hull}",
            view.tables().points.refit_month_fp
        ),
        Answer::Transfer(from, tree, to) => format!("{} of {from} to {to}", crew(tree)),
        Answer::BuyTp => format!("A tactical point ({} XP)", view.tables().points.tp_cost_xp),
        Answer::Buy(bought) => format!(
            "{}: {} ({} XP)",
            crew(rules.skill(bought).tree),
            skill(bought),
            rules.skill(bought).cost
        ),
        Answer::Usual => "The usual load".to_owned(),
        Answer::Stow(_, _, count) => count.to_string(),
        Answer::Discard(end, torpedo) => format!("A {torpedo} of the {end}"),
        Answer::Wish(count) => count.to_string(),
        Answer::Extra(hull) => hull.to_string(),
        Answer::Convert(points) => format!("{points} XP"),
        Answer::Forget(lost) => skill(lost).to_owned(),
        Answer::Learn(gained) => skill(gained).to_owned(),
        Answer::PlayOn => "Play on".to_owned(),
        Answer::Stop => "Stop here".to_owned(),
    }
}

fn boat(career: &Career) -> String {
    format!(
        "{}, Type {}, {} XP, {} t",
        career.hull, career.kind, career.xp, career.tons
    )
}

const fn crew(tree: Tree) -> &'static str {
    match tree {
        Tree::Captain => "Captain",
        Tree::FirstWo => "First watch officer",
        Tree::SecondWo => "Second watch officer",
        Tree::Chief => "Chief engineer",
        Tree::Crew => "Crew",
    }
}

/// Month, fate points, the war period.
pub(super) fn facts(view: View<'_>) -> Vec<Fact> {
    let Some(campaign) = view.campaign() else {
        return vec![];
    };
    let mut facts = vec![
        Fact::new("month", campaign.month.name()),
        Fact::new("FP", campaign.fp),
    ];
    let scenario = view.setup().scenario;
    if let Some(limit) = campaign.loss_limit(view.tables(), scenario) {
        let need = campaign.need(view.tables());
        facts.push(Fact::new("period", format!("{} of {need} VP", campaign.vp)));
        facts.push(Fact::new("lost", format!("{} of {limit}", campaign.losses)));
    }
    facts
}

/// The campaign sheet: a table for each flotilla, periods, rescued men [13.log_codes].
pub(super) fn sheet(view: View<'_>) -> Option<Sheet> {
    let campaign = view.campaign()?;
    if !view.setup().scenario.is_campaign() {
        return None;
    }
    let flotillas = &view.tables().campaign.flotillas;
    let mut parts = vec![periods(view, campaign)];
    parts.extend(
        flotillas
            .iter()
            .map(|flotilla| roster(view, campaign, flotilla)),
    );
    if !campaign.pool.is_empty() {
        let men = campaign.pool.iter().map(|man| {
            vec![
                man.from.to_string(),
                crew(man.tree).to_owned(),
                learnt(view, man.skills.iter()),
            ]
        });
        parts.push(Part::Rows {
            title: "Rescued".to_owned(),
            rows: men.collect(),
        });
    }
    Some(Sheet {
        id: "campaign".to_owned(),
        title: "Campaign sheet".to_owned(),
        note: format!("{}, {} FP", campaign.month.name(), campaign.fp),
        seat: String::new(),
        piece: None,
        lies: Lies::Open,
        parts,
    })
}

fn periods(view: View<'_>, campaign: &Campaign) -> Part {
    let first = view.setup().scenario.first_month();
    let offset = first.map_or(0, |month| month.period());
    let over = campaign
        .periods
        .iter()
        .zip(1..)
        .map(|(period, number)| Tag {
            text: format!(
                "period {}: {} VP, {}",
                number + offset,
                period.vp,
                if period.won { "won" } else { "lost" }
            ),
            tone: if period.won { Tone::Good } else { Tone::Bad },
            about: String::new(),
        });
    let now = Tag {
        text: format!(
            "this period: {} of {} VP",
            campaign.vp,
            campaign.need(view.tables())
        ),
        tone: Tone::Plain,
        about: String::new(),
    };
    Part::Tags {
        title: "War periods".to_owned(),
        tags: over.chain([now]).collect(),
    }
}

/// Boats of a flotilla with their months; columns in words for whoever cannot see them.
fn roster(view: View<'_>, campaign: &Campaign, flotilla: &FlotillaValues) -> Part {
    let scenario = view.setup().scenario;
    let months: Vec<Month> = Month::all()
        .filter(|month| {
            let (first, last) = (scenario.first_month(), scenario.last_month());
            first.is_some_and(|first| *month >= first) && last.is_some_and(|last| *month <= last)
        })
        .collect();
    let boats = flotilla.boats.iter();
    let rows = boats
        .filter_map(|values| campaign.career(values.hull))
        .map(|career| {
            let log: Vec<&str> = months
                .iter()
                .map(|month| career.code(*month))
                .map(|code| if code == Code::Open { "·" } else { code.id() })
                .collect();
            vec![
                career.hull.to_string(),
                career.kind.to_string(),
                log.join(" "),
                format!("{} XP", career.xp),
                format!("{} t", career.tons),
                learnt(view, career.skills.iter()),
            ]
        });
    Part::Rows {
        title: format!("Flotilla {}, {}", flotilla.number, flotilla.base),
        rows: rows.collect(),
    }
}

/// Enhancements in words: of a branch only the highest counts [14.not_cumulative].
fn learnt(view: View<'_>, skills: impl Iterator<Item = Skill>) -> String {
    let rules = &view.tables().campaign;
    let owned: Vec<Skill> = skills.collect();
    let built_on = |skill: &&Skill| {
        owned
            .iter()
            .any(|other| rules.skill(*other).needs == Some(**skill))
    };
    let top = owned.iter().filter(|skill| !built_on(skill));
    let words: Vec<&str> = top
        .map(|skill| rules.skill(*skill).effect.as_str())
        .collect();
    words.join("; ")
}
