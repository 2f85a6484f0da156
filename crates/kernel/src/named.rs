//! Closed lists of kinds with short names.

/// Makes an enum whose variants have short names, the same in tables, records and on screens. It is ordered as written,
/// knows `ALL` of itself, and reads and writes its names; a wrong name is an error that lists the right ones.
///
/// ```
/// derbyhouse_kernel::named! {
///     /// How the sea is covered from the air.
///     Cover, "air cover" {
///         /// Not at all.
///         None = "none",
///         /// Now and then.
///         Light = "light",
///     }
/// }
/// assert_eq!("light".parse(), Ok(Cover::Light));
/// assert_eq!(Cover::ALL.map(Cover::id), ["none", "light"]);
/// assert_eq!("fog".parse::<Cover>(), Err("“fog” is no air cover: it is one of none, light".to_owned()));
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $text)] $variant),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// Place in [`Self::ALL`].
            pub const fn index(self) -> usize { self as usize }

            /// The short name.
            pub const fn id(self) -> &'static str { match self { $(Self::$variant => $text),+ } }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.pad(self.id()) }
        }

        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(s: &str) -> Result<Self, String> {
                Self::ALL.into_iter().find(|v| v.id() == s).ok_or_else(|| {
                    format!("“{s}” is no {}: it is one of {}", $what, [$($text),+].join(", "))
                })
            }
        }
    };
}
