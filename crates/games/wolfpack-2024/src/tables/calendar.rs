//! War periods and eras [4.era], [69.period_result].

use super::cells::{is, just};
use crate::calendar::{Era, MONTHS, Month};
use derbyhouse_tables::{Node, TableError};

/// The calendar of the war.
#[derive(Clone, Debug)]
pub struct Calendar {
    /// Three months each, in order.
    pub periods: [WarPeriod; MONTHS / 3],
    early_until: Month,
    /// From the end of this period on a campaign may be decided [70.auto_win].
    pub check_from_period: u8,
    /// Periods won that win the campaign [70.auto_win].
    pub auto_win: u8,
    /// Periods lost that lose it [70.auto_loss].
    pub auto_loss: u8,
}

/// Three patrols [69.period_result].
#[derive(Clone, Debug)]
pub struct WarPeriod {
    pub months: [Month; 3],
    pub vp_required: i32,
    /// So many boats lost lose the campaign [69.loss_limit].
    pub loss_limit: u8,
}

impl Calendar {
    /// The era of a month [4.era].
    pub fn era(&self, month: Month) -> Era {
        if month <= self.early_until {
            Era::Early
        } else {
            Era::Late
        }
    }

    /// The war period of a month.
    pub fn period(&self, month: Month) -> &WarPeriod {
        &self.periods[month.period()]
    }
}

pub fn read(root: &Node<'_>) -> Result<Calendar, TableError> {
    let eras = root.get("calendar")?;
    eras.only(&["early_until", "late_from"])?;
    let early_until: Month = eras.get("early_until")?.parse()?;
    let late_from = eras.get("late_from")?;
    if early_until.next() != Some(late_from.parse()?) {
        return Err(late_from.error("the late war begins the month after the early war ends"));
    }
    root.get("war_period_note")?.only(&[])?;
    let end = root.get("campaign_end")?;
    end.only(&[
        "check_from_war_period",
        "auto_win_periods",
        "auto_loss_periods",
        "loss_limit_checked",
    ])?;
    is(&end.get("loss_limit_checked")?, "after every patrol")?; // (R52)
    let mut number = 0;
    let periods = root.get("war_period")?.list_of(|node| {
        number += 1;
        period(number, &node)
    })?;
    Ok(Calendar {
        periods,
        early_until,
        check_from_period: end.get("check_from_war_period")?.int(1..=6)?,
        auto_win: end.get("auto_win_periods")?.int(1..=6)?,
        auto_loss: end.get("auto_loss_periods")?.int(1..=6)?,
    })
}

fn period(number: usize, node: &Node<'_>) -> Result<WarPeriod, TableError> {
    node.only(&["no", "months", "era", "vp_required", "loss_limit"])?;
    just(&node.get("no")?, number as i64)?;
    let months = node.get("months")?;
    let expected = Month::all().skip(3 * (number - 1)).take(3);
    let read = months.list_of(|month| month.parse::<Month>())?;
    if !expected.eq(read) {
        return Err(months.error("the periods are three months each, in order from 1941-10"));
    }
    Ok(WarPeriod {
        months: read,
        vp_required: node.get("vp_required")?.int(0..=999)?,
        loss_limit: node.get("loss_limit")?.int(1..=20)?,
    })
}

/// The eras of the periods agree with the calendar, and loss limits do not fall.
pub fn check_campaign(calendar: &Calendar, root: &Node<'_>) -> Result<(), TableError> {
    let mut least = 0;
    for (period, node) in calendar
        .periods
        .iter()
        .zip(root.get("war_period")?.items()?)
    {
        let era = node.get("era")?;
        let named: Era = era.parse()?;
        if period
            .months
            .iter()
            .any(|month| calendar.era(*month) != named)
        {
            return Err(era.error("calendar has these months in the other era"));
        }
        least = node.get("loss_limit")?.int(least..=20)?;
    }
    Ok(())
}
