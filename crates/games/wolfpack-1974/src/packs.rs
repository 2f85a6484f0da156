//! Packs [13.0]: E1, in which free boats of one hex are formed anew [13.1].

use crate::choice::Choice;
use crate::event::Event;
use crate::facing::Axis;
use crate::fleet::{Pin, Stack, Unit, Units};
use crate::position::Position;
use crate::sequence::Play;
use crate::tables::Tables;
use crate::units::UnitKind;
use derbyhouse_kernel::{Hex, Illegal};

/// How many packs of each kind, in the order of [`UnitKind::PACKS`]; the other boats are single.
pub type Packs = [u8; 5];

/// Boats in packs.
pub fn boats_in(tables: &Tables, packs: &Packs) -> u32 {
    UnitKind::PACKS
        .iter()
        .zip(packs)
        .map(|(kind, n)| u32::from(*n) * u32::from(tables.unit(*kind).boats))
        .sum()
}

/// The packs among the free units of a stack, and how many boats are free at all; pinned ones take no part [13.15].
pub fn free_packs(tables: &Tables, stack: &Stack<'_>) -> (Packs, u32) {
    let mut packs = [0; 5];
    let mut boats = 0;
    for unit in stack.units.iter().filter(|unit| unit.is_free()) {
        boats += unit.boats(tables);
        if unit.kind != UnitKind::Single {
            packs[unit.kind.index() - 1] += 1;
        }
    }
    (packs, boats)
}

impl Position {
    /// Counters of each kind of pack that are not on the map [13.13].
    fn spare_packs(&self, tables: &Tables) -> Packs {
        let mut spare = UnitKind::PACKS.map(|kind| tables.unit(kind).limit.unwrap_or(u8::MAX));
        for unit in self
            .fleet
            .units()
            .iter()
            .filter(|unit| unit.kind != UnitKind::Single)
        {
            let left = &mut spare[unit.kind.index() - 1];
            *left = left.saturating_sub(1);
        }
        spare
    }

    /// Every other set of packs that the free boats of each hex could be.
    pub(crate) fn list_formations(&self, tables: &Tables, out: &mut Vec<Choice>) {
        let spare = self.spare_packs(tables);
        for stack in self.fleet.stacks() {
            if let [lone] = stack.units
                && lone.kind == UnitKind::Single
            {
                continue;
            }
            let (own, boats) = free_packs(tables, &stack);
            if boats < u32::from(tables.unit(UnitKind::Pack6).boats) {
                continue;
            }
            let most = most_packs(&spare, &own);
            for_each_formation(tables, &most, boats, |packs| {
                if packs != own {
                    out.push(Choice::Form(stack.hex, packs));
                }
            });
        }
    }

    /// Whether there is anything to form at all.
    pub(crate) fn can_form(&self, tables: &Tables) -> bool {
        // A free pack can always come apart.
        if self
            .fleet
            .units()
            .iter()
            .any(|unit| unit.kind != UnitKind::Single && unit.is_free())
        {
            return true;
        }
        // Single boats can form a pack if a counter is left.
        let spare = self.spare_packs(tables);
        let fits = |boats: u32| {
            UnitKind::PACKS
                .iter()
                .zip(spare)
                .any(|(kind, n)| n > 0 && u32::from(tables.unit(*kind).boats) <= boats)
        };
        self.fleet
            .stacks()
            .any(|stack| fits(free_packs(tables, &stack).1))
    }

    /// Whether the free boats of a hex may be formed into these packs.
    pub(crate) fn may_form(&self, tables: &Tables, hex: Hex, packs: &Packs) -> Result<(), Illegal> {
        let stack = self
            .fleet
            .stack(hex)
            .ok_or_else(|| Illegal::because(format!("there are no boats in {hex}")))?;
        let (own, boats) = free_packs(tables, &stack);
        if *packs == own {
            return Err(Illegal::because(format!(
                "the boats in {hex} are formed like this already"
            )));
        }
        if boats_in(tables, packs) > boats {
            let why = format!("only {boats} free boats are in {hex}");
            return Err(Illegal::by("13.12", why));
        }
        let most = most_packs(&self.spare_packs(tables), &own);
        match UnitKind::PACKS
            .into_iter()
            .enumerate()
            .find(|(place, _)| packs[*place] > most[*place])
        {
            Some((_, kind)) => Err(Illegal::by(
                "13.13",
                format!("there are not enough counters {kind}"),
            )),
            None => Ok(()),
        }
    }
}

/// The most packs of each kind that a stack could have: its own and the spare ones.
fn most_packs(spare: &Packs, own: &Packs) -> Packs {
    std::array::from_fn(|place| spare[place].saturating_add(own[place]))
}

/// Every set of packs within the limits, in ascending order.
fn for_each_formation(tables: &Tables, most: &Packs, boats: u32, mut each: impl FnMut(Packs)) {
    let size = UnitKind::PACKS.map(|kind| u32::from(tables.unit(kind).boats));
    let mut packs = [0; 5];
    let mut used = 0;
    loop {
        each(packs);
        // Counts up like an odometer, the last wheel first; a wheel that cannot turn goes back to 0.
        let mut wheel = packs.len();
        loop {
            if wheel == 0 {
                return;
            }
            wheel -= 1;
            if packs[wheel] < most[wheel] && used + size[wheel] <= boats {
                packs[wheel] += 1;
                used += size[wheel];
                break;
            }
            used -= u32::from(packs[wheel]) * size[wheel];
            packs[wheel] = 0;
        }
    }
}

impl Play<'_> {
    /// E1: boats are formed anew, at no cost in movement [13.11].
    pub(crate) fn choose_formation(&mut self, choice: Choice) -> Result<(), Illegal> {
        match choice {
            Choice::Form(hex, packs) => {
                self.p.may_form(self.t, hex, &packs)?;
                self.form(hex, packs);
                Ok(())
            }
            Choice::Done => self.finish_step(),
            _ => Err(self.not_offered(choice)),
        }
    }

    /// Puts the new units on top, largest first; a pack that stays a pack keeps its counter.
    fn form(&mut self, hex: Hex, packs: Packs) {
        let facing = self
            .p
            .fleet
            .stack(hex)
            .map_or(Axis::AT_SET_UP, |stack| stack.facing);
        let old = self.p.fleet.take(hex, |unit| unit.is_free());
        let mut new = Units::new();
        for (place, kind) in UnitKind::PACKS.into_iter().enumerate().rev() {
            let kept = old
                .iter()
                .filter(|unit| unit.kind == kind)
                .take(usize::from(packs[place]));
            new.extend(kept.copied());
            let made = packs[place] - new.iter().filter(|unit| unit.kind == kind).count() as u8;
            for _ in 0..made {
                let counter = self.p.fleet.free_counter(kind, &new);
                new.push(Unit::pack(kind, counter, Pin::Free));
            }
        }
        let boats: u32 = old.iter().map(|unit| unit.boats(self.t)).sum();
        for _ in 0..boats - boats_in(self.t, &packs) {
            new.push(Unit::single(Pin::Free));
        }
        self.p.fleet.put(hex, &new, facing);
        self.log.push(|| Event::Forms { hex, packs });
    }
}
