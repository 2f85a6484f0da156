//! The answers in a person's words.

use super::super::{legal, schedule, words};
use super::Asked;
use crate::air::AirOrder;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Place, Shadower};
use crate::hex::Hex;
use crate::recon::Negation;
use crate::sequence::Order;
use crate::surface::Stance;

impl<'a> Asked<'a> {
    /// An answer in words; nothing for one that nobody has put into words yet.
    pub(super) fn label(&self, choice: &Choice) -> Option<String> {
        let sheet = &self.view.tables().sheet;
        Some(match choice {
            Choice::AsListed => match self.order {
                Order::SetUp => "As the scenario lists it",
                Order::PlaceDummy(_) => "All Dummies stay in port",
                Order::BringIn(_) => "All to the nearest port",
                _ => "As usual",
            }
            .to_owned(),
            Choice::Regroup => "Regroup first".to_owned(),
            Choice::Plan(block) => format!("Plan the way of {}", self.name(*block)),
            Choice::Mission => "Plan the Special Condition".to_owned(),
            Choice::In(port) => sheet.port(*port).name.clone(),
            Choice::On(turn) => format!("In turn {turn}"),
            Choice::CallUp => match self.order {
                Order::Helm => "Bomber Command comes in this Night, for this Night only",
                _ => "They come at once",
            }
            .to_owned(),
            Choice::Buy(force, berth) => {
                let force = self.view.tables().ahistorical.get(usize::from(*force))?;
                let names = force
                    .ships
                    .ships
                    .iter()
                    .map(|id| self.view.tables().chart.ship(*id).name.as_str());
                let at = match force.at.get(usize::from(*berth))? {
                    crate::tables::Berth::Port(port) => sheet.port(*port).name.as_str(),
                    crate::tables::Berth::Box(off) => sheet.off_map(*off).name.as_str(),
                };
                format!(
                    "{} in {at} for {} VP",
                    names.collect::<Vec<_>>().join(", "),
                    force.cost
                )
            }
            Choice::BuyGroup(force, group) => {
                let force = self.view.tables().ahistorical.get(usize::from(*force))?;
                let names = force
                    .ships
                    .ships
                    .iter()
                    .map(|id| self.view.tables().chart.ship(*id).name.as_str());
                let cost = force.cost.half_rounded_up();
                format!(
                    "{} as group {group} for {cost} VP",
                    names.collect::<Vec<_>>().join(", ")
                )
            }
            Choice::Spend(track) => format!("Spend a point of {}", words::track(*track)),
            Choice::Train(block) => format!("{} sails for Training", self.name(*block)),
            Choice::Exit => "Off the map to the west".to_owned(),
            Choice::Sector(sector) => words::plain(sector.id()),
            Choice::Reveal => "Show it and score".to_owned(),
            Choice::Declare => "Declare it".to_owned(),
            Choice::Bid(die) => format!("A bid of {die}"),
            Choice::Bonus => "Announce the bonus".to_owned(),
            Choice::Replace(old, new) => {
                let name =
                    |id: &crate::units::ShipId| self.view.tables().chart.ship(*id).name.as_str();
                format!("{} relieves {}", name(new), name(old))
            }
            Choice::Ships(number) => words::capital(&words::count((*number).into(), "ship")),
            Choice::Repair(cs) => format!("Repair {cs} CS of her here"),
            Choice::Keep => "Keep them and pay again".to_owned(),
            Choice::Wing(wing) => match self.order {
                Order::Pick(_) => self.view.coming_wing(*wing)?,
                _ => self.view.wing(*wing)?,
            },
            Choice::Upgrade(wing, kind) => {
                let aircraft = &self.view.tables().chart.aircraft;
                let new = &aircraft.get(kind.index())?.name;
                format!("{} changes to {new}", self.view.wing(*wing)?)
            }
            Choice::At(hex) => format!("In {}", self.hex(*hex)),
            Choice::To(hex) => self.to(*hex),
            Choice::Wait => match self.order {
                Order::Plan(_) => "Wait a turn".to_owned(),
                _ => "Wait".to_owned(),
            },
            Choice::Move(block) => format!("Move {}", self.name(*block)),
            Choice::Leave => self.leave(self.steered().or_else(|| self.planned())?),
            Choice::Enter => {
                let hex = match self.order {
                    Order::Plan(block) => self.planned_hex(*block)?,
                    _ => self.steered()?.hex()?,
                };
                let port = sheet
                    .ports
                    .iter()
                    .find(|port| port.hex == hex && port.side == self.side)?;
                format!("Enter {}", port.name)
            }
            Choice::Scatter => "Scatter: every ship for herself, for good".to_owned(),
            Choice::Cross => "Go on into the ice".to_owned(),
            Choice::TurnBack => "Turn back".to_owned(),
            Choice::Stop => match self.order {
                Order::Plan(_) => "The turn ends here".to_owned(),
                _ => "Stop here".to_owned(),
            },
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
            Choice::Combine(a, b) => {
                let fuel = self.fuel_together(*a, *b);
                format!("{} joins {}{fuel}", self.name(*b), self.name(*a))
            }
            Choice::Pass => match self.order {
                Order::Place(_) => "Stay in port",
                Order::NewDummy(_) => "No Dummy",
                Order::Negate(_) => "Announce nothing",
                Order::Shadow(_) => "Nobody shadows it",
                Order::Air(AirOrder::Photograph(_)) => "No photograph",
                Order::Air(AirOrder::Fly(_, radius)) if radius.is_empty() => "Stay at the base",
                Order::Air(AirOrder::Fly(..)) => "No other hex",
                Order::Air(AirOrder::Cam) => "No CAM fighter",
                _ => "Leave it as it is",
            }
            .to_owned(),
            Choice::Done => match self.order {
                Order::Helm => "Movement is done",
                Order::Sectors(_) => "Search",
                Order::Hunt => "No more attacks",
                Order::Combine(_) => "Nothing more to combine",
                Order::Split(..) => "That is all",
                _ => "Done",
            }
            .to_owned(),
            Choice::Air(choice) => self.air_label(choice),
            _ => return self.sea_label(choice).or_else(|| self.battle_label(choice)),
        })
    }

    /// Answers about boxes, tows, swaps and meetings at sea.
    fn sea_label(&self, choice: &Choice) -> Option<String> {
        let t = self.view.tables();
        Some(match choice {
            Choice::Swap(a, b) => {
                let fuel = self.fuel_together(*a, *b);
                let (a, b) = (self.name(*a), self.name(*b));
                match fuel.is_empty() {
                    true => format!("{a} and {b} exchange units"),
                    false => format!("{a} and {b} exchange units{fuel}, unless all do"),
                }
            }
            Choice::Relieve => "All that need fuel change places, and their markers".to_owned(),
            Choice::Give(block, hull) => {
                format!("{} gives {}", self.name(*block), self.hull(*hull))
            }
            Choice::Box(off) => format!("Off the map: {}", t.sheet.off_map(*off).name),
            Choice::Rearm(block) => format!("{} takes torpedoes aboard", self.name(*block)),
            Choice::Drop(block, hull) => {
                format!("{} lets {} go adrift", self.name(*block), self.hull(*hull))
            }
            Choice::Tug(hull) => format!("{} tows her", self.hull(*hull)),
            Choice::Scuttle => "Nobody: she is scuttled".to_owned(),
            Choice::TakeHurt(hurt, class) => {
                let class = t.chart.class(*class);
                format!("1 CS of {} {}, {hurt}", class.kind, class.name)
            }
            Choice::Engage(block, token) => {
                format!("{} attacks {}", self.name(*block), self.target(*token))
            }
            Choice::With(block) => format!("{} too", self.name(*block)),
            Choice::Go => "Attack".to_owned(),
            Choice::Intercept(block, token) => {
                format!("{} goes against {}", self.name(*block), self.target(*token))
            }
            Choice::Join(block) => format!("{} tries to join", self.name(*block)),
            Choice::Strike(token) => format!("Strike at {}", self.target(*token)),
            Choice::Draw => "Draw a card".to_owned(),
            _ => return None,
        })
    }

    /// Answers on the Battle Display.
    fn battle_label(&self, choice: &Choice) -> Option<String> {
        Some(match choice {
            Choice::Station(unit, stance) => format!(
                "{}: {}",
                words::capital(&self.unit(*unit)),
                match stance {
                    Stance::TorpedoAttack => "to the attack with torpedoes",
                    Stance::Screening => "screen others",
                    Stance::Withdrawal => "withdraw",
                    Stance::Evasion => "evade",
                }
            ),
            Choice::Cover(unit) => format!("Protect {}", self.unit(*unit)),
            Choice::Block(unit) => format!("Keep {} away", self.unit(*unit)),
            Choice::Fire(by, at) => format!(
                "{} fires at {}",
                words::capital(&self.unit(*by)),
                self.unit(*at)
            ),
            Choice::Torpedo(by, at, symbols) => format!(
                "{}: torpedoes at {}{}",
                words::capital(&self.unit(*by)),
                self.unit(*at),
                if *symbols > 1 {
                    format!(", {} symbols", words::number((*symbols).into()))
                } else {
                    String::new()
                }
            ),
            Choice::Roll => "Roll".to_owned(),
            Choice::Apply(drm) => format!("Let {} hold", drm.id().replace('_', " ")),
            Choice::Auto => "As competent admirals do".to_owned(),
            _ => return None,
        })
    }

    /// The force whose plan is made.
    pub(super) fn planned(&self) -> Option<&'a Force> {
        match self.order {
            Order::Plan(block) => self.force(*block),
            _ => None,
        }
    }

    /// Where its plan has brought it.
    pub(super) fn planned_place(&self, block: BlockId) -> Option<Place> {
        let force = self.force(block)?;
        let anywhere = Hex::new(1, 1);
        let place = self.view.bar_plan(block, anywhere);
        Some(place.map_or(force.place, |(place, _)| place))
    }

    fn planned_hex(&self, block: BlockId) -> Option<Hex> {
        self.planned_place(block)?.at_sea()
    }

    pub(super) fn steered(&self) -> Option<&'a Force> {
        match self.order {
            Order::Steer(block) => self.force(*block),
            _ => None,
        }
    }

    /// A step with what it costs or risks.
    fn to(&self, hex: Hex) -> String {
        let notes = match self.steered() {
            Some(force) => legal::costs(self.view, self.side, &self.contacts, force, hex),
            None => {
                let ice = schedule::ice(self.view, self.side, hex);
                Some(ice)
                    .filter(|ice| !ice.is_empty())
                    .into_iter()
                    .collect()
            }
        };
        match notes.is_empty() {
            true => format!("To {}", self.hex(hex)),
            false => format!("To {}: {}", self.hex(hex), notes.join(", ")),
        }
    }

    /// Leaving port, with the Command Points and the fuel that it takes [4.3.2], [11.1].
    fn leave(&self, force: &Force) -> String {
        let sheet = &self.view.tables().sheet;
        let port = match force.place {
            Place::Port(port) => format!("Leave {}", sheet.port(port).name),
            _ => "Leave port".to_owned(),
        };
        let mut notes = Vec::new();
        let halves = self.view.halves_needed(force);
        if halves > 0 {
            let half = if halves % 2 == 1 { "½" } else { "" };
            let whole = match halves / 2 {
                0 => String::new(),
                whole => whole.to_string(),
            };
            notes.push(format!("{whole}{half} CP"));
        }
        let turn = self.view.turn();
        if let Some(due) = self.view.marker_after(self.side, force, turn) {
            notes.push(format!("fuel until {due}"));
        }
        match notes.is_empty() {
            true => port,
            false => format!("{port} ({})", notes.join(", ")),
        }
    }

    /// The marker that two forces of one's own have when they combine: the worse [1.2.4], [11.1.1].
    fn fuel_together(&self, a: BlockId, b: BlockId) -> String {
        let fuel = |block| self.view.own().find(|own| own.block == block)?.fuel;
        let fuel = match (fuel(a), fuel(b)) {
            (Some(own), Some(other)) => Some(own.worse(other)),
            (own, other) => own.or(other),
        };
        match fuel.map(|fuel| fuel.marker) {
            Some(Some((marker, turn))) => {
                format!(" (Fuel {} at {turn})", words::capital(marker.id()))
            }
            Some(None) => " (Critical Fuel)".to_owned(),
            None => String::new(),
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
            Shadower::Cruisers(block) => format!("Cruisers of {} shadow it", self.name(block)),
            Shadower::Air(unit) => {
                let unit = self
                    .view
                    .flyer_name(self.side, crate::air::Flyer::Unit(unit));
                format!("{unit} shadows it")
            }
        }
    }
}
