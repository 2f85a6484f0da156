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
        for area in &scene.areas {
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

    /// Whether any answer hangs on a space.
    pub fn any_legal(&self) -> bool {
        !self.legal.is_empty()
    }

    /// Exactly `width` characters for a space, and their colour.
    pub fn cell(&self, space: &str, playing: bool, width: usize) -> (String, Ink) {
        let pieces = self.pieces.get(space).map_or(&[][..], Vec::as_slice);
        let (text, ink) = if self.overlaid {
            self.marked(space, playing, pieces, width)
        } else if let Some(top) = pieces.first() {
            let free = width - 1;
            let text = match pieces.len() {
                1 if width > 3 => format!(
                    "{:free$}{}",
                    fit(&top.short, free),
                    self.area_letters(space, 1)
                ),
                1 => fit(&top.short, width),
                2..=9 if width > 2 => format!("{:free$}{}", fit(&top.short, free), pieces.len()),
                _ => format!("{:free$}+", fit(&top.short, free)),
            };
            (text, Ink::from(top.side))
        } else {
            self.empty(space, playing, width)
        };
        (format!("{text:width$}"), ink)
    }

    /// A space under an overlay: its mark, with a star if anything stands there.
    fn marked(&self, space: &str, playing: bool, pieces: &[&Piece], width: usize) -> (String, Ink) {
        let star = if pieces.is_empty() { "" } else { "*" };
        match self.marks.get(space) {
            Some(mark) => {
                let room = width - star.len();
                let mark: String = mark.chars().take(room).collect();
                (format!("{mark}{star}"), Ink::Area)
            }
            None if !star.is_empty() => (star.to_owned(), Ink::from(pieces[0].side)),
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

/// A short name in a little room: what does not fit loses its middle, since ends tell pieces apart.
fn fit(short: &str, room: usize) -> String {
    let letters: Vec<char> = short.chars().collect();
    match letters.len() {
        n if n <= room => short.to_owned(),
        n if room > 1 => letters[..room - 1]
            .iter()
            .chain(&letters[n - 1..])
            .collect(),
        _ => letters[..room].iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn names_lose_their_middle() {
        assert_eq!(fit("HX1", 3), "HX1");
        assert_eq!(fit("HX1", 2), "H1");
        assert_eq!(fit("HX1", 1), "H");
        assert_eq!(fit("6", 3), "6");
    }
}
