//! A game in numbers, for statistics.

use super::Totals;
use crate::position::Position;
use derbyhouse_kernel::Figure;

impl Position {
    /// What the patrol on the table has brought so far.
    pub(crate) fn tally(&self) -> Totals {
        let fired = self.spent.iter().flatten().map(|spent| u16::from(*spent));
        let mut tally = Totals {
            patrols: 1,
            vp: self.vp,
            damaged: self.track.len() as u16,
            fired: fired.sum(),
            ..Totals::default()
        };
        let originals = self.originals.iter().flatten();
        for boat in originals.chain(self.boats.iter().flatten()) {
            tally.tons = tally.tons.saturating_add(boat.tons);
            tally.sunk += boat.sunk.len() as u16;
        }
        tally
    }

    /// Figures of a game that is over: of all its patrols together.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        let (totals, losses) = match &self.campaign {
            Some(campaign) => (campaign.totals, usize::from(campaign.losses)),
            None => (self.tally(), self.losses()),
        };
        let (won, lost) = self
            .campaign
            .as_ref()
            .map_or((0, 0), |campaign| campaign.score());
        let careers = self.campaign.iter().flat_map(|campaign| &campaign.careers);
        let xp: i64 = careers.map(|career| i64::from(career.xp)).sum();
        let fp = self.campaign.as_ref().map_or(0, |campaign| campaign.fp);
        vec![
            ("vp", totals.vp.into()),
            ("tons", totals.tons.into()),
            ("sunk", totals.sunk.into()),
            ("damaged", totals.damaged.into()),
            ("fired", totals.fired.into()),
            ("lost", losses as i64),
            ("turns", self.turn.into()),
            ("patrols", totals.patrols.into()),
            ("xp", xp),
            ("fp", fp.into()),
            ("periods_won", won.into()),
            ("periods_lost", lost.into()),
        ]
    }
}
