//! Tables that are read with one d10 [29.scuttle_table], [55.survival_results], [65.end_d10].

use super::Faces;
use super::cells::{by_name, faces, is, just, shared_faces};
use crate::calendar::Era;
use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};

named! {
    /// What comes of scuttling [29.scuttle_table].
    ScuttleResult, "result of scuttling" {
        /// By the enemy: points are lost [69.captured_minus_15].
        Captured = "captured",
        /// With her crew.
        Lost = "lost",
        /// The crew is picked up.
        Saved = "saved",
    }
}

named! {
    /// How bad a wound on the way home is [68.home_event].
    WoundLevel, "severity of a wound" {
        /// One level.
        Light = "light",
        /// Two levels.
        Medium = "medium",
        /// Three levels.
        Heavy = "heavy",
        /// Killed.
        Kia = "kia",
    }
}

impl WoundLevel {
    /// Levels it adds.
    pub const fn levels(self) -> u8 {
        self as u8 + 1
    }
}

/// Tables read with a d10.
#[derive(Clone, Debug)]
pub struct Chances {
    /// By [`Era::index`] and [`ScuttleResult::index`].
    scuttle: [[Faces; 3]; 2],
    /// What a captured boat costs [69.captured_minus_15].
    pub captured_vp: i32,
    /// The highest total that loses the boat, by [`Era::index`] [55.survival_results].
    pub survival_lost: [i8; 2],
    /// For Lost 1 and Lost 2 [55.survival_modifiers].
    pub survival_hold: [i8; 3],
    /// For depth, and the metres it takes by [`Era::index`] [55.survival_modifiers].
    pub survival_deep: i8,
    pub survival_metres: [u16; 2],
    /// Faces that end the patrol on the turns before the last [65.end_d10].
    end: [Faces; 4],
    last_turn: u8,
    /// By [`WoundLevel::index`].
    wounds: [Faces; 4],
    /// Faces on which a badly wounded officer is replaced [72.heavy_officer].
    officer_replaced: Faces,
}

impl Chances {
    /// Whether a badly wounded officer recovers [72.heavy_officer].
    pub fn recovers(&self, d10: u8) -> bool {
        !self.officer_replaced.has(d10)
    }

    /// What comes of scuttling [29.scuttle_table].
    pub fn scuttle(&self, era: Era, d10: u8) -> ScuttleResult {
        let shares = &self.scuttle[era.index()];
        let fits = |result: &ScuttleResult| shares[result.index()].has(d10);
        ScuttleResult::ALL
            .into_iter()
            .find(fits)
            .unwrap_or(ScuttleResult::Lost)
    }

    /// Faces that end the patrol at the end of a turn: none before turn 21, all on the last [65.end_d10],
    /// [65.end_turn_25], [65.turn_advance].
    pub fn ends(&self, turn: u8) -> Faces {
        match turn {
            turn if turn >= self.last_turn => Faces::up_to(10),
            turn => {
                let place = (turn + 4).checked_sub(self.last_turn);
                place.map_or(Faces::default(), |place| self.end[usize::from(place)])
            }
        }
    }

    /// How bad a wound is [68.home_event].
    pub fn wound(&self, d10: u8) -> WoundLevel {
        let fits = |level: &WoundLevel| self.wounds[level.index()].has(d10);
        WoundLevel::ALL
            .into_iter()
            .find(fits)
            .unwrap_or(WoundLevel::Light)
    }
}

pub fn read(root: &Node<'_>, last_turn: u8) -> Result<Chances, TableError> {
    let scuttle = root.get("scuttle")?;
    scuttle.only(&["early", "late", "captured_vp", "log"])?;
    let log = scuttle.get("log")?;
    for (result, code) in [("captured", "Cp"), ("lost", "S"), ("saved", "Sc")] {
        is(&log.get(result)?, code)?; // [13.log_codes], (R70)
    }
    let results = |era: Era| shared_faces(&scuttle.get(era.id())?, ["captured", "lost", "saved"]);
    let survival = root.get("survival")?;
    survival.only(&["early", "late", "mods", "deep", "repull_tp"])?;
    just(&survival.get("repull_tp")?, 1)?;
    let [lost1, lost2, deep] = by_name(
        &survival.get("mods")?,
        ["lost1", "lost2", "deep"],
        |modifier| modifier.int(0..=9i8),
    )?;
    let depths = survival.get("deep")?;
    depths.only(&["early_m", "late_m", "needs"])?;
    let metres = |key: &str| depths.get(key)?.int(15..=270u16);
    let lost = |era: Era| survival.get(era.id())?.get("lost_at_most")?.int(0..=10i8);
    let straggler = root.get("straggler")?;
    straggler.only(&["sunk_if", "natural_1", "natural_10", "vp"])?;
    is(&straggler.get("sunk_if")?, "d10 > range on the turn track")?;
    let recovery = root.get("officer_recovery")?;
    recovery.only(&["replaced", "recovers"])?;
    let [officer_replaced, _] = shared_faces(&recovery, ["replaced", "recovers"])?;
    let captured_vp = scuttle.get("captured_vp")?.int(-99..=0)?;
    just(
        &root.get("scoring")?.get("captured_boat")?,
        captured_vp.into(),
    )?;
    Ok(Chances {
        scuttle: [results(Era::Early)?, results(Era::Late)?],
        captured_vp,
        survival_lost: [lost(Era::Early)?, lost(Era::Late)?],
        survival_hold: [0, lost1, lost2],
        survival_deep: deep,
        survival_metres: [metres("early_m")?, metres("late_m")?],
        end: end(&root.get("end_of_patrol")?, last_turn)?,
        last_turn,
        wounds: shared_faces(
            &root.get("wound_severity")?,
            ["light", "medium", "heavy", "kia"],
        )?,
        officer_replaced,
    })
}

fn end(node: &Node<'_>, last_turn: u8) -> Result<[Faces; 4], TableError> {
    let turns: [String; 5] =
        std::array::from_fn(|back| (usize::from(last_turn) - 4 + back).to_string());
    let known: Vec<&str> = turns.iter().map(String::as_str).collect();
    node.only(&known)?;
    is(&node.get(&turns[4])?, "automatic")?;
    super::cells::fixed(node, turns[..4].iter().map(|turn| faces(&node.get(turn)?)))
}
