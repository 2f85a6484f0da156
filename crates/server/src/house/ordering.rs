//! Standing orders: what a person answers once for all.

use crate::house::acts::Act;
use crate::house::table::Access;
use crate::house::tables::House;
use crate::house::view::{TableView, Wanted};
use crate::problem::{Kind, Problem};
use derbyhouse_scene::{Orders, Standing};
use serde::Serialize;
use std::collections::BTreeMap;

/// Orders with their new answers; without one, the seat is asked again.
pub type Changes = BTreeMap<String, Option<String>>;

/// The most orders that one seat keeps: a boat each and some more.
const MOST_ORDERS: usize = 4_000;

/// What a seat may order, and what it has.
#[derive(Debug, Serialize)]
pub struct Ordered {
    /// What may be ordered.
    pub orders: Vec<Standing>,
    /// What is.
    pub given: Orders,
}

impl House {
    /// What the owner of a key may order, and has.
    pub async fn ordered(&self, access: &Access) -> Result<Ordered, Problem> {
        let seat = access.seat()?;
        let orders = self.open(&access.table).await?.played()?.standing(seat);
        let given = access.table.orders().swap_remove(seat.index());
        Ok(Ordered { orders, given })
    }

    /// Changes orders, all of them or none, and answers what they cover.
    pub async fn order(&self, access: Access, changes: Changes) -> Result<TableView, Problem> {
        let seat = access.seat()?;
        let known = self.ordered(&access).await?.orders;
        changes
            .iter()
            .try_for_each(|change| check(&known, change))?;
        let mut orders = access.table.orders().swap_remove(seat.index());
        for (id, answer) in changes {
            match answer {
                Some(answer) => drop(orders.insert(id, answer)),
                None => drop(orders.remove(&id)),
            }
        }
        if orders.len() > MOST_ORDERS {
            let what = format!("a seat keeps at most {MOST_ORDERS} orders");
            return Err(Problem::new(Kind::Unusable, what));
        }
        let text = serde_json::to_string(&orders).map_err(Problem::internal)?;
        let id = &access.table.id;
        self.store.order(id, seat.index(), &text).await?;
        // What is not stored is not ordered.
        if let Some(row) = access.table.people().seats.get_mut(seat.index()) {
            row.orders = text;
        }
        let wanted = Wanted::default();
        self.act(access.table, seat, None, Act::Follow, wanted)
            .await
    }
}

fn check(known: &[Standing], (id, answer): (&String, &Option<String>)) -> Result<(), Problem> {
    let unusable = |what: String| Problem::new(Kind::Unusable, what);
    // An order about something that is gone may still be taken back.
    let Some(answer) = answer else { return Ok(()) };
    let order = known.iter().find(|order| order.id == *id);
    let order = order.ok_or_else(|| unusable(format!("there is no order “{id}” to give")))?;
    if order.takes(answer) {
        return Ok(());
    }
    let answers: Vec<&str> = order.answers.iter().map(|a| a.id.as_str()).collect();
    let known = answers.join(", ");
    Err(unusable(format!(
        "“{id}” is not carried out by “{answer}”: it is one of {known}"
    )))
}
