//! Looking ahead: what may come of an answer is played out in worlds that could be, with the doctrine for both sides.

use super::belief::Guess;
use super::{Advice, Doctrine, Grade, offered};
use crate::air::{AirChoice, AirOrder};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::Kind;
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::Tables;
use crate::view::View;
use derbyhouse_kernel::{Bot, Chance, Log, Viewer};

/// Worlds that are played out for one answer at most.
const WORLDS: usize = 50;
/// After so many it is seen whether that is enough.
const FIRST: usize = 8;
/// No turn asks for more.
const MOST: usize = 1500;
/// Answers that are compared at most.
const ANSWERS: usize = 4;
/// How surely another answer must be better, in standard errors.
const SURELY: f64 = 1.5;

/// What a position is worth to a side, in half Victory Points.
fn worth(position: &Position, side: Side) -> f64 {
    let halves = f64::from(position.vp().in_halves());
    match side {
        Side::Allied => halves,
        Side::Axis => -halves,
    }
}

impl Doctrine {
    /// Other answers that may be better than the doctrine's by the end of the turn. Scattering is left to the doctrine: what
    /// it costs comes in many turns after this one.
    fn alternatives(order: &Order, wanted: Choice, choices: &[Choice]) -> Vec<Choice> {
        let quiet = [Choice::Done, Choice::Pass, Choice::Stop];
        let others = |so: &dyn Fn(&Choice) -> bool| {
            let mut all: Vec<Choice> = choices.iter().copied().filter(|c| so(c)).collect();
            all.retain(|choice| *choice != wanted);
            all.truncate(ANSWERS - 1);
            all
        };
        match order {
            Order::Hunt => others(&|c| matches!(c, Choice::Attack(..) | Choice::Done)),
            Order::Engage => others(&|c| matches!(c, Choice::Engage(..) | Choice::Done)),
            Order::Air(AirOrder::Attack) => {
                let raid = |c: &Choice| {
                    matches!(
                        c,
                        Choice::Air(AirChoice::Attack(_) | AirChoice::AttackPort(_))
                    )
                };
                others(&|c| raid(c) || quiet.contains(c))
            }
            Order::Air(AirOrder::Fly(_, laid)) if laid.is_empty() => {
                let strike = |c: &Choice| matches!(c, Choice::Air(AirChoice::Strike(_)));
                let bombs = choices.iter().any(strike);
                others(&|c| bombs && (strike(c) || quiet.contains(c)))
            }
            _ => Vec::new(),
        }
    }

    /// The doctrine's answer, or one that does better in the worlds that could be.
    pub(super) fn look_ahead(&mut self, view: View<'_>, side: Side, choices: &[Choice]) -> Advice {
        let advice = self.advise(view, side, choices);
        let wanted = offered(advice.choice, choices);
        let Some(order) = view.order() else {
            return advice;
        };
        let others = Self::alternatives(order, wanted, choices);
        if others.is_empty() {
            return advice;
        }
        match self.better(view, side, wanted, &others) {
            Some(choice) => Advice::new(choice, "It turned out better on the plotting table."),
            None => advice,
        }
    }

    /// The best of some answers, if it is surely better than the one wanted.
    fn better(
        &mut self,
        view: View<'_>,
        side: Side,
        wanted: Choice,
        others: &[Choice],
    ) -> Option<Choice> {
        let mut gains: Vec<(f64, f64)> = vec![(0.0, 0.0); others.len()];
        let mut worlds = 0;
        for number in 0..WORLDS {
            let beliefs = &self.beliefs;
            let belief = |token, kind: Kind, heavy: bool| {
                let weights = beliefs.weights(token);
                match (kind, heavy) {
                    (Kind::Dummy, _) => weights.of(Guess::Dummy),
                    (Kind::Convoy, _) => weights.convoy(),
                    (Kind::Wolfpack, _) => weights.of(Guess::Pack),
                    (Kind::TaskForce, true) => weights.of(Guess::Heavy),
                    (Kind::TaskForce, false) => weights.of(Guess::Light),
                }
            };
            let world = view.world(&belief, &mut self.chance)?;
            let seed = u64::from(self.chance.below(u32::MAX));
            let base = self.outcome(view.tables(), world.clone(), side, wanted, seed)?;
            worlds += 1;
            for (gain, other) in gains.iter_mut().zip(others) {
                let come = self.outcome(view.tables(), world.clone(), side, *other, seed)?;
                gain.0 += come - base;
                gain.1 += (come - base) * (come - base);
            }
            // It goes on only while another answer may turn out better.
            let open = |gain: &(f64, f64)| gain.0 > 0.0 && !is_clear(*gain, worlds);
            if number + 1 >= FIRST && !gains.iter().any(open) {
                break;
            }
        }
        let best = gains
            .iter()
            .zip(others)
            .max_by(|a, b| a.0.0.total_cmp(&b.0.0));
        let (gain, choice) = best?;
        (gain.0 > 0.0 && is_clear(*gain, worlds)).then_some(*choice)
    }

    /// What comes of an answer by the end of the turn.
    fn outcome(
        &mut self,
        t: &Tables,
        mut world: Position,
        side: Side,
        choice: Choice,
        seed: u64,
    ) -> Option<f64> {
        let until = world.turn.later(1);
        let (mut chance, mut log) = (Chance::seeded(seed), Log::off());
        let mut rival = Self::new(Grade::Normal, seed);
        rival.routes = self.rival.take();
        let mut bots = [self.again(Grade::Normal, seed), rival];
        let mut choices = Vec::new();
        let mut next = Some((side, choice));
        for _ in 0..MOST {
            let (by, choice) = match next.take() {
                Some(first) => first,
                None => {
                    let mut asked = Side::ALL.into_iter();
                    let asked = asked.find(|side| !world.fleet(*side).orders.is_empty());
                    let Some(by) = asked.filter(|_| world.turn < until) else {
                        break;
                    };
                    choices.clear();
                    world.list(t, by, &mut choices);
                    let view = View::new(t, &world, Viewer::Seat(by.seat()));
                    let bot = &mut bots[usize::from(by != side)];
                    (by, bot.choose(view, &choices))
                }
            };
            let mut play = play(t, &mut world, &mut chance, &mut log);
            play.choose(by, choice).ok()?;
        }
        let [_, rival] = bots;
        self.rival = rival.routes;
        Some(worth(&world, side))
    }
}

fn play<'a>(
    t: &'a Tables,
    p: &'a mut Position,
    chance: &'a mut Chance,
    log: &'a mut Log<Event>,
) -> Play<'a> {
    Play { t, p, chance, log }
}

/// Whether the mean of a sum and its squares is clearly not nothing, or surely nothing.
fn is_clear((sum, squares): (f64, f64), games: usize) -> bool {
    let n = games as f64;
    let mean = sum / n;
    let variance = (squares / n - mean * mean).max(0.0);
    mean.abs() >= SURELY * (variance / n).sqrt()
}
