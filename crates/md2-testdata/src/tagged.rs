//! Bytes with named fields.

use std::collections::HashMap;

/// A little-endian file that tests build and change. Each field has a tag, by which it can be found and changed.
#[derive(Clone, Debug, Default)]
pub struct TaggedBytes {
    bytes: Vec<u8>,
    /// For each tag, the offset and the size of the field in bytes.
    tags: HashMap<String, (usize, usize)>,
}

impl TaggedBytes {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Number of bytes so far, which is the offset of the next field to be appended.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the byte offset of the field `tag`.
    pub fn offset_of(&self, tag: &str) -> usize {
        self.field(tag).0
    }

    /// Appends a field with the bytes `value` and the given tag.
    pub fn push(&mut self, tag: impl Into<String>, value: &[u8]) -> &mut Self {
        let tag = tag.into();
        let field = (self.bytes.len(), value.len());
        assert!(self.tags.insert(tag.clone(), field).is_none(), "the tag {tag:?} is already in use");
        self.bytes.extend_from_slice(value);
        self
    }

    pub(crate) fn push_i32(&mut self, tag: impl Into<String>, value: i32) -> &mut Self {
        self.push(tag, &value.to_le_bytes())
    }

    pub(crate) fn push_u16(&mut self, tag: impl Into<String>, value: u16) -> &mut Self {
        self.push(tag, &value.to_le_bytes())
    }

    pub(crate) fn push_i16(&mut self, tag: impl Into<String>, value: i16) -> &mut Self {
        self.push(tag, &value.to_le_bytes())
    }

    pub(crate) fn push_f32(&mut self, tag: impl Into<String>, value: f32) -> &mut Self {
        self.push(tag, &value.to_le_bytes())
    }

    /// Overwrites the field `tag` with bytes of the same size.
    pub fn set(&mut self, tag: &str, value: &[u8]) -> &mut Self {
        let (offset, size) = self.field(tag);
        assert_eq!(size, value.len(), "{tag:?} has another size");
        self.bytes[offset..offset + size].copy_from_slice(value);
        self
    }

    pub fn set_i32(&mut self, tag: &str, value: i32) -> &mut Self {
        self.set(tag, &value.to_le_bytes())
    }

    pub fn set_u16(&mut self, tag: &str, value: u16) -> &mut Self {
        self.set(tag, &value.to_le_bytes())
    }

    pub fn set_i16(&mut self, tag: &str, value: i16) -> &mut Self {
        self.set(tag, &value.to_le_bytes())
    }

    pub fn set_f32(&mut self, tag: &str, value: f32) -> &mut Self {
        self.set(tag, &value.to_le_bytes())
    }

    pub fn set_u8(&mut self, tag: &str, value: u8) -> &mut Self {
        self.set(tag, &[value])
    }

    /// Overwrites the field `tag` with a text, padded with NUL.
    pub fn set_text(&mut self, tag: &str, text: &[u8]) -> &mut Self {
        let mut padded = text.to_vec();
        padded.resize(self.field(tag).1.max(text.len()), 0);
        self.set(tag, &padded)
    }

    pub fn get_i32(&self, tag: &str) -> i32 {
        let (offset, size) = self.field(tag);
        assert_eq!(size, 4, "{tag:?} has another size");
        i32::from_le_bytes(std::array::from_fn(|i| self.bytes[offset + i]))
    }

    fn field(&self, tag: &str) -> (usize, usize) {
        *self.tags.get(tag).unwrap_or_else(|| panic!("no field is tagged {tag:?}"))
    }
}
