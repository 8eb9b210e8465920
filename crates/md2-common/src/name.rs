//! Names in fixed-size fields.

use core::fmt;

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A name of at most `N` bytes, ended by the first NUL if there is one.
///
/// The bytes need not be UTF-8 and, in real files, often go on with leftovers behind the NUL. All `N` bytes are
/// kept and compared, so that a file can be written back unchanged; [`as_bytes`](Self::as_bytes) is the name itself.
///
/// ```
/// use md2_common::Name;
///
/// let name = Name::from_raw(*b"run1\0\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd");
/// assert_eq!(name.as_bytes(), b"run1");
/// assert_eq!(name.to_string(), "run1");
/// assert_ne!(name, Name::new("run1")?);
/// # Ok::<(), md2_common::NameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(transparent)]
pub struct Name<const N: usize>([u8; N]);

impl<const N: usize> Name<N> {
    /// The field filled with `name` and then NULs. Exactly `N` bytes are allowed; such a name has no NUL.
    ///
    /// # Errors
    /// If `name` is longer than `N` bytes or holds a NUL.
    pub fn new(name: impl AsRef<[u8]>) -> Result<Self, NameError> {
        let name = name.as_ref();
        let mut field = [0; N];
        match field.get_mut(..name.len()) {
            Some(start) if !name.contains(&0) => start.copy_from_slice(name),
            Some(_) => return Err(NameError::Nul),
            None => return Err(NameError::TooLong { length: name.len(), allowed: N }),
        }
        Ok(Self(field))
    }

    /// The field from all its bytes, whatever they are.
    #[must_use]
    pub const fn from_raw(bytes: [u8; N]) -> Self {
        Self(bytes)
    }

    /// All bytes of the field.
    #[must_use]
    pub const fn raw(&self) -> &[u8; N] {
        &self.0
    }

    /// The name: the bytes before the first NUL, or all of them.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.split(|&byte| byte == 0).next().unwrap_or_default()
    }

    /// Whether the field holds a NUL. A skin path without one was cut off.
    #[must_use]
    pub fn is_terminated(&self) -> bool {
        self.0.contains(&0)
    }

    /// Whether the name is printable ASCII throughout.
    #[must_use]
    pub fn is_printable(&self) -> bool {
        self.as_bytes().iter().all(|byte| matches!(byte, b' '..=b'~'))
    }

    /// Whether anything but NULs follows the first NUL.
    #[must_use]
    pub fn has_leftovers(&self) -> bool {
        self.0.iter().skip_while(|&&byte| byte != 0).any(|&byte| byte != 0)
    }
}

impl<const N: usize> Default for Name<N> {
    /// The empty name.
    fn default() -> Self {
        Self([0; N])
    }
}

/// The name, as [`as_bytes`](Name::as_bytes) has it.
impl<const N: usize> AsRef<[u8]> for Name<N> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// The name with bytes that are not printable ASCII escaped (`\xff`).
impl<const N: usize> fmt::Display for Name<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().escape_ascii().fmt(f)
    }
}

/// The name in quotes, and all bytes of the field if more than NULs follow it.
impl<const N: usize> fmt::Debug for Name<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: &[u8] = if self.has_leftovers() { &self.0 } else { self.as_bytes() };
        write!(f, "\"{}\"", shown.escape_ascii())
    }
}

/// Why a text cannot be a [`Name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// The text has more bytes than the field.
    TooLong {
        /// Bytes of the text.
        length: usize,
        /// Bytes of the field.
        allowed: usize,
    },
    /// The text holds a NUL, which would end the name early.
    Nul,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { length, allowed } => write!(f, "the name has {length} bytes, {allowed} fit"),
            Self::Nul => f.write_str("the name holds a NUL byte"),
        }
    }
}

impl core::error::Error for NameError {}
