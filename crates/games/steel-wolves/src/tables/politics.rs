//! The political option [35.0]: offices, their influence, and what can be asked of them.

use super::cells;
use super::deeds::Office;
use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};

named! {
    /// What may be asked for once a month [35.0].
    Request, "request" {
        /// A better B-Dienst [7.21].
        Intelligence = "improve_intelligence",
        /// A better Enigma [7.33].
        Enigma = "improve_enigma",
        /// The next aircraft.
        Aircraft = "aircraft",
        /// Better torpedoes.
        Torpedoes = "torpedo_commission",
        /// A unit in angle brackets [8.0].
        Trade = "trade",
        /// The boats of Vichy [36.63H].
        Vichy = "vichy_collaboration",
    }
}

/// Everything of `political.toml`.
#[derive(Clone, Debug)]
pub struct Politics {
    /// By [`Office::index`].
    pub start: [u8; 5],
    pub least: u8,
    pub most: u8,
    /// By [`Request::index`]: who is asked.
    pub offices: [Office; 6],
    /// Influence that a lost aircraft costs, and with whom [7.55].
    pub aircraft_lost: (Office, i8),
}

pub fn read(root: &Node<'_>) -> Result<Politics, TableError> {
    root.only(&["meta", "influence", "request", "gain", "loss"])?;
    let influence = root.get("influence")?;
    influence.only(&["offices", "start", "min", "max"])?;
    let (least, most) = (
        influence.get("min")?.int(0..=9u8)?,
        influence.get("max")?.int(0..=9u8)?,
    );
    let mut start = Vec::new();
    for office in Office::ALL {
        start.push(
            influence
                .get("start")?
                .get(office.id())?
                .int(least..=most)?,
        );
    }
    let mut offices = [None; 6];
    for kind in root.get("request")?.get("kind")?.items()? {
        kind.only(&["id", "office", "effect", "from"])?;
        let id = kind.get("id")?;
        // The office of a request to cancel is the event's [36.64].
        if id.str()? != "cancel_event" {
            let request: Request = id.parse()?;
            offices[request.index()] = Some(kind.get("office")?.parse()?);
        }
    }
    let known: Vec<Office> = offices.into_iter().flatten().collect();
    let lost = root.get("loss")?.get("aircraft_lost")?;
    Ok(Politics {
        start: cells::fixed(&influence, start)?,
        least,
        most,
        offices: cells::fixed(&root.get("request")?, known)?,
        aircraft_lost: (
            lost.get("office")?.parse()?,
            lost.get("change")?.int(-9..=0)?,
        ),
    })
}
