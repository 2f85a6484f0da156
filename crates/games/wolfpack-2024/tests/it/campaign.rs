//! Whole campaigns: everything that lasts from patrol to patrol.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Match, Seat, Viewer};
use derbyhouse_scene::Face;
use derbyhouse_testkit::{damage, leaks, random_games, refusals};
use std::collections::BTreeMap;
use std::sync::Arc;
use wolfpack_2024::calendar::Month;
use wolfpack_2024::campaign::{Answer, News};
use wolfpack_2024::{Choice, Event, Scenario, Setup, Wolfpack};

const PERIODS: [Setup; 2] = [
    Setup {
        scenario: Scenario::WarPeriod(0),
    },
    Setup {
        scenario: Scenario::WarPeriod(4),
    },
];
const EARLY: Setup = Setup {
    scenario: Scenario::EarlyCampaign,
};
const FULL: Setup = Setup {
    scenario: Scenario::FullCampaign,
};

/// Random captains finish war periods and campaigns; every invariant after every choice, records replayed, saves
/// loaded, choices taken back [17.scenario_lengths], [13.log_codes].
#[test]
fn random_captains_finish_campaigns() {
    let game = game();
    let full = random_games(&game, &[FULL], 20, 1943).unwrap();
    assert_eq!((full.games, full.replayed, full.reloaded), (20, 20, 20));
    let others = random_games(&game, &[PERIODS[0], PERIODS[1], EARLY], 20, 7).unwrap();
    assert_eq!(others.games, 60);
    assert!(full.steps > 5_000 && full.undone > 1000, "{full:?}");
}

#[test]
fn what_was_not_offered_is_refused_in_port() {
    let game = game();
    let refused = refusals(&game, &[EARLY, PERIODS[1]], 300, 5).unwrap();
    assert!(refused.foreign > 500 && refused.cited > 500, "{refused:?}");
}

#[test]
fn what_is_hidden_never_shows_in_campaigns() {
    let game = game();
    let looks = leaks(&game, &[EARLY, PERIODS[1]], 1500, 23).unwrap();
    assert!(looks.different > 1000, "{looks:?}");
}

#[test]
fn damaged_campaign_files_are_refused_or_play_on() {
    let game = game();
    let tried = damage(&game, &[PERIODS[0], EARLY], 1000, 29).unwrap();
    assert!(tried.refused > 200 && tried.steps > 500, "{tried:?}");
}

/// Random captains finish a thousand patrols of each date of the set-up tables [20.setup_cup].
#[test]
fn random_captains_finish_patrols_of_every_date() {
    let game = game();
    for (cup, seed) in game.tables().setup.cups.iter().zip(0..) {
        let months = Month::all().filter(|month| (cup.from..=cup.to).contains(month));
        let setups: Vec<Setup> = months
            .map(|month| Setup {
                scenario: Scenario::Patrol(month),
            })
            .collect();
        let each = 1000 / setups.len() as u64 + 1;
        let tally = random_games(&game, &setups, each, 10_000 * seed).unwrap();
        assert!(
            tally.games >= 1000 && tally.replayed == tally.games,
            "{tally:?}"
        );
    }
}

/// A campaign of captains who never give up a boat and play on whatever happens; four boats sail while there are four.
fn determined(setup: Setup, seed: u64) -> Match<Wolfpack> {
    let game = game();
    let mut dice = Chance::seeded(!seed);
    let mut played = Match::new(Arc::clone(&game), setup, seed).unwrap();
    let mut choices = Vec::new();
    while let Some(seat) = game.asked(played.position()).first() {
        choices.clear();
        game.choices(played.position(), seat, &mut choices);
        let whole = choices.clone();
        let sends = |choice: &Choice| matches!(choice, Choice::Port(Answer::Send(_)));
        let musters = choices.iter().any(sends);
        choices.retain(|choice| match choice {
            Choice::Blow | Choice::Disengage | Choice::Port(Answer::Stop) => false,
            Choice::Scuttle => dice.below(200) == 0,
            Choice::Done => !musters,
            _ => true,
        });
        let choices = if choices.is_empty() { &whole } else { &choices };
        let choice = choices[dice.below(choices.len() as u32) as usize];
        let before = played.position().clone();
        played.choose(seat, &choice).unwrap();
        if let Err(broken) = game.audit(Some(&before), &[], played.position()) {
            panic!("{setup:?}, seed {seed}, after “{choice}”: {}", broken.0);
        }
    }
    played
}

fn kind(news: &News) -> String {
    let text = format!("{news:?}");
    let end = text.find([' ', '{']).unwrap_or(text.len());
    text[..end].to_owned()
}

/// Twenty full campaigns, all eighteen months of them: everything that can happen in port happens, and every invariant
/// holds after every choice [13.log_codes], [17.scenario_lengths].
#[test]
fn determined_captains_see_all_eighteen_months() {
    let game = game();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..20 {
        let played = determined(FULL, seed);
        let view = game.view(played.position(), Viewer::Seat(Seat::FIRST));
        let sheet = view.campaign().unwrap();
        assert_eq!(
            (sheet.month, sheet.totals.patrols),
            (Month::all().last().unwrap(), 18)
        );
        assert_eq!(sheet.periods.len(), 6);
        let total: i32 = sheet.periods.iter().map(|period| period.vp).sum();
        assert_eq!(
            total, sheet.totals.vp,
            "every point counts in one period [13.vp_restart]"
        );
        for (_, event) in played.events() {
            if let Event::News(news) = event {
                *seen.entry(kind(news)).or_default() += 1;
            }
        }
    }
    for kind in [
        "Month",
        "Sails",
        "Shortened",
        "Transferred",
        "Drawn",
        "PaidFate",
        "BoughtTp",
        "Bought",
        "MayLoad",
        "Loaded",
        "Met",
        "Discarded",
        "Starts",
        "Wished",
        "SailsExtra",
        "ExtraResult",
        "Logged",
        "PatrolCounted",
        "PeriodOver",
        "Decided",
        "Converted",
        "SectionsCounted",
        "Forgot",
        "Learnt",
        "Recovery",
        "NewMan",
        "InRefit",
        "Rescued",
    ] {
        assert!(seen.contains_key(kind), "nobody met “{kind}”: {seen:?}");
    }
}
