//! The programs that a finding affects.

use core::fmt;
use core::marker::PhantomData;

/// A program that reads a format, or the format itself. For each format, [`engines!`](crate::engines) defines an enum
/// that implements this trait.
pub trait Engine: Copy + Eq + fmt::Debug + fmt::Display + 'static {
    /// All engines of the format.
    const ALL: &'static [Self];

    /// The unique number of the engine, below 8.
    fn index(self) -> u32;
}

/// Defines a format's enum of [`Engine`]s with their display names. The last variant is the format itself.
///
/// ```
/// md2_common::engines! {
///     /// A program that reads the format.
///     pub enum Engine {
///         /// The original game.
///         Original "the original",
///         /// The format: the data is wrong for every program.
///         Format "format",
///     }
/// }
///
/// assert_eq!(Engine::ALL.iter().map(Engine::to_string).collect::<Vec<_>>(), ["the original", "format"]);
/// ```
///
/// To serialize engines, add a derive attribute before the enum.
#[macro_export]
macro_rules! engines {
    (
        $(#[$attribute:meta])*
        $vis:vis enum $Engine:ident { $($(#[$about:meta])* $variant:ident $name:literal,)* }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        $vis enum $Engine {
            $($(#[$about])* $variant,)*
        }

        impl $Engine {
            /// All engines of the format.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
        }

        impl ::core::fmt::Display for $Engine {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(match self { $(Self::$variant => $name,)* })
            }
        }

        impl $crate::report::Engine for $Engine {
            const ALL: &'static [Self] = Self::ALL;

            fn index(self) -> u32 {
                self as u32
            }
        }
    };
}

/// A set of [`Engine`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Engines<E> {
    bits: u8,
    engines: PhantomData<E>,
}

impl<E> Engines<E> {
    /// The empty set.
    pub const NONE: Self = Self { bits: 0, engines: PhantomData };

    /// The set that contains only the engine with this [`index`](Engine::index).
    ///
    /// # Panics
    /// If `index` is 8 or above.
    pub const fn from_index(index: u32) -> Self {
        assert!(index < u8::BITS, "there are at most 8 engines");
        Self { bits: 1 << index, engines: PhantomData }
    }

    /// The set of all engines that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self { bits: self.bits | other.bits, engines: PhantomData }
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }
}

impl<E: Engine> Engines<E> {
    /// Whether the set contains `engine`.
    pub fn contains(self, engine: E) -> bool {
        self.bits & Self::from_index(engine.index()).bits != 0
    }

    /// The engines in the set, in the order of [`Engine::ALL`].
    pub fn iter(self) -> impl Iterator<Item = E> + Clone {
        E::ALL.iter().copied().filter(move |&engine| self.contains(engine))
    }
}

/// The names of the engines, separated by commas.
impl<E: Engine> fmt::Display for Engines<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, engine) in self.iter().enumerate() {
            write!(f, "{}{engine}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
