//! The Campaign: what a Convoy is likely to lose, how many ships sail and to which port, what the initiative is worth.

use super::Advice;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::Force;
use crate::ice::{Ice, Zone};
use crate::season::{Ev, Reserve, Source, Voyage};
use crate::side::Side;
use crate::tables::Track;
use crate::units::{PortId, ShipId};
use crate::vp::Vp;

/// The loss from which on no loaded Convoy sails, in hundredths of its ships.
const TOO_DEAR: u32 = 25;
/// What a Convoy is thought to lose, in hundredths, before any has sailed; it counts for as many ships as [`DOUBT`].
const USUAL_LOSS: u32 = 10;
const DOUBT: u32 = 10;
/// For so many Fortnights a loss is held against the Convoys to come: else none would ever sail again.
const MEMORY: u8 = 2;
/// The most ships of a loaded Convoy.
const LARGEST: u8 = 35;
/// Ships face up in the Ballast Boxes with which they are cleared.
const BALLAST: u8 = 8;
/// Loaded ships that are worth a bid in summer.
const READY: u8 = 15;
/// Fewer points of Gruppe Nord are a shortage of fuel.
const SHORT: u8 = 2;
/// CS of German aircraft that make an Operation in summer worth a high bid.
const LUFTWAFFE: u32 = 20;
/// Points of Gruppe Nord with which winter is worth more than the least.
const PLENTY: u8 = 4;

impl Staff<'_> {
    fn keeps(&self) -> Option<&Reserve> {
        self.view.reserve(self.side)
    }

    fn now(&self) -> u8 {
        self.view.season().map_or(0, |season| season.fortnight)
    }

    fn voyages(&self) -> impl Iterator<Item = &Voyage> {
        let kept = self.keeps();
        kept.into_iter().flat_map(|reserve| &reserve.voyages)
    }

    /// The share of a loaded Convoy that is likely to be sunk, in hundredths: what the last ones lost, and some doubt.
    pub fn expected_loss(&self) -> u32 {
        let recent = |voyage: &&Voyage| voyage.fortnight + MEMORY >= self.now();
        let recent = || self.voyages().filter(recent);
        let sunk: u32 = recent().map(|voyage| u32::from(voyage.sunk)).sum();
        let started: u32 = recent().map(|voyage| u32::from(voyage.started)).sum();
        (100 * sunk + USUAL_LOSS * DOUBT) / (started + DOUBT)
    }

    /// How many ships a Convoy takes [15.2].
    pub fn size(&self, source: Source) -> Advice {
        let most = self.choices.iter().filter_map(|choice| match choice {
            Choice::Ships(ships) => Some(*ships),
            _ => None,
        });
        let most = most.max().unwrap_or(0);
        match source {
            Source::Loaded => self.size_loaded(most),
            Source::Ballast(_) => self.size_ballast(most),
        }
    }

    /// One each Fortnight while it is not too dear; the Convoy of EV is fought through, or no more ships would come
    /// [15.8.3], [15.3.1].
    fn size_loaded(&self, most: u8) -> Advice {
        let declared = |reserve: &Reserve| matches!(reserve.ev, Ev::Declared(..));
        match self.expected_loss() < TOO_DEAR || self.keeps().is_some_and(declared) {
            true => Advice::new(Choice::Ships(most.min(LARGEST)), "Russia wants them."),
            false => Advice::new(Choice::Ships(0), "Too many were lost on the way."),
        }
    }

    /// The boxes are cleared when enough ships lie face up in them: each costs half a point a Fortnight [15.9.1].
    fn size_ballast(&self, most: u8) -> Advice {
        let boxes = self.keeps().into_iter().flat_map(|own| &own.boxes);
        let face_up = boxes.map(|berths| berths.face_up.merchants(&self.t.chart));
        match face_up.sum::<u8>() >= BALLAST {
            true => Advice::new(Choice::Ships(most), "They are wanted at home."),
            false => Advice::new(Choice::Ships(0), "Too few to be worth an escort."),
        }
    }

    /// Ports that a Convoy should end in: Arkhangelsk alone, where more is unloaded, if the ice lets her in [15.2.2].
    pub fn bound(&self, convoy: &Force) -> Vec<PortId> {
        let Some(sailing) = &convoy.sailing else {
            return Vec::new();
        };
        let port = self.t.sheet.find_port("arkhangelsk");
        let open = self.view.ice()[Zone::East3.index()].condition <= Ice::LightDrift;
        let preferred = port.filter(|port| open && sailing.loaded && sailing.to.contains(port));
        match preferred.filter(|_| self.view.season().is_some()) {
            Some(port) => vec![port],
            None => sailing.to.clone(),
        }
    }

    /// Little in winter, more when aircraft see all day [4.1.2].
    pub fn bid(&self) -> Advice {
        let month = self.view.scenario().month;
        let die = match self.side {
            Side::Allied => self.allied_bid(month),
            Side::Axis => self.axis_bid(month),
        };
        Advice::new(Choice::Bid(die), "What the season is worth.")
    }

    /// In summer the Luftwaffe may have its Operation and pay for it; but who has ships to bring in while German ships lie
    /// without fuel bids, because two bids of 0 are no Operation [4.1.2].
    fn allied_bid(&self, month: u8) -> u8 {
        match month {
            5..=8 if self.is_ready() && self.is_nord_short() => 2,
            5..=8 => 0,
            9..=12 => 3,
            _ => 2,
        }
    }

    /// Points are for May to September; without points there is nothing to bid for.
    fn axis_bid(&self, month: u8) -> u8 {
        let points = self.view.points();
        let points: u8 = points.iter().map(|(_, _, available)| *available).sum();
        match month {
            _ if points < SHORT => 0,
            6..=9 if self.own_air() >= LUFTWAFFE => 4,
            5..=9 => 2,
            _ if points >= PLENTY => 2,
            _ => 1,
        }
    }

    fn own_air(&self) -> u32 {
        let aircraft = self.view.aircraft();
        let own = aircraft.iter().filter(|(side, _)| *side == self.side);
        own.map(|(_, unit)| u32::from(unit.cs)).sum()
    }

    fn is_ready(&self) -> bool {
        let stock = |reserve: &Reserve| reserve.stock.merchants(&self.t.chart);
        self.keeps().map_or(0, stock) >= READY
    }

    /// Whether Gruppe Nord should be short of points: what its fuel chits bring on the average, less what it paid for in the
    /// ledger, which lies open [15.1], [2.3].
    fn is_nord_short(&self) -> bool {
        let (chits, _) = &self.t.campaign.fuel_chits;
        let fortnights = self.t.campaign.fortnights.iter();
        let draws = fortnights.take(usize::from(self.now()) + 1);
        let draws = draws.filter(|values| values.fuel_draw).count() as u32;
        let all: u32 = chits.iter().map(|points| u32::from(*points)).sum();
        let drawn = draws * all / chits.len().max(1) as u32;
        let had = u32::from(self.t.campaign.nord_start) + drawn;
        let paid = self.view.ledger().filter(|entry| entry.rule == "2.3");
        let spent: u32 = paid.map(|entry| self.nord_points(entry.vp)).sum();
        had.saturating_sub(spent) < u32::from(SHORT)
    }

    /// The points that cost Gruppe Nord so much; what cost the Allies is not its own [2.3].
    fn nord_points(&self, vp: Vp) -> u32 {
        let dear = |points: &u8| Vp::whole(self.t.command.cost(Track::GruppeNord, *points)) >= vp;
        let least = (1..=u8::MAX).find(dear);
        least.filter(|_| vp > Vp::ZERO).map_or(0, u32::from)
    }

    /// Operation EV, when a third of what sailed in the last two loaded Convoys was lost [15.8.3].
    pub fn declare_ev(&self) -> Advice {
        let sunk: u32 = self.voyages().map(|voyage| u32::from(voyage.sunk)).sum();
        let started: u32 = self.voyages().map(|voyage| u32::from(voyage.started)).sum();
        match 3 * sunk > started {
            true => Advice::new(Choice::Declare, "They must be fought through."),
            false => Advice::new(Choice::Pass, "Not yet."),
        }
    }

    /// One cruiser of Patrol White is relieved, the two by turns, so that it is whoever has been there longest; the weakest
    /// takes her place, because strong ones are wanted with the Convoys [15.8.1].
    pub fn relieve_white(&self) -> Advice {
        if self.has(Choice::Pass) {
            return Advice::new(Choice::Pass, "One is enough.");
        }
        let pairs = self.choices.iter().filter_map(|choice| match choice {
            Choice::Replace(old, new) => Some((*old, *new)),
            _ => None,
        });
        let pairs: Vec<(ShipId, ShipId)> = pairs.collect();
        let mut old: Vec<ShipId> = pairs.iter().map(|(old, _)| *old).collect();
        old.dedup();
        let turn = usize::from(self.now()).checked_rem(old.len());
        let relieved = turn.and_then(|turn| old.get(turn));
        let by = pairs.iter().filter(|(old, _)| Some(old) == relieved);
        let weakest = by.min_by_key(|(_, new)| self.price(*new));
        let swap = weakest.map(|(old, new)| Choice::Replace(*old, *new));
        Advice::new(swap, "She has been out longest.")
    }

    /// The weakest goes instead of one that is not there [15.7.2].
    pub fn substitute(&self) -> Advice {
        let ships = self.choices.iter().filter_map(|choice| match choice {
            Choice::TakeShip(ship) => Some(*ship),
            _ => None,
        });
        let weakest = ships.min_by_key(|ship| self.price(*ship));
        Advice::new(weakest.map(Choice::TakeShip), "She is missed least.")
    }

    /// What a ship is worth to either side, then her strength.
    fn price(&self, ship: ShipId) -> (Vp, u8) {
        let values = self.t.chart.ship(ship);
        (values.vp, values.cs())
    }
}
