//! Movement of boats [6.0]: how it is done [6.1] and what forbids it [6.2], and how stacking bears on it [9.1]. In E2
//! nothing is searched and nothing fights [6.12].

use crate::choice::{Choice, Order};
use crate::event::Event;
use crate::facing::Axis;
use crate::fleet::{Duty, Fleet, Pin, Stack, Unit, UnitName, Units};
use crate::position::{Convoy, Position};
use crate::sequence::{Play, Selection, Step};
use crate::setup::Boats;
use crate::tables::Tables;
use crate::units::UnitKind;
use derbyhouse_kernel::{Direction, Hex, HexSet, Illegal};

/// Movement allowance of a unit: half if it is pinned [6.32], [14.5], unless it is of Type XXI [17.2].
pub fn allowance(tables: &Tables, kind: UnitKind, pin: Pin, boats: Boats) -> u8 {
    let full = tables.unit(kind).movement;
    match (pin, boats) {
        (Pin::Pinned, Boats::Standard | Boats::Schnorkel) => {
            full / tables.boats.pinned_movement_divisor
        }
        (Pin::Pinned, Boats::TypeXxi) | (Pin::Free, _) => full,
    }
}

/// Cost of entering a hex: 1, or 2 in a storm; fog, like everything else, costs nothing extra [5.42], [6.13], [6.22].
pub fn cost(tables: &Tables, is_storm: bool) -> u8 {
    1 + if is_storm {
        tables.boats.storm_extra_cost
    } else {
        0
    }
}

/// Every hex that can be reached with that allowance over playing hexes, the start included [6.13], [6.21].
pub fn reach(tables: &Tables, start: Hex, allowance: u8, storms: &HexSet) -> HexSet {
    let ball = HexSet::ball(start, allowance).intersection(&tables.map.area);
    if tables.map.is_convex && ball.is_disjoint(storms) {
        return ball; // no way is longer than the distance
    }
    let calm = tables.map.area.minus(storms);
    let rough = tables.map.area.intersection(storms);
    let extra = usize::from(cost(tables, true) - 1).min(STORM_EXTRA);
    HexSet::spread(start, allowance, &calm, &rough, extra)
}

/// The most that a storm may add to the cost of a hex, whatever the tables say.
pub const STORM_EXTRA: usize = 3;

/// Whether the straight way between two hexes can be paid: the quick answer, nearly always the right one.
fn straight_way(
    tables: &Tables,
    from: Hex,
    to: Hex,
    allowance: u8,
    is_storm: impl Fn(Hex) -> bool,
) -> bool {
    let mut here = from;
    let mut left = allowance;
    while here != to {
        let next = here.step(toward(here, to));
        let Some(rest) = left.checked_sub(cost(tables, is_storm(next))) else {
            return false;
        };
        if !tables.map.is_playing(next) {
            return false;
        }
        (here, left) = (next, rest);
    }
    true
}

/// The side on which a shortest way leads.
fn toward(here: Hex, to: Hex) -> Direction {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match (to.row().cmp(&here.row()), to.x2() >= here.x2()) {
        (Equal, true) => Direction::E,
        (Equal, false) => Direction::W,
        (Greater, true) => Direction::NE,
        (Greater, false) => Direction::NW,
        (Less, true) => Direction::SE,
        (Less, false) => Direction::SW,
    }
}

/// What a unit may not do by a given path, or what the path costs [6.13], [6.21], [6.31].
pub fn path_cost(
    tables: &Tables,
    start: Hex,
    path: &[Hex],
    allowance: u8,
    is_storm: impl Fn(Hex) -> bool,
    is_enemy: impl Fn(Hex) -> bool,
) -> (u8, Result<(), Illegal>) {
    let spent = path.iter().map(|hex| cost(tables, is_storm(*hex))).sum();
    let mut here = start;
    for &hex in path {
        if here.distance(hex) != 1 {
            return (
                spent,
                Err(Illegal::by("6.0", format!("{hex} is not next to {here}"))),
            );
        }
        if let Err(off) = playing(tables, hex) {
            return (spent, Err(off));
        }
        here = hex;
    }
    let legal = if spent > allowance {
        Err(Illegal::by(
            "6.13",
            format!("the way costs {spent}, but the unit has {allowance} points"),
        ))
    } else {
        may_end(here, is_enemy(here))
    };
    (spent, legal)
}

/// No naval unit is ever off the playing area [6.21].
pub fn playing(tables: &Tables, hex: Hex) -> Result<(), Illegal> {
    if tables.map.is_playing(hex) {
        Ok(())
    } else {
        Err(Illegal::by(
            "6.21",
            format!("{hex} is not on the playing area"),
        ))
    }
}

/// Boats may pass through a convoy, but not end with one [6.31], [9.0].
fn may_end(hex: Hex, with_convoy: bool) -> Result<(), Illegal> {
    if with_convoy {
        Err(Illegal::by(
            "6.31",
            format!("boats may not end in {hex} with a convoy"),
        ))
    } else {
        Ok(())
    }
}

impl Position {
    /// Where units with that allowance may go from a hex: never their own hex, never a convoy's [6.31], [9.11]. There
    /// are no zones of control in the way [8.0].
    pub(crate) fn destinations(&self, tables: &Tables, from: Hex, allowance: u8) -> HexSet {
        let storms = self.storms_near(from, allowance);
        let mut hexes = reach(tables, from, allowance, &storms);
        for convoy in &self.convoys {
            if let Some(hex) = convoy.hex() {
                hexes.remove(hex);
            }
        }
        hexes.remove(from);
        hexes
    }

    /// The storm hexes, if any of them is within reach.
    fn storms_near(&self, from: Hex, allowance: u8) -> HexSet {
        // A storm covers its markers and the hexes next to them.
        let in_the_way = |marker: &Hex| marker.distance(from) <= u32::from(allowance) + 1;
        if self
            .storms
            .iter()
            .any(|storm| storm.markers.iter().any(in_the_way))
        {
            self.storm_hexes()
        } else {
            HexSet::EMPTY
        }
    }

    /// Whether a hex can be reached.
    fn is_reached(&self, tables: &Tables, from: Hex, allowance: u8, to: Hex) -> bool {
        if from.distance(to) > u32::from(allowance) {
            return false;
        }
        let storms = self.storms_near(from, allowance);
        straight_way(tables, from, to, allowance, |hex| storms.contains(hex))
            || reach(tables, from, allowance, &storms).contains(to)
    }

    /// Allowance of a unit on the map.
    pub(crate) fn allowance(&self, tables: &Tables, unit: Unit) -> u8 {
        allowance(tables, unit.kind, unit.pin, self.setup.options.boats)
    }

    /// The hex and the common allowance of what is about to move.
    pub(crate) fn selected(&self, tables: &Tables, selection: Selection) -> Option<(Hex, u8)> {
        let allowance_of = |hex, which: &dyn Fn(&Unit) -> bool| {
            let stack = self.fleet.stack(hex)?;
            stack
                .units
                .iter()
                .filter(|unit| which(unit))
                .map(|unit| self.allowance(tables, *unit))
                .min()
        };
        match selection {
            Selection::Unit(hex, name) => Some((
                hex,
                allowance_of(hex, &|unit| may_move(unit) && unit.name() == name)?,
            )),
            Selection::Stack(hex) => Some((hex, allowance_of(hex, &may_move)?)),
            Selection::Arranging => None,
        }
    }

    /// A stack that must leave before E2 may end: it shares its hex with a convoy [9.0] and has somewhere to go (R26).
    pub(crate) fn must_leave(&self, tables: &Tables) -> Option<Hex> {
        let convoys = self.convoys.iter().filter_map(Convoy::hex);
        convoys
            .filter(|hex| self.fleet.hexes().contains(*hex))
            .filter_map(|hex| self.fleet.stack(hex))
            .filter(|stack| self.can_leave(tables, stack))
            .map(|stack| stack.hex)
            .min()
    }

    fn can_leave(&self, tables: &Tables, stack: &Stack<'_>) -> bool {
        let leaves = |unit: &Unit| {
            let allowance = self.allowance(tables, *unit);
            // A free neighbour is nearly always there; only without one is the whole reach worth working out.
            let next_door = stack.hex.neighbours().into_iter().any(|hex| {
                let free = tables.map.is_playing(hex) && !self.has_convoy(hex);
                free && cost(tables, self.is_storm(hex)) <= allowance
            });
            next_door || !self.destinations(tables, stack.hex, allowance).is_empty()
        };
        stack
            .units
            .iter()
            .any(|unit| may_move(unit) && leaves(unit))
    }

    /// Whether bringing that unit to the top would change anything.
    fn may_top(&self, hex: Hex, name: UnitName) -> bool {
        self.fleet.stack(hex).is_some_and(|stack| {
            let lowest = stack.units.iter().rposition(|unit| unit.name() == name);
            lowest.is_some_and(|place| {
                stack.units[..place]
                    .iter()
                    .any(|above| above.name() != name)
            })
        })
    }

    /// What may be chosen in E2.
    pub(crate) fn list_moves(
        &self,
        tables: &Tables,
        selection: Option<Selection>,
        out: &mut Vec<Choice>,
    ) {
        match selection {
            None => self.list_movers(tables, out),
            Some(Selection::Arranging) => self.list_arrangements(out),
            Some(selection) => {
                if let Some((from, allowance)) = self.selected(tables, selection) {
                    Choice::append_to(&self.destinations(tables, from, allowance), out);
                }
                out.push(Choice::Back);
            }
        }
    }

    fn list_movers(&self, tables: &Tables, out: &mut Vec<Choice>) {
        let first = out.len();
        for stack in self.fleet.stacks() {
            let order = |name| Choice::Stack(stack.hex, Order::Unit(name));
            if let [unit] = stack.units {
                if may_move(unit) {
                    out.push(order(unit.name()));
                }
                continue;
            }
            let waiting = || stack.units.iter().filter(|unit| may_move(unit));
            list_names(waiting(), order, out);
            if waiting().nth(1).is_some() {
                out.push(Choice::Stack(stack.hex, Order::All));
            }
        }
        let all_moved = out.len() == first;
        out.push(Choice::Arrange);
        // What has moved has not ended with a convoy.
        if all_moved || self.must_leave(tables).is_none() {
            out.push(Choice::Done);
        }
    }

    /// Turns and re-orders of all stacks, at set-up and in E2 [9.51].
    pub(crate) fn list_arrangements(&self, out: &mut Vec<Choice>) {
        for stack in self.fleet.stacks() {
            list_arrangements(&stack, out);
        }
        out.push(Choice::Back);
    }
}

/// Turns and re-orders of a stack that make a difference [9.51].
fn list_arrangements(stack: &Stack<'_>, out: &mut Vec<Choice>) {
    for axis in Axis::ALL {
        if axis != stack.facing {
            out.push(Choice::Stack(stack.hex, Order::Face(axis)));
        }
    }
    if stack.units.len() > 1 {
        let top = stack.units[0].name();
        // Down to here all units are like the top one: bringing one of them up changes nothing.
        let alike = stack
            .units
            .iter()
            .take_while(|unit| unit.name() == top)
            .count();
        list_names(
            &stack.units[alike..],
            |name| Choice::Stack(stack.hex, Order::Top(name)),
            out,
        );
    }
}

/// A choice for each name among the units, in the order of names. Packs have each their own, single boats share two.
pub(crate) fn list_names<'u>(
    units: impl IntoIterator<Item = &'u Unit>,
    choice: impl Fn(UnitName) -> Choice,
    out: &mut Vec<Choice>,
) {
    let first = out.len();
    let mut singles = [false; 2];
    for unit in units {
        let name = unit.name();
        let seen = match name {
            UnitName::Single(pin) => std::mem::replace(&mut singles[pin as usize], true),
            UnitName::Pack(..) => false,
        };
        if !seen {
            out.push(choice(name));
        }
    }
    if out.len() > first + 1 {
        out[first..].sort_unstable();
    }
}

/// Takes what is selected from one hex to another, and returns it.
fn carry(fleet: &mut Fleet, selection: Selection, from: Hex, to: Hex) -> Units {
    let facing = fleet
        .stack(from)
        .map_or(Axis::AT_SET_UP, |stack| stack.facing);
    let mut single = false;
    let mut moving = fleet.take(from, |unit| match selection {
        Selection::Stack(_) => may_move(unit),
        Selection::Arranging => false,
        // Single boats are alike: one of them goes.
        Selection::Unit(_, name) => {
            may_move(unit) && unit.name() == name && !std::mem::replace(&mut single, true)
        }
    });
    for unit in &mut moving {
        unit.duty = Duty::Moved;
    }
    fleet.put(to, &moving, facing); // on top, with the facing of the hex (R23)
    moving
}

/// The boats as they would lie after a move.
pub(crate) fn moved(fleet: &Fleet, selection: Selection, to: Hex) -> Option<Fleet> {
    let from = match selection {
        Selection::Unit(hex, _) | Selection::Stack(hex) => hex,
        Selection::Arranging => return None,
    };
    let mut fleet = fleet.clone();
    carry(&mut fleet, selection, from, to);
    Some(fleet)
}

/// Each unit moves once [6.0].
fn may_move(unit: &Unit) -> bool {
    unit.duty == Duty::Waiting
}

impl Play<'_> {
    /// E2: the player moves any units, one after another, and sets stacks as he likes [6.3], [6.11].
    pub(crate) fn choose_move(
        &mut self,
        selection: Option<Selection>,
        choice: Choice,
    ) -> Result<(), Illegal> {
        match (selection, choice) {
            (Some(_), Choice::Back) => self.ask(Step::UboatMovement(None)),
            (Some(Selection::Arranging), choice) => {
                self.arrange(choice)?;
                self.ask(Step::UboatMovement(None))
            }
            (Some(selection), Choice::To(hex)) => self.move_selected(selection, hex),
            (None, Choice::Arrange) => self.ask(Step::UboatMovement(Some(Selection::Arranging))),
            (None, Choice::Stack(hex, Order::Unit(name))) => {
                self.select(Selection::Unit(hex, name))
            }
            (None, Choice::Stack(hex, Order::All)) => self.select(Selection::Stack(hex)),
            (None, Choice::Done) => {
                if let Some(hex) = self.p.must_leave(self.t) {
                    let why =
                        format!("the boats in {hex} share the hex with a convoy and must leave it");
                    return Err(Illegal::by("9.0", why));
                }
                self.p
                    .fleet
                    .units_mut()
                    .for_each(|unit| unit.duty = Duty::Waiting);
                self.finish_step()
            }
            _ => Err(self.not_offered(choice)),
        }
    }

    fn select(&mut self, selection: Selection) -> Result<(), Illegal> {
        if self.p.selected(self.t, selection).is_none() {
            return Err(Illegal::by(
                "6.0",
                "there is no such unit that has not yet moved",
            ));
        }
        if let Selection::Stack(hex) = selection
            && self
                .p
                .fleet
                .stack(hex)
                .is_none_or(|stack| stack.units.iter().filter(|u| may_move(u)).count() < 2)
        {
            return Err(Illegal::because(format!(
                "fewer than two units can still move from {hex}"
            )));
        }
        self.ask(Step::UboatMovement(Some(selection)))
    }

    fn move_selected(&mut self, selection: Selection, to: Hex) -> Result<(), Illegal> {
        let Some((from, allowance)) = self.p.selected(self.t, selection) else {
            return Err(Illegal::because("nothing is selected"));
        };
        playing(self.t, to)?;
        may_end(to, self.p.has_convoy(to))?;
        if from == to || !self.p.is_reached(self.t, from, allowance, to) {
            let why = format!("{to} is out of reach from {from} with {allowance} points");
            return Err(Illegal::by("6.13", why));
        }
        let moving = carry(&mut self.p.fleet, selection, from, to);
        self.log.push(|| Event::Moves {
            units: moving.iter().map(|unit| unit.name()).collect(),
            from,
            to,
        });
        self.ask(Step::UboatMovement(None))
    }

    /// Facing and order of stacks [9.5] are free in phase E and at set-up, at no cost and at no other time [9.51], (R23).
    pub(crate) fn arrange(&mut self, choice: Choice) -> Result<(), Illegal> {
        match choice {
            Choice::Stack(hex, Order::Face(facing)) => self.turn_stack(hex, facing),
            Choice::Stack(hex, Order::Top(name)) => self.bring_to_top(hex, name),
            _ => Err(self.not_offered(choice)),
        }
    }

    fn turn_stack(&mut self, hex: Hex, facing: Axis) -> Result<(), Illegal> {
        match self.p.fleet.stack(hex) {
            None => Err(Illegal::because(format!("there are no boats in {hex}"))),
            Some(stack) if stack.facing == facing => Err(Illegal::because(format!(
                "the boats in {hex} already face {facing}"
            ))),
            Some(_) => {
                self.p.fleet.turn(hex, facing);
                self.log.push(|| Event::Turns { hex, facing });
                Ok(())
            }
        }
    }

    fn bring_to_top(&mut self, hex: Hex, name: UnitName) -> Result<(), Illegal> {
        if !self.p.may_top(hex, name) {
            return Err(Illegal::because(format!(
                "there is no {name} in {hex} below another unit"
            )));
        }
        self.p.fleet.to_top(hex, name);
        Ok(())
    }

    /// E3: all pinned units are at liberty again [14.5].
    pub(crate) fn depin(&mut self) {
        let mut any = false;
        for unit in self.p.fleet.units_mut() {
            any |= !unit.is_free();
            unit.pin = Pin::Free;
        }
        if any {
            self.log.push(|| Event::Depinned);
        }
    }
}
