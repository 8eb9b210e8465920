//! Skins and their paths.

use md2_format::raw::SkinName;

use crate::error::EditError;
use crate::model::Model;

/// The most bytes of a path that engines read, without the NUL that ends it.
const MAX_PATH: usize = 63;

impl Model {
    /// Number of skins. A group of an MDL counts as one skin.
    #[must_use]
    pub fn skin_count(&self) -> usize {
        match self {
            Self::Mdl(model) => model.skins.len(),
            Self::Md2(model) => model.skins.len(),
        }
    }

    /// Returns the paths of the skins in an MD2.
    #[must_use]
    pub fn skin_paths(&self) -> Vec<String> {
        match self {
            Self::Mdl(_) => Vec::new(),
            Self::Md2(model) => model.skins.iter().map(ToString::to_string).collect(),
        }
    }

    /// Sets the path of a skin: of skin `number` of an MD2.
    ///
    /// # Errors
    /// If there is no such skin, or engines would not find the path.
    pub fn set_skin_path(&mut self, number: usize, path: &str) -> Result<(), EditError> {
        let name = skin_name(path)?;
        let known = self.known_skins();
        match self {
            Self::Md2(model) => match model.skins.get_mut(number) {
                Some(skin) => *skin = name,
                None => return Err(EditError::Unknown { what: "skin", name: number.to_string(), known }),
            },
            Self::Mdl(_) => return Err(no_paths()),
        }
        Ok(())
    }

    /// Adds a skin path to an MD2. Returns its number.
    ///
    /// # Errors
    /// If engines would not find the path.
    pub fn add_skin_path(&mut self, path: &str) -> Result<usize, EditError> {
        let name = skin_name(path)?;
        match self {
            Self::Md2(model) => {
                model.skins.push(name);
                Ok(model.skins.len() - 1)
            }
            Self::Mdl(_) => Err(no_paths()),
        }
    }

    /// Removes a skin. The following skins get lower numbers.
    ///
    /// # Errors
    /// If there is no such skin.
    pub fn remove_skin(&mut self, number: usize) -> Result<(), EditError> {
        let known = self.known_skins();
        match self {
            Self::Mdl(model) if number < model.skins.len() => drop(model.skins.remove(number)),
            Self::Md2(model) if number < model.skins.len() => drop(model.skins.remove(number)),
            _ => return Err(EditError::Unknown { what: "skin", name: number.to_string(), known }),
        }
        Ok(())
    }

    fn known_skins(&self) -> String {
        match self.skin_count() {
            0 => String::from("no skins"),
            1 => String::from("skin 0"),
            count => format!("skins 0 to {}", count - 1),
        }
    }
}

fn no_paths() -> EditError {
    EditError::unsupported(
        "MDL",
        "contain their skins and store no paths; --replace-skin and --add-skin take an image",
    )
}

/// Checks a path by the rules of the engines: relative to the game's folder, with `/` between folders, at most 63 bytes.
fn skin_name(path: &str) -> Result<SkinName, EditError> {
    let refuse = |why: &str| Err(EditError::invalid(format!("skin path {path:?}: {why}")));
    if path.len() > MAX_PATH {
        return Err(EditError::Limit {
            what: "bytes of a skin path",
            found: path.len().to_string(),
            allowed: format!("at most {MAX_PATH}"),
            advice: "use shorter names of folders and files",
        });
    }
    match path {
        "" => return refuse("a path is empty for engines; remove the skin instead"),
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
