//! Paths of files in a game.

use std::path::{Component, Path};

/// The folders of a game that contain models and their images.
const ROOTS: [&str; 4] = ["progs", "models", "players", "textures"];

/// Returns the folder of a file in its game: the folders of its path from `progs`, `models`, `players` or `textures` on, such as
/// `models/players/sarge`, or the folder that the user gave. `None` if the path has no such folder.
pub(crate) fn game_folder(file: &Path, given: Option<&str>) -> Option<String> {
    if let Some(given) = given {
        return Some(given.replace('\\', "/").trim_matches('/').to_owned());
    }
    let folders = file.parent().into_iter().flat_map(Path::components);
    let folders: Vec<String> = folders
        .filter(|folder| matches!(folder, Component::Normal(_)))
        .map(|folder| folder.as_os_str().to_string_lossy().into_owned())
        .collect();
    let is_root = |folder: &String| ROOTS.iter().any(|root| folder.eq_ignore_ascii_case(root));
    let last = folders.iter().rposition(is_root)?;
    // The players of Quake III are in `models/players`.
    let first = folders[..last].iter().rposition(|folder| !is_root(folder)).map_or(0, |other| other + 1);
    Some(folders[first..].join("/"))
}

/// Reads the value of `--game-path`.
pub(crate) fn parse_game_path(text: &str) -> Result<String, String> {
    let is_below = Path::new(text).components().all(|part| matches!(part, Component::Normal(_)));
    if is_below { Ok(text.to_owned()) } else { Err(String::from("expected a folder such as models/knight")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_begins_with_the_last_root() {
        for (path, expected) in [
            ("id1/progs/knight.mdl", Some("progs")),
            ("/home/models/baseq2/players/hero/tris.md2", Some("players/hero")),
            ("baseq3/models/players/sarge/head.md3", Some("models/players/sarge")),
            ("models/monsters/soldier/tris.md2", Some("models/monsters/soldier")),
            ("hero/tris.md2", None),
            ("tris.md2", None),
        ] {
            assert_eq!(game_folder(Path::new(path), None).as_deref(), expected, "{path}");
        }
    }
}
