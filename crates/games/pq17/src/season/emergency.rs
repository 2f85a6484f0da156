//! Emergency Reinforcements [15.4].

use crate::choice::Choice;
use crate::position::{Audience, Position};
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::{OptionId, Tables};
use crate::units::ClassId;

impl Position {
    /// Emergency Reinforcements within their limits: destroyers for the Allies, torpedo boats for the Axis [15.4.1], [15.4.2].
    /// Those of the Fortnight's list and from repair come first: there must be counters left for what is paid.
    pub(crate) fn list_emergency(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let list = &t.campaign.emergency[side];
        let reserve = &self.fleet(side).reserve;
        let taken = |class: ClassId| {
            let own = reserve.announced.iter().find(|(own, _)| *own == class);
            own.map_or(0, |(_, cs)| *cs)
        };
        let free = |class: ClassId| {
            let coming = self.cs_to_come(t, side, class) + self.cs_repaired(side, class);
            self.cs_left(t, side, class) > taken(class) + coming
        };
        let usual: u8 = list.classes.iter().map(|class| taken(*class)).sum();
        if usual < list.most {
            let free = list.classes.iter().filter(|class| free(**class));
            out.extend(free.map(|class| Choice::TakeClass(*class)));
        }
        if let Some((class, most, before)) = &list.us {
            let date = self.date(t);
            let early = t
                .campaign
                .fortnights
                .iter()
                .find(|f| f.date.short() == *before);
            let open = early.is_some_and(|last| date < last.date);
            if open && taken(*class) < *most && free(*class) {
                out.push(Choice::TakeClass(*class));
            }
        }
        out.push(Choice::Done);
    }
}

impl Play<'_> {
    /// Emergency Reinforcements, announced; new ships called up green [15.4], [15.4.3].
    pub fn levy(&mut self) {
        for side in Side::ALL {
            self.ask(side, Order::Emergency);
            if self.p.plays(OptionId::UntrainedUnits) {
                self.ask(side, Order::Green);
            }
        }
    }

    pub fn call_emergency(&mut self, side: Side, choice: Choice) {
        let Choice::TakeClass(class) = choice else {
            return;
        };
        let vp = self.t.campaign.emergency[side].vp;
        let announced = &mut self.reserve(side).announced;
        match announced.iter_mut().find(|(own, _)| *own == class) {
            Some((_, cs)) => *cs += 1,
            None => announced.push((class, 1)),
        }
        let name = self.t.chart.class(class).name.clone();
        self.log.reveal();
        self.score(
            "15.4",
            vp,
            format!("Emergency Reinforcements: {name}"),
            Audience::Everybody,
        );
        self.ask(side, Order::Emergency);
    }
}
