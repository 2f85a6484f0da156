//! The gate: what a viewer may know of a position. All players are on one side and see the same; hidden from all are
//! the order of the decks, discards below the top, piles, and the backs of tiles that are not identified
//! [5.discard_top_only], [37.tile_back_hidden].

use crate::asw::{Escort, Hunt};
use crate::boat::Boat;
use crate::boats::Letter;
use crate::calendar::{Era, Month};
use crate::campaign::{Campaign, Career};
use crate::cards::DeckName;
use crate::choice::Choice;
use crate::conditions::{Conditions, Light};
use crate::convoy::BoxState;
use crate::duels::EscortShot;
use crate::position::{Position, Straggler, Torpedo};
use crate::sequence::{Order, Phase};
use crate::setup::Setup;
use crate::space::Space;
use crate::tables::{Pull, Tables};
use crate::torpedoes::{Salvo, sum};
use derbyhouse_kernel::Viewer;

/// A position as everybody may see it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    tables: &'a Tables,
    position: &'a Position,
    viewer: Viewer,
}

impl<'a> View<'a> {
    pub(crate) fn new(tables: &'a Tables, position: &'a Position) -> Self {
        let viewer = Viewer::Observer;
        Self {
            tables,
            position,
            viewer,
        }
    }

    /// The same, for one viewer: all see the same things, but a captain knows which boat is his.
    #[must_use]
    pub(crate) fn seen_by(self, viewer: Viewer) -> Self {
        Self { viewer, ..self }
    }

    /// The viewer's own boat.
    pub fn own(&self) -> Option<Letter> {
        match self.viewer {
            Viewer::Seat(seat) => Some(Letter::of(seat)),
            Viewer::Observer => None,
        }
    }

    /// The tables in play.
    pub fn tables(&self) -> &'a Tables {
        self.tables
    }

    /// What was agreed.
    pub fn setup(&self) -> &'a Setup {
        &self.position.setup
    }

    /// The era.
    pub fn era(&self) -> Era {
        self.position.era
    }

    /// Size, speed, weather, time.
    pub fn conditions(&self) -> Conditions {
        self.position.conditions
    }

    /// The turn.
    pub fn turn(&self) -> u8 {
        self.position.turn
    }

    /// The phase.
    pub fn phase(&self) -> Phase {
        self.position.phase
    }

    /// Victory points.
    pub fn vp(&self) -> i32 {
        self.position.vp
    }

    /// Has it ended?
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// The campaign sheet: rosters, experience, fate points, periods. None in training; a patrol mission keeps one of
    /// one month.
    pub fn campaign(&self) -> Option<&'a Campaign> {
        self.position.campaign.as_ref()
    }

    /// The month of the patrol; training has no date.
    pub fn month(&self) -> Option<Month> {
        self.campaign().map(|campaign| campaign.month)
    }

    /// The line on the campaign sheet of the boat that sails under a letter.
    pub fn career(&self, letter: Letter) -> Option<&'a Career> {
        self.position.career(letter)
    }

    /// The usual answer to what a boat is asked in port: the default of a screen. Nothing at sea.
    pub fn usual(&self, letter: Letter) -> Option<Choice> {
        self.position.usual_answer(self.tables, letter)
    }

    /// Whether size, speed, weather or time of this patrol is drawn yet.
    pub fn is_drawn(&self, pull: Pull) -> bool {
        self.position.is_drawn(pull)
    }

    /// Boats of the patrol, in letter order.
    pub fn boats(&self) -> impl Iterator<Item = (Letter, &'a Boat)> {
        self.position.fleet()
    }

    /// A boat.
    pub fn boat(&self, letter: Letter) -> Option<&'a Boat> {
        self.position.boat(letter)
    }

    /// The lost boat whose place a replacement has taken [67.replacement_boat].
    pub fn original(&self, letter: Letter) -> Option<&'a Boat> {
        self.position.originals[letter.index()].as_ref()
    }

    /// What a boat is asked.
    pub fn asked(&self, letter: Letter) -> Option<Order> {
        self.position.orders[letter.index()].top().copied()
    }

    /// The convoy: a tile that is not identified is only a tile.
    pub fn convoy(&self) -> impl Iterator<Item = (Space, BoxState)> {
        let side = self.position.conditions.side;
        self.position
            .convoy
            .boxes()
            .filter(move |(space, _)| side.ring(*space).is_some())
    }

    /// Torpedoes on their way.
    pub fn torpedoes(&self) -> &'a [Torpedo] {
        &self.position.torpedoes
    }

    /// Ships that have fallen behind.
    pub fn track(&self) -> &'a [Straggler] {
        &self.position.track
    }

    /// The card that lies open on a discard pile [5.discard_top_only].
    pub fn top_discard(&self, deck: DeckName) -> Option<u8> {
        self.position.secret.decks.top(deck)
    }

    /// Cards that are still to come, by number only.
    pub fn cards_left(&self, deck: DeckName) -> usize {
        self.position.secret.decks.left(deck)
    }

    /// Escorts that have come into play, the holding track, requests.
    pub fn hunt(&self) -> &'a Hunt {
        &self.position.hunt
    }

    /// Counters left in the cup, escorts and false contacts alike [20.cup_unseen].
    pub fn cup_left(&self) -> u32 {
        self.position.secret.hunt.cup.len()
    }

    /// Where an escort stands on the Attack map.
    pub fn station(&self, escort: &Escort) -> Option<Space> {
        self.position.station(escort)
    }

    /// A hit check that lies on the table, with its arithmetic [25.hit_total].
    pub(crate) fn hit_check(&self, salvo: &Salvo, torpedo: &Torpedo, d10: u8) -> String {
        let check = self.position.hit_check(self.tables, salvo, torpedo, d10);
        format!("{}.", sum(d10, &check, torpedo.modifier))
    }

    /// The light that a boat in a space is searched by [57.night_light].
    pub fn light_on(&self, space: Space) -> Light {
        self.position.light_on(self.tables, space)
    }

    /// Whether a torpedo hits with these cards and that d10 [25.hit_total].
    pub(crate) fn hits(&self, salvo: &Salvo, torpedo: &Torpedo, d10: u8) -> bool {
        let check = self.position.hit_check(self.tables, salvo, torpedo, d10);
        check.hit
    }

    /// Whether a torpedo hits an escort with that card and that d10 [60.escort_to_hit].
    pub(crate) fn hits_escort(&self, shot: &EscortShot, card: u8, d10: u8) -> bool {
        self.position.escort_check(self.tables, shot, card, d10).2
    }

    /// What a combat card gives a boat for a target [38.tdc_value].
    pub(crate) fn solution(&self, letter: Letter, target: Space, card: u8) -> Option<i8> {
        self.position.value(self.tables, letter, target, card)
    }

    /// Escorts that hold a boat.
    pub fn holders(&self, letter: Letter) -> impl Iterator<Item = &'a Escort> {
        self.position.holders(letter)
    }
}
