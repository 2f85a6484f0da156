//! Scenarios [15.0] and how a game is set up [15.1], [15.8].

use crate::air::Groups;
use crate::choice::Choice;
use crate::event::Event;
use crate::facing::Axis;
use crate::fleet::{MAX_BOATS, Pin, Unit};
use crate::movement::playing;
use crate::position::{Convoy, Place, Position, Tally};
use crate::sequence::{Deploying, Play, Step};
use crate::setup::Setup;
use crate::tables::Tables;
use crate::units::{Base, Bound, CONVOYS, ConvoyId, EscortKind, Scenario, Straggle, UnitKind};
use crate::weather::{Fog, Storm};
use derbyhouse_kernel::cup::Cup;
use derbyhouse_kernel::{Agenda, Hex, HexSet, Illegal};

/// Boats of a scenario [15.21], or the increased number [17.5].
pub fn boats(tables: &Tables, scenario: Scenario, more: bool) -> u8 {
    let values = tables.scenario(scenario);
    if more {
        values.boats_increased
    } else {
        values.boats
    }
}

/// Air groups of a scenario on their bases [15.3], [15.21], with the switch of (R1).
pub fn air_groups(tables: &Tables, setup: &Setup) -> Groups {
    let values = tables.scenario(setup.scenario);
    if setup.switches.april_ulster_range_20_group {
        values.air
    } else {
        values.air_as_printed
    }
}

/// The escorts of one direction, before they are shuffled: the real ones of the scenario and the dummies [15.2],
/// [15.5].
pub fn escort_cup(tables: &Tables, scenario: Scenario, bound: Bound) -> Cup<EscortKind> {
    let mut cup = Cup::new();
    for (kind, count) in EscortKind::REAL
        .into_iter()
        .zip(tables.scenario(scenario).escorts[bound.index()])
    {
        cup.add(kind, u32::from(count));
    }
    cup.add(EscortKind::Dummy, u32::from(tables.dummies[bound.index()]));
    cup
}

/// A position before anything is decided: the scenario's forces, the sheet empty [15.1], [15.2].
pub(crate) fn before_set_up(tables: &Tables, setup: &Setup) -> Result<Position, Illegal> {
    let boats = boats(tables, setup.scenario, setup.options.more_boats);
    if usize::from(boats) > MAX_BOATS {
        return Err(Illegal::because(format!(
            "a game can have {MAX_BOATS} boats at most, the tables give {boats}"
        )));
    }
    let mut agenda = Agenda::new();
    agenda.plan(Step::SET_UP);
    if setup.options.free_air_deployment {
        agenda.push(Step::AirDeployment(0)); // [17.3]
    }
    Ok(Position {
        setup: *setup,
        turn: 0,
        agenda,
        points: 0,
        boats_sunk: 0,
        in_reserve: u16::from(boats),
        convoys: [Convoy::WAITING; CONVOYS],
        escorts: [EscortKind::Dummy; CONVOYS],
        storms: Vec::new(),
        fog: Fog::None,
        sightings: HexSet::EMPTY,
        fleet: crate::fleet::Fleet::default(),
        air: if setup.options.free_air_deployment {
            [[0; 5]; 4]
        } else {
            air_groups(tables, setup)
        },
        course: None,
        tally: Tally::default(),
        resigned: false,
    })
}

/// The ranges of all air groups of a scenario, longest first: the order in which they are given out [17.3].
pub fn groups_to_deploy(tables: &Tables, setup: &Setup) -> impl Iterator<Item = usize> + use<> {
    let groups = air_groups(tables, setup);
    (0..5).rev().flat_map(move |range| {
        std::iter::repeat_n(
            range,
            groups.iter().map(|base| usize::from(base[range])).sum(),
        )
    })
}

impl Position {
    /// What may be chosen while the air groups are distributed [17.3].
    pub(crate) fn list_air_deployment(&self, placed: u8, out: &mut Vec<Choice>) {
        if placed == 0 {
            out.push(Choice::AsPrinted);
        }
        out.extend(Base::ALL.map(Choice::Base));
    }

    /// What may be chosen while the boats are deployed [15.4].
    pub(crate) fn list_deployment(
        &self,
        tables: &Tables,
        doing: Option<Deploying>,
        out: &mut Vec<Choice>,
    ) {
        match doing {
            Some(Deploying::Unit(_)) => {
                Choice::append_at(&tables.map.area, out);
                out.push(Choice::Back);
            }
            Some(Deploying::Arranging) => self.list_arrangements(out),
            None => {
                let kinds = UnitKind::ALL
                    .into_iter()
                    .filter(|kind| self.can_deploy(tables, *kind));
                out.extend(kinds.map(Choice::Deploy));
                if !self.fleet.is_empty() {
                    out.push(Choice::Arrange);
                }
                if self.in_reserve == 0 {
                    out.push(Choice::Done); // all boats must be placed [15.4]
                }
            }
        }
    }

    /// Whether a unit of that kind can be deployed: enough boats [15.4] and a counter [13.13].
    fn can_deploy(&self, tables: &Tables, kind: UnitKind) -> bool {
        u16::from(tables.unit(kind).boats) <= self.in_reserve
            && self.fleet.has_counter(tables, kind)
    }

    /// Why it cannot.
    fn may_deploy(&self, tables: &Tables, kind: UnitKind) -> Result<(), Illegal> {
        if self.can_deploy(tables, kind) {
            Ok(())
        } else if self.fleet.has_counter(tables, kind) {
            Err(Illegal::by(
                "15.4",
                format!("only {} boats are left to deploy", self.in_reserve),
            ))
        } else {
            Err(Illegal::by(
                "13.13",
                format!("there is no counter {kind} left"),
            ))
        }
    }
}

impl Play<'_> {
    /// The player gives the scenario's air groups to the bases as he likes [17.3].
    pub(crate) fn choose_air_deployment(
        &mut self,
        placed: u8,
        choice: Choice,
    ) -> Result<(), Illegal> {
        match choice {
            Choice::AsPrinted if placed == 0 => {
                self.p.air = air_groups(self.t, &self.p.setup);
                self.finish_step()
            }
            Choice::Base(base) => {
                let mut left = groups_to_deploy(self.t, &self.p.setup).skip(usize::from(placed));
                if let Some(range) = left.next() {
                    self.p.air[base.index()][range] += 1;
                }
                match left.next() {
                    Some(_) => self.ask(Step::AirDeployment(placed + 1)),
                    None => self.finish_step(),
                }
            }
            _ => Err(self.not_offered(choice)),
        }
    }

    /// The player deploys all boats, anywhere on the playing area and in any stacks [15.4].
    pub(crate) fn choose_deployment(
        &mut self,
        doing: Option<Deploying>,
        choice: Choice,
    ) -> Result<(), Illegal> {
        match (doing, choice) {
            (Some(_), Choice::Back) => self.ask(Step::Deployment(None)),
            (Some(Deploying::Arranging), choice) => {
                self.arrange(choice)?;
                self.ask(Step::Deployment(None))
            }
            (Some(Deploying::Unit(kind)), Choice::At(hex)) => self.deploy(kind, hex),
            (None, Choice::Deploy(kind)) => {
                self.p.may_deploy(self.t, kind)?;
                self.ask(Step::Deployment(Some(Deploying::Unit(kind))))
            }
            (None, Choice::Arrange) if !self.p.fleet.is_empty() => {
                self.ask(Step::Deployment(Some(Deploying::Arranging)))
            }
            (None, Choice::Done) if self.p.in_reserve > 0 => {
                let why = format!(
                    "{} boats are not yet deployed, and all must be",
                    self.p.in_reserve
                );
                Err(Illegal::by("15.4", why))
            }
            (None, Choice::Done) => self.finish_step(),
            _ => Err(self.not_offered(choice)),
        }
    }

    fn deploy(&mut self, kind: UnitKind, hex: Hex) -> Result<(), Illegal> {
        playing(self.t, hex)?;
        let counter = self.p.fleet.free_counter(kind, &[]);
        let unit = Unit::pack(kind, counter, Pin::Free);
        self.p.fleet.put(hex, &[unit], Axis::AT_SET_UP); // (R23)
        self.p.in_reserve -= u16::from(self.t.unit(kind).boats);
        self.log.push(|| Event::Deploys {
            unit: unit.name(),
            hex,
        });
        self.ask(Step::Deployment(None))
    }

    /// Escorts and dummies are shuffled over the convoys of each direction, eastbound first, face down [15.5], [9.52].
    pub(crate) fn pair_escorts(&mut self) {
        for bound in Bound::ALL {
            let mut cup = escort_cup(self.t, self.p.setup.scenario, bound);
            for id in ConvoyId::all().filter(|id| self.t.convoy(*id).bound == bound) {
                self.p.escorts[id.index()] = cup.draw(self.chance).unwrap_or(EscortKind::Dummy);
            }
        }
        self.log.push(|| Event::EscortsPaired);
    }

    /// The set-up chit places the first convoys, their straggle markers and the storms [15.8], [15.81]. Boats may
    /// stand where a convoy is put (R37).
    pub(crate) fn initial_placement(&mut self) {
        let chit = self.chance.chit(); // from all ten, as every draw [15.7]
        let setup = &self.t.initial[usize::from(chit)];
        for &(convoy, hex) in &setup.convoys {
            self.p.convoy_mut(convoy).place = Place::At(hex);
        }
        for &convoy in &setup.straggled {
            self.p.convoy_mut(convoy).straggle = Straggle::S1;
        }
        for &set in &setup.storm_sets {
            self.form_storm(set);
        }
        self.p
            .storms
            .extend(setup.storms.iter().map(|markers| Storm::new(*markers)));
        self.log.push(|| Event::InitialPlacement { chit });
    }
}

/// The convoys of a line of the set-up table with their hexes.
pub fn initial_convoys(tables: &Tables, chit: u8) -> &[(ConvoyId, Hex)] {
    &tables.initial[usize::from(chit)].convoys
}
