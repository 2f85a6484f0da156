//! What befalls a boat before she moves, and how she leaves the patrol or is lost: pages 28, 29, 35 and 63.

use crate::boat::{Loss, Place};
use crate::boats::{Gear, Letter};
use crate::cards::DeckName;
use crate::depth::Depth;
use crate::event::Event;
use crate::movement::{CrushTest, crush_test, crushes};
use crate::sequence::Play;
use crate::tables::{Pull, ScuttleResult};

/// The highest d10 with which a deaf boat loses the convoy [63.hydrophone_drop_out].
const DROPS_OUT: u8 = 2;

impl Play<'_> {
    /// Before she moves: dragged down, crushed, or out of the hunt; a blow goes on [28.forced_descent],
    /// [63.hydrophone_drop_out], [35.blow_cannot_stop].
    pub(crate) fn start_move(&mut self, letter: Letter) {
        let (t, lost) = (self.t, self.t.depth.tdc_lost);
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        if boat.is_out_of_control(t) {
            // A silent boat stays silent, however deep she is dragged (R67).
            let to = boat.depth.lowered(t.depth.forced);
            boat.go_to(to, lost);
            self.log.push(|| Event::DraggedDown { boat: letter, to });
        }
        if self.implodes(letter) {
            self.lose(letter, Loss::Implosion); // [29.implosion_loss]
            return;
        }
        let held = self.p.is_held(letter);
        let Some(boat) = self.p.boat(letter) else {
            return;
        };
        if boat.is_heavy(Gear::Hydrophone) && boat.depth >= Depth::SHALLOW && !held {
            let d10 = self.d10(Pull::Hydrophone, Some(letter));
            if d10 <= DROPS_OUT {
                self.log.push(|| Event::DropsOut { boat: letter, d10 });
                self.leave(letter);
                return;
            }
        }
        if self.p.boat(letter).is_some_and(|boat| boat.blowing) {
            self.rise(letter);
        }
    }

    /// The crush test [28.crush_colour].
    fn implodes(&mut self, letter: Letter) -> bool {
        let Some(boat) = self.p.boat(letter) else {
            return false;
        };
        let depth = boat.depth;
        let (crush, implodes) = match crush_test(self.t, depth, boat.flood.level) {
            CrushTest::Safe => return false,
            CrushTest::Certain => (None, true),
            CrushTest::Card => {
                let card = self.pull(DeckName::AswAttack, Pull::Implosion, Some(letter));
                let card = &self.t.cards.asw[usize::from(card)];
                (Some(card.crush), crushes(self.t, card, depth))
            }
        };
        self.log.push(|| Event::CrushTest {
            boat: letter,
            crush,
            implodes,
        });
        implodes
    }

    /// A turn of blowing: up, and on the surface she is scuttled [35.blow_rise], [35.blow_must_scuttle], (R19).
    pub(crate) fn rise(&mut self, letter: Letter) {
        let (metres, lost) = (self.t.depth.blow, self.t.depth.tdc_lost);
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        let to = boat.depth.raised(metres);
        boat.blowing = true;
        boat.moved = true;
        boat.silent = false;
        boat.go_to(to, lost);
        self.p.orders[letter.index()].clear();
        self.log.push(|| Event::Rises { boat: letter, to });
        if to.is_surface() {
            self.scuttle(letter);
        }
    }

    /// Gives the boat up [29.scuttle_table].
    pub(crate) fn scuttle(&mut self, letter: Letter) {
        let d10 = self.d10(Pull::Scuttle, Some(letter));
        let result = self.t.chances.scuttle(self.p.era, d10);
        self.log.push(|| Event::Scuttles {
            boat: letter,
            d10,
            result,
        });
        let how = match result {
            ScuttleResult::Captured => {
                self.p.vp += self.t.chances.captured_vp; // [69.captured_minus_15]
                Loss::Captured
            }
            ScuttleResult::Lost => Loss::ScuttledWithCrew,
            ScuttleResult::Saved => Loss::Scuttled,
        };
        self.lose(letter, how);
    }

    /// Takes a boat off the patrol, to the turn track [36.disengage_to_track].
    pub(crate) fn leave(&mut self, letter: Letter) {
        let turn = self.p.turn;
        self.p.orders[letter.index()].clear();
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.place = Place::Track(turn);
            boat.solutions = Default::default();
            boat.silent = false;
        }
        self.log.push(|| Event::Leaves { boat: letter, turn });
    }

    /// A boat is lost: she does nothing more [24.four_ways_sunk], [24.sunk_stops_draws]. Her torpedoes run on
    /// [67.torpedoes_still_count].
    pub(crate) fn lose(&mut self, letter: Letter, how: Loss) {
        self.p.orders[letter.index()].clear();
        self.release_holders(letter); // [67.escort_after_loss]
        self.note_vacancy(letter, how);
        self.pay_for_replacement(letter);
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.place = Place::Lost(how);
            boat.solutions = Default::default();
        }
        self.log.push(|| Event::Lost { boat: letter, how });
    }
}
