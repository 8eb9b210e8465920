//! Records of fixed size in the bytes of a file.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use bytemuck::Pod;

/// A number, an array or a record that a file stores in little-endian bytes, without padding. Its size in the file is
/// its [`size_of`]. Any bytes are a valid value. The macro [`records!`](crate::records!) defines structs of this kind.
///
/// The crate compiles only for little-endian machines, whose memory has the bytes of the file.
pub trait Record: Pod {
    /// Reads the record at the start of `bytes`.
    ///
    /// # Panics
    /// If `bytes` is too short.
    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        bytemuck::pod_read_unaligned(&bytes[..size_of::<Self>()])
    }

    /// Reads the record at the start of `bytes`; `None` if `bytes` is too short.
    fn parse(bytes: &[u8]) -> Option<Self> {
        (bytes.len() >= size_of::<Self>()).then(|| Self::read(bytes))
    }

    /// Reads all records in `bytes`. Ignores an incomplete record at the end.
    #[inline]
    fn read_all(bytes: &[u8]) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        bytes.chunks_exact(size_of::<Self>()).map(|bytes| Self::read(bytes))
    }

    /// Returns the bytes of records.
    #[inline(always)]
    fn bytes_of(records: &[Self]) -> &[u8] {
        bytemuck::cast_slice(records)
    }

    /// Adds the bytes of the record to the end of `bytes`.
    #[inline]
    fn append_to(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(bytemuck::bytes_of(self));
    }

    /// Adds the bytes of all records to the end of `bytes`.
    fn append_all(records: &[Self], bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(Self::bytes_of(records));
    }
}

impl<T: Pod> Record for T {}

#[cfg(target_endian = "big")]
compile_error!("records are read only on little-endian machines");

/// Defines structs that are [`Record`]s: their fields are records and follow each other without padding.
///
/// ```
/// use md2_common::Record;
///
/// md2_common::records! {
///     /// A corner of a triangle.
///     pub struct Corner {
///         position: u16,
///         st: [i16; 2],
///     }
/// }
///
/// assert_eq!(Corner::read(&[1, 0, 2, 0, 255, 255]), Corner { position: 1, st: [2, -1] });
/// ```
#[macro_export]
macro_rules! records {
    ($($(#[$attribute:meta])* pub struct $Record:ident { $($fields:tt)* })*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, $crate::__bytemuck::Pod, $crate::__bytemuck::Zeroable)]
        #[bytemuck(crate = "md2_common::__bytemuck")]
        #[repr(C)]
        pub struct $Record { $($fields)* }
    )*};
}

/// A list of records in the bytes of a file. The records are read from the bytes when they are accessed.
///
/// ```
/// use md2_common::Records;
///
/// let numbers = Records::<u16>::new(&[1, 0, 2, 1]);
/// assert_eq!((numbers.len(), numbers.get(1)), (2, Some(258)));
/// assert_eq!(numbers.iter().sum::<u16>(), 259);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Records<'a, T> {
    /// A multiple of the size of a record.
    bytes: &'a [u8],
    record: PhantomData<T>,
}

impl<'a, T: Record> Records<'a, T> {
    /// Returns the records in `bytes`. Ignores an incomplete record at the end.
    pub const fn new(bytes: &'a [u8]) -> Self {
        let (bytes, _) = bytes.split_at(bytes.len() / size_of::<T>() * size_of::<T>());
        Self { bytes, record: PhantomData }
    }

    /// The bytes of the records.
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Number of records.
    pub const fn len(self) -> usize {
        self.bytes.len() / size_of::<T>()
    }

    /// Whether there are no records.
    pub const fn is_empty(self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns record `i`; `None` if there is no such record.
    #[inline]
    pub fn get(self, i: usize) -> Option<T> {
        self.bytes.chunks_exact(size_of::<T>()).nth(i).map(|bytes| T::read(bytes))
    }

    /// Returns the first record; `None` if there are no records.
    pub fn first(self) -> Option<T> {
        self.get(0)
    }

    /// Returns record `i`.
    ///
    /// # Panics
    /// If `i >= self.len()`.
    #[inline]
    #[track_caller]
    pub fn record(self, i: usize) -> T {
        self.get(i).unwrap_or_else(|| panic!("record {i} of {}", self.len()))
    }

    /// Returns the records with the indices in `range`.
    ///
    /// # Panics
    /// If the range is not inside the list.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn slice(self, range: Range<usize>) -> Self {
        Self { bytes: &self.bytes[range.start * size_of::<T>()..range.end * size_of::<T>()], ..self }
    }

    /// Returns lists of `count` records each. The last list may be shorter.
    ///
    /// # Panics
    /// If `count` is 0.
    pub fn chunks(self, count: usize) -> impl ExactSizeIterator<Item = Self> + Clone {
        self.bytes.chunks(count.saturating_mul(size_of::<T>())).map(Self::new)
    }

    /// Returns the records in the order of the file.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator + Clone + use<'a, T> {
        T::read_all(self.bytes)
    }

    /// Copies the records.
    pub fn to_vec(self) -> Vec<T> {
        let mut records = vec![T::zeroed(); self.len()];
        bytemuck::cast_slice_mut(&mut records).copy_from_slice(self.bytes);
        records
    }
}

impl<T: Record> Default for Records<'_, T> {
    fn default() -> Self {
        Self::new(&[])
    }
}

impl<T: Record + fmt::Debug> fmt::Debug for Records<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
