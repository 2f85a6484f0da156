//! What dice are rolled for, and lots among ships (R42). Play is the same whether dice are rolled here or by hand; only
//! dice rolled by hand must know where they belong.

use crate::forces::Hull;
use crate::sequence::Play;
use crate::tables::Chart;
use derbyhouse_kernel::named;

named! {
    /// What a die is rolled for.
    Roll, "roll" {
        SubmarineCombat = "submarine combat",
        Asw = "ASW",
        AswSuccess = "ASW success",
        /// Of submarines and of ships in battle [7.3.1].
        Torpedo = "torpedo attack",
        TorpedoDamage = "torpedo damage",
        AntiAircraft = "anti-aircraft fire",
        /// Bombs and torpedoes of aircraft [7.2.6].
        AirAttack = "air attack",
        Gunnery = "gunnery",
        DestroyerFate = "destroyer fate",
        BattleEnd = "end of the battle",
    }
}

/// A ship or a class by its name in the Unit Chart.
fn chart_id(chart: &Chart, hull: Hull) -> &str {
    match hull {
        Hull::Ship(ship) => &chart.ship(ship).id,
        Hull::Class(class) => &chart.class(class).id,
    }
}

impl Play<'_> {
    /// A die for a purpose.
    pub fn roll(&mut self, roll: Roll) -> u8 {
        self.chance.chit_for(roll.id())
    }

    /// One of these ships and classes at random, each with its lots (R42).
    pub fn draw_hull(&mut self, hulls: &[(Hull, u32)]) -> usize {
        let chart = &self.t.chart;
        let weights: Vec<u32> = hulls.iter().map(|(_, lots)| *lots).collect();
        self.chance
            .lot(&weights, |place| chart_id(chart, hulls[place].0))
    }
}
