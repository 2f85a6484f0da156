//! What people do besides playing: sit down, take a name, talk.

use crate::house::chairs::checked_name;
use crate::house::table::Access;
use crate::house::tables::House;
use crate::problem::{Kind, Problem};
use crate::secret;
use derbyhouse_kernel::{Seat, Viewer};
use derbyhouse_store::{Hash, Key, Line, StoreError};

/// The longest line of chat, in letters.
const LONGEST_LINE: usize = 400;
/// How much of the chat is read again.
const CHAT: u32 = 200;

impl Access {
    /// The seat, if it is one.
    pub fn seat(&self) -> Result<Seat, Problem> {
        match self.viewer {
            Viewer::Seat(seat) => Ok(seat),
            Viewer::Observer => Err(Problem::new(
                Kind::Forbidden,
                "observers watch: for this you need the key of a seat",
            )),
        }
    }
}

impl House {
    /// Swaps an invitation for the key of a seat.
    pub async fn claim(
        &self,
        id: &str,
        invitation: &str,
        name: &str,
    ) -> Result<(&'static str, String), Problem> {
        let name = checked_name(name)?;
        let table = self.find(id).await?;
        let key = secret::key()?;
        let hash = Hash::of(&key);
        let claimed = self.store.claim(id, Hash::of(invitation), hash, &name);
        let seat = claimed.await?.ok_or_else(|| {
            let what = "this invitation is not valid any more: somebody has taken the seat";
            Problem::new(Kind::Taken, what)
        })?;
        {
            let mut people = table.people();
            let seat_key = Key {
                hash,
                seat: Some(seat),
            };
            people.keys.push(seat_key);
            people.open.retain(|open| *open != seat);
            if let Some(row) = people.seats.get_mut(seat)
                && !name.is_empty()
            {
                row.name = name;
            }
        }
        table.seated();
        Ok((table.hosted.seat_id(seat), key))
    }

    /// Gives whoever sits there a name.
    pub async fn rename(&self, access: &Access, name: &str) -> Result<(), Problem> {
        let seat = access.seat()?.index();
        let name = checked_name(name)?;
        self.store.rename(&access.table.id, seat, &name).await?;
        if let Some(row) = access.table.people().seats.get_mut(seat) {
            row.name = name;
        }
        access.table.seated();
        Ok(())
    }

    /// Notes how many moves whoever sits there has seen, so that any browser can tell what is new. Nobody else is told.
    pub async fn see(&self, access: &Access, moves: usize) -> Result<(), Problem> {
        let seat = access.seat()?.index();
        let table = &access.table;
        let made = table.noticed(access.viewer).moves;
        if moves > made {
            let what = format!("nobody can have seen {moves} moves: there are {made}");
            return Err(Problem::new(Kind::Unusable, what));
        }
        let moves = moves as u64;
        if table.people().seats.get(seat).and_then(|row| row.seen) == Some(moves) {
            return Ok(());
        }
        self.store.see(&table.id, seat, moves).await?;
        if let Some(row) = table.people().seats.get_mut(seat) {
            row.seen = Some(moves);
        }
        Ok(())
    }

    /// Says something to everybody at the table.
    pub async fn say(&self, access: &Access, text: &str) -> Result<Line, Problem> {
        let seat = access.seat()?.index();
        let text = checked_line(text)?;
        let table = &access.table;
        let mut last = table.chat.lock().await;
        let line = Line {
            n: *last + 1,
            at: crate::now(),
            seat,
            text,
        };
        let said = self.store.say(&table.id, line.clone()).await;
        match said {
            Ok(()) => *last += 1,
            Err(StoreError::Conflict) => {
                // Another process keeps the same match: count anew.
                let lines = self.store.chat(&table.id, 1).await?;
                *last = lines.last().map_or(0, |line| line.n);
                let what = "somebody spoke at the same moment: please say it again";
                return Err(Problem::new(Kind::Taken, what));
            }
            Err(error) => return Err(error.into()),
        }
        table.said(line.n);
        Ok(line)
    }

    /// What was said lately.
    pub async fn chat(&self, access: &Access) -> Result<Vec<Line>, Problem> {
        Ok(self.store.chat(&access.table.id, CHAT).await?)
    }
}

fn checked_line(text: &str) -> Result<String, Problem> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 || length > LONGEST_LINE {
        let what = format!("a line has 1 to {LONGEST_LINE} letters");
        return Err(Problem::new(Kind::Unusable, what));
    }
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err(Problem::new(Kind::Unusable, "a line is plain text"));
    }
    Ok(text.to_owned())
}
