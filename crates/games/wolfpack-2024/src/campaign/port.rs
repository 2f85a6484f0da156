//! What is done and asked in port: set-up in the order of pages 17 to 23, and what comes between patrols, pages 69 to
//! 73. Decisions of the team are put to boat W, the host.

use super::answer::Answer;
use super::news::News;
use super::outfitting::usual_stowing;
use super::recovering::usual_skill;
use crate::boats::{End, Letter, TorpedoType, Tube};
use crate::choice::{Choice, Part};
use crate::event::Event;
use crate::position::Position;
use crate::ring::Location;
use crate::sequence::{Order, Phase, Play, Step};
use crate::tables::{Pull, Tables};
use derbyhouse_kernel::Rule;
use serde::{Deserialize, Serialize};

/// What the table does in port. It asks nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prep {
    /// A month begins: who sails [17.zero_to_four_boats]?
    Muster,
    /// All have been named.
    Ready,
    /// Decks, tiles and the cup [19.tile_piles], [20.setup_cup].
    LayOut,
    /// A d10 that fate points may change [17.fp_repull_8].
    Draw(Pull),
    /// On the large map only [19.special_ship], (R86).
    SpecialShip,
    /// Tactical points and enhancements [20.tp_limit].
    Purchases,
    /// A card for the load of each boat, as far as they are drawn [21.load_card].
    LoadCards([Option<u8>; 4]),
    /// The patrol deck is shuffled after each use [22.patrol_event].
    ShufflePatrols,
    /// What happens on the way out [22.patrol_event].
    Events,
    /// Where a boat starts; in any box if she was told where the convoy is [22.start_box].
    Start(Letter, bool),
    /// Extra boats [23.extra_number].
    Wishes,
    /// The first turn [23.reshuffle_all].
    Sail,
    /// What becomes of extra boats [68.extra_table].
    ExtraBoats,
    /// The patrol is counted [69.patrol_vp].
    Results,
    /// Crews and boats are made ready [71.crew_losses].
    Recover,
    /// On to the next month.
    NextMonth,
}

/// A result of set-up that is not applied yet [17.fp_repull_8].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    pub pull: Pull,
    /// A d10, or the patrol card of a load.
    pub value: u8,
    /// Whose load.
    pub boat: Option<Letter>,
}

/// What is asked in port, or happens to one boat there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Port {
    /// Which boats sail, and which leave the dock earlier.
    Muster,
    /// Which rescued men go where.
    Crews,
    /// Whether fate points change a result.
    Fate(Draw),
    /// What is bought.
    Buy,
    /// How many of a type at an end, of so many in all.
    Stow(u8, End, TorpedoType),
    /// What goes into a tube.
    Arm(Tube),
    /// Which reload is thrown out.
    Defect,
    /// Which box of a location she starts in; of any location if none is named.
    Start(Option<Location>),
    /// How many extra boats.
    Wish,
    /// Which of them go: so many still to be named.
    Name(u8),
    /// Whether to go on after the campaign is decided.
    PlayOn,
    /// How much experience becomes fate points.
    Convert,
    /// Wounds of the sections are counted [71.crew_losses].
    Sections,
    /// Which enhancement the crew loses: so many still to go.
    Forget(u8),
    /// Which one it gains.
    Learn,
    /// Wounds of the officers, then the boat [72.heavy_officer].
    Officers,
}

impl Port {
    /// What is asked, and by which rule; nothing if it only happens.
    pub const fn question(&self) -> Option<(&'static str, Rule)> {
        Some(match self {
            Self::Muster => ("which boats sail", Rule("17.zero_to_four_boats")),
            Self::Crews => ("where rescued men go", Rule("66.rescued_crew")),
            Self::Fate(_) => (
                "keep the result, or pay fate points for another",
                Rule("17.fp_repull_8"),
            ),
            Self::Buy => ("what to buy with experience", Rule("20.tp_limit")),
            Self::Stow(..) => ("how many torpedoes to take", Rule("21.load_limits")),
            Self::Arm(_) => ("what goes into a tube", Rule("21.load_limits")),
            Self::Defect => ("which reload is thrown out", Rule("22.patrol_event")),
            Self::Start(_) => ("where to start", Rule("22.start_box")),
            Self::Wish => ("how many extra boats to wish for", Rule("23.extra_number")),
            Self::Name(_) => ("which extra boats go", Rule("23.extra_number")),
            Self::PlayOn => ("whether to play on", Rule("70.play_on")),
            Self::Convert => (
                "how much experience becomes fate points",
                Rule("71.xp_to_fp"),
            ),
            Self::Forget(_) => ("which enhancement the crew loses", Rule("71.crew_losses")),
            Self::Learn => (
                "which enhancement the crew gains",
                Rule("71.free_enhancement"),
            ),
            Self::Sections | Self::Officers => return None,
        })
    }
}

impl Position {
    /// Every answer to a question in port; never none.
    pub(crate) fn list_port(&self, t: &Tables, letter: Letter, port: Port, out: &mut Vec<Choice>) {
        let first = out.len();
        match port {
            Port::Muster => self.list_muster(t, out),
            Port::Crews => self.list_transfers(out),
            Port::Fate(_) => out.extend([Choice::Keep, Choice::Repull(Part::D10)]),
            Port::Buy => self.list_purchases(t, letter, out),
            Port::Stow(most, end, torpedo) => {
                self.list_stowing(t, letter, most, end, torpedo, out);
            }
            Port::Arm(tube) => self.list_arming(letter, tube, out),
            Port::Defect => self.list_defects(letter, out),
            Port::Start(location) => {
                out.extend(self.free_boxes(t, location).map(Choice::To));
            }
            Port::Wish => self.list_wishes(t, out),
            Port::Name(_) => self.list_extra(t, out),
            Port::PlayOn => out.extend([Answer::PlayOn, Answer::Stop].map(Choice::Port)),
            Port::Convert => self.list_conversions(t, letter, out),
            Port::Forget(_) => out.extend(
                self.top_crew_skills(t, letter)
                    .map(|skill| Choice::Port(Answer::Forget(skill))),
            ),
            Port::Learn => out.extend(
                self.free_crew_skills(t, letter)
                    .map(|skill| Choice::Port(Answer::Learn(skill))),
            ),
            Port::Sections | Port::Officers => {}
        }
        if out.len() == first {
            out.push(Choice::Done);
        }
    }

    /// What is usually answered in port: the default on every screen. Nothing at sea.
    pub(crate) fn usual_answer(&self, t: &Tables, letter: Letter) -> Option<Choice> {
        let Order::Port(port) = *self.orders[letter.index()].top()? else {
            return None;
        };
        let mut choices = Vec::new();
        self.list_port(t, letter, port, &mut choices);
        choices.sort_unstable();
        let usual = match port {
            Port::Muster => self.usual_muster(t),
            Port::Fate(_) => Choice::Keep,
            Port::Stow(..) => usual_stowing(&choices),
            Port::Arm(tube) => self.usual_arming(letter, tube),
            Port::Defect => self.usual_defect(letter),
            Port::Start(None) => self.usual_any_start(t),
            Port::PlayOn => Choice::Port(Answer::Stop),
            Port::Forget(_) | Port::Learn => usual_skill(t, &choices),
            Port::Crews | Port::Buy | Port::Convert => Choice::Done,
            // The first is the default: the first box in chain order, no extra boats.
            _ => return choices.first().copied(),
        };
        choices.contains(&usual).then_some(usual)
    }

    /// Whether a condition of the convoy is known: nobody knows the weather before it is drawn.
    pub(crate) fn is_drawn(&self, pull: Pull) -> bool {
        let due = Step::Prep(Prep::Draw(pull));
        let waiting = self.agenda.top().into_iter().chain(self.agenda.below_top());
        let held = matches!(
            self.orders[Letter::W.index()].top(),
            Some(Order::Port(Port::Fate(draw))) if draw.pull == pull
        );
        let chosen = !matches!(
            self.agenda.top(),
            Some(Step::Prep(Prep::Ready | Prep::LayOut | Prep::Muster))
        );
        !held && chosen && waiting.into_iter().all(|step| *step != due)
    }
}

impl Play<'_> {
    pub(crate) fn prepare(&mut self, prep: Prep) {
        match prep {
            Prep::Muster => self.muster(),
            Prep::Ready => self.make_ready(),
            Prep::LayOut => self.lay_out(),
            Prep::Draw(pull) => self.draw_condition(pull),
            Prep::SpecialShip => self.draw_special_ship(),
            Prep::Purchases => self.each_boat_in_port(Port::Buy),
            Prep::LoadCards(cards) => self.draw_loads(cards),
            Prep::ShufflePatrols => self.shuffle_patrols(),
            Prep::Events => self.meet_events(),
            Prep::Start(letter, any) => self.start_boat(letter, any),
            Prep::Wishes => self.ask_wishes(),
            Prep::Sail => self.set_sail(),
            Prep::ExtraBoats => self.resolve_extra(),
            Prep::Results => self.count_results(),
            Prep::Recover => self.recover(),
            Prep::NextMonth => self.next_month(),
        }
    }

    /// Takes an answer of somebody in port.
    pub(crate) fn answer_port(&mut self, letter: Letter, port: Port, choice: Choice) {
        match (port, choice) {
            (Port::Fate(draw), Choice::Keep) => self.settle_draw(draw),
            (Port::Fate(draw), _) => self.redraw(draw),
            (Port::Stow(most, ..), Choice::Port(Answer::Usual)) => self.load_usual(letter, most),
            (Port::Stow(most, ..), Choice::Port(Answer::Stow(end, torpedo, count))) => {
                self.stow(letter, most, end, torpedo, count);
            }
            (Port::Arm(tube), Choice::Load(_, torpedo)) => self.arm(letter, tube, torpedo),
            (Port::Start(_), Choice::To(at)) => self.place_at(letter, at),
            (Port::Name(left), Choice::Port(Answer::Extra(hull))) => self.name_extra(left, hull),
            (Port::Forget(left), Choice::Port(Answer::Forget(skill))) => {
                self.forget(letter, left, skill);
            }
            (_, Choice::Port(answer)) => self.answer_plainly(letter, answer),
            _ => {}
        }
    }

    /// Answers that say all by themselves.
    fn answer_plainly(&mut self, letter: Letter, answer: Answer) {
        match answer {
            Answer::Send(hull) => self.send(hull),
            Answer::Shorten(hull) => self.shorten(hull),
            Answer::Transfer(from, tree, to) => self.transfer(from, tree, to),
            Answer::BuyTp => self.buy_tp(letter),
            Answer::Buy(skill) => self.buy(letter, skill),
            Answer::Discard(end, torpedo) => self.discard(letter, end, torpedo),
            Answer::Wish(count) => self.wish(count),
            Answer::Convert(points) => self.convert(letter, points),
            Answer::Learn(skill) => self.learn(letter, skill),
            Answer::Stop => self.stop(),
            _ => {}
        }
    }

    /// What happens to one boat without a question.
    pub(crate) fn carry_out_in_port(&mut self, letter: Letter, port: Port) {
        match port {
            Port::Sections => self.count_wounds(letter),
            Port::Officers => self.settle_officers(letter),
            _ => {}
        }
    }

    /// Puts a question to every boat that lies in port.
    pub(crate) fn each_boat_in_port(&mut self, port: Port) {
        for letter in self.p.in_port() {
            self.order(letter, Order::Port(port));
        }
    }

    /// Puts a question to the host, for the team.
    pub(crate) fn ask_host(&mut self, port: Port) {
        self.order(Letter::W, Order::Port(port));
    }

    pub(crate) fn news(&mut self, news: impl FnOnce() -> News) {
        self.log.push(|| Event::News(news()));
    }

    pub(crate) fn enter_phase(&mut self, phase: Phase) {
        self.p.phase = phase;
        self.log.push(|| Event::PhaseBegins { phase });
    }
}
