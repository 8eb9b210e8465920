//! Options of the conversion to MDL.

use md2_load::Palette;

/// Options of the conversion to MDL.
#[derive(Clone, Debug, PartialEq)]
pub struct MdlOptions {
    /// The palette of the game.
    pub palette: Palette,
    /// Whether to mix palette colors by ordered dithering.
    pub dither: bool,
    /// Whether skins may use the colors 224 to 254, which lighting does not darken.
    pub fullbright: bool,
    /// Whether transparent texels become holes. The model then gets the flag *holey*, which only later engines support.
    pub holey: bool,
    /// The greatest height of the skins in texels, at least 1. Larger skins are reduced. The software renderers of the original game accept
    /// 200, GLQuake accepts 480.
    pub skin_height: u16,
    /// The limits of the engine for which the model is made.
    pub limits: MdlLimits,
    /// The effects of the model as stored in the header, such as a rocket's trail.
    pub flags: u32,
    /// Whether groups play with a different time offset for each entity.
    pub random_start: bool,
    /// Position of the eyes in Quake units.
    pub eye_position: [f32; 3],
}

impl Default for MdlOptions {
    fn default() -> Self {
        Self {
            palette: Palette::QUAKE,
            dither: false,
            fullbright: false,
            holey: false,
            skin_height: 200,
            limits: MdlLimits::CLASSIC,
            flags: 0,
            random_start: false,
            eye_position: [0.0; 3],
        }
    }
}

/// The limits of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MdlLimits {
    /// The name of the engine, for errors.
    pub engine: &'static str,
    /// The greatest number of frames.
    pub frames: usize,
    /// The greatest number of vertices in a frame.
    pub vertices: usize,
    /// The greatest number of triangles.
    pub triangles: usize,
    /// The greatest number of skins.
    pub skins: usize,
}

impl MdlLimits {
    /// The limits of the original game and the engines that resemble it: 256 frames, 2000 vertices, 2048 triangles, 32 skins.
    pub const CLASSIC: Self =
        Self { engine: "the original game", frames: 256, vertices: 2000, triangles: 2048, skins: 32 };

    /// The limits of QuakeSpasm: 1024 frames, 2000 vertices, 4096 triangles, 32 skins.
    pub const QUAKESPASM: Self =
        Self { engine: "QuakeSpasm", frames: 1024, triangles: 4096, ..Self::CLASSIC };

    /// The limits of Ironwail: 1024 frames, 32 767 vertices, 32 skins, any number of triangles.
    pub const IRONWAIL: Self =
        Self { engine: "Ironwail", frames: 1024, vertices: 32_767, triangles: usize::MAX, ..Self::CLASSIC };
}
