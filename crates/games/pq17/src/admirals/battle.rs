//! Battles between ships: who seeks them, who goes between, who joins, and when it is enough. On the Battle Display the
//! staff's book is followed: merchantmen withdraw, destroyers screen, Heavy Ships break the screen first.

use super::Advice;
use super::belief::Trace;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::{BlockId, Engagement, Force, Kind, Token};
use crate::side::Side;
use crate::surface::WithdrawalDrm;
use crate::units::{ShipId, ShipType};

/// Guns of an enemy that was never reported, as the staff reckons them.
const UNKNOWN: f32 = 8.0;

/// Ships whose guns count.
const fn fights(kind: ShipType) -> bool {
    kind.is_warship() && !kind.is_submarine() && !kind.is_carrier() && !matches!(kind, ShipType::Es)
}

impl Staff<'_> {
    pub fn guns(&self, force: &Force) -> f32 {
        f32::from(force.units.cs(&self.t.chart, fights))
    }

    /// What an enemy force is believed to have.
    pub fn enemy_guns(&self, token: Token) -> f32 {
        let trace = self.beliefs.trace(token);
        trace.and_then(Trace::guns).unwrap_or(UNKNOWN)
    }

    /// Guns of all that may attack a contact together [7.1].
    fn guns_against(&self, token: Token) -> f32 {
        let attackers = self.choices.iter().filter_map(|choice| match choice {
            Choice::Engage(block, at) if *at == token => self.force(*block),
            _ => None,
        });
        attackers.map(|force| self.guns(force)).sum()
    }

    /// Whether a TF should seek battle with a contact, if there are so many guns.
    fn is_prey(&self, force: &Force, token: Token, own: f32) -> bool {
        let enemy = self.enemy_guns(token);
        let kind = self
            .contacts()
            .into_iter()
            .find(|contact| contact.token == token);
        let convoy = kind
            .as_ref()
            .is_some_and(|contact| contact.kind == Some(Kind::Convoy));
        let fuel = self.fuel_left(force).unwrap_or(20);
        let kara = kind.is_some_and(|contact| self.t.sheet.is_off_sheet(contact.hex));
        match (self.side, convoy) {
            // Everybody knows what the Soviet Convoy is made of [12.12].
            (Side::Axis, true) if kara => fuel >= 2,
            (Side::Axis, true) => own >= 0.8 * enemy && fuel >= 2,
            (Side::Axis, false) => own >= 1.5 * enemy && fuel >= 4,
            (Side::Allied, _) => own >= 0.7 * enemy,
        }
    }

    /// The attack with the strongest force on what it can beat, Convoys first.
    pub fn engage(&mut self) -> Advice {
        let worth = |choice: &Choice| match choice {
            Choice::Engage(block, token) => {
                let force = self.force(*block)?;
                let convoy = self.beliefs.weights(*token).convoy();
                let worth = 10.0 * convoy + self.guns(force) * 0.1;
                let guns = self.guns_against(*token);
                self.is_prey(force, *token, guns).then_some(worth)
            }
            Choice::Attack(block, token) => {
                let force = self.force(*block)?;
                let convoy = self.beliefs.weights(*token).convoy();
                (force.kind == Kind::Wolfpack && convoy > 0.5).then_some(5.0)
            }
            _ => None,
        };
        let all = self
            .choices
            .iter()
            .filter_map(|choice| Some((worth(choice)?, *choice)));
        match all.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((_, choice)) => Advice::new(choice, "They can be beaten."),
            None => Advice::new(None, "No battle that can be avoided."),
        }
    }

    /// Everybody who is there.
    pub fn together(&mut self) -> Advice {
        let with = self
            .choices
            .iter()
            .find(|choice| matches!(choice, Choice::With(_)));
        let all = with
            .copied()
            .or(Some(Choice::Go).filter(|go| self.has(*go)));
        Advice::new(all, "The more look, the better.")
    }

    /// The strongest covering force goes between.
    pub fn intercept(&mut self) -> Advice {
        let strength = |choice: &&Choice| match choice {
            Choice::Intercept(block, token) => {
                let force = self.force(*block)?;
                let guns = self.guns(force);
                let enough = self.side == Side::Allied || self.is_prey(force, *token, guns);
                enough.then_some(guns)
            }
            _ => None,
        };
        let best = self
            .choices
            .iter()
            .filter(|choice| strength(choice).is_some_and(|guns| guns >= 3.0))
            .max_by(|a, b| {
                strength(a)
                    .unwrap_or(0.0)
                    .total_cmp(&strength(b).unwrap_or(0.0))
            });
        match best {
            Some(choice) => Advice::new(*choice, "That is what the cover is for."),
            None => Advice::new(Choice::Pass, "Nobody can help."),
        }
    }

    pub fn join(&mut self) -> Advice {
        let joins = self.choices.iter().find(|choice| match choice {
            Choice::Join(block) => self
                .force(*block)
                .is_some_and(|force| self.guns(force) >= 3.0),
            _ => false,
        });
        match joins {
            Some(choice) => Advice::new(*choice, "To the sound of the guns."),
            None => Advice::new(Choice::Pass, "They keep out of it."),
        }
    }

    /// Submarines of a Convoy under attack strike first.
    pub fn sub_strike(&mut self) -> Advice {
        let strike = self
            .choices
            .iter()
            .find(|choice| matches!(choice, Choice::Strike(_)));
        Advice::new(
            strike.copied().unwrap_or(Choice::Pass),
            "Before the guns speak.",
        )
    }

    /// Both sides' guns on the Battle Display, own first, and whether an own Heavy Ship is badly hurt.
    fn balance(&self) -> (f32, f32, bool) {
        let Some(battle) = self.view.battle() else {
            return (1.0, 1.0, false);
        };
        let guns = |side: Side| -> f32 {
            let units = battle.units.iter().filter(|unit| unit.side == side);
            let faces = units.map(|unit| match &unit.face {
                Some(face) if fights(face.kind) => f32::from(face.cs),
                Some(_) => 0.0,
                None => 3.0,
            });
            faces.sum()
        };
        let hurt = self.view.own().any(|force| {
            force.place == battle.place
                && force
                    .units
                    .ships
                    .iter()
                    .any(|state| state.step >= 2 || state.crippled)
        });
        (guns(self.side), guns(self.side.other()), hurt)
    }

    /// The Allies stand by their Convoy unless all is lost; the Germans leave when it costs more than it brings.
    pub fn withdraw(&mut self) -> Advice {
        let (own, enemy, hurt) = self.balance();
        let merchants = self.view.battle().is_some_and(|battle| {
            let mut units = battle.units.iter();
            units.any(|unit| {
                unit.face
                    .as_ref()
                    .is_some_and(|face| face.kind.is_convoy_ship())
            })
        });
        let leaves = match self.side {
            Side::Allied => !merchants && own < 0.5 * enemy,
            Side::Axis => hurt || !merchants || own < enemy,
        };
        match leaves {
            true => Advice::new(Choice::Roll, "Enough."),
            false => Advice::new(Choice::Pass, "They fight on."),
        }
    }

    /// Modifiers that help them away, if away is where they want to be [13.3].
    pub fn caution(&mut self, applied: &[WithdrawalDrm]) -> Advice {
        let (own, enemy, hurt) = self.balance();
        let wants_away = hurt || own < enemy;
        let more = self.choices.iter().find(|choice| match choice {
            Choice::Apply(drm) => {
                let helps = matches!(
                    drm,
                    WithdrawalDrm::Night | WithdrawalDrm::Weather | WithdrawalDrm::Area
                );
                helps == wants_away && !applied.contains(drm)
            }
            _ => false,
        });
        Advice::new(more.copied().unwrap_or(Choice::Done), "As caution bids.")
    }

    /// A force of cruisers stays in touch, or two that part from a TF. Those of a Convoy screen its merchant ships (12.2): one
    /// goes when the battle is over, none before it.
    pub fn follow(&mut self, blocks: &[BlockId], into: Option<BlockId>) -> Advice {
        let goes = into.and_then(|part| self.force(part));
        let gone = goes.map_or(0, |part| part.units.ships.len());
        let spares = |ship: ShipId| {
            let mut forces = blocks.iter().filter_map(|block| self.force(*block));
            let force = forces.find(|force| force.units.ship(ship).is_some());
            force.is_some_and(|force| match force.kind {
                Kind::Convoy => gone == 0 && force.motion.engagement == Engagement::Fought,
                _ => gone < 2,
            })
        };
        let shadow = self
            .choices
            .iter()
            .find(|choice| matches!(choice, Choice::Shadow(_)));
        let take = self.choices.iter().find(|choice| match choice {
            Choice::TakeShip(ship) => spares(*ship),
            _ => false,
        });
        match shadow.or(take) {
            Some(choice) => Advice::new(*choice, "Stay in touch with her."),
            None => Advice::new(Choice::Done, "That is enough."),
        }
    }

    /// A ship adrift is towed by the first that can.
    pub fn tow(&mut self) -> Advice {
        let tug = self
            .choices
            .iter()
            .find(|choice| matches!(choice, Choice::Tug(_)));
        Advice::new(
            tug.copied().unwrap_or(Choice::Scuttle),
            "She may still be saved.",
        )
    }
}
