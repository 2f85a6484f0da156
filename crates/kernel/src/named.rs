//! Closed lists of kinds with short names.

/// A closed list of kinds with short names, the same in tables, records and on screens: an enum with `ALL`, `index`,
/// `id`, its text both ways, and serde by that text. The calling crate must depend on serde.
///
/// ```
/// derbyhouse_kernel::named! {
///     /// Half of a day.
///     Half, "half of a day" {
///         /// Before noon.
///         Am = "AM",
///         /// After noon.
///         Pm = "PM",
///     }
/// }
/// assert_eq!("PM".parse(), Ok(Half::Pm));
/// assert_eq!(Half::ALL.map(Half::id), ["AM", "PM"]);
/// assert!("noon".parse::<Half>().unwrap_err().contains("AM, PM"));
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $text)] $variant),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// Place in [`Self::ALL`].
            pub const fn index(self) -> usize { self as usize }

            /// The short name.
            pub const fn id(self) -> &'static str { match self { $(Self::$variant => $text),+ } }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result { f.pad(self.id()) }
        }

        impl ::std::str::FromStr for $name {
            type Err = String;
            fn from_str(s: &str) -> Result<Self, String> {
                Self::ALL.into_iter().find(|v| v.id() == s).ok_or_else(|| {
                    format!("“{s}” is no {}: it is one of {}", $what, [$($text),+].join(", "))
                })
            }
        }
    };
}
