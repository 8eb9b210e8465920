//! The kinds of findings of a format.

use core::fmt;

use super::engine::{Engine, Engines};

/// A kind of finding, an enum of each format. [`codes!`](crate::codes) writes one.
pub trait Code: Copy + Ord + fmt::Debug + fmt::Display + 'static {
    /// Places in a file of the format, displayed as in `frame 17 ("run3"), vertex 3`.
    type Location: Clone + PartialEq + fmt::Debug + fmt::Display;
    /// Programs that read the format.
    type Engine: Engine;

    /// Every code.
    const ALL: &'static [Self];

    /// The code as text: `MD2-E007`.
    fn as_str(self) -> &'static str;

    /// How grave findings of this kind are.
    fn severity(self) -> Severity;

    /// What it means, in a sentence or two.
    fn explanation(self) -> &'static str;

    /// Whom findings of this kind usually concern; a single one can concern fewer or more.
    fn engines(self) -> Engines<Self::Engine>;
}

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Odd, and harmless.
    Note,
    /// Some engine refuses the file, draws it wrong, or fails.
    Warning,
    /// The format's reader refuses the file.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// Writes the enum of a format's codes and its [`report::Code`](crate::report::Code), from a table.
///
/// A row has the variant, the code as text, the usual
/// [`Engines`](crate::report::Engines) as the name of a constant in scope, and the explanation. The methods of the
/// trait are also the enum's own, so that its users need not import it. See [`report`](mod@crate::report) for one.
#[macro_export]
macro_rules! codes {
    (
        $(#[$attribute:meta])*
        $vis:vis enum $Code:ident {
            type Location = $Location:ty;
            type Engine = $Engine:ty;
        }
        $($severity:ident { $($variant:ident $code:literal $engines:ident $text:literal)* })*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        $vis enum $Code {
            $($(#[doc = ::core::concat!("`", $code, "`: ", $text)] $variant,)*)*
        }

        impl $Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// The code as text, as in `MD2-E007`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $($(Self::$variant => $code,)*)* }
            }

            /// How grave findings of this kind are.
            #[must_use]
            pub const fn severity(self) -> $crate::report::Severity {
                match self { $($(Self::$variant => $crate::report::Severity::$severity,)*)* }
            }

            /// What it means, in a sentence or two.
            #[must_use]
            pub const fn explanation(self) -> &'static str {
                match self { $($(Self::$variant => $text,)*)* }
            }

            /// Whom findings of this kind usually concern; a single one can concern fewer or more.
            #[must_use]
            pub const fn engines(self) -> $crate::report::Engines<$Engine> {
                match self { $($(Self::$variant => $engines,)*)* }
            }
        }

        impl $crate::report::Code for $Code {
            type Location = $Location;
            type Engine = $Engine;

            const ALL: &'static [Self] = Self::ALL;

            fn as_str(self) -> &'static str {
                self.as_str()
            }

            fn severity(self) -> $crate::report::Severity {
                self.severity()
            }

            fn explanation(self) -> &'static str {
                self.explanation()
            }

            fn engines(self) -> $crate::report::Engines<$Engine> {
                self.engines()
            }
        }

        impl ::core::fmt::Display for $Code {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        $crate::__serialize_code!($Code);
    };
}

/// For [`codes!`](crate::codes): `Serialize` as text, where there is serde.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __serialize_code {
    ($Code:ident) => {
        /// As text, as in `MD2-E007`.
        impl $crate::__serde::Serialize for $Code {
            fn serialize<S: $crate::__serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

/// For [`codes!`](crate::codes): nothing, where there is no serde.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serialize_code {
    ($Code:ident) => {};
}
