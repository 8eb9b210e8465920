//! Synchronization and effects of the entities that show a model.

use core::fmt;

/// The synchronization of groups between the entities that show the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SyncType {
    /// Groups play at the same time for all entities, according to the game's clock.
    #[default]
    Together,
    /// Groups play with a different offset for each entity, a random time of 0 to 1 seconds. Torches, for example,
    /// flicker independently.
    Random,
}

impl SyncType {
    /// Converts the header field as engines do: 1 is [`Random`](Self::Random), all other values are
    /// [`Together`](Self::Together).
    pub(crate) const fn from_field(field: i32) -> Self {
        if field == 1 { Self::Random } else { Self::Together }
    }

    pub(crate) const fn field(self) -> i32 {
        match self {
            Self::Together => 0,
            Self::Random => 1,
        }
    }
}

/// A set of effects: the `flags` in the header.
///
/// ```
/// use mdl_format::Effects;
///
/// let effects = Effects::from_bits(9);
/// assert!(effects.contains(Effects::ROTATE));
/// assert_eq!(effects.to_string(), "rocket trail, rotates");
/// assert_eq!(Effects::default().to_string(), "none");
/// assert_eq!(Effects::from_bits(0x102).to_string(), "smoke, 0x100");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effects(u32);

impl Effects {
    /// Leaves a rocket's trail and emits light.
    pub const ROCKET: Self = Self(1);
    /// Leaves a grenade's smoke.
    pub const GRENADE: Self = Self(1 << 1);
    /// Leaves a trail of blood.
    pub const GIB: Self = Self(1 << 2);
    /// Rotates around Z, 100 degrees per second. Used for items.
    pub const ROTATE: Self = Self(1 << 3);
    /// Leaves a green trail.
    pub const TRACER: Self = Self(1 << 4);
    /// Leaves a small trail of blood.
    pub const ZOMBIE_GIB: Self = Self(1 << 5);
    /// Leaves an orange trail.
    pub const TRACER2: Self = Self(1 << 6);
    /// Leaves a purple trail.
    pub const TRACER3: Self = Self(1 << 7);
    /// Texels of palette index 255 are transparent. Only later engines support this.
    pub const HOLEY: Self = Self(1 << 14);

    const NAMES: [(Self, &'static str); 9] = [
        (Self::ROCKET, "rocket trail"),
        (Self::GRENADE, "smoke"),
        (Self::GIB, "blood trail"),
        (Self::ROTATE, "rotates"),
        (Self::TRACER, "green trail"),
        (Self::ZOMBIE_GIB, "small blood trail"),
        (Self::TRACER2, "orange trail"),
        (Self::TRACER3, "purple trail"),
        (Self::HOLEY, "holey"),
    ];

    /// Creates a set from its bits, which may include unknown bits.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The bits, as the file stores them.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all effects of `other` are in the set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The bits without a known meaning.
    pub const fn unknown(self) -> u32 {
        let mut bits = self.0;
        let mut i = 0;
        while i < Self::NAMES.len() {
            bits &= !Self::NAMES[i].0.0;
            i += 1;
        }
        bits
    }
}

/// Writes the names of the effects, separated by commas. Unknown bits are written as a number, and an empty set as
/// `none`.
impl fmt::Display for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::default() {
            return f.write_str("none");
        }
        let mut separator = "";
        for (_, name) in Self::NAMES.iter().filter(|(effect, _)| self.contains(*effect)) {
            write!(f, "{separator}{name}")?;
            separator = ", ";
        }
        match self.unknown() {
            0 => Ok(()),
            unknown => write!(f, "{separator}{unknown:#x}"),
        }
    }
}
