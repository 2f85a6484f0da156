//! The convoy: its ships, its escorts, its size, speed, weather and light, pages 19, 20 and 22; and what fate points
//! change of it.

use super::news::News;
use super::port::{Draw, Port, Prep};
use crate::asw::{HiddenHunt, Hunt};
use crate::boats::Letter;
use crate::cards::DeckName;
use crate::conditions::MapSide;
use crate::convoy::Convoy;
use crate::decks::Decks;
use crate::reading::Reading;
use crate::scenarios::{hidden_hunt, piles};
use crate::sequence::{Play, Step};
use crate::tables::{Price, Pull};

impl Play<'_> {
    /// Clears the table after a patrol: boats, convoy, hunters, what was fired.
    pub(crate) fn clear_table(&mut self) {
        let p = &mut *self.p;
        p.boats = [const { None }; 4];
        p.originals = [const { None }; 4];
        p.vacant.clear();
        p.convoy = Convoy::unknown();
        p.torpedoes.clear();
        p.damaged.clear();
        p.track.clear();
        p.vp = 0;
        p.hunt = Hunt::default();
        p.engaged = false;
        p.spent = [[0; 2]; 4];
        p.secret.backs.clear();
        p.secret.hunt = HiddenHunt::default();
        p.secret.piles = piles(self.t, self.chance);
    }

    /// Decks and tiles are shuffled, the cup is filled by the date [19.tile_piles], [20.setup_cup].
    pub(crate) fn lay_out(&mut self) {
        let Some(month) = self.p.campaign.as_ref().map(|campaign| campaign.month) else {
            return;
        };
        self.p.secret.decks = Decks::shuffled(self.chance);
        self.p.secret.piles = piles(self.t, self.chance);
        self.p.secret.hunt = hidden_hunt(self.t, month, self.chance);
    }

    /// A d10 for size, speed, weather or time [19.size], [19.speed], [22.weather], [22.time].
    pub(crate) fn draw_condition(&mut self, pull: Pull) {
        let value = self.d10(pull, None);
        self.offer(Draw {
            pull,
            value,
            boat: None,
        });
    }

    /// Only a large convoy has one [19.special_ship], (R86).
    pub(crate) fn draw_special_ship(&mut self) {
        if self.p.conditions.side == MapSide::Large {
            self.add_special_ship();
        }
    }

    /// Puts a result of set-up on the table: the team may pay fate points for another [17.fp_repull_8],
    /// [5.repull_once].
    pub(crate) fn offer(&mut self, draw: Draw) {
        let price = u16::from(self.t.setup.repull_fp);
        let allowed = self.t.repulls.price(draw.pull) == Price::Fate;
        let able = self
            .p
            .campaign
            .as_ref()
            .is_some_and(|campaign| campaign.fp >= price);
        if allowed && able && !self.is_best(draw) {
            self.ask_host(Port::Fate(draw));
        } else {
            self.settle_draw(draw);
        }
    }

    /// No card could give a larger load. What weather a team wants is its own affair.
    fn is_best(&self, draw: Draw) -> bool {
        let load = |card: u8| self.load_of(draw, card);
        draw.pull == Pull::TorpedoLoad
            && (0..self.t.cards.patrol.len() as u8).all(|card| load(card) <= load(draw.value))
    }

    /// Torpedoes that a patrol card gives the boat it was drawn for [21.load_card].
    fn load_of(&self, draw: Draw, card: u8) -> u8 {
        let boat = draw.boat.and_then(|letter| self.p.boat(letter));
        let card = self.t.cards.patrol.get(usize::from(card));
        match (boat, card) {
            (Some(boat), Some(card)) => card.load(boat.kind),
            _ => 0,
        }
    }

    /// Pays, pulls again, and the second result stands [5.repull_second_stands].
    pub(crate) fn redraw(&mut self, draw: Draw) {
        let price = u16::from(self.t.setup.repull_fp);
        let Some(campaign) = &mut self.p.campaign else {
            return;
        };
        campaign.fp = campaign.fp.saturating_sub(price);
        let (pull, fp) = (draw.pull, campaign.fp);
        self.news(|| News::PaidFate { pull, fp });
        let value = match pull {
            Pull::TorpedoLoad => self.pull_load(draw.boat),
            _ => self.d10(pull, None),
        };
        self.settle_draw(Draw { value, ..draw });
    }

    /// A result of set-up takes effect.
    pub(crate) fn settle_draw(&mut self, draw: Draw) {
        let (rules, era, d10) = (&self.t.setup, self.p.era, draw.value);
        let month = self.p.campaign.as_ref().map(|campaign| campaign.month);
        let conditions = &mut self.p.conditions;
        let result = match draw.pull {
            Pull::ConvoySize => {
                conditions.side = rules.side(era, d10);
                conditions.side.id()
            }
            Pull::ConvoySpeed => {
                conditions.speed = rules.speed(era, d10);
                conditions.speed.id()
            }
            Pull::Weather => {
                conditions.weather = rules.weather(month.map_or(0, |month| month.of_year()), d10);
                conditions.weather.id()
            }
            Pull::TimeOfDay => {
                conditions.time = rules.time(d10);
                conditions.time.id()
            }
            _ => return self.settle_load(draw),
        };
        let pull = draw.pull;
        self.news(|| News::Drawn { pull, result, d10 });
    }

    /// The load of one boat is known; the others follow [21.load_card].
    fn settle_load(&mut self, draw: Draw) {
        let (Some(boat), most) = (draw.boat, self.load_of(draw, draw.value)) else {
            return;
        };
        if let Some(Step::Prep(Prep::LoadCards(cards))) = self.p.agenda.top_mut() {
            cards[boat.index()] = Some(most);
        }
        self.news(|| News::MayLoad { boat, most });
    }

    /// Shuffles the patrol deck after it was used [22.patrol_event].
    pub(crate) fn shuffle_patrols(&mut self) {
        self.p.secret.decks.reshuffle(DeckName::Patrol, self.chance);
    }

    /// A patrol card, read for the type of the boat [21.load_card].
    fn pull_load(&mut self, boat: Option<Letter>) -> u8 {
        let kind = boat.and_then(|letter| self.p.boat(letter));
        let reading = kind.map_or(Reading::Whole, |boat| Reading::Load(boat.kind));
        self.pull_to_read(DeckName::Patrol, Pull::TorpedoLoad, boat, reading)
    }

    /// One card for each boat, then all load side by side [21.load_card].
    pub(crate) fn draw_loads(&mut self, cards: [Option<u8>; 4]) {
        let in_port = self.p.in_port();
        let next = in_port
            .iter()
            .find(|letter| cards[letter.index()].is_none())
            .copied();
        let Some(letter) = next else {
            for letter in in_port {
                self.start_loading(letter, cards[letter.index()].unwrap_or_default());
            }
            return;
        };
        self.p.agenda.push(Step::Prep(Prep::LoadCards(cards)));
        let value = self.pull_load(Some(letter));
        self.offer(Draw {
            pull: Pull::TorpedoLoad,
            value,
            boat: Some(letter),
        });
    }

    /// Every deck that was used is shuffled; the first turn begins [23.reshuffle_all].
    pub(crate) fn set_sail(&mut self) {
        self.p.secret.decks = Decks::shuffled(self.chance);
        self.log.reveal();
        let conditions = self.p.conditions;
        self.log
            .push(|| crate::event::Event::PatrolBegins { conditions });
        self.begin_turn();
    }
}
