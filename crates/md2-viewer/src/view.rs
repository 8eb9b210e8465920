//! The switches of the picture and of the interface.

use crate::cli::SceneArgs;

/// How the scene is drawn. The defaults are what a newcomer should see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ViewOptions {
    pub(crate) wireframe: bool,
    pub(crate) floor: bool,
    pub(crate) light: bool,
    /// Show triangles from behind as well.
    pub(crate) two_sided: bool,
    /// Smooth the skin's pixels when they are larger than the screen's.
    pub(crate) smooth: bool,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self { wireframe: false, floor: true, light: true, two_sided: true, smooth: true }
    }
}

impl From<&SceneArgs> for ViewOptions {
    fn from(args: &SceneArgs) -> Self {
        Self {
            wireframe: args.wireframe,
            floor: !args.no_floor,
            light: !args.no_light,
            two_sided: !args.one_sided,
            smooth: !args.nearest,
        }
    }
}
