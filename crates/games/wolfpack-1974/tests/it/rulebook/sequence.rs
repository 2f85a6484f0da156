//! Sequence of play [4.0].

use crate::sea::{Sea, convoy, hex};
use wolfpack_1974::Event;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{Base, EscortKind};

const HX: &str = "HX-1";

/// A sea on which every segment has something to do.
fn busy() -> Sea {
    Sea::new()
        .sighted(HX, "1015", EscortKind::Eg2)
        .waiting("ON-20")
        .storm("1810 1610 1410")
        .convoy("SC-3", "1419", EscortKind::Dummy)
        .air(Base::Ulster, &[16])
        .boats("1016", "pack6")
        .boats("1033", "pack6 single")
}

/// What an event belongs to.
fn segment(event: &Event) -> &'static str {
    match event {
        Event::Enters { .. } => "A",
        Event::StormMoves { .. } => "B1",
        Event::Formation { .. } => "B2",
        Event::Straggles { .. } => "B3 or F1",
        Event::AirEscort { .. } => "C1",
        Event::AirSearch { .. } => "C2",
        Event::Course { .. } => "D1",
        Event::ConvoyMoves { .. } => "D2",
        Event::CleanUp => "D3",
        Event::Attack { .. } => "F1",
        Event::Counterattack { .. } => "F2",
        Event::StraggleReduced => "F3",
        Event::TurnBegins { .. } | Event::Ends { .. } => "G",
        _ => "",
    }
}

fn segments(events: &[Event]) -> Vec<&'static str> {
    let mut found: Vec<_> = events
        .iter()
        .map(segment)
        .filter(|s| !s.is_empty())
        .collect();
    found.dedup();
    found
}

/// [4.0], [4.1], [4.2] The phases of a turn come in their order, each segment once.
#[test]
fn a_turn_runs_from_a_to_g() {
    let mut played = busy().turn(15).play(
        &Step::TURN,
        // B1: the storm goes east and touches SC-3; B2 nothing; B3 SC-3 draws S1; C2 both hexes are looked at;
        // D1 the chit; D2 the escort of HX-1 searches 1016 and finds nothing.
        &[3, 9, 5, 9, 9, 9],
    );
    assert_eq!(
        segments(&played.events),
        ["A", "B1", "B2", "B3 or F1", "C2", "D1", "D2", "D3"]
    );
    assert_eq!(played.step(), Some(Step::PackFormation));
    played.choose("done", &[]);
    assert_eq!(played.step(), Some(Step::UboatMovement(None)));
    // Before the bow of HX-1, wherever it is now.
    let bow = played
        .view()
        .bow(convoy(HX), played.convoy(HX).hex().unwrap());
    assert_eq!(bow, hex("1022"));
    played.choose_all(&["unit 1016 pack6-1", "to 1022", "done"]);
    assert_eq!(played.step(), Some(Step::UboatAttack(None)));
    played.choose_all(&["attack 1", "add pack6-1"]);
    // F1: result 1, no straggling; F2: nothing happens to the pack.
    played.choose("fire", &[5, 0, 0]);
    assert_eq!(
        segments(&played.events),
        ["F1", "B3 or F1", "F2", "F3", "G"]
    );
    assert!(played.view().is_over()); // it was the last turn
}

/// [4.1] Nothing may be done outside its own step.
#[test]
fn each_thing_has_its_time() {
    let sea = Sea::new()
        .sighted(HX, "1015", EscortKind::Eg1)
        .boats("1016", "pack6 pack6");
    let steps = &Step::TURN[10..];
    let mut played = sea.play(steps, &[]);
    assert_eq!(played.step(), Some(Step::PackFormation));
    for early in ["stack 1016", "arrange", "attack 1", "fire", "deploy single"] {
        played.refused(early);
    }
    played.choose("done", &[]);
    for wrong in ["form 1016 1xpack12", "attack 1", "to 1018"] {
        played.refused(wrong);
    }
    played.choose("done", &[]);
    assert_eq!(played.step(), Some(Step::UboatAttack(None)));
    for late in ["form 1016 1xpack12", "stack 1016", "arrange", "to 1018"] {
        played.refused(late);
    }
}

/// [4.2 G], [16.1] The game is over after turn 15, not before.
#[test]
fn a_game_has_fifteen_turns() {
    let end = |turn| {
        let sea = Sea::new().turn(turn).boats("1016", "single");
        // In turn 15 nothing follows; in turn 14 the next turn draws for weather and course.
        let chits: &[u32] = if turn == 15 { &[] } else { &[9, 9] };
        sea.play(&[Step::TurnIndicator], chits)
    };
    let last = end(15);
    assert!(last.view().is_over());
    assert!(last.offers().is_empty());
    let fourteenth = end(14);
    assert_eq!(fourteenth.view().turn(), 15);
    assert_eq!(fourteenth.step(), Some(Step::UboatMovement(None)));
}

/// [4.2], (R32) The draws of a turn come in the order of its steps, and only those that can matter.
#[test]
fn chits_are_drawn_in_the_order_of_the_steps() {
    // No storm, no convoy in weather, no boats in reach: one chit for the weather, one for the course.
    let calm = Sea::new()
        .convoy(HX, "1015", EscortKind::Eg1)
        .air(Base::Ulster, &[7])
        .boats("0110", "single");
    let played = calm.play(&Step::TURN[..10], &[9, 3]);
    assert_eq!(segments(&played.events), ["B2", "D1", "D2", "D3"]);
}

/// (R40) Misprints are read by their sense: straggling for weather is segment B3, one phase F is followed by G.
#[test]
fn the_outline_is_read_by_its_sense() {
    let segments: Vec<&str> = Step::TURN.into_iter().filter_map(Step::segment).collect();
    assert_eq!(Step::StraggleDetermination.segment(), Some("B3"));
    let phases = segments.iter().map(|segment| &segment[..1]);
    let mut phases: Vec<&str> = phases.collect();
    phases.dedup();
    assert_eq!(phases, ["A", "B", "C", "D", "E", "F", "G"]);
}
