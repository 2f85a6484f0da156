//! The Reconnaissance Segment, and every card that is drawn to find something (chapter 6).

use crate::air::{AirId, Cover, Finder};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Id, Kind, Shadower};
use crate::hex::Hex;
use crate::position::{Position, Sighting};
use crate::recon::{self, Negation, Reading, Searchers, about, may_be_negated, negations};
use crate::sequence::{Order, Play, Purpose, Search, Step, Success};
use crate::side::{Nation, Side};
use crate::tables::{Find, OptionId, Radius, Section, Sector, Tables};
use crate::units::ShipType;
use crate::weather::Weather;

impl Position {
    /// Hexes of each sector that has any left to name, or done [6.4.2]; none where it blows [9.2.5], [9.5].
    pub(crate) fn list_sectors(
        &self,
        t: &Tables,
        side: Side,
        named: &[(Sector, Hex)],
        out: &mut Vec<Choice>,
    ) {
        for sector in Sector::ALL {
            if !self.may_name(t, side, named, sector) {
                continue;
            }
            let fresh = t.sheet.sector(sector).iter();
            let fresh = fresh.filter(|hex| !named.iter().any(|(_, other)| other == hex));
            let fresh = fresh.filter(|hex| self.weather_at(t, *hex).lets_patrols_fly());
            out.extend(fresh.map(|hex| Choice::Search(sector, hex)));
        }
        out.push(Choice::Done);
    }

    /// Whether a sector has hexes left to name [6.4.2].
    fn may_name(&self, t: &Tables, side: Side, named: &[(Sector, Hex)], sector: Sector) -> bool {
        let given = self.scenario(t).search[sector.index()];
        let extra = self.favour.search.filter(|(other, _)| *other == sector);
        let more = extra.map_or(0, |(_, hexes)| hexes); // (chapter 13)
        let used = named.iter().filter(|(other, _)| *other == sector).count();
        sector.side() == side && used + self.shadowed_by(sector) < usize::from(given + more)
    }

    /// The sector that named a hex: one at most does [6.4.2].
    pub(crate) fn sector_over(&self, hex: Hex) -> Option<Sector> {
        let mut named = self.named.iter();
        let named = named.find(|(_, other)| *other == hex);
        named.map(|(sector, _)| *sector)
    }

    /// Whether patrols of a side fly to any hex of its sectors: in Gales only under Local Weather [9.2.5], [9.5].
    fn have_sectors_leave(&self, t: &Tables, side: Side) -> bool {
        let given = self.scenario(t).search;
        let own = Sector::ALL.into_iter();
        let mut own = own.filter(|sector| sector.side() == side && given[sector.index()] > 0);
        let flies = |hex: Hex| self.weather_at(t, hex).lets_patrols_fly();
        own.any(|sector| t.sheet.sector(sector).iter().any(flies))
    }

    /// Whether a hex may be named, without listing the whole sea.
    pub(crate) fn offers_search(
        &self,
        t: &Tables,
        side: Side,
        named: &[(Sector, Hex)],
        choice: Choice,
    ) -> bool {
        match choice {
            Choice::Search(sector, hex) => {
                self.may_name(t, side, named, sector)
                    && t.sheet.sector(sector).contains(hex)
                    && self.weather_at(t, hex).lets_patrols_fly()
                    && !named.iter().any(|(_, other)| *other == hex)
            }
            _ => choice == Choice::Done,
        }
    }

    /// What may be announced against a success; it may always be let pass [6.2.2].
    pub(crate) fn list_negations(
        &self,
        t: &Tables,
        side: Side,
        success: &Success,
        out: &mut Vec<Choice>,
    ) {
        out.push(Choice::Pass);
        let Some(force) = self.fleet(side).by_token(success.search.token) else {
            return;
        };
        let hex = force.hex();
        let fly = hex.is_some_and(|hex| self.weather_at(t, hex).lets_carriers_launch());
        let (find, cams) = (success.find(), force.cams(t));
        let can = negations(&t.chart, force, find, success.watermark, fly, cams);
        out.extend(can.into_iter().map(Choice::Negate));
    }

    /// Whole numbers within half of the truth [6.2.1] (R23).
    pub(crate) fn list_reports(
        &self,
        t: &Tables,
        side: Side,
        block: BlockId,
        out: &mut Vec<Choice>,
    ) {
        let Some(force) = self.fleet(side).force(block) else {
            return;
        };
        let warships = force.units.counters(&t.chart, ShipType::is_warship);
        out.extend(about(warships).map(Choice::Say));
    }

    /// Forces of a side that search for a block in its hex; a shadowing pack only for its target [6.2], [6.3].
    fn seekers<'a>(
        &'a self,
        t: &'a Tables,
        side: Side,
        target: &'a Force,
    ) -> impl Iterator<Item = &'a Force> + use<'a> {
        let mine = move |force: &&Force| {
            let for_it = |asset: &Shadower| asset.block() == Some(force.block);
            !force.shadowing || target.shadows.iter().any(for_it)
        };
        let hex = target.hex().into_iter();
        let forces = hex.flat_map(move |hex| self.at(side, hex));
        forces
            .filter(mine)
            .filter(|force| force.may_search(&t.chart))
    }

    /// Who of a side searches in a hex, and whether anybody is there to draw a card at all [6.2], [6.4.1] (R74).
    pub(crate) fn searchers(&self, t: &Tables, side: Side, target: &Force) -> Option<Searchers> {
        let hex = target.hex()?;
        let blocks = self.at(side, hex).count();
        let forces = || self.seekers(t, side, target);
        // A permanent radius searches on, whatever it shadows (R87).
        let cover = self.air_cover(t, side, hex);
        let flies = self.weather_at(t, hex).lets_patrols_fly();
        let sector = flies.then(|| self.sector_over(hex)).flatten();
        let named = sector.is_some();
        let is_air = |asset: &Shadower| asset.block().is_none();
        let touch = target.shadows.iter().any(is_air);
        let scouts = || self.scouts(t, side, hex);
        let air = cover != Cover::None || named || touch || scouts().next().is_some();
        if blocks == 0 && !air {
            return None;
        }
        let soviet_sector = sector == Some(Sector::Soviet);
        let soviet_air = cover != Cover::Other
            && !touch
            && (!named || soviet_sector)
            && scouts().all(|(_, unit)| unit.aircraft(t).nation == Nation::Soviet);
        Some(Searchers {
            // A Dummy beside them adds nothing (R47).
            force: forces().next().is_some(),
            air,
            all_soviet: side == Side::Allied
                && soviet_air
                && forces().all(|force| force.is_soviet(t)),
            shadowing: !target.shadows.is_empty(),
        })
    }
}

/// How a card reads for those who search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glimpse {
    pub find: Find,
    /// A success, if its owner does not negate it.
    pub found: bool,
}

impl Position {
    /// A section of a card read against a block, of which only place and ID count [6.2] (R73). Play reads its card so, and
    /// the odds before it count all that are left.
    pub(crate) fn glimpse(
        &self,
        t: &Tables,
        by: Side,
        searchers: Searchers,
        (hex, id): (Hex, Id),
        section: &Section,
    ) -> Glimpse {
        let column = t.weather.card_column(self.weather_at(t, hex));
        let line = searchers.line();
        let find = line.map_or(Find::Nothing, |line| section.find(line, column));
        let reading = Reading {
            find,
            target: id,
            shadowed: searchers.shadowing,
            friendly_shore: t.sheet.is_friendly_shore(by, hex),
            near_interceptors: self.near_interceptors(t, by.other(), hex),
            soviet_failure: searchers.all_soviet && section.soviet_fail,
            for_show: line.is_none(),
        };
        Glimpse {
            find,
            found: reading.succeeds(),
        }
    }

    /// One force that must find its target [7.1.1], [7.5.1].
    pub(crate) fn attacker_search(
        &self,
        t: &Tables,
        by: Side,
        block: Option<BlockId>,
        shadowing: bool,
    ) -> Searchers {
        let own = block.and_then(|block| self.fleet(by).force(block));
        Searchers {
            force: own.is_some_and(|own| own.may_search(&t.chart)),
            all_soviet: own.is_some_and(|own| own.is_soviet(t)),
            shadowing,
            ..Searchers::default()
        }
    }

    /// Aircraft that must find their target [7.1.1].
    pub(crate) fn raid_search(
        &self,
        t: &Tables,
        by: Side,
        units: &[AirId],
        shadowing: bool,
    ) -> Searchers {
        let soviet = |id: &AirId| {
            let unit = self.air(by, *id);
            unit.is_some_and(|unit| unit.aircraft(t).nation == Nation::Soviet)
        };
        Searchers {
            air: true,
            all_soviet: units.iter().all(soviet),
            shadowing,
            ..Searchers::default()
        }
    }

    /// Who searches what passes: forces, and the Air Radius if there is one [6.6.1].
    pub(crate) fn transit_search(&self, t: &Tables, by: Side, target: &Force) -> Searchers {
        let searchers = self.searchers(t, by, target).unwrap_or_default();
        let cover = target.hex().map(|hex| self.air_cover(t, by, hex));
        let cover = cover.unwrap_or(Cover::None);
        // Sectors and scouts look for nothing in passing: their nation does not count.
        let mut forces = self.seekers(t, by, target);
        let soviet = by == Side::Allied && cover != Cover::Other;
        Searchers {
            // Without a force that searches the card is drawn for show (R74).
            air: searchers.force && cover != Cover::None,
            all_soviet: soviet && searchers.force && forces.all(|force| force.is_soviet(t)),
            ..searchers
        }
    }

    /// Whether an attacker that missed its target draws once more [7.1.1]: if it is shadowed, or Dispersed. By the option
    /// the touch must be of the same service. Who covers a target draws again if he shadows the attacker [7.5.1].
    pub(crate) fn second_card(&self, t: &Tables, search: &Search, target: &Force) -> bool {
        let sought = Sought {
            hex: target.hex(),
            shadows: &target.shadows,
            dispersed: target.is_dispersed(),
        };
        self.draws_again(t, search.by, &search.purpose, sought)
    }

    /// The same by what is known of the target.
    pub(crate) fn draws_again(
        &self,
        t: &Tables,
        by: Side,
        purpose: &Purpose,
        target: Sought<'_>,
    ) -> bool {
        let by_air = |asset: &Shadower| asset.block().is_none();
        let by_pack = |asset: &Shadower| matches!(asset, Shadower::Pack(_));
        let shadows = target.shadows;
        match purpose {
            Purpose::Locate(_) | Purpose::Engage(_) | Purpose::Raid(_) => {}
            // Whoever shadows the block it goes for may draw a second card [7.5.1].
            Purpose::Intercept(block) => return shadows.contains(&Shadower::Cruisers(*block)),
            _ => return false,
        }
        if target.dispersed || !self.plays(OptionId::TargetLocationStrict) {
            return target.dispersed || !shadows.is_empty();
        }
        let searcher = purpose.block();
        let searcher = searcher.and_then(|block| self.fleet(by).force(block));
        match searcher.map(|force| force.kind) {
            None => {
                let hex = target.hex;
                let fair = hex.is_some_and(|hex| self.weather_at(t, hex) == Weather::Fair);
                fair || shadows.iter().any(by_air)
            }
            Some(Kind::Wolfpack) => shadows.iter().any(by_pack),
            Some(_) => by == Side::Allied && !shadows.is_empty(),
        }
    }
}

/// What counts of a target that was missed once [7.1.1].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sought<'a> {
    pub hex: Option<Hex>,
    pub shadows: &'a [Shadower],
    pub dispersed: bool,
}

impl Play<'_> {
    /// One force or air unit that looks for stragglers, each on its own line (R43).
    fn straggler_search(&self, by: Side, finder: Finder) -> Searchers {
        match finder {
            Finder::Force(block) => {
                let force = self.p.fleet(by).force(block);
                Searchers {
                    force: !self.drew_for_show(by, block),
                    all_soviet: force.is_some_and(|force| force.is_soviet(self.t)),
                    ..Searchers::default()
                }
            }
            Finder::Air(id) => {
                let unit = self.p.air(by, id);
                let soviet =
                    |unit: &crate::air::AirUnit| unit.aircraft(self.t).nation == Nation::Soviet;
                Searchers {
                    air: unit.is_some_and(|unit| unit.mission.hex().is_some()),
                    all_soviet: unit.is_some_and(soviet),
                    ..Searchers::default()
                }
            }
        }
    }

    pub fn begin_reconnaissance(&mut self, side: Side) {
        self.p.named.clear();
        match self.p.have_sectors_leave(self.t, side) {
            true => self.ask(side, Order::Sectors(Vec::new())),
            false => self.plan_searches(side),
        }
    }

    pub fn name_sector(&mut self, side: Side, mut named: Vec<(Sector, Hex)>, choice: Choice) {
        if let Choice::Search(sector, hex) = choice {
            named.push((sector, hex));
            self.ask(side, Order::Sectors(named));
            return;
        }
        named.sort_unstable_by_key(|(_, hex)| *hex);
        for (_, hex) in &named {
            self.log.push(|| Event::Named { side, hex: *hex });
        }
        self.p.named = named;
        self.plan_searches(side);
    }

    /// One card against each enemy block in a hex that can be searched, in the order of hexes and tokens [6.2] (R54).
    fn plan_searches(&mut self, side: Side) {
        let enemies = self.p.fleet(side.other()).forces.iter();
        let mut found: Vec<(Hex, crate::forces::Token)> = enemies
            .filter(|force| !force.is_scattered())
            .filter(|force| self.p.searchers(self.t, side, force).is_some())
            .filter_map(|force| Some((force.hex()?, force.token)))
            .collect();
        found.sort_unstable();
        let search = |(_, token)| {
            Step::Search(Search {
                by: side,
                token,
                purpose: Purpose::Reconnaissance,
                again: false,
            })
        };
        let mut steps: Vec<Step> = found.into_iter().map(search).collect();
        let enemies = self.p.fleet(side.other()).forces.iter();
        for convoy in enemies.filter(|force| force.is_scattered()) {
            steps.extend(self.searches_for_stragglers(side, convoy)); // [6.8.1]
        }
        self.plan_steps(steps);
    }

    /// Draws a card and reads it [6.2], [7.1.1] (R73).
    pub fn search(&mut self, search: Search) {
        let (t, by) = (self.t, search.by);
        let owner = by.other();
        let target = self.p.fleet(owner).by_token(search.token);
        let Some(hex) = target.and_then(Force::hex) else {
            return;
        };
        let weather = self.p.weather_at(t, hex);
        let (light, column) = (self.p.light(t), t.weather.card_column(weather));
        let place = self.draw_place(by);
        let section = *t.cards[by][place].section(light);
        let Some(target) = self.p.fleet(owner).by_token(search.token) else {
            return;
        };
        let shadowing = !target.shadows.is_empty();
        let searchers = match search.purpose {
            Purpose::Reconnaissance => self.p.searchers(t, by, target).unwrap_or_default(),
            Purpose::Transit => self.p.transit_search(t, by, target),
            Purpose::Raid(group) => {
                let strike = self.p.strike();
                let flight = strike.and_then(|strike| strike.flights.get(usize::from(group)));
                let units = flight.map_or(&[][..], |flight| &flight.units);
                self.p.raid_search(t, by, units, shadowing)
            }
            Purpose::Straggler(finder) => self.straggler_search(by, finder),
            _ => {
                let own = search.purpose.block();
                self.p.attacker_search(t, by, own, shadowing)
            }
        };
        let Glimpse { find, found } = self.p.glimpse(t, by, searchers, (hex, target.id), &section);
        let (who, gain) = (Self::who(owner, target), section.gain(column));
        self.log.push(|| Event::Card {
            by,
            who,
            number: place as u8 + 1,
            line: searchers.line(),
            find,
            gain,
            open: found,
        });
        if !found {
            self.not_found(&search);
            return;
        }
        let watermark = section.watermark && !self.p.is_passing(owner, search.token);
        let success = Success {
            search,
            symbol: find == Find::Interceptors,
            sure: find == Find::Anything,
            watermark,
            gain,
        };
        self.log.reveal();
        match may_be_negated(find, watermark) {
            true => self.ask(owner, Order::Negate(success)),
            false => self.found(success),
        }
    }

    fn not_found(&mut self, search: &Search) {
        let owner = search.by.other();
        let by = search.by;
        if let Some(force) = self.p.fleet(owner).by_token(search.token) {
            let who = Self::who(owner, force);
            let second = !search.again && self.p.second_card(self.t, search, force);
            self.log.push(|| Event::SearchFails { by, who });
            match search.purpose {
                Purpose::Reconnaissance => self.lose_touch(owner, who.block),
                _ if second => {
                    let again = Search {
                        again: true,
                        ..search.clone()
                    };
                    self.plan_steps([Step::Search(again)]);
                }
                Purpose::Raid(group) => self.raid_loses(group),
                _ => {}
            }
        }
    }

    pub fn negate(&mut self, success: Success, choice: Choice) {
        let Choice::Negate(how) = choice else {
            self.found(success);
            return;
        };
        let owner = success.search.by.other();
        if let Some(force) = self.p.fleet(owner).by_token(success.search.token) {
            let who = Self::who(owner, force);
            self.log.reveal();
            self.log.push(|| Event::Negated { who, how });
            if how == Negation::Cam
                && let Some(force) = self.p.fleet_mut(owner).force_mut(who.block)
            {
                force.use_cam(); // [1.4.3]
            }
            self.not_found(&success.search);
        }
    }

    /// A success: a Dummy goes, any other block is better known [6.2.1]; a pack that has found its target attacks.
    fn found(&mut self, success: Success) {
        let owner = success.search.by.other();
        let Some(force) = self.p.fleet(owner).by_token(success.search.token) else {
            return;
        };
        let (block, kind, id) = (force.block, force.kind, force.id.gain(success.gain));
        self.log.reveal();
        match success.search.purpose {
            Purpose::Reconnaissance if kind == Kind::Dummy => self.dummy_gone(owner, block),
            Purpose::Reconnaissance => {
                let (by, token) = (success.search.by, success.search.token);
                self.plan_steps([Step::Touch(by, token)]); // after its report [6.2.1]
                self.find(owner, block, id);
            }
            Purpose::Locate(attacker) => {
                self.located(success.search.by, attacker, success.search.token)
            }
            Purpose::Raid(group) => self.raid_finds(group, &success),
            Purpose::Straggler(finder) => {
                self.met(success.search.by, finder, success.search.token);
            }
            Purpose::Engage(attacker) => self.has_found(attacker),
            Purpose::Intercept(own) => {
                self.has_intercepted(success.search.by, own, success.search.token);
            }
            Purpose::Join(own) => self.commit_to_battle(success.search.by, own),
            Purpose::Transit if kind == Kind::Dummy => self.dummy_gone(owner, block),
            Purpose::Transit => {
                self.found_in_transit(success.search.by, success.search.token);
                self.find(owner, block, id);
            }
        }
    }

    /// A success of a search: of a force that was at the highest level before, it tells once more what that level tells, and
    /// nothing else [6.2.1], [6.1].
    pub fn find(&mut self, owner: Side, block: BlockId, id: Id) {
        let force = self.p.fleet(owner).force(block);
        let before = force.map_or(Id::UNIDENTIFIED, |force| force.id);
        self.identify(owner, block, id);
        if before == Id::HIGHEST {
            self.report(owner, block, before.levels(), 0);
        }
    }

    /// Raises the ID of a force and reports what the level tells [6.2.1], [6.7].
    pub fn identify(&mut self, owner: Side, block: BlockId, id: Id) {
        let t = self.t;
        let Some(force) = self.p.fleet_mut(owner).force_mut(block) else {
            return;
        };
        // A success in that Radius releases Patrol White, however well the TF was known before [5.1.9].
        let german = owner == Side::Axis && force.kind == Kind::TaskForce;
        let near = |hex: Hex| t.sheet.radius(Radius::British).contains(hex);
        let released = german && force.hex().is_some_and(near);
        let known = id <= force.id;
        if !known {
            force.id = id;
        }
        let (who, kind) = (Self::who(owner, force), force.kind);
        self.p.secret.flags.white_released |= released;
        if known {
            return;
        }
        self.log.push(|| Event::Found {
            by: owner.other(),
            who,
            id,
            kind,
        });
        if owner == Side::Allied && matches!(kind, Kind::Convoy | Kind::TaskForce) {
            self.p.secret.flags.allied_identified = true; // [11.4]
        }
        match id.levels() {
            0 => {}
            1 => self.ask(owner, Order::Tell(block)),
            level => self.report(owner, block, level, 0),
        }
    }

    pub fn tell(&mut self, owner: Side, block: BlockId, choice: Choice) {
        if let Choice::Say(number) = choice {
            self.report(owner, block, 1, number);
        }
    }

    fn report(&mut self, owner: Side, block: BlockId, level: u8, said: u8) {
        let to = owner.other();
        let Some(force) = self.p.fleet(owner).force(block) else {
            return;
        };
        let (who, hex) = (Self::who(owner, force), force.hex());
        let report = recon::report(&self.t.chart, force.kind, &force.units, level, said);
        self.log.push(|| Event::Reported {
            to,
            who,
            report: report.clone(),
        });
        if let Some(hex) = hex {
            let turn = self.p.turn;
            let sighting = Sighting {
                token: who.token,
                turn,
                hex,
                report,
            };
            self.p.fleet_mut(to).notebook.push(sighting);
            if let Some(force) = self.p.fleet_mut(owner).force_mut(block) {
                force.told = force.told.at_least(level); // (R20)
            }
        }
    }
}
