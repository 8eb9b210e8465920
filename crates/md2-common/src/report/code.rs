//! Codes and severities of findings.

use core::fmt;

use super::engine::{Engine, Engines};

/// The trait of the codes of findings. For each format, [`codes!`](crate::codes) defines an enum that implements this trait.
pub trait Code: Copy + Ord + fmt::Debug + fmt::Display + 'static {
    /// The type of a finding's location. Its text is, for example, `frame 17 ("run3"), vertex 3`.
    type Location: Clone + PartialEq + fmt::Debug + fmt::Display;
    /// The enum of the programs that read the format.
    type Engine: Engine;

    /// All codes of the format.
    const ALL: &'static [Self];

    /// The code as text, such as `MD2-E007`.
    fn as_str(self) -> &'static str;

    /// The severity of findings with this code.
    fn severity(self) -> Severity;

    /// An explanation of the finding, in one or two sentences.
    fn explanation(self) -> &'static str;

    /// The engines that findings with this code usually affect. A single finding can affect other engines.
    fn engines(self) -> Engines<Self::Engine>;
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Unusual but harmless.
    Note,
    /// An engine rejects the file, draws it incorrectly, or fails.
    Warning,
    /// The parser of this format rejects the file.
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

/// Defines the enum of a format's codes from a table, and implements [`report::Code`](crate::report::Code) for it.
///
/// Each row of the table gives the variant, the code as text, the [`Engines`](crate::report::Engines) that are
/// usually affected (the name of a constant in scope), and the explanation. The enum also has the trait's methods as
/// inherent methods, so that callers need not import the trait. See [`report`](mod@crate::report) for an example.
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
            $($(
                #[doc = ::core::concat!("`", $code, "`: ", $text)]
                $variant,
            )*)*
        }

        impl $Code {
            /// All codes of the format.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// The code as text, such as `MD2-E007`.
            pub const fn as_str(self) -> &'static str {
                match self { $($(Self::$variant => $code,)*)* }
            }

            /// The severity of findings with this code.
            pub const fn severity(self) -> $crate::report::Severity {
                match self { $($(Self::$variant => $crate::report::Severity::$severity,)*)* }
            }

            /// An explanation of the finding, in one or two sentences.
            pub const fn explanation(self) -> &'static str {
                match self { $($(Self::$variant => $text,)*)* }
            }

            /// The engines that findings with this code usually affect. A single finding can affect other engines.
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
    };
}
