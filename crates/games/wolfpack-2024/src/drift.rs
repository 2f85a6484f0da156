//! Convoy movement: pages 55 to 57. The convoy steams on, which shows as everything else sliding down.

use crate::asw::Post;
use crate::asw::requests::RequestKind;
use crate::boat::{Boat, Loss, Place};
use crate::boats::Letter;
use crate::cards::{AswRow, DeckName, Icons};
use crate::conditions::{Light, Time};
use crate::convoy::BoxState;
use crate::depth::Depth;
use crate::escorts::{EscortId, Hold};
use crate::event::Event;
use crate::movement::survives;
use crate::position::Position;
use crate::reading::Reading;
use crate::sequence::{Held, Play, Step};
use crate::space::Space;
use crate::tables::{MUST_ENTER, Pull, Tables};

impl Play<'_> {
    /// Phase 6.
    pub(crate) fn move_convoy(&mut self) {
        self.open_holes();
        let spaces = self.t.movement.drift(self.p.conditions.speed, self.p.turn); // [55.drift_rate]
        self.log.push(|| Event::Drifts { spaces });
        let falling: Vec<Letter> = Letter::ALL
            .into_iter()
            .filter(|letter| !self.drift(*letter, spaces))
            .collect();
        self.drift_escorts(spaces, &falling);
        for letter in falling {
            self.fall_away(letter);
        }
        if !self.p.has_escorts() {
            return; // [pb.training_no_asw], (R56)
        }
        self.drift_requests(spaces);
        let collide = Letter::ALL.map(Step::Collide);
        let search = Letter::ALL.map(Step::ConvoySearch);
        self.p.agenda.plan(collide.into_iter().chain(search));
    }

    /// Markers of this turn become holes [55.holes].
    fn open_holes(&mut self) {
        let boxes: Vec<_> = self.p.convoy.boxes().collect();
        for (space, state) in boxes {
            if let BoxState::Marker(gone) = state {
                self.p.convoy.put(space, BoxState::Hole(gone));
            }
        }
    }

    /// A boat slides down, escorts on top of her with her [55.approach_drift_path]. Boats on the Approach map stay
    /// until turn 11 (R39). Ships, holes and torpedoes stay where they are [55.ships_and_torpedoes_stay]. False if she
    /// passes the edge.
    fn drift(&mut self, letter: Letter, spaces: u8) -> bool {
        let all = self.p.turn >= MUST_ENTER; // [32.turn_11_all_phases]
        let Some(boat) = self.p.boat(letter) else {
            return true;
        };
        let to = match boat.place {
            Place::Attack(space, facing) => {
                space.down(spaces).map(|space| Place::Attack(space, facing))
            }
            Place::Approach(at) if all => self.t.approach.drifted(at, spaces).map(Place::Approach),
            _ => return true,
        };
        if let (Some(place), Some(boat)) = (to, self.p.boat_mut(letter)) {
            boat.place = place;
            self.p.follow(self.t, letter);
        }
        to.is_some()
    }

    /// A boat falls behind: free, she has left the patrol; under contact she must survive [55.off_bottom_free],
    /// [55.off_bottom_contact].
    pub(crate) fn fall_away(&mut self, letter: Letter) {
        if self.p.is_held(letter) {
            let d10 = self.d10(Pull::Survival, Some(letter));
            self.hold(letter, Held::Survival(d10));
        } else {
            self.leave(letter);
        }
    }

    /// Lost, or driven off home; her escorts leave the game with her [55.survival_results].
    pub(crate) fn settle_survival(&mut self, letter: Letter, d10: u8) {
        let (total, survives) = self.p.survival(self.t, letter, d10);
        self.log.push(|| Event::Survival {
            boat: letter,
            d10,
            total,
            survives,
        });
        let holders: Vec<EscortId> = self.p.holders(letter).map(|escort| escort.id).collect();
        for id in holders {
            if let Some(escort) = self.p.escort_mut(id) {
                escort.post = Post::Gone;
                escort.contact = None;
            }
        }
        if !survives {
            self.lose(letter, Loss::Survival);
        } else if let Some(boat) = self.p.boat_mut(letter) {
            boat.place = Place::DrivenOff;
            boat.solutions = Default::default();
            boat.silent = false;
            self.drive_off(letter);
        }
    }

    /// Escorts and their markers slide too; those that leave the map go to the holding track, unless their boat falls
    /// behind with them [55.escort_off_bottom], (R78).
    fn drift_escorts(&mut self, spaces: u8, falling: &[Letter]) {
        for id in self
            .p
            .hunt
            .escorts
            .iter()
            .map(|escort| escort.id)
            .collect::<Vec<_>>()
        {
            let Some(escort) = self.p.escort_mut(id) else {
                continue;
            };
            let at = match &mut escort.post {
                Post::Station { at, .. } | Post::Assigned { to: at, .. } => at,
                _ => continue,
            };
            let together = escort
                .contact
                .is_some_and(|contact| falling.contains(&contact.boat));
            match at.down(spaces) {
                Some(down) => *at = down,
                None if together => {}
                None => self.p.send_to_holding(id),
            }
        }
    }

    /// A boat that is up in the space of a ship may run into it [56.collision]. First she sees what is near (R46).
    pub(crate) fn collide(&mut self, letter: Letter) {
        const NEAR: u8 = 2;
        let Some((space, _)) = self.p.boat(letter).and_then(Boat::lookout) else {
            return;
        };
        self.look(letter, space, NEAR, NEAR);
        if !self.p.convoy.has_ship(space) {
            return;
        }
        let (highest, cards) = self.t.asw.collision;
        let d10 = self.d10(Pull::Collision, Some(letter));
        let collides = d10 <= highest;
        self.log.push(|| Event::CollisionCheck {
            boat: letter,
            d10,
            collides,
        });
        if collides {
            self.barrage(letter, AswRow::Surface, Hold::Contact, cards, false);
        }
    }

    /// The nearest ship keeps a look-out [57.who_is_searched], [57.targeted_request].
    pub(crate) fn search_from_convoy(&mut self, letter: Letter) {
        let Some((space, _)) = self.p.boat(letter).and_then(Boat::lookout) else {
            return;
        };
        let light = self.p.light_on(self.t, space);
        let Some(range) = self.p.convoy.ships().map(|ship| ship.range(space)).min() else {
            return;
        };
        if range > self.t.firing.convoy_sight[light.index()] {
            return; // (R76)
        }
        let reading = Reading::Lookout {
            light,
            range: Some(range),
        };
        let card = self.pull_to_read(DeckName::Combat, Pull::ConvoySearch, Some(letter), reading);
        let icons = self.t.cards.combat[usize::from(card)].icons(light, range);
        let depth = self.p.boat(letter).map_or(Depth::BOTTOM, |boat| boat.depth);
        let seen = is_seen(icons, depth);
        self.log.push(|| Event::Watched { boat: letter, seen });
        if seen {
            self.request(RequestKind::Targeted, space);
        }
    }
}

/// Binoculars see a surfaced boat, the periscope icon a periscope [57.icons], (R47).
pub fn is_seen(icons: Icons, depth: Depth) -> bool {
    if depth.is_surface() {
        icons.binoculars
    } else {
        icons.periscope && depth.is_periscope()
    }
}

impl Position {
    /// The light that a boat is searched by: near a request night is a clear day [57.night_light].
    pub(crate) fn light_on(&self, t: &Tables, space: Space) -> Light {
        let near = |request: &&crate::asw::requests::Request| {
            request.space.range(space) <= t.firing.light_radius
        };
        let lit = self
            .hunt
            .requests
            .iter()
            .flatten()
            .any(|request| near(&request));
        let light = self.conditions.light();
        if lit && light.time() == Time::Night {
            Light::DayGood
        } else {
            light
        }
    }

    /// Total and result of a survival roll; of several escorts the one that holds best counts
    /// [55.survival_modifiers].
    pub(crate) fn survival(&self, t: &Tables, letter: Letter, d10: u8) -> (i8, bool) {
        let holds = self.holders(letter).filter_map(|escort| escort.contact);
        let best = holds
            .map(|contact| contact.hold)
            .min()
            .unwrap_or(Hold::Contact);
        let (metres, flood) = self
            .boat(letter)
            .map_or((0, 0), |boat| (boat.depth.metres(), boat.flood.level));
        survives(t, self.era, d10, best.index(), metres, flood)
    }
}
