//! Names of surfaces and tags, and the places of tags, in an MD3.

use md3_format::model::Model as Md3Model;
use md3_format::raw::{SurfaceName, Tag, TagName};

use crate::error::EditError;
use crate::md3::find_surface;
use crate::model::Model;

/// The greatest number of bytes of a name that engines read, without the NUL at its end.
const MAX_NAME: usize = 63;

impl Model {
    /// Renames a surface of an MD3. `surface` is its name or its number, which distinguishes surfaces of the same name.
    pub fn rename_surface(&mut self, surface: &str, name: &str) -> Result<(), EditError> {
        let model = self.md3("surfaces")?;
        let index = find_surface(model, surface)?;
        check_name(name)?;
        model.surfaces[index].name = SurfaceName::new(name).map_err(EditError::invalid)?;
        Ok(())
    }

    /// Adds a tag to an MD3, at the same place and without a rotation in all frames.
    pub fn add_tag(&mut self, name: &str, origin: [f32; 3]) -> Result<(), EditError> {
        let model = self.md3("tags")?;
        check_name(name)?;
        if find_tag(model, name).is_ok() {
            return Err(EditError::invalid(format!("the model already has a tag {name:?}")));
        }
        let name = TagName::new(name).map_err(EditError::invalid)?;
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        model.frames.iter_mut().for_each(|frame| frame.tags.push(Tag { name, origin, axes }));
        Ok(())
    }

    /// Moves a tag of an MD3 in all frames.
    pub fn move_tag(&mut self, name: &str, offset: [f32; 3]) -> Result<(), EditError> {
        self.change_tag(name, |tag| tag.origin = [0, 1, 2].map(|axis| tag.origin[axis] + offset[axis]))
    }

    /// Renames a tag of an MD3.
    pub fn rename_tag(&mut self, name: &str, new: &str) -> Result<(), EditError> {
        check_name(new)?;
        if !new.eq_ignore_ascii_case(name) && find_tag(self.md3("tags")?, new).is_ok() {
            return Err(EditError::invalid(format!("the model already has a tag {new:?}")));
        }
        let new = TagName::new(new).map_err(EditError::invalid)?;
        self.change_tag(name, |tag| tag.name = new)
    }

    fn change_tag(&mut self, name: &str, change: impl Fn(&mut Tag)) -> Result<(), EditError> {
        let model = self.md3("tags")?;
        let index = find_tag(model, name)?;
        model.frames.iter_mut().filter_map(|frame| frame.tags.get_mut(index)).for_each(change);
        Ok(())
    }

    fn md3(&mut self, what: &str) -> Result<&mut Md3Model, EditError> {
        match self {
            Self::Md3(model) => Ok(model),
            _ => Err(EditError::unsupported(self.format(), format!("have no names of {what}"))),
        }
    }
}

/// Returns the number of a tag, which is the same in all frames.
fn find_tag(model: &Md3Model, name: &str) -> Result<usize, EditError> {
    let tags = model.frames.first().map(|frame| &*frame.tags).unwrap_or_default();
    let names: Vec<String> = tags.iter().map(|tag| tag.name.to_string()).collect();
    let found = names.iter().position(|known| known.eq_ignore_ascii_case(name));
    found.ok_or_else(|| EditError::unknown("tag", name, format!("the tags {}", names.join(", "))))
}

fn check_name(name: &str) -> Result<(), EditError> {
    match name.len() {
        1..=MAX_NAME => Ok(()),
        found => Err(EditError::invalid(format!("a name of {found} bytes, expected 1 to {MAX_NAME}"))),
    }
}
