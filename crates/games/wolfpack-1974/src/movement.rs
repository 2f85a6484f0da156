//! Movement of boats [6.0]: E2, in which nothing is searched and nothing fights [6.12].

use crate::choice::Choice;
use crate::event::Event;
use crate::facing::Axis;
use crate::fleet::{Duty, Pin, Unit, UnitName};
use crate::position::Position;
use crate::sequence::{Play, Selection, Step};
use crate::setup::Boats;
use crate::tables::Tables;
use crate::units::UnitKind;
use derbyhouse_kernel::{Hex, HexSet, Illegal};

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

/// Cost of entering a hex: 1, or 2 in a storm; nothing else ever costs more [5.42], [6.13], [6.22].
pub fn cost(tables: &Tables, is_storm: bool) -> u8 {
    1 + if is_storm {
        tables.boats.storm_extra_cost
    } else {
        tables.boats.fog_extra_cost
    }
}

/// Every hex that can be reached with that allowance over playing hexes, the start included [6.13], [6.21].
pub fn reach(tables: &Tables, start: Hex, allowance: u8, storms: &HexSet) -> HexSet {
    let mut front = HexSet::EMPTY;
    front.insert(start);
    let (calm, rough) = (
        tables.map.area.minus(storms),
        tables.map.area.intersection(storms),
    );
    let dear = usize::from(cost(tables, true));
    if rough.is_empty() || dear == 1 {
        for _ in 0..allowance {
            front = front.grown().intersection(&tables.map.area);
        }
        return front;
    }
    // The last fronts, the newest first: a storm hex is entered from the front of `dear` points ago.
    let mut fronts = [HexSet::EMPTY; 8];
    fronts[0] = front;
    for _ in 0..allowance {
        let older = fronts[(dear - 1).min(fronts.len() - 1)];
        let next = fronts[0]
            .grown()
            .intersection(&calm)
            .union(&fronts[0])
            .union(&older.grown().intersection(&rough));
        fronts.rotate_right(1);
        fronts[0] = next;
    }
    fronts[0]
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
                Err(Illegal::by(
                    "6.0",
                    format!("{hex} is not next to {here} [6.0]"),
                )),
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
            format!("the way costs {spent}, but the unit has {allowance} points [6.13]"),
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
            format!("{hex} is not on the playing area [6.21]"),
        ))
    }
}

/// Boats may pass through a convoy, but not end with one [6.31], [9.0].
fn may_end(hex: Hex, with_convoy: bool) -> Result<(), Illegal> {
    if with_convoy {
        Err(Illegal::by(
            "6.31",
            format!("boats may not end in {hex} with a convoy [6.31]"),
        ))
    } else {
        Ok(())
    }
}

impl Position {
    /// Where units with that allowance may go from a hex: never their own hex, never a convoy's [6.31], [9.11]. There
    /// are no zones of control in the way [8.0].
    pub(crate) fn destinations(&self, tables: &Tables, from: Hex, allowance: u8) -> HexSet {
        let mut hexes =
            reach(tables, from, allowance, &self.storm_hexes()).minus(&self.convoy_hexes());
        hexes.remove(from);
        hexes
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
        }
    }

    /// Whether E2 may end: no stack shares a hex with a convoy [9.0], unless it has nowhere to go (R26).
    pub(crate) fn may_end_movement(&self, tables: &Tables) -> Result<(), Illegal> {
        let convoys = self.convoy_hexes();
        for stack in self
            .fleet
            .stacks()
            .filter(|stack| convoys.contains(stack.hex))
        {
            let stuck = stack.units.iter().all(|unit| {
                !may_move(unit)
                    || self
                        .destinations(tables, stack.hex, self.allowance(tables, *unit))
                        .is_empty()
            });
            if !stuck {
                let why = format!(
                    "the boats in {} share the hex with a convoy and must leave it [9.0]",
                    stack.hex
                );
                return Err(Illegal::by("9.0", why));
            }
        }
        Ok(())
    }

    /// Turns and re-orders that make a difference, in every hex [9.51].
    pub(crate) fn list_dressing(&self, out: &mut Vec<Choice>) {
        for stack in self.fleet.stacks() {
            out.extend(
                Axis::ALL
                    .into_iter()
                    .filter(|axis| *axis != stack.facing)
                    .map(|axis| Choice::Face(stack.hex, axis)),
            );
        }
        for stack in self.fleet.stacks().filter(|stack| stack.units.len() > 1) {
            let first = out.len();
            for (place, unit) in stack.units.iter().enumerate() {
                let choice = Choice::Top(stack.hex, unit.name());
                let moves_up = stack.units[..place]
                    .iter()
                    .any(|above| above.name() != unit.name());
                if moves_up && !out[first..].contains(&choice) {
                    out.push(choice);
                }
            }
            out[first..].sort_unstable();
        }
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
        if let Some((from, allowance)) =
            selection.and_then(|selection| self.selected(tables, selection))
        {
            self.destinations(tables, from, allowance)
                .for_each(|hex| out.push(Choice::To(hex)));
            out.push(Choice::Back);
            return;
        }
        self.list_dressing(out);
        for stack in self.fleet.stacks() {
            let first = out.len();
            for unit in stack.units.iter().filter(|unit| may_move(unit)) {
                let choice = Choice::Unit(stack.hex, unit.name());
                if !out[first..].contains(&choice) {
                    out.push(choice);
                }
            }
            out[first..].sort_unstable();
        }
        for stack in self.fleet.stacks() {
            if stack
                .units
                .iter()
                .filter(|unit| may_move(unit))
                .nth(1)
                .is_some()
            {
                out.push(Choice::Stack(stack.hex));
            }
        }
        if self.may_end_movement(tables).is_ok() {
            out.push(Choice::Done);
        }
    }
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
            (Some(selection), Choice::To(hex)) => self.move_selected(selection, hex),
            (Some(_), Choice::Back) => self.ask(Step::UboatMovement(None)),
            (None, Choice::Unit(hex, name)) => self.select(Selection::Unit(hex, name)),
            (None, Choice::Stack(hex)) => self.select(Selection::Stack(hex)),
            (None, Choice::Face(hex, facing)) => self.turn_stack(hex, facing),
            (None, Choice::Top(hex, name)) => self.bring_to_top(hex, name),
            (None, Choice::Done) => {
                self.p.may_end_movement(self.t)?;
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
                "there is no such unit that has not yet moved [6.0]",
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
        may_end(to, self.p.convoy_hexes().contains(to))?;
        if !self.p.destinations(self.t, from, allowance).contains(to) {
            let why = format!("{to} is out of reach from {from} with {allowance} points [6.13]");
            return Err(Illegal::by("6.13", why));
        }
        let facing = self
            .p
            .fleet
            .stack(from)
            .map_or(Axis::AT_SET_UP, |stack| stack.facing);
        let mut single = false;
        let mut moving = self.p.fleet.take(from, |unit| match selection {
            Selection::Stack(_) => may_move(unit),
            // Single boats are alike: one of them goes.
            Selection::Unit(_, name) => {
                may_move(unit) && unit.name() == name && !std::mem::replace(&mut single, true)
            }
        });
        for unit in &mut moving {
            unit.duty = Duty::Moved;
        }
        self.p.fleet.put(to, &moving, facing); // on top, with the facing of the hex (R23)
        self.log.push(|| Event::Moves {
            units: moving.iter().map(|unit| unit.name()).collect(),
            from,
            to,
        });
        self.ask(Step::UboatMovement(None))
    }

    /// Facing is free in phase E and at set-up [9.51], (R23).
    pub(crate) fn turn_stack(&mut self, hex: Hex, facing: Axis) -> Result<(), Illegal> {
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

    /// So is the order of a stack [9.51].
    pub(crate) fn bring_to_top(&mut self, hex: Hex, name: UnitName) -> Result<(), Illegal> {
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
