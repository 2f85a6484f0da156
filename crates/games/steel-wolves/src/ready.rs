//! Readying and repair in base [9.0], [10.0].

use crate::tables::Track;
use derbyhouse_kernel::named;

named! {
    /// A box of a base [2.1].
    Stand, "box" {
        /// Just in.
        WorkUp = "work_up",
        /// In port.
        InPort = "in_port",
        /// At the pier, or beside the tender.
        Pierside = "pierside",
        /// Ready for sea.
        Ready = "ready_for_sea",
        /// Repair box 1.
        Repair1 = "repair_1",
        /// Repair box 2.
        Repair2 = "repair_2",
        /// Repair box 3.
        Repair3 = "repair_3",
        /// Waits for a place on the repair track [10.2].
        Hold = "hold",
    }
}

impl Stand {
    /// A repair box by its number; 0 is Work Up.
    pub const fn repair(number: u8) -> Self {
        match number {
            0 => Self::WorkUp,
            1 => Self::Repair1,
            2 => Self::Repair2,
            _ => Self::Repair3,
        }
    }

    /// The number of a repair box.
    pub const fn number(self) -> Option<u8> {
        match self {
            Self::Repair1 => Some(1),
            Self::Repair2 => Some(2),
            Self::Repair3 => Some(3),
            _ => None,
        }
    }
}

/// Where a damaged boat goes that has come in, or waits: a box if there is room, else Hold [10.1], [10.2].
pub const fn berth(number: u8, room: bool) -> Stand {
    if room {
        Stand::repair(number)
    } else {
        Stand::Hold
    }
}

/// The number a boat needs to leave a box, and whether the ace's rating comes off the die [9.1], [9.3], [10.0].
pub fn number(stand: Stand, readiness: u8, track: &Track) -> (u8, bool) {
    match (stand, stand.number()) {
        (_, Some(number)) => {
            let boxes = track.repair.unwrap_or_default();
            (boxes[usize::from(number) - 1], false)
        }
        (Stand::WorkUp, _) => (track.work_up, false),
        _ => (readiness, true),
    }
}

/// Where a boat stands after its die; an ace hurries the crew, not the yard [9.1], [9.2], [9.3], [25.1].
pub fn advance(stand: Stand, readiness: u8, small: bool, track: &Track, ace: u8, die: u8) -> Stand {
    let crew = i16::from(die) - i16::from(ace) <= i16::from(readiness);
    match stand {
        Stand::WorkUp if die <= track.work_up => Stand::InPort,
        Stand::InPort if crew && small => Stand::Ready,
        Stand::InPort if crew => Stand::Pierside,
        Stand::Pierside if crew => Stand::Ready,
        stand => stand,
    }
}

/// A repair box after its die: the next lower one, and from box 1 to Work Up (0) [10.0].
pub fn repair(track: &Track, number: u8, die: u8) -> u8 {
    let needed = track
        .repair
        .and_then(|boxes| boxes.get(usize::from(number).wrapping_sub(1)).copied());
    if needed.is_some_and(|needed| die <= needed) {
        number - 1
    } else {
        number
    }
}

/// The box that a boat enters out of Hold, whatever its damage; it rolls from the next week on [10.21].
pub const OUT_OF_HOLD: u8 = 3;
