//! Fields of the header: effects, synchronization and the position of the eyes.

use mdl_format::{Effects, SyncType};

use crate::error::EditError;
use crate::model::Model;

impl Model {
    /// Sets the effects of entities that show the model. An MD3 stores them for engines that use it in place of an MDL.
    pub fn set_effects(&mut self, effects: Effects) -> Result<(), EditError> {
        match self {
            Self::Mdl(model) => model.effects = effects,
            Self::Md3(model) => model.flags = effects.bits().cast_signed(),
            Self::Md2(_) => return Err(self.no_field("effects; in Quake II, the game's code sets them")),
        }
        Ok(())
    }

    /// Sets the synchronization of groups between entities.
    pub fn set_sync_type(&mut self, sync_type: SyncType) -> Result<(), EditError> {
        let Self::Mdl(model) = self else { return Err(self.no_field("synchronization type")) };
        model.sync_type = sync_type;
        Ok(())
    }

    /// Sets the position of the eyes in Quake units.
    pub fn set_eye_position(&mut self, position: [f32; 3]) -> Result<(), EditError> {
        let Self::Mdl(model) = self else { return Err(self.no_field("eye position")) };
        model.eye_position = position;
        Ok(())
    }

    fn no_field(&self, what: &str) -> EditError {
        EditError::unsupported(self.format(), format!("store no {what}"))
    }
}
