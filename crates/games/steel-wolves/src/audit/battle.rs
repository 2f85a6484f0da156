//! A battle (4), (11), (12), (14).

use super::Auditor;
use crate::calendar::Period;
use crate::combat::{Battle, Hand, Stage};
use crate::position::Position;
use crate::tables::Tables;
use crate::units::Navy;
use crate::weather::Weather;
use derbyhouse_scene::Broken;

impl Auditor {
    pub(super) fn battle(
        &mut self,
        t: &Tables,
        p: &Position,
        battle: &Battle,
    ) -> Result<(), Broken> {
        self.hold(battle.is_whole(t), || {
            "the battle does not fit its display".into()
        })?;
        let markers: u8 = battle.tdc_cup.iter().sum();
        let total: u8 = t.cups.tdc[battle.site.period.index()].iter().sum();
        let out = match battle.stage {
            Stage::Aiming(..) => 0,
            _ => battle.aimed.len(),
        };
        self.hold(u32::from(markers) + out == u32::from(total), || {
            "TDC markers do not add up".into()
        })?; // 4
        self.points(t, battle)?;
        self.hold(battle.straggle <= crate::combat::MOST_STRAGGLE, || {
            "too much straggle".into()
        })?; // 12
        self.pack(p, battle)
    }

    /// As many TDC markers as the tactical rating, as many points as the attack value, points only beside a marker (11).
    fn points(&mut self, t: &Tables, battle: &Battle) -> Result<(), Broken> {
        let marked =
            |(place, _): &(usize, _)| battle.aimed.has(crate::combat::SlotId(*place as u8));
        let mut slots = battle.slots.iter().enumerate();
        let stray = slots.any(|slot| slot.1.points > 0 && !marked(&slot));
        self.hold(!stray, || "points on a unit without a TDC marker".into())?;
        let (hand, coming, free): (Hand, u8, u8) = match battle.stage {
            Stage::Aiming(hand, left) => (hand, left, 0),
            Stage::Allotting(hand, left, _) | Stage::Freed(hand, left) => (hand, 0, left),
            Stage::Firing(hand) => (hand, 0, 0),
            _ => return Ok(()),
        };
        let fighter = battle.fighter(hand);
        let markers = battle.aimed.len() + u32::from(coming);
        let most = u32::from(fighter.tactical.unsigned_abs());
        self.hold(battle.is_loner() || markers <= most, || {
            "too many TDC markers".into()
        })?;
        let points: u32 = battle.slots.iter().map(|slot| u32::from(slot.points)).sum();
        let value = u32::from(battle.attack_value(t, hand));
        self.hold(points + u32::from(free) <= value, || {
            format!("{points} attack points and {free}, of {value}")
        })
    }

    /// Wolfpacks are of U-boats, from the second period on, and not in a storm (14).
    fn pack(&mut self, p: &Position, battle: &Battle) -> Result<(), Broken> {
        if !battle.pack && battle.fighters.len() < 2 {
            return Ok(());
        }
        let german = battle
            .fighters
            .iter()
            .all(|fighter| fighter.navy == Navy::German);
        self.hold(german, || "a foreign boat in a pack".into())?;
        self.hold(p.period > Period::One, || "a pack before its time".into())?;
        self.hold(battle.site.weather < Weather::Mbar965, || {
            "a pack in a storm".into()
        })
    }
}
