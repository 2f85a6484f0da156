//! Step v [7.5.2v]: who leaves the battle, who must try to [7.5.7], [13.3]; and cruisers that keep in touch afterwards
//! [6.3.3].

use super::battle::{Battle, BattleUnit, UnitId};
use super::{Escape, Leaver, WithdrawalDrm, must_withdraw, withdrawal_by};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Hull, Hurt, Kind, Place, Shadower, Token};
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::{Chart, Tables};
use crate::time::Light;
use crate::units::ShipType;

impl Position {
    /// Whether a side has to roll: the Axis once a step is lost, if Hitler recalls it, or under High Command Caution
    /// [7.5.2v], [7.5.7], [13.3].
    pub(crate) fn must_roll(&self, t: &Tables, side: Side) -> bool {
        let lost = self.battle().is_some_and(|battle| battle.german_loss);
        let recalled = self.battle().is_some_and(|battle| battle.recalled);
        // A side that was surprised has not moved: it is tested now [7.5.3].
        let ordered = self.caution || recalled || self.hitler_recalls(t);
        must_withdraw(side, lost) || (side == Side::Axis && ordered)
    }

    /// What bears on all who leave.
    pub(crate) fn escape(&self, t: &Tables, side: Side, battle: &Battle) -> Escape {
        let shore = match battle.place {
            // The Kara Sea counts as one for its Convoy [12.12] (R13).
            Place::Sea(hex) if t.sheet.is_off_sheet(hex) => side == Side::Allied,
            Place::Sea(hex) => t.sheet.is_friendly_shore(side, hex),
            Place::Port(_) | Place::Box(_) => true,
        };
        Escape {
            night: self.light(t) == Light::Night,
            weather: self.weather_in(t, battle.place),
            friendly_shore: shore,
            caution: side == Side::Axis && self.caution,
        }
    }

    fn leaver(&self, t: &Tables, side: Side, unit: &BattleUnit) -> Leaver {
        let reading = self.read_unit(t, side, unit);
        Leaver {
            kind: reading.kind,
            speed: reading.speed,
            crippled: reading.crippled,
            area: unit.area,
            critical_fuel: reading.critical_fuel,
        }
    }

    /// Who of a side gets away with a die, each unit by its own modifiers [7.5.2v] (R13).
    pub(crate) fn leaving(
        &self,
        t: &Tables,
        side: Side,
        die: u8,
        drms: &[WithdrawalDrm],
    ) -> Vec<UnitId> {
        let Some(battle) = self.battle() else {
            return Vec::new();
        };
        let escape = self.escape(t, side, battle);
        let leaves = |unit: &&BattleUnit| {
            let unit = self.leaver(t, side, unit);
            withdrawal_by(t, die, unit, escape, drms).1
        };
        let leaving = battle.units[side].iter().filter(leaves);
        leaving.map(|unit| unit.id).collect()
    }

    /// Modifiers that High Command Caution leaves to the Axis, as far as they change anything [13.3].
    pub(crate) fn list_caution(
        &self,
        t: &Tables,
        applied: &[WithdrawalDrm],
        out: &mut Vec<Choice>,
    ) {
        let Some(battle) = self.battle() else { return };
        let escape = self.escape(t, Side::Axis, battle);
        for drm in WithdrawalDrm::ALL {
            let units = battle.units[Side::Axis].iter();
            let mut leavers = units.map(|unit| self.leaver(t, Side::Axis, unit));
            let bears = leavers.any(|unit| drm.value(t, unit, escape) != 0);
            if bears && !applied.contains(&drm) {
                out.push(Choice::Apply(drm));
            }
        }
        out.push(Choice::Done);
    }

    /// Allied forces of unhit cruisers in the battle that could go after a contact, or such cruisers that split off for it, of
    /// a force of cruisers or a Convoy too [6.3.3] (R105).
    pub(crate) fn list_followers(
        &self,
        t: &Tables,
        blocks: &[BlockId],
        into: Option<BlockId>,
        out: &mut Vec<Choice>,
    ) {
        let side = Side::Allied;
        let forces = blocks
            .iter()
            .filter_map(|block| self.fleet(side).force(*block));
        for force in forces {
            if into.is_none() && force.is_cruiser_force(&t.chart) && !force.shadowing {
                out.push(Choice::Shadow(Shadower::Cruisers(force.block)));
            }
            let spare = force.units.hulls() > 1;
            let ships = force.units.ships.iter().filter(|state| {
                let cruiser = t.chart.ship(state.ship).kind.is_cruiser() && !state.is_hit();
                cruiser && spare && force.tugs_of(Hull::Ship(state.ship)) == 0 // [5.1.1]
            });
            let ships = ships.map(|state| Choice::TakeShip(state.ship));
            // As in any split a block is needed [1.2].
            out.extend(ships.filter(|choice| {
                into.is_some() || (self.has_room(t, side) && self.has_block_for(t, side, choice))
            }));
        }
        out.push(Choice::Done);
    }
}

impl Force {
    /// A TF of unhit cruisers only [6.3.3].
    pub fn is_cruiser_force(&self, chart: &Chart) -> bool {
        let mut ships = self.units.ships.iter();
        self.kind == Kind::TaskForce
            && self.units.pools.is_empty()
            && ships.all(|state| chart.ship(state.ship).kind.is_cruiser() && !state.is_hit())
    }
}

impl Play<'_> {
    /// Asks, unless the Axis has to [7.5.2v].
    pub fn offer_withdrawal(&mut self, side: Side) {
        let Some(battle) = self.p.battle() else {
            return;
        };
        if Side::ALL.iter().any(|side| battle.units[*side].is_empty()) {
            return;
        }
        match self.p.must_roll(self.t, side) {
            true if self.p.caution => self.caution_drms(Vec::new()),
            true => self.withdraw(side, &WithdrawalDrm::ALL),
            false => self.ask(side, Order::Withdraw),
        }
    }

    pub fn choose_withdrawal(&mut self, side: Side, choice: Choice) {
        if choice == Choice::Roll {
            self.withdraw(side, &WithdrawalDrm::ALL);
        }
    }

    /// Under High Command Caution the Axis says which modifiers besides its own hold [13.3].
    pub fn caution_drms(&mut self, applied: Vec<WithdrawalDrm>) {
        let mut more = Vec::new();
        self.p.list_caution(self.t, &applied, &mut more);
        match more.len() {
            1 => self.withdraw(Side::Axis, &applied),
            _ => self.ask(Side::Axis, Order::Caution(applied)),
        }
    }

    pub fn choose_caution(&mut self, mut applied: Vec<WithdrawalDrm>, choice: Choice) {
        match choice {
            Choice::Apply(drm) => {
                applied.push(drm);
                self.caution_drms(applied);
            }
            _ => self.withdraw(Side::Axis, &applied),
        }
    }

    /// One die for a side, each unit with its own modifiers [7.5.2v] (R13).
    fn withdraw(&mut self, side: Side, drms: &[WithdrawalDrm]) {
        let die = self.die();
        let left = self.p.leaving(self.t, side, die, drms);
        self.log.push(|| Event::Withdraws {
            side,
            die,
            units: left.clone(),
        });
        if let Some(battle) = &mut self.p.secret.battle {
            battle.units[side].retain(|unit| !left.contains(&unit.id));
        }
    }

    /// After a battle with a Capital Ship of the Axis, unhit Allied cruisers may shadow her TF, and so for each such TF [6.3.3].
    pub fn offer_shadowing_after(&mut self, battle: &Battle) {
        let chart = &self.t.chart;
        let axis = battle.forces[Side::Axis].iter();
        let targets = axis.filter_map(|block| self.p.fleet(Side::Axis).force(*block));
        let capital = targets.filter(|force| force.units.has(chart, ShipType::is_capital));
        let off_port = |hex| self.p.is_off_port(self.t, Side::Allied, hex);
        let at_sea = capital.filter(|force| force.hex().is_some_and(|hex| !off_port(hex)));
        let targets: Vec<Token> = at_sea.map(|force| force.token).collect();
        // The question put last is answered first.
        for target in targets.into_iter().rev() {
            let blocks = battle.forces[Side::Allied].clone();
            self.ask_followers(target, blocks, None);
        }
    }

    fn ask_followers(&mut self, target: Token, blocks: Vec<BlockId>, into: Option<BlockId>) {
        let mut followers = Vec::new();
        self.p.list_followers(self.t, &blocks, into, &mut followers);
        match followers.len() {
            1 => self.follow_after(target, blocks, into, Choice::Done),
            _ => self.ask(Side::Allied, Order::Follow(target, blocks, into)),
        }
    }

    /// Cruisers split off one by one; then they shadow [6.3.3], [1.2.3].
    pub fn follow_after(
        &mut self,
        target: Token,
        blocks: Vec<BlockId>,
        into: Option<BlockId>,
        choice: Choice,
    ) {
        let side = Side::Allied;
        match choice {
            Choice::Shadow(asset) => self.shadow(side, target, Choice::Shadow(asset)),
            Choice::TakeShip(ship) => {
                let from = blocks.iter().copied().find(|block| {
                    let force = self.p.fleet(side).force(*block);
                    force.is_some_and(|force| force.units.ship(ship).is_some())
                });
                if let Some(from) = from
                    && let Some(into) =
                        self.split_hull(side, from, into, Hull::Ship(ship), Hurt::Whole)
                {
                    self.give_heavy_ships_their_turns(side, &[into], &[from]); // [11.1.2]
                    self.ask_followers(target, vec![from], Some(into)); // the split of one force
                }
            }
            _ => {
                if let (Some(block), Some(from)) = (into, blocks.first().copied()) {
                    let force = self.p.fleet(side).force(block);
                    let Some((who, hex)) = force.map(|own| (Self::who(side, own), own.hex()))
                    else {
                        return;
                    };
                    self.log.push(|| Event::Splits { who, from, hex });
                    if let Some(hex) = hex {
                        self.mix(side, hex);
                    }
                    self.split_in_sight(side, from, vec![from, block]); // [6.3.4]
                    let asset = Shadower::Cruisers(block);
                    self.shadow(side, target, Choice::Shadow(asset));
                }
            }
        }
    }
}
