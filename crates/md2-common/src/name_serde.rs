//! Serialization of names.

use alloc::vec::Vec;
use core::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::name::Name;

/// Writes the name as text, or all bytes of the field if the name is not UTF-8 or if leftover bytes follow it.
impl<const N: usize> Serialize for Name<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_str() {
            Ok(name) if !self.has_leftovers() && serializer.is_human_readable() => {
                serializer.serialize_str(name)
            }
            _ => self.raw().as_slice().serialize(serializer),
        }
    }
}

/// Accepts text without NUL of at most `N` bytes, or a list of `N` bytes.
impl<'de, const N: usize> Deserialize<'de> for Name<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(NameVisitor);
        }
        let bytes = Vec::<u8>::deserialize(deserializer)?;
        bytes
            .try_into()
            .map(Self::from_raw)
            .map_err(|bytes: Vec<u8>| D::Error::invalid_length(bytes.len(), &NameVisitor::<N>))
    }
}

struct NameVisitor<const N: usize>;

impl<'de, const N: usize> Visitor<'de> for NameVisitor<N> {
    type Value = Name<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a name of at most {N} bytes, or a list of {N} bytes")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Name<N>, E> {
        Name::new(name).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Name<N>, A::Error> {
        let mut field = [0; N];
        for (length, byte) in field.iter_mut().enumerate() {
            *byte = list.next_element()?.ok_or_else(|| A::Error::invalid_length(length, &self))?;
        }
        match list.next_element::<u8>()? {
            None => Ok(Name::from_raw(field)),
            Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
        }
    }
}
