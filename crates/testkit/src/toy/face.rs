//! How the toy game is shown.

use super::choice::HEAPS;
use super::{CARDS, Choice, Event, Flaw, Position, SEATS, Scenario, Setup, Toy};
use derbyhouse_kernel::deck::Deck;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{Bot, Chance, Decision, Game, Seat, Viewer};
use derbyhouse_scene::{
    Anchor, Area, Board, Broken, Chart, Clock, Face, Fact, Info, Line, Mark, Mood, Offer,
    OptionInfo, Orders, Panel, Piece, Place, Prompt, Prospect, ScenarioInfo, Scene, SeatInfo,
    Series, Shape, Side, Space, Standing, Story, Symbol, Tutorial, Weight,
};
use derbyhouse_tables::{Provenance, RuleText};

/// A player who counts his answers, and gives the first that is offered, then the second: he has a memory.
#[derive(Default)]
struct Counter(usize);

impl Bot<Toy> for Counter {
    fn choose(&mut self, _: View<'_>, choices: &[Choice]) -> Choice {
        let next = choices[self.0 % choices.len()];
        self.0 += 1;
        next
    }

    fn reason(&self) -> String {
        format!("it is my answer number {}", self.0)
    }

    fn new_game(&mut self, _: u64) {
        self.0 = 0;
    }
}

/// What a seat may know.
#[derive(Clone, Copy)]
pub struct View<'a> {
    position: &'a Position,
    viewer: Viewer,
}

impl<'a> View<'a> {
    pub(super) fn new(position: &'a Position, viewer: Viewer) -> Self {
        Self { position, viewer }
    }

    /// The card of a seat, if this viewer may know it.
    pub fn card(&self, seat: Seat) -> Option<u8> {
        let position = self.position;
        let may =
            self.viewer == Viewer::Seat(seat) || position.shown[seat.index()] || position.is_over();
        may.then(|| position.secret.hands[seat.index()])
    }

    /// Counters left on each heap.
    pub fn heaps(&self) -> [u8; 2] {
        self.position.heaps
    }
}

const NAMES: [&str; SEATS] = ["North", "South"];
const HEAP_SPACES: [&str; 2] = ["0202", "0203"];

fn space(row: u8, column: u8) -> Space {
    Space {
        id: format!("{row:02}{column:02}"),
        x: f64::from(column) + if row.is_multiple_of(2) { 0.5 } else { 0.0 },
        y: f64::from(row),
        grid: Some((row, column)),
        playing: row < 3,
        shape: Shape::Hex,
        label: String::new(),
    }
}

fn piece(view: View<'_>, heap: usize) -> Piece {
    let left = view.heaps()[heap];
    Piece {
        id: format!("heap-{}", HEAPS[heap]),
        space: HEAP_SPACES[heap].into(),
        side: Side::Neutral,
        symbol: Symbol::Marker,
        label: format!("heap {}", HEAPS[heap]),
        values: left.to_string(),
        short: left.to_string(),
        facing: None,
        tags: Vec::new(),
        about: format!("{left} counters are left."),
    }
}

fn offer(choice: &Choice) -> Offer {
    let (label, anchor) = match choice {
        Choice::Keep => ("keep the card".into(), Anchor::Button),
        Choice::Exchange => ("exchange the card".into(), Anchor::Button),
        Choice::Take { heap, count } => (
            format!("take {count} off heap {}", HEAPS[usize::from(*heap)]),
            Anchor::Space(HEAP_SPACES[usize::from(*heap)].into()),
        ),
        Choice::Gamble => ("roll the die".into(), Anchor::Button),
        Choice::Show => ("lay the card open".into(), Anchor::Button),
    };
    let odds = match choice {
        Choice::Gamble => vec!["1/6 each for 1 to 6 counters".into()],
        _ => Vec::new(),
    };
    Offer {
        choice: choice.to_string(),
        label,
        anchor,
        default: *choice == Choice::Keep,
        odds,
    }
}

fn prompt(decision: &Decision, choices: &[Choice]) -> Prompt {
    Prompt {
        hand: None,
        text: format!("{}: {}", NAMES[decision.seat.index()], decision.question),
        rule: decision.rule.0.into(),
        offers: choices.iter().map(offer).collect(),
    }
}

fn card_row(view: View<'_>, seat: Seat) -> Vec<String> {
    let card = view
        .card(seat)
        .map_or_else(|| "face down".into(), |card| card.to_string());
    let taken = view.position.taken[seat.index()];
    vec![NAMES[seat.index()].into(), card, taken.to_string()]
}

impl Face for Toy {
    fn info(&self) -> Info {
        Info {
            id: self.id(),
            title: "Two Heaps",
            published: "never",
            about: "A toy for tests: take counters in turn and keep a card hidden.",
            seats: vec![
                SeatInfo {
                    id: "north",
                    label: "North",
                },
                SeatInfo {
                    id: "south",
                    label: "South",
                },
            ],
            scenarios: Scenario::ALL
                .map(|s| ScenarioInfo {
                    id: s.id().into(),
                    label: format!("{} counters", s.heaps().iter().sum::<u8>()),
                    family: "",
                    seats: Vec::new(),
                })
                .into(),
            options: vec![OptionInfo {
                id: "gamble",
                rule: "3.2",
                about: "A die may be rolled for counters.",
                default: true,
            }],
            bots: Vec::new(),
            together: false,
        }
    }

    fn setup(&self, scenario: Option<&str>, options: &[String]) -> Result<Setup, String> {
        let id = scenario.unwrap_or("short");
        let scenario = Scenario::ALL
            .into_iter()
            .find(|s| s.id() == id)
            .ok_or_else(|| format!("there is no scenario “{id}”: it is one of short, long"))?;
        let mut gamble = true;
        for option in options {
            gamble = match option.as_str() {
                "gamble" => true,
                "no-gamble" => false,
                _ => return Err(format!("there is no option “{option}”: it is gamble")),
            };
        }
        Ok(Setup { scenario, gamble })
    }

    fn all_setups(&self) -> Vec<Setup> {
        Scenario::ALL
            .into_iter()
            .flat_map(|scenario| [true, false].map(|gamble| Setup { scenario, gamble }))
            .collect()
    }

    fn board(&self) -> Board {
        Board {
            spaces: (1..=3)
                .flat_map(|row| (1..=4).map(move |column| space(row, column)))
                .collect(),
            outlines: Vec::new(),
            labels: Vec::new(),
            sheet: None,
            mood: Mood::Chart,
            places: vec![Place {
                space: "0301".into(),
                label: "The box".into(),
                letter: 'B',
                about: "Where the cards are kept.".into(),
            }],
        }
    }

    fn scene(&self, view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
        let position = view.position;
        Scene {
            title: format!("Two Heaps, {}", position.setup.scenario.id()),
            clock: Clock {
                turn: position.turn,
                turns: 0,
                phase: if position.turn == 0 {
                    "exchange"
                } else {
                    "taking"
                }
                .into(),
                phases: vec!["exchange".into(), "taking".into()],
            },
            facts: vec![Fact::new("cards left", position.secret.deck.left())],
            pieces: (0..2).map(|heap| piece(view, heap)).collect(),
            areas: vec![Area {
                kind: "shore".into(),
                label: "Shore".into(),
                letter: 's',
                spaces: (1..=4)
                    .map(|column| Weight {
                        space: format!("01{column:02}"),
                        value: None,
                    })
                    .collect(),
            }],
            ways: Vec::new(),
            strips: Vec::new(),
            overlays: Vec::new(),
            sheets: Vec::new(),
            panels: vec![Panel {
                title: "Cards and counters".into(),
                rows: Seat::all().take(SEATS).map(|s| card_row(view, s)).collect(),
            }],
            prompt: decision.map(|decision| prompt(decision, choices)),
            warnings: match self.flaw {
                Flaw::Open => vec![format!("{:?}", position.secret.hands)],
                _ => Vec::new(),
            },
        }
    }

    fn explain(&self, view: View<'_>, space: &str) -> Vec<String> {
        let heap = HEAP_SPACES.iter().position(|heap| *heap == space);
        let left = |heap: usize| format!("{} counters are left.", view.heaps()[heap]);
        heap.map(left).into_iter().collect()
    }

    fn outlook(&self, _view: View<'_>, choice: &Choice) -> Vec<Prospect> {
        if *choice != Choice::Gamble {
            return Vec::new();
        }
        vec![Prospect {
            label: "each number of counters".into(),
            share: Some(1.0 / 6.0),
            text: "1 in 6".into(),
            rules: vec!["3.2".into()],
        }]
    }

    fn story(&self, _view: View<'_>, events: &[(usize, Event)]) -> Story {
        let taken = events.iter().filter_map(|(_, event)| match event {
            Event::Took { count, .. } | Event::Gambled { count, .. } => Some(f64::from(*count)),
            _ => None,
        });
        let values: Vec<f64> = taken.collect();
        Story {
            charts: vec![Chart {
                title: "Counters".into(),
                note: "What each turn took.".into(),
                x_label: "turn".into(),
                y_label: "counters".into(),
                x: (1..=values.len()).map(|turn| turn.to_string()).collect(),
                series: vec![Series {
                    label: "taken".into(),
                    kind: Mark::Bar,
                    values,
                }],
            }],
            tracks: Vec::new(),
            ..Story::default()
        }
    }

    fn tutorial(&self) -> Option<&Tutorial> {
        None
    }

    fn line(&self, viewer: Viewer, event: &Event) -> Option<Line> {
        let name = |seat: Seat| NAMES[seat.index()];
        let (text, rule, dice) = match *event {
            Event::Dealt => ("The cards are dealt".into(), "1.1", vec![]),
            Event::Card { seat, .. } if viewer != Viewer::Seat(seat) => return None,
            Event::Card { card, .. } => (format!("Your card is a {card}"), "1.1", vec![]),
            Event::Exchanged { seat } => {
                (format!("{} exchanges its card", name(seat)), "2.1", vec![])
            }
            Event::Took { seat, heap, count } => (
                format!(
                    "{} takes {count} off heap {}",
                    name(seat),
                    HEAPS[usize::from(heap)]
                ),
                "3.1",
                vec![],
            ),
            Event::Gambled { seat, die, count } => (
                format!("{} rolls a {die} and takes {count}", name(seat)),
                "3.2",
                vec![die],
            ),
            Event::Shown { seat, card } => {
                (format!("{} lays a {card} open", name(seat)), "3.3", vec![])
            }
            Event::Resigned { seat } => (format!("{} gives up", name(seat)), "4.0", vec![]),
        };
        Some(Line {
            text,
            rules: vec![rule.into()],
            dice,
            heading: matches!(event, Event::Dealt),
            ..Line::default()
        })
    }

    fn standing(&self, view: View<'_>) -> Vec<Standing> {
        let Viewer::Seat(_) = view.viewer else {
            return Vec::new();
        };
        let answers = [("keep", "Keep it"), ("low", "Exchange a 1, 2 or 3")];
        vec![Standing::new("exchange", "Exchange your card?", "2.1", &answers).usually("low")]
    }

    fn by_order(
        &self,
        view: View<'_>,
        decision: &Decision,
        choices: &[Choice],
        orders: &Orders,
    ) -> Option<Choice> {
        let low = view.card(decision.seat).is_some_and(|card| card < 4);
        let choice = match orders.get("exchange")?.as_str() {
            "low" if low => Choice::Exchange,
            _ => Choice::Keep,
        };
        choices.contains(&choice).then_some(choice)
    }

    fn bot(&self, name: &str, _: u64) -> Option<Box<dyn Bot<Self>>> {
        (name == "counter").then(|| Box::new(Counter::default()) as Box<dyn Bot<Self>>)
    }

    fn procedures(&self) -> &[Procedure<Self>] {
        &self.procedures
    }

    fn examples(&self) -> &'static str {
        ""
    }

    fn rules(&self) -> &[RuleText] {
        self.rule_texts()
    }

    fn citations(&self) -> (&'static [&'static str], &'static [&'static str]) {
        (
            &["1.1", "2.1", "3.1", "3.2", "3.3"],
            &["1.1", "2.1", "3.1", "3.2"],
        )
    }

    fn provenance(&self) -> &[Provenance] {
        &self.provenance
    }

    fn table(&self, name: &str) -> Option<String> {
        (name == "cards").then(|| format!("# toy.toml\ncards = {CARDS:?}\n"))
    }

    fn audit(
        &self,
        before: Option<&Position>,
        _: &[Event],
        after: &Position,
    ) -> Result<u32, Broken> {
        self.validate(after).map_err(|e| Broken(e.to_string()))?;
        if after.secret.hands.iter().any(|card| !CARDS.contains(card)) {
            return Err(Broken("a card that the deck does not have".into()));
        }
        if before.is_some_and(|before| before.turn > after.turn) {
            return Err(Broken("the turn goes back".into()));
        }
        Ok(3)
    }

    fn resample(&self, position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
        let view = View::new(position, viewer);
        let drawn = position.secret.deck.discarded();
        loop {
            let mut dealt = position.clone();
            let secret = &mut dealt.secret;
            secret.deck = Deck::shuffled(CARDS, chance);
            let cards: Vec<u8> = (0..drawn)
                .filter_map(|_| secret.deck.draw(chance))
                .collect();
            redeal(secret, &cards);
            resample_answers(secret, viewer, chance);
            let fits = |seat| {
                view.card(seat)
                    .is_none_or(|card| secret.hands[Seat::index(seat)] == card)
            };
            if Seat::all().take(SEATS).all(fits) {
                return dealt;
            }
        }
    }
}

/// Gives the cards drawn so far to the hands, in the order in which they were dealt and exchanged.
fn redeal(secret: &mut super::Secret, cards: &[u8]) {
    let mut cards = cards.iter().copied();
    for hand in &mut secret.hands {
        *hand = cards.next().unwrap_or_default();
    }
    if secret.exchange.iter().all(Option::is_some) {
        for seat in 0..SEATS {
            if secret.exchange[seat] == Some(true) {
                secret.hands[seat] = cards.next().unwrap_or_default();
            }
        }
    }
}

/// What others answered in secret could have been otherwise; once both have answered it is known.
fn resample_answers(secret: &mut super::Secret, viewer: Viewer, chance: &mut Chance) {
    if secret.exchange.iter().all(Option::is_some) {
        return;
    }
    for seat in Seat::all().take(SEATS) {
        if viewer != Viewer::Seat(seat)
            && let Some(answer) = &mut secret.exchange[seat.index()]
        {
            *answer = chance.below(2) == 1;
        }
    }
}
