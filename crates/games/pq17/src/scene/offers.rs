//! The question and its answers in a person's words, each where it is to be clicked.

use super::odds;
use super::pieces::{contact_id, own_id, space};
use super::words;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Place, Shadower, Token};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::recon::Negation;
use crate::sequence::{Order, Purpose, Success};
use crate::side::Side;
use crate::view::{Contact, View};
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{Anchor, Offer, Prompt};

/// Whoever is asked.
struct Asked<'a> {
    view: View<'a>,
    side: Side,
    order: &'a Order,
    contacts: Vec<Contact>,
}

pub(super) fn prompt(view: View<'_>, decision: &Decision, choices: &[Choice]) -> Prompt {
    let asked = view.eyes().zip(view.order()).map(|(side, order)| Asked {
        view,
        side,
        order,
        contacts: view.contacts(),
    });
    let text = asked
        .as_ref()
        .and_then(Asked::question)
        .unwrap_or_else(|| format!("Decide {}.", decision.question));
    let default = default(choices);
    Prompt {
        text,
        rule: decision.rule.0.to_owned(),
        offers: choices
            .iter()
            .map(|choice| Offer {
                choice: choice.to_string(),
                label: asked
                    .as_ref()
                    .and_then(|asked| asked.label(choice))
                    .unwrap_or_else(|| words::capital(&choice.to_string())),
                anchor: asked
                    .as_ref()
                    .map_or(Anchor::Button, |asked| asked.anchor(choice)),
                default: Some(choice) == default,
                odds: odds::outlook(view, choice)
                    .iter()
                    .map(|prospect| match prospect.share {
                        Some(share) => format!("{} {:.0} %", prospect.label, 100.0 * share),
                        None => prospect.label.clone(),
                    })
                    .collect(),
            })
            .collect(),
    }
}

/// What Enter does: nothing more, nothing else, no farther.
fn default(choices: &[Choice]) -> Option<&Choice> {
    [Choice::Done, Choice::Pass, Choice::Stop]
        .iter()
        .find_map(|quiet| choices.iter().find(|choice| *choice == quiet))
}

/// The force that the question is about, if it is about one.
pub(super) fn subject(view: View<'_>) -> Option<BlockId> {
    match view.order()? {
        Order::Place(block)
        | Order::PlaceDummy(block)
        | Order::NewDummy(block)
        | Order::Steer(block)
        | Order::Split(block, _)
        | Order::Ice(block, ..)
        | Order::Tell(block) => Some(*block),
        Order::Aim(hunt) => Some(hunt.pack),
        Order::Negate(success) => {
            let token = success.search.token;
            view.own()
                .find(|force| force.token == token && force.hex().is_some())
                .map(|force| force.block)
        }
        _ => None,
    }
}

impl<'a> Asked<'a> {
    fn force(&self, block: BlockId) -> Option<&'a Force> {
        self.view.own().find(|force| force.block == block)
    }

    fn name(&self, block: BlockId) -> String {
        self.force(block)
            .map_or_else(|| block.to_string(), words::own)
    }

    fn contact(&self, token: Token) -> Option<&Contact> {
        self.contacts.iter().find(|seen| seen.token == token)
    }

    fn target(&self, token: Token) -> String {
        match self.contact(token) {
            Some(seen) => format!("the {} in {}", words::contact(seen), seen.hex),
            None => token.to_string(),
        }
    }

    fn hex(&self, hex: Hex) -> String {
        words::hex(&self.view.tables().sheet, hex)
    }

    /// The question in a sentence; nothing for one that nobody has put into words yet.
    fn question(&self) -> Option<String> {
        Some(match self.order {
            Order::Place(block) => match self.force(*block)?.place {
                Place::Sea(_) => format!("Where does {} patrol?", self.name(*block)),
                _ => format!(
                    "Where does {} stand when the Operation begins? It may stay in port.",
                    self.name(*block)
                ),
            },
            Order::PlaceDummy(_) => {
                "Play starts. Where at sea does this Dummy stand, to the enemy a block like any other?"
                    .to_owned()
            }
            Order::Plan(convoy) => self.plan(*convoy)?,
            Order::NewDummy(block) => format!(
                "Do you bring a Dummy beside {}, so that the enemy must guess?",
                self.name(*block)
            ),
            Order::Helm => self.helm(),
            Order::Steer(block) => self.steer(*block)?,
            Order::Split(block, None) => {
                format!("Which units leave {} for a block of their own?", self.name(*block))
            }
            Order::Split(block, Some(into)) => format!(
                "What else goes from {} into {}?",
                self.name(*block),
                self.name(*into)
            ),
            Order::Ice(block, hex, ice) => format!(
                "{} meets {} before {}. Does it go on into the ice?",
                self.name(*block),
                words::ice(*ice),
                self.hex(*hex)
            ),
            Order::Sectors(named) => self.sectors(named.len()),
            Order::Negate(success) => self.negate(success),
            Order::Shadow(token) => format!("Found: {}. Who shadows it?", self.target(*token)),
            Order::Tell(block) => format!(
                "The enemy has identified {} (ID1). How many warship counters do you report? Within half of the truth.",
                self.name(*block)
            ),
            Order::Hunt => "Which of your forces attacks what it has in its hex?".to_owned(),
            Order::Aim(hunt) => {
                let subs = hunt.aims.len() + 1;
                format!(
                    "{} has found {}. What does its {} submarine aim at?",
                    self.name(hunt.pack),
                    self.target(hunt.target),
                    ordinal(subs)
                )
            }
            Order::Combine => "Which forces in one hex become one?".to_owned(),
            #[allow(unreachable_patterns)]
            _ => return None,
        })
    }

    fn plan(&self, convoy: u8) -> Option<String> {
        let values = self.view.scenario().convoys.get(usize::from(convoy))?;
        let plan = self.view.plans().get(usize::from(convoy))?;
        let start = self.view.scenario().start;
        let turn = crate::time::Turn::FIRST.later(plan.steps.len() as u16);
        let port = &self.view.tables().sheet.port(values.from).name;
        let to: Vec<&str> = values
            .to
            .iter()
            .map(|port| self.view.tables().sheet.port(*port).name.as_str())
            .collect();
        Some(format!(
            "Plan {} from {port} to {}: what does it do in turn {turn}? Play starts at {start}; until then it keeps to the plan.",
            values.id,
            to.join(" or ")
        ))
    }

    fn helm(&self) -> String {
        let due = self.view.own().filter(|force| {
            let sailing = force.sailing.as_ref();
            force.hex().is_some()
                && !force.motion.done
                && sailing.is_some_and(|sailing| !sailing.scattered && !sailing.stopped)
        });
        let due: Vec<String> = due.map(|force| force.name.clone()).collect();
        match due.is_empty() {
            true => {
                "Which force moves next? Those that you leave alone stay where they are.".to_owned()
            }
            false => format!(
                "Which force moves next? {} must move [5.1.5].",
                due.join(" and ")
            ),
        }
    }

    fn steer(&self, block: BlockId) -> Option<String> {
        let force = self.force(block)?;
        let hexes = self.view.limits(force).hexes(self.view.tables());
        let left = hexes.saturating_sub(force.motion.hexes);
        let name = self.name(block);
        Some(match force.place {
            Place::Port(port) => format!(
                "Does {name} leave {}?",
                self.view.tables().sheet.port(port).name
            ),
            _ => format!(
                "Where does {name} go? {} left.",
                words::capital(&words::hexes(left))
            ),
        })
    }

    fn sectors(&self, named: usize) -> String {
        let all: u16 = self.view.sectors().map(|(_, hexes)| u16::from(hexes)).sum();
        format!(
            "Which hexes do your search aircraft look at? {} named so far, at most {all} in all; they are named openly.",
            words::capital(&words::none_or(named))
        )
    }

    fn negate(&self, success: &Success) -> String {
        let token = success.search.token;
        let mine = self
            .view
            .own()
            .find(|force| force.token == token && force.hex().is_some());
        let name = mine.map_or_else(|| "a block of yours".to_owned(), words::own);
        let how = match success.search.purpose {
            Purpose::Reconnaissance => "A search would find",
            _ => "An attacker would find",
        };
        format!("{how} {name}. Do you announce anything against it?")
    }

    /// An answer in words; nothing for one that nobody has put into words yet.
    fn label(&self, choice: &Choice) -> Option<String> {
        let sheet = &self.view.tables().sheet;
        Some(match choice {
            Choice::At(hex) => format!("In {}", self.hex(*hex)),
            Choice::To(hex) => self.to(*hex),
            Choice::Wait => match self.order {
                Order::Plan(_) => "Wait a turn".to_owned(),
                _ => "Wait".to_owned(),
            },
            Choice::Move(block) => format!("Move {}", self.name(*block)),
            Choice::Leave => match self.steered()?.place {
                Place::Port(port) => format!("Leave {}", sheet.port(port).name),
                _ => "Leave port".to_owned(),
            },
            Choice::Enter => {
                let hex = self.steered()?.hex()?;
                let port = sheet
                    .ports
                    .iter()
                    .find(|port| port.hex == hex && port.side == self.side)?;
                format!("Enter {}", port.name)
            }
            Choice::Scatter => "Scatter: every ship for herself, for good".to_owned(),
            Choice::Cross => "Go on into the ice".to_owned(),
            Choice::TurnBack => "Turn back".to_owned(),
            Choice::Stop => "Stop here".to_owned(),
            Choice::Dummy => "Bring a Dummy".to_owned(),
            Choice::Remove(block) => format!("Take the Dummy {} away", self.name(*block)),
            Choice::Refuel(block) => format!("Refuel {} at sea", self.name(*block)),
            Choice::Split(block) => format!("Split {}", self.name(*block)),
            Choice::TakeShip(ship) => {
                let ship = self.view.tables().chart.ship(*ship);
                format!("{} {}", ship.kind, ship.name)
            }
            Choice::TakeClass(class) => {
                let class = self.view.tables().chart.class(*class);
                format!("1 CS of {} {}", class.kind, class.name)
            }
            Choice::Search(sector, hex) => {
                format!(
                    "Search {} ({} sector)",
                    self.hex(*hex),
                    words::plain(sector.id())
                )
            }
            Choice::Negate(how) => match how {
                Negation::Wolfpack => "Announce a Wolfpack: it is not found",
                Negation::Carrier => "Announce a carrier: it is not found",
                Negation::Cam => "Launch a CAM fighter: it is not found",
            }
            .to_owned(),
            Choice::Shadow(by) => self.shadow(*by),
            Choice::Say(number) => words::capital(&words::count((*number).into(), "warship")),
            Choice::Attack(block, token) => {
                format!("{} attacks {}", self.name(*block), self.target(*token))
            }
            Choice::Aim(category) => words::capital(words::group(*category)),
            Choice::Combine(a, b) => format!("{} joins {}", self.name(*b), self.name(*a)),
            Choice::Pass => match self.order {
                Order::Place(_) => "Stay in port",
                Order::NewDummy(_) => "No Dummy",
                Order::Negate(_) => "Announce nothing",
                Order::Shadow(_) => "Nobody shadows it",
                _ => "Leave it as it is",
            }
            .to_owned(),
            Choice::Done => match self.order {
                Order::Helm => "Movement is done",
                Order::Sectors(_) => "Search",
                Order::Hunt => "No more attacks",
                Order::Combine => "Nothing more to combine",
                Order::Split(..) => "That is all",
                _ => "Done",
            }
            .to_owned(),
            #[allow(unreachable_patterns)]
            _ => return None,
        })
    }

    fn steered(&self) -> Option<&'a Force> {
        match self.order {
            Order::Steer(block) => self.force(*block),
            _ => None,
        }
    }

    /// A step with what it costs or risks.
    fn to(&self, hex: Hex) -> String {
        let mut notes = Vec::new();
        let ice = self.view.ice_at(self.side, hex);
        match ice.as_slice() {
            [] | [(Ice::Clear, _)] => {}
            [(ice, _)] => notes.push(words::ice(*ice).to_owned()),
            [..] => notes.push("ice is rolled".to_owned()),
        }
        if let Some(force) = self.steered() {
            let [high, ..] = self.view.tables().speeds;
            if force.fuel.is_some() && force.motion.hexes + 1 == high {
                notes.push("High Speed costs fuel".to_owned());
            }
            let here = self.contacts.iter().filter(|seen| seen.hex == hex).count();
            if here > 0 {
                notes.push(format!("{} there", words::count(here, "enemy block")));
            }
        }
        match notes.is_empty() {
            true => format!("To {}", self.hex(hex)),
            false => format!("To {}: {}", self.hex(hex), notes.join(", ")),
        }
    }

    fn shadow(&self, by: Shadower) -> String {
        match by {
            Shadower::Sector(sector) => {
                format!(
                    "Aircraft of the {} sector shadow it",
                    words::plain(sector.id())
                )
            }
            Shadower::Radius(radius) => {
                format!(
                    "Aircraft of the {} Air Radius shadow it",
                    words::plain(radius.id())
                )
            }
            Shadower::Pack(block) => format!("{} shadows it", self.name(block)),
            #[allow(unreachable_patterns)]
            _ => "Shadow it".to_owned(),
        }
    }

    /// Where an answer is clicked.
    fn anchor(&self, choice: &Choice) -> Anchor {
        let piece = |block: BlockId| {
            let force = self.force(block);
            force.map_or(Anchor::Button, |force| {
                Anchor::Piece(own_id(self.side, force))
            })
        };
        let target = |token: Token| {
            let seen = self.contact(token);
            seen.map_or(Anchor::Button, |seen| Anchor::Piece(contact_id(seen)))
        };
        match choice {
            Choice::At(hex) | Choice::To(hex) | Choice::Search(_, hex) => {
                Anchor::Space(hex.to_string())
            }
            Choice::Move(block) | Choice::Refuel(block) | Choice::Split(block) => piece(*block),
            Choice::Remove(block) => piece(*block),
            Choice::Attack(_, token) => target(*token),
            Choice::Combine(_, b) => piece(*b),
            Choice::Enter | Choice::Leave => match self.steered() {
                Some(force) => Anchor::Space(space(self.view, force.place)),
                None => Anchor::Button,
            },
            _ => Anchor::Button,
        }
    }
}

fn ordinal(n: usize) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    WORDS
        .get(n.saturating_sub(1))
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
