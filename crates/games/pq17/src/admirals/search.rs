//! Searching, being searched, and shadowing.

use super::belief::Guess;
use super::staff::Staff;
use super::{Advice, Grade};
use crate::choice::Choice;
use crate::forces::{Id, Shadower, Token};
use crate::hex::Hex;
use crate::recon::Negation;
use crate::sequence::Success;
use crate::side::Side;
use crate::tables::Sector;
use crate::view::Contact;

impl Staff<'_> {
    /// What it is worth to know a contact better; what is known well and shadowed is worth little more.
    pub fn worth_knowing(&self, contact: &Contact) -> f32 {
        let weights = self.beliefs.weights(contact.token);
        let worth = 5.0 * weights.convoy()
            + 4.0 * weights.of(Guess::Heavy)
            + 2.0 * weights.of(Guess::Light)
            + 2.0 * weights.of(Guess::Pack)
            + weights.of(Guess::Dummy);
        let shadow = if contact.shadowed { 0.3 } else { 1.0 };
        let known = match contact.id {
            Id::HIGHEST => 0.4,
            Id::UNIDENTIFIED | Id::ZERO => 1.0,
            _ => 0.8,
        };
        worth * shadow * known
    }

    /// The hex where most is to be learned; a sector hex without a contact finds nothing.
    pub fn sectors(&mut self, named: &[(Sector, Hex)]) -> Advice {
        let contacts = self.contacts();
        let worth = |hex: Hex| -> f32 {
            let here = contacts.iter().filter(|contact| contact.hex == hex);
            here.map(|contact| self.worth_knowing(contact)).sum()
        };
        let mut hexes: Vec<(f32, Choice)> = Vec::new();
        for choice in self.choices {
            if let Choice::Search(sector, hex) = choice
                && !named.iter().any(|(_, other)| other == hex)
            {
                // A hex that two sectors reach is left to the one that reaches less else.
                let spare = if *sector == Sector::Barents {
                    0.0
                } else {
                    0.01
                };
                hexes.push((worth(*hex) + spare, *choice));
            }
        }
        hexes.retain(|(worth, _)| *worth > 0.1);
        if self.grade == Grade::Easy && !hexes.is_empty() {
            let any = hexes[self.pick(hexes.len())].1;
            return Advice::new(any, "Somewhere there.");
        }
        let best = hexes.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((_, choice)) => Advice::new(choice, "Most is to be learned there."),
            None => Advice::new(Choice::Done, "There is nothing more to look for."),
        }
    }

    /// A pack dives; a carrier that is known flies, one that is not stays hidden; CAMs wait for bombers.
    pub fn negate(&mut self, success: &Success) -> Advice {
        let pack = Choice::Negate(Negation::Wolfpack);
        let carrier = Choice::Negate(Negation::Carrier);
        if self.has(pack) {
            return Advice::new(pack, "The boats dive.");
        }
        let known = self
            .view
            .own()
            .any(|force| force.token == success.search.token && force.id >= Id::level(2));
        match self.has(carrier) && known {
            true => Advice::new(carrier, "Her fighters drive him off."),
            false => Advice::new(Choice::Pass, "Let him report."),
        }
    }

    /// Sectors and radii first, then aircraft, then the pack that can be spared; two kinds of shadow are worth having.
    pub fn shadow(&mut self, token: Token) -> Advice {
        let weights = self.beliefs.weights(token);
        let wanted =
            self.side == Side::Allied || weights.convoy() > 0.3 || weights.of(Guess::Heavy) > 0.3;
        let rank = |choice: &Choice| match choice {
            Choice::Shadow(Shadower::Radius(_)) => Some(0),
            Choice::Shadow(Shadower::Sector(_)) => Some(1),
            Choice::Shadow(Shadower::Air(_)) => Some(2),
            Choice::Shadow(Shadower::Cruisers(_)) => Some(3),
            Choice::Shadow(Shadower::Pack(block)) => {
                let spent = self
                    .force(*block)
                    .is_some_and(|pack| super::packs::ready(pack) <= 1);
                spent.then_some(5)
            }
            _ => None,
        };
        let best = self.choices.iter().filter(|choice| rank(choice).is_some());
        match best.min_by_key(|choice| rank(choice)) {
            Some(choice) if wanted => Advice::new(*choice, "Keep in touch."),
            _ => Advice::new(Choice::Pass, "Not worth a shadow."),
        }
    }

    /// Any number that the rule lets him say.
    pub fn tell(&mut self) -> Advice {
        let number = self.pick(self.choices.len());
        Advice::new(
            self.choices.get(number).copied(),
            "As vague as the rule allows.",
        )
    }
}
