//! Set-up: where boats, tiles and cards are before the first turn.

use crate::asw::{HiddenHunt, Hunt};
use crate::boat::Boat;
use crate::boats::BoatType;
use crate::calendar::{Era, Month};
use crate::campaign::{Campaign, Prep};
use crate::convoy::Convoy;
use crate::decks::Decks;
use crate::escorts::CaptainPile;
use crate::event::Event;
use crate::position::{Position, Secret};
use crate::sequence::{Phase, Play, Step};
use crate::setup::{Scenario, Setup};
use crate::ships::TileId;
use crate::space::RINGS;
use crate::tables::{Pull, TROOP_TRANSPORT, Tables, TileValues, of_ring};
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
    let campaign = Campaign::new(t, setup.scenario);
    let mut position = training(t, chance);
    position.setup = *setup;
    log.reveal();
    let Some(campaign) = campaign else {
        if setup.scenario != Scenario::Training {
            let why = format!("there is no scenario “{}”", setup.scenario);
            return Err(Illegal::by("17.scenario_lengths", why));
        }
        begin_training(t, &mut position, chance, log);
        return Ok(position);
    };
    position.boats = [const { None }; 4];
    position.turn = 0;
    position.campaign = Some(campaign);
    position.agenda.push(Step::Prep(Prep::Muster));
    let mut play = Play {
        t,
        p: &mut position,
        chance,
        log,
    };
    play.run();
    Ok(position)
}

fn begin_training(t: &Tables, position: &mut Position, chance: &mut Chance, log: &mut Log<Event>) {
    log.push(|| Event::PatrolBegins {
        conditions: position.conditions,
    });
    let mut play = Play {
        t,
        p: position,
        chance,
        log,
    };
    play.begin_turn();
    play.run();
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

/// The cup of the date and the piles of captains [20.setup_cup], [20.distribution_cup], [20.captain_piles].
pub(crate) fn hidden_hunt(t: &Tables, month: Month, chance: &mut Chance) -> HiddenHunt {
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
    /// One special ship, unseen, into the pile of ring 4 [19.special_ship], [19.special_ship_unseen].
    pub(crate) fn add_special_ship(&mut self) {
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

/// Tiles sorted by ring, each pile shuffled [19.tile_piles].
pub(crate) fn piles(t: &Tables, chance: &mut Chance) -> [Vec<TileId>; RINGS] {
    let mut piles: [Vec<TileId>; RINGS] =
        std::array::from_fn(|ring| of_ring(&t.tiles, ring as u8 + 1).collect());
    for pile in &mut piles {
        chance.shuffle(pile);
    }
    piles
}
