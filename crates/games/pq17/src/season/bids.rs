//! Command Points and the initiative of a Fortnight [15.1], [4.1.2].

use super::Ev;
use crate::campaign;
use crate::choice::Choice;
use crate::command::{Bid, Points, initiative};
use crate::event::Event;
use crate::position::Audience;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::tables::{CHITS, Condition, Track};

impl Play<'_> {
    /// A chit for Gruppe Nord's points; a Ground Offensive is drawn again [15.1].
    pub(super) fn german_fuel(&mut self) {
        let (points, most) = &self.t.campaign.fuel_chits;
        let offensive = |chit: usize| {
            self.t.chits.conditions[Side::Axis][chit].condition == Condition::GroundOffensive
        };
        let chits: Vec<usize> = (0..CHITS).filter(|chit| !offensive(*chit)).collect();
        let chit = chits[self.chance.below(chits.len() as u32) as usize];
        let track = &mut self.p.fleet_mut(Side::Axis).points[Track::GruppeNord.index()];
        let kept = track.available.saturating_sub(track.spent());
        *track = Points::new((kept + points[chit]).min((*most).max(kept)));
    }

    /// Home Fleet has eight afresh; Severny Flot and Gruppe Nord keep what they did not spend [15.1].
    pub(super) fn campaign_points(&mut self) {
        let t = self.t;
        let first = self.p.season.is_some_and(|season| season.fortnight == 0);
        let home = self.p.scenario(t).command[Track::HomeFleet.index()];
        let losses = self.p.fleet(Side::Allied).reserve.heavy_losses;
        let points = &mut self.p.fleet_mut(Side::Allied).points;
        points[Track::HomeFleet.index()] = Points::new(home);
        let severny = &mut points[Track::SevernyFlot.index()];
        let kept = severny.available.saturating_sub(severny.spent());
        *severny = Points::new(match first {
            true => t.campaign.severny_start,
            false => campaign::severny_flot(t, kept, losses),
        });
        let nord = &mut self.p.fleet_mut(Side::Axis).points[Track::GruppeNord.index()];
        let kept = nord.available.saturating_sub(nord.spent());
        *nord = Points::new(if first { t.campaign.nord_start } else { kept });
    }

    pub fn bid(&mut self, side: Side, choice: Choice) {
        if let Choice::Bid(die) = choice {
            let reserve = self.reserve(side);
            reserve.bid = die;
            reserve.bonus = false;
        }
    }

    /// Both bids are shown; each may announce a bonus that its chit gives: asked of both, whatever they hold [4.1.2].
    pub fn ask_bonus(&mut self, side: Side) {
        if side == Side::Allied {
            let bids = Side::ALL.map(|side| self.p.fleet(side).reserve.bid);
            self.log.reveal();
            self.log.push(|| Event::Bids { bids });
        }
        self.ask(side, Order::Bonus);
    }

    pub fn bonus(&mut self, side: Side, choice: Choice) {
        if choice == Choice::Bonus {
            self.reserve(side).bonus = true;
            self.log.reveal();
            self.log.push(|| Event::BidBonus { side });
        }
    }

    /// The higher bid wins, the Allies if equal; the winner pays. Both 0: no Operation [4.1.2].
    pub fn take_initiative(&mut self) {
        let bid = |side: Side| {
            let reserve = &self.p.fleet(side).reserve;
            Bid {
                die: reserve.bid,
                bonus: reserve.bonus,
            }
        };
        let (winner, vp) = initiative(bid(Side::Allied), bid(Side::Axis));
        self.p.initiative = winner.unwrap_or(Side::Allied);
        self.score(
            "4.1.2",
            vp,
            "bid for the initiative".to_owned(),
            Audience::Everybody,
        );
        self.log.push(|| Event::Initiative { winner });
        let reserve = &self.p.fleet(Side::Allied).reserve;
        if reserve.bid == 0 && reserve.ev == Ev::Never {
            self.ask(Side::Allied, Order::DeclareEv);
        }
        let steps: Vec<Step> = match winner {
            Some(_) => vec![Step::Shipping, Step::Levy, Step::Muster],
            None => vec![Step::Levy, Step::Administration],
        };
        self.plan_steps(steps);
    }
}
