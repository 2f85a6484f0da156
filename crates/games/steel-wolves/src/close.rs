//! The month's victory [16.1] and War Progress [17.0].

use crate::calendar::{Date, Period, WEEKS};
use crate::cups::{self, Cup, Season};
use crate::event::Event;
use crate::geography::Zone;
use crate::progress;
use crate::sequence::{Phase, Play, Step};
use crate::tables::{Deed, Lasts};
use crate::week::LAST_WEEK;

impl Play<'_> {
    /// Points, the marker and the peace check in week 4 of the campaign; the month begins anew [16.12], [31.03], [31.04].
    pub(crate) fn monthly_victory(&mut self) {
        let Some(war) = self.p.war_scenario(self.t) else {
            return;
        };
        if self.p.date.week != LAST_WEEK {
            return;
        }
        let victory = &self.t.victory;
        let month = std::mem::take(&mut self.p.war.month);
        let points = progress::points(victory, month);
        let over = Event::MonthOver {
            month: self.p.date.month,
            ships: month.ships,
            tons: month.tons,
            lost: month.boats_lost,
        };
        self.log.push(|| over);
        if points >= GAIN && self.p.war.influence.is_some() {
            self.p.agenda.push(Step::Gain);
        }
        if !war.campaign {
            return; // counted at the end [16.11]
        }
        self.p.war.points += points;
        let marker =
            progress::imperilled(victory, self.p.period, month.tons, self.p.war.imperilled);
        self.p.war.imperilled = marker;
        self.log.push(|| Event::Month { points, marker });
        if marker >= victory.peace_from {
            let die = self.chance.chit();
            let peace = progress::peace(victory, marker, die);
            self.p.war.peace = peace;
            let number = marker - victory.peace_from;
            self.log.push(|| Event::Peace { die, number, peace });
        }
    }

    /// Period and Barbarossa, delayed effects of the event [17.1] to [17.5]. All of it belongs to the week just played
    /// (R48).
    pub(crate) fn war_progress(&mut self) {
        self.p.phase = Phase::Progress;
        let played = before(self.p.date);
        self.p.agenda.push(Step::BeginWeek);
        self.late_effects();
        self.leave_murmansk();
        if let Some((to, month)) = self.p.war.check
            && self.is_time(month, played)
        {
            self.p.war.check = None;
            self.change_period(to);
        }
        if let Some(month) = self.p.war.barbarossa_check
            && self.is_time(month, played)
        {
            self.p.war.barbarossa_check = None;
            self.begin_barbarossa();
        }
        let current = self.p.war.current;
        let goes_on = current.is_some_and(|current| {
            current.week < self.t.war_events.list[usize::from(current.event)].weeks
        });
        if !goes_on {
            self.p.war.current = None;
        }
    }

    /// A check in its month; in the next one by itself, without a die [17.1], [17.2].
    pub(crate) fn is_time(&mut self, opened: crate::calendar::Month, played: Date) -> bool {
        let late = played.month.index().saturating_sub(opened.index());
        let die = (late == 0).then(|| self.chance.chit());
        let changes = progress::changes(self.t, die);
        self.log.push(|| Event::PeriodCheck { die, changes });
        changes
    }

    /// A new War Mix, and all other cups by the lists of the period; ships come back from repair [17.3], [3.2].
    pub(crate) fn change_period(&mut self, to: Period) {
        self.p.period = to;
        self.p.damaged.clear();
        self.drop_extras(|extra| extra.lasts == Lasts::Period);
        if to >= Period::Four && !self.p.war.barbarossa {
            self.p.war.barbarossa = true;
        }
        let out = self.p.out();
        let season = Season {
            period: to,
            month: self.p.date.month,
            barbarossa: self.p.war.barbarossa,
            out: &out,
        };
        self.p.secret.cups = cups::fill(self.t, season, &self.p.secret.extras, self.chance);
        self.p.secret.cups.settle();
        self.log.push(|| Event::Period { period: to });
    }

    /// Soviet pieces enter the cups, Murmansk is hostile, the Arctic has its own rows from now on [17.4].
    pub(crate) fn begin_barbarossa(&mut self) {
        self.p.war.barbarossa = true;
        self.log.push(|| Event::Barbarossa);
        for (cup, unit) in &self.t.cups.barbarossa {
            if let Some(counter) = self.free_counter(*unit) {
                self.beside(*cup, counter, Lasts::Period);
            }
        }
        let soviet = [Cup::ForceSoviet, Cup::EscortSoviet];
        for (cup, lists) in self
            .t
            .cups
            .lists
            .iter()
            .filter(|(cup, _)| soviet.contains(cup))
        {
            for (unit, count) in &lists[self.p.period.index()] {
                for _ in 0..*count {
                    if let Some(counter) = self.free_counter(*unit) {
                        self.p.secret.cups.put(*cup, counter);
                    }
                }
            }
        }
        self.p.secret.cups.settle();
        self.close_forward(Zone::Murmansk);
    }

    /// What an event does only now: tenders, supply ships, bases, aircraft, classes that leave [17.5].
    pub(crate) fn late_effects(&mut self) {
        let Some(current) = self.p.war.current else {
            return;
        };
        let event = &self.t.war_events.list[usize::from(current.event)];
        if current.week < event.weeks {
            return;
        }
        self.add_to_cups(event, true);
        let mut steps = Vec::new();
        for (place, deed) in event.deeds.iter().enumerate() {
            match deed {
                Deed::SupplyShip { late: true, .. } => {
                    steps.push(Step::PlaceSupply(current.event, place as u8));
                }
                Deed::Bases { open, late: true } => {
                    open.iter().for_each(|base| self.open_base(*base))
                }
                Deed::Tender { tender, at } if !self.p.is_forward(*at) => {
                    let used = self
                        .p
                        .war
                        .forward
                        .iter()
                        .any(|base| base.tender == Some(*tender));
                    if used {
                        steps.push(Step::Tender(*at)); // another one [21.21]
                    } else {
                        self.open_forward(*at, *tender);
                    }
                }
                _ => {}
            }
        }
        self.p.agenda.plan(steps);
        self.retire(&event.retire);
    }

    /// The tender leaves Murmansk when nobody is there any more [WE2.S].
    fn leave_murmansk(&mut self) {
        let there = self
            .p
            .boats
            .iter()
            .any(|boat| matches!(boat.place, crate::boat::Place::Forward(Zone::Murmansk, _)));
        if self.p.war.no_murmansk && !there {
            self.p
                .war
                .forward
                .retain(|base| base.zone != Zone::Murmansk);
        }
    }
}

/// Points of a month that are worth influence [35.0].
const GAIN: i32 = 10;

/// The week before.
fn before(date: Date) -> Date {
    if date.week > 1 {
        Date {
            week: date.week - 1,
            ..date
        }
    } else {
        Date {
            month: date.month.plus(-1).unwrap_or(date.month),
            week: WEEKS,
        }
    }
}
