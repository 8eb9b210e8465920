//! Names in fixed-size fields.

use core::ascii;
use core::fmt::{self, Write as _};
use core::str::Utf8Error;

use bytemuck::{Pod, Zeroable};

/// A name in a field of `N` bytes. The name ends before the first NUL; without a NUL, the name fills the field.
///
/// The bytes need not be UTF-8. In many files, leftover bytes of an uncleared buffer follow the NUL. The type stores
/// and compares all `N` bytes, so that a file can be written back unchanged. [`as_bytes`](Self::as_bytes) returns
/// only the name.
///
/// ```
/// use md2_common::Name;
///
/// let name = Name::from_raw(*b"run1\0\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd");
/// assert_eq!(name.as_bytes(), b"run1");
/// assert_eq!(name.to_str()?, "run1");
/// assert_eq!(name.to_string(), "run1");
/// assert_ne!(name, Name::new("run1")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Name<const N: usize>([u8; N]);

impl<const N: usize> Name<N> {
    /// Creates a field with `name`, padded with NULs. A name of exactly `N` bytes has no NUL.
    ///
    /// # Errors
    /// If `name` is longer than `N` bytes or contains a NUL.
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

    /// Creates a field from all its bytes, which may have any values.
    pub const fn from_raw(bytes: [u8; N]) -> Self {
        Self(bytes)
    }

    /// All bytes of the field.
    pub const fn raw(&self) -> &[u8; N] {
        &self.0
    }

    /// The name: the bytes before the first NUL, or all bytes if there is no NUL.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.split(|&byte| byte == 0).next().unwrap_or_default()
    }

    /// The name as text.
    ///
    /// # Errors
    /// If the name is not UTF-8. [`to_string`](fmt::Display) works for every name.
    pub fn to_str(&self) -> Result<&str, Utf8Error> {
        core::str::from_utf8(self.as_bytes())
    }

    /// Whether the field contains a NUL. A field without a NUL may hold a name that was cut off.
    pub fn is_terminated(&self) -> bool {
        self.0.contains(&0)
    }

    /// Whether all characters of the name are printable ASCII.
    pub fn is_printable(&self) -> bool {
        self.as_bytes().iter().all(|byte| matches!(byte, b' '..=b'~'))
    }

    /// Whether bytes other than NUL follow the first NUL.
    pub fn has_leftovers(&self) -> bool {
        self.0.iter().skip_while(|&&byte| byte != 0).any(|&byte| byte != 0)
    }
}

impl<const N: usize> Default for Name<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

/// Returns the name without the NUL, as [`as_bytes`](Name::as_bytes) does.
impl<const N: usize> AsRef<[u8]> for Name<N> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// Compares the name without the NUL, as [`as_bytes`](Name::as_bytes) does, so that `frame.name() == "run1"` works.
impl<const N: usize> PartialEq<str> for Name<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

/// Compares the name without the NUL.
impl<const N: usize> PartialEq<&str> for Name<N> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

/// Shows the name. Bytes that are not printable ASCII are escaped (`\xff`). Backslashes and apostrophes are not, since names
/// are often paths.
impl<const N: usize> fmt::Display for Name<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|&byte| match byte {
            b'\\' | b'\'' => f.write_char(char::from(byte)),
            byte => ascii::escape_default(byte).fmt(f),
        })
    }
}

/// Shows the name in quotes, or all bytes of the field if leftover bytes follow the name.
impl<const N: usize> fmt::Debug for Name<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: &[u8] = if self.has_leftovers() { &self.0 } else { self.as_bytes() };
        write!(f, "\"{}\"", shown.escape_ascii())
    }
}

/// The reason why a text cannot be a [`Name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the texts explain the fields")]
pub enum NameError {
    /// The text has more bytes than the field.
    TooLong { length: usize, allowed: usize },
    /// The text contains a NUL, which would end the name early.
    Nul,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { length, allowed } => {
                write!(f, "the name has {length} bytes, at most {allowed} fit")
            }
            Self::Nul => f.write_str("the name contains a NUL byte"),
        }
    }
}

impl core::error::Error for NameError {}
