//! Which answer is meant by what somebody typed.

use derbyhouse_scene::{Anchor, Offer, Piece};

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// The answer with that index.
    One(usize),
    /// Any of these.
    Several(Vec<usize>),
    /// None.
    Nothing,
}

impl From<Vec<usize>> for Found {
    fn from(mut found: Vec<usize>) -> Self {
        match found.len() {
            0 => Self::Nothing,
            1 => Self::One(found.remove(0)),
            _ => Self::Several(found),
        }
    }
}

/// The answer whose text is exactly this, as a record has it.
pub fn exact(offers: &[Offer], typed: &str) -> Option<usize> {
    let words = |text: &str| {
        text.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase()
    };
    offers
        .iter()
        .position(|offer| words(&offer.choice) == words(typed))
}

/// The answer that Enter gives.
pub fn default(offers: &[Offer]) -> Option<usize> {
    offers.iter().position(|offer| offer.default)
}

/// By number in the list, by space (or who stands there), by piece, or by the beginning of what it says; the first of
/// these that finds any.
pub fn find(offers: &[Offer], pieces: &[Piece], typed: &str) -> Found {
    if let Some(number) = number(typed)
        && (1..=offers.len()).contains(&number)
    {
        return Found::One(number - 1);
    }
    let lower = typed.to_lowercase();
    let by = |meant: &dyn Fn(&Offer) -> bool| -> Vec<usize> {
        let meant = offers.iter().enumerate().filter(|(_, offer)| meant(offer));
        meant.map(|(index, _)| index).collect()
    };
    let there = |id: &str| {
        let mut there = pieces
            .iter()
            .filter(|piece| piece.space.eq_ignore_ascii_case(typed));
        there.any(|piece| piece.id == id)
    };
    let ways: [&dyn Fn(&Offer) -> bool; 4] = [
        &|offer| match &offer.anchor {
            Anchor::Space(space) => space.eq_ignore_ascii_case(typed),
            Anchor::Piece(piece) => there(piece),
            Anchor::Button => false,
        },
        &|offer| matches!(&offer.anchor, Anchor::Piece(piece) if piece.eq_ignore_ascii_case(typed)),
        &|offer| offer.label.to_lowercase().starts_with(&lower),
        &|offer| offer.choice.to_lowercase().starts_with(&lower),
    ];
    let found = ways
        .iter()
        .map(|way| by(*way))
        .find(|found| !found.is_empty());
    found.unwrap_or_default().into()
}

/// A number of the list. `0817` is none: numbers of a list have no zero before them.
fn number(typed: &str) -> Option<usize> {
    let digits = typed.strip_prefix('#').unwrap_or(typed);
    if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(choice: &str, label: &str, anchor: Anchor) -> Offer {
        Offer {
            choice: choice.into(),
            label: label.into(),
            anchor,
            default: choice == "done",
            odds: Vec::new(),
        }
    }

    fn offers() -> Vec<Offer> {
        let space = |id: &str| Anchor::Space(id.into());
        vec![
            offer("at 0817", "place at 0817", space("0817")),
            offer("at 1015", "place at 1015", space("1015")),
            offer("face 1015 E-W", "turn the stack", space("1015")),
            offer("unit HX1", "take the unit", Anchor::Piece("hx-1".into())),
            offer("done", "end this segment", Anchor::Button),
        ]
    }

    #[test]
    fn numbers_spaces_pieces_and_words() {
        let offers = offers();
        assert_eq!(find(&offers, &[], "2"), Found::One(1));
        assert_eq!(find(&offers, &[], "#5"), Found::One(4));
        assert_eq!(find(&offers, &[], "0817"), Found::One(0));
        assert_eq!(find(&offers, &[], "1015"), Found::Several(vec![1, 2]));
        assert_eq!(find(&offers, &[], "HX-1"), Found::One(3));
        assert_eq!(find(&offers, &[], "End"), Found::One(4));
        assert_eq!(find(&offers, &[], "place"), Found::Several(vec![0, 1]));
        assert_eq!(find(&offers, &[], "99"), Found::Nothing);
        assert_eq!(find(&offers, &[], "0"), Found::Nothing);
        assert_eq!(exact(&offers, " Face  1015 e-w"), Some(2));
        assert_eq!(exact(&offers, "face"), None);
        assert_eq!(default(&offers), Some(4));
    }
}
