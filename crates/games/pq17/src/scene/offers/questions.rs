//! The question in a person's words.

use super::super::words;
use super::Asked;
use crate::forces::{BlockId, Place};
use crate::sequence::{Order, Purpose, Success};

impl Asked<'_> {
    /// The question in a sentence; nothing for one that nobody has put into words yet.
    pub(super) fn question(&self) -> Option<String> {
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
            Order::Plan(block) => self.plan(*block)?,
            Order::SetUp => "Set up: everything as the scenario lists it, or do you regroup?".to_owned(),
            Order::Muster => "Combine, part and place your forces before play. Done when you are.".to_owned(),
            Order::Plans => format!(
                "Plan in secret what sails before {}. What you leave alone is as usual: Convoys take the shortest way, others stay in port.",
                self.view.start()
            ),
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
            Order::Ice(block, way, ice) => format!(
                "{} meets {} before {}. Does it go on into the ice?",
                self.name(*block),
                words::ice(*ice),
                self.hex(way.hex(self.view.tables()))
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
            Order::Combine(_) => "Which forces in one hex become one?".to_owned(),
            Order::Swap(swap) => format!(
                "What do {} and {} exchange?",
                self.name(swap.a),
                self.name(swap.b)
            ),
            Order::Oiler(block) => format!(
                "{} refuels at sea. Which of its oilers gives first?",
                self.name(*block)
            ),
            Order::Rejoin(block) => format!(
                "Does {} call in the ships that lost it?",
                self.name(*block)
            ),
            Order::Tow(block, hull) => format!(
                "{} of {} lies dead in the water. Who takes her in tow?",
                self.hull(*hull),
                self.name(*block)
            ),
            Order::Transit(token) => format!(
                "{} passes through your search. Do you draw a card against it?",
                words::capital(&self.target(*token))
            ),
            Order::TransitFight => {
                "An enemy that passes was found. Do you fight it here?".to_owned()
            }
            Order::Engage => {
                "Which Task Force attacks an enemy in its hex with its guns?".to_owned()
            }
            Order::Together => "Which other Task Forces attack with it?".to_owned(),
            Order::Intercept => {
                "The enemy attacks. Does a Task Force of yours go between?".to_owned()
            }
            Order::Join(_) => {
                "A battle is being fought. Does a Task Force of yours try to join it?".to_owned()
            }
            Order::SubStrike(_) => {
                "Enemies close in. Do the submarines of the Convoy strike first?".to_owned()
            }
            Order::Maneuver => {
                "Where do your ships go on the Battle Display? Click one, or choose below."
                    .to_owned()
            }
            Order::Screen(unit, None) => format!("Whom does {} protect?", self.unit(*unit)),
            Order::Screen(unit, Some(friend)) => format!(
                "From whom does {} protect {}?",
                self.unit(*unit),
                self.unit(*friend)
            ),
            Order::Guns => {
                "What do your guns fire at? The enemy learns it when they fire.".to_owned()
            }
            Order::Torpedoes => "What do your torpedoes run at? It is named openly.".to_owned(),
            Order::Withdraw => "Do you try to break off?".to_owned(),
            Order::Caution(_) => {
                "High Command urges caution. Which modifiers do you let hold?".to_owned()
            }
            Order::Follow(token, ..) => {
                format!("Which cruisers shadow {}?", self.target(*token))
            }
            Order::Air(order) => self.air_question(order),
            #[allow(unreachable_patterns)]
            _ => return self.command(),
        })
    }

    fn plan(&self, block: BlockId) -> Option<String> {
        let start = self.view.start();
        let rests = self.view.turns_planned(block);
        let turn = crate::time::Turn::FIRST.later(rests);
        let to = self.force(block)?.sailing.as_ref().map(|sailing| {
            let names = sailing
                .to
                .iter()
                .map(|port| self.view.tables().sheet.port(*port).name.as_str());
            let names: Vec<&str> = names.collect();
            format!(" to {}", names.join(" or "))
        });
        Some(format!(
            "Plan {}{}: what does it do in turn {turn}? Click hex by hex, or draw the way. Play starts at {start}; until then it keeps to the plan.",
            self.name(block),
            to.unwrap_or_default()
        ))
    }

    fn helm(&self) -> String {
        let due = self.view.own().filter(|force| {
            let sailing = force.sailing.as_ref();
            let sheet = &self.view.tables().sheet;
            force.hex().is_some_and(|hex| !sheet.is_off_sheet(hex))
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
        let left = self.view.hexes_left(force);
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
}

fn ordinal(n: usize) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    WORDS
        .get(n.saturating_sub(1))
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
