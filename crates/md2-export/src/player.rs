//! The files that a game requires for a player model besides the model and its skin.

use md2_common::RgbaImage;
use md2_format::model::{Model, ModelFrame};
use md2_format::raw::{FrameName, St, Triangle};
use md2_format::stripify;

use crate::import::skin_file::resize;

/// Width and height of the icon of a player's skin. Menus and scoreboards show it.
const ICON_SIDE: u32 = 32;

/// Returns the icon of a skin. Quake II drops a player whose skin has no icon: the icon of `hero.pcx` is `hero_i.pcx`.
pub fn player_icon(skin: &RgbaImage) -> RgbaImage {
    resize(skin, [ICON_SIDE; 2])
}

/// Builds an invisible weapon: an MD2 with a single triangle without area. Quake II drops a player without `weapon.md2`. The weapon shows
/// the same frame number as the player, so it has as many frames.
///
/// # Errors
/// If the format cannot hold this number of frames.
pub fn empty_weapon(frames: usize) -> Result<Vec<u8>, String> {
    let positions = [[0.0; 3]; 3];
    let normals = [[0.0, 0.0, 1.0]; 3];
    let frame = |number: usize| {
        let name = FrameName::new(format!("none{number}")).map_err(|error| error.to_string())?;
        ModelFrame::from_positions(name, &positions, &normals).map_err(|error| error.to_string())
    };
    let (st, triangles) = (vec![St::new(0, 0); 3], vec![Triangle::new([0, 1, 2], [0, 1, 2])]);
    let model = Model {
        skin_width: 32,
        skin_height: 32,
        gl_commands: stripify(&triangles, &st).to_words([32, 32]),
        st,
        triangles,
        frames: (1..=frames.max(1)).map(frame).collect::<Result<_, _>>()?,
        ..Model::default()
    };
    model.to_bytes().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use md2_format::check::{Severity, check};

    use super::*;

    #[test]
    fn an_empty_weapon_has_the_frames_of_its_player_and_no_faults() {
        let weapon = empty_weapon(198).unwrap();
        let md2 = md2_format::Md2::parse(&weapon).unwrap();
        assert_eq!((md2.frame_count(), md2.triangles().len()), (198, 1));
        // Expected: the engines require vertices, skin coordinates, triangles and OpenGL commands.
        let report = check(&weapon);
        assert!(report.findings.iter().all(|finding| finding.code.severity() == Severity::Note), "{report}");
    }
}
