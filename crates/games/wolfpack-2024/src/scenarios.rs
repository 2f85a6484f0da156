//! Set-up: where boats, tiles and cards are before the first turn.

use crate::asw::{HiddenHunt, Hunt};
use crate::boat::Boat;
use crate::boats::{BoatType, Letter, TorpedoType};
use crate::calendar::{Era, Month};
use crate::cards::DeckName;
use crate::conditions::{Conditions, MapSide};
use crate::convoy::Convoy;
use crate::decks::Decks;
use crate::escorts::CaptainPile;
use crate::event::Event;
use crate::position::{Position, Secret};
use crate::ring::ApproachBox;
use crate::sequence::{Phase, Play};
use crate::setup::{Scenario, Setup};
use crate::ships::TileId;
use crate::space::RINGS;
use crate::tables::{Load, Pull, SetupRules, TROOP_TRANSPORT, Tables, TileValues, of_ring};
use derbyhouse_kernel::cup::Cup;
use derbyhouse_kernel::{Agenda, Chance, Illegal, Log};

/// The name of the training boat.
const TRAINING_BOAT: &str = "U-W";

/// Sets a game up and runs on to the first question.
pub(crate) fn start(
    t: &Tables,
    setup: &Setup,
    chance: &mut Chance,
    log: &mut Log<Event>,
) -> Result<Position, Illegal> {
    let mut position = match setup.scenario {
        Scenario::Training if setup.boats == 1 => training(t, chance),
        Scenario::Training => {
            return Err(Illegal::by(
                "pb.training_setup",
                "one boat goes on training",
            ));
        }
        Scenario::Patrol(month) if (1..=4).contains(&setup.boats) => {
            patrol(t, setup, month, chance, log)
        }
        _ => {
            let why = format!("“{}” cannot be played yet", setup.scenario);
            return Err(Illegal::because(why));
        }
    };
    log.reveal();
    log.push(|| Event::PatrolBegins {
        conditions: position.conditions,
    });
    let mut play = Play {
        t,
        p: &mut position,
        chance,
        log,
    };
    play.begin_turn();
    play.run();
    Ok(position)
}

/// The training scenario, a turn before it starts [pb.training_setup].
fn training(t: &Tables, chance: &mut Chance) -> Position {
    let values = &t.scenarios.training;
    let boat = Boat::new(
        TRAINING_BOAT,
        BoatType::VII,
        values.start_box,
        values.start_tp,
        &values.load,
    );
    Position {
        setup: Setup::TRAINING,
        era: Era::Early,
        conditions: values.conditions,
        turn: values.start_turn - 1,
        phase: Phase::SetUp,
        agenda: Agenda::new(),
        orders: [(); 4].map(|()| Agenda::new()),
        boats: [Some(boat), None, None, None],
        originals: [const { None }; 4],
        vacant: Vec::new(),
        convoy: Convoy::unknown(),
        torpedoes: Vec::new(),
        volleys: Vec::new(),
        damaged: Vec::new(),
        track: Vec::new(),
        vp: 0,
        hunt: Hunt::default(),
        engaged: false,
        spent: [[0; 2]; 4],
        campaign: None,
        secret: Secret {
            decks: Decks::shuffled(chance),
            piles: piles(t, chance),
            backs: Vec::new(),
            hunt: HiddenHunt::default(),
        },
    }
}

/// A patrol in any month, up to the first turn. Loads and start boxes are the usual ones; what a team may choose
/// instead is not asked yet.
fn patrol(
    t: &Tables,
    setup: &Setup,
    month: Month,
    chance: &mut Chance,
    log: &mut Log<Event>,
) -> Position {
    let mut position = training(t, chance);
    position.setup = *setup;
    position.era = t.era(month);
    position.turn = 0;
    position.boats = [const { None }; 4];
    position.secret.hunt = hidden_hunt(t, month, chance);
    let mut play = Play {
        t,
        p: &mut position,
        chance,
        log,
    };
    play.draw_conditions(month);
    play.send_boats(month);
    position.secret.decks = Decks::shuffled(chance); // [23.reshuffle_all]
    position
}

/// The cup of the date and the piles of captains [20.setup_cup], [20.distribution_cup], [20.captain_piles].
fn hidden_hunt(t: &Tables, month: Month, chance: &mut Chance) -> HiddenHunt {
    let values = t.setup.cup(month);
    let mut all = Cup::new();
    for escort in &values.escorts {
        all.add(Some(*escort), 1);
    }
    all.add(None, values.false_contacts.into());
    let mut cup = Cup::new();
    for piece in (0..values.drawn).filter_map(|_| all.draw(chance)) {
        cup.add(piece, 1);
    }
    cup.add(None, values.added.into());
    let captains = CaptainPile::ALL.map(|pile| {
        let mut captains: Vec<_> = t.escorts.pile(pile).collect();
        chance.shuffle(&mut captains);
        captains
    });
    HiddenHunt {
        cup,
        captains,
        backs: Vec::new(),
    }
}

impl Play<'_> {
    /// Size, speed, special ship, weather, time [19.size], [19.speed], [22.weather], [22.time].
    fn draw_conditions(&mut self, month: Month) {
        let era = self.p.era;
        let side = self.t.setup.side(era, self.d10(Pull::ConvoySize, None));
        let speed = self.t.setup.speed(era, self.d10(Pull::ConvoySpeed, None));
        if side == MapSide::Large {
            self.add_special_ship();
        }
        let weather = self
            .t
            .setup
            .weather(month.of_year(), self.d10(Pull::Weather, None));
        let time = self.t.setup.time(self.d10(Pull::TimeOfDay, None));
        self.p.conditions = Conditions {
            side,
            speed,
            weather,
            time,
        };
    }

    /// One special ship, unseen, into the pile of ring 4 [19.special_ship], [19.special_ship_unseen].
    fn add_special_ship(&mut self) {
        let present =
            self.d10(Pull::SpecialShip, None) <= self.t.setup.special_present[self.p.era.index()];
        if !present {
            return;
        }
        let with_transport = self.d10(Pull::SpecialShip, None) <= self.t.setup.troop_transport;
        let candidates: Vec<TileId> = special_ships(&self.t.tiles, with_transport).collect();
        let chosen = self.chance.below(candidates.len() as u32) as usize;
        let pile = &mut self.p.secret.piles[RINGS - 1];
        pile.push(candidates[chosen]);
        self.chance.shuffle(pile);
    }

    /// The boats with most experience that are in service, loaded and placed [18.available_boats], [21.load_card],
    /// [22.start_box].
    fn send_boats(&mut self, month: Month) {
        let all = self
            .t
            .campaign
            .flotillas
            .iter()
            .flat_map(|flotilla| &flotilla.boats);
        let mut boats: Vec<_> = all.filter(|boat| boat.from <= month).collect();
        boats.sort_by(|a, b| b.xp.cmp(&a.xp).then_with(|| a.name.cmp(&b.name)));
        for (letter, values) in Letter::ALL
            .into_iter()
            .zip(boats)
            .take(self.p.setup.boats.into())
        {
            let card = self.pull(DeckName::Patrol, Pull::TorpedoLoad, Some(letter));
            let card = &self.t.cards.patrol[usize::from(card)];
            let load = usual_load(&self.t.setup, values.kind, card.load(values.kind));
            let start = self.start_box(letter);
            let boat = Boat::new(
                &values.name,
                values.kind,
                start,
                self.t.points.start_tp,
                &load,
            );
            self.p.boats[letter.index()] = Some(boat);
        }
    }

    /// The first empty box of the location that a card names; another card if all are taken [22.start_box].
    pub(crate) fn start_box(&mut self, letter: Letter) -> ApproachBox {
        loop {
            let card = self.pull(DeckName::Patrol, Pull::StartLocation, Some(letter));
            let location = self.t.cards.patrol[usize::from(card)].start;
            let taken =
                |at: &ApproachBox| self.p.fleet().any(|(_, boat)| boat.approach() == Some(*at));
            let free = self.t.approach.boxes(location).find(|at| !taken(at));
            if let Some(free) = free {
                return free;
            }
        }
    }
}

/// The special ships that may be drawn [19.special_ship].
pub(crate) fn special_ships(
    tiles: &[TileValues],
    with_transport: bool,
) -> impl Iterator<Item = TileId> {
    let special = tiles
        .iter()
        .zip(0..)
        .filter(move |(tile, _)| tile.special && (with_transport || tile.kind != TROOP_TRANSPORT));
    special.map(|(_, place)| TileId(place))
}

/// Tubes full, the bow half steam and half electric, the stern electric: as many as the card allows [21.load_limits].
fn usual_load(rules: &SetupRules, kind: BoatType, card: u8) -> Load {
    let [most_bow, most_stern] = rules.most_torpedoes[kind.index()];
    let stern = most_stern.min(card);
    let bow = most_bow.min(card - stern);
    let stern_tubes = kind.tubes() - 4;
    let mut tubes = vec![
        TorpedoType::G7a,
        TorpedoType::G7a,
        TorpedoType::G7e,
        TorpedoType::G7e,
    ];
    tubes.resize(kind.tubes().into(), TorpedoType::G7e);
    let spare = bow - 4;
    Load {
        tubes,
        reloads: [[spare / 2, spare - spare / 2], [0, stern - stern_tubes]],
    }
}

/// Tiles sorted by ring, each pile shuffled [19.tile_piles].
pub(crate) fn piles(t: &Tables, chance: &mut Chance) -> [Vec<TileId>; RINGS] {
    let mut piles: [Vec<TileId>; RINGS] =
        std::array::from_fn(|ring| of_ring(&t.tiles, ring as u8 + 1).collect());
    for pile in &mut piles {
        chance.shuffle(pile);
    }
    piles
}
