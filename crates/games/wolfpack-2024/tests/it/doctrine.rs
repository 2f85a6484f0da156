//! The doctrine captain: he finishes what he begins, says why, and does better than chance.

use crate::game;
use derbyhouse_bots::Random;
use derbyhouse_kernel::bot::{Player, Playout};
use derbyhouse_kernel::{Bot, Chance, Game, Log, Viewer};
use derbyhouse_scene::Face;
use wolfpack_2024::{Position, Scenario, Setup, Wolfpack};

fn crew(name: &str) -> Vec<Box<dyn Bot<Wolfpack>>> {
    let game = game();
    let bot = || -> Box<dyn Bot<Wolfpack>> {
        game.bot(name, 0)
            .unwrap_or_else(|| Box::new(Random::new(0)))
    };
    (0..4).map(|_| bot()).collect()
}

fn setup(scenario: &str) -> Setup {
    game().setup(Some(scenario), &[]).unwrap()
}

fn play(player: &mut Player<'_, Wolfpack>, scenario: &str, seed: u64) -> Playout<Position> {
    player.play(&setup(scenario), seed).unwrap()
}

fn figure(position: &Position, name: &str) -> i64 {
    let figures = game().figures(position);
    figures.iter().find(|(key, _)| *key == name).unwrap().1
}

/// Every scenario there is, and none of them takes more questions than it should.
#[test]
fn doctrine_finishes_every_scenario() {
    let game = game();
    let mut player = Player::new(&*game, crew("doctrine"));
    for setup in game.all_setups() {
        let most = match setup.scenario {
            Scenario::Training => 400,
            Scenario::Patrol(_) => 1_500,
            Scenario::WarPeriod(_) => 4_500,
            _ => 27_000,
        };
        for seed in 0..2 {
            let played = player.play(&setup, seed).unwrap();
            assert!(game.outcome(&played.position).is_some(), "{setup:?}");
            assert!(played.actions < most, "{setup:?}: {}", played.actions);
        }
    }
}

/// Four doctrine captains score several times what four random ones do, and bring more boats home.
#[test]
fn doctrine_beats_chance() {
    let game = game();
    let total = |name: &str, scenario: &str| {
        let mut player = Player::new(&*game, crew(name));
        (0..20).fold((0, 0), |(vp, lost), seed| {
            let played = play(&mut player, scenario, seed);
            (
                vp + figure(&played.position, "vp"),
                lost + figure(&played.position, "lost"),
            )
        })
    };
    for scenario in ["training", "patrol-1941-10", "patrol-1943-01"] {
        let (doctrine, random) = (total("doctrine", scenario), total("random", scenario));
        assert!(
            doctrine.0 > 3 * random.0.max(20),
            "{scenario}: {doctrine:?} against {random:?}"
        );
        assert!(
            doctrine.1 <= random.1,
            "{scenario}: {doctrine:?}, {random:?}"
        );
    }
}

/// An early patrol is won more often than a late one, and costs fewer boats; both can be lost.
#[test]
fn late_patrols_are_harder() {
    let game = game();
    let mut player = Player::new(&*game, crew("doctrine"));
    let mut results = |months: [&str; 2]| {
        let (mut won, mut lost) = (0, 0);
        for month in months {
            for seed in 0..60 {
                let played = play(&mut player, month, seed);
                won += u32::from(game.outcome(&played.position).unwrap().level > 0);
                lost += figure(&played.position, "lost");
            }
        }
        (won, lost)
    };
    let early = results(["patrol-1941-10", "patrol-1942-04"]);
    let late = results(["patrol-1942-10", "patrol-1943-01"]);
    assert!(early.0 > late.0 + 10 && late.0 > 10, "{early:?}, {late:?}");
    assert!(early.1 < late.1, "{early:?}, {late:?}");
}

/// He gives a reason for every choice, and chooses what is on offer; the same game comes out twice.
#[test]
fn every_choice_has_a_reason() {
    let game = game();
    let mut ends = Vec::new();
    for _ in 0..2 {
        let mut bots = crew("doctrine");
        bots.iter_mut().for_each(|bot| bot.new_game(7));
        let (mut chance, mut log) = (Chance::seeded(7), Log::off());
        let setup = setup("period-4");
        let mut position = game.start(&setup, &mut chance, &mut log).unwrap();
        let (mut choices, mut reasons) = (Vec::new(), std::collections::BTreeSet::new());
        while let Some(seat) = game.asked(&position).first() {
            choices.clear();
            game.choices(&position, seat, &mut choices);
            let bot = &mut bots[seat.index()];
            let choice = bot.choose(game.view(&position, Viewer::Seat(seat)), &choices);
            assert!(choices.contains(&choice));
            let reason = bot.reason();
            assert!(reason.ends_with('.') && reason.len() > 10, "“{reason}”");
            reasons.insert(reason.split(" (").next().unwrap().to_owned());
            game.apply(&mut position, seat, &choice, &mut chance, &mut log)
                .unwrap();
        }
        assert!(reasons.len() > 20, "{reasons:?}");
        ends.push(position);
    }
    assert_eq!(ends[0], ends[1]);
}
