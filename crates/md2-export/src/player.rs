//! The files that a game requires for a player model besides the model and its skin.

use md2_common::RgbaImage;
use md2_format::model::{Model, ModelFrame};
use md2_format::raw::{FrameName, St, Triangle};
use md2_format::stripify;
use md2_mesh::{Mesh, Pose};
use md3_format as md3;

use crate::import::skin_file::resize;
use md2_picture::{Backdrop, Cover, Direction, Framing, PosedModel, SlotStyle, draw};

/// Width and height of the icon of a player's skin. Menus and scoreboards show it.
const ICON_SIDE: u32 = 32;
/// The height of a standing figure in heights of its icon, which shows the head and the shoulders.
pub const FIGURE_HEADS: u32 = 4;

/// Returns the icon of a player's skin: the top of the model in its first frame, which is the head. `heads` is the height of the model in
/// heights of the icon. Quake II drops a player whose skin has no icon: the icon of `hero.pcx` is `hero_i.pcx`.
pub fn player_icon(mesh: &Mesh, skin: &RgbaImage, heads: u32) -> RgbaImage {
    let slots =
        vec![SlotStyle::Skin { color: skin, glow: None, cover: Cover::Solid }; mesh.skin_slot_count()];
    let model = PosedModel { slots: &slots, ..PosedModel::new(mesh, Pose::still(0)) };
    let side = heads.max(1) * ICON_SIDE;
    let mut framing = Framing::new(Direction { yaw: -0.3, ..Direction::default() }, [side; 2]);
    framing.add(&model);
    let Some(view) = framing.view() else { return resize(skin, [ICON_SIDE; 2]) };
    let [shape, picture] =
        [Backdrop::Clear, Backdrop::STUDIO].map(|backdrop| draw(&[model], &view, [side; 2], backdrop));
    let is_solid = |x: u32, y: u32| shape.pixel(x, y)[3] >= 128;
    let top = (0..side - ICON_SIDE).find(|y| (0..side).any(|x| is_solid(x, *y))).unwrap_or(0);
    let rows = top..top + ICON_SIDE / 2;
    let columns: Vec<u32> =
        (0..side).flat_map(|x| rows.clone().filter(move |y| is_solid(x, *y)).map(move |_| x)).collect();
    let middle = columns.get(columns.len() / 2).copied().unwrap_or(side / 2);
    let left = middle.saturating_sub(ICON_SIDE / 2).min(side - ICON_SIDE);
    let mut icon = RgbaImage::filled(ICON_SIDE, ICON_SIDE, [0; 4]);
    for (index, pixel) in (0_u32..).zip(icon.rgba_mut().as_chunks_mut().0) {
        *pixel = picture.pixel(left + index % ICON_SIDE, top + index / ICON_SIDE);
    }
    icon
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

/// Builds an invisible part of a Quake III player: an MD3 whose only triangle has no area. It has a surface named `none` with an image.
///
/// # Errors
/// If the format cannot hold this number of frames or the path of the image.
pub fn empty_part(frames: usize, image: &str) -> Result<Vec<u8>, String> {
    let name = md3::raw::ShaderName::new(image).map_err(|error| error.to_string())?;
    let surface = md3::model::ModelSurface {
        name: md3::raw::SurfaceName::new("none").map_err(|error| error.to_string())?,
        shaders: vec![md3::raw::Shader { name, index: 0 }],
        triangles: vec![md3::raw::Triangle { indices: [0, 1, 2] }],
        st: vec![md3::raw::St { s: 0.0, t: 0.0 }; 3],
        vertices: vec![md3::raw::Vertex { xyz: [0; 3], zenith: 0, azimuth: 0 }; 3 * frames],
        ..Default::default()
    };
    let name = md3::raw::FrameName::new("none").map_err(|error| error.to_string())?;
    let frames = vec![md3::model::ModelFrame { name, ..Default::default() }; frames];
    let model = md3::model::Model { frames, surfaces: vec![surface], ..Default::default() };
    model.to_bytes().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icon_begins_at_the_top_of_the_model() {
        let file = md2_testdata::block(false).build().into_bytes();
        let loaded = md2_load::load(&file, &md2_load::LoadOptions::default()).unwrap();
        let icon = player_icon(&loaded.mesh, &RgbaImage::filled(8, 8, [255, 0, 0, 255]), FIGURE_HEADS);
        let red = |y| (0..ICON_SIDE).filter(|x| icon.pixel(*x, y)[0] > 2 * icon.pixel(*x, y)[1]).count();
        assert!(red(0) < 32 && red(31) == 32, "the first row is the edge of the model");
    }
}
