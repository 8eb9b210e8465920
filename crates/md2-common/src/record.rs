//! Records of fixed size in the bytes of a file.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

/// A number, an array or a record that a file stores in little-endian bytes, without padding. Its size in the file is
/// its [`size_of`]. The macro [`records!`](crate::records!) implements the trait for structs.
pub trait Record: Copy {
    /// Reads the record at the start of `bytes`.
    ///
    /// # Panics
    /// If `bytes` is too short.
    fn read(bytes: &[u8]) -> Self;

    /// Reads the record at the start of `bytes`; `None` if `bytes` is too short.
    fn parse(bytes: &[u8]) -> Option<Self> {
        (bytes.len() >= size_of::<Self>()).then(|| Self::read(bytes))
    }

    /// Reads all records in `bytes`. Ignores an incomplete record at the end.
    fn read_all(bytes: &[u8]) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        bytes.chunks_exact(size_of::<Self>()).map(|bytes| Self::read(bytes))
    }

    /// Writes the record to the start of `bytes`.
    ///
    /// # Panics
    /// If `bytes` is too short.
    fn write(&self, bytes: &mut [u8]);

    /// Adds the bytes of the record to the end of `bytes`.
    fn append_to(&self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        bytes.resize(start + size_of::<Self>(), 0);
        self.write(&mut bytes[start..]);
    }

    /// Writes records to the start of `bytes`. Stops at the first record that does not fit.
    fn write_all(records: &[Self], bytes: &mut [u8]) {
        let places = bytes.chunks_exact_mut(size_of::<Self>());
        places.zip(records).for_each(|(place, record)| record.write(place));
    }

    /// Adds the bytes of all records to the end of `bytes`.
    fn append_all(records: &[Self], bytes: &mut Vec<u8>) {
        let start = bytes.len();
        bytes.resize(start + size_of_val(records), 0);
        Self::write_all(records, &mut bytes[start..]);
    }
}

macro_rules! impl_record_for_numbers {
    ($($Number:ty)*) => {
        $(impl Record for $Number {
            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                Self::from_le_bytes(*bytes.first_chunk().expect("a record is inside its bytes"))
            }

            #[inline(always)]
            fn write(&self, bytes: &mut [u8]) {
                *bytes.first_chunk_mut().expect("a record is inside its bytes") = self.to_le_bytes();
            }
        })*
    };
}

impl_record_for_numbers!(u8 u16 i16 u32 i32 f32);

impl<T: Record, const N: usize> Record for [T; N] {
    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        let mut items = [T::read(bytes); N];
        for (i, item) in items.iter_mut().enumerate() {
            *item = T::read(&bytes[i * size_of::<T>()..]);
        }
        items
    }

    #[inline(always)]
    fn write(&self, bytes: &mut [u8]) {
        for (i, item) in self.iter().enumerate() {
            item.write(&mut bytes[i * size_of::<T>()..]);
        }
    }
}

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
    ($(
        $(#[$attribute:meta])*
        pub struct $Record:ident {
            $($(#[$doc:meta])* $visibility:vis $field:ident: $Type:ty,)*
        }
    )*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[repr(C)]
        pub struct $Record {
            $($(#[$doc])* $visibility $field: $Type,)*
        }

        impl $crate::Record for $Record {
            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                const { assert!(size_of::<Self>() == 0 $(+ size_of::<$Type>())*, "the record has padding") };
                Self { $($field: $crate::Record::read(&bytes[::core::mem::offset_of!(Self, $field)..]),)* }
            }

            // The length of a chunk is part of its type here, so that the compiler can combine the reads of many records.
            #[inline]
            fn read_all(bytes: &[u8]) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
                bytes.as_chunks::<{ size_of::<$Record>() }>().0.iter().map(|bytes| Self::read(bytes))
            }

            #[inline(always)]
            fn write(&self, bytes: &mut [u8]) {
                $($crate::Record::write(&self.$field, &mut bytes[::core::mem::offset_of!(Self, $field)..]);)*
            }

            #[inline]
            fn append_to(&self, bytes: &mut $crate::__Vec<u8>) {
                // With memory reserved, the compiler writes the fields to it without a copy on the stack.
                bytes.reserve(size_of::<Self>());
                bytes.extend_from_slice(&self.bytes());
            }

            // The compiler turns both functions into plain copies if it knows the length of a record, if a record is written at once, and
            // if it knows that records and bytes do not overlap. Inlined, `append_all` would lose this knowledge. With `flat_map` instead
            // of `map` and `flatten`, appending takes half as long again.
            #[inline]
            fn write_all(records: &[Self], bytes: &mut [u8]) {
                let places = bytes.as_chunks_mut::<{ size_of::<$Record>() }>().0;
                places.iter_mut().zip(records).for_each(|(place, record)| *place = record.bytes());
            }

            #[inline(never)]
            fn append_all(records: &[Self], bytes: &mut $crate::__Vec<u8>) {
                bytes.reserve(size_of_val(records));
                bytes.extend(records.iter().map(Self::bytes).flatten());
            }
        }

        impl $Record {
            #[inline(always)]
            fn bytes(&self) -> [u8; size_of::<$Record>()] {
                let mut bytes = [0; size_of::<$Record>()];
                $crate::Record::write(self, &mut bytes);
                bytes
            }
        }
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
        self.iter().collect()
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
