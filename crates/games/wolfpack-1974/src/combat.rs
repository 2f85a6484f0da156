//! Combat [14.0]: boats against convoys, and everybody against boats. Boats only ever hurt convoys, and no convoy is
//! destroyed by its losses [14.19].

use crate::choice::Choice;
use crate::convoys::bow;
use crate::event::{Event, GroupResult};
use crate::facing::Axis;
use crate::fleet::{Duty, Fleet, Pin, Unit, UnitName, Units};
use crate::movement::list_names;
use crate::position::{Contact, Hunter, Position};
use crate::search::escort_strength;
use crate::sequence::{Play, Step};
use crate::tables::Tables;
use crate::units::{AswResult, ConvoyId, Straggle, StraggleColumn, UnitKind};
use arrayvec::ArrayVec;
use derbyhouse_kernel::{Chance, Hex, Illegal};

/// An attack on a convoy as it stands before the chit is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Strength less modified escort [14.11].
    pub differential: i32,
    /// Column of the table.
    pub column: usize,
    /// What is added to the chit [14.17], [14.18].
    pub modifier: i32,
    /// What each point counts: 2 against a straggled convoy [14.17].
    pub factor: u32,
}

impl Odds {
    /// The attack of that strength, if it is one: below the least differential there is none [14.16]. Straggling
    /// takes from the escort, but never below 0 [14.19], [14.34], (R15).
    pub fn new(
        tables: &Tables,
        strength: i32,
        escort: i32,
        straggle: Straggle,
        in_weather: bool,
    ) -> Result<Self, i32> {
        let differential = strength - escort_strength(tables, escort, 0, straggle);
        let counted = differential.min(tables.boats.attack_max); // [14.16]
        let column = tables
            .uboat_combat
            .columns
            .iter()
            .rposition(|(from, _)| counted >= *from)
            .ok_or(differential)?;
        let weather = if in_weather {
            tables.modifiers.weather_attack
        } else {
            0
        };
        let straggled = tables.modifiers.straggle_attack_chit[straggle.index()];
        let factor = if straggle == Straggle::None {
            1
        } else {
            tables.modifiers.straggle_point_factor
        };
        Ok(Self {
            differential,
            column,
            modifier: weather + straggled,
            factor,
        })
    }

    /// The result of a chit, and the points it scores; all modifiers are added before the limits apply [14.2],
    /// [14.17], [14.18], (R16).
    pub fn score(&self, tables: &Tables, chit: u8) -> (u8, u32) {
        let row = tables.limited(i32::from(chit) + self.modifier);
        let result = tables.uboat_combat.rows[usize::from(row)][self.column];
        (result, u32::from(result) * self.factor)
    }
}

/// The straggle draw that a result brings, by the number read on the table, not the doubled score [14.31], (R17).
pub const fn straggle_column(result: u8) -> Option<StraggleColumn> {
    match result {
        0 => None, // (R32)
        1 => Some(StraggleColumn::One),
        2 => Some(StraggleColumn::Two),
        3 => Some(StraggleColumn::ThreeOrFog),
        _ => Some(StraggleColumn::FourOrStorm),
    }
}

/// Whether a unit is struck when the escort of `convoy` strikes back: every unit in the hex, attacker or not [9.42],
/// [14.13]; but only its own attackers if several convoys were attacked from there [14.15], (R20).
pub fn is_countered(convoy: ConvoyId, convoys_attacked_from_hex: usize, duty: Duty) -> bool {
    convoys_attacked_from_hex <= 1 || duty == Duty::Attacks(convoy)
}

/// What an attack on boats does to a group with that chit [14.47]; weather takes from the chit [14.45].
pub fn asw_result(tables: &Tables, strength: i32, in_weather: bool, chit: u8) -> AswResult {
    let modifier = if in_weather {
        tables.modifiers.weather_attack
    } else {
        0
    };
    let row = &tables.asw_combat[usize::from(tables.limited(i32::from(chit) + modifier))];
    asw_column(tables, strength).map_or(AswResult::None, |column| row[column])
}

/// The column of a strength; those above the last column use it. None below 1, which is no attack [14.46].
pub fn asw_column(tables: &Tables, strength: i32) -> Option<usize> {
    let columns = tables.asw_combat[0].len();
    (strength.max(0) as usize).min(columns).checked_sub(1)
}

/// What is left of boats that were attacked.
#[derive(Clone, Debug, Default)]
pub struct AfterAttack {
    /// Groups that nothing happened to, from the top.
    pub unaffected: Units,
    /// Groups that were pinned, or what is left of them, in the order of attack.
    pub pinned: Units,
    /// One entry a group.
    pub results: ArrayVec<GroupResult, { crate::fleet::MAX_BOATS }>,
    pub sunk: u16,
}

/// Attacks boats group by group: the odd single boats first, then single boats by sixes, then every pack cut into
/// sixes [14.41], (R21). `others` are the units that are not attacked: their counters are taken.
pub fn attack_groups(
    tables: &Tables,
    targets: &[Unit],
    others: &Fleet,
    strength: i32,
    in_weather: bool,
    chance: &mut Chance,
) -> AfterAttack {
    let mut after = AfterAttack::default();
    let size = usize::from(tables.boats.asw_group);
    let singles: Units = targets
        .iter()
        .filter(|unit| unit.kind == UnitKind::Single)
        .copied()
        .collect();
    let (odd, sixes) = singles.split_at(singles.len() % size);
    let mut strike = |group: &[Unit], after: &mut AfterAttack| {
        let chit = chance.chit();
        let result = asw_result(tables, strength, in_weather, chit);
        let boats = group.iter().map(|unit| unit.boats(tables)).sum::<u32>() as u8;
        after.results.push(GroupResult {
            boats,
            chit,
            result,
        });
        after.settle(group, boats, result);
    };
    if !odd.is_empty() {
        strike(odd, &mut after);
    }
    for six in sixes.chunks(size) {
        strike(six, &mut after);
    }
    // Packs still whole hold their counters until they are cut.
    let mut uncut: Units = targets
        .iter()
        .filter(|unit| unit.kind != UnitKind::Single)
        .copied()
        .collect();
    while !uncut.is_empty() {
        let pack = uncut.remove(0);
        for _ in 0..u32::from(tables.unit(pack.kind).boats) / size as u32 {
            let group = if pack.kind == UnitKind::Pack6 {
                [pack].into_iter().collect()
            } else {
                cut_off_six(tables, pack, others, &uncut, &after)
            };
            strike(&group, &mut after);
        }
    }
    after
}

/// Six boats out of a larger pack: a six-boat pack while there are counters, else single boats [13.14], (R22).
fn cut_off_six(
    tables: &Tables,
    pack: Unit,
    others: &Fleet,
    uncut: &[Unit],
    after: &AfterAttack,
) -> Units {
    let taken: Units = uncut
        .iter()
        .chain(&after.unaffected)
        .chain(&after.pinned)
        .copied()
        .collect();
    let in_use = others
        .units()
        .iter()
        .chain(&taken)
        .filter(|unit| unit.kind == UnitKind::Pack6)
        .count();
    let boat = Unit {
        kind: UnitKind::Single,
        counter: 0,
        ..pack
    };
    if tables
        .unit(UnitKind::Pack6)
        .limit
        .is_none_or(|limit| in_use < usize::from(limit))
    {
        let counter = others.free_counter(UnitKind::Pack6, &taken);
        [Unit {
            kind: UnitKind::Pack6,
            counter,
            ..pack
        }]
        .into_iter()
        .collect()
    } else {
        std::iter::repeat_n(boat, usize::from(tables.boats.asw_group)).collect()
    }
}

impl AfterAttack {
    /// Does to one group what the table says; boats already pinned stay so [14.41], [14.5].
    fn settle(&mut self, group: &[Unit], boats: u8, result: AswResult) {
        match result {
            AswResult::None => self.unaffected.extend(group.iter().copied()),
            AswResult::Pinned => self.pinned.extend(group.iter().map(|unit| Unit {
                pin: Pin::Pinned,
                ..*unit
            })),
            AswResult::Sunk => {
                self.sunk += 1;
                self.pinned.extend(survivors(group, boats - 1));
            }
        }
    }
}

/// A group that has lost a boat: the others are single boats and pinned [14.41].
fn survivors(group: &[Unit], left: u8) -> impl Iterator<Item = Unit> {
    let boat = Unit {
        kind: UnitKind::Single,
        counter: 0,
        pin: Pin::Pinned,
        ..group[0]
    };
    std::iter::repeat_n(boat, usize::from(left))
}

impl Position {
    /// What attacks that convoy would be made with those units now.
    pub(crate) fn odds_against(
        &self,
        tables: &Tables,
        convoy: ConvoyId,
        strength: i32,
    ) -> Result<Odds, i32> {
        let state = self.convoy(convoy);
        let in_weather = state.hex().is_some_and(|hex| self.is_weather(tables, hex)); // the convoy's hex (R35)
        Odds::new(
            tables,
            strength,
            tables.escort(self.escort(convoy)).strength,
            state.straggle,
            in_weather,
        )
    }

    /// The hex from which that convoy may be attacked in this segment, or why it may not.
    pub(crate) fn attack_from(&self, tables: &Tables, convoy: ConvoyId) -> Result<Hex, NoAttack> {
        let state = self.convoy(convoy);
        let (Some(hex), Contact::Sighted) = (state.hex(), state.contact) else {
            return Err(NoAttack::NotSighted);
        };
        if state.attacked_from.is_some() {
            return Err(NoAttack::AttackedBefore);
        }
        let from = bow(tables, tables.convoy(convoy).bound, hex);
        let stack = self.fleet.stack(from).ok_or(NoAttack::NoBoats(from))?;
        let elsewhere = |unit: &Unit| match unit.duty {
            Duty::Attacks(other) => self.convoy(other).hex() != Some(hex),
            Duty::Waiting | Duty::Moved => false,
        };
        if stack.units.iter().any(elsewhere) {
            return Err(NoAttack::AttacksElsewhere(from));
        }
        let waiting = stack.units.iter().filter(|unit| unit.duty == Duty::Waiting);
        let strength: u16 = waiting.map(|unit| unit.strength(tables)).sum();
        self.odds_against(tables, convoy, strength.into())
            .map(|_| from)
            .map_err(NoAttack::TooWeak)
    }

    /// Convoys that may be attacked now.
    pub(crate) fn attackable(&self, tables: &Tables) -> impl Iterator<Item = ConvoyId> {
        ConvoyId::all().filter(|id| self.attack_from(tables, *id).is_ok())
    }

    /// The strength gathered against a convoy.
    pub(crate) fn force(&self, tables: &Tables, convoy: ConvoyId) -> u16 {
        let units = self
            .fleet
            .units()
            .iter()
            .filter(|unit| unit.duty == Duty::Attacks(convoy));
        units.map(|unit| unit.strength(tables)).sum()
    }

    /// The hex before the bow of a convoy.
    pub(crate) fn bow_hex(&self, tables: &Tables, convoy: ConvoyId) -> Option<Hex> {
        Some(bow(
            tables,
            tables.convoy(convoy).bound,
            self.convoy(convoy).hex()?,
        ))
    }

    /// What may be chosen in F1.
    pub(crate) fn list_attacks(
        &self,
        tables: &Tables,
        against: Option<ConvoyId>,
        out: &mut Vec<Choice>,
    ) {
        let Some(convoy) = against else {
            out.extend(self.attackable(tables).map(Choice::Attack));
            out.push(Choice::Done);
            return;
        };
        let stack = self
            .bow_hex(tables, convoy)
            .and_then(|hex| self.fleet.stack(hex));
        let waiting = || {
            stack
                .iter()
                .flat_map(|s| s.units)
                .filter(|unit| unit.duty == Duty::Waiting)
        };
        list_names(waiting(), Choice::Add, out);
        if waiting().nth(1).is_some() {
            out.push(Choice::AddAll);
        }
        if self
            .odds_against(tables, convoy, self.force(tables, convoy).into())
            .is_ok()
        {
            out.push(Choice::Fire);
        }
        out.push(Choice::Back);
    }
}

/// Why a convoy cannot be attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAttack {
    /// Only a sighted convoy can be attacked [14.12].
    NotSighted,
    /// A convoy is attacked once in a segment [14.14], (R19).
    AttackedBefore,
    /// Nobody is before its bow [14.11].
    NoBoats(Hex),
    /// Units of one stack attack convoys in one hex only [9.42].
    AttacksElsewhere(Hex),
    /// The differential is below the least [14.16].
    TooWeak(i32),
}

impl From<NoAttack> for Illegal {
    fn from(why: NoAttack) -> Self {
        match why {
            NoAttack::NotSighted => {
                Self::by("14.12", "only a convoy that is sighted can be attacked")
            }
            NoAttack::AttackedBefore => Self::by(
                "14.14",
                "it was attacked in this segment, and may be only once",
            ),
            NoAttack::NoBoats(hex) => Self::by(
                "14.11",
                format!("there are no boats before its bow, in {hex}"),
            ),
            NoAttack::AttacksElsewhere(hex) => Self::by(
                "9.42",
                format!("the boats in {hex} have attacked a convoy in another hex"),
            ),
            NoAttack::TooWeak(differential) => Self::by(
                "14.16",
                format!("the differential is {differential:+}, too little for an attack"),
            ),
        }
    }
}

impl Play<'_> {
    /// F1: the player attacks with any, all or none of the units before a bow [14.11], [14.13], divided as he likes
    /// between convoys of one hex [9.43].
    pub(crate) fn choose_attack(
        &mut self,
        against: Option<ConvoyId>,
        choice: Choice,
    ) -> Result<(), Illegal> {
        match (against, choice) {
            (None, Choice::Attack(convoy)) => {
                self.p.attack_from(self.t, convoy)?;
                self.ask(Step::UboatAttack(Some(convoy)))
            }
            (None, Choice::Done) => self.finish_step(),
            (Some(convoy), Choice::Add(name)) => self.commit(convoy, Some(name)),
            (Some(convoy), Choice::AddAll) => self.commit(convoy, None),
            (Some(convoy), Choice::Fire) => {
                let strength = self.p.force(self.t, convoy);
                let odds = self.p.odds_against(self.t, convoy, strength.into());
                let odds = odds.map_err(NoAttack::TooWeak)?;
                self.attack(convoy, strength, odds)
            }
            (Some(convoy), Choice::Back) => {
                for unit in self
                    .p
                    .fleet
                    .units_mut()
                    .filter(|unit| unit.duty == Duty::Attacks(convoy))
                {
                    unit.duty = Duty::Waiting;
                }
                self.ask(Step::UboatAttack(None))
            }
            _ => Err(self.not_offered(choice)),
        }
    }

    /// Adds a unit, or all that are left, to the force; whole units only, each against one convoy [14.14]. A stack may be
    /// divided among convoys in one hex as the player likes [9.43].
    fn commit(&mut self, convoy: ConvoyId, name: Option<UnitName>) -> Result<(), Illegal> {
        let Some(from) = self.p.bow_hex(self.t, convoy) else {
            return Err(self.not_offered(Choice::AddAll));
        };
        let waiting = self
            .p
            .fleet
            .stack_mut(from)
            .iter_mut()
            .filter(|unit| unit.duty == Duty::Waiting);
        let mut chosen = waiting.filter(|unit| name.is_none_or(|name| unit.name() == name));
        let Some(first) = chosen.next() else {
            return Err(Illegal::by(
                "14.14",
                format!("no such unit is left in {from}"),
            ));
        };
        if name.is_none() {
            let mut rest = chosen.peekable();
            if rest.peek().is_none() {
                return Err(Illegal::because(format!(
                    "only one unit is left in {from}: add it by name"
                )));
            }
            first.duty = Duty::Attacks(convoy);
            rest.for_each(|unit| unit.duty = Duty::Attacks(convoy));
        } else {
            first.duty = Duty::Attacks(convoy);
        }
        Ok(())
    }

    /// Resolves an attack: points, straggling, and a marker on the attackers whatever came of it [14.11], [14.42],
    /// (R18).
    fn attack(&mut self, convoy: ConvoyId, strength: u16, odds: Odds) -> Result<(), Illegal> {
        let Some(from) = self.p.bow_hex(self.t, convoy) else {
            return Err(self.not_offered(Choice::Fire));
        };
        let chit = self.chance.chit();
        let (result, points) = odds.score(self.t, chit);
        self.p.points += points as u16;
        self.p.tally.attacks += 1;
        self.p.convoy_mut(convoy).attacked_from = Some(from);
        self.p.sightings.insert(from);
        self.log.push(|| Event::Attack {
            convoy,
            from,
            strength,
            odds,
            chit,
            result,
            points,
        });
        if let Some(column) = straggle_column(result) {
            self.straggle(convoy, column);
        }
        // Asked again while there is anything left to attack.
        if self.p.attackable(self.t).next().is_some() {
            self.ask(Step::UboatAttack(None))
        } else {
            self.finish_step()
        }
    }

    /// F2: escorts of attacked convoys strike back, in the order of their numbers [14.4], [14.42], (R46). Straggling
    /// counts, even that of a moment ago [14.32], [14.33], and there are no aircraft [14.42].
    pub(crate) fn counterattack(&mut self) {
        for convoy in ConvoyId::all() {
            let Some(from) = self.p.convoy(convoy).attacked_from else {
                continue;
            };
            let strength = self.convoy_strength(convoy, 0);
            if strength < 1 {
                self.log.push(|| Event::NoCounterattack { convoy }); // [14.46]
                continue;
            }
            let attacked = self
                .p
                .convoys
                .iter()
                .filter(|other| other.attacked_from == Some(from))
                .count();
            self.log.push(|| Event::Counterattack {
                convoy,
                hex: from,
                strength,
            });
            self.attack_boats(from, strength, Hunter::Counterattack, |unit| {
                is_countered(convoy, attacked, unit.duty)
            });
        }
        for convoy in &mut self.p.convoys {
            convoy.attacked_from = None;
        }
        self.p
            .fleet
            .units_mut()
            .for_each(|unit| unit.duty = Duty::Waiting);
    }

    /// An attack on the boats in a hex [14.41], [9.41]: all of them, or those that `which` picks. Afterwards lie, from
    /// the top, the unaffected, those not attacked, and the pinned [9.44]; the facing stays (R41).
    pub(crate) fn attack_boats(
        &mut self,
        hex: Hex,
        strength: i32,
        hunter: Hunter,
        which: impl Fn(&Unit) -> bool,
    ) {
        if strength < 1 {
            return; // [14.46]
        }
        let facing = self
            .p
            .fleet
            .stack(hex)
            .map_or(Axis::AT_SET_UP, |stack| stack.facing);
        let in_weather = self.p.is_weather(self.t, hex); // the boats' hex [14.45], (R35)
        let targets = self.p.fleet.take(hex, &which);
        let after = attack_groups(
            self.t,
            &targets,
            &self.p.fleet,
            strength,
            in_weather,
            self.chance,
        );
        let spared = self.p.fleet.take(hex, |_| true);
        self.p.fleet.put(hex, &after.pinned, facing);
        self.p.fleet.put(hex, &spared, facing);
        self.p.fleet.put(hex, &after.unaffected, facing);
        self.p.boats_sunk += after.sunk; // [14.6]
        self.p.tally.sunk[hunter as usize] += after.sunk;
        self.log.push(|| Event::BoatsAttacked {
            hex,
            strength,
            in_weather,
            groups: after.results.iter().copied().collect(),
            sunk: after.sunk,
        });
    }
}
