//! In port: the campaign sheet, and questions and answers in plain words.

use crate::boats::{BoatType, Letter};
use crate::calendar::Month;
use crate::campaign::{Answer, Campaign, Career, Draw, Port};
use crate::crew::{Skill, Tree};
use crate::tables::{Pull, Tables};
use crate::view::View;
use derbyhouse_scene::{Part, Sheet, Tag, Tone};

/// What is asked in port.
pub(super) fn question(view: View<'_>, name: &str, port: &Port) -> String {
    let fp = view.campaign().map_or(0, |campaign| campaign.fp);
    match port {
        Port::Muster => {
            let sent = view.boats().count();
            format!("Which boats sail? {sent} of at most 4 so far, {fp} fate points.")
        }
        Port::Crews => "Which rescued men go to which boat?".to_owned(),
        Port::Fate(draw) => {
            let result = drawn(view, draw);
            format!("{result}. Keep it, or pay 8 of {fp} fate points?")
        }
        Port::Buy => {
            let xp = view_xp(view, name);
            format!("What does {name} buy?{xp}")
        }
        Port::Stow(most, end, torpedo) => {
            format!("{name} takes at most {most} torpedoes. How many {torpedo} at the {end}?")
        }
        Port::Arm(tube) => format!("What goes into tube {tube} of {name}?"),
        Port::Defect => format!("A torpedo of {name} has a defect: which reload is thrown out?"),
        Port::Start(Some(location)) => format!("In which box of {location} does {name} start?"),
        Port::Start(None) => {
            format!("In which box does {name} start? She knows where the convoy is.")
        }
        Port::Wish => "How many extra boats sail, away from the table?".to_owned(),
        Port::Name(left) => format!("Which extra boats go? {left} to be named."),
        Port::PlayOn => "The campaign is decided. Play on for fun?".to_owned(),
        Port::Convert => format!("How much experience of {name} becomes fate points?"),
        Port::Forget(_) => format!("Which enhancement does the crew of {name} lose?"),
        Port::Learn => format!("Which enhancement does the crew of {name} gain?"),
        Port::Sections | Port::Officers => String::new(),
    }
}

/// A result of set-up that may still be changed.
fn drawn(view: View<'_>, draw: &Draw) -> String {
    let (t, era, d10) = (view.tables(), view.era(), draw.value);
    match draw.pull {
        Pull::ConvoySize => format!("Size of the convoy: a {d10}, {}", t.setup.side(era, d10)),
        Pull::ConvoySpeed => format!("Speed of the convoy: a {d10}, {}", t.setup.speed(era, d10)),
        Pull::TimeOfDay => format!("Time of day: a {d10}, {}", t.setup.time(d10)),
        Pull::Weather => {
            let weather = view
                .month()
                .map(|month| t.setup.weather(month.of_year(), d10));
            let weather = weather.map_or(String::new(), |weather| format!(", {weather}"));
            format!("Weather: a {d10}{weather}")
        }
        Pull::TorpedoLoad => {
            let boat = draw
                .boat
                .and_then(|letter| Some((letter, view.boat(letter)?)));
            let card = t.cards.patrol.get(usize::from(draw.value));
            match (boat, card) {
                (Some((letter, boat)), Some(card)) => {
                    format!("{letter} may take {} torpedoes", card.load(boat.kind))
                }
                _ => "The load of torpedoes".to_owned(),
            }
        }
        other => format!("{}: a {d10}", other.id().replace('_', " ")),
    }
}

fn view_xp(view: View<'_>, name: &str) -> String {
    let letter = name
        .get(..1)
        .and_then(|letter| letter.parse::<Letter>().ok());
    let career = letter.and_then(|letter| view.career(letter));
    career.map_or(String::new(), |career| format!(" {} XP.", career.xp))
}

fn kind(kind: BoatType) -> String {
    format!("Type {kind}")
}

/// What an enhancement does, with its price.
fn skill(t: &Tables, skill: Skill) -> String {
    let values = t.campaign.skill(skill);
    format!("{}: {}", tree(values.tree), values.effect)
}

const fn tree(tree: Tree) -> &'static str {
    match tree {
        Tree::Captain => "Captain",
        Tree::FirstWo => "1 WO",
        Tree::SecondWo => "2 WO",
        Tree::Chief => "Chief",
        Tree::Crew => "Crew",
    }
}

/// An answer in port in plain words.
pub(super) fn label(view: View<'_>, answer: Answer) -> String {
    let t = view.tables();
    let boat = |hull| {
        let career = view.campaign().and_then(|campaign| campaign.career(hull));
        career.map_or_else(
            || hull.to_string(),
            |career| format!("{hull}, {}, {} XP", kind(career.kind), career.xp),
        )
    };
    match answer {
        Answer::Send(hull) => format!("Send {}", boat(hull)),
        Answer::Shorten(hull) => format!("{hull} leaves the dock a month earlier (8 FP)"),
        Answer::Transfer(from, whose, to) => {
            format!("{} of {from} goes to {to}", tree(whose))
        }
        Answer::BuyTp => format!("A tactical point ({} XP)", t.points.tp_cost_xp),
        Answer::Buy(bought) => {
            format!(
                "{} ({} XP)",
                skill(t, bought),
                t.campaign.skill(bought).cost
            )
        }
        Answer::Usual => "The usual load".to_owned(),
        Answer::Stow(_, torpedo, count) => format!("{count} × {torpedo}"),
        Answer::Discard(end, torpedo) => format!("A {torpedo} at the {end}"),
        Answer::Wish(0) => "None".to_owned(),
        Answer::Wish(count) => format!("{count}"),
        Answer::Extra(hull) => boat(hull),
        Answer::Convert(points) => format!("{points} XP"),
        Answer::Forget(lost) => skill(t, lost),
        Answer::Learn(won) => skill(t, won),
        Answer::PlayOn => "Play on".to_owned(),
        Answer::Stop => "Stop here".to_owned(),
    }
}

/// The campaign sheet: flotillas by month, experience, points against the need, losses against the limit
/// [13.log_codes], [69.period_result].
pub(super) fn sheet(view: View<'_>) -> Option<Sheet> {
    let campaign = view.campaign()?;
    let t = view.tables();
    let scenario = view.setup().scenario;
    let mut tags = vec![
        tag(format!("{} fate points", campaign.fp), Tone::Plain),
        tag(format!("{} boats lost", campaign.losses), Tone::Plain),
    ];
    if scenario.is_campaign() {
        let need = campaign.need(t);
        let tone = if campaign.vp + view.vp() >= need {
            Tone::Good
        } else {
            Tone::Warn
        };
        tags.push(tag(
            format!("{} of {need} VP this period", campaign.vp + view.vp()),
            tone,
        ));
        let (won, lost) = campaign.score();
        tags.push(tag(format!("{won} periods won, {lost} lost"), Tone::Plain));
    }
    if let Some(limit) = campaign.loss_limit(t, scenario) {
        tags.push(tag(format!("lost with {limit} boats"), Tone::Off));
    }
    let log = Part::Rows {
        title: "Log".to_owned(),
        rows: log(view, campaign),
    };
    Some(Sheet {
        id: "campaign".to_owned(),
        title: "Campaign sheet".to_owned(),
        note: campaign.month.name(),
        seat: String::new(),
        piece: None,
        parts: vec![
            Part::Tags {
                title: String::new(),
                tags,
            },
            log,
        ],
    })
}

fn tag(text: String, tone: Tone) -> Tag {
    Tag {
        text,
        tone,
        about: String::new(),
    }
}

/// A row for each boat: number, type, experience, tonnage, skills, and what she did month by month.
fn log(view: View<'_>, campaign: &Campaign) -> Vec<Vec<String>> {
    let scenario = view.setup().scenario;
    let first = scenario.first_month().unwrap_or(campaign.month);
    let shown = |month: &Month| *month >= first && *month <= campaign.month;
    let row = |career: &Career| {
        let codes: String = Month::all()
            .filter(shown)
            .map(|month| format!("{} ", career.code(month)))
            .collect();
        vec![
            career.hull.to_string(),
            career.kind.to_string(),
            format!("{} XP", career.xp),
            format!("{} t", career.tons),
            format!("{} skills", career.skills.iter().count()),
            codes.trim_end().to_owned(),
        ]
    };
    campaign.careers.iter().map(row).collect()
}
