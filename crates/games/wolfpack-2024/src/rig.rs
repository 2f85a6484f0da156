//! A position laid out by hand and played on: what procedures and tests run the rules with.

use crate::asw::{Contact, Escort, Post};
use crate::boat::{Boat, Place};
use crate::boats::{BoatType, Letter, TorpedoType};
use crate::calendar::Month;
use crate::cards::{CARDS, DeckName};
use crate::choice::Choice;
use crate::convoy::BoxState;
use crate::escorts::{EscortId, Hold};
use crate::event::Event;
use crate::position::{Position, Straggler};
use crate::scenarios;
use crate::sequence::Play;
use crate::setup::{Scenario, Setup};
use crate::ships::TileId;
use crate::space::{Facing, Space};
use crate::tables::{Load, Tables};
use derbyhouse_kernel::{Chance, Illegal, Log};

/// A position with the tables it is played with. Cards that are not laid out come from a fixed seed.
pub(crate) struct Rig<'a> {
    pub t: &'a Tables,
    pub p: Position,
    /// What has happened since the rig was made.
    pub events: Vec<Event>,
    chance: Chance,
}

impl<'a> Rig<'a> {
    /// The training scenario with nothing under way: boat W on the surface in her box, a clear night.
    pub fn training(t: &'a Tables) -> Result<Self, Illegal> {
        let mut chance = Chance::seeded(0);
        let mut p = scenarios::start(t, &Setup::TRAINING, &mut chance, &mut Log::off())?;
        p.agenda.clear();
        p.orders[0].clear();
        Ok(Self {
            t,
            p,
            events: Vec::new(),
            chance,
        })
    }

    /// The same on a patrol of the first month: escorts may come, and boat W has no point to spend.
    pub fn patrol(t: &'a Tables) -> Result<Self, Illegal> {
        let mut rig = Self::training(t)?;
        rig.p.setup.scenario = Scenario::Patrol(Month::FIRST);
        rig.boat(Letter::W).tp = 0;
        Ok(rig)
    }

    /// A scenario at its first question: a campaign musters its boats.
    pub fn started(t: &'a Tables, scenario: Scenario) -> Result<Self, Illegal> {
        let mut chance = Chance::seeded(0);
        let p = scenarios::start(t, &Setup { scenario }, &mut chance, &mut Log::off())?;
        Ok(Self {
            t,
            p,
            events: Vec::new(),
            chance,
        })
    }

    /// A boat; one that is not there yet comes as a Type VII beside W, with a steam torpedo in every tube.
    pub fn boat(&mut self, letter: Letter) -> &mut Boat {
        let (t, slot) = (self.t, &mut self.p.boats[letter.index()]);
        slot.get_or_insert_with(|| {
            let load = Load {
                tubes: vec![TorpedoType::G7a; 5],
                reloads: [[0; 2]; 2],
            };
            Boat::new(
                &format!("U-{letter}"),
                BoatType::VII,
                t.scenarios.training.start_box,
                0,
                &load,
            )
        })
    }

    /// Puts a boat on the Attack map.
    pub fn attack(&mut self, letter: Letter, at: Space, facing: Facing) -> &mut Boat {
        let boat = self.boat(letter);
        boat.place = Place::Attack(at, facing);
        self.p.engaged = true;
        self.boat(letter)
    }

    /// Brings an escort into play, unfitted, its captain unknown.
    pub fn escort(&mut self, number: u8, post: Post) -> &mut Escort {
        let escort = Escort {
            id: EscortId(number),
            equipment: Some(crate::escorts::Equipment::EarlyNoRadar),
            elite_helm: false,
            captain: None,
            post,
            contact: None,
            arrived: 0,
        };
        self.p.hunt.escorts.push(escort);
        let last = self.p.hunt.escorts.len() - 1;
        &mut self.p.hunt.escorts[last]
    }

    /// Brings an escort into play that holds a boat.
    pub fn hunter(&mut self, number: u8, post: Post, boat: Letter, distance: u8) -> &mut Escort {
        let escort = self.escort(number, post);
        escort.contact = Some(Contact {
            boat,
            hold: Hold::Contact,
            homing: false,
            distance,
        });
        escort
    }

    /// Puts a ship into a convoy box.
    pub fn ship(&mut self, at: Space, tile: TileId) {
        for pile in &mut self.p.secret.piles {
            pile.retain(|other| *other != tile);
        }
        self.p.convoy.put(at, BoxState::Ship(tile, false));
    }

    /// Puts a ship on the turn track.
    pub fn straggler(&mut self, tile: TileId, turn: u8) {
        for pile in &mut self.p.secret.piles {
            pile.retain(|other| *other != tile);
        }
        self.p.track.push(Straggler { tile, turn });
    }

    /// Lays cards on top of a deck, the first one first.
    pub fn stack(&mut self, deck: DeckName, cards: &[u8]) {
        self.p.secret.decks.arrange(deck, cards);
    }

    /// Lays battle cards with these figures on top of their deck.
    pub fn d10s(&mut self, faces: &[u8]) {
        let mut cards: Vec<u8> = Vec::new();
        for face in faces {
            let fits = |card: &u8| {
                let values = &self.t.cards.battle[usize::from(*card)];
                values.d10 == *face && !values.shuffle && !cards.contains(card)
            };
            let card = (0..CARDS as u8).find(fits);
            cards.extend(card);
        }
        self.stack(DeckName::Battle, &cards);
    }

    /// Does something at the table and notes what happens.
    pub fn play<T>(&mut self, run: impl FnOnce(&mut Play<'_>) -> T) -> T {
        let mut log = Log::on();
        let done = run(&mut Play {
            t: self.t,
            p: &mut self.p,
            chance: &mut self.chance,
            log: &mut log,
        });
        self.events.extend(log.into_events());
        done
    }

    /// Works through everything that asks nobody.
    pub fn run(&mut self) {
        self.play(|play| play.run());
    }

    /// What a boat may answer.
    pub fn offers(&self, letter: Letter) -> Vec<Choice> {
        let mut offers = Vec::new();
        self.p.list(self.t, letter, &mut offers);
        offers
    }

    /// Takes an answer of a boat and plays on.
    pub fn choose(&mut self, letter: Letter, choice: Choice) -> Result<(), Illegal> {
        self.play(|play| play.choose(letter, choice))
    }
}
