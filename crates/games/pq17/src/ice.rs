//! Ice (chapter 10): conditions, zones, crossing, damage, the icebreaking channel.

use crate::hex::Hex;
use crate::side::Side;
use crate::tables::Tables;
use derbyhouse_kernel::named;

named! {
    /// An Ice Condition, from the mildest [10.2].
    Ice, "ice condition" {
        Clear = "clear",
        LightDrift = "light_drift",
        HeavyDrift = "heavy_drift",
        ThinPack = "thin_pack",
        SolidPack = "solid_pack",
    }
}

named! {
    /// An ice zone: I in the north to V in the south, west and east (chapter 10).
    Zone, "ice zone" {
        West1 = "I West", West2 = "II West", West3 = "III West", West4 = "IV West", West5 = "V West",
        East1 = "I East", East2 = "II East", East3 = "III East", East4 = "IV East", East5 = "V East",
    }
}

impl Zone {
    /// In the sector of the west.
    pub const fn is_western(self) -> bool {
        use Zone::*;
        matches!(self, West1 | West2 | West3 | West4 | West5)
    }
}

/// The actual condition that a die gives where a condition is predicted [10.1].
pub fn actual(t: &Tables, predicted: Ice, die: u8) -> Ice {
    *t.ice.actual[predicted.index()].get(die.into())
}

/// Ice that icebreakers have worked on: Drift is Clear and Thin Pack Light Drift in the channel, for the Allies [10.3].
pub fn in_channel(t: &Tables, side: Side, hex: Hex, ice: Ice) -> Ice {
    match ice {
        _ if side == Side::Axis || !t.sheet.channel.contains(hex) => ice,
        Ice::LightDrift | Ice::HeavyDrift => Ice::Clear,
        Ice::ThinPack => Ice::LightDrift,
        other => other,
    }
}

/// What meeting ice means for a force [10.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Damage cards, drawn whether the hex is entered or not [10.1], [10.2.6].
    pub cards: u8,
    /// "+X" numbers count.
    pub plus: bool,
    pub may_enter: bool,
}

/// Light Drift is a slight risk to everybody [10.2.2]. Axis forces never enter Heavy Drift or Pack [5.1.7]; nobody enters Solid Pack [10.2.5]. A force that turns back by
/// choice is spared the "+X" numbers of Heavy Drift and Thin Pack [10.2.3], [10.2.4].
pub fn meeting(t: &Tables, side: Side, ice: Ice, turned_back: bool) -> Meeting {
    let may_enter = match side {
        Side::Axis => t.ice.axis_may_enter.contains(&ice),
        Side::Allied => ice != Ice::SolidPack,
    };
    Meeting {
        cards: t.ice.cards[ice.index()],
        plus: t.ice.plus[ice.index()] && !(turned_back && may_enter),
        may_enter,
    }
}

/// Whether a die lets a force into Thin Pack [10.2.4].
pub fn enters_thin_pack(t: &Tables, die: u8) -> bool {
    die >= t.ice.thin_pack
}
