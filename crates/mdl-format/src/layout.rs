//! The parts of a file that an owned model does not interpret.

use alloc::vec::Vec;

use crate::effects::SyncType;

/// The parts of a file without a meaning for a [`Model`](crate::Model): unknown values in the header, and the bytes
/// after the last frame.
///
/// The default is the canonical layout of new models, without such parts. An unedited model is written with the parts
/// of its file, and therefore as the same file. Assign the default to drop them, for example if an edit changes the
/// frames that the data of the editor qME refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    sync_field: i32,
    trailing: Vec<u8>,
}

impl Layout {
    /// The bytes after the last frame; empty in most files. In some files they are data of the editor qME.
    pub fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    pub(crate) fn new(field: i32, trailing: &[u8]) -> Self {
        // Known values are not stored, so that the layouts of files with all known values are equal.
        let is_known = SyncType::from_field(field).field() == field;
        Self { sync_field: if is_known { 0 } else { field }, trailing: trailing.to_vec() }
    }

    /// Returns the header field for a synchronization: the value of the file if it means the same.
    pub(crate) fn sync_field(&self, sync_type: SyncType) -> i32 {
        let is_same = SyncType::from_field(self.sync_field) == sync_type;
        if is_same { self.sync_field } else { sync_type.field() }
    }
}
