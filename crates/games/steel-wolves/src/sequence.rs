//! Sequence of play as data: what is done next, what is asked, and what an answer does [4.0].
//!
//! War periods and the campaign run all of it; patrol games and convoy battles use parts: `week`, `nights`.

use crate::boat::Place;
use crate::choice::Choice;
use crate::combat::{Fight, Stage};
use crate::cups::Cup;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Node, Zone};
use crate::position::Position;
use crate::tables::Tables;
use crate::task::Task;
use crate::units::Counter;
use derbyhouse_kernel::{Chance, Illegal, Log, Rule, named};
use serde::{Deserialize, Serialize};

named! {
    /// A phase of the week, in order.
    Phase, "phase" {
        /// S1
        WarEvent = "war event",
        /// S3
        Intelligence = "intelligence",
        /// T1
        Reinforcements = "reinforcements",
        /// T2, T3
        Ready = "ready and repair",
        /// O2, O6
        Movement = "movement",
        /// O3
        Search = "search and contact",
        /// O4
        Combat = "combat",
        /// O5
        Endurance = "endurance",
        /// E1
        Conclude = "conclude turn",
        /// E2
        Progress = "war progress",
    }
}

/// What is done, or asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// A week begins: its phases are planned [4.0].
    BeginWeek,
    /// The War Event Phase [5.0].
    WarEvent,
    /// A forced event, or the roll [5.1], [5.4].
    EventRoll,
    /// What the event does at once [5.0].
    EventOrders,
    /// May be ignored, since enough boats are there [5.0].
    Ignore,
    /// The monthly request [35.0].
    Request,
    /// An office is asked to cancel the event [36.64].
    Cancel,
    /// Its demand is met, or refused [36.64].
    Comply,
    /// Influence for a good month [35.0].
    Gain,
    /// Boats are picked, so many more.
    Pick(Task, u8),
    /// A supply ship is placed, by event and deed [21.32].
    PlaceSupply(u8, u8),
    /// Which tender opens a forward base [21.21].
    Tender(Zone),
    /// A boat leaves play, for refit or for good [19.13].
    Remove(BoatId, Place),
    /// A boat goes for the Mediterranean [5.0].
    Break(BoatId),
    /// Through the strait.
    Strait,
    /// The port of Vichy closes [36.63H].
    ToulonCloses,
    /// Torpedoes may get better [6.0].
    Torpedo,
    /// B-Dienst and weather [7.0].
    Intelligence,
    /// Where an aircraft flies [7.5].
    Aircraft(u8),
    /// The list of the month [8.0].
    Reinforce,
    /// An ace may change boats [25.31].
    AceOffer(BoatId, BoatId),
    /// An ace stays with a boat in refit, or looks for another [25.32].
    AceStays(BoatId),
    /// Boats come back from refit [8.0].
    Returns,
    /// Boats come [8.0].
    Arrivals,
    /// A boat with a new crew may come, if a marker is free [8.1].
    MayCome(BoatId),
    /// It comes now with a marker, or later without [8.13].
    Late(BoatId),
    /// Readying [9.0].
    Ready,
    /// Repair [10.0].
    Repair,
    /// Who is repaired [10.2].
    Yard,
    /// Who waits when a boat has come in for that box of a full track [10.2].
    Basin(u8),
    /// Done sections and old minefields [11.0].
    Prep,
    /// What the event demands [5.3].
    Demands,
    /// Boats for a demand, by event and place, so many more [5.3].
    Demand(u8, u8, u8),
    /// Who acts next [4.0].
    Operations,
    /// What the boat does, by its status [15.0].
    Orders,
    /// It does what it was ordered to [5.3].
    Duty,
    /// By which area it comes to the place of its orders (R49).
    Approach,
    /// The next area of a move, with so many points left [15.1].
    Sail(u8),
    /// Into a zone, or not [20.3].
    ZoneEntry,
    /// The Transit Event check of a move [19.1].
    Check,
    /// Which of several areas governs it [19.12].
    Tie,
    /// What is done at the place.
    Mission,
    /// Drop the mines, or keep them [26.11].
    MineOption,
    /// A search in the Baltic (R11).
    BalticSearch,
    /// Out of the Baltic (R11).
    LeaveBaltic,
    /// To the North Sea, or home.
    AshoreOrSea,
    /// Search, or bypass [13.1].
    Conduct,
    /// A search is made [13.21].
    Search,
    /// Coastal traffic, or ships as they come [13.23].
    Raid,
    /// Attack what was found, or let it go [13.22].
    Engage,
    /// Call a pack, or attack alone [13.3].
    CallPack,
    /// Who tries to join next [24.1].
    Call,
    /// A boat that has come from another area tries (R59).
    TryJoin(u16),
    /// The finder acts again.
    MateMoved(u16),
    /// Pieces are drawn, and the battle begins.
    Battle,
    /// A battle is on.
    Fight,
    /// It is over [14.8].
    AfterFight,
    /// A sister ship for one that is gone [14.81].
    Sister(Counter, Cup),
    /// A pack mate ends its week [24.14].
    Mate(u16),
    /// The finder goes on with its own.
    Finder,
    /// A second search [30.1].
    SecondSearch,
    /// Which way out of a zone [20.6].
    LeaveZone,
    /// The Endurance Check [14.7].
    Endure,
    /// What the weather does to the boat [7.41].
    Storm,
    /// Patrol or transit after an encounter [15.48].
    Remain,
    /// Supplies, or not [15.23].
    Supply,
    /// Which base a returning boat makes for [15.22].
    Homeward,
    /// The next step home, with so many points left [15.22].
    HomeSail(Node, u8),
    /// The next turn of a way home that is made all at once [19.13].
    Onward(Node),
    /// A returning boat enters its base [15.22].
    Arrive(Node),
    /// The boat has done what it could this week.
    BoatDone,
    /// Tankers make their checks [21.33].
    Tankers,
    /// The week ends [16.0].
    Conclude,
    /// War Progress [17.0].
    Progress,
    /// A night begins.
    Night,
    /// The finder shadows, or not [24.1].
    Shadow,
    /// The boats try to join, from that one on [24.1].
    Muster(u16),
    /// Who takes over from a lost shadower [24.11].
    TakeOver,
    /// The pack attacks.
    Strike,
    /// A night is over.
    NightOver,
    /// The month of a free patrol.
    FreeMonth,
    /// Its boat.
    FreeBoat,
    /// Its base.
    FreeBase,
}

/// A position being played on: the tables it is played with, its chance and its log at hand.
pub(crate) struct Play<'a> {
    pub t: &'a Tables,
    pub p: &'a mut Position,
    pub chance: &'a mut Chance,
    pub log: &'a mut Log<Event>,
}

impl Position {
    /// What is asked, and by which rule; nothing if something only happens.
    pub(crate) fn question(&self) -> Option<(&'static str, Rule)> {
        match self.agenda.top()? {
            Step::Fight => self
                .battle
                .as_ref()
                .and_then(|battle| stage_question(battle.stage)),
            step => step_question(step),
        }
    }

    /// Every legal answer, sorted. Where nobody could answer there is none, and the question is passed over.
    pub(crate) fn list(&self, t: &Tables, out: &mut Vec<Choice>) {
        let Some(step) = self.agenda.top().copied() else {
            return;
        };
        match step {
            Step::Fight => {
                if let Some(battle) = &self.battle {
                    battle.acts(t, &mut |act| out.push(Choice::Battle(act)));
                }
            }
            Step::Shadow => out.extend([Choice::Shadow, Choice::NoShadow]),
            Step::CallPack | Step::Call | Step::TakeOver => self.list_pack(t, step, out),
            Step::Pick(task, left) => self.list_picks(t, task, left, out),
            Step::Demand(event, deploy, left) => self.list_demand(t, event, deploy, left, out),
            Step::Aircraft(place) => self.list_aircraft(t, place, out),
            Step::Yard => self.list_yard(t, out),
            Step::Basin(_) => self.list_basin(out),
            Step::Operations => self.list_operations(out),
            Step::Sister(counter, _) => {
                out.extend(self.sisters(t, counter).into_iter().map(Choice::Sister));
            }
            Step::Supply => {
                let givers = 0..self.providers(t).len() as u8;
                out.extend(givers.map(Choice::Supply));
                out.push(Choice::NoSupply);
            }
            Step::Request | Step::Gain => self.list_politics(t, step, out),
            Step::FreeMonth | Step::FreeBoat | Step::FreeBase => self.list_free(t, step, out),
            Step::Conduct
            | Step::Raid
            | Step::Engage
            | Step::SecondSearch
            | Step::Remain
            | Step::MineOption => self.list_mission(t, step, out),
            step => {
                self.list_sail(t, step, out);
                self.list_strategy(t, step, out);
            }
        }
        out.sort_unstable();
        out.dedup();
    }
}

const fn step_question(step: &Step) -> Option<(&'static str, Rule)> {
    Some(match step {
        Step::Ignore => ("whether to leave the order aside", Rule("5.0")),
        Step::Request => ("what to ask for this month", Rule("35.0")),
        Step::Cancel => (
            "whether to ask for the event to be cancelled",
            Rule("36.64"),
        ),
        Step::Comply => ("whether to meet the demand", Rule("36.64")),
        Step::Gain => ("with whom influence rises", Rule("35.0")),
        Step::Pick(Task::Early | Task::VeryEarly, _) => ("which boat comes early", Rule("8.14")),
        Step::Pick(Task::Billet(_), _) => ("which boat the ace takes over", Rule("25.32")),
        Step::Pick(..) => ("which boat goes", Rule("5.0")),
        Step::PlaceSupply(..) => ("where the supply ship goes", Rule("21.32")),
        Step::Tender(_) => ("which tender goes there", Rule("21.21")),
        Step::Aircraft(_) => ("where the aircraft flies", Rule("7.5")),
        Step::AceOffer(..) => ("whether the ace changes boats", Rule("25.31")),
        Step::AceStays(_) => ("whether the ace stays with his boat", Rule("25.32")),
        Step::Late(_) => ("whether the boat comes now, with a new crew", Rule("8.13")),
        Step::Yard => ("which boats are repaired", Rule("10.2")),
        Step::Basin(_) => ("which boat waits for repair", Rule("10.2")),
        Step::Demand(..) => ("which boat is sent", Rule("5.3")),
        Step::Operations => ("which boat acts next", Rule("4.0")),
        Step::Orders => ("what the boat does", Rule("15.0")),
        Step::Approach => ("by which area to come", Rule("5.3")),
        Step::Sail(_) => ("where to sail", Rule("15.1")),
        Step::ZoneEntry => ("whether to enter a Special Mission Zone", Rule("20.3")),
        Step::Tie => ("which area governs the check", Rule("19.12")),
        Step::MineOption => ("what to do with the mines", Rule("26.11")),
        Step::Conduct => ("whether to search", Rule("13.1")),
        Step::Raid => ("whether to raid the coastal traffic", Rule("13.23")),
        Step::Engage => ("whether to attack what was found", Rule("13.22")),
        Step::CallPack => ("whether to call a pack", Rule("13.3")),
        Step::Call => ("which boat tries to join", Rule("24.1")),
        Step::Sister(..) => ("which sister ship takes the place", Rule("14.81")),
        Step::SecondSearch => ("whether to search a second time", Rule("30.1")),
        Step::LeaveZone => ("which way out of the zone", Rule("20.6")),
        Step::Remain => ("whether to patrol here", Rule("15.48")),
        Step::Supply => ("whether to take supplies", Rule("15.23")),
        Step::Homeward => ("which base to make for", Rule("15.22")),
        Step::HomeSail(..) => ("which way home", Rule("15.22")),
        Step::Shadow => ("whether the finder shadows", Rule("24.1")),
        Step::TakeOver => ("who shadows from now on", Rule("24.11")),
        Step::FreeMonth => ("in which month to sail", Rule("3.0")),
        Step::FreeBoat => ("with which boat", Rule("3.0")),
        Step::FreeBase => ("from which base", Rule("3.0")),
        _ => return None,
    })
}

const fn stage_question(stage: Stage) -> Option<(&'static str, Rule)> {
    Some(match stage {
        Stage::Placing(..) => ("which column to take", Rule("14.11")),
        Stage::Choosing => ("which boat attacks next", Rule("24.23")),
        Stage::Revealing(..) => ("which unit to turn up", Rule("14.12")),
        Stage::Harmed(..) => ("whether to withdraw, damaged", Rule("14.12")),
        Stage::Arming(_) => ("guns or torpedoes", Rule("27.1")),
        Stage::Sparing(_) => ("whether to fire sparingly", Rule("30.81")),
        Stage::Aiming(..) => ("where to put a TDC marker", Rule("14.14")),
        Stage::Allotting(..) => ("how to share out attack points", Rule("14.15")),
        Stage::Freed(..) => ("where to put points that are free again", Rule("14.15A")),
        Stage::Firing(_) => ("which attack comes next", Rule("14.16")),
        Stage::Hunting(_) => ("which ship to attack", Rule("28.24")),
        Stage::Deciding(_) => ("withdraw, or attack again", Rule("14.4")),
        Stage::Shifting(_) => ("in which column to attack again", Rule("14.4")),
        Stage::Over => return None,
    })
}

impl Play<'_> {
    /// Runs everything that asks nobody, up to the next question or the end of the game. A question with one answer is
    /// not put.
    pub(crate) fn run(&mut self) {
        let mut choices = Vec::new();
        while let Some(step) = self.p.agenda.top().copied() {
            if self.p.question().is_none() {
                self.p.agenda.pop();
                self.perform(step);
                continue;
            }
            choices.clear();
            self.p.list(self.t, &mut choices);
            match choices.as_slice() {
                [] => {
                    self.p.agenda.pop();
                    self.pass_over(step);
                }
                [only] => {
                    let only = *only;
                    self.answer(step, only);
                }
                _ => return,
            }
        }
    }

    /// Takes an answer that is on the list.
    pub(crate) fn choose(&mut self, choice: Choice) -> Result<(), Illegal> {
        let mut choices = Vec::new();
        self.p.list(self.t, &mut choices);
        let (question, rule) = self
            .p
            .question()
            .ok_or_else(|| Illegal::because("nothing is asked"))?;
        if choices.binary_search(&choice).is_err() {
            return Err(Illegal::by(
                rule.0,
                format!("“{choice}” is no answer to “{question}” now"),
            ));
        }
        if let Some(step) = self.p.agenda.top().copied() {
            self.answer(step, choice);
        }
        self.run();
        Ok(())
    }

    pub(crate) fn answer(&mut self, step: Step, choice: Choice) {
        if let (Step::Fight, Choice::Battle(act)) = (step, choice) {
            return self.in_battle(|fight| {
                // It is on the list, so it answers the question.
                let taken = fight.take(act);
                debug_assert!(taken.is_ok(), "{taken:?}");
            });
        }
        self.p.agenda.pop();
        match step {
            Step::Shadow => self.answer_nights(choice),
            Step::CallPack | Step::Call | Step::TakeOver => self.answer_pack(step, choice),
            Step::Pick(task, left) => self.answer_pick(task, left, choice),
            Step::Demand(event, deploy, left) => self.answer_demand(event, deploy, left, choice),
            Step::Aircraft(place) => self.answer_aircraft(place, choice),
            Step::Yard => self.answer_yard(choice),
            Step::Basin(number) => self.answer_basin(number, choice),
            Step::Operations => self.answer_operations(choice),
            Step::Sister(_, cup) => {
                if let Choice::Sister(unit) = choice {
                    self.replace_ship(cup, unit);
                }
            }
            Step::Supply => match choice {
                Choice::Supply(place) => self.take_supplies(place),
                _ => self.p.agenda.push(Step::Homeward),
            },
            Step::Request | Step::Gain | Step::Cancel | Step::Comply => {
                self.answer_politics(step, choice)
            }
            Step::Ignore | Step::PlaceSupply(..) | Step::Tender(_) => {
                self.answer_strategy(step, choice)
            }
            Step::AceOffer(..) | Step::AceStays(_) | Step::Late(_) => {
                self.answer_arrivals(step, choice)
            }
            Step::FreeMonth | Step::FreeBoat | Step::FreeBase => self.answer_free(choice),
            Step::Conduct
            | Step::Raid
            | Step::Engage
            | Step::SecondSearch
            | Step::Remain
            | Step::MineOption => self.answer_mission(step, choice),
            step => self.answer_sail(step, choice),
        }
    }

    /// A question that nobody could answer.
    pub(crate) fn pass_over(&mut self, step: Step) {
        if let Step::HomeSail(haven, _) = step {
            self.end_leg(haven);
        }
    }

    pub(crate) fn perform(&mut self, step: Step) {
        match step {
            Step::Fight => {} // over: what comes after it is next
            Step::Night | Step::Muster(_) | Step::Strike | Step::NightOver => {
                self.perform_nights(step)
            }
            Step::WarEvent => self.war_event_phase(),
            Step::EventRoll => self.event_roll(),
            Step::EventOrders => self.event_orders(),
            Step::Remove(boat, to) => self.begin_removal(boat, to),
            Step::Break(boat) => self.begin_breakthrough(boat),
            Step::Strait => self.strait(),
            Step::ToulonCloses => self.toulon_closes(),
            Step::Torpedo => self.torpedo_phase(),
            Step::Reinforce => self.reinforce(),
            Step::Returns => self.returns(),
            Step::Arrivals => self.arrivals(),
            Step::MayCome(boat) => self.may_come(boat),
            Step::Ready => self.ready_phase(),
            Step::Repair => self.repair_phase(),
            Step::Demands => self.demands(),
            Step::Duty => self.carry_out(),
            Step::Mission => self.mission(),
            Step::BalticSearch => self.search_baltic(),
            Step::LeaveBaltic => self.leave_baltic(),
            Step::AshoreOrSea => self.ashore_or_sea(),
            Step::Search => self.search(),
            Step::TryJoin(place) => {
                if let Some(area) = self.p.boats[usize::from(place)].area() {
                    self.try_to_join(place, area, true);
                }
            }
            Step::MateMoved(place) => self.mate_moved(place),
            Step::Battle => self.begin_battle(),
            Step::AfterFight => self.after_fight(),
            Step::Mate(place) => self.end_mate(place),
            Step::Finder => self.resume_finder(),
            Step::Progress => self.war_progress(),
            step => self.perform_week(step),
        }
    }

    /// Runs something on the battle, with cups, chance and log.
    pub(crate) fn in_battle(&mut self, run: impl FnOnce(&mut Fight<'_>)) {
        let Some(mut battle) = self.p.battle.take() else {
            return;
        };
        run(&mut Fight {
            t: self.t,
            b: &mut battle,
            cups: &mut self.p.secret.cups,
            chance: self.chance,
            log: self.log,
        });
        self.p.battle = Some(battle);
    }

    /// Ends the game here.
    pub(crate) fn end(&mut self) {
        self.p.agenda.clear();
        self.log.push(|| Event::GameOver);
    }

    /// Cleans up after the battle [14.8]; the player names sister ships for named ones that are gone [14.81].
    pub(crate) fn settle_battle(&mut self) {
        let mut wreckage = None;
        self.in_battle(|fight| wreckage = Some(fight.conclude()));
        if let Some(wreckage) = wreckage {
            for (counter, cup) in wreckage.sunk {
                self.wreck(counter, cup, true);
            }
            for (counter, cup) in wreckage.damaged {
                self.wreck(counter, cup, false);
            }
        }
        self.p.secret.cups.settle();
    }

    /// A named ship is out, sunk or until the next period; a sister may take her place [14.81].
    pub(crate) fn wreck(&mut self, counter: Counter, cup: Cup, sunk: bool) {
        if sunk {
            self.p.sunk.push(counter);
        } else {
            self.p.damaged.push(counter);
        }
        self.p
            .secret
            .extras
            .retain(|extra| extra.counter != counter);
        if self.p.convoy_battle(self.t).is_none() {
            self.p.agenda.push(Step::Sister(counter, cup));
        }
    }

    /// Torpedoes get better by experience; not under the political option [6.0], [6.1].
    fn torpedo_phase(&mut self) {
        let (before, after) = (self.p.war.ships_before, self.p.ships_total);
        self.p.war.ships_before = after;
        if self.p.war.influence.is_some() {
            return;
        }
        let value = self.p.standing.torpedo;
        if let Some(needs) = crate::torpedo::attempt(self.t, value, before, after) {
            let die = self.chance.chit();
            let value = crate::torpedo::improved(value, needs, die);
            self.p.standing.torpedo = value;
            self.log.push(|| Event::Torpedoes { needs, die, value });
        }
    }
}
