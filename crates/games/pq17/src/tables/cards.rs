//! The reconnaissance cards, two decks of forty [1.7].

use super::cells::meta;
use crate::side::{BySide, Side};
use crate::time::Light;
use crate::weather::Column;
use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};
use std::str::FromStr;

/// Cards of a deck [1.7].
pub const CARDS: usize = 40;

named! {
    /// Who searches: the line of a card [6.2].
    Line, "line of a card" {
        Force = "force",
        Air = "air",
        Both = "both",
    }
}

/// What a line of a card says in one column [6.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Find {
    /// `U`: success against anything.
    Anything,
    /// `I`: success unless aircraft are near or are announced (R3).
    Interceptors,
    /// `S`: success off a friendly shore or by a shadower.
    Shore,
    /// Success if the target's ID is at least that.
    AtLeast(u8),
    /// `-`
    Nothing,
}

impl FromStr for Find {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "U" => Self::Anything,
            "I" => Self::Interceptors,
            "S" => Self::Shore,
            "-" => Self::Nothing,
            "0" | "1" | "2" | "3" => Self::AtLeast(text.as_bytes()[0] - b'0'),
            _ => {
                return Err(format!(
                    "“{text}” is no search result: U, I, S, 0 to 3 or - is expected"
                ));
            }
        })
    }
}

impl std::fmt::Display for Find {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Anything => f.write_str("U"),
            Self::Interceptors => f.write_str("I"),
            Self::Shore => f.write_str("S"),
            Self::AtLeast(id) => write!(f, "{id}"),
            Self::Nothing => f.write_str("-"),
        }
    }
}

/// The Day or the Night half of a card.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    finds: [[Find; 4]; 3],
    gains: [u8; 4],
    /// Levels a photograph shows; none at Night [6.9].
    photo: [Option<u8>; 4],
    /// The submarine watermark [6.2.2].
    pub watermark: bool,
    /// Fails if all searchers are Soviet [6.2].
    pub soviet_fail: bool,
}

impl Section {
    pub const fn find(&self, line: Line, column: Column) -> Find {
        self.finds[line.index()][column.index()]
    }

    /// The ID that a success gains [6.2.1].
    pub const fn gain(&self, column: Column) -> u8 {
        self.gains[column.index()]
    }

    /// What a photograph shows, if it shows anything [6.9].
    pub const fn photo(&self, column: Column) -> Option<u8> {
        self.photo[column.index()]
    }
}

named! {
    /// Whom damage falls on [9.3.1], [10.2.6].
    DamageGroup, "group of ships" {
        Heavy = "heavy",
        Flotilla = "dd_tb",
        Convoy = "ax_mx",
    }
}

/// A reconnaissance card.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    sections: [Section; 2],
    /// First number and "+X" number by group.
    damage: [[u8; 2]; 3],
    /// The red octagon: a Convoy is stopped in Gales [9.2.5].
    pub stop: bool,
    /// The boxed D [9.3.2].
    pub disperse: bool,
}

impl Card {
    pub const fn section(&self, light: Light) -> &Section {
        &self.sections[light.index()]
    }

    /// Ships damaged, with the "+X" number or without [9.3.1], [10.2.6].
    pub const fn damage(&self, group: DamageGroup, plus: bool) -> u8 {
        let [first, more] = self.damage[group.index()];
        if plus { first + more } else { first }
    }
}

pub type Decks = BySide<Vec<Card>>;

pub fn read(root: &Node<'_>) -> Result<Decks, TableError> {
    root.only(&[
        "meta",
        "allied_frequency",
        "axis_frequency",
        "allied",
        "axis",
    ])?;
    meta(root, "cards")?;
    let deck = |side: Side| -> Result<Vec<Card>, TableError> {
        let entries = root.get(side.id())?;
        let cards: Vec<Card> = numbered(&entries)?
            .iter()
            .map(card)
            .collect::<Result<_, _>>()?;
        let frequency = root.get(&format!("{side}_frequency"))?;
        for light in Light::ALL {
            for line in Line::ALL {
                let table = frequency.get(&format!("{light}_{line}"))?;
                frequencies(&table, &cards, light, line)?;
            }
        }
        Ok(cards)
    };
    Ok(BySide {
        allied: deck(Side::Allied)?,
        axis: deck(Side::Axis)?,
    })
}

fn numbered<'t>(entries: &Node<'t>) -> Result<Vec<Node<'t>>, TableError> {
    let entries: [Node<'t>; CARDS] = entries.array()?;
    for (place, entry) in entries.iter().enumerate() {
        entry.get("index")?.int(place + 1..=place + 1)?;
    }
    Ok(entries.into())
}

fn card(entry: &Node<'_>) -> Result<Card, TableError> {
    entry.only(&["index", "day", "night", "damage", "stop", "disperse"])?;
    let damage = entry.get("damage")?;
    let group = |group: DamageGroup| -> Result<[u8; 2], TableError> {
        damage.get(group.id())?.list_of(|number| number.int(0..=9))
    };
    let [heavy, flotilla, convoy] = DamageGroup::ALL.map(group);
    Ok(Card {
        sections: [
            section(&entry.get("day")?, true)?,
            section(&entry.get("night")?, false)?,
        ],
        damage: [heavy?, flotilla?, convoy?],
        stop: entry.get("stop")?.bool()?,
        disperse: entry.get("disperse")?.bool()?,
    })
}

fn section(node: &Node<'_>, day: bool) -> Result<Section, TableError> {
    let mut keys = vec!["force", "air", "both", "id", "sub", "soviet_fail"];
    keys.extend(day.then_some("photo"));
    node.only(&keys)?;
    let line = |line: Line| -> Result<[Find; 4], TableError> {
        node.get(line.id())?.list_of(|find| find.parse())
    };
    let [force, air, both] = Line::ALL.map(line);
    let photo = |cell: Node<'_>| match cell.str()? {
        "-" => Ok(None),
        "ID2" => Ok(Some(2)),
        "ID3" => Ok(Some(3)),
        "ID4" => Ok(Some(4)),
        _ => Err(cell.expected("ID2, ID3, ID4 or -")),
    };
    Ok(Section {
        finds: [force?, air?, both?],
        gains: node.get("id")?.list_of(|gain| gain.int(1..=3))?,
        photo: match day {
            true => node.get("photo")?.list_of(photo)?,
            false => [None; 4],
        },
        watermark: node.get("sub")?.bool()?,
        soviet_fail: node.get("soviet_fail")?.bool()?,
    })
}

/// The cards hold just as many of each result as the deck was designed for.
fn frequencies(
    table: &Node<'_>,
    cards: &[Card],
    light: Light,
    line: Line,
) -> Result<(), TableError> {
    let results = [
        Find::Anything,
        Find::Interceptors,
        Find::Shore,
        Find::AtLeast(0),
        Find::AtLeast(1),
        Find::AtLeast(2),
        Find::AtLeast(3),
        Find::Nothing,
    ];
    let columns: [Node<'_>; 4] = table.array()?;
    for (column, counts) in Column::ALL.into_iter().zip(&columns) {
        let counts: [Node<'_>; 8] = counts.array()?;
        for (find, count) in results.into_iter().zip(&counts) {
            let there = cards
                .iter()
                .filter(|card| card.section(light).find(line, column) == find)
                .count();
            if count.int(0..=CARDS)? != there {
                return Err(count.error(format!("the deck holds {there} cards with {find} here")));
            }
        }
    }
    Ok(())
}
