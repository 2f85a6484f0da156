//! Who sits where when a match begins.

use crate::house::games::Hosted;
use crate::problem::{Kind, Problem};
use crate::secret;
use derbyhouse_store::{Hash, Invited, Key, SeatRow};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The longest name of a person, in letters.
const LONGEST_NAME: usize = 40;

/// Who is to sit in a chair.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Chair {
    /// Whoever makes the match.
    Me {
        /// What to be called.
        #[serde(default)]
        #[schema(max_length = 40, pattern = r"^[^\x00-\x1f\x7f-\x9f]*$")]
        name: String,
    },
    /// A computer player.
    Bot {
        /// Which: one of the game's list.
        #[schema(max_length = 40)]
        bot: String,
    },
    /// The first who comes with the invitation.
    Open {},
}

/// Chairs by the short name of their seat. Those that are not named are for whoever makes the match.
pub type Chairs = BTreeMap<String, Chair>;

/// A match that was just made, with everything that opens it. It is told once and never again.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Created {
    /// Its public name.
    pub id: String,
    /// The key of the first own seat, or the observers' if there is none.
    pub key: String,
    /// Keys of the own seats.
    pub keys: BTreeMap<&'static str, String>,
    /// Invitations to the open seats: each can be claimed once.
    pub invitations: BTreeMap<&'static str, String>,
    /// The key of all observers.
    pub observer: String,
}

/// The chairs of a new match: what is kept, and what is told.
pub struct Seating {
    pub rows: Vec<SeatRow>,
    pub keys: Vec<Key>,
    pub invitations: Vec<Invited>,
    pub created: Created,
}

/// Gives every chair its key, computer player or invitation.
pub fn seat_all(hosted: &Hosted, chairs: &Chairs) -> Result<Seating, Problem> {
    if let Some(unknown) = chairs.keys().find(|id| hosted.seat(id).is_none()) {
        let known: Vec<&str> = hosted.info.info.seats.iter().map(|seat| seat.id).collect();
        let what = format!(
            "there is no seat “{unknown}”: it is one of {}",
            known.join(", ")
        );
        return Err(Problem::new(Kind::Unusable, what));
    }
    let observer = secret::key()?;
    let mut seating = Seating {
        rows: Vec::new(),
        keys: vec![Key {
            hash: Hash::of(&observer),
            seat: None,
        }],
        invitations: Vec::new(),
        created: Created {
            id: secret::match_id()?,
            key: String::new(),
            keys: BTreeMap::new(),
            invitations: BTreeMap::new(),
            observer,
        },
    };
    for seat in 0..hosted.seats() {
        seating.add(hosted, seat, chairs.get(hosted.seat_id(seat)))?;
    }
    if seating.created.key.is_empty() {
        seating.created.key = seating.created.observer.clone();
    }
    Ok(seating)
}

impl Seating {
    fn add(&mut self, hosted: &Hosted, seat: usize, chair: Option<&Chair>) -> Result<(), Problem> {
        let id = hosted.seat_id(seat);
        let mut row = SeatRow {
            bot: None,
            name: String::new(),
            seen: None,
            orders: "{}".to_owned(),
        };
        match chair {
            Some(Chair::Bot { bot }) => row.bot = Some(hosted.bot(bot)?.to_owned()),
            Some(Chair::Open {}) => {
                let token = secret::key()?;
                let hash = Hash::of(&token);
                self.invitations.push(Invited { hash, seat });
                self.created.invitations.insert(id, token);
            }
            None | Some(Chair::Me { .. }) => {
                if let Some(Chair::Me { name }) = chair {
                    row.name = checked_name(name)?;
                }
                let key = secret::key()?;
                self.keys.push(Key {
                    hash: Hash::of(&key),
                    seat: Some(seat),
                });
                if self.created.keys.is_empty() {
                    self.created.key.clone_from(&key);
                }
                self.created.keys.insert(id, key);
            }
        }
        self.rows.push(row);
        Ok(())
    }
}

/// A name without spaces around it, short, on one line.
pub fn checked_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    if name.chars().count() > LONGEST_NAME {
        let what = format!("a name has at most {LONGEST_NAME} letters");
        return Err(Problem::new(Kind::Unusable, what));
    }
    if name.chars().any(char::is_control) {
        return Err(Problem::new(Kind::Unusable, "a name is one line of text"));
    }
    Ok(name.to_owned())
}
