//! A sheet with nothing on it but what a procedure is about: a real position, played with the real rules.

use super::inputs::at_most;
use crate::event::{Event, GroupResult};
use crate::facing::Axis;
use crate::fleet::{MAX_BOATS, Unit, Units};
use crate::game::Wolfpack;
use crate::position::{Contact, Place, Position};
use crate::scenarios::before_set_up;
use crate::sequence::Play;
use crate::setup::Setup;
use crate::tables::Tables;
use crate::units::{ConvoyId, EscortKind, Scenario, Straggle, UnitKind};
use crate::weather::{Markers, Storm};
use derbyhouse_kernel::procedure::ProcedureError;
use derbyhouse_kernel::{Agenda, Chance, Hex, Log};

/// Mid-ocean, for procedures that do not ask where.
pub(super) const OPEN_SEA: Hex = Hex::new(10, 20);

/// A position and what happened on it.
pub(super) struct Sheet<'g> {
    pub(super) tables: &'g Tables,
    pub(super) position: Position,
    log: Log<Event>,
}

/// A unit of a stack after combat: its kind, and whether it is pinned.
pub(super) type Lying = (UnitKind, bool);

impl<'g> Sheet<'g> {
    /// An empty sheet on the first day of February, without air groups.
    pub(super) fn new(game: &'g Wolfpack) -> Result<Self, ProcedureError> {
        let setup = Setup::plain(Scenario::February);
        let mut position = before_set_up(&game.tables, &setup)
            .map_err(|why| ProcedureError::input(why.to_string()))?;
        position.agenda = Agenda::new();
        position.turn = 1;
        position.in_reserve = 0;
        position.air = [[0; 5]; 4];
        Ok(Self {
            tables: &game.tables,
            position,
            log: Log::on(),
        })
    }

    /// Plays on it.
    pub(super) fn play<T>(
        &mut self,
        chance: &mut Chance,
        run: impl FnOnce(&mut Play<'_>) -> T,
    ) -> T {
        run(&mut Play {
            t: self.tables,
            p: &mut self.position,
            chance,
            log: &mut self.log,
        })
    }

    /// What happened so far.
    pub(super) fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// Puts a stack down, its units from the top, as far as there are counters [13.13].
    pub(super) fn boats(&mut self, hex: Hex, stack: &[Unit]) -> Result<(), ProcedureError> {
        let fleet = &self.position.fleet;
        // A pack can come apart into its boats.
        let boats = |units: &[Unit]| -> u32 { units.iter().map(|u| u.boats(self.tables)).sum() };
        let all = (boats(fleet.units()) + boats(stack)) as usize;
        at_most("boats", MAX_BOATS, all)?;
        let mut units = Units::new();
        for unit in stack {
            let counter = fleet.free_counter(unit.kind, &units);
            if let Some(limit) = self.tables.unit(unit.kind).limit
                && counter > limit
            {
                return Err(ProcedureError::input(format!(
                    "there are only {limit} counters {} [13.13]",
                    unit.kind
                )));
            }
            units.push(Unit { counter, ..*unit });
        }
        self.position.fleet.put(hex, &units, Axis::AT_SET_UP);
        Ok(())
    }

    /// Puts a marker of a storm down: its hex and the six around it are storm hexes.
    pub(super) fn storm(&mut self, marker: Hex) {
        let markers = Markers::from_iter([marker]);
        self.position.storms.push(Storm { markers });
    }

    /// Puts a convoy down.
    pub(super) fn convoy(
        &mut self,
        id: ConvoyId,
        hex: Hex,
        escort: EscortKind,
        contact: Contact,
        straggle: Straggle,
    ) {
        let convoy = self.position.convoy_mut(id);
        convoy.place = Place::At(hex);
        convoy.contact = contact;
        convoy.straggle = straggle;
        self.position.escorts[id.index()] = escort;
    }

    /// The stack in a hex, from the top.
    pub(super) fn lying(&self, hex: Hex) -> Vec<Lying> {
        let stack = self.position.fleet.stack(hex);
        let units = stack.iter().flat_map(|stack| stack.units);
        units.map(|unit| (unit.kind, !unit.is_free())).collect()
    }

    /// Boats in a hex that are pinned, or that are not.
    pub(super) fn boats_in(&self, hex: Hex, pinned: bool) -> u32 {
        let stack = self.position.fleet.stack(hex);
        let units = stack.iter().flat_map(|stack| stack.units);
        units
            .filter(|unit| unit.is_free() != pinned)
            .map(|unit| unit.boats(self.tables))
            .sum()
    }

    /// What became of every group of boats that was attacked.
    pub(super) fn struck(&self) -> Vec<GroupResult> {
        let groups = self.events().iter().filter_map(|event| match event {
            Event::BoatsAttacked { groups, .. } => Some(groups.as_slice()),
            _ => None,
        });
        groups.flatten().copied().collect()
    }
}
