//! Closed lists of kinds with short names.

/// A closed list of kinds with short names, in tables, records and on screens alike.
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
pub(crate) use named;
