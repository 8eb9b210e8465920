//! Skins: the images in an MDL, and the paths of images in the other formats.

use std::fmt::Display;

use md2_format::raw::SkinName;
use mdl_format::Effects;
use mdl_format::model::{GroupMember, ModelSkin, SkinGroup};

use crate::error::EditError;
use crate::merge::resolve_seam;
use crate::model::Model;

/// The greatest number of bytes of a path that engines read, without the NUL at its end.
const MAX_PATH: usize = 63;

impl Model {
    /// Number of skins. A group of an MDL counts as one skin.
    pub fn skin_count(&self) -> usize {
        match self {
            Self::Mdl(model) => model.skins.len(),
            Self::Md2(model) => model.skins.len(),
            Self::Md3(_) => 0,
        }
    }

    /// Width and height in texels of the skins in an MDL, or of the skin that the coordinates of an MD2 refer to.
    pub fn skin_size(&self) -> Option<[u32; 2]> {
        match self {
            Self::Mdl(model) => Some([model.skin_width, model.skin_height]),
            Self::Md2(model) => {
                Some([model.skin_width, model.skin_height].map(|side| u32::try_from(side).unwrap_or(0)))
            }
            Self::Md3(_) => None,
        }
    }

    /// Whether the skins are images inside the file, and not paths.
    pub fn contains_images(&self) -> bool {
        matches!(self, Self::Mdl(_))
    }

    /// Whether texels with palette color 255 are holes.
    pub fn is_holey(&self) -> bool {
        matches!(self, Self::Mdl(model) if model.effects.contains(Effects::HOLEY))
    }

    /// The path of skin `number` in an MD2, or of the first image of surface `number` in an MD3.
    pub fn skin_path(&self, number: usize) -> Option<String> {
        match self {
            Self::Mdl(_) => None,
            Self::Md2(model) => model.skins.get(number).map(ToString::to_string),
            Self::Md3(model) => Some(model.surfaces.get(number)?.shaders.first()?.name.to_string()),
        }
    }

    /// Returns the palette indices of a skin in an MDL, row by row from the top: one list for each image of a group.
    pub fn skin_images(&self, number: usize) -> Result<Vec<&[u8]>, EditError> {
        let Self::Mdl(model) = self else { return Err(self.no_images()) };
        let skin = model.skins.get(number).ok_or_else(|| self.unknown_skin(number))?;
        Ok(skin.images().map(Vec::as_slice).collect())
    }

    /// Replaces the palette indices of an image in an MDL: image `image` of skin `number`. All other bytes of the file stay.
    pub fn set_skin_image(&mut self, number: usize, image: usize, indices: Vec<u8>) -> Result<(), EditError> {
        self.check_indices(&indices)?;
        let unknown = self.unknown_skin(number);
        let Self::Mdl(model) = self else { return Err(self.no_images()) };
        let skin = model.skins.get_mut(number).ok_or(unknown)?;
        let count = skin.images().count();
        let known = format!("images 0 to {} in skin {number}", count.saturating_sub(1));
        let unknown = || EditError::unknown("image", image, known);
        *skin.images_mut().nth(image).ok_or_else(unknown)? = indices;
        Ok(())
    }

    /// Adds a skin with these palette indices to an MDL. Returns its number.
    pub fn add_skin_image(&mut self, indices: Vec<u8>) -> Result<usize, EditError> {
        self.check_indices(&indices)?;
        let Self::Mdl(model) = self else { return Err(self.no_images()) };
        model.skins.push(ModelSkin::Single(indices));
        Ok(model.skins.len() - 1)
    }

    /// Widens the skins of an MDL to a multiple of 4 texels, which the original game requires. The added columns repeat the last one, and
    /// the vertices on the seam are divided, so that the picture stays the same. Returns the width before and after.
    pub fn pad_skin_width(&mut self) -> Result<[u32; 2], EditError> {
        let Self::Mdl(model) = self else { return Err(self.no_images()) };
        let old = model.skin_width;
        let new = old.checked_next_multiple_of(4).filter(|new| i32::try_from(*new).is_ok());
        let new = new.ok_or_else(|| EditError::invalid(format!("the width {old} is too large")))?;
        if new != old {
            resolve_seam(model);
            model.skin_width = new;
            let [old, new] = [old, new].map(|side| side as usize);
            for image in model.skins.iter_mut().flat_map(ModelSkin::images_mut) {
                let pad = |row: &[u8]| [row, &vec![row[old - 1]; new - old]].concat();
                *image = image.chunks_exact(old).flat_map(pad).collect();
            }
        }
        Ok([old, new])
    }

    /// Combines skins of an MDL in a group that the engine animates. Each image is shown for `seconds`. The group replaces the first of
    /// these skins; the others are removed.
    ///
    /// # Errors
    /// If a skin does not exist, is a group or is listed twice, if the time is not above 0, or if the format has no groups.
    pub fn group_skins(&mut self, numbers: &[usize], seconds: f32) -> Result<(), EditError> {
        if !(seconds > 0.0 && seconds.is_finite()) {
            return Err(EditError::invalid(format!(
                "{seconds} seconds for each image, expected more than 0"
            )));
        }
        let unknown: Vec<EditError> = numbers.iter().map(|&number| self.unknown_skin(number)).collect();
        let Self::Mdl(model) = self else {
            let why = "have no skin groups; the game's code or a shader selects skins";
            return Err(EditError::unsupported(self.format(), why));
        };
        let mut images = Vec::new();
        for (place, (&number, unknown)) in numbers.iter().zip(unknown).enumerate() {
            if numbers[..place].contains(&number) {
                return Err(EditError::invalid(format!("skin {number} is listed twice")));
            }
            match model.skins.get(number) {
                Some(ModelSkin::Single(image)) => {
                    let end_s = seconds * (place + 1) as f32;
                    images.push(GroupMember { end_s, value: image.clone() });
                }
                Some(ModelSkin::Group(_)) => {
                    return Err(EditError::invalid(format!("skin {number} is already a group")));
                }
                None => return Err(unknown),
            }
        }
        let Some(&first) = numbers.first() else { return Ok(()) };
        model.skins[first] = ModelSkin::Group(SkinGroup::new(images));
        let mut number = 0;
        model.skins.retain(|_| {
            number += 1;
            number - 1 == first || !numbers.contains(&(number - 1))
        });
        Ok(())
    }

    /// Sets the path of a skin. In an MD2, `skin` is the number of the skin. In an MD3, it is the name or the number of a surface, for the
    /// surface's first shader, or for another shader with the shader's number, such as `body.1`.
    pub fn set_skin_path(&mut self, skin: &str, path: &str) -> Result<(), EditError> {
        let name = skin_name(path)?;
        let unknown = self.unknown_skin(skin);
        match self {
            Self::Md3(model) => {
                *crate::md3::find_shader(model, skin)? = name;
                Ok(())
            }
            Self::Md2(model) => {
                let number = skin.parse::<usize>().ok();
                *number.and_then(|number| model.skins.get_mut(number)).ok_or(unknown)? = name;
                Ok(())
            }
            Self::Mdl(_) => Err(no_paths()),
        }
    }

    /// Adds a skin path to an MD2. Returns its number.
    pub fn add_skin_path(&mut self, path: &str) -> Result<usize, EditError> {
        let name = skin_name(path)?;
        match self {
            Self::Md2(model) => {
                model.skins.push(name);
                Ok(model.skins.len() - 1)
            }
            Self::Mdl(_) => Err(no_paths()),
            Self::Md3(_) => Err(EditError::unsupported("MD3", "have shaders for each surface")
                .or("set the shader of a surface")),
        }
    }

    /// Removes a skin. The following skins get lower numbers.
    pub fn remove_skin(&mut self, number: usize) -> Result<(), EditError> {
        let unknown = self.unknown_skin(number);
        match self {
            Self::Mdl(model) if number < model.skins.len() => drop(model.skins.remove(number)),
            Self::Md2(model) if number < model.skins.len() => {
                model.skins.remove(number);
            }
            _ => return Err(unknown),
        }
        Ok(())
    }

    fn unknown_skin(&self, name: impl Display) -> EditError {
        let known = match self.skin_count() {
            0 => String::from("no skins"),
            1 => String::from("skin 0"),
            count => format!("skins 0 to {}", count - 1),
        };
        EditError::unknown("skin", name, known)
    }

    fn check_indices(&self, indices: &[u8]) -> Result<(), EditError> {
        let [width, height] = self.skin_size().unwrap_or_default();
        let expected = u64::from(width) * u64::from(height);
        match u64::try_from(indices.len()) == Ok(expected) {
            true => Ok(()),
            false => Err(EditError::invalid(format!(
                "the image has {} texels, but all skins of the model have {width} x {height}",
                indices.len()
            ))),
        }
    }

    fn no_images(&self) -> EditError {
        EditError::unsupported(self.format(), "contain no images, only their paths")
            .or("edit the image files, or set the path of a skin")
    }
}

fn no_paths() -> EditError {
    EditError::unsupported("MDL", "contain their skins and store no paths")
        .or("add or replace a skin by an image")
}

/// Checks a path by the rules of the engines: relative to the game's folder, with `/` between folders, at most 63 bytes.
fn skin_name(path: &str) -> Result<SkinName, EditError> {
    let refuse = |why: &str| Err(EditError::invalid(format!("skin path {path:?}: {why}")));
    if path.len() > MAX_PATH {
        let (found, allowed) = (path.len(), format!("at most {MAX_PATH}"));
        return Err(EditError::limit(
            "bytes of a skin path",
            found,
            allowed,
            "use shorter names of folders and files",
        ));
    }
    match path {
        "" => return refuse("engines find no image without a name; remove the skin instead"),
        _ if path.contains('\\') => return refuse("engines separate folders by /, not by \\"),
        _ if path.starts_with('/') || path.contains(':') => {
            return refuse(
                "engines need a path relative to the game's folder, such as players/male/grunt.pcx",
            );
        }
        _ => {}
    }
    SkinName::new(path).map_err(|error| EditError::invalid(format!("skin path {path:?}: {error}")))
}
