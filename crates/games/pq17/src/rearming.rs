//! Torpedoes are taken aboard in a complete turn in a port that has them, not while refuelling [7.3.2] (R39).

use crate::forces::Force;
use crate::position::Position;
use crate::side::Nation;
use crate::tables::{Rearm, Tables};

fn serves(rearm: Rearm, submarine: bool, nation: Nation) -> bool {
    match rearm {
        Rearm::Nobody => false,
        Rearm::All => true,
        Rearm::Submarines => submarine,
        Rearm::Soviet => nation == Nation::Soviet,
    }
}

/// All that the port serves has new torpedoes.
pub(crate) fn rearm(t: &Tables, force: &mut Force, rearm: Rearm) {
    for pool in &mut force.units.pools {
        let class = t.chart.class(pool.class);
        if serves(rearm, class.kind.is_submarine(), class.nation) {
            pool.spent = 0;
        }
    }
    for state in &mut force.units.ships {
        if serves(rearm, false, t.chart.ship(state.ship).nation) {
            state.torpedoes_spent = 0;
        }
    }
}

impl Position {
    /// Whether a force has to choose between fuel and torpedoes: who has only one of them to take gets it unasked.
    pub(crate) fn may_rearm_instead(&self, t: &Tables, force: &Force) -> bool {
        let Some(port) = force.place.in_port().map(|port| t.sheet.port(port)) else {
            return false;
        };
        let pools = force.units.pools.iter().any(|pool| {
            let class = t.chart.class(pool.class);
            pool.spent > 0 && serves(port.rearm, class.kind.is_submarine(), class.nation)
        });
        let ships = force.units.ships.iter().any(|state| {
            state.torpedoes_spent > 0 && serves(port.rearm, false, t.chart.ship(state.ship).nation)
        });
        let whole_turn = force.in_port_since < self.turn && !force.motion.rearms;
        whole_turn && port.refuels && force.fuel.is_some() && (pools || ships)
    }
}
