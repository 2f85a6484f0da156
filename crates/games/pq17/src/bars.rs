//! Why a force may not go where its admiral wants: each bar has its rule. Play asks whether there is one, the table which.

use std::fmt;

/// What keeps a force from a step, from leaving port or from entering one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bar {
    TooFar,
    NoWay,
    SolidPack,
    NoHexes,
    InnerLeads,
    EnemyPort,
    OnePack,
    KeepsClear,
    PatrolArea,
    Closed,
    DistantCover,
    NoSevernyPoint,
    Astray,
    Stopped,
    NotDue,
    NotReady,
    WaitsForTransfer,
    SovietHalf,
    NoNews,
    Carriers,
    NoPoints,
    LeftPort,
    NotBound,
    PortLimit,
    PortUse,
}

impl Bar {
    /// The rule, and what it says.
    pub const fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::TooFar => ("5.1", "one step goes to a neighbouring hex"),
            Self::SolidPack => ("10.2.5", "no way is planned into Solid Pack"),
            Self::NoWay => ("5.1", "no way over water from where it stands to this hex"),
            Self::NoHexes => ("5.1", "it has no hexes left in this turn"),
            Self::InnerLeads => ("5.1.6", "no High Speed in the Inner Leads"),
            Self::EnemyPort => ("5.1.4", "the hex of an enemy port is closed"),
            Self::OnePack => ("5.1.4", "only one pack may be off Murmansk"),
            Self::KeepsClear => (
                "5.2.1",
                "British packs keep clear of Convoys and of Soviet packs",
            ),
            Self::PatrolArea => ("5.2.1", "outside the patrol area of Soviet submarines"),
            Self::Closed => ("15.8.2", "closed to Soviet submarines for a time"),
            Self::DistantCover => (
                "7",
                "Capital Ships stay farther west until a German one is reported at sea",
            ),
            Self::NoSevernyPoint => (
                "4.3.2",
                "beyond Soviet aircraft it costs a point of Severny Flot, and none is left",
            ),
            Self::Astray => (
                "5.1.5",
                "a Convoy never goes back, nor farther from where it is bound",
            ),
            Self::Stopped => ("9.2.5", "Gales stop the Convoy in this turn"),
            Self::NotDue => ("4.2", "the Convoy is not due yet"),
            Self::NotReady => ("5.1.3", "units that broke down keep it in port"),
            Self::WaitsForTransfer => ("15.7", "Prinz Eugen leaves port only to transfer"),
            Self::SovietHalf => ("15.8.2", "only half of the Soviet destroyers may be at sea"),
            Self::NoNews => ("11.4", "fuel is short: no Allied force is known at sea"),
            Self::Carriers => (
                "5.1.8",
                "Tirpitz waits until every Allied carrier is identified",
            ),
            Self::NoPoints => ("4.3", "not enough Command Points are left"),
            Self::LeftPort => ("5.1.2", "it has left port in this turn"),
            Self::NotBound => ("5.1.5", "the Convoy is not bound for this port"),
            Self::PortLimit => (
                "5.1.2",
                "more foreign warships than this port takes in at this date",
            ),
            Self::PortUse => ("5.1.2", "this port is not for such ships"),
        }
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rule, words) = self.told();
        write!(f, "{words} [{rule}]")
    }
}
