//! What stands in one hex of a text map.

use super::style::Ink;
use derbyhouse_scene::{Anchor, Board, Overlay, Piece, Scene};
use std::collections::{BTreeMap, BTreeSet};

/// Everything on the board by the space it is on.
pub struct Cells<'a> {
    pieces: BTreeMap<&'a str, Vec<&'a Piece>>,
    places: BTreeMap<&'a str, char>,
    areas: BTreeMap<&'a str, Vec<char>>,
    marks: BTreeMap<&'a str, String>,
    legal: BTreeSet<&'a str>,
    overlaid: bool,
}

impl<'a> Cells<'a> {
    pub fn new(board: &'a Board, scene: &'a Scene, overlay: Option<&'a Overlay>) -> Self {
        let mut cells = Self {
            pieces: BTreeMap::new(),
            places: board
                .places
                .iter()
                .map(|p| (p.space.as_str(), p.letter))
                .collect(),
            areas: BTreeMap::new(),
            marks: BTreeMap::new(),
            legal: BTreeSet::new(),
            overlaid: overlay.is_some(),
        };
        for piece in &scene.pieces {
            cells.pieces.entry(&piece.space).or_default().push(piece);
        }
        // Under an overlay the map's own marks would be taken for the overlay's.
        for area in scene.areas.iter().filter(|_| overlay.is_none()) {
            for weight in &area.spaces {
                let letters = cells.areas.entry(&weight.space).or_default();
                if !letters.contains(&area.letter) {
                    letters.push(area.letter);
                }
            }
        }
        for area in overlay.iter().flat_map(|overlay| &overlay.areas) {
            for weight in &area.spaces {
                let mark = weight
                    .value
                    .clone()
                    .unwrap_or_else(|| area.letter.to_string());
                cells.marks.insert(&weight.space, mark);
            }
        }
        for offer in scene.prompt.iter().flat_map(|prompt| &prompt.offers) {
            if let Anchor::Space(space) = &offer.anchor {
                cells.legal.insert(space);
            }
        }
        cells
    }

    /// Whether anything at all is to be seen there.
    pub fn is_used(&self, space: &str) -> bool {
        self.pieces.contains_key(space)
            || self.places.contains_key(space)
            || self.legal.contains(space)
    }

    /// Whether any space is marked as an answer.
    pub fn any_legal(&self) -> bool {
        self.legal
            .iter()
            .any(|space| !self.pieces.contains_key(space))
    }

    /// Exactly `width` characters for a space, and their colour.
    pub fn cell(&self, space: &str, playing: bool, width: usize) -> (String, Ink) {
        let pieces = self.pieces.get(space).map_or(&[][..], Vec::as_slice);
        let (text, ink) = if self.overlaid {
            self.marked(space, playing, pieces, width)
        } else if let Some(top) = pieces.first() {
            let text = match (pieces.len(), width) {
                (1, 4..) => {
                    let free = width - 1;
                    format!(
                        "{:free$}{}",
                        fit(&top.short, free),
                        self.area_letters(space, 1)
                    )
                }
                (1, _) => fit(&top.short, width),
                (count @ 2..=9, 4..) => format!("{}+{count}", fit(&top.short, width - 2)),
                _ => format!("{}+", fit(&top.short, width - 1)),
            };
            (text, Ink::from(top.side))
        } else {
            self.empty(space, playing, width)
        };
        (format!("{text:width$}"), ink)
    }

    /// A space under an overlay: its mark, with a sign if anything stands there.
    fn marked(&self, space: &str, playing: bool, pieces: &[&Piece], width: usize) -> (String, Ink) {
        let sign = if pieces.is_empty() { "" } else { "@" };
        match self.marks.get(space) {
            Some(mark) => {
                // Where it is tight a figure goes without its sign, so that neighbours do not run together.
                let room = width - sign.len();
                let tight = mark.chars().count() >= width;
                let mark = if tight {
                    mark.trim_end_matches('%')
                } else {
                    mark
                };
                let mark: String = mark.chars().take(room).collect();
                (format!("{mark}{sign}"), Ink::Area)
            }
            None if !sign.is_empty() => (sign.to_owned(), Ink::from(pieces[0].side)),
            None => self.empty(space, playing, width),
        }
    }

    fn empty(&self, space: &str, playing: bool, width: usize) -> (String, Ink) {
        let legal = self.legal.contains(space) && !self.overlaid;
        let room = if legal { width - 1 } else { width };
        let plus = if legal { "+" } else { "" };
        if let Some(letter) = self.places.get(space) {
            return (format!("{letter}{plus}"), Ink::Place);
        }
        let letters = self.area_letters(space, room);
        let ink = match (legal, letters.is_empty()) {
            (true, _) => Ink::Legal,
            (false, false) => Ink::Area,
            (false, true) => Ink::Faint,
        };
        let ground = match (letters.is_empty(), playing) {
            (false, _) => letters,
            (true, true) => "·".to_owned(),
            (true, false) => String::new(),
        };
        (format!("{ground}{plus}"), ink)
    }

    fn area_letters(&self, space: &str, most: usize) -> String {
        let letters = self.areas.get(space).into_iter().flatten();
        letters.take(most).collect()
    }
}

/// A short name in a little room: what does not fit loses its middle, since ends tell pieces apart; of a number no
/// digit is lost while the digits fit.
fn fit(short: &str, room: usize) -> String {
    let letters: Vec<char> = short.chars().collect();
    if letters.len() <= room {
        return short.to_owned();
    }
    let digits = letters
        .iter()
        .rev()
        .take_while(|c| c.is_ascii_digit())
        .count();
    let tail = digits.clamp(1, room);
    let head = room - tail;
    let tail = &letters[letters.len() - tail..];
    letters[..head].iter().chain(tail).collect()
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn names_lose_their_middle() {
        assert_eq!(fit("HX1", 3), "HX1");
        assert_eq!(fit("HX1", 2), "H1");
        assert_eq!(fit("HX1", 1), "1");
        assert_eq!(fit(">12", 2), "12");
        assert_eq!(fit("ABC", 2), "AC");
        assert_eq!(fit("6", 3), "6");
    }
}
