//! Convoys of the Campaign [15.2]: where their ships come from and where they go.

use super::Ev;
use crate::choice::Choice;
use crate::forces::{Pool, Units};
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::Tables;
use crate::time::Turn;
use crate::units::{PortId, ShipType};
use serde::{Deserialize, Serialize};

impl Position {
    pub(crate) fn loading_port(&self, t: &Tables) -> PortId {
        match self.fleet(Side::Allied).reserve.ev {
            Ev::Done(_) => t.campaign.loading[1],
            _ => t.campaign.loading[0],
        }
    }

    /// Ballast Convoys end in Reykjavik, after EV is declared in Loch Ewe [15.2.1].
    pub(super) fn ballast_port(&self, t: &Tables) -> PortId {
        match self.fleet(Side::Allied).reserve.ev {
            Ev::Never => t.campaign.loading[0],
            _ => t.campaign.loading[1],
        }
    }

    /// How many ships a Convoy takes: none, or any number of those there [15.2].
    pub(crate) fn list_sizes(&self, t: &Tables, source: Source, out: &mut Vec<Choice>) {
        let most = self
            .source(source)
            .iter()
            .map(|units| units.merchants(&t.chart))
            .sum();
        out.extend((0..=most).map(Choice::Ships));
    }

    pub(super) fn source(&self, source: Source) -> Vec<&Units> {
        let reserve = &self.fleet(Side::Allied).reserve;
        match source {
            Source::Loaded => vec![&reserve.stock],
            Source::Ballast(port) => {
                let berths = &reserve.boxes[usize::from(port.min(1))];
                vec![&berths.face_up, &berths.face_down]
            }
        }
    }
}

/// Where a Convoy of the Campaign takes its ships from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    Loaded,
    /// Murmansk, Arkhangelsk.
    Ballast(u8),
}

impl Play<'_> {
    /// Patrol White and the Convoys of the Fortnight [15.8.1], [15.2]. The last question put is asked first.
    pub fn plan_shipping(&mut self) {
        for port in [1u8, 0] {
            if self
                .p
                .source(Source::Ballast(port))
                .iter()
                .any(|units| !units.is_empty())
            {
                self.ask(Side::Allied, Order::Size(Source::Ballast(port)));
            }
        }
        if !self.p.fleet(Side::Allied).reserve.stock.is_empty() {
            self.ask(Side::Allied, Order::Size(Source::Loaded));
        }
        self.fill_white();
        self.reserve(Side::Allied).relieved.clear();
        let first = self.p.season.is_some_and(|season| season.fortnight == 0);
        if !first {
            self.ask_relief();
        }
    }

    /// A Convoy of so many merchant ships: a CAM and the tankers first, then others [15.2].
    pub fn form_convoy(&mut self, source: Source, choice: Choice) {
        let t = self.t;
        let Choice::Ships(ships) = choice else { return };
        if ships == 0 || !self.make_room(Side::Allied) {
            return; // [1.2]
        }
        let most_cams = t.campaign.convoy_limit.2;
        let (loading, ballast) = (self.p.loading_port(t), self.p.ballast_port(t));
        let russia: Vec<PortId> = ["murmansk", "arkhangelsk"]
            .into_iter()
            .filter_map(|port| t.sheet.find_port(port))
            .collect();
        let reserve = self.reserve(Side::Allied);
        let mut units = Units::default();
        let mut left = ships;
        let stocks: Vec<&mut Units> = match source {
            Source::Loaded => vec![&mut reserve.stock],
            Source::Ballast(port) => {
                let berths = &mut reserve.boxes[usize::from(port.min(1))];
                vec![&mut berths.face_up, &mut berths.face_down]
            }
        };
        for stock in stocks {
            left = take_merchants(t, stock, left, most_cams, &mut units);
        }
        let taken = units.merchants(&t.chart);
        if taken == 0 {
            return;
        }
        // Merchant oilers sail full.
        for pool in &mut units.pools {
            pool.oil = t.chart.class(pool.class).oil(pool.cs);
        }
        let (id, from, to, loaded) = match source {
            Source::Loaded => ("PQ", Some(loading), russia, true),
            Source::Ballast(port) => (
                "QP",
                russia.get(usize::from(port)).copied(),
                vec![ballast],
                false,
            ),
        };
        let Some(from) = from else { return };
        let number = self.p.season.map_or(0, |season| season.fortnight + 1);
        let account =
            crate::position::Account::new(&format!("{id} {number}"), loaded, from, Turn::FIRST);
        let fleet = self.p.fleet_mut(Side::Allied);
        crate::preparation::add_convoy(t, fleet, account, to, units);
    }
}

/// Takes so many merchant ships out of a stock, at most so many CAMs among them, and says how many are still wanted.
pub(super) fn take_merchants(
    t: &Tables,
    stock: &mut Units,
    wanted: u8,
    cams: u8,
    into: &mut Units,
) -> u8 {
    let mut left = wanted;
    let order = |pool: &Pool| match t.chart.class(pool.class).kind {
        ShipType::Mc => 0,
        ShipType::Mo => 1,
        _ => 2,
    };
    let mut pools: Vec<usize> = (0..stock.pools.len()).collect();
    pools.sort_by_key(|place| order(&stock.pools[*place]));
    for place in pools {
        let pool = &mut stock.pools[place];
        let kind = t.chart.class(pool.class).kind;
        let aboard: u8 = into.cs(&t.chart, |own| own == ShipType::Mc);
        let most = match kind {
            ShipType::Mc => cams.saturating_sub(aboard),
            _ => u8::MAX,
        };
        let taken = pool.cs.min(left).min(most);
        pool.cs -= taken;
        left -= taken;
        if taken > 0 {
            into.add(Pool::new(pool.class, taken));
        }
    }
    stock.tidy();
    left
}
