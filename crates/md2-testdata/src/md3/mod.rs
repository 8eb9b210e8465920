//! Small MD3 models, the models of Quake III.
//!
//! ```
//! let mut file = md2_testdata::md3::one_triangle().build();
//! file.set_i32("surface[0].tri[0][2]", 3);
//! assert_eq!(file.offset_of("surface[0].tri[0][2]"), 108 + 2 * 56 + 2 * 112 + 108 + 8);
//! ```

mod models;
mod spec;

pub use models::{
    one_triangle, player_head, player_lower, player_upper, player_weapon, turning_tag, two_surfaces,
    write_player,
};
pub use spec::{Md3FrameSpec, Md3Spec, SurfaceSpec, TagSpec, VertexSpec, upright_axes};
