//! Questions about aircraft and their answers, in a person's words.

use super::Asked;
use crate::air::{AirChoice, AirId, AirOrder, Finder, Flyer, Load, Part};
use crate::forces::{Shadower, Token};
use crate::hex::Hex;
use crate::strike::Target;
use derbyhouse_scene::Anchor;

impl Asked<'_> {
    fn flyer(&self, id: AirId) -> String {
        self.view.flyer_name(self.side, Flyer::Unit(id))
    }

    /// A place of the line of targets, with what stands there.
    fn place(&self, place: u8) -> String {
        let line = self.view.strike().map(|strike| strike.line);
        let stack = line.and_then(|line| line.into_iter().nth(place.into()));
        let counters = stack.map(|stack| stack.counters.join(" and "));
        counters.unwrap_or_else(|| format!("target {}", place + 1))
    }

    fn port(&self, port: crate::units::PortId) -> &str {
        &self.view.tables().sheet.port(port).name
    }

    /// A question about aircraft in a sentence.
    pub(super) fn air_question(&self, order: &AirOrder) -> String {
        match order {
            AirOrder::Photograph(unit) => {
                format!("Which enemy port does {} photograph?", self.flyer(*unit))
            }
            AirOrder::Missions(_) => {
                "Which aircraft fly? Bombers go only where they see something to attack; scouts go anywhere in range."
                    .to_owned()
            }
            AirOrder::Fly(unit, radius) if radius.is_empty() => {
                format!("Where does {} fly, and for what?", self.flyer(*unit))
            }
            AirOrder::Fly(unit, _) => {
                format!("Which hex does {} cover besides?", self.flyer(*unit))
            }
            AirOrder::Attack => "What do your aircraft attack?".to_owned(),
            AirOrder::Gather(Target::Battle { .. }, _) => {
                "Which carrier aircraft attack the enemy in this Round?".to_owned()
            }
            AirOrder::Gather(..) => "Which aircraft take part in the attack?".to_owned(),
            AirOrder::Harbor => {
                "The Operation is over. Which harbour do your aircraft raid, by Day or by Night?".to_owned()
            }
            AirOrder::Groups(..) => "Which group goes in first, on its own?".to_owned(),
            AirOrder::Scramble(_) => {
                "Enemy aircraft attack. Which of your fighters rise against them?".to_owned()
            }
            AirOrder::Dogfight(_) => "Whom does the next of your aircraft fire at?".to_owned(),
            AirOrder::Deploy(..) => {
                "How do your ships stand in line? Neighbours help each other with their guns.".to_owned()
            }
            AirOrder::Assign(unit) => format!(
                "What does {} attack, in which wave, and with what?",
                self.flyer(*unit)
            ),
            AirOrder::Elusive => "Does one of your ships elude her attackers?".to_owned(),
            AirOrder::Switch(unit) => {
                format!("{} has lost its target. Where does it turn?", self.flyer(*unit))
            }
            AirOrder::Support(place) => format!(
                "Whom does {} fire at, in defence of a neighbour?",
                self.place(*place)
            ),
            AirOrder::Cam => "Does a CAM fighter rise to help the guns?".to_owned(),
            AirOrder::Reply => "Do your carriers strike back at once?".to_owned(),
            AirOrder::EndShadow(token) => format!(
                "Before the others have done: do you go on shadowing {}?",
                self.target(*token)
            ),
            AirOrder::FollowSplit(_) => {
                "The force that you shadow has split. Which part do you follow?".to_owned()
            }
            AirOrder::Contact(Finder::Air(unit), token) => format!(
                "{} has met {}. Does it attack at once?",
                self.flyer(*unit),
                self.target(*token)
            ),
            AirOrder::Contact(Finder::Force(block), token) => format!(
                "{} has met {}. Does it attack at once?",
                self.name(*block),
                self.target(*token)
            ),
        }
    }

    /// An answer about aircraft in words.
    pub(super) fn air_label(&self, choice: &AirChoice) -> String {
        let t = self.view.tables();
        match choice {
            AirChoice::All => "All of them".to_owned(),
            AirChoice::Photograph(port) => format!("Photograph {}", self.port(*port)),
            AirChoice::Fly(unit) => format!("Send {}", self.flyer(*unit)),
            AirChoice::Strike(hex) => format!("Attack in {}", self.hex(*hex)),
            AirChoice::Recon(hex) => format!("Search {}", self.hex(*hex)),
            AirChoice::Asw(hex) => format!("Hunt submarines in {}", self.hex(*hex)),
            AirChoice::Radius(hex) => format!("Cover {} with an Air Radius", self.hex(*hex)),
            AirChoice::Patrol(ship) => format!("{} flies patrols", t.chart.ship(*ship).name),
            AirChoice::Silent(ship) => format!("{} keeps silent", t.chart.ship(*ship).name),
            AirChoice::Rebase(base) => {
                format!("To {} for good", t.sheet.airbase(*base).name)
            }
            AirChoice::Attack(token) => format!("Attack {}", self.target(*token)),
            AirChoice::AttackPort(port) => format!("Attack the ships in {}", self.port(*port)),
            AirChoice::AttackBase(base) => {
                format!("Attack the aircraft at {}", t.sheet.airbase(*base).name)
            }
            AirChoice::Harbor(port, light) => {
                format!(
                    "Raid {} by {}",
                    self.port(*port),
                    crate::scene::words::capital(light.id())
                )
            }
            AirChoice::Send(unit) => self.flyer(*unit),
            AirChoice::Group(group) => format!("Group number {}", group + 1),
            AirChoice::Scramble(flyer) => {
                format!("{} rise", self.view.flyer_name(self.side, *flyer))
            }
            AirChoice::Shoot(flyer) => {
                format!(
                    "Fire at {}",
                    self.view.flyer_name(self.side.other(), *flyer)
                )
            }
            AirChoice::Hold => "Do not fire".to_owned(),
            AirChoice::Line(counter) => format!("Next in line: {}", self.counter(*counter)),
            AirChoice::Stack(counter) => format!("With the last: {}", self.counter(*counter)),
            AirChoice::Assign { place, wave, load } => format!(
                "{} at {}, wave {wave}",
                crate::scene::words::capital(load.id()),
                self.place(*place)
            ),
            AirChoice::Arm(Load::Bombs) => "With bombs".to_owned(),
            AirChoice::Arm(Load::Torpedoes) => "With torpedoes".to_owned(),
            AirChoice::Switch(place) => format!("Turn to {}", self.place(*place)),
            AirChoice::Fire(unit) => format!(
                "Fire at {}",
                self.view.flyer_name(self.side.other(), Flyer::Unit(*unit))
            ),
            AirChoice::Cam(die) => format!("Help die number {}", die + 1),
            AirChoice::Elude(place) => format!("{} eludes them", self.place(*place)),
            AirChoice::Reply => "Strike back".to_owned(),
            AirChoice::Hit => "Attack".to_owned(),
            AirChoice::Release(asset) => format!("Let it go: {}", self.asset(*asset)),
            AirChoice::Follow(part) => match part {
                Part::Convoy => "The Convoy",
                Part::Larger => "The larger part",
                Part::Smaller => "The smaller part",
                Part::Capital => "The part with the Capital Ship",
                Part::Carrier => "The part with the carrier",
                Part::Heavy => "The part with Heavy Ships",
            }
            .to_owned(),
            AirChoice::Run => "Run on the surface: two hexes".to_owned(),
        }
    }

    /// A counter that waits for its place in the line.
    fn counter(&self, place: u8) -> String {
        let crate::sequence::Order::Air(AirOrder::Deploy(left, _)) = self.order else {
            return place.to_string();
        };
        let counter = left.get(usize::from(place));
        counter.map_or_else(String::new, |counter| {
            self.view.counter_name(self.side, counter)
        })
    }

    fn asset(&self, asset: Shadower) -> String {
        match asset {
            Shadower::Sector(sector) => format!("the {sector} sector"),
            Shadower::Radius(radius) => format!("the {radius} Air Radius"),
            Shadower::Pack(block) | Shadower::Cruisers(block) => self.name(block),
            Shadower::Air(unit) => self.flyer(unit),
        }
    }

    /// Where an answer about aircraft is clicked.
    pub(super) fn air_anchor(
        &self,
        choice: &AirChoice,
        target: impl Fn(Token) -> Anchor,
    ) -> Anchor {
        let space = |hex: Hex| Anchor::Space(hex.to_string());
        match choice {
            AirChoice::Strike(hex)
            | AirChoice::Recon(hex)
            | AirChoice::Asw(hex)
            | AirChoice::Radius(hex) => space(*hex),
            AirChoice::Photograph(port)
            | AirChoice::AttackPort(port)
            | AirChoice::Harbor(port, _) => space(self.view.tables().sheet.port(*port).hex),
            AirChoice::AttackBase(base) => space(self.view.tables().sheet.airbase(*base).hex),
            AirChoice::Attack(token) => target(*token),
            _ => Anchor::Button,
        }
    }
}
