//! Dice that a person has rolled: they lie ready in trays, each for one purpose, and what is not there is drawn. So a
//! fight can be played from given dice without knowing in which order play takes them up.

use super::{Chance, ScriptError, script};

/// Results laid ready by hand.
#[derive(Clone, Debug, Default)]
pub struct ByHand {
    trays: Vec<Tray>,
    lots: Vec<Vec<String>>,
    lots_drawn: usize,
}

#[derive(Clone, Debug)]
struct Tray {
    purpose: &'static str,
    results: Vec<u32>,
    next: usize,
    trouble: Option<ScriptError>,
}

impl ByHand {
    /// Lays out the results for one purpose, after those that lie there already. Draws for that purpose take them, and
    /// they must suffice; draws for a purpose without a tray are made as ever.
    pub fn lay(&mut self, purpose: &'static str, results: impl IntoIterator<Item = u32>) {
        match self.trays.iter_mut().find(|tray| tray.purpose == purpose) {
            Some(tray) => tray.results.extend(results),
            None => self.trays.push(Tray {
                purpose,
                results: results.into_iter().collect(),
                next: 0,
                trouble: None,
            }),
        }
    }

    /// A lot that was drawn by hand: one of these names. The last one goes for all lots that follow.
    pub fn lay_lot(&mut self, names: Vec<String>) {
        self.lots.push(names);
    }

    fn take(&mut self, purpose: &str, n: u32, low: u32) -> Option<u32> {
        let tray = self.trays.iter_mut().find(|tray| tray.purpose == purpose)?;
        Some(script(&tray.results, &mut tray.next, &mut tray.trouble, n, low) + low)
    }

    /// The only thing that there is to draw, or the first with the name of the lot.
    fn take_lot<'a>(&mut self, weights: &[u32], name: impl Fn(usize) -> &'a str) -> Option<usize> {
        let last = self.lots.len().checked_sub(1)?;
        let names = &self.lots[self.lots_drawn.min(last)];
        self.lots_drawn += 1;
        let mut there = (0..weights.len()).filter(|index| weights[*index] > 0);
        match (there.next(), there.next()) {
            (only, None) => only,
            (first, second) => {
                let mut all = first.into_iter().chain(second).chain(there);
                all.find(|index| names.iter().any(|wanted| wanted == name(*index)))
            }
        }
    }

    fn settled(self) -> Result<(), ScriptError> {
        for tray in self.trays {
            let (needed, given) = (tray.next, tray.results.len());
            let left = (needed < given).then_some(ScriptError::TooMany { needed, given });
            if let Some(why) = tray.trouble.or(left) {
                return Err(ScriptError::Purpose {
                    purpose: tray.purpose,
                    why: Box::new(why),
                });
            }
        }
        Ok(())
    }
}

impl Chance {
    /// Results that draws for their purposes take from now on.
    pub fn lay_out(&mut self, hand: ByHand) {
        self.hand = Some(Box::new(hand));
    }

    /// Takes them away again; says whether they were just right.
    pub fn clear_away(&mut self) -> Result<(), ScriptError> {
        self.hand.take().map_or(Ok(()), |hand| hand.settled())
    }

    /// A chit for a purpose: the next one laid ready for it, or one from the full set.
    #[inline]
    pub fn chit_for(&mut self, purpose: &'static str) -> u8 {
        let ready = self.hand.as_mut();
        match ready.and_then(|hand| hand.take(purpose, 10, 0)) {
            Some(chit) => chit as u8,
            None => self.chit(),
        }
    }

    /// An index, each with the chance of its weight, among things that have names: lots drawn by hand are known by them.
    #[inline]
    pub fn lot<'a>(&mut self, weights: &[u32], name: impl Fn(usize) -> &'a str) -> usize {
        let ready = self.hand.as_mut();
        match ready.and_then(|hand| hand.take_lot(weights, name)) {
            Some(index) => index,
            None => self.weighted(weights),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_lie_in_trays_by_purpose() {
        let mut chance = Chance::scripted([7]);
        let mut hand = ByHand::default();
        hand.lay("guns", [1, 2]);
        hand.lay("damage", [9]);
        hand.lay("guns", [3]);
        chance.lay_out(hand);
        assert_eq!(chance.chit_for("guns"), 1);
        assert_eq!(chance.chit_for("damage"), 9);
        assert_eq!(chance.chit_for("guns"), 2);
        assert_eq!(chance.chit_for("weather"), 7, "no tray: it is drawn");
        assert_eq!(chance.chit_for("guns"), 3);
        assert_eq!(chance.clear_away(), Ok(()));
        assert_eq!(chance.settled(), Ok(()));
    }

    #[test]
    fn a_tray_must_be_just_right() {
        let mut chance = Chance::seeded(1);
        for (given, taken, words) in [
            (2, 1, "guns: 2 results were given, but only 1 are needed"),
            (1, 3, "guns: 3 results are needed, but only 1 were given"),
        ] {
            let mut hand = ByHand::default();
            hand.lay("guns", vec![4; given]);
            chance.lay_out(hand);
            for _ in 0..taken {
                chance.chit_for("guns");
            }
            assert_eq!(chance.clear_away().unwrap_err().to_string(), words);
        }
        assert_eq!(chance.clear_away(), Ok(()), "nothing lies there any more");
    }

    #[test]
    fn lots_by_name() {
        let names = ["oiler", "tanker", "merchant"];
        let mut chance = Chance::scripted([1]);
        let mut hand = ByHand::default();
        hand.lay_lot(vec!["merchant".to_owned()]);
        hand.lay_lot(vec!["oiler".to_owned(), "tanker".to_owned()]);
        chance.lay_out(hand);
        let name = |index: usize| names[index];
        assert_eq!(chance.lot(&[1, 1, 5], name), 2);
        assert_eq!(chance.lot(&[0, 1, 5], name), 1);
        assert_eq!(chance.lot(&[1, 0, 0], name), 0, "there is nothing else");
        assert_eq!(chance.lot(&[1, 1, 5], name), 0, "the last one goes on");
        chance.clear_away().unwrap();
        assert_eq!(chance.lot(&[1, 1, 5], name), 1, "drawn");
        assert_eq!(chance.settled(), Ok(()));
    }
}
