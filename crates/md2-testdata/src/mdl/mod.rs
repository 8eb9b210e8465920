//! Small MDL models, the models of Quake.
//!
//! ```
//! let mut file = md2_testdata::mdl::frame_group().build();
//! file.set_f32("frame[1].interval[0]", -1.0).set("frame[1].pose[2].name", b"sixteen letters.");
//! ```

mod models;
mod spec;

pub use models::{empty_skin, frame_group, fullbright, one_triangle, seamed_quad, skin_group, with_frames};
pub use spec::{MdlFrameSpec, MdlSpec, MdlTriangleSpec, PoseSpec, SkinSpec, StSpec};
