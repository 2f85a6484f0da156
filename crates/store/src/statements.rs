//! What is written, statement by statement. The same words for both databases.

use crate::error::StoreError;
use crate::matches::{Act, NewMatch};
use crate::writer::{Append, Write, Written};
use sqlx::{AnyConnection, Row};

/// The seat of an observer.
pub(crate) const NO_SEAT: i64 = -1;

/// Writes one thing inside a transaction.
pub(crate) async fn write(to: &mut AnyConnection, write: &Write) -> Written {
    match write {
        Write::Create(new) => create(to, new).await.map(|()| None),
        Write::Append(append) => self::append(to, append).await.map(|()| None),
        Write::Claim {
            id,
            invitation,
            key,
            name,
        } => claim(to, id, &invitation.text(), &key.text(), name).await,
        Write::Name { id, seat, name } => rename(to, id, *seat as i64, name).await.map(|()| None),
        Write::Seen { id, seat, moves } => {
            let seen = "UPDATE seats SET seen = $1 WHERE match_id = $2 AND seat = $3";
            let seen = sqlx::query(seen).bind(*moves as i64).bind(id);
            seen.bind(*seat as i64).execute(to).await?;
            Ok(None)
        }
        Write::Orders { id, seat, orders } => {
            sqlx::query("UPDATE seats SET orders = $1 WHERE match_id = $2 AND seat = $3")
                .bind(orders)
                .bind(id)
                .bind(*seat as i64)
                .execute(to)
                .await?;
            Ok(None)
        }
        Write::Say { id, line } => {
            let say = sqlx::query(
                "INSERT INTO chat (match_id, n, at, seat, text) VALUES ($1, $2, $3, $4, $5)",
            );
            let say = say.bind(id).bind(line.n as i64).bind(line.at);
            let say = say.bind(line.seat as i64).bind(&line.text);
            say.execute(to).await.map_err(StoreError::from_write)?;
            Ok(None)
        }
    }
}

async fn create(to: &mut AnyConnection, new: &NewMatch) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO matches (id, game, tutorial, opening, created, updated, glance) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&new.id)
    .bind(&new.game)
    .bind(i64::from(new.tutorial))
    .bind(&new.opening)
    .bind(new.created)
    .bind(new.created)
    .bind(&new.glance)
    .execute(&mut *to)
    .await
    .map_err(StoreError::from_write)?;
    for (index, seat) in new.seats.iter().enumerate() {
        sqlx::query(
            "INSERT INTO seats (match_id, seat, bot, name, orders) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(&new.id)
        .bind(index as i64)
        .bind(seat.bot.as_deref().unwrap_or_default())
        .bind(&seat.name)
        .bind(&seat.orders)
        .execute(&mut *to)
        .await?;
    }
    for key in &new.keys {
        let seat = key.seat.map_or(NO_SEAT, |seat| seat as i64);
        add_key(to, &new.id, &key.hash.text(), seat).await?;
    }
    for invited in &new.invitations {
        sqlx::query("INSERT INTO invitations (match_id, hash, seat) VALUES ($1, $2, $3)")
            .bind(&new.id)
            .bind(invited.hash.text())
            .bind(invited.seat as i64)
            .execute(&mut *to)
            .await?;
    }
    Ok(())
}

async fn append(to: &mut AnyConnection, append: &Append) -> Result<(), StoreError> {
    for (n, act) in (append.version + 1..).zip(&append.acts) {
        add_act(to, &append.id, n as i64, act).await?;
    }
    sqlx::query("UPDATE matches SET updated = $1, glance = $2 WHERE id = $3")
        .bind(append.now)
        .bind(&append.glance)
        .bind(&append.id)
        .execute(to)
        .await?;
    Ok(())
}

async fn add_act(to: &mut AnyConnection, id: &str, n: i64, act: &Act) -> Result<(), StoreError> {
    let (kind, text) = act.deed.words();
    sqlx::query("INSERT INTO acts (match_id, n, seat, kind, text) VALUES ($1, $2, $3, $4, $5)")
        .bind(id)
        .bind(n)
        .bind(act.seat as i64)
        .bind(kind)
        .bind(text)
        .execute(to)
        .await
        .map_err(StoreError::from_write)?;
    Ok(())
}

async fn add_key(
    to: &mut AnyConnection,
    id: &str,
    hash: &str,
    seat: i64,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO keys (match_id, hash, seat) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(hash)
        .bind(seat)
        .execute(to)
        .await?;
    Ok(())
}

/// Swaps an invitation for a key. Only one of two who try at once can delete it.
async fn claim(
    to: &mut AnyConnection,
    id: &str,
    invitation: &str,
    key: &str,
    name: &str,
) -> Written {
    let found = sqlx::query("SELECT seat FROM invitations WHERE match_id = $1 AND hash = $2")
        .bind(id)
        .bind(invitation)
        .fetch_optional(&mut *to)
        .await?;
    let Some(found) = found else {
        return Ok(None);
    };
    let seat: i64 = found.try_get(0)?;
    let deleted = sqlx::query("DELETE FROM invitations WHERE match_id = $1 AND hash = $2")
        .bind(id)
        .bind(invitation)
        .execute(&mut *to)
        .await?;
    if deleted.rows_affected() != 1 {
        return Ok(None);
    }
    add_key(to, id, key, seat).await?;
    if !name.is_empty() {
        rename(to, id, seat, name).await?;
    }
    Ok(usize::try_from(seat).ok())
}

async fn rename(to: &mut AnyConnection, id: &str, seat: i64, name: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE seats SET name = $1 WHERE match_id = $2 AND seat = $3")
        .bind(name)
        .bind(id)
        .bind(seat)
        .execute(to)
        .await?;
    Ok(())
}
