//! A fight on a display: what lies where, who takes part, and what is asked [14.0].
//!
//! A battle is plain data without heap, and moves from question to question: [`Battle::acts`] lists the answers,
//! [`Fight::take`](super::Fight::take) takes one. Players, bots and simulations all come this way.

use super::cleanup::Wreckage;
use super::engagement::SCATTERED;
use super::fighter::{Fate, Fighter, Joins};
use super::sight::Sight;
use super::site::Site;
use super::slots::{MOST, SlotId, SlotSet};
use crate::activity::Cover;
use crate::cups::Cup;
use crate::displays::{Contact, Display, Lane, Lanes};
use crate::tables::{DisplayValues, MOST_BOATS, Piece, Tables};
use crate::units::Counter;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// A boat of the battle, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hand(pub(crate) u8);

impl Hand {
    /// Counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place on the display: what everybody sees of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// The column; none while an odd piece waits for its die [13.24].
    pub lane: Option<Lane>,
    /// The cup that the piece goes back to.
    pub cup: Cup,
    /// The TDC marker as printed, once it is turned up [14.14].
    pub tdc: i8,
    /// Attack points on it [14.15].
    pub points: u8,
}

impl Slot {
    /// A piece as it is laid out.
    pub(super) const fn face_down(lane: Option<Lane>, cup: Cup) -> Self {
        Self {
            lane,
            cup,
            tdc: 0,
            points: 0,
        }
    }
}

/// A ship that went down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sinking {
    pub by: Hand,
    pub piece: Counter,
    /// Thousand tons credited.
    pub tons: u16,
}

/// What is asked, or what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Which column a boat takes, with this total [14.11].
    Placing(Hand, i8),
    /// Which boat attacks next [24.23].
    Choosing,
    /// Which unit is turned up next, of so many [14.12]; outer and center ones so far [28.11].
    Revealing(Hand, u8, [u8; 2]),
    /// A diligent escort has damaged the boat: withdraw or go on [14.12].
    Harmed(Hand, u8, [u8; 2]),
    /// Guns or torpedoes [27.1].
    Arming(Hand),
    /// Fire sparingly [30.81].
    Sparing(Hand),
    /// Where the next TDC marker goes, of so many [14.14].
    Aiming(Hand, u8),
    /// Attack points, so many left; targets are named in ascending order [14.15].
    Allotting(Hand, u8, Option<SlotId>),
    /// Points that a vanished target has set free [14.15A].
    Freed(Hand, u8),
    /// Which attack comes next [14.16].
    Firing(Hand),
    /// Which loner is attacked next, and how [28.24].
    Hunting(Hand),
    /// Withdraw, or attack again [14.3], [14.4].
    Deciding(Hand),
    /// In which column [14.4].
    Shifting(Hand),
    /// It is over.
    Over,
}

/// An answer in a battle. The order of the variants is the order of every list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// Take, or change to, a column.
    Column(Lane),
    /// That boat is next.
    Boat(Hand),
    /// Turn that unit up.
    Reveal(SlotId),
    /// Turn no more up [28.22].
    Enough,
    /// Torpedoes.
    Torpedoes,
    /// Guns, at that unit.
    Guns(SlotId),
    /// Fire sparingly.
    Sparingly,
    /// Fire as usual.
    Freely,
    /// Put a TDC marker on that unit.
    Aim(SlotId),
    /// Put points on that unit.
    Points(SlotId, u8),
    /// Attack that unit now.
    Attack(SlotId),
    /// No more points, or no more targets.
    Fire,
    /// Go on.
    GoOn,
    /// Leave.
    Withdraw,
}

/// What lies face down: sealed in files, and shown by no view until it is turned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Faces(pub ArrayVec<Counter, MOST>);

/// Most pieces that a scattered convoy leaves behind: all of the display, and those that each boat meets [29.4].
const MOST_DISPERSED: usize = MOST + SCATTERED as usize * MOST_BOATS;

/// Pieces that have left the display before Clean-up, many of them face down: sealed in files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Dispersed(pub ArrayVec<(Counter, Cup), MOST_DISPERSED>);

/// A fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub(crate) site: Site,
    pub(crate) display: Display,
    pub(crate) contact: Contact,
    pub(crate) cover: Cover,
    /// Red boxes and general ASW, as the site has them [14.2A].
    pub(crate) watch: i16,
    pub(crate) slots: ArrayVec<Slot, MOST>,
    /// By [`Lane::index`].
    pub(crate) lanes: [SlotSet; 8],
    pub(crate) up: SlotSet,
    #[serde(skip)]
    pub(super) sight: Sight,
    pub(crate) white: SlotSet,
    pub(crate) damaged: SlotSet,
    /// Sunk, or gone from the display.
    pub(crate) gone: SlotSet,
    /// Places that no piece lies in any more: it went back to its cup.
    pub(crate) empty: SlotSet,
    /// Units with a TDC marker.
    pub(crate) aimed: SlotSet,
    /// Merchants that proved armed: guns are no use against them [27.1].
    pub(crate) armed: SlotSet,
    /// Loners that were attacked in this round.
    pub(crate) attacked: SlotSet,
    /// Loners that a die of a second re-attack has been thrown for [14.41].
    #[serde(default)]
    pub(crate) tried: SlotSet,
    /// The escort that suspects nothing [14.15B].
    pub(crate) unwary: Option<SlotId>,
    /// Markers left in the TDC cup, from -4 to +4.
    pub(crate) tdc_cup: [u8; 9],
    pub(crate) fighters: ArrayVec<Fighter, MOST_BOATS>,
    /// More than one boat: a wolfpack [24.2].
    pub(crate) pack: bool,
    pub(crate) straggle: u8,
    /// 1, 2 the re-attack, 3 the second re-attack.
    pub(crate) round: u8,
    /// Ships sunk or damaged in this round, by however many boats [29.3].
    pub(crate) hits: SlotSet,
    /// Ships sunk in this round [29.4].
    pub(crate) sunk_now: u8,
    /// Somebody has attacked: escorts are warned (R32).
    pub(crate) warned: bool,
    /// The boat that meets loners after a scatter, or is asked whether she will; those after her come later [29.4].
    pub(crate) scattered: Option<Hand>,
    /// Axis aircraft lost here [7.55].
    pub(crate) aircraft_lost: u8,
    pub(crate) stage: Stage,
    pub(crate) sinkings: ArrayVec<Sinking, 120>,
    /// Named ships that are out, so far [14.81].
    pub(crate) wreckage: Wreckage,
    /// Markers that return in Clean-up.
    pub(crate) aside: ArrayVec<(Counter, Cup), 8>,
    /// Pieces of a scattered convoy: they return in Clean-up too [14.8], [29.4].
    #[serde(default, with = "derbyhouse_kernel::sealed")]
    pub(crate) dispersed: Dispersed,
    #[serde(with = "derbyhouse_kernel::sealed")]
    pub(crate) faces: Faces,
}

impl Battle {
    /// A fight before anything is drawn or placed.
    pub fn new(t: &Tables, site: Site, contact: Contact, display: Display) -> Self {
        Self {
            display,
            contact,
            cover: site.cover(t),
            watch: site.watch(t),
            slots: ArrayVec::new(),
            lanes: [SlotSet::NONE; 8],
            up: SlotSet::NONE,
            sight: Sight::default(),
            white: SlotSet::NONE,
            damaged: SlotSet::NONE,
            gone: SlotSet::NONE,
            empty: SlotSet::NONE,
            aimed: SlotSet::NONE,
            armed: SlotSet::NONE,
            attacked: SlotSet::NONE,
            tried: SlotSet::NONE,
            unwary: None,
            tdc_cup: t.cups.tdc[site.period.index()],
            fighters: ArrayVec::new(),
            pack: false,
            straggle: site.straggle(t, contact),
            round: 1,
            hits: SlotSet::NONE,
            sunk_now: 0,
            warned: false,
            scattered: None,
            aircraft_lost: 0,
            stage: Stage::Over,
            sinkings: ArrayVec::new(),
            wreckage: Wreckage::default(),
            aside: ArrayVec::new(),
            dispersed: Dispersed::default(),
            faces: Faces(ArrayVec::new()),
            site,
        }
    }

    /// The columns of its display.
    pub(crate) fn columns<'t>(&self, t: &'t Tables) -> &'t DisplayValues {
        &t.contacts.displays[self.display.index()]
    }

    /// A boat.
    pub fn fighter(&self, hand: Hand) -> &Fighter {
        &self.fighters[hand.index()]
    }

    pub(crate) fn fighter_mut(&mut self, hand: Hand) -> &mut Fighter {
        &mut self.fighters[hand.index()]
    }

    /// Every boat.
    pub fn hands(&self) -> impl Iterator<Item = Hand> + use<> {
        (0..self.fighters.len() as u8).map(Hand)
    }

    /// The counter in a place, whatever shows of it.
    pub(crate) fn face(&self, slot: SlotId) -> Counter {
        self.faces.0[slot.index()]
    }

    pub(crate) fn piece<'t>(&self, t: &'t Tables, slot: SlotId) -> &'t Piece {
        t.ships.piece(self.face(slot))
    }

    /// Units of some columns that are still there.
    pub fn within(&self, lanes: Lanes) -> SlotSet {
        let mut all = SlotSet::NONE;
        lanes
            .places()
            .for_each(|place| all = all | self.lanes[place]);
        all & !self.gone
    }

    /// Units that a boat reaches: her own column and its neighbours.
    pub fn reach(&self, t: &Tables, hand: Hand) -> SlotSet {
        match self.fighter(hand).lane {
            Some(lane) => self.within(self.columns(t).reach(lane)),
            None => SlotSet::NONE,
        }
    }

    /// All units in a column, whether still there or not.
    pub(super) fn laid_out(&self) -> SlotSet {
        let lanes = self.lanes.iter();
        lanes.fold(SlotSet::NONE, |all, lane| all | *lane)
    }

    /// All units that are still there.
    pub fn present(&self) -> SlotSet {
        self.laid_out() & !self.gone
    }

    /// Columns with a boat in them.
    pub fn occupied(&self) -> Lanes {
        let placed = self.fighters.iter().filter(|fighter| fighter.is_placed());
        placed
            .filter_map(|fighter| fighter.lane)
            .fold(Lanes::NONE, Lanes::with)
    }

    /// Columns with a free box, one boat aside.
    pub(crate) fn free_columns(&self, t: &Tables, but: Hand) -> Lanes {
        let columns = self.columns(t);
        if !self.pack {
            return columns.all;
        }
        let mut taken = [0_u8; 8];
        for hand in self.hands().filter(|hand| *hand != but) {
            let fighter = self.fighter(hand);
            if let Some(lane) = fighter.lane.filter(|_| fighter.fights()) {
                taken[lane.index()] += 1;
            }
        }
        let free = columns
            .lanes
            .iter()
            .filter(|values| taken[values.lane.index()] < values.boxes);
        free.fold(Lanes::NONE, |lanes, values| lanes.with(values.lane))
    }

    /// Units face down that came from a cup, by their flag.
    pub(crate) fn hidden(&self, cup: Cup, white: bool) -> SlotSet {
        let mut hidden = SlotSet::NONE;
        for (place, slot) in self.slots.iter().enumerate() {
            let id = SlotId(place as u8);
            let unseen = !self.up.has(id) && !self.gone.has(id) && !self.empty.has(id);
            if unseen && slot.cup == cup && self.white.has(id) == white {
                hidden.insert(id);
            }
        }
        hidden
    }

    /// Every counter that the battle holds.
    pub(crate) fn held(&self) -> impl Iterator<Item = Counter> + '_ {
        let places = (0..self.slots.len()).filter(|place| !self.empty.has(SlotId(*place as u8)));
        let faces = places.filter_map(|place| self.faces.0.get(place).copied());
        let out = self
            .wreckage
            .sunk
            .iter()
            .chain(&self.wreckage.damaged)
            .map(|(piece, _)| *piece);
        faces
            .chain(self.aside.iter().map(|(piece, _)| *piece))
            .chain(self.dispersed.0.iter().map(|(piece, _)| *piece))
            .chain(out)
    }

    /// Whether everything that it points at is there: a battle from a file may be anything.
    pub(crate) fn is_whole(&self, t: &Tables) -> bool {
        let count = self.slots.len();
        let columns = self.columns(t);
        let all = SlotSet::first_of(count as u8);
        let sets = [
            self.up,
            self.white,
            self.damaged,
            self.gone,
            self.empty,
            self.aimed,
            self.armed,
            self.attacked,
            self.tried,
            self.hits,
        ];
        let placed = |slot: SlotId| self.slots[slot.index()].lane;
        let lanes_fit = Lane::ALL.into_iter().all(|lane| {
            let here = self.lanes[lane.index()];
            (here & !all).is_empty() && here.iter().all(|slot| placed(slot) == Some(lane))
        });
        let slots_fit = self.slots.iter().enumerate().all(|(place, slot)| {
            let there = slot.lane.is_none_or(|lane| {
                columns.lane(lane).is_some() && self.lanes[lane.index()].has(SlotId(place as u8))
            });
            there && (-4..=4).contains(&slot.tdc) && slot.points <= 30
        });
        let faces_fit = self.faces.0.len() == count
            && self
                .faces
                .0
                .iter()
                .all(|face| face.index() < t.ships.pieces.len());
        let fighters_fit = self.fighters.iter().all(|fighter| {
            fighter.is_sound(t) && fighter.lane.is_none_or(|lane| columns.lane(lane).is_some())
        });
        let scattered_fits = self
            .scattered
            .is_none_or(|hand| hand.index() < self.fighters.len());
        let unwary_fits = self.unwary.is_none_or(|slot| slot.index() < count);
        lanes_fit
            && slots_fit
            && faces_fit
            && fighters_fit
            && unwary_fits
            && scattered_fits
            && sets.into_iter().all(|set| (set & !all).is_empty())
            && (1..=3).contains(&self.round)
            && self.aircraft_lost <= self.site.aircraft
            && self.site.aircraft <= 9
            && (-2..=2).contains(&self.site.torpedo)
            && self.watch == self.site.watch(t)
            && self.cover == self.site.cover(t)
            && self.stage_fits(count)
    }

    fn stage_fits(&self, count: usize) -> bool {
        let known = |hand: Hand| hand.index() < self.fighters.len() && self.fighter(hand).fights();
        let there = |hand: Hand| known(hand) && self.fighter(hand).lane.is_some();
        match self.stage {
            Stage::Over => true,
            Stage::Choosing => true,
            Stage::Placing(hand, total) => known(hand) && total.abs() <= 30,
            Stage::Revealing(hand, left, seen) | Stage::Harmed(hand, left, seen) => {
                there(hand)
                    && left <= 9
                    && seen.iter().all(|seen| *seen <= 40)
                    && (left > 0 || self.is_loner() || matches!(self.stage, Stage::Harmed(..)))
            }
            Stage::Aiming(hand, left) => there(hand) && (1..=9).contains(&left),
            Stage::Allotting(hand, left, last) => {
                there(hand)
                    && (1..=30).contains(&left)
                    && last.is_none_or(|slot| slot.index() < count)
            }
            Stage::Freed(hand, left) => there(hand) && (1..=30).contains(&left),
            Stage::Arming(hand)
            | Stage::Sparing(hand)
            | Stage::Firing(hand)
            | Stage::Hunting(hand)
            | Stage::Shifting(hand) => there(hand),
            Stage::Deciding(hand) => known(hand),
        }
    }

    /// Ships that went down, in order.
    pub fn sinkings(&self) -> &[Sinking] {
        &self.sinkings
    }

    /// Is it over, and nothing asked?
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// Boats that have not attacked in this round.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = Hand> + '_ {
        self.hands()
            .filter(|hand| self.fighter(*hand).is_placed() && !self.fighter(*hand).acted)
    }

    /// Boats that take part in the first round.
    pub(crate) fn first_wave(&self) -> impl Iterator<Item = Hand> + '_ {
        self.hands().filter(|hand| {
            self.fighter(*hand).joins == Joins::Now && self.fighter(*hand).fate == Fate::Fighting
        })
    }
}
