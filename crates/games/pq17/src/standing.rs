//! Standing orders: small questions that an admiral may answer once for all, so that they interrupt nobody and waiting
//! tells the enemy nothing. What is ordered from the start against a computer is what competent admirals do.

use crate::air::{AirChoice, AirOrder};
use crate::choice::Choice;
use crate::forces::{BlockId, Id, Kind, Shadower};
use crate::recon::Negation;
use crate::sequence::{Hunt, Order, Success};
use crate::units::{Category, ShipType};
use crate::view::View;
use derbyhouse_kernel::Chance;
use derbyhouse_scene::{Orders, Standing};

/// What is about one answer, until it is told otherwise.
const USUAL: &str = "usual";
const NEVER: &str = "never";
const ALWAYS: &str = "always";
const LOW: &str = "low";
const HIGH: &str = "high";
const HEAVY: &str = "heavy";

/// What can be ordered.
struct Matter {
    id: &'static str,
    group: &'static str,
    label: &'static str,
    rule: &'static str,
    answers: &'static [(&'static str, &'static str)],
}

const MATTERS: [Matter; 9] = [
    Matter {
        id: "negate",
        group: "Reconnaissance",
        label: "A search would find a block of yours",
        rule: "6.2.2",
        answers: &[
            (
                USUAL,
                "packs dive, carriers fly if they are known, CAMs wait",
            ),
            (ALWAYS, "announce whatever can be announced"),
            (NEVER, "announce nothing"),
        ],
    },
    Matter {
        id: "number",
        group: "Reconnaissance",
        label: "Warships that you report at ID1",
        rule: "6.2.1",
        answers: &[
            (USUAL, "any number that is allowed"),
            (LOW, "the lowest"),
            (HIGH, "the highest"),
        ],
    },
    Matter {
        id: "transit",
        group: "Reconnaissance",
        label: "An enemy passes through your search",
        rule: "6.6.1",
        answers: &[(USUAL, "draw a card"), (NEVER, "let it pass")],
    },
    Matter {
        id: "shadow",
        group: "Reconnaissance",
        label: "A search has found something",
        rule: "6.3",
        answers: &[
            (USUAL, "a sector or radius shadows it, else aircraft"),
            (NEVER, "nobody shadows it"),
        ],
    },
    Matter {
        id: "scramble",
        group: "Aircraft",
        label: "Bombers come",
        rule: "7.2.1",
        answers: &[(USUAL, "all fighters rise"), (NEVER, "no fighter rises")],
    },
    Matter {
        id: "aa_fire",
        group: "Aircraft",
        label: "Guns beside a target, and CAMs",
        rule: "7.2.5",
        answers: &[(USUAL, "at torpedo aircraft first; CAMs where they help")],
    },
    Matter {
        id: "carriers",
        group: "Aircraft",
        label: "Air Radii of carriers",
        rule: "5.3.1",
        answers: &[(USUAL, "are used"), (NEVER, "are kept silent")],
    },
    Matter {
        id: "intercept",
        group: "Ships",
        label: "Ships attack a force of yours",
        rule: "7.5.1",
        answers: &[
            (USUAL, "the strongest force there goes between"),
            (NEVER, "nobody goes between"),
        ],
    },
    Matter {
        id: "targets",
        group: "Ships",
        label: "Submarines have found a target",
        rule: "7.4.3",
        answers: &[
            (USUAL, "merchantmen of a Convoy, else Heavy Ships"),
            (HEAVY, "Heavy Ships"),
        ],
    },
];

/// Every order that an admiral may give.
pub(crate) fn standing() -> Vec<Standing> {
    let order = |matter: &Matter| {
        Standing::new(matter.id, matter.label, matter.rule, matter.answers)
            .under(matter.group)
            .usually(USUAL)
    };
    MATTERS.iter().map(order).collect()
}

/// What a question is about, if it may be answered once for all.
const fn matter(order: &Order) -> Option<&'static str> {
    match order {
        Order::Negate(_) => Some("negate"),
        Order::Tell(_) => Some("number"),
        Order::Transit(_) => Some("transit"),
        Order::Shadow(_) => Some("shadow"),
        Order::Air(AirOrder::Scramble(_)) => Some("scramble"),
        Order::Air(AirOrder::Support(_) | AirOrder::Cam) => Some("aa_fire"),
        Order::Air(AirOrder::Missions(_)) => Some("carriers"),
        Order::Intercept => Some("intercept"),
        Order::Aim(_) => Some("targets"),
        _ => None,
    }
}

/// What the orders of a side answer to what it is asked; nothing if it is to be asked.
pub(crate) fn by_order(view: View<'_>, choices: &[Choice], orders: &Orders) -> Option<Choice> {
    let order = view.order()?;
    let how = orders.get(matter(order)?)?.as_str();
    let never = how == NEVER;
    let answer = match order {
        Order::Negate(success) => negation(view, how, success, choices),
        Order::Tell(block) => match how {
            LOW => *choices.first()?,
            HIGH => *choices.last()?,
            _ => any_of(view, *block, choices)?,
        },
        Order::Transit(_) | Order::Shadow(_) | Order::Intercept if never => Choice::Pass,
        Order::Transit(_) => Choice::Draw,
        Order::Shadow(_) => shadow(choices),
        Order::Intercept => strongest(view, choices),
        Order::Air(AirOrder::Scramble(_)) => {
            let all = Choice::Air(AirChoice::All);
            let rise = !never && choices.contains(&all);
            if rise { all } else { Choice::Done }
        }
        Order::Air(AirOrder::Support(_)) => Choice::Auto,
        Order::Air(AirOrder::Cam) => {
            let mut dice = choices.iter();
            let die = dice.find(|choice| matches!(choice, Choice::Air(_)));
            die.copied().unwrap_or(Choice::Pass)
        }
        Order::Air(AirOrder::Missions(_)) => return carrier(never, choices),
        Order::Aim(hunt) => Choice::Aim(aim(view, how, hunt)),
        _ => return None,
    };
    choices.contains(&answer).then_some(answer)
}

/// Any answer, each as likely as another: by what this admiral alone knows, so that his enemy cannot reckon back from it, and the
/// same again if he is asked again [6.2.1].
fn any_of(view: View<'_>, block: BlockId, choices: &[Choice]) -> Option<Choice> {
    let all = u32::try_from(choices.len()).ok().filter(|all| *all > 0)?;
    let place = Chance::seeded(view.secret(block)).below(all);
    choices.get(usize::try_from(place).ok()?).copied()
}

/// A pack dives; a carrier flies if that betrays nothing; a CAM waits for bombers [6.2.2].
fn negation(view: View<'_>, how: &str, success: &Success, choices: &[Choice]) -> Choice {
    let token = success.search.token;
    let known = view
        .own()
        .any(|force| force.token == token && force.id >= Id::level(2));
    let wanted: &[Negation] = match (how, known) {
        (NEVER, _) => &[],
        (ALWAYS, _) => &[Negation::Wolfpack, Negation::Carrier, Negation::Cam],
        (_, true) => &[Negation::Wolfpack, Negation::Carrier],
        (_, false) => &[Negation::Wolfpack],
    };
    let mut wanted = wanted.iter().map(|what| Choice::Negate(*what));
    let first = wanted.find(|choice| choices.contains(choice));
    first.unwrap_or(Choice::Pass)
}

/// Sectors and radii cost nothing, then aircraft; packs have better to do [6.3].
fn shadow(choices: &[Choice]) -> Choice {
    let rank = |choice: &&Choice| match choice {
        Choice::Shadow(Shadower::Radius(_)) => Some(0),
        Choice::Shadow(Shadower::Sector(_)) => Some(1),
        Choice::Shadow(Shadower::Air(_)) => Some(2),
        _ => None,
    };
    let able = choices.iter().filter(|choice| rank(choice).is_some());
    able.min_by_key(rank).copied().unwrap_or(Choice::Pass)
}

/// The strongest force that may go between [7.5.1].
fn strongest(view: View<'_>, choices: &[Choice]) -> Choice {
    let chart = &view.tables().chart;
    let strength = |choice: &&Choice| match choice {
        Choice::Intercept(block, _) => {
            let force = view.own().find(|force| force.block == *block);
            force.map_or(0, |force| force.units.cs(chart, ShipType::is_warship))
        }
        _ => 0,
    };
    let best = choices.iter().max_by_key(strength);
    let best = best.filter(|choice| strength(choice) > 0);
    best.copied().unwrap_or(Choice::Pass)
}

/// Carriers that are not yet as ordered are told so; then the admiral is asked who flies [5.3.1].
fn carrier(silent: bool, choices: &[Choice]) -> Option<Choice> {
    let mut choices = choices.iter().copied();
    choices.find(|choice| match choice {
        Choice::Air(AirChoice::Silent(_)) => silent,
        Choice::Air(AirChoice::Patrol(_)) => !silent,
        _ => false,
    })
}

/// Merchantmen if it is a Convoy, else Heavy Ships [7.4.3].
fn aim(view: View<'_>, how: &str, hunt: &Hunt) -> Category {
    let contacts = view.contacts();
    let mut contacts = contacts.iter();
    let convoy = contacts.any(|c| c.token == hunt.target && c.kind == Some(Kind::Convoy));
    match convoy && how != HEAVY {
        true => Category::Convoy,
        false => Category::Heavy,
    }
}
