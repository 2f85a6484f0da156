//! What a boat may answer to the question put to her.

use crate::boats::Letter;
use crate::choice::{Choice, Part};
use crate::position::Position;
use crate::sequence::{Held, Order};
use crate::tables::Tables;
use derbyhouse_kernel::Illegal;

impl Position {
    /// Every answer of a boat, sorted; none if she is not asked.
    pub(crate) fn list(&self, t: &Tables, letter: Letter, out: &mut Vec<Choice>) {
        let Some(order) = self.orders[letter.index()].top() else {
            return;
        };
        let first = out.len();
        match *order {
            Order::EntryCheck | Order::StartMove | Order::Spread => {}
            Order::Port(port) => self.list_port(t, letter, port, out),
            Order::CrashDive(_) => {
                if self.may_crash_dive(t, letter) {
                    out.push(Choice::Dive);
                }
                out.push(Choice::Stay);
            }
            Order::Evade(_) => out.extend([Choice::Evade, Choice::Accept]),
            Order::Side(_) => out.extend([Choice::Left, Choice::Right]),
            Order::Care(care) => self.list_care(t, letter, care, out),
            Order::Relocate => self.list_relocations(letter, out),
            Order::Enter(entering) => self.list_entry(t, letter, entering, out),
            Order::Helm(helm) => self.list_helm(t, letter, helm, out),
            Order::Compute(left) => {
                if left > 0 {
                    out.extend(self.targets(t, letter).map(Choice::At));
                }
                out.push(Choice::Done);
            }
            Order::Assign(target, value) => self.list_solutions(letter, target, value, out),
            Order::Load(ends) => self.list_loadings(letter, ends, out),
            Order::Fire(firing) => self.list_shots(t, letter, firing, out),
            Order::Unaimed(tube, _) => {
                out.extend(self.unaimed_targets(t, letter, tube).map(Choice::At));
                out.push(Choice::Back);
            }
            Order::Engage(tube, firing) => {
                let escorts = self.escort_targets(t, letter, tube, firing);
                out.extend(escorts.map(Choice::Escort));
                out.push(Choice::Back);
            }
            Order::FightBack(_) => self.list_fight(letter, out),
            Order::Refill(tubes) => self.list_refill(letter, tubes, out),
            Order::Replace => out.extend([Choice::Replace, Choice::Done]),
            Order::Hunt => self.list_stragglers(out),
            Order::Home(event) => self.list_home(t, letter, event, out),
            Order::Held(held) => {
                out.push(Choice::Keep);
                // Of a hit check any one card may be changed, of the later torpedoes only the d10 (R15).
                let parts = match held {
                    Held::Hit(_, _, _, true) => &Part::ALL[..],
                    Held::EscortCheck(..) => &[Part::ToHit, Part::D10],
                    _ => &[Part::D10],
                };
                out.extend(parts.iter().map(|part| Choice::Repull(*part)));
            }
        }
        out[first..].sort_unstable();
    }

    /// Why an answer is not taken.
    pub(crate) fn refusal(&self, letter: Letter, choice: Choice) -> Illegal {
        let asked = self.orders[letter.index()].top().and_then(Order::question);
        match asked {
            Some((question, rule)) => Illegal::by(
                rule.0,
                format!("“{choice}” is not on offer: boat {letter} is asked {question}"),
            ),
            None => Illegal::because("the game is over"),
        }
    }
}
