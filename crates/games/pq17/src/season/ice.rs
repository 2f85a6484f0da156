//! Ice by the Fortnight [10.4].

use crate::campaign;
use crate::event::Event;
use crate::ice::{self, Ice, Zone};
use crate::position::Position;
use crate::sequence::Play;
use crate::tables::IceSeason;

impl Position {
    /// Whether a die says at each crossing what the ice of a zone is: where its marker shows “?” [10.1]; but in a Campaign
    /// only in the first Fortnight, because later ones have rolled their ice for good when they began [10.4] (R52).
    pub(crate) fn is_ice_rolled(&self, zone: Zone) -> bool {
        let predicted = self.season.is_none_or(|season| season.fortnight == 0);
        predicted && self.ice[zone.index()].rolled
    }
}

impl Play<'_> {
    /// Every zone with a “?” is rolled, from the north in the breakup, from the south in the freezing; the first Fortnight
    /// has the ice predicted [10.4], [10.4.1], [10.4.2] (R52).
    pub(super) fn campaign_ice(&mut self, season: IceSeason) {
        if self.p.season.is_none_or(|season| season.fortnight == 0) {
            return;
        }
        for sector in 0..2usize {
            let zones: Vec<usize> = match season {
                IceSeason::Breakup => (0..5).collect(),
                IceSeason::Freezing => (0..5).rev().collect(),
            };
            for zone in &zones {
                let place = 5 * sector + zone;
                let was = self.p.ice[place];
                if !was.rolled {
                    continue;
                }
                let beside = match season {
                    IceSeason::Breakup => zone.checked_sub(1),
                    IceSeason::Freezing => (*zone < 4).then_some(zone + 1),
                };
                let beside = beside.map(|zone| self.p.ice[5 * sector + zone].condition);
                self.p.ice[place].condition = self.roll_zone(season, was.condition, beside);
            }
            self.turn_markers(season, sector);
        }
        let ice = self.p.ice;
        self.log.push(|| Event::Ice { ice });
    }

    pub(super) fn roll_zone(&mut self, season: IceSeason, was: Ice, beside: Option<Ice>) -> Ice {
        // The neighbour may leave no result that fits: then the zone is as it was.
        for _ in 0..40 {
            let die = self.die();
            let result = ice::actual(self.t, was, die);
            if !campaign::ice_again(season, was, beside, result) {
                return result;
            }
        }
        was
    }

    /// Which markers are rolled next time [10.4.1], [10.4.2].
    pub(super) fn turn_markers(&mut self, season: IceSeason, sector: usize) {
        let zones = &mut self.p.ice[5 * sector..5 * sector + 5];
        match season {
            IceSeason::Breakup => {
                if let Some(highest) = zones
                    .iter_mut()
                    .rev()
                    .find(|zone| zone.condition == Ice::SolidPack)
                {
                    highest.rolled = true;
                }
                let clear = zones.iter_mut().filter(|zone| zone.condition == Ice::Clear);
                for zone in clear.skip(1) {
                    zone.rolled = false;
                }
            }
            IceSeason::Freezing => {
                if let Some(lowest) = zones.iter_mut().find(|zone| zone.condition == Ice::Clear) {
                    lowest.rolled = true;
                }
                let solid = zones
                    .iter_mut()
                    .rev()
                    .filter(|zone| zone.condition == Ice::SolidPack);
                for zone in solid.skip(1) {
                    zone.rolled = false;
                }
            }
        }
    }
}
